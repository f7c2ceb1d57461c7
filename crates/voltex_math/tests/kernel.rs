//! Kernels: wide equals scalar bit for bit, special values, symmetries.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use proptest::prelude::*;
use voltex_math::f64::{
    acos, acosh, asin, asinh, atan, atan2, atanh, cbrt, clamp, cos, cosh, exp, exp_m1, exp2, hypot,
    ln, ln_1p, log2, log10, max, min, pow, sin, sin_cos, sinh, tan, tanh,
};
use voltex_math::kernel::{self, ANGLE_LIMIT};
use voltex_math::lane::{F64x4, F64x8, Lane, Wide};

const INFINITY: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// Values at which kernels change their way or which have no ordinary result.
const SPECIAL: [f64; 30] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    -3.0,
    INFINITY,
    -INFINITY,
    NAN,
    f64::MIN_POSITIVE,
    -f64::MIN_POSITIVE,
    5e-324,
    -5e-324,
    f64::MAX,
    f64::MIN,
    700.0,
    -700.0,
    709.9,
    -745.2,
    -746.5,
    800.5,
    ANGLE_LIMIT,
    -1_048_576.000_1,
    1e22,
    FRAC_PI_4,
    FRAC_PI_2,
    -PI,
    22.0,
    4_503_599_627_370_497.0,
];

/// Equal bits, so that signs of zeros and the one NaN count.
#[track_caller]
fn assert_same(ours: f64, expected: f64, what: &str) {
    assert_eq!(
        ours.to_bits(),
        expected.to_bits(),
        "{what}: {ours} instead of {expected}"
    );
}

fn assert_wide_equals_scalar<const N: usize>(x: [f64; N], y: [f64; N]) {
    let (wide_x, wide_y) = (Wide::from(x), Wide::from(y));
    let (wide_sin, wide_cos) = kernel::sin_cos(wide_x);
    let results = [
        ("exp", kernel::exp(wide_x), x.map(exp)),
        ("ln", kernel::ln(wide_x), x.map(ln)),
        ("sin", kernel::sin(wide_x), x.map(sin)),
        ("cos", kernel::cos(wide_x), x.map(cos)),
        ("sin_cos.0", wide_sin, x.map(sin)),
        ("sin_cos.1", wide_cos, x.map(cos)),
        ("tanh", kernel::tanh(wide_x), x.map(tanh)),
        (
            "pow",
            kernel::pow(wide_x, wide_y),
            std::array::from_fn(|i| pow(x[i], y[i])),
        ),
    ];
    for (name, wide, scalar) in results {
        for (lane, (wide, scalar)) in wide.to_array().into_iter().zip(scalar).enumerate() {
            assert_same(
                wide,
                scalar,
                &format!("{name}, lane {lane} of {x:?}, {y:?}"),
            );
        }
    }
}

/// All pairs of special values share groups with each other and with ordinary numbers, so that
/// no lane's way depends on its neighbours.
#[test]
fn wide_equals_scalar_on_special_values() {
    for (i, a) in SPECIAL.into_iter().enumerate() {
        for b in SPECIAL {
            assert_wide_equals_scalar([a, b], [b, a]);
            assert_wide_equals_scalar([a, 0.7, b, 1.3], [b, 2.5, a, -0.5]);
            assert_wide_equals_scalar([a, b, SPECIAL[(i + 7) % 30]], [b, b, a]);
            assert_wide_equals_scalar([1.1, a, 2.2, 3.3, b, 4.4, a, b], [b; 8]);
        }
    }
}

#[test]
fn sin_cos_is_sin_and_cos() {
    for x in SPECIAL {
        assert_same(sin_cos(x).0, sin(x), &format!("sin {x}"));
        assert_same(sin_cos(x).1, cos(x), &format!("cos {x}"));
    }
}

