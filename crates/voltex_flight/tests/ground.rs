//! Sliding, rolling, spinning and rest against closed forms and conservation laws.

use proptest::prelude::*;
use voltex_flight::aero::{Aero, Drag, Lift, Side};
use voltex_flight::ball::Force;
use voltex_flight::surface::{Friction, Restitution};
use voltex_flight::trajectory::{End, EventKind};
use voltex_flight::units::{deg, rpm};
use voltex_flight::{Air, Ball, Launch, Shot, Surface, Trajectory, Wind, balls, surfaces};
use voltex_math::DVec3;
use voltex_math::f64::{sin, tan};

fn relative(ours: f64, exact: f64, tolerance: f64) {
    let error = (ours / exact - 1.0).abs();
    assert!(
        error <= tolerance,
        "{ours} is not {exact}: off by {error:e}"
    );
}

/// A ball in a vacuum.
fn ball(inertia_factor: f64) -> Ball {
    let mut ball = balls::SOCCER.with_model("vacuum").unwrap();
    ball.inertia_factor = inertia_factor;
    ball
}

fn ground(friction: f64, rolling: f64) -> Surface {
    Surface::plain("test", 0.5, friction, 0.0).resisting(rolling, 0.0)
}

fn putt(ball: &Ball, speed: f64, surface: Surface) -> Shot {
    ball.launch(Launch::at(speed)).onto(surface)
}

/// The spin of rolling along +X at a speed.
fn rolling_spin(ball: &Ball, speed: f64) -> DVec3 {
    DVec3::new(0.0, 0.0, -speed / ball.radius)
}

fn time_of(flight: &Trajectory, kind: EventKind) -> f64 {
    flight
        .events()
        .iter()
        .find(|event| event.kind == kind)
        .unwrap_or_else(|| panic!("no {kind:?} in {:?}", flight.events()))
        .time
}

#[test]
fn a10_sliding_ends_in_rolling_at_the_closed_form() {
    // v0 8, mu 0.12, g 9.80665: published for three inertia factors (v, t, x).
    for (alpha, v, t, x) in [
        (
            0.4,
            8.0 * 0.7142857142857143,
            1.9423165961484354,
            13.318742373589272,
        ),
        (2.0 / 3.0, 8.0 * 0.6, 2.7192432346078093, 17.40315670148998),
        (
            0.55,
            8.0 * 0.6451612903225806,
            2.412231901668218,
            15.874042191623108,
        ),
    ] {
        for dt in [1.0 / 60.0, 0.05, 1.0 / 240.0] {
            let flight = putt(&ball(alpha), 8.0, ground(0.12, 0.0))
                .gravity(9.80665)
                .dt(dt)
                .until(4.0)
                .fly(&Air::default())
                .unwrap();
            let roll = time_of(&flight, EventKind::Roll);
            relative(roll, t, 1e-12);
            relative(flight.state_at(t).position.x, x, 1e-12);
            relative(flight.state_at(t + 1e-9).velocity.x, v, 1e-9);
            relative(flight.samples().last().unwrap().speed, v, 1e-12);
        }
    }
}

#[test]
fn sliding_to_rolling_of_the_reported_ball() {
    // Solid ball, mu .2, v0 5: 3.571 m/s after .728 s and 3.1205 m.
    let flight = putt(&ball(0.4), 5.0, ground(0.2, 0.0))
        .until(2.0)
        .fly(&Air::default())
        .unwrap();
    let roll = time_of(&flight, EventKind::Roll);
    assert!((roll - 0.728).abs() < 5e-4);
    assert!((flight.state_at(roll).position.x - 3.1205).abs() < 5e-5);
    assert!((flight.state_at(roll).velocity.x - 3.5714).abs() < 5e-5);
}

#[test]
fn slide_to_roll_has_no_jump() {
    let flight = putt(&ball(0.4), 5.0, ground(0.2, 0.03))
        .fly(&Air::default())
        .unwrap();
    let roll = time_of(&flight, EventKind::Roll);
    let (before, after) = (flight.state_at(roll - 1e-9), flight.state_at(roll + 1e-9));
    assert!((before.velocity - after.velocity).length() < 1e-7);
    assert!((before.spin - after.spin).length() < 1e-6);
}

