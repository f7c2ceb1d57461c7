//! Balls that bounce: heights, spin, rows.

use voltex_math::Vec3;

use super::{Body, Engine, Form, GRAVITY, Line, Motion, Setup, relative, worse};

/// The lines of this file.
pub const LINES: &[Line] = &[
    Line {
        name: "first bounce at 60 Hz, e .3 to .95, 20 phases",
        measure: "height off e^2 h, parts",
        noise: 1e-3,
        run: |engine| Some(bounce_heights(engine, 60.0)[0]),
    },
    Line {
        name: "first bounce at 120 Hz",
        measure: "height off e^2 h, parts",
        noise: 1e-3,
        run: |engine| Some(bounce_heights(engine, 120.0)[0]),
    },
    Line {
        name: "first bounce at 240 Hz",
        measure: "height off e^2 h, parts",
        noise: 1e-3,
        run: |engine| Some(bounce_heights(engine, 240.0)[0]),
    },
    Line {
        name: "second bounce at 60 Hz",
        measure: "height off e^4 h, parts",
        noise: 1e-3,
        run: |engine| Some(bounce_heights(engine, 60.0)[1]),
    },
    Line {
        name: "100 bounces of an elastic ball",
        measure: "energy gained or lost, parts",
        noise: 1e-3,
        run: |engine| Some(elastic_energy(engine)),
    },
    Line {
        name: "gripping bounce, 24 phases",
        measure: "tangential speed off, parts",
        noise: 1e-3,
        run: |engine| Some(gripping(engine)[0]),
    },
    Line {
        name: "gripping bounce, 24 phases",
        measure: "roll spin off, parts",
        noise: 1e-3,
        run: |engine| Some(gripping(engine)[1]),
    },
    Line {
        name: "gripping bounce, 24 phases",
        measure: "spin about the normal off, parts",
        noise: 1e-3,
        run: |engine| Some(gripping(engine)[2]),
    },
    Line {
        name: "slipping bounce, 24 phases",
        measure: "tangential speed off, parts",
        noise: 1e-3,
        run: |engine| Some(slipping(engine)[0]),
    },
    Line {
        name: "slipping bounce, 24 phases",
        measure: "spin off, parts",
        noise: 1e-3,
        run: |engine| Some(slipping(engine)[1]),
    },
    Line {
        name: "block that lands flat on a small platform",
        measure: "height off e^2 h, parts",
        noise: 1e-3,
        run: |engine| Some(flat_block(engine)[0]),
    },
    Line {
        name: "block that lands flat on a small platform",
        measure: "spin that it should not have, rad/s",
        noise: 1e-3,
        run: |engine| Some(flat_block(engine)[1]),
    },
    Line {
        name: "cradle of five elastic balls that touch",
        measure: "velocity off, parts of the first ball's",
        noise: 1e-3,
        run: |engine| Some(cradle(engine)),
    },
    Line {
        name: "slow elastic ball along a wall, 0.01 m/s into it",
        measure: "normal speed off, parts",
        noise: 1e-2,
        run: |engine| Some(slow_bounce(engine)),
    },
];

/// How high the bottom of a ball of radius `r` that has just left the floor will rise, m.
fn apex(motion: &Motion, r: f32) -> f32 {
    let speed = motion.velocity.y;
    motion.place.y - r + speed * speed / (2.0 * GRAVITY)
}

/// Largest deviations of the first two bounces.
fn bounce_heights(engine: &dyn Engine, rate: f32) -> [f64; 2] {
    let r = 0.5;
    let mut worst = [0.0; 2];
    for e in [0.3, 0.5, 0.8, 0.95] {
        for phase in 0..20 {
            let height = 2.0 + 0.01 * phase as f32;
            let ball = Body::new(Form::Ball(r), Vec3::new(0.0, height + r, 0.0));
            let mut lab = engine.build(&Setup {
                dt: 1.0 / rate,
                ..Setup::new(vec![Body::floor().surface(0.0, e), ball.surface(0.0, e)])
            });
            let mut right = height;
            for worst in &mut worst {
                right *= e * e;
                let left = leave(&mut *lab, 1, 3.0 * rate);
                let deviation = left.map_or(1.0, |motion| relative(apex(&motion, r), right));
                *worst = worse(*worst, deviation);
            }
        }
    }
    worst
}

/// Steps until a body falls and then rises; `None` if it does not within so many steps.
fn leave(lab: &mut dyn super::Lab, body: usize, most: f32) -> Option<Motion> {
    let mut fell = false;
    for _ in 0..most as usize {
        lab.step();
        let motion = lab.motion(body);
        fell |= motion.velocity.y < 0.0;
        if fell && motion.velocity.y > 0.0 {
            // What a solver spreads over a step or two is given the time.
            return Some(motion);
        }
    }
    None
}

fn elastic_energy(engine: &dyn Engine) -> f64 {
    let (r, height) = (0.1, 1.0);
    let ball = Body::new(Form::Ball(r), Vec3::new(0.0, height + r, 0.0));
    let mut lab = engine.build(&Setup::new(vec![
        Body::floor().surface(0.0, 1.0),
        ball.surface(0.0, 1.0),
    ]));
    let fall = (2.0 * height / GRAVITY).sqrt();
    let mut worst = 0.0;
    for _ in 0..(200.0 * fall * 60.0) as usize {
        lab.step();
        worst = worse(worst, relative(apex(&lab.motion(1), r), height));
    }
    worst
}

