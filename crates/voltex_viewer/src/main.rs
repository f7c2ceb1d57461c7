//! `voltex-view`: what `voltex view` and `voltex render` start. Each module has one noun; `draw` turns a world into a draw list.

mod args;
mod clip;
mod command;
mod draw;
mod error;
mod eye;
mod look;
mod overlay;
mod panels;
mod params;
mod past;
mod plots;
mod probe;
mod render;
mod render_args;
mod session;
mod stage;
mod status;
mod subject;
mod venue;
mod venues;
mod view_args;
mod viewpoint;
mod window;

use std::process::ExitCode;

use args::{Cli, Command};
use clap::Parser;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match &cli.command {
        Command::View(args) => window::run(args),
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
