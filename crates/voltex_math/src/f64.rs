//! Deterministic functions of one `f64`.
/// Base-e exponential.
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}
/// Natural logarithm.
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}
/// `x` to the power `y`.
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}
/// Sine.
pub fn sin(x: f64) -> f64 {
    libm::sin(x)
}
/// Cosine.
pub fn cos(x: f64) -> f64 {
    libm::cos(x)
}
/// Sine and cosine.
pub fn sin_cos(x: f64) -> (f64, f64) {
    (sin(x), cos(x))
}
/// Tangent.
pub fn tan(x: f64) -> f64 {
    libm::tan(x)
}
/// Arc tangent of `y / x` in the right quadrant.
pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}
/// Arc tangent.
pub fn atan(x: f64) -> f64 {
    libm::atan(x)
}
/// Arc sine.
pub fn asin(x: f64) -> f64 {
    libm::asin(x)
}
/// Arc cosine.
pub fn acos(x: f64) -> f64 {
    libm::acos(x)
}
/// Hyperbolic tangent.
pub fn tanh(x: f64) -> f64 {
    libm::tanh(x)
}
/// Smaller of two by compare and select.
pub fn min(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
/// Larger of two by compare and select.
pub fn max(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
