//! `voltex doctor`: whether this machine computes what every other machine does.

use serde::Serialize;
use voltex_flight::batch::{Batch, Row};
use voltex_flight::batch_result::Landing;
use voltex_flight::{FlightError, Launch, balls};
use voltex_math::hash::StateHasher;
use voltex_math::simd::Level;
use voltex_math::{check_float_mode, simd_features, simd_level};
use voltex_physics::physics_step;
use voltex_scene::scenes;

use crate::args::DoctorArgs;
use crate::error::CliError;
use crate::output::{self, Align, Table, bold, green, red};
use crate::{demo, demos};

/// What was found.
#[derive(Debug, Serialize)]
struct Report {
    version: &'static str,
    os: &'static str,
    architecture: &'static str,
    processor: Option<String>,
    logical_processors: Option<usize>,
    simd_level: &'static str,
    simd_features: Vec<&'static str>,
    /// `ok` or the deviation.
    float_mode: String,
    self_test: Vec<Tried>,
    /// Scenes and batches at every width of lanes that this processor has.
    lanes: Vec<Tried>,
    ok: bool,
}

/// One part of the self-test: a flight, a scene, a batch.
#[derive(Debug, Serialize)]
struct Tried {
    name: String,
    expected: String,
    found: String,
    ok: bool,
}

/// Examines the machine; exit code 1 if anything differs from what it has to be.
pub(crate) fn run(args: &DoctorArgs) -> Result<(), CliError> {
    let float_mode = check_float_mode();
    let mut self_test = Vec::new();
    for demo in demos::ALL {
        let found = format!("{:016x}", demo::fly(demo)?.state_hash());
        let expected = format!("{:016x}", demo.golden);
        self_test.push(Tried::new(demo.name.to_owned(), expected, found));
    }
    let lanes = try_lanes()?;
    let mut all = self_test.iter().chain(&lanes);
    let ok = float_mode.is_ok() && all.all(|tried| tried.ok);
    let report = Report {
        version: env!("CARGO_PKG_VERSION"),
        os: std::env::consts::OS,
        architecture: std::env::consts::ARCH,
        processor: processor_name(),
        logical_processors: std::thread::available_parallelism().ok().map(usize::from),
        simd_level: simd_level(),
        simd_features: simd_features(),
        float_mode: match &float_mode {
            Ok(()) => "ok".to_owned(),
            Err(error) => error.to_string(),
        },
        self_test,
        lanes,
        ok,
    };
    if args.json {
        output::print_json(&report)?;
    } else {
        output::print(&text(&report))?;
    }
    if ok {
        return Ok(());
    }
    Err(CliError::Failed(
        "this machine does not compute the recorded results; please report it together with this output".to_owned(),
    ))
}

impl Tried {
    fn new(name: String, expected: String, found: String) -> Self {
        Self {
            name,
            ok: found == expected,
            expected,
            found,
        }
    }
}

/// Small scenes, the first with contacts of one to four points side by side, against their recorded hashes; and a batch against
/// the same shots flown alone.
const SCENES: [&str; 2] = ["dominoes", "tiny_100"];
/// Shots of the batch.
const SHOTS: u32 = 64;

fn try_lanes() -> Result<Vec<Tried>, CliError> {
    let mut tried = Vec::new();
    let batch = Batch::new();
    let rows: Vec<Row<'_>> = (0..SHOTS)
        .map(|shot| {
            let launch = Launch::at(30.0 + f64::from(shot)).up(0.2).backspin(250.0);
            Row::new(&balls::GOLF, launch)
        })
        .collect();
    let alone: Result<Vec<Landing>, FlightError> = rows
        .iter()
        .map(|row| Ok(Landing::of(&batch.shot(row).fly(&row.air)?, None)))
        .collect();
    let alone = format!("{:016x}", hash_of(alone?));
    let fastest = Level::best();
    for level in Level::available() {
        level.prefer();
        for line in scenes::GOLDEN_STEPS.lines() {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let [name, steps, expected] = fields[..] else {
                continue;
            };
            if !SCENES.contains(&name) {
                continue;
            }
            let scene = scenes::get(name)?;
            let (mut world, config) = (scene.build()?, scene.config());
            for _ in 0..steps.parse().unwrap_or(0) {
                scene.advance(&mut world)?;
                physics_step(&mut world, &config)?;
            }
            let found = format!("{:016x}", scenes::seen_hash(&world));
            let name = format!("{name}, {}", level.name());
            tried.push(Tried::new(name, expected.to_owned(), found));
        }
        let landings = Batch::new().level(level).fly(&rows)?;
        let found = format!("{:016x}", hash_of(landings.rows()));
        let name = format!("{SHOTS} shots, {}", level.name());
        tried.push(Tried::new(name, alone.clone(), found));
    }
    fastest.prefer();
    Ok(tried)
}

fn hash_of(landings: impl IntoIterator<Item = Landing>) -> u64 {
    let mut hasher = StateHasher::new();
    for landing in landings {
        hasher.write_f64(landing.time);
        for vector in [landing.position, landing.velocity, landing.spin] {
            vector
                .to_array()
                .into_iter()
                .for_each(|part| hasher.write_f64(part));
        }
    }
    hasher.finish()
}

fn text(report: &Report) -> String {
    let good = |ok: bool| if ok { green("ok") } else { red("differs") };
    let unknown = || "not known".to_owned();
    let mut table = Table::new(&[Align::Left, Align::Left]);
    table.row(["voltex".to_owned(), report.version.to_owned()]);
    table.row([
        "system".to_owned(),
        format!("{} on {}", report.os, report.architecture),
    ]);
    table.row([
        "processor".to_owned(),
        report.processor.clone().unwrap_or_else(unknown),
    ]);
    table.row([
        "logical processors".to_owned(),
        report
            .logical_processors
            .map_or_else(unknown, |count| count.to_string()),
    ]);
    table.row([
        "SIMD level".to_owned(),
        format!(
            "{} ({})",
            report.simd_level,
            report.simd_features.join(", ")
        ),
    ]);
    let float_mode = if report.float_mode == "ok" {
        format!("{} (round to nearest, subnormal numbers kept)", green("ok"))
    } else {
        red(&report.float_mode)
    };
    table.row(["float mode".to_owned(), float_mode]);
    for (name, list, what) in [
        (
            "self-test",
            &report.self_test,
            "flights give the recorded hash",
        ),
        (
            "lanes",
            &report.lanes,
            "scenes and batches give it at each SIMD level",
        ),
    ] {
        let (passed, total) = (list.iter().filter(|tried| tried.ok).count(), list.len());
        table.row([
            name.to_owned(),
            format!("{} ({passed} of {total} {what})", good(passed == total)),
        ]);
    }
    let mut text = table.render();
    let mut wrong = Table::new(&[Align::Left, Align::Left, Align::Left]).header(&[
        "self-test",
        "recorded",
        "here",
    ]);
    let differ: Vec<&Tried> = report
        .self_test
        .iter()
        .chain(&report.lanes)
        .filter(|tried| !tried.ok)
        .collect();
    for tried in &differ {
        wrong.row([
            tried.name.clone(),
            tried.expected.clone(),
            tried.found.clone(),
        ]);
    }
    if !differ.is_empty() {
        text.push_str(&wrong.render());
    }
    text.push_str(&format!(
        "\n{}\n",
        bold(if report.ok {
            "This machine computes what every other one does."
        } else {
            "Something differs."
        })
    ));
    text
}

/// The processor's own name where the system tells it as a file.
fn processor_name() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text
        .lines()
        .find(|line| line.starts_with("model name") || line.starts_with("Model"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
