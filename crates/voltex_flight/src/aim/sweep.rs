//! A sweep over launches, where the family over flight time does not tell all: strongly bent paths.
//!
//! Flights on a grid of launch angles (or speeds) and directions are looked over for the places where they
//! come near the target; Newton's method starts from each of them. In still air a path turns with its
//! launch, so that one direction stands for all.

use voltex_math::DVec3;
use voltex_math::f64::{asin, exp, ln, max, sin_cos};

use super::family::{Constraint, Family, Root, add};

/// Values of the launch angle or speed.
const GRID: u32 = 36;
/// Directions where one does not stand for all.
const DIRECTIONS: u32 = 12;
/// Looks at each step of a flight.
const LOOKS: u32 = 6;
/// A path that stays further from the target than this share of its distance is no start.
const NEAR: f64 = 0.3;
/// Local error of the flights, m.
const TOLERANCE: f64 = 0.05;

/// Adds the roots that the sweep finds and that are not known yet.
pub(super) fn add_roots(family: &Family<'_>, constraint: Constraint, roots: &mut Vec<Root>) {
    let pilot = family.pilot;
    let away = family.target - pilot.start;
    let turns = pilot.turns_with_launch;
    let directions = if turns { 1 } else { DIRECTIONS };
    for index in 0..=GRID {
        let share = f64::from(index) / f64::from(GRID);
        let (speed, elevation) = match constraint {
            Constraint::Speed(speed) => (speed, core::f64::consts::PI * (share - 0.5)),
            Constraint::Angle(sin, _) => {
                let slowest = ln(0.01 * family.fastest);
                (
                    exp(slowest + share * (ln(family.fastest) - slowest)),
                    asin(sin),
                )
            }
            Constraint::Time => return,
        };
        let (up, level) = sin_cos(elevation);
        for direction in 0..directions {
            let turn = core::f64::consts::TAU * f64::from(direction) / f64::from(directions);
            let (sin, cos) = sin_cos(turn);
            let ahead = pilot.bearing * cos + pilot.bearing.cross(DVec3::Y) * sin;
            let velocity = (ahead * level + DVec3::Y * up) * speed;
            for (seed, time) in starts(family, velocity, away) {
                if let Some(root) = family.root_near(seed, time, constraint) {
                    add(roots, root);
                }
            }
        }
    }
}

/// Where a flight comes near the target: the launch, turned towards it where paths turn with their launch,
/// and the time.
fn starts(family: &Family<'_>, velocity: DVec3, away: DVec3) -> Vec<(DVec3, f64)> {
    let pilot = family.pilot;
    let range = DVec3::new(away.x, 0.0, away.z).length();
    let distance = |p: DVec3| {
        let p = p - pilot.start;
        if pilot.turns_with_launch {
            let (along, up) = ((p.x * p.x + p.z * p.z).sqrt() - range, p.y - away.y);
            (along * along + up * up).sqrt()
        } else {
            (p - away).length()
        }
    };
    let near = NEAR * away.length();
    let mut found = Vec::new();
    // Distance at the two looks before, and place and time of the last.
    let mut before = [f64::INFINITY, f64::INFINITY];
    let mut last = (DVec3::ZERO, 0.0);
    let lowest = if away.y < 0.0 { away.y } else { 0.0 } - 0.1 * away.length();
    let _ended = pilot.fly(velocity, family.longest, TOLERANCE, |step| {
        for look in 1..=LOOKS {
            let s = f64::from(look) / f64::from(LOOKS);
            let place = step.position(s);
            let here = distance(place);
            if before[1] <= before[0] && before[1] < here && before[1] < near {
                found.push((
                    seed(pilot.start, velocity, last.0, away, pilot.turns_with_launch),
                    last.1,
                ));
            }
            before = [before[1], here];
            last = (place, step.start_time + s * step.duration);
        }
        step.end.position.y - pilot.start.y > lowest || step.end.velocity.y > 0.0
    });
    found
}

/// The launch turned about the vertical so that its path passes in line with the target.
fn seed(start: DVec3, velocity: DVec3, place: DVec3, away: DVec3, turns: bool) -> DVec3 {
    let p = place - start;
    let length = max(
        ((p.x * p.x + p.z * p.z) * (away.x * away.x + away.z * away.z)).sqrt(),
        1e-12,
    );
    if !turns {
        return velocity;
    }
    let cos = (p.x * away.x + p.z * away.z) / length;
    let sin = (p.x * away.z - p.z * away.x) / length;
    DVec3::new(
        velocity.x * cos - velocity.z * sin,
        velocity.y,
        velocity.x * sin + velocity.z * cos,
    )
}
