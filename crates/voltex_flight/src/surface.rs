//! What a ball meets: restitution, friction, and resistance to rolling and spinning.

use voltex_math::DVec3;
use voltex_math::f64::{acos, max, min, sin_cos, tanh};

use crate::data::{surface_lane, surface_soft_turf};
use crate::error::{FlightError, check_range};
use crate::impact::Contact;

/// The temperature at which restitutions are stated, K (23 C, as ball tests of the ITF have it).
pub const TEST_TEMPERATURE: f64 = 296.15;

/// The coefficients of one pair of ball and ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// Name, such as `clay`.
    pub name: &'static str,
    /// Normal restitution over impact speed.
    pub restitution: Restitution,
    /// Change of the restitution with the ball's temperature, 1/K, from 23 C.
    pub restitution_per_kelvin: f64,
    /// Coulomb friction.
    pub friction: Friction,
    /// Tangential restitution of a gripping bounce, 0 to 1.
    pub tangential_restitution: f64,
    /// Rolling resistance: a torque `rolling N r`.
    pub rolling: f64,
    /// Resistance to spin about the normal: a torque `spinning N r`.
    pub spinning: f64,
    /// Whether the ground yields to a fast ball and turns its face to it (turf under a golf ball).
    pub soft: bool,
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

/// Coulomb friction over the place of contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Friction {
    /// The same everywhere.
    Uniform(f64),
    /// A bowling lane along +X: oil up to a length, thin outside a half width, dry beyond.
    Lane(LanePattern),
}

/// Oil on a bowling lane; lengths in m from the foul line and from the middle of the lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LanePattern {
    /// Friction on oil.
    pub oil: f64,
    /// Friction outside the oiled width.
    pub edge: f64,
    /// Friction on dry boards.
    pub dry: f64,
    /// Length of the oil.
    pub length: f64,
    /// Half width of the oil.
    pub half_width: f64,
    /// Distance over which the oil thins out, along and across.
    pub fade: f64,
}

impl LanePattern {
    /// A house shot: 40 ft of oil between the tenth boards.
    pub const HOUSE: Self = Self {
        oil: surface_lane::MU_OIL,
        edge: surface_lane::MU_EDGE,
        dry: surface_lane::MU_DRY,
        length: surface_lane::OIL_LENGTH,
        half_width: surface_lane::OIL_HALF_WIDTH,
        fade: surface_lane::OIL_FADE,
    };

    fn at(&self, place: DVec3) -> f64 {
        let beyond = |distance: f64, width: f64| 0.5 * (1.0 + tanh(2.0 * distance / width));
        // Across, the oil thins out over a third of the distance that the brush needs along the lane.
        let outside = beyond(place.z.abs() - self.half_width, self.fade / 3.0);
        let oiled = self.oil + (self.edge - self.oil) * outside;
        oiled + (self.dry - oiled) * beyond(place.x - self.length, self.fade)
    }
}

impl Friction {
    /// The coefficient at a place (m).
    pub fn at(&self, place: DVec3) -> f64 {
        match self {
            Self::Uniform(mu) => *mu,
            Self::Lane(pattern) => pattern.at(place),
        }
    }
}

impl Surface {
    /// A surface without resistance to rolling or spinning, the same at any temperature.
    pub const fn plain(
        name: &'static str,
        restitution: f64,
        friction: f64,
        tangential_restitution: f64,
    ) -> Self {
        Self {
            name,
            restitution: Restitution::Constant(restitution),
            restitution_per_kelvin: 0.0,
            friction: Friction::Uniform(friction),
            tangential_restitution,
            rolling: 0.0,
            spinning: 0.0,
            soft: false,
        }
    }

    /// The same with resistance to rolling and to spinning about the normal.
    pub const fn resisting(self, rolling: f64, spinning: f64) -> Self {
        Self {
            rolling,
            spinning,
            ..self
        }
    }

    /// The coefficients for an impact at a normal speed (m/s), at a place (m), of a ball at a
    /// temperature (K).
    pub fn contact(&self, normal_speed: f64, place: DVec3, temperature: f64) -> Contact {
        let warmth = self.restitution_per_kelvin * (temperature - TEST_TEMPERATURE);
        let restitution = self.restitution.at(normal_speed) + warmth;
        Contact {
            restitution: max(0.0, min(restitution, 1.0)),
            friction: self.friction.at(place),
            tangential_restitution: self.tangential_restitution,
        }
    }

    /// The normal that a ball meets: on soft ground tilted towards the incoming ball.
    ///
    /// Penner 2002, *The run of a golf ball*: turf yields so that the ball bounces as from a face tilted
    /// by `15.4 deg (v/18.6 m/s) (angle of descent/44.4 deg)`; here never further than facing the path, so
    /// that a ball that falls along the normal meets level ground.
    pub fn facing(&self, normal: DVec3, velocity: DVec3) -> DVec3 {
        if !self.soft {
            return normal;
        }
        let speed = velocity.length();
        let along = velocity - normal * normal.dot(velocity);
        let level = along.length();
        if speed <= 0.0 || level <= 0.0 {
            return normal;
        }
        let from_normal = acos(min(-normal.dot(velocity) / speed, 1.0));
        let descent = core::f64::consts::FRAC_PI_2 - from_normal;
        let tilt = surface_soft_turf::THETA.to_radians()
            * (speed / surface_soft_turf::SPEED)
            * (descent / surface_soft_turf::DESCENT.to_radians());
        let (s, c) = sin_cos(min(tilt, from_normal));
        normal * c - along * (s / level)
    }

    /// Refuses coefficients that no surface has.
    ///
    /// # Errors
    /// Restitution or tangential restitution outside 0 to 1, friction or resistance outside 0 to 10, NaN.
    pub fn validate(&self) -> Result<(), FlightError> {
        let speeds: &[f64] = match self.restitution {
            Restitution::Constant(_) => &[0.0],
            Restitution::Quadratic { v_max, .. } => &[0.0, v_max],
        };
        for &speed in speeds {
            check_range("restitution", self.restitution.at(speed), 0.0, 1.0, "")?;
        }
        check_range(
            "change of restitution (1/K)",
            self.restitution_per_kelvin,
            -0.1,
            0.1,
            "; a tennis ball has 0.003",
        )?;
        match &self.friction {
            Friction::Uniform(mu) => {
                check_range("friction", *mu, 0.0, 10.0, "")?;
            }
            Friction::Lane(lane) => {
                for mu in [lane.oil, lane.edge, lane.dry] {
                    check_range("friction of a lane", mu, 0.0, 10.0, "")?;
                }
                check_range("length of the oil (m)", lane.length, 0.0, 100.0, "")?;
                check_range("half width of the oil (m)", lane.half_width, 0.0, 100.0, "")?;
                check_range("fade of the oil (m)", lane.fade, 1e-3, 100.0, "")?;
            }
        }
        check_range(
            "tangential restitution",
            self.tangential_restitution,
            0.0,
            1.0,
            "",
        )?;
        check_range("rolling resistance", self.rolling, 0.0, 10.0, "")?;
        check_range("spinning resistance", self.spinning, 0.0, 10.0, "")?;
        Ok(())
    }
}
