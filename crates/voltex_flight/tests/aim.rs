//! Aiming: closed forms in vacuum, and that what is aimed hits when it is flown.

use voltex_flight::aim::{Aim, Answer, FASTEST, Given, Hindrance, NoSolution, Obstacle, Solution};
use voltex_flight::trajectory::End;
use voltex_flight::units::{deg, rpm};
use voltex_flight::wind::Gusts;
use voltex_flight::{Air, Ball, Launch, Shot, Wind, balls};
use voltex_math::DVec3;
use voltex_math::f64::{atan, sin_cos};
use voltex_math::random::{Key, uniform};

const G: f64 = 9.81;

fn vacuum() -> Ball {
    balls::SOCCER.with_model("vacuum").unwrap()
}

/// Distance of the flown path from the target around the promised time, m.
fn miss(shot: &Shot, solution: &Solution, target: DVec3, air: &Air) -> f64 {
    let flight = Shot {
        launch: solution.launch,
        ..shot.clone()
    }
    .fly(air)
    .unwrap();
    let centre = target + DVec3::Y * shot.ball.radius;
    let mut nearest = f64::INFINITY;
    for i in -60..=60 {
        let time = solution.time + f64::from(i) * 2e-5;
        let distance = (flight.state_at(time).position - centre).length();
        if distance < nearest {
            nearest = distance;
        }
    }
    nearest
}

fn solve(shot: &Shot, target: DVec3, given: Given) -> Answer {
    Aim::new(shot, target, given)
        .solve(&Air::default())
        .unwrap()
}

/// Launches that could be from a game, and a point of their flight on the ground or in the air.
fn random_shot(ball: &Ball, seed: u64) -> Option<(Shot, DVec3)> {
    let key = Key::new(seed, 11);
    let draw = |index: u64, lo: f64, hi: f64| lo + (hi - lo) * uniform(key, index);
    let launch = Launch::at(draw(1, 5.0, 35.0))
        .up(deg(draw(2, -15.0, 75.0)))
        .right(deg(draw(3, -180.0, 180.0)))
        .backspin(rpm(draw(4, -900.0, 900.0)))
        .tilt(deg(draw(5, -90.0, 90.0)))
        .gyro(deg(draw(6, -60.0, 60.0)))
        .from_height(draw(7, 0.0, 2.5));
    let wind = if seed.is_multiple_of(2) {
        DVec3::ZERO
    } else {
        DVec3::new(draw(8, -5.0, 5.0), 0.0, draw(9, -5.0, 5.0))
    };
    let shot = ball.launch(launch).wind(Wind::Uniform(wind));
    let flight = shot.fly(&Air::default()).unwrap();
    if flight.end() != End::Landed || flight.duration() < 0.1 {
        return None;
    }
    let mut share = 1.0;
    if !seed.is_multiple_of(3) {
        share = draw(10, 0.3, 1.0);
    }
    let place = flight.state_at(share * flight.duration()).position - DVec3::Y * ball.radius;
    Some((
        shot,
        DVec3::new(place.x, voltex_math::f64::max(place.y, 0.0), place.z),
    ))
}

#[test]
fn in_vacuum_both_angles_are_those_of_the_quadratic() {
    for (x, y, speed) in [
        (20.0, 0.0, 16.0),
        (30.0, 4.0, 22.0),
        (12.0, 6.0, 18.0),
        (40.0, 0.0, 60.0),
    ] {
        let shot = vacuum().launch(Launch::at(0.0));
        let answer = solve(&shot, DVec3::new(x, y, 0.0), Given::Speed(speed));
        // y = x tan - g x^2 (1 + tan^2)/(2 v^2)
        let a = G * x * x / (2.0 * speed * speed);
        let root = (x * x - 4.0 * a * (a + y)).sqrt();
        let [low, high] = &answer.solutions[..] else {
            panic!("{answer:?}")
        };
        for (solution, tangent) in [
            (low, (x - root) / (2.0 * a)),
            (high, (x + root) / (2.0 * a)),
        ] {
            let angle = atan(tangent);
            assert!(
                (solution.launch.elevation - angle).abs() < 1e-9,
                "{solution:?}"
            );
            assert!(solution.launch.direction.abs() < 1e-9);
            let (sin, cos) = sin_cos(angle);
            let time = x / (speed * cos);
            assert!((solution.time - time).abs() < 1e-9);
            let apex = if speed * sin > G * time {
                y
            } else {
                (speed * sin) * (speed * sin) / (2.0 * G)
            };
            assert!((solution.apex_height - apex).abs() < 1e-9, "{solution:?}");
            assert_eq!(solution.launch.speed, speed);
        }
    }
}

