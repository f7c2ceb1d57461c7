//! Convex bodies in `f64`: support points and signed distances of points, by closed forms of their own.

use voltex_math::f64::{clamp, max, min};
use voltex_math::{DQuat, DVec3, Pose, Vec3};
use voltex_physics::Convex;

/// A convex body in its own frame.
#[derive(Clone, Debug)]
pub(crate) enum Solid {
    /// Radius.
    Sphere(f64),
    /// Half extents.
    Box(DVec3),
    /// Half the segment along y, radius.
    Capsule(f64, f64),
    /// Half height along y, radius.
    Cylinder(f64, f64),
    /// Half height along y, radius of the base, apex up.
    Cone(f64, f64),
    /// Corners, face planes (outward unit normal, offset), directions of the edges.
    Polyhedron(Vec<DVec3>, Vec<(DVec3, f64)>, Vec<DVec3>),
    /// Flat.
    Triangle([DVec3; 3]),
}

impl Solid {
    /// The same body from the sizes that the crate was given.
    pub(crate) fn new(convex: &Convex<'_>) -> Self {
        let wide = |vector: Vec3| vector.as_dvec3();
        match *convex {
            Convex::Sphere { radius } => Self::Sphere(radius.into()),
            Convex::Box { half_extents } => Self::Box(wide(half_extents)),
            Convex::Capsule {
                half_height,
                radius,
            } => Self::Capsule(half_height.into(), radius.into()),
            Convex::Cylinder {
                half_height,
                radius,
            } => Self::Cylinder(half_height.into(), radius.into()),
            Convex::Cone {
                half_height,
                radius,
            } => Self::Cone(half_height.into(), radius.into()),
            Convex::Triangle(corners) => Self::Triangle(corners.map(wide)),
            Convex::Hull(hull) => {
                let corners: Vec<_> = hull.vertices().iter().copied().map(wide).collect();
                let planes = (0..hull.faces().len())
                    .map(|face| {
                        // The plane of the corners themselves; the stored one is rounded to f32.
                        let ring: Vec<_> = hull
                            .face_loop(face)
                            .iter()
                            .map(|corner| corners[usize::from(*corner)])
                            .collect();
                        let normal = newell(&ring);
                        let offset = ring.iter().map(|corner| corner.dot(normal));
                        (normal, offset.fold(f64::NEG_INFINITY, max))
                    })
                    .collect();
                let edges = hull
                    .edges()
                    .iter()
                    .map(|edge| corners[usize::from(edge.head)] - corners[usize::from(edge.tail)]);
                let edges = edges.collect();
                Self::Polyhedron(corners, planes, edges)
            }
        }
    }

    /// How far the surface lies outside the core, m.
    pub(crate) fn rounding(&self) -> f64 {
        match self {
            Self::Sphere(radius) | Self::Capsule(_, radius) => *radius,
            _ => 0.0,
        }
    }

    /// Point of the surface farthest along a unit vector.
    pub(crate) fn support(&self, direction: DVec3) -> DVec3 {
        self.core_support(direction) + direction * self.rounding()
    }

    /// Point of the core farthest along a vector: of a sphere its centre, of a capsule its segment.
    pub(crate) fn core_support(&self, direction: DVec3) -> DVec3 {
        let signed = |size: f64, along: f64| if along >= 0.0 { size } else { -size };
        let across = (direction.x * direction.x + direction.z * direction.z).sqrt();
        let rim = |radius: f64, y: f64| {
            if across > 0.0 {
                let scale = radius / across;
                DVec3::new(direction.x * scale, y, direction.z * scale)
            } else {
                DVec3::new(radius, y, 0.0)
            }
        };
        let farthest = |corners: &[DVec3]| {
            let mut best = corners[0];
            for corner in corners {
                if corner.dot(direction) > best.dot(direction) {
                    best = *corner;
                }
            }
            best
        };
        match self {
            Self::Sphere(_) => DVec3::ZERO,
            Self::Box(half) => DVec3::new(
                signed(half.x, direction.x),
                signed(half.y, direction.y),
                signed(half.z, direction.z),
            ),
            Self::Capsule(half, _) => DVec3::new(0.0, signed(*half, direction.y), 0.0),
            Self::Cylinder(half, radius) => rim(*radius, signed(*half, direction.y)),
            Self::Cone(half, radius) => {
                let (apex, base) = (DVec3::new(0.0, *half, 0.0), rim(*radius, -half));
                if apex.dot(direction) >= base.dot(direction) {
                    apex
                } else {
                    base
                }
            }
            Self::Polyhedron(corners, ..) => farthest(corners),
            Self::Triangle(corners) => farthest(corners),
        }
    }

