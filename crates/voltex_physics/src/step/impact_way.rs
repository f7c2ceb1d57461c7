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

/// Box of the way of a body from a time to the end of the step; `None` without a collider, or beyond the range of
/// numbers.
pub(crate) fn way_box(
    flight: &Flight,
    row: &Row,
    store: &ShapeStore,
    from: f64,
    to: f64,
) -> Option<Aabb> {
    let shape = shape(row, store)?;
    let bounds = |time: f64| shape.aabb(&flight.pose_at(time, DVec3::ZERO));
    let (start, end) = (bounds(from), bounds(to));
    let mut both = start.merged(&end);
    let angle = flight.spin.length() * (to - from);
    if angle > 0.0 && !row.is_round() {
        let local = shape.aabb(&Pose::IDENTITY);
        let far = (local.max - row.mass.center)
            .abs()
            .max((row.mass.center - local.min).abs())
            .length();
        let turned = if angle < 2.0 { angle } else { 2.0 };
        both = both.expanded(turned as f32 * far);
    }
    let sag = flight.sag(from, to, 0.5 * (from + to)).length() as f32;
    let rounding = 4.0 * f32::EPSILON * both.max.abs().max(both.min.abs()).max_element();
    let both = both.expanded(sag + rounding);
    crate::broad::check_box(&both).is_ok().then_some(both)
}

/// Whether the balls about two moving bodies do not meet in the rest of the step.
pub(crate) fn stay_apart(flights: &[Flight; 2], rows: [&Row; 2], from: f64, to: f64) -> bool {
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
