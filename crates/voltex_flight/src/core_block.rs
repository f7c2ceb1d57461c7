//! The core of a bowling ball: a round ball whose inertia differs from axis to axis.
//!
//! Radii of gyration are published for the pin axis (low), the mass-bias axis (high) and the axis between.
//! With `A` the inertia over `m r^2` in world axes, a torque `tau` turns the ball by
//! `omega' = A^-1 (tau/(m r^2) - omega x A omega)` (Euler): the axis of rotation migrates through the ball,
//! which bowlers see as track flare.

use voltex_math::{DQuat, DVec3};

use crate::error::{FlightError, check_range};

/// Inertia factors `(RG/r)^2` about the body axes: +X the pin, +Y between, +Z the mass bias.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoreBlock {
    /// About the pin axis, body +X: the least.
    pub low: f64,
    /// About body +Y.
    pub intermediate: f64,
    /// About the mass-bias axis, body +Z: the greatest.
    pub high: f64,
}

impl CoreBlock {
    /// From radii of gyration and the ball's radius, m.
    pub const fn from_radii_of_gyration(
        low: f64,
        intermediate: f64,
        high: f64,
        radius: f64,
    ) -> Self {
        let square = radius * radius;
        Self {
            low: low * low / square,
            intermediate: intermediate * intermediate / square,
            high: high * high / square,
        }
    }

    /// Refuses what no rigid body has.
    ///
    /// # Errors
    /// A factor outside 0.05 to 1, an order other than low, intermediate, high, or one that exceeds the sum
    /// of the other two.
    pub fn validate(&self) -> Result<(), FlightError> {
        for (what, value) in [
            ("core inertia factor, low axis", self.low),
            ("core inertia factor, intermediate axis", self.intermediate),
            ("core inertia factor, high axis", self.high),
        ] {
            check_range(what, value, 0.05, 1.0, "; a solid ball has 0.4")?;
        }
        if self.low > self.intermediate
            || self.intermediate > self.high
            || self.high > self.low + self.intermediate
        {
            return Err(FlightError::Conflict(format!(
                "core inertia factors {}, {}, {} must rise from low to high, and the highest is at most the sum of the others",
                self.low, self.intermediate, self.high
            )));
        }
        Ok(())
    }

    /// Spin acceleration, rad/s^2, of a ball at an attitude under a torque over `m r^2` (1/s^2).
    pub(crate) fn spin_rate(&self, rotation: DQuat, spin: DVec3, torque: DVec3) -> DVec3 {
        let inside = rotation.conjugate();
        let w = inside * spin;
        let gyroscopic = w.cross(w * self.factors());
        rotation * ((inside * torque - gyroscopic) / self.factors())
    }

    /// `A^-1 v` in world axes.
    pub(crate) fn inverse(&self, rotation: DQuat, v: DVec3) -> DVec3 {
        rotation * ((rotation.conjugate() * v) / self.factors())
    }

    /// Kinetic energy of a spin over `m r^2`, 1/s^2.
    pub fn spin_energy(&self, rotation: DQuat, spin: DVec3) -> f64 {
        let w = rotation.conjugate() * spin;
        0.5 * w.dot(w * self.factors())
    }

    fn factors(&self) -> DVec3 {
        DVec3::new(self.low, self.intermediate, self.high)
    }
}
