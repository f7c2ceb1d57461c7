//! Keyed, counter-based random numbers.
//!
//! A draw is a pure function of a [`Key`] and a counter: nothing is stored, nothing depends on the
//! order in which draws are made, and row `i` of a batch gets its numbers without drawing those of
//! the rows before it. The generator is Philox4x32 with ten rounds (Salmon, Moraes, Dror and Shaw,
//! *Parallel random numbers: as easy as 1, 2, 3*, SC 2011), which passes the BigCrush battery.
//!
//! ```
//! use voltex_math::random::{self, Key};
//!
//! let gusts = Key::new(2026, 7); // seed of the match, stream of the wind
//! let third = random::uniform(gusts, 3);
//! let mut sequence = gusts.sequence();
//! assert_eq!(sequence.by_ref().nth(2).is_some(), true); // skips counters 0, 1, 2
//! assert_eq!(sequence.uniform(), third);
//! ```

use crate::f64::{ln, sin_cos};

const MULTIPLIER_0: u32 = 0xd251_1f53;
const MULTIPLIER_1: u32 = 0xcd9e_8d57;
/// Weyl increments of the key: the golden ratio and sqrt(3) - 1, in 32 bits.
const WEYL_0: u32 = 0x9e37_79b9;
const WEYL_1: u32 = 0xbb67_ae85;
/// Golden ratio in 64 bits; moves the seed when [`below`] has to draw again.
const WEYL_64: u64 = 0x9e37_79b9_7f4a_7c15;

/// Names one independent sequence of random numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Key {
    /// Seed of the whole run.
    pub seed: u64,
    /// What the numbers are for, or which row, ball or player they belong to.
    pub stream: u64,
}

impl Key {
    /// Key from its parts.
    pub const fn new(seed: u64, stream: u64) -> Self {
        Self { seed, stream }
    }

    /// The draws of this key one after another, from counter 0.
    pub const fn sequence(self) -> Sequence {
        Sequence {
            key: self,
            counter: 0,
        }
    }
}

/// Philox4x32-10: ten rounds over a 128-bit counter under a 64-bit key.
pub const fn philox4x32_10(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let [mut c0, mut c1, mut c2, mut c3] = counter;
    let [mut k0, mut k1] = key;
    let mut round = 0;
    while round < 10 {
        let product_0 = MULTIPLIER_0 as u64 * c0 as u64;
        let product_1 = MULTIPLIER_1 as u64 * c2 as u64;
        c0 = (product_1 >> 32) as u32 ^ c1 ^ k0;
        c1 = product_1 as u32;
        c2 = (product_0 >> 32) as u32 ^ c3 ^ k1;
        c3 = product_0 as u32;
        k0 = k0.wrapping_add(WEYL_0);
        k1 = k1.wrapping_add(WEYL_1);
        round += 1;
    }
    [c0, c1, c2, c3]
}

/// 128 random bits: Philox keyed by the seed, over the block (counter, stream), low words first.
pub const fn bits(key: Key, counter: u64) -> [u32; 4] {
    philox4x32_10(
        [
            counter as u32,
            (counter >> 32) as u32,
            key.stream as u32,
            (key.stream >> 32) as u32,
        ],
        [key.seed as u32, (key.seed >> 32) as u32],
    )
}

/// The 128 bits of [`bits`] as two words of 64.
const fn words(key: Key, counter: u64) -> [u64; 2] {
    let [a, b, c, d] = bits(key, counter);
    [(b as u64) << 32 | a as u64, (d as u64) << 32 | c as u64]
}

/// Uniform in `[0, 1)`, a multiple of 2^-53.
fn unit_interval(word: u64) -> f64 {
    (word >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
}

/// Uniform `f64` in `[0, 1)`, a multiple of 2^-53.
pub fn uniform(key: Key, counter: u64) -> f64 {
    unit_interval(words(key, counter)[0])
}

/// Uniform `f64` in `[low, high)`; `low` itself when the range is empty.
///
/// Rounding never returns `high` while the range holds another value.
pub fn uniform_in(key: Key, counter: u64, low: f64, high: f64) -> f64 {
    if low >= high {
        return low;
    }
    let u = uniform(key, counter);
    // The weighted form does not overflow for ranges wider than the largest float.
    let value = low * (1.0 - u) + high * u;
    if value < low {
        low
    } else if value >= high {
        high.next_down()
    } else {
        value
    }
}

/// Two independent standard normal numbers (mean 0, variance 1).
///
/// Box and Muller, *A note on the generation of random normal deviates*, 1958. No value exceeds
/// 8.58 in size, since the smallest uniform number is 2^-53.
pub fn normal_pair(key: Key, counter: u64) -> (f64, f64) {
    let [first, second] = words(key, counter);
    // In (0, 1], so that the logarithm is finite.
    let u = 1.0 - unit_interval(first);
    let radius = (-2.0 * ln(u)).sqrt();
    let (sin, cos) = sin_cos(std::f64::consts::TAU * unit_interval(second));
    (radius * cos, radius * sin)
}

/// Standard normal number: the first of [`normal_pair`].
pub fn normal(key: Key, counter: u64) -> f64 {
    normal_pair(key, counter).0
}

/// Uniform integer in `0..n`, without bias; `None` if `n` is 0.
///
/// Lemire, *Fast random integer generation in an interval*, 2019. A rejected draw is repeated
/// under a key moved by a fixed step, so the result stays a function of the arguments.
pub fn below(key: Key, counter: u64, n: u64) -> Option<u64> {
    if n == 0 {
        return None;
    }
    // Products whose low word is under 2^64 mod n would favour some results.
    let threshold = n.wrapping_neg() % n;
    let mut key = key;
    loop {
        for word in words(key, counter) {
            let product = u128::from(word) * u128::from(n);
            if product as u64 >= threshold {
                return Some((product >> 64) as u64);
            }
        }
        key.seed = key.seed.wrapping_add(WEYL_64);
    }
}

/// Draws of one key in order. Draw number `i` equals the function of the same name at counter `i`.
///
/// As an iterator it yields the blocks of [`bits`] and ends only with the counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sequence {
    key: Key,
    counter: u64,
}

impl Sequence {
    /// The key this sequence draws from.
    pub const fn key(&self) -> Key {
        self.key
    }

    /// Counter of the next draw.
    pub const fn position(&self) -> u64 {
        self.counter
    }

    /// Moves to another counter.
    pub const fn seek(&mut self, counter: u64) {
        self.counter = counter;
    }

    /// Next number of [`uniform`].
    pub fn uniform(&mut self) -> f64 {
        uniform(self.key, self.advance())
    }

    /// Next number of [`uniform_in`].
    pub fn uniform_in(&mut self, low: f64, high: f64) -> f64 {
        uniform_in(self.key, self.advance(), low, high)
    }

    /// Next number of [`normal`].
    pub fn normal(&mut self) -> f64 {
        normal(self.key, self.advance())
    }

    /// Next number of [`below`].
    pub fn below(&mut self, n: u64) -> Option<u64> {
        below(self.key, self.advance(), n)
    }

    /// Counter of this draw; wraps after 2^64 draws.
    fn advance(&mut self) -> u64 {
        let counter = self.counter;
        self.counter = counter.wrapping_add(1);
        counter
    }
}

impl Iterator for Sequence {
    type Item = [u32; 4];

    fn next(&mut self) -> Option<[u32; 4]> {
        Some(bits(self.key, self.advance()))
    }
}
