//! The impulse law of a ball that strikes a surface at one point.
//!
//! Normal restitution, Coulomb friction and tangential restitution act together: friction stops the
//! slip of the contact point, and turns it round by `e_t` where the ball is elastic sideways, as far as
//! the friction cone allows. Written for `J` per unit mass, with the slip `u` of the contact point:
//! `j_n = (1 + e) v_n`, `j_t = min(mu j_n, (1 + e_t) |u|/(1 + 1/alpha))`
//! (Brody 1984; Cross 2002, Am. J. Phys. 70:1093). The angular momentum about the contact point is kept.

use voltex_math::DVec3;
use voltex_math::f64::min;

/// How a pair of ball and surface behaves at one impact speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Normal restitution, 0 to 1.
    pub restitution: f64,
    /// Coulomb friction, 0 or more.
    pub friction: f64,
    /// Tangential restitution of a gripping contact: 0 ends in rolling, 1 reverses the slip.
    pub tangential_restitution: f64,
}

/// A uniform or hollow sphere, as an impact sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Mass, kg.
    pub mass: f64,
    /// Radius, m.
    pub radius: f64,
    /// `I/(m r^2)`: 2/5 solid, 2/3 thin shell.
    pub inertia_factor: f64,
}

/// What an impact leaves behind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rebound {
    /// Velocity of the centre, m/s.
    pub velocity: DVec3,
    /// Spin, rad/s.
    pub spin: DVec3,
    /// Impulse on the ball along the normal, N s, at least 0.
    pub normal_impulse: f64,
    /// Impulse on the ball along the surface, N s.
    pub tangential_impulse: DVec3,
    /// Whether friction stopped the slip (`false`: the ball slid all through the impact).
    pub gripped: bool,
}

/// The rebound of `ball` from an immovable surface with unit `normal` (from the surface to the ball).
///
/// `velocity` (m/s) and `spin` (rad/s) are relative to the surface. A ball that does not approach
/// (`velocity . normal >= 0`) is left as it is.
pub fn rebound(
    ball: &Sphere,
    contact: &Contact,
    normal: DVec3,
    velocity: DVec3,
    spin: DVec3,
) -> Rebound {
    let approach = -velocity.dot(normal);
    if approach <= 0.0 {
        return Rebound {
            velocity,
            spin,
            normal_impulse: 0.0,
            tangential_impulse: DVec3::ZERO,
            gripped: false,
        };
    }
    let r = ball.radius;
    let alpha = ball.inertia_factor;
    let slip = slip_velocity(r, normal, velocity, spin);
    let slip_speed = slip.length();
    let push = (1.0 + contact.restitution) * approach;
    let wanted = (1.0 + contact.tangential_restitution) * slip_speed / (1.0 + 1.0 / alpha);
    let available = contact.friction * push;
    let gripped = wanted <= available;
    let drag = min(wanted, available);
    let against = if slip_speed > 0.0 {
        -slip / slip_speed
    } else {
        DVec3::ZERO
    };
    Rebound {
        velocity: velocity + push * normal + drag * against,
        spin: spin - (drag / (alpha * r)) * normal.cross(against),
        normal_impulse: ball.mass * push,
        tangential_impulse: ball.mass * drag * against,
        gripped,
    }
}

