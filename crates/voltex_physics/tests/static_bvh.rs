//! The tree that is built once, beside a look at every box.

use proptest::prelude::*;
use voltex_math::{Aabb, Vec3};
use voltex_physics::broad::StaticBvh;

/// Coordinates that coincide often, so that touching, flat and equal boxes are common.
fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![
        (-8_i8..8).prop_map(f32::from),
        -10.0_f32..10.0,
        Just(0.0),
        Just(1e-30),
        Just(-3e4),
    ]
}

fn point() -> impl Strategy<Value = Vec3> {
    (coordinate(), coordinate(), coordinate()).prop_map(Vec3::from)
}

fn any_box() -> impl Strategy<Value = Aabb> {
    prop_oneof![
        4 => (point(), point()).prop_map(|(a, b)| Aabb::new(a, b)),
        4 => (point(), 0.0_f32..2.0).prop_map(|(c, h)| Aabb::from_center_half_extents(c, Vec3::splat(h))),
        1 => point().prop_map(|p| Aabb::new(p, p)),
        1 => Just(Aabb { min: Vec3::splat(f32::NEG_INFINITY), max: Vec3::splat(f32::INFINITY) }),
        1 => Just(Aabb { min: Vec3::splat(f32::NAN), max: Vec3::ONE }),
        1 => Just(Aabb { min: Vec3::ONE, max: Vec3::ZERO }),
    ]
}

fn boxes() -> impl Strategy<Value = Vec<Aabb>> {
    prop_oneof![
        3 => prop::collection::vec(any_box(), 0..120),
        1 => (any_box(), 1_usize..100).prop_map(|(one, count)| vec![one; count]),
    ]
}

fn is_box(bounds: &Aabb) -> bool {
    bounds.min.cmple(bounds.max).all()
}

/// Time at which the exact ray enters the box, in f64 by intervals of the parameter.
fn enters(bounds: &Aabb, start: &Aabb, direction: Vec3) -> Option<f64> {
    let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
    for axis in 0..3 {
        let low = f64::from(bounds.min[axis]) - f64::from(start.max[axis]);
        let high = f64::from(bounds.max[axis]) - f64::from(start.min[axis]);
        let step = f64::from(direction[axis]);
        if step == 0.0 {
            if low > 0.0 || high < 0.0 {
                return None;
            }
            continue;
        }
        let (a, b) = (low / step, high / step);
        let (near, far) = if a < b { (a, b) } else { (b, a) };
        enter = if near > enter { near } else { enter };
        leave = if far < leave { far } else { leave };
    }
    (enter <= leave).then_some(enter)
}

