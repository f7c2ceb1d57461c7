//! One step of the physics of a world.

mod advance;
mod contact_points;
mod contacts;
mod mirror;
mod pairs;
mod read_world;
mod report;
mod restore;
mod rows;
mod same;
mod sleep;
mod state;
mod state_codec;
mod state_hash;
mod write_world;

pub use report::{PhysicsEvent, StepReport};
pub(crate) use rows::MassOfBody;
pub use state::PhysicsState;
pub use state_hash::physics_hash;

use voltex_ecs::World;

use crate::config::PhysicsConfig;
use crate::error::PhysicsError;
use crate::shape::ShapeStore;

/// Moves all bodies of a world through one step of `config.fixed_dt`.
///
/// Entities with a [`Transform`](voltex_ecs::Transform) and a [`RigidBody`](crate::RigidBody) or a
/// [`Collider`](crate::Collider) take part; large shapes come from the [`ShapeStore`] resource. What the user has
/// changed since the last step counts, and wakes what it touches. The same world and settings give the same bits,
/// on every machine and with any number of threads; work is shared among those of the current rayon pool.
///
/// A body whose numbers cannot be computed with stands still and is named in [`StepReport::problems`]; the others
/// are not harmed.
///
/// # Errors
/// Settings out of range; the world is then as it was.
pub fn physics_step(world: &mut World, config: &PhysicsConfig) -> Result<StepReport, PhysicsError> {
    config.validate()?;
    if world.resource::<PhysicsState>().is_none() {
        world.insert_resource(PhysicsState::default());
    }
    let now = world.checkpoint();
    let world = &*world;
    let mut state = world
        .resource_mut::<PhysicsState>()
        .expect("it was put there above");
    let state = &mut *state;
    let stored = world.resource::<ShapeStore>();
    let empty = ShapeStore::default();
    let store = stored.as_deref().unwrap_or(&empty);
    let mut report = StepReport::default();

    read_world::read_world(state, world, now, store, &mut report);
    pairs::find_pairs(state, &mut report);
    pairs::collide(state, store, &mut report);
    advance::advance(state, config, &mut report);
    pairs::settle_touching(state, &mut report);
    sleep::fall_asleep(state, config, &mut report);
    pairs::follow(state, store, &mut report);
    write_world::write_world(state, world);
    report.entities = state.rows.count();
    Ok(report)
}

#[cfg(test)]
mod tests;
