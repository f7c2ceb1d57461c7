//! Distance, nearest point and time of impact of shapes of many pieces, against every piece on its own.

mod solids;

use solids::{body, direction, rotation};
use voltex_math::random::{Key, Sequence};
use voltex_math::{Pose, Quat, Vec2, Vec3};
use voltex_physics::gjk::{
    Impact, ImpactKind, Motion, SimplexCache, ToiSettings, closest_point, distance, shape_distance,
    shape_time_of_impact, time_of_impact,
};
use voltex_physics::{Collider, Compound, Convex, HeightField, Shape, ShapeStore, TriangleMesh};

const STEP: f32 = 1.0 / 60.0;

/// A hilly ground of triangles, 8 m on a side.
fn hills(random: &mut Sequence) -> (TriangleMesh, HeightField) {
    let (columns, cell) = (17, 0.5);
    let heights: Vec<f32> = (0..columns * columns)
        .map(|_| random.uniform_in(-0.3, 0.3) as f32)
        .collect();
    let field = HeightField::new(columns, columns, Vec2::splat(cell), heights).unwrap();
    let corners: Vec<Vec3> = (0..field.triangle_count() as u32)
        .flat_map(|index| field.triangle(index))
        .collect();
    let triangles: Vec<[u32; 3]> = (0..field.triangle_count() as u32)
        .map(|index| [3 * index, 3 * index + 1, 3 * index + 2])
        .collect();
    (TriangleMesh::new(&corners, &triangles).unwrap(), field)
}

/// A table of boxes, a ball and a capsule.
fn furniture() -> Compound {
    let leg = Collider::cuboid(Vec3::new(0.05, 0.4, 0.05));
    let mut children: Vec<(Pose, Collider)> = [(1.0, 0.5), (1.0, -0.5), (-1.0, 0.5), (-1.0, -0.5)]
        .map(|(x, z)| (Pose::from_position(Vec3::new(x, 0.4, z)), leg))
        .to_vec();
    children.push((
        Pose::from_position(Vec3::Y * 0.83),
        Collider::cuboid(Vec3::new(1.2, 0.03, 0.7)),
    ));
    children.push((
        Pose::from_position(Vec3::new(0.5, 0.96, 0.0)),
        Collider::sphere(0.1),
    ));
    children.push((
        Pose::new(Vec3::new(-0.4, 0.91, 0.0), Quat::from_rotation_x(1.5)),
        Collider::capsule(0.3, 0.05),
    ));
    Compound::new(&children, &ShapeStore::default()).unwrap()
}

/// Pieces with their poses, by the shape's own list.
fn pieces<'a>(shape: &Shape<'a>) -> Vec<(Pose, Convex<'a>)> {
    let triangle = |corners| (Pose::IDENTITY, Convex::Triangle(corners));
    match *shape {
        Shape::Mesh(mesh) => (0..mesh.triangle_count() as u32)
            .map(|index| triangle(mesh.triangle(index)))
            .collect(),
        Shape::HeightField(field) => (0..field.triangle_count() as u32)
            .map(|index| triangle(field.triangle(index)))
            .collect(),
        Shape::Compound(compound) => compound
            .children()
            .iter()
            .map(|child| (*child.pose(), child.convex()))
            .collect(),
        Shape::Convex(_) | Shape::HalfSpace { .. } => unreachable!("of one piece"),
    }
}

/// The motion of a part at a pose in the frame of a body.
fn of_part(motion: &Motion, part: &Pose) -> Motion {
    Motion {
        start: motion.start * *part,
        center: part.inverse_transform_point(motion.center),
        ..*motion
    }
}

fn first_of_all(
    shape: &Shape<'_>,
    motion: &Motion,
    other: &Convex<'_>,
    flight: &Motion,
    settings: &ToiSettings,
) -> Option<Impact> {
    pieces(shape)
        .iter()
        .filter_map(|(pose, piece)| {
            time_of_impact(piece, &of_part(motion, pose), other, flight, settings)
        })
        .min_by(|a, b| {
            (a.time, a.distance)
                .partial_cmp(&(b.time, b.distance))
                .unwrap()
        })
}

