//! What is done with bytes that may be a recording; shared by the tests and the fuzz target.

use std::io::Cursor;

use voltex_ecs::World;
use voltex_replay::{Player, Reader};

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
