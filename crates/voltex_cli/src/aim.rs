//! `voltex aim`: the launches that send a ball to a target.

use std::fmt::Write as _;

use serde::Serialize;
use voltex_flight::aim::{Aim, Answer, Given, NoSolution, Solution};
use voltex_flight::units::to_deg;
use voltex_flight::{Air, Launch, Shot, Wind};

use crate::args::AimArgs;
use crate::error::CliError;
use crate::export::{self, Shown};
use crate::output::{self, Align, Table, bold, dim};
use crate::picture::Ground;
use crate::summary::Summary;

/// One launch as scripts read it.
#[derive(Debug, Serialize)]
struct Row {
    speed_mps: f64,
    launch_angle_deg: f64,
    direction_deg: f64,
    time_s: f64,
    apex_m: f64,
    arrival_speed_mps: f64,
    arrival_angle_deg: f64,
    /// Room beside each obstacle: those to pass above first, then those to pass below.
    clearances_m: Vec<f64>,
    /// What is in the way; none for a solution.
    blocked_by: Option<String>,
    /// The command that flies it.
    command: String,
}

/// The flight that comes nearest to a target out of reach.
#[derive(Debug, Serialize)]
struct NearestRow {
    speed_mps: f64,
    launch_angle_deg: f64,
    direction_deg: f64,
    time_s: f64,
    /// The ball's lowest point.
    x_m: f64,
    y_m: f64,
    z_m: f64,
    distance_m: f64,
    command: String,
}

/// Values of what was fixed with which the target is reached.
#[derive(Debug, Serialize)]
struct Enough {
    quantity: &'static str,
    least: f64,
    greatest: f64,
}

/// The whole answer.
#[derive(Debug, Serialize)]
struct Report {
    solutions: Vec<Row>,
    blocked: Vec<Row>,
    /// Why there is no solution.
    reason: Option<String>,
    /// For a target out of reach.
    nearest: Option<NearestRow>,
    enough: Option<Enough>,
}

/// Aims, prints and writes what the options ask for; exit code 1 where nothing reaches the target.
pub(crate) fn run(args: &AimArgs) -> Result<(), CliError> {
    let (shot, air) = shot(args)?;
    let answer = answer(args, &shot, &air)?;
    let row = |solution: &Solution, blocked_by| row(args, solution, blocked_by);
    let report = Report {
        solutions: answer.solutions.iter().map(|s| row(s, None)).collect(),
        blocked: answer
            .blocked
            .iter()
            .map(|b| row(&b.solution, Some(b.by.to_string())))
            .collect(),
        reason: answer.reason.as_ref().map(ToString::to_string),
        nearest: answer.reason.as_ref().and_then(|r| nearest(args, r)),
        enough: answer.reason.as_ref().and_then(enough),
    };
    if let Some(folder) = &args.out {
        for (index, solution) in answer.solutions.iter().enumerate() {
            let flight = Shot {
                launch: solution.launch,
                ..shot.clone()
            }
            .fly(&air)?;
            let number = index + 1;
            let title = format!(
                "{} aimed, solution {number}",
                export::sport(shot.ball.sport)
            );
            let shown = Shown {
                title: &title,
                ground: Ground::Plain,
                marks: &[],
                until: flight.duration(),
            };
            let folder = folder.join(format!("solution-{number}"));
            export::write(&folder, &flight, &Summary::of(&flight), &shown)?;
        }
    }
    if args.json {
        output::print_json(&report)?;
    } else {
        output::print(&text(args, &report))?;
    }
    match report.reason {
        Some(reason) => Err(CliError::Failed(reason)),
        None => Ok(()),
    }
}

fn shot(args: &AimArgs) -> Result<(Shot, Air), CliError> {
    let (ball, air) = crate::flight::ball_and_air(&args.ball, &args.conditions)?;
    let mut launch = Launch::at(0.0)
        .backspin(args.spin)
        .tilt(args.spin_axis_tilt)
        .gyro(args.gyro_angle)
        .from_height(args.height);
    if let Some(spin) = args.spin_vector {
        launch = launch.spin_vector(spin);
    }
    if let Some(elevation) = args.nose_elevation {
        let to_target = voltex_math::f64::atan2(args.target.z, args.target.x);
        launch = launch.nose(elevation, args.nose_azimuth.unwrap_or(to_target));
    }
    let shot = ball
        .launch(launch)
        .gravity(args.conditions.gravity)
        .wind(Wind::Uniform(args.conditions.wind))
        .slope(args.slope, args.cross_slope)
        .dt(args.conditions.dt);
    Ok((shot, air))
}

fn answer(args: &AimArgs, shot: &Shot, air: &Air) -> Result<Answer, CliError> {
    let given = &args.given;
    let given = match (given.speed, given.launch_angle, given.time) {
        (Some(speed), _, _) => Given::Speed(speed),
        (None, Some(angle), _) => Given::LaunchAngle(angle),
        (None, None, time) => Given::Time(time.unwrap_or(f64::NAN)),
    };
    let mut aim = Aim::new(shot, args.target, given);
    for obstacle in args.clear.iter().chain(&args.below) {
        aim = aim.past(*obstacle);
    }
    Ok(aim.solve(air)?)
}

