//! `cargo xtask test`: every test of the workspace on any machine that has Rust.

use std::process::Command;

use crate::{command, packages};

/// Version that `cargo xtask test` installs where none is; it builds with the Rust version of the workspace.
const NEXTEST: &str = "0.9.143";

/// Features that nobody needs for a small build, and that are tested all the same.
pub const FEATURES: &str = "voltex_cli/dataset";

/// Installs what tests need, then runs them all with `arguments` handed to nextest.
///
/// # Errors
/// Something cannot be installed, the workspace does not build, or a test fails.
pub fn run(arguments: &[String]) -> anyhow::Result<()> {
    prepare()?;
    let mut nextest = nextest("run");
    let names_packages =
        |argument: &String| argument.starts_with("-p") || argument.starts_with("--package");
    if !arguments.iter().any(names_packages) {
        nextest.args(["--workspace", "--features", FEATURES]);
    }
    command::run(nextest.args(arguments))
}

/// Installs system packages and nextest where they are missing.
///
/// # Errors
/// Something cannot be installed; the message names it.
pub fn prepare() -> anyhow::Result<()> {
    packages::install()?;
    if command::succeeds(command::cargo().args(["nextest", "--version"])) {
        return Ok(());
    }
    command::run(command::cargo().args([
        "install",
        "--locked",
        "cargo-nextest",
        "--version",
        NEXTEST,
    ]))
}

/// `cargo nextest <task>`.
#[must_use]
pub fn nextest(task: &str) -> Command {
    let mut command = command::cargo();
    command.args(["nextest", task]);
    command
}
