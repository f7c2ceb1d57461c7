//! Which colliders are near each other, and where they touch.

use voltex_math::Vec3;

use super::contacts::ContactId;
use super::read_world::bounds;
use super::report::{PhysicsEvent, StepReport};
use super::rows::RowId;
use super::state::PhysicsState;
use crate::broad::BoxPair;
use crate::shape::ShapeStore;

/// Begins and ends contacts as boxes begin and cease to overlap.
pub(crate) fn find_pairs(state: &mut PhysicsState, report: &mut StepReport) {
    let (rows, box_rows) = (&state.rows, &state.box_rows);
    state.broad.update(|a, b| {
        [a, b]
            .map(|id| box_rows[id.0 as usize])
            .iter()
            .any(|row| rows.get(*row).is_some_and(|row| row.is_dynamic()))
    });
    for pair in state.broad.removed().to_vec() {
        if let Some(id) = contact_of(state, pair) {
            let rows = state.contacts.contact(id).rows;
            if state.end_contact(id) {
                let [a, b] = rows.map(|row| state.rows.row(row).entity);
                report.events.push(PhysicsEvent::ContactEnded(a, b));
                rows.into_iter().for_each(|row| state.wake(row));
            }
        }
    }
    for pair in state.broad.added().to_vec() {
        if contact_of(state, pair).is_some() {
            continue;
        }
        let rows = state.rows_of(pair);
        let id = state.contacts.add(&mut state.rows, rows);
        if rows.iter().any(|row| state.rows.row(*row).awake) {
            state.active.push(id);
        }
    }
    state.tidy();
}

/// The contact of two boxes, if both still belong to the rows they were given to.
fn contact_of(state: &PhysicsState, pair: BoxPair) -> Option<ContactId> {
    let owner = |id: crate::broad::BoxId| {
        let row = *state.box_rows.get(id.0 as usize)?;
        (state.rows.get(row)?.box_id == Some(id)).then_some(row)
    };
    owner(pair.0)?;
    owner(pair.1)?;
    state.contacts.of(&state.rows, state.rows_of(pair))
}

/// Finds the points of all active contacts. What touches an awake body wakes, and its contacts are found as well.
pub(crate) fn collide(state: &mut PhysicsState, store: &ShapeStore, report: &mut StepReport) {
    let mut fresh = state.active.clone();
    while !fresh.is_empty() {
        state.contacts.collide(&fresh, &state.rows, store);
        let sleepers: Vec<RowId> = fresh
            .iter()
            .map(|id| state.contacts.contact(*id))
            .filter(|contact| contact.pieces.iter().any(|piece| piece.overlaps()))
            .filter(|contact| contact.rows.iter().any(|row| state.rows.row(*row).awake))
            .flat_map(|contact| contact.rows)
            .filter(|row| !state.rows.row(*row).awake && state.rows.row(*row).is_dynamic())
            .collect();
        if sleepers.is_empty() {
            break;
        }
        let known = state.active.len();
        for row in sleepers {
            if !state.rows.row(row).awake {
                report
                    .events
                    .push(PhysicsEvent::WokeUp(state.rows.row(row).entity));
                state.wake(row);
            }
        }
        // Those that became active now, each once; every turn of the loop wakes a body, so it ends.
        fresh = state.active.split_off(known);
        fresh.sort_unstable();
        fresh.dedup();
        fresh.retain(|id| state.active.binary_search(id).is_err());
        state.active.extend(&fresh);
        state.tidy();
    }
    report.pairs = state.active.len();
}

/// Tells which contacts touch now: those that overlap or pushed in this step.
pub(crate) fn settle_touching(state: &mut PhysicsState, report: &mut StepReport) {
    for id in &state.active {
        let contact = state.contacts.contact_mut(*id);
        let touches = contact.pieces.iter().any(|piece| piece.touches());
        for piece in &contact.pieces {
            report.points += piece
                .points()
                .iter()
                .filter(|point| point.separation <= 0.0)
                .count();
            let deepest = piece.points().iter().fold(0.0, |depth, point| {
                voltex_math::f32::max(depth, -point.separation)
            });
            report.penetration = voltex_math::f32::max(report.penetration, deepest);
        }
        report.contacts += usize::from(touches);
        if touches != contact.touching {
            contact.touching = touches;
            let [a, b] = contact.rows.map(|row| state.rows.row(row).entity);
            report.events.push(if touches {
                PhysicsEvent::ContactBegan(a, b)
            } else {
                PhysicsEvent::ContactEnded(a, b)
            });
        }
    }
}

/// Boxes follow the bodies that moved.
pub(crate) fn follow(state: &mut PhysicsState, store: &ShapeStore, report: &mut StepReport) {
    for id in &state.awake {
        let row = state.rows.row(*id);
        let (Some(box_id), Some(bounds)) = (row.box_id, bounds(row, store)) else {
            continue;
        };
        if let Err(problem) = state.broad.set(box_id, &bounds) {
            report.problems.push((row.entity, problem));
            let row = state.rows.row_mut(*id);
            row.frozen = true;
            if let Some(body) = &mut row.body {
                (body.velocity, body.angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
            }
        }
    }
}
