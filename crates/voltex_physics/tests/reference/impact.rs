//! Times of impact against a slow reference in `f64`: small safe steps with the distance of a reference.

use crate::depth::signed_distance;
use crate::draw::{KINDS, Owned, direction, pair};
use crate::solid::{Couple, Place, Solid};
use voltex_math::random::{Key, Sequence};
use voltex_math::{DQuat, DVec3, Pose, Vec3};
use voltex_physics::gjk::{Impact, ImpactKind, Motion, ToiSettings, time_of_impact};

/// Pairs of each two kinds.
const PAIRS: u32 = 24;

/// Pose of a motion that starts at `start`, about the origin of the body.
fn at(motion: &Motion, time: f64) -> Place {
    let turn = DQuat::from_scaled_axis(motion.angular.as_dvec3() * time);
    let start = Place::new(&motion.start);
    Place {
        position: start.position + motion.linear.as_dvec3() * time,
        rotation: turn * start.rotation,
    }
}

fn couple_at(a: &Solid, b: &Solid, motions: &[Motion; 2], time: f64) -> Couple {
    let (first, second) = (at(&motions[0], time), at(&motions[1], time));
    let inverse = first.rotation.conjugate();
    Couple {
        a: a.clone(),
        b: b.clone(),
        place: Place {
            position: inverse * (second.position - first.position),
            rotation: inverse * second.rotation,
        },
    }
}

/// First time in `0..=1` at which the bodies are nearer than `reach` (m), never later than that.
fn advance(a: &Solid, b: &Solid, motions: &[Motion; 2], reach: f64) -> Option<f64> {
    let speed = |motion: &Motion, solid: &Solid| motion.angular.as_dvec3().length() * solid.reach();
    let linear = (motions[1].linear - motions[0].linear).as_dvec3().length();
    let bound = linear + speed(&motions[0], a) + speed(&motions[1], b);
    let mut time = 0.0;
    for _ in 0..20_000 {
        let distance = signed_distance(&couple_at(a, b, motions, time), 0.2 * reach).low;
        if distance < reach {
            return Some(time);
        }
        time += voltex_math::f64::max(distance, reach) / bound;
        if time > 1.0 {
            return None;
        }
    }
    panic!("20,000 steps were not enough");
}

fn prove(
    a: &Solid,
    b: &Solid,
    motions: &[Motion; 2],
    impact: Option<Impact>,
) -> Result<(), String> {
    let size = voltex_math::f64::max(a.reach(), b.reach());
    let tolerance = 2e-5 * size;
    let reached = advance(a, b, motions, tolerance);
    let Some(impact) = impact else {
        // A touch that only the tolerance sees may be missed; an overlap may not.
        let Some(from) = reached else { return Ok(()) };
        for step in 0..400 {
            let time = from + (1.0 - from) * f64::from(step) / 400.0;
            let bounds = signed_distance(&couple_at(a, b, motions, time), 0.1 * tolerance);
            if bounds.high < -tolerance {
                return Err(format!(
                    "missed: {bounds:?} at {time}, first reached at {from}"
                ));
            }
        }
        return Ok(());
    };
    let time = f64::from(impact.time);
    let Some(first) = reached else {
        return Err(format!("{impact:?}, but they stay apart"));
    };
    // The direction named by the impact counts as well: the search of the reference may miss a better one.
    let at_time = |time: f64| {
        let couple = couple_at(a, b, motions, time);
        let mut bounds = signed_distance(&couple, 0.1 * tolerance);
        let inverse = at(&motions[0], time).rotation.conjugate();
        let named = inverse * impact.normal.as_dvec3().normalize();
        bounds.try_normal(&couple, named);
        bounds
    };
    let bounds = at_time(time);
    if impact.kind == ImpactKind::Initial {
        return if time == 0.0 && bounds.low < tolerance {
            Ok(())
        } else {
            Err(format!("{impact:?} {bounds:?}"))
        };
    }
    if impact.kind != ImpactKind::Hit {
        return Err(format!("{impact:?}"));
    }
    if bounds.low > tolerance || bounds.high < -tolerance {
        return Err(format!("{bounds:?} at the impact {impact:?}"));
    }
    // Nothing earlier: up to the first time within the tolerance the bodies were apart.
    let speed = 1e-6 + tolerance;
    if time > first + 1.0 || time < first - speed {
        return Err(format!("{impact:?}, first {first}"));
    }
    for step in 1..20 {
        let before = first + (time - first) * f64::from(step) / 20.0;
        let bounds = at_time(before);
        if bounds.high < -tolerance {
            return Err(format!(
                "they overlap at {before}, before {impact:?}: {bounds:?}"
            ));
        }
    }
    // Points on the surfaces, in the frame in which the motions are given.
    let on_a = at(&motions[0], time).local(impact.point_on_a.as_dvec3());
    let on_b = at(&motions[1], time).local(impact.point_on_b.as_dvec3());
    let off = [a.signed_distance(on_a), b.signed_distance(on_b)];
    // The f32 of places about 3 m from the origin.
    let slack = 5.0 * tolerance + 2e-6;
    if off[0].abs() > slack || off[1].abs() > slack {
        return Err(format!("points are {off:?} off, {impact:?}"));
    }
    Ok(())
}

