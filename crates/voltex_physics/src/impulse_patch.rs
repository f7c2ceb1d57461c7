//! Impulses of bodies that meet at several points at the same instant.
//!
//! A box that lands flat meets the ground at four corners. Struck one after the other they would turn it; struck
//! at once they do not. A point that is to meet in what is left of the step may have a part in it: it then is let
//! approach at the speed that closes its gap in that time.
//!
//! The normal impulses are those of Newton's law at all points together,
//! `p >= 0, u' >= -e u, p (u' + e u) = 0` (Moreau, *Unilateral contact and dry friction in finite freedom
//! dynamics*, 1988), friction then stops the slip within the cone of each point. Newton's law with friction can
//! make energy (Kane's rod); where it would, the part of friction that makes it is left out: energy is a
//! quadratic function of how much of it is taken, and not above the old one without it. Without friction the law
//! loses `(1 - e)/(1 + e)` of half the energy of the change, so it never makes any.

// A negated comparison is how NaN fails.
#![allow(clippy::neg_cmp_op_on_partial_ord)]

use voltex_math::{DMat3, DVec3};

use crate::impulse::{ImpactBody, ImpactLaw};

/// One of the points at which bodies meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PatchPoint {
    /// From the centre of mass of A and of B to the point, m.
    pub(crate) arms: [DVec3; 2],
    /// Speed at which the bodies may go on approaching here, m/s: 0 where they touch.
    pub(crate) room: f64,
    /// Impulse on B, N s: the answer.
    pub(crate) impulse: DVec3,
}

impl PatchPoint {
    pub(crate) const fn new(arms: [DVec3; 2], room: f64) -> Self {
        Self {
            arms,
            room,
            impulse: DVec3::ZERO,
        }
    }
}

/// Rounds of the search, and the change in parts of the largest impulse at which it ends.
const ROUNDS: usize = 40;
const SETTLED: f64 = 1.0e-8;

/// Points up to which all sets of pushing points are tried where the search does not settle.
const ENUMERATED: usize = 4;

/// Finds the impulses at all points of two bodies that meet along `normal`, a unit vector from A to B, and returns
/// the bodies after them. The arms of the bodies are not read.
///
/// Nothing happens where they do not approach at any point, or where a number is NaN.
pub(crate) fn strike(
    bodies: [&ImpactBody; 2],
    normal: DVec3,
    points: &mut [PatchPoint],
    law: &ImpactLaw,
) -> [ImpactBody; 2] {
    let before = bodies.map(|body| *body);
    let first = normal.any_orthonormal_vector();
    let mut patch = Patch {
        start: before,
        bodies: before,
        axes: [normal, first, normal.cross(first)],
        rows: points
            .iter()
            .map(|point| Row::new(&before, point, normal, law.restitution))
            .collect(),
    };
    if !patch.rows.iter().any(|row| row.approach < 0.0) {
        return before;
    }
    patch.push();
    if patch.gain() > 0.0 {
        // Points that part but would not be let through may make a rebound that has more energy.
        let rebound = patch.clone();
        patch.rows.iter_mut().for_each(Row::soften);
        patch.bodies = before;
        patch.push();
        let soft = patch.clone();
        patch = rebound;
        patch.keep_energy(&soft, &before);
    }
    let frictionless = patch.clone();
    if law.friction > 0.0 {
        patch.rub(law);
        patch.keep_energy(&frictionless, &before);
    }
    if !patch.bodies.iter().all(|body| body.velocity.is_finite()) {
        return before;
    }
    for (point, row) in points.iter_mut().zip(&patch.rows) {
        point.impulse = row.impulse;
    }
    patch.bodies
}

#[derive(Clone)]
struct Patch {
    /// Before and after.
    start: [ImpactBody; 2],
    bodies: [ImpactBody; 2],
    /// The normal and two tangents.
    axes: [DVec3; 3],
    rows: Vec<Row>,
}

#[derive(Clone)]
struct Row {
    arms: [DVec3; 2],
    /// Velocity of the contact point per impulse.
    mobility: DMat3,
    /// Relative velocity before, m/s, and its normal part.
    slip: DVec3,
    approach: f64,
    /// Normal velocity that is wanted, m/s.
    target: f64,
    impulse: DVec3,
}

