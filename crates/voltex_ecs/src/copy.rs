//! Exact copies through bytes, and the hash that tells whether two worlds are equal.

use std::any::TypeId;

use voltex_math::StateHasher;

use crate::allocator::EntityAllocator;
use crate::codec::{Codec, Decoder, Encoder};
use crate::column::{Column, ColumnId};
use crate::entity::{Entity, Generation};
use crate::error::EcsError;
use crate::group::{Group, GroupId, aligned_rows};
use crate::hierarchy::{self, Links};
use crate::registry::{ComponentCodec, Entry, Kind};
use crate::resource::Resources;
use crate::sparse_set::SparseIndex;
use crate::world::World;

/// First bytes of an encoded world.
const MAGIC: [u8; 4] = *b"VXEW";
/// Changes with the layout of the bytes.
const FORMAT: u32 = 1;

/// # Hash and bytes
impl World {
    /// Hash of the state: entities, dead slots and their order of reuse, and all registered
    /// components and resources, in their order.
    ///
    /// Two worlds with equal hashes go on alike (but for a chance of 2^-64). The order of
    /// registration, unregistered components, versions, and storages that were emptied make no
    /// difference; -0 counts as +0, and every NaN as one.
    ///
    /// # Panics
    /// A registered component or resource is borrowed for writing.
    pub fn hash(&self) -> u64 {
        let mut hasher = StateHasher::new();
        self.for_each_hash(|name, hash| {
            hasher.write_str(name);
            hasher.write_u64(hash);
        });
        hasher.finish()
    }

    /// The hashes that make up [`World::hash`]: of the entities, under the name "", and of every
    /// registered component and resource that there is, by ascending name. Where two worlds
    /// differ, this tells in what.
    ///
    /// # Panics
    /// As for [`World::hash`].
    pub fn hash_parts(&self) -> Vec<(&'static str, u64)> {
        let mut parts = Vec::new();
        self.for_each_hash(|name, hash| parts.push((name, hash)));
        parts
    }

    fn for_each_hash(&self, mut visit: impl FnMut(&'static str, u64)) {
        visit("", self.hash_entities());
        for entry in self.registry.entries() {
            if let Some(hash) = self.hash_entry(entry) {
                visit(entry.name, hash);
            }
        }
    }

    pub(crate) fn hash_entities(&self) -> u64 {
        let mut hasher = StateHasher::new();
        let (slots, free) = self.entities.parts();
        for list in [slots, free] {
            hasher.write_u64(list.len() as u64);
            for value in list {
                hasher.write_u32(*value);
            }
        }
        hasher.finish()
    }

    /// Hash of a component's rows or of a resource; `None` if there are none.
    pub(crate) fn hash_entry(&self, entry: &Entry) -> Option<u64> {
        let mut hasher = StateHasher::new();
        match entry.kind {
            Kind::Component(codec) => {
                let column = self.filled_column(entry)?;
                hasher.write_u64(column.index.len() as u64);
                for entity in column.index.entities() {
                    entity.hash(&mut hasher);
                }
                (codec.hash)(column, &mut hasher);
            }
            Kind::Resource(codec) => {
                if !(codec.present)(&self.resources) {
                    return None;
                }
                (codec.hash)(&self.resources, &mut hasher);
            }
        }
        Some(hasher.finish())
    }

    /// The world as bytes: entities with dead slots and their order of reuse, and all registered
    /// components and resources. [`World::decode`] makes an exact copy from them.
    ///
    /// # Panics
    /// A registered component or resource is borrowed for writing.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.encode_into(&mut bytes);
        bytes
    }

    /// Appends what [`World::encode`] gives.
    ///
    /// # Panics
    /// As for [`World::encode`].
    pub fn encode_into(&self, bytes: &mut Vec<u8>) {
        let out = &mut Encoder::new(bytes);
        out.write(&MAGIC);
        FORMAT.encode(out);
        self.encode_entities(out);
        self.stored_groups().encode(out);
        let stored = |entry: &&Entry| match entry.kind {
            Kind::Component(_) => self.filled_column(entry).is_some(),
            Kind::Resource(codec) => (codec.present)(&self.resources),
        };
        out.write_length(self.registry.entries().iter().filter(stored).count());
        for entry in self.registry.entries().iter().filter(stored) {
            entry.name.to_owned().encode(out);
            entry.version.encode(out);
            out.write_sized(|out| match entry.kind {
                Kind::Component(codec) => {
                    let column = self.filled_column(entry);
                    let column = column.expect("only columns with rows are stored");
                    out.write(&[COMPONENT]);
                    encode_column(column, codec, out);
                }
                Kind::Resource(codec) => {
                    out.write(&[RESOURCE]);
                    (codec.encode)(&self.resources, out);
                }
            });
        }
    }

