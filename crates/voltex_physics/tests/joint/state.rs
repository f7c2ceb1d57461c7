//! Copies, threads, and joints that come and go.

use voltex_ecs::Entity;
use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::{BallJoint, Collider, HingeJoint, Joint, Motor, Spring, physics_step};

use crate::room::Room;

/// A net of balls and bars with joints of several kinds, hung up at a corner.
fn net() -> Room {
    let mut room = Room::new();
    let mut bodies: Vec<Vec<Entity>> = Vec::new();
    for y in 0..12 {
        let mut row = Vec::new();
        for x in 0..12 {
            let pose = Pose::new(
                Vec3::new(x as f32, -y as f32, 0.1 * (x % 3) as f32),
                Quat::from_rotation_x(0.1 * y as f32),
            );
            let shape = if (x + y) % 3 == 0 {
                Collider::sphere(0.3)
            } else {
                Collider::cuboid(Vec3::new(0.3, 0.2, 0.1))
            };
            row.push(room.body(1.0 + (x * y % 5) as f32, shape, pose));
        }
        bodies.push(row);
    }
    let mut join = |a: Option<Entity>, b: Entity, kind: usize, at: Vec3| {
        let joint = match kind % 5 {
            0 => Joint::ball(a, b),
            1 => Joint::new(
                a,
                b,
                HingeJoint::default()
                    .with_limits(-0.5, 0.5)
                    .with_motor(Motor::speed(0.3, 1.0)),
            ),
            2 => Joint::new(
                a,
                b,
                BallJoint::default()
                    .with_cone(0.4)
                    .with_drive(Quat::IDENTITY, Spring::tuned(2.0, 0.5)),
            ),
            3 => Joint::fixed(a, b),
            _ => Joint::spring(a, b, 0.1, Spring::rated(300.0, 5.0)),
        };
        let joint = joint.at(&room.world, at, Vec3::Z).unwrap();
        room.world.spawn_with((joint,));
    };
    for y in 0..12 {
        for x in 0..12 {
            let at = Vec3::new(x as f32, -(y as f32), 0.0);
            if x + 1 < 12 {
                join(
                    Some(bodies[y][x]),
                    bodies[y][x + 1],
                    x * 7 + y,
                    at + Vec3::X * 0.5,
                );
            }
            if y + 1 < 12 {
                join(
                    Some(bodies[y][x]),
                    bodies[y + 1][x],
                    x + 3 * y,
                    at - Vec3::Y * 0.5,
                );
            }
        }
    }
    join(None, bodies[0][0], 0, Vec3::ZERO);
    room
}

#[test]
fn threads_do_not_change_a_bit() {
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let mut room = net();
            room.steps(60);
            room.world.hash()
        })
    };
    let one = run(1);
    for threads in [2, 3, 8] {
        assert_eq!(run(threads), one, "{threads} threads");
    }
}

/// Step, go back, step again: the same hash in every step.
#[test]
fn a_copy_goes_the_same_way() {
    let mut room = net();
    for _ in 0..10 {
        let mut copy = room.world.clone();
        let mut hashes = Vec::new();
        for _ in 0..5 {
            room.step();
            hashes.push(room.world.hash());
        }
        for hash in hashes {
            physics_step(&mut copy, &room.config).unwrap();
            assert_eq!(copy.hash(), hash);
        }
    }
}

#[test]
fn joints_come_and_go() {
    let mut room = net();
    let joints: Vec<Entity> = room
        .world
        .entities()
        .filter(|entity| room.world.has::<Joint>(*entity))
        .collect();
    let count = joints.len();
    assert_eq!(room.step().joints, count);
    for (step, joint) in joints.iter().enumerate() {
        let component = *room.world.get::<Joint>(*joint).unwrap();
        room.world.despawn(*joint);
        if step % 3 == 0 {
            room.world.spawn_with((component,));
        }
        if step % 40 == 0 {
            room.step();
        }
    }
    assert_eq!(room.step().joints, count.div_ceil(3));
}

/// Through bytes and on: impulses, angles and the order of joints come back.
#[test]
fn a_world_from_bytes_goes_the_same_way() {
    let mut room = net();
    let gone = room
        .world
        .entities()
        .filter(|e| room.world.has::<Joint>(*e))
        .nth(7);
    room.steps(10);
    room.world.despawn(gone.unwrap());
    room.steps(10);
    for _ in 0..3 {
        let mut copy = Room::new();
        copy.world.decode(&room.world.encode()).unwrap();
        assert_eq!(copy.world.hash(), room.world.hash());
        for step in 0..10 {
            room.step();
            copy.step();
            assert_eq!(copy.world.hash(), room.world.hash(), "step {step}");
        }
    }
    // A joint that goes between storing and the next step.
    let mut copy = Room::new();
    copy.world.decode(&room.world.encode()).unwrap();
    for world in [&mut room.world, &mut copy.world] {
        let joint = world.entities().filter(|e| world.has::<Joint>(*e)).nth(3);
        world.despawn(joint.unwrap());
    }
    for _ in 0..5 {
        assert_eq!(room.step().joints, copy.step().joints);
        assert_eq!(copy.world.hash(), room.world.hash());
    }
}
