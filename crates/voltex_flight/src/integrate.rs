//! One step of a flight: fourth-order Runge-Kutta with dense output.
//!
//! Position and velocity are advanced by the exponential (Lawson) form of the classic method, whose
//! linear part is `x' = v, v' = -k v`. Without damping (`k = 0`) free flight under constant acceleration
//! is exact; with it, pure damping is the exact exponential, so that no result depends on the step.
//! Spin has its own exact damping; attitude turns by the exponential map of the spin's integral.
//!
//! Between its ends a step is the quintic that meets position, velocity and acceleration at both
//! (Hermite); spin is the cubic that meets spin and its rate.

use voltex_math::f64::exp;
use voltex_math::{DQuat, DVec3};

use crate::aero::{Acceleration, Aerodynamics, Arcade, Forces};
use crate::state::{State, turned};
use crate::wind::Wind;

/// Everything that moves one ball through the air.
#[derive(Clone, Debug)]
pub(crate) struct Motion {
    pub(crate) law: Law,
    pub(crate) gravity: DVec3,
    pub(crate) wind: Wind,
}

/// The force model in the form that the integrator reads.
#[derive(Clone, Debug)]
pub(crate) enum Law {
    Physical(Aerodynamics, NeedsRotation),
    Arcade(Arcade),
}

/// Whether forces depend on the attitude.
pub(crate) type NeedsRotation = bool;

/// Rates of change of a state: acceleration (m/s^2) and spin acceleration (rad/s^2), damping included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rates {
    pub(crate) acceleration: DVec3,
    pub(crate) spin: DVec3,
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
}

impl Motion {
    /// Whether forces depend on the attitude.
    pub(crate) fn turns_with_the_ball(&self) -> bool {
        matches!(self.law, Law::Physical(_, true))
    }

    fn linear_damping(&self) -> f64 {
        match &self.law {
            Law::Physical(..) => 0.0,
            Law::Arcade(arcade) => arcade.linear_damping,
        }
    }

    fn angular_damping(&self) -> f64 {
        match &self.law {
            Law::Physical(..) => 0.0,
            Law::Arcade(arcade) => arcade.angular_damping,
        }
    }

    /// The rates without the damping of velocity and spin themselves, which the step treats exactly.
    fn undamped(
        &self,
        time: f64,
        position: DVec3,
        rotation: DQuat,
        velocity: DVec3,
        spin: DVec3,
    ) -> Rates {
        let wind = self.wind.at(position, time);
        let through_air = velocity - wind;
        match &self.law {
            Law::Physical(air, _) => {
                let Acceleration {
                    drag,
                    lift,
                    side,
                    spin,
                } = air.acceleration(through_air, spin, rotation);
                Rates {
                    acceleration: self.gravity + drag + lift + side,
                    spin,
                }
            }
            Law::Arcade(arcade) => Rates {
                acceleration: self.gravity
                    + arcade.lift(through_air, spin)
                    + wind * arcade.linear_damping,
                spin: DVec3::ZERO,
            },
        }
    }

    /// The full rates of a state.
    pub(crate) fn rates(&self, time: f64, state: &State) -> Rates {
        let rates = self.undamped(
            time,
            state.position,
            state.rotation,
            state.velocity,
            state.spin,
        );
        Rates {
            acceleration: rates.acceleration - state.velocity * self.linear_damping(),
            spin: rates.spin - state.spin * self.angular_damping(),
        }
    }

    /// The forces on a ball of `mass` (kg) in a state, N.
    pub(crate) fn forces(&self, mass: f64, time: f64, state: &State) -> Forces {
        let through_air = state.velocity - self.wind.at(state.position, time);
        let (drag, lift, side) = match &self.law {
            Law::Physical(air, _) => {
                let a = air.acceleration(through_air, state.spin, state.rotation);
                (a.drag, a.lift, a.side)
            }
            Law::Arcade(arcade) => (
                through_air * -arcade.linear_damping,
                arcade.lift(through_air, state.spin),
                DVec3::ZERO,
            ),
        };
        Forces {
            gravity: self.gravity * mass,
            drag: drag * mass,
            lift: lift * mass,
            side: side * mass,
        }
    }

