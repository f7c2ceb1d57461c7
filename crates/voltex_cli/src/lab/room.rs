//! The world of a lab: bodies with one surface each, stepped while something is looked at.

use voltex_ecs::{Entity, Transform, World};
use voltex_math::{DVec3, Vec3};
use voltex_physics::{
    Collider, Material, PhysicsConfig, ReportForces, RigidBody, StepReport, physics_hash,
    physics_step,
};

use crate::error::CliError;

/// A world and the entities in it, in the order in which they were put there.
pub(crate) struct Room {
    pub(crate) world: World,
    pub(crate) config: PhysicsConfig,
    pub(crate) bodies: Vec<Entity>,
}

/// A body before it is put into a room.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thing {
    collider: Collider,
    body: RigidBody,
    place: Transform,
    friction: f32,
    restitution: f32,
}

impl Thing {
    /// A ball of a mass (kg) and radius (m); it neither rubs nor bounces unless told.
    pub(crate) fn ball(mass: f32, radius: f32) -> Self {
        Self::of(Collider::sphere(radius), RigidBody::dynamic(mass))
    }

    /// A box of a mass (kg) and half its edges (m).
    pub(crate) fn block(mass: f32, half: Vec3) -> Self {
        Self::of(Collider::cuboid(half), RigidBody::dynamic(mass))
    }

    /// A plane through the origin that never moves.
    pub(crate) fn floor() -> Self {
        Self::of(Collider::half_space(Vec3::Y), RigidBody::statik())
    }

    /// A box that never moves.
    pub(crate) fn wall(half: Vec3) -> Self {
        Self::of(Collider::cuboid(half), RigidBody::statik())
    }

    fn of(collider: Collider, body: RigidBody) -> Self {
        Self {
            collider,
            body,
            place: Transform::default(),
            friction: 0.0,
            restitution: 0.0,
        }
    }

    pub(crate) fn at(mut self, place: Vec3) -> Self {
        self.place.position = place;
        self
    }

    pub(crate) fn moving(self, velocity: Vec3) -> Self {
        let body = self.body.with_velocity(velocity);
        Self { body, ..self }
    }

    pub(crate) fn surface(self, friction: f32, restitution: f32) -> Self {
        Self {
            friction,
            restitution,
            ..self
        }
    }
}

impl Room {
    /// A room with these things in it, under this gravity (m/s^2); nothing falls asleep.
    pub(crate) fn new(gravity: Vec3, things: &[Thing]) -> Self {
        let mut world = World::new();
        let bodies = things
            .iter()
            .map(|thing| {
                let material = Material {
                    friction: thing.friction,
                    restitution: Some(thing.restitution),
                    ..Material::DEFAULT
                };
                world.spawn_with((thing.place, thing.body, thing.collider, material))
            })
            .collect();
        let config = PhysicsConfig {
            gravity,
            sleeping: false,
            ..PhysicsConfig::DEFAULT
        };
        Self {
            world,
            config,
            bodies,
        }
    }

    /// One step.
    pub(crate) fn step(&mut self) -> Result<StepReport, CliError> {
        Ok(physics_step(&mut self.world, &self.config)?)
    }

    /// So many seconds.
    pub(crate) fn run(&mut self, seconds: f32) -> Result<(), CliError> {
        for _ in 0..(seconds / self.config.fixed_dt).round() as u32 {
            self.step()?;
        }
        Ok(())
    }

    /// Length of a step, s.
    pub(crate) fn dt(&self) -> f64 {
        f64::from(self.config.fixed_dt)
    }

    /// Where a body is, m.
    pub(crate) fn place(&self, body: usize) -> DVec3 {
        let place = self.world.get::<Transform>(self.bodies[body]);
        place.expect("nothing leaves a room").position.as_dvec3()
    }

    /// Velocity of a body, m/s.
    pub(crate) fn velocity(&self, body: usize) -> DVec3 {
        self.body(body).velocity.as_dvec3()
    }

    /// Mass of a body, kg.
    pub(crate) fn mass(&self, body: usize) -> f64 {
        f64::from(self.body(body).mass)
    }

    /// Gives a body a velocity, m/s.
    pub(crate) fn push(&mut self, body: usize, velocity: Vec3) {
        let body = self.world.get_mut::<RigidBody>(self.bodies[body]);
        body.expect("nothing leaves a room").velocity = velocity;
    }

    /// Has the steps tell the forces in the contacts of a body.
    pub(crate) fn report_forces(&mut self, body: usize) -> Result<(), CliError> {
        let added = self.world.add(self.bodies[body], ReportForces);
        added
            .map(|_| ())
            .map_err(|_| CliError::Failed("a body has left its room".to_owned()))
    }

    fn body(&self, body: usize) -> RigidBody {
        *self
            .world
            .get::<RigidBody>(self.bodies[body])
            .expect("nothing leaves a room")
    }

    /// State hash of the world.
    pub(crate) fn hash(&self) -> u64 {
        physics_hash(&self.world, &self.config)
    }
}
