//! Sparse set: values by entity, packed without gaps.

use crate::entity::Entity;

/// Place of a value in the packed arrays of one set.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row(u32);

impl Row {
    /// What the sparse array holds where there is no row. Ids end below it, and so do rows.
    const NONE: u32 = u32::MAX;

    pub(crate) const fn new(row: usize) -> Self {
        Self(row as u32)
    }

    #[inline]
    pub(crate) const fn at(self) -> usize {
        self.0 as usize
    }
}

/// The half of a sparse set that does not depend on the type of the values: which entity is in
/// which row.
#[derive(Debug, Default)]
pub(crate) struct SparseIndex {
    /// Row by entity id, [`Row::NONE`] where absent.
    sparse: Vec<u32>,
    /// Entity by row.
    entities: Vec<Entity>,
}

/// Row of `id` in a sparse array.
#[inline]
pub(crate) fn sparse_row(sparse: &[u32], id: u32) -> Option<Row> {
    match sparse.get(id as usize) {
        Some(row) if *row != Row::NONE => Some(Row(*row)),
        _ => None,
    }
}

impl SparseIndex {
    pub(crate) const fn new() -> Self {
        Self {
            sparse: Vec::new(),
            entities: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.entities.len()
    }

    #[inline]
    pub(crate) fn entities(&self) -> &[Entity] {
        &self.entities
    }

    #[inline]
    pub(crate) fn sparse(&self) -> &[u32] {
        &self.sparse
    }

    /// Row of exactly this entity.
    #[inline]
    pub(crate) fn row(&self, entity: Entity) -> Option<Row> {
        let row = *self.sparse.get(entity.id() as usize)?;
        // There is no row with the number that stands for none.
        match self.entities.get(row as usize) {
            Some(held) if *held == entity => Some(Row(row)),
            _ => None,
        }
    }

    /// Row of whichever generation of this id is here.
    #[inline]
    pub(crate) fn row_of_id(&self, id: u32) -> Option<Row> {
        sparse_row(&self.sparse, id)
    }

    pub(crate) fn reserve(&mut self, additional: usize) {
        self.entities.reserve(additional);
    }

    /// Appends an entity whose id is not here.
    #[inline]
    pub(crate) fn push(&mut self, entity: Entity) -> Row {
        let id = entity.id() as usize;
        let row = self.entities.len() as u32;
        match self.sparse.get_mut(id) {
            Some(slot) => {
                debug_assert_eq!(*slot, Row::NONE);
                *slot = row;
            }
            None => self.grow(id, row),
        }
        self.entities.push(entity);
        Row(row)
    }

    #[cold]
    fn grow(&mut self, id: usize, row: u32) {
        // To the capacity that doubling gives, so that a run of new ids seldom comes here.
        self.sparse.reserve(id + 1 - self.sparse.len());
        let length = self.sparse.capacity();
        self.sparse.resize(length, Row::NONE);
        self.sparse[id] = row;
    }

    /// Takes `row` out; the last row moves into its place.
    #[inline]
    pub(crate) fn swap_remove(&mut self, row: Row) {
        let gone = self.entities.swap_remove(row.at());
        if let Some(moved) = self.entities.get(row.at()) {
            self.sparse[moved.id() as usize] = row.0;
        }
        self.sparse[gone.id() as usize] = Row::NONE;
    }

    /// Exchanges two rows.
    pub(crate) fn swap(&mut self, a: Row, b: Row) {
        self.entities.swap(a.at(), b.at());
        self.sparse[self.entities[a.at()].id() as usize] = a.0;
        self.sparse[self.entities[b.at()].id() as usize] = b.0;
    }

    /// Puts another generation of the same id into `row`.
    fn replace(&mut self, row: Row, entity: Entity) {
        debug_assert_eq!(self.entities[row.at()].id(), entity.id());
        self.entities[row.at()] = entity;
    }

    pub(crate) fn clear(&mut self) {
        for entity in self.entities.drain(..) {
            self.sparse[entity.id() as usize] = Row::NONE;
        }
    }
}

impl Clone for SparseIndex {
    fn clone(&self) -> Self {
        Self {
            sparse: self.sparse.clone(),
            entities: self.entities.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        // Few entities with great ids: touch their slots alone instead of copying all slots.
        const SCATTER: usize = 8;
        let touched = self.entities.len() + source.entities.len();
        if self.sparse.len() >= source.sparse.len() && touched * SCATTER < source.sparse.len() {
            self.clear();
            for (row, entity) in source.entities.iter().enumerate() {
                self.sparse[entity.id() as usize] = row as u32;
            }
        } else {
            self.sparse.clone_from(&source.sparse);
        }
        self.entities.clone_from(&source.entities);
    }
}

/// Values of one type by entity, packed in one array without gaps.
///
/// Insertion, removal and lookup take constant time. Removal moves the last value into the gap, so
/// the order of the packed arrays is that of insertion until something is removed. Every access
/// checks the generation: a handle of an earlier use of the same id finds nothing.
///
/// Memory: one `T` and 8 bytes a value, and 4 bytes for every id up to the greatest ever inserted.
///
/// ```
/// use voltex_ecs::{EntityAllocator, SparseSet};
///
/// let mut entities = EntityAllocator::new();
/// let (a, b) = (entities.allocate(), entities.allocate());
/// let mut names = SparseSet::new();
/// names.insert(a, "ball");
/// names.insert(b, "bat");
/// assert_eq!(names.remove(a), Some("ball"));
/// assert_eq!(names.get(b), Some(&"bat"));
/// assert_eq!(names.data(), ["bat"]);
/// ```
#[derive(Debug)]
pub struct SparseSet<T> {
    index: SparseIndex,
    data: Vec<T>,
}

impl<T> SparseSet<T> {
    /// Set without values.
    pub const fn new() -> Self {
        Self {
            index: SparseIndex::new(),
            data: Vec::new(),
        }
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// Puts in a value and returns the one it replaces.
    ///
    /// One id has one value. If the set holds a value for another generation of the id, that value
    /// is dropped and the new handle takes its row.
    pub fn insert(&mut self, entity: Entity, value: T) -> Option<T> {
        let Some(row) = self.index.row_of_id(entity.id()) else {
            self.index.push(entity);
            self.data.push(value);
            return None;
        };
        let same = self.index.entities()[row.at()] == entity;
        self.index.replace(row, entity);
        let old = std::mem::replace(&mut self.data[row.at()], value);
        same.then_some(old)
    }

    /// Takes out the value of `entity`; the last value moves into its row.
    pub fn remove(&mut self, entity: Entity) -> Option<T> {
        let row = self.index.row(entity)?;
        self.index.swap_remove(row);
        Some(self.data.swap_remove(row.at()))
    }

    /// Value of `entity`.
    pub fn get(&self, entity: Entity) -> Option<&T> {
        self.index.row(entity).map(|row| &self.data[row.at()])
    }

    /// Value of `entity`, to change.
    pub fn get_mut(&mut self, entity: Entity) -> Option<&mut T> {
        self.index.row(entity).map(|row| &mut self.data[row.at()])
    }

    /// Whether `entity` has a value.
    pub fn contains(&self, entity: Entity) -> bool {
        self.index.row(entity).is_some()
    }

    /// Entities in the order of [`Self::data`].
    pub fn entities(&self) -> &[Entity] {
        self.index.entities()
    }

    /// Values, packed.
    pub fn data(&self) -> &[T] {
        &self.data
    }

    /// Values, packed, to change.
    pub fn data_mut(&mut self) -> &mut [T] {
        &mut self.data
    }

    /// Entities and values in packed order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Entity, &T)> {
        self.index.entities().iter().copied().zip(&self.data)
    }

    /// Entities and values in packed order, values to change.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (Entity, &mut T)> {
        self.index.entities().iter().copied().zip(&mut self.data)
    }

    /// Drops all values and keeps the memory.
    pub fn clear(&mut self) {
        self.index.clear();
        self.data.clear();
    }
}

impl<T> Default for SparseSet<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Clone> Clone for SparseSet<T> {
    fn clone(&self) -> Self {
        Self {
            index: self.index.clone(),
            data: self.data.clone(),
        }
    }

    /// Copies and reuses memory. If cloning a value panics, the set is left empty.
    fn clone_from(&mut self, source: &Self) {
        let Self {
            mut index,
            mut data,
        } = std::mem::take(self);
        data.clone_from(&source.data);
        index.clone_from(&source.index);
        *self = Self { index, data };
    }
}
