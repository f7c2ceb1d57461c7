//! `Aabb` against models that are too slow to be wrong.

use proptest::prelude::*;
use voltex_math::{AABB, Aabb, Vec3};

/// Coordinates on a coarse grid, so that touching faces and zero components really occur.
fn grid() -> impl Strategy<Value = f32> {
    (-6_i32..=6).prop_map(|i| i as f32 * 0.5)
}

fn grid_point() -> impl Strategy<Value = Vec3> {
    (grid(), grid(), grid()).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

fn grid_box() -> impl Strategy<Value = Aabb> {
    (grid_point(), grid_point()).prop_map(|(a, b)| Aabb::new(a, b))
}

fn free_point() -> impl Strategy<Value = Vec3> {
    let axis = -50.0_f32..50.0;
    (axis.clone(), axis.clone(), axis).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

/// Entry of a ray by looking at every face plane in f64 and keeping the least parameter whose
/// point lies in the box.
fn naive_ray(bounds: &Aabb, origin: Vec3, direction: Vec3, t_max: f32) -> Option<f64> {
    let (o, d) = (origin.as_dvec3(), direction.as_dvec3());
    let (low, high) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
    let mut best: Option<f64> = None;
    let mut candidates = vec![0.0];
    for axis in 0..3 {
        for plane in [low[axis], high[axis]] {
            if d[axis] != 0.0 {
                candidates.push((plane - o[axis]) / d[axis]);
            }
        }
    }
    for t in candidates {
        let point = o + d * t;
        let inside = point.cmpge(low - 1e-9).all() && point.cmple(high + 1e-9).all();
        if inside && (0.0..=f64::from(t_max)).contains(&t) && best.is_none_or(|b| t < b) {
            best = Some(t);
        }
    }
    best
}

#[test]
fn touching_boxes_intersect_and_parted_boxes_do_not() {
    let unit = Aabb::new(Vec3::ZERO, Vec3::ONE);
    for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
        assert!(unit.intersects(&Aabb::new(axis, axis + Vec3::ONE)));
        let parted = axis * 1.0_f32.next_up();
        assert!(!unit.intersects(&Aabb::new(parted, parted + Vec3::ONE)));
    }
    assert!(unit.intersects(&Aabb::new(Vec3::ONE, Vec3::splat(2.0))));
}

#[test]
fn measures_of_a_known_box() {
    let bounds = AABB::from_center_half_extents(Vec3::new(1.0, 2.0, 3.0), Vec3::new(0.5, 1.0, 1.5));
    assert_eq!(bounds.min, Vec3::new(0.5, 1.0, 1.5));
    assert_eq!(bounds.max, Vec3::new(1.5, 3.0, 4.5));
    assert_eq!(bounds.center(), Vec3::new(1.0, 2.0, 3.0));
    assert_eq!(bounds.half_extents(), Vec3::new(0.5, 1.0, 1.5));
    // Edges 1, 2, 3: 2 (2 + 6 + 3).
    assert_eq!(bounds.surface_area(), 22.0);
}

#[test]
fn rays_that_graze_a_face_or_start_inside() {
    let unit = Aabb::new(Vec3::ZERO, Vec3::ONE);
    let along_face = Vec3::new(-1.0, 1.0, 0.5);
    assert_eq!(unit.ray_intersection(along_face, Vec3::X, 10.0), Some(1.0));
    let above_face = Vec3::new(-1.0, 1.0_f32.next_up(), 0.5);
    assert_eq!(unit.ray_intersection(above_face, Vec3::X, 10.0), None);
    assert_eq!(
        unit.ray_intersection(Vec3::splat(0.5), -Vec3::Y, 0.0),
        Some(0.0)
    );
    assert_eq!(unit.ray_intersection(Vec3::splat(2.0), Vec3::X, 9.0), None);
    // The end of the ray on the face is a hit; one float short of it is not.
    let origin = Vec3::new(-1.0, 0.5, 0.5);
    assert_eq!(unit.ray_intersection(origin, Vec3::X, 1.0), Some(1.0));
    assert_eq!(
        unit.ray_intersection(origin, Vec3::X, 1.0_f32.next_down()),
        None
    );
    // A direction of negative zero runs inside the slab like one of positive zero.
    let direction = Vec3::new(1.0, -0.0, -0.0);
    assert_eq!(unit.ray_intersection(origin, direction, 5.0), Some(1.0));
}

#[test]
fn a_ray_without_direction_tests_its_origin() {
    let unit = Aabb::new(Vec3::ZERO, Vec3::ONE);
    assert_eq!(
        unit.ray_intersection(Vec3::splat(0.5), Vec3::ZERO, 1.0),
        Some(0.0)
    );
    assert_eq!(
        unit.ray_intersection(Vec3::splat(1.5), Vec3::ZERO, 1.0),
        None
    );
    assert_eq!(
        unit.ray_intersection(Vec3::splat(0.5), Vec3::ZERO, -1.0),
        None
    );
}

#[test]
fn a_nan_ray_hits_nothing() {
    let unit = Aabb::new(Vec3::ZERO, Vec3::ONE);
    for axis in 0..3 {
        let mut bad = Vec3::splat(0.5);
        bad[axis] = f32::NAN;
        assert_eq!(unit.ray_intersection(bad, Vec3::ONE, 9.0), None);
        assert_eq!(unit.ray_intersection(Vec3::splat(0.5), bad, 9.0), None);
    }
    let inside = Vec3::splat(0.5);
    assert_eq!(unit.ray_intersection(inside, Vec3::X, f32::NAN), None);
    assert_eq!(unit.ray_intersection(inside, Vec3::ZERO, f32::NAN), None);
}

#[test]
fn a_box_of_no_points_does_not_exist() {
    assert_eq!(Aabb::from_points([]), None);
    let hull = Aabb::from_points([Vec3::ONE, -Vec3::X, Vec3::Z * 4.0]).expect("three points");
    assert_eq!(
        hull,
        Aabb::new(Vec3::new(-1.0, 0.0, 0.0), Vec3::new(1.0, 1.0, 4.0))
    );
}

proptest! {
    #[test]
    fn intersection_is_a_shared_point(a in grid_box(), b in grid_box()) {
        // On the half-metre grid two closed boxes that meet share a grid point.
        let shared = (-6..=6).any(|i| (-6..=6).any(|j| (-6..=6).any(|k| {
            let point = Vec3::new(i as f32, j as f32, k as f32) * 0.5;
            a.contains_point(point) && b.contains_point(point)
        })));
        prop_assert_eq!(a.intersects(&b), shared);
        prop_assert_eq!(b.intersects(&a), shared);
    }

    #[test]
    fn merged_is_the_smallest_box_around_both(a in grid_box(), b in grid_box(), p in grid_point()) {
        let merged = a.merged(&b);
        prop_assert!(merged.contains(&a) && merged.contains(&b));
        prop_assert_eq!(merged, b.merged(&a));
        // Any box that holds both holds the merged one.
        let other = Aabb::new(p, p).merged(&a).merged(&b);
        prop_assert!(other.contains(&merged));
        prop_assert_eq!(other == merged, merged.contains_point(p));
    }

    #[test]
    fn contained_boxes_have_less_surface(a in grid_box(), b in grid_box()) {
        prop_assert!(a.merged(&b).surface_area() >= a.surface_area());
        prop_assert!(a.expanded(0.5).contains(&a));
    }

    #[test]
    fn center_and_half_extents_rebuild_the_box(a in grid_box()) {
        prop_assert_eq!(Aabb::from_center_half_extents(a.center(), a.half_extents()), a);
        prop_assert_eq!(Aabb::from_center_half_extents(a.center(), -a.half_extents()), a);
    }

    #[test]
    fn closest_point_is_no_farther_than_any_other(a in grid_box(), p in free_point(), q in grid_point()) {
        let closest = a.closest_point(p);
        prop_assert!(a.contains_point(closest));
        prop_assert_eq!(closest == p, a.contains_point(p));
        if a.contains_point(q) {
            prop_assert!(p.distance(closest) <= p.distance(q) * (1.0 + 1e-6));
        }
    }

    #[test]
    fn grid_rays_agree_with_the_naive_model(
        bounds in grid_box(), origin in grid_point(),
        d in (-2_i32..=2, -2_i32..=2, -2_i32..=2), t_max in 0.0_f32..8.0,
    ) {
        // Integer steps on a half grid: quotients by 1 and 2 are exact, so hits must agree exactly.
        let direction = Vec3::new(d.0 as f32, d.1 as f32, d.2 as f32);
        let fast = bounds.ray_intersection(origin, direction, t_max).map(f64::from);
        prop_assert_eq!(fast, naive_ray(&bounds, origin, direction, t_max));
    }

    #[test]
    fn free_rays_agree_with_the_naive_model(
        a in free_point(), b in free_point(), origin in free_point(), direction in free_point(),
    ) {
        let bounds = Aabb::new(a, b);
        let t_max = 10.0;
        match (bounds.ray_intersection(origin, direction, t_max), naive_ray(&bounds, origin, direction, t_max)) {
            (Some(fast), Some(naive)) => prop_assert!((f64::from(fast) - naive).abs() <= 1e-4 * (1.0 + naive)),
            (None, None) => {}
            // Only a ray through an edge, to rounding, may be judged differently.
            (fast, naive) => {
                let t = fast.map(f64::from).or(naive).expect("one of them hit");
                let point = origin.as_dvec3() + direction.as_dvec3() * t;
                let outside = (bounds.min.as_dvec3() - point).max(point - bounds.max.as_dvec3()).max_element();
                prop_assert!(outside.abs() < 1e-3, "missed a hit by {outside} m");
            }
        }
    }
}
