//! The state of the physics as bytes: what cannot be worked out from the components again.
//!
//! A state shares most of its numbers with the world: positions, velocities, shapes. Those are stored with the world
//! alone; here each row has a digest of its components, so that an edit between the last step and the storing of the
//! world is found after it came back. Stored are:
//!
//! | part | why |
//! |---|---|
//! | entity of each row, rows that are free | the order of rows decides who is A, and in which order contacts are solved |
//! | awake, frozen, time of stillness | history |
//! | box of each row with its number, in which tree, whether it moved | decides which pairs exist and in which order they begin |
//! | contacts by slot with their impulses, features and memory | warm start, and which points are kept |
//! | points of those whose bodies have hardly moved since these were found | they are found anew later than others |
//! | points of those whose bodies sleep | forces are told of them, and a blow is held up by them |
//! | joints by slot, which rows they join, their impulses and angles | warm start, whole turns, the order in which joints are solved |
//!
//! Trees, masses, colliders with their scale, lists of awake rows and the copies of components follow from these.

use voltex_ecs::{Codec, Decoder, Describer, EcsError, Encoder, Entity, StateHasher, Transform};
use voltex_math::{Aabb, Quat, Vec3};

use super::contact_points::{Memory, Names, Piece};
use super::contacts::{Contact, ContactId, ContactParts, Contacts, Stance};
use super::joints::{JointId, JointLink, JointRow, Joints};
use super::read_world::Components;
use super::restore::Stored;
use super::rows::{Row, RowId, Rows};
use super::state::PhysicsState;
use crate::broad::{BoxId, BoxPair, BroadPhase, KeptBox, Mobility};
use crate::contact::{FeatureId, MAX_POINTS};
use crate::gjk::SimplexCache;
use crate::joint::Joint;
use crate::key::PhysicsKey;
use crate::narrow::{PairCache, ShapeCache};
use crate::solver::{ContactInput, JointMemory, PointInput};

/// Where the parts of a state are written: as they are, or in the form in which they are hashed.
trait Sink {
    /// Whether the state is to be read again.
    const STORES: bool;
    fn bytes(&mut self, bytes: &[u8]);
    fn number(&mut self, value: f32);

    fn byte(&mut self, value: u8) {
        self.bytes(&[value]);
    }

    fn count(&mut self, value: u32) {
        self.bytes(&value.to_le_bytes());
    }

    fn vector(&mut self, value: Vec3) {
        for number in value.to_array() {
            self.number(number);
        }
    }
}

impl Sink for Encoder<'_> {
    const STORES: bool = true;

    fn bytes(&mut self, bytes: &[u8]) {
        self.write(bytes);
    }

    fn number(&mut self, value: f32) {
        self.write(&value.to_bits().to_le_bytes());
    }
}

/// Bytes for a hash: -0 as +0, and every NaN as one.
struct Canonical<'a>(&'a mut Vec<u8>);

impl Sink for Canonical<'_> {
    const STORES: bool = false;

    fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn number(&mut self, value: f32) {
        self.bytes(&voltex_math::hash::canonical_f32_bits(value).to_le_bytes());
    }
}

impl Codec for PhysicsState {
    const MIN_BYTES: usize = 8 * 4;

    fn encode(&self, out: &mut Encoder<'_>) {
        write_state(self, out);
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        read_state(input)
    }

    fn hash(&self, hasher: &mut StateHasher) {
        let mut bytes = Vec::new();
        write_state(self, &mut Canonical(&mut bytes));
        hasher.write_bytes(&bytes);
    }

