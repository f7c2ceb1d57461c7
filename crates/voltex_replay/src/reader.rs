//! Reads a recording, of which any part may be missing or wrong.

use std::io::{Cursor, Read, Seek, SeekFrom};

use voltex_ecs::{Codec, Decoder, EcsError};
use voltex_physics::PhysicsConfig;

use crate::block::{self, Head, Kind};
use crate::error::ReplayError;
use crate::header::{FORMAT, Header, MAGIC, decode_config};
use crate::image::{GEOMETRY, Image, ImagePart};
use crate::tick::Tick;
use crate::writer::{IndexEntry, MOST_TICKS, TRAILER};

/// Where a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    at: u64,
    first: u64,
    number: u32,
}

/// A recording that is open for reading.
///
/// A file that was cut off, or whose end is damaged, is read up to its last whole block. Bytes may come from
/// anywhere: nothing panics, and no more memory is taken at once than [`Reader::MOST_MEMORY_PER_BYTE`] times the
/// length of the file and 8 MiB.
#[derive(Debug)]
pub struct Reader<R> {
    file: R,
    header: Header,
    keyframes: Vec<Place>,
    ticks: Vec<Place>,
    geometry: Vec<Place>,
    count: u64,
    whole: bool,
    /// The block of ticks that was read last: its place, and what it holds.
    held: Option<(usize, Vec<Tick>)>,
}

impl Reader<Cursor<Vec<u8>>> {
    /// Opens a recording in memory.
    ///
    /// # Errors
    /// As for [`Reader::open`].
    pub fn of_bytes(bytes: Vec<u8>) -> Result<Self, ReplayError> {
        Self::open(Cursor::new(bytes))
    }
}

impl<R: Read + Seek> Reader<R> {
    /// Bound on the memory that reading takes at once, in parts of the file's length: a block unpacks to at most 64
    /// times its size and 4 KiB, and its values take at most eight times their encoding.
    pub const MOST_MEMORY_PER_BYTE: u64 = 8 * block::EXPANSION;

