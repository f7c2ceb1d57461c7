//! A batch has the bits of its rows flown alone, whatever the lanes, the threads and the neighbours.

use proptest::prelude::*;
use voltex_flight::ball::Force;
use voltex_flight::batch::{Batch, Row};
use voltex_flight::batch_result::Landing;
use voltex_flight::trajectory::End;
use voltex_flight::units::deg;
use voltex_flight::wind::Gusts;
use voltex_flight::{Air, Ball, FlightError, Launch, Wind, balls};
use voltex_math::DVec3;
use voltex_math::random::{Key, uniform_in};
use voltex_math::simd::Level;

/// Every ball under every model, arcade knobs turned on.
fn all_balls() -> Vec<Ball> {
    let mut all = Vec::new();
    for ball in balls::ALL {
        for model in ball.models() {
            let mut ball = ball.with_model(model.name).unwrap();
            if let Force::Arcade(_) = ball.force {
                ball.set("arcade.magnus_factor", 0.004).unwrap();
                ball.set("arcade.linear_damping", 0.2).unwrap();
                ball.set("arcade.angular_damping", 0.1).unwrap();
            }
            all.push(ball);
        }
    }
    all
}

/// A row that depends on its number alone: fast and slow, with and without spin, in all directions.
fn row<'a>(ball: &'a Ball, number: u64) -> Row<'a> {
    let mut counter = 0;
    let mut draw = |low, high| {
        counter += 1;
        uniform_in(Key::new(11, number), counter, low, high)
    };
    let mut launch = Launch::at(draw(0.0, 60.0))
        .up(deg(draw(-20.0, 80.0)))
        .right(deg(draw(-180.0, 180.0)))
        .backspin(draw(-400.0, 400.0))
        .tilt(deg(draw(-90.0, 90.0)))
        .gyro(deg(draw(-90.0, 90.0)))
        .from_height(draw(0.0, 3.0));
    if number.is_multiple_of(5) {
        launch = launch.backspin(0.0);
    }
    if number.is_multiple_of(17) {
        launch = Launch::at(0.0).from_height(1.0);
    }
    let wind = DVec3::new(draw(-8.0, 8.0), draw(-1.0, 1.0), draw(-8.0, 8.0));
    let air = Air::new(draw(265.0, 310.0), draw(7e4, 1.05e5), draw(0.0, 1.0)).unwrap();
    let wind = match number % 7 {
        1 => Wind::default(),
        2 => Wind::Power {
            reference: wind,
            height: 10.0,
            exponent: 0.14,
        },
        3 => Wind::Gusts(Gusts::new(wind, 1.0, 20.0, number).unwrap()),
        _ => Wind::Uniform(wind),
    };
    Row::new(ball, launch)
        .gravity(draw(1.6, 12.0))
        .wind(wind)
        .air(air)
}

fn alone(batch: &Batch, row: &Row<'_>) -> Landing {
    Landing::of(&batch.shot(row).fly(&row.air).unwrap(), batch.plane)
}

/// Bits of a landing: NaN has no place in one, and zeros of different sign are different.
fn bits(landing: &Landing) -> (String, usize) {
    (format!("{landing:?}"), landing.warnings)
}

fn assert_rows_are_alone(batch: &Batch, rows: &[Row<'_>]) {
    let landings = batch.fly(rows).unwrap();
    assert_eq!(landings.len(), rows.len());
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(
            bits(&landings.row(i)),
            bits(&alone(batch, row)),
            "row {i} of {} at {}: {} {}",
            rows.len(),
            batch.level.name(),
            row.ball.name,
            row.ball.model
        );
    }
}

#[test]
fn every_ball_and_model_flies_in_lanes_as_it_flies_alone() {
    let balls = all_balls();
    for level in Level::available() {
        let batch = Batch::new().until(6.0).crossing_x(7.0).level(level);
        for (i, ball) in balls.iter().enumerate() {
            let rows: Vec<Row> = (0..19).map(|j| row(ball, 100 * i as u64 + j)).collect();
            assert_rows_are_alone(&batch, &rows);
        }
    }
}

#[test]
fn balls_of_all_kinds_fly_in_one_batch() {
    let balls = all_balls();
    let rows: Vec<Row> = (0..600)
        .map(|i| row(&balls[i * 7 % balls.len()], i as u64))
        .collect();
    assert_rows_are_alone(&Batch::new().until(4.0).threads(3), &rows);
}

