//! Height fields against the same triangles as a mesh, and against a plain search.

use std::collections::BTreeSet;

use voltex_math::random::Sequence;
use voltex_math::{Aabb, Vec2, Vec3};
use voltex_physics::{EdgeKind, HeightField, TriangleMesh};

use crate::points::{in_cube, numbers};

fn rough(columns: u32, rows: u32, numbers: &mut Sequence) -> HeightField {
    let heights = (0..columns * rows)
        .map(|_| numbers.uniform_in(-1.0, 1.0) as f32)
        .collect();
    HeightField::new(columns, rows, Vec2::new(0.5, 0.75), heights).expect("a field")
}

fn holed(field: HeightField, numbers: &mut Sequence) -> HeightField {
    let cells = field.triangle_count() / 2;
    let holes = (0..cells).map(|_| numbers.uniform() < 0.2).collect();
    field.with_holes(holes).expect("one a cell")
}

fn box_of(corners: [Vec3; 3]) -> Aabb {
    Aabb::from_points(corners).expect("three corners")
}

fn solid_triangles(field: &HeightField) -> impl Iterator<Item = u32> + '_ {
    (0..field.triangle_count() as u32).filter(|&index| !field.is_hole(index))
}

/// The triangles outside holes as a mesh, and which of its triangles is which of the field's.
fn as_mesh(field: &HeightField) -> (TriangleMesh, Vec<u32>) {
    let names: Vec<u32> = solid_triangles(field).collect();
    let vertices: Vec<Vec3> = names
        .iter()
        .flat_map(|&index| field.triangle(index))
        .collect();
    let triangles: Vec<[u32; 3]> = (0..names.len() as u32)
        .map(|index| [3 * index, 3 * index + 1, 3 * index + 2])
        .collect();
    let mesh = TriangleMesh::new(&vertices, &triangles).expect("a surface");
    (mesh, names)
}

#[test]
fn triangles_edges_and_normals_are_those_of_the_same_mesh() {
    let mut numbers = numbers(60);
    for (columns, rows) in [(2, 2), (3, 2), (2, 5), (9, 7)] {
        for round in 0..4 {
            let mut field = rough(columns, rows, &mut numbers);
            if round % 2 == 1 && columns > 2 {
                field = holed(field, &mut numbers);
            }
            let (mesh, names) = as_mesh(&field);
            for (index, &name) in (0..).zip(&names) {
                assert_eq!(mesh.triangle(index), field.triangle(name));
                assert!((mesh.normal(index) - field.normal(name)).length() < 1.0e-6);
                assert!(field.normal(name).y > 0.0);
                for (theirs, own) in mesh.edges(index).iter().zip(field.edges(name)) {
                    assert_eq!(theirs.kind, own.kind);
                    let neighbour = theirs.neighbour.map(|other| names[other as usize]);
                    assert_eq!(neighbour, own.neighbour);
                }
            }
        }
    }
}

#[test]
fn plane_has_flat_edges_inside_and_open_ones_at_its_rim() {
    let heights = (0..12).map(|index| (index % 4) as f32 * 0.3).collect();
    let field = HeightField::new(4, 3, Vec2::ONE, heights).expect("a ramp");
    let edges: Vec<EdgeKind> = (0..12)
        .flat_map(|index| field.edges(index))
        .map(|edge| edge.kind)
        .collect();
    let count = |kind| edges.iter().filter(|&&other| other == kind).count();
    assert_eq!(count(EdgeKind::Open), 2 * (3 + 2));
    assert_eq!(count(EdgeKind::Flat), 36 - 10);
}

