//! Balls where nobody would put one: walls closer than the ball is wide, holes, rows against a wall, fast rackets, tips.

use super::court::{Court, elastic, moving, plain_ball};
use voltex_ecs::{Entity, Transform};
use voltex_flight::aim::Given;
use voltex_flight::{Air, Spheroid, State, Surface, Wind, balls};
use voltex_math::{DQuat, DVec3, Quat, Vec3};
use voltex_physics::ballistic::{Atmosphere, Ballistic, Ground, aim, predict};
use voltex_physics::{Collider, RigidBody, ShapeStore, physics_step};

/// Kinetic energy of balls without spin of one mass, over half that mass.
fn squares(court: &Court, balls: &[Entity]) -> f64 {
    let square = |ball: &Entity| court.state(*ball).velocity.length_squared();
    balls.iter().map(square).sum()
}

#[test]
fn a_ball_in_a_room_smaller_than_itself_stays_in_it() {
    for (ball, inner) in [(&balls::TENNIS, 0.05), (&balls::RUGBY, 0.15)] {
        let mut court = Court::new(60.0, 9.81);
        let wall = Surface::plain("wall", 0.6, 0.5, 0.0);
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            for side in [-1.0, 1.0] {
                let place = axis * side * (0.5 + 0.5 * inner);
                let room = Collider::cuboid(Vec3::splat(0.5));
                court.still(room, place, Quat::IDENTITY, &wall);
            }
        }
        let start = moving(DVec3::new(0.001, 0.002, -0.001), DVec3::new(3.0, 2.0, 1.0));
        let ball = court.ball(ball, &start);
        for _ in 0..240 {
            court.step();
            let state = court.state(ball);
            let (far, speed) = (state.position.length(), state.velocity.length());
            assert!(state.is_finite() && far < 0.3 && speed < 10.0, "{state:?}");
        }
    }
}

/// Ten balls behind one another come to a wall: each turns round, whatever the others do.
#[test]
fn a_row_of_ten_balls_against_a_wall_comes_back_as_it_came() {
    for gap in [0.4, 0.0017] {
        let mut court = Court::new(60.0, 0.0);
        let collider = Collider::half_space(Vec3::X);
        court.still(collider, Vec3::ZERO, Quat::IDENTITY, &elastic());
        let id = court.balls.add(&plain_ball(0.05, 0.1)).unwrap();
        let mut row = Vec::new();
        for i in 0..10 {
            let x = 0.3 + (0.1 + gap) * f64::from(i);
            let start = moving(DVec3::X * x, DVec3::X * -12.0);
            let mut parts = court.balls.placed(id, &start).unwrap();
            parts.3.restitution = Some(1.0);
            parts.3.friction = 0.0;
            row.push(court.world.spawn_with(parts));
        }
        court.world.insert_resource(court.balls.clone());
        let before = squares(&court, &row);
        for _ in 0..60 {
            court.step();
            let now = squares(&court, &row);
            assert!(now <= before * (1.0 + 1e-5), "{gap}: {now} of {before}");
            let places: Vec<f64> = row.iter().map(|b| court.state(*b).position.x).collect();
            assert!(places[0] > 0.049, "{gap}: {places:?}");
            let apart = places.windows(2).all(|pair| pair[1] - pair[0] > 0.099);
            assert!(apart, "{gap}: {places:?}");
        }
        if gap > 0.1 {
            for ball in &row {
                let speed = court.state(*ball).velocity.x;
                assert!((speed - 12.0).abs() < 1e-9, "{speed}");
            }
        } else {
            // More impacts than a step resolves: what is left over is the solver's, which does not bounce.
            let speeds: Vec<f64> = row.iter().map(|b| court.state(*b).velocity.x).collect();
            assert!(speeds.iter().all(|speed| *speed > -1e-3), "{speeds:?}");
        }
    }
}

/// A square frame in the plane x = 0 around a hole from -0.5 to 0.5.
fn frame(court: &mut Court, surface: &Surface) {
    let mut corners = Vec::new();
    for half in [0.5, 2.0] {
        for (y, z) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            corners.push(Vec3::new(0.0, half * y, half * z));
        }
    }
    let mut faces = Vec::new();
    for i in 0..4 {
        let next = (i + 1) % 4;
        faces.push([i, next, i + 4]);
        faces.push([next, next + 4, i + 4]);
    }
    let mesh = {
        let mut store = court.world.resource_mut::<ShapeStore>().unwrap();
        store.add_mesh(&corners, &faces).unwrap()
    };
    court.still(Collider::Mesh(mesh), Vec3::ZERO, Quat::IDENTITY, surface);
}

