//! Separating axes of a triangle and a box: the same as for any two polyhedra, written out.
//!
//! In the frame of the box its faces and edges are the axes, so that what each axis gives is a few products. Boxes on
//! meshes and height fields ask for this once for each triangle.

use voltex_math::{Mat3, Pose, Vec3};

use super::cache::PairCache;
use super::polyhedron::{BoxParts, TriangleParts, box_edge};
use super::sat::{Axis, EDGE_OF_OVERLAP, EDGE_OF_SIZE, FACE_OF_SIZE, Separation};

/// Squared sine of the angle between two edges below which no axis lies across them.
const PARALLEL: f32 = 1e-6;

/// Which of the two is A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum First {
    Triangle,
    Box,
}

/// The axis of largest separation of a triangle and a box, of which `first` is A, as
/// [`separation`](super::sat::separation) gives it.
pub(crate) fn separation(
    triangle: &TriangleParts,
    cuboid: &BoxParts,
    first: First,
    b_in_a: &Pose,
    margin: f32,
    cache: &mut PairCache,
) -> Option<Separation> {
    let turn = Mat3::from_quat(b_in_a.rotation);
    let shift = b_in_a.position;
    let into_box = match first {
        First::Triangle => turn.transpose(),
        First::Box => turn,
    };
    let place = |point: Vec3| match first {
        First::Triangle => into_box * (point - shift),
        First::Box => into_box * point + shift,
    };
    let view = View {
        half: cuboid.half(),
        corners: triangle.vertices.map(place),
    };
    // From a direction out of the triangle, in the frame of the box, to one from A to B in the frame of A.
    let from_a = |outward: Vec3| match first {
        First::Triangle => turn * outward,
        First::Box => -outward,
    };
    if let Some(axis) = cache.direction() {
        let outward = match first {
            First::Triangle => into_box * axis,
            First::Box => -axis,
        };
        if view.gap(outward) > margin {
            return None;
        }
    }
    // From the middle of the triangle to that of the box.
    let between = -place(triangle.center);
    let apart = between.length();
    if !(apart < f32::INFINITY) {
        return None;
    }
    let inner = view.half.min_element();
    if apart > inner {
        let outward = between / apart;
        if view.gap(outward) > margin {
            cache.apart(from_a(outward));
            return None;
        }
    }
    let size = apart + inner;
    let of_box = view.best_face_of_box();
    let of_triangle = view.best_face_of_triangle(triangle, into_box);
    let box_normal = of_box.normal();
    let [of_a, of_b] = match first {
        First::Triangle => [of_triangle.1, of_box.gap],
        First::Box => [of_box.gap, of_triangle.1],
    };
    let b_is_better = of_b > of_a + FACE_OF_SIZE * size;
    let on_box = b_is_better == (first == First::Triangle);
    // The sides of a triangle have no area: they give no patch either.
    let (outward, distance, axis, solid) = if on_box {
        let axis = match first {
            First::Triangle => Axis::FaceOfB(of_box.face()),
            First::Box => Axis::FaceOfA(of_box.face()),
        };
        (-box_normal, of_box.gap, axis, true)
    } else {
        let (face, gap, normal) = of_triangle;
        let axis = match first {
            First::Triangle => Axis::FaceOfA(face),
            First::Box => Axis::FaceOfB(face),
        };
        (normal, gap, axis, face < 2)
    };
    let mut best = Separation {
        normal: from_a(outward),
        distance,
        axis,
    };
    if distance > margin {
        cache.apart(best.normal);
        return None;
    }
    let least = if solid {
        distance + EDGE_OF_OVERLAP * distance.abs() + EDGE_OF_SIZE * size
    } else {
        distance
    };
    if let Some(edges) = view.best_edges(least) {
        let front = into_box * triangle.faces[0].normal;
        let on_triangle = if edges.outward.dot(front) >= 0.0 {
            edges.side
        } else {
            // The edges of the back come after those of the front, in the same order.
            3 + edges.side
        };
        let on_box = box_edge(edges.along, -edges.outward);
        best = Separation {
            normal: from_a(edges.outward),
            distance: edges.distance,
            axis: match first {
                First::Triangle => Axis::Edges(on_triangle, on_box),
                First::Box => Axis::Edges(on_box, on_triangle),
            },
        };
        if best.distance > margin {
            cache.apart(best.normal);
            return None;
        }
    }
    Some(best)
}

