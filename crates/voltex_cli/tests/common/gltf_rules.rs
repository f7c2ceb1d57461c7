//! Rules of glTF 2.0 (Khronos Group, version 2.0.1) that a file of animated shapes has to keep: those that a validator calls errors and
//! a reader may pass over.

use std::collections::BTreeSet;

use serde_json::Value;

/// Largest deviation of a unit vector or quaternion from length 1 that the validator of the Khronos Group lets pass.
const UNIT: f64 = 5e-4;
/// Numbers of four bytes with a fraction.
const FLOAT: u64 = 5126;
/// What a view of vertices says it is for.
const VERTICES: u64 = 34_962;

/// A binary file taken apart.
pub(crate) struct Glb {
    pub(crate) json: Value,
    pub(crate) binary: Vec<u8>,
}

impl Glb {
    /// Takes a file apart; says what is wrong with its frame.
    pub(crate) fn read(file: &[u8]) -> Result<Self, String> {
        let four = |at: usize| -> Result<usize, String> {
            let bytes = file
                .get(at..at + 4)
                .ok_or(format!("it ends before byte {at}"))?;
            Ok(u32::from_le_bytes(bytes.try_into().expect("four bytes")) as usize)
        };
        if !file.starts_with(b"glTF") || four(4)? != 2 || four(8)? != file.len() {
            return Err("magic, version or length".to_owned());
        }
        let (mut at, mut chunks) = (12, Vec::new());
        while at < file.len() {
            let (length, kind) = (four(at)?, four(at + 4)? as u32);
            let content = file.get(at + 8..at + 8 + length);
            let content = content.ok_or(format!("the chunk at {at} is longer than the file"))?;
            if length % 4 != 0 {
                return Err(format!("the chunk at {at} has {length} bytes"));
            }
            chunks.push((kind.to_le_bytes(), content));
            at += 8 + length;
        }
        match chunks[..] {
            [
                ([b'J', b'S', b'O', b'N'], json),
                ([b'B', b'I', b'N', 0], binary),
            ] => Ok(Self {
                json: serde_json::from_slice(json).map_err(|error| error.to_string())?,
                binary: binary.to_vec(),
            }),
            _ => Err(format!("{} chunks, or of other kinds", chunks.len())),
        }
    }

    fn list(&self, name: &str) -> &[Value] {
        self.json[name].as_array().map_or(&[], Vec::as_slice)
    }

    /// The values of an accessor, and how many make a row.
    fn numbers(&self, index: u64) -> Result<(Vec<f32>, usize), String> {
        let wrong = |what: &str| format!("accessor {index}: {what}");
        let accessor = &self
            .list("accessors")
            .get(index as usize)
            .ok_or(wrong("is not there"))?;
        let width = match accessor["type"].as_str() {
            Some("SCALAR") => 1,
            Some("VEC3") => 3,
            Some("VEC4") => 4,
            _ => return Err(wrong("type")),
        };
        let number = |value: &Value| value.as_u64();
        let view =
            number(&accessor["bufferView"]).and_then(|v| self.list("bufferViews").get(v as usize));
        let view = view.ok_or(wrong("has no view"))?;
        let offset = number(&view["byteOffset"]).unwrap_or(0) as usize;
        let length = number(&view["byteLength"]).ok_or(wrong("its view has no length"))? as usize;
        let count = number(&accessor["count"]).ok_or(wrong("count"))? as usize;
        if number(&accessor["componentType"]) != Some(FLOAT) || number(&view["buffer"]) != Some(0) {
            return Err(wrong("component or buffer"));
        }
        if !offset.is_multiple_of(4) || count == 0 || 4 * width * count > length {
            return Err(wrong("alignment or size"));
        }
        let buffer = number(&self.list("buffers")[0]["byteLength"]).unwrap_or(0) as usize;
        if offset + length > buffer {
            return Err(wrong("reaches past the buffer"));
        }
        let bytes = &self.binary[offset..offset + 4 * width * count];
        let values: Vec<f32> = bytes
            .chunks_exact(4)
            .map(|four| f32::from_le_bytes(four.try_into().expect("four bytes")))
            .collect();
        if values.iter().any(|value| !value.is_finite()) {
            return Err(wrong("a number that is not finite"));
        }
        for (name, largest) in [("min", false), ("max", true)] {
            let Some(stated) = accessor[name].as_array() else {
                continue;
            };
            for place in 0..width {
                let column = values.iter().skip(place).step_by(width).copied();
                let found = column.reduce(|a, b| if (b > a) == largest { b } else { a });
                if stated.len() != width || stated[place].as_f64() != found.map(f64::from) {
                    return Err(wrong(&format!("{name} of column {place} is {found:?}")));
                }
            }
        }
        Ok((values, width))
    }

