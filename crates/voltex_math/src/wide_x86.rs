//! `f32` lanes in SSE2 and AVX2 registers; [`crate::wide`] says when each may run.

#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::wide::{Wide, WideProgram};

pub(crate) fn sse2<P: WideProgram>(program: P) -> P::Output {
    program.run::<Four>()
}

#[target_feature(enable = "avx2")]
pub(crate) fn avx2<P: WideProgram>(program: P) -> P::Output {
    program.run::<Eight>()
}

/// Vector instructions on lanes of the types below.
macro_rules! vector {
    ($code:expr) => {
        // SAFETY: the types of this module are private and are named by the functions above alone,
        // which run only where the processor has their instructions; memory is reached through arrays
        // of the length that the instruction reads or writes.
        unsafe { $code }
    };
}

/// Four numbers in an SSE register; every x86-64 processor has SSE2.
#[derive(Clone, Copy)]
pub(crate) struct Four(__m128);

/// Eight numbers in an AVX register.
#[derive(Clone, Copy)]
pub(crate) struct Eight(__m256);

macro_rules! arithmetic {
    ($type:ident: $($trait:ident $method:ident $instruction:ident),*) => {
        $(impl $trait for $type {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(vector!($instruction(self.0, other.0)))
            }
        })*
    };
}

arithmetic!(Four: Add add _mm_add_ps, Sub sub _mm_sub_ps, Mul mul _mm_mul_ps, Div div _mm_div_ps);
arithmetic!(Eight: Add add _mm256_add_ps, Sub sub _mm256_sub_ps, Mul mul _mm256_mul_ps, Div div _mm256_div_ps);

impl Neg for Four {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(vector!(_mm_xor_ps(self.0, _mm_set1_ps(-0.0))))
    }
}

impl Neg for Eight {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(vector!(_mm256_xor_ps(self.0, _mm256_set1_ps(-0.0))))
    }
}

#[inline(always)]
fn load_row(row: &[f32; 4]) -> __m128 {
    vector!(_mm_loadu_ps(row.as_ptr()))
}

#[inline(always)]
fn joined(low: &[f32; 4], high: &[f32; 4]) -> __m256 {
    let (low, high) = (load_row(low), load_row(high));
    vector!(_mm256_insertf128_ps::<1>(_mm256_castps128_ps256(low), high))
}

#[inline(always)]
fn store_row(register: __m128) -> [f32; 4] {
    let mut row = [0.0; 4];
    vector!(_mm_storeu_ps(row.as_mut_ptr(), register));
    row
}

/// Rows to columns of a 4 x 4 matrix, and back.
#[inline(always)]
fn transposed([a, b, c, d]: [__m128; 4]) -> [__m128; 4] {
    vector!({
        let (ab_low, ab_high) = (_mm_unpacklo_ps(a, b), _mm_unpackhi_ps(a, b));
        let (cd_low, cd_high) = (_mm_unpacklo_ps(c, d), _mm_unpackhi_ps(c, d));
        [
            _mm_movelh_ps(ab_low, cd_low),
            _mm_movehl_ps(cd_low, ab_low),
            _mm_movelh_ps(ab_high, cd_high),
            _mm_movehl_ps(cd_high, ab_high),
        ]
    })
}

/// The same in both halves of four registers of eight.
#[inline(always)]
fn transposed_halves([a, b, c, d]: [__m256; 4]) -> [__m256; 4] {
    vector!({
        let (ab_low, ab_high) = (_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b));
        let (cd_low, cd_high) = (_mm256_unpacklo_ps(c, d), _mm256_unpackhi_ps(c, d));
        [
            _mm256_shuffle_ps::<0b01_00_01_00>(ab_low, cd_low),
            _mm256_shuffle_ps::<0b11_10_11_10>(ab_low, cd_low),
            _mm256_shuffle_ps::<0b01_00_01_00>(ab_high, cd_high),
            _mm256_shuffle_ps::<0b11_10_11_10>(ab_high, cd_high),
        ]
    })
}

impl Wide for Four {
    type Mask = __m128;

