//! What has been: worlds to go back to, where bodies were, what met whom.

use std::collections::BTreeMap;

use voltex_ecs::{Entity, World};
use voltex_math::Vec3;
use voltex_physics::{ImpactEvent, RigidBody};
use voltex_replay::Moment;

/// Entities in all worlds that are kept, about: a world of ten thousand bodies takes some 20 MB.
const MOST_ENTITIES: usize = 400_000;
/// Most moments of bodies that are kept; each takes 64 bytes.
const MOST_MOMENTS: usize = 2_000_000;
/// Most ticks of which impacts are kept.
const MOST_IMPACTS: usize = 100_000;

/// States and events of a run, by the number of steps made.
#[derive(Default)]
pub(crate) struct Past {
    worlds: Vec<(u64, World)>,
    /// From one kept world to the next, steps; doubled when there are too many.
    every: u64,
    /// Velocities that the user gave to a body before a step, m/s: a run that comes by again gives them again.
    pulls: BTreeMap<u64, (Entity, Vec3)>,
    moments: BTreeMap<u64, Vec<(Entity, Moment)>>,
    held: usize,
    impacts: BTreeMap<u64, Vec<ImpactEvent>>,
}

impl Past {
    /// Keeps a world if its turn has come.
    pub(crate) fn keep(&mut self, tick: u64, world: &World) {
        self.every = if self.every == 0 { 16 } else { self.every };
        let known = self.worlds.last().is_some_and(|(last, _)| *last >= tick);
        if known || !tick.is_multiple_of(self.every) {
            return;
        }
        self.worlds.push((tick, world.clone()));
        let most = MOST_ENTITIES / world.entity_count().max(1);
        if self.worlds.len() > most.clamp(4, 64) {
            self.every *= 2;
            let every = self.every;
            self.worlds.retain(|(tick, _)| tick.is_multiple_of(every));
        }
    }

    /// The last world that is kept up to a tick.
    pub(crate) fn world_before(&self, tick: u64) -> Option<&(u64, World)> {
        self.worlds.iter().rev().find(|(kept, _)| *kept <= tick)
    }

    /// Takes down where everything that moves is after so many steps.
    pub(crate) fn note(&mut self, tick: u64, world: &World) {
        if self.moments.contains_key(&tick) || self.held > MOST_MOMENTS {
            return;
        }
        let bodies = world.query::<(Entity, &voltex_ecs::Transform, &RigidBody)>();
        let moving = (&bodies)
            .into_iter()
            .filter(|(_, _, body)| !body.is_static());
        let moments: Vec<(Entity, Moment)> = moving
            .map(|(entity, transform, body)| (entity, Moment::of(transform, Some(body))))
            .collect();
        self.held += moments.len();
        self.moments.insert(tick, moments);
    }

    /// Takes down what met within the step that led to this tick.
    pub(crate) fn note_impacts(&mut self, tick: u64, impacts: &[ImpactEvent]) {
        if self.impacts.len() < MOST_IMPACTS && !impacts.is_empty() {
            self.impacts.insert(tick, impacts.to_vec());
        }
    }

    /// Impacts in the steps up to `to`, from after `from`.
    pub(crate) fn impacts(&self, from: u64, to: u64) -> impl Iterator<Item = &ImpactEvent> {
        self.impacts
            .range(from + 1..(to + 1).max(from + 1))
            .flat_map(|(_, met)| met)
    }

    /// Ticks after steps with impacts, in order.
    pub(crate) fn impact_ticks(&self) -> impl DoubleEndedIterator<Item = u64> {
        self.impacts.keys().copied()
    }

    /// Where a body was at each tick that has been shown, in order.
    pub(crate) fn track(&self, entity: Entity) -> impl Iterator<Item = (u64, Moment)> {
        // Rows mostly stay where they are.
        let mut guess = 0;
        self.moments.iter().filter_map(move |(tick, moments)| {
            let found = moments.get(guess).filter(|(other, _)| *other == entity);
            if found.is_none() {
                guess = moments.iter().position(|(other, _)| *other == entity)?;
            }
            Some((*tick, moments[guess].1))
        })
    }

    /// The user takes a body by the hand before the step after `tick`: what came after is no more.
    pub(crate) fn pull(&mut self, tick: u64, entity: Entity, velocity: Vec3) {
        self.forget_after(tick);
        self.pulls.insert(tick, (entity, velocity));
    }

    /// What the user gave before the step after `tick`.
    pub(crate) fn pulled(&self, tick: u64) -> Option<(Entity, Vec3)> {
        self.pulls.get(&tick).copied()
    }

    fn forget_after(&mut self, tick: u64) {
        self.worlds.retain(|(kept, _)| *kept <= tick);
        self.pulls.split_off(&(tick + 1));
        let gone = self.moments.split_off(&(tick + 1));
        self.held -= gone.values().map(Vec::len).sum::<usize>();
        self.impacts.split_off(&(tick + 1));
    }
}

#[cfg(test)]
mod tests {
    use voltex_ecs::Transform;

    use super::*;

    #[test]
    fn worlds_are_thinned_and_the_nearest_before_is_found() {
        let mut world = World::new();
        let body = world.spawn_with((Transform::default(), RigidBody::dynamic(1.0)));
        let mut past = Past::default();
        for tick in 0..=5000 {
            if let Some(place) = world.get_mut::<Transform>(body) {
                place.position.x = tick as f32;
            }
            past.keep(tick, &world);
            past.note(tick, &world);
        }
        assert!(past.worlds.len() <= 64, "{}", past.worlds.len());
        for tick in [0, 1, 777, 4999] {
            let (kept, found) = past.world_before(tick).expect("the first is kept");
            assert!(*kept <= tick && tick - kept < 256, "{kept} for {tick}");
            let place = found.get::<Transform>(body).expect("the body").position;
            assert_eq!(place.x, *kept as f32);
        }
        let track: Vec<(u64, Moment)> = past.track(body).collect();
        assert_eq!(track.len(), 5001);
        assert!(
            track
                .iter()
                .all(|(tick, moment)| moment.position.x == *tick as f32)
        );
        past.pull(100, body, Vec3::Y);
        assert_eq!(past.track(body).count(), 101);
        assert_eq!(past.pulled(100), Some((body, Vec3::Y)));
        assert!(past.worlds.iter().all(|(tick, _)| *tick <= 100));
    }
}
