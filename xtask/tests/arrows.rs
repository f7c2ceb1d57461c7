//! ARCHITECTURE.md against the workspace: which crate uses which, one line for every source file, no file too long.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use xtask::{command, workspace_root};

/// Longer files hold more than one noun. The generated table of ball data is no one's reading.
const MAX_LINES: usize = 900;
const GENERATED: &str = "crates/voltex_flight/src/data/table.rs";

/// Crates that may not reach a command or a task, not even in tests.
const CORE: [&str; 4] = [
    "voltex_math",
    "voltex_ecs",
    "voltex_flight",
    "voltex_physics",
];
const OUTSIDE_CORE: [&str; 5] = [
    "voltex_cli",
    "voltex_viewer",
    "voltex_ffi",
    "voltex_py",
    "xtask",
];

/// A crate of the workspace with those of its dependencies that belong to the workspace.
struct Member {
    directory: PathBuf,
    normal: BTreeSet<String>,
    in_tests: BTreeSet<String>,
}

fn members() -> BTreeMap<String, Member> {
    let output = command::cargo()
        .args([
            "metadata",
            "--format-version",
            "1",
            "--no-deps",
            "--offline",
        ])
        .output()
        .expect("cargo metadata starts");
    assert!(
        output.status.success(),
        "cargo metadata failed: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value =
        serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let packages = list(&metadata["packages"]);
    let names: BTreeSet<String> = packages
        .iter()
        .map(|package| text(&package["name"]))
        .collect();
    packages
        .iter()
        .map(|package| {
            let uses = |in_tests: bool| {
                list(&package["dependencies"])
                    .iter()
                    .filter(|dependency| (dependency["kind"].as_str() == Some("dev")) == in_tests)
                    .map(|dependency| text(&dependency["name"]))
                    .filter(|name| names.contains(name))
                    .collect()
            };
            let manifest = PathBuf::from(text(&package["manifest_path"]));
            let directory = manifest
                .parent()
                .expect("a manifest lies in a directory")
                .to_owned();
            (
                text(&package["name"]),
                Member {
                    directory,
                    normal: uses(false),
                    in_tests: uses(true),
                },
            )
        })
        .collect()
}

/// Rows of the tables under `## heading`, cells without the head of the table.
fn rows(heading: &str) -> Vec<Vec<String>> {
    let page = fs::read_to_string(workspace_root().join("ARCHITECTURE.md"))
        .expect("ARCHITECTURE.md exists");
    let section = page
        .split("\n## ")
        .find(|section| section.lines().next() == Some(heading));
    let section =
        section.unwrap_or_else(|| panic!("ARCHITECTURE.md has no section `## {heading}`"));
    section
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| {
            line.trim_matches('|')
                .split('|')
                .map(|cell| cell.trim().to_owned())
                .collect()
        })
        .collect()
}

