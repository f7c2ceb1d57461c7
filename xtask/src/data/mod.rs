//! `cargo xtask data`: from `balls.toml` and `surfaces.toml` to the table of constants in `voltex_flight`.

mod read;
mod write;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};

pub use read::{Ball, DataError, Document, Entry, Field, Group, Spread, Value, read};
pub use write::{NameClash, write};

const INPUT: &str = "crates/voltex_flight/data/balls.toml";
const SURFACES: &str = "crates/voltex_flight/data/surfaces.toml";
const OUTPUT: &str = "crates/voltex_flight/src/data/table.rs";

/// Writes the table, or with `check` compares it and changes nothing.
///
/// # Errors
/// A damaged data file (named by line and key), a file that cannot be read or written, with `check` a stale table.
pub fn run(check: bool) -> anyhow::Result<()> {
    let table = generate()?;
    let path = output_path();
    if check {
        let current = fs::read_to_string(&path).with_context(|| format!("cannot read {OUTPUT}"))?;
        if current != table {
            bail!(
                "{OUTPUT} does not match {INPUT} and {SURFACES}; run `cargo xtask data` and commit the result"
            );
        }
        println!("{OUTPUT} is current");
    } else {
        fs::write(&path, table).with_context(|| format!("cannot write {OUTPUT}"))?;
        println!("wrote {OUTPUT}");
    }
    Ok(())
}

/// The text of the table that belongs to the data file as it is.
///
/// # Errors
/// A damaged data file, or one that cannot be read.
pub fn generate() -> anyhow::Result<String> {
    let mut document = document(INPUT)?;
    for mut surface in document_of_surfaces()? {
        surface.name = format!("surface_{}", surface.name);
        document.common.push(surface);
    }
    write(&document).with_context(|| format!("{INPUT} or {SURFACES} is damaged"))
}

fn document(input: &str) -> anyhow::Result<Document> {
    let path = crate::workspace_root().join(input);
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {input}"))?;
    read(&text).with_context(|| format!("{input} is damaged"))
}

fn document_of_surfaces() -> anyhow::Result<Vec<Group>> {
    let document = document(SURFACES)?;
    if !document.balls.is_empty() {
        bail!("{SURFACES} describes a ball; balls belong into {INPUT}");
    }
    Ok(document.common)
}

/// Where the table lies.
#[must_use]
pub fn output_path() -> PathBuf {
    crate::workspace_root().join(OUTPUT)
}
