//! Reads and checks `balls.toml`. Every complaint names the line and the key.

use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

const KINDS: [&str; 5] = ["rule", "measured", "fit", "derived", "assumption"];
const VERIFICATIONS: [&str; 3] = ["seen", "memory", "calculated"];
const SHAPES: [&str; 5] = ["value", "range", "points", "fields", "text"];
/// Units in use. A new one is added here on purpose, so that a slip of the pen is not a new unit.
const UNITS: [&str; 26] = [
    "1",
    "m",
    "kg",
    "s",
    "m/s",
    "m/s^2",
    "s/m",
    "s^2/m^2",
    "1/s",
    "1/K",
    "rad/s",
    "kg/m^3",
    "kg m^2",
    "Pa",
    "Pa s",
    "N",
    "K",
    "J/(kg K)",
    "deg",
    "rpm",
    "rev/s",
    "1e5 Re",
    "1 per 1000 rpm",
    "m^2",
    "N m",
    "ft",
];

/// What is wrong with the data file.
#[derive(Debug, Error, PartialEq)]
pub enum DataError {
    /// Not TOML at all.
    #[error("{0}")]
    Syntax(String),
    /// A table or entry that breaks the form described at the head of the file.
    #[error("line {line}, {key}: {problem}")]
    Entry {
        /// Line, from 1.
        line: usize,
        /// Dotted key.
        key: String,
        /// What is wrong, and what would be right.
        problem: String,
    },
}

/// The whole file.
#[derive(Debug, PartialEq)]
pub struct Document {
    /// Groups that belong to no ball: constants, air, spin decay.
    pub common: Vec<Group>,
    /// Balls in the order of the file.
    pub balls: Vec<Ball>,
}

/// Entries under one heading.
#[derive(Debug, PartialEq)]
pub struct Group {
    /// `drag`.
    pub name: String,
    /// In the order of the file.
    pub entries: Vec<Entry>,
}

/// One ball.
#[derive(Debug, PartialEq)]
pub struct Ball {
    /// `table_tennis`.
    pub key: String,
    /// Name of the sport.
    pub sport: String,
    /// Governing body.
    pub body: String,
    /// Shape where it is not a sphere.
    pub shape: Option<String>,
    /// `rule`, `nominal`, `drag`, ...
    pub groups: Vec<Group>,
}

/// One number, table or law.
#[derive(Debug, PartialEq)]
pub struct Entry {
    /// `CD`.
    pub key: String,
    /// Line in the file, from 1.
    pub line: usize,
    /// What it holds.
    pub value: Value,
    /// Empty for records and texts.
    pub unit: String,
    /// One of the kinds named at the head of the file.
    pub kind: String,
    /// `seen`, `memory` or `calculated`.
    pub verification: String,
    /// Where the number is from.
    pub source: String,
    /// A remark.
    pub note: Option<String>,
}

/// The shapes of an entry.
#[derive(Debug, PartialEq)]
pub enum Value {
    /// One number.
    Scalar(f64, Option<Spread>),
    /// Low and high end.
    Range(f64, f64),
    /// Column names and rows.
    Points(Vec<String>, Vec<Vec<f64>>),
    /// Numbers that belong together.
    Record(Vec<Field>),
    /// A law in words.
    Text(String),
}

/// How far a scalar may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spread {
    /// To either side.
    Tolerance(f64),
    /// Of the measurements.
    StandardDeviation(f64),
}

/// One number of a record.
#[derive(Debug, PartialEq)]
pub struct Field {
    /// Name within the record.
    pub name: String,
    /// The number.
    pub value: f64,
    /// Its unit.
    pub unit: String,
}

/// Reads the text of `balls.toml`.
///
/// # Errors
/// [`DataError`] with line and key of the first entry that breaks the form.
pub fn read(text: &str) -> Result<Document, DataError> {
    let root = DeTable::parse(text).map_err(|error| DataError::Syntax(error.to_string()))?;
    let reader = Reader { text };
    let mut document = Document {
        common: Vec::new(),
        balls: Vec::new(),
    };
    for (key, value) in root.get_ref() {
        let name = key.get_ref().as_ref();
        let at = Place {
            start: key.span().start,
            key: name.to_owned(),
        };
        let table = reader.table(&at, value)?;
        match name {
            "meta" => {}
            "ball" => {
                for (ball_key, ball) in table {
                    let at = at.child(ball_key);
                    document.balls.push(reader.ball(
                        &at,
                        ball_key.get_ref(),
                        reader.table(&at, ball)?,
                    )?);
                }
            }
            _ => document.common.push(reader.group(&at, name, table)?),
        }
    }
    Ok(document)
}

/// Where in the file a check stands.
struct Place {
    start: usize,
    key: String,
}

