//! What can go wrong in the command, and the exit code that says so.

use std::path::PathBuf;

use voltex_flight::FlightError;

/// Why a command did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// Launch, air, ball or surface that cannot be flown.
    #[error(transparent)]
    Flight(#[from] FlightError),
    /// A file or folder that could not be written.
    #[error("cannot write {}: {reason}; choose another folder with --out", .path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        reason: String,
    },
    /// Standard output that does not take the result, other than by being closed.
    #[error("cannot write to standard output: {0}")]
    Output(std::io::Error),
    /// A check that was run and failed.
    #[error("{0}")]
    Failed(String),
}

impl CliError {
    /// 1 for a failed check, 2 for bad input.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Failed(_) => 1,
            Self::Flight(_) | Self::Write { .. } | Self::Output(_) => 2,
        }
    }
}
