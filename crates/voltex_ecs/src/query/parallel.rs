//! Visiting the entities of a query on several threads.

use rayon::prelude::*;

use crate::query::{Filter, Query, QueryTerm};

impl<Q: QueryTerm, F: Filter> Query<'_, Q, F> {
    /// Calls `visit` for each entity, on the threads of the current rayon pool.
    ///
    /// Blocks of 1,024 rows are visited in no particular order, rows of a block in order. `visit`
    /// gets each entity's own components, so the result depends on neither threads nor order
    /// unless it shares state of its own; use [`Self::par_fold`] for sums.
    pub fn par_for_each(&mut self, visit: impl Fn(Q::Item<'_>) + Send + Sync) {
        self.par_blocks().for_each(|block| block.for_each(&visit));
    }

    /// Folds the entities of each block of 1,024 rows, starting from `initial`, and combines the
    /// blocks in their order on the calling thread.
    ///
    /// Blocks depend on the rows alone, so that the result is the same for any number of threads,
    /// for sums of floats too.
    ///
    /// ```
    /// # use voltex_ecs::World;
    /// # let mut world = World::new();
    /// # world.spawn_batch((0..5000).map(|i| (i as f32 * 0.1,)));
    /// let sum = world
    ///     .query::<&f32>()
    ///     .par_fold(|| 0.0, |sum, value| sum + value, |a, b| a + b);
    /// # assert!((sum / (0.05 * 5000.0 * 4999.0) - 1.0).abs() < 1e-5);
    /// ```
    pub fn par_fold<A: Send>(
        &mut self,
        initial: impl Fn() -> A + Send + Sync,
        fold: impl Fn(A, Q::Item<'_>) -> A + Send + Sync,
        combine: impl FnMut(A, A) -> A,
    ) -> A {
        let folded: Vec<A> = self
            .par_blocks()
            .map(|block| block.fold(initial(), &fold))
            .collect();
        folded.into_iter().reduce(combine).unwrap_or_else(initial)
    }
}
