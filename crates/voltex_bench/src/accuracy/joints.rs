//! Joints: a pendulum, a heavy weight on a chain.

use voltex_math::Vec3;

use super::tops::elliptic_k;
use super::{BallJoint, Body, Engine, Form, GRAVITY, Line, Setup, relative, worse};

/// The lines of this file.
pub const LINES: &[Line] = &[
    Line {
        name: "pendulum from 60 degrees, 20 periods",
        measure: "period off, parts",
        noise: 1e-3,
        run: |engine| Some(pendulum(engine)[0]),
    },
    Line {
        name: "pendulum from 60 degrees, 20 periods",
        measure: "energy off, parts",
        noise: 1e-2,
        run: |engine| Some(pendulum(engine)[1]),
    },
    Line {
        name: "chain of ten links of 1 kg, 100 kg at its end",
        measure: "stretch, parts",
        noise: 1e-3,
        run: |engine| Some(heavy_chain(engine)),
    },
];

/// Deviations of period and energy of a ball on a massless rod: a pendulum of the moment
/// `m (L^2 + 2/5 r^2)`, whose period is `4 sqrt(I/(m g L)) K(sin^2 30 deg)`.
fn pendulum(engine: &dyn Engine) -> [f64; 2] {
    let (length, r) = (1.0, 0.1);
    let (sine, cosine) = (3.0_f32.sqrt() / 2.0, 0.5);
    let pivot = Body::fixed(Form::Ball(0.05), Vec3::ZERO);
    let bob = Body::new(Form::Ball(r), Vec3::new(sine, -cosine, 0.0) * length);
    let mut lab = engine.build(&Setup {
        joints: vec![BallJoint {
            bodies: [0, 1],
            anchor: Vec3::ZERO,
        }],
        ..Setup::new(vec![pivot, bob])
    });
    let inertia = length * length + 0.4 * r * r;
    let period = 4.0 * f64::from((inertia / (GRAVITY * length)).sqrt()) * elliptic_k(0.25);
    let start = lab.motion(1);
    let height = start.place.y + length;
    let mut passes = Vec::new();
    let mut before = start.place.x;
    let mut worst = 0.0;
    for step in 0..(22.0 * period * 60.0) as usize {
        lab.step();
        let motion = lab.motion(1);
        let now = motion.place.x;
        if before < 0.0 && now >= 0.0 {
            passes.push(step as f64 + f64::from(before / (before - now)));
        }
        before = now;
        let energy = GRAVITY * (motion.place.y + length)
            + 0.5 * motion.velocity.length_squared()
            + 0.2 * r * r * motion.spin.length_squared();
        worst = worse(worst, relative(energy, GRAVITY * height));
    }
    let found = match passes.get(20) {
        Some(last) => (last - passes[0]) / 20.0 / 60.0,
        None => 0.0,
    };
    [(found - period).abs() / period, worst]
}

/// By how much a hanging chain is longer than it was made, after ten seconds.
fn heavy_chain(engine: &dyn Engine) -> f64 {
    let (r, gap) = (0.1, 0.3);
    let ball_mass = |mass: f32| mass / (4.0 / 3.0 * core::f32::consts::PI * r * r * r);
    let mut bodies = vec![Body::fixed(Form::Ball(0.05), Vec3::ZERO)];
    bodies.extend((1..=11).map(|i| Body {
        density: ball_mass(if i == 11 { 100.0 } else { 1.0 }),
        ..Body::new(Form::Ball(r), Vec3::Y * (-gap * i as f32))
    }));
    let joints = (0..11)
        .map(|i| BallJoint {
            bodies: [i, i + 1],
            anchor: Vec3::Y * (-gap * (i as f32 + 0.5)),
        })
        .collect();
    let mut lab = engine.build(&Setup {
        joints,
        ..Setup::new(bodies)
    });
    for _ in 0..600 {
        lab.step();
    }
    let length = gap * 11.0;
    f64::from((-lab.motion(11).place.y - length).abs() / length)
}
