//! When two moving shapes of any kind first touch.

use voltex_math::f32::{max, min};
use voltex_math::{Aabb, DVec3, Pose, Vec3};

use super::difference::support;
use super::impact::{
    Impact, ImpactKind, Parting, ToiSettings, Touch, larger, parts_time_of_impact, size, within,
};
use super::motion::{Motion, Path, Turning};
use super::parted::{Ends, stay_parted};
use super::pieces::{Form, Pieces};
use crate::shape::{Convex, Shape};

/// The first touch of two shapes and the pieces that touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeImpact {
    /// Time, points, normal from A to B.
    pub impact: Impact,
    /// Triangle or child of A; 0 where A is of one piece.
    pub child_a: u32,
    /// Triangle or child of B; 0 where B is of one piece.
    pub child_b: u32,
}

impl ShapeImpact {
    fn flipped(&self) -> Self {
        Self {
            impact: self.impact.flipped(),
            child_a: self.child_b,
            child_b: self.child_a,
        }
    }

    /// Whether this touch comes first: earlier, of equal times the deeper one, of equals the lower children.
    fn precedes(&self, other: &Self) -> bool {
        let (mine, theirs) = (&self.impact, &other.impact);
        if mine.time != theirs.time {
            return mine.time < theirs.time;
        }
        if mine.distance != theirs.distance {
            return mine.distance < theirs.distance;
        }
        (self.child_a, self.child_b) < (other.child_a, other.child_b)
    }
}

/// First touch of two shapes that move and turn; `None` if they stay apart, for two half-spaces, and for input
/// that is not finite.
///
/// As [`time_of_impact`](super::time_of_impact) for each two pieces; the earliest touch counts, of touches at one
/// time the deepest, of equals that of the lowest children. Meshes and height fields are surfaces: what starts
/// in a closed mesh hits it from inside. Pieces are taken from the tree of a shape by the box that the other
/// sweeps over, so a long way costs what lies on it. Against a half-space that turns the bound of the closing
/// speed is of first order, and the answer may be unresolved where it only just passes.
pub fn shape_time_of_impact(
    a: &Shape<'_>,
    motion_a: &Motion,
    b: &Shape<'_>,
    motion_b: &Motion,
    settings: &ToiSettings,
) -> Option<ShapeImpact> {
    if !(motion_a.is_finite() && motion_b.is_finite() && settings.is_sound()) {
        return None;
    }
    first_touch(
        [&Form::of(a), &Form::of(b)],
        [motion_a, motion_b],
        [&Pose::IDENTITY, &Pose::IDENTITY],
        settings,
    )
}

