//! The numbers in the pages of the sports, `docs/flight`: coefficients in force, grounds, published cases.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use voltex_flight::surface::{Friction, Restitution};
use voltex_flight::{Ball, balls};

use super::report::{Line, Report, Verdict, number};

const START: &str = "<!-- numbers: written by `cargo xtask validate --write` -->";
const END: &str = "<!-- end of numbers -->";
/// A group with more results than this is shown by its errors, not row by row.
const MOST_ROWS: usize = 24;

/// A page: its ball, and what the names of its groups of published cases begin with.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Key of the ball and name of the file.
    pub ball: &'static str,
    /// Beginning of the group names.
    pub group: &'static str,
}

/// The pages whose numbers are written here; oval balls have pages of their own kind.
pub const ALL: [Page; 10] = [
    page("table_tennis", "table tennis"),
    page("golf", "golf"),
    page("baseball", "baseball"),
    page("soccer", "soccer"),
    page("tennis", "tennis"),
    page("basketball", "basketball"),
    page("volleyball", "volleyball"),
    page("cricket", "cricket"),
    page("bowling", "bowling"),
    page("shot_put", "shot put"),
];

const fn page(ball: &'static str, group: &'static str) -> Page {
    Page { ball, group }
}

impl Page {
    /// The file.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        crate::workspace_root()
            .join("docs/flight")
            .join(format!("{}.md", self.ball))
    }

    /// The part of the page that is written from the data.
    ///
    /// # Errors
    /// A ball that does not exist.
    pub fn section(&self, report: &Report) -> anyhow::Result<String> {
        let ball = balls::find(self.ball)?;
        let mut text = format!("{START}\n## Coefficients of the default model\n\n");
        text.push_str(&coefficients(ball));
        if !ball.surfaces.is_empty() {
            text.push_str("\n## Grounds with numbers of this ball\n\n");
            text.push_str(&grounds(ball));
        }
        text.push_str("\n## Against measurements\n\n");
        text.push_str(&cases(report, self.group));
        text.push_str(END);
        Ok(text)
    }

    /// The same part as the file has it.
    ///
    /// # Errors
    /// A file that cannot be read, or that lacks the two comments.
    pub fn current(&self) -> anyhow::Result<String> {
        let text = self.text()?;
        Ok(self.split(&text)?.1.to_owned())
    }

    fn write(&self, report: &Report) -> anyhow::Result<()> {
        let text = self.text()?;
        let (before, _, after) = self.split(&text)?;
        let section = self.section(report)?;
        fs::write(self.path(), format!("{before}{section}{after}"))
            .with_context(|| format!("cannot write {}", self.path().display()))
    }

    /// The whole file.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn text(&self) -> anyhow::Result<String> {
        fs::read_to_string(self.path())
            .with_context(|| format!("cannot read {}", self.path().display()))
    }

    fn split<'a>(&self, text: &'a str) -> anyhow::Result<(&'a str, &'a str, &'a str)> {
        match (text.find(START), text.find(END)) {
            (Some(start), Some(end)) if start < end => {
                let end = end + END.len();
                Ok((&text[..start], &text[start..end], &text[end..]))
            }
            _ => bail!(
                "{} lacks the line {START:?} and after it {END:?}",
                self.path().display()
            ),
        }
    }
}

/// Brings every page up to date.
///
/// # Errors
/// A page that cannot be read or written, or that lacks the two comments.
pub fn write(report: &Report) -> anyhow::Result<()> {
    ALL.iter().try_for_each(|page| page.write(report))
}

/// Text that may stand in a cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn coefficients(ball: &Ball) -> String {
    let mut text =
        String::from("| `--set` name | value | unit | kind | source |\n|---|---|---|---|---|\n");
    let mut above = "";
    for parameter in ball.parameters() {
        // A limit that the law does not have.
        if parameter.value >= f64::MAX {
            continue;
        }
        let (unit, kind, source) = parameter.datum.map_or_else(
            || (String::new(), "-".to_owned(), "-".to_owned()),
            |datum| {
                // One fit has many coefficients; its source stands once.
                let source = match datum.source.strip_prefix(above) {
                    Some(rest) if !above.is_empty() => format!("as above{rest}"),
                    _ => {
                        above = datum.source;
                        datum.source.to_owned()
                    }
                };
                (
                    si_unit(datum.unit).to_owned(),
                    datum.kind.to_string(),
                    cell(&source),
                )
            },
        );
        let _ = writeln!(
            text,
            "| `{}` | {} | {unit} | {kind} | {source} |",
            parameter.path, parameter.value
        );
    }
    text
}

