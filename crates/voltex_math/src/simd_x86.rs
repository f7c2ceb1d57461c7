//! Lanes in SSE2, AVX2 and AVX-512 registers; [`crate::simd`] says when each may run.

#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::lane::{Lane, Pair};
use crate::simd::LaneProgram;

pub(crate) fn sse2<P: LaneProgram>(program: P) -> P::Output {
    program.run::<Two>()
}

#[target_feature(enable = "avx2")]
pub(crate) fn avx2<P: LaneProgram>(program: P) -> P::Output {
    program.run::<Four>()
}

#[target_feature(enable = "avx2")]
pub(crate) fn avx2_pair<P: LaneProgram>(program: P) -> P::Output {
    program.run::<Pair<Four>>()
}

#[target_feature(enable = "avx512f,avx512dq")]
pub(crate) fn avx512<P: LaneProgram>(program: P) -> P::Output {
    program.run::<Eight>()
}

/// Vector instructions on lanes of the types below.
macro_rules! vector {
    ($code:expr) => {
        // SAFETY: the types of this module are private and are named by the functions above alone,
        // which run only where the processor has their instructions.
        unsafe { $code }
    };
}

/// Two numbers in an SSE register; every x86-64 processor has SSE2.
#[derive(Clone, Copy)]
pub(crate) struct Two(__m128d);

/// Four numbers in an AVX register.
#[derive(Clone, Copy)]
pub(crate) struct Four(__m256d);

/// Eight numbers in an AVX-512 register.
#[derive(Clone, Copy)]
pub(crate) struct Eight(__m512d);

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

arithmetic!(Two: Add add _mm_add_pd, Sub sub _mm_sub_pd, Mul mul _mm_mul_pd, Div div _mm_div_pd);
arithmetic!(Four: Add add _mm256_add_pd, Sub sub _mm256_sub_pd, Mul mul _mm256_mul_pd, Div div _mm256_div_pd);
arithmetic!(Eight: Add add _mm512_add_pd, Sub sub _mm512_sub_pd, Mul mul _mm512_mul_pd, Div div _mm512_div_pd);

impl Neg for Two {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        self.bits_xor(Self::splat(-0.0))
    }
}

impl Neg for Four {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        self.bits_xor(Self::splat(-0.0))
    }
}

impl Neg for Eight {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        self.bits_xor(Self::splat(-0.0))
    }
}

/// The numbers of a register as an array, for access by lane.
macro_rules! by_lane {
    ($count:literal) => {
        const LANES: usize = $count;

        #[inline(always)]
        fn lane(&self, lane: usize) -> f64 {
            let lanes: &[f64; $count] = vector!(&*std::ptr::from_ref(self).cast());
            lanes[lane]
        }

        #[inline(always)]
        fn set_lane(&mut self, lane: usize, value: f64) {
            let lanes: &mut [f64; $count] = vector!(&mut *std::ptr::from_mut(self).cast());
            lanes[lane] = value;
        }

        #[inline(always)]
        fn map_each(self, f: fn(f64) -> f64) -> Self {
            let mut out = self;
            for lane in 0..$count {
                out.set_lane(lane, f(self.lane(lane)));
            }
            out
        }

        #[inline(always)]
        fn choose(mask: Self::Mask, yes: impl FnOnce() -> Self, no: impl FnOnce() -> Self) -> Self {
            Self::select(mask, yes(), no())
        }
    };
}

impl Lane for Two {
    type Mask = __m128d;

    by_lane!(2);

    #[inline(always)]
    fn mask_bits(mask: __m128d) -> u32 {
        vector!(_mm_movemask_pd(mask)) as u32
    }

    #[inline(always)]
    fn splat(value: f64) -> Self {
        Self(vector!(_mm_set1_pd(value)))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(vector!(_mm_sqrt_pd(self.0)))
    }

    #[inline(always)]
    fn less(self, other: Self) -> __m128d {
        vector!(_mm_cmplt_pd(self.0, other.0))
    }

    #[inline(always)]
    fn less_equal(self, other: Self) -> __m128d {
        vector!(_mm_cmple_pd(self.0, other.0))
    }

    #[inline(always)]
    fn equal(self, other: Self) -> __m128d {
        vector!(_mm_cmpeq_pd(self.0, other.0))
    }

    #[inline(always)]
    fn bit_is_set(self, bit: u32) -> __m128d {
        // The bit goes to the place of the sign, from where it fills the upper and then both halves.
        vector!({
            let count = _mm_cvtsi64_si128(i64::from(63 - bit));
            let sign = _mm_sll_epi64(_mm_castpd_si128(self.0), count);
            let upper = _mm_srai_epi32::<31>(sign);
            _mm_castsi128_pd(_mm_shuffle_epi32::<0b11_11_01_01>(upper))
        })
    }

