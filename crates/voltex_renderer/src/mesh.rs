//! Triangles with normals and texture coordinates, in memory.

use bytemuck::{Pod, Zeroable};
use voltex_math::{Vec2, Vec3};

use crate::error::RenderError;

/// A corner of a triangle as the device reads it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Vertex {
    /// Place in the frame of the mesh, m.
    pub position: [f32; 3],
    /// Unit normal of the surface there.
    pub normal: [f32; 3],
    /// Place in the texture, (0, 0) at its upper left corner, (1, 1) at its lower right.
    pub uv: [f32; 2],
}

impl Vertex {
    /// From vectors.
    pub fn new(position: Vec3, normal: Vec3, uv: Vec2) -> Self {
        Self {
            position: position.to_array(),
            normal: normal.to_array(),
            uv: uv.to_array(),
        }
    }
}

/// Vertices and triangles over them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshData {
    /// Corners.
    pub vertices: Vec<Vertex>,
    /// Three indices a triangle, counter-clockwise seen from outside.
    pub indices: Vec<u32>,
}

impl MeshData {
    /// Triangles with a normal each, so that every edge shows. Triangles without area are left out.
    pub fn flat(triangles: impl IntoIterator<Item = [Vec3; 3]>) -> Self {
        let mut mesh = Self::default();
        for corners in triangles {
            let [a, b, c] = corners;
            let normal = (b - a).cross(c - a).normalize_or_zero();
            if normal != Vec3::ZERO {
                let first = mesh.vertices.len() as u32;
                let corner = |p: Vec3| Vertex::new(p, normal, planar(p, normal));
                mesh.vertices.extend(corners.map(corner));
                mesh.indices.extend([first, first + 1, first + 2]);
            }
        }
        mesh
    }

    /// Triangles over shared corners with normals averaged by area, for ground that is round.
    pub fn smooth(positions: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let mut normals = vec![Vec3::ZERO; positions.len()];
        for triangle in triangles {
            let [a, b, c] = triangle.map(|index| positions[index as usize]);
            let normal = (b - a).cross(c - a);
            for index in triangle {
                normals[*index as usize] += normal;
            }
        }
        let vertices = positions.iter().zip(normals).map(|(position, normal)| {
            Vertex::new(
                *position,
                normal.normalize_or(Vec3::Y),
                planar(*position, Vec3::Y),
            )
        });
        Self {
            vertices: vertices.collect(),
            indices: triangles.iter().flatten().copied().collect(),
        }
    }

    /// Adds another mesh.
    pub fn append(&mut self, other: &Self) {
        let first = self.vertices.len() as u32;
        self.vertices.extend_from_slice(&other.vertices);
        self.indices
            .extend(other.indices.iter().map(|index| index + first));
    }

    /// The corners of every triangle.
    pub fn triangles(&self) -> impl ExactSizeIterator<Item = [Vec3; 3]> + '_ {
        let corner = |index: u32| Vec3::from_array(self.vertices[index as usize].position);
        self.indices
            .chunks_exact(3)
            .map(move |t| [corner(t[0]), corner(t[1]), corner(t[2])])
    }

    /// Smallest and largest coordinates; `None` without vertices.
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        let mut positions = self.vertices.iter().map(|v| Vec3::from_array(v.position));
        let first = positions.next()?;
        Some(positions.fold((first, first), |(low, high), p| (low.min(p), high.max(p))))
    }

    /// Refuses what a device cannot draw.
    ///
    /// # Errors
    /// No triangle, indices that are not in threes or name no vertex, numbers that are not finite.
    pub fn validate(&self) -> Result<(), RenderError> {
        let count = self.vertices.len();
        let wrong = |problem: String| Err(RenderError::Mesh(problem));
        if self.indices.is_empty() {
            return wrong("it has no triangles".to_owned());
        }
        if !self.indices.len().is_multiple_of(3) {
            return wrong(format!(
                "it has {} indices, which is no multiple of 3",
                self.indices.len()
            ));
        }
        if let Some(index) = self.indices.iter().find(|index| **index as usize >= count) {
            return wrong(format!("index {index} names none of its {count} vertices"));
        }
        let finite = |v: &Vertex| {
            let numbers = v.position.iter().chain(&v.normal).chain(&v.uv);
            numbers.clone().all(|x| x.is_finite())
        };
        match self.vertices.iter().position(|vertex| !finite(vertex)) {
            Some(index) => wrong(format!("vertex {index} has a number that is not finite")),
            None => Ok(()),
        }
    }
}

/// Texture coordinates across a flat face: metres along two axes of its plane.
fn planar(p: Vec3, normal: Vec3) -> Vec2 {
    let n = normal.abs();
    if n.y >= n.x && n.y >= n.z {
        Vec2::new(p.x, p.z)
    } else if n.x >= n.z {
        Vec2::new(p.z, p.y)
    } else {
        Vec2::new(p.x, p.y)
    }
}
