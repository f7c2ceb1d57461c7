//! Pixels in memory: what was drawn, what is pasted on meshes, files of both.

use std::path::Path;

use crate::error::RenderError;

/// Pixels, red, green, blue and opacity a byte each in sRGB, rows from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Picture {
    /// From bytes.
    ///
    /// # Errors
    /// A side of 0, or another number of bytes than four a pixel.
    pub fn new(width: u32, height: u32, pixels: Vec<u8>) -> Result<Self, RenderError> {
        if width == 0 || height == 0 {
            let limit = u32::MAX;
            return Err(RenderError::Size {
                width,
                height,
                limit,
            });
        }
        if pixels.len() as u64 != 4 * u64::from(width) * u64::from(height) {
            let bytes = pixels.len();
            return Err(RenderError::Pixels {
                width,
                height,
                bytes,
            });
        }
        Ok(Self {
            width,
            height,
            pixels,
        })
    }

    /// A picture whose pixels follow from their place, (0, 0) to (1, 1) at the middles of pixels from the upper left.
    ///
    /// # Panics
    /// A side of 0, which is the caller's mistake.
    pub fn paint(width: u32, height: u32, mut colour: impl FnMut(f32, f32) -> [u8; 4]) -> Self {
        assert!(width > 0 && height > 0, "a picture has pixels");
        let mut pixels = Vec::with_capacity(4 * width as usize * height as usize);
        for row in 0..height {
            for column in 0..width {
                let u = (column as f32 + 0.5) / width as f32;
                let v = (row as f32 + 0.5) / height as f32;
                pixels.extend(colour(u, v));
            }
        }
        Self {
            width,
            height,
            pixels,
        }
    }

    /// Reads a PNG file.
    ///
    /// # Errors
    /// A file that cannot be read or is no PNG.
    pub fn load(path: &Path) -> Result<Self, RenderError> {
        let bytes = std::fs::read(path).map_err(|error| RenderError::file(path, error))?;
        Self::from_png(&bytes).map_err(|reason| RenderError::file(path, reason))
    }

    /// Reads PNG bytes; the error is the reason.
    pub(crate) fn from_png(bytes: &[u8]) -> Result<Self, String> {
        let image = image::load_from_memory_with_format(bytes, image::ImageFormat::Png)
            .map_err(|error| error.to_string())?
            .into_rgba8();
        let (width, height) = image.dimensions();
        Self::new(width, height, image.into_raw()).map_err(|error| error.to_string())
    }

    /// Writes a PNG file.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn save_png(&self, path: &Path) -> Result<(), RenderError> {
        let colour = image::ExtendedColorType::Rgba8;
        let format = image::ImageFormat::Png;
        image::save_buffer_with_format(path, &self.pixels, self.width, self.height, colour, format)
            .map_err(|error| RenderError::file(path, error))
    }

    /// Pixels from left to right.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Pixels from top to bottom.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// All bytes, four a pixel.
    pub fn bytes(&self) -> &[u8] {
        &self.pixels
    }

    /// The pixel of a column and row from the upper left; `None` outside.
    pub fn pixel(&self, column: u32, row: u32) -> Option<[u8; 4]> {
        if column >= self.width || row >= self.height {
            return None;
        }
        let first = 4 * (row as usize * self.width as usize + column as usize);
        self.pixels[first..first + 4].try_into().ok()
    }

    /// Half as wide and high, each pixel the mean of four in linear light; a side of 1 stays.
    pub(crate) fn halved(&self) -> Self {
        let width = (self.width / 2).max(1);
        let height = (self.height / 2).max(1);
        let mut pixels = Vec::with_capacity(4 * width as usize * height as usize);
        for row in 0..height {
            for column in 0..width {
                for channel in 0..4 {
                    let at = |dx: u32, dy: u32| {
                        let x = (2 * column + dx).min(self.width - 1) as usize;
                        let y = (2 * row + dy).min(self.height - 1) as usize;
                        self.pixels[4 * (y * self.width as usize + x) + channel]
                    };
                    let four = [at(0, 0), at(1, 0), at(0, 1), at(1, 1)];
                    pixels.push(if channel == 3 {
                        (four.iter().map(|byte| u32::from(*byte)).sum::<u32>() / 4) as u8
                    } else {
                        to_srgb(four.iter().map(|byte| to_linear(*byte)).sum::<f32>() / 4.0)
                    });
                }
            }
        }
        Self {
            width,
            height,
            pixels,
        }
    }
}

/// Linear light of an sRGB byte, 0 to 1 (IEC 61966-2-1).
pub fn to_linear(byte: u8) -> f32 {
    let s = f32::from(byte) / 255.0;
    if s <= 0.04045 {
        s / 12.92
    } else {
        voltex_math::f32::pow((s + 0.055) / 1.055, 2.4)
    }
}

/// Nearest sRGB byte of linear light (IEC 61966-2-1); beyond 0 and 1 the ends.
pub fn to_srgb(linear: f32) -> u8 {
    let s = if linear <= 0.003_130_8 {
        12.92 * linear
    } else {
        1.055 * voltex_math::f32::pow(linear, 1.0 / 2.4) - 0.055
    };
    // The conversion saturates, and NaN gives 0.
    (255.0 * s + 0.5) as u8
}
