//! Distances and depths of convex pairs against closed forms and a slow reference.

mod solids;

use solids::{KINDS, Place, body, extent, gap_along, reach, rotation, slow_distance};
use voltex_math::random::Key;
use voltex_math::{Pose, Vec3};
use voltex_physics::gjk::{Closest, SimplexCache, closest_point, distance};
use voltex_physics::{Convex, Shape};

fn cold(a: &Convex<'_>, b: &Convex<'_>, pose: &Pose) -> Closest {
    distance(a, b, pose, &mut SimplexCache::default())
}

/// What must hold of every answer: unit normal, points on the supporting planes along it, and bounds.
fn check_form(a: &Convex<'_>, b: &Convex<'_>, pose: &Pose, closest: &Closest, what: &str) {
    let size = extent(a) + extent(b) + f64::from(pose.position.length());
    let place = Place::of(pose);
    let n = closest.normal.as_dvec3();
    assert!((n.length() - 1.0).abs() < 1e-6, "{what}: normal {n}");
    let d = f64::from(closest.distance);
    let way = closest.point_on_b.as_dvec3() - closest.point_on_a.as_dvec3();
    assert!(
        (way.dot(n) - d).abs() < 1e-6 * size,
        "{what}: {way} along {n} is not {d}"
    );
    // The gap along the normal is a lower bound of the distance, an upper bound of the depth.
    let along = gap_along(a, b, &place, n.normalize());
    assert!(
        (along - d).abs() < 1e-5 * size,
        "{what}: gap along normal {along}, distance {d}"
    );
    assert!(
        (n.dot(closest.point_on_a.as_dvec3()) - reach(a, n)).abs() < 1e-5 * size,
        "{what}"
    );
    // Each point lies on its body.
    let on_b = place.rotation.conjugate() * (closest.point_on_b.as_dvec3() - place.position);
    for (body, point) in [(a, closest.point_on_a), (b, on_b.as_vec3())] {
        let off = closest_point(&Shape::Convex(*body), &Pose::IDENTITY, point).unwrap();
        assert!(
            f64::from(off.distance.abs()) < 2e-4 * size,
            "{what}: {point} is {} off {body:?}",
            off.distance
        );
    }
    if d > 1e-5 * size {
        // Nearest points prove an upper bound, being points of the bodies so far apart.
        assert!(
            (way.length() - d).abs() < 1e-5 * size,
            "{what}: points {} apart, distance {d}",
            way.length()
        );
    }
}

#[test]
fn distance_of_random_pairs_agrees_with_a_slow_search() {
    let mut random = Key::new(5, 1).sequence();
    for kind_a in 0..KINDS {
        for kind_b in 0..KINDS {
            for _ in 0..20 {
                let a = body(kind_a, 1.0, &mut random);
                let b = body(kind_b, 1.0, &mut random);
                let pose = Pose::new(
                    solids::direction(&mut random) * (random.uniform_in(0.0, 2.5) as f32),
                    rotation(&mut random),
                );
                let closest = cold(&a, &b, &pose);
                check_form(&a, &b, &pose, &closest, &format!("{a:?} {b:?} {pose:?}"));
                if closest.distance >= 0.0 {
                    continue;
                }
                let size = extent(&a) + extent(&b);
                let slow = slow_distance(&a, &b, &Place::of(&pose), 300);
                let excess = (slow - f64::from(closest.distance)) / size;
                assert!(
                    excess < 1e-4,
                    "{a:?} {b:?} {pose:?}: {closest:?}, slow {slow}"
                );
            }
        }
    }
}

#[test]
fn touching_boxes_have_distance_zero_and_the_normal_of_the_face() {
    let cube = Convex::Box {
        half_extents: Vec3::ONE,
    };
    for normal in [Vec3::X, Vec3::Y, Vec3::Z, -Vec3::X, -Vec3::Y, -Vec3::Z] {
        let closest = cold(&cube, &cube, &Pose::from_position(normal * 2.0));
        assert!(closest.distance.abs() < 1e-6, "{closest:?}");
        assert!((closest.normal - normal).length() < 1e-6, "{closest:?}");
    }
}

