//! What is drawn into: a picture in memory, or a window.

use wgpu::{
    BufferDescriptor, BufferUsages, CommandEncoderDescriptor, CurrentSurfaceTexture, Extent3d,
    MapMode, PresentMode, Surface, SurfaceConfiguration, SurfaceTarget, SurfaceTexture,
    TexelCopyBufferInfo, TexelCopyBufferLayout, Texture, TextureDescriptor, TextureDimension,
    TextureFormat, TextureUsages, TextureView, TextureViewDescriptor,
};

use crate::error::RenderError;
use crate::gpu::Gpu;
use crate::picture::Picture;
use crate::pipelines::DEPTH;

/// Colour and depth of one size, with one or four samples a pixel.
#[derive(Debug)]
pub(crate) struct Canvas {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) samples: u32,
    /// Where the samples go before they become pixels; none with one sample a pixel.
    pub(crate) multisampled: Option<TextureView>,
    pub(crate) depth: TextureView,
}

impl Canvas {
    pub(crate) fn new(
        gpu: &Gpu,
        [width, height]: [u32; 2],
        format: TextureFormat,
        samples: u32,
    ) -> Result<Self, RenderError> {
        if samples != 1 && samples != 4 {
            return Err(RenderError::Samples(samples));
        }
        let limit = gpu.largest_picture();
        let fits = |side: u32| (1..=limit).contains(&side);
        if !fits(width) || !fits(height) {
            return Err(RenderError::Size {
                width,
                height,
                limit,
            });
        }
        let attachment = |format: TextureFormat, name: &str| {
            let usage = TextureUsages::RENDER_ATTACHMENT;
            texture(gpu, name, [width, height], format, samples, usage)
                .create_view(&TextureViewDescriptor::default())
        };
        Ok(Self {
            width,
            height,
            samples,
            multisampled: (samples > 1).then(|| attachment(format, "samples")),
            depth: attachment(DEPTH, "depth"),
        })
    }
}

pub(crate) fn texture(
    gpu: &Gpu,
    name: &str,
    [width, height]: [u32; 2],
    format: TextureFormat,
    samples: u32,
    usage: TextureUsages,
) -> Texture {
    gpu.device.create_texture(&TextureDescriptor {
        label: Some(name),
        size: Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: samples,
        dimension: TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    })
}

/// A picture in the memory of the device that can be read back. Needs no window and no display.
#[derive(Debug)]
pub struct Offscreen {
    pub(crate) canvas: Canvas,
    colour: Texture,
    pub(crate) view: TextureView,
    encoded: TextureView,
}

impl Offscreen {
    pub(crate) const FORMAT: TextureFormat = TextureFormat::Rgba8UnormSrgb;
    /// The same bytes, read as they are.
    const ENCODED: TextureFormat = TextureFormat::Rgba8Unorm;

