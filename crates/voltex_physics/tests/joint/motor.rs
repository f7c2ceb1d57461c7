//! Motors and friction.

use voltex_ecs::Entity;
use voltex_math::{Pose, Vec3};
use voltex_physics::{
    BallJoint, Collider, HingeJoint, Joint, Motor, SliderJoint, Spring, WheelJoint,
};

use crate::room::{G, Room, box_inertia};

const HALF: Vec3 = Vec3::new(1.0, 0.1, 0.2);
const MASS: f32 = 3.0;

/// A bar on a hinge at its end, about z.
fn bar(room: &mut Room, hinge: HingeJoint) -> Entity {
    let bar = room.body(MASS, Collider::cuboid(HALF), Pose::from_position(Vec3::X));
    let joint = Joint::new(None, bar, hinge)
        .at(&room.world, Vec3::ZERO, Vec3::Z)
        .unwrap();
    room.add(joint);
    bar
}

/// About the hinge: `I + m r^2`.
fn inertia() -> f32 {
    box_inertia(MASS, HALF).z + MASS
}

#[test]
fn a_motor_accelerates_by_torque_over_inertia_up_to_its_speed() {
    for torque in [0.5, 5.0] {
        let mut room = Room::weightless();
        let bar = bar(
            &mut room,
            HingeJoint::default().with_motor(Motor::speed(4.0, torque)),
        );
        let alpha = torque / inertia();
        for step in 1..=300 {
            room.step();
            let expected = voltex_math::f32::min(4.0, alpha * step as f32 / 60.0);
            let spin = room.spin(bar).z;
            assert!(
                (spin - expected).abs() < 2.0e-3 * 4.0,
                "{torque}, {step}: {spin} {expected}"
            );
        }
    }
}

#[test]
fn a_motor_without_bound_is_at_its_speed_at_once() {
    let mut room = Room::weightless();
    let bar = bar(
        &mut room,
        HingeJoint::default().with_motor(Motor::speed(-2.5, f32::INFINITY)),
    );
    room.step();
    assert!((room.spin(bar).z + 2.5).abs() < 1.0e-3);
}

#[test]
fn a_motor_goes_to_its_place_and_stays_under_load() {
    let mut room = Room::new();
    let motor = Motor::position(0.8, Spring::tuned(3.0, 1.0), 1.0e4);
    let bar = bar(&mut room, HingeJoint::default().with_motor(motor));
    room.steps(240);
    let p = room.position(bar);
    let angle = voltex_math::f32::atan2(p.y, p.x);
    // The weight turns the spring by `m g r cos(a)/(I w^2)`.
    let w = 3.0 * std::f32::consts::TAU;
    let sag = MASS * G * voltex_math::f32::cos(angle) / (inertia() * w * w);
    assert!((angle - (0.8 - sag)).abs() < 2.0e-3, "{angle} {sag}");
}

#[test]
fn a_motor_that_is_too_weak_lets_the_bar_fall() {
    let mut room = Room::new();
    let motor = Motor::position(0.0, Spring::tuned(3.0, 1.0), 0.5 * MASS * G);
    let bar = bar(&mut room, HingeJoint::default().with_motor(motor));
    room.steps(60);
    assert!(room.position(bar).y < -0.3);
}

#[test]
fn friction_slows_by_its_torque_and_then_holds() {
    let mut room = Room::weightless();
    let bar = bar(&mut room, HingeJoint::default().with_friction(2.0));
    room.set_spin(bar, Vec3::Z * 1.0);
    room.set_velocity(bar, Vec3::Y * 1.0);
    let alpha = 2.0 / inertia();
    for step in 1..=240 {
        room.step();
        let expected = voltex_math::f32::max(0.0, 1.0 - alpha * step as f32 / 60.0);
        let spin = room.spin(bar).z;
        assert!(
            (spin - expected).abs() < 4.0e-3,
            "{step}: {spin} {expected}"
        );
    }
}

