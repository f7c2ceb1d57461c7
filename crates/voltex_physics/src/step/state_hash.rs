//! Hash of all that the physics of a world depends on.

use voltex_ecs::{Codec, Component, StateHasher, Transform, World};

use super::state::PhysicsState;
use crate::ballistic::{Atmosphere, Ballistic, Balls, Ground};
use crate::body::RigidBody;
use crate::collider::Collider;
use crate::config::PhysicsConfig;
use crate::filter::{CollisionLayers, Sensor};
use crate::joint::Joint;
use crate::key::PhysicsKey;
use crate::material::Material;
use crate::shape::MassProperties;
use crate::shape::ShapeStore;

/// Hash of what the next [`physics_step`](crate::physics_step) depends on: the settings; bodies, colliders, materials,
/// layers, sensors, keys, balls, grounds and joints in the order of their storages, with the transforms of bodies and
/// colliders; air and wind where there are balls; the shapes, balls and grounds by their ids; and
/// what the physics keeps from step to step, warm starts and times of rest included.
///
/// Two worlds of equal hash go on alike under the same edits, but for a chance of 2^-64. Entities that have neither
/// body nor collider do not count, so that the hash of a recording can be found again without the user's code. -0
/// counts as +0, every NaN as one. Costs some nanoseconds for each number that is hashed.
///
/// ```
/// use voltex_ecs::{Transform, World};
/// use voltex_physics::{Collider, PhysicsConfig, RigidBody, physics_hash, physics_step};
///
/// let mut world = World::new();
/// voltex_physics::register(&mut world)?;
/// world.spawn_with((Transform::default(), RigidBody::dynamic(1.0), Collider::sphere(0.5)));
/// let config = PhysicsConfig::DEFAULT;
/// physics_step(&mut world, &config)?;
///
/// let mut copy = World::new();
/// voltex_physics::register(&mut copy)?;
/// copy.decode(&world.encode())?;
/// assert_eq!(physics_hash(&copy, &config), physics_hash(&world, &config));
/// physics_step(&mut copy, &config)?;
/// physics_step(&mut world, &config)?;
/// assert_eq!(physics_hash(&copy, &config), physics_hash(&world, &config));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// A component or resource of the physics is borrowed for writing.
pub fn physics_hash(world: &World, config: &PhysicsConfig) -> u64 {
    let mut hasher = StateHasher::new();
    config.hash(&mut hasher);
    let transforms = world.storage::<Transform>();
    let bodies = world.storage::<RigidBody>();
    let colliders = world.storage::<Collider>();
    hasher.write_u64(bodies.len() as u64);
    for (entity, body) in bodies.iter() {
        entity.hash(&mut hasher);
        body.hash(&mut hasher);
        transforms.get(entity).copied().hash(&mut hasher);
    }
    hasher.write_u64(colliders.len() as u64);
    for (entity, collider) in colliders.iter() {
        entity.hash(&mut hasher);
        collider.hash(&mut hasher);
        if !bodies.contains(entity) {
            transforms.get(entity).copied().hash(&mut hasher);
        }
    }
    hash_all::<Material>(world, &mut hasher);
    // Worlds without any have the hash that they had before there were any.
    if !world.storage::<MassProperties>().is_empty() {
        hash_all::<MassProperties>(world, &mut hasher);
    }
    hash_all::<CollisionLayers>(world, &mut hasher);
    hash_all::<Sensor>(world, &mut hasher);
    hash_all::<PhysicsKey>(world, &mut hasher);
    hash_all::<Joint>(world, &mut hasher);
    if !world.storage::<Ballistic>().is_empty() {
        hash_all::<Ballistic>(world, &mut hasher);
        if let Some(atmosphere) = world.resource::<Atmosphere>() {
            atmosphere.hash(&mut hasher);
        }
    }
    if !world.storage::<Ground>().is_empty() {
        hash_all::<Ground>(world, &mut hasher);
    }
    if let Some(balls) = world.resource::<Balls>().filter(|balls| !balls.is_empty()) {
        balls.hash(&mut hasher);
    }
    match world.resource::<ShapeStore>() {
        Some(store) => store.hash(&mut hasher),
        None => ShapeStore::default().hash(&mut hasher),
    }
    match world.resource::<PhysicsState>() {
        Some(state) => state.hash(&mut hasher),
        None => PhysicsState::default().hash(&mut hasher),
    }
    hasher.finish()
}

fn hash_all<T: Component + Codec>(world: &World, hasher: &mut StateHasher) {
    let storage = world.storage::<T>();
    hasher.write_u64(storage.len() as u64);
    for (entity, value) in storage.iter() {
        entity.hash(hasher);
        value.hash(hasher);
    }
}
