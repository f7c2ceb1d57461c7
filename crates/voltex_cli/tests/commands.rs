//! The other subcommands, and how the command behaves in pipes and terminals.

mod common;

use std::io::Read;
use std::process::{Command, Stdio};

use common::{finish, folder, keys_at, line, number, voltex};

fn demo_names() -> Vec<String> {
    let ran = line("demo --list");
    assert_eq!(ran.code, 0);
    ran.out
        .lines()
        .map(|row| row.split_whitespace().next().expect("a name").to_owned())
        .collect()
}

#[test]
fn the_list_has_a_demo_for_every_ball_and_starts_with_the_default() {
    let names = demo_names();
    assert_eq!(names[0], "curve-kick");
    let listed = line("demo --list --json").json();
    let listed = listed.as_array().expect("a list");
    assert_eq!(
        listed
            .iter()
            .map(|demo| demo["name"].as_str().expect("text"))
            .collect::<Vec<_>>(),
        names
    );
    let balls = line("balls --json").json();
    let balls = balls.as_array().expect("a list");
    assert_eq!(balls.len(), 12);
    for ball in balls {
        assert!(
            listed.iter().any(|demo| demo["ball"] == ball["name"]),
            "no demo flies {}",
            ball["name"]
        );
    }
}

#[test]
fn every_demo_does_what_it_says_and_writes_its_files() {
    let out = folder("demos");
    let path = out.to_str().expect("UTF-8");
    for name in demo_names() {
        let ran = voltex(&["demo", &name, "--out", path, "--json"]);
        let report = ran.json();
        assert_eq!(report["demo"], name.as_str());
        for check in report["checks"].as_array().expect("a list") {
            assert_eq!(check["passed"], true, "{name}: {check}");
        }
        let written =
            std::fs::read_to_string(out.join(&name).join("summary.json")).expect("summary.json");
        assert_eq!(written, ran.out, "{name}");
        let csv = std::fs::read_to_string(out.join(&name).join("trajectory.csv"))
            .expect("trajectory.csv");
        assert!(csv.lines().count() > 3, "{name}");
        let png = std::fs::read(out.join(&name).join("shot.png")).expect("shot.png");
        assert!(png.starts_with(b"\x89PNG") && png.len() > 20_000, "{name}");
        let recording = std::fs::read(out.join(&name).join("shot.vxr")).expect("shot.vxr");
        assert!(recording.starts_with(b"\x89VXR"), "{name}");
    }
}

#[test]
fn the_free_kick_goes_round_the_wall_into_the_goal() {
    let out = folder("curve_kick");
    let ran = voltex(&["demo", "--out", out.to_str().expect("UTF-8")]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for part in [
        "launch",
        "carry",
        "apex",
        "flight time",
        "drift",
        "impact",
        "state hash",
        "wall: passes to the right",
        "goal: in",
    ] {
        assert!(ran.out.contains(part), "{part} is not in {}", ran.out);
    }
    // By the path itself: beyond the right edge of the wall at 9.15 m, between the posts and below the bar at 22 m, and
    // aimed to the right of the right post.
    let csv =
        std::fs::read_to_string(out.join("curve-kick/trajectory.csv")).expect("trajectory.csv");
    let rows: Vec<[f64; 3]> = csv
        .lines()
        .skip(1)
        .map(|row| {
            let cells: Vec<f64> = row
                .split(',')
                .take(4)
                .map(|cell| cell.parse().expect("a number"))
                .collect();
            [cells[1], cells[2], cells[3]]
        })
        .collect();
    let at = |x: f64| {
        let next = rows
            .iter()
            .position(|row| row[0] >= x)
            .expect("the ball gets there");
        let (a, b) = (rows[next - 1], rows[next]);
        let share = (x - a[0]) / (b[0] - a[0]);
        [a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2])]
    };
    let radius = 0.11;
    let [_, z] = at(9.15);
    assert!(
        z - radius > 0.95,
        "the wall ends at 0.95 m, the ball is at {z}"
    );
    let [y, z] = at(22.0);
    let (left, right) = (-2.05 - 3.66, -2.05 + 3.66);
    assert!(
        y + radius < 2.44 && z - radius > left && z + radius < right,
        "({y}, {z})"
    );
    let aimed = rows[1][2] / rows[1][0] * 22.0;
    assert!(
        aimed > right + 2.0,
        "a straight kick would pass the goal line at {aimed}"
    );
}

#[test]
fn the_command_that_a_demo_prints_flies_the_same_path() {
    let out = folder("by_hand");
    let path = out.to_str().expect("UTF-8");
    for name in demo_names() {
        let report = voltex(&["demo", &name, "--out", path, "--json"]).json();
        let command = report["command"].as_str().expect("text");
        let arguments = command.strip_prefix("voltex ").expect("the program");
        let by_hand = line(&format!("{arguments} --json")).json();
        assert_eq!(by_hand["state_hash"], report["state_hash"], "{command}");
    }
}

