//! Answers of the crate against a slow, independent reference in `f64`.
//!
//! The reference knows bodies by support points and distances of its own closed forms. It proves an answer where
//! that is possible, rather than compare it with another.

mod depth;
mod distance;
mod draw;
mod hostile;
#[path = "../hostile_pairs/mod.rs"]
mod hostile_pairs;
mod impact;
#[path = "../../../../fuzz/kept.rs"]
mod kept;
mod manifold;
mod rays;
mod refresh;
mod solid;
