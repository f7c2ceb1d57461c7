//! What the processor offers, for reports only: no result depends on it.

/// Widest group of vector instructions that this processor and build can run: `avx512`, `avx2`,
/// `sse4.1`, `sse2`, `neon`, `simd128` or `scalar`.
pub fn simd_level() -> &'static str {
    widest_level()
}

/// Names of the vector instruction sets found on this processor, in a fixed order.
pub fn simd_features() -> Vec<&'static str> {
    detected_features()
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn widest_level() -> &'static str {
    use std::is_x86_feature_detected as has;
    if has!("avx512f") && has!("avx512dq") && has!("avx512vl") {
        "avx512"
    } else if has!("avx2") {
        "avx2"
    } else if has!("sse4.1") {
        "sse4.1"
    } else if has!("sse2") {
        "sse2"
    } else {
        "scalar"
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn detected_features() -> Vec<&'static str> {
    use std::is_x86_feature_detected as has;
    [
        ("sse2", has!("sse2")),
        ("sse4.1", has!("sse4.1")),
        ("avx", has!("avx")),
        ("avx2", has!("avx2")),
        ("fma", has!("fma")),
        ("avx512f", has!("avx512f")),
        ("avx512dq", has!("avx512dq")),
        ("avx512vl", has!("avx512vl")),
    ]
    .into_iter()
    .filter_map(|(name, found)| found.then_some(name))
    .collect()
}

// Advanced SIMD is part of the base instruction set there.
#[cfg(target_arch = "aarch64")]
fn widest_level() -> &'static str {
    "neon"
}

#[cfg(target_arch = "aarch64")]
fn detected_features() -> Vec<&'static str> {
    vec!["neon"]
}

// WebAssembly has no detection at run time: the module is compiled with the extension or without.
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
fn widest_level() -> &'static str {
    if cfg!(target_feature = "simd128") {
        "simd128"
    } else {
        "scalar"
    }
}

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
fn detected_features() -> Vec<&'static str> {
    if cfg!(target_feature = "simd128") {
        vec!["simd128"]
    } else {
        Vec::new()
    }
}