    #[inline(always)]
    fn both(a: __m128d, b: __m128d) -> __m128d {
        vector!(_mm_and_pd(a, b))
    }

    #[inline(always)]
    fn either(a: __m128d, b: __m128d) -> __m128d {
        vector!(_mm_or_pd(a, b))
    }

    #[inline(always)]
    fn invert(mask: __m128d) -> __m128d {
        vector!(_mm_xor_pd(mask, _mm_castsi128_pd(_mm_set1_epi64x(-1))))
    }

    #[inline(always)]
    fn all(mask: __m128d) -> bool {
        vector!(_mm_movemask_pd(mask)) == 0b11
    }

    #[inline(always)]
    fn select(mask: __m128d, yes: Self, no: Self) -> Self {
        Self(vector!(_mm_or_pd(
            _mm_and_pd(mask, yes.0),
            _mm_andnot_pd(mask, no.0)
        )))
    }

    #[inline(always)]
    fn bits_add(self, value: u64) -> Self {
        Self(vector!(_mm_castsi128_pd(_mm_add_epi64(
            _mm_castpd_si128(self.0),
            _mm_set1_epi64x(value as i64)
        ))))
    }

    #[inline(always)]
    fn bits_and(self, value: u64) -> Self {
        Self(vector!(_mm_and_pd(
            self.0,
            _mm_castsi128_pd(_mm_set1_epi64x(value as i64))
        )))
    }

    #[inline(always)]
    fn bits_or(self, value: u64) -> Self {
        Self(vector!(_mm_or_pd(
            self.0,
            _mm_castsi128_pd(_mm_set1_epi64x(value as i64))
        )))
    }

    #[inline(always)]
    fn bits_xor(self, other: Self) -> Self {
        Self(vector!(_mm_xor_pd(self.0, other.0)))
    }

    #[inline(always)]
    fn bits_shift_left(self, count: u32) -> Self {
        Self(vector!(_mm_castsi128_pd(_mm_sll_epi64(
            _mm_castpd_si128(self.0),
            _mm_cvtsi64_si128(i64::from(count))
        ))))
    }

    #[inline(always)]
    fn bits_shift_right(self, count: u32) -> Self {
        Self(vector!(_mm_castsi128_pd(_mm_srl_epi64(
            _mm_castpd_si128(self.0),
            _mm_cvtsi64_si128(i64::from(count))
        ))))
    }
}

impl Lane for Four {
    type Mask = __m256d;

    by_lane!(4);

    #[inline(always)]
    fn mask_bits(mask: __m256d) -> u32 {
        vector!(_mm256_movemask_pd(mask)) as u32
    }

    #[inline(always)]
    fn splat(value: f64) -> Self {
        Self(vector!(_mm256_set1_pd(value)))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(vector!(_mm256_sqrt_pd(self.0)))
    }

    #[inline(always)]
    fn less(self, other: Self) -> __m256d {
        vector!(_mm256_cmp_pd::<_CMP_LT_OQ>(self.0, other.0))
    }

    #[inline(always)]
    fn less_equal(self, other: Self) -> __m256d {
        vector!(_mm256_cmp_pd::<_CMP_LE_OQ>(self.0, other.0))
    }

    #[inline(always)]
    fn equal(self, other: Self) -> __m256d {
        vector!(_mm256_cmp_pd::<_CMP_EQ_OQ>(self.0, other.0))
    }

    #[inline(always)]
    fn bit_is_set(self, bit: u32) -> __m256d {
        vector!({
            let wanted = _mm256_set1_epi64x((1_u64 << bit) as i64);
            let found = _mm256_and_si256(_mm256_castpd_si256(self.0), wanted);
            _mm256_castsi256_pd(_mm256_cmpeq_epi64(found, wanted))
        })
    }

    #[inline(always)]
    fn both(a: __m256d, b: __m256d) -> __m256d {
        vector!(_mm256_and_pd(a, b))
    }

    #[inline(always)]
    fn either(a: __m256d, b: __m256d) -> __m256d {
        vector!(_mm256_or_pd(a, b))
    }

    #[inline(always)]
    fn invert(mask: __m256d) -> __m256d {
        vector!(_mm256_xor_pd(
            mask,
            _mm256_castsi256_pd(_mm256_set1_epi64x(-1))
        ))
    }

    #[inline(always)]
    fn all(mask: __m256d) -> bool {
        vector!(_mm256_movemask_pd(mask)) == 0b1111
    }

    #[inline(always)]
    fn select(mask: __m256d, yes: Self, no: Self) -> Self {
        Self(vector!(_mm256_blendv_pd(no.0, yes.0, mask)))
    }

    #[inline(always)]
    fn bits_add(self, value: u64) -> Self {
        Self(vector!(_mm256_castsi256_pd(_mm256_add_epi64(
            _mm256_castpd_si256(self.0),
            _mm256_set1_epi64x(value as i64)
        ))))
    }

