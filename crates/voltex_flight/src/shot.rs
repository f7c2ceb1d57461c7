//! A shot: a ball, its launch and its surroundings, and the flight that follows.

use voltex_math::f64::sin_cos;
use voltex_math::{DQuat, DVec3, check_float_mode};

use crate::air::Air;
use crate::ball::Ball;
use crate::crossing::{self, Plane};
use crate::error::{FlightError, check_range};
use crate::flyer::rebound_of;
use crate::ground::{Change, Footing, Phase};
use crate::integrate::{Motion, Rates, Step};
use crate::launch::Launch;
use crate::spheroid_flight::SpheroidCourse;
use crate::state::State;
use crate::surface::{Restitution, Surface, TEST_TEMPERATURE};
use crate::trajectory::{End, Event, EventKind, Impact, Recording, Trajectory};
use crate::wind::Wind;

/// The default step, s.
pub const DEFAULT_DT: f64 = 1.0 / 60.0;
/// The default gravity, m/s^2.
pub const DEFAULT_GRAVITY: f64 = 9.81;
/// Impacts that one step resolves; the ball then stays on the ground.
pub(crate) const MOST_IMPACTS: u32 = 10;
/// A hop shorter than this (s) is no bounce any more: the ball stays on the ground.
pub(crate) const SHORTEST_HOP: f64 = 1e-3;
/// Most steps of the integrator in one flight.
pub(crate) const MOST_STEPS: usize = 400_000;

/// Changes of ground contact that take no time, at most so many in one step.
pub(crate) const MOST_CHANGES: u32 = 16;

/// A ball about to be flown from x = z = 0 over level or evenly sloping ground through the origin.
///
/// ```
/// use voltex_flight::{Air, Launch, balls, units::{deg, mph, rpm}};
/// let shot = balls::GOLF.launch(Launch::at(mph(167.0)).up(deg(10.9)).backspin(rpm(2686.0)));
/// let flight = shot.fly(&Air::default())?;
/// assert!((flight.carry().expect("it lands") - 250.0).abs() < 15.0);
/// # Ok::<(), voltex_flight::FlightError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// The ball and its model.
    pub ball: Ball,
    /// How it leaves.
    pub launch: Launch,
    /// Downward acceleration, m/s^2.
    pub gravity: f64,
    /// Motion of the air.
    pub wind: Wind,
    /// Time step, s; samples are taken at its multiples.
    pub dt: f64,
    /// The ground; without one the flight ends at the first touch.
    pub surface: Option<Surface>,
    /// Unit normal of the ground, upward; +Y where it is level.
    pub ground_normal: DVec3,
    /// Temperature of the ball, K, which its restitution may depend on.
    pub ball_temperature: f64,
    /// Longest flight, s.
    pub max_time: f64,
    /// Attitude at launch: turns the ball's own axes into the world's. A spheroid is turned by it before its
    /// nose is pointed by [`Launch::attitude`].
    pub rotation: DQuat,
}

impl Shot {
    /// 9.81 m/s^2, no wind, 1/60 s, no ground to bounce on, at most 60 s.
    pub fn new(ball: Ball, launch: Launch) -> Self {
        Self {
            ball,
            launch,
            gravity: DEFAULT_GRAVITY,
            wind: Wind::default(),
            dt: DEFAULT_DT,
            surface: None,
            ground_normal: DVec3::Y,
            ball_temperature: TEST_TEMPERATURE,
            max_time: 60.0,
            rotation: DQuat::IDENTITY,
        }
    }

    /// Downward acceleration, m/s^2.
    pub fn gravity(self, gravity: f64) -> Self {
        Self { gravity, ..self }
    }

    /// Motion of the air.
    pub fn wind(self, wind: Wind) -> Self {
        Self { wind, ..self }
    }

    /// Time step, s.
    pub fn dt(self, dt: f64) -> Self {
        Self { dt, ..self }
    }

    /// The ground to bounce on.
    pub fn onto(self, surface: Surface) -> Self {
        Self {
            surface: Some(surface),
            ..self
        }
    }

