//! Flight of spinning balls as pure functions of `f64`: measured balls, aerodynamics, air, wind, bounce.
//!
//! ```
//! use voltex_flight::{Air, Launch, balls, units::{deg, mph, rpm}};
//!
//! let shot = balls::GOLF.launch(Launch::at(mph(167.0)).up(deg(10.9)).backspin(rpm(2686.0)));
//! let flight = shot.fly(&Air::default())?;
//! println!("carry {:.1} m", flight.carry().expect("it lands"));
//! let (position, _rotation) = flight.pose_at(1.5);
//! assert!(position.x > 80.0);
//! # Ok::<(), voltex_flight::FlightError>(())
//! ```
//!
//! SI units; right-handed axes with +Y up, a shot flies along +X and +Z is to its right. Spin follows the
//! right-hand rule: backspin is +Z. Equal input gives equal bits on every machine.

pub mod aero;
pub mod aim;
pub mod air;
pub mod ball;
pub mod balls;
pub mod batch;
mod batch_lanes;
pub mod batch_result;
pub mod core_block;
mod crossing;
pub mod data;
pub mod error;
pub mod flyer;
mod ground;
pub mod impact;
mod integrate;
pub mod launch;
mod oval_balls;
pub mod parameter;
pub mod shot;
pub mod shots;
pub mod spheroid;
pub mod spheroid_aero;
mod spheroid_contact;
mod spheroid_flight;
pub mod spheroid_impact;
mod spheroid_stance;
mod spheroid_step;
mod spheroid_turn;
pub mod state;
pub mod surface;
pub mod surfaces;
pub mod track;
pub mod trajectory;
pub mod units;
pub mod wind;

pub use air::Air;
pub use ball::Ball;
pub use batch::Batch;
pub use core_block::CoreBlock;
pub use error::FlightError;
pub use flyer::{Flyer, FreePath};
pub use launch::Launch;
pub use shot::Shot;
pub use spheroid::Spheroid;
pub use state::State;
pub use surface::Surface;
pub use track::{Sample, Track};
pub use trajectory::Trajectory;
pub use wind::Wind;

/// The lines of the page on batches compile and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/batch.md")]
struct BatchPage;
