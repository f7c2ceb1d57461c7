//! Distance of any two shapes, and the point of a surface nearest to a point.

use voltex_math::f32::max;
use voltex_math::{Aabb, DVec3, Pose, Vec3};

use super::difference::{Difference, support};
use super::distance::{Closest, SimplexCache, closest_within, is_finite, search};
use super::pieces::{Form, Pieces};
use super::point::{Foot, foot};
use crate::shape::{Convex, Shape};

/// Nearest points of two shapes and the pieces that they lie on, in the frame of A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeClosest {
    /// Points, normal from A to B, distance.
    pub closest: Closest,
    /// Triangle or child of A; 0 where A is of one piece.
    pub child_a: u32,
    /// Triangle or child of B; 0 where B is of one piece.
    pub child_b: u32,
}

impl ShapeClosest {
    /// Whether this is the answer rather than `other`: nearer, or the lower children of equals.
    fn precedes(&self, other: &Self) -> bool {
        let key = |found: &Self| (found.child_a, found.child_b);
        self.closest.distance < other.closest.distance
            || (self.closest.distance == other.closest.distance && key(self) < key(other))
    }
}

/// Distance of two shapes no farther apart than `limit` (m, at least 0); `None` beyond, and for two half-spaces.
///
/// B stands at `b_in_a` in the frame of A. Of a shape of several pieces the nearest one counts, or the one that
/// overlaps deepest, of equals the lowest. Meshes and height fields are surfaces of triangles without an inside:
/// a body that passes through one overlaps by the least push that frees it from a triangle, one inside a closed
/// mesh has a positive distance. A half-space takes part with its whole depth.
pub fn shape_distance(
    a: &Shape<'_>,
    b: &Shape<'_>,
    b_in_a: &Pose,
    limit: f32,
) -> Option<ShapeClosest> {
    if !is_finite(b_in_a) || limit.is_nan() {
        return None;
    }
    match (Form::of(a), Form::of(b)) {
        (Form::Many(pieces), other) => nearest_piece(&pieces, &other, b_in_a, limit),
        (one, Form::Many(pieces)) => {
            let found = nearest_piece(&pieces, &one, &b_in_a.inverse(), limit)?;
            Some(ShapeClosest {
                closest: found.closest.transformed(b_in_a).flipped(),
                child_a: found.child_b,
                child_b: found.child_a,
            })
        }
        (one, other) => Some(ShapeClosest {
            closest: of_single(&one, &other, b_in_a, limit)?,
            child_a: 0,
            child_b: 0,
        }),
    }
}

/// Two shapes of one piece each.
fn of_single(a: &Form<'_>, b: &Form<'_>, b_in_a: &Pose, limit: f32) -> Option<Closest> {
    let closest = match (a, b) {
        (Form::One(a), Form::One(b)) => {
            closest_within(a, b, b_in_a, limit, &mut SimplexCache::default())?
        }
        (&Form::Plane(normal), Form::One(body)) => above_plane(normal, body, b_in_a)?,
        (Form::One(body), &Form::Plane(normal)) => above_plane(normal, body, &b_in_a.inverse())?
            .transformed(b_in_a)
            .flipped(),
        (Form::Plane(_), Form::Plane(_)) | (Form::Many(_), _) | (_, Form::Many(_)) => return None,
    };
    (closest.distance <= limit).then_some(closest)
}

/// A body over the plane through the origin, in the frame of the plane.
fn above_plane(normal: Vec3, body: &Convex<'_>, pose: &Pose) -> Option<Closest> {
    let n = normal.as_dvec3().normalize();
    let rotation = pose.rotation.as_dquat().normalize();
    let (low, _) = support(body, rotation.conjugate() * -n);
    let lowest = pose.position.as_dvec3() + rotation * low - n * f64::from(body.rounding());
    let distance = n.dot(lowest);
    let closest = Closest {
        point_on_a: (lowest - n * distance).as_vec3(),
        point_on_b: lowest.as_vec3(),
        normal: n.as_vec3(),
        distance: distance as f32,
    };
    closest.is_finite().then_some(closest)
}

/// The nearest of several pieces to another shape, in the frame of the pieces.
fn nearest_piece(
    pieces: &Pieces<'_>,
    other: &Form<'_>,
    pose: &Pose,
    limit: f32,
) -> Option<ShapeClosest> {
    let mut best: Option<ShapeClosest> = None;
    // How far a piece may be and still matter: a little more than the best, whose square is rounded.
    let within = |best: &Option<ShapeClosest>| match best {
        Some(best) => max(best.closest.distance, 0.0) * (1.0 + 4.0 * f32::EPSILON),
        None => limit,
    };
    match other {
        Form::One(body) => {
            pieces.closest(&body.aabb(pose), limit * limit, |index, limit_squared| {
                let limit = within(&best);
                let (part, piece) = pieces.piece(index);
                let cache = &mut SimplexCache::default();
                let Some(closest) =
                    closest_within(&piece, body, &part.relative(pose), limit, cache)
                else {
                    return limit_squared;
                };
                let found = ShapeClosest {
                    closest: closest.transformed(&part),
                    child_a: index,
                    child_b: 0,
                };
                if best.is_none_or(|best| found.precedes(&best)) {
                    best = Some(found);
                }
                let limit = within(&best);
                limit * limit
            });
        }
        // No tree helps against an unbounded body: each piece is looked at.
        &Form::Plane(_) => {
            for index in (0..pieces.count()).filter(|&index| pieces.holds(index)) {
                let (part, piece) = pieces.piece(index);
                let Some(closest) =
                    of_single(&Form::One(piece), other, &part.relative(pose), limit)
                else {
                    continue;
                };
                let found = ShapeClosest {
                    closest: closest.transformed(&part),
                    child_a: index,
                    child_b: 0,
                };
                if best.is_none_or(|best| found.precedes(&best)) {
                    best = Some(found);
                }
            }
        }
        Form::Many(others) => {
            for index in (0..pieces.count()).filter(|&index| pieces.holds(index)) {
                let (part, piece) = pieces.piece(index);
                let back = pose.relative(&part);
                let Some(found) = nearest_piece(others, &Form::One(piece), &back, within(&best))
                else {
                    continue;
                };
                let found = ShapeClosest {
                    closest: found.closest.transformed(pose).flipped(),
                    child_a: index,
                    child_b: found.child_a,
                };
                if best.is_none_or(|best| found.precedes(&best)) {
                    best = Some(found);
                }
            }
        }
    }
    best
}

