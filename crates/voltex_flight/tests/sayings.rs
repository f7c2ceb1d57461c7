//! What people say of the shots that have a name, as statements about their flights.

use voltex_flight::shots::{self, NamedShot};
use voltex_flight::trajectory::{End, EventKind, Impact};
use voltex_flight::units::to_deg;
use voltex_flight::{Air, Shot, State, Trajectory, balls};
use voltex_math::f64::{max, min};
use voltex_math::{DQuat, DVec3};

fn named(name: &str) -> Shot {
    shots::find(name).expect("a shot of this name").shot()
}

fn fly(shot: &Shot) -> Trajectory {
    shot.fly(&Air::default()).expect("it can be flown")
}

/// The same launch with other spin, rad/s in the terms of the launch.
fn spinning(shot: &Shot, spin_rate: f64) -> Trajectory {
    let mut other = shot.clone();
    other.launch.spin_rate = spin_rate;
    fly(&other)
}

fn carry(flight: &Trajectory) -> f64 {
    flight.carry().expect("it lands")
}

fn first_bounce(flight: &Trajectory) -> Impact {
    *flight.impacts().next().expect("it bounces").1
}

/// Share of the speed along the ground that the first bounce leaves.
fn kept(flight: &Trajectory) -> f64 {
    let bounce = first_bounce(flight);
    bounce.tangential_after() / bounce.tangential_before()
}

fn at(flight: &Trajectory, x: f64) -> State {
    flight.crossing_x(x).expect("it gets there").1
}

/// Height of the launch line above the ball at a distance, m.
fn drop(flight: &Trajectory, x: f64) -> f64 {
    let start = flight.shot().initial_state();
    let line = start.position.y + start.velocity.y / start.velocity.x * x;
    line - at(flight, x).position.y
}

/// The same flight without lift and side force; drag as it was.
fn without_lift(shot: &Shot) -> Trajectory {
    let mut plain = shot.clone();
    plain.ball.set("lift.CL", 0.0).expect("a physical model");
    fly(&plain)
}

/// Where the falling ball's centre passes a height.
fn falling_through(flight: &Trajectory, height: f64) -> State {
    let (mut high, mut low) = (
        flight.events()[0].time,
        flight.flight_time().expect("it lands"),
    );
    assert_eq!(flight.events()[0].kind, EventKind::Apex);
    for _ in 0..60 {
        let middle = 0.5 * (high + low);
        if flight.state_at(middle).position.y > height {
            high = middle;
        } else {
            low = middle;
        }
    }
    flight.state_at(low)
}

/// Angle of a path below the horizontal, deg.
fn descent(velocity: DVec3) -> f64 {
    let level = DVec3::new(velocity.x, 0.0, velocity.z).length();
    to_deg(voltex_math::f64::atan2(-velocity.y, level))
}

/// Heading to the right of +X, deg.
fn heading(velocity: DVec3) -> f64 {
    to_deg(voltex_math::f64::atan2(velocity.z, velocity.x))
}

/// One flight is the other seen in a mirror that swaps left and right.
fn assert_mirrored(a: &Trajectory, b: &Trajectory) {
    assert_eq!(a.samples().len(), b.samples().len());
    for (a, b) in a.samples().iter().zip(b.samples()) {
        let mirrored = DVec3::new(b.position.x, b.position.y, -b.position.z);
        assert!(
            (a.position - mirrored).length() < 1e-9,
            "at {} s: {} and {}",
            a.time,
            a.position,
            b.position
        );
    }
}

