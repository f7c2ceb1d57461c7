//! A world as bytes by part, and what differs between two of them.

use voltex_ecs::{Codec, Decoder, ENTITIES, EcsError, Encoder, PartBytes, StateHasher, World};

use crate::delta;
use crate::error::ReplayError;
use crate::woven;

/// Name of the part that holds geometry: large, hardly ever changed, and so kept once for many images.
pub const GEOMETRY: &str = "voltex.shapes";

/// One part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImagePart {
    /// Registered name, or [`voltex_ecs::ENTITIES`].
    pub name: String,
    /// Version of the bytes.
    pub version: u32,
    /// `None` for a resource that is not there.
    pub bytes: Option<Vec<u8>>,
}

/// Bytes of the parts of a world, by ascending name: a snapshot that can be stored and sent.
///
/// Parts carry the versions of their codecs, so that a later build reads them with
/// [`Codec::decode_version`].
///
/// ```
/// use voltex_ecs::{Transform, World};
/// use voltex_math::Vec3;
/// use voltex_replay::Image;
///
/// let mut world = World::new();
/// let entity = world.spawn_with((Transform::IDENTITY,));
/// let before = Image::of(&world);
/// world.get_mut::<Transform>(entity).unwrap().position = Vec3::X;
/// let change = before.to(&Image::of(&world));
/// assert!(change.size() < 64); // the part's name, one float, and where it lies
///
/// let mut copy = World::new();
/// let mut image = before.clone();
/// image.apply(&change)?;
/// image.restore(&mut copy)?;
/// assert_eq!(copy.hash(), world.hash());
/// # Ok::<(), voltex_replay::ReplayError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    parts: Vec<ImagePart>,
}

impl Image {
    /// All parts of a world.
    pub fn of(world: &World) -> Self {
        Self::of_parts(world, |_| true)
    }

    /// The parts of a world whose names are wanted.
    pub fn of_parts(world: &World, wanted: impl Fn(&str) -> bool) -> Self {
        let mut image = Self::default();
        for part in world.parts().filter(|part| wanted(part.name)) {
            image.take_part(world, part.name, part.version);
        }
        image
    }

    /// Takes one part of a world over, reusing memory.
    pub(crate) fn take_part(&mut self, world: &World, name: &str, version: u32) {
        let part = self.part_or_insert(name);
        part.version = version;
        let mut bytes = part.bytes.take().unwrap_or_default();
        bytes.clear();
        part.bytes = world.encode_part(name, &mut bytes).then_some(bytes);
    }

    fn part_or_insert(&mut self, name: &str) -> &mut ImagePart {
        let place = self
            .parts
            .binary_search_by(|part| part.name.as_str().cmp(name));
        let place = match place {
            Ok(place) => place,
            Err(place) => {
                let part = ImagePart {
                    name: name.to_owned(),
                    version: 0,
                    bytes: None,
                };
                self.parts.insert(place, part);
                place
            }
        };
        &mut self.parts[place]
    }

    /// The parts, by ascending name.
    pub fn parts(&self) -> &[ImagePart] {
        &self.parts
    }

    /// A part by its name.
    pub fn part(&self, name: &str) -> Option<&ImagePart> {
        self.parts.iter().find(|part| part.name == name)
    }

    /// Puts in a part, or replaces it.
    pub(crate) fn set(&mut self, part: ImagePart) {
        let name = part.name.clone();
        *self.part_or_insert(&name) = part;
    }

    /// Appends the parts whose names are wanted.
    pub(crate) fn encode_where(&self, wanted: impl Fn(&str) -> bool, out: &mut Encoder<'_>) {
        let parts = || self.parts.iter().filter(|part| wanted(&part.name));
        out.write_length(parts().count());
        for part in parts() {
            part.name.encode(out);
            part.version.encode(out);
            part.bytes.is_some().encode(out);
            let bytes = part.bytes.as_deref().unwrap_or_default();
            out.write_length(bytes.len());
            out.write(bytes);
        }
    }

    /// Bytes of all parts together.
    pub fn size(&self) -> usize {
        let bytes = |part: &ImagePart| part.bytes.as_ref().map_or(0, Vec::len);
        self.parts.iter().map(bytes).sum()
    }

    /// Makes the parts of this image those of the world; what it does not hold stays.
    ///
    /// # Errors
    /// As for [`World::decode_parts`]; the world is then as it was.
    pub fn restore(&self, world: &mut World) -> Result<(), ReplayError> {
        let parts: Vec<PartBytes<'_>> = self
            .parts
            .iter()
            .map(|part| PartBytes {
                name: &part.name,
                version: part.version,
                bytes: part.bytes.as_deref(),
            })
            .collect();
        Ok(world.decode_parts(&parts)?)
    }

