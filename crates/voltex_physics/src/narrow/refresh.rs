//! Contacts of a pair that has hardly moved, without looking at its shapes.

use voltex_math::{Pose, Vec3};

use crate::contact::Manifold;

/// How far a pair may move before its contact has to be computed anew.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RefreshLimits {
    /// Angle between B's rotation then and now, in the frame of A, rad; below half a turn.
    pub turn: f32,
    /// How far the two points of a contact may slide apart across the normal, m.
    pub slide: f32,
}

impl RefreshLimits {
    /// One degree, and `slide` metres; a hundredth of the smaller body is a good choice.
    pub const fn new(slide: f32) -> Self {
        Self {
            turn: 0.017_453_293,
            slide,
        }
    }
}

/// A manifold of the frame of A, computed when B stood at `then`, brought up to date for B at `now`.
///
/// The points stay where they are on their bodies and the normal where it is on A; the depths follow. `None` if
/// there is no point, if B has turned or a point has slid farther than the limits, or if a pose is not finite: then
/// the contact has to be computed. Always start from the manifold as it was computed, not from a refreshed one, or
/// many small turns make a large one.
///
/// A depth differs from the computed one by no more than the angle turned times the size of the bodies, and points
/// that have come into contact since are missing; so this is for bodies at rest or nearly so, for which it costs a
/// tenth of a computation. What a contact keeps for it, the manifold and the pose, is part of the state of a world.
///
/// ```
/// use voltex_math::{Pose, Vec3};
/// use voltex_physics::{Convex, narrow::{self, PairCache, RefreshLimits}};
///
/// let table = Convex::Box { half_extents: Vec3::new(1.0, 0.05, 0.6) };
/// let cube = Convex::Box { half_extents: Vec3::splat(0.1) };
/// let then = Pose::from_position(Vec3::Y * 0.149);
/// let contact = narrow::manifold(&table, &cube, &then, 0.0, &mut PairCache::default());
/// let now = Pose::from_position(Vec3::Y * 0.1485);
/// let limits = RefreshLimits::new(0.001);
/// let fresh = narrow::refreshed(&contact, &then, &now, &limits).unwrap();
/// assert!((fresh.points()[0].depth - 0.0015).abs() < 1e-6);
/// let gone = Pose::from_position(Vec3::new(0.01, 0.149, 0.0));
/// assert_eq!(narrow::refreshed(&contact, &then, &gone, &limits), None);
/// ```
pub fn refreshed(
    manifold: &Manifold,
    then: &Pose,
    now: &Pose,
    limits: &RefreshLimits,
) -> Option<Manifold> {
    // cos of half the angle between the rotations, of either sign.
    let half = then.rotation.dot(now.rotation);
    // 1 - cos^2 would cancel: the chord between the two quaternions is 2 sin of a quarter of the angle.
    let chord = if half < 0.0 {
        (then.rotation + now.rotation).length_squared()
    } else {
        (then.rotation - now.rotation).length_squared()
    };
    let most = 0.5 * limits.turn;
    // Written so that NaN fails.
    if manifold.is_empty() || !(chord <= most * most) {
        return None;
    }
    // Where now takes what then put at p: one rotation for all points.
    let turn = now.rotation * then.rotation.conjugate();
    let shift = now.position - turn * then.position;
    let normal = manifold.normal;
    let mut fresh = *manifold;
    for point in fresh.points_mut() {
        let on_b: Vec3 = turn * point.point_on_b + shift;
        let apart = point.point_on_a - on_b;
        let depth = apart.dot(normal);
        let across = apart - normal * depth;
        if !(across.length_squared() <= limits.slide * limits.slide) {
            return None;
        }
        point.point_on_b = on_b;
        point.depth = depth;
    }
    Some(fresh)
}
