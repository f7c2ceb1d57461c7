//! How a ball leaves: speed, direction, spin, height.

use voltex_math::f64::sin_cos;
use voltex_math::{DQuat, DVec3};

use crate::error::{FlightError, check_range};

/// The initial velocity, spin and height of a ball.
///
/// ```
/// use voltex_flight::{Launch, units::{deg, mph, rpm}};
/// let launch = Launch::at(mph(167.0)).up(deg(10.9)).backspin(rpm(2686.0));
/// assert!((launch.spin().z - rpm(2686.0)).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Launch {
    /// Speed, m/s.
    pub speed: f64,
    /// Angle above the horizontal, rad; negative is downward.
    pub elevation: f64,
    /// Angle of the heading to the right of +X, rad.
    pub direction: f64,
    /// Spin rate, rad/s; positive is backspin where tilt and gyro angle are 0.
    pub spin_rate: f64,
    /// Tilt of the spin axis, rad; positive curves to the right.
    pub axis_tilt: f64,
    /// Angle of the spin axis out of the plane across the flight, rad; +90 deg spins about the heading.
    pub gyro_angle: f64,
    /// Spin in world axes, rad/s, instead of rate, tilt and gyro angle.
    pub spin_vector: Option<DVec3>,
    /// Height of the ball's lowest point above the ground, m.
    pub height: f64,
    /// Where the nose of an oval ball points; none: along the launch. Spheres have no nose.
    pub nose: Option<Nose>,
}

/// The direction of an oval ball's axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nose {
    /// Angle above the horizontal, rad; above 90 deg it leans back.
    pub elevation: f64,
    /// Angle to the right of +X, rad.
    pub azimuth: f64,
}

impl Launch {
    /// A launch at a speed (m/s), level, along +X, without spin, from the ground.
    pub fn at(speed: f64) -> Self {
        Self {
            speed,
            elevation: 0.0,
            direction: 0.0,
            spin_rate: 0.0,
            axis_tilt: 0.0,
            gyro_angle: 0.0,
            spin_vector: None,
            height: 0.0,
            nose: None,
        }
    }

    /// Launch angle above the horizontal, rad.
    pub fn up(self, elevation: f64) -> Self {
        Self { elevation, ..self }
    }

    /// Heading to the right of +X, rad.
    pub fn right(self, direction: f64) -> Self {
        Self { direction, ..self }
    }

    /// Backspin, rad/s.
    pub fn backspin(self, spin_rate: f64) -> Self {
        Self { spin_rate, ..self }
    }

    /// Topspin, rad/s.
    pub fn topspin(self, spin_rate: f64) -> Self {
        self.backspin(-spin_rate)
    }

    /// Tilt of the spin axis, rad; positive curves to the right.
    pub fn tilt(self, axis_tilt: f64) -> Self {
        Self { axis_tilt, ..self }
    }

    /// Gyro angle of the spin axis, rad.
    pub fn gyro(self, gyro_angle: f64) -> Self {
        Self { gyro_angle, ..self }
    }

    /// Spin in world axes, rad/s.
    pub fn spin_vector(self, spin: DVec3) -> Self {
        Self {
            spin_vector: Some(spin),
            ..self
        }
    }

    /// Height of the lowest point above the ground, m.
    pub fn from_height(self, height: f64) -> Self {
        Self { height, ..self }
    }

    /// Points the nose of an oval ball: elevation above the horizontal and azimuth to the right of +X, rad.
    ///
    /// A place kick stands upright (90 deg) or leans back (more); a spiral has its nose along the launch,
    /// which is the default.
    pub fn nose(self, elevation: f64, azimuth: f64) -> Self {
        Self {
            nose: Some(Nose { elevation, azimuth }),
            ..self
        }
    }

    /// Spin about the nose as set so far, rad/s; positive is clockwise seen from behind, as a right-hander
    /// throws it.
    pub fn spiral(self, spin_rate: f64) -> Self {
        self.spin_vector(self.attitude() * DVec3::X * spin_rate)
    }

    /// Attitude of an oval ball at launch, its own +X along the nose.
    pub fn attitude(&self) -> DQuat {
        let Nose { elevation, azimuth } = self.nose.unwrap_or(Nose {
            elevation: self.elevation,
            azimuth: self.direction,
        });
        let (up_s, up_c) = sin_cos(0.5 * elevation);
        let (right_s, right_c) = sin_cos(0.5 * azimuth);
        DQuat::from_xyzw(0.0, -right_s, 0.0, right_c) * DQuat::from_xyzw(0.0, 0.0, up_s, up_c)
    }

    /// Velocity in world axes, m/s.
    pub fn velocity(&self) -> DVec3 {
        self.heading() * self.speed
    }

    /// Unit vector of the velocity.
    fn heading(&self) -> DVec3 {
        let (up, level) = sin_cos(self.elevation);
        let (right, forward) = sin_cos(self.direction);
        DVec3::new(level * forward, up, level * right)
    }