#[test]
fn in_vacuum_speed_and_time_follow_from_the_angle_and_velocity_from_the_time() {
    let shot = vacuum().launch(Launch::at(0.0).from_height(1.0));
    let target = DVec3::new(10.0, 2.0, -10.0);
    let distance = 200.0_f64.sqrt();
    let angle = deg(50.0);
    let answer = solve(&shot, target, Given::LaunchAngle(angle));
    let [only] = &answer.solutions[..] else {
        panic!("{answer:?}")
    };
    let (sin, cos) = sin_cos(angle);
    // Drop below the launch line is g t^2/2 with t = d/(v cos).
    let drop = distance * sin / cos - 1.0;
    let time = (2.0 * drop / G).sqrt();
    assert!((only.time - time).abs() < 1e-9);
    assert!((only.launch.speed - distance / (cos * time)).abs() < 1e-9);
    assert!((only.launch.direction + deg(45.0)).abs() < 1e-9);

    let answer = solve(&shot, target, Given::Time(1.5));
    let [only] = &answer.solutions[..] else {
        panic!("{answer:?}")
    };
    let wanted = DVec3::new(10.0 / 1.5, (1.0 + 0.5 * G * 1.5 * 1.5) / 1.5, -10.0 / 1.5);
    assert!((only.launch.velocity() - wanted).length() < 1e-9);
}

#[test]
fn a_target_straight_below_is_hit_upward_and_downward() {
    let shot = vacuum().launch(Launch::at(0.0).from_height(10.0));
    let answer = solve(&shot, DVec3::ZERO, Given::Speed(5.0));
    let times: Vec<f64> = answer
        .solutions
        .iter()
        .map(|solution| solution.time)
        .collect();
    let root = (25.0 + 20.0 * G).sqrt();
    assert_eq!(times.len(), 2, "{answer:?}");
    assert!((times[0] - (root - 5.0) / G).abs() < 1e-6);
    assert!((times[1] - (root + 5.0) / G).abs() < 1e-6);
}

/// Every point of a flight is reached at the speed of that flight; each solution hits within 1 mm.
#[test]
fn what_is_aimed_hits_for_every_ball_and_model() {
    let air = Air::default();
    let (mut cases, mut found, mut lost) = (0, 0, 0);
    for ball in balls::ALL {
        for model in ball.models() {
            let ball = ball.with_model(model.name).unwrap();
            // Attitude makes short steps: fewer of those, and no oval balls on the ground.
            let slow = matches!(ball.model, "knuckle" | "float" | "knuckleball")
                || ball.spheroid().is_some();
            for seed in 0..if slow { 0 } else { 120 } {
                let Some((shot, target)) = random_shot(&ball, seed) else {
                    continue;
                };
                let own = shot.launch.velocity();
                let answer = solve(&shot, target, Given::Speed(shot.launch.speed));
                cases += 1;
                found += answer.solutions.len();
                for solution in &answer.solutions {
                    let miss = miss(&shot, solution, target, &air);
                    assert!(miss < 1e-3, "{} {} {seed}: {miss}", ball.name, ball.model);
                }
                assert!(
                    !answer.solutions.is_empty() || !answer.blocked.is_empty(),
                    "{} {} {seed}: {:?}",
                    ball.name,
                    ball.model,
                    answer.reason
                );
                let known = answer.solutions.iter().any(|solution| {
                    (solution.launch.velocity() - own).length() < 0.03 * own.length()
                });
                lost += usize::from(!known);
            }
        }
    }
    assert!(cases > 2000 && found > cases, "{cases} {found}");
    // The launch that was flown is one of the solutions.
    assert!(lost * 200 < cases, "{lost} of {cases}");
}

#[test]
fn forces_fixed_in_the_ball_are_aimed_with_too() {
    let air = Air::default();
    for (ball, model, seed) in [
        (&balls::SOCCER, "knuckle", 1),
        (&balls::VOLLEYBALL, "float", 2),
        (&balls::BASEBALL, "knuckleball", 3),
    ] {
        let ball = ball.with_model(model).unwrap();
        let shot = ball.launch(Launch::at(0.0).backspin(rpm(20.0 * f64::from(seed))));
        let target = DVec3::new(18.0, 1.0, 1.0);
        let answer = solve(&shot, target, Given::Speed(22.0));
        assert!(!answer.solutions.is_empty(), "{answer:?}");
        for solution in &answer.solutions {
            assert!(miss(&shot, solution, target, &air) < 1e-3);
        }
    }
}

