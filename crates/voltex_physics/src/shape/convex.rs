//! Solid convex bodies, as the narrow phase sees them.

use voltex_math::f32::{max, min};
use voltex_math::{Aabb, Mat3, Pose, Vec3};

use super::Hull;

/// A solid convex body in its own frame.
///
/// Each is a core with a rounding: the set of all points within [`Convex::rounding`] of the core. A sphere is
/// a rounded point, a capsule a rounded segment; the others are their own core.
#[derive(Clone, Copy, Debug)]
pub enum Convex<'a> {
    /// Ball around the origin.
    Sphere {
        /// m
        radius: f32,
    },
    /// Box with its faces across the axes.
    Box {
        /// Half the edge lengths, m.
        half_extents: Vec3,
    },
    /// All points within `radius` of the segment from `-half_height` to `+half_height` on the y axis.
    Capsule {
        /// Half the length of the segment, m.
        half_height: f32,
        /// m
        radius: f32,
    },
    /// Circular cylinder about the y axis.
    Cylinder {
        /// Half the distance between the caps, m.
        half_height: f32,
        /// m
        radius: f32,
    },
    /// Circular cone about the y axis: base at `-half_height`, apex at `+half_height`.
    Cone {
        /// Half the distance from base to apex, m.
        half_height: f32,
        /// Radius of the base, m.
        radius: f32,
    },
    /// Convex polyhedron.
    Hull(&'a Hull),
    /// Flat triangle, its front where the corners run counter-clockwise.
    Triangle([Vec3; 3]),
}

