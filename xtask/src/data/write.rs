//! Writes the Rust table that `voltex_flight` compiles.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use thiserror::Error;

use super::read::{Ball, Document, Entry, Group, Spread, Value};

/// Two entries that would become the same constant.
#[derive(Debug, Error)]
#[error(
    "line {line}: {path} becomes the constant {constant}, which an earlier entry has already; rename one"
)]
pub struct NameClash {
    line: usize,
    path: String,
    constant: String,
}

/// The text of `table.rs`.
///
/// # Errors
/// [`NameClash`] when two keys differ only in case or in a separator.
pub fn write(document: &Document) -> Result<String, NameClash> {
    let mut out = String::from(
        "//! Generated from `data/balls.toml` and `data/surfaces.toml` by `cargo xtask data`. Edit those files, not this one.\n\n\
         use super::datum::{BallData, Datum, Field, Kind, Spread, Value, Verification};\n",
    );
    for group in &document.common {
        let name = &group.name;
        constants(
            &mut out,
            name,
            &format!("`{name}`"),
            &[],
            core::slice::from_ref(group),
            false,
        )?;
    }
    for ball in &document.balls {
        let facts = [
            ("KEY", &ball.key),
            ("SPORT", &ball.sport),
            ("BODY", &ball.body),
        ];
        constants(
            &mut out,
            &ball.key,
            &format!("`ball.{}`", ball.key),
            &facts,
            &ball.groups,
            true,
        )?;
    }
    for group in &document.common {
        data(
            &mut out,
            &group.name,
            &format!("Entries of `{}`.", group.name),
            core::slice::from_ref(group),
            false,
        );
    }
    for ball in &document.balls {
        data(
            &mut out,
            &ball.key,
            &format!("Entries of the ball of {}.", ball.sport.to_lowercase()),
            &ball.groups,
            true,
        );
    }
    balls(&mut out, &document.balls);
    Ok(out)
}

/// Scalars as constants, for presets that are constants themselves.
fn constants(
    out: &mut String,
    module: &str,
    what: &str,
    facts: &[(&str, &String)],
    groups: &[Group],
    prefix: bool,
) -> Result<(), NameClash> {
    line(
        out,
        format_args!(
            "\n/// Numbers of {what}; ranges end in `_LO` and `_HI`, fields of records in their names.\n\
         #[allow(dead_code, reason = \"the table holds every number, a preset takes those its model has\")]\n\
         pub(crate) mod {module} {{"
        ),
    );
    for (name, text) in facts {
        line(
            out,
            format_args!("    pub(crate) const {name}: &str = {text:?};"),
        );
    }
    let mut taken: BTreeSet<String> = facts.iter().map(|(name, _)| (*name).to_owned()).collect();
    for (group, entry) in entries(groups) {
        let name = constant_name(&path(group, entry, prefix));
        let mut emit = |suffix: &str, kind: &str, value: String| {
            let constant = format!("{name}{suffix}");
            line(
                out,
                format_args!("    pub(crate) const {constant}: {kind} = {value};"),
            );
            if taken.insert(constant.clone()) {
                return Ok(());
            }
            Err(NameClash {
                line: entry.line,
                path: path(group, entry, prefix),
                constant,
            })
        };
        match &entry.value {
            Value::Scalar(value, spread) => {
                emit("", "f64", format!("{value:?}"))?;
                match spread {
                    None => {}
                    Some(Spread::Tolerance(by)) => emit("_TOLERANCE", "f64", format!("{by:?}"))?,
                    Some(Spread::StandardDeviation(sd)) => emit("_SD", "f64", format!("{sd:?}"))?,
                }
            }
            Value::Range(low, high) => {
                emit("_LO", "f64", format!("{low:?}"))?;
                emit("_HI", "f64", format!("{high:?}"))?;
            }
            Value::Points(columns, rows) => {
                emit(
                    "",
                    &format!("[[f64; {}]; {}]", columns.len(), rows.len()),
                    format!("{rows:?}"),
                )?;
            }
            Value::Record(fields) => {
                for field in fields {
                    emit(
                        &format!("_{}", constant_name(&field.name)),
                        "f64",
                        format!("{:?}", field.value),
                    )?;
                }
            }
            Value::Text(_) => {}
        }
    }
    line(out, format_args!("}}"));
    Ok(())
}

/// Every entry with its provenance.
fn data(out: &mut String, name: &str, doc: &str, groups: &[Group], prefix: bool) {
    line(
        out,
        format_args!(
            "\n/// {doc}\npub static {}: &[Datum] = &[",
            constant_name(name)
        ),
    );
    for (group, entry) in entries(groups) {
        line(
            out,
            format_args!(
                "    Datum {{ path: {:?}, value: {}, unit: {:?}, kind: Kind::{}, verification: Verification::{}, source: {:?}, note: {:?} }},",
                path(group, entry, prefix),
                value(&entry.value),
                entry.unit,
                variant(&entry.kind),
                variant(&entry.verification),
                entry.source,
                entry.note,
            ),
        );
    }
    line(out, format_args!("];"));
}

fn balls(out: &mut String, balls: &[Ball]) {
    line(
        out,
        format_args!(
            "\n/// All balls in the order of the file.\npub static BALLS: [BallData; {}] = [",
            balls.len()
        ),
    );
    for ball in balls {
        line(
            out,
            format_args!(
                "    BallData {{ key: {:?}, sport: {:?}, body: {:?}, shape: {:?}, data: {} }},",
                ball.key,
                ball.sport,
                ball.body,
                ball.shape,
                constant_name(&ball.key),
            ),
        );
    }
    line(out, format_args!("];"));
}

fn value(value: &Value) -> String {
    match value {
        Value::Scalar(value, None) => format!("Value::Scalar {{ value: {value:?}, spread: None }}"),
        Value::Scalar(value, Some(spread)) => {
            format!("Value::Scalar {{ value: {value:?}, spread: Some(Spread::{spread:?}) }}")
        }
        Value::Range(low, high) => format!("Value::Range {{ low: {low:?}, high: {high:?} }}"),
        Value::Points(columns, rows) => {
            let rows: Vec<String> = rows.iter().map(|row| format!("&{row:?}")).collect();
            format!(
                "Value::Points {{ columns: &{columns:?}, rows: &[{}] }}",
                rows.join(", ")
            )
        }
        Value::Record(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|field| {
                    format!(
                        "Field {{ name: {:?}, value: {:?}, unit: {:?} }}",
                        field.name, field.value, field.unit
                    )
                })
                .collect();
            format!("Value::Record(&[{}])", fields.join(", "))
        }
        Value::Text(text) => format!("Value::Text({text:?})"),
    }
}

fn entries(groups: &[Group]) -> impl Iterator<Item = (&Group, &Entry)> {
    groups
        .iter()
        .flat_map(|group| group.entries.iter().map(move |entry| (group, entry)))
}

/// Entries of a ball carry the name of their group, entries of a common table stand alone.
fn path(group: &Group, entry: &Entry, prefix: bool) -> String {
    if prefix {
        format!("{}.{}", group.name, entry.key)
    } else {
        entry.key.clone()
    }
}

fn constant_name(path: &str) -> String {
    path.replace(['.', '-', ' '], "_").to_uppercase()
}

fn variant(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

fn line(out: &mut String, text: fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("writing to a string cannot fail");
}
