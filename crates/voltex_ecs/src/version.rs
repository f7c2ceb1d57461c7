//! Versions: which blocks of rows were written since when.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::sparse_set::Row;

/// Rows that share one version stamp.
pub const BLOCK_ROWS: usize = 1024;

/// Point in the life of a world, for asking what was written after it.
///
/// [`World::checkpoint`](crate::World::checkpoint) gives one. Versions count per world; after
/// `clone_from` or `decode` those taken before mean nothing any more: start again from
/// [`Version::ZERO`], or keep the version in a resource of the same world, where it is copied with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(u64);

impl Version {
    /// Before everything: all rows were written after it.
    pub const ZERO: Self = Self(0);

    /// The first stamp that a world gives.
    pub(crate) const FIRST: Self = Self(1);

    /// The following stamp.
    pub(crate) const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The version as a number, for a codec.
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    /// The version that [`Self::to_bits`] gave.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }
}

/// Version of the last write to each block of rows of one storage.
///
/// Atomic, because several threads may write values of one block; they all store the same number.
#[derive(Debug, Default)]
pub(crate) struct Stamps {
    blocks: Vec<AtomicU64>,
}

impl Stamps {
    pub(crate) const fn new() -> Self {
        Self { blocks: Vec::new() }
    }

    /// Marks a row through a unique reference; the block may be new.
    #[inline]
    pub(crate) fn mark(&mut self, row: Row, now: Version) {
        let block = row.at() / BLOCK_ROWS;
        if block == self.blocks.len() {
            self.blocks.push(AtomicU64::new(now.0));
        } else {
            *self.blocks[block].get_mut() = now.0;
        }
    }

    /// Marks the block of a row while others may do the same.
    #[inline]
    pub(crate) fn mark_shared(blocks: &[AtomicU64], row: usize, now: Version) {
        Self::store(&blocks[row / BLOCK_ROWS], now);
    }

    /// Marks one block while others may do the same.
    #[inline]
    pub(crate) fn store(block: &AtomicU64, now: Version) {
        block.store(now.0, Ordering::Relaxed);
    }

    /// Marks all blocks.
    pub(crate) fn mark_all(blocks: &[AtomicU64], now: Version) {
        for block in blocks {
            block.store(now.0, Ordering::Relaxed);
        }
    }

    /// Forgets the last block if it became empty, after one row went and `rows` are left.
    #[inline]
    pub(crate) fn shrink(&mut self, rows: usize) {
        if rows.is_multiple_of(BLOCK_ROWS) {
            self.blocks.truncate(rows / BLOCK_ROWS);
        }
    }

    /// Forgets blocks past `rows`.
    #[inline]
    pub(crate) fn truncate(&mut self, rows: usize) {
        self.blocks.truncate(rows.div_ceil(BLOCK_ROWS));
    }

    #[inline]
    pub(crate) fn blocks(&self) -> &[AtomicU64] {
        &self.blocks
    }

    /// Rows of every block written after `since`, of `rows` in all.
    pub(crate) fn changed(
        &self,
        since: Version,
        rows: usize,
    ) -> impl Iterator<Item = Range<usize>> + '_ {
        self.blocks
            .iter()
            .enumerate()
            .filter(move |(_, stamp)| stamp.load(Ordering::Relaxed) > since.0)
            .map(move |(block, _)| {
                let start = block * BLOCK_ROWS;
                start..rows.min(start + BLOCK_ROWS)
            })
    }
}

impl Clone for Stamps {
    fn clone(&self) -> Self {
        let mut copy = Self::new();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        self.blocks.clear();
        let copied = source.blocks.iter().map(|b| b.load(Ordering::Relaxed));
        self.blocks.extend(copied.map(AtomicU64::new));
    }
}
