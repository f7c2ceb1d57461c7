//! Contacts: pairs of colliders whose boxes overlap, with their points and impulses.

use rayon::prelude::*;
use voltex_math::{Quat, Vec3};

use super::contact_points::{Memory, Scratch};
use super::rows::{RowId, Rows};
use crate::contact::Manifold;
use crate::copies::copies;
use crate::shape::ShapeStore;
use crate::solver::{ContactInput, Frame, Left};

/// A contact of [`Contacts`]: a slot, used again after the contact has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ContactId(pub(super) u32);

impl ContactId {
    /// Place of its contact in [`Contacts`], and of its first piece among the inputs of the solver.
    pub(crate) fn slot(self) -> u32 {
        self.0
    }
}

/// Two colliders that are near each other: what every step looks at, on one cache line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    /// A and B: the lower row first.
    pub(crate) rows: [RowId; 2],
    pub(super) then: Stance,
    /// How far the two may move against each other until their points have to be found anew, m; negative if that has
    /// to be done in any case. Without points they are farther apart than twice this.
    pub(super) slack: f32,
    /// Farthest that the smaller body reaches from its origin, m.
    pub(super) reach: f32,
    /// Points of the first piece.
    pub(crate) points: u8,
    /// Whether there are pieces beyond the first: in its [`Memory`].
    pub(crate) has_more: bool,
    /// Whether B is the smaller one, the other way round A.
    pub(super) b_is_smaller: bool,
    /// Whether any point has touched in the last step.
    pub(crate) touching: bool,
    /// Whether one of the two was a sensor when they were found to touch: how the contact ends.
    pub(crate) sensed: bool,
    /// Whether one of the two only tells what overlaps it.
    pub(crate) passes: bool,
    /// Whether the slot is in use.
    pub(super) alive: bool,
    /// Whether the solver had it in the last step and it touched: it lasts, and is not a moment's.
    pub(crate) lasting: bool,
    /// Who sees to it in this step.
    pub(crate) role: Role,
    /// Whether the two have met at an instant of this step.
    pub(crate) struck: bool,
    /// Whether one of the two met too much in this step: the next is the solver's.
    pub(crate) handed_over: bool,
}

/// Who sees to a contact in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The solver.
    Solved,
    /// The two meet at an instant of the step.
    Impact,
    /// Nobody: the two do not come together, or one of them only tells what overlaps it.
    Apart,
    /// Nobody: it has become active within the step, and its points are of an earlier one.
    Unseen,
}

const _: () = assert!(size_of::<Contact>() <= 64);

/// The smaller body in the frame of the larger one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stance {
    pub(super) place: Vec3,
    pub(super) turn: Quat,
}

impl Contact {
    /// A contact of two rows of which nothing is known yet.
    pub(super) fn new(rows: [RowId; 2]) -> Self {
        Self {
            rows,
            then: Stance {
                place: Vec3::ZERO,
                turn: Quat::IDENTITY,
            },
            slack: -1.0,
            reach: 0.0,
            points: 0,
            has_more: false,
            b_is_smaller: true,
            touching: false,
            lasting: false,
            role: Role::Solved,
            struck: false,
            handed_over: false,
            sensed: false,
            passes: false,
            alive: true,
        }
    }

    /// How the two stand to each other.
    pub(super) fn stance(&self, frames: &[Frame]) -> Stance {
        let [a, b] = self.rows.map(|row| &frames[row.slot()]);
        let (small, large) = if self.b_is_smaller { (b, a) } else { (a, b) };
        let back = large.rotation().conjugate();
        Stance {
            place: back * (small.position() - large.position()),
            turn: back * small.rotation(),
        }
    }

    /// Whether the two have moved too far against each other since their points were found for these to hold.
    fn has_moved(&self, frames: &[Frame]) -> bool {
        if self.slack < 0.0 {
            return true;
        }
        let holds = self.movement(&self.stance(frames)) <= self.slack;
        // So that NaN has moved.
        !holds
    }

