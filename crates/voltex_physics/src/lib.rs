//! Collision detection: shapes, broad phase, contact manifolds, distance and time of impact, queries.
//!
//! As data walks through it:
//!
//! 1. A [`Collider`] is a component: a simple shape by its sizes, or the id of a hull, mesh, height field or
//!    compound in the [`ShapeStore`] of the world.
//! 2. [`shape`] resolves it into a [`Shape`] that borrows its geometry and knows its mass, box and support.
//! 3. [`broad`] finds out which boxes overlap.
//! 4. [`gjk`] says how far apart two convex bodies are or how deep they overlap.
//! 5. [`narrow`] finds the points in which two shapes touch.
//! 5. [`query`] asks colliders: what a ray hits, what overlaps, what is nearest.
//!
//! Frames and signs, everywhere: lengths in metres, right-handed axes with +Y up; a contact normal is a unit
//! vector from A to B; `depth > 0` means overlap, and `dot(point_on_a - point_on_b, normal) = depth`.

mod body;
pub mod broad;
mod collider;
mod config;
mod contact;
mod error;
pub mod gjk;
pub mod impulse;
mod material;
pub mod narrow;
pub mod query;
mod register;
pub mod shape;

pub use body::{AxisLocks, BodyKind, DEFAULT_RESTITUTION, RigidBody};
pub use collider::Collider;
pub use config::{DEFAULT_DT, DEFAULT_GRAVITY, PhysicsConfig};
pub use contact::{FeatureId, MAX_POINTS, Manifold, ManifoldPoint};
pub use error::PhysicsError;
pub use material::{Combine, DEFAULT_FRICTION, Material};
pub use register::register;
pub use shape::{
    Compound, CompoundChild, CompoundId, Convex, EdgeKind, HeightField, HeightFieldId, Hull,
    HullId, MassProperties, MeshEdge, MeshId, MeshOptions, MeshSides, PrincipalAxes, Shape,
    ShapeStore, TriangleMesh,
};
