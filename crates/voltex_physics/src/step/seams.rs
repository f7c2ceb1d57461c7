//! Seams in the ground: a body that lies on several bodies side by side does not notice where one ends.
//!
//! A contact is found pair by pair, and so the edge at which a box ends is an edge even where the next box goes on flush.
//! A ball that comes along would meet it: its normal leans against the way. Where a body has contacts with two bodies
//! or more that no impulse moves, and their normals differ, the contacts are looked at together.

use super::contact_points::shape;
use super::contacts::{ContactId, Contacts};
use super::rows::{RowId, Rows};
use crate::narrow::{self, Ground, Neighbour};
use crate::shape::{Shape, ShapeStore};
use voltex_math::{Pose, Vec3};

/// What is known of the ground of each row, by its slot, while contacts are gone through.
#[derive(Debug, Default)]
pub(crate) struct Seams {
    /// Last contact with ground that was met, and whether the row is among `bodies`.
    last: Vec<Option<(ContactId, bool)>>,
    /// Rows that were met, to be forgotten.
    met: Vec<RowId>,
    /// Bodies on ground of several normals.
    bodies: Vec<RowId>,
}

impl Clone for Seams {
    /// There is nothing in it between steps.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Seams {
    /// Smooths the contacts of all bodies that lie on a seam. `active` are contacts in order.
    pub(crate) fn smooth(
        &mut self,
        contacts: &mut Contacts,
        active: &[ContactId],
        rows: &Rows,
        store: &ShapeStore,
    ) {
        self.find(contacts, active, rows);
        for row in std::mem::take(&mut self.bodies) {
            smooth_body(contacts, row, rows, store);
        }
    }

    fn find(&mut self, contacts: &Contacts, active: &[ContactId], rows: &Rows) {
        self.last.resize(rows.slots(), None);
        for id in active {
            let Some((body, _)) = on_ground(contacts, *id, rows) else {
                continue;
            };
            match &mut self.last[body.slot()] {
                place @ None => {
                    *place = Some((*id, false));
                    self.met.push(body);
                }
                Some((_, true)) => {}
                Some((last, listed)) => {
                    if normal(contacts, *last, rows) != normal(contacts, *id, rows) {
                        *listed = true;
                        self.bodies.push(body);
                    }
                }
            }
        }
        for body in self.met.drain(..) {
            self.last[body.slot()] = None;
        }
    }
}

/// The body and the ground of a contact between what impulses move and what they do not; `None` for others, and for
/// contacts of several pieces, which are smoothed where they are found.
fn on_ground(contacts: &Contacts, id: ContactId, rows: &Rows) -> Option<(RowId, RowId)> {
    let contact = contacts.contact(id);
    if contact.points == 0 || contact.passes || contact.has_more {
        return None;
    }
    let [a, b] = contact.rows;
    match [a, b].map(|row| rows.row(row).is_dynamic()) {
        [true, false] => Some((a, b)),
        [false, true] => Some((b, a)),
        _ => None,
    }
}

/// World axes, from A to B.
fn normal(contacts: &Contacts, id: ContactId, rows: &Rows) -> Vec3 {
    let turn = rows.row(contacts.contact(id).rows[0]).transform.rotation;
    turn * Vec3::from_slice(&contacts.input(id).normal)
}

fn smooth_body(contacts: &mut Contacts, body: RowId, rows: &Rows, store: &ShapeStore) {
    let row = rows.row(body);
    let Some(Shape::Convex(convex)) = shape(row, store) else {
        return;
    };
    let mut ids = row.contacts.clone();
    ids.sort_unstable();
    ids.retain(|id| on_ground(contacts, *id, rows).is_some());
    // All around the body, so that nothing is lost far from the origin of the world.
    let here = Pose {
        position: Vec3::ZERO,
        ..row.pose()
    };
    let mut neighbours = Vec::with_capacity(ids.len());
    let mut poses = Vec::with_capacity(ids.len());
    for id in &ids {
        let contact = contacts.contact(*id);
        let body_is_b = contact.rows[1] == body;
        let ground = contact.rows[usize::from(!body_is_b)];
        let pose = rows.row(ground).pose();
        let pose = Pose {
            position: pose.position - row.transform.position,
            ..pose
        };
        let Some(shape) = shape(rows.row(ground), store) else {
            return;
        };
        let (child, manifold) = contacts.manifold(*id, rows);
        let child = child[usize::from(!body_is_b)];
        // Of a state from damaged bytes it may name what is not there.
        let Some(ground) = Ground::of(&shape, &pose, child) else {
            return;
        };
        let manifold = if body_is_b {
            manifold.transformed(&pose)
        } else {
            manifold.transformed(&here).flipped()
        };
        neighbours.push(Neighbour { ground, manifold });
        poses.push((pose, body_is_b));
    }
    let before: Vec<_> = neighbours.iter().map(|n| n.manifold).collect();
    let margin = super::contact_points::margin_of(row.mass.extent);
    narrow::smooth_seams(&convex, &here, &mut neighbours, margin);
    for (index, id) in ids.into_iter().enumerate() {
        let after = neighbours[index].manifold;
        if after == before[index] {
            continue;
        }
        let (pose, body_is_b) = poses[index];
        let of_a = if body_is_b {
            after.transformed(&pose.inverse())
        } else {
            after.flipped().transformed(&here.inverse())
        };
        contacts.replace(id, rows, of_a);
    }
}
