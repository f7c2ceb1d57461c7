//! Elementary functions of `f64`, written once for scalar and wide code.
//!
//! Each function takes any [`Lane`]: one `f64` or several side by side. It uses +, -, *, /,
//! comparisons, selection and operations on bits, never a fused multiply-add and never a table, so
//! every lane of every width returns the same bits on every processor. The only branches ask
//! whether all lanes are ordinary; the way for the others gives ordinary lanes the same bits.
//! Errors are below 1 unit in the last place (`tests/golden.rs` holds the measured bounds);
//! special values follow IEEE 754, and every NaN that comes out is the one positive quiet NaN
//! with no payload.
//!
//! Methods are the usual ones: reduction of the argument in two or three steps (Cody and Waite,
//! *Software Manual for the Elementary Functions*, 1980), a polynomial on the small interval, and
//! error-free sums and products (Dekker, *A floating-point technique for extending the available
//! precision*, 1971) where a rounding error would show. The polynomials are computed by
//! `tests/data/coefficients.py`.

use crate::lane::Lane;

/// (e^r - 1 - r) / r^2 for |r| <= ln(2)/2; the sum is then right to 2^-59.83 relative.
const EXP: [f64; 11] = [
    0.5,
    0.16666666666666669,
    0.041666666666666664,
    0.008333333333330039,
    0.001388888888888653,
    0.00019841269863168484,
    2.4801587317246755e-05,
    2.7557268281670345e-06,
    2.7557282816590486e-07,
    2.5100470243380002e-08,
    2.091130779138292e-09,
];
/// (sin r - r) / r^3 in r^2 for |r| <= pi/4; the sum is then right to 2^-57.06 relative.
const SIN: [f64; 7] = [
    -0.16666666666666666,
    0.008333333333332254,
    -0.0001984126983922665,
    2.755731780969453e-06,
    -2.5051665582161606e-08,
    1.599504174963632e-10,
    -4.1562055869550805e-13,
];
/// (cos r - 1 + r^2/2) / r^4 in r^2 for |r| <= pi/4; the sum is then right to 2^-59.2 relative.
const COS: [f64; 6] = [
    0.041666666666666664,
    -0.0013888888888886931,
    2.480158729848352e-05,
    -2.755731724810686e-07,
    2.0876156404302608e-09,
    -1.138402154742204e-11,
];
/// (2 atanh s - 2 s) / s^3 in s^2 for |s| <= 3 - sqrt(8); the sum is then right to 2^-61.03 relative.
const LN: [f64; 8] = [
    0.6666666666666666,
    0.4000000000001235,
    0.2857142856464269,
    0.2222222363584207,
    0.18181675789858617,
    0.15392174184628926,
    0.13122916840397733,
    0.14496039257283216,
];
/// (atanh s - s - s^3/3) / s^5 in s^2 for |s| <= 3 - sqrt(8); the sum is then right to 2^-66.08 relative.
const LN_TAIL: [f64; 8] = [
    0.2,
    0.14285714285710602,
    0.11111111113079114,
    0.09090908703600449,
    0.07692342934783239,
    0.06665120992560883,
    0.059098253570308575,
    0.053083647915139136,
];

/// 1.5 * 2^52. Adding it to a number below 2^51 in size rounds that number to an integer, which
/// then stands in the low bits of the sum.
const ROUNDER: f64 = 6_755_399_441_055_744.0;
/// log2(e).
const LOG2_E: f64 = std::f64::consts::LOG2_E;
/// Leading 32 bits of ln(2): its product with an exponent is exact.
const LN_2_HEAD: f64 = 0.693_147_180_369_123_8;
/// ln(2) minus its leading 32 bits.
const LN_2_REST: f64 = 1.908_214_929_270_587_7e-10;
/// 1/3 minus its nearest `f64`.
const THIRD_LOW: f64 = 1.850_371_707_708_594e-17;
/// Leading 33 bits of pi/2: its product with an integer up to 2^20 is exact.
const HALF_PI_1: f64 = 1.570_796_326_734_125_6;
/// pi/2 minus its leading 33 bits.
const HALF_PI_23: f64 = 6.077_100_506_506_192e-11;
/// Next 33 bits of pi/2.
const HALF_PI_2: f64 = 6.077_100_506_303_966e-11;
/// Next 33 bits of pi/2.
const HALF_PI_3: f64 = 2.022_266_248_711_166_5e-21;
/// What then remains of pi/2.
const HALF_PI_REST: f64 = 8.478_427_660_368_9e-32;
/// Bits of sqrt(1/2), where significands are split.
const SQRT_HALF_BITS: u64 = 0x3fe6_a09e_667f_3bcd;
/// Bits of 1.
const ONE_BITS: u64 = 0x3ff0_0000_0000_0000;

