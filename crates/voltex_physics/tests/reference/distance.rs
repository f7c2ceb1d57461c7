//! Distance and depth of random pairs against a slow reference in `f64`.
//!
//! An answer is proved, not compared: the normal it names is a direction along which the bodies are that far
//! apart, its points lie on their surfaces, and no direction parts them better.

use crate::depth::signed_distance;
use crate::draw::{KINDS, direction, pair, rotation};
use crate::solid::Couple;
use voltex_math::random::{Key, Sequence};
use voltex_math::{DVec3, Pose, Vec3};
use voltex_physics::gjk::{self, Closest, SimplexCache};

/// Pairs of each two kinds.
const PAIRS: u32 = 300;

/// Stated bounds of the errors, in parts of the size of the bodies.
const DISTANCE: f64 = 1.0e-5;
const DEPTH: f64 = 1.0e-4;

/// What an answer has to satisfy; `Err` says what it does not.
fn prove(couple: &Couple, closest: &Closest) -> Result<(), String> {
    let size = couple.size();
    let tolerance = if closest.distance > 0.0 {
        DISTANCE
    } else {
        DEPTH
    } * size;
    let distance = f64::from(closest.distance);
    let normal = closest.normal.as_dvec3();
    let (on_a, on_b) = (closest.point_on_a.as_dvec3(), closest.point_on_b.as_dvec3());
    let check = |what: &str, error: f64, limit: f64| {
        // Not `error > limit`, which NaN passes.
        if error.abs() <= limit {
            Ok(())
        } else {
            Err(format!(
                "{what} is off by {:.2e} of the size; distance {distance:.6e}, size {size:.3e}",
                error / size
            ))
        }
    };
    check(
        "length of the normal",
        (normal.length() - 1.0) * size,
        1e-6 * size,
    )?;
    let unit = normal.normalize();
    check(
        "gap along the normal",
        couple.gap(unit) - distance,
        tolerance,
    )?;
    check("a's point", couple.a.signed_distance(on_a), tolerance)?;
    let local = couple.place.local(on_b);
    check("b's point", couple.b.signed_distance(local), tolerance)?;
    check(
        "difference of the points",
        ((on_b - on_a) - unit * distance).length(),
        tolerance,
    )?;
    if distance <= 0.0 {
        let bounds = signed_distance(couple, 0.1 * tolerance);
        // The gap along the normal shows that the depth is no less than the least; a direction that parts the
        // bodies with a shorter push would show that it is more.
        check(
            "depth, which is not least",
            (bounds.low - distance).max_zero(),
            tolerance,
        )?;
    }
    Ok(())
}

trait MaxZero {
    fn max_zero(self) -> Self;
}

impl MaxZero for f64 {
    fn max_zero(self) -> Self {
        voltex_math::f64::max(self, 0.0)
    }
}

fn closest(couple: (&crate::draw::Owned, &crate::draw::Owned), pose: &Pose) -> Closest {
    let (a, b) = (couple.0.convex(), couple.1.convex());
    gjk::distance(&a, &b, pose, &mut SimplexCache::default())
}

