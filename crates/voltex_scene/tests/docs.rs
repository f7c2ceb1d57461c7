//! Every example of docs/scenes.md is a scene, and the page shows every variant and field of the format.

use voltex_scene::Scene;

const PAGE: &str = include_str!("../../../docs/scenes.md");

/// The blocks of a language with the line on which they begin.
fn blocks(language: &str) -> Vec<(usize, String)> {
    let fence = format!("```{language}");
    let mut blocks = Vec::new();
    let mut current: Option<(usize, String)> = None;
    for (index, line) in PAGE.lines().enumerate() {
        match &mut current {
            None if line == fence => current = Some((index + 2, String::new())),
            None => {}
            Some(_) if line == "```" => blocks.extend(current.take()),
            Some((_, text)) => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    blocks
}

#[test]
fn every_example_loads_builds_and_comes_back_equal() {
    let ron = blocks("ron");
    assert!(ron.len() >= 10);
    for (line, text) in ron {
        let scene =
            Scene::from_ron(&text).unwrap_or_else(|error| panic!("block at line {line}: {error}"));
        let mut world = scene
            .build()
            .unwrap_or_else(|error| panic!("block at line {line}: {error}"));
        for _ in 0..20 {
            scene.advance(&mut world).unwrap();
        }
        assert_eq!(
            Scene::from_ron(&scene.to_ron()).as_ref(),
            Ok(&scene),
            "block at line {line}"
        );
        assert_eq!(
            Scene::from_json(&scene.to_json()).as_ref(),
            Ok(&scene),
            "block at line {line}"
        );
    }
}

#[test]
fn the_two_forms_of_the_first_example_are_one_scene() {
    let ron = &blocks("ron")[0].1;
    let json = &blocks("json")[0].1;
    assert_eq!(Scene::from_ron(ron), Scene::from_json(json));
}

/// The valid names that the message about a wrong one lists.
fn names(text: &str) -> Vec<String> {
    let message = Scene::from_ron(text).unwrap_err().to_string();
    let (_, list) = message
        .split_once("known: ")
        .unwrap_or_else(|| panic!("{message}"));
    assert!(!list.contains(" more"), "{message}");
    list.split(", ").map(str::to_owned).collect()
}

#[test]
fn the_page_shows_every_field_and_variant() {
    let wrong = [
        "(xx: 1)",
        "(kind: Xx)",
        "(world: (xx: 1))",
        "(materials: {\"a\": (xx: 1)})",
        "(materials: {\"a\": (friction_combine: Xx)})",
        "(shapes: {\"a\": Xx()})",
        "(shapes: {\"a\": Compound(children: [(xx: 1)])})",
        "(bodies: [(xx: 1)])",
        "(bodies: [(kind: Xx)])",
        "(bodies: [(locks: [Xx])])",
        "(bodies: [(rotation: Xx())])",
        "(bodies: [(layers: (xx: 1))])",
        "(bodies: [(vary: (xx: 1))])",
        "(bodies: [(throw: (xx: 1))])",
        "(bodies: [(spawn: Xx())])",
        "(bodies: [(motion: Xx())])",
        "(bodies: [(repeat: [Xx()])])",
        "(assemblies: {\"a\": (xx: 1)})",
        "(groups: [(xx: 1)])",
        "(joints: [(xx: 1)])",
        "(joints: [(link: Xx)])",
        "(joints: [(kind: Xx())])",
        "(balls: [(xx: 1)])",
        "(shots: [(xx: 1)])",
        "(shots: [(launch: (xx: 1))])",
        "(air: (xx: 1))",
        "(wind: Xx())",
        "(cameras: [(xx: 1)])",
    ];
    for text in wrong {
        for name in names(text) {
            // Angles that only oval balls or bullets have are told of on the pages of the sports.
            if ["gyro", "nose"].contains(&name.as_str()) {
                continue;
            }
            assert!(PAGE.contains(&name), "{name} is not shown ({text})");
        }
    }
}
