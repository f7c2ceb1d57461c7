//! `cargo xtask fuzz`: any bytes into every reader and every numeric entrance, and a few inputs kept that reach what
//! was found.
//!
//! What a target does with its bytes stands in the tests of its crate, which replay the inputs of `fuzz/kept` in every
//! run.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;
use std::{env, io};

use anyhow::{Context, bail};
use toml::Table;

use crate::command;

/// Version that is installed where none is.
const CARGO_FUZZ: &str = "0.13.1";
/// An input that takes longer than this is a finding, s.
const LONGEST: u64 = 60;
/// Inputs that are kept of a target, and the bytes of one and of all together.
const MOST_INPUTS: usize = 30;
const MOST_BYTES: [u64; 2] = [6_000, 60_000];
/// Targets that say little with few bytes: long inputs are tried from the beginning.
const LONG: [&str; 1] = ["step"];
/// Files of the repository that a target begins with, besides those that are kept.
const SEEDS: [(&str, &str); 2] = [
    ("replay_reader", "crates/voltex_replay/tests/data"),
    ("scene_file", "crates/voltex_scene/scenes"),
];

/// What is fuzzed.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Names of targets; all if empty.
    pub targets: Vec<String>,
    /// Seconds of each.
    pub seconds: u64,
    /// Whether the inputs in `fuzz/kept` are chosen anew.
    pub keep: bool,
}

/// Builds all targets under AddressSanitizer, runs those that are asked for, and prints a row of a table for each.
///
/// # Errors
/// A target that there is not; something cannot be built; a finding, with the file of its input.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let all = targets()?;
    for name in &options.targets {
        if !all.contains(name) {
            bail!("there is no target `{name}`; there are {}", all.join(", "));
        }
    }
    let wanted = |name: &&String| options.targets.is_empty() || options.targets.contains(name);
    build()?;
    let mut findings = Vec::new();
    println!("| target | seconds | executions | coverage | findings |\n|---|---:|---:|---:|---|");
    for name in all.iter().filter(wanted) {
        let target = Target::new(name)?;
        match target.search(options.seconds)? {
            Found::Nothing { executions, edges } => {
                let seconds = options.seconds;
                println!("| `{name}` | {seconds} | {executions} | {edges} | none |");
            }
            Found::Input(file) => {
                println!("| `{name}` | | | | {} |", file.display());
                findings.push(file);
            }
        }
        if options.keep {
            target.keep()?;
        }
    }
    if findings.is_empty() {
        return Ok(());
    }
    let files: Vec<String> = findings.iter().map(|f| f.display().to_string()).collect();
    bail!(
        "inputs were found on which a target fails; run the target with the file as its argument, and see the log beside \
         it: {}",
        files.join(", ")
    )
}

/// Names of all targets, in the order of the manifest.
fn targets() -> anyhow::Result<Vec<String>> {
    let path = crate::workspace_root().join("fuzz/Cargo.toml");
    let text = fs::read_to_string(&path).context("cannot read fuzz/Cargo.toml")?;
    let manifest: Table = text.parse().context("fuzz/Cargo.toml is no TOML")?;
    let bins = manifest.get("bin").and_then(|bins| bins.as_array());
    let name = |bin: &toml::Value| Some(bin.get("name")?.as_str()?.to_owned());
    Ok(bins.into_iter().flatten().filter_map(name).collect())
}

/// Where targets are built and what they find is put.
fn folder() -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| crate::workspace_root().join("target"));
    target.join("fuzz")
}

fn build() -> anyhow::Result<()> {
    if !command::succeeds(command::cargo().args(["fuzz", "--version"])) {
        let install = ["install", "--locked", "cargo-fuzz", "--version", CARGO_FUZZ];
        command::run(command::cargo().args(install))?;
    }
    let mut cargo = command::cargo();
    cargo
        .args(["fuzz", "build", "--target-dir"])
        .arg(folder())
        // Sanitizers are a switch of nightly compilers, which a stable one has too.
        .env("RUSTC_BOOTSTRAP", "1");
    command::run(&mut cargo)
}

/// A target that was built.
struct Target {
    name: String,
    program: PathBuf,
    /// What was found so far; not in the repository.
    corpus: PathBuf,
    /// Inputs on which it failed.
    artifacts: PathBuf,
    /// In the repository.
    kept: PathBuf,
}

enum Found {
    Nothing { executions: u64, edges: u64 },
    Input(PathBuf),
}

impl Target {
    fn new(name: &str) -> anyhow::Result<Self> {
        let triple = format!("{}-unknown-linux-gnu", env::consts::ARCH);
        let found = folder().join("found").join(name);
        let target = Self {
            name: name.to_owned(),
            program: folder().join(triple).join("release").join(name),
            corpus: found.join("corpus"),
            artifacts: found.join("failed"),
            kept: crate::workspace_root().join("fuzz/kept").join(name),
        };
        for path in [&target.corpus, &target.artifacts, &target.kept] {
            make(path)?;
        }
        Ok(target)
    }

    fn log(&self) -> PathBuf {
        self.corpus.with_file_name("log")
    }

