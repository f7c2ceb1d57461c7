//! Check of the processor's float mode.

use std::hint::black_box;

use crate::error::MathError;

/// Checks that this thread computes as IEEE 754 prescribes: round to nearest with ties to even, no
/// excess precision, and subnormal numbers neither flushed nor ignored.
///
/// Foreign code in the same process (audio libraries, plug-ins, programs linked with
/// `-ffast-math`) can change these modes per thread, after which the same step gives other bits.
/// The check does a few additions and multiplications and costs about 15 ns, so it can be
/// made at every step.
///
/// # Errors
///
/// The first deviation found, with the way to undo it.
pub fn check_float_mode() -> Result<(), MathError> {
    if !rounds_to_nearest_f64() {
        return Err(MathError::RoundingMode { width: 64 });
    }
    if !rounds_to_nearest_f32() {
        return Err(MathError::RoundingMode { width: 32 });
    }
    // Bits are compared, since a comparison of floats would itself read a subnormal as zero.
    if (black_box(f64::MIN_POSITIVE) * black_box(0.5)).to_bits() == 0 {
        return Err(MathError::FlushToZero { width: 64 });
    }
    if (black_box(f32::MIN_POSITIVE) * black_box(0.5)).to_bits() == 0 {
        return Err(MathError::FlushToZero { width: 32 });
    }
    // The products are normal numbers, so only an operand read as zero makes them vanish.
    if black_box(f64::from_bits(1)) * black_box(1e300) == 0.0 {
        return Err(MathError::DenormalsAreZero { width: 64 });
    }
    if black_box(f32::from_bits(1)) * black_box(1e30) == 0.0 {
        return Err(MathError::DenormalsAreZero { width: 32 });
    }
    Ok(())
}

/// A tie must go to the even neighbour, from below and from above, on both sides of zero; a sum
/// just above a tie must go up, which it does not if it is first rounded to a wider format.
fn rounds_to_nearest_f64() -> bool {
    let half_ulp = f64::EPSILON * 0.5;
    let one = black_box(1.0_f64);
    let odd = black_box(1.0 + f64::EPSILON);
    let above_tie = half_ulp * (1.0 + 1.0 / 4096.0);
    one + black_box(half_ulp) == 1.0
        && odd + black_box(half_ulp) == 1.0 + 2.0 * f64::EPSILON
        && -one - black_box(half_ulp) == -1.0
        && -odd - black_box(half_ulp) == -1.0 - 2.0 * f64::EPSILON
        && one + black_box(above_tie) == 1.0 + f64::EPSILON
}

/// As [`rounds_to_nearest_f64`].
fn rounds_to_nearest_f32() -> bool {
    let half_ulp = f32::EPSILON * 0.5;
    let one = black_box(1.0_f32);
    let odd = black_box(1.0 + f32::EPSILON);
    let above_tie = half_ulp * (1.0 + 1.0 / 4096.0);
    one + black_box(half_ulp) == 1.0
        && odd + black_box(half_ulp) == 1.0 + 2.0 * f32::EPSILON
        && -one - black_box(half_ulp) == -1.0
        && -odd - black_box(half_ulp) == -1.0 - 2.0 * f32::EPSILON
        && one + black_box(above_tie) == 1.0 + f32::EPSILON
}
