//! What balls strike, in closed form: tilted and round bodies, a room, a bar that turns.

use super::court::{Court, elastic, moving, plain_ball};
use voltex_ecs::Transform;
use voltex_flight::Surface;
use voltex_math::{DVec3, Quat, Vec3};
use voltex_physics::ballistic::Ground;
use voltex_physics::{Collider, RigidBody};

#[test]
fn a_tilted_box_is_a_tilted_half_space() {
    let turn = Quat::from_axis_angle(Vec3::new(0.3, 0.1, -0.7).normalize(), 0.4);
    let surface = Surface::plain("board", 0.8, 0.4, 0.0);
    let normal = (turn * Vec3::Y).as_dvec3();
    let mut courts = [
        (
            Collider::cuboid(Vec3::new(50.0, 0.5, 50.0)),
            turn * Vec3::new(0.0, -0.5, 0.0),
        ),
        (Collider::half_space(Vec3::Y), Vec3::ZERO),
    ]
    .map(|(collider, place)| {
        let mut court = Court::new(60.0, 9.81);
        court.still(collider, place, turn, &surface);
        let start = moving(normal * 1.5, DVec3::new(0.4, 0.0, 0.2));
        let ball = court.ball(&plain_ball(0.05, 0.06), &start);
        (court, ball)
    });
    for _ in 0..100 {
        let [a, b] = courts.each_mut().map(|(court, ball)| {
            court.step();
            court.state(*ball).position
        });
        assert!((a - b).length() < 1e-5, "{a} {b}");
    }
    assert!(courts[0].0.impacts.len() >= 2);
}

/// Aside by `offset`, the centres are R + r apart at the touch.
#[test]
fn predict_line_a_ball_strikes_a_sphere_where_two_circles_touch() {
    for i in 0..60 {
        let (offset, speed, reach) = (0.01 * f64::from(i), 20.0, 0.6);
        let mut court = Court::new(60.0, 0.0);
        let post = Collider::sphere(0.5);
        court.still(post, Vec3::ZERO, Quat::IDENTITY, &elastic());
        let start = moving(DVec3::new(-3.0, offset, 0.0), DVec3::X * speed);
        let ball = court.ball(&plain_ball(0.1, 0.2), &start);
        for _ in 0..30 {
            court.step();
        }
        let x = -(reach * reach - offset * offset).sqrt();
        let normal = DVec3::new(x, offset, 0.0) / reach;
        let mirrored = DVec3::X * speed - normal * (2.0 * speed * normal.x);
        let state = court.state(ball);
        assert!((state.velocity - mirrored).length() < 1e-9, "{offset}");
        // The rest of the time from the touch on.
        let left = 30.0 * court.dt() - (x + 3.0) / speed;
        let end = DVec3::new(x, offset, 0.0) + mirrored * left;
        assert!((state.position - end).length() < 1e-9, "{offset}");
        assert_eq!(court.impacts.len(), 1);
    }
}

#[test]
fn an_elastic_ball_in_a_room_keeps_its_energy_and_stays() {
    let mut court = Court::new(60.0, 0.0);
    for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
        for axis in [axis, -axis] {
            court.still(
                Collider::half_space(-axis),
                axis,
                Quat::IDENTITY,
                &elastic(),
            );
        }
    }
    let start = moving(DVec3::new(0.1, -0.2, 0.3), DVec3::new(41.0, 23.0, -17.0));
    let ball = court.ball(&plain_ball(0.1, 0.2), &start);
    for _ in 0..600 {
        court.step();
        let state = court.state(ball);
        assert!(state.position.abs().max_element() < 0.9 + 1e-12);
        let speed = state.velocity.length() / start.velocity.length();
        assert!((speed - 1.0).abs() < 1e-12);
    }
    assert!(court.impacts.len() > 400, "{}", court.impacts.len());
}

/// A bar about the y axis: what is at rest beside it leaves with twice the speed of the place that strikes it.
#[test]
fn a_turning_bar_strikes_a_ball_with_the_speed_of_its_place() {
    let mut court = Court::new(60.0, 0.0);
    let ground = court.balls.add_surface(&elastic()).unwrap();
    let omega = 20.0;
    court.world.spawn_with((
        Transform::default(),
        RigidBody::kinematic().with_angular_velocity(Vec3::Y * omega),
        Collider::cuboid(Vec3::new(2.0, 0.2, 0.05)),
        Ground(ground),
    ));
    let start = moving(DVec3::new(1.0, 0.0, -0.2), DVec3::ZERO);
    let ball = court.ball(&plain_ball(0.02, 0.06), &start);
    for _ in 0..10 {
        court.step();
    }
    assert_eq!(court.impacts.len(), 1);
    let (_, hit) = &court.impacts[0];
    let (place, normal) = (hit.point.as_dvec3(), hit.normal.as_dvec3());
    // The face is 0.05 m from the axis, its normal at right angles to the bar; events are in f32.
    assert!((normal.dot(place).abs() - 0.05).abs() < 1e-6, "{hit:?}");
    let speed = (DVec3::Y * f64::from(omega)).cross(place).dot(normal);
    let leaves = court.state(ball).velocity.dot(normal);
    assert!((leaves - 2.0 * speed).abs() < 2e-5, "{leaves} {speed}");
}
