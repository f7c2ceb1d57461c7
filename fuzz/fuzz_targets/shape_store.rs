//! Shape stores decoded from any bytes: refused, or as good as any other.
#![no_main]
#![allow(dead_code, reason = "three targets share one module, and each uses its part")]

#[path = "../../crates/voltex_physics/tests/hostile_shapes/mod.rs"]
mod hostile;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    hostile::store(bytes);
});
