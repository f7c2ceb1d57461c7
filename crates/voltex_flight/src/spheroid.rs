//! A spheroid as a rigid body: its shape, its inertia, and how it turns when no torque acts.
//!
//! The axis of symmetry is the ball's own +X: with the identity attitude the nose points down range.
//! `I_3` is the moment of inertia about that axis, `I_1` the one across it; the angular momentum is
//! `L = I_1 w + (I_3 - I_1)(w . n) n` with `n` the axis in the world. Without torque the axis and the
//! spin turn together about the fixed `L` at the coning rate `|L|/I_1 = (I_3/I_1) w_3/cos(theta)`, with
//! `theta` between `n` and `L` (Landau and Lifshitz, *Mechanics*, section 33).

use voltex_math::f64::sin_cos;
use voltex_math::{DQuat, DVec3};

use crate::error::{FlightError, check_range};
use crate::state::turned;

/// Mass, semi-axes and moments of inertia of a spheroid.
///
/// ```
/// use voltex_flight::balls;
/// use voltex_math::DVec3;
/// let ball = balls::AMERICAN_FOOTBALL.spheroid().expect("an oval ball");
/// // Standing on its tip it reaches down by its long semi-axis, lying by the short one.
/// assert_eq!(ball.support(DVec3::Y, DVec3::Y), ball.long);
/// assert_eq!(ball.support(DVec3::X, DVec3::Y), ball.short);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spheroid {
    /// Mass, kg.
    pub mass: f64,
    /// Semi-axis along the axis of symmetry, m.
    pub long: f64,
    /// Semi-axis across it, m.
    pub short: f64,
    /// Moment of inertia about the axis of symmetry, kg m^2.
    pub inertia_axial: f64,
    /// Moment of inertia about an axis across it, through the centre, kg m^2.
    pub inertia_transverse: f64,
}

impl Spheroid {
    /// Refuses what cannot be flown.
    ///
    /// # Errors
    /// A long over short semi-axis beyond 0.1 to 10, a moment of inertia over `m b^2` beyond 0.001 to 1000.
    pub fn validate(&self) -> Result<(), FlightError> {
        check_range(
            "long over short semi-axis",
            self.long / self.short,
            0.1,
            10.0,
            "; an oval ball has about 1.6",
        )?;
        let square = self.mass * self.short * self.short;
        for (what, inertia) in [
            ("axial moment of inertia over m b^2", self.inertia_axial),
            (
                "transverse moment of inertia over m b^2",
                self.inertia_transverse,
            ),
        ] {
            check_range(what, inertia / square, 1e-3, 1e3, "")?;
        }
        Ok(())
    }

    /// The axis of symmetry in the world: the ball's own +X.
    pub fn axis(rotation: DQuat) -> DVec3 {
        rotation * DVec3::X
    }

    /// Volume, m^3.
    pub fn volume(&self) -> f64 {
        4.0 / 3.0 * core::f64::consts::PI * self.long * self.short * self.short
    }

    /// Distance from the centre to the tangent plane with unit `normal`, m: how far the surface
    /// reaches along the normal when the axis points along the unit vector `axis`.
    pub fn support(&self, axis: DVec3, normal: DVec3) -> f64 {
        let along = axis.dot(normal);
        // b^2 + (a^2 - b^2) c^2, written so that both ends are exact.
        let (a, b) = (self.long, self.short);
        let square = b * b * (1.0 - along * along) + a * a * (along * along);
        square.sqrt()
    }

    /// The point that touches a plane with unit `normal` (from the plane to the ball), from the centre,
    /// m: `-A n/sqrt(n . A n)` with `A` the matrix of squared semi-axes.
    pub fn contact_point(&self, axis: DVec3, normal: DVec3) -> DVec3 {
        let (a, b) = (self.long, self.short);
        let along = axis.dot(normal);
        let stretched = normal * (b * b) + axis * ((a * a - b * b) * along);
        stretched * (-1.0 / self.support(axis, normal))
    }

    /// Angular momentum of a spin (rad/s) with the axis along `axis`, kg m^2/s.
    pub fn angular_momentum(&self, axis: DVec3, spin: DVec3) -> DVec3 {
        spin * self.inertia_transverse
            + axis * ((self.inertia_axial - self.inertia_transverse) * axis.dot(spin))
    }

