//! `voltex lab`: every lab measures what its closed form says.

mod common;

use common::{folder, line, line_in};

#[test]
fn every_lab_agrees_with_its_closed_forms() {
    let folder = folder("labs");
    let list = line("lab --json").json();
    let names: Vec<&str> = list
        .as_array()
        .expect("a list")
        .iter()
        .map(|lab| lab["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(
        names,
        [
            "restitution",
            "friction",
            "five-balls",
            "spin",
            "drag",
            "solver"
        ]
    );
    for name in names {
        let ran = line_in(&folder, &format!("lab {name} --out pictures --json"));
        let failed: Vec<&str> = ran
            .out
            .split("\"what\"")
            .filter(|part| part.contains("\"passed\": false"))
            .collect();
        assert_eq!(ran.code, 0, "{name}: {} {failed:?}", ran.err);
        let report = ran.json();
        let groups = report["groups"].as_array().expect("groups");
        let checks = groups
            .iter()
            .flat_map(|group| group["checks"].as_array().expect("checks"));
        let mut count = 0;
        for check in checks {
            let number = |key: &str| {
                check[key]
                    .as_f64()
                    .unwrap_or_else(|| panic!("{key} in {check}"))
            };
            let off = (number("measured") - number("exact")).abs();
            assert!(off <= number("tolerance"), "{name}: {check}");
            count += 1;
        }
        assert!(count >= 4, "{name} has {count} measurements");
        let picture =
            std::fs::read(folder.join(format!("pictures/lab-{name}.png"))).expect("a picture");
        assert!(
            picture.starts_with(b"\x89PNG") && picture.len() > 20_000,
            "{name}: {} bytes",
            picture.len()
        );
    }
}

#[test]
fn a_lab_prints_its_table_with_the_closed_form_beside_it() {
    let folder = folder("lab_table");
    let ran = line_in(&folder, "lab restitution");
    assert_eq!(ran.code, 0, "{}", ran.err);
    for part in [
        "MEASURED",
        "CLOSED FORM",
        "momentum",
        "second apex",
        "within their tolerance",
        "out/lab-restitution.png",
    ] {
        assert!(ran.out.contains(part), "{part} is not in {}", ran.out);
    }
    let ran = line("lab nothing");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("five-balls"), "{}", ran.err);
}
