//! `voltex run`: a scene, stepped; what it cost and where it ended, as a hash.

use std::time::Instant;

use serde::Serialize;
use voltex_physics::{
    PhysicsEvent, Stage, StageTimes, StepReport, physics_hash, physics_step_watched,
};
use voltex_scene::Scene;

use crate::args::RunArgs;
use crate::error::CliError;
use crate::output::{self, bold};
use crate::recording::{Record, Recorded};
use crate::scenes::open;
use crate::threads;

/// Problems that are printed one by one.
const SHOWN_PROBLEMS: usize = 5;

/// Runs the scene and prints the summary.
pub(crate) fn run(args: &RunArgs) -> Result<(), CliError> {
    let scene = open(&args.scene)?;
    let ticks = args.ticks.unwrap_or(scene.ticks);
    let summary = threads::with(args.threads, || advance(args, &scene, ticks))??;
    if args.json {
        output::print_json(&summary)
    } else {
        output::print(&show(&summary))
    }
}

/// What a run did.
#[derive(Debug, Serialize)]
struct Summary {
    scene: String,
    ticks: u32,
    threads: usize,
    /// Joints that acted in the last step, and those that broke in the whole run.
    joints: usize,
    joints_broken: u64,
    /// Entities with a body or a collider at the end.
    entities: usize,
    /// Bodies that took part in the last step.
    awake: usize,
    /// Pairs that touch in the last step, and their points.
    contacts: usize,
    points: usize,
    /// Largest overlap of any step, m.
    largest_overlap_m: f32,
    /// Contacts that began in the whole run.
    contacts_begun: u64,
    /// Time of one step: half of the steps took no longer, 99 % of them took no longer, ms.
    median_ms: f64,
    p99_ms: f64,
    /// Impacts at an instant in the whole run, and bodies that had too many in a step and waited.
    impacts: u64,
    halted: u64,
    /// Mean time of a step in each of its stages; empty for a run that is recorded.
    stages: Vec<StageTime>,
    /// Hash of the world after the last step.
    hash: String,
    /// Entities that stand still because their numbers cannot be computed with.
    problems: Vec<String>,
    /// The recording, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded: Option<Recorded>,
}

/// Time of a stage.
#[derive(Debug, Serialize)]
struct StageTime {
    stage: &'static str,
    mean_ms: f64,
}

fn advance(args: &RunArgs, scene: &Scene, ticks: u32) -> Result<Summary, CliError> {
    let mut world = scene.build()?;
    let config = scene.config();
    let mut recorder = Record::begin(args, &mut world, &config)?;
    let mut times = Vec::with_capacity(ticks as usize);
    let mut last = StepReport::default();
    let (mut overlap, mut begun, mut broken, mut problems) = (0.0, 0, 0, Vec::new());
    let (mut impacts, mut halted) = (0, 0);
    let (mut stages, clock) = (StageTimes::default(), Instant::now());
    for tick in 0..ticks {
        scene.advance(&mut world)?;
        let start = Instant::now();
        last = match &mut recorder {
            Some(recorder) => recorder.step(&mut world, &config)?,
            None => physics_step_watched(&mut world, &config, &mut |stage| {
                stages.enter(stage, clock.elapsed());
            })?,
        };
        times.push(start.elapsed().as_secs_f64() * 1e3);
        stages.leave(clock.elapsed());
        impacts += last.impacts.len() as u64;
        halted += last.halted as u64;
        overlap = voltex_math::f32::max(overlap, last.penetration);
        let began = |event: &&PhysicsEvent| matches!(event, PhysicsEvent::ContactBegan(..));
        begun += last.events.iter().filter(began).count() as u64;
        let broke = |event: &&PhysicsEvent| matches!(event, PhysicsEvent::JointBroke { .. });
        broken += last.events.iter().filter(broke).count() as u64;
        let named = last.problems.iter();
        problems.extend(named.map(|(entity, error)| format!("step {tick}: {entity:?}: {error}")));
    }
    let recorded = recorder.map(Record::finish).transpose()?;
    times.sort_by(f64::total_cmp);
    let quantile = |share: f64| {
        let place = (share * times.len() as f64) as usize;
        times
            .get(place.min(times.len().saturating_sub(1)))
            .copied()
            .unwrap_or(0.0)
    };
    Ok(Summary {
        scene: args.scene.clone(),
        ticks,
        threads: rayon::current_num_threads(),
        joints: last.joints,
        joints_broken: broken,
        entities: last.entities,
        awake: last.awake,
        contacts: last.contacts,
        points: last.points,
        largest_overlap_m: overlap,
        contacts_begun: begun,
        median_ms: quantile(0.5),
        p99_ms: quantile(0.99),
        impacts,
        halted,
        stages: stage_times(&stages, ticks),
        hash: format!("{:016x}", physics_hash(&world, &config)),
        problems,
        recorded,
    })
}

fn stage_times(times: &StageTimes, ticks: u32) -> Vec<StageTime> {
    if times.total().is_zero() {
        return Vec::new();
    }
    let mean = |stage: Stage| StageTime {
        stage: stage.name(),
        mean_ms: times.of(stage).as_secs_f64() * 1e3 / f64::from(ticks),
    };
    Stage::ALL.into_iter().map(mean).collect()
}

fn show(summary: &Summary) -> String {
    let mut text = format!(
        "{}  {} steps on {} threads\n\n",
        bold(&summary.scene),
        summary.ticks,
        summary.threads
    );
    let mut line = |name: &str, value: String| text.push_str(&format!("  {name:<16} {value}\n"));
    line(
        "entities",
        format!("{}, {} awake at the end", summary.entities, summary.awake),
    );
    line(
        "contacts",
        format!(
            "{} with {} points at the end, {} begun",
            summary.contacts, summary.points, summary.contacts_begun
        ),
    );
    if summary.impacts > 0 {
        let halted = match summary.halted {
            0 => String::new(),
            halted => format!("; {halted} times a body had too many in a step and waited"),
        };
        line("impacts", format!("{}{halted}", summary.impacts));
    }
    if summary.joints > 0 || summary.joints_broken > 0 {
        line(
            "joints",
            format!(
                "{} at the end, {} broken",
                summary.joints, summary.joints_broken
            ),
        );
    }
    line(
        "largest overlap",
        format!("{:.4} m", summary.largest_overlap_m),
    );
    line(
        "time of a step",
        format!(
            "{} (median), {} (99 %)",
            shown_time(summary.median_ms),
            shown_time(summary.p99_ms)
        ),
    );
    let total: f64 = summary.stages.iter().map(|stage| stage.mean_ms).sum();
    if total > 0.0 {
        let share =
            |stage: &StageTime| format!("{} {:.0} %", stage.stage, 100.0 * stage.mean_ms / total);
        let shares: Vec<String> = summary.stages.iter().map(share).collect();
        line("of which", shares.join(", "));
    }
    line("hash", summary.hash.clone());
    if let Some(recorded) = &summary.recorded {
        line(
            "recorded",
            format!("{}, {} bytes", recorded.file, recorded.bytes),
        );
    }
    for problem in summary.problems.iter().take(SHOWN_PROBLEMS) {
        text.push_str(&format!("\nproblem: {problem}"));
    }
    if summary.problems.len() > SHOWN_PROBLEMS {
        text.push_str(&format!(
            "\n... {} in all; --json lists them",
            summary.problems.len()
        ));
    }
    text
}

/// Milliseconds with a unit that leaves digits to read.
fn shown_time(ms: f64) -> String {
    if ms < 0.1 {
        format!("{:.2} us", ms * 1e3)
    } else {
        format!("{ms:.3} ms")
    }
}
