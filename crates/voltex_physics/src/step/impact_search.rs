//! When two bodies in flight first meet within a step, and where they touch then.

use voltex_math::{DVec3, Pose};

use super::impact_aside::{Meeting, Support, is_seam, supports};
use super::impact_flight::Flight;
use super::impacts::Impacts;
use super::rows::RowId;
use super::state::PhysicsState;
use crate::gjk::{self, ImpactKind, Near, Parting, ShapeImpact, ToiSettings};
use crate::impulse_patch::PatchPoint;
use crate::narrow::{self, PieceContact, ShapeCache};
use crate::shape::Shape;

/// Two bodies in flight.
pub(crate) struct Pair<'a> {
    pub(crate) shapes: [&'a Shape<'a>; 2],
    pub(crate) flights: [&'a Flight; 2],
    /// Size of the smaller body, m.
    pub(crate) extent: f64,
    /// Whether they touched in the last step, and whether either lies on something.
    pub(crate) lasting: bool,
    pub(crate) grounded: bool,
    /// Approach speed below which what rests does not rebound, m/s.
    pub(crate) threshold: f64,
    /// Whether they may touch where the search begins, and neither has pieces or turns so far that it may touch
    /// elsewhere.
    pub(crate) near: bool,
    /// Approach speed from which bodies that touch already pass an impact on, m/s.
    pub(crate) least: f64,
    /// Whether they do not bounce.
    pub(crate) plastic: bool,
    /// End of the step, s.
    pub(crate) end: f64,
    /// Where to find what else the bodies lie on, if that matters.
    pub(crate) heap: Option<Heap<'a>>,
}

/// What the bodies of a pair are part of.
pub(crate) struct Heap<'a> {
    pub(crate) state: &'a PhysicsState,
    pub(crate) impacts: &'a Impacts,
    pub(crate) rows: [RowId; 2],
}

/// Room of a search, kept for its memory.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pieces: Vec<PieceContact>,
    touches: Vec<ShapeImpact>,
    cache: ShapeCache,
    supports: Vec<Support>,
    /// The pieces that are looked at, and whether it is these alone.
    near: Vec<u32>,
    only: bool,
    /// Where the bodies touch: the answer of [`Pair::touch`].
    pub(crate) points: Vec<PatchPoint>,
}

/// Gap within which points count as touching at the same instant, in parts of the smaller body's size.
const TOGETHER: f64 = 1.0e-3;

/// Distance between a path and its chord that is let pass, in parts of the smaller body's size.
const SAG: f64 = 1.0e-6;

/// How far, in parts of the smaller body's size, bodies that touch may go into one another in the rest of the step
/// before an impact on them is passed on in any case.
const DEEP: f64 = 0.05;

/// The same for what does not bounce: the next step stops it as well as an impact does.
const SHALLOW: f64 = 0.02;

/// Gap, in parts of the smaller body's size, up to which points of what does not bounce have a part in an impact if
/// they meet in the rest of the step. Struck corner by corner it would rock from one to the other, many times a step.
const ROOM: f64 = 0.05;

/// Gap, in parts of the smaller body's size, that is more than whatever counts as touching.
const TOUCHING: f64 = 2.5 * TOGETHER;

/// Angle up to which one direction is looked for that parts two bodies all along, rad.
const PARTED: f64 = 1.0;

/// Chords that a path is cut into at most.
const CHORDS: usize = 512;

/// Angle that bodies turn by along one chord at most, rad: bodies that grind past one another are looked at often.
const PIECE: f64 = 0.1;

/// Such chords in a step at most.
const PIECES: f64 = 250.0;

/// Angle after which bodies that touch and part are looked at again, rad.
const TURN: f64 = 0.05;

/// Such looks in a step at most.
const LATER: f64 = 200.0;

/// Times at which one pair is looked at before the search gives up for this step.
const LOOKS: usize = 64;

