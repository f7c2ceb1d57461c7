//! Views of all components of one type.

use std::ops::Range;
use std::sync::atomic::AtomicU64;

use crate::borrow::{Ref, RefMut};
use crate::column::Column;
use crate::component::Component;
use crate::entity::Entity;
use crate::sparse_set::SparseIndex;
use crate::version::{BLOCK_ROWS, Stamps, Version};

static NO_ENTITIES: SparseIndex = SparseIndex::new();
static NO_STAMPS: Stamps = Stamps::new();

/// All components of one type, to read. Ends the borrow when dropped.
#[derive(Debug)]
pub struct StorageRef<'w, T> {
    index: &'w SparseIndex,
    stamps: &'w Stamps,
    structure: Version,
    data: Ref<'w, [T]>,
}

impl<'w, T: Component> StorageRef<'w, T> {
    #[track_caller]
    pub(crate) fn new(column: Option<&'w Column>) -> Self {
        match column {
            None => Self {
                index: &NO_ENTITIES,
                stamps: &NO_STAMPS,
                structure: Version::ZERO,
                data: Ref::empty(),
            },
            Some(column) => Self {
                index: &column.index,
                stamps: &column.stamps,
                structure: column.structure,
                data: Ref::map(column.values::<T>(), Vec::as_slice),
            },
        }
    }

    /// Number of components.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// Component of `entity`.
    #[inline]
    pub fn get(&self, entity: Entity) -> Option<&T> {
        let row = self.index.row(entity)?;
        self.data.get(row.at())
    }

    /// Whether `entity` has the component.
    #[inline]
    pub fn contains(&self, entity: Entity) -> bool {
        self.index.row(entity).is_some()
    }

    /// Entities in the order of [`Self::data`].
    pub fn entities(&self) -> &[Entity] {
        self.index.entities()
    }

    /// Components, packed.
    pub fn data(&self) -> &[T] {
        &self.data
    }

    /// Entities and components in packed order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Entity, &T)> {
        self.entities().iter().copied().zip(self.data())
    }

    /// Rows of each block of 1,024 that was written after `since`, as ranges of
    /// [`Self::entities`] and [`Self::data`]. A row that came or moved counts as written; of rows
    /// that went at the end only [`Self::structure_changed`] tells.
    pub fn changed_rows(&self, since: Version) -> impl Iterator<Item = Range<usize>> + '_ {
        self.stamps.changed(since, self.len())
    }

    /// Whether a row came, went or moved after `since`.
    pub fn structure_changed(&self, since: Version) -> bool {
        self.structure > since
    }
}

/// All components of one type, to write. Ends the borrow when dropped.
#[derive(Debug)]
pub struct StorageMut<'w, T> {
    index: &'w SparseIndex,
    blocks: &'w [AtomicU64],
    now: Version,
    data: RefMut<'w, [T]>,
}

impl<'w, T: Component> StorageMut<'w, T> {
    #[track_caller]
    pub(crate) fn new(column: Option<&'w Column>, now: Version) -> Self {
        match column {
            None => Self {
                index: &NO_ENTITIES,
                blocks: &[],
                now,
                data: RefMut::empty(),
            },
            Some(column) => Self {
                index: &column.index,
                blocks: column.stamps.blocks(),
                now,
                data: RefMut::map(column.values_mut::<T>(), Vec::as_mut_slice),
            },
        }
    }

    /// Number of components.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// Component of `entity`.
    #[inline]
    pub fn get(&self, entity: Entity) -> Option<&T> {
        let row = self.index.row(entity)?;
        self.data.get(row.at())
    }

    /// Component of `entity`, to change; its block counts as written.
    #[inline]
    pub fn get_mut(&mut self, entity: Entity) -> Option<&mut T> {
        let row = self.index.row(entity)?;
        Stamps::mark_shared(self.blocks, row.at(), self.now);
        self.data.get_mut(row.at())
    }

    /// Whether `entity` has the component.
    #[inline]
    pub fn contains(&self, entity: Entity) -> bool {
        self.index.row(entity).is_some()
    }

    /// Entities in the order of [`Self::data`].
    pub fn entities(&self) -> &[Entity] {
        self.index.entities()
    }

    /// Components, packed.
    pub fn data(&self) -> &[T] {
        &self.data
    }

    /// Components, packed, to change; all of them count as written.
    pub fn data_mut(&mut self) -> &mut [T] {
        Stamps::mark_all(self.blocks, self.now);
        &mut self.data
    }

    /// Entities and components in packed order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Entity, &T)> {
        self.entities().iter().copied().zip(self.data())
    }

    /// Entities and components in packed order, to change. A block counts as written once one of
    /// its rows was handed out.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Entity, &mut T)> {
        let (blocks, now) = (self.blocks, self.now);
        let rows = self.index.entities().iter().copied().zip(&mut *self.data);
        rows.enumerate().map(move |(row, item)| {
            if row % BLOCK_ROWS == 0 {
                Stamps::mark_shared(blocks, row, now);
            }
            item
        })
    }

    /// Components, packed, to change without a stamp: for an engine that writes its own results
    /// back and shall not take them for edits of a user. Everyone else who watches versions misses
    /// what is written here.
    pub fn write_back(&mut self) -> &mut [T] {
        &mut self.data
    }
}
