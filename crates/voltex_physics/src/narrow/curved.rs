//! Capsules, cylinders and cones against anything, and corners against corners.
//!
//! Normal and depth come from the nearest points of the two bodies, or from the shortest push that parts them;
//! the points of the patch from the features of both that look along the normal.

use voltex_math::Pose;

use super::cache::PairCache;
use super::face::{Verdict, face_contact};
use super::feature::Feature;
use super::patch::{Side, patch};
use super::touch::Touch;
use crate::contact::Manifold;
use crate::gjk::closest_within;
use crate::shape::Convex;

/// Deepest or nearest point of two bodies, in the frame of A.
pub(crate) fn nearest_touch(
    a: &Convex,
    b: &Convex,
    b_in_a: &Pose,
    margin: f32,
    cache: &mut PairCache,
) -> Option<Touch> {
    let closest = closest_within(a, b, b_in_a, margin, &mut cache.simplex)?;
    // Written so that NaN fails.
    (-closest.distance >= -margin).then_some(Touch {
        normal: closest.normal,
        point_on_a: closest.point_on_a,
        point_on_b: closest.point_on_b,
        depth: -closest.distance,
    })
}

/// Contact of two convex bodies in the frame of A.
pub(crate) fn manifold(
    a: &Convex,
    b: &Convex,
    b_in_a: &Pose,
    margin: f32,
    cache: &mut PairCache,
) -> Manifold {
    if let Some(axis) = cache.direction() {
        let back = b_in_a.rotation.conjugate() * axis;
        let gap = axis.dot(b_in_a.transform_point(b.core_support(-back)) - a.core_support(axis))
            - a.rounding()
            - b.rounding();
        if gap > margin {
            return Manifold::EMPTY;
        }
    }
    // Where curved faces make the search long, flat ones may spare it.
    let found = if is_turned(a) || is_turned(b) {
        face_contact(a, b, b_in_a, margin, cache)
    } else {
        Verdict::Open
    };
    match found {
        Verdict::Apart(axis) => {
            cache.apart(axis);
            return Manifold::EMPTY;
        }
        Verdict::Contact(manifold) => {
            cache.remember(&manifold);
            return manifold;
        }
        Verdict::Open => {}
    }
    let Some(touch) = nearest_touch(a, b, b_in_a, margin, cache) else {
        cache.kept_count = 0;
        return Manifold::EMPTY;
    };
    let toward_b = b_in_a.inverse_transform_vector(-touch.normal);
    let on_a = Side {
        feature: Feature::toward(a, touch.normal, &Pose::IDENTITY),
        rounding: a.rounding(),
    };
    let on_b = Side {
        feature: Feature::toward(b, toward_b, b_in_a),
        rounding: b.rounding(),
    };
    let manifold = patch(&on_a, &on_b, &touch, margin, cache);
    cache.remember(&manifold);
    manifold
}

/// Whether a body is a cylinder or cone.
fn is_turned(convex: &Convex) -> bool {
    matches!(convex, Convex::Cylinder { .. } | Convex::Cone { .. })
}
