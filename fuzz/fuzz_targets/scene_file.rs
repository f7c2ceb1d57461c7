//! Scene files of any text: refused in words, or a scene that is built and steps.
#![no_main]

#[path = "../../crates/voltex_scene/tests/hostile_text/mod.rs"]
mod hostile_text;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hostile_text::read_and_step(bytes));
