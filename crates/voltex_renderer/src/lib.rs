//! Draws meshes, lines and letters with wgpu, into a picture in memory or into a window.
//!
//! A [`Frame`] is the list of what is to be seen; a [`Renderer`] draws it into an [`Offscreen`] picture, which needs no
//! window and no display, or into a [`WindowTarget`]. Nothing here knows a world or a simulation.
//!
//! ```no_run
//! use voltex_math::{Pose, Vec3};
//! use voltex_renderer::{Colour, Finish, Frame, Gpu, Instance, Offscreen, Renderer, shapes};
//!
//! let gpu = Gpu::headless()?;
//! let mut renderer = Renderer::offscreen(&gpu, 4)?;
//! let ball = renderer.add_mesh(&gpu, &shapes::sphere(0.5, 32))?;
//! let mut frame = Frame::default();
//! let pose = Pose::from_position(Vec3::new(0.0, 0.5, 0.0));
//! let orange = Colour::rgb(0xff8000);
//! frame.batch(ball, None, true).push(Instance::new(&pose, Vec3::ONE, orange, Finish::default()));
//! let target = Offscreen::new(&gpu, 640, 480, 4)?;
//! renderer.draw(&gpu, &frame, &target)?;
//! target.read(&gpu)?.save_png("ball.png".as_ref())?;
//! # Ok::<(), voltex_renderer::RenderError>(())
//! ```
//!
//! Pictures are for eyes: unlike all that is simulated, they may differ by some shades from device to device.

mod camera;
mod error;
mod fly;
mod frame;
mod gpu;
mod letters;
mod light;
mod mesh;
mod model;
mod picture;
mod pipelines;
mod renderer;
pub mod shapes;
pub mod skins;
mod target;

pub use camera::Camera;
pub use error::RenderError;
pub use fly::{FlyCamera, FlyInput};
pub use frame::{
    Anchor, Batch, Colour, Finish, Frame, Instance, Label, Line, MeshHandle, Pattern,
    TextureHandle, Width,
};
pub use gpu::Gpu;
pub use light::{PointLight, Sky, Sun};
pub use mesh::{MeshData, Vertex};
pub use model::{Model, Part};
pub use picture::{Picture, to_linear, to_srgb};
pub use pipelines::MAX_LIGHTS;
pub use renderer::Renderer;
pub use target::{Offscreen, WindowFrame, WindowTarget};
