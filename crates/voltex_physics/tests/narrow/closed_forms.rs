//! Pairs whose contact can be written down.

use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::narrow::{
    PairCache, half_space_manifold, manifold, sphere_vs_box, sphere_vs_sphere,
};
use voltex_physics::{Convex, Manifold};

fn near(a: Vec3, b: Vec3, tolerance: f32) -> bool {
    (a - b).length() <= tolerance
}

fn contact(a: &Convex, b: &Convex, at: Vec3, margin: f32) -> Manifold {
    manifold(
        a,
        b,
        &Pose::from_position(at),
        margin,
        &mut PairCache::default(),
    )
}

#[test]
fn balls_that_touch_have_depth_zero_and_apart_none() {
    let (normal, depth, on_a, on_b) =
        sphere_vs_sphere(Vec3::ZERO, 1.0, Vec3::new(0.0, 0.0, 2.0), 1.0).unwrap();
    assert_eq!((normal, depth), (Vec3::Z, 0.0));
    assert_eq!((on_a, on_b), (Vec3::Z, Vec3::Z));
    assert!(sphere_vs_sphere(Vec3::ZERO, 1.0, Vec3::new(0.0, 0.0, 2.000_001), 1.0).is_none());
}

#[test]
fn balls_with_one_centre_part_upwards_by_both_radii() {
    let center = Vec3::new(3.0, -2.0, 1e5);
    for (radius_a, radius_b) in [(0.25, 1.5), (1.5, 0.25)] {
        let (normal, depth, on_a, on_b) =
            sphere_vs_sphere(center, radius_a, center, radius_b).unwrap();
        assert_eq!((normal, depth), (Vec3::Y, radius_a + radius_b));
        assert!((on_a - on_b).dot(normal) == depth);
    }
}

#[test]
fn balls_far_from_the_origin_lose_no_more_than_their_positions() {
    let far = Vec3::new(1e5, 0.0, -1e5);
    let (_, depth, ..) = sphere_vs_sphere(far, 0.5, far + Vec3::new(0.75, 0.0, 0.0), 0.5).unwrap();
    assert_eq!(depth, 0.25);
}

/// Fault 1: the ball's point and, with the centre inside, the normal pointed the wrong way.
#[test]
fn sphere_against_box_points_from_ball_to_box_outside_and_inside() {
    let pose = Pose::new(
        Vec3::new(1.0, 2.0, 3.0),
        Quat::from_rotation_z(0.5 * core::f32::consts::PI),
    );
    let half = Vec3::new(1.0, 2.0, 3.0);
    // The box's +x looks up now.
    for height in [1.2_f32, 1.0, 0.8, 0.3] {
        let center = pose.position + Vec3::new(0.1, height, 0.2);
        let (normal, depth, on_ball, on_box) = sphere_vs_box(center, 0.5, &pose, half).unwrap();
        assert!(near(normal, Vec3::NEG_Y, 1e-6), "{height}: {normal}");
        assert!(
            (depth - (0.5 - (height - 1.0))).abs() < 1e-6,
            "{height}: {depth}"
        );
        assert!(
            near(on_ball, center - Vec3::Y * 0.5, 1e-6),
            "{height}: {on_ball}"
        );
        assert!(
            near(on_box, pose.position + Vec3::new(0.1, 1.0, 0.2), 1e-6),
            "{height}: {on_box}"
        );
        assert!(((on_ball - on_box).dot(normal) - depth).abs() < 1e-6);
    }
}

/// Fault 1 again: inside, the nearest face counts, on each of the six sides.
#[test]
fn sphere_centre_inside_a_box_leaves_by_the_nearest_face() {
    let half = Vec3::new(1.0, 2.0, 3.0);
    for axis in 0..3 {
        for sign in [-1.0, 1.0] {
            let mut center = Vec3::new(0.1, -0.1, 0.05);
            center[axis] = sign * (half[axis] - 0.25);
            let (normal, depth, _, on_box) =
                sphere_vs_box(center, 0.5, &Pose::IDENTITY, half).unwrap();
            let mut out = Vec3::ZERO;
            out[axis] = sign;
            // From the ball to the box: against the way out.
            assert_eq!(normal, -out);
            assert_eq!(depth, 0.75);
            assert_eq!(on_box[axis], sign * half[axis]);
        }
    }
}

