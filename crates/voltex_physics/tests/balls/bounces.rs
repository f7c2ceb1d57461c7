//! Flight and impacts.

use voltex_ecs::Transform;
use voltex_flight::units::{deg, rpm};
use voltex_flight::{Air, Launch, State, Surface, Wind, balls};
use voltex_math::{DVec3, Quat, Vec3};
use voltex_physics::ballistic::{Atmosphere, Ground};
use voltex_physics::{Collider, RigidBody, ShapeStore};

use crate::court::{Court, elastic, floors, in_the_world, moving, plain_ball};

#[test]
fn a_ball_in_the_world_is_a_shot_bit_for_bit_on_every_floor() {
    let wind = Wind::Uniform(DVec3::new(3.0, 0.0, -2.0));
    let cases = [
        (&balls::TENNIS, 30.0, 8.0, 1500.0, 60.0),
        (&balls::SOCCER, 25.0, 20.0, 400.0, 120.0),
        (&balls::TABLE_TENNIS, 9.0, 15.0, 3000.0, 30.0),
        (&balls::GOLF, 40.0, 30.0, 5000.0, 60.0),
        (&balls::CRICKET, 35.0, 3.0, 900.0, 240.0),
    ];
    for (ball, speed, up, spin, rate) in cases {
        let mut store = ShapeStore::default();
        for (name, collider, place) in floors(&mut store) {
            let mut court = Court::new(rate, 9.81);
            court.world.insert_resource(store.clone());
            let air = Atmosphere::new(Air::default(), wind.clone()).unwrap();
            court.world.insert_resource(air);
            let surface = ball.surface("hardwood").unwrap();
            let launch = Launch::at(speed)
                .up(deg(up))
                .backspin(rpm(spin))
                .from_height(0.3);
            let shot = ball.launch(launch).onto(surface).wind(wind.clone());
            let shot = in_the_world(shot, &court.config);
            let alone = shot.fly(&Air::default()).unwrap();
            court.still(collider, place, Quat::IDENTITY, &surface);
            let entity = court.ball(ball, &shot.initial_state());
            let which = format!("{name} {}", ball.name);
            court.follow(entity, &alone, 9.0, &which);
        }
    }
}

#[test]
fn bounce_height_at_every_rate_and_phase_of_the_step_on_every_floor() {
    let mut store = ShapeStore::default();
    for (name, collider, place) in floors(&mut store) {
        for rate in [30.0, 60.0, 120.0, 240.0] {
            for e in [0.3, 0.5, 0.8, 0.95] {
                for phase in 0..7 {
                    let mut court = Court::new(rate, 9.81);
                    court.world.insert_resource(store.clone());
                    let height = 2.0 + 0.013 * f64::from(phase);
                    let surface = Surface::plain("mat", e, 0.4, 0.0);
                    court.still(collider, place, Quat::IDENTITY, &surface);
                    let start = moving(DVec3::new(0.3, 0.1 + height, 0.7), DVec3::ZERO);
                    let ball = court.ball(&plain_ball(0.1, 0.2), &start);
                    let g = 9.81_f64;
                    // Energy after the first bounce is that of the closed form, e^2 h, at any time.
                    let lands = (2.0 * height / g).sqrt();
                    let after = lands + 0.5 * e * lands;
                    let ticks = (after / court.dt()).ceil() as u32;
                    for _ in 0..ticks {
                        court.step();
                    }
                    let state = court.state(ball);
                    let top =
                        state.position.y - 0.1 + 0.5 * state.velocity.y * state.velocity.y / g;
                    let bounces = court.impacts.len() as i32;
                    let right = height * voltex_math::f64::pow(e, f64::from(2 * bounces));
                    assert!(bounces >= 1);
                    assert!(
                        (top - right).abs() < 1e-6,
                        "{name} {rate} {e} {phase}: {top} {right}"
                    );
                }
            }
        }
    }
}

#[test]
fn bounce_height_of_an_elastic_ball_after_100_bounces() {
    let mut court = Court::new(60.0, 9.81);
    court.floor(&elastic());
    let ball = court.ball(
        &plain_ball(0.1, 0.2),
        &moving(DVec3::Y * 2.1, DVec3::X * 3.0),
    );
    let energy =
        |state: &State| 9.81_f64 * state.position.y + 0.5 * state.velocity.length_squared();
    let first = energy(&court.state(ball));
    while court.impacts.len() < 100 {
        court.step();
        let now = energy(&court.state(ball));
        // g is that of f32.
        assert!((now / first - 1.0).abs() < 1e-6, "{now} {first}");
        assert!(court.tick < 20_000);
    }
    assert!(!court.is_grounded(ball));
}

