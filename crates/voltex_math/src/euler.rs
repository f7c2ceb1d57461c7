//! Euler angles as a view of a quaternion.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use crate::f64::{atan2, sin_cos};
use crate::linear::{DQuat, Quat};

/// Yaw, pitch and roll in radians: a way to show or enter a rotation, never to store one.
///
/// The rotation is `R = Ry(yaw) * Rx(pitch) * Rz(roll)`: applied to a vector, roll about +Z comes
/// first, then pitch about +X, then yaw about +Y; all by the right-hand rule.
///
/// Angles from a quaternion lie in `(-pi, pi]` for yaw and roll and `[-pi/2, pi/2]` for pitch. At
/// pitch of a quarter turn (the pole) yaw and roll turn about the same axis, and only their sum or
/// difference is defined; roll is then taken as 0. The rotation that the angles describe stays
/// right to the last bits there, but angles entered near the pole do not come back as entered,
/// which is why bodies keep a quaternion.
///
/// ```
/// use voltex_math::Euler;
///
/// let shown = Euler::new(0.7, -0.2, 1.1);
/// let again = Euler::from_quat(shown.to_quat());
/// assert!((again.yaw - 0.7).abs() < 1e-6 && (again.roll - 1.1).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Euler {
    /// Turn about +Y, rad.
    pub yaw: f32,
    /// Turn about the +X axis that yaw has turned, rad.
    pub pitch: f32,
    /// Turn about the +Z axis that yaw and pitch have turned, rad.
    pub roll: f32,
}

impl Euler {
    /// View with the given angles, rad.
    pub const fn new(yaw: f32, pitch: f32, roll: f32) -> Self {
        Self { yaw, pitch, roll }
    }

    /// Unit quaternion of these angles, computed in `f64` and rounded once.
    pub fn to_quat(self) -> Quat {
        let (sy, cy) = sin_cos(f64::from(self.yaw) * 0.5);
        let (sx, cx) = sin_cos(f64::from(self.pitch) * 0.5);
        let (sz, cz) = sin_cos(f64::from(self.roll) * 0.5);
        DQuat::from_xyzw(
            cy * sx * cz + sy * cx * sz,
            sy * cx * cz - cy * sx * sz,
            cy * cx * sz - sy * sx * cz,
            cy * cx * cz + sy * sx * sz,
        )
        .as_quat()
    }

    /// Angles of a rotation. The quaternion need not have unit length; zero gives zero angles.
    ///
    /// With half angles `a = pitch/2`, `d = (yaw - roll)/2`, `s = (yaw + roll)/2`:
    /// `(w + x, y - z) = (cos a + sin a)(cos d, sin d)` and
    /// `(w - x, y + z) = (cos a - sin a)(cos s, sin s)`,
    /// so every angle comes from an arc tangent and none loses digits near the pole.
    pub fn from_quat(rotation: Quat) -> Self {
        let q = rotation.as_dquat();
        let (plus_cos, plus_sin) = (q.w + q.x, q.y - q.z);
        let (minus_cos, minus_sin) = (q.w - q.x, q.y + q.z);
        let plus = (plus_cos * plus_cos + plus_sin * plus_sin).sqrt();
        let minus = (minus_cos * minus_cos + minus_sin * minus_sin).sqrt();
        if plus == 0.0 && minus == 0.0 {
            return Self::default();
        }
        // At a pole one of the pairs is nothing but rounding noise of the f32 components.
        let noise = POLE_NOISE * (plus + minus);
        let (half_sum, half_difference) = if minus < noise {
            let half = atan2(plus_sin, plus_cos);
            (half, half)
        } else if plus < noise {
            let half = atan2(minus_sin, minus_cos);
            (half, half)
        } else {
            (atan2(minus_sin, minus_cos), atan2(plus_sin, plus_cos))
        };
        let pitch = 2.0 * atan2(plus, minus) - std::f64::consts::FRAC_PI_2;
        Self {
            yaw: wrap_angle((half_sum + half_difference) as f32),
            pitch: (pitch as f32).clamp(-FRAC_PI_2, FRAC_PI_2),
            roll: wrap_angle((half_sum - half_difference) as f32),
        }
    }
}

/// Share of the quaternion below which a pair carries no direction: 2^-24, half a unit in the last
/// place of the largest component.
const POLE_NOISE: f64 = 1.0 / (1 << 24) as f64;

/// An angle of at most two turns brought into `(-pi, pi]`, rad.
fn wrap_angle(angle: f32) -> f32 {
    if angle > PI {
        angle - TAU
    } else if angle <= -PI {
        angle + TAU
    } else {
        angle
    }
}