/// Wind that changes with height, place and time: what is aimed hits in the flight that has the same wind.
#[test]
fn what_is_aimed_in_uneven_wind_hits() {
    let air = Air::default();
    let reference = DVec3::new(-4.0, 0.0, 3.0);
    let winds = [
        Wind::Power {
            reference,
            height: 10.0,
            exponent: 1.0 / 7.0,
        },
        Wind::Log {
            reference,
            height: 10.0,
            roughness: 0.01,
        },
        Wind::Gusts(Gusts::new(reference, 1.5, 30.0, 11).unwrap()),
        Wind::Table(vec![
            (0.0, DVec3::ZERO),
            (2.0, DVec3::new(3.0, 0.0, -2.0)),
            (8.0, DVec3::new(-6.0, 0.5, 4.0)),
        ]),
    ];
    for (ball, speed, target) in [
        (&balls::SOCCER, 26.0, DVec3::new(25.0, 1.5, -2.0)),
        (&balls::GOLF, 45.0, DVec3::new(90.0, 0.0, 6.0)),
        (&balls::TENNIS, 25.0, DVec3::new(15.0, 0.0, 2.0)),
        (&balls::TABLE_TENNIS, 9.0, DVec3::new(2.2, 0.0, 0.3)),
    ] {
        let launch = Launch::at(0.0).backspin(rpm(500.0)).tilt(deg(20.0));
        let mut calm = Vec::new();
        for wind in &winds {
            let shot = ball.launch(launch.from_height(0.3)).wind(wind.clone());
            let answer = solve(&shot, target, Given::Speed(speed));
            assert_eq!(
                answer.solutions.len(),
                2,
                "{} {wind:?} {answer:?}",
                ball.name
            );
            for solution in &answer.solutions {
                let miss = miss(&shot, solution, target, &air);
                assert!(miss < 1e-3, "{} {wind:?}: {miss}", ball.name);
            }
            calm.push(answer.solutions[1].launch.direction);
        }
        // The winds differ, and so do the high arcs.
        assert!((calm[0] - calm[3]).abs() > 1e-3, "{} {calm:?}", ball.name);
    }
}

/// A slope is ground like any other: the putt of air that lands on it lands where it was aimed.
#[test]
fn targets_on_a_slope_are_hit() {
    let air = Air::default();
    for (rise, across) in [(deg(5.0), 0.0), (deg(-4.0), deg(6.0)), (0.0, deg(-8.0))] {
        let shot = balls::GOLF
            .launch(Launch::at(0.0).backspin(rpm(4000.0)))
            .slope(rise, across);
        let (x, z) = (60.0, 3.0);
        let n = shot.ground_normal;
        let target = DVec3::new(x, -(n.x * x + n.z * z) / n.y, z);
        let answer = solve(&shot, target, Given::Speed(35.0));
        assert_eq!(answer.solutions.len(), 2, "{answer:?}");
        for solution in &answer.solutions {
            let flight = Shot {
                launch: solution.launch,
                ..shot.clone()
            }
            .fly(&air)
            .unwrap();
            let off = flight.state_at(solution.time).position - target - n * shot.ball.radius;
            assert!(off.length() < 1e-3, "{}", off.length());
        }
    }
}

/// A spin vector stays fixed in the world, and a nose where it was pointed.
#[test]
fn spin_in_world_axes_and_a_nose_are_aimed_with() {
    let air = Air::default();
    let spin = DVec3::new(20.0, -35.0, 25.0);
    let target = DVec3::new(22.0, 1.0, 3.0);
    for ball in [
        balls::SOCCER.clone(),
        balls::SOCCER.with_model("knuckle").unwrap(),
        balls::VOLLEYBALL.with_model("float").unwrap(),
    ] {
        for nose in [None, Some(deg(40.0))] {
            let mut launch = Launch::at(0.0).spin_vector(spin * 0.2).from_height(1.0);
            if let Some(nose) = nose {
                launch = launch.nose(nose, deg(-30.0));
            }
            let shot = ball.launch(launch);
            let answer = solve(&shot, target, Given::Speed(22.0));
            assert!(!answer.solutions.is_empty(), "{} {answer:?}", ball.model);
            for solution in &answer.solutions {
                assert_eq!(solution.launch.spin(), spin * 0.2);
                let miss = miss(&shot, solution, target, &air);
                assert!(miss < 1e-3, "{} {nose:?}: {miss}", ball.model);
            }
        }
    }
}

