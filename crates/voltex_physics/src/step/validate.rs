//! Whether all that a state of the physics knows twice agrees, for tests and for those who suspect it.

use super::contacts::{ContactId, ContactParts};
use super::joints::JointId;
use super::read_world::{ROTATION_ERROR, bounds, is_usable};
use super::rows::RowId;
use super::state::PhysicsState;
use crate::contact::MAX_POINTS;
use crate::shape::ShapeStore;
use crate::solver::Frame;

/// What does not agree.
type Finding = Result<(), String>;

impl PhysicsState {
    /// Compares all that the state knows twice: lists with what they list, boxes with what they hold, links with their
    /// ends; and looks for numbers that are none. `store` is the one of the world. Holds between two steps; it takes
    /// about as long as a step.
    ///
    /// A state that has come from bytes is compared from its next step on, in which it finds its place in the world.
    ///
    /// # Errors
    /// What does not agree. That is a bug in Voltex.
    pub fn validate(&self, store: &ShapeStore) -> Result<(), String> {
        if self.restored.is_some() {
            return Ok(());
        }
        self.validate_rows(store)?;
        self.validate_contacts()?;
        self.validate_joints()?;
        self.broad.validate()
    }

    fn validate_rows(&self, store: &ShapeStore) -> Finding {
        let (rows, free) = self.rows.parts();
        let mut boxes = 0;
        let mut awake = Vec::new();
        for (slot, row) in (0..).zip(rows) {
            let id = RowId::new(slot);
            if self.rows.is_awake(id) {
                awake.push(id);
            }
            let Some(row) = row else {
                agree(free.contains(&id), || {
                    format!("{id:?} is empty and not free")
                })?;
                continue;
            };
            let name = row.entity;
            agree(self.rows.of(name) == Some(id), || {
                format!("{name} is not found in its row")
            })?;
            agree(row.can_move() || !self.rows.is_awake(id), || {
                format!("{name} is awake and cannot move")
            })?;
            if !row.frozen {
                let t = row.transform;
                let center = row.mass.center;
                agree(
                    self.rows.frames()[id.slot()] == Frame::new(t.position, t.rotation, center),
                    || format!("the frame of {name} is not where it is"),
                )?;
                agree((t.rotation.length() - 1.0).abs() <= ROTATION_ERROR, || {
                    format!("{name} has the rotation {}", t.rotation)
                })?;
                let (velocity, spin) = row.motion();
                agree(
                    is_usable((t.position, t.rotation), (velocity, spin)),
                    || {
                        let p = t.position;
                        format!("{name} is at {p}, moves with {velocity} and turns with {spin}")
                    },
                )?;
            }
            if let Some(ball) = row.ball.as_ref().filter(|_| !row.frozen) {
                let state = ball.ballistic.state();
                let numbers = [state.position, state.velocity, state.spin];
                agree(numbers.iter().all(|vector| vector.is_finite()), || {
                    format!("the ball {name} is in the state {state:?}")
                })?;
            }
            if let Some(box_id) = row.box_id {
                boxes += 1;
                agree(self.box_rows.get(box_id.0 as usize) == Some(&id), || {
                    format!("the box of {name} is another's")
                })?;
                let fat = self.broad.fat_box(box_id);
                let fat = fat.ok_or_else(|| format!("the box of {name} is not there"))?;
                // What stands still has no room about it, and its box is exact.
                let inside = bounds(row, store).is_some_and(|own| fat.merged(&own) == fat);
                agree(inside || row.frozen, || {
                    format!("{name} has left its box {fat:?}")
                })?;
            }
        }
        agree(awake == self.awake, || {
            format!("{awake:?} are awake, listed are {:?}", self.awake)
        })?;
        agree(boxes == self.broad.len(), || {
            format!("{boxes} rows have boxes, there are {}", self.broad.len())
        })
    }

    fn validate_contacts(&self) -> Finding {
        let (contacts, _) = self.contacts.parts();
        let (rows, _) = self.rows.parts();
        let mut of_rows = vec![0; rows.len()];
        let mut active = Vec::new();
        let mut count = 0;
        for (slot, parts) in (0..).zip(contacts) {
            let Some(ContactParts { contact, input, .. }) = parts else {
                continue;
            };
            let id = ContactId(slot);
            count += 1;
            let [a, b] = contact.rows;
            agree(a < b, || format!("{id:?} has its rows the wrong way round"))?;
            for row in contact.rows {
                let known = self
                    .rows
                    .get(row)
                    .is_some_and(|row| row.contacts.contains(&id));
                agree(known, || format!("{row:?} does not know its {id:?}"))?;
                of_rows[row.slot()] += 1;
            }
            if contact.rows.iter().any(|row| self.rows.is_awake(*row)) {
                active.push(id);
            }
            agree(usize::from(contact.points) <= MAX_POINTS, || {
                format!("{id:?} has {} points", contact.points)
            })?;
            let left = &input.left;
            let mut numbers = left
                .normal
                .iter()
                .chain(&left.friction)
                .chain(&left.rolling);
            agree(numbers.all(|number| number.is_finite()), || {
                format!("{id:?} pushes with {left:?}")
            })?;
            let pushes = left.normal[..usize::from(contact.points)]
                .iter()
                .all(|impulse| *impulse >= 0.0);
            agree(pushes, || format!("{id:?} pulls: {left:?}"))?;
        }
        for (row, count) in rows.iter().zip(of_rows) {
            let listed = row.as_ref().map_or(0, |row| row.contacts.len());
            agree(listed == count, || {
                format!("a row lists {listed} contacts and has {count}")
            })?;
        }
        agree(active == self.active, || {
            format!("{active:?} are active, listed are {:?}", self.active)
        })?;
        let pairs = self.broad.pairs().len();
        agree(pairs == count, || {
            format!("{pairs} pairs of boxes have {count} contacts")
        })
    }

    fn validate_joints(&self) -> Finding {
        let (joints, _) = self.joints.parts();
        let mut active = Vec::new();
        for (slot, row) in (0..).zip(joints) {
            let Some(row) = row else { continue };
            let (id, name) = (JointId::new(slot), row.entity);
            agree(self.joints.of(name) == Some(id), || {
                format!("joint {name} is not found")
            })?;
            let Some(link) = row.link else { continue };
            for end in link.rows() {
                let known = self.rows.get(end).is_some() && self.joints.of_row(end).contains(&id);
                agree(known, || format!("{end:?} does not know its joint {name}"))?;
            }
            if link.rows().any(|end| self.rows.is_awake(end)) {
                active.push(id);
            }
            let memory = &row.memory;
            let mut numbers = memory
                .held
                .iter()
                .chain(&memory.friction)
                .chain(&memory.spring)
                .chain(&memory.limits);
            let finite = numbers.all(|number| number.is_finite()) && memory.angle.is_finite();
            agree(finite, || format!("joint {name} holds with {memory:?}"))?;
        }
        let mut listed = self.joints.active().to_vec();
        listed.sort_unstable();
        agree(listed == active, || {
            format!("joints {active:?} are active, listed are {listed:?}")
        })
    }
}

fn agree(it_does: bool, what: impl Fn() -> String) -> Finding {
    if it_does { Ok(()) } else { Err(what()) }
}
