//! The impulse law of two rigid bodies that touch at one point.
//!
//! One function for tests, labs, balls and boxes. With the contact velocity `v = v_B - v_A`, the normal `n`
//! from A to B and the collision matrix `K` (velocity per impulse), let `P_1` be the impulse along `n` that
//! stops the approach, `P_2` the impulse that stops the contact point altogether, and `D = P_2 - P_1`. Then
//!
//! ```text
//! P = (1 + e) P_1 + k D,    k = 1 + e_t, or less where |P_t| <= mu P_n ends it
//! ```
//!
//! (Chatterjee and Ruina, *A new algebraic rigid-body collision law based on impulse space considerations*,
//! J. Appl. Mech. 65, 1998). `D` does not change the normal velocity, so the bodies part at exactly `e` times
//! the approach speed, also where normal and tangential motion are coupled (rods, boxes off their centre).
//! The energy changes by `-(1 - e^2) v_n^2/(2 n.K n) - (k - k^2/2) D.K D`, which is never positive for `e` from
//! 0 to 1 and `k` from 0 to 2. For a sphere the law is the slide-or-grip law of `voltex_flight::impact`.

use voltex_math::{DMat3, DVec3};

/// A rigid body as an impact sees it, in world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactBody {
    /// 1/kg; 0 for a body that cannot be moved.
    pub inverse_mass: f64,
    /// Inverse of the inertia tensor about the centre of mass, world axes, 1/(kg m^2); zero for a body that
    /// cannot be turned.
    pub inverse_inertia: DMat3,
    /// Velocity of the centre of mass, m/s.
    pub velocity: DVec3,
    /// rad/s
    pub angular_velocity: DVec3,
    /// From the centre of mass to the contact point, m.
    pub arm: DVec3,
}

impl ImpactBody {
    /// A body that nothing moves, standing still.
    pub const FIXED: Self = Self {
        inverse_mass: 0.0,
        inverse_inertia: DMat3::ZERO,
        velocity: DVec3::ZERO,
        angular_velocity: DVec3::ZERO,
        arm: DVec3::ZERO,
    };

    /// Velocity of the contact point, m/s.
    pub fn contact_velocity(&self) -> DVec3 {
        self.velocity + self.angular_velocity.cross(self.arm)
    }

    /// The body after an impulse (N s) at the contact point.
    pub fn struck(&self, impulse: DVec3) -> Self {
        Self {
            velocity: self.velocity + self.inverse_mass * impulse,
            angular_velocity: self.angular_velocity
                + self.inverse_inertia * self.arm.cross(impulse),
            ..*self
        }
    }

    /// Change of the contact point's velocity for an impulse there, m/s.
    fn response(&self, impulse: DVec3) -> DVec3 {
        self.inverse_mass * impulse
            + (self.inverse_inertia * self.arm.cross(impulse)).cross(self.arm)
    }
}

/// How a pair of surfaces behaves at the approach speed of an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactLaw {
    /// Normal restitution `e`, 0 to 1.
    pub restitution: f64,
    /// Coulomb friction `mu`, finite, 0 or more.
    pub friction: f64,
    /// Tangential restitution `e_t` of a gripping contact, 0 to 1: 0 stops the slip, 1 reverses it.
    pub tangential_restitution: f64,
}

/// What an impact does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impulse {
    /// On B, N s; A gets the opposite.
    pub on_b: DVec3,
    /// Its part along the normal, N s, at least 0.
    pub normal: f64,
    /// Whether friction stopped the slip of the contact point.
    pub gripped: bool,
}

impl Impulse {
    /// Nothing happens.
    pub const NONE: Self = Self {
        on_b: DVec3::ZERO,
        normal: 0.0,
        gripped: false,
    };
}