#[test]
fn oval_balls_are_aimed_by_the_long_half_of_the_ball() {
    let air = Air::default();
    let ball = &balls::RUGBY;
    let target = DVec3::new(30.0, 4.0, 2.0);
    let reach = ball.spheroid().map_or(ball.radius, |body| body.long);
    let plain = Launch::at(0.0).backspin(rpm(300.0));
    for launch in [plain, plain.nose(deg(80.0), deg(15.0))] {
        let shot = ball.launch(launch);
        let answer = solve(&shot, target, Given::Speed(24.0));
        assert!(!answer.solutions.is_empty(), "{answer:?}");
        for solution in &answer.solutions {
            assert_eq!(solution.launch.nose, launch.nose);
            let flight = Shot {
                launch: solution.launch,
                ..shot.clone()
            }
            .fly(&air)
            .unwrap();
            let off = flight.state_at(solution.time).position - target - DVec3::Y * reach;
            assert!(off.length() < 1e-3, "{}", off.length());
        }
    }
}

#[test]
fn angle_and_time_fixed_hit_as_well() {
    let air = Air::default();
    let mut solved = 0;
    for ball in [
        &balls::SOCCER,
        &balls::TENNIS,
        &balls::GOLF,
        &balls::BASEBALL,
        &balls::TABLE_TENNIS,
    ] {
        for seed in 0..60 {
            let Some((shot, target)) = random_shot(ball, seed) else {
                continue;
            };
            let own = shot.launch;
            for given in [
                Given::LaunchAngle(own.elevation),
                Given::Time(0.9 + 0.01 * seed as f64),
            ] {
                let answer = solve(&shot, target, given);
                if given == Given::LaunchAngle(own.elevation) {
                    assert!(
                        answer.solutions.len() + answer.blocked.len() > 0,
                        "{} {seed} {answer:?}",
                        ball.name
                    );
                }
                for solution in &answer.solutions {
                    solved += 1;
                    let miss = miss(&shot, solution, target, &air);
                    assert!(
                        miss < 1e-3,
                        "{} {seed} {given:?}: {miss} {solution:?}",
                        ball.name
                    );
                    match given {
                        Given::LaunchAngle(angle) => assert_eq!(solution.launch.elevation, angle),
                        Given::Time(time) => assert!((solution.time - time).abs() < 1e-12),
                        Given::Speed(_) => {}
                    }
                }
            }
        }
    }
    assert!(solved > 300, "{solved}");
}

#[test]
fn a_mirrored_target_has_the_mirrored_solutions() {
    for seed in 0..40 {
        let Some((shot, target)) = random_shot(&balls::SOCCER, seed) else {
            continue;
        };
        let Wind::Uniform(wind) = shot.wind else {
            panic!()
        };
        let mut other = shot
            .clone()
            .wind(Wind::Uniform(DVec3::new(wind.x, wind.y, -wind.z)));
        other.launch.axis_tilt = -shot.launch.axis_tilt;
        other.launch.gyro_angle = -shot.launch.gyro_angle;
        let given = Given::Speed(shot.launch.speed);
        let one = solve(&shot, target, given).solutions;
        let two = solve(&other, DVec3::new(target.x, target.y, -target.z), given).solutions;
        assert_eq!(one.len(), two.len(), "{seed}");
        for (a, b) in one.iter().zip(&two) {
            assert!((a.time - b.time).abs() < 1e-3, "{seed}");
            let (v, w) = (a.launch.velocity(), b.launch.velocity());
            assert!(
                (v - DVec3::new(w.x, w.y, -w.z)).length() < 1e-2,
                "{seed} {v} {w}"
            );
        }
    }
}

