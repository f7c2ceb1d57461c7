//! When two moving convex bodies first touch.
//!
//! The search goes forward in time and never past a touch. At each stop the distance gives a direction along
//! which the bodies are apart, and the time is moved to where they could first meet along it. Of bodies that only slide
//! that is where the linear part has closed the gap. Of turning ones the direction turns with the face or the edges
//! that it lies across (see `Axis`), and the gap along it is looked at at later times, between which it is bounded
//! by its chord and its largest bend; or else the direction is kept, a turning body's support grows by no more than
//! its support along the turned direction and half the largest acceleration of its points times the square of the
//! time. Both bounds are of second order, so the stops close in on the touch like Newton's method, from the safe side
//! (compare conservative advancement: Mirtich, *Impulse-based dynamic simulation of rigid body systems*, 1996, and
//! Zhang, Lee and Kim, *Interactive continuous collision detection for non-convex polyhedra*, 2006, whose bounds are
//! of first order).
//!
//! Two balls meet at the root of a quadratic, solids that do not turn where a ray enters their difference (see
//! `portal`), and bodies whose balls stay apart need no search.

use voltex_math::{DVec3, Pose, Vec3};

use super::axis::{Axis, Pair};
use super::difference::{Difference, support};
use super::distance::{Found, SimplexCache, distance, search, search_to};
use super::flyby::{Flyby, reach};
use super::motion::{Motion, Path, Placed, Turning};
use super::portal::{self, Passage, passage};
use super::shuttle::is_direct;
use crate::shape::Convex;

/// How to look for an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToiSettings {
    /// Motion is looked at from time 0 to here, s; may be infinite.
    pub max_time: f32,
    /// Gap that counts as touching, in parts of the half of the longest side of the smaller body; a triangle
    /// beside a solid does not count for this. Nothing is found with one that is NaN or below 0.
    pub tolerance: f32,
    /// What bodies that touch and move apart, or slide along one another, do.
    pub parting: Parting,
    /// Stops on the way before the search gives up, with the last safe time as its answer.
    pub max_stops: u32,
}

impl ToiSettings {
    /// The usual settings: tolerance 1e-5, every contact counts.
    pub const fn new(max_time: f32) -> Self {
        Self {
            max_time,
            tolerance: 1.0e-5,
            parting: Parting::Counts,
            max_stops: 512,
        }
    }

    /// Whether the times and gaps are numbers from 0 on; nothing is found with others.
    #[inline(always)]
    pub(super) fn is_sound(&self) -> bool {
        self.max_time >= 0.0 && self.tolerance >= 0.0
    }

    /// The same, passing over contacts that open or slide.
    #[must_use]
    pub const fn ignoring_parting(self) -> Self {
        Self {
            parting: Parting::Ignored,
            ..self
        }
    }
}

/// Whether contact without approach is an impact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parting {
    /// Every touch is one.
    Counts,
    /// Only bodies that approach hit one another. An approach slower than 1e-6 of the speeds counts as sliding.
    Ignored,
}

/// What sort of impact was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImpactKind {
    /// The bodies meet on the way.
    Hit,
    /// They touch or overlap at time 0.
    Initial,
    /// They come so near for so long that the stops were used up: a safe time and the gap at it.
    Unresolved,
}

/// The first touch of two moving bodies, in the frame in which their motions are given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// s from the start, never later than the touch, and earlier by no more than it takes to cross the tolerance.
    pub time: f32,
    /// Unit vector from A to B.
    pub normal: Vec3,
    /// On the surface of A at that time, m.
    pub point_on_a: Vec3,
    /// On the surface of B at that time, m.
    pub point_on_b: Vec3,
    /// Gap at that time, m; negative for bodies that overlap at the start, by the depth.
    pub distance: f32,
    /// How far the search got.
    pub kind: ImpactKind,
}

impl Impact {
    /// Middle between the two points, m.
    pub fn point(&self) -> Vec3 {
        (self.point_on_a + self.point_on_b) * 0.5
    }

    /// The same impact with A and B exchanged.
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self {
            normal: -self.normal,
            point_on_a: self.point_on_b,
            point_on_b: self.point_on_a,
            ..*self
        }
    }
}