#[test]
fn a9_a_block_that_cannot_turn_stops_after_v_squared_over_two_mu_g() {
    // Inertia without bound is a block: alpha 10 is the largest allowed; its slide ends at v/(1 + alpha).
    let alpha = 10.0;
    let flight = putt(&ball(alpha), 5.0, ground(0.3, 0.0))
        .gravity(9.80665)
        .until(3.0)
        .fly(&Air::default())
        .unwrap();
    let share = alpha / (1.0 + alpha);
    relative(
        time_of(&flight, EventKind::Roll),
        1.6995270216298806 * share,
        1e-12,
    );
}

#[test]
fn rolls_for_ever_only_without_resistance_and_stops_at_the_closed_form_with_it() {
    // A solid ball stops after 7 v^2/(10 mu_r g), a shell after 5 v^2/(6 mu_r g).
    for (alpha, share) in [(0.4, 0.7), (2.0 / 3.0, 5.0 / 6.0)] {
        let ball = ball(alpha);
        let (v, mu_r) = (2.0, 0.05);
        let spin = rolling_spin(&ball, v);
        let shot = ball
            .launch(Launch::at(v).spin_vector(spin))
            .onto(ground(0.6, mu_r));
        let flight = shot.fly(&Air::default()).unwrap();
        assert_eq!(flight.end(), End::Rest);
        relative(
            flight.total().unwrap(),
            share * v * v / (mu_r * 9.81),
            1e-12,
        );
        let time = v * (1.0 + alpha) / (mu_r * 9.81);
        relative(flight.rest().unwrap().0, time, 1e-12);

        let free = ball
            .launch(Launch::at(v).spin_vector(spin))
            .onto(ground(0.6, 0.0))
            .until(10.0)
            .fly(&Air::default())
            .unwrap();
        relative(free.samples().last().unwrap().speed, v, 1e-12);
        assert_eq!(free.end(), End::TimeLimit);
    }
}

#[test]
fn small_ball_spin_is_kept_while_it_rolls() {
    // Golf ball rolling .5 m/s, mu_r .02, mu .4: stops after .892 m; table tennis 1.062 m; |w r - v| < 1 %.
    for (preset, alpha, distance) in [
        (&balls::GOLF, 0.4, 0.892),
        (&balls::TABLE_TENNIS, 2.0 / 3.0, 1.062),
    ] {
        let mut ball = preset.with_model("vacuum").unwrap();
        ball.inertia_factor = alpha;
        let flight = ball
            .launch(Launch::at(0.5).spin_vector(rolling_spin(&ball, 0.5)))
            .onto(ground(0.4, 0.02))
            .fly(&Air::default())
            .unwrap();
        assert!((flight.total().unwrap() / distance - 1.0).abs() < 0.01);
        for sample in flight.samples() {
            let rim = sample.spin_rate * ball.radius;
            assert!(
                (rim - sample.speed).abs() <= 1e-9 * (1.0 + sample.speed),
                "{sample:?}"
            );
        }
    }
}

#[test]
fn a_ball_holds_on_a_slope_exactly_if_its_resistance_allows() {
    // Holds if and only if mu_r >= tan(theta).
    for degrees in [1.0, 5.0, 12.0] {
        let slope = deg(degrees);
        for (factor, holds) in [(1.001, true), (0.999, false)] {
            let flight = ball(0.4)
                .launch(Launch::at(0.0))
                .onto(ground(0.9, factor * tan(slope)))
                .slope(slope, 0.0)
                .until(20.0)
                .fly(&Air::default())
                .unwrap();
            if holds {
                assert_eq!(flight.end(), End::Rest, "{degrees} deg");
                assert_eq!(flight.rest().unwrap().0, 0.0);
            } else {
                assert_eq!(flight.end(), End::TimeLimit, "{degrees} deg");
                assert!(flight.samples().last().unwrap().position.x < -1e-2);
            }
        }
    }
}

