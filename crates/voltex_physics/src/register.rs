//! Names under which the crate's types are stored.

use voltex_ecs::{EcsError, World};

use crate::ballistic::{Atmosphere, Ballistic, Balls, Ground};
use crate::{
    Collider, CollisionLayers, Joint, MassProperties, Material, PhysicsKey, PhysicsState,
    ReportForces, RigidBody, Sensor, ShapeStore,
};

/// Names the components and resources of this crate, so that a world hashes and stores them, and gives the world
/// an empty [`ShapeStore`] if it has none.
///
/// Calling it again does nothing. The names stay the same for as long as stored worlds shall be read.
///
/// # Errors
/// A name belongs to something else.
///
/// ```
/// use voltex_ecs::{Transform, World};
/// use voltex_math::Vec3;
/// use voltex_physics::{Collider, ShapeStore};
///
/// let mut world = World::new();
/// voltex_physics::register(&mut world)?;
/// let id = world
///     .resource_mut::<ShapeStore>()
///     .expect("registered")
///     .add_hull(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z])?;
/// world.spawn_with((Transform::IDENTITY, Collider::Hull(id)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn register(world: &mut World) -> Result<(), EcsError> {
    world.register_component::<Collider>("voltex.collider", 1)?;
    world.register_component::<RigidBody>("voltex.rigid_body", 1)?;
    world.register_component::<Joint>("voltex.joint", 1)?;
    world.register_component::<MassProperties>("voltex.mass_properties", 1)?;
    world.register_component::<Material>("voltex.material", 1)?;
    world.register_component::<CollisionLayers>("voltex.collision_layers", 1)?;
    world.register_component::<Sensor>("voltex.sensor", 1)?;
    world.register_component::<PhysicsKey>("voltex.physics_key", 1)?;
    world.register_component::<ReportForces>("voltex.report_forces", 1)?;
    world.register_component::<Ballistic>("voltex.ballistic", 1)?;
    world.register_component::<Ground>("voltex.ground", 1)?;
    world.register_resource::<Balls>("voltex.balls", 1)?;
    world.register_resource::<Atmosphere>("voltex.atmosphere", 1)?;
    world.register_resource::<ShapeStore>("voltex.shapes", 1)?;
    world.register_resource::<PhysicsState>("voltex.physics_state", 1)?;
    if world.resource::<ShapeStore>().is_none() {
        world.insert_resource(ShapeStore::default());
    }
    Ok(())
}
