//! What a shape touches with: the face, edge, rim or point that looks in a direction.

use voltex_math::{Pose, Vec3};

use super::polyhedron::View;
use super::sphere::radial;
use super::touch::unit;
use crate::shape::Convex;

/// Largest number of corners that a face keeps; a face with more is thinned out evenly.
pub(crate) const MAX_CORNERS: usize = 16;

/// Flat face with straight edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Polygon {
    corners: [Vec3; MAX_CORNERS],
    ids: [u16; MAX_CORNERS],
    count: u8,
    /// Outward unit normal.
    pub(crate) normal: Vec3,
}

/// Flat face with a round rim.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disc {
    pub(crate) center: Vec3,
    /// Outward unit normal.
    pub(crate) axis: Vec3,
    pub(crate) radius: f32,
}

/// Part of the core of a shape that lies farthest in a direction, or nearly.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Feature {
    Point(Vec3),
    Segment([Vec3; 2]),
    Polygon(Polygon),
    Disc(Disc),
}

impl Polygon {
    /// A face of a polyhedron, moved by a pose.
    ///
    /// `toward` is the direction, in the frame of the polyhedron, in which the face meets the other body: the
    /// corner farthest that way stays when a large face is thinned out.
    pub(crate) fn of_face(view: &View, face: usize, pose: &Pose, toward: Vec3) -> Self {
        let corners = view.face_loop(face);
        let mut polygon = Self::empty(pose.transform_vector(view.faces[face].normal));
        if corners.len() <= MAX_CORNERS {
            for &corner in corners {
                let point = view.vertices[usize::from(corner)];
                polygon.push(pose.transform_point(point), corner);
            }
            return polygon;
        }
        let mut deepest = 0;
        let mut most = f32::NEG_INFINITY;
        for (index, &corner) in corners.iter().enumerate() {
            let along = view.vertices[usize::from(corner)].dot(toward);
            if along > most {
                most = along;
                deepest = index;
            }
        }
        for slot in 0..MAX_CORNERS {
            let index = (deepest + slot * corners.len() / MAX_CORNERS) % corners.len();
            let corner = corners[index];
            let point = view.vertices[usize::from(corner)];
            polygon.push(pose.transform_point(point), corner);
        }
        polygon
    }

    /// The front of a triangle with this unit normal.
    pub(crate) fn of_triangle(corners: [Vec3; 3], normal: Vec3) -> Self {
        let mut polygon = Self::empty(normal);
        for (id, corner) in (0..).zip(corners) {
            polygon.push(corner, id);
        }
        polygon
    }

    /// Without corners yet.
    pub(crate) const fn empty(normal: Vec3) -> Self {
        Self {
            corners: [Vec3::ZERO; MAX_CORNERS],
            ids: [0; MAX_CORNERS],
            count: 0,
            normal,
        }
    }

    fn push(&mut self, corner: Vec3, id: u16) {
        self.corners[usize::from(self.count)] = corner;
        self.ids[usize::from(self.count)] = id;
        self.count += 1;
    }

    /// Corners, counter-clockwise seen from outside.
    #[inline]
    pub(crate) fn corners(&self) -> &[Vec3] {
        &self.corners[..usize::from(self.count)]
    }

    /// Number of the vertex of each corner.
    #[inline]
    pub(crate) fn ids(&self) -> &[u16] {
        &self.ids[..usize::from(self.count)]
    }
}

