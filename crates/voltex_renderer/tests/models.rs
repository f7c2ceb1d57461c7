//! Models read from files that are written here.

use std::path::PathBuf;

use voltex_math::Vec3;
use voltex_renderer::{Model, RenderError};

fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a temporary file");
    path
}

/// A right triangle with legs 1 and 2 in a buffer of floats: positions alone, base64 by hand of nine floats.
fn triangle_gltf(node: &str) -> String {
    let floats = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0, 0.0];
    let bytes: Vec<u8> = floats.iter().flat_map(|f| f.to_le_bytes()).collect();
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{node}],
        "meshes":[{{"name":"corner","primitives":[{{"attributes":{{"POSITION":0}},"material":0}}]}}],
        "materials":[{{"pbrMetallicRoughness":{{"baseColorFactor":[1.0,0.0,0.2122308,1.0]}}}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,2,0]}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}}],
        "buffers":[{{"byteLength":36,"uri":"data:application/octet-stream;base64,{}"}}]}}"#,
        base64(&bytes)
    )
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    assert!(bytes.len().is_multiple_of(3), "no padding here");
    let digit = |bits: u32| char::from(DIGITS[(bits & 63) as usize]);
    bytes
        .chunks_exact(3)
        .flat_map(|three| {
            let bits = u32::from_be_bytes([0, three[0], three[1], three[2]]);
            [
                digit(bits >> 18),
                digit(bits >> 12),
                digit(bits >> 6),
                digit(bits),
            ]
        })
        .collect()
}

#[test]
fn a_gltf_triangle_comes_with_placement_colour_and_normal() {
    let node = r#"{"mesh":0,"translation":[5,0,0],"scale":[2,1,1]}"#;
    let path = file("placed.gltf", &triangle_gltf(node));
    let model = Model::load(&path).expect("a model");
    assert_eq!(model.parts.len(), 1);
    let part = &model.parts[0];
    assert_eq!(part.name, "corner");
    // 0.2122308 of linear light is 127 in sRGB.
    assert_eq!(part.colour.0, [255, 0, 127, 255]);
    assert_eq!(
        model.bounds(),
        Some((Vec3::new(5.0, 0.0, 0.0), Vec3::new(7.0, 2.0, 0.0)))
    );
    assert_eq!(part.mesh.vertices[0].normal, [0.0, 0.0, 1.0]);
}

#[test]
fn a_mirrored_gltf_node_keeps_its_front_outside() {
    let node = r#"{"mesh":0,"scale":[-1,1,1]}"#;
    let path = file("mirrored.gltf", &triangle_gltf(node));
    let model = Model::load(&path).expect("a model");
    let mesh = &model.parts[0].mesh;
    let [a, b, c] = mesh.triangles().next().expect("a triangle");
    let normal = Vec3::from_array(mesh.vertices[0].normal);
    assert!((b - a).cross(c - a).dot(normal) > 0.0);
}

/// A bar along y whose foot one joint holds, its head another one that is turned by a quarter about z, and the vertex between both.
#[test]
fn a_skin_is_bent_by_its_joints() {
    let places = [0.0_f32, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 1.0, 0.0];
    let which = [0_u16, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0];
    let weights = [
        1.0_f32, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0,
    ];
    // At rest the joints stand at the origin and at (0, 1, 0).
    let matrix = |y: f32| {
        let mut cells = [0.0_f32; 16];
        (0..4).for_each(|diagonal| cells[5 * diagonal] = 1.0);
        cells[13] = -y;
        cells
    };
    let inverse = [matrix(0.0), matrix(1.0)].concat();
    let floats = |list: &[f32]| {
        list.iter()
            .flat_map(|f| f.to_le_bytes())
            .collect::<Vec<u8>>()
    };
    let mut bytes = floats(&places);
    bytes.extend(which.iter().flat_map(|n| n.to_le_bytes()));
    bytes.extend(floats(&weights));
    bytes.extend(floats(&inverse));
    assert_eq!(bytes.len(), 36 + 24 + 48 + 128);
    bytes.push(0);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let text = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0,1]}}],
        "nodes":[{{"mesh":0,"skin":0,"translation":[50,50,50]}},
                 {{"translation":[3,0,0],"children":[2]}},
                 {{"translation":[0,1,0],"rotation":[0,0,{half},{half}]}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}}}]}}],
        "skins":[{{"joints":[1,2],"inverseBindMatrices":3}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,2,0]}},
                     {{"bufferView":1,"componentType":5123,"count":3,"type":"VEC4"}},
                     {{"bufferView":2,"componentType":5126,"count":3,"type":"VEC4"}},
                     {{"bufferView":3,"componentType":5126,"count":2,"type":"MAT4"}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}},{{"buffer":0,"byteOffset":36,"byteLength":24}},
                       {{"buffer":0,"byteOffset":60,"byteLength":48}},{{"buffer":0,"byteOffset":108,"byteLength":128}}],
        "buffers":[{{"byteLength":237,"uri":"data:application/octet-stream;base64,{}"}}]}}"#,
        base64(&bytes)
    );
    let path = file("skin.gltf", &text);
    let model = Model::load(&path).expect("a model");
    let vertices = &model.parts[0].mesh.vertices;
    // The head, 1 above its joint at (3, 1, 0), goes to its left; the middle is at the mean of (3, 1, 0) and itself there.
    let expected = [[3.0, 0.0, 0.0], [2.0, 1.0, 0.0], [3.0, 1.0, 0.0]];
    for (vertex, expected) in vertices.iter().zip(expected) {
        let off = Vec3::from_array(vertex.position) - Vec3::from_array(expected);
        assert!(
            off.length() < 1e-6,
            "{:?} and {expected:?}",
            vertex.position
        );
    }
    assert_eq!(vertices.len(), 3);
}

#[test]
fn an_obj_square_comes_as_two_triangles_with_its_material() {
    file("paint.mtl", "newmtl red\nKd 1.0 0.2 0.0\n");
    let path = file(
        "square.obj",
        "mtllib paint.mtl\no square\nv 0 0 0\nv 2 0 0\nv 2 0 -2\nv 0 0 -2\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n\
         usemtl red\nf 1/1 2/2 3/3 4/4\n",
    );
    let model = Model::load(&path).expect("a model");
    let part = &model.parts[0];
    assert_eq!(part.mesh.triangles().len(), 2);
    let area: f32 = part
        .mesh
        .triangles()
        .map(|[a, b, c]| 0.5 * (b - a).cross(c - a).length())
        .sum();
    assert_eq!(area, 4.0);
    assert_eq!(part.colour.0, [255, 51, 0, 255]);
    assert_eq!(part.mesh.vertices[0].normal, [0.0, 1.0, 0.0]);
    // OBJ counts v upwards, pictures downwards.
    assert_eq!(part.mesh.vertices[0].uv, [0.0, 1.0]);
}

#[test]
fn files_that_are_no_models_are_named_in_the_error() {
    let cases = [
        ("broken.gltf", "{\"asset\":"),
        ("empty.obj", "# nothing\n"),
        ("hole.obj", "v 0 0 0\nf 1 2 3\n"),
        ("picture.stl", "solid"),
    ];
    for (name, text) in cases {
        let path = file(name, text);
        let error = Model::load(&path).expect_err(name);
        assert!(matches!(&error, RenderError::File { .. }), "{error}");
        assert!(error.to_string().contains(name), "{error}");
    }
    let missing = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("missing.glb");
    assert!(Model::load(&missing).is_err());
}
