//! Handle of an entity: an id that is reused and a generation that is not.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;

/// How often the slot of an entity has been used before: 0 for its first use, then 1, 2, ...
///
/// Kept as the odd number `2 n + 1`, so that it is never zero (`Option<Entity>` needs no more room
/// than `Entity`) and never equals what a dead slot holds, which is even. After
/// [`Generation::LAST`] there is no next one and the slot retires.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Generation(NonZeroU32);

impl Generation {
    /// Generation of a slot's first use: 0.
    pub const FIRST: Self = Self(NonZeroU32::MIN);
    /// The last generation that a slot can have: 2^31 - 1.
    pub const LAST: Self = Self(NonZeroU32::MAX);

    /// Generation with the given number, `None` above 2^31 - 1.
    pub const fn new(number: u32) -> Option<Self> {
        if number > u32::MAX >> 1 {
            return None;
        }
        Self::from_raw(number << 1 | 1)
    }

    /// The number, counted from 0.
    pub const fn get(self) -> u32 {
        self.0.get() >> 1
    }

    /// What a live slot of this generation holds.
    pub(crate) const fn raw(self) -> u32 {
        self.0.get()
    }

    /// Generation of a slot that holds `raw`, `None` if the slot is dead.
    pub(crate) const fn from_raw(raw: u32) -> Option<Self> {
        if raw & 1 == 0 {
            return None;
        }
        match NonZeroU32::new(raw) {
            Some(odd) => Some(Self(odd)),
            None => None,
        }
    }
}

impl fmt::Debug for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.get())
    }
}

/// Handle of an entity, 8 bytes; `Option<Entity>` has 8 bytes too.
///
/// A handle stays valid until its entity is despawned. Afterwards the id may be given to another
/// entity, with a greater generation: an old handle never reaches the new entity.
///
/// Handles have no order: ids are reused, so a smaller id says nothing about age. Equality and
/// hashing are offered for lookups.
#[derive(Clone, Copy, Eq)]
#[repr(C, align(8))]
pub struct Entity {
    id: u32,
    generation: Generation,
}

impl Entity {
    /// Handle from its parts. Whether it names anything is for
    /// [`World::is_alive`](crate::World::is_alive) to say.
    pub const fn from_parts(id: u32, generation: Generation) -> Self {
        Self { id, generation }
    }

    /// Number of the slot.
    pub const fn id(self) -> u32 {
        self.id
    }

    /// Which use of the slot is meant.
    pub const fn generation(self) -> Generation {
        self.generation
    }

    /// Both parts in one number, for comparing many at once.
    pub(crate) const fn bits(self) -> u64 {
        (self.generation.raw() as u64) << 32 | self.id as u64
    }
}

// Both parts at once: one comparison of whole words.
impl PartialEq for Entity {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.bits() == other.bits()
    }
}

impl Hash for Entity {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits().hash(state);
    }
}

/// `id v generation`, for example `17v0`.
impl fmt::Display for Entity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.id, self.generation.get())
    }
}

impl fmt::Debug for Entity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Whether two slices of equal length hold the same handles, by whole words without a branch each.
pub(crate) fn same_entities(a: &[Entity], b: &[Entity]) -> bool {
    const STRIDE: usize = 64;
    if a.len() != b.len() {
        return false;
    }
    let differ = |a: &[Entity], b: &[Entity]| {
        a.iter()
            .zip(b)
            .fold(0, |difference, (a, b)| difference | (a.bits() ^ b.bits()))
            != 0
    };
    !a.chunks(STRIDE)
        .zip(b.chunks(STRIDE))
        .any(|(a, b)| differ(a, b))
}
