//! One step of a spheroid: Runge-Kutta on what the air adds to the exact free motion.
//!
//! Attitude and angular momentum are written as `q = T(p) q_free(t)` and `L = L_0 + l`, with `q_free` the torque-free top
//! that leaves with the state at the start of the step (`spheroid_turn.rs`). A method of eighth order in eleven stages (Cooper and
//! Verner 1972, SIAM J. Numer. Anal. 9:389) integrates position, velocity, `p` and `l`; `p` and `l` stay zero where
//! the air exerts no torque, so that such a ball moves exactly at any step. The stages need the axis alone, which goes
//! round with the top: their angles are sums of two.

use voltex_math::f64::{max, sin_cos};
use voltex_math::{DQuat, DVec3};

use crate::integrate::{LARGEST_CHANGE, Motion, Rates, Step};
use crate::spheroid::{FreeTop, Spheroid};
use crate::spheroid_aero::SpheroidAerodynamics;
use crate::spheroid_contact::Footing;
use crate::spheroid_turn::{Added, SpheroidTurn, rate_under, rodrigues, turned_by};
use crate::state::State;
use crate::wind::Wind;

/// By how much the axis may go round, or swing under the moment by half as much, within a step through the air, rad.
const LARGEST_TURN: f64 = 0.9;

/// Share of a whole step by which the last of several may be longer, so that none is left over that is much shorter.
const SLACK: f64 = 0.1;

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

/// A ball in a stage, of which its axis is all that is needed of its attitude.
struct Stance {
    axis: DVec3,
    velocity: DVec3,
    spin: DVec3,
}

impl From<&State> for Stance {
    fn from(state: &State) -> Self {
        Self {
            axis: Spheroid::axis(state.rotation),
            velocity: state.velocity,
            spin: state.spin,
        }
    }
}

/// Square root of 21, which the nodes of the method are made of: they lie at the ends, in the middle, and so much over 14 to
/// both sides of it (Lobatto's).
const ROOT: f64 = 4.582_575_694_955_84;

/// What changes per second at a stage.
#[derive(Clone, Copy)]
struct Change {
    /// By how much the velocity exceeds that at the start, m/s.
    way: DVec3,
    /// m/s^2
    acceleration: DVec3,
    /// Of `p`, 1/s.
    turn: DVec3,
    /// N m
    moment: DVec3,
}

/// Shares of the changes of several stages for some time (s), and how many of these stages.
#[derive(Clone, Copy)]
struct Shares<'a, const N: usize> {
    time: f64,
    shares: [f64; N],
    of: [&'a Change; N],
}

impl<const N: usize> Shares<'_, N> {
    /// Their sum, but for the way.
    #[inline(always)]
    fn sum(&self) -> Change {
        let share = self.shares[0] * self.time;
        let mut sum = Change {
            way: DVec3::ZERO,
            acceleration: self.of[0].acceleration * share,
            turn: self.of[0].turn * share,
            moment: self.of[0].moment * share,
        };
        for i in 1..N {
            let share = self.shares[i] * self.time;
            sum.acceleration += self.of[i].acceleration * share;
            sum.turn += self.of[i].turn * share;
            sum.moment += self.of[i].moment * share;
        }
        sum
    }

    /// The sum of the ways.
    #[inline(always)]
    fn way(&self) -> DVec3 {
        let mut way = self.of[0].way * (self.shares[0] * self.time);
        for i in 1..N {
            way += self.of[i].way * (self.shares[i] * self.time);
        }
        way
    }
}

/// Cosine and sine of an angle.
#[derive(Clone, Copy)]
struct Angle(f64, f64);

impl Angle {
    fn plus(self, other: Self) -> Self {
        Self(
            self.0 * other.0 - self.1 * other.1,
            self.1 * other.0 + self.0 * other.1,
        )
    }

    fn less(self, other: Self) -> Self {
        self.plus(Self(other.0, -other.1))
    }
}

/// A vector that goes round an axis.
struct Round {
    along: DVec3,
    across: DVec3,
    /// The axis crossed with it.
    aside: DVec3,
}

impl Round {
    fn new(axis: DVec3, vector: DVec3) -> Self {
        let along = axis * axis.dot(vector);
        Self {
            along,
            across: vector - along,
            aside: axis.cross(vector),
        }
    }

