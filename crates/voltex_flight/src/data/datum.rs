//! One published number (or a few that belong together) and what is known about it.

use core::fmt;

/// A number of `balls.toml` with its provenance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Datum {
    /// Name within its table, `group.key`: `drag.a0`, `nominal.mass`.
    pub path: &'static str,
    /// The number, in [`unit`](Self::unit).
    pub value: Value,
    /// SI unit, `1` where dimensionless; a few entries keep the unit of their source (`deg`, `rpm`, `rev/s`).
    /// Empty for [`Value::Text`] and for [`Value::Record`], whose fields carry their own.
    pub unit: &'static str,
    /// How the number came about.
    pub kind: Kind,
    /// Whether the source itself was read.
    pub verification: Verification,
    /// Author, year, title, DOI or site; for a computed number, how.
    pub source: &'static str,
    /// Where the number disagrees with another one, or how to use it.
    pub note: Option<&'static str>,
}

/// What an entry holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// One number.
    Scalar {
        /// The number, in the unit of its [`Datum`].
        value: f64,
        /// How far it may be off, where that is known.
        spread: Option<Spread>,
    },
    /// An interval that contains both of its ends.
    Range {
        /// Lower end, in the unit of its [`Datum`].
        low: f64,
        /// Upper end, in the unit of its [`Datum`].
        high: f64,
    },
    /// A table of rows.
    Points {
        /// Name of each column.
        columns: &'static [&'static str],
        /// Rows as long as `columns`.
        rows: &'static [&'static [f64]],
    },
    /// Numbers that belong together.
    Record(&'static [Field]),
    /// A law in words. The numbers it names are entries of their own.
    Text(&'static str),
}

/// How far a scalar may be off, in its own unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spread {
    /// Largest difference allowed to either side.
    Tolerance(f64),
    /// Standard deviation of the measurements.
    StandardDeviation(f64),
}

/// One number of a [`Value::Record`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// Name within the record.
    pub name: &'static str,
    /// The number, in `unit`.
    pub value: f64,
    /// Its unit, `1` where dimensionless.
    pub unit: &'static str,
}

/// How a number came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A limit or a test of the governing body.
    Rule,
    /// A published measurement.
    Measured,
    /// A coefficient fitted to published measurements.
    Fit,
    /// Follows from other numbers.
    Derived,
    /// An engineering guess without a measurement behind it.
    Assumption,
}

/// Whether the named source itself was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verification {
    /// Read in the named source.
    Seen,
    /// Recalled; the source was not opened.
    Memory,
    /// Computed.
    Calculated,
}

/// All entries of one ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallData {
    /// Key of the ball in `balls.toml`: `table_tennis`.
    pub key: &'static str,
    /// Name of the sport.
    pub sport: &'static str,
    /// Governing body.
    pub body: &'static str,
    /// Shape where it is not a sphere.
    pub shape: Option<&'static str>,
    /// Entries in the order of the file.
    pub data: &'static [Datum],
}

/// The entry at `path` (`drag.a0`), exact spelling.
#[must_use]
pub fn find(data: &'static [Datum], path: &str) -> Option<&'static Datum> {
    data.iter().find(|datum| datum.path == path)
}

impl Value {
    /// The number of a [`Value::Scalar`].
    #[must_use]
    pub const fn scalar(&self) -> Option<f64> {
        match *self {
            Self::Scalar { value, .. } => Some(value),
            Self::Range { .. } | Self::Points { .. } | Self::Record(_) | Self::Text(_) => None,
        }
    }

    /// The number of the field `name` of a [`Value::Record`], in that field's unit.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<f64> {
        match self {
            Self::Record(fields) => fields
                .iter()
                .find(|field| field.name == name)
                .map(|field| field.value),
            Self::Scalar { .. } | Self::Range { .. } | Self::Points { .. } | Self::Text(_) => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar {
                value,
                spread: None,
            } => write!(f, "{value}"),
            Self::Scalar {
                value,
                spread: Some(Spread::Tolerance(by)),
            } => write!(f, "{value} ± {by}"),
            Self::Scalar {
                value,
                spread: Some(Spread::StandardDeviation(sd)),
            } => write!(f, "{value} (sd {sd})"),
            Self::Range { low, high } => write!(f, "{low} to {high}"),
            Self::Points { columns, rows } => {
                write!(f, "({}):", columns.join(", "))?;
                for row in *rows {
                    let cells: Vec<String> = row.iter().map(f64::to_string).collect();
                    write!(f, " ({})", cells.join(", "))?;
                }
                Ok(())
            }
            Self::Record(fields) => {
                for (index, field) in fields.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    write!(f, "{separator}{} {}", field.name, field.value)?;
                    if field.unit != "1" {
                        write!(f, " {}", field.unit)?;
                    }
                }
                Ok(())
            }
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.path, self.value)?;
        if !matches!(self.unit, "" | "1") {
            write!(f, " {}", self.unit)?;
        }
        write!(f, " [{}, {}] {}", self.kind, self.verification, self.source)?;
        match self.note {
            Some(note) => write!(f, " ({note})"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Rule => "rule",
            Self::Measured => "measured",
            Self::Fit => "fit",
            Self::Derived => "derived",
            Self::Assumption => "assumption",
        })
    }
}

impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Seen => "seen",
            Self::Memory => "memory",
            Self::Calculated => "calculated",
        })
    }
}
