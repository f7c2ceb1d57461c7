//! Boxes on boxes.

use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::narrow::{PairCache, box_vs_box, manifold};
use voltex_physics::{Convex, Manifold};

const fn cuboid(x: f32, y: f32, z: f32) -> Convex<'static> {
    Convex::Box {
        half_extents: Vec3::new(x, y, z),
    }
}

fn contact(a: &Convex, b: &Convex, pose: &Pose) -> Manifold {
    manifold(a, b, pose, 0.0, &mut PairCache::default())
}

/// Fault 8: boxes collided as if never rotated.
#[test]
fn turned_boxes_meet_with_their_corners_and_edges() {
    let diagonal = 2.0_f32.sqrt();
    let eighth = Quat::from_rotation_z(0.25 * core::f32::consts::PI);
    // As if never turned, these would overlap by 0.3; the edge of the turned one reaches sqrt(2).
    for (apart, depth) in [(2.3, diagonal - 1.3), (2.5, -1.0)] {
        let pose = Pose::new(Vec3::new(apart, 0.0, 0.0), eighth);
        let hit = box_vs_box(&Pose::IDENTITY, Vec3::ONE, &pose, Vec3::ONE);
        if depth > 0.0 {
            let (normal, found, on_a, on_b) = hit.unwrap();
            assert!((normal - Vec3::X).length() < 1e-6);
            assert!((found - depth).abs() < 1e-5);
            assert!((on_a.x - 1.0).abs() < 1e-5 && (on_b.x - (apart - diagonal)).abs() < 1e-5);
        } else {
            assert!(hit.is_none());
        }
    }
    // Both turned, edge across edge: A about z, B about x, so that the edges along z and x face each other.
    let a = Pose::from_rotation(eighth);
    let b = Pose::new(
        Vec3::new(0.0, 2.0 * diagonal - 0.1, 0.0),
        Quat::from_rotation_x(0.25 * core::f32::consts::PI),
    );
    let (normal, depth, on_a, on_b) = box_vs_box(&a, Vec3::ONE, &b, Vec3::ONE).unwrap();
    assert!((normal - Vec3::Y).length() < 1e-5, "{normal}");
    assert!((depth - 0.1).abs() < 1e-5);
    assert!((on_a - Vec3::new(0.0, diagonal, 0.0)).length() < 1e-5);
    assert!((on_b - Vec3::new(0.0, diagonal - 0.1, 0.0)).length() < 1e-5);
}

#[test]
fn a_box_resting_flat_has_four_points_that_span_its_face() {
    let floor = cuboid(50.0, 1.0, 50.0);
    let body = cuboid(0.3, 0.2, 0.5);
    for turn in [0.0_f32, 0.3, 0.785, 1.2, 3.0] {
        for height in [0.0_f32, 0.001, 0.01] {
            let pose = Pose::new(
                Vec3::new(7.0, 1.2 - height, -3.0),
                Quat::from_rotation_y(turn),
            );
            let hit = manifold(&floor, &body, &pose, 1e-4, &mut PairCache::default());
            assert_eq!((hit.normal, hit.points().len()), (Vec3::Y, 4));
            let center = hit
                .points()
                .iter()
                .map(|point| point.point_on_b)
                .sum::<Vec3>()
                * 0.25;
            assert!((center - (pose.position - Vec3::new(0.0, 0.2, 0.0))).length() < 1e-5);
            for point in hit.points() {
                assert!((point.depth - height).abs() < 1e-6);
                let local = pose.inverse_transform_point(point.point_on_b);
                assert!(
                    (local.abs() - Vec3::new(0.3, 0.2, 0.5)).length() < 1e-5,
                    "{local}"
                );
            }
        }
    }
}

