//! A window, what keyboard and mouse do in it, and a game clock of fixed steps.
//!
//! [`run`] opens a window and calls an [`App`] once a frame with the [`Input`] of that frame and the time since the last
//! one; a [`StepTimer`] makes equal steps of uneven time. Nothing here draws, and nothing knows a world: what an app draws
//! with takes the [`Window`] itself.
//!
//! Times come from the clock of the machine and belong to the picture, never into a simulation.

mod error;
mod input;
mod timer;
mod window;

pub use error::{AppError, PlatformError};
pub use input::{Button, Input, Key};
pub use timer::StepTimer;
pub use window::{App, Flow, Options, Window, WindowEvent, run};
