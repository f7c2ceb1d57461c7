//! Bodies on meshes, height fields and compounds.

use voltex_math::random::{Key, Sequence};
use voltex_math::{Pose, Quat, Vec2, Vec3};
use voltex_physics::narrow::{PairCache, PieceContact, ShapeCache, contacts, half_space_manifold};
use voltex_physics::{
    Collider, Compound, Convex, HeightField, Hull, MeshOptions, MeshSides, Shape, ShapeStore,
    TriangleMesh,
};

use crate::hull;
use crate::solids::rotation;

const CELLS: u32 = 100;
const CELL: f32 = 0.37;

/// Flat ground of square cells at height 0, centred on the origin.
fn flat_mesh(sides: MeshSides) -> TriangleMesh {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    let half = 0.5 * CELLS as f32 * CELL;
    for row in 0..=CELLS {
        for column in 0..=CELLS {
            let (x, z) = (column as f32 * CELL - half, row as f32 * CELL - half);
            vertices.push(Vec3::new(x, 0.0, z));
            if row < CELLS && column < CELLS {
                let corner = row * (CELLS + 1) + column;
                let (right, up) = (corner + 1, corner + CELLS + 1);
                triangles.push([corner, up, right]);
                triangles.push([right, up, up + 1]);
            }
        }
    }
    let options = MeshOptions {
        sides: Some(sides),
        ..MeshOptions::default()
    };
    TriangleMesh::with_options(&vertices, &triangles, options).unwrap()
}

/// One of each convex shape, about half a metre in size.
fn bodies(hull: &Hull) -> [Convex<'_>; 6] {
    [
        Convex::Sphere { radius: 0.3 },
        Convex::Box {
            half_extents: Vec3::new(0.5, 0.2, 0.3),
        },
        Convex::Capsule {
            half_height: 0.3,
            radius: 0.2,
        },
        Convex::Cylinder {
            half_height: 0.2,
            radius: 0.35,
        },
        Convex::Cone {
            half_height: 0.3,
            radius: 0.3,
        },
        Convex::Hull(hull),
    ]
}

/// A rotation in which flat faces and edges lie on the ground as often as corners.
fn attitude(random: &mut Sequence) -> Quat {
    let turn = Quat::from_rotation_y(random.uniform_in(0.0, 6.3) as f32);
    let right = 0.5 * core::f32::consts::PI;
    match random.below(4).unwrap() {
        0 => turn,
        1 => turn * Quat::from_rotation_x(right),
        2 => turn * Quat::from_rotation_z(0.5 * right) * Quat::from_rotation_x(0.0),
        _ => rotation(random),
    }
}

fn touch(ground: &Shape, body: &Convex, pose: &Pose, margin: f32) -> Vec<PieceContact> {
    let mut out = Vec::new();
    contacts(
        ground,
        &Pose::IDENTITY,
        &Shape::Convex(*body),
        pose,
        margin,
        &mut ShapeCache::default(),
        &mut out,
    );
    out
}

/// Contacts with flat ground must be those with a half-space: the same normal, the same depths.
fn check_flat(found: &[PieceContact], body: &Convex, pose: &Pose, margin: f32) {
    let plane = half_space_manifold(Vec3::Y, body, pose, margin, &mut PairCache::default());
    let expected = plane.deepest().unwrap().depth;
    let mut deepest = f32::NEG_INFINITY;
    for contact in found {
        assert!(
            (contact.manifold.normal - Vec3::Y).length() < 1e-4,
            "{body:?} {pose:?}: {contact:?}"
        );
        for point in contact.manifold.points() {
            assert!(
                point.point_on_a.y.abs() < 1e-5,
                "{body:?} {pose:?}: {point:?}"
            );
            assert!(
                (point.point_on_b.y + point.depth).abs() < 1e-5,
                "{body:?} {pose:?}: {point:?}"
            );
            if point.depth > deepest {
                deepest = point.depth;
            }
        }
    }
    assert!(
        (deepest - expected).abs() < 1e-5,
        "{body:?} {pose:?}: {deepest} is not {expected}"
    );
}

fn drag(ground: &Shape, seed: u64, reach: f32) {
    let hull = hull();
    let mut random = Key::new(seed, 1).sequence();
    for body in bodies(&hull) {
        for direction in 0..360 {
            let angle = core::f32::consts::PI * direction as f32 / 180.0;
            let (sin, cos) = voltex_math::f32::sin_cos(angle);
            let way = Vec3::new(cos, 0.0, sin);
            let mut pose = Pose::from_rotation(attitude(&mut random));
            let lowest = -body.aabb(&pose).min.y;
            let start = Vec3::new(
                random.uniform_in(-0.5, 0.5) as f32 * reach,
                0.0,
                random.uniform_in(-0.5, 0.5) as f32 * reach,
            );
            for step in 0..10 {
                // Slightly deep, touching, slightly above.
                let depth = [1e-3, 1e-5, -5e-4][step % 3];
                pose.position = start + way * (0.083 * step as f32) + Vec3::Y * (lowest - depth);
                let found = touch(ground, &body, &pose, 1e-3);
                check_flat(&found, &body, &pose, 1e-3);
            }
        }
    }
}

