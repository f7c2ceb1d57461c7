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