/// Largest |angle| in radians that [`sin_cos`] reduces by itself, 2^20. Larger ones are handed
/// lane by lane to libm, which is as accurate but slow.
pub const ANGLE_LIMIT: f64 = 1_048_576.0;

/// Base-e exponential.
///
/// `exp(-inf)` is 0; results from 2^1024 on are infinite and subnormal ones are rounded.
#[inline(always)]
pub fn exp<L: Lane>(x: L) -> L {
    if L::all(x.abs().less(L::splat(700.0))) {
        let (exponent, head, tail) = exp_parts(x, L::splat(0.0));
        return (head + tail) * power_of_two(exponent);
    }
    exp_of_any(x)
}

/// Natural logarithm: `-inf` at both zeros, NaN below.
#[inline(always)]
pub fn ln<L: Lane>(x: L) -> L {
    let normal = L::both(
        L::splat(f64::MIN_POSITIVE).less_equal(x),
        x.less(L::splat(f64::INFINITY)),
    );
    if L::all(normal) {
        let (exponent, m) = significand(x, L::splat(0.0));
        return ln_of_parts(exponent, m);
    }
    ln_of_any(x)
}

/// `x` to the power `y`.
///
/// Special cases are those of IEEE 754: `pow(x, 0)` and `pow(1, y)` are 1 for any argument, NaN
/// included; a negative base takes the sign of its power from the parity of an integer `y` and
/// gives NaN for any other finite `y`; `pow(-1, +-inf)` is 1.
#[inline(always)]
pub fn pow<L: Lane>(x: L, y: L) -> L {
    let (zero, infinity) = (L::splat(0.0), L::splat(f64::INFINITY));
    let ordinary = L::both(
        L::both(L::splat(f64::MIN_POSITIVE).less_equal(x), x.less(infinity)),
        y.abs().less(L::splat(1e100)),
    );
    if L::all(ordinary) {
        let (exponent, m) = significand(x, zero);
        let (ln_high, ln_low) = ln_pair(exponent, m);
        let (high, low) = product(y, ln_high);
        let low = low + y * ln_low;
        if L::all(high.abs().less(L::splat(700.0))) {
            let (exponent, head, tail) = exp_parts(high, low);
            return (head + tail) * power_of_two(exponent);
        }
    }
    pow_of_any(x, y)
}

/// Sine and cosine of an angle in radians, NaN for infinite angles: the bits of [`sin`] and
/// [`cos`] at less cost.
#[inline(always)]
pub fn sin_cos<L: Lane>(x: L) -> (L, L) {
    if L::all(x.abs().less_equal(L::splat(ANGLE_LIMIT))) {
        let (turns, r, r_low) = reduce_angle(x);
        let (sine, cosine) = (sine_near_zero(r, r_low), cosine_near_zero(r, r_low));
        let odd = turns.bit_is_set(0);
        return (
            finish_sin(x, L::select(odd, cosine, sine), turns),
            finish_cos(L::select(odd, sine, cosine), turns),
        );
    }
    (x.map_each(sin_of_any), x.map_each(cos_of_any))
}

/// Sine of an angle in radians; NaN for infinite angles.
#[inline(always)]
pub fn sin<L: Lane>(x: L) -> L {
    if L::all(x.abs().less_equal(L::splat(ANGLE_LIMIT))) {
        let (turns, r, r_low) = reduce_angle(x);
        let odd = turns.bit_is_set(0);
        let sin = if L::LANES == 1 && L::all(odd) {
            cosine_near_zero(r, r_low)
        } else if L::LANES == 1 {
            sine_near_zero(r, r_low)
        } else {
            L::select(odd, cosine_near_zero(r, r_low), sine_near_zero(r, r_low))
        };
        return finish_sin(x, sin, turns);
    }
    x.map_each(sin_of_any)
}

