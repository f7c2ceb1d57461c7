//! Gives out entity handles and takes them back.

use crate::entity::{Entity, Generation};
use crate::error::EcsError;

/// What a slot holds that will never be used again.
const RETIRED: u32 = 0;

/// Gives out [`Entity`] handles and knows which are alive.
///
/// A freed slot is used again by the next allocation (last freed, first reused) with the next
/// generation. A slot whose generations are used up retires. Slots and free list are state: a clone
/// gives out the same handles as the original, in the same order.
///
/// ```
/// use voltex_ecs::EntityAllocator;
///
/// let mut entities = EntityAllocator::new();
/// let first = entities.allocate();
/// assert!(entities.deallocate(first));
/// assert!(!entities.deallocate(first)); // already dead
/// let second = entities.allocate();
/// assert_eq!(second.id(), first.id());
/// assert_eq!((first.generation().get(), second.generation().get()), (0, 1));
/// assert!(!entities.is_alive(first) && entities.is_alive(second));
/// ```
#[derive(Debug, Default)]
pub struct EntityAllocator {
    /// Of a live slot the raw generation, odd. Of a free slot the next raw generation less one,
    /// even. [`RETIRED`] otherwise.
    slots: Vec<u32>,
    /// Free slots; the next to use is at the end.
    free: Vec<u32>,
    alive: u32,
}

impl EntityAllocator {
    /// Allocator that has given out nothing.
    pub const fn new() -> Self {
        Self {
            slots: Vec::new(),
            free: Vec::new(),
            alive: 0,
        }
    }

    /// Makes room for `additional` more entities, so that allocating them does not reallocate.
    pub fn reserve(&mut self, additional: usize) {
        let fresh = additional.saturating_sub(self.free.len());
        self.slots.reserve(fresh);
        self.make_room_to_free();
    }

    /// Room in the free list for all slots, so that neither freeing nor copying a world in which
    /// entities were freed allocates.
    fn make_room_to_free(&mut self) {
        self.free.reserve(self.slots.capacity() - self.free.len());
    }

    /// Gives out a handle that was never given out before.
    ///
    /// # Panics
    /// All 2^32 - 1 slots are alive or retired, which takes at least 16 GiB of slots.
    #[inline]
    pub fn allocate(&mut self) -> Entity {
        self.alive += 1;
        if let Some(id) = self.free.pop() {
            let slot = &mut self.slots[id as usize];
            *slot |= 1;
            let generation = Generation::from_raw(*slot).expect("an odd number");
            return Entity::from_parts(id, generation);
        }
        assert!(
            self.slots.len() < u32::MAX as usize,
            "no entity ids are left: 2^32 - 1 slots are alive or retired; despawn entities that are no longer needed"
        );
        let id = self.slots.len() as u32;
        if self.slots.len() == self.slots.capacity() {
            self.slots.reserve(1);
            self.make_room_to_free();
        }
        self.slots.push(Generation::FIRST.raw());
        Entity::from_parts(id, Generation::FIRST)
    }

    /// Ends the life of `entity`; false if it was dead already.
    #[inline]
    pub fn deallocate(&mut self, entity: Entity) -> bool {
        if !self.is_alive(entity) {
            return false;
        }
        let slot = &mut self.slots[entity.id() as usize];
        *slot = slot.wrapping_add(1);
        if *slot != RETIRED {
            self.free.push(entity.id());
        }
        self.alive -= 1;
        true
    }

    /// Whether `entity` was given out and not taken back.
    #[inline]
    pub fn is_alive(&self, entity: Entity) -> bool {
        self.slots
            .get(entity.id() as usize)
            .is_some_and(|slot| *slot == entity.generation().raw())
    }

    /// How many entities are alive, in O(1).
    pub fn alive_count(&self) -> usize {
        self.alive as usize
    }

    /// Live entities by ascending id.
    pub fn iter(&self) -> impl Iterator<Item = Entity> + '_ {
        self.slots.iter().enumerate().filter_map(|(id, raw)| {
            Generation::from_raw(*raw).map(|generation| Entity::from_parts(id as u32, generation))
        })
    }

    /// Raw slots and free list, for codec and hash.
    pub(crate) fn parts(&self) -> (&[u32], &[u32]) {
        (&self.slots, &self.free)
    }

    /// Allocator from raw slots and free list.
    ///
    /// # Errors
    /// The free list is not a list of all dead slots that may be used again, each once.
    pub(crate) fn from_parts(slots: Vec<u32>, free: Vec<u32>) -> Result<Self, EcsError> {
        let mut listed = vec![false; slots.len()];
        for id in &free {
            let reusable = slots
                .get(*id as usize)
                .is_some_and(|raw| raw & 1 == 0 && *raw != RETIRED);
            if !reusable || std::mem::replace(&mut listed[*id as usize], true) {
                return Err(EcsError::Inconsistent {
                    what: "the free list names a slot twice, a live slot or none at all",
                });
            }
        }
        let dead = slots
            .iter()
            .filter(|raw| **raw & 1 == 0 && **raw != RETIRED)
            .count();
        if dead != free.len() {
            return Err(EcsError::Inconsistent {
                what: "a free slot is missing from the free list",
            });
        }
        let alive = slots.iter().filter(|raw| **raw & 1 == 1).count() as u32;
        Ok(Self { slots, free, alive })
    }
}

impl Clone for EntityAllocator {
    fn clone(&self) -> Self {
        let mut copy = Self::new();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        self.slots.clone_from(&source.slots);
        self.free.clear();
        self.make_room_to_free();
        self.free.extend_from_slice(&source.free);
        self.alive = source.alive;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exhausted_slot_retires() {
        let before_last = Generation::new(Generation::LAST.get() - 1).unwrap();
        let mut entities = EntityAllocator::from_parts(vec![before_last.raw()], vec![]).unwrap();
        let old = Entity::from_parts(0, before_last);
        assert!(entities.deallocate(old));
        let last = entities.allocate();
        assert_eq!((last.id(), last.generation()), (0, Generation::LAST));
        assert!(entities.deallocate(last));
        assert!(!entities.deallocate(last));
        let next = entities.allocate();
        assert_eq!((next.id(), next.generation()), (1, Generation::FIRST));
        assert!(!entities.is_alive(last) && !entities.is_alive(old));
        assert_eq!(entities.alive_count(), 1);
    }

    #[test]
    fn damaged_parts_are_refused() {
        let live = Generation::FIRST.raw();
        for (slots, free) in [
            (vec![live], vec![0]),    // live slot listed as free
            (vec![2], vec![]),        // free slot not listed
            (vec![2], vec![0, 0]),    // listed twice
            (vec![live], vec![1]),    // no such slot
            (vec![RETIRED], vec![0]), // retired slot listed
        ] {
            assert!(EntityAllocator::from_parts(slots, free).is_err());
        }
        assert!(EntityAllocator::from_parts(vec![live, 2, RETIRED], vec![1]).is_ok());
    }
}
