//! A ball beside another body in `f32`: most questions about balls, in a fraction of the time that `f64` takes.
//!
//! Whoever asks gets an answer only where rounding cannot be seen in it: the ball's centre lies outside the other
//! body, not close above its surface, and not far away from both. The rest is for the closed forms in `f64`.

// A negated comparison is how NaN fails.
#![allow(clippy::neg_cmp_op_on_partial_ord)]

use voltex_math::{Pose, Vec3};

use super::distance::Closest;
use crate::narrow::sphere::{box_sphere, convex_sphere, cylinder_sphere};
use crate::narrow::touch::Touch;
use crate::shape::Convex;

/// How high above the surface the centre has to lie, in parts of its distance from the origin of the other body and of
/// numbers that the nearest point is computed from. These have errors of 3e-7: the direction from the surface is then
/// known to 3e-5.
const CLEAR: f32 = 0.01;

/// How high above it may lie, in radii of the ball: the distance then has an error of less than 1e-5 radii.
const NEAR: f32 = 16.0;

/// Hulls of more faces are searched in another way than face by face.
const FEW_FACES: usize = 80;

/// Distance of a ball from any body in the frame of A, if it can be had without loss; `None` leaves all open.
#[inline]
pub(super) fn ball_beside(a: &Convex<'_>, b: &Convex<'_>, b_in_a: &Pose) -> Option<Closest> {
    // A quaternion of another length than 1 stretches. False for NaN.
    if !((b_in_a.rotation.length_squared() - 1.0).abs() <= 1e-6) {
        return None;
    }
    match (a, b) {
        (&Convex::Sphere { radius: own }, &Convex::Sphere { radius }) => {
            let center = b_in_a.position;
            let length = center.length();
            // Squares of what is much smaller or larger lose digits; a centre that coincides has no direction.
            if !(length > 1e-12 && length < 1e12) {
                return None;
            }
            let normal = center / length;
            Some(Closest {
                point_on_a: normal * own,
                point_on_b: center - normal * radius,
                normal,
                distance: length - (own + radius),
            })
        }
        (_, &Convex::Sphere { radius }) => {
            let touch = outside(a, b_in_a.position, radius)?;
            Some(Closest {
                point_on_a: touch.point_on_a,
                point_on_b: touch.point_on_b,
                normal: touch.normal,
                distance: -touch.depth,
            })
        }
        (&Convex::Sphere { radius }, _) => {
            let center = b_in_a.inverse_transform_point(Vec3::ZERO);
            let touch = outside(b, center, radius)?;
            let normal = -b_in_a.transform_vector(touch.normal);
            Some(Closest {
                point_on_a: normal * radius,
                point_on_b: normal * (radius - touch.depth),
                normal,
                distance: -touch.depth,
            })
        }
        _ => None,
    }
}

/// Ball against the body in whose frame its centre lies. The simplest bodies are worth their code at each place of
/// use, where what is not asked for falls away.
#[inline(always)]
fn outside(body: &Convex<'_>, center: Vec3, radius: f32) -> Option<Touch> {
    const ANY: f32 = f32::INFINITY;
    let mut far = center.length_squared();
    let touch = match *body {
        Convex::Box { half_extents } => box_sphere(half_extents, center, radius, ANY)?,
        Convex::Cylinder {
            half_height,
            radius: own,
        } => cylinder_sphere(half_height, own, center, radius, ANY)?,
        Convex::Hull(hull) if hull.faces().len() > FEW_FACES => return None,
        Convex::Sphere { .. }
        | Convex::Capsule { .. }
        | Convex::Cone { .. }
        | Convex::Hull(_)
        | Convex::Triangle(_) => {
            far += end_squared(body);
            convex_sphere(body, center, radius, ANY)?
        }
    };
    let above = radius - touch.depth;
    let clear = above * above > CLEAR * CLEAR * far;
    (clear && above < NEAR * radius).then_some(touch)
}

/// Square of the distance from the origin of what the nearest point may be interpolated between, m^2.
fn end_squared(body: &Convex<'_>) -> f32 {
    match *body {
        // Their nearest points are the centre itself with coordinates cut off.
        Convex::Sphere { .. }
        | Convex::Box { .. }
        | Convex::Capsule { .. }
        | Convex::Cylinder { .. } => 0.0,
        Convex::Cone { half_height, .. } => half_height * half_height,
        Convex::Hull(hull) => hull.aabb.min.length_squared() + hull.aabb.max.length_squared(),
        Convex::Triangle([a, b, c]) => a.length_squared() + b.length_squared() + c.length_squared(),
    }
}
