//! Times of impact against closed forms, fine stepping, and reported faults.

mod solids;

use solids::{KINDS, Place, body, direction, extent, gap_along, rotation};
use voltex_math::random::Key;
use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::Convex;
use voltex_physics::gjk::{
    Impact, ImpactKind, Motion, SimplexCache, ToiSettings, distance, time_of_impact,
};

const STEP: f32 = 1.0 / 60.0;

fn first_touch(
    a: &Convex<'_>,
    motion_a: &Motion,
    b: &Convex<'_>,
    motion_b: &Motion,
) -> Option<Impact> {
    time_of_impact(a, motion_a, b, motion_b, &ToiSettings::new(STEP))
}

/// Signed distance of the bodies at a time.
fn gap(a: &Convex<'_>, motion_a: &Motion, b: &Convex<'_>, motion_b: &Motion, time: f32) -> f32 {
    let (at_a, at_b) = (motion_a.pose_at(time), motion_b.pose_at(time));
    distance(a, b, &at_a.relative(&at_b), &mut SimplexCache::default()).distance
}

#[test]
fn fast_pair_of_balls_hits_at_the_time_of_the_closed_form() {
    let mut random = Key::new(3, 1).sequence();
    for _ in 0..10_000 {
        let (radius_a, radius_b) = (
            random.uniform_in(0.02, 0.2) as f32,
            random.uniform_in(0.02, 0.2) as f32,
        );
        let line = direction(&mut random);
        let aside = direction(&mut random).cross(line).normalize()
            * (random.uniform_in(0.0, 1.3) as f32 * (radius_a + radius_b));
        let start = Vec3::new(3.0, 1.0, -2.0);
        let apart = line * (random.uniform_in(0.5, 3.0) as f32) + aside;
        let (ball_a, ball_b) = (
            Convex::Sphere { radius: radius_a },
            Convex::Sphere { radius: radius_b },
        );
        let spin = direction(&mut random) * 1500.0;
        let motion_a = Motion {
            angular: spin,
            ..Motion::sliding(Pose::from_position(start), line * 100.0)
        };
        let motion_b = Motion::sliding(Pose::from_position(start + apart), line * -100.0);
        let hit = first_touch(&ball_a, &motion_a, &ball_b, &motion_b);
        // |d + v t| = r, in f64 of the same f32 input.
        let d = motion_b.start.position.as_dvec3() - motion_a.start.position.as_dvec3();
        let v = motion_b.linear.as_dvec3() - motion_a.linear.as_dvec3();
        let r = f64::from(radius_a) + f64::from(radius_b);
        let (vv, dv) = (v.length_squared(), d.dot(v));
        let room = dv * dv - vv * (d.length_squared() - r * r);
        if room < 0.0 {
            // Passing within the tolerance may count as touching.
            let miss = (d.length_squared() - dv * dv / vv).sqrt() - r;
            assert!(hit.is_none() || miss < 1e-5 * 0.2, "{miss} {hit:?}");
            continue;
        }
        let time = (-dv - room.sqrt()) / vv;
        if time < f64::from(STEP) - 1e-6 {
            let hit = hit.expect("balls meet");
            assert_eq!(hit.kind, ImpactKind::Hit);
            // A grazing touch is early by the time it takes to cross the tolerance.
            let sine = room.sqrt() / (vv.sqrt() * r);
            let grazing = 1e-5 * 0.2 / (200.0 * if sine > 1e-3 { sine } else { 1e-3 });
            let error = f64::from(hit.time) - time;
            assert!(error < 1e-8 && error > -1e-9 - grazing, "{time} {hit:?}");
            assert!(sine < 0.1 || error.abs() < 1e-6);
        }
    }
}

