//! Published cases: every mark is met, README says so, and a damaged file is refused.

use xtask::validate::{self, cases, readme, report};

fn evaluated() -> report::Report {
    let document = validate::read().expect("validation.toml is well formed");
    validate::evaluate(&document).expect("every mark has its cases")
}

#[test]
fn every_mark_is_met() {
    let report = evaluated();
    assert!(report.marks.len() >= 8);
    assert!(report.marks.iter().all(|mark| mark.met), "{report}");
}

#[test]
fn every_case_can_be_computed() {
    let failed: Vec<String> = evaluated()
        .lines
        .iter()
        .filter(|line| line.ours.is_some_and(f64::is_nan))
        .map(|line| {
            format!(
                "{} {}: {}",
                line.id,
                line.quantity,
                line.remark.as_deref().unwrap_or("-")
            )
        })
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn readme_summary_is_current() {
    let current = readme::current().expect("README has the summary");
    assert!(
        current == readme::section(&evaluated()),
        "the validation summary in README.md is stale; run `cargo xtask validate --write` and commit the result"
    );
}

const SERIES: &str = r#"
open = []
mark = []
[[series]]
group = "g"
procedure = "flight"
title = "t"
source = "s"
tag = "seen"
ball = "golf"
inputs = [["speed", "mph"]]
outputs = [["carry", "yd", "2 %"]]
rows = [{ id = "X1", in = [100], out = [200] }]
"#;

#[test]
fn damaged_files_are_refused_with_the_place() {
    cases::read(SERIES).expect("the form is right");
    let broken = [
        (r#""mph""#, r#""parsec""#, "unknown unit \"parsec\""),
        (r#""2 %""#, r#""two""#, "the tolerance \"two\""),
        (r#""2 %""#, r#""-1""#, "is not positive"),
        (r#""2 %""#, r#""range""#, "needs [low, high]"),
        (
            "in = [100]",
            "in = [100, 1]",
            "X1 has 2 inputs, its series names 1",
        ),
        (
            "out = [200]",
            "out = []",
            "X1 has 0 outputs, its series names 1",
        ),
        ("out = [200]", r#"out = ["?"]"#, "should be \"-\""),
        ("out = [200]", "out = [[2, 1]]", "its low end first"),
        (
            r#"tag = "seen""#,
            r#"tag = "rumour""#,
            "unknown variant `rumour`",
        ),
        (
            r#"procedure = "flight""#,
            r#"procedure = "symmetry""#,
            "`check` belongs to",
        ),
        (
            r#"in = [100], out = [200] }"#,
            r#"in = [100], out = [200] }, { id = "X1", in = [1], out = [1] }"#,
            "X1 occurs twice",
        ),
    ];
    for (from, to, expected) in broken {
        assert!(SERIES.contains(from), "{from}");
        let error = cases::read(&SERIES.replace(from, to)).expect_err(to);
        let message = format!("{error:#}");
        assert!(message.contains(expected), "{message:?} lacks {expected:?}");
    }
}

/// The lines of a series whose `from` is replaced, with a bar of its own.
fn lines(from: &str, to: &str) -> Vec<report::Line> {
    let document = cases::read(&SERIES.replace(from, to)).expect("the form is right");
    validate::evaluate(&document).expect("no marks").lines
}

#[test]
fn refused_flights_fail_with_the_reason() {
    let all = lines("in = [100]", "in = [-1]");
    assert_eq!(all[0].verdict, report::Verdict::Fail);
    let remark = all[0].remark.as_deref().expect("a reason");
    assert!(
        remark.contains("not computed") && remark.contains("speed"),
        "{remark}"
    );
}

#[test]
fn errors_are_signed_and_relative_where_the_tolerance_is() {
    let relative = &lines("out = [200]", "out = [1000]")[0];
    let ours = relative.ours.expect("a carry");
    assert_eq!(relative.error, Some((ours - 1000.0) / 1000.0));
    assert_eq!(relative.verdict, report::Verdict::Fail);
    let absolute = &lines(r#""2 %""#, r#""500""#)[0];
    assert_eq!(absolute.error, Some(ours - 200.0));
    assert_eq!(absolute.verdict, report::Verdict::Pass);
}
