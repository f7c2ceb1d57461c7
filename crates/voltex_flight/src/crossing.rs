//! The first time inside a step at which a height falls through zero.

use crate::integrate::Step;
use voltex_math::DVec3;

/// Halvings of a bracket: 2^-53 of a step is below the rounding of its fraction.
const HALVINGS: u32 = 53;

/// A plane: the points `p` with `normal . p = offset`; `normal` is a unit vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Plane {
    pub(crate) normal: DVec3,
    pub(crate) offset: f64,
}

/// Distance to a plane along one step: a quintic in the fraction of the step.
struct Distance {
    start: f64,
    c: [f64; 5],
}

impl Distance {
    fn new(step: &Step, plane: &Plane) -> Self {
        Self {
            start: plane.normal.dot(step.start.position) - plane.offset,
            c: step.quintic().map(|c| plane.normal.dot(c)),
        }
    }

    fn at(&self, s: f64) -> f64 {
        let c = &self.c;
        self.start + (c[0] + (c[1] + (c[2] + (c[3] + c[4] * s) * s) * s) * s) * s
    }

    fn slope(&self, s: f64) -> f64 {
        let c = &self.c;
        c[0] + (c[1] * 2.0 + (c[2] * 3.0 + (c[3] * 4.0 + c[4] * (5.0 * s)) * s) * s) * s
    }
}

/// The fraction of the step at which the centre first comes to the plane from its positive side.
///
/// A step that starts on the plane or beyond it crosses at once if it moves on away from the positive
/// side, and otherwise only after it has been on that side.
pub(crate) fn first_crossing(step: &Step, plane: &Plane) -> Option<f64> {
    let height = |position: DVec3| plane.normal.dot(position) - plane.offset;
    let (start, end) = (height(step.start.position), height(step.end.position));
    let falls = plane.normal.dot(step.start.velocity) < 0.0;
    let dips = falls && plane.normal.dot(step.end.velocity) > 0.0;
    if start > 0.0 && end >= 0.0 && !dips {
        return None;
    }
    let distance = Distance::new(step, plane);
    if start <= 0.0 && (falls || (distance.c[0] == 0.0 && distance.c[1] < 0.0)) {
        return Some(0.0);
    }
    // Within a step the path bends one way: at most one lowest and one highest point.
    let (first, last) = (distance.slope(0.0), distance.slope(1.0));
    let highest = if first > 0.0 && last < 0.0 {
        bisect(0.0, 1.0, |s| distance.slope(s) < 0.0)
    } else {
        0.0
    };
    let lowest = if dips {
        bisect(0.0, 1.0, |s| distance.slope(s) > 0.0)
    } else {
        1.0
    };
    (distance.at(lowest) < 0.0).then(|| bisect(highest, lowest, |s| distance.at(s) < 0.0))
}

/// The fraction of the step at which the centre passes the plane, in either direction.
pub(crate) fn passage(step: &Step, plane: &Plane) -> Option<f64> {
    let distance_of = |position: DVec3| plane.normal.dot(position) - plane.offset;
    let start = distance_of(step.start.position);
    let end = distance_of(step.end.position);
    let distance = || Distance::new(step, plane);
    if start < 0.0 && end >= 0.0 {
        let distance = distance();
        return Some(bisect(0.0, 1.0, |s| distance.at(s) >= 0.0));
    }
    if start > 0.0 && end <= 0.0 {
        let distance = distance();
        return Some(bisect(0.0, 1.0, |s| distance.at(s) <= 0.0));
    }
    None
}

/// The fraction of the step at which the vertical velocity along `up` falls through zero: the apex.
pub(crate) fn apex(step: &Step, up: DVec3) -> Option<f64> {
    if up.dot(step.start.velocity) > 0.0 && up.dot(step.end.velocity) <= 0.0 {
        return Some(bisect(0.0, 1.0, |s| up.dot(step.velocity(s)) <= 0.0));
    }
    None
}

/// The least `s` at which `after` holds, given that it holds at `hi` and not at `lo`.
fn bisect(mut lo: f64, mut hi: f64, after: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = 0.5 * (lo + hi);
        if after(middle) {
            hi = middle;
        } else {
            lo = middle;
        }
    }
    hi
}
