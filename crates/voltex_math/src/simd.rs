//! Lanes in vector registers, at the width that the processor offers.
//!
//! A [`LaneProgram`] is written once over [`Lane`]. [`Level::run`] compiles it for every width, in functions
//! that may use the vector instructions in question, and runs the one asked for. All widths give the
//! same bits, since no operation of [`Lane`] rounds differently or mixes lanes.
//!
//! ```
//! use voltex_math::lane::Lane;
//! use voltex_math::simd::{LaneProgram, Level};
//!
//! struct Norm(Vec<f64>);
//!
//! impl LaneProgram for Norm {
//!     type Output = Vec<f64>;
//!
//!     #[inline(always)]
//!     fn run<L: Lane>(self) -> Vec<f64> {
//!         let mut out = Vec::new();
//!         for chunk in self.0.chunks(L::LANES) {
//!             let mut x = L::splat(0.0);
//!             for (lane, value) in chunk.iter().enumerate() {
//!                 x.set_lane(lane, *value);
//!             }
//!             let root = (x * x + L::splat(1.0)).sqrt();
//!             out.extend((0..chunk.len()).map(|lane| root.lane(lane)));
//!         }
//!         out
//!     }
//! }
//!
//! let values: Vec<f64> = (0..11).map(f64::from).collect();
//! let scalar = Level::scalar().run(Norm(values.clone()));
//! for level in Level::available() {
//!     assert_eq!(level.run(Norm(values.clone())), scalar);
//! }
//! ```
//!
//! This is the file of the crate that may hold `unsafe`: vector instructions may run only where the
//! processor has them. The types that use them are private and reach code through [`Level::run`] alone,
//! and a [`Level`] can be had only from the detection here.

#![allow(unsafe_code)]

use crate::lane::Lane;
#[cfg(target_arch = "x86_64")]
use crate::lane::Pair;
#[cfg(not(target_arch = "x86_64"))]
use crate::lane::Wide;

/// Code written over lanes.
pub trait LaneProgram {
    /// What it returns.
    type Output;

    /// Runs the program; to be marked `#[inline(always)]`, and all that it calls over lanes as well,
    /// since only then is it compiled with the instructions of its width.
    fn run<L: Lane>(self) -> Self::Output;
}

