//! Air forces and pitching moment of a spheroid at an angle of attack.
//!
//! With `u` the velocity through the air, `n` the axis of symmetry, `a` the angle between them,
//! `q = 1/2 rho |u|^2` and `A = pi b^2`:
//! - drag `q A (CD_n + (CD_b - CD_n) sin^2 a)` against `u`;
//! - lift of the inclined body `q A cl sin(2a)` across `u`, to the side that the nose points to;
//! - lift of a tumbling ball `q A CL S/(S + S_half)` along `w_t x u`, `w_t` the spin across the axis and
//!   `S = b |w_t x u|/|u|^2`; the spin about the axis makes no lift (for a spiral it may be neglected:
//!   Dzielski and Blackburn 2022, doi 10.1115/1.4054692);
//! - pitching moment `q V k_m f sin(2a)`, which turns the axis away from the path: Munk's moment of
//!   potential flow, `V` the volume, `k_m` Lamb's difference of inertia coefficients, `f` the share of it
//!   that a separated flow leaves;
//! - pitch damping `-d rho A CD_b a^2 |u| w_t/8` (`a` the long semi-axis here), none by default. Strip theory, `d = 1`: each
//!   slice of width `2 r(x)` is dragged across at `w_t x`, with the drag that the whole ball has broadside, so the moment
//!   per `w_t` is `1/2 rho |u| CD_b (b/a) int 2 r x^2 dx`, and the integral is `pi a^3 b/4`.
//!
//! All of it is the same for `n` and `-n`. Skin friction is not in it.

use voltex_math::DVec3;

use crate::parameter::Fields;
use crate::spheroid::Spheroid;

/// What turns a ball into a spheroid with an attitude: shape, inertia and coefficients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpheroidLaw {
    /// Semi-axis along the axis of symmetry, m; the short one is the ball's radius.
    pub semi_axis_long: f64,
    /// `I_3/(m b^2)`, about the axis of symmetry.
    pub axial_inertia_factor: f64,
    /// `I_1/(m b^2)`, across it.
    pub transverse_inertia_factor: f64,
    /// Drag coefficient with the nose along the path, referred to `pi b^2`.
    pub cd_nose: f64,
    /// Drag coefficient broadside, referred to `pi b^2`.
    pub cd_broadside: f64,
    /// Lift coefficient at 45 deg, referred to `pi b^2`.
    pub cl: f64,
    /// Munk's coefficient of the pitching moment in potential flow.
    pub km_munk: f64,
    /// Share of that moment in the real flow.
    pub munk_factor: f64,
    /// Lift coefficient of fast tumbling.
    pub spin_lift: f64,
    /// Spin parameter of half that coefficient.
    pub spin_lift_half: f64,
    /// Pitch damping as a share of what strip theory gives.
    pub pitch_damping: f64,
    /// Normal restitution on a rigid plate.
    pub rigid_restitution: f64,
}

impl SpheroidLaw {
    /// The rigid body of a mass (kg) and short semi-axis (m).
    pub fn body(&self, mass: f64, short: f64) -> Spheroid {
        let square = mass * short * short;
        Spheroid {
            mass,
            long: self.semi_axis_long,
            short,
            inertia_axial: self.axial_inertia_factor * square,
            inertia_transverse: self.transverse_inertia_factor * square,
        }
    }

    /// The slope of the pitching moment with the angle of attack at zero, N m/rad, at a speed (m/s) in air
    /// of a density (kg/m^3).
    pub fn moment_slope(&self, body: &Spheroid, density: f64, speed: f64) -> f64 {
        density * body.volume() * self.km_munk * self.munk_factor * speed * speed
    }

    /// The law's numbers by the names that the ball data use, but for the moments of inertia.
    pub(crate) fn fields(&mut self, visit: Fields<'_>) {
        visit("nominal.semi_axis_long", &mut self.semi_axis_long);
        visit("aero.CDn", &mut self.cd_nose);
        visit("aero.CDb", &mut self.cd_broadside);
        visit("aero.cl", &mut self.cl);
        visit("aero.km_munk", &mut self.km_munk);
        visit("aero.munk_factor", &mut self.munk_factor);
        visit("aero.spin_lift", &mut self.spin_lift);
        visit("aero.spin_lift_half", &mut self.spin_lift_half);
        visit("aero.pitch_damping", &mut self.pitch_damping);
        visit("bounce.e_rigid", &mut self.rigid_restitution);
    }
}

