//! Several `f32` side by side, at the width that the processor offers: for solvers.
//!
//! A [`WideProgram`] is written once over [`Wide`]; [`Level::run_wide`] compiles it for every width in functions
//! that may use the instructions in question and runs the one asked for. All operations work lane by lane
//! and round as IEEE 754 says, so the results do not depend on the width.
//!
//! Bodies are rows of four floats (position, velocity, ...); [`Wide::gather`] brings the rows of as many bodies
//! as there are lanes into four registers, and [`Wide::scatter`] takes them back.
//!
//! ```
//! use voltex_math::simd::Level;
//! use voltex_math::wide::{Wide, WideProgram};
//!
//! struct Lengths<'a>(&'a [[f32; 4]]);
//!
//! impl WideProgram for Lengths<'_> {
//!     type Output = Vec<f32>;
//!
//!     #[inline(always)]
//!     fn run<W: Wide>(self) -> Vec<f32> {
//!         let mut out = vec![0.0; self.0.len()];
//!         for (rows, out) in self.0.chunks_exact(W::LANES).zip(out.chunks_exact_mut(W::LANES)) {
//!             let [x, y, z, _] = W::gather(|lane| &rows[lane]);
//!             (x * x + y * y + z * z).sqrt().store(out);
//!         }
//!         out
//!     }
//! }
//!
//! let rows = [[3.0, 4.0, 12.0, 0.0]; 8];
//! for level in Level::available() {
//!     assert_eq!(level.run_wide(Lengths(&rows)), [13.0; 8]);
//! }
//! ```

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::simd::{Kind, Level};
#[cfg(target_arch = "x86_64")]
use crate::wide_x86 as x86;

/// `f32` lanes that are worked on together.
pub trait Wide:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// One truth value per lane.
    type Mask: Copy;

    /// Number of lanes.
    const LANES: usize;

    /// The same number in every lane.
    fn splat(value: f32) -> Self;

    /// The first [`Wide::LANES`] numbers of a slice.
    ///
    /// # Panics
    /// The slice is shorter.
    fn load(from: &[f32]) -> Self;

    /// Writes the lanes to the front of a slice.
    ///
    /// # Panics
    /// The slice is shorter.
    fn store(self, to: &mut [f32]);

    /// Four registers from one row of four numbers per lane: register `i` holds number `i` of every row.
    fn gather<'a>(row: impl Fn(usize) -> &'a [f32; 4]) -> [Self; 4];

    /// The rows of four numbers that four registers hold, lane by lane from the first.
    fn scatter(registers: [Self; 4], write: impl FnMut(usize, [f32; 4]));

    /// Square root, correctly rounded.
    #[must_use]
    fn sqrt(self) -> Self;

    /// `self < other`, false where either is NaN.
    fn less(self, other: Self) -> Self::Mask;

    /// `self <= other`, false where either is NaN.
    fn less_equal(self, other: Self) -> Self::Mask;

    /// Lanes where both hold.
    fn both(a: Self::Mask, b: Self::Mask) -> Self::Mask;

    /// Lanes where at least one holds.
    fn either(a: Self::Mask, b: Self::Mask) -> Self::Mask;

    /// Whether the mask holds in any lane.
    fn any(mask: Self::Mask) -> bool;

    /// `yes` where the mask holds, `no` elsewhere.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// Smaller of two: `self` if `self < other`, else `other`, as [`crate::f32::min`].
    #[must_use]
    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        Self::select(self.less(other), self, other)
    }

    /// Larger of two: `self` if `self > other`, else `other`, as [`crate::f32::max`].
    #[must_use]
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        Self::select(other.less(self), self, other)
    }

    /// `self` held in `[low, high]`; `low` where it is NaN, which `f32::clamp` would keep.
    #[must_use]
    #[inline(always)]
    fn clamped(self, low: Self, high: Self) -> Self {
        self.larger(low).smaller(high)
    }
}

/// Code written over [`Wide`].
pub trait WideProgram {
    /// What it returns.
    type Output;

    /// Runs the program; to be marked `#[inline(always)]`, and all that it calls over lanes as well, since only
    /// then is it compiled with the instructions of its width.
    fn run<W: Wide>(self) -> Self::Output;
}

