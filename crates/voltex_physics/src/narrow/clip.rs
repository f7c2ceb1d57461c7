//! Where one feature lies over a flat face: clipping in the plane of the face.
//!
//! The face is the *reference*. A candidate has coordinates `u` and `v` in the plane of the reference face and
//! the height `w` above it; it is a point of the other feature, the *incident* one. Round rims are met exactly:
//! a circle crosses a line at the roots of a quadratic equation, no polygon stands for it.

use voltex_math::Vec3;

use super::feature::{Disc, MAX_CORNERS, Polygon};
use super::reduce::Spot;

/// Room for the corners of both polygons; a clip by one side adds at most one corner.
pub(crate) const MAX_SPOTS: usize = 2 * MAX_CORNERS + 8;

/// How far outside a side of a face a point still counts as over it, relative to the length of the side: boxes
/// of equal size stacked exactly keep their corners.
const SIDE: f32 = 2e-5;

/// Sine of the tilt below which a disc and a face count as parallel, and no point of its rim as lowest.
const LEVEL: f32 = 2e-4;

/// Sine of the tilt up to which the outline of a disc seen along the normal counts as a circle, which it is
/// within 2e-4 of the radius.
const ROUND: f32 = 0.02;

/// Candidates of a patch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spots {
    spots: [Spot; MAX_SPOTS],
    count: usize,
}

impl Spots {
    pub(crate) fn new() -> Self {
        Self {
            spots: [Spot::default(); MAX_SPOTS],
            count: 0,
        }
    }

    /// Adds a candidate. Beyond the room it is left out: no pair of features has so many.
    #[inline]
    pub(crate) fn push(&mut self, spot: Spot) {
        if self.count < MAX_SPOTS {
            self.spots[self.count] = spot;
            self.count += 1;
        }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[Spot] {
        &self.spots[..self.count]
    }

    /// Marks the features of all candidates.
    pub(crate) fn mark(&mut self, bits: u32) {
        for spot in &mut self.spots[..self.count] {
            spot.feature ^= bits;
        }
    }

    /// Whether the first four are the quarters of a rim: they carry the patch, as the outline of the other
    /// feature is convex and holds them all.
    fn has_quarters(&self) -> bool {
        self.count >= 4 && self.spots[3].feature == 0x13
    }

    /// Keeps what is not higher than this above the reference face.
    pub(crate) fn drop_above(&mut self, height: f32) {
        let mut kept = 0;
        for index in 0..self.count {
            // Written so that NaN goes.
            if self.spots[index].w <= height {
                self.spots[kept] = self.spots[index];
                kept += 1;
            }
        }
        self.count = kept;
    }
}

/// Axes of a reference face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) origin: Vec3,
    pub(crate) u: Vec3,
    pub(crate) v: Vec3,
    /// Outward unit normal of the face.
    pub(crate) w: Vec3,
}

impl Frame {
    /// Frame with this normal whose `u` leans towards `lean`, or towards any direction if that is the normal's.
    pub(crate) fn new(origin: Vec3, w: Vec3, lean: Vec3) -> Self {
        let flat = lean - w * w.dot(lean);
        let squared = flat.length_squared();
        let u = if squared > 1e-6 * lean.length_squared() {
            flat / squared.sqrt()
        } else {
            any_across(w)
        };
        Self {
            origin,
            u,
            v: w.cross(u),
            w,
        }
    }

    #[inline]
    pub(crate) fn local(&self, point: Vec3) -> Spot {
        let offset = point - self.origin;
        Spot {
            u: self.u.dot(offset),
            v: self.v.dot(offset),
            w: self.w.dot(offset),
            feature: 0,
        }
    }

    #[inline]
    pub(crate) fn turned(&self, vector: Vec3) -> Vec3 {
        Vec3::new(self.u.dot(vector), self.v.dot(vector), self.w.dot(vector))
    }

    #[inline]
    pub(crate) fn global(&self, spot: &Spot) -> Vec3 {
        self.origin + self.u * spot.u + self.v * spot.v + self.w * spot.w
    }
}

