//! Elementary functions against correctly rounded values from high-precision arithmetic.
//!
//! The tables in `data/` are computed by `data/generate.py` with mpmath, independently of any code
//! here. Bounds are the largest errors seen on these tables, rounded up; a change that makes a
//! function worse fails. Golden hashes hold our own output bits, for comparison between targets.

use voltex_math::random::{Key, bits as random_bits, uniform_in};
use voltex_math::{StateHasher, f32 as f32_functions, f64 as f64_functions};

/// Function of one or two `f64`.
#[derive(Clone, Copy)]
enum Function {
    One(fn(f64) -> f64),
    Two(fn(f64, f64) -> f64),
}

use Function::{One, Two};

impl Function {
    fn call(self, arguments: &[f64]) -> f64 {
        match (self, arguments) {
            (One(f), [x]) => f(*x),
            (Two(f), [x, y]) => f(*x, *y),
            (One(_) | Two(_), _) => panic!("wrong number of arguments: {arguments:?}"),
        }
    }
}

/// Position of a float in the order of all floats, so that neighbours differ by 1.
fn position(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    if bits < 0 { i64::MIN - bits } else { bits }
}

fn bits(field: &str) -> f64 {
    f64::from_bits(u64::from_str_radix(field, 16).expect("16 hex digits"))
}

/// Largest error over a table in units of the last place, with the arguments where it occurs.
fn largest_error(table: &str, function: Function) -> (f64, Vec<f64>) {
    let mut largest = (0.0, Vec::new());
    let mut rows = 0;
    for line in table.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        let (arguments, rest) = fields.split_at(fields.len() - 2);
        let arguments: Vec<f64> = arguments.iter().map(|field| bits(field)).collect();
        let nearest = bits(rest[0]);
        // The true value lies `residual` units above the nearest float.
        let residual: f64 = rest[1].parse().expect("a decimal number");
        let ours = function.call(&arguments);
        assert!(ours.is_finite(), "{arguments:?} gives {ours}");
        let steps = (position(ours) - position(nearest)) as f64;
        let error = (steps - residual).abs();
        if error > largest.0 {
            largest = (error, arguments);
        }
        rows += 1;
    }
    assert!(rows >= 350, "table of {rows} rows");
    largest
}

macro_rules! golden_tables {
    ($($name:ident, $shape:ident, $bound:literal;)*) => {
        $(
            #[test]
            fn $name() {
                let table = include_str!(concat!("data/", stringify!($name), ".csv"));
                let (error, arguments) = largest_error(table, $shape(f64_functions::$name));
                assert!(error <= $bound, "{error} ulp at {arguments:?}");
            }
        )*
    };
}

mod f64_errors {
    use super::*;

    golden_tables! {
        exp, One, 0.68;
        exp2, One, 0.68;
        exp_m1, One, 0.75;
        ln, One, 0.52;
        ln_1p, One, 0.65;
        log2, One, 0.57;
        log10, One, 0.60;
        pow, Two, 0.60;
        cbrt, One, 0.50;
        hypot, Two, 0.85;
        sin, One, 0.60;
        cos, One, 0.70;
        tan, One, 0.67;
        asin, One, 0.70;
        acos, One, 0.64;
        atan, One, 0.70;
        atan2, Two, 1.14;
        sinh, One, 1.36;
        cosh, One, 0.82;
        tanh, One, 0.70;
        asinh, One, 1.00;
        acosh, One, 1.42;
        atanh, One, 0.91;
    }
}

/// Every function of `f32` is that of `f64` rounded once; on these points it is the nearest float.
#[test]
fn f32_functions_give_the_nearest_float() {
    let mut rows = 0;
    for line in include_str!("data/f32.csv").lines() {
        let fields: Vec<&str> = line.split(',').collect();
        let numbers: Vec<f32> = fields[1..]
            .iter()
            .map(|field| f32::from_bits(u32::from_str_radix(field, 16).expect("8 hex digits")))
            .collect();
        let (nearest, arguments) = numbers.split_last().expect("arguments and a result");
        let ours = call_f32(fields[0], arguments);
        assert_eq!(
            ours.to_bits(),
            nearest.to_bits(),
            "{} {arguments:?}: {ours} instead of {nearest}",
            fields[0]
        );
        rows += 1;
    }
    assert!(rows > 2500, "table of {rows} rows");
}

fn call_f32(name: &str, arguments: &[f32]) -> f32 {
    let x = arguments[0];
    let y = arguments.get(1).copied();
    match name {
        "exp" => f32_functions::exp(x),
        "exp2" => f32_functions::exp2(x),
        "exp_m1" => f32_functions::exp_m1(x),
        "ln" => f32_functions::ln(x),
        "ln_1p" => f32_functions::ln_1p(x),
        "log2" => f32_functions::log2(x),
        "log10" => f32_functions::log10(x),
        "pow" => f32_functions::pow(x, y.expect("two arguments")),
        "cbrt" => f32_functions::cbrt(x),
        "hypot" => f32_functions::hypot(x, y.expect("two arguments")),
        "sin" => f32_functions::sin(x),
        "cos" => f32_functions::cos(x),
        "tan" => f32_functions::tan(x),
        "asin" => f32_functions::asin(x),
        "acos" => f32_functions::acos(x),
        "atan" => f32_functions::atan(x),
        "atan2" => f32_functions::atan2(x, y.expect("two arguments")),
        "sinh" => f32_functions::sinh(x),
        "cosh" => f32_functions::cosh(x),
        "tanh" => f32_functions::tanh(x),
        "asinh" => f32_functions::asinh(x),
        "acosh" => f32_functions::acosh(x),
        "atanh" => f32_functions::atanh(x),
        other => panic!("no function {other}"),
    }
}

