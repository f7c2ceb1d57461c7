//! What the world held when it was last read, to tell what its user has changed since.

use std::ops::Range;

use voltex_ecs::{Component, Entity, StorageRef, Version};

/// Copy of one component's storage, row by row.
#[derive(Debug)]
pub(crate) struct Mirror<T> {
    since: Version,
    entities: Vec<Entity>,
    values: Vec<T>,
    /// Entities of rows that changed hands, while being sorted out.
    left: Vec<Entity>,
    /// Row of each entity by its id, as far as it has one.
    rows: Vec<u32>,
}

impl<T> Default for Mirror<T> {
    fn default() -> Self {
        Self {
            since: Version::ZERO,
            entities: Vec::new(),
            values: Vec::new(),
            left: Vec::new(),
            rows: Vec::new(),
        }
    }
}

impl<T: Clone> Clone for Mirror<T> {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        self.since = source.since;
        self.entities.clone_from(&source.entities);
        self.values.clone_from(&source.values);
        self.rows.clone_from(&source.rows);
        self.left.clear();
    }
}

/// One difference between a storage and its mirror.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Change<T> {
    /// The entity has this value, which is new or differs from what it had.
    Set(Entity, T),
    /// The entity has the component no more.
    Gone(Entity),
}

impl<T: Component + Copy> Mirror<T> {
    /// Brings the mirror up to date and tells every difference: those gone first, then the others, each in the
    /// order of rows. `same` compares two values bit by bit. Blocks that were not written since are not looked at.
    pub(crate) fn read(
        &mut self,
        storage: &StorageRef<'_, T>,
        now: Version,
        same: impl Fn(&T, &T) -> bool,
        mut tell: impl FnMut(Change<T>),
    ) {
        let since = std::mem::replace(&mut self.since, now);
        let (entities, values) = (storage.entities(), storage.data());
        // Who left a row may sit in another now: the last row fills the place of one that goes.
        self.left.clear();
        if storage.structure_changed(since) {
            let old = self.entities.len();
            for rows in storage.changed_rows(since) {
                let common = rows.start.min(old)..rows.end.min(old);
                let left = common.filter(|row| self.entities[*row] != entities[*row]);
                self.left.extend(left.map(|row| self.entities[row]));
            }
            self.left.extend(self.entities.iter().skip(entities.len()));
            for entity in &self.left {
                if !storage.contains(*entity) {
                    tell(Change::Gone(*entity));
                }
            }
            self.entities.truncate(entities.len());
            self.values.truncate(entities.len());
        }
        for rows in storage.changed_rows(since) {
            self.read_rows(rows, entities, values, &same, &mut tell);
        }
    }

    fn read_rows(
        &mut self,
        rows: Range<usize>,
        entities: &[Entity],
        values: &[T],
        same: &impl Fn(&T, &T) -> bool,
        tell: &mut impl FnMut(Change<T>),
    ) {
        for row in rows {
            let (entity, value) = (entities[row], values[row]);
            let place = entity.id() as usize;
            if self.rows.len() <= place {
                self.rows.resize(place + 1, u32::MAX);
            }
            self.rows[place] = row as u32;
            if row == self.entities.len() {
                self.entities.push(entity);
                self.values.push(value);
                tell(Change::Set(entity, value));
                continue;
            }
            // A row that changed hands is told even if the value is that of before: whoever keeps it by
            // entity finds no difference then.
            if self.entities[row] != entity || !same(&self.values[row], &value) {
                self.entities[row] = entity;
                self.values[row] = value;
                tell(Change::Set(entity, value));
            }
        }
    }

    /// Whether the storage holds what the mirror shows, but for the row of one entity.
    pub(crate) fn is_current(
        &self,
        storage: &StorageRef<'_, T>,
        but_for: Option<Entity>,
        same: impl Fn(&T, &T) -> bool,
    ) -> bool {
        let (entities, values) = (storage.entities(), storage.data());
        entities.len() == self.entities.len()
            && storage.changed_rows(self.since).flatten().all(|row| {
                self.entities[row] == entities[row]
                    && (Some(entities[row]) == but_for || same(&self.values[row], &values[row]))
            })
    }

    /// The row in which the entity was when the storage was last read.
    pub(crate) fn row_of(&self, entity: Entity) -> Option<usize> {
        let row = *self.rows.get(entity.id() as usize)? as usize;
        (self.entities.get(row) == Some(&entity)).then_some(row)
    }

    /// Takes over what the engine writes to a row of the storage, so that it is not taken for an edit.
    pub(crate) fn set(&mut self, row: usize, value: T) {
        self.values[row] = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use voltex_ecs::World;
    use voltex_math::random::{Key, below};

    /// Random edits, spawns and despawns; what the mirror tells, applied to a plain map, gives the world.
    #[test]
    fn changes_lead_from_one_state_to_the_next() {
        let mut world = World::new();
        let mut mirror = Mirror::<u32>::default();
        let mut told: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let mut alive: Vec<Entity> = Vec::new();
        let (key, mut counter) = (Key::new(21, 4), 0);
        let mut pick = |n: usize| {
            counter += 1;
            below(key, counter, n as u64).unwrap() as usize
        };
        for round in 0..200 {
            for _ in 0..pick(if round % 20 == 0 { 3000 } else { 12 }) {
                match pick(5) {
                    0 | 1 => alive.push(world.spawn_with((pick(9) as u32,))),
                    2 if !alive.is_empty() => {
                        let entity = alive.swap_remove(pick(alive.len()));
                        world.despawn(entity);
                    }
                    3 if !alive.is_empty() => {
                        let entity = alive[pick(alive.len())];
                        world.remove::<u32>(entity);
                        if pick(2) == 0 {
                            world.add(entity, 7_u32).unwrap();
                        }
                    }
                    _ if !alive.is_empty() => {
                        let entity = alive[pick(alive.len())];
                        if let Some(value) = world.get_mut::<u32>(entity) {
                            *value = pick(9) as u32;
                        }
                    }
                    _ => {}
                }
            }
            let now = world.checkpoint();
            let name = |entity: Entity| (entity.id(), entity.generation().get());
            mirror.read(
                &world.storage::<u32>(),
                now,
                |a, b| a == b,
                |change| match change {
                    Change::Set(entity, value) => {
                        told.insert(name(entity), value);
                    }
                    Change::Gone(entity) => {
                        assert!(told.remove(&name(entity)).is_some(), "gone but never seen");
                    }
                },
            );
            let expected: BTreeMap<(u32, u32), u32> = world
                .storage::<u32>()
                .iter()
                .map(|(entity, value)| (name(entity), *value))
                .collect();
            assert_eq!(told, expected, "round {round}");
        }
    }

    #[test]
    fn what_was_not_written_is_not_told() {
        let mut world = World::new();
        let entities: Vec<Entity> = (0..5000).map(|i| world.spawn_with((i as u32,))).collect();
        let mut mirror = Mirror::<u32>::default();
        let now = world.checkpoint();
        let mut count = 0;
        mirror.read(&world.storage::<u32>(), now, |a, b| a == b, |_| count += 1);
        assert_eq!(count, 5000);
        *world.get_mut::<u32>(entities[3000]).unwrap() = 1;
        let now = world.checkpoint();
        let mut told = Vec::new();
        mirror.read(
            &world.storage::<u32>(),
            now,
            |a, b| a == b,
            |change| told.push(change),
        );
        assert_eq!(told, [Change::Set(entities[3000], 1)]);
    }
}