/// About the vertical axis through a ball joint nothing but friction acts.
#[test]
fn friction_of_a_ball_joint_stops_a_turn_about_any_axis() {
    let mut room = Room::weightless();
    let ball = room.body(2.0, Collider::sphere(0.5), Pose::IDENTITY);
    room.add(Joint::new(
        None,
        ball,
        BallJoint::default().with_friction(0.1),
    ));
    let axis = Vec3::new(2.0, -1.0, 2.0) / 3.0;
    room.set_spin(ball, axis * 2.0);
    let alpha = 0.1 / (0.4 * 2.0 * 0.25);
    for step in 1..=360 {
        room.step();
        let expected = voltex_math::f32::max(0.0, 2.0 - alpha * step as f32 / 60.0);
        let spin = room.spin(ball);
        assert!(
            (spin - axis * expected).length() < 5.0e-3,
            "{step}: {spin} {expected}"
        );
    }
}

#[test]
fn a_slider_is_pushed_by_its_force() {
    let mut room = Room::weightless();
    let body = room.body(4.0, Collider::sphere(0.5), Pose::IDENTITY);
    let slider = SliderJoint::default().with_motor(Motor::speed(3.0, 6.0));
    let joint = Joint::new(None, body, slider)
        .at(&room.world, Vec3::ZERO, Vec3::X)
        .unwrap();
    room.add(joint);
    for step in 1..=180 {
        room.step();
        let expected = voltex_math::f32::min(3.0, 1.5 * step as f32 / 60.0);
        assert!((room.velocity(body).x - expected).abs() < 1.0e-3);
    }
}

/// A slider on an incline of angle `a` with friction `F`: `m g sin(a) - F`.
#[test]
fn a_slider_runs_down_an_incline_against_its_friction() {
    let mut room = Room::new();
    let body = room.body(2.0, Collider::sphere(0.5), Pose::IDENTITY);
    let slider = SliderJoint::default().with_friction(4.0);
    let axis = Vec3::new(0.8, -0.6, 0.0);
    let joint = Joint::new(None, body, slider)
        .at(&room.world, Vec3::ZERO, axis)
        .unwrap();
    room.add(joint);
    room.steps(60);
    let expected = (2.0 * G * 0.6 - 4.0) / 2.0;
    let speed = room.velocity(body).dot(axis);
    assert!(
        (speed / expected - 1.0).abs() < 2.0e-3,
        "{speed} {expected}"
    );
}

/// A car of one axle drives: the motor turns the wheels, friction carries it along without slipping.
#[test]
fn wheels_with_motors_drive() {
    let mut room = Room::new();
    room.world.spawn_with((
        voltex_ecs::Transform::default(),
        Collider::half_space(Vec3::Y),
        voltex_physics::RigidBody::statik(),
    ));
    let chassis = room.body(
        20.0,
        Collider::cuboid(Vec3::new(1.0, 0.2, 0.4)),
        Pose::from_position(Vec3::Y * 0.6),
    );
    for (x, z) in [(-0.8, -0.6), (-0.8, 0.6), (0.8, -0.6), (0.8, 0.6)] {
        let at = Vec3::new(x, 0.3, z);
        let wheel = room.body(2.0, Collider::sphere(0.3), Pose::from_position(at));
        let kind = WheelJoint::default()
            .with_suspension(Spring::tuned(4.0, 0.7))
            .with_travel(-0.1, 0.1)
            .with_motor(Motor::speed(-10.0, 20.0));
        let joint = Joint::new(chassis, wheel, kind)
            .at(&room.world, at, Vec3::Z)
            .unwrap();
        room.add(joint);
    }
    room.steps(300);
    let velocity = room.velocity(chassis);
    assert!((velocity.x - 3.0).abs() < 0.1, "{velocity}");
    assert!(
        velocity.z.abs() < 0.05 && velocity.y.abs() < 0.05,
        "{velocity}"
    );
}
