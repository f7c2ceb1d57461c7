//! Cost per call of the elementary functions beside libm's, and of the float mode check: `cargo bench -p voltex_math`.
//!
//! Throughput over an array of arguments from the range a game uses, best of several rounds;
//! "wide" is the same kernel on four lanes, per number.

use std::hint::black_box;
use std::time::Instant;

use voltex_math::lane::{F64x4, Lane};
use voltex_math::random::{Key, uniform_in};
use voltex_math::{check_float_mode, f64 as functions, kernel};

const COUNT: usize = 4096;
const ROUNDS: usize = 200;

/// Least time per number over the rounds, ns.
fn nanoseconds(mut pass: impl FnMut() -> f64) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        black_box(pass());
        let elapsed = start.elapsed().as_secs_f64();
        if elapsed < best {
            best = elapsed;
        }
    }
    best * 1e9 / COUNT as f64
}

fn scalar(arguments: &[f64], f: impl Fn(f64) -> f64) -> f64 {
    nanoseconds(|| arguments.iter().map(|&x| f(black_box(x))).sum())
}

fn wide(arguments: &[f64], f: impl Fn(F64x4) -> F64x4) -> f64 {
    nanoseconds(|| {
        let mut sum = F64x4::splat(0.0);
        for chunk in arguments.as_chunks::<4>().0 {
            sum = sum + f(black_box(F64x4::from(*chunk)));
        }
        sum.to_array().into_iter().sum()
    })
}

/// Times one function in its three forms.
macro_rules! row {
    ($name:ident, $libm:path, $low:literal .. $high:literal) => {{
        let arguments: Vec<f64> = (0..COUNT as u64)
            .map(|i| uniform_in(Key::new(1, 1), i, $low, $high))
            .collect();
        print_row(
            stringify!($name),
            scalar(&arguments, functions::$name),
            scalar(&arguments, $libm),
            wide(&arguments, kernel::$name),
        );
    }};
}

fn print_row(name: &str, ours: f64, libm: f64, wide: f64) {
    println!(
        "{name:<8} {ours:8.2} {libm:8.2} {:8.2} {wide:8.2}",
        ours / libm
    );
}

fn main() {
    println!("ns per number; {COUNT} arguments, best of {ROUNDS} rounds");
    println!(
        "{:<8} {:>8} {:>8} {:>8} {:>8}",
        "", "scalar", "libm", "ratio", "wide x4"
    );
    row!(exp, libm::exp, -20.0..20.0);
    row!(ln, libm::log, 0.01..1000.0);
    row!(sin, libm::sin, -10.0..10.0);
    row!(cos, libm::cos, -10.0..10.0);
    row!(tanh, libm::tanh, -3.0..3.0);

    let bases: Vec<f64> = (0..COUNT as u64)
        .map(|i| uniform_in(Key::new(1, 2), i, 0.01, 100.0))
        .collect();
    print_row(
        "pow 1.7",
        scalar(&bases, |x| functions::pow(x, black_box(1.7))),
        scalar(&bases, |x| libm::pow(x, black_box(1.7))),
        wide(&bases, |x| kernel::pow(x, black_box(F64x4::splat(1.7)))),
    );
    let sum = |(sin, cos): (f64, f64)| sin + cos;
    print_row(
        "sin_cos",
        scalar(&bases, |x| sum(functions::sin_cos(x))),
        scalar(&bases, |x| sum(libm::sincos(x))),
        wide(&bases, |x| {
            let (sin, cos) = kernel::sin_cos(x);
            sin + cos
        }),
    );
    let check = nanoseconds(|| {
        let passed = (0..COUNT).filter(|_| check_float_mode().is_ok()).count();
        passed as f64
    });
    println!("check_float_mode {check:.2}");
}
