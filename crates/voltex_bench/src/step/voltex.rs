//! The scenes in Voltex.

use voltex_ecs::{Entity, Transform, World};
use voltex_math::Vec3;
use voltex_physics::{
    Collider, Material, PhysicsConfig, RigidBody, ShapeStore, StepReport, physics_step,
};

use super::{Engine, Form, Scene};

/// A world with the scene.
pub struct Voltex {
    world: World,
    config: PhysicsConfig,
    entities: Vec<Entity>,
    report: StepReport,
}

impl Voltex {
    /// Builds the scene.
    pub fn new(scene: &Scene) -> Self {
        let mut world = World::new();
        let mut store = ShapeStore::default();
        let material = Material {
            friction: 0.6,
            restitution: Some(scene.restitution),
            ..Material::DEFAULT
        };
        let entities = scene
            .things
            .iter()
            .map(|thing| {
                let collider = match &thing.form {
                    Form::Ball(radius) => Collider::sphere(*radius),
                    Form::Block(half) => Collider::cuboid(*half),
                    Form::Capsule(half_height, radius) => Collider::capsule(*half_height, *radius),
                    Form::Hull(points) => {
                        Collider::Hull(store.add_hull(points).expect("points in space"))
                    }
                };
                let body = if thing.moves {
                    RigidBody::of_density(1000.0)
                } else {
                    RigidBody::statik()
                };
                world.spawn_with((
                    Transform::from_position(thing.place),
                    body,
                    collider,
                    material,
                ))
            })
            .collect();
        world.insert_resource(store);
        Self {
            world,
            config: PhysicsConfig {
                gravity: Vec3::new(0.0, -10.0, 0.0),
                sleeping: false,
                ..PhysicsConfig::DEFAULT
            },
            entities,
            report: StepReport::default(),
        }
    }
}

impl Engine for Voltex {
    fn step(&mut self) {
        self.report = physics_step(&mut self.world, &self.config).expect("settings in range");
    }

    fn places(&self) -> Vec<Vec3> {
        let place = |entity: &Entity| {
            let transform = self.world.get::<Transform>(*entity).expect("alive");
            transform.position
        };
        self.entities.iter().map(place).collect()
    }

    fn contacts(&self) -> [usize; 2] {
        [self.report.contacts, self.report.points]
    }
}