/// First touch of two convex bodies that move and turn; `None` if they stay apart, or for input that is not
/// finite.
///
/// Nothing is missed, however thin or fast: what is not proved to stay apart is looked at. A touch comes with
/// its time within 1e-6 of closed forms, or the time it takes to cross the tolerance if that is more. Bodies
/// that touch or overlap at time 0 give time 0, the direction of the shortest way out, and the depth.
///
/// ```
/// use voltex_math::{Pose, Vec3};
/// use voltex_physics::{Convex, gjk::{self, Motion, ToiSettings}};
///
/// let wall = Convex::Box { half_extents: Vec3::new(0.0005, 2.0, 2.0) };
/// let ball = Convex::Sphere { radius: 0.02 };
/// let flight = Motion::sliding(Pose::from_position(Vec3::X * -5.0), Vec3::X * 1000.0);
/// let hit = gjk::time_of_impact(
///     &wall,
///     &Motion::resting(Pose::IDENTITY),
///     &ball,
///     &flight,
///     &ToiSettings::new(1.0 / 60.0),
/// )
/// .unwrap();
/// assert!((hit.time - (5.0 - 0.0205) / 1000.0).abs() < 1e-8);
/// assert!((hit.normal + Vec3::X).length() < 1e-6);
/// ```
pub fn time_of_impact(
    a: &Convex<'_>,
    motion_a: &Motion,
    b: &Convex<'_>,
    motion_b: &Motion,
    settings: &ToiSettings,
) -> Option<Impact> {
    if !(motion_a.is_finite() && motion_b.is_finite() && settings.is_sound()) {
        return None;
    }
    if let Some(decided) = balls_on_lines([a, b], [motion_a, motion_b], settings) {
        return decided;
    }
    let part = Pose::IDENTITY;
    parts_time_of_impact([a, b], [motion_a, motion_b], [&part, &part], settings)
}

