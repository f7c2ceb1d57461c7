//! `voltex lab friction`: how far a box slides, which slope holds it, and how fast it slides down one.

use voltex_flight::units::{deg, to_deg};
use voltex_math::f64::{atan, sin_cos};
use voltex_math::{DVec3, Vec3};

use super::report::{Group, Report, curve};
use super::room::{Room, Thing};
use crate::error::CliError;
use crate::picture::sheet::Look;

const G: f64 = 9.81;
/// Half the edges of the box, m: flat, so that it does not tip.
const HALF: Vec3 = Vec3::new(0.5, 0.1, 0.5);
/// Seconds in which a box that was set down comes to bear its weight.
const SETTLE: f32 = 0.5;

pub(super) fn run() -> Result<Report, CliError> {
    let mut report = Report::new(
        "friction",
        "Friction",
        "A box slides until friction stops it, and lies on a slope as long as friction holds it",
    );
    sliding(&mut report)?;
    holding(&mut report)?;
    down_a_slope(&mut report)?;
    Ok(report)
}

/// A box on a plane, of which both have this friction. The plane is level; a slope is gravity that is not: one of `angle` (rad),
/// downhill along +X.
fn on_a_plane(mu: f32, angle: f64) -> Room {
    let (sin, cos) = sin_cos(angle);
    let gravity = (DVec3::new(sin, -cos, 0.0) * G).as_vec3();
    let block = Thing::block(2.0, HALF).at(Vec3::Y * HALF.y);
    Room::new(
        gravity,
        &[Thing::floor(), block].map(|thing| thing.surface(mu, 0.0)),
    )
}

fn sliding(report: &mut Report) -> Result<(), CliError> {
    let mut group = Group::new(
        "Kinetic: a box that slides on a level plane",
        "it stops after v^2/(2 mu g); the solver decides once a substep, so the way of one substep, v/240 s, may be off",
    );
    let mut curves = Vec::new();
    for (colour, mu) in [0.2_f32, 0.4, 0.8].into_iter().enumerate() {
        let exact = |speed: f64| speed * speed / (2.0 * f64::from(mu) * G);
        let mut found = Vec::new();
        for speed in [1.0_f32, 2.0, 3.0, 4.0, 5.0] {
            let mut room = on_a_plane(mu, 0.0);
            room.run(SETTLE)?;
            room.push(1, Vec3::X * speed);
            let start = room.place(1).x;
            let speed = f64::from(speed);
            // Half as long again as it should take.
            room.run((1.5 * speed / (f64::from(mu) * G)) as f32)?;
            let way = room.place(1).x - start;
            found.push((speed * speed, way));
            if [1.0, 3.0, 5.0].contains(&speed) {
                let substep = room.dt() / f64::from(room.config.substeps);
                let what = format!("mu {mu}, {speed} m/s");
                group.within(what, way, exact(speed), "m", speed * substep);
            }
        }
        let law = [0.0, 5.0].map(|speed| (speed * speed, exact(speed)));
        curves.push(curve("", Look::Dashed, colour, law.into()));
        curves.push(curve(format!("mu {mu}"), Look::Dots, colour, found));
    }
    report.chart(
        "Way until it stops: dots measured, lines v^2/(2 mu g)",
        ["speed squared (m^2/s^2)", "way (m)"],
        curves,
    );
    report.add(group);
    Ok(())
}

/// Whether a box that was set down on a slope still lies there two seconds later.
fn holds(mu: f32, angle: f64) -> Result<bool, CliError> {
    let mut room = on_a_plane(mu, angle);
    room.run(SETTLE)?;
    let start = room.place(1);
    room.run(2.0)?;
    // One that slides for 2 s at 0.01 degrees beyond the angle goes 3 mm.
    Ok((room.place(1) - start).length() < 1e-3)
}

fn holding(report: &mut Report) -> Result<(), CliError> {
    let mut group = Group::new(
        "Static: the steepest slope that holds a box",
        "its angle is atan mu; found by halving an interval until it is shorter than 0.01 deg",
    );
    let mut found = Vec::new();
    for mu in [0.2_f32, 0.5, 0.8] {
        let exact = to_deg(atan(f64::from(mu)));
        let (mut low, mut high) = (0.5 * exact, 1.5 * exact);
        while high - low > 0.01 {
            let middle = 0.5 * (low + high);
            if holds(mu, deg(middle))? {
                low = middle
            } else {
                high = middle
            }
        }
        group.within(format!("mu {mu}"), low, exact, "deg", 0.1);
        found.push((f64::from(mu), low));
    }
    let law = (0..=50)
        .map(|i| 0.02 * f64::from(i))
        .map(|mu| (mu, to_deg(atan(mu))));
    report.chart(
        "Steepest slope that holds",
        ["mu", "angle (deg)"],
        vec![
            curve("atan mu", Look::Dashed, 1, law.collect()),
            curve("measured", Look::Dots, 0, found),
        ],
    );
    report.add(group);
    Ok(())
}

fn down_a_slope(report: &mut Report) -> Result<(), CliError> {
    let mut group = Group::new(
        "Kinetic: down a slope that does not hold",
        "it gains g (sin a - mu cos a) a second; 0.2 %",
    );
    let mu = 0.3_f32;
    let mut curves = Vec::new();
    for (colour, degrees) in [20.0_f64, 30.0, 40.0].into_iter().enumerate() {
        let angle = deg(degrees);
        let (sin, cos) = sin_cos(angle);
        let exact = G * (sin - f64::from(mu) * cos);
        let mut room = on_a_plane(mu, angle);
        room.run(SETTLE)?;
        let start = room.velocity(1).x;
        let mut path = vec![(0.0, 0.0)];
        for step in 1..=60 {
            room.step()?;
            path.push((f64::from(step) * room.dt(), room.velocity(1).x - start));
        }
        let gained = room.velocity(1).x - start;
        group.relative(
            format!("mu {mu}, {degrees} deg"),
            gained,
            exact,
            "m/s^2",
            2e-3,
        );
        let law = vec![(0.0, 0.0), (1.0, exact)];
        curves.push(curve(format!("{degrees} deg"), Look::Line, colour, path));
        curves.push(curve("", Look::Dashed, 6, law));
    }
    report.chart(
        "Speed down a slope, mu 0.3; dashed by theory",
        ["time (s)", "speed gained (m/s)"],
        curves,
    );
    report.add(group);
    Ok(())
}