/// Cosine of an angle in radians; NaN for infinite angles.
#[inline(always)]
pub fn cos<L: Lane>(x: L) -> L {
    if L::all(x.abs().less_equal(L::splat(ANGLE_LIMIT))) {
        let (turns, r, r_low) = reduce_angle(x);
        let odd = turns.bit_is_set(0);
        let cos = if L::LANES == 1 && L::all(odd) {
            sine_near_zero(r, r_low)
        } else if L::LANES == 1 {
            cosine_near_zero(r, r_low)
        } else {
            L::select(odd, sine_near_zero(r, r_low), cosine_near_zero(r, r_low))
        };
        return finish_cos(cos, turns);
    }
    x.map_each(cos_of_any)
}

/// Hyperbolic tangent; keeps the sign of zero.
#[inline(always)]
pub fn tanh<L: Lane>(x: L) -> L {
    let (zero, one) = (L::splat(0.0), L::splat(1.0));
    // From 22 on the result rounds to 1.
    let size = x.abs();
    let bounded = L::select(L::splat(22.0).less(size), L::splat(22.0), size);
    let doubled = bounded + bounded;
    let (exponent, high, low) = reduce_exp(doubled, zero);
    // e^r - 1 as a pair; then tanh = (e^2x - 1) / (e^2x + 1) with both terms as pairs.
    let series = high * high * polynomial(high, &EXP) + low * (one + high);
    let (growth, growth_low) = sum_by_size(high, series);
    let power = power_of_two(exponent);
    let (growth, growth_low) = (power * growth, power * growth_low);
    // 2^k may be so large that adding 1 rounds.
    let (above, above_low) = sum_by_size(power, -one);
    let (above, carry) = sum_by_size(above, growth);
    let above_low = above_low + carry + growth_low;
    let (below, below_low) = sum_by_size(power, one);
    let (below, carry) = sum_by_size(below, growth);
    let below_low = below_low + carry + growth_low;
    let quotient = above / below;
    let (back, back_low) = product(quotient, below);
    let missing = ((above - back) - back_low) + (above_low - quotient * below_low);
    let result = quotient + missing / below;
    canonical(result.flip_sign_by(x), x)
}

/// `value`, or the canonical NaN where `x` is NaN.
#[inline(always)]
fn canonical<L: Lane>(value: L, x: L) -> L {
    L::select(x.equal(x), value, L::splat(f64::NAN))
}

/// `x` held between two bounds; NaN stays.
#[inline(always)]
fn clamp_to<L: Lane>(x: L, low: f64, high: f64) -> L {
    let (low, high) = (L::splat(low), L::splat(high));
    let x = L::select(x.less(low), low, x);
    L::select(high.less(x), high, x)
}

/// Nearest integer to a number below 2^51 in size, ties to even.
#[inline(always)]
fn round<L: Lane>(x: L) -> L {
    (x + L::splat(ROUNDER)) - L::splat(ROUNDER)
}

/// Whether a number is an integer; true for infinities, false for NaN.
#[inline(always)]
fn is_integer<L: Lane>(x: L) -> L::Mask {
    // Adding 2^52 to a smaller number rounds it to an integer; larger ones have no fraction.
    let size = x.abs();
    let two_52 = L::splat(4_503_599_627_370_496.0);
    let rounded = (size + two_52) - two_52;
    L::either(two_52.less_equal(size), rounded.equal(size))
}

/// 2^k for an integer k from -1022 to 1023.
#[inline(always)]
fn power_of_two<L: Lane>(k: L) -> L {
    (k + L::splat(ROUNDER)).bits_add(1023).bits_shift_left(52)
}

/// `value * 2^k` for an integer k up to 2000 in size. The first factor cannot leave the normal
/// range, so only the second rounds.
#[inline(always)]
fn scale<L: Lane>(value: L, k: L) -> L {
    let half = round(k * L::splat(0.5));
    value * power_of_two(half) * power_of_two(k - half)
}

/// Leading 26 bits of the significand; the rest fits in 27, so their products are exact.
#[inline(always)]
fn leading_half<L: Lane>(x: L) -> L {
    x.bits_and(0xffff_ffff_f800_0000)
}

/// `a + b` as a rounded sum and its rounding error, for `|a| >= |b|` or `a = 0`.
#[inline(always)]
fn sum_by_size<L: Lane>(a: L, b: L) -> (L, L) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// `a - b` as a rounded difference and its rounding error.
#[inline(always)]
fn difference<L: Lane>(a: L, b: L) -> (L, L) {
    let difference = a - b;
    let b_used = a - difference;
    let a_used = difference + b_used;
    (difference, (a - a_used) + (b_used - b))
}

