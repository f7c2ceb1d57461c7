//! Lasting contact with level or sloping ground: sliding, rolling, spinning, rest.
//!
//! While the contact point slips with velocity `u`, friction is `mu N` against it. Once it grips, the ball
//! rolls: `a = (f - mu_r N v/|v|)/(1 + alpha)` for a force `f` along the ground, all per unit mass; the
//! rolling resistance is a torque `mu_r N r`, or as much of it as friction can pass on. Spin about the normal meets a
//! torque `mu_s N r`. Aerodynamic forces go on acting. Air is left when the load `N` ends.

use voltex_math::DVec3;
use voltex_math::f64::{max, min};

use crate::core_block::CoreBlock;
use crate::impact::{Sphere, slip_velocity};
use crate::integrate::{Motion, Rates, Step};
use crate::state::{State, turned};
use crate::surface::Surface;

/// Speeds below this share of the speed that drives them are rounding, not motion.
const ROUNDING: f64 = 1e-11;
/// A motion that ends within this time (s) has ended.
const INSTANT: f64 = 1e-10;

/// How a ball touches the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// The contact point slips.
    Slide,
    /// The contact point grips; with no speed the ball may still spin about the normal.
    Roll,
    /// Nothing moves.
    Rest,
}

/// What a step on the ground ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The same phase goes on.
    None,
    /// Another phase begins.
    To(Phase),
    /// The ball leaves the ground.
    LiftOff,
}

/// A ball on a plane.
pub(crate) struct Footing<'a> {
    pub(crate) motion: &'a Motion,
    pub(crate) surface: &'a Surface,
    pub(crate) ball: Sphere,
    /// The core of a ball whose inertia differs from axis to axis.
    pub(crate) core: Option<CoreBlock>,
    pub(crate) normal: DVec3,
}

/// Forces per unit mass on a ball that touches the ground, m/s^2.
struct Load {
    /// Along the ground, from gravity and air.
    push: DVec3,
    /// Pressure on the ground; the ball lifts off where it is not positive.
    normal: f64,
    /// What the air does to the spin, rad/s^2.
    air_spin: DVec3,
}

/// What moved at the start of a step: friction goes on against it until it ends, whatever rounding says.
struct Start {
    /// Slip while sliding, velocity while rolling, m/s.
    moving: DVec3,
    /// Spin about the normal, rad/s.
    spin: f64,
}

