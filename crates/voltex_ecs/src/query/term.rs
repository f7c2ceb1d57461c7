//! Terms of a query: what is read or written of each entity.
#![allow(unsafe_code)] // Rows of several storages are reached through pointers, guarded by their borrows.

use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

use crate::borrow::{ExclusiveBorrow, Ref, RefMut, SharedBorrow};
use crate::column::Column;
use crate::component::Component;
use crate::entity::{Entity, same_entities};
use crate::query::Lead;
use crate::sparse_set::{Row, sparse_row};
use crate::version::{BLOCK_ROWS, Stamps, Version};
use crate::world::World;

/// Something that a query gives of each entity: `&T`, `&mut T`, `Option<&T>`, `Option<&mut T>`,
/// [`Entity`], or a tuple of up to 8 of these.
///
/// # Safety
/// [`QueryTerm::direct`] and [`QueryTerm::take`] give references to components that
/// [`QueryTerm::Guard`] has borrowed, and to the values of the given entity alone.
/// [`QueryTerm::agrees`] and [`QueryTerm::aligned`] are true of rows alone where every storage of
/// the term has the same entities as the lead, or where the term does not look into it.
pub unsafe trait QueryTerm {
    /// What a query gives.
    type Item<'w>;
    /// Where it is read from.
    #[doc(hidden)]
    type Fetch<'w>: Copy + Send + Sync;
    /// Borrows that make it valid.
    #[doc(hidden)]
    type Guard<'w>;
    /// Where the values of one entity lie.
    #[doc(hidden)]
    type Place: Copy;
    /// Whether an entity must have something for it. The first of such terms leads.
    #[doc(hidden)]
    const LEADS: bool;

    /// Borrows the components; panics where that conflicts.
    #[doc(hidden)]
    #[track_caller]
    fn fetch(world: &World) -> (Self::Fetch<'_>, Self::Guard<'_>);

