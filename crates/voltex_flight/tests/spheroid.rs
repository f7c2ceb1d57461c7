//! Oval balls flown whole: their paths, their bounces, their end.

use std::f64::consts::PI;

use proptest::prelude::*;
use voltex_flight::spheroid_aero::stability_factor;
use voltex_flight::trajectory::{End, EventKind};
use voltex_flight::units::{deg, rpm, to_deg};
use voltex_flight::{Air, Ball, Launch, Spheroid, State, Surface, Trajectory, balls};
use voltex_math::DVec3;
use voltex_math::f64::{acos, cos, pow, sin};

fn ground(restitution: f64, friction: f64) -> Surface {
    Surface::plain("test", restitution, friction, 0.0)
}

fn vacuum() -> Air {
    Air::default().with_density(0.0).unwrap()
}

/// Height of the lowest point above the ground.
fn gap(ball: &Ball, state: &State) -> f64 {
    state.position.y - ball.reach(state.rotation, DVec3::Y)
}

/// A spiral with its nose up by `nose` (rad): spin about the nose.
fn spiral(launch: Launch, nose: f64, rate: f64) -> Launch {
    launch.nose(nose, 0.0).spiral(rate)
}

fn angle_of_attack(state: &State) -> f64 {
    let axis = Spheroid::axis(state.rotation);
    acos(axis.dot(state.velocity) / state.velocity.length())
}

/// Holmes et al. 2006: 14 professionals, 26.4 m/s at 30.2 deg, 53.7 m with a standard deviation of 5.7 m.
#[test]
fn a_place_kick_carries_as_measured_from_any_lean_of_the_ball() {
    for lean in [60.0, 90.0, 120.0] {
        let launch = Launch::at(26.4)
            .up(deg(30.2))
            .nose(deg(lean), 0.0)
            .backspin(rpm(360.0));
        let carry = balls::RUGBY
            .launch(launch)
            .fly(&Air::default())
            .unwrap()
            .carry()
            .unwrap();
        assert!((carry - 53.7).abs() < 5.7, "leaning {lean} deg: {carry} m");
    }
}

/// With drag that does not depend on the attitude, `u = u0/(1 + k t)`, `k = rho A C u0/(2 m)`, and the tumbling
/// `w' = -d rho A C a^2 u w/(8 I)` ends as `w = w0 (1 + k t)^(-d m a^2/(4 I))`: end over end, and as well for what wobbles
/// about a spin along the nose, which stays.
#[test]
fn tumbling_and_wobbling_die_away_by_the_power_law_of_their_damping() {
    let air = Air::default();
    for (share, axial) in [
        (0.0, 0.0),
        (0.5, 0.0),
        (1.0, 0.0),
        (1.0, 40.0),
        (0.5, -15.0),
    ] {
        let mut ball = balls::RUGBY.with_model("attitude").unwrap();
        for (path, value) in [
            ("aero.CDn", 0.5),
            ("aero.CDb", 0.5),
            ("aero.cl", 0.0),
            ("aero.munk_factor", 0.0),
            ("aero.spin_lift", 0.0),
            ("aero.pitch_damping", share),
        ] {
            ball.set(path, value).unwrap();
        }
        let body = ball.spheroid().unwrap();
        let (speed, rate, time) = (30.0, 12.0, 3.0);
        let launch = Launch::at(speed).spin_vector(DVec3::new(axial, 0.0, rate));
        let flight = ball
            .launch(launch.from_height(50.0))
            .gravity(0.0)
            .until(time)
            .fly(&air)
            .unwrap();
        let area = PI * body.short * body.short;
        let k = air.density() * area * 0.5 * speed / (2.0 * body.mass);
        let grown = 1.0 + k * time;
        let end = flight.state_at(time);
        assert!((end.velocity.length() / (speed / grown) - 1.0).abs() < 1e-8);
        let power = share * body.mass * body.long * body.long / (4.0 * body.inertia_transverse);
        let expected = rate * pow(grown, -power);
        // Steps turn the ball by up to a tenth of a radian: the attitude is good to 1e-6 rad.
        let axis = Spheroid::axis(end.rotation);
        let along = end.spin.dot(axis);
        let across = (end.spin - axis * along).length();
        assert!(
            (across / expected - 1.0).abs() < 1e-6 && (along - axial).abs() < 1e-6 * rate,
            "{share} {axial}: {across} for {expected}, {along}"
        );
        assert!(share == 0.0 || expected < 0.8 * rate);
    }
    let mut ball = balls::RUGBY.with_model("attitude").unwrap();
    for bad in [-0.1, 3.1, f64::NAN] {
        assert!(ball.set("aero.pitch_damping", bad).is_err(), "{bad}");
    }
}

