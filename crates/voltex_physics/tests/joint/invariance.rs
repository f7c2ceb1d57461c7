//! What joints may not depend on: the order of spawning, the distance from the origin, falling, left and right.

use voltex_ecs::{Entity, StateHasher, Transform, World};
use voltex_math::random::{Key, below};
use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::{
    Collider, HingeJoint, Joint, JointKind, Motor, PhysicsConfig, PhysicsKey, RigidBody,
    SliderJoint, physics_step, register,
};

use crate::conservation::{kinds, pair};
use crate::room::{G, Room};

/// Names of a net of 4 x 4 boxes over the ground with joints of several kinds, of a chain with a heavy end, and of the
/// ground, spawned in an order that the key shuffles.
fn outcome(shuffle: u64) -> u64 {
    let key = Key::new(shuffle, 3);
    let mut counter = 0;
    let mut shuffled = |count: usize| {
        let mut names: Vec<usize> = (0..count).collect();
        for i in (1..count * usize::from(shuffle > 0)).rev() {
            counter += 1;
            names.swap(i, below(key, counter, i as u64 + 1).unwrap() as usize);
        }
        names
    };
    let mut world = World::new();
    register(&mut world).unwrap();
    let place = |name: usize| match name {
        0..16 => Vec3::new((name % 4) as f32, 2.0 + (name / 4) as f32, 0.0),
        _ => Vec3::new(8.0, 10.0 - (name - 16) as f32, 0.0),
    };
    let mut bodies = vec![None; 24];
    for name in shuffled(25) {
        let entity = if name == 24 {
            world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y)))
        } else {
            let mass = if name == 23 { 60.0 } else { 1.0 };
            let turn = Quat::from_rotation_y(0.2 * name as f32);
            world.spawn_with((
                Transform::from_pose(Pose::new(place(name), turn)),
                RigidBody::dynamic(mass),
                Collider::cuboid(Vec3::new(0.3, 0.2, 0.1)),
            ))
        };
        world.add(entity, PhysicsKey(name as u64 * 7 % 25)).unwrap();
        if let Some(body) = bodies.get_mut(name) {
            *body = Some(entity);
        }
    }
    let mut links: Vec<(Option<usize>, usize)> = Vec::new();
    for name in 0..16 {
        if name % 4 < 3 {
            links.push((Some(name), name + 1));
        }
        if name < 12 {
            links.push((Some(name), name + 4));
        }
    }
    links.push((None, 16));
    links.extend((17..24).map(|name| (Some(name - 1), name)));
    for link in shuffled(links.len()) {
        let (a, b) = links[link];
        let (at_b, body_b) = (place(b), bodies[b].unwrap());
        let at = a.map_or(at_b + Vec3::Y * 0.5, |a| 0.5 * (place(a) + at_b));
        let a = a.map(|a| bodies[a].unwrap());
        let joint = match link % 3 {
            0 if b < 16 => Joint::new(
                a,
                body_b,
                HingeJoint::default()
                    .with_limits(-0.5, 0.5)
                    .with_motor(Motor::speed(0.3, 1.0)),
            ),
            1 if b < 16 => Joint::fixed(a, body_b),
            _ => Joint::ball(a, body_b),
        };
        let joint = joint.at(&world, at, Vec3::Z).unwrap();
        world.spawn_with((joint,));
    }
    for _ in 0..120 {
        physics_step(&mut world, &PhysicsConfig::DEFAULT).unwrap();
    }
    let mut hasher = StateHasher::new();
    for body in bodies.into_iter().flatten() {
        let transform = world.get::<Transform>(body).unwrap();
        hasher.write_vec3(transform.position);
        hasher.write_quat(transform.rotation);
    }
    hasher.finish()
}

#[test]
fn the_order_of_spawning_bodies_and_joints_makes_no_difference_under_keys() {
    let expected = outcome(0);
    for shuffle in 1..6 {
        assert_eq!(outcome(shuffle), expected, "shuffle {shuffle}");
    }
}

