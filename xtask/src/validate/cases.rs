//! `validation.toml` as data: the cases, and the units and tolerances they are written in.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, bail};
use serde::Deserialize;
use voltex_flight::units;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Cases that can be computed.
    pub series: Vec<Series>,
    /// Cases that cannot be computed yet.
    pub open: Vec<Open>,
    /// Bars that have to be met.
    pub mark: Vec<Mark>,
}

/// Cases that share a procedure and its columns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// Name in the summary.
    pub group: String,
    /// How the rows are computed.
    pub procedure: Procedure,
    /// Which symmetry, for [`Procedure::Symmetry`].
    pub check: Option<Check>,
    /// What the rows have in common.
    pub title: String,
    /// Where the published numbers are from.
    pub source: String,
    /// How sure the published numbers are.
    pub tag: Tag,
    /// Key of the ball.
    pub ball: Option<String>,
    /// Model of the ball, its own without.
    pub model: Option<String>,
    /// Why agreement proves little.
    pub tuned: Option<String>,
    /// What to know when reading the verdicts.
    pub note: Option<String>,
    /// Inputs that all rows share: name, value, unit.
    #[serde(default)]
    pub fixed: Vec<(String, f64, String)>,
    /// Name and unit of the inputs that differ.
    pub inputs: Vec<(String, String)>,
    /// Name, unit and tolerance of what was published.
    pub outputs: Vec<(String, String, String)>,
    /// One case each.
    pub rows: Vec<Row>,
}

/// One case.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// `G13`.
    pub id: String,
    /// `Driver`.
    pub name: Option<String>,
    /// Values of the series' inputs.
    #[serde(rename = "in")]
    pub inputs: Vec<f64>,
    /// Published values of the series' outputs.
    #[serde(rename = "out")]
    pub outputs: Vec<Published>,
}

/// How the rows of a series are computed.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Procedure {
    /// Outputs of a flight.
    Flight,
    /// Differences to the flight of the fixed inputs alone.
    Change,
    /// A ball let go at rest above a surface.
    Drop,
    /// One impact.
    Bounce,
    /// A coefficient law.
    Law,
    /// A symmetry of flights.
    Symmetry,
    /// Coning and stability of an oval ball.
    Spheroid,
}

/// Symmetries of flights.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// Uniform wind and the moving frame.
    GalileanWind,
    /// Mirrored spin, and gyro spin.
    Mirror,
    /// Density, mass and viscosity scaled together.
    DensityScaling,
}

/// How sure a published number is.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Tag {
    /// Read in the source.
    Seen,
    /// Recalled.
    Memory,
    /// From a formula or a reference program.
    Computed,
    /// A guess.
    Assumed,
}

/// A published value in the unit of its column.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(untagged)]
pub enum Published {
    /// One number.
    Number(f64),
    /// Both ends belong to it.
    Range([f64; 2]),
    /// `-`: nothing was published.
    Nothing(String),
}

/// A case that cannot be computed yet.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// `V7`.
    pub id: String,
    /// Name in the summary.
    pub group: String,
    /// What was observed.
    pub title: String,
    /// What was published.
    pub published: String,
    /// Where.
    pub source: String,
    /// How sure it is.
    pub tag: Tag,
    /// Why it cannot be computed.
    pub reason: String,
}

/// A bar that has to be met.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// What it is about.
    pub name: String,
    /// Groups whose rows count.
    pub groups: Vec<String>,
    /// Quantities that count; all, if none is named.
    #[serde(default)]
    pub quantities: Vec<String>,
    /// Bar for the root mean square of the errors.
    pub rms: Option<String>,
    /// Bar for the largest error.
    pub largest: Option<String>,
    /// Every row has to pass by its own tolerance.
    #[serde(default)]
    pub every_verdict: bool,
    /// Rows that do not count.
    #[serde(default)]
    pub without: Vec<String>,
}

/// How far a result may be from the published number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// Share of the published number.
    Relative(f64),
    /// In the unit of the column.
    Absolute(f64),
    /// Inside the published range.
    Range,
    /// Shown without a verdict.
    None,
}

impl Tolerance {
    /// From the third entry of an output column: `2.5 %`, `1e-9 rel`, `3`, `range`, `none`.
    ///
    /// # Errors
    /// Any other text.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let number = |digits: &str| -> anyhow::Result<f64> {
            let value: f64 = digits
                .trim()
                .parse()
                .with_context(|| format!("the tolerance {text:?}"))?;
            if value.is_finite() && value > 0.0 {
                Ok(value)
            } else {
                bail!("the tolerance {text:?} is not positive")
            }
        };
        Ok(match text {
            "range" => Self::Range,
            "none" => Self::None,
            _ => match (text.strip_suffix('%'), text.strip_suffix("rel")) {
                (Some(percent), _) => Self::Relative(number(percent)? / 100.0),
                (None, Some(share)) => Self::Relative(number(share)?),
                (None, None) => Self::Absolute(number(text)?),
            },
        })
    }
}