#[test]
fn every_nan_is_the_canonical_one() {
    let odd_nans = [
        NAN,
        -NAN,
        f64::from_bits(0x7ff0_0000_0000_0001),
        f64::from_bits(0xffff_ffff_ffff_ffff),
    ];
    for nan in odd_nans {
        let results = [
            exp(nan),
            exp2(nan),
            exp_m1(nan),
            ln(nan),
            ln_1p(nan),
            log2(nan),
            log10(nan),
            pow(nan, 2.0),
            pow(2.0, nan),
            pow(nan, nan),
            cbrt(nan),
            hypot(nan, 1.0),
            sin(nan),
            cos(nan),
            tan(nan),
            asin(nan),
            acos(nan),
            atan(nan),
            atan2(nan, 1.0),
            atan2(1.0, nan),
            sinh(nan),
            cosh(nan),
            tanh(nan),
            asinh(nan),
            acosh(nan),
            atanh(nan),
        ];
        for (i, result) in results.into_iter().enumerate() {
            assert_same(result, NAN, &format!("result {i}"));
        }
    }
    let undefined = [
        ln(-1.0),
        ln(-INFINITY),
        ln(-5e-324),
        log2(-1.0),
        log10(-1.0),
        ln_1p(-1.5),
        pow(-2.0, 0.5),
        pow(-1.0, 0.5),
        pow(-0.1, 1e-300),
        sin(INFINITY),
        sin(-INFINITY),
        cos(INFINITY),
        cos(-INFINITY),
        tan(INFINITY),
        asin(1.1),
        acos(-1.1),
        acosh(0.9),
        atanh(1.5),
    ];
    for (i, result) in undefined.into_iter().enumerate() {
        assert_same(result, NAN, &format!("undefined {i}"));
    }
}

#[test]
fn exponentials_at_their_ends() {
    for (x, expected) in [
        (0.0, 1.0),
        (-0.0, 1.0),
        (INFINITY, INFINITY),
        (-INFINITY, 0.0),
        (f64::MAX, INFINITY),
        (f64::MIN, 0.0),
        (5e-324, 1.0),
        // Neighbours of the logarithm of the largest float and of half the smallest.
        (709.782_712_893_384, 1.797_693_134_862_273_2e308),
        (709.782_712_893_384_1, INFINITY),
        (-745.133_219_101_941_1, 5e-324),
        (-745.133_219_101_941_2, 0.0),
    ] {
        assert_same(exp(x), expected, &format!("exp {x}"));
    }
    for k in -1074..1024 {
        let power = if k >= -1022 {
            f64::from_bits(((k + 1023) as u64) << 52)
        } else {
            f64::from_bits(1 << (k + 1074))
        };
        assert_same(exp2(f64::from(k)), power, &format!("2^{k}"));
        assert_same(pow(2.0, f64::from(k)), power, &format!("pow(2, {k})"));
        assert_same(log2(power), f64::from(k), &format!("log2 of 2^{k}"));
    }
}

#[test]
fn logarithms_at_their_ends() {
    for log in [ln, log2, log10] {
        assert_same(log(0.0), -INFINITY, "log 0");
        assert_same(log(-0.0), -INFINITY, "log -0");
        assert_same(log(INFINITY), INFINITY, "log inf");
        assert_same(log(1.0), 0.0, "log 1");
    }
    let mut power = 1.0;
    for k in 0..23 {
        assert_same(log10(power), f64::from(k), &format!("log10 of 1e{k}"));
        power *= 10.0;
    }
    assert_same(ln(5e-324), -744.440_071_921_381_2, "ln of the least float");
    assert_same(ln(f64::MAX), 709.782_712_893_384, "ln of the largest float");
}

