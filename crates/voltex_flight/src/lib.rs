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
//! In the order in which a program meets them:
//!
//! 1. [`balls`] and [`surfaces`] have the twelve balls and the grounds. A [`Ball`] has models, and coefficients by name
//!    ([`parameter`]), each with the place where it was published ([`data`]).
//! 2. A [`Launch`] says speed, direction, spin and height; [`shots`] are launches that have a name.
//! 3. A [`Shot`] is a ball, its launch, a [`Wind`], and a [`Surface`] if it is to land. [`Shot::fly`] takes the [`Air`] and gives a
//!    [`Trajectory`]: place and attitude at any time, events, carry, apex, warnings.
//! 4. [`mod@aim`] finds the launches that hit a target; [`batch`] flies many shots at once, with the bits of each alone.
//! 5. Below these: forces in [`aero`], bounces in [`impact`], oval balls in [`spheroid`]; a [`Flyer`] flies step by step for
//!    somebody who knows what stands in the way.
//!
//! SI units, and [`units`] for others; right-handed axes with +Y up, a shot flies along +X and +Z is to its right. Spin follows the
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
