//! Fast bodies and seams.

use voltex_math::Vec3;
use voltex_math::random::{Key, uniform_in};

use super::{Body, Engine, Form, Line, Setup, worse};

/// The lines of this file.
pub const LINES: &[Line] = &[
    Line {
        name: "sphere, capsule, box at 180 m/s, wall of 0.2 m, 300 phases",
        measure: "went through, parts",
        noise: 0.0,
        run: |engine| Some(thin_wall(engine)),
    },
    Line {
        name: "ball at 1,000 m/s, wall of 1 mm, 200 angles",
        measure: "went through, parts",
        noise: 0.0,
        run: |engine| Some(paper_wall(engine)),
    },
    Line {
        name: "bullet against bullet at 2 x 100 m/s, 200 phases",
        measure: "passed each other, parts",
        noise: 0.0,
        run: |engine| Some(bullets(engine)),
    },
    Line {
        name: "ball at 5 m/s over the seam of two blocks",
        measure: "vertical speed, m/s",
        noise: 1e-3,
        run: |engine| Some(seam(engine)),
    },
    Line {
        name: "ball at 10 m/s over a flat mesh, 36 directions",
        measure: "height off the plane, m",
        noise: 1e-4,
        run: |engine| Some(mesh(engine)[0]),
    },
    Line {
        name: "ball at 10 m/s over a flat mesh, 36 directions",
        measure: "heading off, rad",
        noise: 1e-4,
        run: |engine| Some(mesh(engine)[1]),
    },
];

/// The share of throws in which the body is beyond the wall at x = 0 after some step.
fn through(engine: &dyn Engine, wall: f32, throws: impl Iterator<Item = Body>) -> f64 {
    let (mut all, mut passed) = (0, 0);
    for body in throws {
        let mut lab = engine.build(&Setup::weightless(vec![
            Body::fixed(Form::Block(Vec3::new(0.5 * wall, 50.0, 50.0)), Vec3::ZERO),
            body,
        ]));
        all += 1;
        let mut beyond = false;
        for _ in 0..12 {
            lab.step();
            let x = lab.motion(1).place.x;
            beyond |= x >= 0.5 * wall || x.is_nan();
        }
        passed += usize::from(beyond);
    }
    passed as f64 / f64::from(all)
}

fn thin_wall(engine: &dyn Engine) -> f64 {
    let throws = (0..300).map(|i| {
        let form = match i % 3 {
            0 => Form::Ball(0.1),
            1 => Form::Capsule(0.1, 0.08),
            _ => Form::Block(Vec3::splat(0.1)),
        };
        Body::new(form, Vec3::new(-4.0 - 0.01 * i as f32, 0.0, 0.0))
            .moving(Vec3::X * 180.0, Vec3::ZERO)
    });
    through(engine, 0.2, throws)
}

fn paper_wall(engine: &dyn Engine) -> f64 {
    let key = Key::new(6, 9);
    let throws = (0..200).map(|i| {
        let random = |j: u64| uniform_in(key, 3 * i + j, -0.7, 0.7) as f32;
        let direction = Vec3::new(1.0, random(0), random(1)).normalize();
        let start = direction * (-20.0 - 5.0 * random(2));
        Body::new(Form::Ball(0.05), start).moving(direction * 1000.0, Vec3::ZERO)
    });
    through(engine, 0.001, throws)
}

/// The share of head-on pairs of golf balls that pass through each other.
fn bullets(engine: &dyn Engine) -> f64 {
    let mut passed = 0_u32;
    for phase in 0..200 {
        let start = 2.0 + 0.009 * phase as f32;
        let bullet = |side: f32| {
            Body::new(Form::Ball(0.02134), Vec3::X * (-side * start))
                .moving(Vec3::X * (100.0 * side), Vec3::ZERO)
                .surface(0.0, 1.0)
        };
        let mut lab = engine.build(&Setup::weightless(vec![bullet(1.0), bullet(-1.0)]));
        let mut beyond = false;
        for _ in 0..6 {
            lab.step();
            let gap = lab.motion(1).place.x - lab.motion(0).place.x;
            beyond |= gap <= 0.0 || gap.is_nan();
        }
        passed += u32::from(beyond);
    }
    f64::from(passed) / 200.0
}

fn seam(engine: &dyn Engine) -> f64 {
    let mut worst = 0.0;
    for phase in 0..20 {
        let block = |x: f32| {
            Body::fixed(Form::Block(Vec3::splat(1.0)), Vec3::new(x, -1.0, 0.0)).surface(0.5, 0.0)
        };
        let ball = Body::new(
            Form::Ball(0.1),
            Vec3::new(-1.5 - 0.004 * phase as f32, 0.1, 0.0),
        )
        .surface(0.5, 0.0)
        .moving(Vec3::X * 5.0, Vec3::Z * -50.0);
        let mut lab = engine.build(&Setup::new(vec![block(-1.0), block(1.0), ball]));
        for _ in 0..24 {
            lab.step();
            worst = worse(worst, f64::from(lab.motion(2).velocity.y.abs()));
        }
    }
    worst
}

/// Largest deviations of height and heading of balls that roll on cells of 1 m.
fn mesh(engine: &dyn Engine) -> [f64; 2] {
    let n = 24_u32;
    let corner = |i: u32, j: u32| i * (n + 1) + j;
    let corners = (0..=n)
        .flat_map(|i| (0..=n).map(move |j| (i, j)))
        .map(|(i, j)| Vec3::new(i as f32 - 12.0, 0.0, j as f32 - 12.0))
        .collect();
    let triangles = (0..n)
        .flat_map(|i| (0..n).map(move |j| (i, j)))
        .flat_map(|(i, j)| {
            [
                [corner(i, j), corner(i, j + 1), corner(i + 1, j)],
                [corner(i + 1, j), corner(i, j + 1), corner(i + 1, j + 1)],
            ]
        })
        .collect();
    let ground = Body::fixed(Form::Terrain(corners, triangles), Vec3::ZERO).surface(0.5, 0.0);
    let r = 0.2;
    let mut worst = [0.0; 2];
    for direction in 0..36 {
        let angle = core::f32::consts::TAU * (direction as f32 + 0.3) / 36.0;
        let (sine, cosine) = voltex_math::f32::sin_cos(angle);
        let ahead = Vec3::new(cosine, 0.0, sine);
        let ball = Body::new(Form::Ball(r), Vec3::new(0.13, r, 0.21))
            .surface(0.5, 0.0)
            .moving(ahead * 10.0, Vec3::Y.cross(ahead) * (10.0 / r));
        let mut lab = engine.build(&Setup::new(vec![ground.clone(), ball]));
        for _ in 0..60 {
            lab.step();
            let motion = lab.motion(1);
            worst[0] = worse(worst[0], f64::from((motion.place.y - r).abs()));
            let side = motion.velocity.dot(Vec3::Y.cross(ahead));
            let heading = voltex_math::f32::atan2(side.abs(), motion.velocity.dot(ahead));
            worst[1] = worse(worst[1], f64::from(heading));
        }
    }
    worst
}
