//! Contact of two shapes: where they touch or overlap, as points with a normal.
//!
//! [`manifold`] takes two convex bodies, [`half_space_manifold`] a half-space and a convex body, [`contacts`] any two
//! shapes, piece by piece; [`smooth_seams`] puts right what one body touches at the seams of several others. Each pair
//! has the method that suits it:
//!
//! | A, B | normal and depth | points |
//! |---|---|---|
//! | ball, any | closed form | one |
//! | capsule, capsule | closed form | one, two where they lie side by side |
//! | box, box | 15 axes | face clipped against face, or two edges |
//! | box, hull, triangle among each other | face and edge axes, pruned | face clipped against face, or two edges |
//! | capsule; box, hull, triangle | nearest points, expanding polytope | segment clipped against the face, or one |
//! | cylinder, cone; any but a ball | flat face of either if that settles it, else nearest points, expanding polytope | caps, bases, sides, faces that look along the normal, rims exactly |
//! | half-space, any convex | lowest point | corners, ends, or points of a rim |
//! | mesh or height field, convex | each triangle as above, with what lies beyond its edges | as above, one manifold a triangle |
//! | compound, any of these | each child as above | as above, one manifold a pair of pieces |
//! | half-space, mesh, height field among each other | none: they do not move | none |
//!
//! All work in the frame of A, so that nothing is lost far from the origin of the world. Points with a depth of
//! at least `-margin` are given; a margin of 0 gives touching bodies a contact of depth 0, within rounding.
//! Numbers that are not finite give no contact.
//!
//! **Tolerances.** A contact normal within 1e-3 rad of the normal of a face becomes that normal. A pair of edges
//! is taken only if it parts the bodies better than the best face by 1e-3 of the overlap and 5e-5 of the size:
//! a reported depth is larger than the least one by at most that. Corners within 2e-5 of a side's length beyond
//! the side of a face count as over the face. A face keeps 16 corners: of more, those nearest to even steps, so up to
//! 2.6 % of its area is not spanned.

// A negated comparison is how NaN fails.
#![allow(clippy::neg_cmp_op_on_partial_ord)]

mod box_box;
mod cache;
mod capsule;
mod clip;
mod composite;
mod curved;
mod face;
mod feature;
mod hull_hull;
mod patch;
mod plane;
mod polyhedron;
mod reduce;
mod refresh;
mod sat;
mod seams;
pub(crate) mod sphere;
mod standalone;
mod surface;
pub(crate) mod touch;
mod triangle_box;

pub use cache::PairCache;
pub use composite::{PieceContact, ShapeCache, contacts, contacts_in_a};
pub use refresh::{RefreshLimits, refreshed};
pub use seams::{Ground, Neighbour, smooth_seams};
pub use standalone::{Hit, box_vs_box, sphere_vs_box, sphere_vs_sphere};

use voltex_math::{Pose, Vec3};

use crate::contact::Manifold;
use crate::shape::Convex;
use polyhedron::Parts;
use touch::Touch;

/// Contact of two convex bodies in the frame of A: all points with a depth of at least `-margin` (m), reduced to
/// the four that carry the patch.
///
/// The cache is one pair's own, kept from step to step; a new one is as good, but slower and less steady.
/// Exchanging A and B gives the mirrored contact: exactly the same for balls, within the tolerances of this
/// module for others.
///
/// ```
/// use voltex_math::{Pose, Vec3};
/// use voltex_physics::{Convex, narrow};
///
/// let table = Convex::Box { half_extents: Vec3::new(1.0, 0.05, 0.6) };
/// let crate_box = Convex::Box { half_extents: Vec3::splat(0.1) };
/// let on_top = Pose::from_position(Vec3::new(0.2, 0.149, 0.0));
/// let contact = narrow::manifold(&table, &crate_box, &on_top, 0.0, &mut narrow::PairCache::default());
/// assert_eq!((contact.normal, contact.points().len()), (Vec3::Y, 4));
/// assert!((contact.points()[0].depth - 0.001).abs() < 1e-6);
/// ```
#[inline]
pub fn manifold(
    a: &Convex,
    b: &Convex,
    b_in_a: &Pose,
    margin: f32,
    cache: &mut PairCache,
) -> Manifold {
    // Two balls cost less than the call.
    if let (&Convex::Sphere { radius: own }, &Convex::Sphere { radius }) = (a, b) {
        let (center_a, center_b) = (Vec3::ZERO, b_in_a.position);
        return single(Touch::between(
            center_a,
            own,
            center_b,
            radius,
            margin,
            Vec3::Y,
        ));
    }
    of_pair(a, b, b_in_a, margin, cache)
}

