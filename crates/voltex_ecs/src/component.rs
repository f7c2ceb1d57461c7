//! What can be a component, a resource or an event.

/// Data of an entity: any owned type that can be copied and sent between threads.
///
/// A world copies components by `Clone::clone` and, where memory is reused, by `Clone::clone_from`.
/// `#[derive(Clone)]` leaves `clone_from` at its default, which clones anew: a component that owns
/// memory and shall not allocate in a warm [`World::clone_from`](crate::World) writes it by hand.
pub trait Component: Clone + Send + Sync + 'static {}

impl<T: Clone + Send + Sync + 'static> Component for T {}
