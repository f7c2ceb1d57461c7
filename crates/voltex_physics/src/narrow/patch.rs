//! From the features that meet to the points of a manifold.

use voltex_math::Vec3;

use super::cache::PairCache;
use super::clip::{
    Frame, Outline, Spots, disc_over_disc, disc_over_polygon, facing_line, polygon_over_disc,
    polygon_over_polygon, restore_low_end, segment_over_disc, segment_over_polygon,
};
use super::feature::{Feature, Polygon};
use super::hull_hull::edge_touch;
use super::reduce::{Spot, choose};
use super::touch::Touch;
use crate::contact::{FeatureId, Manifold, ManifoldPoint};

/// Squared sine of the angle below which the contact normal counts as the normal of a face: 1e-3 rad.
const FLAT: f32 = 1e-6;

/// Squared sine below which two faces count as equally parallel to the contact normal: 1e-5 rad.
const EQUAL: f32 = 1e-10;

/// Sine of the angle between two edges, and between an edge and the contact plane, up to which they meet
/// along a line.
const LINE: f32 = 0.02;

/// One side of a contact: a feature of the core, and how far the surface lies outside the core.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    pub(crate) feature: Feature,
    pub(crate) rounding: f32,
}

impl Side {
    /// Normal of the feature if it is a flat face.
    #[inline]
    fn normal(&self) -> Option<Vec3> {
        match &self.feature {
            Feature::Polygon(polygon) => Some(polygon.normal),
            Feature::Disc(disc) => Some(disc.axis),
            Feature::Point(_) | Feature::Segment(_) => None,
        }
    }
}

/// Squared sine of the angle between a face's normal and the direction in which it should look; infinite for
/// what is not a face or looks elsewhere.
#[inline]
fn misalignment(side: &Side, toward: Vec3) -> f32 {
    match side.normal() {
        Some(normal) if normal.dot(toward) > 0.0 => {
            let squared = normal.cross(toward).length_squared();
            if squared < EQUAL { 0.0 } else { squared }
        }
        _ => f32::INFINITY,
    }
}

/// Points of contact between two features, all in the frame of A.
///
/// `touch` is the deepest contact as another method found it: it gives the normal, and it stands alone where
/// neither side is a face across the normal and no two edges meet along a line.
pub(crate) fn patch(a: &Side, b: &Side, touch: &Touch, margin: f32, cache: &PairCache) -> Manifold {
    let (tilt_a, tilt_b) = (
        misalignment(a, touch.normal),
        misalignment(b, -touch.normal),
    );
    let flat = |tilt: f32| tilt < FLAT;
    if !flat(tilt_a) && !flat(tilt_b) {
        return line(a, b, touch, margin);
    }
    // A polygon serves better than a disc: the points on the rim then do not turn with the disc.
    let round_a = matches!(a.feature, Feature::Disc(_));
    let polygon_b = matches!(b.feature, Feature::Polygon(_));
    let b_is_reference = flat(tilt_b)
        && (!flat(tilt_a) || tilt_b < 0.25 * tilt_a || (tilt_b <= tilt_a && round_a && polygon_b));
    if b_is_reference {
        over_face(b, a, &touch.flipped(), margin, cache, 0x8000_0000).flipped()
    } else {
        over_face(a, b, touch, margin, cache, 0)
    }
}

