//! A name that a user gives to a body, by which it is put in order.

use voltex_ecs::codec;

/// Place of an entity among the others in the physics, a component: the smaller key comes first, whatever the order
/// in which the entities were spawned.
///
/// Rounding makes the result of a step depend on the order in which contacts are solved, and that order is the one
/// in which entities came. Worlds that are built in different orders, as on machines that receive spawns over a
/// network, agree to the bit if every entity with a body or collider has a key of its own, the same in all worlds,
/// and the same entities come and go between the same steps. Keys are compared when an entity first takes part; a
/// key that is given or changed later has no effect. Those without a key come after those with one, by their ids.
///
/// ```
/// use voltex_ecs::{Transform, World};
/// use voltex_physics::{Collider, PhysicsKey, RigidBody};
///
/// let mut world = World::new();
/// world.spawn_with((Transform::default(), RigidBody::dynamic(1.0), Collider::sphere(0.5), PhysicsKey(17)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PhysicsKey(pub u64);

codec!(PhysicsKey { 0 });