/// The two in the frame of the box. All directions point out of the triangle, towards the box.
struct View {
    half: Vec3,
    corners: [Vec3; 3],
}

/// A face of the box and the gap above it.
struct FaceOfBox {
    index: usize,
    positive: bool,
    gap: f32,
}

impl FaceOfBox {
    /// Its number in the list of the faces of a box.
    fn face(&self) -> usize {
        2 * self.index + usize::from(self.positive)
    }

    fn normal(&self) -> Vec3 {
        let mut normal = Vec3::ZERO;
        normal[self.index] = if self.positive { 1.0 } else { -1.0 };
        normal
    }
}

/// A side of the triangle and an edge of the box along an axis.
struct Edges {
    side: usize,
    along: usize,
    outward: Vec3,
    distance: f32,
}

impl View {
    /// Gap along a unit vector out of the triangle, m.
    fn gap(&self, outward: Vec3) -> f32 {
        let [a, b, c] = self.corners.map(|corner| corner.dot(outward));
        let most = if a > b { a } else { b };
        let most = if c > most { c } else { most };
        -outward.abs().dot(self.half) - most
    }

    fn best_face_of_box(&self) -> FaceOfBox {
        let [a, b, c] = self.corners;
        let above = a.min(b).min(c) - self.half;
        let below = -a.max(b).max(c) - self.half;
        let mut best = FaceOfBox {
            index: 0,
            positive: false,
            gap: f32::NEG_INFINITY,
        };
        for index in 0..3 {
            for (positive, gap) in [(false, below[index]), (true, above[index])] {
                if gap > best.gap {
                    best = FaceOfBox {
                        index,
                        positive,
                        gap,
                    };
                }
            }
        }
        best
    }

    /// Number of the face of largest gap among front, back and sides of the triangle, the gap, and its normal.
    fn best_face_of_triangle(&self, parts: &TriangleParts, into_box: Mat3) -> (usize, f32, Vec3) {
        let front = into_box * parts.faces[0].normal;
        let reach = front.abs().dot(self.half);
        let over = front.dot(self.corners[0]);
        let mut best = if over <= 0.0 {
            (0, -reach - over, front)
        } else {
            (1, over - reach, -front)
        };
        for (side, corner) in self.corners.into_iter().enumerate() {
            let normal = into_box * parts.faces[2 + side].normal;
            let gap = -normal.abs().dot(self.half) - normal.dot(corner);
            if gap > best.1 {
                best = (2 + side, gap, normal);
            }
        }
        best
    }

