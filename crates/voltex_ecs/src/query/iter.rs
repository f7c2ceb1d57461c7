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
        Plan {
            fetch: Q::shorten(self.fetch),
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
        Some(unsafe { Q::take(&Q::shorten(self.fetch), entity, place, false) })
    }

    /// What the query gives for one entity, to change; `None` if it is dead or not among those
    /// visited.
    pub fn get_mut(&mut self, entity: Entity) -> Option<Q::Item<'_>> {
        let place = self.find(entity)?;
        // SAFETY: the place is the entity's, the query holds the borrows, and `self` is borrowed
        // uniquely as long as the item is in use.
        Some(unsafe { Q::take(&Q::shorten(self.fetch), entity, place, false) })
    }

    fn find(&self, entity: Entity) -> Option<Q::Place> {
        if !self.world.is_alive(entity) || !F::matches(&self.filter, entity) {
            return None;
        }
        Q::locate(&self.fetch, entity, None)
    }
}

impl<'q, Q: QueryTerm, F: Filter> Plan<'q, Q, F> {
    /// Starts the run at `row`, which is below `end`: stamps the block of each storage read by row, and
    /// returns the first row that is visited, where the run ends, and whether its rows agree. By value, so that
    /// the iterator's own state stays in registers.
    #[cold]
    #[inline(never)]
    fn open_run(self, row: usize, end: usize) -> (usize, usize, bool) {
        let block_end = (row / BLOCK_ROWS + 1) * BLOCK_ROWS;
        let mut run_end = block_end.min(end);
        let direct = if row < self.aligned {
            run_end = run_end.min(self.aligned);
            true
        } else {
            let entities = &self.lead[row..run_end];
            Q::agrees(&self.fetch, entities, row) && F::agrees(&self.filter, entities, row)
        };
        if direct {
            // SAFETY: the row is within the lead, and was just found to agree.
            unsafe { Q::open(&self.fetch, row) };
            return (row, run_end, true);
        }
        let first = (row..run_end).find(|row| self.visits(*row));
        if let Some(first) = first {
            // SAFETY: the row is within the lead.
            unsafe { Q::open_lead(&self.fetch, first) };
        }
        (first.unwrap_or(run_end), run_end, false)
    }

    /// Whether a row that may not agree is visited.
    fn visits(&self, row: usize) -> bool {
        let entity = self.lead[row];
        F::matches(&self.filter, entity) && Q::locate(&self.fetch, entity, Some(row)).is_some()
    }

    /// What the query gives for a row that may not agree, of a run that was opened.
    ///
    /// # Safety
    /// `row` is within the lead; the query lives for `'q` with its borrows; what was given for the
    /// row before is no longer in use, unless `Q` only reads.
    #[inline]
    unsafe fn look_up(&self, row: usize) -> Option<Q::Item<'q>> {
        // SAFETY: the row is within the lead, and rows are numbers of 32 bits; that this is known
        // saves an instruction a row.
        let entity = unsafe {
            std::hint::assert_unchecked(row < u32::MAX as usize);
            *self.lead.get_unchecked(row)
        };
        if !F::matches(&self.filter, entity) {
            return None;
        }
        let place = Q::locate(&self.fetch, entity, Some(row))?;
        // SAFETY: the place is the entity's, the rest is the caller's promise.
        Some(unsafe { Q::take(&self.fetch, entity, place, true) })
    }
}

impl<'q, Q: QueryTerm, F: Filter> Iterator for QueryIter<'q, Q, F> {
    type Item = Q::Item<'q>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.direct && self.row < self.run_end {
                let row = self.row;
                self.row += 1;
                // SAFETY: rows below `end` are within the lead, the query lives for `'q` with its
                // borrows, each row is visited once, and the run was found to agree.
                return Some(unsafe { Q::direct(&self.plan.fetch, self.plan.lead, row) });
            }
            while self.row < self.run_end {
                let row = self.row;
                self.row += 1;
                // SAFETY: as above, and the run was opened.
                let item = unsafe { self.plan.look_up(row) };
                if item.is_some() {
                    return item;
                }
            }
            if self.run_end == self.end {
                return None;
            }
            (self.row, self.run_end, self.direct) = self.plan.open_run(self.run_end, self.end);
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
        let plan = self.plan;
        let mut folded = initial;
        loop {
            let rows = self.row..self.run_end;
            if self.direct {
                for row in rows {
                    // SAFETY: as in `next`.
                    folded = visit(folded, unsafe { Q::direct(&plan.fetch, plan.lead, row) });
                }
            } else {
                for row in rows {
                    // SAFETY: as in `next`.
                    if let Some(item) = unsafe { plan.look_up(row) } {
                        folded = visit(folded, item);
                    }
                }
            }
            if self.run_end == self.end {
                return folded;
            }
            (self.row, self.run_end, self.direct) = plan.open_run(self.run_end, self.end);
        }
    }
}
