//! One flight per sport, beside the same flight as a plain loop.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use voltex_bench::plain_flight;
use voltex_flight::units::{deg, mph, rpm};
use voltex_flight::{Air, Ball, Launch, balls};

/// A typical shot of each sport: ball, m/s, deg up, rpm of backspin, m above the ground.
fn shots() -> Vec<(&'static Ball, Launch)> {
    let shot = |ball, speed, up, spin, height| {
        (
            ball,
            Launch::at(speed)
                .up(deg(up))
                .backspin(rpm(spin))
                .from_height(height),
        )
    };
    vec![
        shot(&balls::TABLE_TENNIS, 17.0, 5.0, -4000.0, 0.2),
        shot(&balls::GOLF, mph(167.0), 10.9, 2686.0, 0.0),
        shot(&balls::BASEBALL, mph(93.3), -1.0, 2347.0, 1.8),
        shot(&balls::SOCCER, 28.0, 18.0, 500.0, 0.0),
        shot(&balls::TENNIS, 35.0, 5.0, -2500.0, 0.8),
        shot(&balls::BASKETBALL, 7.44, 52.0, 180.0, 2.1),
        shot(&balls::VOLLEYBALL, 25.0, 5.0, -600.0, 2.8),
        shot(&balls::CRICKET, 38.0, -2.0, 660.0, 2.0),
        shot(&balls::RUGBY, 26.4, 30.2, 300.0, 0.0),
        shot(&balls::AMERICAN_FOOTBALL, 25.0, 35.0, 0.0, 1.8),
        shot(&balls::SHOT_PUT, 14.0, 38.0, 0.0, 2.0),
    ]
}

fn flights(criterion: &mut Criterion) {
    let air = Air::default();
    for (ball, launch) in shots() {
        // The plain loop knows coefficient laws alone: oval balls fly in it without their attitude.
        let ball = match ball.spheroid() {
            None => ball.clone(),
            Some(_) => ball
                .with_model("tumbling")
                .expect("both oval balls have it"),
        };
        let shot = ball.launch(launch);
        let mut group = criterion.benchmark_group(ball.name);
        group.bench_function(BenchmarkId::from_parameter("voltex"), |bencher| {
            bencher.iter(|| black_box(&shot).fly(&air).map(|flight| flight.carry()));
        });
        group.bench_function(BenchmarkId::from_parameter("plain_loop"), |bencher| {
            bencher.iter(|| plain_flight::carry(black_box(&shot), &air));
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(std::time::Duration::from_millis(200)).measurement_time(std::time::Duration::from_secs(1));
    targets = flights
}
criterion_main!(benches);
