//! Worlds from scenes, and what a scene does to its world as time goes on.

use std::collections::BTreeMap;

use voltex_ecs::{Entity, Transform, World, codec};
use voltex_math::{Pose, Vec3};
use voltex_physics::{
    Collider, CollisionLayers, Joint, Material, PhysicsConfig, RigidBody, Sensor, ShapeStore,
};

use crate::body::{Body, Motion, Names, Spawn, turn};
use crate::error::SceneError;
use crate::geometry;
use crate::launch::SceneBall;
use crate::placed_joint::PlacedJoint;
use crate::plan::{Plan, SceneBody, Source, Start};
use crate::scene::Scene;

/// How far a scene has come in its world, a resource.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneState {
    /// Number of the step that comes next, the first is 0.
    pub tick: u64,
    /// Colliders of the bodies of each template, which its copies take in turn.
    pub colliders: Vec<Vec<Collider>>,
}

codec!(SceneState { tick, colliders });

/// Motion that the scene gives a kinematic body, a component.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Driven {
    /// Where it was when it appeared, m.
    pub start: Vec3,
    /// A point of the axis of its orbit, m.
    pub center: Vec3,
    /// Direction of the axis.
    pub axis: Vec3,
    /// rad/s about the axis.
    pub rate: f32,
    /// Number of the step before which it appeared.
    pub since: u64,
}

codec!(Driven {
    start,
    center,
    axis,
    rate,
    since
});

impl Driven {
    /// Where it is a time (s) after it appeared.
    fn at(&self, time: f64) -> Vec3 {
        let turned = turn(self.axis.as_dvec3(), f64::from(self.rate) * time);
        self.center + turned * (self.start - self.center)
    }
}

/// # Worlds
impl Scene {
    /// Settings for the steps of this scene.
    pub fn config(&self) -> PhysicsConfig {
        self.world.config()
    }

    /// Number of bodies, those that appear later included.
    ///
    /// # Errors
    /// As for [`Scene::validate`].
    pub fn body_count(&self) -> Result<u64, SceneError> {
        self.validate()?;
        Ok(Plan::new(self).count())
    }

    /// The world before its first step: every body without a spawn, in the order of the file.
    ///
    /// Bodies have [`Transform`], [`Collider`], [`RigidBody`], [`Material`] and [`SceneBody`], [`CollisionLayers`] if the
    /// scene names layers, [`Sensor`] and [`Driven`] if they are one or have a motion; the world has a [`ShapeStore`] and a [`SceneState`]. All of them are registered. Call
    /// [`Scene::advance`] before each step of a scene in which something appears or is driven. After the bodies come the
    /// joints between them, each an entity with a [`Joint`]. A scene with balls has them, air and wind as resources, and what
    /// balls land on as a component of its bodies; each ball is an entity with [`SceneBall`] from its first shot on.
    ///
    /// # Errors
    /// As for [`Scene::validate`], and shapes that the physics refuses.
    pub fn build(&self) -> Result<World, SceneError> {
        self.validate()?;
        let mut world = World::new();
        register(&mut world)?;
        let mut store = ShapeStore::default();
        let shapes = geometry::colliders(self, &mut store)?;
        let plan = Plan::new(self);
        let colliders = plan
            .sources
            .iter()
            .flat_map(|source| &source.templates)
            .map(|template| geometry::of_body(self, template.body, &shapes, &mut store))
            .collect::<Result<Vec<_>, _>>()?;
        world.insert_resource(store);
        self.set_balls(&mut world)?;
        for source in plan
            .sources
            .iter()
            .filter(|source| source.spawn().is_none())
        {
            self.spawn(&mut world, source.starts(), &colliders, 0);
        }
        join(&mut world, &self.joints_in_order(), |_| true);
        world.insert_resource(SceneState { tick: 0, colliders });
        Ok(world)
    }