/// The list of IEEE 754-2019, section 9.2.1.
#[test]
fn powers_of_special_values() {
    let cases: [(f64, f64, f64); 52] = [
        (NAN, 0.0, 1.0),
        (NAN, -0.0, 1.0),
        (INFINITY, 0.0, 1.0),
        (-INFINITY, -0.0, 1.0),
        (0.0, 0.0, 1.0),
        (-0.0, 0.0, 1.0),
        (-3.0, 0.0, 1.0),
        (1.0, NAN, 1.0),
        (1.0, INFINITY, 1.0),
        (1.0, -INFINITY, 1.0),
        (1.0, 1e300, 1.0),
        (-1.0, INFINITY, 1.0),
        (-1.0, -INFINITY, 1.0),
        (-1.0, NAN, NAN),
        // Zeros: odd integers keep the sign.
        (0.0, 3.0, 0.0),
        (-0.0, 3.0, -0.0),
        (-0.0, 2.0, 0.0),
        (-0.0, 2.5, 0.0),
        (0.0, -3.0, INFINITY),
        (-0.0, -3.0, -INFINITY),
        (-0.0, -2.0, INFINITY),
        (-0.0, -2.5, INFINITY),
        (0.0, -INFINITY, INFINITY),
        (-0.0, -INFINITY, INFINITY),
        (0.0, INFINITY, 0.0),
        (-0.0, INFINITY, 0.0),
        // Infinite bases.
        (INFINITY, 2.0, INFINITY),
        (INFINITY, -2.0, 0.0),
        (-INFINITY, 3.0, -INFINITY),
        (-INFINITY, 2.0, INFINITY),
        (-INFINITY, 2.5, INFINITY),
        (-INFINITY, -3.0, -0.0),
        (-INFINITY, -2.0, 0.0),
        (-INFINITY, 0.5, INFINITY),
        (INFINITY, 1e-300, INFINITY),
        // Infinite exponents.
        (0.5, INFINITY, 0.0),
        (-0.5, INFINITY, 0.0),
        (2.0, INFINITY, INFINITY),
        (-2.0, INFINITY, INFINITY),
        (0.5, -INFINITY, INFINITY),
        (2.0, -INFINITY, 0.0),
        (-2.0, -INFINITY, 0.0),
        // Signs, overflow and underflow.
        (-2.0, 3.0, -8.0),
        (-2.0, 2.0, 4.0),
        (-2.0, 1025.0, -INFINITY),
        (-2.0, -1077.0, -0.0),
        (-2.0, 9_007_199_254_740_992.0, INFINITY),
        (-0.999, 9_007_199_254_740_991.0, -0.0),
        (10.0, 308.0, 1e308),
        (10.0, 309.0, INFINITY),
        (10.0, -324.0, 0.0),
        (1.0 + f64::EPSILON, 1e300, INFINITY),
    ];
    for (x, y, expected) in cases {
        assert_same(pow(x, y), expected, &format!("pow({x}, {y})"));
    }
}

#[test]
fn whole_powers_of_small_numbers_are_exact() {
    for base in 2_i64..=12 {
        let mut exact: i64 = 1;
        let mut exponent = 0;
        while exact < 1 << 53 {
            assert_same(
                pow(base as f64, f64::from(exponent)),
                exact as f64,
                &format!("{base}^{exponent}"),
            );
            exact *= base;
            exponent += 1;
        }
    }
    assert_same(pow(6.25, 0.5), 2.5, "sqrt(6.25)");
}

#[test]
fn circular_functions_at_zero_and_beyond_the_limit() {
    for zero in [0.0, -0.0] {
        for f in [
            sin, tan, asin, atan, sinh, tanh, asinh, atanh, exp_m1, ln_1p, cbrt,
        ] {
            assert_same(f(zero), zero, "odd function of a zero");
        }
        assert_same(cos(zero), 1.0, "cos 0");
        assert_same(cosh(zero), 1.0, "cosh 0");
    }
    assert_same(tanh(INFINITY), 1.0, "tanh inf");
    assert_same(tanh(-INFINITY), -1.0, "tanh -inf");
    assert_same(tanh(-30.0), -1.0, "tanh -30");
    assert_same(atan2(0.0, -0.0), PI, "atan2(0, -0)");
    assert_same(atan2(-0.0, -1.0), -PI, "atan2(-0, -1)");
    assert_same(atan2(-0.0, 1.0), -0.0, "atan2(-0, 1)");
    assert_same(hypot(INFINITY, NAN), INFINITY, "hypot(inf, NaN)");
    let huge = pow(2.0, 1000.0);
    assert_same(
        hypot(3.0 * huge, 4.0 * huge),
        5.0 * huge,
        "hypot without overflow",
    );
    // The two ways meet within their errors on both sides of the limit.
    for x in [ANGLE_LIMIT, ANGLE_LIMIT.next_up(), 1_048_577.0] {
        let (s, c) = sin_cos(x);
        assert!(
            (s - libm::sin(x)).abs() < 2e-16 && (c - libm::cos(x)).abs() < 2e-16,
            "{x}"
        );
    }
}