fn names_in(cell: &str) -> BTreeSet<String> {
    cell.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

fn show(names: &BTreeSet<String>) -> String {
    if names.is_empty() {
        return "-".to_owned();
    }
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn report(problems: &[String]) {
    assert!(problems.is_empty(), "\n\n{}\n", problems.join("\n"));
}

#[test]
fn crates_use_what_the_table_says() {
    let members = members();
    let mut problems = Vec::new();
    let mut listed = BTreeMap::new();
    for row in rows("Crates") {
        let name = row[0].trim_matches('`').to_owned();
        if row.len() != 3 || row[2].is_empty() {
            problems.push(format!(
                "ARCHITECTURE.md, Crates: the row of {name} needs crate, uses and holds"
            ));
            continue;
        }
        if listed.insert(name.clone(), names_in(&row[1])).is_some() {
            problems.push(format!("ARCHITECTURE.md, Crates: {name} has two rows"));
        }
    }
    for (name, member) in &members {
        match listed.get(name) {
            None => problems.push(format!(
                "ARCHITECTURE.md, Crates: add the row | `{name}` | {} | what it holds |",
                show(&member.normal)
            )),
            Some(uses) if *uses != member.normal => problems.push(format!(
                "{name} uses {}, ARCHITECTURE.md says {}; write {0} into its row, or take the dependency away",
                show(&member.normal),
                show(uses)
            )),
            Some(_) => {}
        }
    }
    for name in listed.keys().filter(|name| !members.contains_key(*name)) {
        problems.push(format!(
            "ARCHITECTURE.md, Crates: {name} is no crate of the workspace; remove its row"
        ));
    }
    report(&problems);
}

#[test]
fn core_does_not_reach_commands() {
    let mut problems = Vec::new();
    for (name, member) in members()
        .iter()
        .filter(|(name, _)| CORE.contains(&name.as_str()))
    {
        for other in member
            .normal
            .union(&member.in_tests)
            .filter(|other| OUTSIDE_CORE.contains(&other.as_str()))
        {
            problems.push(format!(
                "{name} belongs to the core and depends on {other}; remove that dependency"
            ));
        }
    }
    report(&problems);
}

/// Paths of all source files, relative to the workspace, with `/` between their parts.
fn source_files() -> BTreeSet<String> {
    fn collect(directory: &Path, files: &mut BTreeSet<String>) {
        for entry in fs::read_dir(directory)
            .unwrap_or_else(|error| panic!("{}: {error}", directory.display()))
        {
            let path = entry.expect("a directory entry").path();
            if path.is_dir() {
                collect(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let relative = path
                    .strip_prefix(workspace_root())
                    .expect("a file of the workspace");
                let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
                files.insert(parts.join("/"));
            }
        }
    }
    let mut files = BTreeSet::new();
    for member in members().values() {
        collect(&member.directory.join("src"), &mut files);
    }
    files
}

#[test]
fn every_source_file_has_a_line() {
    let files = source_files();
    let mut problems = Vec::new();
    let mut listed = BTreeSet::new();
    for row in rows("Files") {
        let name = row[0].trim_matches('`').to_owned();
        if row.len() != 2 || row[1].is_empty() {
            problems.push(format!(
                "ARCHITECTURE.md, Files: the row of {name} needs file and holds"
            ));
        }
        if !files.contains(&name) {
            problems.push(format!(
                "ARCHITECTURE.md, Files: {name} does not exist; remove its row"
            ));
        }
        if !listed.insert(name.clone()) {
            problems.push(format!("ARCHITECTURE.md, Files: {name} has two rows"));
        }
    }
    for name in files.difference(&listed) {
        problems.push(format!(
            "ARCHITECTURE.md, Files: add the row | `{name}` | what it holds |"
        ));
    }
    report(&problems);
}

#[test]
fn no_file_is_too_long() {
    let mut problems = Vec::new();
    for name in source_files().iter().filter(|name| *name != GENERATED) {
        let text = fs::read_to_string(workspace_root().join(name)).expect("a source file");
        let lines = text.lines().count();
        if lines > MAX_LINES {
            problems.push(format!(
                "{name} has {lines} lines, at most {MAX_LINES} are allowed; split it by its nouns"
            ));
        }
    }
    report(&problems);
}

#[test]
fn contributing_lists_every_part_of_ci() {
    let page = fs::read_to_string(workspace_root().join("CONTRIBUTING.md"))
        .expect("CONTRIBUTING.md exists");
    let mut problems = Vec::new();
    let mut total = 0;
    for part in xtask::ci::PARTS {
        total += part.budget_minutes;
        let row = format!("| {} | {} min |", part.name, part.budget_minutes);
        if !page.contains(&row) {
            problems.push(format!("CONTRIBUTING.md: add a row that starts with {row}"));
        }
    }
    if total > 60 {
        problems.push(format!(
            "the budgets in xtask/src/ci.rs add up to {total} minutes, at most 60 are allowed"
        ));
    }
    report(&problems);
}