#[test]
fn turning_balls_from_far_away_meet_like_balls_that_do_not_turn() {
    let ball = Convex::Sphere { radius: 0.5 };
    let rest = Motion::resting(Pose::IDENTITY);
    // Passing 0.6 m off, they touch 0.8 m before the nearest place.
    let start = Pose::from_position(Vec3::new(8192.0, 0.6, 0.0));
    let flight = Motion::sliding(start, Vec3::X * -1024.0);
    let turning = Motion {
        angular: Vec3::new(30.0, -7.0, 11.0),
        ..flight
    };
    for parting in [
        ToiSettings::new(60.0),
        ToiSettings::new(60.0).ignoring_parting(),
    ] {
        let hit = time_of_impact(&ball, &rest, &ball, &flight, &parting).expect("they meet");
        assert!(
            (f64::from(hit.time) - 8191.2 / 1024.0).abs() < 5e-7,
            "{hit:?}"
        );
        assert!((hit.normal - Vec3::new(0.8, 0.6, 0.0)).length() < 1e-6);
        assert!((hit.point_on_a - Vec3::new(0.4, 0.3, 0.0)).length() < 1e-6);
        let turned = time_of_impact(&ball, &rest, &ball, &turning, &parting);
        assert_eq!(turned, Some(hit));
    }
    // They part, pass a metre off, or meet too late.
    let away = Motion::sliding(start, Vec3::X);
    let beside = Motion::sliding(
        Pose::from_position(Vec3::new(8192.0, 1.001, 0.0)),
        Vec3::X * -1024.0,
    );
    for_ever_apart(&ball, &rest, &away, f32::INFINITY);
    for_ever_apart(&ball, &rest, &beside, f32::INFINITY);
    for_ever_apart(&ball, &rest, &flight, 7.999);
}

fn for_ever_apart(ball: &Convex<'_>, rest: &Motion, flight: &Motion, max_time: f32) {
    let settings = ToiSettings::new(max_time);
    assert_eq!(time_of_impact(ball, rest, ball, flight, &settings), None);
    assert_eq!(time_of_impact(ball, flight, ball, rest, &settings), None);
}

#[test]
fn turning_bodies_that_pass_far_off_never_meet_however_long() {
    let mut random = Key::new(3, 9).sequence();
    for round in 0..KINDS * KINDS {
        let a = body(round % KINDS, 0.5, &mut random);
        let b = body(round / KINDS, 0.5, &mut random);
        let spin = direction(&mut random) * 40.0;
        let motion = |start: Vec3, linear: Vec3| Motion {
            angular: spin,
            ..Motion::sliding(Pose::from_position(start), linear)
        };
        let still = motion(Vec3::ZERO, Vec3::ZERO);
        let passing = motion(Vec3::new(-100.0, 5.0, 0.0), Vec3::X * 20.0);
        let settings = ToiSettings::new(f32::INFINITY);
        assert_eq!(time_of_impact(&a, &still, &b, &passing, &settings), None);
    }
}

#[test]
fn thin_wall_of_a_millimetre_stops_everything_at_a_thousand_metres_a_second() {
    let wall = Convex::Box {
        half_extents: Vec3::new(5.0e-4, 40.0, 40.0),
    };
    let mut random = Key::new(3, 2).sequence();
    for round in 0..10_000 {
        let body = body(round % KINDS, 0.1, &mut random);
        let mut line = direction(&mut random);
        if line.x < 0.0 {
            line = -line;
        }
        line.x += 0.1;
        let line = line.normalize();
        // The centre crosses the wall at this part of the step.
        let phase = random.uniform_in(0.02, 0.98) as f32;
        let linear = line * 1000.0;
        let motion = Motion {
            start: Pose::new(-linear * (phase * STEP), rotation(&mut random)),
            center: Vec3::ZERO,
            linear,
            angular: direction(&mut random) * (random.uniform_in(0.0, 300.0) as f32),
        };
        let resting = Motion::resting(Pose::IDENTITY);
        let hit = first_touch(&wall, &resting, &body, &motion).expect("the wall is thin");
        assert_ne!(hit.kind, ImpactKind::Unresolved, "{body:?} {motion:?}");
        // The origin of a solid lies in it; that of a triangle at a corner's distance.
        let late = match body {
            Convex::Triangle(_) => 0.1 / linear.x,
            _ => 0.0,
        };
        assert!(hit.time <= phase * STEP + late + 1e-7, "{hit:?}");
        let left = gap(&wall, &resting, &body, &motion, hit.time);
        assert!(
            hit.kind == ImpactKind::Initial || left.abs() < 5e-6,
            "{left} {hit:?}"
        );
        assert!((hit.normal + Vec3::X).length() < 1e-3 || hit.point_on_a.x.abs() < 6e-4);
    }
}

