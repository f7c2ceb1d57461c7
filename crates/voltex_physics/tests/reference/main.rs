//! Answers of the crate against a slow, independent reference in `f64`.
//!
//! The reference knows bodies by support points and distances of its own closed forms. It proves an answer where
//! that is possible, rather than compare it with another.

mod depth;
mod distance;
mod draw;
mod rays;
mod solid;