    /// Advances `state` by `h` seconds from `time`. `rates` are those of `state` (see [`Motion::rates`]);
    /// the end's are in the step, ready for the next.
    pub(crate) fn step(&self, time: f64, h: f64, state: &State, rates: &Rates) -> Step {
        let needs_rotation = self.turns_with_the_ball();
        let (k, c) = (self.linear_damping(), self.angular_damping());
        let half = Flight::new(k, 0.5 * h);
        let full = Flight::new(k, h);
        let (decay_half, decay_full) = (decay(c, 0.5 * h), decay(c, h));
        let (x, v, w, q) = (state.position, state.velocity, state.spin, state.rotation);
        let attitude = |spin: DVec3, elapsed: f64| {
            if needs_rotation {
                turned(q, spin * elapsed)
            } else {
                q
            }
        };

        let n1 = Rates {
            acceleration: rates.acceleration + v * k,
            spin: rates.spin + w * c,
        };
        // Half-way, twice.
        let (free_x, free_v) = half.carry(x, v);
        let (kick_x, kick_v) = half.carry(DVec3::ZERO, n1.acceleration * (0.5 * h));
        let w2 = (w + n1.spin * (0.5 * h)) * decay_half;
        let n2 = self.undamped(
            time + 0.5 * h,
            free_x + kick_x,
            attitude(w, 0.5 * h),
            free_v + kick_v,
            w2,
        );
        let w3 = w * decay_half + n2.spin * (0.5 * h);
        let n3 = self.undamped(
            time + 0.5 * h,
            free_x,
            attitude(w2, 0.5 * h),
            free_v + n2.acceleration * (0.5 * h),
            w3,
        );
        // The whole step.
        let (free_x, free_v) = full.carry(x, v);
        let (kick_x, kick_v) = half.carry(DVec3::ZERO, n3.acceleration * h);
        let w4 = w * decay_full + n3.spin * (decay_half * h);
        let n4 = self.undamped(
            time + h,
            free_x + kick_x,
            attitude(w3, h),
            free_v + kick_v,
            w4,
        );

        let (first_x, first_v) = full.carry(DVec3::ZERO, n1.acceleration);
        let (middle_x, middle_v) = half.carry(DVec3::ZERO, n2.acceleration + n3.acceleration);
        let sixth = h / 6.0;
        let position = free_x + (first_x + middle_x * 2.0) * sixth;
        let velocity = free_v + (first_v + middle_v * 2.0 + n4.acceleration) * sixth;
        let spin = w * decay_full
            + (n1.spin * decay_full + (n2.spin + n3.spin) * (2.0 * decay_half) + n4.spin) * sixth;

        let mut step = Step {
            start_time: time,
            duration: h,
            used: 1.0,
            until: time + h,
            start: *state,
            end: State {
                position,
                rotation: q,
                velocity,
                spin,
            },
            start_rates: *rates,
            end_rates: *rates,
        };
        let end = step.end;
        step.end_rates = if needs_rotation {
            // The spin's own rate does not depend on attitude: enough to integrate the turn.
            step.end_rates.spin = self.rates(time + h, &end).spin;
            step.end.rotation = turned(q, step.turn(1.0));
            self.rates(time + h, &step.end)
        } else {
            self.rates(time + h, &end)
        };
        step.end.rotation = turned(q, step.turn(1.0));
        step
    }
}

/// Free motion with damping `k` over a time: `x += v (1 - e^(-kt))/k`, `v *= e^(-kt)`.
struct Flight {
    reach: f64,
    kept: f64,
}

impl Flight {
    fn new(k: f64, t: f64) -> Self {
        if k == 0.0 {
            return Self {
                reach: t,
                kept: 1.0,
            };
        }
        let kept = exp(-k * t);
        Self {
            reach: -voltex_math::f64::exp_m1(-k * t) / k,
            kept,
        }
    }

    fn carry(&self, x: DVec3, v: DVec3) -> (DVec3, DVec3) {
        (x + v * self.reach, v * self.kept)
    }
}

fn decay(c: f64, t: f64) -> f64 {
    if c == 0.0 { 1.0 } else { exp(-c * t) }
}

impl Step {
    /// The state at the fraction `s` (0 to 1) of the step; exactly the stored states at the ends.
    pub(crate) fn at(&self, s: f64) -> State {
        if s <= 0.0 {
            return self.start;
        }
        if s >= 1.0 {
            return self.end;
        }
        let h = self.duration;
        let (w0, w1) = (self.start.spin, self.end.spin);
        let (r0, r1) = (self.start_rates.spin * h, self.end_rates.spin * h);
        let dw = w1 - w0;
        State {
            position: self.position(s),
            rotation: turned(self.start.rotation, self.turn(s)),
            velocity: self.velocity(s),
            spin: w0 + (r0 + ((dw * 3.0 - r0 * 2.0 - r1) + (r0 + r1 - dw * 2.0) * s) * s) * s,
        }
    }

    /// Position at a fraction of the step, m.
    pub(crate) fn position(&self, s: f64) -> DVec3 {
        let c = self.quintic();
        self.start.position + (c[0] + (c[1] + (c[2] + (c[3] + c[4] * s) * s) * s) * s) * s
    }

    /// Velocity at a fraction of the step, m/s: the derivative of the position.
    pub(crate) fn velocity(&self, s: f64) -> DVec3 {
        let c = self.quintic();
        (c[0] + (c[1] * 2.0 + (c[2] * 3.0 + (c[3] * 4.0 + c[4] * (5.0 * s)) * s) * s) * s)
            / self.duration
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
    fn turn(&self, s: f64) -> DVec3 {
        let h = self.duration;
        let (w0, w1) = (self.start.spin, self.end.spin);
        let (r0, r1) = (self.start_rates.spin * h, self.end_rates.spin * h);
        let dw = w1 - w0;
        let square = dw * 3.0 - r0 * 2.0 - r1;
        let cube = r0 + r1 - dw * 2.0;
        (w0 + (r0 / 2.0 + (square / 3.0 + cube * (s / 4.0)) * s) * s) * (s * h)
    }
}
