//! Friction: slopes, slide to roll, roll-out, spin-down.

use voltex_math::Vec3;

use super::{Body, Engine, Form, GRAVITY, Line, Motion, Setup, relative};

/// The lines of this file.
pub const LINES: &[Line] = &[
    Line {
        name: "block on a slope of 0.9 mu, from 1 s to 10 s",
        measure: "way that it creeps, m",
        noise: 1e-5,
        run: |engine| Some(creep(engine)),
    },
    Line {
        name: "block sliding at 1 m/s on a slope of mu, 2 s",
        measure: "speed off, parts",
        noise: 1e-3,
        run: |engine| Some(relative(slope(engine, 0.5, 1.0, 2.0).velocity.x, 1.0)),
    },
    Line {
        name: "block on a slope of 1.4 mu, 2 s",
        measure: "speed off, parts",
        noise: 1e-3,
        run: beyond_the_angle,
    },
    Line {
        name: "ball that slides at 5 m/s, mu 0.2, until it rolls",
        measure: "speed off 5/7, parts",
        noise: 1e-3,
        run: |engine| Some(slide_to_roll(engine)[0]),
    },
    Line {
        name: "ball that slides at 5 m/s, mu 0.2, until it rolls",
        measure: "way of the first second off, parts",
        noise: 1e-3,
        run: |engine| Some(slide_to_roll(engine)[1]),
    },
    Line {
        name: "golf ball rolling out, mu_r 0.02",
        measure: "way off 7 v^2/(10 mu_r g), parts",
        noise: 1e-2,
        run: roll_out,
    },
    Line {
        name: "ball rolling without resistance, 10 s",
        measure: "speed lost, parts",
        noise: 1e-3,
        run: |engine| Some(rolls_on(engine)),
    },
    Line {
        name: "square block spinning flat, mu 0.3",
        measure: "time to stop off, parts",
        noise: 1e-2,
        run: |engine| Some(spin_down(engine)),
    },
];

/// A block on a slope, mu 0.5, whose rise over run is `tangent`; speed down the slope along +X.
fn slope(engine: &dyn Engine, tangent: f32, speed: f32, seconds: f32) -> Motion {
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    let block = Body::new(Form::Block(Vec3::splat(0.5)), Vec3::new(0.0, 0.5, 0.0))
        .surface(0.5, 0.0)
        .moving(Vec3::X * speed, Vec3::ZERO);
    let mut lab = engine.build(&Setup {
        gravity: Vec3::new(tangent * cosine, -cosine, 0.0) * GRAVITY,
        ..Setup::new(vec![Body::floor().surface(0.5, 0.0), block])
    });
    for _ in 0..(seconds * 60.0) as usize {
        lab.step();
    }
    lab.motion(1)
}

/// The first second is left out: a block is set down without the load that friction needs.
fn creep(engine: &dyn Engine) -> f64 {
    let place = |seconds| slope(engine, 0.45, 0.0, seconds).place;
    f64::from((place(10.0) - place(1.0)).length())
}

fn beyond_the_angle(engine: &dyn Engine) -> Option<f64> {
    let tangent: f32 = 0.7;
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    let right = GRAVITY * cosine * (tangent - 0.5) * 2.0;
    Some(relative(slope(engine, tangent, 0.0, 2.0).velocity.x, right))
}

/// Deviations of the speed once it rolls (after 0.728 s) and of the way after one second.
fn slide_to_roll(engine: &dyn Engine) -> [f64; 2] {
    let (mu, speed) = (0.2, 5.0);
    let ball = Body::new(Form::Ball(0.11), Vec3::new(0.0, 0.11, 0.0))
        .surface(mu, 0.0)
        .moving(Vec3::X * speed, Vec3::ZERO);
    let mut lab = engine.build(&Setup::new(vec![Body::floor().surface(mu, 0.0), ball]));
    for _ in 0..60 {
        lab.step();
    }
    let motion = lab.motion(1);
    let rolls = 2.0 * speed / (7.0 * mu * GRAVITY);
    let way = 12.0 * speed * speed / (49.0 * mu * GRAVITY) + speed * 5.0 / 7.0 * (1.0 - rolls);
    [
        relative(motion.velocity.x, speed * 5.0 / 7.0),
        relative(motion.place.x, way),
    ]
}

/// A golf ball that rolls at 0.5 m/s until it stops.
fn roll_out(engine: &dyn Engine) -> Option<f64> {
    if !engine.knows_rolling() {
        return None;
    }
    let (r, speed, resistance) = (0.02134, 0.5, 0.02);
    let ball = Body {
        rolling: resistance,
        ..Body::new(Form::Ball(r), Vec3::new(0.0, r, 0.0))
    }
    .surface(0.4, 0.0)
    .moving(Vec3::X * speed, Vec3::Z * (-speed / r));
    let mut lab = engine.build(&Setup::new(vec![Body::floor().surface(0.4, 0.0), ball]));
    for _ in 0..600 {
        lab.step();
    }
    let right = 0.7 * speed * speed / (resistance * GRAVITY);
    Some(relative(lab.motion(1).place.x, right))
}

fn rolls_on(engine: &dyn Engine) -> f64 {
    let (r, speed) = (0.11, 2.0);
    let ball = Body::new(Form::Ball(r), Vec3::new(-10.0, r, 0.0))
        .surface(0.5, 0.0)
        .moving(Vec3::X * speed, Vec3::Z * (-speed / r));
    let mut lab = engine.build(&Setup::new(vec![Body::floor().surface(0.5, 0.0), ball]));
    for _ in 0..600 {
        lab.step();
    }
    relative(lab.motion(1).velocity.x, speed)
}

/// Under even pressure the moment of friction of a square of side `a` is
/// `mu m g a (sqrt 2 + ln(1 + sqrt 2))/6`; the moment of inertia is `m a^2/6`.
fn spin_down(engine: &dyn Engine) -> f64 {
    let (mu, spin) = (0.3, 10.0);
    let block = Body::new(
        Form::Block(Vec3::new(0.5, 0.1, 0.5)),
        Vec3::new(0.0, 0.1, 0.0),
    )
    .surface(mu, 0.0)
    .moving(Vec3::ZERO, Vec3::Y * spin);
    let mut lab = engine.build(&Setup::new(vec![Body::floor().surface(mu, 0.0), block]));
    let right = spin / (mu * GRAVITY * (2.0_f32.sqrt() + 0.881_373_6));
    // While it slows evenly: the time from 90 % to 20 % of the spin, in parts of that of the whole.
    let mut marks = [None; 2];
    for step in 1..600 {
        lab.step();
        let now = lab.motion(1).spin.y;
        for (mark, level) in marks.iter_mut().zip([0.9, 0.2]) {
            if mark.is_none() && now < level * spin {
                *mark = Some(step as f32 / 60.0);
            }
        }
    }
    match marks {
        [Some(start), Some(end)] => relative((end - start) / 0.7, right),
        _ => 1.0,
    }
}