#[test]
fn coefficients_may_differ_from_row_to_row() {
    let swept: Vec<Ball> = (0..40)
        .map(|i| {
            let mut ball = balls::SOCCER.clone();
            ball.set("drag.vc", 9.0 + 0.2 * f64::from(i)).unwrap();
            ball.set("nominal.mass", 0.4 + 0.002 * f64::from(i))
                .unwrap();
            ball
        })
        .collect();
    let launch = Launch::at(28.0).up(deg(18.0)).backspin(50.0);
    let rows: Vec<Row> = swept.iter().map(|ball| Row::new(ball, launch)).collect();
    let batch = Batch::new();
    assert_rows_are_alone(&batch, &rows);
    let landings = batch.fly(&rows).unwrap();
    assert!(landings.x[0] != landings.x[39]);
}

#[test]
fn the_hash_does_not_depend_on_lanes_threads_or_place() {
    let balls = all_balls();
    for n in [0_usize, 1, 7, 1000] {
        let rows: Vec<Row> = (0..n)
            .map(|i| row(&balls[i % 5], 5000 + i as u64))
            .collect();
        let batch = Batch::new().until(3.0).crossing_x(20.0);
        let expected = batch.fly(&rows).unwrap();
        for level in Level::available() {
            for threads in [1, 2, 3, 8] {
                let flown = batch
                    .clone()
                    .level(level)
                    .threads(threads)
                    .fly(&rows)
                    .unwrap();
                assert_eq!(flown.len(), n);
                assert_eq!(
                    flown.state_hash(),
                    expected.state_hash(),
                    "{n} rows, {threads} threads, {}",
                    level.name()
                );
            }
        }
        // The neighbours do not matter either.
        for (i, row) in rows.iter().enumerate().step_by(97) {
            let single = batch.fly(std::slice::from_ref(row)).unwrap();
            assert_eq!(single.row(0), expected.row(i));
        }
    }
}

#[test]
fn a_row_that_cannot_be_flown_is_named() {
    let launch = Launch::at(20.0).up(deg(30.0));
    for bad in [3_usize, 300] {
        let rows: Vec<Row> = (0..600)
            .map(|i| {
                let speed = if i >= bad { f64::NAN } else { 20.0 };
                Row::new(&balls::GOLF, Launch { speed, ..launch })
            })
            .collect();
        let error = Batch::new().threads(2).fly(&rows).unwrap_err();
        let FlightError::Row { row, .. } = &error else {
            panic!("{error}");
        };
        assert_eq!(*row, bad);
        assert!(error.to_string().contains(&format!("row {bad}")), "{error}");
        assert!(error.to_string().contains("speed (m/s)"), "{error}");
    }
}

#[test]
fn flights_that_do_not_land_end_with_their_reason() {
    let up = Launch::at(40.0).up(deg(80.0)).from_height(1.0);
    let ball = balls::GOLF.with_model("vacuum").unwrap();
    let rows = [
        Row::new(&ball, up),
        Row::new(&ball, Launch::at(3.0)),
        Row::new(&ball, up).gravity(0.0),
    ];
    for limit in [0.0, 0.01, 1.0, 2.0] {
        let batch = Batch::new().until(limit);
        assert_rows_are_alone(&batch, &rows);
        let landings = batch.fly(&rows).unwrap();
        assert_eq!(landings.end[0], End::TimeLimit);
        assert_eq!(landings.row(0).carry(), None);
        assert_eq!(landings.warnings[0], 1);
    }
}

#[test]
fn forces_beyond_all_bounds_are_flown_alone() {
    let mut wild = balls::GOLF.with_model("arcade").unwrap();
    wild.set("arcade.magnus_factor", 10.0).unwrap();
    let launch = Launch::at(50.0)
        .up(deg(30.0))
        .spin_vector(DVec3::new(3e4, 5e4, 2e4));
    let mut rows: Vec<Row> = (0..3).map(|_| Row::new(&wild, launch)).collect();
    rows.push(Row::new(&wild, launch.spin_vector(DVec3::Z)));
    assert_rows_are_alone(&Batch::new().until(0.5), &rows);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_row_is_itself_in_any_place(
        seed in 0_u64..1_000_000,
        count in 1_usize..20,
        kind in 0_usize..1000,
        dt in 0.004_f64..0.03,
    ) {
        let balls = all_balls();
        let rows: Vec<Row> = (0..count)
            .map(|i| row(&balls[kind % balls.len()], seed + i as u64))
            .collect();
        let batch = Batch::new().dt(dt).until(3.0).crossing_x(3.0);
        assert_rows_are_alone(&batch, &rows);
    }
}
