//! When a ball on a bent path first touches a body that moves evenly.
//!
//! The distance `f(s)` of the ball from a convex body, along its path seen from the body, obeys
//! `f(s + d) >= f(s) + f'(s) d - A d^2/2`, where `f'` is the speed along the normal and `A` bounds the acceleration of
//! the path: the distance to a convex set is convex along straight lines and changes by no more than the way. The
//! root of the right side is a step that cannot miss the touch; near it the steps are those of Newton.

use voltex_flight::FreePath;
use voltex_flight::state::turned;
use voltex_math::{DQuat, DVec3, Pose};

use super::nearest::Nearest;
use super::outline::Outline;

/// Steps of one search. Newton's need under ten; where `A` is large the search ends early, before the touch.
const STEPS: usize = 64;

/// Least step, as a fraction of the path.
const LEAST: f64 = 1e-12;

/// A body's frame, moving evenly during a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving {
    /// Pose at the start of the path.
    position: DVec3,
    rotation: DQuat,
    /// Place in the frame that is at `position`: what the frame turns about, m.
    middle: DVec3,
    /// Way (m) and turn (rad) until the end of the path; the turn is about `position`.
    way: DVec3,
    turn: DVec3,
    /// What a steady acceleration adds to the way, m.
    bent: DVec3,
    still: bool,
}

/// How a body moves from an instant on, seen from the start of a path: at `position` is what it turns about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    /// m
    pub(crate) position: DVec3,
    pub(crate) rotation: DQuat,
    /// The place of its frame that is at `position`, m.
    pub(crate) middle: DVec3,
    /// m/s
    pub(crate) velocity: DVec3,
    /// m/s^2
    pub(crate) acceleration: DVec3,
    /// rad/s
    pub(crate) spin: DVec3,
}

impl Moving {
    /// A frame that stands still.
    pub(crate) fn still(pose: &Pose) -> Self {
        Self {
            position: pose.position.as_dvec3(),
            // A rotation of f32 is of unit length to f32 only.
            rotation: pose.rotation.as_dquat().normalize(),
            middle: DVec3::ZERO,
            way: DVec3::ZERO,
            turn: DVec3::ZERO,
            bent: DVec3::ZERO,
            still: true,
        }
    }

    /// A frame in motion, as seen on a path of this duration (s).
    pub(crate) fn in_motion(motion: &Motion, duration: f64) -> Self {
        Self {
            position: motion.position,
            rotation: motion.rotation,
            middle: motion.middle,
            way: motion.velocity * duration,
            turn: motion.spin * duration,
            bent: motion.acceleration * (0.5 * duration * duration),
            still: false,
        }
    }

    /// A frame that moves evenly, with a velocity (m/s) and an angular velocity (rad/s) from a pose on: as seen on a
    /// path that begins `after` seconds later and takes `duration` seconds.
    pub(crate) fn new(
        pose: &Pose,
        velocity: DVec3,
        angular_velocity: DVec3,
        [after, duration]: [f64; 2],
    ) -> Self {
        let start = Self::still(pose);
        Self {
            position: start.position + velocity * after,
            rotation: turned(start.rotation, angular_velocity * after),
            way: velocity * duration,
            turn: angular_velocity * duration,
            middle: DVec3::ZERO,
            bent: DVec3::ZERO,
            still: velocity == DVec3::ZERO && angular_velocity == DVec3::ZERO,
        }
    }

    /// Rotation and origin at an instant.
    fn at(&self, s: f64) -> (DQuat, DVec3) {
        if self.still {
            return (self.rotation, self.position);
        }
        (turned(self.rotation, self.turn * s), self.place(s))
    }

    /// Where the middle is at an instant, m.
    fn place(&self, s: f64) -> DVec3 {
        self.position + (self.way + self.bent * s) * s
    }

    /// A direction of the frame in world axes at an instant.
    pub(crate) fn turned(&self, s: f64, direction: DVec3) -> DVec3 {
        self.at(s).0 * direction
    }

    /// Velocity of the frame's material at a place of the world, m per path.
    pub(crate) fn velocity_at(&self, s: f64, place: DVec3) -> DVec3 {
        self.way + self.bent * (2.0 * s) + self.turn.cross(place - self.place(s))
    }