    fn at(&self, angle: Angle) -> DVec3 {
        self.along + self.across * angle.0 + self.aside * angle.1
    }
}

impl Forces<'_> {
    #[inline(always)]
    fn slope(&self, wind: DVec3, at: &Stance) -> Slope {
        let (mut acceleration, mut moment) = self.free_at(wind, at);
        if let Some(footing) = self.footing {
            let body = &self.air.body;
            let push = footing.push(body, at.axis, at.velocity, at.spin, acceleration, moment);
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
        self.free_at(self.wind(time, state), &state.into())
    }

    fn wind(&self, time: f64, state: &State) -> DVec3 {
        self.motion.wind.at(state.position, time)
    }

    #[inline(always)]
    fn free_at(&self, wind: DVec3, at: &Stance) -> (DVec3, DVec3) {
        let loads = self.air.loads(at.velocity - wind, at.spin, at.axis);
        (self.motion.gravity + loads.drag + loads.lift, loads.moment)
    }

    /// Rates of change of a state.
    pub(crate) fn rates(&self, time: f64, state: &State) -> Rates {
        let at = Stance::from(state);
        let s = self.slope(self.wind(time, state), &at);
        Rates {
            acceleration: s.acceleration,
            spin: self
                .air
                .body
                .angular_acceleration(at.axis, at.spin, s.moment),
        }
    }

    /// As much of `h` seconds from `time` on as one step may go: through the air the axis goes round by at most 0.9 rad, what
    /// it swings under the moment counted twice, or the ball loses a tenth of its speed; on the ground all of it makes at
    /// most a tenth. What takes several steps is divided evenly.
    pub(crate) fn longest_step(&self, time: f64, h: f64, state: &State, rates: &Rates) -> f64 {
        let speed = (state.velocity - self.wind(time, state)).length();
        let swing = (self.air.moment_slope(speed).abs() / self.air.body.inertia_transverse).sqrt();
        let rate = if self.footing.is_some() {
            // On the ground the ball rocks like a pendulum of its own size, and the push of the ground
            // changes twice as fast as it turns.
            let rock = (self.motion.gravity.length() / self.air.body.short).sqrt();
            (2.0 * (state.spin.length() + swing) + 3.0 * rock) / LARGEST_CHANGE
        } else {
            let loss = if speed > 0.0 {
                2.0 * (rates.acceleration - self.motion.gravity).length() / speed
            } else {
                0.0
            };
            // How fast the ball turns about its own axis does not count.
            let coning = self
                .air
                .body
                .coning_rate(Spheroid::axis(state.rotation), state.spin);
            (coning + 2.0 * swing) / LARGEST_TURN + loss / LARGEST_CHANGE
        };
        let parts = (rate * h - SLACK).ceil();
        if parts > 1.0 {
            max(h / parts, h * 1e-6)
        } else {
            h
        }
    }

    /// Advances `state` by `h` seconds from `time`; `rates` are those of `state`.
    pub(crate) fn step(&self, time: f64, h: f64, state: &State, rates: &Rates) -> Step {
        let body = &self.air.body;
        let start = Stance::from(state);
        let momentum = body.angular_momentum(start.axis, state.spin);
        let free = FreeTop::new(body, start.axis, momentum);
        let coning = free.cone.length();
        let about = if coning > 0.0 {
            free.cone / coning
        } else {
            DVec3::ZERO
        };
        let angle = |part: f64| {
            let (sine, cosine) = sin_cos(coning * h * part);
            Angle(cosine, sine)
        };
        let (half, aside) = (angle(0.5), angle(ROOT / 14.0));
        let (early, late, whole) = (half.less(aside), half.plus(aside), half.plus(half));
        // The moment behind the stored rate of the spin: I w' + w x L.
        let moment = body.angular_momentum(start.axis, rates.spin) + state.spin.cross(momentum);
        let under_way = UnderWay {
            forces: self,
            time,
            h,
            state,
            momentum,
            axis: Round::new(about, start.axis),
            spin: Round::new(about, state.spin),
            steady: match self.motion.wind {
                Wind::Uniform(wind) => Some(wind),
                Wind::Power { .. } | Wind::Log { .. } | Wind::Gusts(_) | Wind::Table(_) => None,
            },
        };
        let first = Change {
            way: DVec3::ZERO,
            acceleration: rates.acceleration,
            turn: DVec3::ZERO,
            moment,
        };
        let (sum, way) = under_way.through(&first, [early, half, late, whole]);
        let p = sum.turn;
        // Half the angle of the whole step is that of half of it.
        let cone = about * half.1;
        let cone = DQuat::from_xyzw(cone.x, cone.y, cone.z, half.0);
        let rotation = rodrigues(p) * (cone * (state.rotation * free.own_turn(h)));
        let rotation = rotation.normalize();
        let end = State {
            position: state.position + state.velocity * h + way,
            rotation,
            velocity: state.velocity + sum.acceleration,
            spin: body.spin(Spheroid::axis(rotation), momentum + sum.moment),
        };
        let end_rates = self.rates(time + h, &end);
        // The spin of the turned top at the end, and how that changes.
        let free_spin = under_way.spin.at(whole);
        let top = turned_by(p, free_spin);
        let excess = end.spin - top;
        let top_rate = turned_by(p, free.cone.cross(free_spin)) + excess.cross(top);
        let more = end_rates.spin - top_rate;
        let first = rate_under(p, excess);
        let second = more
            + (more.cross(p) + excess.cross(first)) * 0.5
            + (first * p.dot(excess) + p * (first.dot(excess) + p.dot(more))) * 0.25;
        let added = Added {
            value: p,
            first: first * h,
            second: second * (h * h),
        };
        let bend = body.spin(start.axis, moment) * (h * h);
        Step {
            start_time: time,
            duration: h,
            used: 1.0,
            until: time + h,
            start: *state,
            end,
            start_rates: *rates,
            end_rates,
            turn: Some(SpheroidTurn::new(free, bend, &added)),
        }
    }
}

