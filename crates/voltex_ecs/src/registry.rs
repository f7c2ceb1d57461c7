//! Names under which components and resources are hashed and stored.

use std::any::{TypeId, type_name};

use voltex_math::StateHasher;

use crate::codec::{Codec, Decoder, Encoder};
use crate::column::{Column, ErasedData};
use crate::component::Component;
use crate::describe::Describer;
use crate::error::EcsError;
use crate::event::Events;
use crate::resource::Resources;
use crate::sparse_set::Row;
use crate::world::World;

/// How values of one registered type are hashed and stored.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) version: u32,
    pub(crate) type_id: TypeId,
    pub(crate) type_name: &'static str,
    pub(crate) kind: Kind,
}

/// Functions of a registered type.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Component(ComponentCodec),
    Resource(ResourceCodec),
}

#[derive(Clone, Copy)]
pub(crate) struct ComponentCodec {
    pub(crate) column: fn() -> Column,
    pub(crate) encode: fn(&Column, &mut Encoder<'_>),
    /// Reads as many values of a version as the number says.
    pub(crate) decode: DecodeValues,
    pub(crate) hash: fn(&Column, &mut StateHasher),
    /// Tells the fields of the value in a row.
    pub(crate) describe: fn(&Column, Row, &mut Describer<'_>),
}

pub(crate) type DecodeValues =
    fn(&Entry, u32, usize, &mut Decoder<'_>) -> Result<Box<dyn ErasedData>, EcsError>;

#[derive(Clone, Copy)]
pub(crate) struct ResourceCodec {
    pub(crate) present: fn(&Resources) -> bool,
    pub(crate) encode: fn(&Resources, &mut Encoder<'_>),
    /// Reads a value of a version and puts it into resources of its own.
    pub(crate) decode: fn(&Entry, u32, &mut Decoder<'_>) -> Result<Resources, EcsError>,
    /// Moves the resource over, or takes it away where there is none.
    pub(crate) install: fn(&mut Resources, Option<Resources>),
    pub(crate) hash: fn(&Resources, &mut StateHasher),
    pub(crate) describe: fn(&Resources, &mut Describer<'_>),
}

impl Entry {
    fn component<T: Component + Codec>(name: &'static str, version: u32) -> Self {
        let kind = Kind::Component(ComponentCodec {
            column: Column::new::<T>,
            encode: |column, out| {
                for value in column.values::<T>().iter() {
                    value.encode(out);
                }
            },
            decode: |entry, version, count, input| {
                let mut values: Vec<T> = input.room(count);
                for _ in 0..count {
                    values.push(entry.decode_value(version, input)?);
                }
                Ok(Box::new(values))
            },
            hash: |column, hasher| {
                for value in column.values::<T>().iter() {
                    value.hash(hasher);
                }
            },
            describe: |column, row, out| column.values::<T>()[row.at()].describe(out),
        });
        Self::new::<T>(name, version, kind)
    }

    fn resource<R: Component + Codec>(name: &'static str, version: u32) -> Self {
        let kind = Kind::Resource(ResourceCodec {
            present: |resources| resources.get::<R>().is_some(),
            encode: |resources, out| {
                if let Some(value) = resources.get::<R>() {
                    value.encode(out);
                }
            },
            decode: |entry, version, input| {
                let mut alone = Resources::new();
                alone.insert::<R>(entry.decode_value(version, input)?);
                Ok(alone)
            },
            install: |resources, decoded| {
                match decoded.and_then(|mut alone| alone.remove::<R>()) {
                    Some(value) => resources.insert(value),
                    None => resources.remove(),
                };
            },
            hash: |resources, hasher| {
                if let Some(value) = resources.get::<R>() {
                    value.hash(hasher);
                }
            },
            describe: |resources, out| {
                if let Some(value) = resources.get::<R>() {
                    value.describe(out);
                }
            },
        });
        Self::new::<R>(name, version, kind)
    }

    fn events<E: Component + Codec>(name: &'static str, version: u32) -> Self {
        let kind = Kind::Resource(ResourceCodec {
            present: |resources| resources.get::<Events<E>>().is_some(),
            encode: |resources, out| {
                if let Some(events) = resources.get::<Events<E>>() {
                    events.encode(out);
                }
            },
            decode: |entry, version, input| {
                let element = |input: &mut Decoder<'_>| entry.decode_value(version, input);
                let mut alone = Resources::new();
                alone.insert_events::<E>(Events::decode(input, element)?);
                Ok(alone)
            },
            install: |resources, decoded| {
                match decoded.and_then(|mut alone| alone.remove::<Events<E>>()) {
                    Some(events) => resources.insert_events(events),
                    None => drop(resources.remove::<Events<E>>()),
                };
            },
            hash: |resources, hasher| {
                if let Some(events) = resources.get::<Events<E>>() {
                    events.hash(hasher);
                }
            },
            describe: |resources, out| {
                if let Some(events) = resources.get::<Events<E>>() {
                    for (place, event) in events.as_slice().iter().enumerate() {
                        out.element(place, event);
                    }
                }
            },
        });
        Self::new::<Events<E>>(name, version, kind)
    }

    fn new<T: 'static>(name: &'static str, version: u32, kind: Kind) -> Self {
        Self {
            name,
            version,
            type_id: TypeId::of::<T>(),
            type_name: type_name::<T>(),
            kind,
        }
    }

    fn decode_value<T: Codec>(&self, version: u32, input: &mut Decoder<'_>) -> Result<T, EcsError> {
        if version == self.version {
            return T::decode(input);
        }
        T::decode_version(version, input).unwrap_or_else(|| {
            Err(EcsError::CodecVersion {
                name: self.name.to_owned(),
                found: version,
                supported: self.version,
            })
        })
    }

    pub(crate) const fn kind_name(&self) -> &'static str {
        match self.kind {
            Kind::Component(_) => "component",
            Kind::Resource(_) => "resource",
        }
    }
}

/// All registered types by ascending name, so that the order of registration does not matter.
pub(crate) struct Registry {
    entries: Vec<Entry>,
}

impl Registry {
    pub(crate) const fn new() -> Self {
        Self {
            entries: Vec::new(),
        }
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry of a name that is stored as `kind`.
    pub(crate) fn find(&self, name: &str, kind: &'static str) -> Result<&Entry, EcsError> {
        self.entries
            .iter()
            .find(|entry| entry.name == name && entry.kind_name() == kind)
            .ok_or_else(|| EcsError::UnknownName {
                name: name.to_owned(),
                kind,
            })
    }

    /// Name of a component's type.
    pub(crate) fn component_name(&self, type_id: TypeId) -> Option<&'static str> {
        self.entries
            .iter()
            .find(|entry| entry.type_id == type_id && matches!(entry.kind, Kind::Component(_)))
            .map(|entry| entry.name)
    }

    fn add(&mut self, new: Entry) -> Result<(), EcsError> {
        let refuse = |holder| {
            Err(EcsError::Registration {
                name: new.name,
                version: new.version,
                type_name: new.type_name,
                holder,
            })
        };
        for held in &self.entries {
            let same_kind = held.kind_name() == new.kind_name();
            let same_type = held.type_id == new.type_id && same_kind;
            if held.name == new.name && same_type && held.version == new.version {
                return Ok(());
            }
            if held.name == new.name {
                return refuse(format!(
                    "that name is taken by the {} {} in version {}",
                    held.kind_name(),
                    held.type_name,
                    held.version
                ));
            }
            if same_type {
                return refuse(format!("that type is already named \"{}\"", held.name));
            }
        }
        let place = self.entries.partition_point(|entry| entry.name < new.name);
        self.entries.insert(place, new);
        Ok(())
    }
}

impl Clone for Registry {
    fn clone(&self) -> Self {
        Self {
            entries: self.entries.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.entries.clone_from(&source.entries);
    }
}

/// # Registration
impl World {
    /// Names a component, so that it is hashed by [`World::hash`] and stored by [`World::encode`].
    ///
    /// The name must stay the same for as long as stored data shall be read; raise `version` when
    /// the encoding changes, and read old data in [`Codec::decode_version`]. Components without a
    /// name are local: they are copied with the world, and neither hashed nor stored. Registering
    /// again in the same way does nothing.
    ///
    /// # Errors
    /// The name belongs to something else, or the type has another name or version.
    pub fn register_component<T: Component + Codec>(
        &mut self,
        name: &'static str,
        version: u32,
    ) -> Result<(), EcsError> {
        self.registry.add(Entry::component::<T>(name, version))
    }

    /// Names a resource; as [`World::register_component`].
    ///
    /// # Errors
    /// The name belongs to something else, or the type has another name or version.
    pub fn register_resource<R: Component + Codec>(
        &mut self,
        name: &'static str,
        version: u32,
    ) -> Result<(), EcsError> {
        self.registry.add(Entry::resource::<R>(name, version))
    }
    /// Names a type of events, whose queue is then hashed and stored like a resource; as
    /// [`World::register_component`].
    ///
    /// # Errors
    /// The name belongs to something else, or the type has another name or version.
    pub fn register_events<E: Component + Codec>(
        &mut self,
        name: &'static str,
        version: u32,
    ) -> Result<(), EcsError> {
        self.registry.add(Entry::events::<E>(name, version))
    }
}