    fn describe(&self, out: &mut Describer<'_>) {
        let (rows, _) = self.rows.parts();
        let rows = (0..).zip(rows);
        for (slot, row) in rows.filter_map(|(slot, row)| Some((slot, row.as_ref()?))) {
            let name = format!("rows.{}", row.entity);
            let awake = self.rows.is_awake(RowId::new(slot));
            out.field(&format!("{name}.awake"), &awake);
            out.field(&format!("{name}.frozen"), &row.frozen);
            out.field(&format!("{name}.still"), &row.still);
            if let Some(kept) = row.box_id.and_then(|id| self.broad.kept(id)) {
                out.field(&format!("{name}.box.min"), &kept.fat.min);
                out.field(&format!("{name}.box.max"), &kept.fat.max);
            }
        }
        let (joints, _) = self.joints.parts();
        for row in joints.iter().flatten() {
            out.field(&format!("joints.{}", row.entity), &row.memory);
        }
        let (contacts, _) = self.contacts.parts();
        for parts in contacts.flatten() {
            let contact = parts.contact;
            let [a, b] = contact.rows.map(|row| self.rows.row(row).entity);
            let name = format!("contacts.{a}-{b}");
            out.field(&format!("{name}.touching"), &contact.touching);
            out.field(&format!("{name}.slack"), &contact.slack);
            for (number, piece) in pieces(parts).enumerate() {
                let name = format!("{name}.pieces[{number}]");
                let left = &piece.input.left;
                out.field(&format!("{name}.friction"), &left.friction);
                out.field(&format!("{name}.rolling"), &left.rolling);
                for (number, point) in piece.input.points[..piece.points].iter().enumerate() {
                    let name = format!("{name}.points[{number}]");
                    let feature = piece.names.features[number];
                    out.field(&format!("{name}.feature"), &feature.0);
                    out.field(&format!("{name}.place"), &Vec3::from_slice(&point.on_a));
                    out.field(&format!("{name}.normal"), &left.normal[number]);
                }
            }
        }
    }
}

/// One piece of a contact.
#[derive(Clone, Copy)]
struct PieceParts<'a> {
    names: &'a Names,
    points: usize,
    input: &'a ContactInput,
}