    /// Searches for so long, from what was kept, from files of the repository and from what was found before.
    fn search(&self, seconds: u64) -> anyhow::Result<Found> {
        let mut program = self.program();
        program
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-timeout={LONGEST}"))
            .arg(format!("-artifact_prefix={}/", self.artifacts.display()))
            .arg("-print_final_stats=1")
            .args([&self.corpus, &self.kept]);
        if LONG.contains(&self.name.as_str()) {
            program.arg("-len_control=0");
        }
        let seeds = SEEDS.iter().filter(|(name, _)| *name == self.name);
        program.args(seeds.map(|(_, folder)| crate::workspace_root().join(folder)));
        let started = SystemTime::now();
        let succeeded = self.call(&mut program)?;
        let log = fs::read_to_string(self.log()).context("cannot read the log of the target")?;
        if succeeded {
            return Ok(Found::Nothing {
                executions: number_after(&log, "stat::number_of_executed_units:").unwrap_or(0),
                edges: number_after(&log, " cov: ").unwrap_or(0),
            });
        }
        // An input that is slow is put there too, and is no failure.
        let newest = by_age(&self.artifacts)?.pop();
        match newest.filter(|(age, _)| *age >= started) {
            Some((_, file)) => Ok(Found::Input(file)),
            None => bail!(
                "target {} failed without an input; see {}",
                self.name,
                self.log().display()
            ),
        }
    }

    /// Chooses few inputs that reach as much as possible, and puts them in the place of those in the repository.
    fn keep(&self) -> anyhow::Result<()> {
        let chosen = self.corpus.with_file_name("chosen");
        if chosen.is_dir() {
            fs::remove_dir_all(&chosen).context("cannot remove the last choice")?;
        }
        make(&chosen)?;
        let mut program = self.program();
        program.args(["-merge=1", "-set_cover_merge=1"]);
        let cover = program.args([&chosen, &self.corpus, &self.kept]);
        if !self.call(cover)? {
            let log = self.log();
            bail!(
                "inputs of {} cannot be chosen; see {}",
                self.name,
                log.display()
            );
        }
        fs::remove_dir_all(&self.kept).context("cannot remove the inputs of before")?;
        make(&self.kept)?;
        let mut bytes = 0;
        let mut count = 0;
        // Those come first that reach most.
        for (_, path) in by_age(&chosen)? {
            let length = path.metadata().context("cannot look at an input")?.len();
            if count == MOST_INPUTS || length > MOST_BYTES[0] || bytes + length > MOST_BYTES[1] {
                continue;
            }
            let name = path.file_name().unwrap_or_default();
            fs::copy(&path, self.kept.join(name)).context("cannot copy an input")?;
            count += 1;
            bytes += length;
        }
        println!("   {}: {count} inputs kept, {bytes} bytes", self.name);
        Ok(())
    }

    fn program(&self) -> Command {
        Command::new(&self.program)
    }

    /// Runs to the end with what it says in the log, and tells whether it succeeded.
    fn call(&self, program: &mut Command) -> anyhow::Result<bool> {
        let log = File::create(self.log()).context("cannot write the log of a target")?;
        let copy = log
            .try_clone()
            .context("cannot write the log of a target")?;
        let status = program
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(copy)
            .status()
            .with_context(|| format!("cannot start target {}", self.name))?;
        Ok(status.success())
    }
}

fn make(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// Files of a folder with the time at which they were written, the oldest first.
fn by_age(folder: &Path) -> anyhow::Result<Vec<(SystemTime, PathBuf)>> {
    let age = |path: PathBuf| -> io::Result<(SystemTime, PathBuf)> {
        Ok((path.metadata()?.modified()?, path))
    };
    let files: io::Result<Vec<_>> =
        fs::read_dir(folder).and_then(|entries| entries.map(|entry| age(entry?.path())).collect());
    let mut files = files.with_context(|| format!("cannot read {}", folder.display()))?;
    files.sort();
    Ok(files)
}

/// The number behind the last of these marks.
fn number_after(log: &str, mark: &str) -> Option<u64> {
    let (_, rest) = log.rsplit_once(mark)?;
    rest.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_off_the_log_of_a_target() {
        let log = "#2\tINITED cov: 23 ft: 24 corp: 1/1b\n#900\tDONE   cov: 417 ft: 1200 corp: 60/9Kb\n\
                   stat::number_of_executed_units: 900\nstat::average_exec_per_sec:     30\n";
        assert_eq!(number_after(log, " cov: "), Some(417));
        assert_eq!(number_after(log, "executed_units:"), Some(900));
        assert_eq!(number_after(log, "no such mark"), None);
    }

    #[test]
    fn every_target_has_a_file_and_every_seed_a_target() {
        let all = targets().unwrap();
        assert!(all.len() >= 11, "{all:?}");
        for name in &all {
            let file = format!("fuzz/fuzz_targets/{name}.rs");
            assert!(crate::workspace_root().join(&file).is_file(), "{file}");
        }
        for (name, folder) in SEEDS {
            assert!(all.iter().any(|target| target == name), "{name}");
            assert!(crate::workspace_root().join(folder).is_dir(), "{folder}");
        }
    }
}