    const LANES: usize = 4;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self(vector!(_mm_set1_ps(value)))
    }

    #[inline(always)]
    fn load(from: &[f32]) -> Self {
        let lanes: &[f32; 4] = from.first_chunk().expect("a number for every lane");
        Self(vector!(_mm_loadu_ps(lanes.as_ptr())))
    }

    #[inline(always)]
    fn store(self, to: &mut [f32]) {
        let lanes: &mut [f32; 4] = to.first_chunk_mut().expect("a place for every lane");
        vector!(_mm_storeu_ps(lanes.as_mut_ptr(), self.0));
    }

    #[inline(always)]
    fn gather<'a>(row: impl Fn(usize) -> &'a [f32; 4]) -> [Self; 4] {
        let rows = [row(0), row(1), row(2), row(3)];
        transposed(rows.map(load_row)).map(Self)
    }

    #[inline(always)]
    fn scatter(registers: [Self; 4], mut write: impl FnMut(usize, [f32; 4])) {
        let rows = transposed(registers.map(|register| register.0));
        for (lane, row) in rows.into_iter().enumerate() {
            write(lane, store_row(row));
        }
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(vector!(_mm_sqrt_ps(self.0)))
    }

    #[inline(always)]
    fn less(self, other: Self) -> __m128 {
        vector!(_mm_cmplt_ps(self.0, other.0))
    }

    #[inline(always)]
    fn less_equal(self, other: Self) -> __m128 {
        vector!(_mm_cmple_ps(self.0, other.0))
    }

    #[inline(always)]
    fn both(a: __m128, b: __m128) -> __m128 {
        vector!(_mm_and_ps(a, b))
    }

    #[inline(always)]
    fn either(a: __m128, b: __m128) -> __m128 {
        vector!(_mm_or_ps(a, b))
    }

    #[inline(always)]
    fn any(mask: __m128) -> bool {
        vector!(_mm_movemask_ps(mask)) != 0
    }

    #[inline(always)]
    fn select(mask: __m128, yes: Self, no: Self) -> Self {
        Self(vector!(_mm_or_ps(
            _mm_and_ps(mask, yes.0),
            _mm_andnot_ps(mask, no.0)
        )))
    }
}

impl Wide for Eight {
    type Mask = __m256;

    const LANES: usize = 8;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self(vector!(_mm256_set1_ps(value)))
    }

    #[inline(always)]
    fn load(from: &[f32]) -> Self {
        let lanes: &[f32; 8] = from.first_chunk().expect("a number for every lane");
        Self(vector!(_mm256_loadu_ps(lanes.as_ptr())))
    }

    #[inline(always)]
    fn store(self, to: &mut [f32]) {
        let lanes: &mut [f32; 8] = to.first_chunk_mut().expect("a place for every lane");
        vector!(_mm256_storeu_ps(lanes.as_mut_ptr(), self.0));
    }

    #[inline(always)]
    fn gather<'a>(row: impl Fn(usize) -> &'a [f32; 4]) -> [Self; 4] {
        transposed_halves([
            joined(row(0), row(4)),
            joined(row(1), row(5)),
            joined(row(2), row(6)),
            joined(row(3), row(7)),
        ])
        .map(Self)
    }

    #[inline(always)]
    fn scatter(registers: [Self; 4], mut write: impl FnMut(usize, [f32; 4])) {
        let rows = transposed_halves(registers.map(|register| register.0));
        for (lane, row) in rows.into_iter().enumerate() {
            write(lane, store_row(vector!(_mm256_castps256_ps128(row))));
        }
        for (lane, row) in rows.into_iter().enumerate() {
            write(
                lane + 4,
                store_row(vector!(_mm256_extractf128_ps::<1>(row))),
            );
        }
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(vector!(_mm256_sqrt_ps(self.0)))
    }

    #[inline(always)]
    fn less(self, other: Self) -> __m256 {
        vector!(_mm256_cmp_ps::<_CMP_LT_OQ>(self.0, other.0))
    }

    #[inline(always)]
    fn less_equal(self, other: Self) -> __m256 {
        vector!(_mm256_cmp_ps::<_CMP_LE_OQ>(self.0, other.0))
    }

    #[inline(always)]
    fn both(a: __m256, b: __m256) -> __m256 {
        vector!(_mm256_and_ps(a, b))
    }

    #[inline(always)]
    fn either(a: __m256, b: __m256) -> __m256 {
        vector!(_mm256_or_ps(a, b))
    }

    #[inline(always)]
    fn any(mask: __m256) -> bool {
        vector!(_mm256_movemask_ps(mask)) != 0
    }

    #[inline(always)]
    fn select(mask: __m256, yes: Self, no: Self) -> Self {
        Self(vector!(_mm256_blendv_ps(no.0, yes.0, mask)))
    }
}
