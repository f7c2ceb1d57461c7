//! Borrows that are checked while running: many readers or one writer of a storage or resource.
//!
//! A refused borrow panics and names both borrows by source line.
#![allow(unsafe_code)] // A cell that gives out references by a count, as RefCell does, but for many threads.

use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::panic::Location;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering};

/// State of a flag while there is one writer; otherwise it counts readers.
const EXCLUSIVE: i32 = -1;

/// Counts the borrows of one value and remembers where the last one was made.
#[derive(Debug)]
pub(crate) struct BorrowFlag {
    state: AtomicI32,
    place: AtomicPtr<Location<'static>>,
}

impl BorrowFlag {
    const fn new() -> Self {
        Self {
            state: AtomicI32::new(0),
            place: AtomicPtr::new(ptr::null_mut()),
        }
    }

    fn share(&self, name: &str, place: &'static Location<'static>) -> SharedBorrow<'_> {
        let mut readers = self.state.load(Ordering::Relaxed);
        loop {
            if readers < 0 || readers == i32::MAX {
                self.refuse(name, "shared", place);
            }
            match self.state.compare_exchange_weak(
                readers,
                readers + 1,
                Ordering::Acquire,
                Ordering::Relaxed,
            ) {
                Ok(_) => break,
                Err(current) => readers = current,
            }
        }
        self.place
            .store(ptr::from_ref(place).cast_mut(), Ordering::Relaxed);
        SharedBorrow(self)
    }

    fn exclude(&self, name: &str, place: &'static Location<'static>) -> ExclusiveBorrow<'_> {
        let free = self
            .state
            .compare_exchange(0, EXCLUSIVE, Ordering::Acquire, Ordering::Relaxed);
        if free.is_err() {
            self.refuse(name, "exclusive", place);
        }
        self.place
            .store(ptr::from_ref(place).cast_mut(), Ordering::Relaxed);
        ExclusiveBorrow(self)
    }

    #[cold]
    fn refuse(&self, name: &str, kind: &str, place: &Location<'_>) -> ! {
        let held = if self.state.load(Ordering::Relaxed) < 0 {
            "exclusive"
        } else {
            "shared"
        };
        // SAFETY: the pointer is null or was made from a `&'static Location`.
        let holder = unsafe { self.place.load(Ordering::Relaxed).as_ref() };
        let holder = holder.map_or_else(|| "elsewhere".to_owned(), |place| format!("at {place}"));
        panic!(
            "{kind} borrow of {name} at {place} conflicts with the {held} borrow of {name} taken {holder}; \
             let the first one end before, or name each component once in a query"
        );
    }
}

/// One reader.
#[doc(hidden)]
#[derive(Debug)]
pub struct SharedBorrow<'w>(&'w BorrowFlag);

impl Drop for SharedBorrow<'_> {
    fn drop(&mut self) {
        self.0.state.fetch_sub(1, Ordering::Release);
    }
}

/// The one writer.
#[doc(hidden)]
#[derive(Debug)]
pub struct ExclusiveBorrow<'w>(&'w BorrowFlag);

impl Drop for ExclusiveBorrow<'_> {
    fn drop(&mut self) {
        self.0.state.store(0, Ordering::Release);
    }
}

/// A value with a [`BorrowFlag`].
#[derive(Debug)]
pub(crate) struct TrackedCell<T> {
    flag: BorrowFlag,
    value: UnsafeCell<T>,
}

// SAFETY: the flag lets many threads read (T: Sync) or one write (T: Send), never both.
unsafe impl<T: Send + Sync> Sync for TrackedCell<T> {}

impl<T> TrackedCell<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self {
            flag: BorrowFlag::new(),
            value: UnsafeCell::new(value),
        }
    }

    pub(crate) fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }

    pub(crate) fn into_inner(self) -> T {
        self.value.into_inner()
    }

    #[track_caller]
    pub(crate) fn borrow(&self, name: &str) -> Ref<'_, T> {
        let borrow = self.flag.share(name, Location::caller());
        Ref {
            value: NonNull::new(self.value.get()).expect("a cell has an address"),
            borrow: Some(borrow),
        }
    }

    #[track_caller]
    pub(crate) fn borrow_mut(&self, name: &str) -> RefMut<'_, T> {
        let borrow = self.flag.exclude(name, Location::caller());
        RefMut {
            value: NonNull::new(self.value.get()).expect("a cell has an address"),
            borrow: Some(borrow),
            unique: PhantomData,
        }
    }
}

