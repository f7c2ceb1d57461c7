//! The JSON Schema takes every scene that is read, and refuses what the reader refuses for its form.

use serde_json::{Value, json};
use voltex_scene::{Scene, scenes, schema};

/// What is wrong with a value by a schema, of whose words those are understood that the schema of scenes has.
fn wrong(root: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    let words = schema
        .as_object()
        .unwrap_or_else(|| panic!("{at}: {schema} is no schema"));
    for (word, given) in words {
        let problem = match word.as_str() {
            "$ref" => {
                let name = given
                    .as_str()
                    .and_then(|name| name.strip_prefix("#/$defs/"));
                wrong(root, &root["$defs"][name.expect("a definition")], value, at)
            }
            "type" => {
                let one = |kind: &Value| match kind.as_str() {
                    Some("number") => value.is_number(),
                    Some("integer") => value.is_i64() || value.is_u64(),
                    Some("string") => value.is_string(),
                    Some("boolean") => value.is_boolean(),
                    Some("array") => value.is_array(),
                    Some("object") => value.is_object(),
                    Some("null") => value.is_null(),
                    other => panic!("{at}: type {other:?}"),
                };
                let fits = given
                    .as_array()
                    .map_or_else(|| one(given), |kinds| kinds.iter().any(one));
                (!fits).then(|| format!("{at}: {value} is no {given}"))
            }
            "enum" => {
                let known = given.as_array().expect("a list").contains(value);
                (!known).then(|| format!("{at}: {value} is not among {given}"))
            }
            "oneOf" | "anyOf" => {
                let choices = given.as_array().expect("a list").iter();
                let fitting = choices
                    .filter(|choice| wrong(root, choice, value, at).is_none())
                    .count();
                let enough = if word == "oneOf" {
                    fitting == 1
                } else {
                    fitting >= 1
                };
                (!enough).then(|| format!("{at}: {value} fits {fitting} of {given}"))
            }
            "minimum" => value
                .as_f64()
                .filter(|n| *n < given.as_f64().expect("a number"))
                .map(|n| format!("{at}: {n} < {given}")),
            "maximum" => value
                .as_f64()
                .filter(|n| *n > given.as_f64().expect("a number"))
                .map(|n| format!("{at}: {n} > {given}")),
            "minItems" | "maxItems" => value.as_array().and_then(|list| {
                let (count, bound) = (list.len() as u64, given.as_u64().expect("a count"));
                let fits = if word == "minItems" {
                    count >= bound
                } else {
                    count <= bound
                };
                (!fits).then(|| format!("{at}: {count} elements, {word} {bound}"))
            }),
            "items" => value.as_array().and_then(|list| {
                let mut places = list.iter().enumerate();
                places.find_map(|(place, element)| {
                    wrong(root, given, element, &format!("{at}[{place}]"))
                })
            }),
            "required" => given.as_array().expect("a list").iter().find_map(|name| {
                let missing =
                    value.is_object() && value.get(name.as_str().expect("a name")).is_none();
                missing.then(|| format!("{at}: {name} is missing"))
            }),
            "properties" => value.as_object().and_then(|fields| {
                fields.iter().find_map(|(name, field)| {
                    let schema = given.get(name)?;
                    wrong(root, schema, field, &format!("{at}.{name}"))
                })
            }),
            "additionalProperties" => value.as_object().and_then(|fields| {
                let known = |name: &String| schema["properties"].get(name).is_some();
                let mut others = fields.iter().filter(|(name, _)| !known(name));
                match given {
                    Value::Bool(false) => others
                        .next()
                        .map(|(name, _)| format!("{at}: no field {name}")),
                    inner => others.find_map(|(name, field)| {
                        wrong(root, inner, field, &format!("{at}.{name}"))
                    }),
                }
            }),
            "$schema" | "title" | "description" | "$defs" => None,
            other => panic!("{at}: the word {other} is not understood here"),
        };
        if problem.is_some() {
            return problem;
        }
    }
    None
}

fn check(scene: &Value) -> Option<String> {
    let schema: Value = serde_json::from_str(&schema()).expect("the schema is JSON");
    wrong(&schema, &schema, scene, "scene")
}

