//! How a spheroid turns within a step: as it would without a torque, and then a little more.
//!
//! The attitude is `T(p) q_free(t)` with `q_free` the torque-free top that leaves with the state at the start, and `T(p)`
//! the rotation whose Rodrigues vector is `p/2`: about `p`, by twice the arc tangent of half its length. Where the spin
//! exceeds that of the top by `u`, as the turned top has it, `p' = u + u x p/2 + p (p.u)/4`, and the other way
//! `u = (p' + p x p'/2)/(1 + p^2/4)` (Shuster 1993, J. Astronautical Sciences 41:439, section on Rodrigues parameters):
//! both exact, with no elementary function. Within a step `p` is the quintic that meets it and its first two derivatives
//! at both ends.

use voltex_math::{DQuat, DVec3};

use crate::spheroid::FreeTop;
use crate::state::State;

/// The turn of an oval ball through a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SpheroidTurn {
    free: FreeTop,
    /// Coefficients of s^2 to s^5 in `p`.
    added: [DVec3; 4],
}

/// `p` with its first two derivatives, by the fraction of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Added {
    pub(crate) value: DVec3,
    pub(crate) first: DVec3,
    pub(crate) second: DVec3,
}

impl SpheroidTurn {
    /// From the second derivative of `p` at the start, where it begins with zero, and from `p` at the end.
    pub(crate) fn new(free: FreeTop, start: DVec3, end: &Added) -> Self {
        let c2 = start * 0.5;
        // What is left at s = 1 of p, its rate, and half its second derivative.
        let p = end.value - c2;
        let v = end.first - c2 * 2.0;
        let a = end.second * 0.5 - c2;
        Self {
            free,
            added: [
                c2,
                p * 10.0 - v * 4.0 + a,
                v * 7.0 - p * 15.0 - a * 2.0,
                p * 6.0 - v * 3.0 + a,
            ],
        }
    }

    /// Attitude and spin (rad/s) at a fraction of a step of `h` seconds that begins with a state.
    pub(crate) fn at(&self, start: &State, h: f64, s: f64) -> (DQuat, DVec3) {
        let [cone, own] = self.free.turns(s * h);
        let c = &self.added;
        let p = (c[0] + (c[1] + (c[2] + c[3] * s) * s) * s) * (s * s);
        let rate = (c[0] * 2.0 + (c[1] * 3.0 + (c[2] * 4.0 + c[3] * (5.0 * s)) * s) * s) * s;
        let rotation = (rodrigues(p) * (cone * (start.rotation * own))).normalize();
        (
            rotation,
            turned_by(p, cone * start.spin) + excess(p, rate) / h,
        )
    }

    /// Bounds of how fast the ball turns, rad per step of `h` seconds from a spin (rad/s), and of how fast that changes, rad
    /// per step squared.
    pub(crate) fn bounds(&self, spin: DVec3, h: f64) -> [f64; 2] {
        let sizes = self.added.map(|c| c.length());
        let sum = |factors: [f64; 4]| -> f64 { (0..4).map(|i| sizes[i] * factors[i]).sum() };
        let p = sum([1.0; 4]);
        let first = sum([2.0, 3.0, 4.0, 5.0]);
        let second = sum([2.0, 6.0, 12.0, 20.0]);
        // Of the torque-free top: the size of its spin stays, and its direction goes round.
        let (free, cone) = (spin.length() * h, self.free.cone.length() * h);
        let excess = first * (1.0 + 0.5 * p);
        let change = second * (1.0 + 0.5 * p) + 0.5 * excess * p * first;
        [free + excess, (cone + excess) * free + change]
    }
}

/// `T(p)`, not of unit length.
pub(crate) fn rodrigues(p: DVec3) -> DQuat {
    DQuat::from_xyzw(0.5 * p.x, 0.5 * p.y, 0.5 * p.z, 1.0)
}

/// A vector turned by `T(p)`.
pub(crate) fn turned_by(p: DVec3, vector: DVec3) -> DVec3 {
    let across = p.cross(vector);
    vector + (across + p.cross(across) * 0.5) * (1.0 / (1.0 + 0.25 * p.length_squared()))
}

/// The spin that makes `p` change at a rate.
fn excess(p: DVec3, rate: DVec3) -> DVec3 {
    (rate + p.cross(rate) * 0.5) * (1.0 / (1.0 + 0.25 * p.length_squared()))
}

/// The rate of `p` under a spin on top of that of the turned top.
pub(crate) fn rate_under(p: DVec3, excess: DVec3) -> DVec3 {
    excess + excess.cross(p) * 0.5 + p * (0.25 * p.dot(excess))
}

#[cfg(test)]
mod tests {
    use super::*;
    use voltex_math::random::{Key, uniform_in};

    fn vector(key: Key, i: u64, size: f64) -> DVec3 {
        let random = |j: u64| uniform_in(key, 3 * i + j, -size, size);
        DVec3::new(random(0), random(1), random(2))
    }

    #[test]
    fn a_vector_turns_as_the_quaternion_turns_it() {
        let key = Key::new(5, 1);
        for i in 0..200 {
            let (p, v) = (vector(key, 2 * i, 2.0), vector(key, 2 * i + 1, 3.0));
            let turned = rodrigues(p).normalize() * v;
            assert!((turned_by(p, v) - turned).length() < 1e-14, "{p} {v}");
        }
    }

    #[test]
    fn spin_and_rate_of_the_vector_are_inverse() {
        let key = Key::new(5, 2);
        for i in 0..200 {
            let (p, u) = (vector(key, 2 * i, 2.0), vector(key, 2 * i + 1, 30.0));
            let back = excess(p, rate_under(p, u));
            assert!((back - u).length() < 1e-13 * 30.0, "{p} {u} {back}");
        }
    }

    #[test]
    fn a_steady_spin_turns_by_its_angle() {
        // About one axis p is 2 tan(angle/2).
        let axis = DVec3::new(2.0, -3.0, 6.0) / 7.0;
        for angle in [0.1, 0.7, 2.0] {
            let p = axis * (2.0 * voltex_math::f64::tan(0.5 * angle));
            let slope = 1.0 + 0.25 * p.length_squared();
            assert!((rate_under(p, axis) - axis * slope).length() < 1e-13);
            let turned = crate::state::turned(DQuat::IDENTITY, axis * angle) * DVec3::Y;
            assert!((turned_by(p, DVec3::Y) - turned).length() < 1e-14);
        }
    }
}
