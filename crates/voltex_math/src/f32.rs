//! Elementary functions of `f32`, computed in `f64` and rounded once.
//!
//! The `f64` result is within 1 ulp of its own type, so the rounded `f32` is the float nearest to
//! the true value except where that value lies within about 2^-29 ulp of a tie.

use crate::f64;

macro_rules! through_f64 {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name(x: f32) -> f32 {
            f64::$name(x as core::primitive::f64) as f32
        }
    )*};
}

through_f64! {
    /// Base-e exponential.
    exp,
    /// Natural logarithm; NaN below 0.
    ln,
    /// Sine of an angle in radians.
    sin,
    /// Cosine of an angle in radians.
    cos,
    /// Tangent of an angle in radians.
    tan,
    /// Arc sine in radians; NaN outside [-1, 1].
    asin,
    /// Arc cosine in radians; NaN outside [-1, 1].
    acos,
    /// Arc tangent in radians.
    atan,
    /// Hyperbolic tangent.
    tanh,
}