/// Ball and air as the step needs them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpheroidAerodynamics {
    pub(crate) body: Spheroid,
    law: SpheroidLaw,
    /// `rho A/(2 m)`, 1/m: acceleration per coefficient and speed squared.
    acceleration_scale: f64,
    /// `1/2 rho V k_m f`, kg: pitching moment per `|u|^2 sin(2a)`.
    moment_scale: f64,
    /// `d rho A CD_b a^2/8`, kg m: moment against the spin across the axis per `|u|`.
    damping_scale: f64,
}

/// Accelerations of one instant, m/s^2, and the moment, N m.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Loads {
    pub(crate) drag: DVec3,
    pub(crate) lift: DVec3,
    pub(crate) moment: DVec3,
}

impl SpheroidAerodynamics {
    pub(crate) fn new(law: &SpheroidLaw, body: Spheroid, density: f64) -> Self {
        let area = core::f64::consts::PI * body.short * body.short;
        Self {
            body,
            law: *law,
            acceleration_scale: 0.5 * density * area / body.mass,
            moment_scale: 0.5 * density * body.volume() * law.km_munk * law.munk_factor,
            damping_scale: law.pitch_damping
                * density
                * area
                * law.cd_broadside
                * (body.long * body.long / 8.0),
        }
    }

    /// Loads on a ball that moves at `air_velocity` through the air, with its axis along `axis`.
    #[inline(always)]
    pub(crate) fn loads(&self, air_velocity: DVec3, spin: DVec3, axis: DVec3) -> Loads {
        let speed = air_velocity.length();
        if speed <= 0.0 {
            return Loads::default();
        }
        let u = air_velocity / speed;
        let cosine = axis.dot(u);
        let across = axis - u * cosine;
        let sine_square = across.length_squared();
        let law = &self.law;
        let dynamic = self.acceleration_scale * speed * speed;

        let drag = law.cd_nose + (law.cd_broadside - law.cd_nose) * sine_square;
        let inclined = across * (2.0 * law.cl * cosine);
        // S/(S + S_half) along w_t x u, without dividing by S.
        let spin_across = spin - axis * axis.dot(spin);
        let tumbling = spin_across.cross(u) * (self.body.short / speed);
        let tumbling = tumbling * (law.spin_lift / (tumbling.length() + law.spin_lift_half));
        let mut moment = u.cross(axis) * (2.0 * self.moment_scale * speed * speed * cosine);
        if self.damping_scale != 0.0 {
            moment -= spin_across * (self.damping_scale * speed);
        }
        Loads {
            drag: u * (-dynamic * drag),
            lift: (inclined + tumbling) * dynamic,
            moment,
        }
    }

    /// The slope of the pitching moment with the angle of attack at zero, N m/rad.
    pub(crate) fn moment_slope(&self, speed: f64) -> f64 {
        2.0 * self.moment_scale * speed * speed
    }
}

