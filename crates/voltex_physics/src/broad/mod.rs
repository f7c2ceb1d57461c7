//! Broad phase: trees of boxes, and which boxes overlap.

mod broad_phase;
mod build;
mod dynamic_bvh;
mod lanes;
mod node;
mod pair_list;
mod static_bvh;
mod tree;
mod tree_box;
mod upkeep;
mod walk;

pub use broad_phase::{BoxId, BoxPair, BroadPhase, Mobility};
pub(crate) use broad_phase::{KeptBox, improvement};
pub(crate) use dynamic_bvh::check_box;
pub use dynamic_bvh::{DynamicBvh, Proxy};
pub use static_bvh::StaticBvh;
pub use tree::BvhTree;
pub use tree_box::TreeBox;
pub(crate) use walk::PairPart;
