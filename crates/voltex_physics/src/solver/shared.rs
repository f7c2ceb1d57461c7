//! A slice whose elements several threads change at once, each its own.

#![allow(unsafe_code)]

use std::marker::PhantomData;

/// Access to the elements of a slice from several threads. Who may touch what when is decided by the caller.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'a, T> {
    first: *mut T,
    len: usize,
    slice: PhantomData<&'a mut [T]>,
}

// SAFETY: a `Shared` gives access to elements only through unsafe functions, whose callers see to it that no two
// threads use an element at once unless both only read it; `T: Send + Sync` allows both.
unsafe impl<T: Send + Sync> Send for Shared<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for Shared<'_, T> {}

impl<'a, T> Shared<'a, T> {
    pub(crate) fn new(slice: &'a mut [T]) -> Self {
        Self {
            first: slice.as_mut_ptr(),
            len: slice.len(),
            slice: PhantomData,
        }
    }

    /// An element, to read.
    ///
    /// # Safety
    /// While the reference lives no thread writes the element.
    #[inline(always)]
    pub(crate) unsafe fn get(&self, index: usize) -> &'a T {
        assert!(index < self.len);
        // SAFETY: the index is inside the slice that was borrowed for 'a, and the caller keeps writers away.
        unsafe { &*self.first.add(index) }
    }

    /// An element, to write.
    ///
    /// # Safety
    /// While the reference lives nobody else uses the element.
    #[inline(always)]
    pub(crate) unsafe fn get_mut(&self, index: usize) -> &'a mut T {
        assert!(index < self.len);
        // SAFETY: as in `get`, and the caller keeps readers away too.
        unsafe { &mut *self.first.add(index) }
    }

    /// Some elements, to write.
    ///
    /// # Safety
    /// While the reference lives nobody else uses these elements.
    #[inline(always)]
    pub(crate) unsafe fn part_mut(&self, start: usize, len: usize) -> &'a mut [T] {
        assert!(start <= self.len && len <= self.len - start);
        // SAFETY: as in `get_mut`, for all of them.
        unsafe { std::slice::from_raw_parts_mut(self.first.add(start), len) }
    }
}
