//! Cubes from the queries of a world, each turning at its own rate.
//!
//!     cargo run --release -p voltex_renderer --example many_cubes [-- --count 100000] [--frames 60 --out cubes.png]

mod show;

use std::process::ExitCode;

use show::{Arguments, Demo};
use voltex_ecs::{Transform, World};
use voltex_math::{Quat, Vec3};
use voltex_renderer::{
    Camera, Colour, Finish, Frame, Gpu, Instance, MeshHandle, RenderError, Renderer, shapes,
};

/// Cubes unless `--count` says otherwise: 20 x 20.
const COUNT: u32 = 400;
/// From one cube to the next, m.
const SPACING: f32 = 2.0;

/// Which mesh an entity is drawn as, a component.
#[derive(Clone, Copy)]
struct Mesh(MeshHandle);

/// How an entity looks, a component.
#[derive(Clone, Copy)]
struct Paint(Colour);

/// How an entity turns about an axis of its own, rad/s, a component.
#[derive(Clone, Copy)]
struct Turning {
    axis: Vec3,
    rate: f32,
}

struct Cubes {
    world: World,
    count: u32,
}

impl Demo for Cubes {
    fn load(&mut self, gpu: &Gpu, renderer: &mut Renderer) -> Result<Camera, RenderError> {
        let cube = renderer.add_mesh(gpu, &shapes::cuboid(Vec3::splat(0.5)))?;
        let side = f64::from(self.count).sqrt().ceil() as u32;
        let middle = 0.5 * SPACING * (side - 1) as f32;
        for number in 0..self.count {
            let (row, column) = (number / side, number % side);
            let place = Vec3::new(
                column as f32 * SPACING - middle,
                0.0,
                row as f32 * SPACING - middle,
            );
            let share = |n: u32| n as f32 / side as f32;
            let byte = |x: f32| (40.0 + 215.0 * x) as u8;
            self.world.spawn_with((
                Transform::from_position(place),
                Mesh(cube),
                Paint(Colour([
                    byte(share(column)),
                    byte(share(row)),
                    byte(1.0 - 0.5 * (share(column) + share(row))),
                    255,
                ])),
                Turning {
                    axis: Vec3::new(share(row) - 0.5, 1.0, share(column) - 0.5).normalize(),
                    // No two alike: from a turn in twelve seconds to one in two.
                    rate: 0.5 + 2.5 * number as f32 / self.count as f32,
                },
            ));
        }
        let far = 0.8 * SPACING * side as f32;
        Ok(Camera::new(
            Vec3::new(0.0, 0.55 * far, far),
            Vec3::new(0.0, 0.0, 0.05 * far),
        ))
    }

    fn update(&mut self, seconds: f64, frame: &mut Frame) {
        let mut turning = self.world.query::<(&Turning, &mut Transform)>();
        for (turning, transform) in &mut turning {
            let turn = Quat::from_axis_angle(turning.axis, turning.rate * seconds as f32);
            transform.rotation = (turn * transform.rotation).normalize();
        }
        drop(turning);
        frame.sun.shadow_radius = SPACING * f64::from(self.count).sqrt() as f32;
        let finish = Finish {
            gloss: 90,
            ..Finish::default()
        };
        let cubes = self.world.query::<(&Transform, &Mesh, &Paint)>();
        for (transform, mesh, paint) in &cubes {
            let instance = Instance::new(&transform.pose(), transform.scale, paint.0, finish);
            frame.batch(mesh.0, None, true).push(instance);
        }
    }
}

fn main() -> ExitCode {
    let started = Arguments::read().and_then(|arguments| {
        let count = match arguments.rest.as_slice() {
            [] => COUNT,
            [word, number] if word == "--count" => number
                .parse()
                .ok()
                .filter(|count| (1..=1_000_000).contains(count))
                .ok_or_else(|| format!("--count: `{number}` is no number between 1 and 1000000"))?,
            [word, ..] => return Err(format!("`{word}` is not understood; there is --count N")),
        };
        Ok((arguments, count))
    });
    match started {
        Ok((arguments, count)) => {
            let world = World::new();
            show::run("Many cubes", &arguments, Cubes { world, count })
        }
        Err(error) => show::finish(Err(error)),
    }
}