    /// The same for a shorter time.
    #[doc(hidden)]
    fn shorten<'short, 'long: 'short>(fetch: Self::Fetch<'long>) -> Self::Fetch<'short>;

    /// The storage that leads if no earlier term does.
    #[doc(hidden)]
    fn lead<'w>(fetch: &Self::Fetch<'w>) -> Lead<'w>;

    /// How many first rows of the lead are known to be the same rows here.
    #[doc(hidden)]
    fn aligned(fetch: &Self::Fetch<'_>, lead: &Column, world: &World) -> usize;

    /// Whether the rows from `start` on hold these entities.
    #[doc(hidden)]
    fn agrees(fetch: &Self::Fetch<'_>, entities: &[Entity], start: usize) -> bool;

    /// Stamps the block of a row before its rows are given out.
    ///
    /// # Safety
    /// `row` is within the lead, and rows agree there.
    #[doc(hidden)]
    unsafe fn open(fetch: &Self::Fetch<'_>, row: usize);

    /// What the term gives for a row.
    ///
    /// # Safety
    /// `entities` is the lead, `row` is within it, and rows of the lead agree there, by
    /// [`QueryTerm::aligned`] or [`QueryTerm::agrees`]. The guard lives for `'w`. What was given
    /// for the same row before is no longer in use, unless the term only reads.
    #[doc(hidden)]
    unsafe fn direct<'w>(
        fetch: &Self::Fetch<'w>,
        entities: &'w [Entity],
        row: usize,
    ) -> Self::Item<'w>;

    /// Where the values of a live entity lie; `None` if it lacks a component. `row` is its row in
    /// the lead, if it was found there and the term leads.
    #[doc(hidden)]
    fn locate(fetch: &Self::Fetch<'_>, entity: Entity, row: Option<usize>) -> Option<Self::Place>;

    /// Stamps the block of a row of the lead, if the term leads and gives it to write.
    ///
    /// # Safety
    /// `row` is within the lead, and no earlier term leads.
    #[doc(hidden)]
    unsafe fn open_lead(fetch: &Self::Fetch<'_>, row: usize);

    /// What the term gives for an entity. Stamps the blocks of what may be written, except that of
    /// the lead if [`QueryTerm::open_lead`] has `stamped` it.
    ///
    /// # Safety
    /// `place` is from [`QueryTerm::locate`] of the same entity. The guard lives for `'w`. What was
    /// given for the same entity before is no longer in use, unless the term only reads.
    #[doc(hidden)]
    unsafe fn take<'w>(
        fetch: &Self::Fetch<'w>,
        entity: Entity,
        place: Self::Place,
        stamped: bool,
    ) -> Self::Item<'w>;
}

/// Terms that only read, so that what they give may be held several times.
///
/// # Safety
/// The term gives no unique references.
pub unsafe trait ReadOnlyTerm: QueryTerm {}

/// Which entity is in which row of one storage; empty if the storage does not exist.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Rows<'w> {
    column: Option<&'w Column>,
    sparse: &'w [u32],
    entities: &'w [Entity],
}

impl<'w> Rows<'w> {
    pub(super) fn new(column: Option<&'w Column>) -> Self {
        Self {
            column,
            sparse: column.map_or(&[], |column| column.index.sparse()),
            entities: column.map_or(&[], |column| column.index.entities()),
        }
    }

    pub(super) fn column(&self) -> Option<&'w Column> {
        self.column
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }

    pub(super) fn aligned(&self, lead: &Column, world: &World) -> usize {
        let Some(own) = self.column else {
            return 0;
        };
        if std::ptr::eq(own, lead) || own.same_order(lead, world.orders()) {
            return lead.index.len();
        }
        match (own.group, lead.group) {
            (Some(a), Some(b)) if a == b => world.groups[a.0 as usize].len,
            _ => 0,
        }
    }

    pub(super) fn agrees(&self, entities: &[Entity], start: usize) -> bool {
        self.entities
            .get(start..start + entities.len())
            .is_some_and(|own| std::ptr::eq(own, entities) || same_entities(own, entities))
    }

    /// Row of a live entity.
    #[inline]
    pub(super) fn locate(&self, entity: Entity) -> Option<Row> {
        sparse_row(self.sparse, entity.id())
    }
}

/// Where `&T` is read from.
#[doc(hidden)]
pub struct ReadFetch<'w, T> {
    rows: Rows<'w>,
    /// As many values as `rows` has entities.
    data: NonNull<T>,
}

impl<T> Clone for ReadFetch<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ReadFetch<'_, T> {}

// SAFETY: gives `&T` alone, which may go to other threads as T is Sync.
unsafe impl<T: Sync> Send for ReadFetch<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for ReadFetch<'_, T> {}

impl<'w, T: Component> ReadFetch<'w, T> {
    #[track_caller]
    fn new(world: &'w World) -> (Self, Option<SharedBorrow<'w>>) {
        let column = world.column_id::<T>().map(|id| world.column(id));
        // No closure around the borrow, which would hide the place of the caller.
        let values = match column {
            None => Ref::empty(),
            Some(column) => Ref::map(column.values::<T>(), Vec::as_slice),
        };
        let (data, borrow) = Ref::into_parts(values);
        let fetch = Self {
            rows: Rows::new(column),
            data: data.cast(),
        };
        (fetch, borrow)
    }

    /// # Safety
    /// `row` is a row of the storage, whose shared borrow lives for `'w`.
    #[inline]
    unsafe fn at(&self, row: usize) -> &'w T {
        debug_assert!(row < self.rows.entities.len());
        // SAFETY: the row is within the values, which nobody writes during `'w`.
        unsafe { self.data.add(row).as_ref() }
    }
}

/// Where `&mut T` is taken from.
#[doc(hidden)]
pub struct WriteFetch<'w, T> {
    rows: Rows<'w>,
    /// As many values as `rows` has entities.
    data: NonNull<T>,
    blocks: &'w [AtomicU64],
    now: Version,
}

impl<T> Clone for WriteFetch<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for WriteFetch<'_, T> {}

