//! Vectors, poses, boxes, deterministic scalar functions, keyed random numbers and state hashing.
//!
//! Everything here gives the same bits on every processor, operating system and optimisation
//! level, and for every width of vector instructions. Only the operations that IEEE 754 defines
//! exactly (+, -, *, /, square root, comparison, rounding to an integer) are left to the compiler;
//! all else is computed by code of this crate or by `libm`, compiled with it.
//!
//! ```
//! use voltex_math::{Pose, Quat, f32, random, vec3};
//!
//! let quarter = Quat::from_rotation_y(core::f32::consts::FRAC_PI_2); // right-handed: +X goes to -Z
//! let pose = Pose::new(vec3(1.0, 2.0, 3.0), quarter);
//! assert!((pose.transform_point(vec3(1.0, 0.0, 0.0)) - vec3(1.0, 2.0, 2.0)).length() < 1e-6);
//!
//! let angle = f32::atan2(1.0, 1.0); // the same bits everywhere; `1.0.atan2(1.0)` of std is not
//! assert_eq!(angle, core::f32::consts::FRAC_PI_4);
//!
//! let gusts = random::Key::new(2026, 7); // seed and stream
//! assert_eq!(random::uniform(gusts, 3), random::uniform(gusts, 3)); // a function of key and counter
//! ```
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
