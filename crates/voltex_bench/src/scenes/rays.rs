//! Rays through worlds that stand still.

use std::time::Instant;

use voltex_math::Vec3;
use voltex_math::random::Key;

use super::{Engine, Script};
use crate::collision::Line3;

/// Rays of a run.
const RAYS: usize = 1_000_000;
/// Reach of a ray, m.
const REACH: f32 = 1000.0;

/// A scene through which rays go.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Name of the built-in scene.
    pub name: &'static str,
    /// Half the sides of the box in which rays start, and of the one that they are aimed into, m.
    from: Vec3,
    to: Vec3,
    /// Height of the middle of the first box, m.
    height: f32,
}

/// The scenes of the table: from anywhere among the boxes to anywhere; onto the ground from above, few of them steep.
pub const FIELDS: &[Field] = &[
    Field {
        name: "rays_boxes",
        from: Vec3::splat(100.0),
        to: Vec3::splat(100.0),
        height: 0.0,
    },
    Field {
        name: "rays_mesh",
        from: Vec3::new(100.0, 10.0, 100.0),
        to: Vec3::new(100.0, 0.0, 100.0),
        height: 20.0,
    },
];

impl Field {
    /// Casts all rays, one after another on one thread; returns the time, ms, and how many hit something.
    ///
    /// # Panics
    /// For a scene that is not there.
    pub fn run(&self, engine: &dyn Engine) -> (f64, usize) {
        let scene = voltex_scene::scenes::get(self.name).expect("a built-in scene");
        let (_, plan) = Script::new(scene);
        let mut sim = engine.build(&plan, 1);
        // Trees are built by it.
        sim.step();
        sim.prepare_casts();
        let mut draws = Key::new(7, 12).sequence();
        let rays: Vec<Line3> = (0..RAYS)
            .map(|_| {
                let mut within = |half: Vec3| {
                    let place = half.to_array().map(|half| {
                        let half = f64::from(half);
                        draws.uniform_in(-half, half) as f32
                    });
                    Vec3::from_array(place)
                };
                let origin = within(self.from) + Vec3::Y * self.height;
                let direction = (within(self.to) - origin).normalize();
                Line3 { origin, direction }
            })
            .collect();
        let start = Instant::now();
        let hits = sim.cast(&rays, REACH);
        (start.elapsed().as_secs_f64() * 1e3, hits)
    }
}