/// A way to run lanes that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One number at a time.
    Scalar,
    /// Two in what every build of the target may use: SSE2 on x86-64, elsewhere as the compiler does it.
    Two,
    /// Four per register.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Two registers of four, so that one works while the other waits.
    #[cfg(target_arch = "x86_64")]
    Avx2Pair,
    /// Eight per register.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// One number at a time, on any processor.
    pub const fn scalar() -> Self {
        Self(Kind::Scalar)
    }

    /// The fastest here.
    pub fn best() -> Self {
        *Self::available()
            .last()
            .expect("one number at a time runs anywhere")
    }

    /// All that this processor has, slowest first.
    pub fn available() -> Vec<Self> {
        #[allow(unused_mut)]
        let mut kinds = vec![Kind::Scalar, Kind::Two];
        #[cfg(target_arch = "x86_64")]
        {
            use std::is_x86_feature_detected as has;
            if has!("avx2") {
                kinds.push(Kind::Avx2);
                kinds.push(Kind::Avx2Pair);
            }
            if has!("avx512f") && has!("avx512dq") {
                kinds.push(Kind::Avx512);
            }
        }
        kinds.into_iter().map(Self).collect()
    }

    /// Numbers side by side.
    pub const fn lanes(self) -> usize {
        match self.0 {
            Kind::Scalar => 1,
            Kind::Two => 2,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => 4,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2Pair | Kind::Avx512 => 8,
        }
    }

    /// Name for reports, such as `avx2`.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Kind::Scalar => "scalar",
            Kind::Two if cfg!(target_arch = "x86_64") => "sse2",
            Kind::Two => "two",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2Pair => "avx2 pair",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "avx512",
        }
    }

    /// Runs a program at this level.
    pub fn run<P: LaneProgram>(self, program: P) -> P::Output {
        match self.0 {
            Kind::Scalar => program.run::<f64>(),
            #[cfg(not(target_arch = "x86_64"))]
            Kind::Two => program.run::<Wide<2>>(),
            #[cfg(target_arch = "x86_64")]
            Kind::Two => x86::sse2(program),
            // SAFETY: a level of this kind exists only where `available` has found AVX2.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { x86::avx2(program) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2Pair => unsafe { x86::avx2_pair(program) },
            // SAFETY: a level of this kind exists only where `available` has found AVX-512 F and DQ.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { x86::avx512(program) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;
    use std::ops::{Add, Div, Mul, Neg, Sub};

    use super::{Lane, LaneProgram, Pair};

    pub(super) fn sse2<P: LaneProgram>(program: P) -> P::Output {
        program.run::<Two>()
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn avx2<P: LaneProgram>(program: P) -> P::Output {
        program.run::<Four>()
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn avx2_pair<P: LaneProgram>(program: P) -> P::Output {
        program.run::<Pair<Four>>()
    }

    #[target_feature(enable = "avx512f,avx512dq")]
    pub(super) fn avx512<P: LaneProgram>(program: P) -> P::Output {
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
    pub(super) struct Two(__m128d);

    /// Four numbers in an AVX register.
    #[derive(Clone, Copy)]
    pub(super) struct Four(__m256d);

    /// Eight numbers in an AVX-512 register.
    #[derive(Clone, Copy)]
    pub(super) struct Eight(__m512d);

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
            fn choose(
                mask: Self::Mask,
                yes: impl FnOnce() -> Self,
                no: impl FnOnce() -> Self,
            ) -> Self {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel;
    use crate::random::{Key, uniform_in};

    /// Every operation of a lane and every kernel on the same arguments, as bits.
    struct Everything;

    impl LaneProgram for Everything {
        type Output = Vec<u64>;

        #[inline(always)]
        fn run<L: Lane>(self) -> Vec<u64> {
            let mut out = Vec::new();
            for i in 0..ARGUMENTS / L::LANES {
                let (mut a, mut b) = (L::splat(0.0), L::splat(0.0));
                for lane in 0..L::LANES {
                    let (x, y) = argument(i * L::LANES + lane);
                    a.set_lane(lane, x);
                    b.set_lane(lane, y);
                }
                let results = operations(a, b);
                for lane in 0..L::LANES {
                    out.extend(results.iter().map(|value| {
                        let value = value.lane(lane);
                        // Which NaN an operation makes is the processor's choice.
                        if value.is_nan() {
                            f64::NAN.to_bits()
                        } else {
                            value.to_bits()
                        }
                    }));
                }
            }
            out
        }
    }

    const ARGUMENTS: usize = 4096;

    fn argument(i: usize) -> (f64, f64) {
        const SPECIAL: [f64; 10] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            f64::MIN_POSITIVE / 8.0,
            1e300,
            -1e-300,
        ];
        if i < 100 {
            return (SPECIAL[i % 10], SPECIAL[i / 10]);
        }
        let at = |j| uniform_in(Key::new(5, j), i as u64, -30.0, 30.0);
        if i.is_multiple_of(3) {
            (at(0), at(0))
        } else {
            (at(0), at(1))
        }
    }

    #[inline(always)]
    fn operations<L: Lane>(a: L, b: L) -> Vec<L> {
        let truth = |mask: L::Mask| L::select(mask, L::splat(1.0), L::splat(0.0));
        let (less, equal) = (a.less(b), a.equal(b));
        let (sine, cosine) = kernel::sin_cos(a);
        vec![
            a + b,
            a - b,
            a * b,
            a / b,
            -a,
            a.sqrt(),
            a.abs(),
            a.flip_sign_by(b),
            a.smaller(b),
            a.larger(b),
            truth(less),
            truth(equal),
            truth(a.less_equal(b)),
            truth(L::both(less, a.bit_is_set(51))),
            truth(L::either(equal, a.bit_is_set(63))),
            truth(L::invert(a.bit_is_set(0))),
            L::choose(less, || a, || b),
            L::splat(f64::from(L::mask_bits(L::both(less, L::invert(less))))),
            L::splat(f64::from(u8::from(L::all(L::either(
                less,
                L::invert(less),
            ))))),
            a.bits_add(0x1234_5678_9abc),
            a.bits_and(0xffff_0000_ffff_0000),
            a.bits_or(0x0000_0000_00ff_ff00),
            a.bits_xor(b),
            a.bits_shift_left(3),
            a.bits_shift_right(52),
            a.map_each(|x| x + 1.0),
            kernel::exp(a),
            kernel::ln(a),
            kernel::pow(a.abs(), b),
            kernel::tanh(a),
            sine,
            cosine,
        ]
    }

    #[test]
    fn every_level_has_the_bits_of_one_lane() {
        let expected = Level::scalar().run(Everything);
        for level in Level::available() {
            assert!(level.run(Everything) == expected, "{}", level.name());
        }
        // The portable lanes as well, which other processors use.
        assert!(Everything.run::<crate::lane::Wide<2>>() == expected);
        assert!(Everything.run::<crate::lane::Pair<crate::lane::Wide<2>>>() == expected);
    }

    #[test]
    fn a_mask_names_its_lanes() {
        struct Masks;
        impl LaneProgram for Masks {
            type Output = ();

            #[inline(always)]
            fn run<L: Lane>(self) {
                let mut ramp = L::splat(0.0);
                for lane in 0..L::LANES {
                    ramp.set_lane(lane, lane as f64);
                }
                for below in 0..=L::LANES {
                    let mask = ramp.less(L::splat(below as f64));
                    assert_eq!(L::mask_bits(mask), (1 << below) - 1);
                    assert_eq!(L::all(mask), below == L::LANES);
                }
            }
        }
        for level in Level::available() {
            level.run(Masks);
        }
    }
}