    /// Opens a recording.
    ///
    /// # Errors
    /// No recording, one of a later format, or one that is damaged before its first keyframe.
    pub fn open(mut file: R) -> Result<Self, ReplayError> {
        let end = file.seek(SeekFrom::End(0));
        let end = end.map_err(|error| ReplayError::read(&error))?;
        let mut start = [0; MAGIC.len() + 4];
        if end < start.len() as u64 {
            return Err(ReplayError::NotARecording);
        }
        let read = file.seek(SeekFrom::Start(0));
        let read = read.and_then(|_| file.read_exact(&mut start));
        read.map_err(|error| ReplayError::read(&error))?;
        let (magic, format) = start.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(ReplayError::NotARecording);
        }
        let format = u32::from_le_bytes(format.try_into().expect("four bytes"));
        if format > FORMAT {
            return Err(ReplayError::NewerFormat {
                found: format,
                supported: FORMAT,
            });
        }
        let at = start.len() as u64;
        let damaged = |what| ReplayError::Damaged { at, what };
        if format == 0 {
            return Err(damaged("there is no format 0"));
        }
        let head = block::read_head(&mut file, at, end)?
            .filter(|head| head.kind == Kind::Header)
            .ok_or(damaged("the header is missing or cut off"))?;
        let content = block::read_content(&mut file, &head)?;
        let content = content.ok_or(damaged("the checksum of the header is wrong"))?;
        let header = Header::decode(&content).map_err(|error| ReplayError::Block {
            at,
            reason: error.to_string(),
        })?;
        let mut reader = Self {
            file,
            header,
            keyframes: Vec::new(),
            ticks: Vec::new(),
            geometry: Vec::new(),
            count: 0,
            whole: false,
            held: None,
        };
        match reader.read_index(end)? {
            Some(index) => reader.take_index(&index),
            None => reader.scan(at + head.length(), end)?,
        }
        if reader.keyframes.is_empty() {
            return Err(damaged("there is no keyframe"));
        }
        Ok(reader)
    }

    /// The index at the end, if the recording was finished and it is undamaged.
    fn read_index(&mut self, end: u64) -> Result<Option<Vec<IndexEntry>>, ReplayError> {
        let mut trailer = [0; 16];
        let Some(at) = end.checked_sub(trailer.len() as u64) else {
            return Ok(None);
        };
        let read = self.file.seek(SeekFrom::Start(at));
        let read = read.and_then(|_| self.file.read_exact(&mut trailer));
        read.map_err(|error| ReplayError::read(&error))?;
        let (place, mark) = trailer.split_at(8);
        if mark != TRAILER {
            return Ok(None);
        }
        let place = u64::from_le_bytes(place.try_into().expect("eight bytes"));
        let head = block::read_head(&mut self.file, place, at)?;
        let Some(head) = head.filter(|head| head.kind == Kind::Index) else {
            return Ok(None);
        };
        let Some(content) = block::read_content(&mut self.file, &head)? else {
            return Ok(None);
        };
        let input = &mut Decoder::new(&content);
        let index = Vec::<IndexEntry>::decode(input);
        Ok(index.ok().filter(|_| input.remaining() == 0))
    }

    fn take_index(&mut self, index: &[IndexEntry]) {
        self.whole = true;
        for &(kind, number, first, at) in index {
            if let Some(kind) = Kind::of_tag(kind) {
                self.note(kind, Place { at, first, number });
            }
        }
    }

    /// Goes through the blocks one by one, to the first that is not whole.
    fn scan(&mut self, mut at: u64, end: u64) -> Result<(), ReplayError> {
        while let Some(head) = block::read_head(&mut self.file, at, end)? {
            if block::read_content(&mut self.file, &head)?.is_none() {
                break;
            }
            let (first, number) = (head.first, head.number);
            self.note(head.kind, Place { at, first, number });
            at += head.length();
        }
        Ok(())
    }

    /// Takes a block into account if it goes on where the others end.
    fn note(&mut self, kind: Kind, place: Place) {
        match kind {
            Kind::Keyframe => {
                let ascending = self.keyframes.last().is_none_or(|k| k.first < place.first);
                if ascending && place.first == self.count {
                    self.keyframes.push(place);
                }
            }
            Kind::Ticks => {
                if place.first == self.count && (1..=MOST_TICKS).contains(&place.number) {
                    self.ticks.push(place);
                    self.count = self.count.saturating_add(u64::from(place.number));
                }
            }
            Kind::Geometry => {
                if place.number as usize == self.geometry.len() {
                    self.geometry.push(place);
                }
            }
            Kind::Header | Kind::Index => {}
        }
    }

    /// What the recording is.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Number of ticks that can be played.
    pub const fn ticks(&self) -> u64 {
        self.count
    }

    /// Whether the recording was finished; if not, its end is missing, and all up to the last whole block is there.
    pub const fn is_whole(&self) -> bool {
        self.whole
    }

    /// Ticks before which the whole state is stored, ascending.
    pub fn keyframes(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.keyframes.iter().map(|place| place.first)
    }

    /// What the recording holds of a tick.
    ///
    /// # Errors
    /// It does not hold that tick, or the block is damaged.
    pub fn tick(&mut self, tick: u64) -> Result<&Tick, ReplayError> {
        if tick >= self.count {
            return Err(self.no_tick(tick));
        }
        let block = self.ticks.partition_point(|place| place.first <= tick) - 1;
        let first = self.ticks[block].first;
        let is_held = matches!(&self.held, Some((held, _)) if *held == block);
        if !is_held {
            let ticks = self.read_ticks(block)?;
            self.held = Some((block, ticks));
        }
        let (_, ticks) = self.held.as_ref().expect("it was read just now");
        Ok(&ticks[(tick - first) as usize])
    }

    pub(crate) fn no_tick(&self, tick: u64) -> ReplayError {
        ReplayError::NoTick {
            tick,
            held: format!("the recording holds {} ticks, 0 the first", self.count),
        }
    }

    fn read_ticks(&mut self, block: usize) -> Result<Vec<Tick>, ReplayError> {
        let place = self.ticks[block];
        let content = self.content(Kind::Ticks, place)?;
        let wrong = |error: EcsError| ReplayError::Block {
            at: place.at,
            reason: error.to_string(),
        };
        let input = &mut Decoder::new(&content);
        let mut ticks = Vec::new();
        for _ in 0..place.number {
            ticks.push(Tick::decode(input).map_err(wrong)?);
        }
        input.finish().map_err(wrong)?;
        Ok(ticks)
    }

    /// The content of a block that is where the index says, and what it says.
    fn content(&mut self, kind: Kind, place: Place) -> Result<Vec<u8>, ReplayError> {
        let end = self.file.seek(SeekFrom::End(0));
        let end = end.map_err(|error| ReplayError::read(&error))?;
        let damaged = |what| ReplayError::Damaged { at: place.at, what };
        let is_it = |head: &Head| {
            head.kind == kind && head.first == place.first && head.number == place.number
        };
        let head = block::read_head(&mut self.file, place.at, end)?;
        let head = head.filter(is_it).ok_or(damaged("a block is missing"))?;
        let content = block::read_content(&mut self.file, &head)?;
        content.ok_or(damaged("the checksum of a block is wrong"))
    }

    /// The tick of the last keyframe not behind `tick`.
    ///
    /// # Errors
    /// `tick` lies behind the end of the recording, or before the first keyframe.
    pub fn keyframe_before(&self, tick: u64) -> Result<u64, ReplayError> {
        let count = self.keyframes.partition_point(|place| place.first <= tick);
        if tick > self.count || count == 0 {
            return Err(self.no_tick(tick));
        }
        Ok(self.keyframes[count - 1].first)
    }

    /// The state before the tick of a keyframe, and the settings that hold then.
    ///
    /// # Errors
    /// There is no keyframe at that tick, or a block is damaged.
    pub fn keyframe(&mut self, tick: u64) -> Result<(Image, PhysicsConfig), ReplayError> {
        let found = self.keyframes.binary_search_by_key(&tick, |k| k.first);
        let Ok(place) = found else {
            return Err(ReplayError::NoTick {
                tick,
                held: format!("keyframes come every {} ticks", self.header.keyframe_every),
            });
        };
        let place = self.keyframes[place];
        let content = self.content(Kind::Keyframe, place)?;
        let wrong = |error: EcsError| ReplayError::Block {
            at: place.at,
            reason: error.to_string(),
        };
        let input = &mut Decoder::new(&content);
        let geometry = Option::<(u32, u32)>::decode(input).map_err(wrong)?;
        let config = decode_config(input).map_err(wrong)?;
        let mut image = Image::decode(input).map_err(wrong)?;
        input.finish().map_err(wrong)?;
        if let Some((version, number)) = geometry {
            let Some(place) = self.geometry.get(number as usize).copied() else {
                return Err(ReplayError::Damaged {
                    at: place.at,
                    what: "its geometry is missing",
                });
            };
            image.set(ImagePart {
                name: GEOMETRY.to_owned(),
                version,
                bytes: Some(self.content(Kind::Geometry, place)?),
            });
        }
        Ok((image, config))
    }
}
