//! Broad phase: trees of boxes, and which boxes overlap.

mod build;
mod lanes;
mod node;
mod static_bvh;
mod walk;

pub use static_bvh::StaticBvh;