    pub(crate) fn encode_entities(&self, out: &mut Encoder<'_>) {
        let (slots, free) = self.entities.parts();
        for list in [slots, free] {
            out.write_length(list.len());
            for value in list {
                value.encode(out);
            }
        }
    }

    /// Replaces all entities, their components and the registered resources by those in `bytes`.
    ///
    /// The types must be registered here under the names they were stored with, and the groups of
    /// registered components must be those of the world that was encoded. The copy then has the
    /// same handles, the same future handles, the same order and the same hash. Unregistered
    /// components are gone, unregistered resources stay. Every row counts as written after all
    /// versions that this world gave before.
    ///
    /// Bytes may come from anywhere: lengths are checked against the bytes that are left before
    /// memory is taken for them, handles and order are checked for contradictions.
    ///
    /// # Errors
    /// What is wrong with the bytes, or missing here. The world is then as it was.
    pub fn decode(&mut self, bytes: &[u8]) -> Result<(), EcsError> {
        let decoded = self.read(bytes)?;
        self.clear();
        self.checkpoint();
        self.entities = decoded.entities;
        for column in decoded.columns {
            let now = self.now();
            match self.column_id_of(column.type_id) {
                Some(id) => self.column_mut(id).replace_values(column, now),
                None => {
                    self.insert_column(column);
                }
            }
        }
        for (entry, resource) in decoded.resources {
            if let Kind::Resource(codec) = entry.kind {
                (codec.install)(&mut self.resources, resource);
                self.resources.stamp(entry.type_id, self.now());
            }
        }
        for group in 0..self.groups.len() {
            // Alignment was checked; a group with unregistered components is empty now.
            self.restore_group(GroupId(group as u32));
        }
        Ok(())
    }

    fn read(&self, bytes: &[u8]) -> Result<Decoded, EcsError> {
        let input = &mut Decoder::new(bytes);
        if input.read(MAGIC.len()) != Ok(&MAGIC[..]) {
            return Err(EcsError::NotAWorld);
        }
        let found = u32::decode(input)?;
        if found != FORMAT {
            return Err(EcsError::Format {
                found,
                supported: FORMAT,
            });
        }
        let (slots, free) = (Vec::decode(input)?, Vec::decode(input)?);
        let entities = EntityAllocator::from_parts(slots, free)?;
        let groups = Vec::<Vec<String>>::decode(input)?;
        let declared = self.stored_groups();
        if groups != declared {
            return Err(EcsError::GroupsDiffer {
                found: format!("{groups:?}"),
                declared: format!("{declared:?}"),
            });
        }
        let mut decoded = Decoded {
            entities,
            columns: Vec::new(),
            resources: self
                .registry
                .entries()
                .iter()
                .filter(|entry| matches!(entry.kind, Kind::Resource(_)))
                .map(|entry| (*entry, None))
                .collect(),
        };
        for _ in 0..input.read_length(MIN_PART_BYTES)? {
            let name = String::decode(input)?;
            let version = u32::decode(input)?;
            let length = input.read_length(1)?;
            let part = &mut input.split(length)?;
            let kind = match u8::decode(part)? {
                COMPONENT => "component",
                RESOURCE => "resource",
                other => return Err(part.invalid("kind of part (0 or 1)", u64::from(other))),
            };
            let entry = self.registry.find(&name, kind)?;
            match entry.kind {
                Kind::Component(codec) => {
                    if decoded.column(entry.type_id).is_some() {
                        return Err(TWICE);
                    }
                    let slots = &decoded.entities;
                    let column = self.read_column(entry, codec, version, part, slots)?;
                    decoded.columns.push(column);
                }
                Kind::Resource(codec) => {
                    let held = decoded
                        .resources
                        .iter_mut()
                        .find(|(other, _)| other.name == entry.name);
                    let (_, held) = held.expect("all registered resources are listed");
                    if held.is_some() {
                        return Err(TWICE);
                    }
                    *held = Some((codec.decode)(entry, version, part)?);
                }
            }
            part.finish()?;
        }
        input.finish()?;
        self.check_groups(&decoded)?;
        if let Some(links) = decoded.column(TypeId::of::<Links>()) {
            hierarchy::check(links)?;
        }
        Ok(decoded)
    }