/// Contact of a flat face, the reference, with the feature over it; `touch` with its normal out of the face.
///
/// With the depth of `touch` at minus infinity the deepest point is taken only where it lies over the face.
pub(crate) fn over_face(
    reference: &Side,
    incident: &Side,
    touch: &Touch,
    margin: f32,
    cache: &PairCache,
    mark: u32,
) -> Manifold {
    let lean = match &incident.feature {
        Feature::Polygon(polygon) => first_side(polygon),
        Feature::Segment([start, end]) => *end - *start,
        Feature::Point(_) | Feature::Disc(_) => Vec3::X,
    };
    let mut covered = false;
    let (frame, mut spots) = match &reference.feature {
        Feature::Polygon(polygon) => {
            let on_plane = polygon.corners()[0];
            let near = touch.point_on_a;
            let origin = near - polygon.normal * polygon.normal.dot(near - on_plane);
            let frame = Frame::new(origin, polygon.normal, first_side(polygon));
            let outline = Outline::new(polygon, &frame);
            let spots = match &incident.feature {
                Feature::Polygon(other) => polygon_over_polygon(&outline, other, &frame),
                Feature::Disc(disc) => disc_over_polygon(&outline, disc, &frame),
                Feature::Segment(ends) => {
                    let (line, low) = facing_line(*ends, incident.rounding, frame.w);
                    let mut spots = segment_over_polygon(&outline, line, &frame);
                    restore_low_end(&mut spots, *ends, low, &frame);
                    spots
                }
                Feature::Point(point) => {
                    let spot = frame.local(*point);
                    let mut spots = Spots::new();
                    if outline.covers(spot.u, spot.v) {
                        spots.push(spot);
                    }
                    spots
                }
            };
            let deepest = frame.local(touch.point_on_b + touch.normal * incident.rounding);
            covered =
                outline.covers(deepest.u, deepest.v) && deepest.w <= margin + incident.rounding;
            (frame, spots)
        }
        Feature::Disc(disc) => {
            let frame = Frame::new(disc.center, disc.axis, lean);
            let spots = match &incident.feature {
                Feature::Polygon(other) => polygon_over_disc(disc.radius, other, &frame),
                Feature::Disc(other) => disc_over_disc(disc.radius, other, &frame),
                Feature::Segment(ends) => {
                    let (line, low) = facing_line(*ends, incident.rounding, frame.w);
                    let mut spots = segment_over_disc(disc.radius, line, &frame);
                    restore_low_end(&mut spots, *ends, low, &frame);
                    spots
                }
                Feature::Point(point) => {
                    let spot = frame.local(*point);
                    let mut spots = Spots::new();
                    if spot.u * spot.u + spot.v * spot.v <= disc.radius * disc.radius {
                        spots.push(spot);
                    }
                    spots
                }
            };
            (frame, spots)
        }
        Feature::Point(_) | Feature::Segment(_) => return single(touch, margin),
    };
    let rounding = incident.rounding;
    spots.drop_above(margin + rounding);
    if touch.depth >= -margin || covered {
        keep_deepest(&mut spots, &frame, touch, rounding);
    }
    if covered && spots.as_slice().is_empty() {
        spots.push(frame.local(touch.point_on_b + touch.normal * rounding));
    }
    if spots.as_slice().is_empty() {
        return single(touch, margin);
    }
    spots.mark(mark);
    pick(spots.as_slice(), &frame, rounding, cache)
}

/// Adds the deepest contact to the candidates if they all lie clearly higher: the face that looks most towards
/// the reference need not hold the corner that reaches farthest.
fn keep_deepest(spots: &mut Spots, frame: &Frame, touch: &Touch, rounding: f32) {
    let mut spot = frame.local(touch.point_on_b + touch.normal * rounding);
    let mut lowest = f32::INFINITY;
    let mut reach = 0.0;
    for candidate in spots.as_slice() {
        if candidate.w < lowest {
            lowest = candidate.w;
        }
        let size = (candidate.u - spot.u).abs() + (candidate.v - spot.v).abs();
        if size > reach {
            reach = size;
        }
    }
    // Alone it is taken as it is, by the caller.
    if lowest < f32::INFINITY && spot.w < lowest - 1e-4 * (reach + lowest.abs()) {
        spot.feature = 0x40;
        spots.push(spot);
    }
}

/// Manifold of the candidates that carry the patch, from a reference face of A.
pub(crate) fn pick(spots: &[Spot], frame: &Frame, rounding: f32, cache: &PairCache) -> Manifold {
    let mut manifold = Manifold::new(frame.w);
    pick_into(spots, frame, rounding, cache, &mut manifold);
    manifold
}

/// [`pick`] into a manifold along the normal of the frame.
pub(crate) fn pick_into(
    spots: &[Spot],
    frame: &Frame,
    rounding: f32,
    cache: &PairCache,
    manifold: &mut Manifold,
) {
    let (chosen, count) = choose(spots, cache);
    for &index in &chosen[..count] {
        let spot = &spots[index];
        let on_core = frame.global(spot);
        manifold.push(ManifoldPoint {
            point_on_a: on_core - frame.w * spot.w,
            point_on_b: on_core - frame.w * rounding,
            depth: rounding - spot.w,
            feature: FeatureId(spot.feature),
        });
    }
}

