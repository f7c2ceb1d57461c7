//! Meshes of any triangles: refused by name, or edges that fit together.
#![no_main]
#![allow(dead_code, reason = "three targets share one module, and each uses its part")]

#[path = "../../crates/voltex_physics/tests/hostile_shapes/mod.rs"]
mod hostile;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    hostile::mesh(bytes);
});
