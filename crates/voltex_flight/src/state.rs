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
    /// Whether every component is a finite number, and speed and spin rate, which are squared on the way, are too.
    pub fn is_finite(&self) -> bool {
        self.position.is_finite()
            && self.rotation.is_finite()
            && self.velocity.length_squared().is_finite()
            && self.spin.length_squared().is_finite()
    }
}

/// The rotation by an angle vector (rad), the exponential map, applied after `rotation`.
pub fn turned(rotation: DQuat, angle: DVec3) -> DQuat {
    let size = angle.length();
    if size <= 0.0 {
        return rotation;
    }
    let (s, c) = sin_cos(0.5 * size);
    let axis = angle * (s / size);
    (DQuat::from_xyzw(axis.x, axis.y, axis.z, c) * rotation).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_whose_speed_overflows_is_not_finite() {
        let good = State {
            position: DVec3::ZERO,
            rotation: DQuat::IDENTITY,
            velocity: DVec3::X,
            spin: DVec3::Z,
        };
        let huge = DVec3::new(4e159, -5e159, 0.0);
        assert!(good.is_finite() && huge.is_finite());
        let fast = State {
            velocity: huge,
            ..good
        };
        let spun = State { spin: huge, ..good };
        assert!(!fast.is_finite() && !spun.is_finite());
    }
}
