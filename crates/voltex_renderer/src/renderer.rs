//! Draws frames: shadow map, bodies and sky, lines, letters, in one submission.
//!
//! What differs from draw call to draw call lies in instance buffers. Of a uniform buffer that is written between the
//! calls of one submission every call would see the last write; here each is written once a frame.

use std::mem::size_of_val;

use bytemuck::Pod;
use voltex_math::f32::tan;
use wgpu::util::{BufferInitDescriptor, DeviceExt as _};
use wgpu::{
    AddressMode, BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindingResource,
    Buffer, BufferDescriptor, BufferUsages, Color, CommandEncoder, CommandEncoderDescriptor,
    CompareFunction, Extent3d, FilterMode, IndexFormat, LoadOp, MipmapFilterMode, Operations,
    RenderPass, RenderPassColorAttachment, RenderPassDepthStencilAttachment, RenderPassDescriptor,
    SamplerDescriptor, StoreOp, TexelCopyBufferLayout, TexelCopyTextureInfo, TextureDescriptor,
    TextureDimension, TextureFormat, TextureUsages, TextureView, TextureViewDescriptor,
};

use crate::error::RenderError;
use crate::frame::{Anchor, Frame, Instance, MeshHandle, TextureHandle, Width};
use crate::gpu::Gpu;
use crate::letters::{Letter, Letters};
use crate::mesh::MeshData;
use crate::picture::Picture;
use crate::pipelines::{
    DEPTH, LampData, LineData, MAX_LIGHTS, OverlayGlobals, Pipelines, SceneGlobals,
};
use crate::target::{Canvas, Offscreen, WindowFrame, WindowTarget, texture};

/// Width and height of the shadow map, pixels.
const SHADOW_SIZE: u32 = 2048;

/// Draws frames into targets of one kind; holds meshes and textures.
#[derive(Debug)]
pub struct Renderer {
    pipelines: Pipelines,
    samples: u32,
    format: TextureFormat,
    meshes: Vec<Mesh>,
    textures: Vec<BindGroup>,
    white: BindGroup,
    scene_globals: Buffer,
    scene_group: BindGroup,
    overlay_globals: Buffer,
    overlay_group: BindGroup,
    shadow_view: TextureView,
    shadow_group: BindGroup,
    letters: Letters,
    letter_group: BindGroup,
    instances: Growing,
    lines: Growing,
    texts: Growing,
    /// Kept from frame to frame for their memory.
    line_data: Vec<LineData>,
    letter_data: Vec<Letter>,
    instance_data: Vec<Instance>,
}

#[derive(Debug)]
struct Mesh {
    vertices: Buffer,
    indices: Buffer,
    count: u32,
}

/// A vertex buffer that is replaced by a larger one when it is too small.
#[derive(Debug)]
struct Growing {
    name: &'static str,
    buffer: Buffer,
}

impl Growing {
    fn new(gpu: &Gpu, name: &'static str) -> Self {
        Self {
            name,
            buffer: Self::make(gpu, name, 4096),
        }
    }

