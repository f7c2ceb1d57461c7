//! Letters: their pictures on one sheet, and where each of a line of text goes.
//!
//! The font is Ubuntu Light (Ubuntu Font Licence 1.0), which the crate `epaint_default_fonts` carries.

use ab_glyph::{Font as _, FontRef, ScaleFont as _, point};
use bytemuck::{Pod, Zeroable};

use crate::frame::Colour;

/// Heights of a line for which letters are drawn, pixels; others are stretched from the nearest that is not smaller.
const SIZES: [f32; 4] = [14.0, 18.0, 26.0, 44.0];
/// Width of the sheet, pixels.
const SHEET_WIDTH: u32 = 1024;
/// Room between letters, so that none bleeds into another.
const GAP: u32 = 2;
/// Characters beside those of ASCII that users' texts contain.
const MORE: &str = "°±·×äöüÄÖÜßéèêàçñ²³µ–—…→←ωΔθ";

/// A letter as the device reads it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct Letter {
    place: [f32; 4],
    sheet: [f32; 4],
    colour: u32,
}

/// All letters in all sizes.
#[derive(Debug)]
pub(crate) struct Letters {
    faces: Vec<Face>,
    /// Coverage of each pixel of the sheet.
    pub(crate) sheet: Vec<u8>,
    /// Height of the sheet; its width is [`Letters::WIDTH`].
    pub(crate) height: u32,
}

/// The letters of one size.
#[derive(Debug)]
struct Face {
    size: f32,
    ascent: f32,
    glyphs: Vec<Glyph>,
}

#[derive(Clone, Copy, Debug)]
struct Glyph {
    character: char,
    advance: f32,
    /// Left, top, right, bottom from the pen on the base line, pixels.
    bounds: [f32; 4],
    /// Upper left corner in the sheet.
    corner: [u32; 2],
}

impl Letters {
    pub(crate) const WIDTH: u32 = SHEET_WIDTH;

    /// Draws the sheet.
    pub(crate) fn new() -> Self {
        let font = FontRef::try_from_slice(epaint_default_fonts::UBUNTU_LIGHT)
            .expect("the font that is compiled in can be read");
        let mut letters = Self {
            faces: Vec::new(),
            sheet: Vec::new(),
            height: 0,
        };
        let (mut x, mut y, mut row) = (GAP, GAP, 0);
        for size in SIZES {
            let scaled = font.as_scaled(size);
            let mut glyphs = Vec::new();
            for character in (' '..='~').chain(MORE.chars()).chain(['\u{fffd}']) {
                let id = scaled.glyph_id(character);
                let outline =
                    scaled.outline_glyph(id.with_scale_and_position(size, point(0.0, 0.0)));
                let bounds = outline.as_ref().map(|outline| outline.px_bounds());
                let (width, height) = bounds.map_or((0, 0), |b| {
                    (b.width().ceil() as u32, b.height().ceil() as u32)
                });
                if x + width + GAP > SHEET_WIDTH {
                    (x, y, row) = (GAP, y + row + GAP, 0);
                }
                row = row.max(height);
                letters.height = y + row + GAP;
                letters
                    .sheet
                    .resize((letters.height * SHEET_WIDTH) as usize, 0);
                if let Some(outline) = outline {
                    outline.draw(|dx, dy, cover| {
                        let place = ((y + dy) * SHEET_WIDTH + x + dx) as usize;
                        letters.sheet[place] = (255.0 * cover + 0.5) as u8;
                    });
                }
                glyphs.push(Glyph {
                    character,
                    advance: scaled.h_advance(id),
                    bounds: bounds.map_or([0.0; 4], |b| [b.min.x, b.min.y, b.max.x, b.max.y]),
                    corner: [x, y],
                });
                x += width + GAP;
            }
            letters.faces.push(Face {
                size,
                ascent: scaled.ascent(),
                glyphs,
            });
        }
        letters
    }

    fn face(&self, size: f32) -> &Face {
        let fits = self.faces.iter().find(|face| face.size >= size);
        fits.unwrap_or_else(|| self.faces.last().expect("there are sizes"))
    }

    /// Width of a line of text, pixels.
    pub(crate) fn width(&self, text: &str, size: f32) -> f32 {
        let face = self.face(size);
        let advance: f32 = text.chars().map(|c| face.glyph(c).advance).sum();
        advance * size / face.size
    }

    /// Puts a line of text with its upper left corner at a place, pixels.
    pub(crate) fn place(
        &self,
        out: &mut Vec<Letter>,
        text: &str,
        corner: [f32; 2],
        size: f32,
        colour: Colour,
    ) {
        let face = self.face(size);
        let scale = size / face.size;
        // Whole pixels keep the letters crisp.
        let (mut x, y) = (corner[0].round(), (corner[1] + face.ascent * scale).round());
        let sheet_size = [SHEET_WIDTH as f32, self.height as f32];
        for character in text.chars() {
            let glyph = face.glyph(character);
            let [left, top, right, bottom] = glyph.bounds;
            if right > left {
                let at = |dx: f32, dy: f32| [x + dx * scale, y + dy * scale];
                let ([l, t], [r, b]) = (at(left, top), at(right, bottom));
                let [u, v] = glyph.corner.map(|c| c as f32);
                out.push(Letter {
                    place: [l, t, r, b],
                    sheet: [
                        u / sheet_size[0],
                        v / sheet_size[1],
                        (u + right - left) / sheet_size[0],
                        (v + bottom - top) / sheet_size[1],
                    ],
                    colour: colour.packed(),
                });
            }
            x += glyph.advance * scale;
        }
    }
}

impl Face {
    fn glyph(&self, character: char) -> Glyph {
        let known = self.glyphs.iter().find(|g| g.character == character);
        *known.unwrap_or_else(|| self.glyphs.last().expect("there are glyphs"))
    }
}
