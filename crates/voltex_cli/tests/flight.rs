//! The contract of `voltex flight`: keys, units, signs and what each option does.

mod common;

use common::{folder, keys_at, line, number, voltex};

const GOLF: &str = "flight --ball golf --speed 167mph --launch-angle 10.9deg --spin 2686rpm";
/// No air force: closed forms hold.
const VACUUM: &str =
    "flight --ball golf --model vacuum --speed 30m/s --launch-angle 40deg --spin 0rpm";

const KEYS: [&str; 14] = [
    "carry_m",
    "lateral_m",
    "apex_m",
    "apex_x_m",
    "flight_time_s",
    "landing_speed_mps",
    "landing_angle_deg",
    "landing_spin_radps",
    "total_m",
    "total_lateral_m",
    "rest_time_s",
    "bounces",
    "state_hash",
    "warnings",
];

fn close(value: f64, expected: f64, tolerance: f64) {
    assert!(
        (value - expected).abs() <= tolerance,
        "{value} is not {expected} within {tolerance}"
    );
}

#[test]
fn keys_come_in_the_order_of_the_contract() {
    let ran = line(&format!("{GOLF} --json"));
    assert_eq!(ran.code, 0);
    assert_eq!(keys_at(&ran.out, 2), KEYS);
    assert_eq!(ran.err, "");
    let hash = ran.json()["state_hash"].as_str().expect("text").to_owned();
    assert_eq!(hash.len(), 16);
    assert!(
        hash.chars()
            .all(|digit| digit.is_ascii_digit() || ('a'..='f').contains(&digit)),
        "{hash}"
    );

    let ran = line(&format!("{GOLF} --json --plane-x 100yd --surface turf"));
    let mut keys: Vec<&str> = KEYS.to_vec();
    keys.extend(["plane", "ground_contact"]);
    assert_eq!(keys_at(&ran.out, 2), keys);
    let plane = [
        "time_s",
        "speed_mps",
        "x_m",
        "y_m",
        "z_m",
        "drop_m",
        "induced_vertical_break_m",
        "horizontal_break_m",
        "heading_deg",
        "descent_deg",
    ];
    assert_eq!(keys_at(&ran.out, 4), plane);
    let bounce = [
        "time_s",
        "x_m",
        "z_m",
        "normal_speed_before_mps",
        "normal_speed_after_mps",
        "tangential_before_mps",
        "tangential_after_mps",
        "spin_before_radps",
        "spin_after_radps",
    ];
    assert_eq!(keys_at(&ran.out, 6)[..9], bounce);
    assert!(!ran.out.contains("NaN") && !ran.out.contains("-0.0,"));
}

#[test]
fn without_air_the_closed_forms_hold() {
    let flight = line(&format!("{VACUUM} --gravity 9.80665 --plane-x 50m --json")).json();
    // R = v^2 sin(2 theta)/g, H, T for 30 m/s at 40 deg.
    close(number(&flight, "carry_m"), 90.380_198_917_162_05, 1e-9);
    close(number(&flight, "apex_m"), 18.959_497_894_279_966, 1e-9);
    close(number(&flight, "apex_x_m"), 45.190_099_458_581_02, 1e-9);
    close(
        number(&flight, "flight_time_s"),
        3.932_765_682_592_155,
        1e-9,
    );
    close(number(&flight, "landing_speed_mps"), 30.0, 1e-9);
    close(number(&flight, "landing_angle_deg"), 40.0, 1e-9);
    close(number(&flight, "landing_spin_radps"), 0.0, 0.0);
    close(number(&flight, "lateral_m"), 0.0, 0.0);
    // At 50 m the ball has fallen g t^2/2 below the launch line, t = 50/(30 cos 40 deg).
    let time = 50.0 / (30.0 * 0.766_044_443_118_978);
    let plane = &flight["plane"];
    close(number(plane, "time_s"), time, 1e-9);
    close(number(plane, "x_m"), 50.0, 0.0);
    close(number(plane, "drop_m"), 0.5 * 9.80665 * time * time, 1e-9);
    close(number(plane, "induced_vertical_break_m"), 0.0, 0.0);
    close(number(plane, "horizontal_break_m"), 0.0, 0.0);
    for missing in ["total_m", "total_lateral_m", "rest_time_s"] {
        assert!(flight[missing].is_null(), "{missing}");
    }
    assert_eq!(flight["bounces"].as_array().map(Vec::len), Some(0));
    assert_eq!(flight["warnings"].as_array().map(Vec::len), Some(0));
}

