//! The flight of a spheroid over even ground: attitude, impacts on its own shape, rolling and rocking to rest.
//!
//! The gap under the ball is `N . x - h`, with `N` the ground's normal and `h` the reach of the ball's
//! surface against it at the attitude of that instant. It is read off the dense output, so that a tip that
//! swings down meets the ground when it does, in parts of a step that turn the axis by at most a tenth of a radian. Where a
//! hop would be too short to be one, the ball stays on the ground until the ground would have to hold it.

use voltex_math::DVec3;
use voltex_math::f64::max;

use crate::integrate::{LARGEST_CHANGE, Motion, Rates, Step};
use crate::shot::{MOST_CHANGES, MOST_IMPACTS, MOST_STEPS, SHORTEST_HOP, Shot};
use crate::spheroid::Spheroid;
use crate::spheroid_aero::SpheroidAerodynamics;
use crate::spheroid_contact::{Footing, Grip, stilled};
use crate::spheroid_impact::{approach_speed, rebound_from};
use crate::spheroid_stance::{STILL, Stance};
use crate::spheroid_step::Forces;
use crate::state::State;
use crate::surface::Surface;
use crate::trajectory::{End, Event, EventKind, Impact, Recording};

/// Halvings of a bracket: 2^-53 of a step is below the rounding of its fraction.
const HALVINGS: u32 = 53;
/// Half the width of a bracket that is narrow enough, as a fraction of a step.
const CLOSEST: f64 = 0.25 * f64::EPSILON;
/// Parts of a step that are looked at one by one.
const MOST_PARTS: f64 = 1000.0;
/// Depth (m) at which a ball on the ground counts as sinking.
const DEPTH: f64 = 1e-12;

/// One flight of a spheroid under way.
pub(crate) struct SpheroidCourse<'a> {
    pub(crate) shot: &'a Shot,
    pub(crate) motion: &'a Motion,
    pub(crate) air: &'a SpheroidAerodynamics,
    /// Unit normal of the ground, which passes through the origin.
    pub(crate) normal: DVec3,
}

/// Where a flight stands.
struct Progress {
    time: f64,
    state: State,
    /// Rates of `state` as it moves now.
    rates: Rates,
    /// How the ball stands on the ground; none in the air.
    footing: Option<Footing>,
    /// Impacts and touchdowns in this tick.
    impacts: u32,
    changes: u32,
}

