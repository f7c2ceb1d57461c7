//! Whether a simulation can be rolled back: it goes back and comes to the same again.

use voltex_ecs::World;
use voltex_physics::{PhysicsConfig, physics_hash, physics_step};

use crate::error::ReplayError;
use crate::ring::SnapshotRing;

/// Steps a world, and after each step goes back some ticks and steps again, as a session of rollback does when a
/// late input comes; the hash of every tick has to be that of the first time.
///
/// ```
/// use voltex_ecs::{Transform, World};
/// use voltex_physics::{Collider, PhysicsConfig, RigidBody};
/// use voltex_replay::SyncTest;
///
/// let mut world = World::new();
/// voltex_physics::register(&mut world)?;
/// world.spawn_with((Transform::IDENTITY, RigidBody::dynamic(1.0), Collider::sphere(0.5)));
/// let mut test = SyncTest::new(4);
/// for _ in 0..60 {
///     test.step(&mut world, &PhysicsConfig::DEFAULT, |_, _| ())?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SyncTest {
    ring: SnapshotRing,
    /// Hashes of the last ticks, by tick modulo the length of the ring.
    hashes: Vec<u64>,
    tick: u64,
    back: u64,
}

/// A tick that came out otherwise the second time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "tick {tick} came out as {again:016x} after going back {back} ticks and as {first:016x} before; what the step depends on is not all in the world"
)]
pub struct OutOfSync {
    /// The tick.
    pub tick: u64,
    /// How many ticks the test had gone back.
    pub back: u64,
    /// Hash of the first time.
    pub first: u64,
    /// Hash of the second time.
    pub again: u64,
}

/// Why a [`SyncTest`] ended.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SyncTestError {
    /// A tick that came out otherwise.
    #[error(transparent)]
    OutOfSync(#[from] OutOfSync),
    /// Settings that cannot be simulated.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

impl SyncTest {
    /// A test that goes back so many ticks, at least 1.
    ///
    /// # Panics
    /// `back` is 0.
    pub fn new(back: usize) -> Self {
        assert!(back > 0, "a test that goes back no tick tests nothing");
        Self {
            ring: SnapshotRing::new(back + 1),
            hashes: vec![0; back + 1],
            tick: 0,
            back: back as u64,
        }
    }

    /// Number of the next tick.
    pub const fn tick(&self) -> u64 {
        self.tick
    }

    /// Applies the inputs of the next tick by `input`, which gets its number, and steps; then goes back and does all
    /// again.
    ///
    /// # Errors
    /// A hash that differs, or settings that cannot be simulated.
    pub fn step(
        &mut self,
        world: &mut World,
        config: &PhysicsConfig,
        mut input: impl FnMut(&mut World, u64),
    ) -> Result<(), SyncTestError> {
        let place = |tick: u64| (tick % (self.back + 1)) as usize;
        self.ring.save(self.tick, world);
        self.hashes[place(self.tick)] = advance(world, config, self.tick, &mut input)?;
        self.tick += 1;
        let Some(first) = self.tick.checked_sub(self.back) else {
            return Ok(());
        };
        self.ring.load(first, world)?;
        for tick in first..self.tick {
            let again = advance(world, config, tick, &mut input)?;
            let first = self.hashes[place(tick)];
            if again != first {
                return Err(SyncTestError::OutOfSync(OutOfSync {
                    tick,
                    back: self.back,
                    first,
                    again,
                }));
            }
        }
        Ok(())
    }
}

fn advance(
    world: &mut World,
    config: &PhysicsConfig,
    tick: u64,
    input: &mut impl FnMut(&mut World, u64),
) -> Result<u64, ReplayError> {
    input(world, tick);
    physics_step(world, config)?;
    Ok(physics_hash(world, config))
}