/// A unit vector across a unit vector.
pub(crate) fn any_across(w: Vec3) -> Vec3 {
    let size = w.abs();
    let axis = if size.x <= size.y && size.x <= size.z {
        Vec3::X
    } else if size.y <= size.z {
        Vec3::Y
    } else {
        Vec3::Z
    };
    let across = w.cross(axis);
    across / across.length()
}

/// Outline of a reference polygon in its own frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline {
    corners: [[f32; 2]; MAX_CORNERS],
    ids: [u16; MAX_CORNERS],
    count: usize,
}

impl Outline {
    pub(crate) fn new(polygon: &Polygon, frame: &Frame) -> Self {
        let mut outline = Self {
            corners: [[0.0; 2]; MAX_CORNERS],
            ids: [0; MAX_CORNERS],
            count: polygon.corners().len(),
        };
        for (index, (&corner, &id)) in polygon.corners().iter().zip(polygon.ids()).enumerate() {
            let spot = frame.local(corner);
            outline.corners[index] = [spot.u, spot.v];
            outline.ids[index] = id;
        }
        outline
    }

    /// Sides: start, way to the next corner, number of the starting corner.
    fn sides(&self) -> impl Iterator<Item = ([f32; 2], [f32; 2], u16)> + '_ {
        (0..self.count).map(|index| {
            let tail = self.corners[index];
            let head = self.corners[if index + 1 == self.count {
                0
            } else {
                index + 1
            }];
            (
                tail,
                [head[0] - tail[0], head[1] - tail[1]],
                self.ids[index],
            )
        })
    }

    /// Whether a point lies over the polygon.
    pub(crate) fn covers(&self, u: f32, v: f32) -> bool {
        self.sides()
            .all(|(tail, way, _)| inside(tail, way, u, v) >= 0.0)
    }
}

/// Positive on the inner side of a side: its length times the distance from it, plus the allowance.
#[inline]
fn inside(tail: [f32; 2], way: [f32; 2], u: f32, v: f32) -> f32 {
    way[0] * (v - tail[1]) - way[1] * (u - tail[0]) + SIDE * (way[0] * way[0] + way[1] * way[1])
}

/// Number of a candidate where an incident edge crosses a side of the reference face.
#[inline]
fn crossing(side: u16, edge: u32) -> u32 {
    (u32::from(side) + 1) << 16 | (edge & 0xffff)
}

/// Bit that tells a stretch along a side of the reference face from an edge of the incident polygon.
const ALONG_SIDE: u32 = 0x8000;

/// A polygon that is being clipped: its corners, each with the edge that leaves it.
#[derive(Clone, Copy)]
struct Ring {
    spots: Spots,
    leaving: [u32; MAX_SPOTS],
}

impl Ring {
    fn new() -> Self {
        Self {
            spots: Spots::new(),
            leaving: [0; MAX_SPOTS],
        }
    }

    /// Adds a corner. Beyond the room it is left out, as by [`Spots::push`].
    #[inline]
    fn push(&mut self, spot: Spot, leaving: u32) {
        if self.spots.count < MAX_SPOTS {
            self.leaving[self.spots.count] = leaving;
            self.spots.push(spot);
        }
    }

    /// What lies on the inner side of a side of the outline, into `to`.
    fn cut(&self, (tail, way, side): ([f32; 2], [f32; 2], u16), to: &mut Self) {
        to.spots.count = 0;
        let corners = self.spots.as_slice();
        let (Some(&last), Some(&edge)) = (corners.last(), self.leaving[..corners.len()].last())
        else {
            return;
        };
        let (mut spot, mut edge) = (last, edge);
        let mut here = inside(tail, way, spot.u, spot.v);
        // One turn of the loop for each edge, from the last corner round to it.
        for (&next, &next_edge) in corners.iter().zip(&self.leaving) {
            let there = inside(tail, way, next.u, next.v);
            if (here >= 0.0) != (there >= 0.0) {
                let t = here / (here - there);
                let leaving = if here >= 0.0 {
                    ALONG_SIDE | u32::from(side)
                } else {
                    edge
                };
                let crossed = Spot {
                    u: spot.u + (next.u - spot.u) * t,
                    v: spot.v + (next.v - spot.v) * t,
                    w: spot.w + (next.w - spot.w) * t,
                    feature: crossing(side, edge),
                };
                to.push(crossed, leaving);
            }
            if there >= 0.0 {
                to.push(next, next_edge);
            }
            spot = next;
            edge = next_edge;
            here = there;
        }
    }
}