#[test]
fn slow_bounce_a_mirror_for_a_ball_that_creeps_along_the_wall() {
    let mut court = Court::new(60.0, 0.0);
    court.floor(&elastic());
    let start = moving(DVec3::Y * 0.101, DVec3::new(5.0, -0.01, 0.0));
    let ball = court.ball(&plain_ball(0.1, 0.2), &start);
    for _ in 0..60 {
        court.step();
    }
    let state = court.state(ball);
    assert_eq!(court.impacts.len(), 1);
    assert!((state.velocity - DVec3::new(5.0, 0.01, 0.0)).length() < 1e-12);
    assert!((state.position.x - 5.0 * 60.0 * court.dt()).abs() < 1e-9);
}

#[test]
fn spin_after_bounce_grips_at_every_phase() {
    // Solid, r .11, mu .6, e .5, from 24 heights onto a box with omega (1, 20, 3).
    for i in 0..24 {
        let mut court = Court::new(60.0, 9.81);
        let surface = Surface::plain("mat", 0.5, 0.6, 0.0);
        court.still(
            Collider::cuboid(Vec3::new(5.0, 1.0, 5.0)),
            -Vec3::Y,
            Quat::IDENTITY,
            &surface,
        );
        let mut kind = plain_ball(0.11, 0.4);
        kind.set("inertia.alpha", 0.4).unwrap();
        let height = 5.0 + 0.1 * f64::from(i);
        let start = State {
            spin: DVec3::new(1.0, 20.0, 3.0),
            ..moving(DVec3::Y * (0.11 + height), DVec3::ZERO)
        };
        let ball = court.ball(&kind, &start);
        while court.impacts.is_empty() {
            court.step();
        }
        let state = court.state(ball);
        // r omega x n is the velocity of rolling; slip ends at once: v' = alpha/(1 + alpha) of it.
        let roll = start.spin.cross(DVec3::Y) * 0.11 * (0.4 / 1.4);
        let along = DVec3::new(state.velocity.x, 0.0, state.velocity.z);
        assert!(
            (along - roll).length() < 1e-6 * roll.length(),
            "{along} {roll}"
        );
        let spin = DVec3::new(roll.z / 0.11, 20.0, -roll.x / 0.11);
        assert!((state.spin - spin).length() < 1e-9, "{} {spin}", state.spin);
        let impact = court.impacts[0].1;
        assert!(
            (impact.normal - Vec3::Y).length() < 1e-6 || (impact.normal + Vec3::Y).length() < 1e-6
        );
        let speed = (2.0 * 9.81 * height).sqrt();
        let impulse = 0.4 * 1.5 * speed;
        assert!((f64::from(impact.impulse.y.abs()) / impulse - 1.0).abs() < 1e-5);
    }
}

#[test]
fn fast_pair_meets_at_the_instant_of_the_closed_form() {
    for phase in 0..50 {
        let mut court = Court::new(60.0, 0.0);
        let kind = plain_ball(0.05, 0.1);
        let gap = 3.0 + 0.07 * f64::from(phase);
        let a = court.ball(&kind, &moving(DVec3::X * -gap, DVec3::X * 100.0));
        let b = court.ball(&kind, &moving(DVec3::X * gap, DVec3::X * -100.0));
        while court.impacts.is_empty() {
            court.step();
            assert!(court.tick < 10, "they have passed through each other");
        }
        let (tick, impact) = court.impacts[0];
        let time = (f64::from(tick) + f64::from(impact.fraction)) * court.dt();
        let right = (gap - 0.05) / 100.0;
        assert!((time - right).abs() < 1e-6, "{time} {right}");
        // Equal masses part with e times their speeds.
        let e = f64::from(balls::TENNIS.rigid_restitution.unwrap() as f32);
        let (va, vb) = (court.state(a).velocity.x, court.state(b).velocity.x);
        assert!(
            (va + 100.0 * e).abs() < 1e-9 && (vb - 100.0 * e).abs() < 1e-9,
            "{va} {vb}"
        );
    }
}

