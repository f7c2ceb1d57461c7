//! Where a straight line runs inside a convex body, by closed forms.
//!
//! A line is `origin + s * direction` in the frame of the body, its origin near the body and its direction about a
//! unit vector, both finite. The quadratics of round bodies lose their discriminant to cancellation where the line grazes them
//! or runs along their axis, so they are solved in `f64`.

use voltex_math::{DVec3, Vec3};

use super::triangle::TriangleRay;
use crate::shape::{Convex, Hull};

/// The part of a line inside a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) enter: f64,
    pub(super) leave: f64,
    /// Outward unit normal of the surface where the line enters.
    pub(super) normal: Vec3,
}

/// Part of the line inside a body, `None` if they do not touch.
pub(super) fn inside(convex: &Convex<'_>, origin: Vec3, direction: Vec3) -> Option<Span> {
    match *convex {
        Convex::Sphere { radius } => sphere(radius, origin.as_dvec3(), direction.as_dvec3()),
        Convex::Box { half_extents } => cuboid(half_extents, origin, direction),
        Convex::Capsule {
            half_height,
            radius,
        } => capsule(half_height, radius, origin.as_dvec3(), direction.as_dvec3()),
        Convex::Cylinder {
            half_height,
            radius,
        } => cylinder(half_height, radius, origin.as_dvec3(), direction.as_dvec3()),
        Convex::Cone {
            half_height,
            radius,
        } => cone(half_height, radius, origin.as_dvec3(), direction.as_dvec3()),
        Convex::Hull(hull) => polyhedron(hull, origin, direction),
        Convex::Triangle(corners) => {
            let ray = TriangleRay::new(origin, direction);
            let at = f64::from(ray.meets(corners)?);
            let [a, b, c] = corners;
            let normal = (b - a).cross(c - a).normalize_or(-direction);
            let against = if normal.dot(direction) > 0.0 {
                -normal
            } else {
                normal
            };
            Some(Span {
                enter: at,
                leave: at,
                normal: against,
            })
        }
    }
}

/// An interval of the line.
#[derive(Clone, Copy, Debug)]
struct Interval {
    enter: f64,
    leave: f64,
}

impl Interval {
    const ALL: Self = Self {
        enter: f64::NEG_INFINITY,
        leave: f64::INFINITY,
    };

    fn common(self, other: Self) -> Option<Self> {
        let enter = if other.enter > self.enter {
            other.enter
        } else {
            self.enter
        };
        let leave = if other.leave < self.leave {
            other.leave
        } else {
            self.leave
        };
        (enter <= leave).then_some(Self { enter, leave })
    }
}

/// Where `a s^2 + 2 b s + c <= 0` for `a > 0`.
fn between_roots(a: f64, b: f64, c: f64) -> Option<Interval> {
    let discriminant = b * b - a * c;
    if !(discriminant >= 0.0 && a > 0.0) {
        return None;
    }
    let (low, high) = roots(a, b, c, discriminant.sqrt());
    Some(Interval {
        enter: low,
        leave: high,
    })
}

/// Roots of `a s^2 + 2 b s + c` for `a != 0` in order, without cancellation.
fn roots(a: f64, b: f64, c: f64, root: f64) -> (f64, f64) {
    let q = if b >= 0.0 { -(b + root) } else { root - b };
    if q == 0.0 {
        return (0.0, 0.0);
    }
    let (x, y) = (q / a, c / q);
    if x <= y { (x, y) } else { (y, x) }
}

/// Where the coordinate `origin + s * step` lies between `-half` and `half`.
fn slab(half: f64, origin: f64, step: f64) -> Option<Interval> {
    if step == 0.0 {
        return (origin.abs() <= half).then_some(Interval::ALL);
    }
    let (a, b) = ((-half - origin) / step, (half - origin) / step);
    Some(if a <= b {
        Interval { enter: a, leave: b }
    } else {
        Interval { enter: b, leave: a }
    })
}

/// Part of a line inside a ball around the origin.
pub(super) fn sphere(radius: f32, origin: DVec3, direction: DVec3) -> Option<Span> {
    let span = ball(f64::from(radius), origin, direction)?;
    let normal = origin + direction * span.enter;
    Some(Span {
        enter: span.enter,
        leave: span.leave,
        normal: normal.as_vec3().normalize_or(-direction.as_vec3()),
    })
}

fn ball(radius: f64, origin: DVec3, direction: DVec3) -> Option<Interval> {
    // About the nearest point to the centre, where nothing cancels.
    let squared = direction.length_squared();
    let nearest = -origin.dot(direction) / squared;
    let beside = (origin + direction * nearest).length_squared();
    let half = radius * radius - beside;
    if half < 0.0 {
        return None;
    }
    let half = (half / squared).sqrt();
    Some(Interval {
        enter: nearest - half,
        leave: nearest + half,
    })
}

fn cuboid(half: Vec3, origin: Vec3, direction: Vec3) -> Option<Span> {
    let (mut enter, mut leave) = (f32::NEG_INFINITY, f32::INFINITY);
    let mut entered = 0;
    for axis in 0..3 {
        let (at, step) = (origin[axis], direction[axis]);
        if step == 0.0 {
            if at.abs() > half[axis] {
                return None;
            }
            continue;
        }
        let reach = if step > 0.0 { half[axis] } else { -half[axis] };
        let (near, far) = ((-reach - at) / step, (reach - at) / step);
        if near > enter {
            enter = near;
            entered = axis;
        }
        if far < leave {
            leave = far;
        }
    }
    if enter > leave {
        return None;
    }
    let mut normal = Vec3::ZERO;
    normal[entered] = if direction[entered] > 0.0 { -1.0 } else { 1.0 };
    Some(Span {
        enter: enter.into(),
        leave: leave.into(),
        normal,
    })
}

