//! Where the pieces of an encoded state begin.
//!
//! From one step to the next contacts come and go and get more or fewer points, and all bytes behind them move. Who
//! compares two encodings does better to compare each piece with the same piece of the other: rows and contacts keep
//! their slots, and points their features.

use super::state_codec::flag;
use crate::contact::MAX_POINTS;
use crate::solver::ContactInput;

/// Encoded length of a vector and of a number, bytes.
const VECTOR: usize = 12;
const NUMBER: usize = 4;

/// The beginning of a piece of an encoded [`PhysicsState`](super::PhysicsState); it ends where the next one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StateMark {
    /// Which list the piece is of, and its slot there. Marks are in this order.
    pub place: (u8, u32),
    /// Which piece of that slot; of points, by the feature.
    pub part: u64,
    /// Where it begins, bytes.
    pub start: usize,
}

/// Lists of an encoded state, in order.
mod list {
    pub(super) const LENGTHS: u8 = 0;
    pub(super) const ROWS: u8 = 1;
    pub(super) const FREE_ROWS: u8 = 2;
    pub(super) const CONTACTS: u8 = 3;
    pub(super) const FREE_CONTACTS: u8 = 4;
    pub(super) const JOINTS: u8 = 5;
}

/// Kinds of pieces; what tells pieces of a kind apart stands below.
mod part {
    pub(super) const HEAD: u64 = 0;
    pub(super) const STILL: u64 = 1;
    pub(super) const BOX: u64 = 2;
    pub(super) const DIGEST: u64 = 3;
    pub(super) const STANCE: u64 = 4;
    pub(super) const CACHE: u64 = 5;
    pub(super) const CACHES: u64 = 6;
    pub(super) const PIECES: u64 = 7;
    pub(super) const PIECE: u64 = 8;
    pub(super) const TWIST: u64 = 9;
    pub(super) const ROLLING: u64 = 10;
    pub(super) const SURFACE: u64 = 11;
    /// Anew for each point; a feature is below it.
    pub(super) const POINT: u64 = 16;

    /// A kind within a piece of a contact.
    pub(super) const fn of_piece(piece: u32, kind: u64, below: u32) -> u64 {
        kind << 56 | (piece as u64 & 0xff_ffff) << 32 | below as u64
    }
}

/// The pieces of an encoded [`PhysicsState`](super::PhysicsState) of this version, from its first byte to its last;
/// `None` for bytes that are none. What the numbers say is not looked at.
pub fn state_outline(bytes: &[u8]) -> Option<Vec<StateMark>> {
    let mut walk = Walk {
        bytes,
        at: 0,
        place: (list::LENGTHS, 0),
        marks: Vec::new(),
    };
    walk.mark(part::HEAD);
    let mut lengths = [0; 6];
    for length in &mut lengths {
        *length = walk.count()?;
    }
    let [rows, free_rows, _, free_boxes, contacts, free_contacts] = lengths;
    for slot in 0..rows {
        walk.place = (list::ROWS, slot);
        walk.row()?;
    }
    walk.place = (list::FREE_ROWS, 0);
    walk.mark(part::HEAD);
    walk.pass(NUMBER * (free_rows as usize + free_boxes as usize))?;
    for slot in 0..contacts {
        walk.place = (list::CONTACTS, slot);
        walk.contact()?;
    }
    walk.place = (list::FREE_CONTACTS, 0);
    walk.mark(part::HEAD);
    walk.pass(NUMBER * free_contacts as usize)?;
    // Joints keep their lengths as long as none comes or goes.
    walk.place = (list::JOINTS, 0);
    walk.mark(part::HEAD);
    walk.pass(2 * NUMBER)?;
    Some(walk.marks)
}

/// A place in the bytes, and the marks before it.
struct Walk<'b> {
    bytes: &'b [u8],
    at: usize,
    place: (u8, u32),
    marks: Vec<StateMark>,
}

