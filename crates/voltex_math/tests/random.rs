//! Random numbers: published answers, purity, and the statistics that users rely on.

use proptest::prelude::*;
use voltex_math::random::{
    Key, below, bits, normal, normal_pair, philox4x32_10, uniform, uniform_in,
};

/// The vectors of the Random123 distribution's `kat_vectors` file for philox 4x32, 10 rounds.
#[test]
fn philox_gives_the_published_answers() {
    assert_eq!(
        philox4x32_10([0; 4], [0; 2]),
        [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]
    );
    assert_eq!(
        philox4x32_10([u32::MAX; 4], [u32::MAX; 2]),
        [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd]
    );
    assert_eq!(
        philox4x32_10(
            [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
            [0xa4093822, 0x299f31d0]
        ),
        [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1]
    );
}

#[test]
fn key_and_counter_fill_the_philox_block_low_words_first() {
    let key = Key::new(0x299f31d0_a4093822, 0x03707344_13198a2e);
    assert_eq!(
        bits(key, 0x85a308d3_243f6a88),
        [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1]
    );
}

#[test]
fn sequence_equals_the_stateless_functions() {
    let key = Key::new(3, 14);
    let mut sequence = key.sequence();
    assert_eq!(sequence.next(), Some(bits(key, 0)));
    assert_eq!(sequence.uniform(), uniform(key, 1));
    assert_eq!(
        sequence.uniform_in(-2.0, 5.0),
        uniform_in(key, 2, -2.0, 5.0)
    );
    assert_eq!(sequence.normal(), normal(key, 3));
    assert_eq!(sequence.below(6), below(key, 4, 6));
    assert_eq!((sequence.position(), sequence.key()), (5, key));
    sequence.seek(u64::MAX);
    assert_eq!(sequence.next(), Some(bits(key, u64::MAX)));
    assert_eq!(sequence.position(), 0);
}

#[test]
fn below_takes_every_value_of_a_small_range_and_none_of_an_empty_one() {
    let key = Key::new(1, 2);
    assert_eq!(below(key, 0, 0), None);
    assert_eq!(below(key, 0, 1), Some(0));
    let mut seen = [false; 7];
    for counter in 0..200 {
        seen[below(key, counter, 7).expect("n > 0") as usize] = true;
    }
    assert_eq!(seen, [true; 7]);
}

/// With n = 3 * 2^62 a plain multiplication would draw every third value twice as often as the
/// others; a quarter of the words must be rejected and drawn again.
#[test]
fn below_is_unbiased_where_the_range_does_not_divide() {
    let n = 3 << 62;
    let mut counts = [0_u32; 3];
    for counter in 0..30_000 {
        let value = below(Key::new(5, 0), counter, n).expect("n > 0");
        assert!(value < n);
        counts[(value % 3) as usize] += 1;
    }
    // 13.8 is the 0.1 % point of chi-square with two degrees of freedom.
    let chi: f64 = counts
        .iter()
        .map(|&c| (f64::from(c) - 1e4) * (f64::from(c) - 1e4) / 1e4)
        .sum();
    assert!(chi < 13.8, "counts {counts:?}, chi-square {chi}");
}

#[test]
fn uniform_numbers_fill_the_interval_evenly() {
    const BINS: usize = 64;
    let draws = 64_000;
    for stream in 0..4 {
        let mut counts = [0_u32; BINS];
        let mut sum = 0.0;
        for counter in 0..draws {
            let u = uniform(Key::new(42, stream), counter);
            assert!((0.0..1.0).contains(&u));
            counts[(u * BINS as f64) as usize] += 1;
            sum += u;
        }
        let expected = draws as f64 / BINS as f64;
        let chi: f64 = counts
            .iter()
            .map(|&c| (f64::from(c) - expected) * (f64::from(c) - expected) / expected)
            .sum();
        // 0.05 % and 99.95 % points of chi-square with 63 degrees of freedom.
        assert!(
            (30.0..108.0).contains(&chi),
            "stream {stream}: chi-square {chi}"
        );
        // Five standard deviations of the mean.
        assert!((sum / draws as f64 - 0.5).abs() < 5.0 * (1.0 / 12.0 / draws as f64).sqrt());
    }
}

#[test]
fn neighbouring_keys_and_counters_are_uncorrelated() {
    let draws = 40_000_u64;
    let correlation = |a: &dyn Fn(u64) -> f64, b: &dyn Fn(u64) -> f64| {
        let sum: f64 = (0..draws).map(|i| (a(i) - 0.5) * (b(i) - 0.5)).sum();
        sum * 12.0 / draws as f64
    };
    let base = |i| uniform(Key::new(9, 9), i);
    let neighbours: [(&str, &dyn Fn(u64) -> f64); 6] = [
        ("next counter", &|i| uniform(Key::new(9, 9), i + 1)),
        ("next seed", &|i| uniform(Key::new(10, 9), i)),
        ("next stream", &|i| uniform(Key::new(9, 10), i)),
        ("seed and stream swapped bits", &|i| {
            uniform(Key::new(9 ^ 1, 9 ^ 1), i)
        }),
        ("high bit of the seed", &|i| {
            uniform(Key::new(9 | 1 << 63, 9), i)
        }),
        ("high bit of the stream", &|i| {
            uniform(Key::new(9, 9 | 1 << 63), i)
        }),
    ];
    // Five standard deviations: 5 / sqrt(40000).
    for (name, other) in neighbours {
        let r = correlation(&base, other);
        assert!(r.abs() < 0.025, "{name}: correlation {r}");
    }
    // Across rows of a batch: draw 0 of stream i against draw 0 of stream i + 1.
    let r = correlation(&|i| uniform(Key::new(9, i), 0), &|i| {
        uniform(Key::new(9, i + 1), 0)
    });
    assert!(r.abs() < 0.025, "rows: correlation {r}");
}

#[test]
fn every_bit_is_set_half_the_time() {
    let draws = 20_000_u64;
    let mut counts = [[0_u32; 32]; 4];
    for counter in 0..draws {
        for (word, counts) in bits(Key::new(0, 0), counter).into_iter().zip(&mut counts) {
            for (bit, count) in counts.iter_mut().enumerate() {
                *count += word >> bit & 1;
            }
        }
    }
    // Five standard deviations: 5 * sqrt(20000) / 2.
    for count in counts.as_flattened() {
        assert!((f64::from(*count) - 1e4).abs() < 354.0, "{counts:?}");
    }
}

#[test]
fn normal_numbers_have_the_moments_of_the_normal_distribution() {
    let draws = 100_000_u64;
    let (mut sum, mut square, mut fourth, mut product, mut tail) = (0.0, 0.0, 0.0, 0.0, 0);
    for counter in 0..draws {
        let (a, b) = normal_pair(Key::new(77, 1), counter);
        assert!(a.abs() < 8.58 && b.abs() < 8.58);
        for z in [a, b] {
            sum += z;
            square += z * z;
            fourth += z * z * z * z;
            tail += u32::from(z.abs() > 1.959_963_984_540_054);
        }
        product += a * b;
    }
    let n = 2.0 * draws as f64;
    // Five standard deviations each: the variances of the estimators are 1/n, 2/n, 96/n, 1/draws.
    assert!((sum / n).abs() < 5.0 * (1.0 / n).sqrt());
    assert!((square / n - 1.0).abs() < 5.0 * (2.0 / n).sqrt());
    assert!((fourth / n - 3.0).abs() < 5.0 * (96.0 / n).sqrt());
    assert!((product / draws as f64).abs() < 5.0 * (1.0 / draws as f64).sqrt());
    // 5 % lie beyond 1.96.
    assert!((f64::from(tail) / n - 0.05).abs() < 5.0 * (0.0475 / n).sqrt());
}

proptest! {
    #[test]
    fn uniform_in_stays_in_its_range(seed: u64, counter: u64, a in any::<f64>(), b in any::<f64>()) {
        prop_assume!(a.is_finite() && b.is_finite() && a < b);
        let value = uniform_in(Key::new(seed, 0), counter, a, b);
        prop_assert!(a <= value && value < b);
        prop_assert_eq!(uniform_in(Key::new(seed, 0), counter, b, a), b);
    }

    #[test]
    fn neighbouring_floats_still_make_a_range(seed: u64, low in -1e9_f64..1e9) {
        let value = uniform_in(Key::new(seed, 0), 0, low, low.next_up());
        prop_assert_eq!(value, low);
    }

    #[test]
    fn below_stays_below(seed: u64, stream: u64, counter: u64, n in 1_u64..) {
        prop_assert!(below(Key::new(seed, stream), counter, n).expect("n > 0") < n);
    }
}