#[test]
fn height_counts_from_the_lowest_point() {
    // A ball let go 2 m above the ground lands after sqrt(2 h/g), and its apex is the launch.
    let flight = line("flight --ball soccer --model vacuum --speed 0m/s --launch-angle 0deg --spin 0rpm --height 2m --json").json();
    close(
        number(&flight, "flight_time_s"),
        (2.0_f64 * 2.0 / 9.81).sqrt(),
        1e-9,
    );
    close(number(&flight, "apex_m"), 2.0, 1e-12);
    close(number(&flight, "apex_x_m"), 0.0, 0.0);
    close(number(&flight, "landing_angle_deg"), 90.0, 1e-9);
}

#[test]
fn every_unit_of_a_quantity_gives_the_same_flight() {
    let carry = |arguments: &str| {
        number(
            &line(&format!("flight --ball golf --json {arguments}")).json(),
            "carry_m",
        )
    };
    let base = carry("--speed 44.704m/s --launch-angle 20deg --spin 3000rpm --height 1.8288m");
    for same in [
        "--speed 100mph --launch-angle 20deg --spin 50rps --height 6ft",
        "--speed 160.9344km/h --launch-angle 0.3490658503988659rad --spin 314.1592653589793rad/s --height 182.88cm",
        "--speed 146.66666666666666ft/s --launch-angle 20° --spin 3000rpm --height 72in",
        "--speed 4470.4cm/s --launch-angle 20deg --spin 3000rpm --height 2yd",
    ] {
        close(carry(same), base, 1e-9);
    }
    let air = |arguments: &str| {
        carry(&format!(
            "--speed 60m/s --launch-angle 15deg --spin 3000rpm {arguments}"
        ))
    };
    let base = air("");
    for same in [
        "--temperature 21.1C",
        "--temperature 294.25K",
        "--temperature 69.98F",
        "--pressure 1013.25hPa",
    ] {
        close(air(same), base, 1e-9);
    }
    close(air("--pressure 29.921255579748475inHg"), base, 1e-6);
    close(air("--altitude 5000ft"), air("--altitude 1524m"), 1e-9);
}

#[test]
fn defaults_are_those_of_the_contract() {
    let spelled = "--direction 0deg --spin-axis-tilt 0deg --gyro-angle 0deg --height 0m --gravity 9.81 --altitude 0m \
                   --temperature 21.1C --pressure 101325Pa --humidity 0.5 --wind 0,0,0 --dt 1/60 --surface none";
    assert_eq!(
        line(&format!("{GOLF} --json")).out,
        line(&format!("{GOLF} {spelled} --json")).out
    );
    let pitch = "flight --ball baseball --speed 95mph --launch-angle 1deg --spin 2300rpm --height 1.8m --json";
    assert_eq!(
        line(pitch).out,
        line(&format!("{pitch} --model pitched")).out
    );
    assert_ne!(
        line(pitch).out,
        line(&format!("{pitch} --model batted")).out
    );
}

#[test]
fn right_is_positive_for_heading_tilt_wind_and_spin() {
    let lateral = |arguments: &str| {
        let text =
            format!("flight --ball soccer --speed 25m/s --launch-angle 15deg --json {arguments}");
        number(&line(&text).json(), "lateral_m")
    };
    assert!(lateral("--spin 0rpm --direction 5deg") > 1.0);
    assert!(lateral("--spin 0rpm --direction -5deg") < -1.0);
    assert!(lateral("--spin 500rpm --spin-axis-tilt 60deg") > 1.0);
    assert!(lateral("--spin 500rpm --spin-axis-tilt -60deg") < -1.0);
    assert!(lateral("--spin 0rpm --wind 0,0,5") > 0.1);
    assert!(lateral("--spin 0rpm --wind 0,0,-5") < -0.1);
    // -Y curves right, +Y left.
    assert!(lateral("--spin-vector 0,-50,0") > 1.0);
    assert!(lateral("--spin-vector 0,50,0") < -1.0);
}

