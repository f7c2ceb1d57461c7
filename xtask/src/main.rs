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
    /// Install what tests need, then run every test
    Test {
        /// Handed to `cargo nextest run --workspace`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Fly the published cases and compare; fails if a mark is missed
    Validate {
        /// Print the results as JSON
        #[arg(long)]
        json: bool,
        /// Also write the summary into README.md and the numbers into docs/flight
        #[arg(long)]
        write: bool,
    },
    /// Compare Voltex and its peers with closed forms of mechanics; builds the peers, some minutes at first
    Accuracy {
        /// Only the lines whose name contains this
        part: Option<String>,
        /// Also write the table into docs/accuracy.md
        #[arg(long, conflicts_with = "part")]
        write: bool,
    },
    /// Times of the built-in scenes in Voltex and its peers, as ratios; builds the peers, some minutes at first
    Bench {
        /// A part of a scene's name, --threads N, --part P (share of the steps), --rounds N, --write (into docs/performance.md)
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Compare the bits of all targets, levels and thread counts with those of x86_64; installs and builds what it needs
    Targets {
        /// Shots and small scenes on x86_64, aarch64 and wasm32, a few minutes once built
        #[arg(long)]
        small: bool,
        /// Only this build beside the reference; may be repeated
        #[arg(long, value_name = "BUILD")]
        only: Vec<String>,
        /// Also write the table into docs/determinism.md
        #[arg(long, conflicts_with_all = ["small", "only"])]
        write: bool,
    },
    /// Run a duel by rollback and a crowd of 2,000 bodies for long; fails if memory or the time of a step grows
    Soak {
        /// Seconds of each
        #[arg(long, default_value_t = 3600)]
        seconds: u64,
    },
    /// Feed any bytes to every reader and numeric entrance; fails with the input on which one fails
    Fuzz {
        /// Names of targets; all without
        targets: Vec<String>,
        /// Seconds of each
        #[arg(long, default_value_t = 600)]
        seconds: u64,
        /// Also choose anew the inputs in fuzz/kept, which tests replay
        #[arg(long)]
        keep: bool,
    },
    /// Everything that has to pass before a change goes in; the tests come last
    Ci,
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().task {
        Task::Data { check } => xtask::data::run(check),
        Task::Test { arguments } => xtask::test::run(&arguments),
        Task::Validate { json, write } => xtask::validate::run(json, write),
        Task::Accuracy { part, write } => {
            xtask::peers::run(xtask::peers::ACCURACY, part.as_slice(), write)
        }
        Task::Bench { mut arguments } => {
            let all = arguments.len();
            arguments.retain(|argument| argument != "--write");
            xtask::peers::run(xtask::peers::BENCH, &arguments, arguments.len() < all)
        }
        Task::Targets { small, only, write } => {
            xtask::targets::run(&xtask::targets::Options { small, only, write })
        }
        Task::Soak { seconds } => xtask::soak::run(seconds),
        Task::Fuzz {
            targets,
            seconds,
            keep,
        } => xtask::fuzz::run(&xtask::fuzz::Options {
            targets,
            seconds,
            keep,
        }),
        Task::Ci => xtask::ci::run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
