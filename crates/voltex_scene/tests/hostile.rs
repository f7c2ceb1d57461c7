//! Texts that mean harm or nothing: an error, no panic, no endless work, no memory beyond what the text says.

mod hostile_text;
#[path = "../../../fuzz/kept.rs"]
mod kept;

use std::time::{Duration, Instant};

use hostile_text::read;
use proptest::prelude::*;
use voltex_scene::{MAX_FILE, Scene, scenes};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_text_is_refused_or_read(text in "[\\PC\\n\"(){}\\[\\],:/*#\\\\]{0,200}") {
        read(&text);
    }

    #[test]
    fn any_damage_to_a_scene_is_refused_or_read(
        which in 0..scenes::ALL.len(), at in 0.0..1.0_f64, remove in 0..12_usize, insert in "[-0-9a-zA-Z(),:\\[\\]{}\"/*. ]{0,6}",
    ) {
        let text = scenes::ALL[which].ron;
        let mut start = (at * text.len() as f64) as usize;
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let mut end = (start + remove).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        read(&format!("{}{insert}{}", &text[..start], &text[end..]));
    }
}

#[test]
fn every_beginning_of_a_scene_is_refused_with_its_place() {
    let text = scenes::find("rain").unwrap().ron.trim_end();
    for end in (0..text.len()).step_by(7) {
        let error = Scene::from_ron(&text[..end]).unwrap_err();
        let place = error.place().expect("a place").position;
        assert!(place.is_some(), "{error}");
    }
}

#[test]
fn deep_nesting_ends_with_an_error() {
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{\"a\":", "}"),
        ("Some(", ")"),
        ("/*", "*/"),
    ] {
        let text = format!("{}{}", open.repeat(20_000), close.repeat(20_000));
        read(&text);
        read(&format!("(bodies: {text})"));
        read(&format!("{{\"bodies\": {text}}}"));
    }
}

#[test]
fn huge_counts_cost_nothing() {
    let started = Instant::now();
    let counts = [
        "repeat: [Grid(count: (4294967295, 4294967295, 4294967295), spacing: (1, 1, 1))]",
        "repeat: [Line(count: 4294967295, step: (1, 0, 0))]",
        "repeat: [Pyramid(base: 4294967295, spacing: (1, 1))]",
        "repeat: [SquarePyramid(base: 4294967295, spacing: (1, 1, 1))]",
        "repeat: [Line(count: 3000, step: (1, 0, 0)), Line(count: 3000, step: (0, 1, 0))]",
        "repeat: [Ring(count: 4000000000, radius: 1, axis: Y)]",
        "repeat: [Scatter(count: 4000000000, min: (0, 0, 0), max: (1, 1, 1))]",
    ];
    for repeat in counts {
        let text =
            format!("(shapes: {{\"b\": Sphere(radius: 1)}}, bodies: [(shape: \"b\", {repeat})])");
        let error = Scene::from_ron(&text).unwrap_err().to_string();
        assert!(
            error.contains("at most 5000000 bodies, lower the counts"),
            "{error}"
        );
    }
    let shapes = [
        "GridMesh(cells: (4294967295, 4294967295), cell: 1)",
        "WaveField(cells: (100000, 100000), cell: 1, wave: (amplitude: 1, turn: (1, 1)))",
        "TorusMesh(segments: (10000, 10000), radius: 2, tube: 1)",
        "RandomHull(count: 4294967295, radius: 1)",
        "FibonacciHull(count: 4294967295, radius: 1)",
        "Prism(sides: 4294967295, radius: 1, half_height: 1)",
        "HeightField(columns: 4294967295, cell: 1, heights: [])",
        "Compound(children: [(shape: \"b\", repeat: [Line(count: 4000000, step: (1, 0, 0))])])",
    ];
    for shape in shapes {
        let text = format!("(shapes: {{\"b\": Sphere(radius: 1), \"s\": {shape}}})");
        assert!(Scene::from_ron(&text).is_err(), "{shape}");
    }
    // Five million bodies in many entries.
    let entry = "(shape: \"b\", kind: Static, repeat: [Line(count: 1000000, step: (1, 0, 0))]),";
    let text = format!(
        "(shapes: {{\"b\": Sphere(radius: 1)}}, bodies: [{}])",
        entry.repeat(6)
    );
    let error = Scene::from_ron(&text).unwrap_err().to_string();
    assert!(
        error.contains(
            "bodies[5]: with this entry the scene has 6000000 bodies; it may have at most 5000000"
        ),
        "{error}"
    );
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn many_names_do_not_cost_the_square_of_their_number() {
    let mut text = String::from("(shapes: {");
    for i in 0..50_000 {
        text.push_str(&format!("\"s{i}\": Sphere(radius: 1),"));
    }
    text.push_str("}, bodies: [");
    for i in 0..50_000 {
        text.push_str(&format!("(name: \"b{i}\", shape: \"s{}\"),", 49_999 - i));
    }
    text.push_str("])");
    let started = Instant::now();
    let scene = Scene::from_ron(&text).unwrap();
    assert_eq!(scene.body_count(), Ok(50_000));
    assert!(
        started.elapsed() < Duration::from_secs(20),
        "{:?}",
        started.elapsed()
    );
}

#[test]
fn files_that_cannot_be_read_say_why() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let message = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        let error = Scene::load(&path).unwrap_err().to_string();
        error.replace(&format!("{}/", folder.display()), "")
    };
    assert_eq!(
        message("scene.txt", b"()"),
        "scene.txt does not end in .ron or .json, the two forms of a scene file; rename it"
    );
    assert_eq!(
        message("latin.ron", b"(\n  name: \"b\xe4ll\")"),
        "latin.ron:2:11: the text is not UTF-8 here; save the file as UTF-8"
    );
    assert_eq!(
        message("empty.json", b""),
        "empty.json:1:1: EOF while parsing a value"
    );
    let absent = Scene::load(folder.join("absent.ron"))
        .unwrap_err()
        .to_string();
    assert!(
        absent.contains("absent.ron: ")
            && absent.ends_with("; check the path and whether you may read it"),
        "{absent}"
    );
    let marked = folder.join("marked.ron");
    std::fs::write(&marked, "\u{feff}(name: \"marked\")").unwrap();
    assert_eq!(Scene::load(&marked).unwrap().name, "marked");
    let large = folder.join("large.ron");
    let file = std::fs::File::create(&large).unwrap();
    file.set_len(MAX_FILE + 1).unwrap();
    let error = Scene::load(&large).unwrap_err().to_string();
    assert!(
        error.contains("it is larger than 64 MiB, the most that a scene may have"),
        "{error}"
    );
    std::fs::remove_file(&large).unwrap();
}

/// What the fuzz target `scene_file` found.
#[test]
fn kept_inputs() {
    kept::each("scene_file", hostile_text::read_and_step);
}