#[test]
fn backspin_lifts_and_a_tail_wind_carries() {
    let carry = |arguments: &str| {
        number(
            &line(&format!("{GOLF} --json {arguments}")).json(),
            "carry_m",
        )
    };
    assert!(carry("--wind 5,0,0") > carry("") && carry("") > carry("--wind -5,0,0"));
    let apex = |spin: &str| {
        let text =
            format!("flight --ball golf --speed 60m/s --launch-angle 12deg --spin {spin} --json");
        number(&line(&text).json(), "apex_m")
    };
    assert!(apex("3000rpm") > apex("0rpm") && apex("0rpm") > apex("-3000rpm"));
    // The same spin as a vector: backspin is +Z.
    let vector = line(
        "flight --ball golf --speed 60m/s --launch-angle 12deg --spin-vector 0,0,314.1592653589793 --json",
    );
    close(number(&vector.json(), "apex_m"), apex("3000rpm"), 1e-9);
}

#[test]
fn vectors_and_angles_may_start_with_a_minus() {
    let base = "flight --ball tennis --speed 30m/s --launch-angle 5deg --height 1m --json";
    for (apart, joined) in [
        ("--spin 0rpm --wind -3,0,0", "--spin 0rpm --wind=-3,0,0"),
        ("--spin-vector -1,2,3", "--spin-vector=-1,2,3"),
        (
            "--spin 100rpm --direction -3deg",
            "--spin 100rpm --direction=-3deg",
        ),
        ("--spin -900rpm", "--spin=-900rpm"),
    ] {
        let (apart, joined) = (
            line(&format!("{base} {apart}")),
            line(&format!("{base} {joined}")),
        );
        assert_eq!(apart.code, 0, "{}", apart.err);
        assert_eq!(apart.out, joined.out);
    }
    let down = line(
        "flight --ball tennis --speed 30m/s --launch-angle -3deg --spin 0rpm --height 2m --json",
    )
    .json();
    close(number(&down, "apex_m"), 2.0, 1e-12);
    let same = line(
        "flight --ball tennis --speed 30m/s --launch-angle=-3deg --spin 0rpm --height 2m --json",
    )
    .json();
    assert_eq!(down, same);
}

#[test]
fn overrides_change_the_law_and_the_body() {
    let carry = |arguments: &str| {
        number(
            &line(&format!("{GOLF} --json {arguments}")).json(),
            "carry_m",
        )
    };
    assert!(carry("--set drag.CD=0.33") < carry("--set drag.CD=0.2"));
    assert!(carry("--set nominal.mass=0.06") > carry(""));
    // The last of several counts, and several may be given.
    close(
        carry("--set drag.CD=0.5 --set drag.CD=0.2"),
        carry("--set drag.CD=0.2"),
        0.0,
    );
    close(
        carry("--density 0 --set nominal.mass=1"),
        carry("--density 0"),
        1e-9,
    );
}

#[test]
fn thin_air_drags_less() {
    // A ball without spin has no lift to lose, so less air always means more carry.
    let carry = |arguments: &str| {
        let text = format!(
            "flight --ball golf --speed 60m/s --launch-angle 30deg --spin 0rpm --json {arguments}"
        );
        number(&line(&text).json(), "carry_m")
    };
    let sea = carry("");
    for thin in [
        "--altitude 1600m",
        "--temperature 40C",
        "--pressure 80000Pa",
        "--humidity 1",
        "--density 1",
    ] {
        assert!(carry(thin) > sea, "{thin}");
    }
    close(
        carry("--density 0"),
        3600.0 * 0.866_025_403_784_438_6 / 9.81,
        1e-6,
    );
}

