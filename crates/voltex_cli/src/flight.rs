//! `voltex flight`: one ball from its launch numbers to its result.

use voltex_flight::air::{self, Air};
use voltex_flight::surface::TEST_TEMPERATURE;
use voltex_flight::units::{CELSIUS_ZERO, FOOT, INCH, MILE_PER_HOUR, YARD, to_deg, to_rpm};
use voltex_flight::{Ball, FlightError, Launch, Shot, Trajectory, Wind, balls, surfaces};
use voltex_math::DVec3;

use crate::args::{ConditionArgs, FlightArgs};
use crate::error::CliError;
use crate::export::{self, Shown};
use crate::output::{self, Align, Table};
use crate::picture::Ground;
use crate::summary::{BounceRow, PlaneRow, StretchRow, Summary};

/// Flies, prints and writes what the options ask for.
pub(crate) fn run(args: &FlightArgs) -> Result<(), CliError> {
    let (shot, air) = shot(args)?;
    let flight = shot.fly(&air)?;
    let mut summary = Summary::of(&flight);
    if args.conditions.pressure.is_some() && args.conditions.altitude != 0.0 {
        summary.warnings.push(
            "the altitude has no effect: --pressure is the pressure at the place itself".to_owned(),
        );
    }
    if let Some(distance) = args.plane_x {
        summary.plane = Some(PlaneRow::of(&flight, distance)?);
    }
    output::warn(&summary.warnings);
    if let Some(folder) = &args.out {
        let title = format!("{} flight", export::sport(shot.ball.sport));
        let shown = Shown {
            title: &title,
            ground: ground_of(&args.surface),
            marks: &[],
            until: flight.duration(),
        };
        export::write(folder, &flight, &summary, &shown)?;
    }
    if args.json {
        return output::print_json(&summary);
    }
    let mut text = heading(&flight);
    text.push_str(&numbers(&summary));
    text.push_str(&impacts(&summary.bounces));
    text.push_str(&ground_contact(&summary.ground_contact));
    if let Some(plane) = &summary.plane {
        text.push_str(&passage(plane.as_ref()));
    }
    text.push_str(&format!("\n  state hash {}\n", summary.state_hash));
    if let Some(folder) = &args.out {
        text.push_str(&format!("  wrote {}\n", export::files(folder)));
        text.push_str(&format!(
            "  look at it: {}\n",
            output::dim(&export::next(folder))
        ));
    }
    output::print(&text)
}

/// Ball, launch and air.
pub(crate) fn heading(flight: &Trajectory) -> String {
    let (shot, air) = (flight.shot(), flight.air());
    let name = output::bold(shot.ball.name);
    let celsius = air.temperature() - CELSIUS_ZERO;
    format!(
        "{name}  {}, model {}\n  launch  {}\n  air     {:.3} kg/m^3 at {celsius:.1} °C{}\n{}\n",
        export::sport(shot.ball.sport),
        shot.ball.model,
        export::launch_words(shot),
        air.density(),
        wind_words(&shot.wind),
        ground_words(shot),
    )
}

/// The ground under the shot, a line of its own where there is something to tell.
fn ground_words(shot: &Shot) -> String {
    let mut words = Vec::new();
    if let Some(surface) = &shot.surface {
        words.push(surface.name.to_owned());
    }
    let n = shot.ground_normal;
    for (rise, up, down) in [
        (-n.x / n.y, "uphill", "downhill"),
        (-n.z / n.y, "rising to the right", "rising to the left"),
    ] {
        if rise != 0.0 {
            let degrees = to_deg(voltex_math::f64::atan2(rise.abs(), 1.0));
            words.push(format!(
                "{degrees:.1}° {}",
                if rise > 0.0 { up } else { down }
            ));
        }
    }
    if shot.ball_temperature != TEST_TEMPERATURE {
        words.push(format!(
            "ball at {:.1} °C",
            shot.ball_temperature - CELSIUS_ZERO
        ));
    }
    if words.is_empty() {
        String::new()
    } else {
        format!("  ground  {}\n", words.join(", "))
    }
}

fn wind_words(wind: &Wind) -> String {
    match wind {
        Wind::Uniform(v) if *v == DVec3::ZERO => ", no wind".to_owned(),
        Wind::Uniform(v) => format!(", wind ({}, {}, {}) m/s", v.x, v.y, v.z),
        Wind::Power { .. } | Wind::Log { .. } => ", wind that grows with height".to_owned(),
        Wind::Gusts(_) => ", gusts".to_owned(),
        Wind::Table(_) => ", wind by a table over height".to_owned(),
    }
}