/// Velocity of the contact point along the surface, m/s.
pub fn slip_velocity(radius: f64, normal: DVec3, velocity: DVec3, spin: DVec3) -> DVec3 {
    let contact_point = velocity - spin.cross(normal) * radius;
    contact_point - contact_point.dot(normal) * normal
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sphere(radius: f64, inertia_factor: f64) -> Sphere {
        Sphere {
            mass: 0.1,
            radius,
            inertia_factor,
        }
    }

    fn contact(restitution: f64, friction: f64, tangential_restitution: f64) -> Contact {
        Contact {
            restitution,
            friction,
            tangential_restitution,
        }
    }

    /// Topspin for a ball along +X is about -Z.
    fn topspin(rate: f64) -> DVec3 {
        DVec3::new(0.0, 0.0, -rate)
    }

    fn down(speed: f64, degrees: f64) -> DVec3 {
        let angle = degrees.to_radians();
        let (s, c) = voltex_math::f64::sin_cos(angle);
        DVec3::new(speed * c, -speed * s, 0.0)
    }

    /// Published golden values, `flight/validation.md` A12a to A12d: vx', vy', topspin'.
    #[test]
    fn golden_bounces_of_the_slide_or_grip_law() {
        let rev = core::f64::consts::TAU;
        let cases = [
            (
                down(15.0, 25.0),
                topspin(100.0 * rev),
                sphere(0.02, 2.0 / 3.0),
                contact(0.93, 0.25, 0.0),
                [13.183318329073519, 5.895524751282758, 659.165916453676],
                true,
            ),
            (
                down(6.0, 40.0),
                topspin(-60.0 * rev),
                sphere(0.02, 2.0 / 3.0),
                contact(0.93, 0.25, 0.0),
                [2.735396528671337, 3.5867548620508893, -237.4258586775853],
                false,
            ),
            (
                down(30.0, 16.0),
                topspin(0.0),
                sphere(0.0335, 0.55),
                contact(0.75, 0.6, 0.0),
                [20.155274169914094, 6.201840505882481, 471.2388986830649],
                false,
            ),
            (
                down(20.0, 40.0),
                topspin(0.0),
                sphere(0.0335, 0.55),
                contact(0.75, 0.7, 0.2),
                [8.79715554033407, 9.641814145298088, 354.06965112865606],
                true,
            ),
        ];
        for (velocity, spin, ball, law, [vx, vy, w], grips) in cases {
            let after = rebound(&ball, &law, DVec3::Y, velocity, spin);
            assert!((after.velocity.x / vx - 1.0).abs() < 1e-12, "{after:?}");
            assert!((after.velocity.y / vy - 1.0).abs() < 1e-12, "{after:?}");
            assert!((-after.spin.z / w - 1.0).abs() < 1e-12, "{after:?}");
            assert_eq!(after.gripped, grips);
        }
    }

    fn vector(scale: f64) -> impl Strategy<Value = DVec3> {
        (-1.0..1.0, -1.0..1.0, -1.0..1.0)
            .prop_map(move |(x, y, z): (f64, f64, f64)| DVec3::new(x, y, z) * scale)
    }

    fn direction() -> impl Strategy<Value = DVec3> {
        vector(1.0)
            .prop_filter("too short", |v| v.length() > 0.1)
            .prop_map(|v| v / v.length())
    }

    proptest! {
        #[test]
        fn an_impact_keeps_angular_momentum_about_the_contact_point_and_makes_no_energy(
            n in direction(), v in vector(40.0), w in vector(600.0),
            r in 0.01..0.2, alpha in 0.3..0.67, e in 0.0..1.0, mu in 0.0..2.0, et in 0.0..1.0,
        ) {
            let ball = sphere(r, alpha);
            let after = rebound(&ball, &contact(e, mu, et), n, v, w);
            // Per unit mass: alpha r^2 w + (r n) x v about the contact point.
            let momentum = |v: DVec3, w: DVec3| alpha * r * r * w + (r * n).cross(v);
            let (before_l, after_l) = (momentum(v, w), momentum(after.velocity, after.spin));
            prop_assert!((before_l - after_l).length() <= 1e-12 * (1.0 + before_l.length()));
            let energy = |v: DVec3, w: DVec3| v.length_squared() + alpha * r * r * w.length_squared();
            let (before_e, after_e) = (energy(v, w), energy(after.velocity, after.spin));
            prop_assert!(after_e <= before_e * (1.0 + 1e-12), "{before_e} -> {after_e}");
            if v.dot(n) < 0.0 {
                let parting = after.velocity.dot(n);
                prop_assert!((parting + e * v.dot(n)).abs() < 1e-12 * 40.0);
                let j_t = after.tangential_impulse.length();
                prop_assert!(j_t <= mu * after.normal_impulse * (1.0 + 1e-12));
                if after.gripped {
                    let slip = slip_velocity(r, n, v, w);
                    let rest = slip_velocity(r, n, after.velocity, after.spin);
                    prop_assert!((rest + et * slip).length() < 1e-11 * (1.0 + slip.length()));
                }
            } else {
                prop_assert_eq!(after.velocity, v);
                prop_assert_eq!(after.spin, w);
            }
        }

        #[test]
        fn an_impact_is_the_same_seen_in_a_mirror(
            v in vector(40.0), w in vector(600.0), mu in 0.0..2.0, et in 0.0..1.0,
        ) {
            let mirror_v = |v: DVec3| DVec3::new(v.x, v.y, -v.z);
            let mirror_w = |w: DVec3| DVec3::new(-w.x, -w.y, w.z);
            let (ball, law) = (sphere(0.1, 0.4), contact(0.7, mu, et));
            let one = rebound(&ball, &law, DVec3::Y, v, w);
            let two = rebound(&ball, &law, DVec3::Y, mirror_v(v), mirror_w(w));
            prop_assert!((mirror_v(one.velocity) - two.velocity).length() < 1e-12 * 100.0);
            prop_assert!((mirror_w(one.spin) - two.spin).length() < 1e-12 * 1e4);
        }
    }

    #[test]
    fn spin_about_the_normal_is_untouched() {
        let after = rebound(
            &sphere(0.1, 0.4),
            &contact(0.5, 0.6, 0.0),
            DVec3::Y,
            DVec3::new(0.0, -3.0, 0.0),
            DVec3::new(0.0, 20.0, 0.0),
        );
        assert_eq!(after.spin, DVec3::new(0.0, 20.0, 0.0));
    }
}
