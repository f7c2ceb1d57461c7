//! Runs the real `voltex` binary with a time limit.

#![allow(dead_code, reason = "each test file uses the helpers that it needs")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// No command may take longer, on the slowest machine; most need some hundredths of a second.
const LIMIT: Duration = Duration::from_secs(60);

/// What a command left behind.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// That the command ended with exit code 2 and an error that says all this; `of` tells the case.
    pub(crate) fn refuses<S: AsRef<str>>(&self, of: &str, words: &[S]) {
        assert_eq!(self.code, 2, "{of}: {}", self.err);
        for word in words.iter().map(AsRef::as_ref) {
            assert!(
                self.err.contains(word),
                "{of}: `{word}` is not in {}",
                self.err
            );
        }
    }

    /// Standard output as JSON; it has to be JSON alone.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{}", self.err);
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

/// Runs `voltex` with arguments.
pub(crate) fn voltex<S: AsRef<str>>(arguments: &[S]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_voltex"));
    command.args(arguments.iter().map(AsRef::as_ref));
    finish(
        command,
        &format!(
            "{:?}",
            arguments.iter().map(AsRef::as_ref).collect::<Vec<_>>()
        ),
    )
}

/// Runs `voltex` with a line of arguments in a folder.
pub(crate) fn line_in(folder: &Path, arguments: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_voltex"));
    command
        .args(arguments.split_whitespace())
        .current_dir(folder);
    finish(command, arguments)
}

/// Runs `voltex` with a line of arguments separated by spaces.
pub(crate) fn line(arguments: &str) -> Ran {
    voltex(&arguments.split_whitespace().collect::<Vec<_>>())
}

/// Runs a prepared command to its end, or fails after the limit.
pub(crate) fn finish(mut command: Command, shown: &str) -> Ran {
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(child.wait_with_output()));
    let output: Output = match receiver.recv_timeout(LIMIT) {
        Ok(output) => output.expect("the program can be waited for"),
        Err(_) => panic!("{shown} did not end within {LIMIT:?}"),
    };
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
    let err = text(output.stderr);
    assert!(!err.contains("panicked"), "{shown} panicked: {err}");
    Ran {
        code: output
            .status
            .code()
            .unwrap_or_else(|| panic!("{shown} was ended by a signal: {err}")),
        out: text(output.stdout),
        err,
    }
}

/// An empty folder of its own for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if path.exists() {
        std::fs::remove_dir_all(&path).expect("the old folder can be removed");
    }
    std::fs::create_dir_all(&path).expect("the folder can be made");
    path
}

/// A number of a JSON object.
pub(crate) fn number(value: &Value, key: &str) -> f64 {
    value[key]
        .as_f64()
        .unwrap_or_else(|| panic!("{key} is {}", value[key]))
}

/// The keys of an object at an indentation of the printed JSON, in the order of the text.
pub(crate) fn keys_at(text: &str, indentation: usize) -> Vec<String> {
    let lead = format!("{}\"", " ".repeat(indentation));
    text.lines()
        .filter_map(|line| line.strip_prefix(&lead))
        .filter_map(|rest| rest.split_once("\":").map(|(key, _)| key.to_owned()))
        .collect()
}
