//! Minkowski difference of two cores, by its support points.

use voltex_math::{DMat3, DVec3, Pose};

use crate::shape::Convex;

/// A point of the difference with the point of A that makes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    /// Point of A minus point of B, m.
    pub(super) w: DVec3,
    /// Point of the core of A, m.
    pub(super) a: DVec3,
    /// Numbers of the two points on their cores, see [`vertex`].
    pub(super) ids: [u32; 2],
}

impl Vertex {
    /// Both cores at the origin.
    pub(super) const ZERO: Self = Self {
        w: DVec3::ZERO,
        a: DVec3::ZERO,
        ids: [0; 2],
    };

    /// Point of the core of B, m.
    #[inline]
    pub(super) fn b(&self) -> DVec3 {
        self.a - self.w
    }
}

/// All points of core A minus all points of core B, in the frame of A.
///
/// Everything here is `f64`: the difference of two far surfaces that nearly touch cancels, and so do the
/// weights of a thin simplex. A vertex given in `f32` is exact in it; only the choice of a hull's vertex is
/// made in `f32`, which errs by less than 1e-7 of the size of the hull.
#[derive(Clone, Copy)]
pub(super) struct Difference<'a> {
    pub(super) a: &'a Convex<'a>,
    pub(super) b: &'a Convex<'a>,
    /// Rotation from the axes of B to those of A.
    pub(super) rotation: DMat3,
    /// Origin of B in the frame of A, m.
    pub(super) translation: DVec3,
}

impl<'a> Difference<'a> {
    pub(super) fn new(a: &'a Convex<'a>, b: &'a Convex<'a>, b_in_a: &Pose) -> Self {
        Self {
            a,
            b,
            rotation: DMat3::from_quat(b_in_a.rotation.as_dquat().normalize()),
            translation: b_in_a.position.as_dvec3(),
        }
    }

    /// Direction in the axes of B.
    #[inline]
    pub(super) fn direction_in_b(&self, direction: DVec3) -> DVec3 {
        DVec3::new(
            self.rotation.x_axis.dot(direction),
            self.rotation.y_axis.dot(direction),
            self.rotation.z_axis.dot(direction),
        )
    }

    /// Point of B's frame in A's.
    #[inline]
    pub(super) fn point_from_b(&self, point: DVec3) -> DVec3 {
        self.rotation * point + self.translation
    }

    /// Point of A's frame in B's.
    #[inline]
    pub(super) fn point_in_b(&self, point: DVec3) -> DVec3 {
        self.direction_in_b(point - self.translation)
    }

    /// The point farthest along `direction`, which may have any length.
    #[inline]
    pub(super) fn support(&self, direction: DVec3) -> Vertex {
        let (a, id_a) = support(self.a, direction);
        let (b, id_b) = support(self.b, self.direction_in_b(-direction));
        Vertex {
            w: a - self.point_from_b(b),
            a,
            ids: [id_a, id_b],
        }
    }

    /// The vertex of these two numbers; any numbers give a point of the difference.
    pub(super) fn vertex(&self, ids: [u32; 2]) -> Vertex {
        let a = vertex(self.a, ids[0]);
        Vertex {
            w: a - self.point_from_b(vertex(self.b, ids[1])),
            a,
            ids,
        }
    }

    /// Numbers from which [`Difference::vertex`] makes this vertex again, or one beside it on a rim.
    pub(super) fn remember(&self, vertex: &Vertex) -> [u32; 2] {
        let [id_a, id_b] = vertex.ids;
        [
            rim_number(self.a, id_a, || vertex.a),
            rim_number(self.b, id_b, || self.point_in_b(vertex.b())),
        ]
    }
}

