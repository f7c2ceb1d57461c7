//! One step of a flight: fourth-order Runge-Kutta with dense output.
//!
//! Position and velocity are advanced by the exponential (Lawson) form of the classic method, whose
//! linear part is `x' = v, v' = -k v`. Without damping (`k = 0`) free flight under constant acceleration
//! is exact; with it, pure damping is the exact exponential, so that no result depends on the step.
//! Spin has its own exact damping; attitude turns by the exponential map of the spin's integral.
//!
//! Between its ends a step is the quintic that meets position, velocity and acceleration at both
//! (Hermite); spin is the cubic that meets spin and its rate. Oval balls turn as `spheroid_turn.rs` says.

use voltex_math::DVec3;
use voltex_math::f64::max;
use voltex_math::kernel::exp;
use voltex_math::lane::Lane;
use voltex_math::lane_vector::{Quaternion, Vector};

use crate::aero::{Aero, Aerodynamics, Arcade, Forces, Stream};
use crate::air::Air;
use crate::ball::{Ball, Force};
use crate::parameter::put_lane;
use crate::spheroid::Spheroid;
use crate::spheroid_aero::SpheroidAerodynamics;
use crate::spheroid_step;
use crate::spheroid_turn::SpheroidTurn;
use crate::state::{State, turned};
use crate::wind::Wind;

/// Largest share by which a force may change the velocity within one step.
pub(crate) const LARGEST_CHANGE: f64 = 0.1;
/// The same with contact, where friction allows longer steps: an explicit step in drag is stable up to 2.8 of it.
const LARGEST_STABLE_CHANGE: f64 = 1.0;
/// Least part of what is left of a tick that a step takes.
const LEAST_PART: f64 = 1e-6;

/// Everything that moves one ball through the air.
#[derive(Clone, Debug)]
pub(crate) struct Motion {
    pub(crate) law: Law,
    /// The laws of an oval ball, which then act in the place of `law`.
    pub(crate) spheroid: Option<SpheroidAerodynamics>,
    pub(crate) gravity: DVec3,
    pub(crate) wind: Wind,
}

/// The force model in the form that the integrator reads, of one ball or of one per lane.
#[derive(Clone, Debug)]
pub(crate) enum Law<L = f64> {
    Physical(Aerodynamics<L>, NeedsRotation),
    Arcade(Arcade<L>),
}

impl<L: Lane> Law<L> {
    /// The same ball in every lane.
    pub(crate) fn splat(of: &Law) -> Self {
        match of {
            Law::Physical(air, needs_rotation) => {
                Self::Physical(Aerodynamics::splat(air), *needs_rotation)
            }
            Law::Arcade(arcade) => Self::Arcade(Arcade::splat(arcade)),
        }
    }

    /// Puts one ball under the same laws into one lane.
    pub(crate) fn set_lane(&mut self, lane: usize, of: &Law) {
        match (self, of) {
            (Self::Physical(air, _), Law::Physical(of, _)) => air.set_lane(lane, of),
            (Self::Arcade(knobs), Law::Arcade(of)) => {
                let mut of = *of;
                put_lane(lane, |visit| of.fields(visit), |visit| knobs.fields(visit));
            }
            (Self::Physical(..), Law::Arcade(_)) | (Self::Arcade(_), Law::Physical(..)) => {
                unreachable!("lanes hold balls under the same laws")
            }
        }
    }
}

impl Law {
    /// Whether two balls are under the same laws and so can fly in lanes side by side.
    pub(crate) fn same_laws(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Physical(a, _), Self::Physical(b, _)) => a.same_laws(b),
            (Self::Arcade(_), Self::Arcade(_)) => true,
            (Self::Physical(..), Self::Arcade(_)) | (Self::Arcade(_), Self::Physical(..)) => false,
        }
    }
}

/// Whether forces depend on the attitude.
pub(crate) type NeedsRotation = bool;

/// Rates of change of a state: acceleration (m/s^2) and spin acceleration (rad/s^2), damping included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rates {
    pub(crate) acceleration: DVec3,
    pub(crate) spin: DVec3,
}

/// [`Rates`] over lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneRates<L> {
    pub(crate) acceleration: Vector<L>,
    pub(crate) spin: Vector<L>,
}

/// [`State`] over lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneState<L> {
    pub(crate) position: Vector<L>,
    pub(crate) rotation: Quaternion<L>,
    pub(crate) velocity: Vector<L>,
    pub(crate) spin: Vector<L>,
}