/// The key numbers in SI and in the units of the field.
pub(crate) fn numbers(summary: &Summary) -> String {
    let mut table = Table::new(&[Align::Left, Align::Right, Align::Right]);
    let mut row =
        |name: &str, value: Option<f64>, si: fn(f64) -> String, other: fn(f64) -> String| {
            let (si, other) = value.map_or_else(
                || ("-".to_owned(), String::new()),
                |value| (si(value), other(value)),
            );
            table.row([name.to_owned(), si, other]);
        };
    let metres: fn(f64) -> String = |v| format!("{v:.2} m");
    let yards: fn(f64) -> String = |v| format!("{:.1} yd", v / YARD);
    let feet: fn(f64) -> String = |v| format!("{:.1} ft", v.abs() / FOOT);
    let seconds: fn(f64) -> String = |v| format!("{v:.3} s");
    let nothing: fn(f64) -> String = |_| String::new();
    row("carry", summary.carry_m, metres, yards);
    row("drift", summary.lateral_m, export::sideways, feet);
    row("apex", summary.apex_m, metres, feet);
    row("apex at distance", summary.apex_x_m, metres, yards);
    row("flight time", summary.flight_time_s, seconds, nothing);
    row(
        "landing speed",
        summary.landing_speed_mps,
        |v| format!("{v:.2} m/s"),
        |v| format!("{:.1} mph", v / MILE_PER_HOUR),
    );
    row(
        "landing angle",
        summary.landing_angle_deg,
        |v| format!("{v:.2}°"),
        nothing,
    );
    row(
        "landing spin",
        summary.landing_spin_radps,
        |v| format!("{v:.1} rad/s"),
        |v| format!("{:.0} rpm", to_rpm(v)),
    );
    if summary.total_m.is_some() {
        row("total", summary.total_m, metres, yards);
        row(
            "total drift",
            summary.total_lateral_m,
            export::sideways,
            feet,
        );
        row("at rest after", summary.rest_time_s, seconds, nothing);
    }
    table.render()
}

/// One line per impact with the ground; the last hops, lower than a millimetre, are counted only. JSON has them all.
pub(crate) fn impacts(bounces: &[BounceRow]) -> String {
    // A rebound at 0.14 m/s rises by 1 mm.
    let end = bounces
        .iter()
        .rposition(|bounce| bounce.normal_speed_after_mps > 0.14)
        .map_or(1, |last| last + 2);
    let listed = &bounces[..end.min(bounces.len())];
    if listed.is_empty() {
        return String::new();
    }
    let mut table = Table::new(&[Align::Right; 7]).header(&[
        "impact",
        "time",
        "distance",
        "drift",
        "into / out of the ground",
        "along it",
        "spin",
    ]);
    for (index, bounce) in listed.iter().enumerate() {
        table.row([
            (index + 1).to_string(),
            format!("{:.3} s", bounce.time_s),
            format!("{:.2} m", bounce.x_m),
            export::sideways(bounce.z_m),
            format!(
                "{:.2} -> {:.2} m/s",
                bounce.normal_speed_before_mps, bounce.normal_speed_after_mps
            ),
            format!(
                "{:.2} -> {:.2} m/s",
                bounce.tangential_before_mps, bounce.tangential_after_mps
            ),
            format!(
                "{:.0} -> {:.0} rpm",
                to_rpm(bounce.spin_before_radps),
                to_rpm(bounce.spin_after_radps)
            ),
        ]);
    }
    let mut text = format!("\n{}", table.render());
    let rest = bounces.len() - listed.len();
    if rest > 0 {
        text.push_str(&format!("  then {rest} hops lower than 1 mm\n"));
    }
    text
}

/// Sliding, rolling and rest, each from where to where; empty for a flight that ends in the air. JSON has every stretch.
pub(crate) fn ground_contact(stretches: &[StretchRow]) -> String {
    if stretches.is_empty() {
        return String::new();
    }
    // A ball that lands at the speed of rolling slides for no time that could be read.
    let readable = |s: &&StretchRow| s.phase == "rest" || s.until_s - s.from_s >= 5e-4;
    let right = Align::Right;
    let mut table = Table::new(&[Align::Left, right, right, right, right, right])
        .header(&["ground", "time", "distance", "drift", "speed", "spin"]);
    for s in stretches.iter().filter(readable) {
        let [x, z] = [[s.from_x_m, s.until_x_m], [s.from_z_m, s.until_z_m]];
        let speed = [s.speed_before_mps, s.speed_after_mps];
        let spin = [s.spin_before_radps, s.spin_after_radps].map(to_rpm);
        table.row(if s.phase == "rest" {
            [
                s.phase.to_owned(),
                format!("{:.3} s", s.from_s),
                format!("{:.2} m", x[0]),
                export::sideways(z[0]),
                String::new(),
                String::new(),
            ]
        } else {
            [
                s.phase.to_owned(),
                format!("{:.3} -> {:.3} s", s.from_s, s.until_s),
                format!("{:.2} -> {:.2} m", x[0], x[1]),
                format!("{} -> {}", export::sideways(z[0]), export::sideways(z[1])),
                format!("{:.2} -> {:.2} m/s", speed[0], speed[1]),
                format!("{:.0} -> {:.0} rpm", spin[0], spin[1]),
            ]
        });
    }
    format!("\n{}", table.render())
}

