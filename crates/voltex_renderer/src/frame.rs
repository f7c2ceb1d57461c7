//! What is to be drawn: camera, light, copies of meshes, lines, letters. Knows no world.

use bytemuck::{Pod, Zeroable};
use voltex_math::{Pose, Vec3};

use crate::camera::Camera;
use crate::light::{PointLight, Sky, Sun};
use crate::picture::to_linear;

/// A mesh that a renderer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MeshHandle(pub(crate) u32);

/// A texture that a renderer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextureHandle(pub(crate) u32);

/// A colour: red, green, blue and opacity in sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub [u8; 4]);

impl Colour {
    /// White.
    pub const WHITE: Self = Self::rgb(0xff_ffff);
    /// Black.
    pub const BLACK: Self = Self::rgb(0);

    /// From a number as in style sheets: 0xff8000 is orange.
    pub const fn rgb(number: u32) -> Self {
        let [_, red, green, blue] = number.to_be_bytes();
        Self([red, green, blue, 255])
    }

    /// The same with an opacity, 0 to 255.
    pub const fn with_opacity(self, opacity: u8) -> Self {
        let Self([red, green, blue, _]) = self;
        Self([red, green, blue, opacity])
    }

    /// Linear light, 0 to 1, without the opacity.
    pub fn linear(self) -> [f32; 3] {
        [self.0[0], self.0[1], self.0[2]].map(to_linear)
    }

    pub(crate) const fn packed(self) -> u32 {
        u32::from_le_bytes(self.0)
    }
}

/// What is drawn on a surface beside its colour and texture, in metres along its x and z axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pattern {
    /// Nothing.
    #[default]
    Plain,
    /// Squares of 1 m in two shades, with a line every 10 m: for ground whose size shall be seen.
    Squares,
    /// Mown stripes of 5 m across x.
    Stripes,
    /// Boards along x, 8 cm wide.
    Boards,
    /// Squares of 1/4 of the texture: for bodies whose spin shall show.
    Patches,
}

/// How a surface takes light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Finish {
    /// What is drawn on it.
    pub pattern: Pattern,
    /// From 0, dull, to 255, polished.
    pub gloss: u8,
    /// Shown in its own colour, whatever the light.
    pub unlit: bool,
    /// Lies on another surface and hides it: a painted line.
    pub painted: bool,
}

impl Finish {
    pub(crate) const fn packed(self) -> u32 {
        self.pattern as u32
            | (self.gloss as u32) << 8
            | (self.unlit as u32) << 16
            | (self.painted as u32) << 17
    }
}

/// One copy of a mesh, as the device reads it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Instance {
    position: [f32; 3],
    colour: u32,
    rotation: [f32; 4],
    scale: [f32; 3],
    finish: u32,
}

impl Instance {
    /// A copy at a pose, stretched along the axes of the mesh.
    pub const fn new(pose: &Pose, scale: Vec3, colour: Colour, finish: Finish) -> Self {
        Self {
            position: pose.position.to_array(),
            colour: colour.packed(),
            rotation: pose.rotation.to_array(),
            scale: scale.to_array(),
            finish: finish.packed(),
        }
    }
}

/// Copies of one mesh with one texture: one draw call, however many.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// Which mesh.
    pub mesh: MeshHandle,
    /// What is pasted on it; none for its plain colour.
    pub texture: Option<TextureHandle>,
    /// Whether the copies throw shadows.
    pub shadow: bool,
    /// The copies.
    pub instances: Vec<Instance>,
}

/// How wide a line is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Width {
    /// The same everywhere in the picture.
    Pixels(f32),
    /// In the world, m; what is thinner than a pixel pales.
    Metres(f32),
}

/// A straight line in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// From here to there, m.
    pub ends: [Vec3; 2],
    /// Its width.
    pub width: Width,
    /// Its colour.
    pub colour: Colour,
}

/// Where letters stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Anchor {
    /// The upper left corner of the text at pixels from the upper left of the picture.
    Corner([f32; 2]),
    /// The middle of the lower edge of the text at a point of the world, m.
    World(Vec3),
}

/// A line of letters.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// What it says; a character that the font lacks is a box.
    pub text: String,
    /// Where.
    pub anchor: Anchor,
    /// Height of a line, pixels.
    pub size: f32,
    /// Its colour.
    pub colour: Colour,
}

/// A picture to be drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// Where from.
    pub camera: Camera,
    /// What is above, and the light from there.
    pub sky: Sky,
    /// The light that throws shadows.
    pub sun: Sun,
    /// Lamps; the first [`MAX_LIGHTS`](crate::MAX_LIGHTS) shine.
    pub lights: Vec<PointLight>,
    /// Bodies.
    pub batches: Vec<Batch>,
    /// Lines, over the bodies behind them.
    pub lines: Vec<Line>,
    /// Letters, over everything.
    pub labels: Vec<Label>,
}

impl Frame {
    /// Takes all bodies, lines and letters away and keeps their memory and the order of the batches.
    pub fn clear(&mut self) {
        for batch in &mut self.batches {
            batch.instances.clear();
        }
        self.lines.clear();
        self.labels.clear();
    }

    /// The copies of a mesh with a texture; begun if there are none. The batches of a frame are few.
    pub fn batch(
        &mut self,
        mesh: MeshHandle,
        texture: Option<TextureHandle>,
        shadow: bool,
    ) -> &mut Vec<Instance> {
        let key = (mesh, texture, shadow);
        let place = self
            .batches
            .iter()
            .position(|batch| (batch.mesh, batch.texture, batch.shadow) == key);
        let place = place.unwrap_or_else(|| {
            self.batches.push(Batch {
                mesh,
                texture,
                shadow,
                instances: Vec::new(),
            });
            self.batches.len() - 1
        });
        &mut self.batches[place].instances
    }

    /// Adds a polyline.
    pub fn polyline(&mut self, points: &[Vec3], width: Width, colour: Colour) {
        self.lines.extend(points.windows(2).map(|pair| Line {
            ends: [pair[0], pair[1]],
            width,
            colour,
        }));
    }
}
