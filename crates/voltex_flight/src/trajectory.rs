//! What a flight leaves: its path at any instant, its events, and the numbers people ask for.

use voltex_math::f64::atan2;
use voltex_math::hash::StateHasher;
use voltex_math::{DQuat, DVec3};

use crate::aero::{Flow, Forces};
use crate::air::Air;
use crate::ball::{Ball, Validity};
use crate::crossing::{self, Plane};
use crate::integrate::{Law, Motion, Step};
use crate::shot::Shot;
use crate::state::State;
use crate::track::{Sample, Track};

/// A flown shot.
#[derive(Clone, Debug)]
pub struct Trajectory {
    shot: Shot,
    air: Air,
    motion: Motion,
    initial: State,
    /// In order of time, joined end to start but for impacts.
    steps: Vec<Step>,
    track: Track,
    events: Vec<Event>,
    warnings: Vec<Warning>,
    end: End,
    last: State,
}

/// Something that happens at one instant of a flight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Seconds after launch.
    pub time: f64,
    /// What happens.
    pub kind: EventKind,
    /// The state just after it.
    pub state: State,
}

/// The kinds of event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EventKind {
    /// Upward motion ends.
    Apex,
    /// The ball strikes the ground and leaves it.
    Impact(Impact),
    /// The ball touches the ground, and the flight ends since there is none to bounce on.
    Landing,
    /// The ball stays on the ground, its contact point slipping.
    Slide,
    /// The contact point grips: the ball rolls, or spins on the spot.
    Roll,
    /// The air lifts the ball off the ground.
    LiftOff,
    /// The ball has come to rest.
    Rest,
}

/// One bounce.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// Contact point, m.
    pub point: DVec3,
    /// Unit normal, from the ground to the ball.
    pub normal: DVec3,
    /// Just before.
    pub before: State,
    /// Just after.
    pub after: State,
    /// Impulse on the ball along the normal, N s.
    pub normal_impulse: f64,
    /// Impulse on the ball along the ground, N s.
    pub tangential_impulse: DVec3,
    /// Whether friction stopped the slip of the contact point.
    pub gripped: bool,
}

impl Impact {
    /// Speed towards the ground before, m/s.
    pub fn normal_speed_before(&self) -> f64 {
        -self.normal.dot(self.before.velocity)
    }

    /// Speed away from the ground after, m/s.
    pub fn normal_speed_after(&self) -> f64 {
        self.normal.dot(self.after.velocity)
    }

    /// Speed of the centre along the ground before, m/s.
    pub fn tangential_before(&self) -> f64 {
        self.tangential(&self.before).length()
    }

    /// Speed of the centre along the ground after, m/s.
    pub fn tangential_after(&self) -> f64 {
        self.tangential(&self.after).length()
    }

    fn tangential(&self, state: &State) -> DVec3 {
        state.velocity - self.normal * self.normal.dot(state.velocity)
    }
}

/// Why a flight ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// First touch, and no surface to bounce on.
    Landed,
    /// At rest.
    Rest,
    /// Bouncing has died out; the ball still slides, rolls or spins.
    Settled,
    /// The longest flight was reached in the air.
    TimeLimit,
    /// Forces were too strong for the steps that a flight may take.
    StepLimit,
    /// Forces drove the state beyond finite numbers; the path ends before.
    NotFinite,
}

/// A reason to read a result with care.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// The Reynolds number left the range in which the ball's laws were measured.
    Reynolds(Outside),
    /// The spin parameter left the range in which the ball's laws were measured.
    SpinParameter(Outside),
    /// The speed came near that of sound, where no incompressible law holds.
    Compressible {
        /// Largest Mach number.
        mach: f64,
    },
    /// The flight did not come to its natural end.
    Ended(End),
}

/// How far and how long a number was outside its range.
#[derive(Clone, Debug, PartialEq)]
pub struct Outside {
    /// Ball and model.
    pub law: String,
    /// Range in which the laws are supported.
    pub range: [f64; 2],
    /// Least and greatest value in flight.
    pub visited: [f64; 2],
    /// Share of the samples outside, 0 to 1.
    pub share: f64,
}

