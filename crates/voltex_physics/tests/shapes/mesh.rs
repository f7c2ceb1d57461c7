//! Triangle meshes: checks, welding, edges, junctions.

use std::time::Instant;

use voltex_math::{Aabb, Vec3};
use voltex_physics::{EdgeKind, Hull, MassProperties, MeshOptions, MeshSides, Shape, TriangleMesh};

use crate::points::{box_corners, in_ball, in_cube, numbers, rotation};

/// Triangles of a hull, its polygons cut into fans.
pub(crate) fn surface_of(hull: &Hull) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let mut triangles = Vec::new();
    for face in 0..hull.faces().len() {
        let outline = hull.face_loop(face);
        for at in 1..outline.len() - 1 {
            triangles.push([outline[0], outline[at], outline[at + 1]].map(u32::from));
        }
    }
    (hull.vertices().to_vec(), triangles)
}

/// Square cells in the x-z plane from `x`, fronts up.
fn floor(x: f32, columns: u32, rows: u32, cell: f32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for row in 0..=rows {
        for column in 0..=columns {
            vertices.push(Vec3::new(x + column as f32 * cell, 0.0, row as f32 * cell));
        }
    }
    for row in 0..rows {
        for column in 0..columns {
            let at = row * (columns + 1) + column;
            let below = at + columns + 1;
            triangles.push([at, below, at + 1]);
            triangles.push([at + 1, below, below + 1]);
        }
    }
    (vertices, triangles)
}

fn joined(parts: &[(Vec<Vec3>, Vec<[u32; 3]>)]) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for (points, faces) in parts {
        let base = vertices.len() as u32;
        vertices.extend(points);
        triangles.extend(faces.iter().map(|face| face.map(|corner| corner + base)));
    }
    (vertices, triangles)
}

#[test]
fn surface_of_a_box_is_closed_with_twelve_convex_and_six_flat_edges() {
    let hull = Hull::from_points(&box_corners(Vec3::new(1.0, 2.0, 3.0))).expect("a box");
    let (vertices, triangles) = surface_of(&hull);
    let mesh = TriangleMesh::new(&vertices, &triangles).expect("a surface");
    assert!(mesh.is_closed());
    assert_eq!(mesh.sides(), MeshSides::Front);
    assert!((mesh.volume().expect("closed") - 48.0).abs() < 1.0e-4);
    let count = |kind| {
        let edges = (0..12).flat_map(|index| mesh.edges(index));
        edges.filter(|edge| edge.kind == kind).count()
    };
    assert_eq!(count(EdgeKind::Convex), 24);
    assert_eq!(count(EdgeKind::Flat), 12);
    // Inside out, all that was convex is concave, and there is no inside.
    let turned: Vec<[u32; 3]> = triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
    let mesh = TriangleMesh::new(&vertices, &turned).expect("a surface");
    let concave = (0..12).flat_map(|index| mesh.edges(index));
    assert_eq!(
        concave
            .filter(|edge| edge.kind == EdgeKind::Concave)
            .count(),
        24
    );
    assert!(!mesh.is_closed());
    assert_eq!(mesh.sides(), MeshSides::Both);
}

#[test]
fn neighbours_know_each_other_and_share_the_edge() {
    let mut numbers = numbers(40);
    let points: Vec<Vec3> = (0..400).map(|_| in_ball(&mut numbers)).collect();
    let hull = Hull::from_points(&points).expect("a solid");
    let (vertices, triangles) = surface_of(&hull);
    let mesh = TriangleMesh::new(&vertices, &triangles).expect("a surface");
    assert!(mesh.is_closed());
    for index in 0..mesh.triangle_count() as u32 {
        for side in 0..3 {
            let edge = mesh.edges(index)[side];
            let other = edge.neighbour.expect("closed");
            let back = mesh.edges(other);
            let corners = mesh.triangles()[index as usize];
            let ends = (corners[side], corners[(side + 1) % 3]);
            let theirs = mesh.triangles()[other as usize];
            let at = (0..3)
                .find(|&at| (theirs[(at + 1) % 3], theirs[at]) == ends)
                .expect("the same edge the other way");
            assert_eq!(back[at].neighbour, Some(index));
            assert_eq!(back[at].kind, edge.kind);
            assert_ne!(edge.kind, EdgeKind::Concave, "a hull has none");
            assert_ne!(edge.kind, EdgeKind::Open);
        }
    }
}

#[test]
fn mass_of_a_closed_mesh_is_that_of_its_hull() {
    let mut numbers = numbers(41);
    let points: Vec<Vec3> = (0..100).map(|_| in_cube(&mut numbers) + 3.0).collect();
    let hull = Hull::from_points(&points).expect("a solid");
    let (vertices, triangles) = surface_of(&hull);
    let mesh = TriangleMesh::new(&vertices, &triangles).expect("a surface");
    let of = |shape: &Shape<'_>| MassProperties::of(shape, 700.0).expect("a volume");
    let a = of(&Shape::Mesh(&mesh));
    let b = of(&Shape::Convex(voltex_physics::Convex::Hull(&hull)));
    assert!((a.mass / b.mass - 1.0).abs() < 1.0e-6);
    assert!((a.center - b.center).length() < 1.0e-5);
    assert!((a.inertia.x_axis - b.inertia.x_axis).length() < 1.0e-5 * b.inertia.x_axis.length());
    let (vertices, triangles) = floor(0.0, 1, 1, 1.0);
    let open = TriangleMesh::new(&vertices, &triangles).expect("a surface");
    let refused = MassProperties::of(&Shape::Mesh(&open), 1.0).expect_err("no volume");
    assert!(refused.to_string().contains("not closed"));
}