// SAFETY: gives `&mut T` to different rows, which may go to other threads as T is Send.
unsafe impl<T: Send> Send for WriteFetch<'_, T> {}
// SAFETY: as above; nothing is given without the caller's promise that the row is not in use.
unsafe impl<T: Send> Sync for WriteFetch<'_, T> {}

impl<'w, T: Component> WriteFetch<'w, T> {
    #[track_caller]
    fn new(world: &'w World) -> (Self, Option<ExclusiveBorrow<'w>>) {
        let column = world.column_id::<T>().map(|id| world.column(id));
        // No closure around the borrow, which would hide the place of the caller.
        let values = match column {
            None => RefMut::empty(),
            Some(column) => RefMut::map(column.values_mut::<T>(), Vec::as_mut_slice),
        };
        let (data, borrow) = RefMut::into_parts(values);
        let fetch = Self {
            rows: Rows::new(column),
            data: data.cast(),
            blocks: column.map_or(&[], |column| column.stamps.blocks()),
            now: world.now(),
        };
        (fetch, borrow)
    }

    /// Stamps the block of a row.
    ///
    /// # Safety
    /// `row` is a row of the storage.
    #[inline]
    unsafe fn open(&self, row: usize) {
        debug_assert!(row / BLOCK_ROWS < self.blocks.len());
        // SAFETY: each row has a block.
        let block = unsafe { self.blocks.get_unchecked(row / BLOCK_ROWS) };
        Stamps::store(block, self.now);
    }

    /// # Safety
    /// `row` is a row of the storage, whose exclusive borrow lives for `'w`, and nobody else uses
    /// its value.
    #[inline]
    unsafe fn at(&self, row: usize) -> &'w mut T {
        debug_assert!(row < self.rows.entities.len());
        // SAFETY: the row is within the values, and the caller alone uses this one.
        unsafe { self.data.add(row).as_mut() }
    }
}

// SAFETY: shared borrow, shared references, of the entity's own row.
unsafe impl<T: Component> QueryTerm for &T {
    type Item<'w> = &'w T;
    type Fetch<'w> = ReadFetch<'w, T>;
    type Guard<'w> = Option<SharedBorrow<'w>>;
    type Place = Row;
    const LEADS: bool = true;

    #[track_caller]
    fn fetch(world: &World) -> (Self::Fetch<'_>, Self::Guard<'_>) {
        ReadFetch::new(world)
    }

    fn shorten<'short, 'long: 'short>(fetch: Self::Fetch<'long>) -> Self::Fetch<'short> {
        fetch
    }

    fn lead<'w>(fetch: &Self::Fetch<'w>) -> Lead<'w> {
        Lead::of(fetch.rows.column)
    }

    fn aligned(fetch: &Self::Fetch<'_>, lead: &Column, world: &World) -> usize {
        fetch.rows.aligned(lead, world)
    }

    fn agrees(fetch: &Self::Fetch<'_>, entities: &[Entity], start: usize) -> bool {
        fetch.rows.agrees(entities, start)
    }

    unsafe fn open(_: &Self::Fetch<'_>, _: usize) {}

    #[inline]
    unsafe fn direct<'w>(fetch: &Self::Fetch<'w>, _: &'w [Entity], row: usize) -> &'w T {
        // SAFETY: the row agrees, so it is a row of this storage.
        unsafe { fetch.at(row) }
    }

    #[inline]
    fn locate(fetch: &Self::Fetch<'_>, entity: Entity, row: Option<usize>) -> Option<Row> {
        row.map(Row::new).or_else(|| fetch.rows.locate(entity))
    }

    unsafe fn open_lead(_: &Self::Fetch<'_>, _: usize) {}

    #[inline]
    unsafe fn take<'w>(fetch: &Self::Fetch<'w>, _: Entity, place: Row, _: bool) -> &'w T {
        // SAFETY: the place was found in this storage.
        unsafe { fetch.at(place.at()) }
    }
}

// SAFETY: gives shared references.
unsafe impl<T: Component> ReadOnlyTerm for &T {}

