//! Aiming: the launches that send a ball to a target, or why there are none.
//!
//! Given are a target, the ball with its spin, the air, the wind, gravity and the height of release, and
//! one of speed, launch angle and flight time. Solved for are the other two and the direction, since
//! wind and side force bend the path. As a rule a fixed speed has two solutions, a low and a high arc.
//!
//! ```
//! use voltex_flight::aim::{Aim, Given};
//! use voltex_flight::{Air, Launch, Shot, balls, units::{deg, rpm}};
//! use voltex_math::DVec3;
//!
//! let kick = balls::SOCCER.launch(Launch::at(0.0).backspin(rpm(300.0)).tilt(deg(-60.0)));
//! let goal = DVec3::new(25.0, 1.5, -2.0);
//! let answer = Aim::new(&kick, goal, Given::Speed(25.0)).solve(&Air::default())?;
//! let [low, high] = &answer.solutions[..] else { panic!("a low and a high arc") };
//! assert!(low.launch.elevation < high.launch.elevation);
//!
//! let flight = Shot { launch: low.launch, ..kick }.fly(&Air::default())?;
//! let ball = flight.state_at(low.time).position - DVec3::Y * flight.ball().radius;
//! assert!((ball - goal).length() < 1e-3);
//! # Ok::<(), voltex_flight::FlightError>(())
//! ```
//!
//! # Method
//!
//! For every flight time `T` there is a launch velocity `V(T)` that hits. The curve `V(T)` is sampled with
//! few long steps of an embedded Runge-Kutta pair; what is fixed then is an equation in `T` alone, whose
//! sign changes are bracketed and polished by Newton steps with an inverse Jacobian after Broyden (1965,
//! Math. Comp. 19:577). The least `|V(T)|` is the speed that is just enough. Tests fly the solutions
//! for thousands of targets with [`Shot::fly`](crate::Shot::fly): each hits within 1 mm.
//!
//! # Cost
//!
//! Both arcs of a free kick at 25 m/s with 300 rpm at a goal 25 m away take 55 us on one core, 56 us for a
//! target on the ground (median of single questions; `cargo bench -p voltex_bench --bench aim`): 17 trial flights
//! of 72 steps in all, and a step waits for six evaluations of the forces, one after the other. Where two
//! solutions nearly meet, or air bends the path a lot, more are needed. Balls whose forces turn with them, and
//! wind other than uniform, are flown in the steps of the ordinary flight and take longer.
//!
//! # Limits
//!
//! Samples of the curve are 40 % of the flight time apart. Where air bends paths so strongly that several
//! launches may arrive after equal times, and where the curve tells of none, a sweep over launch angles and
//! directions is added; in a test over all balls fewer than 1 launch in 200 was not found again.
//! Of 156,000 solutions for random shots of all balls 3 missed by more than 1 mm, by 1.15 mm at most; 99.9 % hit
//! within 0.62 mm.
//! Speeds above [`FASTEST`] are not searched unless one is given.

mod family;
mod nearest;
mod newton;
mod obstacle;
mod pilot;
mod sweep;

use voltex_math::DVec3;
use voltex_math::f64::{atan2, max, min, sin_cos};

pub use obstacle::Obstacle;

use crate::air::Air;
use crate::crossing::{Plane, first_crossing};
use crate::error::{FlightError, check_range};
use crate::integrate::Step;
use crate::launch::Launch;
use crate::shot::Shot;
use crate::spheroid_flight::first_touch;
use crate::units::to_deg;
use family::{Constraint, Family, Node, Root};
use nearest::{Approach, Free, Search};
use obstacle::Frame;
use pilot::Pilot;

/// The largest speed that is searched where none is given, m/s: that of sound.
pub const FASTEST: f64 = 343.0;
/// The steepest launch angle that can be given, rad.
const STEEPEST: f64 = 1.57;
/// What a path may lie below the ground (m), or be short of the target along it, by rounding.
const GRAZE: f64 = 5e-3;

/// The one number of the launch that is fixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Given {
    /// Speed, m/s.
    Speed(f64),
    /// Launch angle above the horizontal, rad, up to 1.57 either way.
    LaunchAngle(f64),
    /// Flight time to the target, s.
    Time(f64),
}

/// A question to the solver.
///
/// Ball, spin, height, gravity, wind and `dt` are those of the shot; speed, launch angle and direction of
/// its launch are not looked at. A `spin_vector` stays fixed in the world, rate and tilt turn with the
/// direction that is found.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    shot: Shot,
    target: DVec3,
    given: Given,
    obstacles: Vec<Obstacle>,
}

/// What the solver found.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Launches that reach the target with nothing in the way, in order of flight time: low arc first.
    pub solutions: Vec<Solution>,
    /// Launches that would reach it if something were not in the way.
    pub blocked: Vec<Blocked>,
    /// Why there is no solution; `None` if there is one.
    pub reason: Option<NoSolution>,
}

