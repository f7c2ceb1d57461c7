//! Several bodies at one instant: none comes first.

use voltex_ecs::{Entity, Transform};
use voltex_flight::{State, Surface};
use voltex_math::{DVec3, Quat, Vec3};
use voltex_physics::ballistic::{Ground, predict};
use voltex_physics::{Collider, RigidBody};

use crate::court::{Court, elastic, moving, plain_ball};

/// Two boxes with a gap of 10 cm between them at height 1, and a ball of 20 cm right above it; the order in which the
/// boxes came, and what each is made of.
fn over_a_gap(swapped: bool, surfaces: [&Surface; 2], spin: DVec3) -> (Court, Entity) {
    let mut court = Court::new(60.0, 9.81);
    let mut place = |right: bool| {
        let x = if right { 0.55 } else { -0.55 };
        court.still(
            Collider::cuboid(Vec3::new(0.5, 0.5, 0.5)),
            Vec3::new(x, 0.5, 0.0),
            Quat::IDENTITY,
            surfaces[usize::from(right)],
        );
    };
    place(swapped);
    place(!swapped);
    let start = State {
        spin,
        ..moving(DVec3::Y * 2.0, DVec3::Y * -3.0)
    };
    let ball = court.ball(&plain_ball(0.1, 0.2), &start);
    (court, ball)
}

#[test]
fn a_ball_on_both_edges_of_a_gap_springs_straight_up_with_the_energy_it_had() {
    let (mut court, ball) = over_a_gap(false, [&elastic(), &elastic()], DVec3::ZERO);
    let whole = |state: &State| {
        0.5 * state.velocity.length_squared() + f64::from(9.81_f32) * state.position.y
    };
    let first = whole(&court.state(ball));
    while court.impacts.is_empty() {
        court.step();
    }
    let state = court.state(ball);
    assert_eq!(court.impacts.len(), 2);
    let [one, other] = [0, 1].map(|i| court.impacts[i].1);
    assert!(one.fraction == other.fraction, "{one:?} {other:?}");
    let mirrored = one.impulse * Vec3::new(-1.0, 1.0, 1.0);
    assert!(
        (mirrored - other.impulse).length() < 1e-6,
        "{one:?} {other:?}"
    );
    assert!(
        state.velocity.y > 3.0 && state.velocity.x.abs() < 1e-9,
        "{state:?}"
    );
    assert!((whole(&state) / first - 1.0).abs() < 1e-9, "{state:?}");
}

#[test]
fn the_order_in_which_walls_came_does_not_show_and_predictions_know_it() {
    let (rough, dull) = (
        Surface::plain("rough", 0.8, 0.9, 0.3),
        Surface::plain("dull", 0.4, 0.2, 0.0),
    );
    let spin = DVec3::new(7.0, -3.0, 25.0);
    let run = |swapped: bool| {
        let (mut court, ball) = over_a_gap(swapped, [&rough, &dull], spin);
        let told = predict(&court.world, &court.config, ball, 0.6).unwrap();
        assert!(told.impacts.len() >= 2 && told.impacts[0].time == told.impacts[1].time);
        for expected in &told.states[1..] {
            court.step();
            assert_eq!(court.state(ball), *expected);
        }
        court.state(ball)
    };
    assert_eq!(run(false), run(true));
}

#[test]
fn a_ball_thrown_into_the_corner_of_a_room_comes_back_the_way_it_came() {
    let mut court = Court::new(60.0, 0.0);
    for normal in [Vec3::X, Vec3::Y, Vec3::Z] {
        let wall = Collider::half_space(normal);
        court.still(wall, Vec3::ZERO, Quat::IDENTITY, &elastic());
    }
    let start = moving(DVec3::splat(3.0), DVec3::splat(-20.0));
    let ball = court.ball(&plain_ball(0.1, 0.2), &start);
    for _ in 0..30 {
        court.step();
    }
    assert_eq!(court.impacts.len(), 3);
    let state = court.state(ball);
    assert!(
        (state.velocity - DVec3::splat(20.0)).length() < 1e-12,
        "{state:?}"
    );
}