// SAFETY: exclusive borrow, a unique reference to the entity's own row.
unsafe impl<T: Component> QueryTerm for &mut T {
    type Item<'w> = &'w mut T;
    type Fetch<'w> = WriteFetch<'w, T>;
    type Guard<'w> = Option<ExclusiveBorrow<'w>>;
    type Place = Row;
    const LEADS: bool = true;

    #[track_caller]
    fn fetch(world: &World) -> (Self::Fetch<'_>, Self::Guard<'_>) {
        WriteFetch::new(world)
    }

    fn shorten<'short, 'long: 'short>(fetch: Self::Fetch<'long>) -> Self::Fetch<'short> {
        fetch
    }

    fn lead<'w>(fetch: &Self::Fetch<'w>) -> Lead<'w> {
        Lead::of(fetch.rows.column)
    }

    fn aligned(fetch: &Self::Fetch<'_>, lead: &Column, world: &World) -> usize {
        fetch.rows.aligned(lead, world)
    }

    fn agrees(fetch: &Self::Fetch<'_>, entities: &[Entity], start: usize) -> bool {
        fetch.rows.agrees(entities, start)
    }

    unsafe fn open(fetch: &Self::Fetch<'_>, row: usize) {
        // SAFETY: the row agrees, so it is a row of this storage.
        unsafe { fetch.open(row) };
    }

    #[inline]
    unsafe fn direct<'w>(fetch: &Self::Fetch<'w>, _: &'w [Entity], row: usize) -> &'w mut T {
        // SAFETY: the row agrees, so it is a row of this storage, and the caller alone uses it.
        unsafe { fetch.at(row) }
    }

    #[inline]
    fn locate(fetch: &Self::Fetch<'_>, entity: Entity, row: Option<usize>) -> Option<Row> {
        row.map(Row::new).or_else(|| fetch.rows.locate(entity))
    }

    #[inline]
    unsafe fn open_lead(fetch: &Self::Fetch<'_>, row: usize) {
        // SAFETY: the term leads, so the row is one of this storage.
        unsafe { fetch.open(row) };
    }

    #[inline]
    unsafe fn take<'w>(fetch: &Self::Fetch<'w>, _: Entity, place: Row, stamped: bool) -> &'w mut T {
        // SAFETY: the place was found in this storage, and the caller alone uses it.
        unsafe {
            if !stamped {
                fetch.open(place.at());
            }
            fetch.at(place.at())
        }
    }
}

/// `&T` or `&mut T`: a term that reads one storage.
///
/// # Safety
/// [`ComponentTerm::rows`] is the storage that the term reads.
#[doc(hidden)]
pub unsafe trait ComponentTerm: QueryTerm<Place = Row> {
    /// Which entity is in which row.
    fn rows<'f, 'w>(fetch: &'f Self::Fetch<'w>) -> &'f Rows<'w>;
}

// SAFETY: the rows of the fetch.
unsafe impl<T: Component> ComponentTerm for &T {
    #[inline]
    fn rows<'f, 'w>(fetch: &'f Self::Fetch<'w>) -> &'f Rows<'w> {
        &fetch.rows
    }
}

// SAFETY: the rows of the fetch.
unsafe impl<T: Component> ComponentTerm for &mut T {
    #[inline]
    fn rows<'f, 'w>(fetch: &'f Self::Fetch<'w>) -> &'f Rows<'w> {
        &fetch.rows
    }
}

// SAFETY: as the term itself, where the entity has the component. An empty storage agrees with any
// lead, since nothing is then read from it.
unsafe impl<Q: ComponentTerm> QueryTerm for Option<Q> {
    type Item<'w> = Option<Q::Item<'w>>;
    type Fetch<'w> = Q::Fetch<'w>;
    type Guard<'w> = Q::Guard<'w>;
    type Place = Option<Row>;
    const LEADS: bool = false;

    #[track_caller]
    fn fetch(world: &World) -> (Self::Fetch<'_>, Self::Guard<'_>) {
        Q::fetch(world)
    }