impl Place {
    fn child(&self, key: &Spanned<std::borrow::Cow<'_, str>>) -> Self {
        Self {
            start: key.span().start,
            key: format!("{}.{}", self.key, key.get_ref()),
        }
    }
}

struct Reader<'t> {
    text: &'t str,
}

impl Reader<'_> {
    fn line(&self, at: &Place) -> usize {
        self.text[..at.start]
            .bytes()
            .filter(|&byte| byte == b'\n')
            .count()
            + 1
    }

    fn fail<T>(&self, at: &Place, problem: impl Into<String>) -> Result<T, DataError> {
        Err(DataError::Entry {
            line: self.line(at),
            key: at.key.clone(),
            problem: problem.into(),
        })
    }

    fn table<'v, 'i>(
        &self,
        at: &Place,
        value: &'v Spanned<DeValue<'i>>,
    ) -> Result<&'v DeTable<'i>, DataError> {
        match value.get_ref() {
            DeValue::Table(table) => Ok(table),
            other => self.fail(at, format!("is {}, a table was expected", article(other))),
        }
    }

    fn ball(&self, at: &Place, key: &str, table: &DeTable<'_>) -> Result<Ball, DataError> {
        let mut groups = Vec::new();
        for (group_key, value) in table {
            if matches!(value.get_ref(), DeValue::Table(_)) {
                let at = at.child(group_key);
                groups.push(self.group(&at, group_key.get_ref(), self.table(&at, value)?)?);
            } else if !matches!(group_key.get_ref().as_ref(), "sport" | "body" | "shape") {
                return self.fail(
                    &at.child(group_key),
                    "a ball has sport, body, shape and tables of entries",
                );
            }
        }
        Ok(Ball {
            key: key.to_owned(),
            sport: self.required(at, table, "sport")?,
            body: self.required(at, table, "body")?,
            shape: self.optional(at, table, "shape")?,
            groups,
        })
    }

    fn group(&self, at: &Place, name: &str, table: &DeTable<'_>) -> Result<Group, DataError> {
        let mut entries = Vec::new();
        for (key, value) in table {
            let at = at.child(key);
            entries.push(self.entry(&at, key.get_ref(), self.table(&at, value)?)?);
        }
        Ok(Group {
            name: name.to_owned(),
            entries,
        })
    }

    fn entry(&self, at: &Place, key: &str, table: &DeTable<'_>) -> Result<Entry, DataError> {
        for name in table.keys() {
            let known = [
                "unit",
                "kind",
                "verification",
                "source",
                "note",
                "tolerance",
                "sd",
                "columns",
            ];
            let name = name.get_ref().as_ref();
            if !known.contains(&name) && !SHAPES.contains(&name) {
                return self.fail(at, format!("unknown field `{name}`"));
            }
        }
        let shapes: Vec<&str> = SHAPES
            .into_iter()
            .filter(|shape| table.contains_key(*shape))
            .collect();
        let value = match shapes[..] {
            ["value"] => self.scalar(at, table)?,
            ["range"] => self.range(at, table)?,
            ["points"] => self.points(at, table)?,
            ["fields"] => self.record(at, table)?,
            ["text"] => Value::Text(self.required(at, table, "text")?),
            _ => {
                return self.fail(
                    at,
                    format!("has {shapes:?}, exactly one of {SHAPES:?} was expected"),
                );
            }
        };
        if matches!(value, Value::Record(_) | Value::Text(_)) && table.contains_key("unit") {
            return self.fail(
                at,
                "a text has no unit, and the fields of a record carry their own",
            );
        }
        let unit = match value {
            Value::Record(_) | Value::Text(_) => String::new(),
            Value::Scalar(..) | Value::Range(..) | Value::Points(..) => {
                let unit = self.required(at, table, "unit")?;
                self.known(at, "unit", &unit, &UNITS)?;
                unit
            }
        };
        let kind = self.required(at, table, "kind")?;
        self.known(at, "kind", &kind, &KINDS)?;
        let verification = self.required(at, table, "verification")?;
        self.known(at, "verification", &verification, &VERIFICATIONS)?;
        let source = self.required(at, table, "source")?;
        let note = self.optional(at, table, "note")?;
        Ok(Entry {
            key: key.to_owned(),
            line: self.line(at),
            value,
            unit,
            kind,
            verification,
            source,
            note,
        })
    }

    fn scalar(&self, at: &Place, table: &DeTable<'_>) -> Result<Value, DataError> {
        let value = self.number(at, &table["value"])?;
        let spread = match (table.get("tolerance"), table.get("sd")) {
            (None, None) => None,
            (Some(by), None) => Some(Spread::Tolerance(self.number(at, by)?)),
            (None, Some(sd)) => Some(Spread::StandardDeviation(self.number(at, sd)?)),
            (Some(_), Some(_)) => return self.fail(at, "has both a tolerance and an sd"),
        };
        Ok(Value::Scalar(value, spread))
    }

    fn range(&self, at: &Place, table: &DeTable<'_>) -> Result<Value, DataError> {
        match self.numbers(at, &table["range"])?[..] {
            [low, high] if low <= high => Ok(Value::Range(low, high)),
            [low, high] => self.fail(
                at,
                format!("the range [{low}, {high}] ends below its start"),
            ),
            ref other => self.fail(
                at,
                format!("a range is [low, high], here are {} numbers", other.len()),
            ),
        }
    }

    fn points(&self, at: &Place, table: &DeTable<'_>) -> Result<Value, DataError> {
        let Some(columns) = table.get("columns") else {
            return self.fail(at, "points need columns = [\"x\", ...]");
        };
        let mut names = Vec::new();
        for column in self.list(at, columns)? {
            names.push(self.text(at, "columns", column)?);
        }
        let mut rows: Vec<Vec<f64>> = Vec::new();
        for row in self.list(at, &table["points"])? {
            let row = self.numbers(at, row)?;
            if row.len() != names.len() {
                return self.fail(
                    at,
                    format!(
                        "{} columns are named, but a row has {}",
                        names.len(),
                        row.len()
                    ),
                );
            }
            rows.push(row);
        }
        let increasing = rows
            .windows(2)
            .all(|pair| pair[0].first() < pair[1].first());
        if rows.is_empty() || !increasing {
            return self.fail(
                at,
                "points need at least one row, and a first column that grows from row to row",
            );
        }
        Ok(Value::Points(names, rows))
    }

    fn record(&self, at: &Place, table: &DeTable<'_>) -> Result<Value, DataError> {
        let mut fields: Vec<Field> = Vec::new();
        for field in self.list(at, &table["fields"])? {
            let [name, value, unit] = self.list(at, field)? else {
                return self.fail(at, "a field is [\"name\", number, \"unit\"]");
            };
            let (name, unit) = (self.text(at, "name", name)?, self.text(at, "unit", unit)?);
            self.known(at, "unit", &unit, &UNITS)?;
            if fields.iter().any(|other| other.name == name) {
                return self.fail(at, format!("the field {name:?} occurs twice"));
            }
            fields.push(Field {
                name,
                value: self.number(at, value)?,
                unit,
            });
        }
        if fields.is_empty() {
            return self.fail(at, "a record needs at least one field");
        }
        Ok(Value::Record(fields))
    }

    fn number(&self, at: &Place, value: &Spanned<DeValue<'_>>) -> Result<f64, DataError> {
        let text = match value.get_ref() {
            DeValue::Float(float) => float.as_str(),
            DeValue::Integer(integer) => integer.as_str(),
            other => return self.fail(at, format!("is {}, a number was expected", article(other))),
        };
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => self.fail(at, format!("{text} is no finite decimal number")),
        }
    }

    fn numbers(&self, at: &Place, value: &Spanned<DeValue<'_>>) -> Result<Vec<f64>, DataError> {
        self.list(at, value)?
            .iter()
            .map(|item| self.number(at, item))
            .collect()
    }

    fn list<'v, 'i>(
        &self,
        at: &Place,
        value: &'v Spanned<DeValue<'i>>,
    ) -> Result<&'v [Spanned<DeValue<'i>>], DataError> {
        match value.get_ref() {
            DeValue::Array(array) => Ok(array),
            other => self.fail(at, format!("is {}, a list was expected", article(other))),
        }
    }

    fn text(
        &self,
        at: &Place,
        name: &str,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<String, DataError> {
        match value.get_ref() {
            DeValue::String(text) if text.trim().is_empty() => {
                self.fail(at, format!("`{name}` is empty"))
            }
            DeValue::String(text) => Ok(text.to_string()),
            other => self.fail(
                at,
                format!("`{name}` is {}, a string was expected", article(other)),
            ),
        }
    }

    fn optional(
        &self,
        at: &Place,
        table: &DeTable<'_>,
        name: &str,
    ) -> Result<Option<String>, DataError> {
        table
            .get(name)
            .map(|value| self.text(at, name, value))
            .transpose()
    }

    fn required(&self, at: &Place, table: &DeTable<'_>, name: &str) -> Result<String, DataError> {
        match self.optional(at, table, name)? {
            Some(text) => Ok(text),
            None => self.fail(at, format!("`{name}` is missing")),
        }
    }

    fn known(&self, at: &Place, what: &str, word: &str, allowed: &[&str]) -> Result<(), DataError> {
        if allowed.contains(&word) {
            return Ok(());
        }
        self.fail(
            at,
            format!(
                "unknown {what} {word:?}; allowed are {}",
                allowed.join(", ")
            ),
        )
    }
}

fn article(value: &DeValue<'_>) -> String {
    let name = value.type_str();
    if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        format!("an {name}")
    } else {
        format!("a {name}")
    }
}
