//! Contacts: pairs of colliders whose boxes overlap, with their manifolds and impulses.

use rayon::prelude::*;
use voltex_math::{Quat, Vec3};

use super::rows::{Row, RowId, Rows};
use crate::collider::Collider;
use crate::contact::{FeatureId, MAX_POINTS};
use crate::narrow::{self, PieceContact, ShapeCache};
use crate::shape::ShapeStore;

/// A contact of [`Contacts`]: a slot, used again after the contact has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ContactId(pub(super) u32);

/// Two colliders that are near each other.
#[derive(Clone, Debug)]
pub(crate) struct Contact {
    /// A and B: the lower row first.
    pub(crate) rows: [RowId; 2],
    pub(super) cache: ShapeCache,
    /// One for each pair of convex pieces that touch or nearly do.
    pub(crate) pieces: Vec<Piece>,
    /// Those of the step before, while the new ones are made.
    pub(super) old: Vec<Piece>,
    /// Whether any point has touched in the last step.
    pub(crate) touching: bool,
    /// Whether one of the two was a sensor when they were found to touch: how the contact ends.
    pub(crate) sensed: bool,
}

/// Contact of one convex piece of A with one of B.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(super) children: [u32; 2],
    /// Unit vector from A to B, world axes.
    pub(crate) normal: Vec3,
    pub(crate) points: [Point; MAX_POINTS],
    pub(crate) count: usize,
    /// Impulses of friction on B in the last substep, world axes: N s, N m s, N m s.
    pub(crate) friction_impulse: Vec3,
    pub(crate) twist_impulse: f32,
    pub(crate) rolling_impulse: Vec3,
}

/// One point of a piece.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Point {
    pub(super) feature: FeatureId,
    /// On A's surface, in the frame of A, m.
    pub(super) place: Vec3,
    /// From the centre of mass of A and of B to the point, world axes, m.
    pub(crate) anchors: [Vec3; 2],
    /// Gap, m; negative for overlap.
    pub(crate) separation: f32,
    /// N s in the last substep.
    pub(crate) normal_impulse: f32,
    /// Whether it pushed at any time of the last step.
    pub(crate) pushed: bool,
}

/// Distance, in parts of the smaller body's size, within which a new point takes over the impulse of an old one.
const SAME_PLACE: f32 = 0.05;

/// Distance from which contacts are solved before they touch, m, and in parts of the smaller body's size.
const MARGIN: f32 = 0.02;
const MARGIN_OF_SIZE: f32 = 0.05;

/// Distance within which two bodies are looked at as touching, m.
pub(crate) fn margin(a: &Row, b: &Row) -> f32 {
    margin_of(smaller_extent(a, b))
}

/// The same for a body of this extent.
pub(crate) fn margin_of(extent: f32) -> f32 {
    voltex_math::f32::min(MARGIN, MARGIN_OF_SIZE * extent)
}

fn smaller_extent(a: &Row, b: &Row) -> f32 {
    match (a.is_dynamic(), b.is_dynamic()) {
        (true, false) => a.mass.extent,
        (false, true) => b.mass.extent,
        _ => voltex_math::f32::min(a.mass.extent, b.mass.extent),
    }
}

impl Contact {
    /// A contact of two rows of which nothing is known yet.
    pub(super) fn new(rows: [RowId; 2]) -> Self {
        Self {
            rows,
            cache: ShapeCache::default(),
            pieces: Vec::new(),
            old: Vec::new(),
            touching: false,
            sensed: false,
        }
    }

    /// Finds the points of the pair anew; the impulses of the last step go over to points of the same feature, or
    /// else of nearly the same place.
    fn collide(&mut self, rows: &Rows, store: &ShapeStore, found: &mut Vec<PieceContact>) {
        let [a, b] = self.rows.map(|row| rows.row(row));
        std::mem::swap(&mut self.pieces, &mut self.old);
        self.pieces.clear();
        found.clear();
        let (Some(shape_a), Some(shape_b)) = (shape(a, store), shape(b, store)) else {
            return;
        };
        let b_in_a = a.pose().relative(&b.pose());
        narrow::contacts_in_a(
            &shape_a,
            &shape_b,
            &b_in_a,
            margin(a, b),
            &mut self.cache,
            found,
        );
        let near = SAME_PLACE * smaller_extent(a, b);
        let turn = a.transform.rotation;
        let center_b = b_in_a.transform_point(b.mass.center);
        for contact in found.iter() {
            let children = [contact.child_a, contact.child_b];
            let old = self.old.iter().find(|piece| piece.children == children);
            let mut piece = Piece {
                children,
                normal: turn * contact.manifold.normal,
                points: [Point::default(); MAX_POINTS],
                count: contact.manifold.points().len(),
                friction_impulse: old.map_or(Vec3::ZERO, |old| old.friction_impulse),
                twist_impulse: old.map_or(0.0, |old| old.twist_impulse),
                rolling_impulse: old.map_or(Vec3::ZERO, |old| old.rolling_impulse),
            };
            for (point, new) in contact.manifold.points().iter().zip(&mut piece.points) {
                *new = Point {
                    feature: point.feature,
                    place: point.point_on_a,
                    anchors: [
                        anchor(turn, point.point_on_a, a.mass.center, a),
                        anchor(turn, point.point_on_b, center_b, b),
                    ],
                    separation: -point.depth,
                    normal_impulse: 0.0,
                    pushed: false,
                };
            }
            if let Some(old) = old {
                piece.take_over(old, near);
            }
            self.pieces.push(piece);
        }
    }
}

/// The arm of a contact point: none for what does not move, whose centre may be far away.
fn anchor(turn: Quat, point: Vec3, center: Vec3, row: &Row) -> Vec3 {
    if row.can_move() {
        turn * (point - center)
    } else {
        Vec3::ZERO
    }
}

