//! Vectors, poses, boxes, deterministic scalar functions, keyed random numbers and state hashing.

pub mod f64;
pub use glam::{DMat3, DQuat, DVec3, Mat3, Mat4, Quat, Vec3};