/// No flight of a fine grid of launches comes nearer than the answer says.
#[test]
fn what_is_out_of_reach_is_out_of_reach() {
    let air = Air::default();
    for (ball, speed, target) in [
        (balls::SOCCER.clone(), 20.0, DVec3::new(45.0, 0.0, 0.0)),
        (balls::SOCCER.clone(), 15.0, DVec3::new(6.0, 14.0, 4.0)),
        (balls::TENNIS.clone(), 18.0, DVec3::new(32.0, 1.0, -3.0)),
        (
            balls::TABLE_TENNIS.clone(),
            12.0,
            DVec3::new(11.0, 0.5, 0.0),
        ),
        (vacuum(), 10.0, DVec3::new(12.0, 0.0, 0.0)),
    ] {
        let shot = ball.launch(Launch::at(0.0).backspin(rpm(240.0)).tilt(deg(20.0)));
        let answer = solve(&shot, target, Given::Speed(speed));
        assert!(answer.solutions.is_empty() && answer.blocked.is_empty());
        let Some(NoSolution::OutOfReach {
            nearest: Some(nearest),
            enough: Some([least, _]),
            ..
        }) = answer.reason
        else {
            panic!("{answer:?}")
        };
        let centre = target + DVec3::Y * ball.radius;
        let mut best = f64::INFINITY;
        for up in 0..90 {
            for right in -30..=30 {
                let bearing = voltex_math::f64::atan2(target.z, target.x);
                let launch = Launch {
                    speed,
                    ..shot.launch
                }
                .up(deg(f64::from(up)))
                .right(bearing + deg(f64::from(right)));
                let flight = Shot {
                    launch,
                    ..shot.clone()
                }
                .fly(&air)
                .unwrap();
                for sample in flight.samples() {
                    let distance = (sample.position - centre).length();
                    if distance < best {
                        best = distance;
                    }
                }
            }
        }
        assert!(
            nearest.distance <= best + 1e-3,
            "{} {best}",
            nearest.distance
        );
        assert!(best < nearest.distance + 0.5, "{} {best}", nearest.distance);
        // The speed that is said to be enough is, and a little less is not.
        assert!(least > speed);
        let more = solve(&shot, target, Given::Speed(1.002 * least));
        assert!(!more.solutions.is_empty(), "{least} {:?}", more.reason);
        let less = solve(&shot, target, Given::Speed(0.99 * least));
        assert!(less.solutions.is_empty(), "{least} {:?}", less.solutions);
        let text = answer_text(&shot, target, Given::Speed(speed));
        assert!(
            text.contains("are needed") && text.contains("nearest point"),
            "{text}"
        );
    }
}

fn answer_text(shot: &Shot, target: DVec3, given: Given) -> String {
    solve(shot, target, given)
        .reason
        .expect("no solution")
        .to_string()
}

#[test]
fn angles_and_times_that_cannot_be_are_told_with_those_that_can() {
    let shot = balls::SOCCER.launch(Launch::at(0.0));
    let high = DVec3::new(10.0, 12.0, 0.0);
    let text = answer_text(&shot, high, Given::LaunchAngle(deg(20.0)));
    assert!(
        text.starts_with("no launch at 20.00 deg") && text.contains("it is reached at"),
        "{text}"
    );
    let text = answer_text(&shot, high, Given::Time(0.01));
    assert!(text.contains("it is reached after"), "{text}");
    let far = DVec3::new(900.0, 0.0, 0.0);
    let text = answer_text(&shot, far, Given::Speed(30.0));
    assert!(
        text.contains(&format!("no speed up to {FASTEST}")),
        "{text}"
    );
}

