//! Hashes of the worlds of built-in scenes after some steps: the same bits for every processor and thread count.
//!
//! What the physics keeps from step to step is left out: it shows in the bodies within a few steps, and how it is
//! kept may change without a change of the motion.

use std::fmt::Write;

use voltex_math::simd::Level;
use voltex_physics::physics_step;
use voltex_scene::scenes::{self, seen_hash};

/// Steps of each scene, at most; scenes of more bodies are left to longer runs.
const STEPS: u32 = 120;
const BODIES: u64 = 200;

fn table() -> String {
    table_of(|_| true)
}

/// Of the scenes of some names.
fn table_of(wanted: impl Fn(&str) -> bool) -> String {
    let mut table = String::new();
    for name in scenes::names().filter(|name| wanted(name)) {
        let scene = scenes::get(name).unwrap();
        if scene.body_count().unwrap() > BODIES {
            continue;
        }
        let mut world = scene.build().unwrap();
        let config = scene.config();
        for _ in 0..STEPS {
            scene.advance(&mut world).unwrap();
            let report = physics_step(&mut world, &config).unwrap();
            assert!(report.problems.is_empty(), "{name}: {:?}", report.problems);
        }
        writeln!(table, "{name:<20} {STEPS:>6} {:016x}", seen_hash(&world)).unwrap();
    }
    table
}

#[test]
fn golden_hashes_after_some_steps() {
    let table = table();
    let recorded = scenes::GOLDEN_STEPS;
    assert!(
        table == recorded,
        "a hash moved; if it should have, put this into crates/voltex_scene/golden_steps.txt and the reason under \
         Determinism in CHANGELOG.md:\n{table}"
    );
}

#[test]
fn no_hash_depends_on_the_number_of_threads() {
    let recorded = scenes::GOLDEN_STEPS;
    for threads in [1, 2, 3, 8] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        assert_eq!(pool.install(table), recorded, "{threads} threads");
    }
}

/// The defect `width-of-registers`: a contact was solved otherwise beside one with more points, and the number of lanes
/// decides which contacts lie side by side. In these scenes contacts of one to four points are solved together.
#[test]
fn width_of_registers() {
    let mixed = |name: &str| ["dominoes", "trees", "trees_4"].contains(&name);
    let recorded = scenes::GOLDEN_STEPS.lines();
    let recorded: Vec<&str> = recorded
        .filter(|line| line.split(' ').next().is_some_and(mixed))
        .collect();
    assert_eq!(recorded.len(), 3);
    let fastest = Level::best();
    for level in Level::available() {
        level.prefer();
        let table = table_of(mixed);
        assert!(
            table.lines().eq(recorded.iter().copied()),
            "{}:\n{table}",
            level.name()
        );
    }
    fastest.prefer();
}
