//! Float mode and processor report.

use voltex_math::{MathError, check_float_mode, simd_features, simd_level};

#[test]
fn this_thread_computes_as_ieee_754_prescribes() {
    assert_eq!(check_float_mode(), Ok(()));
}

#[test]
fn errors_name_the_flag_to_clear() {
    let text = MathError::FlushToZero { width: 64 }.to_string();
    assert!(text.contains("64-bit") && text.contains("FTZ"), "{text}");
    let text = MathError::DenormalsAreZero { width: 32 }.to_string();
    assert!(text.contains("32-bit") && text.contains("DAZ"), "{text}");
    let text = MathError::RoundingMode { width: 32 }.to_string();
    assert!(text.contains("fesetround"), "{text}");
}

#[test]
fn the_level_is_among_the_features_found() {
    let features = simd_features();
    match simd_level() {
        "avx512" => assert!(features.contains(&"avx512f") && features.contains(&"avx512vl")),
        "scalar" => assert!(features.is_empty()),
        level => assert!(features.contains(&level), "{level} not in {features:?}"),
    }
}

/// x86-64 lets a program change the mode of its thread; each deviation must be seen and named.
#[cfg(target_arch = "x86_64")]
mod changed_modes {
    #![allow(unsafe_code)]

    use std::arch::asm;

    use super::*;

    /// Bits of the MXCSR register.
    const DAZ: u32 = 1 << 6;
    const ROUND_DOWN: u32 = 1 << 13;
    const ROUND_UP: u32 = 1 << 14;
    const ROUND_TO_ZERO: u32 = 3 << 13;
    const FTZ: u32 = 1 << 15;

    /// Result of the check with `flags` added to the register, which is restored afterwards.
    fn check_with(flags: u32) -> Result<(), MathError> {
        let mut saved = 0_u32;
        // SAFETY: stores the register into a live, aligned u32.
        unsafe { asm!("stmxcsr [{}]", in(reg) &mut saved, options(nostack)) };
        let changed = saved | flags;
        // SAFETY: sets defined bits only, all exceptions stay masked; restored below, and the code
        // between the two computes nothing but the check.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &changed, options(nostack)) };
        let result = check_float_mode();
        // SAFETY: the value that the register held before.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &saved, options(nostack)) };
        result
    }

    #[test]
    fn are_found() {
        assert_eq!(check_with(0), Ok(()));
        for mode in [ROUND_DOWN, ROUND_UP, ROUND_TO_ZERO] {
            assert_eq!(
                check_with(mode),
                Err(MathError::RoundingMode { width: 64 }),
                "{mode:#x}"
            );
        }
        assert_eq!(check_with(FTZ), Err(MathError::FlushToZero { width: 64 }));
        // With DAZ alone the product of a subnormal is the first thing to vanish.
        assert_eq!(
            check_with(DAZ),
            Err(MathError::DenormalsAreZero { width: 64 })
        );
        assert_eq!(check_float_mode(), Ok(()));
    }
}