    /// Of a size in pixels, with 1 or 4 samples a pixel.
    ///
    /// # Errors
    /// A size of 0 or beyond what the device can, another number of samples.
    pub fn new(gpu: &Gpu, width: u32, height: u32, samples: u32) -> Result<Self, RenderError> {
        let canvas = Canvas::new(gpu, [width, height], Self::FORMAT, samples)?;
        let usage = TextureUsages::RENDER_ATTACHMENT
            | TextureUsages::COPY_SRC
            | TextureUsages::TEXTURE_BINDING;
        let colour = gpu.device.create_texture(&TextureDescriptor {
            label: Some("picture"),
            size: Extent3d {
                width,
                height,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: TextureDimension::D2,
            format: Self::FORMAT,
            usage,
            view_formats: &[Self::ENCODED],
        });
        Ok(Self {
            canvas,
            view: colour.create_view(&TextureViewDescriptor::default()),
            encoded: colour.create_view(&TextureViewDescriptor {
                format: Some(Self::ENCODED),
                ..TextureViewDescriptor::default()
            }),
            colour,
        })
    }

    /// The picture, for others that show it: numbers as sRGB encodes them, not linear light.
    pub const fn encoded(&self) -> &TextureView {
        &self.encoded
    }

    /// Pixels from top to bottom.
    pub const fn height(&self) -> u32 {
        self.canvas.height
    }

    /// Pixels of the last picture, after waiting for it.
    ///
    /// # Errors
    /// The device was lost.
    pub fn read(&self, gpu: &Gpu) -> Result<Picture, RenderError> {
        let Canvas { width, height, .. } = self.canvas;
        let row = 4 * width;
        let padded = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let buffer = gpu.device.create_buffer(&BufferDescriptor {
            label: Some("pixels"),
            size: u64::from(padded) * u64::from(height),
            usage: BufferUsages::COPY_DST | BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = gpu
            .device
            .create_command_encoder(&CommandEncoderDescriptor::default());
        encoder.copy_texture_to_buffer(
            self.colour.as_image_copy(),
            TexelCopyBufferInfo {
                buffer: &buffer,
                layout: TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(padded),
                    rows_per_image: None,
                },
            },
            Extent3d {
                width,
                height,
                depth_or_array_layers: 1,
            },
        );
        gpu.queue.submit([encoder.finish()]);
        let slice = buffer.slice(..);
        let (done, wait) = std::sync::mpsc::channel();
        slice.map_async(MapMode::Read, move |result| {
            // The receiver waits below; if it is gone nobody wants the answer.
            let _ = done.send(result);
        });
        gpu.wait()?;
        let lost = |reason: &dyn ToString| RenderError::Lost(reason.to_string());
        wait.recv()
            .map_err(|error| lost(&error))?
            .map_err(|error| lost(&error))?;
        let mapped = slice.get_mapped_range().map_err(|error| lost(&error))?;
        let rows = mapped.chunks_exact(padded as usize);
        let pixels = rows.flat_map(|bytes| &bytes[..row as usize]).copied();
        Picture::new(width, height, pixels.collect())
    }
}

/// What a window shows.
#[derive(Debug)]
pub struct WindowTarget {
    surface: Surface<'static>,
    config: SurfaceConfiguration,
    pub(crate) canvas: Canvas,
}

/// The next picture of a window; shown by [`WindowTarget::present`].
#[derive(Debug)]
pub struct WindowFrame {
    texture: SurfaceTexture,
    pub(crate) view: TextureView,
}

impl WindowFrame {
    /// The picture, for others that draw into it.
    pub const fn view(&self) -> &TextureView {
        &self.view
    }
}

impl WindowTarget {
    /// Of a surface from [`Gpu::for_window`], with the size of the window in pixels.
    ///
    /// # Errors
    /// A surface that this device cannot draw into.
    pub fn new(
        gpu: &Gpu,
        surface: Surface<'static>,
        [width, height]: [u32; 2],
        samples: u32,
    ) -> Result<Self, RenderError> {
        let offered = surface.get_capabilities(&gpu.adapter);
        let size = [width.max(1), height.max(1)];
        let Some(mut config) = surface.get_default_config(&gpu.adapter, size[0], size[1]) else {
            return Err(RenderError::Window(format!(
                "{} cannot show pictures in it",
                gpu.name()
            )));
        };
        if let Some(format) = offered.formats.iter().find(|format| format.is_srgb()) {
            config.format = *format;
        }
        config.present_mode = PresentMode::AutoVsync;
        if !config.format.is_srgb() {
            config.view_formats = vec![config.format.add_srgb_suffix()];
        }
        surface.configure(&gpu.device, &config);
        let canvas = Canvas::new(gpu, size, config.format.add_srgb_suffix(), samples)?;
        Ok(Self {
            surface,
            config,
            canvas,
        })
    }

    /// Format of its pixels as they are drawn.
    pub fn format(&self) -> TextureFormat {
        self.config.format.add_srgb_suffix()
    }

    /// Width and height, pixels.
    pub const fn size(&self) -> [u32; 2] {
        [self.config.width, self.config.height]
    }

    /// Takes up a new size of the window, pixels; a side of 0, as of a window put away, leaves it as it is.
    ///
    /// # Errors
    /// A size beyond what the device can.
    pub fn resize(&mut self, gpu: &Gpu, [width, height]: [u32; 2]) -> Result<(), RenderError> {
        if width == 0 || height == 0 || [width, height] == self.size() {
            return Ok(());
        }
        let canvas = Canvas::new(gpu, [width, height], self.format(), self.canvas.samples)?;
        self.config.width = width;
        self.config.height = height;
        self.surface.configure(&gpu.device, &self.config);
        self.canvas = canvas;
        Ok(())
    }

    /// The picture to be drawn next. `None` if there is none now, as while the window is hidden: try again later.
    ///
    /// A surface that is out of date is set up again.
    ///
    /// # Errors
    /// The surface is lost: [`WindowTarget::restore`] makes a new one.
    pub fn next(&mut self, gpu: &Gpu) -> Result<Option<WindowFrame>, RenderError> {
        // A second try after setting it up again.
        for _ in 0..2 {
            match self.surface.get_current_texture() {
                CurrentSurfaceTexture::Success(texture)
                | CurrentSurfaceTexture::Suboptimal(texture) => {
                    let view = texture.texture.create_view(&TextureViewDescriptor {
                        format: Some(self.format()),
                        ..TextureViewDescriptor::default()
                    });
                    return Ok(Some(WindowFrame { texture, view }));
                }
                CurrentSurfaceTexture::Timeout | CurrentSurfaceTexture::Occluded => {
                    return Ok(None);
                }
                CurrentSurfaceTexture::Outdated => {
                    self.surface.configure(&gpu.device, &self.config);
                }
                CurrentSurfaceTexture::Lost => {
                    return Err(RenderError::Window("its surface was lost".to_owned()));
                }
                CurrentSurfaceTexture::Validation => {
                    return Err(RenderError::Window("its surface is not valid".to_owned()));
                }
            }
        }
        Ok(None)
    }

    /// Makes a new surface for the window after the old one was lost.
    ///
    /// # Errors
    /// The window cannot be drawn into any more.
    pub fn restore(
        &mut self,
        gpu: &Gpu,
        window: impl Into<SurfaceTarget<'static>>,
    ) -> Result<(), RenderError> {
        self.surface = gpu
            .instance
            .create_surface(window)
            .map_err(|error| RenderError::Window(error.to_string()))?;
        self.surface.configure(&gpu.device, &self.config);
        Ok(())
    }

    /// Shows a picture that was drawn.
    pub fn present(&self, gpu: &Gpu, frame: WindowFrame) {
        gpu.queue.present(frame.texture);
    }
}
