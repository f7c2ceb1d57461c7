//! The entity component system beside hecs, bevy_ecs, sparsey and plain vectors.
//!
//!     cargo bench -p voltex_bench --features peers --bench ecs             # criterion
//!     cargo bench -p voltex_bench --features peers --bench ecs -- table    # interleaved medians
//!
//! The second form measures all contenders of a line in turn, again and again, so that a machine
//! that others use as well slows all of them alike; docs/ecs.md shows its table.

use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion};
use voltex_bench::ecs::{Line, lines};

/// Rounds of the table; each contender is measured once a round.
const ROUNDS: usize = 41;
/// Time one contender takes of a round, at least.
const SLICE: Duration = Duration::from_millis(4);

fn table(filter: Option<&str>) {
    println!("| line | contender | median | ratio to first | least |");
    println!("|---|---|---|---|---|");
    for mut line in lines().into_iter().filter(|line| chosen(line, filter)) {
        let mut samples = vec![Vec::new(); line.contenders.len()];
        for round in 0..ROUNDS {
            for offset in 0..line.contenders.len() {
                // Another order each round, so that nobody always follows the same neighbour.
                let place = (offset * 3 + round) % line.contenders.len();
                let place = if line.contenders.len() % 3 == 0 {
                    (offset + round) % line.contenders.len()
                } else {
                    place
                };
                let contender = &mut line.contenders[place];
                let (mut spent, mut runs) = (Duration::ZERO, 0);
                let begin = Instant::now();
                while runs < 3 || begin.elapsed() < SLICE {
                    spent += (contender.run)();
                    runs += 1;
                }
                samples[place].push(spent.as_nanos() as f64 / f64::from(runs));
            }
        }
        let medians: Vec<f64> = samples
            .iter_mut()
            .map(|times| {
                times.sort_by(f64::total_cmp);
                times[times.len() / 2]
            })
            .collect();
        for (place, contender) in line.contenders.iter().enumerate() {
            println!(
                "| {} | {} | {} | {:.2} | {} |",
                line.name,
                contender.name,
                show(medians[place], line.per, line.unit),
                medians[place] / medians[0],
                show(samples[place][0], line.per, line.unit),
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