impl Footing<'_> {
    /// The phase that a ball with velocity along the ground is in, and its state without rounding slip.
    pub(crate) fn enter(&self, time: f64, state: &State) -> (Phase, State) {
        let along = self.along(state.velocity);
        let state = State {
            velocity: along,
            ..*state
        };
        let slip = self.slip(&state);
        if !self.is_rounding(slip, &state) {
            return (Phase::Slide, state);
        }
        self.grip(time, &self.without_slip(&state))
    }

    /// Advances by at most `h` seconds in `phase`; the step, and what comes after it.
    pub(crate) fn step(&self, time: f64, h: f64, state: &State, phase: Phase) -> (Step, Change) {
        let rates = self.motion.rates(time, state);
        let load = self.load_of(&rates);
        if load.normal <= 0.0 {
            return (self.still(time, 0.0, state), Change::LiftOff);
        }
        let h = self.motion.longest_stable_step(time, h, state, &rates);
        match phase {
            Phase::Slide => self.slide(time, h, state, &load),
            Phase::Roll => self.roll(time, h, state, &load),
            Phase::Rest => (self.still(time, h, state), Change::None),
        }
    }

    fn slide(&self, time: f64, h: f64, state: &State, load: &Load) -> (Step, Change) {
        let slip = self.slip(state);
        // Rounding is no slip: then the ground gives way in the direction of the push.
        let slip = if self.is_rounding(slip, state) {
            DVec3::ZERO
        } else {
            slip
        };
        let brake = (1.0 + 1.0 / self.ball.inertia_factor) * self.friction(state) * load.normal;
        let (reach, stops) = approach(h, slip, brake, load.push);
        let h = self.within_a_turn(self.until_spin_ends(reach, state, load), state);
        let start = Start {
            moving: slip,
            spin: self.spin_about_normal(state, load),
        };
        let step = self.integrate(time, h, state, |time, state| {
            self.sliding(time, state, &start)
        });
        let left = self.slip(&step.end);
        let ended =
            stops && h == reach || self.is_rounding(left, &step.end) || left.dot(slip) < 0.0;
        if slip != DVec3::ZERO && ended {
            let gripped = self.without_slip(&step.end);
            let (phase, gripped) = self.grip(time + h, &gripped);
            if phase != Phase::Slide {
                let step = Step {
                    end: gripped,
                    ..step
                };
                return (step, Change::To(phase));
            }
        }
        (step, Change::None)
    }

    fn roll(&self, time: f64, h: f64, state: &State, load: &Load) -> (Step, Change) {
        if !self.grips(state, load) {
            return (self.still(time, 0.0, state), Change::To(Phase::Slide));
        }
        let share = 1.0 / (1.0 + self.ball.inertia_factor);
        let brake = self.brake(state, load, state.velocity) * share;
        let (reach, stops) = approach(h, state.velocity, brake, load.push * share);
        let h = self.within_a_turn(self.until_spin_ends(reach, state, load), state);
        let start = Start {
            moving: state.velocity,
            spin: self.spin_about_normal(state, load),
        };
        let mut step = self.integrate(time, h, state, |time, state| {
            self.rolling(time, state, &start)
        });
        step.end = self.without_slip(&step.end);
        let halted = stops && h == reach
            || step.end.velocity.length() <= ROUNDING * state.velocity.length()
            || step.end.velocity.dot(state.velocity) < 0.0;
        if halted {
            step.end.velocity = DVec3::ZERO;
            step.end.spin = self.normal * self.normal.dot(step.end.spin);
        }
        let (phase, end) = self.grip(time + h, &step.end);
        step.end = end;
        match phase {
            Phase::Roll => (step, Change::None),
            phase => (step, Change::To(phase)),
        }
    }

    /// Whether a ball whose contact point does not slip rolls, starts to slide, or rests.
    fn grip(&self, time: f64, state: &State) -> (Phase, State) {
        let load = self.load(time, state);
        if !self.grips(state, &load) {
            return (Phase::Slide, *state);
        }
        let holds = self.holds(state, &load);
        let spins = self.spin_about_normal(state, &load) != 0.0 && self.surface.spinning > 0.0;
        if state.velocity == DVec3::ZERO && holds && !spins {
            let spin = if self.surface.spinning > 0.0 {
                DVec3::ZERO
            } else {
                state.spin
            };
            return (Phase::Rest, State { spin, ..*state });
        }
        (Phase::Roll, *state)
    }

    /// Whether friction is strong enough for rolling without any resistance: `alpha f/(1 + alpha)`.
    fn grips(&self, state: &State, load: &Load) -> bool {
        let alpha = self.ball.inertia_factor;
        alpha * load.push.length() <= (1.0 + alpha) * self.friction(state) * load.normal
    }

    /// Whether a ball at rest stays there: resistance and friction both hold the push.
    fn holds(&self, state: &State, load: &Load) -> bool {
        let held = min(self.surface.rolling, self.friction(state)) * load.normal;
        load.push.length() <= held
    }

    /// The force by which rolling resistance holds back a ball that rolls, or is about to, along `ahead`:
    /// `mu_r N`, or what makes friction slip.
    fn brake(&self, state: &State, load: &Load, ahead: DVec3) -> f64 {
        let alpha = self.ball.inertia_factor;
        let ahead = ahead.normalize_or(load.push.normalize_or_zero());
        // Friction passes on |alpha f + b ahead| <= (1 + alpha) mu N.
        let most = (1.0 + alpha) * self.friction(state) * load.normal;
        let along = alpha * load.push.dot(ahead);
        let left = most * most - alpha * alpha * load.push.length_squared();
        let limit = max(along * along + left, 0.0).sqrt() - along;
        max(min(self.surface.rolling * load.normal, limit), 0.0)
    }

    /// Rates while the contact point slips.
    fn sliding(&self, time: f64, state: &State, start: &Start) -> Rates {
        let load = self.load(time, state);
        let against = heading(self.slip(state), start.moving, load.push);
        let drag = against * (-self.friction(state) * load.normal);
        let torque = self.normal.cross(drag) / -self.ball.radius;
        let turn = match &self.core {
            None => torque / self.ball.inertia_factor,
            Some(core) => core.spin_rate(state.rotation, state.spin, torque),
        };
        Rates {
            acceleration: load.push + drag,
            spin: load.air_spin + turn + self.scrub(start, &load),
        }
    }

    /// Rates while the contact point grips.
    fn rolling(&self, time: f64, state: &State, start: &Start) -> Rates {
        let load = self.load(time, state);
        if let Some(core) = &self.core {
            return self.rolling_with_core(core, state, &load, start);
        }
        let acceleration = self.rolling_acceleration(state, &load, start.moving);
        let air = self.normal * self.normal.dot(load.air_spin);
        Rates {
            acceleration,
            spin: self.normal.cross(acceleration) / self.ball.radius
                + air
                + self.scrub(start, &load),
        }
    }

    /// Rates of a rolling ball with a core. Friction `a - push` gives the centre its acceleration `a` and, with
    /// the rolling resistance, the ball its turn; rolling asks `a = r omega' x n`:
    /// `(1 + B) a = B (push - brake) - r A^-1(omega x A omega) x n` with `B w = A^-1(n x w) x n` in the plane.
    fn rolling_with_core(
        &self,
        core: &CoreBlock,
        state: &State,
        load: &Load,
        start: &Start,
    ) -> Rates {
        let (n, r) = (self.normal, self.ball.radius);
        let at_rest = start.moving == DVec3::ZERO && state.velocity == DVec3::ZERO;
        let against = heading(state.velocity, start.moving, load.push);
        let brake = against * self.brake(state, load, against);
        let turned = |w: DVec3| core.inverse(state.rotation, n.cross(w)).cross(n);
        let free = core.spin_rate(state.rotation, state.spin, DVec3::ZERO);
        let acceleration = if at_rest && self.holds(state, load) {
            DVec3::ZERO
        } else {
            let wanted = turned(load.push - brake) + free.cross(n) * r;
            let (e1, e2) = n.any_orthonormal_pair();
            let (b1, b2) = (turned(e1), turned(e2));
            let (m11, m12) = (1.0 + b1.dot(e1), b2.dot(e1));
            let (m21, m22) = (b1.dot(e2), 1.0 + b2.dot(e2));
            let (w1, w2) = (wanted.dot(e1), wanted.dot(e2));
            let determinant = m11 * m22 - m12 * m21;
            e1 * ((w1 * m22 - w2 * m12) / determinant) + e2 * ((m11 * w2 - m21 * w1) / determinant)
        };
        let torque = n.cross(acceleration - load.push + brake) / -r;
        let turn = if acceleration == DVec3::ZERO && at_rest {
            n * n.dot(free)
        } else {
            core.spin_rate(state.rotation, state.spin, torque)
        };
        Rates {
            acceleration,
            spin: turn + n * n.dot(load.air_spin) + self.scrub(start, load),
        }
    }

    fn rolling_acceleration(&self, state: &State, load: &Load, start: DVec3) -> DVec3 {
        if start == DVec3::ZERO && state.velocity == DVec3::ZERO && self.holds(state, load) {
            return DVec3::ZERO;
        }
        let against = heading(state.velocity, start, load.push);
        let brake = self.brake(state, load, against);
        (load.push - against * brake) / (1.0 + self.ball.inertia_factor)
    }

    /// Spin about the normal, slowed by the contact patch, rad/s^2.
    fn scrub(&self, start: &Start, load: &Load) -> DVec3 {
        let rate = self.scrub_rate(load);
        if start.spin > 0.0 {
            self.normal * -rate
        } else if start.spin < 0.0 {
            self.normal * rate
        } else {
            DVec3::ZERO
        }
    }

    fn scrub_rate(&self, load: &Load) -> f64 {
        self.surface.spinning * load.normal / (self.ball.inertia_factor * self.ball.radius)
    }

    /// `h`, or less where the spin about the normal ends before.
    fn until_spin_ends(&self, h: f64, state: &State, load: &Load) -> f64 {
        let rate = self.scrub_rate(load);
        let spin = self.spin_about_normal(state, load).abs();
        if rate > 0.0 && spin > 0.0 {
            min(h, spin / rate)
        } else {
            h
        }
    }

    /// `h`, or less where a core would turn by more than a tenth of a radian.
    fn within_a_turn(&self, h: f64, state: &State) -> f64 {
        let spin = state.spin.length();
        if self.core.is_some() && spin > 0.0 {
            min(h, 0.1 / spin)
        } else {
            h
        }
    }

    fn load(&self, time: f64, state: &State) -> Load {
        self.load_of(&self.motion.rates(time, state))
    }

    fn load_of(&self, rates: &Rates) -> Load {
        let into = self.normal.dot(rates.acceleration);
        Load {
            push: rates.acceleration - self.normal * into,
            normal: -into,
            air_spin: rates.spin,
        }
    }

    fn friction(&self, state: &State) -> f64 {
        self.surface.friction.at(state.position)
    }

    fn slip(&self, state: &State) -> DVec3 {
        slip_velocity(self.ball.radius, self.normal, state.velocity, state.spin)
    }

    /// Spin about the normal, rad/s; what rounding leaves of none, or the next instant, is none.
    fn spin_about_normal(&self, state: &State, load: &Load) -> f64 {
        let spin = self.normal.dot(state.spin);
        let negligible = max(
            ROUNDING * state.spin.length(),
            INSTANT * self.scrub_rate(load),
        );
        if spin.abs() <= negligible { 0.0 } else { spin }
    }

    /// Whether a slip is what rounding leaves of none.
    fn is_rounding(&self, slip: DVec3, state: &State) -> bool {
        let scale = state.velocity.length() + state.spin.length() * self.ball.radius;
        slip.length() <= ROUNDING * scale
    }

    fn along(&self, v: DVec3) -> DVec3 {
        v - self.normal * self.normal.dot(v)
    }

    /// The state with the spin of pure rolling; spin about the normal is kept.
    fn without_slip(&self, state: &State) -> State {
        let about_normal = self.normal * self.normal.dot(state.spin);
        State {
            spin: self.normal.cross(state.velocity) / self.ball.radius + about_normal,
            ..*state
        }
    }

    /// Classic fourth-order Runge-Kutta under the law of a phase.
    fn integrate(
        &self,
        time: f64,
        h: f64,
        state: &State,
        law: impl Fn(f64, &State) -> Rates,
    ) -> Step {
        let moved = |by: f64, velocity: DVec3, rates: &Rates| State {
            position: state.position + velocity * by,
            rotation: if self.core.is_some() {
                turned(state.rotation, state.spin * by)
            } else {
                state.rotation
            },
            velocity: state.velocity + rates.acceleration * by,
            spin: state.spin + rates.spin * by,
        };
        let r1 = law(time, state);
        let s2 = moved(0.5 * h, state.velocity, &r1);
        let r2 = law(time + 0.5 * h, &s2);
        let s3 = moved(0.5 * h, s2.velocity, &r2);
        let r3 = law(time + 0.5 * h, &s3);
        let s4 = moved(h, s3.velocity, &r3);
        let r4 = law(time + h, &s4);
        let sixth = h / 6.0;
        let sum = r1.acceleration + r2.acceleration + r3.acceleration;
        let velocity =
            state.velocity + (sum + r2.acceleration + r3.acceleration + r4.acceleration) * sixth;
        let spin = state.spin + (r1.spin + (r2.spin + r3.spin) * 2.0 + r4.spin) * sixth;
        let about = self.normal.dot(spin);
        // Scrubbing ends at zero and does not turn the spin round; a core may carry it through.
        let before = self.normal.dot(state.spin);
        let ends = about * before < 0.0 || about.abs() <= ROUNDING * before.abs();
        let spin = if ends && self.core.is_none() {
            spin - self.normal * about
        } else {
            spin
        };
        let end = State {
            position: state.position + (state.velocity + sum * sixth) * h,
            rotation: state.rotation,
            // Rounding must not lift the ball off the plane.
            velocity: self.along(velocity),
            spin,
        };
        Step::between(time, h, state, end, r1, r4)
    }

    /// A step in which nothing happens.
    fn still(&self, time: f64, h: f64, state: &State) -> Step {
        let none = Rates {
            acceleration: DVec3::ZERO,
            spin: DVec3::ZERO,
        };
        Step::between(time, h, state, *state, none, none)
    }
}

