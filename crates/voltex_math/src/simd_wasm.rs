//! Lanes in the 128-bit registers of WebAssembly, where the module is compiled with `simd128`.

use std::arch::wasm32::*;
use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::lane::{Lane, Pair};
use crate::simd::LaneProgram;

pub(crate) fn simd128<P: LaneProgram>(program: P) -> P::Output {
    program.run::<Two>()
}

pub(crate) fn simd128_pair<P: LaneProgram>(program: P) -> P::Output {
    program.run::<Pair<Two>>()
}

/// Two numbers in a register.
#[derive(Clone, Copy)]
pub(crate) struct Two(v128);

macro_rules! arithmetic {
    ($($trait:ident $method:ident $instruction:ident),*) => {
        $(impl $trait for Two {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self($instruction(self.0, other.0))
            }
        })*
    };
}

arithmetic!(Add add f64x2_add, Sub sub f64x2_sub, Mul mul f64x2_mul, Div div f64x2_div);

impl Neg for Two {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(f64x2_neg(self.0))
    }
}

impl Lane for Two {
    type Mask = v128;

    const LANES: usize = 2;

    #[inline(always)]
    fn lane(&self, lane: usize) -> f64 {
        match lane {
            0 => f64x2_extract_lane::<0>(self.0),
            1 => f64x2_extract_lane::<1>(self.0),
            _ => panic!("lane {lane} of two"),
        }
    }

    #[inline(always)]
    fn set_lane(&mut self, lane: usize, value: f64) {
        self.0 = match lane {
            0 => f64x2_replace_lane::<0>(self.0, value),
            1 => f64x2_replace_lane::<1>(self.0, value),
            _ => panic!("lane {lane} of two"),
        };
    }

    #[inline(always)]
    fn mask_bits(mask: v128) -> u32 {
        u32::from(i64x2_bitmask(mask))
    }

    #[inline(always)]
    fn splat(value: f64) -> Self {
        Self(f64x2_splat(value))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(f64x2_sqrt(self.0))
    }

    #[inline(always)]
    fn less(self, other: Self) -> v128 {
        f64x2_lt(self.0, other.0)
    }

    #[inline(always)]
    fn less_equal(self, other: Self) -> v128 {
        f64x2_le(self.0, other.0)
    }

    #[inline(always)]
    fn equal(self, other: Self) -> v128 {
        f64x2_eq(self.0, other.0)
    }

    #[inline(always)]
    fn bit_is_set(self, bit: u32) -> v128 {
        let wanted = u64x2_splat(1 << bit);
        i64x2_eq(v128_and(self.0, wanted), wanted)
    }

    #[inline(always)]
    fn both(a: v128, b: v128) -> v128 {
        v128_and(a, b)
    }

    #[inline(always)]
    fn either(a: v128, b: v128) -> v128 {
        v128_or(a, b)
    }

    #[inline(always)]
    fn invert(mask: v128) -> v128 {
        v128_not(mask)
    }

    #[inline(always)]
    fn all(mask: v128) -> bool {
        i64x2_all_true(mask)
    }

    #[inline(always)]
    fn choose(mask: v128, yes: impl FnOnce() -> Self, no: impl FnOnce() -> Self) -> Self {
        Self::select(mask, yes(), no())
    }

    #[inline(always)]
    fn select(mask: v128, yes: Self, no: Self) -> Self {
        Self(v128_bitselect(yes.0, no.0, mask))
    }

    #[inline(always)]
    fn bits_add(self, value: u64) -> Self {
        Self(u64x2_add(self.0, u64x2_splat(value)))
    }

    #[inline(always)]
    fn bits_and(self, value: u64) -> Self {
        Self(v128_and(self.0, u64x2_splat(value)))
    }

    #[inline(always)]
    fn bits_or(self, value: u64) -> Self {
        Self(v128_or(self.0, u64x2_splat(value)))
    }

    #[inline(always)]
    fn bits_xor(self, other: Self) -> Self {
        Self(v128_xor(self.0, other.0))
    }

    #[inline(always)]
    fn bits_shift_left(self, count: u32) -> Self {
        Self(u64x2_shl(self.0, count))
    }

    #[inline(always)]
    fn bits_shift_right(self, count: u32) -> Self {
        Self(u64x2_shr(self.0, count))
    }

    #[inline(always)]
    fn map_each(self, f: fn(f64) -> f64) -> Self {
        Self(f64x2(f(self.lane(0)), f(self.lane(1))))
    }
}
