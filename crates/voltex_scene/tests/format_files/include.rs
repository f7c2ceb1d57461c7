//! Scene files made of other files.

use std::path::PathBuf;

use voltex_scene::{MAX_INCLUDE_DEPTH, Scene};

/// Files in a folder of their own; the path of the first.
fn files(folder: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("include_{folder}"));
    if root.exists() {
        std::fs::remove_dir_all(&root).expect("the old folder can be removed");
    }
    for (name, text) in files {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    root.join(files[0].0)
}

fn refused(folder: &str, list: &[(&str, &str)], words: &[&str]) {
    let error = Scene::load(files(folder, list))
        .expect_err(folder)
        .to_string();
    for word in words {
        assert!(error.contains(word), "{folder}: `{word}` is not in {error}");
    }
}

const COMMON: &str = r#"(
    world: (gravity: (0, -1.62, 0), substeps: 8),
    materials: {"ice": (friction: 0.02), "wood": (friction: 0.4)},
    shapes: {"ground": HalfSpace(normal: (0, 1, 0)), "crate": Box(half: (1, 1, 1))},
    bodies: [(name: "ground", kind: Static, shape: "ground", material: "ice")],
)"#;

/// The scene of the parts is the scene of the whole text: what is joined, what is taken over, and what a file has of its own.
#[test]
fn a_scene_of_files_is_the_scene_of_their_content() {
    let path = files(
        "whole",
        &[
            (
                "main.ron",
                r#"(
                    include: ["parts/common.ron", "parts/ball.json"],
                    world: (gravity: (0, -3.71, 0)),
                    shapes: {"crate": Box(half: (0.5, 0.5, 0.5))},
                    bodies: [(name: "box", shape: "crate", material: "wood", position: (0, 2, 0))],
                )"#,
            ),
            ("parts/common.ron", COMMON),
            // Relative to itself; read a second time it would put the ground there twice.
            (
                "parts/ball.json",
                r#"{"include": ["common.ron"], "shapes": {"ball": {"Sphere": {"radius": 0.1}}},
                    "bodies": [{"name": "ball", "shape": "ball", "position": [3, 1, 0]}]}"#,
            ),
        ],
    );
    let parts = Scene::load(path).expect("a scene of files");
    let whole = Scene::from_ron(
        r#"(
            world: (gravity: (0, -3.71, 0), substeps: 8),
            materials: {"ice": (friction: 0.02), "wood": (friction: 0.4)},
            shapes: {"ground": HalfSpace(normal: (0, 1, 0)), "crate": Box(half: (0.5, 0.5, 0.5)), "ball": Sphere(radius: 0.1)},
            bodies: [
                (name: "ground", kind: Static, shape: "ground", material: "ice"),
                (name: "ball", shape: "ball", position: (3, 1, 0)),
                (name: "box", shape: "crate", material: "wood", position: (0, 2, 0)),
            ],
        )"#,
    )
    .expect("a scene");
    assert_eq!(parts, whole);
    assert_eq!(parts.build().expect("a world").entity_count(), 3);
}

#[test]
fn an_error_is_told_in_the_file_that_holds_it() {
    let main = r#"(include: ["common.ron"], bodies: [(shape: "crate", mass: 2)])"#;
    let wrong = |from: &str, to: &str| COMMON.replacen(from, to, 1);
    for (place, text, words) in [
        (
            "list",
            wrong("material: \"ice\"", "material: \"ise\""),
            &["common.ron:5:", "bodies[0].material", "did you mean `ice`"][..],
        ),
        (
            "table",
            wrong("half: (1, 1, 1)", "half: (1, -1, 1)"),
            &["common.ron:4:", "shapes[\"crate\"]", "-1"],
        ),
        (
            "world",
            wrong("substeps: 8", "substeps: 0"),
            &["common.ron:2:", "world"],
        ),
        (
            "field",
            wrong("materials:", "material:"),
            &[
                "common.ron:3:",
                "no field `material`",
                "did you mean `materials`",
            ],
        ),
    ] {
        refused(place, &[("main.ron", main), ("common.ron", &text)], words);
    }
    // Another setting of the world in the including file makes this one none of its own.
    refused(
        "setting",
        &[
            (
                "main.ron",
                &main.replace("bodies:", "world: (dt: 0.01), bodies:"),
            ),
            ("common.ron", &wrong("substeps: 8", "substeps: 0")),
        ],
        &["common.ron:2:", "world.substeps"],
    );
    // The same kind of mistake in the file itself, whose bodies come after those of the other.
    refused(
        "own",
        &[
            ("main.ron", &main.replace("mass: 2", "mass: -2")),
            ("common.ron", COMMON),
        ],
        &["main.ron:1:", "bodies[0].mass", "-2"],
    );
}

#[test]
fn circles_ways_out_and_depths_are_refused_by_name() {
    refused(
        "circle",
        &[
            ("a.ron", "(include: [\"b.ron\"])"),
            ("b.ron", "(include: [\"c/d.ron\"])"),
            // Relative to the folder of d.
            ("c/d.ron", "(include: [\"e.ron\"])"),
            ("c/e.ron", "(include: [\"d.ron\"])"),
        ],
        &[
            "e.ron:1:",
            "include[0]",
            "c/d.ron -> c/e.ron -> c/d.ron",
            "leave one",
        ],
    );
    refused(
        "itself",
        &[("a.ron", "(include: [\"a.ron\"])")],
        &["a.ron -> a.ron"],
    );
    for out in [
        "../b.ron",
        "/etc/passwd.ron",
        "./b.ron",
        "",
        "c/../b.ron",
        "c\\\\b.ron",
    ] {
        let main = format!("(include: [\"{out}\"])");
        refused(
            "out",
            &[("a.ron", &main), ("b.ron", "()")],
            &[
                "a.ron:1:",
                "include[0]",
                "leads out of the folder",
                "relative",
            ],
        );
    }
    refused(
        "ending",
        &[("a.ron", "(include: [\"b.txt\"])")],
        &["`b.txt`", ".ron or .json"],
    );
    refused(
        "missing",
        &[("a.ron", "(include: [\"b.ron\"])")],
        &[
            "a.ron:1:",
            "`b.ron` cannot be read",
            "relative to this file",
        ],
    );
    let deep: Vec<(String, String)> = (0..=MAX_INCLUDE_DEPTH + 1)
        .map(|file| {
            (
                format!("{file}.ron"),
                format!("(include: [\"{}.ron\"])", file + 1),
            )
        })
        .collect();
    let mut deep: Vec<(&str, &str)> = deep
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    refused(
        "deep",
        &deep,
        &["files deep", &MAX_INCLUDE_DEPTH.to_string()],
    );
    let last = format!("{MAX_INCLUDE_DEPTH}.ron");
    for (name, text) in &mut deep {
        if *name == last {
            *text = "()";
        }
    }
    Scene::load(files("deep_enough", &deep)).expect("as deep as is allowed");
}

#[test]
fn a_text_without_a_file_includes_nothing() {
    for error in [
        Scene::from_ron("(include: [\"b.ron\"])")
            .expect_err("no folder")
            .to_string(),
        Scene {
            include: vec!["b.ron".to_owned()],
            ..Scene::default()
        }
        .validate()
        .expect_err("not read")
        .to_string(),
    ] {
        assert!(error.contains("Scene::load"), "{error}");
    }
}