impl Row {
    fn new(bodies: &[ImpactBody; 2], point: &PatchPoint, normal: DVec3, restitution: f64) -> Self {
        let arms = point.arms;
        let slip = relative(bodies, arms);
        let approach = slip.dot(normal);
        let response = |axis: DVec3| {
            let of = |body: usize| {
                let ImpactBody {
                    inverse_mass,
                    inverse_inertia,
                    ..
                } = bodies[body];
                inverse_mass * axis + (inverse_inertia * arms[body].cross(axis)).cross(arms[body])
            };
            of(0) + of(1)
        };
        Self {
            arms,
            mobility: DMat3::from_cols(response(DVec3::X), response(DVec3::Y), response(DVec3::Z)),
            slip,
            approach,
            target: if approach < 0.0 {
                -restitution * approach - point.room
            } else {
                -point.room
            },
            impulse: DVec3::ZERO,
        }
    }
}

impl Row {
    /// As without any rebound.
    fn soften(&mut self) {
        self.impulse = DVec3::ZERO;
        self.target = if self.target < 0.0 { self.target } else { 0.0 };
    }
}

/// Velocity of B's point relative to A's, m/s.
fn relative([a, b]: &[ImpactBody; 2], arms: [DVec3; 2]) -> DVec3 {
    b.velocity + b.angular_velocity.cross(arms[1]) - a.velocity - a.angular_velocity.cross(arms[0])
}

fn apply([a, b]: &mut [ImpactBody; 2], arms: [DVec3; 2], impulse: DVec3) {
    *a = ImpactBody { arm: arms[0], ..*a }.struck(-impulse);
    *b = ImpactBody { arm: arms[1], ..*b }.struck(impulse);
}

impl Patch {
    /// Normal impulses alone.
    fn push(&mut self) {
        if !self.push_in_turn() && self.rows.len() <= ENUMERATED {
            self.push_at_once();
        }
    }

    /// Solves for the points that push, whichever they are: those for which no impulse pulls and no other point
    /// approaches. Where the points of a face are more than its motion has freedoms, the search in turn may creep.
    fn push_at_once(&mut self) {
        let (normal, count) = (self.axes[0], self.rows.len());
        let mut matrix = [[0.0; ENUMERATED]; ENUMERATED];
        let mut wanted = [0.0; ENUMERATED];
        for i in 0..count {
            let arms = self.rows[i].arms;
            wanted[i] = self.rows[i].target - self.rows[i].approach;
            for (row, answer) in self.rows.iter().zip(&mut matrix[i]) {
                let mut one = self.start;
                apply(&mut one, row.arms, normal);
                *answer = (relative(&one, arms) - self.rows[i].slip).dot(normal);
            }
        }
        let scale = wanted.iter().fold(0.0, |most, w| larger(most, w.abs()));
        for set in 1..1_u32 << count {
            let Some(push) = solve(&matrix, &wanted, set) else {
                continue;
            };
            let fits = (0..count).all(|i| {
                let speed: f64 = (0..count).map(|j| matrix[i][j] * push[j]).sum();
                push[i] >= 0.0 && speed >= wanted[i] - 1.0e-9 * scale
            });
            if fits {
                self.bodies = self.start;
                for (row, push) in self.rows.iter_mut().zip(push) {
                    row.impulse = push * normal;
                    apply(&mut self.bodies, row.arms, row.impulse);
                }
                return;
            }
        }
    }

    /// Projected Gauss-Seidel; whether it has come to an end.
    fn push_in_turn(&mut self) -> bool {
        let normal = self.axes[0];
        for _ in 0..ROUNDS {
            let (mut largest, mut change) = (0.0, 0.0);
            for row in &mut self.rows {
                let mobility = normal.dot(row.mobility * normal);
                if !(mobility > 0.0) {
                    continue;
                }
                let speed = relative(&self.bodies, row.arms).dot(normal);
                let old = row.impulse.dot(normal);
                let new = larger(old - (speed - row.target) / mobility, 0.0);
                row.impulse = new * normal;
                apply(&mut self.bodies, row.arms, (new - old) * normal);
                largest = larger(largest, new);
                change = larger(change, (new - old).abs());
            }
            if change <= SETTLED * largest {
                return true;
            }
        }
        false
    }

