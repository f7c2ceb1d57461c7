//! Manifolds of random pairs against a slow reference in `f64`.
//!
//! A manifold is proved: its normal parts the bodies by what the deepest point says, no direction parts them
//! noticeably better, and each point lies on the surface that it names.

use crate::depth::signed_distance;
use crate::draw::{KINDS, Owned, direction, pair, rotation};
use crate::solid::{Couple, Place, Solid};
use voltex_math::f64::{max, min};
use voltex_math::random::{Key, Sequence};
use voltex_math::{DVec3, Pose, Vec3};
use voltex_physics::Manifold;
use voltex_physics::narrow::{self, PairCache};

/// Pairs of each two kinds.
const PAIRS: u32 = 120;
/// Error of points and depths, in parts of the size of the bodies. Points are carried from one body to the other
/// along the normal, so that a deep overlap makes the error of a normal a longer one.
const ERROR: f64 = 2.0e-4;
/// A stated part of the overlap by which a depth may exceed the least one, and a part of the size.
const PREFERENCE: (f64, f64) = (1.0e-3, 1.0e-4);
/// Stated angle within which a normal becomes that of a face, rad; over the size of a body it moves an extent by as
/// much.
const SNAP: f64 = 1.0e-3;
/// Gap up to which points are asked for, in parts of the size.
const MARGIN: f64 = 0.05;

fn prove(couple: &Couple, manifold: &Manifold, margin: f64) -> Result<(), String> {
    let size = couple.size();
    let tolerance = ERROR * size;
    let mut bounds = signed_distance(couple, 0.1 * tolerance);
    let Some(deepest) = manifold.deepest() else {
        return if bounds.high > margin - tolerance {
            Ok(())
        } else {
            Err(format!("no point at {bounds:?}, size {size}"))
        };
    };
    // The search may miss this direction; its gap is a proof all the same.
    bounds.try_normal(couple, manifold.normal.as_dvec3().normalize_or(DVec3::Y));
    let check = |what: &str, error: f64, limit: f64| {
        if error.abs() <= limit {
            Ok(())
        } else {
            let parts = error / size;
            Err(format!(
                "{what} is off by {parts:.2e} of the size {size:.3}; {bounds:?} {manifold:?}"
            ))
        }
    };
    let normal = manifold.normal.as_dvec3();
    check(
        "length of the normal",
        (normal.length() - 1.0) * size,
        1e-6 * size,
    )?;
    let unit = normal.normalize();
    let depth = f64::from(deepest.depth);
    for point in manifold.points() {
        let (on_a, on_b) = (point.point_on_a.as_dvec3(), point.point_on_b.as_dvec3());
        let along = (on_a - on_b).dot(unit) - f64::from(point.depth);
        check("depth between the points", along, 0.1 * tolerance)?;
        check("a's point", couple.a.signed_distance(on_a), tolerance)?;
        let local = couple.place.local(on_b);
        check("b's point", couple.b.signed_distance(local), tolerance)?;
        check(
            "point beyond the margin",
            max(-f64::from(point.depth) - margin, 0.0),
            tolerance,
        )?;
        // Along the normal no points of the two lie deeper than the extents of the bodies.
        let deeper = f64::from(point.depth) + couple.gap(unit);
        check("depth of a point", max(deeper, 0.0), tolerance)?;
    }
    // The deepest point is as deep as the extents of the bodies say.
    check("deepest point", depth + couple.gap(unit), SNAP * size)?;
    // And no direction parts the bodies noticeably better.
    let preference = PREFERENCE.0 * max(-bounds.low, 0.0) + PREFERENCE.1 * size;
    check("least depth", max(depth + bounds.low, 0.0), preference)
}

fn own(a: &Owned, b: &Owned, pose: &Pose, margin: f64, cache: &mut PairCache) -> Manifold {
    narrow::manifold(&a.convex(), &b.convex(), pose, margin as f32, cache)
}

/// Random pairs near a touch: from an overlap of a tenth of the size to a gap a little beyond the margin.
fn near(kinds: (&'static str, &'static str), draws: &mut Sequence) -> (Owned, Owned, Pose) {
    let (a, b, pose) = pair(kinds, (0.3, 1.0), draws);
    let couple = Couple::new(&a.convex(), &b.convex(), &pose);
    let (size, bounds) = (couple.size(), signed_distance(&couple, 1e-6));
    let wish = draws.uniform_in(-0.1, 1.3 * MARGIN) * size;
    let shift = (bounds.normal * (wish - bounds.low)).as_vec3();
    (a, b, Pose::new(pose.position + shift, pose.rotation))
}