/// 100 km from the origin, where `f32` knows places to 8 mm, joints hold within a few such steps, and what they do
/// for it gives the bodies no more speed than such a step in a substep would.
#[test]
fn joints_hold_100_km_from_the_origin() {
    let far = Pose::from_position(Vec3::new(1.0e5, -1.0e5, 1.0e5));
    for (kind, name) in kinds() {
        let (mut room, bodies) = pair(kind, false, &far);
        let joint = room.world.entities().last().unwrap();
        let joint = *room.world.get::<Joint>(joint).unwrap();
        let fastest = |room: &Room| {
            let speeds = bodies.map(|body| room.velocity(body).length());
            voltex_math::f32::max(speeds[0], speeds[1])
        };
        let before = fastest(&room);
        for step in 1..=300 {
            room.step();
            let speed = fastest(&room);
            assert!(speed < before + 4.0, "{name}, step {step}: {speed} m/s");
            if matches!(
                name,
                "fixed" | "ball" | "ball with all" | "hinge" | "hinge with all"
            ) {
                let [a, b] = [(bodies[0], joint.frame_a), (bodies[1], joint.frame_b)]
                    .map(|(body, frame)| room.pose(body).transform_point(frame.position));
                assert!((b - a).length() < 0.06, "{name}, step {step}: {}", b - a);
            }
        }
    }
}

/// Two joined bodies fall as one: their common centre as under gravity alone, exactly, whatever the joint and however
/// they turn about each other.
#[test]
fn a_joined_pair_falls_half_a_substep_ahead() {
    for (kind, name) in kinds() {
        if !matches!(name, "fixed" | "ball" | "hinge" | "slider" | "rod" | "rope") {
            continue;
        }
        let (mut room, bodies) = pair(kind, false, &Pose::IDENTITY);
        room.config.gravity = Vec3::Y * -G;
        // Masses of the pair: 2 and 3 kg.
        let middle =
            |room: &Room| (room.position(bodies[0]) * 2.0 + room.position(bodies[1]) * 3.0) / 5.0;
        let start = middle(&room);
        let speed = (room.velocity(bodies[0]) * 2.0 + room.velocity(bodies[1]) * 3.0) / 5.0;
        for step in 1..=120_u16 {
            room.step();
            let t = f32::from(step) / 60.0;
            let expected = start + speed * t + Vec3::Y * (-0.5 * G * t * t);
            let off = (middle(&room) - expected).length();
            assert!(off < 2.0e-4, "{name}, step {step}: {off} m");
        }
    }
}

/// A mirrored world is the mirror image of the world, for every kind without an angle or a way of its own sign.
#[test]
fn a_mirror_makes_no_difference_to_any_kind() {
    let mirror = |v: Vec3| Vec3::new(v.x, v.y, -v.z);
    let turned = |q: Quat| Quat::from_xyzw(-q.x, -q.y, q.z, q.w);
    let reflected = |pose: Pose| Pose::new(mirror(pose.position), turned(pose.rotation));
    for (kind, name) in kinds() {
        if !matches!(
            name,
            "fixed" | "ball" | "hinge" | "slider" | "rod" | "rope" | "spring"
        ) {
            continue;
        }
        let (mut one, bodies) = pair(kind, false, &Pose::IDENTITY);
        let (mut two, others) = pair(kind, false, &Pose::IDENTITY);
        for (body, other) in bodies.iter().zip(&others) {
            let (pose, velocity, spin) = (one.pose(*body), one.velocity(*body), one.spin(*body));
            two.set_velocity(*other, mirror(velocity));
            two.set_spin(*other, -mirror(spin));
            let transform = two.world.get_mut::<Transform>(*other).unwrap();
            let image = reflected(pose);
            (transform.position, transform.rotation) = (image.position, image.rotation);
        }
        let joint: Entity = two.world.entities().last().unwrap();
        let joint = two.world.get_mut::<Joint>(joint).unwrap();
        joint.frame_a = reflected(joint.frame_a);
        joint.frame_b = reflected(joint.frame_b);
        for _ in 0..60 {
            one.step();
            two.step();
        }
        for (body, other) in bodies.iter().zip(&others) {
            let apart = (mirror(one.position(*body)) - two.position(*other)).length();
            assert!(apart < 2.0e-3, "{name}: {apart}");
        }
    }
}

/// A motor holds a load on a slider where it is: the way of a substep is that of the velocity at its end, and not
/// that of free fall.
#[test]
fn a_motor_on_a_slider_does_not_creep_under_load() {
    let mut room = Room::new();
    let body = room.body(2.0, Collider::sphere(0.2), Pose::IDENTITY);
    let kind: JointKind = SliderJoint::default()
        .with_motor(Motor::speed(0.0, 30.0))
        .into();
    room.add(Joint::new(None, body, kind));
    room.steps(600);
    let off = room.position(body).length();
    assert!(off < 1.0e-4, "{off}");
    assert!(room.velocity(body).length() < 1.0e-5);
}