#[test]
fn every_named_shot_flies_and_is_found() {
    for shot in shots::ALL {
        let flight = fly(&shot.shot());
        let on_a_lane = shot.ball == "bowling";
        let oval = matches!(shot.ball, "rugby" | "american_football");
        // A lane ends long before the ball stops; an oval ball may still rock.
        assert!(
            matches!(flight.end(), End::Landed | End::Rest) || on_a_lane || oval,
            "{}: {:?}",
            shot.name,
            flight.end()
        );
        assert_eq!(shots::find(shot.name).expect("it is there"), shot);
        assert!(
            !shot.saying.is_empty() && !shot.source.is_empty(),
            "{}",
            shot.name
        );
        let same: Vec<&NamedShot> = shots::ALL
            .iter()
            .filter(|other| other.name == shot.name)
            .collect();
        assert_eq!(same.len(), 1, "{}", shot.name);
    }
    assert_eq!(
        shots::find("Drop_Shot").expect("by any spelling").name,
        "drop-shot"
    );
    let error = shots::find("drop-short").expect_err("no such shot");
    assert!(error.to_string().contains("drop-shot"), "{error}");
}

#[test]
fn topspin_lands_shorter_and_kicks_on() {
    let shot = named("topspin");
    let (topspin, flat) = (fly(&shot), spinning(&shot, 0.0));
    let backspin = spinning(&shot, -shot.launch.spin_rate);
    assert!(carry(&topspin) < 0.75 * carry(&flat));
    assert!(carry(&flat) < carry(&backspin));
    assert!(kept(&topspin) > kept(&flat) && kept(&flat) > kept(&backspin));
    // On the court, over the net, where the flat ball would be long.
    assert!(carry(&topspin) < 23.77 && carry(&flat) > 23.77);
}

#[test]
fn a_slice_bounces_lower_and_slower() {
    let shot = named("slice");
    let (slice, flat) = (fly(&shot), spinning(&shot, 0.0));
    let drive = spinning(&shot, -shot.launch.spin_rate);
    for other in [&flat, &drive] {
        let (low, high) = (first_bounce(&slice), first_bounce(other));
        assert!(low.normal_speed_after() < high.normal_speed_after());
        assert!(low.tangential_after() < high.tangential_after());
    }
    // It floats: longer in the air than without spin.
    assert!(slice.flight_time() > flat.flight_time());
}

#[test]
fn a_lob_clears_the_player_at_the_net_and_falls_inside_the_baseline() {
    let lob = fly(&named("lob"));
    // Racket held up 2.5 m behind the net, which is 11.885 m away; the baseline is at 23.77 m.
    assert!(at(&lob, 14.4).position.y > 2.9 + lob.ball().radius);
    assert!(carry(&lob) > 18.285 && carry(&lob) < 23.77);
    assert!(descent(lob.touch().expect("it lands").1.velocity) > 45.0);
}

#[test]
fn a_drop_shot_barely_clears_the_net_and_dies() {
    let shot = named("drop-shot");
    let (drop, flat) = (fly(&shot), spinning(&shot, 0.0));
    let over = at(&drop, 8.0).position.y - drop.ball().radius - 0.914;
    assert!(over > 0.0 && over < 0.5, "{over}");
    let between = |flight: &Trajectory| {
        let places: Vec<f64> = flight.impacts().map(|(_, impact)| impact.point.x).collect();
        places[1] - places[0]
    };
    assert!(between(&drop).abs() < 0.5, "{}", between(&drop));
    assert!(between(&flat) > 3.0, "{}", between(&flat));
}

#[test]
fn a_loop_dips_onto_the_table_and_kicks() {
    let shot = named("loop");
    let (looped, flat) = (fly(&shot), spinning(&shot, 0.0));
    // The far half of the table: from the net at 1.67 m to the edge at 3.04 m.
    assert!(at(&looped, 1.67).position.y > 0.1525 + looped.ball().radius);
    assert!(carry(&looped) > 1.67 && carry(&looped) < 3.04);
    assert!(carry(&flat) > 3.04);
    let bounce = first_bounce(&looped);
    assert!(bounce.tangential_after() > bounce.tangential_before());
    assert!(kept(&flat) < 1.0);
}