/// The pieces of a contact; the first lies apart from the others.
fn pieces(parts: ContactParts<'_>) -> impl Iterator<Item = PieceParts<'_>> {
    let first = PieceParts {
        names: &parts.memory.first,
        points: usize::from(parts.contact.points),
        input: parts.input,
    };
    let more = parts.memory.more.iter().map(|piece| PieceParts {
        names: &piece.names,
        points: usize::from(piece.points),
        input: &piece.input,
    });
    (first.points > 0).then_some(first).into_iter().chain(more)
}

/// Bits of the byte that stands before each row and each contact.
pub(super) mod flag {
    pub(in crate::step) const THERE: u8 = 1;

    pub(in crate::step) const AWAKE: u8 = 1 << 1;
    pub(in crate::step) const FROZEN: u8 = 1 << 2;
    pub(in crate::step) const STILL: u8 = 1 << 3;
    pub(in crate::step) const BOXED: u8 = 1 << 4;
    pub(in crate::step) const BOX_MOVES: u8 = 1 << 5;
    pub(in crate::step) const BOX_MOVED: u8 = 1 << 6;
    /// Of a row without a box: its collider is out of use, as its box could not be kept.
    pub(in crate::step) const BARE: u8 = 1 << 5;
    pub(in crate::step) const KEYED: u8 = 1 << 7;

    pub(in crate::step) const TOUCHING: u8 = 1 << 1;
    pub(in crate::step) const CACHED: u8 = 1 << 2;
    pub(in crate::step) const PIECES_CACHED: u8 = 1 << 3;
    pub(in crate::step) const SENSED: u8 = 1 << 4;
    /// Its points are good until its bodies have moved.
    pub(in crate::step) const KEPT: u8 = 1 << 5;
    pub(in crate::step) const B_IS_SMALLER: u8 = 1 << 6;
    pub(in crate::step) const LASTING: u8 = 1 << 7;

    pub(in crate::step) const LINKED: u8 = 1 << 1;
    pub(in crate::step) const TO_WORLD: u8 = 1 << 2;

    pub(in crate::step) const CHILDREN: u8 = 1 << 4;
    pub(in crate::step) const TWIST: u8 = 1 << 5;
    pub(in crate::step) const ROLLING: u8 = 1 << 6;
    /// Normal and places on both bodies, of points that are found anew when they are next needed: they are looked at
    /// where they lie as long as their bodies sleep.
    pub(in crate::step) const SURFACE: u8 = 1 << 7;
}

fn all(flags: &[(bool, u8)]) -> u8 {
    flags
        .iter()
        .filter(|(holds, _)| *holds)
        .fold(0, |sum, (_, bit)| sum | bit)
}

fn write_state<S: Sink>(state: &PhysicsState, out: &mut S) {
    let (rows, free_rows) = state.rows.parts();
    let (boxes, free_boxes) = state.broad.numbers();
    let (contacts, free_contacts) = state.contacts.parts();
    for length in [
        rows.len(),
        free_rows.len(),
        boxes,
        free_boxes.len(),
        state.contacts.slots(),
        free_contacts.len(),
    ] {
        out.count(length as u32);
    }
    let mut scratch = Vec::new();
    for (slot, row) in rows.iter().enumerate() {
        match row {
            Some(row) => {
                let kept = row.box_id.and_then(|id| state.broad.kept(id));
                let stored = match &state.restored {
                    Some(stored) => stored[slot],
                    None => Stored {
                        digest: if S::STORES {
                            Components::of(row).digest(&mut scratch)
                        } else {
                            0
                        },
                        bare: row.given.is_some() && row.collider.is_none(),
                    },
                };
                let awake = state.rows.is_awake(RowId::new(slot as u32));
                write_row(row, awake, kept, stored, out);
            }
            None => out.byte(0),
        }
    }
    free_rows.iter().for_each(|id| out.count(id.slot() as u32));
    free_boxes.iter().for_each(|id| out.count(id.0));
    for contact in contacts {
        match contact {
            Some(parts) => {
                let rows = parts.contact.rows.into_iter();
                let asleep = !rows.into_iter().any(|row| state.rows.is_awake(row));
                write_contact(parts, asleep, out);
            }
            None => out.byte(0),
        }
    }
    free_contacts.iter().for_each(|id| out.count(id.0));
    write_joints(&state.joints, out);
}

fn write_joints<S: Sink>(joints: &Joints, out: &mut S) {
    let (slots, free) = joints.parts();
    out.count(slots.len() as u32);
    out.count(free.len() as u32);
    let mut scratch = Vec::new();
    for slot in slots {
        let Some(row) = slot else {
            out.byte(0);
            continue;
        };
        let world = row.link.is_some_and(|link| link.a.is_none());
        out.byte(all(&[
            (true, flag::THERE),
            (row.link.is_some(), flag::LINKED),
            (world, flag::TO_WORLD),
        ]));
        out.count(row.entity.id());
        out.count(row.entity.generation().get());
        if S::STORES {
            scratch.clear();
            row.joint.encode(&mut Encoder::new(&mut scratch));
            out.bytes(&scratch);
        }
        if let Some(link) = row.link {
            for row in link.rows() {
                out.count(row.slot() as u32);
            }
        }
        let JointMemory {
            held,
            friction,
            motor,
            spring,
            servo,
            limits,
            cone,
            angle,
            borne,
        } = &row.memory;
        numbers(held, out);
        numbers(friction, out);
        numbers(spring, out);
        numbers(limits, out);
        numbers(&[*motor, *servo, *cone, *angle], out);
        numbers(borne.as_flattened(), out);
    }
    free.iter().for_each(|id| out.count(id.slot() as u32));
}

fn write_row<S: Sink>(row: &Row, awake: bool, kept: Option<KeptBox>, stored: Stored, out: &mut S) {
    let is_kept = |holds: fn(&KeptBox) -> bool| kept.as_ref().is_some_and(holds);
    out.byte(all(&[
        (true, flag::THERE),
        (awake, flag::AWAKE),
        (row.frozen, flag::FROZEN),
        (row.still != 0.0, flag::STILL),
        (kept.is_some(), flag::BOXED),
        (
            is_kept(|kept| kept.mobility == Mobility::Moving),
            flag::BOX_MOVES,
        ),
        (is_kept(|kept| kept.moved), flag::BOX_MOVED),
        (kept.is_none() && stored.bare, flag::BARE),
        (row.key.is_some(), flag::KEYED),
    ]));
    out.count(row.entity.id());
    out.count(row.entity.generation().get());
    if let Some(PhysicsKey(key)) = row.key {
        out.bytes(&key.to_le_bytes());
    }
    if row.still != 0.0 {
        out.number(row.still);
    }
    if let (Some(id), Some(kept)) = (row.box_id, kept) {
        out.count(id.0);
        out.vector(kept.fat.min);
        out.vector(kept.fat.max);
    }
    if S::STORES {
        out.bytes(&stored.digest.to_le_bytes());
    }
}

fn write_contact(parts: ContactParts<'_>, asleep: bool, out: &mut impl Sink) {
    // A field that is added here has to be stored, or to be one that is computed before it is used.
    let Contact {
        rows,
        then: Stance { place, turn },
        slack,
        reach,
        points: _,
        has_more: _,
        b_is_smaller,
        touching,
        sensed,
        // Computed before it is used, unless the points are kept: then it does not hold.
        passes: _,
        alive: _,
        lasting,
        role: _,
        struck: _,
        handed_over: _,
    } = parts.contact;
    let (single, many) = parts.memory.cache.parts();
    let kept = *slack >= 0.0;
    out.byte(all(&[
        (true, flag::THERE),
        (*touching, flag::TOUCHING),
        (*sensed, flag::SENSED),
        (*lasting, flag::LASTING),
        (!single.is_blank(), flag::CACHED),
        (!many.is_empty(), flag::PIECES_CACHED),
        (kept, flag::KEPT),
        (*b_is_smaller, flag::B_IS_SMALLER),
    ]));
    for row in rows {
        out.count(row.slot() as u32);
    }
    if kept {
        out.vector(*place);
        numbers(&turn.to_array(), out);
        numbers(&[*slack, *reach], out);
    }
    if !single.is_blank() {
        write_cache(single, out);
    }
    if !many.is_empty() {
        out.count(many.len() as u32);
        for (a, b, cache) in many {
            out.count(*a);
            out.count(*b);
            write_cache(cache, out);
        }
    }
    out.count(pieces(parts).count() as u32);
    for piece in pieces(parts) {
        write_piece(piece, kept, asleep, out);
    }
}

fn numbers(values: &[f32], out: &mut impl Sink) {
    values.iter().for_each(|value| out.number(*value));
}

fn write_cache(cache: &PairCache, out: &mut impl Sink) {
    let PairCache {
        axis,
        kept,
        kept_count,
        simplex: SimplexCache { ids, count },
    } = cache;
    let (kept_count, count) = (
        usize::from(*kept_count).min(MAX_POINTS),
        usize::from(*count).min(ids.len()),
    );
    out.byte((kept_count | count << 4) as u8);
    out.vector(*axis);
    for feature in &kept[..kept_count] {
        out.count(feature.0);
    }
    for [a, b] in &ids[..count] {
        out.count(*a);
        out.count(*b);
    }
}

fn write_piece(piece: PieceParts<'_>, kept: bool, asleep: bool, out: &mut impl Sink) {
    let PieceParts {
        names: Names { children, features },
        points,
        input,
    } = piece;
    let ContactInput {
        normal,
        // What runs on a belt is not kept; of the velocity none is left.
        belt: [_, _, _, restitution],
        round,
        points: places,
        left,
    } = input;
    // The last is the largest impulse of the step before, of no account for the next.
    let [friction @ .., twist] = left.friction;
    let [rolling @ .., _] = left.rolling;
    let (one, twists, rolls) = (*children == [0, 0], twist != 0.0, rolling != [0.0; 3]);
    let flags = all(&[
        (!one, flag::CHILDREN),
        (twists, flag::TWIST),
        (rolls, flag::ROLLING),
        (asleep && !kept, flag::SURFACE),
    ]);
    let has_surface = kept || asleep;
    out.byte(flags | points as u8);
    if !one {
        for child in children {
            out.count(*child);
        }
    }
    numbers(&friction, out);
    if twists {
        out.number(twist);
    }
    if rolls {
        numbers(&rolling, out);
    }
    if has_surface {
        numbers(normal, out);
        out.number(*restitution);
        numbers(round, out);
    }
    for (index, place) in places[..points].iter().enumerate() {
        out.count(features[index].0);
        numbers(&place.on_a[..3], out);
        if has_surface {
            numbers(&place.on_b[..3], out);
        }
        out.number(left.normal[index]);
    }
}

/// Reads what [`write_state`] wrote. Whatever the bytes are, the state that comes out can be stepped: every number of
/// a row, box or contact names one that is there, once.
fn read_state(input: &mut Decoder<'_>) -> Result<PhysicsState, EcsError> {
    let lengths: [u32; 6] = Codec::decode(input)?;
    // Each slot of a row or contact takes a byte at least, each free one four, and each box stands in a row. Sums are
    // in 64 bits, so that none goes round.
    let [rows, free_rows, boxes, free_boxes, contacts, free_contacts] = lengths.map(u64::from);
    let least = rows + contacts + 4 * (free_rows + free_boxes + free_contacts);
    if least > input.remaining() as u64 || boxes > rows + free_boxes {
        return Err(input.invalid("number of rows, boxes and contacts", least));
    }
    let [rows, free_rows, boxes, free_boxes, contacts, free_contacts] =
        lengths.map(|length| length as usize);
    let mut reader = Reader {
        rows: Vec::with_capacity(rows),
        stored: Vec::with_capacity(rows),
        boxes: vec![None; boxes],
        box_rows: vec![RowId::new(0); boxes],
        awake: Vec::new(),
    };
    for slot in 0..rows as u32 {
        reader.read_row(slot, input)?;
    }
    let mut entities: Vec<u32> = reader
        .rows
        .iter()
        .flatten()
        .map(|row| row.entity.id())
        .collect();
    entities.sort_unstable();
    if let Some(twice) = entities.windows(2).find(|two| two[0] == two[1]) {
        return Err(input.invalid("entity that has one row", twice[0].into()));
    }
    let occupied = |slot: usize| reader.rows[slot].is_some();
    let free_rows = read_free(input, free_rows, rows, occupied)?;
    let occupied = |slot: usize| reader.boxes[slot].is_some();
    let free_boxes = read_free(input, free_boxes, boxes, occupied)?;
    let mut slots = Vec::with_capacity(contacts);
    let mut active = Vec::new();
    let mut pairs: Vec<BoxPair> = Vec::new();
    for slot in 0..contacts as u32 {
        let Some(parts) = read_contact(input)? else {
            slots.push(None);
            continue;
        };
        let (id, contact) = (ContactId(slot), &parts.0);
        let Some(pair) = reader.join(contact, id) else {
            return Err(input.invalid("contact of two rows that have boxes", u64::from(slot)));
        };
        pairs.push(pair);
        if contact.rows.iter().any(|row| reader.is_awake(*row)) {
            active.push(id);
        }
        slots.push(Some(parts));
    }
    let occupied = |slot: usize| slots[slot].is_some();
    let free_contacts = read_free(input, free_contacts, contacts, occupied)?;
    pairs.sort_unstable();
    if let Some(twice) = pairs.windows(2).find(|two| two[0] == two[1]) {
        return Err(input.invalid("one contact for two boxes", u64::from(twice[0].0.0)));
    }
    let joints = reader.read_joints(input)?;
    let free_boxes = free_boxes.into_iter().map(BoxId).collect();
    let broad = BroadPhase::of_kept(&reader.boxes, free_boxes, pairs)
        .map_err(|_| input.invalid("finite box of a row", 0))?;
    Ok(PhysicsState {
        rows: Rows::from_parts(
            reader.rows,
            free_rows.into_iter().map(RowId::new).collect(),
            &reader.awake,
        ),
        restored: Some(reader.stored),
        broad,
        box_rows: reader.box_rows,
        contacts: Contacts::from_parts(slots, free_contacts.into_iter().map(ContactId).collect()),
        joints,
        awake: reader.awake,
        active,
        ..PhysicsState::default()
    })
}

/// Rows and boxes as they are read.
struct Reader {
    rows: Vec<Option<Row>>,
    stored: Vec<Stored>,
    boxes: Vec<Option<KeptBox>>,
    box_rows: Vec<RowId>,
    awake: Vec<RowId>,
}

impl Reader {
    fn read_row(&mut self, slot: u32, input: &mut Decoder<'_>) -> Result<(), EcsError> {
        let flags = u8::decode(input)?;
        let has = |bit: u8| flags & bit != 0;
        if !has(flag::THERE) {
            self.rows.push(None);
            self.stored.push(Stored::default());
            return Ok(());
        }
        let mut row = Row::new(Entity::decode(input)?, Transform::IDENTITY);
        row.frozen = has(flag::FROZEN);
        if has(flag::KEYED) {
            row.key = Some(PhysicsKey::decode(input)?);
        }
        if has(flag::STILL) {
            row.still = f32::decode(input)?;
        }
        let id = RowId::new(slot);
        if has(flag::BOXED) {
            let number = u32::decode(input)?;
            let kept = KeptBox {
                mobility: if has(flag::BOX_MOVES) {
                    Mobility::Moving
                } else {
                    Mobility::Static
                },
                fat: Aabb {
                    min: Vec3::decode(input)?,
                    max: Vec3::decode(input)?,
                },
                moved: has(flag::BOX_MOVED),
            };
            match self.boxes.get_mut(number as usize) {
                Some(place @ None) => *place = Some(kept),
                _ => return Err(input.invalid("number of a box that is given once", number.into())),
            }
            self.box_rows[number as usize] = id;
            row.box_id = Some(BoxId(number));
        }
        if has(flag::AWAKE) {
            self.awake.push(id);
        }
        self.rows.push(Some(row));
        self.stored.push(Stored {
            digest: u64::decode(input)?,
            bare: !has(flag::BOXED) && has(flag::BARE),
        });
        Ok(())
    }

    fn read_joints(&self, input: &mut Decoder<'_>) -> Result<Joints, EcsError> {
        let [slots, free]: [u32; 2] = Codec::decode(input)?;
        if u64::from(slots) + 4 * u64::from(free) > input.remaining() as u64 {
            return Err(input.invalid("number of joints", slots.into()));
        }
        let (count, free) = (slots as usize, free as usize);
        let mut slots = Vec::with_capacity(count);
        for _ in 0..count {
            slots.push(self.read_joint(input)?);
        }
        let mut entities: Vec<u32> = slots.iter().flatten().map(|row| row.entity.id()).collect();
        entities.sort_unstable();
        if let Some(twice) = entities.windows(2).find(|two| two[0] == two[1]) {
            return Err(input.invalid("entity that has one joint", twice[0].into()));
        }
        let occupied = |slot: usize| slots[slot].is_some();
        let free = read_free(input, free, count, occupied)?;
        let free = free.into_iter().map(JointId::new).collect();
        Ok(Joints::from_parts(slots, free, |row| self.is_awake(row)))
    }

    fn read_joint(&self, input: &mut Decoder<'_>) -> Result<Option<JointRow>, EcsError> {
        let flags = u8::decode(input)?;
        let has = |bit: u8| flags & bit != 0;
        if !has(flag::THERE) {
            return Ok(None);
        }
        let entity = Entity::decode(input)?;
        let joint = Joint::decode(input)?;
        let row = |input: &mut Decoder<'_>| {
            let slot = u32::decode(input)?;
            match self.rows.get(slot as usize) {
                Some(Some(_)) => Ok(RowId::new(slot)),
                _ => Err(input.invalid("row of a joint", slot.into())),
            }
        };
        let link = if has(flag::LINKED) {
            let a = if has(flag::TO_WORLD) {
                None
            } else {
                Some(row(input)?)
            };
            Some(JointLink { a, b: row(input)? })
        } else {
            None
        };
        if let Some(JointLink { a: Some(a), b }) = link
            && a == b
        {
            return Err(input.invalid("two rows of a joint", b.slot() as u64));
        }
        let (held, friction) = (Codec::decode(input)?, Codec::decode(input)?);
        let (spring, limits) = (Codec::decode(input)?, Codec::decode(input)?);
        let [motor, servo, cone, angle] = Codec::decode(input)?;
        let borne = Codec::decode(input)?;
        let memory = JointMemory {
            held,
            friction,
            motor,
            spring,
            servo,
            limits,
            cone,
            angle,
            borne,
        };
        Ok(Some(JointRow {
            entity,
            joint,
            link: link.filter(|_| joint.validate().is_ok()),
            memory,
        }))
    }

    fn is_awake(&self, id: RowId) -> bool {
        self.awake.binary_search(&id).is_ok()
    }

    /// Enters a contact into its rows; the pair of their boxes, or `None` if there is none.
    fn join(&mut self, contact: &Contact, id: ContactId) -> Option<BoxPair> {
        let [a, b] = contact.rows;
        if a >= b {
            return None;
        }
        let mut enter = |row: RowId| {
            let row = self.rows.get_mut(row.slot())?.as_mut()?;
            row.contacts.push(id);
            row.box_id
        };
        let (a, b) = (enter(a)?, enter(b)?);
        Some((a.min(b), a.max(b)))
    }
}

