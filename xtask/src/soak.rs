//! `cargo xtask soak`: long runs in which nothing may grow.

use std::process::Command;

use crate::command;

/// How much faster than its own clock the duel goes.
const SPEED: u64 = 8;

/// A duel by rollback and a crowd that comes and goes, so many seconds each.
///
/// # Errors
/// Memory or the time of a step has grown, the two sides of the duel differ, or something cannot be built.
pub fn run(seconds: u64) -> anyhow::Result<()> {
    command::run(
        release("voltex_hashes", &["--bin", "voltex-hashes"]).args(["soak", &seconds.to_string()]),
    )?;
    let (game, speed) = ((seconds * SPEED).to_string(), SPEED.to_string());
    let mut duel = release("voltex_replay", &["--example", "rollback_duel"]);
    command::run(duel.args(["--seconds", &game, "--speed", &speed]))
}

/// `cargo run` of a program, optimised, up to its own arguments.
fn release(package: &str, program: &[&str]) -> Command {
    let mut cargo = command::cargo();
    cargo
        .args(["run", "--release", "-p", package])
        .args(program)
        .arg("--");
    cargo
}