impl core::fmt::Display for Warning {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let outside = |f: &mut core::fmt::Formatter<'_>, what: &str, o: &Outside, digits: usize| {
            write!(
                f,
                "{what} went from {:.digits$} to {:.digits$}; the laws of {} are supported from {:.digits$} \
                 to {:.digits$} ({:.0} % of the flight is outside)",
                o.visited[0],
                o.visited[1],
                o.law,
                o.range[0],
                o.range[1],
                100.0 * o.share
            )
        };
        match self {
            Self::Reynolds(o) => outside(f, "Reynolds number", o, 0),
            Self::SpinParameter(o) => outside(f, "spin parameter", o, 3),
            Self::Compressible { mach } => write!(
                f,
                "the ball reaches Mach {mach:.2}; the laws leave out compressibility, which matters above 0.4"
            ),
            Self::Ended(End::Settled) => f.write_str(
                "the ball stopped bouncing and was still moving along the ground; the path ends there",
            ),
            Self::Ended(End::TimeLimit) => {
                f.write_str("the longest flight was reached before the ball came down or to rest")
            }
            Self::Ended(End::StepLimit) => f.write_str(
                "the forces change too fast for the steps a flight may take; the path ends early",
            ),
            Self::Ended(End::NotFinite) => f.write_str(
                "the forces grew beyond finite numbers; the path ends before that",
            ),
            Self::Ended(End::Landed | End::Rest) => f.write_str("the flight ended"),
        }
    }
}

/// The record of a flight while it is flown.
pub(crate) struct Recording {
    pub(crate) initial: State,
    pub(crate) steps: Vec<Step>,
    pub(crate) events: Vec<Event>,
    samples: Vec<(f64, State)>,
}

impl Recording {
    pub(crate) fn new(initial: State) -> Self {
        Self {
            initial,
            steps: Vec::new(),
            events: Vec::new(),
            samples: vec![(0.0, initial)],
        }
    }

    /// Keeps a step up to a fraction of it, which ends at the time `until`.
    pub(crate) fn step(&mut self, step: Step, fraction: f64, until: f64) {
        if let Some(s) = crossing::apex(&step, DVec3::Y)
            && s <= fraction
        {
            self.events.push(Event {
                time: step.start_time + s * step.duration,
                kind: EventKind::Apex,
                state: step.at(s),
            });
        }
        self.steps.push(Step {
            used: fraction,
            until,
            ..step
        });
    }

    pub(crate) fn sample(&mut self, time: f64, state: &State) {
        self.samples.push((time, *state));
    }
}

impl Trajectory {
    pub(crate) fn new(
        shot: &Shot,
        air: &Air,
        motion: Motion,
        recording: Recording,
        end: End,
    ) -> Self {
        let Recording {
            initial,
            steps,
            mut events,
            mut samples,
        } = recording;
        let (time, state) = match (end, events.last(), steps.last()) {
            (End::Rest | End::Settled, Some(event), _) => (event.time, event.state),
            (_, _, Some(step)) => (step.until, step.at(step.used)),
            (_, _, None) => (0.0, initial),
        };
        if end == End::Landed {
            events.push(Event {
                time,
                kind: EventKind::Landing,
                state,
            });
        }
        if samples.last().is_some_and(|last| last.0 < time) {
            samples.push((time, state));
        }
        // Up to the first touch: the low hops and the roll that follow hardly depend on the air.
        let touch = events
            .iter()
            .find(|event| {
                matches!(
                    event.kind,
                    EventKind::Impact(_) | EventKind::Slide | EventKind::Roll | EventKind::Rest
                )
            })
            .map_or(f64::INFINITY, |event| event.time);
        let flown = &samples[..samples.partition_point(|sample| sample.0 <= touch)];
        let warnings = warnings(shot, &motion, flown, end, air);
        Self {
            shot: shot.clone(),
            air: *air,
            motion,
            initial,
            steps,
            track: Track::from_states(&samples),
            events,
            warnings,
            end,
            last: state,
        }
    }

    /// The ball that flew.
    pub fn ball(&self) -> &Ball {
        &self.shot.ball
    }

    /// The shot that was flown.
    pub fn shot(&self) -> &Shot {
        &self.shot
    }

    /// The air it flew through.
    pub fn air(&self) -> &Air {
        &self.air
    }

    /// The record per tick: launch, every multiple of dt, and the end.
    pub fn samples(&self) -> &[Sample] {
        self.track.samples()
    }

    /// The same record as a track of its own.
    pub fn track(&self) -> &Track {
        &self.track
    }

    /// Apex, impacts, landing and rest in order of time.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Reasons to read the result with care; empty as a rule. Ranges are judged up to the first touch of the ground.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Why the flight ended.
    pub fn end(&self) -> End {
        self.end
    }

