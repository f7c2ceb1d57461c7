//! Vectors, quaternions and matrices: the one place that names glam.
//!
//! Every other module and crate takes these types from here, so the choice of library and of its
//! features is made once. glam is built with `default-features = false` and the features `f64`,
//! `libm` and `scalar-math`. Reading glam 0.34.3 with these features shows:
//!
//! * `scalar-math` removes the SSE2, NEON, WebAssembly and portable-SIMD back ends at compile
//!   time, and overrides the `core-simd` feature. Cargo unites features, so another crate of the
//!   same build may add features to glam, but it cannot take this one away.
//! * The back end for transcendental functions is chosen by `any(feature = "libm", ..)`; the std
//!   back end needs `not(feature = "libm")`. A crate that turns `std` on changes nothing.
//! * `min`, `max` and `clamp` of vectors are compare-and-select and return the second operand
//!   where the two compare equal or one is NaN.
//! * `acos` for `f32` (`Quat::slerp`, `angle_between`) is a polynomial of degree 7 with an error
//!   of about 1e-7 rad. It is the same everywhere but not the nearest float; use
//!   [`crate::f32::acos`] where accuracy matters.
//! * `mul_add` calls libm's correctly rounded fused operation: equal bits everywhere, yet slow
//!   where the processor has none. Write `a * b + c`.
//!
//! The golden bits of the operations that use transcendental functions are held by
//! `tests/linear.rs`.

pub use glam::{
    DMat3, DQuat, DVec2, DVec3, Mat3, Mat4, Quat, Vec2, Vec3, Vec4, dvec2, dvec3, vec2, vec3,
};
