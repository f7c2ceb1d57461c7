//! Lanes in NEON registers, which every 64-bit ARM processor has.

#![allow(unsafe_code)]
// Some of these instructions are safe to call where NEON is always there, others are not.
#![allow(unused_unsafe)]

use std::arch::aarch64::*;
use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::lane::{Lane, Pair};
use crate::simd::LaneProgram;

pub(crate) fn neon<P: LaneProgram>(program: P) -> P::Output {
    program.run::<Two>()
}

pub(crate) fn neon_pair<P: LaneProgram>(program: P) -> P::Output {
    program.run::<Pair<Two>>()
}

/// Vector instructions on lanes of the type below.
macro_rules! vector {
    ($code:expr) => {
        // SAFETY: NEON is part of the instruction set of every target that this file is compiled for.
        unsafe {
            $code
        }
    };
}

/// Two numbers in a NEON register.
#[derive(Clone, Copy)]
pub(crate) struct Two(float64x2_t);

macro_rules! arithmetic {
    ($($trait:ident $method:ident $instruction:ident),*) => {
        $(impl $trait for Two {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(vector!($instruction(self.0, other.0)))
            }
        })*
    };
}

arithmetic!(Add add vaddq_f64, Sub sub vsubq_f64, Mul mul vmulq_f64, Div div vdivq_f64);

impl Neg for Two {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(vector!(vnegq_f64(self.0)))
    }
}

impl Two {
    #[inline(always)]
    fn bits(self) -> uint64x2_t {
        vector!(vreinterpretq_u64_f64(self.0))
    }

    #[inline(always)]
    fn from_bits(bits: uint64x2_t) -> Self {
        Self(vector!(vreinterpretq_f64_u64(bits)))
    }
}

impl Lane for Two {
    type Mask = uint64x2_t;

    const LANES: usize = 2;

    #[inline(always)]
    fn lane(&self, lane: usize) -> f64 {
        let lanes: &[f64; 2] = vector!(&*std::ptr::from_ref(self).cast());
        lanes[lane]
    }

    #[inline(always)]
    fn set_lane(&mut self, lane: usize, value: f64) {
        let lanes: &mut [f64; 2] = vector!(&mut *std::ptr::from_mut(self).cast());
        lanes[lane] = value;
    }

    #[inline(always)]
    fn mask_bits(mask: uint64x2_t) -> u32 {
        let (low, high) = vector!((vgetq_lane_u64::<0>(mask), vgetq_lane_u64::<1>(mask)));
        (low & 1) as u32 | ((high & 1) as u32) << 1
    }

    #[inline(always)]
    fn splat(value: f64) -> Self {
        Self(vector!(vdupq_n_f64(value)))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(vector!(vsqrtq_f64(self.0)))
    }

    #[inline(always)]
    fn less(self, other: Self) -> uint64x2_t {
        vector!(vcltq_f64(self.0, other.0))
    }

    #[inline(always)]
    fn less_equal(self, other: Self) -> uint64x2_t {
        vector!(vcleq_f64(self.0, other.0))
    }

    #[inline(always)]
    fn equal(self, other: Self) -> uint64x2_t {
        vector!(vceqq_f64(self.0, other.0))
    }

    #[inline(always)]
    fn bit_is_set(self, bit: u32) -> uint64x2_t {
        vector!(vtstq_u64(self.bits(), vdupq_n_u64(1 << bit)))
    }

    #[inline(always)]
    fn both(a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
        vector!(vandq_u64(a, b))
    }

    #[inline(always)]
    fn either(a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
        vector!(vorrq_u64(a, b))
    }

    #[inline(always)]
    fn invert(mask: uint64x2_t) -> uint64x2_t {
        vector!(veorq_u64(mask, vdupq_n_u64(u64::MAX)))
    }

    #[inline(always)]
    fn all(mask: uint64x2_t) -> bool {
        Self::mask_bits(mask) == 0b11
    }

    #[inline(always)]
    fn choose(mask: uint64x2_t, yes: impl FnOnce() -> Self, no: impl FnOnce() -> Self) -> Self {
        Self::select(mask, yes(), no())
    }

    #[inline(always)]
    fn select(mask: uint64x2_t, yes: Self, no: Self) -> Self {
        Self(vector!(vbslq_f64(mask, yes.0, no.0)))
    }

    #[inline(always)]
    fn bits_add(self, value: u64) -> Self {
        Self::from_bits(vector!(vaddq_u64(self.bits(), vdupq_n_u64(value))))
    }

    #[inline(always)]
    fn bits_and(self, value: u64) -> Self {
        Self::from_bits(vector!(vandq_u64(self.bits(), vdupq_n_u64(value))))
    }

    #[inline(always)]
    fn bits_or(self, value: u64) -> Self {
        Self::from_bits(vector!(vorrq_u64(self.bits(), vdupq_n_u64(value))))
    }

    #[inline(always)]
    fn bits_xor(self, other: Self) -> Self {
        Self::from_bits(vector!(veorq_u64(self.bits(), other.bits())))
    }

    #[inline(always)]
    fn bits_shift_left(self, count: u32) -> Self {
        let count = i64::from(count);
        Self::from_bits(vector!(vshlq_u64(self.bits(), vdupq_n_s64(count))))
    }

    #[inline(always)]
    fn bits_shift_right(self, count: u32) -> Self {
        // A shift by a negative count moves down.
        let count = -i64::from(count);
        Self::from_bits(vector!(vshlq_u64(self.bits(), vdupq_n_s64(count))))
    }

    #[inline(always)]
    fn map_each(self, f: fn(f64) -> f64) -> Self {
        let mut out = self;
        out.set_lane(0, f(self.lane(0)));
        out.set_lane(1, f(self.lane(1)));
        out
    }
}