    /// The first rule that is broken.
    pub(crate) fn check(&self) -> Result<(), String> {
        if self.json["asset"]["version"] != "2.0" {
            return Err("asset.version".to_owned());
        }
        for (name, member) in self
            .json
            .as_object()
            .ok_or("the description is no object")?
        {
            if member.as_array().is_some_and(Vec::is_empty) {
                return Err(format!("`{name}` is empty"));
            }
        }
        let buffer = self
            .list("buffers")
            .first()
            .and_then(|b| b["byteLength"].as_u64());
        let buffer = buffer.ok_or("there is no buffer")? as usize;
        if self.list("buffers").len() != 1 || !(buffer..buffer + 4).contains(&self.binary.len()) {
            return Err(format!(
                "a buffer of {buffer} in a chunk of {}",
                self.binary.len()
            ));
        }
        let mut used = BTreeSet::new();
        self.check_meshes(&mut used)?;
        self.check_nodes()?;
        self.check_animations(&mut used)?;
        match (0..self.list("accessors").len() as u64).find(|index| !used.contains(index)) {
            Some(index) => Err(format!("accessor {index} is of no use")),
            None => Ok(()),
        }
    }

    fn check_meshes(&self, used: &mut BTreeSet<u64>) -> Result<(), String> {
        for (mesh, content) in self.list("meshes").iter().enumerate() {
            let primitives = content["primitives"]
                .as_array()
                .filter(|list| !list.is_empty());
            for primitive in primitives.ok_or(format!("mesh {mesh} has no primitives"))? {
                let wrong = |what: &str| format!("mesh {mesh}: {what}");
                let mut rows = [0; 2];
                for (place, name) in ["POSITION", "NORMAL"].into_iter().enumerate() {
                    let index = primitive["attributes"][name].as_u64().ok_or(wrong(name))?;
                    let accessor = &self.list("accessors")[index as usize];
                    let view = accessor["bufferView"].as_u64().unwrap_or(u64::MAX);
                    let target = self
                        .list("bufferViews")
                        .get(view as usize)
                        .map(|v| &v["target"]);
                    if target.and_then(Value::as_u64) != Some(VERTICES) {
                        return Err(wrong("a view of vertices that is not for them"));
                    }
                    if name == "POSITION"
                        && (accessor["min"].is_null() || accessor["max"].is_null())
                    {
                        return Err(wrong("positions without bounds"));
                    }
                    let (values, width) = self.numbers(index)?;
                    if width != 3 {
                        return Err(wrong("vertices are not in threes"));
                    }
                    if name == "NORMAL" {
                        all_units(&values, width).map_err(|what| wrong(&what))?;
                    }
                    rows[place] = values.len() / width;
                    used.insert(index);
                }
                if rows[0] != rows[1] || rows[0] % 3 != 0 {
                    return Err(wrong(&format!("{rows:?} corners")));
                }
                let material = primitive["material"].as_u64().unwrap_or(0) as usize;
                if material >= self.list("materials").len() {
                    return Err(wrong("no such material"));
                }
            }
        }
        Ok(())
    }

