//! Filters: which entities a query passes over.

use std::marker::PhantomData;

use crate::column::Column;
use crate::component::Component;
use crate::entity::Entity;
use crate::query::Lead;
use crate::query::term::Rows;
use crate::world::World;

/// A condition on the components of an entity that reads none of them: [`With`], [`Without`], or
/// a tuple of up to 8, all of which must hold.
pub trait Filter {
    /// Where it is looked up.
    #[doc(hidden)]
    type Fetch<'w>: Copy + Send + Sync;

    #[doc(hidden)]
    fn fetch(world: &World) -> Self::Fetch<'_>;

    /// The same for a shorter time.
    #[doc(hidden)]
    fn shorten<'short, 'long: 'short>(fetch: Self::Fetch<'long>) -> Self::Fetch<'short>;

    /// The storage that leads if no term of the query does.
    #[doc(hidden)]
    fn lead<'w>(fetch: &Self::Fetch<'w>) -> Lead<'w>;

    /// How many first rows of the lead are known to pass.
    #[doc(hidden)]
    fn aligned(fetch: &Self::Fetch<'_>, lead: &Column, world: &World) -> usize;

    /// Whether all these entities, rows of the lead from `start` on, are seen to pass without
    /// looking each of them up.
    #[doc(hidden)]
    fn agrees(fetch: &Self::Fetch<'_>, entities: &[Entity], start: usize) -> bool;

    /// Whether a live entity passes.
    #[doc(hidden)]
    fn matches(fetch: &Self::Fetch<'_>, entity: Entity) -> bool;
}

/// Entities that have a `T`.
#[derive(Debug)]
pub struct With<T>(PhantomData<T>);

/// Entities that have no `T`.
#[derive(Debug)]
pub struct Without<T>(PhantomData<T>);

impl Filter for () {
    type Fetch<'w> = ();

    fn fetch(_: &World) -> Self::Fetch<'_> {}

    fn shorten<'short, 'long: 'short>((): Self::Fetch<'long>) -> Self::Fetch<'short> {}

    fn lead<'w>((): &Self::Fetch<'w>) -> Lead<'w> {
        Lead::Anything
    }

    fn aligned((): &Self::Fetch<'_>, _: &Column, _: &World) -> usize {
        usize::MAX
    }

    fn agrees((): &Self::Fetch<'_>, _: &[Entity], _: usize) -> bool {
        true
    }

    fn matches((): &Self::Fetch<'_>, _: Entity) -> bool {
        true
    }
}

impl<T: Component> Filter for With<T> {
    type Fetch<'w> = Rows<'w>;

    fn fetch(world: &World) -> Self::Fetch<'_> {
        Rows::new(world.column_id::<T>().map(|id| world.column(id)))
    }

    fn shorten<'short, 'long: 'short>(fetch: Self::Fetch<'long>) -> Self::Fetch<'short> {
        fetch
    }

    fn lead<'w>(rows: &Self::Fetch<'w>) -> Lead<'w> {
        Lead::of(rows.column())
    }

    fn aligned(rows: &Self::Fetch<'_>, lead: &Column, world: &World) -> usize {
        rows.aligned(lead, world)
    }

    fn agrees(rows: &Self::Fetch<'_>, entities: &[Entity], start: usize) -> bool {
        rows.agrees(entities, start)
    }

    #[inline]
    fn matches(rows: &Self::Fetch<'_>, entity: Entity) -> bool {
        rows.locate(entity).is_some()
    }
}

impl<T: Component> Filter for Without<T> {
    type Fetch<'w> = Rows<'w>;

    fn fetch(world: &World) -> Self::Fetch<'_> {
        Rows::new(world.column_id::<T>().map(|id| world.column(id)))
    }

    fn shorten<'short, 'long: 'short>(fetch: Self::Fetch<'long>) -> Self::Fetch<'short> {
        fetch
    }

    fn lead<'w>(_: &Self::Fetch<'w>) -> Lead<'w> {
        Lead::Anything
    }

    fn aligned(rows: &Self::Fetch<'_>, _: &Column, _: &World) -> usize {
        if rows.is_empty() { usize::MAX } else { 0 }
    }

    fn agrees(rows: &Self::Fetch<'_>, _: &[Entity], _: usize) -> bool {
        rows.is_empty()
    }

    #[inline]
    fn matches(rows: &Self::Fetch<'_>, entity: Entity) -> bool {
        rows.locate(entity).is_none()
    }
}
