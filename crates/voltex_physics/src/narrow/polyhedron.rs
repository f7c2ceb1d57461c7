//! One view over boxes, hulls and triangles: corners, faces with their planes, edges with their two faces.

use voltex_math::Vec3;

use crate::shape::{Convex, Hull, HullEdge, HullFace};

/// Borrowed geometry of a convex polyhedron in its own frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    pub(crate) vertices: &'a [Vec3],
    pub(crate) faces: &'a [HullFace],
    pub(crate) edges: &'a [HullEdge],
    pub(crate) loops: &'a [u16],
    /// A point inside.
    pub(crate) center: Vec3,
    /// The faces that come first have an area; the rest, of a triangle, only bound it sideways.
    pub(crate) solid_faces: usize,
    hull: Option<&'a Hull>,
}

/// Geometry of a box or triangle made on the stack, to be viewed; of a hull only the borrow.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Parts<'a> {
    Box(BoxParts),
    Hull(&'a Hull),
    Triangle(TriangleParts),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxParts {
    vertices: [Vec3; 8],
    faces: [HullFace; 6],
}

/// A triangle as a prism without height: front, back, and three sides that have no area.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TriangleParts {
    pub(crate) vertices: [Vec3; 3],
    /// Front, back, and the sides from each corner to the next.
    pub(crate) faces: [HullFace; 5],
    pub(crate) center: Vec3,
}

const fn edge(tail: u16, head: u16, left: u16, right: u16) -> HullEdge {
    HullEdge {
        tail,
        head,
        left,
        right,
    }
}

/// Corner `k` of a box has the positive side of x, y, z where bit 0, 1, 2 of `k` is set.
/// Faces: -x, +x, -y, +y, -z, +z.
const BOX_LOOPS: [u16; 24] = [
    0, 4, 6, 2, // -x
    1, 3, 7, 5, // +x
    0, 1, 5, 4, // -y
    2, 6, 7, 3, // +y
    0, 2, 3, 1, // -z
    4, 5, 7, 6, // +z
];

const BOX_EDGES: [HullEdge; 12] = [
    edge(0, 4, 0, 2),
    edge(4, 6, 0, 5),
    edge(6, 2, 0, 3),
    edge(2, 0, 0, 4),
    edge(1, 3, 1, 4),
    edge(3, 7, 1, 3),
    edge(7, 5, 1, 5),
    edge(5, 1, 1, 2),
    edge(0, 1, 2, 4),
    edge(5, 4, 2, 5),
    edge(6, 7, 3, 5),
    edge(3, 2, 3, 4),
];

const TRIANGLE_LOOPS: [u16; 12] = [
    0, 1, 2, // front
    0, 2, 1, // back
    0, 1, 1, 2, 2, 0, // sides
];

const TRIANGLE_EDGES: [HullEdge; 6] = [
    edge(0, 1, 0, 2),
    edge(1, 2, 0, 3),
    edge(2, 0, 0, 4),
    edge(1, 0, 1, 2),
    edge(2, 1, 1, 3),
    edge(0, 2, 1, 4),
];

impl BoxParts {
    /// Half the edge lengths, m.
    #[inline]
    pub(crate) fn half(&self) -> Vec3 {
        // The corner with the positive side of all axes.
        self.vertices[7]
    }

    pub(crate) fn new(half: Vec3) -> Self {
        let vertices = std::array::from_fn(|corner| {
            let side = |bit: usize, size: f32| {
                if corner & (1 << bit) != 0 {
                    size
                } else {
                    -size
                }
            };
            Vec3::new(side(0, half.x), side(1, half.y), side(2, half.z))
        });
        let faces = std::array::from_fn(|face| {
            let mut normal = Vec3::ZERO;
            normal[face / 2] = if face % 2 == 1 { 1.0 } else { -1.0 };
            HullFace {
                normal,
                offset: half[face / 2],
                first: 4 * face as u32,
                count: 4,
            }
        });
        Self { vertices, faces }
    }
}

/// Number of the edge of a box along an axis that lies farthest along a direction.
pub(crate) fn box_edge(axis: usize, toward: Vec3) -> usize {
    let mut corner = 0;
    for other in 0..3 {
        if other != axis && toward[other] >= 0.0 {
            corner |= 1 << other;
        }
    }
    let ends = [corner, corner | 1 << axis];
    let is_it = |edge: &HullEdge| ends.contains(&edge.tail) && ends.contains(&edge.head);
    BOX_EDGES.iter().position(is_it).unwrap_or(0)
}