impl Feature {
    /// What looks along the unit vector `toward`, which is in the frame of the shape; the feature is in the
    /// frame in which the shape has this pose.
    ///
    /// A flat face is given whenever it looks that way more than its neighbours, however far it is tilted:
    /// the points of it that lie too far back are left out by their depth.
    pub(crate) fn toward(shape: &Convex, toward: Vec3, pose: &Pose) -> Self {
        match *shape {
            Convex::Sphere { .. } => Self::Point(pose.position),
            Convex::Capsule { half_height, .. } => {
                let along = pose.transform_vector(Vec3::new(0.0, half_height, 0.0));
                Self::Segment([pose.position - along, pose.position + along])
            }
            Convex::Cylinder {
                half_height,
                radius,
            } => {
                let (outward, across) = radial(toward);
                if toward.y.abs() >= across {
                    let sign = if toward.y >= 0.0 { 1.0 } else { -1.0 };
                    Self::cap(pose, sign * half_height, sign, radius)
                } else {
                    let side = outward * radius;
                    Self::Segment([
                        pose.transform_point(side.with_y(-half_height)),
                        pose.transform_point(side.with_y(half_height)),
                    ])
                }
            }
            Convex::Cone {
                half_height,
                radius,
            } => {
                let (outward, across) = radial(toward);
                let slant = (radius * radius + 4.0 * half_height * half_height).sqrt();
                let along_side = (across * 2.0 * half_height + toward.y * radius) / slant;
                if -toward.y >= along_side {
                    Self::cap(pose, -half_height, -1.0, radius)
                } else {
                    Self::Segment([
                        pose.transform_point((outward * radius).with_y(-half_height)),
                        pose.transform_point(Vec3::new(0.0, half_height, 0.0)),
                    ])
                }
            }
            Convex::Box { half_extents } => {
                let size = toward.abs();
                let axis = if size.x >= size.y && size.x >= size.z {
                    0
                } else if size.y >= size.z {
                    1
                } else {
                    2
                };
                Self::Polygon(box_face(half_extents, axis, toward[axis] >= 0.0, pose))
            }
            Convex::Hull(hull) => {
                let view = View::hull(hull);
                let face = view.face_toward(toward);
                Self::Polygon(Polygon::of_face(&view, face, pose, toward))
            }
            Convex::Triangle(corners) => Self::Polygon(triangle_face(&corners, toward, pose)),
        }
    }

    fn cap(pose: &Pose, y: f32, sign: f32, radius: f32) -> Self {
        Self::Disc(Disc {
            center: pose.transform_point(Vec3::new(0.0, y, 0.0)),
            axis: pose.transform_vector(Vec3::new(0.0, sign, 0.0)),
            radius,
        })
    }
}

/// Face of a box across an axis, at its positive or negative side.
fn box_face(half: Vec3, axis: usize, positive: bool, pose: &Pose) -> Polygon {
    let (second, third) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut normal = Vec3::ZERO;
    normal[axis] = if positive { 1.0 } else { -1.0 };
    let mut polygon = Polygon::empty(pose.transform_vector(normal));
    let mut center = Vec3::ZERO;
    center[axis] = normal[axis] * half[axis];
    let (mut u, mut v) = (Vec3::ZERO, Vec3::ZERO);
    u[second] = half[second];
    v[third] = half[third];
    let (center, u, v) = (
        pose.transform_point(center),
        pose.transform_vector(u),
        pose.transform_vector(v),
    );
    let corners = if positive {
        [
            center - u - v,
            center + u - v,
            center + u + v,
            center - u + v,
        ]
    } else {
        [
            center - u - v,
            center - u + v,
            center + u + v,
            center + u - v,
        ]
    };
    let first = 8 * axis as u16 + 4 * u16::from(positive);
    for (id, corner) in (first..).zip(corners) {
        polygon.push(corner, id);
    }
    polygon
}

/// The side of a triangle that looks along a direction, the front if neither does.
fn triangle_face(&[a, b, c]: &[Vec3; 3], toward: Vec3, pose: &Pose) -> Polygon {
    let cross = (b - a).cross(c - a);
    let front = unit(cross).unwrap_or(Vec3::Y);
    let seen = front.dot(toward) >= 0.0;
    let mut polygon = Polygon::empty(pose.transform_vector(if seen { front } else { -front }));
    polygon.push(pose.transform_point(a), 0);
    let (second, third) = if seen {
        ((b, 1), (c, 2))
    } else {
        ((c, 2), (b, 1))
    };
    polygon.push(pose.transform_point(second.0), second.1);
    polygon.push(pose.transform_point(third.0), third.1);
    polygon
}