    /// Ground that rises along +X by `uphill` (rad) and to the right, along +Z, by `to_the_right` (rad).
    pub fn slope(self, uphill: f64, to_the_right: f64) -> Self {
        let (sin_x, cos_x) = sin_cos(uphill);
        let (sin_z, cos_z) = sin_cos(to_the_right);
        let normal = DVec3::new(-sin_x * cos_z, cos_x * cos_z, -sin_z * cos_x);
        Self {
            ground_normal: normal.normalize_or(DVec3::Y),
            ..self
        }
    }

    /// Temperature of the ball, K.
    pub fn ball_temperature(self, ball_temperature: f64) -> Self {
        Self {
            ball_temperature,
            ..self
        }
    }

    /// Longest flight, s.
    pub fn until(self, max_time: f64) -> Self {
        Self { max_time, ..self }
    }

    /// The state at launch.
    pub fn initial_state(&self) -> State {
        let rotation = match self.ball.spheroid() {
            None => self.rotation,
            Some(_) => self.launch.attitude() * self.rotation,
        };
        // On a slope the ball touches the ground beside its lowest point.
        let reach = self.ball.reach(rotation, self.ground_normal);
        let height = self.launch.height + reach / self.ground_normal.y;
        State {
            position: DVec3::new(0.0, height, 0.0),
            rotation,
            velocity: self.launch.velocity(),
            spin: self.launch.spin(),
        }
    }

    /// Refuses what cannot be flown.
    ///
    /// # Errors
    /// The first input that is NaN or out of range.
    pub fn validate(&self) -> Result<(), FlightError> {
        self.launch.validate()?;
        self.wind.validate()?;
        if let Some(surface) = &self.surface {
            surface.validate()?;
        }
        check_range(
            "gravity (m/s^2)",
            self.gravity,
            0.0,
            1000.0,
            "; the Earth has 9.81 downward",
        )?;
        check_range("dt (s)", self.dt, 2e-4, 0.1, "; the default is 1/60 s")?;
        check_range("longest flight (s)", self.max_time, 0.0, 3600.0, "")?;
        check_range(
            "steps of the longest flight, its time over dt",
            self.max_time / self.dt,
            0.0,
            MOST_STEPS as f64,
            "; take a larger dt or a shorter flight",
        )?;
        self.ball.validate()?;
        check_range(
            "ball temperature (K)",
            self.ball_temperature,
            200.0,
            400.0,
            "; 20 C is 293.15 K",
        )?;
        let normal = self.ground_normal;
        if (normal.length() - 1.0).abs() > 1e-9 || normal.y < 0.1 || !normal.is_finite() {
            return Err(FlightError::OutOfRange {
                what: "upward part of the ground normal".to_owned(),
                value: normal.y,
                allowed: "it must belong to a unit vector and be at least 0.1, a slope of 84 deg"
                    .to_owned(),
            });
        }
        if !self.rotation.is_finite() || (self.rotation.length() - 1.0).abs() > 1e-6 {
            return Err(FlightError::OutOfRange {
                what: "length of the launch rotation".to_owned(),
                value: self.rotation.length(),
                allowed: "a rotation must have length 1; normalise it".to_owned(),
            });
        }
        Ok(())
    }

    /// Flies the ball through `air`.
    ///
    /// The air's state is that of the launch for the whole flight. Samples stand at multiples of `dt`;
    /// impacts are found inside a step and the rest of the step is flown on.
    ///
    /// # Errors
    /// See [`Shot::validate`]; a thread whose float mode is not that of IEEE 754.
    pub fn fly(&self, air: &Air) -> Result<Trajectory, FlightError> {
        check_float_mode()?;
        self.validate()?;
        let motion = self.motion(air);
        let mut recording = Recording::new(self.initial_state());
        let end = match &motion.spheroid {
            None => Course {
                shot: self,
                motion: &motion,
                ground: Plane {
                    normal: self.ground_normal,
                    offset: self.ball.radius,
                },
            }
            .run(&mut recording),
            Some(air) => SpheroidCourse {
                shot: self,
                motion: &motion,
                air,
                normal: self.ground_normal,
            }
            .run(&mut recording),
        };
        Ok(Trajectory::new(self, air, motion, recording, end))
    }