    fn shorten<'short, 'long: 'short>(fetch: Self::Fetch<'long>) -> Self::Fetch<'short> {
        Q::shorten(fetch)
    }

    fn lead<'w>(_: &Self::Fetch<'w>) -> Lead<'w> {
        Lead::Anything
    }

    fn aligned(fetch: &Self::Fetch<'_>, lead: &Column, world: &World) -> usize {
        if Q::rows(fetch).is_empty() {
            return usize::MAX;
        }
        Q::aligned(fetch, lead, world)
    }

    fn agrees(fetch: &Self::Fetch<'_>, entities: &[Entity], start: usize) -> bool {
        Q::rows(fetch).is_empty() || Q::agrees(fetch, entities, start)
    }

    #[inline]
    unsafe fn open(fetch: &Self::Fetch<'_>, row: usize) {
        if !Q::rows(fetch).is_empty() {
            // SAFETY: the row agrees, so it is a row of this storage.
            unsafe { Q::open(fetch, row) };
        }
    }

    #[inline]
    unsafe fn direct<'w>(
        fetch: &Self::Fetch<'w>,
        entities: &'w [Entity],
        row: usize,
    ) -> Self::Item<'w> {
        if Q::rows(fetch).is_empty() {
            return None;
        }
        // SAFETY: the row agrees, so it is a row of this storage; the rest is the caller's promise.
        Some(unsafe { Q::direct(fetch, entities, row) })
    }

    #[inline]
    fn locate(fetch: &Self::Fetch<'_>, entity: Entity, _: Option<usize>) -> Option<Option<Row>> {
        Some(Q::locate(fetch, entity, None))
    }

    unsafe fn open_lead(_: &Self::Fetch<'_>, _: usize) {}

    #[inline]
    unsafe fn take<'w>(
        fetch: &Self::Fetch<'w>,
        entity: Entity,
        place: Option<Row>,
        _: bool,
    ) -> Self::Item<'w> {
        // SAFETY: the place was found in this storage; the rest is the caller's promise.
        place.map(|row| unsafe { Q::take(fetch, entity, row, false) })
    }
}

// SAFETY: gives what the term gives, which only reads.
unsafe impl<Q: ComponentTerm + ReadOnlyTerm> ReadOnlyTerm for Option<Q> {}

// SAFETY: gives no references.
unsafe impl QueryTerm for Entity {
    type Item<'w> = Self;
    type Fetch<'w> = PhantomData<&'w ()>;
    type Guard<'w> = ();
    type Place = ();
    const LEADS: bool = false;

    fn fetch(_: &World) -> (Self::Fetch<'_>, Self::Guard<'_>) {
        (PhantomData, ())
    }

    fn shorten<'short, 'long: 'short>(fetch: Self::Fetch<'long>) -> Self::Fetch<'short> {
        fetch
    }

    fn lead<'w>(_: &Self::Fetch<'w>) -> Lead<'w> {
        Lead::Anything
    }

    fn aligned(_: &Self::Fetch<'_>, _: &Column, _: &World) -> usize {
        usize::MAX
    }

    fn agrees(_: &Self::Fetch<'_>, _: &[Entity], _: usize) -> bool {
        true
    }

    unsafe fn open(_: &Self::Fetch<'_>, _: usize) {}

    #[inline]
    unsafe fn direct<'w>(_: &Self::Fetch<'w>, entities: &'w [Entity], row: usize) -> Self {
        // SAFETY: the row is within the lead.
        unsafe { *entities.get_unchecked(row) }
    }

    #[inline]
    fn locate(_: &Self::Fetch<'_>, _: Entity, _: Option<usize>) -> Option<()> {
        Some(())
    }

    unsafe fn open_lead(_: &Self::Fetch<'_>, _: usize) {}

    #[inline]
    unsafe fn take<'w>(_: &Self::Fetch<'w>, entity: Self, (): (), _: bool) -> Self::Item<'w> {
        entity
    }
}

// SAFETY: gives no references.
unsafe impl ReadOnlyTerm for Entity {}