impl Walk<'_> {
    fn mark(&mut self, part: u64) {
        self.marks.push(StateMark {
            place: self.place,
            part,
            start: self.at,
        });
    }

    fn pass(&mut self, count: usize) -> Option<()> {
        let end = self
            .at
            .checked_add(count)
            .filter(|end| *end <= self.bytes.len())?;
        self.at = end;
        Some(())
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn count(&mut self) -> Option<u32> {
        let bytes = self.bytes.get(self.at..)?.first_chunk()?;
        self.at += NUMBER;
        Some(u32::from_le_bytes(*bytes))
    }

    fn row(&mut self) -> Option<()> {
        self.mark(part::HEAD);
        let flags = self.byte()?;
        let has = |bit: u8| flags & bit != 0;
        if !has(flag::THERE) {
            return Some(());
        }
        self.pass(2 * NUMBER + if has(flag::KEYED) { 8 } else { 0 })?;
        if has(flag::STILL) {
            self.mark(part::STILL);
            self.pass(NUMBER)?;
        }
        if has(flag::BOXED) {
            self.mark(part::BOX);
            self.pass(NUMBER + 2 * VECTOR)?;
        }
        self.mark(part::DIGEST);
        self.pass(8)
    }

    fn contact(&mut self) -> Option<()> {
        self.mark(part::HEAD);
        let flags = self.byte()?;
        let has = |bit: u8| flags & bit != 0;
        if !has(flag::THERE) {
            return Some(());
        }
        self.pass(2 * NUMBER)?;
        let kept = has(flag::KEPT);
        if kept {
            self.mark(part::STANCE);
            self.pass(VECTOR + 4 * NUMBER + 2 * NUMBER)?;
        }
        if has(flag::CACHED) {
            self.mark(part::CACHE);
            self.cache()?;
        }
        if has(flag::PIECES_CACHED) {
            let count = self.count()?;
            for number in 0..count {
                self.mark(part::of_piece(number, part::CACHES, 0));
                self.pass(2 * NUMBER)?;
                self.cache()?;
            }
        }
        self.mark(part::PIECES);
        let count = self.count()?;
        for number in 0..count {
            self.piece(number, kept)?;
        }
        Some(())
    }

    fn cache(&mut self) -> Option<()> {
        let counts = usize::from(self.byte()?);
        self.pass(VECTOR + NUMBER * (counts & 15) + 2 * NUMBER * (counts >> 4))
    }

    fn piece(&mut self, number: u32, kept: bool) -> Option<()> {
        let mark = |walk: &mut Self, kind| walk.mark(part::of_piece(number, kind, 0));
        mark(self, part::PIECE);
        let flags = self.byte()?;
        let has = |bit: u8| flags & bit != 0;
        let kept = kept || has(flag::SURFACE);
        let points = usize::from(flags & 15);
        if points > MAX_POINTS {
            return None;
        }
        self.pass(VECTOR + if has(flag::CHILDREN) { 2 * NUMBER } else { 0 })?;
        if has(flag::TWIST) {
            mark(self, part::TWIST);
            self.pass(NUMBER)?;
        }
        if has(flag::ROLLING) {
            mark(self, part::ROLLING);
            self.pass(VECTOR)?;
        }
        if kept {
            mark(self, part::SURFACE);
            let ContactInput { normal, round, .. } = ContactInput::NONE;
            self.pass(size_of_val(&normal) + NUMBER + size_of_val(&round))?;
        }
        for _ in 0..points {
            let start = self.at;
            let feature = self.count()?;
            self.at = start;
            self.mark(part::of_piece(number, part::POINT, feature));
            self.pass(NUMBER + VECTOR + if kept { VECTOR } else { 0 } + NUMBER)?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use voltex_ecs::{Codec, Encoder, Transform, World};
    use voltex_math::{Quat, Vec3};

    use super::*;
    use crate::{
        Collider, Joint, Material, PhysicsConfig, PhysicsState, RigidBody, ShapeStore,
        physics_step, register,
    };

    fn encoded(world: &World) -> Vec<u8> {
        let mut bytes = Vec::new();
        let state = world.resource::<PhysicsState>().unwrap();
        state.encode(&mut Encoder::new(&mut bytes));
        bytes
    }

    /// A pile of boxes, balls and compounds on a belt of meshes, in which bodies come and go and some are joined.
    fn busy() -> World {
        let mut world = World::new();
        register(&mut world).unwrap();
        world.insert_resource(ShapeStore::default());
        world.spawn_with((
            Transform::IDENTITY,
            RigidBody::statik(),
            Collider::half_space(Vec3::Y),
        ));
        let surface = Material {
            rolling_friction: 0.1,
            ..Material::DEFAULT
        };
        let mut last = None;
        for number in 0..40_u32 {
            let x = 0.3 * (number % 4) as f32;
            let place = Vec3::new(x, 0.4 + 0.45 * (number / 4) as f32, 0.1 * x);
            let collider = match number % 3 {
                0 => Collider::sphere(0.2),
                1 => Collider::cuboid(Vec3::new(0.2, 0.15, 0.2)),
                _ => Collider::capsule(0.15, 0.12),
            };
            let transform = Transform {
                rotation: Quat::from_rotation_z(0.2 * number as f32),
                ..Transform::from_position(place)
            };
            let body = world.spawn_with((transform, RigidBody::dynamic(1.0), collider, surface));
            if let Some(other) = last.filter(|_| number % 10 == 9) {
                world.spawn_with((Joint::ball(other, body),));
            }
            last = Some(body);
        }
        world
    }

    /// Every byte of a state belongs to the piece that its numbers say, in a step in which much happens as in one of rest.
    #[test]
    fn pieces_are_where_the_codec_has_them() {
        let mut world = busy();
        let (mut points, mut kinds) = (0, std::collections::BTreeSet::new());
        for tick in 0..200 {
            physics_step(&mut world, &PhysicsConfig::DEFAULT).unwrap();
            if tick == 60 {
                let body = world.storage::<RigidBody>().entities()[20];
                world.despawn(body);
            }
            let bytes = encoded(&world);
            let marks = state_outline(&bytes).unwrap_or_else(|| panic!("tick {tick}"));
            assert!(marks.is_sorted_by_key(|mark| (mark.place, mark.start)));
            assert!(marks.is_sorted_by_key(|mark| mark.start));
            let state = world.resource::<PhysicsState>().unwrap();
            let (rows, _) = state.rows.parts();
            let at = |mark: &StateMark, skip: usize| {
                u32::from_le_bytes(*bytes[mark.start + skip..].first_chunk().unwrap())
            };
            // Heads of rows carry their entities, digests end them, and contacts name two rows.
            let heads = |which: u8| {
                marks
                    .iter()
                    .filter(move |mark| mark.place.0 == which && mark.part == part::HEAD)
            };
            assert_eq!(heads(list::ROWS).count(), rows.len());
            for mark in heads(list::ROWS) {
                match &rows[mark.place.1 as usize] {
                    Some(row) => assert_eq!(at(mark, 1), row.entity.id()),
                    None => assert_eq!(bytes[mark.start], 0),
                }
            }
            let (contacts, free) = state.contacts.parts();
            assert_eq!(heads(list::CONTACTS).count(), state.contacts.slots());
            for (mark, contact) in heads(list::CONTACTS).zip(contacts) {
                match contact {
                    Some(parts) => {
                        let rows = parts.contact.rows.map(|row| row.slot() as u32);
                        assert_eq!([at(mark, 1), at(mark, 5)], rows);
                    }
                    None => assert_eq!(bytes[mark.start], 0),
                }
            }
            let [free_contacts, joints] =
                [list::FREE_CONTACTS, list::JOINTS].map(|which| heads(which).next().unwrap());
            assert_eq!(joints.start - free_contacts.start, 4 * free.len());
            assert_eq!(at(joints, 0), state.joints.parts().0.len() as u32);
            for mark in marks.iter().filter(|mark| mark.part >> 56 == part::POINT) {
                points += 1;
                assert_eq!(at(mark, 0), mark.part as u32, "the feature");
            }
            kinds.extend(marks.iter().map(|mark| {
                if mark.part < 16 {
                    mark.part
                } else {
                    mark.part >> 56
                }
            }));
        }
        assert!(points > 5000, "{points}");
        assert!(kinds.len() > 9, "{kinds:?}");
    }

    /// Bytes that are no state have no outline, wherever they end.
    #[test]
    fn what_is_cut_off_has_no_outline() {
        let mut world = busy();
        for _ in 0..30 {
            physics_step(&mut world, &PhysicsConfig::DEFAULT).unwrap();
        }
        let bytes = encoded(&world);
        let joints = state_outline(&bytes).unwrap().pop().unwrap();
        for end in (0..joints.start + 8).step_by(7) {
            assert_eq!(state_outline(&bytes[..end]), None, "{end}");
        }
    }
}
