//! Records a simulation while it runs.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use voltex_ecs::{ENTITIES, Part, PartKind, Version, World};
use voltex_physics::{PhysicsConfig, PhysicsError, StepReport, physics_hash, physics_step};

use crate::error::ReplayError;
use crate::header::{HASH, Header};
use crate::image::{Delta, Image};
use crate::tick::{Input, Tick};
use crate::writer::Writer;

/// Name of the part that holds what the physics keeps from step to step.
const PHYSICS_STATE: &str = "voltex.physics_state";

/// What a recording is to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordOptions {
    /// Ticks from one keyframe to the next, 1 to 1,000,000: seeking simulates up to so many.
    pub keyframe_every: u32,
    /// Ticks from one hash to the next, 1 to 1,000,000.
    pub hash_every: u32,
    /// Whether to store what each step changes. Then two recordings can be compared value by value, whoever made
    /// them and wherever; they are some ten times larger.
    pub states: bool,
    /// Whether to record the user's own registered components and resources too. A recording of those of Voltex
    /// alone, whose names begin with `voltex.`, can be verified without the user's code.
    pub all_parts: bool,
    /// Seed of the user's random numbers, for the reader.
    pub seed: u64,
    /// Anything for the reader: the scene, as a rule.
    pub note: String,
}

impl Default for RecordOptions {
    /// A keyframe every 120 ticks, a hash every tick, the parts of Voltex.
    fn default() -> Self {
        Self {
            keyframe_every: 120,
            hash_every: 1,
            states: false,
            all_parts: false,
            seed: 0,
            note: String::new(),
        }
    }
}

impl RecordOptions {
    fn validate(&self) -> Result<(), ReplayError> {
        let settings = [
            ("ticks from one keyframe to the next", self.keyframe_every),
            ("ticks from one hash to the next", self.hash_every),
        ];
        for (what, value) in settings {
            if !(1..=1_000_000).contains(&value) {
                return Err(ReplayError::OutOfRange {
                    what,
                    value: u64::from(value),
                    allowed: "1 to 1000000",
                });
            }
        }
        Ok(())
    }
}

/// Steps a world and writes down what led to each step.
///
/// What the user has changed in the world since the step before is found by comparing, block by block where
/// something was written; it need not be told. Only what is registered is seen. A world that was put back to an
/// earlier state, or replaced by another, is noticed, and compared as a whole.
///
/// ```
/// use voltex_ecs::{Transform, World};
/// use voltex_math::Vec3;
/// use voltex_physics::{Collider, PhysicsConfig, RigidBody};
/// use voltex_replay::{RecordOptions, Recorder, Reader, verify};
///
/// let mut world = World::new();
/// voltex_physics::register(&mut world)?;
/// let ball = world.spawn_with((
///     Transform::from_position(Vec3::Y),
///     RigidBody::dynamic(1.0),
///     Collider::sphere(0.1),
/// ));
/// let config = PhysicsConfig::DEFAULT;
/// let mut recorder = Recorder::new(Vec::new(), &mut world, &config, RecordOptions::default())?;
/// for tick in 0..100 {
///     if tick == 50 {
///         world.get_mut::<RigidBody>(ball).unwrap().velocity.x = 3.0; // a kick
///     }
///     recorder.step(&mut world, &config)?;
/// }
/// let file = recorder.finish()?;
///
/// let mut empty = World::new();
/// voltex_physics::register(&mut empty)?;
/// let outcome = verify(&mut Reader::of_bytes(file)?, empty, |_| ())?;
/// assert_eq!((outcome.compared, outcome.first_difference), (100, None));
/// # Ok::<(), voltex_replay::ReplayError>(())
/// ```
#[derive(Debug)]
pub struct Recorder<W: Write> {
    /// Which one of this process it is.
    number: u64,
    writer: Writer<W>,
    header: Header,
    parts: Vec<Part>,
    /// The parts as they were after the last step.
    image: Image,
    /// Resources that a step has written since they were taken into `image`.
    stale: Vec<&'static str>,
    /// Version of the world after the last step.
    since: Version,
    config: PhysicsConfig,
    inputs: Vec<Input>,
}

