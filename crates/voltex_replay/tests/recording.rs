//! Recordings: written, read, played, cut off and damaged.

mod common;
#[path = "../../voltex_physics/tests/walk/mod.rs"]
mod walk;

use common::{empty, heap, open, record};
use voltex_ecs::{Transform, World};
use voltex_math::Vec3;
use voltex_math::random::{Key, below};
use voltex_physics::{Collider, PhysicsConfig};
use voltex_replay::{Player, Reader, RecordOptions, Recorder, ReplayError, verify};

fn options(keyframe_every: u32) -> RecordOptions {
    RecordOptions {
        keyframe_every,
        note: "heap".to_owned(),
        seed: 7,
        ..RecordOptions::default()
    }
}

#[test]
fn a_recording_is_reproduced_tick_by_tick() {
    let (file, hashes) = record(&mut heap(24), 200, options(50));
    let mut reader = open(&file);
    assert_eq!((reader.ticks(), reader.is_whole()), (200, true));
    let keyframes: Vec<u64> = reader.keyframes().collect();
    assert_eq!(keyframes, [0, 50, 100, 150, 200]);
    let header = reader.header();
    assert_eq!((header.note.as_str(), header.seed), ("heap", 7));
    assert_eq!(header.config, PhysicsConfig::DEFAULT);
    let found = verify(&mut reader, empty(), |_| ()).unwrap();
    assert_eq!((found.compared, found.first_difference), (200, None));
    let mut player = Player::new(&mut reader, empty()).unwrap();
    for (tick, hash) in hashes.iter().enumerate() {
        player.seek(tick as u64).unwrap();
        assert_eq!(player.world().hash(), *hash, "after {tick} steps");
    }
}

/// Any order of visits leads to the states of the recording, through keyframes in the midst of contacts too.
#[test]
fn every_tick_is_reached_from_everywhere() {
    let (file, hashes) = record(&mut heap(16), 150, options(20));
    let mut reader = open(&file);
    let mut player = Player::new(&mut reader, empty()).unwrap();
    for visit in 0..60 {
        let tick = below(Key::new(3, 9), visit, 151).unwrap();
        player.seek(tick).unwrap();
        assert_eq!(player.tick(), tick);
        assert_eq!(
            player.world().hash(),
            hashes[tick as usize],
            "visit {visit}: tick {tick}"
        );
        if tick > 0 {
            player.step_back().unwrap();
            assert_eq!(player.world().hash(), hashes[tick as usize - 1]);
            player.step().unwrap();
            assert_eq!(player.world().hash(), hashes[tick as usize]);
        }
    }
    assert!(matches!(
        player.seek(151),
        Err(ReplayError::NoTick { tick: 151, .. })
    ));
    player.seek(150).unwrap();
    assert!(player.step().is_err());
    player.seek(0).unwrap();
    assert!(player.step_back().is_err());
}

#[test]
fn a_file_cut_anywhere_opens_to_its_last_whole_block() {
    let (file, hashes) = record(&mut heap(6), 60, options(20));
    let mut last = 0;
    for length in 0..file.len() {
        match Reader::of_bytes(file[..length].to_vec()) {
            Err(error) => assert!(last == 0, "{length} bytes: {error}"),
            Ok(mut reader) => {
                assert!(reader.ticks() >= last, "fewer ticks with more bytes");
                assert!(!reader.is_whole());
                if reader.ticks() > last {
                    last = reader.ticks();
                    let mut player = Player::new(&mut reader, empty()).unwrap();
                    player.seek(last).unwrap();
                    assert_eq!(player.world().hash(), hashes[last as usize]);
                }
            }
        }
    }
    assert_eq!(last, 60);
}

/// The defect: a file cut before its first tick was said to be identical.
#[test]
fn a_recording_without_ticks_was_identical() {
    let (file, _) = record(&mut heap(3), 3, options(20));
    let cut = (0..file.len()).find_map(|length| Reader::of_bytes(file[..length].to_vec()).ok());
    let mut reader = cut.unwrap();
    assert_eq!(reader.ticks(), 0);
    let error = verify(&mut reader, empty(), |_| ()).unwrap_err();
    assert_eq!(error, ReplayError::NothingToCompare);
}

