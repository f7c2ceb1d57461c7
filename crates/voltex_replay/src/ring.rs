//! The last states of a world, for rollback.

use voltex_ecs::World;

use crate::error::ReplayError;

/// Copies of a world at its last ticks. Once every place has been used, saving allocates nothing: each copy is made
/// into the memory of the oldest one. Geometry is shared by all copies.
///
/// ```
/// use voltex_ecs::{Transform, World};
/// use voltex_replay::SnapshotRing;
///
/// let mut world = World::new();
/// let mut ring = SnapshotRing::new(8);
/// for tick in 0..100 {
///     ring.save(tick, &world);
///     world.spawn_with((Transform::IDENTITY,));
/// }
/// ring.load(95, &mut world)?;
/// assert_eq!(world.entity_count(), 95);
/// assert!(ring.load(91, &mut world).is_err()); // too long ago
/// # Ok::<(), voltex_replay::ReplayError>(())
/// ```
#[derive(Debug)]
pub struct SnapshotRing {
    places: Vec<Option<Saved>>,
}

#[derive(Debug)]
struct Saved {
    /// `None` for a place whose memory is kept and whose state counts no more.
    tick: Option<u64>,
    world: World,
}

impl SnapshotRing {
    /// A ring that keeps so many ticks in a row.
    ///
    /// # Panics
    /// `length` is 0.
    pub fn new(length: usize) -> Self {
        assert!(length > 0, "a ring of snapshots has at least one place");
        Self {
            places: (0..length).map(|_| None).collect(),
        }
    }

    /// How many ticks in a row it keeps.
    pub fn length(&self) -> usize {
        self.places.len()
    }

    fn place(&self, tick: u64) -> usize {
        (tick % self.places.len() as u64) as usize
    }

    /// Keeps the state of a tick, in place of the one `length` ticks before.
    pub fn save(&mut self, tick: u64, world: &World) {
        let place = self.place(tick);
        match &mut self.places[place] {
            Some(saved) => {
                saved.tick = Some(tick);
                saved.world.clone_from(world);
            }
            empty => {
                *empty = Some(Saved {
                    tick: Some(tick),
                    world: world.clone(),
                });
            }
        }
    }

    /// The state of a tick, if it is kept.
    pub fn get(&self, tick: u64) -> Option<&World> {
        let saved = self.places[self.place(tick)].as_ref()?;
        (saved.tick == Some(tick)).then_some(&saved.world)
    }

    /// Forgets the states of a tick and of those after it: they belong to a course of events that was left.
    pub fn forget_from(&mut self, tick: u64) {
        for saved in self.places.iter_mut().flatten() {
            saved.tick = saved.tick.filter(|held| *held < tick);
        }
    }

    /// Makes the world that of a tick.
    ///
    /// # Errors
    /// The ring does not hold that tick; the world is then as it was.
    pub fn load(&self, tick: u64, world: &mut World) -> Result<(), ReplayError> {
        match self.get(tick) {
            Some(saved) => {
                world.clone_from(saved);
                Ok(())
            }
            None => Err(ReplayError::NoTick {
                tick,
                held: match self.ticks() {
                    Some((first, last)) => format!("the ring holds ticks {first} to {last}"),
                    None => "the ring is empty".to_owned(),
                },
            }),
        }
    }

    /// The oldest and the newest tick that are kept.
    pub fn ticks(&self) -> Option<(u64, u64)> {
        let ticks = || self.places.iter().flatten().filter_map(|saved| saved.tick);
        Some((ticks().min()?, ticks().max()?))
    }
}
