//! What runs a build: this machine, an interpreter of aarch64, two runtimes of WebAssembly and a browser.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

use super::build::{Build, Target, folder};
use crate::command;

/// Version of the package that brings wasmtime.
const WASMTIME: &str = "wasmtime==50.0.1";
/// Threads that x86_64 is run with besides one.
const THREADS: [&str; 3] = ["2", "3", "8"];

/// A command line that an extent goes into.
#[derive(Clone, Debug)]
pub(super) struct Run {
    name: String,
    before: Vec<OsString>,
    after: Vec<String>,
}

/// The lines of a run at one level.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    /// What ran.
    pub(super) run: String,
    /// As the program prints them.
    pub(super) lines: Vec<String>,
}

impl Run {
    fn new(name: &str, before: &[OsString], after: &[&str]) -> Self {
        Self {
            name: name.to_owned(),
            before: before.to_vec(),
            after: after.iter().map(|&argument| argument.to_owned()).collect(),
        }
    }

    /// What runs, for people.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Runs it; what goes through several levels by itself begins each with `# ` and its name.
    pub(super) fn lines(&self, extent: &str) -> anyhow::Result<Vec<Lines>> {
        let text = output(
            &self.before,
            &[&[extent.to_owned()], self.after.as_slice()].concat(),
        )?;
        let mut all: Vec<Lines> = Vec::new();
        let begin = |run: String| Lines {
            run,
            lines: Vec::new(),
        };
        for line in text.lines() {
            if let Some(level) = line.strip_prefix("# ") {
                all.push(begin(format!("{}, {level}", self.name)));
                continue;
            }
            if all.is_empty() {
                all.push(begin(self.name.clone()));
            }
            if let Some(last) = all.last_mut() {
                last.lines.push(line.to_owned());
            }
        }
        Ok(all)
    }
}