    /// How far anything of the smaller body has moved against the larger one since their points were found, m at most.
    pub(super) fn movement(&self, now: &Stance) -> f32 {
        let shift = (now.place - self.then.place).length();
        // A chord between unit quaternions is half the angle between them; either sign is the same rotation.
        let chord = if now.turn.dot(self.then.turn) < 0.0 {
            now.turn + self.then.turn
        } else {
            now.turn - self.then.turn
        };
        shift + 2.0 * chord.length() * self.reach
    }

    /// Whether the points have to be found anew.
    fn is_stale(&self, rows: &Rows) -> bool {
        let [a, b] = self.rows;
        // What sleeps is woken by what overlaps it now, not a step ago.
        let wakes = rows.is_awake(a) != rows.is_awake(b)
            && [a, b]
                .into_iter()
                .any(|row| !rows.is_awake(row) && rows.row(row).is_dynamic());
        wakes || self.has_moved(rows.frames())
    }
}

/// Whether a piece of so many points overlaps.
pub(crate) fn overlaps(points: usize, left: &Left) -> bool {
    left.separations[..points].iter().any(|gap| *gap <= 0.0)
}

/// Whether the two touch: they overlap, or have pushed each other in this step.
pub(crate) fn touches(points: usize, left: &Left) -> bool {
    left.rolling[3] > 0.0 || overlaps(points, left)
}

/// All that is kept of a contact.
#[derive(Clone, Copy)]
pub(super) struct ContactParts<'a> {
    pub(super) contact: &'a Contact,
    pub(super) input: &'a ContactInput,
    pub(super) memory: &'a Memory,
}

/// All contacts, by slot.
#[derive(Debug, Default)]
pub(crate) struct Contacts {
    contacts: Vec<Contact>,
    /// First piece of every contact; while a step is solved, the further pieces behind them.
    inputs: Vec<ContactInput>,
    memories: Vec<Memory>,
    free: Vec<ContactId>,
}

copies!(Contacts {
    contacts,
    inputs,
    memories,
    free,
});

/// Slots that one task looks at, and half the contacts from which on several do.
const CHUNK: usize = 64;

impl Contacts {
    pub(crate) fn contact(&self, id: ContactId) -> &Contact {
        let contact = &self.contacts[id.0 as usize];
        debug_assert!(contact.alive, "ids of contacts are dropped with them");
        contact
    }

    pub(crate) fn is_there(&self, id: ContactId) -> bool {
        self.contacts[id.0 as usize].alive
    }

    pub(crate) fn contact_mut(&mut self, id: ContactId) -> &mut Contact {
        &mut self.contacts[id.0 as usize]
    }

    /// Number of points, and what the solver knows of them, of each piece.
    pub(crate) fn pieces(&self, id: ContactId) -> impl Iterator<Item = (usize, &ContactInput)> {
        let contact = self.contact(id);
        let first = (contact.points > 0).then(|| {
            let input = &self.inputs[id.0 as usize];
            (usize::from(contact.points), input)
        });
        first.into_iter().chain(
            self.more(id)
                .iter()
                .map(|piece| (usize::from(piece.points), &piece.input)),
        )
    }

    /// Looks at each piece: its number of points, and what the solver knows of it.
    #[inline]
    pub(crate) fn each_piece(&self, id: ContactId, mut look: impl FnMut(usize, &ContactInput)) {
        let contact = self.contact(id);
        if contact.points > 0 {
            look(usize::from(contact.points), &self.inputs[id.0 as usize]);
        }
        for piece in self.more(id) {
            look(usize::from(piece.points), &piece.input);
        }
    }