    /// What happens before the next step: bodies whose turn has come appear, balls are launched, and driven bodies get the velocity that
    /// takes them to their place at the end of the step. To be called once before each step, the first included.
    ///
    /// # Errors
    /// A world that no scene has built; where something appears, as for [`Scene::validate`].
    pub fn advance(&self, world: &mut World) -> Result<(), SceneError> {
        let Some(tick) = world.resource::<SceneState>().map(|state| state.tick) else {
            return Err(SceneError::Conflict {
                place: Box::default(),
                problem:
                    "this world has no SceneState; only worlds of Scene::build can be advanced"
                        .to_owned(),
            });
        };
        // To check and lay out a scene may cost more than a step.
        let turn = |spawn: Option<&Spawn>| spawn.and_then(|spawn| spawn.at(tick));
        let mut spawns = self.bodies.iter().map(|body| body.spawn.as_ref());
        let mut of_groups = self.groups.iter().map(|group| group.spawn.as_ref());
        if spawns.any(|spawn| turn(spawn).is_some()) || of_groups.any(|spawn| turn(spawn).is_some())
        {
            self.validate()?;
            let plan = Plan::new(self);
            let placed = self.joints_in_order();
            let colliders = world
                .resource::<SceneState>()
                .map(|state| state.colliders.clone())
                .unwrap_or_default();
            for source in &plan.sources {
                if let Some(turn) = turn(source.spawn()) {
                    let units = source.units();
                    if turn >= units {
                        remove(world, source, turn % units);
                    }
                    self.spawn(world, source.unit(turn % units), &colliders, tick);
                    join(world, &placed, |id| {
                        source.unit_of(id) == Some(turn % units)
                    });
                }
            }
        }
        self.launch(world, tick)?;
        self.drive(world, tick);
        if let Some(mut state) = world.resource_mut::<SceneState>() {
            state.tick = tick + 1;
        }
        Ok(())
    }

    /// The entity of a body of this scene in a world that it has built: the copy of the entry of `bodies` with this name.
    /// `None` if there is none yet or it is gone.
    pub fn entity(&self, world: &World, name: &str, copy: u32) -> Option<Entity> {
        let template = self.bodies.iter().position(|body| body.name == name)? as u32;
        let wanted = SceneBody { template, copy };
        let bodies = world.query::<(Entity, &SceneBody)>();
        (&bodies)
            .into_iter()
            .find_map(|(entity, id)| (*id == wanted).then_some(entity))
    }

    fn spawn<'a>(
        &self,
        world: &mut World,
        starts: impl Iterator<Item = Start<'a>>,
        colliders: &[Vec<Collider>],
        tick: u64,
    ) {
        // Entries come in runs, and looking names up for each of a million copies costs more than spawning it.
        let mut entry: Option<(u32, Vec<Material>)> = None;
        for start in starts {
            let (_, materials) = match entry {
                Some(ref current) if current.0 == start.id.template => current,
                _ => entry.insert((start.id.template, self.materials_of(&start.body.material))),
            };
            let shapes = &colliders[start.id.template as usize];
            let entity = world.spawn_with((
                Transform::from_pose(start.pose),
                shapes[(start.turn % shapes.len() as u64) as usize],
                start.rigid,
                materials[(start.turn % materials.len() as u64) as usize],
                start.id,
            ));
            let alive = "the entity was just spawned";
            if let Some(ground) = self.ground(world, start.body, &start.rigid) {
                world.add(entity, ground).expect(alive);
            }
            if !self.layers.is_empty() {
                world.add(entity, self.layers_of(start.body)).expect(alive);
            }
            if start.body.sensor {
                world.add(entity, Sensor).expect(alive);
            }
            if let Some(Motion::Orbit { center, axis, rate }) = start.body.motion {
                world
                    .add(
                        entity,
                        Driven {
                            start: start.pose.position,
                            center,
                            axis,
                            rate,
                            since: tick,
                        },
                    )
                    .expect(alive);
            }
        }
    }

    /// Bits of the layers of a body, the first layer of the scene being bit 0.
    fn layers_of(&self, body: &Body) -> CollisionLayers {
        let bits = |names: &[String]| {
            names
                .iter()
                .filter_map(|name| self.layers.iter().position(|layer| layer == name))
                .fold(0, |bits, layer| bits | 1 << layer)
        };
        CollisionLayers {
            memberships: if body.layers.of.is_empty() {
                1
            } else {
                bits(&body.layers.of)
            },
            mask: body.layers.hits.as_deref().map_or(u32::MAX, bits),
        }
    }

    fn materials_of(&self, names: &Names) -> Vec<Material> {
        if names.0.is_empty() {
            return vec![Material::DEFAULT];
        }
        names
            .0
            .iter()
            .filter_map(|name| self.materials.get(name).map(|material| material.material()))
            .collect()
    }

    fn drive(&self, world: &mut World, tick: u64) {
        let dt = f64::from(self.config().fixed_dt);
        let mut bodies = world.query::<(&Driven, &Transform, &mut RigidBody)>();
        for (driven, transform, body) in &mut bodies {
            let end = driven.at((tick + 1 - driven.since) as f64 * dt);
            body.velocity = ((end - transform.position).as_dvec3() / dt).as_vec3();
        }
    }
}

