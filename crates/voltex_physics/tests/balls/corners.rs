//! Several walls at one instant: no wall comes first.

use voltex_flight::{State, Surface};
use voltex_math::{DVec3, Quat, Vec3};
use voltex_physics::Collider;
use voltex_physics::ballistic::predict;

use crate::court::{Court, elastic, moving, plain_ball};

/// Two boxes with a gap of 10 cm between them at height 1, and a ball of 20 cm right above it; the order in which the
/// boxes came, and what each is made of.
fn over_a_gap(swapped: bool, surfaces: [&Surface; 2], spin: DVec3) -> (Court, voltex_ecs::Entity) {
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