#[test]
fn a11_rolling_down_an_incline_accelerates_by_g_sin_over_one_plus_alpha() {
    for (alpha, share) in [(0.4, 5.0 / 7.0), (2.0 / 3.0, 0.6)] {
        let slope = deg(10.0);
        // Grips if mu >= tan(theta) alpha/(1 + alpha).
        let needed = tan(slope) * alpha / (1.0 + alpha);
        for (mu, grips) in [(1.01 * needed, true), (0.99 * needed, false)] {
            let flight = ball(alpha)
                .launch(Launch::at(0.0))
                .onto(ground(mu, 0.0))
                .slope(slope, 0.0)
                .until(2.0)
                .fly(&Air::default())
                .unwrap();
            let speed = flight.samples().last().unwrap().speed;
            let rolling = share * 9.81 * sin(slope) * 2.0;
            if grips {
                relative(speed, rolling, 1e-12);
            } else {
                let cos = voltex_math::f64::cos(slope);
                relative(speed, (sin(slope) - mu * cos) * 9.81 * 2.0, 1e-12);
                assert!(speed > rolling);
            }
        }
    }
}

#[test]
fn a_ball_rolled_uphill_comes_back_and_loses_only_to_resistance() {
    let (slope, v) = (deg(5.0), 3.0);
    let ball = ball(0.4);
    let back = 2.0 * v * 1.4 / (9.81 * sin(slope));
    let flight = ball
        .launch(Launch::at(v).up(slope).spin_vector(rolling_spin(&ball, v)))
        .onto(ground(0.8, 0.0))
        .slope(slope, 0.0)
        .until(back + 1.0)
        .fly(&Air::default())
        .unwrap();
    let highest = flight
        .samples()
        .iter()
        .map(|sample| sample.position.y)
        .fold(0.0, voltex_math::f64::max);
    // 1/2 (1 + alpha) v^2 = g h.
    let height = 0.7 * v * v / 9.81;
    assert!((highest - flight.samples()[0].position.y - height).abs() < 1e-3);
    relative(flight.state_at(back).velocity.length(), v, 1e-9);
    assert!(flight.state_at(back).position.x.abs() < 1e-9);
}

#[test]
fn a_spinning_ball_drifts_across_the_slope_in_no_way_but_its_own_mirror() {
    let run = |spin: f64, side: f64| {
        ball(0.4)
            .launch(Launch::at(2.0).spin_vector(DVec3::new(spin, 5.0 * spin, 0.0)))
            .onto(ground(0.3, 0.05).resisting(0.05, 0.02))
            .slope(deg(3.0), side)
            .fly(&Air::default())
            .unwrap()
    };
    let (one, two) = (run(20.0, deg(2.0)), run(-20.0, deg(-2.0)));
    assert_eq!(one.samples().len(), two.samples().len());
    for (a, b) in one.samples().iter().zip(two.samples()) {
        assert_eq!(a.position.x, b.position.x);
        assert_eq!(a.position.z, -b.position.z);
    }
}

#[test]
fn spin_about_the_normal_ends_by_the_torque_of_the_patch() {
    // d omega/dt = mu_s g/(alpha r).
    let ball = ball(0.645);
    let flight = ball
        .launch(Launch::at(0.0).spin_vector(DVec3::Y * 50.0))
        .onto(Surface::plain("test", 0.5, 0.5, 0.0).resisting(0.05, 0.02))
        .fly(&Air::default())
        .unwrap();
    let time = 50.0 * 0.645 * ball.radius / (0.02 * 9.81);
    relative(flight.rest().unwrap().0, time, 1e-12);
    assert_eq!(flight.total(), Some(0.0));
}

#[test]
fn a20_a_stimpmeter_putt_runs_as_far_as_the_green_is_fast() {
    let ball = balls::GOLF.with_model("vacuum").unwrap();
    let green = balls::GOLF.surface("green").unwrap();
    let flight = ball
        .launch(Launch::at(1.83).spin_vector(rolling_spin(&ball, 1.83)))
        .onto(green)
        .fly(&Air::default())
        .unwrap();
    // 10 ft; the stated resistance has three digits.
    relative(flight.total().unwrap(), 3.048, 2e-3);
}

#[test]
fn a_putt_runs_as_many_feet_as_the_green_is_fast() {
    let ball = balls::GOLF.with_model("vacuum").unwrap();
    let green = balls::GOLF.surface("green").unwrap();
    for stimp in [3.0, 7.0, 10.0, 11.0, 14.0, 20.0] {
        let flight = ball
            .launch(Launch::at(1.83).spin_vector(rolling_spin(&ball, 1.83)))
            .gravity(9.80665)
            .onto(surfaces::at_stimp(green, stimp).unwrap())
            .fly(&Air::default())
            .unwrap();
        relative(flight.total().unwrap(), stimp * 0.3048, 1e-9);
    }
    let ten = surfaces::at_stimp(green, 10.0).unwrap();
    assert!((ten.rolling - green.rolling).abs() < 5e-4);
    for bad in [2.9, 20.1, -1.0, f64::NAN, f64::INFINITY] {
        assert!(surfaces::at_stimp(green, bad).is_err(), "{bad}");
    }
}

