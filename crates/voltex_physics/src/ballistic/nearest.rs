//! Nearest point of a convex body to a point, in `f64` and in the body's frame.
//!
//! The signed distance of a convex set is convex along straight lines and never changes by more than the way of the
//! point: what the search for first touches rests on (see `sweep`).

use voltex_math::{DVec3, Pose, Vec3};

use crate::shape::{Convex, Hull};

/// Where a body is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Nearest {
    /// From the surface to the point, m; negative inside.
    pub(crate) distance: f64,
    /// Unit vector out of the body: the direction in which the distance grows fastest.
    pub(crate) normal: DVec3,
    /// Where the nearest point lies in a flat face: the plane `normal . x = level` of the body's frame, m.
    pub(crate) level: Option<f64>,
}

impl Nearest {
    fn curved(distance: f64, normal: DVec3) -> Self {
        Self {
            distance,
            normal,
            level: None,
        }
    }

    fn flat(distance: f64, normal: DVec3, level: f64) -> Self {
        Self {
            distance,
            normal,
            level: Some(level),
        }
    }

    /// Around a point: a ball of this radius, m.
    pub(crate) fn of_core(core: DVec3, radius: f64, point: DVec3) -> Self {
        let away = point - core;
        let length = away.length();
        let normal = if length > 0.0 {
            away / length
        } else {
            DVec3::Y
        };
        Self::curved(length - radius, normal)
    }

    /// As seen by a ball of this radius (m) around the point.
    pub(crate) fn less(self, radius: f64) -> Self {
        Self {
            distance: self.distance - radius,
            ..self
        }
    }

    fn larger(self, other: Self) -> Self {
        if other.distance > self.distance {
            other
        } else {
            self
        }
    }
}

/// Nearest point of a half-space below the plane through the origin.
pub(crate) fn of_half_space(normal: Vec3, point: DVec3) -> Nearest {
    // The normal of a component is a unit vector to f32 only.
    let normal = normal.as_dvec3().normalize();
    Nearest::flat(normal.dot(point), normal, 0.0)
}

/// Nearest point of a convex body. A triangle is a surface of two sides: the distance is never negative.
pub(crate) fn of_convex(body: &Convex<'_>, point: DVec3) -> Nearest {
    match *body {
        Convex::Sphere { radius } => of_core(DVec3::ZERO, radius, point),
        Convex::Box { half_extents } => of_box(half_extents.as_dvec3(), point),
        Convex::Capsule {
            half_height,
            radius,
        } => {
            let half = f64::from(half_height);
            of_core(
                DVec3::new(0.0, point.y.clamp(-half, half), 0.0),
                radius,
                point,
            )
        }
        Convex::Cylinder {
            half_height,
            radius,
        } => of_cylinder(half_height.into(), radius.into(), point),
        Convex::Cone {
            half_height,
            radius,
        } => of_cone(half_height.into(), radius.into(), point),
        Convex::Hull(hull) => of_hull(hull, point),
        Convex::Triangle(corners) => of_triangle(corners.map(|corner| corner.as_dvec3()), point),
    }
}

/// Nearest point of a convex body with a pose of its own.
pub(crate) fn of_turned(body: &Convex<'_>, pose: &Pose, point: DVec3) -> Nearest {
    let (turn, origin) = (
        pose.rotation.as_dquat().normalize(),
        pose.position.as_dvec3(),
    );
    let found = of_convex(body, turn.conjugate() * (point - origin));
    Nearest {
        normal: turn * found.normal,
        ..found
    }
}

/// A ball around a point of the body's core; upward where the point is its centre.
fn of_core(core: DVec3, radius: f32, point: DVec3) -> Nearest {
    Nearest::of_core(core, f64::from(radius), point)
}

fn of_box(half: DVec3, point: DVec3) -> Nearest {
    let beyond = point.abs() - half;
    let sign = |axis: usize| if point[axis] < 0.0 { -1.0 } else { 1.0 };
    let face = |axis: usize| {
        let mut normal = DVec3::ZERO;
        normal[axis] = sign(axis);
        Nearest::flat(beyond[axis], normal, half[axis])
    };
    let outside = DVec3::new(positive(beyond.x), positive(beyond.y), positive(beyond.z));
    let axes_outside = (0..3).filter(|axis| outside[*axis] > 0.0).count();
    if axes_outside <= 1 {
        return face(0).larger(face(1)).larger(face(2));
    }
    let distance = outside.length();
    let away = DVec3::new(
        outside.x * sign(0),
        outside.y * sign(1),
        outside.z * sign(2),
    );
    Nearest::curved(distance, away / distance)
}

fn positive(x: f64) -> f64 {
    if x > 0.0 { x } else { 0.0 }
}

/// Unit vector from the y axis to a point, and its distance from the axis; +X on the axis.
fn radial(point: DVec3) -> (DVec3, f64) {
    let across = DVec3::new(point.x, 0.0, point.z);
    let distance = across.length();
    if distance > 0.0 {
        (across / distance, distance)
    } else {
        (DVec3::X, 0.0)
    }
}

