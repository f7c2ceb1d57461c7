//! One step of a ball among obstacles.

use voltex_flight::{Flyer, FreePath, State, Surface};
use voltex_math::{Aabb, DVec3, Pose, Vec3};

use super::nearest::{self, Nearest};
use super::sweep::{Found, Moving, Track, first_touch};
use crate::shape::{Convex, Shape};

/// Impacts that one step resolves; the ball then stays in contact.
const MOST_IMPACTS: usize = 10;

/// Free paths of one step: impacts, and parts where forces are strong.
const MOST_PATHS: usize = 4096;

/// Something in the way of a ball.
#[derive(Clone, Copy, Debug)]
pub struct Obstacle<'a> {
    shape: Shape<'a>,
    pose: Pose,
    /// m/s and rad/s, about the origin of `pose`.
    velocity: Vec3,
    angular_velocity: Vec3,
    surface: Surface,
}

impl<'a> Obstacle<'a> {
    /// A shape that stands still; `surface` is what the ball meets on it.
    pub fn still(shape: Shape<'a>, pose: Pose, surface: Surface) -> Self {
        Self::moving(shape, pose, Vec3::ZERO, Vec3::ZERO, surface)
    }

    /// A shape that starts the step at `pose` and moves evenly, whatever strikes it: `velocity` (m/s) is that of the
    /// origin of its pose, `angular_velocity` in rad/s.
    pub fn moving(
        shape: Shape<'a>,
        pose: Pose,
        velocity: Vec3,
        angular_velocity: Vec3,
        surface: Surface,
    ) -> Self {
        Self {
            shape,
            pose,
            velocity,
            angular_velocity,
            surface,
        }
    }

    /// The frame during a path that begins `after` seconds into the step and takes `duration` seconds.
    fn frame(&self, after: f64, duration: f64) -> Moving {
        Moving::new(
            &self.pose,
            self.velocity.as_dvec3(),
            self.angular_velocity.as_dvec3(),
            [after, duration],
        )
    }
}

/// An impact of a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallImpact {
    /// Which of the obstacles.
    pub obstacle: usize,
    /// Seconds into the step.
    pub time: f64,
    /// Contact point, m.
    pub point: DVec3,
    /// Unit normal, from the obstacle to the ball.
    pub normal: DVec3,
    /// Just before.
    pub before: State,
    /// Just after.
    pub after: State,
    /// Impulse on the ball, N s.
    pub impulse: DVec3,
}

/// A contact from which the ball does not bounce away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LastingContact {
    /// Which of the obstacles.
    pub obstacle: usize,
    /// Unit normal, from the obstacle to the ball.
    pub normal: DVec3,
    /// What is left of the step, s.
    pub time_left: f64,
}

/// What a step brings.
#[derive(Clone, Debug, PartialEq)]
pub struct BallStep {
    /// At the end of the step, or where lasting contact begins.
    pub state: State,
    /// In order of time.
    pub impacts: Vec<BallImpact>,
    /// Contact in which the ball stays.
    pub contact: Option<LastingContact>,
}

