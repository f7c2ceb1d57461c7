//! Polyhedron against polyhedron: boxes, hulls and triangles.

use voltex_math::{Pose, Vec3};

use super::cache::PairCache;
use super::capsule::nearest_parameters;
use super::feature::{Feature, Polygon};
use super::patch::{Side, over_face, patch};
use super::polyhedron::{Parts, View};
use super::sat::{Axis, Separation, separation};
use super::touch::Touch;
use crate::contact::Manifold;

/// Contact of two polyhedra in the frame of A.
///
/// The gap along the best axis comes with it. `None` if that is above `margin`; the cache then remembers it.
pub(crate) fn polyhedra(
    a: &Parts,
    b: &Parts,
    b_in_a: &Pose,
    margin: f32,
    cache: &mut PairCache,
) -> Option<(Manifold, f32)> {
    let found = separation(a, b, b_in_a, margin, cache)?;
    let manifold = along(&a.view(), &b.view(), b_in_a, &found, margin, cache);
    cache.remember(&manifold);
    cache.axis = found.normal;
    Some((manifold, found.distance))
}

/// Contact along an axis that is known.
fn along(
    a: &View,
    b: &View,
    b_in_a: &Pose,
    found: &Separation,
    margin: f32,
    cache: &PairCache,
) -> Manifold {
    let normal = found.normal;
    let toward_b = b_in_a.inverse_transform_vector(normal);
    match found.axis {
        Axis::Edges(on_a, on_b) => edges(a, b, b_in_a, on_a, on_b, normal)
            .manifold(0x2000_0000 | (on_a as u32) << 14 ^ on_b as u32),
        Axis::FaceOfA(face) if face < a.solid_faces => {
            let reference = side(a, face, &Pose::IDENTITY, normal);
            let incident = side(b, b.face_toward(-toward_b), b_in_a, -toward_b);
            let touch = over(deepest_of_b(b, b_in_a, normal, found.distance, toward_b));
            over_face(&reference, &incident, &touch, margin, cache, 0)
        }
        Axis::FaceOfB(face) if face < b.solid_faces => {
            let reference = side(b, face, b_in_a, -toward_b);
            let incident = side(a, a.face_toward(normal), &Pose::IDENTITY, normal);
            let touch = over(deepest_of_a(a, normal, found.distance).flipped());
            over_face(&reference, &incident, &touch, margin, cache, 0x8000_0000).flipped()
        }
        // Sideways against the rim of a triangle.
        Axis::FaceOfA(_) | Axis::FaceOfB(_) => {
            let on_a = side(a, a.face_toward(normal), &Pose::IDENTITY, normal);
            let on_b = side(b, b.face_toward(-toward_b), b_in_a, -toward_b);
            let touch = match found.axis {
                Axis::FaceOfB(_) => deepest_of_a(a, normal, found.distance),
                _ => deepest_of_b(b, b_in_a, normal, found.distance, toward_b),
            };
            // Apart, the corner need not be near anything.
            let touch = if found.distance > 0.0 {
                over(touch)
            } else {
                touch
            };
            patch(&on_a, &on_b, &touch, margin, cache)
        }
    }
}

/// A deepest corner that counts only where it lies over the reference face.
fn over(touch: Touch) -> Touch {
    Touch {
        depth: f32::NEG_INFINITY,
        ..touch
    }
}

fn side(view: &View, face: usize, pose: &Pose, toward: Vec3) -> Side {
    Side {
        feature: Feature::Polygon(Polygon::of_face(view, face, pose, toward)),
        rounding: 0.0,
    }
}

fn deepest_of_b(b: &View, b_in_a: &Pose, normal: Vec3, distance: f32, toward_b: Vec3) -> Touch {
    let on_b = b_in_a.transform_point(b.farthest(-toward_b));
    Touch {
        normal,
        point_on_a: on_b - normal * distance,
        point_on_b: on_b,
        depth: -distance,
    }
}

fn deepest_of_a(a: &View, normal: Vec3, distance: f32) -> Touch {
    let on_a = a.farthest(normal);
    Touch {
        normal,
        point_on_a: on_a,
        point_on_b: on_a + normal * distance,
        depth: -distance,
    }
}

/// Contact of two edges at their nearest points.
fn edges(a: &View, b: &View, b_in_a: &Pose, on_a: usize, on_b: usize, normal: Vec3) -> Touch {
    let (edge_a, edge_b) = (a.edges[on_a], b.edges[on_b]);
    let corner = |view: &View, index: u16| view.vertices[usize::from(index)];
    let (tail_a, head_a) = (corner(a, edge_a.tail), corner(a, edge_a.head));
    let tail_b = b_in_a.transform_point(corner(b, edge_b.tail));
    let head_b = b_in_a.transform_point(corner(b, edge_b.head));
    edge_touch([tail_a, head_a], [tail_b, head_b], normal)
}

/// Contact of two edges, given by their ends, along a normal across both.
pub(crate) fn edge_touch(a: [Vec3; 2], b: [Vec3; 2], normal: Vec3) -> Touch {
    let (middle_a, half_a) = ((a[0] + a[1]) * 0.5, (a[1] - a[0]) * 0.5);
    let (middle_b, half_b) = ((b[0] + b[1]) * 0.5, (b[1] - b[0]) * 0.5);
    let (s, t) = nearest_parameters(middle_a, half_a, middle_b, half_b);
    let (point_on_a, point_on_b) = (middle_a + half_a * s, middle_b + half_b * t);
    Touch {
        normal,
        point_on_a,
        point_on_b,
        depth: (point_on_a - point_on_b).dot(normal),
    }
}
