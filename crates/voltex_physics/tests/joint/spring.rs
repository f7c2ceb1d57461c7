//! Springs and suspensions.

use std::f32::consts::TAU;

use voltex_ecs::Entity;
use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::{
    BallJoint, Collider, HingeJoint, Joint, RigidBody, SliderJoint, Spring, WheelJoint,
};

use crate::room::{G, Room, skew};

/// Displacement of a damped oscillator from 1, at rest.
fn oscillator(w: f64, z: f64, t: f64) -> f64 {
    use voltex_math::f64::{cos, exp, sin};
    if z < 1.0 {
        let damped = w * (1.0 - z * z).sqrt();
        exp(-z * w * t) * (cos(damped * t) + z * w / damped * sin(damped * t))
    } else if z == 1.0 {
        exp(-w * t) * (1.0 + w * t)
    } else {
        let root = (z * z - 1.0).sqrt();
        let (fast, slow) = (-w * (z + root), -w * (z - root));
        (fast * exp(slow * t) - slow * exp(fast * t)) / (fast - slow)
    }
}

/// Compares a coordinate that starts at `size` with the oscillator, over two seconds. The scheme is half a substep off
/// in time, so the tolerance is the way of half a substep, and a little.
fn compare(room: &mut Room, name: &str, w: f32, z: f32, size: f32, place: impl Fn(&Room) -> f32) {
    let w = f64::from(w);
    let tolerance = 0.6 * w / 240.0 + 2.0e-3;
    for step in 1..=120 {
        room.step();
        let got = f64::from(place(room) / size);
        let expected = oscillator(w, f64::from(z), f64::from(step) / 60.0);
        assert!(
            (got - expected).abs() < tolerance,
            "{name}, damping {z}, step {step}: {got} instead of {expected}"
        );
    }
}

/// Two masses on a spring: reduced mass `m1 m2/(m1 + m2)`.
#[test]
fn a_spring_has_the_frequency_of_stiffness_and_reduced_mass() {
    for z in [0.0, 0.1, 1.0, 2.0] {
        let mut room = Room::weightless();
        let (one, two) = (room.point(1.0, Vec3::ZERO), room.point(3.0, Vec3::X * 2.2));
        let stiffness = 120.0;
        let w = (stiffness / 0.75_f32).sqrt();
        let spring = Spring::rated(stiffness, 2.0 * z * w * 0.75);
        room.add(Joint::spring(one, two, 2.0, spring));
        let length = move |room: &Room| (room.position(two) - room.position(one)).length() - 2.0;
        compare(&mut room, "spring", w, z, 0.2, length);
    }
}

#[test]
fn a_tuned_spring_has_its_frequency_whatever_the_masses() {
    for (one, two) in [(1.0, 1.0), (0.1, 10.0), (5.0, 1000.0)] {
        let mut room = Room::weightless();
        let (one, two) = (room.point(one, Vec3::ZERO), room.point(two, Vec3::X * 1.9));
        room.add(Joint::spring(one, two, 2.0, Spring::tuned(2.0, 0.05)));
        let length = move |room: &Room| (room.position(two) - room.position(one)).length() - 2.0;
        compare(&mut room, "tuned", 2.0 * TAU, 0.05, -0.1, length);
    }
}

/// Pulled in line with its anchor a ball does not turn, and moves as a mass on the stiffness of the mean direction:
/// `k (1/m + 2 a^2/(3 I)) = w^2` with the arm `a` and `I = 2 m r^2/5`.
#[test]
fn a_tuned_spring_has_one_stiffness_in_all_directions() {
    for arm in [0.5_f32, 1.0, 3.0] {
        let (radius, w) = (0.2, 3.0 * TAU);
        let mut room = Room::weightless();
        let ball = room.body(
            0.7,
            Collider::sphere(radius),
            Pose::from_position(Vec3::ZERO),
        );
        let anchors = [Vec3::X * 2.1, Vec3::X * (arm * radius)];
        let rest = 2.0 - arm * radius;
        let spring = Joint::spring(None, ball, rest, Spring::tuned(w / TAU, 0.0));
        room.add(spring.with_anchors(anchors[0], anchors[1]));
        let slower = w / (1.0 + 5.0 / 3.0 * arm * arm).sqrt();
        let way = move |room: &Room| 0.1 - room.position(ball).x;
        compare(&mut room, "in line", slower, 0.0, 0.1, way);
    }
}

