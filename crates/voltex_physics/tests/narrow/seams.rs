//! Bodies that slide over the seams of flush neighbours.

use voltex_math::random::Key;
use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::narrow::{
    Ground, Neighbour, PairCache, ShapeCache, contacts, half_space_manifold, manifold, smooth_seams,
};
use voltex_physics::{Collider, Compound, Convex, Hull, Manifold, Shape, ShapeStore};

use crate::hull;
use crate::solids::rotation;

fn bodies(hull: &Hull) -> [Convex<'_>; 6] {
    [
        Convex::Sphere { radius: 0.1 },
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

const CUBE: Convex<'static> = Convex::Box {
    half_extents: Vec3::splat(1.0),
};

/// Contacts of a body with cubes at these places, before and after smoothing.
fn on_cubes(centers: &[Vec3], body: &Convex, pose: &Pose, margin: f32) -> Vec<Manifold> {
    let mut neighbours: Vec<Neighbour> = centers
        .iter()
        .map(|center| {
            let place = Pose::from_position(*center);
            let found = manifold(
                &CUBE,
                body,
                &place.relative(pose),
                margin,
                &mut PairCache::default(),
            );
            Neighbour {
                ground: Ground::Piece(CUBE, place),
                manifold: found.transformed(&place),
            }
        })
        .collect();
    smooth_seams(body, pose, &mut neighbours, margin);
    neighbours
        .iter()
        .map(|neighbour| neighbour.manifold)
        .collect()
}

fn slide(centers: &[Vec3], seed: u64) {
    let hull = hull();
    let mut random = Key::new(seed, 7).sequence();
    let right = 0.5 * core::f32::consts::PI;
    for body in bodies(&hull) {
        for round in 0..200 {
            let turn = Quat::from_rotation_y(random.uniform_in(0.0, 6.3) as f32);
            let turn = match round % 4 {
                0 => turn,
                1 => turn * Quat::from_rotation_x(right),
                2 => turn * Quat::from_rotation_z(0.5 * right),
                _ => rotation(&mut random),
            };
            let mut pose = Pose::from_rotation(turn);
            let lowest = -body.aabb(&pose).min.y;
            let angle = random.uniform_in(0.0, 6.3) as f32;
            let (sin, cos) = voltex_math::f32::sin_cos(angle);
            for step in -12_i32..=12 {
                // Across the seam at the origin.
                let depth = [1e-3, 1e-5, -5e-4][step.unsigned_abs() as usize % 3];
                let way = 0.041 * step as f32;
                pose.position = Vec3::new(cos * way, lowest - depth, sin * way);
                let found = on_cubes(centers, &body, &pose, 1e-3);
                let plane =
                    half_space_manifold(Vec3::Y, &body, &pose, 1e-3, &mut PairCache::default());
                let expected = plane.deepest().unwrap().depth;
                let mut deepest = f32::NEG_INFINITY;
                for contact in &found {
                    for point in contact.points() {
                        assert!(
                            (contact.normal - Vec3::Y).length() < 1e-4,
                            "{body:?} {pose:?}: {found:?}"
                        );
                        assert!((point.point_on_b.y + point.depth).abs() < 2e-5);
                        if point.depth > deepest {
                            deepest = point.depth;
                        }
                    }
                }
                assert!(
                    (deepest - expected).abs() < 2e-5,
                    "{body:?} {pose:?}: {deepest} is not {expected}\n{found:?}"
                );
            }
        }
    }
}

/// Reported as `seam-two-bodies`: a sphere over two touching static cubes hops.
#[test]
fn seam_of_two_bodies_does_not_catch() {
    slide(&[Vec3::new(-1.0, -1.0, 0.0), Vec3::new(1.0, -1.0, 0.0)], 1);
}

#[test]
fn seam_of_four_bodies_does_not_catch() {
    slide(
        &[
            Vec3::new(-1.0, -1.0, -1.0),
            Vec3::new(1.0, -1.0, -1.0),
            Vec3::new(-1.0, -1.0, 1.0),
            Vec3::new(1.0, -1.0, 1.0),
        ],
        2,
    );
}

/// Almost flat, its own face makes the contact with the far cube, and only one of the points lies on the border.
#[test]
fn a_box_almost_level_over_the_meeting_of_four_does_not_catch() {
    let centers = [
        Vec3::new(-1.0, -1.0, -1.0),
        Vec3::new(1.0, -1.0, -1.0),
        Vec3::new(-1.0, -1.0, 1.0),
        Vec3::new(1.0, -1.0, 1.0),
    ];
    let body = Convex::Box {
        half_extents: Vec3::new(0.5, 0.2, 0.3),
    };
    let turn = Quat::from_xyzw(0.707_252_2, -0.705_868_4, -0.031_967_055, 0.022_853_963);
    let pose = Pose::new(
        Vec3::new(-0.035_486_974, 0.504_279_2, -0.284_797_6),
        turn.normalize(),
    );
    let found = on_cubes(&centers, &body, &pose, 1e-3);
    assert!(found.iter().any(|contact| !contact.is_empty()));
    for contact in found.iter().filter(|contact| !contact.is_empty()) {
        assert!((contact.normal - Vec3::Y).length() < 1e-4, "{contact:?}");
    }
}

#[test]
fn a_wall_on_a_floor_still_stops_a_body() {
    let floor = Vec3::new(0.0, -1.0, 0.0);
    // The wall stands on the floor's level, its side at x = 0.5.
    let wall = Vec3::new(1.5, 1.0, 0.0);
    for body in [
        Convex::Sphere { radius: 0.2 },
        Convex::Box {
            half_extents: Vec3::splat(0.2),
        },
    ] {
        let pose = Pose::from_position(Vec3::new(0.5 - 0.2 + 0.0005, 0.2 - 0.001, 0.0));
        let found = on_cubes(&[floor, wall], &body, &pose, 0.0);
        assert!((found[0].normal - Vec3::Y).length() < 1e-5, "{found:?}");
        assert!((found[1].normal - Vec3::NEG_X).length() < 1e-5, "{found:?}");
        assert!((found[1].deepest().unwrap().depth - 0.0005).abs() < 1e-5);
    }
}

#[test]
fn a_step_still_stops_a_ball() {
    // The second cube rises by 0.05: half the radius.
    let low = Vec3::new(-1.0, -1.0, 0.0);
    let high = Vec3::new(1.0, -0.95, 0.0);
    let ball = Convex::Sphere { radius: 0.1 };
    let away = 0.0999_f32 * 0.75_f32.sqrt();
    let pose = Pose::from_position(Vec3::new(-away, 0.0999, 0.0));
    let found = on_cubes(&[low, high], &ball, &pose, 0.0);
    assert!((found[0].normal - Vec3::Y).length() < 1e-5);
    assert!(found[1].normal.x < -0.8, "{found:?}");
}

#[test]
fn half_spaces_cover_what_lies_flush_with_them() {
    let body = Convex::Sphere { radius: 0.1 };
    let pose = Pose::from_position(Vec3::new(-0.03, 0.0995, 0.0));
    let place = Pose::from_position(Vec3::new(1.0, -1.0, 0.0));
    let edge = manifold(
        &CUBE,
        &body,
        &place.relative(&pose),
        1e-2,
        &mut PairCache::default(),
    );
    assert!(edge.normal.x < -0.1);
    let plane = half_space_manifold(Vec3::Y, &body, &pose, 1e-2, &mut PairCache::default());
    let mut neighbours = [
        Neighbour {
            ground: Ground::Piece(CUBE, place),
            manifold: edge.transformed(&place),
        },
        Neighbour {
            ground: Ground::Plane(Vec3::Y, Vec3::ZERO),
            manifold: plane,
        },
    ];
    smooth_seams(&body, &pose, &mut neighbours, 1e-2);
    assert!(neighbours[0].manifold.is_empty());
    assert_eq!(neighbours[1].manifold, plane);
}

#[test]
fn flush_children_of_a_compound_are_one_floor() {
    let store = ShapeStore::default();
    let cube = Collider::cuboid(Vec3::ONE);
    let floor = Compound::new(
        &[
            (Pose::from_position(Vec3::new(-1.0, -1.0, 0.0)), cube),
            (Pose::from_position(Vec3::new(1.0, -1.0, 0.0)), cube),
        ],
        &store,
    )
    .unwrap();
    let hull = hull();
    let mut random = Key::new(6, 6).sequence();
    let place = Pose::new(Vec3::new(3.0, 1.0, 2.0), Quat::from_rotation_z(0.3));
    for body in bodies(&hull) {
        for _ in 0..200 {
            let mut pose = Pose::from_rotation(rotation(&mut random));
            let lowest = -body.aabb(&pose).min.y;
            pose.position = Vec3::new(random.uniform_in(-0.4, 0.4) as f32, lowest - 1e-3, 0.1);
            let mut out = Vec::new();
            contacts(
                &Shape::Compound(&floor),
                &place,
                &Shape::Convex(body),
                &(place * pose),
                0.0,
                &mut ShapeCache::default(),
                &mut out,
            );
            assert!(!out.is_empty());
            for contact in &out {
                let normal = place.inverse_transform_vector(contact.manifold.normal);
                assert!(
                    (normal - Vec3::Y).length() < 1e-4,
                    "{body:?} {pose:?}: {contact:?}"
                );
            }
        }
    }
}
