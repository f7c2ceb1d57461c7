//! One step of a ball among obstacles.

use voltex_flight::{Flyer, FreePath, State, Surface};
use voltex_math::{DVec3, Pose, Vec3};

use super::outline::Outline;
use super::search::{Met, Search, Touch};
use super::sweep::{Leg, Moving, Track};
use crate::shape::Shape;

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
        let (obstacle, met) = first_obstacle(flyer, &path, now - start, obstacles);
        match met {
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
                if let Some(contact) =
                    strike(flyer, &mut out, now - start, obstacle, &touch, obstacles)
                {
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

/// Which obstacle comes first, and what the path meets there.
fn first_obstacle(
    flyer: &Flyer,
    path: &FreePath,
    after: f64,
    obstacles: &[Obstacle<'_>],
) -> (usize, Met) {
    let outline = Outline::of(flyer);
    let track = Track::new(path, &outline);
    let mut search = Search::new(Leg {
        path,
        track: &track,
        outline: &outline,
    });
    let mut first = 0;
    for (index, obstacle) in obstacles.iter().enumerate() {
        if search.against(&obstacle.shape, &obstacle.frame(after, path.duration())) {
            first = index;
        }
    }
    (first, search.met)
}

/// The rebound; the contact where the ball stays.
fn strike(
    flyer: &Flyer,
    out: &mut BallStep,
    time: f64,
    obstacle: usize,
    touch: &Touch,
    obstacles: &[Obstacle<'_>],
) -> Option<LastingContact> {
    let before = out.state;
    let relative = State {
        velocity: before.velocity - touch.velocity,
        ..before
    };
    let contact = LastingContact {
        obstacle,
        normal: touch.normal,
        time_left: 0.0,
    };
    if !flyer.hops(touch.normal, flyer.approach(touch.normal, &relative)) {
        return Some(contact);
    }
    let surface = &obstacles[obstacle].surface;
    let rebound = flyer.rebound(surface, touch.normal, &relative);
    out.state = State {
        velocity: rebound.velocity + touch.velocity,
        spin: rebound.spin,
        ..before
    };
    out.impacts.push(BallImpact {
        obstacle,
        time,
        point: before.position + flyer.arm(before.rotation, touch.normal),
        normal: touch.normal,
        before,
        after: out.state,
        impulse: (out.state.velocity - before.velocity) * flyer.ball().mass,
    });
    let parting = State {
        velocity: rebound.velocity,
        ..out.state
    };
    let leaves = flyer.hops(touch.normal, -flyer.approach(touch.normal, &parting));
    (!leaves || out.impacts.len() >= MOST_IMPACTS).then_some(contact)
}
