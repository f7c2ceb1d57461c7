//! `voltex demo`: flies a shot of the table in `demos`, tells what happened and writes its files.

use std::path::Path;

use serde::Serialize;
use voltex_flight::units::to_deg;
use voltex_flight::{Air, Trajectory, balls};
use voltex_math::DVec3;

use crate::args::DemoArgs;
use crate::demos::{self, Demo, Until};
use crate::error::CliError;
use crate::export::{self, Shown};
use crate::flight;
use crate::marks::{Mark, Verdict};
use crate::output::{self, bold, dim, green, red};
use crate::summary::{BounceRow, PlaneRow, StretchRow, Summary};

/// Lists the demos or runs one.
pub(crate) fn run(args: &DemoArgs) -> Result<(), CliError> {
    if args.list {
        return list(args.json);
    }
    let demo = demos::find(&args.name);
    let flight = fly(demo)?;
    let report = Report::of(demo, &flight)?;
    let folder = args.out.join(demo.name);
    let shown = Shown {
        title: demo.title,
        ground: demo.ground,
        marks: demo.marks,
        until: until(demo, &flight),
    };
    export::write(&folder, &flight, &report, &shown)?;
    if args.json {
        output::warn(&report.summary.warnings);
        return output::print_json(&report);
    }
    output::print(&text(demo, &flight, &report, &folder))
}

fn text(demo: &Demo, flight: &Trajectory, report: &Report, folder: &Path) -> String {
    let mut text = format!("{}: {}\n\n", bold(demo.title), demo.story);
    text.push_str(&flight::heading(flight));
    text.push_str(&flight::numbers(&report.summary));
    if !report.checks.is_empty() {
        text.push('\n');
    }
    for check in &report.checks {
        let mark = if check.passed {
            green("yes")
        } else {
            red("no ")
        };
        text.push_str(&format!("  {mark}  {}\n", check.sentence));
    }
    if let Some(spin) = &report.effect_of_spin {
        text.push_str(&format!("  {spin}\n"));
    }
    text.push_str(&impacts(demo, flight, &report.summary.bounces));
    let seen = StretchRow::before(until(demo, flight), flight);
    text.push_str(&flight::ground_contact(&seen));
    text.push_str(&format!("\n  state hash {}\n", report.summary.state_hash));
    for warning in &report.summary.warnings {
        text.push_str(&format!("  {}\n", dim(&format!("note: {warning}"))));
    }
    text.push_str(&format!("\n  wrote {}\n", export::files(folder)));
    text.push_str(&format!("  look at it: {}\n", dim(&export::next(folder))));
    text.push_str(&format!("  the same by hand: {}\n", dim(&report.command)));
    text
}

/// Impacts up to where something outside the simulation stops the ball, or all of them if it has not touched down by then.
fn impacts(demo: &Demo, flight: &Trajectory, bounces: &[BounceRow]) -> String {
    let x = match demo.until {
        Until::End => return flight::impacts(bounces),
        Until::Impact(count) if count < bounces.len() => {
            return format!(
                "{}  The later {} impacts are in summary.json.\n",
                flight::impacts(&bounces[..count]),
                bounces.len() - count
            );
        }
        Until::Impact(_) => return flight::impacts(bounces),
        Until::Distance(x) => x,
    };
    let end = until(demo, flight);
    let (before, after) = bounces.split_at(bounces.partition_point(|bounce| bounce.time_s <= end));
    let hops = after.len();
    match (before.is_empty(), hops) {
        (_, 0) => flight::impacts(before),
        (true, _) => format!(
            "\n  If nothing stopped the ball at {x} m (what does is not simulated), it would go on:\n{}",
            flight::impacts(after).trim_start_matches('\n')
        ),
        (false, _) => format!(
            "{}  Whatever stops the ball at {x} m is not simulated; {hops} impacts beyond are in summary.json.\n",
            flight::impacts(before)
        ),
    }
}

/// The flight of a demo: 21.1 C, 101325 Pa, 50 % humidity, no wind, 9.81 m/s^2, 1/60 s.
pub(crate) fn fly(demo: &Demo) -> Result<Trajectory, CliError> {
    Ok(demo.shot().shot().fly(&Air::default())?)
}

/// The summary of the flight with what the demo adds.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    #[serde(flatten)]
    pub(crate) summary: Summary,
    demo: &'static str,
    title: &'static str,
    ball: &'static str,
    model: &'static str,
    launch: Numbers,
    pub(crate) checks: Vec<Verdict>,
    effect_of_spin: Option<String>,
    command: String,
}

/// The launch in SI, angles in degrees.
#[derive(Debug, Serialize)]
struct Numbers {
    speed_mps: f64,
    launch_angle_deg: f64,
    direction_deg: f64,
    spin_radps: f64,
    spin_axis_tilt_deg: f64,
    gyro_angle_deg: f64,
    height_m: f64,
}