/// Two loose boxes of these masses (kg) with a gap of 10 cm between them, in no gravity, and a ball of 0.2 kg that comes down on
/// both edges at 3 m/s.
fn over_loose_boxes(
    swapped: bool,
    masses: [f32; 2],
    surface: &Surface,
    spin: DVec3,
) -> (Court, Entity, [Entity; 2]) {
    let mut court = Court::new(60.0, 0.0);
    let ground = Ground(court.balls.add_surface(surface).unwrap());
    let mut place = |right: bool| {
        let x = if right { 0.55 } else { -0.55 };
        court.world.spawn_with((
            Transform::from_position(Vec3::new(x, 0.5, 0.0)),
            RigidBody::dynamic(masses[usize::from(right)]),
            Collider::cuboid(Vec3::splat(0.5)),
            ground,
        ))
    };
    let (one, other) = (place(swapped), place(!swapped));
    let boxes = if swapped { [other, one] } else { [one, other] };
    let start = State {
        spin,
        ..moving(DVec3::Y * 1.2, DVec3::Y * -3.0)
    };
    let ball = court.ball(&plain_ball(0.1, 0.2), &start);
    (court, ball, boxes)
}

/// By symmetry both get the same impulse `l` along their normals `n`, and energy is kept: `l (1/m + (r x n)^2/I + (1 + n.n')/m_b)
/// = 2 v n_y`.
#[test]
fn a_ball_on_two_loose_boxes_springs_straight_up_and_pushes_both_alike() {
    let (mut court, ball, boxes) = over_loose_boxes(false, [2.0, 2.0], &elastic(), DVec3::ZERO);
    let told = predict(&court.world, &court.config, ball, 0.5).unwrap();
    while court.impacts.is_empty() {
        court.step();
    }
    assert_eq!(court.impacts.len(), 2);
    let state = court.state(ball);
    let (mass, inertia) = (2.0, 2.0 / 6.0);
    let n = DVec3::new(0.5, 0.75_f64.sqrt(), 0.0);
    let lever = 0.5 * n.y - 0.5 * n.x;
    let apart = n.y * n.y - n.x * n.x;
    let response = 1.0 / mass + lever * lever / inertia + (1.0 + apart) / 0.2;
    let push = 2.0 * 3.0 * n.y / response;
    let expected = -3.0 + 2.0 * n.y * push / 0.2;
    assert!(
        (state.velocity.y - expected).abs() < 1e-5,
        "{state:?} {expected}"
    );
    assert!(state.velocity.x.abs() < 1e-9, "{state:?}");
    let [left, right] = boxes.map(|id| *court.world.get::<RigidBody>(id).unwrap());
    for body in [left, right] {
        assert!((f64::from(body.velocity.y) + push * n.y / mass).abs() < 1e-5);
    }
    assert!(
        (left.velocity.x + right.velocity.x).abs() < 1e-6,
        "{left:?} {right:?}"
    );
    let turns = left.angular_velocity.z + right.angular_velocity.z;
    assert!(turns.abs() < 1e-6, "{left:?} {right:?}");
    for hit in &told.impacts[..2] {
        assert_eq!(hit.after.velocity, state.velocity);
    }
}