/// What blows in every lane.
pub(crate) trait Blows<L> {
    /// Velocity of the air at a place (m) and time (s after launch), m/s.
    fn at(&self, position: Vector<L>, time: L) -> Vector<L>;
}

impl Blows<f64> for Wind {
    #[inline(always)]
    fn at(&self, position: Vector<f64>, time: f64) -> Vector<f64> {
        self.at(position.into(), time).into()
    }
}

/// What moves the balls of all lanes; [`Motion`] is the one for a single ball.
pub(crate) struct Field<'a, L, W> {
    pub(crate) law: &'a Law<L>,
    pub(crate) gravity: Vector<L>,
    pub(crate) wind: &'a W,
}

/// One step, readable at any instant inside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) start_time: f64,
    pub(crate) duration: f64,
    /// The fraction of it that was flown: less than 1 where an impact ended it.
    pub(crate) used: f64,
    /// The time at which the flown part ends, s.
    pub(crate) until: f64,
    pub(crate) start: State,
    pub(crate) end: State,
    pub(crate) start_rates: Rates,
    pub(crate) end_rates: Rates,
    /// How an oval ball turns within; a sphere turns by the integral of its spin.
    pub(crate) turn: Option<SpheroidTurn>,
}

impl From<&State> for LaneState<f64> {
    #[inline(always)]
    fn from(state: &State) -> Self {
        Self {
            position: state.position.into(),
            rotation: state.rotation.into(),
            velocity: state.velocity.into(),
            spin: state.spin.into(),
        }
    }
}

impl From<&LaneState<f64>> for State {
    #[inline(always)]
    fn from(state: &LaneState<f64>) -> Self {
        Self {
            position: state.position.into(),
            rotation: state.rotation.into(),
            velocity: state.velocity.into(),
            spin: state.spin.into(),
        }
    }
}

impl From<&Rates> for LaneRates<f64> {
    #[inline(always)]
    fn from(rates: &Rates) -> Self {
        Self {
            acceleration: rates.acceleration.into(),
            spin: rates.spin.into(),
        }
    }
}

impl From<&LaneRates<f64>> for Rates {
    #[inline(always)]
    fn from(rates: &LaneRates<f64>) -> Self {
        Self {
            acceleration: rates.acceleration.into(),
            spin: rates.spin.into(),
        }
    }
}

impl Motion {
    /// A ball in air of a state and a motion, under a gravity (m/s^2).
    pub(crate) fn new(ball: &Ball, air: &Air, wind: &Wind, gravity: DVec3) -> Self {
        let physical = |aero: &Aero| {
            let air = Aerodynamics::new(
                aero,
                ball.radius,
                ball.mass,
                ball.inertia_factor,
                air.density(),
                air.viscosity(),
            );
            Law::Physical(air, aero.side.needs_rotation())
        };
        let (law, spheroid) = match &ball.force {
            Force::Physical(aero) => (physical(aero), None),
            Force::Arcade(arcade) => (Law::Arcade(*arcade), None),
            Force::Spheroid(law) => {
                let body = law.body(ball.mass, ball.radius);
                let air = SpheroidAerodynamics::new(law, body, air.density());
                (physical(&Aero::NONE), Some(air))
            }
        };
        Self {
            law,
            spheroid,
            gravity,
            wind: wind.clone(),
        }
    }

    /// Whether forces depend on the attitude.
    pub(crate) fn turns_with_the_ball(&self) -> bool {
        self.field().turns_with_the_ball()
    }

