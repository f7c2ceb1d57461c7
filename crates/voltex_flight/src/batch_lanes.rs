//! The flight loop over lanes: a shot per lane, lanes refilled as shots land.
//!
//! Every lane is at its own tick and its own time. One round advances all lanes by one step of the
//! integrator; lanes in which something happens inside the step (touch, apex, passage of the plane) are then
//! looked at one by one by the functions that serve a single shot. A lane whose numbers leave all bounds
//! is given up and its shot is flown alone, and so are spheroids, whose attitude has steps of its own.

use voltex_math::DVec3;
use voltex_math::f64::{max, min};
use voltex_math::lane::Lane;
use voltex_math::lane_vector::{Quaternion, Vector};
use voltex_math::simd::LaneProgram;

use crate::aero::Stream;
use crate::batch::{Batch, Flown, Row};
use crate::batch_result::{Crossing, Landing};
use crate::crossing::{self, Plane};
use crate::integrate::{Blows, Field, LaneRates, LaneState, Law, Motion, Rates, Step};
use crate::shot::{MOST_STEPS, Shot};
use crate::state::State;
use crate::trajectory::{COMPRESSIBLE_MACH, End, speed_of_sound};
use crate::wind::Wind;

/// Sum of the sizes of all components from which on a lane is given up.
const OUT_OF_BOUNDS: f64 = 1e60;

/// Rounds after which all lanes are looked at, so that none flies beyond the most steps of a flight.
const ROUNDS_PER_COUNT: usize = 4096;

/// Flies the rows of one part, or names the first that cannot be flown.
pub(crate) fn fly(batch: &Batch, rows: &[Row<'_>]) -> Flown {
    let mut starts = Vec::with_capacity(rows.len());
    for (row, given) in rows.iter().enumerate() {
        let shot = batch.shot(given);
        shot.validate().map_err(|error| (row, error))?;
        starts.push(Start::new(shot, given));
    }
    let mut landings: Vec<Option<Landing>> = vec![None; rows.len()];
    // Lanes side by side obey the same laws; rows keep their order among their likes.
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (row, start) in starts.iter().enumerate() {
        if start.motion.spheroid.is_some() {
            landings[row] = Some(start.alone(batch.plane));
            continue;
        }
        match groups
            .iter_mut()
            .find(|group| start.flies_beside(&starts[group[0]]))
        {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    for queue in &groups {
        batch.level.run(Program {
            batch,
            starts: &starts,
            queue,
            landings: &mut landings,
        });
    }
    Ok(landings
        .into_iter()
        .map(|landing| landing.expect("every row is in one group or was flown alone"))
        .collect())
}

/// A shot ready to be put into a lane.
struct Start<'a> {
    shot: Shot,
    row: &'a Row<'a>,
    motion: Motion,
    state: State,
    rates: Rates,
}

impl<'a> Start<'a> {
    fn new(shot: Shot, row: &'a Row<'a>) -> Self {
        let motion = shot.motion(&row.air);
        let state = shot.initial_state();
        let rates = motion.rates(0.0, &state);
        Self {
            shot,
            row,
            motion,
            state,
            rates,
        }
    }

    fn flies_beside(&self, other: &Self) -> bool {
        let uniform = |start: &Self| matches!(start.motion.wind, Wind::Uniform(_));
        self.motion.law.same_laws(&other.motion.law) && uniform(self) == uniform(other)
    }

    /// Speed through the air and spin parameter at an instant.
    fn flow(&self, time: f64, state: &State) -> (f64, f64) {
        let through_air = state.velocity - self.motion.wind.at(state.position, time);
        match &self.motion.law {
            Law::Physical(air, _) => {
                let flow = air.flow(through_air.into(), state.spin.into());
                (flow.speed, flow.spin_parameter)
            }
            Law::Arcade(_) => (through_air.length(), 0.0),
        }
    }

    /// The shot flown alone, for numbers beyond all bounds.
    fn alone(&self, plane: Option<f64>) -> Landing {
        let flight = self.shot.fly(&self.row.air).expect("the row was validated");
        Landing::of(&flight, plane)
    }
}

/// The rows of one group and where their landings go.
struct Program<'a> {
    batch: &'a Batch,
    starts: &'a [Start<'a>],
    queue: &'a [usize],
    landings: &'a mut [Option<Landing>],
}

impl LaneProgram for Program<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let mut bank = Bank::<L>::new(self);
        while bank.flying > 0 {
            let stride = bank.stride();
            let events = bank.events(&stride);
            let mut landed = 0;
            if events != 0 {
                landed = bank.look_at(events, &stride);
            }
            let out_of_time = bank.advance(&stride) & !landed;
            if landed | out_of_time != 0 {
                bank.turn_over(landed, out_of_time);
            }
        }
    }
}