    pub(crate) fn motion(&self, air: &Air) -> Motion {
        let gravity = DVec3::new(0.0, -self.gravity, 0.0);
        Motion::new(&self.ball, air, &self.wind, gravity)
    }
}

/// One flight under way.
struct Course<'a> {
    shot: &'a Shot,
    motion: &'a Motion,
    ground: Plane,
}

/// Where a flight stands.
struct Progress {
    time: f64,
    state: State,
    /// Rates of `state` in the air.
    rates: Rates,
    /// How the ball touches the ground; none in the air.
    phase: Option<Phase>,
    /// Impacts and changes of contact in this tick.
    impacts: u32,
    changes: u32,
}

impl Course<'_> {
    /// Flies tick by tick into the recording and says why it ended.
    fn run(&self, recording: &mut Recording) -> End {
        let state = recording.initial;
        let mut now = Progress {
            time: 0.0,
            state,
            rates: self.motion.rates(0.0, &state),
            phase: None,
            impacts: 0,
            changes: 0,
        };
        let mut tick = 0_u32;
        loop {
            if f64::from(tick) * self.shot.dt >= self.shot.max_time {
                return End::TimeLimit;
            }
            tick += 1;
            let end = f64::from(tick) * self.shot.dt;
            (now.impacts, now.changes) = (0, 0);
            while now.time < end {
                let over = match now.phase {
                    None => self.fly(end, &mut now, recording),
                    Some(phase) => self.touch(end, phase, &mut now, recording),
                };
                if let Some(end) = over {
                    return end;
                }
                if recording.steps.len() >= MOST_STEPS {
                    return End::StepLimit;
                }
            }
            recording.sample(end, &now.state);
        }
    }

    /// One step through the air, up to the tick's `end` or the first touch of the ground.
    fn fly(&self, end: f64, now: &mut Progress, recording: &mut Recording) -> Option<End> {
        let step = self.air_step(end, now);
        let Some(fraction) = crossing::first_crossing(&step, &self.ground) else {
            if !step.end.is_finite() {
                return Some(End::NotFinite);
            }
            self.keep(step, end, now, recording);
            now.rates = step.end_rates;
            return None;
        };
        let before = step.at(fraction);
        if !before.is_finite() {
            return Some(End::NotFinite);
        }
        now.time += fraction * step.duration;
        if fraction > 0.0 {
            recording.step(step, fraction, now.time);
        }
        now.state = before;
        let Some(surface) = &self.shot.surface else {
            return Some(End::Landed);
        };
        self.strike(surface, now, recording)
    }

    /// The next step of the integrator: to `end`, or as far as forces let it go in one.
    fn air_step(&self, end: f64, now: &Progress) -> Step {
        let (state, rates) = (&now.state, &now.rates);
        let h = self
            .motion
            .longest_step(now.time, end - now.time, state, rates);
        self.motion.step(now.time, h, state, rates)
    }

    /// An impact with the ground, and lasting contact where it leaves no hop.
    fn strike(
        &self,
        surface: &Surface,
        now: &mut Progress,
        recording: &mut Recording,
    ) -> Option<End> {
        let normal = self.ground.normal;
        let hop = SHORTEST_HOP * -normal.dot(self.motion.gravity);
        // A ball that is set down, not dropped, has no impact.
        if -2.0 * normal.dot(now.state.velocity) > hop {
            self.impact(surface, now, recording);
            now.impacts += 1;
            if now.impacts < MOST_IMPACTS && 2.0 * normal.dot(now.state.velocity) > hop {
                now.rates = self.motion.rates(now.time, &now.state);
                return None;
            }
        }
        if let Some(rest) = self.last_hops(surface, now) {
            recording.events.push(Event {
                time: rest,
                kind: EventKind::Rest,
                state: State {
                    velocity: DVec3::ZERO,
                    ..now.state
                },
            });
            return Some(End::Rest);
        }
        let (phase, state) = self.footing(surface).enter(now.time, &now.state);
        now.state = state;
        self.begin(phase, now, recording)
    }

    fn impact(&self, surface: &Surface, now: &mut Progress, recording: &mut Recording) {
        let before = now.state;
        let normal = surface.facing(self.ground.normal, before.velocity);
        let shot = self.shot;
        let result = rebound_of(&shot.ball, shot.ball_temperature, surface, normal, &before);
        let after = State {
            velocity: result.velocity,
            spin: result.spin,
            ..before
        };
        recording.events.push(Event {
            time: now.time,
            kind: EventKind::Impact(Impact {
                point: before.position - self.ground.normal * self.ground.offset,
                normal: self.ground.normal,
                before,
                after,
                normal_impulse: result.normal_impulse,
                tangential_impulse: result.tangential_impulse,
                gripped: result.gripped,
            }),
            state: after,
        });
        now.state = after;
    }

    /// The time of rest of a ball that moves along the normal alone: the hops that are left form a
    /// geometric series.
    fn last_hops(&self, surface: &Surface, now: &Progress) -> Option<f64> {
        let normal = self.ground.normal;
        let rise = normal.dot(now.state.velocity);
        let weight = -normal.dot(self.motion.gravity);
        let along = now.state.velocity - normal * rise;
        let Restitution::Constant(e) = surface.restitution else {
            return None;
        };
        let still = along == DVec3::ZERO && now.state.spin == DVec3::ZERO && normal == DVec3::Y;
        (still && e < 1.0 && weight > 0.0 && rise > 0.0)
            .then(|| now.time + 2.0 * rise / (weight * (1.0 - e)))
    }

    /// One step on the ground.
    fn touch(
        &self,
        end: f64,
        phase: Phase,
        now: &mut Progress,
        recording: &mut Recording,
    ) -> Option<End> {
        let surface = self.shot.surface.as_ref()?;
        let footing = self.footing(surface);
        let (step, change) = footing.step(now.time, end - now.time, &now.state, phase);
        if !step.end.is_finite() {
            return Some(End::NotFinite);
        }
        if step.duration > 0.0 {
            self.keep(step, end, now, recording);
        } else {
            now.changes += 1;
            if now.changes > MOST_CHANGES {
                return Some(End::StepLimit);
            }
        }
        match change {
            Change::None => None,
            Change::To(phase) => self.begin(phase, now, recording),
            Change::LiftOff => {
                now.phase = None;
                now.rates = self.motion.rates(now.time, &now.state);
                recording.events.push(Event {
                    time: now.time,
                    kind: EventKind::LiftOff,
                    state: now.state,
                });
                None
            }
        }
    }

    /// Notes the beginning of a phase of ground contact.
    fn begin(&self, phase: Phase, now: &mut Progress, recording: &mut Recording) -> Option<End> {
        now.phase = Some(phase);
        let kind = match phase {
            Phase::Slide => EventKind::Slide,
            Phase::Roll => EventKind::Roll,
            Phase::Rest => EventKind::Rest,
        };
        recording.events.push(Event {
            time: now.time,
            kind,
            state: now.state,
        });
        (phase == Phase::Rest).then_some(End::Rest)
    }

    /// Keeps a whole step and moves on to its end.
    fn keep(&self, step: Step, end: f64, now: &mut Progress, recording: &mut Recording) {
        // The last part of a tick ends on the tick, whatever the sum of the parts rounds to.
        now.time = if step.duration < end - now.time {
            step.until
        } else {
            end
        };
        recording.step(step, 1.0, now.time);
        now.state = step.end;
    }

    fn footing<'s>(&'s self, surface: &'s Surface) -> Footing<'s> {
        Footing {
            motion: self.motion,
            surface,
            ball: self.shot.ball.sphere(),
            core: self.shot.ball.core,
            normal: self.ground.normal,
        }
    }
}