    #[inline(always)]
    fn bits_and(self, value: u64) -> Self {
        Self(vector!(_mm256_and_pd(
            self.0,
            _mm256_castsi256_pd(_mm256_set1_epi64x(value as i64))
        )))
    }

    #[inline(always)]
    fn bits_or(self, value: u64) -> Self {
        Self(vector!(_mm256_or_pd(
            self.0,
            _mm256_castsi256_pd(_mm256_set1_epi64x(value as i64))
        )))
    }

    #[inline(always)]
    fn bits_xor(self, other: Self) -> Self {
        Self(vector!(_mm256_xor_pd(self.0, other.0)))
    }

    #[inline(always)]
    fn bits_shift_left(self, count: u32) -> Self {
        Self(vector!(_mm256_castsi256_pd(_mm256_sll_epi64(
            _mm256_castpd_si256(self.0),
            _mm_cvtsi64_si128(i64::from(count))
        ))))
    }

    #[inline(always)]
    fn bits_shift_right(self, count: u32) -> Self {
        Self(vector!(_mm256_castsi256_pd(_mm256_srl_epi64(
            _mm256_castpd_si256(self.0),
            _mm_cvtsi64_si128(i64::from(count))
        ))))
    }
}

impl Lane for Eight {
    type Mask = __mmask8;

    by_lane!(8);

    #[inline(always)]
    fn mask_bits(mask: __mmask8) -> u32 {
        u32::from(mask)
    }

    #[inline(always)]
    fn splat(value: f64) -> Self {
        Self(vector!(_mm512_set1_pd(value)))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(vector!(_mm512_sqrt_pd(self.0)))
    }

    #[inline(always)]
    fn less(self, other: Self) -> __mmask8 {
        vector!(_mm512_cmp_pd_mask::<_CMP_LT_OQ>(self.0, other.0))
    }

    #[inline(always)]
    fn less_equal(self, other: Self) -> __mmask8 {
        vector!(_mm512_cmp_pd_mask::<_CMP_LE_OQ>(self.0, other.0))
    }

    #[inline(always)]
    fn equal(self, other: Self) -> __mmask8 {
        vector!(_mm512_cmp_pd_mask::<_CMP_EQ_OQ>(self.0, other.0))
    }

    #[inline(always)]
    fn bit_is_set(self, bit: u32) -> __mmask8 {
        vector!(_mm512_test_epi64_mask(
            _mm512_castpd_si512(self.0),
            _mm512_set1_epi64((1_u64 << bit) as i64)
        ))
    }

    #[inline(always)]
    fn both(a: __mmask8, b: __mmask8) -> __mmask8 {
        a & b
    }

    #[inline(always)]
    fn either(a: __mmask8, b: __mmask8) -> __mmask8 {
        a | b
    }

    #[inline(always)]
    fn invert(mask: __mmask8) -> __mmask8 {
        !mask
    }

    #[inline(always)]
    fn all(mask: __mmask8) -> bool {
        mask == 0xff
    }

    #[inline(always)]
    fn select(mask: __mmask8, yes: Self, no: Self) -> Self {
        Self(vector!(_mm512_mask_blend_pd(mask, no.0, yes.0)))
    }

    #[inline(always)]
    fn bits_add(self, value: u64) -> Self {
        Self(vector!(_mm512_castsi512_pd(_mm512_add_epi64(
            _mm512_castpd_si512(self.0),
            _mm512_set1_epi64(value as i64)
        ))))
    }

    #[inline(always)]
    fn bits_and(self, value: u64) -> Self {
        Self(vector!(_mm512_castsi512_pd(_mm512_and_si512(
            _mm512_castpd_si512(self.0),
            _mm512_set1_epi64(value as i64)
        ))))
    }

    #[inline(always)]
    fn bits_or(self, value: u64) -> Self {
        Self(vector!(_mm512_castsi512_pd(_mm512_or_si512(
            _mm512_castpd_si512(self.0),
            _mm512_set1_epi64(value as i64)
        ))))
    }

    #[inline(always)]
    fn bits_xor(self, other: Self) -> Self {
        Self(vector!(_mm512_castsi512_pd(_mm512_xor_si512(
            _mm512_castpd_si512(self.0),
            _mm512_castpd_si512(other.0)
        ))))
    }

    #[inline(always)]
    fn bits_shift_left(self, count: u32) -> Self {
        Self(vector!(_mm512_castsi512_pd(_mm512_sll_epi64(
            _mm512_castpd_si512(self.0),
            _mm_cvtsi64_si128(i64::from(count))
        ))))
    }

    #[inline(always)]
    fn bits_shift_right(self, count: u32) -> Self {
        Self(vector!(_mm512_castsi512_pd(_mm512_srl_epi64(
            _mm512_castpd_si512(self.0),
            _mm_cvtsi64_si128(i64::from(count))
        ))))
    }
}
