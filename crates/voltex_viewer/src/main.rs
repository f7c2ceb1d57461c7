//! `voltex-view`: what `voltex render` starts. Each module has one noun; `draw` turns a world into a draw list.

mod args;
mod clip;
mod draw;
mod error;
mod look;
mod render;
mod render_args;
mod stage;
mod subject;
mod venue;
mod venues;
mod viewpoint;

use std::process::ExitCode;

use args::{Cli, Command};
use clap::Parser;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match &cli.command {
        Command::Render(args) => render::run(args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}
