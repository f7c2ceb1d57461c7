//! `voltex render` hands over to the program beside it, and says how to build it where it is missing.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder that holds a copy of the command, and beside it what stands for the program that draws.
fn folder(name: &str, script: Option<&str>) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    fs::copy(env!("CARGO_BIN_EXE_voltex"), folder.join("voltex")).expect("a copy");
    let view = folder.join("voltex-view");
    match script {
        Some(script) => {
            fs::write(&view, format!("#!/bin/sh\n{script}\n")).expect("a script");
            fs::set_permissions(&view, fs::Permissions::from_mode(0o755)).expect("its rights");
        }
        None => assert!(!view.exists()),
    }
    folder
}

fn render(folder: &std::path::Path, words: &[&str]) -> Output {
    Command::new(folder.join("voltex"))
        .arg("render")
        .args(words)
        .output()
        .expect("voltex starts")
}

#[test]
fn a_missing_program_is_named_with_the_command_that_builds_it() {
    let folder = folder("render_missing", None);
    let output = render(&folder, &["stack", "--at", "1", "--out", "x.png"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("voltex-view"), "{said}");
    assert!(
        said.contains("cargo build --release -p voltex_viewer"),
        "{said}"
    );
}

#[test]
fn everything_is_handed_over_and_the_exit_code_comes_back() {
    let folder = folder("render_there", Some("echo \"$@\"; exit 7"));
    let output = render(&folder, &["stack", "--at", "1", "--out", "x.png"]);
    assert_eq!(output.status.code(), Some(7));
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(said.trim(), "render stack --at 1 --out x.png");
    // The program has said what is wrong; the command adds nothing.
    assert!(output.stderr.is_empty());
}

#[test]
fn a_window_is_asked_for_in_the_same_way() {
    let folder = folder("view_there", Some("echo \"$@\""));
    let output = Command::new(folder.join("voltex"))
        .args(["view", "stack", "--play"])
        .output()
        .expect("voltex starts");
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(said.trim(), "view stack --play");
}

/// Help and refusals are those of the program that draws, and need it not.
#[test]
fn help_and_refusals_need_no_program() {
    let folder = folder("render_help", None);
    let help = render(&folder, &["--help"]);
    assert_eq!(help.status.code(), Some(0));
    let said = String::from_utf8_lossy(&help.stdout);
    assert!(
        said.contains("--camera") && said.contains("--fps"),
        "{said}"
    );
    let refused = render(&folder, &["stack", "--size", "1x1", "--out", "x.png"]);
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("between 16 and 8192"), "{said}");
}
