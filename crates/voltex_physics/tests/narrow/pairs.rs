//! What must hold of the contact of every pair of shapes.

use voltex_math::random::Key;
use voltex_math::{Pose, Vec3};
use voltex_physics::gjk::{SimplexCache, distance};
use voltex_physics::narrow::{PairCache, manifold};
use voltex_physics::{Convex, FeatureId, Manifold};

use std::sync::OnceLock;

use voltex_physics::Hull;

use crate::solids::{self, direction, extent, rotation};

const ROUNDS: usize = 100;

/// The bodies of the slow reference, and hulls.
const KINDS: usize = solids::KINDS + 1;

/// Hulls of a few to many corners.
fn hulls() -> &'static [Hull] {
    static HULLS: OnceLock<Vec<Hull>> = OnceLock::new();
    HULLS.get_or_init(|| {
        let mut random = Key::new(11, 3).sequence();
        [4, 5, 6, 8, 12, 32, 100]
            .iter()
            .flat_map(|&count| {
                let stretch = [Vec3::ONE, Vec3::new(1.0, 0.2, 0.6)];
                stretch.map(|stretch| {
                    let points: Vec<Vec3> = (0..count)
                        .map(|_| direction(&mut random) * stretch)
                        .collect();
                    Hull::from_points(&points).unwrap()
                })
            })
            .collect()
    })
}

fn body(kind: usize, random: &mut voltex_math::random::Sequence) -> Convex<'static> {
    if kind < solids::KINDS {
        return solids::body(kind, 1.0, random);
    }
    let index = random.below(hulls().len() as u64).unwrap() as usize;
    Convex::Hull(&hulls()[index])
}

fn cold(a: &Convex, b: &Convex, pose: &Pose, margin: f32) -> Manifold {
    manifold(a, b, pose, margin, &mut PairCache::default())
}

/// Signed distance of a point from the surface of a body.
fn off_surface(body: &Convex, point: Vec3) -> f32 {
    let probe = Convex::Sphere { radius: 0.0 };
    let hit = cold(body, &probe, &Pose::from_position(point), f32::INFINITY);
    -hit.points()[0].depth
}

/// A pair in a pose in which the two overlap, touch or nearly do.
fn draw(
    kind_a: usize,
    kind_b: usize,
    random: &mut voltex_math::random::Sequence,
) -> (Convex<'static>, Convex<'static>, Pose) {
    let a = body(kind_a, random);
    let b = body(kind_b, random);
    let turn = rotation(random);
    let way = direction(random);
    let far = Pose::new(way * 10.0, turn);
    let gap = distance(&a, &b, &far, &mut SimplexCache::default());
    // Along the line of approach; the pair meets about here.
    let pose = Pose::new(
        way * (10.0 - gap.distance + random.uniform_in(-0.6, 0.1) as f32),
        turn,
    );
    (a, b, pose)
}

fn every_pair(seed: u64, mut check: impl FnMut(&Convex, &Convex, &Pose, &str)) {
    let mut random = Key::new(seed, 4).sequence();
    for kind_a in 0..KINDS {
        for kind_b in 0..KINDS {
            for _ in 0..ROUNDS {
                let (a, b, pose) = draw(kind_a, kind_b, &mut random);
                check(&a, &b, &pose, &format!("{a:?}\n{b:?}\n{pose:?}"));
            }
        }
    }
}

#[test]
fn points_obey_the_sign_rules_and_lie_on_the_surfaces() {
    every_pair(1, |a, b, pose, what| {
        let size = extent(a) as f32 + extent(b) as f32;
        let hit = cold(a, b, pose, 0.05);
        for point in hit.points() {
            assert!((hit.normal.length() - 1.0).abs() < 1e-5, "{what}");
            assert!(point.depth >= -0.05 - 1e-5, "{what}");
            let depth = (point.point_on_a - point.point_on_b).dot(hit.normal);
            assert!(
                (depth - point.depth).abs() < 2e-6 * size,
                "{what}: {depth} is not {}",
                point.depth
            );
            // Where rims overlap, a depth within 1e-4 leaves the place open by its square root.
            let round =
                |body: &Convex| matches!(body, Convex::Cylinder { .. } | Convex::Cone { .. });
            // The ends of capsules that lie within 0.1 rad share one normal: inside by 1 - cos 0.1.
            let rounded = a.rounding() > 0.0 && b.rounding() > 0.0;
            let tolerance = if round(a) || round(b) {
                2e-2
            } else if rounded {
                5e-3
            } else {
                1e-3
            } * size;
            let off = off_surface(a, point.point_on_a);
            assert!(off.abs() < tolerance, "{what}: {off} off A\n{hit:?}");
            let off = off_surface(b, pose.inverse_transform_point(point.point_on_b));
            assert!(off.abs() < tolerance, "{what}: {off} off B\n{hit:?}");
        }
    });
}