/// The direction of `w`; where only rounding is left of it that of the `start` of the step, and from
/// standstill that of the `push` to come.
fn heading(w: DVec3, start: DVec3, push: DVec3) -> DVec3 {
    let (size, before) = (w.length(), start.length());
    if size > 1e-9 * before {
        w / size
    } else if before > 0.0 {
        start / before
    } else {
        push.normalize_or_zero()
    }
}

/// How long to step while `w`, braked by `brake` against its direction and pushed by `push`, heads for
/// zero: `h` or less, and whether so little is left of `w` that it has ended.
///
/// The direction may turn as `w` dies; then it goes there in a geometric series of steps.
fn approach(h: f64, w: DVec3, brake: f64, push: DVec3) -> (f64, bool) {
    let size = w.length();
    if size <= 0.0 {
        return (h, false);
    }
    let along = push.dot(w) / size;
    let across = max(push.length_squared() - along * along, 0.0).sqrt();
    let closing = brake - along;
    let turning = across > 1e-9 * brake;
    let stop = if closing > 0.0 {
        size / closing
    } else {
        f64::INFINITY
    };
    if stop <= h && (!turning || stop <= INSTANT) {
        return (stop, stop <= INSTANT);
    }
    if turning {
        return (min(h, min(0.2 * size / across, 0.5 * stop)), false);
    }
    (h, false)
}
