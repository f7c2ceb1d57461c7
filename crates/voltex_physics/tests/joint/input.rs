//! Bad input is named and harms nothing else.

use voltex_ecs::Transform;
use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::{
    BallJoint, Collider, DistanceJoint, HingeJoint, Joint, Motor, PhysicsError, SliderJoint,
    Spring, WheelJoint, physics_step,
};

use crate::room::{G, Room};

/// The joint is skipped and named once; the body falls as if it were not there.
fn is_refused(make: impl Fn(&mut Room, voltex_ecs::Entity) -> Joint, words: &str) {
    let mut room = Room::new();
    let body = room.body(1.0, Collider::sphere(0.5), Pose::IDENTITY);
    let joint = make(&mut room, body);
    let joint = room.add(joint);
    let report = physics_step(&mut room.world, &room.config).unwrap();
    assert_eq!(report.problems.len(), 1, "{:?}", report.problems);
    let (entity, problem) = &report.problems[0];
    assert_eq!(*entity, joint);
    let text = problem.to_string();
    assert!(text.contains(words), "{text}");
    room.steps(59);
    assert!(
        (room.position(body).y + 0.5 * G).abs() < 1.0e-3,
        "{}",
        room.position(body)
    );
}

#[test]
fn joints_that_cannot_be_are_named() {
    is_refused(|_, body| Joint::ball(body, body), "itself");
    is_refused(
        |room, body| {
            let dead = room.point(1.0, Vec3::ZERO);
            room.world.despawn(dead);
            Joint::ball(dead, body)
        },
        "no body",
    );
    is_refused(
        |room, body| Joint::ball(room.world.spawn(), body),
        "no body",
    );
    is_refused(
        |_, body| Joint::rope(None, body, f32::NAN),
        "largest distance of a joint (m) is NaN",
    );
    is_refused(
        |_, body| Joint::new(None, body, DistanceJoint { min: 2.0, max: 1.0 }),
        "exchange",
    );
    is_refused(
        |_, body| Joint::new(None, body, HingeJoint::default().with_limits(1.0, -1.0)),
        "exchange",
    );
    is_refused(
        |_, body| {
            Joint::new(
                None,
                body,
                SliderJoint::default().with_limits(f32::NAN, 1.0),
            )
        },
        "limits of a slider (m) is NaN",
    );
    is_refused(
        |_, body| Joint::new(None, body, BallJoint::default().with_cone(-0.1)),
        "cone of a ball joint (rad) is -0.1",
    );
    is_refused(
        |_, body| {
            Joint::new(
                None,
                body,
                HingeJoint::default().with_motor(Motor::speed(f32::INFINITY, 1.0)),
            )
        },
        "speed of a motor",
    );
    is_refused(
        |_, body| {
            Joint::new(
                None,
                body,
                BallJoint::default().with_drive(Quat::IDENTITY, Spring::rated(1.0, 0.0)),
            )
        },
        "Spring::tuned",
    );
    is_refused(
        |_, body| {
            let motor = Motor::position(1.0, Spring::default(), 1.0);
            Joint::new(None, body, WheelJoint::default().with_motor(motor))
        },
        "Motor::speed",
    );
    is_refused(
        |_, body| Joint::spring(None, body, 1.0, Spring::tuned(-1.0, 0.0)),
        "frequency of a spring (Hz) is -1",
    );
    is_refused(
        |_, body| Joint::ball(None, body).with_anchors(Vec3::X * f32::NAN, Vec3::ZERO),
        "anchor",
    );
    is_refused(
        |_, body| {
            let bad = Pose::new(Vec3::ZERO, Quat::from_xyzw(0.0, 0.0, 0.0, 2.0));
            Joint::ball(None, body).with_frames(bad, Pose::IDENTITY)
        },
        "normalise",
    );
    is_refused(
        |_, body| Joint::ball(None, body).with_break_force(-1.0),
        "breaking force",
    );
}

#[test]
fn a_joint_waits_for_a_body_that_comes_later() {
    let mut room = Room::new();
    let empty = room.world.spawn();
    let joint = room.add(Joint::ball(None, empty).with_anchors(Vec3::ZERO, Vec3::Y));
    let report = physics_step(&mut room.world, &room.config).unwrap();
    assert_eq!(report.problems.len(), 1);
    room.world
        .add(empty, Transform::from_position(Vec3::Y * -1.0))
        .unwrap();
    room.world
        .add(empty, voltex_physics::RigidBody::dynamic(1.0))
        .unwrap();
    for _ in 0..60 {
        room.step();
    }
    assert!((room.position(empty) + Vec3::Y).length() < 1.0e-2);
    // And when the body goes, that is told once.
    room.world.despawn(empty);
    let report = physics_step(&mut room.world, &room.config).unwrap();
    assert_eq!(report.problems.len(), 1);
    assert_eq!(report.problems[0].0, joint);
    assert!(report.problems[0].1.to_string().contains("lost"));
    room.step();
}

#[test]
fn placing_a_joint_needs_bodies_and_an_axis() {
    let mut room = Room::new();
    let body = room.point(1.0, Vec3::ZERO);
    let dead = room.point(1.0, Vec3::ZERO);
    room.world.despawn(dead);
    let world = &room.world;
    assert!(matches!(
        Joint::ball(dead, body).at(world, Vec3::ZERO, Vec3::Y),
        Err(PhysicsError::BadJoint(_))
    ));
    assert!(matches!(
        Joint::ball(None, body).at(world, Vec3::ZERO, Vec3::ZERO),
        Err(PhysicsError::BadVector { .. })
    ));
    let wheel = Joint::new(None, body, WheelJoint::default());
    assert!(matches!(
        wheel.at(world, Vec3::ZERO, Vec3::Y),
        Err(PhysicsError::BadVector { .. })
    ));
    assert!(wheel.at(world, Vec3::ZERO, Vec3::X).is_ok());
}

/// Nothing moves the world, a body without inertia, or one whose axes are locked, and none of it makes NaN.
#[test]
fn what_cannot_move_makes_no_nonsense() {
    let mut room = Room::new();
    let fixed = [0.0, 1.0].map(|x| {
        room.world.spawn_with((
            Transform::from_position(Vec3::X * x),
            voltex_physics::RigidBody::statik(),
            Collider::sphere(0.1),
        ))
    });
    room.add(Joint::ball(fixed[0], fixed[1]));
    let point = room.point(1.0, Vec3::new(0.0, -1.0, 0.0));
    for joint in [
        Joint::fixed(None, point).with_anchors(Vec3::ZERO, Vec3::Y),
        Joint::hinge(None, point).with_anchors(Vec3::ZERO, Vec3::Y),
        Joint::rod(None, point, 1.0),
        Joint::new(
            None,
            point,
            HingeJoint::default()
                .with_limits(0.0, 1.0)
                .with_spring(Spring::rated(1.0, 1.0)),
        )
        .with_anchors(Vec3::ZERO, Vec3::Y),
        Joint::new(
            None,
            point,
            BallJoint::default()
                .with_friction(1.0)
                .with_cone(0.0)
                .with_drive(Quat::IDENTITY, Spring::default()),
        )
        .with_anchors(Vec3::ZERO, Vec3::Y),
    ] {
        room.add(joint);
    }
    room.steps(120);
    assert!(
        (room.position(point) + Vec3::Y).length() < 1.0e-2,
        "{}",
        room.position(point)
    );
}