/// Two bodies that fly at one another or past, and turn by up to `spin` rad on the way.
fn flight(
    kinds: (&'static str, &'static str),
    spin: f32,
    draws: &mut Sequence,
) -> (Owned, Owned, [Motion; 2]) {
    let (a, b, pose) = pair(kinds, (0.2, 1.0), draws);
    let reach = |body: &Owned| Solid::new(&body.convex()).reach() as f32;
    let apart = reach(&a) + reach(&b);
    let start = Pose::new(
        direction(draws) * apart * draws.uniform_in(0.6, 1.8) as f32,
        pose.rotation,
    );
    let miss = direction(draws) * apart * draws.uniform_in(0.0, 0.9) as f32;
    let way = (miss - start.position) * draws.uniform_in(0.5, 1.5) as f32;
    let origin = direction(draws);
    let share = draws.uniform_in(0.0, 1.0) as f32;
    let mut turn = || direction(draws) * spin * draws.uniform_in(0.0, 1.0) as f32;
    let first = Motion {
        start: Pose::from_position(origin),
        center: Vec3::ZERO,
        linear: way * -share,
        angular: turn(),
    };
    let second = Motion {
        start: Pose::new(origin + start.position, start.rotation),
        center: Vec3::ZERO,
        linear: way * (1.0 - share),
        angular: turn(),
    };
    (a, b, [first, second])
}

fn run(spin: f32, stream: u64) {
    let mut failures = Vec::new();
    let mut hits = 0;
    for (row, a) in KINDS.into_iter().enumerate() {
        for (column, b) in KINDS.into_iter().enumerate() {
            let mut draws = Key::new(row as u64 + stream, column as u64).sequence();
            for index in 0..PAIRS {
                let (first, second, motions) = flight((a, b), spin, &mut draws);
                let settings = ToiSettings::new(1.0);
                let impact = time_of_impact(
                    &first.convex(),
                    &motions[0],
                    &second.convex(),
                    &motions[1],
                    &settings,
                );
                hits += u32::from(impact.is_some_and(|impact| impact.kind == ImpactKind::Hit));
                let (one, other) = (Solid::new(&first.convex()), Solid::new(&second.convex()));
                if let Err(reason) = prove(&one, &other, &motions, impact) {
                    failures.push(format!("{a}-{b} #{index}: {reason}"));
                    break;
                }
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} failures\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert!(hits > PAIRS * 49 / 5, "{hits} hits");
}

#[test]
fn bodies_that_slide() {
    run(0.0, 800);
}

#[test]
fn bodies_that_turn() {
    run(3.0, 900);
}

/// The place of a motion in the crate is that of the reference.
#[test]
fn motion_turns_about_its_centre() {
    let motion = Motion {
        start: Pose::from_position(Vec3::new(1.0, 2.0, 3.0)),
        center: Vec3::ZERO,
        linear: Vec3::new(4.0, -1.0, 0.5),
        angular: Vec3::new(0.3, 2.0, -1.0),
    };
    for step in 0..10 {
        let time = step as f32 * 0.25;
        let (pose, place) = (motion.pose_at(time), at(&motion, f64::from(time)));
        let point = DVec3::new(0.5, -0.25, 1.0);
        let error = pose.transform_point(point.as_vec3()).as_dvec3() - place.point(point);
        assert!(error.length() < 2e-6, "{step}: {error}");
    }
}
