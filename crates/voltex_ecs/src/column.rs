//! One component's storage inside a world, without its type.
#![allow(unsafe_code)] // A typed vector is reached without a second check of its type, which adding and removing pay for.

use std::any::{Any, TypeId, type_name};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::borrow::{Ref, RefMut, TrackedCell};
use crate::component::Component;
use crate::entity::{Entity, same_entities};
use crate::group::GroupId;
use crate::sparse_set::{Row, SparseIndex};
use crate::version::{BLOCK_ROWS, Stamps, Version};

/// Place of a column in its world: the order in which components were first used or registered.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnId(pub(crate) u32);

const FOUND_BY_TYPE: &str = "a column is found by the type of its values";

/// A vector of components of some type.
pub(crate) trait ErasedData: Any + Send + Sync {
    fn clone_boxed(&self) -> Box<dyn ErasedData>;
    /// Copies, reusing memory; false if the types differ. Empty if cloning a value panics.
    fn clone_from_erased(&mut self, source: &dyn ErasedData) -> bool;
    fn swap(&mut self, a: Row, b: Row);
    /// Drops a value; the last one moves into its place.
    fn swap_remove(&mut self, row: Row);
    fn clear(&mut self);
    fn len(&self) -> usize;
}

impl<T: Component> ErasedData for Vec<T> {
    fn clone_boxed(&self) -> Box<dyn ErasedData> {
        Box::new(self.clone())
    }

    fn clone_from_erased(&mut self, source: &dyn ErasedData) -> bool {
        let source: &dyn Any = source;
        let Some(source) = source.downcast_ref::<Self>() else {
            return false;
        };
        // Cloning a value may panic; the vector is then empty instead of half copied.
        let mut values = std::mem::take(self);
        values.clone_from(source);
        *self = values;
        true
    }

    fn swap(&mut self, a: Row, b: Row) {
        self.as_mut_slice().swap(a.at(), b.at());
    }

    fn swap_remove(&mut self, row: Row) {
        drop(Vec::swap_remove(self, row.at()));
    }

    fn clear(&mut self) {
        Vec::clear(self);
    }

    fn len(&self) -> usize {
        Vec::len(self)
    }
}

/// One component's storage.
///
/// `index` and the rest change only through a unique reference to the world, so that queries may
/// read them freely; the values alone are borrowed through the cell.
#[doc(hidden)]
pub struct Column {
    pub(crate) type_id: TypeId,
    pub(crate) name: &'static str,
    pub(crate) index: SparseIndex,
    pub(crate) stamps: Stamps,
    /// When a row last came, went or moved.
    pub(crate) structure: Version,
    /// Columns with the same number other than 0 have the same entities in the same rows. 0 says
    /// that nothing is known.
    pub(crate) order: AtomicU64,
    pub(crate) group: Option<GroupId>,
    /// A `Vec` of the type with `type_id`, always: made by [`Column::new`], and replaced by
    /// [`Column::set_values`] alone, which compares types.
    cell: TrackedCell<Box<dyn ErasedData>>,
}

impl Column {
    pub(crate) fn new<T: Component>() -> Self {
        Self {
            type_id: TypeId::of::<T>(),
            name: type_name::<T>(),
            index: SparseIndex::new(),
            stamps: Stamps::new(),
            structure: Version::ZERO,
            order: AtomicU64::new(0),
            group: None,
            cell: TrackedCell::new(Box::new(Vec::<T>::new())),
        }
    }

    /// Values, for callers that found this column by their type.
    #[inline]
    pub(crate) fn data_mut<T: Component>(&mut self) -> &mut Vec<T> {
        assert!(self.type_id == TypeId::of::<T>(), "{FOUND_BY_TYPE}");
        let data: *mut dyn ErasedData = &raw mut **self.cell.get_mut();
        // SAFETY: the data of a column of this type is a `Vec<T>`, see `cell`.
        unsafe { &mut *data.cast::<Vec<T>>() }
    }

