//! Distances of awkward bodies: thin, huge, flat, touching, with any cache, far away, not finite.

mod solids;

use solids::{KINDS, Place, body, extent, gap_along, rotation};
use voltex_math::random::{Key, Sequence};
use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::gjk::{Closest, SimplexCache, closest_within, distance, overlap, separation};
use voltex_physics::{Convex, Hull};

fn cold(a: &Convex<'_>, b: &Convex<'_>, pose: &Pose) -> Closest {
    distance(a, b, pose, &mut SimplexCache::default())
}

fn some_pose(apart: f64, random: &mut Sequence) -> Pose {
    Pose::new(
        solids::direction(random) * (random.uniform_in(0.0, apart) as f32),
        rotation(random),
    )
}

/// Thirty-two points in a ball of radius `size`.
fn pebble(size: f32, random: &mut Sequence) -> Hull {
    let points: Vec<Vec3> = (0..32).map(|_| solids::direction(random) * size).collect();
    Hull::from_points(&points).unwrap()
}

/// The answer is as near as its points and as far as its normal proves; for an overlap it is at least no less
/// deep than the normal proves.
fn proved(a: &Convex<'_>, b: &Convex<'_>, pose: &Pose, closest: &Closest, tolerance: f64) {
    let what = format!("{a:?} {b:?} {pose:?} {closest:?}");
    let n = closest.normal.as_dvec3();
    assert!((n.length() - 1.0).abs() < 1e-6, "{what}");
    let along = gap_along(a, b, &Place::of(pose), n.normalize());
    let d = f64::from(closest.distance);
    assert!((along - d).abs() < tolerance, "{along} {what}");
    let way = closest.point_on_b.as_dvec3() - closest.point_on_a.as_dvec3();
    let off = (way - n * d).length();
    assert!(off < tolerance, "{off} {what}");
}

#[test]
fn capsules_side_by_side_end_to_end_and_crossed_have_the_distance_of_their_segments() {
    let capsule = |half_height, radius| Convex::Capsule {
        half_height,
        radius,
    };
    let (long, short) = (capsule(2.0, 0.25), capsule(1.0, 0.5));
    let cases = [
        // Side by side: in the middle of what they share.
        (
            Vec3::new(3.0, 2.0, 0.0),
            Quat::IDENTITY,
            2.25,
            Vec3::new(0.25, 1.5, 0.0),
        ),
        // One beyond the end of the other, on the same line.
        (
            Vec3::new(0.0, 5.0, 0.0),
            Quat::IDENTITY,
            1.25,
            Vec3::new(0.0, 2.25, 0.0),
        ),
        // Across, one over the other.
        (
            Vec3::new(0.5, 1.0, 3.0),
            Quat::from_rotation_z(1.5),
            2.25,
            Vec3::new(0.0, 1.0 + 0.5 / voltex_math::f32::tan(1.5), 0.25),
        ),
        // The end of the second against the middle of the first: turned to lie along x.
        (
            Vec3::new(4.0, 0.5, 0.0),
            Quat::from_rotation_arc(Vec3::Y, Vec3::X),
            2.25,
            Vec3::new(0.25, 0.5, 0.0),
        ),
        // Crossing through one another.
        (
            Vec3::new(0.0, 0.5, 0.0),
            Quat::from_rotation_arc(Vec3::Y, Vec3::X),
            -0.75,
            Vec3::ZERO,
        ),
    ];
    for (index, (position, turn, gap, on_a)) in cases.into_iter().enumerate() {
        let pose = Pose::new(position, turn);
        let closest = cold(&long, &short, &pose);
        assert!((closest.distance - gap).abs() < 1e-6, "{index} {closest:?}");
        if gap > 0.0 {
            assert!(
                (closest.point_on_a - on_a).length() < 1e-6,
                "{index} {closest:?}"
            );
        }
    }
    // On the same axis, overlapping: out across it.
    let closest = cold(&long, &short, &Pose::from_position(Vec3::Y));
    assert!(
        (closest.distance + 0.75).abs() < 1e-6 && closest.normal.y.abs() < 1e-6,
        "{closest:?}"
    );
}