fn of_cylinder(half: f64, radius: f64, point: DVec3) -> Nearest {
    let (out, across) = radial(point);
    let up = if point.y < 0.0 { -DVec3::Y } else { DVec3::Y };
    let (beyond_side, beyond_cap) = (across - radius, point.y.abs() - half);
    if beyond_side > 0.0 && beyond_cap > 0.0 {
        let away = out * beyond_side + up * beyond_cap;
        let distance = away.length();
        return Nearest::curved(distance, away / distance);
    }
    Nearest::flat(beyond_cap, up, half).larger(Nearest::curved(beyond_side, out))
}

/// In the plane of axis and point the cone is a triangle: apex, rim, middle of the base.
fn of_cone(half: f64, radius: f64, point: DVec3) -> Nearest {
    let (out, across) = radial(point);
    let (height, slant) = (2.0 * half, (4.0 * half * half + radius * radius).sqrt());
    // Outward normal of the side, and the distance of the point from its line.
    let (side_out, side_up) = (height / slant, radius / slant);
    let side = (across - radius) * side_out + (point.y + half) * side_up;
    let base = -half - point.y;
    // How far along the side, from the rim (0) to the apex (slant).
    let along = (point.y + half) * side_out - (across - radius) * side_up;
    let to = |corner_out: f64, corner_y: f64| {
        let away = out * (across - corner_out) + DVec3::Y * (point.y - corner_y);
        let distance = away.length();
        let normal = if distance > 0.0 {
            away / distance
        } else {
            DVec3::Y
        };
        Nearest::curved(distance, normal)
    };
    let of_side = Nearest::curved(side, out * side_out + DVec3::Y * side_up);
    let of_base = Nearest::flat(base, -DVec3::Y, half);
    if side <= 0.0 && base <= 0.0 {
        return of_base.larger(of_side);
    }
    if side > 0.0 && along >= slant {
        return to(0.0, half);
    }
    if side > 0.0 && along >= 0.0 {
        return of_side;
    }
    if across <= radius {
        return of_base;
    }
    to(radius, -half)
}

/// The largest distance from a face while the point is inside or over one face; else the nearest of the polygons
/// that face the point.
fn of_hull(hull: &Hull, point: DVec3) -> Nearest {
    let corner = |index: u16| hull.vertices()[usize::from(index)].as_dvec3();
    let plane = |face: usize| {
        let normal = hull.faces()[face].normal.as_dvec3().normalize();
        (normal, normal.dot(point - corner(hull.face_loop(face)[0])))
    };
    let (mut best, mut best_face) = ((DVec3::Y, f64::NEG_INFINITY), 0);
    for face in 0..hull.faces().len() {
        let found = plane(face);
        if found.1 > best.1 {
            (best, best_face) = (found, face);
        }
    }
    let (normal, height) = best;
    if height <= 0.0 || over_polygon(hull.face_loop(best_face), corner, normal, point) {
        let level = normal.dot(corner(hull.face_loop(best_face)[0]));
        return Nearest::flat(height, normal, level);
    }
    let mut nearest = Nearest::curved(f64::INFINITY, normal);
    for face in 0..hull.faces().len() {
        if plane(face).1 <= 0.0 {
            continue;
        }
        let corners = hull.face_loop(face);
        for (i, index) in corners.iter().enumerate() {
            let next = corners[(i + 1) % corners.len()];
            let found = of_segment(corner(*index), corner(next), point);
            if found.distance < nearest.distance {
                nearest = found;
            }
        }
    }
    nearest
}

/// Whether the foot of a point on the plane of a polygon lies in it.
fn over_polygon(
    corners: &[u16],
    corner: impl Fn(u16) -> DVec3,
    normal: DVec3,
    point: DVec3,
) -> bool {
    (0..corners.len()).all(|i| {
        let (a, b) = (corner(corners[i]), corner(corners[(i + 1) % corners.len()]));
        (b - a).cross(point - a).dot(normal) >= 0.0
    })
}