#[test]
fn rest_after_bouncing_at_the_closed_form() {
    // h 2 m, e .8: sqrt(2 h/g)(1 + e)/(1 - e) = 5.747 s.
    let flight = ball(0.4)
        .launch(Launch::at(0.0).from_height(2.0))
        .onto(Surface::plain("test", 0.8, 0.5, 0.0))
        .fly(&Air::default())
        .unwrap();
    let time = (2.0 * 2.0 / 9.81_f64).sqrt() * 9.0;
    relative(flight.rest().unwrap().0, time, 1e-9);
    assert!((time - 5.747).abs() < 5e-4);
}

#[test]
fn glancing_bounces_keep_five_sevenths_and_roll_begins_once() {
    // On a rigid surface a solid ball without backspin keeps at least 5/7 of its tangential speed.
    for degrees in 1..90 {
        let angle = deg(f64::from(degrees));
        let flight = ball(0.4)
            .launch(Launch::at(30.0).up(-angle).from_height(0.5))
            .gravity(9.81)
            .onto(Surface::plain("test", 0.4, 0.7, 0.0).resisting(0.1, 0.02))
            .fly(&Air::default())
            .unwrap();
        let (_, impact) = flight.impacts().next().unwrap();
        let kept = impact.tangential_after() / impact.tangential_before();
        assert!(kept >= 5.0 / 7.0 - 1e-12, "{degrees} deg keeps {kept}");
        let rolls = flight
            .events()
            .iter()
            .filter(|event| event.kind == EventKind::Roll)
            .count();
        assert_eq!(rolls, 1, "{degrees} deg");
        assert_eq!(flight.end(), End::Rest, "{degrees} deg");
    }
}

#[test]
fn the_bounces_of_the_reported_shell_and_solid_ball() {
    let bounce = |alpha: f64, radius: f64, vt: f64, vn: f64, topspin: f64, e: f64, mu: f64| {
        let mut ball = ball(alpha);
        ball.radius = radius;
        let v = DVec3::new(vt, -vn, 0.0);
        let mut launch = Launch::at(v.length()).up(voltex_math::f64::atan2(-vn, vt));
        if topspin != 0.0 {
            launch = launch.spin_vector(DVec3::new(0.0, 0.0, -topspin));
        }
        let flight = ball
            .launch(launch)
            .onto(Surface::plain("test", e, mu, 0.0))
            .fly(&Air::default())
            .unwrap();
        let (_, impact) = flight.impacts().next().unwrap();
        impact.after.velocity.x
    };
    assert!((bounce(2.0 / 3.0, 0.033, 25.0, 10.0, 0.0, 0.75, 0.6) - 15.0).abs() < 5e-4);
    assert!((bounce(2.0 / 3.0, 0.033, 25.0, 10.0, 400.0, 0.75, 0.6) - 20.28).abs() < 5e-4);
    assert!((bounce(0.4, 0.02135, 15.0, 20.0, -900.0, 0.4, 0.4) - 5.224).abs() < 5e-4);
}

#[test]
fn a_ball_that_the_air_lifts_leaves_the_ground() {
    let mut ball = ball(0.4);
    ball.mass = 0.01;
    ball.force = Force::Physical(Aero {
        drag: Drag::Constant { cd: 0.0 },
        lift: Lift::Linear {
            k: 1.0,
            cl_max: f64::MAX,
        },
        side: Side::None,
        spin_torque: 0.0,
    });
    let flight = ball
        .launch(Launch::at(10.0).backspin(30.0))
        .onto(ground(0.1, 0.01))
        .until(0.5)
        .fly(&Air::default())
        .unwrap();
    assert!(flight.samples().last().unwrap().position.y > ball.radius + 0.1);
}

