//! Standard output and standard error: tables, colour on terminals alone, and no complaint when the reader has gone.

use std::io::{ErrorKind, Write};

use serde::Serialize;

use crate::error::CliError;

/// Prints text; escape codes for colour are taken out unless the output is a terminal and NO_COLOR is unset.
pub(crate) fn print(text: &str) -> Result<(), CliError> {
    let mut out = anstream::stdout().lock();
    closed_is_fine(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// Prints bytes as they are.
pub(crate) fn print_plain(bytes: &[u8]) -> Result<(), CliError> {
    let mut out = std::io::stdout().lock();
    closed_is_fine(out.write_all(bytes).and_then(|()| out.flush()))
}

/// Prints a value as indented JSON on a line of its own.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), CliError> {
    let mut text = json(value);
    text.push('\n');
    print_plain(text.as_bytes())
}

/// A value as indented JSON. Numbers that are not finite become `null`.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value)
        .expect("only maps with text keys, lists, texts and numbers are serialised")
}

/// Prints warnings to standard error; a closed standard error is nobody's loss.
pub(crate) fn warn(warnings: &[String]) {
    let mut out = anstream::stderr().lock();
    for warning in warnings {
        let _ = writeln!(out, "{} {warning}", yellow("warning:"));
    }
}

/// Prints an error to standard error.
pub(crate) fn complain(error: &CliError) {
    let mut out = anstream::stderr().lock();
    let _ = writeln!(out, "{} {error}", red("error:"));
}

/// `head` and `less` close the pipe when they have seen enough: the command is done then.
fn closed_is_fine(result: std::io::Result<()>) -> Result<(), CliError> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(CliError::Output),
    }
}

/// Bold text on a terminal.
pub(crate) fn bold(text: &str) -> String {
    format!("\u{1b}[1m{text}\u{1b}[0m")
}

/// Grey text on a terminal.
pub(crate) fn dim(text: &str) -> String {
    format!("\u{1b}[2m{text}\u{1b}[0m")
}

/// Green text on a terminal.
pub(crate) fn green(text: &str) -> String {
    format!("\u{1b}[32m{text}\u{1b}[0m")
}

/// Red text on a terminal.
pub(crate) fn red(text: &str) -> String {
    format!("\u{1b}[1;31m{text}\u{1b}[0m")
}

fn yellow(text: &str) -> String {
    format!("\u{1b}[1;33m{text}\u{1b}[0m")
}

/// Where the text of a column stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// Rows of text in aligned columns.
#[derive(Debug)]
pub(crate) struct Table {
    columns: Vec<Align>,
    rows: Vec<Vec<String>>,
    header: bool,
}

impl Table {
    pub(crate) fn new(columns: &[Align]) -> Self {
        Self {
            columns: columns.to_vec(),
            rows: Vec::new(),
            header: false,
        }
    }

    /// A first row in bold.
    pub(crate) fn header(mut self, cells: &[&str]) -> Self {
        self.header = true;
        self.rows
            .insert(0, cells.iter().map(|cell| (*cell).to_owned()).collect());
        self
    }

    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    /// The table with two spaces before and between the columns, no spaces at line ends.
    pub(crate) fn render(&self) -> String {
        let width = |column: usize| {
            self.rows
                .iter()
                .filter_map(|row| row.get(column))
                .map(|cell| cell.chars().count())
                .max()
        };
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|column| width(column).unwrap_or(0))
            .collect();
        let mut text = String::new();
        for (index, row) in self.rows.iter().enumerate() {
            let mut line = String::new();
            for ((cell, align), width) in row.iter().zip(&self.columns).zip(&widths) {
                let gap = " ".repeat(width - cell.chars().count());
                line.push_str("  ");
                match align {
                    Align::Left => line.extend([cell.as_str(), gap.as_str()]),
                    Align::Right => line.extend([gap.as_str(), cell.as_str()]),
                }
            }
            let line = line.trim_end();
            if self.header && index == 0 {
                text.push_str(&bold(line))
            } else {
                text.push_str(line)
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{Align, Table, closed_is_fine, json};
    use std::io::{Error, ErrorKind};

    #[test]
    fn columns_line_up_by_characters() {
        let mut table = Table::new(&[Align::Left, Align::Right]);
        table.row(["Landing angle".to_owned(), "38.4°".to_owned()]);
        table.row(["Carry".to_owned(), "251.30 m".to_owned()]);
        assert_eq!(
            table.render(),
            "  Landing angle     38.4°\n  Carry          251.30 m\n"
        );
    }

    #[test]
    fn a_closed_pipe_is_the_end_of_the_output_and_a_full_disk_is_an_error() {
        assert!(closed_is_fine(Err(Error::from(ErrorKind::BrokenPipe))).is_ok());
        assert!(closed_is_fine(Err(Error::from(ErrorKind::StorageFull))).is_err());
    }

    #[test]
    fn json_has_no_nan() {
        assert_eq!(
            json(&[1.5, f64::NAN, f64::INFINITY]),
            "[\n  1.5,\n  null,\n  null\n]"
        );
    }
}
