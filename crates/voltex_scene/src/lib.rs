//! Scenes as data: files that describe bodies, shapes, materials, joints, balls, air and cameras, and the worlds that come
//! of them.
//!
//! ```
//! use voltex_scene::{Scene, scenes};
//!
//! let scene = Scene::from_ron(r#"(
//!     shapes: {
//!         "ground": HalfSpace(normal: (0, 1, 0)),
//!         "crate": Box(half: ("25cm", "25cm", "25cm")),
//!     },
//!     bodies: [
//!         (name: "ground", kind: Static, shape: "ground"),
//!         (name: "wall", shape: "crate", density: 600, position: (0, 0.25, 0),
//!          repeat: [Pyramid(base: 10, spacing: (0.5, 0.5))]),
//!     ],
//! )"#)?;
//! let world = scene.build()?;
//! assert_eq!(world.entity_count(), 56);
//!
//! let published = scenes::get("large_pyramid")?;
//! assert_eq!(published.body_count()?, 5051);
//! # Ok::<(), voltex_scene::SceneError>(())
//! ```
//!
//! A file holds plain SI numbers, or texts with a unit (`"30deg"`, `"4rpm"`, `"25cm"`). Everything in it is checked when it
//! is read: an error names file, line, column and field, what is allowed, and the nearest valid name. Equal scenes build
//! worlds with equal bits on every machine.

mod arrange;
mod ball;
mod body;
mod build;
mod check;
mod document;
mod error;
mod generate;
mod geometry;
mod include;
mod joint;
mod launch;
mod locate;
mod placed_joint;
mod plan;
mod quantity;
mod scene;
pub mod scenes;
mod schema;
mod shape;
mod table;
mod text;
mod validate;
mod validate_joint;
mod validate_shape;

pub use arrange::{Arrangement, Axis};
pub use ball::{AirDef, BallDef, LaunchDef, ShotDef, WindDef, WindRow};
pub use body::{
    Assembly, Body, DEFAULT_DENSITY, Group, Kind, Layers, Lock, Motion, Names, Rotation, Spawn,
    Throw, Vary,
};
pub use build::{Driven, SceneState, register};
pub use document::{Document, Form, MAX_FILE};
pub use error::{Place, SceneError};
pub use include::MAX_INCLUDE_DEPTH;
pub use joint::{Joint, JointKind, Link, Pusher, Spinner, Spring};
pub use launch::SceneBall;
pub use locate::Step;
pub use placed_joint::PlacedJoint;
pub use plan::SceneBody;
pub use scene::{Camera, CombineDef, MaterialDef, Scene, SceneKind, WorldDef};
pub use schema::schema;
pub use shape::{Child, ShapeDef, Wave};
pub use table::Table;
pub use validate::{MAX_BODIES, MAX_CHILDREN, MAX_GEOMETRY, MAX_HULL_POINTS, MAX_LAYERS};