fn passage(plane: Option<&PlaneRow>) -> String {
    let Some(plane) = plane else {
        return "\n  the plane is never reached\n".to_owned();
    };
    let mut table = Table::new(&[Align::Left, Align::Right, Align::Right]);
    let inches = |v: f64| format!("{:.1} in", v / INCH);
    let both = |v: Option<f64>| {
        v.map_or_else(
            || ("-".to_owned(), String::new()),
            |v| (format!("{v:.3} m"), inches(v)),
        )
    };
    table.row([
        format!("plane at {} m", plane.x_m),
        format!("{:.4} s", plane.time_s),
        String::new(),
    ]);
    table.row([
        "speed there".to_owned(),
        format!("{:.2} m/s", plane.speed_mps),
        format!("{:.1} mph", plane.speed_mps / MILE_PER_HOUR),
    ]);
    let mut row = |name: &str, value: Option<f64>| {
        let (si, other) = both(value);
        table.row([name.to_owned(), si, other]);
    };
    row("height of the centre", Some(plane.y_m));
    row("right of the line", Some(plane.z_m));
    row("drop below the launch line", plane.drop_m);
    row("induced vertical break", plane.induced_vertical_break_m);
    row("horizontal break, right", plane.horizontal_break_m);
    for (name, angle) in [
        ("heading, right", plane.heading_deg),
        ("descending", plane.descent_deg),
    ] {
        table.row([name.to_owned(), format!("{angle:.2}°"), String::new()]);
    }
    format!("\n{}", table.render())
}

/// The ball and the air that the options describe.
pub(crate) fn ball_and_air(
    name: &str,
    conditions: &ConditionArgs,
) -> Result<(Ball, Air), CliError> {
    let mut ball = balls::find(name)?.clone();
    if let Some(model) = &conditions.model {
        ball = ball.with_model(model)?;
    }
    for (path, value) in &conditions.set {
        ball.set(path, *value)?;
    }
    let pressure = match conditions.pressure {
        Some(pressure) => pressure,
        None => air::pressure_at(conditions.altitude)?,
    };
    let mut air = Air::new(conditions.temperature, pressure, conditions.humidity)?;
    if let Some(density) = conditions.density {
        air = air.with_density(density)?;
    }
    Ok((ball, air))
}

/// The shot and the air that the options describe.
fn shot(args: &FlightArgs) -> Result<(Shot, Air), CliError> {
    let (ball, air) = ball_and_air(&args.ball, &args.conditions)?;
    let mut launch = Launch::at(args.speed)
        .up(args.launch_angle)
        .right(args.direction)
        .backspin(args.spin.unwrap_or(0.0))
        .tilt(args.spin_axis_tilt)
        .gyro(args.gyro_angle)
        .from_height(args.height);
    if let Some(spin) = args.spin_vector {
        launch = launch.spin_vector(spin);
    }
    if args.nose_elevation.is_some() || args.nose_azimuth.is_some() {
        launch = launch.nose(
            args.nose_elevation.unwrap_or(args.launch_angle),
            args.nose_azimuth.unwrap_or(args.direction),
        );
    }
    let mut shot = ball
        .launch(launch)
        .gravity(args.conditions.gravity)
        .wind(Wind::Uniform(args.conditions.wind))
        .slope(args.slope, args.cross_slope)
        .ball_temperature(args.ball_temperature)
        .dt(args.conditions.dt);
    if args.surface != "none" {
        let surface = shot.ball.surface(&args.surface)?;
        shot = shot.onto(match args.stimp {
            Some(stimp) if surface.name == surfaces::GREEN.name => {
                surfaces::at_stimp(surface, stimp)?
            }
            _ => surface,
        });
    }
    if args.stimp.is_some() && shot.surface.is_none_or(|s| s.name != surfaces::GREEN.name) {
        return Err(CliError::Flight(FlightError::Conflict(format!(
            "--stimp is the speed of a green, and the surface is `{}`; add --surface green, or leave --stimp out",
            args.surface
        ))));
    }
    Ok((shot, air))
}

/// The kind of ground that a surface of this name is drawn as.
pub(crate) fn ground_of(surface: &str) -> Ground {
    match surface {
        "turf" | "grass" | "fairway" | "green" | "rough" => Ground::Grass,
        "clay" | "pitch" => Ground::Earth,
        "hardwood" | "lane" => Ground::Wood,
        "hard" | "hard_court" => Ground::Court,
        "table" => Ground::Table,
        _ => Ground::Plain,
    }
}