#[test]
fn a_surface_makes_the_ball_bounce() {
    let drop = "flight --ball tennis --model vacuum --speed 0m/s --launch-angle 0deg --spin 0rpm --height 2.54m --json";
    let flight = line(&format!("{drop} --surface hard")).json();
    let bounces = flight["bounces"].as_array().expect("a list");
    assert!(bounces.len() > 3);
    let (first, second) = (&bounces[0], &bounces[1]);
    let into = (2.0_f64 * 9.81 * 2.54).sqrt();
    close(number(first, "normal_speed_before_mps"), into, 1e-9);
    close(
        number(first, "time_s"),
        number(&flight, "flight_time_s"),
        0.0,
    );
    close(
        number(second, "normal_speed_before_mps"),
        number(first, "normal_speed_after_mps"),
        1e-9,
    );
    assert!(number(first, "normal_speed_after_mps") < into);
    // A ball that falls straight down ends where it was dropped.
    close(number(&flight, "total_m"), 0.0, 1e-12);
    close(number(&flight, "total_lateral_m"), 0.0, 1e-12);
    assert!(number(&flight, "rest_time_s") > number(bounces.last().expect("bounces"), "time_s"));

    let slide = line(
        "flight --ball tennis --speed 30m/s --launch-angle 5deg --spin 0rpm --surface hard --json",
    )
    .json();
    let bounce = &slide["bounces"][0];
    assert!(number(bounce, "tangential_after_mps") < number(bounce, "tangential_before_mps"));
    assert!(number(bounce, "spin_after_radps") > number(bounce, "spin_before_radps"));
}

#[test]
fn breaks_are_measured_against_the_flight_without_lift() {
    let pitch = "flight --ball baseball --speed 93.3mph --launch-angle -1deg --height 2m --plane-x 16.11m --json";
    let plane = |spin: &str| line(&format!("{pitch} {spin}")).json()["plane"].clone();
    let rising = plane("--spin 2347rpm");
    assert!(number(&rising, "induced_vertical_break_m") > 0.2);
    close(number(&rising, "horizontal_break_m"), 0.0, 1e-12);
    let falling = plane("--spin -2347rpm");
    assert!(number(&falling, "induced_vertical_break_m") < -0.2);
    assert!(number(&falling, "drop_m") > number(&rising, "drop_m"));
    assert!(
        number(
            &plane("--spin 2347rpm --spin-axis-tilt 90deg"),
            "horizontal_break_m"
        ) > 0.2
    );
    assert!(
        number(
            &plane("--spin 2347rpm --spin-axis-tilt -90deg"),
            "horizontal_break_m"
        ) < -0.2
    );
    let gyro = plane("--spin 2347rpm --gyro-angle 90deg");
    // A bullet's spin lifts only by what gravity has turned the path out of the axis.
    assert!(number(&gyro, "induced_vertical_break_m").abs() < 0.01);
}

#[test]
fn a_break_is_known_where_only_the_lifted_ball_arrives() {
    // Without lift this drive would touch down long before 200 m.
    let flight = line(&format!("{GOLF} --plane-x 200m --json")).json();
    assert!(number(&flight["plane"], "induced_vertical_break_m") > 20.0);
}

#[test]
fn a_plane_that_is_never_reached_is_null() {
    let flight = line(&format!("{VACUUM} --plane-x 100m --json")).json();
    assert!(flight.as_object().expect("an object").contains_key("plane"));
    assert!(flight["plane"].is_null());
    let human = line(&format!("{VACUUM} --plane-x 100m"));
    assert!(human.out.contains("never reached"), "{}", human.out);
}

#[test]
fn a_ball_that_never_lands_has_nulls_and_a_warning() {
    let ran = line(&format!("{VACUUM} --gravity 0 --json"));
    let flight = ran.json();
    for missing in [
        "carry_m",
        "flight_time_s",
        "landing_speed_mps",
        "landing_angle_deg",
        "landing_spin_radps",
    ] {
        assert!(flight[missing].is_null(), "{missing}");
    }
    assert_eq!(flight["warnings"].as_array().map(Vec::len), Some(1));
    assert!(ran.err.contains("warning:"), "{}", ran.err);
}