    /// Seconds from launch to the end of the path.
    pub fn duration(&self) -> f64 {
        self.samples().last().map_or(0.0, |sample| sample.time)
    }

    /// The state at a time (s), from the dense output; the ends are held. At an impact the state after it.
    pub fn state_at(&self, time: f64) -> State {
        if time <= 0.0 || time.is_nan() {
            return self.initial;
        }
        let next = self.steps.partition_point(|step| step.start_time <= time);
        let Some(step) = next.checked_sub(1).map(|last| &self.steps[last]) else {
            return self.last;
        };
        if time >= step.until {
            // Past the last step, or in the rounding between two.
            return match self.steps.get(next) {
                Some(following) => following.start,
                None => self.last,
            };
        }
        step.at((time - step.start_time) / step.duration)
    }

    /// Position (m) and attitude at a time (s); the ends are held.
    pub fn pose_at(&self, time: f64) -> (DVec3, DQuat) {
        let state = self.state_at(time);
        (state.position, state.rotation)
    }

    /// The forces on the ball at a time (s), N.
    pub fn forces_at(&self, time: f64) -> Forces {
        self.motion
            .forces(self.shot.ball.mass, time, &self.state_at(time))
    }

    /// Kinetic energy of motion and of spin, and potential energy above the ground, J.
    pub fn energy_at(&self, time: f64) -> Energy {
        let state = self.state_at(time);
        let ball = &self.shot.ball;
        Energy {
            translation: 0.5 * ball.mass * state.velocity.length_squared(),
            rotation: ball.spin_energy(state.rotation, state.spin),
            height: ball.mass * self.shot.gravity * (state.position.y - ball.radius),
        }
    }

    /// The bounces.
    pub fn impacts(&self) -> impl Iterator<Item = (f64, &Impact)> {
        self.events.iter().filter_map(|event| match &event.kind {
            EventKind::Impact(impact) => Some((event.time, impact)),
            EventKind::Apex
            | EventKind::Landing
            | EventKind::Slide
            | EventKind::Roll
            | EventKind::LiftOff
            | EventKind::Rest => None,
        })
    }

    /// Time and state of the first touch of the ground, before any rebound.
    pub fn touch(&self) -> Option<(f64, State)> {
        self.events.iter().find_map(|event| match &event.kind {
            EventKind::Impact(impact) => Some((event.time, impact.before)),
            EventKind::Landing | EventKind::Slide | EventKind::Roll | EventKind::Rest => {
                Some((event.time, event.state))
            }
            EventKind::Apex | EventKind::LiftOff => None,
        })
    }

    /// Distance along +X to the first touch, m.
    pub fn carry(&self) -> Option<f64> {
        self.touch().map(|(_, state)| state.position.x)
    }

    /// Distance to the right (+Z) at the first touch, m.
    pub fn lateral(&self) -> Option<f64> {
        self.touch().map(|(_, state)| state.position.z)
    }

    /// Seconds to the first touch.
    pub fn flight_time(&self) -> Option<f64> {
        self.touch().map(|(time, _)| time)
    }

    /// Speed at the first touch, m/s.
    pub fn landing_speed(&self) -> Option<f64> {
        self.touch().map(|(_, state)| state.velocity.length())
    }

    /// Angle of descent at the first touch, rad, positive downward.
    pub fn landing_angle(&self) -> Option<f64> {
        self.touch().map(|(_, state)| {
            let v = state.velocity;
            atan2(-v.y, (v.x * v.x + v.z * v.z).sqrt())
        })
    }

    /// Spin rate at the first touch, rad/s.
    pub fn landing_spin(&self) -> Option<f64> {
        self.touch().map(|(_, state)| state.spin.length())
    }

    /// Place of the greatest height before the first touch: the apex, or the launch of a falling ball.
    pub fn apex(&self) -> State {
        let mut highest = self.initial;
        for event in &self.events {
            if !matches!(event.kind, EventKind::Apex) {
                break;
            }
            if event.state.position.y > highest.position.y {
                highest = event.state;
            }
        }
        if self.touch().is_none() && self.last.position.y > highest.position.y {
            highest = self.last;
        }
        highest
    }

