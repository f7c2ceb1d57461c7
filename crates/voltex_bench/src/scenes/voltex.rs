//! The scenes in Voltex, on the threads of the pool that it is run in.

use voltex_ecs::{Entity, Transform, World};
use voltex_math::Pose;
use voltex_physics::{PhysicsConfig, StepReport, physics_step};

use super::{Engine, Plan, Sim};

/// Voltex.
pub struct Voltex;

struct Bodies {
    world: World,
    config: PhysicsConfig,
    entities: Vec<Entity>,
    report: StepReport,
    fixed: usize,
}

impl Engine for Voltex {
    fn name(&self) -> &'static str {
        "Voltex"
    }

    fn build(&self, plan: &Plan, _: usize) -> Box<dyn Sim> {
        let scene = voltex_scene::scenes::get(&plan.name).expect("a built-in scene");
        Box::new(Bodies {
            world: scene.build().expect("a scene that builds"),
            config: plan.config,
            entities: plan.things.iter().map(|thing| thing.entity).collect(),
            report: StepReport::default(),
            fixed: plan
                .things
                .iter()
                .filter(|thing| thing.body.kind == voltex_physics::BodyKind::Kinematic)
                .count(),
        })
    }
}

impl Sim for Bodies {
    fn step(&mut self) {
        self.report = physics_step(&mut self.world, &self.config).expect("settings in range");
    }

    fn poses(&self) -> Vec<Pose> {
        let pose = |entity: &Entity| {
            let transform = self.world.get::<Transform>(*entity).expect("alive");
            Pose::new(transform.position, transform.rotation)
        };
        self.entities.iter().map(pose).collect()
    }

    fn awake(&self) -> usize {
        self.report.awake.saturating_sub(self.fixed)
    }
}