#[test]
fn warnings_stand_in_the_json_and_on_standard_error() {
    let ran = line("flight --ball golf --speed 10m/s --launch-angle 40deg --spin 9000rpm --json");
    let warnings = ran.json()["warnings"].as_array().expect("a list").clone();
    assert!(!warnings.is_empty());
    for warning in warnings {
        assert!(
            ran.err.contains(warning.as_str().expect("text")),
            "{}",
            ran.err
        );
    }
    let both = line(&format!(
        "{GOLF} --altitude 1000m --pressure 101325Pa --json"
    ));
    assert!(both.err.contains("altitude has no effect"), "{}", both.err);
}

#[test]
fn the_step_hardly_matters_and_a_fraction_is_a_number() {
    let carry = |dt: &str| number(&line(&format!("{GOLF} --json --dt {dt}")).json(), "carry_m");
    close(carry("1/240"), carry("1/60"), 1e-5);
    close(carry("0.01"), carry("1/100"), 0.0);
}

#[test]
fn out_writes_path_summary_and_picture() {
    let out = folder("flight_out").join("deep/er");
    let mut arguments: Vec<&str> = GOLF.split_whitespace().collect();
    let path = out.to_str().expect("UTF-8");
    arguments.extend(["--json", "--out", path]);
    let ran = voltex(&arguments);
    let summary = std::fs::read_to_string(out.join("summary.json")).expect("summary.json");
    assert_eq!(summary, ran.out);

    let csv = std::fs::read_to_string(out.join("trajectory.csv")).expect("trajectory.csv");
    let mut lines = csv.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    let column = |name: &str| {
        header
            .iter()
            .position(|column| *column == name)
            .unwrap_or_else(|| panic!("{name}"))
    };
    let rows: Vec<Vec<f64>> = lines
        .map(|row| {
            row.split(',')
                .map(|cell| cell.parse().expect("a number"))
                .collect()
        })
        .collect();
    let flight = ran.json();
    let last = rows.last().expect("rows");
    close(last[column("x_m")], number(&flight, "carry_m"), 1e-9);
    close(
        last[column("time_s")],
        number(&flight, "flight_time_s"),
        0.0,
    );
    close(
        last[column("speed_mps")],
        number(&flight, "landing_speed_mps"),
        1e-9,
    );
    close(
        last[column("spin_radps")],
        number(&flight, "landing_spin_radps"),
        1e-9,
    );
    for row in &rows {
        assert_eq!(row.len(), header.len());
        let unit = |names: [&str; 3]| {
            names
                .map(|name| row[column(name)] * row[column(name)])
                .iter()
                .sum::<f64>()
        };
        close(
            unit(["direction_x", "direction_y", "direction_z"]),
            1.0,
            1e-12,
        );
        close(
            unit(["spin_axis_x", "spin_axis_y", "spin_axis_z"]),
            1.0,
            1e-12,
        );
    }

    let png = std::fs::read(out.join("shot.png")).expect("shot.png");
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let size = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    assert!(
        size(16) >= 1200 && size(20) >= 900,
        "{} x {}",
        size(16),
        size(20)
    );
}

#[test]
fn the_same_flight_has_the_same_bits_twice() {
    let arguments = format!("{GOLF} --surface turf --json");
    assert_eq!(line(&arguments).out, line(&arguments).out);
}

#[test]
fn people_get_a_table_with_both_systems_of_units() {
    let ran = line(&format!("{GOLF} --surface turf"));
    for part in [
        "carry",
        "yd",
        "apex",
        "ft",
        "landing speed",
        "mph",
        "rpm",
        "impact",
        "state hash",
    ] {
        assert!(ran.out.contains(part), "{part} is not in {}", ran.out);
    }
    assert!(!ran.out.contains('\u{1b}'), "no colour outside a terminal");
}

