//! `voltex sweep`: rows that depend on seed and row alone, whatever makes them and however often it is interrupted.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{Ran, finish, folder, line_in};
use serde_json::Value;
use voltex_math::random::{Key, uniform_in};

/// The form that this build writes.
const FORM: &str = if cfg!(feature = "dataset") {
    "parquet"
} else {
    "csv"
};

const DRIVES: &str = r#"(
    about: "Drives: speed by launch angle, spin as it scatters",
    seed: 7,
    samples: 40,
    part: 100,
    shot: (ball: "golf", launch: (speed: "167mph", up: "10.9deg", spin: "2686rpm"), plane_x: "100yd"),
    vary: {
        "launch.speed": Linspace(from: "150mph", to: "180mph", count: 4),
        "launch.up": List(["8deg", "11deg", "14deg"]),
        "launch.spin": Normal(mean: "2686rpm", sigma: "200rpm", min: 0),
        "wind.x": Uniform(low: -3, high: 3),
    },
)"#;

fn plan(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("plan.ron");
    std::fs::write(&path, text).expect("the plan can be written");
    path
}

fn sweep(folder: &Path, arguments: &str) -> Ran {
    line_in(folder, &format!("sweep plan.ron {arguments}"))
}

fn digest(summary: &Value) -> String {
    let digest = summary["digest"].as_str();
    digest
        .unwrap_or_else(|| panic!("no digest in {summary}"))
        .to_owned()
}

/// Names and rows of a table in CSV.
fn rows(path: &Path) -> (Vec<String>, Vec<Vec<String>>) {
    let text = std::fs::read_to_string(path).expect("a table");
    let mut lines = text
        .lines()
        .map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let names = lines.next().expect("a line of names");
    (names, lines.collect())
}

fn value(names: &[String], row: &[String], name: &str) -> f64 {
    let place = names.iter().position(|known| known == name);
    let place = place.unwrap_or_else(|| panic!("{name} is not among {names:?}"));
    row[place].parse().expect("a number")
}

#[test]
fn worker_count_threads_and_shards_make_the_same_rows() {
    let folder = folder("sweep_shards");
    plan(&folder, DRIVES);
    let one = sweep(&folder, "--out one --threads 1 --format csv --json").json();
    assert_eq!(
        (one["rows"].as_u64(), one["parts"].as_u64()),
        (Some(480), Some(5))
    );
    for threads in [2, 3, 8] {
        let more = sweep(
            &folder,
            &format!("--out t{threads} --threads {threads} --format csv --json"),
        );
        assert_eq!(digest(&more.json()), digest(&one));
    }
    // Three shards at once in one folder, in the form that this build prefers.
    let shards: Vec<_> = (1..=3)
        .map(|shard| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_voltex"));
            command.args([
                "sweep", "plan.ron", "--out", "shards", "--json", "--format", FORM,
            ]);
            command
                .args(["--threads", "1", "--shard", &format!("{shard}/3")])
                .current_dir(&folder);
            std::thread::spawn(move || finish(command, "a shard").json())
        })
        .collect();
    let ended: Vec<Value> = shards
        .into_iter()
        .map(|shard| shard.join().expect("it ends"))
        .collect();
    let made: u64 = ended
        .iter()
        .map(|shard| shard["rows_made"].as_u64().expect("a count"))
        .sum();
    assert_eq!(made, 480);
    // Whoever looks last sees all.
    let whole = sweep(&folder, &format!("--out shards --json --format {FORM}")).json();
    assert_eq!(whole["rows_made"], 0);
    assert_eq!(whole["parts_skipped"], 5);
    assert_eq!(digest(&whole), digest(&one));
    let seen = std::fs::read_to_string(folder.join("shards/sweep.json")).expect("it is complete");
    assert!(seen.contains(&digest(&one)), "{seen}");
}