#[test]
fn a_chop_floats_and_slows() {
    let shot = named("chop");
    let (chop, flat) = (fly(&shot), spinning(&shot, 0.0));
    assert!(at(&chop, 2.87).position.y > 0.1525 + chop.ball().radius);
    assert!(carry(&chop) > 2.87 && carry(&chop) < 4.24);
    assert!(chop.flight_time() > flat.flight_time());
    // It still turns backward after the bounce: whoever pushes it back without care nets it.
    let bounce = first_bounce(&chop);
    assert!(bounce.after.spin.z > 0.0);
    assert!(kept(&chop) < kept(&flat));
    assert!(bounce.tangential_after() < 0.5 * shot.launch.speed);
}

#[test]
fn a_curve_kick_goes_round_the_wall_into_the_goal() {
    let shot = named("curve-kick");
    let (curled, straight) = (fly(&shot), spinning(&shot, 0.0));
    let r = shot.ball.radius;
    // Four players from z = -1.2 m to 0.95 m, 9.15 m away; a goal of 7.32 m about z = -2.05 m, 22 m away.
    assert!(at(&curled, 9.15).position.z - r > 0.95);
    let mouth = at(&curled, 22.0).position;
    assert!((mouth.z + 2.05).abs() + r < 3.66 && mouth.y + r < 2.44);
    assert!(at(&straight, 22.0).position.z - r > -2.05 + 3.66);
}

#[test]
fn a_lighter_ball_curves_more_at_equal_spin() {
    let shot = named("curve-kick");
    let bend = |mass: f64| {
        let mut shot = shot.clone();
        shot.ball.set("nominal.mass", mass).expect("a mass");
        at(&spinning(&shot, 0.0), 20.0).position.z - at(&fly(&shot), 20.0).position.z
    };
    let (heavy, light) = (bend(0.43), bend(0.30));
    // The force is the same, so the curve grows as the mass falls, and a little more since drag gives it more time.
    assert!(light > 0.43 / 0.30 * heavy, "{light} and {heavy}");
    assert!(light < 2.0 * heavy, "{light} and {heavy}");
}

#[test]
fn a_knuckle_ball_swerves_although_it_hardly_turns() {
    let shot = named("knuckle");
    let side = |shot: &Shot| at(&fly(shot), 30.0).position.z;
    let mut smooth = shot.clone();
    smooth.ball = smooth.ball.with_model("default").expect("a model");
    let magnus = side(&smooth).abs();
    // Where it goes depends on how the panels lie: over eight attitudes it scatters.
    let places: Vec<f64> = (0..8)
        .map(|turn| {
            let mut turned = shot.clone();
            turned.rotation = DQuat::from_rotation_y(0.785 * f64::from(turn));
            side(&turned)
        })
        .collect();
    let (least, most) = places
        .iter()
        .fold((0.0, 0.0), |(lo, hi), z| (min(lo, *z), max(hi, *z)));
    assert!(
        most - least > 3.0 * magnus && most - least > 0.5,
        "{magnus} and {places:?}"
    );
}

/// Distance from the hand to the front of home plate in these shots, m.
const PLATE: f64 = 16.11;

#[test]
fn a_four_seam_drops_less_than_gravity_alone_and_than_a_forkball() {
    let fastball = named("four-seam");
    let forkball = named("forkball");
    let own = drop(&fly(&fastball), PLATE);
    assert!(own < drop(&without_lift(&fastball), PLATE) - 0.2);
    assert!(own < drop(&fly(&forkball), PLATE));
    // At the same speed and heading too: it is the spin, not the speed alone.
    let mut as_fast = forkball.clone();
    as_fast.launch.speed = fastball.launch.speed;
    as_fast.launch.elevation = fastball.launch.elevation;
    assert!(own < drop(&fly(&as_fast), PLATE) - 0.1);
}

#[test]
fn a_curveball_drops_more_than_gravity_alone() {
    let curveball = named("curveball");
    assert!(drop(&fly(&curveball), PLATE) > drop(&without_lift(&curveball), PLATE) + 0.15);
}