    /// Begins a contact of two rows.
    pub(crate) fn add(&mut self, rows: &mut Rows, pair: [RowId; 2]) -> ContactId {
        let contact = Contact::new(pair);
        let id = match self.free.pop() {
            Some(id) => {
                self.contacts[id.0 as usize] = contact;
                id
            }
            None => {
                self.contacts.push(contact);
                self.inputs.push(ContactInput::NONE);
                self.memories.push(Memory::default());
                ContactId(self.contacts.len() as u32 - 1)
            }
        };
        for row in pair {
            rows.row_mut(row).contacts.push(id);
        }
        id
    }

    /// Number of slots.
    pub(super) fn slots(&self) -> usize {
        self.contacts.len()
    }

    /// All slots, and those that are free in the order in which they were left.
    pub(super) fn parts(&self) -> (impl Iterator<Item = Option<ContactParts<'_>>>, &[ContactId]) {
        let slots = (0..self.contacts.len()).map(|slot| {
            self.contacts[slot].alive.then(|| ContactParts {
                contact: &self.contacts[slot],
                input: &self.inputs[slot],
                memory: &self.memories[slot],
            })
        });
        (slots, &self.free)
    }

    /// Contacts by slot, and which slots are free.
    pub(super) fn from_parts(
        slots: Vec<Option<(Contact, ContactInput, Memory)>>,
        free: Vec<ContactId>,
    ) -> Self {
        let mut contacts = Self {
            free,
            ..Self::default()
        };
        for slot in slots {
            let (contact, input, memory) = slot.unwrap_or_else(|| {
                let nobody = Contact {
                    alive: false,
                    ..Contact::new([RowId::new(0); 2])
                };
                (nobody, ContactInput::NONE, Memory::default())
            });
            contacts.contacts.push(contact);
            contacts.inputs.push(input);
            contacts.memories.push(memory);
        }
        contacts
    }

    /// The contact of two rows.
    pub(crate) fn of(&self, rows: &Rows, pair: [RowId; 2]) -> Option<ContactId> {
        let [a, b] = pair.map(|row| &rows.row(row).contacts);
        // A floor has many contacts, what lies on it few.
        let list = if a.len() < b.len() { a } else { b };
        list.iter()
            .copied()
            .find(|id| self.contact(*id).rows == pair)
    }

    /// Ends a contact and returns it.
    pub(crate) fn remove(&mut self, rows: &mut Rows, id: ContactId) -> Option<Contact> {
        let place = id.0 as usize;
        if !std::mem::take(&mut self.contacts[place].alive) {
            return None;
        }
        let contact = self.contacts[place];
        for row in contact.rows {
            let list = &mut rows.row_mut(row).contacts;
            if let Some(place) = list.iter().position(|other| *other == id) {
                list.swap_remove(place);
            }
        }
        self.inputs[place] = ContactInput::NONE;
        self.memories[place] = Memory::default();
        self.free.push(id);
        Some(contact)
    }

    /// Has the points of a contact found anew, whatever has moved: when shape, mass or material of a body changed.
    pub(crate) fn forget(&mut self, id: ContactId) {
        self.contacts[id.0 as usize].slack = -1.0;
    }

    /// Finds the points of those of the given contacts, which are in order of their slots, whose bodies have moved
    /// against each other; on the threads of the current rayon pool.
    pub(crate) fn collide(&mut self, active: &[ContactId], rows: &Rows, store: &ShapeStore) {
        let collide = |contact: &mut Contact,
                       input: &mut ContactInput,
                       memory: &mut Memory,
                       scratch: &mut Scratch| {
            if contact.is_stale(rows) {
                memory.find_points(contact, input, rows, store, scratch);
            }
        };
        if active.len() < 2 * CHUNK {
            let mut scratch = Scratch::default();
            for id in active {
                let slot = id.0 as usize;
                let (input, memory) = (&mut self.inputs[slot], &mut self.memories[slot]);
                collide(&mut self.contacts[slot], input, memory, &mut scratch);
            }
            return;
        }
        self.contacts
            .par_chunks_mut(CHUNK)
            .zip(self.inputs.par_chunks_mut(CHUNK))
            .zip(self.memories.par_chunks_mut(CHUNK))
            .enumerate()
            .for_each_init(
                Scratch::default,
                |scratch, (chunk, ((contacts, inputs), memories))| {
                    let first = (chunk * CHUNK) as u32;
                    let start = active.partition_point(|id| id.0 < first);
                    for id in &active[start..] {
                        let place = (id.0 - first) as usize;
                        if place >= contacts.len() {
                            break;
                        }
                        let (input, memory) = (&mut inputs[place], &mut memories[place]);
                        collide(&mut contacts[place], input, memory, scratch);
                    }
                },
            );
    }
}