/// Two balls about the centres that they turn about, apart at the start, without all that turning bodies need:
/// their hit or its absence, or `None` for anything else.
#[inline(always)]
fn balls_on_lines(
    bodies: [&Convex<'_>; 2],
    [a, b]: [&Motion; 2],
    settings: &ToiSettings,
) -> Option<Option<Impact>> {
    let [
        &Convex::Sphere { radius },
        &Convex::Sphere { radius: other },
    ] = bodies
    else {
        return None;
    };
    if a.center != Vec3::ZERO || b.center != Vec3::ZERO || settings.parting != Parting::Counts {
        return None;
    }
    let radius = f64::from(radius);
    let reach = radius + f64::from(other);
    let flyby = Flyby {
        apart: b.start.position.as_dvec3() - a.start.position.as_dvec3(),
        velocity: b.linear.as_dvec3() - a.linear.as_dvec3(),
    };
    let touching = f64::from(settings.tolerance) * smaller_size(bodies);
    let clear = reach + touching;
    // Not so for NaN.
    let are_apart = flyby.apart.length_squared() > clear * clear;
    if !are_apart {
        return None;
    }
    let Some(time) = flyby.reaches(reach) else {
        return Some(None);
    };
    if time > f64::from(settings.max_time) {
        return Some(None);
    }
    let way = flyby.apart_at(time);
    let length = way.length();
    let normal = way / length;
    if !normal.is_finite() {
        return Some(None);
    }
    let touch = Touch {
        time,
        normal,
        point_on_a: a.linear.as_dvec3() * time + normal * radius,
        distance: larger(length - reach, 0.0),
        kind: ImpactKind::Hit,
    };
    Some(Some(touch.impact(a.start.position)))
}

/// [`time_of_impact`] of two convex parts at poses in the frames of their bodies, for finite input.
pub(super) fn parts_time_of_impact(
    bodies: [&Convex<'_>; 2],
    motions: [&Motion; 2],
    parts: [&Pose; 2],
    settings: &ToiSettings,
) -> Option<Impact> {
    let origin = motions[0].start.position;
    let sweep = Sweep::new(bodies, motions, parts, settings);
    let touch = sweep.first_touch(settings)?;
    // What comes later than any number of `f32` never comes.
    (touch.time <= f64::from(f32::MAX)).then(|| touch.impact(origin))
}

/// A touch in `f64`, relative to the origin of the paths.
pub(super) struct Touch {
    pub(super) time: f64,
    pub(super) normal: DVec3,
    pub(super) point_on_a: DVec3,
    pub(super) distance: f64,
    pub(super) kind: ImpactKind,
}

impl Touch {
    #[inline(always)]
    pub(super) fn impact(&self, origin: Vec3) -> Impact {
        let at = |point: DVec3| (origin.as_dvec3() + point).as_vec3();
        Impact {
            time: self.time as f32,
            normal: self.normal.as_vec3(),
            point_on_a: at(self.point_on_a),
            point_on_b: at(self.point_on_a + self.normal * self.distance),
            distance: self.distance as f32,
            kind: self.kind,
        }
    }
}

/// Gap between the bounds of the distance at which a search with a rim ends far from a touch, in parts of the
/// distance: there any direction along which the bodies are apart will do.
const COARSE_GAP: f64 = 1.0e-2;

/// Times at which the gap along one direction is looked at before the distance is searched again.
const FOLLOWED: usize = 4;

/// Two bodies on their ways.
struct Sweep<'a> {
    bodies: [&'a Convex<'a>; 2],
    paths: [Path; 2],
    turning: [Turning; 2],
    /// Sum of the roundings, m.
    rounding: f64,
    /// Gap that counts as touching, m.
    touching: f64,
    max_time: f64,
    /// Radii of balls about the centres that the bodies turn about, which hold the bodies, m.
    reaches: [f64; 2],
    /// Whether a search of the distance creeps along a rim, or has to leave corners that show how a direction turns.
    round: bool,
}

/// Both bodies at one time, and their nearest points.
struct Stop {
    time: f64,
    placed: [Placed; 2],
    /// From A to B, in world axes.
    normal: DVec3,
    /// Relative to the origin of the paths, m.
    point_on_a: DVec3,
    distance: f64,
}

impl<'a> Sweep<'a> {
    fn new(
        bodies: [&'a Convex<'a>; 2],
        motions: [&Motion; 2],
        parts: [&Pose; 2],
        settings: &ToiSettings,
    ) -> Self {
        let origin = motions[0].start.position;
        let path = |body: usize| Path::new(motions[body], origin, parts[body]);
        let paths = [path(0), path(1)];
        let reaches = [0, 1].map(|body| reach(bodies[body], paths[body].center));
        let turns = paths.iter().any(|path| path.rate > 0.0);
        Self {
            bodies,
            turning: [0, 1].map(|body| {
                let rounding = f64::from(bodies[body].rounding());
                Turning::within(reaches[body] - rounding)
            }),
            reaches,
            paths,
            rounding: f64::from(bodies[0].rounding()) + f64::from(bodies[1].rounding()),
            touching: f64::from(settings.tolerance) * smaller_size(bodies),
            max_time: f64::from(settings.max_time),
            round: bodies
                .iter()
                .any(|body| matches!(body, Convex::Cylinder { .. } | Convex::Cone { .. }))
                && !bodies
                    .iter()
                    .any(|body| matches!(body, Convex::Sphere { .. }))
                && (turns || !is_direct(bodies)),
        }
    }

    fn first_touch(&self, settings: &ToiSettings) -> Option<Touch> {
        if let [&Convex::Sphere { radius }, Convex::Sphere { .. }] = self.bodies
            && let [Some(a), Some(b)] = self.paths.each_ref().map(Path::straight)
        {
            return self.touch_of_balls(f64::from(radius), [a, b], settings);
        }
        let mut cache = SimplexCache::default();
        if !self.come_near() {
            return None;
        }
        if self.bodies.into_iter().all(portal::is_apt)
            && let Some(decided) = self.touch_of_sliding(settings)
        {
            return decided;
        }
        let mut time = 0.0;
        let mut placed = None;
        let mut kind = ImpactKind::Initial;
        for _ in 0..settings.max_stops {
            let there = placed.take().unwrap_or_else(|| self.placed_at(time));
            let stop = self.stop(time, there, &mut cache)?;
            if stop.distance <= self.touching {
                if settings.parting == Parting::Counts || self.counts(&stop, self.approach(&stop)) {
                    return Some(self.touch(&stop, kind));
                }
                time += self.escape(&stop)?;
            } else {
                (time, placed) = self.free_until(&stop, &cache)?;
            }
            if time > self.max_time {
                return None;
            }
            kind = ImpactKind::Hit;
        }
        let stop = self.stop(time, self.placed_at(time), &mut cache)?;
        Some(Touch {
            kind: ImpactKind::Unresolved,
            ..self.touch(&stop, kind)
        })
    }

    /// Two balls whose middles go along straight lines, from where they start; `radius` is that of A.
    fn touch_of_balls(
        &self,
        radius: f64,
        starts: [Placed; 2],
        settings: &ToiSettings,
    ) -> Option<Touch> {
        let [a, b] = &self.paths;
        let flyby = Flyby {
            apart: starts[1].position - starts[0].position,
            velocity: b.linear - a.linear,
        };
        let (stop, kind) = if flyby.apart.length() - self.rounding > self.touching {
            let time = flyby.reaches(self.rounding)?;
            if time > self.max_time {
                return None;
            }
            let position = |body: usize| starts[body].position + self.paths[body].linear * time;
            let way = flyby.apart_at(time);
            let length = way.length();
            let normal = way / length;
            if !normal.is_finite() {
                return None;
            }
            let stop = Stop {
                time,
                // A ball looks the same however it has turned.
                placed: [0, 1].map(|body| Placed {
                    position: position(body),
                    ..starts[body]
                }),
                normal,
                point_on_a: position(0) + normal * radius,
                distance: larger(length - self.rounding, 0.0),
            };
            (stop, ImpactKind::Hit)
        } else {
            (
                self.stop(0.0, self.placed_at(0.0), &mut SimplexCache::default())?,
                ImpactKind::Initial,
            )
        };
        // Balls that part never come back.
        if settings.parting == Parting::Ignored
            && !self.counts(&stop, self.closing_at(&stop, stop.point_on_a))
        {
            return None;
        }
        Some(Touch {
            time: stop.time,
            normal: stop.normal,
            point_on_a: stop.point_on_a,
            distance: stop.distance,
            kind,
        })
    }

    /// Two solids without roundings that do not turn: their touch or its absence, or `None` where that takes a search.
    fn touch_of_sliding(&self, settings: &ToiSettings) -> Option<Option<Touch>> {
        let [a, b] = &self.paths;
        if a.rate > 0.0 || b.rate > 0.0 {
            return None;
        }
        let placed = self.placed_at(0.0);
        let way = placed[0].direction_in_body(b.linear - a.linear);
        let speed = way.length();
        // Not so for NaN.
        let moves = speed > 0.0;
        if !moves {
            return None;
        }
        let (direction, limit) = (way / speed, self.max_time * speed);
        let difference = self.difference(&placed);
        let passage = passage(&difference, direction, limit, 0.5 * self.touching);
        let Passage::Touch {
            way,
            normal,
            point_on_a,
            gap,
        } = passage
        else {
            return matches!(passage, Passage::Clear).then_some(None);
        };
        // The rest is for those that touch at the start, and for those that slide.
        let closing = -normal.dot(direction);
        if way * closing <= self.touching {
            return None;
        }
        let speeds = a.linear.length() + b.linear.length();
        if settings.parting == Parting::Ignored && closing * speed <= 1e-6 * speeds {
            return None;
        }
        let time = way / speed;
        Some(Some(Touch {
            time,
            normal: placed[0].turn * normal,
            point_on_a: placed[0].position + placed[0].turn * point_on_a + a.linear * time,
            distance: gap,
            kind: ImpactKind::Hit,
        }))
    }

    /// Whether balls about the centres that the bodies turn about, which hold the bodies at all times, meet.
    ///
    /// The search does not start where they do: pieces of a mesh that are touched at one place are to go through
    /// the same stops, so that their times are equal.
    fn come_near(&self) -> bool {
        let [a, b] = &self.paths;
        let flyby = Flyby {
            apart: b.center_at(0.0) - a.center_at(0.0),
            velocity: b.linear - a.linear,
        };
        let both = self.reaches[0] + self.reaches[1];
        // Far more than the rounding of these few operations.
        let slack = 1e-9 * (both + flyby.apart.length());
        flyby
            .reaches(both + self.touching + slack)
            .is_some_and(|time| time <= self.max_time)
    }

    /// Where both bodies are at a time.
    fn placed_at(&self, time: f64) -> [Placed; 2] {
        let [a, b] = &self.paths;
        [a.at(time), b.at(time)]
    }

    /// The difference of the two cores, in the axes of A.
    fn difference(&self, [place_a, place_b]: &[Placed; 2]) -> Difference<'_> {
        Difference {
            a: self.bodies[0],
            b: self.bodies[1],
            rotation: place_a.turn.transpose() * place_b.turn,
            translation: place_a.direction_in_body(place_b.position - place_a.position),
        }
    }

    fn stop(&self, time: f64, placed: [Placed; 2], cache: &mut SimplexCache) -> Option<Stop> {
        let difference = self.difference(&placed);
        let found = if self.round {
            // Where it counts the distance is searched to the end, from where the coarse search stopped.
            search_to(COARSE_GAP, &difference, f64::INFINITY, cache)
                .filter(|found| {
                    let unsure = COARSE_GAP * (found.distance + self.rounding);
                    found.distance - unsure > 0.5 * found.distance + self.touching
                })
                .or_else(|| search(&difference, f64::INFINITY, cache))?
        } else {
            search(&difference, f64::INFINITY, cache)?
        };
        let Found {
            point_on_a,
            normal,
            distance,
        } = found;
        // A NaN from sizes that are not finite.
        if !(distance.is_finite() && normal.is_finite()) {
            return None;
        }
        Some(Stop {
            time,
            placed,
            normal: placed[0].turn * normal,
            point_on_a: placed[0].position + placed[0].turn * point_on_a,
            distance,
        })
    }

    /// Point of a body, relative to the centre that it turns about, that is farthest along a direction in world
    /// axes.
    fn farthest(&self, stop: &Stop, body: usize, direction: DVec3) -> DVec3 {
        let placed = &stop.placed[body];
        let local = support(self.bodies[body], placed.direction_in_body(direction)).0;
        placed.turn * (local - self.paths[body].center)
    }

    /// Outward direction of a body at its contact, and the rate at which turning changes it as the body sees it.
    fn outward(&self, stop: &Stop, body: usize) -> (DVec3, DVec3) {
        let side = if body == 0 { stop.normal } else { -stop.normal };
        (side, side.cross(self.paths[body].angular))
    }

    /// How fast a point of contact closes, m/s.
    fn closing_at(&self, stop: &Stop, point_on_a: DVec3) -> f64 {
        let [a, b] = &self.paths;
        let point_on_b = point_on_a + stop.normal * stop.distance;
        (a.velocity(point_on_a, stop.time) - b.velocity(point_on_b, stop.time)).dot(stop.normal)
    }

    /// How fast the bodies close, m/s, at the fastest of the points where they touch that are at hand: their
    /// nearest points, and of each body the point that turns toward the other fastest, if it touches too.
    fn approach(&self, stop: &Stop) -> f64 {
        let mut fastest = self.closing_at(stop, stop.point_on_a);
        for body in 0..2 {
            let (side, swing) = self.outward(stop, body);
            if swing == DVec3::ZERO {
                continue;
            }
            // A turn so small that it only chooses among the points that touch.
            let tilted = side + swing * (1e-7 / swing.length());
            let center = self.center(stop, body);
            let on_core = center + self.farthest(stop, body, tilted);
            let point = on_core + side * f64::from(self.bodies[body].rounding());
            let other = 1 - body;
            let placed = stop.placed[other];
            let pose =
                Pose::from_position(placed.direction_in_body(point - placed.position).as_vec3());
            let dot = Convex::Sphere { radius: 0.0 };
            let mut cache = SimplexCache::default();
            let apart = distance(self.bodies[other], &dot, &pose, &mut cache).distance;
            let reach = if stop.distance > 0.0 {
                stop.distance
            } else {
                0.0
            };
            if f64::from(apart) <= reach + self.touching {
                let on_a = if body == 0 {
                    point
                } else {
                    point - stop.normal * stop.distance
                };
                fastest = larger(fastest, self.closing_at(stop, on_a));
            }
        }
        fastest
    }

    /// Whether an approach is more than sliding with the error of a normal.
    fn counts(&self, stop: &Stop, approach: f64) -> bool {
        let [a, b] = &self.paths;
        let on_b = stop.point_on_a + stop.normal * stop.distance;
        let speeds =
            a.velocity(stop.point_on_a, stop.time).length() + b.velocity(on_b, stop.time).length();
        approach > 1e-6 * speeds
    }

    /// Time that passes before bodies which touch and part can come nearer again along their normal, but no less
    /// than a 64th of the whole; `None` if they never do.
    fn escape(&self, stop: &Stop) -> Option<f64> {
        let mut opening = stop.normal.dot(self.paths[1].linear - self.paths[0].linear);
        let mut bend = 0.0;
        for body in 0..2 {
            let (side, swing) = self.outward(stop, body);
            if swing == DVec3::ZERO {
                continue;
            }
            let tilted = side + swing * (1e-7 / swing.length());
            opening -= swing.dot(self.farthest(stop, body, tilted));
            bend += self.turning[body].bounds(&self.paths[body], side).1;
        }
        if bend == 0.0 {
            return None;
        }
        let (until, least) = (opening / bend, self.max_time / 64.0);
        Some(if until > least { until } else { least })
    }

    /// The centre that a body turns about, m.
    fn center(&self, stop: &Stop, body: usize) -> DVec3 {
        stop.placed[body].center(&self.paths[body])
    }

    /// Time up to which bodies apart at a stop surely stay apart, by half of what counts as touching; `None` for ever.
    ///
    /// The room along a direction that may turn with the bodies is known at the stop and at a later time. In between it
    /// lies above its chord less `bend s (h - s) / 2` where the two times are `s` and `h - s` away: every two points
    /// close along a curve that bends no more, and the nearest two of each time lie below all others.
    ///
    /// Where the bodies are then comes with it, if that is known.
    fn free_until(&self, stop: &Stop, cache: &SimplexCache) -> Option<(f64, Option<[Placed; 2]>)> {
        let [a, b] = &self.paths;
        let target = 0.5 * self.touching;
        if a.rate == 0.0 && b.rate == 0.0 {
            return Some((stop.time + self.free_time(stop, target)?, None));
        }
        let pair = Pair {
            bodies: self.bodies,
            paths: &self.paths,
            reaches: self.reaches,
            apart: self.rounding + target,
        };
        let axis = Axis::new(stop.normal, &stop.placed, &pair, cache);
        let end = {
            let span = stop.time + axis.span(&pair);
            if span < self.max_time {
                span
            } else {
                self.max_time
            }
        };
        let relative = b.linear - a.linear;
        let bends = axis.bend(&pair);
        let mut time = stop.time;
        let mut placed = None;
        let [mut room, mut growth] = axis.start(&pair, &stop.placed);
        for _ in 0..FOLLOWED {
            if room <= 0.5 * target {
                break;
            }
            let between = b.center_at(time) - a.center_at(time);
            // Over twice the time in which the bend alone would use the room up nothing can be said.
            let mut step = 2.0 * (2.0 * room / bends.within(between.length())).sqrt();
            if growth < 0.0 && room < -growth * step {
                step = room / -growth;
            }
            if step > end - time {
                step = end - time;
            }
            // Not so for NaN.
            let goes_on = step > 0.0;
            if !goes_on {
                break;
            }
            let later = (between + relative * step).length();
            let bend = bends.within(larger(between.length(), later));
            let there = self.placed_at(time + step);
            let then = axis.room_at(&pair, &there);
            let chord = (then - room) / step;
            match first_fall(room, chord - 0.5 * bend * step, bend) {
                Some(free) if free < step => {
                    time += free;
                    let there = self.placed_at(time);
                    room = axis.room_at(&pair, &there);
                    placed = Some(there);
                    growth = (then - room) / (step - free);
                }
                Some(_) | None if then > 0.0 => {
                    if step >= self.max_time - time {
                        return None;
                    }
                    time += step;
                    placed = Some(there);
                    (room, growth) = (then, chord);
                }
                Some(_) | None => break,
            }
        }
        // At least what the speeds alone give.
        let (rate_a, rate_b) = (a.rate * self.reaches[0], b.rate * self.reaches[1]);
        let speeds = relative.length() + rate_a + rate_b;
        if (time - stop.time) * speeds > 0.5 * (stop.distance - target) {
            return Some((time, placed));
        }
        let least = stop.time + self.free_time(stop, target)?;
        Some(if least > time {
            (least, None)
        } else {
            (time, placed)
        })
    }

    /// Time from a stop in which the gap along its normal surely stays above `target` (m); `None` for ever.
    fn free_time(&self, stop: &Stop, target: f64) -> Option<f64> {
        let n = stop.normal;
        let [a, b] = &self.paths;
        let (sides, swings) = {
            let ((side_a, swing_a), (side_b, swing_b)) =
                (self.outward(stop, 0), self.outward(stop, 1));
            ([side_a, side_b], [swing_a, swing_b])
        };
        let far = [
            self.farthest(stop, 0, sides[0]),
            self.farthest(stop, 1, sides[1]),
        ];
        let room = n.dot(self.center(stop, 1) - self.center(stop, 0))
            - sides[0].dot(far[0])
            - sides[1].dot(far[1])
            - self.rounding
            - target;
        let linear = n.dot(a.linear - b.linear);
        let (rate_a, bend_a) = self.turning[0].bounds(a, n);
        let (rate_b, bend_b) = self.turning[1].bounds(b, n);
        let fastest = linear + rate_a + rate_b;
        if fastest <= 0.0 {
            return None;
        }
        let first_order = larger(room / fastest, 0.0);
        let bend = bend_a + bend_b;
        if bend == 0.0 || room <= 0.0 {
            return Some(first_order);
        }
        // The points that are farthest now give the longest step that may be free. Others may overtake them; the
        // support of a direction that turns linearly is convex in the step, so its chord over this step bounds
        // it over any shorter one.
        let remaining = self.max_time - stop.time;
        let tangent = linear + swings[0].dot(far[0]) + swings[1].dot(far[1]);
        let mut step = within(room, tangent, bend);
        if step > remaining {
            // A little more than remains, so that the end of the motion is passed.
            step = remaining * 1.001;
        }
        if step > first_order {
            let grown = |body: usize| {
                let direction = sides[body] + swings[body] * step;
                direction.dot(self.farthest(stop, body, direction)) - sides[body].dot(far[body])
            };
            let safe = within(room, linear + (grown(0) + grown(1)) / step, bend);
            if safe < step {
                step = safe;
            }
        }
        Some(larger(first_order, step))
    }

    /// The touch at a stop whose gap is within the tolerance: moved to where the gap closes along the normal.
    fn touch(&self, stop: &Stop, kind: ImpactKind) -> Touch {
        let mut touch = Touch {
            time: stop.time,
            normal: stop.normal,
            point_on_a: stop.point_on_a,
            distance: stop.distance,
            kind,
        };
        let closing = self.closing_at(stop, stop.point_on_a);
        if kind == ImpactKind::Hit && stop.distance > 0.0 && closing > 0.0 {
            let rest = self.free_time(stop, 0.0).unwrap_or(0.0);
            let left = self.max_time - stop.time;
            let rest = if rest > left { left } else { rest };
            touch.time += rest;
            touch.point_on_a += self.paths[0].velocity(stop.point_on_a, stop.time) * rest;
            touch.distance = larger(stop.distance - closing * rest, 0.0);
        }
        touch
    }
}