/// First touch of each pair of pieces of two shapes, as [`shape_time_of_impact`] for all of them and not the earliest
/// alone; appended to `out` in no order that means anything.
pub(crate) fn shape_touches(
    shapes: [&Shape<'_>; 2],
    motions: [&Motion; 2],
    settings: &ToiSettings,
    out: &mut Vec<ShapeImpact>,
) {
    if !(motions.iter().all(|motion| motion.is_finite()) && settings.is_sound()) {
        return;
    }
    let forms = shapes.map(Form::of);
    let parts = [&Pose::IDENTITY, &Pose::IDENTITY];
    every_touch([&forms[0], &forms[1]], motions, parts, settings, out);
}

/// The same of these pieces alone, of a shape that has pieces and a convex body.
pub(crate) fn touches_of_pieces(
    shapes: [&Shape<'_>; 2],
    motions: [&Motion; 2],
    numbers: &[u32],
    settings: &ToiSettings,
    out: &mut Vec<ShapeImpact>,
) {
    if !(motions.iter().all(|motion| motion.is_finite()) && settings.max_time >= 0.0) {
        return;
    }
    let mut look = |pieces: Pieces<'_>, body: Convex<'_>, motions: [&Motion; 2], flip: bool| {
        for &child_a in numbers {
            let (place, piece) = pieces.piece(child_a);
            let parts = [&place, &Pose::IDENTITY];
            let found = parts_time_of_impact([&piece, &body], motions, parts, settings);
            out.extend(found.map(|impact| {
                let found = ShapeImpact {
                    impact,
                    child_a,
                    child_b: 0,
                };
                if flip { found.flipped() } else { found }
            }));
        }
    };
    match shapes.map(Form::of) {
        [Form::Many(pieces), Form::One(body)] => look(pieces, body, motions, false),
        [Form::One(body), Form::Many(pieces)] => {
            look(pieces, body, [motions[1], motions[0]], true);
        }
        _ => debug_assert!(false, "pieces are named where there are some"),
    }
}

/// What may come together on short ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Near {
    /// Nothing.
    Nothing,
    /// The pieces that were listed and the other shape, which is convex.
    Pieces,
    /// Anything.
    All,
}

/// What of two shapes does not surely stay apart by more than `room` (m) on ways with these ends, which lie no farther
/// than `sag` (m) from the even motions between them: as [`stay_parted`] for each two pieces. It can tell where there is
/// a convex body.
pub(crate) fn near_pieces(
    shapes: [&Shape<'_>; 2],
    ends: &[Ends; 2],
    motions: [&Motion; 2],
    max_time: f32,
    [room, sag]: [f64; 2],
    out: &mut Vec<u32>,
) -> Near {
    let parted = match shapes.map(Form::of) {
        [Form::One(a), Form::One(b)] => {
            let [from, to] = [0, 1].map(|time| ends[0].places[time] - ends[1].places[time]);
            let parted = stay_parted([&a, &b], ends, from + to, room, sag);
            return if parted { Near::Nothing } else { Near::All };
        }
        _ if !motions.iter().all(|motion| motion.is_finite()) => return Near::All,
        [Form::Many(pieces), Form::One(body)] => {
            near_body(&pieces, &body, ends, motions, max_time, [room, sag], out)
        }
        [Form::One(body), Form::Many(pieces)] => {
            let ends = [ends[1], ends[0]];
            let motions = [motions[1], motions[0]];
            near_body(&pieces, &body, &ends, motions, max_time, [room, sag], out)
        }
        _ => return Near::All,
    };
    if parted { Near::Nothing } else { Near::Pieces }
}

/// The pieces near a body on its way, appended to `out`; returns whether there is none.
fn near_body(
    pieces: &Pieces<'_>,
    body: &Convex<'_>,
    ends: &[Ends; 2],
    motions: [&Motion; 2],
    max_time: f32,
    [room, sag]: [f64; 2],
    out: &mut Vec<u32>,
) -> bool {
    let (start, direction) = swept_box(body, motions, &Pose::IDENTITY, &pieces.bounds(), max_time);
    let start = start.expanded((room + sag) as f32 * 1.001);
    let known = out.len();
    pieces.cast_box(&start, direction, max_time, |index, _| {
        let (place, piece) = pieces.piece(index);
        let own = ends[0].of_part(&place);
        // Over a face its normal parts the two, beside a child the line between their middles.
        let from = |place: DVec3| own.start_of(place) - ends[1].places[0];
        let toward = match &piece {
            Convex::Triangle([a, b, c]) => {
                let normal = own.rotations[0] * (*b - *a).cross(*c - *a).as_dvec3();
                let side = normal.dot(from(a.as_dvec3()));
                if side < 0.0 { -normal } else { normal }
            }
            _ => from(DVec3::ZERO),
        };
        if !stay_parted([&piece, body], &[own, ends[1]], toward, room, sag) {
            out.push(index);
        }
        max_time
    });
    out.len() == known
}

/// The same with A and B exchanged on the way: what is found is told as of A and B.
fn every_touch_swapped(
    [a, b]: [&Form<'_>; 2],
    motions: [&Motion; 2],
    parts: [&Pose; 2],
    settings: &ToiSettings,
    out: &mut Vec<ShapeImpact>,
) {
    let known = out.len();
    every_touch(
        [b, a],
        [motions[1], motions[0]],
        [parts[1], parts[0]],
        settings,
        out,
    );
    for found in &mut out[known..] {
        *found = found.flipped();
    }
}

/// All touches of forms, as [`first_touch`] for the earliest.
fn every_touch(
    forms: [&Form<'_>; 2],
    motions: [&Motion; 2],
    parts: [&Pose; 2],
    settings: &ToiSettings,
    out: &mut Vec<ShapeImpact>,
) {
    match forms {
        [Form::Many(pieces), Form::One(body)] => {
            let (start, direction) =
                swept_box(body, motions, parts[1], &pieces.bounds(), settings.max_time);
            pieces.cast_box(&start, direction, settings.max_time, |index, _| {
                let (place, piece) = pieces.piece(index);
                let found =
                    parts_time_of_impact([&piece, body], motions, [&place, parts[1]], settings);
                out.extend(found.map(|impact| ShapeImpact {
                    impact,
                    child_a: index,
                    child_b: 0,
                }));
                settings.max_time
            });
        }
        // The tree of the one with more pieces finds those that matter.
        [Form::Many(many), Form::Many(few)] if many.count() > few.count() => {
            every_touch_swapped(forms, motions, parts, settings, out);
        }
        [Form::Many(pieces), Form::Plane(_) | Form::Many(_)] => {
            for index in (0..pieces.count()).filter(|&index| pieces.holds(index)) {
                let (part, piece) = pieces.piece(index);
                let (piece, known) = (Form::One(piece), out.len());
                every_touch(
                    [&piece, forms[1]],
                    motions,
                    [&part, parts[1]],
                    settings,
                    out,
                );
                for found in &mut out[known..] {
                    found.child_a = index;
                }
            }
        }
        [Form::One(_) | Form::Plane(_), Form::Many(_)] => {
            every_touch_swapped(forms, motions, parts, settings, out);
        }
        [Form::One(_) | Form::Plane(_), Form::One(_) | Form::Plane(_)] => {
            out.extend(first_touch(forms, motions, parts, settings));
        }
    }
}

/// Forms at poses in the frames of their bodies; only forms of one piece are ever elsewhere than at the body's.
fn first_touch(
    forms: [&Form<'_>; 2],
    motions: [&Motion; 2],
    parts: [&Pose; 2],
    settings: &ToiSettings,
) -> Option<ShapeImpact> {
    let alone = |impact| ShapeImpact {
        impact,
        child_a: 0,
        child_b: 0,
    };
    let exchanged = || {
        let [a, b] = forms;
        let [motion_a, motion_b] = motions;
        let [part_a, part_b] = parts;
        first_touch([b, a], [motion_b, motion_a], [part_b, part_a], settings)
            .map(|found| found.flipped())
    };
    match forms {
        [Form::One(a), Form::One(b)] => {
            parts_time_of_impact([a, b], motions, parts, settings).map(alone)
        }
        [&Form::Plane(normal), Form::One(body)] => {
            PlaneSweep::new(normal, body, motions, parts[1], settings)
                .first_touch(settings)
                .map(|touch| alone(touch.impact(motions[0].start.position)))
        }
        [Form::Plane(_), Form::Plane(_)] => None,
        [Form::Many(pieces), Form::One(body)] => {
            first_piece(pieces, body, motions, parts[1], settings)
        }
        // No tree helps against an unbounded body, nor one tree against another: each piece goes on its own.
        [Form::Many(pieces), Form::Plane(_) | Form::Many(_)] => {
            let mut best: Option<ShapeImpact> = None;
            for index in (0..pieces.count()).filter(|&index| pieces.holds(index)) {
                let (part, piece) = pieces.piece(index);
                let settings = until(settings, best.as_ref());
                let piece = Form::One(piece);
                let found = first_touch([&piece, forms[1]], motions, [&part, parts[1]], &settings);
                keep_first(
                    &mut best,
                    found.map(|found| ShapeImpact {
                        child_a: index,
                        ..found
                    }),
                );
            }
            best
        }
        [Form::One(_), Form::Plane(_) | Form::Many(_)] | [Form::Plane(_), Form::Many(_)] => {
            exchanged()
        }
    }
}

/// The same settings, up to the best time so far.
fn until(settings: &ToiSettings, best: Option<&ShapeImpact>) -> ToiSettings {
    ToiSettings {
        max_time: best.map_or(settings.max_time, |best| best.impact.time),
        ..*settings
    }
}

fn keep_first(best: &mut Option<ShapeImpact>, found: Option<ShapeImpact>) {
    if let Some(found) = found
        && best.is_none_or(|best| found.precedes(&best))
    {
        *best = Some(found);
    }
}

/// The piece that a convex part of another body touches first.
fn first_piece(
    pieces: &Pieces<'_>,
    body: &Convex<'_>,
    motions: [&Motion; 2],
    part: &Pose,
    settings: &ToiSettings,
) -> Option<ShapeImpact> {
    let (start, direction) = swept_box(body, motions, part, &pieces.bounds(), settings.max_time);
    let mut best: Option<ShapeImpact> = None;
    pieces.cast_box(&start, direction, settings.max_time, |index, _| {
        let (place, piece) = pieces.piece(index);
        let settings = until(settings, best.as_ref());
        let found = parts_time_of_impact([&piece, body], motions, [&place, part], &settings);
        keep_first(
            &mut best,
            found.map(|impact| ShapeImpact {
                impact,
                child_a: index,
                child_b: 0,
            }),
        );
        until(&settings, best.as_ref()).max_time
    });
    best
}

/// A box in the frame of A at time 0, and its velocity, that hold a part of B as A sees it all the time while it
/// is near the `bounds` of A.
///
/// Turning by an angle moves a point by no more than the smaller of the angle and 2 times its distance from the
/// axis; the box grows by that for the turning of B about its centre, and for that of A about A's.
fn swept_box(
    body: &Convex<'_>,
    motions: [&Motion; 2],
    part: &Pose,
    bounds: &Aabb,
    max_time: f32,
) -> (Aabb, Vec3) {
    let [a, b] = motions;
    let pose = a.start.relative(&(b.start * *part));
    let start = body.aabb(&pose);
    let chord = |motion: &Motion| {
        let angle = motion.angular.length() * max_time;
        // Of no turning for ever the angle is NaN.
        if motion.angular == Vec3::ZERO || angle < 2.0 {
            max(angle, 0.0)
        } else {
            2.0
        }
    };
    let linear = b.linear - a.linear;
    let center_b = a
        .start
        .inverse_transform_point(b.start.transform_point(b.center));
    // What positions in f32 are worth over the way to the far side of A.
    let distant = farthest(&start, Vec3::ZERO) + 2.0 * farthest(bounds, Vec3::ZERO);
    let mut growth = 4.0 * f32::EPSILON * distant;
    let turning_b = chord(b);
    if turning_b > 0.0 {
        growth += turning_b * farthest(&start, center_b);
    }
    let turning_a = chord(a);
    if turning_a > 0.0 {
        let way = linear.length() * max_time;
        growth += turning_a * (farthest(&start, a.center) + way + growth);
    }
    (
        start.expanded(min(growth, 1e30)),
        a.start.inverse_transform_vector(linear),
    )
}

/// Distance of a point from the farthest one of a box, m.
fn farthest(aabb: &Aabb, from: Vec3) -> f32 {
    (from - aabb.min)
        .abs()
        .max((aabb.max - from).abs())
        .length()
}

/// A half-space and a convex body on their ways.
struct PlaneSweep<'a> {
    /// Outward, in the frame of A.
    normal: DVec3,
    body: &'a Convex<'a>,
    plane: Path,
    path: Path,
    turning: Turning,
    touching: f64,
    max_time: f64,
    /// Bound of how fast the turning of the half-space brings any point of B nearer, m/s.
    sweeping: f64,
}

impl<'a> PlaneSweep<'a> {
    fn new(
        normal: Vec3,
        body: &'a Convex<'a>,
        motions: [&Motion; 2],
        part: &Pose,
        settings: &ToiSettings,
    ) -> Self {
        let origin = motions[0].start.position;
        let plane = Path::new(motions[0], origin, &Pose::IDENTITY);
        let path = Path::new(motions[1], origin, part);
        let turning = Turning::new(body, &path);
        let max_time = f64::from(settings.max_time);
        let sweeping = if plane.rate > 0.0 {
            let apart = path.center_at(0.0) - plane.center_at(0.0);
            let way = (path.linear - plane.linear).length() * max_time;
            let reach = farthest(&body.aabb(&Pose::IDENTITY), path.center.as_vec3());
            plane.rate * (apart.length() + way + f64::from(reach))
        } else {
            0.0
        };
        Self {
            normal: normal.as_dvec3().normalize(),
            body,
            plane,
            path,
            turning,
            touching: f64::from(settings.tolerance) * size(body),
            max_time,
            sweeping,
        }
    }

    fn first_touch(&self, settings: &ToiSettings) -> Option<Touch> {
        let mut time = 0.0;
        let mut kind = ImpactKind::Initial;
        for _ in 0..settings.max_stops {
            let touch = self.touch(time, kind)?;
            let n = touch.normal;
            let closing_at = |direction| {
                let point = self.lowest(time, direction);
                (self.plane.velocity(point, time) - self.path.velocity(point, time)).dot(n)
            };
            // Of the points that touch, the one that turns toward the plane fastest.
            let swing = n.cross(self.path.angular);
            let tilt = swing * (1e-7 / larger(swing.length(), f64::MIN_POSITIVE));
            let closing = closing_at(n + tilt);
            let linear = n.dot(self.plane.linear - self.path.linear);
            let (rate, bend) = self.turning.bounds(&self.path, n);
            if touch.distance <= self.touching {
                let speed = self.path.velocity(touch.point_on_a, time).length()
                    + self.plane.velocity(touch.point_on_a, time).length();
                if settings.parting == Parting::Counts || closing > 1e-6 * speed {
                    return Some(self.closed(touch, linear, rate + self.sweeping, closing));
                }
                if bend == 0.0 && self.sweeping == 0.0 {
                    return None;
                }
                let until = if self.sweeping == 0.0 {
                    -closing / bend
                } else {
                    0.0
                };
                time += larger(until, self.max_time / 64.0);
            } else {
                let fastest = linear + rate + self.sweeping;
                if fastest <= 0.0 {
                    return None;
                }
                let room = touch.distance - 0.5 * self.touching;
                let mut step = room / fastest;
                if self.sweeping == 0.0 && bend > 0.0 {
                    step = larger(step, self.second_order(time, room, linear, bend, n));
                }
                time += step;
            }
            if time > self.max_time {
                return None;
            }
            kind = ImpactKind::Hit;
        }
        self.touch(time, ImpactKind::Unresolved)
    }

    /// Free time by the bound of second order, see `Sweep::free_time`.
    fn second_order(&self, time: f64, room: f64, linear: f64, bend: f64, n: DVec3) -> f64 {
        let center = self.path.center_at(time);
        let low = self.lowest(time, n) - center;
        let swing = (-n).cross(self.path.angular);
        let mut step = within(room, linear + swing.dot(low), bend);
        let remaining = self.max_time - time;
        if step > remaining {
            step = remaining * 1.001;
        }
        if step > 0.0 {
            let direction = -n + swing * step;
            let grown = direction.dot(self.lowest(time, -direction) - center) + n.dot(low);
            let safe = within(room, linear + grown / step, bend);
            if safe < step {
                step = safe;
            }
        }
        step
    }

    /// The point of B's core farthest against a direction, at a time.
    fn lowest(&self, time: f64, direction: DVec3) -> DVec3 {
        let placed = self.path.at(time);
        let (low, _) = support(self.body, placed.direction_in_body(-direction));
        placed.position + placed.turn * low
    }

    fn touch(&self, time: f64, kind: ImpactKind) -> Option<Touch> {
        let placed = self.plane.at(time);
        let normal = placed.turn * self.normal;
        let lowest = self.lowest(time, normal) - normal * f64::from(self.body.rounding());
        let distance = normal.dot(lowest - placed.position);
        distance.is_finite().then_some(Touch {
            time,
            normal,
            point_on_a: lowest - normal * distance,
            distance,
            kind,
        })
    }

    /// The touch moved to where the gap closes, as far as that is sure.
    fn closed(&self, touch: Touch, linear: f64, turning: f64, closing: f64) -> Touch {
        let fastest = linear + turning;
        if touch.kind != ImpactKind::Hit || touch.distance <= 0.0 || fastest <= 0.0 {
            return touch;
        }
        let rest = touch.distance / fastest;
        let left = self.max_time - touch.time;
        let rest = if rest > left { left } else { rest };
        Touch {
            time: touch.time + rest,
            point_on_a: touch.point_on_a + self.plane.velocity(touch.point_on_a, touch.time) * rest,
            distance: larger(touch.distance - closing * rest, 0.0),
            ..touch
        }
    }
}

#[cfg(test)]
mod tests {
    use voltex_math::random::{Key, Sequence};
    use voltex_math::{DQuat, Quat};

    use super::*;
    use crate::gjk::{least_gap, shape_distance};
    use crate::shape::TriangleMesh;

    fn vector(draws: &mut Sequence, most: f64) -> Vec3 {
        let mut draw = || draws.uniform_in(-most, most) as f32;
        Vec3::new(draw(), draw(), draw())
    }

    /// A ground of 200 triangles, 10 m on a side.
    fn hills(draws: &mut Sequence) -> TriangleMesh {
        let corner = |i: u32, j: u32| i * 11 + j;
        let mut corners = Vec::new();
        let mut triangles = Vec::new();
        for i in 0..11 {
            for j in 0..11 {
                let height = draws.uniform_in(-0.3, 0.3) as f32;
                corners.push(Vec3::new(i as f32 - 5.0, height, j as f32 - 5.0));
                if i < 10 && j < 10 {
                    let (next, beside) = (corner(i + 1, j), corner(i, j + 1));
                    triangles.push([corner(i, j), beside, next]);
                    triangles.push([next, beside, corner(i + 1, j + 1)]);
                }
            }
        }
        TriangleMesh::new(&corners, &triangles).expect("a ground")
    }

    fn ends(motion: &Motion, time: f32) -> Ends {
        let poses = [motion.start, motion.pose_at(time)];
        Ends {
            center: motion.center.as_dvec3(),
            places: poses.map(|pose| pose.transform_point(motion.center).as_dvec3()),
            rotations: poses.map(|pose| -> DQuat { pose.rotation.as_dquat().normalize() }),
            angle: f64::from(motion.angular.length() * time),
        }
    }

    /// Of pieces that are said to stay apart none is touched; the touches of the others are those of all.
    #[test]
    fn pieces_that_are_left_out_are_not_touched() {
        let mut draws = Key::new(12, 21).sequence();
        let mesh = hills(&mut draws);
        let (mut listed, mut touched) = (0, 0);
        for _ in 0..600 {
            let body = Convex::Box {
                half_extents: Vec3::new(0.3, 0.5, 0.2),
            };
            let motion = |draws: &mut Sequence, height: f32, spread: f64| Motion {
                start: Pose::new(
                    Vec3::Y * height + vector(draws, spread),
                    Quat::from_scaled_axis(vector(draws, 3.0)),
                ),
                center: vector(draws, 0.1),
                linear: vector(draws, 2.0),
                angular: vector(draws, 0.5),
            };
            let mut motions = [motion(&mut draws, 0.0, 0.0), motion(&mut draws, 0.9, 0.6)];
            motions[0].start.rotation = Quat::from_scaled_axis(vector(&mut draws, 0.2));
            let (ground, shape) = (Shape::Mesh(&mesh), Shape::Convex(body));
            let swapped = draws.uniform_in(0.0, 1.0) < 0.5;
            let mut shapes = [&ground, &shape];
            if swapped {
                shapes.swap(0, 1);
                motions.swap(0, 1);
            }
            let motions = [&motions[0], &motions[1]];
            let time = 0.4;
            let settings = ToiSettings::new(time);
            let ways = motions.map(|motion| ends(motion, time));
            let mut near = Vec::new();
            let answer = near_pieces(shapes, &ways, motions, time, [1.0e-3, 0.0], &mut near);
            assert_eq!(answer == Near::Nothing, near.is_empty());
            let key = |found: &ShapeImpact| (found.child_a, found.child_b);
            let (mut all, mut some) = (Vec::new(), Vec::new());
            shape_touches(shapes, motions, &settings, &mut all);
            touches_of_pieces(shapes, motions, &near, &settings, &mut some);
            all.sort_unstable_by_key(key);
            some.sort_unstable_by_key(key);
            assert_eq!(all, some);
            listed += near.len();
            touched += all.len();
        }
        assert!(touched > 500 && listed < 3 * touched, "{listed} {touched}");
    }

    /// The gap that is sure is below the true one, and there is one where a body is well above the ground.
    #[test]
    fn least_gap_is_below_the_distance() {
        let mut draws = Key::new(12, 22).sequence();
        let mesh = hills(&mut draws);
        let body = Convex::Capsule {
            half_height: 0.4,
            radius: 0.2,
        };
        let mut sure = 0;
        for _ in 0..300 {
            let pose = Pose::new(
                Vec3::Y * 1.2 + vector(&mut draws, 1.5),
                Quat::from_scaled_axis(vector(&mut draws, 3.0)),
            );
            let gap = least_gap(&Shape::Mesh(&mesh), &body, &pose, 2.0);
            let (ground, shape) = (Shape::Mesh(&mesh), Shape::Convex(body));
            let found = shape_distance(&ground, &shape, &pose, f32::INFINITY);
            let distance = found.expect("both are finite").closest.distance;
            assert!(
                gap <= 2.0 && (gap == 0.0 || gap <= distance),
                "{gap} {distance}"
            );
            sure += u32::from(gap > 0.5 * distance);
        }
        assert!(sure > 100, "{sure}");
        let plane = Shape::HalfSpace { normal: Vec3::Y };
        assert_eq!(least_gap(&plane, &body, &Pose::IDENTITY, 2.0), 0.0);
    }
}
