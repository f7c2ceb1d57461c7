//! The files of one flight: `trajectory.csv`, `summary.json`, `shot.png` and `shot.vxr`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Serialize;
use voltex_flight::trajectory::EventKind;
use voltex_flight::units::{CELSIUS_ZERO, MILE_PER_HOUR, to_deg, to_rpm};
use voltex_flight::{Shot, Spheroid, State, Trajectory};
use voltex_math::DVec3;

use crate::error::CliError;
use crate::marks::Mark;
use crate::output;
use crate::picture::{Ground, Oval, Picture, Point};
use crate::shot;

/// What the picture shows beside the flight itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown<'a> {
    pub(crate) title: &'a str,
    pub(crate) ground: Ground,
    pub(crate) marks: &'a [Mark],
    /// Time up to which the flight is shown, s.
    pub(crate) until: f64,
}

const CSV: &str = "trajectory.csv";
const SUMMARY: &str = "summary.json";
const PICTURE: &str = "shot.png";
const RECORDING: &str = "shot.vxr";

/// The files that [`write()`] makes, for people.
pub(crate) fn files(folder: &Path) -> String {
    let shown = folder.display();
    format!("{shown}/{PICTURE}, {shown}/{CSV}, {shown}/{SUMMARY}, {shown}/{RECORDING}")
}

/// How to look at the recording, for people.
pub(crate) fn next(folder: &Path) -> String {
    let path = folder.join(RECORDING);
    let path = path.display();
    format!(
        "voltex replay info {path}, voltex verify {path}, voltex replay export {path} --format glb --out shot.glb"
    )
}

/// Writes the four files, or three where no world flies the ball, into `folder`, which is made if need be.
pub(crate) fn write(
    folder: &Path,
    flight: &Trajectory,
    summary: &impl Serialize,
    shown: &Shown<'_>,
) -> Result<(), CliError> {
    let failed = |path: &Path, reason: String| CliError::Write {
        path: path.to_owned(),
        reason,
    };
    std::fs::create_dir_all(folder).map_err(|error| failed(folder, error.to_string()))?;
    let put = |name: &str, bytes: &[u8]| -> Result<(), CliError> {
        let path: PathBuf = folder.join(name);
        std::fs::write(&path, bytes).map_err(|error| failed(&path, error.to_string()))
    };
    put(CSV, csv(flight).as_bytes())?;
    let mut json = output::json(summary);
    json.push('\n');
    put(SUMMARY, json.as_bytes())?;
    let png = picture(flight, shown)
        .png()
        .map_err(|reason| failed(&folder.join(PICTURE), reason))?;
    put(PICTURE, &png)?;
    let note = format!("{}, state hash {:016x}", shown.title, flight.state_hash());
    let recording = shot::recording(flight, &note).map_err(|error| CliError::Replay {
        path: folder.join(RECORDING),
        error,
    })?;
    match recording {
        Some(bytes) => put(RECORDING, &bytes),
        None => Ok(()),
    }
}

/// One row per tick, and one for the end: time, position, attitude, direction, velocity, speed, spin, its axis and rate.
fn csv(flight: &Trajectory) -> String {
    let mut text = String::from(
        "time_s,x_m,y_m,z_m,qx,qy,qz,qw,direction_x,direction_y,direction_z,vx_mps,vy_mps,vz_mps,speed_mps,\
         spin_x_radps,spin_y_radps,spin_z_radps,spin_axis_x,spin_axis_y,spin_axis_z,spin_radps\n",
    );
    for sample in flight.samples() {
        let (p, q, d) = (sample.position, sample.rotation, sample.direction);
        let (v, w, a) = (sample.velocity(), sample.spin(), sample.spin_axis);
        let columns = [
            sample.time,
            p.x,
            p.y,
            p.z,
            q.x,
            q.y,
            q.z,
            q.w,
            d.x,
            d.y,
            d.z,
            v.x,
            v.y,
            v.z,
            sample.speed,
            w.x,
            w.y,
            w.z,
            a.x,
            a.y,
            a.z,
            sample.spin_rate,
        ];
        for (index, value) in columns.into_iter().enumerate() {
            let separator = if index == 0 { "" } else { "," };
            // Adding zero turns -0 into 0; the shortest text that reads back to the same bits.
            let _ = write!(text, "{separator}{}", value + 0.0);
        }
        text.push('\n');
    }
    text
}

/// The launch in the words of the sport, for headings.
pub(crate) fn launch_words(shot: &Shot) -> String {
    let launch = &shot.launch;
    let mut words = format!(
        "{:.1} m/s ({:.1} mph), {:.1}° {}",
        launch.speed,
        launch.speed / MILE_PER_HOUR,
        to_deg(launch.elevation.abs()),
        if launch.elevation < 0.0 { "down" } else { "up" },
    );
    if launch.direction != 0.0 {
        let side = if launch.direction > 0.0 {
            "right"
        } else {
            "left"
        };
        let _ = write!(words, ", {:.1}° {side}", to_deg(launch.direction.abs()));
    }
    match launch.spin_vector {
        Some(spin) => {
            let _ = write!(
                words,
                ", spin {:.0} rpm about ({:.2}, {:.2}, {:.2})",
                to_rpm(spin.length()),
                spin.x / spin.length(),
                spin.y / spin.length(),
                spin.z / spin.length()
            );
        }
        None if launch.spin_rate == 0.0 => words.push_str(", no spin"),
        None => {
            let kind = if launch.spin_rate > 0.0 {
                "backspin"
            } else {
                "topspin"
            };
            let _ = write!(words, ", {:.0} rpm {kind}", to_rpm(launch.spin_rate.abs()));
            if launch.axis_tilt != 0.0 {
                let side = if launch.axis_tilt > 0.0 {
                    "right"
                } else {
                    "left"
                };
                let _ = write!(
                    words,
                    ", axis tilted {:.1}° to the {side}",
                    to_deg(launch.axis_tilt.abs())
                );
            }
            if launch.gyro_angle != 0.0 {
                let _ = write!(words, ", gyro angle {:.1}°", to_deg(launch.gyro_angle));
            }
        }
    }
    if launch.height != 0.0 {
        let _ = write!(words, ", from {:.2} m", launch.height);
    }
    words
}