/// The impulse between `a` and `b` that meet at one point with the unit `normal` from A to B.
///
/// Nothing happens where they do not approach (`(v_B - v_A) . n >= 0`), where neither can be moved, or where
/// a number is NaN.
pub fn impulse(a: &ImpactBody, b: &ImpactBody, normal: DVec3, law: &ImpactLaw) -> Impulse {
    let velocity = b.contact_velocity() - a.contact_velocity();
    let approach = velocity.dot(normal);
    let response = |impulse: DVec3| a.response(impulse) + b.response(impulse);
    let along = response(normal);
    let mobility = normal.dot(along);
    // Written so that NaN ends here.
    if !(approach < 0.0 && mobility > 0.0 && mobility.is_finite()) {
        return Impulse::NONE;
    }
    let stop = -approach / mobility;
    let push = (1.0 + law.restitution) * stop;
    // Velocity along the surface once the approach has been stopped.
    let slip = velocity + stop * along;
    let slip = slip - slip.dot(normal) * normal;
    let Some(grip) = stopping(&response, normal, along, mobility, slip) else {
        return Impulse {
            on_b: push * normal,
            normal: push,
            gripped: slip == DVec3::ZERO,
        };
    };
    let grip_along = grip.dot(normal);
    let grip_across = (grip - grip_along * normal).length();
    let wanted = 1.0 + law.tangential_restitution;
    // On the cone: k |D_t| = mu (push + k D_n).
    let slope = grip_across - law.friction * grip_along;
    let gripped = wanted * slope <= law.friction * push;
    let share = if gripped {
        wanted
    } else {
        law.friction * push / slope
    };
    Impulse {
        on_b: push * normal + share * grip,
        normal: push + share * grip_along,
        gripped,
    }
}