/// What blows in the lanes.
enum LaneWind<L> {
    Uniform(Vector<L>),
    Each(Vec<Wind>),
}

impl<L: Lane> Blows<L> for LaneWind<L> {
    #[inline(always)]
    fn at(&self, position: Vector<L>, time: L) -> Vector<L> {
        match self {
            Self::Uniform(wind) => *wind,
            Self::Each(winds) => {
                let mut out = Vector::zero();
                each_wind(winds, &position, &time, &mut out);
                out
            }
        }
    }
}

/// Winds that are not the same everywhere, lane by lane.
#[inline(never)]
fn each_wind<L: Lane>(winds: &[Wind], position: &Vector<L>, time: &L, out: &mut Vector<L>) {
    for (lane, wind) in winds.iter().enumerate() {
        out.set_lane(lane, wind.at(position.lane(lane), time.lane(lane)));
    }
}

/// The shot that a lane flies.
#[derive(Clone, Copy)]
struct Flying {
    row: usize,
    /// Height of the highest point so far, m.
    highest: f64,
    crossing: Option<Crossing>,
    /// The round in which it took off.
    since: usize,
}

/// One step of every lane.
struct Stride<L> {
    h: L,
    end: LaneState<L>,
    rates: LaneRates<L>,
    /// The flow past the balls at the end.
    stream: Stream<L>,
}

/// All lanes under way.
struct Bank<'a, L> {
    program: Program<'a>,
    /// Rows of the queue that have been put into lanes.
    taken: usize,
    flying: usize,
    lanes: Vec<Option<Flying>>,
    /// One bit per lane that flies.
    active: u32,
    round: usize,

    law: Law<L>,
    gravity: Vector<L>,
    wind: LaneWind<L>,
    ground: L,
    plane: L,
    /// Zero in lanes that have nothing left to fly: they stand still.
    dt: L,
    max_time: L,
    tick: L,
    tick_end: L,
    time: L,
    state: LaneState<L>,
    rates: LaneRates<L>,
    air_speed: L,
    /// Least and greatest air speed and spin parameter over the samples.
    slowest: L,
    fastest: L,
    least_spin: L,
    most_spin: L,
}

impl<'a, L: Lane> Bank<'a, L> {
    #[inline(never)]
    fn new(program: Program<'a>) -> Self {
        let first = &program.starts[program.queue[0]];
        let n = L::splat;
        let mut bank = Self {
            taken: 0,
            flying: 0,
            lanes: vec![None; L::LANES],
            active: 0,
            round: 0,
            law: Law::splat(&first.motion.law),
            gravity: Vector::splat(first.motion.gravity),
            wind: match &first.motion.wind {
                Wind::Uniform(wind) => LaneWind::Uniform(Vector::splat(*wind)),
                wind => LaneWind::Each(vec![wind.clone(); L::LANES]),
            },
            ground: n(first.shot.ball.radius),
            plane: n(program.batch.plane.unwrap_or(f64::INFINITY)),
            dt: n(0.0),
            max_time: n(program.batch.max_time),
            tick: n(0.0),
            tick_end: n(0.0),
            time: n(0.0),
            state: LaneState {
                position: Vector::splat(first.state.position),
                rotation: Quaternion::splat(first.state.rotation),
                velocity: Vector::splat(first.state.velocity),
                spin: Vector::splat(first.state.spin),
            },
            rates: LaneRates {
                acceleration: Vector::splat(first.rates.acceleration),
                spin: Vector::splat(first.rates.spin),
            },
            air_speed: n(1.0),
            slowest: n(0.0),
            fastest: n(0.0),
            least_spin: n(0.0),
            most_spin: n(0.0),
            program,
        };
        for lane in 0..L::LANES {
            bank.refill(lane);
        }
        bank
    }

    /// Puts the next row of the queue into a lane, or lets the lane stand still.
    fn refill(&mut self, lane: usize) {
        loop {
            let Some(&row) = self.program.queue.get(self.taken) else {
                self.stop(lane);
                return;
            };
            self.taken += 1;
            let start = &self.program.starts[row];
            if self.program.batch.max_time > 0.0 {
                self.take_off(lane, row);
                return;
            }
            self.program.landings[row] = Some(start.alone(self.program.batch.plane));
        }
    }

