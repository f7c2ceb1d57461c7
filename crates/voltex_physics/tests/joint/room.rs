//! A world of the tests, and what is measured in it.

use voltex_ecs::{Entity, Transform, World};
use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::{Collider, Joint, PhysicsConfig, RigidBody, StepReport, physics_step};

pub(crate) const G: f32 = 9.81;

/// A world with settings; bodies do not sleep unless told.
pub(crate) struct Room {
    pub(crate) world: World,
    pub(crate) config: PhysicsConfig,
}

impl Room {
    pub(crate) fn new() -> Self {
        let mut world = World::new();
        voltex_physics::register(&mut world).unwrap();
        world
            .register_component::<Transform>("voltex.transform", 1)
            .unwrap();
        Self {
            world,
            config: PhysicsConfig {
                sleeping: false,
                ..PhysicsConfig::DEFAULT
            },
        }
    }

    pub(crate) fn weightless() -> Self {
        let mut room = Self::new();
        room.config.gravity = Vec3::ZERO;
        room
    }

    /// A body of no shape: a point.
    pub(crate) fn point(&mut self, mass: f32, position: Vec3) -> Entity {
        self.world
            .spawn_with((Transform::from_position(position), RigidBody::dynamic(mass)))
    }

    pub(crate) fn body(&mut self, mass: f32, collider: Collider, pose: Pose) -> Entity {
        self.world.spawn_with((
            Transform::from_pose(pose),
            RigidBody::dynamic(mass),
            collider,
        ))
    }

    pub(crate) fn add(&mut self, joint: Joint) -> Entity {
        self.world.spawn_with((joint,))
    }

    /// One step without a problem.
    pub(crate) fn step(&mut self) -> StepReport {
        let report = physics_step(&mut self.world, &self.config).unwrap();
        assert!(report.problems.is_empty(), "{:?}", report.problems);
        report
    }

    pub(crate) fn steps(&mut self, count: u32) {
        for _ in 0..count {
            self.step();
        }
    }

    pub(crate) fn position(&self, entity: Entity) -> Vec3 {
        self.world.get::<Transform>(entity).unwrap().position
    }

    pub(crate) fn rotation(&self, entity: Entity) -> Quat {
        self.world.get::<Transform>(entity).unwrap().rotation
    }

    pub(crate) fn pose(&self, entity: Entity) -> Pose {
        Pose::new(self.position(entity), self.rotation(entity))
    }

    pub(crate) fn velocity(&self, entity: Entity) -> Vec3 {
        self.world.get::<RigidBody>(entity).unwrap().velocity
    }

    pub(crate) fn spin(&self, entity: Entity) -> Vec3 {
        self.world
            .get::<RigidBody>(entity)
            .unwrap()
            .angular_velocity
    }

    pub(crate) fn set_velocity(&mut self, entity: Entity, velocity: Vec3) {
        self.world.get_mut::<RigidBody>(entity).unwrap().velocity = velocity;
    }

    pub(crate) fn set_spin(&mut self, entity: Entity, spin: Vec3) {
        self.world
            .get_mut::<RigidBody>(entity)
            .unwrap()
            .angular_velocity = spin;
    }
}

/// Moments of inertia of a box about its axes, kg m^2.
pub(crate) fn box_inertia(mass: f32, half: Vec3) -> Vec3 {
    let s = half * half;
    Vec3::new(s.y + s.z, s.z + s.x, s.x + s.y) * (mass / 3.0)
}

/// A rotation that is about no axis in particular.
pub(crate) fn skew() -> Quat {
    Quat::from_axis_angle(Vec3::new(2.0, -1.0, 2.0) / 3.0, 0.9)
}

/// Energy of motion and height of a box, J.
pub(crate) fn energy(room: &Room, body: Entity, mass: f32, half: Vec3) -> f64 {
    let spin = room.rotation(body).conjugate() * room.spin(body);
    let turning = (spin * box_inertia(mass, half)).dot(spin);
    let moving = mass * room.velocity(body).length_squared();
    let falling = mass * room.config.gravity.dot(room.position(body));
    f64::from(0.5 * (turning + moving) - falling)
}
