//! A part of a recording as a recording of its own.

use std::io::{Read, Seek, Write};
use std::ops::Range;

use voltex_ecs::World;

use crate::error::ReplayError;
use crate::header::Header;
use crate::image::Image;
use crate::player::Player;
use crate::reader::Reader;
use crate::writer::Writer;

/// Writes the ticks of a range as a recording of its own, whose tick 0 is the first of them.
///
/// Keyframes of the recording are taken over. The state before the first tick is that of a keyframe, or else is
/// simulated from the one before; `empty` is a world in which all that was recorded is registered.
///
/// # Errors
/// An empty range or one that the recording does not hold, a component or resource that is not registered, a damaged
/// block, or an output that refuses.
pub fn cut<R: Read + Seek, W: Write>(
    reader: &mut Reader<R>,
    empty: World,
    range: Range<u64>,
    out: W,
) -> Result<W, ReplayError> {
    if range.is_empty() || range.end > reader.ticks() {
        return Err(ReplayError::NoTick {
            tick: range.end.max(range.start),
            held: format!(
                "a cut needs a first tick below its end, and an end of at most {}",
                reader.ticks()
            ),
        });
    }
    let mut player = Player::new(reader, empty)?;
    player.seek(range.start)?;
    let header = Header {
        config: *player.config(),
        note: format!(
            "{}, ticks {} to {}",
            player.reader().header().note,
            range.start,
            range.end - 1
        ),
        ..player.reader().header().clone()
    };
    let recorded = |name: &str| header.parts.iter().any(|(part, _)| part == name);
    let start = Image::of_parts(player.world(), recorded);
    let mut writer = Writer::new(out, &header)?;
    writer.keyframe(&start, player.config())?;
    let keyframes: Vec<u64> = reader.keyframes().collect();
    for tick in range.clone() {
        if tick > range.start && keyframes.binary_search(&tick).is_ok() {
            let (image, config) = reader.keyframe(tick)?;
            writer.keyframe(&image, &config)?;
        }
        writer.tick(reader.tick(tick)?)?;
    }
    writer.finish()
}