    /// What leads from this image to another one.
    pub fn to(&self, other: &Self) -> Delta {
        let mut delta = Delta::default();
        for part in &other.parts {
            delta.add(self.part(&part.name), part);
        }
        for part in &self.parts {
            if other.part(&part.name).is_none() {
                delta.parts.push(DeltaPart {
                    name: part.name.clone(),
                    version: part.version,
                    change: Change::Gone,
                });
            }
        }
        delta
    }

    /// Applies what [`Image::to`] gave.
    ///
    /// # Errors
    /// A difference that belongs to another image; this one is then as it was.
    pub fn apply(&mut self, delta: &Delta) -> Result<(), ReplayError> {
        let mut changed = Vec::new();
        for part in &delta.parts {
            let misfit = |what| ReplayError::Delta {
                part: part.name.clone(),
                what,
            };
            let old = self.part(&part.name).filter(|old| old.bytes.is_some());
            if old.is_some_and(|old| old.version != part.version) && part.change.is_difference() {
                return Err(misfit("it leads between bytes of another version"));
            }
            let bytes = part.change.apply(old.and_then(|old| old.bytes.as_deref()));
            let bytes = bytes.map_err(misfit)?;
            changed.push(ImagePart {
                name: part.name.clone(),
                version: part.version,
                bytes,
            });
        }
        for part in changed {
            self.set(part);
        }
        Ok(())
    }
}

/// What leads from one [`Image`] to another: the parts that differ, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Delta {
    pub(crate) parts: Vec<DeltaPart>,
}

/// One part that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DeltaPart {
    pub(crate) name: String,
    pub(crate) version: u32,
    pub(crate) change: Change,
}

/// What becomes of the bytes of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The resource is there no more.
    Gone,
    /// These bytes take the place of the old ones, if any.
    Whole(Vec<u8>),
    /// Runs; see [`delta`].
    Runs(Vec<u8>),
    /// Of many numbers that changed a little; see [`woven`].
    Woven(Vec<u8>),
}

/// Runs (bytes) above which it is tried whether weaving is shorter.
const TRY_WEAVING: usize = 256;

impl Change {
    /// Whether it means something only to the bytes that it was made from.
    const fn is_difference(&self) -> bool {
        match self {
            Self::Runs(_) | Self::Woven(_) => true,
            Self::Gone | Self::Whole(_) => false,
        }
    }

    fn apply(&self, old: Option<&[u8]>) -> Result<Option<Vec<u8>>, delta::Misfit> {
        match self {
            Self::Gone => Ok(None),
            Self::Whole(bytes) => Ok(Some(bytes.clone())),
            Self::Runs(runs) => {
                let mut bytes = old.ok_or("there is no such part")?.to_vec();
                delta::apply(runs, &mut bytes)?;
                Ok(Some(bytes))
            }
            Self::Woven(woven) => {
                let old = old.ok_or("there is no such part")?;
                Ok(Some(woven::unweave(woven, old)?))
            }
        }
    }
}

impl Change {
    /// What leads from old to new bytes in as few bytes as there are ways to; `runs` is the one by runs.
    fn shortest(name: &str, old: &[u8], new: &[u8], runs: Vec<u8>) -> Self {
        if runs.len() > TRY_WEAVING {
            let mut woven = Vec::new();
            woven::weave(name, old, new, &mut woven);
            let readable = new.len() <= old.len() + woven.len();
            // Numbers as they are repeat more often than what changed of them, and pack better.
            let pays = 4 * woven.len() < 3 * runs.len() && woven.len() < new.len();
            if readable && pays {
                return Self::Woven(woven);
            }
        }
        if runs.len() < new.len() {
            Self::Runs(runs)
        } else {
            Self::Whole(new.to_vec())
        }
    }
}

impl Delta {
    /// Adds what leads from `old`, if there is one, to `new`.
    pub(crate) fn add(&mut self, old: Option<&ImagePart>, new: &ImagePart) {
        let change = match (old.and_then(|old| old.bytes.as_deref()), &new.bytes) {
            (None, None) => return,
            (Some(_), None) => Change::Gone,
            (None, Some(bytes)) => Change::Whole(bytes.clone()),
            (Some(old), Some(bytes)) => {
                let mut runs = Vec::new();
                if !delta::diff(old, bytes, &mut runs) {
                    return;
                }
                Change::shortest(&new.name, old, bytes, runs)
            }
        };
        self.push(new, change);
    }

    /// Adds what leads to `new` from anything.
    pub(crate) fn add_whole(&mut self, new: &ImagePart) {
        let bytes = new.bytes.clone();
        self.push(new, bytes.map_or(Change::Gone, Change::Whole));
    }

