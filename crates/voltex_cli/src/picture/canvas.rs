//! A canvas of anti-aliased lines, areas and text in pixels, origin at the top left, y down.
//!
//! The letters come from Ubuntu Light (Ubuntu Font Licence 1.0), which the crate `epaint_default_fonts` carries, so no font
//! of the system is asked for and the picture is the same on every machine.

use ab_glyph::{Font as _, FontRef, ScaleFont as _};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Mask, Paint, Path, PathBuilder, Pixmap, Rect, Stroke,
    StrokeDash, Transform,
};

/// A colour with alpha, 0 to 255 each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rgba(pub(crate) u8, pub(crate) u8, pub(crate) u8, pub(crate) u8);

impl Rgba {
    /// An opaque colour from `0xRRGGBB`.
    pub(crate) const fn hex(rgb: u32) -> Self {
        let [_, r, g, b] = rgb.to_be_bytes();
        Self(r, g, b, 255)
    }

    /// The same colour at another opacity.
    pub(crate) const fn alpha(self, alpha: u8) -> Self {
        Self(self.0, self.1, self.2, alpha)
    }

    fn color(self) -> Color {
        Color::from_rgba8(self.0, self.1, self.2, self.3)
    }

    fn paint(self) -> Paint<'static> {
        let mut paint = Paint::default();
        paint.set_color(self.color());
        paint
    }
}

/// A point in pixels.
pub(crate) type Pixel = (f32, f32);

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) left: f32,
    pub(crate) top: f32,
    pub(crate) width: f32,
    pub(crate) height: f32,
}

impl Area {
    pub(crate) const fn new(left: f32, top: f32, width: f32, height: f32) -> Self {
        Self {
            left,
            top,
            width,
            height,
        }
    }

    pub(crate) fn right(self) -> f32 {
        self.left + self.width
    }

    pub(crate) fn bottom(self) -> f32 {
        self.top + self.height
    }

    pub(crate) fn centre(self) -> Pixel {
        (self.left + 0.5 * self.width, self.top + 0.5 * self.height)
    }

    /// The area less a margin on each side.
    pub(crate) fn inset(self, left: f32, top: f32, right: f32, bottom: f32) -> Self {
        Self::new(
            self.left + left,
            self.top + top,
            self.width - left - right,
            self.height - top - bottom,
        )
    }
}

/// Where a text stands relative to the given point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Anchor {
    Left,
    Middle,
    Right,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pen {
    pub(crate) colour: Rgba,
    pub(crate) width: f32,
    /// Lengths of dash and gap in pixels; a full line without.
    pub(crate) dash: Option<(f32, f32)>,
}

impl Pen {
    pub(crate) const fn new(colour: Rgba, width: f32) -> Self {
        Self {
            colour,
            width,
            dash: None,
        }
    }

    pub(crate) const fn dashed(self, dash: f32, gap: f32) -> Self {
        Self {
            dash: Some((dash, gap)),
            ..self
        }
    }
}

/// The picture being drawn.
pub(crate) struct Canvas {
    pixels: Pixmap,
    font: FontRef<'static>,
    clip: Option<Mask>,
}

impl Canvas {
    /// A canvas of one colour. The size is a constant of the layout and the font is compiled in, so neither can fail.
    pub(crate) fn new(width: u32, height: u32, background: Rgba) -> Self {
        let mut pixels = Pixmap::new(width, height).expect("the layout has a positive size");
        pixels.fill(background.color());
        let font = FontRef::try_from_slice(epaint_default_fonts::UBUNTU_LIGHT)
            .expect("the compiled-in font is valid");
        Self {
            pixels,
            font,
            clip: None,
        }
    }

    /// Limits what follows to `area`, until [`Canvas::unclip`].
    pub(crate) fn clip(&mut self, area: Area) {
        let mut mask = Mask::new(self.pixels.width(), self.pixels.height())
            .expect("the canvas has a positive size");
        if let Some(rect) = Rect::from_xywh(area.left, area.top, area.width, area.height) {
            mask.fill_path(
                &PathBuilder::from_rect(rect),
                FillRule::Winding,
                true,
                Transform::identity(),
            );
        }
        self.clip = Some(mask);
    }

    pub(crate) fn unclip(&mut self) {
        self.clip = None;
    }

