//! Visiting the entities of a query, run by run.
#![allow(unsafe_code)] // Gives out components of each row once, on the promises of `QueryTerm`.

use std::ops::Range;

use rayon::prelude::*;

use crate::entity::Entity;
use crate::query::{Filter, Query, QueryTerm, ReadOnlyTerm};
use crate::version::BLOCK_ROWS;

/// Iterator over the entities of a [`Query`].
///
/// Rows come in runs that end with their block of 1,024. A run whose rows agree in all storages is
/// read straight from the arrays; in other runs each entity is looked up. `for_each` and its kin
/// decide that once a run and are faster than calling `next`.
pub struct QueryIter<'q, Q: QueryTerm, F: Filter> {
    /// Tells rows of the lead and whether they agree.
    plan: Plan<'q, Q, F>,
    row: usize,
    run_end: usize,
    end: usize,
    /// Whether rows of this run agree.
    direct: bool,
}

/// What the iterators of one query share.
struct Plan<'q, Q: QueryTerm, F: Filter> {
    fetch: Q::Fetch<'q>,
    filter: F::Fetch<'q>,
    lead: &'q [Entity],
    aligned: usize,
}

impl<Q: QueryTerm, F: Filter> Clone for Plan<'_, Q, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Q: QueryTerm, F: Filter> Copy for Plan<'_, Q, F> {}

impl<'q, Q: QueryTerm, F: Filter> Plan<'q, Q, F> {
    /// # Safety
    /// Of plans of one query, no row is in two iterators at a time, unless `Q` only reads.
    unsafe fn rows(self, rows: Range<usize>) -> QueryIter<'q, Q, F> {
        QueryIter {
            plan: self,
            row: rows.start,
            run_end: rows.start,
            end: rows.end,
            direct: false,
        }
    }
}

impl<Q: QueryTerm, F: Filter> Query<'_, Q, F> {
    fn plan(&self) -> Plan<'_, Q, F> {
        let mut fetch = Q::shorten(self.fetch);
        if let Some(lead) = self.column {
            Q::follow(&mut fetch, lead);
        }
        Plan {
            fetch,
            filter: F::shorten(self.filter),
            lead: &self.lead,
            aligned: self.aligned,
        }
    }

    /// Visits the entities, with components to change.
    pub fn iter_mut(&mut self) -> QueryIter<'_, Q, F> {
        // SAFETY: `self` is borrowed uniquely as long as the iterator and its items are in use.
        unsafe { self.plan().rows(0..self.lead.len()) }
    }

    /// Visits the entities; the same order as [`Self::iter_mut`].
    pub fn iter(&self) -> QueryIter<'_, Q, F>
    where
        Q: ReadOnlyTerm,
    {
        // SAFETY: `Q` only reads.
        unsafe { self.plan().rows(0..self.lead.len()) }
    }

    /// Iterators over the blocks of 1,024 rows, for several threads.
    pub(super) fn par_blocks(
        &mut self,
    ) -> impl IndexedParallelIterator<Item = QueryIter<'_, Q, F>> {
        let rows = self.lead.len();
        let plan = self.plan();
        (0..rows.div_ceil(BLOCK_ROWS))
            .into_par_iter()
            .map(move |block| {
                let start = block * BLOCK_ROWS;
                // SAFETY: blocks do not overlap, each comes once, and `self` is borrowed uniquely as
                // long as the iterators and their items are in use.
                unsafe { plan.rows(start..rows.min(start + BLOCK_ROWS)) }
            })
    }

    /// What the query gives for one entity; `None` if it is dead or not among those visited.
    pub fn get(&self, entity: Entity) -> Option<Q::Item<'_>>
    where
        Q: ReadOnlyTerm,
    {
        let place = self.find(entity)?;
        // SAFETY: the place is the entity's, the query holds the borrows, and `Q` only reads.
        Some(unsafe { Q::take(&Q::shorten(self.fetch), entity, place) })
    }

    /// What the query gives for one entity, to change; `None` if it is dead or not among those
    /// visited.
    pub fn get_mut(&mut self, entity: Entity) -> Option<Q::Item<'_>> {
        let place = self.find(entity)?;
        // SAFETY: the place is the entity's, the query holds the borrows, and `self` is borrowed
        // uniquely as long as the item is in use.
        Some(unsafe { Q::take(&Q::shorten(self.fetch), entity, place) })
    }

    fn find(&self, entity: Entity) -> Option<Q::Place> {
        if !self.world.is_alive(entity) || !F::matches(&self.filter, entity) {
            return None;
        }
        Q::locate(&self.fetch, entity, None)
    }
}

impl<'q, Q: QueryTerm, F: Filter> QueryIter<'q, Q, F> {
    /// Starts the run at `self.row`, which is below `self.end`.
    fn open_run(&mut self) {
        let plan = &self.plan;
        let block_end = (self.row / BLOCK_ROWS + 1) * BLOCK_ROWS;
        self.run_end = block_end.min(self.end);
        if self.row < plan.aligned {
            self.run_end = self.run_end.min(plan.aligned);
            self.direct = true;
        } else {
            let entities = &plan.lead[self.row..self.run_end];
            self.direct = Q::agrees(&plan.fetch, entities, self.row)
                && F::agrees(&plan.filter, entities, self.row);
        }
        if self.direct {
            Q::open(&plan.fetch, self.row);
        }
    }

    /// What the query gives for a row that may not agree.
    #[inline]
    fn look_up(&self, row: usize) -> Option<Q::Item<'q>> {
        let plan = &self.plan;
        let entity = plan.lead[row];
        if !F::matches(&plan.filter, entity) {
            return None;
        }
        let place = Q::locate(&plan.fetch, entity, Some(row))?;
        // SAFETY: the place is the entity's, the query lives for `'q` with its borrows, and each
        // row is visited once.
        Some(unsafe { Q::take(&plan.fetch, entity, place) })
    }
}

impl<'q, Q: QueryTerm, F: Filter> Iterator for QueryIter<'q, Q, F> {
    type Item = Q::Item<'q>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.row == self.run_end {
                if self.row == self.end {
                    return None;
                }
                self.open_run();
            }
            let row = self.row;
            self.row += 1;
            if self.direct {
                // SAFETY: the run was found to agree, the query lives for `'q` with its borrows,
                // and each row is visited once.
                return Some(unsafe { Q::direct(&self.plan.fetch, self.plan.lead, row) });
            }
            if let Some(item) = self.look_up(row) {
                return Some(item);
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.end - self.row))
    }

    #[inline]
    fn fold<B, V>(mut self, initial: B, mut visit: V) -> B
    where
        V: FnMut(B, Self::Item) -> B,
    {
        let mut folded = initial;
        while self.row < self.end {
            if self.row == self.run_end {
                self.open_run();
            }
            let rows = self.row..self.run_end;
            if self.direct {
                let (fetch, lead) = (self.plan.fetch, self.plan.lead);
                for row in rows {
                    // SAFETY: as in `next`.
                    folded = visit(folded, unsafe { Q::direct(&fetch, lead, row) });
                }
            } else {
                for row in rows {
                    if let Some(item) = self.look_up(row) {
                        folded = visit(folded, item);
                    }
                }
            }
            self.row = self.run_end;
        }
        folded
    }
}
