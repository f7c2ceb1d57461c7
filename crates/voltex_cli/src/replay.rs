//! `voltex replay`: what a recording holds, the paths of its bodies, and parts of it.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use serde::Serialize;
use voltex_ecs::{Entity, Transform, World};
use voltex_physics::RigidBody;
use voltex_replay::{Player, Reader, cut};

use crate::args::{ExportFormat, ReplayCommand, ReplayCutArgs, ReplayExportArgs, ReplayInfoArgs};
use crate::error::CliError;
use crate::output::{self, bold};
use crate::recording::{empty_world, of_file, open};

/// Runs one of the three.
pub(crate) fn run(command: &ReplayCommand) -> Result<(), CliError> {
    match command {
        ReplayCommand::Info(args) => info(args),
        ReplayCommand::Export(args) => export(args),
        ReplayCommand::Cut(args) => cut_out(args),
    }
}

#[derive(Debug, Serialize)]
struct Info {
    file: String,
    bytes: u64,
    /// Whether the recording was finished.
    whole: bool,
    /// Version of the Voltex that wrote it.
    engine: String,
    note: String,
    seed: u64,
    ticks: u64,
    duration_s: f64,
    dt_s: f32,
    gravity_m_s2: [f32; 3],
    substeps: u32,
    hash: String,
    /// Hash after the last tick that has one.
    last_hash: Option<String>,
    hash_every: u32,
    keyframes: usize,
    states: bool,
    /// Bodies before the first tick.
    bodies: usize,
    /// Ticks before which something was changed.
    edited_ticks: u64,
    inputs: u64,
    events: u64,
    parts: Vec<String>,
}

fn info(args: &ReplayInfoArgs) -> Result<(), CliError> {
    let mut reader = open(&args.file)?;
    let info = gather(&args.file, &mut reader)?;
    if args.json {
        return output::print_json(&info);
    }
    let mut text = format!("{}\n\n", bold(&info.file));
    let mut line = |name: &str, value: String| text.push_str(&format!("  {name:<12} {value}\n"));
    line("note", info.note);
    line(
        "length",
        format!(
            "{} ticks of {} s, {:.2} s",
            info.ticks, info.dt_s, info.duration_s
        ),
    );
    let [x, y, z] = info.gravity_m_s2;
    line(
        "settings",
        format!(
            "gravity ({x}, {y}, {z}) m/s^2, {} substeps, seed {}",
            info.substeps, info.seed
        ),
    );
    line("bodies", format!("{} before the first tick", info.bodies));
    line(
        "changes",
        format!("before {} ticks, {} inputs", info.edited_ticks, info.inputs),
    );
    line("events", info.events.to_string());
    line(
        "keyframes",
        format!(
            "{}{}",
            info.keyframes,
            if info.states { ", and every state" } else { "" }
        ),
    );
    line(
        "hash",
        format!(
            "{} every {} ticks, at the end {}",
            info.hash,
            info.hash_every,
            info.last_hash.as_deref().unwrap_or("none")
        ),
    );
    line(
        "size",
        format!(
            "{} bytes{}",
            info.bytes,
            if info.whole {
                ""
            } else {
                ", its end is missing"
            }
        ),
    );
    line("engine", info.engine);
    output::print(&text)
}

fn gather(path: &Path, reader: &mut Reader<File>) -> Result<Info, CliError> {
    let of = || of_file(path);
    let (mut edited_ticks, mut inputs, mut events) = (0, 0, 0);
    let (mut last_hash, mut duration) = (None, 0.0);
    let mut config = reader.header().config;
    for tick in 0..reader.ticks() {
        let tick = reader.tick(tick).map_err(of())?;
        config = tick.config.unwrap_or(config);
        duration += f64::from(config.fixed_dt);
        edited_ticks += u64::from(!tick.edits.is_empty());
        inputs += tick.inputs.len() as u64;
        events += tick.events.len() as u64;
        last_hash = tick.hash.map(|hash| format!("{hash:016x}")).or(last_hash);
    }
    let (start, _) = reader.keyframe(0).map_err(of())?;
    let mut world = empty_world()?;
    start.restore(&mut world).map_err(of())?;
    let bytes = fs::metadata(path).map_or(0, |metadata| metadata.len());
    let header = reader.header();
    Ok(Info {
        file: path.display().to_string(),
        bytes,
        whole: reader.is_whole(),
        engine: header.engine.clone(),
        note: header.note.clone(),
        seed: header.seed,
        ticks: reader.ticks(),
        duration_s: duration,
        dt_s: header.config.fixed_dt,
        gravity_m_s2: header.config.gravity.to_array(),
        substeps: header.config.substeps,
        hash: header.hash.clone(),
        last_hash,
        hash_every: header.hash_every,
        keyframes: reader.keyframes().len(),
        states: header.states,
        bodies: world.storage::<RigidBody>().len(),
        edited_ticks,
        inputs,
        events,
        parts: header
            .parts
            .iter()
            .map(|(name, _)| name.clone())
            .filter(|name| !name.is_empty())
            .collect(),
    })
}

