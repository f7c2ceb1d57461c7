//! Half-space against every convex shape.

use voltex_math::{Pose, Quat, Vec3};

use super::cache::PairCache;
use super::clip::{Frame, any_across, facing_line, lowest_quarter, rim_over_plane};
use super::feature::{Disc, Feature, MAX_CORNERS};
use super::patch::pick_into;
use super::reduce::Spot;
use crate::contact::{FeatureId, Manifold, ManifoldPoint};
use crate::shape::{Convex, Hull};

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
    let plane = Plane {
        normal,
        rounding: b.rounding(),
        margin,
    };
    let mut found = Manifold::new(normal);
    plane.meet(b, b_in_a, cache, &mut found);
    if found.is_empty() {
        found.normal = Vec3::ZERO;
    }
    found
}

/// A half-space and what it asks of the points of a core.
struct Plane {
    normal: Vec3,
    rounding: f32,
    margin: f32,
}

impl Plane {
    /// Adds the points of a body.
    fn meet(&self, b: &Convex, b_in_a: &Pose, cache: &PairCache, found: &mut Manifold) {
        match b {
            Convex::Sphere { .. } => return self.push(b_in_a.position, 0, found),
            Convex::Capsule { half_height, .. } => {
                let along = b_in_a.transform_vector(Vec3::new(0.0, *half_height, 0.0));
                let ends = [b_in_a.position - along, b_in_a.position + along];
                let [start, end] = ends.map(|end| self.normal.dot(end));
                if self.touches(if end < start { end } else { start }) {
                    self.push_segment(ends, found);
                }
                return;
            }
            &Convex::Cylinder {
                half_height: half,
                radius,
            } => {
                let turned = Turned::new(self.normal, b_in_a);
                let height = self.normal.dot(b_in_a.position);
                if !self.touches(height - half * turned.cos.abs() - radius * turned.sin) {
                    return;
                }
                let side = turned.outward(b_in_a) * radius;
                let end = turned.axis * half;
                let sign = if turned.cos <= 0.0 { 1.0 } else { -1.0 };
                if turned.cos.abs() >= turned.sin {
                    let cap = b_in_a.position + end * sign;
                    let disc = Disc {
                        center: cap,
                        axis: turned.axis * sign,
                        radius,
                    };
                    return self.push_disc(&disc, cap + side, cache, found);
                }
                let middle = b_in_a.position + side;
                return self.push_segment([middle - end, middle + end], found);
            }
            &Convex::Cone {
                half_height: half,
                radius,
            } => {
                let turned = Turned::new(self.normal, b_in_a);
                let height = self.normal.dot(b_in_a.position);
                let rise = half * turned.cos;
                let apex_is_lowest = -2.0 * rise >= radius * turned.sin;
                let lowest = if apex_is_lowest {
                    height + rise
                } else {
                    height - rise - radius * turned.sin
                };
                if !self.touches(lowest) {
                    return;
                }
                let end = turned.axis * half;
                let (base, apex) = (b_in_a.position - end, b_in_a.position + end);
                let rim = base + turned.outward(b_in_a) * radius;
                let slant = (radius * radius + 4.0 * half * half).sqrt();
                let along_side = (turned.sin * 2.0 * half - turned.cos * radius) / slant;
                if turned.cos >= along_side {
                    let disc = Disc {
                        center: base,
                        axis: -turned.axis,
                        radius,
                    };
                    let lowest = if apex_is_lowest { apex } else { rim };
                    return self.push_disc(&disc, lowest, cache, found);
                }
                return self.push_segment([rim, apex], found);
            }
            Convex::Box { .. } | Convex::Hull(_) | Convex::Triangle(_) => {}
        }
        let toward = b_in_a.inverse_transform_vector(-self.normal);
        if let Convex::Hull(hull) = b {
            // Its box is asked first, as its corners are many.
            let bounds = hull.local_aabb();
            let middle = self.normal.dot(b_in_a.position) - toward.dot(bounds.center());
            let reach = toward.abs().dot(bounds.half_extents());
            if !self.touches(middle - 1.0001 * reach) {
                return;
            }
        }
        let lowest = b_in_a.transform_point(b.core_support(toward));
        let height = self.normal.dot(lowest);
        if !self.touches(height) {
            return;
        }
        if let Convex::Hull(hull) = b {
            return self.meet_face(hull, toward, b_in_a, lowest, cache, found);
        }
        match Feature::toward(b, toward, b_in_a) {
            Feature::Point(point) => self.push(point, 0, found),
            Feature::Segment(ends) => self.push_segment(ends, found),
            Feature::Polygon(polygon) => {
                // Nothing to choose from, and the lowest corner is among them.
                for (&corner, &id) in polygon.corners().iter().zip(polygon.ids()) {
                    self.push(corner, u32::from(id), found);
                }
            }
            // Of cylinders and cones, which were dealt with.
            Feature::Disc(disc) => self.push_disc(&disc, lowest, cache, found),
        }
    }

