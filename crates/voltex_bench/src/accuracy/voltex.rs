//! The set-ups in Voltex.

use voltex_ecs::{Entity, Transform, World};
use voltex_math::Vec3;
use voltex_physics::{
    Collider, Joint, Material, PhysicsConfig, RigidBody, ShapeStore, physics_step,
};

use super::{Body, Engine, Form, Lab, Motion, Setup};

/// Voltex.
pub struct Voltex;

struct Bodies {
    world: World,
    config: PhysicsConfig,
    entities: Vec<Entity>,
}

impl Engine for Voltex {
    fn name(&self) -> &'static str {
        "Voltex"
    }

    fn knows_rolling(&self) -> bool {
        true
    }

    fn build(&self, setup: &Setup) -> Box<dyn Lab> {
        let mut world = World::new();
        let mut store = ShapeStore::default();
        let entities: Vec<Entity> = setup
            .bodies
            .iter()
            .map(|body| spawn(&mut world, &mut store, body))
            .collect();
        world.insert_resource(store);
        for joint in &setup.joints {
            let [a, b] = joint.bodies.map(|body| entities[body]);
            let joint = Joint::ball(a, b)
                .at(&world, joint.anchor, Vec3::Y)
                .expect("bodies that are there");
            world.spawn_with((joint,));
        }
        Box::new(Bodies {
            world,
            config: PhysicsConfig {
                gravity: setup.gravity,
                fixed_dt: setup.dt,
                sleeping: false,
                ..PhysicsConfig::DEFAULT
            },
            entities,
        })
    }
}

fn spawn(world: &mut World, store: &mut ShapeStore, body: &Body) -> Entity {
    let collider = match &body.form {
        Form::Ball(radius) => Collider::sphere(*radius),
        Form::Block(half) => Collider::cuboid(*half),
        Form::Capsule(half_height, radius) => Collider::capsule(*half_height, *radius),
        Form::Terrain(corners, triangles) => {
            Collider::Mesh(store.add_mesh(corners, triangles).expect("a surface"))
        }
    };
    let rigid = if body.moves {
        RigidBody::of_density(body.density)
            .with_velocity(body.velocity)
            .with_angular_velocity(body.spin)
    } else {
        RigidBody::statik()
    };
    let place = Transform {
        rotation: body.rotation,
        ..Transform::from_position(body.place)
    };
    let material = Material {
        friction: body.friction,
        restitution: Some(body.restitution),
        rolling_friction: body.rolling,
        ..Material::DEFAULT
    };
    world.spawn_with((place, rigid, collider, material))
}

impl Lab for Bodies {
    fn step(&mut self) {
        physics_step(&mut self.world, &self.config).expect("settings in range");
    }

    fn motion(&self, body: usize) -> Motion {
        let entity = self.entities[body];
        let place = self.world.get::<Transform>(entity).expect("alive");
        let rigid = self.world.get::<RigidBody>(entity).expect("alive");
        Motion {
            place: place.position,
            rotation: place.rotation,
            velocity: rigid.velocity,
            spin: rigid.angular_velocity,
        }
    }
}
