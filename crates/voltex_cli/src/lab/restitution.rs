//! `voltex lab restitution`: what a collision keeps of momentum and energy, and of the height of a bounce.

use voltex_math::Vec3;

use super::report::{Group, Report, curve};
use super::room::{Room, Thing};
use crate::error::CliError;
use crate::picture::sheet::Look;

const G: f64 = 9.81;
/// Masses (kg) and speeds (m/s) of the two balls that meet.
const MASSES: [f32; 2] = [1.0, 2.0];
const SPEEDS: [f32; 2] = [3.0, -1.0];
/// Height of the lowest point of the ball that is dropped, and its radius, m.
const HEIGHT: f32 = 2.0;
const RADIUS: f32 = 0.1;

pub(super) fn run() -> Result<Report, CliError> {
    let mut report = Report::new(
        "restitution",
        "Restitution",
        "Two balls meet head on, and one falls on a floor, for e from 0 to 1",
    );
    collisions(&mut report)?;
    bounces(&mut report)?;
    Ok(report)
}

fn collisions(report: &mut Report) -> Result<(), CliError> {
    let mut group = Group::new(
        "Head on: 1 kg at 3 m/s meets 2 kg at -1 m/s",
        "momentum is kept; energy falls by mu (1 - e^2) v^2/2 with mu = m1 m2/(m1 + m2). The world computes with seven digits.",
    );
    let [m, n] = MASSES.map(f64::from);
    let [v, w] = SPEEDS.map(f64::from);
    let (momentum, energy) = (m * v + n * w, 0.5 * (m * v * v + n * w * w));
    let lost = |e: f64| 0.5 * m * n / (m + n) * (1.0 - e * e) * (v - w) * (v - w);
    let mut kept = Vec::new();
    for step in 0..=10_u8 {
        let e = f32::from(step) / 10.0;
        let balls = [0, 1].map(|ball| {
            let side = if ball == 0 { -1.0 } else { 1.0 };
            Thing::ball(MASSES[ball], RADIUS)
                .at(Vec3::X * side)
                .moving(Vec3::X * SPEEDS[ball])
                .surface(0.0, e)
        });
        let mut room = Room::new(Vec3::ZERO, &balls);
        room.run(1.0)?;
        let [after, other] = [room.velocity(0), room.velocity(1)];
        let left = 0.5 * (m * after.length_squared() + n * other.length_squared());
        let e = f64::from(e);
        kept.push((e, left));
        if step.is_multiple_of(2) {
            let found = (after * m + other * n).x;
            group.relative(
                format!("e {e:.1}: momentum"),
                found,
                momentum,
                "kg m/s",
                1e-6,
            );
            group.relative(
                format!("e {e:.1}: energy"),
                left,
                energy - lost(e),
                "J",
                2e-6,
            );
        }
    }
    let law = (0..=100)
        .map(|i| 0.01 * f64::from(i))
        .map(|e| (e, energy - lost(e)));
    report.chart(
        "Energy after the collision",
        ["coefficient of restitution e", "energy (J)"],
        vec![
            curve("closed form", Look::Dashed, 1, law.collect()),
            curve("measured", Look::Dots, 0, kept),
        ],
    );
    report.add(group);
    Ok(())
}

fn bounces(report: &mut Report) -> Result<(), CliError> {
    let mut group = Group::new(
        "Dropped from 2 m",
        "each bounce leaves e^2 of the height, at any step: a ten-thousandth",
    );
    let (mut paths, mut heights) = (Vec::new(), Vec::new());
    for (colour, e) in [0.3_f32, 0.5, 0.8, 0.95].into_iter().enumerate() {
        let ball = Thing::ball(1.0, RADIUS)
            .at(Vec3::Y * (HEIGHT + RADIUS))
            .surface(0.0, e);
        let mut room = Room::new(Vec3::Y * -9.81, &[Thing::floor().surface(0.0, e), ball]);
        let (mut path, mut apexes) = (Vec::new(), Vec::new());
        let mut falling = true;
        for step in 0..240 {
            let height = room.place(1).y - f64::from(RADIUS);
            let speed = room.velocity(1).y;
            path.push((f64::from(step) * room.dt(), height));
            // On its way up a ball says how high it will come.
            if falling && speed > 0.0 {
                apexes.push(height + 0.5 * speed * speed / G);
            }
            falling = speed <= 0.0;
            room.step()?;
        }
        let e = f64::from(e);
        for (place, apex) in apexes.iter().take(2).enumerate() {
            let exact = f64::from(HEIGHT) * voltex_math::f64::pow(e, 2.0 * (place + 1) as f64);
            let which = ["first", "second"][place];
            group.relative(format!("e {e:.2}: {which} apex"), *apex, exact, "m", 1e-4);
        }
        let law = (1..=6).map(f64::from);
        let law = law.map(|bounce| {
            (
                bounce,
                f64::from(HEIGHT) * voltex_math::f64::pow(e, 2.0 * bounce),
            )
        });
        heights.push(curve("", Look::Dashed, colour, law.collect()));
        let found = apexes.iter().take(6).enumerate();
        let found = found.map(|(place, apex)| ((place + 1) as f64, *apex));
        heights.push(curve(
            format!("e {e:.2}"),
            Look::Dots,
            colour,
            found.collect(),
        ));
        paths.push(curve(format!("e {e:.2}"), Look::Line, colour, path));
    }
    report.chart(
        "Height of the lowest point",
        ["time (s)", "height (m)"],
        paths,
    );
    report.chart(
        "Height of each apex: dots measured, lines e^2 a bounce",
        ["bounce", "height (m)"],
        heights,
    );
    report.add(group);
    Ok(())
}
