//! Commands: changes that wait until the world may be changed.

use crate::bundle::Bundle;
use crate::component::Component;
use crate::entity::Entity;
use crate::error::EcsError;
use crate::world::World;

type Command = Box<dyn FnOnce(&mut World) -> Result<(), EcsError> + Send>;

/// Changes to a world that are made later, in the order in which they were asked for.
///
/// While a query runs nothing can be spawned, despawned, added or removed; what a system decides
/// meanwhile goes into a queue. Threads fill a queue each, and [`Commands::append`] joins them in a
/// stated order.
///
/// ```
/// use voltex_ecs::{Commands, Entity, World};
///
/// let mut world = World::new();
/// world.spawn_with((0_i32,));
/// let mut commands = Commands::new();
/// for (entity, health) in &world.query::<(Entity, &i32)>() {
///     if *health <= 0 {
///         commands.despawn(entity);
///     }
/// }
/// assert!(commands.apply(&mut world).is_empty());
/// assert_eq!(world.entity_count(), 0);
/// ```
#[derive(Default)]
pub struct Commands {
    queue: Vec<Command>,
}

impl Commands {
    /// Queue without commands.
    pub const fn new() -> Self {
        Self { queue: Vec::new() }
    }

    /// Will spawn an entity with the components of a tuple.
    pub fn spawn_with<B: Bundle>(&mut self, bundle: B) {
        self.push(move |world| {
            world.spawn_with(bundle);
            Ok(())
        });
    }

    /// Will despawn an entity; does nothing if it is dead by then.
    pub fn despawn(&mut self, entity: Entity) {
        self.push(move |world| {
            world.despawn(entity);
            Ok(())
        });
    }

    /// Will despawn an entity and all below it; does nothing if it is dead by then.
    pub fn despawn_recursive(&mut self, entity: Entity) {
        self.push(move |world| {
            world.despawn_recursive(entity);
            Ok(())
        });
    }

    /// Will give an entity a component; refused if it is dead by then.
    pub fn add<T: Component>(&mut self, entity: Entity, component: T) {
        self.push(move |world| {
            world.add(entity, component)?;
            Ok(())
        });
    }

    /// Will take a component away; does nothing if it is gone by then.
    pub fn remove<T: Component>(&mut self, entity: Entity) {
        self.push(move |world| {
            world.remove::<T>(entity);
            Ok(())
        });
    }

    /// Will send an event.
    pub fn send<E: Component>(&mut self, event: E) {
        self.push(move |world| {
            world.send(event);
            Ok(())
        });
    }

    /// Will call a function with the world.
    pub fn push(
        &mut self,
        command: impl FnOnce(&mut World) -> Result<(), EcsError> + Send + 'static,
    ) {
        self.queue.push(Box::new(command));
    }

    /// Puts the commands of another queue behind these.
    pub fn append(&mut self, other: &mut Self) {
        self.queue.append(&mut other.queue);
    }

    /// Number of commands that wait.
    pub fn len(&self) -> usize {
        self.queue.len()
    }

    /// Whether no command waits.
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Carries out all commands in order and returns why some were refused; the others are done
    /// all the same.
    #[must_use = "commands that were refused are reported here alone"]
    pub fn apply(&mut self, world: &mut World) -> Vec<EcsError> {
        let results = self.queue.drain(..).map(|command| command(world));
        results.filter_map(Result::err).collect()
    }
}

impl std::fmt::Debug for Commands {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Commands({} waiting)", self.len())
    }
}