    /// Spin of an angular momentum (kg m^2/s), rad/s: `I^-1 L`.
    pub fn spin(&self, axis: DVec3, momentum: DVec3) -> DVec3 {
        momentum * (1.0 / self.inertia_transverse)
            + axis
                * ((1.0 / self.inertia_axial - 1.0 / self.inertia_transverse) * axis.dot(momentum))
    }

    /// Rate of change of the spin under a moment (N m) in world axes, rad/s^2:
    /// `I^-1 (M - w x I w)`.
    pub fn angular_acceleration(&self, axis: DVec3, spin: DVec3, moment: DVec3) -> DVec3 {
        let momentum = self.angular_momentum(axis, spin);
        self.spin(axis, moment - spin.cross(momentum))
    }

    /// Kinetic energy of the spin, J.
    pub fn spin_energy(&self, axis: DVec3, spin: DVec3) -> f64 {
        0.5 * spin.dot(self.angular_momentum(axis, spin))
    }

    /// Rate at which the axis of a torque-free ball goes round its angular momentum, rad/s.
    pub fn coning_rate(&self, axis: DVec3, spin: DVec3) -> f64 {
        self.angular_momentum(axis, spin).length() / self.inertia_transverse
    }
}

/// The motion of a spheroid on which no torque acts, exact at any time: the axis turns about the angular
/// momentum at `L/I_1`, and the ball about its own axis at `(1/I_3 - 1/I_1) L_3`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FreeTop {
    /// `L/I_1`, rad/s: axis and spin go round with it.
    pub(crate) cone: DVec3,
    /// About the axis of the ball, rad/s.
    own: f64,
}

impl FreeTop {
    /// With the axis along `axis` and an angular momentum, kg m^2/s.
    pub(crate) fn new(ball: &Spheroid, axis: DVec3, momentum: DVec3) -> Self {
        Self {
            cone: momentum * (1.0 / ball.inertia_transverse),
            own: (1.0 / ball.inertia_axial - 1.0 / ball.inertia_transverse) * axis.dot(momentum),
        }
    }

    /// What turns the axis and the spin of the start into those after a time (s), and what turns the attitude about the
    /// axis before.
    pub(crate) fn turns(&self, time: f64) -> [DQuat; 2] {
        [
            turned(DQuat::IDENTITY, self.cone * time),
            self.own_turn(time),
        ]
    }

