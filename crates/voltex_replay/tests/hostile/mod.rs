//! What is done with bytes that may be a recording; shared by the tests and the fuzz target.

#![allow(dead_code, reason = "each user takes what it needs")]

use std::io::Cursor;

use voltex_ecs::World;
use voltex_replay::{Player, Reader};
use xxhash_rust::xxh3::xxh3_64;

/// Ticks that are played: a recording may ask for more steps than anybody has time for.
const MOST_TICKS: u64 = 4;
/// Bodies that are stepped.
const MOST_BODIES: usize = 200;

/// Opens bytes, reads every tick and keyframe, and plays a few ticks. Nothing of it may panic.
pub(crate) fn read(bytes: &[u8]) {
    let Ok(mut reader) = Reader::open(Cursor::new(bytes)) else {
        return;
    };
    let count = reader.ticks();
    for tick in (0..count).take(2_000) {
        if reader.tick(tick).is_err() {
            break;
        }
    }
    assert!(reader.tick(count).is_err());
    let mut world = World::new();
    voltex_physics::register(&mut world).expect("the names are free in a new world");
    let keyframes: Vec<u64> = reader.keyframes().collect();
    for keyframe in keyframes {
        if let Ok((image, _)) = reader.keyframe(keyframe) {
            let _ = image.restore(&mut world);
        }
    }
    let Ok(mut player) = Player::new(&mut reader, world) else {
        return;
    };
    for _ in 0..count.min(MOST_TICKS) {
        if player.world().entity_count() > MOST_BODIES || player.step().is_err() {
            break;
        }
    }
}

/// Reads bytes as they are, and with checksums that are right.
pub(crate) fn read_both(bytes: &[u8]) {
    read(bytes);
    let mut right = bytes.to_vec();
    make_sums_right(&mut right);
    read(&right);
}

/// Bytes before the first block, and before the content of each.
const START: usize = 12;
const HEAD: usize = 32;

/// Where the blocks of a recording begin and end, as far as their lengths can be followed.
pub(crate) fn blocks(file: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut at = START;
    while let Some(stored) = file.get(at + 4..at + 8) {
        let stored = u32::from_le_bytes(stored.try_into().expect("four bytes")) as usize;
        let Some(end) = at
            .checked_add(HEAD + stored)
            .filter(|end| *end <= file.len())
        else {
            break;
        };
        found.push(at..end);
        at = end;
    }
    found
}

/// Gives every block the checksum of what it holds: damage that no checksum tells of.
pub(crate) fn make_sums_right(file: &mut [u8]) {
    for block in blocks(file) {
        let block = &mut file[block];
        let sum = xxh3_64(&[&block[..24], &block[HEAD..]].concat());
        block[24..HEAD].copy_from_slice(&sum.to_le_bytes());
    }
}
