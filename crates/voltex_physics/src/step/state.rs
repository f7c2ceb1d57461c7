//! What the physics keeps from step to step.

use voltex_ecs::Transform;

use super::contacts::{ContactId, Contacts};
use super::flyers::Flyers;
use super::impacts::Impacts;
use super::joints::Joints;
use super::mirror::Mirror;
use super::pairs::{ended, is_sensed};
use super::report::{PhysicsEvent, StepReport};
use super::restore::Stored;
use super::rows::{RowId, Rows};
use super::seams::Seams;
use crate::ballistic::{Ballistic, Balls, Ground};
use crate::body::RigidBody;
use crate::broad::{BoxId, BroadPhase, Mobility, TreeBox};
use crate::collider::Collider;
use crate::copies::copies;
use crate::filter::{CollisionLayers, Sensor};
use crate::material::Material;
use crate::shape::MassProperties;
use crate::solver::{BodyRef, Constraint, Solver, SolverBodies};

/// Rows, boxes, contacts and their impulses: a resource of the world, copied with it.
///
/// [`physics_step`](crate::physics_step) puts it there and keeps it in step with the components, which are what
/// counts: a user edits components, never this.
#[derive(Debug, Default)]
pub struct PhysicsState {
    pub(crate) rows: Rows,
    /// Of a state that came from bytes, until the next step reads the world: what is known of the components of each
    /// row by its slot, for what the state shares with the world is stored with the world alone.
    pub(crate) restored: Option<Vec<Stored>>,
    pub(crate) mirrors: Mirrors,
    pub(crate) broad: BroadPhase,
    /// The row of each box, by its number.
    pub(crate) box_rows: Vec<RowId>,
    pub(crate) contacts: Contacts,
    pub(crate) joints: Joints,
    /// Rows that take part in the step, in order.
    pub(crate) awake: Vec<RowId>,
    /// Contacts with an awake body, in order.
    pub(crate) active: Vec<ContactId>,
    /// Whether a contact may be on the list of active ones that has ended, or has no awake body any more.
    pub(crate) stale: bool,
    pub(crate) seams: Seams,
    /// Rows that take part again since the last step.
    pub(crate) woken: Vec<RowId>,
    /// Rows that took part in this step and do so no more.
    pub(crate) slept: Vec<RowId>,
    /// The solver's body of each row by its slot, while a step is solved; the world at all other times.
    pub(crate) refs: Vec<BodyRef>,
    pub(crate) solver: Solver,
    pub(crate) solver_bodies: SolverBodies,
    /// Contacts of the step that is being solved.
    pub(crate) constraints: Vec<Constraint>,
    /// Contacts whose further pieces are among them.
    pub(crate) lent: Vec<ContactId>,
    pub(crate) impacts: Impacts,
    /// The balls of the world as they were last read.
    pub(crate) balls: Balls,
    pub(crate) flyers: Flyers,
}

copies!(PhysicsState {
    rows,
    restored,
    mirrors,
    broad,
    box_rows,
    contacts,
    joints,
    awake,
    active,
    stale,
    seams,
    woken,
    slept,
    refs,
    solver,
    solver_bodies,
    constraints,
    lent,
    impacts,
    balls,
    flyers,
});

/// The components as they were last read.
#[derive(Debug, Default)]
pub(crate) struct Mirrors {
    pub(crate) transforms: Mirror<Transform>,
    pub(crate) bodies: Mirror<RigidBody>,
    pub(crate) colliders: Mirror<Collider>,
    pub(crate) masses: Mirror<MassProperties>,
    pub(crate) materials: Mirror<Material>,
    pub(crate) layers: Mirror<CollisionLayers>,
    pub(crate) sensors: Mirror<Sensor>,
    pub(crate) ballistics: Mirror<Ballistic>,
    pub(crate) grounds: Mirror<Ground>,
}

copies!(Mirrors {
    transforms,
    bodies,
    colliders,
    masses,
    materials,
    layers,
    sensors,
    ballistics,
    grounds,
});

impl PhysicsState {
    /// The boxes of the trees in which pairs are looked for, as the last step left them: of what never moves, or of what may.
    /// For those who want to see them.
    pub fn tree_boxes(&self, mobility: Mobility) -> Vec<TreeBox> {
        self.broad.boxes(mobility)
    }