/// Reported as `mesh-edges`: a sphere that rolls on a flat mesh jumps or drifts at inner edges.
#[test]
fn mesh_edges_do_not_catch_any_convex_shape_in_any_direction() {
    for (seed, sides) in [(1, MeshSides::Front), (2, MeshSides::Both)] {
        let mesh = flat_mesh(sides);
        drag(&Shape::Mesh(&mesh), seed, 0.9 * CELLS as f32 * CELL);
    }
}

#[test]
fn height_field_edges_do_not_catch() {
    let side = CELLS + 1;
    let heights = vec![0.0; (side * side) as usize];
    let field = HeightField::new(side, side, Vec2::splat(CELL), heights).unwrap();
    drag(&Shape::HeightField(&field), 3, 0.9 * CELLS as f32 * CELL);
}

/// Coarse squares on one side of the line x = 0, fine ones on the other: vertices in the middle of edges.
#[test]
fn t_junctions_do_not_catch() {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    let mut square = |x: f32, z: f32, size: f32| {
        let first = vertices.len() as u32;
        for (u, v) in [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)] {
            vertices.push(Vec3::new(x + u * size, 0.0, z + v * size));
        }
        triangles.push([first, first + 1, first + 2]);
        triangles.push([first, first + 2, first + 3]);
    };
    for row in 0..12 {
        for column in 0..6 {
            square(-1.2 * (column + 1) as f32, 1.2 * row as f32 - 7.2, 1.2);
        }
    }
    for row in 0..36 {
        for column in 0..18 {
            square(0.4 * column as f32, 0.4 * row as f32 - 7.2, 0.4);
        }
    }
    let mesh = TriangleMesh::new(&vertices, &triangles).unwrap();
    drag(&Shape::Mesh(&mesh), 4, 2.0);
}

/// Roof of two slopes of 30 degrees that meet at the z axis: ridge up, or turned into a valley.
fn roof(rise: f32) -> TriangleMesh {
    let vertices = [
        Vec3::new(-4.0, -rise, -4.0),
        Vec3::new(0.0, 0.0, -4.0),
        Vec3::new(4.0, -rise, -4.0),
        Vec3::new(-4.0, -rise, 4.0),
        Vec3::new(0.0, 0.0, 4.0),
        Vec3::new(4.0, -rise, 4.0),
    ];
    let triangles = [[0, 3, 1], [1, 3, 4], [1, 4, 2], [2, 4, 5]];
    TriangleMesh::new(&vertices, &triangles).unwrap()
}

#[test]
fn a_ridge_keeps_its_true_normals() {
    let rise = 4.0 / 3.0_f32.sqrt();
    let mesh = roof(rise);
    let ground = Shape::Mesh(&mesh);
    // A ball above the ridge, leaning to either side within the angle of the slopes.
    for degrees in [-29.0_f32, -10.0, 0.0, 17.0, 29.0] {
        let (sin, cos) = voltex_math::f32::sin_cos(degrees.to_radians());
        let out = Vec3::new(sin, cos, 0.0);
        let pose = Pose::from_position(out * 0.299);
        let found = touch(&ground, &Convex::Sphere { radius: 0.3 }, &pose, 0.0);
        assert_eq!(found.len(), 1, "{degrees}: {found:?}");
        assert!(
            (found[0].manifold.normal - out).length() < 1e-4,
            "{degrees}"
        );
        assert!((found[0].manifold.points()[0].depth - 0.001).abs() < 1e-5);
    }
    // A level box on the ridge, along and across it.
    let body = Convex::Box {
        half_extents: Vec3::new(0.5, 0.2, 0.3),
    };
    for turn in [0.0_f32, 0.4, 1.0, 1.5] {
        let pose = Pose::new(Vec3::new(0.05, 0.199, 0.1), Quat::from_rotation_y(turn));
        let found = touch(&ground, &body, &pose, 0.0);
        assert!(!found.is_empty(), "{turn}");
        for contact in &found {
            assert!(
                (contact.manifold.normal - Vec3::Y).length() < 1e-4,
                "{turn}: {contact:?}"
            );
            for point in contact.manifold.points() {
                assert!((point.depth - 0.001).abs() < 1e-5, "{turn}: {point:?}");
                assert!(point.point_on_a.x.abs() < 1e-4);
            }
        }
    }
    // Flat on one slope, over the edge: the slope's normal alone.
    let slope = Vec3::new(0.5, 0.75_f32.sqrt(), 0.0);
    let tilt = Quat::from_rotation_z(-core::f32::consts::PI / 6.0);
    for along in [0.4_f32, 0.1, 1.0] {
        let down = Vec3::new(slope.y, -slope.x, 0.0);
        let pose = Pose::new(down * along + slope * 0.199, tilt);
        let found = touch(&ground, &body, &pose, 0.0);
        assert!(!found.is_empty());
        for contact in &found {
            assert!(
                (contact.manifold.normal - slope).length() < 1e-4,
                "{along}: {contact:?}"
            );
        }
    }
}

