//! The command line.

use clap::{Parser, Subcommand};

use crate::render_args::RenderArgs;
use crate::view_args::ViewArgs;

/// Draws scenes, recordings and shots.
#[derive(Debug, Parser)]
#[command(name = "voltex-view", version, max_term_width = 110)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Look at a scene, a shot or a recording in a window
    View(ViewArgs),
    /// Draw a picture or a clip without a window
    Render(RenderArgs),
}
