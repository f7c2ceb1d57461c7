//! Fast flights for the solver: where a launch velocity puts the ball after a time.
//!
//! The same rates as in an ordinary flight, by the embedded pair of fifth and fourth order of Dormand and
//! Prince (1980, J. Comput. Appl. Math. 6:19) with its own step control: a few long steps instead of
//! sixty a second. Forces fixed in the ball leave no room for long steps; such balls take the steps of
//! the ordinary integrator.

use voltex_math::f64::{atan2, max, min, sin_cos};
use voltex_math::{DQuat, DVec3};

use crate::aero::Drag;
use crate::ball::Force;
use crate::integrate::{Motion, Rates, Step};
use crate::launch::Launch;
use crate::shot::Shot;
use crate::state::State;
use crate::wind::Wind;

/// Most steps of one flight; what needs more is not solved.
const MOST_STEPS: u32 = 20_000;
/// Share of the step that the error estimate allows.
const SAFETY: f64 = 0.8;
/// Largest growth from step to step.
const GROWTH: f64 = 3.0;
/// Damping (1/s) that only the ordinary integrator, which treats it exactly, gets right with long steps.
const STRONG_DAMPING: f64 = 2.0;

/// The flights of one shot with any launch velocity.
pub(super) struct Pilot<'a> {
    pub(super) motion: &'a Motion,
    pub(super) start: DVec3,
    spin: SpinRule,
    rotation: DQuat,
    dt: f64,
    /// The shot, for oval balls, whose attitude goes with the launch.
    oval: Option<&'a Shot>,
    /// Whether flights take the steps of the ordinary integrator.
    ordinary: bool,
    /// Unit vector, level, to which a vertical launch is taken to head.
    pub(super) bearing: DVec3,
    /// Whether turning the launch about the vertical turns the whole path.
    pub(super) turns_with_launch: bool,
}

/// The spin that goes with a launch velocity.
enum SpinRule {
    World(DVec3),
    /// Components along `b`, `u` and `d` of the launch (see [`Launch::spin`]), rad/s.
    Launch(DVec3),
}

impl<'a> Pilot<'a> {
    pub(super) fn new(shot: &'a Shot, motion: &'a Motion, target: DVec3) -> Self {
        let launch = &shot.launch;
        let spin = match launch.spin_vector {
            Some(spin) => SpinRule::World(spin),
            None => {
                let (sin_tilt, cos_tilt) = sin_cos(launch.axis_tilt);
                let (sin_gyro, cos_gyro) = sin_cos(launch.gyro_angle);
                SpinRule::Launch(
                    DVec3::new(cos_gyro * cos_tilt, -cos_gyro * sin_tilt, sin_gyro)
                        * launch.spin_rate,
                )
            }
        };
        let start = shot.initial_state().position;
        let away = target - start;
        let still = motion.wind == Wind::Uniform(DVec3::ZERO);
        Self {
            motion,
            start,
            turns_with_launch: still && matches!(spin, SpinRule::Launch(_)),
            spin,
            rotation: shot.rotation,
            dt: shot.dt,
            oval: shot.ball.spheroid().map(|_| shot),
            ordinary: asks_for_short_steps(shot, motion),
            bearing: DVec3::new(away.x, 0.0, away.z).normalize_or(DVec3::X),
        }
    }

    /// The launch of a velocity, m/s, with everything else as in `like`.
    pub(super) fn launch(&self, like: &Launch, velocity: DVec3) -> Launch {
        let level = DVec3::new(velocity.x, 0.0, velocity.z);
        let heading = if level == DVec3::ZERO {
            self.bearing
        } else {
            level
        };
        Launch {
            speed: velocity.length(),
            elevation: atan2(velocity.y, level.length()),
            direction: atan2(heading.z, heading.x),
            ..*like
        }
    }