#[test]
fn a_slider_moves_sideways_and_less_than_its_spin_could() {
    let shot = named("slider");
    let side =
        |shot: &Shot| at(&fly(shot), PLATE).position - at(&without_lift(shot), PLATE).position;
    let own = side(&shot);
    // To the side of the glove, the left of a right-handed pitcher.
    assert!(own.z < -0.05 && own.z.abs() > own.y.abs(), "{own}");
    let mut active = shot.clone();
    active.launch.gyro_angle = 0.0;
    assert!(side(&active).z < 1.5 * own.z, "{}", side(&active));
}

#[test]
fn a_fly_ball_needs_its_backspin_to_carry_over_the_fence() {
    let shot = named("fly-ball");
    let fence = |flight: &Trajectory| flight.crossing_x(121.92).map(|(_, state)| state.position.y);
    assert!(fence(&fly(&shot)).expect("it carries") > 2.44);
    let flat = spinning(&shot, 0.0);
    assert!(carry(&flat) < carry(&fly(&shot)));
}

#[test]
fn a_draw_goes_left_and_a_fade_right() {
    let (draw, fade) = (fly(&named("draw")), fly(&named("fade")));
    assert_mirrored(&draw, &fade);
    assert!(at(&draw, 50.0).position.z > 1.0, "it starts right");
    let (_, landed) = draw.touch().expect("it lands");
    assert!(heading(landed.velocity) < 0.0, "it comes back");
    assert!(
        draw.total_lateral() < draw.lateral(),
        "and runs on to the left"
    );
    let straight = spinning(&named("draw"), 0.0);
    let aimed = straight.lateral().expect("it lands") / carry(&straight) * carry(&draw);
    assert!(draw.lateral().expect("it lands") < aimed - 5.0);
}

#[test]
fn a_golf_slice_leaves_the_fairway_to_the_right() {
    let flight = fly(&named("golf-slice"));
    assert!(at(&flight, 50.0).position.z < -2.0);
    // Half a fairway is about 15 m.
    assert!(flight.total_lateral().expect("it stops") > 15.0);
}

#[test]
fn a_backspin_approach_checks_on_the_green() {
    let shot = named("backspin-approach");
    let (spun, dead) = (fly(&shot), spinning(&shot, 0.0));
    let run = |flight: &Trajectory| flight.total().expect("it stops") - carry(flight);
    assert!(run(&spun) < 0.0, "it comes back: {}", run(&spun));
    assert!(run(&dead) > 3.0, "without spin it runs on: {}", run(&dead));
    let drive = fly(&named("driver"));
    assert!(run(&drive) > 15.0, "{}", run(&drive));
    // 280 yards, give or take ten.
    assert!((carry(&drive) / 0.9144 - 280.0).abs() < 10.0);
}

#[test]
fn a_free_throw_falls_through_a_ring_ten_feet_up() {
    // Ring 18 in wide, 10 ft up, its centre 13 ft 9 in from the line.
    let (height, centre, radius) = (10.0 * 0.3048, 13.75 * 0.3048, 9.0 * 0.0254);
    let flight = fly(&named("free-throw"));
    let ball = flight.ball().radius;
    let state = falling_through(&flight, height);
    let offset = DVec3::new(state.position.x - centre, 0.0, state.position.z).length();
    assert!(offset + ball < radius, "{offset}");
    // A ball fits through a ring that it sees as an ellipse only from above asin(ball/ring).
    let steepest_needed = to_deg(voltex_math::f64::acos(
        (1.0 - (ball / radius) * (ball / radius)).sqrt(),
    ));
    assert!(descent(state.velocity) > steepest_needed);
    // Air counts: without it the same throw is long.
    let mut vacuum = named("free-throw");
    vacuum.ball = vacuum.ball.with_model("vacuum").expect("a model");
    let long = falling_through(&fly(&vacuum), height).position.x - centre;
    assert!(long + ball > radius, "{long}");
}

