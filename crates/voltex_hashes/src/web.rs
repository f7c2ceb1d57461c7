//! What a module of WebAssembly exports: texts and bytes lie in its memory, the host reads and writes them there.
//!
//! Exported names are a promise about the whole program, hence the `unsafe` of their attribute; there is none besides.

#![allow(unsafe_code)]

use std::cell::RefCell;
use std::error::Error;

use voltex_math::simd::Level;

use crate::game;
use crate::item::{self, Extent};

thread_local! {
    /// The last answer.
    static TEXT: RefCell<String> = const { RefCell::new(String::new()) };
    /// Bytes that the host hands over.
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Keeps an answer and returns its length in bytes; an error begins with `error: `.
fn answer(result: Result<String, Box<dyn Error>>) -> usize {
    let text = result.unwrap_or_else(|error| format!("error: {error}"));
    let length = text.len();
    TEXT.set(text);
    length
}

/// What a panic says becomes the answer, to be read after the trap that follows.
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    std::panic::set_hook(Box::new(|panic| {
        answer(Ok(format!("error: {panic}")));
    }));
}

/// Where the last answer lies.
#[unsafe(no_mangle)]
pub extern "C" fn text() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}

/// Length of the last answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn text_length() -> usize {
    TEXT.with_borrow(String::len)
}

/// Number of items; of the small extent, or with `full` of all.
#[unsafe(no_mangle)]
pub extern "C" fn item_count(full: bool) -> usize {
    item::all(extent(full)).map_or(0, |items| items.len())
}

/// Computes an item by its number and at a level by its number; returns the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn item_line(full: bool, index: usize, level: usize) -> usize {
    answer(line(full, index, level))
}

/// Names of the levels, one a line; returns the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn levels() -> usize {
    let names: Vec<&str> = Level::available()
        .iter()
        .map(|level| level.name())
        .collect();
    answer(Ok(names.join("\n")))
}

/// Room for so many bytes of a recording; returns where it lies.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    BYTES.with_borrow_mut(|bytes| {
        *bytes = vec![0; length];
        bytes.as_mut_ptr()
    })
}

/// Plays the recording that lies in the room; returns the length of the answer, `ticks hash`.
#[unsafe(no_mangle)]
pub extern "C" fn replay() -> usize {
    let played = game::replay(BYTES.take());
    answer(played.map(|(ticks, hash)| format!("{ticks} {hash:016x}")))
}

fn extent(full: bool) -> Extent {
    if full { Extent::Full } else { Extent::Small }
}

fn line(full: bool, index: usize, level: usize) -> Result<String, Box<dyn Error>> {
    let levels = Level::available();
    levels.get(level).ok_or("no such level")?.prefer();
    let items = item::all(extent(full))?;
    let item = items.get(index).ok_or("no such item")?;
    Ok(item.line(&mut |_| {})?.to_string())
}