    /// Corners of a box of the frame that holds a ball of this reach (m) all along a path.
    pub(crate) fn bounds_of(&self, track: &Track, radius: f64) -> [DVec3; 2] {
        let (start, end) = (self.local(track, 0.0), self.local(track, 1.0));
        // A path leaves its chord by an eighth of its acceleration at most.
        let bend = track.acceleration + self.bend(track, (start - end).length() + start.length());
        // The box is compared in f32.
        let slack = radius + 0.125 * bend;
        let slack = slack + 1e-6 * (slack + start.abs().max_element() + end.abs().max_element());
        [start.min(end) - slack, start.max(end) + slack]
    }

    /// The centre of the ball in the frame at an instant, m.
    fn local(&self, track: &Track, s: f64) -> DVec3 {
        self.seen(s, track.position(s))
    }

    /// A place of the world in the frame at an instant, m.
    pub(crate) fn seen(&self, s: f64, place: DVec3) -> DVec3 {
        let (rotation, origin) = self.at(s);
        rotation.conjugate() * (place - origin) + self.middle
    }

    /// Bound of what the frame's motion adds to the acceleration of a path seen from it, within `far` metres of its
    /// middle: its own acceleration, Coriolis and centrifugal terms.
    fn bend(&self, track: &Track, far: f64) -> f64 {
        let (spin, own) = (self.turn.length(), 2.0 * self.bent.length());
        let speed = track.speed + self.way.length() + own;
        spin * (2.0 * speed + spin * (far + speed)) + own
    }
}

/// The path of a ball's centre with its bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Track {
    start: DVec3,
    way: [DVec3; 5],
    /// Largest speed (m per path) and acceleration (m per path squared).
    pub(crate) speed: f64,
    acceleration: f64,
    /// How fast a spheroid turns (rad per path), and how fast that changes (rad per path squared); 0 for spheres.
    turning: [f64; 2],
}

impl Track {
    pub(crate) fn new(path: &FreePath, outline: &Outline) -> Self {
        let way = path.way();
        let sizes = way.map(|c| c.length());
        let sum = |factors: [f64; 5]| (0..5).map(|i| sizes[i] * factors[i]).sum();
        Self {
            start: path.start().position,
            way,
            speed: sum([1.0, 2.0, 3.0, 4.0, 5.0]),
            acceleration: sum([0.0, 2.0, 6.0, 12.0, 20.0]),
            turning: outline.oval().map_or([0.0; 2], |_| path.turning()),
        }
    }

    pub(crate) fn position(&self, s: f64) -> DVec3 {
        let c = &self.way;
        self.start + (c[0] + (c[1] + (c[2] + (c[3] + c[4] * s) * s) * s) * s) * s
    }

    /// Corners of a box that holds a ball of this reach (m) all along the path.
    pub(crate) fn bounds(&self, radius: f64) -> [DVec3; 2] {
        let (start, end) = (self.start, self.position(1.0));
        let slack = radius + 0.125 * self.acceleration;
        let slack = slack + 1e-6 * (slack + start.abs().max_element() + end.abs().max_element());
        [start.min(end) - slack, start.max(end) + slack]
    }

    /// m per path
    pub(crate) fn velocity(&self, s: f64) -> DVec3 {
        let c = &self.way;
        c[0] + (c[1] * 2.0 + (c[2] * 3.0 + (c[3] * 4.0 + c[4] * (5.0 * s)) * s) * s) * s
    }
}

/// A ball on a path.
#[derive(Clone, Copy)]
pub(crate) struct Leg<'a> {
    pub(crate) path: &'a FreePath,
    pub(crate) track: &'a Track,
    pub(crate) outline: &'a Outline,
}