/// A launch that reaches the target.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The launch, everything else as in the question.
    pub launch: Launch,
    /// Seconds to the target.
    pub time: f64,
    /// Velocity at the target, m/s.
    pub velocity: DVec3,
    /// Greatest height of the ball's lowest point on the way, m above the ground.
    pub apex_height: f64,
    /// Room between the ball's surface and each obstacle, m, in the order of the question; it is the
    /// least distance over the whole path.
    pub clearances: Vec<f64>,
}

impl Solution {
    /// Angle of descent at the target, rad, negative where the ball still rises.
    pub fn arrival_angle(&self) -> f64 {
        let v = self.velocity;
        atan2(-v.y, (v.x * v.x + v.z * v.z).sqrt())
    }
}

/// A launch with something in the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Blocked {
    /// The launch and where it would lead.
    pub solution: Solution,
    /// What is in the way.
    pub by: Hindrance,
}

/// What is in the way of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hindrance {
    /// The ball comes down here (centre, m) before the target.
    Ground(DVec3),
    /// The obstacle of this index in the question.
    Obstacle {
        /// Its place in the order of the question.
        index: usize,
        /// How far the ball would have to move to get past, m.
        by: f64,
    },
}

impl core::fmt::Display for Hindrance {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Ground(p) => write!(
                f,
                "the ball meets the ground on the way, at ({:.2}, {:.2}) m",
                p.x, p.z
            ),
            Self::Obstacle { index, by } => {
                write!(f, "obstacle {} is in the way by {by:.3} m", index + 1)
            }
        }
    }
}

/// Why nothing was found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum NoSolution {
    /// No launch with what is fixed comes to the target.
    OutOfReach {
        /// What was fixed.
        given: Given,
        /// The flight that comes nearest; `None` if none could be computed.
        nearest: Option<Nearest>,
        /// Least and greatest value of what is fixed with which the target is reached, as far as it was
        /// searched: speeds and launch angles and times that need at most [`FASTEST`].
        enough: Option<[f64; 2]>,
    },
    /// Something is in the way of every path; this is in the way of the first.
    Blocked(Hindrance),
}

/// The flight that comes nearest to a target out of reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Its launch.
    pub launch: Launch,
    /// Seconds to the nearest point.
    pub time: f64,
    /// The ball's lowest point there, m.
    pub point: DVec3,
    /// Distance from the target, m.
    pub distance: f64,
}

impl core::fmt::Display for NoSolution {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let (given, nearest, enough) = match self {
            Self::Blocked(by) => {
                return write!(
                    f,
                    "every path is blocked: {by}; change the spin, or fix another speed, angle or time"
                );
            }
            Self::OutOfReach {
                given,
                nearest,
                enough,
            } => (given, nearest, enough),
        };
        match given {
            Given::Speed(v) => write!(f, "no launch at {v:.2} m/s reaches the target")?,
            Given::LaunchAngle(a) => {
                write!(f, "no launch at {:.2} deg reaches the target", to_deg(*a))?;
            }
            Given::Time(t) => write!(f, "no launch reaches the target after {t:.3} s")?,
        }
        if let Some(Nearest {
            point, distance, ..
        }) = nearest
        {
            write!(
                f,
                "; the nearest point is ({:.2}, {:.2}, {:.2}) m, {distance:.2} m from it",
                point.x, point.y, point.z
            )?;
        }
        match (given, enough) {
            (Given::Speed(v), Some([least, _])) if least > v => {
                write!(f, "; at least {least:.2} m/s are needed")
            }
            (Given::LaunchAngle(_), Some([from, to])) => write!(
                f,
                "; it is reached at {:.2} to {:.2} deg",
                to_deg(*from),
                to_deg(*to)
            ),
            (Given::Time(_), Some([from, to])) => {
                write!(f, "; it is reached after {from:.3} to {to:.3} s")
            }
            (Given::Speed(_), Some(_)) => Ok(()),
            (_, None) => write!(f, "; no speed up to {FASTEST} m/s is enough"),
        }
    }
}

impl Aim {
    /// Aims a shot so that the ball's lowest point comes to `target` (m, world axes, 0 is the ground).
    pub fn new(shot: &Shot, target: DVec3, given: Given) -> Self {
        let mut shot = shot.clone();
        (
            shot.launch.speed,
            shot.launch.elevation,
            shot.launch.direction,
        ) = (0.0, 0.0, 0.0);
        Self {
            shot,
            target,
            given,
            obstacles: Vec::new(),
        }
    }

    /// Something that the ball must not touch; any number of times.
    pub fn past(mut self, obstacle: Obstacle) -> Self {
        self.obstacles.push(obstacle);
        self
    }

