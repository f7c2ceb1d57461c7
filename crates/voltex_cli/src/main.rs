//! The `voltex` command. Each subcommand has a module of its name; `args` says what each takes.

mod aim;
mod args;
mod balls;
mod completions;
mod demo;
mod demos;
mod desync;
mod doctor;
mod error;
mod export;
mod flight;
mod gltf;
mod lab;
mod marks;
mod output;
mod page;
mod parquet;
mod paths;
mod picture;
mod project;
mod recording;
mod render;
#[path = "../../voltex_viewer/src/render_args.rs"]
#[allow(dead_code, reason = "the program that draws reads them")]
mod render_args;
mod replay;
mod run;
mod scenes;
mod shot;
mod solid;
mod summary;
mod surfaces;
mod sweep;
mod threads;
mod verify;
#[path = "../../voltex_viewer/src/view_args.rs"]
#[allow(dead_code, reason = "the program that draws reads them")]
mod view_args;

use std::process::ExitCode;

use args::{Cli, Command};
use clap::Parser;
use error::CliError;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match &cli.command {
        Command::Demo(args) => demo::run(args),
        Command::Flight(args) => flight::run(args),
        Command::Aim(args) => aim::run(args),
        Command::Balls(args) => balls::run(args),
        Command::Surfaces(args) => surfaces::run(args),
        Command::Scenes(args) => scenes::run(args),
        Command::Run(args) => run::run(args),
        Command::Lab(args) => lab::run(args),
        Command::Sweep(args) => sweep::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Desync(args) => desync::run(args),
        Command::Replay(command) => replay::run(command),
        Command::View(_) | Command::Render(_) => render::run(),
        Command::New(args) => project::run(args),
        Command::Doctor(args) => doctor::run(args),
        Command::Completions(args) => completions::run(args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if !matches!(error, CliError::Told(_)) {
                output::complain(&error);
            }
            ExitCode::from(error.exit_code())
        }
    }
}
