//! Recordings of any bytes: a clear error, or ticks that can be played.
#![no_main]

#[path = "../../crates/voltex_replay/tests/hostile/mod.rs"]
mod hostile;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hostile::read_both(bytes));