impl TriangleParts {
    /// `None` without an area: the three corners lie on a line within rounding, or are not finite.
    pub(crate) fn new(vertices: [Vec3; 3]) -> Option<Self> {
        let [a, b, c] = vertices;
        let (ab, ac, bc) = (b - a, c - a, c - b);
        let cross = ab.cross(ac);
        let area = cross.length_squared();
        let longest = voltex_math::f32::max(
            ab.length_squared(),
            voltex_math::f32::max(ac.length_squared(), bc.length_squared()),
        );
        if !(area > 1e-12 * longest * longest && area < f32::INFINITY) {
            return None;
        }
        let normal = cross / area.sqrt();
        let face = |normal: Vec3, on: Vec3, first: u32, count: u32| HullFace {
            normal,
            offset: normal.dot(on),
            first,
            count,
        };
        let side = |tail: Vec3, head: Vec3, first| {
            face((head - tail).cross(normal).normalize(), tail, first, 2)
        };
        Some(Self {
            vertices,
            faces: [
                face(normal, a, 0, 3),
                face(-normal, a, 3, 3),
                side(a, b, 6),
                side(b, c, 8),
                side(c, a, 10),
            ],
            center: (a + b + c) / 3.0,
        })
    }
}

impl<'a> Parts<'a> {
    /// The parts of a polyhedron; `None` for a curved shape and for a triangle without area.
    pub(crate) fn new(shape: &Convex<'a>) -> Option<Self> {
        match *shape {
            Convex::Box { half_extents } => Some(Self::Box(BoxParts::new(half_extents))),
            Convex::Hull(hull) => Some(Self::Hull(hull)),
            Convex::Triangle(corners) => TriangleParts::new(corners).map(Self::Triangle),
            Convex::Sphere { .. }
            | Convex::Capsule { .. }
            | Convex::Cylinder { .. }
            | Convex::Cone { .. } => None,
        }
    }

    /// The view of it.
    #[inline]
    pub(crate) fn view(&self) -> View<'_> {
        match self {
            Self::Box(parts) => View {
                vertices: &parts.vertices,
                faces: &parts.faces,
                edges: &BOX_EDGES,
                loops: &BOX_LOOPS,
                center: Vec3::ZERO,
                solid_faces: 6,
                hull: None,
            },
            Self::Hull(hull) => View::hull(hull),
            Self::Triangle(parts) => View {
                vertices: &parts.vertices,
                faces: &parts.faces,
                edges: &TRIANGLE_EDGES,
                loops: &TRIANGLE_LOOPS,
                center: parts.center,
                solid_faces: 2,
                hull: None,
            },
        }
    }
}

impl<'a> View<'a> {
    pub(crate) fn hull(hull: &'a Hull) -> Self {
        Self {
            vertices: &hull.vertices,
            faces: &hull.faces,
            edges: &hull.edges,
            loops: &hull.loops,
            center: hull.centroid,
            solid_faces: hull.faces.len(),
            hull: Some(hull),
        }
    }

    /// Corners of a face, counter-clockwise seen from outside.
    #[inline]
    pub(crate) fn face_loop(&self, face: usize) -> &'a [u16] {
        let HullFace { first, count, .. } = self.faces[face];
        &self.loops[first as usize..(first + count) as usize]
    }

    /// The vertex farthest along a direction.
    #[inline]
    pub(crate) fn farthest(&self, direction: Vec3) -> Vec3 {
        if let Some(hull) = self.hull {
            return hull.support(direction);
        }
        let mut best = self.vertices[0];
        let mut far = best.dot(direction);
        for &vertex in &self.vertices[1..] {
            let along = vertex.dot(direction);
            if along > far {
                far = along;
                best = vertex;
            }
        }
        best
    }

    /// Largest of `dot(vertex, direction)`.
    #[inline]
    pub(crate) fn reach(&self, direction: Vec3) -> f32 {
        self.farthest(direction).dot(direction)
    }

    /// The face with an area that looks most along `direction`, the first of equals.
    #[inline]
    pub(crate) fn face_toward(&self, direction: Vec3) -> usize {
        if let Some(hull) = self.hull {
            return hull.face_toward(direction);
        }
        let mut best = 0;
        let mut most = f32::NEG_INFINITY;
        for (index, face) in self.faces[..self.solid_faces].iter().enumerate() {
            let along = face.normal.dot(direction);
            if along > most {
                most = along;
                best = index;
            }
        }
        best
    }

    /// Distance from the centre to the nearest face: every width of the body is at least twice that.
    #[inline]
    pub(crate) fn inner_radius(&self) -> f32 {
        let mut least = f32::INFINITY;
        for face in self.faces {
            let depth = face.offset - face.normal.dot(self.center);
            if depth < least {
                least = depth;
            }
        }
        if least > 0.0 { least } else { 0.0 }
    }
}
