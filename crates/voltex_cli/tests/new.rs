//! `voltex new`: a project that builds and runs.

mod common;

use std::path::Path;
use std::process::Command;

use common::{finish, folder, line_in};

/// The program of a new project, as it is written.
mod program {
    include!("../src/project/program.rs.txt");

    pub(super) fn run() -> Result<(), Box<dyn std::error::Error>> {
        main()
    }
}

#[test]
fn a_new_project_has_a_program_that_runs_and_a_scene_that_is_sound() {
    let folder = folder("new");
    let made = line_in(&folder, "new pong --json").json();
    assert_eq!(made["name"], "pong");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../voltex")
        .canonicalize()
        .expect("the library");
    let dependency = made["dependency"].as_str().expect("a text");
    assert!(
        dependency.contains(root.to_str().expect("UTF-8")),
        "{dependency}"
    );
    let project = folder.join("pong");
    let read = |name: &str| std::fs::read_to_string(project.join(name)).expect("it is there");
    assert_eq!(
        read("src/main.rs"),
        include_str!("../src/project/program.rs.txt")
    );
    assert!(
        read("Cargo.toml").contains(&format!("voltex = {dependency}\n")),
        "{}",
        read("Cargo.toml")
    );
    assert_eq!(line_in(&project, "scenes scene.ron").code, 0);
    // Other tests of this process name their files in full.
    std::env::set_current_dir(&project).expect("the folder is there");
    program::run().expect("the program runs");
}

#[test]
fn what_is_there_is_left_alone() {
    let folder = folder("new_refused");
    std::fs::create_dir(folder.join("full")).expect("a folder");
    std::fs::write(folder.join("full/notes.txt"), "mine").expect("a file");
    for (arguments, words) in [
        (
            "new full",
            &["full", "something already", "does not exist or is empty"][..],
        ),
        ("new 1st", &["`1st`", "begins with a letter"]),
        (
            "new game --voltex full",
            &["full", "no library `voltex`", "checkout"],
        ),
    ] {
        let ran = line_in(&folder, arguments);
        ran.refuses(arguments, words);
    }
    assert_eq!(
        std::fs::read_to_string(folder.join("full/notes.txt")).expect("it is there"),
        "mine"
    );
    // An empty folder is as good as none; the library may be named by its checkout.
    std::fs::create_dir(folder.join("empty")).expect("a folder");
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let ran = line_in(
        &folder,
        &format!("new empty --voltex {}", checkout.display()),
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
}

/// Builds and runs a new project with cargo, without a network, with the versions of this workspace.
#[test]
#[ignore = "compiles the libraries once more, which takes minutes"]
fn a_new_project_is_built_by_cargo() {
    let folder = folder("new_built");
    assert_eq!(line_in(&folder, "new pong").code, 0);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::copy(root.join("Cargo.lock"), folder.join("pong/Cargo.lock")).expect("a copy");
    let mut build = Command::new(env!("CARGO"));
    build
        .args(["build", "--offline", "--quiet"])
        .current_dir(folder.join("pong"));
    let built = build.status().expect("cargo starts");
    assert!(built.success());
    let mut run = Command::new(env!("CARGO"));
    run.args(["run", "--offline", "--quiet"])
        .current_dir(folder.join("pong"));
    let ran = finish(run, "cargo run");
    assert!(
        ran.out.contains("after 2.0 s") && ran.out.contains("a drive carries"),
        "{}",
        ran.out
    );
}
