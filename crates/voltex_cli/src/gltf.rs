//! A recording as an animation in glTF 2.0: shapes that move, for any program that shows such files.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use serde_json::{Map, Value, json};
use voltex_ecs::{Codec, Encoder, Entity, Transform, World};
use voltex_flight::{Sample, Track};
use voltex_math::{DVec3, Quat, Vec3};
use voltex_physics::{Collider, RigidBody, ShapeStore};
use voltex_replay::{Moment, Player, Reader};

use crate::error::CliError;
use crate::paths::origin;
use crate::recording::{empty_world, of_file};
use crate::solid::{Corner, Solid};

/// Between two keys a viewer turns the short way round: no more than this, rad.
const LARGEST_TURN: f64 = std::f64::consts::FRAC_PI_2;
/// Keys from one tick to the next at most.
const MOST_KEYS: f64 = 256.0;
/// Linear colours of bodies that move.
const COLOURS: [[f32; 3]; 6] = [
    [0.80, 0.22, 0.10],
    [0.10, 0.35, 0.75],
    [0.85, 0.60, 0.08],
    [0.12, 0.50, 0.22],
    [0.45, 0.15, 0.55],
    [0.08, 0.50, 0.52],
];
/// Of those that do not, the last in the list of materials.
const GREY: [f32; 3] = [0.45, 0.45, 0.45];

/// A body through the recording.
struct Lane {
    entity: Entity,
    collider: Option<Collider>,
    scale: Vec3,
    moves: bool,
    samples: Vec<Sample>,
}

/// The whole as a binary file (GLB): a node for each body, in metres and seconds, +Y up, and one animation.
pub(crate) fn bytes(
    path: &Path,
    reader: &mut Reader<File>,
    every: u64,
) -> Result<Vec<u8>, CliError> {
    let origin = origin(path, reader)?;
    let ticks = reader.ticks();
    let mut player = Player::new(reader, empty_world()?).map_err(of_file(path))?;
    let (mut lanes, mut time) = (BTreeMap::new(), 0.0);
    take(player.world(), time, &mut lanes);
    while player.tick() < ticks {
        player.step().map_err(of_file(path))?;
        time += f64::from(player.config().fixed_dt);
        if player.tick().is_multiple_of(every) || player.tick() == ticks {
            take(player.world(), time, &mut lanes);
        }
    }
    let store = player.world().resource::<ShapeStore>();
    let none = ShapeStore::default();
    let store = store.as_deref().unwrap_or(&none);
    let mut document = Document::default();
    let reach = reach(&lanes);
    for lane in lanes.values() {
        document.body(lane, store, reach, time);
    }
    document
        .finish(&origin)
        .map_err(|problem| CliError::TooLarge {
            path: path.to_owned(),
            problem,
        })
}

/// Adds a sample of each body and collider.
fn take(world: &World, time: f64, lanes: &mut BTreeMap<(u32, u32), Lane>) {
    let all = world.query::<(Entity, &Transform, Option<&RigidBody>, Option<&Collider>)>();
    for (entity, transform, body, collider) in &all {
        if body.is_none() && collider.is_none() {
            continue;
        }
        let key = (entity.id(), entity.generation().get());
        let lane = lanes.entry(key).or_insert_with(|| Lane {
            entity,
            collider: collider.copied(),
            scale: transform.scale,
            moves: body.is_some_and(|body| !body.is_static()),
            samples: Vec::new(),
        });
        lane.samples.push(Moment::of(transform, body).sample(time));
    }
}

/// How far a plane has to reach to lie under everything that has a size, m.
fn reach(lanes: &BTreeMap<(u32, u32), Lane>) -> f32 {
    let samples = lanes.values().flat_map(|lane| &lane.samples);
    let far = samples.fold(0.0, |far: f64, sample| {
        let away = sample.position.abs().max_element();
        if away > far { away } else { far }
    });
    (1.2 * far) as f32 + 10.0
}

/// One instant of the animation.
#[derive(Clone, Copy, PartialEq)]
struct KeyFrame {
    time: f32,
    place: Vec3,
    turn: Quat,
}

impl KeyFrame {
    fn is_at(&self, other: &Self) -> bool {
        self.place == other.place && self.turn == other.turn
    }
}