#[test]
fn many_pieces_are_hit_where_the_first_of_them_is() {
    let mut random = Key::new(7, 1).sequence();
    let (mesh, field) = hills(&mut random);
    let table = furniture();
    let settings = ToiSettings::new(2.0 * STEP);
    let (mut hits, mut on_the_way) = (0, 0);
    for round in 0..180 {
        let shape = [
            Shape::Mesh(&mesh),
            Shape::HeightField(&field),
            Shape::Compound(&table),
        ][round % 3];
        let other = body(round % 5, 0.3, &mut random);
        let start = Vec3::new(
            random.uniform_in(-3.0, 3.0) as f32,
            random.uniform_in(0.5, 3.0) as f32,
            random.uniform_in(-3.0, 3.0) as f32,
        );
        let spin = |rate: f64, random: &mut Sequence| {
            direction(random) * (random.uniform_in(0.0, rate) as f32)
        };
        let flight = Motion {
            start: Pose::new(start, rotation(&mut random)),
            center: Vec3::ZERO,
            linear: Vec3::new(0.0, -60.0, 0.0) + direction(&mut random) * 60.0,
            angular: spin(100.0, &mut random),
        };
        // A third of the grounds turn, and half of them move.
        let ground = Motion {
            start: Pose::new(Vec3::new(0.1, 0.2, -0.1), Quat::from_rotation_z(0.2)),
            center: Vec3::new(0.3, 0.0, 0.2),
            linear: if round % 2 == 0 {
                Vec3::Y * 3.0
            } else {
                Vec3::ZERO
            },
            angular: if round / 3 % 3 == 0 {
                spin(10.0, &mut random)
            } else {
                Vec3::ZERO
            },
        };
        let found =
            shape_time_of_impact(&shape, &ground, &Shape::Convex(other), &flight, &settings);
        let slow = first_of_all(&shape, &ground, &other, &flight, &settings);
        let (Some(found), Some(slow)) = (found, slow) else {
            assert!(found.is_none() && slow.is_none(), "{found:?} {slow:?}");
            continue;
        };
        hits += 1;
        on_the_way += usize::from(slow.kind == ImpactKind::Hit);
        assert_eq!(found.impact.kind, slow.kind);
        assert!(
            (found.impact.time - slow.time).abs() < 2e-7,
            "{found:?} {slow:?}"
        );
        let back = shape_time_of_impact(&Shape::Convex(other), &flight, &shape, &ground, &settings)
            .expect("the same hit");
        assert!((back.impact.time - found.impact.time).abs() < 2e-7);
        assert!(back.child_b == found.child_a || back.impact.kind == ImpactKind::Hit);
    }
    assert!(hits > 70 && on_the_way > 60, "{hits} {on_the_way}");
}

#[test]
fn distance_of_many_pieces_is_that_of_the_nearest() {
    let mut random = Key::new(7, 2).sequence();
    let (mesh, field) = hills(&mut random);
    let table = furniture();
    for round in 0..150 {
        let shape = [
            Shape::Mesh(&mesh),
            Shape::HeightField(&field),
            Shape::Compound(&table),
        ][round % 3];
        let other = body(round % 5, 0.3, &mut random);
        let pose = Pose::new(
            Vec3::new(
                random.uniform_in(-5.0, 5.0) as f32,
                random.uniform_in(-0.5, 3.0) as f32,
                random.uniform_in(-3.0, 3.0) as f32,
            ),
            rotation(&mut random),
        );
        let found = shape_distance(&shape, &Shape::Convex(other), &pose, f32::INFINITY).unwrap();
        let slow = pieces(&shape)
            .iter()
            .map(|(part, piece)| {
                let cache = &mut SimplexCache::default();
                distance(piece, &other, &part.relative(&pose), cache).distance
            })
            .fold(f32::INFINITY, voltex_math::f32::min);
        assert_eq!(found.closest.distance, slow);
        let within = |limit| shape_distance(&shape, &Shape::Convex(other), &pose, limit);
        if slow > 0.0 {
            assert_eq!(within(slow * 1.01), Some(found));
            assert_eq!(within(slow * 0.99), None);
        }
        let back = shape_distance(
            &Shape::Convex(other),
            &shape,
            &pose.inverse(),
            f32::INFINITY,
        );
        let back = back.unwrap().closest.transformed(&pose).flipped();
        assert!((back.distance - slow).abs() < 1e-5);
        assert!((back.point_on_a - found.closest.point_on_a).length() < 1e-4 || slow < 0.0);
    }
}

