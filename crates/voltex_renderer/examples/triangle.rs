//! A triangle with a colour at each corner, the least that can be drawn.
//!
//!     cargo run -p voltex_renderer --example triangle [-- --frames 1 --out triangle.png]

mod show;

use std::process::ExitCode;

use show::{Arguments, Demo};
use voltex_math::{Pose, Vec2, Vec3};
use voltex_renderer::{
    Camera, Colour, Finish, Frame, Gpu, Instance, MeshData, MeshHandle, Picture, RenderError,
    Renderer, TextureHandle, Vertex,
};

#[derive(Default)]
struct Triangle {
    parts: Option<(MeshHandle, TextureHandle)>,
}

impl Demo for Triangle {
    fn load(&mut self, gpu: &Gpu, renderer: &mut Renderer) -> Result<Camera, RenderError> {
        let corner = |x: f32, y: f32, uv: Vec2| Vertex::new(Vec3::new(x, y, 0.0), Vec3::Z, uv);
        let mesh = MeshData {
            vertices: vec![
                corner(-1.0, 0.0, Vec2::new(0.0, 1.0)),
                corner(1.0, 0.0, Vec2::new(1.0, 1.0)),
                corner(0.0, 1.7, Vec2::new(0.5, 0.0)),
            ],
            indices: vec![0, 1, 2],
        };
        // Shares of the three corners at each place of the texture.
        let shares = Picture::paint(256, 256, |u, v| {
            let top = 1.0 - v;
            let right = u - 0.5 * top;
            let [red, green, blue] =
                [v - right, right, top].map(|share| (255.0 * share + 0.5) as u8);
            [red, green, blue, 255]
        });
        self.parts = Some((
            renderer.add_mesh(gpu, &mesh)?,
            renderer.add_texture(gpu, &shares)?,
        ));
        Ok(Camera::new(
            Vec3::new(0.0, 0.8, 2.6),
            Vec3::new(0.0, 0.8, 0.0),
        ))
    }

    fn update(&mut self, _: f64, frame: &mut Frame) {
        if let Some((mesh, texture)) = self.parts {
            let finish = Finish {
                unlit: true,
                ..Finish::default()
            };
            frame.batch(mesh, Some(texture), false).push(Instance::new(
                &Pose::IDENTITY,
                Vec3::ONE,
                Colour::WHITE,
                finish,
            ));
        }
    }
}

fn main() -> ExitCode {
    match Arguments::read() {
        Ok(arguments) => show::run("Triangle", &arguments, Triangle::default()),
        Err(error) => show::finish(Err(error)),
    }
}
