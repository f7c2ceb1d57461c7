//! How near a flight can come to a target that is out of reach.
//!
//! One number of the launch is free (the angle where the speed is fixed, the speed where the angle is);
//! for each of its values the direction is turned until the path passes in line with the target. The
//! distance of closest approach above the ground is then a function of one variable: looked at on a
//! grid, narrowed down about its least value.

use voltex_math::DVec3;
use voltex_math::f64::{atan2, exp, ln, max, min, sin_cos};

use super::pilot::Pilot;
use crate::crossing::{Plane, first_crossing};
use crate::integrate::Step;

/// Values of the free number on the first grid.
const GRID: u32 = 48;
/// Steps of the narrowing; each leaves 2/3 of the range.
const NARROWINGS: u32 = 36;
/// Turns of the direction towards the target.
const TURNS: u32 = 5;
/// Local error of the flights, m.
const TOLERANCE: f64 = 1e-3;

/// The point of a flight that is nearest to the target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Approach {
    pub(super) velocity: DVec3,
    pub(super) time: f64,
    pub(super) position: DVec3,
    pub(super) distance: f64,
}

/// The number of the launch that is free.
#[derive(Clone, Copy, Debug)]
pub(super) enum Free {
    /// Launch angle, at this speed (m/s).
    Angle(f64),
    /// Speed up to the second number (m/s), at the launch angle of the first (rad).
    Speed(f64, f64),
    /// Launch angle at this speed (m/s), and the place after this time (s) alone counts.
    AngleAt(f64, f64),
}

/// The search for one target.
pub(super) struct Search<'a> {
    pub(super) pilot: &'a Pilot<'a>,
    /// Centre of the ball at the target, m.
    pub(super) target: DVec3,
    pub(super) ground: Plane,
    pub(super) longest: f64,
    pub(super) free: Free,
}

impl Search<'_> {
    /// The best flight, or `None` where none can be computed.
    pub(super) fn nearest(&self) -> Option<Approach> {
        let at = |index: f64| self.best_direction(index / f64::from(GRID));
        let mut best: Option<(f64, Approach)> = None;
        for index in 0..=GRID {
            let Some(approach) = at(f64::from(index)) else {
                continue;
            };
            if best.is_none_or(|(_, known)| approach.distance < known.distance) {
                best = Some((f64::from(index), approach));
            }
        }
        let (index, mut nearest) = best?;
        let (mut lo, mut hi) = (max(index - 1.0, 0.0), min(index + 1.0, f64::from(GRID)));
        for _ in 0..NARROWINGS {
            let third = (hi - lo) / 3.0;
            let (Some(left), Some(right)) = (at(lo + third), at(hi - third)) else {
                break;
            };
            let nearer = if left.distance < right.distance {
                hi -= third;
                left
            } else {
                lo += third;
                right
            };
            if nearer.distance < nearest.distance {
                nearest = nearer;
            }
        }
        Some(nearest)
    }

    /// The flight of one value of the free number (0 to 1), its direction turned towards the target.
    fn best_direction(&self, share: f64) -> Option<Approach> {
        let quarter = core::f64::consts::FRAC_PI_2;
        let (speed, elevation) = match self.free {
            Free::Angle(speed) | Free::AngleAt(speed, _) => (speed, quarter * (2.0 * share - 1.0)),
            Free::Speed(elevation, fastest) => {
                let slowest = ln(1e-3 * fastest);
                (exp(slowest + share * (ln(fastest) - slowest)), elevation)
            }
        };
        let (up, level) = sin_cos(elevation);
        let bearing = |p: DVec3| {
            let away = p - self.pilot.start;
            atan2(away.z, away.x)
        };
        let wanted = bearing(self.target);
        let mut direction = wanted;
        let mut best: Option<Approach> = None;
        for _ in 0..TURNS {
            let (right, forward) = sin_cos(direction);
            let heading = DVec3::new(level * forward, up, level * right);
            let Some(approach) = self.approach(heading * speed) else {
                break;
            };
            if best.is_none_or(|known| approach.distance < known.distance) {
                best = Some(approach);
            }
            let turn = wanted - bearing(approach.position);
            let (sin, cos) = sin_cos(turn);
            let turn = atan2(sin, cos);
            if turn.abs() < 1e-9 {
                break;
            }
            direction += turn;
        }
        best
    }

    /// The nearest point of one flight before it comes down.
    pub(super) fn approach(&self, velocity: DVec3) -> Option<Approach> {
        let mut best = Approach {
            velocity,
            time: 0.0,
            position: self.pilot.start,
            distance: (self.pilot.start - self.target).length(),
        };
        if let Free::AngleAt(_, time) = self.free {
            let mut landed = false;
            let end = self.pilot.fly(velocity, time, TOLERANCE, |step| {
                landed = first_crossing(step, &self.ground).is_some();
                !landed
            })?;
            if !landed {
                best.time = time;
                best.position = end.position;
                best.distance = (end.position - self.target).length();
            }
            return Some(best);
        }
        self.pilot.fly(velocity, self.longest, TOLERANCE, |step| {
            let touch = first_crossing(step, &self.ground);
            self.look(step, touch.unwrap_or(1.0), &mut best);
            touch.is_none()
        })?;
        Some(best)
    }

    /// Keeps the point of a step that is nearest to the target, if it is nearer than what is known.
    fn look(&self, step: &Step, end: f64, best: &mut Approach) {
        let distance = |s: f64| (step.position(s) - self.target).length();
        let looks = 8;
        let mut nearest = (0.0, distance(0.0));
        for look in 1..=looks {
            let s = end * f64::from(look) / f64::from(looks);
            if distance(s) < nearest.1 {
                nearest = (s, distance(s));
            }
        }
        let reach = end / f64::from(looks);
        if nearest.1 > best.distance + step.start.velocity.length() * reach * step.duration * 2.0 {
            return;
        }
        let (mut lo, mut hi) = (max(nearest.0 - reach, 0.0), min(nearest.0 + reach, end));
        for _ in 0..NARROWINGS {
            let third = (hi - lo) / 3.0;
            if distance(lo + third) < distance(hi - third) {
                hi -= third;
            } else {
                lo += third;
            }
        }
        for s in [nearest.0, 0.5 * (lo + hi), end] {
            if distance(s) < best.distance {
                best.time = step.start_time + s * step.duration;
                best.position = step.position(s);
                best.distance = distance(s);
            }
        }
    }
}
