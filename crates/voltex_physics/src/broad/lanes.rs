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
}
