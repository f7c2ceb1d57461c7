//! Results of the validation and how they are shown.

use std::fmt;

use serde::Serialize;

use super::cases::{Published, Tag, Tolerance};

/// One published number beside ours, both in the unit of the file.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// Id of the case.
    pub id: String,
    /// Name of the group.
    pub group: String,
    /// Name of the series and of the row.
    pub title: String,
    /// What is compared.
    pub quantity: String,
    /// Its unit.
    pub unit: String,
    /// The published number, or both ends of a range.
    pub published: Option<Vec<f64>>,
    /// What was published, where it is no number.
    pub published_text: Option<String>,
    /// Ours.
    pub ours: Option<f64>,
    /// Ours minus published; relative for a relative tolerance; for a range the distance to it.
    pub error: Option<f64>,
    /// Whether `error` is a share of the published number.
    pub relative: bool,
    /// How far the error may go, in the form of `error`.
    pub tolerance: Option<f64>,
    /// Whether it agrees.
    pub verdict: Verdict,
    /// Why agreement proves little.
    pub tuned: Option<String>,
    /// Why there is no result, or what to know.
    pub remark: Option<String>,
    /// Where the published number is from.
    pub source: String,
    /// How sure it is.
    pub tag: &'static str,
}

/// Whether a result agrees with what was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Verdict {
    /// Within its tolerance.
    Pass,
    /// Within its tolerance, but a coefficient was fitted to this very number.
    Tuned,
    /// Outside its tolerance.
    Fail,
    /// Published without a tolerance, shown for comparison.
    Info,
    /// Not computed.
    Open,
}

impl Verdict {
    /// Of an error and the tolerance it has.
    #[must_use]
    pub fn of(error: f64, tolerance: Option<f64>, tuned: bool) -> Self {
        match tolerance {
            None => Self::Info,
            // A NaN is no agreement.
            Some(limit) if error.abs() <= limit => {
                if tuned {
                    Self::Tuned
                } else {
                    Self::Pass
                }
            }
            Some(_) => Self::Fail,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Pass => "PASS",
            Self::Tuned => "TUNED",
            Self::Fail => "FAIL",
            Self::Info => "INFO",
            Self::Open => "OPEN",
        })
    }
}

/// The signed error of a result, and whether it is relative to the published number.
#[must_use]
pub fn error(published: &Published, ours: f64, tolerance: Tolerance) -> Option<(f64, bool)> {
    match (published, tolerance) {
        (Published::Nothing(_), _) => None,
        (Published::Range([low, _]), _) if ours < *low => Some((ours - low, false)),
        (Published::Range([_, high]), _) if ours > *high => Some((ours - high, false)),
        (Published::Range(_), _) => Some((if ours.is_nan() { ours } else { 0.0 }, false)),
        (Published::Number(value), Tolerance::Relative(_)) => {
            Some(((ours - value) / value.abs(), true))
        }
        (Published::Number(value), Tolerance::Absolute(_) | Tolerance::Range | Tolerance::None) => {
            Some((ours - value, false))
        }
    }
}

/// Word for a tag.
#[must_use]
pub fn tag_word(tag: Tag) -> &'static str {
    match tag {
        Tag::Seen => "seen",
        Tag::Memory => "memory",
        Tag::Computed => "computed",
        Tag::Assumed => "assumed",
    }
}

/// Errors of one quantity in one group.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Name of the group.
    pub group: String,
    /// What is compared.
    pub quantity: String,
    /// Unit of the errors, `%` for relative ones.
    pub unit: String,
    /// How many rows.
    pub rows: usize,
    /// How many of them pass, tuned ones included.
    pub passed: usize,
    /// Root mean square of the errors.
    pub rms: f64,
    /// Largest error, signed.
    pub largest: f64,
    /// Case of the largest error.
    pub largest_id: String,
}

/// A bar and whether it is met.
#[derive(Clone, Debug, Serialize)]
pub struct MarkResult {
    /// What it is about.
    pub name: String,
    /// The bar in words.
    pub bar: String,
    /// Ours in words.
    pub ours: String,
    /// Whether it is met.
    pub met: bool,
}

/// Everything that `cargo xtask validate` finds.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// In the order of the file, open cases last.
    pub lines: Vec<Line>,
    /// By group and quantity, in the order of the file.
    pub summary: Vec<Summary>,
    /// In the order of the file.
    pub marks: Vec<MarkResult>,
}

impl Report {
    /// Whether every mark is met.
    #[must_use]
    pub fn marks_met(&self) -> bool {
        self.marks.iter().all(|mark| mark.met)
    }
}

