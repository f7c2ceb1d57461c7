//! A recording on a clock: pause, single steps both ways, scrubbing, slow and fast motion.

use std::io::{Read, Seek};

use voltex_ecs::{Entity, SparseSet, World};
use voltex_flight::{Sample, Track};
use voltex_math::Pose;
use voltex_physics::RigidBody;

use crate::error::ReplayError;
use crate::moment::Moment;
use crate::player::Player;

/// Slowest and fastest motion, in parts of real time.
pub const SPEEDS: [f64; 2] = [0.1, 8.0];

/// A place in a recording, between two ticks as a rule, that moves with real time.
///
/// How fast it moves changes nothing of what is played: the states are those of the ticks, and what is shown
/// between two of them is interpolated.
#[derive(Debug)]
pub struct Playback<'r, R> {
    player: Player<'r, R>,
    /// Place in ticks; the player is at the first tick not before it.
    place: f64,
    speed: f64,
    paused: bool,
    /// Bodies at the tick before that of the player; `None` until they are asked for.
    before: Option<SparseSet<Moment>>,
}

impl<'r, R: Read + Seek> Playback<'r, R> {
    /// Stands at the place of the player, at real speed.
    pub fn new(player: Player<'r, R>) -> Self {
        Self {
            place: player.tick() as f64,
            player,
            speed: 1.0,
            paused: false,
            before: None,
        }
    }

    /// The state at the first tick not before the place.
    pub const fn world(&self) -> &World {
        self.player.world()
    }

    /// The player behind it.
    pub const fn player(&mut self) -> &mut Player<'r, R> {
        &mut self.player
    }

    /// Place in ticks.
    pub const fn place(&self) -> f64 {
        self.place
    }

    /// Sets how fast it runs, in parts of real time, 0.1 to 8; numbers beyond count as the nearest, NaN as 1.
    pub fn set_speed(&mut self, speed: f64) {
        let [slowest, fastest] = SPEEDS;
        self.speed = if speed.is_nan() {
            1.0
        } else {
            speed.clamp(slowest, fastest)
        };
    }

    /// How fast it runs.
    pub const fn speed(&self) -> f64 {
        self.speed
    }

    /// Stops or goes on.
    pub const fn set_paused(&mut self, paused: bool) {
        self.paused = paused;
    }

    /// Whether it stands still.
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Moves on by what passes in so many seconds of real time, to the end at most; nothing while paused.
    ///
    /// # Errors
    /// A damaged block; the place is then where it was.
    pub fn advance(&mut self, seconds: f64) -> Result<(), ReplayError> {
        // False for NaN.
        let passes = seconds > 0.0;
        if self.paused || !passes {
            return Ok(());
        }
        let dt = f64::from(self.player.config().fixed_dt);
        self.scrub(self.place + seconds * self.speed / dt)
    }

    /// Goes to a place, in ticks; beyond the ends to the ends.
    ///
    /// # Errors
    /// A damaged block; the place is then where it was.
    pub fn scrub(&mut self, place: f64) -> Result<(), ReplayError> {
        let last = self.player.reader().ticks();
        let place = if place > 0.0 { place } else { 0.0 };
        let place = if place < last as f64 {
            place
        } else {
            last as f64
        };
        let after = place.ceil() as u64;
        if after != self.player.tick() || self.before.is_none() || self.player.is_astray() {
            let here = self.player.tick();
            match self.moments_before(after) {
                Ok(before) => self.before = Some(before),
                Err(error) => {
                    // Back to where `before` belongs; what led there once leads there again.
                    if self.player.seek(here).is_err() {
                        self.before = None;
                    }
                    return Err(error);
                }
            }
        }
        self.place = place;
        Ok(())
    }

    /// Goes to a tick by way of the one before it, whose bodies it gives.
    fn moments_before(&mut self, tick: u64) -> Result<SparseSet<Moment>, ReplayError> {
        self.player.seek(tick.saturating_sub(1))?;
        let before = moments(self.player.world());
        self.player.seek(tick)?;
        Ok(before)
    }

    /// One tick forwards or backwards, to the next whole one, and pauses.
    ///
    /// # Errors
    /// A damaged block; the place is then where it was.
    pub fn step(&mut self, forwards: bool) -> Result<(), ReplayError> {
        self.paused = true;
        let next = if forwards {
            self.place.floor() + 1.0
        } else {
            self.place.ceil() - 1.0
        };
        self.scrub(next)
    }

    /// Where a body is at the place: between two ticks the position is linear, and the rotation follows the spin, so
    /// that a ball that turns more than half round in a tick turns the right way. A body that appears or goes
    /// between the two is where it is at the one that has it. `None` for what is no body.
    pub fn pose(&self, entity: Entity) -> Option<Pose> {
        let world = self.player.world();
        let before = self.before.as_ref().and_then(|found| found.get(entity));
        let before = before.copied();
        let after = Moment::of_body(world, entity);
        let (Some(before), Some(after)) = (before, after) else {
            return before.or(after).map(|moment| moment.pose());
        };
        let share = self.place - (self.player.tick() as f64 - 1.0);
        Some(before.toward(&after, self.player.config().fixed_dt, share as f32))
    }
}

/// The track of a body through a recording, a sample each tick: position, attitude, direction, speed, spin axis and
/// spin rate over time (s). Ticks in which the body is not there are left out.
///
/// # Errors
/// A damaged block.
pub fn track<R: Read + Seek>(
    player: &mut Player<'_, R>,
    entity: Entity,
) -> Result<Track, ReplayError> {
    let mut time = 0.0;
    let mut found: Vec<Sample> = Vec::new();
    player.seek(0)?;
    loop {
        if let Some(moment) = Moment::of_body(player.world(), entity) {
            found.push(keep_directions(moment.sample(time), found.last()));
        }
        if player.tick() == player.reader().ticks() {
            return Ok(Track::new(found));
        }
        player.step()?;
        time += f64::from(player.config().fixed_dt);
    }
}

/// A direction at rest and an axis without spin keep their last value.
fn keep_directions(mut sample: Sample, last: Option<&Sample>) -> Sample {
    if let Some(last) = last {
        if sample.speed == 0.0 {
            sample.direction = last.direction;
        }
        if sample.spin_rate == 0.0 {
            sample.spin_axis = last.spin_axis;
        }
    }
    sample
}

fn moments(world: &World) -> SparseSet<Moment> {
    let mut found = SparseSet::default();
    for entity in world.storage::<RigidBody>().entities() {
        if let Some(moment) = Moment::of_body(world, *entity) {
            found.insert(*entity, moment);
        }
    }
    found
}