    /// Greatest height of the ball's lowest point above the ground before the first touch, m; of a spheroid
    /// that of the centre less its reach at that attitude.
    pub fn apex_height(&self) -> f64 {
        let apex = self.apex();
        apex.position.y - self.shot.ball.reach(apex.rotation, DVec3::Y)
    }

    /// Time and state of rest, if the ball comes to rest.
    pub fn rest(&self) -> Option<(f64, State)> {
        let event = self.events.last()?;
        (event.kind == EventKind::Rest).then_some((event.time, event.state))
    }

    /// The first passage of the centre through the plane x = `distance` (m): time and state.
    pub fn crossing_x(&self, distance: f64) -> Option<(f64, State)> {
        let plane = Plane {
            normal: DVec3::X,
            offset: distance,
        };
        self.steps.iter().find_map(|step| {
            let s = crossing::passage(step, &plane)?;
            (s <= step.used).then(|| (step.start_time + s * step.duration, step.at(s)))
        })
    }

    /// Distance along +X at rest, m.
    pub fn total(&self) -> Option<f64> {
        self.rest().map(|(_, state)| state.position.x)
    }

    /// Distance to the right (+Z) at rest, m.
    pub fn total_lateral(&self) -> Option<f64> {
        self.rest().map(|(_, state)| state.position.z)
    }

    /// Hash of every sample: equal bits everywhere give equal hashes.
    pub fn state_hash(&self) -> u64 {
        let mut hasher = StateHasher::new();
        hasher.write_u64(self.samples().len() as u64);
        for sample in self.samples() {
            sample.hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// Energy of a ball, J.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Energy {
    /// Of the motion of the centre.
    pub translation: f64,
    /// Of the spin.
    pub rotation: f64,
    /// Of the height above the ground.
    pub height: f64,
}

impl Energy {
    /// The sum.
    pub fn total(&self) -> f64 {
        self.translation + self.rotation + self.height
    }
}

/// Mach number from which on compressibility matters.
pub(crate) const COMPRESSIBLE_MACH: f64 = 0.4;

/// Speed of sound in air, `sqrt(1.4 R T)`, m/s.
pub(crate) fn speed_of_sound(air: &Air) -> f64 {
    (1.4 * crate::data::constants::R_DRY * air.temperature()).sqrt()
}

/// What to tell about a flight besides its numbers.
fn warnings(
    shot: &Shot,
    motion: &Motion,
    samples: &[(f64, State)],
    end: End,
    air: &Air,
) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if let Law::Physical(aerodynamics, _) = &motion.law {
        let flows: Vec<Flow> = samples
            .iter()
            .map(|(time, state)| {
                let wind = motion.wind.at(state.position, *time);
                aerodynamics.flow((state.velocity - wind).into(), state.spin.into())
            })
            .collect();
        let law = format!("{} ({})", shot.ball.name, shot.ball.model);
        let Validity {
            reynolds,
            spin_parameter,
        } = shot.ball.valid;
        let outside = |range: Option<[f64; 2]>, of: fn(&Flow) -> f64| {
            outside(&law, range?, flows.iter().map(of))
        };
        warnings.extend(outside(reynolds, |flow| flow.reynolds).map(Warning::Reynolds));
        warnings.extend(
            outside(spin_parameter, |flow| flow.spin_parameter).map(Warning::SpinParameter),
        );
        let mach = flows
            .iter()
            .fold(0.0, |most, flow| voltex_math::f64::max(most, flow.speed))
            / speed_of_sound(air);
        if mach > COMPRESSIBLE_MACH && air.density() > 0.0 {
            warnings.push(Warning::Compressible { mach });
        }
    }
    match end {
        End::Landed | End::Rest => {}
        End::Settled | End::TimeLimit | End::StepLimit | End::NotFinite => {
            warnings.push(Warning::Ended(end));
        }
    }
    warnings
}

fn outside(law: &str, range: [f64; 2], values: impl Iterator<Item = f64>) -> Option<Outside> {
    let (mut lo, mut hi) = (f64::INFINITY, f64::NEG_INFINITY);
    let (mut count, mut beyond) = (0_u32, 0_u32);
    for value in values {
        lo = voltex_math::f64::min(lo, value);
        hi = voltex_math::f64::max(hi, value);
        count += 1;
        beyond += u32::from(value < range[0] || value > range[1]);
    }
    (beyond > 0).then(|| Outside {
        law: law.to_owned(),
        range,
        visited: [lo, hi],
        share: f64::from(beyond) / f64::from(count),
    })
}