    /// The launches that reach the target through `air`.
    ///
    /// # Errors
    /// Input that is NaN or out of range: see [`Shot::validate`], and a target below the ground or at the
    /// place of the launch, a speed or time that is not positive. That nothing reaches the target is no
    /// error but an answer.
    pub fn solve(&self, air: &Air) -> Result<Answer, FlightError> {
        self.validate()?;
        let motion = self.shot.motion(air);
        let centre = self.centre();
        let pilot = Pilot::new(&self.shot, &motion, centre);
        let fastest = match self.given {
            Given::Speed(speed) => speed,
            Given::LaunchAngle(_) | Given::Time(_) => FASTEST,
        };
        let family = Family::new(
            &pilot,
            centre,
            self.shot.max_time,
            fastest,
            self.under_target(),
        );
        let (roots, samples) = match self.given {
            Given::Speed(speed) => family.roots(Constraint::Speed(speed)),
            Given::LaunchAngle(angle) => {
                let (sin, cos) = sin_cos(angle);
                family.roots(Constraint::Angle(sin, cos))
            }
            Given::Time(time) => (family.at_time(time).into_iter().collect(), Vec::new()),
        };
        let mut answer = Answer {
            solutions: Vec::with_capacity(roots.len()),
            blocked: Vec::new(),
            reason: None,
        };
        for root in &roots {
            let speed = self.launch(&pilot, root.node.velocity).speed;
            if speed > fastest {
                continue;
            }
            if let Some((solution, by)) = self.judge(&pilot, root) {
                match by {
                    None => answer.solutions.push(solution),
                    Some(by) => answer.blocked.push(Blocked { solution, by }),
                }
            }
        }
        if answer.solutions.is_empty() {
            answer.reason = Some(match answer.blocked.first() {
                Some(blocked) => NoSolution::Blocked(blocked.by),
                None => self.out_of_reach(&pilot, &family, &samples),
            });
        }
        Ok(answer)
    }

    fn validate(&self) -> Result<(), FlightError> {
        self.shot.validate()?;
        let what = ["target x (m)", "target height (m)", "target z (m)"];
        for (what, value) in what.into_iter().zip(self.target.to_array()) {
            check_range(what, value, -1e5, 1e5, "")?;
        }
        let normal = self.shot.ground_normal;
        check_range(
            "height of the target above the ground (m)",
            self.target.dot(normal),
            -1e-6,
            1e5,
            "; the target is where the ball's lowest point shall be, and the ground is at 0",
        )?;
        let start = DVec3::Y * self.shot.launch.height;
        if (self.target - start).length() < 1e-3 {
            return Err(FlightError::Conflict(
                "the target is the place of the launch; give a target at least 1 mm away"
                    .to_owned(),
            ));
        }
        match self.given {
            Given::Speed(speed) => check_range("speed (m/s)", speed, 1e-3, 3000.0, "")?,
            Given::LaunchAngle(angle) => check_range(
                "launch angle (rad)",
                angle,
                -STEEPEST,
                STEEPEST,
                ", that is -89.95 to 89.95 deg; for a shot straight up fix the speed",
            )?,
            Given::Time(time) => check_range(
                "flight time (s)",
                time,
                1e-4,
                self.shot.max_time,
                ", the longest flight of the shot",
            )?,
        };
        self.obstacles.iter().try_for_each(Obstacle::validate)
    }

    /// What the ball's centre has to keep from the ground and from obstacles, m: its radius, or the long
    /// semi-axis of an oval ball, which may come in any attitude.
    fn reach(&self) -> f64 {
        let ball = &self.shot.ball;
        ball.spheroid()
            .map_or(ball.radius, |body| max(body.long, body.short))
    }

    /// Centre of the ball at the target, m.
    fn centre(&self) -> DVec3 {
        self.target + self.shot.ground_normal * self.reach()
    }

    /// The fraction of a step at which the ball touches the ground.
    fn touch(&self, step: &Step) -> Option<f64> {
        match self.shot.ball.spheroid() {
            None => first_crossing(step, &self.ground()),
            Some(body) => first_touch(&body, self.shot.ground_normal, 0.0, step),
        }
    }

    /// Upward normal of the ground where a ball at the target all but touches it.
    fn under_target(&self) -> Option<DVec3> {
        let normal = self.shot.ground_normal;
        (self.target.dot(normal) < 0.01).then_some(normal)
    }

    fn ground(&self) -> Plane {
        Plane {
            normal: self.shot.ground_normal,
            offset: self.shot.ball.radius,
        }
    }

    /// The launch of a node with exactly what is fixed.
    fn launch(&self, pilot: &Pilot<'_>, velocity: DVec3) -> Launch {
        let mut launch = pilot.launch(&self.shot.launch, velocity);
        match self.given {
            Given::Speed(speed) => launch.speed = speed,
            Given::LaunchAngle(angle) => launch.elevation = angle,
            Given::Time(_) => {}
        }
        launch
    }