/// Dzielski and Blackburn 2022; Price, Moss and Gay 2020: above a least spin the nose follows the path.
#[test]
fn the_nose_of_a_fast_spiral_follows_the_path_and_that_of_a_slow_one_does_not() {
    let widest = |rate: f64| {
        let launch = spiral(
            Launch::at(26.8).up(deg(30.0)).from_height(1.9),
            deg(30.0),
            rpm(rate),
        );
        let flight = balls::AMERICAN_FOOTBALL
            .launch(launch)
            .fly(&Air::default())
            .unwrap();
        let path = flight.touch().unwrap().1.velocity;
        let turned = to_deg(acos(path.dot(launch.velocity()) / path.length() / 26.8));
        assert!(turned > 55.0, "the path turns by {turned} deg");
        (0..=250)
            .map(|i| f64::from(i) * 0.01)
            .map(|t| to_deg(angle_of_attack(&flight.state_at(t))))
            .fold(0.0, voltex_math::f64::max)
    };
    let (fast, slow) = (widest(600.0), widest(150.0));
    assert!(fast < 20.0, "{fast} deg");
    assert!(slow > 80.0, "{slow} deg");
}

/// Hartschuh 2002: punts fall 24 to 33 % short of their range in vacuum and hang about as long.
#[test]
fn a_punt_with_its_nose_up_falls_short_yet_hangs_as_long_as_in_vacuum() {
    for (speed, up, nose) in [(18.0, 45.0, 35.0), (24.0, 55.0, 25.0)] {
        let launch = spiral(Launch::at(speed).up(deg(up)), deg(up + nose), rpm(450.0));
        let shot = balls::AMERICAN_FOOTBALL.launch(launch);
        let (air, empty) = (
            shot.fly(&Air::default()).unwrap(),
            shot.fly(&vacuum()).unwrap(),
        );
        let range = 1.0 - air.carry().unwrap() / empty.carry().unwrap();
        let hang = air.flight_time().unwrap() / empty.flight_time().unwrap() - 1.0;
        assert!((0.24..=0.33).contains(&range), "{range}");
        assert!(hang.abs() < 0.05, "{hang}");
    }
}

#[test]
fn a_right_handed_spiral_drifts_right_and_its_mirror_left() {
    let lateral = |rate: f64| {
        let launch = spiral(Launch::at(26.0).up(deg(25.0)), deg(25.0), rpm(rate));
        balls::AMERICAN_FOOTBALL
            .launch(launch)
            .fly(&Air::default())
            .unwrap()
            .lateral()
            .unwrap()
    };
    assert!(lateral(600.0) > 1.0);
    assert!((lateral(600.0) + lateral(-600.0)).abs() < 1e-9);
}

#[test]
fn a_spiral_has_the_stability_factor_of_its_spin() {
    let ball = balls::AMERICAN_FOOTBALL.spheroid().unwrap();
    let slope = 0.4;
    let one = stability_factor(&ball, 40.0, slope);
    assert!((stability_factor(&ball, 80.0, slope) / one - 4.0).abs() < 1e-12);
    let momentum = ball.inertia_axial * 40.0;
    assert!((one - momentum * momentum / (4.0 * ball.inertia_transverse * slope)).abs() < 1e-12);
}

