//! Patches of round and many-cornered faces.

use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::narrow::{PairCache, manifold};
use voltex_physics::{Convex, Hull, Manifold};

const FLOOR: Convex<'static> = Convex::Box {
    half_extents: Vec3::new(5.0, 1.0, 5.0),
};
const CAN: Convex<'static> = Convex::Cylinder {
    half_height: 0.4,
    radius: 0.3,
};

fn contact(a: &Convex, b: &Convex, pose: &Pose) -> Manifold {
    manifold(a, b, pose, 1e-4, &mut PairCache::default())
}

/// Area of the quadrilateral of four points in the order of the angle about their centre.
fn area(hit: &Manifold) -> f32 {
    let points: Vec<Vec3> = hit.points().iter().map(|point| point.point_on_a).collect();
    let center = points.iter().copied().sum::<Vec3>() / points.len() as f32;
    let u = (points[0] - center).normalize();
    let v = hit.normal.cross(u);
    let mut angles: Vec<(f32, Vec3)> = points
        .iter()
        .map(|point| {
            let offset = *point - center;
            (
                voltex_math::f32::atan2(offset.dot(v), offset.dot(u)),
                offset,
            )
        })
        .collect();
    angles.sort_by(|a, b| a.0.total_cmp(&b.0));
    (0..angles.len())
        .map(|index| {
            let next = angles[(index + 1) % angles.len()].1;
            0.5 * angles[index].1.cross(next).dot(hit.normal)
        })
        .sum()
}

#[test]
fn a_standing_cylinder_has_four_points_on_its_rim_that_do_not_turn_with_it() {
    let mut first = None;
    for step in 0..100 {
        let pose = Pose::new(
            Vec3::new(1.0, 1.399, 0.5),
            Quat::from_rotation_y(0.1 * step as f32),
        );
        let hit = contact(&FLOOR, &CAN, &pose);
        assert!((hit.normal - Vec3::Y).length() < 1e-6);
        assert_eq!(hit.points().len(), 4);
        // The square in the circle of radius 0.3.
        assert!((area(&hit) - 2.0 * 0.09).abs() < 1e-5);
        for point in hit.points() {
            assert!((point.depth - 0.001).abs() < 1e-6);
        }
        let points: Vec<Vec3> = hit.points().iter().map(|point| point.point_on_a).collect();
        let first = first.get_or_insert_with(|| points.clone());
        for (point, start) in points.iter().zip(first.iter()) {
            assert!((*point - *start).length() < 1e-5, "step {step}");
        }
    }
}

#[test]
fn a_cylinder_over_the_edge_of_a_table_is_cut_by_the_edge_exactly() {
    // The centre stands 0.1 inside the edge at x = 5: the chord is at 0.1 from the centre.
    let pose = Pose::from_position(Vec3::new(4.9, 1.399, 0.0));
    let hit = contact(&FLOOR, &CAN, &pose);
    assert_eq!(hit.points().len(), 4);
    let half_chord = (0.09_f32 - 0.01).sqrt();
    let on_edge: Vec<f32> = hit
        .points()
        .iter()
        .filter(|point| (point.point_on_a.x - 5.0).abs() < 1e-3)
        .map(|point| point.point_on_a.z.abs())
        .collect();
    assert!(!on_edge.is_empty());
    for z in on_edge {
        assert!((z - half_chord).abs() < 1e-3, "{z} is not {half_chord}");
    }
    for point in hit.points() {
        assert!(point.point_on_a.x <= 5.0 + 1e-3);
    }
}

#[test]
fn a_cylinder_on_a_narrow_post_takes_the_corners_of_the_post() {
    let post = Convex::Box {
        half_extents: Vec3::new(0.1, 1.0, 0.1),
    };
    let pose = Pose::from_position(Vec3::new(0.05, 1.399, 0.0));
    let hit = contact(&post, &CAN, &pose);
    assert_eq!(hit.points().len(), 4);
    assert!((area(&hit) - 0.04).abs() < 1e-5);
    let back = contact(&CAN, &post, &pose.inverse());
    assert_eq!(back.points().len(), 4);
    assert!((area(&back) - 0.04).abs() < 1e-5);
}

#[test]
fn stacked_cylinders_share_a_lens() {
    // Centres 0.3 apart, radii 0.3: the circles cross at half the way, 0.3 sqrt(3) / 2 to either side.
    let pose = Pose::from_position(Vec3::new(0.3, 0.799, 0.0));
    let hit = contact(&CAN, &CAN, &pose);
    assert_eq!(hit.points().len(), 4);
    let half_chord = 0.3 * 0.75_f32.sqrt();
    let tips = hit
        .points()
        .iter()
        .filter(|point| (point.point_on_a.z.abs() - half_chord).abs() < 1e-4)
        .count();
    assert_eq!(tips, 2, "{hit:?}");
    for point in hit.points() {
        let (own, other) = (point.point_on_a, point.point_on_b - pose.position);
        assert!(own.with_y(0.0).length() < 0.3001 && other.with_y(0.0).length() < 0.3001);
        assert!((point.depth - 0.001).abs() < 1e-6);
    }
    // One exactly on the other.
    let hit = contact(&CAN, &CAN, &Pose::from_position(Vec3::new(0.0, 0.799, 0.0)));
    assert!((area(&hit) - 0.18).abs() < 1e-5);
}