#[test]
fn a_ball_flies_through_a_hole_in_a_mesh_as_if_there_were_none_and_strikes_its_rim() {
    for ball in [&balls::TENNIS, &balls::AMERICAN_FOOTBALL] {
        let start = State {
            spin: DVec3::new(30.0, 5.0, -20.0),
            ..moving(DVec3::new(-4.0, 0.2, 0.1), DVec3::new(25.0, 1.0, 0.5))
        };
        let mut open = Court::new(60.0, 9.81);
        let alone = open.ball(ball, &start);
        let mut court = Court::new(60.0, 9.81);
        let through = court.ball(ball, &start);
        frame(&mut court, &elastic());
        let low = State {
            position: start.position - DVec3::Y * 0.72,
            ..start
        };
        let struck = court.ball(ball, &low);
        for _ in 0..20 {
            court.step();
            open.step();
            assert_eq!(court.state(through), open.state(alone), "{}", ball.name);
        }
        assert!(court.state(through).position.x > 2.0);
        let hit = court
            .impacts
            .first()
            .map(|(_, impact)| [impact.a, impact.b]);
        assert!(
            hit.is_some_and(|pair| pair.contains(&struck)),
            "{}",
            ball.name
        );
    }
}

/// A racket two millimetres thin that moves a metre a step: `v' = u + e (u + v)` at every phase, and as predicted.
#[test]
fn a_racket_at_60_metres_a_second_never_misses_and_gives_the_ball_its_speed() {
    for phase in 0..200 {
        let mut court = Court::new(60.0, 0.0);
        let strings = Surface::plain("strings", 0.75, 0.4, 0.0);
        let ground = court.balls.add_surface(&strings).unwrap();
        court.world.spawn_with((
            Transform::from_position(Vec3::X * (-3.0 - 0.01 * phase as f32)),
            RigidBody::kinematic().with_velocity(Vec3::X * 60.0),
            Collider::cuboid(Vec3::new(0.001, 0.15, 0.15)),
            Ground(ground),
        ));
        let ball = court.ball(
            &plain_ball(0.033, 0.058),
            &moving(DVec3::new(2.0, 0.01, 0.02), DVec3::X * -40.0),
        );
        let told = predict(&court.world, &court.config, ball, 0.25).unwrap();
        for (tick, state) in told.states.iter().enumerate().skip(1) {
            court.step();
            // Beyond the blow the place of the racket counts, which a world keeps in f32.
            let (now, certain) = (court.state(ball), tick < told.certain);
            let away = (now.position - state.position).length();
            assert!(
                if certain { now == *state } else { away < 1e-5 },
                "{phase} {away}"
            );
        }
        let state = court.state(ball);
        assert_eq!(court.impacts.len(), 1, "{phase}");
        assert!((state.velocity.x - 135.0).abs() < 1e-4, "{state:?}");
    }
}