/// Without friction `u = W - v` obeys `u' = -k u^2`: `v = k W^2 t/(1 + k W t)`. Here `2 k W h` starts at nine.
#[test]
fn a_light_ball_blown_along_the_ground_never_outruns_the_wind() {
    let mut light = balls::TABLE_TENNIS.clone();
    light.set("lift.k", 0.0).unwrap();
    let air = Air::new(170.0, 2e5, 1.0).unwrap();
    let area = core::f64::consts::PI * light.radius * light.radius;
    let k = 0.5 * air.density() * area * 0.456 / light.mass;
    let (storm, dt) = (150.0, 0.07);
    assert!(2.0 * k * storm * dt > 9.0);
    let flight = light
        .launch(Launch::at(0.0))
        .wind(Wind::Uniform(DVec3::X * storm))
        .dt(dt)
        .until(4.0)
        .onto(ground(0.0, 0.0))
        .fly(&air)
        .unwrap();
    assert_eq!(flight.end(), End::TimeLimit);
    for sample in &flight.samples()[1..] {
        let exact = k * storm * storm * sample.time / (1.0 + k * storm * sample.time);
        relative(sample.speed, exact, 1e-3);
        assert!(sample.speed < storm);
    }
}

#[test]
fn soft_turf_slows_a_steep_ball_more_than_a_rigid_ground_of_the_same_restitution() {
    let fairway = balls::GOLF.surface("fairway").unwrap();
    let hard = Surface {
        soft: false,
        ..fairway
    };
    let run = |surface: Surface| {
        balls::GOLF
            .launch(Launch::at(70.0).up(deg(11.0)).backspin(rpm(2600.0)))
            .onto(surface)
            .fly(&Air::default())
            .unwrap()
    };
    let (soft, rigid) = (run(fairway), run(hard));
    let run_out = |flight: &Trajectory| flight.total().unwrap() - flight.carry().unwrap();
    assert!(
        run_out(&soft) > 3.0 && run_out(&soft) < 40.0,
        "{}",
        run_out(&soft)
    );
    assert!(run_out(&soft) < run_out(&rigid));
    // A wedge with much spin stops near its mark or comes back.
    let wedge = balls::GOLF
        .launch(Launch::at(45.6).up(deg(24.2)).backspin(rpm(9304.0)))
        .onto(balls::GOLF.surface("green").unwrap())
        .fly(&Air::default())
        .unwrap();
    assert!(run_out(&wedge) < 5.0, "{}", run_out(&wedge));
}

#[test]
fn soft_turf_is_level_for_a_ball_that_falls_straight() {
    let green = surfaces::GREEN;
    for speed in [0.1, 5.0, 20.0, 80.0] {
        let normal = green.facing(DVec3::Y, DVec3::NEG_Y * speed);
        assert_eq!(normal, DVec3::Y);
        let slanted = green.facing(DVec3::Y, DVec3::new(1e-6, -speed, 0.0));
        assert!((slanted - DVec3::Y).length() < 1e-4);
    }
    let tilted = green.facing(DVec3::Y, DVec3::new(18.6 * 0.7145, -18.6 * 0.6997, 0.0));
    assert!(tilted.x < -0.25 && tilted.x > -0.28, "{tilted}");
    assert!((tilted.length() - 1.0).abs() < 1e-12);
}

#[test]
fn a_warm_tennis_ball_bounces_higher() {
    let clay = balls::TENNIS.surface("clay").unwrap();
    let e = |kelvin: f64| clay.contact(5.0, DVec3::ZERO, kelvin).restitution;
    assert_eq!(e(296.15), 0.85);
    assert!((e(306.15) - 0.88).abs() < 1e-12);
    assert!((e(283.15) - 0.811).abs() < 1e-12);
}

#[test]
fn a_bowling_ball_skids_through_oil_and_hooks_on_dry_boards() {
    let ball = &balls::BOWLING;
    let lane = ball.surface("lane").unwrap();
    let throw = |spin: DVec3| {
        ball.launch(Launch::at(8.5).spin_vector(spin))
            .onto(lane)
            .fly(&Air::default())
            .unwrap()
    };
    // Side rotation of a right-hander's hook: axis turned towards the lane.
    let hook = throw(DVec3::new(-25.0, 0.0, -12.0));
    let (_, pins) = hook.crossing_x(18.29).unwrap();
    assert!(pins.position.z < -0.1, "hooks left: {}", pins.position.z);
    let (_, arrows) = hook.crossing_x(4.6).unwrap();
    assert!(arrows.position.z.abs() < 0.05 * pins.position.z.abs() + 0.02);
    let speed = pins.velocity.length();
    assert!(speed < 8.5 - 1.0 && speed > 8.5 - 2.5, "{speed}");
    let mirrored = throw(DVec3::new(25.0, 0.0, -12.0));
    let (_, other) = mirrored.crossing_x(18.29).unwrap();
    assert_eq!(other.position.z, -pins.position.z);
}