    /// Values, to read.
    #[track_caller]
    #[inline]
    pub(crate) fn values<T: Component>(&self) -> Ref<'_, Vec<T>> {
        assert!(self.type_id == TypeId::of::<T>(), "{FOUND_BY_TYPE}");
        Ref::map(self.cell.borrow(self.name), |data| {
            let data: *const dyn ErasedData = &raw const **data;
            // SAFETY: the data of a column of this type is a `Vec<T>`, see `cell`.
            unsafe { &*data.cast::<Vec<T>>() }
        })
    }

    /// Values, to write.
    #[track_caller]
    #[inline]
    pub(crate) fn values_mut<T: Component>(&self) -> RefMut<'_, Vec<T>> {
        assert!(self.type_id == TypeId::of::<T>(), "{FOUND_BY_TYPE}");
        RefMut::map(self.cell.borrow_mut(self.name), |data| {
            let data: *mut dyn ErasedData = &raw mut **data;
            // SAFETY: the data of a column of this type is a `Vec<T>`, see `cell`.
            unsafe { &mut *data.cast::<Vec<T>>() }
        })
    }

    pub(crate) fn reserve<T: Component>(&mut self, additional: usize) {
        self.data_mut::<T>().reserve(additional);
        self.index.reserve(additional);
    }

    /// Appends a value for an entity that has none.
    #[inline(always)] // As for `take`.
    pub(crate) fn push<T: Component>(&mut self, entity: Entity, value: T, now: Version) {
        self.data_mut::<T>().push(value);
        let row = self.index.push(entity);
        self.stamps.mark(row, now);
        self.moved(now);
    }

    /// Takes out a value and gives it back.
    #[inline(always)] // Three loads and stores each; a call would cost as much as the work.
    pub(crate) fn take<T: Component>(&mut self, row: Row, now: Version) -> T {
        self.unlink(row, now);
        self.data_mut::<T>().swap_remove(row.at())
    }

    /// Takes out a value and drops it.
    pub(crate) fn drop_row(&mut self, row: Row, now: Version) {
        self.unlink(row, now);
        self.cell.get_mut().swap_remove(row);
    }

    #[inline]
    fn unlink(&mut self, row: Row, now: Version) {
        self.index.swap_remove(row);
        if row.at() < self.index.len() {
            self.stamps.mark(row, now);
        }
        self.stamps.shrink(self.index.len());
        self.moved(now);
    }

    pub(crate) fn swap(&mut self, a: Row, b: Row, now: Version) {
        if a == b {
            return;
        }
        self.index.swap(a, b);
        self.cell.get_mut().swap(a, b);
        self.stamps.mark(a, now);
        self.stamps.mark(b, now);
        self.moved(now);
    }

    /// Puts in as many values as entities, in place of what is there.
    pub(crate) fn set_values(
        &mut self,
        index: SparseIndex,
        values: Box<dyn ErasedData>,
        now: Version,
    ) {
        assert_eq!(index.len(), values.len(), "one value an entity");
        let (old, new): (&dyn Any, &dyn Any) = (&**self.cell.get_mut(), &*values);
        assert_eq!(old.type_id(), new.type_id(), "{FOUND_BY_TYPE}");
        self.index = index;
        *self.cell.get_mut() = values;
        self.stamps.truncate(0);
        for row in (0..self.index.len()).step_by(BLOCK_ROWS) {
            self.stamps.mark(Row::new(row), now);
        }
        self.moved(now);
    }

    /// Takes over the values of another column of the same type.
    pub(crate) fn replace_values(&mut self, other: Self, now: Version) {
        assert_eq!(self.type_id, other.type_id, "{FOUND_BY_TYPE}");
        self.set_values(other.index, other.cell.into_inner(), now);
    }

    pub(crate) fn clear(&mut self, now: Version) {
        self.index.clear();
        self.stamps.truncate(0);
        self.cell.get_mut().clear();
        self.moved(now);
    }

    #[inline]
    fn moved(&mut self, now: Version) {
        self.structure = now;
        *self.order.get_mut() = 0;
    }

    /// Whether `self` and `lead` have the same entities in the same rows. What was found is
    /// remembered until a row moves; `fresh` counts the numbers given out for that.
    pub(crate) fn same_order(&self, lead: &Self, fresh: &AtomicU64) -> bool {
        let (own_rows, lead_rows) = (self.index.entities(), lead.index.entities());
        if own_rows.len() != lead_rows.len() || own_rows.last() != lead_rows.last() {
            return false;
        }
        let own = self.order.load(Ordering::Relaxed);
        let mut number = lead.order.load(Ordering::Relaxed);
        if own == number && own != 0 {
            return true;
        }
        if !same_entities(own_rows, lead_rows) {
            return false;
        }
        // The lead keeps its number, or its other followers would be compared again.
        if number == 0 {
            number = if own == 0 {
                fresh.fetch_add(1, Ordering::Relaxed) + 1
            } else {
                own
            };
            lead.order.store(number, Ordering::Relaxed);
        }
        self.order.store(number, Ordering::Relaxed);
        true
    }

    /// Copies all but the type, reusing memory; false if the types differ. If cloning a value
    /// panics, the column is left empty.
    pub(crate) fn clone_values_from(&mut self, source: &Self) -> bool {
        if self.type_id != source.type_id {
            return false;
        }
        let borrowed = source.cell.borrow(source.name);
        let mut index = std::mem::take(&mut self.index);
        *self.order.get_mut() = 0;
        assert!(
            self.cell.get_mut().clone_from_erased(&**borrowed),
            "{FOUND_BY_TYPE}"
        );
        index.clone_from(&source.index);
        self.index = index;
        self.stamps.clone_from(&source.stamps);
        self.structure = source.structure;
        self.group = source.group;
        *self.order.get_mut() = source.order.load(Ordering::Relaxed);
        true
    }
}

