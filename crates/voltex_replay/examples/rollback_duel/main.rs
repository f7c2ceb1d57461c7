//! Two processes play head-ball over UDP by rollback, with late, shuffled and lost messages, and record what is final.
//!
//! `cargo run --release -p voltex_replay --example rollback_duel -- --seconds 60 --speed 4`, and with `--fault 1200` one bit
//! turns over on the second machine in that tick: the session sounds the alarm, and the recordings tell where it was.
//! Lengths and delays are in seconds of the game, `--loss` is a share; recordings are left in `out/rollback_duel`.

mod court;
mod line;
mod match_up;
mod options;
mod player;

use std::path::Path;
use std::process::{Command, ExitCode};

use options::{Failure, Options};
use voltex_replay::Desync;

fn main() -> Result<ExitCode, Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (options, seat) = Options::read(&arguments)?;
    let folder = Path::new("out/rollback_duel");
    if let Some(seat) = seat {
        println!("{}", player::play(&options, &seat, folder)?.write());
        return Ok(ExitCode::SUCCESS);
    }
    let own = std::env::current_exe()?;
    let outcome = match_up::duel(&options, folder, |arguments| {
        let mut command = Command::new(&own);
        command.args(arguments);
        command
    })?;
    for (player, told) in outcome.told.iter().enumerate() {
        let [times, all, most] = told.back;
        let [messages, lost] = told.messages;
        println!(
            "player {player}: {} ticks recorded in {:.1} s, score {:?}; went back {times} times, {:.2} ticks each, {most} at most; \
             {messages} messages, {lost} lost; alarm {:?}",
            told.ticks,
            told.seconds,
            told.goals,
            all as f64 / times.max(1) as f64,
            told.alarm
        );
    }
    let alarmed = outcome.told.iter().any(|told| told.alarm.is_some());
    match &outcome.desync {
        Some(found) => println!("{}", words(found)),
        None => println!("identical, {} ticks", outcome.compared),
    }
    let found = outcome.desync.as_ref().map(|found| found.tick);
    let as_planned = found == options.fault && alarmed == options.fault.is_some();
    Ok(if as_planned {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The first field that differs, in words.
fn words(found: &Desync) -> String {
    let Some(field) = found.fields.first() else {
        return format!("tick {}: {:?}", found.tick, found.cause);
    };
    let entity = field
        .entity
        .map_or_else(String::new, |e| format!("entity {e}, "));
    let ulps = field
        .ulps
        .map_or_else(String::new, |ulps| format!(", {ulps} ulps apart"));
    format!(
        "tick {}: {:?}, {entity}{}.{}: {:?} and {:?}{ulps}",
        found.tick, found.cause, field.part, field.field, field.values[0], field.values[1]
    )
}