impl Level {
    /// Lanes of `f32` at this level.
    pub const fn wide_lanes(self) -> usize {
        match self.kind() {
            Kind::Scalar => 1,
            #[cfg(target_arch = "aarch64")]
            Kind::Neon | Kind::NeonPair => 4,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128 | Kind::Simd128Pair => 4,
            #[cfg(target_arch = "x86_64")]
            Kind::Sse2 => 4,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 | Kind::Avx2Pair | Kind::Avx512 => 8,
        }
    }

    /// Runs a program over `f32` lanes at this level.
    #[allow(unsafe_code)]
    pub fn run_wide<P: WideProgram>(self, program: P) -> P::Output {
        match self.kind() {
            Kind::Scalar => program.run::<Lanes<1>>(),
            // Arrays of four become NEON registers: every aarch64 processor has them.
            #[cfg(target_arch = "aarch64")]
            Kind::Neon | Kind::NeonPair => program.run::<Lanes<4>>(),
            // And registers of WebAssembly in a module compiled with them.
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128 | Kind::Simd128Pair => program.run::<Lanes<4>>(),
            #[cfg(target_arch = "x86_64")]
            Kind::Sse2 => x86::sse2(program),
            // SAFETY: a level of these kinds exists only where the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 | Kind::Avx2Pair | Kind::Avx512 => unsafe { x86::avx2(program) },
        }
    }
}

/// Lanes in an array, for any processor.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
pub struct Lanes<const N: usize>([f32; N]);

impl<const N: usize> Lanes<N> {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
        Self(std::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }

    #[inline(always)]
    fn compare(self, other: Self, f: impl Fn(f32, f32) -> bool) -> [bool; N] {
        std::array::from_fn(|lane| f(self.0[lane], other.0[lane]))
    }
}

macro_rules! arithmetic {
    ($($trait:ident $method:ident $operator:tt),*) => {
        $(impl<const N: usize> $trait for Lanes<N> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.zip(other, |a, b| a $operator b)
            }
        })*
    };
}

arithmetic!(Add add +, Sub sub -, Mul mul *, Div div /);

impl<const N: usize> Neg for Lanes<N> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.map(|a| -a))
    }
}

impl<const N: usize> Wide for Lanes<N> {
    type Mask = [bool; N];

