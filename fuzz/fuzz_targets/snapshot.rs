//! Worlds with a state of the physics from any bytes, and from good ones with damage: refused, or as good as any other.
#![no_main]

#[path = "../../crates/voltex_physics/tests/hostile_state/mod.rs"]
mod hostile_state;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hostile_state::read_both(bytes));
