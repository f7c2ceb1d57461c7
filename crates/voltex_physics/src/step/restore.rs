//! A state that came from bytes takes up its place in the world again.

use voltex_ecs::Entity;

use super::read_world::{Storages, bounds, fill};
use super::rows::RowId;
use super::state::PhysicsState;
use crate::shape::ShapeStore;

/// What the bytes of a state tell of a row beside the row itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Stored {
    /// Of the components when the last step had written them.
    pub(super) digest: u64,
    /// Whether its collider was out of use, as its box could not be kept.
    pub(super) bare: bool,
}

/// Rows that differ from the world.
#[derive(Debug, Default)]
pub(super) struct Rejoined {
    /// Entities whose components were edited after the last step, by id.
    edited: Vec<Entity>,
    /// Rows whose entity has gone or has no part in the physics any more, by id.
    gone: Vec<(Entity, RowId)>,
}

impl Rejoined {
    pub(super) fn is_edited(&self, entity: Entity) -> bool {
        let place = self.edited.binary_search_by_key(&entity.id(), |e| e.id());
        place.is_ok_and(|at| self.edited[at] == entity)
    }

    /// Entities that have gone.
    pub(super) fn gone(&self) -> impl Iterator<Item = Entity> + '_ {
        self.gone.iter().map(|(entity, _)| *entity)
    }

    pub(super) fn row_of_gone(&self, entity: Entity) -> Option<RowId> {
        let place = self.gone.binary_search_by_key(&entity.id(), |e| e.0.id());
        let (found, row) = self.gone[place.ok()?];
        (found == entity).then_some(row)
    }
}

/// Fills the rows from the components that they were made from, and tells which components are others now.
///
/// An edited row gets the components of now as well: the caller takes them for a difference.
pub(super) fn rejoin(
    state: &mut PhysicsState,
    storages: &Storages<'_>,
    store: &ShapeStore,
    stored: &[Stored],
) -> Rejoined {
    let mut rejoined = Rejoined::default();
    let mut scratch = Vec::new();
    for (slot, stored) in (0..).zip(stored) {
        let id = RowId::new(slot);
        let Some(entity) = state.rows.get(id).map(|row| row.entity) else {
            continue;
        };
        let Some(components) = storages.components(entity) else {
            rejoined.gone.push((entity, id));
            continue;
        };
        state.rows.link(entity, id);
        let row = state.rows.row_mut(id);
        // What is wrong with it was told when it was found.
        let good = fill(row, &components, store).is_ok();
        row.frozen |= !good;
        if stored.bare {
            row.collider = None;
        }
        state.rows.refresh_frame(id);
        put_around(state, id, store);
        if components.digest(&mut scratch) != stored.digest {
            rejoined.edited.push(entity);
        }
    }
    rejoined.edited.sort_unstable_by_key(|entity| entity.id());
    rejoined
        .gone
        .sort_unstable_by_key(|(entity, _)| entity.id());
    let rows = &mut state.rows;
    state.awake.retain(|id| {
        let awake = rows.row(*id).can_move();
        rows.set_awake(*id, awake);
        awake
    });
    state.stale = true;
    rejoined
}

/// Bytes that somebody made up may tell of a box that does not hold what is in it; it is put around that.
fn put_around(state: &mut PhysicsState, id: RowId, store: &ShapeStore) {
    let row = state.rows.row(id);
    let (false, Some(box_id), Some(own)) = (row.frozen, row.box_id, bounds(row, store)) else {
        return;
    };
    let fat = state.broad.fat_box(box_id);
    let holds = fat.is_none_or(|fat| fat.merged(&own) == fat);
    if !holds && state.broad.set(box_id, &own).is_err() {
        state.rows.row_mut(id).frozen = true;
    }
}