fn each_kind(
    stream: u64,
    mut check: impl FnMut((&'static str, &'static str), &mut Sequence) -> Result<(), String>,
) {
    let mut failures = Vec::new();
    for (row, a) in KINDS.into_iter().enumerate() {
        for (column, b) in KINDS.into_iter().enumerate() {
            let mut draws = Key::new(row as u64 + 100 * stream, column as u64).sequence();
            let mut count = 0;
            let mut first = String::new();
            for index in 0..PAIRS {
                if let Err(reason) = check((a, b), &mut draws) {
                    if count == 0 {
                        first = format!("#{index}: {reason}");
                    }
                    count += 1;
                }
            }
            if count > 0 {
                failures.push(format!("{a}-{b}: {count} of {PAIRS}, {first}"));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} failures\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn pairs_near_a_touch() {
    each_kind(1, |kinds, draws| {
        let (a, b, pose) = near(kinds, draws);
        let couple = Couple::new(&a.convex(), &b.convex(), &pose);
        let margin = MARGIN * couple.size();
        let manifold = own(&a, &b, &pose, margin, &mut PairCache::default());
        prove(&couple, &manifold, margin)
    });
}

#[test]
fn deep_pairs() {
    each_kind(2, |kinds, draws| {
        let (a, b, pose) = pair(kinds, (0.3, 1.0), draws);
        let couple = Couple::new(&a.convex(), &b.convex(), &pose);
        let manifold = own(&a, &b, &pose, 0.0, &mut PairCache::default());
        prove(&couple, &manifold, 0.0)
    });
}

/// A cache that another pose has filled changes nothing that matters.
#[test]
fn pairs_with_a_past() {
    each_kind(3, |kinds, draws| {
        let (a, b, pose) = near(kinds, draws);
        let couple = Couple::new(&a.convex(), &b.convex(), &pose);
        let margin = MARGIN * couple.size();
        let mut cache = PairCache::default();
        let before = Pose::new(pose.position + direction(draws) * 0.3, rotation(draws));
        own(&a, &b, &before, margin, &mut cache);
        let manifold = own(&a, &b, &pose, margin, &mut cache);
        prove(&couple, &manifold, margin)
    });
}

/// Exchanged bodies: the same depth, and the mirrored normal where it is the only one.
#[test]
fn exchange() {
    each_kind(4, |kinds, draws| {
        let (a, b, pose) = near(kinds, draws);
        let couple = Couple::new(&a.convex(), &b.convex(), &pose);
        let (size, margin) = (couple.size(), MARGIN * couple.size());
        let there = own(&a, &b, &pose, margin, &mut PairCache::default());
        let back = own(&b, &a, &pose.inverse(), margin, &mut PairCache::default());
        let depth = |manifold: &Manifold| manifold.deepest().map(|point| f64::from(point.depth));
        match (depth(&there), depth(&back)) {
            (None, None) => Ok(()),
            (Some(one), Some(other)) => {
                let limit = PREFERENCE.0 * max(one, 0.0) + (PREFERENCE.1 + ERROR) * size;
                if (one - other).abs() <= limit {
                    Ok(())
                } else {
                    Err(format!("depth {one} and {other}, size {size}"))
                }
            }
            // Just at the margin either may be right.
            (Some(depth), None) | (None, Some(depth))
                if (depth + margin).abs() < 2.0 * ERROR * size =>
            {
                Ok(())
            }
            (one, other) => Err(format!("{one:?} and {other:?}, size {size}")),
        }
    });
}

/// On a half-space every depth is the distance below the plane, and the deepest is that of the support.
#[test]
fn bodies_on_a_half_space() {
    for kind in KINDS {
        let mut draws = Key::new(500, kind.len() as u64).sequence();
        for index in 0..PAIRS {
            let body = Owned::random(kind, 0.3, 1.0, &mut draws);
            let normal = direction(&mut draws);
            let solid = Solid::new(&body.convex());
            let turn = rotation(&mut draws);
            let place = |position: Vec3| Place::new(&Pose::new(position, turn));
            let up = normal.as_dvec3().normalize();
            let lowest =
                |place: &Place| place.point(solid.support(-place.local_vector(up))).dot(up);
            let size = solid.reach();
            let height = draws.uniform_in(-0.1, 1.3 * MARGIN) * size - lowest(&place(Vec3::ZERO));
            let position = (up * height).as_vec3();
            let (place, pose) = (place(position), Pose::new(position, turn));
            let margin = MARGIN * size;
            let manifold = narrow::half_space_manifold(
                normal,
                &body.convex(),
                &pose,
                margin as f32,
                &mut PairCache::default(),
            );
            let gap = lowest(&place);
            let Some(deepest) = manifold.deepest() else {
                assert!(
                    gap > margin - ERROR * size,
                    "{kind} #{index}: no point at {gap}"
                );
                continue;
            };
            assert!(
                (f64::from(deepest.depth) + gap).abs() < ERROR * size,
                "{kind} #{index}: {manifold:?} {gap}"
            );
            assert_eq!(manifold.normal, normal, "{kind} #{index}");
            for point in manifold.points() {
                let (on_a, on_b) = (point.point_on_a.as_dvec3(), point.point_on_b.as_dvec3());
                let off = [
                    on_a.dot(up),
                    on_b.dot(up) + f64::from(point.depth),
                    solid.signed_distance(place.local(on_b)),
                ];
                let worst = off
                    .into_iter()
                    .fold(0.0, |worst, error| max(worst, max(error, -error)));
                assert!(
                    worst < ERROR * size,
                    "{kind} #{index}: {off:?} {manifold:?}"
                );
                assert!(
                    min(f64::from(point.depth) + margin, 0.0) > -ERROR * size,
                    "{kind} #{index}: {manifold:?}"
                );
            }
        }
    }
}