#[test]
fn equal_positions_are_one_vertex() {
    // The same floor, every triangle with vertices of its own.
    let (vertices, triangles) = floor(-1.5, 3, 2, 1.0);
    let loose: Vec<Vec3> = triangles
        .iter()
        .flat_map(|face| face.map(|corner| vertices[corner as usize]))
        .collect();
    let names: Vec<[u32; 3]> = (0..triangles.len() as u32)
        .map(|index| [3 * index, 3 * index + 1, 3 * index + 2])
        .collect();
    let mesh = TriangleMesh::new(&loose, &names).expect("a surface");
    assert_eq!(mesh.vertices().len(), 12);
    let inner = (0..12).flat_map(|index| mesh.edges(index));
    let flat = inner.filter(|edge| edge.kind == EdgeKind::Flat && !edge.split);
    // 3 x 2 cells have 6 diagonals and 7 edges between cells, each of two triangles.
    assert_eq!(flat.count(), 2 * 13);
    // A zero of either sign is the same place.
    let signed = [
        Vec3::ZERO,
        Vec3::Z,
        Vec3::X,
        Vec3::new(-0.0, 0.0, 1.0),
        Vec3::new(1.0, -0.0, 1.0),
        Vec3::new(1.0, 0.0, -0.0),
    ];
    let mesh = TriangleMesh::new(&signed, &[[0, 1, 2], [2, 3, 4]]).expect("a surface");
    assert_eq!(mesh.vertices().len(), 4);
}

#[test]
fn valley_and_ridge_are_told_apart_in_any_position() {
    let mut numbers = numbers(42);
    for round in 0..200 {
        let turn = rotation(&mut numbers);
        let offset = in_cube(&mut numbers) * 50.0;
        let fall = [-0.4, -0.05, 0.0, 0.05, 0.4][round % 5];
        let vertices = [
            Vec3::ZERO,
            Vec3::Z,
            Vec3::new(-1.0, 0.0, 0.3),
            Vec3::new(1.0, fall, 0.6),
        ]
        .map(|p| turn * p + offset);
        // Fronts up, and the second triangle once with its front down.
        let kind = if fall > 0.0 {
            EdgeKind::Concave
        } else if fall < 0.0 {
            EdgeKind::Convex
        } else {
            EdgeKind::Flat
        };
        for second in [[0, 1, 3], [1, 0, 3]] {
            let mesh = TriangleMesh::new(&vertices, &[[1, 0, 2], second]).expect("a surface");
            assert_eq!(mesh.edges(0)[0].kind, kind, "{fall}");
            assert_eq!(mesh.edges(0)[0].neighbour, Some(1));
            let seen = if second == [0, 1, 3] {
                kind
            } else {
                kind.reversed()
            };
            assert_eq!(mesh.edges(1)[0].kind, seen, "{fall}");
        }
    }
}

#[test]
fn edge_in_the_middle_of_longer_ones_is_inside() {
    // A floor of metre cells beside one of cells of a quarter: T-junctions all along x = 0.
    let (vertices, triangles) = joined(&[floor(-2.0, 2, 2, 1.0), floor(0.0, 8, 8, 0.25)]);
    let mesh = TriangleMesh::new(&vertices, &triangles).expect("a surface");
    let mut found = 0;
    for index in 0..mesh.triangle_count() as u32 {
        let corners = mesh.triangle(index);
        for side in 0..3 {
            let (a, b) = (corners[side], corners[(side + 1) % 3]);
            let edge = mesh.edges(index)[side];
            let at_rim = |x: f32, z: f32| x.abs() == 2.0 || z == 0.0 || z == 2.0;
            if a.x == 0.0 && b.x == 0.0 {
                found += 1;
                assert_eq!(edge.kind, EdgeKind::Flat);
                assert!(edge.split);
                let there = mesh.edge_at(index, side, 0.4);
                assert_eq!(there.kind, EdgeKind::Flat);
                let other = mesh.triangle(there.neighbour.expect("a neighbour"));
                let place = a + (b - a) * 0.4;
                let touches = other.iter().any(|p| p.x == 0.0)
                    && Aabb::from_points(other)
                        .expect("corners")
                        .contains_point(place);
                assert!(touches, "the neighbour lies along that part");
            } else if (a.z == b.z && at_rim(3.0, a.z)) || (a.x == b.x && at_rim(a.x, 1.0)) {
                assert_eq!(edge.kind, EdgeKind::Open);
                assert!(!edge.split);
            } else {
                assert_eq!(edge.kind, EdgeKind::Flat);
            }
        }
    }
    assert_eq!(found, 2 + 8);
}

