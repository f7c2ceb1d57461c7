//! The entity component system beside hecs, bevy_ecs, sparsey and plain vectors.
//!
//!     cargo bench -p voltex_bench --features peers --bench ecs             # criterion
//!     cargo bench -p voltex_bench --features peers --bench ecs -- table    # interleaved medians
//!
//! The second form measures all contenders of a line in turn, again and again, and takes medians, so
//! that a machine that others use as well slows all of them alike; docs/ecs.md shows its table.

use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion};
use voltex_bench::ecs::{Contender, Line, lines};

/// Rounds of the table; each contender is measured once a round.
const ROUNDS: usize = 41;
/// Time one contender takes of a round, at least.
const SLICE: Duration = Duration::from_millis(4);

/// Nanoseconds of the middle of several runs: a run that others interrupt does not count.
fn middle(contender: &mut Contender) -> f64 {
    let begin = Instant::now();
    let mut runs = Vec::new();
    while runs.len() < 3 || begin.elapsed() < SLICE {
        runs.push((contender.run)().as_nanos() as f64);
    }
    median(&mut runs)
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn table(filter: Option<&str>) {
    println!("| line | contender | median | ratio to the first | least |");
    println!("|---|---|---|---|---|");
    for mut line in lines().into_iter().filter(|line| chosen(line, filter)) {
        let count = line.contenders.len();
        let mut rounds = vec![Vec::new(); count];
        // A machine that others use slows all contenders of a round alike: compare within rounds.
        let mut ratios = vec![Vec::new(); count];
        for round in 0..ROUNDS {
            let mut times = vec![0.0; count];
            for offset in 0..count {
                // Everyone comes first in turn.
                let place = (offset + round) % count;
                times[place] = middle(&mut line.contenders[place]);
            }
            for place in 0..count {
                rounds[place].push(times[place]);
                ratios[place].push(times[place] / times[0]);
            }
        }
        for (place, contender) in line.contenders.iter().enumerate() {
            println!(
                "| {} | {} | {} | {:.2} | {} |",
                line.name,
                contender.name,
                show(median(&mut rounds[place]), line.per, line.unit),
                median(&mut ratios[place]),
                show(rounds[place][0], line.per, line.unit),
            );
        }
    }
}

fn show(nanoseconds: f64, per: u32, unit: &str) -> String {
    let each = nanoseconds / f64::from(per);
    if each >= 1000.0 {
        format!("{:.2} us{unit}", each / 1000.0)
    } else {
        format!("{each:.2} ns{unit}")
    }
}

fn chosen(line: &Line, filter: Option<&str>) -> bool {
    filter.is_none_or(|text| line.name.contains(text))
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(place) = arguments.iter().position(|argument| argument == "table") {
        let filter = arguments
            .get(place + 1)
            .filter(|text| !text.starts_with('-'));
        table(filter.map(String::as_str));
        return;
    }
    let mut criterion = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    for mut line in lines() {
        let mut group = criterion.benchmark_group(line.name);
        for contender in &mut line.contenders {
            group.bench_function(BenchmarkId::from_parameter(contender.name), |bencher| {
                bencher.iter_custom(|runs| (0..runs).map(|_| (contender.run)()).sum());
            });
        }
        group.finish();
    }
    criterion.final_summary();
}
