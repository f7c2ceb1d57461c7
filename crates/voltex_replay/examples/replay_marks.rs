//! What snapshots and recordings cost here: `cargo run --release -p voltex_replay --example replay_marks`.

use std::time::Instant;

use voltex_ecs::{Transform, World};
use voltex_math::Vec3;
use voltex_physics::{Collider, Material, PhysicsConfig, RigidBody, physics_hash, physics_step};
use voltex_replay::{
    Image, Player, Reader, RecordOptions, Recorder, ReplayError, SnapshotRing, verify,
};

const CONFIG: PhysicsConfig = PhysicsConfig::DEFAULT;

fn empty() -> Result<World, ReplayError> {
    let mut world = World::new();
    voltex_physics::register(&mut world)?;
    world.spawn_with((
        Transform::IDENTITY,
        RigidBody::statik(),
        Collider::half_space(Vec3::Y),
    ));
    Ok(world)
}

/// Balls in a block, `edge` along each side of its ground and as many layers as it takes.
fn balls(count: u32, edge: u32, gap: f32) -> Result<World, ReplayError> {
    let mut world = empty()?;
    let surface = Material {
        rolling_friction: 0.05,
        ..Material::DEFAULT
    };
    for number in 0..count {
        let (layer, place) = (number / (edge * edge), number % (edge * edge));
        let shift = 0.03 * (layer % 3) as f32;
        let at = Vec3::new(
            (place % edge) as f32 * gap + shift,
            0.2 + layer as f32 * gap,
            (place / edge) as f32 * gap + shift,
        );
        world.spawn_with((
            Transform::from_position(at),
            RigidBody::dynamic(0.4),
            Collider::sphere(0.11),
            surface,
        ));
    }
    Ok(world)
}

/// Median of 21 times, ms.
fn median(mut work: impl FnMut() -> Result<(), ReplayError>) -> Result<f64, ReplayError> {
    let mut times = Vec::new();
    for _ in 0..21 {
        let start = Instant::now();
        work()?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[10])
}

fn steps(world: &mut World, count: u32) -> Result<(), ReplayError> {
    for _ in 0..count {
        physics_step(world, &CONFIG)?;
    }
    Ok(())
}

fn snapshots(name: &str, mut world: World, settle: u32) -> Result<(), ReplayError> {
    steps(&mut world, settle)?;
    let mut ring = SnapshotRing::new(4);
    for tick in 0..4 {
        ring.save(tick, &world);
    }
    let mut tick = 4;
    let both = median(|| {
        ring.save(tick, &world);
        ring.load(tick, &mut world)?;
        tick += 1;
        Ok(())
    })?;
    let image = Image::of(&world);
    let bytes = vec![1_u8; image.size()];
    let mut copy = bytes.clone();
    let memcpy = median(|| {
        copy.copy_from_slice(std::hint::black_box(&bytes));
        std::hint::black_box(&mut copy);
        Ok(())
    })?;
    let encode = median(|| {
        std::hint::black_box(Image::of(&world));
        Ok(())
    })?;
    let hash = median(|| {
        std::hint::black_box(physics_hash(&world, &CONFIG));
        Ok(())
    })?;
    steps(&mut world, 1)?;
    let later = Image::of(&world);
    println!(
        "{name}: save and load {both:.4} ms; {} bytes as an image, made in {encode:.4} ms (memcpy of them {memcpy:.4} ms), \
         of one tick {} bytes; physics_hash {hash:.4} ms",
        image.size(),
        image.to(&later).size()
    );
    let [start, all] = [0, TICKS].map(|ticks| recorded(&world, ticks));
    let (start, all) = (start?, all?);
    println!(
        "  in a recording with states: {start} bytes to start with, {} a tick",
        (all - start) / TICKS as usize
    );
    Ok(())
}

/// Ticks whose states are recorded.
const TICKS: u32 = 20;

/// Bytes of a recording with the states of so many ticks.
fn recorded(world: &World, ticks: u32) -> Result<usize, ReplayError> {
    let mut world = world.clone();
    let options = RecordOptions {
        states: true,
        ..RecordOptions::default()
    };
    let mut recorder = Recorder::new(Vec::new(), &mut world, &CONFIG, options)?;
    for _ in 0..ticks {
        recorder.step(&mut world, &CONFIG)?;
    }
    Ok(recorder.finish()?.len())
}

fn hour() -> Result<(), ReplayError> {
    let mut world = balls(24, 5, 0.6)?;
    let start = Instant::now();
    let mut recorder = Recorder::new(Vec::new(), &mut world, &CONFIG, RecordOptions::default())?;
    for tick in 0..216_000_u64 {
        if tick.is_multiple_of(90) {
            // A kick every second and a half, so that something moves all the time.
            let body = world.storage::<RigidBody>().entities()[1 + (tick / 90 % 24) as usize];
            if let Some(body) = world.get_mut::<RigidBody>(body) {
                body.velocity +=
                    Vec3::new(if tick.is_multiple_of(180) { 2.0 } else { -2.0 }, 3.0, 0.5);
            }
        }
        recorder.step(&mut world, &CONFIG)?;
    }
    let file = recorder.finish()?;
    println!(
        "an hour of 24 balls at 60 Hz: recorded in {:.1} s, {:.1} MB",
        start.elapsed().as_secs_f64(),
        file.len() as f64 * 1e-6
    );
    let start = Instant::now();
    let mut reader = Reader::of_bytes(file)?;
    println!("  opened in {:.3} ms", start.elapsed().as_secs_f64() * 1e3);
    let mut known = World::new();
    voltex_physics::register(&mut known)?;
    let mut player = Player::new(&mut reader, known.clone())?;
    let mut times = Vec::new();
    for visit in 0..200_u64 {
        let tick = visit * 99_991 % 216_000;
        let start = Instant::now();
        player.seek(tick)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    println!(
        "  seek: median {:.2} ms, 99 % {:.2} ms, longest {:.2} ms",
        times[100], times[197], times[199]
    );
    let start = Instant::now();
    let found = verify(&mut reader, known, |_| ())?;
    println!(
        "  verified in {:.1} s: {} ticks compared, {:?}",
        start.elapsed().as_secs_f64(),
        found.compared,
        found.first_difference
    );
    Ok(())
}

fn main() -> Result<(), ReplayError> {
    snapshots("800 balls in the air", balls(800, 30, 0.5)?, 5)?;
    snapshots("10,000 balls in a pile", balls(10_000, 30, 0.215)?, 200)?;
    hour()
}
