//! Thousands of shots made of pseudo-random bytes; the fuzz target `flight` searches further.

#[path = "../../../fuzz/kept.rs"]
mod kept;
#[path = "any_shot/mod.rs"]
mod shot;

use voltex_math::random::{Key, bits};

#[test]
fn any_shot_gives_an_error_or_a_finite_path() {
    for run in 0..3000 {
        let key = Key::new(run, 0x73_68_6f_74);
        let bytes: Vec<u8> = (0..64)
            .flat_map(|counter| bits(key, counter))
            .flat_map(u32::to_le_bytes)
            .collect();
        shot::fly(&bytes);
    }
}

/// What the fuzz target `flight` found.
#[test]
fn kept_inputs() {
    kept::each("flight", shot::fly);
}
