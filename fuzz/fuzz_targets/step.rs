//! Steps between which anything is done to a world: no panic, lists that agree, the same hash after every return.
#![no_main]

#[path = "../../crates/voltex_physics/tests/walk/mod.rs"]
mod walk;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    walk::walk(bytes);
});