/// Reads which slots are free: all that are not occupied, each once.
fn read_free(
    input: &mut Decoder<'_>,
    count: usize,
    slots: usize,
    occupied: impl Fn(usize) -> bool,
) -> Result<Vec<u32>, EcsError> {
    let mut seen = vec![false; slots];
    let mut free = Vec::with_capacity(count);
    for _ in 0..count {
        let slot = u32::decode(input)?;
        match seen.get_mut(slot as usize) {
            Some(seen @ false) if !occupied(slot as usize) => *seen = true,
            _ => return Err(input.invalid("free slot, named once", slot.into())),
        }
        free.push(slot);
    }
    let missing = (0..slots).find(|slot| !occupied(*slot) && !seen[*slot]);
    match missing {
        Some(slot) => Err(input.invalid("slot that is occupied or free", slot as u64)),
        None => Ok(free),
    }
}

fn read_contact(
    input: &mut Decoder<'_>,
) -> Result<Option<(Contact, ContactInput, Memory)>, EcsError> {
    let flags = u8::decode(input)?;
    if flags & flag::THERE == 0 {
        return Ok(None);
    }
    let rows: [u32; 2] = Codec::decode(input)?;
    let mut contact = Contact::new(rows.map(RowId::new));
    contact.touching = flags & flag::TOUCHING != 0;
    contact.sensed = flags & flag::SENSED != 0;
    contact.b_is_smaller = flags & flag::B_IS_SMALLER != 0;
    contact.lasting = flags & flag::LASTING != 0;
    let kept = flags & flag::KEPT != 0;
    if kept {
        contact.then.place = Vec3::decode(input)?;
        contact.then.turn = Quat::from_array(Codec::decode(input)?);
        [contact.slack, contact.reach] = Codec::decode(input)?;
    }
    let single = if flags & flag::CACHED != 0 {
        read_cache(input)?
    } else {
        PairCache::default()
    };
    let mut parts = Vec::new();
    if flags & flag::PIECES_CACHED != 0 {
        for _ in 0..u32::decode(input)? {
            parts.push((u32::decode(input)?, u32::decode(input)?, read_cache(input)?));
        }
    }
    let mut memory = Memory {
        cache: ShapeCache::from_parts(single, parts),
        ..Memory::default()
    };
    let mut first = ContactInput::NONE;
    for number in 0..u32::decode(input)? {
        let piece = read_piece(kept, input)?;
        if number == 0 {
            first = piece.input;
            memory.first = piece.names;
            contact.points = piece.points;
        } else {
            memory.more.push(piece);
            contact.has_more = true;
        }
    }
    Ok(Some((contact, first, memory)))
}