/// Of the defect that a spring followed the mass that its levers offered at the moment: a small ball on an anchor far
/// outside of it was pumped to 2,000 km/s.
#[test]
fn a_tuned_spring_on_a_long_lever_makes_no_energy() {
    for (frequency, arm) in [(0.5, 0.9), (2.0, 0.3), (4.0, 0.9), (1.0, 0.1)] {
        let (mass, radius) = (0.0577, 0.03335);
        let mut room = Room::weightless();
        let ball = room.body(
            mass,
            Collider::sphere(radius),
            Pose::new(Vec3::ZERO, skew()),
        );
        let lever = Vec3::new(0.6, -0.48, 0.64) * arm;
        let (from, rest) = (Vec3::new(0.3, 1.5, -0.2), 1.2);
        let spring = Joint::spring(None, ball, rest, Spring::tuned(frequency, 0.0));
        room.add(spring.with_anchors(from, lever));
        let inertia = 0.4 * mass * radius * radius;
        let w = TAU * frequency;
        let stiffness = w * w / (1.0 / mass + 2.0 / 3.0 * arm * arm / inertia);
        let energy = |room: &Room| {
            let body = room.world.get::<voltex_ecs::Transform>(ball).unwrap();
            let end = body.position + body.rotation * lever;
            let stretch = (end - from).length() - rest;
            let moving = room.world.get::<RigidBody>(ball).unwrap();
            0.5 * mass * moving.velocity.length_squared()
                + 0.5 * inertia * moving.angular_velocity.length_squared()
                + 0.5 * stretch * stretch * stiffness
        };
        let start = energy(&room);
        let mut most = start;
        for _ in 0..3600 {
            room.step();
            most = voltex_math::f32::max(most, energy(&room));
        }
        assert!(
            most < 1.5 * start,
            "{frequency} Hz on a lever of {arm} m: {most} J of {start} J"
        );
    }
}

/// A flap on a hinge far from its centre: the spring feels `I + m r^2`.
#[test]
fn the_spring_of_a_hinge_swings_with_all_that_turns() {
    for (law, w) in [
        (Spring::tuned(1.5, 0.2), 1.5 * TAU),
        // I + m r^2 of the flap about its edge: m (4 l^2 + 4 t^2/4)/3 with half sizes l, t.
        (
            Spring::rated(40.0, 0.0),
            (40.0_f32 / (2.0 * (1.0 + 0.01) / 3.0 + 2.0)).sqrt(),
        ),
    ] {
        let z = match law {
            Spring::Tuned { damping, .. } => damping,
            Spring::Rated { .. } => 0.0,
        };
        let mut room = Room::weightless();
        let half = Vec3::new(1.0, 0.1, 0.3);
        let flap = room.body(2.0, Collider::cuboid(half), Pose::from_position(Vec3::X));
        let hinge = HingeJoint::default().with_spring(law);
        let joint = Joint::new(None, flap, hinge)
            .at(&room.world, Vec3::ZERO, Vec3::Z)
            .unwrap();
        room.add(joint);
        // Turned away from where the joint was set up.
        let turn = Quat::from_rotation_z(0.3);
        let transform = room.world.get_mut::<voltex_ecs::Transform>(flap).unwrap();
        transform.position = turn * Vec3::X;
        transform.rotation = turn;
        let angle = move |room: &Room| {
            let p = room.position(flap);
            voltex_math::f32::atan2(p.y, p.x)
        };
        compare(&mut room, "hinge", w, z, 0.3, angle);
    }
}

