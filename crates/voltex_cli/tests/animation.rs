//! `voltex replay export --format glb` and `parquet`: files that other programs read.

mod common;
#[path = "common/gltf_rules.rs"]
mod gltf_rules;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use common::{folder, line_in};
use gltf::Gltf;
use gltf::animation::util::ReadOutputs;
use gltf_rules::Glb;

/// A file, read by rules of the format and by a reader of others.
fn sound(path: &Path) -> Gltf {
    let file = fs::read(path).expect("the file is there");
    let broken = Glb::read(&file).and_then(|glb| glb.check());
    assert_eq!(broken, Ok(()), "{}", path.display());
    Gltf::from_slice(&file).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Records a scene, exports it, and reads the file.
fn export(folder: &Path, scene: &str, ticks: u32) -> Gltf {
    for line in [
        format!("run {scene} --ticks {ticks} --record {scene}.vxr"),
        format!("replay export {scene}.vxr --format glb --out {scene}.glb"),
    ] {
        let ran = line_in(folder, &line);
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
    }
    sound(&folder.join(format!("{scene}.glb")))
}

/// The rules see what is wrong.
#[test]
fn broken_files_are_told() {
    let folder = folder("glb_broken");
    export(&folder, "stack", 90);
    let file = fs::read(folder.join("stack.glb")).expect("the file is there");
    let whole = || Glb::read(&file).expect("a sound file");
    let spoilt = |spoil: &dyn Fn(&mut Glb)| {
        let mut glb = whole();
        spoil(&mut glb);
        glb.check().expect_err("a broken file")
    };
    let told = |said: String, expected: &str| assert!(said.contains(expected), "{said}");
    assert_eq!(whole().check(), Ok(()));
    told(
        spoilt(&|glb| glb.json["meshes"][0]["primitives"] = serde_json::json!([])),
        "no primitives",
    );
    told(
        spoilt(&|glb| glb.json["accessors"][0]["max"][1] = 1e9.into()),
        "max of column 1",
    );
    told(
        spoilt(&|glb| glb.json["accessors"][0]["count"] = 1_000_000.into()),
        "alignment or size",
    );
    told(
        spoilt(&|glb| glb.json["bufferViews"][1]["byteOffset"] = 2.into()),
        "alignment or size",
    );
    told(
        spoilt(&|glb| glb.json["nodes"][0]["rotation"] = serde_json::json!([0, 0, 0, 0.9])),
        "is no unit",
    );
    told(
        spoilt(&|glb| glb.json["nodes"][0]["mesh"] = 99.into()),
        "a mesh that is not there",
    );
    told(
        spoilt(&|glb| {
            glb.json["animations"][0]["channels"][1] =
                glb.json["animations"][0]["channels"][0].clone()
        }),
        "twice",
    );
    told(spoilt(&|glb| glb.binary[3] = 0x7f), "accessor 0");
    told(spoilt(&|glb| glb.binary.truncate(8)), "in a chunk of 8");
    let times = whole().json["animations"][0]["samplers"][0]["input"]
        .as_u64()
        .expect("an index");
    told(
        spoilt(&|glb| {
            let view = glb.json["accessors"][times as usize]["bufferView"]
                .as_u64()
                .expect("a view");
            let at = glb.json["bufferViews"][view as usize]["byteOffset"]
                .as_u64()
                .expect("a place") as usize;
            // The second time is then that of the first, and bounds are as they were.
            glb.binary.copy_within(at..at + 4, at + 4);
        }),
        "not rising",
    );
    assert!(Glb::read(&file[..file.len() - 4]).is_err());
}

/// Last value of each channel by the name of its node, and the times of all its keys.
type Ends = BTreeMap<String, (Vec<f32>, Vec<f32>)>;

fn ends(file: &Gltf, property: gltf::animation::Property) -> Ends {
    let blob = file.blob.as_deref();
    let channels = file.animations().flat_map(|animation| {
        let channels: Vec<_> = animation.channels().map(|c| c.index()).collect();
        channels
            .into_iter()
            .map(move |index| (animation.index(), index))
    });
    let mut ends = Ends::new();
    for (animation, channel) in channels {
        let animation = file.animations().nth(animation).expect("by its own index");
        let channel = animation.channels().nth(channel).expect("by its own index");
        if channel.target().property() != property {
            continue;
        }
        let reader = channel.reader(|_| blob);
        let times: Vec<f32> = reader.read_inputs().expect("times").collect();
        let last = match reader.read_outputs().expect("values") {
            ReadOutputs::Translations(values) => values.last().map(Vec::from),
            ReadOutputs::Scales(values) => values.last().map(Vec::from),
            ReadOutputs::Rotations(values) => values.into_f32().last().map(Vec::from),
            ReadOutputs::MorphTargetWeights(_) => None,
        };
        let name = channel
            .target()
            .node()
            .name()
            .expect("each has one")
            .to_owned();
        ends.insert(name, (last.expect("a value"), times));
    }
    ends
}

/// Each body is a node with a mesh of its shape, and in the end it is where the recording has it.
#[test]
fn an_animation_ends_where_the_recording_does() {
    let folder = folder("glb");
    let file = export(&folder, "dominoes", 150);
    assert!(file.meshes().len() > 0 && file.nodes().all(|node| node.mesh().is_some()));
    // The first chunk of the file is its description.
    let bytes = fs::read(folder.join("dominoes.glb")).expect("the file is there");
    let length = u32::from_le_bytes(bytes[12..16].try_into().expect("four bytes")) as usize;
    let description: serde_json::Value =
        serde_json::from_slice(&bytes[20..20 + length]).expect("JSON");
    let extras = &description["asset"]["extras"];
    assert_eq!(
        (&extras["units"], &extras["note"]),
        (&"m, s".into(), &"dominoes".into())
    );
    let csv = line_in(&folder, "replay export dominoes.vxr --every 150").out;
    let (places, turns) = (
        ends(&file, gltf::animation::Property::Translation),
        ends(&file, gltf::animation::Property::Rotation),
    );
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let mut moved = 0;
    for row in rows.iter().filter(|row| row[0] == "150") {
        let number = |column: usize| row[column].parse::<f32>().expect("a number");
        let Some((name, (place, times))) = places
            .iter()
            .find(|(name, _)| name.split(' ').next_back() == Some(row[1]))
        else {
            continue;
        };
        moved += 1;
        let expected: Vec<f32> = (3..6).map(number).collect();
        assert_eq!(place, &expected, "{name}");
        assert!((times.last().expect("a time") - 2.5).abs() < 1e-5, "{name}");
        if let Some((turn, _)) = turns.get(name) {
            let expected: Vec<f32> = (6..10).map(number).collect();
            let dot: f32 = turn.iter().zip(&expected).map(|(a, b)| a * b).sum();
            assert!(
                (dot.abs() - 1.0).abs() < 1e-6,
                "{name}: {turn:?}, {expected:?}"
            );
        }
    }
    assert!(moved > 10, "{moved} bodies move");
}

/// Bodies that come later have no size before.
#[test]
fn what_appears_later_is_not_seen_before() {
    let folder = folder("glb_spawns");
    let file = export(&folder, "rain", 60);
    let sizes = ends(&file, gltf::animation::Property::Scale);
    assert!(!sizes.is_empty(), "nothing appears");
    for (name, (last, times)) in sizes {
        assert_eq!(times[0], 0.0, "{name}");
        assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{name}");
        assert!(last.iter().all(|size| *size > 0.0), "{name} is gone");
    }
}

/// All shapes there are.
#[test]
fn every_shape_has_triangles() {
    let folder = folder("glb_shapes");
    for scene in SCENES_OF_SHAPES {
        let file = export(&folder, scene, 20);
        for node in file.nodes() {
            assert!(
                node.mesh().is_some(),
                "{scene}: {:?} has no mesh",
                node.name()
            );
        }
    }
}

/// Between them these have every collider but cones and height fields.
const SCENES_OF_SHAPES: [&str; 4] = [
    "free_kick",
    "restitution_row",
    "jolt_convex_vs_mesh",
    "washer",
];

#[test]
fn a_table_needs_its_feature() {
    let folder = folder("parquet");
    let ran = line_in(&folder, "run stack --ticks 30 --record run.vxr");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let ran = line_in(
        &folder,
        "replay export run.vxr --format parquet --out run.parquet",
    );
    if cfg!(feature = "dataset") {
        assert_eq!(ran.code, 0, "{}", ran.err);
        let file = fs::read(folder.join("run.parquet")).expect("the file is there");
        assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1"));
    } else {
        ran.refuses("Parquet", &["dataset", "--format csv"]);
    }
}

/// The recording that a demo writes is one like any other, whatever the ball.
#[test]
fn a_demo_can_be_verified_and_exported() {
    let folder = folder("demo_recording");
    for demo in ["curve-kick", "spiral"] {
        let ran = line_in(&folder, &format!("demo {demo}"));
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains("voltex verify"), "{}", ran.out);
        let file = format!("out/{demo}/shot.vxr");
        let said = line_in(&folder, &format!("verify {file}"));
        assert_eq!(said.code, 0, "{}", said.err);
        assert!(said.out.starts_with("identical, "), "{}", said.out);
        let info = line_in(&folder, &format!("replay info {file} --json")).json();
        let summary = fs::read_to_string(folder.join(format!("out/{demo}/summary.json")));
        let summary: serde_json::Value =
            serde_json::from_str(&summary.expect("a summary")).expect("JSON");
        let hash = summary["state_hash"].as_str().expect("a hash");
        assert!(info["note"].as_str().expect("a note").contains(hash));
        // The ball is where the path has it, to the rounding of single precision, until it lands.
        let trajectory = fs::read_to_string(folder.join(format!("out/{demo}/trajectory.csv")));
        let trajectory = trajectory.expect("a path");
        let export = line_in(&folder, &format!("replay export {file}")).out;
        let numbers = |line: &str, first: usize| -> Vec<f64> {
            let fields = line.split(',').skip(first).take(3);
            fields
                .map(|field| field.parse().expect("a number"))
                .collect()
        };
        let (all, recorded) = (trajectory.lines().count(), export.lines().count());
        assert!(
            recorded == all || recorded + 1 == all,
            "{demo}: {all} {recorded}"
        );
        let until = summary["flight_time_s"].as_f64().expect("a time");
        let mut compared = 0;
        for (path, recorded) in trajectory.lines().zip(export.lines()).skip(1) {
            if numbers(path, 0)[0] >= until {
                break;
            }
            compared += 1;
            for (a, b) in numbers(path, 1).into_iter().zip(numbers(recorded, 3)) {
                assert!((a - b).abs() < 1e-4, "{demo}: {path} and {recorded}");
            }
        }
        assert!(compared > 50, "{demo}: {compared}");
        let ran = line_in(
            &folder,
            &format!("replay export {file} --format glb --out shot.glb"),
        );
        assert_eq!(ran.code, 0, "{}", ran.err);
        let shot = sound(&folder.join("shot.glb"));
        assert_eq!(shot.nodes().len(), 2, "ground and ball");
    }
}
