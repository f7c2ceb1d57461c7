//! Queries: visiting all entities that have certain components.

mod filter;
mod iter;
mod parallel;
mod term;
mod tuple;

use std::borrow::Cow;

use crate::column::Column;
use crate::entity::Entity;
use crate::world::World;

pub use filter::{Filter, With, Without};
pub use iter::QueryIter;
pub use term::{QueryTerm, ReadOnlyTerm};

/// What decides which entities a query visits, and in which order.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub enum Lead<'w> {
    /// A term that any entity satisfies.
    Anything,
    /// A component that nobody ever had.
    Nothing,
    /// The entities of a storage, in its order.
    Storage(&'w Column),
}

impl<'w> Lead<'w> {
    pub(crate) const fn of(column: Option<&'w Column>) -> Self {
        match column {
            None => Self::Nothing,
            Some(column) => Self::Storage(column),
        }
    }

    /// The first of the two that decides anything.
    pub(crate) const fn or(self, later: Self) -> Self {
        match self {
            Self::Anything => later,
            Self::Nothing | Self::Storage(_) => self,
        }
    }
}

/// Entities that have certain components; made by [`World::query`] and its kin. Holds the borrows
/// of its components until dropped.
///
/// The entities come in the order of the storage that leads, whatever the sizes of the others.
/// Where the storages are aligned, because of a group or since their rows happen to agree, plain
/// arrays are read; elsewhere each entity is looked up.
pub struct Query<'w, Q: QueryTerm, F: Filter = ()> {
    world: &'w World,
    fetch: Q::Fetch<'w>,
    filter: F::Fetch<'w>,
    /// Entities to look at, in order.
    lead: Cow<'w, [Entity]>,
    /// This many rows of `lead` are the same rows of every storage and pass the filter.
    aligned: usize,
    _borrows: Q::Guard<'w>,
}

impl<'w, Q: QueryTerm, F: Filter> Query<'w, Q, F> {
    #[track_caller]
    pub(crate) fn new(world: &'w World) -> Self {
        let (fetch, borrows) = Q::fetch(world);
        let filter = F::fetch(world);
        let (lead, column) = match Q::lead(&fetch).or(F::lead(&filter)) {
            Lead::Anything => (Cow::Owned(world.entities().collect()), None),
            Lead::Nothing => (Cow::Borrowed(&[][..]), None),
            Lead::Storage(column) => (Cow::Borrowed(column.index.entities()), Some(column)),
        };
        let aligned = column.map_or(0, |column| {
            let rows = Q::aligned(&fetch, column, world);
            rows.min(F::aligned(&filter, column, world)).min(lead.len())
        });
        Self {
            world,
            fetch,
            filter,
            lead,
            aligned,
            _borrows: borrows,
        }
    }

    /// Calls `visit` for each entity; with aligned storages as fast as a loop over plain arrays.
    pub fn for_each(mut self, visit: impl FnMut(Q::Item<'_>)) {
        self.iter_mut().for_each(visit);
    }

    /// Number of entities visited.
    pub fn count(&self) -> usize {
        if self.aligned == self.lead.len() {
            return self.aligned;
        }
        let matches = |entity: &&Entity| {
            F::matches(&self.filter, **entity) && Q::locate(&self.fetch, **entity, None).is_some()
        };
        self.lead.iter().filter(matches).count()
    }
}

impl<'q, Q: QueryTerm, F: Filter> IntoIterator for &'q mut Query<'_, Q, F> {
    type Item = Q::Item<'q>;
    type IntoIter = QueryIter<'q, Q, F>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<'q, Q: ReadOnlyTerm, F: Filter> IntoIterator for &'q Query<'_, Q, F> {
    type Item = Q::Item<'q>;
    type IntoIter = QueryIter<'q, Q, F>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
