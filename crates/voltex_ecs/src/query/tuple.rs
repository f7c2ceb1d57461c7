//! Tuples of query terms and of filters.
#![allow(unsafe_code)] // Passes the promises of `QueryTerm` on to each element.

use crate::column::Column;
use crate::entity::Entity;
use crate::query::{Filter, Lead, QueryTerm, ReadOnlyTerm};
use crate::world::World;

macro_rules! tuple {
    ($($T:ident $index:tt),+) => {
        // SAFETY: each element keeps the promises for itself, and each borrows its own components,
        // so two elements never give unique references to one value.
        unsafe impl<$($T: QueryTerm),+> QueryTerm for ($($T,)+) {
            type Item<'w> = ($($T::Item<'w>,)+);
            type Fetch<'w> = ($($T::Fetch<'w>,)+);
            type Guard<'w> = ($($T::Guard<'w>,)+);
            type Place = ($($T::Place,)+);
            const LEADS: bool = $($T::LEADS)||+;

            #[track_caller]
            fn fetch(world: &World) -> (Self::Fetch<'_>, Self::Guard<'_>) {
                let both = ($($T::fetch(world),)+);
                let guards = ($(both.$index.1,)+);
                (($(both.$index.0,)+), guards)
            }

            fn shorten<'short, 'long: 'short>(fetch: Self::Fetch<'long>) -> Self::Fetch<'short> {
                ($($T::shorten(fetch.$index),)+)
            }

            fn lead<'w>(fetch: &Self::Fetch<'w>) -> Lead<'w> {
                Lead::Anything$(.or($T::lead(&fetch.$index)))+
            }

            fn aligned(fetch: &Self::Fetch<'_>, lead: &Column, world: &World) -> usize {
                usize::MAX$(.min($T::aligned(&fetch.$index, lead, world)))+
            }

            fn agrees(fetch: &Self::Fetch<'_>, entities: &[Entity], start: usize) -> bool {
                $($T::agrees(&fetch.$index, entities, start))&&+
            }

            #[inline]
            unsafe fn open(fetch: &Self::Fetch<'_>, row: usize) {
                // SAFETY: the caller's promise holds for each element.
                unsafe { $($T::open(&fetch.$index, row);)+ }
            }

            #[inline]
            unsafe fn direct<'w>(
                fetch: &Self::Fetch<'w>,
                entities: &'w [Entity],
                row: usize,
            ) -> Self::Item<'w> {
                // SAFETY: the caller's promise holds for each element.
                unsafe { ($($T::direct(&fetch.$index, entities, row),)+) }
            }

            #[inline]
            fn locate(
                fetch: &Self::Fetch<'_>,
                entity: Entity,
                row: Option<usize>,
            ) -> Option<Self::Place> {
                // The first term that leads knows its row.
                let mut row = row;
                Some(($({
                    let own = if $T::LEADS { row.take() } else { None };
                    $T::locate(&fetch.$index, entity, own)?
                },)+))
            }

            #[inline]
            unsafe fn open_lead(fetch: &Self::Fetch<'_>, row: usize) {
                // The first term that leads stands for all.
                let mut leads = false;
                $(if $T::LEADS && !leads {
                    leads = true;
                    // SAFETY: the caller's promise holds for the first that leads.
                    unsafe { $T::open_lead(&fetch.$index, row) };
                })+
                let _ = leads;
            }

            #[inline]
            unsafe fn take<'w>(
                fetch: &Self::Fetch<'w>,
                entity: Entity,
                place: Self::Place,
                stamped: bool,
            ) -> Self::Item<'w> {
                let mut stamped = stamped;
                // SAFETY: the caller's promise holds for each element; a later term than the first
                // that leads was not stamped.
                ($({
                    let own = $T::LEADS && std::mem::take(&mut stamped);
                    unsafe { $T::take(&fetch.$index, entity, place.$index, own) }
                },)+)
            }
        }

        // SAFETY: no element gives unique references.
        unsafe impl<$($T: ReadOnlyTerm),+> ReadOnlyTerm for ($($T,)+) {}

        impl<$($T: Filter),+> Filter for ($($T,)+) {
            type Fetch<'w> = ($($T::Fetch<'w>,)+);

            fn fetch(world: &World) -> Self::Fetch<'_> {
                ($($T::fetch(world),)+)
            }

            fn shorten<'short, 'long: 'short>(fetch: Self::Fetch<'long>) -> Self::Fetch<'short> {
                ($($T::shorten(fetch.$index),)+)
            }

            fn lead<'w>(fetch: &Self::Fetch<'w>) -> Lead<'w> {
                Lead::Anything$(.or($T::lead(&fetch.$index)))+
            }

            fn aligned(fetch: &Self::Fetch<'_>, lead: &Column, world: &World) -> usize {
                usize::MAX$(.min($T::aligned(&fetch.$index, lead, world)))+
            }

            fn agrees(fetch: &Self::Fetch<'_>, entities: &[Entity], start: usize) -> bool {
                $($T::agrees(&fetch.$index, entities, start))&&+
            }

            #[inline]
            fn matches(fetch: &Self::Fetch<'_>, entity: Entity) -> bool {
                $($T::matches(&fetch.$index, entity))&&+
            }
        }
    };
}

tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, G 5);
tuple!(A 0, B 1, C 2, D 3, E 4, G 5, H 6);
tuple!(A 0, B 1, C 2, D 3, E 4, G 5, H 6, I 7);
