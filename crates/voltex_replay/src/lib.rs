//! Snapshots, recording, replay, and the search for what differs between two runs.
//!
//! ```
//! use voltex_ecs::{Transform, World};
//! use voltex_physics::{Collider, PhysicsConfig, RigidBody};
//! use voltex_replay::{Cause, Reader, RecordOptions, Recorder, ReplayError, desync};
//!
//! let config = PhysicsConfig::DEFAULT;
//! let record = |kick: f32| -> Result<Reader<_>, ReplayError> {
//!     let mut world = World::new();
//!     voltex_physics::register(&mut world)?;
//!     let ball = world.spawn_with((Transform::default(), RigidBody::dynamic(1.0), Collider::sphere(0.1)));
//!     let mut recorder = Recorder::new(Vec::new(), &mut world, &config, RecordOptions::default())?;
//!     for tick in 0..60 {
//!         if tick == 30 {
//!             world.get_mut::<RigidBody>(ball).unwrap().velocity.x = kick;
//!         }
//!         recorder.step(&mut world, &config)?; // finds by itself what was changed
//!     }
//!     Reader::of_bytes(recorder.finish()?)
//! };
//!
//! let mut empty = World::new();
//! voltex_physics::register(&mut empty)?;
//! let found = desync(&mut record(3.0)?, &mut record(3.001)?, &empty)?.expect("they differ");
//! assert_eq!((found.tick, found.cause), (30, Cause::Edit));
//! assert_eq!(found.fields[0].field, "velocity.x");
//! # Ok::<(), ReplayError>(())
//! ```
//!
//! 1. [`SnapshotRing`] keeps the last states of a world in memory, for rollback; [`SyncTest`] proves that a
//!    simulation can be rolled back. [`Rollback`] saves, loads and advances as a session of rollback asks.
//! 2. [`Image`] is a state as bytes, by part; [`Delta`] what leads from one to the next.
//! 3. [`Recorder`] steps a world and writes down what led to each step; [`Reader`] reads it back, cut off or not.
//! 4. [`Player`] goes to any tick of a recording, [`Playback`] runs it on a clock, [`Moment`] is a body between two ticks;
//!    [`verify`] compares every tick.
//! 5. [`desync`] finds the first tick, entity, component and field in which two recordings differ.

mod block;
mod compare;
mod cut;
mod delta;
mod desync;
mod error;
mod header;
mod image;
mod mass;
mod moment;
mod playback;
mod player;
mod reader;
mod recorder;
mod ring;
mod rollback;
mod sync_test;
mod tick;
mod verify;
mod woven;
mod writer;

pub use compare::{FieldDifference, differences};
pub use cut::cut;
pub use desync::{Cause, Desync, Known, Side, desync};
pub use error::ReplayError;
pub use header::{HASH, Header};
pub use image::{Delta, GEOMETRY, Image, ImagePart};
pub use mass::{Energies, mass_of_body};
pub use moment::Moment;
pub use playback::{Playback, SPEEDS, track};
pub use player::{Played, Player};
pub use reader::Reader;
pub use recorder::{RecordOptions, Recorder};
pub use ring::SnapshotRing;
pub use rollback::Rollback;
pub use sync_test::{OutOfSync, SyncTest, SyncTestError};
pub use tick::{Input, Tick};
pub use verify::{Difference, Verified, verify};
pub use writer::Writer;

/// Compiles and runs the example of the page on this crate.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/replay.md")]
struct Page;
