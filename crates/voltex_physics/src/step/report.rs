//! What a step tells its caller.

use voltex_ecs::Entity;

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
    /// A body takes part again.
    WokeUp(Entity),
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
    /// Largest overlap before the step, m.
    pub penetration: f32,
    /// What happened, in a fixed order.
    pub events: Vec<PhysicsEvent>,
    /// Entities that do not take part, and why: told once, when it is found.
    pub problems: Vec<(Entity, PhysicsError)>,
}
