//! The entity component system beside hecs, bevy_ecs, sparsey and plain vectors.
//!
//!     cargo bench -p voltex_bench --features peers --bench ecs             # criterion
//!     cargo bench -p voltex_bench --features peers --bench ecs -- table    # interleaved medians
//!
//! The second form measures all contenders of a line in turn, again and again, and takes medians, so
//! that a machine that others use as well slows all of them alike; docs/ecs.md shows its table.

use std::time::Duration;

use criterion::{BenchmarkId, Criterion};
use voltex_bench::ecs::lines;
use voltex_bench::line::{Line, table};

fn chosen(line: &Line, filter: Option<&str>) -> bool {
    filter.is_none_or(|text| line.name.contains(text))
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(place) = arguments.iter().position(|argument| argument == "table") {
        let filter = arguments
            .get(place + 1)
            .filter(|text| !text.starts_with('-'));
        let filter = filter.map(String::as_str);
        table(lines().into_iter().filter(|line| chosen(line, filter)));
        return;
    }
    let mut criterion = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    for mut line in lines() {
        let mut group = criterion.benchmark_group(line.name.as_str());
        for contender in &mut line.contenders {
            group.bench_function(BenchmarkId::from_parameter(contender.name), |bencher| {
                bencher.iter_custom(|runs| (0..runs).map(|_| (contender.run)()).sum());
            });
        }
        group.finish();
    }
    criterion.final_summary();
}