fn grounds(ball: &Ball) -> String {
    let mut text = String::from(
        "| `--surface` | restitution | friction | tangential restitution | rolling | spinning |\n|---|---|---|---|---|---|\n",
    );
    for surface in ball.surfaces {
        let mut restitution = match surface.restitution {
            Restitution::Constant(e) => short(e),
            Restitution::Quadratic { c0, c1, c2, v_max } => {
                format!("{c0} {c1:+} v {c2:+} v^2, constant above {v_max} m/s")
            }
        };
        if surface.restitution_per_kelvin != 0.0 {
            let _ = write!(
                restitution,
                ", {:+} per kelvin from 23 C",
                surface.restitution_per_kelvin
            );
        }
        if surface.soft {
            restitution.push_str("; soft");
        }
        let friction = match surface.friction {
            Friction::Uniform(mu) => mu.to_string(),
            Friction::Lane(lane) => format!(
                "{} on oil, {} beside it, {} beyond {} m",
                lane.oil, lane.edge, lane.dry, lane.length
            ),
        };
        let _ = writeln!(
            text,
            "| `{}` | {restitution} | {friction} | {} | {} | {} |",
            surface.name, surface.tangential_restitution, surface.rolling, surface.spinning
        );
    }
    text
}

/// Small groups row by row, large ones by their errors and the rows outside their tolerance.
fn cases(report: &Report, beginning: &str) -> String {
    let lines: Vec<&Line> = report
        .lines
        .iter()
        .filter(|line| line.group.starts_with(beginning) && line.verdict != Verdict::Open)
        .collect();
    if lines.is_empty() {
        return "No published case is recorded for this ball.\n".to_owned();
    }
    let size = |group: &str| lines.iter().filter(|line| line.group == group).count();
    let mut text = String::new();
    let mut large = report
        .summary
        .iter()
        .filter(|row| row.group.starts_with(beginning) && size(&row.group) > MOST_ROWS)
        .peekable();
    if large.peek().is_some() {
        text.push_str("| group | quantity | rows | within tolerance | rms error | largest |\n|---|---|---|---|---|---|\n");
        for row in large {
            let unit = &row.unit;
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} {unit} | {} {unit} ({}) |",
                row.group,
                row.quantity.replace('_', " "),
                row.rows,
                row.passed,
                number(row.rms),
                number(row.largest),
                row.largest_id
            );
        }
        text.push('\n');
    }
    let single: Vec<&&Line> = lines
        .iter()
        .filter(|line| size(&line.group) <= MOST_ROWS || line.verdict == Verdict::Fail)
        .collect();
    if !single.is_empty() {
        text.push_str("| case | | published | ours | error | tolerance | verdict |\n|---|---|---|---|---|---|---|\n");
        for line in single {
            let (error, tolerance) = line.error_cells();
            let verdict = match line.verdict {
                Verdict::Pass => "within",
                Verdict::Tuned => "within, fitted to it",
                Verdict::Fail => "**outside**",
                Verdict::Info => "no tolerance",
                Verdict::Open => "open",
            };
            let _ = writeln!(
                text,
                "| {} {} | {}{} | {} | {} | {error} | {tolerance} | {verdict} |",
                line.id,
                cell(&line.title),
                line.quantity.replace('_', " "),
                if line.unit.is_empty() {
                    String::new()
                } else {
                    format!(", {}", line.unit)
                },
                cell(&line.published_cell()),
                line.ours.map_or("-".to_owned(), number),
            );
        }
    }
    let open: Vec<String> = report
        .lines
        .iter()
        .filter(|line| line.group.starts_with(beginning) && line.verdict == Verdict::Open)
        .map(|line| format!("{} ({})", line.id, line.remark.as_deref().unwrap_or("-")))
        .collect();
    if !open.is_empty() {
        let _ = writeln!(text, "\nNot computed: {}.", open.join("; "));
    }
    text
}

/// At most four decimals.
fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The unit in which a parameter is held: angles are in radians whatever their source has.
fn si_unit(unit: &str) -> &str {
    match unit {
        "1" => "",
        "deg" => "rad",
        other => other,
    }
}