    fn make(gpu: &Gpu, name: &str, size: u64) -> Buffer {
        gpu.device.create_buffer(&BufferDescriptor {
            label: Some(name),
            size,
            usage: BufferUsages::VERTEX | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    }

    fn write<T: Pod>(&mut self, gpu: &Gpu, data: &[T]) {
        let size = size_of_val(data) as u64;
        if size > self.buffer.size() {
            self.buffer = Self::make(gpu, self.name, size.next_power_of_two());
        }
        if size > 0 {
            gpu.queue
                .write_buffer(&self.buffer, 0, bytemuck::cast_slice(data));
        }
    }
}

impl Renderer {
    /// For pictures in memory, with 1 or 4 samples a pixel.
    ///
    /// # Errors
    /// Another number of samples.
    pub fn offscreen(gpu: &Gpu, samples: u32) -> Result<Self, RenderError> {
        Self::new(gpu, Offscreen::FORMAT, samples)
    }

    /// For a window.
    ///
    /// # Errors
    /// None that the target has not met.
    pub fn for_window(gpu: &Gpu, target: &WindowTarget) -> Result<Self, RenderError> {
        Self::new(gpu, target.format(), target.canvas.samples)
    }

    fn new(gpu: &Gpu, format: TextureFormat, samples: u32) -> Result<Self, RenderError> {
        if samples != 1 && samples != 4 {
            return Err(RenderError::Samples(samples));
        }
        let device = &gpu.device;
        let pipelines = Pipelines::new(device, format, samples);
        let (scene_globals, scene_group) =
            globals(gpu, &pipelines.globals, size_of::<SceneGlobals>());
        let (overlay_globals, overlay_group) =
            globals(gpu, &pipelines.globals, size_of::<OverlayGlobals>());
        let usage = TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING;
        let size = [SHADOW_SIZE, SHADOW_SIZE];
        let shadow_view = texture(gpu, "shadow map", size, DEPTH, 1, usage)
            .create_view(&TextureViewDescriptor::default());
        let compare = device.create_sampler(&SamplerDescriptor {
            label: Some("shadow"),
            mag_filter: FilterMode::Linear,
            min_filter: FilterMode::Linear,
            compare: Some(CompareFunction::LessEqual),
            ..SamplerDescriptor::default()
        });
        let shadow_group = group(
            gpu,
            &pipelines.shadow_input,
            [
                BindingResource::TextureView(&shadow_view),
                BindingResource::Sampler(&compare),
            ],
        );
        let letters = Letters::new();
        let letter_group = letter_sheet(gpu, &pipelines.texture, &letters);
        let white = paste(
            gpu,
            &pipelines.texture,
            &Picture::paint(1, 1, |_, _| [255; 4]),
        );
        Ok(Self {
            pipelines,
            samples,
            format,
            meshes: Vec::new(),
            textures: Vec::new(),
            white,
            scene_globals,
            scene_group,
            overlay_globals,
            overlay_group,
            shadow_view,
            shadow_group,
            letters,
            letter_group,
            instances: Growing::new(gpu, "instances"),
            lines: Growing::new(gpu, "lines"),
            texts: Growing::new(gpu, "letters"),
            line_data: Vec::new(),
            letter_data: Vec::new(),
            instance_data: Vec::new(),
        })
    }

    /// Takes a mesh up.
    ///
    /// # Errors
    /// As for [`MeshData::validate`].
    pub fn add_mesh(&mut self, gpu: &Gpu, mesh: &MeshData) -> Result<MeshHandle, RenderError> {
        mesh.validate()?;
        let buffer = |contents: &[u8], usage: BufferUsages| {
            gpu.device.create_buffer_init(&BufferInitDescriptor {
                label: Some("mesh"),
                contents,
                usage,
            })
        };
        self.meshes.push(Mesh {
            vertices: buffer(bytemuck::cast_slice(&mesh.vertices), BufferUsages::VERTEX),
            indices: buffer(bytemuck::cast_slice(&mesh.indices), BufferUsages::INDEX),
            count: mesh.indices.len() as u32,
        });
        Ok(MeshHandle(self.meshes.len() as u32 - 1))
    }

    /// Takes a texture up, with smaller copies for the distance.
    ///
    /// # Errors
    /// A picture larger than the device can take.
    pub fn add_texture(
        &mut self,
        gpu: &Gpu,
        picture: &Picture,
    ) -> Result<TextureHandle, RenderError> {
        let limit = gpu.largest_picture();
        let (width, height) = (picture.width(), picture.height());
        if width > limit || height > limit {
            return Err(RenderError::Size {
                width,
                height,
                limit,
            });
        }
        self.textures
            .push(paste(gpu, &self.pipelines.texture, picture));
        Ok(TextureHandle(self.textures.len() as u32 - 1))
    }

    /// Draws into a picture in memory.
    ///
    /// # Errors
    /// A target with another number of samples than the renderer.
    pub fn draw(
        &mut self,
        gpu: &Gpu,
        frame: &Frame,
        target: &Offscreen,
    ) -> Result<(), RenderError> {
        if target.canvas.samples != self.samples || self.format != Offscreen::FORMAT {
            return Err(RenderError::Samples(target.canvas.samples));
        }
        self.submit(gpu, frame, &target.canvas, &target.view);
        Ok(())
    }

    /// Draws the next picture of a window, which is then to be presented.
    pub fn draw_window(
        &mut self,
        gpu: &Gpu,
        frame: &Frame,
        target: &WindowTarget,
        next: &WindowFrame,
    ) {
        self.submit(gpu, frame, &target.canvas, &next.view);
    }

    /// Width of a line of text of this height, both in pixels.
    pub fn text_width(&self, text: &str, size: f32) -> f32 {
        self.letters.width(text, size)
    }

    fn submit(&mut self, gpu: &Gpu, frame: &Frame, canvas: &Canvas, view: &TextureView) {
        self.upload(gpu, frame, canvas);
        let mut encoder = gpu
            .device
            .create_command_encoder(&CommandEncoderDescriptor {
                label: Some("frame"),
            });
        self.shadow_pass(&mut encoder, frame);
        self.picture_pass(&mut encoder, frame, canvas, view);
        gpu.queue.submit([encoder.finish()]);
    }

    /// Writes everything that changes from frame to frame, each buffer once.
    fn upload(&mut self, gpu: &Gpu, frame: &Frame, canvas: &Canvas) {
        let scene = scene_globals(frame, canvas);
        let overlay = OverlayGlobals {
            view_projection: scene.view_projection,
            viewport: [
                canvas.width as f32,
                canvas.height as f32,
                frame.camera.pixels_per_metre(1.0, canvas.height),
                frame.camera.near,
            ],
        };
        let write = |buffer: &Buffer, bytes: &[u8]| gpu.queue.write_buffer(buffer, 0, bytes);
        write(&self.scene_globals, bytemuck::bytes_of(&scene));
        write(&self.overlay_globals, bytemuck::bytes_of(&overlay));
        self.instance_data.clear();
        for batch in &frame.batches {
            self.instance_data.extend_from_slice(&batch.instances);
        }
        self.instances.write(gpu, &self.instance_data);
        self.line_data.clear();
        self.line_data
            .extend(frame.lines.iter().map(|line| LineData {
                start: line.ends[0].to_array(),
                width: match line.width {
                    Width::Pixels(width) => width,
                    Width::Metres(width) => -width,
                },
                end: line.ends[1].to_array(),
                colour: line.colour.packed(),
            }));
        self.lines.write(gpu, &self.line_data);
        self.letter_data.clear();
        for label in &frame.labels {
            let corner = match label.anchor {
                Anchor::Corner(corner) => corner,
                Anchor::World(point) => {
                    let Some(at) = frame.camera.project(point, canvas.width, canvas.height) else {
                        continue;
                    };
                    let width = self.letters.width(&label.text, label.size);
                    [at.x - 0.5 * width, at.y - label.size]
                }
            };
            self.letters.place(
                &mut self.letter_data,
                &label.text,
                corner,
                label.size,
                label.colour,
            );
        }
        self.texts.write(gpu, &self.letter_data);
    }

    fn shadow_pass(&self, encoder: &mut CommandEncoder, frame: &Frame) {
        let mut pass = encoder.begin_render_pass(&RenderPassDescriptor {
            label: Some("shadow"),
            depth_stencil_attachment: Some(RenderPassDepthStencilAttachment {
                view: &self.shadow_view,
                depth_ops: Some(Operations {
                    load: LoadOp::Clear(1.0),
                    store: StoreOp::Store,
                }),
                stencil_ops: None,
            }),
            ..RenderPassDescriptor::default()
        });
        if frame.sun.shadow_radius > 0.0 {
            pass.set_pipeline(&self.pipelines.shadow);
            pass.set_bind_group(0, &self.scene_group, &[]);
            self.draw_batches(&mut pass, frame, true);
        }
    }

    fn picture_pass(
        &self,
        encoder: &mut CommandEncoder,
        frame: &Frame,
        canvas: &Canvas,
        view: &TextureView,
    ) {
        let (drawn, resolved, store) = match &canvas.multisampled {
            Some(samples) => (samples, Some(view), StoreOp::Discard),
            None => (view, None, StoreOp::Store),
        };
        let mut pass = encoder.begin_render_pass(&RenderPassDescriptor {
            label: Some("picture"),
            color_attachments: &[Some(RenderPassColorAttachment {
                view: drawn,
                depth_slice: None,
                resolve_target: resolved,
                ops: Operations {
                    load: LoadOp::Clear(Color::BLACK),
                    store,
                },
            })],
            depth_stencil_attachment: Some(RenderPassDepthStencilAttachment {
                view: &canvas.depth,
                depth_ops: Some(Operations {
                    load: LoadOp::Clear(0.0),
                    store: StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            ..RenderPassDescriptor::default()
        });
        pass.set_pipeline(&self.pipelines.bodies);
        pass.set_bind_group(0, &self.scene_group, &[]);
        pass.set_bind_group(1, &self.shadow_group, &[]);
        self.draw_batches(&mut pass, frame, false);
        pass.set_pipeline(&self.pipelines.sky);
        pass.draw(0..3, 0..1);
        if !self.line_data.is_empty() {
            pass.set_pipeline(&self.pipelines.lines);
            pass.set_bind_group(0, &self.overlay_group, &[]);
            pass.set_vertex_buffer(0, self.lines.buffer.slice(..));
            pass.draw(0..4, 0..self.line_data.len() as u32);
        }
        if !self.letter_data.is_empty() {
            pass.set_pipeline(&self.pipelines.letters);
            pass.set_bind_group(0, &self.overlay_group, &[]);
            pass.set_bind_group(1, &self.letter_group, &[]);
            pass.set_vertex_buffer(0, self.texts.buffer.slice(..));
            pass.draw(0..4, 0..self.letter_data.len() as u32);
        }
    }

    /// One draw call a batch. Handles come from this renderer; one from another draws the wrong mesh or nothing.
    fn draw_batches(&self, pass: &mut RenderPass<'_>, frame: &Frame, shadow: bool) {
        pass.set_vertex_buffer(1, self.instances.buffer.slice(..));
        let mut first = 0;
        for batch in &frame.batches {
            let end = first + batch.instances.len() as u32;
            let range = first..end;
            first = end;
            let Some(mesh) = self.meshes.get(batch.mesh.0 as usize) else {
                continue;
            };
            if range.is_empty() || shadow && !batch.shadow {
                continue;
            }
            if !shadow {
                let pasted = batch
                    .texture
                    .and_then(|texture| self.textures.get(texture.0 as usize));
                pass.set_bind_group(2, pasted.unwrap_or(&self.white), &[]);
            }
            pass.set_vertex_buffer(0, mesh.vertices.slice(..));
            pass.set_index_buffer(mesh.indices.slice(..), IndexFormat::Uint32);
            pass.draw_indexed(0..mesh.count, 0, range);
        }
    }
}

fn scene_globals(frame: &Frame, canvas: &Canvas) -> SceneGlobals {
    let Frame {
        camera, sky, sun, ..
    } = frame;
    let aspect = canvas.width as f32 / canvas.height as f32;
    let half = tan(0.5 * camera.field_of_view);
    let [right, up, forward] = camera.axes();
    let four = |[x, y, z]: [f32; 3], w: f32| [x, y, z, w];
    let mut lamps = [LampData::default(); MAX_LIGHTS];
    for (lamp, light) in lamps.iter_mut().zip(&frame.lights) {
        *lamp = LampData {
            position_range: four(light.position.to_array(), light.range),
            colour: four(light.colour, 0.0),
        };
    }
    let shadows = sun.shadow_radius > 0.0;
    SceneGlobals {
        view_projection: camera.view_projection(aspect).to_cols_array(),
        shadow: if shadows {
            sun.shadow_matrix().to_cols_array()
        } else {
            [0.0; 16]
        },
        right: right.extend(half * aspect).to_array(),
        up: up.extend(half).to_array(),
        forward: forward.extend(0.0).to_array(),
        eye: camera.position.extend(1.0).to_array(),
        sun: sun
            .direction()
            .extend(if shadows {
                2.0 * sun.shadow_radius / SHADOW_SIZE as f32
            } else {
                0.0
            })
            .to_array(),
        sun_colour: four(sun.colour, sky.ambient),
        horizon: four(sky.horizon, 1.0 / sky.fade),
        zenith: four(sky.zenith, 0.0),
        ground: four(sky.ground, 0.0),
        viewport: [
            canvas.width as f32,
            canvas.height as f32,
            1.0 / SHADOW_SIZE as f32,
            frame.lights.len().min(MAX_LIGHTS) as f32,
        ],
        lamps,
    }
}

fn globals(gpu: &Gpu, layout: &BindGroupLayout, size: usize) -> (Buffer, BindGroup) {
    let buffer = gpu.device.create_buffer(&BufferDescriptor {
        label: Some("globals"),
        size: size as u64,
        usage: BufferUsages::UNIFORM | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let group = group(gpu, layout, [buffer.as_entire_binding()]);
    (buffer, group)
}

fn group<const N: usize>(
    gpu: &Gpu,
    layout: &BindGroupLayout,
    resources: [BindingResource<'_>; N],
) -> BindGroup {
    let mut binding = 0;
    let entries = resources.map(|resource| {
        binding += 1;
        BindGroupEntry {
            binding: binding - 1,
            resource,
        }
    });
    gpu.device.create_bind_group(&BindGroupDescriptor {
        label: None,
        layout,
        entries: &entries,
    })
}

/// A texture with all its smaller copies.
fn paste(gpu: &Gpu, layout: &BindGroupLayout, picture: &Picture) -> BindGroup {
    let mut levels = vec![picture.clone()];
    while let Some(last) = levels.last().filter(|l| l.width() > 1 || l.height() > 1) {
        levels.push(last.halved());
    }
    let data: Vec<_> = levels
        .iter()
        .map(|level| ([level.width(), level.height()], level.bytes()))
        .collect();
    upload_texture(gpu, layout, &data, TextureFormat::Rgba8UnormSrgb, 4)
}

fn letter_sheet(gpu: &Gpu, layout: &BindGroupLayout, letters: &Letters) -> BindGroup {
    let level = ([Letters::WIDTH, letters.height], letters.sheet.as_slice());
    upload_texture(gpu, layout, &[level], TextureFormat::R8Unorm, 1)
}

/// Sizes and bytes of all levels, from the largest on.
fn upload_texture(
    gpu: &Gpu,
    layout: &BindGroupLayout,
    levels: &[([u32; 2], &[u8])],
    format: TextureFormat,
    bytes_per_pixel: u32,
) -> BindGroup {
    let extent = |[width, height]: [u32; 2]| Extent3d {
        width,
        height,
        depth_or_array_layers: 1,
    };
    let texture = gpu.device.create_texture(&TextureDescriptor {
        label: Some("texture"),
        size: extent(levels[0].0),
        mip_level_count: levels.len() as u32,
        sample_count: 1,
        dimension: TextureDimension::D2,
        format,
        usage: TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST,
        view_formats: &[],
    });
    for (level, (size, bytes)) in levels.iter().enumerate() {
        gpu.queue.write_texture(
            TexelCopyTextureInfo {
                mip_level: level as u32,
                ..texture.as_image_copy()
            },
            bytes,
            TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(size[0] * bytes_per_pixel),
                rows_per_image: None,
            },
            extent(*size),
        );
    }
    let sampler = gpu.device.create_sampler(&SamplerDescriptor {
        label: Some("texture"),
        address_mode_u: AddressMode::Repeat,
        address_mode_v: AddressMode::ClampToEdge,
        mag_filter: FilterMode::Linear,
        min_filter: FilterMode::Linear,
        mipmap_filter: MipmapFilterMode::Linear,
        ..SamplerDescriptor::default()
    });
    group(
        gpu,
        layout,
        [
            BindingResource::TextureView(&texture.create_view(&TextureViewDescriptor::default())),
            BindingResource::Sampler(&sampler),
        ],
    )
}