/// Incident polygon over a reference polygon (Sutherland and Hodgman, *Reentrant polygon clipping*, 1974).
pub(crate) fn polygon_over_polygon(outline: &Outline, incident: &Polygon, frame: &Frame) -> Spots {
    let mut ring = Ring::new();
    for (&corner, &id) in incident.corners().iter().zip(incident.ids()) {
        let mut spot = frame.local(corner);
        spot.feature = u32::from(id);
        ring.push(spot, u32::from(id));
    }
    let mut other = Ring::new();
    // The two take turns, as what lies in them is long.
    let (mut from, mut to) = (&mut ring, &mut other);
    for (tail, way, side) in outline.sides() {
        let corners = from.spots.as_slice();
        if corners
            .iter()
            .all(|spot| inside(tail, way, spot.u, spot.v) >= 0.0)
        {
            // Also where none is left.
            continue;
        }
        from.cut((tail, way, side), to);
        std::mem::swap(&mut from, &mut to);
    }
    from.spots
}

/// The line on the surface of a rounded segment that faces a reference face, as far out as the rounding less
/// the way towards the face that all points have in common; and which end is low, if it is tilted.
///
/// The sides of a tilted capsule face its own normal, not that of the face; only the low end has a point that
/// faces straight down.
pub(crate) fn facing_line(
    [start, end]: [Vec3; 2],
    rounding: f32,
    normal: Vec3,
) -> ([Vec3; 2], Option<usize>) {
    let way = end - start;
    let rise = way.dot(normal);
    let squared = way.length_squared();
    if !(rounding > 0.0 && squared > 0.0) || rise == 0.0 {
        return ([start, end], None);
    }
    let outward = way * (rise / squared) - normal;
    let length = outward.length();
    if length < 0.5 {
        // Closer to upright than to level: its low end alone.
        let low = if rise < 0.0 { end } else { start };
        return ([low, low], None);
    }
    let shift = (outward / length + normal) * rounding;
    ([start + shift, end + shift], Some(usize::from(rise < 0.0)))
}

/// Puts back the low end of a tilted segment, which [`facing_line`] had moved, where it lies over the face.
pub(crate) fn restore_low_end(
    spots: &mut Spots,
    ends: [Vec3; 2],
    low: Option<usize>,
    frame: &Frame,
) {
    if let Some(low) = low {
        let feature = low as u32 + 1;
        for spot in &mut spots.spots[..spots.count] {
            if spot.feature == feature {
                *spot = Spot {
                    feature,
                    ..frame.local(ends[low])
                };
            }
        }
    }
}

/// Incident segment over a reference polygon: the two ends of what lies over it.
pub(crate) fn segment_over_polygon(
    outline: &Outline,
    [start, end]: [Vec3; 2],
    frame: &Frame,
) -> Spots {
    let (start, end) = (frame.local(start), frame.local(end));
    let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
    let (mut enter_id, mut leave_id) = (1, 2);
    for (tail, way, side) in outline.sides() {
        let here = inside(tail, way, start.u, start.v);
        let there = inside(tail, way, end.u, end.v);
        if here < 0.0 && there < 0.0 {
            return Spots::new();
        }
        if (here >= 0.0) != (there >= 0.0) {
            let t = here / (here - there);
            if here < 0.0 && t > enter {
                enter = t;
                enter_id = crossing(side, 0);
            } else if there < 0.0 && t < leave {
                leave = t;
                leave_id = crossing(side, 0);
            }
        }
    }
    two_of_segment(start, end, enter, leave, enter_id, leave_id)
}

fn two_of_segment(
    start: Spot,
    end: Spot,
    enter: f32,
    leave: f32,
    enter_id: u32,
    leave_id: u32,
) -> Spots {
    let mut spots = Spots::new();
    if !(enter <= leave) {
        return spots;
    }
    if start == end {
        spots.push(start);
        return spots;
    }
    for (t, feature) in [(enter, enter_id), (leave, leave_id)] {
        spots.push(Spot {
            u: start.u + (end.u - start.u) * t,
            v: start.v + (end.v - start.v) * t,
            w: start.w + (end.w - start.w) * t,
            feature,
        });
    }
    spots
}

