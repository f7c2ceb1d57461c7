//! Going back in memory: exact, in memory that does not grow, and cheap.
#![allow(unsafe_code)] // The counting allocator passes everything on to the system's.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use common::{empty, heap, spawn};
use voltex_ecs::{Entity, Transform, World};
use voltex_math::Vec3;
use voltex_physics::{Collider, PhysicsConfig, RigidBody, physics_step};
use voltex_replay::{
    Image, RecordOptions, Recorder, Rollback, SnapshotRing, SyncTest, SyncTestError, desync, verify,
};

thread_local! {
    /// Bytes that this thread has taken and not given back.
    static HELD: Cell<isize> = const { Cell::new(0) };
    /// Allocations of this thread.
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: all calls go to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        HELD.with(|held| held.set(held.get() + layout.size() as isize));
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        let more = size as isize - layout.size() as isize;
        HELD.with(|held| held.set(held.get() + more));
        // SAFETY: as the caller promised.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.with(|held| held.set(held.get() - layout.size() as isize));
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

const CONFIG: PhysicsConfig = PhysicsConfig::DEFAULT;

/// Balls in the air, no two of which meet.
fn balls(count: u32) -> World {
    let mut world = empty();
    for number in 0..count {
        let place = Vec3::new((number % 40) as f32, 20.0, (number / 40) as f32);
        let body =
            RigidBody::dynamic(0.4).with_angular_velocity(Vec3::new(1.0, 0.1 * place.x, 3.0));
        world.spawn_with((
            Transform::from_position(place),
            body,
            Collider::sphere(0.11),
        ));
    }
    world
}

/// The defect `rollback-spawn`: after going back across a spawn its handle was another one.
#[test]
fn rollback_spawn() {
    let mut world = heap(8);
    let mut ring = SnapshotRing::new(4);
    let gone = world.storage::<RigidBody>().entities()[2];
    world.despawn(gone);
    ring.save(10, &world);
    let first: Vec<Entity> = (0..3).map(|number| spawn(&mut world, number)).collect();
    ring.load(10, &mut world).unwrap();
    let again: Vec<Entity> = (0..3).map(|number| spawn(&mut world, number)).collect();
    assert_eq!(first, again);
}

#[test]
fn what_the_ring_holds_is_the_last_ticks() {
    let mut world = heap(3);
    let mut ring = SnapshotRing::new(5);
    assert!(
        ring.load(0, &mut world)
            .unwrap_err()
            .to_string()
            .contains("empty")
    );
    let mut hashes = Vec::new();
    for tick in 0..23 {
        ring.save(tick, &world);
        hashes.push(world.hash());
        physics_step(&mut world, &CONFIG).unwrap();
    }
    assert_eq!(ring.ticks(), Some((18, 22)));
    for tick in 0..30 {
        let loaded = ring.load(tick, &mut world);
        assert_eq!(loaded.is_ok(), (18..23).contains(&tick));
        if loaded.is_ok() {
            assert_eq!(world.hash(), hashes[tick as usize]);
        }
    }
    let error = ring.load(7, &mut world).unwrap_err().to_string();
    assert!(error.contains("ticks 18 to 22"), "{error}");
}

/// Once each place was used, 20,000 times saving and going back allocate nothing.
#[test]
fn memory_stays_flat() {
    let mut world = heap(30);
    let mut ring = SnapshotRing::new(8);
    for tick in 0..60 {
        ring.save(tick, &world);
        physics_step(&mut world, &CONFIG).unwrap();
    }
    ring.load(55, &mut world).unwrap();
    for tick in 60..68 {
        ring.save(tick, &world);
    }
    let before = (HELD.get(), COUNT.get());
    for tick in 68..20_068 {
        ring.save(tick, &world);
        ring.load(tick - 5, &mut world).unwrap();
    }
    assert_eq!((HELD.get(), COUNT.get()), before, "bytes, allocations");
}

/// The defect `snapshot-cost`: 200 bodies took 220 KB a snapshot.
#[test]
fn snapshot_cost() {
    let mut world = balls(800);
    let start = Image::of(&world);
    for _ in 0..30 {
        physics_step(&mut world, &CONFIG).unwrap();
    }
    let later = Image::of(&world);
    // What is not known from an earlier state: places and motions, and what the physics keeps.
    let state = later.part("voltex.physics_state").unwrap();
    let physics = state.bytes.as_ref().unwrap().len();
    let moved = start.to(&later);
    let dynamic = (moved.size() as f64) / 800.0;
    assert!(
        dynamic <= 128.0,
        "{dynamic} bytes a ball, {} of them the physics'",
        physics / 800
    );
}

/// Boxes of three layers that lean on each other, `edge` along each side of the ground.
fn pile(edge: u32) -> World {
    let mut world = heap(0);
    for number in 0..3 * edge * edge {
        let (layer, place) = (number / (edge * edge), number % (edge * edge));
        let shift = 0.13 * layer as f32;
        let position = Vec3::new(
            0.44 * (place % edge) as f32 + shift,
            0.2 + 0.42 * layer as f32,
            0.44 * (place / edge) as f32 + shift,
        );
        world.spawn_with((
            Transform::from_position(position),
            RigidBody::dynamic(1.0),
            Collider::cuboid(Vec3::splat(0.2)),
        ));
    }
    world
}

/// A pile of 1,200 boxes at rest takes next to nothing from one tick to the next.
#[test]
fn a_resting_pile_has_small_deltas() {
    let mut world = pile(20);
    for _ in 0..300 {
        physics_step(&mut world, &CONFIG).unwrap();
    }
    let before = Image::of(&world);
    physics_step(&mut world, &CONFIG).unwrap();
    let after = Image::of(&world);
    let (delta, whole) = (before.to(&after).size(), after.size());
    assert!(delta * 100 < whole, "{delta} of {whole} bytes");
    // And an edit brings its own bytes.
    let body = world.storage::<RigidBody>().entities()[7];
    world.get_mut::<RigidBody>(body).unwrap().velocity.y = 1.0;
    let edited = after.to(&Image::of(&world));
    assert_eq!(edited.names().collect::<Vec<_>>(), ["voltex.rigid_body"]);
    assert!(edited.size() < 64, "{}", edited.size());
}

/// While a pile moves, nearly all numbers of it change, in their last digits as a rule: of four bytes two stay. The defect:
/// contacts that came or went moved the bytes of all behind them, and nine tenths of the image were told anew.
#[test]
fn a_moving_pile_has_deltas_of_less_than_half_its_size() {
    let mut world = pile(12);
    physics_step(&mut world, &CONFIG).unwrap();
    let mut before = Image::of(&world);
    for tick in 1..40 {
        physics_step(&mut world, &CONFIG).unwrap();
        let after = Image::of(&world);
        let delta = before.to(&after);
        let mut again = before.clone();
        again.apply(&delta).unwrap();
        assert_eq!(again, after, "tick {tick}");
        let (delta, whole) = (delta.size(), after.size());
        assert!(2 * delta < whole, "tick {tick}: {delta} of {whole} bytes");
        before = after;
    }
}

#[test]
fn images_lead_from_each_to_each() {
    let mut world = heap(20);
    let mut images = vec![Image::of(&world)];
    let mut hashes = vec![world.hash()];
    for tick in 0..40 {
        let mut config = CONFIG;
        common::play(&mut world, &mut config, tick);
        physics_step(&mut world, &config).unwrap();
        images.push(Image::of(&world));
        hashes.push(world.hash());
    }
    for (from, to) in [(0, 40), (40, 0), (13, 29), (29, 13), (8, 9)] {
        let mut image = images[from].clone();
        image.apply(&images[from].to(&images[to])).unwrap();
        assert_eq!(image, images[to]);
        let mut copy = empty();
        image.restore(&mut copy).unwrap();
        assert_eq!(copy.hash(), hashes[to]);
    }
    let mut other = Image::of(&empty());
    assert!(other.apply(&images[13].to(&images[29])).is_err());
}

#[test]
fn a_game_with_inputs_can_be_rolled_back() {
    let mut world = heap(20);
    let mut test = SyncTest::new(7);
    for _ in 0..120 {
        test.step(&mut world, &CONFIG, |world, tick| {
            let mut config = CONFIG;
            common::play(world, &mut config, tick);
        })
        .unwrap();
    }
    assert_eq!(test.tick(), 120);
}

/// A step that depends on something outside of the world is found.
#[test]
fn state_outside_of_the_world_is_found() {
    let mut world = heap(5);
    let mut test = SyncTest::new(3);
    let mut calls = 0.0;
    let outcome = (0..20).try_for_each(|_| {
        test.step(&mut world, &CONFIG, |world, tick| {
            calls += 1.0;
            if tick == 6 {
                let body = world.storage::<RigidBody>().entities()[1];
                world.get_mut::<RigidBody>(body).unwrap().velocity.x = calls;
            }
        })
    });
    let Err(SyncTestError::OutOfSync(found)) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!((found.tick, found.back), (6, 3));
}

/// Guesses that were wrong leave no trace: after going back, the states are those of the right inputs, and the
/// recording is that of a game without any guess.
#[test]
fn mispredicted_ticks_leave_no_trace() {
    let apply = |world: &mut World, push: &f32| {
        let body = world.storage::<RigidBody>().entities()[3];
        world.get_mut::<RigidBody>(body).unwrap().velocity.x += push;
    };
    let push = |tick: u64| if tick.is_multiple_of(4) { 0.5 } else { 0.0 };
    let options = || RecordOptions {
        keyframe_every: 20,
        ..RecordOptions::default()
    };
    let mut plain = heap(10);
    let mut recorder = Recorder::new(Vec::new(), &mut plain, &CONFIG, options()).unwrap();
    for tick in 0..90 {
        apply(&mut plain, &push(tick));
        recorder.step(&mut plain, &CONFIG).unwrap();
    }
    let expected = recorder.finish().unwrap();

    let mut world = heap(10);
    let mut recorder = Recorder::new(Vec::new(), &mut world, &CONFIG, options()).unwrap();
    let mut game = Rollback::new(world, CONFIG, 6);
    while game.tick() < 90 {
        let known = game.tick();
        for _ in 0..5 {
            game.advance(9.0, apply).unwrap();
        }
        game.load(known).unwrap();
        game.advance(push(known), apply).unwrap();
        game.record_until(game.tick(), &mut recorder, apply, |_, _| ())
            .unwrap();
    }
    assert_eq!(game.world().hash(), plain.hash());
    let file = recorder.finish().unwrap();
    let (mut a, mut b) = (common::open(&expected), common::open(&file));
    assert_eq!((a.ticks(), b.ticks()), (90, 90));
    assert_eq!(desync(&mut a, &mut b, &empty()).unwrap(), None);
    let found = verify(&mut b, empty(), |_| ()).unwrap();
    assert_eq!((found.compared, found.first_difference), (90, None));
}

#[test]
fn what_has_left_the_window_is_named() {
    let mut world = heap(3);
    let options = RecordOptions::default();
    let mut recorder = Recorder::new(Vec::new(), &mut world, &CONFIG, options).unwrap();
    let mut game = Rollback::new(world, CONFIG, 4);
    for _ in 0..20 {
        game.advance((), |_, ()| ()).unwrap();
    }
    let hash = game.world().hash();
    let error = game.load(3).unwrap_err().to_string();
    assert!(
        error.contains("tick 3") && error.contains("ticks 14 to 19"),
        "{error}"
    );
    assert_eq!((game.tick(), game.world().hash()), (20, hash));
    let error = game.record_until(20, &mut recorder, |_, ()| (), |(), _| ());
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains("tick 0") && error.contains("within the window"),
        "{error}"
    );
}

