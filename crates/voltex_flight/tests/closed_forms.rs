//! Flights whose answer is known in closed form, from section 12 of the published validation cases and
//! from textbooks.

use voltex_flight::aero::{Aero, Arcade, Drag, Lift, Side};
use voltex_flight::ball::Force;
use voltex_flight::trajectory::End;
use voltex_flight::units::deg;
use voltex_flight::{Air, Ball, Launch, Surface, balls};
use voltex_math::DVec3;
use voltex_math::f64::{atan, cos, exp, ln, sin, tanh};

const G: f64 = 9.80665;

fn relative(ours: f64, exact: f64, tolerance: f64) {
    let error = (ours / exact - 1.0).abs();
    assert!(
        error <= tolerance,
        "{ours} is not {exact}: off by {error:e}"
    );
}

fn vacuum() -> Ball {
    balls::SOCCER.with_model("vacuum").unwrap()
}

/// A ball whose drag alone brings it to `terminal` m/s in air of 1.2 kg/m^3 under `G`.
fn drag_ball(terminal: f64) -> (Ball, Air) {
    let mut ball = vacuum();
    let area = core::f64::consts::PI * ball.radius * ball.radius;
    let cd = 2.0 * ball.mass * G / (1.2 * area * terminal * terminal);
    ball.set("drag.CD", cd).unwrap();
    (ball, Air::default().with_density(1.2).unwrap())
}

#[test]
fn a1_vacuum_parabola_is_exact_at_any_step() {
    for dt in [0.1, 1.0 / 24.0, 1.0 / 60.0, 0.001] {
        let flight = vacuum()
            .launch(Launch::at(30.0).up(deg(40.0)))
            .gravity(G)
            .dt(dt)
            .fly(&Air::default())
            .unwrap();
        relative(flight.carry().unwrap(), 90.38019891716205, 1e-12);
        relative(flight.apex_height(), 18.959497894279966, 1e-12);
        relative(flight.flight_time().unwrap(), 3.932765682592155, 1e-12);
        assert_eq!(flight.end(), End::Landed);
    }
}

#[test]
fn a2_linear_drag_follows_the_exponential() {
    let (k, v0, angle, t): (f64, f64, f64, f64) = (0.5, 20.0, deg(35.0), 1.5);
    let mut ball = balls::SOCCER.with_model("arcade").unwrap();
    ball.set("arcade.linear_damping", k).unwrap();
    let flight = ball
        .launch(Launch::at(v0).up(angle).from_height(10.0))
        .gravity(G)
        .fly(&Air::default())
        .unwrap();
    let state = flight.state_at(t);
    let (vx, vy) = (v0 * cos(angle), v0 * sin(angle));
    let kept = exp(-k * t);
    let y = (vy + G / k) / k * (1.0 - kept) - G * t / k;
    relative(vx / k * (1.0 - kept), 17.28848067829783, 1e-12);
    relative(y, 3.382840677386369, 1e-12);
    relative(state.position.x, 17.28848067829783, 1e-9);
    relative(
        state.position.y - ball.radius - 10.0,
        3.382840677386369,
        1e-9,
    );
    relative(state.velocity.y, -4.929866611672264, 1e-9);
}

#[test]
fn damping_does_not_depend_on_the_step() {
    // Fault: `v *= 1 - c dt`. Pure damping is the exact exponential even where c dt exceeds 1.
    let mut ball = balls::GOLF.with_model("arcade").unwrap();
    ball.set("arcade.linear_damping", 40.0).unwrap();
    ball.set("arcade.angular_damping", 25.0).unwrap();
    for dt in [0.1, 1.0 / 60.0, 1e-3] {
        let flight = ball
            .launch(Launch::at(30.0).backspin(200.0).from_height(5.0))
            .gravity(0.0)
            .dt(dt)
            .until(0.2)
            .fly(&Air::default())
            .unwrap();
        let end = flight.state_at(0.2);
        relative(end.position.x, 30.0 / 40.0 * (1.0 - exp(-8.0)), 1e-12);
        relative(end.velocity.x, 30.0 * exp(-8.0), 1e-12);
        relative(end.spin.z, 200.0 * exp(-5.0), 1e-12);
    }
}

#[test]
fn a3_drop_under_quadratic_drag() {
    let (ball, air) = drag_ball(22.0);
    let flight = ball
        .launch(Launch::at(0.0).from_height(30.0))
        .gravity(G)
        .fly(&air)
        .unwrap();
    let state = flight.state_at(2.0);
    relative(-state.velocity.y, 15.667091897317325, 1e-9);
    relative(
        30.0 + ball.radius - state.position.y,
        17.460022218510257,
        1e-9,
    );
}

