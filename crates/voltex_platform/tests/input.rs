//! What a frame sees of keys, buttons, mouse and time.

use voltex_platform::{Button, Input, Key, StepTimer};

#[test]
fn a_key_is_just_pressed_in_one_frame_and_held_until_it_is_released() {
    let mut input = Input::default();
    input.press(Key::KeyW);
    assert!(input.just_pressed(Key::KeyW) && input.is_held(Key::KeyW));
    input.end_frame();
    // The keyboard repeats what is held.
    input.press(Key::KeyW);
    assert!(!input.just_pressed(Key::KeyW) && input.is_held(Key::KeyW));
    input.release(Key::KeyW);
    assert!(input.just_released(Key::KeyW) && !input.is_held(Key::KeyW));
    input.end_frame();
    assert!(!input.just_released(Key::KeyW));
}

#[test]
fn a_key_that_went_down_and_up_within_a_frame_is_not_lost() {
    let mut input = Input::default();
    input.press(Key::Escape);
    input.release(Key::Escape);
    assert!(input.just_pressed(Key::Escape) && !input.is_held(Key::Escape));
}

#[test]
fn opposite_keys_cancel() {
    let mut input = Input::default();
    input.press(Key::KeyD);
    assert_eq!(input.axis(Key::KeyD, Key::KeyA), 1.0);
    input.press(Key::KeyA);
    assert_eq!(input.axis(Key::KeyD, Key::KeyA), 0.0);
    input.release(Key::KeyD);
    assert_eq!(input.axis(Key::KeyD, Key::KeyA), -1.0);
}

#[test]
fn nothing_stays_held_when_the_window_loses_the_keyboard() {
    let mut input = Input::default();
    input.press(Key::KeyW);
    input.set_button(Button::Left, true);
    input.end_frame();
    input.lose_focus();
    assert!(!input.is_held(Key::KeyW) && input.just_released(Key::KeyW));
    assert!(!input.is_button_held(Button::Left));
}

#[test]
fn motion_is_summed_within_a_frame_and_a_jump_through_the_outside_is_none() {
    let mut input = Input::default();
    input.move_cursor([10.0, 10.0]);
    assert_eq!(input.motion(), [0.0, 0.0]);
    input.move_cursor([13.0, 8.0]);
    input.move_cursor([14.0, 9.0]);
    assert_eq!(input.motion(), [4.0, -1.0]);
    input.add_scroll(1.0);
    input.add_scroll(0.5);
    assert_eq!(input.scroll(), 1.5);
    input.end_frame();
    assert_eq!((input.motion(), input.scroll()), ([0.0, 0.0], 0.0));
    input.leave();
    assert_eq!(input.cursor(), None);
    input.move_cursor([500.0, 500.0]);
    assert_eq!(input.motion(), [0.0, 0.0]);
}

#[test]
fn steps_come_out_as_much_as_time_goes_in_however_it_is_cut() {
    for parts in [1_u32, 7, 60, 144, 1000] {
        let mut timer = StepTimer::new(1.0 / 60.0).at_most(u32::MAX);
        let mut steps = 0;
        for _ in 0..10 * parts {
            steps += timer.advance(1.0 / f64::from(parts));
        }
        let all = f64::from(steps) + timer.part();
        assert!((all - 600.0).abs() < 1e-5, "{parts} parts: {all}");
        assert!((0.0..1.0).contains(&timer.part()));
    }
}

#[test]
fn a_machine_that_is_too_slow_runs_in_slow_motion_and_says_how_much_it_lost() {
    let mut timer = StepTimer::new(0.01).at_most(3);
    assert_eq!(timer.advance(0.105), 3);
    assert!((timer.dropped() - 0.07).abs() < 1e-9, "{}", timer.dropped());
    assert!((timer.part() - 0.5).abs() < 1e-6);
    assert_eq!(timer.advance(0.0), 0);
}

#[test]
fn time_that_makes_no_sense_counts_as_none() {
    let mut timer = StepTimer::new(0.01);
    for seconds in [-1.0, f64::NAN, 0.0] {
        assert_eq!(timer.advance(seconds), 0);
        assert_eq!(timer.part(), 0.0);
    }
    assert_eq!(timer.advance(f64::INFINITY), StepTimer::MOST);
    assert_eq!(timer.part(), 0.0);
}