/// `a * b` as a rounded product and its rounding error (Dekker).
#[inline(always)]
fn product<L: Lane>(a: L, b: L) -> (L, L) {
    let high = a * b;
    let (a_head, b_head) = (leading_half(a), leading_half(b));
    let (a_rest, b_rest) = (a - a_head, b - b_head);
    let low = ((a_head * b_head - high) + a_head * b_rest + a_rest * b_head) + a_rest * b_rest;
    (high, low)
}

/// Product of two numbers given as sums of a leading part and a small rest.
#[inline(always)]
fn product_of_pairs<L: Lane>(a: (L, L), b: (L, L)) -> (L, L) {
    let (high, low) = product(a.0, b.0);
    (high, low + (a.0 * b.1 + a.1 * b.0))
}

/// Sum of `coefficients[i] * x^i` for up to 12 coefficients by Estrin's scheme: neighbours are
/// joined first, then pairs, then groups of four.
#[inline(always)]
fn polynomial<L: Lane, const N: usize>(x: L, coefficients: &[f64; N]) -> L {
    const { assert!(N > 0 && N <= 12) };
    let x_2 = x * x;
    let first = four_terms(x, x_2, coefficients, 0);
    if N <= 4 {
        return first;
    }
    let x_4 = x_2 * x_2;
    let second = four_terms(x, x_2, coefficients, 4);
    if N <= 8 {
        return first + second * x_4;
    }
    let third = four_terms(x, x_2, coefficients, 8);
    (first + second * x_4) + third * (x_4 * x_4)
}

/// Up to four terms of a polynomial, from coefficient `i` on, as if it were the constant.
#[inline(always)]
fn four_terms<L: Lane, const N: usize>(x: L, x_2: L, coefficients: &[f64; N], i: usize) -> L {
    let two_terms = |i: usize| {
        let term = L::splat(coefficients[i]);
        if i + 1 < N {
            term + L::splat(coefficients[i + 1]) * x
        } else {
            term
        }
    };
    if i + 2 < N {
        two_terms(i) + two_terms(i + 2) * x_2
    } else {
        two_terms(i)
    }
}

/// `x + low = k ln 2 + r` with `|r| <= ln(2)/2`: k and r as a pair.
#[inline(always)]
fn reduce_exp<L: Lane>(x: L, low: L) -> (L, L, L) {
    let k = round(x * L::splat(LOG2_E));
    let head = x - k * L::splat(LN_2_HEAD);
    let rest = k * L::splat(LN_2_REST) - low;
    let r = head - rest;
    (k, r, (head - r) - rest)
}

/// `e^(r + low)` near 1 as a pair, for `|r| <= ln(2)/2` and `low` a rounding error of r.
#[inline(always)]
fn exp_near_zero<L: Lane>(r: L, low: L) -> (L, L) {
    let one = L::splat(1.0);
    let (head, carry) = sum_by_size(one, r);
    (head, carry + (r * r * polynomial(r, &EXP) + low * head))
}

/// `e^(x + low) = 2^k (head + tail)`.
#[inline(always)]
fn exp_parts<L: Lane>(x: L, low: L) -> (L, L, L) {
    let (k, r, r_low) = reduce_exp(x, low);
    let (head, tail) = exp_near_zero(r, r_low);
    (k, head, tail)
}

/// `x = 2^(k + shift) m` with m in `[sqrt(1/2), sqrt(2))`, for positive normal x: k and m.
#[inline(always)]
fn significand<L: Lane>(x: L, shift: L) -> (L, L) {
    let moved = x.bits_add(ONE_BITS - SQRT_HALF_BITS);
    // The biased exponent as the low bits of 2^52.
    let biased = moved.bits_shift_right(52).bits_or(0x4330_0000_0000_0000);
    let k = (biased - L::splat(4_503_599_627_370_496.0 + 1023.0)) - shift;
    let m = moved
        .bits_and(0x000f_ffff_ffff_ffff)
        .bits_add(SQRT_HALF_BITS);
    (k, m)
}

/// As [`significand`] with `shift` 0, for subnormal x too; other x give something finite.
#[inline(always)]
fn significand_of_any<L: Lane>(x: L) -> (L, L) {
    let subnormal = x.less(L::splat(f64::MIN_POSITIVE));
    let two_54 = L::splat(18_014_398_509_481_984.0);
    significand(
        L::select(subnormal, x * two_54, x),
        L::select(subnormal, L::splat(54.0), L::splat(0.0)),
    )
}

