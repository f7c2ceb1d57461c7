//! Balls that fly and bounce in `f64` among colliders, as exactly as alone.
//!
//! ```text
//! state -> free path (flight) -> first touch of any collider -> rebound -> free path ... -> end of the step
//! ```
//!
//! The path is that of the flight's integrator, the touch is found along it in the frame of the collider, and the
//! rebound is the flight's impulse law: over a half-space the states are those of
//! [`Shot::fly`](voltex_flight::Shot::fly), bit for bit.
//!
//! In a world a ball is an entity with a [`Ballistic`] beside its [`RigidBody`](crate::RigidBody) and
//! [`Collider`](crate::Collider); [`physics_step`](crate::physics_step) flies it. The resource [`Balls`] holds the balls
//! and the grounds by their ids, the resource [`Atmosphere`] the air and the wind, and the component [`Ground`] tells what
//! balls meet on a collider.

mod atmosphere;
mod balls;
mod body;
pub(crate) mod nearest;
pub(crate) mod outline;
pub(crate) mod search;
pub(crate) mod sweep;

pub use atmosphere::Atmosphere;
pub(crate) use balls::BallKind;
pub use balls::{BallId, Balls, GroundId, PlacedBall};
pub use body::{Ballistic, Ground};

pub use crate::step::{
    AimAnswer, AimedShot, BallHit, BlockedShot, NearBy, Prediction, PredictionEnd, aim, predict,
};