    fn stop(&mut self, lane: usize) {
        if self.lanes[lane].take().is_some() {
            self.flying -= 1;
        }
        self.active &= !(1 << lane);
        self.dt.set_lane(lane, 0.0);
        self.tick_end.set_lane(lane, 0.0);
        self.time.set_lane(lane, 0.0);
        // Benign numbers, so that the kernels stay on their fast way.
        let start = &self.program.starts[self.program.queue[0]];
        let (state, rates) = (start.state, start.rates);
        self.law.set_lane(lane, &start.motion.law);
        self.set_state(lane, &state, &rates);
    }

    fn set_state(&mut self, lane: usize, state: &State, rates: &Rates) {
        self.state.position.set_lane(lane, state.position);
        self.state.rotation.set_lane(lane, state.rotation);
        self.state.velocity.set_lane(lane, state.velocity);
        self.state.spin.set_lane(lane, state.spin);
        self.rates.acceleration.set_lane(lane, rates.acceleration);
        self.rates.spin.set_lane(lane, rates.spin);
    }

    fn take_off(&mut self, lane: usize, row: usize) {
        let start = &self.program.starts[row];
        let (state, rates) = (start.state, start.rates);
        self.law.set_lane(lane, &start.motion.law);
        self.gravity.set_lane(lane, start.motion.gravity);
        match (&mut self.wind, &start.motion.wind) {
            (LaneWind::Uniform(lanes), Wind::Uniform(wind)) => lanes.set_lane(lane, *wind),
            (LaneWind::Each(lanes), wind) => lanes[lane] = wind.clone(),
            (LaneWind::Uniform(_), _) => unreachable!("lanes hold winds of one kind"),
        }
        self.ground.set_lane(lane, start.shot.ball.radius);
        let (speed, spin_parameter) = start.flow(0.0, &state);
        self.air_speed.set_lane(lane, speed);
        self.slowest.set_lane(lane, speed);
        self.fastest.set_lane(lane, speed);
        self.least_spin.set_lane(lane, spin_parameter);
        self.most_spin.set_lane(lane, spin_parameter);
        let dt = self.program.batch.dt;
        self.dt.set_lane(lane, dt);
        self.tick.set_lane(lane, 0.0);
        self.tick_end.set_lane(lane, dt);
        self.time.set_lane(lane, 0.0);
        self.set_state(lane, &state, &rates);
        if self.lanes[lane].is_none() {
            self.flying += 1;
        }
        self.active |= 1 << lane;
        self.lanes[lane] = Some(Flying {
            row,
            highest: state.position.y,
            crossing: None,
            since: self.round,
        });
    }

    /// The next step of every lane: to the end of its tick, or as far as forces let it go in one.
    #[inline(always)]
    fn stride(&self) -> Stride<L> {
        let field = Field {
            law: &self.law,
            gravity: self.gravity,
            wind: &self.wind,
        };
        let rest = self.tick_end - self.time;
        let h = field.longest_step(rest, self.air_speed, self.state.spin, &self.rates);
        let (end, rates, stream) = field.step(self.time, h, &self.state, &self.rates);
        Stride {
            h,
            end,
            rates,
            stream,
        }
    }

    /// One bit per flying lane in which something may happen within the step.
    #[inline(always)]
    fn events(&mut self, stride: &Stride<L>) -> u32 {
        let zero = L::splat(0.0);
        let (start, end) = (&self.state, &stride.end);
        let falls = start.velocity.y.less(zero);
        let dips = L::both(falls, zero.less(end.velocity.y));
        let (low, low_end) = (start.position.y - self.ground, end.position.y - self.ground);
        let above = L::both(zero.less(low), zero.less_equal(low_end));
        let touches = L::either(L::invert(above), dips);
        let peaks = L::both(zero.less(start.velocity.y), end.velocity.y.less_equal(zero));
        let (before, after) = (start.position.x - self.plane, end.position.x - self.plane);
        let passes = L::either(
            L::both(before.less(zero), zero.less_equal(after)),
            L::both(zero.less(before), after.less_equal(zero)),
        );
        let lost = L::invert(sizes(end).less(L::splat(OUT_OF_BOUNDS)));
        let events = L::either(L::either(touches, peaks), L::either(passes, lost));
        let too_long = self.round.is_multiple_of(ROUNDS_PER_COUNT) && self.round > 0;
        self.round += 1;
        (L::mask_bits(events) | if too_long { u32::MAX } else { 0 }) & self.active
    }