    /// Adds the corners that carry the patch of the face of a hull that looks most along `toward`, down at the plane, in its
    /// frame. `lowest` is the corner that reaches farthest down.
    fn meet_face(
        &self,
        hull: &Hull,
        toward: Vec3,
        b_in_a: &Pose,
        lowest: Vec3,
        cache: &PairCache,
        found: &mut Manifold,
    ) {
        let height = self.normal.dot(lowest);
        let corners = hull.face_loop(hull.face_toward(toward));
        let place = |corner: u16| b_in_a.transform_point(hull.vertices()[usize::from(corner)]);
        let side = place(corners[1]) - place(corners[0]);
        let frame = Frame::new(lowest - self.normal * height, self.normal, side);
        // Faces of many corners are seldom: only they need memory of their own.
        let mut few = [Spot::default(); MAX_CORNERS + 1];
        let mut many = Vec::new();
        let spots = if corners.len() < few.len() {
            &mut few[..]
        } else {
            many.resize(corners.len() + 1, Spot::default());
            &mut many[..]
        };
        let mut count = 0;
        let mut least = f32::INFINITY;
        for &corner in corners {
            let spot = frame.local(place(corner));
            if self.touches(spot.w) {
                spots[count] = Spot {
                    feature: u32::from(corner),
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
        pick_into(&spots[..count], &frame, self.rounding, cache, found);
    }

    /// Adds the points of a flat round face that carry the patch.
    fn push_disc(&self, disc: &Disc, lowest: Vec3, cache: &PairCache, found: &mut Manifold) {
        let u = any_across(self.normal);
        let frame = Frame {
            origin: lowest - self.normal * self.normal.dot(lowest),
            u,
            v: self.normal.cross(u),
            w: self.normal,
        };
        if !self.touches(lowest_quarter(disc, &frame)) {
            // The lowest point alone.
            return self.push(lowest, 0x14, found);
        }
        let (mut spots, count) = rim_over_plane(disc, &frame);
        let mut kept = 0;
        for index in 0..count {
            if self.touches(spots[index].w) {
                spots[kept] = spots[index];
                kept += 1;
            }
        }
        pick_into(&spots[..kept], &frame, self.rounding, cache, found);
    }

    /// Adds the line of a rounded segment that faces the plane.
    fn push_segment(&self, ends: [Vec3; 2], found: &mut Manifold) {
        let (mut line, low) = facing_line(ends, self.rounding, self.normal);
        if let Some(low) = low {
            line[low] = ends[low];
        }
        self.push(line[0], 1, found);
        if line[0] != line[1] {
            self.push(line[1], 2, found);
        }
    }

    /// Whether a point of the core at this height makes a contact. NaN does not, nor does a body that is infinitely
    /// deep.
    fn touches(&self, height: f32) -> bool {
        height - self.rounding <= self.margin && height > f32::NEG_INFINITY
    }

    /// Adds a point of the core if it makes a contact.
    #[inline]
    fn push(&self, core: Vec3, feature: u32, found: &mut Manifold) {
        let height = self.normal.dot(core);
        if self.touches(height) {
            found.push(ManifoldPoint {
                point_on_a: core - self.normal * height,
                point_on_b: core - self.normal * self.rounding,
                depth: self.rounding - height,
                feature: FeatureId(feature),
            });
        }
    }
}

/// Squared sine of the angle between axis and normal below which nothing but rounding is left of it.
const UPRIGHT: f32 = 1e-20;

/// A body of revolution as the plane sees it.
struct Turned {
    /// Its y axis.
    axis: Vec3,
    /// The axis times the normal.
    across: Vec3,
    /// Of the angle between axis and normal.
    cos: f32,
    sin: f32,
}

impl Turned {
    #[inline]
    fn new(normal: Vec3, pose: &Pose) -> Self {
        // The middle column of the matrix of the rotation.
        let Quat { x, y, z, w } = pose.rotation;
        let axis = Vec3::new(
            2.0 * (x * y - w * z),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z + w * x),
        );
        let across = axis.cross(normal);
        Self {
            axis,
            across,
            cos: normal.dot(axis),
            sin: across.length(),
        }
    }

    /// Unit vector across the axis that looks most down at the plane; the body's +X if none does.
    #[inline]
    fn outward(&self, pose: &Pose) -> Vec3 {
        // Of two products no part along the axis is left, as it is of a difference.
        if self.sin * self.sin > UPRIGHT {
            self.axis.cross(self.across) / self.sin
        } else {
            pose.transform_vector(Vec3::X)
        }
    }
}