#[test]
fn a4_throw_upward_under_quadratic_drag() {
    let (ball, air) = drag_ball(22.0);
    // Drag turns round at the apex with a kink, which costs the interpolation an order: smaller steps.
    let flight = ball
        .launch(Launch::at(30.0).up(deg(90.0)))
        .gravity(G)
        .dt(1.0 / 240.0)
        .fly(&air)
        .unwrap();
    relative(flight.apex_height(), 25.926985415973643, 1e-9);
    let up = flight.events()[0].time;
    relative(up, 2.104392919033482, 1e-9);
    relative(flight.flight_time().unwrap() - up, 2.505094143790425, 1e-9);
    relative(flight.landing_speed().unwrap(), 17.74090990882552, 1e-9);
    relative(flight.landing_angle().unwrap(), deg(90.0), 1e-9);
    // The formulas behind the published digits.
    let ratio = 30.0 * 30.0 / (22.0 * 22.0);
    relative(
        22.0 * 22.0 / (2.0 * G) * ln(1.0 + ratio),
        25.926985415973643,
        1e-12,
    );
    relative(22.0 / G * atan(30.0 / 22.0), 2.104392919033482, 1e-12);
    relative(22.0 * tanh(G * 2.0 / 22.0), 15.667091897317325, 1e-12);
}

fn ground(e: f64) -> Surface {
    Surface::plain("test", e, 0.5, 0.0)
}

#[test]
fn a8_bounces_form_a_geometric_series_that_ends() {
    let flight = vacuum()
        .launch(Launch::at(0.0).from_height(1.8))
        .gravity(G)
        .onto(ground(0.8))
        .fly(&Air::default())
        .unwrap();
    let apexes: Vec<f64> = flight
        .events()
        .iter()
        .filter(|event| matches!(event.kind, voltex_flight::trajectory::EventKind::Apex))
        .map(|event| event.state.position.y - 0.11)
        .collect();
    relative(apexes[2], 0.4718592, 1e-9);
    relative(flight.rest().unwrap().0, 5.452973938176892, 1e-9);
    let path = 1.8 + 2.0 * apexes.iter().sum::<f64>();
    relative(path, 8.2, 1e-4);
}

#[test]
fn bounce_height_is_e_squared_at_any_rate_and_e_1_never_climbs() {
    for dt in [1.0 / 60.0, 1.0 / 120.0, 1.0 / 240.0] {
        for e in [0.3, 0.5, 0.8, 0.95] {
            let flight = vacuum()
                .launch(Launch::at(0.0).from_height(2.0))
                .dt(dt)
                .onto(ground(e))
                .fly(&Air::default())
                .unwrap();
            let mut apexes = flight.events().iter().filter_map(|event| {
                matches!(event.kind, voltex_flight::trajectory::EventKind::Apex)
                    .then_some(event.state.position.y - 0.11)
            });
            relative(apexes.next().unwrap(), 2.0 * e * e, 1e-9);
            relative(apexes.next().unwrap(), 2.0 * e * e * e * e, 1e-9);
        }
        let flight = vacuum()
            .launch(Launch::at(0.0).from_height(2.0))
            .dt(dt)
            .until(130.0)
            .onto(ground(1.0))
            .fly(&Air::default())
            .unwrap();
        assert!(flight.impacts().count() >= 100);
        let start = flight.energy_at(0.0).total();
        for sample in flight.samples() {
            let energy = flight.energy_at(sample.time).total();
            assert!((energy / start - 1.0).abs() < 1e-9, "{energy}");
        }
    }
}

#[test]
fn bounce_phase_leaves_the_apex_smooth() {
    let mut last = 0.0;
    for i in 0..10 {
        let flight = vacuum()
            .launch(
                Launch::at(15.0 + 0.01 * f64::from(i))
                    .up(deg(-90.0))
                    .from_height(10.0),
            )
            .onto(ground(0.8))
            .fly(&Air::default())
            .unwrap();
        let v2 = (15.0 + 0.01 * f64::from(i)) * (15.0 + 0.01 * f64::from(i)) + 2.0 * 9.81 * 10.0;
        let apex = flight
            .events()
            .iter()
            .find(|event| matches!(event.kind, voltex_flight::trajectory::EventKind::Apex))
            .unwrap()
            .state
            .position
            .y
            - 0.11;
        relative(apex, 0.64 * v2 / (2.0 * 9.81), 1e-9);
        assert!(apex > last);
        last = apex;
    }
}

#[test]
fn drag_alone_gives_the_published_ranges_in_still_air_and_wind() {
    // 0.43 kg, r 0.11, Cd 0.25, rho 1.225, g 9.81, 30 m/s at 30 deg.
    let mut ball = vacuum();
    ball.set("drag.CD", 0.25).unwrap();
    let air = Air::default().with_density(1.225).unwrap();
    let fly = |wind: DVec3| {
        ball.launch(Launch::at(30.0).up(deg(30.0)))
            .wind(voltex_flight::Wind::Uniform(wind))
            .fly(&air)
            .unwrap()
    };
    let still = fly(DVec3::ZERO);
    assert!((still.carry().unwrap() - 47.474).abs() < 6e-4);
    assert!((still.flight_time().unwrap() - 2.6253).abs() < 6e-5);
    assert!((fly(DVec3::X * 5.0).carry().unwrap() - 54.243).abs() < 6e-4);
    assert!((fly(DVec3::X * -5.0).carry().unwrap() - 40.464).abs() < 6e-4);
    assert!((fly(DVec3::Z * 5.0).lateral().unwrap() - 4.019).abs() < 6e-4);
}

