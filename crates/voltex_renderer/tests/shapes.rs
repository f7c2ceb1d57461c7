//! Meshes of simple bodies against the closed forms of their volumes and surfaces, and skins against symmetry.

use std::f32::consts::PI;

use voltex_math::Vec3;
use voltex_renderer::skins::Skin;
use voltex_renderer::{MeshData, shapes};

/// Volume within a closed mesh by the divergence theorem, and its area.
fn volume_and_area(mesh: &MeshData) -> (f32, f32) {
    mesh.triangles()
        .fold((0.0, 0.0), |(volume, area), [a, b, c]| {
            (
                volume + a.dot(b.cross(c)) / 6.0,
                area + 0.5 * (b - a).cross(c - a).length(),
            )
        })
}

fn all() -> Vec<(&'static str, MeshData, f32, f32)> {
    let (r, h) = (0.7_f32, 1.1_f32);
    let slant = (r * r + 4.0 * h * h).sqrt();
    vec![
        (
            "box",
            shapes::cuboid(Vec3::new(0.5, 1.0, 2.0)),
            8.0,
            8.0 * (0.5 + 2.0 + 1.0),
        ),
        (
            "sphere",
            shapes::sphere(r, 64),
            4.0 / 3.0 * PI * r * r * r,
            4.0 * PI * r * r,
        ),
        (
            "capsule",
            shapes::capsule(h, r, 64),
            PI * r * r * (2.0 * h + 4.0 / 3.0 * r),
            2.0 * PI * r * (2.0 * h + 2.0 * r),
        ),
        (
            "cylinder",
            shapes::cylinder(h, r, 96),
            2.0 * PI * r * r * h,
            2.0 * PI * r * (r + 2.0 * h),
        ),
        (
            "cone",
            shapes::cone(h, r, 96),
            PI * r * r * 2.0 * h / 3.0,
            PI * r * (r + slant),
        ),
        (
            // A ball by its outline.
            "revolved",
            {
                let outline: Vec<[f32; 2]> = (0..=64)
                    .map(|step| {
                        let (sine, cosine) = voltex_math::f32::sin_cos(PI * step as f32 / 64.0);
                        // The sine of pi is not 0 in floats.
                        [if step % 64 == 0 { 0.0 } else { r * sine }, r * cosine]
                    })
                    .collect();
                shapes::revolved(&outline, 128)
            },
            4.0 / 3.0 * PI * r * r * r,
            4.0 * PI * r * r,
        ),
        (
            "torus",
            shapes::torus(2.0, r, 64),
            2.0 * PI * PI * 2.0 * r * r,
            4.0 * PI * PI * 2.0 * r,
        ),
    ]
}

#[test]
fn meshes_enclose_the_volume_and_have_the_surface_of_their_bodies() {
    for (name, mesh, volume, area) in all() {
        let (found, surface) = volume_and_area(&mesh);
        // A polygon of n sides in a circle lacks a share of 2 pi^2/(3 n^2): 0.1 % at 96 sides, and two such at 64.
        assert!(
            (found / volume - 1.0).abs() < 0.005,
            "{name}: {found} for {volume}"
        );
        assert!(
            (surface / area - 1.0).abs() < 0.005,
            "{name}: {surface} for {area}"
        );
    }
}

#[test]
fn normals_point_out_and_agree_with_the_triangles() {
    for (name, mesh, ..) in all() {
        mesh.validate()
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        for triangle in mesh.indices.chunks_exact(3) {
            let corner = |k: usize| mesh.vertices[triangle[k] as usize];
            let place = |k: usize| Vec3::from_array(corner(k).position);
            let normal = (place(1) - place(0)).cross(place(2) - place(0));
            if normal.length() < 1e-6 {
                continue;
            }
            for k in 0..3 {
                let own = Vec3::from_array(corner(k).normal);
                assert!((own.length() - 1.0).abs() < 1e-4, "{name}: {own}");
                assert!(own.dot(normal) > 0.0, "{name}: {own} against {normal}");
            }
        }
    }
}

#[test]
fn a_mesh_that_cannot_be_drawn_is_refused_with_its_number() {
    let mut mesh = shapes::plane();
    mesh.indices[2] = 4;
    let said = mesh.validate().expect_err("vertex 4 of 4").to_string();
    assert!(
        said.contains("index 4 names none of its 4 vertices"),
        "{said}"
    );
    let mut mesh = shapes::plane();
    mesh.vertices[1].position[0] = f32::NAN;
    let said = mesh.validate().expect_err("NaN").to_string();
    assert!(said.contains("vertex 1"), "{said}");
    let said = MeshData::default()
        .validate()
        .expect_err("empty")
        .to_string();
    assert!(said.contains("no triangles"), "{said}");
}

#[test]
fn flat_triangles_have_the_normals_of_their_planes_and_lose_those_without_area() {
    let [a, b, c] = [Vec3::ZERO, Vec3::X, Vec3::Z];
    let mesh = MeshData::flat([[a, c, b], [a, b, b]]);
    assert_eq!(mesh.triangles().len(), 1);
    assert_eq!(mesh.vertices[0].normal, [0.0, 1.0, 0.0]);
}

/// Share of the sphere that the twelve pentagons of a truncated icosahedron cover, projected from its centre.
///
/// A pentagon of edge 1 lies 2.32744 from the centre, and the middles of its edges lie 0.68819 from its own. Ten right
/// triangles make it up on the sphere: with the side `a` from centre to edge and the angle pi/5 there, the third angle
/// `B` has `cos B = cos a sin(pi/5)` (Napier), and the area is the excess of the three over pi.
fn pentagon_share() -> f32 {
    let side = voltex_math::f32::atan(0.688_19 / 2.327_44);
    let cosine = voltex_math::f32::cos(side) * voltex_math::f32::sin(PI / 5.0);
    let excess = PI / 5.0 + voltex_math::f32::acos(cosine) - PI / 2.0;
    120.0 * excess / (4.0 * PI)
}

#[test]
fn black_panels_of_a_soccer_ball_cover_their_share_of_the_sphere() {
    let skin = Skin::Soccer.picture();
    let (mut black, mut all) = (0.0, 0.0);
    for row in 0..skin.height() {
        let latitude = PI * (row as f32 + 0.5) / skin.height() as f32;
        let weight = voltex_math::f32::sin(latitude);
        for column in 0..skin.width() {
            let [red, ..] = skin.pixel(column, row).expect("a pixel");
            all += weight;
            black += if red < 60 { weight } else { 0.0 };
        }
    }
    let (found, share) = (black / all, pentagon_share());
    // Seams are painted over both of their panels, so a rim of the pentagons is grey.
    assert!(found < share && found > 0.9 * share, "{found} for {share}");
}