    /// The state at launch with a velocity, m/s.
    pub(super) fn state(&self, velocity: DVec3) -> State {
        if let Some(shot) = self.oval {
            return Shot {
                launch: self.launch(&shot.launch, velocity),
                ..shot.clone()
            }
            .initial_state();
        }
        let spin = match self.spin {
            SpinRule::World(spin) => spin,
            SpinRule::Launch(parts) => {
                let d = velocity.normalize_or(self.bearing);
                let b = DVec3::new(-d.z, 0.0, d.x).normalize_or(DVec3::new(
                    -self.bearing.z,
                    0.0,
                    self.bearing.x,
                ));
                b * parts.x + b.cross(d) * parts.y + d * parts.z
            }
        };
        State {
            position: self.start,
            rotation: self.rotation,
            velocity,
            spin,
        }
    }

    /// Flies for `time` seconds; local errors stay below `tolerance` (m, carried to the end of the
    /// flight). Each step is shown to `visit`, which ends the flight by `false`. `None` where numbers
    /// overflow or steps become too short.
    pub(super) fn fly(
        &self,
        velocity: DVec3,
        time: f64,
        tolerance: f64,
        visit: impl FnMut(&Step) -> bool,
    ) -> Option<State> {
        self.fly_by(&Plan::new(), velocity, time, tolerance, visit)
    }

    /// Like [`Pilot::fly`], with the steps of a flight that is nearly the same, so that none is in vain.
    pub(super) fn fly_by(
        &self,
        plan: &Plan,
        velocity: DVec3,
        time: f64,
        tolerance: f64,
        mut visit: impl FnMut(&Step) -> bool,
    ) -> Option<State> {
        if self.ordinary {
            return self.fly_ticks(velocity, time, visit);
        }
        let mut planned = plan.steps(tolerance);
        let mut state = self.state(velocity);
        let mut rates = self.motion.rates(0.0, &state);
        let mut now = 0.0;
        let mut wanted = planned
            .at(now, f64::INFINITY)
            .unwrap_or_else(|| self.first_step(time, tolerance, &state, &rates));
        for _ in 0..MOST_STEPS {
            let left = time - now;
            let last = wanted >= 0.999 * left;
            let h = if last { left } else { wanted };
            let (end, end_rates, error) = self.pair(now, h, &state, &rates);
            // An error in the velocity grows with the time that is left.
            let error = error.position + error.velocity * left;
            let ratio = error / tolerance;
            if ratio > 1.0 || !end.is_finite() {
                wanted = h * if ratio > 1.0 {
                    max(0.2, SAFETY / root(ratio))
                } else {
                    0.2
                };
                continue;
            }
            let step = Step {
                start_time: now,
                duration: h,
                used: 1.0,
                until: now + h,
                start: state,
                end,
                start_rates: rates,
                end_rates,
                turn: None,
            };
            (state, rates) = (end, end_rates);
            if !visit(&step) || last {
                return Some(state);
            }
            now += h;
            let found = h * min(GROWTH, SAFETY / root(max(ratio, 1e-4)));
            wanted = planned.at(now, found).unwrap_or(found);
        }
        None
    }

    /// Step by step what the ordinary flight does, up to the instant `time` inside its last step.
    fn fly_ticks(
        &self,
        velocity: DVec3,
        time: f64,
        mut visit: impl FnMut(&Step) -> bool,
    ) -> Option<State> {
        let mut state = self.state(velocity);
        let mut rates = self.motion.rates(0.0, &state);
        let mut now = 0.0;
        let mut tick = 0_u32;
        for _ in 0..MOST_STEPS {
            let end = f64::from(tick + 1) * self.dt;
            let h = self.motion.longest_step(now, end - now, &state, &rates);
            let mut step = self.motion.step(now, h, &state, &rates);
            if !step.end.is_finite() {
                return None;
            }
            let whole = h >= end - now;
            let until = if whole { end } else { step.until };
            if until >= time {
                step.used = min((time - now) / h, 1.0);
            }
            (state, rates) = (step.end, step.end_rates);
            if !visit(&step) || until >= time {
                return Some(step.at(step.used));
            }
            now = until;
            tick += u32::from(whole);
        }
        None
    }

