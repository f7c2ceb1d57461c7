//! Two processes that play each other over real UDP: no desync, no false alarm, and a fault that is found.

#[path = "../examples/rollback_duel/court.rs"]
mod court;
#[path = "../examples/rollback_duel/line.rs"]
mod line;
#[path = "../examples/rollback_duel/match_up.rs"]
mod match_up;
#[path = "../examples/rollback_duel/options.rs"]
mod options;
#[path = "../examples/rollback_duel/player.rs"]
mod player;

use std::path::PathBuf;
use std::process::Command;

use match_up::{Outcome, duel};
use options::Options;
use voltex_ecs::FieldValue;
use voltex_replay::{Cause, SyncTest};

/// A player's process is this test file, told to run the one test below.
fn play(options: &Options, name: &str) -> Outcome {
    // Of this run alone: another may be under way.
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let folder = folder.join(format!("{name}_{}", std::process::id()));
    let own = std::env::current_exe().unwrap();
    let outcome = duel(options, &folder, |arguments| {
        let mut command = Command::new(&own);
        command
            .args(["--exact", "one_player", "--ignored", "--nocapture"])
            .env("VOLTEX_DUEL", arguments.join(" "))
            .env("VOLTEX_DUEL_FOLDER", &folder);
        command
    });
    std::fs::remove_dir_all(&folder).unwrap();
    outcome.unwrap()
}

#[test]
#[ignore = "one of the two processes of the tests below"]
fn one_player() {
    let (Ok(arguments), Ok(folder)) = (
        std::env::var("VOLTEX_DUEL"),
        std::env::var("VOLTEX_DUEL_FOLDER"),
    ) else {
        return;
    };
    let arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
    let (options, seat) = Options::read(&arguments).unwrap();
    let told = player::play(&options, &seat.unwrap(), folder.as_ref()).unwrap();
    println!("\n{}", told.write());
}

/// The defect `false-alarm`: a desync was reported from mispredicted frames.
#[test]
fn false_alarm() {
    let options = Options {
        seconds: 40,
        speed: 8.0,
        ..Options::default()
    };
    let outcome = play(&options, "duel");
    assert_eq!(outcome.desync, None);
    assert_eq!(outcome.compared, 2400);
    for told in &outcome.told {
        assert_eq!((told.ticks, told.alarm), (2400, None));
        // It was mispredicted often, and messages were lost.
        assert!(told.back[0] > 20, "{told:?}");
        assert!(told.messages[1] > 0, "{told:?}");
    }
}

#[test]
fn a_bit_that_turns_over_on_one_machine_is_named() {
    let options = Options {
        seconds: 40,
        speed: 8.0,
        fault: Some(600),
        ..Options::default()
    };
    let outcome = play(&options, "duel_fault");
    let found = outcome.desync.expect("one bit differs");
    assert_eq!((found.tick, found.cause), (600, Cause::Step));
    let (_, court) = court::build().unwrap();
    let field = &found.fields[0];
    assert_eq!(found.fields.len(), 1, "{:?}", found.fields);
    assert_eq!(field.entity, Some(court.ball));
    assert_eq!(
        (field.part.as_str(), field.field.as_str(), field.ulps),
        ("voltex.rigid_body", "restitution", Some(1 << 12))
    );
    assert!(matches!(field.values[0], Some(FieldValue::F32(_))));
    // The session noticed, at a later tick and without the cause.
    let alarms = outcome.told.map(|told| told.alarm);
    assert!(alarms.iter().any(|alarm| *alarm > Some(600)), "{alarms:?}");
    // The first side is what a machine without the fault makes of it.
    assert_eq!(found.reproduced, Some([true, false]));
}

/// The game itself depends on nothing outside of its world.
#[test]
fn the_game_can_be_rolled_back() {
    let (mut world, court) = court::build().unwrap();
    let key = |player| voltex_math::random::Key::new(3, player);
    let mut test = SyncTest::new(8);
    let mut inputs = std::collections::BTreeMap::new();
    for _ in 0..1200 {
        let step = |world: &mut voltex_ecs::World, tick: u64| {
            let buttons = *inputs.entry(tick).or_insert_with(|| {
                [0, 1].map(|player| court.decide(world, player, key(player as u64), tick))
            });
            court.apply(world, &buttons);
        };
        test.step(&mut world, &voltex_physics::PhysicsConfig::DEFAULT, step)
            .unwrap();
    }
    let goals = world.resource::<court::Score>().unwrap().goals;
    assert!(goals[0] + goals[1] > 0, "twenty seconds and no goal");
}