#[test]
fn edge_with_a_neighbour_along_a_part_is_open_only_beyond_it() {
    // The right patch covers the first half of the long edge and rises.
    let vertices = [
        Vec3::ZERO,
        Vec3::new(0.0, 0.0, 2.0),
        Vec3::new(-1.0, 0.0, 0.0),
        Vec3::new(0.0, 0.0, 1.0),
        Vec3::new(1.0, 0.5, 0.5),
    ];
    let mesh = TriangleMesh::new(&vertices, &[[1, 0, 2], [0, 3, 4]]).expect("a surface");
    let edge = mesh.edges(0)[0];
    assert_eq!(
        (edge.kind, edge.split, edge.neighbour),
        (EdgeKind::Open, true, None)
    );
    // The edge starts at z = 2.
    assert_eq!(mesh.edge_at(0, 0, 0.2).kind, EdgeKind::Open);
    let inner = mesh.edge_at(0, 0, 0.8);
    assert_eq!((inner.kind, inner.neighbour), (EdgeKind::Concave, Some(1)));
    assert_eq!(mesh.edges(1)[0].kind, EdgeKind::Concave);
}

#[test]
fn edge_of_three_sheets_goes_on_in_the_first_from_the_front() {
    // A floor in two halves, and a wall on top of their common edge.
    let vertices = [
        Vec3::ZERO,
        Vec3::Z,
        Vec3::new(-1.0, 0.0, 0.5),
        Vec3::new(1.0, 0.0, 0.5),
        Vec3::new(0.0, 1.0, 0.5),
    ];
    let mesh = TriangleMesh::new(&vertices, &[[1, 0, 2], [0, 1, 3], [0, 1, 4]]).expect("a surface");
    // From above the floor meets the wall from both sides.
    assert_eq!(mesh.edges(0)[0].neighbour, Some(2));
    assert_eq!(mesh.edges(1)[0].neighbour, Some(2));
    assert_eq!(mesh.edges(0)[0].kind, EdgeKind::Concave);
    assert_eq!(mesh.edges(1)[0].kind, EdgeKind::Concave);
    assert_eq!(mesh.edges(2)[0].kind, EdgeKind::Concave);
    // The wall's front looks to the left, where the first half of the floor lies.
    assert_eq!(mesh.normal(2).x.signum(), -1.0);
    assert_eq!(mesh.edges(2)[0].neighbour, Some(0));
    assert!(!mesh.is_closed());
}

#[test]
fn what_is_no_surface_is_refused_by_name() {
    let (vertices, triangles) = floor(0.0, 2, 2, 1.0);
    let refused = |vertices: &[Vec3], triangles: &[[u32; 3]], part: &str| {
        let error = TriangleMesh::new(vertices, triangles)
            .expect_err(part)
            .to_string();
        assert!(error.contains(part), "{error}");
    };
    let mut wrong = triangles.clone();
    wrong[3] = [1, 9, 2];
    refused(
        &vertices,
        &wrong,
        "triangle 3 names vertex 9; the mesh has 9 vertices",
    );
    wrong[3] = [1, 2, 2];
    refused(&vertices, &wrong, "triangle 3 from");
    wrong[3] = [0, 1, 2];
    refused(&vertices, &wrong, "MeshOptions::drop_degenerate");
    let mut bent = vertices.clone();
    bent[4].y = f32::NAN;
    refused(&bent, &triangles, "of vertex 4 is NaN");
    bent[4].y = 1.1e6;
    refused(&bent, &triangles, "vertex 4 is 1100000");
    let tiny: Vec<Vec3> = vertices.iter().map(|&v| v * 1.0e-8).collect();
    refused(&tiny, &triangles, "check its unit of length");
    refused(&vertices, &[], "is no surface");
    refused(&[], &[], "is no surface");
    refused(&[], &[[0, 0, 0]], "names vertex 0");
    let options = MeshOptions {
        drop_degenerate: true,
        ..MeshOptions::default()
    };
    let mesh = TriangleMesh::with_options(&vertices, &wrong, options).expect("the others");
    assert_eq!(mesh.triangle_count(), 7);
    let none = TriangleMesh::with_options(&vertices, &[[0, 1, 2]], options);
    assert!(
        none.expect_err("nothing left")
            .to_string()
            .contains("none with an area")
    );
}

#[test]
fn hundred_thousand_triangles_are_built_fast() {
    let (mut vertices, triangles) = floor(0.0, 224, 224, 0.5);
    let mut numbers = numbers(43);
    for vertex in &mut vertices {
        vertex.y = in_cube(&mut numbers).y;
    }
    let start = Instant::now();
    let mesh = TriangleMesh::new(&vertices, &triangles).expect("a surface");
    let spent = start.elapsed();
    println!("{} triangles: {spent:?}", mesh.triangle_count());
    assert_eq!(mesh.triangle_count(), 100_352);
    // Well under a second is asked for; the machine may be busy.
    assert!(spent.as_secs() < 3, "{spent:?}");
}