    /// The solution of a root and what is in its way.
    fn judge(&self, pilot: &Pilot<'_>, root: &Root) -> Option<(Solution, Option<Hindrance>)> {
        let node = &root.node;
        let (reach, centre) = (self.reach(), self.centre());
        let mut highest = max(pilot.start.y, centre.y);
        let mut touch = None;
        for step in &root.path {
            highest = max(highest, top(step));
            if touch.is_none()
                && let Some(s) = self.touch(step).filter(|s| *s <= step.used)
            {
                touch = Some(step.at(s));
            }
        }
        let mut clearances = vec![f64::INFINITY; self.obstacles.len()];
        if !self.obstacles.is_empty() {
            // The path of the root is a few millimetres off: too much for a ball that just clears a net.
            let frame = Frame::new(pilot.start, centre);
            pilot.fly(node.velocity, node.time, family::FINE, |step| {
                for (room, obstacle) in clearances.iter_mut().zip(&self.obstacles) {
                    *room = min(*room, obstacle.clearance(step, step.used, &frame, reach));
                }
                true
            })?;
        }
        let by = touch
            .filter(|state| {
                // The target itself may be the touch; a flat path meets the ground a little early.
                let v = state.velocity;
                let steep = max(-v.y / v.length(), 1e-3);
                (state.position - centre).length() > GRAZE / steep
            })
            .map(|state| Hindrance::Ground(state.position))
            .or_else(|| {
                let index = clearances.iter().position(|room| *room < 0.0)?;
                Some(Hindrance::Obstacle {
                    index,
                    by: -clearances[index],
                })
            });
        let solution = Solution {
            launch: self.launch(pilot, node.velocity),
            time: node.time,
            velocity: root.path.last().map(|step| step.at(step.used))?.velocity,
            apex_height: highest - reach,
            clearances,
        };
        Some((solution, by))
    }

    fn out_of_reach(&self, pilot: &Pilot<'_>, family: &Family<'_>, samples: &[Node]) -> NoSolution {
        let centre = family.target;
        let within = |samples: &[Node], of: fn(&Node) -> f64| {
            let values = samples
                .iter()
                .filter(|node| node.velocity.length() <= FASTEST)
                .map(of);
            values.fold(None, |range: Option<[f64; 2]>, value| {
                let [lo, hi] = range.unwrap_or([value, value]);
                Some([min(lo, value), max(hi, value)])
            })
        };
        let all = Family::new(
            pilot,
            centre,
            self.shot.max_time,
            FASTEST,
            self.under_target(),
        );
        let (free, enough) = match self.given {
            Given::Speed(speed) => {
                let least = all.slowest(samples).map(|node| node.velocity.length());
                let least = least.filter(|least| *least <= FASTEST);
                (Free::Angle(speed), least.map(|least| [least, FASTEST]))
            }
            Given::LaunchAngle(angle) => (
                Free::Speed(angle, FASTEST),
                within(samples, |node| {
                    let v = node.velocity;
                    atan2(v.y, (v.x * v.x + v.z * v.z).sqrt())
                }),
            ),
            Given::Time(time) => {
                let (roots, samples) = all.roots(Constraint::Speed(FASTEST));
                let nodes: Vec<Node> = roots
                    .into_iter()
                    .map(|root| root.node)
                    .chain(samples)
                    .collect();
                (
                    Free::AngleAt(FASTEST, time),
                    within(&nodes, |node| node.time),
                )
            }
        };
        let search = Search {
            pilot,
            target: centre,
            ground: self.ground(),
            longest: self.shot.max_time,
            free,
        };
        let nearest = search.nearest().map(|approach: Approach| Nearest {
            launch: self.launch(pilot, approach.velocity),
            time: approach.time,
            point: approach.position - self.shot.ground_normal * self.reach(),
            distance: approach.distance,
        });
        NoSolution::OutOfReach {
            given: self.given,
            nearest,
            enough,
        }
    }
}

/// Greatest height of the centre over a step, m.
fn top(step: &Step) -> f64 {
    let ends = max(step.start.position.y, step.end.position.y);
    if !(step.start.velocity.y > 0.0 && step.end.velocity.y < 0.0) {
        return ends;
    }
    let (mut lo, mut hi) = (0.0, 1.0);
    let c = step.quintic().map(|c| c.y);
    let slope =
        |s: f64| c[0] + (c[1] * 2.0 + (c[2] * 3.0 + (c[3] * 4.0 + c[4] * (5.0 * s)) * s) * s) * s;
    for _ in 0..30 {
        let middle = 0.5 * (lo + hi);
        if slope(middle) > 0.0 {
            lo = middle;
        } else {
            hi = middle;
        }
    }
    max(ends, step.position(lo).y)
}