#[test]
fn the_default_attitude_has_the_nose_along_the_launch() {
    let launch = Launch::at(20.0).up(deg(35.0)).right(deg(-20.0));
    let state = balls::RUGBY.launch(launch).initial_state();
    assert!(angle_of_attack(&state) < 1e-7);
    let upright = balls::RUGBY
        .launch(launch.nose(deg(90.0), 0.0))
        .initial_state();
    assert!((Spheroid::axis(upright.rotation) - DVec3::Y).length() < 1e-15);
    // Standing on its tip, its lowest point on the ground.
    assert!((upright.position.y - 0.145).abs() < 1e-15);
}

#[test]
fn a_ball_dropped_on_its_tip_touches_when_the_tip_does() {
    let launch = Launch::at(0.0).from_height(2.0).nose(deg(90.0), 0.0);
    let flight = balls::RUGBY.launch(launch).fly(&vacuum()).unwrap();
    let expected = (2.0_f64 * 2.0 / 9.81).sqrt();
    let (time, state) = flight.touch().unwrap();
    assert!((time - expected).abs() < 1e-12, "{time} {expected}");
    assert!((state.position.y - 0.145).abs() < 1e-12);
}

/// A ball that turns end over end in free fall without air: its gap is a closed form.
#[test]
fn a_tumbling_ball_touches_where_its_own_shape_does() {
    let rate = 40.0;
    let ball = &balls::RUGBY;
    let (a, b) = (0.145_f64, 0.0955_f64);
    for height in [1.0, 1.013, 1.1, 1.37, 2.0, 2.5] {
        let launch = Launch::at(0.0)
            .from_height(height)
            .nose(0.0, 0.0)
            .spin_vector(DVec3::Z * rate);
        let flight = ball.launch(launch).fly(&vacuum()).unwrap();
        let (time, state) = flight.touch().unwrap();
        let gap_at = |t: f64| {
            let (s, c) = (sin(rate * t), cos(rate * t));
            height + b - 0.5 * 9.81 * t * t - (a * a * s * s + b * b * c * c).sqrt()
        };
        // First zero of the closed form, by a scan and halving.
        let mut t = 0.0;
        while gap_at(t + 1e-4) > 0.0 {
            t += 1e-4;
        }
        let (mut lo, mut hi) = (t, t + 1e-4);
        for _ in 0..60 {
            let middle = 0.5 * (lo + hi);
            if gap_at(middle) > 0.0 {
                lo = middle
            } else {
                hi = middle
            }
        }
        assert!((time - hi).abs() < 1e-8, "{height} m: {time} {hi}");
        assert!(gap(ball, &state).abs() < 1e-12);
    }
}

#[test]
fn a_ball_dropped_flat_comes_to_rest_after_the_closed_form_time() {
    let (height, e) = (1.0, 0.6);
    let launch = Launch::at(0.0).from_height(height).nose(0.0, 0.0);
    let flight = balls::RUGBY
        .launch(launch)
        .onto(ground(e, 0.5))
        .fly(&vacuum())
        .unwrap();
    assert_eq!(flight.end(), End::Rest);
    let (time, state) = flight.rest().unwrap();
    assert_eq!(state.velocity, DVec3::ZERO);
    // sqrt(2h/g) (1 + e)/(1 - e), less what the last hops below a millimetre would take.
    let whole = (2.0_f64 * height / 9.81).sqrt() * (1.0 + e) / (1.0 - e);
    let hop = (8.0_f64 * 1e-3 / 9.81).sqrt() / (1.0 - e);
    assert!(time < whole && time > whole - hop, "{time} of {whole}");
}