/// Where the line lies within `radius` of the y axis.
fn around_axis(radius: f64, origin: DVec3, direction: DVec3) -> Option<Interval> {
    let squared = direction.x * direction.x + direction.z * direction.z;
    if squared == 0.0 {
        let beside = origin.x * origin.x + origin.z * origin.z;
        return (beside <= radius * radius).then_some(Interval::ALL);
    }
    ball(
        radius,
        DVec3::new(origin.x, 0.0, origin.z),
        DVec3::new(direction.x, 0.0, direction.z),
    )
}

/// A capsule is convex, so the line is inside from the first entry into one of its three parts to the last exit.
fn capsule(half_height: f32, radius: f32, origin: DVec3, direction: DVec3) -> Option<Span> {
    let (half, size) = (f64::from(half_height), f64::from(radius));
    let middle = around_axis(size, origin, direction)?;
    let tube = slab(half, origin.y, direction.y).and_then(|slab| slab.common(middle));
    let end = |y: f64| ball(size, origin - DVec3::Y * y, direction);
    let mut whole: Option<Interval> = None;
    for part in [tube, end(half), end(-half)].into_iter().flatten() {
        let joined = whole.unwrap_or(part);
        whole = Some(Interval {
            enter: if part.enter < joined.enter {
                part.enter
            } else {
                joined.enter
            },
            leave: if part.leave > joined.leave {
                part.leave
            } else {
                joined.leave
            },
        });
    }
    let span = whole?;
    let point = origin + direction * span.enter;
    let on_axis = DVec3::Y * point.y.clamp(-half, half);
    Some(Span {
        enter: span.enter,
        leave: span.leave,
        normal: (point - on_axis)
            .as_vec3()
            .normalize_or(-direction.as_vec3()),
    })
}

fn cylinder(half_height: f32, radius: f32, origin: DVec3, direction: DVec3) -> Option<Span> {
    let round = around_axis(radius.into(), origin, direction)?;
    let flat = slab(half_height.into(), origin.y, direction.y)?;
    let span = flat.common(round)?;
    let normal = if flat.enter >= round.enter {
        cap(direction.y)
    } else {
        let point = origin + direction * span.enter;
        Vec3::new(point.x as f32, 0.0, point.z as f32).normalize_or(cap(direction.y))
    };
    Some(Span {
        enter: span.enter,
        leave: span.leave,
        normal,
    })
}

/// Normal of the flat end that a line going up or down enters by.
fn cap(step: f64) -> Vec3 {
    if step > 0.0 { -Vec3::Y } else { Vec3::Y }
}

/// With `w = half_height - y`, the height below the apex, and `k` the radius gained with it, the double cone is
/// `x^2 + z^2 - k^2 w^2 <= 0`. The slab of the heights cuts the upper one off.
fn cone(half_height: f32, radius: f32, origin: DVec3, direction: DVec3) -> Option<Span> {
    let half = f64::from(half_height);
    let slope = f64::from(radius) / (2.0 * half);
    let k = slope * slope;
    let (o, d) = (origin, direction);
    let w = half - o.y;
    let a = d.x * d.x + d.z * d.z - k * d.y * d.y;
    let b = o.x * d.x + o.z * d.z + k * w * d.y;
    let c = o.x * o.x + o.z * o.z - k * w * w;
    let flat = slab(half, o.y, d.y)?;
    let round = if a > 0.0 {
        between_roots(a, b, c)?
    } else if a < 0.0 {
        // Steeper than the sides: the line is in one cone before the first root and in the other after the second.
        // Where it meets the apex the discriminant is zero, but for rounding.
        let discriminant = b * b - a * c;
        let root = if discriminant > 0.0 {
            discriminant.sqrt()
        } else {
            0.0
        };
        let (low, high) = roots(a, b, c, root);
        if d.y < 0.0 {
            Interval {
                enter: high,
                ..Interval::ALL
            }
        } else {
            Interval {
                leave: low,
                ..Interval::ALL
            }
        }
    } else if b != 0.0 {
        let at = -c / (2.0 * b);
        if b > 0.0 {
            Interval {
                leave: at,
                ..Interval::ALL
            }
        } else {
            Interval {
                enter: at,
                ..Interval::ALL
            }
        }
    } else if c <= 0.0 {
        Interval::ALL
    } else {
        return None;
    };
    let span = flat.common(round)?;
    let normal = if flat.enter >= round.enter {
        cap(d.y)
    } else {
        let point = o + d * span.enter;
        let out = DVec3::new(point.x, k * (half - point.y), point.z);
        out.as_vec3().normalize_or(Vec3::Y)
    };
    Some(Span {
        enter: span.enter,
        leave: span.leave,
        normal,
    })
}

/// A polyhedron is what its planes leave of the line (M. Cyrus and J. Beck, *Computers and Graphics* 3, 1978).
fn polyhedron(hull: &Hull, origin: Vec3, direction: Vec3) -> Option<Span> {
    let (mut enter, mut leave) = (f32::NEG_INFINITY, f32::INFINITY);
    let mut normal = -direction;
    for face in hull.faces() {
        let outside = face.normal.dot(origin) - face.offset;
        let along = face.normal.dot(direction);
        if along < 0.0 {
            let at = -outside / along;
            if at > enter {
                enter = at;
                normal = face.normal;
            }
        } else if along > 0.0 {
            let at = -outside / along;
            if at < leave {
                leave = at;
            }
        } else if outside > 0.0 {
            return None;
        }
    }
    (enter <= leave).then_some(Span {
        enter: enter.into(),
        leave: leave.into(),
        normal,
    })
}
