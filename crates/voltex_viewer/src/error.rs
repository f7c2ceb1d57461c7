//! What can go wrong, and the exit code that says so.

use std::path::PathBuf;

use voltex_flight::FlightError;
use voltex_physics::PhysicsError;
use voltex_platform::PlatformError;
use voltex_renderer::RenderError;
use voltex_replay::ReplayError;
use voltex_scene::SceneError;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ViewError {
    /// A scene that cannot be read, built or advanced.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A scene that cannot be stepped.
    #[error(transparent)]
    Physics(#[from] PhysicsError),
    /// A shot that cannot be flown.
    #[error(transparent)]
    Flight(#[from] FlightError),
    /// A recording that cannot be read or played.
    #[error("{}: {error}", .path.display())]
    Replay {
        /// The file.
        path: PathBuf,
        /// Why.
        error: ReplayError,
    },
    /// No device, or something it refuses.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// Neither a scene nor a shot nor a file.
    #[error(
        "`{0}` is neither a scene nor a shot nor a file; voltex scenes lists the scenes, voltex demo --list the shots, \
         and scene files end in .ron or .json, recordings in anything else"
    )]
    Subject(String),
    /// A camera that the scene does not have.
    #[error("--camera: there is no camera `{name}`; this scene has {known}")]
    Camera {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// Another recording beside something that is none.
    #[error(
        "--beside {}: two recordings can be compared, and the first is none; record it with \
         voltex run SCENE --record FILE", .0.display()
    )]
    Beside(PathBuf),
    /// No window, or it failed.
    #[error(transparent)]
    Window(#[from] PlatformError),
    /// Times that make no clip.
    #[error("{0}")]
    Times(String),
    /// A file that cannot be written.
    #[error("--out: cannot write {}: {reason}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

impl ViewError {
    /// 1 for what fails on this machine, 2 for bad input.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Render(RenderError::NoDevice(_) | RenderError::Refused { .. })
            | Self::Window(PlatformError::NoDisplay(_) | PlatformError::Window(_)) => 1,
            _ => 2,
        }
    }
}
