//! Errors of the crate.

/// What an app may fail with; it is handed on as it is.
pub type AppError = Box<dyn std::error::Error + Send + Sync>;

/// Why a window cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum PlatformError {
    /// There is nothing to open a window on.
    #[error(
        "no window can be opened, because there is no display: {0}; on Linux DISPLAY names one (a virtual one: \
         xvfb-run COMMAND), and pictures can be made without a window"
    )]
    NoDisplay(String),
    /// The system refuses a window.
    #[error("the window cannot be opened: {0}")]
    Window(String),
    /// The app ended with an error.
    #[error(transparent)]
    App(AppError),
}
