//! Surface of triangles.

use voltex_math::Vec3;

/// Triangles over shared vertices, fixed in its own frame.
#[derive(Clone, Debug, PartialEq)]
pub struct TriangleMesh {
    pub(crate) vertices: Vec<Vec3>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

impl TriangleMesh {
    /// Number of triangles.
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// Corners of a triangle, m, counter-clockwise seen from its front.
    #[inline]
    pub fn triangle(&self, index: u32) -> [Vec3; 3] {
        self.triangles[index as usize].map(|corner| self.vertices[corner as usize])
    }
}
