//! Times of the built-in scenes in three engines: `scenes [PART OF A NAME] [--threads N] [--part P] [--rounds N]`.

use voltex_bench::scenes::{Box3d, CASES, Case, Engine, Rapier, Run, Voltex};

fn main() {
    let mut wanted = String::new();
    let (mut threads, mut part, mut rounds) = (1, 1.0, 3);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || {
            let given = arguments.next();
            given
                .and_then(|text| text.parse::<f64>().ok())
                .filter(|number| *number > 0.0)
                .unwrap_or_else(|| panic!("{argument} takes a number above 0"))
        };
        match argument.as_str() {
            "--threads" => threads = number() as usize,
            "--part" => part = number(),
            "--rounds" => rounds = number() as usize,
            _ => wanted = argument,
        }
    }
    let box3d = Box3d::new();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("threads");
    let engines: [&dyn Engine; 3] = [&Voltex, &Rapier, &box3d];
    println!(
        "| scene | ms a step, {} | p99 | Voltex / fastest peer | awake | pairs | points | deepest, m | mean height, m |",
        engines.map(|engine| engine.name()).join(", ")
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for case in CASES.iter().filter(|case| case.name.contains(&wanted)) {
        pool.install(|| line(case, engines, threads, part, rounds));
    }
}

fn line(case: &Case, engines: [&dyn Engine; 3], threads: usize, part: f64, rounds: usize) {
    let mut runs: [Vec<Run>; 3] = Default::default();
    for _ in 0..rounds {
        // By turns, so that a busy machine is busy for all.
        for (runs, engine) in runs.iter_mut().zip(engines) {
            runs.push(case.run(engine, threads, part));
        }
    }
    let median = |of: fn(&Run) -> f64| {
        runs.each_ref().map(|runs| {
            let mut all: Vec<f64> = runs.iter().map(of).collect();
            all.sort_by(f64::total_cmp);
            all[all.len() / 2]
        })
    };
    let times = median(Run::mean);
    let slow = median(|run| run.quantile(0.99));
    let looks = runs.each_ref().map(|runs| runs[0].look);
    let all = |cell: &dyn Fn(usize) -> String| [0, 1, 2].map(cell).join(", ");
    let fastest = if times[1] < times[2] {
        times[1]
    } else {
        times[2]
    };
    println!(
        "| {} | {} | {} | {:.2} | {} | {} | {} | {} | {} |",
        case.name,
        all(&|i| format!("{:.4}", times[i])),
        all(&|i| format!("{:.3}", slow[i])),
        times[0] / fastest,
        all(&|i| looks[i].awake.to_string()),
        all(&|i| looks[i].pairs.to_string()),
        all(&|i| looks[i].points.to_string()),
        all(&|i| format!("{:.3}", looks[i].deepest)),
        all(&|i| format!("{:.2}", looks[i].height)),
    );
}