impl Pair<'_> {
    /// First time from `from` to `to`, s from the start of the step, at which the bodies meet with an approach that
    /// is not that of bodies at rest.
    pub(crate) fn first_impact(&self, from: f64, to: f64, scratch: &mut Scratch) -> Option<f64> {
        let mut start = from;
        let [a, b] = self.flights;
        let spin = a.swing() + b.swing();
        if !self.near && spin * (to - from) > PIECE && self.stay_clear(from, to, scratch) {
            return None;
        }
        let is_simple = self.shapes.iter().all(|shape| is_simple(shape));
        let mut touching = self.near;
        for _ in 0..CHORDS {
            if touching {
                if self.touch(start, scratch).is_some() {
                    return Some(start);
                }
                if !scratch.pieces.is_empty() {
                    // They touch and part, or rest on one another: along straight ways they come back when the load
                    // has turned them round, or else another corner may come round.
                    let later = if self.near {
                        None
                    } else {
                        self.later(start, to)
                    };
                    (start, touching) = match (self.comes_back(start, scratch), later) {
                        (Some(back), Some(later)) if later < back => (later, true),
                        (Some(back), _) => (back, false),
                        (None, Some(later)) => (later, true),
                        (None, None) => return None,
                    };
                    if start >= to {
                        return None;
                    }
                    continue;
                }
            }
            let stop = start + larger(PIECE / spin, self.end / PIECES);
            // Also without any spin.
            let stop = if stop < to { stop } else { to };
            touching = false;
            match self.along_chord(start, stop, scratch) {
                Found::Impact(time) => return Some(time),
                Found::Nothing => {
                    start = stop;
                    // What overlaps and parts may close in again along the next piece.
                    if stop < to && self.touch(stop, scratch).is_some() {
                        return Some(stop);
                    }
                }
                Found::GoOn(time) => start = time,
                Found::Touching(time) => {
                    start = time;
                    touching = is_simple;
                }
            }
            if start >= to {
                return None;
            }
        }
        None
    }

    /// When bodies that touch at a time are looked at again for what may come round; `None` where they turn by too
    /// little until `to`.
    fn later(&self, time: f64, to: f64) -> Option<f64> {
        let [a, b] = self.flights;
        let spin = a.swing() + b.swing();
        let later = time + larger(TURN / spin, self.end / LATER);
        (spin * (to - time) > TURN && later < to).then_some(later)
    }

    /// Whether it is sure that nothing of the two comes together from a time to another: of each two pieces one
    /// direction keeps them apart. Notes which pieces those are of which it is not.
    pub(crate) fn stay_parted(&self, from: f64, to: f64, scratch: &mut Scratch) -> bool {
        scratch.only = false;
        let [a, b] = self.flights;
        if (a.turning() + b.turning()) * (to - from) > PARTED {
            return false;
        }
        let (origin, half) = (a.center_at(from), 0.5 * (from + to));
        let sag = (b.sag(from, to, half) - a.sag(from, to, half)).length();
        let ends = [a.ends([from, to], origin), b.ends([from, to], origin)];
        let motions = [a.motion(from, to, origin), b.motion(from, to, origin)];
        scratch.near.clear();
        let near = gjk::near_pieces(
            self.shapes,
            &ends,
            [&motions[0], &motions[1]],
            (to - from) as f32,
            [TOUCHING * self.extent, sag],
            &mut scratch.near,
        );
        scratch.only = near == Near::Pieces;
        near == Near::Nothing
    }

    /// Whether nothing of the two touches on the chords of their whole ways: most that are near pass by.
    fn stay_clear(&self, from: f64, to: f64, scratch: &mut Scratch) -> bool {
        self.touches(from, to, scratch);
        scratch.touches.is_empty()
    }

    /// First time from `from` to `to`, s from the start of the step, at which the bodies touch, wherever they go then.
    pub(crate) fn first_touch(&self, from: f64, to: f64, scratch: &mut Scratch) -> Option<f64> {
        scratch.only = false;
        self.touches(from, to, scratch);
        let times = scratch
            .touches
            .iter()
            .map(|touch| from + f64::from(touch.impact.time));
        times.fold(None, earlier)
    }

    /// Whether the bodies overlap at a time.
    pub(crate) fn overlap(&self, time: f64, scratch: &mut Scratch) -> bool {
        let [a, b] = self.flights;
        let origin = a.center_at(time);
        let poses = [a.pose_at(time, origin), b.pose_at(time, origin)];
        scratch.pieces.clear();
        scratch.cache = ShapeCache::default();
        let b_in_a = poses[0].relative(&poses[1]);
        let [one, other] = self.shapes;
        narrow::contacts_in_a(
            one,
            other,
            &b_in_a,
            0.0,
            &mut scratch.cache,
            &mut scratch.pieces,
        );
        let mut points = scratch
            .pieces
            .iter()
            .flat_map(|piece| piece.manifold.points());
        points.any(|point| point.depth >= 0.0)
    }

    /// Finds the touches along the chords of both paths from a time to another.
    fn touches(&self, from: f64, to: f64, scratch: &mut Scratch) {
        let out = &mut scratch.touches;
        out.clear();
        let [a, b] = self.flights;
        let origin = a.center_at(from);
        let motions = [a.motion(from, to, origin), b.motion(from, to, origin)];
        let settings = ToiSettings {
            max_time: (to - from) as f32,
            tolerance: 1.0e-5,
            // What touches is looked at here.
            parting: Parting::Counts,
            max_stops: 256,
        };
        let motions = [&motions[0], &motions[1]];
        if scratch.only {
            gjk::touches_of_pieces(self.shapes, motions, &scratch.near, &settings, out);
        } else {
            gjk::shape_touches(self.shapes, motions, &settings, out);
        }
    }

    /// When bodies that touch at a time and do not approach may do so, by the load that presses them together; `None`
    /// for never.
    fn comes_back(&self, from: f64, scratch: &Scratch) -> Option<f64> {
        let [a, b] = self.flights;
        let turn = a.rotation_at(from);
        let back = |piece: &PieceContact| {
            let normal = turn * piece.manifold.normal.as_dvec3();
            let opening = normal.dot(b.velocity_at(from) - a.velocity_at(from));
            let press = normal.dot(a.acceleration - b.acceleration);
            (opening > 0.0 && press > 0.0).then(|| from + opening / press)
        };
        scratch.pieces.iter().filter_map(back).fold(None, earlier)
    }

    /// Looks along the chords of both paths from a time to another.
    fn along_chord(&self, from: f64, to: f64, scratch: &mut Scratch) -> Found {
        self.touches(from, to, scratch);
        let mut touches = std::mem::take(&mut scratch.touches);
        touches.sort_unstable_by(|x, y| {
            let key = |touch: &ShapeImpact| (touch.child_a, touch.child_b);
            let times = x.impact.time.total_cmp(&y.impact.time);
            times.then(key(x).cmp(&key(y)))
        });
        let mut go_on: Option<f64> = None;
        let mut touching = false;
        let mut answer = Found::Nothing;
        for touch in touches.iter().take(LOOKS) {
            let time = from + f64::from(touch.impact.time);
            if go_on.is_some_and(|go_on| go_on <= time) {
                break;
            }
            if touch.impact.kind == ImpactKind::Unresolved {
                go_on = earlier(go_on, larger(time, from + self.end / LATER));
                continue;
            }
            match self.look(touch, from, to, time, scratch) {
                Look::Impact(time) => {
                    answer = Found::Impact(time);
                    break;
                }
                Look::Again(time) => go_on = earlier(go_on, time),
                Look::Later(time) => {
                    go_on = earlier(go_on, time);
                    touching |= go_on == Some(time);
                }
                Look::Nothing => {}
            }
        }
        scratch.touches = touches;
        match (answer, go_on) {
            (Found::Impact(time), Some(go_on)) if go_on < time => Found::GoOn(go_on),
            (Found::Impact(time), _) => Found::Impact(time),
            (_, Some(time)) if touching => Found::Touching(time),
            (_, Some(time)) => Found::GoOn(time),
            (_, None) => Found::Nothing,
        }
    }

    /// Looks at a touch of the chords: what the paths do there.
    fn look(
        &self,
        touch: &ShapeImpact,
        from: f64,
        to: f64,
        time: f64,
        scratch: &mut Scratch,
    ) -> Look {
        let [a, b] = self.flights;
        let normal = touch.impact.normal.as_dvec3();
        let gap = normal.dot(b.sag(from, to, time) - a.sag(from, to, time));
        if gap > SAG * self.extent && time > from {
            // The paths are not there yet.
            return Look::Again(time);
        }
        let closing = normal.dot(a.velocity_at(time) - b.velocity_at(time));
        let press = normal.dot(a.acceleration - b.acceleration);
        let time = if gap < 0.0 && closing > 0.0 {
            let earlier = time + gap / closing;
            if earlier > from { earlier } else { from }
        } else {
            time
        };
        if self.touch(time, scratch).is_some() {
            return Look::Impact(time);
        }
        // They part, and come back before the step ends.
        let back = time - closing / press;
        if closing < 0.0 && press > 0.0 && back < to && back > from + 1.0e-9 {
            return Look::Again(back);
        }
        // Another corner may come round, or the same one again.
        self.later(time, to).map_or(Look::Nothing, Look::Later)
    }

    /// Where the bodies touch at a time: the normal in world axes along which they approach fastest, that speed, and
    /// the points along it in `scratch`. `None` where they do not approach, or only as bodies at rest do.
    pub(crate) fn touch(&self, time: f64, scratch: &mut Scratch) -> Option<(DVec3, f64)> {
        let [a, b] = self.flights;
        let origin = a.center_at(time);
        let poses = [a.pose_at(time, origin), b.pose_at(time, origin)];
        let reach = TOGETHER * self.extent;
        scratch.pieces.clear();
        scratch.points.clear();
        // What it held of other pairs would show in the last bits.
        scratch.cache = ShapeCache::default();
        narrow::contacts_in_a(
            self.shapes[0],
            self.shapes[1],
            &poses[0].relative(&poses[1]),
            (if self.plastic {
                ROOM * self.extent
            } else {
                2.0 * reach
            }) as f32,
            &mut scratch.cache,
            &mut scratch.pieces,
        );
        let centers = [DVec3::ZERO, b.center_at(time) - origin];
        let velocities = [a.velocity_at(time), b.velocity_at(time)];
        let spins = [a.spin_at(time), b.spin_at(time)];
        let press = a.acceleration - b.acceleration;
        let nearest = scratch
            .pieces
            .iter()
            .flat_map(|piece| piece.manifold.points())
            .fold(f64::INFINITY, |least, point| {
                let gap = -f64::from(point.depth);
                if gap < least { gap } else { least }
            });
        if nearest > 2.0 * reach {
            // Near enough for a part in a blow, but there is none.
            scratch.pieces.clear();
            return None;
        }
        let limit = reach + if nearest > 0.0 { nearest } else { 0.0 };
        let turn = poses[0].rotation.as_dquat();
        let arms = |point: &crate::ManifoldPoint| {
            let place = poses[0].position.as_dvec3();
            [
                place + turn * point.point_on_a.as_dvec3() - centers[0],
                place + turn * point.point_on_b.as_dvec3() - centers[1],
            ]
        };
        // A surface has no inside: what sinks into it step by step would come out on its other side.
        let may_wait = self.plastic && !self.shapes.iter().any(|shape| is_surface(shape));
        let mut best: Option<(DVec3, f64)> = None;
        let mut found_supports = false;
        for piece in &scratch.pieces {
            let normal = (turn * piece.manifold.normal.as_dvec3()).normalize();
            for point in piece.manifold.points() {
                if -f64::from(point.depth) > limit {
                    continue;
                }
                let arms = arms(point);
                let slip = velocities[1] + spins[1].cross(arms[1])
                    - velocities[0]
                    - spins[0].cross(arms[0]);
                let approach = -slip.dot(normal);
                let meeting = Meeting {
                    approach: approach as f32,
                    speed: slip.length() as f32,
                    press: press.dot(normal) as f32,
                    lasting: self.lasting,
                    grounded: self.grounded,
                };
                let top = |body: usize, up: DVec3| self.top(body, up, &poses, centers[1 - body]);
                let depth = approach * (self.end - time);
                let counts = approach > 1.0e-6 * (velocities[0].length() + velocities[1].length())
                    && !meeting.is_rest(self.threshold as f32)
                    && (!self.lasting || approach > self.least || depth > DEEP * self.extent)
                    && (!may_wait || depth > SHALLOW * self.extent);
                if !counts || best.is_some_and(|(_, most)| approach <= most) {
                    continue;
                }
                if !found_supports {
                    found_supports = true;
                    scratch.supports.clear();
                    if let Some(Heap {
                        state,
                        impacts,
                        rows,
                    }) = self.heap
                    {
                        supports(state, impacts, rows, &mut scratch.supports);
                    }
                }
                if !is_seam(&scratch.supports, normal, arms, self.extent, top) {
                    best = Some((normal, approach));
                }
            }
        }
        let Some((normal, approach)) = best else {
            let touches = |point: &crate::ManifoldPoint| -f64::from(point.depth) <= 2.0 * reach;
            let pieces = &mut scratch.pieces;
            pieces.retain(|piece| piece.manifold.points().iter().any(touches));
            return None;
        };
        let rest = self.end - time;
        let soon = if self.plastic {
            smaller(approach * rest, ROOM * self.extent)
        } else {
            0.0
        };
        for piece in &scratch.pieces {
            let own = (turn * piece.manifold.normal.as_dvec3()).normalize();
            if own.dot(normal) < 0.9999 {
                continue;
            }
            for point in piece.manifold.points() {
                let gap = -f64::from(point.depth);
                if gap <= limit {
                    scratch.points.push(PatchPoint::new(arms(point), 0.0));
                } else if gap < soon {
                    let room = (gap - limit) / rest;
                    scratch.points.push(PatchPoint::new(arms(point), room));
                }
            }
        }
        Some((normal, approach))
    }
}

