//! The impulse law of a spheroid that strikes a surface at one point.
//!
//! The contact point lies off the line through the centre, so that normal and tangential motion are
//! coupled. With `u` the velocity of the contact point, `K` the inverse mass matrix there
//! (`K J = J/m + (I^-1 (r x J)) x r`), and two impulses of a perfectly plastic impact, without friction
//! `J_1 = -(u . n)/(n . K n) n` and sticking `J_2 = -K^-1 u`, the impulse is
//! `J = (1 + e) J_1 + k (1 + e_t)(J_2 - J_1)`, `k` at most 1 and as large as Coulomb's cone allows
//! (Chatterjee and Ruina 1998, J. Appl. Mech. 65:939). `J_1` and `J_2 - J_1` are orthogonal in the metric
//! of kinetic energy: the contact point leaves at `e` times its approach, and energy never grows for
//! `e` and `e_t` from 0 to 1. For a sphere it is the law of [`impact`](crate::impact).

use voltex_math::{DMat3, DVec3};

use crate::impact::{Contact, Rebound};
use crate::spheroid::Spheroid;
use crate::state::State;
use crate::surface::Surface;

/// The rebound of `ball` from an immovable surface with unit `normal` (from the surface to the ball);
/// `axis` is the unit vector of the axis of symmetry.
///
/// `velocity` (of the centre, m/s) and `spin` (rad/s) are relative to the surface. A ball whose contact
/// point does not approach is left as it is.
pub fn spheroid_rebound(
    ball: &Spheroid,
    contact: &Contact,
    axis: DVec3,
    normal: DVec3,
    velocity: DVec3,
    spin: DVec3,
) -> Rebound {
    let arm = ball.contact_point(axis, normal);
    let point_velocity = velocity + spin.cross(arm);
    let approach = -point_velocity.dot(normal);
    if approach <= 0.0 {
        return Rebound {
            velocity,
            spin,
            normal_impulse: 0.0,
            tangential_impulse: DVec3::ZERO,
            gripped: false,
        };
    }
    let respond =
        |impulse: DVec3| impulse / ball.mass + ball.spin(axis, arm.cross(impulse)).cross(arm);
    let frictionless = approach / normal.dot(respond(normal));
    let mobility = DMat3::from_cols(respond(DVec3::X), respond(DVec3::Y), respond(DVec3::Z));
    let sticking = mobility.inverse() * -point_velocity;

    let push = (1.0 + contact.restitution) * frictionless;
    let grip = (sticking - normal * frictionless) * (1.0 + contact.tangential_restitution);
    let grip_push = grip.dot(normal);
    let grip_along = grip - normal * grip_push;
    let wanted = grip_along.length();
    let gripped = wanted <= contact.friction * (push + grip_push);
    // On the cone: k |grip_along| = mu (push + k grip_push).
    let share = if gripped {
        1.0
    } else {
        contact.friction * push / (wanted - contact.friction * grip_push)
    };
    let normal_impulse = push + share * grip_push;
    let tangential_impulse = grip_along * share;
    let impulse = normal * normal_impulse + tangential_impulse;
    Rebound {
        velocity: velocity + impulse / ball.mass,
        spin: spin + ball.spin(axis, arm.cross(impulse)),
        normal_impulse,
        tangential_impulse,
        gripped,
    }
}

/// Speed at which the point of a ball that is nearest to a face comes to it, m/s: along the unit normal of the face,
/// which stands still.
pub(crate) fn approach_speed(body: &Spheroid, normal: DVec3, state: &State) -> f64 {
    let arm = body.contact_point(Spheroid::axis(state.rotation), normal);
    -normal.dot(state.velocity + state.spin.cross(arm))
}