#[test]
fn a_recording_that_was_never_finished_opens() {
    let mut world = heap(4);
    let config = PhysicsConfig::DEFAULT;
    let path = std::env::temp_dir().join(format!("voltex_unfinished_{}.vxr", std::process::id()));
    let file = std::fs::File::create(&path).unwrap();
    let mut recorder = Recorder::new(file, &mut world, &config, options(100)).unwrap();
    for _ in 0..250 {
        recorder.step(&mut world, &config).unwrap();
    }
    drop(recorder);
    let reader = Reader::open(std::fs::File::open(&path).unwrap()).unwrap();
    std::fs::remove_file(&path).unwrap();
    // At most the ticks of one block are lost.
    assert!((200..=250).contains(&reader.ticks()), "{}", reader.ticks());
    assert!(!reader.is_whole());
}

#[test]
fn a_newer_version_is_refused_with_a_sentence() {
    let (mut file, _) = record(&mut heap(2), 3, options(20));
    file[8..12].copy_from_slice(&3_u32.to_le_bytes());
    let error = Reader::of_bytes(file).unwrap_err();
    assert_eq!(
        error,
        ReplayError::NewerFormat {
            found: 3,
            supported: 2
        }
    );
    assert!(error.to_string().contains("newer Voltex"));
    for bytes in [&b""[..], b"VXR", b"a text that is no recording at all"] {
        let error = Reader::of_bytes(bytes.to_vec()).unwrap_err();
        assert_eq!(error, ReplayError::NotARecording);
    }
}

/// Bytes flipped, dropped or put in at random places: a clear error or the ticks before, never a panic.
#[test]
fn damage_is_an_error_and_never_a_panic() {
    let (file, hashes) = record(&mut heap(5), 40, options(10));
    let key = Key::new(11, 4);
    for round in 0..400_u64 {
        let mut bad = file.clone();
        let at = below(key, 3 * round, file.len() as u64).unwrap() as usize;
        match round % 4 {
            0 => bad[at] ^= 1 << (round / 4 % 8),
            1 => bad.truncate(at),
            2 => drop(bad.drain(at..(at + 7).min(file.len()))),
            _ => bad[at] = bad[at].wrapping_add(below(key, 3 * round + 1, 255).unwrap() as u8 + 1),
        }
        let Ok(mut reader) = Reader::of_bytes(bad) else {
            continue;
        };
        let ticks = reader.ticks();
        let Ok(mut player) = Player::new(&mut reader, empty()) else {
            continue;
        };
        if player.seek(ticks).is_ok() {
            // Checksums let nothing wrong through.
            assert_eq!(
                player.world().hash(),
                hashes[ticks as usize],
                "round {round}"
            );
        }
    }
}

/// A world that does not know what was recorded says so, and what to do.
#[test]
fn what_is_not_registered_is_named() {
    let (file, _) = record(&mut heap(2), 3, options(20));
    let mut reader = open(&file);
    assert!(
        reader
            .header()
            .unknown_in(&World::new())
            .contains(&"voltex.rigid_body")
    );
    let error = Player::new(&mut reader, World::new()).unwrap_err();
    assert!(error.to_string().contains("register"), "{error}");
}

/// Geometry is stored once, however many keyframes name it.
#[test]
fn geometry_is_stored_once() {
    use voltex_math::Vec3;
    use voltex_physics::{Collider, RigidBody, ShapeStore};
    let mut world = heap(2);
    let height = |i: u32, j: u32| {
        voltex_math::random::uniform(Key::new(1, u64::from(i)), u64::from(j)) as f32
    };
    let vertices: Vec<Vec3> = (0..400)
        .map(|v| Vec3::new((v / 20) as f32, height(v / 20, v % 20), (v % 20) as f32))
        .collect();
    let quads = (0..400).filter(|v| v % 20 < 19 && v / 20 < 19);
    let triangles: Vec<[u32; 3]> = quads
        .flat_map(|v| [[v, v + 1, v + 20], [v + 1, v + 21, v + 20]])
        .collect();
    let mesh = world
        .resource_mut::<ShapeStore>()
        .unwrap()
        .add_mesh(&vertices, &triangles)
        .unwrap();
    let at = voltex_ecs::Transform::from_position(Vec3::Y * -4.0);
    world.spawn_with((at, RigidBody::statik(), Collider::Mesh(mesh)));
    let mut without = Vec::new();
    for keyframe_every in [2, 1000] {
        let (file, hashes) = record(&mut world.clone(), 40, options(keyframe_every));
        let mut reader = open(&file);
        let mut player = Player::new(&mut reader, empty()).unwrap();
        player.seek(31).unwrap();
        assert_eq!(player.world().hash(), hashes[31]);
        without.push(file.len());
    }
    let mut geometry = Vec::new();
    world.encode_part("voltex.shapes", &mut geometry);
    assert!(geometry.len() > 3000);
    assert!(
        without[0] < without[1] + 20 * 2000,
        "{without:?} bytes with {} of geometry",
        geometry.len()
    );
}

