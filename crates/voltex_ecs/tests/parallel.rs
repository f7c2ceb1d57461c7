//! The number of threads changes nothing.

use voltex_ecs::{Transform, World, codec};
use voltex_math::Vec3;

#[derive(Clone, Debug)]
struct Velocity(Vec3);
codec!(Velocity { 0 });

fn world() -> World {
    let mut world = World::new();
    world.register_component::<Velocity>("velocity", 1).unwrap();
    let all = world.spawn_batch((0..20_000).map(|i| {
        let x = Vec3::new(0.1 * i as f32, 1.0 / (1 + i) as f32, 3.0);
        (Transform::from_position(x), Velocity(x))
    }));
    for entity in all.iter().skip(3).step_by(3000) {
        world.remove::<Velocity>(*entity); // from there on rows no longer agree
    }
    world
}

#[test]
fn result_does_not_depend_on_the_number_of_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let mut world = world();
            let before = world.checkpoint();
            let mut sums = Vec::new();
            for _ in 0..10 {
                world
                    .query::<(&mut Transform, &mut Velocity)>()
                    .par_for_each(|(t, v)| {
                        t.position += v.0 * 0.1;
                        v.0 *= 0.99;
                    });
                // Sums of floats depend on their order; blocks fix it.
                let sum = world.query::<&Transform>().par_fold(
                    || Vec3::ZERO,
                    |sum, transform| sum + transform.position,
                    |a, b| a + b,
                );
                sums.push(sum.to_array().map(f32::to_bits));
            }
            let stamps: Vec<_> = world.storage::<Velocity>().changed_rows(before).collect();
            (world.hash(), sums, stamps)
        })
    };
    let single = run(1);
    assert_eq!(single.2.len(), 20);
    for threads in [2, 3, 8] {
        assert_eq!(run(threads), single, "{threads} threads");
    }
    let serial = {
        let world = world();
        for _ in 0..10 {
            for (t, v) in &mut world.query::<(&mut Transform, &mut Velocity)>() {
                t.position += v.0 * 0.1;
                v.0 *= 0.99;
            }
        }
        world.hash()
    };
    assert_eq!(serial, single.0);
}

/// The state that a fixed sequence of operations leads to. Moves only with the rules of order, of
/// handles or of the hash; such a move goes into CHANGELOG under Determinism.
#[test]
fn golden_hash_of_a_short_life() {
    let mut world = world();
    let all: Vec<_> = world.entities().collect();
    for entity in all.iter().step_by(5) {
        world.despawn(*entity);
    }
    for pair in all[1..5].windows(2) {
        world.set_parent(pair[1], pair[0]).unwrap();
    }
    world.spawn_batch((0..500).map(|i| (Velocity(Vec3::splat(i as f32)),)));
    world.propagate_transforms();
    assert_eq!(format!("{:016x}", world.hash()), "078190e9f8c1ddff");
}
