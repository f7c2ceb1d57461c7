//! What can go wrong in the command, and the exit code that says so.

use std::path::PathBuf;

use voltex_flight::FlightError;
use voltex_physics::PhysicsError;
use voltex_replay::ReplayError;
use voltex_scene::SceneError;

/// Why a command did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// Launch, air, ball or surface that cannot be flown.
    #[error("{}{}", option(.0), .0)]
    Flight(#[from] FlightError),
    /// A scene that cannot be read, or a name that none has.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// Settings of a scene that cannot be stepped.
    #[error(transparent)]
    Physics(#[from] PhysicsError),
    /// A recording that cannot be written, read or played.
    #[error("{}: {error}", .path.display())]
    Replay {
        /// The file.
        path: PathBuf,
        /// Why.
        error: ReplayError,
    },
    /// Threads that could not be started.
    #[error("--threads: the threads cannot be started: {0}; ask for fewer")]
    Threads(String),
    /// A file or folder that could not be written.
    #[error("cannot write {}: {reason}; choose another folder with --out", .path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        reason: String,
    },
    /// A file or folder that is there and could not be read.
    #[error("cannot read {}: {reason}; choose another folder with --out, or make this one readable", .path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        reason: String,
    },
    /// A file that would be larger than its format allows.
    #[error("{}: {problem}", .path.display())]
    TooLarge {
        /// What it would be made of.
        path: PathBuf,
        /// How large, and the way out.
        problem: String,
    },
    /// A project that cannot be made.
    #[error("{}: {problem}", .folder.display())]
    Project {
        /// Where.
        folder: PathBuf,
        /// Why, and the way out.
        problem: String,
    },
    /// A row of a sweep that cannot be made.
    #[error("{}: {problem}", .plan.display())]
    Row {
        /// The file of the plan.
        plan: PathBuf,
        /// Which row, with which values, why, and the way out.
        problem: String,
    },
    /// A folder that holds the parts of another sweep.
    #[error(
        "{} holds another sweep: {difference}; choose another folder with --out, or remove that one",
        .folder.display()
    )]
    OtherSweep {
        /// The folder.
        folder: PathBuf,
        /// In what they differ.
        difference: String,
    },
    /// Standard output that does not take the result, other than by being closed.
    #[error("cannot write to standard output: {0}")]
    Output(std::io::Error),
    /// Something that this build was made without.
    #[cfg(not(feature = "dataset"))]
    #[error(
        "{what} is not in this build: it was made without the feature `{feature}`; build it with `cargo build -p voltex_cli --features {feature}`, or take {instead}"
    )]
    Missing {
        /// The option.
        what: &'static str,
        /// The feature that has it.
        feature: &'static str,
        /// What does nearly the same.
        instead: &'static str,
    },
    /// The program that draws cannot be started.
    #[error(
        "pictures are drawn by the program {}, which cannot be started: {reason}; it is built beside voltex with \
         `cargo build --release -p voltex_viewer`",
        .program.display()
    )]
    View {
        /// Where it should be.
        program: PathBuf,
        /// The system's reason.
        reason: String,
    },
    /// The program that draws has said what is wrong, and ended with this code.
    #[error("voltex-view ended with code {0}")]
    Told(u8),
    /// A check that was run and failed.
    #[error("{0}")]
    Failed(String),
}

impl CliError {
    /// 1 for a failed check, 2 for bad input.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Failed(_) => 1,
            #[cfg(not(feature = "dataset"))]
            Self::Missing { .. } => 2,
            Self::Told(code) => *code,
            Self::Flight(_)
            | Self::Scene(_)
            | Self::Physics(_)
            | Self::Replay { .. }
            | Self::Threads(_)
            | Self::Project { .. }
            | Self::Row { .. }
            | Self::OtherSweep { .. }
            | Self::View { .. }
            | Self::Write { .. }
            | Self::Read { .. }
            | Self::TooLarge { .. }
            | Self::Output(_) => 2,
        }
    }
}

/// The option behind an error of the flight crate, with a colon; empty where no single one is to blame.
fn option(error: &FlightError) -> String {
    let option = match error {
        FlightError::OutOfRange { what, .. } => OPTIONS
            .iter()
            .find(|(name, _)| what.starts_with(name))
            .map(|(_, option)| *option),
        FlightError::Unknown { what: "ball", .. } => Some("--ball"),
        FlightError::Unknown { what: "model", .. } => Some("--model"),
        FlightError::Unknown {
            what: "surface", ..
        } => Some("--surface"),
        FlightError::Unknown { .. } => Some("--set"),
        FlightError::NoDirection { .. } => Some("--spin-vector"),
        _ => None,
    };
    option.map_or_else(String::new, |option| format!("{option}: "))
}

/// How the flight crate names a quantity, and the option that gives it. The first that fits counts.
const OPTIONS: [(&str, &str); 28] = [
    ("height of the target", "--target"),
    ("target", "--target"),
    ("flight time", "--time"),
    ("obstacle", "--clear"),
    ("speed of the green", "--stimp"),
    ("speed", "--speed"),
    ("launch angle", "--launch-angle"),
    ("direction", "--direction"),
    ("spin axis tilt", "--spin-axis-tilt"),
    ("spin_decay", "--set"),
    ("spin", "--spin"),
    ("gyro angle", "--gyro-angle"),
    ("length of the spin vector", "--spin-vector"),
    ("nose elevation", "--nose-elevation"),
    ("nose azimuth", "--nose-azimuth"),
    ("height", "--height"),
    ("gravity", "--gravity"),
    ("altitude", "--altitude"),
    ("air temperature", "--temperature"),
    ("air pressure", "--pressure"),
    ("relative humidity", "--humidity"),
    ("air density", "--density"),
    ("wind speed", "--wind"),
    ("ball temperature", "--ball-temperature"),
    ("upward part of the ground normal", "--slope"),
    ("dt (s)", "--dt"),
    ("steps of the longest flight", "--dt"),
    ("", "--set"),
];