#[test]
fn options_out_of_range_are_refused() {
    let config = PhysicsConfig::DEFAULT;
    let mut world = heap(1);
    let unknown = Recorder::new(Vec::new(), &mut World::new(), &config, options(10));
    assert_eq!(unknown.unwrap_err(), ReplayError::NotRegistered);
    let error = Recorder::new(Vec::new(), &mut world, &config, options(0)).unwrap_err();
    assert!(error.to_string().contains("1 to 1000000"), "{error}");
    let bad = PhysicsConfig {
        fixed_dt: f32::NAN,
        ..config
    };
    assert!(Recorder::new(Vec::new(), &mut world, &bad, options(10)).is_err());
}

#[test]
fn a_cut_plays_the_same_ticks() {
    let (file, hashes) = record(&mut heap(10), 150, options(40));
    for range in [0..150, 13..97, 40..41, 149..150] {
        let mut reader = open(&file);
        let cut = voltex_replay::cut(&mut reader, empty(), range.clone(), Vec::new()).unwrap();
        let mut reader = open(&cut);
        assert_eq!(reader.ticks(), range.end - range.start);
        let found = verify(&mut reader, empty(), |_| ()).unwrap();
        assert_eq!(
            (found.compared, found.first_difference),
            (reader.ticks(), None)
        );
        let mut player = Player::new(&mut reader, empty()).unwrap();
        for tick in [0, 5, range.end - range.start] {
            if player.seek(tick).is_ok() {
                let expected = hashes[(range.start + tick) as usize];
                assert_eq!(player.world().hash(), expected, "tick {tick} of {range:?}");
            }
        }
    }
    let mut reader = open(&file);
    for range in [5..5, 0..151, 200..300] {
        assert!(voltex_replay::cut(&mut reader, empty(), range, Vec::new()).is_err());
    }
}

/// A recording of an earlier time as it has to be read: 45 ticks of a small heap with their states, and where its first ball is
/// in the end, as bits.
fn is_read(file: &[u8], note: &str, place: [u32; 3]) {
    let mut reader = open(file);
    assert_eq!((reader.ticks(), reader.is_whole()), (45, true));
    assert_eq!(reader.keyframes().collect::<Vec<_>>(), [0, 20, 40]);
    assert_eq!(
        (reader.header().note.as_str(), reader.header().seed),
        (note, 7)
    );
    assert_eq!(reader.header().config, PhysicsConfig::DEFAULT);
    for tick in 0..45 {
        let tick = reader.tick(tick).unwrap();
        assert!(tick.hash.is_some() && tick.state.is_some());
    }
    assert_eq!(reader.tick(12).unwrap().inputs[0].bytes, b"kick");
    assert!(!reader.tick(12).unwrap().edits.is_empty());
    let mut player = Player::new(&mut reader, empty()).unwrap();
    while player.take_recorded_step().unwrap() {
        if player.tick() == 45 {
            break;
        }
    }
    let transforms = player.world().storage::<voltex_ecs::Transform>();
    let ball = transforms.get(transforms.entities()[1]).unwrap();
    assert_eq!(ball.position.to_array().map(f32::to_bits), place);
}

/// The first version of the format: every later build reads it. The file is never written again.
#[test]
fn a_recording_of_version_1_is_read() {
    let place = [3_210_497_885, 1_045_218_502, 3_207_286_736];
    is_read(include_bytes!("data/version_1.vxr"), "version 1", place);
}

/// The second version, in which states are woven, here in three ticks. The file is never written again.
#[test]
fn a_recording_of_version_2_is_read() {
    let file = include_bytes!("data/version_2.vxr");
    is_read(
        file,
        "version 2",
        [3_210_497_885, 1_045_218_494, 3_207_288_221],
    );
    let mut reader = open(file);
    let woven = (0..45).filter(|tick| format!("{:?}", reader.tick(*tick)).contains("Woven"));
    let woven = woven.count();
    assert_eq!(woven, 3);
}

