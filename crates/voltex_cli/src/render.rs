//! `voltex view` and `voltex render`: a window, and pictures, by the program `voltex-view`.
//!
//! This command is built without graphics, so that it builds fast and runs everywhere; the program beside it has them.

use std::path::PathBuf;
use std::process::Command;

use crate::error::CliError;

/// The program that draws.
const VIEW: &str = "voltex-view";

/// Hands everything over as it was written, and ends as the program ends.
pub(crate) fn run() -> Result<(), CliError> {
    let program = beside();
    let mut command = Command::new(&program);
    command.args(std::env::args_os().skip(1));
    // Drivers look for a screen and complain where the system has no folder for it; no picture needs one.
    if std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        command.env("XDG_RUNTIME_DIR", std::env::temp_dir());
    }
    let status = command.status().map_err(|error| CliError::View {
        program,
        reason: error.to_string(),
    })?;
    match status.code() {
        Some(0) => Ok(()),
        // It has said why.
        Some(code) => Err(CliError::Told(u8::try_from(code).unwrap_or(1))),
        None => Err(CliError::Failed(format!("{VIEW} was ended: {status}"))),
    }
}

/// The program in the folder of this one; without such a folder the one on the search path.
fn beside() -> PathBuf {
    let name = format!("{VIEW}{}", std::env::consts::EXE_SUFFIX);
    match std::env::current_exe() {
        Ok(own) => own.with_file_name(name),
        Err(_) => name.into(),
    }
}