/// Ended without warning at twenty moments, begun again each time: the same rows as in one go.
#[test]
fn worker_count_killed_and_resumed_gives_the_same_digest() {
    let folder = folder("sweep_killed");
    // Longer than twenty times the longest wait on one thread of a fast machine.
    plan(
        &folder,
        &DRIVES
            .replace("samples: 40", "samples: 5000")
            .replace("part: 100,", "part: 500,"),
    );
    let arguments = |out: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_voltex"));
        command.args([
            "sweep", "plan.ron", "--out", out, "--json", "--format", FORM,
        ]);
        command.current_dir(&folder);
        command
    };
    let whole = finish(arguments("whole"), "the whole sweep").json();
    let (mut killed, mut round) = (0, 0);
    let mut ended = Vec::new();
    while killed < 20 {
        let out = format!("killed-{round}");
        let mut command = arguments(&out);
        command
            .args(["--threads", "2"])
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let wait = uniform_in(Key::new(1, 1), killed, 5.0, 120.0);
        std::thread::sleep(Duration::from_micros((wait * 1e3) as u64));
        if child.try_wait().expect("it can be asked").is_some() {
            // Done before its time: what was made under interruptions so far counts, and another folder is begun.
            ended.push(finish(arguments(&out), "the end of a round").json());
            round += 1;
            continue;
        }
        child.kill().expect("it can be ended");
        child.wait().expect("it has ended");
        killed += 1;
    }
    ended.push(finish(arguments(&format!("killed-{round}")), "the last end").json());
    for end in &ended {
        assert_eq!(digest(end), digest(&whole), "{end}");
    }
    // Nothing but whole parts, manifests and the summary is left.
    let left = std::fs::read_dir(folder.join(format!("killed-{round}"))).expect("a folder");
    for entry in left {
        let name = entry
            .expect("an entry")
            .file_name()
            .into_string()
            .expect("UTF-8");
        assert!(!name.ends_with(".tmp"), "{name}");
    }
}

/// A part that was changed behind the back of the manifest is made again.
#[test]
fn a_damaged_part_is_made_again() {
    let folder = folder("sweep_damaged");
    plan(&folder, DRIVES);
    let first = sweep(&folder, "--out out --format csv --json").json();
    let part = folder.join("out/part-000002.csv");
    let text = std::fs::read_to_string(&part).expect("a part");
    std::fs::write(&part, text.replacen("landed", "lost", 1)).expect("it can be written");
    std::fs::remove_file(folder.join("out/part-000004.csv")).expect("it can be removed");
    let again = sweep(&folder, "--out out --format csv --json").json();
    assert_eq!(again["parts_skipped"], 3);
    assert_eq!(digest(&again), digest(&first));
    assert_eq!(std::fs::read_to_string(&part).expect("a part"), text);
}

/// A row has the bits of the flight alone, by the numbers in its own columns; and of the same row of a longer sweep.
#[test]
fn worker_count_a_row_is_the_flight_of_its_numbers() {
    let folder = folder("sweep_row");
    plan(&folder, DRIVES);
    sweep(&folder, "--out short --format csv --json").json();
    let (names, short) = rows(&folder.join("short/part-000000.csv"));
    for row in short.iter().step_by(33) {
        let number = |name: &str| value(&names, row, name);
        let flight = line_in(
            &folder,
            &format!(
                "flight --ball golf --speed {}m/s --launch-angle {}rad --spin {}rad/s --wind {},0,0 --plane-x 100yd --json",
                number("launch_speed_mps"),
                number("launch_up_rad"),
                number("launch_spin_radps"),
                number("wind_x_mps")
            ),
        )
        .json();
        for (ours, theirs) in [
            ("carry_m", "carry_m"),
            ("lateral_m", "lateral_m"),
            ("apex_m", "apex_m"),
            ("flight_time_s", "flight_time_s"),
            ("landing_speed_mps", "landing_speed_mps"),
        ] {
            let alone = flight[theirs].as_f64().expect("a number");
            assert_eq!(
                number(ours).to_bits(),
                (alone + 0.0).to_bits(),
                "{ours}: {row:?}"
            );
        }
        assert_eq!(
            number("plane_time_s"),
            flight["plane"]["time_s"].as_f64().expect("a number")
        );
    }
    plan(
        &folder,
        &DRIVES
            .replace("samples: 40", "samples: 4000")
            .replace("part: 100,", ""),
    );
    sweep(&folder, "--out long --format csv --json").json();
    let (_, long) = rows(&folder.join("long/part-000000.csv"));
    assert_eq!(long.len(), 48_000);
    assert_eq!(long[..100], short[..]);
}

