//! A shot: a ball, its launch and its surroundings, and the flight that follows.

use voltex_math::{DQuat, DVec3};

use crate::aero::Aerodynamics;
use crate::air::Air;
use crate::ball::{Ball, Force};
use crate::crossing::{self, Plane};
use crate::error::{FlightError, check_range};
use crate::impact::{Rebound, rebound};
use crate::integrate::{Law, Motion, Rates, Step};
use crate::launch::Launch;
use crate::state::State;
use crate::surface::{Restitution, Surface};
use crate::trajectory::{End, Event, EventKind, Impact, Recording, Trajectory};
use crate::wind::Wind;

/// The default step, s.
pub const DEFAULT_DT: f64 = 1.0 / 60.0;
/// The default gravity, m/s^2.
pub const DEFAULT_GRAVITY: f64 = 9.81;
/// Impacts that one step resolves; what then remains of the bouncing is taken as ended.
const MOST_IMPACTS: u32 = 10;
/// A hop shorter than this (s) is no bounce any more.
const SHORTEST_HOP: f64 = 1e-3;
/// Most steps of the integrator in one flight.
const MOST_STEPS: usize = 400_000;

/// A ball about to be flown over level ground at y = 0, from x = z = 0.
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
    /// Longest flight, s.
    pub max_time: f64,
    /// Attitude at launch: turns the ball's own axes into the world's.
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

    /// Longest flight, s.
    pub fn until(self, max_time: f64) -> Self {
        Self { max_time, ..self }
    }

    /// The state at launch.
    pub fn initial_state(&self) -> State {
        State {
            position: DVec3::new(0.0, self.launch.height + self.ball.radius, 0.0),
            rotation: self.rotation,
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
        check_range("ball mass (kg)", self.ball.mass, 1e-6, 1e6, "")?;
        check_range("ball radius (m)", self.ball.radius, 5e-5, 500.0, "")?;
        check_range("inertia factor", self.ball.inertia_factor, 1e-3, 10.0, "")?;
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
    /// See [`Shot::validate`].
    pub fn fly(&self, air: &Air) -> Result<Trajectory, FlightError> {
        self.validate()?;
        let motion = self.motion(air);
        let mut recording = Recording::new(self.initial_state());
        let end = Course {
            shot: self,
            motion: &motion,
            ground: Plane {
                normal: DVec3::Y,
                offset: self.ball.radius,
            },
        }
        .run(&mut recording);
        Ok(Trajectory::new(self, air, motion, recording, end))
    }

    pub(crate) fn motion(&self, air: &Air) -> Motion {
        let law = match &self.ball.force {
            Force::Physical(aero) => Law::Physical(
                Aerodynamics::new(
                    aero,
                    self.ball.radius,
                    self.ball.mass,
                    self.ball.inertia_factor,
                    air.density(),
                    air.viscosity(),
                ),
                aero.side.needs_rotation(),
            ),
            Force::Arcade(arcade) => Law::Arcade(*arcade),
        };
        Motion {
            law,
            gravity: DVec3::new(0.0, -self.gravity, 0.0),
            wind: self.wind.clone(),
        }
    }

    /// The rebound from the ground, arcade knobs included.
    fn rebound(&self, surface: &Surface, normal: DVec3, state: &State) -> Rebound {
        let sphere = self.ball.sphere();
        let approach = -normal.dot(state.velocity);
        let mut contact = surface.contact(approach);
        if let Force::Arcade(arcade) = &self.ball.force {
            // The cap works as a softer surface, so that friction stays within its cone.
            let full = sphere.mass * (1.0 + contact.restitution) * approach;
            if full > arcade.largest_impulse {
                contact.restitution = arcade.largest_impulse / (sphere.mass * approach) - 1.0;
                if contact.restitution < 0.0 {
                    contact.restitution = 0.0;
                }
            }
        }
        let mut after = rebound(&sphere, &contact, normal, state.velocity, state.spin);
        if let Force::Arcade(arcade) = &self.ball.force {
            after.spin *= arcade.spin_kept;
        }
        after
    }
}

/// One flight under way.
struct Course<'a> {
    shot: &'a Shot,
    motion: &'a Motion,
    ground: Plane,
}