/// [`manifold`] of any pair.
fn of_pair(a: &Convex, b: &Convex, b_in_a: &Pose, margin: f32, cache: &mut PairCache) -> Manifold {
    match (a, b) {
        (_, Convex::Sphere { radius }) => {
            single(sphere::convex_sphere(a, b_in_a.position, *radius, margin))
        }
        (Convex::Sphere { radius }, _) => {
            let center = b_in_a.inverse_transform_point(Vec3::ZERO);
            let touch = sphere::convex_sphere(b, center, *radius, margin);
            single(touch.map(|touch| touch.flipped().transformed(b_in_a)))
        }
        (
            Convex::Capsule {
                half_height: half_a,
                radius: radius_a,
            },
            Convex::Capsule {
                half_height: half_b,
                radius: radius_b,
            },
        ) => capsule::capsule_capsule(*half_a, *radius_a, *half_b, *radius_b, b_in_a, margin),
        (
            Convex::Box {
                half_extents: half_a,
            },
            Convex::Box {
                half_extents: half_b,
            },
        ) => {
            let found = box_box::box_box(*half_a, *half_b, b_in_a, margin, cache);
            checked(found, a, b, b_in_a, margin, cache)
        }
        (
            Convex::Box { .. } | Convex::Hull(_) | Convex::Triangle(_),
            Convex::Box { .. } | Convex::Hull(_) | Convex::Triangle(_),
        ) => {
            let (Some(parts_a), Some(parts_b)) = (Parts::new(a), Parts::new(b)) else {
                return curved::manifold(a, b, b_in_a, margin, cache);
            };
            let found = hull_hull::polyhedra(&parts_a, &parts_b, b_in_a, margin, cache);
            checked(found, a, b, b_in_a, margin, cache)
        }
        (
            Convex::Capsule { .. }
            | Convex::Cylinder { .. }
            | Convex::Cone { .. }
            | Convex::Box { .. }
            | Convex::Hull(_)
            | Convex::Triangle(_),
            _,
        ) => curved::manifold(a, b, b_in_a, margin, cache),
    }
}

/// Contact of a half-space A, which lies below the plane through the origin with this outward unit normal, and a
/// convex body B; in the frame of A.
pub fn half_space_manifold(
    normal: Vec3,
    b: &Convex,
    b_in_a: &Pose,
    margin: f32,
    cache: &mut PairCache,
) -> Manifold {
    let manifold = plane::half_space_convex(normal, b, b_in_a, margin, cache);
    cache.remember(&manifold);
    manifold
}

/// The contact of two polyhedra along their best axis. Where that axis has nothing to show, as the two are nearest
/// corner to corner, or a face was taken for an edge pair that is as good, the contact at their nearest points.
fn checked(
    found: Option<(Manifold, f32)>,
    a: &Convex,
    b: &Convex,
    b_in_a: &Pose,
    margin: f32,
    cache: &mut PairCache,
) -> Manifold {
    let Some((manifold, gap)) = found else {
        return Manifold::EMPTY;
    };
    // With a gap the nearest points are as far apart as the axis says, and in an overlap the deepest as deep, if it
    // is the right one.
    let sound = manifold.deepest().is_some_and(|point| {
        if gap > 0.0 {
            (point.point_on_a - point.point_on_b).length() <= gap * 1.001
        } else {
            point.depth >= -gap * 0.998
        }
    });
    if sound {
        manifold
    } else {
        curved::manifold(a, b, b_in_a, margin, cache)
    }
}

#[inline]
fn single(touch: Option<Touch>) -> Manifold {
    touch.map_or(Manifold::EMPTY, |touch| touch.manifold(0))
}
