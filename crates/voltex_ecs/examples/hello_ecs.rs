//! Three balls thrown upwards: spawn, query, change, roll back.
//!
//!     cargo run -p voltex_ecs --example hello_ecs

use voltex_ecs::{Commands, EcsError, Entity, FixedStep, Schedule, Transform, World, codec};
use voltex_math::Vec3;

/// Velocity, m/s.
#[derive(Clone, Debug)]
struct Velocity(Vec3);
codec!(Velocity { 0 });

/// Gravity of the world, m/s^2.
#[derive(Clone, Debug)]
struct Gravity(Vec3);
codec!(Gravity { 0 });

/// Length of a step, s.
const DT: f32 = 1.0 / 60.0;

fn fall(world: &mut World) {
    let gravity = world.resource::<Gravity>().map_or(Vec3::ZERO, |g| g.0);
    world
        .query::<(&mut Transform, &mut Velocity)>()
        .for_each(|(transform, velocity)| {
            // Exact under constant acceleration, at any step.
            transform.position += velocity.0 * DT + gravity * (0.5 * DT * DT);
            velocity.0 += gravity * DT;
        });
}

fn remove_landed(world: &mut World) {
    let mut commands = Commands::new();
    for (entity, transform) in &world.query::<(Entity, &Transform)>() {
        if transform.position.y < 0.0 {
            commands.despawn(entity);
        }
    }
    let refused = commands.apply(world);
    assert!(refused.is_empty(), "despawning is never refused");
}

fn main() -> Result<(), EcsError> {
    let mut world = World::new();
    world.register_component::<Velocity>("hello.velocity", 1)?;
    world.register_resource::<Gravity>("hello.gravity", 1)?;
    world.group::<(Transform, Velocity)>()?;
    world.insert_resource(Gravity(Vec3::new(0.0, -9.81, 0.0)));
    let balls = world.spawn_batch((1..=3).map(|i| {
        let up = Vec3::Y * (5 * i) as f32;
        (Transform::default(), Velocity(up))
    }));

    let schedule = Schedule::new()
        .then("fall", fall)
        .then("remove_landed", remove_landed);
    let mut clock = FixedStep::default();
    clock.set_max_steps(60);

    println!("{:>6} {:>6}  heights", "time", "balls");
    let mut saved = None;
    for _ in 0..7 {
        let heights: Vec<String> = balls
            .iter()
            .map(|ball| match world.get::<Transform>(*ball) {
                Some(transform) => format!("{:.2} m", transform.position.y),
                None => "landed".to_owned(),
            })
            .collect();
        println!(
            "{:>4.1} s {:>6}  {}",
            clock.time(),
            world.entity_count(),
            heights.join(", ")
        );
        saved.get_or_insert_with(|| (world.clone(), clock, world.encode()));
        clock.run(0.5, &schedule, &mut world)?;
    }
    let end = world.hash();

    // Back to the start, by memory and by bytes; the same steps lead to the same end.
    if let Some((start, start_clock, bytes)) = saved {
        for by_bytes in [false, true] {
            match by_bytes {
                false => world.clone_from(&start),
                true => world.decode(&bytes)?,
            }
            let mut clock = start_clock;
            for _ in 0..7 {
                clock.run(0.5, &schedule, &mut world)?;
            }
            println!("{:016x} again: {}", world.hash(), world.hash() == end);
        }
    }
    Ok(())
}
