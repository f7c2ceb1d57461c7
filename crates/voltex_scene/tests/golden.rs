//! Hashes of the worlds that the built-in scenes build: the same bits everywhere.

use std::fmt::Write;

use voltex_scene::scenes;

#[test]
fn golden_hashes_of_the_built_worlds() {
    let mut table = String::new();
    for name in scenes::names() {
        let scene = scenes::get(name).unwrap();
        let world = scene.build().unwrap();
        let bodies = world.entity_count();
        writeln!(table, "{name:<20} {bodies:>8} {:016x}", world.hash()).unwrap();
    }
    let recorded = include_str!("../golden.txt");
    assert!(
        table == recorded,
        "a hash moved; if it should have, put this into crates/voltex_scene/golden.txt and the reason under \
         Determinism in CHANGELOG.md:\n{table}"
    );
}