pub(super) fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Least time in which `rate t + bend t^2 / 2` reaches `room`, for `bend > 0`.
pub(super) fn within(room: f64, rate: f64, bend: f64) -> f64 {
    let root = (rate * rate + 2.0 * bend * room).sqrt();
    if rate > 0.0 {
        2.0 * room / (rate + root)
    } else {
        (root - rate) / bend
    }
}

/// Least time at which `room + rate t + bend t^2 / 2` is zero, for `room > 0` and `bend >= 0`; `None` if it never is.
fn first_fall(room: f64, rate: f64, bend: f64) -> Option<f64> {
    let square = rate * rate - 2.0 * bend * room;
    (rate < 0.0 && square >= 0.0).then(|| 2.0 * room / (square.sqrt() - rate))
}

/// Size of the smaller of two bodies, m. A triangle is part of a surface of any fineness and does not count
/// beside a solid.
fn smaller_size([a, b]: [&Convex<'_>; 2]) -> f64 {
    let flat = |convex: &Convex<'_>| matches!(convex, Convex::Triangle(_));
    let (size_a, size_b) = (size(a), size(b));
    if flat(b) || (size_a < size_b && !flat(a)) {
        size_a
    } else {
        size_b
    }
}

/// Half the longest side of a body, m.
pub(super) fn size(convex: &Convex<'_>) -> f64 {
    let largest = |v: Vec3| v.max_element();
    f64::from(match *convex {
        Convex::Sphere { radius } => radius,
        Convex::Box { half_extents } => largest(half_extents),
        Convex::Capsule {
            half_height,
            radius,
        } => half_height + radius,
        Convex::Cylinder {
            half_height,
            radius,
        }
        | Convex::Cone {
            half_height,
            radius,
        } => {
            if half_height > radius {
                half_height
            } else {
                radius
            }
        }
        Convex::Hull(hull) => largest(hull.local_aabb().half_extents()),
        Convex::Triangle(_) => largest(convex.aabb(&Pose::IDENTITY).half_extents()),
    })
}