#[test]
fn features_stay_the_same_while_a_box_slides_and_turns() {
    let floor = cuboid(50.0, 1.0, 50.0);
    let body = cuboid(0.3, 0.2, 0.5);
    let mut cache = PairCache::default();
    let mut first = None;
    for step in 0..500 {
        let t = step as f32 * 0.01;
        // It trembles by 1e-4 as a solver lets it.
        let tremble = 1e-4 * (((step * 7919) % 13) as f32 / 13.0 - 0.5);
        let pose = Pose::new(
            Vec3::new(t, 1.199 + tremble, -0.5 * t),
            Quat::from_rotation_y(0.8 * t) * Quat::from_rotation_x(tremble),
        );
        let hit = manifold(&floor, &body, &pose, 0.002, &mut cache);
        let mut features: Vec<_> = hit.points().iter().map(|point| point.feature).collect();
        features.sort_unstable();
        let first = first.get_or_insert_with(|| features.clone());
        assert_eq!(&features, first, "step {step}");
    }
}

#[test]
fn equal_boxes_stacked_exactly_keep_their_corners() {
    let cube = cuboid(0.5, 0.5, 0.5);
    for tremble in [0.0_f32, 3e-7, -3e-7, 2e-6, -2e-6] {
        let pose = Pose::new(
            Vec3::new(tremble, 0.999, -tremble),
            Quat::from_rotation_y(tremble),
        );
        let hit = contact(&cube, &cube, &pose);
        assert_eq!(hit.points().len(), 4);
        let mut features: Vec<_> = hit.points().iter().map(|point| point.feature.0).collect();
        features.sort_unstable();
        // The corners of one face, not crossings of edges.
        assert!(
            features.iter().all(|feature| *feature < 0x1000),
            "{features:x?}"
        );
    }
}

/// Turned by 45 degrees, the face of one cuts all corners of the other: eight candidates, of which four stay.
#[test]
fn an_octagon_of_candidates_does_not_flicker() {
    let cube = cuboid(0.5, 0.5, 0.5);
    let mut cache = PairCache::default();
    let mut first = None;
    for step in 0..200 {
        let tremble = 1e-4 * (((step * 7919) % 13) as f32 / 13.0 - 0.5);
        let pose = Pose::new(
            Vec3::new(0.0, 0.999, 0.0),
            Quat::from_rotation_y(0.25 * core::f32::consts::PI + tremble)
                * Quat::from_rotation_x(0.01 * tremble),
        );
        let hit = manifold(&cube, &cube, &pose, 0.01, &mut cache);
        assert_eq!(hit.points().len(), 4);
        let features: Vec<_> = hit.points().iter().map(|point| point.feature).collect();
        let first = first.get_or_insert_with(|| features.clone());
        assert_eq!(&features, first, "step {step}");
    }
    // The four span most of the octagon, whose area is 2 (sqrt(2) - 1) for a unit square.
    let pose = Pose::new(
        Vec3::new(0.0, 0.999, 0.0),
        Quat::from_rotation_y(0.25 * core::f32::consts::PI),
    );
    let hit = contact(&cube, &cube, &pose);
    let corner = |index: usize| hit.points()[index].point_on_a;
    let area = 0.5
        * (corner(2) - corner(0))
            .cross(corner(3) - corner(1))
            .length();
    assert!(area > 0.5, "{area}");
}

#[test]
fn a_box_across_an_edge_touches_along_it() {
    let beam = cuboid(2.0, 0.1, 0.1);
    let body = cuboid(0.5, 0.5, 0.5);
    // Standing on its edge, parallel to the beam.
    let diagonal = 0.5 * 2.0_f32.sqrt();
    let pose = Pose::new(
        Vec3::new(0.3, 0.1 + diagonal - 0.01, 0.0),
        Quat::from_rotation_x(0.25 * core::f32::consts::PI),
    );
    let hit = contact(&beam, &body, &pose);
    assert!((hit.normal - Vec3::Y).length() < 1e-5);
    assert_eq!(hit.points().len(), 2);
    let apart = hit.points()[0].point_on_a - hit.points()[1].point_on_a;
    assert!((apart.length() - 1.0).abs() < 1e-5);
    for point in hit.points() {
        assert!((point.depth - 0.01).abs() < 1e-5);
    }
}
