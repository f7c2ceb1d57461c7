//! Vectors, poses, boxes, deterministic scalar functions, keyed random numbers and state hashing.
//!
//! Everything here gives the same bits on every processor, operating system and optimisation
//! level, and for every width of vector instructions. Only the operations that IEEE 754 defines
//! exactly (+, -, *, /, square root, comparison, rounding to an integer) are left to the compiler;
//! all else is computed by code of this crate or by `libm`, compiled with it.
//!
//! * [`linear`]: vectors, quaternions and matrices, re-exported at the root.
//! * [`Aabb`], [`Pose`], [`Euler`]: box, rigid placement, Euler angles as a view.
//! * [`f32`](mod@f32), [`f64`](mod@f64): elementary functions of one number, to be used instead of std's.
//! * [`kernel`], [`lane`], [`lane_vector`]: what batches need, for one number or several at once.
//! * [`simd`]: lanes in vector registers, chosen at run time.
//! * [`wide`], [`wide_vector`]: `f32` lanes for solvers, at the same levels.
//! * [`random`]: random numbers as a function of key and counter.
//! * [`StateHasher`]: hash of simulation state.
//! * [`check_float_mode`], [`simd_level`]: what the processor is set to and what it offers.

pub mod aabb;
pub mod cpu;
pub mod error;
pub mod euler;
pub mod f32;
pub mod f64;
pub mod float_mode;
pub mod hash;
pub mod kernel;
pub mod lane;
pub mod lane_vector;
pub mod linear;
pub mod pose;
pub mod random;
pub mod simd;
#[cfg(target_arch = "aarch64")]
mod simd_neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd_wasm;
#[cfg(target_arch = "x86_64")]
mod simd_x86;
pub mod wide;
pub mod wide_vector;
#[cfg(target_arch = "x86_64")]
mod wide_x86;

pub use aabb::{AABB, Aabb};
pub use cpu::{simd_features, simd_level};
pub use error::MathError;
pub use euler::Euler;
pub use float_mode::check_float_mode;
pub use hash::StateHasher;
pub use linear::{
    DMat3, DQuat, DVec2, DVec3, Mat3, Mat4, Quat, Vec2, Vec3, Vec4, dvec2, dvec3, vec2, vec3,
};
pub use pose::Pose;
pub use random::Key;
