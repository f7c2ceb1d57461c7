//! Steps that are checked: a world that goes back, by copy or through bytes, comes to the same again.

use voltex_ecs::World;
use voltex_physics::{PhysicsConfig, StepReport, physics_hash, physics_step, register};

/// Steps that are taken again after going back.
const AGAIN: usize = 6;

/// One step; before about one in sixteen of them, chosen by the state itself, [`check`] has its say.
pub(crate) fn step_with(world: &mut World, config: &PhysicsConfig) -> StepReport {
    register(world).expect("the names are free in tests");
    if physics_hash(world, config).is_multiple_of(16) {
        check(world, config);
    }
    physics_step(world, config).expect("the settings of tests are good")
}

/// Copies the world in memory and through bytes, steps, goes back, steps again: the hash and the report of each step
/// are the same.
///
/// # Panics
/// They are not.
pub(crate) fn check(world: &World, config: &PhysicsConfig) {
    let bytes = world.encode();
    let start = physics_hash(world, config);
    let mut stored = World::new();
    register(&mut stored).expect("the names are free in a new world");
    stored.decode(&bytes).expect("the bytes were just written");
    assert_eq!(physics_hash(&stored, config), start, "read from bytes");
    assert!(stored.encode() == bytes, "written again");
    let mut copy = world.clone();
    let step = |world: &mut World| {
        let report = physics_step(world, config).expect("the settings of tests are good");
        (physics_hash(world, config), report)
    };
    let told: Vec<(u64, StepReport)> = (0..AGAIN).map(|_| step(&mut copy)).collect();
    copy.clone_from(world);
    assert_eq!(physics_hash(&copy, config), start, "gone back");
    for (tick, expected) in told.iter().enumerate() {
        for (way, world) in [("by copy", &mut copy), ("through bytes", &mut stored)] {
            let (hash, report) = step(world);
            // NaN is not itself, so that reports are compared as they are written.
            assert_eq!(
                format!("{report:?}"),
                format!("{:?}", expected.1),
                "step {tick} {way}"
            );
            assert_eq!(hash, expected.0, "step {tick} {way}");
        }
    }
}