#[test]
fn l1_uniform_lane_pure_slide() {
    // v0 8, mu .12, solid: 5.714286 m/s, 13.318742 m, 1.942317 s.
    let flight = putt(&ball(0.4), 8.0, ground(0.12, 0.0))
        .gravity(9.80665)
        .until(3.0)
        .fly(&Air::default())
        .unwrap();
    let roll = time_of(&flight, EventKind::Roll);
    assert!((roll - 1.942317).abs() < 1e-6);
    let state = flight.state_at(roll);
    assert!((state.velocity.x - 5.714286).abs() < 1e-6);
    assert!((state.position.x - 13.318742).abs() < 1e-6);
}

#[test]
fn every_ball_comes_to_rest_on_every_ground() {
    for ball in balls::ALL {
        for ground in &surfaces::ALL {
            let Ok(surface) = ball.surface(ground.surface.name) else {
                assert!(ball.rigid_restitution.is_none());
                continue;
            };
            surface.validate().unwrap();
            let flight = ball
                .launch(
                    Launch::at(12.0)
                        .up(deg(20.0))
                        .backspin(rpm(500.0))
                        .tilt(deg(30.0)),
                )
                .onto(surface)
                .dt(0.05)
                .until(3000.0)
                .fly(&Air::default())
                .unwrap();
            assert_eq!(
                flight.end(),
                End::Rest,
                "{} on {}",
                ball.name,
                ground.surface.name
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the ground: no energy from nothing, never into the ground, an end in finite time.
    #[test]
    fn energy_never_grows_and_the_ball_ends(
        speed in 0.0..20.0, up in -40.0..60.0, wx in -200.0..200.0, wy in -200.0..200.0, wz in -200.0..200.0,
        e in 0.0..0.95, mu in 0.0..1.2, et in 0.0..1.0, mu_r in 0.005..0.3, mu_s in 0.001..0.1,
        uphill in -20.0..20.0, right in -20.0..20.0, alpha in 0.3..0.67, soft in any::<bool>(),
    ) {
        prop_assume!(wx != 0.0 || wy != 0.0 || wz != 0.0);
        let ball = ball(alpha);
        let surface = Surface {
            restitution: Restitution::Constant(e),
            friction: Friction::Uniform(mu),
            tangential_restitution: et,
            soft,
            ..Surface::plain("test", e, mu, et).resisting(mu_r, mu_s)
        };
        let shot = ball
            .launch(Launch { spin_vector: Some(DVec3::new(wx, wy, wz)), ..Launch::at(speed).up(deg(up)) })
            .onto(surface)
            .slope(deg(uphill), deg(right))
            .until(20.0);
        let flight = shot.fly(&Air::default()).unwrap();
        prop_assert!(!matches!(flight.end(), End::StepLimit | End::NotFinite), "{:?}", flight.end());
        let normal = shot.ground_normal;
        let mut last = f64::INFINITY;
        for sample in flight.samples() {
            let height = normal.dot(sample.position) - ball.radius;
            prop_assert!(height > -1e-6, "{height} at {}", sample.time);
            let energy = flight.energy_at(sample.time).total();
            prop_assert!(energy <= last + 1e-7 * (1.0 + if last < 1e9 { last.abs() } else { 0.0 }), "{energy} after {last} at {}", sample.time);
            last = energy;
        }
        for (_, impact) in flight.impacts() {
            // Angular momentum about the contact point, per unit mass: soft turf tilts the lever.
            if !soft {
                let l = |s: &voltex_flight::State| alpha * ball.radius * ball.radius * s.spin
                    + (normal * ball.radius).cross(s.velocity);
                let (b, a) = (l(&impact.before), l(&impact.after));
                prop_assert!((b - a).length() < 1e-10 * (1.0 + b.length()));
            }
        }
    }
}
