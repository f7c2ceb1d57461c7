//! What programs type most: `use voltex::prelude::*;`.
//!
//! Left out are names that programs use for things of their own (`Shape`, `Stage`, `State`), and functions that are clear
//! only with the name of their module, as `flight::aim` and `physics::ballistic::aim`.

pub use voltex_ecs::{Entity, FixedStep, Transform, With, Without, World};
pub use voltex_flight::units::{deg, kmh, mph, rpm};
pub use voltex_flight::{Air, Launch, Wind, balls, shots, surfaces};
pub use voltex_math::{DVec3, Pose, Quat, Vec3, dvec3, vec3};
pub use voltex_physics::ballistic::{Atmosphere, Ballistic, Balls, Ground, predict};
pub use voltex_physics::{
    Collider, Joint, Material, PhysicsConfig, PhysicsEvent, RigidBody, ShapeStore, StepReport,
    physics_hash, physics_step,
};
pub use voltex_replay::{
    Player, Reader, RecordOptions, Recorder, Rollback, SnapshotRing, SyncTest, desync, verify,
};
pub use voltex_scene::{Scene, scenes};