impl Convex<'_> {
    /// How far the surface lies outside the core, m.
    #[inline]
    pub fn rounding(&self) -> f32 {
        match *self {
            Self::Sphere { radius } | Self::Capsule { radius, .. } => radius,
            Self::Box { .. }
            | Self::Cylinder { .. }
            | Self::Cone { .. }
            | Self::Hull(_)
            | Self::Triangle(_) => 0.0,
        }
    }

    /// A point of the core farthest along `direction`, which may have any length, also zero.
    ///
    /// Where several points are equally far the choice is fixed: positive signs for a box, the apex of a cone
    /// before its base, the lowest index of a hull.
    #[inline]
    pub fn core_support(&self, direction: Vec3) -> Vec3 {
        match *self {
            Self::Sphere { .. } => Vec3::ZERO,
            Self::Box { half_extents: h } => Vec3::new(
                signed(h.x, direction.x),
                signed(h.y, direction.y),
                signed(h.z, direction.z),
            ),
            Self::Capsule { half_height, .. } => {
                Vec3::new(0.0, signed(half_height, direction.y), 0.0)
            }
            Self::Cylinder {
                half_height,
                radius,
            } => rim(direction, radius).with_y(signed(half_height, direction.y)),
            Self::Cone {
                half_height,
                radius,
            } => {
                let across = (direction.x * direction.x + direction.z * direction.z).sqrt();
                if 2.0 * half_height * direction.y >= radius * across {
                    Vec3::new(0.0, half_height, 0.0)
                } else {
                    rim(direction, radius).with_y(-half_height)
                }
            }
            Self::Hull(hull) => hull.support(direction),
            Self::Triangle([a, b, c]) => {
                let (x, y, z) = (a.dot(direction), b.dot(direction), c.dot(direction));
                if x >= y && x >= z {
                    a
                } else if y >= z {
                    b
                } else {
                    c
                }
            }
        }
    }

    /// A point of the surface farthest along the unit vector `direction`.
    #[inline]
    pub fn support(&self, direction: Vec3) -> Vec3 {
        self.core_support(direction) + direction * self.rounding()
    }

    /// Radius of the largest ball about a point that lies within the body, m; 0 for a point outside and for a triangle.
    pub fn inner_radius(&self, center: Vec3) -> f32 {
        let radius = match *self {
            Self::Sphere { radius } => radius - center.length(),
            Self::Box { half_extents } => (half_extents - center.abs()).min_element(),
            Self::Capsule {
                half_height,
                radius,
            } => {
                let beyond = max(center.y.abs() - half_height, 0.0);
                radius - center.with_y(beyond).length()
            }
            Self::Cylinder {
                half_height,
                radius,
            } => min(
                half_height - center.y.abs(),
                radius - center.with_y(0.0).length(),
            ),
            Self::Cone {
                half_height,
                radius,
            } => {
                let across = center.with_y(0.0).length();
                // Distance from the slanted side, whose normal leans up by radius over height.
                let height = 2.0 * half_height;
                let side = ((half_height - center.y) * radius - across * height)
                    / (radius * radius + height * height).sqrt();
                min(center.y + half_height, side)
            }
            Self::Hull(hull) => hull
                .faces()
                .iter()
                .map(|face| face.offset - face.normal.dot(center))
                .fold(f32::INFINITY, min),
            Self::Triangle(_) => 0.0,
        };
        max(radius, 0.0)
    }

    /// Smallest box across the axes of the frame in which the body has this pose.
    pub fn aabb(&self, pose: &Pose) -> Aabb {
        let at = pose.position;
        let around = |half: Vec3| Aabb {
            min: at - half,
            max: at + half,
        };
        match *self {
            Self::Sphere { radius } => around(Vec3::splat(radius)),
            Self::Box { half_extents: h } => {
                let turn = Mat3::from_quat(pose.rotation);
                around(turn.x_axis.abs() * h.x + turn.y_axis.abs() * h.y + turn.z_axis.abs() * h.z)
            }
            Self::Capsule {
                half_height,
                radius,
            } => {
                let axis = pose.transform_vector(Vec3::Y);
                around(axis.abs() * half_height + Vec3::splat(radius))
            }
            Self::Cylinder {
                half_height,
                radius,
            } => {
                let axis = pose.transform_vector(Vec3::Y);
                around(axis.abs() * half_height + disc_reach(axis) * radius)
            }
            Self::Cone {
                half_height,
                radius,
            } => {
                let apex = pose.transform_vector(Vec3::Y * half_height);
                let rim = disc_reach(pose.transform_vector(Vec3::Y)) * radius;
                Aabb {
                    min: at + apex.min(-apex - rim),
                    max: at + apex.max(-apex + rim),
                }
            }
            Self::Hull(hull) => {
                let axes = [Vec3::X, Vec3::Y, Vec3::Z].map(|a| pose.inverse_transform_vector(a));
                let far = |axis: usize, sign: f32| {
                    axes[axis].dot(hull.support(axes[axis] * sign)) + at[axis]
                };
                Aabb {
                    min: Vec3::new(far(0, -1.0), far(1, -1.0), far(2, -1.0)),
                    max: Vec3::new(far(0, 1.0), far(1, 1.0), far(2, 1.0)),
                }
            }
            Self::Triangle(corners) => {
                let [a, b, c] = corners.map(|corner| pose.transform_point(corner));
                Aabb {
                    min: a.min(b).min(c),
                    max: a.max(b).max(c),
                }
            }
        }
    }

    /// A point deep inside, to which the body is compact: the centre of the sphere, the centroid of a hull.
    #[inline]
    pub fn center(&self) -> Vec3 {
        match *self {
            Self::Sphere { .. }
            | Self::Box { .. }
            | Self::Capsule { .. }
            | Self::Cylinder { .. } => Vec3::ZERO,
            Self::Cone { half_height, .. } => Vec3::new(0.0, -0.5 * half_height, 0.0),
            Self::Hull(hull) => hull.centroid(),
            Self::Triangle([a, b, c]) => (a + b + c) / 3.0,
        }
    }
}

/// `size` with the sign of `direction`, positive for both zeros.
#[inline]
fn signed(size: f32, direction: f32) -> f32 {
    if direction >= 0.0 { size } else { -size }
}

/// Point of the circle of this radius about the y axis farthest along `direction`; +X if it has none.
#[inline]
fn rim(direction: Vec3, radius: f32) -> Vec3 {
    let across = (direction.x * direction.x + direction.z * direction.z).sqrt();
    if across > 0.0 {
        let scale = radius / across;
        Vec3::new(direction.x * scale, 0.0, direction.z * scale)
    } else {
        Vec3::new(radius, 0.0, 0.0)
    }
}

/// How far a disc of radius 1 reaches along each axis, its own axis being this unit vector.
#[inline]
fn disc_reach(axis: Vec3) -> Vec3 {
    let s = axis * axis;
    Vec3::new((s.y + s.z).sqrt(), (s.z + s.x).sqrt(), (s.x + s.y).sqrt())
}
