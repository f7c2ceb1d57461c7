//! One shot of every ball under every model, in gusty wind, bounces included, and batches of every ball: the
//! same bits everywhere.

use std::fmt::Write;

use voltex_flight::ball::Force;
use voltex_flight::batch::{Batch, Row};
use voltex_flight::batch_result::Landing;
use voltex_flight::units::{deg, rpm};
use voltex_flight::wind::Gusts;
use voltex_flight::{Air, Ball, Launch, Wind, balls};
use voltex_math::random::{Key, uniform_in};
use voltex_math::simd::Level;
use voltex_math::{DVec3, StateHasher};

fn hash(ball: &Ball) -> u64 {
    let mut ball = ball.clone();
    if let Force::Arcade(_) = ball.force {
        ball.set("arcade.magnus_factor", 0.004).unwrap();
        ball.set("arcade.linear_damping", 0.2).unwrap();
        ball.set("arcade.angular_damping", 0.1).unwrap();
    }
    let launch = Launch::at(24.0)
        .up(deg(17.0))
        .right(deg(-3.0))
        .backspin(rpm(900.0))
        .tilt(deg(35.0))
        .gyro(deg(20.0))
        .from_height(1.2);
    let gusts = Gusts::new(DVec3::new(3.0, 0.0, -2.0), 1.0, 25.0, 7).unwrap();
    let mut shot = ball.launch(launch).wind(Wind::Gusts(gusts)).until(8.0);
    if let Some(surface) = ball.surfaces.first() {
        shot = shot.onto(*surface);
    } else if ball.spheroid().is_some() {
        shot = shot.onto(ball.surface("grass").unwrap());
    }
    shot.fly(&Air::default()).unwrap().state_hash()
}

#[test]
fn golden_hashes_of_every_ball_and_model() {
    let mut table = String::new();
    for ball in balls::ALL {
        for model in ball.models() {
            let hash = hash(&ball.with_model(model.name).unwrap());
            writeln!(table, "{:<18} {:<14} {hash:016x}", ball.name, model.name).unwrap();
        }
    }
    let recorded = include_str!("data/golden.txt");
    assert!(
        table == recorded,
        "a hash moved; if it should have, put this into tests/data/golden.txt and the reason under \
         Determinism in CHANGELOG.md:\n{table}"
    );
}

/// Shot number `i` of 64 with a ball: speed, angles, spin, wind and air all differ.
fn row(ball: &Ball, i: u64) -> Row<'_> {
    let draw = |index, low, high| uniform_in(Key::new(31, i), index, low, high);
    let launch = Launch::at(draw(0, 8.0, 45.0))
        .up(deg(draw(1, -5.0, 60.0)))
        .right(deg(draw(2, -20.0, 20.0)))
        .backspin(rpm(draw(3, -2500.0, 2500.0)))
        .tilt(deg(draw(4, -60.0, 60.0)))
        .gyro(deg(draw(5, -30.0, 30.0)))
        .from_height(draw(6, 0.0, 2.0));
    let wind = DVec3::new(draw(7, -6.0, 6.0), 0.0, draw(8, -6.0, 6.0));
    let air = Air::new(
        draw(9, 270.0, 308.0),
        draw(10, 8e4, 1.03e5),
        draw(11, 0.0, 1.0),
    )
    .unwrap();
    Row::new(ball, launch).wind(Wind::Uniform(wind)).air(air)
}

/// Every number of every landing.
fn landings_hash(landings: impl Iterator<Item = Landing>) -> u64 {
    let mut hasher = StateHasher::new();
    for landing in landings {
        hasher.write_u64(landing.end as u64);
        hasher.write_f64(landing.time);
        hasher.write_dvec3(landing.position);
        hasher.write_dvec3(landing.velocity);
        hasher.write_dvec3(landing.spin);
        hasher.write_f64(landing.apex_height);
        hasher.write_u64(landing.warnings as u64);
        hasher.write_bool(landing.crossing.is_some());
        if let Some(crossing) = landing.crossing {
            hasher.write_f64(crossing.time);
            hasher.write_dvec3(crossing.position);
            hasher.write_dvec3(crossing.velocity);
            hasher.write_dvec3(crossing.spin);
        }
    }
    hasher.finish()
}

/// 64 shots of every ball as a batch: the hash of the same shots flown one by one, at every width of lanes.
#[test]
fn golden_hashes_of_batches_are_those_of_their_shots() {
    let mut table = String::new();
    for ball in balls::ALL {
        let rows: Vec<Row> = (0..64).map(|i| row(ball, i)).collect();
        let batch = Batch::new().until(3.0).crossing_x(10.0);
        let hash = landings_hash(rows.iter().map(|row| {
            let flight = batch.shot(row).fly(&row.air).unwrap();
            Landing::of(&flight, batch.plane)
        }));
        // Oval balls have no lanes: one level is all.
        let levels = match ball.spheroid() {
            None => Level::available(),
            Some(_) => vec![Level::best()],
        };
        for level in levels {
            let landings = batch.clone().level(level).fly(&rows).unwrap();
            let name = (ball.name, level.name());
            assert_eq!(landings_hash(landings.rows()), hash, "{name:?}");
        }
        writeln!(table, "{:<18} {hash:016x}", ball.name).unwrap();
    }
    let recorded = include_str!("data/golden_batch.txt");
    assert!(
        table == recorded,
        "a hash moved; if it should have, put this into tests/data/golden_batch.txt and the reason under \
         Determinism in CHANGELOG.md:\n{table}"
    );
}
