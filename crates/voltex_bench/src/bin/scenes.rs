//! Times of the built-in scenes in three engines:
//! `scenes [PART OF A NAME] [--threads N] [--part P] [--rounds N] [--rays] [--memory]`.
//!
//! `--rays` casts a million rays through scenes that stand still, `--memory` runs each engine in a process of its own and
//! prints the most that it had.

use std::process::Command;

use voltex_bench::scenes::{Box3d, CASES, Case, Engine, FIELDS, Field, Rapier, Run, Voltex};

/// What is measured.
#[derive(Clone, Copy, PartialEq)]
enum Task {
    Times,
    Rays,
    Memory,
    /// One engine alone, for its memory.
    Alone(usize),
}

struct Options {
    wanted: String,
    threads: usize,
    part: f64,
    rounds: usize,
    task: Task,
}

fn options() -> Options {
    let mut options = Options {
        wanted: String::new(),
        threads: 1,
        part: 1.0,
        rounds: 3,
        task: Task::Times,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || {
            let given = arguments.next();
            given
                .and_then(|text| text.parse::<f64>().ok())
                .filter(|number| *number >= 0.0)
                .unwrap_or_else(|| panic!("{argument} takes a number, 0 or more"))
        };
        match argument.as_str() {
            "--threads" => options.threads = number() as usize,
            "--part" => options.part = number(),
            "--rounds" => options.rounds = (number() as usize).max(1),
            "--rays" => options.task = Task::Rays,
            "--memory" => options.task = Task::Memory,
            "--alone" => options.task = Task::Alone(number() as usize),
            _ => options.wanted = argument,
        }
    }
    options
}

fn main() {
    let options = options();
    let box3d = Box3d::new();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()
        .expect("threads");
    let engines: [&dyn Engine; 3] = [&Voltex, &Rapier, &box3d];
    let names = engines.map(|engine| engine.name()).join(", ");
    let cases = CASES
        .iter()
        .filter(|case| case.name.contains(&options.wanted));
    match options.task {
        Task::Times => {
            println!(
                "| scene | ms a step, {names} | p99 | Voltex / fastest peer | awake | pairs | points | deepest, m | mean height, m |"
            );
            println!("|---|---|---|---|---|---|---|---|---|");
            for case in cases {
                pool.install(|| line(case, engines, &options));
            }
        }
        Task::Rays => {
            println!("| scene | ns a ray, {names} | Voltex / fastest peer | hits of a million |");
            println!("|---|---|---|---|");
            for field in FIELDS {
                pool.install(|| rays(field, engines, options.rounds));
            }
        }
        Task::Memory => {
            println!("| scene | peak MB, {names} |");
            println!("|---|---|");
            for case in cases {
                let all = [0, 1, 2].map(|engine| peak_of(case, engine, &options));
                println!("| {} | {} |", case.name, all.join(", "));
            }
        }
        Task::Alone(engine) => {
            let case = CASES.iter().find(|case| case.name == options.wanted);
            let case = case.expect("the whole name of a scene");
            pool.install(|| case.run(engines[engine], options.threads, options.part));
            println!("{:.0}", peak());
        }
    }
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

/// Of the first time to the lesser of the others.
fn ratio(times: [f64; 3]) -> f64 {
    times[0]
        / if times[1] < times[2] {
            times[1]
        } else {
            times[2]
        }
}

fn line(case: &Case, engines: [&dyn Engine; 3], options: &Options) {
    let mut runs: [Vec<Run>; 3] = Default::default();
    for _ in 0..options.rounds {
        // By turns, so that a busy machine is busy for all.
        for (runs, engine) in runs.iter_mut().zip(engines) {
            runs.push(case.run(engine, options.threads, options.part));
        }
    }
    let over = |of: fn(&Run) -> f64| {
        runs.each_ref()
            .map(|runs| median(runs.iter().map(of).collect()))
    };
    let times = over(Run::mean);
    let slow = over(|run| run.quantile(0.99));
    let looks = runs.each_ref().map(|runs| runs[0].look);
    let all = |cell: &dyn Fn(usize) -> String| [0, 1, 2].map(cell).join(", ");
    println!(
        "| {} | {} | {} | {:.2} | {} | {} | {} | {} | {} |",
        case.name,
        all(&|i| format!("{:.4}", times[i])),
        all(&|i| format!("{:.3}", slow[i])),
        ratio(times),
        all(&|i| looks[i].awake.to_string()),
        all(&|i| looks[i].pairs.to_string()),
        all(&|i| looks[i].points.to_string()),
        all(&|i| format!("{:.3}", looks[i].deepest)),
        all(&|i| format!("{:.2}", looks[i].height)),
    );
}

fn rays(field: &Field, engines: [&dyn Engine; 3], rounds: usize) {
    let mut times: [Vec<f64>; 3] = Default::default();
    let mut hits = [0; 3];
    for _ in 0..rounds {
        for (i, engine) in engines.into_iter().enumerate() {
            let (time, hit) = field.run(engine);
            times[i].push(time);
            hits[i] = hit;
        }
    }
    // Milliseconds of a million are nanoseconds of one.
    let times = times.map(median);
    println!(
        "| {} | {} | {:.2} | {} |",
        field.name,
        times.map(|time| format!("{time:.0}")).join(", "),
        ratio(times),
        hits.map(|hit| hit.to_string()).join(", "),
    );
}

/// Peak memory of an engine on a scene, MB.
fn peak_of(case: &Case, engine: usize, options: &Options) -> String {
    let program = std::env::current_exe().expect("a program has a file");
    let output = Command::new(program)
        .args([case.name, "--alone", &engine.to_string()])
        .args(["--threads", &options.threads.to_string()])
        .args(["--part", &options.part.to_string()])
        .output()
        .expect("a program that can be started again");
    assert!(output.status.success(), "{} alone failed", case.name);
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// Most memory that this process has had, MB.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells it");
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kilobytes.expect("VmHWM in kB") / 1000.0
}
