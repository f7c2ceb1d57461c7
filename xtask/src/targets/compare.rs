//! Lines of all runs beside those of the reference, as a verdict and as a table.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, bail};

use super::build::{Build, Target};
use super::host::Lines;

const PAGE: &str = "docs/determinism.md";
const START: &str = "<!-- targets: written by `cargo xtask targets --write` -->";
const END: &str = "<!-- end of targets -->";

/// A line of the program taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    kind: String,
    name: String,
    count: String,
    /// Hash of what a user sees, then of all that the physics keeps.
    hashes: [String; 2],
}

impl Line {
    fn parse(text: &str) -> anyhow::Result<Self> {
        let words: Vec<&str> = text.split(' ').collect();
        let [kind, name, count, seen, state] = words[..] else {
            bail!("the program printed `{text}`, which is no line of hashes");
        };
        Ok(Self {
            kind: kind.to_owned(),
            name: name.to_owned(),
            count: count.to_owned(),
            hashes: [seen, state].map(str::to_owned),
        })
    }
}

/// How the lines of a target compare with the reference.
#[derive(Clone, Debug, Default)]
struct Column {
    runs: Vec<String>,
    /// Names of lines that differ in any run.
    differ: Vec<String>,
    /// Who played the recording.
    players: Vec<String>,
    replay_differs: bool,
}

/// All runs beside the first.
#[derive(Clone, Debug, Default)]
pub(super) struct Comparison {
    reference: Vec<Line>,
    replay: Option<String>,
    columns: BTreeMap<Target, Column>,
    problems: Vec<String>,
}

impl Comparison {
    /// Compares the runs of a build; the first of all is the reference.
    pub(super) fn add(&mut self, build: Build, runs: Vec<Lines>) {
        for Lines { run, lines } in runs {
            let lines: Result<Vec<Line>, _> = lines.iter().map(|line| Line::parse(line)).collect();
            let lines = match lines {
                Ok(lines) => lines,
                Err(error) => {
                    self.problems
                        .push(format!("{} {run}: {error}", build.name()));
                    continue;
                }
            };
            if lines.is_empty() {
                self.problems
                    .push(format!("{} {run}: no lines at all", build.name()));
                continue;
            }
            if self.reference.is_empty() {
                self.reference.clone_from(&lines);
            }
            let column = self.columns.entry(build.target()).or_default();
            if lines.len() != self.reference.len() {
                let counts = [lines.len(), self.reference.len()];
                self.problems.push(format!(
                    "{} {run}: {} lines, the reference has {}",
                    build.name(),
                    counts[0],
                    counts[1]
                ));
            }
            for (line, expected) in lines.iter().zip(&self.reference) {
                if line != expected {
                    column.differ.push(expected.name.clone());
                    self.problems.push(format!(
                        "{} {run}: {} {} after {}: {} {}, the reference has {} {}",
                        build.name(),
                        line.kind,
                        line.name,
                        line.count,
                        line.hashes[0],
                        line.hashes[1],
                        expected.hashes[0],
                        expected.hashes[1],
                    ));
                }
            }
            column.runs.push(run);
        }
    }

    /// Compares what came of a recording.
    pub(super) fn add_replay(&mut self, build: Build, player: String, answer: String) {
        let column = self.columns.entry(build.target()).or_default();
        let expected = self.replay.get_or_insert_with(|| answer.clone());
        if *expected != answer {
            column.replay_differs = true;
            let text = format!(
                "{} played by {player}: {answer}, the reference says {expected}",
                build.name()
            );
            self.problems.push(text);
        }
        column.players.push(player);
    }

    /// An error that names every difference, if there is one.
    pub(super) fn verdict(&self) -> anyhow::Result<()> {
        if self.problems.is_empty() {
            return Ok(());
        }
        bail!(
            "bits differ. `voltex-hashes --only NAME --every` prints the hash after every step, on both sides; the first \
             that differs tells where to look.\n{}",
            self.problems.join("\n")
        )
    }

