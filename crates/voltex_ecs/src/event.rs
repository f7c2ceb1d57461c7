//! Events: what happened, in order, for whoever asks.

use std::any::TypeId;
use std::marker::PhantomData;

use voltex_math::StateHasher;

use crate::borrow::Ref;
use crate::codec::{self, Codec, Decoder, Encoder};
use crate::component::Component;
use crate::error::EcsError;
use crate::world::World;

/// Events of one type in the order in which they were sent; a resource of the world.
///
/// An event stays until the second [`World::update_events`] after it was sent, so that a reader
/// that looks once a step sees every event once, whether it runs before or after the sender.
#[derive(Debug)]
pub struct Events<E> {
    /// Those sent before the last update, then those sent since.
    kept: Vec<E>,
    /// How many of `kept` were sent before the last update.
    old: usize,
    /// Number of the first of `kept`, counted from the start of the world.
    first: u64,
}

/// How far a reader has come.
#[derive(Debug)]
pub struct EventCursor<E> {
    next: u64,
    events: PhantomData<fn() -> E>,
}

impl<E> EventCursor<E> {
    /// Cursor before the first event.
    pub const fn new() -> Self {
        Self {
            next: 0,
            events: PhantomData,
        }
    }
}

impl<E> Default for EventCursor<E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E> Clone for EventCursor<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for EventCursor<E> {}

impl<E> Events<E> {
    const fn new() -> Self {
        Self {
            kept: Vec::new(),
            old: 0,
            first: 0,
        }
    }

    /// Adds an event behind all others.
    pub fn send(&mut self, event: E) {
        self.kept.push(event);
    }

    /// All events that are kept, oldest first.
    pub fn as_slice(&self) -> &[E] {
        &self.kept
    }

    /// Events that the reader has not seen, oldest first; it has seen them then. Events that were
    /// dropped before it looked are missed.
    pub fn read(&self, cursor: &mut EventCursor<E>) -> &[E] {
        let end = self.first + self.kept.len() as u64;
        // A cursor from a later time, before a rollback, has seen what is kept.
        let unseen = cursor.next.clamp(self.first, end) - self.first;
        cursor.next = end;
        &self.kept[unseen as usize..]
    }

    /// Drops events sent before the last update.
    pub(crate) fn update(&mut self) {
        self.kept.drain(..self.old);
        self.first += self.old as u64;
        self.old = self.kept.len();
    }
}

impl<E: Clone> Clone for Events<E> {
    fn clone(&self) -> Self {
        Self {
            kept: self.kept.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.kept.clone_from(&source.kept);
        self.old = source.old;
        self.first = source.first;
    }
}

/// As a [`Codec`] does it, but not one, so that events are registered in one way only.
impl<E: Codec> Events<E> {
    pub(crate) fn encode(&self, out: &mut Encoder<'_>) {
        self.kept.encode(out);
        (self.old as u64).encode(out);
        self.first.encode(out);
    }

    /// Reads events, each by `element`.
    pub(crate) fn decode(
        input: &mut Decoder<'_>,
        element: impl Fn(&mut Decoder<'_>) -> Result<E, EcsError>,
    ) -> Result<Self, EcsError> {
        let kept = codec::decode_list(input, E::MIN_BYTES, element)?;
        let old = u64::decode(input)?;
        let first = u64::decode(input)?;
        if old > kept.len() as u64 {
            return Err(input.invalid("number of kept events", old));
        }
        // Half of the numbers are left for events to come.
        if first > u64::MAX / 2 {
            return Err(input.invalid("number of events sent (below 2^63)", first));
        }
        Ok(Self {
            kept,
            old: old as usize,
            first,
        })
    }

    pub(crate) fn hash(&self, hasher: &mut StateHasher) {
        self.kept.hash(hasher);
        hasher.write_u64(self.old as u64);
        hasher.write_u64(self.first);
    }
}

/// # Events
impl World {
    /// Sends an event.
    ///
    /// ```
    /// # use voltex_ecs::{EventCursor, World};
    /// #[derive(Clone)]
    /// struct Goal { team: u8 }
    ///
    /// let mut world = World::new();
    /// let mut scoreboard = EventCursor::new();
    /// world.send(Goal { team: 1 });
    /// let events = world.events::<Goal>().unwrap();
    /// assert_eq!(events.read(&mut scoreboard)[0].team, 1);
    /// assert!(events.read(&mut scoreboard).is_empty());
    /// ```
    pub fn send<E: Component>(&mut self, event: E) {
        if let Some(mut events) = self.resource_mut::<Events<E>>() {
            events.send(event);
            return;
        }
        let mut events = Events::new();
        events.send(event);
        self.resources.insert_events(events);
        self.resources.stamp(TypeId::of::<Events<E>>(), self.now());
    }

    /// Events of one type; `None` if none was ever sent.
    ///
    /// # Panics
    /// They are borrowed for writing elsewhere.
    #[track_caller]
    pub fn events<E: Component>(&self) -> Option<Ref<'_, Events<E>>> {
        self.resource()
    }

    /// Drops all events that were sent before the last call; to be called once a step.
    pub fn update_events(&mut self) {
        let now = self.now();
        self.resources.update_events(now);
    }
}