/// What comes after the first touch is flown where a surface is named.
#[test]
fn a_surface_adds_where_the_ball_lies_still() {
    let folder = folder("sweep_surface");
    plan(
        &folder,
        r#"(shot: (ball: "golf", launch: (speed: "60m/s", up: "12deg", spin: "3000rpm"), surface: "fairway"),
            vary: {"launch.up": List(["12deg", "20deg"])})"#,
    );
    sweep(&folder, "--out out --format csv --json").json();
    let (names, table) = rows(&folder.join("out/part-000000.csv"));
    for (row, angle) in table.iter().zip([12, 20]) {
        let flight = line_in(
            &folder,
            &format!("flight --ball golf --speed 60m/s --launch-angle {angle}deg --spin 3000rpm --surface fairway --json"),
        )
        .json();
        for name in ["carry_m", "total_m", "rest_time_s"] {
            assert_eq!(
                value(&names, row, name),
                flight[name].as_f64().expect("a number"),
                "{name}"
            );
        }
    }
}

/// Any number of a scene varies: a crate falls by the law, under every gravity and from every height.
#[test]
fn a_scene_is_stepped_row_by_row() {
    let folder = folder("sweep_scene");
    let scene = r#"(
        ticks: 30,
        materials: {"ice": (friction: 0.02), "wood": (friction: 0.5)},
        shapes: {"crate": Box(half: (0.5, 0.5, 0.5))},
        bodies: [(name: "crate", shape: "crate", material: "ice", position: (0, 5, 0))],
    )"#;
    std::fs::write(folder.join("fall.ron"), scene).expect("the scene can be written");
    let text = r#"(
        seed: 3, samples: 2, part: 5, scene: "fall.ron", watch: ["crate"],
        vary: {
            "world.gravity[1]": List([-9.81, -1.62]),
            "bodies.crate.position[1]": Uniform(low: "10m", high: "20m"),
            "bodies.crate.material": List(["ice", "wood"]),
        },
    )"#;
    plan(&folder, text);
    let one = sweep(&folder, "--out one --threads 1 --format csv --json").json();
    let two = sweep(
        &folder,
        &format!("--out two --threads 2 --format {FORM} --json"),
    )
    .json();
    assert_eq!(digest(&one), digest(&two));
    let (names, first) = rows(&folder.join("one/part-000000.csv"));
    let (_, second) = rows(&folder.join("one/part-000001.csv"));
    let all: Vec<_> = first.iter().chain(&second).collect();
    assert_eq!(all.len(), 8);
    for row in &all {
        let number = |name: &str| value(&names, row, name);
        let fallen = 0.5 * number("world_gravity_1") * 0.25;
        let off = number("crate_y_m") - (number("bodies_crate_position_1_m") + fallen);
        // Thirty steps of numbers with a ulp of 1e-6.
        assert!(off.abs() < 3e-5, "{row:?}: {off}");
    }
    // The hash is that of the scene of this row, run alone.
    let place = |name: &str| {
        names
            .iter()
            .position(|known| known == name)
            .expect("a column")
    };
    let row = all[0];
    let own = scene
        .replace(
            "ticks: 30,",
            &format!(
                "ticks: 30, world: (gravity: (0, {}, 0)),",
                row[place("world_gravity_1")]
            ),
        )
        .replace(
            "(0, 5, 0)",
            &format!("(0, {}, 0)", row[place("bodies_crate_position_1_m")]),
        );
    std::fs::write(folder.join("own.ron"), own).expect("the scene can be written");
    let alone = line_in(&folder, "run own.ron --json").json();
    assert_eq!(alone["hash"], row[place("hash")].as_str());
}

/// Shapes get their numbers in the order of the file, and the state of the world holds them: a row keeps that order.
#[test]
fn the_hash_of_a_row_is_that_of_a_run_whatever_the_order_of_the_shapes() {
    let folder = folder("sweep_order");
    let points =
        |x: f32| format!("Hull(points: [({x}, 0, 0), (0, {x}, 0), (0, 0, {x}), (0, 0, 0)])");
    let scene = |drop: &str| {
        format!(
            r#"(
            ticks: 5,
            shapes: {{"wedge": {}, "bit": {}}},
            bodies: [
                (name: "one", shape: "wedge", position: (0, {drop}, 0)),
                (name: "two", shape: "bit", position: (5, 0, 0)),
            ],
        )"#,
            points(1.0),
            points(0.5)
        )
    };
    std::fs::write(folder.join("two.ron"), scene("0")).expect("the scene can be written");
    plan(
        &folder,
        r#"(scene: "two.ron", vary: {"bodies.one.position[1]": List([3, 4])})"#,
    );
    sweep(&folder, "--out out --format csv --json").json();
    let (names, table) = rows(&folder.join("out/part-000000.csv"));
    let place = names.iter().position(|name| name == "hash");
    for (row, drop) in table.iter().zip(["3", "4"]) {
        std::fs::write(folder.join("own.ron"), scene(drop)).expect("the scene can be written");
        let alone = line_in(&folder, "run own.ron --json").json();
        assert_eq!(alone["hash"], row[place.expect("a column")].as_str());
    }
}