    /// Normal impulses with friction, from what [`Self::push`] has found.
    fn rub(&mut self, law: &ImpactLaw) {
        let [normal, ..] = self.axes;
        for _ in 0..ROUNDS {
            let (mut largest, mut change) = (0.0, 0.0);
            for row in &mut self.rows {
                let old = row.impulse;
                let speed = relative(&self.bodies, row.arms);
                let along = old.dot(normal);
                let mobility = normal.dot(row.mobility * normal);
                if !(mobility > 0.0) {
                    continue;
                }
                let push = larger(along - (speed.dot(normal) - row.target) / mobility, 0.0);
                apply(&mut self.bodies, row.arms, (push - along) * normal);
                let speed = relative(&self.bodies, row.arms);
                // The slip is stopped, or turned round by what the surfaces spring back.
                let wanted =
                    -law.tangential_restitution * (row.slip - row.slip.dot(normal) * normal);
                let across = old - along * normal;
                let stopping = self.axes[1..].iter().fold(across, |sum, axis| {
                    let mobility = axis.dot(row.mobility * *axis);
                    // Half steps: the two tangents act on one another.
                    let part = (speed - wanted).dot(*axis) / mobility;
                    if mobility > 0.0 {
                        sum - 0.7 * part * *axis
                    } else {
                        sum
                    }
                });
                let (limit, length) = (law.friction * push, stopping.length());
                let held = if length > limit {
                    stopping * (limit / length)
                } else {
                    stopping
                };
                apply(&mut self.bodies, row.arms, held - across);
                row.impulse = push * normal + held;
                largest = larger(largest, push);
                change = larger(change, (row.impulse - old).length());
            }
            if change <= SETTLED * largest {
                break;
            }
        }
    }

    /// Energy that the impulses make, J.
    fn gain(&self) -> f64 {
        let work = |row: &Row| {
            let after = relative(&self.bodies, row.arms);
            0.5 * row.impulse.dot(row.slip + after)
        };
        self.rows.iter().map(work).sum()
    }

    /// Takes back as much of what came after `other` as makes energy.
    fn keep_energy(&mut self, other: &Self, before: &[ImpactBody; 2]) {
        // Change of energy for a share s of the way: sum of (p0 + s d) . (w + w0 + s dw)/2.
        let (mut still, mut linear, mut square) = (0.0, 0.0, 0.0);
        for (row, base) in self.rows.iter().zip(&other.rows) {
            let old = relative(&other.bodies, row.arms);
            let change = relative(&self.bodies, row.arms) - old;
            let more = row.impulse - base.impulse;
            still += 0.5 * base.impulse.dot(row.slip + old);
            linear += 0.5 * (more.dot(row.slip + old) + base.impulse.dot(change));
            square += 0.5 * more.dot(change);
        }
        if still + linear + square <= 0.0 {
            return;
        }
        // The function opens upward and is not positive at 0: one root lies between 0 and 1.
        let root = (larger(linear * linear - 4.0 * square * still, 0.0)).sqrt();
        let share = if square > 0.0 {
            (root - linear) / (2.0 * square)
        } else {
            0.0
        };
        let share = if share > 0.0 && share < 1.0 {
            share
        } else {
            0.0
        };
        self.bodies = *before;
        for (row, base) in self.rows.iter_mut().zip(&other.rows) {
            row.impulse = base.impulse + share * (row.impulse - base.impulse);
            apply(&mut self.bodies, row.arms, row.impulse);
        }
    }
}

/// Impulses of the points of a set that give them the velocities wanted, 0 for the others; `None` for a set whose
/// points are not independent.
fn solve(
    matrix: &[[f64; ENUMERATED]; ENUMERATED],
    wanted: &[f64; ENUMERATED],
    set: u32,
) -> Option<[f64; ENUMERATED]> {
    let mut members = [0; ENUMERATED];
    let mut count = 0;
    for i in (0..ENUMERATED).filter(|i| set >> i & 1 == 1) {
        members[count] = i;
        count += 1;
    }
    let members = &members[..count];
    let (mut m, mut x) = (*matrix, *wanted);
    for (k, &i) in members.iter().enumerate() {
        // A matrix of inertia needs no exchange of rows.
        if !(m[i][i] > 1.0e-9 * matrix[i][i]) {
            return None;
        }
        for &j in &members[k + 1..] {
            let factor = m[j][i] / m[i][i];
            for &l in members {
                m[j][l] -= factor * m[i][l];
            }
            x[j] -= factor * x[i];
        }
    }
    let mut push = [0.0; ENUMERATED];
    for (k, &i) in members.iter().enumerate().rev() {
        let known: f64 = members[k + 1..].iter().map(|&j| m[i][j] * push[j]).sum();
        push[i] = (x[i] - known) / m[i][i];
    }
    Some(push)
}

fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impulse::impulse;
    use proptest::prelude::*;

    fn cube(velocity: DVec3, spin: DVec3) -> ImpactBody {
        ImpactBody {
            inverse_mass: 0.5,
            inverse_inertia: DMat3::from_diagonal(DVec3::splat(1.0 / (2.0 / 6.0))),
            velocity,
            angular_velocity: spin,
            arm: DVec3::ZERO,
        }
    }

    fn base() -> Vec<PatchPoint> {
        [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
            .map(|(x, z)| PatchPoint::new([DVec3::ZERO, DVec3::new(x, -0.5, z)], 0.0))
            .to_vec()
    }

    fn energy(body: &ImpactBody) -> f64 {
        0.5 * body.velocity.length_squared() / body.inverse_mass
            + 0.5
                * body
                    .angular_velocity
                    .dot(body.inverse_inertia.inverse() * body.angular_velocity)
    }

    #[test]
    fn a_cube_that_lands_flat_goes_straight_up() {
        let law = ImpactLaw {
            restitution: 0.6,
            friction: 0.5,
            tangential_restitution: 0.0,
        };
        let falling = cube(DVec3::Y * -3.0, DVec3::ZERO);
        let [_, after] = strike([&ImpactBody::FIXED, &falling], DVec3::Y, &mut base(), &law);
        assert!((after.velocity - DVec3::Y * 1.8).length() < 1e-9);
        assert!(after.angular_velocity.length() < 1e-9);
    }

    /// Without friction the speed along the ground stays; with much of it a cube that lands flat and sliding
    /// loses energy and keeps to the cone.
    #[test]
    fn a_sliding_cube_loses_no_speed_without_friction() {
        let law = ImpactLaw {
            restitution: 0.6,
            friction: 0.0,
            tangential_restitution: 0.0,
        };
        let sliding = cube(DVec3::new(2.0, -3.0, 1.0), DVec3::ZERO);
        let [_, after] = strike([&ImpactBody::FIXED, &sliding], DVec3::Y, &mut base(), &law);
        assert!((after.velocity - DVec3::new(2.0, 1.8, 1.0)).length() < 1e-9);
    }

    proptest! {
        #[test]
        fn momentum_is_kept_and_energy_never_grows(
            v in (-3.0..3.0, -5.0..1.0, -3.0..3.0), w in (-9.0..9.0, -9.0..9.0, -9.0..9.0),
            e in 0.0..=1.0, rough in 0.0..1.5, smooth in any::<bool>(), et in 0.0..=1.0,
        ) {
            let mu = if smooth { 0.0 } else { rough };
            let law = ImpactLaw { restitution: e, friction: mu, tangential_restitution: et };
            let a = cube(DVec3::ZERO, DVec3::ZERO);
            let b = cube(DVec3::new(v.0, v.1, v.2), DVec3::new(w.0, w.1, w.2));
            let mut points = base();
            for point in &mut points {
                point.arms[0] = point.arms[1] + DVec3::Y;
            }
            let [c, d] = strike([&a, &b], DVec3::Y, &mut points, &law);
            prop_assert!((c.velocity + d.velocity - b.velocity).length() < 1e-9);
            prop_assert!(energy(&c) + energy(&d) <= energy(&b) * (1.0 + 1e-9) + 1e-12);
            for point in &points {
                let push = point.impulse.y;
                prop_assert!(push >= -1e-9);
                prop_assert!(point.impulse.with_y(0.0).length() <= mu * push + 1e-9);
                let approach = relative(&[a, b], point.arms).y;
                let after = relative(&[c, d], point.arms).y;
                let wanted = if approach < 0.0 { -e * approach } else { 0.0 };
                // With friction the search may end before it has settled; then points part a little slower.
                let slack = if mu == 0.0 { 1e-7 } else { 0.02 * (v.1.abs() + 1.0) };
                let kept = energy(&c) + energy(&d) < energy(&b) * (1.0 - 1e-6);
                // Where all energy is kept, the rebound may have had to give way.
                prop_assert!(after >= wanted - slack || !kept && after >= -slack, "{after} {wanted}");
            }
        }

        /// One point is a patch too.
        #[test]
        fn one_point_without_friction_is_the_law_of_a_single_contact(
            v in (-3.0..3.0, -5.0..1.0, -3.0..3.0), w in (-9.0..9.0, -9.0..9.0, -9.0..9.0), e in 0.0..=1.0,
        ) {
            let law = ImpactLaw { restitution: e, friction: 0.0, tangential_restitution: 0.0 };
            let arm = DVec3::new(0.5, -0.5, 0.2);
            let b = ImpactBody { arm, ..cube(DVec3::new(v.0, v.1, v.2), DVec3::new(w.0, w.1, w.2)) };
            let single = b.struck(impulse(&ImpactBody::FIXED, &b, DVec3::Y, &law).on_b);
            let mut points = [PatchPoint::new([DVec3::ZERO, arm], 0.0)];
            let [_, after] = strike([&ImpactBody::FIXED, &b], DVec3::Y, &mut points, &law);
            prop_assert!((after.velocity - single.velocity).length() < 1e-9);
            prop_assert!((after.angular_velocity - single.angular_velocity).length() < 1e-9);
        }
    }
}