impl Leg<'_> {
    /// Centre (m), attitude, and spin (rad per path) at an instant; a sphere is the same at every attitude.
    fn turned(&self, s: f64) -> (DVec3, DQuat, DVec3) {
        match self.outline {
            Outline::Sphere { .. } => (self.track.position(s), DQuat::IDENTITY, DVec3::ZERO),
            Outline::Oval(_) => {
                let state = self.path.at(s);
                let spin = state.spin * self.path.duration();
                (state.position, state.rotation, spin)
            }
        }
    }

    /// Bound of the acceleration along a fixed normal of the surface, m per path squared, in a frame that turns by so
    /// much (rad per path).
    fn bend(&self, turn: f64) -> f64 {
        let [rate, change] = self.track.turning;
        let own = self
            .outline
            .oval()
            .map_or(0.0, |oval| oval.bend(rate + turn, change + rate * turn));
        self.track.acceleration + own
    }

    /// From its centre to the place of its surface that is nearest along a unit normal towards it, m, where the ball of
    /// its axis that touches lies at `x`.
    pub(crate) fn arm(&self, rotation: DQuat, x: f64, normal: DVec3) -> DVec3 {
        match self.outline {
            Outline::Sphere { radius } => -normal * *radius,
            Outline::Oval(oval) => rotation * DVec3::X * x - normal * oval.radius_at(x),
        }
    }
}

/// What a search finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Found {
    /// No touch up to the limit.
    Free,
    /// The ball touches at an instant, with this unit normal towards it, world axes.
    Touch {
        s: f64,
        normal: DVec3,
        /// Where it touches, m.
        place: DVec3,
        /// Where it touches a flat face that stands still: the plane `normal . x = offset`, m.
        offset: Option<f64>,
    },
    /// The search ended before the limit: nothing touches before this instant.
    Unknown(f64),
}

/// The first instant in `from..=limit` at which a ball touches the body while coming nearer; at once where they overlap
/// and come nearer.
///
/// `nearest` tells the nearest point of the body to a point of its frame.
pub(crate) fn first_touch(
    leg: &Leg<'_>,
    body: &Moving,
    [from, limit]: [f64; 2],
    nearest: impl Fn(DVec3) -> Nearest,
) -> Found {
    let track = leg.track;
    let mut s = from;
    if let Outline::Oval(_) = leg.outline {
        s += clear_of_all_attitudes(leg, body, s, &nearest);
        if s > limit || s.is_nan() {
            return Found::Free;
        }
    }
    for _ in 0..STEPS {
        let (rotation, origin) = body.at(s);
        let (place, attitude, spin) = leg.turned(s);
        let reach = place - origin;
        let (x, found) = leg.outline.nearest(reach, attitude, |point| {
            let found = nearest(rotation.conjugate() * point + body.middle);
            Nearest {
                normal: rotation * found.normal,
                ..found
            }
        });
        let (gap, normal) = (found.distance, found.normal);
        let touched = place + leg.arm(attitude, x, normal);
        let speed = match leg.outline {
            Outline::Sphere { .. } => track.velocity(s) - body.velocity_at(s, place),
            Outline::Oval(_) => {
                track.velocity(s) + spin.cross(touched - place) - body.velocity_at(s, touched)
            }
        };
        let speed = speed.dot(normal);
        // What f64 cannot tell apart at this place.
        let size = leg.outline.reach() + reach.abs().max_element() + origin.abs().max_element();
        let touch = 8.0 * f64::EPSILON * size;
        if gap <= touch && speed < 0.0 {
            return Found::Touch {
                s,
                normal,
                place: touched,
                offset: found
                    .level
                    .filter(|_| body.still)
                    .map(|level| level + normal.dot(origin)),
            };
        }
        let bend = leg.bend(body.turn.length()) + body.bend(track, reach.length());
        let step = safe_step(if gap > touch { gap } else { 0.0 }, speed, bend);
        s += if step > LEAST { step } else { LEAST };
        if s > limit || s.is_nan() {
            return Found::Free;
        }
    }
    Found::Unknown(s)
}

/// How far an oval ball goes from an instant on before the sphere about it that holds all its attitudes may touch, as a
/// fraction of the path: where that is far the attitude need not be looked at.
fn clear_of_all_attitudes(
    leg: &Leg<'_>,
    body: &Moving,
    s: f64,
    nearest: impl Fn(DVec3) -> Nearest,
) -> f64 {
    let track = leg.track;
    let (rotation, origin) = body.at(s);
    let place = track.position(s);
    let reach = place - origin;
    let found = nearest(rotation.conjugate() * reach + body.middle);
    let gap = found.distance - leg.outline.reach();
    if gap <= 0.0 {
        return 0.0;
    }
    let speed = (track.velocity(s) - body.velocity_at(s, place)).dot(rotation * found.normal);
    let bend = track.acceleration + body.bend(track, reach.length());
    safe_step(gap, speed, bend)
}