/// For seams.
impl Contacts {
    /// What the solver knows of the first piece.
    pub(super) fn input(&self, id: ContactId) -> &ContactInput {
        &self.inputs[id.0 as usize]
    }

    /// The points of the first piece as they are now, in the frame of A, and which pieces they are of.
    pub(super) fn manifold(&self, id: ContactId, rows: &Rows) -> ([u32; 2], Manifold) {
        let place = id.0 as usize;
        self.memories[place].manifold(&self.contacts[place], &self.inputs[place], rows)
    }

    /// Puts other points in the place of those that were found; they hold for this step alone.
    pub(super) fn replace(&mut self, id: ContactId, rows: &Rows, manifold: Manifold) {
        let place = id.0 as usize;
        let (contact, input) = (&mut self.contacts[place], &mut self.inputs[place]);
        self.memories[place].replace(contact, input, rows, manifold);
    }
}

/// For the solver.
impl Contacts {
    /// Leaves a contact without impulses, as the solver does not get it in this step. `gaps`: those of all its points
    /// at the start of the step, piece by piece, m.
    pub(crate) fn pass_over(&mut self, id: ContactId, gaps: &[f32]) {
        let place = id.0 as usize;
        let contact = &self.contacts[place];
        let first = (&mut self.inputs[place], contact.points);
        let more = if contact.has_more {
            &mut self.memories[place].more[..]
        } else {
            &mut []
        };
        let more = more
            .iter_mut()
            .map(|piece| (&mut piece.input, piece.points));
        let mut gaps = gaps.iter();
        for (input, points) in std::iter::once(first).chain(more) {
            input.left = Left::default();
            let separations = &mut input.left.separations[..usize::from(points)];
            for (separation, gap) in separations.iter_mut().zip(&mut gaps) {
                *separation = *gap;
            }
        }
    }

    /// Inputs of the solver: those of first pieces by slot, then those put there by [`Self::lend_more`].
    pub(crate) fn inputs_mut(&mut self) -> &mut [ContactInput] {
        &mut self.inputs
    }

    /// Puts the further pieces of a contact among the inputs; tells the place and the points of each.
    pub(crate) fn lend_more(&mut self, id: ContactId, mut tell: impl FnMut(u32, u32)) {
        for piece in &self.memories[id.0 as usize].more {
            tell(self.inputs.len() as u32, u32::from(piece.points));
            self.inputs.push(piece.input);
        }
    }

    /// Takes the further pieces of these contacts back, which were lent in this order.
    pub(crate) fn take_back_more(&mut self, lent: &[ContactId]) {
        let mut solved = self.inputs[self.contacts.len()..].iter();
        for id in lent {
            let more = &mut self.memories[id.0 as usize].more;
            for (piece, solved) in more.iter_mut().zip(&mut solved) {
                piece.input.left = solved.left;
            }
        }
        self.inputs.truncate(self.contacts.len());
    }

    fn more(&self, id: ContactId) -> &[super::contact_points::Piece] {
        // The memory is looked at only where it holds something.
        if self.contact(id).has_more {
            &self.memories[id.0 as usize].more
        } else {
            &[]
        }
    }
}
