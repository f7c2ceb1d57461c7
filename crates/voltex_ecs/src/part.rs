//! A world taken apart: its entities, each registered component and each registered resource as bytes of
//! their own.
//!
//! What stores or compares worlds piece by piece works on parts: a part that did not change is passed
//! over, a part that many copies share is kept once.

use crate::allocator::EntityAllocator;
use crate::codec::{Codec, Decoder, Encoder};
use crate::column::{Column, ColumnId};
use crate::copy::{TWICE, encode_column};
use crate::describe::{Describer, Field};
use crate::entity::Entity;
use crate::error::EcsError;
use crate::group::GroupId;
use crate::hierarchy::{self, Links};
use crate::registry::{Entry, Kind};
use crate::resource::Resources;
use crate::version::Version;
use crate::world::World;

/// Name of the part that holds the entities: slots, generations, and their order of reuse.
pub const ENTITIES: &str = "";

/// Version of the bytes of the part [`ENTITIES`].
const ENTITIES_VERSION: u32 = 1;

/// What a part holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// The entities.
    Entities,
    /// All rows of one component: their number as `u64`, the ids as `u32`, and the values.
    Component,
    /// One resource, or nothing where the world has none.
    Resource,
}

/// A part that a world can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The registered name, or [`ENTITIES`].
    pub name: &'static str,
    /// What it holds.
    pub kind: PartKind,
    /// Version of its bytes.
    pub version: u32,
}

/// The bytes of one part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartBytes<'a> {
    /// The registered name, or [`ENTITIES`].
    pub name: &'a str,
    /// Version that wrote the bytes.
    pub version: u32,
    /// `None` for a resource that is not there.
    pub bytes: Option<&'a [u8]>,
}