/// All pairs of kinds, with a name and draws of their own.
fn each_kind(mut check: impl FnMut((&'static str, &'static str), &mut Sequence, &mut Vec<String>)) {
    let mut failures = Vec::new();
    for (row, a) in KINDS.into_iter().enumerate() {
        for (column, b) in KINDS.into_iter().enumerate() {
            let mut draws = Key::new(row as u64, column as u64).sequence();
            check((a, b), &mut draws, &mut failures);
        }
    }
    assert!(
        failures.is_empty(),
        "{} failures\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// Runs `PAIRS` random pairs; keeps the first failure of each pair of kinds and their number.
fn run(
    sizes: (f64, f64),
    kinds: (&'static str, &'static str),
    draws: &mut Sequence,
    failures: &mut Vec<String>,
) {
    let mut count = 0;
    let mut first = String::new();
    for index in 0..PAIRS {
        let (a, b, pose) = pair(kinds, sizes, draws);
        let couple = Couple::new(&a.convex(), &b.convex(), &pose);
        if let Err(reason) = prove(&couple, &closest((&a, &b), &pose)) {
            if count == 0 {
                first = format!("#{index}: {reason}");
            }
            count += 1;
        }
    }
    if count > 0 {
        failures.push(format!(
            "{}-{}: {count} of {PAIRS}, {first}",
            kinds.0, kinds.1
        ));
    }
}

#[test]
fn bodies_about_a_metre() {
    each_kind(|kinds, draws, failures| run((0.3, 1.0), kinds, draws, failures));
}

#[test]
fn bodies_of_uneven_size() {
    each_kind(|kinds, draws, failures| run((0.01, 10.0), kinds, draws, failures));
}

/// Of two answers the mirrored one agrees in distance, and in normal where that is unique.
#[test]
fn exchange() {
    each_kind(|kinds, draws, failures| {
        for index in 0..PAIRS {
            let (a, b, pose) = pair(kinds, (0.3, 1.0), draws);
            let size = Couple::new(&a.convex(), &b.convex(), &pose).size();
            let there = closest((&a, &b), &pose);
            let back = closest((&b, &a), &pose.inverse());
            let tolerance = if there.distance > 0.0 {
                DISTANCE
            } else {
                DEPTH
            } * size;
            let error = f64::from((there.distance - back.distance).abs());
            if error.is_nan() || error > tolerance {
                failures.push(format!(
                    "{kinds:?} #{index}: {} and {}",
                    there.distance, back.distance
                ));
                return;
            }
        }
    });
}

/// A pair that is moved as a whole keeps its distance.
#[test]
fn rigid_motion() {
    each_kind(|kinds, draws, failures| {
        for index in 0..PAIRS / 4 {
            let (a, b, pose) = pair(kinds, (0.3, 1.0), draws);
            let size = Couple::new(&a.convex(), &b.convex(), &pose).size();
            let here = closest((&a, &b), &pose);
            let frame = Pose::new(direction(draws) * 100.0, rotation(draws));
            let moved = frame.relative(&(frame * pose)).normalized();
            let there = closest((&a, &b), &moved);
            // The poses themselves are rounded to 2^-24 of 100 m.
            let tolerance = if here.distance > 0.0 { DISTANCE } else { DEPTH } * size + 2.0e-5;
            let error = f64::from((here.distance - there.distance).abs());
            if error.is_nan() || error > tolerance {
                failures.push(format!(
                    "{kinds:?} #{index}: {} and {}",
                    here.distance, there.distance
                ));
                return;
            }
        }
    });
}

/// The reference itself, where closed forms are known.
#[test]
fn reference_agrees_with_closed_forms() {
    use voltex_physics::Convex;
    let half_extents = Vec3::new(1.0, 2.0, 3.0);
    let brick = Convex::Box { half_extents };
    let ball = Convex::Sphere { radius: 0.5 };
    let cylinder = Convex::Cylinder {
        half_height: 1.0,
        radius: 0.5,
    };
    let cases = [
        (&ball, &ball, Vec3::new(3.0, 0.0, 4.0), 4.0),
        (&ball, &ball, Vec3::new(0.3, 0.0, 0.4), -0.5),
        (&brick, &ball, Vec3::new(2.0, 0.0, 0.0), 0.5),
        (&brick, &ball, Vec3::new(4.0, 6.0, 3.0), 4.5),
        (&brick, &ball, Vec3::new(0.5, 0.0, 0.0), -1.0),
        (&brick, &brick, Vec3::new(1.5, 0.0, 0.0), -0.5),
        (&brick, &brick, Vec3::new(5.0, 4.5, 0.0), 3.0413812651491097),
        (&cylinder, &cylinder, Vec3::new(0.3, 0.0, 0.4), -0.5),
        (&cylinder, &cylinder, Vec3::new(0.3, 1.9, 0.0), -0.1),
        (&cylinder, &ball, Vec3::new(3.5, 5.0, 0.0), 4.5),
    ];
    for (a, b, offset, distance) in cases {
        let couple = Couple::new(a, b, &Pose::from_position(offset));
        let bounds = signed_distance(&couple, 1e-7);
        let error = DVec3::new(bounds.low - distance, bounds.high - distance, 0.0);
        assert!(
            error.length() < 3e-7,
            "{a:?} {b:?} {offset}: {bounds:?}, not {distance}"
        );
    }
}