fn bounces_never_gain(flight: &Trajectory) {
    let ball = flight.ball();
    let body = ball.spheroid().unwrap();
    for (time, impact) in flight.impacts() {
        let energy = |s: &State| {
            0.5 * body.mass * s.velocity.length_squared()
                + body.spin_energy(Spheroid::axis(s.rotation), s.spin)
        };
        let (before, after) = (energy(&impact.before), energy(&impact.after));
        assert!(
            after <= before * (1.0 + 1e-12),
            "at {time} s: {before} -> {after} J"
        );
        assert!(gap(ball, &impact.before).abs() < 1e-9);
    }
}

/// Laid on its belly and tipped, a ball that rolls rocks with `w^2 = m g (a^2 - b^2)/b/(I_1 + m b^2)`: its
/// centre is `sqrt(b^2 cos^2 + a^2 sin^2)` high.
#[test]
fn a_tipped_ball_rocks_at_the_closed_form_rate() {
    let ball = &balls::RUGBY;
    let body = ball.spheroid().unwrap();
    let (a, b) = (body.long, body.short);
    let tip = 0.02;
    let launch = Launch::at(0.0).nose(tip, 0.0);
    let flight = ball
        .launch(launch)
        .onto(ground(0.0, 1.0))
        .until(3.0)
        .fly(&vacuum())
        .unwrap();
    let rate =
        (body.mass * 9.81 * (a * a - b * b) / b / (body.inertia_transverse + body.mass * b * b))
            .sqrt();
    for i in 0..300 {
        let time = f64::from(i) * 0.01;
        let state = flight.state_at(time);
        let now = Spheroid::axis(state.rotation).y;
        assert!(
            (now - tip * cos(rate * time)).abs() < 2e-2 * tip,
            "{now} at {time} s"
        );
        assert!(gap(ball, &state).abs() < 1e-9);
    }
    let (start, end) = (flight.energy_at(0.0).total(), flight.energy_at(3.0).total());
    assert!((end / start - 1.0).abs() < 1e-6, "{start} J, {end} J");
}

/// Equal axes: slides, rolls after `2 v/(7 mu g)` at `5/7 v`, and rolling resistance slows it by
/// `mu_r g/(1 + alpha)`.
#[test]
fn a_round_ball_in_the_law_of_oval_ones_slides_rolls_and_stops_as_spheres_do() {
    let mut round = balls::RUGBY.clone();
    let b = round.radius;
    let inertia = 0.4 * round.mass * b * b;
    round.set("nominal.semi_axis_long", b).unwrap();
    round.set("inertia.I_axial", inertia).unwrap();
    round.set("inertia.I_transverse", inertia).unwrap();
    let (mu, v) = (0.2, 5.0);
    let roll = |rolling: f64| {
        let surface = ground(0.0, mu).resisting(rolling, 0.0);
        round
            .launch(Launch::at(v))
            .onto(surface)
            .until(30.0)
            .fly(&vacuum())
            .unwrap()
    };
    let free = roll(0.0);
    let grip = free
        .events()
        .iter()
        .find(|event| event.kind == EventKind::Roll)
        .unwrap();
    assert!(
        (grip.time - 2.0 * v / (7.0 * mu * 9.81)).abs() < 1e-6,
        "{}",
        grip.time
    );
    assert!((grip.state.velocity.x - 5.0 / 7.0 * v).abs() < 1e-6);
    assert!((grip.state.position.x - 12.0 * v * v / (49.0 * mu * 9.81)).abs() < 1e-5);
    // Nothing is lost without resistance.
    let later = free.state_at(10.0).velocity.x;
    assert!((later - 5.0 / 7.0 * v).abs() < 1e-6, "{later}");
    let slowed = roll(0.05);
    let start = slowed
        .events()
        .iter()
        .find(|event| event.kind == EventKind::Roll)
        .unwrap();
    let (t0, v0) = (start.time, start.state.velocity.x);
    let expected = v0 - 0.05 * 9.81 / 1.4 * 2.0;
    let later = slowed.state_at(t0 + 2.0).velocity.x;
    assert!((later - expected).abs() < 1e-4, "{later} {expected}");
    assert_eq!(slowed.end(), End::Rest);
    let whole = t0 + v0 * 1.4 / (0.05 * 9.81);
    assert!(
        (slowed.rest().unwrap().0 - whole).abs() < 0.2,
        "{:?} {whole}",
        slowed.rest().unwrap().0
    );
}