/// Shared access to a component or resource; ends when dropped.
pub struct Ref<'w, T: ?Sized> {
    /// Valid and not written while `borrow` lives.
    value: NonNull<T>,
    /// `None` only for values that live for ever.
    borrow: Option<SharedBorrow<'w>>,
}

impl<'w, T: ?Sized> Ref<'w, T> {
    /// Access to a part of the value.
    pub fn map<U: ?Sized>(this: Self, part: impl FnOnce(&T) -> &U) -> Ref<'w, U> {
        Ref {
            value: NonNull::from(part(&this)),
            borrow: this.borrow,
        }
    }

    /// Splits into the value and the borrow that keeps it valid.
    pub(crate) fn into_parts(this: Self) -> (NonNull<T>, Option<SharedBorrow<'w>>) {
        (this.value, this.borrow)
    }
}

impl<T> Ref<'_, [T]> {
    /// No values.
    pub(crate) fn empty() -> Self {
        Self {
            value: NonNull::from(&[]),
            borrow: None,
        }
    }
}

impl<T: ?Sized> Deref for Ref<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: while `borrow` lives nobody gets unique access, and the cell outlives it.
        unsafe { self.value.as_ref() }
    }
}

impl<T: ?Sized + std::fmt::Debug> std::fmt::Debug for Ref<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}

// SAFETY: as for `&T`; the flag behind the borrow is atomic.
unsafe impl<T: ?Sized + Sync> Send for Ref<'_, T> {}
// SAFETY: as for `&T`.
unsafe impl<T: ?Sized + Sync> Sync for Ref<'_, T> {}

/// Unique access to a component or resource; ends when dropped.
pub struct RefMut<'w, T: ?Sized> {
    /// Valid and reached by nobody else while `borrow` lives.
    value: NonNull<T>,
    /// `None` only for values without bytes.
    borrow: Option<ExclusiveBorrow<'w>>,
    /// Written through, so a longer-lived `T` must not pass for a shorter-lived one.
    unique: PhantomData<&'w mut T>,
}

impl<'w, T: ?Sized> RefMut<'w, T> {
    /// Access to a part of the value.
    pub fn map<U: ?Sized>(mut this: Self, part: impl FnOnce(&mut T) -> &mut U) -> RefMut<'w, U> {
        RefMut {
            value: NonNull::from(part(&mut this)),
            borrow: this.borrow,
            unique: PhantomData,
        }
    }

    /// Splits into the value and the borrow that keeps it valid.
    pub(crate) fn into_parts(this: Self) -> (NonNull<T>, Option<ExclusiveBorrow<'w>>) {
        (this.value, this.borrow)
    }
}

impl<T> RefMut<'_, [T]> {
    /// No values.
    pub(crate) fn empty() -> Self {
        Self {
            value: NonNull::from(&mut []),
            borrow: None,
            unique: PhantomData,
        }
    }
}

impl<T: ?Sized> Deref for RefMut<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: `borrow` excludes all other access, and the cell outlives it.
        unsafe { self.value.as_ref() }
    }
}

impl<T: ?Sized> DerefMut for RefMut<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: `borrow` excludes all other access, and the cell outlives it.
        unsafe { self.value.as_mut() }
    }
}

impl<T: ?Sized + std::fmt::Debug> std::fmt::Debug for RefMut<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}

// SAFETY: as for `&mut T`; the flag behind the borrow is atomic.
unsafe impl<T: ?Sized + Send> Send for RefMut<'_, T> {}
// SAFETY: as for `&mut T`.
unsafe impl<T: ?Sized + Sync> Sync for RefMut<'_, T> {}
