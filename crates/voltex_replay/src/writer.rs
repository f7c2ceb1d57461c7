//! Writes a recording, block by block.

use std::io::Write;

use voltex_ecs::{Codec, Encoder};
use voltex_physics::PhysicsConfig;

use crate::block::{self, Kind};
use crate::error::ReplayError;
use crate::header::{FORMAT, Header, MAGIC, encode_config};
use crate::image::{GEOMETRY, Image, ImagePart};
use crate::tick::Tick;

/// Unpacked bytes of ticks after which a block is written.
const FULL: usize = 64 << 10;
/// Ticks after which a block is written, so that little is lost when the program dies: four seconds.
pub(crate) const MOST_TICKS: u32 = 240;
/// The last eight bytes of a finished recording.
pub(crate) const TRAILER: [u8; 8] = *b"VXRINDEX";

/// Where a block is, as the index at the end has it: kind, number, first tick, position.
pub(crate) type IndexEntry = (u8, u32, u64, u64);

/// Writes a recording to a file or into memory. Each block goes out as soon as it is full.
#[derive(Debug)]
pub struct Writer<W: Write> {
    out: W,
    at: u64,
    index: Vec<IndexEntry>,
    /// Ticks that are not written yet.
    ticks: Vec<u8>,
    waiting: u32,
    /// Number of the next tick.
    next: u64,
    /// Geometry that is written already; its place is its number.
    geometry: Vec<Vec<u8>>,
}

impl<W: Write> Writer<W> {
    /// Begins a recording.
    ///
    /// # Errors
    /// The output refuses.
    pub fn new(mut out: W, header: &Header) -> Result<Self, ReplayError> {
        let start = [&MAGIC[..], &FORMAT.to_le_bytes()].concat();
        out.write_all(&start)
            .map_err(|error| ReplayError::write(&error))?;
        let mut writer = Self {
            out,
            at: start.len() as u64,
            index: Vec::new(),
            ticks: Vec::new(),
            waiting: 0,
            next: 0,
            geometry: Vec::new(),
        };
        writer.block(Kind::Header, 0, 0, &header.encode())?;
        Ok(writer)
    }

    fn block(
        &mut self,
        kind: Kind,
        first: u64,
        number: u32,
        content: &[u8],
    ) -> Result<(), ReplayError> {
        let length = block::write(&mut self.out, kind, first, number, content)?;
        self.index.push((kind.tag(), number, first, self.at));
        self.at += length;
        Ok(())
    }

    /// Writes the state before the next tick and the settings that hold then.
    ///
    /// # Errors
    /// The output refuses.
    pub fn keyframe(&mut self, image: &Image, config: &PhysicsConfig) -> Result<(), ReplayError> {
        self.flush_ticks()?;
        let geometry = match image.part(GEOMETRY) {
            Some(ImagePart {
                version,
                bytes: Some(bytes),
                ..
            }) => Some((*version, self.geometry_number(bytes)?)),
            _ => None,
        };
        let mut content = Vec::new();
        let out = &mut Encoder::new(&mut content);
        geometry.encode(out);
        encode_config(config, out);
        image.encode_where(|name| name != GEOMETRY, out);
        self.block(Kind::Keyframe, self.next, 0, &content)
    }

    /// Number under which geometry is stored, which it is now if it was not.
    fn geometry_number(&mut self, bytes: &[u8]) -> Result<u32, ReplayError> {
        if let Some(number) = self.geometry.iter().position(|held| held == bytes) {
            return Ok(number as u32);
        }
        let number = self.geometry.len() as u32;
        self.block(Kind::Geometry, self.next, number, bytes)?;
        self.geometry.push(bytes.to_vec());
        Ok(number)
    }

    /// Adds a tick.
    ///
    /// # Errors
    /// The output refuses.
    pub fn tick(&mut self, tick: &Tick) -> Result<(), ReplayError> {
        tick.encode(&mut self.ticks);
        self.waiting += 1;
        self.next += 1;
        if self.waiting == MOST_TICKS || self.ticks.len() >= FULL {
            self.flush_ticks()?;
        }
        Ok(())
    }

    /// Number of ticks so far.
    pub const fn ticks(&self) -> u64 {
        self.next
    }

    /// Writes out the ticks that wait for their block to fill.
    ///
    /// # Errors
    /// The output refuses.
    pub fn flush_ticks(&mut self) -> Result<(), ReplayError> {
        if self.waiting == 0 {
            return Ok(());
        }
        let content = std::mem::take(&mut self.ticks);
        let count = std::mem::take(&mut self.waiting);
        self.block(Kind::Ticks, self.next - u64::from(count), count, &content)?;
        self.ticks = content;
        self.ticks.clear();
        Ok(())
    }

    /// Ends the recording with its index and gives the output back.
    ///
    /// # Errors
    /// The output refuses.
    pub fn finish(mut self) -> Result<W, ReplayError> {
        self.flush_ticks()?;
        let index = std::mem::take(&mut self.index);
        let mut content = Vec::new();
        index.encode(&mut Encoder::new(&mut content));
        let at = self.at;
        self.block(Kind::Index, self.next, index.len() as u32, &content)?;
        let end = [at.to_le_bytes(), TRAILER].concat();
        self.out
            .write_all(&end)
            .and_then(|()| self.out.flush())
            .map_err(|error| ReplayError::write(&error))?;
        Ok(self.out)
    }
}