#[test]
fn obstacles_are_passed_or_named() {
    let air = Air::default();
    let kick = balls::SOCCER.launch(Launch::at(0.0).backspin(rpm(200.0)));
    let target = DVec3::new(20.0, 1.2, 0.0);
    let open = solve(&kick, target, Given::Speed(24.0));
    assert_eq!(open.solutions.len(), 2);
    let wall = Obstacle::wall(9.15, 1.9);
    let answer = Aim::new(&kick, target, Given::Speed(24.0))
        .past(wall)
        .solve(&air)
        .unwrap();
    assert!(!answer.solutions.is_empty());
    for solution in &answer.solutions {
        assert!(solution.clearances[0] >= 0.0);
    }
    // The clearance is that of the flown path.
    for solution in answer
        .solutions
        .iter()
        .chain(answer.blocked.iter().map(|b| &b.solution))
    {
        let flight = Shot {
            launch: solution.launch,
            ..kick.clone()
        }
        .fly(&air)
        .unwrap();
        let (_, there) = flight.crossing_x(9.15).unwrap();
        let above = there.position.y - 1.9;
        let room = solution.clearances[0] + kick.ball.radius;
        // Straight above the edge it would be `above`; a sloping path comes a little nearer.
        assert!(
            room <= above + 1e-3 && (above - room).abs() < 0.6 * above.abs() + 1e-3,
            "{room} {above}"
        );
    }
    // A wall as high as a house blocks the flat kick and not the lob; a crossbar the other way round.
    let house = Aim::new(&kick, target, Given::Speed(24.0))
        .past(Obstacle::wall(9.15, 6.0))
        .solve(&air)
        .unwrap();
    assert_eq!((house.solutions.len(), house.blocked.len()), (1, 1));
    assert!(house.solutions[0].time > house.blocked[0].solution.time);
    let bar = Aim::new(&kick, target, Given::Speed(24.0))
        .past(Obstacle::crossbar(10.0, 5.0))
        .solve(&air)
        .unwrap();
    assert_eq!((bar.solutions.len(), bar.blocked.len()), (1, 1));
    assert!(bar.solutions[0].time < bar.blocked[0].solution.time);
    // Both at once leave nothing; a wall beside the line leaves all.
    let both = Aim::new(&kick, target, Given::Speed(24.0))
        .past(Obstacle::wall(9.15, 6.0))
        .past(Obstacle::crossbar(10.0, 5.0))
        .solve(&air)
        .unwrap();
    assert!(both.solutions.is_empty());
    assert!(
        matches!(
            both.reason,
            Some(NoSolution::Blocked(Hindrance::Obstacle { .. }))
        ),
        "{both:?}"
    );
    assert!(both.reason.unwrap().to_string().contains("in the way by"));
    let beside = Aim::new(&kick, target, Given::Speed(24.0))
        .past(Obstacle::wall(9.15, 30.0).between(2.0, 5.0))
        .solve(&air)
        .unwrap();
    assert_eq!(beside.solutions.len(), 2);
}

#[test]
fn a_path_through_the_ground_is_blocked_by_it() {
    // A golf ball hit downward from the ground with so much backspin that it would come up again.
    let shot = balls::GOLF.launch(Launch::at(0.0).backspin(rpm(4000.0)));
    let answer = solve(
        &shot,
        DVec3::new(60.0, 1.0, 0.0),
        Given::LaunchAngle(deg(-1.0)),
    );
    assert!(answer.solutions.is_empty(), "{answer:?}");
    let Some(NoSolution::Blocked(Hindrance::Ground(place))) = answer.reason else {
        panic!("{answer:?}")
    };
    // At launch the ball touches the ground: it goes no further.
    assert!(place.x.abs() < 1e-9);
}

#[test]
fn equal_questions_have_equal_answers() {
    let (shot, target) = random_shot(&balls::SOCCER, 5).unwrap();
    let given = Given::Speed(shot.launch.speed);
    assert_eq!(solve(&shot, target, given), solve(&shot, target, given));
}

#[test]
fn nonsense_is_refused() {
    let shot = balls::SOCCER.launch(Launch::at(0.0));
    let good = DVec3::new(20.0, 1.0, 0.0);
    let air = Air::default();
    let refused = |aim: Aim| {
        let text = aim.solve(&air).expect_err("refused").to_string();
        assert!(text.len() > 20, "{text}");
    };
    for target in [
        DVec3::new(f64::NAN, 0.0, 0.0),
        DVec3::new(10.0, -0.1, 0.0),
        DVec3::new(10.0, f64::INFINITY, 0.0),
        DVec3::ZERO,
    ] {
        refused(Aim::new(&shot, target, Given::Speed(20.0)));
    }
    for given in [
        Given::Speed(f64::NAN),
        Given::Speed(0.0),
        Given::Speed(-3.0),
        Given::LaunchAngle(2.0),
        Given::Time(0.0),
        Given::Time(1e9),
    ] {
        refused(Aim::new(&shot, good, given));
    }
    let aim = || Aim::new(&shot, good, Given::Speed(20.0));
    refused(aim().past(Obstacle::wall(f64::NAN, 1.0)));
    refused(aim().past(Obstacle::wall(5.0, f64::NAN)));
    refused(aim().past(Obstacle::wall(5.0, 1.0).between(2.0, 1.0)));
    refused(Aim::new(
        &shot.clone().gravity(f64::NAN),
        good,
        Given::Speed(20.0),
    ));
}
