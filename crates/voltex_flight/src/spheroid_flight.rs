//! The flight of a spheroid over even ground: attitude, impacts on its own shape, and when it settles.
//!
//! The gap under the ball is `N . x - h`, with `N` the ground's normal and `h` the reach of the ball's
//! surface against it at the attitude of that instant. It is read off the dense output, so that a tip that swings down meets the ground when
//! it does. Steps turn the ball by at most a tenth of a radian.

use voltex_math::DVec3;

use crate::integrate::{Motion, Rates, Step};
use crate::shot::{MOST_IMPACTS, MOST_STEPS, SHORTEST_HOP, Shot};
use crate::spheroid::Spheroid;
use crate::spheroid_impact::spheroid_rebound;
use crate::state::State;
use crate::surface::Surface;
use crate::trajectory::{End, Event, EventKind, Impact, Recording};

/// Halvings of a bracket: 2^-53 of a step is below the rounding of its fraction.
const HALVINGS: u32 = 53;
/// A ball whose whole energy could not lift it by this (m) from its lowest attitude lies still.
const LEAST_LIFT: f64 = 1e-3;

/// One flight of a spheroid under way.
pub(crate) struct SpheroidCourse<'a> {
    pub(crate) shot: &'a Shot,
    pub(crate) motion: &'a Motion,
    pub(crate) body: Spheroid,
    /// Unit normal of the ground, which passes through the origin.
    pub(crate) normal: DVec3,
}

impl SpheroidCourse<'_> {
    /// Flies tick by tick into the recording and says why it ended.
    pub(crate) fn run(&self, recording: &mut Recording) -> End {
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
            let h = self.motion.longest_step(time, end - time, state, rates);
            let step = self.motion.step(time, h, state, rates);
            let Some(fraction) = first_touch(&self.body, self.normal, &step) else {
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
            *state = self.impact(time, surface, &before, recording);
            impacts += 1;
            if let Some(end) = self.settles(time, state, impacts, recording) {
                return Some(end);
            }
            *rates = self.motion.rates(time, state);
        }
        None
    }

    fn impact(
        &self,
        time: f64,
        surface: &Surface,
        before: &State,
        recording: &mut Recording,
    ) -> State {
        let body = &self.body;
        let normal = self.normal;
        let axis = Spheroid::axis(before.rotation);
        let arm = body.contact_point(axis, normal);
        let point = before.position + arm;
        let approach = -(before.velocity + before.spin.cross(arm)).dot(normal);
        let contact = surface.contact(approach, point, self.shot.ball_temperature);
        let result = spheroid_rebound(body, &contact, axis, normal, before.velocity, before.spin);
        let after = State {
            velocity: result.velocity,
            spin: result.spin,
            ..*before
        };
        recording.events.push(Event {
            time,
            kind: EventKind::Impact(Impact {
                point,
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

    /// Whether the bouncing is over: what energy is left lifts the ball no more, or its contact point
    /// leaves the ground for too short a hop to be one, and the ball rocks or rolls on.
    fn settles(
        &self,
        time: f64,
        after: &State,
        impacts: u32,
        recording: &mut Recording,
    ) -> Option<End> {
        let body = &self.body;
        let axis = Spheroid::axis(after.rotation);
        let weight = -self.normal.dot(self.motion.gravity);
        let low = if body.long < body.short {
            body.long
        } else {
            body.short
        };
        let kinetic =
            0.5 * body.mass * after.velocity.length_squared() + body.spin_energy(axis, after.spin);
        let lift = kinetic / body.mass + weight * (body.support(axis, self.normal) - low);
        if lift < weight * LEAST_LIFT {
            recording.events.push(Event {
                time,
                kind: EventKind::Rest,
                state: State {
                    velocity: DVec3::ZERO,
                    spin: DVec3::ZERO,
                    ..*after
                },
            });
            return Some(End::Rest);
        }
        let rise = gap_rate(body, self.normal, after);
        (impacts >= MOST_IMPACTS || 2.0 * rise <= SHORTEST_HOP * weight).then_some(End::Settled)
    }
}

/// Distance of the ball from the ground, m.
fn gap(body: &Spheroid, normal: DVec3, state: &State) -> f64 {
    normal.dot(state.position) - body.support(Spheroid::axis(state.rotation), normal)
}

/// Rate of that distance, m/s: the velocity of the nearest point along the normal.
fn gap_rate(body: &Spheroid, normal: DVec3, state: &State) -> f64 {
    let arm = body.contact_point(Spheroid::axis(state.rotation), normal);
    normal.dot(state.velocity + state.spin.cross(arm))
}

/// The fraction of the step at which the ball first comes down to the ground.
///
/// A step that starts on the ground touches at once if the nearest point moves on to it, and otherwise only
/// after it has been above.
fn first_touch(body: &Spheroid, normal: DVec3, step: &Step) -> Option<f64> {
    // Nothing of the ball reaches farther than its longer semi-axis.
    let reach = if body.long > body.short {
        body.long
    } else {
        body.short
    };
    let height = |state: &State| normal.dot(state.position);
    let climb = |state: &State| normal.dot(state.velocity);
    let (start, end) = (height(&step.start), height(&step.end));
    let rises = climb(&step.start) > 0.0 || climb(&step.end) < 0.0;
    if rises && start > reach && end > reach {
        return None;
    }
    let gap_at = |s: f64| gap(body, normal, &step.at(s));
    let rate_at = |s: f64| gap_rate(body, normal, &step.at(s));
    let (first, last) = (rate_at(0.0), rate_at(1.0));
    let (start, end) = (gap_at(0.0), gap_at(1.0));
    let dips = first < 0.0 && last > 0.0;
    if start > 0.0 && end >= 0.0 && !dips {
        return None;
    }
    if start <= 0.0 && first < 0.0 {
        return Some(0.0);
    }
    // Within a tenth of a radian the gap bends one way: at most one lowest and one highest point.
    let highest = if first > 0.0 && last < 0.0 {
        bisect(0.0, 1.0, |s| rate_at(s) < 0.0)
    } else {
        0.0
    };
    let lowest = if dips {
        bisect(0.0, 1.0, |s| rate_at(s) > 0.0)
    } else {
        1.0
    };
    (gap_at(lowest) < 0.0).then(|| bisect(highest, lowest, |s| gap_at(s) < 0.0))
}

/// The least `s` at which `after` holds, given that it holds at `hi` and not at `lo`.
fn bisect(mut lo: f64, mut hi: f64, after: impl Fn(f64) -> bool) -> f64 {
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