#[test]
fn magnus_alone_flies_a_circle_at_constant_speed() {
    // 0.43 kg, r 0.11, Cl 0.25, rho 1.225: radius 2 m/(rho A Cl) = 73.873 m.
    let mut ball = vacuum();
    ball.set("lift.CL", 0.25).unwrap();
    let air = Air::default().with_density(1.225).unwrap();
    let area = core::f64::consts::PI * 0.11 * 0.11;
    let radius = 2.0 * 0.43 / (1.225 * area * 0.25);
    assert!((radius - 73.873).abs() < 6e-4);
    let flight = ball
        .launch(
            Launch::at(25.0)
                .spin_vector(DVec3::NEG_Y * 60.0)
                .from_height(1.0),
        )
        .gravity(0.0)
        .until(30.0)
        .fly(&air)
        .unwrap();
    for sample in flight.samples() {
        relative(sample.speed, 25.0, 1e-9);
        let centre = DVec3::new(0.0, 1.11, radius);
        relative((sample.position - centre).length(), radius, 1e-8);
    }
    let (_, state) = flight.crossing_x(20.0).unwrap();
    assert!(
        (state.position.z - 2.759).abs() < 6e-4,
        "{}",
        state.position.z
    );
}

#[test]
fn backspin_with_the_reported_lift_law_carries_as_reported() {
    // Cl = S/(0.4 + 2.32 S), Cd 0.25, 600 rpm backspin, no decay: 58.8738 m.
    let mut ball = vacuum();
    ball.force = Force::Physical(Aero {
        drag: Drag::Constant { cd: 0.25 },
        lift: Lift::Cross {
            cl0: 0.4,
            cl1: 2.32,
            cl2: 1.0,
        },
        side: Side::None,
        spin_torque: 0.0,
    });
    let flight = ball
        .launch(
            Launch::at(30.0)
                .up(deg(30.0))
                .backspin(600.0 * core::f64::consts::TAU / 60.0),
        )
        .fly(&Air::default().with_density(1.225).unwrap())
        .unwrap();
    assert!((flight.carry().unwrap() - 58.8738).abs() < 6e-5);
}

#[test]
fn a16_terminal_speeds() {
    // v = sqrt(2 m g/(rho A CD)) at rho 1.2; published with two decimals.
    for (ball, cd, published) in [
        (&balls::TABLE_TENNIS, 0.45, 8.83),
        (&balls::TENNIS, 0.55, 22.15),
        (&balls::BASEBALL, 0.33, 41.02),
        (&balls::CRICKET, 0.45, 37.78),
        (&balls::SOCCER, 0.2, 30.40),
        (&balls::BASKETBALL, 0.5, 20.90),
    ] {
        let mut ball = ball.with_model("vacuum").unwrap();
        ball.set("drag.CD", cd).unwrap();
        let flight = ball
            .launch(Launch::at(0.0).from_height(3000.0))
            .gravity(G)
            .until(50.0)
            .fly(&Air::default().with_density(1.2).unwrap())
            .unwrap();
        let speed = flight.samples().last().unwrap().speed;
        assert!((speed - published).abs() < 0.011, "{}: {speed}", ball.name);
    }
}

#[test]
fn spin_decays_as_the_skin_torque_says() {
    // At constant speed (no drag, no gravity) the decay is exactly exponential.
    let mut ball = vacuum();
    ball.set("spin_decay.Ct", 0.01).unwrap();
    let air = Air::default();
    let flight = ball
        .launch(Launch::at(30.0).backspin(60.0).from_height(1.0))
        .gravity(0.0)
        .until(5.0)
        .fly(&air)
        .unwrap();
    let area = core::f64::consts::PI * ball.radius * ball.radius;
    let rate = air.density() * area * 0.01 / (ball.inertia_factor * ball.mass) * 30.0;
    relative(
        flight.samples().last().unwrap().spin_rate,
        60.0 * exp(-5.0 * rate),
        1e-10,
    );
}

#[test]
fn the_arcade_model_turns_by_its_factor_alone() {
    // a = f omega x v at constant spin: a circle of radius v/(f omega).
    let mut ball = balls::GOLF.with_model("arcade").unwrap();
    ball.set("arcade.magnus_factor", 0.01).unwrap();
    let flight = ball
        .launch(
            Launch::at(20.0)
                .spin_vector(DVec3::Y * 50.0)
                .from_height(1.0),
        )
        .gravity(0.0)
        .until(3.0)
        .fly(&Air::default())
        .unwrap();
    let radius = 20.0 / (0.01 * 50.0);
    let end = flight.samples().last().unwrap();
    let centre = DVec3::new(0.0, end.position.y, -radius);
    relative((end.position - centre).length(), radius, 1e-8);
    assert!(end.position.z < 0.0, "+Y spin curves left");
    assert_eq!(Arcade::NEUTRAL.magnus_factor, 0.0);
}
