//! The arcade model: knobs that games like, with no claim to physics.

use voltex_math::DVec3;

use crate::parameter::Fields;

/// Arcade knobs: `a = g + magnus_factor omega x v - linear_damping v`, `d omega/dt = -angular_damping
/// omega`. Damping is the exact exponential, so the path does not depend on the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arcade {
    /// Acceleration per spin and speed, dimensionless.
    pub magnus_factor: f64,
    /// Rate at which velocity through the air decays, 1/s.
    pub linear_damping: f64,
    /// Rate at which spin decays, 1/s.
    pub angular_damping: f64,
    /// Spin below which the ball is not deflected, rad/s.
    pub minimum_spin: f64,
    /// Share of the spin that an impact leaves, 0 to 1.
    pub spin_kept: f64,
    /// Factor on the ball's inertia in impacts.
    pub inertia_scale: f64,
    /// Largest normal impulse of an impact, N s.
    pub largest_impulse: f64,
}

impl Arcade {
    /// Neutral knobs: no deflection, no damping, impacts as the physical law has them.
    pub const NEUTRAL: Self = Self {
        magnus_factor: 0.0,
        linear_damping: 0.0,
        angular_damping: 0.0,
        minimum_spin: 0.0,
        spin_kept: 1.0,
        inertia_scale: 1.0,
        largest_impulse: f64::INFINITY,
    };

    /// Deflecting acceleration, m/s^2.
    pub(crate) fn lift(&self, air_velocity: DVec3, spin: DVec3) -> DVec3 {
        if spin.length() < self.minimum_spin {
            return DVec3::ZERO;
        }
        spin.cross(air_velocity) * self.magnus_factor
    }

    /// The knobs by name.
    pub(crate) fn fields(&mut self, visit: Fields<'_>) {
        visit("arcade.magnus_factor", &mut self.magnus_factor);
        visit("arcade.linear_damping", &mut self.linear_damping);
        visit("arcade.angular_damping", &mut self.angular_damping);
        visit("arcade.minimum_spin", &mut self.minimum_spin);
        visit("arcade.spin_kept", &mut self.spin_kept);
        visit("arcade.inertia_scale", &mut self.inertia_scale);
        visit("arcade.largest_impulse", &mut self.largest_impulse);
    }
}
