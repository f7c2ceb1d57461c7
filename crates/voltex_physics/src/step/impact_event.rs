//! What is told of an impact.

use voltex_ecs::Entity;
use voltex_math::{DVec3, Vec3};

/// Velocity and spin of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyMotion {
    /// Velocity of the centre of mass, world axes, m/s.
    pub velocity: Vec3,
    /// World axes, rad/s.
    pub angular_velocity: Vec3,
}

impl BodyMotion {
    pub(crate) fn of((velocity, spin): (DVec3, DVec3)) -> Self {
        Self {
            velocity: velocity.as_vec3(),
            angular_velocity: spin.as_vec3(),
        }
    }
}

/// Two bodies that met at an instant within a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactEvent {
    /// The body that the normal points from.
    pub a: Entity,
    /// The body that the normal points to.
    pub b: Entity,
    /// When, in parts of the step, 0 to 1.
    pub fraction: f32,
    /// Where, in the world, m: the middle of the points at which they touched.
    pub point: Vec3,
    /// Unit vector from A to B.
    pub normal: Vec3,
    /// On B, world axes, N s; A got the opposite.
    pub impulse: Vec3,
    /// Motion of A and of B just before.
    pub before: [BodyMotion; 2],
    /// Motion of A and of B just after.
    pub after: [BodyMotion; 2],
}