#[test]
fn a_valley_pushes_with_both_slopes_and_nothing_else() {
    let rise = -4.0 / 3.0_f32.sqrt();
    let mesh = roof(rise);
    let ground = Shape::Mesh(&mesh);
    let slopes = [
        Vec3::new(0.5, 0.75_f32.sqrt(), 0.0),
        Vec3::new(-0.5, 0.75_f32.sqrt(), 0.0),
    ];
    // A ball that touches both slopes stands at r / cos 30.
    let pose = Pose::from_position(Vec3::new(0.0, 0.299 / 0.75_f32.sqrt(), 0.3));
    let found = touch(&ground, &Convex::Sphere { radius: 0.3 }, &pose, 0.0);
    assert_eq!(found.len(), 2, "{found:?}");
    let hull = hull();
    let mut random = Key::new(8, 2).sequence();
    for body in bodies(&hull) {
        for _ in 0..200 {
            let turn = attitude(&mut random);
            // Lowered until it touches a slope.
            let bare = Pose::from_rotation(turn);
            let depth = |slope: Vec3| {
                let local = bare.inverse_transform_vector(-slope);
                -(slope.dot(bare.transform_point(body.support(local))))
            };
            let x = random.uniform_in(-0.2, 0.2) as f32;
            let heights = slopes.map(|slope| (depth(slope) - slope.x * x) / slope.y);
            let height = if heights[0] > heights[1] {
                heights[0]
            } else {
                heights[1]
            };
            let pose = Pose::new(Vec3::new(x, height - 1e-3, 0.2), turn);
            let found = touch(&ground, &body, &pose, 0.0);
            assert!(!found.is_empty(), "{body:?} {pose:?}");
            for contact in &found {
                let normal = contact.manifold.normal;
                assert!(
                    slopes.iter().any(|slope| (normal - *slope).length() < 1e-4),
                    "{body:?} {pose:?}: {contact:?}"
                );
            }
        }
    }
}

#[test]
fn a_front_pushes_out_a_body_whose_centre_is_behind_and_lets_pass_what_comes_from_behind() {
    let mesh = flat_mesh(MeshSides::Front);
    let ground = Shape::Mesh(&mesh);
    let ball = Convex::Sphere { radius: 0.3 };
    let behind = Pose::from_position(Vec3::new(0.1, -0.1, 0.05));
    let found = touch(&ground, &ball, &behind, 0.0);
    let deepest = found[0].manifold.deepest().unwrap();
    assert_eq!(found[0].manifold.normal, Vec3::Y);
    assert!((deepest.depth - 0.4).abs() < 1e-6);
    let below = Pose::from_position(Vec3::new(0.1, -0.29, 0.05));
    assert!(touch(&ground, &ball, &below, 0.0).is_empty());

    let mesh = flat_mesh(MeshSides::Both);
    let found = touch(&Shape::Mesh(&mesh), &ball, &below, 0.0);
    assert!(!found.is_empty());
    for contact in &found {
        assert_eq!(contact.manifold.normal, Vec3::NEG_Y);
        assert!((contact.manifold.points()[0].depth - 0.01).abs() < 1e-6);
    }
}

/// A closed thin plate: a ball resting on top is not drawn through by the bottom.
#[test]
fn the_far_side_of_a_thin_plate_does_not_pull() {
    let (x, y) = (2.0, 0.005);
    let vertices: Vec<Vec3> = (0..8)
        .map(|corner: u32| {
            let side = |bit: u32, size: f32| if corner & bit != 0 { size } else { -size };
            Vec3::new(side(1, x), side(2, y), side(4, x))
        })
        .collect();
    let quads = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let triangles: Vec<[u32; 3]> = quads
        .iter()
        .flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]])
        .collect();
    let mesh = TriangleMesh::new(&vertices, &triangles).unwrap();
    assert_eq!(mesh.sides(), MeshSides::Front);
    let hull = hull();
    for body in bodies(&hull) {
        let lowest = -body.aabb(&Pose::IDENTITY).min.y;
        for depth in [0.001, 0.02] {
            let pose = Pose::from_position(Vec3::new(0.3, y + lowest - depth, 0.2));
            for contact in touch(&Shape::Mesh(&mesh), &body, &pose, 0.0) {
                assert_eq!(contact.manifold.normal, Vec3::Y, "{body:?}");
            }
        }
    }
}