#[test]
fn thin_wall_of_twenty_centimetres_lets_none_of_a_thousand_phases_pass() {
    let wall = Convex::Box {
        half_extents: Vec3::new(0.1, 5.0, 5.0),
    };
    let bodies = [
        Convex::Sphere { radius: 0.11 },
        Convex::Capsule {
            half_height: 0.1,
            radius: 0.05,
        },
        Convex::Box {
            half_extents: Vec3::new(0.05, 0.1, 0.15),
        },
    ];
    let linear = Vec3::X * 180.0;
    for body in &bodies {
        for phase in 0..1000 {
            let before = 0.5 + linear.x * STEP * (phase as f32) / 1000.0;
            let motion = Motion::sliding(Pose::from_position(Vec3::X * -before), linear);
            let resting = Motion::resting(Pose::IDENTITY);
            let settings = ToiSettings::new(2.0 * STEP);
            let hit = time_of_impact(&wall, &resting, body, &motion, &settings).expect("a wall");
            let front = body.core_support(Vec3::X).x + body.rounding();
            let time = (before - 0.1 - front) / 180.0;
            assert!((hit.time - time).abs() < 1e-7, "{time} {hit:?}");
        }
    }
}

/// Random bodies that fly at one another and tumble, looked at in 2,000 places up to the touch.
#[test]
fn nothing_touches_before_the_time_of_impact_and_everything_touches_at_it() {
    let mut random = Key::new(3, 3).sequence();
    let mut hits = 0;
    for round in 0..KINDS * KINDS * 6 {
        let a = body(round % KINDS, 0.5, &mut random);
        let b = body(round / KINDS % KINDS, 0.5, &mut random);
        let apart = direction(&mut random) * 1.5;
        let mut motion = |start: Vec3, linear: Vec3| Motion {
            start: Pose::new(start, rotation(&mut random)),
            center: direction(&mut random) * 0.2,
            linear: linear + direction(&mut random) * 20.0,
            angular: direction(&mut random) * (random.uniform_in(0.0, 1500.0) as f32),
        };
        let motion_a = motion(Vec3::ZERO, Vec3::ZERO);
        let motion_b = motion(apart, apart * -60.0);
        let hit = first_touch(&a, &motion_a, &b, &motion_b);
        let until = match hit {
            Some(hit) => {
                hits += 1;
                assert_ne!(
                    hit.kind,
                    ImpactKind::Unresolved,
                    "{a:?} {motion_a:?} {b:?} {motion_b:?}"
                );
                let left = gap(&a, &motion_a, &b, &motion_b, hit.time);
                let size = (extent(&a) + extent(&b)) as f32;
                // One ulp of the time moves a point at these speeds by this much.
                let ulp = 1500.0 * size * 2e-9;
                if hit.kind == ImpactKind::Hit {
                    assert!(left.abs() < 1e-5 * size + ulp, "{left} {hit:?}");
                }
                assert!((left - hit.distance).abs() < 1e-4 * size, "{left} {hit:?}");
                hit.time
            }
            None => STEP,
        };
        for part in 0..2000 {
            let time = until * (part as f32 / 2000.0);
            let left = gap(&a, &motion_a, &b, &motion_b, time);
            assert!(
                left > -1e-5,
                "overlap {left} at {time} before {until}: {a:?} {motion_a:?} {b:?} {motion_b:?}"
            );
            if until == 0.0 {
                break;
            }
        }
    }
    assert!(hits > 100, "{hits}");
}

