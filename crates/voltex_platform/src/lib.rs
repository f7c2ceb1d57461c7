//! A window, what keyboard and mouse do in it, and a game clock of fixed steps.
//!
//! [`run`] opens a window and calls an [`App`] once a frame with the [`Input`] of that frame and the time since the last
//! one; a [`StepTimer`] makes equal steps of uneven time. Nothing here draws, and nothing knows a world: what an app draws
//! with takes the [`Window`] itself.
//!
//! ```no_run
//! use std::sync::Arc;
//! use voltex_platform::{App, AppError, Flow, Input, Key, Options, StepTimer, Window};
//!
//! struct Game {
//!     timer: StepTimer,
//!     steps: u64,
//! }
//!
//! impl App for Game {
//!     fn start(&mut self, _window: Arc<Window>) -> Result<(), AppError> {
//!         Ok(()) // what draws takes the window here
//!     }
//!     fn resize(&mut self, _size: [u32; 2]) -> Result<(), AppError> {
//!         Ok(())
//!     }
//!     fn frame(&mut self, input: &Input, seconds: f64) -> Result<Flow, AppError> {
//!         self.steps += u64::from(self.timer.advance(seconds)); // make so many steps, then draw
//!         Ok(if input.just_pressed(Key::Escape) { Flow::Exit } else { Flow::Continue })
//!     }
//! }
//!
//! let mut game = Game { timer: StepTimer::new(1.0 / 60.0), steps: 0 };
//! voltex_platform::run(&Options::titled("A game"), &mut game)?;
//! # Ok::<(), voltex_platform::PlatformError>(())
//! ```
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