/// Spawns the joints of bodies that are there and of which one is new.
fn join(world: &mut World, placed: &[PlacedJoint<'_>], is_new: impl Fn(SceneBody) -> bool) {
    if placed.is_empty() {
        return;
    }
    let bodies: BTreeMap<SceneBody, Entity> = {
        let bodies = world.query::<(Entity, &SceneBody)>();
        (&bodies)
            .into_iter()
            .map(|(entity, id)| (*id, entity))
            .collect()
    };
    for placed in placed {
        let (Some(a), Some(b)) = (bodies.get(&placed.a), bodies.get(&placed.b)) else {
            continue;
        };
        if is_new(placed.a) || is_new(placed.b) {
            world.spawn_with((Joint {
                a: Some(*a),
                b: *b,
                frame_a: placed.frame_a,
                frame_b: placed.frame_b,
                kind: placed.kind(),
                collide: placed.joint.collide,
                break_force: placed.joint.break_force,
                break_torque: placed.joint.break_torque,
                broken: false,
            },));
        }
    }
}

/// Removes the bodies of a unit that is about to appear again, and their joints.
fn remove(world: &mut World, source: &Source<'_>, unit: u64) {
    let old: Vec<Entity> = {
        let bodies = world.query::<(Entity, &SceneBody)>();
        (&bodies)
            .into_iter()
            .filter(|(_, id)| source.unit_of(**id) == Some(unit))
            .map(|(entity, _)| entity)
            .collect()
    };
    let joints: Vec<Entity> = {
        let gone = |body: Entity| !old.is_empty() && old.contains(&body);
        let joints = world.query::<(Entity, &Joint)>();
        (&joints)
            .into_iter()
            .filter(|(_, joint)| joint.a.is_some_and(gone) || gone(joint.b))
            .map(|(entity, _)| entity)
            .collect()
    };
    for entity in old.into_iter().chain(joints) {
        world.despawn(entity);
    }
}

/// Names the components and resources of scenes, for worlds into which a snapshot of a scene's world is decoded.
///
/// # Errors
/// A world that has other things under these names.
pub fn register(world: &mut World) -> Result<(), SceneError> {
    let mut names = || {
        voltex_physics::register(world)?;
        world.register_component::<Transform>("voltex.transform", 1)?;
        world.register_component::<SceneBody>("voltex.scene_body", 1)?;
        world.register_component::<SceneBall>("voltex.scene_ball", 1)?;
        world.register_component::<Driven>("voltex.scene_driven", 1)?;
        world.register_resource::<SceneState>("voltex.scene_state", 1)
    };
    names().map_err(SceneError::World)
}

/// # Places
impl Scene {
    /// Where a body of the scene is when it appears.
    ///
    /// `None` if the scene has no such body.
    pub fn start_pose(&self, id: SceneBody) -> Option<Pose> {
        let plan = Plan::new(self);
        plan.sources.iter().find_map(|source| {
            let unit = source.unit_of(id)?;
            source
                .unit(unit)
                .find(|start| start.id == id)
                .map(|start| start.pose)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The defect: a file with any spawn was checked and laid out before every step, its meshes built each time.
    #[test]
    fn a_scene_is_checked_only_where_something_appears() {
        let text = r#"(
            shapes: {"ball": Sphere(radius: 0.5)},
            bodies: [(name: "late", shape: "ball", spawn: Every(first: 3, every: 600, times: 2))],
        )"#;
        let mut scene = Scene::from_ron(text).unwrap();
        let mut world = scene.build().unwrap();
        // What a check would refuse, as a mark of one.
        scene.bodies[0].linear_damping = f32::NAN;
        for _ in 0..3 {
            scene.advance(&mut world).unwrap();
        }
        scene.advance(&mut world).unwrap_err();
        scene.bodies[0].linear_damping = 0.0;
        scene.advance(&mut world).unwrap();
        assert!(scene.entity(&world, "late", 0).is_some());
        scene.bodies[0].linear_damping = f32::NAN;
        scene.advance(&mut world).unwrap();
        // One made by code, which no check has seen yet.
        scene.bodies[0].spawn = Some(Spawn::Every {
            first: 0,
            every: 0,
            times: 2,
        });
        scene.advance(&mut world).unwrap();
    }
}