    /// What moves an oval ball through the air; none for spheres.
    fn in_flight(&self) -> Option<spheroid_step::Forces<'_>> {
        let air = self.spheroid.as_ref()?;
        Some(spheroid_step::Forces {
            motion: self,
            air,
            footing: None,
        })
    }

    #[inline(always)]
    fn field(&self) -> Field<'_, f64, Wind> {
        Field {
            law: &self.law,
            gravity: self.gravity.into(),
            wind: &self.wind,
        }
    }

    /// The full rates of a state.
    pub(crate) fn rates(&self, time: f64, state: &State) -> Rates {
        if let Some(forces) = self.in_flight() {
            return forces.rates(time, state);
        }
        Rates::from(&self.field().rates(time, &state.into()))
    }

    /// The forces on a ball of `mass` (kg) in a state, N.
    pub(crate) fn forces(&self, mass: f64, time: f64, state: &State) -> Forces {
        let through_air = state.velocity - self.wind.at(state.position, time);
        if let Some(air) = &self.spheroid {
            let axis = Spheroid::axis(state.rotation);
            let loads = air.loads(through_air, state.spin, axis);
            return Forces {
                gravity: self.gravity * mass,
                drag: loads.drag * mass,
                lift: loads.lift * mass,
                side: DVec3::ZERO,
            };
        }
        let through_air = Vector::from(through_air);
        let (drag, lift, side) = match &self.law {
            Law::Physical(air, _) => {
                let a = air.acceleration(through_air, state.spin.into(), state.rotation.into());
                (a.drag, a.lift, a.side)
            }
            Law::Arcade(arcade) => (
                through_air * -arcade.linear_damping,
                arcade.lift(through_air, state.spin.into()),
                Vector::zero(),
            ),
        };
        Forces {
            gravity: self.gravity * mass,
            drag: (drag * mass).into(),
            lift: (lift * mass).into(),
            side: (side * mass).into(),
        }
    }

    /// As much of `h` seconds from `time` on as the forces let one step go.
    pub(crate) fn longest_step(&self, time: f64, h: f64, state: &State, rates: &Rates) -> f64 {
        if let Some(forces) = self.in_flight() {
            return forces.longest_step(time, h, state, rates);
        }
        let wind = self.wind.at(state.position, time);
        let air_speed = (state.velocity - wind).length();
        self.field()
            .longest_step(h, air_speed, state.spin.into(), &rates.into())
    }

    /// As much of `h` seconds from `time` on as one step on the ground may take without the air, explicitly
    /// integrated, throwing the ball to and fro.
    pub(crate) fn longest_stable_step(
        &self,
        time: f64,
        h: f64,
        state: &State,
        rates: &Rates,
    ) -> f64 {
        let air_speed = (state.velocity - self.wind.at(state.position, time)).length();
        let pull = (rates.acceleration - self.gravity).length();
        // Drag grows with the square of the speed: its rate is twice the force over the speed.
        let change = 2.0 * pull * h;
        let most = LARGEST_STABLE_CHANGE * air_speed;
        if change <= most || air_speed <= 0.0 {
            return h;
        }
        max(h * (most / change), h * LEAST_PART)
    }

    /// Advances `state` by `h` seconds from `time`. `rates` are those of `state` (see [`Motion::rates`]);
    /// the end's are in the step, ready for the next.
    pub(crate) fn step(&self, time: f64, h: f64, state: &State, rates: &Rates) -> Step {
        if let Some(forces) = self.in_flight() {
            return forces.step(time, h, state, rates);
        }
        let (end, end_rates, _) = self.field().step(time, h, &state.into(), &rates.into());
        let mut step = Step {
            start_time: time,
            duration: h,
            used: 1.0,
            until: time + h,
            start: *state,
            end: State::from(&end),
            start_rates: *rates,
            end_rates: Rates::from(&end_rates),
            turn: None,
        };
        if !self.turns_with_the_ball() {
            step.end.rotation = turned(state.rotation, step.angle(1.0));
        }
        step
    }
}