/// The rebound of a ball at a temperature (K) from a surface that stands still.
pub(crate) fn rebound_from(
    body: &Spheroid,
    temperature: f64,
    surface: &Surface,
    normal: DVec3,
    state: &State,
) -> Rebound {
    let axis = Spheroid::axis(state.rotation);
    let arm = body.contact_point(axis, normal);
    let approach = -(state.velocity + state.spin.cross(arm)).dot(normal);
    let contact = surface.contact(approach, state.position + arm, temperature);
    spheroid_rebound(body, &contact, axis, normal, state.velocity, state.spin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impact::{Sphere, rebound};
    use proptest::prelude::*;

    fn rugby() -> Spheroid {
        Spheroid {
            mass: 0.435,
            long: 0.145,
            short: 0.0955,
            inertia_axial: 0.00264,
            inertia_transverse: 0.0039,
        }
    }

    fn contact(restitution: f64, friction: f64, tangential_restitution: f64) -> Contact {
        Contact {
            restitution,
            friction,
            tangential_restitution,
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
        fn an_impact_keeps_angular_momentum_about_the_contact_and_makes_no_energy(
            n in direction(), axis in direction(), v in vector(40.0), w in vector(100.0),
            e in 0.0..1.0, mu in 0.0..3.0, et in 0.0..1.0,
        ) {
            let ball = rugby();
            let after = spheroid_rebound(&ball, &contact(e, mu, et), axis, n, v, w);
            let arm = ball.contact_point(axis, n);
            // About the contact point the centre's momentum has the arm -arm.
            let momentum = |v: DVec3, w: DVec3| {
                ball.angular_momentum(axis, w) - arm.cross(v * ball.mass)
            };
            let (before_l, after_l) = (momentum(v, w), momentum(after.velocity, after.spin));
            prop_assert!((before_l - after_l).length() <= 1e-12 * (1.0 + before_l.length()));
            let energy = |v: DVec3, w: DVec3| {
                0.5 * ball.mass * v.length_squared() + ball.spin_energy(axis, w)
            };
            let (before_e, after_e) = (energy(v, w), energy(after.velocity, after.spin));
            prop_assert!(after_e <= before_e * (1.0 + 1e-12), "{before_e} -> {after_e}");
            let u = v + w.cross(arm);
            if u.dot(n) < 0.0 {
                let parting = (after.velocity + after.spin.cross(arm)).dot(n);
                prop_assert!((parting + e * u.dot(n)).abs() < 1e-11 * 60.0);
                prop_assert!(after.normal_impulse >= 0.0);
                let j_t = after.tangential_impulse.length();
                prop_assert!(j_t <= mu * after.normal_impulse * (1.0 + 1e-12) + 1e-12);
            } else {
                prop_assert_eq!(after.velocity, v);
                prop_assert_eq!(after.spin, w);
            }
        }

        #[test]
        fn a_spheroid_with_equal_axes_bounces_as_a_sphere(
            n in direction(), axis in direction(), v in vector(40.0), w in vector(600.0),
            r in 0.02..0.2, alpha in 0.35..0.67, e in 0.0..1.0, mu in 0.0..2.0, et in 0.0..1.0,
        ) {
            let mass = 0.3;
            let inertia = alpha * mass * r * r;
            let ball = Spheroid {
                mass, long: r, short: r, inertia_axial: inertia, inertia_transverse: inertia,
            };
            let sphere = Sphere { mass, radius: r, inertia_factor: alpha };
            let law = contact(e, mu, et);
            let one = spheroid_rebound(&ball, &law, axis, n, v, w);
            let two = rebound(&sphere, &law, n, v, w);
            let speed = 40.0 + 600.0 * r;
            prop_assert!((one.velocity - two.velocity).length() < 1e-12 * speed);
            prop_assert!((one.spin - two.spin).length() * r < 1e-12 * speed);
            prop_assert!((one.normal_impulse - two.normal_impulse).abs() < 1e-12 * speed);
        }

        #[test]
        fn an_impact_of_a_spheroid_is_the_same_seen_in_a_mirror(
            axis in direction(), v in vector(40.0), w in vector(100.0), mu in 0.0..2.0, et in 0.0..1.0,
        ) {
            let mirror_v = |v: DVec3| DVec3::new(v.x, v.y, -v.z);
            let mirror_w = |w: DVec3| DVec3::new(-w.x, -w.y, w.z);
            let (ball, law) = (rugby(), contact(0.7, mu, et));
            let one = spheroid_rebound(&ball, &law, axis, DVec3::Y, v, w);
            let two =
                spheroid_rebound(&ball, &law, mirror_v(axis), DVec3::Y, mirror_v(v), mirror_w(w));
            prop_assert!((mirror_v(one.velocity) - two.velocity).length() < 1e-11);
            prop_assert!((mirror_w(one.spin) - two.spin).length() < 1e-9);
        }
    }

    /// A stick-slip bound of plain restitution with Coulomb friction: this impact would gain energy if
    /// normal and tangential restitution were applied to the contact velocity alone.
    #[test]
    fn energy_grows_with_plain_restitution_of_an_oblique_spheroid() {
        let ball = rugby();
        let mut worst = 0.0;
        for tilt in 1..90 {
            let angle = f64::from(tilt).to_radians();
            let axis = DVec3::new(
                voltex_math::f64::cos(angle),
                voltex_math::f64::sin(angle),
                0.0,
            );
            for forward in -20..=20 {
                let v = DVec3::new(f64::from(forward), -5.0, 0.0);
                let u = v;
                let arm = ball.contact_point(axis, DVec3::Y);
                let respond = |j: DVec3| j / ball.mass + ball.spin(axis, arm.cross(j)).cross(arm);
                let k = DMat3::from_cols(respond(DVec3::X), respond(DVec3::Y), respond(DVec3::Z));
                // u' = (0, -u_y, 0): normal restitution 1, sticking.
                let plain = k.inverse() * (DVec3::new(0.0, -u.y, 0.0) - u);
                let gain = plain.dot(u + DVec3::new(0.0, -u.y, 0.0)) * 0.5;
                if gain > worst {
                    worst = gain;
                }
                let after = spheroid_rebound(
                    &ball,
                    &contact(1.0, 1e9, 0.0),
                    axis,
                    DVec3::Y,
                    v,
                    DVec3::ZERO,
                );
                let energy = 0.5 * ball.mass * after.velocity.length_squared()
                    + ball.spin_energy(axis, after.spin);
                assert!(energy <= 0.5 * ball.mass * v.length_squared() * (1.0 + 1e-12));
            }
        }
        assert!(worst > 0.1, "the naive law gains at most {worst} J");
    }

    #[test]
    fn a_ball_dropped_on_its_tip_or_belly_rises_straight() {
        let ball = rugby();
        for axis in [DVec3::Y, DVec3::X, DVec3::Z] {
            let after = spheroid_rebound(
                &ball,
                &contact(0.6, 0.5, 0.0),
                axis,
                DVec3::Y,
                DVec3::new(0.0, -4.0, 0.0),
                DVec3::ZERO,
            );
            assert!((after.velocity - DVec3::new(0.0, 2.4, 0.0)).length() < 1e-14);
            assert_eq!(after.spin, DVec3::ZERO);
        }
    }
}
