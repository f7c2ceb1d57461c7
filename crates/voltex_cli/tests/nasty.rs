//! Bad input of every kind: exit code 2 and a sentence, no panic, no hang, nothing on standard output.

mod common;

use common::{folder, line, voltex};

/// A valid flight; each case adds or replaces options (the last of two wins is not offered, so replaced ones are left out).
fn flight(extra: &[&str]) -> common::Ran {
    let mut arguments = vec!["flight"];
    let has = |name: &str| {
        extra
            .iter()
            .any(|given| *given == name || given.starts_with(&format!("{name}=")))
    };
    for (name, value) in [
        ("--ball", "soccer"),
        ("--speed", "25m/s"),
        ("--launch-angle", "15deg"),
    ] {
        if !has(name) {
            arguments.extend([name, value]);
        }
    }
    if !has("--spin") && !has("--spin-vector") {
        arguments.extend(["--spin", "300rpm"]);
    }
    arguments.extend(extra);
    voltex(&arguments)
}

fn refused(extra: &[&str], part: &str) {
    let ran = flight(extra);
    assert_eq!(ran.code, 2, "{extra:?} gave {}{}", ran.out, ran.err);
    assert_eq!(ran.out, "", "{extra:?}");
    assert!(ran.err.starts_with("error: "), "{extra:?}: {}", ran.err);
    assert!(
        ran.err.to_lowercase().contains(&part.to_lowercase()),
        "{extra:?}: `{part}` is not in {}",
        ran.err
    );
    assert!(ran.err.len() < 2000, "{extra:?}: {}", ran.err);
}

#[test]
fn a_valid_flight_is_accepted() {
    assert_eq!(flight(&[]).code, 0);
}

#[test]
fn quantities_that_are_none() {
    for option in [
        "--speed",
        "--launch-angle",
        "--spin",
        "--direction",
        "--spin-axis-tilt",
        "--gyro-angle",
        "--nose-elevation",
        "--nose-azimuth",
        "--height",
        "--altitude",
        "--temperature",
        "--pressure",
        "--plane-x",
        "--slope",
        "--cross-slope",
        "--ball-temperature",
    ] {
        for (value, part) in [
            ("", "required"),
            (" ", "nothing given"),
            ("NaN", "not a finite number"),
            ("-inf", "not a finite number"),
            ("infinity", "not a finite number"),
            ("nanm", "not a finite number"),
            ("1e999", "not a finite number"),
            ("12", "has no unit"),
            ("-12.5e1", "has no unit"),
            ("12parsec", "not a known unit"),
            ("12 kg", "a mass"),
            ("m/s", "does not begin with a number"),
            ("--json", "does not begin with a number"),
            ("½m", "does not begin with a number"),
            ("١٢m", "does not begin with a number"),
            ("🏀", "does not begin with a number"),
            ("0x10m", "not a known unit"),
            ("1,5m", "not a known unit"),
            ("1_000m", "not a known unit"),
        ] {
            // An empty value counts as none for the option parser, whose sentence says so.
            let part = if value.is_empty() { "" } else { part };
            refused(&[&format!("{option}={value}")], part);
        }
    }
}

#[test]
fn the_remedy_is_named() {
    for (extra, part) in [
        (["--speed", "25"], "write 25m/s"),
        (["--speed", "25deg"], "an angle, but a speed is wanted"),
        (["--launch-angle", "15"], "write 15deg"),
        (["--spin", "300"], "write 300rpm"),
        (["--spin", "300rad"], "an angle, but a spin rate is wanted"),
        (["--spin", "300rmp"], "did you mean `rpm`"),
        (["--height", "2"], "write 2m"),
        (["--temperature", "20"], "write 20C"),
        (["--pressure", "1013"], "write 1013Pa"),
        (["--humidity", "50%"], "0.5 for 50 %"),
        (["--gravity", "9.81m/s2"], "plain number in m/s^2"),
        (["--density", "1.2kg/m3"], "plain number in kg/m^3"),
        (["--wind", "3m/s,0,0"], "plain number in m/s"),
        (["--dt", "16ms"], "1/60"),
        (["--ball", "socer"], "soccer"),
        (["--ball", "Golf"], "golf"),
        (["--ball", ""], "golf"),
        (["--surface", "turff"], "turf"),
        (["--surface", "ice"], "turf"),
        (["--model", "knukle"], "knuckle"),
        (["--set", "drag.vv=1"], "drag.vc"),
        (["--set", "drag.vc"], "PATH=NUMBER"),
        (["--set", "=1"], "drag.vc"),
        (["--set", "drag.vc=fast"], "plain number"),
        (["--set", "drag.vc=12m/s"], "plain number"),
    ] {
        refused(&extra, part);
    }
}