/// A point of the core farthest along `direction`, and its number.
///
/// The same choice among equals as [`Convex::core_support`]. Points of a rim get their number from
/// [`Difference::remember`] only, since it takes time.
#[inline]
pub(super) fn support(convex: &Convex<'_>, direction: DVec3) -> (DVec3, u32) {
    match *convex {
        Convex::Sphere { .. } => (DVec3::ZERO, 0),
        Convex::Box { half_extents: h } => {
            let id = u32::from(direction.x < 0.0)
                | u32::from(direction.y < 0.0) << 1
                | u32::from(direction.z < 0.0) << 2;
            let pick = |size: f32, along: f64| f64::from(if along < 0.0 { -size } else { size });
            (
                DVec3::new(
                    pick(h.x, direction.x),
                    pick(h.y, direction.y),
                    pick(h.z, direction.z),
                ),
                id,
            )
        }
        Convex::Capsule { half_height, .. } => {
            let half = f64::from(half_height);
            if direction.y < 0.0 {
                (DVec3::new(0.0, -half, 0.0), 1)
            } else {
                (DVec3::new(0.0, half, 0.0), 0)
            }
        }
        Convex::Cylinder {
            half_height,
            radius,
        } => {
            let half = f64::from(half_height);
            let (y, id) = if direction.y < 0.0 {
                (-half, 1)
            } else {
                (half, 0)
            };
            (rim(direction, f64::from(radius)).with_y(y), id)
        }
        Convex::Cone {
            half_height,
            radius,
        } => {
            let (half, radius) = (f64::from(half_height), f64::from(radius));
            let across = (direction.x * direction.x + direction.z * direction.z).sqrt();
            if 2.0 * half * direction.y >= radius * across {
                (DVec3::new(0.0, half, 0.0), 0)
            } else {
                (rim(direction, radius).with_y(-half), 1)
            }
        }
        Convex::Hull(hull) => {
            let index = hull.support_index(direction.as_vec3());
            (hull.vertices()[index].as_dvec3(), index as u32)
        }
        Convex::Triangle(corners) => {
            let [x, y, z] = corners.map(|corner| corner.as_dvec3().dot(direction));
            let index = if x >= y && x >= z {
                0
            } else if y >= z {
                1
            } else {
                2
            };
            (corners[index].as_dvec3(), index as u32)
        }
    }
}

/// The vertex of a number: corner of a box by its signs, vertex of a hull or triangle by its index, end of a
/// capsule, place on a rim. A number that is too large counts on from 0, so that any gives a point of the core.
pub(super) fn vertex(convex: &Convex<'_>, id: u32) -> DVec3 {
    match *convex {
        Convex::Sphere { .. } => DVec3::ZERO,
        Convex::Box { half_extents: h } => {
            let pick =
                |size: f32, bit: u32| f64::from(if id >> bit & 1 == 1 { -size } else { size });
            DVec3::new(pick(h.x, 0), pick(h.y, 1), pick(h.z, 2))
        }
        Convex::Capsule { half_height, .. } => {
            let half = f64::from(half_height);
            DVec3::new(0.0, if id & 1 == 1 { -half } else { half }, 0.0)
        }
        Convex::Cylinder {
            half_height,
            radius,
        } => {
            let half = f64::from(half_height);
            rim_point(id, f64::from(radius)).with_y(if id & 1 == 1 { -half } else { half })
        }
        Convex::Cone {
            half_height,
            radius,
        } => {
            let half = f64::from(half_height);
            if id & 1 == 1 {
                rim_point(id, f64::from(radius)).with_y(-half)
            } else {
                DVec3::new(0.0, half, 0.0)
            }
        }
        Convex::Hull(hull) => {
            let count = hull.vertices().len();
            hull.vertices()[id as usize % count].as_dvec3()
        }
        Convex::Triangle(corners) => corners[id as usize % 3].as_dvec3(),
    }
}

/// Point of the circle of this radius about the y axis farthest along `direction`; +X if it has none.
#[inline]
fn rim(direction: DVec3, radius: f64) -> DVec3 {
    let across = (direction.x * direction.x + direction.z * direction.z).sqrt();
    if across > 0.0 {
        let scale = radius / across;
        DVec3::new(direction.x * scale, 0.0, direction.z * scale)
    } else {
        DVec3::new(radius, 0.0, 0.0)
    }
}

/// Steps in which a rim number counts one quarter of the way round.
const QUARTER: f64 = (1_u32 << 29) as f64;

/// The number of a support point: of a rim point its place in the upper 31 bits, otherwise `id` itself.
fn rim_number(convex: &Convex<'_>, id: u32, point: impl FnOnce() -> DVec3) -> u32 {
    match convex {
        Convex::Cylinder { .. } => {}
        Convex::Cone { .. } if id & 1 == 1 => {}
        Convex::Sphere { .. }
        | Convex::Box { .. }
        | Convex::Capsule { .. }
        | Convex::Cone { .. }
        | Convex::Hull(_)
        | Convex::Triangle(_) => return id,
    }
    let point = point();
    let along = point.x / (point.x.abs() + point.z.abs());
    // 0 at +x, 1 at +z, 2 at -x, 3 at -z; a NaN casts to 0.
    let place = if point.z >= 0.0 {
        1.0 - along
    } else {
        3.0 + along
    };
    ((place * QUARTER) as u32) << 1 | id & 1
}

/// Point of the circle of this radius about the y axis whose place is in the upper 31 bits of `id`.
fn rim_point(id: u32, radius: f64) -> DVec3 {
    let place = f64::from(id >> 1) / QUARTER;
    let along = if place < 2.0 {
        1.0 - place
    } else {
        place - 3.0
    };
    let beside = 1.0 - along.abs();
    let across = if place < 2.0 { beside } else { -beside };
    let scale = radius / (along * along + across * across).sqrt();
    DVec3::new(along * scale, 0.0, across * scale)
}