/// A step under way.
struct UnderWay<'a> {
    forces: &'a Forces<'a>,
    time: f64,
    h: f64,
    /// At its start.
    state: &'a State,
    momentum: DVec3,
    /// Axis and spin of the free top.
    axis: Round,
    spin: Round,
    /// The wind, m/s, where it is the same everywhere: the way does not count then.
    steady: Option<DVec3>,
}

impl UnderWay<'_> {
    /// The change at a part of the step where the top has gone round by an angle, from what changed so far.
    #[inline(always)]
    fn look<const N: usize>(
        &self,
        part: f64,
        angle: Angle,
        shares: [f64; N],
        of: [&Change; N],
    ) -> Change {
        let time = self.h;
        let shares = Shares { time, shares, of };
        let mut so_far = shares.sum();
        if self.steady.is_none() {
            so_far.way = shares.way();
        }
        self.change(part, angle, &so_far)
    }

    #[inline(never)]
    fn change(&self, part: f64, angle: Angle, so_far: &Change) -> Change {
        let (elapsed, p) = (part * self.h, so_far.turn);
        let body = &self.forces.air.body;
        let axis = turned_by(p, self.axis.at(angle));
        let here = Stance {
            axis,
            velocity: self.state.velocity + so_far.acceleration,
            spin: body.spin(axis, self.momentum + so_far.moment),
        };
        let wind = self.steady.unwrap_or_else(|| {
            let place = self.state.position + self.state.velocity * elapsed + so_far.way;
            self.forces.motion.wind.at(place, self.time + elapsed)
        });
        let slope = self.forces.slope(wind, &here);
        let excess = here.spin - turned_by(p, self.spin.at(angle));
        Change {
            way: so_far.acceleration,
            acceleration: slope.acceleration,
            turn: rate_under(p, excess),
            moment: slope.moment,
        }
    }

    /// What the whole step adds, and the way that it adds (m), from the change at its start; with the angles at its nodes.
    fn through(&self, first: &Change, [early, half, late, whole]: [Angle; 4]) -> (Change, DVec3) {
        const Q: f64 = ROOT;
        const EARLY: f64 = 0.5 - Q / 14.0;
        const LATE: f64 = 0.5 + Q / 14.0;
        let k1 = first;
        let k2 = &self.look(0.5, half, [0.5], [k1]);
        let k3 = &self.look(0.5, half, [0.25, 0.25], [k1, k2]);
        let shares = [1.0 / 7.0, (-7.0 - 3.0 * Q) / 98.0, (21.0 + 5.0 * Q) / 49.0];
        let k4 = &self.look(LATE, late, shares, [k1, k2, k3]);
        let shares = [
            (11.0 + Q) / 84.0,
            (18.0 + 4.0 * Q) / 63.0,
            (21.0 - Q) / 252.0,
        ];
        let k5 = &self.look(LATE, late, shares, [k1, k3, k4]);
        let shares = [
            (5.0 + Q) / 48.0,
            (9.0 + Q) / 36.0,
            (-231.0 + 14.0 * Q) / 360.0,
            (63.0 - 7.0 * Q) / 80.0,
        ];
        let k6 = &self.look(0.5, half, shares, [k1, k3, k4, k5]);
        let shares = [
            (10.0 - Q) / 42.0,
            (-432.0 + 92.0 * Q) / 315.0,
            (633.0 - 145.0 * Q) / 90.0,
            (-504.0 + 115.0 * Q) / 70.0,
            (63.0 - 13.0 * Q) / 35.0,
        ];
        let k7 = &self.look(EARLY, early, shares, [k1, k3, k4, k5, k6]);
        let shares = [
            1.0 / 14.0,
            (14.0 - 3.0 * Q) / 126.0,
            (13.0 - 3.0 * Q) / 63.0,
            1.0 / 9.0,
        ];
        let k8 = &self.look(EARLY, early, shares, [k1, k5, k6, k7]);
        let shares = [
            1.0 / 32.0,
            (91.0 - 21.0 * Q) / 576.0,
            11.0 / 72.0,
            (-385.0 - 75.0 * Q) / 1152.0,
            (63.0 + 13.0 * Q) / 128.0,
        ];
        let k9 = &self.look(0.5, half, shares, [k1, k5, k6, k7, k8]);
        let shares = [
            1.0 / 14.0,
            1.0 / 9.0,
            (-733.0 - 147.0 * Q) / 2205.0,
            (515.0 + 111.0 * Q) / 504.0,
            (-51.0 - 11.0 * Q) / 56.0,
            (132.0 + 28.0 * Q) / 245.0,
        ];
        let k10 = &self.look(LATE, late, shares, [k1, k5, k6, k7, k8, k9]);
        let shares = [
            (-42.0 + 7.0 * Q) / 18.0,
            (-18.0 + 28.0 * Q) / 45.0,
            (-273.0 - 53.0 * Q) / 72.0,
            (301.0 + 53.0 * Q) / 72.0,
            (28.0 - 28.0 * Q) / 45.0,
            (49.0 - 7.0 * Q) / 18.0,
        ];
        let k11 = &self.look(1.0, whole, shares, [k5, k6, k7, k8, k9, k10]);

        let h = self.h;
        let shares = Shares {
            time: h,
            shares: [0.05, 49.0 / 180.0, 16.0 / 45.0, 49.0 / 180.0, 0.05],
            of: [k1, k8, k9, k10, k11],
        };
        // What the acceleration of a node adds to the way is its share for what is left of the step.
        let way = (k1.acceleration * 0.05
            + k8.acceleration * (49.0 / 180.0 * LATE)
            + k9.acceleration * (8.0 / 45.0)
            + k10.acceleration * (49.0 / 180.0 * EARLY))
            * (h * h);
        (shares.sum(), way)
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

    /// Steps of at most half a radian at a rate of turn (rad/s), divided by `finer`, to the time `end`.
    fn fly(
        motion: &Motion,
        air: &SpheroidAerodynamics,
        mut state: State,
        rate: f64,
        end: f64,
        finer: u32,
    ) -> Vec<State> {
        let count = (end * rate / LARGEST_TURN).ceil() as u32 * finer;
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
        let axis = Spheroid::axis(initial.rotation);
        let [cone, own] = FreeTop::new(&body, axis, momentum).turns(10.0);
        let exact = cone * (initial.rotation * own);
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
            // As the flight loop takes them: going round and twice the swing make 0.9 rad.
            let axis = Spheroid::axis(initial.rotation);
            let swing = (air.moment_slope(launch.speed) / air.body.inertia_transverse).sqrt();
            let rate = air.body.coning_rate(axis, initial.spin) + 2.0 * swing;
            let coarse = fly(&motion, &air, initial, rate, 3.0, 1);
            let fine = fly(&motion, &air, initial, rate, 3.0, 10);
            let (a, b) = (coarse.last().unwrap(), fine.last().unwrap());
            let (turn, away) = (angle(a, b), (a.position - b.position).length());
            assert!(turn < 3e-5, "{turn} rad");
            assert!(away < 3e-6, "{away} m");
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
        let axis = Spheroid::axis(initial.rotation);
        let swing = (air.moment_slope(26.0) / air.body.inertia_transverse).sqrt();
        let h = LARGEST_TURN / (air.body.coning_rate(axis, initial.spin) + 2.0 * swing);
        // The longest step, and one of half a radian of the ball's own turn: the way is a quintic, whose error is of the
        // sixth power of the step.
        for (h, most) in [(h, 2e-8), (0.5 / 60.0, 1e-9)] {
            let whole = forces.step(0.0, h, &initial, &now);
            for i in 0..=16 {
                let s = f64::from(i) / 16.0;
                let short = forces.step(0.0, h * s, &initial, &now).end;
                let within = whole.at(s);
                assert!(angle(&within, &short) < 5e-7, "{}", angle(&within, &short));
                assert!((within.spin - short.spin).length() < 1e-5 * 60.0);
                let away = (within.position - short.position).length();
                assert!(away < most, "{away} m in a step of {h} s");
                assert!((within.velocity - short.velocity).length() < 5e-6);
            }
        }
        let whole = forces.step(0.0, h, &initial, &now);
        // Without what the air adds the end would be missed by far more than that.
        let momentum = air.body.angular_momentum(axis, initial.spin);
        let [cone, own] = FreeTop::new(&air.body, axis, momentum).turns(h);
        let free = State {
            rotation: cone * (initial.rotation * own),
            ..initial
        };
        assert!(angle(&whole.end, &free) > 1e-4);
    }

    /// Of the eighth order: half the step leaves a 256th of the error, or less.
    #[test]
    fn errors_fall_with_the_eighth_power_of_the_step() {
        let launch = Launch::at(26.4).up(deg(30.2)).nose(deg(100.0), 0.0);
        let (motion, air, initial) =
            start(&balls::RUGBY, launch.backspin(rpm(360.0)), &Air::default());
        let path = |steps: f64| {
            // So many of a rate that makes one step of it.
            let end = 3.0;
            fly(&motion, &air, initial, LARGEST_TURN * steps / end, end, 1)
        };
        let right = *path(6000.0).last().unwrap();
        let miss = |steps: f64| {
            let last = *path(steps).last().unwrap();
            let way = (last.position - right.position).length();
            (angle(&last, &right), way)
        };
        let (coarse, fine) = (miss(150.0), miss(300.0));
        assert!(fine.0 < coarse.0 / 256.0, "{coarse:?} {fine:?}");
        assert!(fine.1 < coarse.1 / 256.0, "{coarse:?} {fine:?}");
    }

    /// Bounds that a search for touches relies on.
    #[test]
    fn a_step_turns_no_faster_than_it_says() {
        for (ball, launch) in [
            (
                &balls::RUGBY,
                Launch::at(35.0)
                    .up(deg(30.0))
                    .nose(deg(80.0), 0.2)
                    .spin_vector(DVec3::new(20.0, 15.0, 40.0)),
            ),
            (
                &balls::AMERICAN_FOOTBALL,
                Launch::at(26.0).spin_vector(wobbling(0.0, 0.4, 60.0)),
            ),
        ] {
            let (motion, air, initial) = start(ball, launch, &Air::default());
            let forces = Forces {
                motion: &motion,
                air: &air,
                footing: None,
            };
            let h = 1.0 / 60.0;
            let step = forces.step(0.0, h, &initial, &forces.rates(0.0, &initial));
            let [rate, change] = step.turn.unwrap().bounds(initial.spin, h);
            let spin = |s: f64| step.at(s).spin * h;
            let small = 1e-4;
            for i in 1..100 {
                let s = f64::from(i) / 100.0;
                assert!(spin(s).length() <= rate, "{} {rate}", spin(s).length());
                let slope = (spin(s + small) - spin(s - small)) / (2.0 * small);
                assert!(slope.length() <= change, "{} {change}", slope.length());
            }
            // They are bounds, not numbers out of reach.
            assert!(rate < 2.0 * spin(0.0).length());
        }
    }
}
