//! What an edit costs in a world that is otherwise asleep.

use std::time::{Duration, Instant};

use voltex_ecs::{Entity, Transform, World};
use voltex_math::Vec3;
use voltex_physics::{Collider, PhysicsConfig, RigidBody, physics_step};

const BODIES: usize = 100_000;

fn time_of_step(world: &mut World) -> Duration {
    let start = Instant::now();
    physics_step(world, &PhysicsConfig::DEFAULT).unwrap();
    start.elapsed()
}

/// Median of the steps that follow an edit each.
fn time_of_edit(world: &mut World, mut edit: impl FnMut(&mut World, usize)) -> Duration {
    let mut times: Vec<Duration> = (0..41)
        .map(|i| {
            edit(world, i * 2417 % BODIES);
            let time = time_of_step(world);
            // Until all sleep again.
            for _ in 0..32 {
                physics_step(world, &PhysicsConfig::DEFAULT).unwrap();
            }
            time
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

/// A step after one edit is compared with one that has to look at all transforms, on the same machine at the same
/// time: each edit costs microseconds where that costs a millisecond.
#[test]
fn one_edit_among_100000_sleeping_bodies_is_found_without_looking_at_all() {
    let mut world = World::new();
    let bodies: Vec<Entity> = (0..BODIES)
        .map(|i| {
            let place = Vec3::new((i % 400) as f32 * 2.0, 0.0, (i / 400) as f32 * 2.0);
            world.spawn_with((
                Transform::from_position(place),
                RigidBody::dynamic(1.0).with_gravity_scale(0.0),
                Collider::sphere(0.5),
            ))
        })
        .collect();
    for _ in 0..40 {
        time_of_step(&mut world);
    }
    let all = (0..5)
        .map(|_| {
            // Takes them to be written, all of them.
            world.storage_mut::<Transform>().data_mut();
            time_of_step(&mut world)
        })
        .min()
        .unwrap();
    let asleep = time_of_edit(&mut world, |_, _| {});
    let pushed = time_of_edit(&mut world, |world, i| {
        world.get_mut::<RigidBody>(bodies[i]).unwrap().velocity = Vec3::Y * 0.01;
    });
    let moved = time_of_edit(&mut world, |world, i| {
        world.get_mut::<Transform>(bodies[i]).unwrap().position.y += 0.2;
    });
    let gone = time_of_edit(&mut world, |world, i| {
        world.despawn(bodies[i]);
    });
    let told = format!("all {all:?}, asleep {asleep:?}, {pushed:?}, {moved:?}, {gone:?}");
    println!("{told}");
    for time in [asleep, pushed, moved, gone] {
        assert!(time * 5 < all, "{told}");
    }
}
