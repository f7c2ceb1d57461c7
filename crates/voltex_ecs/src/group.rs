//! Groups: families of components whose rows are kept aligned.

use crate::bundle::Bundle;
use crate::column::ColumnId;
use crate::entity::Entity;
use crate::error::EcsError;
use crate::sparse_set::{Row, SparseIndex};
use crate::world::World;

/// Most components of one group.
pub(crate) const MAX_MEMBERS: usize = 8;

/// Place of a group in its world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GroupId(pub(crate) u32);

/// Columns whose first `len` rows hold the same entities in the same order: those that have every
/// component of the family.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    members: [ColumnId; MAX_MEMBERS],
    count: usize,
    pub(crate) len: usize,
}

impl Group {
    pub(crate) fn members(&self) -> &[ColumnId] {
        &self.members[..self.count]
    }
}

/// # Groups
impl World {
    /// Keeps the components of the family `B` (a tuple of 2 to 8) aligned from now on.
    ///
    /// Entities that have all of them come first in each of these storages, in one common order, so
    /// a query over any subset of the family reads plain arrays. In exchange adding the last and
    /// removing the first component of the family moves rows in all of them. A component belongs to
    /// one group at most. Declaring the same family again does nothing.
    ///
    /// Entities that are there already are aligned at once, in the order of the first component.
    /// Groups determine the order of rows, so declare them once, at the start.
    ///
    /// ```
    /// # use voltex_ecs::World;
    /// # #[derive(Clone, Debug, PartialEq)] struct Position(f32);
    /// # #[derive(Clone, Debug, PartialEq)] struct Velocity(f32);
    /// let mut world = World::new();
    /// world.group::<(Position, Velocity)>()?;
    /// world.spawn_with((Position(0.0),));
    /// let moving = world.spawn_with((Position(1.0), Velocity(2.0)));
    /// assert_eq!(world.storage::<Position>().entities()[0], moving);
    /// # Ok::<(), voltex_ecs::EcsError>(())
    /// ```
    ///
    /// # Errors
    /// Fewer than two different components; a component of another group.
    pub fn group<B: Bundle>(&mut self) -> Result<(), EcsError> {
        let columns = B::columns(self);
        let columns = columns.as_ref();
        let mut members = [ColumnId(0); MAX_MEMBERS];
        let mut count = 0;
        for column in columns.iter().take(MAX_MEMBERS) {
            if !members[..count].contains(column) {
                members[count] = *column;
                count += 1;
            }
        }
        if count < 2 || count != columns.len() {
            return Err(EcsError::GroupSize {
                named: columns.len(),
                different: count,
            });
        }
        let group = Group {
            members,
            count,
            len: 0,
        };
        if let Some(owned) = columns
            .iter()
            .find(|column| self.column(**column).group.is_some())
        {
            let same = self.groups.iter().any(|other| {
                other.count == count && columns.iter().all(|c| other.members().contains(c))
            });
            if same {
                return Ok(());
            }
            return Err(EcsError::GroupOverlap {
                component: self.column(*owned).name,
            });
        }
        let id = GroupId(self.groups.len() as u32);
        self.groups.push(group);
        for column in columns {
            self.column_mut(*column).group = Some(id);
        }
        self.regroup(id);
        Ok(())
    }

    /// Brings all entities of a group into its aligned rows, in the order of the first member.
    pub(crate) fn regroup(&mut self, id: GroupId) {
        self.groups[id.0 as usize].len = 0;
        let first = self.groups[id.0 as usize].members[0];
        for row in 0..self.column(first).index.len() {
            let entity = self.column(first).index.entities()[row];
            self.admit(id, entity);
        }
    }

    /// Moves an entity into the aligned rows if it has every component of the family.
    pub(crate) fn admit(&mut self, id: GroupId, entity: Entity) {
        let group = self.groups[id.0 as usize];
        let mut rows = [Row::new(0); MAX_MEMBERS];
        for (row, member) in rows.iter_mut().zip(group.members()) {
            match self.column(*member).index.row_of_id(entity.id()) {
                Some(found) if found.at() >= group.len => *row = found,
                _ => return,
            }
        }
        let (target, now) = (Row::new(group.len), self.now());
        for (row, member) in rows.iter().zip(group.members()) {
            // A newly spawned entity is in the right row already.
            if *row != target {
                self.column_mut(*member).swap(*row, target, now);
            }
        }
        self.groups[id.0 as usize].len += 1;
    }

    /// Moves an entity out of the aligned rows, if it is there.
    pub(crate) fn dismiss(&mut self, id: GroupId, entity: Entity) {
        let group = self.groups[id.0 as usize];
        let Some(row) = self.column(group.members[0]).index.row_of_id(entity.id()) else {
            return;
        };
        if row.at() >= group.len {
            return;
        }
        let (last, now) = (Row::new(group.len - 1), self.now());
        for member in group.members() {
            self.column_mut(*member).swap(row, last, now);
        }
        self.groups[id.0 as usize].len -= 1;
    }

    /// Sets the length of a group whose members' values were replaced by aligned ones.
    pub(crate) fn restore_group(&mut self, id: GroupId) {
        let group = self.groups[id.0 as usize];
        let members = group.members().iter();
        let members: Vec<_> = members.map(|member| &self.column(*member).index).collect();
        let len = aligned_rows(&members).expect("a decoded group was checked before");
        self.groups[id.0 as usize].len = len;
    }
}

/// How many entities are in all of the storages, if they come first in each and in one order.
pub(crate) fn aligned_rows(members: &[&SparseIndex]) -> Option<usize> {
    let first = members.first()?.entities();
    let in_all = |entity: &&Entity| members.iter().all(|other| other.row(**entity).is_some());
    let len = first.iter().filter(in_all).count();
    let aligned = |other: &&SparseIndex| other.entities()[..len] == first[..len];
    members.iter().all(aligned).then_some(len)
}