#[test]
fn every_built_in_scene_fits_the_schema() {
    for name in scenes::names() {
        let scene = scenes::get(name).expect("a sound scene");
        let json = serde_json::from_str(&scene.to_json()).expect("JSON");
        assert_eq!(check(&json), None, "{name}");
    }
}

/// Units, lists of names, variants of every kind: what the page of the format shows fits, as JSON.
#[test]
fn every_form_of_a_value_fits_the_schema() {
    let scene = json!({
        "include": ["other.json"],
        "ticks": 60,
        "world": { "gravity": [0, -9.81, 0], "sleep": null },
        "shapes": {
            "top": { "Cone": { "half_height": "3cm", "radius": 0.02 } },
            "hills": { "WaveMesh": { "cells": [5, 5], "cell": 1, "wave": { "amplitude": 2, "turn": ["18deg", 0.1] } } },
            "drum": { "Compound": { "children": [{ "shape": "top", "repeat": [{ "Ring": { "count": 3, "radius": 1, "axis": "Z" } }] }] } },
        },
        "bodies": [
            { "shape": ["top", "drum"], "kind": "Kinematic", "rotation": { "Euler": { "yaw": "45deg" } }, "locks": ["X", "TurnY"],
              "motion": { "Orbit": { "center": [0, 0, 0], "axis": [0, 1, 0], "rate": "3rpm" } } },
        ],
        "joints": [{ "a": "x", "b": "y", "kind": "Fixed" }, { "a": "x", "b": "y", "kind": { "Hinge": { "limits": ["-30deg", 1] } } }],
        "wind": { "Table": { "rows": [{ "height": 0, "velocity": [0, 0, 0] }] } },
    });
    assert_eq!(check(&scene), None);
}

/// The schema and the reader agree about forms that are wrong.
#[test]
fn what_is_no_scene_does_not_fit_the_schema() {
    for wrong in [
        json!({ "bodys": [] }),
        json!({ "bodies": [{ "shape": "a", "mas": 1 }] }),
        json!({ "bodies": { "shape": "a" } }),
        json!({ "bodies": [{ "shape": 7 }] }),
        json!({ "bodies": [{ "shape": "a", "position": [0, 1] }] }),
        json!({ "bodies": [{ "shape": "a", "position": [0, 1, 2, 3] }] }),
        json!({ "bodies": [{ "shape": "a", "kind": "Moving" }] }),
        json!({ "bodies": [{ "shape": "a", "gravity_scale": "1m" }] }),
        json!({ "shapes": { "a": { "Sphere": {} } } }),
        json!({ "shapes": { "a": { "Sphere": { "radius": 1, "half": 2 } } } }),
        json!({ "shapes": { "a": { "Ball": { "radius": 1 } } } }),
        json!({ "shapes": { "a": "Sphere" } }),
        json!({ "shapes": { "a": { "Prism": { "sides": 2.5, "radius": 1, "half_height": 1 } } } }),
        json!({ "ticks": -1 }),
        json!({ "ticks": "60" }),
        json!({ "world": { "sleep": 1 } }),
        json!({ "wind": { "Uniform": {} } }),
        json!({ "bodies": [{ "shape": "a", "repeat": [{ "Line": { "count": 2 } }] }] }),
    ] {
        assert!(check(&wrong).is_some(), "{wrong} fits");
        assert!(
            Scene::from_json(&wrong.to_string()).is_err(),
            "{wrong} is read"
        );
    }
}

/// A field without which a variant cannot be read is told, one that may be left out is not.
#[test]
fn the_schema_says_what_has_to_be_there() {
    let schema: Value = serde_json::from_str(&schema()).expect("JSON");
    let defs = &schema["$defs"];
    assert_eq!(defs["Wave"]["required"], json!(["amplitude", "turn"]));
    assert_eq!(defs["Spring"]["required"], json!(["frequency", "damping"]));
    assert!(schema["required"].is_null() && defs["Body"]["required"].is_null());
    let shapes = defs["ShapeDef"]["oneOf"].as_array().expect("variants");
    assert_eq!(shapes.len(), 18);
    let hull = shapes
        .iter()
        .find(|shape| shape["properties"]["RandomHull"].is_object())
        .expect("it is there");
    assert_eq!(
        hull["properties"]["RandomHull"]["required"],
        json!(["count", "radius"])
    );
}