/// A ball on a path that began at a time of the step, s.
#[derive(Clone, Copy)]
pub(crate) struct Flying<'a> {
    pub(crate) leg: Leg<'a>,
    pub(crate) since: f64,
}

/// A ball at an instant, by the seconds of the step.
struct Instant {
    /// m
    center: DVec3,
    rotation: DQuat,
    /// m/s and rad/s
    velocity: DVec3,
    spin: DVec3,
}

impl Flying<'_> {
    fn at(&self, time: f64) -> Instant {
        let duration = self.leg.path.duration();
        let s = (time - self.since) / duration;
        let (center, rotation, spin) = self.leg.turned(s);
        Instant {
            center,
            rotation,
            velocity: self.leg.track.velocity(s) / duration,
            spin: spin / duration,
        }
    }

    /// Bound of the acceleration of the surface, m/s^2.
    fn acceleration(&self) -> f64 {
        let duration = self.leg.path.duration();
        self.leg.bend(0.0) / (duration * duration)
    }
}

/// What two balls do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Meeting {
    /// They do not touch.
    Never,
    /// They touch at a time of the step (s), with this unit normal from the first to the second.
    Touch(f64, DVec3),
    /// The search ended before the limit: nothing touches before this time.
    Unknown(f64),
}

/// The first time from one to another at which two balls touch while coming nearer; at once where they overlap and
/// come nearer.
pub(crate) fn first_meeting(balls: [&Flying<'_>; 2], [from, to]: [f64; 2]) -> Meeting {
    let [a, b] = balls;
    let bend = a.acceleration() + b.acceleration();
    let outlines = [a.leg.outline, b.leg.outline];
    let size = outlines[0].reach() + outlines[1].reach();
    let mut time = from;
    for _ in 0..STEPS {
        let (p, q) = (a.at(time), b.at(time));
        let apart = q.center - p.center;
        let (gap, normal, speed) = match outlines {
            [
                Outline::Sphere { radius },
                Outline::Sphere { radius: other },
            ] => {
                let distance = apart.length();
                let normal = if distance > 0.0 {
                    apart / distance
                } else {
                    DVec3::Y
                };
                let speed = (q.velocity - p.velocity).dot(normal);
                (distance - (radius + other), normal, speed)
            }
            _ => {
                // The first is the ball, the second what it comes to.
                let (x, found) = outlines[0].nearest(DVec3::ZERO, p.rotation, |point| {
                    outlines[1].from(apart, q.rotation, point)
                });
                let arm = a.leg.arm(p.rotation, x, found.normal);
                let other = arm - apart - found.normal * found.distance;
                let speed = p.velocity + p.spin.cross(arm) - q.velocity - q.spin.cross(other);
                (found.distance, -found.normal, speed.dot(found.normal))
            }
        };
        let touch = 8.0 * f64::EPSILON * (size + p.center.abs().max_element());
        if gap <= touch && speed < 0.0 {
            return Meeting::Touch(time, normal);
        }
        let step = safe_step(if gap > touch { gap } else { 0.0 }, speed, bend);
        let least = LEAST * (to - from);
        time += if step > least { step } else { least };
        if time > to || time.is_nan() {
            return Meeting::Never;
        }
    }
    Meeting::Unknown(time)
}

/// The positive root of `gap + speed d - bend d^2/2`: until then nothing touches. Infinite where there is none.
fn safe_step(gap: f64, speed: f64, bend: f64) -> f64 {
    let root = (speed * speed + 2.0 * bend * gap).sqrt();
    if speed < 0.0 {
        // Without cancellation.
        2.0 * gap / (root - speed)
    } else if bend > 0.0 {
        (speed + root) / bend
    } else {
        f64::INFINITY
    }
}