/// Writes the fixture of the newest version: once, when a format begins.
#[test]
#[ignore = "the fixtures stay as they were written"]
fn write_the_fixture_of_a_version() {
    let Ok(path) = std::env::var("VOLTEX_FIXTURE") else {
        return;
    };
    let options = RecordOptions {
        states: true,
        note: "version 2".to_owned(),
        ..options(20)
    };
    let mut world = heap(14);
    let mut config = PhysicsConfig::DEFAULT;
    let mut recorder = Recorder::new(Vec::new(), &mut world, &config, options).unwrap();
    for tick in 0..45 {
        if tick == 12 {
            recorder.input(1, b"kick");
        }
        common::play(&mut world, &mut config, tick);
        recorder.step(&mut world, &config).unwrap();
    }
    std::fs::write(path, recorder.finish().unwrap()).unwrap();
    let transforms = world.storage::<voltex_ecs::Transform>();
    let ball = transforms.get(transforms.entities()[1]).unwrap();
    println!("{:?}", ball.position.to_array().map(f32::to_bits));
}

/// A recorder looked at stamps alone, which a world brings along from where it was kept: what had been undone since then
/// was missing.
#[test]
fn going_back_within_a_recording_is_recorded() {
    let config = PhysicsConfig::DEFAULT;
    for through_bytes in [false, true] {
        let mut world = heap(12);
        let mut recorder = Recorder::new(Vec::new(), &mut world, &config, options(1000)).unwrap();
        let mut kept = world.clone();
        for tick in 0..90 {
            match tick {
                20 | 70 => kept.clone_from(&world),
                // Back, and once more back, and then to a state that lies ahead.
                40 | 50 if through_bytes => {
                    world = empty();
                    world.decode(&kept.encode()).unwrap();
                }
                40 | 50 | 80 => world.clone_from(&kept),
                60 => world.clone_from(&heap(5)),
                _ => {}
            }
            recorder.step(&mut world, &config).unwrap();
        }
        let file = recorder.finish().unwrap();
        let found = verify(&mut open(&file), empty(), |_| ()).unwrap();
        assert_eq!((found.compared, found.first_difference), (90, None));
    }
}

/// Bytes of components name slots: those of an entity that took the place of another, with an equal component, were not told
/// and the recording could not be played.
#[test]
fn a_successor_with_an_equal_component_is_recorded() {
    let config = PhysicsConfig::DEFAULT;
    let mut world = empty();
    let spawn = |world: &mut World, z: f32| {
        let place = Transform::from_position(Vec3::Z * z);
        world.spawn_with((place, Collider::sphere(0.5)))
    };
    let first = spawn(&mut world, 1.0);
    let mut recorder = Recorder::new(Vec::new(), &mut world, &config, options(1000)).unwrap();
    for tick in 0..6 {
        if tick == 3 {
            world.despawn(first);
            let second = spawn(&mut world, 5.0);
            assert_eq!(first.id(), second.id());
        }
        recorder.step(&mut world, &config).unwrap();
    }
    let file = recorder.finish().unwrap();
    let mut reader = open(&file);
    let found = verify(&mut reader, empty(), |_| ()).unwrap();
    assert_eq!((found.compared, found.first_difference), (6, None));
}

/// Whatever is done to a world between its steps, going back included: the recording plays to the
/// same hashes. `VOLTEX_WALKS=500` walks farther.
#[test]
fn recordings_of_random_walks_are_reproduced() {
    let walks = std::env::var("VOLTEX_WALKS").map_or(12, |text| {
        text.parse().expect("VOLTEX_WALKS is a number of walks")
    });
    for number in 0..walks {
        println!("walk {number}");
        let bytes = Key::new(45, number).sequence().take(200);
        let bytes: Vec<u8> = bytes.flatten().flat_map(u32::to_le_bytes).collect();
        let mut walk = walk::Walk::new(&bytes);
        let options = RecordOptions {
            states: number % 2 == 0,
            ..options(16)
        };
        let config = walk.config;
        let mut recorder = Recorder::new(Vec::new(), &mut walk.world, &config, options).unwrap();
        walk.go(|world, config| recorder.step(world, config).unwrap());
        assert!(walk.steps > 50, "{} steps", walk.steps);
        let file = recorder.finish().unwrap();
        let found = verify(&mut open(&file), empty(), |_| ()).unwrap();
        let whole = (walk.steps as u64, None);
        assert_eq!((found.compared, found.first_difference), whole);
    }
}