/// Keys of a body: one for each sample, more where it spins fast, fewer where it stands still.
fn key_frames(samples: &[Sample]) -> Vec<KeyFrame> {
    let mut keys: Vec<KeyFrame> = Vec::new();
    let mut push = |time: f64, place: DVec3, turn: Quat| {
        let turn = turn.normalize();
        let mut key = KeyFrame {
            time: time as f32,
            place: place.as_vec3(),
            turn,
        };
        if let [.., before, last] = &mut keys[..] {
            if last.turn.dot(turn) < 0.0 {
                key.turn = -turn;
            }
            if before.is_at(last) && last.is_at(&key) {
                last.time = key.time;
                return;
            }
        } else if keys.last().is_some_and(|last| last.turn.dot(turn) < 0.0) {
            key.turn = -turn;
        }
        keys.push(key);
    };
    for pair in samples.windows(2) {
        let (a, b) = (&pair[0], &pair[1]);
        push(a.time, a.position, a.rotation.as_quat());
        let fastest = if a.spin_rate > b.spin_rate { a } else { b }.spin_rate;
        let steps = (fastest * (b.time - a.time) / LARGEST_TURN).ceil();
        let steps = if steps < MOST_KEYS { steps } else { MOST_KEYS } as u32;
        if steps > 1 {
            let track = Track::new(vec![*a, *b]);
            for step in 1..steps {
                let time = a.time + (b.time - a.time) * f64::from(step) / f64::from(steps);
                if let Some((place, turn)) = track.pose_at(time) {
                    push(time, place, turn.as_quat());
                }
            }
        }
    }
    if let Some(last) = samples.last() {
        push(last.time, last.position, last.rotation.as_quat());
    }
    keys
}

/// A file under construction.
#[derive(Default)]
struct Document {
    binary: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    meshes: Vec<Value>,
    /// Meshes by the encoding of the collider and the colour.
    known: BTreeMap<(Vec<u8>, usize), usize>,
    /// Times by their bits.
    times: BTreeMap<Vec<u32>, usize>,
    nodes: Vec<Value>,
    samplers: Vec<Value>,
    channels: Vec<Value>,
}

/// What a view holds: vertices, or data that no graphics card gets.
const VERTICES: Option<u32> = Some(34_962);

impl Document {
    /// Stores rows of numbers; the index of their accessor. `kind` is how the format names the length of a row.
    fn numbers(&mut self, kind: &str, values: &[f32], target: Option<u32>, bounds: bool) -> usize {
        let width = match kind {
            "SCALAR" => 1,
            "VEC3" => 3,
            _ => 4,
        };
        let mut view = Map::new();
        view.insert("buffer".to_owned(), json!(0));
        view.insert("byteOffset".to_owned(), json!(self.binary.len()));
        view.insert("byteLength".to_owned(), json!(4 * values.len()));
        if let Some(target) = target {
            view.insert("target".to_owned(), json!(target));
        }
        let bytes = values.iter().flat_map(|value| value.to_le_bytes());
        self.binary.extend(bytes);
        let mut accessor = Map::new();
        accessor.insert("bufferView".to_owned(), json!(self.views.len()));
        accessor.insert("componentType".to_owned(), json!(5126));
        accessor.insert("count".to_owned(), json!(values.len() / width));
        accessor.insert("type".to_owned(), json!(kind));
        if bounds {
            let end = |largest: bool| -> Vec<f32> {
                let column = |place: usize| values.iter().skip(place).step_by(width);
                let further = |a: f32, b: f32| if (b > a) == largest { b } else { a };
                let ends = (0..width).map(|place| column(place).copied().reduce(further));
                ends.flatten().collect()
            };
            accessor.insert("min".to_owned(), json!(end(false)));
            accessor.insert("max".to_owned(), json!(end(true)));
        }
        self.views.push(Value::Object(view));
        self.accessors.push(Value::Object(accessor));
        self.accessors.len() - 1
    }

    fn mesh(
        &mut self,
        collider: &Collider,
        colour: usize,
        store: &ShapeStore,
        reach: f32,
    ) -> Option<usize> {
        let mut key = Vec::new();
        collider.encode(&mut Encoder::new(&mut key));
        if let Some(known) = self.known.get(&(key.clone(), colour)) {
            return Some(*known);
        }
        let solid = Solid::of(collider, store, reach)?;
        let mut primitives = Vec::new();
        for (paint, part) in solid
            .parts
            .iter()
            .enumerate()
            .filter(|(_, part)| !part.is_empty())
        {
            let all = |of: fn(&Corner) -> Vec3| -> Vec<f32> {
                part.iter()
                    .flat_map(|corner| of(corner).to_array())
                    .collect()
            };
            let places = self.numbers("VEC3", &all(|corner| corner.place), VERTICES, true);
            let normals = self.numbers("VEC3", &all(|corner| corner.normal), VERTICES, false);
            primitives.push(json!({
                "attributes": { "POSITION": places, "NORMAL": normals },
                "material": 2 * colour + paint,
            }));
        }
        if primitives.is_empty() {
            return None;
        }
        self.meshes
            .push(json!({ "name": collider.name(), "primitives": primitives }));
        let index = self.meshes.len() - 1;
        self.known.insert((key, colour), index);
        Some(index)
    }

