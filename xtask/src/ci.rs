//! `cargo xtask ci`: all checks of the project, the tests last so that their summary ends the output.

use std::time::Instant;

use crate::{command, test};

/// Crates whose golden hashes are also compared without optimisation.
const GOLDEN_CRATES: [&str; 5] = [
    "voltex_math",
    "voltex_ecs",
    "voltex_flight",
    "voltex_physics",
    "voltex_scene",
];

/// One part of the checks.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Name, as CONTRIBUTING lists it.
    pub name: &'static str,
    /// Minutes it may take on two cores from an empty target directory.
    pub budget_minutes: u64,
    run: fn() -> anyhow::Result<()>,
}

/// All parts in order. Their budgets stay under an hour together, for everything still to come.
pub const PARTS: [Part; 8] = [
    Part {
        name: "format",
        budget_minutes: 1,
        run: format,
    },
    Part {
        name: "clippy",
        budget_minutes: 8,
        run: clippy,
    },
    Part {
        name: "documentation",
        budget_minutes: 3,
        run: documentation,
    },
    Part {
        name: "doctests",
        budget_minutes: 9,
        run: doctests,
    },
    Part {
        name: "what tests need",
        budget_minutes: 10,
        run: test::prepare,
    },
    Part {
        name: "golden hashes without optimisation",
        budget_minutes: 6,
        run: golden,
    },
    Part {
        name: "build of the tests",
        budget_minutes: 10,
        run: build_tests,
    },
    Part {
        name: "tests",
        budget_minutes: 12,
        run: tests,
    },
];

/// Runs every part and stops at the first that fails.
///
/// # Errors
/// The failure of that part.
pub fn run() -> anyhow::Result<()> {
    let mut spent = 0.0;
    for (index, part) in PARTS.iter().enumerate() {
        let Part {
            name,
            budget_minutes,
            run,
        } = *part;
        println!(
            "\n== {}/{} {name} (budget {budget_minutes} min)",
            index + 1,
            PARTS.len()
        );
        let last = index + 1 == PARTS.len();
        if last {
            // The summary of nextest, which has its own time, shall be the last thing printed.
            println!("   all parts before it took {spent:.0} s");
        }
        let start = Instant::now();
        run()?;
        if !last {
            let seconds = start.elapsed().as_secs_f64();
            spent += seconds;
            let verdict = if seconds > budget_minutes as f64 * 60.0 {
                ", OVER BUDGET"
            } else {
                ""
            };
            println!(
                "== {name}: {seconds:.1} s of {} s{verdict}",
                budget_minutes * 60
            );
        }
    }
    Ok(())
}

fn format() -> anyhow::Result<()> {
    command::run(command::cargo().args(["fmt", "--all", "--check"]))
}

fn clippy() -> anyhow::Result<()> {
    command::run(command::cargo().args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--features",
        test::FEATURES,
        "--quiet",
        "--",
        "-D",
        "warnings",
    ]))
}

fn documentation() -> anyhow::Result<()> {
    command::run(command::cargo().env("RUSTDOCFLAGS", "-D warnings").args([
        "doc",
        "--workspace",
        "--no-deps",
        "--quiet",
    ]))
}

fn doctests() -> anyhow::Result<()> {
    // With the features of the tests, so that what is built here serves them as well.
    command::run(command::cargo().args([
        "test",
        "--doc",
        "--workspace",
        "--features",
        test::FEATURES,
        "--quiet",
    ]))
}

fn golden() -> anyhow::Result<()> {
    let mut nextest = test::nextest("run");
    nextest.args([
        "--cargo-profile",
        "unoptimised",
        "--filterset",
        "test(/golden/)",
    ]);
    for name in GOLDEN_CRATES {
        nextest.args(["--package", name]);
    }
    command::run(&mut nextest)
}

fn build_tests() -> anyhow::Result<()> {
    let mut nextest = test::nextest("run");
    command::run(nextest.args(["--workspace", "--features", test::FEATURES, "--no-run"]))
}

fn tests() -> anyhow::Result<()> {
    test::run(&[])
}
