//! The push of the ground on a spheroid that stays in contact: rolling, rocking and sliding.
//!
//! The velocity of the contact point, `u = v + w x r`, changes by `u' = a + w' x r + w x r'`, where the arm
//! `r` runs over the ball's surface as it turns; `u . n` is the rate of the gap. A force `F` at the contact
//! changes `u'` by `K F`. A ball that grips has `u' = 0`; one that slips has `u' . n = 0` and Coulomb's
//! friction against its slip. Rolling and spinning are resisted by torques `mu_r N b` and `mu_s N b`
//! against the parts of the spin along the ground and about its normal.

use voltex_math::{DMat3, DVec3};

use crate::spheroid::Spheroid;

/// Spin (rad/s) below which resistance fades, so that it ends a motion without reversing it.
const SLOW_SPIN: f64 = 0.05;

/// How a spheroid touches the ground during one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Footing {
    /// Unit normal of the ground.
    pub(crate) normal: DVec3,
    /// Coulomb friction.
    pub(crate) friction: f64,
    /// Rolling resistance.
    pub(crate) rolling: f64,
    /// Resistance to spin about the normal.
    pub(crate) spinning: f64,
    /// Gripping or slipping.
    pub(crate) grip: Grip,
}

/// The state of the contact point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Grip {
    /// At rest on the ground.
    Grips,
    /// Sliding; the unit vector is the direction of the slip at the start of the step.
    Slips(DVec3),
}

/// What the ground does to the ball.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Push {
    /// Force, N.
    pub(crate) force: DVec3,
    /// Moment about the centre, N m.
    pub(crate) moment: DVec3,
    /// Part of the force along the normal, N; negative where the ball would have to be held down.
    pub(crate) normal: f64,
}

/// Velocity of the contact point, m/s.
pub(crate) fn contact_velocity(
    body: &Spheroid,
    normal: DVec3,
    axis: DVec3,
    velocity: DVec3,
    spin: DVec3,
) -> DVec3 {
    velocity + spin.cross(body.contact_point(axis, normal))
}

/// Change of the contact point's velocity by a unit force there, as a matrix: `K`, 1/kg.
fn mobility(body: &Spheroid, axis: DVec3, arm: DVec3) -> DMat3 {
    let respond = |force: DVec3| force / body.mass + body.spin(axis, arm.cross(force)).cross(arm);
    DMat3::from_cols(respond(DVec3::X), respond(DVec3::Y), respond(DVec3::Z))
}

/// Takes the velocity of the contact point away by an impulse: along the normal alone, or all of it.
/// Returns velocity and spin; kinetic energy never grows.
pub(crate) fn stilled(
    body: &Spheroid,
    normal: DVec3,
    axis: DVec3,
    velocity: DVec3,
    spin: DVec3,
    all: bool,
) -> (DVec3, DVec3) {
    let arm = body.contact_point(axis, normal);
    let point = velocity + spin.cross(arm);
    let mobility = mobility(body, axis, arm);
    let impulse = if all {
        mobility.inverse() * -point
    } else {
        normal * (-point.dot(normal) / normal.dot(mobility * normal))
    };
    (
        velocity + impulse / body.mass,
        spin + body.spin(axis, arm.cross(impulse)),
    )
}