impl Course<'_> {
    /// Flies tick by tick into the recording and says why it ended.
    fn run(&self, recording: &mut Recording) -> End {
        let mut state = recording.initial;
        let mut rates = self.motion.rates(0.0, &state);
        let mut tick = 0_u32;
        loop {
            let start = f64::from(tick) * self.shot.dt;
            let end = f64::from(tick + 1) * self.shot.dt;
            if start >= self.shot.max_time {
                return End::TimeLimit;
            }
            match self.tick(start, end, &mut state, &mut rates, recording) {
                Some(end) => return end,
                None => recording.sample(end, &state),
            }
            if recording.steps.len() >= MOST_STEPS {
                return End::StepLimit;
            }
            tick += 1;
        }
    }

    /// Flies from `start` to `end`; the reason if the flight ends in between.
    fn tick(
        &self,
        start: f64,
        end: f64,
        state: &mut State,
        rates: &mut Rates,
        recording: &mut Recording,
    ) -> Option<End> {
        let mut time = start;
        let mut impacts = 0;
        while time < end && recording.steps.len() < MOST_STEPS {
            let step = self.step(time, end, state, rates);
            let Some(fraction) = crossing::first_crossing(&step, &self.ground) else {
                if !step.end.is_finite() {
                    return Some(End::NotFinite);
                }
                // The last part of a tick ends on the tick, whatever the sum of the parts rounds to.
                time = if step.duration < end - time {
                    step.until
                } else {
                    end
                };
                recording.step(step, 1.0, time);
                *state = step.end;
                *rates = step.end_rates;
                continue;
            };
            let before = step.at(fraction);
            if !before.is_finite() {
                return Some(End::NotFinite);
            }
            time += fraction * step.duration;
            if fraction > 0.0 {
                recording.step(step, fraction, time);
            }
            *state = before;
            let Some(surface) = &self.shot.surface else {
                return Some(End::Landed);
            };
            let after = self.impact(time, surface, state, recording);
            impacts += 1;
            if let Some(end) = self.settles(time, surface, &after, impacts, recording) {
                *state = after;
                return Some(end);
            }
            *state = after;
            *rates = self.motion.rates(time, state);
        }
        None
    }

    /// The next step of the integrator: to `end`, or as far as forces let it go in one.
    fn step(&self, time: f64, end: f64, state: &State, rates: &Rates) -> Step {
        let h = self.motion.longest_step(time, end - time, state, rates);
        self.motion.step(time, h, state, rates)
    }

    fn impact(
        &self,
        time: f64,
        surface: &Surface,
        before: &State,
        recording: &mut Recording,
    ) -> State {
        let normal = self.ground.normal;
        let result = self.shot.rebound(surface, normal, before);
        let after = State {
            velocity: result.velocity,
            spin: result.spin,
            ..*before
        };
        recording.events.push(Event {
            time,
            kind: EventKind::Impact(Impact {
                point: before.position - normal * self.ground.offset,
                normal,
                before: *before,
                after,
                normal_impulse: result.normal_impulse,
                tangential_impulse: result.tangential_impulse,
                gripped: result.gripped,
            }),
            state: after,
        });
        after
    }

    /// Whether the bouncing is over: the next hop is too short to be one.
    fn settles(
        &self,
        time: f64,
        surface: &Surface,
        after: &State,
        impacts: u32,
        recording: &mut Recording,
    ) -> Option<End> {
        let rise = self.ground.normal.dot(after.velocity);
        let weight = -self.ground.normal.dot(self.motion.gravity);
        if impacts < MOST_IMPACTS && 2.0 * rise > SHORTEST_HOP * weight {
            return None;
        }
        let along = after.velocity - self.ground.normal * rise;
        let rolling = after.spin.cross(self.ground.normal).length() * self.shot.ball.radius;
        if along.length() > 0.0 || rolling > 0.0 {
            return Some(End::Settled);
        }
        // The hops that are left form a geometric series; nothing but the vertical speed is in them.
        let Restitution::Constant(e) = surface.restitution else {
            return Some(End::Settled);
        };
        if e >= 1.0 || weight <= 0.0 {
            return Some(End::Settled);
        }
        let rest = State {
            velocity: DVec3::ZERO,
            ..*after
        };
        recording.events.push(Event {
            time: time + 2.0 * rise / (weight * (1.0 - e)),
            kind: EventKind::Rest,
            state: rest,
        });
        Some(End::Rest)
    }
}