impl SpheroidCourse<'_> {
    /// Flies tick by tick into the recording and says why it ended.
    pub(crate) fn run(&self, recording: &mut Recording) -> End {
        let state = recording.initial;
        let mut now = Progress {
            time: 0.0,
            state,
            rates: self.forces(None).rates(0.0, &state),
            footing: None,
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
                let over = match (now.footing, &self.shot.surface) {
                    (Some(footing), Some(surface)) => {
                        self.roll(end, footing, surface, &mut now, recording)
                    }
                    _ => self.fly(end, &mut now, recording),
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

    fn stance(&self) -> Stance<'_> {
        Stance {
            motion: self.motion,
            air: self.air,
            normal: self.normal,
        }
    }

    fn forces<'b>(&'b self, footing: Option<&'b Footing>) -> Forces<'b> {
        Forces {
            motion: self.motion,
            air: self.air,
            footing,
        }
    }

    /// One step through the air, up to the tick's `end` or the first touch of the ground.
    fn fly(&self, end: f64, now: &mut Progress, recording: &mut Recording) -> Option<End> {
        let forces = self.forces(None);
        let h = forces.longest_step(now.time, end - now.time, &now.state, &now.rates);
        let step = forces.step(now.time, h, &now.state, &now.rates);
        let Some(fraction) = first_touch(&self.air.body, self.normal, 0.0, &step) else {
            if !step.end.is_finite() {
                return Some(End::NotFinite);
            }
            keep(step, 1.0, end, now, recording);
            now.rates = step.end_rates;
            return None;
        };
        let before = step.at(fraction);
        if !before.is_finite() {
            return Some(End::NotFinite);
        }
        if fraction > 0.0 {
            keep(step, fraction, end, now, recording);
        }
        now.state = before;
        let Some(surface) = &self.shot.surface else {
            return Some(End::Landed);
        };
        now.state = self.impact(now.time, surface, &before, recording);
        now.impacts += 1;
        let weight = -self.normal.dot(self.motion.gravity);
        let rise = -approach_speed(&self.air.body, self.normal, &now.state);
        if now.impacts < MOST_IMPACTS && 2.0 * rise > SHORTEST_HOP * weight {
            now.rates = forces.rates(now.time, &now.state);
            return None;
        }
        now.changes += 1;
        if now.changes > MOST_CHANGES {
            return Some(End::Settled);
        }
        self.stand(surface, false, now, recording)
    }

    /// One step on the ground, up to the tick's `end` or to where the contact point stops slipping.
    fn roll(
        &self,
        end: f64,
        footing: Footing,
        surface: &Surface,
        now: &mut Progress,
        recording: &mut Recording,
    ) -> Option<End> {
        let forces = self.forces(Some(&footing));
        let h = forces.longest_step(now.time, end - now.time, &now.state, &now.rates);
        let step = forces.step(now.time, h, &now.state, &now.rates);
        if !step.end.is_finite() {
            return Some(End::NotFinite);
        }
        let (fraction, grips) = match footing.grip {
            Grip::Grips => (1.0, true),
            Grip::Slips(start) => {
                let slip = |state: &State| self.stance().slip(state).dot(start);
                if slip(&step.start) > STILL && slip(&step.end) < 0.0 {
                    (bisect(0.0, 1.0, |s| slip(&step.at(s)) < 0.0), true)
                } else {
                    (1.0, false)
                }
            }
        };
        keep(step, fraction, end, now, recording);
        self.stand(surface, grips, now, recording)
    }

    /// Puts the ball exactly on the ground, its contact point still along the normal or (`grips`)
    /// altogether, and chooses how it goes on: it rests, grips, slips, or leaves the ground.
    fn stand(
        &self,
        surface: &Surface,
        grips: bool,
        now: &mut Progress,
        recording: &mut Recording,
    ) -> Option<End> {
        let (body, normal) = (&self.air.body, self.normal);
        let state = &mut now.state;
        let axis = Spheroid::axis(state.rotation);
        state.position -= normal * gap(body, normal, state);
        (state.velocity, state.spin) =
            stilled(body, normal, axis, state.velocity, state.spin, grips);
        if self.stance().rests(surface, now.time, &now.state) {
            now.state.velocity = DVec3::ZERO;
            now.state.spin = DVec3::ZERO;
            recording.events.push(Event {
                time: now.time,
                kind: EventKind::Rest,
                state: now.state,
            });
            return Some(End::Rest);
        }
        let footing = self.stance().footing(surface, now.time, &now.state);
        let kind = match (now.footing, footing) {
            (Some(_), None) => Some(EventKind::LiftOff),
            (None, None) => None,
            (before, Some(after)) => match (before.map(|footing| footing.grip), after.grip) {
                (Some(Grip::Grips), Grip::Grips) | (Some(Grip::Slips(_)), Grip::Slips(_)) => None,
                (_, Grip::Grips) => Some(EventKind::Roll),
                (_, Grip::Slips(_)) => Some(EventKind::Slide),
            },
        };
        recording.events.extend(kind.map(|kind| Event {
            time: now.time,
            kind,
            state: now.state,
        }));
        now.footing = footing;
        now.rates = self.forces(footing.as_ref()).rates(now.time, &now.state);
        None
    }

    fn impact(
        &self,
        time: f64,
        surface: &Surface,
        before: &State,
        recording: &mut Recording,
    ) -> State {
        let (body, normal) = (&self.air.body, self.normal);
        let temperature = self.shot.ball_temperature;
        let result = rebound_from(body, temperature, surface, normal, before);
        let arm = body.contact_point(Spheroid::axis(before.rotation), normal);
        let after = State {
            velocity: result.velocity,
            spin: result.spin,
            ..*before
        };
        recording.events.push(Event {
            time,
            kind: EventKind::Impact(Impact {
                point: before.position + arm,
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
}

/// Records a step up to a fraction of it and moves on to there.
fn keep(step: Step, fraction: f64, end: f64, now: &mut Progress, recording: &mut Recording) {
    // The last part of a tick ends on the tick, whatever the sum of the parts rounds to.
    let until = if fraction < 1.0 {
        now.time + fraction * step.duration
    } else if step.duration < end - now.time {
        step.until
    } else {
        end
    };
    recording.step(step, fraction, until);
    now.time = until;
    now.state = step.at(fraction);
}

/// Distance of the ball from the ground, m.
fn gap(body: &Spheroid, normal: DVec3, state: &State) -> f64 {
    normal.dot(state.position) - body.support(Spheroid::axis(state.rotation), normal)
}

/// How fast the axis of a ball turns, rad/s.
fn axis_rate(state: &State) -> f64 {
    state.spin.cross(Spheroid::axis(state.rotation)).length()
}

/// The fraction of the step at which the ball first comes down to the plane of the points `p` with
/// `normal . p = offset` (m).
///
/// A step that starts on the ground touches at once if the nearest point moves on to it, and otherwise only
/// after it has been above.
pub(crate) fn first_touch(body: &Spheroid, normal: DVec3, offset: f64, step: &Step) -> Option<f64> {
    // Nothing of the ball reaches farther than its longer semi-axis.
    let reach = if body.long > body.short {
        body.long
    } else {
        body.short
    };
    let height = |state: &State| normal.dot(state.position) - offset;
    let climb = |state: &State| normal.dot(state.velocity);
    let is_clear = |from: &State, to: &State| {
        let rises = climb(from) > 0.0 || climb(to) < 0.0;
        rises && height(from) > reach && height(to) > reach
    };
    if is_clear(&step.start, &step.end) {
        return None;
    }
    // How fast the ball turns about its own axis does not change its shape.
    let rate = max(axis_rate(&step.start), axis_rate(&step.end));
    let parts = max(
        1.0,
        (rate * step.duration * (1.0 / LARGEST_CHANGE) - 1e-6).ceil(),
    );
    // A ball that turns out of the range of numbers has no finite number of them.
    let count = if parts < MOST_PARTS {
        parts
    } else {
        MOST_PARTS
    };
    let mut from = (0.0, step.start);
    for part in 1..=count as u32 {
        let s = f64::from(part) / count;
        let to = (s, step.at(s));
        if !is_clear(&from.1, &to.1)
            && let Some(touch) = touch_within(body, normal, offset, step, [&from, &to])
        {
            return Some(touch);
        }
        from = to;
    }
    None
}

/// The same within a part of the step in which the axis turns by no more than a tenth of a radian.
fn touch_within(
    body: &Spheroid,
    normal: DVec3,
    offset: f64,
    step: &Step,
    [from, to]: [&(f64, State); 2],
) -> Option<f64> {
    let gap_of = |state: &State| gap(body, normal, state) - offset;
    let rate_of = |state: &State| -approach_speed(body, normal, state);
    let gap_at = |s: f64| gap_of(&step.at(s));
    let rate_at = |s: f64| rate_of(&step.at(s));
    let (first, last) = (rate_of(&from.1), rate_of(&to.1));
    let (start, end) = (gap_of(&from.1), gap_of(&to.1));
    let dips = first < 0.0 && last > 0.0;
    if start > 0.0 && end >= 0.0 && !dips {
        return None;
    }
    if start <= 0.0 && first < -STILL {
        return Some(from.0);
    }
    // A ball that leaves the ground may start below it by its rounding: that is no touch.
    let ground = if start <= 0.0 { -DEPTH } else { 0.0 };
    // Within a tenth of a radian the gap bends one way: at most one lowest and one highest point.
    let highest = if first > 0.0 && last < 0.0 {
        let s = fall([(from.0, first), (to.0, last)], rate_at);
        (s, gap_at(s))
    } else {
        (from.0, start)
    };
    let lowest = if dips {
        let s = fall([(from.0, -first), (to.0, -last)], |s| -rate_at(s));
        (s, gap_at(s))
    } else {
        (to.0, end)
    };
    let above = |(s, gap): (f64, f64)| (s, gap - ground);
    (lowest.1 < ground).then(|| fall([above(highest), above(lowest)], |s| gap_at(s) - ground))
}

/// The least `s` at which `after` holds, given that it holds at `hi` and not at `lo`.
pub(crate) fn bisect(mut lo: f64, mut hi: f64, after: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = 0.5 * (lo + hi);
        if after(middle) {
            hi = middle;
        } else {
            lo = middle;
        }
    }
    hi
}

/// Where a value falls below zero, to the spacing of fractions of a step: between two places with their values, the first
/// not below zero, the second below.
///
/// By chords that are held near the middle where they would lead astray (Oliveira and Takahashi 2020, ACM Trans. Math. Softw.
/// 47:5, the ITP method): smooth values need about ten looks, none more than halving does and one.
fn fall([from, to]: [(f64, f64); 2], value: impl Fn(f64) -> f64) -> f64 {
    let ((mut lo, mut above), (mut hi, mut below)) = (from, to);
    let width = hi - lo;
    // So far from the middle a look may be, and the bracket still be as narrow in the end as by halving.
    let mut most = width;
    for _ in 0..=HALVINGS {
        let (half, middle) = (0.5 * (hi - lo), 0.5 * (lo + hi));
        if half <= CLOSEST {
            break;
        }
        let chord = lo + (hi - lo) * (above / (above - below));
        let towards = if chord < middle { 1.0 } else { -1.0 };
        let shift = 0.2 * (hi - lo) * ((hi - lo) / width);
        let truncated = if shift <= (middle - chord).abs() {
            chord + towards * shift
        } else {
            middle
        };
        let slack = most - half;
        let at = if (truncated - middle).abs() <= slack {
            truncated
        } else {
            middle - towards * slack
        };
        most *= 0.5;
        let found = value(at);
        if found < 0.0 {
            (hi, below) = (at, found);
        } else {
            (lo, above) = (at, found);
        }
    }
    hi
}