#[test]
fn overlapping_cubes_in_line_part_by_the_shortest_way() {
    let cube = Convex::Box {
        half_extents: Vec3::ONE,
    };
    for step in 0..40 {
        let shift = 0.05 * step as f32;
        let pose = Pose::from_position(Vec3::new(shift, 0.25 * shift, -0.125 * shift));
        let closest = cold(&cube, &cube, &pose);
        assert!(
            (closest.distance - (shift - 2.0)).abs() < 2e-6,
            "{shift}: {closest:?}"
        );
        if step > 0 {
            assert!(
                (closest.normal - Vec3::X).length() < 1e-6,
                "{shift}: {closest:?}"
            );
        }
    }
}

#[test]
fn a_body_in_the_same_place_as_its_twin_parts_by_its_least_width() {
    let cases: [(Convex<'_>, f32); 6] = [
        (Convex::Sphere { radius: 0.7 }, 1.4),
        (
            Convex::Box {
                half_extents: Vec3::new(0.4, 0.5, 0.6),
            },
            0.8,
        ),
        (
            Convex::Capsule {
                half_height: 0.5,
                radius: 0.25,
            },
            0.5,
        ),
        (
            Convex::Cylinder {
                half_height: 0.5,
                radius: 0.3,
            },
            0.6,
        ),
        // From a flank to the far end of the base: the height of an axial section over its side.
        (
            Convex::Cone {
                half_height: 0.5,
                radius: 0.5,
            },
            2.0 * 0.5 / 1.25_f32.sqrt(),
        ),
        (Convex::Triangle([Vec3::ZERO, Vec3::X, Vec3::Z]), 0.0),
    ];
    for (body, width) in cases {
        let closest = cold(&body, &body, &Pose::IDENTITY);
        assert!(
            (closest.distance + width).abs() < 1e-4,
            "{body:?}: {closest:?}, {width}"
        );
        assert!(
            (closest.normal.length() - 1.0).abs() < 1e-6,
            "{body:?}: {closest:?}"
        );
    }
}

#[test]
fn deepest_points_of_bodies_of_uneven_size_lie_on_their_surfaces() {
    let mut random = Key::new(5, 2).sequence();
    for round in 0..6000 {
        let mut size = || voltex_math::f64::exp(random.uniform_in(-4.0, 2.0));
        let (size_a, size_b) = (size(), size());
        let a = body(round % KINDS, size_a, &mut random);
        let b = body(round / KINDS % KINDS, size_b, &mut random);
        let apart = random.uniform_in(0.0, 1.0) * (size_a + size_b);
        let pose = Pose::new(
            solids::direction(&mut random) * (apart as f32),
            rotation(&mut random),
        );
        check_form(
            &a,
            &b,
            &pose,
            &cold(&a, &b, &pose),
            &format!("{round}: {a:?} {b:?} {pose:?}"),
        );
    }
}

#[test]
fn round_bodies_that_are_nearly_as_deep_in_all_directions_part_across_their_axis() {
    // A cylinder and a capsule on nearly the same axis: no direction across it is much better than another, so
    // that triangles all round would have to be fine, and tilted directions win over level ones.
    let cylinder = Convex::Cylinder {
        half_height: 0.7248249,
        radius: 0.9575535,
    };
    let capsule = Convex::Capsule {
        half_height: 0.4938197,
        radius: 0.6016026,
    };
    for beside in [0.0, 1e-6, 0.0018_f32] {
        let pose = Pose::from_position(Vec3::new(0.6 * beside, -0.003, -0.8 * beside));
        let closest = cold(&cylinder, &capsule, &pose);
        check_form(&cylinder, &capsule, &pose, &closest, &format!("{beside}"));
        let depth = 0.9575535 + 0.6016026 - beside;
        assert!(
            (closest.distance + depth).abs() < 1e-5,
            "{beside}: {closest:?}"
        );
        assert!(closest.normal.y.abs() < 1e-4, "{beside}: {closest:?}");
    }
}
