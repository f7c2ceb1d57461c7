//! `cargo xtask accuracy` and `cargo xtask bench`: Voltex and its peers in one run.

use std::fs;
use std::process::Stdio;

use anyhow::{Context, bail};

use crate::command;

/// A program that prints a table, and the page in which the table stands.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    program: &'static str,
    page: &'static str,
    start: &'static str,
}

/// Deviations from closed forms.
pub const ACCURACY: Suite = Suite {
    program: "accuracy",
    page: "docs/accuracy.md",
    start: "<!-- table: written by `cargo xtask accuracy --write` -->",
};

/// Times of the built-in scenes.
pub const BENCH: Suite = Suite {
    program: "scenes",
    page: "docs/performance.md",
    start: "<!-- table: written by `cargo xtask bench --write` -->",
};

const END: &str = "<!-- end of table -->";

/// Prints the table, by what `arguments` ask of the program; with `write` it also goes into the page.
///
/// # Errors
/// The suite cannot be built or fails, or the page cannot be written.
pub fn run(suite: Suite, arguments: &[String], write: bool) -> anyhow::Result<()> {
    let mut program = command::cargo();
    program
        .args([
            "run",
            "--release",
            "-p",
            "voltex_bench",
            "--features",
            "peers",
        ])
        .args(["--bin", suite.program, "--"])
        .args(arguments)
        // The C library of a peer is otherwise built for debugging.
        .env("CFLAGS", "-O3 -DNDEBUG")
        .stdin(Stdio::null())
        .stderr(Stdio::inherit());
    let output = program.output().context("cannot start the suite")?;
    let table = String::from_utf8(output.stdout).context("the suite prints text")?;
    print!("{table}");
    if !output.status.success() {
        bail!("the suite failed ({})", output.status);
    }
    if write {
        put_into_page(suite, &table)?;
    }
    Ok(())
}

fn put_into_page(suite: Suite, table: &str) -> anyhow::Result<()> {
    let Suite {
        page: name,
        start: mark,
        ..
    } = suite;
    let path = crate::workspace_root().join(name);
    let page = fs::read_to_string(&path).with_context(|| format!("cannot read {name}"))?;
    let (Some(start), Some(end)) = (page.find(mark), page.find(END)) else {
        bail!("{name} has lost the comments between which the table stands: `{mark}` and `{END}`");
    };
    let page = format!(
        "{}{mark}\n\n{}\n\n{}",
        &page[..start],
        table.trim(),
        &page[end..]
    );
    fs::write(&path, page).with_context(|| format!("cannot write {name}"))
}
