//! What happens to a scene before a step, told to every engine alike.

use voltex_ecs::{Entity, Transform, World};
use voltex_math::Vec3;
use voltex_physics::{BodyKind, Collider, Joint, RigidBody};
use voltex_scene::Scene;

use super::plan::{Link, Reader, Thing};
use super::{Plan, Sim};

/// What changes before a step.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// Bodies that go, with their joints.
    pub gone: Vec<Entity>,
    /// Bodies that come.
    pub things: Vec<Thing>,
    /// Joints of bodies that come.
    pub links: Vec<Link>,
    /// Velocities of bodies that are led, m/s.
    pub led: Vec<(Entity, Vec3)>,
}

/// A scene and the world that its file makes of it. The engines move the bodies; this world tells what comes and goes.
pub struct Script {
    scene: Scene,
    /// The world, its bodies where they have last been looked at.
    pub(super) model: World,
    /// Bodies and joints that have been told of, by id.
    told: Vec<Option<Entity>>,
    goes_on: bool,
}

impl Script {
    /// Of a scene before its first step, and what is there then.
    ///
    /// # Panics
    /// For a scene that does not build, and for shapes and joints that the engines are not told of.
    pub fn new(scene: Scene) -> (Self, Plan) {
        let model = scene.build().expect("a scene that builds");
        let bodies = scene.bodies.iter();
        let goes_on = bodies
            .into_iter()
            .any(|body| body.spawn.is_some() || body.motion.is_some())
            || scene.groups.iter().any(|group| group.spawn.is_some());
        let mut script = Self {
            scene,
            model,
            told: Vec::new(),
            goes_on,
        };
        let first = script.news();
        let plan = Plan {
            name: script.scene.name.clone(),
            config: script.scene.config(),
            things: first.things,
            links: first.links,
        };
        (script, plan)
    }

    /// What changes before the next step; `None` where nothing ever does.
    pub fn advance(&mut self, sim: &dyn Sim) -> Option<Change> {
        if !self.goes_on {
            return None;
        }
        for entity in self.led() {
            let pose = sim.pose(entity);
            if let Some(transform) = self.model.get_mut::<Transform>(entity) {
                (transform.position, transform.rotation) = (pose.position, pose.rotation);
            }
        }
        self.scene
            .advance(&mut self.model)
            .expect("a world of this scene");
        let mut change = self.news();
        for entity in self.led() {
            let body = self.model.get::<RigidBody>(entity).expect("a body");
            change.led.push((entity, body.velocity));
        }
        Some(change)
    }

    fn led(&self) -> Vec<Entity> {
        let bodies = self.model.query::<(Entity, &RigidBody)>();
        (&bodies)
            .into_iter()
            .filter(|(_, body)| body.kind == BodyKind::Kinematic)
            .map(|(entity, _)| entity)
            .collect()
    }

    /// What the world has that has not been told of, and what it has no more.
    fn news(&mut self) -> Change {
        let mut change = Change::default();
        for told in &mut self.told {
            if let Some(entity) = *told
                && !self.model.is_alive(entity)
            {
                *told = None;
                change.gone.push(entity);
            }
        }
        let mut told = std::mem::take(&mut self.told);
        let mut is_new = |entity: Entity| {
            let id = entity.id() as usize;
            if told.len() <= id {
                told.resize(id + 1, None);
            }
            told[id].replace(entity).is_none()
        };
        let bodies = self.model.query::<(Entity, &Collider)>();
        let bodies = (&bodies).into_iter().map(|(entity, _)| entity);
        let bodies: Vec<Entity> = bodies.filter(|entity| is_new(*entity)).collect();
        let joints = self.model.query::<(Entity, &Joint)>();
        let joints = (&joints).into_iter().map(|(entity, _)| entity);
        let joints: Vec<Entity> = joints.filter(|entity| is_new(*entity)).collect();
        self.told = told;
        let reader = Reader::new(&self.model);
        change.things = bodies.into_iter().map(|e| reader.thing(e)).collect();
        change.things.sort_by_key(|thing| thing.entity.id());
        change.links = joints.into_iter().map(|e| reader.link(e)).collect();
        change
    }
}
