//! Things that stand.

use voltex_math::{Quat, Vec3};

use super::{Body, Engine, Form, Line, Setup, worse};

/// The lines of this file.
pub const LINES: &[Line] = &[
    Line {
        name: "tower of 20 boxes, 60 s awake",
        measure: "farthest way of a box to the side, m",
        noise: 1e-3,
        run: |engine| Some(tower(engine)),
    },
    Line {
        name: "house of cards, three floors, 10 s",
        measure: "sinking of the highest card, m",
        noise: 5e-3,
        run: |engine| Some(cards(engine)),
    },
    Line {
        name: "ball at rest, 60 s awake",
        measure: "way, m",
        noise: 1e-4,
        run: |engine| Some(ball_at_rest(engine)),
    },
];

fn tower(engine: &dyn Engine) -> f64 {
    let mut bodies = vec![Body::floor().surface(0.5, 0.0)];
    bodies.extend((0..20).map(|i| {
        Body::new(
            Form::Block(Vec3::splat(0.5)),
            Vec3::new(0.0, 0.5 + i as f32, 0.0),
        )
        .surface(0.5, 0.0)
    }));
    let mut lab = engine.build(&Setup::new(bodies));
    for _ in 0..3600 {
        lab.step();
    }
    (1..=20).fold(0.0, |worst, i| {
        let place = lab.motion(i).place;
        worse(worst, f64::from(place.with_y(0.0).length()))
    })
}

fn ball_at_rest(engine: &dyn Engine) -> f64 {
    let ball = Body::new(Form::Ball(0.5), Vec3::new(0.3, 0.5, 0.2)).surface(0.5, 0.3);
    let mut lab = engine.build(&Setup::new(vec![Body::floor().surface(0.5, 0.3), ball]));
    for _ in 0..3600 {
        lab.step();
    }
    f64::from((lab.motion(1).place - Vec3::new(0.3, 0.5, 0.2)).length())
}

/// Three floors of pairs of leaning cards with lying cards between them.
fn cards(engine: &dyn Engine) -> f64 {
    let (length, thick, lean, apart): (f32, f32, f32, f32) = (1.0, 0.04, 0.26, 0.8);
    let (sine, cosine) = voltex_math::f32::sin_cos(lean);
    let floor_height = length * cosine + thick * sine;
    let card = |half: Vec3, place: Vec3, angle: f32| {
        Body {
            rotation: Quat::from_axis_angle(Vec3::Z, angle),
            ..Body::new(Form::Block(half), place)
        }
        .surface(0.7, 0.0)
    };
    let standing = Vec3::new(0.5 * thick, 0.5 * length, 0.35);
    let lying = Vec3::new(0.5 * apart - 0.01, 0.5 * thick, 0.35);
    let mut bodies = vec![Body::floor().surface(0.7, 0.0)];
    for floor in 0..3_usize {
        let base = floor as f32 * (floor_height + thick);
        let pairs = 3 - floor;
        let middle = |i: usize, n: usize| (i as f32 - 0.5 * (n - 1) as f32) * apart;
        for i in 0..pairs {
            for side in [-1.0, 1.0] {
                let off = side * (0.5 * thick * cosine + 0.5 * length * sine);
                let place = Vec3::new(middle(i, pairs) + off, base + 0.5 * floor_height, 0.0);
                bodies.push(card(standing, place, side * lean));
            }
        }
        for i in 1..pairs {
            let place = Vec3::new(
                middle(i - 1, pairs - 1),
                base + floor_height + 0.5 * thick,
                0.0,
            );
            bodies.push(card(lying, place, 0.0));
        }
    }
    let highest = bodies.len() - 1;
    let start = bodies[highest].place.y;
    let mut lab = engine.build(&Setup::new(bodies));
    for _ in 0..600 {
        lab.step();
    }
    f64::from((start - lab.motion(highest).place.y).abs())
}