    /// Distance of a point from the surface, m, negative inside.
    ///
    /// Exact except outside a polyhedron, where it is the largest distance from a face plane, and so a lower
    /// bound; the side is always right.
    pub(crate) fn signed_distance(&self, point: DVec3) -> f64 {
        let across = (point.x * point.x + point.z * point.z).sqrt();
        match self {
            Self::Sphere(radius) => point.length() - radius,
            Self::Box(half) => {
                let over = point.abs() - *half;
                let outside = over.max(DVec3::ZERO).length();
                outside + min(max(over.x, max(over.y, over.z)), 0.0)
            }
            Self::Capsule(half, radius) => {
                let on_axis = DVec3::new(0.0, clamp(point.y, -half, *half), 0.0);
                (point - on_axis).length() - radius
            }
            Self::Cylinder(half, radius) => profile(
                (across, point.y),
                &[
                    (0.0, *half),
                    (*radius, *half),
                    (*radius, -half),
                    (0.0, -half),
                ],
            ),
            Self::Cone(half, radius) => profile(
                (across, point.y),
                &[(0.0, *half), (*radius, -half), (0.0, -half)],
            ),
            Self::Polyhedron(_, planes, _) => planes
                .iter()
                .map(|(normal, offset)| normal.dot(point) - offset)
                .fold(f64::NEG_INFINITY, max),
            Self::Triangle(corners) => distance_to_triangle(point, corners),
        }
    }

    /// Whether the core has a curved surface.
    pub(crate) fn is_round(&self) -> bool {
        matches!(self, Self::Cylinder(..) | Self::Cone(..))
    }

    /// Normals of the flat parts of the core, each direction once or twice.
    pub(crate) fn flat_normals(&self) -> Vec<DVec3> {
        match self {
            Self::Sphere(_) | Self::Capsule(..) => Vec::new(),
            Self::Box(_) => vec![DVec3::X, DVec3::Y, DVec3::Z],
            Self::Cylinder(..) | Self::Cone(..) => vec![DVec3::Y],
            Self::Polyhedron(_, planes, _) => planes.iter().map(|(normal, _)| *normal).collect(),
            Self::Triangle([a, b, c]) => {
                let normal = (*b - *a).cross(*c - *a);
                let across = |from: &DVec3, to: &DVec3| (*to - *from).cross(normal);
                vec![normal, across(a, b), across(b, c), across(c, a)]
            }
        }
    }

    /// Directions of the straight edges of the core, and of the axis of a round one.
    pub(crate) fn edges(&self) -> Vec<DVec3> {
        match self {
            Self::Sphere(_) => Vec::new(),
            Self::Capsule(..) | Self::Cylinder(..) | Self::Cone(..) => vec![DVec3::Y],
            Self::Box(_) => vec![DVec3::X, DVec3::Y, DVec3::Z],
            Self::Polyhedron(_, _, edges) => edges.clone(),
            Self::Triangle([a, b, c]) => vec![*b - *a, *c - *b, *a - *c],
        }
    }

    /// Radius of the ball about the origin that holds the body.
    pub(crate) fn reach(&self) -> f64 {
        match self {
            Self::Sphere(radius) => *radius,
            Self::Box(half) => half.length(),
            Self::Capsule(half, radius) => half + radius,
            Self::Cylinder(half, radius) | Self::Cone(half, radius) => {
                (half * half + radius * radius).sqrt()
            }
            Self::Polyhedron(corners, ..) => corners.iter().map(|c| c.length()).fold(0.0, max),
            Self::Triangle(corners) => corners.iter().map(|c| c.length()).fold(0.0, max),
        }
    }
}

/// Unit normal of a polygon that is flat but for rounding (Newell).
fn newell(ring: &[DVec3]) -> DVec3 {
    let mut normal = DVec3::ZERO;
    for (place, corner) in ring.iter().enumerate() {
        let next = ring[(place + 1) % ring.len()];
        normal += (*corner - ring[0]).cross(next - ring[0]);
    }
    normal.normalize()
}