/// Point of a surface nearest to a given point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePoint {
    /// On the surface, m.
    pub point: Vec3,
    /// Unit normal of the surface there, out of the solid; of a mesh or height field toward the given point, or
    /// its front normal for a point on it.
    pub normal: Vec3,
    /// From the surface to the given point, m; negative in the inside of a solid.
    pub distance: f32,
    /// Triangle or child; 0 for a shape of one piece.
    pub child: u32,
}

/// Point of a shape's surface nearest to `point`, both in the frame in which the shape has `pose`; `None` if a
/// number is not finite.
///
/// Closed forms per shape; the outside of a hull is searched. A compound answers with the child of the least
/// signed distance: inside several children that is the one whose surface is farthest, and the surface of their
/// union is no nearer. Meshes and height fields are surfaces without an inside. Of equally near points the choice
/// is fixed.
///
/// ```
/// use voltex_math::{Pose, Vec3};
/// use voltex_physics::{Convex, Shape, gjk};
///
/// let cube = Shape::Convex(Convex::Box { half_extents: Vec3::ONE });
/// let inside = gjk::closest_point(&cube, &Pose::IDENTITY, Vec3::new(0.0, 0.75, 0.5)).unwrap();
/// assert_eq!((inside.point, inside.distance), (Vec3::new(0.0, 1.0, 0.5), -0.25));
/// ```
pub fn closest_point(shape: &Shape<'_>, pose: &Pose, point: Vec3) -> Option<SurfacePoint> {
    if !(is_finite(pose) && point.is_finite()) {
        return None;
    }
    let rotation = pose.rotation.as_dquat().normalize();
    let local = rotation.conjugate() * (point.as_dvec3() - pose.position.as_dvec3());
    let (foot, child) = match Form::of(shape) {
        Form::One(convex) => (surface_foot(&convex, local), 0),
        Form::Plane(normal) => {
            let normal = normal.as_dvec3().normalize();
            let distance = normal.dot(local);
            let foot = Foot {
                point: local - normal * distance,
                normal,
                distance,
            };
            (foot, 0)
        }
        Form::Many(pieces) => foot_of_many(&pieces, local)?,
    };
    let found = SurfacePoint {
        point: (pose.position.as_dvec3() + rotation * foot.point).as_vec3(),
        normal: (rotation * foot.normal).as_vec3(),
        distance: foot.distance as f32,
        child,
    };
    let finite = found.point.is_finite() && found.normal.is_finite() && found.distance.is_finite();
    finite.then_some(found)
}

/// The foot on any convex body, in its frame.
fn surface_foot(convex: &Convex<'_>, point: DVec3) -> Foot {
    foot(convex, point).unwrap_or_else(|| {
        let dot = Convex::Sphere { radius: 0.0 };
        let difference = Difference {
            translation: point,
            ..Difference::new(convex, &dot, &Pose::IDENTITY)
        };
        match search(&difference, f64::INFINITY, &mut SimplexCache::default()) {
            Some(found) => Foot {
                point: found.point_on_a,
                normal: found.normal,
                distance: found.distance,
            },
            // Without a limit nothing is beyond it.
            None => Foot {
                point,
                normal: DVec3::Y,
                distance: 0.0,
            },
        }
    })
}

fn foot_of_many(pieces: &Pieces<'_>, point: DVec3) -> Option<(Foot, u32)> {
    let mut best: Option<(Foot, u32)> = None;
    let at = point.as_vec3();
    let here = Aabb { min: at, max: at };
    pieces.closest(&here, f32::INFINITY, |index, _| {
        let (part, piece) = pieces.piece(index);
        let rotation = part.rotation.as_dquat().normalize();
        let position = part.position.as_dvec3();
        let local = surface_foot(&piece, rotation.conjugate() * (point - position));
        let found = Foot {
            point: position + rotation * local.point,
            normal: rotation * local.normal,
            distance: local.distance,
        };
        let sooner = match &best {
            Some((best, child)) => {
                found.distance < best.distance
                    || (found.distance == best.distance && index < *child)
            }
            None => true,
        };
        if sooner {
            best = Some((found, index));
        }
        // A little more than the distance, whose square is rounded down to f32.
        let limit = best.map_or(f64::INFINITY, |(best, _)| best.distance) as f32;
        let limit = max(limit, 0.0) * (1.0 + 4.0 * f32::EPSILON);
        limit * limit
    });
    best
}