impl<L: Lane, W: Blows<L>> Field<'_, L, W> {
    /// Whether forces depend on the attitude.
    #[inline(always)]
    fn turns_with_the_ball(&self) -> bool {
        matches!(self.law, Law::Physical(_, true))
    }

    /// Rates at which velocity and spin decay by themselves, 1/s; none in physical models.
    #[inline(always)]
    fn damping(&self) -> Option<(L, L)> {
        match self.law {
            Law::Physical(..) => None,
            Law::Arcade(arcade) => Some((arcade.linear_damping, arcade.angular_damping)),
        }
    }

    /// The rates without the damping of velocity and spin themselves, which the step treats exactly.
    #[inline(always)]
    fn undamped(&self, time: L, state: &LaneState<L>) -> (LaneRates<L>, Stream<L>) {
        let wind = self.wind.at(state.position, time);
        let through_air = state.velocity - wind;
        match self.law {
            Law::Physical(air, _) => {
                let a = air.acceleration(through_air, state.spin, state.rotation);
                let rates = LaneRates {
                    acceleration: self.gravity + a.drag + a.lift + a.side,
                    spin: a.spin,
                };
                (rates, a.stream)
            }
            Law::Arcade(arcade) => {
                let rates = LaneRates {
                    acceleration: self.gravity
                        + arcade.lift(through_air, state.spin)
                        + wind * arcade.linear_damping,
                    spin: Vector::zero(),
                };
                let stream = Stream {
                    speed: through_air.length(),
                    spin_parameter: L::splat(0.0),
                };
                (rates, stream)
            }
        }
    }

    /// The full rates of a state.
    #[inline(always)]
    pub(crate) fn rates(&self, time: L, state: &LaneState<L>) -> LaneRates<L> {
        let (rates, _) = self.undamped(time, state);
        match self.damping() {
            None => rates,
            Some((k, c)) => LaneRates {
                acceleration: rates.acceleration - state.velocity * k,
                spin: rates.spin - state.spin * c,
            },
        }
    }

    /// As much of `h` seconds as the forces let one step go, from a state with this speed through the air,
    /// spin and rates.
    #[inline(always)]
    pub(crate) fn longest_step(
        &self,
        h: L,
        air_speed: L,
        spin: Vector<L>,
        rates: &LaneRates<L>,
    ) -> L {
        let n = L::splat;
        let pull = rates.acceleration - self.gravity;
        // Most steps are far from the limit: their squares say so without roots and quotients.
        let reach = n(0.99 * LARGEST_CHANGE) * air_speed;
        let near = n(4.0) * pull.dot(pull) * h * h;
        if !self.turns_with_the_ball() && L::all(near.less(reach * reach)) {
            return h;
        }
        let pull = pull.length();
        // Drag grows with the square of the speed: its rate is twice the force over the speed.
        let change = n(2.0) * pull * h / air_speed;
        let mut change = L::select(n(0.0).less(air_speed), change, n(0.0));
        if self.turns_with_the_ball() {
            // A force fixed in the ball must not turn by more than half a radian in a step.
            change = change.larger(n(2.0 * LARGEST_CHANGE) * spin.length() * h);
        }
        let too_much = n(LARGEST_CHANGE).less(change);
        if L::mask_bits(too_much) == 0 {
            return h;
        }
        let limited = (h * n(LARGEST_CHANGE) / change).larger(h * n(LEAST_PART));
        L::select(too_much, limited, h)
    }

    /// The state, its rates and the flow past it `h` seconds after `time`; `rates` are those of `state`. The
    /// attitude is carried on only where forces depend on it.
    #[inline(always)]
    pub(crate) fn step(
        &self,
        time: L,
        h: L,
        state: &LaneState<L>,
        rates: &LaneRates<L>,
    ) -> (LaneState<L>, LaneRates<L>, Stream<L>) {
        let n = L::splat;
        let needs_rotation = self.turns_with_the_ball();
        let half_h = n(0.5) * h;
        let (half, full) = match self.damping() {
            None => (Decay::none(half_h), Decay::none(h)),
            Some((k, c)) => (Decay::new(k, c, half_h), Decay::new(k, c, h)),
        };
        let (x, v, w, q) = (state.position, state.velocity, state.spin, state.rotation);
        let zero = Vector::zero();
        let two = n(2.0);
        let sixth = h / n(6.0);
        let n1 = match self.damping() {
            None => *rates,
            Some((k, c)) => LaneRates {
                acceleration: rates.acceleration + v * k,
                spin: rates.spin + w * c,
            },
        };
        let (free_half_x, free_half_v) = half.carry(x, v);
        let (free_x, free_v) = full.carry(x, v);
        let (slow_half, slow) = (half.slow(w), full.slow(w));

        // Where each stage looks at the forces: half-way twice, then at the end, then where the step
        // ends. The stages are a loop so that the laws are compiled in once.
        let (kick_x, kick_v) = half.carry(zero, n1.acceleration * half_h);
        let mut place = LaneState {
            position: free_half_x + kick_x,
            rotation: if needs_rotation {
                q.turned(w * half_h)
            } else {
                q
            },
            velocity: free_half_v + kick_v,
            spin: half.slow(w + n1.spin * half_h),
        };
        let mut instant = time + half_h;
        let mut found = [n1; 4];
        let mut last = Stream {
            speed: n(0.0),
            spin_parameter: n(0.0),
        };
        for stage in [Stage::Second, Stage::Third, Stage::Fourth, Stage::End] {
            let (here, stream) = self.undamped(instant, &place);
            match stage {
                Stage::Second => {
                    found[1] = here;
                    if needs_rotation {
                        place.rotation = q.turned(place.spin * half_h);
                    }
                    place.position = free_half_x;
                    place.velocity = free_half_v + here.acceleration * half_h;
                    place.spin = slow_half + here.spin * half_h;
                }
                Stage::Third => {
                    found[2] = here;
                    let (kick_x, kick_v) = half.carry(zero, here.acceleration * h);
                    if needs_rotation {
                        place.rotation = q.turned(place.spin * h);
                    }
                    place.position = free_x + kick_x;
                    place.velocity = free_v + kick_v;
                    place.spin = slow + here.spin * (half.spin_kept * h);
                    instant = time + h;
                }
                Stage::Fourth => {
                    let (n2, n3, n4) = (found[1], found[2], here);
                    let (first_x, first_v) = full.carry(zero, n1.acceleration);
                    let (middle_x, middle_v) = half.carry(zero, n2.acceleration + n3.acceleration);
                    let middle_spin = (n2.spin + n3.spin) * (two * half.spin_kept);
                    place.position = free_x + (first_x + middle_x * two) * sixth;
                    place.velocity = free_v + (first_v + middle_v * two + n4.acceleration) * sixth;
                    place.spin = slow + (full.slow(n1.spin) + middle_spin + n4.spin) * sixth;
                    place.rotation = q;
                    if needs_rotation {
                        // The spin's own rate does not depend on attitude: enough to integrate the turn.
                        let spin_rates = [rates.spin, self.spin_rate(instant, &place)];
                        let angle = turn([w, place.spin], spin_rates, h, n(1.0));
                        place.rotation = q.turned(angle);
                    }
                }
                Stage::End => (found[3], last) = (here, stream),
            }
        }
        let end_rates = match self.damping() {
            None => found[3],
            Some((k, c)) => LaneRates {
                acceleration: found[3].acceleration - place.velocity * k,
                spin: found[3].spin - place.spin * c,
            },
        };
        (place, end_rates, last)
    }

    /// The rate of the spin alone, in physical models.
    #[inline(always)]
    fn spin_rate(&self, time: L, state: &LaneState<L>) -> Vector<L> {
        match self.law {
            Law::Physical(air, _) => {
                let wind = self.wind.at(state.position, time);
                air.spin_decay((state.velocity - wind).length(), state.spin)
            }
            Law::Arcade(_) => Vector::zero(),
        }
    }
}