/// Factor and offset from a unit of the file to SI: `si = (value + offset) * factor`.
fn conversion(unit: &str) -> Option<(f64, f64)> {
    let factor = match unit {
        "1" | "m" | "s" | "m/s" | "m/s2" | "rad/s" | "kg" | "kg/m3" | "1/s" | "K" | "Pa" => 1.0,
        "%" | "%/s" => 0.01,
        "yd" => units::YARD,
        "ft" => units::FOOT,
        "in" => units::INCH,
        "mph" => units::MILE_PER_HOUR,
        "ft/s" => units::FOOT,
        "km/h" => units::KILOMETRE_PER_HOUR,
        "deg" => units::DEGREE,
        "rpm" => units::REVOLUTION_PER_MINUTE,
        "rev/s" => units::REVOLUTION_PER_SECOND,
        "C" => return Some((1.0, units::CELSIUS_ZERO)),
        "F" => return Some((5.0 / 9.0, units::FAHRENHEIT_ZERO)),
        _ => return None,
    };
    Some((factor, 0.0))
}

/// A value of the file in SI.
///
/// # Errors
/// A unit that the file may not use.
pub fn to_si(value: f64, unit: &str) -> anyhow::Result<f64> {
    match conversion(unit) {
        Some((factor, offset)) => Ok((value + offset) * factor),
        None => bail!("unknown unit {unit:?}"),
    }
}

/// An SI value or difference in a unit of the file; no output is a temperature.
///
/// # Errors
/// A unit that the file may not use, or one with an offset.
pub fn from_si(value: f64, unit: &str) -> anyhow::Result<f64> {
    match conversion(unit) {
        Some((factor, 0.0)) => Ok(value / factor),
        Some(_) => bail!("no output is in {unit:?}"),
        None => bail!("unknown unit {unit:?}"),
    }
}

/// Inputs of one case by name, in SI.
#[derive(Clone, Debug, Default)]
pub struct Inputs(BTreeMap<String, f64>);

impl Inputs {
    /// Of a whole series, without its rows.
    ///
    /// # Errors
    /// An unknown unit, or a name that occurs twice.
    pub fn fixed(series: &Series) -> anyhow::Result<Self> {
        let mut inputs = Self::default();
        for (name, value, unit) in &series.fixed {
            let value = to_si(*value, unit).with_context(|| format!("fixed input {name}"))?;
            if inputs.0.insert(name.clone(), value).is_some() {
                bail!("the fixed input {name} occurs twice");
            }
        }
        Ok(inputs)
    }

    /// Those of the series, with the row's in their place.
    ///
    /// # Errors
    /// An unknown unit, or a row of another length than its head.
    pub fn of(series: &Series, row: &Row) -> anyhow::Result<Self> {
        if row.inputs.len() != series.inputs.len() {
            bail!(
                "{} has {} inputs, its series names {}",
                row.id,
                row.inputs.len(),
                series.inputs.len()
            );
        }
        let mut inputs = Self::fixed(series)?;
        for ((name, unit), value) in series.inputs.iter().zip(&row.inputs) {
            let value =
                to_si(*value, unit).with_context(|| format!("input {name} of {}", row.id))?;
            inputs.0.insert(name.clone(), value);
        }
        Ok(inputs)
    }

    /// The input `name`, where the case has one.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<f64> {
        self.0.get(name).copied()
    }

    /// The input `name`.
    ///
    /// # Errors
    /// The case lacks it.
    pub fn need(&self, name: &str) -> anyhow::Result<f64> {
        self.get(name)
            .with_context(|| format!("the case lacks the input {name:?}"))
    }

    /// All names with their values, in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, f64)> {
        self.0.iter().map(|(name, value)| (name.as_str(), *value))
    }
}

/// Reads and checks the file.
///
/// # Errors
/// A broken form, an id that occurs twice, a column of the wrong length, an unknown unit or tolerance; the message
/// names the case.
pub fn read(text: &str) -> anyhow::Result<Document> {
    let document: Document = toml::from_str(text)?;
    let mut ids = BTreeSet::new();
    for series in &document.series {
        let place = || format!("series {:?} of {}", series.title, series.group);
        if (series.procedure == Procedure::Symmetry) != series.check.is_some() {
            bail!(
                "{}: `check` belongs to the procedure symmetry, and only there",
                place()
            );
        }
        for (name, unit, tolerance) in &series.outputs {
            to_si(1.0, unit).with_context(|| format!("{}, output {name}", place()))?;
            Tolerance::parse(tolerance).with_context(|| format!("{}, output {name}", place()))?;
        }
        for row in &series.rows {
            Inputs::of(series, row).with_context(place)?;
            if row.outputs.len() != series.outputs.len() {
                bail!(
                    "{} has {} outputs, its series names {}",
                    row.id,
                    row.outputs.len(),
                    series.outputs.len()
                );
            }
            for (published, (name, _, tolerance)) in row.outputs.iter().zip(&series.outputs) {
                let tolerance = Tolerance::parse(tolerance)?;
                match published {
                    Published::Nothing(mark) if mark != "-" => {
                        bail!("{}: {mark:?} should be \"-\"", row.id)
                    }
                    Published::Range([low, high])
                        if low > high
                            || !matches!(tolerance, Tolerance::Range | Tolerance::None) =>
                    {
                        bail!(
                            "{}, {name}: a range needs the tolerance `range`, its low end first",
                            row.id
                        )
                    }
                    Published::Number(_) if tolerance == Tolerance::Range => {
                        bail!(
                            "{}, {name}: the tolerance `range` needs [low, high]",
                            row.id
                        )
                    }
                    Published::Nothing(_) | Published::Range(_) | Published::Number(_) => {}
                }
            }
            if !ids.insert(row.id.clone()) {
                bail!("the id {} occurs twice", row.id);
            }
        }
    }
    for open in &document.open {
        if !ids.insert(open.id.clone()) {
            bail!("the id {} occurs twice", open.id);
        }
    }
    Ok(document)
}