/// Flies a ball from `state` at the time `start` to the time `end` (s), bouncing from obstacles.
///
/// Up to ten impacts are resolved at their instants; a ball that has had them all, or whose hop would be
/// shorter than a millisecond, is left in [`BallStep::contact`] at that instant. Of obstacles touched at the same instant
/// the first in the list is struck first.
pub fn fly_step(
    flyer: &Flyer,
    state: &State,
    [start, end]: [f64; 2],
    obstacles: &[Obstacle<'_>],
) -> BallStep {
    let mut out = BallStep {
        state: *state,
        impacts: Vec::new(),
        contact: None,
    };
    let mut now = start;
    for _ in 0..MOST_PATHS {
        if now >= end {
            return out;
        }
        let path = flyer.path(now, end - now, &out.state);
        match first_obstacle(flyer, &path, now - start, obstacles) {
            Met::Nothing => {
                // The last part of a step ends with it, whatever the sum of the parts rounds to.
                now = if path.duration() < end - now {
                    now + path.duration()
                } else {
                    end
                };
                out.state = *path.end();
            }
            Met::Unknown(s) => {
                now += s * path.duration();
                out.state = path.at(s);
            }
            Met::Touch(touch) => {
                now += touch.s * path.duration();
                out.state = path.at(touch.s);
                if let Some(contact) = strike(flyer, &mut out, now - start, &touch, obstacles) {
                    out.contact = Some(LastingContact {
                        time_left: end - now,
                        ..contact
                    });
                    return out;
                }
            }
        }
    }
    out
}

/// The touch that comes first.
struct Touch {
    s: f64,
    obstacle: usize,
    normal: DVec3,
    /// Velocity of the obstacle there, m/s.
    velocity: DVec3,
}

enum Met {
    Nothing,
    /// The search ended at this instant of the path, free until then.
    Unknown(f64),
    Touch(Touch),
}

fn first_obstacle(flyer: &Flyer, path: &FreePath, after: f64, obstacles: &[Obstacle<'_>]) -> Met {
    let track = Track::new(path);
    let mut search = Search {
        path,
        track: &track,
        radius: flyer.ball().radius,
        limit: 1.0,
        met: Met::Nothing,
    };
    for (index, obstacle) in obstacles.iter().enumerate() {
        search.against(index, obstacle, &obstacle.frame(after, path.duration()));
    }
    search.met
}

/// A search for the first of all touches: each found one limits what follows.
struct Search<'a> {
    path: &'a FreePath,
    track: &'a Track,
    radius: f64,
    limit: f64,
    met: Met,
}

impl Search<'_> {
    fn against(&mut self, index: usize, obstacle: &Obstacle<'_>, frame: &Moving) {
        match &obstacle.shape {
            Shape::Convex(body) => self.convex(index, body, frame),
            Shape::HalfSpace { normal } => {
                self.piece(index, frame, |point| nearest::of_half_space(*normal, point));
            }
            Shape::Compound(compound) => {
                for child in compound.children() {
                    let pose = child.pose();
                    let (turn, origin) = (
                        pose.rotation.as_dquat().normalize(),
                        pose.position.as_dvec3(),
                    );
                    let body = child.convex();
                    self.piece(index, frame, |point| {
                        let found = nearest::of_convex(&body, turn.conjugate() * (point - origin));
                        Nearest {
                            normal: turn * found.normal,
                            ..found
                        }
                    });
                }
            }
            Shape::Mesh(mesh) => {
                let bounds = self.bounds_in(frame);
                mesh.overlaps(&bounds, |triangle| {
                    let body = Convex::Triangle(mesh.triangle(triangle));
                    self.convex(index, &body, frame);
                });
            }
            Shape::HeightField(field) => {
                let bounds = self.bounds_in(frame);
                field.overlaps(&bounds, |triangle| {
                    let body = Convex::Triangle(field.triangle(triangle));
                    self.convex(index, &body, frame);
                });
            }
        }
    }

    fn convex(&mut self, index: usize, body: &Convex<'_>, frame: &Moving) {
        self.piece(index, frame, |point| nearest::of_convex(body, point));
    }

    fn piece(&mut self, index: usize, frame: &Moving, nearest: impl Fn(DVec3) -> Nearest) {
        match first_touch(self.track, self.radius, frame, self.limit, nearest) {
            Found::Free => {}
            Found::Unknown(s) => {
                self.limit = s;
                self.met = Met::Unknown(s);
            }
            Found::Touch { s, normal, offset } => {
                let s = offset.map_or(s, |offset| self.crossing(s, normal, offset));
                // Of equal instants the first stays.
                if s < self.limit || matches!(self.met, Met::Nothing) {
                    self.limit = s;
                    self.met = Met::Touch(Touch {
                        s,
                        obstacle: index,
                        normal,
                        velocity: frame.velocity_at(s, self.track.position(s))
                            / self.path.duration(),
                    });
                }
            }
        }
    }

    /// The touch of a flat face by the function that a flight over a plane uses, hence to its last bit.
    fn crossing(&self, s: f64, normal: DVec3, offset: f64) -> f64 {
        match self.path.first_crossing(normal, offset + self.radius) {
            Some(exact) if (exact - s).abs() < 1e-9 => exact,
            _ => s,
        }
    }

    /// A box of the obstacle's frame that holds the ball all along the path.
    fn bounds_in(&self, frame: &Moving) -> Aabb {
        let [low, high] = frame.bounds_of(self.track, self.radius);
        Aabb {
            min: low.as_vec3(),
            max: high.as_vec3(),
        }
    }
}

/// The rebound; the contact where the ball stays.
fn strike(
    flyer: &Flyer,
    out: &mut BallStep,
    time: f64,
    touch: &Touch,
    obstacles: &[Obstacle<'_>],
) -> Option<LastingContact> {
    let before = out.state;
    let relative = State {
        velocity: before.velocity - touch.velocity,
        ..before
    };
    let contact = LastingContact {
        obstacle: touch.obstacle,
        normal: touch.normal,
        time_left: 0.0,
    };
    if !flyer.hops(touch.normal, -touch.normal.dot(relative.velocity)) {
        return Some(contact);
    }
    let surface = &obstacles[touch.obstacle].surface;
    let rebound = flyer.rebound(surface, touch.normal, &relative);
    out.state = State {
        velocity: rebound.velocity + touch.velocity,
        spin: rebound.spin,
        ..before
    };
    out.impacts.push(BallImpact {
        obstacle: touch.obstacle,
        time,
        point: before.position - touch.normal * flyer.ball().radius,
        normal: touch.normal,
        before,
        after: out.state,
        impulse: (out.state.velocity - before.velocity) * flyer.ball().mass,
    });
    let leaves = flyer.hops(touch.normal, touch.normal.dot(rebound.velocity));
    (!leaves || out.impacts.len() >= MOST_IMPACTS).then_some(contact)
}
