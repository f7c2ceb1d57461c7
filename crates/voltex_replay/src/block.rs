//! Blocks: the pieces that a recording is written in, each with its length and checksum.
//!
//! ```text
//! byte  0  kind
//!       1  packing: 0 as it is, 1 zstd
//!       2  nothing, 2 bytes of 0
//!       4  length as stored, u32
//!       8  length unpacked, u32
//!      12  number: ticks in the block, or the number of the geometry, u32
//!      16  first tick, u64
//!      24  XXH3-64 of the 24 bytes before and of the content as stored, u64
//!      32  content as stored
//! ```
//!
//! All numbers are little-endian. A block unpacks to no more than [`EXPANSION`] times its stored length and
//! [`ALLOWANCE`] bytes; what would pack better is stored as it is. That bounds the memory that any file can ask
//! for by its own length.

use std::io::{Read, Seek, SeekFrom, Write};

use xxhash_rust::xxh3::Xxh3Default;

use crate::error::ReplayError;

/// Bytes of a block before its content.
pub(crate) const HEAD: usize = 32;
/// How many times longer than stored a block may unpack to, beside [`ALLOWANCE`].
pub(crate) const EXPANSION: u64 = 64;
/// Bytes that a block may unpack to beyond that.
pub(crate) const ALLOWANCE: u64 = 4096;
/// Level of zstd: the one it takes by default.
const LEVEL: i32 = 3;

/// What a block holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// What the recording is; the first block.
    Header,
    /// Geometry, which keyframes name by its number.
    Geometry,
    /// The whole state before a tick.
    Keyframe,
    /// Ticks in a row.
    Ticks,
    /// Where all other blocks are; the last block.
    Index,
}

impl Kind {
    pub(crate) const fn tag(self) -> u8 {
        match self {
            Self::Header => 1,
            Self::Geometry => 2,
            Self::Keyframe => 3,
            Self::Ticks => 4,
            Self::Index => 5,
        }
    }

    pub(crate) const fn of_tag(tag: u8) -> Option<Self> {
        Some(match tag {
            1 => Self::Header,
            2 => Self::Geometry,
            3 => Self::Keyframe,
            4 => Self::Ticks,
            5 => Self::Index,
            _ => return None,
        })
    }
}

/// What stands before the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) kind: Kind,
    packed: bool,
    stored: u32,
    raw: u32,
    /// Ticks in the block, or the number of the geometry.
    pub(crate) number: u32,
    /// First tick.
    pub(crate) first: u64,
    checksum: u64,
}

impl Head {
    /// Bytes of the whole block in the file.
    pub(crate) fn length(&self) -> u64 {
        HEAD as u64 + u64::from(self.stored)
    }

    fn bytes(&self) -> [u8; HEAD] {
        let mut bytes = [0; HEAD];
        bytes[0] = self.kind.tag();
        bytes[1] = u8::from(self.packed);
        bytes[4..8].copy_from_slice(&self.stored.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.raw.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.number.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.first.to_le_bytes());
        bytes[24..].copy_from_slice(&self.checksum.to_le_bytes());
        bytes
    }

    /// `None` for bytes that no block begins with.
    fn of_bytes(bytes: &[u8; HEAD]) -> Option<Self> {
        let four = |at: usize| {
            let part = bytes[at..at + 4].try_into();
            u32::from_le_bytes(part.expect("four bytes"))
        };
        let eight = |at: usize| u64::from(four(at)) | u64::from(four(at + 4)) << 32;
        let packed = match bytes[1] {
            0 => false,
            1 => true,
            _ => return None,
        };
        let head = Self {
            kind: Kind::of_tag(bytes[0])?,
            packed,
            stored: four(4),
            raw: four(8),
            number: four(12),
            first: eight(16),
            checksum: eight(24),
        };
        let fits = if packed {
            fits(u64::from(head.raw), u64::from(head.stored))
        } else {
            head.raw == head.stored
        };
        (fits && bytes[2..4] == [0, 0]).then_some(head)
    }

    fn sum(&self, content: &[u8]) -> u64 {
        let mut hasher = Xxh3Default::new();
        hasher.update(&self.bytes()[..24]);
        hasher.update(content);
        hasher.digest()
    }
}

const fn fits(raw: u64, stored: u64) -> bool {
    raw <= EXPANSION * stored + ALLOWANCE
}

/// Writes a block; returns its length in the file.
pub(crate) fn write(
    out: &mut impl Write,
    kind: Kind,
    first: u64,
    number: u32,
    content: &[u8],
) -> Result<u64, ReplayError> {
    let Ok(raw) = u32::try_from(content.len()) else {
        return Err(ReplayError::OutOfRange {
            what: "size of a state (bytes)",
            value: content.len() as u64,
            allowed: "up to 4294967295; record fewer parts of the world",
        });
    };
    let packed =
        zstd::bulk::compress(content, LEVEL).map_err(|error| ReplayError::write(&error))?;
    let pays = packed.len() < content.len() && fits(u64::from(raw), packed.len() as u64);
    let stored = if pays { &packed[..] } else { content };
    let mut head = Head {
        kind,
        packed: pays,
        stored: stored.len() as u32,
        raw,
        number,
        first,
        checksum: 0,
    };
    head.checksum = head.sum(stored);
    let written = out.write_all(&head.bytes());
    let written = written.and_then(|()| out.write_all(stored));
    written.map_err(|error| ReplayError::write(&error))?;
    Ok(head.length())
}

/// Reads what stands before the content of the block at `at`; `None` if no whole block fits there.
pub(crate) fn read_head(
    file: &mut (impl Read + Seek),
    at: u64,
    end: u64,
) -> Result<Option<Head>, ReplayError> {
    if at.saturating_add(HEAD as u64) > end {
        return Ok(None);
    }
    let mut bytes = [0; HEAD];
    let read = file.seek(SeekFrom::Start(at));
    let read = read.and_then(|_| file.read_exact(&mut bytes));
    read.map_err(|error| ReplayError::read(&error))?;
    let head = Head::of_bytes(&bytes).filter(|head| at + head.length() <= end);
    Ok(head)
}

/// Reads the content of a block after its head was read, and checks it; `None` if it is damaged.
pub(crate) fn read_content(
    file: &mut impl Read,
    head: &Head,
) -> Result<Option<Vec<u8>>, ReplayError> {
    let mut stored = vec![0; head.stored as usize];
    let read = file.read_exact(&mut stored);
    read.map_err(|error| ReplayError::read(&error))?;
    if head.sum(&stored) != head.checksum {
        return Ok(None);
    }
    if !head.packed {
        return Ok(Some(stored));
    }
    let mut raw = vec![0; head.raw as usize];
    match zstd::bulk::decompress_to_buffer(&stored, &mut raw) {
        Ok(length) if length == raw.len() => Ok(Some(raw)),
        _ => Ok(None),
    }
}