#[test]
fn overlaps_are_those_of_all_boxes() {
    let mut numbers = numbers(61);
    for (columns, rows) in [(2, 2), (5, 3), (18, 33), (70, 70)] {
        let plain = rough(columns, rows, &mut numbers);
        let holed = holed(plain.clone(), &mut numbers);
        let size = plain.local_aabb().half_extents();
        for field in [plain, holed] {
            for round in 0..400 {
                let center = in_cube(&mut numbers) * (size + 1.0);
                let scale = [0.01, 0.3, 1.0, 5.0][round % 4];
                let half = in_cube(&mut numbers).abs() * scale;
                let mut query = Aabb::from_center_half_extents(center, half);
                if round % 10 == 0 {
                    // On the lines between cells: touching counts.
                    query.min.x = (query.min.x / 0.25).round() * 0.25;
                    query.max.z = (query.max.z / 0.375).round() * 0.375;
                    query = Aabb::new(query.min, query.max);
                }
                let mut found = Vec::new();
                field.overlaps(&query, |index| found.push(index));
                let unique: BTreeSet<u32> = found.iter().copied().collect();
                assert_eq!(unique.len(), found.len(), "none twice");
                let expected: BTreeSet<u32> = solid_triangles(&field)
                    .filter(|&index| box_of(field.triangle(index)).intersects(&query))
                    .collect();
                let lost: Vec<_> = expected.difference(&unique).collect();
                assert!(lost.is_empty(), "{query:?} lost {lost:?}");
                // Rounding may add what lies a millionth away.
                let near = query.expanded(1.0e-4);
                for index in unique {
                    assert!(box_of(field.triangle(index)).intersects(&near));
                }
            }
        }
    }
}

#[test]
fn rays_and_moving_boxes_lose_no_triangle() {
    let mut numbers = numbers(62);
    for (columns, rows) in [(2, 2), (5, 9), (40, 30)] {
        let field = rough(columns, rows, &mut numbers);
        let field = holed(field, &mut numbers);
        let size = field.local_aabb().half_extents() + 1.0;
        for round in 0..300 {
            let origin = in_cube(&mut numbers) * size * 1.5;
            let mut direction = in_cube(&mut numbers) * size - origin;
            if round % 5 == 0 {
                direction[round % 3] = 0.0;
            }
            let t_max = [0.3, 1.0, 4.0][round % 3];
            let half = if round % 2 == 0 {
                Vec3::ZERO
            } else {
                in_cube(&mut numbers).abs()
            };
            let start = Aabb::from_center_half_extents(origin, half);
            let mut found = BTreeSet::new();
            field.cast_box(&start, direction, t_max, |index, limit| {
                assert!(found.insert(index), "none twice");
                limit
            });
            for index in solid_triangles(&field) {
                let own = box_of(field.triangle(index));
                let grown = Aabb {
                    min: own.min - half,
                    max: own.max + half,
                };
                if grown.ray_intersection(origin, direction, t_max).is_some() {
                    assert!(found.contains(&index), "lost {index}");
                }
            }
        }
    }
}

#[test]
fn nearest_triangle_is_found_without_looking_at_all() {
    let mut numbers = numbers(63);
    let field = rough(130, 130, &mut numbers);
    let mut looked_at = 0;
    for _ in 0..100 {
        let at = in_cube(&mut numbers) * Vec3::new(30.0, 3.0, 45.0);
        let from = Aabb { min: at, max: at };
        let distance = |index: u32| {
            let own = box_of(field.triangle(index));
            (own.closest_point(at) - at).length_squared()
        };
        let mut nearest = f32::INFINITY;
        field.closest(&from, f32::INFINITY, |index, limit| {
            looked_at += 1;
            let near = distance(index);
            if near < nearest {
                nearest = near;
            }
            if near < limit { near } else { limit }
        });
        let expected = (0..field.triangle_count() as u32)
            .map(distance)
            .fold(f32::INFINITY, |a, b| if b < a { b } else { a });
        assert_eq!(nearest, expected);
    }
    assert!(
        looked_at < 100 * 400,
        "{looked_at} of {}",
        100 * field.triangle_count()
    );
}

