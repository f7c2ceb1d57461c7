//! Fixed-step runner: systems in a stated order, a whole number of equal steps per frame.

use crate::error::EcsError;
use crate::world::World;

/// A plain function that changes the world by one step.
pub type System = fn(&mut World);

/// Systems in the order in which they run.
///
/// The order is that of the calls to [`Schedule::then`], nothing else: no sorting, no threads of
/// its own, no skipping.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    systems: Vec<(&'static str, System)>,
}

impl Schedule {
    /// Schedule without systems.
    pub const fn new() -> Self {
        Self {
            systems: Vec::new(),
        }
    }

    /// The schedule with one more system at its end.
    #[must_use]
    pub fn then(mut self, name: &'static str, system: System) -> Self {
        self.systems.push((name, system));
        self
    }

    /// Names of the systems in order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.systems.iter().map(|(name, _)| *name)
    }

    /// Runs every system once.
    pub fn run(&self, world: &mut World) {
        for (_, system) in &self.systems {
            system(world);
        }
    }
}

/// Turns the uneven time between frames into equal steps.
///
/// Time that passes is collected, and each `dt` collected is one step. The step never changes:
/// [`FixedStep::set_time_scale`] and pausing change how many steps are due, not what a step does,
/// so the n-th step gives the same world at any speed. What is left over is the fraction for
/// drawing between the last two states.
///
/// ```
/// use voltex_ecs::{FixedStep, Schedule, World};
///
/// #[derive(Clone)]
/// struct Ticks(u32);
///
/// let schedule = Schedule::new().then("count", |world| {
///     world.resource_mut::<Ticks>().unwrap().0 += 1;
/// });
/// let mut world = World::new();
/// world.insert_resource(Ticks(0));
/// let mut clock = FixedStep::new(1.0 / 64.0)?;
/// let steps = clock.advance(0.1)?; // a frame of 100 ms
/// for _ in 0..steps {
///     schedule.run(&mut world);
/// }
/// assert_eq!(steps, 6);
/// assert!((clock.interpolation() - 0.4).abs() < 1e-9);
/// # Ok::<(), voltex_ecs::EcsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FixedStep {
    dt: f64,
    collected: f64,
    time_scale: f64,
    paused: bool,
    /// Steps asked for one by one.
    single: u32,
    max_steps: u32,
    tick: u64,
    dropped: f64,
}

impl FixedStep {
    /// Step of the engine where nothing else is said, s.
    pub const DEFAULT_DT: f64 = 1.0 / 60.0;

    /// Runner with steps of `dt` seconds, at normal speed, not paused.
    ///
    /// # Errors
    /// `dt` is not finite, or not greater than 0.
    pub fn new(dt: f64) -> Result<Self, EcsError> {
        if !(dt.is_finite() && dt > 0.0) {
            return Err(EcsError::Time {
                what: "the step dt",
                value: dt,
                unit: "s",
                allowed: "greater than 0",
            });
        }
        Ok(Self {
            dt,
            collected: 0.0,
            time_scale: 1.0,
            paused: false,
            single: 0,
            max_steps: 8,
            tick: 0,
            dropped: 0.0,
        })
    }

    /// Takes in `seconds` of real time and returns how many steps are due now. The caller runs
    /// each of them; they count as done.
    ///
    /// At most [`FixedStep::max_steps`] are due at once. Time beyond that is dropped, so that a
    /// long frame is not followed by longer ones; [`FixedStep::dropped`] tells how much.
    ///
    /// # Errors
    /// `seconds` is not finite, or negative. Nothing changes then.
    pub fn advance(&mut self, seconds: f64) -> Result<u32, EcsError> {
        if !(seconds.is_finite() && seconds >= 0.0) {
            return Err(EcsError::Time {
                what: "the time since the last frame",
                value: seconds,
                unit: "s",
                allowed: "from 0 up",
            });
        }
        let mut steps = self.single.min(self.max_steps);
        self.single -= steps;
        if !self.paused {
            // More than a number holds counts as the largest, so that it is dropped below like any other excess.
            self.collected = finite(self.collected + seconds * self.time_scale);
            while self.collected >= self.dt && steps < self.max_steps {
                self.collected -= self.dt;
                steps += 1;
            }
            if self.collected >= self.dt {
                let kept = self.collected % self.dt;
                self.dropped = finite(self.dropped + (self.collected - kept));
                self.collected = kept;
            }
        }
        self.tick += u64::from(steps);
        Ok(steps)
    }

    /// Takes in `seconds` of real time and runs the schedule once for each step due; returns their
    /// number.
    ///
    /// # Errors
    /// As for [`FixedStep::advance`].
    pub fn run(
        &mut self,
        seconds: f64,
        schedule: &Schedule,
        world: &mut World,
    ) -> Result<u32, EcsError> {
        let steps = self.advance(seconds)?;
        for _ in 0..steps {
            schedule.run(world);
        }
        Ok(steps)
    }

    /// How far the time collected reaches into the next step: 0 draws the last state, values
    /// towards 1 what the next step will give. Always below 1.
    pub fn interpolation(&self) -> f64 {
        self.collected / self.dt
    }

    /// Length of a step, s.
    pub const fn dt(&self) -> f64 {
        self.dt
    }

    /// Number of steps due so far.
    pub const fn tick(&self) -> u64 {
        self.tick
    }

    /// Simulated time so far, s: the number of steps times their length.
    pub fn time(&self) -> f64 {
        self.tick as f64 * self.dt
    }

    /// Simulated time that was dropped since frames took too long, s.
    pub const fn dropped(&self) -> f64 {
        self.dropped
    }

    /// How many steps may be due at once.
    pub const fn max_steps(&self) -> u32 {
        self.max_steps
    }

    /// Sets how many steps may be due at once; 0 counts as 1.
    pub const fn set_max_steps(&mut self, steps: u32) {
        self.max_steps = if steps == 0 { 1 } else { steps };
    }

    /// Simulated seconds for each real second.
    pub const fn time_scale(&self) -> f64 {
        self.time_scale
    }

    /// Sets the simulated seconds for each real second: 0.1 for slow motion, 8 for fast forward.
    ///
    /// # Errors
    /// The scale is not finite, or negative.
    pub fn set_time_scale(&mut self, scale: f64) -> Result<(), EcsError> {
        if !(scale.is_finite() && scale >= 0.0) {
            return Err(EcsError::Time {
                what: "the time scale",
                value: scale,
                unit: "simulated seconds per second",
                allowed: "from 0 up",
            });
        }
        self.time_scale = scale;
        Ok(())
    }

    /// Whether time stands still.
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Stops time, or lets it go on. What was collected before stays, so that the picture does not
    /// jump.
    pub const fn set_paused(&mut self, paused: bool) {
        self.paused = paused;
    }

    /// Makes one step due at the next [`FixedStep::advance`], paused or not.
    pub const fn step_once(&mut self) {
        self.single = self.single.saturating_add(1);
    }
}

/// The largest number for what has grown beyond it.
fn finite(seconds: f64) -> f64 {
    if seconds.is_finite() {
        seconds
    } else {
        f64::MAX
    }
}

impl Default for FixedStep {
    /// Steps of 1/60 s.
    fn default() -> Self {
        Self::new(Self::DEFAULT_DT).expect("1/60 s is a valid step")
    }
}
