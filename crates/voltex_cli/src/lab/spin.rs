//! `voltex lab spin`: the curve of a spinning ball, beside the circle that it is without drag and gravity.

use std::f64::consts::PI;

use voltex_flight::{Air, Ball, Launch, Trajectory, balls};
use voltex_math::DVec3;
use voltex_math::f64::atan2;

use super::report::{Group, Report, curve};
use crate::error::CliError;
use crate::picture::sheet::Look;

const SPEED: f64 = 30.0;
const DENSITY: f64 = 1.225;
/// rad/s
const SPIN: f64 = 60.0;

pub(super) fn run() -> Result<Report, CliError> {
    let mut report = Report::new(
        "spin",
        "Spin",
        "A ball of 0.43 kg and 11 cm at 30 m/s that spins about the vertical, without gravity",
    );
    let mut group = Group::new(
        "Magnus force alone, constant Cl",
        "a circle of radius 2m/(rho A Cl) at constant speed; steps of 1/60 s, Runge-Kutta of fourth order: 1e-6",
    );
    let mut curves = Vec::new();
    for (colour, cl) in [0.1, 0.25, 0.5].into_iter().enumerate() {
        let ball = ball(0.0, cl)?;
        let radius = 2.0 * ball.mass / (DENSITY * PI * ball.radius * ball.radius * cl);
        let flight = fly(&ball, SPIN)?;
        let seconds = 1.5;
        let state = flight.state_at(seconds);
        // Spin about +Y turns the ball to the left, towards -Z.
        let turned = atan2(-state.velocity.z, state.velocity.x);
        group.relative(
            format!("Cl {cl}: radius"),
            SPEED * seconds / turned,
            radius,
            "m",
            1e-6,
        );
        let across = flight
            .crossing_x(20.0)
            .map_or(f64::NAN, |(_, state)| -state.position.z);
        let exact = radius - (radius * radius - 400.0).sqrt();
        group.relative(
            format!("Cl {cl}: sideways after 20 m"),
            across,
            exact,
            "m",
            1e-6,
        );
        group.relative(
            format!("Cl {cl}: speed after 1.5 s"),
            state.velocity.length(),
            SPEED,
            "m/s",
            1e-9,
        );
        let mirrored = fly(&ball, -SPIN)?.state_at(seconds);
        group.within(
            format!("Cl {cl}: sideways, spun the other way"),
            mirrored.position.z,
            -state.position.z,
            "m",
            0.0,
        );
        let seen = |i: u32| 0.05 * f64::from(i);
        let path = (0..=40).map(|i| flight.state_at(seen(i)).position);
        curves.push(curve(
            format!("Cl {cl}"),
            Look::Dots,
            colour,
            path.map(|place| (place.x, -place.z)).collect(),
        ));
        let circle = (0..=40).map(|i| {
            let (sin, cos) = voltex_math::f64::sin_cos(SPEED * seen(i) / radius);
            (radius * sin, radius * (1.0 - cos))
        });
        curves.push(curve("", Look::Dashed, colour, circle.collect()));
    }
    report.add(group);
    report.map(
        "From above: dots measured, lines circles",
        ["x (m)", "to the left (m)"],
        curves,
    );

    let mut group = Group::new(
        "Magnus force and drag, constant Cl and Cd",
        "the path turns by Cl/Cd ln(v0/v) and v = v0/(1 + k v0 t), k = rho A Cd/(2m); 1e-6",
    );
    let mut curves = Vec::new();
    for (colour, cd) in [0.1, 0.25, 0.5].into_iter().enumerate() {
        let cl = 0.25;
        let ball = ball(cd, cl)?;
        let k = DENSITY * PI * ball.radius * ball.radius * cd / (2.0 * ball.mass);
        let flight = fly(&ball, SPIN)?;
        let state = flight.state_at(1.5);
        let slowed = 1.0 + k * SPEED * 1.5;
        let turned = atan2(-state.velocity.z, state.velocity.x);
        let exact = cl / cd * voltex_math::f64::ln(slowed);
        group.relative(
            format!("Cd {cd}: turned after 1.5 s"),
            turned,
            exact,
            "rad",
            1e-6,
        );
        group.relative(
            format!("Cd {cd}: speed after 1.5 s"),
            state.velocity.length(),
            SPEED / slowed,
            "m/s",
            1e-6,
        );
        let path = (0..=100).map(|i| flight.state_at(0.02 * f64::from(i)).position);
        let path = path.map(|place| (place.x, -place.z)).collect();
        curves.push(curve(format!("Cd {cd}"), Look::Line, colour, path));
    }
    report.add(group);
    report.map(
        "Cl 0.25 with drag, two seconds: one path, on which drag holds the ball back",
        ["x (m)", "to the left (m)"],
        curves,
    );
    Ok(report)
}

/// The ball of the published cases with these coefficients, whatever its speed and spin.
pub(super) fn ball(cd: f64, cl: f64) -> Result<Ball, CliError> {
    let mut ball = balls::SOCCER.with_model("vacuum")?;
    for (name, value) in [
        ("nominal.mass", 0.43),
        ("nominal.diameter", 0.22),
        ("drag.CD", cd),
        ("lift.CL", cl),
    ] {
        ball.set(name, value)?;
    }
    Ok(ball)
}

fn fly(ball: &Ball, spin: f64) -> Result<Trajectory, CliError> {
    let launch = Launch::at(SPEED)
        .spin_vector(DVec3::Y * spin)
        .from_height(1.0);
    let air = Air::default().with_density(DENSITY)?;
    Ok(ball.launch(launch).gravity(0.0).until(2.0).fly(&air)?)
}
