//! `voltex sweep`: the rows of a plan, flown or stepped, as a table in parts.

mod draw;
mod parquet;
mod plan;
mod progress;
mod shots;
mod stepped;
mod store;
mod table;

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use serde::Serialize;
use voltex_flight::data;
use voltex_math::hash::StateHasher;
use voltex_scene::{Document, Step, scenes};

use crate::args::{SweepArgs, TableFormat};
use crate::demos;
use crate::error::CliError;
use crate::output::{self, bold, dim};
use crate::threads;

use draw::Grid;
use plan::Plan;
use progress::Progress;
use shots::Shots;
use stepped::Stepped;
use store::{Head, Store, write_part};
use table::Table;

/// Most parts of a sweep: a folder with more files is of no use to anybody.
const MAX_PARTS: u64 = 1_000_000;

/// What the rows of a plan are.
enum Job {
    Shots(Box<Shots>),
    Stepped(Stepped),
}

impl Job {
    fn columns(&self, grid: &Grid) -> Table {
        match self {
            Self::Shots(shots) => shots.columns(&grid.axes),
            Self::Stepped(scenes) => scenes.columns(&grid.axes),
        }
    }

    fn fill(
        &self,
        grid: &Grid,
        rows: std::ops::Range<u64>,
        table: &mut Table,
    ) -> Result<(), String> {
        match self {
            Self::Shots(shots) => shots.fly(grid, rows, table),
            Self::Stepped(scenes) => scenes.step(grid, rows, table),
        }
    }
}

/// Makes what is missing of a sweep and says what there is.
pub(crate) fn run(args: &SweepArgs) -> Result<(), CliError> {
    if args.format == TableFormat::Parquet {
        parquet::check()?;
    }
    let document = Document::load(&args.plan)?;
    let plan: Plan = document.read()?;
    let folder = args.plan.parent().unwrap_or(Path::new(""));
    let (job, grid) = job(&document, folder, &plan)?;
    let parts = grid.rows().div_ceil(plan.part());
    let ball_data = ball_data_hash();
    let head = Head {
        engine: format!("Voltex {}", env!("CARGO_PKG_VERSION")),
        bits: bits_hash(),
        plan: plan_hash(&plan, &job, &ball_data),
        seed: plan.seed,
        ball_data,
        rows: grid.rows(),
        part: plan.part(),
        format: args.format.ending().to_owned(),
    };
    let origin = origin(&plan, &head);
    let (shard, shards) = args.shard;
    let store = Store::open(&args.out, head.clone(), args.shard)?;
    let mine = |part: &u64| part % shards == shard - 1;
    let missing: Vec<u64> = (0..parts)
        .filter(mine)
        .filter(|part| !store.has(*part))
        .collect();
    let rows_of = |part: u64| part * head.part..head.rows.min((part + 1) * head.part);
    let made: u64 = missing
        .iter()
        .map(|part| rows_of(*part))
        .map(|rows| rows.end - rows.start)
        .sum();
    let already = store.count();
    let progress = Progress::new(made, args.progress);
    let threads = args.threads.unwrap_or_else(usable_threads);
    let workers = threads.min(missing.len()).max(1);

    let clock = Instant::now();
    let (store, next) = (Mutex::new(store), AtomicU64::new(0));
    // The first part that has failed so far. Those before it go on: one of them may hold the row that is told.
    let failed = AtomicU64::new(u64::MAX);
    let failure: Mutex<Option<(u64, CliError)>> = Mutex::new(None);
    let one = |part: u64| -> Result<(), CliError> {
        let rows = rows_of(part);
        let mut table = job.columns(&grid);
        // In pieces, so that the rate and the time left are known within a part.
        let piece = (head.part / 16).max(1);
        let mut from = rows.start;
        while from < rows.end {
            let to = rows.end.min(from + piece);
            let filled = job.fill(&grid, from..to, &mut table);
            filled.map_err(|problem| CliError::Row {
                plan: args.plan.clone(),
                problem,
            })?;
            progress.add(to - from);
            from = to;
            if part > failed.load(Ordering::Relaxed) {
                return Ok(());
            }
        }
        let bytes = match args.format {
            TableFormat::Csv => table.csv(),
            TableFormat::Parquet => parquet::bytes(&table, &origin)?,
        };
        let count = rows.end - rows.start;
        let done = write_part(&args.out, part, &head.format, count, table.hash(), &bytes)?;
        store.lock().expect("no thread panics with it").add(done)
    };
    let work = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = missing.get(place as usize) else {
                return;
            };
            if *part > failed.load(Ordering::Relaxed) {
                return;
            }
            if let Err(error) = one(*part) {
                failed.fetch_min(*part, Ordering::Relaxed);
                let mut failure = failure.lock().expect("no thread panics with it");
                // Of several the first row is told, whichever thread met its own first: parts are begun in order.
                if failure.as_ref().is_none_or(|(first, _)| part < first) {
                    *failure = Some((*part, error));
                }
            }
        }
    };
    // A world steps on the threads of the pool that it finds: here on the one thread of its row.
    let alone = || threads::with(Some(1), work);
    let started: Result<(), CliError> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..workers).map(|_| scope.spawn(alone)).collect();
        let own = alone();
        let mut results = others
            .into_iter()
            .map(|other| other.join().expect("no worker panics"));
        results.try_fold((), |(), result| result).and(own)
    });
    progress.end();
    started?;
    if let Some((_, error)) = failure.into_inner().expect("no thread panics with it") {
        return Err(error);
    }
    let seconds = clock.elapsed().as_secs_f64();
    let mut store = store.into_inner().expect("no thread panics with it");
    store.refresh()?;
    let summary = Summary {
        plan: args.plan.display().to_string(),
        out: args.out.display().to_string(),
        rows: head.rows,
        rows_made: made,
        parts,
        parts_done: store.count(),
        parts_skipped: already,
        threads: workers,
        seconds,
        rows_per_second: rate(made, seconds),
        share_flying: match &job {
            Job::Shots(shots) if made > 0 => {
                Some(shots.flying().as_secs_f64() / (seconds * workers as f64))
            }
            _ => None,
        },
        bytes: store.bytes(),
        digest: store.digest(),
        head,
    };
    if let Some(digest) = &summary.digest {
        store.complete(&complete(&summary, digest))?;
    }
    if args.json {
        output::print_json(&summary)
    } else {
        output::print(&show(&summary, args.threads))
    }
}

