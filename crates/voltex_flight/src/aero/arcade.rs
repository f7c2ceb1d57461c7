//! The arcade model: knobs that games like, with no claim to physics.

use voltex_math::lane::Lane;
use voltex_math::lane_vector::Vector;

use crate::parameter::Fields;

/// Arcade knobs: `a = g + magnus_factor omega x v - linear_damping v`, `d omega/dt = -angular_damping
/// omega`. Damping is the exact exponential, so the path does not depend on the step. `L` is one number
/// or one per lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arcade<L = f64> {
    /// Acceleration per spin and speed, dimensionless.
    pub magnus_factor: L,
    /// Rate at which velocity through the air decays, 1/s.
    pub linear_damping: L,
    /// Rate at which spin decays, 1/s.
    pub angular_damping: L,
    /// Spin below which the ball is not deflected, rad/s.
    pub minimum_spin: L,
    /// Share of the spin that an impact leaves, 0 to 1.
    pub spin_kept: L,
    /// Factor on the ball's inertia in impacts.
    pub inertia_scale: L,
    /// Largest normal impulse of an impact, N s.
    pub largest_impulse: L,
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
}

impl<L: Lane> Arcade<L> {
    /// Deflecting acceleration, m/s^2.
    #[inline(always)]
    pub(crate) fn lift(&self, air_velocity: Vector<L>, spin: Vector<L>) -> Vector<L> {
        let straight = spin.length().less(self.minimum_spin);
        let curved = spin.cross(air_velocity) * self.magnus_factor;
        Vector::select(straight, Vector::zero(), curved)
    }

    /// The same knobs in every lane.
    pub(crate) fn splat(arcade: &Arcade) -> Self {
        Self {
            magnus_factor: L::splat(arcade.magnus_factor),
            linear_damping: L::splat(arcade.linear_damping),
            angular_damping: L::splat(arcade.angular_damping),
            minimum_spin: L::splat(arcade.minimum_spin),
            spin_kept: L::splat(arcade.spin_kept),
            inertia_scale: L::splat(arcade.inertia_scale),
            largest_impulse: L::splat(arcade.largest_impulse),
        }
    }
}

impl<L> Arcade<L> {
    /// The knobs by name.
    pub(crate) fn fields(&mut self, visit: Fields<'_, L>) {
        visit("arcade.magnus_factor", &mut self.magnus_factor);
        visit("arcade.linear_damping", &mut self.linear_damping);
        visit("arcade.angular_damping", &mut self.angular_damping);
        visit("arcade.minimum_spin", &mut self.minimum_spin);
        visit("arcade.spin_kept", &mut self.spin_kept);
        visit("arcade.inertia_scale", &mut self.inertia_scale);
        visit("arcade.largest_impulse", &mut self.largest_impulse);
    }
}