/// A top on a smooth floor stays upright where `(I_3 w)^2 > 4 I_1 K`; here the weight turns it over with
/// `K = m g (a^2 - b^2)/a` per radian.
#[test]
fn a_rugby_ball_that_spins_on_its_tip_stands_above_the_spin_of_the_closed_form_and_falls_below() {
    let body = *balls::RUGBY.spheroid().as_ref().unwrap();
    let square = body.long * body.long - body.short * body.short;
    let slope = body.mass * 9.81 * square / body.long;
    let critical = (4.0 * body.inertia_transverse * slope).sqrt() / body.inertia_axial;
    // The place that touches is found once a step: at 60 steps a second it lags too far behind a ball that goes round so fast.
    for (factor, stands) in [(2.0, true), (0.5, false)] {
        let mut court = Court::new(120.0, 9.81);
        court.floor(&Surface::plain("ice", 0.0, 0.0, 0.0));
        let tilt = 0.02;
        // The long axis, +X of the ball, nearly along +Y.
        let half = 0.5 * (core::f64::consts::FRAC_PI_2 - tilt);
        let (sine, cosine) = voltex_math::f64::sin_cos(half);
        let rotation = DQuat::from_xyzw(0.0, 0.0, sine, cosine);
        let axis = Spheroid::axis(rotation);
        let start = State {
            rotation,
            spin: axis * (factor * critical),
            ..moving(DVec3::Y * body.support(axis, DVec3::Y), DVec3::ZERO)
        };
        let ball = court.ball(&balls::RUGBY, &start);
        let mut widest = 0.0;
        for _ in 0..360 {
            court.step();
            let state = court.state(ball);
            let level = 1.0 - Spheroid::axis(state.rotation).y.abs();
            assert!(state.is_finite() && level.is_finite(), "{state:?}");
            widest = if level > widest { level } else { widest };
        }
        // Of tilts of 0.045 and 0.8 rad.
        assert!(
            if stands { widest < 1e-3 } else { widest > 0.3 },
            "{factor}: {widest}"
        );
    }
}

#[test]
fn nan_wind_and_walls_without_size_are_named_and_leave_the_ball_alone() {
    for wind in [
        DVec3::new(f64::NAN, 0.0, 0.0),
        DVec3::new(0.0, f64::INFINITY, 0.0),
    ] {
        let refused = Atmosphere::new(Air::default(), Wind::Uniform(wind)).unwrap_err();
        assert!(refused.to_string().contains("wind"), "{refused}");
    }
    let mut court = Court::new(60.0, 9.81);
    let ball = court.ball(&balls::TENNIS, &moving(DVec3::Y * 5.0, DVec3::X * 10.0));
    let mut open = Court::new(60.0, 9.81);
    let alone = open.ball(&balls::TENNIS, &moving(DVec3::Y * 5.0, DVec3::X * 10.0));
    let bad = [
        Collider::sphere(0.0),
        Collider::sphere(-1.0),
        Collider::sphere(f32::NAN),
        Collider::cuboid(Vec3::new(1.0, 0.0, 1.0)),
        Collider::half_space(Vec3::ZERO),
    ]
    .map(|collider| {
        let place = Transform::from_position(Vec3::new(2.0, 4.8, 0.0));
        court.world.spawn_with((place, collider))
    });
    let report = physics_step(&mut court.world, &court.config).unwrap();
    let named: Vec<Entity> = report.problems.iter().map(|problem| problem.0).collect();
    assert_eq!(named, bad);
    open.step();
    for _ in 0..30 {
        let report = physics_step(&mut court.world, &court.config).unwrap();
        assert_eq!(report.impacts, []);
        open.step();
        assert_eq!(court.state(ball), open.state(alone));
    }
}

#[test]
fn a_look_ahead_of_a_ball_without_a_state_or_to_a_target_without_a_place_is_refused() {
    let mut court = Court::new(60.0, 9.81);
    let ball = court.ball(&balls::TENNIS, &moving(DVec3::Y * 5.0, DVec3::X * 10.0));
    for target in [DVec3::splat(f64::NAN), DVec3::X * f64::INFINITY] {
        let refused = aim(
            &court.world,
            &court.config,
            ball,
            target,
            Given::Speed(20.0),
        );
        assert!(refused.is_err(), "{refused:?}");
    }
    // At the ball itself nothing is to be done, and that is no fault.
    let here = court.state(ball).position;
    let answer = aim(&court.world, &court.config, ball, here, Given::Speed(20.0));
    assert!(answer.is_err() || answer.is_ok_and(|found| found.blocked.is_empty()));
    court.world.get_mut::<Ballistic>(ball).unwrap().velocity.x = f64::NAN;
    court.world.get_mut::<RigidBody>(ball).unwrap().velocity.x = f32::NAN;
    let refused = predict(&court.world, &court.config, ball, 1.0).unwrap_err();
    assert!(refused.to_string().contains("problems"), "{refused}");
    for horizon in [f64::NAN, -1.0, -0.0001, 1e9] {
        let refused = predict(&court.world, &court.config, ball, horizon).unwrap_err();
        assert!(
            refused.to_string().contains("between 0 and 3600"),
            "{refused}"
        );
    }
}
