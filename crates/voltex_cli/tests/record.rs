//! `voltex run --record` and `voltex verify`.

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
        assert_eq!(ran.code, 2, "{file}: {}", ran.err);
        for part in parts {
            assert!(
                ran.err.contains(part),
                "{file}: {part} is not in {}",
                ran.err
            );
        }
    }
    let ran = line_in(&folder, "run stack --ticks 5 --record none/run.vxr");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("none/run.vxr"), "{}", ran.err);
}
