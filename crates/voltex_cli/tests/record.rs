//! `voltex run --record`, `verify`, `desync` and `replay`.

mod common;

use std::fs;

use common::{folder, line_in};

#[test]
fn a_recorded_run_is_reproduced_on_any_number_of_threads() {
    let folder = folder("record");
    let ran = line_in(&folder, "run dominoes --ticks 300 --record run.vxr --json").json();
    let plain = line_in(&folder, "run dominoes --ticks 300 --json").json();
    assert_eq!(ran["hash"], plain["hash"], "recording changes nothing");
    let length = fs::metadata(folder.join("run.vxr")).unwrap().len();
    assert_eq!(ran["recorded"]["bytes"].as_u64(), Some(length));
    for threads in [1, 3] {
        let verified = line_in(
            &folder,
            &format!("verify run.vxr --threads {threads} --json"),
        )
        .json();
        assert_eq!(verified["identical"], true);
        assert_eq!(verified["compared"], 300);
        assert_eq!(verified["threads"], threads);
    }
    let said = line_in(&folder, "verify run.vxr");
    assert_eq!(
        (said.code, said.out.trim()),
        (0, "identical, 300/300 ticks")
    );
}

/// Bodies that appear, go and are driven by the scene come back without the scene.
#[test]
fn spawns_and_driven_bodies_are_in_the_recording() {
    let folder = folder("record_spawns");
    for (scene, ticks) in [("rain", 60), ("junkyard", 10)] {
        let run = format!("run {scene} --ticks {ticks} --record {scene}.vxr");
        let ran = line_in(&folder, &run);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let said = line_in(&folder, &format!("verify {scene}.vxr"));
        let expected = format!("identical, {ticks}/{ticks} ticks");
        assert_eq!(said.out.trim(), expected, "{scene}: {}", said.err);
    }
}

#[test]
fn what_cannot_be_verified_is_named_with_the_way_out() {
    let folder = folder("record_bad");
    let at = |name: &str| folder.join(name);
    let ran = line_in(&folder, "run stack --ticks 100 --record run.vxr");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let whole = fs::read(at("run.vxr")).unwrap();
    fs::write(at("cut.vxr"), &whole[..whole.len() - 40]).unwrap();
    fs::write(at("text.vxr"), "no recording").unwrap();
    let mut newer = whole.clone();
    newer[8] = 9;
    fs::write(at("newer.vxr"), newer).unwrap();
    fs::write(at("stub.vxr"), &whole[..60]).unwrap();
    let cut = line_in(&folder, "verify cut.vxr");
    assert_eq!(cut.code, 0, "{}", cut.err);
    assert!(cut.out.contains("identical, 100/100"), "{}", cut.out);
    assert!(
        cut.err.contains("the end of the recording is missing"),
        "{}",
        cut.err
    );
    for (file, parts) in [
        ("text.vxr", ["no Voltex recording", "--record"]),
        ("newer.vxr", ["format 9", "newer Voltex"]),
        ("stub.vxr", ["header", "damaged"]),
        ("none.vxr", ["none.vxr", "No such file"]),
    ] {
        let ran = line_in(&folder, &format!("verify {file}"));
        ran.refuses(file, &parts);
    }
    let ran = line_in(&folder, "run stack --ticks 5 --record none/run.vxr");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("none/run.vxr"), "{}", ran.err);
}