proptest! {
    #[test]
    fn overlaps_are_those_of_every_box(boxes in boxes(), query in any_box()) {
        let tree = StaticBvh::build(&boxes);
        let mut found = Vec::new();
        tree.overlaps(&query, |index| found.push(index as usize));
        found.sort_unstable();
        let expected: Vec<usize> = (0..boxes.len())
            .filter(|&i| is_box(&query) && is_box(&boxes[i]) && boxes[i].intersects(&query))
            .collect();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(tree.len(), boxes.iter().filter(|b| is_box(b)).count());
    }

    /// No box is lost that the exact ray meets, and none is added beyond the rounding.
    #[test]
    fn rays_meet_every_box_on_their_way(
        boxes in boxes(), start in point(), direction in point(), extent in 0.0_f32..2.0, t_max in 0.0_f32..50.0,
    ) {
        let tree = StaticBvh::build(&boxes);
        let point = Aabb::new(start, start);
        let moving = Aabb::from_center_half_extents(start, Vec3::splat(extent));
        let mut by_ray = Vec::new();
        tree.cast_ray(start, direction, t_max, |index, limit| {
            by_ray.push(index as usize);
            limit
        });
        let mut by_box = Vec::new();
        tree.cast_box(&moving, direction, t_max, |index, limit| {
            by_box.push(index as usize);
            limit
        });
        for (found, start) in [(by_ray, point), (by_box, moving)] {
            for (index, bounds) in boxes.iter().enumerate() {
                let times = found.iter().filter(|&&i| i == index).count();
                let met = is_box(bounds)
                    && enters(bounds, &start, direction).is_some_and(|t| t <= f64::from(t_max));
                prop_assert!(times <= 1);
                if met {
                    prop_assert_eq!(times, 1, "box {:?} was missed", bounds);
                } else if times == 1 {
                    let slack = 1e-5 * (1.0 + (bounds.max - bounds.min).abs().max_element() + start.max.abs().max_element());
                    let grown = bounds.expanded(slack);
                    prop_assert!(enters(&grown, &start, direction)
                        .is_some_and(|t| t <= f64::from(t_max) * (1.0 + 1e-5)));
                }
            }
        }
    }

    /// A visitor that shortens the ray at each hit ends with the first hit of all.
    #[test]
    fn shortened_ray_finds_the_first_hit(boxes in boxes(), start in point(), direction in point()) {
        prop_assume!(direction != Vec3::ZERO);
        let tree = StaticBvh::build(&boxes);
        let hit = |index: usize, limit: f32| {
            let bounds = &boxes[index];
            is_box(bounds).then(|| bounds.ray_intersection(start, direction, limit)).flatten()
        };
        let mut first = None;
        tree.cast_ray(start, direction, 1e6, |index, limit| match hit(index as usize, limit) {
            Some(t) => { first = Some(t); t }
            None => limit,
        });
        let expected = (0..boxes.len()).filter_map(|i| hit(i, 1e6)).min_by(f32::total_cmp);
        prop_assert_eq!(first, expected);
    }

    #[test]
    fn closest_finds_the_nearest_box(boxes in boxes(), from in point()) {
        let tree = StaticBvh::build(&boxes);
        let distance = |index: usize| (boxes[index].closest_point(from) - from).length_squared();
        let mut nearest = None;
        tree.closest(&Aabb::new(from, from), f32::INFINITY, |index, limit| {
            let squared = distance(index as usize);
            if squared < limit {
                nearest = Some(squared);
                squared
            } else {
                limit
            }
        });
        let expected = (0..boxes.len()).filter(|&i| is_box(&boxes[i])).map(distance).min_by(f32::total_cmp);
        prop_assert_eq!(nearest, expected);
    }

    #[test]
    fn same_boxes_give_the_same_tree(boxes in boxes()) {
        prop_assert_eq!(StaticBvh::build(&boxes), StaticBvh::build(&boxes));
    }
}

#[test]
fn queries_that_are_not_finite_meet_nothing() {
    let tree = StaticBvh::build(&[Aabb::new(-Vec3::ONE, Vec3::ONE)]);
    for bad in [f32::NAN, f32::INFINITY] {
        tree.cast_ray(Vec3::splat(bad), Vec3::X, 1.0, |_, _| unreachable!());
        tree.cast_ray(Vec3::ZERO, Vec3::splat(bad), 1.0, |_, _| unreachable!());
        tree.closest(
            &Aabb {
                min: Vec3::splat(bad),
                max: Vec3::ONE,
            },
            1.0,
            |_, _| unreachable!(),
        );
    }
    tree.cast_ray(Vec3::ZERO, Vec3::X, f32::NAN, |_, _| unreachable!());
    tree.overlaps(
        &Aabb {
            min: Vec3::NAN,
            max: Vec3::NAN,
        },
        |_| unreachable!(),
    );
    assert!(StaticBvh::build(&[]).is_empty());
}

/// All boxes on one spot, and boxes whose sizes grow by powers of two, where cuts by area are lopsided: both stay
/// quick and complete.
#[test]
fn lopsided_boxes_are_all_found() {
    let equal = vec![Aabb::new(Vec3::ZERO, Vec3::ONE); 20_000];
    let growing: Vec<Aabb> = (0..20_000)
        .map(|i| {
            let size = f32::from_bits((i % 120 + 60) << 23);
            Aabb::new(Vec3::splat(size), Vec3::splat(size * 1.5))
        })
        .collect();
    for boxes in [equal, growing] {
        let tree = StaticBvh::build(&boxes);
        let mut seen = vec![false; boxes.len()];
        let all = Aabb {
            min: Vec3::splat(-1.0),
            max: Vec3::splat(f32::INFINITY),
        };
        tree.overlaps(&all, |index| seen[index as usize] = true);
        assert!(seen.into_iter().all(|seen| seen));
    }
}
