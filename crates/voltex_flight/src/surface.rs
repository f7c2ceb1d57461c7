//! Grounds that a ball bounces on.

use voltex_math::f64::min;

use crate::error::{FlightError, check_range};
use crate::impact::Contact;

/// What a ball meets: the coefficients of one pair of ball and ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// Name, such as `clay`.
    pub name: &'static str,
    /// Normal restitution over impact speed.
    pub restitution: Restitution,
    /// Coulomb friction.
    pub friction: f64,
    /// Tangential restitution of a gripping bounce, 0 to 1.
    pub tangential_restitution: f64,
}

/// Normal restitution over the normal impact speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Restitution {
    /// The same at every speed.
    Constant(f64),
    /// `c0 + c1 v + c2 v^2` up to `v_max` (m/s), held beyond it.
    Quadratic {
        /// At speed 0.
        c0: f64,
        /// Linear, s/m.
        c1: f64,
        /// Quadratic, s^2/m^2.
        c2: f64,
        /// Largest speed of the fit, m/s.
        v_max: f64,
    },
}

impl Restitution {
    /// The coefficient at a normal impact speed (m/s).
    pub fn at(&self, speed: f64) -> f64 {
        match *self {
            Self::Constant(e) => e,
            Self::Quadratic { c0, c1, c2, v_max } => {
                let v = min(speed, v_max);
                c0 + (c1 + c2 * v) * v
            }
        }
    }
}

impl Surface {
    /// The coefficients for an impact at a normal speed (m/s).
    pub fn contact(&self, normal_speed: f64) -> Contact {
        Contact {
            restitution: self.restitution.at(normal_speed),
            friction: self.friction,
            tangential_restitution: self.tangential_restitution,
        }
    }

    /// Refuses coefficients that no surface has.
    ///
    /// # Errors
    /// Restitution or tangential restitution outside 0 to 1, friction outside 0 to 10, NaN.
    pub fn validate(&self) -> Result<(), FlightError> {
        let speeds: &[f64] = match self.restitution {
            Restitution::Constant(_) => &[0.0],
            Restitution::Quadratic { v_max, .. } => &[0.0, v_max],
        };
        for &speed in speeds {
            check_range("restitution", self.restitution.at(speed), 0.0, 1.0, "")?;
        }
        check_range("friction", self.friction, 0.0, 10.0, "")?;
        check_range(
            "tangential restitution",
            self.tangential_restitution,
            0.0,
            1.0,
            "",
        )?;
        Ok(())
    }
}