#[test]
fn values_outside_their_range() {
    for (extra, part) in [
        (["--speed", "-1m/s"], "-1"),
        (["--speed", "1e308m/s"], "allowed"),
        (["--speed", "1e300km/h"], "allowed"),
        (["--launch-angle", "91deg"], "90"),
        (["--launch-angle", "-91deg"], "90"),
        (["--launch-angle", "1e9rad"], "allowed"),
        (["--direction", "1e9deg"], "allowed"),
        (["--spin", "1e12rpm"], "allowed"),
        (["--spin-axis-tilt", "1e9deg"], "allowed"),
        (["--gyro-angle", "1e9deg"], "allowed"),
        (["--nose-elevation", "1e9deg"], "allowed"),
        (["--nose-azimuth", "-400deg"], "allowed"),
        (["--height", "-1m"], "allowed"),
        (["--height", "1e300m"], "allowed"),
        (["--gravity", "-1"], "allowed"),
        (["--gravity", "1e300"], "allowed"),
        (["--altitude", "1e6m"], "allowed"),
        (["--altitude", "-1e6m"], "allowed"),
        (["--temperature", "-300C"], "allowed"),
        (["--temperature", "-1K"], "allowed"),
        (["--temperature", "-500F"], "allowed"),
        (["--temperature", "1e300K"], "allowed"),
        (["--pressure", "-1Pa"], "allowed"),
        (["--pressure", "1e300Pa"], "allowed"),
        (["--humidity", "1.5"], "allowed"),
        (["--humidity", "-0.1"], "allowed"),
        (["--humidity", "nan"], "finite"),
        (["--density", "-1"], "allowed"),
        (["--density", "1e300"], "allowed"),
        (["--wind", "1e300,0,0"], "allowed"),
        (["--wind", "nan,0,0"], "finite"),
        (["--wind", "1,2"], "3 are wanted"),
        (["--wind", "1,2,3,4"], "3 are wanted"),
        (["--wind", ",,"], "not a number"),
        (["--dt", "0"], "allowed"),
        (["--dt", "-1/60"], "allowed"),
        (["--dt", "1/0"], "finite"),
        (["--dt", "0/0"], "finite"),
        (["--dt", "1e-300"], "allowed"),
        (["--dt", "1e300"], "allowed"),
        (["--spin-vector", "0,0,0"], "no direction"),
        (["--spin-vector", "nan,0,0"], "finite"),
        (["--spin-vector", "1e200,1e200,0"], "allowed"),
        (["--spin-vector", "1"], "3 are wanted"),
        (["--set", "nominal.mass=0"], "allowed"),
        (["--set", "nominal.mass=-1"], "allowed"),
        (["--set", "nominal.diameter=0"], "allowed"),
        (["--set", "nominal.mass=nan"], "finite"),
        (["--set", "drag.vs=0"], "allowed"),
        (["--set", "drag.CD=-1"], "allowed"),
        (["--set", "inertia.alpha=0"], "allowed"),
    ] {
        refused(&extra, part);
        let ran = flight(&extra);
        assert!(
            ran.err.contains(extra[0]),
            "{extra:?} is not named: {}",
            ran.err
        );
    }
}

