//! Elementary functions of `f32` with the same bits everywhere, to be used instead of std's.
//!
//! Each is computed by the `f64` function of the same name and rounded once. The `f64` result is
//! off by about 2^-29 units in the last place of `f32`, so what comes out is the float nearest to
//! the true value, but for the rare value that lies that near to a tie.

use crate::f64;

/// Rounds to `f32`; NaN becomes the positive quiet NaN without payload.
fn narrow(x: core::primitive::f64) -> f32 {
    if x.is_nan() { f32::NAN } else { x as f32 }
}

macro_rules! through_f64 {
    ($($(#[$doc:meta])* $name:ident($($argument:ident),+);)*) => {$(
        $(#[$doc])*
        pub fn $name($($argument: f32),+) -> f32 {
            narrow(f64::$name($($argument.into()),+))
        }
    )*};
}

through_f64! {
    /// Base-e exponential.
    exp(x);
    /// Base-2 exponential, exact for integers.
    exp2(x);
    /// `exp(x) - 1` without loss of digits near 0.
    exp_m1(x);
    /// Natural logarithm: `-inf` at 0, NaN below.
    ln(x);
    /// `ln(1 + x)` without loss of digits near 0.
    ln_1p(x);
    /// Base-2 logarithm, exact for powers of two: `-inf` at 0, NaN below.
    log2(x);
    /// Base-10 logarithm, exact for powers of ten: `-inf` at 0, NaN below.
    log10(x);
    /// `x` to the power `y`; special cases as in IEEE 754, see [`crate::kernel::pow`].
    pow(x, y);
    /// Cube root, negative for negative `x`.
    cbrt(x);
    /// `sqrt(x^2 + y^2)` without overflow on the way; infinite if either is.
    hypot(x, y);
    /// Sine of an angle in radians; NaN for infinite angles.
    sin(x);
    /// Cosine of an angle in radians; NaN for infinite angles.
    cos(x);
    /// Tangent of an angle in radians; NaN for infinite angles.
    tan(x);
    /// Arc sine in radians, in `[-pi/2, pi/2]`; NaN outside `[-1, 1]`.
    asin(x);
    /// Arc cosine in radians, in `[0, pi]`; NaN outside `[-1, 1]`.
    acos(x);
    /// Arc tangent in radians, in `[-pi/2, pi/2]`.
    atan(x);
    /// Angle of the point `(x, y)` from the x axis in radians, in `[-pi, pi]`; signs of zeros count.
    atan2(y, x);
    /// Hyperbolic sine.
    sinh(x);
    /// Hyperbolic cosine.
    cosh(x);
    /// Hyperbolic tangent.
    tanh(x);
    /// Inverse hyperbolic sine.
    asinh(x);
    /// Inverse hyperbolic cosine; NaN below 1.
    acosh(x);
    /// Inverse hyperbolic tangent; NaN outside `[-1, 1]`.
    atanh(x);
}

/// Sine and cosine of one angle in radians: the bits of [`sin`] and [`cos`] at less cost.
pub fn sin_cos(x: f32) -> (f32, f32) {
    let (sin, cos) = f64::sin_cos(x.into());
    (narrow(sin), narrow(cos))
}

/// Smaller of two by compare and select: `a` if `a < b`, else `b`, so `b` when they are equal or
/// one is NaN.
#[inline]
pub fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// Larger of two by compare and select: `a` if `a > b`, else `b`, so `b` when they are equal or
/// one is NaN.
#[inline]
pub fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// `x` held in `[low, high]`. NaN stays NaN, and so does the sign of a zero that equals a bound.
#[inline]
pub fn clamp(x: f32, low: f32, high: f32) -> f32 {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}
