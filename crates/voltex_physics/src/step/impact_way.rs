//! How far a body goes in a step, and where its way leads.

use voltex_math::{Aabb, DVec3, Pose};

use super::contact_points::margin_of;
use super::impact_flight::{Flight, Start};
use super::impacts::{Ties, shape};
use super::rows::Row;
use crate::shape::ShapeStore;

/// Way of a body in parts of the ball inside it, beyond which it could come to be on the other side of something.
const THROUGH: f32 = 0.25;

/// Whether a body goes so far in a step that it may meet what its box did not touch. One that others hold need not
/// meet anything at the instant, as long as nothing passes through it.
pub(crate) fn goes_far(start: &Start, row: &Row, ties: Ties, dt: f32) -> bool {
    let (velocity, spin) = row.motion();
    let straight = voltex_math::f32::max(
        (row.transform.position - start.pose.position).length(),
        dt * voltex_math::f32::max(start.velocity.length(), velocity.length()),
    );
    let turning = if row.is_round() {
        0.0
    } else {
        row.mass.extent * dt * voltex_math::f32::max(start.spin.length(), spin.length())
    };
    let margin = margin_of(row.mass.extent);
    let inside = THROUGH * row.mass.inside;
    let held = ties.solved && ties.count > 0 && inside > margin;
    straight + turning > if held { inside } else { margin }
}

/// The same for the rest of a flight.
pub(crate) fn is_far(row: &Row, flight: &Flight, rest: f64) -> bool {
    let turning = if row.is_round() {
        0.0
    } else {
        flight.spin.length() * f64::from(row.mass.extent)
    };
    let way = (flight.chord(flight.since, flight.since + rest).length() + turning) * rest;
    way > f64::from(margin_of(row.mass.extent))
}

/// Where a body is on the rest of its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// Boxes at both ends, with all that turning and the bend of the path add, m.
    ends: [Aabb; 2],
    /// When it is there, s from the start of the step.
    times: [f64; 2],
}

impl Way {
    /// Of a body that stays in a box.
    pub(crate) fn at_rest(bounds: &Aabb, dt: f64) -> Self {
        Self {
            ends: [*bounds; 2],
            times: [0.0, dt],
        }
    }

    /// The box of the whole way, m.
    pub(crate) fn bounds(&self) -> Aabb {
        rounded(&self.ends[0].merged(&self.ends[1]))
    }

    /// The same as seen from a frame that moves at a velocity (m/s) and is that of the world as the step begins.
    pub(crate) fn seen_from(&self, velocity: DVec3) -> Aabb {
        let seen = |end: usize| {
            let shift = (velocity * self.times[end]).as_vec3();
            let Aabb { min, max } = rounded(&self.ends[end]);
            rounded(&Aabb {
                min: min - shift,
                max: max - shift,
            })
        };
        seen(0).merged(&seen(1))
    }
}

/// A box with room for the rounding of its corners.
fn rounded(bounds: &Aabb) -> Aabb {
    let farthest = bounds.max.abs().max(bounds.min.abs()).max_element();
    bounds.expanded(4.0 * f32::EPSILON * farthest)
}

/// Way of a body from a time to the end of the step; `None` without a collider, or beyond the range of numbers.
pub(crate) fn way_of(
    flight: &Flight,
    row: &Row,
    store: &ShapeStore,
    from: f64,
    to: f64,
) -> Option<Way> {
    let shape = shape(row, store)?;
    let turns = !row.is_round();
    let pose = if turns {
        flight.pose_at(from, DVec3::ZERO)
    } else {
        Pose::from_position(flight.center_at(from).as_vec3())
    };
    let start = shape.aabb(&pose);
    let shift = (flight.chord(from, to) * (to - from)).as_vec3();
    let end = Aabb {
        min: start.min + shift,
        max: start.max + shift,
    };
    let mut more = flight.sag(from, to, 0.5 * (from + to)).length() as f32;
    let angle = flight.spin.length() * (to - from);
    if angle > 0.0 && turns {
        let local = shape.aabb(&Pose::IDENTITY);
        let far = (local.max - row.mass.center)
            .abs()
            .max((row.mass.center - local.min).abs())
            .length();
        let turned = if angle < 2.0 { angle } else { 2.0 };
        more += turned as f32 * far;
    }
    let way = Way {
        ends: [start, end].map(|bounds| bounds.expanded(more)),
        times: [from, to],
    };
    // With room for how it looks from another frame.
    let bounds = rounded(&way.bounds());
    crate::broad::check_box(&bounds).is_ok().then_some(way)
}

/// Whether the balls about two moving bodies do not meet in the rest of the step.
pub(crate) fn stay_apart(flights: [&Flight; 2], rows: [&Row; 2], from: f64, to: f64) -> bool {
    let [a, b] = flights;
    let apart = b.center_at(from) - a.center_at(from);
    let velocity = b.chord(from, to) - a.chord(from, to);
    let sag = (b.acceleration - a.acceleration).length() * (to - from) * (to - from) / 8.0;
    let reach = f64::from(rows[0].mass.extent + rows[1].mass.extent) * 1.001 + sag;
    let (distance, closing) = (apart.length(), -apart.dot(velocity));
    if distance <= reach {
        return false;
    }
    if closing <= 0.0 {
        return true;
    }
    let square = velocity.length_squared();
    let time = closing / square;
    let time = if time < to - from { time } else { to - from };
    (apart + velocity * time).length() > reach
}