impl Clone for Column {
    fn clone(&self) -> Self {
        Self {
            type_id: self.type_id,
            name: self.name,
            index: self.index.clone(),
            stamps: self.stamps.clone(),
            structure: self.structure,
            order: AtomicU64::new(self.order.load(Ordering::Relaxed)),
            group: self.group,
            cell: TrackedCell::new(self.cell.borrow(self.name).clone_boxed()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::Generation;

    /// The defect: each follower gave the lead a number of its own, so that the orders of three
    /// storages were compared anew at every query.
    #[test]
    fn orders_of_three_storages_are_forgotten() {
        let mut columns = [(); 4].map(|()| Column::new::<u32>());
        for id in 0..100 {
            for column in &mut columns {
                let entity = Entity::from_parts(id, Generation::FIRST);
                column.push(entity, id, Version::FIRST);
            }
        }
        let fresh = AtomicU64::new(0);
        let numbers = |columns: &[Column]| -> Vec<u64> {
            let orders = columns.iter().map(|column| &column.order);
            orders.map(|order| order.load(Ordering::Relaxed)).collect()
        };
        for lead in [0, 2] {
            for column in &columns {
                assert!(column.same_order(&columns[lead], &fresh));
            }
            assert_eq!(numbers(&columns), [1; 4]);
        }
        let last = Row::new(99);
        columns[1].swap(Row::new(3), Row::new(4), Version::FIRST);
        assert_eq!(numbers(&columns), [1, 0, 1, 1]);
        assert!(!columns[1].same_order(&columns[0], &fresh));
        columns[2].drop_row(last, Version::FIRST);
        assert!(!columns[2].same_order(&columns[0], &fresh));
        columns[0].drop_row(last, Version::FIRST);
        assert!(columns[0].same_order(&columns[2], &fresh));
        assert_eq!(numbers(&columns), [2, 0, 2, 1]);
    }
}