/// The mark of a large pile: a copy takes no more than three times what a plain copy of as many bytes takes. Prints what it
/// measured.
#[test]
#[ignore = "measures time: `cargo nextest run --release -p voltex_replay --test rollback --run-ignored only --no-capture`"]
fn a_large_pile_is_copied_nearly_as_fast_as_memory() {
    let mut world = empty();
    let ground = (
        Transform::IDENTITY,
        RigidBody::statik(),
        Collider::half_space(Vec3::Y),
    );
    world.spawn_with(ground);
    for number in 0..10_000_u32 {
        let (layer, place) = (number / 900, number % 900);
        let shift = 0.03 * (layer % 3) as f32;
        let at = Vec3::new(
            (place % 30) as f32 * 0.215 + shift,
            0.2 + layer as f32 * 0.215,
            (place / 30) as f32 * 0.215 + shift,
        );
        world.spawn_with((
            Transform::from_position(at),
            RigidBody::dynamic(0.4),
            Collider::sphere(0.11),
        ));
    }
    for _ in 0..200 {
        physics_step(&mut world, &CONFIG).unwrap();
    }
    let before = HELD.get();
    let mut copy = world.clone();
    let bytes = (HELD.get() - before) as usize;
    let plain = vec![1_u8; bytes];
    let mut target = plain.clone();
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..31 {
        let start = std::time::Instant::now();
        copy.clone_from(std::hint::black_box(&world));
        times[0].push(start.elapsed().as_secs_f64() * 1e3);
        let start = std::time::Instant::now();
        target.copy_from_slice(std::hint::black_box(&plain));
        std::hint::black_box(&mut target);
        times[1].push(start.elapsed().as_secs_f64() * 1e3);
    }
    let [world_ms, plain_ms] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[15]
    });
    println!("{bytes} bytes: the world {world_ms:.3} ms, plain {plain_ms:.3} ms");
    let mut times = Vec::new();
    for _ in 0..31 {
        let start = std::time::Instant::now();
        std::hint::black_box(voltex_physics::physics_hash(&world, &CONFIG));
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    println!("physics_hash {:.3} ms", times[15]);
    assert!(world_ms <= 3.0 * plain_ms);
}
