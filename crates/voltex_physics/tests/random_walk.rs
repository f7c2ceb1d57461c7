//! Thousands of steps between which anything is done that can be done to a world: no panic, no number that is none, lists
//! and boxes that agree, and the same hash after every return.
//!
//! `VOLTEX_WALKS=500` walks farther.

mod hostile_state;
#[path = "../../../fuzz/kept.rs"]
mod kept;
mod walk;

use voltex_ecs::Transform;
use voltex_math::Quat;
use voltex_math::random::Key;
use voltex_physics::{Collider, PhysicsConfig, PhysicsState, ShapeStore, physics_step};

/// Walks in a run of all tests, and bytes of each: some 150 steps.
const WALKS: u64 = 30;
const BYTES: usize = 6000;

/// Bytes of a walk, drawn from its number.
fn bytes(number: u64) -> Vec<u8> {
    let blocks = Key::new(44, number).sequence().take(BYTES / 16);
    blocks.flatten().flat_map(u32::to_le_bytes).collect()
}

#[test]
fn random_walks_keep_a_world_whole() {
    let walks = std::env::var("VOLTEX_WALKS").map_or(WALKS, |text| {
        text.parse().expect("VOLTEX_WALKS is a number of walks")
    });
    let (mut steps, mut named) = (0, 0);
    for number in 0..walks {
        // Of a walk that fails the number is told.
        println!("walk {number}");
        let (taken, problems) = walk::walk(&bytes(number));
        steps += taken;
        named += problems;
    }
    // The walk does what it is meant to: it steps, and bodies are spoiled.
    assert!(steps as u64 > 60 * walks, "{steps} steps");
    assert!(named as u64 > walks, "{named} bodies were named");
}

/// What the fuzz target `snapshot` does, with damage drawn at random.
#[test]
fn damaged_states_are_refused_or_step() {
    hostile_state::read(&hostile_state::heap());
    for number in 0..200 {
        let damage = bytes(number);
        hostile_state::read_damaged(&damage[..3 * (1 + number as usize % 4)]);
    }
}

/// A byte of the box of the ground was another: what rests on it was no more found there.
#[test]
fn a_stored_box_that_does_not_hold_its_body_is_put_around_it() {
    hostile_state::read_damaged(&[0x3f, 0x55, 0x1a, 0x3f]);
}

/// A rotation that is near enough to unit length for a world was not for `validate`.
#[test]
fn a_rotation_within_its_tolerance_is_sound() {
    let mut world = walk::empty();
    let transform = Transform {
        rotation: Quat::from_xyzw(0.0, 0.0, 0.0188, -1.0),
        ..Transform::IDENTITY
    };
    world.spawn_with((transform, Collider::sphere(0.5)));
    let report = physics_step(&mut world, &PhysicsConfig::DEFAULT).unwrap();
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    let state = world.resource::<PhysicsState>().unwrap();
    assert_eq!(state.validate(&ShapeStore::default()), Ok(()));
}

/// What the fuzz targets found.
#[test]
fn kept_inputs() {
    kept::each("step", |bytes| {
        walk::walk(bytes);
    });
    kept::each("snapshot", hostile_state::read_both);
}