#[test]
fn the_order_in_which_loose_boxes_came_does_not_show_and_momentum_stays() {
    let rough = Surface::plain("rough", 0.6, 0.5, 0.0);
    let run = |swapped: bool| {
        let spin = DVec3::new(3.0, -2.0, 20.0);
        let masses = [0.5, 3.0];
        let (mut court, ball, boxes) = over_loose_boxes(swapped, masses, &rough, spin);
        while court.impacts.is_empty() {
            court.step();
        }
        assert_eq!(court.impacts.len(), 2);
        let state = court.state(ball);
        let bodies = boxes.map(|id| *court.world.get::<RigidBody>(id).unwrap());
        let pushed: DVec3 = bodies
            .iter()
            .zip(masses)
            .map(|(body, mass)| body.velocity.as_dvec3() * f64::from(mass))
            .sum();
        let momentum = state.velocity * 0.2 + pushed;
        assert!((momentum + DVec3::Y * 0.6).length() < 1e-6, "{momentum}");
        (
            state,
            bodies.map(|body| (body.velocity, body.angular_velocity)),
        )
    };
    let ((one, pushed), (other, also)) = (run(false), run(true));
    assert!(
        (one.velocity - other.velocity).length() < 1e-9,
        "{one:?} {other:?}"
    );
    assert!((one.spin - other.spin).length() < 1e-9, "{one:?} {other:?}");
    for (a, b) in pushed.iter().zip(also) {
        assert!(
            (a.0 - b.0).length() < 1e-6 && (a.1 - b.1).length() < 1e-6,
            "{a:?} {b:?}"
        );
    }
}

/// One edge is of a wall, the other of a box that yields: seen in a mirror it is the mirror image.
#[test]
fn a_ball_between_a_wall_and_a_loose_box_is_mirrored_by_a_mirror() {
    let run = |right: bool| {
        let mut court = Court::new(60.0, 0.0);
        let x = if right { 0.55 } else { -0.55 };
        let shape = Collider::cuboid(Vec3::splat(0.5));
        court.still(shape, Vec3::new(x, 0.5, 0.0), Quat::IDENTITY, &elastic());
        let ground = Ground(court.balls.add_surface(&elastic()).unwrap());
        court.world.spawn_with((
            Transform::from_position(Vec3::new(-x, 0.5, 0.0)),
            RigidBody::dynamic(1.0),
            shape,
            ground,
        ));
        let start = moving(DVec3::Y * 1.2, DVec3::Y * -3.0);
        let ball = court.ball(&plain_ball(0.1, 0.2), &start);
        while court.impacts.is_empty() {
            court.step();
        }
        assert!(court.impacts.len() >= 2);
        court.state(ball).velocity
    };
    let (one, other) = (run(false), run(true));
    let mirrored = other * DVec3::new(-1.0, 1.0, 1.0);
    assert!((one - mirrored).length() < 1e-9, "{one} {mirrored}");
    // The wall throws it towards the box that gives way.
    assert!(one.x > 0.1 && one.y > 0.0, "{one}");
}

/// What is one instant was measured by the speed at which a ball sets out, which is nothing at the top of its way.
#[test]
fn a_ball_that_sets_out_slowly_strikes_the_higher_of_two_edges_alone() {
    let mut court = Court::new(60.0, 9.81);
    let surface = Surface::plain("wood", 0.9, 0.2, 0.0);
    // With 2 cm between their edges: half a millimetre and a millimetre below where the ball touches.
    let touch = -(0.01_f64 - 0.0001).sqrt();
    let edges = [(-0.5, 0.0005), (0.5, 0.001)].map(|(x, below)| {
        let top = touch - below;
        let place = Vec3::new(x, top as f32 - 0.49, 0.0);
        let block = Collider::cuboid(Vec3::splat(0.49));
        court.still(block, place, Quat::IDENTITY, &surface)
    });
    let start = moving(DVec3::ZERO, DVec3::Y * 1e-10);
    let ball = court.ball(&plain_ball(0.1, 0.2), &start);
    court.step();
    let (_, first) = court.impacts[0];
    assert!([first.a, first.b].contains(&edges[0]) && [first.a, first.b].contains(&ball));
    assert_eq!(court.impacts.len(), 1, "{:?}", court.impacts);
    // To the side of the lower edge, as from one edge.
    assert!(court.state(ball).velocity.x > 0.0);
}