#[test]
fn a_compound_against_a_compound_and_a_mesh_takes_every_pair() {
    let mut random = Key::new(7, 3).sequence();
    let (mesh, _) = hills(&mut random);
    let table = furniture();
    for round in 0..20 {
        let other = [Shape::Mesh(&mesh), Shape::Compound(&table)][round % 2];
        let pose = Pose::new(
            direction(&mut random) * 2.0 + Vec3::Y * 2.0,
            rotation(&mut random),
        );
        let shape = Shape::Compound(&table);
        let found = shape_distance(&shape, &other, &pose, f32::INFINITY).unwrap();
        let mut slow = f32::INFINITY;
        for (place, piece) in pieces(&shape) {
            for (part, far) in pieces(&other) {
                let cache = &mut SimplexCache::default();
                let d = distance(&piece, &far, &place.relative(&(pose * part)), cache).distance;
                slow = voltex_math::f32::min(slow, d);
            }
        }
        assert!(
            (found.closest.distance - slow).abs() < 1e-5,
            "{found:?} {slow}"
        );
        let drop = Motion::sliding(pose, pose.position * -60.0);
        let rest = Motion::resting(Pose::IDENTITY);
        let settings = ToiSettings::new(STEP);
        let hit = shape_time_of_impact(&shape, &rest, &other, &drop, &settings);
        let mut first = f32::INFINITY;
        for (part, far) in pieces(&other) {
            if let Some(hit) = first_of_all(&shape, &rest, &far, &of_part(&drop, &part), &settings)
            {
                first = voltex_math::f32::min(first, hit.time);
            }
        }
        match hit {
            Some(hit) => assert!((hit.impact.time - first).abs() < 2e-7, "{hit:?} {first}"),
            None => assert_eq!(first, f32::INFINITY),
        }
    }
}

#[test]
fn bodies_over_a_half_space_have_the_height_of_their_lowest_point() {
    let mut random = Key::new(7, 4).sequence();
    for round in 0..600 {
        let other = body(round % 6, 0.5, &mut random);
        let normal = direction(&mut random);
        let pose = Pose::new(direction(&mut random) * 2.0, rotation(&mut random));
        let plane = Shape::HalfSpace { normal };
        let found = shape_distance(&plane, &Shape::Convex(other), &pose, f32::INFINITY).unwrap();
        let n = normal.as_dvec3().normalize();
        let place = solids::Place::of(&pose);
        let low = n.dot(place.position) - solids::reach(&other, place.rotation.conjugate() * -n);
        assert!(
            (f64::from(found.closest.distance) - low).abs() < 1e-6,
            "{found:?} {low}"
        );
        let back = shape_distance(
            &Shape::Convex(other),
            &plane,
            &pose.inverse(),
            f32::INFINITY,
        );
        let back = back.unwrap().closest.transformed(&pose).flipped();
        assert!((back.distance - found.closest.distance).abs() < 1e-6);
        assert!((back.normal - found.closest.normal).length() < 1e-6);
    }
    let plane = Shape::HalfSpace { normal: Vec3::Y };
    assert_eq!(
        shape_distance(&plane, &plane, &Pose::IDENTITY, f32::INFINITY),
        None
    );
}

