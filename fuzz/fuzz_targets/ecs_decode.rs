//! Worlds decoded from any bytes: refused, or as good as any other.
#![no_main]

#[path = "../../crates/voltex_ecs/tests/hostile/mod.rs"]
mod hostile;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hostile::decode(bytes));
