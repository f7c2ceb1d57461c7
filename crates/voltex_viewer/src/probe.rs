//! What the next step would do, tried on a copy: forces in contacts, and where the time goes.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use voltex_ecs::{Entity, World};
use voltex_math::Vec3;
use voltex_physics::{
    PhysicsConfig, ReportForces, RigidBody, Stage, StageTimes, StepReport, detect_collisions,
    physics_step_watched,
};

/// A step of a copy of a world.
#[derive(Default)]
pub(crate) struct Probe {
    /// Places, m, and mean forces on the body there, N.
    pub(crate) forces: Vec<(Vec3, Vec3)>,
    /// Time of each stage.
    pub(crate) stages: Vec<(Stage, Duration)>,
    pub(crate) report: StepReport,
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
        Self {
            forces: forces.collect(),
            stages: Stage::ALL.map(|stage| (stage, times.of(stage))).to_vec(),
            report,
        }
    }
}

fn pair(a: Entity, b: Entity) -> [u32; 2] {
    let mut both = [a.id(), b.id()];
    both.sort_unstable();
    both
}