impl Report {
    /// Judges the flight at every mark of the demo.
    pub(crate) fn of(demo: &'static Demo, flight: &Trajectory) -> Result<Self, CliError> {
        let launch = &flight.shot().launch;
        let last = demo
            .marks
            .iter()
            .filter_map(Mark::plane)
            .fold(None, |far: Option<f64>, x| match far {
                Some(far) if far > x => Some(far),
                _ => Some(x),
            });
        Ok(Self {
            summary: Summary::of(flight),
            demo: demo.name,
            title: demo.title,
            ball: demo.shot().ball,
            model: flight.ball().model,
            launch: Numbers {
                speed_mps: launch.speed,
                launch_angle_deg: to_deg(launch.elevation),
                direction_deg: to_deg(launch.direction),
                spin_radps: launch.spin_rate,
                spin_axis_tilt_deg: to_deg(launch.axis_tilt),
                gyro_angle_deg: to_deg(launch.gyro_angle),
                height_m: launch.height,
            },
            checks: demo
                .marks
                .iter()
                .filter_map(|mark| mark.judge(passage(mark, flight), flight.ball().radius))
                .collect(),
            effect_of_spin: match last {
                // Behind a bounce the difference would be that of two bounces.
                Some(distance) => PlaneRow::of(flight, distance)?
                    .filter(|plane| {
                        flight
                            .flight_time()
                            .is_none_or(|touch| plane.time_s < touch)
                    })
                    .as_ref()
                    .and_then(effect_of_spin),
                None => None,
            },
            command: command(demo),
        })
    }
}

/// Where the centre of the ball passes a mark: its plane, or on the way down the height of a ring.
fn passage(mark: &Mark, flight: &Trajectory) -> Option<DVec3> {
    if let Mark::Hoop { height, .. } = *mark {
        let apex = flight.events().first().map_or(0.0, |event| event.time);
        let end = flight.flight_time().unwrap_or(flight.duration());
        let above = |time: f64| flight.state_at(time).position.y > height;
        if !above(apex) || above(end) {
            return None;
        }
        // After its apex the ball only falls until it touches the ground.
        let (mut high, mut low) = (apex, end);
        for _ in 0..60 {
            let middle = 0.5 * (high + low);
            if above(middle) {
                high = middle
            } else {
                low = middle
            }
        }
        return Some(flight.state_at(low).position);
    }
    flight
        .crossing_x(mark.plane()?)
        .map(|(_, state)| state.position)
}

fn effect_of_spin(plane: &PlaneRow) -> Option<String> {
    let (up, right) = (plane.induced_vertical_break_m?, plane.horizontal_break_m?);
    if up.abs() < 0.005 && right.abs() < 0.005 {
        return None;
    }
    let mut moves = Vec::new();
    if up.abs() >= 0.005 {
        moves.push(format!(
            "{:.2} m {}",
            up.abs(),
            if up < 0.0 { "down" } else { "up" }
        ));
    }
    if right.abs() >= 0.005 {
        moves.push(export::sideways(right));
    }
    Some(format!(
        "by {:.2} m distance, lift and side force had moved the ball {}",
        plane.x_m,
        moves.join(" and ")
    ))
}

/// Time up to which a demo is shown, s.
fn until(demo: &Demo, flight: &Trajectory) -> f64 {
    let end = flight.duration();
    match demo.until {
        Until::End => end,
        Until::Impact(count) => flight
            .impacts()
            .nth(count - 1)
            .map_or(end, |(time, _)| time),
        Until::Distance(x) => flight.crossing_x(x).map_or(end, |(time, _)| time),
    }
}

/// The same flight as a `voltex flight` command.
fn command(demo: &Demo) -> String {
    let shot = demo.shot();
    let default = balls::find(shot.ball).map_or("", |ball| ball.model);
    let mut text = format!("voltex flight --ball {}", shot.ball);
    let mut option = |name: &str, value: &str, default: &str| {
        if value != default {
            text.push_str(&format!(" --{name} {value}"));
        }
    };
    option("model", shot.model, default);
    option("speed", shot.speed, "");
    option("launch-angle", shot.up, "");
    option("spin", shot.spin, "");
    option("direction", shot.right, "0deg");
    option("spin-axis-tilt", shot.tilt, "0deg");
    option("gyro-angle", shot.gyro, "0deg");
    option("nose-elevation", shot.nose.unwrap_or(""), "");
    option("height", shot.height, "0m");
    option("surface", shot.surface, "none");
    text
}

/// A demo in the list.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    ball: &'static str,
    title: &'static str,
    story: &'static str,
}

fn list(as_json: bool) -> Result<(), CliError> {
    let rows: Vec<Row> = demos::ALL
        .iter()
        .map(|demo| Row {
            name: demo.name,
            ball: demo.shot().ball,
            title: demo.title,
            story: demo.story,
        })
        .collect();
    if as_json {
        return output::print_json(&rows);
    }
    let widest = |text: fn(&Row) -> &str| rows.iter().map(|row| text(row).len()).max().unwrap_or(0);
    let (names, balls) = (widest(|row| row.name), widest(|row| row.ball));
    let text: String = rows
        .iter()
        .map(|row| format!("{:names$}  {:balls$}  {}\n", row.name, row.ball, row.story))
        .collect();
    output::print(&text)
}