#[test]
fn options_that_exclude_each_other_and_missing_ones() {
    refused(
        &["--spin-vector", "0,0,9", "--spin", "3rpm"],
        "cannot be used with",
    );
    refused(
        &["--spin-vector", "0,0,9", "--gyro-angle", "3deg"],
        "cannot be used with",
    );
    refused(
        &["--spin-vector", "0,0,9", "--spin-axis-tilt", "3deg"],
        "cannot be used with",
    );
    refused(
        &["--speed", "1m/s", "--speed", "2m/s"],
        "cannot be used multiple times",
    );
    refused(&["--sped", "1m/s"], "--speed");
    for missing in [
        "--ball golf --speed 1m/s --launch-angle 0deg",
        "--ball golf --speed 1m/s --spin 0rpm",
        "",
    ] {
        let ran = line(&format!("flight {missing}"));
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(ran.err.contains("required"), "{}", ran.err);
    }
    for wrong in [
        "flihgt",
        "demo nosuch",
        "balls nosuch",
        "completions nosuch",
        "doctor now",
        "",
    ] {
        assert_eq!(line(wrong).code, 2, "{wrong}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let file = folder("nasty_out").join("a-file");
    std::fs::write(&file, "in the way").expect("the file can be written");
    let below = file.join("below");
    refused(&["--out", below.to_str().expect("UTF-8")], "cannot write");
    refused(&["--out", "/proc/voltex"], "--out");
    refused(&["--out", ""], "");
}

#[test]
fn extreme_but_valid_flights_end_soon_and_print_no_nan() {
    let cases: [&[&str]; 16] = [
        &["--speed", "3000m/s"],
        &["--speed", "0m/s"],
        &["--speed", "0m/s", "--spin", "0rpm"],
        &["--speed", "1e-300m/s"],
        &["--speed", "100m/s", "--launch-angle", "90deg"],
        &[
            "--launch-angle",
            "-90deg",
            "--height",
            "3m",
            "--surface",
            "turf",
        ],
        &["--launch-angle", "-45deg", "--surface", "turf"],
        &["--spin", "100000rpm", "--surface", "steel"],
        &["--gravity", "0", "--surface", "turf"],
        &["--gravity", "1000", "--surface", "turf"],
        &["--density", "100", "--surface", "turf"],
        &["--set", "nominal.mass=1e-6"],
        &["--set", "lift.CL=1e9"],
        &["--set", "drag.CD=1e9", "--density", "100"],
        &["--wind", "200,-200,0"],
        &["--dt", "0.0002", "--height", "50000m"],
    ];
    for extra in cases {
        let mut arguments = extra.to_vec();
        arguments.extend(["--json", "--plane-x", "5m"]);
        let ran = flight(&arguments);
        // A combination may be refused, with a sentence; what is flown must be clean.
        if ran.code == 2 {
            assert!(
                ran.err.starts_with("error: ") && ran.out.is_empty(),
                "{extra:?}: {}",
                ran.err
            );
            continue;
        }
        assert_eq!(ran.code, 0, "{extra:?}: {}", ran.err);
        serde_json::from_str::<serde_json::Value>(&ran.out)
            .unwrap_or_else(|error| panic!("{extra:?}: {error}"));
        assert!(
            !ran.out.contains("NaN") && !ran.out.contains("inf"),
            "{extra:?}: {}",
            ran.out
        );
    }
}

/// Texts that a script might build by mistake, put into every option that takes a value.
#[test]
fn no_text_in_any_option_makes_it_panic() {
    let long = "9".repeat(5000);
    let texts = [
        "-",
        "--",
        "=",
        "/",
        ",",
        "%",
        "{}",
        "\\",
        "\"",
        "'",
        "\n",
        "\t",
        "\u{feff}1m",
        "a\u{300}",
        "\u{202e}1m",
        "1/60/60",
        "0,0",
        "..",
        "1e",
        "1e+",
        "+-1m",
        "-0m/s",
        "NULL",
        "$HOME",
        "1;2;3",
        "0b1m",
        "1m1",
        "1 2 m",
        "∞m",
        "−3deg",
        "1e5e5m",
        long.as_str(),
    ];
    let options = [
        "--ball",
        "--speed",
        "--launch-angle",
        "--spin",
        "--direction",
        "--spin-axis-tilt",
        "--gyro-angle",
        "--nose-elevation",
        "--nose-azimuth",
        "--spin-vector",
        "--height",
        "--gravity",
        "--altitude",
        "--temperature",
        "--pressure",
        "--humidity",
        "--density",
        "--wind",
        "--dt",
        "--model",
        "--surface",
        "--plane-x",
        "--set",
    ];
    for option in options {
        for text in texts {
            let ran = flight(&[&format!("{option}={text}"), "--json"]);
            assert!(
                ran.code == 0 || ran.code == 2,
                "{option}={text} gave {}",
                ran.code
            );
            if ran.code == 2 {
                assert_eq!(ran.out, "");
                assert!(
                    ran.err.starts_with("error: "),
                    "{option}={text}: {}",
                    ran.err
                );
                assert!(
                    ran.err.chars().count() < 6000,
                    "{option}={text}: {}",
                    ran.err.len()
                );
            }
        }
    }
}
