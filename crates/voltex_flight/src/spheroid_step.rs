//! One step of a spheroid: Runge-Kutta on what the air adds to the exact free motion.
//!
//! Attitude and angular momentum are written as `q = exp(p) q_free(t)` and `L = L_0 + l`, with `q_free`
//! the torque-free top that leaves with the state at the start of the step. The classic method of fourth
//! order integrates position, velocity, `p` and `l`; `p` and `l` stay zero where the air exerts no
//! torque, so that such a ball moves exactly at any step. The rate of `p` is `dexp_p^-1(w - exp(p) w_free)`
//! (Munthe-Kaas 1998, BIT 38:92), whose series is cut after the second bracket.

use voltex_math::f64::max;
use voltex_math::{DQuat, DVec3};

use crate::integrate::{LARGEST_CHANGE, Motion, Rates, Step};
use crate::spheroid::{FreeTop, Spheroid};
use crate::spheroid_aero::SpheroidAerodynamics;
use crate::spheroid_contact::Footing;
use crate::state::{State, turned};

/// What moves a spheroid: gravity, air, and the ground while the ball stays on it.
pub(crate) struct Forces<'a> {
    pub(crate) motion: &'a Motion,
    pub(crate) air: &'a SpheroidAerodynamics,
    pub(crate) footing: Option<&'a Footing>,
}

/// Accelerations and the moment at an instant, gravity included.
struct Slope {
    acceleration: DVec3,
    moment: DVec3,
}

