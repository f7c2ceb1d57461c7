//! Half-space against every convex shape.

use voltex_math::{Pose, Vec3};

use super::cache::PairCache;
use super::clip::{Frame, Spots, any_across, facing_line, rim_over_plane};
use super::feature::Feature;
use super::patch::pick;
use super::reduce::Spot;
use crate::contact::Manifold;
use crate::shape::Convex;

/// Half-space A, below the plane through the origin with this outward unit normal, against the convex shape B;
/// in the frame of A.
///
/// The lowest point of B is always among the points. A round face has, besides, four points of its rim in
/// directions that stay with the plane.
pub(crate) fn half_space_convex(
    normal: Vec3,
    b: &Convex,
    b_in_a: &Pose,
    margin: f32,
    cache: &PairCache,
) -> Manifold {
    let toward = b_in_a.inverse_transform_vector(-normal);
    let rounding = b.rounding();
    let lowest = b_in_a.transform_point(b.core_support(toward));
    let height = normal.dot(lowest);
    // Written so that NaN fails; a body that is not finite is infinitely deep or not a number.
    if !(height - rounding <= margin && height > f32::NEG_INFINITY) {
        return Manifold::EMPTY;
    }
    let frame = Frame::new(lowest - normal * height, normal, any_across(normal));
    let mut spots = Spots::new();
    let mut push = |point: Vec3, feature: u32| {
        spots.push(Spot {
            feature,
            ..frame.local(point)
        });
    };
    let mut includes_lowest = true;
    match Feature::toward(b, toward, b_in_a) {
        Feature::Point(point) => push(point, 0),
        Feature::Segment(ends) => {
            let (mut line, low) = facing_line(ends, rounding, &frame);
            if let Some(low) = low {
                line[low] = ends[low];
            }
            push(line[0], 1);
            if line[0] != line[1] {
                push(line[1], 2);
            }
        }
        Feature::Polygon(polygon) => {
            for (&corner, &id) in polygon.corners().iter().zip(polygon.ids()) {
                push(corner, u32::from(id));
            }
            includes_lowest = false;
        }
        Feature::Disc(disc) => rim_over_plane(&disc, &frame, &mut spots),
    }
    spots.drop_above(margin + rounding);
    if !includes_lowest {
        // The face that looks most downwards need not hold the lowest corner.
        let low = spots
            .as_slice()
            .iter()
            .any(|spot| spot.w <= height + 1e-5 * height.abs());
        if !low {
            spots.push(Spot {
                feature: 0x40_0000,
                ..frame.local(lowest)
            });
        }
    }
    pick(spots.as_slice(), &frame, rounding, cache)
}
