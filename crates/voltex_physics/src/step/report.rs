//! What a step tells its caller.

use voltex_ecs::{Codec, Decoder, Describer, EcsError, Encoder, Entity, StateHasher};

use super::forces::{ContactForce, JointForce};
use super::impact_event::ImpactEvent;
use crate::error::PhysicsError;

/// Something that happened in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PhysicsEvent {
    /// Two colliders touch that did not in the step before.
    ContactBegan(Entity, Entity),
    /// Two colliders no longer touch.
    ContactEnded(Entity, Entity),
    /// A body and a sensor, or two sensors, overlap that did not in the step before.
    SensorEntered(Entity, Entity),
    /// They no longer overlap.
    SensorLeft(Entity, Entity),
    /// A body has come to rest and takes part no more until something wakes it.
    FellAsleep(Entity),
    /// A body takes part again: it was edited, hit, or lost what it lay on. New bodies come awake without it.
    WokeUp(Entity),
    /// A joint broke: it is marked as broken and does nothing from the next step on.
    JointBroke {
        /// The entity of the joint.
        joint: Entity,
        /// Mean force on B in the step, N.
        force: f32,
        /// Mean torque about the joint in the step, N m.
        torque: f32,
    },
}

impl PhysicsEvent {
    /// What happened, in words.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::ContactBegan(..) => "contact began",
            Self::ContactEnded(..) => "contact ended",
            Self::SensorEntered(..) => "sensor entered",
            Self::SensorLeft(..) => "sensor left",
            Self::FellAsleep(_) => "fell asleep",
            Self::WokeUp(_) => "woke up",
            Self::JointBroke { .. } => "joint broke",
        }
    }

    /// The entities that it happened to, one or two.
    pub const fn entities(&self) -> [Option<Entity>; 2] {
        match *self {
            Self::ContactBegan(a, b)
            | Self::ContactEnded(a, b)
            | Self::SensorEntered(a, b)
            | Self::SensorLeft(a, b) => [Some(a), Some(b)],
            Self::FellAsleep(entity)
            | Self::WokeUp(entity)
            | Self::JointBroke { joint: entity, .. } => [Some(entity), None],
        }
    }

    /// Number of the kind in files; it never changes.
    const fn tag(&self) -> u8 {
        match self {
            Self::ContactBegan(..) => 0,
            Self::ContactEnded(..) => 1,
            Self::SensorEntered(..) => 2,
            Self::SensorLeft(..) => 3,
            Self::FellAsleep(_) => 4,
            Self::WokeUp(_) => 5,
            Self::JointBroke { .. } => 6,
        }
    }

    /// Force and torque that broke a joint.
    const fn load(&self) -> Option<(f32, f32)> {
        match *self {
            Self::JointBroke { force, torque, .. } => Some((force, torque)),
            Self::ContactBegan(..)
            | Self::ContactEnded(..)
            | Self::SensorEntered(..)
            | Self::SensorLeft(..)
            | Self::FellAsleep(_)
            | Self::WokeUp(_) => None,
        }
    }
}

/// A byte for the kind, the entities, and what a joint broke under.
impl Codec for PhysicsEvent {
    const MIN_BYTES: usize = 1 + Entity::MIN_BYTES;

    fn encode(&self, out: &mut Encoder<'_>) {
        self.tag().encode(out);
        for entity in self.entities().into_iter().flatten() {
            entity.encode(out);
        }
        if let Some(load) = self.load() {
            load.encode(out);
        }
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        let tag = u8::decode(input)?;
        let entity = Entity::decode;
        Ok(match tag {
            0 => Self::ContactBegan(entity(input)?, entity(input)?),
            1 => Self::ContactEnded(entity(input)?, entity(input)?),
            2 => Self::SensorEntered(entity(input)?, entity(input)?),
            3 => Self::SensorLeft(entity(input)?, entity(input)?),
            4 => Self::FellAsleep(entity(input)?),
            5 => Self::WokeUp(entity(input)?),
            6 => Self::JointBroke {
                joint: entity(input)?,
                force: f32::decode(input)?,
                torque: f32::decode(input)?,
            },
            other => return Err(input.invalid("kind of event (0 to 6)", u64::from(other))),
        })
    }

    fn hash(&self, hasher: &mut StateHasher) {
        hasher.write_u8(self.tag());
        for entity in self.entities().into_iter().flatten() {
            entity.hash(hasher);
        }
        if let Some(load) = self.load() {
            load.hash(hasher);
        }
    }

    fn describe(&self, out: &mut Describer<'_>) {
        out.field("event", &self.name().to_owned());
        for (name, entity) in ["a", "b"].into_iter().zip(self.entities()) {
            if let Some(entity) = entity {
                out.field(name, &entity);
            }
        }
        if let Some((force, torque)) = self.load() {
            out.field("force", &force);
            out.field("torque", &torque);
        }
    }
}

/// What a step did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepReport {
    /// Entities with a body or a collider.
    pub entities: usize,
    /// Bodies that took part.
    pub awake: usize,
    /// Pairs of colliders whose boxes overlap, as far as a body that took part is among them.
    pub pairs: usize,
    /// Pairs that touch.
    pub contacts: usize,
    /// Pairs that overlap and of which one is a sensor.
    pub sensed: usize,
    /// Points of the contacts that overlap.
    pub points: usize,
    /// Joints that acted.
    pub joints: usize,
    /// Largest overlap before the step, m.
    pub penetration: f32,
    /// Bodies that met at an instant within the step, in order of time.
    pub impacts: Vec<ImpactEvent>,
    /// Bodies that met so many others that they had to wait for the next step.
    pub halted: usize,
    /// What happened, in a fixed order.
    pub events: Vec<PhysicsEvent>,
    /// Forces in the contacts of entities with [`ReportForces`](crate::ReportForces), in a fixed order.
    pub forces: Vec<ContactForce>,
    /// What the joints bear whose entities have [`ReportForces`](crate::ReportForces), in a fixed order.
    pub joint_forces: Vec<JointForce>,
    /// Entities that do not take part, and why: told once, when it is found.
    pub problems: Vec<(Entity, PhysicsError)>,
}

impl StepReport {
    /// Counts of contacts are those of the last part of a step.
    pub(crate) fn begin_part(&mut self) {
        self.contacts = 0;
        self.sensed = 0;
        self.points = 0;
    }
}