#[test]
fn a_cylinder_that_rolls_has_two_points_over_its_length() {
    for step in 0..50 {
        let pose = Pose::new(
            Vec3::new(0.01 * step as f32, 1.299, 0.0),
            Quat::from_rotation_x(0.5 * core::f32::consts::PI)
                * Quat::from_rotation_y(0.03 * step as f32),
        );
        let hit = contact(&FLOOR, &CAN, &pose);
        assert_eq!(hit.points().len(), 2, "step {step}");
        assert!((hit.normal - Vec3::Y).length() < 1e-6);
        let apart = hit.points()[0].point_on_a - hit.points()[1].point_on_a;
        assert!((apart.length() - 0.8).abs() < 1e-5);
        for point in hit.points() {
            assert!((point.depth - 0.001).abs() < 1e-5);
        }
    }
}

#[test]
fn a_tilted_cylinder_touches_with_the_lowest_point_of_its_rim() {
    for tilt in [1e-3_f32, 0.01, 0.1, 0.5] {
        let (sin, cos) = voltex_math::f32::sin_cos(tilt);
        let lowest = 0.3 * sin + 0.4 * cos;
        for turn in [0.0_f32, 0.6, 2.5] {
            let pose = Pose::new(
                Vec3::new(0.0, 1.0 + lowest - 1e-3, 0.0),
                Quat::from_rotation_y(turn)
                    * Quat::from_rotation_x(tilt)
                    * Quat::from_rotation_y(4.0 * turn),
            );
            let hit = contact(&FLOOR, &CAN, &pose);
            let deepest = hit.deepest().unwrap();
            assert!(
                (hit.normal - Vec3::Y).length() < 1e-5,
                "{tilt} {turn}: {hit:?}"
            );
            assert!(
                (deepest.depth - 1e-3).abs() < 1e-5,
                "{tilt} {turn}: {hit:?}"
            );
        }
    }
}

#[test]
fn a_cone_stands_on_its_base_and_lies_on_its_side() {
    let cone = Convex::Cone {
        half_height: 0.4,
        radius: 0.3,
    };
    let hit = contact(
        &FLOOR,
        &cone,
        &Pose::from_position(Vec3::new(0.0, 1.399, 0.0)),
    );
    assert_eq!(hit.points().len(), 4);
    assert!((area(&hit) - 0.18).abs() < 1e-5);
    // On its side: the half angle at the apex is atan(0.3 / 0.8).
    let half_angle = voltex_math::f32::atan2(0.3, 0.8);
    let slant = (0.09_f32 + 0.64).sqrt();
    let lying = Quat::from_rotation_z(-0.5 * core::f32::consts::PI - half_angle);
    // The centre line's middle lies half way between apex (on the floor) and base centre.
    let height = 0.4 * voltex_math::f32::sin(half_angle);
    let hit = contact(
        &FLOOR,
        &cone,
        &Pose::new(Vec3::new(0.0, 1.0 + height - 0.001, 0.0), lying),
    );
    assert_eq!(hit.points().len(), 2, "{hit:?}");
    let apart = hit.points()[0].point_on_a - hit.points()[1].point_on_a;
    assert!((apart.length() - slant).abs() < 1e-4);
}

#[test]
fn a_capsule_lying_on_a_box_has_two_points_and_is_cut_by_its_end() {
    let capsule = Convex::Capsule {
        half_height: 1.0,
        radius: 0.2,
    };
    let lying = Quat::from_rotation_z(0.5 * core::f32::consts::PI);
    let hit = contact(
        &FLOOR,
        &capsule,
        &Pose::new(Vec3::new(0.0, 1.199, 0.0), lying),
    );
    assert_eq!(hit.points().len(), 2);
    assert!((hit.normal - Vec3::Y).length() < 1e-6);
    for point in hit.points() {
        assert!((point.depth - 0.001).abs() < 1e-6);
        assert!((point.point_on_a.x.abs() - 1.0).abs() < 1e-5);
    }
    let hit = contact(
        &FLOOR,
        &capsule,
        &Pose::new(Vec3::new(4.7, 1.199, 0.0), lying),
    );
    let mut places: Vec<f32> = hit
        .points()
        .iter()
        .map(|point| point.point_on_a.x)
        .collect();
    places.sort_by(f32::total_cmp);
    assert!(
        (places[0] - 3.7).abs() < 1e-4 && (places[1] - 5.0).abs() < 1e-3,
        "{places:?}"
    );
}

/// Prism over a regular polygon of many corners.
fn prism(corners: usize, radius: f32, half: f32) -> Hull {
    let mut points = Vec::new();
    for corner in 0..corners {
        let angle = 2.0 * core::f32::consts::PI * corner as f32 / corners as f32;
        let (sin, cos) = voltex_math::f32::sin_cos(angle);
        for side in [-half, half] {
            points.push(Vec3::new(radius * cos, side, radius * sin));
        }
    }
    Hull::from_points(&points).unwrap()
}

#[test]
fn faces_of_many_corners_give_four_points_that_span_them() {
    for corners in [12, 32, 100] {
        let hull = prism(corners, 0.3, 0.4);
        for other in [FLOOR, Convex::Hull(&prism(32, 0.5, 1.0))] {
            let pose = Pose::new(Vec3::new(0.0, 1.399, 0.0), Quat::from_rotation_y(0.03));
            let hit = contact(&other, &Convex::Hull(&hull), &pose);
            assert_eq!(hit.points().len(), 4, "{corners}");
            assert!((hit.normal - Vec3::Y).length() < 1e-5);
            for point in hit.points() {
                assert!((point.depth - 0.001).abs() < 1e-5);
            }
            assert!(area(&hit) > 0.85 * 0.18, "{corners}: {}", area(&hit));
        }
    }
}