/// A solid ball that falls onto a block, and how it leaves: `run` gets speed of impact and motion after.
fn fall(
    engine: &dyn Engine,
    friction: f32,
    velocity: Vec3,
    spin: Vec3,
    mut judge: impl FnMut(f32, Option<Motion>),
) {
    for phase in 0..24 {
        let height = 5.0 + 0.1 * phase as f32;
        let ball = Body::new(Form::Ball(0.11), Vec3::new(0.0, height + 0.11, 0.0));
        let mut lab = engine.build(&Setup::new(vec![
            Body::floor().surface(friction, 0.5),
            ball.surface(friction, 0.5).moving(velocity, spin),
        ]));
        let left = leave(&mut *lab, 1, 120.0);
        judge((2.0 * GRAVITY * height).sqrt(), left);
    }
}

/// Deviations of tangential speed, roll spin and spin about the normal.
///
/// With grip a solid ball keeps of its slip nothing: the tangential speed gains `alpha/(1 + alpha)` of the surface
/// speed, alpha = 2/5, and the spin is then that of rolling; nothing acts about the normal.
fn gripping(engine: &dyn Engine) -> [f64; 3] {
    let (r, spin) = (0.11, Vec3::new(1.0, 20.0, 3.0));
    let share = 0.4 / 1.4;
    let velocity = Vec3::new(-spin.z, 0.0, spin.x) * (r * share);
    let rolling = Vec3::new(spin.x, 0.0, spin.z) * share;
    let mut worst = [0.0; 3];
    fall(engine, 0.6, Vec3::ZERO, spin, |_, left| {
        let found = left.map_or([f64::INFINITY; 3], |left| {
            let off = |a: Vec3, b: Vec3| f64::from((a - b).length() / b.length());
            [
                off(left.velocity.with_y(0.0), velocity),
                off(left.spin.with_y(0.0), rolling),
                relative(left.spin.y, spin.y),
            ]
        });
        for (worst, found) in worst.iter_mut().zip(found) {
            *worst = worse(*worst, found);
        }
    });
    worst
}

/// Deviations of tangential speed and spin where the ball slips all through the impact.
fn slipping(engine: &dyn Engine) -> [f64; 2] {
    let (r, mu, e, speed) = (0.11, 0.2, 0.5, 15.0);
    let mut worst = [0.0; 2];
    fall(engine, mu, Vec3::X * speed, Vec3::ZERO, |impact, left| {
        let change = mu * (1.0 + e) * impact;
        let found = left.map_or([f64::INFINITY; 2], |left| {
            [
                relative(left.velocity.x, speed - change),
                relative(left.spin.z, -change / (0.4 * r)),
            ]
        });
        for (worst, found) in worst.iter_mut().zip(found) {
            *worst = worse(*worst, found);
        }
    });
    worst
}

/// Deviations of height and of spin of a block that lands flat, its corners beyond the platform.
fn flat_block(engine: &dyn Engine) -> [f64; 2] {
    let e = 0.6;
    let mut worst = [0.0; 2];
    for phase in 0..20 {
        let height = 1.0 + 0.01 * phase as f32;
        let platform = Body::fixed(Form::Block(Vec3::splat(0.2)), Vec3::new(0.0, -0.2, 0.0));
        let block = Body::new(
            Form::Block(Vec3::splat(0.5)),
            Vec3::new(0.0, height + 0.5, 0.0),
        );
        let mut lab = engine.build(&Setup::new(vec![
            platform.surface(0.5, e),
            block.surface(0.5, e),
        ]));
        let left = leave(&mut *lab, 1, 120.0);
        let found = left.map_or([1.0, f64::INFINITY], |left| {
            [
                relative(apex(&left, 0.5), e * e * height),
                f64::from(left.spin.length()),
            ]
        });
        for (worst, found) in worst.iter_mut().zip(found) {
            *worst = worse(*worst, found);
        }
    }
    worst
}

/// Largest deviation of a velocity after one ball has struck four that rest and touch.
fn cradle(engine: &dyn Engine) -> f64 {
    let mut worst = 0.0;
    for phase in 0..10 {
        let r = 0.05;
        let mut bodies = vec![
            Body::new(
                Form::Ball(r),
                Vec3::new(-0.2 - 0.0017 * phase as f32, 0.0, 0.0),
            )
            .moving(Vec3::X, Vec3::ZERO)
            .surface(0.0, 1.0),
        ];
        bodies.extend(
            (0..4).map(|i| {
                Body::new(Form::Ball(r), Vec3::X * (2.0 * r * i as f32)).surface(0.0, 1.0)
            }),
        );
        let mut lab = engine.build(&Setup::weightless(bodies));
        for _ in 0..30 {
            lab.step();
        }
        for ball in 0..5 {
            let right = if ball == 4 { Vec3::X } else { Vec3::ZERO };
            let off = (lab.motion(ball).velocity - right).length();
            worst = worse(worst, f64::from(off));
        }
    }
    worst
}

fn slow_bounce(engine: &dyn Engine) -> f64 {
    let ball = Body::new(Form::Ball(0.1), Vec3::new(-20.0, 0.105, 0.0))
        .moving(Vec3::new(5.0, -0.01, 0.0), Vec3::ZERO)
        .surface(0.0, 1.0);
    let mut lab = engine.build(&Setup::weightless(vec![
        Body::floor().surface(0.0, 1.0),
        ball,
    ]));
    for _ in 0..120 {
        lab.step();
    }
    relative(lab.motion(1).velocity.y, 0.01)
}
