//! Plays a recording: to any tick, forwards and backwards.

use std::io::{Read, Seek};

use voltex_ecs::World;
use voltex_physics::{PhysicsConfig, StepReport, physics_hash, physics_step};

use crate::error::ReplayError;
use crate::reader::Reader;

/// A world that follows a recording.
///
/// After `n` ticks the world is in the state that it had after `n` steps of the recorded simulation. Going to a
/// tick takes the keyframe before it and simulates the rest.
#[derive(Debug)]
pub struct Player<'r, R> {
    reader: &'r mut Reader<R>,
    world: World,
    config: PhysicsConfig,
    tick: u64,
    /// Whether the world may be another than that of the tick: it was given away, or a way to it ended early.
    astray: bool,
}

/// What came out of a tick.
#[derive(Clone, Debug)]
pub struct Played {
    /// What the step reported.
    pub report: StepReport,
    /// Hash after the step, and the one of the recording; where the recording has one.
    pub hashes: Option<[u64; 2]>,
}

impl<'r, R: Read + Seek> Player<'r, R> {
    /// Stands before the first tick. `empty` is a world in which all that was recorded is registered:
    /// [`voltex_physics::register`] or that of the scenes, and what the user has of his own.
    ///
    /// # Errors
    /// A component or resource that is not registered, or a damaged keyframe.
    pub fn new(reader: &'r mut Reader<R>, empty: World) -> Result<Self, ReplayError> {
        let config = reader.header().config;
        let mut player = Self {
            reader,
            world: empty,
            config,
            tick: 0,
            astray: false,
        };
        let first = player.reader.keyframes().next().unwrap_or(0);
        player.restore(first)?;
        Ok(player)
    }

    /// The recording.
    pub const fn reader(&mut self) -> &mut Reader<R> {
        self.reader
    }

    /// The state after [`Player::tick`] steps.
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// The world, to take away or to try things with: the next [`Player::seek`] forgets them.
    pub const fn world_mut(&mut self) -> &mut World {
        self.astray = true;
        &mut self.world
    }

    /// Whether the world may be another than the recording has at [`Player::tick`].
    pub(crate) const fn is_astray(&self) -> bool {
        self.astray
    }

    /// Settings of the last step.
    pub const fn config(&self) -> &PhysicsConfig {
        &self.config
    }

    /// Number of steps behind the state.
    pub const fn tick(&self) -> u64 {
        self.tick
    }

    /// Goes to the state of a keyframe.
    pub(crate) fn restore(&mut self, tick: u64) -> Result<(), ReplayError> {
        let (image, config) = self.reader.keyframe(tick)?;
        self.astray = true;
        image.restore(&mut self.world)?;
        self.config = config;
        self.tick = tick;
        self.astray = false;
        Ok(())
    }

    /// Applies what the user did before the next step, without the step itself.
    ///
    /// # Errors
    /// The recording ends here, or its next block is damaged.
    pub fn edit(&mut self) -> Result<(), ReplayError> {
        let tick = self.reader.tick(self.tick)?;
        if let Some(config) = tick.config {
            self.config = config;
        }
        if !tick.edits.is_empty() {
            tick.edits.apply_to(&mut self.world)?;
        }
        Ok(())
    }

    /// One step forwards.
    ///
    /// # Errors
    /// The recording ends here, or its next block is damaged.
    pub fn step(&mut self) -> Result<Played, ReplayError> {
        self.edit()?;
        self.step_edited()
    }

    /// The step alone, after [`Player::edit`].
    pub(crate) fn step_edited(&mut self) -> Result<Played, ReplayError> {
        let report = physics_step(&mut self.world, &self.config)?;
        let recorded = self.reader.tick(self.tick)?.hash;
        let hashes = recorded.map(|recorded| {
            let computed = physics_hash(&self.world, &self.config);
            [computed, recorded]
        });
        self.tick += 1;
        Ok(Played { report, hashes })
    }

    /// As [`Player::step`], but takes the state after the step from the recording where it holds states, and does not
    /// simulate. Returns false, and does nothing, where it does not.
    ///
    /// # Errors
    /// The recording ends here, or its next block is damaged.
    pub fn take_recorded_step(&mut self) -> Result<bool, ReplayError> {
        if self.reader.tick(self.tick)?.state.is_none() {
            return Ok(false);
        }
        self.edit()?;
        self.take_recorded_state()
    }

    /// The state after the step, after [`Player::edit`].
    pub(crate) fn take_recorded_state(&mut self) -> Result<bool, ReplayError> {
        let Some(state) = &self.reader.tick(self.tick)?.state else {
            return Ok(false);
        };
        state.apply_to(&mut self.world)?;
        self.tick += 1;
        Ok(true)
    }

    /// One step backwards.
    ///
    /// # Errors
    /// This is the first tick, or a block is damaged.
    pub fn step_back(&mut self) -> Result<(), ReplayError> {
        match self.tick.checked_sub(1) {
            Some(tick) => self.seek(tick),
            None => Err(ReplayError::NoTick {
                tick: 0,
                held: "this is the beginning; nothing lies before it".to_owned(),
            }),
        }
    }

    /// Goes to the state after `tick` steps.
    ///
    /// # Errors
    /// The recording does not hold that tick, or a block is damaged.
    pub fn seek(&mut self, tick: u64) -> Result<(), ReplayError> {
        if tick > self.reader.ticks() {
            return Err(self.reader.no_tick(tick));
        }
        let keyframe = self.reader.keyframe_before(tick)?;
        if self.astray || tick < self.tick || keyframe > self.tick {
            self.restore(keyframe)?;
        }
        while self.tick < tick {
            self.astray = true;
            self.edit()?;
            physics_step(&mut self.world, &self.config)?;
            self.tick += 1;
            self.astray = false;
        }
        Ok(())
    }
}