#[test]
fn a_half_space_is_hit_as_a_broad_box_is() {
    let mut random = Key::new(7, 5).sequence();
    let slab = Convex::Box {
        half_extents: Vec3::new(50.0, 1.0, 50.0),
    };
    for round in 0..300 {
        let other = body(round % 6, 0.5, &mut random);
        let flight = Motion {
            start: Pose::new(Vec3::new(0.3, 2.0, 0.1), rotation(&mut random)),
            center: direction(&mut random) * 0.1,
            linear: Vec3::Y * -100.0 + direction(&mut random) * 50.0,
            angular: direction(&mut random) * (random.uniform_in(0.0, 300.0) as f32),
        };
        // Every third ground turns a little about the point below the body.
        let ground = Motion {
            linear: Vec3::Y * 2.0,
            angular: if round % 3 == 0 {
                Vec3::X * 2.0
            } else {
                Vec3::ZERO
            },
            ..Motion::resting(Pose::IDENTITY)
        };
        let below = Motion {
            start: Pose::from_position(-Vec3::Y),
            center: Vec3::Y,
            ..ground
        };
        let settings = ToiSettings::new(2.0 * STEP);
        let plane = Shape::HalfSpace { normal: Vec3::Y };
        let found =
            shape_time_of_impact(&plane, &ground, &Shape::Convex(other), &flight, &settings);
        let boxed = time_of_impact(&slab, &below, &other, &flight, &settings);
        let (Some(found), Some(boxed)) = (found, boxed) else {
            assert!(found.is_none() && boxed.is_none(), "{found:?} {boxed:?}");
            continue;
        };
        assert_eq!(found.impact.kind, ImpactKind::Hit);
        assert!(
            (found.impact.time - boxed.time).abs() < 3e-7,
            "{found:?} {boxed:?}"
        );
        assert!(
            (found.impact.normal - boxed.normal).length() < 1e-4,
            "{found:?} {boxed:?}"
        );
        assert!((found.impact.point_on_b - boxed.point_on_b).length() < 1e-3 || round % 6 > 0);
    }
}