#[test]
fn two_recordings_are_compared_field_by_field() {
    let folder = folder("desync");
    let run = |scene: &str, file: &str| {
        let ran = line_in(
            &folder,
            &format!("run {scene} --ticks 80 --record {file} --states"),
        );
        assert_eq!(ran.code, 0, "{}", ran.err);
    };
    run("stack", "a.vxr");
    run("stack", "b.vxr");
    let same = line_in(&folder, "desync a.vxr b.vxr");
    assert_eq!((same.code, same.out.trim()), (0, "identical, 80 ticks"));
    let scene = line_in(&folder, "scenes stack --ron").out;
    let other = scene.replace("position: (0, 0.5, 0)", "position: (0, 0.75, 0)");
    assert_ne!(scene, other, "the scene has changed");
    fs::write(folder.join("higher.ron"), other).unwrap();
    run("higher.ron", "c.vxr");
    let ran = line_in(&folder, "desync a.vxr c.vxr");
    assert_eq!(ran.code, 1, "{}", ran.err);
    for part in [
        "tick 0",
        "states before the first step differ",
        "voltex.transform.position.y: 0.5 and 0.75, 4194304 ulps apart",
    ] {
        assert!(ran.out.contains(part), "{part} is not in {}", ran.out);
    }
    let ran = line_in(&folder, "desync a.vxr c.vxr --json");
    assert_eq!(ran.code, 1);
    let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(report["identical"], false);
    assert_eq!(report["fields"][0]["component"], "voltex.transform");
}

/// The defect: damage in the second file was told of the first.
#[test]
fn damage_is_told_of_the_file_that_has_it() {
    let folder = folder("desync_damaged");
    let ran = line_in(&folder, "run stack --ticks 100 --record a.vxr");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let whole = fs::read(folder.join("a.vxr")).unwrap();
    // From the back on, until it is no longer the list of blocks but one of them that is damaged.
    let told = (1..whole.len()).rev().step_by(7).find_map(|at| {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        fs::write(folder.join("b.vxr"), bytes).unwrap();
        let ran = line_in(&folder, "desync a.vxr b.vxr");
        (ran.code == 2).then_some(ran.err)
    });
    let told = told.expect("damage that is found");
    assert!(
        told.contains("b.vxr: ") && !told.contains("a.vxr: "),
        "{told}"
    );
    let other = line_in(&folder, "desync b.vxr a.vxr");
    assert!(other.err.contains("b.vxr: "), "{}", other.err);
}

#[test]
fn recordings_are_looked_into_exported_and_cut() {
    let folder = folder("replay");
    let ran = line_in(
        &folder,
        "run dominoes --ticks 200 --record run.vxr --keyframe-every 50",
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    let info = line_in(&folder, "replay info run.vxr --json").json();
    assert_eq!(info["ticks"], 200);
    assert_eq!(info["keyframes"], 5);
    assert_eq!(info["note"], "dominoes");
    let seconds = info["duration_s"].as_f64().unwrap();
    assert!((seconds - 200.0 / 60.0).abs() < 1e-5, "{seconds}");
    let said = line_in(&folder, "replay info run.vxr");
    assert!(said.out.contains("200 ticks"), "{}", said.out);

    let csv = line_in(&folder, "replay export run.vxr --every 20").out;
    let mut lines = csv.lines();
    let head = lines.next().unwrap();
    assert!(
        head.starts_with("steps,entity,time_s,x_m,y_m,z_m,qx"),
        "{head}"
    );
    let bodies = lines.clone().filter(|line| line.starts_with("0,")).count();
    assert_eq!(lines.count(), 11 * bodies);
    assert!(
        line_in(
            &folder,
            "replay export run.vxr --format json --out paths.json"
        )
        .out
        .is_empty()
    );
    let paths: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.join("paths.json")).unwrap()).unwrap();
    assert_eq!(paths["columns"][1]["name"], "x_m");
    assert_eq!(paths["steps"].as_array().unwrap().len(), 201 * bodies);

    let cut = line_in(
        &folder,
        "replay cut run.vxr --from 70 --to 180 --out part.vxr --json",
    )
    .json();
    assert_eq!(cut["ticks"], 110);
    let said = line_in(&folder, "verify part.vxr");
    assert_eq!(said.out.trim(), "identical, 110/110 ticks", "{}", said.err);
    let ran = line_in(
        &folder,
        "replay cut run.vxr --from 70 --to 900 --out part.vxr",
    );
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("at most 200"), "{}", ran.err);
}
