//! State hash: published algorithm, canonical floats, unambiguous stream.

use proptest::prelude::*;
use voltex_math::{DQuat, DVec3, Quat, StateHasher, Vec3};

fn hash(write: impl FnOnce(&mut StateHasher)) -> u64 {
    let mut hasher = StateHasher::new();
    write(&mut hasher);
    hasher.finish()
}

/// XXH3-64 with seed 0 of the bytes `(37 i + 11) mod 256`, by xxHash 0.8.4's own C code. The
/// lengths cover each of the algorithm's size classes.
const REFERENCE: [(usize, u64); 16] = [
    (0, 0x2d06800538d394c2),
    (1, 0x4a4139caf4136257),
    (3, 0x505118c313121c0e),
    (4, 0x3f6889ef166b4ad1),
    (8, 0x93f1200f9be82671),
    (9, 0x05b2fd4d97edcdae),
    (16, 0x2e4359e2a04a5e32),
    (17, 0xf60c53684bbc489d),
    (128, 0x5c6ab7b5b2360539),
    (129, 0x45fabbd183de7649),
    (240, 0xc0796428068cd12e),
    (241, 0x859dc8ab6dd85c7c),
    (256, 0x2998c04a18028d12),
    (1024, 0x7df7f049c0c1ad73),
    (1025, 0x29adcfcac5492652),
    (4096, 0x95e9755b36d83075),
];

#[test]
fn equals_the_reference_implementation() {
    for (length, expected) in REFERENCE {
        let by_byte = hash(|h| (0..length).for_each(|i| h.write_u8((i * 37 + 11) as u8)));
        assert_eq!(by_byte, expected, "{length} bytes");
    }
}

#[test]
fn does_not_depend_on_how_bytes_are_cut() {
    let expected = REFERENCE[13];
    assert_eq!(expected.0, 1024);
    let bytes: Vec<u8> = (0..1024).map(|i: usize| (i * 37 + 11) as u8).collect();
    let by_word = hash(|h| {
        for word in bytes.chunks_exact(8) {
            h.write_u64(u64::from_le_bytes(word.try_into().expect("eight bytes")));
        }
    });
    let by_half_word = hash(|h| {
        for word in bytes.chunks_exact(4) {
            h.write_i32(i32::from_le_bytes(word.try_into().expect("four bytes")));
        }
    });
    assert_eq!(by_word, expected.1);
    assert_eq!(by_half_word, expected.1);
}

#[test]
fn zeros_are_one_value_and_nans_are_one_value() {
    assert_eq!(hash(|h| h.write_f32(-0.0)), hash(|h| h.write_f32(0.0)));
    assert_eq!(hash(|h| h.write_f64(-0.0)), hash(|h| h.write_f64(0.0)));
    for bits in [0x7fc0_0000, 0xffc0_0000, 0x7f80_0001, 0xffff_ffff] {
        let nan = f32::from_bits(bits);
        assert_eq!(
            hash(|h| h.write_f32(nan)),
            hash(|h| h.write_u32(0x7fc0_0000))
        );
    }
    for bits in [
        0x7ff8_0000_0000_0000,
        0xfff8_0000_0000_0000,
        0x7ff0_0000_0000_0001,
    ] {
        let nan = f64::from_bits(bits);
        assert_eq!(
            hash(|h| h.write_f64(nan)),
            hash(|h| h.write_u64(0x7ff8_0000_0000_0000))
        );
    }
    // Infinity is not NaN, and the least subnormal is not zero.
    assert_ne!(
        hash(|h| h.write_f32(f32::INFINITY)),
        hash(|h| h.write_f32(f32::NAN))
    );
    assert_ne!(
        hash(|h| h.write_f64(f64::from_bits(1))),
        hash(|h| h.write_f64(0.0))
    );
}

#[test]
fn compound_values_are_their_components_in_order() {
    let v = Vec3::new(1.0, -0.0, f32::NAN);
    let components = hash(|h| v.to_array().into_iter().for_each(|c| h.write_f32(c)));
    assert_eq!(hash(|h| h.write_vec3(v)), components);
    let q = Quat::from_xyzw(0.1, 0.2, 0.3, 0.9);
    let components = hash(|h| {
        [0.1, 0.2, 0.3, 0.9]
            .into_iter()
            .for_each(|c| h.write_f32(c))
    });
    assert_eq!(hash(|h| h.write_quat(q)), components);
    assert_ne!(hash(|h| h.write_quat(q)), hash(|h| h.write_quat(-q)));
    let d = DVec3::new(-0.0, 2.0, 3.0);
    let components = hash(|h| [0.0, 2.0, 3.0].into_iter().for_each(|c| h.write_f64(c)));
    assert_eq!(hash(|h| h.write_dvec3(d)), components);
    let dq = DQuat::from_xyzw(1.0, 2.0, 3.0, 4.0);
    let components = hash(|h| {
        [1.0, 2.0, 3.0, 4.0]
            .into_iter()
            .for_each(|c| h.write_f64(c))
    });
    assert_eq!(hash(|h| h.write_dquat(dq)), components);
    assert_eq!(hash(|h| h.write_bool(true)), hash(|h| h.write_u8(1)));
    assert_eq!(hash(|h| h.write_i64(-1)), hash(|h| h.write_u64(u64::MAX)));
}

#[test]
fn strings_do_not_run_together() {
    let split = |a: &str, b: &str| {
        hash(|h| {
            h.write_str(a);
            h.write_str(b);
        })
    };
    assert_ne!(split("ab", "c"), split("a", "bc"));
    assert_ne!(split("", "abc"), split("abc", ""));
    let spelled_out = hash(|h| {
        h.write_u64(3);
        b"abc".iter().for_each(|&b| h.write_u8(b));
    });
    assert_eq!(hash(|h| h.write_str("abc")), spelled_out);
    assert_eq!(hash(|h| h.write_bytes(b"abc")), spelled_out);
}

#[test]
fn writing_goes_on_after_a_look_and_copies_are_independent() {
    let mut hasher = StateHasher::new();
    hasher.write_u32(1);
    let early = hasher.finish();
    let mut copy = hasher.clone();
    copy.write_u32(2);
    assert_eq!(hasher.finish(), early);
    hasher.write_u32(2);
    assert_eq!(hasher.finish(), copy.finish());
    assert_eq!(
        format!("{hasher:?}"),
        format!("StateHasher({:016x})", hasher.finish())
    );
}

proptest! {
    #[test]
    fn ordinary_floats_that_differ_hash_apart(a in any::<f64>(), b in any::<f64>()) {
        prop_assume!(!a.is_nan() && !b.is_nan() && a != b);
        prop_assert_ne!(hash(|h| h.write_f64(a)), hash(|h| h.write_f64(b)));
    }
}
