//! Built-in scenes in three engines: one definition drives them all.
//!
//! The world that [`voltex_scene`] builds is read by [`Script`] and told to the other engines body by body. What the
//! engines have made of it is judged by the same eyes: their poses are put into that world again, and the contacts
//! and overlaps are those that Voltex' collision detection finds there.

mod box3d;
mod plan;
mod rapier;
mod rays;
mod script;
mod voltex;

use std::collections::BTreeSet;
use std::time::Instant;

use voltex_ecs::{Entity, Transform, World};
use voltex_math::Pose;
use voltex_physics::{BodyKind, Collider, Joint, RigidBody, detect_manifolds};
use voltex_scene::Scene;

use crate::collision::Line3;

pub use box3d::Box3d;
pub use plan::{Form, Plan, Thing};
pub use rapier::Rapier;
pub use rays::{FIELDS, Field};
pub use script::{Change, Script};
pub use voltex::Voltex;

/// A scene in an engine.
pub trait Sim {
    /// Takes up what changes before a step.
    fn change(&mut self, change: &Change);

    /// Advances by one step.
    fn step(&mut self);

    /// Where a body is.
    fn pose(&self, entity: Entity) -> Pose;

    /// Moving bodies that are awake.
    fn awake(&self) -> usize;

    /// Makes ready for rays, if that takes more than a step.
    fn prepare_casts(&mut self) {}

    /// How many of these rays hit something within this reach, m.
    fn cast(&self, rays: &[Line3], reach: f32) -> usize;
}

/// Something for each body, by the id of its entity.
#[derive(Clone, Debug)]
struct ByEntity<T>(Vec<Option<T>>);

impl<T> Default for ByEntity<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Copy> ByEntity<T> {
    fn set(&mut self, entity: Entity, value: T) {
        let id = entity.id() as usize;
        if self.0.len() <= id {
            self.0.resize(id + 1, None);
        }
        self.0[id] = Some(value);
    }

    /// Of a body that is there.
    fn of(&self, entity: Entity) -> T {
        self.0[entity.id() as usize].expect("a body of this scene")
    }

    fn take(&mut self, entity: Entity) -> Option<T> {
        self.0.get_mut(entity.id() as usize)?.take()
    }
}

/// An engine.
pub trait Engine: Sync {
    /// As the table calls it.
    fn name(&self) -> &'static str;

    /// Builds a scene. Voltex takes the threads of the pool that it is run in.
    fn build(&self, plan: &Plan, threads: usize) -> Box<dyn Sim>;
}

/// What a scene looks like, seen with the same eyes for every engine.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Look {
    /// Moving bodies that are awake.
    pub awake: usize,
    /// Pairs that touch.
    pub pairs: usize,
    /// Points of their contacts that overlap or are less than 1 mm apart.
    pub points: usize,
    /// Deepest overlap, m.
    pub deepest: f32,
    /// Mean height of what moves, m.
    pub height: f32,
}

/// One run of a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// Time of each step that counts, ms.
    pub times: Vec<f64>,
    /// After the last of them.
    pub look: Look,
}

impl Run {
    /// Mean time of a step, ms.
    pub fn mean(&self) -> f64 {
        self.times.iter().sum::<f64>() / self.times.len() as f64
    }

    /// The time that this share of the steps stays below, ms.
    pub fn quantile(&self, share: f64) -> f64 {
        let mut times = self.times.clone();
        times.sort_by(f64::total_cmp);
        times[((times.len() - 1) as f64 * share) as usize]
    }
}

/// A scene of the table.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Name of the built-in scene.
    pub name: &'static str,
    /// Steps before the clock starts, and those on it.
    pub steps: [usize; 2],
}