    pub(crate) fn read_column(
        &self,
        entry: &Entry,
        codec: ComponentCodec,
        version: u32,
        input: &mut Decoder<'_>,
        entities: &EntityAllocator,
    ) -> Result<Column, EcsError> {
        let count = input.read_length(u32::MIN_BYTES)?;
        let (slots, _) = entities.parts();
        let mut index = SparseIndex::new();
        for _ in 0..count {
            let id = u32::decode(input)?;
            let generation = slots
                .get(id as usize)
                .copied()
                .and_then(Generation::from_raw);
            let Some(generation) = generation else {
                return Err(input.invalid("id of a live entity", u64::from(id)));
            };
            if index.row_of_id(id).is_some() {
                return Err(input.invalid("id that comes once per component", u64::from(id)));
            }
            index.push(Entity::from_parts(id, generation));
        }
        let values = (codec.decode)(entry, version, count, input)?;
        let mut column = (codec.column)();
        column.set_values(index, values, self.now().next());
        Ok(column)
    }

    /// Whether rows of the groups of registered components are aligned.
    fn check_groups(&self, decoded: &Decoded) -> Result<(), EcsError> {
        let empty = SparseIndex::new();
        self.check_aligned(|member| {
            let column = decoded.column(self.column(member).type_id);
            column.map_or(&empty, |column| &column.index)
        })
    }

    /// Whether the rows of all groups are aligned if its columns have these rows.
    pub(crate) fn check_aligned<'a>(
        &self,
        rows: impl Fn(ColumnId) -> &'a SparseIndex,
    ) -> Result<(), EcsError> {
        for group in &self.groups {
            let members = group.members().iter();
            let members: Vec<&SparseIndex> = members.map(|member| rows(*member)).collect();
            aligned_rows(&members).ok_or(EcsError::Inconsistent {
                what: "rows of a group are not aligned",
            })?;
        }
        Ok(())
    }

    /// The column of a registered component, if it has rows.
    pub(crate) fn filled_column(&self, entry: &Entry) -> Option<&Column> {
        let column = self.column(self.column_id_of(entry.type_id)?);
        (column.index.len() > 0).then_some(column)
    }

    /// Groups whose components are all registered, by name.
    fn stored_groups(&self) -> Vec<Vec<String>> {
        let names = |group: &Group| {
            let name = |member| self.registry.component_name(self.column(member).type_id);
            let members = group.members().iter().map(|member| name(*member));
            let mut names: Vec<String> = members
                .map(|n| n.map(str::to_owned))
                .collect::<Option<_>>()?;
            names.sort_unstable();
            Some(names)
        };
        let mut groups: Vec<Vec<String>> = self.groups.iter().filter_map(names).collect();
        groups.sort_unstable();
        groups
    }
}

/// Number of rows, the id of each, then the values.
pub(crate) fn encode_column(column: &Column, codec: ComponentCodec, out: &mut Encoder<'_>) {
    out.write_length(column.index.len());
    for entity in column.index.entities() {
        entity.id().encode(out);
    }
    (codec.encode)(column, out);
}

/// First byte of a part.
const COMPONENT: u8 = 0;
/// First byte of a part.
const RESOURCE: u8 = 1;
/// Name, version, length and first byte.
const MIN_PART_BYTES: usize = String::MIN_BYTES + 4 + 8 + 1;

pub(crate) const TWICE: EcsError = EcsError::Inconsistent {
    what: "a component or resource comes twice",
};

/// What was read of a world, before anything is replaced.
struct Decoded {
    entities: EntityAllocator,
    columns: Vec<Column>,
    /// All registered resources with what was read of them.
    resources: Vec<(Entry, Option<Resources>)>,
}

impl Decoded {
    fn column(&self, type_id: TypeId) -> Option<&Column> {
        self.columns.iter().find(|column| column.type_id == type_id)
    }
}
