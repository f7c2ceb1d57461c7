//! Four numbers of a tree node at once.
//!
//! Written so that the compiler makes vector instructions of it: selections instead of branches, each with the
//! rule of SSE2, `max` being `if a > b { a } else { b }` and `min` `if a < b { a } else { b }`, both giving `b`
//! beside a NaN.

use std::ops::{Add, Mul, Sub};

/// Four `f32`.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(crate) struct F4([f32; 4]);

impl F4 {
    #[inline(always)]
    pub(crate) fn new(lanes: [f32; 4]) -> Self {
        Self(lanes)
    }

    #[inline(always)]
    pub(crate) const fn splat(value: f32) -> Self {
        Self([value; 4])
    }

    /// The numbers one by one.
    #[inline(always)]
    pub(crate) fn to_array(self) -> [f32; 4] {
        self.0
    }

    #[inline(always)]
    fn zip(self, other: Self, op: impl Fn(f32, f32) -> f32) -> Self {
        Self([
            op(self.0[0], other.0[0]),
            op(self.0[1], other.0[1]),
            op(self.0[2], other.0[2]),
            op(self.0[3], other.0[3]),
        ])
    }

    /// `if self > other { self } else { other }`
    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self {
        self.zip(other, |a, b| if a > b { a } else { b })
    }

    /// `if self < other { self } else { other }`
    #[inline(always)]
    pub(crate) fn min(self, other: Self) -> Self {
        self.zip(other, |a, b| if a < b { a } else { b })
    }

    /// The lanes that many places on, going round.
    #[inline(always)]
    pub(crate) fn turned<const LANES: usize>(self) -> Self {
        let lane = |place: usize| self.0[(place + LANES) % 4];
        Self([lane(0), lane(1), lane(2), lane(3)])
    }

    /// The least of the four, none of which is a NaN.
    #[inline(always)]
    pub(crate) fn least(self) -> f32 {
        let [a, b, c, d] = self.0;
        let least = |a: f32, b: f32| if a < b { a } else { b };
        least(least(a, b), least(c, d))
    }

    /// The largest of the four, none of which is a NaN.
    #[inline(always)]
    pub(crate) fn largest(self) -> f32 {
        let [a, b, c, d] = self.0;
        let largest = |a: f32, b: f32| if a > b { a } else { b };
        largest(largest(a, b), largest(c, d))
    }

    /// The numbers one by one, out of memory where they stand side by side: so the compiler computes the four at once,
    /// wherever this is inlined.
    #[inline(always)]
    pub(crate) fn side_by_side(self) -> [f32; 4] {
        std::hint::black_box(self).0
    }

    /// The signs of all lanes.
    #[inline(always)]
    pub(crate) fn signs(self) -> Signs {
        Signs(self.side_by_side().map(f32::to_bits))
    }

    /// `if self <= other { self } else { otherwise }`
    #[inline(always)]
    pub(crate) fn unless_above(self, other: Self, otherwise: Self) -> Self {
        let lane = |lane: usize| {
            if self.0[lane] <= other.0[lane] {
                self.0[lane]
            } else {
                otherwise.0[lane]
            }
        };
        Self([lane(0), lane(1), lane(2), lane(3)])
    }
}

/// Signs of four numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signs([u32; 4]);

impl Signs {
    /// Whether any is minus.
    #[inline(always)]
    pub(crate) fn any_minus(self) -> bool {
        let [a, b, c, d] = self.0;
        (a | b | c | d) >> 31 == 1
    }

    /// Bit by lane: whether it is minus.
    #[inline(always)]
    pub(crate) fn minus(self) -> u32 {
        let [a, b, c, d] = self.0;
        a >> 31 | b >> 31 << 1 | c >> 31 << 2 | d >> 31 << 3
    }

    /// [`Self::minus`] where it is zero as a rule.
    #[inline(always)]
    pub(crate) fn seldom_minus(self) -> u32 {
        if self.any_minus() { self.minus() } else { 0 }
    }
}

impl Add for F4 {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
}

impl Sub for F4 {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }
}

impl Mul for F4 {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Same selections as the written-out form, NaN and signed zeros included.
    #[test]
    fn lanes_select_as_the_scalar_code_says() {
        let values = [
            0.0,
            -0.0,
            1.0,
            -2.5,
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            1e-40,
        ];
        for a in values {
            for b in values {
                let (x, y) = (F4::splat(a), F4::splat(b));
                let bits = |lanes: F4| lanes.to_array().map(f32::to_bits);
                assert_eq!(bits(x.max(y)), [if a > b { a } else { b }.to_bits(); 4]);
                assert_eq!(bits(x.min(y)), [if a < b { a } else { b }.to_bits(); 4]);
                let kept = x.unless_above(y, F4::splat(7.0));
                assert_eq!(bits(kept), [if a <= b { a } else { 7.0 }.to_bits(); 4]);
            }
        }
        let mixed = F4::new([1.0, 2.0, 3.0, 4.0]);
        assert_eq!(
            (mixed * F4::splat(2.0) - F4::splat(1.0) + mixed).to_array(),
            [2.0, 5.0, 8.0, 11.0]
        );
    }
    #[test]
    fn signs_and_extremes_are_those_of_the_lanes() {
        let lanes = F4::new([-1.0, 2.0, -0.0, 0.0]);
        assert_eq!(lanes.signs().minus(), 0b0101);
        assert_eq!(lanes.signs().seldom_minus(), 0b0101);
        let plus = F4::new([1.0, 2.0, 0.0, f32::INFINITY]);
        assert_eq!(plus.signs().seldom_minus(), 0);
        assert_eq!((lanes.least(), lanes.largest()), (-1.0, 2.0));
        assert_eq!(lanes.turned::<1>().to_array(), [2.0, -0.0, 0.0, -1.0]);
        assert_eq!(lanes.turned::<2>().to_array(), [-0.0, 0.0, -1.0, 2.0]);
    }
}