/// `(I_3 w_3)^2/(4 I_1 M)`, with `w_3` the spin about the axis (rad/s) and `M` the slope of the
/// overturning moment with the angle of attack (N m/rad): a spinning ball keeps its nose along the path
/// above 1 and tumbles below (McCoy, *Modern Exterior Ballistics*, chapter 10). Infinite without moment.
pub fn stability_factor(body: &Spheroid, axial_spin: f64, moment_slope: f64) -> f64 {
    let momentum = body.inertia_axial * axial_spin;
    momentum * momentum / (4.0 * body.inertia_transverse * moment_slope)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ball::Force;
    use crate::balls;
    use crate::state::turned;
    use crate::units::rpm;
    use voltex_math::DQuat;

    fn football(factor: f64) -> SpheroidAerodynamics {
        let ball = balls::AMERICAN_FOOTBALL.with_model("attitude").unwrap();
        let Force::Spheroid(mut law) = ball.force else {
            panic!("a spheroid")
        };
        law.munk_factor = factor;
        SpheroidAerodynamics::new(&law, ball.spheroid().unwrap(), 1.194)
    }

    /// Published, `flight/validation.md` R5: at 26.8 m/s with the full Munk moment.
    #[test]
    fn stability_factor_of_a_pass() {
        let full = football(1.0);
        for (rate, published) in [(300.0, 0.20), (450.0, 0.45), (600.0, 0.80), (700.0, 1.09)] {
            let s = stability_factor(&full.body, rpm(rate), full.moment_slope(26.8));
            assert!((s - published).abs() < 0.01, "{rate} rpm: {s}");
        }
        let real = football(0.35);
        let slope = real.moment_slope(26.8);
        assert!(stability_factor(&real.body, rpm(390.0), slope) < 1.0);
        assert!(stability_factor(&real.body, rpm(400.0), slope) > 1.0);
    }

    #[test]
    fn the_moment_turns_the_nose_away_from_the_path_and_lift_pulls_to_its_side() {
        let air = football(0.35);
        for angle in [0.1, 0.5, 1.2] {
            let nose_up = turned(DQuat::IDENTITY, DVec3::Z * angle);
            let loads = air.loads(DVec3::X * 20.0, DVec3::ZERO, Spheroid::axis(nose_up));
            let expected = air.moment_slope(20.0) * 0.5 * voltex_math::f64::sin(2.0 * angle);
            assert!((loads.moment - DVec3::Z * expected).length() < 1e-14);
            assert!(loads.lift.y > 0.0 && loads.lift.x.abs() < 1e-14);
            assert!(loads.drag.x < 0.0);
            // A spheroid has no front: the other end along the path is the same ball.
            let other = turned(nose_up, DVec3::Y * core::f64::consts::PI);
            let swapped = turned(DQuat::IDENTITY, DVec3::Z * (angle + core::f64::consts::PI));
            let back = air.loads(DVec3::X * 20.0, DVec3::ZERO, Spheroid::axis(swapped));
            assert!((back.moment - loads.moment).length() < 1e-14);
            assert!((back.lift - loads.lift).length() < 1e-13);
            assert!(other.is_finite());
        }
    }

    #[test]
    fn nose_on_and_broadside_have_drag_alone() {
        let air = football(0.35);
        let broadside = turned(DQuat::IDENTITY, DVec3::Z * core::f64::consts::FRAC_PI_2);
        for (rotation, cd) in [(DQuat::IDENTITY, 0.10), (broadside, 0.75)] {
            let loads = air.loads(DVec3::X * 20.0, DVec3::ZERO, Spheroid::axis(rotation));
            let area = core::f64::consts::PI * 0.0855 * 0.0855;
            let expected = 0.5 * 1.194 * area * cd * 400.0 / 0.411;
            assert!((loads.drag.x + expected).abs() < 1e-13, "{loads:?}");
            assert!(loads.lift.length() < 1e-13 && loads.moment.length() < 1e-14);
        }
    }

    /// Against the sum over slices of the ball, each dragged across by its own motion.
    #[test]
    fn pitch_damping_is_that_of_slices_and_leaves_the_spiral_alone() {
        let ball = balls::AMERICAN_FOOTBALL.with_model("attitude").unwrap();
        let Force::Spheroid(mut law) = ball.force else {
            panic!("a spheroid")
        };
        let body = ball.spheroid().unwrap();
        let none = SpheroidAerodynamics::new(&law, body, 1.194);
        law.pitch_damping = 1.0;
        let air = SpheroidAerodynamics::new(&law, body, 1.194);
        let (u, w) = (20.0, 3.0);
        let spin = DVec3::new(50.0, 0.0, w);
        let with = air.loads(DVec3::X * u, spin, DVec3::X);
        let without = none.loads(DVec3::X * u, spin, DVec3::X);
        assert_eq!((with.drag, with.lift), (without.drag, without.lift));
        let slices = 100_000;
        let (a, b) = (body.long, body.short);
        // The coefficient of a slice referred to its own width, from that of the ball broadside.
        let slice = law.cd_broadside * b / a;
        let mut moment = 0.0;
        for i in 0..slices {
            let x = a * (2.0 * (f64::from(i) + 0.5) / f64::from(slices) - 1.0);
            let width = 2.0 * b * (1.0 - x * x / (a * a)).sqrt();
            let force = 0.5 * 1.194 * slice * width * u * (w * x);
            moment += force * x * (2.0 * a / f64::from(slices));
        }
        let damped = with.moment - without.moment;
        assert!((damped.z / -moment - 1.0).abs() < 1e-6, "{damped} {moment}");
        assert!(damped.x == 0.0 && damped.y == 0.0, "{damped}");
    }

    #[test]
    fn spin_about_the_axis_makes_no_lift_and_backspin_lifts() {
        let ball = balls::RUGBY.with_model("attitude").unwrap();
        let Force::Spheroid(law) = ball.force else {
            panic!("a spheroid")
        };
        let air = SpheroidAerodynamics::new(&law, ball.spheroid().unwrap(), 1.194);
        let u = DVec3::new(20.0, 0.0, 0.0);
        let gyro = air.loads(u, DVec3::X * 60.0, DVec3::X);
        assert_eq!(gyro.lift, DVec3::ZERO);
        let backspin = air.loads(u, DVec3::Z * 40.0, DVec3::X);
        assert!(backspin.lift.y > 0.0 && backspin.lift.z == 0.0);
    }
}
