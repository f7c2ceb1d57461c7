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
//! This file and those of the instruction sets beside it are the ones of the crate that may hold `unsafe`:
//! vector instructions may run only where the processor has them. The types that use them are private and
//! reach code through [`Level::run`] alone, and a [`Level`] can be had only from the detection here.
//! WebAssembly has no detection: a module compiled with `simd128` has its lanes, others run one number at a
//! time, and so do other processors.

#![allow(unsafe_code)]

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::lane::Lane;
#[cfg(target_arch = "aarch64")]
use crate::simd_neon as neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::simd_wasm as wasm;
#[cfg(target_arch = "x86_64")]
use crate::simd_x86 as x86;

/// Code written over lanes.
pub trait LaneProgram {
    /// What it returns.
    type Output;

    /// Runs the program; to be marked `#[inline(always)]`, and all that it calls over lanes as well,
    /// since only then is it compiled with the instructions of its width.
    fn run<L: Lane>(self) -> Self::Output;
}

/// Place among the available levels of the one that is preferred; beyond them for the fastest.
static PREFERRED: AtomicUsize = AtomicUsize::new(usize::MAX);

/// A way to run lanes that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One number at a time.
    Scalar,
    /// Two per register.
    #[cfg(target_arch = "aarch64")]
    Neon,
    /// Two registers of two.
    #[cfg(target_arch = "aarch64")]
    NeonPair,
    /// Two per register.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
    /// Two registers of two.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128Pair,
    /// Two per register.
    #[cfg(target_arch = "x86_64")]
    Sse2,
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

    /// The fastest here, or the one of the last [`Level::prefer`].
    pub fn best() -> Self {
        let available = Self::available();
        let preferred = PREFERRED.load(Ordering::Relaxed);
        let level = available.get(preferred).or(available.last());
        *level.expect("one number at a time runs anywhere")
    }

    /// Makes this level the one that [`Level::best`] gives in the whole process from now on. No result depends on it:
    /// it is there to prove that, to measure levels against each other, and to do without instructions that a
    /// virtual machine announces and does not have.
    ///
    /// ```
    /// use voltex_math::simd::Level;
    ///
    /// let fastest = Level::best();
    /// Level::scalar().prefer();
    /// assert_eq!(Level::best(), Level::scalar());
    /// fastest.prefer();
    /// assert_eq!(Level::best(), fastest);
    /// ```
    pub fn prefer(self) {
        let place = Self::available().iter().position(|level| *level == self);
        let place = place.expect("levels exist only where the processor has them");
        PREFERRED.store(place, Ordering::Relaxed);
    }

    /// All that this processor has, slowest first.
    pub fn available() -> Vec<Self> {
        #[allow(unused_mut)]
        let mut kinds = vec![Kind::Scalar];
        #[cfg(target_arch = "aarch64")]
        kinds.extend([Kind::Neon, Kind::NeonPair]);
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        kinds.extend([Kind::Simd128, Kind::Simd128Pair]);
        #[cfg(target_arch = "x86_64")]
        {
            use std::is_x86_feature_detected as has;
            kinds.push(Kind::Sse2);
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

    pub(crate) const fn kind(self) -> Kind {
        self.0
    }

    /// Numbers side by side.
    pub const fn lanes(self) -> usize {
        match self.0 {
            Kind::Scalar => 1,
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => 2,
            #[cfg(target_arch = "aarch64")]
            Kind::NeonPair => 4,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128 => 2,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128Pair => 4,
            #[cfg(target_arch = "x86_64")]
            Kind::Sse2 => 2,
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
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => "neon",
            #[cfg(target_arch = "aarch64")]
            Kind::NeonPair => "neon pair",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128 => "simd128",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128Pair => "simd128 pair",
            #[cfg(target_arch = "x86_64")]
            Kind::Sse2 => "sse2",
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
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => neon::neon(program),
            #[cfg(target_arch = "aarch64")]
            Kind::NeonPair => neon::neon_pair(program),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128 => wasm::simd128(program),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128Pair => wasm::simd128_pair(program),
            #[cfg(target_arch = "x86_64")]
            Kind::Sse2 => x86::sse2(program),
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