    fn push(&mut self, new: &ImagePart, change: Change) {
        self.parts.push(DeltaPart {
            name: new.name.clone(),
            version: new.version,
            change,
        });
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Names of the parts that differ.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|part| part.name.as_str())
    }

    /// Bytes that it takes when stored, compression aside.
    pub fn size(&self) -> usize {
        let mut bytes = Vec::new();
        self.encode(&mut Encoder::new(&mut bytes));
        bytes.len()
    }

    /// Applies the differences to a world.
    ///
    /// # Errors
    /// A difference that belongs to another state, or as for [`World::decode_parts`]; the world is then as
    /// it was.
    pub fn apply_to(&self, world: &mut World) -> Result<(), ReplayError> {
        let names: Vec<&str> = self.names().collect();
        let mut image = Image::of_parts(world, |name| names.contains(&name));
        image.apply(self)?;
        if names.contains(&ENTITIES) {
            // Components name slots: bytes that stay the same may now be those of an entity that came in the place of
            // another, and are to be read again.
            let mut after = World::new();
            let entities = image.part(ENTITIES).into_iter().cloned().collect();
            Image { parts: entities }.restore(&mut after)?;
            for part in world.parts().filter(|part| !names.contains(&part.name)) {
                let mut rows = world.part_entities(part.name).iter();
                if rows.any(|entity| !after.is_alive(*entity)) {
                    image.take_part(world, part.name, part.version);
                }
            }
        }
        image.restore(world)
    }
}

impl Codec for Delta {
    const MIN_BYTES: usize = 8;

    fn encode(&self, out: &mut Encoder<'_>) {
        out.write_length(self.parts.len());
        for part in &self.parts {
            part.name.encode(out);
            part.version.encode(out);
            let (tag, bytes): (u8, &[u8]) = match &part.change {
                Change::Gone => (0, &[]),
                Change::Whole(bytes) => (1, bytes),
                Change::Runs(bytes) => (2, bytes),
                Change::Woven(bytes) => (3, bytes),
            };
            tag.encode(out);
            out.write_length(bytes.len());
            out.write(bytes);
        }
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        let count = input.read_length(String::MIN_BYTES + 4 + 1 + 8)?;
        let mut parts = Vec::new();
        for _ in 0..count {
            let name = String::decode(input)?;
            let version = u32::decode(input)?;
            let tag = u8::decode(input)?;
            let length = input.read_length(1)?;
            let bytes = input.read(length)?.to_vec();
            let change = match tag {
                0 => Change::Gone,
                1 => Change::Whole(bytes),
                2 => Change::Runs(bytes),
                3 => Change::Woven(bytes),
                other => return Err(input.invalid("kind of change (0 to 3)", u64::from(other))),
            };
            parts.push(DeltaPart {
                name,
                version,
                change,
            });
        }
        Ok(Self { parts })
    }

    fn hash(&self, hasher: &mut StateHasher) {
        let mut bytes = Vec::new();
        self.encode(&mut Encoder::new(&mut bytes));
        hasher.write_bytes(&bytes);
    }
}

impl Codec for Image {
    const MIN_BYTES: usize = 8;

    fn encode(&self, out: &mut Encoder<'_>) {
        self.encode_where(|_| true, out);
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        let count = input.read_length(String::MIN_BYTES + 4 + 1 + 8)?;
        let mut image = Self::default();
        for _ in 0..count {
            let name = String::decode(input)?;
            let version = u32::decode(input)?;
            let there = bool::decode(input)?;
            let length = input.read_length(1)?;
            let bytes = input.read(length)?;
            let ascending = image.parts.last().is_none_or(|last| last.name < name);
            if !ascending || (!there && length > 0) {
                return Err(input.invalid("part by ascending name", length as u64));
            }
            image.parts.push(ImagePart {
                name,
                version,
                bytes: there.then(|| bytes.to_vec()),
            });
        }
        Ok(image)
    }

    fn hash(&self, hasher: &mut StateHasher) {
        let mut bytes = Vec::new();
        self.encode(&mut Encoder::new(&mut bytes));
        hasher.write_bytes(&bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The defect: a difference between bytes of an old codec was applied to bytes of a new one, and fitted by chance.
    #[test]
    fn a_difference_of_another_codec_version_is_refused() {
        let part = |version, byte| ImagePart {
            name: "game.score".to_owned(),
            version,
            bytes: Some(vec![byte; 400]),
        };
        let image = |part| Image { parts: vec![part] };
        let mut changed = part(1, 7);
        if let Some(bytes) = &mut changed.bytes {
            bytes[200] = 9;
        }
        let delta = image(part(1, 7)).to(&image(changed.clone()));
        let mut recorded = image(part(1, 7));
        recorded.apply(&delta).unwrap();
        assert_eq!(recorded, image(changed));
        // The living world has the part in version 2, with as many bytes.
        let mut living = image(part(2, 7));
        let refused = living.apply(&delta).unwrap_err().to_string();
        assert!(refused.contains("another version"), "{refused}");
        assert_eq!(living, image(part(2, 7)));
        // Whole bytes are decoded by their own version.
        let whole = image(part(2, 7)).to(&image(part(1, 3)));
        living.apply(&whole).unwrap();
        assert_eq!(living, image(part(1, 3)));
    }
}
