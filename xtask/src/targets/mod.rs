//! `cargo xtask targets`: the same bits on every processor, at every level and with any number of threads.
//!
//! The program of `voltex_hashes` is built for every target and run; its lines are compared with those of x86_64 with
//! optimisation, one thread and the fastest level. A recording of 100,000 ticks that x86_64 makes is played everywhere,
//! and in a browser.

mod build;
mod compare;
mod host;

use std::process::Command;
use std::time::Instant;

use anyhow::Context;

use crate::packages;

pub use build::{Build, Target};
use compare::Comparison;

/// Ticks of the recording.
const TICKS: u64 = 100_000;
/// Ticks of it for a look.
const FEW_TICKS: u64 = 5_000;

/// What is compared.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Shots and small scenes alone, on the targets that differ most from x86_64.
    pub small: bool,
    /// Only the builds with these names; all if empty.
    pub only: Vec<String>,
    /// Whether the table goes into `docs/determinism.md`.
    pub write: bool,
}

/// Builds, runs and compares; fails where bits differ.
///
/// # Errors
/// A build without the name that was asked for; something cannot be installed, built or run; bits that differ, with
/// the target and what is hashed.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let builds = build::chosen(options)?;
    packages::install_all(&build::PACKAGES)?;
    let extent = if options.small { "small" } else { "full" };
    let mut comparison = Comparison::default();
    for (index, build) in builds.into_iter().enumerate() {
        let start = Instant::now();
        let program = build.make()?;
        println!(
            "== {}: built in {:.0} s",
            build.name(),
            start.elapsed().as_secs_f64()
        );
        for run in host::runs(build, &program, options.small)? {
            let start = Instant::now();
            let lines = run.lines(extent)?;
            let seconds = start.elapsed().as_secs_f64();
            comparison.add(build, lines);
            println!("   {}: {seconds:.0} s", run.name());
        }
        let ticks = if options.small { FEW_TICKS } else { TICKS };
        if index == 0 {
            host::record(&program, ticks)?;
        }
        for (player, answer) in host::replays(build, &program, options.small)? {
            println!("   {player} plays the recording: {answer}");
            comparison.add_replay(build, player, answer);
        }
    }
    let table = format!("{}\n\n{}", state()?, comparison.table());
    println!("\n{table}");
    if options.write {
        compare::put_into_page(&table)?;
    }
    comparison.verdict()
}

/// Which state of the sources was compared, and which compiler built them.
fn state() -> anyhow::Result<String> {
    let said = |program: &str, arguments: &[&str]| -> anyhow::Result<String> {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(crate::workspace_root())
            .output()
            .with_context(|| format!("cannot start `{program}`"))?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = said("git", &["log", "-1", "--format=%h of %cs"])?;
    let (here, other) = (said("rustc", &["-V"])?, said("/usr/bin/rustc", &["-V"])?);
    Ok(format!(
        "Compared at commit {commit}; x86_64 is built by {here}, the others by {other}. \"Same\" is the same hash after the \
         last step, of all that the physics keeps."
    ))
}