fn job(document: &Document, folder: &Path, plan: &Plan) -> Result<(Job, Grid), CliError> {
    let refuse = |field: &'static str, problem: &str| {
        Err(CliError::Scene(
            document.conflict(&[Step::Field(field)], problem),
        ))
    };
    if !(1..=1 << 24).contains(&plan.part()) {
        return refuse(
            "part",
            &format!(
                "a part has {} rows; it must have 1 to {}",
                plan.part(),
                1 << 24
            ),
        );
    }
    let (job, grid) = match (&plan.shot, &plan.scene) {
        (Some(_), Some(_)) => {
            return refuse(
                "scene",
                "the plan has both a shot and a scene; leave one out",
            );
        }
        (None, None) => {
            return refuse(
                "shot",
                "the plan has neither a shot nor a scene; write shot: (ball: \"golf\", launch: (...)) or scene: \"NAME\"",
            );
        }
        (Some(_), None) if plan.ticks.is_some() || !plan.watch.is_empty() => {
            return refuse(
                if plan.ticks.is_some() {
                    "ticks"
                } else {
                    "watch"
                },
                "ticks and watch belong to a scene, and the plan has a shot; leave them out",
            );
        }
        (Some(_), None) => {
            let (shots, grid) = Shots::new(document, plan)?;
            (Job::Shots(Box::new(shots)), grid)
        }
        (None, Some(_)) => {
            let (scenes, grid) = Stepped::new(document, folder, plan)?;
            (Job::Stepped(scenes), grid)
        }
    };
    let parts = grid.rows().div_ceil(plan.part());
    if parts > MAX_PARTS {
        return refuse(
            if plan.part.is_some() {
                "part"
            } else {
                "samples"
            },
            &format!(
                "{} rows in parts of {} are {parts} files; a sweep has at most {MAX_PARTS}, set part to {} or more",
                grid.rows(),
                plan.part(),
                grid.rows().div_ceil(MAX_PARTS)
            ),
        );
    }
    if let Some([first, second]) = job.columns(&grid).twins() {
        let watched = !plan.watch.is_empty() && !second.about.starts_with("varies");
        return refuse(
            if watched { "watch" } else { "vary" },
            &format!(
                "two columns have the name {}, one for \"{}\" and one for \"{}\"; give them names that differ in a letter or \
                 digit, or leave one out",
                first.name, first.about, second.about
            ),
        );
    }
    Ok((job, grid))
}

