//! Capsule against capsule: nearest points of two segments.

use voltex_math::{Pose, Vec3};

use super::sphere::clamped;
use super::touch::Touch;
use crate::contact::Manifold;

/// Squared sine of the angle between two capsules below which a line contact has two points: 0.1 rad.
const PARALLEL: f32 = 0.01;

/// Nearest points of the segments `p +- d` and `q +- e`, as parameters in `[-1, 1]`.
///
/// The closed form of Ericson, *Real-Time Collision Detection*, 5.1.9, about the midpoints. Where the segments
/// are parallel the point on the first is the one nearest to its midpoint.
pub(crate) fn nearest_parameters(p: Vec3, d: Vec3, q: Vec3, e: Vec3) -> (f32, f32) {
    let offset = p - q;
    let (dd, ee, de) = (d.dot(d), e.dot(e), d.dot(e));
    let (dr, er) = (d.dot(offset), e.dot(offset));
    if !(dd > 0.0) {
        let t = if ee > 0.0 { clamped(er / ee, 1.0) } else { 0.0 };
        return (0.0, t);
    }
    if !(ee > 0.0) {
        return (clamped(-dr / dd, 1.0), 0.0);
    }
    let denominator = dd * ee - de * de;
    let mut s = if denominator > 1e-6 * dd * ee {
        clamped((de * er - dr * ee) / denominator, 1.0)
    } else {
        0.0
    };
    let t = (de * s + er) / ee;
    let bounded = clamped(t, 1.0);
    if bounded != t || denominator <= 1e-6 * dd * ee {
        s = clamped((de * bounded - dr) / dd, 1.0);
        let t = clamped((de * s + er) / ee, 1.0);
        return (s, t);
    }
    (s, t)
}

/// Capsule of half length `half_a` along y against the segment `center +- along` with its own radius.
///
/// Where the two are parallel within 0.1 rad and lie side by side the contact is a line: its two ends are
/// given, and the nearest point between them if it is deeper.
pub(crate) fn capsule_capsule(
    half_a: f32,
    radius_a: f32,
    half_b: f32,
    radius_b: f32,
    b_in_a: &Pose,
    margin: f32,
) -> Manifold {
    let center = b_in_a.position;
    let along = b_in_a.rotation * Vec3::new(0.0, half_b, 0.0);
    let own = Vec3::new(0.0, half_a, 0.0);
    let (s, t) = nearest_parameters(Vec3::ZERO, own, center, along);
    let (on_a, on_b) = (own * s, center + along * t);
    let Some(nearest) = Touch::between(on_a, radius_a, on_b, radius_b, margin, across(own, along))
    else {
        return Manifold::EMPTY;
    };
    let crossed = own.cross(along).length_squared();
    let lengths = own.length_squared() * along.length_squared();
    if !(crossed <= PARALLEL * lengths && lengths > 0.0) {
        return nearest.manifold(0);
    }
    // B's segment between the planes across the ends of A's.
    let (low, high) = (-half_a, half_a);
    let mut ends = [-1.0_f32, 1.0];
    for (end, sign) in ends.iter_mut().zip([-1.0_f32, 1.0]) {
        let y = center.y + along.y * sign;
        let bounded = if y < low {
            low
        } else if y > high {
            high
        } else {
            y
        };
        if bounded != y {
            *end = clamped((bounded - center.y) / along.y, 1.0);
        }
    }
    let length = (ends[1] - ends[0]) * half_b;
    if !(length > 1e-3 * (radius_a + radius_b)) {
        return nearest.manifold(0);
    }
    let mut manifold = Manifold::new(nearest.normal);
    let reach = radius_a + radius_b;
    let mut deepest = f32::NEG_INFINITY;
    for (end, feature) in ends.into_iter().zip([1, 2]) {
        let on_b = center + along * end;
        let on_a = Vec3::new(0.0, clamped(on_b.y, half_a), 0.0);
        let apart = on_b - on_a;
        let distance = apart.length();
        let toward = if distance > 1e-3 * reach {
            apart / distance
        } else {
            nearest.normal
        };
        let (point_on_a, point_on_b) = (on_a + toward * radius_a, on_b - toward * radius_b);
        let depth = (point_on_a - point_on_b).dot(nearest.normal);
        // On the far side of the other's axis the ends of crossing capsules no longer share the normal.
        if depth >= -margin && toward.dot(nearest.normal) > 0.9 {
            manifold.push(
                Touch {
                    normal: nearest.normal,
                    point_on_a,
                    point_on_b,
                    depth,
                }
                .point(feature),
            );
            if depth > deepest {
                deepest = depth;
            }
        }
    }
    if nearest.depth > deepest + 1e-4 * reach {
        manifold.push(nearest.point(0));
    }
    manifold
}

/// A unit vector across two segments, for capsules whose axes meet.
fn across(d: Vec3, e: Vec3) -> Vec3 {
    let cross = d.cross(e);
    let squared = cross.length_squared();
    if squared > 1e-12 * d.length_squared() * e.length_squared() {
        return cross / squared.sqrt();
    }
    Vec3::X
}