    /// Spin in world axes, rad/s: with `d` the heading, `b` to its right and `u = b x d`,
    /// `w (cos(gyro) (cos(tilt) b - sin(tilt) u) + sin(gyro) d)`.
    pub fn spin(&self) -> DVec3 {
        if let Some(spin) = self.spin_vector {
            return spin;
        }
        let (right, forward) = sin_cos(self.direction);
        let d = self.heading();
        let b = DVec3::new(-right, 0.0, forward);
        let u = b.cross(d);
        let (sin_tilt, cos_tilt) = sin_cos(self.axis_tilt);
        let (sin_gyro, cos_gyro) = sin_cos(self.gyro_angle);
        (cos_gyro * (cos_tilt * b - sin_tilt * u) + sin_gyro * d) * self.spin_rate
    }

    /// Refuses what cannot be launched.
    ///
    /// # Errors
    /// A number that is NaN or out of range; a spin vector of length zero.
    pub fn validate(&self) -> Result<(), FlightError> {
        let quarter = core::f64::consts::FRAC_PI_2;
        let turn = core::f64::consts::TAU;
        check_range(
            "speed (m/s)",
            self.speed,
            0.0,
            3000.0,
            "; the models hold far below the speed of sound, 343 m/s",
        )?;
        check_range(
            "launch angle (rad)",
            self.elevation,
            -quarter,
            quarter,
            ", that is -90 to 90 deg; aim backwards with the direction",
        )?;
        check_range(
            "direction (rad)",
            self.direction,
            -turn,
            turn,
            ", a full turn",
        )?;
        check_range("spin (rad/s)", self.spin_rate, -1e5, 1e5, "")?;
        check_range(
            "spin axis tilt (rad)",
            self.axis_tilt,
            -turn,
            turn,
            ", a full turn",
        )?;
        check_range(
            "gyro angle (rad)",
            self.gyro_angle,
            -turn,
            turn,
            ", a full turn",
        )?;
        check_range("height (m)", self.height, 0.0, 1e5, " above the ground")?;
        if let Some(Nose { elevation, azimuth }) = self.nose {
            check_range(
                "nose elevation (rad)",
                elevation,
                -turn,
                turn,
                ", a full turn; 90 deg is upright",
            )?;
            check_range("nose azimuth (rad)", azimuth, -turn, turn, ", a full turn")?;
        }
        if let Some(spin) = self.spin_vector {
            check_range(
                "length of the spin vector (rad/s)",
                spin.length(),
                0.0,
                1e5,
                "",
            )?;
            if spin == DVec3::ZERO {
                return Err(FlightError::NoDirection {
                    what: "the spin vector",
                    remedy: "for a ball without spin leave it out, or give a spin rate of 0",
                });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{deg, rpm};
    use proptest::prelude::*;

    #[test]
    fn backspin_is_plus_z_and_positive_tilt_curves_right() {
        let launch = Launch::at(10.0).backspin(100.0);
        assert_eq!(launch.spin(), DVec3::new(0.0, 0.0, 100.0));
        assert_eq!(Launch::at(10.0).topspin(100.0).spin().z, -100.0);
        let tilted = launch.tilt(deg(90.0));
        // Minus Y curves right: omega x v has a component along +Z.
        assert!((tilted.spin() - DVec3::new(0.0, -100.0, 0.0)).length() < 1e-12);
        assert!(tilted.spin().cross(tilted.velocity()).z > 0.0);
        let gyro = launch.gyro(deg(90.0));
        assert!((gyro.spin() - DVec3::new(100.0, 0.0, 0.0)).length() < 1e-12);
    }

    #[test]
    fn direction_is_to_the_right_and_elevation_upward() {
        let v = Launch::at(10.0).right(deg(90.0)).velocity();
        assert!((v - DVec3::new(0.0, 0.0, 10.0)).length() < 1e-12);
        let v = Launch::at(10.0).up(deg(90.0)).velocity();
        assert!((v - DVec3::new(0.0, 10.0, 0.0)).length() < 1e-12);
    }

    proptest! {
        #[test]
        fn spin_keeps_its_rate_and_lifts_a_backspun_ball_of_any_heading(
            up in -89.0..89.0, right in -180.0..180.0, tilt in -80.0..80.0, gyro in -80.0..80.0,
        ) {
            let launch = Launch::at(30.0).up(deg(up)).right(deg(right)).backspin(rpm(2000.0))
                .tilt(deg(tilt)).gyro(deg(gyro));
            prop_assert!((launch.spin().length() - rpm(2000.0)).abs() < 1e-9);
            prop_assert!((launch.velocity().length() - 30.0).abs() < 1e-12);
            let lift = launch.spin().cross(launch.velocity());
            prop_assert!(lift.y > 0.0);
        }
    }

    #[test]
    fn what_cannot_be_launched_is_refused() {
        let good = Launch::at(10.0);
        assert!(good.validate().is_ok());
        for bad in [
            Launch::at(f64::NAN),
            Launch::at(-1.0),
            Launch::at(f64::INFINITY),
            good.up(2.0),
            good.right(f64::NAN),
            good.backspin(1e9),
            good.from_height(-0.1),
            good.spin_vector(DVec3::ZERO),
            good.spin_vector(DVec3::new(f64::NAN, 0.0, 0.0)),
        ] {
            let error = bad.validate().expect_err("refused").to_string();
            assert!(error.len() > 20, "{error}");
        }
    }
}
