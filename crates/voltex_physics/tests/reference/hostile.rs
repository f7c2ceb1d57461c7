//! Pairs of shapes out of any bytes, the same on every run; the fuzz target `pairs` goes on from here.

use voltex_math::random::Key;

use crate::hostile_pairs::ask;
use crate::kept;

#[test]
fn any_two_shapes() {
    for seed in 0..20_000 {
        let bytes: Vec<u8> = Key::new(1, seed)
            .sequence()
            .take(16)
            .flatten()
            .flat_map(u32::to_le_bytes)
            .collect();
        ask(&bytes);
    }
}

/// Few different bytes make equal sizes, zeros, axes and coincident points.
#[test]
fn any_two_degenerate_shapes() {
    for seed in 0..20_000 {
        let bytes: Vec<u8> = Key::new(2, seed)
            .sequence()
            .take(16)
            .flatten()
            .flat_map(u32::to_le_bytes)
            .map(|byte| [0, 1, 2, 5, 9, 255, byte, byte % 12][usize::from(byte % 8)])
            .collect();
        ask(&bytes);
    }
}

/// Balls whose centres are 7e-23 m apart had a normal of length 1.076, as the square of that is subnormal.
#[test]
fn subnormal_distance_has_a_unit_normal() {
    ask(&[
        0x53, 0x0a, 0x4f, 0xa8, 0xa8, 0xa8, 0x1a, 0xa8, 0xa8, 0xa8, 0xa7, 0xa8, 0xa8, 0x1a, 0xdc,
        0x1a,
    ]);
}

/// A triangle whose edges are so short that the square of their product is subnormal: its normal had length 1.022.
#[test]
fn triangle_of_tiny_edges_has_a_unit_normal() {
    ask(&[
        0x05, 0x00, 0x20, 0x27, 0x00, 0xee, 0x3b, 0x13, 0x00, 0x00, 0x00, 0x00, 0xa6, 0xa6, 0xa6,
        0x00, 0xa6, 0xa6, 0x00, 0xe6, 0xa6, 0xa6, 0xa6, 0x2d, 0x00, 0x2d, 0x00, 0x57,
    ]);
}

/// What the fuzz target found.
#[test]
fn kept_inputs() {
    kept::each("pairs", ask);
}
