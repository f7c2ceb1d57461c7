//! Bowling: the core, the hook, the entry angle.

use proptest::prelude::*;
use voltex_flight::trajectory::{End, EventKind};
use voltex_flight::{Air, Ball, CoreBlock, Flyer, Launch, Surface, Trajectory, Wind, balls};
use voltex_math::f64::atan2;
use voltex_math::{DQuat, DVec3};

const PINS: f64 = 18.29;

/// A right-hander's throw: speed, rev rate, axis rotation (0 rolls straight on), axis tilt (up), deg.
fn throw(
    ball: &Ball,
    surface: Surface,
    speed: f64,
    rate: f64,
    rotation: f64,
    tilt: f64,
) -> Trajectory {
    let (sin_r, cos_r) = voltex_math::f64::sin_cos(rotation.to_radians());
    let (sin_t, cos_t) = voltex_math::f64::sin_cos(tilt.to_radians());
    let spin = DVec3::new(-sin_r * cos_t, sin_t, -cos_r * cos_t) * rate;
    ball.launch(Launch::at(speed).spin_vector(spin))
        .onto(surface)
        .fly(&Air::default())
        .unwrap()
}

fn entry_angle(flight: &Trajectory) -> f64 {
    let v = flight.crossing_x(PINS - 0.3).unwrap().1.velocity;
    -atan2(v.z, v.x).to_degrees()
}

#[test]
fn a_core_without_differential_is_a_plain_ball() {
    let plain = &balls::BOWLING;
    let mut same = plain.clone();
    let alpha = plain.inertia_factor;
    same.core = Some(CoreBlock {
        low: alpha,
        intermediate: alpha,
        high: alpha,
    });
    let lane = plain.surface("lane").unwrap();
    let (one, two) = (
        throw(plain, lane, 8.5, 35.0, 50.0, 15.0),
        throw(&same, lane, 8.5, 35.0, 50.0, 15.0),
    );
    // The core takes finer steps: equal within their error.
    for t in [0.5, 1.0, 1.5, 2.0, 2.4] {
        let (a, b) = (one.state_at(t), two.state_at(t));
        assert!(
            (a.position - b.position).length() < 1e-5,
            "{t}: {} {}",
            a.position,
            b.position
        );
        assert!(
            (a.spin - b.spin).length() < 1e-3,
            "{t}: {} {}",
            a.spin,
            b.spin
        );
    }
}

#[test]
fn a_frictionless_core_turns_as_a_free_body() {
    // No torque: energy and angular momentum in space are kept while the axis wanders in the ball.
    let mut ball = balls::BOWLING.with_model("vacuum").unwrap();
    ball.core = Some(CoreBlock {
        low: 0.30,
        intermediate: 0.36,
        high: 0.42,
    });
    let ice = Surface::plain("ice", 0.0, 0.0, 0.0);
    let spin = DVec3::new(3.0, 25.0, -14.0);
    let flight = ball
        .launch(Launch::at(6.0).spin_vector(spin))
        .onto(ice)
        .until(4.0)
        .fly(&Air::default())
        .unwrap();
    let momentum = |rotation: DQuat, spin: DVec3| {
        rotation * ((rotation.conjugate() * spin) * DVec3::new(0.30, 0.36, 0.42))
    };
    let first = momentum(DQuat::IDENTITY, spin);
    let start = flight.energy_at(0.0).rotation;
    let mut wandered = 0.0;
    for sample in flight.samples() {
        let l = momentum(sample.rotation, sample.spin());
        assert!(
            (l - first).length() < 2e-3 * first.length(),
            "{}",
            sample.time
        );
        assert!((flight.energy_at(sample.time).rotation / start - 1.0).abs() < 2e-3);
        let axis = sample.rotation.conjugate() * sample.spin_axis;
        let at_start = spin / spin.length();
        wandered = voltex_math::f64::max(wandered, (axis - at_start).length());
    }
    assert!(wandered > 0.3, "{wandered}");
}

#[test]
fn strike_hook_enters_at_a_few_degrees_and_a_back_up_ball_is_its_mirror() {
    let ball = &balls::BOWLING;
    let lane = ball.surface("lane").unwrap();
    let hook = throw(ball, lane, 7.6, 36.0, 60.0, 10.0);
    let angle = entry_angle(&hook);
    assert!(angle > 2.0 && angle < 8.0, "{angle}");
    let mirrored = throw(ball, lane, 7.6, 36.0, -60.0, 10.0);
    assert!((entry_angle(&mirrored) + angle).abs() < 1e-6 + 0.5 * angle);
    let level = throw(ball, lane, 7.6, 36.0, 60.0, 0.0);
    let back_up = throw(ball, lane, 7.6, 36.0, -60.0, 0.0);
    assert_eq!(
        level.crossing_x(PINS).unwrap().1.position.z,
        -back_up.crossing_x(PINS).unwrap().1.position.z
    );
}