#[test]
fn sphere_against_edge_and_corner_of_a_box_goes_by_the_distance() {
    let half = Vec3::ONE;
    let corner = Vec3::splat(1.0 + 0.1);
    let (normal, depth, ..) = sphere_vs_box(corner, 0.2, &Pose::IDENTITY, half).unwrap();
    assert!(near(normal, Vec3::splat(-1.0) / 3.0_f32.sqrt(), 1e-6));
    assert!((depth - (0.2 - 0.1 * 3.0_f32.sqrt())).abs() < 1e-6);
    // The corner of the enlarged box is not a contact: 0.12 sqrt(3) > 0.2.
    assert!(sphere_vs_box(Vec3::splat(1.12), 0.2, &Pose::IDENTITY, half).is_none());
}

#[test]
fn sphere_against_capsule_cylinder_and_cone() {
    let ball = Convex::Sphere { radius: 0.5 };
    let capsule = Convex::Capsule {
        half_height: 1.0,
        radius: 0.25,
    };
    let hit = contact(&capsule, &ball, Vec3::new(0.6, 0.3, 0.0), 0.0);
    assert!(near(hit.normal, Vec3::X, 1e-6));
    assert!((hit.points()[0].depth - 0.15).abs() < 1e-6);
    let hit = contact(&capsule, &ball, Vec3::new(0.0, 1.6, 0.0), 0.0);
    assert!(near(hit.normal, Vec3::Y, 1e-6));
    assert!((hit.points()[0].depth - 0.15).abs() < 1e-6);

    let cylinder = Convex::Cylinder {
        half_height: 1.0,
        radius: 2.0,
    };
    // Over the cap, beside the wall, at the rim, inside near the cap, inside near the wall.
    let rim = 0.3_f32 / 2.0_f32.sqrt();
    for (center, normal, depth) in [
        (Vec3::new(0.3, 1.4, 0.4), Vec3::Y, 0.1),
        (Vec3::new(0.0, 0.2, -2.4), Vec3::NEG_Z, 0.1),
        (
            Vec3::new(2.0 + rim, -1.0 - rim, 0.0),
            Vec3::new(1.0, -1.0, 0.0).normalize(),
            0.2,
        ),
        (Vec3::new(0.3, -0.9, 0.4), Vec3::NEG_Y, 0.6),
        (Vec3::new(1.95, 0.1, 0.0), Vec3::X, 0.55),
    ] {
        let hit = contact(&cylinder, &ball, center, 0.0);
        assert!(near(hit.normal, normal, 1e-6), "{center}: {}", hit.normal);
        assert!((hit.points()[0].depth - depth).abs() < 1e-6, "{center}");
    }

    // A cone of slope 1: base radius 2 at y = -1, apex at y = +1.
    let cone = Convex::Cone {
        half_height: 1.0,
        radius: 2.0,
    };
    let side = Vec3::new(1.0, 1.0, 0.0).normalize();
    for (center, normal, depth) in [
        (Vec3::new(0.0, 1.3, 0.0), Vec3::Y, 0.2),
        (Vec3::new(0.3, -1.2, 0.3), Vec3::NEG_Y, 0.3),
        (Vec3::new(1.0, 0.0, 0.0) + side * 0.2, side, 0.3),
        (Vec3::new(1.0, 0.0, 0.0) - side * 0.2, side, 0.7),
        (Vec3::new(0.1, -0.9, 0.0), Vec3::NEG_Y, 0.6),
        (Vec3::new(2.3, -1.0, 0.0), Vec3::X, 0.2),
    ] {
        let hit = contact(&cone, &ball, center, 0.0);
        assert!(near(hit.normal, normal, 1e-6), "{center}: {}", hit.normal);
        assert!((hit.points()[0].depth - depth).abs() < 1e-6, "{center}");
    }
}

#[test]
fn parallel_capsules_touch_at_the_two_ends_of_the_shared_stretch() {
    let capsule = Convex::Capsule {
        half_height: 1.0,
        radius: 0.25,
    };
    let hit = contact(&capsule, &capsule, Vec3::new(0.4, 0.5, 0.0), 0.0);
    assert!(near(hit.normal, Vec3::X, 1e-6));
    let mut heights: Vec<f32> = hit
        .points()
        .iter()
        .map(|point| point.point_on_a.y)
        .collect();
    heights.sort_by(f32::total_cmp);
    assert_eq!(heights, [-0.5, 1.0]);
    for point in hit.points() {
        assert!((point.depth - 0.1).abs() < 1e-6);
    }
    // End to end there is one.
    let hit = contact(&capsule, &capsule, Vec3::new(0.0, 2.4, 0.0), 0.0);
    assert_eq!(hit.points().len(), 1);
    assert!(near(hit.normal, Vec3::Y, 1e-6));
}