/// The evaluations of one step after that of its start.
#[derive(Clone, Copy)]
enum Stage {
    Second,
    Third,
    Fourth,
    End,
}

/// The angle (rad) turned through from the start to the fraction `s` of a step of `h` seconds: the integral
/// of the cubic that meets spin and its rate at both ends.
#[inline(always)]
fn turn<L: Lane>(spin: [Vector<L>; 2], rate: [Vector<L>; 2], h: L, s: L) -> Vector<L> {
    let n = L::splat;
    let [w0, w1] = spin;
    let (r0, r1) = (rate[0] * h, rate[1] * h);
    let dw = w1 - w0;
    let square = dw * n(3.0) - r0 * n(2.0) - r1;
    let cube = r0 + r1 - dw * n(2.0);
    (w0 + (r0 * n(0.5) + (square.over(n(3.0)) + cube * (s * n(0.25))) * s) * s) * (s * h)
}

/// Free motion with damping over a time `t`: `x += v (1 - e^(-kt))/k`, `v *= e^(-kt)`, `w *= e^(-ct)`.
struct Decay<L> {
    damped: bool,
    reach: L,
    kept: L,
    spin_kept: L,
}

impl<L: Lane> Decay<L> {
    #[inline(always)]
    fn none(t: L) -> Self {
        Self {
            damped: false,
            reach: t,
            kept: L::splat(1.0),
            spin_kept: L::splat(1.0),
        }
    }

    #[inline(always)]
    fn new(k: L, c: L, t: L) -> Self {
        let one = L::splat(1.0);
        let (mut reach, mut kept, mut spin_kept) = (t, one, one);
        let free = k.equal(L::splat(0.0));
        if !L::all(free) {
            let damped = -(-k * t).map_each(voltex_math::f64::exp_m1) / k;
            reach = L::select(free, t, damped);
            kept = L::select(free, one, exp(-k * t));
        }
        let free = c.equal(L::splat(0.0));
        if !L::all(free) {
            spin_kept = L::select(free, one, exp(-c * t));
        }
        Self {
            damped: true,
            reach,
            kept,
            spin_kept,
        }
    }