impl Footing {
    /// The push on a ball that gravity and air alone would give `acceleration` (m/s^2) and `moment` (N m).
    pub(crate) fn push(
        &self,
        body: &Spheroid,
        axis: DVec3,
        velocity: DVec3,
        spin: DVec3,
        acceleration: DVec3,
        moment: DVec3,
    ) -> Push {
        let n = self.normal;
        let arm = body.contact_point(axis, n);
        let free = acceleration
            + body.angular_acceleration(axis, spin, moment).cross(arm)
            + spin.cross(arm_rate(body, n, axis, arm, spin));

        // The torque of resistance per normal force, and what it does to the contact point.
        let about = spin.dot(n);
        let rolling = spin - n * about;
        let fading = |part: DVec3| part / (part.length_squared() + SLOW_SPIN * SLOW_SPIN).sqrt();
        let resistance =
            (fading(rolling) * self.rolling + fading(n * about) * self.spinning) * -body.short;
        let resisted = body.spin(axis, resistance).cross(arm);

        let mobility = mobility(body, axis, arm);
        let force = match self.grip {
            Grip::Grips => {
                let with = DMat3::from_cols(
                    mobility.x_axis + resisted * n.x,
                    mobility.y_axis + resisted * n.y,
                    mobility.z_axis + resisted * n.z,
                );
                with.inverse() * -free
            }
            Grip::Slips(start) => {
                let point = velocity + spin.cross(arm);
                let slip = point - n * point.dot(n);
                // A slip that comes to its end and would turn round within the step keeps its direction:
                // the step is then cut where the slip ends.
                let along = if slip.dot(start) > 0.0 {
                    slip / slip.length()
                } else {
                    start
                };
                let direction = n - along * self.friction;
                let size = -free.dot(n) / n.dot(mobility * direction + resisted);
                direction * size
            }
        };
        let normal = force.dot(n);
        Push {
            force,
            moment: arm.cross(force) + resistance * normal,
            normal,
        }
    }
}

/// Rate of the contact arm `-w/s` with `w = b^2 n + (a^2 - b^2) c p`, `s` its reach, `p` the axis and
/// `c = p . n`, m/s.
fn arm_rate(body: &Spheroid, normal: DVec3, axis: DVec3, arm: DVec3, spin: DVec3) -> DVec3 {
    let reach = body.support(axis, normal);
    let stretch = body.long * body.long - body.short * body.short;
    let along = axis.dot(normal);
    let axis_rate = spin.cross(axis);
    let along_rate = axis_rate.dot(normal);
    let stretched_rate = (axis * along_rate + axis_rate * along) * stretch;
    let reach_rate = stretch * along * along_rate / reach;
    (stretched_rate + arm * reach_rate) * (-1.0 / reach)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::turned;
    use proptest::prelude::*;
    use voltex_math::DQuat;

    fn rugby() -> Spheroid {
        Spheroid {
            mass: 0.435,
            long: 0.145,
            short: 0.0955,
            inertia_axial: 0.00264,
            inertia_transverse: 0.0039,
        }
    }

    proptest! {
        #[test]
        fn the_rate_of_the_arm_is_its_derivative(
            turn in prop::array::uniform3(-3.0..3.0), w in prop::array::uniform3(-30.0..30.0),
        ) {
            let body = rugby();
            let start = turned(DQuat::IDENTITY, DVec3::from_array(turn));
            let spin = DVec3::from_array(w);
            let arm = |t: f64| {
                body.contact_point(Spheroid::axis(turned(start, spin * t)), DVec3::Y)
            };
            let h = 1e-5;
            let slope = (arm(h) - arm(-h)) / (2.0 * h);
            let ours = arm_rate(&body, DVec3::Y, Spheroid::axis(start), arm(0.0), spin);
            prop_assert!((slope - ours).length() < 1e-5, "{slope} {ours}");
        }

        #[test]
        fn stilling_the_contact_point_takes_energy(
            turn in prop::array::uniform3(-3.0..3.0), v in prop::array::uniform3(-3.0..3.0),
            w in prop::array::uniform3(-30.0..30.0), all in any::<bool>(),
        ) {
            let body = rugby();
            let axis = Spheroid::axis(turned(DQuat::IDENTITY, DVec3::from_array(turn)));
            let (v, w) = (DVec3::from_array(v), DVec3::from_array(w));
            let energy = |v: DVec3, w: DVec3| {
                0.5 * body.mass * v.length_squared() + body.spin_energy(axis, w)
            };
            let (after_v, after_w) = stilled(&body, DVec3::Y, axis, v, w, all);
            prop_assert!(energy(after_v, after_w) <= energy(v, w) * (1.0 + 1e-12));
            let point = contact_velocity(&body, DVec3::Y, axis, after_v, after_w);
            prop_assert!(point.y.abs() < 1e-12);
            prop_assert!(!all || point.length() < 1e-12);
        }
    }
}