    fn first_step(&self, time: f64, tolerance: f64, state: &State, rates: &Rates) -> f64 {
        let pull = (rates.acceleration - self.motion.gravity).length();
        // Drag alone changes the velocity at this rate; a step of the pair holds for about 0.4 of it at
        // a millimetre.
        let share = if tolerance > 1e-3 { 1.0 } else { 0.5 };
        if pull * time <= share * state.velocity.length() * 0.5 {
            return time;
        }
        min(
            time,
            share * max(state.velocity.length(), 0.1) / (2.0 * pull),
        )
    }

    /// One step of the pair: end, its rates, and the difference of the two orders.
    fn pair(&self, now: f64, h: f64, state: &State, rates: &Rates) -> (State, Rates, Difference) {
        let (x, v, w) = (state.position, state.velocity, state.spin);
        let at = |share: f64, position: DVec3, velocity: DVec3, spin: DVec3| {
            self.motion.rates(
                now + share * h,
                &State {
                    position,
                    velocity,
                    spin,
                    rotation: state.rotation,
                },
            )
        };
        let (v1, a1, w1) = (v, rates.acceleration, rates.spin);
        let v2 = v + a1 * (h * A21);
        let k2 = at(0.2, x + v1 * (h * A21), v2, w + w1 * (h * A21));
        let (a2, w2) = (k2.acceleration, k2.spin);
        let v3 = v + (a1 * A31 + a2 * A32) * h;
        let k3 = at(
            0.3,
            x + (v1 * A31 + v2 * A32) * h,
            v3,
            w + (w1 * A31 + w2 * A32) * h,
        );
        let (a3, w3) = (k3.acceleration, k3.spin);
        let v4 = v + (a1 * A41 + a2 * A42 + a3 * A43) * h;
        let k4 = at(
            0.8,
            x + (v1 * A41 + v2 * A42 + v3 * A43) * h,
            v4,
            w + (w1 * A41 + w2 * A42 + w3 * A43) * h,
        );
        let (a4, w4) = (k4.acceleration, k4.spin);
        let v5 = v + (a1 * A51 + a2 * A52 + a3 * A53 + a4 * A54) * h;
        let k5 = at(
            8.0 / 9.0,
            x + (v1 * A51 + v2 * A52 + v3 * A53 + v4 * A54) * h,
            v5,
            w + (w1 * A51 + w2 * A52 + w3 * A53 + w4 * A54) * h,
        );
        let (a5, w5) = (k5.acceleration, k5.spin);
        let v6 = v + (a1 * A61 + a2 * A62 + a3 * A63 + a4 * A64 + a5 * A65) * h;
        let k6 = at(
            1.0,
            x + (v1 * A61 + v2 * A62 + v3 * A63 + v4 * A64 + v5 * A65) * h,
            v6,
            w + (w1 * A61 + w2 * A62 + w3 * A63 + w4 * A64 + w5 * A65) * h,
        );
        let (a6, w6) = (k6.acceleration, k6.spin);
        let end = State {
            position: x + (v1 * B1 + v3 * B3 + v4 * B4 + v5 * B5 + v6 * B6) * h,
            rotation: state.rotation,
            velocity: v + (a1 * B1 + a3 * B3 + a4 * B4 + a5 * B5 + a6 * B6) * h,
            spin: w + (w1 * B1 + w3 * B3 + w4 * B4 + w5 * B5 + w6 * B6) * h,
        };
        let k7 = self.motion.rates(now + h, &end);
        let (v7, a7) = (end.velocity, k7.acceleration);
        let difference = Difference {
            position: ((v1 * E1 + v3 * E3 + v4 * E4 + v5 * E5 + v6 * E6 + v7 * E7) * h).length(),
            velocity: ((a1 * E1 + a3 * E3 + a4 * E4 + a5 * E5 + a6 * E6 + a7 * E7) * h).length(),
        };
        (end, k7, difference)
    }
}