#[test]
fn more_axis_rotation_more_revs_and_less_oil_hook_more() {
    let ball = &balls::BOWLING;
    let lane = ball.surface("lane").unwrap();
    let board = |rate: f64, rotation: f64| {
        -throw(ball, lane, 8.0, rate, rotation, 0.0)
            .crossing_x(PINS)
            .unwrap()
            .1
            .position
            .z
    };
    assert!(board(35.0, 60.0) > board(35.0, 30.0));
    assert!(board(40.0, 60.0) > board(20.0, 60.0));
    assert!(board(35.0, 0.0).abs() < 1e-12, "end over end goes straight");
}

#[test]
fn a_core_changes_the_path_by_inches_not_by_lanes() {
    let lane = balls::BOWLING.surface("lane").unwrap();
    let z = |model: &str| {
        let ball = balls::BOWLING.with_model(model).unwrap();
        let turned = DQuat::from_rotation_y(0.7) * DQuat::from_rotation_x(0.4);
        let spin = DVec3::new(-26.0, 4.0, -18.0);
        let mut shot = ball.launch(Launch::at(8.0).spin_vector(spin)).onto(lane);
        shot.rotation = turned;
        let flight = shot.fly(&Air::default()).unwrap();
        assert_ne!(flight.end(), End::StepLimit);
        flight.crossing_x(PINS).unwrap().1.position.z
    };
    let plain = z("default");
    for model in ["symmetric_core", "asymmetric_core"] {
        let shift = (z(model) - plain).abs();
        assert!(shift > 1e-4 && shift < 0.3, "{model}: {shift}");
    }
}

#[test]
fn impossible_cores_are_refused() {
    for (low, intermediate, high) in [
        (0.4, 0.3, 0.5),
        (0.2, 0.2, 0.5),
        (f64::NAN, 0.3, 0.4),
        (0.0, 0.3, 0.4),
    ] {
        let core = CoreBlock {
            low,
            intermediate,
            high,
        };
        assert!(core.validate().is_err(), "{core:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_cored_ball_loses_energy_and_stops(
        speed in 1.0..9.0, wx in -30.0..30.0, wy in -20.0..20.0, wz in -30.0..30.0,
        low in 0.30..0.34, more in 0.0..0.04, most in 0.0..0.03,
    ) {
        let mut ball = balls::BOWLING.clone();
        ball.core = Some(CoreBlock { low, intermediate: low + more, high: low + more + most });
        let surface = Surface::plain("test", 0.3, 0.15, 0.0).resisting(0.05, 0.02);
        let flight = ball.launch(Launch { spin_vector: Some(DVec3::new(wx, wy, wz + 0.1)), ..Launch::at(speed) })
            .onto(surface).fly(&Air::default()).unwrap();
        prop_assert_eq!(flight.end(), End::Rest);
        let mut last = f64::INFINITY;
        for sample in flight.samples() {
            let energy = flight.energy_at(sample.time).total();
            prop_assert!(energy <= last + 2e-4 * (1.0 + energy), "{} after {} at {}", energy, last, sample.time);
            last = energy;
        }
        prop_assert!(flight.events().iter().filter(|e| e.kind == EventKind::Roll).count() >= 1);
    }
}

/// The defect: `Shot::fly` refused a core without inertia, a flyer divided by it.
#[test]
fn what_a_shot_refuses_a_flyer_refuses() {
    let mut flat = balls::BOWLING.clone();
    flat.core = Some(CoreBlock {
        low: 0.0,
        intermediate: 0.36,
        high: 0.36,
    });
    let (mut light, mut hollow) = (balls::BOWLING.clone(), balls::BOWLING.clone());
    light.mass = 0.0;
    hollow.inertia_factor = f64::NAN;
    for ball in [flat, light, hollow] {
        let (air, wind) = (Air::default(), Wind::Uniform(DVec3::ZERO));
        let flyer = Flyer::new(&ball, 293.15, &air, &wind, DVec3::NEG_Y);
        let flown = ball.launch(Launch::at(6.0)).fly(&air);
        // Texts, since NaN differs from itself.
        assert_eq!(
            flyer.unwrap_err().to_string(),
            flown.unwrap_err().to_string()
        );
    }
}

/// The defect: the inertia of `spiral` stayed under the model that came after it.
#[test]
fn the_way_to_a_model_leaves_nothing_behind() {
    for ball in balls::ALL {
        for first in ball.models() {
            let there = ball.with_model(first.name).unwrap();
            for second in ball.models() {
                assert_eq!(
                    there.with_model(second.name).unwrap(),
                    ball.with_model(second.name).unwrap(),
                    "{}: {} to {}",
                    ball.name,
                    first.name,
                    second.name
                );
            }
        }
    }
}
