//! Balls that fly and bounce in `f64` among colliders, as exactly as alone.
//!
//! ```text
//! state -> free path (flight) -> first touch of any obstacle -> rebound -> free path ... -> end of the step
//! ```
//!
//! The path is that of the flight's integrator, the touch is found along it in the frame of the obstacle, and the
//! rebound is the flight's impulse law: over a half-space the states are those of
//! [`Shot::fly`](voltex_flight::Shot::fly), bit for bit.

mod fly;
mod nearest;
mod sweep;

pub use fly::{BallImpact, BallStep, LastingContact, Obstacle, fly_step};
