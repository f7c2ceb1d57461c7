//! A look two seconds ahead of a tennis ball that bounces three times and more among 10,000 colliders.
//!
//!     cargo bench -p voltex_bench --bench predict
//!
//! The mark is 150 us; docs/balls.md has the number. The world has been stepped, nothing in it moves but the ball.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use voltex_ecs::{Entity, Transform, World};
use voltex_flight::units::{deg, rpm};
use voltex_flight::{Ball, Launch, balls};
use voltex_math::{DVec3, Vec3};
use voltex_physics::ballistic::{Balls, Ground, predict};
use voltex_physics::{Collider, PhysicsConfig, ShapeStore, physics_step};

const HORIZON: f64 = 2.0;

/// A court in the middle of 9,999 boxes and spheres, and a ball that is served on it.
fn court(ball: &Ball, launch: &Launch) -> (World, Entity) {
    let mut world = World::new();
    voltex_physics::register(&mut world).expect("a new world");
    let mut kinds = Balls::default();
    let kind = kinds.add(ball).expect("a preset");
    let clay = kinds.add_ground("clay").expect("it has that name");
    world.spawn_with((
        Transform::default(),
        Collider::half_space(Vec3::Y),
        Ground(clay),
    ));
    let mut count = 1;
    for i in 0..101 {
        for j in 0..101 {
            let place = Vec3::new(i as f32 - 50.0, 0.25, j as f32 - 50.0) * 1.5;
            // Free is the way of the ball.
            let on_court = place.x > -3.0 && place.x < 60.0 && place.z.abs() < 2.0;
            if on_court || count == 10_000 {
                continue;
            }
            let collider = if (i + j) % 2 == 0 {
                Collider::cuboid(Vec3::splat(0.4))
            } else {
                Collider::sphere(0.4)
            };
            world.spawn_with((Transform::from_position(place), collider, Ground(clay)));
            count += 1;
        }
    }
    let mut shapes = ShapeStore::default();
    let placed = kinds
        .launched_in(kind, launch, DVec3::Y * 0.5, &mut shapes)
        .expect("the ball is known");
    let ball = world.spawn_with(placed);
    world.insert_resource(shapes);
    world.insert_resource(kinds);
    physics_step(&mut world, &PhysicsConfig::DEFAULT).expect("settings in range");
    (world, ball)
}

fn looks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("predict_2_s_among_10000");
    let drive = Launch::at(12.0).up(deg(-2.0)).backspin(rpm(-1500.0));
    let pass = Launch::at(12.0).up(deg(-2.0)).spiral(rpm(500.0));
    for (name, ball, launch) in [
        ("tennis", &balls::TENNIS, drive),
        ("american_football", &balls::AMERICAN_FOOTBALL, pass),
    ] {
        let (world, ball) = court(ball, &launch);
        let config = PhysicsConfig::DEFAULT;
        let told = predict(&world, &config, ball, HORIZON).expect("a ball of the world");
        assert!(told.impacts.len() >= 3, "{name}: {:?}", told.impacts);
        println!("{name}: {} bounces", told.impacts.len());
        group.bench_function(name, |bencher| {
            bencher.iter(|| predict(black_box(&world), &config, ball, HORIZON));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(50).warm_up_time(std::time::Duration::from_millis(300)).measurement_time(std::time::Duration::from_secs(2));
    targets = looks
}
criterion_main!(benches);