#[test]
fn selections_are_defined_for_zeros_and_nan() {
    assert_same(min(0.0, -0.0), -0.0, "equal gives the second");
    assert_same(min(-0.0, 0.0), 0.0, "equal gives the second");
    assert_same(max(0.0, -0.0), -0.0, "equal gives the second");
    assert_same(max(-0.0, 0.0), 0.0, "equal gives the second");
    assert_same(min(NAN, 1.0), 1.0, "NaN first");
    assert_same(max(NAN, 1.0), 1.0, "NaN first");
    assert!(min(1.0, NAN).is_nan() && max(1.0, NAN).is_nan());
    assert_same(clamp(-0.0, 0.0, 1.0), -0.0, "zero at a bound");
    assert_same(clamp(3.0, 0.0, 1.0), 1.0, "above");
    assert_same(clamp(-3.0, 0.0, 1.0), 0.0, "below");
    assert!(clamp(NAN, 0.0, 1.0).is_nan());
    use voltex_math::f32 as narrow;
    assert_eq!(narrow::min(f32::NAN, 1.0), 1.0);
    assert_eq!(narrow::max(0.0, -0.0).to_bits(), (-0.0_f32).to_bits());
    assert_eq!(narrow::clamp(2.0, 0.0, 1.0), 1.0);
    assert_eq!(narrow::sin_cos(0.3), (narrow::sin(0.3), narrow::cos(0.3)));
    assert_eq!(narrow::ln(-1.0).to_bits(), f32::NAN.to_bits());
}

#[test]
fn lanes_select_and_compare_each_for_itself() {
    let a = F64x4::from([1.0, -2.0, NAN, 0.0]);
    let b = F64x4::from([2.0, -2.0, 1.0, -0.0]);
    let pick = |mask| F64x4::select(mask, F64x4::splat(1.0), F64x4::splat(0.0)).to_array();
    assert_eq!(pick(a.less(b)), [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(pick(a.less_equal(b)), [1.0, 1.0, 0.0, 1.0]);
    assert_eq!(pick(a.equal(b)), [0.0, 1.0, 0.0, 1.0]);
    assert_eq!(pick(F64x4::invert(a.equal(b))), [1.0, 0.0, 1.0, 0.0]);
    assert_eq!(
        pick(F64x4::both(a.less_equal(b), a.equal(b))),
        [0.0, 1.0, 0.0, 1.0]
    );
    assert_eq!(
        pick(F64x4::either(a.less(b), a.equal(b))),
        [1.0, 1.0, 0.0, 1.0]
    );
    assert_eq!(pick(b.bit_is_set(63)), [0.0, 1.0, 0.0, 1.0]);
    assert!(F64x4::all(b.equal(b)) && !F64x4::all(a.equal(a)));
    assert_eq!((-b).abs().sqrt().to_array()[0], std::f64::consts::SQRT_2);
    assert_eq!(
        (F64x8::splat(6.0) / F64x8::splat(3.0) - F64x8::splat(1.0)).to_array(),
        [1.0; 8]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn wide_equals_scalar_on_any_bits(x: [u64; 8], y: [u64; 8]) {
        assert_wide_equals_scalar(x.map(f64::from_bits), y.map(f64::from_bits));
    }

    #[test]
    fn wide_equals_scalar_on_ordinary_numbers(x: [i32; 4], y: [i16; 4]) {
        let (x, y) = (x.map(|i| f64::from(i) / 1e7), y.map(|i| f64::from(i) / 1e3));
        assert_wide_equals_scalar(x, y);
        assert_wide_equals_scalar(x.map(f64::abs), y);
    }

    #[test]
    fn odd_and_even_functions_are_so_to_the_bit(x in -2e6_f64..2e6) {
        prop_assert_eq!(sin(-x).to_bits(), (-sin(x)).to_bits());
        prop_assert_eq!(cos(-x).to_bits(), cos(x).to_bits());
        prop_assert_eq!(tanh(-x).to_bits(), (-tanh(x)).to_bits());
    }

    #[test]
    fn functions_stay_in_their_range(x: f64) {
        for value in [sin(x), cos(x), tanh(x)] {
            prop_assert!(value.is_nan() || value.abs() <= 1.0);
        }
        prop_assert!(exp(x) >= 0.0);
    }

    #[test]
    fn inverses_undo(x in -300.0_f64..300.0) {
        // The logarithm loses what the exponential's last place is worth.
        prop_assert!((ln(exp(x)) - x).abs() <= 1.2e-16 + 2.3e-16 * x.abs());
        prop_assert!((pow(exp(x), 0.5) / exp(0.5 * x) - 1.0).abs() < 4e-16);
        let (s, c) = sin_cos(x);
        prop_assert!((s * s + c * c - 1.0).abs() < 4.5e-16);
    }
}
