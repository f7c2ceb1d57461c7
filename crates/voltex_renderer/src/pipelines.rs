//! How the device reads vertices and instances, and the programs it runs over them.

use std::mem::size_of;

use bytemuck::{Pod, Zeroable};
use wgpu::{
    BindGroupLayout, BindGroupLayoutDescriptor, BindGroupLayoutEntry, BindingType, BlendState,
    BufferBindingType, ColorTargetState, ColorWrites, CompareFunction, DepthBiasState,
    DepthStencilState, Device, Face, FragmentState, MultisampleState, PipelineLayoutDescriptor,
    PrimitiveState, PrimitiveTopology, RenderPipeline, RenderPipelineDescriptor,
    SamplerBindingType, ShaderModule, ShaderModuleDescriptor, ShaderSource, ShaderStages,
    StencilState, TextureFormat, TextureSampleType, TextureViewDimension, VertexBufferLayout,
    VertexState, VertexStepMode, vertex_attr_array,
};

use crate::frame::Instance;
use crate::letters::Letter;
use crate::mesh::Vertex;

/// Lamps that shine at once.
pub const MAX_LIGHTS: usize = 16;
pub(crate) const DEPTH: TextureFormat = TextureFormat::Depth32Float;

/// A lamp as the device reads it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(crate) struct LampData {
    pub(crate) position_range: [f32; 4],
    pub(crate) colour: [f32; 4],
}

/// What all bodies of a frame share; `scene.wgsl` says what is where.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(crate) struct SceneGlobals {
    pub(crate) view_projection: [f32; 16],
    pub(crate) shadow: [f32; 16],
    pub(crate) right: [f32; 4],
    pub(crate) up: [f32; 4],
    pub(crate) forward: [f32; 4],
    pub(crate) eye: [f32; 4],
    pub(crate) sun: [f32; 4],
    pub(crate) sun_colour: [f32; 4],
    pub(crate) horizon: [f32; 4],
    pub(crate) zenith: [f32; 4],
    pub(crate) ground: [f32; 4],
    pub(crate) viewport: [f32; 4],
    pub(crate) lamps: [LampData; MAX_LIGHTS],
}

/// What lines and letters of a frame share.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(crate) struct OverlayGlobals {
    pub(crate) view_projection: [f32; 16],
    pub(crate) viewport: [f32; 4],
}

/// A line as the device reads it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(crate) struct LineData {
    pub(crate) start: [f32; 3],
    pub(crate) width: f32,
    pub(crate) end: [f32; 3],
    pub(crate) colour: u32,
}

/// All programs, for one format of picture and number of samples.
#[derive(Debug)]
pub(crate) struct Pipelines {
    pub(crate) globals: BindGroupLayout,
    pub(crate) shadow_input: BindGroupLayout,
    pub(crate) texture: BindGroupLayout,
    pub(crate) bodies: RenderPipeline,
    pub(crate) shadow: RenderPipeline,
    pub(crate) sky: RenderPipeline,
    pub(crate) lines: RenderPipeline,
    pub(crate) letters: RenderPipeline,
}

impl Pipelines {
    pub(crate) fn new(device: &Device, format: TextureFormat, samples: u32) -> Self {
        let globals = layout(device, "globals", &[uniform()]);
        let shadow_input = layout(
            device,
            "shadow map",
            &[
                texture(0, TextureSampleType::Depth),
                sampler(1, SamplerBindingType::Comparison),
            ],
        );
        let pasted = layout(
            device,
            "texture",
            &[
                texture(0, TextureSampleType::Float { filterable: true }),
                sampler(1, SamplerBindingType::Filtering),
            ],
        );
        let scene = module(device, "scene", include_str!("shaders/scene.wgsl"));
        let overlay = module(device, "overlay", include_str!("shaders/overlay.wgsl"));
        let builder = Builder {
            device,
            format,
            samples,
        };
        let corners = vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Float32x2];
        let copies = vertex_attr_array![
            3 => Float32x3, 4 => Unorm8x4, 5 => Float32x4, 6 => Float32x3, 7 => Uint32
        ];
        let line = vertex_attr_array![0 => Float32x3, 1 => Float32, 2 => Float32x3, 3 => Unorm8x4];
        let letter = vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Unorm8x4];
        let body_buffers = [
            Some(VertexBufferLayout {
                array_stride: size_of::<Vertex>() as u64,
                step_mode: VertexStepMode::Vertex,
                attributes: &corners,
            }),
            Some(per_instance(size_of::<Instance>(), &copies)),
        ];
        let line_buffers = [Some(per_instance(size_of::<LineData>(), &line))];
        let letter_buffers = [Some(per_instance(size_of::<Letter>(), &letter))];
        let triangles = PrimitiveTopology::TriangleList;
        let strip = PrimitiveTopology::TriangleStrip;
        Self {
            bodies: builder.build(Program {
                name: "bodies",
                module: &scene,
                vertex: "body_vertex",
                fragment: Some("body_pixel"),
                groups: &[&globals, &shadow_input, &pasted],
                buffers: &body_buffers,
                topology: triangles,
                cull: None,
                depth: depth(CompareFunction::Greater, true),
            }),
            shadow: builder.build(Program {
                name: "shadow",
                module: &scene,
                vertex: "shadow_vertex",
                fragment: None,
                groups: &[&globals],
                buffers: &body_buffers,
                topology: triangles,
                cull: None,
                depth: DepthStencilState {
                    bias: DepthBiasState {
                        constant: 2,
                        slope_scale: 2.0,
                        clamp: 0.0,
                    },
                    ..depth(CompareFunction::Less, true)
                },
            }),
            sky: builder.build(Program {
                name: "sky",
                module: &scene,
                vertex: "sky_vertex",
                fragment: Some("sky_pixel"),
                groups: &[&globals],
                buffers: &[],
                topology: triangles,
                cull: None,
                depth: depth(CompareFunction::GreaterEqual, false),
            }),
            lines: builder.build(Program {
                name: "lines",
                module: &overlay,
                vertex: "line_vertex",
                fragment: Some("line_pixel"),
                groups: &[&globals],
                buffers: &line_buffers,
                topology: strip,
                cull: None,
                depth: depth(CompareFunction::GreaterEqual, false),
            }),
            letters: builder.build(Program {
                name: "letters",
                module: &overlay,
                vertex: "letter_vertex",
                fragment: Some("letter_pixel"),
                groups: &[&globals, &pasted],
                buffers: &letter_buffers,
                topology: strip,
                cull: None,
                depth: depth(CompareFunction::Always, false),
            }),
            globals,
            shadow_input,
            texture: pasted,
        }
    }
}