fn single(touch: &Touch, margin: f32) -> Manifold {
    if touch.depth >= -margin {
        touch.manifold(0)
    } else {
        Manifold::EMPTY
    }
}

fn first_side(polygon: &Polygon) -> Vec3 {
    let corners = polygon.corners();
    corners[1] - corners[0]
}

/// Edge of a feature that lies across the contact normal, if one does.
fn edge(side: &Side, toward: Vec3) -> Option<[Vec3; 2]> {
    let level = |[start, end]: [Vec3; 2]| {
        let way = end - start;
        let rise = way.dot(toward);
        rise * rise <= LINE * LINE * way.length_squared()
    };
    match &side.feature {
        Feature::Point(_) | Feature::Disc(_) => None,
        Feature::Segment(ends) => level(*ends).then_some(*ends),
        Feature::Polygon(polygon) => {
            let corners = polygon.corners();
            let mut best = None;
            let mut highest = f32::NEG_INFINITY;
            let mut start = corners[corners.len() - 1];
            for &end in corners {
                let height = (start + end).dot(toward);
                if height > highest {
                    highest = height;
                    best = Some([start, end]);
                }
                start = end;
            }
            best.filter(|ends| level(*ends))
        }
    }
}

/// Contact of two edges that cross: their nearest points, where the edges are as deep as the contact.
fn crossing(
    a: &Side,
    b: &Side,
    on_a: [Vec3; 2],
    on_b: [Vec3; 2],
    touch: &Touch,
    margin: f32,
) -> Manifold {
    let mut exact = edge_touch(on_a, on_b, touch.normal);
    exact.point_on_a += touch.normal * a.rounding;
    exact.point_on_b -= touch.normal * b.rounding;
    exact.depth += a.rounding + b.rounding;
    let size = (on_a[1] - on_a[0]).length() + (on_b[1] - on_b[0]).length();
    let deeper = exact.depth - touch.depth;
    if deeper > -5e-5 * size && deeper < 3e-4 * size {
        single(&exact, margin)
    } else {
        single(touch, margin)
    }
}

/// Contact of two edges: the ends of the stretch that they share if they are parallel, else one point.
fn line(a: &Side, b: &Side, touch: &Touch, margin: f32) -> Manifold {
    let (Some(on_a), Some(on_b)) = (edge(a, touch.normal), edge(b, -touch.normal)) else {
        return single(touch, margin);
    };
    let (way_a, way_b) = (on_a[1] - on_a[0], on_b[1] - on_b[0]);
    let squared = way_a.length_squared();
    let crossed = way_a.cross(way_b).length_squared();
    if !(crossed <= LINE * LINE * squared * way_b.length_squared() && squared > 0.0) {
        return crossing(a, b, on_a, on_b, touch, margin);
    }
    // B's edge in parts of A's: from `first` to `first + step`.
    let first = (on_b[0] - on_a[0]).dot(way_a) / squared;
    let step = way_b.dot(way_a) / squared;
    if step == 0.0 {
        return single(touch, margin);
    }
    let mut manifold = Manifold::new(touch.normal);
    let (mut deepest, mut previous) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
    for (t, feature) in [(0.0, 1), (1.0, 2)] {
        let s = first + step * t;
        let bounded = s.clamp(0.0, 1.0);
        let t = if bounded == s {
            t
        } else {
            (bounded - first) / step
        };
        if !(-1e-6..=1.0 + 1e-6).contains(&t) || (bounded - previous).abs() < 1e-3 {
            continue;
        }
        previous = bounded;
        let point_on_a = on_a[0] + way_a * bounded + touch.normal * a.rounding;
        let point_on_b = on_b[0] + way_b * t - touch.normal * b.rounding;
        let depth = (point_on_a - point_on_b).dot(touch.normal);
        if depth >= -margin {
            manifold.push(ManifoldPoint {
                point_on_a,
                point_on_b,
                depth,
                feature: FeatureId(feature),
            });
            if depth > deepest {
                deepest = depth;
            }
        }
    }
    let size = squared.sqrt();
    if touch.depth >= -margin && touch.depth > deepest + 1e-4 * size {
        manifold.push(touch.point(0));
    }
    manifold
}
