//! `cargo xtask validate`: published cases beside what Voltex computes.

pub mod cases;
mod contacts;
mod flights;
mod marks;
pub mod pages;
pub mod readme;
pub mod report;
mod setup;
mod spheroids;
mod symmetries;

use std::fs;
use std::io::{self, Write as _};

use anyhow::{Context, bail};
use voltex_flight::{Air, Shot};

use cases::{Document, Inputs, Procedure, Published, Row, Series, Tolerance};
use report::{Line, Report, Verdict};
use setup::Setup;

const INPUT: &str = "crates/voltex_flight/data/validation.toml";

/// Computes all cases and prints them, as tables or as JSON; `write` brings README and the pages of the sports up to date.
///
/// # Errors
/// A damaged file, a case that cannot be computed, or a missed mark.
pub fn run(json: bool, write: bool) -> anyhow::Result<()> {
    let report = evaluate(&read()?)?;
    let text = if json {
        serde_json::to_string_pretty(&report)?
    } else {
        report.to_string()
    };
    match writeln!(io::stdout().lock(), "{text}") {
        // Whoever reads has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        printed => printed.context("cannot print the results")?,
    }
    if write {
        readme::write(&report)?;
        pages::write(&report)?;
    }
    if !report.marks_met() {
        let missed: Vec<&str> = report
            .marks
            .iter()
            .filter(|mark| !mark.met)
            .map(|mark| mark.name.as_str())
            .collect();
        bail!("missed marks: {}", missed.join("; "));
    }
    Ok(())
}

/// The cases of the project.
///
/// # Errors
/// A file that cannot be read or is damaged.
pub fn read() -> anyhow::Result<Document> {
    let text = fs::read_to_string(crate::workspace_root().join(INPUT))
        .with_context(|| format!("cannot read {INPUT}"))?;
    cases::read(&text).with_context(|| format!("{INPUT} is damaged"))
}

/// Computes all cases. One that cannot be computed fails with the reason as its remark.
///
/// # Errors
/// A mark without cases, or in another unit than their errors.
pub fn evaluate(document: &Document) -> anyhow::Result<Report> {
    let mut lines = Vec::new();
    for series in &document.series {
        for row in &series.rows {
            match compute(series, row) {
                Ok(ours) => {
                    for (index, ours) in ours.into_iter().enumerate() {
                        lines.extend(line(series, row, index, ours)?);
                    }
                }
                // What the flight refuses is a failure of the case, not the end of the others.
                Err(error) => {
                    for index in 0..series.outputs.len() {
                        let failed = line(series, row, index, f64::NAN)?;
                        lines.extend(failed.map(|line| Line {
                            remark: Some(format!("not computed: {error:#}")),
                            ..line
                        }));
                    }
                }
            }
        }
    }
    for open in &document.open {
        lines.push(Line {
            id: open.id.clone(),
            group: open.group.clone(),
            title: open.title.clone(),
            quantity: String::new(),
            unit: String::new(),
            published: None,
            published_text: Some(open.published.clone()),
            ours: None,
            error: None,
            relative: false,
            tolerance: None,
            verdict: Verdict::Open,
            tuned: None,
            remark: Some(open.reason.clone()),
            source: open.source.clone(),
            tag: report::tag_word(open.tag),
        });
    }
    let summary = marks::summarise(&lines);
    let marks = document
        .mark
        .iter()
        .map(|mark| marks::judge(mark, &lines))
        .collect::<Result<_, _>>()?;
    Ok(Report {
        lines,
        summary,
        marks,
    })
}

/// The flights behind the cases that are flown, each with the names of its series and row and its air.
///
/// # Errors
/// A case that cannot be set up.
pub fn shots(document: &Document) -> anyhow::Result<Vec<(String, Shot, Air)>> {
    let mut shots = Vec::new();
    for series in &document.series {
        match series.procedure {
            Procedure::Flight | Procedure::Change | Procedure::Drop => {}
            Procedure::Bounce | Procedure::Law | Procedure::Symmetry | Procedure::Spheroid => {
                continue;
            }
        }
        for row in &series.rows {
            let setup = Setup::new(series, Inputs::of(series, row)?)?;
            shots.push((
                format!("{} {}", series.group, row.id),
                setup.shot(),
                setup.air,
            ));
        }
    }
    Ok(shots)
}

/// Our values for the outputs of a row, SI.
fn compute(series: &Series, row: &Row) -> anyhow::Result<Vec<f64>> {
    let setup = Setup::new(series, Inputs::of(series, row)?)?;
    let each = |value: &dyn Fn(&str) -> anyhow::Result<f64>| -> anyhow::Result<Vec<f64>> {
        series
            .outputs
            .iter()
            .map(|(name, ..)| value(name).with_context(|| format!("output {name}")))
            .collect()
    };
    match series.procedure {
        Procedure::Flight => {
            let flight = setup.fly()?;
            each(&|name| flights::quantity(name, &setup, &flight))
        }
        Procedure::Change => {
            let base = Setup::new(series, Inputs::fixed(series)?)?;
            each(&|name| flights::change(name, &base, &setup))
        }
        Procedure::Drop => {
            let flight = setup.fly()?;
            each(&|name| contacts::dropped(name, &setup, &flight))
        }
        Procedure::Bounce => each(&|name| contacts::bounced(name, &setup)),
        Procedure::Law => each(&|name| symmetries::coefficient(name, &setup)),
        Procedure::Spheroid => each(&|name| spheroids::quantity(name, &setup)),
        Procedure::Symmetry => {
            let check = series.check.context("a symmetry needs its check")?;
            each(&|name| symmetries::symmetry(check, name, &setup))
        }
    }
}

/// The line for one output of a row; none where nothing was published.
fn line(series: &Series, row: &Row, index: usize, ours: f64) -> anyhow::Result<Option<Line>> {
    let (quantity, unit, tolerance) = &series.outputs[index];
    let tolerance = Tolerance::parse(tolerance)?;
    let published = &row.outputs[index];
    let ours = cases::from_si(ours, unit)?;
    let Some((error, relative)) = report::error(published, ours, tolerance) else {
        return Ok(None);
    };
    let limit = match tolerance {
        Tolerance::Relative(limit) | Tolerance::Absolute(limit) => Some(limit),
        Tolerance::Range => Some(0.0),
        Tolerance::None => None,
    };
    let values = match published {
        Published::Number(value) => vec![*value],
        Published::Range(ends) => ends.to_vec(),
        Published::Nothing(_) => Vec::new(),
    };
    let title = match &row.name {
        Some(name) => format!("{}: {name}", series.title),
        None => series.title.clone(),
    };
    Ok(Some(Line {
        id: row.id.clone(),
        group: series.group.clone(),
        title,
        quantity: quantity.clone(),
        unit: unit.clone(),
        published: Some(values),
        published_text: None,
        ours: Some(ours),
        error: Some(error),
        relative,
        tolerance: limit,
        verdict: Verdict::of(error, limit, series.tuned.is_some()),
        tuned: series.tuned.clone(),
        remark: series.note.clone(),
        source: series.source.clone(),
        tag: report::tag_word(series.tag),
    }))
}
