//! A world that can be rolled back: what a session of rollback asks for.

use voltex_ecs::World;
use voltex_physics::{PhysicsConfig, PhysicsError, StepReport, physics_step};

use crate::error::ReplayError;
use crate::recorder::Recorder;
use crate::ring::SnapshotRing;

/// A world with its last states, that saves, loads and advances as a session of rollback asks: `ggrs` by its
/// `GgrsRequest`s, others by callbacks.
///
/// `I` is what comes in at one tick: the inputs of all players. How they act on the world is told with each call, as
/// the same function; it may depend on nothing but world and inputs. Ticks count from 0, and [`Rollback::tick`] is the
/// one that [`Rollback::advance`] makes next. Saved states stay in memory that is used again; a session's own store
/// may hold nothing but the checksum.
///
/// ```
/// use voltex_ecs::{Entity, Transform, World};
/// use voltex_math::Vec3;
/// use voltex_physics::{Collider, PhysicsConfig, RigidBody};
/// use voltex_replay::{RecordOptions, Recorder, Rollback};
///
/// let mut world = World::new();
/// voltex_physics::register(&mut world)?;
/// let ball = world.spawn_with((Transform::IDENTITY, RigidBody::dynamic(1.0), Collider::sphere(0.1)));
/// let push = move |world: &mut World, inputs: &[f32; 2]| {
///     world.get_mut::<RigidBody>(ball).unwrap().velocity.x += inputs[0] - inputs[1];
/// };
/// let config = PhysicsConfig::DEFAULT;
/// let mut recorder = Recorder::new(Vec::new(), &mut world, &config, RecordOptions::default())?;
///
/// let mut game = Rollback::new(world, config, 10);
/// for _ in 0..6 {
///     game.save();
///     game.advance([1.0, 0.0], push)?; // the second player's input is a guess
/// }
/// game.load(2)?; // at tick 2 it was another
/// for tick in 2..6 {
///     game.advance([1.0, if tick == 2 { 0.5 } else { 0.0 }], push)?;
/// }
/// // All inputs up to tick 4 are known: those ticks are final, and may be recorded.
/// game.record_until(5, &mut recorder, push, |inputs, recorder| {
///     for (player, input) in (0..).zip(inputs) {
///         recorder.input(player, &input.to_le_bytes());
///     }
/// })?;
/// assert_eq!((game.tick(), recorder.ticks()), (6, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rollback<I> {
    world: World,
    config: PhysicsConfig,
    ring: SnapshotRing,
    /// What came in and what came out at each tick, by tick modulo the length of the ring.
    made: Vec<Option<Made<I>>>,
    tick: u64,
    /// A copy to which inputs are applied again when a tick is recorded.
    edited: World,
}

/// A tick that was made.
#[derive(Clone, Debug)]
struct Made<I> {
    tick: u64,
    inputs: I,
    report: StepReport,
}

impl<I> Rollback<I> {
    /// A world before its first tick, and how many ticks it can go back: the window of the session. If ticks are to be
    /// recorded, they have to be final within that many.
    ///
    /// # Panics
    /// The window is 0.
    pub fn new(world: World, config: PhysicsConfig, window: usize) -> Self {
        assert!(window > 0, "a world that cannot go back needs no rollback");
        // The state before the oldest tick, those between, and the newest.
        let places = window + 2;
        Self {
            edited: world.clone(),
            world,
            config,
            ring: SnapshotRing::new(places),
            made: (0..places).map(|_| None).collect(),
            tick: 0,
        }
    }

    /// The state before the next tick.
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// The world, for what is no part of the game: what is changed here is not made again after going back.
    pub const fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// Number of the next tick.
    pub const fn tick(&self) -> u64 {
        self.tick
    }

    /// Keeps the state before the next tick.
    pub fn save(&mut self) {
        self.ring.save(self.tick, &self.world);
    }

    /// Goes back to the state before a tick. Those after it are forgotten.
    ///
    /// # Errors
    /// That state is not kept; the world is then as it was.
    pub fn load(&mut self, tick: u64) -> Result<(), ReplayError> {
        self.ring.load(tick, &mut self.world)?;
        self.ring.forget_from(tick + 1);
        self.tick = tick;
        Ok(())
    }

    /// Makes the next tick: `apply` puts the inputs into the world, and a step follows. The state before it is kept,
    /// whether or not it was asked for.
    ///
    /// # Errors
    /// Settings that cannot be simulated; inputs are then applied and no step is made.
    pub fn advance(
        &mut self,
        inputs: I,
        apply: impl FnOnce(&mut World, &I),
    ) -> Result<&StepReport, PhysicsError> {
        if self.ring.get(self.tick).is_none() {
            self.save();
        }
        apply(&mut self.world, &inputs);
        let report = physics_step(&mut self.world, &self.config)?;
        let place = self.place(self.tick);
        let made = Made {
            tick: self.tick,
            inputs,
            report,
        };
        self.tick += 1;
        Ok(&self.made[place].insert(made).report)
    }

    /// Records the ticks before `end` that are not recorded yet. They have to be final: all inputs known, and made with
    /// them. `note` may tell the recorder what came in.
    ///
    /// # Errors
    /// A tick that is not made yet or not kept any more, or an output that refuses.
    pub fn record_until<W: std::io::Write>(
        &mut self,
        end: u64,
        recorder: &mut Recorder<W>,
        apply: impl Fn(&mut World, &I),
        note: impl Fn(&I, &mut Recorder<W>),
    ) -> Result<(), ReplayError> {
        if end == self.tick && recorder.ticks() < end && self.ring.get(end).is_none() {
            self.save();
        }
        while recorder.ticks() < end {
            let tick = recorder.ticks();
            let made = self.made[self.place(tick)].as_ref();
            let made = made.filter(|made| made.tick == tick && tick < self.tick);
            let states = self.ring.get(tick).zip(self.ring.get(tick + 1));
            let (Some(made), Some((before, after))) = (made, states) else {
                return Err(ReplayError::NoTick {
                    tick,
                    held: format!(
                        "the next tick to be made is {}, and {} before it are kept; record each tick within the window",
                        self.tick,
                        self.made.len() - 1
                    ),
                });
            };
            self.edited.clone_from(before);
            apply(&mut self.edited, &made.inputs);
            note(&made.inputs, recorder);
            recorder.record(&self.edited, &self.config, after, &made.report)?;
        }
        Ok(())
    }

    fn place(&self, tick: u64) -> usize {
        (tick % self.made.len() as u64) as usize
    }
}
