//! Recordings on a clock.

mod common;

use std::io::Cursor;

use common::{empty, heap, open, record};
use voltex_ecs::Transform;
use voltex_math::{Quat, Vec3};
use voltex_physics::{Collider, PhysicsConfig, RigidBody, physics_hash};
use voltex_replay::{Playback, Player, Reader, RecordOptions, Recorder, track};

/// The defect `time-scale`: playing faster or slower led elsewhere.
#[test]
fn time_scale() {
    let (file, hashes) = record(&mut heap(10), 120, RecordOptions::default());
    for speed in [0.1, 0.37, 1.0, 8.0] {
        let mut reader = open(&file);
        let mut playback = Playback::new(Player::new(&mut reader, empty()).unwrap());
        playback.set_speed(speed);
        let mut frames = 0;
        while playback.place() < 120.0 {
            // Frames of a display, none as long as the other.
            playback
                .advance(1.0 / 70.0 + f64::from(frames % 5) * 1.0e-3)
                .unwrap();
            frames += 1;
            let tick = playback.player().tick();
            assert_eq!(
                playback.world().hash(),
                hashes[tick as usize],
                "{speed}x, tick {tick}"
            );
        }
        let seconds = f64::from(frames) * (1.0 / 70.0 + 2.0e-3);
        assert!(
            (seconds * speed - 2.0).abs() < 0.03 * speed + 0.02,
            "{speed}x took {seconds} s"
        );
        playback.set_paused(true);
        playback.scrub(60.5).unwrap();
        playback.advance(5.0).unwrap();
        assert_eq!(playback.place(), 60.5);
        for (forwards, tick) in [(true, 61), (true, 62), (false, 61), (false, 60)] {
            playback.step(forwards).unwrap();
            assert_eq!(playback.place(), tick as f64);
            assert_eq!(playback.world().hash(), hashes[tick]);
        }
        for (place, tick) in [(-5.0, 0), (500.0, 120), (f64::NAN, 0)] {
            playback.scrub(place).unwrap();
            assert_eq!(playback.world().hash(), hashes[tick]);
        }
    }
}

#[test]
fn speeds_out_of_range_are_the_nearest() {
    let (file, _) = record(&mut heap(1), 3, RecordOptions::default());
    let mut reader = open(&file);
    let mut playback = Playback::new(Player::new(&mut reader, empty()).unwrap());
    for (asked, got) in [(0.0, 0.1), (100.0, 8.0), (2.0, 2.0), (f64::NAN, 1.0)] {
        playback.set_speed(asked);
        assert_eq!(playback.speed(), got);
    }
}

/// The defect of slerp between samples: above half a turn a tick (188 rad/s at 60 Hz) a ball turned backwards.
#[test]
fn a_fast_ball_turned_backwards_between_ticks() {
    for rate in [10.0, 281.0, 628.0_f32] {
        let mut world = empty();
        let ball = world.spawn_with((
            Transform::IDENTITY,
            RigidBody::dynamic(0.046)
                .with_gravity_scale(0.0)
                .with_velocity(Vec3::new(6.0, 0.0, 0.0))
                .with_angular_velocity(Vec3::Z * rate),
            Collider::sphere(0.021),
        ));
        let config = PhysicsConfig::DEFAULT;
        let options = RecordOptions::default();
        let mut recorder = Recorder::new(Vec::new(), &mut world, &config, options).unwrap();
        for _ in 0..30 {
            recorder.step(&mut world, &config).unwrap();
        }
        let file = recorder.finish().unwrap();
        let mut reader = open(&file);
        let mut playback = Playback::new(Player::new(&mut reader, empty()).unwrap());
        for place in [0.0, 0.25, 7.5, 12.9, 29.99, 30.0] {
            playback.scrub(place).unwrap();
            let pose = playback.pose(ball).unwrap();
            let time = place as f32 * config.fixed_dt;
            assert!((pose.position - Vec3::X * 6.0 * time).length() < 1.0e-4);
            let turned = Quat::from_xyzw(
                0.0,
                0.0,
                voltex_math::f32::sin(0.5 * rate * time),
                voltex_math::f32::cos(0.5 * rate * time),
            );
            let off = 1.0 - pose.rotation.dot(turned).abs();
            assert!(
                off < 1.0e-5,
                "{rate} rad/s at {place}: {} and {turned}",
                pose.rotation
            );
        }
    }
}

