//! Entities, components and systems for a deterministic simulation.
//!
//! In order of importance:
//!
//! 1. **The same state, bit for bit.** A [`World`] is copied exactly, by `clone` or through bytes:
//!    same handles, same future handles, same order, same hash. No result depends on addresses,
//!    hash maps, time or the number of threads.
//! 2. **No quiet mistakes.** A stale [`Entity`] finds nothing. Adding to a dead entity is an error.
//!    Borrows that conflict are refused, naming both. A write cannot be hidden from whoever watches
//!    versions.
//! 3. **Speed.** Components lie packed, one array a type. Adding and removing take constant time;
//!    iteration runs at the speed of plain arrays where the order of rows agrees, and a group makes
//!    it agree.
//!
//! The whole idea:
//!
//! ```
//! use voltex_ecs::{Entity, Transform, With, World};
//! use voltex_math::Vec3;
//!
//! #[derive(Clone)]
//! struct Velocity(Vec3);
//! #[derive(Clone)]
//! struct Ball;
//!
//! let mut world = World::new();
//! world.group::<(Transform, Velocity)>()?; // kept aligned, for speed
//! let ball = world.spawn_with((Transform::default(), Velocity(Vec3::X), Ball));
//! let before = world.clone(); // an exact copy
//! for (transform, velocity) in &mut world.query::<(&mut Transform, &Velocity)>() {
//!     transform.position += velocity.0;
//! }
//! for entity in &world.query_filtered::<Entity, With<Ball>>() {
//!     assert_eq!(world.get::<Transform>(entity).unwrap().position, Vec3::X);
//! }
//! assert!(world.despawn(ball) && world.get::<Ball>(ball).is_none());
//! world.clone_from(&before); // rolled back: the ball is alive again, under the same handle
//! assert_eq!((world.hash(), world.is_alive(ball)), (before.hash(), true));
//! # Ok::<(), voltex_ecs::EcsError>(())
//! ```
//!
//! Unsafe code is in five files, each of which says why: `borrow.rs`, `column.rs`, and `term.rs`,
//! `tuple.rs` and `iter.rs` of the query.

mod allocator;
mod borrow;
mod bundle;
mod codec;
mod column;
mod command;
mod component;
mod copy;
mod describe;
mod entity;
mod error;
mod event;
mod fixed_step;
mod group;
mod hierarchy;
mod part;
mod query;
mod registry;
mod resource;
mod sparse_set;
mod storage;
mod transform;
mod type_table;
mod version;
mod world;

pub use allocator::EntityAllocator;
pub use borrow::{Ref, RefMut};
pub use bundle::Bundle;
pub use codec::{Codec, Decoder, Encoder, min_bytes_of};
pub use command::Commands;
pub use component::Component;
pub use describe::{Describer, Field, FieldValue};
pub use entity::{Entity, Generation};
pub use error::{AddError, EcsError};
pub use event::{EventCursor, Events};
pub use fixed_step::{FixedStep, Schedule, System};
pub use part::{ENTITIES, Part, PartBytes, PartKind};
pub use query::{Filter, Query, QueryIter, QueryTerm, ReadOnlyTerm, With, Without};
pub use sparse_set::SparseSet;
pub use storage::{StorageMut, StorageRef};
pub use transform::{GlobalTransform, Transform};
pub use version::{BLOCK_ROWS, Version};
pub use world::World;

/// Hasher of state, from `voltex_math`; named here since [`Codec`] writes to it.
pub use voltex_math::StateHasher;

/// Compiles and runs the examples of the page on this crate.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/ecs.md")]
struct Page;
