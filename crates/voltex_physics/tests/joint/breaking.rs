//! Joints that break, sleep, and let bodies touch or not.

use voltex_ecs::Transform;
use voltex_math::{Pose, Vec3};
use voltex_physics::{
    Collider, HingeJoint, Joint, JointForce, Motor, PhysicsEvent, ReportForces, RigidBody,
};

use crate::room::{G, Room};

/// A weight of 10 kg hangs on a joint that breaks a little above or below its weight.
#[test]
fn a_joint_breaks_at_the_stated_force() {
    for (limit, breaks) in [(10.0 * G * 1.01, false), (10.0 * G * 0.99, true)] {
        let mut room = Room::new();
        let body = room.body(
            10.0,
            Collider::sphere(0.5),
            Pose::from_position(Vec3::Y * -1.0),
        );
        let joint = room.add(
            Joint::ball(None, body)
                .with_anchors(Vec3::ZERO, Vec3::Y)
                .with_break_force(limit),
        );
        let mut broke = None;
        for _ in 0..60 {
            for event in room.step().events {
                if let PhysicsEvent::JointBroke {
                    joint: which,
                    force,
                    ..
                } = event
                {
                    assert_eq!(which, joint);
                    broke = Some(force);
                }
            }
        }
        assert_eq!(broke.is_some(), breaks, "{limit}");
        assert_eq!(room.world.get::<Joint>(joint).unwrap().broken, breaks);
        if let Some(force) = broke {
            assert!((force / (10.0 * G) - 1.0).abs() < 2.0e-3, "{force}");
            assert!(room.position(body).y < -4.0, "{}", room.position(body));
            // Mended where it is now.
            let at = room.position(body) + Vec3::Y;
            let component = room.world.get_mut::<Joint>(joint).unwrap();
            component.broken = false;
            component.break_force = None;
            component.frame_a.position = at;
            room.steps(120);
            assert!((room.position(body) - (at - Vec3::Y)).length() < 0.2 + 1.0);
            assert!(room.position(body).y > at.y - 1.1);
        }
    }
}

/// A bar fixed at its end: the torque at the joint is `m g r`.
#[test]
fn a_joint_breaks_at_the_stated_torque() {
    for (limit, breaks) in [(2.0 * G * 0.5 * 1.02, false), (2.0 * G * 0.5 * 0.98, true)] {
        let mut room = Room::new();
        let half = Vec3::new(0.5, 0.05, 0.05);
        let body = room.body(
            2.0,
            Collider::cuboid(half),
            Pose::from_position(Vec3::X * 0.5),
        );
        let joint = Joint::fixed(None, body).with_anchors(Vec3::ZERO, Vec3::X * -0.5);
        let joint = room.add(joint.with_break_torque(limit));
        room.steps(60);
        assert_eq!(
            room.world.get::<Joint>(joint).unwrap().broken,
            breaks,
            "{limit}"
        );
    }
}

#[test]
fn joined_bodies_sleep_and_wake_together() {
    let mut room = Room::new();
    room.config.sleeping = true;
    room.world.spawn_with((
        Transform::default(),
        Collider::half_space(Vec3::Y),
        RigidBody::statik(),
    ));
    let bodies: Vec<_> = (0..3)
        .map(|i| {
            let at = Vec3::new(2.0 * i as f32, 0.5, 0.0);
            room.body(
                1.0,
                Collider::cuboid(Vec3::splat(0.5)),
                Pose::from_position(at),
            )
        })
        .collect();
    let mut joint = None;
    for pair in bodies.windows(2) {
        joint = Some(room.add(Joint::rope(pair[0], pair[1], 2.1)));
    }
    let mut report = room.step();
    for _ in 0..180 {
        report = room.step();
    }
    assert_eq!(report.awake, 0);
    assert_eq!(report.joints, 0);
    // Pulling at one wakes all.
    room.set_velocity(bodies[0], Vec3::X * -0.5);
    assert_eq!(room.step().awake, 3);
    for _ in 0..240 {
        report = room.step();
    }
    assert_eq!(report.awake, 0);
    // So does an edit of the joint, for the two it joins and what hangs on them.
    room.world.get_mut::<Joint>(joint.unwrap()).unwrap().kind =
        Joint::rope(None, bodies[0], 1.5).kind;
    assert_eq!(room.step().awake, 3);
}

