//! A small game that spawns, removes and kicks things: what a recording has to stand.

#![allow(dead_code, reason = "each test file uses what it needs")]

use voltex_ecs::{Entity, Transform, World};
use voltex_math::random::{Key, uniform};
use voltex_math::{Quat, Vec3};
use voltex_physics::{Collider, Material, PhysicsConfig, RigidBody, register};
use voltex_replay::{Reader, RecordOptions, Recorder};

/// A world that knows the components of the physics.
pub(crate) fn empty() -> World {
    let mut world = World::new();
    register(&mut world).unwrap();
    world
}

/// Ground and a small heap of boxes and balls above it.
pub(crate) fn heap(bodies: u32) -> World {
    let mut world = empty();
    world.spawn_with((
        Transform::IDENTITY,
        RigidBody::statik(),
        Collider::half_space(Vec3::Y),
        Material::DEFAULT,
    ));
    for number in 0..bodies {
        spawn(&mut world, number);
    }
    world
}

/// Drops a ball or box somewhere.
pub(crate) fn spawn(world: &mut World, number: u32) -> Entity {
    let random = |counter: u64| uniform(Key::new(5, u64::from(number)), counter) as f32;
    let position = Vec3::new(
        2.0 * random(0) - 1.0,
        0.6 + 0.5 * (number % 12) as f32,
        2.0 * random(1) - 1.0,
    );
    let collider = if number.is_multiple_of(2) {
        Collider::sphere(0.2)
    } else {
        Collider::cuboid(Vec3::new(0.2, 0.15, 0.25))
    };
    let transform = Transform {
        rotation: Quat::from_xyzw(random(2), 0.3, 0.1, 1.0).normalize(),
        ..Transform::from_position(position)
    };
    let body = RigidBody::dynamic(1.0).with_angular_velocity(Vec3::new(random(3), 2.0, 0.0));
    world.spawn_with((transform, body, collider, Material::DEFAULT))
}

/// What happens before a tick, besides physics.
pub(crate) fn play(world: &mut World, config: &mut PhysicsConfig, tick: u64) {
    let bodies: Vec<Entity> = world.storage::<RigidBody>().entities().to_vec();
    match tick % 30 {
        7 => drop(spawn(world, 100 + tick as u32)),
        12 => {
            let body = world.get_mut::<RigidBody>(bodies[2]).unwrap();
            body.velocity += Vec3::new(1.0, 3.0, 0.0);
        }
        19 => drop(world.despawn(bodies[1 + tick as usize % (bodies.len() - 1)])),
        23 if tick > 60 => config.gravity.y = -3.0 - (tick % 7) as f32,
        _ => {}
    }
}

/// The recording of a game, and the hash of the world after each number of steps.
pub(crate) fn record(world: &mut World, ticks: u64, options: RecordOptions) -> (Vec<u8>, Vec<u64>) {
    let mut config = PhysicsConfig::DEFAULT;
    let mut recorder = Recorder::new(Vec::new(), world, &config, options).unwrap();
    let mut hashes = vec![world.hash()];
    for tick in 0..ticks {
        play(world, &mut config, tick);
        recorder.step(world, &config).unwrap();
        hashes.push(world.hash());
    }
    (recorder.finish().unwrap(), hashes)
}

pub(crate) fn open(bytes: &[u8]) -> Reader<std::io::Cursor<Vec<u8>>> {
    Reader::of_bytes(bytes.to_vec()).unwrap()
}
