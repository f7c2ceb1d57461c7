//! Convex polyhedron.

use voltex_math::{Aabb, Vec3};

/// A face: its plane and its corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullFace {
    /// Outward unit normal.
    pub normal: Vec3,
    /// Distance of the plane from the origin along the normal, m: `dot(normal, p) = offset` on the face.
    pub offset: f32,
    /// First of its corners in the list of all loops.
    pub(crate) first: u32,
    /// Number of corners.
    pub(crate) count: u32,
}

/// An edge, held once: seen from outside, `left` lies to the left of the way from `tail` to `head`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HullEdge {
    /// Vertex where the edge starts.
    pub tail: u16,
    /// Vertex where it ends.
    pub head: u16,
    /// Face whose counter-clockwise loop runs from tail to head.
    pub left: u16,
    /// Face whose loop runs from head to tail.
    pub right: u16,
}

/// Convex polyhedron in its own frame, with flat faces of three or more corners, closed, all edges convex.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    pub(crate) vertices: Vec<Vec3>,
    pub(crate) faces: Vec<HullFace>,
    pub(crate) loops: Vec<u16>,
    pub(crate) edges: Vec<HullEdge>,
    pub(crate) centroid: Vec3,
    pub(crate) aabb: Aabb,
}

impl Hull {
    /// Corners, m.
    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    /// Faces.
    pub fn faces(&self) -> &[HullFace] {
        &self.faces
    }

    /// Edges, each once.
    pub fn edges(&self) -> &[HullEdge] {
        &self.edges
    }

    /// Corners of a face as indices of vertices, counter-clockwise seen from outside.
    pub fn face_loop(&self, face: usize) -> &[u16] {
        let HullFace { first, count, .. } = self.faces[face];
        &self.loops[first as usize..(first + count) as usize]
    }

    /// Centre of volume, m.
    pub fn centroid(&self) -> Vec3 {
        self.centroid
    }

    /// Box of the hull in its own frame.
    pub fn local_aabb(&self) -> Aabb {
        self.aabb
    }

    /// Index of the vertex farthest along `direction`, the lowest of equals.
    #[inline]
    pub fn support_index(&self, direction: Vec3) -> usize {
        let mut best = 0;
        let mut far = self.vertices[0].dot(direction);
        for (index, vertex) in self.vertices.iter().enumerate().skip(1) {
            let along = vertex.dot(direction);
            if along > far {
                far = along;
                best = index;
            }
        }
        best
    }

    /// The vertex farthest along `direction`.
    #[inline]
    pub fn support(&self, direction: Vec3) -> Vec3 {
        self.vertices[self.support_index(direction)]
    }
}
