//! Whole steps of rigid bodies: the same scenes in every engine.

pub mod rapier;
pub mod voltex;

use voltex_math::Vec3;
use voltex_math::random::{Key, uniform_in};

/// Shape of a body.
#[derive(Clone, Debug)]
pub enum Form {
    /// Radius, m.
    Ball(f32),
    /// Half extents, m.
    Block(Vec3),
    /// Half height and radius, m.
    Capsule(f32, f32),
    /// Points whose hull it is, m.
    Hull(Vec<Vec3>),
}

/// One body.
#[derive(Clone, Debug)]
pub struct Thing {
    /// m
    pub place: Vec3,
    /// Its shape.
    pub form: Form,
    /// Whether it moves.
    pub moves: bool,
}

/// What every engine builds and runs. Friction 0.6, density 1000, gravity 10 m/s^2, 1/60 s, four
/// substeps, nothing sleeps.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Name of the row.
    pub name: &'static str,
    /// Bodies in order of creation.
    pub things: Vec<Thing>,
    /// Of all.
    pub restitution: f32,
    /// Steps before the clock starts, and those on it.
    pub steps: [usize; 2],
}

/// An engine with a scene in it.
pub trait Engine {
    /// Advances by 1/60 s.
    fn step(&mut self);

    /// Position of every thing, m.
    fn places(&self) -> Vec<Vec3>;

    /// Pairs that touch and points of contact.
    fn contacts(&self) -> [usize; 2];
}

fn block(place: Vec3, half: Vec3, moves: bool) -> Thing {
    Thing {
        place,
        form: Form::Block(half),
        moves,
    }
}

fn ground(half: f32) -> Thing {
    block(Vec3::Y * -1.0, Vec3::new(half, 1.0, half), false)
}

fn pyramid(base: usize, z: f32, x0: f32, things: &mut Vec<Thing>) {
    for row in 0..base {
        for k in 0..base - row {
            let x = x0 + (k as f32 - 0.5 * (base - row) as f32) * 1.05;
            let place = Vec3::new(x, 0.5 + row as f32, z);
            things.push(block(place, Vec3::splat(0.5), true));
        }
    }
}

/// Walls around a square of this half width, m.
fn walls(half: f32, height: f32, things: &mut Vec<Thing>) {
    for (x, z) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
        let along = Vec3::new(x, 0.0, z);
        let size = along.abs() * 0.5 + (Vec3::ONE - along.abs()) * (half + 1.0);
        things.push(block(
            along * (half + 0.5) + Vec3::Y * (0.5 * height),
            size.with_y(0.5 * height),
            false,
        ));
    }
}

/// The scenes.
pub fn scenes() -> Vec<Scene> {
    let mut large = vec![ground(200.0)];
    pyramid(100, 0.0, 0.0, &mut large);
    let mut many = vec![ground(200.0)];
    for i in 0..49 {
        pyramid(
            10,
            (i / 7) as f32 * 2.5,
            (i % 7) as f32 * 12.0 - 36.0,
            &mut many,
        );
    }
    let key = Key::new(5, 12);
    let mut counter = 0;
    let mut random = |low: f32, high: f32| {
        counter += 1;
        uniform_in(key, counter, low.into(), high.into()) as f32
    };
    let mut balls = vec![ground(20.0)];
    walls(8.0, 20.0, &mut balls);
    for i in 0..3000 {
        let place = Vec3::new(
            (i % 15) as f32 - 7.0 + random(-0.05, 0.05),
            0.6 + (i / 225) as f32,
            (i / 15 % 15) as f32 - 7.0 + random(-0.05, 0.05),
        );
        balls.push(Thing {
            place,
            form: Form::Ball(0.5),
            moves: true,
        });
    }
    let rock: Vec<Vec3> = (0..16)
        .map(|_| {
            Vec3::new(random(-1.0, 1.0), random(-1.0, 1.0), random(-1.0, 1.0)).normalize() * 0.5
        })
        .collect();
    let mut mixed = vec![ground(20.0)];
    walls(8.0, 20.0, &mut mixed);
    for i in 0..1500_usize {
        let place = Vec3::new(
            (i % 11) as f32 * 1.4 - 7.0 + random(-0.05, 0.05),
            0.8 + (i / 121) as f32 * 1.4,
            (i / 11 % 11) as f32 * 1.4 - 7.0 + random(-0.05, 0.05),
        );
        let form = match i % 3 {
            0 => Form::Block(Vec3::new(0.3, 0.4, 0.5)),
            1 => Form::Capsule(0.3, 0.3),
            _ => Form::Hull(rock.clone()),
        };
        mixed.push(Thing {
            place,
            form,
            moves: true,
        });
    }
    let tiny = vec![
        ground(20.0),
        Thing {
            place: Vec3::Y * 0.5,
            form: Form::Ball(0.5),
            moves: true,
        },
    ];
    let scene = |name, things, steps| Scene {
        name,
        things,
        restitution: 0.0,
        steps,
    };
    let springy = Scene {
        restitution: 0.3,
        ..scene(
            "boxes, capsules, hulls, restitution 0.3",
            mixed.clone(),
            [90, 90],
        )
    };
    vec![
        scene("large_pyramid", large, [30, 60]),
        scene("many_pyramids (49 of base 10)", many, [30, 60]),
        scene("balls poured (3,000)", balls, [90, 90]),
        scene("boxes, capsules, hulls (1,500)", mixed, [90, 90]),
        springy,
        scene("tiny (1 ball)", tiny, [60, 20_000]),
    ]
}