/// Hash of everything that the rows depend on but the program: the plan, the scene that it names, the ball data.
fn plan_hash(plan: &Plan, job: &Job, ball_data: &str) -> String {
    let mut hasher = StateHasher::new();
    hasher.write_str(&serde_json::to_string(plan).expect("a plan is serialised"));
    if let Job::Stepped(scenes) = job {
        hasher.write_str(&scenes.content());
    }
    hasher.write_str(ball_data);
    format!("{:016x}", hasher.finish())
}

/// Hash of what this build is known to compute.
fn bits_hash() -> String {
    let mut hasher = StateHasher::new();
    demos::ALL
        .iter()
        .for_each(|demo| hasher.write_u64(demo.golden));
    hasher.write_str(scenes::GOLDEN_STEPS);
    format!("{:016x}", hasher.finish())
}

/// Hash of every number and source of the ball data.
fn ball_data_hash() -> String {
    let mut hasher = StateHasher::new();
    hasher.write_str(&format!("{:?}", data::BALLS));
    format!("{:016x}", hasher.finish())
}

/// Where a file is from, for whoever finds it later.
fn origin(plan: &Plan, head: &Head) -> Vec<(String, String)> {
    let text = serde_json::to_string(plan).expect("a plan is serialised");
    [
        ("engine", head.engine.clone()),
        ("plan_hash", head.plan.clone()),
        ("plan", text),
        ("about", plan.about.clone()),
        ("seed", head.seed.to_string()),
        ("rows", head.rows.to_string()),
        ("ball_data", head.ball_data.clone()),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect()
}

fn usable_threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// What a sweep has come to.
#[derive(Debug, Serialize)]
struct Summary {
    plan: String,
    out: String,
    rows: u64,
    /// Those of this run.
    rows_made: u64,
    parts: u64,
    parts_done: u64,
    /// Parts that were done before.
    parts_skipped: u64,
    threads: usize,
    seconds: f64,
    rows_per_second: f64,
    /// Part of the threads' time that the flights themselves took; null for scenes.
    share_flying: Option<f64>,
    bytes: u64,
    /// Hash of all rows; null until all parts are done.
    digest: Option<String>,
    head: Head,
}

fn rate(rows: u64, seconds: f64) -> f64 {
    if seconds > 0.0 {
        rows as f64 / seconds
    } else {
        0.0
    }
}

/// `sweep.json`: nothing in it depends on how the sweep was made.
fn complete(summary: &Summary, digest: &str) -> String {
    #[derive(Serialize)]
    struct Complete<'a> {
        #[serde(flatten)]
        head: &'a Head,
        parts: u64,
        digest: &'a str,
    }
    let mut text = output::json(&Complete {
        head: &summary.head,
        parts: summary.parts,
        digest,
    });
    text.push('\n');
    text
}

/// The summary for people; `threads` as the command was told.
fn show(summary: &Summary, threads: Option<usize>) -> String {
    let mut text = format!("{}  {} rows\n\n", bold(&summary.plan), summary.rows);
    let mut line = |name: &str, value: String| text.push_str(&format!("  {name:<10} {value}\n"));
    line(
        "parts",
        format!(
            "{} of {} done, {} of them before",
            summary.parts_done, summary.parts, summary.parts_skipped
        ),
    );
    if summary.rows_made > 0 {
        let flying = summary.share_flying.map_or_else(String::new, |share| {
            format!(", {:.0} % of the time in flights", 100.0 * share)
        });
        line(
            "made",
            format!(
                "{} rows in {:.2} s on {}: {:.0} rows/s{flying}",
                summary.rows_made,
                summary.seconds,
                match summary.threads {
                    1 => "1 thread".to_owned(),
                    threads => format!("{threads} threads"),
                },
                summary.rows_per_second
            ),
        );
    }
    let usable = threads.unwrap_or_else(usable_threads) as u64;
    let part = summary.rows.div_ceil(usable.max(1));
    if summary.rows_made > 0 && summary.parts < usable && part < summary.head.part {
        line(
            "",
            format!(
                "a part is made by one thread; part: {part} in the plan gives work to {usable}"
            ),
        );
    }
    line("files", format!("{}, {} bytes", summary.out, summary.bytes));
    match &summary.digest {
        Some(digest) => line("digest", digest.clone()),
        None => line("digest", dim("when the other shards are done")),
    }
    text
}