fn of_segment(a: DVec3, b: DVec3, point: DVec3) -> Nearest {
    let along = b - a;
    let square = along.length_squared();
    let share = if square > 0.0 {
        ((point - a).dot(along) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let away = point - (a + along * share);
    let distance = away.length();
    let normal = if distance > 0.0 {
        away / distance
    } else {
        DVec3::Y
    };
    Nearest::curved(distance, normal)
}

fn of_triangle(corners: [DVec3; 3], point: DVec3) -> Nearest {
    let [a, b, c] = corners;
    let across = (b - a).cross(c - a);
    let area = across.length();
    if area > 0.0 {
        let normal = across / area;
        let height = normal.dot(point - a);
        let over = [(a, b), (b, c), (c, a)]
            .iter()
            .all(|(from, to)| (*to - *from).cross(point - *from).dot(normal) >= 0.0);
        if over {
            return if height < 0.0 {
                Nearest::flat(-height, -normal, -normal.dot(a))
            } else {
                Nearest::flat(height, normal, normal.dot(a))
            };
        }
    }
    [(b, c), (c, a)]
        .iter()
        .fold(of_segment(a, b, point), |best, (from, to)| {
            let found = of_segment(*from, *to, point);
            if found.distance < best.distance {
                found
            } else {
                best
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use voltex_math::random::{Key, uniform_in};

    fn bodies(hull: &Hull) -> Vec<Convex<'_>> {
        vec![
            Convex::Sphere { radius: 0.7 },
            Convex::Box {
                half_extents: Vec3::new(0.5, 0.3, 0.8),
            },
            Convex::Capsule {
                half_height: 0.6,
                radius: 0.3,
            },
            Convex::Cylinder {
                half_height: 0.4,
                radius: 0.6,
            },
            Convex::Cone {
                half_height: 0.5,
                radius: 0.4,
            },
            Convex::Hull(hull),
        ]
    }

    fn hull() -> Hull {
        let key = Key::new(8, 1);
        let random = |i: u64| uniform_in(key, i, -1.0, 1.0) as f32;
        let points: Vec<Vec3> = (0..40)
            .map(|i| Vec3::new(random(3 * i), random(3 * i + 1), random(3 * i + 2)))
            .collect();
        Hull::from_points(&points).unwrap()
    }

    fn points() -> impl Iterator<Item = DVec3> {
        let key = Key::new(8, 2);
        (0..600).map(move |i| {
            let random = |j: u64| uniform_in(key, 3 * i + j, -2.0, 2.0);
            DVec3::new(random(0), random(1), random(2))
        })
    }

    /// Distance of a convex body along a direction: no point of it is farther along.
    fn along(body: &Convex<'_>, direction: DVec3, point: DVec3) -> f64 {
        let support = body.support(direction.as_vec3()).as_dvec3();
        direction.dot(point - support)
    }

    #[test]
    fn the_normal_proves_the_distance_of_points_outside() {
        // A plane at right angles to the normal separates: the distance is at least that along the normal, and at
        // most that to the nearest point, which lies on the surface.
        let hull = hull();
        for body in bodies(&hull) {
            for point in points() {
                let found = of_convex(&body, point);
                assert!((found.normal.length() - 1.0).abs() < 1e-12);
                if found.distance > 0.0 {
                    let least = along(&body, found.normal, point);
                    assert!(
                        (least - found.distance).abs() < 3e-6,
                        "{body:?} {point}: {found:?} {least}"
                    );
                    let touch = of_convex(&body, point - found.normal * found.distance);
                    assert!(touch.distance.abs() < 1e-6, "{body:?} {point} {touch:?}");
                }
            }
        }
    }

    #[test]
    fn inside_no_direction_leads_out_sooner() {
        let hull = hull();
        let key = Key::new(8, 3);
        for body in bodies(&hull) {
            for point in points() {
                let point = point * 0.3;
                let found = of_convex(&body, point);
                if found.distance >= 0.0 {
                    continue;
                }
                for i in 0..60 {
                    let random = |j: u64| uniform_in(key, 3 * i + j, -1.0, 1.0);
                    let Some(direction) =
                        DVec3::new(random(0), random(1), random(2)).try_normalize()
                    else {
                        continue;
                    };
                    let depth = along(&body, direction, point);
                    assert!(depth <= found.distance + 1e-6, "{body:?} {point} {found:?}");
                }
            }
        }
    }

    #[test]
    fn the_normal_is_the_slope_of_the_distance() {
        let hull = hull();
        for body in bodies(&hull) {
            for point in points() {
                let found = of_convex(&body, point);
                if found.distance.abs() < 1e-3 {
                    continue;
                }
                let ahead = of_convex(&body, point + found.normal * 1e-6);
                assert!(
                    (ahead.distance - found.distance - 1e-6).abs() < 1e-9,
                    "{body:?}"
                );
            }
        }
    }

    #[test]
    fn a_triangle_is_nearest_by_its_corners_edges_and_face() {
        let corners = [
            Vec3::new(0.0, 0.0, 0.0),
            Vec3::new(0.0, 0.0, 1.0),
            Vec3::new(1.0, 0.0, 0.0),
        ];
        let near = |x, y, z| of_convex(&Convex::Triangle(corners), DVec3::new(x, y, z));
        assert_eq!(near(0.2, 0.5, 0.2), Nearest::flat(0.5, DVec3::Y, 0.0));
        assert_eq!(near(0.2, -0.5, 0.2), Nearest::flat(0.5, -DVec3::Y, -0.0));
        assert_eq!(near(-2.0, 0.0, 0.5), Nearest::curved(2.0, -DVec3::X));
        let corner = near(-3.0, 4.0, 0.0);
        assert!((corner.distance - 5.0).abs() < 1e-15 && corner.level.is_none());
        let edge = near(1.0, 0.0, 1.0);
        assert!((edge.distance - 0.5_f64.sqrt()).abs() < 1e-15);
    }
}