    /// Adds a body: its node, and the channels of what changes.
    fn body(&mut self, lane: &Lane, store: &ShapeStore, reach: f32, end: f64) {
        let keys = key_frames(&lane.samples);
        let [first, ..] = keys[..] else {
            return;
        };
        let node = self.nodes.len();
        let colour = if lane.moves {
            lane.entity.id() as usize % COLOURS.len()
        } else {
            COLOURS.len()
        };
        let name = lane.collider.map_or("body", |collider| collider.name());
        let mut members = Map::new();
        members.insert("name".to_owned(), json!(format!("{name} {}", lane.entity)));
        members.insert("translation".to_owned(), json!(first.place.to_array()));
        members.insert("rotation".to_owned(), json!(first.turn.to_array()));
        members.insert("scale".to_owned(), json!(lane.scale.to_array()));
        let mesh = lane.collider;
        if let Some(mesh) = mesh.and_then(|c| self.mesh(&c, colour, store, reach)) {
            members.insert("mesh".to_owned(), json!(mesh));
        }
        self.nodes.push(Value::Object(members));
        let times: Vec<f32> = keys.iter().map(|key| key.time).collect();
        if keys.iter().any(|key| key.place != first.place) {
            let places: Vec<f32> = keys.iter().flat_map(|key| key.place.to_array()).collect();
            self.channel(node, "translation", &times, "VEC3", &places, "LINEAR");
        }
        if keys.iter().any(|key| key.turn != first.turn) {
            let turns: Vec<f32> = keys.iter().flat_map(|key| key.turn.to_array()).collect();
            self.channel(node, "rotation", &times, "VEC4", &turns, "LINEAR");
        }
        // A body that is not there all the time has no size while it is not.
        let (from, to) = (
            lane.samples[0].time,
            lane.samples[lane.samples.len() - 1].time,
        );
        let mut sizes = vec![(from as f32, lane.scale)];
        if from > 0.0 {
            sizes.insert(0, (0.0, Vec3::ZERO));
        }
        if to < end {
            // The next sample is the first without it; half a millisecond is less than any tick that is shown.
            sizes.push((to as f32 + 5e-4, Vec3::ZERO));
        }
        if sizes.len() > 1 {
            let times: Vec<f32> = sizes.iter().map(|(time, _)| *time).collect();
            let values: Vec<f32> = sizes.iter().flat_map(|(_, size)| size.to_array()).collect();
            self.channel(node, "scale", &times, "VEC3", &values, "STEP");
        }
    }

    fn channel(
        &mut self,
        node: usize,
        path: &str,
        times: &[f32],
        kind: &str,
        values: &[f32],
        interpolation: &str,
    ) {
        let bits: Vec<u32> = times.iter().map(|time| time.to_bits()).collect();
        let input = match self.times.get(&bits) {
            Some(known) => *known,
            None => {
                let new = self.numbers("SCALAR", times, None, true);
                self.times.insert(bits, new);
                new
            }
        };
        let output = self.numbers(kind, values, None, false);
        self.samplers
            .push(json!({ "input": input, "output": output, "interpolation": interpolation }));
        self.channels.push(json!({
            "sampler": self.samplers.len() - 1,
            "target": { "node": node, "path": path },
        }));
    }