/// The scenes of the table, with the published numbers of steps.
pub const CASES: &[Case] = &[
    case("large_pyramid", 1, 199),
    case("many_pyramids", 1, 99),
    case("convex_pile", 1, 199),
    case("joint_grid", 1, 99),
    case("washer", 1, 299),
    case("spheres_10k", 1, 499),
    case("bounce_10k", 1, 499),
    case("mixed_4k", 1, 499),
    case("jolt_ragdolls", 1, 499),
    case("jolt_convex_vs_mesh", 1, 499),
    case("jolt_pyramid", 1, 499),
    case("high_speed", 1, 499),
    case("junkyard", 1, 499),
    case("rain", 1, 399),
    case("trees", 1, 499),
    case("trees_2", 1, 499),
    case("trees_4", 1, 499),
    case("large_world", 1, 499),
    case("tiny_1", 60, 1000),
    case("tiny_10", 60, 1000),
    case("tiny_100", 60, 1000),
    case("sleeping_100k", 120, 380),
];

const fn case(name: &'static str, before: usize, timed: usize) -> Case {
    Case {
        name,
        steps: [before, timed],
    }
}

impl Case {
    /// The scene.
    ///
    /// # Panics
    /// For a scene that is not there.
    pub fn scene(&self) -> Scene {
        voltex_scene::scenes::get(self.name).expect("a built-in scene")
    }

    /// Runs the scene in an engine; `part` of the steps that count. What appears, goes or is led is told off the clock.
    pub fn run(&self, engine: &dyn Engine, threads: usize, part: f64) -> Run {
        let (mut script, plan) = Script::new(self.scene());
        let mut sim = engine.build(&plan, threads);
        let timed = ((self.steps[1] as f64 * part) as usize).max(1);
        let mut times = Vec::with_capacity(timed);
        for step in 0..self.steps[0] + timed {
            if let Some(change) = script.advance(&*sim) {
                sim.change(&change);
            }
            let start = Instant::now();
            sim.step();
            if step >= self.steps[0] {
                times.push(start.elapsed().as_secs_f64() * 1e3);
            }
        }
        let look = look(&mut script.model, &*sim);
        Run { times, look }
    }
}

/// Looks at where the bodies of an engine are.
fn look(world: &mut World, sim: &dyn Sim) -> Look {
    let mut look = Look {
        awake: sim.awake(),
        ..Look::default()
    };
    let bodies: Vec<(Entity, bool)> = {
        let all = world.query::<(Entity, &RigidBody, &Collider)>();
        (&all)
            .into_iter()
            .map(|(entity, body, _)| (entity, body.kind == BodyKind::Dynamic))
            .collect()
    };
    let (mut moving, mut fixed) = (0_usize, BTreeSet::new());
    for (entity, is_dynamic) in bodies {
        let pose = sim.pose(entity);
        if let Some(transform) = world.get_mut::<Transform>(entity) {
            (transform.position, transform.rotation) = (pose.position, pose.rotation);
        }
        if is_dynamic {
            moving += 1;
            look.height += pose.position.y;
        } else {
            fixed.insert(entity.id());
        }
    }
    look.height /= moving.max(1) as f32;
    let joined: BTreeSet<[u32; 2]> = {
        let joints = world.query::<&Joint>();
        (&joints)
            .into_iter()
            .filter(|joint| !joint.collide)
            .filter_map(|joint| Some([joint.a?.id(), joint.b.id()]))
            .flat_map(|[a, b]| [[a, b], [b, a]])
            .collect()
    };
    let mut last = None;
    for found in detect_manifolds(world) {
        let pair = [found.entity_a.id(), found.entity_b.id()];
        if fixed.contains(&pair[0]) && fixed.contains(&pair[1]) {
            continue;
        }
        if joined.contains(&pair) {
            continue;
        }
        let points = found.manifold.points();
        let near = points.iter().filter(|point| point.depth > -1.0e-3).count();
        if near > 0 && last != Some(pair) {
            look.pairs += 1;
            last = Some(pair);
        }
        look.points += near;
        look.deepest = points
            .iter()
            .map(|point| point.depth)
            .fold(look.deepest, voltex_math::f32::max);
    }
    look
}