#[test]
fn box_high_above_costs_no_visit_and_a_ray_along_the_ground_few() {
    let field = rough(200, 200, &mut numbers(64));
    let above = Aabb::new(Vec3::new(-40.0, 1.5, -60.0), Vec3::new(40.0, 2.0, 60.0));
    field.overlaps(&above, |index| panic!("{index} lies below"));
    let mut visits = 0;
    field.cast_ray(Vec3::new(-60.0, 0.5, 0.3), Vec3::X, 1000.0, |_, limit| {
        visits += 1;
        limit
    });
    // One row of 199 cells, some of them lower than the ray.
    assert!((100..=2 * 199).contains(&visits), "{visits}");
}

#[test]
fn queries_that_are_not_finite_find_nothing() {
    let field = rough(10, 10, &mut numbers(65));
    for bad in [f32::NAN, f32::INFINITY] {
        let mut point = Vec3::ZERO;
        point.x = bad;
        let query = Aabb {
            min: point,
            max: point,
        };
        field.overlaps(&query, |_| panic!("found"));
        field.closest(&query, 1.0e30, |_, _| panic!("found"));
        field.cast_ray(point, Vec3::X, 10.0, |_, _| panic!("found"));
        field.cast_ray(Vec3::ZERO, point, 10.0, |_, _| panic!("found"));
    }
}

#[test]
fn height_at_is_the_height_of_the_triangle_there() {
    let mut numbers = numbers(66);
    let field = rough(8, 6, &mut numbers);
    for _ in 0..1_000 {
        let at = in_cube(&mut numbers) * Vec3::new(2.2, 0.0, 2.2);
        let inside = at.x.abs() <= 1.75 && at.z.abs() <= 1.875;
        let height = field.height_at(at.x, at.z);
        assert_eq!(height.is_some(), inside);
        let Some(height) = height else { continue };
        let on = at.with_y(height);
        let least = (0..field.triangle_count() as u32)
            .filter(|&index| {
                let flat = |v: Vec3| v.with_y(0.0);
                let own = box_of(field.triangle(index).map(flat));
                own.expanded(1.0e-5).contains_point(flat(on))
            })
            .map(|index| {
                (on - field.triangle(index)[0])
                    .dot(field.normal(index))
                    .abs()
            })
            .fold(f32::INFINITY, |a, b| if b < a { b } else { a });
        assert!(least < 1.0e-5, "{least}");
    }
}

#[test]
fn what_is_no_field_is_refused_by_name() {
    let refused = |columns, rows, cell, heights: Vec<f32>, part: &str| {
        let error = HeightField::new(columns, rows, cell, heights)
            .expect_err(part)
            .to_string();
        assert!(error.contains(part), "{error}");
    };
    refused(
        1,
        5,
        Vec2::ONE,
        vec![0.0; 5],
        "1 columns and 5 rows has no cell",
    );
    refused(3, 2, Vec2::ONE, vec![0.0; 5], "needs 6 heights");
    refused(3, 2, Vec2::new(0.0, 1.0), vec![0.0; 6], "along x (m) is 0");
    refused(
        3,
        2,
        Vec2::new(1.0, f32::NAN),
        vec![0.0; 6],
        "along z (m) is NaN",
    );
    refused(
        3,
        2,
        Vec2::new(9.0e5, 1.0),
        vec![0.0; 6],
        "length along x (m) is 1800000",
    );
    let mut heights = vec![0.0; 6];
    heights[4] = f32::NAN;
    refused(3, 2, Vec2::ONE, heights, "column 1, row 1 is NaN");
    refused(
        1 << 20,
        1 << 20,
        Vec2::ONE,
        Vec::new(),
        "cut it into several",
    );
    refused(
        u32::MAX,
        u32::MAX,
        Vec2::ONE,
        Vec::new(),
        "cut it into several",
    );
    let field = HeightField::new(3, 2, Vec2::ONE, vec![0.0; 6]).expect("a field");
    let error = field.clone().with_holes(vec![true]).expect_err("two cells");
    assert!(error.to_string().contains("of 2 cells needs as many holes"));
    let marked = field.with_surfaces(vec![0, 7]).expect("two cells");
    assert_eq!(
        [0, 1, 2, 3].map(|index| marked.surface(index)),
        [0, 0, 7, 7]
    );
}
