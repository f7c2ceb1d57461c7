//! Convex bodies in `f64`, written apart from the library, and random pairs of them.

#![allow(
    dead_code,
    reason = "five test binaries share the module, and each uses its part"
)]

use voltex_math::random::Sequence;
use voltex_math::{DQuat, DVec3, Pose, Quat, Vec3};
use voltex_physics::Convex;

/// Farthest distance of the body along a unit direction, with its rounding.
pub(crate) fn reach(convex: &Convex<'_>, n: DVec3) -> f64 {
    let across = (n.x * n.x + n.z * n.z).sqrt();
    match *convex {
        Convex::Sphere { radius } => f64::from(radius),
        Convex::Box { half_extents } => half_extents.as_dvec3().dot(n.abs()),
        Convex::Capsule {
            half_height,
            radius,
        } => f64::from(half_height) * n.y.abs() + f64::from(radius),
        Convex::Cylinder {
            half_height,
            radius,
        } => f64::from(half_height) * n.y.abs() + f64::from(radius) * across,
        Convex::Cone {
            half_height,
            radius,
        } => {
            let apex = f64::from(half_height) * n.y;
            let base = f64::from(radius) * across - f64::from(half_height) * n.y;
            if apex > base { apex } else { base }
        }
        Convex::Hull(hull) => farthest(hull.vertices(), n),
        Convex::Triangle(corners) => farthest(&corners, n),
    }
}

fn farthest(points: &[Vec3], n: DVec3) -> f64 {
    points
        .iter()
        .map(|point| point.as_dvec3().dot(n))
        .fold(
            f64::NEG_INFINITY,
            |far, along| {
                if along > far { along } else { far }
            },
        )
}

/// A placement in `f64`.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) position: DVec3,
    pub(crate) rotation: DQuat,
}

impl Place {
    pub(crate) fn of(pose: &Pose) -> Self {
        Self {
            position: pose.position.as_dvec3(),
            rotation: pose.rotation.as_dquat().normalize(),
        }
    }
}

/// Gap between A and B along a unit direction from A to B, B placed in the frame of A; negative for overlap.
pub(crate) fn gap_along(a: &Convex<'_>, b: &Convex<'_>, place: &Place, n: DVec3) -> f64 {
    let back = place.rotation.conjugate() * -n;
    n.dot(place.position) - reach(b, back) - reach(a, n)
}

/// Signed distance of two bodies: the largest gap along any direction, by scanning the sphere and climbing
/// from the best places. Every direction proves that the distance is no smaller; on a ridge the climb may stop
/// short of the top.
pub(crate) fn slow_distance(a: &Convex<'_>, b: &Convex<'_>, place: &Place, scan: usize) -> f64 {
    let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let mut starts: Vec<(f64, DVec3)> = (0..scan)
        .map(|index| {
            let y = 1.0 - 2.0 * (index as f64 + 0.5) / scan as f64;
            let across = (1.0 - y * y).sqrt();
            let (sin, cos) = voltex_math::f64::sin_cos(golden * index as f64);
            DVec3::new(across * cos, y, across * sin)
        })
        .chain(own_axes(a, DQuat::IDENTITY))
        .chain(own_axes(b, place.rotation))
        .map(|n| (gap_along(a, b, place, n), n))
        .collect();
    starts.sort_by(|x, y| y.0.total_cmp(&x.0));
    let mut best = f64::NEG_INFINITY;
    for &(gap, n) in starts.iter().take(4) {
        let climbed = climb(a, b, place, gap, n);
        if climbed > best {
            best = climbed;
        }
    }
    best
}

fn own_axes(convex: &Convex<'_>, rotation: DQuat) -> Vec<DVec3> {
    let mut axes = vec![DVec3::X, DVec3::Y, DVec3::Z];
    match convex {
        Convex::Triangle([p, q, r]) => {
            axes.push((*q - *p).cross(*r - *p).as_dvec3().normalize());
        }
        Convex::Hull(hull) => axes.extend(hull.faces().iter().map(|face| face.normal.as_dvec3())),
        _ => {}
    }
    axes.iter()
        .flat_map(|&axis| [rotation * axis, -(rotation * axis)])
        .collect()
}

fn climb(a: &Convex<'_>, b: &Convex<'_>, place: &Place, gap: f64, n: DVec3) -> f64 {
    let (mut best, mut at) = (gap, n);
    let mut step = 0.1;
    while step > 1e-6 {
        let side = at.any_orthonormal_vector();
        let other = at.cross(side);
        let mut moved = false;
        for turn in 0..8 {
            let (sin, cos) =
                voltex_math::f64::sin_cos(f64::from(turn) * std::f64::consts::TAU / 8.0);
            let next = (at + (side * cos + other * sin) * step).normalize();
            let gap = gap_along(a, b, place, next);
            if gap > best {
                (best, at, moved) = (gap, next, true);
            }
        }
        if !moved {
            step *= 0.5;
        }
    }
    best
}

/// Kinds of bodies that need no store.
pub(crate) const KINDS: usize = 6;

/// A random body of a kind, sizes between a tenth and one metre times `size`.
pub(crate) fn body(kind: usize, size: f64, random: &mut Sequence) -> Convex<'static> {
    let mut length = || (random.uniform_in(0.1, 1.0) * size) as f32;
    match kind {
        0 => Convex::Sphere { radius: length() },
        1 => Convex::Box {
            half_extents: Vec3::new(length(), length(), length()),
        },
        2 => Convex::Capsule {
            half_height: length(),
            radius: length(),
        },
        3 => Convex::Cylinder {
            half_height: length(),
            radius: length(),
        },
        4 => Convex::Cone {
            half_height: length(),
            radius: length(),
        },
        _ => Convex::Triangle([0, 1, 2].map(|_| direction(random) * (size as f32))),
    }
}

/// Extent of a body: its farthest reach along an axis.
pub(crate) fn extent(convex: &Convex<'_>) -> f64 {
    [
        DVec3::X,
        DVec3::Y,
        DVec3::Z,
        -DVec3::X,
        -DVec3::Y,
        -DVec3::Z,
    ]
    .iter()
    .map(|&axis| reach(convex, axis).abs())
    .fold(0.0, |far, along| if along > far { along } else { far })
}

/// A random unit vector.
pub(crate) fn direction(random: &mut Sequence) -> Vec3 {
    DVec3::new(random.normal(), random.normal(), random.normal())
        .normalize()
        .as_vec3()
}

/// A random rotation.
pub(crate) fn rotation(random: &mut Sequence) -> Quat {
    DQuat::from_xyzw(
        random.normal(),
        random.normal(),
        random.normal(),
        random.normal(),
    )
    .normalize()
    .as_quat()
}
