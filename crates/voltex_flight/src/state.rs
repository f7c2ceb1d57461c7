//! The state of a ball.

use voltex_math::f64::sin_cos;
use voltex_math::{DQuat, DVec3};

/// Position, attitude, velocity and spin of a ball, world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// Centre, m.
    pub position: DVec3,
    /// Attitude: turns the ball's own axes into the world's.
    pub rotation: DQuat,
    /// Velocity of the centre, m/s.
    pub velocity: DVec3,
    /// Spin, rad/s.
    pub spin: DVec3,
}

impl State {
    /// Whether every component is a finite number.
    pub fn is_finite(&self) -> bool {
        self.position.is_finite()
            && self.rotation.is_finite()
            && self.velocity.is_finite()
            && self.spin.is_finite()
    }
}

/// The rotation by an angle vector (rad), the exponential map, applied after `rotation`.
pub(crate) fn turned(rotation: DQuat, angle: DVec3) -> DQuat {
    let size = angle.length();
    if size <= 0.0 {
        return rotation;
    }
    let (s, c) = sin_cos(0.5 * size);
    let axis = angle * (s / size);
    (DQuat::from_xyzw(axis.x, axis.y, axis.z, c) * rotation).normalize()
}
