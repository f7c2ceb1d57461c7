//! Oval balls in odd places: overlapping, squeezed, far away, edited, in bytes, with numbers that are none.

use voltex_ecs::Transform;
use voltex_flight::{State, Surface, balls};
use voltex_math::{DQuat, DVec3, Quat, Vec3};
use voltex_physics::ballistic::{Ballistic, predict};
use voltex_physics::{Collider, RigidBody, physics_hash, physics_step};

use crate::court::{Court, moving};

fn turf(court: &mut Court) -> Surface {
    let surface = balls::RUGBY.surface("turf").unwrap();
    court.floor(&surface);
    surface
}

fn tilted() -> DQuat {
    DQuat::from_xyzw(0.2, -0.4, 0.5, 0.7).normalize()
}

#[test]
fn an_oval_ball_that_starts_in_the_ground_comes_out_slowly() {
    let mut court = Court::new(60.0, 9.81);
    turf(&mut court);
    let start = State {
        rotation: tilted(),
        ..moving(DVec3::Y * 0.02, DVec3::ZERO)
    };
    let ball = court.ball(&balls::RUGBY, &start);
    for _ in 0..600 {
        court.step();
        let state = court.state(ball);
        assert!(
            state.is_finite() && state.velocity.length() < 4.0,
            "{state:?}"
        );
    }
    let short = balls::RUGBY.spheroid().unwrap().short;
    let state = court.state(ball);
    assert!((state.position.y - short).abs() < 0.01, "{state:?}");
}

#[test]
fn an_oval_ball_squeezed_between_a_plate_and_the_floor_stays_there() {
    let mut court = Court::new(60.0, 9.81);
    turf(&mut court);
    let plate = court.world.spawn_with((
        Transform::from_position(Vec3::new(0.0, 1.5, 0.0)),
        RigidBody::kinematic().with_velocity(Vec3::Y * -1.0),
        Collider::cuboid(Vec3::new(1.0, 1.0, 1.0)),
    ));
    let start = State {
        rotation: tilted(),
        ..moving(DVec3::Y * 0.2, DVec3::ZERO)
    };
    let ball = court.ball(&balls::RUGBY, &start);
    court.press(ball, plate, 21, [-0.1, 0.6]);
}

#[test]
fn an_oval_ball_thrown_into_a_gap_that_is_too_narrow_stays_before_it() {
    let mut court = Court::new(60.0, 9.81);
    let surface = turf(&mut court);
    for sign in [-1.0, 1.0] {
        let block = Collider::cuboid(Vec3::splat(0.5));
        let place = Vec3::new(sign * 0.58, 0.5, 0.0);
        court.still(block, place, Quat::IDENTITY, &surface);
    }
    // 16 cm are open, the ball is 19 cm across.
    let start = State {
        rotation: tilted(),
        spin: DVec3::new(30.0, 20.0, -10.0),
        ..moving(DVec3::Y * 2.0, DVec3::Y * -25.0)
    };
    let ball = court.ball(&balls::RUGBY, &start);
    for _ in 0..300 {
        court.step();
        let state = court.state(ball);
        let beside = state.position.x.abs() > 1.0 || state.position.z.abs() > 0.5;
        assert!(
            state.is_finite() && (beside || state.position.y > 0.9),
            "{state:?}"
        );
    }
}

#[test]
fn an_oval_ball_at_1500_radians_a_second_100_km_from_the_origin() {
    let mut court = Court::new(60.0, 9.81);
    turf(&mut court);
    let mut throw = |x: f64| {
        let start = State {
            rotation: tilted(),
            spin: DVec3::new(1400.0, -300.0, 450.0),
            ..moving(DVec3::new(x, 0.5, 0.0), DVec3::new(8.0, -3.0, 0.5))
        };
        court.ball(&balls::RUGBY, &start)
    };
    let (near, far) = (throw(0.0), throw(1.0e5));
    for _ in 0..10 {
        court.step();
        let (a, b) = (court.state(near), court.state(far));
        // f64 knows 1e-11 m there, and the spin carries it on.
        let apart = b.position - a.position - DVec3::X * 1.0e5;
        assert!(apart.length() < 1e-6, "{a:?} {b:?}");
    }
    assert!(court.impacts.len() >= 2);
}

#[test]
fn an_oval_ball_with_a_state_or_a_collider_that_is_none_is_frozen_and_named() {
    let mut court = Court::new(60.0, 9.81);
    turf(&mut court);
    let good = court.ball(&balls::RUGBY, &moving(DVec3::Y, DVec3::X));
    let broken = State {
        spin: DVec3::new(f64::NAN, 0.0, 0.0),
        ..moving(DVec3::Y * 3.0, DVec3::ZERO)
    };
    let bad = court.ball(&balls::RUGBY, &broken);
    let round = court.ball(&balls::RUGBY, &moving(DVec3::Y * 5.0, DVec3::ZERO));
    court.world.add(round, Collider::sphere(0.1)).unwrap();
    let report = physics_step(&mut court.world, &court.config).unwrap();
    let mut named: Vec<_> = report.problems.iter().map(|(entity, _)| *entity).collect();
    named.sort_unstable_by_key(|entity| entity.id());
    assert_eq!(named, [bad, round]);
    let told = report
        .problems
        .iter()
        .map(|(_, problem)| problem.to_string());
    assert!(
        told.clone().any(|text| text.contains("placed_in")),
        "{:?}",
        told.collect::<Vec<_>>()
    );
    for _ in 0..60 {
        court.step();
    }
    assert!(court.state(good).position.x > 0.5);
}