/// A kicked ball ends at rest on grass, on its belly: where the weight on its contact point turns it no more than rolling
/// resistance holds.
#[test]
fn a_kicked_ball_comes_to_rest_on_its_belly() {
    for spin in [-300.0, 120.0, 360.0] {
        let launch = Launch::at(20.0)
            .up(deg(35.0))
            .nose(deg(70.0), deg(20.0))
            .backspin(rpm(spin));
        let grass = balls::RUGBY.surface("grass").unwrap();
        let flight = balls::RUGBY
            .launch(launch)
            .onto(grass)
            .fly(&Air::default())
            .unwrap();
        assert_eq!(flight.end(), End::Rest);
        let (_, state) = flight.rest().unwrap();
        let (body, axis) = (
            balls::RUGBY.spheroid().unwrap(),
            Spheroid::axis(state.rotation),
        );
        let arm = body.contact_point(axis, DVec3::Y);
        let lever = (arm - DVec3::Y * arm.y).length();
        assert!(lever <= grass.rolling * body.short, "{lever}");
        assert!(axis.y.abs() < 0.1, "{axis}");
        assert!(flight.warnings().is_empty(), "{:?}", flight.warnings());
    }
}

/// Rolling resistance holds the ball on a slope of 3 deg (`tan < 0.12`), and not on one of 15 deg.
#[test]
fn an_oval_ball_holds_on_a_slope_that_its_rolling_resistance_allows() {
    let grass = balls::RUGBY.surface("grass").unwrap();
    let laid = |slope: f64| {
        // Its axis along the slope's contour, so that it can roll down.
        let launch = Launch::at(0.0).nose(0.0, deg(90.0));
        let shot = balls::RUGBY
            .launch(launch)
            .onto(grass)
            .slope(-deg(slope), 0.0)
            .until(3.0);
        shot.fly(&vacuum()).unwrap()
    };
    assert_eq!(laid(3.0).end(), End::Rest);
    let rolling = laid(15.0);
    assert_eq!(rolling.end(), End::TimeLimit);
    // Down the slope at g (sin - mu_r cos)/(1 + I_3/(m b^2)).
    let body = balls::RUGBY.spheroid().unwrap();
    let alpha = body.inertia_axial / (body.mass * body.short * body.short);
    let expected = 9.81 * (sin(deg(15.0)) - 0.12 * cos(deg(15.0))) / (1.0 + alpha) * 3.0;
    let speed = rolling.state_at(3.0).velocity.length();
    assert!((speed / expected - 1.0).abs() < 0.02, "{speed} {expected}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn oval_balls_bounce_without_gaining_energy_or_sinking(
        rugby in any::<bool>(), speed in 1.0..35.0, up in -60.0..80.0, nose in -180.0..180.0,
        azimuth in -90.0..90.0, wx in -80.0..80.0, wy in -80.0..80.0, wz in -80.0..80.0,
        height in 0.0..3.0, e in 0.0..1.0, mu in 0.0..1.5, rolling in 0.0..0.2,
    ) {
        let ball = if rugby { &balls::RUGBY } else { &balls::AMERICAN_FOOTBALL };
        let mut launch = Launch::at(speed).up(deg(up)).nose(deg(nose), deg(azimuth)).from_height(height);
        launch.spin_vector = Some(DVec3::new(wx, wy, wz)).filter(|spin| *spin != DVec3::ZERO);
        let surface = ground(e, mu).resisting(rolling, 0.3 * rolling);
        let flight = ball.launch(launch).onto(surface).until(5.0).fly(&vacuum()).unwrap();
        prop_assert!(matches!(flight.end(), End::Rest | End::TimeLimit), "{:?}", flight.end());
        bounces_never_gain(&flight);
        let mut last = f64::INFINITY;
        for sample in flight.samples() {
            let state = flight.state_at(sample.time);
            prop_assert!(gap(ball, &state) > -1e-7, "{} m at {} s", gap(ball, &state), sample.time);
            let energy = flight.energy_at(sample.time).total();
            prop_assert!(energy <= last * (1.0 + 1e-7) + 1e-9, "{energy} J after {last} J");
            last = energy;
        }
        for event in flight.events() {
            prop_assert!(!matches!(event.kind, EventKind::Landing));
        }
    }

    #[test]
    fn a_mirrored_oval_ball_flies_and_bounces_the_mirrored_path(
        speed in 5.0..30.0, up in 0.0..70.0, nose in -90.0..150.0, azimuth in -60.0..60.0,
        wx in -60.0..60.0, wy in -60.0..60.0, wz in -60.0..60.0,
    ) {
        let fly = |azimuth: f64, wx: f64, wy: f64| {
            let launch = Launch::at(speed).up(deg(up)).nose(deg(nose), deg(azimuth))
                .spin_vector(DVec3::new(wx, wy, wz)).from_height(1.0);
            balls::AMERICAN_FOOTBALL.launch(launch).onto(ground(0.6, 0.5)).until(5.0).fly(&Air::default()).unwrap()
        };
        let (one, two) = (fly(azimuth, wx, wy), fly(-azimuth, -wx, -wy));
        prop_assert_eq!(one.samples().len(), two.samples().len());
        for (a, b) in one.samples().iter().zip(two.samples()) {
            let mirrored = DVec3::new(b.position.x, b.position.y, -b.position.z);
            prop_assert!((a.position - mirrored).length() < 1e-9);
        }
    }
}

