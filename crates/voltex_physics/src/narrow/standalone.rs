//! The three pairs that can be called alone, in the frame of the caller's world.

use voltex_math::{Pose, Vec3};

use super::cache::PairCache;
use super::sphere::box_sphere;
use super::touch::Touch;
use crate::shape::Convex;

/// Normal from A to B, depth (m), point on A and point on B.
pub type Hit = (Vec3, f32, Vec3, Vec3);

fn hit(touch: Touch) -> Hit {
    (
        touch.normal,
        touch.depth,
        touch.point_on_a,
        touch.point_on_b,
    )
}

/// Ball A against ball B, centres in m. Touching gives depth 0; coincident centres give the normal +Y and the
/// depth `radius_a + radius_b`. `None` apart, and for numbers that are not finite.
///
/// ```
/// use voltex_math::Vec3;
/// use voltex_physics::narrow::sphere_vs_sphere;
///
/// let (normal, depth, on_a, on_b) =
///     sphere_vs_sphere(Vec3::ZERO, 1.0, Vec3::new(1.5, 0.0, 0.0), 1.0).unwrap();
/// assert_eq!((normal, depth), (Vec3::X, 0.5));
/// assert_eq!((on_a.x, on_b.x), (1.0, 0.5));
/// ```
pub fn sphere_vs_sphere(
    center_a: Vec3,
    radius_a: f32,
    center_b: Vec3,
    radius_b: f32,
) -> Option<Hit> {
    let touch = Touch::between(
        Vec3::ZERO,
        radius_a,
        center_b - center_a,
        radius_b,
        0.0,
        Vec3::Y,
    )?;
    Some(hit(moved(touch, center_a)))
}

/// Ball A against box B, which has this pose and these half edge lengths, m. Touching gives depth 0. A centre
/// inside leaves by the nearest face: depth is the radius plus the distance to it.
///
/// ```
/// use voltex_math::{Pose, Vec3};
/// use voltex_physics::narrow::sphere_vs_box;
///
/// let floor = Pose::IDENTITY;
/// let (normal, depth, on_ball, on_box) =
///     sphere_vs_box(Vec3::new(0.0, 1.25, 0.0), 0.5, &floor, Vec3::ONE).unwrap();
/// assert_eq!((normal, depth), (Vec3::NEG_Y, 0.25));
/// assert_eq!((on_ball.y, on_box.y), (0.75, 1.0));
/// ```
pub fn sphere_vs_box(
    center_a: Vec3,
    radius_a: f32,
    pose_b: &Pose,
    half_extents_b: Vec3,
) -> Option<Hit> {
    let center = pose_b.inverse_transform_point(center_a);
    if !center.is_finite() {
        return None;
    }
    let touch = box_sphere(half_extents_b, center, radius_a, 0.0)?;
    Some(hit(touch.flipped().transformed(pose_b)))
}

fn moved(touch: Touch, by: Vec3) -> Touch {
    Touch {
        point_on_a: touch.point_on_a + by,
        point_on_b: touch.point_on_b + by,
        ..touch
    }
}

/// Box against box, each with its pose and half edge lengths, m: the deepest point of their contact. Touching
/// gives depth 0, within rounding.
///
/// ```
/// use voltex_math::{Pose, Quat, Vec3};
/// use voltex_physics::narrow::box_vs_box;
///
/// // Turned by 45 degrees, the corner of B reaches sqrt(2) far.
/// let turned = Pose::new(Vec3::new(2.3, 0.0, 0.0), Quat::from_rotation_y(0.25 * core::f32::consts::PI));
/// let (normal, depth, ..) = box_vs_box(&Pose::IDENTITY, Vec3::ONE, &turned, Vec3::ONE).unwrap();
/// assert!((normal - Vec3::X).length() < 1e-6 && (depth - 0.114_213_5).abs() < 1e-5);
/// ```
pub fn box_vs_box(
    pose_a: &Pose,
    half_extents_a: Vec3,
    pose_b: &Pose,
    half_extents_b: Vec3,
) -> Option<Hit> {
    let a = Convex::Box {
        half_extents: half_extents_a,
    };
    let b = Convex::Box {
        half_extents: half_extents_b,
    };
    let found = super::manifold(
        &a,
        &b,
        &pose_a.relative(pose_b),
        0.0,
        &mut PairCache::default(),
    );
    let found = found.transformed(pose_a);
    let point = found.deepest()?;
    Some((
        found.normal,
        point.depth,
        point.point_on_a,
        point.point_on_b,
    ))
}