    /// Ends the step in every lane; one bit per flying lane whose longest flight is over.
    #[inline(always)]
    fn advance(&mut self, stride: &Stride<L>) -> u32 {
        let one = L::splat(1.0);
        let rest = self.tick_end - self.time;
        // The last part of a tick ends on the tick, whatever the sum of the parts rounds to.
        let within = stride.h.less(rest);
        let until = L::select(within, self.time + stride.h, self.tick_end);
        let ticked = L::invert(until.less(self.tick_end));
        self.state = stride.end;
        self.rates = stride.rates;
        self.time = until;
        let stream = match &self.wind {
            LaneWind::Uniform(_) => stride.stream,
            // The end of a tick is not the sum of its parts to the last bit, and wind may change with time.
            LaneWind::Each(_) => self.stream(until),
        };
        self.air_speed = stream.speed;
        self.sample(ticked, &stream);
        self.tick = L::select(ticked, self.tick + one, self.tick);
        let next_end = (self.tick + one) * self.dt;
        self.tick_end = L::select(ticked, next_end, self.tick_end);
        L::mask_bits(L::both(ticked, self.max_time.less_equal(until))) & self.active
    }

    /// The flow past the balls at an instant.
    #[inline(always)]
    fn stream(&self, time: L) -> Stream<L> {
        let through_air = self.state.velocity - self.wind.at(self.state.position, time);
        match &self.law {
            Law::Physical(air, _) => {
                let flow = air.flow(through_air, self.state.spin);
                Stream {
                    speed: flow.speed,
                    spin_parameter: flow.spin_parameter,
                }
            }
            Law::Arcade(_) => Stream {
                speed: through_air.length(),
                spin_parameter: L::splat(0.0),
            },
        }
    }

    /// Takes a sample in the lanes of a mask.
    #[inline(always)]
    fn sample(&mut self, mask: L::Mask, stream: &Stream<L>) {
        let (speed, spin_parameter) = (stream.speed, stream.spin_parameter);
        self.slowest = L::select(mask, self.slowest.smaller(speed), self.slowest);
        self.fastest = L::select(mask, self.fastest.larger(speed), self.fastest);
        let (least, most) = (self.least_spin, self.most_spin);
        self.least_spin = L::select(mask, least.smaller(spin_parameter), least);
        self.most_spin = L::select(mask, most.larger(spin_parameter), most);
    }

    /// Goes through the lanes in which something may have happened, one by one; one bit per lane that has
    /// landed.
    #[inline(never)]
    fn look_at(&mut self, events: u32, stride: &Stride<L>) -> u32 {
        let mut landed = 0;
        for lane in 0..L::LANES {
            if events >> lane & 1 == 0 {
                continue;
            }
            if let Some(flying) = &mut self.lanes[lane] {
                let start = &self.program.starts[flying.row];
                let step = Step {
                    start_time: self.time.lane(lane),
                    duration: stride.h.lane(lane),
                    used: 1.0,
                    until: self.time.lane(lane) + stride.h.lane(lane),
                    start: lane_of(&self.state, lane),
                    end: lane_of(&stride.end, lane),
                    start_rates: rates_of(&self.rates, lane),
                    end_rates: rates_of(&stride.rates, lane),
                    turn: None,
                };
                let plane = self.program.batch.plane;
                let bounded = sizes(&LaneState::from(&step.end)) < OUT_OF_BOUNDS;
                let landing =
                    if !bounded || self.round - flying.since + ROUNDS_PER_COUNT >= MOST_STEPS {
                        start.alone(plane)
                    } else if let Some((time, state)) = flying.look_at(&step, start, plane) {
                        let mut seen = Seen {
                            speed: [self.slowest.lane(lane), self.fastest.lane(lane)],
                            spin_parameter: [self.least_spin.lane(lane), self.most_spin.lane(lane)],
                        };
                        // The last sample is that of the last tick, unless the touch comes later.
                        if self.tick.lane(lane) * self.program.batch.dt < time {
                            seen.include(start.flow(time, &state));
                        }
                        flying.landing(start, &seen, End::Landed, time, &state)
                    } else {
                        continue;
                    };
                self.program.landings[flying.row] = Some(landing);
                landed |= 1 << lane;
            }
        }
        landed
    }

    /// Writes down the shots whose time is over, and refills their lanes and those of the landed.
    #[inline(never)]
    fn turn_over(&mut self, landed: u32, out_of_time: u32) {
        for lane in 0..L::LANES {
            if out_of_time >> lane & 1 == 1
                && let Some(flying) = &mut self.lanes[lane]
            {
                let start = &self.program.starts[flying.row];
                let seen = Seen {
                    speed: [self.slowest.lane(lane), self.fastest.lane(lane)],
                    spin_parameter: [self.least_spin.lane(lane), self.most_spin.lane(lane)],
                };
                let state = lane_of(&self.state, lane);
                if state.position.y > flying.highest {
                    flying.highest = state.position.y;
                }
                let time = self.time.lane(lane);
                self.program.landings[flying.row] =
                    Some(flying.landing(start, &seen, End::TimeLimit, time, &state));
            }
            if (landed | out_of_time) >> lane & 1 == 1 {
                self.refill(lane);
            }
        }
    }
}