fn row(args: &AimArgs, solution: &Solution, blocked_by: Option<String>) -> Row {
    let launch = &solution.launch;
    Row {
        speed_mps: launch.speed,
        launch_angle_deg: to_deg(launch.elevation),
        direction_deg: to_deg(launch.direction) + 0.0,
        time_s: solution.time,
        apex_m: solution.apex_height,
        arrival_speed_mps: solution.velocity.length(),
        arrival_angle_deg: to_deg(solution.arrival_angle()),
        clearances_m: solution.clearances.clone(),
        blocked_by,
        command: command(args, launch),
    }
}

fn nearest(args: &AimArgs, reason: &NoSolution) -> Option<NearestRow> {
    let NoSolution::OutOfReach {
        nearest: Some(near),
        ..
    } = reason
    else {
        return None;
    };
    Some(NearestRow {
        speed_mps: near.launch.speed,
        launch_angle_deg: to_deg(near.launch.elevation),
        direction_deg: to_deg(near.launch.direction) + 0.0,
        time_s: near.time,
        x_m: near.point.x + 0.0,
        y_m: near.point.y + 0.0,
        z_m: near.point.z + 0.0,
        distance_m: near.distance,
        command: command(args, &near.launch),
    })
}

fn enough(reason: &NoSolution) -> Option<Enough> {
    let NoSolution::OutOfReach {
        given,
        enough: Some([least, greatest]),
        ..
    } = reason
    else {
        return None;
    };
    let (quantity, scale): (_, fn(f64) -> f64) = match given {
        Given::Speed(_) => ("speed_mps", |speed| speed),
        Given::LaunchAngle(_) => ("launch_angle_deg", to_deg),
        Given::Time(_) => ("time_s", |time| time),
    };
    Some(Enough {
        quantity,
        least: scale(*least),
        greatest: scale(*greatest),
    })
}

/// The `voltex flight` that flies a launch, every number in full.
fn command(args: &AimArgs, launch: &Launch) -> String {
    let c = &args.conditions;
    let mut line = format!("voltex flight --ball {}", args.ball);
    if let Some(model) = &c.model {
        let _ = write!(line, " --model {model}");
    }
    let _ = write!(
        line,
        " --speed {}m/s --launch-angle {}rad --direction {}rad",
        launch.speed, launch.elevation, launch.direction
    );
    let _ = match launch.spin_vector {
        Some(spin) => write!(line, " --spin-vector {},{},{}", spin.x, spin.y, spin.z),
        None => write!(line, " --spin {}rad/s", launch.spin_rate),
    };
    if let Some(nose) = launch.nose {
        let (up, right) = (nose.elevation, nose.azimuth);
        let _ = write!(line, " --nose-elevation {up}rad --nose-azimuth {right}rad");
    }
    for (option, value, unit) in [
        ("spin-axis-tilt", launch.axis_tilt, "rad"),
        ("gyro-angle", launch.gyro_angle, "rad"),
        ("height", launch.height, "m"),
        ("slope", args.slope, "rad"),
        ("cross-slope", args.cross_slope, "rad"),
        ("altitude", c.altitude, "m"),
    ] {
        if value != 0.0 {
            let _ = write!(line, " --{option} {value}{unit}");
        }
    }
    let _ = write!(
        line,
        " --gravity {} --temperature {}K --humidity {} --wind {},{},{} --dt {}",
        c.gravity, c.temperature, c.humidity, c.wind.x, c.wind.y, c.wind.z, c.dt
    );
    if let Some(pressure) = c.pressure {
        let _ = write!(line, " --pressure {pressure}Pa");
    }
    if let Some(density) = c.density {
        let _ = write!(line, " --density {density}");
    }
    for (path, value) in &c.set {
        let _ = write!(line, " --set {path}={value}");
    }
    line
}

fn text(args: &AimArgs, report: &Report) -> String {
    let t = args.target;
    let mut text = format!("{}  to ({}, {}, {}) m\n\n", bold(&args.ball), t.x, t.y, t.z);
    let mut table = Table::new(&[Align::Right; 9]).header(&[
        "",
        "speed",
        "angle",
        "direction",
        "time",
        "apex",
        "arrives at",
        "descending",
        "room",
    ]);
    let all = report.solutions.iter().chain(&report.blocked);
    for (index, row) in all.enumerate() {
        let room = row.clearances_m.iter().fold(f64::INFINITY, |least, room| {
            voltex_math::f64::min(least, *room)
        });
        table.row([
            (index + 1).to_string(),
            format!("{:.3} m/s", row.speed_mps),
            format!("{:.3}°", row.launch_angle_deg),
            format!("{:.3}°", row.direction_deg),
            format!("{:.4} s", row.time_s),
            format!("{:.2} m", row.apex_m),
            format!("{:.2} m/s", row.arrival_speed_mps),
            format!("{:.2}°", row.arrival_angle_deg),
            if room < f64::INFINITY {
                format!("{room:.3} m")
            } else {
                "-".to_owned()
            },
        ]);
    }
    if !(report.solutions.is_empty() && report.blocked.is_empty()) {
        text.push_str(&table.render());
        text.push('\n');
    }
    for (index, row) in report.solutions.iter().chain(&report.blocked).enumerate() {
        let note = row
            .blocked_by
            .as_ref()
            .map_or_else(String::new, |by| format!("  blocked: {by}"));
        let _ = writeln!(text, "  {}{note}  {}", index + 1, dim(&row.command));
    }
    text
}