#[test]
fn the_nose_of_an_oval_ball_is_an_option_and_along_the_launch_without_it() {
    let pass = "flight --ball american_football --speed 26m/s --launch-angle 25deg --spin 600rpm --gyro-angle 90deg \
                --height 1.9m";
    let hash = |extra: &str| {
        let ran = line(&format!("{pass} {extra} --json"));
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.json()["state_hash"].as_str().expect("text").to_owned()
    };
    let plain = hash("");
    assert_eq!(plain, hash("--nose-elevation 25deg"));
    assert_eq!(plain, hash("--nose-azimuth 0deg"));
    assert_ne!(plain, hash("--nose-elevation 30deg"));
    let pass = line(&format!("{pass} --json")).json();
    // Its nose held above the path, the same throw falls short.
    let punt = line(
        "flight --ball american_football --speed 26m/s --launch-angle 25deg --spin 600rpm --gyro-angle 50deg \
         --spin-axis-tilt -90deg --nose-elevation 65deg --height 1.9m --json",
    )
    .json();
    assert!(number(&punt, "carry_m") < 0.9 * number(&pass, "carry_m"));
}

/// A ball set down on a hard court without air: it slides, then rolls, then lies still.
const SET_DOWN: &str = "flight --ball golf --model vacuum --speed 5m/s --launch-angle 0deg --spin 0rpm --surface hard_court";

#[test]
fn sliding_rolling_and_rest_are_told() {
    let flight = line(&format!("{SET_DOWN} --json")).json();
    let rows = flight["ground_contact"].as_array().expect("a list");
    let phases: Vec<&str> = rows
        .iter()
        .map(|row| row["phase"].as_str().expect("text"))
        .collect();
    assert_eq!(phases, ["slide", "roll", "rest"]);
    // A solid ball: 5/7 of the speed after 2 v/(7 mu g); then mu_r g/(1 + 2/5) until it stops.
    let (mu, mu_r, g) = (0.65, 0.02, 9.81);
    let rolling = 5.0 * 5.0 / 7.0;
    let slid = 2.0 * 5.0 / (7.0 * mu * g);
    let rolled = rolling * 1.4 / (mu_r * g);
    close(number(&rows[0], "until_s"), slid, 1e-9);
    close(number(&rows[1], "speed_before_mps"), rolling, 1e-9);
    close(
        number(&rows[1], "from_x_m"),
        0.5 * (5.0 + rolling) * slid,
        1e-9,
    );
    close(number(&flight, "rest_time_s"), slid + rolled, 1e-8);
    let total = 0.5 * (5.0 + rolling) * slid + 0.5 * rolling * rolled;
    close(number(&flight, "total_m"), total, 1e-8);
    close(number(&rows[2], "from_x_m"), total, 1e-8);
    let human = line(SET_DOWN).out;
    for part in ["slide", "roll", "rest", "at rest after", "hard_court"] {
        assert!(human.contains(part), "{part} is not in {human}");
    }
    // A flight that ends at its first touch has no such list.
    let landed = line(&format!("{GOLF} --json")).json();
    assert!(landed.get("ground_contact").is_none());
}

