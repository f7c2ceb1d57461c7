//! Running other programs: what is run is printed, a failure names it.

use std::env;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

/// The cargo that runs this program, or the one on the search path.
#[must_use]
pub fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.current_dir(crate::workspace_root());
    command
}

/// Runs a command to its end without input; its output goes where ours goes.
///
/// # Errors
/// The program cannot be started or does not succeed.
pub fn run(command: &mut Command) -> anyhow::Result<()> {
    let shown = show(command);
    println!("$ {shown}");
    let status = command
        .stdin(Stdio::null())
        .status()
        .with_context(|| format!("cannot start `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` failed ({status})");
    }
    Ok(())
}

/// Whether a command succeeds, its output thrown away.
#[must_use]
pub fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Whether a program of this name lies on the search path.
#[must_use]
pub fn on_path(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|directory| {
        ["", env::consts::EXE_SUFFIX]
            .iter()
            .any(|suffix| directory.join(format!("{program}{suffix}")).is_file())
    })
}

fn show(command: &Command) -> String {
    let mut text = String::new();
    for (name, value) in command.get_envs() {
        if let Some(value) = value {
            let _ = write!(
                text,
                "{}={:?} ",
                name.to_string_lossy(),
                value.to_string_lossy()
            );
        }
    }
    let program = std::path::Path::new(command.get_program());
    text.push_str(
        &program
            .file_name()
            .unwrap_or(command.get_program())
            .to_string_lossy(),
    );
    for argument in command.get_args() {
        let argument = argument.to_string_lossy();
        let plain = argument
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_./=:".contains(&byte));
        let _ = if plain {
            write!(text, " {argument}")
        } else {
            write!(text, " '{argument}'")
        };
    }
    text
}
