//! Thousands of steps between which anything is done that can be done to a world: no panic, no number that is none, lists
//! and boxes that agree, and the same hash after every return.
//!
//! `VOLTEX_WALKS=500` walks farther.

mod hostile_state;
mod walk;

use voltex_math::random::Key;

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
