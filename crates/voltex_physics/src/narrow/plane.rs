//! Half-space against every convex shape.

use voltex_math::{Pose, Vec3};

use super::cache::PairCache;
use super::clip::{Frame, any_across, facing_line, rim_over_plane};
use super::feature::{Feature, MAX_CORNERS};
use super::patch::pick;
use super::reduce::Spot;
use crate::contact::{FeatureId, Manifold, ManifoldPoint};
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
    let mut plane = Plane {
        normal,
        rounding: b.rounding(),
        margin,
        found: Manifold::new(normal),
    };
    if let Convex::Sphere { .. } = b {
        plane.push(b_in_a.position, 0);
        return plane.finish();
    }
    let toward = b_in_a.inverse_transform_vector(-normal);
    let lowest = b_in_a.transform_point(b.core_support(toward));
    let height = normal.dot(lowest);
    if !plane.touches(height) {
        return Manifold::EMPTY;
    }
    match Feature::toward(b, toward, b_in_a) {
        Feature::Point(point) => plane.push(point, 0),
        Feature::Segment(ends) => {
            let (mut line, low) = facing_line(ends, plane.rounding, normal);
            if let Some(low) = low {
                line[low] = ends[low];
            }
            plane.push(line[0], 1);
            if line[0] != line[1] {
                plane.push(line[1], 2);
            }
        }
        Feature::Polygon(polygon) => {
            let corners = polygon.corners();
            if let Convex::Box { .. } | Convex::Triangle(_) = b {
                // Nothing to choose from, and the lowest corner is among them.
                for (&corner, &id) in corners.iter().zip(polygon.ids()) {
                    plane.push(corner, u32::from(id));
                }
                return plane.finish();
            }
            let mut spots = [Spot::default(); MAX_CORNERS + 1];
            let mut count = 0;
            let mut least = f32::INFINITY;
            let frame = Frame::new(lowest - normal * height, normal, corners[1] - corners[0]);
            for (&corner, &id) in corners.iter().zip(polygon.ids()) {
                let spot = frame.local(corner);
                if plane.touches(spot.w) {
                    spots[count] = Spot {
                        feature: u32::from(id),
                        ..spot
                    };
                    count += 1;
                }
                if spot.w < least {
                    least = spot.w;
                }
            }
            // The face that looks most downwards need not hold the lowest corner.
            if least > height + 1e-5 * height.abs() {
                spots[count] = Spot {
                    feature: 0x40_0000,
                    ..frame.local(lowest)
                };
                count += 1;
            }
            return pick(&spots[..count], &frame, plane.rounding, cache);
        }
        Feature::Disc(disc) => {
            let frame = Frame::new(lowest - normal * height, normal, any_across(normal));
            let (mut spots, count) = rim_over_plane(&disc, &frame);
            let mut kept = 0;
            for index in 0..count {
                if plane.touches(spots[index].w) {
                    spots[kept] = spots[index];
                    kept += 1;
                }
            }
            return pick(&spots[..kept], &frame, plane.rounding, cache);
        }
    }
    plane.finish()
}

struct Plane {
    normal: Vec3,
    rounding: f32,
    margin: f32,
    found: Manifold,
}

impl Plane {
    /// Whether a point of the core at this height makes a contact. NaN does not, nor does a body that is infinitely
    /// deep.
    fn touches(&self, height: f32) -> bool {
        height - self.rounding <= self.margin && height > f32::NEG_INFINITY
    }

    /// Adds a point of the core if it makes a contact.
    fn push(&mut self, core: Vec3, feature: u32) {
        let height = self.normal.dot(core);
        if self.touches(height) {
            self.found.push(ManifoldPoint {
                point_on_a: core - self.normal * height,
                point_on_b: core - self.normal * self.rounding,
                depth: self.rounding - height,
                feature: FeatureId(feature),
            });
        }
    }

    fn finish(self) -> Manifold {
        if self.found.is_empty() {
            Manifold::EMPTY
        } else {
            self.found
        }
    }
}