#[test]
fn crossed_capsules_touch_at_one_point_between_their_axes() {
    let capsule = Convex::Capsule {
        half_height: 1.0,
        radius: 0.25,
    };
    let pose = Pose::new(
        Vec3::new(0.1, 0.2, 0.45),
        Quat::from_rotation_z(0.5 * core::f32::consts::PI),
    );
    let hit = manifold(&capsule, &capsule, &pose, 0.0, &mut PairCache::default());
    assert_eq!(hit.points().len(), 1);
    assert!(near(hit.normal, Vec3::Z, 1e-6));
    let point = hit.points()[0];
    assert!((point.depth - 0.05).abs() < 1e-6);
    assert!(near(point.point_on_a, Vec3::new(0.0, 0.2, 0.25), 1e-6));
    // Axes that meet part across both.
    let hit = manifold(
        &capsule,
        &capsule,
        &Pose::from_rotation(pose.rotation),
        0.0,
        &mut PairCache::default(),
    );
    assert!((hit.normal.z.abs() - 1.0).abs() < 1e-6);
    assert!((hit.points()[0].depth - 0.5).abs() < 1e-6);
}

#[test]
fn half_space_takes_the_lowest_points_of_every_shape() {
    let up = Vec3::Y;
    let cases = [
        (Convex::Sphere { radius: 0.5 }, 0.5, 1),
        (
            Convex::Box {
                half_extents: Vec3::new(1.0, 0.5, 2.0),
            },
            0.5,
            4,
        ),
        (
            Convex::Capsule {
                half_height: 1.0,
                radius: 0.25,
            },
            1.25,
            1,
        ),
        (
            Convex::Cylinder {
                half_height: 1.0,
                radius: 0.25,
            },
            1.0,
            4,
        ),
        (
            Convex::Cone {
                half_height: 1.0,
                radius: 0.25,
            },
            1.0,
            4,
        ),
    ];
    for (shape, reach, count) in cases {
        for depth in [0.0_f32, 0.01, 0.3] {
            let pose = Pose::from_position(Vec3::new(40.0, reach - depth, -7.0));
            let hit = half_space_manifold(up, &shape, &pose, 1e-5, &mut PairCache::default());
            assert_eq!(hit.normal, up);
            assert_eq!(hit.points().len(), count, "{shape:?}");
            for point in hit.points() {
                assert!((point.depth - depth).abs() < 1e-6, "{shape:?}: {point:?}");
                assert!(point.point_on_a.y.abs() < 1e-6);
            }
        }
        let above = Pose::from_position(Vec3::new(0.0, reach + 0.01, 0.0));
        assert!(half_space_manifold(up, &shape, &above, 0.0, &mut PairCache::default()).is_empty());
    }
}

#[test]
fn a_lying_cylinder_rests_on_two_points_and_a_tilted_one_on_its_rim() {
    let can = Convex::Cylinder {
        half_height: 1.0,
        radius: 0.25,
    };
    let lying = Pose::new(
        Vec3::new(0.0, 0.24, 0.0),
        Quat::from_rotation_z(0.5 * core::f32::consts::PI) * Quat::from_rotation_y(0.7),
    );
    let hit = half_space_manifold(Vec3::Y, &can, &lying, 0.0, &mut PairCache::default());
    assert_eq!(hit.points().len(), 2);
    let apart = hit.points()[0].point_on_b - hit.points()[1].point_on_b;
    assert!((apart.length() - 2.0).abs() < 1e-5);

    // Tilted by 0.3 rad the lowest point of the rim lies sin 0.3 r + cos 0.3 h below the centre.
    let (sin, cos) = voltex_math::f32::sin_cos(0.3);
    let lowest = 0.25 * sin + cos;
    for turn in [0.0, 0.4, 1.9] {
        let pose = Pose::new(
            Vec3::new(0.0, lowest - 0.001, 0.0),
            Quat::from_rotation_y(turn) * Quat::from_rotation_z(0.3) * Quat::from_rotation_y(2.0),
        );
        let hit = half_space_manifold(Vec3::Y, &can, &pose, 0.0, &mut PairCache::default());
        let deepest = hit.deepest().unwrap();
        assert!((deepest.depth - 0.001).abs() < 1e-6, "{turn}: {deepest:?}");
    }
}