#[test]
fn a_hook_shot_drops_in_more_steeply_than_a_free_throw() {
    let (height, radius) = (10.0 * 0.3048, 9.0 * 0.0254);
    let flight = fly(&named("hook-shot"));
    let state = falling_through(&flight, height);
    let offset = DVec3::new(state.position.x - 3.0, 0.0, state.position.z).length();
    assert!(offset + flight.ball().radius < radius, "{offset}");
    let free_throw = falling_through(&fly(&named("free-throw")), height);
    assert!(descent(state.velocity) > descent(free_throw.velocity));
    // Out of reach of a hand 2.9 m up, half a metre away.
    assert!(at(&flight, 0.5).position.y - flight.ball().radius > 2.9);
}

#[test]
fn a_float_serve_strays_and_a_topspin_serve_dips() {
    let float = named("float-serve");
    let mut steady = float.clone();
    steady.ball = steady.ball.with_model("default").expect("a model");
    let landing = |shot: &Shot| {
        let flight = fly(shot);
        DVec3::new(carry(&flight), 0.0, flight.lateral().expect("it lands"))
    };
    let line = landing(&steady);
    let strays: Vec<f64> = (0..8)
        .map(|turn| {
            let mut turned = float.clone();
            turned.rotation = DQuat::from_rotation_z(0.785 * f64::from(turn));
            (landing(&turned) - line).length()
        })
        .collect();
    assert!(strays.iter().any(|stray| *stray > 0.5), "{strays:?}");
    assert!(at(&fly(&float), 9.0).position.y - float.ball.radius > 2.43);

    let topspin = named("topspin-serve");
    let (dipping, flat) = (fly(&topspin), spinning(&topspin, 0.0));
    assert!(
        at(&dipping, 9.0).position.y - topspin.ball.radius > 2.43,
        "over the net"
    );
    assert!(carry(&dipping) < 18.0 && carry(&flat) > 18.0);
    assert!(
        descent(dipping.touch().expect("it lands").1.velocity)
            > descent(flat.touch().expect("it lands").1.velocity)
    );
}

#[test]
fn in_swing_and_out_swing_are_mirror_images() {
    let (inward, outward) = (named("in-swing"), named("out-swing"));
    assert_mirrored(&fly(&inward), &fly(&outward));
    let mut straight = inward.clone();
    straight.ball = straight.ball.with_model("no_swing").expect("a model");
    let bounce = carry(&fly(&inward));
    let swing =
        at(&fly(&inward), 0.99 * bounce).position.z - at(&fly(&straight), 0.99 * bounce).position.z;
    // 0.5 to 0.8 m over 17.7 m grows with the square of the distance.
    let over_the_pitch = swing * (17.7 / bounce) * (17.7 / bounce);
    assert!(
        over_the_pitch > 0.4 && over_the_pitch < 0.9,
        "{over_the_pitch}"
    );
}

#[test]
fn a_leg_break_turns_off_the_pitch_and_a_cutter_does_so_at_pace() {
    let turn = |flight: &Trajectory| {
        let bounce = first_bounce(flight);
        heading(bounce.after.velocity) - heading(bounce.before.velocity)
    };
    let leg_break = named("leg-break");
    let (slow, cutter) = (fly(&leg_break), fly(&named("cutter")));
    // From leg to off is to the left.
    assert!(turn(&slow) < -2.0, "{}", turn(&slow));
    assert!(
        turn(&cutter) < -0.5 && turn(&cutter) > turn(&slow),
        "{}",
        turn(&cutter)
    );
    assert!(
        first_bounce(&cutter).before.velocity.length()
            > 1.3 * first_bounce(&slow).before.velocity.length()
    );
    // In the air it drifts the other way.
    let drift =
        slow.lateral().expect("it lands") - spinning(&leg_break, 0.0).lateral().expect("it lands");
    assert!(drift > 0.01, "{drift}");
    // The googly: the same arm, the other turn.
    let mut googly = leg_break.clone();
    googly.launch.gyro_angle = -googly.launch.gyro_angle;
    assert!(turn(&fly(&googly)) > 2.0);
}