impl Line {
    pub(super) fn published_cell(&self) -> String {
        match (&self.published, &self.published_text) {
            (Some(values), _) => values
                .iter()
                .map(|value| number(*value))
                .collect::<Vec<_>>()
                .join(" to "),
            (None, Some(text)) => text.clone(),
            (None, None) => "-".to_owned(),
        }
    }

    pub(super) fn error_cells(&self) -> (String, String) {
        let show = |value: f64| {
            if self.relative {
                percent(value)
            } else {
                number(value)
            }
        };
        let signed = |value: f64| {
            if value > 0.0 {
                format!("+{}", show(value))
            } else {
                show(value)
            }
        };
        (
            self.error.map_or("-".to_owned(), signed),
            self.tolerance.map_or("-".to_owned(), show),
        )
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut group = "";
        for line in self
            .lines
            .iter()
            .filter(|line| line.verdict != Verdict::Open)
        {
            if line.group != group {
                group = &line.group;
                writeln!(f, "\n{group}")?;
                writeln!(
                    f,
                    "  {:6} {:26} {:>6} {:>17} {:>13} {:>11} {:>9}  verdict",
                    "id", "quantity", "unit", "published", "ours", "error", "tolerance"
                )?;
            }
            let (error, tolerance) = line.error_cells();
            let ours = line.ours.map_or("-".to_owned(), number);
            write!(
                f,
                "  {:6} {:26} {:>6} {:>17} {ours:>13} {error:>11} {tolerance:>9}  {}",
                line.id,
                line.quantity,
                line.unit,
                line.published_cell(),
                line.verdict
            )?;
            match (line.remark.as_ref().or(line.tuned.as_ref()), line.verdict) {
                (Some(remark), Verdict::Fail | Verdict::Info) => writeln!(f, "  ({remark})")?,
                (None, _) | (Some(_), Verdict::Pass | Verdict::Tuned | Verdict::Open) => {
                    writeln!(f)?
                }
            }
        }
        writeln!(f, "\nNot computed")?;
        for line in self
            .lines
            .iter()
            .filter(|line| line.verdict == Verdict::Open)
        {
            writeln!(
                f,
                "  {:6} {}: {}",
                line.id,
                line.title,
                line.published_cell()
            )?;
            writeln!(
                f,
                "         OPEN: {}",
                line.remark.as_deref().unwrap_or("-")
            )?;
        }
        writeln!(f, "\nSummary")?;
        writeln!(
            f,
            "  {:28} {:26} {:>6} {:>5} {:>5} {:>11} {:>11}  at",
            "group", "quantity", "unit", "rows", "pass", "rms", "largest"
        )?;
        for row in &self.summary {
            writeln!(
                f,
                "  {:28} {:26} {:>6} {:>5} {:>5} {:>11} {:>11}  {}",
                row.group,
                row.quantity,
                row.unit,
                row.rows,
                row.passed,
                number(row.rms),
                number(row.largest),
                row.largest_id
            )?;
        }
        let count = |verdict| {
            self.lines
                .iter()
                .filter(|line| line.verdict == verdict)
                .count()
        };
        writeln!(
            f,
            "  {} pass, {} tuned, {} fail, {} without a verdict, {} not computed",
            count(Verdict::Pass),
            count(Verdict::Tuned),
            count(Verdict::Fail),
            count(Verdict::Info),
            count(Verdict::Open)
        )?;
        writeln!(f, "\nMarks")?;
        for mark in &self.marks {
            let verdict = if mark.met { "met" } else { "MISSED" };
            writeln!(
                f,
                "  {verdict:6} {:34} {:32} ours {}",
                mark.name, mark.bar, mark.ours
            )?;
        }
        Ok(())
    }
}

/// Four significant digits, without an exponent where that is readable.
#[must_use]
pub fn number(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 {
        "0".to_owned()
    } else if !(1e-4..1e7).contains(&size) {
        format!("{value:.2e}")
    } else if size < 1.0 {
        format!("{value:.4}")
    } else if size < 10.0 {
        format!("{value:.3}")
    } else if size < 1000.0 {
        format!("{value:.2}")
    } else {
        format!("{value:.1}")
    }
}

/// A share as a percentage.
#[must_use]
pub fn percent(value: f64) -> String {
    if value != 0.0 && value.abs() < 5e-5 {
        format!("{:.1e} %", value * 100.0)
    } else {
        format!("{:.2} %", value * 100.0)
    }
}