/// Equal axes and moments, no moment of the air: the flight of a sphere, with its bounces.
#[test]
fn an_oval_ball_with_equal_axes_is_a_sphere() {
    let mut round = balls::RUGBY.clone();
    let (mass, b) = (round.mass, round.radius);
    let inertia = 0.5 * mass * b * b;
    for (name, value) in [
        ("nominal.semi_axis_long", b),
        ("inertia.I_axial", inertia),
        ("inertia.I_transverse", inertia),
        ("aero.CDn", 0.3),
        ("aero.CDb", 0.3),
        ("aero.cl", 0.0),
        ("aero.km_munk", 0.0),
        ("aero.spin_lift", 0.0),
    ] {
        round.set(name, value).unwrap();
    }
    let mut sphere = balls::RUGBY.with_model("spiral").unwrap();
    sphere.set("drag.CD", 0.3).unwrap();
    sphere.set("inertia.alpha", 0.5).unwrap();
    let launch = Launch::at(20.0).up(deg(35.0)).backspin(60.0).tilt(0.4);
    let fly = |ball: &Ball| {
        ball.launch(launch)
            .onto(ground(0.6, 0.5))
            .until(4.5)
            .fly(&Air::default())
            .unwrap()
    };
    let (one, two) = (fly(&round), fly(&sphere));
    let (bounces, others) = (one.impacts().count(), two.impacts().count());
    assert!(bounces >= 2 && bounces == others, "{bounces} {others}");
    for ((ta, a), (tb, b)) in one.impacts().zip(two.impacts()) {
        // The two integrators take different steps.
        assert!((ta - tb).abs() < 1e-6, "{ta} {tb}");
        assert!((a.after.velocity - b.after.velocity).length() < 1e-5);
        assert!((a.after.spin - b.after.spin).length() < 1e-3);
    }
}