/// Signed distance from a body of revolution, by its profile: corners (distance from the axis, height) from
/// the axis above to the axis below, clockwise, convex.
fn profile(point: (f64, f64), corners: &[(f64, f64)]) -> f64 {
    let mut nearest = f64::INFINITY;
    let mut inside = true;
    for pair in corners.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        let (ex, ey) = (x1 - x0, y1 - y0);
        let (px, py) = (point.0 - x0, point.1 - y0);
        let along = clamp((px * ex + py * ey) / (ex * ex + ey * ey), 0.0, 1.0);
        let (dx, dy) = (px - ex * along, py - ey * along);
        nearest = min(nearest, (dx * dx + dy * dy).sqrt());
        // Outside lies to the left of the way from above to below along the right side.
        inside &= ex * py - ey * px <= 0.0;
    }
    if inside { -nearest } else { nearest }
}

/// Distance of a point from a triangle.
pub(crate) fn distance_to_triangle(point: DVec3, [a, b, c]: &[DVec3; 3]) -> f64 {
    let normal = (*b - *a).cross(*c - *a);
    let inside = [(*a, *b), (*b, *c), (*c, *a)]
        .iter()
        .all(|(from, to)| (*to - *from).cross(point - *from).dot(normal) >= 0.0);
    if inside {
        return (point - *a).dot(normal.normalize()).abs();
    }
    let to_edge = |from: DVec3, to: DVec3| {
        let edge = to - from;
        let along = clamp((point - from).dot(edge) / edge.length_squared(), 0.0, 1.0);
        (point - from - edge * along).length()
    };
    min(to_edge(*a, *b), min(to_edge(*b, *c), to_edge(*c, *a)))
}

/// A pose in `f64`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// m
    pub(crate) position: DVec3,
    /// Unit.
    pub(crate) rotation: DQuat,
}

impl Place {
    /// The same pose.
    pub(crate) fn new(pose: &Pose) -> Self {
        Self {
            position: pose.position.as_dvec3(),
            rotation: pose.rotation.as_dquat().normalize(),
        }
    }

    /// Of a local point in the parent frame.
    pub(crate) fn point(&self, local: DVec3) -> DVec3 {
        self.position + self.rotation * local
    }

    /// Of a point of the parent frame in the local one.
    pub(crate) fn local(&self, point: DVec3) -> DVec3 {
        self.rotation.conjugate() * (point - self.position)
    }

    /// Of a direction of the parent frame in the local one.
    pub(crate) fn local_vector(&self, vector: DVec3) -> DVec3 {
        self.rotation.conjugate() * vector
    }
}

/// Two bodies, the second at a pose in the frame of the first.
#[derive(Clone, Debug)]
pub(crate) struct Couple {
    /// First body.
    pub(crate) a: Solid,
    /// Second body.
    pub(crate) b: Solid,
    /// Pose of the second.
    pub(crate) place: Place,
}

impl Couple {
    /// From the shapes that the crate was given.
    pub(crate) fn new(a: &Convex<'_>, b: &Convex<'_>, b_in_a: &Pose) -> Self {
        Self {
            a: Solid::new(a),
            b: Solid::new(b),
            place: Place::new(b_in_a),
        }
    }

    /// Farthest points of A along `normal` and of B against it, in the frame of A.
    pub(crate) fn supports(&self, normal: DVec3) -> (DVec3, DVec3) {
        let on_b = self.b.support(-self.place.local_vector(normal));
        (self.a.support(normal), self.place.point(on_b))
    }

    /// Points of the cores, farthest in A along `normal` and in B against it.
    pub(crate) fn core_supports(&self, normal: DVec3) -> (DVec3, DVec3) {
        let on_b = self.b.core_support(-self.place.local_vector(normal));
        (self.a.core_support(normal), self.place.point(on_b))
    }

    /// Gap between the two along a unit vector from A to B, m; negative where their extents overlap.
    ///
    /// Its largest value over all directions is the signed distance of the bodies.
    pub(crate) fn gap(&self, normal: DVec3) -> f64 {
        let (on_a, on_b) = self.supports(normal);
        (on_b - on_a).dot(normal)
    }

    /// Larger of the two radii of the bodies, m, the unit of relative tolerances.
    pub(crate) fn size(&self) -> f64 {
        max(self.a.reach(), self.b.reach())
    }
}