#[test]
fn a_place_kick_turns_end_over_end_between_the_posts() {
    let flight = fly(&named("place-kick"));
    let at_the_posts = at(&flight, 40.0).position;
    assert!(at_the_posts.y - flight.ball().radius > 3.0);
    assert!(at_the_posts.z.abs() < 2.8);
    let nose = |time: f64| (flight.state_at(time).rotation * DVec3::X).y;
    // Upright, upside down, upright again within a third of a second.
    let ups = (0..40).filter(|i| nose(0.01 * f64::from(*i)) > 0.9).count();
    let downs = (0..40)
        .filter(|i| nose(0.01 * f64::from(*i)) < -0.9)
        .count();
    assert!(ups > 3 && downs > 3, "{ups} and {downs}");
}

#[test]
fn a_punt_falls_short_of_its_vacuum_range_and_hangs_as_long() {
    let shot = named("punt");
    let punt = fly(&shot);
    let mut vacuum = shot.clone();
    vacuum.ball = vacuum.ball.with_model("vacuum").expect("a model");
    vacuum.surface = None;
    let vacuum = fly(&vacuum);
    // Hartschuh 2002: 24 to 33 % short.
    let short = 1.0 - carry(&punt) / carry(&vacuum);
    assert!(short > 0.15 && short < 0.40, "{short}");
    let hang = punt.flight_time().expect("it lands") / vacuum.flight_time().expect("it lands");
    assert!(hang > 0.85 && hang < 1.10, "{hang}");
}

#[test]
fn a_spiral_keeps_its_nose_along_its_path() {
    let shot = named("spiral");
    let off_path = |flight: &Trajectory| {
        flight
            .samples()
            .iter()
            .map(|sample| {
                let state = flight.state_at(sample.time);
                let nose = state.rotation * DVec3::X;
                nose.dot(state.velocity.normalize())
            })
            .fold(1.0, voltex_math::f64::min)
    };
    // Within 30 degrees all the way; without its spin it goes over.
    assert!(off_path(&fly(&shot)) > 0.866, "{}", off_path(&fly(&shot)));
    assert!(off_path(&spinning(&shot, 0.0)) < 0.5);
}

#[test]
fn a_strike_hook_enters_the_pocket_and_a_back_up_ball_mirrors_it() {
    // The head pin stands 18.288 m from the foul line; ball and pin touch 0.157 m before its centre.
    let pins = 18.288 - 0.157;
    let shot = named("strike-hook");
    let hook = fly(&shot);
    let entry = at(&hook, pins);
    // Between the head pin (z = 0) and its neighbour (z = 0.152 m), at 4 to 6 degrees.
    assert!(
        entry.position.z > 0.03 && entry.position.z < 0.10,
        "{}",
        entry.position.z
    );
    let angle = -heading(entry.velocity);
    assert!((4.0..=6.0).contains(&angle), "{angle}");
    // It leaves to the right, stays on the lane, and first skids: it grips on dry boards only.
    assert!(at(&hook, 1.0).velocity.z > 0.0);
    let widest = (1..18)
        .map(|x| at(&hook, f64::from(x)).position.z)
        .fold(0.0, voltex_math::f64::max);
    assert!(widest < 0.527, "{widest}");
    let rolls = hook
        .events()
        .iter()
        .find(|event| event.kind == EventKind::Roll)
        .expect("it rolls in the end");
    assert!(rolls.state.position.x > 12.2, "{}", rolls.state.position.x);

    assert_mirrored(&hook, &fly(&named("back-up-ball")));
    // Without axis rotation it goes straight on to where it was aimed.
    let mut straight = shot.clone();
    straight.launch.gyro_angle = 0.0;
    let straight = at(&fly(&straight), pins).velocity;
    assert!((heading(straight) - to_deg(shot.launch.direction)).abs() < 0.1);
}

#[test]
fn a_shot_put_loses_only_centimetres_to_the_air() {
    let shot = named("shot-put");
    let mut vacuum = shot.clone();
    vacuum.ball = balls::SHOT_PUT.with_model("vacuum").expect("a model");
    let lost = carry(&fly(&vacuum)) - carry(&fly(&shot));
    assert!(lost > 0.02 && lost < 0.3, "{lost}");
}
