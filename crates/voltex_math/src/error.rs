//! Errors of this crate.

/// What `voltex_math` can refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MathError {
    /// Results are not rounded to the nearest value, ties to even.
    #[error(
        "the processor does not round {width}-bit floats to nearest, ties to even, so results would \
         differ from other machines; restore the default rounding mode on this thread \
         (fesetround(FE_TONEAREST)) before stepping"
    )]
    RoundingMode {
        /// Width of the float type, bits.
        width: u32,
    },
    /// Results smaller than the least normal number become zero.
    #[error(
        "subnormal {width}-bit results are flushed to zero on this thread, so results would differ \
         from other machines; clear the FTZ flag (x86 MXCSR bit 15, ARM FPCR bit 24), often set by \
         audio code or -ffast-math libraries, before stepping"
    )]
    FlushToZero {
        /// Width of the float type, bits.
        width: u32,
    },
    /// Operands smaller than the least normal number are read as zero.
    #[error(
        "subnormal {width}-bit operands are read as zero on this thread, so results would differ \
         from other machines; clear the DAZ flag (x86 MXCSR bit 6, ARM FPCR bit 24), often set by \
         audio code or -ffast-math libraries, before stepping"
    )]
    DenormalsAreZero {
        /// Width of the float type, bits.
        width: u32,
    },
}
