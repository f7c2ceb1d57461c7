//! Finds the place of a type: a small hash table that is never iterated.

use std::any::TypeId;
use std::hash::{Hash, Hasher};

/// Places by [`TypeId`]. Open addressing; at most half of the slots are filled.
#[derive(Debug, Default)]
pub(crate) struct TypeTable {
    slots: Vec<Option<(TypeId, u32)>>,
    filled: usize,
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

#[inline]
fn start(key: TypeId, slots: usize) -> usize {
    let mut bits = TypeBits(0);
    key.hash(&mut bits);
    bits.finish() as usize & (slots - 1)
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
        if self.slots.is_empty() {
            return None;
        }
        let mut slot = start(key, self.slots.len());
        loop {
            match self.slots[slot] {
                None => return None,
                Some((held, place)) if held == key => return Some(place as usize),
                Some(_) => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }

    /// Adds a type that is not in the table.
    pub(crate) fn insert(&mut self, key: TypeId, place: usize) {
        if (self.filled + 1) * 2 > self.slots.len() {
            let doubled = vec![None; (self.slots.len() * 2).max(16)];
            let old = std::mem::replace(&mut self.slots, doubled);
            for (key, place) in old.into_iter().flatten() {
                self.put(key, place);
            }
        }
        self.put(key, place as u32);
        self.filled += 1;
    }

    fn put(&mut self, key: TypeId, place: u32) {
        let mut slot = start(key, self.slots.len());
        while self.slots[slot].is_some() {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = Some((key, place));
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