/// The impulse `D` that stops the slip and leaves the normal velocity alone; `None` if nothing does.
fn stopping(
    response: &impl Fn(DVec3) -> DVec3,
    normal: DVec3,
    along: DVec3,
    mobility: f64,
    slip: DVec3,
) -> Option<DVec3> {
    let speed = slip.length();
    if speed == 0.0 {
        return None;
    }
    // Two tangents, each joined with as much of the normal as keeps the normal velocity.
    let first = slip / speed;
    let second = normal.cross(first);
    let keep = |tangent: DVec3| tangent - normal * (tangent.dot(along) / mobility);
    let (first_impulse, second_impulse) = (keep(first), keep(second));
    let (first_response, second_response) = (response(first_impulse), response(second_impulse));
    let k11 = first.dot(first_response);
    let k12 = first.dot(second_response);
    let k22 = second.dot(second_response);
    let determinant = k11 * k22 - k12 * k12;
    // A locked axis may leave no way to stop the slip in one of the two directions.
    if determinant > 1.0e-9 * k11 * k22 {
        let scale = -speed / determinant;
        return Some(scale * (k22 * first_impulse - k12 * second_impulse));
    }
    (k11 > 0.0).then(|| first_impulse * (-speed / k11))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sphere(
        mass: f64,
        radius: f64,
        factor: f64,
        velocity: DVec3,
        spin: DVec3,
        arm: DVec3,
    ) -> ImpactBody {
        ImpactBody {
            inverse_mass: 1.0 / mass,
            inverse_inertia: DMat3::from_diagonal(DVec3::splat(
                1.0 / (factor * mass * radius * radius),
            )),
            velocity,
            angular_velocity: spin,
            arm,
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

    /// A box of random sizes, turned, struck at a random point.
    fn body() -> impl Strategy<Value = ImpactBody> {
        (
            0.1..50.0,
            vector(1.0),
            direction(),
            0.0..3.0,
            vector(10.0),
            vector(20.0),
            vector(1.0),
        )
            .prop_map(
                |(mass, size, axis, angle, velocity, angular_velocity, arm)| {
                    let s = size.abs() + DVec3::splat(0.05);
                    let square = s * s;
                    let inertia = DVec3::new(
                        square.y + square.z,
                        square.z + square.x,
                        square.x + square.y,
                    ) * (mass / 3.0);
                    let turn = DMat3::from_axis_angle(axis, angle);
                    ImpactBody {
                        inverse_mass: 1.0 / mass,
                        inverse_inertia: turn
                            * DMat3::from_diagonal(1.0 / inertia)
                            * turn.transpose(),
                        velocity,
                        angular_velocity,
                        arm: turn * (arm * s),
                    }
                },
            )
    }

    fn energy(body: &ImpactBody) -> f64 {
        let inertia = body.inverse_inertia.inverse();
        0.5 * body.velocity.length_squared() / body.inverse_mass
            + 0.5 * body.angular_velocity.dot(inertia * body.angular_velocity)
    }

    #[test]
    fn equal_spheres_head_on_exchange_velocities() {
        let a = sphere(2.0, 0.5, 0.4, DVec3::X * 3.0, DVec3::ZERO, DVec3::X * 0.5);
        let b = sphere(2.0, 0.5, 0.4, DVec3::X * -1.0, DVec3::ZERO, DVec3::X * -0.5);
        let law = ImpactLaw {
            restitution: 1.0,
            friction: 0.5,
            tangential_restitution: 0.0,
        };
        let j = impulse(&a, &b, DVec3::X, &law);
        assert_eq!(a.struck(-j.on_b).velocity, DVec3::X * -1.0);
        assert_eq!(b.struck(j.on_b).velocity, DVec3::X * 3.0);
    }

    #[test]
    fn parting_bodies_and_fixed_bodies_and_nan_are_left_alone() {
        let a = sphere(2.0, 0.5, 0.4, DVec3::X * -3.0, DVec3::ZERO, DVec3::X * 0.5);
        let b = sphere(2.0, 0.5, 0.4, DVec3::ZERO, DVec3::ZERO, DVec3::X * -0.5);
        let law = ImpactLaw {
            restitution: 1.0,
            friction: 0.5,
            tangential_restitution: 0.0,
        };
        assert_eq!(impulse(&a, &b, DVec3::X, &law), Impulse::NONE);
        assert_eq!(
            impulse(&ImpactBody::FIXED, &ImpactBody::FIXED, DVec3::X, &law),
            Impulse::NONE
        );
        let broken = ImpactBody {
            velocity: DVec3::splat(f64::NAN),
            ..b
        };
        assert_eq!(impulse(&a, &broken, DVec3::X, &law), Impulse::NONE);
    }

    /// A rod that falls flat and strikes with one end: the closed form of the plane problem,
    /// `j = (1 + e) v/(1/m + r^2/I)` with `I = m l^2/12`, `r = l/2`.
    #[test]
    fn a_falling_rod_struck_at_its_end() {
        let (m, l, e, v) = (3.0, 2.0, 0.6, 5.0);
        let about = m * l * l / 12.0;
        let rod = ImpactBody {
            inverse_mass: 1.0 / m,
            inverse_inertia: DMat3::from_diagonal(DVec3::new(1.0 / 1e-3, 1.0 / about, 1.0 / about)),
            velocity: DVec3::Y * -v,
            angular_velocity: DVec3::ZERO,
            arm: DVec3::X * (l / 2.0),
        };
        let law = ImpactLaw {
            restitution: e,
            friction: 0.0,
            tangential_restitution: 0.0,
        };
        let j = impulse(&ImpactBody::FIXED, &rod, DVec3::Y, &law);
        let expected = (1.0 + e) * v / (1.0 / m + l * l / 4.0 / about);
        assert!((j.normal / expected - 1.0).abs() < 1e-14);
        let after = rod.struck(j.on_b);
        assert!((after.contact_velocity().y - e * v).abs() < 1e-13);
    }

    proptest! {
        #[test]
        fn momentum_is_kept_and_energy_never_grows_for_boxes_struck_anywhere(
            a in body(), b in body(), n in direction(), e in 0.0..=1.0, mu in 0.0..2.0, et in 0.0..=1.0,
        ) {
            let law = ImpactLaw { restitution: e, friction: mu, tangential_restitution: et };
            let j = impulse(&a, &b, n, &law);
            let (after_a, after_b) = (a.struck(-j.on_b), b.struck(j.on_b));
            let before = energy(&a) + energy(&b);
            let after = energy(&after_a) + energy(&after_b);
            prop_assert!(after <= before * (1.0 + 1e-12), "{before} J -> {after} J");
            let momentum = |a: &ImpactBody, b: &ImpactBody| a.velocity / a.inverse_mass + b.velocity / b.inverse_mass;
            prop_assert!((momentum(&a, &b) - momentum(&after_a, &after_b)).length() <= 1e-11 * (1.0 + momentum(&a, &b).length()));
            let speed = |a: &ImpactBody, b: &ImpactBody| b.contact_velocity() - a.contact_velocity();
            let (u, w) = (speed(&a, &b), speed(&after_a, &after_b));
            if u.dot(n) < 0.0 {
                prop_assert!((w.dot(n) + e * u.dot(n)).abs() <= 1e-10 * (1.0 + u.length()));
                let across = (j.on_b - j.normal * n).length();
                prop_assert!(j.normal >= 0.0 && across <= mu * j.normal * (1.0 + 1e-9) + 1e-12, "{across} {j:?}");
            } else {
                prop_assert_eq!(j, Impulse::NONE);
            }
        }

        #[test]
        fn exchanging_the_bodies_turns_the_impulse_round(
            a in body(), b in body(), n in direction(), e in 0.0..=1.0, mu in 0.0..2.0, et in 0.0..=1.0,
        ) {
            let law = ImpactLaw { restitution: e, friction: mu, tangential_restitution: et };
            let one = impulse(&a, &b, n, &law).on_b;
            let two = impulse(&b, &a, -n, &law).on_b;
            prop_assert!((one + two).length() <= 1e-11 * (1.0 + one.length()));
        }

        /// The row `spin-after-bounce` in its closed form: grip gives `vt' = (vt + alpha r w)/(1 + alpha)`.
        #[test]
        fn a_sphere_on_a_floor_slides_or_grips(
            v in vector(20.0), w in vector(100.0), r in 0.02..0.3, alpha in 0.3..0.67, e in 0.0..1.0, mu in 0.0..1.5,
        ) {
            let v = DVec3::new(v.x, -v.y.abs() - 0.1, v.z);
            let ball = sphere(0.4, r, alpha, v, w, DVec3::Y * -r);
            let law = ImpactLaw { restitution: e, friction: mu, tangential_restitution: 0.0 };
            let j = impulse(&ImpactBody::FIXED, &ball, DVec3::Y, &law);
            let after = ball.struck(j.on_b);
            let slip = ball.contact_velocity().with_y(0.0);
            let push = (1.0 + e) * -v.y;
            let needed = slip.length() * alpha / (1.0 + alpha);
            if (mu * push - needed).abs() < 1e-9 {
                return Ok(());
            }
            let expected = if mu * push > needed {
                v.with_y(0.0) - slip * (alpha / (1.0 + alpha))
            } else {
                v.with_y(0.0) - slip * (mu * push / slip.length())
            };
            prop_assert_eq!(j.gripped, mu * push > needed);
            prop_assert!((after.velocity.with_y(0.0) - expected).length() < 1e-11 * (1.0 + v.length()));
            prop_assert!((after.velocity.y + e * v.y).abs() < 1e-12 * (1.0 + v.length()));
        }
    }

    #[test]
    fn a_body_that_may_not_turn_about_an_axis_still_obeys_the_cone() {
        let cart = ImpactBody {
            inverse_mass: 0.5,
            inverse_inertia: DMat3::ZERO,
            velocity: DVec3::new(4.0, -2.0, 1.0),
            angular_velocity: DVec3::ZERO,
            arm: DVec3::Y * -0.5,
        };
        let law = ImpactLaw {
            restitution: 0.5,
            friction: 0.2,
            tangential_restitution: 0.0,
        };
        let j = impulse(&ImpactBody::FIXED, &cart, DVec3::Y, &law);
        assert!((j.normal - 6.0).abs() < 1e-12);
        let after = cart.struck(j.on_b);
        let lost = (cart.velocity - after.velocity).with_y(0.0);
        assert!((lost.length() - 0.2 * 3.0).abs() < 1e-12, "{lost}");
    }
}
