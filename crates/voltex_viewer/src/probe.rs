//! What the next step would do, tried on a copy: forces in contacts, where the time goes, and the trees of the broad phase.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use voltex_ecs::{Entity, World};
use voltex_math::Vec3;
use voltex_physics::broad::{Mobility, TreeBox};
use voltex_physics::{
    PhysicsConfig, PhysicsState, ReportForces, RigidBody, Stage, StageTimes, StepReport,
    detect_collisions, physics_step_watched,
};

/// A step of a copy of a world.
#[derive(Default)]
pub(crate) struct Probe {
    /// Places, m, and mean forces on the body there, N.
    pub(crate) forces: Vec<(Vec3, Vec3)>,
    /// Time of each stage.
    pub(crate) stages: Vec<(Stage, Duration)>,
    pub(crate) report: StepReport,
    /// The boxes of the trees in which pairs are looked for, from the top.
    pub(crate) tree: Vec<TreeBox>,
}

impl Probe {
    /// Copies a world and steps the copy. Nothing for settings that cannot be stepped.
    pub(crate) fn of(world: &World, config: &PhysicsConfig) -> Self {
        let mut copy = world.clone();
        let bodies: Vec<Entity> = copy.storage::<RigidBody>().entities().to_vec();
        for body in bodies {
            // It is alive: it has a body.
            let _ = copy.add(body, ReportForces);
        }
        let (mut times, clock) = (StageTimes::default(), Instant::now());
        let report = physics_step_watched(&mut copy, config, &mut |stage| {
            times.enter(stage, clock.elapsed());
        });
        times.leave(clock.elapsed());
        let report = report.unwrap_or_default();
        // Where: at the deepest point of each pair.
        let places: BTreeMap<[u32; 2], Vec3> = detect_collisions(world)
            .into_iter()
            .map(|contact| (pair(contact.entity_a, contact.entity_b), contact.point_on_b))
            .collect();
        let forces = report.forces.iter().filter_map(|contact| {
            let place = places.get(&pair(contact.entity_a, contact.entity_b))?;
            Some((*place, contact.normal + contact.friction))
        });
        // A world that has not been stepped has no trees yet: those of the step that was tried.
        let mut tree = trees(world);
        if tree.is_empty() {
            tree = trees(&copy);
        }
        Self {
            tree,
            forces: forces.collect(),
            stages: Stage::ALL.map(|stage| (stage, times.of(stage))).to_vec(),
            report,
        }
    }
}

/// All boxes by their level.
fn trees(world: &World) -> Vec<TreeBox> {
    let state = world.resource::<PhysicsState>();
    let mut all: Vec<TreeBox> = state
        .iter()
        .flat_map(|state| {
            [Mobility::Static, Mobility::Moving].map(|mobility| state.tree_boxes(mobility))
        })
        .flatten()
        .collect();
    all.sort_by_key(|found| found.level);
    all
}

fn pair(a: Entity, b: Entity) -> [u32; 2] {
    let mut both = [a.id(), b.id()];
    both.sort_unstable();
    both
}