    /// The file: a head, the description, the numbers.
    ///
    /// # Errors
    /// A sentence, if it has more bytes than such a file may have.
    fn finish(self, origin: &[(&'static str, String)]) -> Result<Vec<u8>, String> {
        let extras: Map<String, Value> = origin
            .iter()
            .map(|(name, value)| ((*name).to_owned(), json!(value)))
            .chain([("units".to_owned(), json!("m, s"))])
            .collect();
        let materials: Vec<Value> = COLOURS
            .iter()
            .chain([&GREY])
            .flat_map(|colour| [*colour, colour.map(|part| 0.4 * part + 0.3)])
            .map(|[r, g, b]| {
                json!({
                    "doubleSided": true,
                    "pbrMetallicRoughness": {
                        "baseColorFactor": [r, g, b, 1.0],
                        "metallicFactor": 0.0,
                        "roughnessFactor": 0.7,
                    },
                })
            })
            .collect();
        let nodes: Vec<usize> = (0..self.nodes.len()).collect();
        let mut document = Map::new();
        let mut put = |name: &str, value: Value| {
            // The format wants no empty lists.
            if value.as_array().is_none_or(|list| !list.is_empty()) {
                document.insert(name.to_owned(), value);
            }
        };
        put(
            "asset",
            json!({
                "version": "2.0",
                "generator": format!("Voltex {}", env!("CARGO_PKG_VERSION")),
                "extras": extras,
            }),
        );
        if !nodes.is_empty() {
            put("scene", json!(0));
            put("scenes", json!([{ "nodes": nodes }]));
        }
        put("nodes", Value::Array(self.nodes));
        if !self.meshes.is_empty() {
            put("materials", Value::Array(materials));
        }
        put("meshes", Value::Array(self.meshes));
        if !self.channels.is_empty() {
            put(
                "animations",
                json!([{ "name": "recording", "samplers": self.samplers, "channels": self.channels }]),
            );
        }
        put("accessors", Value::Array(self.accessors));
        put("bufferViews", Value::Array(self.views));
        if !self.binary.is_empty() {
            put("buffers", json!([{ "byteLength": self.binary.len() }]));
        }
        let mut text = Value::Object(document).to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        // All of it are numbers of four bytes.
        let binary = self.binary;
        let parts: [(&[u8; 4], &[u8]); 2] = [(b"JSON", &text), (b"BIN\0", &binary)];
        let parts = parts.into_iter().filter(|(_, bytes)| !bytes.is_empty());
        let mut content = Vec::new();
        for (kind, bytes) in parts {
            content.extend(length(bytes.len())?.to_le_bytes());
            content.extend(kind);
            content.extend(bytes);
        }
        let mut file = b"glTF".to_vec();
        file.extend(2_u32.to_le_bytes());
        file.extend(length(12 + content.len())?.to_le_bytes());
        file.extend(content);
        Ok(file)
    }
}

/// A count of bytes as a GLB file holds it.
fn length(bytes: usize) -> Result<u32, String> {
    u32::try_from(bytes).map_err(|_| {
        format!(
            "the animation would have {bytes} bytes, a GLB file has at most {}; take fewer keys with --every, or cut the recording",
            u32::MAX
        )
    })
}

#[cfg(test)]
mod tests {
    use voltex_math::DQuat;

    use super::*;

    fn sample(time: f64, turned: f64, rate: f64) -> Sample {
        Sample {
            time,
            position: DVec3::X * time,
            rotation: DQuat::from_rotation_z(turned),
            direction: DVec3::X,
            speed: 1.0,
            spin_axis: DVec3::Z,
            spin_rate: rate,
        }
    }

    /// The defect: lengths from 4 GiB on were written without their upper bits.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn a_file_beyond_its_lengths_is_refused() {
        assert_eq!(length(u32::MAX as usize), Ok(u32::MAX));
        let told = length(u32::MAX as usize + 1).unwrap_err();
        assert!(
            told.contains("4294967296") && told.contains("--every"),
            "{told}"
        );
    }

    /// The defect: a ball of 628 rad/s turned backwards between samples at 60 Hz.
    #[test]
    fn fast_spin_turned_backwards() {
        let (dt, rate) = (1.0 / 60.0, 628.0);
        let samples: Vec<Sample> = (0..5)
            .map(|tick| f64::from(tick) * dt)
            .map(|time| sample(time, rate * time, rate))
            .collect();
        let keys = key_frames(&samples);
        let mut turned = 0.0;
        for pair in keys.windows(2) {
            assert!(pair[0].time < pair[1].time);
            assert!(pair[0].turn.dot(pair[1].turn) > 0.0);
            let between = pair[1].turn * pair[0].turn.inverse();
            let step = 2.0 * voltex_math::f32::atan2(between.z, between.w);
            assert!(step > 0.0 && step < 1.6, "{step} rad from key to key");
            turned += f64::from(step);
        }
        assert!((turned - rate * 4.0 * dt).abs() < 1e-3, "{turned} rad");
    }

    #[test]
    fn what_stands_still_has_two_keys() {
        let mut samples: Vec<Sample> = (0..100).map(|t| sample(f64::from(t), 0.3, 0.0)).collect();
        samples
            .iter_mut()
            .for_each(|sample| sample.position = DVec3::Y);
        let keys = key_frames(&samples);
        assert_eq!(keys.len(), 2);
        assert_eq!((keys[0].time, keys[1].time), (0.0, 99.0));
        assert!(keys[0].is_at(&keys[1]));
    }
}
