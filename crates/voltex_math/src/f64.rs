//! Elementary functions of `f64` with the same bits everywhere, to be used instead of std's.
//!
//! `exp`, `ln`, `pow`, `sin`, `cos` and `tanh` are the kernels of
//! [`crate::kernel`] for one number; wide code gets the same bits from the same source. The others are
//! those of `libm`, in plain Rust. Every NaN that comes out is the positive quiet NaN without
//! payload, since processors differ in which one they make.
//!
//! std's square root, absolute value, rounding to an integer, remainder and `copysign` are exact
//! and may be used.

use crate::kernel;

/// Base-e exponential.
pub fn exp(x: f64) -> f64 {
    kernel::exp(x)
}

/// Base-2 exponential, exact for integers.
pub fn exp2(x: f64) -> f64 {
    canonical(libm::exp2(x))
}

/// `exp(x) - 1` without loss of digits near 0.
pub fn exp_m1(x: f64) -> f64 {
    canonical(libm::expm1(x))
}

/// Natural logarithm: `-inf` at 0, NaN below.
pub fn ln(x: f64) -> f64 {
    kernel::ln(x)
}

/// `ln(1 + x)` without loss of digits near 0.
pub fn ln_1p(x: f64) -> f64 {
    canonical(libm::log1p(x))
}

/// Base-2 logarithm, exact for powers of two: `-inf` at 0, NaN below.
pub fn log2(x: f64) -> f64 {
    canonical(libm::log2(x))
}

/// Base-10 logarithm, exact for powers of ten: `-inf` at 0, NaN below.
pub fn log10(x: f64) -> f64 {
    canonical(libm::log10(x))
}

/// `x` to the power `y`; special cases as in IEEE 754, see [`kernel::pow`].
pub fn pow(x: f64, y: f64) -> f64 {
    kernel::pow(x, y)
}

/// Cube root, negative for negative `x`.
pub fn cbrt(x: f64) -> f64 {
    canonical(libm::cbrt(x))
}

/// `sqrt(x^2 + y^2)` without overflow on the way; infinite if either is.
pub fn hypot(x: f64, y: f64) -> f64 {
    canonical(libm::hypot(x, y))
}

/// Sine of an angle in radians; NaN for infinite angles.
pub fn sin(x: f64) -> f64 {
    kernel::sin(x)
}

/// Cosine of an angle in radians; NaN for infinite angles.
pub fn cos(x: f64) -> f64 {
    kernel::cos(x)
}

/// Sine and cosine of one angle in radians: the bits of [`sin`] and [`cos`] at less cost.
pub fn sin_cos(x: f64) -> (f64, f64) {
    kernel::sin_cos(x)
}

/// Tangent of an angle in radians; NaN for infinite angles.
pub fn tan(x: f64) -> f64 {
    canonical(libm::tan(x))
}

/// Arc sine in radians, in `[-pi/2, pi/2]`; NaN outside `[-1, 1]`.
pub fn asin(x: f64) -> f64 {
    canonical(libm::asin(x))
}

/// Arc cosine in radians, in `[0, pi]`; NaN outside `[-1, 1]`.
pub fn acos(x: f64) -> f64 {
    canonical(libm::acos(x))
}

/// Arc tangent in radians, in `[-pi/2, pi/2]`.
pub fn atan(x: f64) -> f64 {
    canonical(libm::atan(x))
}

/// Angle of the point `(x, y)` from the x axis in radians, in `[-pi, pi]`.
///
/// The signs of zeros count: `atan2(0, -0)` is pi and `atan2(-0, -1)` is `-pi`.
pub fn atan2(y: f64, x: f64) -> f64 {
    canonical(libm::atan2(y, x))
}

/// Hyperbolic sine.
pub fn sinh(x: f64) -> f64 {
    canonical(libm::sinh(x))
}

/// Hyperbolic cosine.
pub fn cosh(x: f64) -> f64 {
    canonical(libm::cosh(x))
}

/// Hyperbolic tangent.
pub fn tanh(x: f64) -> f64 {
    kernel::tanh(x)
}

/// Inverse hyperbolic sine.
pub fn asinh(x: f64) -> f64 {
    canonical(libm::asinh(x))
}

/// Inverse hyperbolic cosine; NaN below 1.
pub fn acosh(x: f64) -> f64 {
    canonical(libm::acosh(x))
}

/// Inverse hyperbolic tangent; NaN outside `[-1, 1]`.
pub fn atanh(x: f64) -> f64 {
    canonical(libm::atanh(x))
}

/// Smaller of two by compare and select: `a` if `a < b`, else `b`.
///
/// So `b` is returned when the two are equal (zeros of either sign are) or one is NaN:
/// `min(x, NaN)` is NaN and `min(NaN, x)` is `x`.
#[inline]
pub fn min(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// Larger of two by compare and select: `a` if `a > b`, else `b`.
///
/// Equal operands and NaN give `b`, as in [`min`].
#[inline]
pub fn max(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// `x` held in `[low, high]`. NaN stays NaN, and so does the sign of a zero that equals a bound;
/// with `low > high` the result is `low` or `high`.
#[inline]
pub fn clamp(x: f64, low: f64, high: f64) -> f64 {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}

/// `x`, with any NaN replaced by the one that all functions here return.
#[inline]
fn canonical(x: f64) -> f64 {
    if x.is_nan() { f64::NAN } else { x }
}