    /// The two edges of largest gap, if that is above `least`.
    fn best_edges(&self, least: f32) -> Option<Edges> {
        let mut most = least;
        let mut best = None;
        for side in 0..3 {
            let [tail, head, other] = [0, 1, 2].map(|step| self.corners[(side + step) % 3]);
            let way = head - tail;
            let long = way.length_squared();
            let across = [
                Vec3::new(0.0, way.z, -way.y),
                Vec3::new(-way.z, 0.0, way.x),
                Vec3::new(way.y, -way.x, 0.0),
            ];
            for (along, axis) in across.into_iter().enumerate() {
                let squared = axis.length_squared();
                if squared <= PARALLEL * long {
                    continue;
                }
                let (edge, corner) = (axis.dot(tail), axis.dot(other));
                // Only where the triangle reaches farthest with this edge.
                let (gap, sign) = if edge <= corner {
                    (edge, -1.0)
                } else {
                    (-edge, 1.0)
                };
                let gap = gap - axis.abs().dot(self.half);
                // By squares, as roots take long: with one sign the order of squares is that of the gaps or its reverse.
                let farther = if gap > 0.0 {
                    most <= 0.0 || gap * gap > most * most * squared
                } else {
                    most < 0.0 && gap * gap < most * most * squared
                };
                if farther {
                    let length = squared.sqrt();
                    let distance = gap / length;
                    if distance > most {
                        most = distance;
                        best = Some(Edges {
                            side,
                            along,
                            outward: axis * (sign / length),
                            distance,
                        });
                    }
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use voltex_math::Quat;
    use voltex_math::random::{Key, Sequence};

    use super::super::polyhedron::Parts;
    use super::super::sat;
    use super::*;
    use crate::shape::Convex;

    fn vector(draws: &mut Sequence, most: f64) -> Vec3 {
        let mut draw = || draws.uniform_in(-most, most) as f32;
        Vec3::new(draw(), draw(), draw())
    }

    /// Both say that the two are apart, or both find axes that are as good; along the one that is written out the gap is
    /// what it says, by the corners of both.
    #[test]
    fn axis_is_that_of_any_two_polyhedra() {
        let mut draws = Key::new(4, 31).sequence();
        let (mut contacts, mut edges) = (0, 0);
        for _ in 0..20_000 {
            let mut size = || draws.uniform_in(0.1, 1.0) as f32;
            let cuboid = Convex::Box {
                half_extents: Vec3::new(size(), size(), size()),
            };
            let triangle = Convex::Triangle([0, 1, 2].map(|_| vector(&mut draws, 1.0)));
            let pose = Pose::new(
                vector(&mut draws, 1.2),
                Quat::from_scaled_axis(vector(&mut draws, 3.0)),
            );
            let margin = draws.uniform_in(0.0, 0.1) as f32;
            for first in [First::Triangle, First::Box] {
                let (a, b) = match first {
                    First::Triangle => (&triangle, &cuboid),
                    First::Box => (&cuboid, &triangle),
                };
                let (Some(parts_a), Some(parts_b)) = (Parts::new(a), Parts::new(b)) else {
                    continue;
                };
                let (view_a, view_b) = (parts_a.view(), parts_b.view());
                let found = match (&parts_a, &parts_b) {
                    (Parts::Triangle(triangle), Parts::Box(cuboid))
                    | (Parts::Box(cuboid), Parts::Triangle(triangle)) => {
                        let cache = &mut PairCache::default();
                        separation(triangle, cuboid, first, &pose, margin, cache)
                    }
                    _ => None,
                };
                let known =
                    sat::general(&view_a, &view_b, &pose, margin, &mut PairCache::default());
                let (Some(found), Some(known)) = (found, known) else {
                    // At the margin itself rounding decides.
                    let only = found.or(known);
                    assert!(only.is_none_or(|only| only.distance > margin - 1e-5));
                    continue;
                };
                contacts += 1;
                assert!((found.normal.length() - 1.0).abs() < 1e-5);
                let difference = (found.distance - known.distance).abs();
                assert!(
                    difference < 4e-3 * known.distance.abs() + 4e-4,
                    "{found:?} {known:?}"
                );
                if difference > 1e-5 {
                    // One took a face, the other two edges that are about as good.
                    assert_ne!(found.axis, known.axis);
                }
                let far = |view: &super::super::polyhedron::View, n: Vec3| {
                    let all = view.vertices.iter().map(|vertex| vertex.dot(n));
                    all.fold(
                        f32::NEG_INFINITY,
                        |most, along| if along > most { along } else { most },
                    )
                };
                let in_b = pose.inverse_transform_vector(found.normal);
                let gap = found.normal.dot(pose.position)
                    - far(&view_a, found.normal)
                    - far(&view_b, -in_b);
                assert!((gap - found.distance).abs() < 1e-5, "{gap} {found:?}");
                if let Axis::Edges(on_a, on_b) = found.axis {
                    edges += 1;
                    let level = |view: &super::super::polyhedron::View, edge: usize, n: Vec3| {
                        let edge = view.edges[edge];
                        let [tail, head] = [edge.tail, edge.head]
                            .map(|end| view.vertices[usize::from(end)].dot(n));
                        (tail - head).abs() < 1e-5 && (tail - far(view, n)).abs() < 1e-5
                    };
                    assert!(level(&view_a, on_a, found.normal), "{found:?}");
                    assert!(level(&view_b, on_b, -in_b), "{found:?}");
                }
            }
        }
        assert!(contacts > 8000 && edges > 500, "{contacts} {edges}");
    }
}
