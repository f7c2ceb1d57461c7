//! Both arcs of a typical free kick, target by target.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use voltex_flight::aim::{Aim, Given};
use voltex_flight::units::{deg, rpm};
use voltex_flight::{Air, Launch, balls};
use voltex_math::DVec3;

fn kicks(criterion: &mut Criterion) {
    let air = Air::default();
    let kick = balls::SOCCER.launch(Launch::at(0.0).backspin(rpm(300.0)).tilt(deg(-60.0)));
    let mut group = criterion.benchmark_group("aim_soccer_25_mps");
    for (name, target) in [
        ("goal_25_m", DVec3::new(25.0, 1.5, -2.0)),
        ("goal_28_m", DVec3::new(28.0, 1.0, -3.0)),
        ("ground_25_m", DVec3::new(25.0, 0.0, 0.0)),
    ] {
        let aim = Aim::new(&kick, target, Given::Speed(25.0));
        let answer = aim.solve(&air).expect("a good question");
        assert_eq!(answer.solutions.len(), 2, "a low and a high arc");
        group.bench_function(name, |bencher| bencher.iter(|| black_box(&aim).solve(&air)));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(50).warm_up_time(std::time::Duration::from_millis(300)).measurement_time(std::time::Duration::from_secs(2));
    targets = kicks
}
criterion_main!(benches);
