//! `voltex replay`: what a recording holds, the paths of its bodies, and parts of it.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use serde::Serialize;
use voltex_physics::RigidBody;
use voltex_replay::{Reader, cut};

use crate::args::{ExportFormat, ReplayCommand, ReplayCutArgs, ReplayExportArgs, ReplayInfoArgs};
use crate::error::CliError;
use crate::gltf;
use crate::output::{self, bold};
use crate::page;
use crate::parquet;
use crate::paths::Paths;
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
    impacts: u64,
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
    line(
        "events",
        format!("{}, and {} impacts", info.events, info.impacts),
    );
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
    let (mut edited_ticks, mut inputs, mut events, mut impacts) = (0, 0, 0, 0);
    let (mut last_hash, mut duration) = (None, 0.0);
    let mut config = reader.header().config;
    for tick in 0..reader.ticks() {
        let tick = reader.tick(tick).map_err(of())?;
        config = tick.config.unwrap_or(config);
        duration += f64::from(config.fixed_dt);
        edited_ticks += u64::from(!tick.edits.is_empty());
        inputs += tick.inputs.len() as u64;
        events += tick.events.len() as u64;
        impacts += tick.impacts.len() as u64;
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
        impacts,
        parts: header
            .parts
            .iter()
            .map(|(name, _)| name.clone())
            .filter(|name| !name.is_empty())
            .collect(),
    })
}

fn export(args: &ReplayExportArgs) -> Result<(), CliError> {
    let mut reader = open(&args.file)?;
    if let Some(out) = &args.html {
        let page = page::bytes(&args.file, &mut reader)?;
        return write(out, &page);
    }
    let bytes = match args.format {
        ExportFormat::Csv => Paths::of(&args.file, &mut reader, args.every)?.csv().into(),
        ExportFormat::Json => output::json(&Paths::of(&args.file, &mut reader, args.every)?).into(),
        ExportFormat::Parquet => parquet::bytes(&Paths::of(&args.file, &mut reader, args.every)?)?,
        ExportFormat::Glb => gltf::bytes(&args.file, &mut reader, args.every)?,
    };
    match &args.out {
        None => output::print_plain(&bytes),
        Some(path) => write(path, &bytes),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    fs::write(path, bytes).map_err(|error| CliError::Write {
        path: path.to_owned(),
        reason: error.to_string(),
    })
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