/// `k ln 2 + ln m`, rounded once but for small terms.
#[inline(always)]
fn ln_of_parts<L: Lane>(k: L, m: L) -> L {
    // ln m = f - f^2/2 + s (f^2/2 + R(s^2)) with f = m - 1 and s = f / (2 + f).
    let f = m - L::splat(1.0);
    let s = f / (L::splat(2.0) + f);
    let z = s * s;
    // f^2/2 in two parts: the square of f's leading half is exact.
    let f_head = leading_half(f);
    let half_square = L::splat(0.5) * f_head * f_head;
    let half_square_low = L::splat(0.5) * (f - f_head) * (f + f_head);
    let series = s * (half_square + half_square_low + z * polynomial(z, &LN));
    let (high, low) = sum_by_size(f, -half_square);
    let low = low + (series - half_square_low);
    let (high, carry) = sum_by_size(k * L::splat(LN_2_HEAD), high);
    high + (carry + (low + k * L::splat(LN_2_REST)))
}

/// `ln m` as a pair with a relative error below 2^-64, for m in `[sqrt(1/2), sqrt(2))`.
#[inline(always)]
fn ln_of_significand<L: Lane>(m: L) -> (L, L) {
    let one = L::splat(1.0);
    // s = (m - 1) / (m + 1) as a pair; the numerator is exact, the denominator is not.
    let above = m - one;
    let below = m + one;
    let below_low = m - (below - one);
    let inverse = one / below;
    let s = above * inverse;
    let (back, back_low) = product(s, below);
    let s_low = (((above - back) - back_low) - s * below_low) * inverse;
    // ln m = 2 s (1 + z/3 + z^2 T(z)) with z = s^2.
    let (z, z_low) = product(s, s);
    let z_low = z_low + (s + s) * s_low;
    let third = L::splat(1.0 / 3.0);
    let (t, t_low) = product_of_pairs((z, z_low), (third, L::splat(THIRD_LOW)));
    let (factor, carry) = sum_by_size(one, t);
    let factor_low = carry + (t_low + z * z * polynomial(z, &LN_TAIL));
    let (half, half_low) = product_of_pairs((s, s_low), (factor, factor_low));
    (half + half, half_low + half_low)
}

/// `k ln 2 + ln m` as a pair.
#[inline(always)]
fn ln_pair<L: Lane>(k: L, m: L) -> (L, L) {
    let (high, low) = ln_of_significand(m);
    let (high, carry) = sum_by_size(k * L::splat(LN_2_HEAD), high);
    let low = carry + (k * L::splat(LN_2_REST) + low);
    sum_by_size(high, low)
}

/// [`exp`] for all arguments.
#[cold]
fn exp_of_any<L: Lane>(x: L) -> L {
    // At these ends the result is already 0 or infinite. NaN passes both comparisons.
    let bounded = clamp_to(x, -746.0, 710.0);
    let (exponent, head, tail) = exp_parts(bounded, L::splat(0.0));
    canonical(scale(head + tail, exponent), x)
}

/// [`ln`] for all arguments.
#[cold]
fn ln_of_any<L: Lane>(x: L) -> L {
    let (zero, infinity) = (L::splat(0.0), L::splat(f64::INFINITY));
    let (exponent, m) = significand_of_any(x);
    let value = ln_of_parts(exponent, m);
    let value = L::select(x.equal(infinity), infinity, value);
    let value = L::select(x.equal(zero), -infinity, value);
    L::select(zero.less_equal(x), value, L::splat(f64::NAN))
}

/// [`pow`] for all arguments.
#[cold]
fn pow_of_any<L: Lane>(x: L, y: L) -> L {
    let (zero, one, infinity) = (L::splat(0.0), L::splat(1.0), L::splat(f64::INFINITY));
    let base = x.abs();
    let (exponent, m) = significand_of_any(base);
    let (ln_high, ln_low) = ln_pair(exponent, m);
    let ln_high = L::select(base.equal(zero), -infinity, ln_high);
    let ln_high = L::select(base.equal(infinity), infinity, ln_high);

    // y ln|x| in two parts. Beyond 800 the power is 0 or infinite and the low part may be NaN.
    let (high, low) = product(y, ln_high);
    let low = low + y * ln_low;
    let in_range = high.abs().less_equal(L::splat(800.0));
    let low = L::select(in_range, low, zero);
    let (exponent, head, tail) = exp_parts(clamp_to(high, -800.0, 800.0), low);
    let power = scale(head + tail, exponent);
    // The product was 0 * inf there.
    let power = L::select(L::both(base.equal(one), y.equal(y)), one, power);

    // Above 2^52 every number is an integer, above 2^53 every number is even.
    let integer = is_integer(y);
    let odd = L::both(integer, L::invert(is_integer(y * L::splat(0.5))));
    let power = L::select(L::both(x.bit_is_set(63), odd), -power, power);
    let finite_negative = L::both(x.less(zero), (-infinity).less(x));
    let undefined = L::both(finite_negative, L::invert(integer));
    let power = L::select(undefined, L::splat(f64::NAN), power);
    let power = canonical(canonical(canonical(power, power), x), y);
    L::select(L::either(y.equal(zero), x.equal(one)), one, power)
}

