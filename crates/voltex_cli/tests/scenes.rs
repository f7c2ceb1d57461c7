//! `voltex scenes`.

mod common;

use std::fs;

use common::{folder, line, line_in, voltex};

fn names() -> Vec<String> {
    let listed = line("scenes --json").json();
    listed
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| row["name"].as_str().expect("text").to_owned())
        .collect()
}

#[test]
fn the_list_names_every_scene_with_its_bodies() {
    let ran = line("scenes");
    assert_eq!(ran.code, 0, "{}", ran.err);
    for name in names() {
        assert!(
            ran.out
                .lines()
                .any(|row| row.split_whitespace().next() == Some(&name)),
            "{name} is not in {}",
            ran.out
        );
    }
    let listed = line("scenes --json").json();
    let pyramid = listed
        .as_array()
        .expect("a list")
        .iter()
        .find(|row| row["name"] == "large_pyramid")
        .expect("the large pyramid");
    assert_eq!(pyramid["bodies"], 5051);
    assert_eq!(pyramid["kind"], "benchmark");
    assert_eq!(pyramid["ticks"], 200);
}

#[test]
fn every_scene_is_shown_and_its_file_describes_it() {
    let out = folder("scenes_files");
    for name in names() {
        let shown = voltex(&["scenes", &name]);
        assert_eq!(shown.code, 0, "{}", shown.err);
        assert!(shown.out.starts_with(&name), "{}", shown.out);
        let file = voltex(&["scenes", &name, "--ron"]);
        assert_eq!(file.code, 0, "{}", file.err);
        let path = out.join(format!("{name}.ron"));
        fs::write(&path, &file.out).expect("the file can be written");
        let by_file = line_in(&out, &format!("scenes {name}.ron --json")).json();
        let by_name = voltex(&["scenes", &name, "--json"]).json();
        assert_eq!(by_file, by_name, "{name}");
    }
}

#[test]
fn details_say_what_the_scene_holds() {
    let ran = line("scenes rain");
    for part in [
        "4400",
        "3900",
        "group of human, appears step by step",
        "(0, -10, 0) m/s^2",
        "mesh",
        "skin",
    ] {
        assert!(ran.out.contains(part), "{part} is not in {}", ran.out);
    }
    let ran = line("scenes free_kick");
    assert!(ran.out.contains("step 0: ball, curve-kick"), "{}", ran.out);
}

#[test]
fn an_unknown_scene_is_bad_input_and_the_nearest_is_named() {
    let ran = line("scenes large_piramid");
    assert_eq!(ran.code, 2);
    assert!(ran.out.is_empty());
    assert!(
        ran.err
            .contains("there is no scene named `large_piramid`; did you mean `large_pyramid`?"),
        "{}",
        ran.err
    );
}

#[test]
fn a_mistake_in_a_file_is_named_with_its_line_and_column() {
    let out = folder("scenes_mistakes");
    let good = line("scenes stack --ron").out;
    fs::write(
        out.join("mine.ron"),
        good.replacen("\"crate\", position", "\"crat\", position", 1),
    )
    .expect("the file can be written");
    let ran = line_in(&out, "scenes mine.ron");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains(
            "mine.ron:12:33: bodies[1].shape: there is no shape named `crat`; did you mean `crate`?"
        ),
        "{}",
        ran.err
    );
    let ran = line_in(&out, "scenes absent.ron");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("cannot read absent.ron"), "{}", ran.err);
}

#[test]
fn the_file_of_a_scene_needs_its_name() {
    assert_eq!(line("scenes --ron").code, 2);
    assert_eq!(line("scenes stack --ron --json").code, 2);
}
