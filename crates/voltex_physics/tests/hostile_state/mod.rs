//! Worlds with a state of the physics from bytes that may be anything. Shared by the tests and the fuzz target.

#![allow(dead_code, reason = "each user takes what it needs")]

use voltex_ecs::{Transform, World};
use voltex_math::Vec3;
use voltex_physics::{
    Collider, Joint, PhysicsConfig, PhysicsState, RigidBody, ShapeStore, physics_hash,
    physics_step, register,
};

const CONFIG: PhysicsConfig = PhysicsConfig::DEFAULT;
/// Entities of a world that is stepped.
const FEW: usize = 100;

fn empty() -> World {
    let mut world = World::new();
    register(&mut world).expect("the names are free in a new world");
    world
}

/// A small heap with a joint, some steps old.
pub(crate) fn heap() -> Vec<u8> {
    let mut world = empty();
    world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y)));
    let mut above = None;
    for i in 0..5 {
        let place = Transform::from_position(Vec3::new(0.1 * i as f32, 0.3 + 0.5 * i as f32, 0.0));
        let shape = if i % 2 == 0 {
            Collider::sphere(0.25)
        } else {
            Collider::cuboid(Vec3::splat(0.2))
        };
        let body = world.spawn_with((place, RigidBody::of_density(700.0), shape));
        if i == 4 {
            world.spawn_with((Joint::rope(above, body, 0.6),));
        }
        above = Some(body);
    }
    for _ in 0..40 {
        physics_step(&mut world, &CONFIG).expect("the settings are good");
    }
    world.encode()
}

/// What came of bytes is refused, or a world that steps and whose copies step with it.
pub(crate) fn read(bytes: &[u8]) {
    let mut world = empty();
    if world.decode(bytes).is_err() || world.entity_count() > FEW {
        return;
    }
    let mut copy = world.clone();
    for _ in 0..3 {
        physics_step(&mut world, &CONFIG).expect("the settings are good");
        physics_step(&mut copy, &CONFIG).expect("the settings are good");
    }
    assert_eq!(physics_hash(&world, &CONFIG), physics_hash(&copy, &CONFIG));
    let empty = ShapeStore::default();
    let store = world.resource::<ShapeStore>();
    if let Some(state) = world.resource::<PhysicsState>() {
        let store = store.as_deref().unwrap_or(&empty);
        state.validate(store).expect("lists, boxes and links agree");
    }
}

/// Puts bytes in the places of those of a good world: two for a place, one for what stands there then.
pub(crate) fn read_damaged(bytes: &[u8]) {
    let mut world = heap();
    for damage in bytes.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([damage[0], damage[1]])) % world.len();
        world[place] = damage[2];
    }
    read(&world);
}

/// Reads bytes as they are, and as damage.
pub(crate) fn read_both(bytes: &[u8]) {
    read(bytes);
    read_damaged(bytes);
}