    /// A line through all points.
    pub(crate) fn line(&mut self, points: &[Pixel], pen: Pen) {
        let Some(path) = path(points, false) else {
            return;
        };
        let mut stroke = Stroke {
            width: pen.width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        if let Some((dash, gap)) = pen.dash {
            stroke.line_cap = LineCap::Butt;
            stroke.dash = StrokeDash::new(vec![dash, gap], 0.0);
        }
        self.pixels.stroke_path(
            &path,
            &pen.colour.paint(),
            &stroke,
            Transform::identity(),
            self.clip.as_ref(),
        );
    }

    /// The area inside the closed polygon.
    pub(crate) fn polygon(&mut self, points: &[Pixel], colour: Rgba) {
        let Some(path) = path(points, true) else {
            return;
        };
        self.fill(&path, colour);
    }

    pub(crate) fn rectangle(&mut self, area: Area, colour: Rgba) {
        let Some(rect) = Rect::from_xywh(area.left, area.top, area.width, area.height) else {
            return;
        };
        self.fill(&PathBuilder::from_rect(rect), colour);
    }

    /// A rectangle with round corners.
    pub(crate) fn card(&mut self, area: Area, radius: f32, colour: Rgba) {
        let Area { left, top, .. } = area;
        let (right, bottom, r) = (area.right(), area.bottom(), radius);
        let mut builder = PathBuilder::new();
        builder.move_to(left + r, top);
        builder.line_to(right - r, top);
        builder.quad_to(right, top, right, top + r);
        builder.line_to(right, bottom - r);
        builder.quad_to(right, bottom, right - r, bottom);
        builder.line_to(left + r, bottom);
        builder.quad_to(left, bottom, left, bottom - r);
        builder.line_to(left, top + r);
        builder.quad_to(left, top, left + r, top);
        builder.close();
        if let Some(path) = builder.finish() {
            self.fill(&path, colour);
        }
    }

    /// A vertical gradient from `upper` to `lower` in bands of one pixel.
    pub(crate) fn gradient(&mut self, area: Area, upper: Rgba, lower: Rgba) {
        let mix = |a: u8, b: u8, t: f32| (f32::from(a) + (f32::from(b) - f32::from(a)) * t) as u8;
        let rows = area.height.ceil() as u32;
        for row in 0..rows {
            let t = row as f32 / rows as f32;
            let colour = Rgba(
                mix(upper.0, lower.0, t),
                mix(upper.1, lower.1, t),
                mix(upper.2, lower.2, t),
                255,
            );
            self.rectangle(
                Area::new(area.left, area.top + row as f32, area.width, 1.0),
                colour,
            );
        }
    }

    pub(crate) fn disc(&mut self, centre: Pixel, radius: f32, colour: Rgba) {
        let Some(path) = PathBuilder::from_circle(centre.0, centre.1, radius) else {
            return;
        };
        self.fill(&path, colour);
    }

    /// A disc with a white rim, so that it stands out on any line.
    pub(crate) fn marker(&mut self, centre: Pixel, radius: f32, colour: Rgba) {
        self.disc(centre, radius + 2.0, Rgba(255, 255, 255, 230));
        self.disc(centre, radius, colour);
    }

    fn fill(&mut self, path: &Path, colour: Rgba) {
        self.pixels.fill_path(
            path,
            &colour.paint(),
            FillRule::Winding,
            Transform::identity(),
            self.clip.as_ref(),
        );
    }

    /// Width of a text in pixels.
    pub(crate) fn text_width(&self, text: &str, size: f32) -> f32 {
        let font = self.font.as_scaled(size);
        let mut width = 0.0;
        let mut before = None;
        for letter in text.chars() {
            let glyph = font.glyph_id(letter);
            if let Some(before) = before {
                width += font.kern(before, glyph);
            }
            width += font.h_advance(glyph);
            before = Some(glyph);
        }
        width
    }

    /// A line of text; `at` is the left end, middle or right end of its base line.
    pub(crate) fn text(&mut self, at: Pixel, size: f32, colour: Rgba, anchor: Anchor, text: &str) {
        self.letters(at, size, colour, anchor, text);
    }

    /// The same in a bolder weight: the letters drawn twice, half a pixel apart.
    pub(crate) fn bold(&mut self, at: Pixel, size: f32, colour: Rgba, anchor: Anchor, text: &str) {
        self.letters(at, size, colour, anchor, text);
        self.letters((at.0 + 0.018 * size, at.1), size, colour, anchor, text);
    }

    fn letters(&mut self, at: Pixel, size: f32, colour: Rgba, anchor: Anchor, text: &str) {
        let width = self.text_width(text, size);
        let mut x = match anchor {
            Anchor::Left => at.0,
            Anchor::Middle => at.0 - 0.5 * width,
            Anchor::Right => at.0 - width,
        };
        let (columns, rows) = (self.pixels.width(), self.pixels.height());
        let font = self.font.clone();
        let scaled = font.as_scaled(size);
        let mut before = None;
        for letter in text.chars() {
            let id = scaled.glyph_id(letter);
            if let Some(before) = before {
                x += scaled.kern(before, id);
            }
            if let Some(outline) =
                font.outline_glyph(id.with_scale_and_position(size, ab_glyph::point(x, at.1)))
            {
                let bounds = outline.px_bounds();
                let data = self.pixels.data_mut();
                outline.draw(|gx, gy, coverage| {
                    let (px, py) = (bounds.min.x + gx as f32, bounds.min.y + gy as f32);
                    if px < 0.0 || py < 0.0 || px >= columns as f32 || py >= rows as f32 {
                        return;
                    }
                    let index = 4 * (py as usize * columns as usize + px as usize);
                    blend(&mut data[index..index + 4], colour, coverage);
                });
            }
            x += scaled.h_advance(id);
            before = Some(id);
        }
    }

    /// The picture as the bytes of a PNG file.
    pub(crate) fn png(&self) -> Result<Vec<u8>, String> {
        self.pixels.encode_png().map_err(|error| error.to_string())
    }
}

/// Lays `colour` over an opaque pixel with the given coverage.
fn blend(pixel: &mut [u8], colour: Rgba, coverage: f32) {
    let share = coverage.clamp(0.0, 1.0) * f32::from(colour.3) / 255.0;
    for (channel, value) in pixel.iter_mut().zip([colour.0, colour.1, colour.2]) {
        let old = f32::from(*channel);
        *channel = (old + (f32::from(value) - old) * share).round() as u8;
    }
}

fn path(points: &[Pixel], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for (index, (x, y)) in points.iter().enumerate() {
        if index == 0 {
            builder.move_to(*x, *y)
        } else {
            builder.line_to(*x, *y)
        }
    }
    if closed {
        builder.close();
    }
    builder.finish()
}