/// A rod of half length `half` and radius `radius` that lies along x and turns about z.
fn spinning_rod(rate: f32) -> (Convex<'static>, Motion) {
    let rod = Convex::Capsule {
        half_height: 0.5,
        radius: 0.02,
    };
    let lying = Quat::from_rotation_arc(Vec3::Y, Vec3::X);
    let motion = Motion {
        angular: Vec3::Z * rate,
        ..Motion::resting(Pose::from_rotation(lying))
    };
    (rod, motion)
}

/// A floor whose surface lies `depth` below the origin.
fn floor(depth: f32) -> (Convex<'static>, Motion) {
    let floor = Convex::Box {
        half_extents: Vec3::new(100.0, 1.0, 100.0),
    };
    (
        floor,
        Motion::resting(Pose::from_position(Vec3::Y * (-1.0 - depth))),
    )
}

#[test]
fn spinning_rod_strikes_the_floor_when_its_tip_comes_down() {
    for rate in [-1.0, 10.0, -95.0, 500.0, 1500.0_f32] {
        for depth in [0.021, 0.1, 0.3, 0.45, 0.51_f32] {
            let (rod, spin) = spinning_rod(rate);
            let (floor, rest) = floor(depth);
            let hit = time_of_impact(&floor, &rest, &rod, &spin, &ToiSettings::new(2.0))
                .expect("the rod is longer than that");
            // half sin(angle) + radius = depth, for the end that goes down.
            let surface = 1.0 - f64::from(1.0 + depth);
            let sine = (-surface - 0.02_f32 as f64) / 0.5;
            let time = voltex_math::f64::asin(sine) / f64::from(rate.abs());
            let error = f64::from(hit.time) - time;
            // The tolerance is 1e-5 of the half length; the tip closes at half cos(angle) rate.
            let tip = 0.5 * (1.0 - sine * sine).sqrt() * f64::from(rate.abs());
            assert!(
                error < 1e-7 && error > -1e-7 - 5.2e-6 / tip,
                "{rate} {depth}: {time} {hit:?}"
            );
            assert!((hit.normal - Vec3::Y).length() < 1e-5, "{hit:?}");
        }
    }
}

#[test]
fn spinning_rod_passes_a_floor_that_it_just_does_not_reach() {
    let (floor, rest) = floor(0.521);
    for rate in [1.0, 150.0, 1500.0_f32] {
        let (rod, spin) = spinning_rod(rate);
        assert_eq!(first_touch(&floor, &rest, &rod, &spin), None, "{rate}");
        assert_eq!(first_touch(&rod, &spin, &floor, &rest), None, "{rate}");
    }
}

#[test]
fn bodies_that_touch_or_overlap_at_the_start_give_time_zero_and_their_depth() {
    let (floor, rest) = floor(0.0);
    for (height, velocity) in [(0.5, -1.0), (0.4, -1.0), (0.4, 1.0), (0.5, 0.0_f32)] {
        let cube = Convex::Box {
            half_extents: Vec3::splat(0.5),
        };
        let motion = Motion::sliding(Pose::from_position(Vec3::Y * height), Vec3::Y * velocity);
        let hit = first_touch(&floor, &rest, &cube, &motion).expect("they touch");
        assert_eq!(hit.kind, ImpactKind::Initial);
        assert_eq!(hit.time, 0.0);
        assert!((hit.distance - (height - 0.5)).abs() < 1e-6, "{hit:?}");
        assert!((hit.normal - Vec3::Y).length() < 1e-6, "{hit:?}");
        // Only a body that comes nearer counts when parting ones are passed over.
        let settings = ToiSettings::new(STEP).ignoring_parting();
        let hit = time_of_impact(&floor, &rest, &cube, &motion, &settings);
        assert_eq!(hit.is_some(), velocity < 0.0);
    }
}

