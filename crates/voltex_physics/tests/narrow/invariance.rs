//! The frame in which a pair is given makes no difference.

use voltex_math::random::Key;
use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::narrow::{PieceContact, ShapeCache, contacts};
use voltex_physics::{Convex, Shape};

use crate::solids::{KINDS, body, direction, extent, rotation};

fn touch(a: &Convex, pose_a: &Pose, b: &Convex, pose_b: &Pose) -> Vec<PieceContact> {
    let mut out = Vec::new();
    let (a, b) = (Shape::Convex(*a), Shape::Convex(*b));
    contacts(
        &a,
        pose_a,
        &b,
        pose_b,
        0.02,
        &mut ShapeCache::default(),
        &mut out,
    );
    out
}

/// Moved together, both bodies keep their contact: within 1e-5 of their size for a turn, and far out within the
/// spacing of the numbers that hold the positions.
#[test]
fn moving_both_bodies_moves_the_contact() {
    let mut random = Key::new(21, 4).sequence();
    for kind_a in 0..KINDS {
        for kind_b in 0..KINDS {
            for _ in 0..40 {
                let a = body(kind_a, 1.0, &mut random);
                let b = body(kind_b, 1.0, &mut random);
                let size = (extent(&a) + extent(&b)) as f32;
                let pose = Pose::new(
                    direction(&mut random) * (random.uniform_in(0.2, 1.0) as f32 * size),
                    rotation(&mut random),
                );
                let still = touch(&a, &Pose::IDENTITY, &b, &pose);
                let move_by = Pose::new(direction(&mut random) * 3.0, rotation(&mut random));
                let moved = touch(&a, &move_by, &b, &(move_by * pose));
                let deepest = |found: &[PieceContact]| {
                    found
                        .first()
                        .and_then(|contact| contact.manifold.deepest())
                        .map(|point| point.depth)
                };
                match (deepest(&still), deepest(&moved)) {
                    (Some(one), Some(other)) => {
                        let allowed = 1e-3 * one.abs() + 1e-4 * size;
                        assert!(
                            (one - other).abs() < allowed,
                            "{a:?} {b:?} {pose:?}: {one} {other}"
                        );
                    }
                    (None, None) => {}
                    (one, other) => {
                        let depth = one.or(other).unwrap_or(0.0);
                        assert!(depth < -0.02 + 1e-5 * size, "{a:?} {b:?} {pose:?}: {depth}");
                    }
                }
            }
        }
    }
}

/// Depths come from the relative pose, so a kilometre away a box still rests where it does at home: its positions
/// are multiples of 2^-14 m there, and so are those below.
#[test]
fn far_from_the_origin_depth_is_as_exact_as_the_positions() {
    let floor = Convex::Box {
        half_extents: Vec3::new(8.0, 1.0, 8.0),
    };
    let cube = Convex::Box {
        half_extents: Vec3::splat(0.5),
    };
    let far = Vec3::new(65_536.0, 1024.0, -32_768.0);
    let up = 1.5 - 0.007_812_5;
    let home = touch(
        &floor,
        &Pose::IDENTITY,
        &cube,
        &Pose::from_position(Vec3::Y * up),
    );
    let away = touch(
        &floor,
        &Pose::from_position(far),
        &cube,
        &Pose::new(far + Vec3::Y * up, Quat::IDENTITY),
    );
    let depths = |found: &[PieceContact]| -> Vec<f32> {
        found[0]
            .manifold
            .points()
            .iter()
            .map(|point| point.depth)
            .collect()
    };
    assert_eq!(depths(&home), depths(&away));
    assert_eq!(depths(&home), [0.007_812_5; 4]);
}