/// A wind that blows sideways in the gravity of a scene whose file says nothing of gravity.
#[test]
fn a_part_of_an_absent_gravity_leaves_the_others() {
    let folder = folder("sweep_gravity");
    plan(
        &folder,
        r#"(scene: "slope", ticks: 6, vary: {"world.gravity[2]": List([0, 1])})"#,
    );
    let scene = line_in(&folder, "scenes slope --ron").out;
    let ran = line_in(&folder, "run slope --ticks 6 --json").json();
    assert!(!scene.contains("gravity:"), "{scene}");
    let name = ran["hash"].as_str().expect("a hash");
    sweep(&folder, "--out out --format csv --json").json();
    let (names, table) = rows(&folder.join("out/part-000000.csv"));
    let place = names.iter().position(|name| name == "hash");
    let place = place.expect("a column");
    assert_eq!(table[0][place], name);
    assert_ne!(table[1][place], name);
}

/// What varies without effect is not swept: a row of a table that nothing uses, names that read alike, spin beside a vector.
#[test]
fn what_would_vary_without_effect_is_refused() {
    let folder = folder("sweep_slips");
    let scene = r#"(
        ticks: 2,
        shapes: {"ground": HalfSpace(normal: (0, 1, 0)), "ball": Sphere(radius: 0.1)},
        materials: {"rubber": (restitution: 0.8), "a-b": (), "a_b": ()},
        bodies: [
            (kind: Static, shape: "ground", material: "rubber"),
            (name: "ball", shape: "ball", material: "rubber", position: (0, 2, 0)),
        ],
    )"#;
    std::fs::write(folder.join("bounce.ron"), scene).expect("the scene can be written");
    let scene = |rest: &str| format!(r#"(scene: "bounce.ron", {rest})"#);
    let shot = |vary: &str| {
        format!(
            r#"(shot: (ball: "golf", launch: (speed: 60, up: 0.2, spin: "2686rpm")), vary: {{{vary}}})"#
        )
    };
    let vector = r#""launch.spin_vector[0]": Linspace(from: 10, to: 300, count: 4)"#;
    let spin = r#""launch.spin": Linspace(from: 100, to: 300, count: 4)"#;
    for (text, words) in [
        (
            scene(r#"vary: {"materials.ruber.restitution": Linspace(from: 0, to: 1, count: 3)}"#),
            ["materials.ruber.restitution", "did you mean `rubber`"],
        ),
        (
            scene(r#"vary: {"shapes.bal.Sphere.radius": List([1, 2])}"#),
            ["shapes.bal.Sphere.radius", "it has ground, ball"],
        ),
        (
            scene(
                r#"vary: {"materials.a-b.friction": List([0]), "materials.a_b.friction": List([1])}"#,
            ),
            ["materials_a_b_friction", "leave one out"],
        ),
        (
            scene(r#"watch: ["ball", "ball"]"#),
            ["plan.ron:1:", "two columns have the name ball_x_m"],
        ),
        (
            shot(&format!("{vector}, {spin}")),
            ["launch.spin", "spin vector"],
        ),
        (
            shot(&format!("{spin}, {vector}")),
            ["launch.spin_vector[0]", "spin vector"],
        ),
        (
            scene("samples: 1000000000000"),
            ["15625000000 files", "set part to 1000000 or more"],
        ),
    ] {
        plan(&folder, &text);
        let ran = sweep(&folder, "--out out --format csv");
        ran.refuses(&text, &words);
    }
    // Names of every script stay apart.
    let text = scene(r#"watch: ["상자", "공"]"#);
    plan(&folder, &text);
    let named = std::fs::read_to_string(folder.join("bounce.ron")).expect("a scene");
    let (two, one) = (
        r#"(name: "상자", shape: "ball", position: (0, 5, 0)), (name: "공", shape: "ball", position: (0, 8, 0)),"#,
        r#"(name: "ball", shape: "ball", material: "rubber", position: (0, 2, 0)),"#,
    );
    std::fs::write(folder.join("bounce.ron"), named.replace(one, two)).expect("it can be written");
    sweep(&folder, "--out out --format csv --json").json();
    let (names, table) = rows(&folder.join("out/part-000000.csv"));
    let apart = value(&names, &table[0], "공_y_m") - value(&names, &table[0], "상자_y_m");
    assert!((apart - 3.0).abs() < 1e-5, "{apart}");
}

/// Parts of the spin that do not vary are those of the launch, whichever axis comes first.
#[test]
fn a_varied_part_of_the_spin_leaves_the_rest_of_it() {
    let folder = folder("sweep_spin");
    let text = |vary: &str| {
        format!(
            r#"(shot: (ball: "golf", launch: (speed: 60, up: 0.2, spin: "250rad/s")), vary: {{{vary}}})"#
        )
    };
    let (right, side) = (
        r#""launch.right": List([0, 0.5])"#,
        r#""launch.spin_vector[1]": List([0, 40])"#,
    );
    plan(&folder, &text(&format!("{right}, {side}")));
    sweep(&folder, "--out one --format csv --json").json();
    plan(&folder, &text(&format!("{side}, {right}")));
    sweep(&folder, "--out two --format csv --json").json();
    let (names, one) = rows(&folder.join("one/part-000000.csv"));
    let (others, two) = rows(&folder.join("two/part-000000.csv"));
    for (first, second) in [(0, 0), (1, 2), (2, 1), (3, 3)] {
        for name in ["carry_m", "lateral_m", "spin_z_radps"] {
            assert_eq!(
                value(&names, &one[first], name),
                value(&others, &two[second], name),
                "{name}"
            );
        }
    }
    // The backspin of the plan still lifts: as the same vector given whole.
    let whole = line_in(
        &folder,
        "flight --ball golf --speed 60m/s --launch-angle 0.2rad --spin-vector 0,40,250 --json",
    )
    .json();
    assert_eq!(
        value(&names, &one[1], "carry_m"),
        whole["carry_m"].as_f64().expect("a number")
    );
}

/// The shard that made a part still lists it after its file was damaged; that does not make it whole.
#[test]
fn a_damaged_part_of_another_shard_is_not_done() {
    let folder = folder("sweep_other_shard");
    plan(&folder, DRIVES);
    for shard in ["1/2", "2/2"] {
        sweep(
            &folder,
            &format!("--out out --format csv --json --shard {shard}"),
        )
        .json();
    }
    std::fs::write(folder.join("out/part-000001.csv"), "row\n").expect("it can be written");
    std::fs::remove_file(folder.join("out/sweep.json")).expect("it was complete");
    let again = sweep(&folder, "--out out --format csv --json --shard 1/2").json();
    assert_eq!(again["parts_done"], 4);
    assert!(
        again["digest"].is_null() && !folder.join("out/sweep.json").exists(),
        "{again}"
    );
    let mended = sweep(&folder, "--out out --format csv --json --shard 2/2").json();
    assert_eq!(
        (&mended["rows_made"], &mended["parts_done"]),
        (&100.into(), &5.into())
    );
    digest(&mended);
}

/// A manifest that is whole and not understood belongs to somebody: its parts are not written over.
#[test]
fn a_manifest_of_another_version_is_left_alone() {
    let folder = folder("sweep_version");
    plan(&folder, DRIVES);
    std::fs::create_dir_all(folder.join("out")).expect("a folder");
    let manifest = folder.join("out/manifest.jsonl");
    std::fs::write(&manifest, "{\"engine\":\"Voltex 9\"}\n").expect("it can be written");
    let ran = sweep(&folder, "--out out --format csv");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("another version of Voltex"), "{}", ran.err);
    // One that an ended process left without its first line is begun anew.
    std::fs::write(&manifest, "{\"engine\":\"Vol").expect("it can be written");
    sweep(&folder, "--out out --format csv --json").json();
}

#[test]
fn a_part_says_what_it_holds_and_where_it_is_from() {
    let folder = folder("sweep_origin");
    plan(&folder, DRIVES);
    sweep(&folder, "--out out --format csv --json").json();
    let manifest = std::fs::read_to_string(folder.join("out/manifest.jsonl")).expect("a manifest");
    let mut lines = manifest
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let head = lines.next().expect("a first line");
    assert_eq!(head["seed"], 7);
    assert_eq!(head["rows"], 480);
    for name in ["engine", "bits", "plan", "ball_data"] {
        assert!(
            head[name].as_str().is_some_and(|text| !text.is_empty()),
            "{head}"
        );
    }
    assert_eq!(
        lines
            .map(|part| part["rows"].as_u64().expect("a count"))
            .sum::<u64>(),
        480
    );
}

/// Every message names the file, the line, the field, the value, what is allowed and the way out.
#[test]
fn what_is_wrong_with_a_plan_is_said_at_its_place() {
    let folder = folder("sweep_wrong");
    for (from, to, words) in [
        (
            "seed: 7",
            "sed: 7",
            vec!["plan.ron:3:", "`sed`", "did you mean `seed`"],
        ),
        (
            "\"launch.up\"",
            "\"launch.upp\"",
            vec![
                "plan.ron:9:",
                "launch.upp",
                "did you mean `launch.up`",
                "launch.speed",
            ],
        ),
        (
            "\"8deg\"",
            "\"8rpm\"",
            vec!["plan.ron:9:", "`8rpm` is a spin rate", "an angle is wanted"],
        ),
        (
            "from: \"150mph\"",
            "from: \"-150mph\"",
            vec![
                "plan.ron:8:",
                "vary[\"launch.speed\"]",
                "-67.056",
                "speed (m/s)",
                "allowed is 0 to 3000",
            ],
        ),
        (
            "count: 4",
            "count: 0",
            vec!["plan.ron:8:", "count is 0", "between 1 and 1000000"],
        ),
        (
            "samples: 40",
            "samples: 0",
            vec!["plan.ron:", "0 rows", "1 to"],
        ),
        (
            "low: -3",
            "low: 4",
            vec!["plan.ron:11:", "low is 4", "exchange"],
        ),
        (
            "\"golf\"",
            "\"gold\"",
            vec!["plan.ron:6:", "no ball named `gold`", "golf"],
        ),
        (
            "part: 100",
            "part: 0",
            vec!["plan.ron:5:", "0 rows", "16777216"],
        ),
        (
            "shot: (ball",
            "scene: \"stack\", shot: (ball",
            vec!["plan.ron:6:", "both a shot and a scene", "leave one out"],
        ),
    ] {
        assert!(DRIVES.contains(from), "{from}");
        plan(&folder, &DRIVES.replacen(from, to, 1));
        let ran = sweep(&folder, "--out out --format csv");
        ran.refuses(to, &words);
    }
    // A row that leaves what can be flown is named with its numbers.
    plan(
        &folder,
        &DRIVES.replace("sigma: \"200rpm\", min: 0", "sigma: \"9000000rpm\""),
    );
    let ran = sweep(&folder, "--out row --format csv");
    ran.refuses(
        "a row",
        &["row ", "launch.spin = ", "cannot be flown", "narrow"],
    );
    // A folder with another sweep is left alone.
    plan(&folder, DRIVES);
    assert_eq!(sweep(&folder, "--out out --format csv").code, 0);
    plan(&folder, &DRIVES.replace("seed: 7", "seed: 8"));
    let ran = sweep(&folder, "--out out --format csv");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("holds another sweep") && ran.err.contains("--out"),
        "{}",
        ran.err
    );
    for shard in ["0/2", "3/2", "1", "a/b", "1/0"] {
        let ran = sweep(&folder, &format!("--out out --shard {shard}"));
        assert_eq!(ran.code, 2, "{shard}");
        assert!(ran.err.contains("2/4"), "{}", ran.err);
    }
}

#[test]
fn progress_has_rate_and_time_left() {
    let folder = folder("sweep_progress");
    plan(&folder, DRIVES);
    let ran = sweep(&folder, "--out out --format csv --progress");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.err.contains("480 of 480 rows") && ran.err.contains("rows/s"),
        "{}",
        ran.err
    );
    // Without the option a program that reads standard error finds nothing there.
    let ran = sweep(&folder, "--out quiet --format csv");
    assert!(ran.err.is_empty(), "{}", ran.err);
}
