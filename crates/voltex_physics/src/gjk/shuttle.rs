//! Nearest points of two cores, one of them round, by going to and fro between them.
//!
//! The nearest point of one body, from there that of the other, and so on: this ends at the nearest points of both
//! (alternating projections, Cheney and Goldstein, *Proximity maps for convex sets*, 1959). The search over support
//! points takes a dozen rounds along a rim, each a quarter as far from the end as the last; here the steps shrink by
//! a factor that hardly changes, since only the place along a rim is open, so that two of them tell where they lead
//! (Steffensen, *Remarks on iteration*, 1933). A support point then proves the answer as it does for the search.

use voltex_math::DVec3;

use super::difference::{Difference, Vertex, vertex};
use super::simplex::{Simplex, nearest_of_triangle};
use crate::shape::Convex;

/// Leaps to where two steps lead; two or three do.
const LEAPS: usize = 4;

/// Whether going to and fro can be quicker than the search: one of the bodies is round.
pub(super) fn is_apt(difference: &Difference<'_>) -> bool {
    let turned =
        |convex: &Convex<'_>| matches!(convex, Convex::Cylinder { .. } | Convex::Cone { .. });
    turned(difference.a) || turned(difference.b)
}

/// Whether going to and fro can begin anywhere: a body is round, and of both the nearest point has a closed form.
pub(super) fn is_direct([a, b]: [&Convex<'_>; 2]) -> bool {
    let turned =
        |convex: &Convex<'_>| matches!(convex, Convex::Cylinder { .. } | Convex::Cone { .. });
    let hull = |convex: &Convex<'_>| matches!(convex, Convex::Hull(_));
    (turned(a) || turned(b)) && !hull(a) && !hull(b)
}

/// Point of the core of B nearest to a point, both in the frame of A, m; B is no hull.
pub(super) fn nearest_of_b(difference: &Difference<'_>, point: DVec3) -> DVec3 {
    difference.point_from_b(nearest_on_core(difference.b, difference.point_in_b(point)))
}

/// What a body is near a simplex: of a hull the triangle, edge or corner among its vertices that the simplex holds,
/// as far as that goes, since a hull has no closed form.
pub(super) fn local<'a>(convex: &Convex<'a>, simplex: &Simplex, side: usize) -> Convex<'a> {
    let Convex::Hull(_) = convex else {
        return *convex;
    };
    let corner = |place| vertex(convex, simplex.vertex(place).ids[side]).as_vec3();
    let mut corners = [corner(0); 3];
    for (place, slot) in corners.iter_mut().enumerate().take(simplex.len()) {
        *slot = corner(place);
    }
    Convex::Triangle(corners)
}

/// What going to and fro has shown.
pub(super) enum Shuttle {
    /// The nearest point of A, and the vector to it from that of B, m.
    Apart(DVec3, DVec3),
    /// Farther apart than the limit, as this point of the difference shows.
    Beyond(Vertex),
    /// Nothing.
    Open,
}

/// Nearest points from a point of B, all in the frame of A, m. The bodies near them are those of [`local`].
///
/// `relative_gap` is the gap between the bounds of the distance at which it ends, in parts of the distance, and
/// `least_gap` the same in m.
pub(super) fn shuttle(
    difference: &Difference<'_>,
    locals: &Difference<'_>,
    mut on_b: DVec3,
    relative_gap: f64,
    least_gap: f64,
    limit: f64,
) -> Shuttle {
    for _ in 0..LEAPS {
        let (_, first) = there_and_back(locals, on_b);
        let (near_a, second) = there_and_back(locals, first);
        let (step, next) = (first - on_b, second - first);
        let (shrinks, whole) = (step.dot(next), step.length_squared());
        let leap = if shrinks > 0.0 && shrinks < 0.99 * whole {
            next * (shrinks / (whole - shrinks))
        } else {
            DVec3::ZERO
        };
        let (on_a, at_b) = there_and_back(locals, second + leap);
        let (mut on_a, mut gap) = (on_a, on_a - at_b);
        on_b = at_b;
        if (near_a - second).length_squared() < gap.length_squared() {
            (on_a, gap) = (near_a, near_a - second);
            on_b = second;
        }
        let squared = gap.length_squared();
        let vertex = difference.support(-gap);
        let along = vertex.w.dot(gap);
        // A lower bound, times the length of the gap.
        if along <= 0.0 {
            return Shuttle::Open;
        }
        if along * along > limit * limit * squared {
            return Shuttle::Beyond(vertex);
        }
        let excess = squared - along;
        if excess <= relative_gap * squared || excess * excess <= least_gap * least_gap * squared {
            return Shuttle::Apart(on_a, gap);
        }
        if next.length_squared() <= 1e-20 * squared {
            // The end of the local bodies is not that of the whole ones.
            return Shuttle::Open;
        }
    }
    Shuttle::Open
}

/// From a point to the nearest of A, and from there to the nearest of B.
#[inline]
fn there_and_back(difference: &Difference<'_>, from: DVec3) -> (DVec3, DVec3) {
    let on_a = nearest_on_core(difference.a, from);
    let on_b = nearest_on_core(difference.b, difference.point_in_b(on_a));
    (on_a, difference.point_from_b(on_b))
}

/// Point of a core nearest to a point; the point itself inside.
fn nearest_on_core(convex: &Convex<'_>, point: DVec3) -> DVec3 {
    match *convex {
        Convex::Sphere { .. } => DVec3::ZERO,
        Convex::Box { half_extents } => {
            let half = half_extents.as_dvec3();
            point.clamp(-half, half)
        }
        Convex::Capsule { half_height, .. } => {
            let half = f64::from(half_height);
            DVec3::new(0.0, held(point.y, -half, half), 0.0)
        }
        Convex::Cylinder {
            half_height,
            radius,
        } => {
            let (half, radius) = (f64::from(half_height), f64::from(radius));
            let across = point.x * point.x + point.z * point.z;
            let y = held(point.y, -half, half);
            if across <= radius * radius {
                return point.with_y(y);
            }
            let scale = radius / across.sqrt();
            DVec3::new(point.x * scale, y, point.z * scale)
        }
        Convex::Cone {
            half_height,
            radius,
        } => nearest_on_cone(f64::from(half_height), f64::from(radius), point),
        Convex::Triangle(corners) => {
            let corners = corners.map(|corner| corner.as_dvec3() - point);
            point + nearest_of_triangle(corners)
        }
        // Not asked for: `local` leaves none.
        Convex::Hull(hull) => hull.centroid().as_dvec3(),
    }
}

/// In the half plane through the axis and the point a cone is the triangle between axis, base and flank.
fn nearest_on_cone(half: f64, radius: f64, point: DVec3) -> DVec3 {
    let squared = point.x * point.x + point.z * point.z;
    let across = squared.sqrt();
    let height = 2.0 * half;
    // Beyond the flank, times its length.
    let above = (across - radius) * height + (point.y + half) * radius;
    let below = -half - point.y;
    if above <= 0.0 && below <= 0.0 {
        return point;
    }
    // From the rim up along the flank, in parts of it.
    let along = ((radius - across) * radius + (point.y + half) * height)
        / (radius * radius + height * height);
    let (at, y) = if along <= 0.0 || above <= 0.0 {
        (if across < radius { across } else { radius }, -half)
    } else if along >= 1.0 {
        return DVec3::new(0.0, half, 0.0);
    } else {
        (radius * (1.0 - along), height * along - half)
    };
    let scale = if across > 0.0 { at / across } else { 0.0 };
    DVec3::new(point.x * scale, y, point.z * scale)
}

fn held(x: f64, low: f64, high: f64) -> f64 {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}