#[test]
fn a_rod_that_leaves_the_floor_with_one_end_strikes_it_with_the_other() {
    let (rod, mut spin) = spinning_rod(100.0);
    spin.linear = Vec3::Y * 2.0;
    let (floor, rest) = floor(0.02);
    // At the start the whole rod touches; its middle rises at 2 m/s while one end goes down at 50 m/s.
    let settings = ToiSettings::new(0.1).ignoring_parting();
    let at_once = time_of_impact(&floor, &rest, &rod, &spin, &settings).expect("one end goes down");
    assert_eq!(at_once.time, 0.0);
    // Standing on its lower end and falling over about it: the end slides, the other comes down last.
    let standing = Motion {
        start: Pose::from_position(Vec3::Y * 0.5),
        center: Vec3::Y * -0.5,
        linear: Vec3::Y * 0.01,
        angular: Vec3::Z * 100.0,
    };
    let hit = time_of_impact(&floor, &rest, &rod, &standing, &settings).expect("it falls");
    // The lower end rises at 1 cm/s, the upper comes down to it where sin(angle) = t / 100 short of a turn.
    assert!(
        (hit.time * 100.0 - std::f32::consts::FRAC_PI_2).abs() < 2e-3,
        "{hit:?}"
    );
}

#[test]
fn exchanging_the_bodies_mirrors_the_impact() {
    let mut random = Key::new(3, 4).sequence();
    for round in 0..KINDS * KINDS * 4 {
        let a = body(round % KINDS, 0.5, &mut random);
        let b = body(round / KINDS % KINDS, 0.5, &mut random);
        let apart = direction(&mut random) * 1.5;
        let mut motion = |start: Vec3, linear: Vec3| Motion {
            start: Pose::new(start, rotation(&mut random)),
            center: Vec3::ZERO,
            linear,
            angular: direction(&mut random) * 30.0,
        };
        let motion_a = motion(Vec3::ZERO, apart * 40.0);
        let motion_b = motion(apart, apart * -60.0);
        let forth = first_touch(&a, &motion_a, &b, &motion_b);
        let back = first_touch(&b, &motion_b, &a, &motion_a).map(|hit| hit.flipped());
        let (Some(forth), Some(back)) = (forth, back) else {
            assert_eq!(forth.is_some(), back.is_some());
            continue;
        };
        assert!((forth.time - back.time).abs() < 1e-7, "{forth:?} {back:?}");
        assert!(
            (forth.normal - back.normal).length() < 1e-2,
            "{a:?} {b:?} {forth:?} {back:?}"
        );
    }
}

#[test]
fn an_impact_a_hundred_kilometres_out_is_the_same() {
    // Multiples of 1/64 m, which f32 holds at that distance.
    let far = Vec3::new(100_000.0, -50_000.0, 80_000.0);
    let cone = Convex::Cone {
        half_height: 0.3,
        radius: 0.2,
    };
    let slab = Convex::Box {
        half_extents: Vec3::new(2.0, 0.015, 2.0),
    };
    let at = |origin: Vec3| {
        let resting = Motion::resting(Pose::from_position(origin));
        let thrown = Motion {
            start: Pose::from_position(origin + Vec3::new(0.25, 1.0, -0.125)),
            center: Vec3::ZERO,
            linear: Vec3::new(3.0, -90.0, 1.0),
            angular: Vec3::new(10.0, 3.0, -200.0),
        };
        first_touch(&slab, &resting, &cone, &thrown).expect("it falls on the slab")
    };
    let (near, out) = (at(Vec3::ZERO), at(far));
    assert_eq!(near.time, out.time);
    assert_eq!(near.normal, out.normal);
    assert!((out.point_on_a - far - near.point_on_a).length() < 0.02);
}

