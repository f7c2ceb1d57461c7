//! The contract of `voltex aim`: both arcs, the command that flies them, and what is said when there is none.

mod common;

use common::{folder, line, line_in, number};

const KICK: &str = "aim --ball soccer --target 25,1.5,-2 --speed 25m/s --spin 300rpm --spin-axis-tilt -60deg --wind 1,0,2";

#[test]
fn both_arcs_hit_when_their_commands_are_run() {
    let answer = line(&format!("{KICK} --json")).json();
    let solutions = answer["solutions"].as_array().expect("a list");
    assert_eq!(solutions.len(), 2);
    assert!(answer["reason"].is_null());
    assert!(number(&solutions[0], "time_s") < number(&solutions[1], "time_s"));
    for solution in solutions {
        let command = solution["command"].as_str().expect("text");
        let command = command.strip_prefix("voltex ").expect("the command");
        let flight = line(&format!("{command} --plane-x 25m --json")).json();
        let plane = &flight["plane"];
        // The target is the ball's lowest point; its centre is a radius of 0.11 m above.
        assert!((number(plane, "y_m") - 1.61).abs() < 1e-3, "{plane}");
        assert!((number(plane, "z_m") + 2.0).abs() < 1e-3, "{plane}");
        assert!((number(plane, "time_s") - number(solution, "time_s")).abs() < 1e-3);
    }
}

#[test]
fn obstacles_leave_one_arc_and_name_what_blocks_the_other() {
    let answer = line(&format!("{KICK} --clear 9.15,6 --json")).json();
    assert_eq!(answer["solutions"].as_array().map(Vec::len), Some(1));
    let blocked = &answer["blocked"][0];
    assert!(
        blocked["blocked_by"]
            .as_str()
            .is_some_and(|by| by.starts_with("obstacle 1 is in the way by"))
    );
    let below = line(&format!("{KICK} --below 20,3 --json")).json();
    assert_eq!(below["solutions"].as_array().map(Vec::len), Some(1));
    let text = line(&format!("{KICK} --clear 9.15,6")).out;
    assert!(text.contains("blocked: obstacle 1"), "{text}");
}

#[test]
fn out_of_reach_is_exit_code_1_with_the_speed_that_is_enough() {
    let ran = line("aim --ball soccer --target 60,0,0 --speed 20m/s");
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("m/s are needed") && ran.err.contains("nearest point"),
        "{}",
        ran.err
    );
}

#[test]
fn one_of_speed_angle_and_time_is_asked_for() {
    for bad in [
        "aim --ball soccer --target 20,0,0",
        "aim --ball soccer --target 20,0,0 --speed 20m/s --time 1",
        "aim --ball soccer --target 20,0 --speed 20m/s",
        "aim --ball soccer --target 20,-1,0 --speed 20m/s",
        "aim --ball soccer --target 20,0,0 --time -1",
    ] {
        let ran = line(bad);
        assert_eq!(ran.code, 2, "{bad}: {}", ran.err);
    }
    let ran = line("aim --ball soccer --target 20,-1,0 --speed 20m/s");
    assert!(ran.err.contains("--target: "), "{}", ran.err);
    for good in ["--time 1.5", "--launch-angle 40deg"] {
        let answer = line(&format!(
            "aim --ball tennis --target 20,0,3 --height 1m {good} --json"
        ))
        .json();
        assert_eq!(
            answer["solutions"].as_array().map(Vec::len),
            Some(1),
            "{good}"
        );
    }
}

#[test]
fn a_folder_per_solution_is_written() {
    let place = folder("aim-out");
    assert_eq!(line_in(&place, &format!("{KICK} --out kicks")).code, 0);
    for solution in ["solution-1", "solution-2"] {
        for file in ["trajectory.csv", "summary.json", "shot.png"] {
            assert!(
                place.join("kicks").join(solution).join(file).is_file(),
                "{solution} {file}"
            );
        }
    }
}

