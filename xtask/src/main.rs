//! `cargo xtask`: the development tasks of the workspace.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Development tasks of the Voltex workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Compile crates/voltex_flight/data/balls.toml into its table of constants
    Data {
        /// Change nothing; fail if the table is not current
        #[arg(long)]
        check: bool,
    },
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().task {
        Task::Data { check } => xtask::data::run(check),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