#[test]
fn input_that_is_not_finite_touches_nothing() {
    let ball = Convex::Sphere { radius: 0.5 };
    let rest = Motion::resting(Pose::IDENTITY);
    for bad in [f32::NAN, f32::INFINITY] {
        for motion in [
            Motion::sliding(Pose::from_position(Vec3::X * bad), Vec3::X),
            Motion::sliding(Pose::IDENTITY, Vec3::X * bad),
            Motion {
                angular: Vec3::X * bad,
                ..rest
            },
        ] {
            assert_eq!(first_touch(&ball, &rest, &ball, &motion), None);
            assert_eq!(first_touch(&ball, &motion, &ball, &rest), None);
        }
        let huge = Convex::Box {
            half_extents: Vec3::splat(bad),
        };
        assert_eq!(first_touch(&ball, &rest, &huge, &rest), None);
    }
    let settings = ToiSettings::new(f32::NAN);
    assert_eq!(time_of_impact(&ball, &rest, &ball, &rest, &settings), None);
}

#[test]
fn bodies_that_slide_are_proved_not_to_overlap_by_the_normal_of_their_impact() {
    let mut random = Key::new(3, 5).sequence();
    let mut hits = 0;
    for round in 0..KINDS * KINDS * 12 {
        let a = body(round % KINDS, 0.5, &mut random);
        let b = body(round / KINDS % KINDS, 0.5, &mut random);
        let apart = direction(&mut random) * 1.5;
        let standing = Motion::resting(Pose::from_rotation(rotation(&mut random)));
        let flying = Motion::sliding(
            Pose::new(apart, rotation(&mut random)),
            apart * -60.0 + direction(&mut random) * 20.0,
        );
        let Some(hit) = first_touch(&a, &standing, &b, &flying) else {
            continue;
        };
        if hit.kind == ImpactKind::Initial {
            continue;
        }
        hits += 1;
        let pose = standing.start.relative(&flying.pose_at(hit.time));
        let normal = standing
            .start
            .inverse_transform_vector(hit.normal)
            .as_dvec3();
        let gap = gap_along(&a, &b, &Place::of(&pose), normal.normalize());
        // The time in f32 is worth 1e-9 s at 110 m/s, poses about as much.
        assert!(gap > -1e-6, "{gap} {a:?} {b:?} {pose:?} {hit:?}");
        assert!(hit.distance >= 0.0 && hit.distance < 1e-5, "{hit:?}");
    }
    assert!(hits > 200, "{hits}");
}

/// With a tolerance of NaN the search went on through all stops, and told infinite times as impacts.
#[test]
fn tolerance_that_is_no_number_finds_nothing_and_no_time_is_infinite() {
    let cube = Convex::Box {
        half_extents: Vec3::splat(0.5),
    };
    let rest = Motion::resting(Pose::IDENTITY);
    let near = Motion::sliding(Pose::from_position(Vec3::X * -3.0), Vec3::X);
    for tolerance in [f32::NAN, -1.0, f32::NEG_INFINITY] {
        let settings = ToiSettings {
            tolerance,
            ..ToiSettings::new(10.0)
        };
        let found = time_of_impact(&cube, &rest, &cube, &near, &settings);
        assert_eq!(found, None, "{tolerance}");
    }
    let settings = ToiSettings::new(f32::INFINITY);
    let creeping = Motion {
        linear: Vec3::splat(1e-40),
        ..near
    };
    for angular in [Vec3::ZERO, Vec3::Y * 1e-40] {
        let turning = Motion {
            angular,
            ..creeping
        };
        let found = time_of_impact(&cube, &rest, &cube, &turning, &settings);
        assert!(found.is_none_or(|hit| hit.time.is_finite()), "{found:?}");
    }
}