#[test]
fn balls_in_one_place_part_upwards() {
    let ball = |radius| Convex::Sphere { radius };
    let closest = cold(
        &ball(0.5),
        &ball(0.25),
        &Pose::from_rotation(Quat::from_rotation_z(1.0)),
    );
    assert_eq!((closest.normal, closest.distance), (Vec3::Y, -0.75));
    assert!(
        (closest.point_on_a - Vec3::Y * 0.5).length() < 1e-7,
        "{closest:?}"
    );
    assert!(
        (closest.point_on_b + Vec3::Y * 0.25).length() < 1e-7,
        "{closest:?}"
    );
}

#[test]
fn blades_and_needles_a_million_times_as_long_as_thick() {
    let mut random = Key::new(6, 1).sequence();
    let blade = Convex::Box {
        half_extents: Vec3::new(1e-3, 1.0, 1e3),
    };
    let needle = Convex::Cylinder {
        half_height: 1e3,
        radius: 1e-3,
    };
    let spike = Convex::Cone {
        half_height: 1e3,
        radius: 1e-3,
    };
    let coin = Convex::Cylinder {
        half_height: 1e-3,
        radius: 1e2,
    };
    let thin = Hull::from_points(
        &[-1.0, 1.0]
            .map(|x| [-1.0, 1.0].map(|y| [-1.0, 1.0].map(|z| Vec3::new(x * 1e-1, y, z * 1e2))))
            .concat()
            .concat(),
    )
    .unwrap();
    let marble = Convex::Sphere { radius: 1e-2 };
    let bodies = [blade, needle, spike, coin, Convex::Hull(&thin), marble];
    for round in 0..1800 {
        let (a, b) = (bodies[round % 6], bodies[round / 6 % 6]);
        let pose = some_pose(if round % 2 == 0 { 0.5 } else { 300.0 }, &mut random);
        let closest = cold(&a, &b, &pose);
        let size = extent(&a) + extent(&b) + f64::from(pose.position.length());
        proved(&a, &b, &pose, &closest, 1e-6 * size);
        assert_eq!(
            overlap(&a, &b, &pose, &mut SimplexCache::default()),
            closest.distance <= 0.0
        );
    }
}

#[test]
fn a_marble_and_a_pebble_on_a_kilometre_of_floor() {
    let mut random = Key::new(6, 2).sequence();
    let floor = Convex::Box {
        half_extents: Vec3::new(1000.0, 1.0, 1000.0),
    };
    let pebble = pebble(0.02, &mut random);
    for round in 0..300 {
        // Multiples of 1/1024 m, so that the height over the floor is known.
        let height = (random.uniform_in(-20.0, 100.0) as i32) as f32 / 1024.0;
        let place = Vec3::new(
            random.uniform_in(-900.0, 900.0) as f32,
            1.0 + height,
            random.uniform_in(-900.0, 900.0) as f32,
        );
        let pose = Pose::new(place, rotation(&mut random));
        let body = [
            Convex::Sphere { radius: 0.02 },
            Convex::Hull(&pebble),
            Convex::Box {
                half_extents: Vec3::splat(0.02),
            },
            Convex::Cylinder {
                half_height: 0.02,
                radius: 0.01,
            },
            Convex::Cone {
                half_height: 0.02,
                radius: 0.01,
            },
        ][round % 5];
        let closest = cold(&floor, &body, &pose);
        let low = gap_along(&floor, &body, &Place::of(&pose), Vec3::Y.as_dvec3());
        assert!(
            (f64::from(closest.distance) - low).abs() < 1e-5 * 0.02,
            "{low} {closest:?}"
        );
        assert!((closest.normal - Vec3::Y).length() < 1e-5, "{closest:?}");
    }
}