#[test]
fn joined_bodies_touch_only_where_the_joint_says_so() {
    for collide in [false, true] {
        let mut room = Room::weightless();
        let one = room.body(
            1.0,
            Collider::sphere(0.6),
            Pose::from_position(Vec3::X * -0.5),
        );
        let two = room.body(
            1.0,
            Collider::sphere(0.6),
            Pose::from_position(Vec3::X * 0.5),
        );
        let mut joint = Joint::rope(one, two, 3.0);
        joint.collide = collide;
        let joint = room.add(joint);
        assert_eq!(room.step().contacts, usize::from(collide));
        room.steps(30);
        let apart = (room.position(two) - room.position(one)).length();
        assert_eq!(apart > 1.1, collide, "{apart}");
        // Changing one's mind, and taking the joint away.
        room.world.get_mut::<Joint>(joint).unwrap().collide = true;
        room.step();
        room.steps(30);
        let apart = (room.position(two) - room.position(one)).length();
        assert!(apart > 1.1, "{apart}");
    }
}

#[test]
fn bodies_touch_again_when_the_joint_is_gone() {
    let mut room = Room::weightless();
    let one = room.body(
        1.0,
        Collider::sphere(0.6),
        Pose::from_position(Vec3::X * -0.5),
    );
    let two = room.body(
        1.0,
        Collider::sphere(0.6),
        Pose::from_position(Vec3::X * 0.5),
    );
    let joint = room.add(Joint::ball(one, two).with_anchors(Vec3::X * 0.5, Vec3::X * -0.5));
    room.steps(5);
    assert_eq!(room.step().contacts, 0);
    room.world.despawn(joint);
    assert_eq!(room.step().contacts, 1);
}

/// A body hangs at its joint with its weight, asleep or awake; a motor that holds a bar out bears its moment.
#[test]
fn a_joint_tells_what_it_bears() {
    for (substeps, sleeping) in [(1, false), (4, false), (4, true), (12, false)] {
        let mut room = Room::new();
        (room.config.substeps, room.config.sleeping) = (substeps, sleeping);
        let ball = room.body(
            3.0,
            Collider::sphere(0.2),
            Pose::from_position(Vec3::Y * -1.0),
        );
        let rod = room.add(Joint::rod(None, ball, 1.0));
        let bar = room.body(
            2.0,
            Collider::cuboid(Vec3::new(0.5, 0.1, 0.1)),
            Pose::from_position(Vec3::new(5.5, 0.0, 0.0)),
        );
        let hinge = HingeJoint::default().with_motor(Motor::speed(0.0, 50.0));
        let hinge = Joint::new(None, bar, hinge)
            .at(&room.world, Vec3::X * 5.0, Vec3::Z)
            .unwrap();
        let hinge = room.add(hinge);
        for joint in [rod, hinge] {
            room.world.add(joint, ReportForces).unwrap();
        }
        room.steps(240);
        let report = room.step();
        let told = |joint| {
            let found = report
                .joint_forces
                .iter()
                .find(|force| force.joint == joint);
            *found.expect("both joints are told")
        };
        for (joint, weight, moment) in [(rod, 3.0 * G, 0.0), (hinge, 2.0 * G, G)] {
            let JointForce { force, torque, .. } = told(joint);
            let off = (force - Vec3::Y * weight).length();
            assert!(
                off < 2.0e-3 * weight,
                "{substeps} substeps: {force} {weight}"
            );
            let off = (torque - Vec3::Z * moment).length();
            assert!(
                off < 5.0e-3 * weight,
                "{substeps} substeps: {torque} {moment}"
            );
        }
    }
}