/// Left in the world after each step, as a resource that is not registered. Stamps tell what was written since only in a world
/// that bears the last one: a world that was put back to an earlier state brings the stamps of then, and bears an
/// earlier mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    recorder: u64,
    ticks: u64,
}

/// Number of the next recorder of this process.
static RECORDERS: AtomicU64 = AtomicU64::new(0);

impl<W: Write> Recorder<W> {
    /// Begins a recording with the state of a world before its next step.
    ///
    /// # Errors
    /// An option out of range, a world in which the physics is not registered, or an output that refuses.
    pub fn new(
        out: W,
        world: &mut World,
        config: &PhysicsConfig,
        options: RecordOptions,
    ) -> Result<Self, ReplayError> {
        options.validate()?;
        config.validate()?;
        let recorded = |part: &Part| {
            options.all_parts || part.name == ENTITIES || part.name.starts_with("voltex.")
        };
        let parts: Vec<Part> = world.parts().filter(recorded).collect();
        if !parts.iter().any(|part| part.name == PHYSICS_STATE) {
            return Err(ReplayError::NotRegistered);
        }
        let header = Header {
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            seed: options.seed,
            config: *config,
            hash: HASH.to_owned(),
            keyframe_every: options.keyframe_every,
            hash_every: options.hash_every,
            states: options.states,
            parts: parts
                .iter()
                .map(|p| (p.name.to_owned(), p.version))
                .collect(),
            note: options.note,
        };
        let mut writer = Writer::new(out, &header)?;
        let mut image = Image::default();
        for part in &parts {
            image.take_part(world, part.name, part.version);
        }
        writer.keyframe(&image, config)?;
        let mut recorder = Self {
            number: RECORDERS.fetch_add(1, Ordering::Relaxed),
            writer,
            header,
            parts,
            image,
            stale: Vec::new(),
            since: Version::ZERO,
            config: *config,
            inputs: Vec::new(),
        };
        recorder.leave(world);
        Ok(recorder)
    }

    fn mark(&self) -> Mark {
        Mark {
            recorder: self.number,
            ticks: self.writer.ticks(),
        }
    }

    /// What is written from now on is an edit.
    fn leave(&mut self, world: &mut World) {
        world.insert_resource(self.mark());
        self.since = world.checkpoint();
    }

    /// Notes an input that came before the next step. What it does to the world is found without it; it tells
    /// a reader why.
    pub fn input(&mut self, source: u32, bytes: &[u8]) {
        self.inputs.push(Input {
            source,
            bytes: bytes.to_vec(),
        });
    }

    /// Number of steps recorded.
    pub const fn ticks(&self) -> u64 {
        self.writer.ticks()
    }

    /// Steps the world with [`physics_step`] and records the step.
    ///
    /// # Errors
    /// Settings that cannot be simulated, and then the world is as it was; or an output that refuses, and then the
    /// step is made, and the recording holds all up to its last whole block.
    pub fn step(
        &mut self,
        world: &mut World,
        config: &PhysicsConfig,
    ) -> Result<StepReport, ReplayError> {
        self.step_with(world, config, physics_step)
    }

    /// As [`Recorder::step`], with another function in place of [`physics_step`]: one that does more. What it does
    /// besides is part of the step and not told as an edit, so that [`verify`](crate::verify) finds it missing.
    ///
    /// # Errors
    /// As for [`Recorder::step`].
    pub fn step_with(
        &mut self,
        world: &mut World,
        config: &PhysicsConfig,
        step: impl FnOnce(&mut World, &PhysicsConfig) -> Result<StepReport, PhysicsError>,
    ) -> Result<StepReport, ReplayError> {
        config.validate()?;
        let is_ours = world.resource::<Mark>().as_deref() == Some(&self.mark());
        let since = if is_ours { self.since } else { Version::ZERO };
        let tick = self.begin(world, config, since);
        let before = world.checkpoint();
        let report = step(world, config)?;
        self.end(tick, world, config, &report, before)?;
        self.leave(world);
        Ok(report)
    }

