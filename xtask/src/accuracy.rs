//! `cargo xtask accuracy`: deviations from closed forms in Voltex and its peers, in one run.

use std::fs;
use std::process::Stdio;

use anyhow::{Context, bail};

use crate::command;

const PAGE: &str = "docs/accuracy.md";
const START: &str = "<!-- table: written by `cargo xtask accuracy --write` -->";
const END: &str = "<!-- end of table -->";

/// Prints the table, of the lines whose name contains `part`; with `write` it also goes into the page.
///
/// # Errors
/// The suite cannot be built or fails, or the page cannot be written.
pub fn run(part: Option<&str>, write: bool) -> anyhow::Result<()> {
    let mut suite = command::cargo();
    suite
        .args([
            "run",
            "--release",
            "-p",
            "voltex_bench",
            "--features",
            "peers",
        ])
        .args(["--bin", "accuracy", "--"])
        .args(part)
        // The C library of a peer is otherwise built for debugging.
        .env("CFLAGS", "-O3 -DNDEBUG")
        .stdin(Stdio::null())
        .stderr(Stdio::inherit());
    let output = suite.output().context("cannot start the suite")?;
    let table = String::from_utf8(output.stdout).context("the suite prints text")?;
    print!("{table}");
    if !output.status.success() {
        bail!("the suite failed ({})", output.status);
    }
    if write {
        put_into_page(&table)?;
    }
    Ok(())
}

fn put_into_page(table: &str) -> anyhow::Result<()> {
    let path = crate::workspace_root().join(PAGE);
    let page = fs::read_to_string(&path).with_context(|| format!("cannot read {PAGE}"))?;
    let (Some(start), Some(end)) = (page.find(START), page.find(END)) else {
        bail!("{PAGE} has lost the comments between which the table stands: `{START}` and `{END}`");
    };
    let page = format!(
        "{}{START}\n\n{}\n\n{}",
        &page[..start],
        table.trim(),
        &page[end..]
    );
    fs::write(&path, page).with_context(|| format!("cannot write {PAGE}"))
}
