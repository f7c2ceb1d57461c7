//! Limits: hinges, sliders, ropes, cones and twists.

use std::f32::consts::{PI, TAU};

use voltex_math::random::{Key, uniform_in};
use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::{BallJoint, Collider, DistanceJoint, HingeJoint, Joint, Motor, SliderJoint};

use crate::room::{G, Room};

#[test]
fn a_slider_falls_to_its_limit_and_rests_there() {
    let mut room = Room::new();
    let body = room.body(2.0, Collider::sphere(0.5), Pose::IDENTITY);
    let slider = SliderJoint::default().with_limits(-1.0, 2.0);
    let joint = Joint::new(None, body, slider)
        .at(&room.world, Vec3::ZERO, Vec3::Y)
        .unwrap();
    room.add(joint);
    for step in 1..=180 {
        room.step();
        let y = room.position(body).y;
        let t = step as f32 / 60.0;
        let free = -0.5 * G * t * t;
        let expected = voltex_math::f32::max(free, -1.0);
        assert!((y - expected).abs() < 2.0e-4, "{step}: {y} {expected}");
    }
    assert!(room.velocity(body).length() < 1.0e-3);
}

#[test]
fn a_hinge_counts_whole_turns_to_its_limit() {
    let mut room = Room::weightless();
    let body = room.body(
        1.0,
        Collider::cuboid(Vec3::new(0.5, 0.1, 0.1)),
        Pose::IDENTITY,
    );
    let limit = 3.0 * TAU + 1.0;
    let hinge = HingeJoint::default()
        .with_limits(-0.5, limit)
        .with_motor(Motor::speed(9.0, 50.0));
    let joint = Joint::new(None, body, hinge)
        .at(&room.world, Vec3::ZERO, Vec3::Y)
        .unwrap();
    room.add(joint);
    room.steps(100);
    assert!(
        (room.spin(body).y - 9.0).abs() < 0.01,
        "{}",
        room.spin(body)
    );
    room.steps(100);
    assert!(room.spin(body).length() < 0.01, "{}", room.spin(body));
    let q = room.rotation(body);
    let angle = 2.0 * voltex_math::f32::atan2(q.y, q.w);
    let expected = 1.0;
    let off = (angle - expected + PI).rem_euclid(TAU) - PI;
    assert!(off.abs() < 5.0e-3, "{angle} {expected}");
}

#[test]
fn a_rope_is_slack_until_it_is_taut() {
    let mut room = Room::new();
    let body = room.point(1.0, Vec3::new(0.0, -0.5, 0.0));
    room.add(Joint::rope(None, body, 1.0));
    // 0.5 m of free fall take 0.319 s, 19 steps.
    room.steps(18);
    let t = 18.0 / 60.0_f32;
    let fallen = -0.5 - room.position(body).y;
    assert!((fallen - 0.5 * G * t * t).abs() < 1.0e-5, "{fallen}");
    for _ in 0..120 {
        room.step();
        let length = room.position(body).length();
        assert!(length < 1.0 + 3.0e-3, "{length}");
    }
    assert!((room.position(body).length() - 1.0).abs() < 2.0e-3);
    assert!(
        room.velocity(body).length() < 5.0e-3,
        "{}",
        room.velocity(body)
    );
}

#[test]
fn a_distance_joint_pushes_and_pulls() {
    let mut room = Room::weightless();
    let (one, two) = (room.point(1.0, Vec3::ZERO), room.point(2.0, Vec3::X));
    room.add(Joint::new(one, two, DistanceJoint { min: 0.5, max: 1.5 }));
    for speed in [3.0, -3.0] {
        room.set_velocity(two, Vec3::X * speed);
        room.set_velocity(one, Vec3::X * (-2.0 * speed));
        room.steps(60);
        let length = (room.position(two) - room.position(one)).length();
        let expected = if speed > 0.0 { 1.5 } else { 0.5 };
        assert!((length - expected).abs() < 2.0e-3, "{length} {expected}");
    }
}

/// A body on a ball joint in a storm of spins; angles by quaternions, not by small-angle formulas.
#[test]
fn cone_and_twist_are_not_passed_by_more_than_two_degrees() {
    let (cone, twist) = (0.6_f32, 0.4_f32);
    let mut room = Room::new();
    let body = room.body(
        1.0,
        Collider::cuboid(Vec3::new(0.1, 0.4, 0.15)),
        Pose::from_position(Vec3::Y * -0.4),
    );
    let ball = BallJoint::default()
        .with_cone(cone)
        .with_twist(-twist, twist);
    let joint = Joint::new(None, body, ball)
        .at(&room.world, Vec3::ZERO, Vec3::Y)
        .unwrap();
    room.add(joint);
    let key = Key::new(7, 1);
    let allowed = 2.0_f32.to_radians();
    let (mut most_cone, mut most_twist) = (0.0, 0.0);
    for step in 0..1200 {
        if step % 40 == 0 {
            let spin: [f32; 3] = std::array::from_fn(|axis| {
                uniform_in(key, step * 3 + axis as u64, -12.0, 12.0) as f32
            });
            let spin = Vec3::from_array(spin);
            room.set_spin(body, spin);
            let arm = room.position(body);
            room.set_velocity(body, spin.cross(arm));
        }
        room.step();
        let q = room.rotation(body);
        let tilt = voltex_math::f32::acos(voltex_math::f32::clamp((q * Vec3::Y).y, -1.0, 1.0));
        let turned = 2.0 * voltex_math::f32::atan2(q.y * q.w.signum(), q.w.abs());
        most_cone = voltex_math::f32::max(most_cone, tilt - cone);
        most_twist = voltex_math::f32::max(most_twist, turned.abs() - twist);
    }
    println!(
        "beyond the cone {} deg, beyond the twist {} deg",
        most_cone.to_degrees(),
        most_twist.to_degrees()
    );
    assert!(most_cone < allowed && most_cone > -0.05, "{most_cone}");
    assert!(most_twist < allowed && most_twist > -0.05, "{most_twist}");
}

/// A joint whose limits leave one angle only is a lock.
#[test]
fn equal_limits_hold_an_angle() {
    let mut room = Room::new();
    let body = room.body(
        1.0,
        Collider::cuboid(Vec3::new(0.5, 0.05, 0.05)),
        Pose::from_position(Vec3::X * 0.5),
    );
    let hinge = HingeJoint::default().with_limits(0.0, 0.0);
    let joint = Joint::new(None, body, hinge)
        .at(&room.world, Vec3::ZERO, Vec3::Z)
        .unwrap();
    room.add(joint);
    room.steps(300);
    let turned = room.rotation(body).angle_between(Quat::IDENTITY);
    assert!(turned < 0.02, "{turned}");
}