#[test]
fn a_slope_turns_and_stops_a_ball() {
    let total = |slope: &str| {
        number(
            &line(&format!("{SET_DOWN} {slope} --json")).json(),
            "total_m",
        )
    };
    assert!(total("--slope 1deg") < total("") && total("") < total("--slope -0.5deg"));
    let drift = |slope: &str| {
        number(
            &line(&format!("{SET_DOWN} {slope} --json")).json(),
            "total_lateral_m",
        )
    };
    let left = drift("--cross-slope 0.5deg");
    assert!(
        left < -0.1,
        "ground that rises to the right turns the ball left: {left}"
    );
    close(drift("--cross-slope -0.5deg"), -left, 1e-9);
    // Uphill ground is met earlier, by half the angle of a level flight: x tan(1 deg) above the start.
    let carry = number(
        &line(&format!("{VACUUM} --gravity 9.80665 --slope 1deg --json")).json(),
        "carry_m",
    );
    let (tan, cos) = (0.017_455_064_928_217_585, 0.766_044_443_118_978);
    let flat = 90.380_198_917_162_05;
    // x = (2 v^2 cos^2/g)(tan 40 deg - tan 1 deg), and the ball touches beside its lowest point.
    let expected = flat - 2.0 * 900.0 * cos * cos / 9.80665 * tan;
    close(carry, expected, 1e-3);
    assert!(
        line(&format!("{SET_DOWN} --slope 1deg --cross-slope -2deg"))
            .out
            .contains("1.0° uphill, 2.0° rising to the left")
    );
    for bad in [
        "--slope 90deg",
        "--cross-slope 89deg",
        "--ball-temperature -100C",
    ] {
        let ran = line(&format!("{SET_DOWN} {bad}"));
        assert_eq!(ran.code, 2, "{bad}");
        assert!(
            ran.err.contains("--slope") || ran.err.contains("--ball-temperature"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn a_warm_tennis_ball_bounces_higher_where_that_was_measured() {
    let up = |ball: &str, surface: &str, temperature: &str| {
        let flight = line(&format!(
            "flight --ball {ball} --speed 0m/s --launch-angle 0deg --spin 0rpm --height 2.54m --surface {surface} --ball-temperature {temperature} --json"
        ))
        .json();
        number(&flight["bounces"][0], "normal_speed_after_mps")
            / number(&flight["bounces"][0], "normal_speed_before_mps")
    };
    let change = up("tennis", "hard_court", "33C") - up("tennis", "hard_court", "23C");
    close(change, 0.03, 1e-9);
    close(
        up("golf", "hard_court", "33C"),
        up("golf", "hard_court", "23C"),
        0.0,
    );
}

#[test]
fn a_putt_runs_as_far_as_the_green_is_fast() {
    let putt = "flight --ball golf --speed 1.83m/s --launch-angle 0deg --spin -85.77455rad/s --gravity 9.80665 --model vacuum --surface green";
    let total = |stimp: &str| number(&line(&format!("{putt} {stimp} --json")).json(), "total_m");
    // The ball rolls from the start: 1.83 m/s over the radius of 21.335 mm.
    close(total("--stimp 11"), 11.0 * 0.3048, 1e-5);
    close(total("--stimp 8"), 8.0 * 0.3048, 1e-5);
    close(total("--stimp 10"), total(""), 1e-2);
    for (bad, part) in [
        ("--stimp 2", "--stimp: "),
        ("--stimp 11ft", "without a unit"),
        ("--stimp nan", "not a finite number"),
    ] {
        let ran = line(&format!("{putt} {bad}"));
        assert!(
            ran.code == 2 && ran.err.contains(part),
            "{bad}: {}",
            ran.err
        );
    }
    for ground in ["fairway", "none"] {
        let ran = line(&format!(
            "flight --ball golf --speed 2m/s --launch-angle 0deg --spin 0rpm --surface {ground} --stimp 11"
        ));
        assert!(
            ran.code == 2 && ran.err.contains("add --surface green"),
            "{ground}: {}",
            ran.err
        );
    }
}

/// The angle at which a ball comes into the pins, and that of a ball that falls, in JSON.
#[test]
fn the_angles_at_a_plane_are_told() {
    let lane = "flight --ball bowling --speed 8m/s --launch-angle 0deg --surface lane --plane-x 18.131m --json";
    let plane = |rest: &str| line(&format!("{lane} {rest}")).json()["plane"].clone();
    let straight = plane("--spin 0rpm --direction 2deg");
    close(number(&straight, "heading_deg"), 2.0, 1e-3);
    close(number(&straight, "descent_deg"), 0.0, 1e-9);
    let hook = plane("--spin -350rpm --gyro-angle 65deg --direction 3.83deg");
    let entry = -number(&hook, "heading_deg");
    assert!(entry > 4.0 && entry < 6.0, "{hook}");
    let mirrored = plane("--spin -350rpm --gyro-angle -65deg --direction -3.83deg");
    close(number(&mirrored, "heading_deg"), entry, 1e-9);
    // In vacuum: tan of the descent is (g t - v sin)/(v cos).
    let flight = line(&format!("{VACUUM} --gravity 9.80665 --plane-x 50m --json")).json();
    let plane = &flight["plane"];
    let (time, speed) = (number(plane, "time_s"), number(plane, "speed_mps"));
    let along = 50.0 / time;
    let down = (speed * speed - along * along).sqrt();
    close(
        number(plane, "descent_deg").abs(),
        voltex_math::f64::atan2(down, along).to_degrees(),
        1e-9,
    );
}