/// Arguments for the golden hashes: any bit pattern, then the range in which games compute.
fn argument(stream: u64, i: u64) -> f64 {
    let key = Key::new(1985, stream);
    if i.is_multiple_of(2) {
        let [low, high, ..] = random_bits(key, i);
        f64::from_bits(u64::from(high) << 32 | u64::from(low))
    } else {
        uniform_in(key, i, -20.0, 20.0)
    }
}

/// Hash of the output bits over 20,000 arguments, for `f64` and for the same arguments in `f32`.
fn output_hashes(name: &str, function: Function) -> (u64, u64) {
    let (mut wide, mut narrow) = (StateHasher::new(), StateHasher::new());
    for i in 0..20_000 {
        let (x, y) = (argument(1, i), argument(2, i));
        match function {
            One(f) => {
                wide.write_u64(f(x).to_bits());
                narrow.write_u32(call_f32(name, &[x as f32]).to_bits());
            }
            Two(f) => {
                wide.write_u64(f(x, y).to_bits());
                narrow.write_u32(call_f32(name, &[x as f32, y as f32]).to_bits());
            }
        }
    }
    (wide.finish(), narrow.finish())
}

/// Equal on every target, in debug and release. A changed hash means that every simulation changes:
/// say so under *Determinism* in the change log.
#[test]
fn output_bits_have_golden_hashes() {
    let golden: [(&str, Function, u64, u64); 23] = [
        (
            "exp",
            One(f64_functions::exp),
            0xa8ff_8b4e_11ed_e12b,
            0x5a8d_8327_8842_545b,
        ),
        (
            "exp2",
            One(f64_functions::exp2),
            0x952f_6912_7a70_2857,
            0xd80f_4386_80a6_6af7,
        ),
        (
            "exp_m1",
            One(f64_functions::exp_m1),
            0x057c_241d_569c_d5ef,
            0x2bec_59b3_b161_a00a,
        ),
        (
            "ln",
            One(f64_functions::ln),
            0xd7a5_674a_6289_f146,
            0x9112_52ff_9d1a_7162,
        ),
        (
            "ln_1p",
            One(f64_functions::ln_1p),
            0x8d7d_b8a0_a174_ded4,
            0xccd5_c8a1_e6ec_49c0,
        ),
        (
            "log2",
            One(f64_functions::log2),
            0x37de_907d_6f8a_74f4,
            0x180b_b057_36bb_eebb,
        ),
        (
            "log10",
            One(f64_functions::log10),
            0x56f4_8884_d5f6_8000,
            0xa46c_5afa_7362_d5ed,
        ),
        (
            "pow",
            Two(f64_functions::pow),
            0x3ea8_b7c5_7fec_bae1,
            0x92b6_dde0_9395_802c,
        ),
        (
            "cbrt",
            One(f64_functions::cbrt),
            0x8109_2ea5_3c89_9bb6,
            0xba0f_2290_18e1_7f5a,
        ),
        (
            "hypot",
            Two(f64_functions::hypot),
            0x5bbd_c3df_92ca_9b22,
            0xfae8_2f0a_ce5e_acfd,
        ),
        (
            "sin",
            One(f64_functions::sin),
            0x34db_f563_a816_a68e,
            0xcc1a_1c3a_ab09_0363,
        ),
        (
            "cos",
            One(f64_functions::cos),
            0x9b30_0b6a_b7aa_9257,
            0x2060_616c_8308_3cd0,
        ),
        (
            "tan",
            One(f64_functions::tan),
            0xacdc_ec04_bddf_5adc,
            0xd699_0ae1_c9b9_b1fd,
        ),
        (
            "asin",
            One(f64_functions::asin),
            0x2987_35fa_1fe6_0328,
            0x701f_40e9_e626_660b,
        ),
        (
            "acos",
            One(f64_functions::acos),
            0xc4f2_5143_18ad_50f5,
            0x141d_e4be_73d4_8086,
        ),
        (
            "atan",
            One(f64_functions::atan),
            0x1583_2538_9477_805a,
            0xd6be_b083_91f9_2cc2,
        ),
        (
            "atan2",
            Two(f64_functions::atan2),
            0x47b2_62df_c9af_59b3,
            0x3760_8c00_1d31_9549,
        ),
        (
            "sinh",
            One(f64_functions::sinh),
            0x1936_9313_3200_d108,
            0xffa7_aed6_0e34_3e7a,
        ),
        (
            "cosh",
            One(f64_functions::cosh),
            0x2d3f_7c31_45bb_0f7a,
            0x7118_2432_3496_0dae,
        ),
        (
            "tanh",
            One(f64_functions::tanh),
            0xe033_67db_3b88_cda7,
            0x7ab9_e74b_c61c_0b24,
        ),
        (
            "asinh",
            One(f64_functions::asinh),
            0xb998_cd2b_f1db_ccb1,
            0xbc8c_181a_a220_4055,
        ),
        (
            "acosh",
            One(f64_functions::acosh),
            0x00cb_0b91_919d_0bda,
            0x7284_7219_4664_c509,
        ),
        (
            "atanh",
            One(f64_functions::atanh),
            0xcb4c_12c6_19ba_a57b,
            0x4b40_c819_3c1f_6baf,
        ),
    ];
    let mut changed = String::new();
    for (name, function, expected, expected_f32) in golden {
        let (ours, ours_f32) = output_hashes(name, function);
        if (ours, ours_f32) != (expected, expected_f32) {
            changed += &format!("\n{name}: {ours:#018x}, {ours_f32:#018x}");
        }
    }
    assert!(changed.is_empty(), "output bits changed:{changed}");
}
