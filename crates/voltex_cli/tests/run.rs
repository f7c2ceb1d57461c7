//! `voltex run`.

mod common;

use common::line;

#[test]
fn dominoes_fall_and_the_hash_is_that_of_any_number_of_threads() {
    let one = line("run dominoes --ticks 240 --threads 1 --json").json();
    assert_eq!(one["ticks"], 240);
    assert_eq!(one["entities"], 41);
    assert!(
        one["contacts_begun"].as_u64().expect("a number") >= 70,
        "{one}"
    );
    assert!(
        one["largest_overlap_m"].as_f64().expect("a number") < 0.05,
        "{one}"
    );
    for threads in [2, 3] {
        let more = line(&format!(
            "run dominoes --ticks 240 --threads {threads} --json"
        ))
        .json();
        assert_eq!(more["threads"], threads);
        assert_eq!(more["hash"], one["hash"]);
        assert_eq!(more["contacts_begun"], one["contacts_begun"]);
    }
}

#[test]
fn the_summary_says_what_a_reader_needs() {
    let ran = line("run stack --ticks 20");
    assert_eq!(ran.code, 0, "{}", ran.err);
    for part in [
        "20 steps",
        "11, 10 awake",
        "largest overlap",
        "(median)",
        "solver",
        "hash",
    ] {
        assert!(ran.out.contains(part), "{part} is not in {}", ran.out);
    }
    let ran = line("run spheres_drop --ticks 120 --json").json();
    assert!(ran["impacts"].as_u64().unwrap() > 0, "{ran}");
    let stages = ran["stages"].as_array().unwrap();
    assert_eq!(stages.len(), 9);
    let sum: f64 = stages
        .iter()
        .map(|stage| stage["mean_ms"].as_f64().unwrap())
        .sum();
    assert!(sum > 0.0, "{ran}");
    let ran = line("run chain --ticks 2");
    assert!(ran.out.contains("11 at the end, 0 broken"), "{}", ran.out);
}

#[test]
fn bad_input_is_named_with_the_way_out() {
    for (arguments, parts) in [
        ("run stak", ["stak", "did you mean `stack`?"]),
        ("run stack --ticks 0", ["--ticks", "1..=10000000"]),
        ("run stack --threads 0", ["--threads", "from 1 to 256"]),
        ("run nowhere.ron", ["nowhere.ron", "No such file"]),
    ] {
        let ran = line(arguments);
        ran.refuses(arguments, &parts);
    }
}