/// Columns of the paths, all SI: the unit is in the name.
const COLUMNS: [&str; 14] = [
    "time_s", "x_m", "y_m", "z_m", "qx", "qy", "qz", "qw", "vx_m_s", "vy_m_s", "vz_m_s",
    "wx_rad_s", "wy_rad_s", "wz_rad_s",
];

/// A body at a tick.
struct Sample {
    tick: u64,
    entity: Entity,
    time: f64,
    numbers: [f32; 13],
}

fn export(args: &ReplayExportArgs) -> Result<(), CliError> {
    let mut reader = open(&args.file)?;
    let samples = sample(&args.file, &mut reader, args.every)?;
    let text = match args.format {
        ExportFormat::Csv => csv(&samples),
        ExportFormat::Json => output::json(&json(&samples)),
    };
    match &args.out {
        None => output::print_plain(text.as_bytes()),
        Some(path) => fs::write(path, text).map_err(|error| CliError::Write {
            path: path.clone(),
            reason: error.to_string(),
        }),
    }
}

fn sample(path: &Path, reader: &mut Reader<File>, every: u64) -> Result<Vec<Sample>, CliError> {
    let ticks = reader.ticks();
    let mut player = Player::new(reader, empty_world()?).map_err(of_file(path))?;
    let (mut samples, mut time) = (Vec::new(), 0.0);
    take(player.world(), 0, time, &mut samples);
    while player.tick() < ticks {
        player.step().map_err(of_file(path))?;
        time += f64::from(player.config().fixed_dt);
        if player.tick().is_multiple_of(every) {
            take(player.world(), player.tick(), time, &mut samples);
        }
    }
    Ok(samples)
}

fn take(world: &World, tick: u64, time: f64, samples: &mut Vec<Sample>) {
    let bodies = world.query::<(Entity, &RigidBody, &Transform)>();
    for (entity, body, transform) in &bodies {
        if body.is_static() {
            continue;
        }
        let mut numbers = [0.0; 13];
        let parts = [
            &transform.position.to_array()[..],
            &transform.rotation.to_array(),
            &body.velocity.to_array(),
            &body.angular_velocity.to_array(),
        ];
        for (place, number) in numbers.iter_mut().zip(parts.concat()) {
            *place = number;
        }
        samples.push(Sample {
            tick,
            entity,
            time,
            numbers,
        });
    }
}

fn csv(samples: &[Sample]) -> String {
    let mut text = format!("steps,entity,{}\n", COLUMNS.join(","));
    for sample in samples {
        text.push_str(&format!(
            "{},{},{}",
            sample.tick, sample.entity, sample.time
        ));
        for number in sample.numbers {
            text.push_str(&format!(",{number}"));
        }
        text.push('\n');
    }
    text
}

/// Lists by column, in one order of rows.
#[derive(Debug, Serialize)]
struct Columns {
    steps: Vec<u64>,
    entity: Vec<String>,
    columns: Vec<Column>,
}

#[derive(Debug, Serialize)]
struct Column {
    name: &'static str,
    values: Vec<f64>,
}

fn json(samples: &[Sample]) -> Columns {
    let column = |(place, name)| Column {
        name,
        values: samples
            .iter()
            .map(|sample| match place {
                0 => sample.time,
                _ => f64::from(sample.numbers[place - 1]),
            })
            .collect(),
    };
    Columns {
        steps: samples.iter().map(|sample| sample.tick).collect(),
        entity: samples
            .iter()
            .map(|sample| sample.entity.to_string())
            .collect(),
        columns: COLUMNS.into_iter().enumerate().map(column).collect(),
    }
}

#[derive(Debug, Serialize)]
struct CutOut {
    file: String,
    ticks: u64,
}

fn cut_out(args: &ReplayCutArgs) -> Result<(), CliError> {
    let mut reader = open(&args.file)?;
    let range = args.from..args.to.unwrap_or_else(|| reader.ticks());
    let ticks = range.end.saturating_sub(range.start);
    let refuse = |reason: std::io::Error| CliError::Write {
        path: args.out.clone(),
        reason: reason.to_string(),
    };
    let bytes = cut(&mut reader, empty_world()?, range, Vec::new()).map_err(of_file(&args.file))?;
    let file = File::create(&args.out).map_err(refuse)?;
    let mut file = BufWriter::new(file);
    file.write_all(&bytes)
        .and_then(|()| file.flush())
        .map_err(refuse)?;
    let done = CutOut {
        file: args.out.display().to_string(),
        ticks,
    };
    if args.json {
        output::print_json(&done)
    } else {
        output::print(&format!("{} ticks in {}\n", done.ticks, done.file))
    }
}