/// # Parts
impl World {
    /// The parts that this world can have: the entities first, then all that is registered, by
    /// ascending name.
    pub fn parts(&self) -> impl Iterator<Item = Part> + '_ {
        let entities = Part {
            name: ENTITIES,
            kind: PartKind::Entities,
            version: ENTITIES_VERSION,
        };
        let registered = self.registry.entries().iter().map(|entry| Part {
            name: entry.name,
            kind: match entry.kind {
                Kind::Component(_) => PartKind::Component,
                Kind::Resource(_) => PartKind::Resource,
            },
            version: entry.version,
        });
        std::iter::once(entities).chain(registered)
    }

    /// Appends the bytes of a part; false if it is a resource that is not there, or no part of
    /// this world.
    ///
    /// # Panics
    /// The component or resource is borrowed for writing.
    pub fn encode_part(&self, name: &str, bytes: &mut Vec<u8>) -> bool {
        let out = &mut Encoder::new(bytes);
        if name == ENTITIES {
            self.encode_entities(out);
            return true;
        }
        let Some(entry) = self.entry(name) else {
            return false;
        };
        match entry.kind {
            Kind::Component(codec) => match self.filled_column(entry) {
                Some(column) => encode_column(column, codec, out),
                None => out.write_length(0),
            },
            Kind::Resource(codec) => {
                if !(codec.present)(&self.resources) {
                    return false;
                }
                (codec.encode)(&self.resources, out);
            }
        }
        true
    }

    /// Hash of a part, as in [`World::hash_parts`]; `None` for a component without rows, a resource
    /// that is not there, and what is no part of this world.
    ///
    /// # Panics
    /// The component or resource is borrowed for writing.
    pub fn hash_part(&self, name: &str) -> Option<u64> {
        if name == ENTITIES {
            return Some(self.hash_entities());
        }
        self.hash_entry(self.entry(name)?)
    }

    /// Whether a component or resource may have been written after `since`. The entities have no
    /// versions and always may.
    pub fn part_changed(&self, name: &str, since: Version) -> bool {
        let Some(entry) = self.entry(name) else {
            return name == ENTITIES;
        };
        match entry.kind {
            Kind::Component(_) => self.column_id_of(entry.type_id).is_some_and(|id| {
                let column = self.column(id);
                let rows = column.index.len();
                column.structure > since || column.stamps.changed(since, rows).next().is_some()
            }),
            Kind::Resource(_) => self.resources.written(entry.type_id) > since,
        }
    }

    /// Entities with a registered component, in the order of rows; empty for other names.
    pub fn part_entities(&self, name: &str) -> &[Entity] {
        let column = self.entry(name).and_then(|entry| match entry.kind {
            Kind::Component(_) => self.filled_column(entry),
            Kind::Resource(_) => None,
        });
        column.map_or(&[], |column| column.index.entities())
    }

    /// Fields of an entity's component, by its registered name; `None` if it has none.
    ///
    /// # Panics
    /// The component is borrowed for writing.
    pub fn describe_component(&self, name: &str, entity: Entity) -> Option<Vec<Field>> {
        let entry = self.entry(name)?;
        let Kind::Component(codec) = entry.kind else {
            return None;
        };
        let column = self.filled_column(entry)?;
        let row = column.index.row(entity)?;
        let mut fields = Vec::new();
        (codec.describe)(column, row, &mut Describer::new(&mut fields));
        Some(fields)
    }

    /// Fields of a resource, by its registered name; `None` if there is none.
    ///
    /// # Panics
    /// The resource is borrowed for writing.
    pub fn describe_resource(&self, name: &str) -> Option<Vec<Field>> {
        let entry = self.entry(name)?;
        let Kind::Resource(codec) = entry.kind else {
            return None;
        };
        if !(codec.present)(&self.resources) {
            return None;
        }
        let mut fields = Vec::new();
        (codec.describe)(&self.resources, &mut Describer::new(&mut fields));
        Some(fields)
    }

    /// Replaces the parts that are given and keeps all others.
    ///
    /// As with [`World::decode`], the types must be registered here, bytes may come from anywhere, and
    /// every row of a replaced component counts as written now. Entities that are gone lose their
    /// unregistered components; registered ones of theirs must be among the parts.
    ///
    /// # Errors
    /// What is wrong with the bytes, missing here, or in contradiction to the parts that stay. The world
    /// is then as it was.
    pub fn decode_parts(&mut self, parts: &[PartBytes<'_>]) -> Result<(), EcsError> {
        let replaced = self.read_parts(parts)?;
        self.checkpoint();
        let now = self.now();
        for group in &mut self.groups {
            group.len = 0;
        }
        if let Some(entities) = replaced.entities {
            self.entities = entities;
        }
        let mut is_new = vec![false; self.columns.len()];
        for column in replaced.columns {
            match self.column_id_of(column.type_id) {
                Some(id) => {
                    is_new[id.0 as usize] = true;
                    self.column_mut(id).replace_values(column, now);
                }
                None => {
                    self.insert_column(column);
                }
            }
        }
        for (place, is_new) in is_new.into_iter().enumerate() {
            if is_new {
                continue;
            }
            let (column, entities) = (&mut self.columns[place], &self.entities);
            let rows = column.index.entities().iter();
            let dead: Vec<Entity> = rows.copied().filter(|e| !entities.is_alive(*e)).collect();
            for entity in dead {
                if let Some(row) = column.index.row(entity) {
                    column.drop_row(row, now);
                }
            }
        }
        for (entry, resource) in replaced.resources {
            if let Kind::Resource(codec) = entry.kind {
                (codec.install)(&mut self.resources, resource);
                self.resources.stamp(entry.type_id, now);
            }
        }
        for group in 0..self.groups.len() {
            self.restore_group(GroupId(group as u32));
        }
        Ok(())
    }

    fn read_parts(&self, parts: &[PartBytes<'_>]) -> Result<Replaced, EcsError> {
        let mut replaced = Replaced {
            entities: None,
            columns: Vec::new(),
            resources: Vec::new(),
        };
        for part in parts.iter().filter(|part| part.name == ENTITIES) {
            let input = &mut Decoder::new(part.bytes.unwrap_or(&[]));
            if part.version != ENTITIES_VERSION {
                return Err(EcsError::CodecVersion {
                    name: "entities".to_owned(),
                    found: part.version,
                    supported: ENTITIES_VERSION,
                });
            }
            let (slots, free) = (Vec::decode(input)?, Vec::decode(input)?);
            input.finish()?;
            let entities = EntityAllocator::from_parts(slots, free)?;
            if replaced.entities.replace(entities).is_some() {
                return Err(TWICE);
            }
        }
        let entities = replaced.entities.as_ref().unwrap_or(&self.entities);
        for part in parts.iter().filter(|part| part.name != ENTITIES) {
            let entry = self.entry(part.name).ok_or_else(|| EcsError::UnknownName {
                name: part.name.to_owned(),
                kind: "component or resource",
            })?;
            match (entry.kind, part.bytes) {
                (Kind::Component(codec), bytes) => {
                    if replaced.column(entry).is_some() {
                        return Err(TWICE);
                    }
                    let input = &mut Decoder::new(bytes.unwrap_or(&[]));
                    let column = self.read_column(entry, codec, part.version, input, entities)?;
                    input.finish()?;
                    replaced.columns.push(column);
                }
                (Kind::Resource(codec), bytes) => {
                    let earlier = replaced.resources.iter();
                    if earlier.into_iter().any(|(held, _)| held.name == entry.name) {
                        return Err(TWICE);
                    }
                    let resource = match bytes {
                        None => None,
                        Some(bytes) => {
                            let input = &mut Decoder::new(bytes);
                            let resource = (codec.decode)(entry, part.version, input)?;
                            input.finish()?;
                            Some(resource)
                        }
                    };
                    replaced.resources.push((*entry, resource));
                }
            }
        }
        self.check_kept(&replaced)?;
        Ok(replaced)
    }

    /// Whether what is replaced agrees with what stays.
    fn check_kept(&self, replaced: &Replaced) -> Result<(), EcsError> {
        if let Some(entities) = &replaced.entities {
            for (place, column) in self.columns.iter().enumerate() {
                let id = ColumnId(place as u32);
                let stays = column.group.is_some() || self.is_registered(column);
                let rows = column.index.entities();
                if stays
                    && replaced.of(self, id).is_none()
                    && !rows.iter().all(|entity| entities.is_alive(*entity))
                {
                    return Err(EcsError::Inconsistent {
                        what: "an entity is gone and its components are kept",
                    });
                }
            }
        }
        self.check_aligned(|member| {
            let own = &self.column(member).index;
            replaced
                .of(self, member)
                .map_or(own, |column| &column.index)
        })?;
        let links = std::any::TypeId::of::<Links>();
        match replaced
            .columns
            .iter()
            .find(|column| column.type_id == links)
        {
            Some(links) => hierarchy::check(links),
            None => Ok(()),
        }
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        let entries = self.registry.entries();
        let place = entries.binary_search_by(|entry| entry.name.cmp(name));
        place.ok().map(|place| &entries[place])
    }

    fn is_registered(&self, column: &Column) -> bool {
        self.registry.component_name(column.type_id).is_some()
    }
}

/// What was read of parts, before anything is replaced.
struct Replaced {
    entities: Option<EntityAllocator>,
    columns: Vec<Column>,
    resources: Vec<(Entry, Option<Resources>)>,
}

impl Replaced {
    fn column(&self, entry: &Entry) -> Option<&Column> {
        let mut columns = self.columns.iter();
        columns.find(|column| column.type_id == entry.type_id)
    }

    /// What replaces a column of the world.
    fn of(&self, world: &World, id: ColumnId) -> Option<&Column> {
        let type_id = world.column(id).type_id;
        self.columns.iter().find(|column| column.type_id == type_id)
    }
}