#[test]
fn fast_pair_a_sheet_of_a_millimetre_stops_a_ball_at_a_thousand_metres_a_second() {
    for i in 0..400 {
        let mut court = Court::new(60.0, 0.0);
        let angle = 0.003 * f64::from(i);
        let (sine, cosine) = voltex_math::f64::sin_cos(angle);
        let way = DVec3::new(cosine, sine, 0.0) * 1000.0;
        court.still(
            Collider::cuboid(Vec3::new(0.0005, 500.0, 500.0)),
            Vec3::ZERO,
            Quat::IDENTITY,
            &elastic(),
        );
        let from = -way * (0.03 + 0.0001 * f64::from(i));
        let ball = court.ball(&plain_ball(0.02, 0.05), &moving(from, way));
        for _ in 0..6 {
            court.step();
        }
        let state = court.state(ball);
        assert_eq!(court.impacts.len(), 1);
        assert!(state.position.x < 0.0 && state.velocity.x < 0.0);
        assert!((state.velocity.y - way.y).abs() < 1e-9);
    }
}

#[test]
fn a_ball_gives_a_body_what_it_loses() {
    let mut court = Court::new(60.0, 0.0);
    let kind = plain_ball(0.1, 0.5);
    let ball = court.ball(&kind, &moving(DVec3::new(-3.0, 0.2, 0.0), DVec3::X * 40.0));
    let target = court.world.spawn_with((
        Transform::default(),
        RigidBody::dynamic(2.0),
        Collider::cuboid(Vec3::splat(0.5)),
    ));
    for _ in 0..10 {
        court.step();
    }
    assert_eq!(court.impacts.len(), 1);
    let body = *court.world.get::<RigidBody>(target).unwrap();
    let state = court.state(ball);
    let momentum = 0.5 * state.velocity + 2.0 * body.velocity.as_dvec3();
    assert!((momentum - DVec3::X * 20.0).length() < 1e-5, "{momentum}");
    // Struck above its middle it tips over forwards, with the moment of what it got.
    assert!(body.angular_velocity.z < -1.0, "{}", body.angular_velocity);
    let energy = 0.5 * 0.5 * state.velocity.length_squared()
        + 0.5 * 2.0 * body.velocity.as_dvec3().length_squared();
    assert!(energy < 0.5 * 0.5 * 1600.0);
    let place = court.world.get::<Transform>(target).unwrap().position;
    // It left at the instant of the blow: position and velocity agree.
    let time = f64::from(court.tick) * court.dt() - 2.4 / 40.0;
    assert!(
        (f64::from(place.x) - f64::from(body.velocity.x) * time).abs() < 1e-4,
        "{place}"
    );
}

#[test]
fn a_bat_that_swings_strikes_a_ball_at_twice_its_speed() {
    let mut court = Court::new(60.0, 0.0);
    let surface = court.balls.add_surface(&elastic()).unwrap();
    court.world.spawn_with((
        Transform::from_position(Vec3::X * -2.0),
        RigidBody::kinematic().with_velocity(Vec3::X * 30.0),
        Collider::cuboid(Vec3::new(0.1, 1.0, 1.0)),
        Ground(surface),
    ));
    let ball = court.ball(
        &plain_ball(0.1, 0.2),
        &moving(DVec3::X * 1.0, DVec3::X * -10.0),
    );
    for _ in 0..30 {
        court.step();
    }
    assert_eq!(court.impacts.len(), 1);
    let state = court.state(ball);
    assert!(
        (state.velocity - DVec3::X * 70.0).length() < 1e-4,
        "{}",
        state.velocity
    );
}

#[test]
fn a_ball_into_a_corner_of_two_walls_comes_back_the_way_it_came() {
    let mut court = Court::new(60.0, 0.0);
    court.still(
        Collider::half_space(Vec3::X),
        Vec3::ZERO,
        Quat::IDENTITY,
        &elastic(),
    );
    court.still(
        Collider::half_space(Vec3::Z),
        Vec3::ZERO,
        Quat::IDENTITY,
        &elastic(),
    );
    let start = moving(DVec3::new(3.0, 0.0, 3.0), DVec3::new(-20.0, 0.0, -20.0));
    let ball = court.ball(&plain_ball(0.1, 0.2), &start);
    for _ in 0..30 {
        court.step();
    }
    let state = court.state(ball);
    assert_eq!(court.impacts.len(), 2);
    assert!((state.velocity - DVec3::new(20.0, 0.0, 20.0)).length() < 1e-12);
}