#[test]
fn an_oval_ball_whose_attitude_is_edited_flies_on_from_there() {
    let mut court = Court::new(60.0, 9.81);
    let start = State {
        spin: DVec3::X * 50.0,
        ..moving(DVec3::Y * 10.0, DVec3::X * 20.0)
    };
    let ball = court.ball(&balls::RUGBY, &start);
    court.step();
    let turned = tilted().as_quat();
    court.world.get_mut::<Transform>(ball).unwrap().rotation = turned;
    let told = predict(&court.world, &court.config, ball, 0.5).unwrap();
    assert_eq!(told.states[0].rotation, turned.as_dquat());
    for expected in &told.states[1..] {
        court.step();
        assert_eq!(court.state(ball), *expected);
    }
}

#[test]
fn restore_contact_a_world_of_oval_balls_goes_on_alike_after_its_bytes_at_every_tick() {
    let mut court = Court::new(60.0, 9.81);
    turf(&mut court);
    for i in 0..6 {
        let x = f64::from(i);
        let start = State {
            rotation: tilted(),
            spin: DVec3::new(10.0 * x, 5.0, -8.0 * x),
            ..moving(
                DVec3::new(0.5 * x, 0.4 + 0.1 * x, 0.0),
                DVec3::new(2.0 - 0.4 * x, 0.0, 0.1),
            )
        };
        court.ball(&balls::RUGBY, &start);
    }
    court
        .world
        .register_component::<Transform>("voltex.transform", 1)
        .unwrap();
    let hash = |court: &Court| physics_hash(&court.world, &court.config);
    for _ in 0..120 {
        let mut copy = Court::new(60.0, 9.81);
        copy.world
            .register_component::<Transform>("voltex.transform", 1)
            .unwrap();
        copy.world.decode(&court.world.encode()).unwrap();
        assert_eq!(hash(&copy), hash(&court));
        court.step();
        copy.step();
        assert_eq!(hash(&copy), hash(&court), "tick {}", court.tick);
    }
    let lying = court.world.storage::<Ballistic>();
    assert!(lying.data().iter().any(|ball| ball.grounded));
}

#[test]
fn oval_balls_in_one_another_in_a_solid_in_a_joint_and_without_gravity_stay_finite() {
    for gravity in [9.81, 0.0] {
        let mut court = Court::new(60.0, gravity);
        let surface = turf(&mut court);
        let block = Collider::cuboid(Vec3::splat(1.0));
        court.still(block, Vec3::new(9.0, 1.0, 0.0), Quat::IDENTITY, &surface);
        let at = |place: DVec3| State {
            rotation: tilted(),
            spin: DVec3::new(3.0, -2.0, 1.0),
            ..moving(place, DVec3::ZERO)
        };
        let mut balls = vec![
            // The same place twice, the middle of a solid, on a rope.
            court.ball(&balls::RUGBY, &at(DVec3::Y)),
            court.ball(&balls::RUGBY, &at(DVec3::Y)),
            court.ball(&balls::RUGBY, &at(DVec3::new(9.0, 1.2, 0.1))),
        ];
        let hung = court.ball(&balls::RUGBY, &at(DVec3::new(-4.0, 2.0, 0.0)));
        let rope = voltex_physics::Joint::rope(None, hung, 1.0)
            .with_anchors(Vec3::new(-4.0, 3.0, 0.0), Vec3::ZERO);
        court.world.spawn_with((rope,));
        balls.push(hung);
        for _ in 0..300 {
            court.step();
            for ball in &balls {
                let state = court.state(*ball);
                assert!(
                    state.is_finite() && state.velocity.length() < 20.0,
                    "{gravity}: {state:?}"
                );
            }
        }
        let rope = court.state(hung).position - DVec3::new(-4.0, 3.0, 0.0);
        assert!(rope.length() < 1.05, "{rope}");
    }
}

#[test]
fn a_heap_of_oval_balls_comes_to_rest_on_the_ground() {
    let mut court = Court::new(60.0, 9.81);
    turf(&mut court);
    let mut heap = Vec::new();
    for i in 0..60_u32 {
        let place = DVec3::new(
            0.25 * f64::from(i % 4),
            0.4 + 0.25 * f64::from(i / 16),
            0.25 * f64::from(i / 4 % 4),
        );
        let start = State {
            rotation: DQuat::from_xyzw(0.1 * f64::from(i % 7), 0.3, -0.2, 1.0).normalize(),
            ..moving(place, DVec3::ZERO)
        };
        heap.push(court.ball(&balls::RUGBY, &start));
    }
    for _ in 0..900 {
        court.step();
    }
    let short = balls::RUGBY.spheroid().unwrap().short;
    let moving = heap.iter().filter(|ball| {
        let state = court.state(**ball);
        assert!(state.position.y > 0.9 * short, "{state:?}");
        state.velocity.length() > 0.1
    });
    assert_eq!(moving.count(), 0);
}
