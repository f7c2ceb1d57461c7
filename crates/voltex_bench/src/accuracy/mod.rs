//! What three engines make of situations whose outcome physics says: the same set-ups, side by side.
//!
//! Every engine runs at its own settings, with what it offers for the purpose switched on (continuous collision,
//! gyroscopic term, fast rotation, no threshold of restitution, no sleep). A line measures a deviation from the
//! closed form, so that less is better, and its `noise` is the deviation below which two engines count as equal.

pub mod bounces;
pub mod box3d;
pub mod fast;
pub mod friction;
pub mod joints;
pub mod rapier;
pub mod stacks;
pub mod tops;
pub mod voltex;

use voltex_math::{Quat, Vec3};

/// Standard gravity of the set-ups, m/s^2.
pub const GRAVITY: f32 = 9.81;

/// Shape of a body; sizes in m.
#[derive(Clone, Debug)]
pub enum Form {
    /// Radius.
    Ball(f32),
    /// Half extents.
    Block(Vec3),
    /// Half height and radius.
    Capsule(f32, f32),
    /// Corners and triangles of a fixed surface.
    Terrain(Vec<Vec3>, Vec<[u32; 3]>),
}

/// One body as it starts.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its shape.
    pub form: Form,
    /// Whether it moves.
    pub moves: bool,
    /// m
    pub place: Vec3,
    /// From the axes of the body to those of the world.
    pub rotation: Quat,
    /// m/s
    pub velocity: Vec3,
    /// rad/s
    pub spin: Vec3,
    /// kg/m^3
    pub density: f32,
    /// Coulomb friction.
    pub friction: f32,
    /// Normal restitution.
    pub restitution: f32,
    /// Rolling resistance `mu_r`.
    pub rolling: f32,
}

impl Body {
    /// A body that moves, at rest, of the density of water, without friction or restitution.
    pub fn new(form: Form, place: Vec3) -> Self {
        Self {
            form,
            moves: true,
            place,
            rotation: Quat::IDENTITY,
            velocity: Vec3::ZERO,
            spin: Vec3::ZERO,
            density: 1000.0,
            friction: 0.0,
            restitution: 0.0,
            rolling: 0.0,
        }
    }

    /// A body that stands still for ever.
    pub fn fixed(form: Form, place: Vec3) -> Self {
        Self {
            moves: false,
            ..Self::new(form, place)
        }
    }

    /// The floor: a block whose upper face is y = 0.
    pub fn floor() -> Self {
        Self::fixed(
            Form::Block(Vec3::new(100.0, 1.0, 100.0)),
            Vec3::new(0.0, -1.0, 0.0),
        )
    }

    /// With this friction and restitution.
    pub fn surface(self, friction: f32, restitution: f32) -> Self {
        Self {
            friction,
            restitution,
            ..self
        }
    }

    /// With this velocity (m/s) and spin (rad/s).
    pub fn moving(self, velocity: Vec3, spin: Vec3) -> Self {
        Self {
            velocity,
            spin,
            ..self
        }
    }
}

/// Two bodies, by number, held together at a point of the world, free to turn.
#[derive(Clone, Copy, Debug)]
pub struct BallJoint {
    /// Numbers of the bodies.
    pub bodies: [usize; 2],
    /// m
    pub anchor: Vec3,
}

/// What an engine builds.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Length of a step, s.
    pub dt: f32,
    /// m/s^2
    pub gravity: Vec3,
    /// In order of creation.
    pub bodies: Vec<Body>,
    /// Joints between them.
    pub joints: Vec<BallJoint>,
}

impl Setup {
    /// Bodies under gravity at 60 Hz.
    pub fn new(bodies: Vec<Body>) -> Self {
        Self {
            dt: 1.0 / 60.0,
            gravity: Vec3::new(0.0, -GRAVITY, 0.0),
            bodies,
            joints: Vec::new(),
        }
    }

    /// The same without gravity.
    pub fn weightless(bodies: Vec<Body>) -> Self {
        Self {
            gravity: Vec3::ZERO,
            ..Self::new(bodies)
        }
    }
}

/// How a body moves at the end of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Centre, m.
    pub place: Vec3,
    /// From the axes of the body to those of the world.
    pub rotation: Quat,
    /// m/s
    pub velocity: Vec3,
    /// rad/s
    pub spin: Vec3,
}

/// A set-up in an engine.
pub trait Lab {
    /// Advances by one step.
    fn step(&mut self);

    /// How a body moves, by its number.
    fn motion(&self, body: usize) -> Motion;
}

/// An engine.
pub trait Engine {
    /// As the table calls it.
    fn name(&self) -> &'static str;

    /// Whether it knows rolling resistance.
    fn knows_rolling(&self) -> bool;

    /// Builds a set-up.
    fn build(&self, setup: &Setup) -> Box<dyn Lab>;
}

/// One line of the table.
#[derive(Clone, Copy)]
pub struct Line {
    /// What happens.
    pub name: &'static str,
    /// What is measured, with its unit.
    pub measure: &'static str,
    /// Deviations below this count as none.
    pub noise: f64,
    /// The deviation in one engine; `None` where the engine has no means for the line.
    pub run: fn(&dyn Engine) -> Option<f64>,
}

/// All lines.
pub fn lines() -> Vec<Line> {
    [
        bounces::LINES,
        friction::LINES,
        tops::LINES,
        joints::LINES,
        stacks::LINES,
        fast::LINES,
    ]
    .concat()
}

/// Distance of a measured number from what is right, in parts of the latter.
pub fn relative(measured: f32, right: f32) -> f64 {
    f64::from((measured - right).abs() / right.abs())
}

/// The larger; NaN, which no comparison finds, counts as infinite.
pub fn worse(a: f64, b: f64) -> f64 {
    if b.is_nan() {
        f64::INFINITY
    } else if b > a {
        b
    } else {
        a
    }
}
