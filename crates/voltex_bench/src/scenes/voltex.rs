//! The scenes in Voltex, on the threads of the pool that it is run in.

use voltex_ecs::{Entity, Transform, World};
use voltex_math::Pose;
use voltex_physics::query::{ColliderIndex, Ray};
use voltex_physics::{BodyKind, PhysicsConfig, QueryFilter, StepReport, physics_step};
use voltex_scene::Scene;

use super::{Change, Engine, Plan, Sim};
use crate::collision::Line3;

/// Voltex.
pub struct Voltex;

struct Bodies {
    scene: Scene,
    world: World,
    config: PhysicsConfig,
    report: StepReport,
    fixed: usize,
    index: ColliderIndex,
}

impl Engine for Voltex {
    fn name(&self) -> &'static str {
        "Voltex"
    }

    fn build(&self, plan: &Plan, _: usize) -> Box<dyn Sim> {
        let scene = voltex_scene::scenes::get(&plan.name).expect("a built-in scene");
        let world = scene.build().expect("a scene that builds");
        Box::new(Bodies {
            index: ColliderIndex::new(&World::new()),
            world,
            scene,
            config: plan.config,
            report: StepReport::default(),
            fixed: plan.count(BodyKind::Kinematic),
        })
    }
}

impl Sim for Bodies {
    /// The scene changes its world itself: entities have the numbers that the script gives them.
    fn change(&mut self, _: &Change) {
        self.scene
            .advance(&mut self.world)
            .expect("a world of this scene");
    }

    fn step(&mut self) {
        self.report = physics_step(&mut self.world, &self.config).expect("settings in range");
    }

    fn pose(&self, entity: Entity) -> Pose {
        let transform = self.world.get::<Transform>(entity).expect("alive");
        Pose::new(transform.position, transform.rotation)
    }

    fn awake(&self) -> usize {
        self.report.awake.saturating_sub(self.fixed)
    }

    fn prepare_casts(&mut self) {
        self.index = ColliderIndex::new(&self.world);
    }

    fn cast(&self, rays: &[Line3], reach: f32) -> usize {
        let all = QueryFilter::default();
        let hits = |line: &&Line3| {
            let ray = Ray::new(line.origin, line.direction).expect("a direction");
            self.index.cast_ray(&ray, reach, &all).is_some()
        };
        rays.iter().filter(hits).count()
    }
}