fn read_cache(input: &mut Decoder<'_>) -> Result<PairCache, EcsError> {
    let counts = u8::decode(input)?;
    let (kept_count, count) = (counts & 15, counts >> 4);
    let mut cache = PairCache {
        axis: Vec3::decode(input)?,
        kept_count,
        ..PairCache::default()
    };
    cache.simplex.count = count;
    let kept = cache.kept.get_mut(..usize::from(kept_count));
    for feature in kept.ok_or_else(|| input.invalid("number of features", kept_count.into()))? {
        *feature = FeatureId(u32::decode(input)?);
    }
    let ids = cache.simplex.ids.get_mut(..usize::from(count));
    for pair in ids.ok_or_else(|| input.invalid("corners of a simplex", count.into()))? {
        *pair = Codec::decode(input)?;
    }
    Ok(cache)
}

fn read_piece(kept: bool, input: &mut Decoder<'_>) -> Result<Piece, EcsError> {
    let flags = u8::decode(input)?;
    let has = |bit: u8| flags & bit != 0;
    let has_surface = kept || has(flag::SURFACE);
    let points = flags & 15;
    if points == 0 || usize::from(points) > MAX_POINTS {
        return Err(input.invalid("number of contact points (1 to 4)", points.into()));
    }
    let mut names = Names::default();
    let mut piece = ContactInput::NONE;
    if has(flag::CHILDREN) {
        names.children = Codec::decode(input)?;
    }
    let [x, y, z] = Codec::decode(input)?;
    piece.left.friction = [x, y, z, 0.0];
    if has(flag::TWIST) {
        piece.left.friction[3] = f32::decode(input)?;
    }
    if has(flag::ROLLING) {
        let [x, y, z] = Codec::decode(input)?;
        piece.left.rolling = [x, y, z, 0.0];
    }
    if has_surface {
        piece.normal = Codec::decode(input)?;
        piece.belt[3] = f32::decode(input)?;
        piece.round = Codec::decode(input)?;
    }
    for index in 0..usize::from(points) {
        names.features[index] = FeatureId(u32::decode(input)?);
        let on_a = Vec3::decode(input)?;
        let on_b = if has_surface {
            Vec3::decode(input)?
        } else {
            Vec3::ZERO
        };
        piece.points[index] = PointInput::new(on_a, on_b);
        piece.left.normal[index] = f32::decode(input)?;
    }
    Ok(Piece {
        names,
        points,
        input: piece,
    })
}
