//! Any shot of any ball: an error in words or a finite path, in bounded time.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/voltex_flight/tests/any_shot/mod.rs"]
mod any_shot;

fuzz_target!(|bytes: &[u8]| any_shot::fly(bytes));