    #[inline(always)]
    fn carry(&self, x: Vector<L>, v: Vector<L>) -> (Vector<L>, Vector<L>) {
        let kept = if self.damped { v * self.kept } else { v };
        (x + v * self.reach, kept)
    }

    #[inline(always)]
    fn slow(&self, w: Vector<L>) -> Vector<L> {
        if self.damped { w * self.spin_kept } else { w }
    }
}

/// The displacement at a fraction of a step, from its coefficients.
fn along(c: &[DVec3; 5], s: f64) -> DVec3 {
    (c[0] + (c[1] + (c[2] + (c[3] + c[4] * s) * s) * s) * s) * s
}

/// Its derivative by the fraction.
fn slope(c: &[DVec3; 5], s: f64) -> DVec3 {
    c[0] + (c[1] * 2.0 + (c[2] * 3.0 + (c[3] * 4.0 + c[4] * (5.0 * s)) * s) * s) * s
}

impl Step {
    /// A step of `h` seconds between two states; the attitude of `end` is set from the spin.
    pub(crate) fn between(
        time: f64,
        h: f64,
        start: &State,
        end: State,
        start_rates: Rates,
        end_rates: Rates,
    ) -> Self {
        let mut step = Self {
            start_time: time,
            duration: h,
            used: 1.0,
            until: time + h,
            start: *start,
            end,
            start_rates,
            end_rates,
            turn: None,
        };
        step.end.rotation = turned(start.rotation, step.angle(1.0));
        step
    }

    /// The state at the fraction `s` (0 to 1) of the step; exactly the stored states at the ends.
    pub(crate) fn at(&self, s: f64) -> State {
        if s <= 0.0 {
            return self.start;
        }
        if s >= 1.0 {
            return self.end;
        }
        let (rotation, spin) = match &self.turn {
            Some(turn) => turn.at(&self.start, self.duration, s),
            None => (turned(self.start.rotation, self.angle(s)), self.spin(s)),
        };
        let way = self.quintic();
        State {
            position: self.start.position + along(&way, s),
            rotation,
            velocity: slope(&way, s) / self.duration,
            spin,
        }
    }

    /// The cubic that meets spin and its rate at both ends, rad/s.
    fn spin(&self, s: f64) -> DVec3 {
        let h = self.duration;
        let (w0, w1) = (self.start.spin, self.end.spin);
        let (r0, r1) = (self.start_rates.spin * h, self.end_rates.spin * h);
        let dw = w1 - w0;
        w0 + (r0 + ((dw * 3.0 - r0 * 2.0 - r1) + (r0 + r1 - dw * 2.0) * s) * s) * s
    }

    /// Position at a fraction of the step, m.
    pub(crate) fn position(&self, s: f64) -> DVec3 {
        self.start.position + along(&self.quintic(), s)
    }

    /// Velocity at a fraction of the step, m/s: the derivative of the position.
    pub(crate) fn velocity(&self, s: f64) -> DVec3 {
        slope(&self.quintic(), s) / self.duration
    }

    /// Coefficients of s to s^5 in the displacement, m.
    pub(crate) fn quintic(&self) -> [DVec3; 5] {
        let h = self.duration;
        let (v0, v1) = (self.start.velocity * h, self.end.velocity * h);
        let half = 0.5 * h * h;
        let (a0, a1) = (
            self.start_rates.acceleration * half,
            self.end_rates.acceleration * half,
        );
        // What is left at s = 1 of position, velocity and half the acceleration.
        let p = self.end.position - self.start.position - v0 - a0;
        let v = v1 - v0 - a0 * 2.0;
        let a = a1 - a0;
        [
            v0,
            a0,
            p * 10.0 - v * 4.0 + a,
            v * 7.0 - p * 15.0 - a * 2.0,
            p * 6.0 - v * 3.0 + a,
        ]
    }

    /// The angle turned through from the start to the fraction `s`, rad: the integral of the spin.
    fn angle(&self, s: f64) -> DVec3 {
        let spin = [self.start.spin.into(), self.end.spin.into()];
        let rate = [self.start_rates.spin.into(), self.end_rates.spin.into()];
        turn(spin, rate, self.duration, s).into()
    }
}
