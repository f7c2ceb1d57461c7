//! The ball data: the table is current, and damaged data is refused by line and key.

use xtask::data::{self, read};

#[test]
fn table_is_current() {
    let expected = data::generate().expect("balls.toml is well formed");
    let current = std::fs::read_to_string(data::output_path()).expect("the table exists");
    assert!(
        current == expected,
        "the table of ball data is stale; run `cargo xtask data` and commit the result"
    );
}

/// The message for a ball whose `drag.CD` is the entry given.
fn complaint(entry: &str) -> String {
    let text = format!(
        "[ball.cube]\nsport = \"Dice\"\nbody = \"none\"\n\n[ball.cube.drag]\nCD = {{ {entry} }}\n"
    );
    read(&text).map(|_| ()).expect_err(entry).to_string()
}

#[test]
fn complaints_name_line_key_and_remedy() {
    let tail = r#"verification = "seen", source = "s""#;
    let cases = [
        (
            format!(r#"value = 1.0, unit = "1", kind = "rumour", {tail}"#),
            "unknown kind \"rumour\"; allowed are rule",
        ),
        (
            format!(r#"value = 1.0, kind = "fit", {tail}"#),
            "`unit` is missing",
        ),
        (
            format!(r#"value = 1.0, unit = "furlong", kind = "fit", {tail}"#),
            "unknown unit \"furlong\"",
        ),
        (
            format!(r#"value = 1.0, range = [1.0, 2.0], unit = "1", kind = "fit", {tail}"#),
            "exactly one of",
        ),
        (
            format!(r#"unit = "1", kind = "fit", {tail}"#),
            "exactly one of",
        ),
        (
            format!(r#"range = [2.0, 1.0], unit = "1", kind = "fit", {tail}"#),
            "ends below its start",
        ),
        (
            format!(r#"range = [2.0], unit = "1", kind = "fit", {tail}"#),
            "here are 1 numbers",
        ),
        (
            format!(r#"value = nan, unit = "1", kind = "fit", {tail}"#),
            "no finite decimal number",
        ),
        (
            format!(r#"value = "x", unit = "1", kind = "fit", {tail}"#),
            "is a string, a number was expected",
        ),
        (
            format!(r#"value = 1.0, colour = 3, unit = "1", kind = "fit", {tail}"#),
            "unknown field `colour`",
        ),
        (
            format!(r#"points = [[1.0, 2.0]], columns = ["S"], unit = "1", kind = "fit", {tail}"#),
            "1 columns are named",
        ),
        (
            format!(r#"points = [[1.0]], unit = "1", kind = "fit", {tail}"#),
            "points need columns",
        ),
        (
            format!(
                r#"points = [[1.0], [1.0]], columns = ["S"], unit = "1", kind = "fit", {tail}"#
            ),
            "grows from row to row",
        ),
        (
            format!(r#"fields = [["a", 1.0]], kind = "fit", {tail}"#),
            "a field is",
        ),
        (
            format!(r#"fields = [["a", 1.0, "1"], ["a", 2.0, "1"]], kind = "fit", {tail}"#),
            "occurs twice",
        ),
        (
            format!(r#"text = "a law", unit = "1", kind = "fit", {tail}"#),
            "a text has no unit",
        ),
        (
            r#"value = 1.0, unit = "1", kind = "fit", verification = "seen""#.to_owned(),
            "`source` is missing",
        ),
        (
            r#"value = 1.0, unit = "1", kind = "fit", verification = "seen", source = " ""#
                .to_owned(),
            "`source` is empty",
        ),
    ];
    for (entry, expected) in cases {
        let message = complaint(&entry);
        assert!(
            message.starts_with("line 6, ball.cube.drag.CD: "),
            "{message}"
        );
        assert!(message.contains(expected), "{message:?} lacks {expected:?}");
    }
}

#[test]
fn keys_that_become_one_constant_are_refused() {
    let entry = r#"{ value = 1.0, unit = "1", kind = "fit", verification = "seen", source = "s" }"#;
    let text = format!("[air]\nRho = {entry}\nrho = {entry}\n");
    let document = read(&text).expect("the form is right");
    let message = data::write(&document)
        .expect_err("Rho and rho clash")
        .to_string();
    assert!(
        message.starts_with("line 3: rho becomes the constant RHO"),
        "{message}"
    );
}