    /// Target by scene, and what ran.
    pub(super) fn table(&self) -> String {
        let mut text = String::from("| what | steps |");
        for target in self.columns.keys() {
            let _ = write!(text, " {} |", target.name());
        }
        text.push_str("\n|---|---:|");
        text.push_str(&"---|".repeat(self.columns.len()));
        for (kind, plural) in [
            ("shot", "named shots, demos included"),
            ("batch", "balls, 64 shots of each in a batch"),
        ] {
            let names: Vec<&String> = self
                .reference
                .iter()
                .filter(|line| line.kind == kind)
                .map(|line| &line.name)
                .collect();
            let _ = write!(text, "\n| {} {plural} | |", names.len());
            for column in self.columns.values() {
                let differ = names
                    .iter()
                    .filter(|name| column.differ.contains(name))
                    .count();
                let _ = write!(text, " {} |", cell(differ > 0));
            }
        }
        for line in self.reference.iter().filter(|line| line.kind == "scene") {
            let _ = write!(text, "\n| `{}` | {} |", line.name, line.count);
            for column in self.columns.values() {
                let _ = write!(text, " {} |", cell(column.differ.contains(&line.name)));
            }
        }
        let ticks = self.replay.as_deref();
        if let Some((ticks, _)) = ticks.and_then(|answer| answer.split_once(' ')) {
            let _ = write!(text, "\n| a recording, played | {ticks} |");
            for column in self.columns.values() {
                let _ = write!(text, " {} |", cell(column.replay_differs));
            }
        }
        text.push_str("\n\nWhat ran:\n");
        for (target, column) in &self.columns {
            let _ = write!(text, "\n- {}: {}", target.name(), column.runs.join("; "));
            if !column.players.is_empty() {
                let _ = write!(text, "; the recording by {}", column.players.join(", "));
            }
            text.push('.');
        }
        text
    }
}

fn cell(differs: bool) -> &'static str {
    if differs { "**differs**" } else { "same" }
}

/// Puts the table between its comments.
pub(super) fn put_into_page(table: &str) -> anyhow::Result<()> {
    let path = crate::workspace_root().join(PAGE);
    let page = fs::read_to_string(&path).with_context(|| format!("cannot read {PAGE}"))?;
    let (Some(start), Some(end)) = (page.find(START), page.find(END)) else {
        bail!("{PAGE} has lost the comments between which the table stands: `{START}` and `{END}`");
    };
    let page = format!("{}{START}\n\n{table}\n\n{}", &page[..start], &page[end..]);
    fs::write(&path, page).with_context(|| format!("cannot write {PAGE}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(run: &str, lines: &[&str]) -> Vec<Lines> {
        vec![Lines {
            run: run.to_owned(),
            lines: lines.iter().map(|&line| line.to_owned()).collect(),
        }]
    }

    /// A program that printed nothing was as good as any other.
    #[test]
    fn a_run_without_lines_is_no_agreement() {
        let mut comparison = Comparison::default();
        comparison.add(Build::Release, lines("one", &[]));
        comparison.add(Build::Aarch64, lines("two", &[]));
        let told = comparison.verdict().unwrap_err().to_string();
        assert!(told.contains("release one: no lines at all"), "{told}");
    }

    #[test]
    fn what_differs_or_is_missing_is_named() {
        let both = ["shot lob 1 01 00", "scene stack 120 02 03"];
        let mut comparison = Comparison::default();
        comparison.add(Build::Release, lines("one", &both));
        comparison.add(Build::Aarch64, lines("two", &both));
        comparison.add_replay(Build::Release, "release".to_owned(), "9 aa".to_owned());
        comparison.verdict().unwrap();
        comparison.add(
            Build::Wasm32,
            lines("node", &["shot lob 1 01 00", "scene stack 120 02 04"]),
        );
        comparison.add(Build::I686, lines("i686", &both[..1]));
        comparison.add_replay(Build::I686, "i686".to_owned(), "9 ab".to_owned());
        let told = comparison.verdict().unwrap_err().to_string();
        for part in [
            "wasm32 node: scene stack after 120: 02 04, the reference has 02 03",
            "i686 i686: 1 lines, the reference has 2",
            "i686 played by i686: 9 ab, the reference says 9 aa",
        ] {
            assert!(told.contains(part), "{told}");
        }
        assert!(!told.contains("aarch64"));
        let table = comparison.table();
        assert!(
            table.contains("| `stack` | 120 | same | same | same | **differs** |"),
            "{table}"
        );
        assert!(
            table.contains("| a recording, played | 9 | same | same | **differs** | same |"),
            "{table}"
        );
    }
}