#[test]
fn flat_bodies_touch_or_pass_through_one_another() {
    let flat = Convex::Triangle([Vec3::ZERO, Vec3::X, Vec3::Z]);
    // In one plane, overlapping: nothing to push along the plane's normal.
    let closest = cold(&flat, &flat, &Pose::from_position(Vec3::new(0.1, 0.0, 0.1)));
    assert!(
        closest.distance.abs() < 1e-7 && closest.normal.y.abs() > 0.999,
        "{closest:?}"
    );
    // In one plane, apart, corner to side.
    let closest = cold(&flat, &flat, &Pose::from_position(Vec3::new(2.0, 0.0, 0.0)));
    assert!((closest.distance - 1.0).abs() < 1e-6, "{closest:?}");
    // One upright through the other: the shortest push is across its own plane or its length.
    let upright = Pose::new(Vec3::new(0.25, -0.5, 0.25), Quat::from_rotation_x(-1.5));
    let closest = cold(&flat, &flat, &upright);
    proved(&flat, &flat, &upright, &closest, 1e-6);
    assert!(closest.distance < 0.0, "{closest:?}");
    // A segment in the plane of a triangle, as a capsule.
    let rod = Convex::Capsule {
        half_height: 0.2,
        radius: 0.05,
    };
    let lying = Pose::new(
        Vec3::new(0.25, 0.0, 0.25),
        Quat::from_rotation_z(std::f32::consts::FRAC_PI_2),
    );
    let closest = cold(&flat, &rod, &lying);
    assert!((closest.distance + 0.05).abs() < 1e-5, "{closest:?}");
    assert!(closest.normal.y.abs() > 0.999, "{closest:?}");
}

#[test]
fn any_cache_gives_the_same_answer() {
    let mut random = Key::new(6, 3).sequence();
    let stone = pebble(0.7, &mut random);
    let draw = |kind: usize, random: &mut Sequence| match kind {
        KINDS => Convex::Hull(&stone),
        kind => body(kind, 1.0, random),
    };
    for round in 0..4000 {
        let a = draw(round % (KINDS + 1), &mut random);
        let b = draw(round / (KINDS + 1) % (KINDS + 1), &mut random);
        let pose = some_pose(2.5, &mut random);
        let expected = cold(&a, &b, &pose);
        let size = (extent(&a) + extent(&b)) as f32;
        let mut number = || random.below(u64::from(u32::MAX) + 1).unwrap() as u32;
        let mut cache = SimplexCache {
            ids: [(); 3].map(|()| [number(), number()]),
            count: (round % 256) as u8,
        };
        let first = distance(&a, &b, &pose, &mut cache);
        // Its own cache, and that of a place nearby.
        let again = distance(&a, &b, &pose, &mut cache);
        let near = Pose::new(pose.position + Vec3::splat(0.01), pose.rotation);
        let mut moved = SimplexCache::default();
        let _ = distance(&a, &b, &near, &mut moved);
        let from_near = distance(&a, &b, &pose, &mut moved);
        for answer in [first, again, from_near] {
            let tolerance = if expected.distance > 0.0 { 1e-6 } else { 1e-4 };
            assert!(
                (answer.distance - expected.distance).abs() < tolerance * size,
                "{a:?} {b:?} {pose:?}: {answer:?}, cold {expected:?}"
            );
        }
    }
}

#[test]
fn exchanging_the_bodies_mirrors_the_answer() {
    let mut random = Key::new(6, 4).sequence();
    for round in 0..3000 {
        let a = body(round % KINDS, 1.0, &mut random);
        let b = body(round / KINDS % KINDS, 1.0, &mut random);
        let pose = some_pose(2.5, &mut random);
        let forth = cold(&a, &b, &pose);
        let back = cold(&b, &a, &pose.inverse()).transformed(&pose).flipped();
        let size = (extent(&a) + extent(&b)) as f32;
        let tolerance = if forth.distance > 0.0 { 2e-6 } else { 1e-4 };
        assert!(
            (forth.distance - back.distance).abs() < tolerance * size,
            "{forth:?} {back:?}"
        );
        if forth.distance > 0.05 {
            assert!(
                (forth.normal - back.normal).length() < 1e-3,
                "{a:?} {b:?} {forth:?} {back:?}"
            );
        }
    }
}

