//! Bytes that somebody made up.

mod common;
mod hostile;
#[path = "../../../fuzz/kept.rs"]
mod kept;

use common::{empty, heap, open, record};
use hostile::blocks;
use voltex_math::random::{Key, below};
use voltex_replay::{RecordOptions, verify};
use xxhash_rust::xxh3::xxh3_64;

fn recording() -> Vec<u8> {
    let options = RecordOptions {
        keyframe_every: 10,
        states: true,
        ..RecordOptions::default()
    };
    record(&mut heap(4), 25, options).0
}

/// What the fuzz target `replay_reader` found.
#[test]
fn kept_inputs() {
    kept::each("replay_reader", hostile::read_both);
}

#[test]
fn made_up_bytes() {
    let key = Key::new(2, 2);
    for length in 0..300_u64 {
        let bytes: Vec<u8> = (0..length)
            .map(|i| below(key, length * 1000 + i, 256).unwrap() as u8)
            .collect();
        hostile::read(&bytes);
        let file = recording();
        hostile::read(&[&file[..12], &bytes].concat());
    }
}

/// Damage behind checksums that are right: whoever makes bytes up can make those too.
#[test]
fn damage_with_the_right_checksum() {
    let file = recording();
    let starts: Vec<usize> = blocks(&file).iter().map(|block| block.start).collect();
    assert!(starts.len() > 5, "{starts:?}");
    let key = Key::new(8, 1);
    for round in 0..1500_u64 {
        let pick = |place: u64, n: usize| below(key, 4 * round + place, n as u64).unwrap() as usize;
        let start = starts[pick(0, starts.len())];
        let mut bad = file.clone();
        let stored = u32::from_le_bytes(bad[start + 4..start + 8].try_into().unwrap()) as usize;
        // Unpacked, so that what is changed is what is read.
        let content = content(&bad[start..start + 32 + stored]);
        let mut content = content.expect("the recording is sound");
        if !content.is_empty() {
            let at = pick(1, content.len());
            match round % 3 {
                0 => content[at] ^= 1 << pick(2, 8),
                1 => content[at] = [0, 1, 0x7f, 0xff][pick(2, 4)],
                _ => content.truncate(at),
            }
        }
        let mut head = bad[start..start + 32].to_vec();
        head[1] = 0;
        let length = (content.len() as u32).to_le_bytes();
        head[4..8].copy_from_slice(&length);
        head[8..12].copy_from_slice(&length);
        let sum = xxh3_64(&[&head[..24], &content].concat());
        head[24..].copy_from_slice(&sum.to_le_bytes());
        bad.splice(start..start + 32 + stored, [head, content].concat());
        hostile::read(&bad);
    }
}

/// A block that claims to unpack to a gigabyte is refused before memory is taken for it.
#[test]
fn a_block_that_claims_a_gigabyte() {
    let mut file = recording();
    let start = blocks(&file)[1].start;
    file[start + 1] = 1;
    file[start + 8..start + 12].copy_from_slice(&(1_u32 << 30).to_le_bytes());
    let stored = u32::from_le_bytes(file[start + 4..start + 8].try_into().unwrap()) as usize;
    let sum = xxh3_64(
        &[
            &file[start..start + 24],
            &file[start + 32..start + 32 + stored],
        ]
        .concat(),
    );
    file[start + 24..start + 32].copy_from_slice(&sum.to_le_bytes());
    assert!(voltex_replay::Reader::of_bytes(file[..file.len() - 16].to_vec()).is_err());
    hostile::read(&file);
}

/// A recording whose blocks are stored as they are, and whose index is missing.
fn unpacked(file: &[u8]) -> Vec<u8> {
    let mut plain = file[..12].to_vec();
    for block in blocks(file) {
        let block = &file[block];
        let content = content(block).expect("the recording is sound");
        let length = (content.len() as u32).to_le_bytes();
        plain.extend([block[0], 0, 0, 0]);
        plain.extend([length, length].concat());
        plain.extend(&block[12..32]);
        plain.extend(content);
    }
    hostile::make_sums_right(&mut plain);
    plain
}

#[test]
fn a_recording_without_packing_is_read() {
    let file = recording();
    let plain = unpacked(&file);
    assert!(plain.len() > file.len());
    let mut reader = open(&plain);
    assert_eq!((reader.ticks(), reader.is_whole()), (25, false));
    let found = verify(&mut reader, empty(), |_| ()).unwrap();
    assert_eq!((found.compared, found.first_difference), (25, None));
    if let Ok(folder) = std::env::var("VOLTEX_SEEDS") {
        // What the fuzz target may start from.
        for (name, seed) in [("packed", &file), ("plain", &plain)] {
            std::fs::write(format!("{folder}/{name}.vxr"), seed).unwrap();
        }
    }
}

/// Content of a block, unpacked.
fn content(block: &[u8]) -> Option<Vec<u8>> {
    let raw = u32::from_le_bytes(block[8..12].try_into().unwrap()) as usize;
    match block[1] {
        0 => Some(block[32..].to_vec()),
        _ => zstd::bulk::decompress(&block[32..], raw).ok(),
    }
}
