//! Built-in scenes in three engines: one definition drives them all.
//!
//! The world that [`voltex_scene`] builds is read by [`Plan::of`] and told to the other engines body by body. What the
//! engines have made of it is judged by the same eyes: their poses are put into that world again, and the contacts
//! and overlaps are those that Voltex' collision detection finds there.

mod box3d;
mod plan;
mod rapier;
mod voltex;

use std::collections::BTreeSet;
use std::time::Instant;

use voltex_ecs::{Transform, World};
use voltex_math::Pose;
use voltex_physics::{Joint, detect_manifolds};
use voltex_scene::Scene;

pub use box3d::Box3d;
pub use plan::{Form, Plan, Thing};
pub use rapier::Rapier;
pub use voltex::Voltex;

/// A scene in an engine.
pub trait Sim {
    /// Advances by one step.
    fn step(&mut self);

    /// Poses of all bodies, in the order of the plan.
    fn poses(&self) -> Vec<Pose>;

    /// Moving bodies that are awake.
    fn awake(&self) -> usize;
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
    /// Builds the world of the scene.
    ///
    /// # Panics
    /// For a scene that does not build.
    pub fn world(&self) -> (Scene, World) {
        let scene = voltex_scene::scenes::get(self.name).expect("a built-in scene");
        let world = scene.build().expect("a scene that builds");
        (scene, world)
    }

    /// Runs the scene in an engine; `part` of the steps that count.
    pub fn run(&self, engine: &dyn Engine, threads: usize, part: f64) -> Run {
        let (scene, mut world) = self.world();
        let plan = Plan::of(&scene, &world);
        let mut sim = engine.build(&plan, threads);
        for _ in 0..self.steps[0] {
            sim.step();
        }
        let timed = ((self.steps[1] as f64 * part) as usize).max(1);
        let mut times = Vec::with_capacity(timed);
        for _ in 0..timed {
            let start = Instant::now();
            sim.step();
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        let look = look(&mut world, &plan, &*sim);
        Run { times, look }
    }
}

/// Looks at where the bodies of an engine are.
fn look(world: &mut World, plan: &Plan, sim: &dyn Sim) -> Look {
    let mut look = Look {
        awake: sim.awake(),
        ..Look::default()
    };
    let mut moving = 0_usize;
    for (thing, pose) in plan.things.iter().zip(sim.poses()) {
        if let Some(transform) = world.get_mut::<Transform>(thing.entity) {
            (transform.position, transform.rotation) = (pose.position, pose.rotation);
        }
        if thing.is_dynamic() {
            moving += 1;
            look.height += pose.position.y;
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
    let fixed: BTreeSet<u32> = plan
        .things
        .iter()
        .filter(|thing| !thing.is_dynamic())
        .map(|thing| thing.entity.id())
        .collect();
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
