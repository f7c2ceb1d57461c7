//! What stands in the way of a flight: walls, nets, crossbars.

use voltex_math::DVec3;
use voltex_math::f64::{max, min};

use crate::error::{FlightError, check_range};
use crate::integrate::Step;

/// Points per step at which the distance to an obstacle is looked at before it is refined.
const LOOKS: u32 = 8;
/// Thirds cut off while the nearest point is narrowed down: 0.67^40 of a step.
const NARROWINGS: u32 = 40;

/// An upright rectangle that the ball must not touch.
///
/// A wall or a net stands on the ground and is passed above or beside; a crossbar reaches from its height
/// up and is passed below or beside.
///
/// ```
/// use voltex_flight::aim::Obstacle;
/// // A wall of five players, 9.15 m away, and the crossbar 20 m away.
/// let wall = Obstacle::wall(9.15, 1.9).between(-1.2, 1.2);
/// let bar = Obstacle::crossbar(20.0, 2.44);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obstacle {
    /// Distance of its plane from the launch, m, along the line to the target.
    pub distance: f64,
    /// Lower and upper edge above the ground, m; either may be infinite.
    pub vertical: [f64; 2],
    /// Left and right edge from the line to the target, m, positive to the right; may be infinite.
    pub across: [f64; 2],
}

impl Obstacle {
    /// From the ground to `height` (m), across the whole field at `distance` (m).
    pub fn wall(distance: f64, height: f64) -> Self {
        Self {
            distance,
            vertical: [f64::NEG_INFINITY, height],
            across: [f64::NEG_INFINITY, f64::INFINITY],
        }
    }

    /// From `height` (m) upward: the ball has to pass below.
    pub fn crossbar(distance: f64, height: f64) -> Self {
        Self {
            vertical: [height, f64::INFINITY],
            ..Self::wall(distance, height)
        }
    }

    /// Of limited width: from `left` to `right` of the line to the target, m, positive to the right.
    pub fn between(self, left: f64, right: f64) -> Self {
        Self {
            across: [left, right],
            ..self
        }
    }

    /// Refuses what is no rectangle.
    pub(super) fn validate(&self) -> Result<(), FlightError> {
        check_range(
            "obstacle distance (m)",
            self.distance,
            0.0,
            1e5,
            " from the launch",
        )?;
        for (what, [from, to]) in [
            ("obstacle height (m)", self.vertical),
            ("obstacle width (m)", self.across),
        ] {
            if from >= to || from.is_nan() || to.is_nan() {
                return Err(FlightError::Conflict(format!(
                    "{what}: from {from} to {to} is no range; the first number must be the smaller one"
                )));
            }
        }
        Ok(())
    }

    /// Distance (m) of a point from the rectangle; negative inside, where the ball goes through.
    ///
    /// `local` is along the line to the target, up, and to the right of it.
    fn signed(&self, local: DVec3) -> (f64, f64) {
        let gap = |x: f64, [from, to]: [f64; 2]| max(from - x, x - to);
        let (up, side) = (gap(local.y, self.vertical), gap(local.z, self.across));
        // Outside of both the corner is nearest.
        let within = if up > 0.0 && side > 0.0 {
            (up * up + side * side).sqrt()
        } else {
            max(up, side)
        };
        (local.x - self.distance, within)
    }

    /// Room (m) between ball and obstacle over a step up to the fraction `end`: how far they stay apart,
    /// or, negative, how far the ball would have to move within the obstacle's plane to get past.
    pub(super) fn clearance(&self, step: &Step, end: f64, frame: &Frame, radius: f64) -> f64 {
        let at = |s: f64| self.signed(frame.local(step.position(s)));
        let away = |s: f64| {
            let (ahead, within) = at(s);
            let out = max(within, 0.0);
            (ahead * ahead + out * out).sqrt()
        };
        let mut nearest = f64::INFINITY;
        let mut last = (0.0, at(0.0).0);
        let mut best = (0.0, away(0.0));
        for look in 1..=LOOKS {
            let s = end * f64::from(look) / f64::from(LOOKS);
            let ahead = at(s).0;
            if (last.1 < 0.0) != (ahead < 0.0) {
                let (mut lo, mut hi) = (last.0, s);
                for _ in 0..48 {
                    let middle = 0.5 * (lo + hi);
                    if (at(middle).0 < 0.0) == (last.1 < 0.0) {
                        lo = middle;
                    } else {
                        hi = middle;
                    }
                }
                nearest = min(nearest, at(hi).1);
            }
            if away(s) < best.1 {
                best = (s, away(s));
            }
            last = (s, ahead);
        }
        if nearest > 0.0 {
            let reach = end / f64::from(LOOKS);
            let (mut lo, mut hi) = (max(best.0 - reach, 0.0), min(best.0 + reach, end));
            for _ in 0..NARROWINGS {
                let third = (hi - lo) / 3.0;
                if away(lo + third) < away(hi - third) {
                    hi -= third;
                } else {
                    lo += third;
                }
            }
            nearest = min(nearest, away(0.5 * (lo + hi)));
        }
        nearest - radius
    }
}

/// The launch point's foot on the ground and the level directions along and across the line to a target.
pub(super) struct Frame {
    pub(super) foot: DVec3,
    pub(super) along: DVec3,
    pub(super) right: DVec3,
}

impl Frame {
    pub(super) fn new(start: DVec3, target: DVec3) -> Self {
        let away = target - start;
        let along = DVec3::new(away.x, 0.0, away.z).normalize_or(DVec3::X);
        Self {
            foot: DVec3::new(start.x, 0.0, start.z),
            along,
            right: DVec3::new(-along.z, 0.0, along.x),
        }
    }

    fn local(&self, position: DVec3) -> DVec3 {
        let p = position - self.foot;
        DVec3::new(p.dot(self.along), p.y, p.dot(self.right))
    }
}