#[test]
fn moving_both_bodies_changes_nothing() {
    let mut random = Key::new(6, 5).sequence();
    for round in 0..1500 {
        let a = body(round % KINDS, 1.0, &mut random);
        let b = body(round / KINDS % KINDS, 1.0, &mut random);
        let pose = some_pose(2.5, &mut random);
        // Both bodies carried by a rigid motion of 10 m: poses in f32 are worth 1e-6 m there.
        let carried = Pose::new(solids::direction(&mut random) * 10.0, rotation(&mut random));
        let there = carried.relative(&(carried * pose));
        let (here, there) = (cold(&a, &b, &pose), cold(&a, &b, &there));
        let tolerance = if here.distance > 0.0 { 5e-6 } else { 1e-4 };
        assert!(
            (here.distance - there.distance).abs() < tolerance,
            "{here:?} {there:?}"
        );
    }
}

#[test]
fn a_limit_leaves_out_what_is_beyond_and_nothing_else() {
    let mut random = Key::new(6, 6).sequence();
    for round in 0..3000 {
        let a = body(round % KINDS, 1.0, &mut random);
        let b = body(round / KINDS % KINDS, 1.0, &mut random);
        let pose = some_pose(3.0, &mut random);
        let whole = cold(&a, &b, &pose);
        let limit = random.uniform_in(0.0, 1.0) as f32;
        let found = closest_within(&a, &b, &pose, limit, &mut SimplexCache::default());
        assert_eq!(
            found,
            (whole.distance <= limit).then_some(whole),
            "{a:?} {b:?} {pose:?}"
        );
        let apart = separation(&a, &b, &pose, &mut SimplexCache::default());
        assert_eq!(apart, (whole.distance > 0.0).then_some(whole));
        let together = overlap(&a, &b, &pose, &mut SimplexCache::default());
        assert_eq!(
            together,
            whole.distance <= 0.0,
            "{a:?} {b:?} {pose:?} {whole:?}"
        );
    }
}

#[test]
fn numbers_that_are_not_finite_are_infinitely_far() {
    let mut random = Key::new(6, 7).sequence();
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for kind_a in 0..KINDS {
            for kind_b in 0..KINDS {
                let (a, b) = (
                    body(kind_a, 1.0, &mut random),
                    body(kind_b, 1.0, &mut random),
                );
                for pose in [
                    Pose::from_position(Vec3::new(0.0, bad, 0.0)),
                    Pose::from_rotation(Quat::from_xyzw(bad, 0.0, 0.0, 1.0)),
                    Pose::from_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)),
                ] {
                    let closest = cold(&a, &b, &pose);
                    assert!(closest.distance.is_infinite() || closest.distance.is_finite());
                    assert!(closest.normal.is_finite() && closest.point_on_b.is_finite());
                }
                assert_eq!(
                    cold(&a, &b, &Pose::from_position(Vec3::X * bad)),
                    Closest::FAR
                );
            }
        }
        for broken in [
            Convex::Sphere { radius: bad },
            Convex::Box {
                half_extents: Vec3::new(1.0, bad, 1.0),
            },
            Convex::Cylinder {
                half_height: bad,
                radius: 1.0,
            },
            Convex::Cone {
                half_height: 1.0,
                radius: bad,
            },
            Convex::Triangle([Vec3::ZERO, Vec3::X * bad, Vec3::Z]),
        ] {
            for kind in 0..KINDS {
                let whole = body(kind, 1.0, &mut random);
                for closest in [
                    cold(&broken, &whole, &Pose::IDENTITY),
                    cold(&whole, &broken, &Pose::IDENTITY),
                ] {
                    assert!(
                        closest.normal.is_finite() && !closest.distance.is_nan(),
                        "{broken:?} {whole:?} {closest:?}"
                    );
                }
            }
        }
    }
}