#[test]
fn nearest_points_of_solids_are_signed() {
    let cases: [(Convex<'_>, Vec3, Vec3, f32); 8] = [
        (Convex::Sphere { radius: 2.0 }, Vec3::X, Vec3::X * 2.0, -1.0),
        (
            Convex::Sphere { radius: 2.0 },
            Vec3::ZERO,
            Vec3::Y * 2.0,
            -2.0,
        ),
        (
            Convex::Box {
                half_extents: Vec3::new(1.0, 2.0, 3.0),
            },
            Vec3::new(0.5, -1.75, 0.0),
            Vec3::new(0.5, -2.0, 0.0),
            -0.25,
        ),
        (
            Convex::Box {
                half_extents: Vec3::ONE,
            },
            Vec3::new(4.0, 0.0, 5.0),
            Vec3::new(1.0, 0.0, 1.0),
            5.0,
        ),
        (
            Convex::Capsule {
                half_height: 1.0,
                radius: 0.5,
            },
            Vec3::new(0.0, 1.25, 0.0),
            Vec3::new(0.0, 1.5, 0.0),
            -0.25,
        ),
        (
            Convex::Cylinder {
                half_height: 1.0,
                radius: 0.5,
            },
            Vec3::new(0.25, 0.5, 0.0),
            Vec3::new(0.5, 0.5, 0.0),
            -0.25,
        ),
        (
            Convex::Cylinder {
                half_height: 1.0,
                radius: 0.5,
            },
            Vec3::new(3.5, 5.0, 0.0),
            Vec3::new(0.5, 1.0, 0.0),
            5.0,
        ),
        (
            Convex::Cone {
                half_height: 1.0,
                radius: 1.5,
            },
            Vec3::new(0.0, -0.75, 0.1),
            Vec3::new(0.0, -1.0, 0.1),
            -0.25,
        ),
    ];
    for (body, point, nearest, distance) in cases {
        let found = closest_point(&Shape::Convex(body), &Pose::IDENTITY, point).unwrap();
        assert!(
            (found.point - nearest).length() < 1e-6,
            "{body:?}: {found:?}"
        );
        assert!(
            (found.distance - distance).abs() < 1e-6,
            "{body:?}: {found:?}"
        );
    }
}

#[test]
fn a_point_over_the_flank_of_a_cone_has_its_height_over_the_flank() {
    // The flank runs from (1.5, -1) to (0, 1): two up, one and a half out, with the normal (.8, .6).
    let cone = Convex::Cone {
        half_height: 1.0,
        radius: 1.5,
    };
    let point = Vec3::new(1.75, 1.25, 0.0);
    let found = closest_point(&Shape::Convex(cone), &Pose::IDENTITY, point).unwrap();
    let height = 0.8 * point.x + 0.6 * (point.y - 1.0);
    assert!((found.distance - height).abs() < 1e-6, "{found:?} {height}");
    assert!((found.normal - Vec3::new(0.8, 0.6, 0.0)).length() < 1e-6);
}

#[test]
fn nearest_points_lie_on_the_surface_as_far_away_as_they_say() {
    let mut random = Key::new(7, 6).sequence();
    for round in 0..600 {
        let other = body(round % 6, 0.5, &mut random);
        let pose = Pose::new(direction(&mut random) * 3.0, rotation(&mut random));
        let point = pose.position + direction(&mut random) * (random.uniform_in(0.0, 1.0) as f32);
        let shape = Shape::Convex(other);
        let found = closest_point(&shape, &pose, point).unwrap();
        assert!(
            (point - found.point - found.normal * found.distance).length() < 1e-6,
            "{other:?} {found:?}"
        );
        // The nearest point is its own nearest point, and a ball of no size agrees.
        let again = closest_point(&shape, &pose, found.point).unwrap();
        assert!(again.distance.abs() < 1e-6, "{other:?} {found:?} {again:?}");
        let dot = Convex::Sphere { radius: 0.0 };
        let by_pair = distance(
            &other,
            &dot,
            &pose.relative(&Pose::from_position(point)),
            &mut SimplexCache::default(),
        );
        assert!((by_pair.distance - found.distance).abs() < 1e-6);
    }
    let shape = Shape::HalfSpace { normal: Vec3::Y };
    let found = closest_point(
        &shape,
        &Pose::from_position(Vec3::Y),
        Vec3::new(3.0, -1.0, 2.0),
    );
    assert_eq!(
        found.map(|found| (found.point, found.distance)),
        Some((Vec3::new(3.0, 1.0, 2.0), -2.0))
    );
    assert_eq!(
        closest_point(&shape, &Pose::IDENTITY, Vec3::splat(f32::NAN)),
        None
    );
}

#[test]
fn nearest_point_of_many_pieces_is_that_of_the_nearest() {
    let mut random = Key::new(7, 7).sequence();
    let (mesh, field) = hills(&mut random);
    let table = furniture();
    let pose = Pose::new(Vec3::new(1.0, -0.5, 0.25), Quat::from_rotation_y(0.7));
    for round in 0..600 {
        let shape = [
            Shape::Mesh(&mesh),
            Shape::HeightField(&field),
            Shape::Compound(&table),
        ][round % 3];
        let point = Vec3::new(
            random.uniform_in(-4.0, 4.0) as f32,
            random.uniform_in(-1.0, 2.0) as f32,
            random.uniform_in(-3.0, 3.0) as f32,
        );
        let found = closest_point(&shape, &pose, point).unwrap();
        let slow = pieces(&shape)
            .iter()
            .map(|(part, piece)| {
                closest_point(&Shape::Convex(*piece), &(pose * *part), point)
                    .unwrap()
                    .distance
            })
            .fold(f32::INFINITY, voltex_math::f32::min);
        assert!((found.distance - slow).abs() < 2e-6, "{found:?} {slow}");
    }
}