fn shape<'a>(row: &Row, store: &'a ShapeStore) -> Option<crate::Shape<'a>> {
    row.collider.as_ref()?.shape(store).ok()
}

impl Piece {
    pub(crate) fn points(&self) -> &[Point] {
        &self.points[..self.count]
    }

    /// Whether the two overlap.
    pub(crate) fn overlaps(&self) -> bool {
        self.points().iter().any(|point| point.separation <= 0.0)
    }

    /// Whether the two touch: they overlap, or have pushed each other in this step.
    pub(crate) fn touches(&self) -> bool {
        self.points()
            .iter()
            .any(|point| point.separation <= 0.0 || point.pushed)
    }

    /// Takes the impulses of the old points, each once: first by feature, then by place.
    fn take_over(&mut self, old: &Self, near: f32) {
        let mut taken = [false; MAX_POINTS];
        let mut found = [false; MAX_POINTS];
        for (new, found) in self.points[..self.count].iter_mut().zip(&mut found) {
            let same = (0..old.count).find(|i| !taken[*i] && old.points[*i].feature == new.feature);
            if let Some(i) = same {
                new.normal_impulse = old.points[i].normal_impulse;
                (taken[i], *found) = (true, true);
            }
        }
        for (new, found) in self.points[..self.count].iter_mut().zip(found) {
            if found {
                continue;
            }
            let same = (0..old.count).find(|i| {
                !taken[*i] && (old.points[*i].place - new.place).length_squared() < near * near
            });
            if let Some(i) = same {
                new.normal_impulse = old.points[i].normal_impulse;
                taken[i] = true;
            }
        }
    }
}

/// All contacts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contacts {
    slots: Vec<Option<Contact>>,
    free: Vec<ContactId>,
}

/// Pairs that one task looks at, and from how many on several do.
const CHUNK: usize = 64;

impl Contacts {
    pub(crate) fn contact(&self, id: ContactId) -> &Contact {
        self.slots[id.0 as usize]
            .as_ref()
            .expect("ids of contacts are dropped with them")
    }

    pub(crate) fn is_there(&self, id: ContactId) -> bool {
        self.slots[id.0 as usize].is_some()
    }

    pub(crate) fn contact_mut(&mut self, id: ContactId) -> &mut Contact {
        self.slots[id.0 as usize]
            .as_mut()
            .expect("ids of contacts are dropped with them")
    }

    /// Begins a contact of two rows.
    pub(crate) fn add(&mut self, rows: &mut Rows, pair: [RowId; 2]) -> ContactId {
        let contact = Contact::new(pair);
        let id = match self.free.pop() {
            Some(id) => {
                self.slots[id.0 as usize] = Some(contact);
                id
            }
            None => {
                self.slots.push(Some(contact));
                ContactId(self.slots.len() as u32 - 1)
            }
        };
        for row in pair {
            rows.row_mut(row).contacts.push(id);
        }
        id
    }

    /// All slots, and those that are free in the order in which they were left.
    pub(super) fn parts(&self) -> (&[Option<Contact>], &[ContactId]) {
        (&self.slots, &self.free)
    }

    /// Contacts by slot, and which slots are free.
    pub(super) fn from_parts(slots: Vec<Option<Contact>>, free: Vec<ContactId>) -> Self {
        Self { slots, free }
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
        let contact = self.slots[id.0 as usize].take()?;
        for row in contact.rows {
            let list = &mut rows.row_mut(row).contacts;
            if let Some(place) = list.iter().position(|other| *other == id) {
                list.swap_remove(place);
            }
        }
        self.free.push(id);
        Some(contact)
    }

    /// Finds the points of the given contacts, which are in order of their slots, on the threads of the current
    /// rayon pool.
    pub(crate) fn collide(&mut self, active: &[ContactId], rows: &Rows, store: &ShapeStore) {
        if active.len() < 2 * CHUNK {
            let mut found = Vec::new();
            for id in active {
                self.contact_mut(*id).collide(rows, store, &mut found);
            }
            return;
        }
        let mut work = Vec::with_capacity(active.len());
        let mut next = active.iter().peekable();
        for (slot, contact) in self.slots.iter_mut().enumerate() {
            if next.next_if(|id| id.0 as usize == slot).is_some() {
                work.extend(contact.as_mut());
            }
        }
        work.par_chunks_mut(CHUNK)
            .for_each_init(Vec::new, |found, chunk| {
                for contact in chunk {
                    contact.collide(rows, store, found);
                }
            });
    }
}

/// Radius of the surface of a body about an axis inside it, where it touches along `normal` (world axes): what rolls
/// carries that axis along, and not the point where it touches. 0 for corners, edges and flat faces.
pub(crate) fn roundness(row: &Row, normal: Vec3) -> f32 {
    match row.collider {
        Some(Collider::Sphere { radius } | Collider::Capsule { radius, .. }) => radius,
        Some(Collider::Cylinder { radius, .. }) => {
            let along = (row.transform.rotation * Vec3::Y).dot(normal).abs();
            // On its side, not on a rim.
            if along < 0.05 { radius } else { 0.0 }
        }
        _ => 0.0,
    }
}

/// Radius about which a body rolls, m, for the torque `mu_r N R`; 0 for what has no round side.
pub(crate) fn rolling_radius(row: &Row) -> f32 {
    match row.collider {
        Some(
            Collider::Sphere { radius }
            | Collider::Capsule { radius, .. }
            | Collider::Cylinder { radius, .. }
            | Collider::Cone { radius, .. },
        ) => radius,
        _ => 0.0,
    }
}
