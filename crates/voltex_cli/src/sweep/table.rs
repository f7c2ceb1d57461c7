//! The rows of a part by column, and the two forms in which they are written.

use std::fmt::Write as _;

use voltex_math::hash::StateHasher;

use super::draw::{Axis, Value};

/// A column: its name ends in its unit where it has one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Column {
    pub(crate) name: String,
    /// SI unit, `deg` for angles of landing; `1` without one.
    pub(crate) unit: String,
    /// What it is, and for what varies the way to it in the plan.
    pub(crate) about: String,
    pub(crate) data: Data,
}

/// The values of a column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Data {
    Whole(Vec<i64>),
    /// NaN where there is none.
    Number(Vec<f64>),
    /// Numbers of which few differ: those of a grid.
    Few(Vec<f64>),
    /// Texts of which few differ, each by its place.
    Name {
        names: Vec<String>,
        rows: Vec<u32>,
    },
    Text(Vec<String>),
}

impl Column {
    pub(crate) fn new(
        name: impl Into<String>,
        unit: &str,
        about: impl Into<String>,
        data: Data,
    ) -> Self {
        Self {
            name: name.into(),
            unit: unit.to_owned(),
            about: about.into(),
            data,
        }
    }

    /// A column of numbers.
    pub(crate) fn number(name: impl Into<String>, unit: &str, about: impl Into<String>) -> Self {
        Self::new(name, unit, about, Data::Number(Vec::new()))
    }

    /// A column of whole numbers.
    pub(crate) fn whole(name: &str, about: &str) -> Self {
        Self::new(name, "1", about, Data::Whole(Vec::new()))
    }

    /// The column of what varies; where there is a grid few of its numbers differ.
    pub(crate) fn varied(axis: &Axis, unit: &str) -> Self {
        let data = match axis.names() {
            Some(names) => Data::Name {
                names: names.to_vec(),
                rows: Vec::new(),
            },
            None if axis.count() > 1 => Data::Few(Vec::new()),
            None => Data::Number(Vec::new()),
        };
        let about = format!("varies: {}", axis.path);
        Self::new(column_name(&axis.path, unit), unit, about, data)
    }

    /// The value of a row as text: numbers by the shortest digits that read back to the same bits.
    fn text(&self, row: usize) -> String {
        match &self.data {
            Data::Whole(values) => values[row].to_string(),
            Data::Number(values) | Data::Few(values) => (values[row] + 0.0).to_string(),
            Data::Name { names, rows } => names[rows[row] as usize].clone(),
            Data::Text(values) => values[row].clone(),
        }
    }
}

/// Name of a column: the way with `_` between its steps, and the unit as in the other files of the command.
pub(crate) fn column_name(path: &str, unit: &str) -> String {
    let mut name = String::new();
    for letter in path.chars() {
        // Of every script: names of bodies and materials are anybody's.
        let kept = letter.is_alphanumeric();
        if kept {
            name.push(letter);
        } else if !name.ends_with('_') {
            name.push('_');
        }
    }
    let name = name.trim_matches('_');
    let ending = match unit {
        "m/s" => "mps",
        "rad/s" => "radps",
        "m/s^2" => "mps2",
        "kg/m^3" => "kgpm3",
        "1" | "SI" => return name.to_owned(),
        other => other,
    };
    format!("{name}_{ending}")
}

/// Columns of equal length.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Table {
    pub(crate) columns: Vec<Column>,
}

/// Fills a row of a table from its first column to its last.
pub(crate) struct RowWriter<'a> {
    columns: std::slice::IterMut<'a, Column>,
}

impl RowWriter<'_> {
    fn next(&mut self) -> &mut Data {
        let column = self.columns.next();
        &mut column
            .expect("a row has as many values as there are columns")
            .data
    }

    /// The number of the row, and what varies.
    pub(crate) fn begin(&mut self, row: u64, values: &[Value<'_>]) {
        self.whole(row as i64);
        for value in values {
            match value {
                Value::Number(value) => self.number(*value),
                Value::Name(place, _) => self.name(*place),
            }
        }
    }

    pub(crate) fn whole(&mut self, value: i64) {
        match self.next() {
            Data::Whole(values) => values.push(value),
            other => panic!("a whole number for {other:?}"),
        }
    }

    pub(crate) fn number(&mut self, value: f64) {
        match self.next() {
            Data::Number(values) | Data::Few(values) => values.push(value),
            other => panic!("a number for {other:?}"),
        }
    }

    pub(crate) fn name(&mut self, place: usize) {
        match self.next() {
            Data::Name { rows, .. } => rows.push(place as u32),
            other => panic!("a name for {other:?}"),
        }
    }

    pub(crate) fn text(&mut self, value: String) {
        match self.next() {
            Data::Text(values) => values.push(value),
            other => panic!("a text for {other:?}"),
        }
    }
}

impl Table {
    /// Begins a row, which has to be filled.
    pub(crate) fn row(&mut self) -> RowWriter<'_> {
        RowWriter {
            columns: self.columns.iter_mut(),
        }
    }

    /// Two columns that have one name, of which a reader would lose one.
    pub(crate) fn twins(&self) -> Option<[&Column; 2]> {
        self.columns.iter().enumerate().find_map(|(place, column)| {
            let mut earlier = self.columns[..place].iter();
            let first = earlier.find(|other| other.name == column.name)?;
            Some([first, column])
        })
    }

    /// Count of rows.
    pub(crate) fn len(&self) -> usize {
        self.columns.first().map_or(0, |column| match &column.data {
            Data::Whole(values) => values.len(),
            Data::Number(values) | Data::Few(values) => values.len(),
            Data::Name { rows, .. } => rows.len(),
            Data::Text(values) => values.len(),
        })
    }

    /// Hash of names and values: equal rows have it on every machine, in every form of file.
    pub(crate) fn hash(&self) -> u64 {
        let mut hasher = StateHasher::new();
        for column in &self.columns {
            hasher.write_str(&column.name);
            match &column.data {
                Data::Whole(values) => values.iter().for_each(|value| hasher.write_i64(*value)),
                Data::Number(values) | Data::Few(values) => {
                    values.iter().for_each(|value| hasher.write_f64(*value));
                }
                Data::Name { names, rows } => rows
                    .iter()
                    .for_each(|row| hasher.write_str(&names[*row as usize])),
                Data::Text(values) => values.iter().for_each(|value| hasher.write_str(value)),
            }
        }
        hasher.finish()
    }

    /// A line for each row, after one with the names of the columns.
    pub(crate) fn csv(&self) -> Vec<u8> {
        let names: Vec<&str> = self
            .columns
            .iter()
            .map(|column| column.name.as_str())
            .collect();
        let mut text = names.join(",");
        text.push('\n');
        for row in 0..self.len() {
            for (place, column) in self.columns.iter().enumerate() {
                let separator = if place == 0 { "" } else { "," };
                let value = column.text(row);
                // Names of a plan may hold what separates columns.
                let quoted = value.contains(['"', ',', '\n', '\r']);
                let _ = if quoted {
                    write!(text, "{separator}\"{}\"", value.replace('"', "\"\""))
                } else {
                    write!(text, "{separator}{value}")
                };
            }
            text.push('\n');
        }
        text.into_bytes()
    }
}