#[test]
fn the_spring_of_a_slider_moves_along_its_axis() {
    for z in [0.0, 1.0] {
        let mut room = Room::weightless();
        let body = room.body(3.0, Collider::sphere(0.3), Pose::new(Vec3::Y, skew()));
        let slider = SliderJoint::default().with_spring(Spring::tuned(2.0, z));
        let axis = Vec3::new(0.6, 0.0, 0.8);
        let joint = Joint::new(None, body, slider)
            .at(&room.world, Vec3::Y, axis)
            .unwrap();
        room.add(joint);
        room.world
            .get_mut::<voltex_ecs::Transform>(body)
            .unwrap()
            .position += axis * 0.5;
        let way = move |room: &Room| (room.position(body) - Vec3::Y).dot(axis);
        compare(&mut room, "slider", 2.0 * TAU, z, 0.5, way);
        let off = room.position(body) - Vec3::Y;
        assert!((off - axis * off.dot(axis)).length() < 1.0e-4);
    }
}

/// All moments of inertia about the centre are equal, so a turn about any axis swings alike.
#[test]
fn the_drive_of_a_ball_joint_turns_about_any_axis() {
    let mut room = Room::weightless();
    let body = room.body(2.0, Collider::sphere(0.4), Pose::IDENTITY);
    let ball = BallJoint::default().with_drive(Quat::IDENTITY, Spring::tuned(1.0, 0.3));
    room.add(Joint::new(None, body, ball));
    let axis = Vec3::new(2.0, -1.0, 2.0) / 3.0;
    room.world
        .get_mut::<voltex_ecs::Transform>(body)
        .unwrap()
        .rotation = Quat::from_axis_angle(axis, 1.2);
    let angle = move |room: &Room| {
        let q = room.rotation(body);
        let sine = Vec3::new(q.x, q.y, q.z).dot(axis);
        2.0 * voltex_math::f32::atan2(sine, q.w)
    };
    compare(&mut room, "ball", TAU, 0.3, 1.2, angle);
}

fn wheel(room: &mut Room, spring: Spring) -> (Entity, Entity) {
    let chassis = room.body(
        40.0,
        Collider::cuboid(Vec3::new(0.5, 0.2, 0.5)),
        Pose::from_position(Vec3::Y * 2.0),
    );
    let wheel = room.body(
        2.0,
        Collider::sphere(0.3),
        Pose::from_position(Vec3::Y * 1.0),
    );
    let kind = WheelJoint::default().with_suspension(spring);
    let joint = Joint::new(chassis, wheel, kind)
        .at(&room.world, Vec3::Y, Vec3::Z)
        .unwrap();
    room.add(joint);
    (chassis, wheel)
}

/// The wheel is held, the chassis stands on the spring: it sinks by `m g/k`.
#[test]
fn a_suspension_is_pressed_in_by_weight_over_stiffness() {
    for damping in [200.0, 600.0, 1200.0] {
        let mut room = Room::new();
        let (chassis, wheel) = wheel(&mut room, Spring::rated(4000.0, damping));
        room.add(Joint::fixed(None, wheel).with_anchors(Vec3::Y, Vec3::ZERO));
        // The chassis only moves up and down.
        room.world
            .get_mut::<voltex_physics::RigidBody>(chassis)
            .unwrap()
            .locks
            .rotation = [true; 3];
        room.steps(900);
        let pressed = 1.0 - (room.position(chassis).y - room.position(wheel).y);
        let expected = 40.0 * G / 4000.0;
        assert!(
            (pressed / expected - 1.0).abs() < 5.0e-3,
            "{damping}: {pressed} {expected}"
        );
    }
}

#[test]
fn a_wheel_turns_freely_about_its_axle_and_moves_along_its_suspension_alone() {
    let mut room = Room::weightless();
    let (chassis, wheel) = wheel(&mut room, Spring::tuned(2.0, 0.5));
    room.set_spin(wheel, Vec3::Z * 30.0);
    room.set_velocity(wheel, Vec3::new(0.5, 0.3, -0.4));
    room.steps(120);
    let relative = room.pose(chassis).relative(&room.pose(wheel));
    assert!(
        relative.position.x.abs() < 1.0e-3 && relative.position.z.abs() < 1.0e-3,
        "{relative:?}"
    );
    let axle = relative.rotation * Vec3::Z;
    assert!((axle - Vec3::Z).length() < 2.0e-3, "{axle}");
    let spin = (room.spin(wheel) - room.spin(chassis)).dot(room.rotation(chassis) * Vec3::Z);
    assert!((spin - 30.0).abs() < 0.5, "{spin}");
}
