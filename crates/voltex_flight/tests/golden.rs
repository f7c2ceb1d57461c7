//! One shot of every ball under every model, in gusty wind, bounces included: the same bits everywhere.

use std::fmt::Write;

use voltex_flight::ball::Force;
use voltex_flight::units::{deg, rpm};
use voltex_flight::wind::Gusts;
use voltex_flight::{Air, Ball, Launch, Wind, balls};
use voltex_math::DVec3;

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
