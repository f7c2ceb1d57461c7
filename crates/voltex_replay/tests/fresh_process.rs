//! What was saved goes on alike in a process that knows nothing else.

mod common;

use std::fs::File;
use std::path::PathBuf;
use std::process::Command;

use common::{empty, heap, record};
use voltex_physics::physics_hash;
use voltex_replay::{Player, Reader, RecordOptions};

const FILE: &str = "VOLTEX_RECORDING";
const START: &str = "VOLTEX_START";
const THREADS: &str = "VOLTEX_THREADS";

/// Ticks of the pile-up; the whole state is stored before each.
const TICKS: u64 = 120;

fn pile_up(name: &str) -> (PathBuf, u64) {
    let options = RecordOptions {
        keyframe_every: 1,
        ..RecordOptions::default()
    };
    let (file, hashes) = record(&mut heap(40), TICKS, options);
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    // Of this run alone: another may be under way.
    let path = path.join(format!("{name}_{}.vxr", std::process::id()));
    std::fs::write(&path, file).unwrap();
    (path, hashes[TICKS as usize])
}

/// Hash that another process comes to from the state before `start`: this test file, told to run the one test below.
fn go_on(path: &PathBuf, start: u64, threads: usize) -> u64 {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "the_other_process", "--ignored", "--nocapture"])
        .env(FILE, path)
        .env(START, start.to_string())
        .env(THREADS, threads.to_string())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let hash = text.lines().find_map(|line| line.strip_prefix("hash "));
    let hash = hash.unwrap_or_else(|| panic!("from tick {start}: {output:?}"));
    u64::from_str_radix(hash, 16).unwrap()
}

#[test]
#[ignore = "the other process of the tests below"]
fn the_other_process() {
    let (Ok(path), Ok(start), Ok(threads)) = (
        std::env::var(FILE),
        std::env::var(START),
        std::env::var(THREADS),
    ) else {
        return;
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.parse().unwrap())
        .build()
        .unwrap();
    pool.install(|| {
        let mut reader = Reader::open(File::open(path).unwrap()).unwrap();
        // Without a step: the state of the keyframe itself.
        let mut player = Player::new(&mut reader, empty()).unwrap();
        player.seek(start.parse().unwrap()).unwrap();
        while player.tick() < TICKS {
            let hashes = player.step().unwrap().hashes.unwrap();
            assert_eq!(hashes[0], hashes[1], "tick {}", player.tick());
        }
        println!("\nhash {:016x}", player.world().hash());
    });
}

/// The defect `restore-contact`: restored where bodies touch and gone on with, the world came to another hash. Saved
/// before every tick of a pile-up, each restored in a process of its own.
#[test]
fn restore_contact() {
    let (path, expected) = pile_up("restore_contact");
    for start in 0..TICKS {
        assert_eq!(go_on(&path, start, 1), expected, "from tick {start}");
    }
    std::fs::remove_file(path).unwrap();
}

/// The defect `worker-count`: the number of processors changed the data. Resumed after a kill, with other numbers of
/// threads.
#[test]
fn worker_count() {
    let (path, expected) = pile_up("worker_count");
    for (start, threads) in [(0, 1), (0, 4), (37, 2), (64, 3), (64, 1), (111, 7)] {
        let hash = go_on(&path, start, threads);
        assert_eq!(hash, expected, "from tick {start} with {threads} threads");
    }
    std::fs::remove_file(path).unwrap();
}

/// The hash that is sent and stored does not depend on how often the world was copied, stored and read.
#[test]
fn what_comes_back_has_the_hash_that_left() {
    let (path, _) = pile_up("comes_back");
    let mut reader = Reader::open(File::open(&path).unwrap()).unwrap();
    let mut again = empty();
    for tick in (0..TICKS).step_by(7) {
        let (image, config) = reader.keyframe(tick).unwrap();
        image.restore(&mut again).unwrap();
        let bytes = again.encode();
        let mut third = empty();
        third.decode(&bytes).unwrap();
        assert_eq!(physics_hash(&third, &config), physics_hash(&again, &config));
        assert_eq!(third.clone().encode(), bytes, "tick {tick}");
    }
    std::fs::remove_file(path).unwrap();
}
