//! A flat face against anything, where that settles the contact without a search.
//!
//! Along the normal `n` of a face the two bodies overlap by `d`. Let the deepest point of the other body lie over the
//! face, and its foot inside the border of the face by `l`. Along a unit vector at an angle `t` from `n` the overlap is
//! then at least `l sin t + d cos t`, which is more than `d` for all `t` up to a right angle if `l > d`, and up to 143
//! degrees if `l > 3 d`. Beyond, the bodies would have to be parted through each other. So the face has the
//! shortest way out. With a gap, a foot on the face is the nearest point. Most resting contacts are of this kind,
//! and for them normal and depth are exact.

use voltex_math::{Mat3, Pose, Vec3};

use super::cache::PairCache;
use super::feature::{Disc, Feature, Polygon};
use super::patch::{Side, over_face};
use super::polyhedron::Parts;
use super::touch::Touch;
use crate::contact::Manifold;
use crate::shape::Convex;

/// What the faces tell of two bodies.
pub(crate) enum Verdict {
    /// Farther apart than the margin, along this direction from A to B.
    Apart(Vec3),
    /// This is the contact.
    Contact(Manifold),
    /// The contact is not one with a flat face, or not for sure.
    Open,
}

/// How far inside the border of a face the foot of the deepest point has to lie, in depths.
const INSIDE: f32 = 3.0;

/// How high over the face the other body has to reach, in depths.
const HEIGHT: f32 = 4.0;

/// Depths within this part of the depth, and of the size below, are equally deep.
const TIE: f32 = 1e-3;
const TIE_OF_SIZE: f32 = 1e-5;

/// Face of largest separation of one body from the other: normal and separation, in the frame of the body.
struct Best {
    normal: Vec3,
    gap: f32,
    feature: Feature,
}

/// The face of A from which B, which stands at `b_in_a`, is farthest; its feature in the frame of A.
fn best_face(a: &Convex, b: &Convex, b_in_a: &Pose) -> Option<Best> {
    let turn = Mat3::from_quat(b_in_a.rotation);
    let back = turn.transpose();
    let rounding = b.rounding();
    let mut best: Option<(Vec3, f32, usize)> = None;
    // A point of B's core; no face is farther from B than from it.
    let mut known: Option<Vec3> = None;
    let mut look = |normal: Vec3, offset: f32, index: usize| {
        let most = best.map_or(f32::NEG_INFINITY, |best| best.1);
        if known.is_some_and(|point| normal.dot(point) - offset - rounding <= most) {
            return;
        }
        let point = turn * b.core_support(back * -normal) + b_in_a.position;
        known = Some(point);
        let gap = normal.dot(point) - offset - rounding;
        if gap > most {
            best = Some((normal, gap, index));
        }
    };
    match a {
        Convex::Sphere { .. } | Convex::Capsule { .. } => None,
        Convex::Cylinder {
            half_height,
            radius,
        } => {
            look(Vec3::Y, *half_height, 0);
            look(Vec3::NEG_Y, *half_height, 1);
            best.map(|(normal, gap, _)| Best {
                normal,
                gap,
                feature: Feature::Disc(Disc {
                    center: normal * *half_height,
                    axis: normal,
                    radius: *radius,
                }),
            })
        }
        Convex::Cone {
            half_height,
            radius,
        } => {
            look(Vec3::NEG_Y, *half_height, 0);
            best.map(|(normal, gap, _)| Best {
                normal,
                gap,
                feature: Feature::Disc(Disc {
                    center: normal * *half_height,
                    axis: normal,
                    radius: *radius,
                }),
            })
        }
        Convex::Box { half_extents } => {
            let center = b_in_a.position;
            for axis in 0..3 {
                // The far side of a box cannot be farther from B.
                let mut normal = Vec3::ZERO;
                normal[axis] = if center[axis] >= 0.0 { 1.0 } else { -1.0 };
                look(normal, half_extents[axis], axis);
            }
            best.map(|(normal, gap, _)| Best {
                normal,
                gap,
                feature: Feature::toward(a, normal, &Pose::IDENTITY),
            })
        }
        Convex::Hull(_) | Convex::Triangle(_) => {
            let parts = Parts::new(a)?;
            let view = parts.view();
            let start = view.face_toward(b_in_a.position - view.center);
            look(view.faces[start].normal, view.faces[start].offset, start);
            for (index, face) in view.faces[..view.solid_faces].iter().enumerate() {
                look(face.normal, face.offset, index);
            }
            best.map(|(normal, gap, index)| Best {
                normal,
                gap,
                feature: Feature::Polygon(Polygon::of_face(&view, index, &Pose::IDENTITY, normal)),
            })
        }
    }
}

/// How far inside its border a point in the plane of a face lies; negative outside.
fn inside(feature: &Feature, point: Vec3) -> f32 {
    match feature {
        Feature::Disc(disc) => disc.radius - (point - disc.center).length(),
        Feature::Polygon(polygon) => {
            let corners = polygon.corners();
            let mut least = f32::INFINITY;
            let mut tail = corners[corners.len() - 1];
            for &head in corners {
                let way = head - tail;
                let room = polygon.normal.cross(way).dot(point - tail) / way.length();
                if room < least {
                    least = room;
                }
                tail = head;
            }
            least
        }
        Feature::Point(_) | Feature::Segment(_) => f32::NEG_INFINITY,
    }
}