/// The defect of reading one sample past the end: at the end the pose is that of the last tick, to the bit.
#[test]
fn the_ends_are_exact() {
    let (file, _) = record(&mut heap(6), 25, RecordOptions::default());
    let mut reader = open(&file);
    let mut player = Player::new(&mut reader, empty()).unwrap();
    let body = player.world().storage::<RigidBody>().entities()[1];
    player.seek(25).unwrap();
    let last = *player.world().get::<Transform>(body).unwrap();
    let hash = physics_hash(player.world(), player.config());
    let path = track(&mut player, body).unwrap();
    assert_eq!(path.samples().len(), 26);
    assert_eq!(physics_hash(player.world(), player.config()), hash);
    let mut playback = Playback::new(player);
    playback.scrub(25.0).unwrap();
    assert_eq!(playback.pose(body).unwrap().position, last.position);
    let (end, _) = path.pose_at(1.0e9).unwrap();
    assert_eq!(end.as_vec3(), last.position);
    // What is no body has no pose.
    let stranger = heap(40).spawn();
    assert!(playback.pose(stranger).is_none());
}

/// The defect: a seek to the same tick, or forwards within a keyframe, kept what was tried with the world.
#[test]
fn a_seek_forgets_what_was_tried_with_the_world() {
    let (file, hashes) = record(&mut heap(5), 40, RecordOptions::default());
    let mut reader = open(&file);
    let mut player = Player::new(&mut reader, empty()).unwrap();
    for (from, to) in [(10, 10), (12, 20), (30, 5)] {
        player.seek(from).unwrap();
        let body = player.world().storage::<RigidBody>().entities()[2];
        let tried = player.world_mut();
        tried.get_mut::<Transform>(body).unwrap().position.y += 3.0;
        tried.spawn();
        player.seek(to).unwrap();
        assert_eq!(player.world().hash(), hashes[to as usize], "{from}, {to}");
    }
}

/// The defect: past a damaged block the world stood at one tick, the place and the poses at another.
#[test]
fn a_damaged_block_leaves_the_place_where_it_was() {
    let options = RecordOptions {
        keyframe_every: 20,
        ..RecordOptions::default()
    };
    let (mut file, hashes) = record(&mut heap(5), 60, options);
    // The first damage that leaves the beginning sound and lies in a block that the way forwards meets.
    let damaged = (200..file.len()).rev().find(|at| {
        file[*at] ^= 0x40;
        let sound = Reader::open(Cursor::new(file.clone())).is_ok_and(|mut reader| {
            let ticks = reader.ticks();
            (0..15).all(|tick| reader.tick(tick).is_ok())
                && (15..ticks).any(|tick| reader.tick(tick).is_err())
        });
        file[*at] ^= 0x40;
        sound
    });
    let at = damaged.expect("a byte whose damage is found in the middle");
    file[at] ^= 0x40;
    let mut reader = open(&file);
    let first = (0..60).find(|tick| reader.tick(*tick).is_err()).unwrap();
    let mut playback = Playback::new(Player::new(&mut reader, empty()).unwrap());
    playback.scrub(4.5).unwrap();
    let bodies = playback.world().storage::<RigidBody>().entities().to_vec();
    let poses = |playback: &Playback<'_, _>| -> Vec<_> {
        bodies.iter().map(|body| playback.pose(*body)).collect()
    };
    let shown = poses(&playback);
    // The tick before the damage can still be reached, the one after it cannot.
    playback.scrub(first as f64 + 0.5).unwrap_err();
    assert_eq!(playback.place(), 4.5);
    assert_eq!(playback.world().hash(), hashes[5]);
    assert_eq!(poses(&playback), shown);
}
