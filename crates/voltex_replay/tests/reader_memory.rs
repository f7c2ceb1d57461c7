//! How much memory reading takes at once: files that were made to take as much as they can.
#![allow(unsafe_code)] // The counting allocator passes everything on to the system's.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Cursor;

use common::{heap, record};
use voltex_ecs::{Codec, Encoder};
use voltex_math::random::{Key, bits};
use voltex_physics::PhysicsConfig;
use voltex_replay::{Reader, RecordOptions};
use xxhash_rust::xxh3::xxh3_64;

thread_local! {
    /// Bytes that this thread has taken and not given back.
    static HELD: Cell<usize> = const { Cell::new(0) };
    /// The most that it held since it was asked last.
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

impl Counting {
    fn add(bytes: usize) {
        let held = HELD.get() + bytes;
        HELD.set(held);
        PEAK.set(PEAK.get().max(held));
    }

    fn take(bytes: usize) {
        HELD.set(HELD.get().saturating_sub(bytes));
    }
}

// SAFETY: all calls go to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Self::add(layout.size());
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Self::take(layout.size());
        Self::add(size);
        // SAFETY: as the caller promised.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        Self::take(layout.size());
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The most that a reader held while it opened a file and read every tick and keyframe of it, and how many ticks it read.
fn peak(file: &[u8]) -> (usize, usize) {
    let before = HELD.get();
    PEAK.set(before);
    let mut read = 0;
    if let Ok(mut reader) = Reader::open(Cursor::new(file)) {
        for tick in 0..reader.ticks() {
            read += usize::from(reader.tick(tick).is_ok());
        }
        let keyframes: Vec<u64> = reader.keyframes().collect();
        for keyframe in keyframes {
            let _ = reader.keyframe(keyframe);
        }
    }
    (PEAK.get() - before, read)
}

fn check(name: &str, file: &[u8]) -> usize {
    let (peak, read) = peak(file);
    let most = Reader::<Cursor<&[u8]>>::MOST_MEMORY_PER_BYTE as usize * file.len() + (8 << 20);
    let times = peak as f64 / file.len() as f64;
    println!(
        "{name}: {} bytes, {read} ticks read, {times:.0} times as much held",
        file.len()
    );
    assert!(
        peak <= most,
        "{name}: {peak} of {most} bytes for a file of {}",
        file.len()
    );
    read
}

/// A block as a writer would make it, packed as far as a reader allows.
fn block(kind: u8, number: u32, first: u64, content: &[u8]) -> Vec<u8> {
    let packed = zstd::bulk::compress(content, 3).unwrap();
    assert!(
        content.len() <= 64 * packed.len() + 4096,
        "no reader takes it"
    );
    let mut block = vec![kind, 1, 0, 0];
    block.extend((packed.len() as u32).to_le_bytes());
    block.extend((content.len() as u32).to_le_bytes());
    block.extend(number.to_le_bytes());
    block.extend(first.to_le_bytes());
    let sum = xxh3_64(&[&block, &packed[..]].concat());
    block.extend(sum.to_le_bytes());
    block.extend(packed);
    block
}

/// A tick after its length: flags and what they stand for, then bytes that nothing packs, so that the whole is packed
/// just as far as is allowed.
fn tick(flag: u8, value: impl Fn(&mut Encoder<'_>)) -> Vec<u8> {
    let mut content = vec![flag];
    value(&mut Encoder::new(&mut content));
    add_noise(&mut content);
    let mut tick = Vec::new();
    Encoder::new(&mut tick).write_length(content.len());
    tick.extend(content);
    tick
}

/// Bytes that nothing packs, as many as make the whole just large enough when packed.
fn add_noise(content: &mut Vec<u8>) {
    let noise = content.len() / 62;
    let words = (0..noise.div_ceil(16) as u64).flat_map(|place| bits(Key::new(1, 1), place));
    content.extend(words.flat_map(u32::to_le_bytes));
}

/// Beginning of a recording up to its first keyframe.
fn beginning() -> Vec<u8> {
    let options = RecordOptions {
        keyframe_every: 1000,
        ..RecordOptions::default()
    };
    let (file, _) = record(&mut heap(1), 2, options);
    let mut at = 12;
    loop {
        let stored = u32::from_le_bytes(file[at + 4..at + 8].try_into().unwrap());
        if file[at] == 4 {
            return file[..at].to_vec();
        }
        at += 32 + stored as usize;
    }
}

const COUNT: usize = 1_000_000;

/// Lists of the smallest values there are, which take the most memory for their bytes.
#[test]
fn lists_of_the_smallest_values() {
    let asleep = |out: &mut Encoder<'_>| {
        out.write_length(COUNT);
        (0..COUNT).for_each(|_| out.write(&[4, 0, 0, 0, 0, 0, 0, 0, 0]));
    };
    let inputs = |out: &mut Encoder<'_>| {
        out.write_length(COUNT);
        (0..COUNT).for_each(|_| (0_u32, 0_u64).encode(out));
    };
    let parts = |out: &mut Encoder<'_>| {
        out.write_length(COUNT);
        (0..COUNT).for_each(|_| (0_u64, 0_u32, 1_u8, 0_u64).encode(out));
    };
    let impacts = |out: &mut Encoder<'_>| {
        out.write_length(COUNT / 8);
        (0..COUNT / 8).for_each(|_| out.write(&[0; 152]));
    };
    let ticks = [
        ("events", tick(8, asleep)),
        ("impacts", tick(64, impacts)),
        ("inputs", tick(4, inputs)),
        ("edits", tick(2, parts)),
        ("states", tick(32, parts)),
    ];
    for (name, content) in ticks {
        let file = [beginning(), block(4, 1, 0, &content)].concat();
        assert_eq!(check(name, &file), 1, "{name} could not be read");
    }
}

/// An index that names more blocks than there are.
#[test]
fn an_index_of_nothing() {
    let mut content = Vec::new();
    let out = &mut Encoder::new(&mut content);
    out.write_length(COUNT);
    for place in 0..COUNT as u64 {
        (4_u8, 1_u32, place, 12_u64).encode(out);
    }
    add_noise(&mut content);
    let mut file = beginning();
    let at = file.len() as u64;
    file.extend(block(5, 0, 0, &content));
    file.extend(at.to_le_bytes());
    file.extend(b"VXRINDEX");
    check("index", &file);
}

/// A keyframe of a million parts, and one whose parts claim to be long.
#[test]
fn keyframes_of_nothing() {
    let sound = beginning();
    let mut start = Vec::new();
    let out = &mut Encoder::new(&mut start);
    None::<(u32, u32)>.encode(out);
    PhysicsConfig::VERSION.encode(out);
    PhysicsConfig::DEFAULT.encode(out);
    for length in [0, u64::MAX, 1 << 40, 1 << 20] {
        let mut content = start.clone();
        let out = &mut Encoder::new(&mut content);
        out.write_length(COUNT / 4);
        for place in 0..COUNT / 4 {
            (format!("{place:07}"), 1_u32, 1_u8, length).encode(out);
        }
        add_noise(&mut content);
        let header = 12 + 32 + u32::from_le_bytes(sound[16..20].try_into().unwrap()) as usize;
        let file = [&sound[..header], &block(3, 0, 0, &content)].concat();
        check(&format!("keyframe, parts of {length} bytes"), &file);
    }
}