    /// Rows of a pair of boxes, the lower first.
    pub(crate) fn rows_of(&self, (a, b): (BoxId, BoxId)) -> [RowId; 2] {
        let [a, b] = [a, b].map(|id| self.box_rows[id.0 as usize]);
        if a < b { [a, b] } else { [b, a] }
    }

    /// Lets a body take part in the step, and with it all that it lies on or that lies on it.
    pub(crate) fn wake(&mut self, row: RowId) {
        let mut found = vec![row];
        while let Some(id) = found.pop() {
            let row = self.rows.row_mut(id);
            row.still = 0.0;
            let can_move = row.can_move();
            if self.rows.is_awake(id) || !can_move {
                continue;
            }
            self.rows.set_awake(id, true);
            self.awake.push(id);
            self.woken.push(id);
            let row = self.rows.row(id);
            for contact in &row.contacts {
                let contact = self.contacts.contact(*contact);
                if contact.touching && !is_sensed(&self.rows, contact.rows) {
                    let others = contact.rows.into_iter().filter(|other| *other != id);
                    found.extend(others.filter(|other| self.rows.row(*other).is_dynamic()));
                }
            }
            self.active.extend(&row.contacts);
            let joined = self.joints.neighbours(id);
            found.extend(joined.filter(|other| self.rows.row(*other).is_dynamic()));
            self.joints.wake(id);
        }
    }

    /// Whether nothing takes part in the step.
    pub(crate) fn is_asleep(&self) -> bool {
        self.awake.is_empty() && self.active.is_empty() && self.woken.is_empty()
    }

    /// Tells which bodies take part again.
    pub(crate) fn tell_woken(&mut self, report: &mut StepReport) {
        self.woken.sort_unstable();
        self.woken.dedup();
        for id in self.woken.drain(..) {
            if self.rows.is_awake(id) {
                let entity = self.rows.row(id).entity;
                report.events.push(PhysicsEvent::WokeUp(entity));
            }
        }
    }

    /// Wakes what touches a row that has changed or is about to go.
    pub(crate) fn wake_neighbours(&mut self, row: RowId) {
        let touched: Vec<RowId> = self
            .rows
            .row(row)
            .contacts
            .iter()
            .filter(|contact| self.contacts.contact(**contact).touching)
            .flat_map(|contact| self.contacts.contact(*contact).rows)
            .filter(|other| *other != row)
            .chain(self.joints.neighbours(row))
            .filter(|other| self.rows.row(*other).is_dynamic())
            .collect();
        for other in touched {
            self.wake(other);
        }
    }

    /// Takes rows that are awake no more off the list of those that are, and what only they held awake; they are written
    /// to the world once more.
    pub(crate) fn put_aside(&mut self) {
        let rows = &self.rows;
        let (awake, asleep) = self.awake.iter().partition(|id| rows.is_awake(**id));
        self.awake = awake;
        for id in &asleep {
            let row = self.rows.row(*id);
            if row.frozen {
                // The impulses that flung it are no numbers, or will be none.
                for contact in &row.contacts {
                    self.contacts.pass_over(*contact, &[]);
                }
            }
        }
        self.slept.extend::<Vec<RowId>>(asleep);
        self.stale = true;
        self.tidy();
    }

    /// Brings the lists of awake rows and active contacts in order after changes.
    pub(crate) fn tidy(&mut self) {
        self.awake.sort_unstable();
        self.awake.dedup();
        self.active.sort_unstable();
        self.active.dedup();
        if std::mem::take(&mut self.stale) {
            let (contacts, rows) = (&self.contacts, &self.rows);
            self.active.retain(|id| {
                let is_awake = |row: RowId| rows.is_awake(row);
                contacts.is_there(*id) && contacts.contact(*id).rows.into_iter().any(is_awake)
            });
            self.joints.sleep(rows);
        }
        self.joints.tidy();
    }

    /// Ends a contact; returns the event of it if the two touched. [`Self::tidy`] takes it off the list of active ones.
    pub(crate) fn end_contact(&mut self, id: ContactId) -> Option<PhysicsEvent> {
        self.stale = true;
        let contact = self.contacts.remove(&mut self.rows, id)?;
        let pair = contact.rows.map(|row| self.rows.row(row).entity);
        contact.touching.then(|| ended(pair, contact.sensed))
    }
}
