//! Finds the place of a type: a small hash table that is never iterated.

use std::any::TypeId;
use std::hash::{Hash, Hasher};

/// Places by [`TypeId`]. Open addressing; at most half of the slots are filled.
#[derive(Debug, Default)]
pub(crate) struct TypeTable {
    slots: Vec<Slot>,
    filled: usize,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: TypeId,
    place: u32,
}

/// Key of free slots; nobody looks for it.
struct Nothing;

impl Slot {
    const fn free() -> Self {
        Self {
            key: TypeId::of::<Nothing>(),
            place: u32::MAX,
        }
    }

    const fn is_free(&self) -> bool {
        self.place == u32::MAX
    }
}

/// Takes the bits of a `TypeId`, which are a hash already.
struct TypeBits(u64);

impl Hasher for TypeBits {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, bits: u64) {
        self.0 = bits;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Where the search for a key starts; the number of slots is a power of two.
#[inline]
fn hash(key: TypeId) -> usize {
    let mut bits = TypeBits(0);
    key.hash(&mut bits);
    bits.finish() as usize
}

impl TypeTable {
    pub(crate) const fn new() -> Self {
        Self {
            slots: Vec::new(),
            filled: 0,
        }
    }

    #[inline]
    pub(crate) fn find(&self, key: TypeId) -> Option<usize> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut place = hash(key) & mask;
        // An empty table has no slot at all, any other a free one.
        while let Some(slot) = self.slots.get(place) {
            if slot.key == key {
                return Some(slot.place as usize);
            }
            if slot.is_free() {
                return None;
            }
            place = (place + 1) & mask;
        }
        None
    }

    /// Adds a type that is not in the table.
    pub(crate) fn insert(&mut self, key: TypeId, place: usize) {
        if (self.filled + 1) * 2 > self.slots.len() {
            let doubled = vec![Slot::free(); (self.slots.len() * 2).max(16)];
            let old = std::mem::replace(&mut self.slots, doubled);
            for slot in old.into_iter().filter(|slot| !slot.is_free()) {
                self.put(slot);
            }
        }
        self.put(Slot {
            key,
            place: place as u32,
        });
        self.filled += 1;
    }

    fn put(&mut self, new: Slot) {
        let mask = self.slots.len() - 1;
        let mut place = hash(new.key) & mask;
        while !self.slots[place].is_free() {
            place = (place + 1) & mask;
        }
        self.slots[place] = new;
    }
}

impl Clone for TypeTable {
    fn clone(&self) -> Self {
        Self {
            slots: self.slots.clone(),
            filled: self.filled,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.slots.clone_from(&source.slots);
        self.filled = source.filled;
    }
}