/// The name of a sport without the remark that the ball data put behind some.
pub(crate) fn sport(name: &str) -> &str {
    name.split(" (").next().unwrap_or(name)
}

/// `1.20 m right`, `0.35 m left` or `0.00 m`.
pub(crate) fn sideways(metres: f64) -> String {
    let side = if metres >= 0.005 {
        " right"
    } else if metres <= -0.005 {
        " left"
    } else {
        ""
    };
    format!("{:.2} m{side}", metres.abs())
}

fn picture(flight: &Trajectory, shown: &Shown<'_>) -> Picture {
    let (shot, ball, air) = (flight.shot(), flight.ball(), flight.air());
    let point = |time: f64, state: &State| Point {
        time,
        position: state.position,
        axis: Spheroid::axis(state.rotation),
        speed: state.velocity.length(),
        spin: state.spin.length(),
        translational: 0.5 * ball.mass * state.velocity.length_squared(),
        rotational: ball.spin_energy(state.rotation, state.spin),
        potential: ball.mass * shot.gravity * (state.position.y - ball.radius),
    };
    let steps = 800;
    let mut path: Vec<Point> = (0..=steps)
        .map(|index| {
            let time = shown.until * f64::from(index) / f64::from(steps);
            point(time, &flight.state_at(time))
        })
        .collect();
    // Two points at each impact, before and after, where speed and spin jump.
    for (time, impact) in flight.impacts().filter(|(time, _)| *time <= shown.until) {
        let at = path.partition_point(|point| point.time < time);
        let jump = [&impact.before, &impact.after].map(|state| point(time, state));
        path.splice(at..at, jump);
    }
    // A ball that is set down has not flown: its path is drawn like a flight.
    let set_down = flight.flight_time() == Some(0.0);
    let touch = flight
        .touch()
        .filter(|(time, _)| *time <= shown.until && !set_down);
    let mut impacts: Vec<DVec3> = flight
        .impacts()
        .filter(|(time, _)| *time <= shown.until)
        .map(|(_, impact)| impact.before.position)
        .collect();
    if impacts.is_empty() {
        impacts.extend(touch.map(|(_, state)| state.position));
    }
    let apex = flight
        .events()
        .iter()
        .find(|event| event.kind == EventKind::Apex && event.time <= shown.until);
    let or_dash =
        |value: Option<f64>, words: fn(f64) -> String| value.map_or_else(|| "–".to_owned(), words);
    let flown = || {
        vec![
            (
                "Carry".to_owned(),
                or_dash(flight.carry(), |v| format!("{v:.2} m")),
            ),
            ("Drift".to_owned(), or_dash(flight.lateral(), sideways)),
            ("Apex".to_owned(), format!("{:.2} m", flight.apex_height())),
            (
                "Flight time".to_owned(),
                or_dash(flight.flight_time(), |v| format!("{v:.2} s")),
            ),
            (
                "Landing speed".to_owned(),
                or_dash(flight.landing_speed(), |v| format!("{v:.1} m/s")),
            ),
            (
                "Landing angle".to_owned(),
                or_dash(flight.landing_angle(), |v| format!("{:.1}°", to_deg(v))),
            ),
            (
                "Landing spin".to_owned(),
                or_dash(flight.landing_spin(), |v| format!("{:.0} rpm", to_rpm(v))),
            ),
        ]
    };
    let rolled = || {
        let end = flight.state_at(shown.until);
        let (speed, tile) = (end.velocity.length(), |name: &str, text: String| {
            (name.to_owned(), text)
        });
        let left = to_deg(voltex_math::f64::atan2(-end.velocity.z, end.velocity.x));
        vec![
            tile("Speed at launch", format!("{:.1} m/s", shot.launch.speed)),
            tile("Distance", format!("{:.2} m", end.position.x)),
            tile("Drift", sideways(end.position.z)),
            tile("Time", format!("{:.2} s", shown.until)),
            tile("Speed there", format!("{speed:.1} m/s")),
            tile(
                "Heading there",
                if speed > 0.0 {
                    format!(
                        "{:.1}° {}",
                        left.abs(),
                        if left < 0.0 { "right" } else { "left" }
                    )
                } else {
                    "–".to_owned()
                },
            ),
            tile(
                "Spin there",
                format!("{:.0} rpm", to_rpm(end.spin.length())),
            ),
        ]
    };
    Picture {
        title: shown.title.to_owned(),
        subtitle: format!("{}  ·  {}", sport(ball.sport), launch_words(shot)),
        tiles: if set_down { rolled() } else { flown() },
        path,
        impacts,
        first_impact: touch.map(|(time, _)| time),
        apex: apex.map(|event| event.state.position),
        marks: shown.marks.to_vec(),
        ground: shown.ground,
        oval: ball.spheroid().map(|body| Oval {
            long: body.long,
            short: body.short,
        }),
        footnote: format!(
            "Voltex {}  ·  ball {}, model {}  ·  air {:.3} kg/m³, {:.1} °C  ·  g {} m/s²  ·  dt {:.6} s  ·  state hash {:016x}",
            env!("CARGO_PKG_VERSION"),
            ball.name,
            ball.model,
            air.density(),
            air.temperature() - CELSIUS_ZERO,
            shot.gravity,
            shot.dt,
            flight.state_hash(),
        ),
    }
}
