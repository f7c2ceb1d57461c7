//! A model from a glTF or OBJ file on a floor.
//!
//!     cargo run -p voltex_renderer --example model_viewer -- FILE [--frames 1 --out model.png]

mod show;

use std::path::PathBuf;
use std::process::ExitCode;

use show::{Arguments, Demo};
use voltex_math::{Pose, Vec3};
use voltex_renderer::{
    Camera, Colour, Finish, Frame, Gpu, Instance, MeshHandle, Model, Pattern, RenderError,
    Renderer, TextureHandle, shapes,
};

/// Half the width of the floor, in heights of the model.
const FLOOR: f32 = 200.0;

struct Viewer {
    file: PathBuf,
    parts: Vec<(MeshHandle, Option<TextureHandle>, Colour)>,
    floor: Option<MeshHandle>,
    /// Middle of the model, and half its longest side, m.
    middle: Vec3,
    size: f32,
    lowest: f32,
}

impl Demo for Viewer {
    fn load(&mut self, gpu: &Gpu, renderer: &mut Renderer) -> Result<Camera, RenderError> {
        let model = Model::load(&self.file)?;
        let (low, high) = model.bounds().expect("a model has triangles");
        self.middle = 0.5 * (low + high);
        self.size = 0.5 * (high - low).max_element();
        self.lowest = low.y;
        for part in &model.parts {
            let texture = part.texture.as_ref();
            self.parts.push((
                renderer.add_mesh(gpu, &part.mesh)?,
                texture
                    .map(|picture| renderer.add_texture(gpu, picture))
                    .transpose()?,
                part.colour,
            ));
        }
        self.floor = Some(renderer.add_mesh(gpu, &shapes::plane())?);
        Ok(Camera::new(
            self.middle + Vec3::new(1.1, 0.9, 2.2) * self.size,
            self.middle,
        ))
    }

    fn update(&mut self, _: f64, frame: &mut Frame) {
        frame.sun.shadow_center = self.middle;
        frame.sun.shadow_radius = 3.0 * self.size;
        let finish = Finish {
            gloss: 60,
            ..Finish::default()
        };
        for (mesh, texture, colour) in &self.parts {
            frame.batch(*mesh, *texture, true).push(Instance::new(
                &Pose::IDENTITY,
                Vec3::ONE,
                *colour,
                finish,
            ));
        }
        if let Some(floor) = self.floor {
            let place = Pose::from_position(Vec3::new(self.middle.x, self.lowest, self.middle.z));
            let half = Vec3::new(FLOOR * self.size, 1.0, FLOOR * self.size);
            let finish = Finish {
                pattern: Pattern::Squares,
                ..Finish::default()
            };
            frame.batch(floor, None, false).push(Instance::new(
                &place,
                half,
                Colour::rgb(0x8c_8f94),
                finish,
            ));
        }
    }
}

fn main() -> ExitCode {
    match Arguments::read() {
        Ok(arguments) => match arguments.rest.as_slice() {
            [file] => {
                let viewer = Viewer {
                    file: file.into(),
                    parts: Vec::new(),
                    floor: None,
                    middle: Vec3::ZERO,
                    size: 1.0,
                    lowest: 0.0,
                };
                show::run("Model viewer", &arguments, viewer)
            }
            _ => show::finish(Err("name one file that ends in gltf, glb or obj".to_owned())),
        },
        Err(error) => show::finish(Err(error)),
    }
}
