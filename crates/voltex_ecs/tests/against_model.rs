//! Random operation sequences against a naive model.

#[path = "../../../fuzz/kept.rs"]
mod kept;
mod model;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn world_agrees_with_naive_model(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        model::run(&bytes);
    }
}

/// What the fuzz target `ecs_operations` found.
#[test]
fn kept_inputs() {
    kept::each("ecs_operations", model::run);
}

#[test]
fn every_operation_on_few_entities() {
    // Each operation on each of the last entities, before and after a group is declared.
    let mut bytes = Vec::new();
    for operation in (0..32).chain(0..32) {
        for entity in 0..3 {
            bytes.extend([operation, 77, entity, operation]);
        }
    }
    model::run(&bytes);
}