    fn check_nodes(&self) -> Result<(), String> {
        let nodes = self.list("nodes");
        let scene = self.list("scenes").first().ok_or("there is no scene")?;
        let mut roots = BTreeSet::new();
        for root in scene["nodes"].as_array().ok_or("a scene without nodes")? {
            let root = root.as_u64().filter(|root| (*root as usize) < nodes.len());
            if !roots.insert(root.ok_or("a node that is not there")?) {
                return Err("a node stands twice in the scene".to_owned());
            }
        }
        for (index, node) in nodes.iter().enumerate() {
            let rotation: Vec<f32> =
                node["rotation"]
                    .as_array()
                    .map_or(vec![0.0, 0.0, 0.0, 1.0], |list| {
                        list.iter()
                            .filter_map(Value::as_f64)
                            .map(|x| x as f32)
                            .collect()
                    });
            all_units(&rotation, 4).map_err(|what| format!("node {index}: {what}"))?;
            let mesh = node["mesh"].as_u64().map(|mesh| mesh as usize);
            if mesh.is_some_and(|mesh| mesh >= self.list("meshes").len()) {
                return Err(format!("node {index} has a mesh that is not there"));
            }
        }
        Ok(())
    }

    fn check_animations(&self, used: &mut BTreeSet<u64>) -> Result<(), String> {
        for animation in self.list("animations") {
            let samplers = animation["samplers"].as_array().ok_or("no samplers")?;
            let channels = animation["channels"]
                .as_array()
                .filter(|list| !list.is_empty());
            let mut targets = BTreeSet::new();
            for (number, channel) in channels.ok_or("no channels")?.iter().enumerate() {
                let wrong = |what: &str| format!("channel {number}: {what}");
                let sampler = channel["sampler"]
                    .as_u64()
                    .and_then(|s| samplers.get(s as usize));
                let sampler = sampler.ok_or(wrong("no sampler"))?;
                let node = channel["target"]["node"].as_u64().ok_or(wrong("no node"))?;
                let path = channel["target"]["path"].as_str().ok_or(wrong("no path"))?;
                if node as usize >= self.list("nodes").len() || !targets.insert((node, path)) {
                    return Err(wrong("a target that is not there, or twice"));
                }
                let [input, output] = ["input", "output"].map(|name| sampler[name].as_u64());
                let input = input.ok_or(wrong("no input"))?;
                let output = output.ok_or(wrong("no output"))?;
                used.extend([input, output]);
                let accessor = &self.list("accessors")[input as usize];
                let (times, one) = self.numbers(input)?;
                let (values, width) = self.numbers(output)?;
                let bounded = !accessor["min"].is_null() && !accessor["max"].is_null();
                let rising = times.windows(2).all(|pair| pair[0] < pair[1]);
                if one != 1 || !bounded || times[0] < 0.0 || !rising {
                    return Err(wrong("times without bounds, or not rising from 0"));
                }
                if values.len() != width * times.len() {
                    return Err(wrong("as many values as times are wanted"));
                }
                match (path, width) {
                    ("rotation", 4) => all_units(&values, 4).map_err(|what| wrong(&what))?,
                    ("translation" | "scale", 3) => {}
                    _ => return Err(wrong("a path with values of another width")),
                }
                let interpolation = sampler["interpolation"].as_str();
                if !matches!(interpolation, None | Some("LINEAR" | "STEP")) {
                    return Err(wrong("interpolation"));
                }
            }
        }
        Ok(())
    }
}

fn all_units(values: &[f32], width: usize) -> Result<(), String> {
    for row in values.chunks_exact(width) {
        let square: f64 = row.iter().map(|x| f64::from(*x) * f64::from(*x)).sum();
        if (square.sqrt() - 1.0).abs() > UNIT {
            return Err(format!("{row:?} is no unit"));
        }
    }
    Ok(())
}
