//! `voltex lab drag`: a fall, a level throw and a throw upward through air, in closed form where motion has one dimension.

use std::f64::consts::PI;

use voltex_flight::units::deg;
use voltex_flight::{Air, Launch};
use voltex_math::f64::{acosh, atan, cosh, exp, ln, tanh};

use super::report::{Group, Report, curve};
use super::spin::ball;
use crate::error::CliError;
use crate::picture::sheet::Look;

const G: f64 = 9.81;
const DENSITY: f64 = 1.225;

pub(super) fn run() -> Result<Report, CliError> {
    let mut report = Report::new(
        "drag",
        "Drag",
        "A ball of 0.43 kg and 11 cm that falls, flies level without gravity, and is thrown upward; drag alone",
    );
    falling(&mut report)?;
    level(&mut report)?;
    upward(&mut report)?;
    Ok(report)
}

/// Speed at which drag bears the weight, m/s.
fn terminal(mass: f64, radius: f64, cd: f64) -> f64 {
    (2.0 * mass * G / (DENSITY * PI * radius * radius * cd)).sqrt()
}

fn falling(report: &mut Report) -> Result<(), CliError> {
    let mut group = Group::new(
        "Falling",
        "v = vt tanh(g t/vt), y = vt^2/g ln cosh(g t/vt), vt = sqrt(2 m g/(rho A Cd)); 1e-6",
    );
    let air = Air::default().with_density(DENSITY)?;
    let mut curves = Vec::new();
    for (colour, cd) in [0.25, 0.5, 1.0].into_iter().enumerate() {
        let ball = ball(cd, 0.0)?;
        let vt = terminal(ball.mass, ball.radius, cd);
        let drop = |height: f64| {
            let launch = Launch::at(0.0).from_height(height);
            ball.launch(launch).gravity(G).fly(&air)
        };
        let flight = drop(10.0)?;
        let time = vt / G * acosh(exp(10.0 * G / (vt * vt)));
        group.relative(
            format!("Cd {cd}: time for 10 m"),
            flight.flight_time().unwrap_or(f64::NAN),
            time,
            "s",
            1e-6,
        );
        let speed = vt * tanh(G * time / vt);
        group.relative(
            format!("Cd {cd}: speed there"),
            flight.landing_speed().unwrap_or(f64::NAN),
            speed,
            "m/s",
            1e-6,
        );
        // After fifteen times vt/g it lacks 2e-13 of vt.
        let long = drop(16.0 * vt * vt / G)?;
        let last = long.landing_speed().unwrap_or(f64::NAN);
        group.relative(format!("Cd {cd}: terminal speed"), last, vt, "m/s", 1e-6);
        let times = || (0..=32).map(|i| 0.25 * f64::from(i));
        let found = times().map(|time| (time, -long.state_at(time).velocity.y));
        curves.push(curve(
            format!("Cd {cd}"),
            Look::Dots,
            colour,
            found.collect(),
        ));
        let law = times().map(|time| (time, vt * tanh(G * time / vt)));
        curves.push(curve("", Look::Dashed, colour, law.collect()));
    }
    report.add(group);
    report.chart(
        "Speed of a fall: dots measured, lines by theory",
        ["time (s)", "speed (m/s)"],
        curves,
    );
    Ok(())
}

fn level(report: &mut Report) -> Result<(), CliError> {
    let mut group = Group::new(
        "Level, without gravity",
        "x = ln(1 + k v0 t)/k, v = v0/(1 + k v0 t), k = rho A Cd/(2m); 1e-6",
    );
    let air = Air::default().with_density(DENSITY)?;
    let (speed, seconds) = (30.0, 3.0);
    let mut curves = Vec::new();
    for (colour, cd) in [0.1, 0.25, 0.5].into_iter().enumerate() {
        let ball = ball(cd, 0.0)?;
        let k = DENSITY * PI * ball.radius * ball.radius * cd / (2.0 * ball.mass);
        let launch = Launch::at(speed).from_height(1.0);
        let flight = ball.launch(launch).gravity(0.0).until(seconds).fly(&air)?;
        let state = flight.state_at(seconds);
        let way = |time: f64| ln(1.0 + k * speed * time) / k;
        group.relative(
            format!("Cd {cd}: way of 3 s"),
            state.position.x,
            way(seconds),
            "m",
            1e-6,
        );
        let slowed = speed / (1.0 + k * speed * seconds);
        group.relative(
            format!("Cd {cd}: speed after 3 s"),
            state.velocity.x,
            slowed,
            "m/s",
            1e-6,
        );
        let times = || (0..=30).map(|i| 0.1 * f64::from(i));
        let found = times().map(|time| (time, flight.state_at(time).position.x));
        curves.push(curve(
            format!("Cd {cd}"),
            Look::Dots,
            colour,
            found.collect(),
        ));
        let law = times().map(|time| (time, way(time)));
        curves.push(curve("", Look::Dashed, colour, law.collect()));
    }
    report.add(group);
    report.chart(
        "Way of a level throw: dots measured, lines by theory",
        ["time (s)", "way (m)"],
        curves,
    );
    Ok(())
}

fn upward(report: &mut Report) -> Result<(), CliError> {
    let mut group = Group::new(
        "Upward at 30 m/s",
        "height vt^2/(2g) ln(1 + v^2/vt^2) after vt/g atan(v/vt); drag turns round at the apex with a kink, steps of 1/240 s, 1e-6",
    );
    let air = Air::default().with_density(DENSITY)?;
    let speed = 30.0;
    let mut curves = Vec::new();
    for (colour, cd) in [0.1, 0.25, 0.5].into_iter().enumerate() {
        let ball = ball(cd, 0.0)?;
        let vt = terminal(ball.mass, ball.radius, cd);
        let launch = Launch::at(speed).up(deg(90.0));
        let flight = ball.launch(launch).gravity(G).dt(1.0 / 240.0).fly(&air)?;
        let height = vt * vt / (2.0 * G) * ln(1.0 + speed * speed / (vt * vt));
        group.relative(
            format!("Cd {cd}: apex"),
            flight.apex_height(),
            height,
            "m",
            1e-6,
        );
        let rise = vt / G * atan(speed / vt);
        let found = flight.events().first().map_or(f64::NAN, |event| event.time);
        group.relative(format!("Cd {cd}: time to it"), found, rise, "s", 1e-6);
        let fall = vt / G * acosh(exp(height * G / (vt * vt)));
        let whole = flight.flight_time().unwrap_or(f64::NAN);
        group.relative(
            format!("Cd {cd}: time in the air"),
            whole,
            rise + fall,
            "s",
            1e-6,
        );
        let radius = ball.radius;
        let times = || (0..=25).map(|i| whole * f64::from(i) / 25.0);
        let seen = times().map(|time| (time, flight.state_at(time).position.y - radius));
        curves.push(curve(
            format!("Cd {cd}"),
            Look::Dots,
            colour,
            seen.collect(),
        ));
        let law = times().map(|time| {
            let y = if time < rise {
                let angle = atan(speed / vt) - G * time / vt;
                let cos = voltex_math::f64::cos(angle);
                height + vt * vt / G * ln(cos)
            } else {
                height - vt * vt / G * ln(cosh(G * (time - rise) / vt))
            };
            (time, y)
        });
        curves.push(curve("", Look::Dashed, colour, law.collect()));
    }
    report.add(group);
    report.chart(
        "Height of a throw upward: dots measured, lines by theory",
        ["time (s)", "height (m)"],
        curves,
    );
    Ok(())
}
