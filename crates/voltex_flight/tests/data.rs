//! The ball data: complete, findable, and consistent with physics where one number follows from others.

use std::collections::BTreeSet;

use voltex_flight::aero::Flow;
use voltex_flight::ball::Force;
use voltex_flight::data::{self, Datum, Value};
use voltex_flight::{Air, Launch, balls};
use voltex_math::DVec3;
use voltex_math::f64::{exp, ln, pow};

const G: f64 = 9.806_65;

fn tables() -> Vec<(&'static str, &'static [Datum])> {
    let mut tables = vec![
        ("constants", data::CONSTANTS),
        ("air", data::AIR),
        ("spin_decay", data::SPIN_DECAY),
    ];
    tables.extend(data::BALLS.iter().map(|ball| (ball.key, ball.data)));
    tables
}

fn entry(table: &'static [Datum], path: &str) -> &'static Datum {
    data::find(table, path).unwrap_or_else(|| panic!("no entry {path}"))
}

fn scalar(table: &'static [Datum], path: &str) -> f64 {
    entry(table, path)
        .value
        .scalar()
        .unwrap_or_else(|| panic!("{path} is no single number"))
}

#[test]
fn every_number_has_a_source_and_a_name_of_its_own() {
    for (table, data) in tables() {
        let mut paths = BTreeSet::new();
        assert!(!data.is_empty(), "{table} is empty");
        for datum in data {
            assert!(
                paths.insert(datum.path),
                "{table}.{} occurs twice",
                datum.path
            );
            assert!(
                datum.source.len() > 4,
                "{table}.{} has the source {:?}",
                datum.path,
                datum.source
            );
            let bare = matches!(datum.value, Value::Text(_) | Value::Record(_));
            assert_eq!(
                datum.unit.is_empty(),
                bare,
                "{table}.{} has the unit {:?}",
                datum.path,
                datum.unit
            );
        }
    }
    assert!(
        data::find(data::GOLF, "drag.A0").is_none(),
        "names are exact"
    );
}

#[test]
fn a_datum_prints_value_unit_kind_and_source() {
    let mass = entry(data::BASEBALL, "nominal.mass").to_string();
    assert!(
        mass.starts_with("nominal.mass = 0.14529 kg [measured, seen] Nathan"),
        "{mass}"
    );
    let range = entry(data::TENNIS, "rule.mass").to_string();
    assert!(
        range.starts_with("rule.mass = 0.056 to 0.0594 kg [rule, seen]"),
        "{range}"
    );
    let record = entry(data::SOCCER, "rule.drop_test").to_string();
    assert!(
        record.starts_with("rule.drop_test = drop 2 m, rebound_min 1.35 m, rebound_max 1.55 m ["),
        "{record}"
    );
    let spread = entry(data::TENNIS, "drag.cd_free_flight").to_string();
    assert!(
        spread.starts_with("drag.cd_free_flight = 0.507 (sd 0.024) [measured, seen]"),
        "{spread}"
    );
    let points = entry(data::TABLE_TENNIS, "lift.lift_crisis_points_Re9e4").to_string();
    assert!(points.contains("(S, CL): (0, 0) (0.1, 0.06)"), "{points}");
}

/// A derived number within the rounding of its last digit, or else with a note that says so.
fn follows(table: &'static [Datum], path: &str, ours: f64, half_digit: f64) {
    let datum = entry(table, path);
    let published = scalar(table, path);
    let agrees = (ours - published).abs() <= half_digit * 1.001;
    assert!(
        agrees || datum.note.is_some(),
        "{path} is {published}, but {ours} follows; correct it or add a note"
    );
}

/// Inertia factor of a hollow sphere.
fn hollow(radius: f64, wall: f64) -> f64 {
    let b = (radius - wall) / radius;
    0.4 * (1.0 - pow(b, 5.0)) / (1.0 - pow(b, 3.0))
}

#[test]
fn inertia_follows_from_wall_and_radius() {
    follows(
        data::TABLE_TENNIS,
        "inertia.alpha",
        hollow(0.02, scalar(data::TABLE_TENNIS, "inertia.wall")),
        5e-4,
    );
    follows(data::SOCCER, "inertia.alpha", hollow(0.11, 0.004), 5e-4);
    follows(
        data::BASKETBALL,
        "inertia.alpha",
        hollow(0.1215, 0.0045),
        5e-4,
    );
    follows(
        data::VOLLEYBALL,
        "inertia.alpha",
        hollow(0.105, 0.003),
        5e-4,
    );
    // (radius of gyration / radius)^2 for 2.50 in and 4.274 in.
    follows(
        data::BOWLING,
        "inertia.alpha",
        (2.5 / 4.274) * (2.5 / 4.274),
        5e-4,
    );
    let (a, b, m) = (
        scalar(data::RUGBY, "nominal.semi_axis_long"),
        scalar(data::RUGBY, "nominal.semi_axis_short"),
        scalar(data::RUGBY, "nominal.mass"),
    );
    follows(data::RUGBY, "inertia.I_axial", 2.0 / 3.0 * m * b * b, 5e-6);
    follows(
        data::RUGBY,
        "inertia.I_transverse",
        0.88 / 3.0 * m * (a * a + b * b),
        5e-5,
    );
}

#[test]
fn munk_factors_follow_from_the_axes() {
    // Lamb: added mass of a prolate spheroid along (k1) and across (k2) its axis.
    for (table, half_digit) in [(data::RUGBY, 5e-3), (data::AMERICAN_FOOTBALL, 5e-4)] {
        let ratio =
            scalar(table, "nominal.semi_axis_short") / scalar(table, "nominal.semi_axis_long");
        let e = (1.0 - ratio * ratio).sqrt();
        let l = ln((1.0 + e) / (1.0 - e));
        let along = 2.0 * (1.0 - e * e) / (e * e * e) * (0.5 * l - e);
        let across = 1.0 / (e * e) - (1.0 - e * e) / (2.0 * e * e * e) * l;
        follows(
            table,
            "aero.km_munk",
            across / (2.0 - across) - along / (2.0 - along),
            half_digit,
        );
    }
}

#[test]
fn air_numbers_follow_from_the_laws() {
    let dry = Air::new(288.15, 101_325.0, 0.0).unwrap();
    follows(data::AIR, "rho_15C_dry", dry.density(), 5e-5);
    follows(data::AIR, "rho_70F_50RH", Air::default().density(), 5e-5);
    let warm = Air::new(293.15, 101_325.0, 0.5).unwrap();
    follows(data::AIR, "mu_20C", warm.viscosity(), 5e-9);
}

/// Restitution that gives a rebound from a drop, drag on the way down and up included.
fn restitution(mass: f64, diameter: f64, cd: f64, drop: f64, rebound: f64) -> f64 {
    let k = 1.2 * core::f64::consts::PI * diameter * diameter / 4.0 * cd / (2.0 * mass);
    let down = G / k * (1.0 - exp(-2.0 * k * drop));
    let up = G / k * (exp(2.0 * k * rebound) - 1.0);
    (up / down).sqrt()
}

#[test]
fn restitution_follows_from_drop_tests() {
    let range = |table, path: &str| match entry(table, path).value {
        Value::Range { low, high } => [low, high],
        ref other => panic!("{path} is {other:?}"),
    };
    let check = |table, path: &str, ours: [f64; 2]| {
        for (published, ours) in range(table, path).into_iter().zip(ours) {
            let agrees = (published - ours).abs() <= 1e-3;
            assert!(
                agrees || entry(table, path).note.is_some(),
                "{path} has {published}, but {ours} follows"
            );
        }
    };
    let rule = |table, path: &str, field: &str| {
        entry(table, path)
            .value
            .field(field)
            .unwrap_or_else(|| panic!("{path} lacks {field}"))
    };
    for (table, mass, diameter, cd, vacuum, drag) in [
        (
            data::TABLE_TENNIS,
            0.0027,
            0.04,
            0.45,
            "bounce.e_n_steel_vacuum",
            "bounce.e_n_steel_with_drag",
        ),
        (
            data::SOCCER,
            0.43,
            0.22,
            0.45,
            "bounce.e_n_steel_vacuum",
            "bounce.e_n_steel_with_drag",
        ),
        (
            data::TENNIS,
            0.0577,
            0.0667,
            0.55,
            "bounce.e_n_concrete_vacuum",
            "bounce.e_n_concrete_with_drag",
        ),
    ] {
        let drop = rule(table, "rule.drop_test", "drop");
        let back = ["rebound_min", "rebound_max"].map(|field| rule(table, "rule.drop_test", field));
        check(table, vacuum, back.map(|rebound| (rebound / drop).sqrt()));
        check(
            table,
            drag,
            back.map(|rebound| restitution(mass, diameter, cd, drop, rebound)),
        );
    }
    let top = ["rebound_top_min", "rebound_top_max"]
        .map(|field| rule(data::BASKETBALL, "rule.drop_test", field));
    check(
        data::BASKETBALL,
        "bounce.e_n_vacuum",
        top.map(|top| ((top - 0.243) / 1.8).sqrt()),
    );
    check(
        data::BASKETBALL,
        "bounce.e_n_with_drag",
        top.map(|top| restitution(0.62, 0.243, 0.5, 1.8, top - 0.243)),
    );
}

#[test]
fn mean_of_volleyball_drag_is_the_coefficient_or_noted() {
    let mut sum = 0.0;
    for ball in ["V5M5000", "MVA200", "V200W"] {
        let record = entry(data::VOLLEYBALL, &format!("drag.Re_crit_{ball}")).value;
        sum += record.field("CD_A").expect("CD_A") + record.field("CD_B").expect("CD_B");
    }
    follows(data::VOLLEYBALL, "drag.c_hi", sum / 6.0, 5e-3);
}

#[test]
fn masses_are_within_their_rules() {
    for ball in balls::ALL {
        let mass = match data::find(ball.data(), "rule.mass").map(|datum| datum.value) {
            Some(Value::Range { low, high }) => [low, high],
            _ => continue,
        };
        assert!(
            ball.mass >= mass[0] && ball.mass <= mass[1],
            "{} has {} kg, allowed {mass:?}",
            ball.name,
            ball.mass
        );
    }
}

#[test]
fn linear_lift_without_a_ceiling_is_finite() {
    for k in [0.0, 1e-12, 0.5, 0.82, 1.0, 1.8, -0.5] {
        let mut ball = balls::SOCCER.clone();
        ball.set("lift.CL_over_S", k).unwrap();
        let Force::Physical(aero) = &ball.force else {
            panic!("the default model has coefficients");
        };
        for s in [0.0, 0.2, 3.0] {
            let flow = Flow {
                speed: 30.0,
                reynolds: 4e5,
                spin_parameter: s,
                lift_parameter: s,
                spin_rate: 50.0,
            };
            let cl = aero.lift.coefficient(&flow);
            assert!((cl - k * s).abs() <= 1e-12, "CL/S = {k}: {cl} at S = {s}");
        }
        let launch = Launch::at(30.0)
            .up(0.2)
            .spin_vector(DVec3::new(0.0, -56.0, 0.0));
        assert!(
            ball.launch(launch)
                .fly(&Air::default())
                .unwrap()
                .carry()
                .is_some(),
            "CL/S = {k} lands"
        );
    }
}