    /// Records a step that was made before, from the world that went into it, edits of the user and inputs included,
    /// the world that came out, and what it reported: with rollback a step is recorded when it is final. All parts are
    /// compared, as the two may be copies.
    ///
    /// # Errors
    /// Settings that cannot be simulated, or an output that refuses.
    pub fn record(
        &mut self,
        edited: &World,
        config: &PhysicsConfig,
        stepped: &World,
        report: &StepReport,
    ) -> Result<(), ReplayError> {
        config.validate()?;
        let tick = self.begin(edited, config, Version::ZERO);
        self.end(tick, stepped, config, report, Version::ZERO)?;
        self.since = Version::ZERO;
        Ok(())
    }

    /// What led to a step, as far as it was written after `since`.
    fn begin(&mut self, world: &World, config: &PhysicsConfig, since: Version) -> Tick {
        let mut tick = Tick {
            edits: self.find_edits(world, since),
            inputs: std::mem::take(&mut self.inputs),
            ..Tick::default()
        };
        if *config != self.config {
            self.config = *config;
            tick.config = Some(*config);
        }
        tick
    }

    /// Writes a step down; `before` is the version of the world when it began.
    fn end(
        &mut self,
        mut tick: Tick,
        world: &World,
        config: &PhysicsConfig,
        report: &StepReport,
        before: Version,
    ) -> Result<(), ReplayError> {
        tick.events.clone_from(&report.events);
        tick.impacts.clone_from(&report.impacts);
        let number = self.writer.ticks();
        if number.is_multiple_of(u64::from(self.header.hash_every)) {
            tick.hash = Some(physics_hash(world, config));
        }
        let state = self.take_step(world, before);
        if self.header.states {
            tick.state = Some(state);
        }
        self.writer.tick(&tick)?;
        let due = (number + 1).is_multiple_of(u64::from(self.header.keyframe_every));
        if due {
            self.refresh(world);
            self.writer.keyframe(&self.image, config)?;
        }
        Ok(())
    }

    /// What differs from the state after the last step; the image then has it too.
    fn find_edits(&mut self, world: &World, since: Version) -> Delta {
        let mut edits = Delta::default();
        for place in 0..self.parts.len() {
            let part = self.parts[place];
            // Of what is not there any more no stamps tell either.
            if since != Version::ZERO && !world.part_changed(part.name, since) {
                continue;
            }
            let stale = self.stale.iter().position(|name| *name == part.name);
            let old = self.image.part(part.name).cloned();
            self.image.take_part(world, part.name, part.version);
            let new = self.image.part(part.name).expect("it was taken just now");
            match stale {
                // What it was is not known, so all of it is told.
                Some(place) => {
                    self.stale.remove(place);
                    edits.add_whole(new);
                }
                None => edits.add(old.as_ref(), new),
            }
        }
        edits
    }

    /// Takes over what a step may have written; the difference only if states are recorded.
    fn take_step(&mut self, world: &World, before: Version) -> Delta {
        let mut state = Delta::default();
        for place in 0..self.parts.len() {
            let part = self.parts[place];
            let written = match part.kind {
                // A step leaves no stamps on components.
                PartKind::Entities | PartKind::Component => true,
                PartKind::Resource => world.part_changed(part.name, before),
            };
            if !written {
                continue;
            }
            // What the next search for edits compares with: put off where stamps will tell of writes.
            let can_wait = part.kind == PartKind::Resource && before != Version::ZERO;
            if can_wait && !self.header.states {
                if !self.stale.contains(&part.name) {
                    self.stale.push(part.name);
                }
                continue;
            }
            let old = self
                .header
                .states
                .then(|| self.image.part(part.name).cloned());
            self.image.take_part(world, part.name, part.version);
            if let Some(old) = old {
                let new = self.image.part(part.name).expect("it was taken just now");
                state.add(old.as_ref(), new);
            }
        }
        state
    }

    /// Takes over the resources that the image does not have as they are.
    fn refresh(&mut self, world: &World) {
        for name in std::mem::take(&mut self.stale) {
            if let Some(part) = self.parts.iter().find(|part| part.name == name) {
                self.image.take_part(world, part.name, part.version);
            }
        }
    }

    /// Ends the recording and gives the output back.
    ///
    /// # Errors
    /// The output refuses.
    pub fn finish(self) -> Result<W, ReplayError> {
        self.writer.finish()
    }
}