impl Forces<'_> {
    fn slope(&self, time: f64, state: &State) -> Slope {
        let (mut acceleration, mut moment) = self.free(time, state);
        if let Some(footing) = self.footing {
            let body = &self.air.body;
            let axis = Spheroid::axis(state.rotation);
            let (velocity, spin) = (state.velocity, state.spin);
            let push = footing.push(body, axis, velocity, spin, acceleration, moment);
            // Where the ground would have to hold the ball it does nothing: friction must not drive.
            if push.normal > 0.0 {
                acceleration += push.force / body.mass;
                moment += push.moment;
            }
        }
        Slope {
            acceleration,
            moment,
        }
    }

    /// Acceleration (m/s^2) and moment (N m) by gravity and air.
    pub(crate) fn free(&self, time: f64, state: &State) -> (DVec3, DVec3) {
        let wind = self.motion.wind.at(state.position, time);
        let loads = self
            .air
            .loads(state.velocity - wind, state.spin, state.rotation);
        (self.motion.gravity + loads.drag + loads.lift, loads.moment)
    }

    /// Rates of change of a state.
    pub(crate) fn rates(&self, time: f64, state: &State) -> Rates {
        let s = self.slope(time, state);
        let axis = Spheroid::axis(state.rotation);
        Rates {
            acceleration: s.acceleration,
            spin: self
                .air
                .body
                .angular_acceleration(axis, state.spin, s.moment),
        }
    }

    /// As much of `h` seconds from `time` on as one step may go: turning, swinging under the moment and losing
    /// speed together make at most a tenth.
    pub(crate) fn longest_step(&self, time: f64, h: f64, state: &State, rates: &Rates) -> f64 {
        let wind = self.motion.wind.at(state.position, time);
        let speed = (state.velocity - wind).length();
        let swing = (self.air.moment_slope(speed).abs() / self.air.body.inertia_transverse).sqrt();
        let mut rate = state.spin.length() + swing;
        if self.footing.is_some() {
            // On the ground the ball rocks like a pendulum of its own size, and the push of the ground
            // changes twice as fast as it turns.
            rate = 2.0 * rate + 3.0 * (self.motion.gravity.length() / self.air.body.short).sqrt();
        } else if speed > 0.0 {
            let pull = (rates.acceleration - self.motion.gravity).length();
            rate += 2.0 * pull / speed;
        }
        if rate * h > LARGEST_CHANGE {
            max(LARGEST_CHANGE / rate, h * 1e-6)
        } else {
            h
        }
    }

    /// Advances `state` by `h` seconds from `time`; `rates` are those of `state`.
    pub(crate) fn step(&self, time: f64, h: f64, state: &State, rates: &Rates) -> Step {
        let body = &self.air.body;
        let free = FreeTop::new(body, state.rotation, state.spin);
        let momentum = free.momentum();
        let (x, v) = (state.position, state.velocity);
        let (q_half, q_full) = (free.rotation(0.5 * h), free.rotation(h));
        // Slope of the flight and rate of the turn `p` at a stage.
        let stage = |elapsed: f64, q_free: DQuat, x: DVec3, v: DVec3, p: DVec3, l: DVec3| {
            let w_free = body.spin(Spheroid::axis(q_free), momentum);
            let turn = turned(DQuat::IDENTITY, p);
            let rotation = (turn * q_free).normalize();
            let spin = body.spin(Spheroid::axis(rotation), momentum + l);
            let here = State {
                position: x,
                rotation,
                velocity: v,
                spin,
            };
            let s = self.slope(time + elapsed, &here);
            let more = spin - turn * w_free;
            let bracket = p.cross(more);
            (s, more - bracket * 0.5 + p.cross(bracket) * (1.0 / 12.0))
        };

        let axis = Spheroid::axis(state.rotation);
        let a1 = rates.acceleration;
        // The moment behind the stored rate of the spin: I w' + w x L.
        let m1 = body.angular_momentum(axis, rates.spin) + state.spin.cross(momentum);
        let (half, sixth) = (0.5 * h, h / 6.0);
        let (s2, p2) = stage(
            half,
            q_half,
            x + v * half,
            v + a1 * half,
            DVec3::ZERO,
            m1 * half,
        );
        let (s3, p3) = stage(
            half,
            q_half,
            x + v * half + a1 * (half * half),
            v + s2.acceleration * half,
            p2 * half,
            s2.moment * half,
        );
        let (s4, p4) = stage(
            h,
            q_full,
            x + v * h + s2.acceleration * (half * h),
            v + s3.acceleration * h,
            p3 * h,
            s3.moment * h,
        );

        let (a2, a3, a4) = (s2.acceleration, s3.acceleration, s4.acceleration);
        let rotation = turned(q_full, ((p2 + p3) * 2.0 + p4) * sixth);
        let end_momentum = momentum + (m1 + (s2.moment + s3.moment) * 2.0 + s4.moment) * sixth;
        let end = State {
            position: x + v * h + (a1 + a2 + a3) * (sixth * h),
            rotation,
            velocity: v + (a1 + (a2 + a3) * 2.0 + a4) * sixth,
            spin: body.spin(Spheroid::axis(rotation), end_momentum),
        };
        let end_rates = self.rates(time + h, &end);
        Step {
            start_time: time,
            duration: h,
            used: 1.0,
            until: time + h,
            start: *state,
            end,
            start_rates: *rates,
            end_rates,
            twist: DVec3::ZERO,
        }
        .with_twist()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ball::{Ball, Force};
    use crate::units::{deg, rpm};
    use crate::{Air, Launch, balls};
    use voltex_math::f64::{acos, cos, sin};

    fn start(ball: &Ball, launch: Launch, air: &Air) -> (Motion, SpheroidAerodynamics, State) {
        let shot = ball.launch(launch);
        let motion = shot.motion(air);
        let aero = motion.spheroid.unwrap();
        (motion, aero, shot.initial_state())
    }

    /// Steps of at most a tenth of a radian, divided by `finer`, to the time `end`.
    fn fly(
        motion: &Motion,
        air: &SpheroidAerodynamics,
        mut state: State,
        rate: f64,
        end: f64,
        finer: u32,
    ) -> Vec<State> {
        let count = (end * rate / 0.1).ceil() as u32 * finer;
        let h = end / f64::from(count);
        let mut path = Vec::new();
        let forces = Forces {
            motion,
            air,
            footing: None,
        };
        let mut now = forces.rates(0.0, &state);
        for i in 0..count {
            let next = forces.step(f64::from(i) * h, h, &state, &now);
            (state, now) = (next.end, next.end_rates);
            if (i + 1) % finer == 0 {
                path.push(state);
            }
        }
        path
    }

    fn angle(a: &State, b: &State) -> f64 {
        let q = a.rotation * b.rotation.conjugate();
        2.0 * DVec3::new(q.x, q.y, q.z).length()
    }

    /// A spin about the nose at `tilt` (rad) from it.
    fn wobbling(nose: f64, tilt: f64, rate: f64) -> DVec3 {
        DVec3::new(cos(nose + tilt), sin(nose + tilt), 0.0) * rate
    }

    #[test]
    fn a_torque_free_ball_keeps_energy_momentum_and_nutation_for_ten_seconds() {
        let vacuum = Air::default().with_density(0.0).unwrap();
        let launch = Launch::at(20.0).spin_vector(wobbling(0.0, 0.3, 60.0));
        let (motion, air, initial) = start(&balls::AMERICAN_FOOTBALL, launch, &vacuum);
        let body = air.body;
        let of = |s: &State| {
            let axis = Spheroid::axis(s.rotation);
            let momentum = body.angular_momentum(axis, s.spin);
            let nutation = acos(axis.dot(momentum) / momentum.length());
            (momentum, body.spin_energy(axis, s.spin), nutation)
        };
        let (momentum, energy, nutation) = of(&initial);
        let path = fly(&motion, &air, initial, 60.0, 10.0, 1);
        for state in &path {
            let (l, e, n) = of(state);
            assert!((l - momentum).length() < 1e-11 * momentum.length());
            assert!((e / energy - 1.0).abs() < 1e-11);
            assert!((n - nutation).abs() < 1e-11);
        }
        // The whole of it is one closed form: attitude after 10 s.
        let exact = FreeTop::new(&body, initial.rotation, initial.spin).rotation(10.0);
        let last = path.last().unwrap();
        let missing = angle(
            last,
            &State {
                rotation: exact,
                ..*last
            },
        );
        assert!(missing < 1e-10, "{missing}");
    }

    /// A fast top under a small moment goes round the path at `M/(I_3 w_3)`.
    #[test]
    fn a_fast_spiral_precesses_at_moment_over_angular_momentum() {
        let mut ball = balls::AMERICAN_FOOTBALL.clone();
        for name in ["aero.CDn", "aero.CDb", "aero.cl"] {
            ball.set(name, 0.0).unwrap();
        }
        let nose = deg(2.0);
        let w3 = 2000.0;
        let launch = Launch::at(26.8)
            .nose(nose, 0.0)
            .spin_vector(wobbling(nose, 0.0, w3));
        let (mut motion, air, initial) = start(&ball, launch, &Air::default());
        motion.gravity = DVec3::ZERO;
        let body = air.body;
        let slope = air.moment_slope(26.8);
        let l3 = body.inertia_axial * w3;
        // Of the two rates at which a top may go round steadily, the slow one; to first order M/L.
        let expected = l3 / (2.0 * body.inertia_transverse)
            * (1.0 - (1.0 - 4.0 * slope * body.inertia_transverse / (l3 * l3)).sqrt());
        assert!((expected / (slope / l3) - 1.0).abs() < 2e-3);
        let end = 3.0;
        let path = fly(&motion, &air, initial, w3, end, 1);
        let axis = Spheroid::axis(path.last().unwrap().rotation);
        // About +X, from +Y towards +Z.
        let turned = voltex_math::f64::atan2(axis.z, axis.y);
        assert!(
            (turned / (expected * end) - 1.0).abs() < 5e-3,
            "{} rad/s against {expected}",
            turned / end
        );
    }

    /// Published bound, `flight/validation.md` R5: the spiral is stable where the factor exceeds 1.
    #[test]
    fn a_spiral_keeps_its_nose_above_stability_factor_one_and_loses_it_below() {
        let mut ball = balls::AMERICAN_FOOTBALL.clone();
        for name in ["aero.CDn", "aero.CDb", "aero.cl"] {
            ball.set(name, 0.0).unwrap();
        }
        for (factor, stable) in [(0.8, false), (0.95, false), (1.05, true), (1.3, true)] {
            let Force::Spheroid(law) = ball.force else {
                panic!("a spheroid")
            };
            let body = law.body(ball.mass, ball.radius);
            let air = SpheroidAerodynamics::new(&law, body, Air::default().density());
            let slope = air.moment_slope(26.8);
            let w3 = (factor * 4.0 * body.inertia_transverse * slope).sqrt() / body.inertia_axial;
            let nose = 1e-4;
            let launch = Launch::at(26.8)
                .nose(nose, 0.0)
                .spin_vector(wobbling(nose, 0.0, w3));
            let (mut motion, air, initial) = start(&ball, launch, &Air::default());
            motion.gravity = DVec3::ZERO;
            let widest = fly(&motion, &air, initial, w3, 4.0, 1)
                .iter()
                .map(|s| Spheroid::axis(s.rotation))
                .fold(0.0, |most, n| {
                    voltex_math::f64::max(most, (n.y * n.y + n.z * n.z).sqrt())
                });
            assert_eq!(widest < 0.01, stable, "factor {factor}: {widest} rad");
        }
    }

    /// The error that the documentation states, against steps ten times finer: attitude and position
    /// after a whole flight of about 3 s.
    #[test]
    fn attitude_error_of_the_default_step() {
        let nose = deg(45.0);
        let cases = [
            // A wobbling spiral, a punt with its nose up, a place kick end over end.
            (
                &balls::AMERICAN_FOOTBALL,
                Launch::at(26.0)
                    .up(deg(30.0))
                    .spin_vector(wobbling(deg(30.0), 0.1, rpm(600.0))),
            ),
            (
                &balls::AMERICAN_FOOTBALL,
                Launch::at(24.0)
                    .up(deg(25.0))
                    .nose(nose, 0.0)
                    .spin_vector(wobbling(nose, 0.0, rpm(450.0))),
            ),
            (
                &balls::RUGBY,
                Launch::at(26.4)
                    .up(deg(30.2))
                    .nose(deg(100.0), 0.0)
                    .backspin(rpm(360.0)),
            ),
        ];
        for (ball, launch) in cases {
            let (motion, air, initial) = start(ball, launch, &Air::default());
            // As the flight loop takes them: turning and swinging together make a tenth of a radian.
            let rate = initial.spin.length()
                + (air.moment_slope(launch.speed) / air.body.inertia_transverse).sqrt();
            let coarse = fly(&motion, &air, initial, rate, 3.0, 1);
            let fine = fly(&motion, &air, initial, rate, 3.0, 10);
            let (a, b) = (coarse.last().unwrap(), fine.last().unwrap());
            let (turn, away) = (angle(a, b), (a.position - b.position).length());
            assert!(turn < 1e-6, "{turn} rad");
            assert!(away < 1e-6, "{away} m");
        }
    }

    /// Dense output: within a step the attitude is that of a flight that ends there.
    #[test]
    fn attitude_within_a_step_is_that_of_a_shorter_step() {
        let launch = Launch::at(26.0).spin_vector(wobbling(0.0, 0.4, 60.0));
        let (motion, air, initial) = start(&balls::AMERICAN_FOOTBALL, launch, &Air::default());
        let forces = Forces {
            motion: &motion,
            air: &air,
            footing: None,
        };
        let now = forces.rates(0.0, &initial);
        let h = 0.1 / 60.0;
        let whole = forces.step(0.0, h, &initial, &now);
        for i in 0..=16 {
            let s = f64::from(i) / 16.0;
            let short = forces.step(0.0, h * s, &initial, &now).end;
            let within = whole.at(s);
            assert!(angle(&within, &short) < 5e-7, "{}", angle(&within, &short));
            assert!((within.spin - short.spin).length() < 1e-5 * 60.0);
            assert!((within.position - short.position).length() < 1e-9);
        }
        // Without the twist the end would be missed by more than that.
        assert!(whole.twist.length() > 1e-7, "{}", whole.twist.length());
    }
}