/// Slope, spin in world axes, a nose and narrow obstacles: the command that is printed hits.
#[test]
fn every_option_of_the_question_is_in_the_command() {
    for (question, radius) in [
        (
            "--ball golf --target 60,2,4 --speed 35m/s --spin 3000rpm --slope 2deg --cross-slope -3deg",
            0.021_35,
        ),
        (
            "--ball soccer --model knuckle --target 22,1,3 --time 1.2 --spin-vector 4,-7,5 --nose-elevation 40deg",
            0.11,
        ),
        (
            "--ball soccer --target 25,1.5,-2 --speed 25m/s --spin 300rpm --clear 9.15,1.9,1,3 --below 20,3,-5,5",
            0.11,
        ),
    ] {
        let answer = line(&format!("aim {question} --json")).json();
        let solutions = answer["solutions"].as_array().expect("a list");
        assert!(!solutions.is_empty(), "{question}: {answer}");
        let target: Vec<f64> = question
            .split("--target ")
            .nth(1)
            .and_then(|rest| rest.split(' ').next())
            .expect("a target")
            .split(',')
            .map(|number| number.parse().expect("a number"))
            .collect();
        for solution in solutions {
            let command = solution["command"].as_str().expect("text");
            let command = command.strip_prefix("voltex ").expect("the command");
            let x = target[0];
            let flight = line(&format!("{command} --plane-x {x}m --json")).json();
            let plane = &flight["plane"];
            // Across the slope the lowest point is not right below the centre, by less than 2 mm here.
            let room = if question.contains("slope") {
                3e-3
            } else {
                1e-3
            };
            let off = number(plane, "y_m") - target[1] - radius;
            assert!(off.abs() < room, "{question}: {plane}");
            assert!(
                (number(plane, "z_m") - target[2]).abs() < room,
                "{question}: {plane}"
            );
            assert!(
                (number(plane, "descent_deg") - number(solution, "arrival_angle_deg")).abs() < 0.1,
                "{question}: {plane} {solution}"
            );
        }
    }
}

/// A wall across the whole field leaves the high arc alone; one of limited width may be passed beside.
#[test]
fn an_obstacle_of_limited_width_is_passed_beside() {
    let count = |wall: &str| {
        let answer = line(&format!("{KICK} --clear {wall} --json")).json();
        answer["solutions"].as_array().map(Vec::len)
    };
    assert_eq!(count("9.15,6"), Some(1));
    assert_eq!(count("9.15,6,3,6"), Some(2));
    for bad in ["9.15,6,3", "9.15,6,3,2", "9.15,6,a,2"] {
        let ran = line(&format!("{KICK} --clear {bad}"));
        assert_eq!(ran.code, 2, "{bad}: {}", ran.err);
    }
}

#[test]
fn json_tells_the_nearest_point_and_what_is_enough() {
    let ran = line("aim --ball soccer --target 60,0,0 --speed 20m/s --json");
    assert_eq!(ran.code, 1);
    let answer: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON alone");
    let (nearest, enough) = (&answer["nearest"], &answer["enough"]);
    assert!(number(nearest, "x_m") < 60.0 && number(nearest, "distance_m") > 1.0);
    assert_eq!(enough["quantity"], "speed_mps");
    let speed = number(enough, "least");
    assert!(speed > 20.0);
    let more = speed * 1.01;
    let reached = line(&format!(
        "aim --ball soccer --target 60,0,0 --speed {more}m/s --json"
    ))
    .json();
    assert!(reached["reason"].is_null() && reached["nearest"].is_null());
}

#[test]
fn options_of_aim_that_exclude_each_other() {
    for bad in [
        "--spin-vector 1,2,3",
        "--spin-vector 1,2",
        "--nose-azimuth 10deg",
        "--slope 95deg",
    ] {
        let ran = line(&format!("{KICK} {bad}"));
        assert_eq!(ran.code, 2, "{bad}: {}", ran.err);
    }
}