fn lane_of<L: Lane>(state: &LaneState<L>, lane: usize) -> State {
    State {
        position: state.position.lane(lane),
        rotation: state.rotation.lane(lane),
        velocity: state.velocity.lane(lane),
        spin: state.spin.lane(lane),
    }
}

fn rates_of<L: Lane>(rates: &LaneRates<L>, lane: usize) -> Rates {
    Rates {
        acceleration: rates.acceleration.lane(lane),
        spin: rates.spin.lane(lane),
    }
}

/// Sum of the sizes of position, velocity and spin: one number that is NaN or large if any of them is.
#[inline(always)]
fn sizes<L: Lane>(state: &LaneState<L>) -> L {
    let (x, v, w) = (state.position, state.velocity, state.spin);
    (x.x.abs() + x.y.abs() + x.z.abs())
        + (v.x.abs() + v.y.abs() + v.z.abs())
        + (w.x.abs() + w.y.abs() + w.z.abs())
}

/// Least and greatest numbers over the samples of a flight.
struct Seen {
    speed: [f64; 2],
    spin_parameter: [f64; 2],
}

impl Seen {
    fn include(&mut self, (speed, spin_parameter): (f64, f64)) {
        let widen = |seen: &mut [f64; 2], value: f64| {
            seen[0] = min(seen[0], value);
            seen[1] = max(seen[1], value);
        };
        widen(&mut self.speed, speed);
        widen(&mut self.spin_parameter, spin_parameter);
    }

    /// Count of the warnings that the flight alone would give besides that of its end.
    fn warnings(&self, start: &Start<'_>) -> usize {
        let Law::Physical(air, _) = &start.motion.law else {
            return 0;
        };
        let left = |range: Option<[f64; 2]>, seen: [f64; 2]| {
            range.is_some_and(|range| seen[0] < range[0] || seen[1] > range[1])
        };
        let valid = &start.shot.ball.valid;
        let mach = self.speed[1] / speed_of_sound(&start.row.air);
        usize::from(left(valid.reynolds, self.speed.map(|v| air.reynolds(v))))
            + usize::from(left(valid.spin_parameter, self.spin_parameter))
            + usize::from(mach > COMPRESSIBLE_MACH && start.row.air.density() > 0.0)
    }
}

impl Flying {
    /// Notes apex and passage of the plane within a step, and returns the touch if it is in it.
    fn look_at(
        &mut self,
        step: &Step,
        start: &Start<'_>,
        plane: Option<f64>,
    ) -> Option<(f64, State)> {
        let ground = Plane {
            normal: DVec3::Y,
            offset: start.shot.ball.radius,
        };
        let touch = crossing::first_crossing(step, &ground);
        if touch != Some(0.0) {
            let flown = touch.unwrap_or(1.0);
            if let Some(s) = crossing::apex(step, DVec3::Y)
                && s <= flown
            {
                self.highest = max(self.highest, step.at(s).position.y);
            }
            if self.crossing.is_none()
                && let Some(distance) = plane
            {
                self.crossing = passage(step, distance, flown);
            }
        }
        touch.map(|s| (step.start_time + s * step.duration, step.at(s)))
    }

    fn landing(
        &self,
        start: &Start<'_>,
        seen: &Seen,
        end: End,
        time: f64,
        state: &State,
    ) -> Landing {
        Landing {
            end,
            time,
            position: state.position,
            velocity: state.velocity,
            spin: state.spin,
            apex_height: self.highest - start.shot.ball.radius,
            crossing: self.crossing,
            warnings: seen.warnings(start) + usize::from(end != End::Landed),
        }
    }
}

/// The passage of the plane x = `distance` within the flown part of a step.
fn passage(step: &Step, distance: f64, flown: f64) -> Option<Crossing> {
    let plane = Plane {
        normal: DVec3::X,
        offset: distance,
    };
    let s = crossing::passage(step, &plane).filter(|s| *s <= flown)?;
    let state = step.at(s);
    Some(Crossing {
        time: step.start_time + s * step.duration,
        position: state.position,
        velocity: state.velocity,
        spin: state.spin,
    })
}