/// Incident segment over a reference disc around the origin of the frame.
pub(crate) fn segment_over_disc(radius: f32, [start, end]: [Vec3; 2], frame: &Frame) -> Spots {
    let (start, end) = (frame.local(start), frame.local(end));
    match roots(
        [start.u, start.v],
        [end.u - start.u, end.v - start.v],
        radius,
    ) {
        Some((enter, leave)) => {
            let (enter, enter_id) = if enter > 0.0 { (enter, 3) } else { (0.0, 1) };
            let (leave, leave_id) = if leave < 1.0 { (leave, 4) } else { (1.0, 2) };
            two_of_segment(start, end, enter, leave, enter_id, leave_id)
        }
        None => Spots::new(),
    }
}

/// Where the line `start + t way` enters and leaves the circle of this radius about the origin. A point on the
/// circle within 2e-5 of the radius counts as inside.
fn roots(start: [f32; 2], way: [f32; 2], radius: f32) -> Option<(f32, f32)> {
    let radius = radius * (1.0 + SIDE);
    let a = way[0] * way[0] + way[1] * way[1];
    let c = start[0] * start[0] + start[1] * start[1] - radius * radius;
    if !(a > 1e-12 * radius * radius) {
        // Seen along its own direction the segment is a point.
        return (c <= 0.0).then_some((0.0, 1.0));
    }
    // About the foot of the perpendicular, so that a start far away cancels nothing.
    let middle = -(start[0] * way[0] + start[1] * way[1]) / a;
    let (x, y) = (start[0] + way[0] * middle, start[1] + way[1] * middle);
    let rest = radius * radius - (x * x + y * y);
    if !(rest >= 0.0) {
        return None;
    }
    let half = (rest / a).sqrt();
    Some((middle - half, middle + half))
}

/// Cosine of the tilt below which a disc is seen edge on.
const EDGE_ON: f32 = 1e-3;

/// A disc in the frame of a reference face.
#[derive(Clone, Copy, Debug)]
struct Tilted {
    center: Spot,
    axis: Vec3,
    radius: f32,
    /// Unit vectors in the plane of the disc; the first has no part along `v`.
    first: Vec3,
    second: Vec3,
}

impl Tilted {
    /// `None` where the disc is seen edge on.
    fn new(disc: &Disc, frame: &Frame) -> Option<Self> {
        let axis = frame.turned(disc.axis);
        let across = (axis.x * axis.x + axis.z * axis.z).sqrt();
        if !(axis.z.abs() > EDGE_ON && across > 0.0) {
            return None;
        }
        let first = Vec3::new(axis.z / across, 0.0, -axis.x / across);
        Some(Self {
            center: frame.local(disc.center),
            axis,
            radius: disc.radius,
            first,
            second: axis.cross(first),
        })
    }

    /// Point of the rim in the direction `cos first + sin second`.
    fn rim(&self, cos: f32, sin: f32, feature: u32) -> Spot {
        let offset = (self.first * cos + self.second * sin) * self.radius;
        Spot {
            u: self.center.u + offset.x,
            v: self.center.v + offset.y,
            w: self.center.w + offset.z,
            feature,
        }
    }

    /// The four directions that go with the reference frame.
    fn quarters(&self) -> [Spot; 4] {
        [
            self.rim(1.0, 0.0, 0x10),
            self.rim(0.0, 1.0, 0x11),
            self.rim(-1.0, 0.0, 0x12),
            self.rim(0.0, -1.0, 0x13),
        ]
    }

    /// The lowest point of the rim, if the disc is not level.
    fn lowest(&self) -> Option<Spot> {
        let (rise_first, rise_second) = (self.first.z, self.second.z);
        let rise = (rise_first * rise_first + rise_second * rise_second).sqrt();
        (rise > LEVEL).then(|| self.rim(-rise_first / rise, -rise_second / rise, 0x14))
    }

