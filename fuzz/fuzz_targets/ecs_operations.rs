//! Random operations on a world against a naive model; the driver of the property test.
#![no_main]

#[path = "../../crates/voltex_ecs/tests/model/mod.rs"]
mod model;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| model::run(bytes));