/// Runs a program and returns what it prints; its complaints go where ours go.
fn output(program: &[OsString], arguments: &[String]) -> anyhow::Result<String> {
    let Some((first, rest)) = program.split_first() else {
        bail!("nothing to run");
    };
    let mut command = Command::new(first);
    command
        .args(rest)
        .args(arguments)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit());
    let shown = first.to_string_lossy().into_owned();
    let output = command
        .output()
        .with_context(|| format!("cannot start `{shown}`"))?;
    if !output.status.success() {
        bail!(
            "`{shown} {}` failed ({})",
            arguments.join(" "),
            output.status
        );
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{shown}` prints no text"))
}

/// What stands before the arguments of the program to run it here.
fn start(build: Build, program: &Path) -> Vec<OsString> {
    let mut words: Vec<OsString> = match build.target() {
        Target::X86_64 | Target::I686 => Vec::new(),
        Target::Aarch64 => ["qemu-aarch64-static", "-L", "/usr/aarch64-linux-gnu"]
            .map(OsString::from)
            .to_vec(),
        Target::Wasm32 => ["node".into(), script("node.mjs").into()].to_vec(),
    };
    words.push(program.into());
    words
}

/// A script of this folder.
fn script(name: &str) -> PathBuf {
    crate::workspace_root().join("xtask/src/targets").join(name)
}

/// All runs of a build, the reference first.
pub(super) fn runs(build: Build, program: &Path, small: bool) -> anyhow::Result<Vec<Run>> {
    let start = start(build, program);
    let name = build.name();
    let mut runs = Vec::new();
    match build {
        Build::Release => {
            runs.push(Run::new("release, 1 thread", &start, &["--threads", "1"]));
            for threads in THREADS {
                let name = format!("release, {threads} threads");
                runs.push(Run::new(&name, &start, &["--threads", threads]));
            }
            runs.extend(at_each_level("release", &start)?);
        }
        Build::Aarch64 => runs.extend(at_each_level("qemu", &start)?),
        Build::Dev | Build::Unoptimised | Build::Native | Build::I686 => {
            runs.push(Run::new(name, &start, &[]));
        }
        Build::Wasm32 | Build::Wasm32Simd => {
            runs.push(Run::new("node", &start, &[]));
            if !small {
                let wasmtime = [
                    "env".into(),
                    python_path()?,
                    "python3".into(),
                    script("wasmtime.py").into(),
                    program.into(),
                ];
                runs.push(Run::new("wasmtime", &wasmtime, &[]));
            }
        }
    }
    Ok(runs)
}

/// A run at each level that the program finds, with two threads.
fn at_each_level(name: &str, start: &[OsString]) -> anyhow::Result<Vec<Run>> {
    let levels = output(start, &["levels".to_owned()])?;
    let run = |level: &str| {
        let options = ["--threads", "2", "--level", level];
        Run::new(&format!("{name}, {level}"), start, &options)
    };
    Ok(levels.lines().map(run).collect())
}

/// Fetches wasmtime into a folder of its own and returns what tells Python of it.
fn python_path() -> anyhow::Result<OsString> {
    let packages = folder().join("python");
    if !packages.join("wasmtime").is_dir() {
        let mut pip = Command::new("python3");
        pip.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--target",
        ]);
        command::run(pip.arg(&packages).arg(WASMTIME))?;
    }
    let mut path = OsString::from("PYTHONPATH=");
    path.push(&packages);
    Ok(path)
}

fn recording() -> PathBuf {
    folder().join("game.vxr")
}

/// Lets the reference record a game of so many ticks.
pub(super) fn record(program: &Path, ticks: u64) -> anyhow::Result<()> {
    let file = recording().to_string_lossy().into_owned();
    let words = ["record".to_owned(), ticks.to_string(), file];
    output(&[program.into()], &words).map(drop)
}

/// Lets a build play the recording wherever it runs: who played, and the ticks and the hash that came of it.
pub(super) fn replays(
    build: Build,
    program: &Path,
    small: bool,
) -> anyhow::Result<Vec<(String, String)>> {
    let start = start(build, program);
    let file = recording().to_string_lossy().into_owned();
    let answer = output(&start, &["replay".to_owned(), file])?;
    let host = start[0].to_string_lossy();
    let host = match build.target() {
        Target::X86_64 | Target::I686 => build.name(),
        Target::Aarch64 | Target::Wasm32 => &host,
    };
    let mut answers = vec![(host.to_owned(), answer.trim().to_owned())];
    if build.target() == Target::Wasm32 && !small {
        answers.push(("chromium".to_owned(), in_browser(program)?));
    }
    Ok(answers)
}

/// Plays the recording in a browser without a window, and reads the answer off the page.
fn in_browser(module: &Path) -> anyhow::Result<String> {
    let read =
        |path: &Path| fs::read(path).with_context(|| format!("cannot read {}", path.display()));
    let page = include_str!("page.html")
        .replace("MODULE_IN_BASE64", &base64(&read(module)?))
        .replace("RECORDING_IN_BASE64", &base64(&read(&recording())?));
    let file = folder().join("page.html");
    fs::write(&file, page).with_context(|| format!("cannot write {}", file.display()))?;
    let profile = folder().join("browser");
    let mut browser = vec![OsString::from("chromium")];
    browser.extend(
        [
            "--headless=new",
            // Root, whom CI may run as, is refused by the sandbox of the browser.
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            // The page is printed when its script has ended.
            "--dump-dom",
        ]
        .map(OsString::from),
    );
    let mut profile_switch = OsString::from("--user-data-dir=");
    profile_switch.push(&profile);
    browser.push(profile_switch);
    let address = format!("file://{}", file.display());
    let printed = output(&browser, &[address])?;
    let start = "<pre id=\"answer\">";
    let answer = printed
        .split_once(start)
        .and_then(|(_, rest)| rest.split_once("</pre>"));
    match answer {
        Some((answer, _)) => Ok(answer.to_owned()),
        None => bail!(
            "the browser printed a page without an answer: {} bytes",
            printed.len()
        ),
    }
}

/// Letters for bytes by RFC 4648.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = (0..3).fold(0, |word, i| {
            word << 8 | u32::from(three.get(i).copied().unwrap_or(0))
        });
        for place in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= three.len() {
                char::from(letter)
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_of_the_examples_of_rfc_4648() {
        let examples = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ];
        for (bytes, text) in examples {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