/// Whether a feature lies along a plane, so that many of its points are about as deep as the deepest.
fn level(feature: &Feature, normal: Vec3) -> bool {
    match feature {
        Feature::Polygon(polygon) => polygon.normal.dot(normal) < -0.999,
        Feature::Disc(disc) => disc.axis.dot(normal) < -0.999,
        Feature::Segment([start, end]) => {
            let way = *end - *start;
            let rise = way.dot(normal);
            rise * rise <= 1e-3 * way.length_squared()
        }
        Feature::Point(_) => false,
    }
}

/// A bound of the width of a body along any direction, m; a little more than the largest, for the rounding.
fn widest(body: &Convex) -> f32 {
    let half = match *body {
        Convex::Sphere { radius } => radius,
        Convex::Box { half_extents } => half_extents.length(),
        Convex::Capsule {
            half_height,
            radius,
        } => half_height + radius,
        Convex::Cylinder {
            half_height,
            radius,
        }
        | Convex::Cone {
            half_height,
            radius,
        } => half_height + radius,
        Convex::Hull(hull) => hull.local_aabb().half_extents().length(),
        Convex::Triangle(_) => return f32::INFINITY,
    };
    2.001 * half
}

/// The contact of a face of A, if it is one for sure; in the frame of A.
fn settle(
    best: &Best,
    b: &Convex,
    b_in_a: &Pose,
    margin: f32,
    cache: &PairCache,
    mark: u32,
) -> Option<Manifold> {
    let depth = -best.gap;
    // Known before anything else of most bodies beside a face.
    if (HEIGHT + 1.0) * depth > widest(b) {
        return None;
    }
    let toward = b_in_a.inverse_transform_vector(-best.normal);
    let rounding = b.rounding();
    let lowest = b_in_a.transform_point(b.core_support(toward));
    if depth > 0.0 {
        let top = b_in_a.transform_point(b.core_support(-toward));
        let height = best.normal.dot(top - lowest) + 2.0 * rounding - depth;
        if !(height >= HEIGHT * depth) {
            return None;
        }
    }
    let reference = Side {
        feature: best.feature,
        rounding: 0.0,
    };
    let incident = Side {
        feature: Feature::toward(b, toward, b_in_a),
        rounding,
    };
    let needed = if depth > 0.0 { INSIDE * depth } else { 0.0 };
    let foot = lowest - best.normal * (best.gap + rounding);
    if inside(&best.feature, foot) < needed && !level(&incident.feature, best.normal) {
        return None;
    }
    let touch = Touch {
        normal: best.normal,
        point_on_a: lowest,
        point_on_b: lowest - best.normal * rounding,
        depth: f32::NEG_INFINITY,
    };
    let manifold = over_face(&reference, &incident, &touch, margin, cache, mark);
    let size = (lowest - b_in_a.position).length();
    let least = depth - TIE * depth.abs() - TIE_OF_SIZE * size;
    let (mut sum, mut count) = (Vec3::ZERO, 0.0_f32);
    for point in manifold.points() {
        if point.depth >= least {
            sum += point.point_on_a;
            count += 1.0;
        }
    }
    if count == 0.0 {
        return None;
    }
    (inside(&best.feature, sum / count) >= needed).then_some(manifold)
}

/// The contact of a convex body B with the front of a triangle, from which it is `gap` away along the unit normal of
/// the triangle, if it is one with its face for sure.
pub(crate) fn triangle_face(
    corners: [Vec3; 3],
    normal: Vec3,
    gap: f32,
    b: &Convex,
    b_in_a: &Pose,
    margin: f32,
    cache: &PairCache,
) -> Option<Manifold> {
    let best = Best {
        normal,
        gap,
        feature: Feature::Polygon(Polygon::of_triangle(corners, normal)),
    };
    settle(&best, b, b_in_a, margin, cache, 0)
}

/// What the flat faces of both bodies tell of their contact, in the frame of A.
pub(crate) fn face_contact(
    a: &Convex,
    b: &Convex,
    b_in_a: &Pose,
    margin: f32,
    cache: &PairCache,
) -> Verdict {
    let of_a = best_face(a, b, b_in_a);
    if let Some(best) = &of_a
        && best.gap > margin
    {
        return Verdict::Apart(best.normal);
    }
    let a_in_b = b_in_a.inverse();
    let of_b = best_face(b, a, &a_in_b);
    if let Some(best) = &of_b
        && best.gap > margin
    {
        return Verdict::Apart(-b_in_a.transform_vector(best.normal));
    }
    let gap_a = of_a.as_ref().map_or(f32::NEG_INFINITY, |best| best.gap);
    let gap_b = of_b.as_ref().map_or(f32::NEG_INFINITY, |best| best.gap);
    // Of two faces that are as good, the polygon: its points do not turn with a disc. Then that of A.
    let polygon = |best: &Option<Best>| matches!(best, Some(best) if matches!(best.feature, Feature::Polygon(_)));
    let slack = TIE_OF_SIZE * b_in_a.position.length();
    let prefer_b = polygon(&of_b) && !polygon(&of_a);
    let b_first = if prefer_b {
        gap_b >= gap_a - slack
    } else {
        gap_b > gap_a + slack
    };
    let found = if b_first {
        of_b.and_then(|best| settle(&best, a, &a_in_b, margin, cache, 0x8000_0000))
            .map(|manifold| manifold.transformed(b_in_a).flipped())
    } else {
        of_a.and_then(|best| settle(&best, b, b_in_a, margin, cache, 0))
    };
    found.map_or(Verdict::Open, Verdict::Contact)
}