impl Pair<'_> {
    /// How far a body reaches along a unit vector, from the centre of mass of the other, m; infinite for a body of many
    /// pieces.
    fn top(&self, body: usize, up: DVec3, poses: &[Pose; 2], from: DVec3) -> f64 {
        let Shape::Convex(convex) = &self.shapes[body] else {
            return f64::INFINITY;
        };
        let pose = &poses[body];
        let local = pose.rotation.conjugate() * up.as_vec3();
        (pose.transform_point(convex.support(local)).as_dvec3() - from).dot(up)
    }
}

/// What a search along a chord ends with.
enum Found {
    Impact(f64),
    /// The paths differ from their chords there, or come back: look again from that time.
    GoOn(f64),
    /// They touch and do not approach: look again at that time.
    Touching(f64),
    Nothing,
}

/// What a look at a touch of the chords says.
enum Look {
    Impact(f64),
    /// The paths differ from their chords there, or come back.
    Again(f64),
    /// They touch and do not approach, and turn on.
    Later(f64),
    Nothing,
}

/// Whether a shape is made of triangles.
fn is_surface(shape: &Shape) -> bool {
    matches!(shape, Shape::Mesh(_) | Shape::HeightField(_))
}

/// Whether a shape is of one piece.
fn is_simple(shape: &Shape) -> bool {
    matches!(shape, Shape::Convex(_) | Shape::HalfSpace { .. })
}

fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

fn earlier(one: Option<f64>, other: f64) -> Option<f64> {
    Some(one.map_or(other, |one| if one < other { one } else { other }))
}