/// Count of quarter turns in the low bits, and what remains of `x` as a pair, for
/// `|x| <= ANGLE_LIMIT`.
#[inline(always)]
fn reduce_angle<L: Lane>(x: L) -> (L, L, L) {
    let turns = x * L::splat(std::f64::consts::FRAC_2_PI) + L::splat(ROUNDER);
    let n = turns - L::splat(ROUNDER);
    // Exact, and so is the difference. The rest of pi/2 in one piece leaves an error of 2^-66.
    let a = x - n * L::splat(HALF_PI_1);
    let rest = n * L::splat(HALF_PI_23);
    let r = a - rest;
    let r_low = (a - r) - rest;
    let near_multiple = L::both(
        r.abs().less(L::splat(1.0 / 1024.0)),
        L::splat(0.5).less(x.abs()),
    );
    if L::all(L::invert(near_multiple)) {
        return (turns, r, r_low);
    }
    // x may come as near to a multiple of pi/2 as 2^-60: two more exact products, keeping the
    // rounding errors of the differences.
    let (b, b_low) = difference(a, n * L::splat(HALF_PI_2));
    let (c, c_low) = difference(b, n * L::splat(HALF_PI_3));
    let rest = (b_low + c_low) - n * L::splat(HALF_PI_REST);
    let near = c + rest;
    let near_low = (c - near) + rest;
    (
        turns,
        L::select(near_multiple, near, r),
        L::select(near_multiple, near_low, r_low),
    )
}

/// `sin(r + r_low)` for `|r| <= pi/4`.
#[inline(always)]
fn sine_near_zero<L: Lane>(r: L, r_low: L) -> L {
    let z = r * r;
    r + (r * z * polynomial(z, &SIN) + r_low * (L::splat(1.0) - L::splat(0.5) * z))
}

/// `cos(r + r_low)` for `|r| <= pi/4`.
#[inline(always)]
fn cosine_near_zero<L: Lane>(r: L, r_low: L) -> L {
    let half = L::splat(0.5);
    let z = r * r;
    // r^2/2 in two parts; the square of r's leading half is exact.
    let r_head = leading_half(r);
    let half_square = half * r_head * r_head;
    let half_square_low = half * (r - r_head) * (r + r_head);
    let (high, carry) = sum_by_size(L::splat(1.0), -half_square);
    let correction = z * z * polynomial(z, &COS) - (half_square_low + r * r_low);
    high + (carry + correction)
}

/// Sine with its sign from bit 1 of the count of quarter turns, moved to the place of the sign.
#[inline(always)]
fn finish_sin<L: Lane>(x: L, sin: L, turns: L) -> L {
    let sin = sin.flip_sign_by(turns.bits_shift_left(62));
    // Below 2^-27 the sine rounds to its argument; this also keeps the sign of zero.
    L::select(x.abs().less(L::splat(1.0 / (1 << 27) as f64)), x, sin)
}

/// Cosine with its sign, which is that of the sine a quarter turn on.
#[inline(always)]
fn finish_cos<L: Lane>(cos: L, turns: L) -> L {
    cos.flip_sign_by(turns.bits_add(1).bits_shift_left(62))
}

/// Sine of one angle of any size, for calls in which some lane is beyond the limit.
#[cold]
fn sin_of_any(x: f64) -> f64 {
    if x.abs() <= ANGLE_LIMIT {
        return sin(x);
    }
    let value = libm::sin(x);
    canonical(value, value)
}

/// Cosine of one angle of any size, for calls in which some lane is beyond the limit.
#[cold]
fn cos_of_any(x: f64) -> f64 {
    if x.abs() <= ANGLE_LIMIT {
        return cos(x);
    }
    let value = libm::cos(x);
    canonical(value, value)
}