    const LANES: usize = N;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self([value; N])
    }

    #[inline(always)]
    fn load(from: &[f32]) -> Self {
        Self(std::array::from_fn(|lane| from[lane]))
    }

    #[inline(always)]
    fn store(self, to: &mut [f32]) {
        to[..N].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn gather<'a>(row: impl Fn(usize) -> &'a [f32; 4]) -> [Self; 4] {
        let rows: [&[f32; 4]; N] = std::array::from_fn(row);
        std::array::from_fn(|i| Self(std::array::from_fn(|lane| rows[lane][i])))
    }

    #[inline(always)]
    fn scatter(registers: [Self; 4], mut write: impl FnMut(usize, [f32; 4])) {
        for lane in 0..N {
            write(lane, registers.map(|register| register.0[lane]));
        }
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.map(f32::sqrt))
    }

    #[inline(always)]
    fn less(self, other: Self) -> [bool; N] {
        self.compare(other, |a, b| a < b)
    }

    #[inline(always)]
    fn less_equal(self, other: Self) -> [bool; N] {
        self.compare(other, |a, b| a <= b)
    }

    #[inline(always)]
    fn both(a: [bool; N], b: [bool; N]) -> [bool; N] {
        std::array::from_fn(|lane| a[lane] & b[lane])
    }

    #[inline(always)]
    fn either(a: [bool; N], b: [bool; N]) -> [bool; N] {
        std::array::from_fn(|lane| a[lane] | b[lane])
    }

    #[inline(always)]
    fn any(mask: [bool; N]) -> bool {
        mask.contains(&true)
    }

    #[inline(always)]
    fn select(mask: [bool; N], yes: Self, no: Self) -> Self {
        Self(std::array::from_fn(|lane| {
            if mask[lane] { yes.0[lane] } else { no.0[lane] }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Key, uniform_in};

    const SPECIAL: [f32; 8] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        1.0e-40,
    ];

    fn argument(i: usize, j: u64) -> f32 {
        let place = if j == 0 { i % 8 } else { i / 8 };
        if i < 64 {
            SPECIAL[place]
        } else {
            uniform_in(Key::new(11, j), i as u64, -30.0, 30.0) as f32
        }
    }

    /// Every operation on the same arguments, as bits.
    struct Everything;

    impl WideProgram for Everything {
        type Output = Vec<u32>;

        #[inline(always)]
        fn run<W: Wide>(self) -> Vec<u32> {
            const COUNT: usize = 512;
            let arguments = |j| (0..COUNT).map(|i| argument(i, j)).collect::<Vec<_>>();
            let (a, b) = (arguments(0), arguments(1));
            let mut out = vec![0; COUNT * 16];
            for start in (0..COUNT).step_by(W::LANES) {
                let (x, y) = (W::load(&a[start..]), W::load(&b[start..]));
                let truth = |mask: W::Mask| W::select(mask, W::splat(1.0), W::splat(0.0));
                let [g0, g1, g2, g3] = W::gather(|lane| {
                    a[(4 * (start + lane)) % COUNT..][..4]
                        .first_chunk()
                        .expect("four are left")
                });
                let mut rows = [[0.0_f32; 4]; 16];
                W::scatter([g3, y, x, g0], |lane, row| rows[lane] = row);
                let mut last = [0.0; 16];
                for (lane, last) in last[..W::LANES].iter_mut().enumerate() {
                    *last = rows[lane][0] + rows[lane][1] - rows[lane][3];
                }
                let results = [
                    x + y,
                    x - y,
                    x * y,
                    x / y,
                    -x,
                    x.sqrt(),
                    x.smaller(y),
                    x.larger(y),
                    truth(x.less(y)),
                    truth(x.less_equal(y)),
                    truth(W::both(x.less(y), x.less(W::splat(0.0)))),
                    truth(W::either(x.less(y), x.less(W::splat(0.0)))),
                    x.clamped(W::splat(-2.0), y),
                    g0 + g1 - g2,
                    g3,
                    W::load(&last),
                ];
                for (which, result) in results.into_iter().enumerate() {
                    let mut values = [0.0; 16];
                    result.store(&mut values);
                    for lane in 0..W::LANES {
                        let value = values[lane];
                        // Which NaN an operation makes is the processor's choice.
                        out[(start + lane) * 16 + which] = if value.is_nan() {
                            f32::NAN.to_bits()
                        } else {
                            value.to_bits()
                        };
                    }
                }
            }
            out
        }
    }

    #[test]
    fn every_width_has_the_bits_of_one_lane() {
        let expected = Level::scalar().run_wide(Everything);
        for level in Level::available() {
            assert!(level.run_wide(Everything) == expected, "{}", level.name());
        }
        assert!(Everything.run::<Lanes<4>>() == expected);
        assert!(Everything.run::<Lanes<16>>() == expected);
    }

    #[test]
    fn smaller_and_larger_choose_as_the_functions_of_one_number_do() {
        for i in 0..64 {
            let (a, b) = (argument(i, 0), argument(i, 1));
            let bits = |x: f32| x.to_bits();
            let one = |w: Lanes<1>| bits(w.0[0]);
            let (x, y) = (Lanes([a]), Lanes([b]));
            assert_eq!(one(x.smaller(y)), bits(crate::f32::min(a, b)));
            assert_eq!(one(x.larger(y)), bits(crate::f32::max(a, b)));
        }
    }

    #[test]
    fn any_sees_every_lane() {
        struct Any;
        impl WideProgram for Any {
            type Output = ();

            #[inline(always)]
            fn run<W: Wide>(self) {
                for lane in 0..W::LANES {
                    let mut values = [0.0; 16];
                    values[lane] = 1.0;
                    let mask = W::splat(0.5).less(W::load(&values));
                    assert!(W::any(mask));
                    values[lane] = 0.0;
                    assert!(!W::any(W::splat(0.5).less(W::load(&values))));
                }
            }
        }
        for level in Level::available() {
            level.run_wide(Any);
        }
    }
}
