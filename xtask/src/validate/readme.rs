//! The summary of the validation in README, between two comments.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};

use super::report::{Report, Verdict, number};

const START: &str = "<!-- validation: written by `cargo xtask validate --write` -->";
const END: &str = "<!-- end of validation -->";
/// Quantities shown besides the marks, by group.
const SHOWN: [(&str, &str, &str); 9] = [
    (
        "golf, PGA Tour 2023",
        "carry",
        "golf carry, 12 clubs, PGA Tour 2023",
    ),
    (
        "golf, PGA Tour 2010s",
        "carry",
        "golf carry, 12 clubs, PGA Tour 2010s",
    ),
    ("golf, LPGA 2010s", "carry", "golf carry, 11 clubs, LPGA"),
    (
        "golf, environment",
        "carry",
        "golf, change of carry by wind and temperature",
    ),
    (
        "baseball, pitches",
        "plane_speed",
        "baseball, speed at the plate",
    ),
    (
        "baseball, pitches",
        "plane_time",
        "baseball, time to the plate",
    ),
    (
        "baseball, Nathan workbook",
        "distance",
        "baseball, fly balls of Nathan's workbook",
    ),
    ("soccer", "carry", "football, range"),
    (
        "basketball",
        "aim_speed",
        "basketball, speed of a free throw",
    ),
];

/// The section for a report.
#[must_use]
pub fn section(report: &Report) -> String {
    let mut text = format!("{START}\n");
    let count = |verdict| {
        report
            .lines
            .iter()
            .filter(|line| line.verdict == verdict)
            .count()
    };
    let _ = writeln!(
        text,
        "Of {} published numbers {} agree within their tolerance, {} more do but a coefficient was fitted to them, \
         {} do not, {} have no tolerance; {} cases cannot be computed yet. All of them stand in\n\
         [validation.toml](crates/voltex_flight/data/validation.toml) with their sources; `cargo xtask validate` shows \
         each.\n",
        report.lines.len() - count(Verdict::Open),
        count(Verdict::Pass),
        count(Verdict::Tuned),
        count(Verdict::Fail),
        count(Verdict::Info),
        count(Verdict::Open)
    );
    text.push_str("| published | values | rms error | largest | fitted |\n|---|---|---|---|---|\n");
    for (group, quantity, words) in SHOWN {
        for row in report
            .summary
            .iter()
            .filter(|row| row.group == group && row.quantity == quantity)
        {
            let tuned: Vec<&str> = report
                .lines
                .iter()
                .filter(|line| line.group == group && line.quantity == quantity)
                .filter_map(|line| line.tuned.as_deref())
                .collect();
            let tuned = match tuned[..] {
                [] => "no".to_owned(),
                [why, ..] if tuned.len() == row.rows => why.to_owned(),
                [why, ..] => format!("{} of {}: {why}", tuned.len(), row.rows),
            };
            let (rms, largest, unit) = (number(row.rms), number(row.largest), &row.unit);
            let _ = writeln!(
                text,
                "| {words} | {} | {rms} {unit} | {largest} {unit} | {tuned} |",
                row.rows
            );
        }
    }
    text.push_str("\n| mark | bar | ours |\n|---|---|---|\n");
    for mark in &report.marks {
        let missed = if mark.met { "" } else { " (missed)" };
        let _ = writeln!(
            text,
            "| {} | {} | {}{missed} |",
            mark.name, mark.bar, mark.ours
        );
    }
    text.push_str(END);
    text
}

/// Puts the section into README.
///
/// # Errors
/// A README that cannot be read or written, or that lacks the two comments.
pub fn write(report: &Report) -> anyhow::Result<()> {
    let (path, page) = page()?;
    let (before, _, after) = split(&page)?;
    fs::write(&path, format!("{before}{}{after}", section(report)))
        .context("cannot write README.md")
}

/// The section as README has it.
///
/// # Errors
/// A README that cannot be read or that lacks the two comments.
pub fn current() -> anyhow::Result<String> {
    let (_, page) = page()?;
    Ok(split(&page)?.1.to_owned())
}

fn page() -> anyhow::Result<(PathBuf, String)> {
    let path = crate::workspace_root().join("README.md");
    let page = fs::read_to_string(&path).context("cannot read README.md")?;
    Ok((path, page))
}

fn split(page: &str) -> anyhow::Result<(&str, &str, &str)> {
    let (Some(start), Some(end)) = (page.find(START), page.find(END)) else {
        bail!("README.md lacks the lines {START:?} and {END:?}");
    };
    if end < start {
        bail!("README.md has {END:?} before {START:?}");
    }
    let end = end + END.len();
    Ok((&page[..start], &page[start..end], &page[end..]))
}
