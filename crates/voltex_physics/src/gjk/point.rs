//! Nearest point of the surface of a convex body: closed forms.

use voltex_math::DVec3;

use super::simplex::nearest_of_triangle;
use crate::shape::{Convex, Hull};

/// Nearest point of a surface, in the frame of the body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foot {
    /// On the surface, m.
    pub(super) point: DVec3,
    /// Outward unit normal: along the way from the surface to a point outside it.
    pub(super) normal: DVec3,
    /// From the surface to the point, m, negative inside.
    pub(super) distance: f64,
}

/// The foot of `point` on the surface of a body; `None` for a point outside a hull, which has no closed form.
///
/// Where several points are equally near: a sphere's centre goes to +Y, a point of the axis of a capsule,
/// cylinder or cone to +X, a point in a box to the first axis and its positive face, a point of a triangle's
/// plane has its front normal.
pub(super) fn foot(convex: &Convex<'_>, point: DVec3) -> Option<Foot> {
    Some(match *convex {
        Convex::Sphere { radius } => rounded(DVec3::ZERO, point, f64::from(radius), DVec3::Y),
        Convex::Box { half_extents } => of_box(half_extents.as_dvec3(), point),
        Convex::Capsule {
            half_height,
            radius,
        } => {
            let half = f64::from(half_height);
            let core = DVec3::new(0.0, clamp(point.y, -half, half), 0.0);
            rounded(core, point, f64::from(radius), DVec3::X)
        }
        Convex::Cylinder {
            half_height,
            radius,
        } => {
            let (half, radius) = (f64::from(half_height), f64::from(radius));
            turned(point, |across| {
                of_rectangle([radius, half], [across, point.y])
            })
        }
        Convex::Cone {
            half_height,
            radius,
        } => {
            let (half, radius) = (f64::from(half_height), f64::from(radius));
            turned(point, |across| of_cone(half, radius, [across, point.y]))
        }
        Convex::Hull(hull) => return inside_hull(hull, point),
        Convex::Triangle(corners) => of_triangle(corners.map(|corner| corner.as_dvec3()), point),
    })
}

fn clamp(x: f64, low: f64, high: f64) -> f64 {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}

/// On the surface `radius` from the core's nearest point; toward `spare` when `point` is that point.
fn rounded(core: DVec3, point: DVec3, radius: f64, spare: DVec3) -> Foot {
    let way = point - core;
    let length = way.length();
    let normal = if length > 0.0 { way / length } else { spare };
    Foot {
        point: core + normal * radius,
        normal,
        distance: length - radius,
    }
}

fn of_box(half: DVec3, point: DVec3) -> Foot {
    let core = point.clamp(-half, half);
    let way = point - core;
    let length = way.length();
    if length > 0.0 {
        return Foot {
            point: core,
            normal: way / length,
            distance: length,
        };
    }
    let room = half - point.abs();
    let axis = if room.x <= room.y && room.x <= room.z {
        0
    } else if room.y <= room.z {
        1
    } else {
        2
    };
    let side = if point[axis] < 0.0 { -1.0 } else { 1.0 };
    let mut normal = DVec3::ZERO;
    normal[axis] = side;
    let mut surface = point;
    surface[axis] = side * half[axis];
    Foot {
        point: surface,
        normal,
        distance: -room[axis],
    }
}

/// Foot in the half plane through the y axis and a point: place, normal (both across, up), distance.
type FlatFoot = ([f64; 2], [f64; 2], f64);

/// A body of revolution about y, from the foot in the half plane through `point`.
fn turned(point: DVec3, flat: impl FnOnce(f64) -> FlatFoot) -> Foot {
    let across = (point.x * point.x + point.z * point.z).sqrt();
    let outward = if across > 0.0 {
        DVec3::new(point.x / across, 0.0, point.z / across)
    } else {
        DVec3::X
    };
    let ([at, up], [normal_at, normal_up], distance) = flat(across);
    Foot {
        point: outward * at + DVec3::new(0.0, up, 0.0),
        normal: outward * normal_at + DVec3::new(0.0, normal_up, 0.0),
        distance,
    }
}

/// The rectangle from the axis to `radius` and `half` up and down.
fn of_rectangle([radius, half]: [f64; 2], [across, up]: [f64; 2]) -> FlatFoot {
    let core = [clamp(across, 0.0, radius), clamp(up, -half, half)];
    let way = [across - core[0], up - core[1]];
    let length = (way[0] * way[0] + way[1] * way[1]).sqrt();
    if length > 0.0 {
        return (core, [way[0] / length, way[1] / length], length);
    }
    let (side, cap) = (radius - across, half - up.abs());
    if side < cap {
        ([radius, up], [1.0, 0.0], -side)
    } else {
        let sign = if up < 0.0 { -1.0 } else { 1.0 };
        ([across, sign * half], [0.0, sign], -cap)
    }
}

/// The triangle between axis, base and flank.
fn of_cone(half: f64, radius: f64, [across, up]: [f64; 2]) -> FlatFoot {
    let slant = (radius * radius + 4.0 * half * half).sqrt();
    let flank_normal = [2.0 * half / slant, radius / slant];
    let above_flank = flank_normal[0] * across + flank_normal[1] * (up - half);
    let below_base = -half - up;
    if above_flank <= 0.0 && below_base <= 0.0 {
        return if above_flank > below_base {
            let foot = [
                across - flank_normal[0] * above_flank,
                up - flank_normal[1] * above_flank,
            ];
            (foot, flank_normal, above_flank)
        } else {
            ([across, -half], [0.0, -1.0], below_base)
        };
    }
    // Outside: nearest point of the base or of the flank, whichever is nearer.
    let base = [clamp(across, 0.0, radius), -half];
    let along = clamp(
        ((radius - across) * radius + (up + half) * 2.0 * half) / (slant * slant),
        0.0,
        1.0,
    );
    let flank = [radius * (1.0 - along), 2.0 * half * along - half];
    let way = |foot: [f64; 2]| {
        let way = [across - foot[0], up - foot[1]];
        (way, (way[0] * way[0] + way[1] * way[1]).sqrt())
    };
    let (to_base, to_flank) = (way(base), way(flank));
    let (foot, (way, length)) = if to_base.1 < to_flank.1 {
        (base, to_base)
    } else {
        (flank, to_flank)
    };
    if length > 0.0 {
        (foot, [way[0] / length, way[1] / length], length)
    } else {
        (foot, flank_normal, 0.0)
    }
}

/// The face whose plane is nearest, for a point inside.
fn inside_hull(hull: &Hull, point: DVec3) -> Option<Foot> {
    let mut best = Foot {
        point,
        normal: DVec3::Y,
        distance: f64::NEG_INFINITY,
    };
    for face in hull.faces() {
        let normal = face.normal.as_dvec3();
        let above = normal.dot(point) - f64::from(face.offset);
        if above > 0.0 {
            return None;
        }
        if above > best.distance {
            best.normal = normal;
            best.distance = above;
        }
    }
    best.point = point - best.normal * best.distance;
    Some(best)
}

fn of_triangle([a, b, c]: [DVec3; 3], point: DVec3) -> Foot {
    let way = -nearest_of_triangle([a - point, b - point, c - point]);
    let length = way.length();
    let size = (b - a).length() + (c - a).length();
    let normal = if length > 1e-12 * size {
        way / length
    } else {
        (b - a).cross(c - a).normalize_or(DVec3::Y)
    };
    Foot {
        point: point - way,
        normal,
        distance: length,
    }
}