#[test]
fn doctor_finds_the_golden_hashes() {
    let ran = line("doctor --json");
    let report = ran.json();
    assert_eq!(report["ok"], true, "{}", ran.out);
    assert_eq!(report["float_mode"], "ok");
    let flights = report["self_test"].as_array().expect("a list");
    assert_eq!(flights.len(), demo_names().len());
    for flight in flights {
        assert_eq!(flight["expected"], flight["found"], "{}", flight["name"]);
    }
    // The solver and the batch at every width of lanes, one number at a time included.
    let lanes = report["lanes"].as_array().expect("a list");
    assert!(
        lanes.len() >= 3 && lanes.len().is_multiple_of(3),
        "{lanes:?}"
    );
    for tried in lanes {
        assert_eq!(tried["expected"], tried["found"], "{}", tried["name"]);
    }
    let human = line("doctor");
    for part in [
        "processor",
        "SIMD level",
        "float mode",
        "self-test",
        "lanes",
    ] {
        assert!(human.out.contains(part), "{}", human.out);
    }
}

#[test]
fn balls_show_numbers_ranges_and_sources() {
    let ran = line("balls");
    for name in ["table_tennis", "golf", "american_football", "shot_put"] {
        assert!(
            ran.out
                .lines()
                .any(|row| row.split_whitespace().next() == Some(name)),
            "{name}"
        );
    }
    for ball in line("balls --json").json().as_array().expect("a list") {
        let name = ball["name"].as_str().expect("text");
        let card = line(&format!("balls {name} --json")).json();
        assert_eq!(card["name"], name);
        for entry in card["data"].as_array().expect("a list") {
            assert!(
                !entry["source"].as_str().expect("text").is_empty(),
                "{name}: {entry}"
            );
        }
        assert!(number(&card, "mass_kg") > 0.0);
        // Every coefficient that the card lists can be set.
        for coefficient in card["parameters"].as_array().expect("a list") {
            let (path, value) = (
                coefficient["path"].as_str().expect("text"),
                number(coefficient, "value"),
            );
            let set = format!(
                "flight --ball {name} --speed 20m/s --launch-angle 10deg --spin 60rpm --set {path}={value} --json"
            );
            assert_eq!(line(&set).code, 0, "{set}: {}", line(&set).err);
        }
        for list in ["models", "surfaces"] {
            for option in card[list].as_array().expect("a list") {
                let option = option.as_str().expect("text");
                let flag = list.trim_end_matches('s');
                let text = format!(
                    "flight --ball {name} --speed 20m/s --launch-angle 10deg --spin 60rpm --{flag} {option} --json"
                );
                assert_eq!(line(&text).code, 0, "{text}: {}", line(&text).err);
            }
        }
    }
    let human = line("balls golf");
    for part in ["Models", "Surfaces", "Coefficients", "TrackMan", "drag.a0"] {
        assert!(human.out.contains(part), "{part}");
    }
}

#[test]
fn surfaces_show_numbers_sources_and_what_each_ball_meets() {
    let rows = line("surfaces --json").json();
    let rows = rows.as_array().expect("a list");
    assert_eq!(rows.len(), 12);
    for row in rows {
        let name = row["name"].as_str().expect("text");
        let card = line(&format!("surfaces {name} --json")).json();
        assert_eq!(card["name"], name);
        let data = card["data"].as_array().expect("a list");
        for entry in data {
            assert!(
                !entry["source"].as_str().expect("text").is_empty(),
                "{name}: {entry}"
            );
        }
        // Whatever the table shows has an entry: friction, rolling and spinning resistance, restitution.
        for paths in [&["mu", "mu_oil"][..], &["mu_r"], &["mu_s"], &["e", "e_c0"]] {
            let found = data
                .iter()
                .any(|entry| paths.iter().any(|path| entry["path"] == *path));
            assert!(found, "{name}: {paths:?}");
        }
        let met = card["balls"].as_array().expect("a list");
        assert!(met.len() >= 10, "{name}");
        for ball in met {
            let own = row["own_numbers"].as_array().expect("a list");
            assert_eq!(ball["own"], own.contains(&ball["ball"]), "{name}: {ball}");
            // The flight takes the numbers that the card shows; an oval ball has them under its default model only.
            if ["rugby", "american_football"].contains(&ball["ball"].as_str().expect("text")) {
                continue;
            }
            let flight = line(&format!(
                "flight --ball {} --model vacuum --speed 5m/s --launch-angle -90deg --spin 0rpm --height 1m --gravity 0 --surface {name} --json",
                ball["ball"].as_str().expect("text")
            ));
            let after = number(&flight.json()["bounces"][0], "normal_speed_after_mps");
            let expected = 5.0 * number(ball, "restitution_at_5_mps");
            assert!(
                (after - expected).abs() < 1e-9,
                "{name}: {after} is not {expected}"
            );
        }
    }
    assert!(number(&line("surfaces lane --json").json()["lane"], "friction_dry") > 0.1);
    let human = line("surfaces green");
    for part in ["Penner", "soft", "golf *", "stimp"] {
        assert!(human.out.contains(part), "{part} is not in {}", human.out);
    }
    let list = line("surfaces");
    assert!(list.out.contains("hard_court") && list.out.contains("OWN NUMBERS OF"));
    let wrong = line("surfaces gren");
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("green"), "{}", wrong.err);
    let card = line("balls tennis --json").json();
    assert_eq!(
        number(&card["about_surfaces"][0], "restitution_per_kelvin"),
        0.003
    );
    assert!(number(&card["about_surfaces"][0], "rolling_resistance") > 0.0);
}