    /// Point of the disc over `(u, v)`, if it has one.
    fn over(&self, u: f32, v: f32) -> Option<f32> {
        let (du, dv) = (u - self.center.u, v - self.center.v);
        let dw = -(self.axis.x * du + self.axis.y * dv) / self.axis.z;
        let radius = self.radius * (1.0 + SIDE);
        (du * du + dv * dv + dw * dw <= radius * radius).then_some(self.center.w + dw)
    }

    /// Sine of the tilt against the reference face.
    fn tilt(&self) -> f32 {
        (self.axis.x * self.axis.x + self.axis.y * self.axis.y).sqrt()
    }
}

/// Height of the lowest of the four points of a rim that go with a plane; infinite for a disc seen edge on.
pub(crate) fn lowest_quarter(disc: &Disc, frame: &Frame) -> f32 {
    let axis = frame.turned(disc.axis);
    let across = (axis.x * axis.x + axis.z * axis.z).sqrt();
    if !(axis.z.abs() > EDGE_ON && across > 0.0) {
        return f32::INFINITY;
    }
    // By how much the rim rises in the two directions of `Tilted`.
    let (first, second) = ((axis.x / across).abs(), (axis.y * (axis.z / across)).abs());
    let most = if first > second { first } else { second };
    frame.w.dot(disc.center - frame.origin) - disc.radius * most
}

/// Points of the rim of a disc over a plane: four that go with the plane, and the lowest if it is not level.
pub(crate) fn rim_over_plane(disc: &Disc, frame: &Frame) -> ([Spot; 5], usize) {
    let mut spots = [Spot::default(); 5];
    let Some(disc) = Tilted::new(disc, frame) else {
        return (spots, 0);
    };
    spots[..4].copy_from_slice(&disc.quarters());
    match disc.lowest() {
        Some(lowest) => {
            spots[4] = lowest;
            (spots, 5)
        }
        None => (spots, 4),
    }
}

/// Incident disc over a reference polygon: its lowest point, four fixed points of the rim, where the rim
/// crosses the sides, and corners of the polygon under the disc.
pub(crate) fn disc_over_polygon(outline: &Outline, disc: &Disc, frame: &Frame) -> Spots {
    let mut spots = Spots::new();
    let Some(disc) = Tilted::new(disc, frame) else {
        return spots;
    };
    for spot in disc.quarters().into_iter().chain(disc.lowest()) {
        if outline.covers(spot.u, spot.v) {
            spots.push(spot);
        }
    }
    if spots.has_quarters() {
        return spots;
    }
    for (index, (tail, way, side)) in outline.sides().enumerate() {
        // inside(rim(cos, sin)) = constant + along_first cos + along_second sin.
        let constant = inside(tail, way, disc.center.u, disc.center.v);
        let along_first = (way[0] * disc.first.y - way[1] * disc.first.x) * disc.radius;
        let along_second = (way[0] * disc.second.y - way[1] * disc.second.x) * disc.radius;
        let squared = along_first * along_first + along_second * along_second;
        let rest = squared - constant * constant;
        if rest >= 0.0 && squared > 0.0 {
            let foot = -constant / squared;
            let half = rest.sqrt() / squared;
            for (sign, bit) in [(-1.0, 0), (1.0, 1)] {
                let cos = foot * along_first - sign * half * along_second;
                let sin = foot * along_second + sign * half * along_first;
                let spot = disc.rim(cos, sin, crossing(side, bit));
                let over = outline.sides().enumerate().all(|(other, (tail, way, _))| {
                    other == index || inside(tail, way, spot.u, spot.v) >= 0.0
                });
                if over {
                    spots.push(spot);
                }
            }
        }
        if let Some(w) = disc.over(tail[0], tail[1]) {
            spots.push(Spot {
                u: tail[0],
                v: tail[1],
                w,
                feature: crossing(side, 2),
            });
        }
    }
    spots
}

