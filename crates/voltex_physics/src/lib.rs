//! Collision detection and rigid bodies, with the same bits on every machine.
//!
//! ```
//! use voltex_ecs::{Transform, World};
//! use voltex_math::Vec3;
//! use voltex_physics::{Collider, PhysicsConfig, RigidBody, physics_step};
//!
//! let mut world = World::new();
//! let ball = world.spawn_with((
//!     Transform::from_position(Vec3::new(0.0, 10.0, 0.0)),
//!     RigidBody::dynamic(1.0),
//!     Collider::sphere(0.5),
//! ));
//! world.spawn_with((Transform::default(), RigidBody::statik(), Collider::half_space(Vec3::Y)));
//! for _ in 0..240 {
//!     physics_step(&mut world, &PhysicsConfig::DEFAULT)?;
//! }
//! let rest = world.get::<Transform>(ball).unwrap().position;
//! assert!((rest - Vec3::Y * 0.5).length() < 0.01);
//! # Ok::<(), voltex_physics::PhysicsError>(())
//! ```
//!
//! As data walks through it:
//!
//! 1. A [`Collider`] is a component: a simple shape by its sizes, or the id of a hull, mesh, height field or
//!    compound in the [`ShapeStore`] of the world.
//! 2. [`shape`] resolves it into a [`Shape`] that borrows its geometry and knows its mass, box and support.
//! 3. [`broad`] finds out which boxes overlap.
//! 4. [`gjk`] says how far apart two convex bodies are or how deep they overlap.
//! 5. [`narrow`] finds the points in which two shapes touch.
//! 6. [`query`] asks colliders: what a ray hits, what overlaps, what is nearest.
//! 7. [`ballistic`] flies balls among shapes with the integrator and the impulse law of ball flight, and holds the
//!    components that make a ball of a body.
//! 8. [`physics_step`] moves bodies: it reads the world, finds pairs and contacts, solves them, and writes back.
//!
//! Frames and signs, everywhere: lengths in metres, right-handed axes with +Y up; a contact normal is a unit
//! vector from A to B; `depth > 0` means overlap, and `dot(point_on_a - point_on_b, normal) = depth`.

pub mod ballistic;
mod body;
pub mod broad;
mod collider;
mod config;
mod contact;
mod copies;
mod detect;
mod error;
mod filter;
pub mod gjk;
pub mod impulse;
mod impulse_patch;
mod joint;
mod key;
mod material;
pub mod narrow;
pub mod query;
mod register;
pub mod shape;
mod solver;
mod step;
mod teach;

pub use body::{AxisLocks, BodyKind, DEFAULT_RESTITUTION, RigidBody};
pub use collider::Collider;
pub use config::{DEFAULT_DT, DEFAULT_GRAVITY, PhysicsConfig};
pub use contact::{FeatureId, MAX_POINTS, Manifold, ManifoldPoint};
pub use detect::{
    ContactPoint, EntityManifold, detect_collisions, detect_manifolds, detect_overlaps,
};
pub use error::PhysicsError;
pub use filter::{CollisionLayers, QueryFilter, Sensor, Sensors};
pub use joint::{
    BallDrive, BallJoint, DistanceJoint, HingeJoint, Joint, JointKind, Motor, SliderJoint, Spring,
    SpringJoint, WheelJoint,
};
pub use key::PhysicsKey;
pub use material::{Combine, DEFAULT_FRICTION, Material};
pub use register::register;
pub use shape::{
    Compound, CompoundChild, CompoundId, Convex, EdgeKind, HeightField, HeightFieldId, Hull,
    HullId, MassProperties, MeshEdge, MeshId, MeshOptions, MeshSides, PrincipalAxes, Shape,
    ShapeStore, TriangleMesh,
};
pub use step::{
    BodyMotion, ContactForce, ImpactEvent, JointForce, PhysicsEvent, PhysicsState, ReportForces,
    Stage, StageTimes, StateMark, StepReport, physics_hash, physics_step, physics_step_watched,
    state_outline,
};
pub use teach::{integrate, resolve_collisions};

/// Compiles and runs the examples of the page on collision detection.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/collision.md")]
struct Page;

/// Compiles and runs the example of the page on balls.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/balls.md")]
struct BallsPage;

/// Compiles and runs the example of the page on joints.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/joints.md")]
struct JointsPage;

/// Compiles and runs the example of the page on rigid bodies.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/bodies.md")]
struct BodiesPage;
