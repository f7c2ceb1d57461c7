//! A ray against triangles, without gaps at their edges.
//!
//! S. Woop, C. Benthin and I. Wald, *Watertight ray/triangle intersection*, JCGT 2 (2013). Corners are moved into a
//! frame in which the ray is the third axis; on which side of an edge it passes is then the sign of a product of
//! the moved corners, which two triangles that share the edge compute from the same numbers. Zero counts as inside,
//! so that a ray through an edge or corner meets at least one of the triangles around it.

use voltex_math::Vec3;

/// A ray prepared for triangles in its own frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct TriangleRay {
    origin: Vec3,
    /// Axes: two across and, last, the one along which the direction is longest.
    axes: [usize; 3],
    /// Shear along the first two axes per unit of the third, and the inverse of the longest component.
    shear: [f32; 3],
}

impl TriangleRay {
    /// A ray with a direction that is finite and not zero.
    pub(super) fn new(origin: Vec3, direction: Vec3) -> Self {
        let length = direction.abs();
        let along = if length.x >= length.y && length.x >= length.z {
            0
        } else if length.y >= length.z {
            1
        } else {
            2
        };
        let (first, second) = ((along + 1) % 3, (along + 2) % 3);
        let inverse = 1.0 / direction[along];
        Self {
            origin,
            axes: [first, second, along],
            shear: [
                direction[first] * inverse,
                direction[second] * inverse,
                inverse,
            ],
        }
    }

    /// Where the line meets a triangle, in lengths of its direction and of either sign. `None` also for a triangle
    /// that is seen exactly from its edge.
    #[inline]
    pub(super) fn meets(&self, corners: [Vec3; 3]) -> Option<f32> {
        let [x, y, z] = self.axes;
        let [sx, sy, sz] = self.shear;
        let moved = corners.map(|corner| {
            let p = corner - self.origin;
            (p[x] - sx * p[z], p[y] - sy * p[z], sz * p[z])
        });
        let [(ax, ay, az), (bx, by, bz), (cx, cy, cz)] = moved;
        let u = cx * by - cy * bx;
        let v = ax * cy - ay * cx;
        let w = bx * ay - by * ax;
        let one_sided = (u >= 0.0 && v >= 0.0 && w >= 0.0) || (u <= 0.0 && v <= 0.0 && w <= 0.0);
        let determinant = u + v + w;
        if !one_sided || determinant == 0.0 {
            return None;
        }
        let at = (u * az + v * bz + w * cz) / determinant;
        at.is_finite().then_some(at)
    }
}
