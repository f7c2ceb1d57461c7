//! Any two shapes at any poses: contacts, distance, time of impact and rays, in bounded time and without NaN.
#![no_main]

#[path = "../../crates/voltex_physics/tests/hostile_pairs/mod.rs"]
mod hostile_pairs;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hostile_pairs::ask(bytes));