/// Whether forces are too uneven for long steps: fixed in the ball, with kinks or gusts, or strong damping.
fn asks_for_short_steps(shot: &Shot, motion: &Motion) -> bool {
    let rough = match &shot.ball.force {
        Force::Physical(aero) => matches!(aero.drag, Drag::NathanGolf | Drag::SmitsSmith),
        Force::Arcade(arcade) => {
            arcade.linear_damping > STRONG_DAMPING || arcade.angular_damping > STRONG_DAMPING
        }
        Force::Spheroid(_) => true,
    };
    rough || motion.turns_with_the_ball() || !matches!(motion.wind, Wind::Uniform(_))
}

/// How long the steps of a flight were, at which time and for which tolerance.
pub(super) struct Plan {
    /// End and duration of each step, s.
    steps: Vec<(f64, f64)>,
    tolerance: f64,
}

/// A plan that is being followed.
struct Planned<'a> {
    left: &'a [(f64, f64)],
    scale: f64,
}

impl Plan {
    /// No steps: those that follow are found on the way.
    pub(super) fn new() -> Self {
        Self {
            steps: Vec::new(),
            tolerance: 1.0,
        }
    }

    /// The steps of a path that was flown for a tolerance (m).
    pub(super) fn record(&mut self, path: &[Step], tolerance: f64) {
        self.tolerance = tolerance;
        self.steps.clear();
        // The last step was cut short by the end.
        let before = &path[..path.len().saturating_sub(1)];
        self.steps
            .extend(before.iter().map(|step| (step.until, step.duration)));
    }

    fn steps(&self, tolerance: f64) -> Planned<'_> {
        let scale = if self.steps.is_empty() {
            1.0
        } else {
            root(tolerance / self.tolerance)
        };
        Planned {
            left: &self.steps,
            scale,
        }
    }
}

impl Planned<'_> {
    /// The step that was taken at a time (s), as long as it should be now; `None` past the plan. A plan for
    /// another tolerance foresees what is ahead but not how far: then the step is no longer than what the
    /// error of the last one asks for, `found` (s).
    fn at(&mut self, now: f64, found: f64) -> Option<f64> {
        while let [(until, duration), rest @ ..] = self.left {
            if now < *until {
                let known = self.scale == 1.0;
                let step = *duration * self.scale;
                return Some(if known { step } else { min(step, found) });
            }
            self.left = rest;
        }
        None
    }
}

/// Estimated local error of a step, m and m/s.
struct Difference {
    position: f64,
    velocity: f64,
}

/// `x^(3/16)`: near the fifth root that the local error of fourth order asks for, without `pow`.
fn root(x: f64) -> f64 {
    let fourth = x.sqrt().sqrt();
    fourth / fourth.sqrt().sqrt()
}

// Dormand and Prince 1980, table 2 (RK5(4)7M).
const A21: f64 = 1.0 / 5.0;
const A31: f64 = 3.0 / 40.0;
const A32: f64 = 9.0 / 40.0;
const A41: f64 = 44.0 / 45.0;
const A42: f64 = -56.0 / 15.0;
const A43: f64 = 32.0 / 9.0;
const A51: f64 = 19372.0 / 6561.0;
const A52: f64 = -25360.0 / 2187.0;
const A53: f64 = 64448.0 / 6561.0;
const A54: f64 = -212.0 / 729.0;
const A61: f64 = 9017.0 / 3168.0;
const A62: f64 = -355.0 / 33.0;
const A63: f64 = 46732.0 / 5247.0;
const A64: f64 = 49.0 / 176.0;
const A65: f64 = -5103.0 / 18656.0;
const B1: f64 = 35.0 / 384.0;
const B3: f64 = 500.0 / 1113.0;
const B4: f64 = 125.0 / 192.0;
const B5: f64 = -2187.0 / 6784.0;
const B6: f64 = 11.0 / 84.0;
const E1: f64 = 71.0 / 57600.0;
const E3: f64 = -71.0 / 16695.0;
const E4: f64 = 71.0 / 1920.0;
const E5: f64 = -17253.0 / 339200.0;
const E6: f64 = 22.0 / 525.0;
const E7: f64 = -1.0 / 40.0;
