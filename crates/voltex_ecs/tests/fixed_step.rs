//! Fixed-step runner: the n-th step is the same at any speed.

use proptest::prelude::*;
use voltex_ecs::{EcsError, FixedStep, Schedule, World};

#[derive(Clone, Debug, PartialEq)]
struct Log(Vec<&'static str>);

fn write(world: &mut World, word: &'static str) {
    world.resource_mut::<Log>().unwrap().0.push(word);
}

#[test]
fn systems_run_in_the_stated_order() {
    let schedule = Schedule::new()
        .then("b", |world| write(world, "b"))
        .then("a", |world| write(world, "a"))
        .then("b again", |world| write(world, "b"));
    assert!(schedule.names().eq(["b", "a", "b again"]));
    let mut world = World::new();
    world.insert_resource(Log(Vec::new()));
    let mut clock = FixedStep::new(0.25).unwrap();
    assert_eq!(clock.run(0.5, &schedule, &mut world), Ok(2));
    assert_eq!(
        world.resource::<Log>().unwrap().0,
        ["b", "a", "b", "b", "a", "b"]
    );
}

#[test]
fn pause_and_single_steps() {
    let mut clock = FixedStep::new(0.25).unwrap();
    assert_eq!(clock.advance(0.375), Ok(1));
    assert_eq!(clock.interpolation(), 0.5);
    clock.set_paused(true);
    assert_eq!(clock.advance(100.0), Ok(0));
    assert_eq!((clock.interpolation(), clock.is_paused()), (0.5, true));
    clock.step_once();
    clock.step_once();
    assert_eq!(clock.advance(1.0), Ok(2));
    assert_eq!(clock.advance(1.0), Ok(0));
    clock.set_paused(false);
    assert_eq!(clock.advance(0.125), Ok(1));
    assert_eq!((clock.tick(), clock.time()), (4, 1.0));
}

/// The defect: time beyond the range of numbers made the collected time NaN, and no step was due ever after.
#[test]
fn a_frame_beyond_the_range_of_numbers_is_dropped() {
    let mut clock = FixedStep::new(0.25).unwrap();
    for _ in 0..3 {
        clock.set_time_scale(1e308).unwrap();
        assert_eq!(clock.advance(100.0), Ok(clock.max_steps()));
        assert!((0.0..1.0).contains(&clock.interpolation()));
        assert!(clock.dropped() > 1e307 && clock.dropped().is_finite());
        clock.set_time_scale(1.0).unwrap();
        assert_eq!(clock.advance(0.5), Ok(2));
    }
}

#[test]
fn time_scale_changes_how_many_steps_are_due() {
    for (scale, steps) in [(0.1, 6), (1.0, 64), (8.0, 512), (0.0, 0)] {
        let mut clock = FixedStep::new(1.0 / 64.0).unwrap();
        clock.set_max_steps(1000);
        clock.set_time_scale(scale).unwrap();
        for _ in 0..32 {
            clock.advance(1.0 / 32.0).unwrap();
        }
        assert_eq!(clock.tick(), steps, "at {scale}");
        assert_eq!(clock.dt(), 1.0 / 64.0);
    }
}

/// The defect: after one long frame the steps to catch up make the next frame longer still.
#[test]
fn hitch_leads_to_longer_frames() {
    let mut clock = FixedStep::new(0.125).unwrap();
    assert_eq!(clock.advance(10.0), Ok(8)); // 80 were due
    assert_eq!((clock.dropped(), clock.interpolation()), (9.0, 0.0));
    assert_eq!(clock.advance(0.125), Ok(1));
    clock.set_max_steps(0);
    assert_eq!(clock.max_steps(), 1);
    assert_eq!(clock.advance(0.25), Ok(1));
}

#[test]
fn bad_times_are_refused() {
    for dt in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let refused = FixedStep::new(dt).unwrap_err();
        assert!(matches!(
            refused,
            EcsError::Time {
                what: "the step dt",
                ..
            }
        ));
    }
    let mut clock = FixedStep::default();
    let before = clock;
    for seconds in [-0.001, f64::NAN, f64::INFINITY] {
        assert!(clock.advance(seconds).is_err());
        assert!(clock.set_time_scale(seconds).is_err());
    }
    assert_eq!(clock, before);
    let said = clock.advance(-0.5).unwrap_err().to_string();
    assert!(
        said.contains("-0.5 s") && said.contains("from 0 up"),
        "{said}"
    );
}

proptest! {
    /// However real time is cut, what is due differs by one step at most, and interpolation stays
    /// below one step.
    #[test]
    fn cut_of_frames_does_not_matter(frames in prop::collection::vec(0.0_f64..0.1, 1..50)) {
        let mut clock = FixedStep::default();
        clock.set_max_steps(u32::MAX);
        for frame in &frames {
            clock.advance(*frame).unwrap();
            prop_assert!((0.0..1.0).contains(&clock.interpolation()));
        }
        let total: f64 = frames.iter().sum();
        let reached = clock.time() + clock.interpolation() * clock.dt();
        prop_assert!((reached - total).abs() < 1e-9);
        prop_assert_eq!(clock.dropped(), 0.0);
    }
}