struct Builder<'a> {
    device: &'a Device,
    format: TextureFormat,
    samples: u32,
}

/// What tells one program from another.
struct Program<'a> {
    name: &'a str,
    module: &'a ShaderModule,
    vertex: &'a str,
    /// None writes depth alone.
    fragment: Option<&'a str>,
    groups: &'a [&'a BindGroupLayout],
    buffers: &'a [Option<VertexBufferLayout<'a>>],
    topology: PrimitiveTopology,
    cull: Option<Face>,
    depth: DepthStencilState,
}

impl Builder<'_> {
    fn build(&self, program: Program<'_>) -> RenderPipeline {
        let groups: Vec<_> = program.groups.iter().map(|group| Some(*group)).collect();
        let layout = self
            .device
            .create_pipeline_layout(&PipelineLayoutDescriptor {
                label: Some(program.name),
                bind_group_layouts: &groups,
                immediate_size: 0,
            });
        let targets = [Some(ColorTargetState {
            format: self.format,
            blend: Some(BlendState::ALPHA_BLENDING),
            write_mask: ColorWrites::ALL,
        })];
        self.device
            .create_render_pipeline(&RenderPipelineDescriptor {
                label: Some(program.name),
                layout: Some(&layout),
                vertex: VertexState {
                    module: program.module,
                    entry_point: Some(program.vertex),
                    compilation_options: Default::default(),
                    buffers: program.buffers,
                },
                primitive: PrimitiveState {
                    topology: program.topology,
                    cull_mode: program.cull,
                    ..PrimitiveState::default()
                },
                depth_stencil: Some(program.depth),
                multisample: MultisampleState {
                    count: match program.fragment {
                        Some(_) => self.samples,
                        None => 1,
                    },
                    ..MultisampleState::default()
                },
                fragment: program.fragment.map(|entry| FragmentState {
                    module: program.module,
                    entry_point: Some(entry),
                    compilation_options: Default::default(),
                    targets: &targets,
                }),
                multiview_mask: None,
                cache: None,
            })
    }
}

fn module(device: &Device, name: &str, source: &str) -> ShaderModule {
    device.create_shader_module(ShaderModuleDescriptor {
        label: Some(name),
        source: ShaderSource::Wgsl(source.into()),
    })
}

fn per_instance(size: usize, attributes: &[wgpu::VertexAttribute]) -> VertexBufferLayout<'_> {
    VertexBufferLayout {
        array_stride: size as u64,
        step_mode: VertexStepMode::Instance,
        attributes,
    }
}

fn depth(compare: CompareFunction, write: bool) -> DepthStencilState {
    DepthStencilState {
        format: DEPTH,
        depth_write_enabled: Some(write),
        depth_compare: Some(compare),
        stencil: StencilState::default(),
        bias: DepthBiasState::default(),
    }
}

fn layout(device: &Device, name: &str, entries: &[BindGroupLayoutEntry]) -> BindGroupLayout {
    device.create_bind_group_layout(&BindGroupLayoutDescriptor {
        label: Some(name),
        entries,
    })
}

fn uniform() -> BindGroupLayoutEntry {
    BindGroupLayoutEntry {
        binding: 0,
        visibility: ShaderStages::VERTEX_FRAGMENT,
        ty: BindingType::Buffer {
            ty: BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    }
}

fn texture(binding: u32, sample_type: TextureSampleType) -> BindGroupLayoutEntry {
    BindGroupLayoutEntry {
        binding,
        visibility: ShaderStages::FRAGMENT,
        ty: BindingType::Texture {
            sample_type,
            view_dimension: TextureViewDimension::D2,
            multisampled: false,
        },
        count: None,
    }
}

fn sampler(binding: u32, kind: SamplerBindingType) -> BindGroupLayoutEntry {
    BindGroupLayoutEntry {
        binding,
        visibility: ShaderStages::FRAGMENT,
        ty: BindingType::Sampler(kind),
        count: None,
    }
}
