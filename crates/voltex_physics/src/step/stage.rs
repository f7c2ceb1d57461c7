//! The stages of a step, for those who want to know where its time goes.

use core::time::Duration;

/// A stage of [`physics_step`](crate::physics_step). A step goes through them in this order; one that is longer than
/// 1/30 s goes through those from [`Stage::Pairs`] to [`Stage::Boxes`] several times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// What the user has changed since the last step.
    Read,
    /// Pairs of boxes that began or ceased to overlap.
    Pairs,
    /// Points of contact.
    Points,
    /// Which contacts are left to the solver, and which meet at an instant.
    Roles,
    /// Forces, joints and contacts, substep by substep.
    Solver,
    /// Impacts in order of time.
    Impacts,
    /// What touches, and what falls asleep.
    Rest,
    /// Boxes follow their bodies.
    Boxes,
    /// Components are written.
    Write,
}

impl Stage {
    /// All, in order.
    pub const ALL: [Self; 9] = [
        Self::Read,
        Self::Pairs,
        Self::Points,
        Self::Roles,
        Self::Solver,
        Self::Impacts,
        Self::Rest,
        Self::Boxes,
        Self::Write,
    ];

    /// One word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Pairs => "pairs",
            Self::Points => "points",
            Self::Roles => "roles",
            Self::Solver => "solver",
            Self::Impacts => "impacts",
            Self::Rest => "rest",
            Self::Boxes => "boxes",
            Self::Write => "write",
        }
    }
}

/// Time spent in each stage, over any number of steps, by a clock of the caller: the physics has none.
///
/// ```
/// use std::time::Instant;
/// use voltex_ecs::World;
/// use voltex_physics::{PhysicsConfig, Stage, StageTimes, physics_step_watched};
///
/// let (mut world, mut times) = (World::new(), StageTimes::default());
/// let clock = Instant::now();
/// for _ in 0..60 {
///     physics_step_watched(&mut world, &PhysicsConfig::DEFAULT, &mut |stage| {
///         times.enter(stage, clock.elapsed());
///     })?;
///     times.leave(clock.elapsed());
/// }
/// println!("{:?} in the solver", times.of(Stage::Solver));
/// # Ok::<(), voltex_physics::PhysicsError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StageTimes {
    spent: [Duration; Stage::ALL.len()],
    /// The stage that runs, and since when.
    running: Option<(Stage, Duration)>,
}

impl StageTimes {
    /// A stage begins at this reading of the clock, and the one before ends.
    pub fn enter(&mut self, stage: Stage, now: Duration) {
        self.leave(now);
        self.running = Some((stage, now));
    }

    /// The stage that runs, if any, ends at this reading of the clock.
    pub fn leave(&mut self, now: Duration) {
        if let Some((stage, since)) = self.running.take() {
            self.spent[stage as usize] += now.saturating_sub(since);
        }
    }

    /// Time spent in a stage so far.
    pub fn of(&self, stage: Stage) -> Duration {
        self.spent[stage as usize]
    }

    /// Time spent in all of them.
    pub fn total(&self) -> Duration {
        self.spent.iter().sum()
    }
}
