//! Which colliders are near each other, and where they touch.

use rayon::prelude::*;
use voltex_ecs::Entity;
use voltex_math::{Aabb, Vec3};

use super::contacts::{ContactId, Role, overlaps, touches};
use super::read_world::bounds;
use super::report::{PhysicsEvent, StepReport};
use super::rows::{RowId, Rows};
use super::state::PhysicsState;
use crate::broad::{BoxId, BoxPair, check_box};
use crate::shape::ShapeStore;

/// Begins and ends contacts as boxes begin and cease to overlap.
pub(crate) fn find_pairs(state: &mut PhysicsState, report: &mut StepReport) {
    let (rows, box_rows, joints) = (&state.rows, &state.box_rows, &state.joints);
    state.broad.update(|a, b| {
        let ids = [a, b].map(|id| box_rows[id.0 as usize]);
        let [a, b] = ids.map(|id| rows.get(id));
        a.zip(b).is_some_and(|(a, b)| {
            (a.is_dynamic() || b.is_dynamic())
                && a.layers.meets(&b.layers)
                && !joints.part(ids[0], ids[1])
        })
    });
    for pair in state.broad.removed().to_vec() {
        if let Some(id) = contact_of(state, pair) {
            let rows = state.contacts.contact(id).rows;
            if let Some(event) = state.end_contact(id) {
                report.events.push(event);
                rows.into_iter().for_each(|row| state.wake(row));
            }
        }
    }
    // Before a slot is used again.
    state.tidy();
    for pair in state.broad.added().to_vec() {
        if contact_of(state, pair).is_some() {
            continue;
        }
        let rows = state.rows_of(pair);
        let id = state.contacts.add(&mut state.rows, rows);
        if rows.iter().any(|row| state.rows.is_awake(*row)) {
            state.active.push(id);
        }
    }
    state.tidy();
}

/// The contact of two boxes, if both still belong to the rows they were given to.
fn contact_of(state: &PhysicsState, pair: BoxPair) -> Option<ContactId> {
    let owner = |id: BoxId| {
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
            .filter_map(|id| sleeper_hit(state, *id))
            .collect();
        if sleepers.is_empty() {
            break;
        }
        let known = state.active.len();
        for row in sleepers {
            state.wake(row);
        }
        // Those that became active now, each once; every turn of the loop wakes a body, so it ends.
        fresh = state.active.split_off(known);
        fresh.sort_unstable();
        fresh.dedup();
        fresh.retain(|id| state.active.binary_search(id).is_err());
        state.active.extend(&fresh);
        state.tidy();
    }
    let mut seams = std::mem::take(&mut state.seams);
    seams.smooth(&mut state.contacts, &state.active, &state.rows, store);
    state.seams = seams;
    state.tell_woken(report);
    report.pairs = state.active.len();
}

/// The body of a contact that sleeps and is overlapped by one that is awake.
fn sleeper_hit(state: &PhysicsState, id: ContactId) -> Option<RowId> {
    let contact = state.contacts.contact(id);
    let sleeper = match contact.rows.map(|row| state.rows.is_awake(row)) {
        [true, false] => contact.rows[1],
        [false, true] => contact.rows[0],
        [true, true] | [false, false] => return None,
    };
    let hit = !contact.passes
        && state.rows.row(sleeper).is_dynamic()
        && state
            .contacts
            .pieces(id)
            .any(|(points, input)| overlaps(points, &input.left));
    hit.then_some(sleeper)
}

/// Tells which contacts touch now: those that overlap or pushed in this step.
pub(crate) fn settle_touching(state: &mut PhysicsState, report: &mut StepReport) {
    for id in &state.active {
        if state.contacts.contact(*id).role == Role::Unseen {
            continue;
        }
        let sensed = state.contacts.contact(*id).passes;
        let mut touched = false;
        state.contacts.each_piece(*id, |points, input| {
            touched |= touches(points, &input.left);
            if !sensed {
                count_points(&input.left.separations[..points], report);
            }
        });
        let contact = state.contacts.contact_mut(*id);
        let handed_over = std::mem::take(&mut contact.handed_over);
        contact.lasting = handed_over || (touched && contact.role == Role::Solved);
        touched |= std::mem::take(&mut contact.struck);
        if sensed {
            report.sensed += usize::from(touched);
        } else {
            report.contacts += usize::from(touched);
        }
        let contact = state.contacts.contact_mut(*id);
        let before = contact.touching.then_some(contact.sensed);
        let now = touched.then_some(sensed);
        if before != now {
            contact.touching = touched;
            contact.sensed = sensed;
            let pair = contact.rows.map(|row| state.rows.row(row).entity);
            report
                .events
                .extend(before.map(|sensed| ended(pair, sensed)));
            report.events.extend(now.map(|sensed| began(pair, sensed)));
        }
    }
}

fn count_points(separations: &[f32], report: &mut StepReport) {
    for gap in separations {
        report.points += usize::from(*gap <= 0.0);
        report.penetration = voltex_math::f32::max(report.penetration, -*gap);
    }
}

/// Whether one of the two only tells what overlaps it.
pub(crate) fn is_sensed(rows: &Rows, pair: [RowId; 2]) -> bool {
    pair.iter().any(|row| rows.row(*row).sensor)
}

/// The event of two colliders that begin to touch, of which one may be a sensor.
fn began([a, b]: [Entity; 2], sensed: bool) -> PhysicsEvent {
    if sensed {
        PhysicsEvent::SensorEntered(a, b)
    } else {
        PhysicsEvent::ContactBegan(a, b)
    }
}

/// The event of two that no longer touch.
pub(crate) fn ended([a, b]: [Entity; 2], sensed: bool) -> PhysicsEvent {
    if sensed {
        PhysicsEvent::SensorLeft(a, b)
    } else {
        PhysicsEvent::ContactEnded(a, b)
    }
}

/// Bodies whose boxes one task makes.
const CHUNK: usize = 128;

/// Boxes follow the bodies that moved. A body whose box cannot be kept stands still from now on.
pub(crate) fn follow(state: &mut PhysicsState, store: &ShapeStore, report: &mut StepReport) {
    let rows = &state.rows;
    let boxes = |ids: &[RowId]| -> Vec<(RowId, BoxId, Aabb)> {
        let boxes = ids.iter().filter_map(|id| {
            let row = rows.row(*id);
            Some((*id, row.box_id?, bounds(row, store)?))
        });
        boxes.collect()
    };
    let mut made = if state.awake.len() < 2 * CHUNK {
        boxes(&state.awake)
    } else {
        let parts: Vec<_> = state.awake.par_chunks(CHUNK).map(boxes).collect();
        parts.concat()
    };
    // What has fallen asleep in this step has moved in it.
    let slept = state.slept.iter();
    let slept = slept.filter(|id| !rows.row(**id).frozen && !rows.is_awake(**id));
    made.extend(boxes(&slept.copied().collect::<Vec<_>>()));
    let mut lost = false;
    let mut good = Vec::with_capacity(made.len());
    for (id, box_id, bounds) in made {
        let Err(problem) = check_box(&bounds) else {
            good.push((box_id, bounds));
            continue;
        };
        let row = state.rows.row_mut(id);
        report.problems.push((row.entity, problem));
        row.frozen = true;
        lost = true;
        if let Some(body) = &mut row.body {
            (body.velocity, body.angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
        }
        row.lead_ball();
        state.rows.set_awake(id, false);
    }
    state
        .broad
        .set_all(&good)
        .expect("boxes of rows are there, and were checked");
    if lost {
        state.put_aside();
    }
}