#[test]
fn exchanging_shapes_of_many_pieces_mirrors_their_contacts() {
    let mesh = roof(1.0);
    let body = Convex::Box {
        half_extents: Vec3::new(0.5, 0.2, 0.3),
    };
    let place = Pose::new(Vec3::new(30.0, 5.0, -7.0), Quat::from_rotation_x(0.4));
    let pose = place * Pose::new(Vec3::new(0.1, 0.1, 0.3), Quat::from_rotation_y(0.5));
    let run = |a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose| {
        let mut out = Vec::new();
        contacts(
            a,
            pose_a,
            b,
            pose_b,
            0.0,
            &mut ShapeCache::default(),
            &mut out,
        );
        out
    };
    let (mesh, body) = (Shape::Mesh(&mesh), Shape::Convex(body));
    let one = run(&mesh, &place, &body, &pose);
    let other = run(&body, &pose, &mesh, &place);
    assert!(!one.is_empty());
    assert_eq!(one.len(), other.len());
    for (one, other) in one.iter().zip(&other) {
        assert_eq!((one.child_a, one.child_b), (other.child_b, other.child_a));
        let back = other.manifold.flipped();
        assert!((one.manifold.normal - back.normal).length() < 1e-5);
        for (p, q) in one.manifold.points().iter().zip(back.points()) {
            assert!((p.point_on_a - q.point_on_a).length() < 1e-5);
            assert!((p.depth - q.depth).abs() < 1e-5);
        }
    }
    // Surfaces and half-spaces among themselves have none.
    let floor = Shape::HalfSpace { normal: Vec3::Y };
    assert!(run(&floor, &place, &mesh, &place).is_empty());
    assert!(run(&mesh, &place, &mesh, &place).is_empty());
}

#[test]
fn children_of_compounds_touch_with_their_numbers() {
    let store = ShapeStore::default();
    let table = Compound::new(
        &[
            (
                Pose::from_position(Vec3::new(0.0, 1.0, 0.0)),
                Collider::cuboid(Vec3::new(1.0, 0.05, 1.0)),
            ),
            (
                Pose::from_position(Vec3::new(0.9, 0.5, 0.9)),
                Collider::cylinder(0.5, 0.05),
            ),
            (
                Pose::from_position(Vec3::new(-0.9, 0.5, 0.9)),
                Collider::cylinder(0.5, 0.05),
            ),
            (
                Pose::from_position(Vec3::new(0.0, 0.5, -0.9)),
                Collider::cylinder(0.5, 0.05),
            ),
        ],
        &store,
    )
    .unwrap();
    let run = |a: &Shape, b: &Shape, pose: &Pose| {
        let mut out = Vec::new();
        contacts(
            a,
            &Pose::IDENTITY,
            b,
            pose,
            1e-4,
            &mut ShapeCache::default(),
            &mut out,
        );
        out
    };
    let table = Shape::Compound(&table);
    // Standing on each kind of ground, a millimetre deep, it has its three legs down.
    let mesh = flat_mesh(MeshSides::Front);
    let side = CELLS + 1;
    let field = HeightField::new(
        side,
        side,
        Vec2::splat(CELL),
        vec![0.0; (side * side) as usize],
    )
    .unwrap();
    let slab = Convex::Box {
        half_extents: Vec3::new(5.0, 1.0, 5.0),
    };
    for (ground, height) in [
        (Shape::HalfSpace { normal: Vec3::Y }, 0.0),
        (Shape::Mesh(&mesh), 0.0),
        (Shape::HeightField(&field), 0.0),
        (Shape::Convex(slab), 1.0),
    ] {
        let found = run(
            &ground,
            &table,
            &Pose::from_position(Vec3::new(0.1, height - 0.001, 0.2)),
        );
        let mut legs: Vec<u32> = found.iter().map(|contact| contact.child_b).collect();
        legs.sort_unstable();
        legs.dedup();
        assert_eq!(legs, [1, 2, 3], "{ground:?}");
        for contact in &found {
            assert!((contact.manifold.normal - Vec3::Y).length() < 1e-4);
            for point in contact.manifold.points() {
                assert!((point.depth - 0.001).abs() < 1e-5);
            }
        }
    }
    // Table on table: legs on the top.
    let found = run(
        &table,
        &table,
        &Pose::from_position(Vec3::new(0.0, 1.049, 0.0)),
    );
    let pairs: Vec<(u32, u32)> = found
        .iter()
        .map(|contact| (contact.child_a, contact.child_b))
        .collect();
    assert_eq!(pairs, [(0, 1), (0, 2), (0, 3)]);
}