#[test]
fn completions_are_accepted_by_their_shells() {
    let out = folder("completions");
    for shell in ["bash", "zsh", "fish"] {
        let script = line(&format!("completions {shell}"));
        assert_eq!(script.code, 0);
        for word in [
            "flight",
            "launch-angle",
            "curve-kick",
            "table_tennis",
            "steel_plate",
            "camera",
        ] {
            assert!(
                script.out.contains(word),
                "{word} is not completed in {shell}"
            );
        }
        let file = out.join(shell);
        std::fs::write(&file, &script.out).expect("the script can be written");
        let mut command = Command::new(shell);
        command.arg("-n").arg(&file);
        let found = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(
            found.is_ok(),
            "this test needs {shell}; `cargo xtask test` installs it"
        );
        let mut command = Command::new(shell);
        command.arg("-n").arg(&file);
        let ran = finish(command, shell);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{shell}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    for arguments in [
        &["balls", "golf"][..],
        &["demo", "--list"],
        &["flight", "--help"],
        &["completions", "bash"],
        &["balls", "--json"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_voltex"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // Closed before the program has written anything.
        drop(child.stdout.take());
        let mut err = String::new();
        child
            .stderr
            .take()
            .expect("a pipe")
            .read_to_string(&mut err)
            .expect("UTF-8");
        let status = child.wait().expect("the program ends");
        assert_eq!(err, "", "{arguments:?}");
        assert_eq!(status.code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn colour_is_for_terminals_alone() {
    for arguments in [
        "balls golf",
        "doctor",
        "demo --list",
        "--help",
        "flight --ball golff",
    ] {
        let ran = line(arguments);
        assert!(
            !ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'),
            "{arguments}"
        );
    }
    let mut forced = Command::new(env!("CARGO_BIN_EXE_voltex"));
    forced
        .arg("balls")
        .env("CLICOLOR_FORCE", "1")
        .env_remove("NO_COLOR");
    assert!(finish(forced, "balls").out.contains('\u{1b}'));
    let mut silenced = Command::new(env!("CARGO_BIN_EXE_voltex"));
    silenced
        .arg("balls")
        .env("CLICOLOR_FORCE", "0")
        .env("NO_COLOR", "1");
    assert!(!finish(silenced, "balls").out.contains('\u{1b}'));
}

#[test]
fn help_and_version_are_no_errors() {
    for arguments in [
        "--help",
        "-h",
        "help",
        "help flight",
        "flight --help",
        "demo --help",
        "balls --help",
        "surfaces --help",
        "doctor --help",
        "--version",
    ] {
        let ran = line(arguments);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments}");
        assert!(!ran.out.is_empty(), "{arguments}");
    }
    assert!(line("help flight").out.contains("--launch-angle"));
}

#[test]
fn a_demo_summary_begins_with_the_keys_of_a_flight() {
    let out = folder("summary_keys");
    let ran = voltex(&[
        "demo",
        "driver",
        "--json",
        "--out",
        out.to_str().expect("UTF-8"),
    ]);
    let keys = keys_at(&ran.out, 2);
    assert_eq!(keys[..3], ["carry_m", "lateral_m", "apex_m"]);
    assert!(keys.iter().any(|key| key == "launch"));
    assert_eq!(number(&ran.json()["launch"], "launch_angle_deg"), 10.4);
}

#[test]
fn what_the_system_cannot_take_is_an_error_not_a_panic() {
    let full = std::fs::File::options().write(true).open("/dev/full");
    // Only some systems have a device that is always full.
    if let Ok(full) = full {
        let status = Command::new(env!("CARGO_BIN_EXE_voltex"))
            .arg("balls")
            .stdout(full)
            .stderr(Stdio::null())
            .status();
        assert_eq!(status.expect("the program starts").code(), Some(2));
    }
    let ran = line("demo --out /proc/voltex");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("cannot write"), "{}", ran.err);
}