    /// The second of [`Self::turns`].
    pub(crate) fn own_turn(&self, time: f64) -> DQuat {
        let (s, c) = sin_cos(0.5 * self.own * time);
        DQuat::from_xyzw(s, 0.0, 0.0, c)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use voltex_math::f64::{acos, cos, sin, sin_cos};

    fn football() -> Spheroid {
        Spheroid {
            mass: 0.411,
            long: 0.142,
            short: 0.0855,
            inertia_axial: 0.00194,
            inertia_transverse: 0.00321,
        }
    }

    fn rotation(top: &FreeTop, start: DQuat, time: f64) -> DQuat {
        let [cone, own] = top.turns(time);
        cone * (start * own)
    }

    /// Spin whose angular momentum makes `theta` with the axis, with `w_3` about the axis.
    fn coning(ball: &Spheroid, rotation: DQuat, w3: f64, theta: f64) -> DVec3 {
        let (axis, side) = (rotation * DVec3::X, rotation * DVec3::Y);
        let l3 = ball.inertia_axial * w3;
        let momentum = axis * l3 + side * (l3 * voltex_math::f64::tan(theta));
        ball.spin(axis, momentum)
    }

    /// Published closed form, `flight/validation.md` A15: coning over spin about the axis.
    #[test]
    fn coning_rate_of_a_football_is_the_closed_form() {
        let ball = football();
        for (theta, ratio) in [
            (1e-9, 0.604_361_370_7),
            (10.0_f64.to_radians(), 0.613_684_619_0),
        ] {
            let spin = coning(&ball, DQuat::IDENTITY, 60.0, theta);
            let rate = ball.coning_rate(DVec3::X, spin);
            assert!((rate / 60.0 - ratio).abs() < 1e-10, "{}", rate / 60.0);
        }
    }

    #[test]
    fn a_free_top_cones_at_its_rate_with_a_constant_angle_and_comes_back() {
        let ball = football();
        let theta = 10.0_f64.to_radians();
        let spin = coning(&ball, DQuat::IDENTITY, 60.0, theta);
        let momentum = ball.angular_momentum(DVec3::X, spin);
        let top = FreeTop::new(&ball, DVec3::X, momentum);
        let along = momentum.normalize();
        for i in 0..200 {
            let axis = Spheroid::axis(rotation(&top, DQuat::IDENTITY, 0.05 * f64::from(i)));
            assert!((axis.dot(along) - cos(theta)).abs() < 1e-13);
        }
        // One turn of the axis about L takes 2 pi over the coning rate.
        let period = core::f64::consts::TAU / (0.613_684_619_0 * 60.0);
        let back = Spheroid::axis(rotation(&top, DQuat::IDENTITY, period));
        assert!((back - DVec3::X).length() < 1e-9, "{back}");
        let half = Spheroid::axis(rotation(&top, DQuat::IDENTITY, 0.5 * period));
        let apart = acos(half.dot(DVec3::X));
        assert!((apart - 2.0 * theta).abs() < 1e-9, "{apart}");
    }

    fn direction() -> impl Strategy<Value = DVec3> {
        (0.0..core::f64::consts::TAU, -1.0..1.0).prop_map(|(turn, y): (f64, f64)| {
            let (s, c) = sin_cos(turn);
            let level = (1.0 - y * y).sqrt();
            DVec3::new(level * c, y, level * s)
        })
    }

    proptest! {
        #[test]
        fn the_attitude_of_a_free_top_turns_by_its_spin(
            axis in direction(), spin in direction(), rate in 1.0..200.0, time in 0.0..3.0,
        ) {
            let ball = football();
            let start = turned(DQuat::IDENTITY, axis * 2.0);
            let axis_now = Spheroid::axis(start);
            let momentum = ball.angular_momentum(axis_now, spin * rate);
            let top = FreeTop::new(&ball, axis_now, momentum);
            let at = |t: f64| rotation(&top, start, t);
            let w = ball.spin(Spheroid::axis(at(time)), momentum);
            // dq/dt = w q/2, by a difference of fourth order.
            let h = 1e-3 / rate;
            let slope: DQuat = (at(time + h) - at(time - h)) * (8.0 / (12.0 * h))
                - (at(time + 2.0 * h) - at(time - 2.0 * h)) * (1.0 / (12.0 * h));
            let expected: DQuat = DQuat::from_xyzw(0.5 * w.x, 0.5 * w.y, 0.5 * w.z, 0.0) * at(time);
            let error: DQuat = slope + expected * -1.0;
            prop_assert!(error.length() < 1e-8 * rate, "{error} at {rate}");
        }

        #[test]
        fn momentum_and_spin_are_inverse(axis in direction(), spin in direction()) {
            let ball = football();
            let back = ball.spin(axis, ball.angular_momentum(axis, spin));
            prop_assert!((back - spin).length() < 1e-14);
        }

        #[test]
        fn the_contact_point_lies_on_the_surface_and_on_the_tangent_plane(
            axis in direction(), normal in direction(),
        ) {
            let ball = football();
            let p = ball.contact_point(axis, normal);
            let along = p.dot(axis);
            let across = p - axis * along;
            let on = along * along / (ball.long * ball.long)
                + across.length_squared() / (ball.short * ball.short);
            prop_assert!((on - 1.0).abs() < 1e-12, "{on}");
            prop_assert!((p.dot(normal) + ball.support(axis, normal)).abs() < 1e-15);
            // Nothing of the surface lies beyond that plane.
            for i in 0..16 {
                let (s, c) = sin_cos(f64::from(i) * 0.4);
                let side = axis.cross(if axis.x.abs() < 0.9 { DVec3::X } else { DVec3::Y }).normalize();
                let turn = side * cos(f64::from(i)) + axis.cross(side) * sin(f64::from(i));
                let q = axis * (ball.long * c) + turn * (ball.short * s);
                prop_assert!(q.dot(normal) >= p.dot(normal) - 1e-15);
            }
        }
    }
}
