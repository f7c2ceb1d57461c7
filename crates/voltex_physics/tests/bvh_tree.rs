//! Boxes in, pairs out.

use proptest::prelude::*;
use voltex_ecs::{Entity, World};
use voltex_math::random::{Key, uniform};
use voltex_math::{Aabb, Vec3};
use voltex_physics::broad::BvhTree;

fn with_entities(boxes: &[Aabb]) -> Vec<(Entity, Aabb)> {
    let mut world = World::new();
    boxes
        .iter()
        .map(|bounds| (world.spawn(), *bounds))
        .collect()
}

proptest! {
    #[test]
    fn pairs_are_those_of_every_two_boxes(
        corners in prop::collection::vec(((-9_i8..9, -9_i8..9, -9_i8..9), (0_i8..5, 0_i8..5, 0_i8..5)), 0..80),
    ) {
        let vector = |(x, y, z): (i8, i8, i8)| Vec3::new(x.into(), y.into(), z.into());
        let mut boxes: Vec<Aabb> = corners.iter().map(|(at, size)| Aabb::new(vector(*at), vector(*at) + vector(*size))).collect();
        boxes.push(Aabb { min: Vec3::NAN, max: Vec3::NAN });
        let boxes = with_entities(&boxes);
        let mut expected = Vec::new();
        for (i, (a, first)) in boxes.iter().enumerate() {
            expected.extend(boxes[i + 1..].iter().filter(|(_, second)| first.intersects(second)).map(|(b, _)| (*a, *b)));
        }
        prop_assert_eq!(BvhTree::build(&boxes).query_pairs(), expected);
    }
}

/// Boxes that all lie upon each other, one of them everything: more waits to be visited than has a fixed place.
#[test]
fn boxes_in_one_place_are_all_pairs() {
    let mut boxes = vec![Aabb::new(Vec3::ZERO, Vec3::ONE); 700];
    boxes[350] = Aabb::new(Vec3::NEG_INFINITY, Vec3::INFINITY);
    let boxes = with_entities(&boxes);
    let expected: Vec<_> = (0..boxes.len())
        .flat_map(|i| (i + 1..boxes.len()).map(move |j| (i, j)))
        .map(|(i, j)| (boxes[i].0, boxes[j].0))
        .collect();
    assert!(BvhTree::build(&boxes).query_pairs() == expected);
}

/// The tests of boxes against boxes that a thousand and a hundred thousand scattered boxes take grow as n log n, not
/// as n^2: an earlier design collected all leaves and tested every pair.
#[test]
fn broad_phase_does_not_test_all_pairs() {
    let tests = |count: u64| {
        // As many boxes in every cubic metre, whatever their number.
        let side = voltex_math::f64::cbrt(count as f64) * 2.0;
        let key = Key::new(5, count);
        let at = |i: u64, axis: u64| uniform(key, 3 * i + axis) as f32 * side as f32;
        let boxes: Vec<Aabb> = (0..count)
            .map(|i| {
                Aabb::from_center_half_extents(
                    Vec3::new(at(i, 0), at(i, 1), at(i, 2)),
                    Vec3::splat(0.5),
                )
            })
            .collect();
        let (pairs, tests) = BvhTree::build(&with_entities(&boxes)).query_pairs_counted();
        // Two unit cubes overlap where the centres differ by less than 1 along each axis: (8 / 8) / 2 pairs a box.
        assert!((pairs.len() as f64 / count as f64 - 0.5).abs() < 0.1);
        tests as f64
    };
    let (small, large) = (tests(1_000), tests(100_000));
    // n log n grows by 100 * ln(100,000) / ln(1,000) = 167, n^2 by 10,000.
    assert!(large / small < 200.0, "{small} tests, then {large}");
    assert!(large / 100_000.0 < 200.0, "{large} tests of 100,000 boxes");
}