#[test]
fn depth_is_the_shortest_way_out_or_the_gap() {
    every_pair(2, |a, b, pose, what| {
        let size = extent(a) as f32 + extent(b) as f32;
        let closest = distance(a, b, pose, &mut SimplexCache::default());
        let hit = cold(a, b, pose, 0.05);
        let Some(deepest) = hit.deepest() else {
            assert!(closest.distance > 0.05 - 1e-5 * size, "{what}: {closest:?}");
            return;
        };
        let excess = deepest.depth + closest.distance;
        let allowed = 1e-3 * deepest.depth.abs() + 2e-4 * size;
        assert!(
            excess.abs() < allowed,
            "{what}:\n{hit:?}\n{closest:?}: {excess}"
        );
    });
}

#[test]
fn exchanging_the_two_mirrors_the_contact() {
    every_pair(3, |a, b, pose, what| {
        let size = extent(a) as f32 + extent(b) as f32;
        let hit = cold(a, b, pose, 0.05);
        let back = cold(b, a, &pose.inverse(), 0.05)
            .transformed(pose)
            .flipped();
        let (Some(one), Some(other)) = (hit.deepest(), back.deepest()) else {
            assert!(
                hit.is_empty() && back.is_empty()
                    || hit.deepest().or(back.deepest()).unwrap().depth < -0.049,
                "{what}\n{hit:?}\n{back:?}"
            );
            return;
        };
        let allowed = 2e-3 * one.depth.abs() + 4e-4 * size;
        assert!(
            (one.depth - other.depth).abs() < allowed,
            "{what}\n{hit:?}\n{back:?}"
        );
    });
}

#[test]
fn any_cache_gives_the_same_contact() {
    let mut random = Key::new(4, 9).sequence();
    every_pair(4, |a, b, pose, what| {
        let size = extent(a) as f32 + extent(b) as f32;
        let hit = cold(a, b, pose, 0.05);
        let mut integer = || random.below(1 << 32).unwrap() as u32;
        let mut cache = PairCache {
            axis: Vec3::new(
                f32::from_bits(integer()),
                f32::from_bits(integer()),
                f32::from_bits(integer()),
            ),
            kept: [(); 4].map(|()| FeatureId(integer() % 64)),
            kept_count: integer() as u8,
            simplex: SimplexCache {
                ids: [(); 3].map(|()| [integer() % 70, integer()]),
                count: integer() as u8 % 5,
            },
        };
        if integer() % 2 == 0 {
            cache.axis = direction(&mut random);
        }
        let again = manifold(a, b, pose, 0.05, &mut cache);
        assert_eq!(hit.is_empty(), again.is_empty(), "{what}\n{cache:?}");
        if let (Some(one), Some(other)) = (hit.deepest(), again.deepest()) {
            let allowed = 1e-3 * one.depth.abs() + 2e-4 * size;
            assert!(
                (one.depth - other.depth).abs() < allowed,
                "{what}\n{hit:?}\n{again:?}"
            );
        }
        // And a warm one.
        let warm = manifold(a, b, pose, 0.05, &mut cache);
        assert_eq!(hit.is_empty(), warm.is_empty(), "{what}");
    });
}

#[test]
fn numbers_that_are_not_finite_give_no_contact_and_no_panic() {
    let mut random = Key::new(5, 5).sequence();
    for kind_a in 0..KINDS {
        for kind_b in 0..KINDS {
            for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
                let (a, b, pose) = draw(kind_a, kind_b, &mut random);
                for slot in 0..3 {
                    let mut broken = pose;
                    broken.position[slot] = bad;
                    let hit = cold(&a, &b, &broken, 0.05);
                    assert!(hit.is_empty(), "{a:?} {b:?} {broken:?}: {hit:?}");
                }
                let mut broken = pose;
                broken.rotation.x = bad;
                for point in cold(&a, &b, &broken, 0.05).points() {
                    assert!(!point.depth.is_nan(), "{a:?} {b:?} {broken:?}");
                }
            }
        }
    }
}