/// Incident polygon over a reference disc around the origin of the frame: the same points as
/// [`disc_over_polygon`], with the polygon's heights.
pub(crate) fn polygon_over_disc(radius: f32, incident: &Polygon, frame: &Frame) -> Spots {
    let mut spots = Spots::new();
    let normal = frame.turned(incident.normal);
    let outline = Outline::new(incident, frame);
    let corners = incident.corners();
    if !(normal.z < -1e-3) {
        return spots;
    }
    let from = frame.local(corners[0]);
    let height =
        |u: f32, v: f32| from.w - (normal.x * (u - from.u) + normal.y * (v - from.v)) / normal.z;
    let mut rim = |u: f32, v: f32, feature: u32| {
        // Seen from below, the polygon runs clockwise.
        let over = outline
            .sides()
            .all(|(tail, way, _)| inside_mirrored(tail, way, u, v) >= 0.0);
        if over {
            spots.push(Spot {
                u,
                v,
                w: height(u, v),
                feature,
            });
        }
    };
    rim(radius, 0.0, 0x10);
    rim(0.0, radius, 0x11);
    rim(-radius, 0.0, 0x12);
    rim(0.0, -radius, 0x13);
    let tilt = (normal.x * normal.x + normal.y * normal.y).sqrt();
    if tilt > LEVEL {
        // Down the slope of the polygon, whose height rises along x and y of its normal.
        let scale = radius / tilt;
        rim(-normal.x * scale, -normal.y * scale, 0x14);
    }
    if spots.has_quarters() {
        return spots;
    }
    for (tail, way, side) in outline.sides() {
        if let Some((enter, leave)) = roots(tail, way, radius) {
            for (t, bit) in [(enter, 0), (leave, 1)] {
                if t > 0.0 && t < 1.0 {
                    let (u, v) = (tail[0] + way[0] * t, tail[1] + way[1] * t);
                    spots.push(Spot {
                        u,
                        v,
                        w: height(u, v),
                        feature: crossing(side, bit),
                    });
                }
            }
        }
        let limit = radius * (1.0 + SIDE);
        if tail[0] * tail[0] + tail[1] * tail[1] <= limit * limit {
            spots.push(Spot {
                u: tail[0],
                v: tail[1],
                w: height(tail[0], tail[1]),
                feature: crossing(side, 2),
            });
        }
    }
    spots
}

#[inline]
fn inside_mirrored(tail: [f32; 2], way: [f32; 2], u: f32, v: f32) -> f32 {
    way[1] * (u - tail[0]) - way[0] * (v - tail[1]) + SIDE * (way[0] * way[0] + way[1] * way[1])
}

/// Incident disc over a reference disc around the origin of the frame: fixed points of either rim under or over
/// the other disc, the lowest point, and where the two circles cross.
pub(crate) fn disc_over_disc(radius: f32, disc: &Disc, frame: &Frame) -> Spots {
    let mut spots = Spots::new();
    let Some(disc) = Tilted::new(disc, frame) else {
        return spots;
    };
    let limit = radius * (1.0 + SIDE);
    let covered = |spot: &Spot| spot.u * spot.u + spot.v * spot.v <= limit * limit;
    for spot in disc.quarters().into_iter().chain(disc.lowest()) {
        if covered(&spot) {
            spots.push(spot);
        }
    }
    if spots.has_quarters() {
        return spots;
    }
    for (u, v, feature) in [
        (radius, 0.0, 0x20),
        (0.0, radius, 0x21),
        (-radius, 0.0, 0x22),
        (0.0, -radius, 0x23),
    ] {
        if let Some(w) = disc.over(u, v) {
            spots.push(Spot { u, v, w, feature });
        }
    }
    if disc.tilt() > ROUND {
        return spots;
    }
    let (u, v) = (disc.center.u, disc.center.v);
    let squared = u * u + v * v;
    // Along the line of centres the common chord lies here, as a part of the way.
    let along = 0.5 * (1.0 + (radius * radius - disc.radius * disc.radius) / squared);
    let rest = radius * radius / squared - along * along;
    if rest >= 0.0 && squared > 0.0 {
        let half = rest.sqrt();
        for (sign, feature) in [(-1.0, 0x24), (1.0, 0x25)] {
            let (x, y) = (u * along - sign * half * v, v * along + sign * half * u);
            let (du, dv) = (x - u, y - v);
            let w = disc.center.w - (disc.axis.x * du + disc.axis.y * dv) / disc.axis.z;
            spots.push(Spot {
                u: x,
                v: y,
                w,
                feature,
            });
        }
    }
    spots
}
