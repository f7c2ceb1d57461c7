//! The published cases in a world: a ball among colliders flies and bounces as the flight alone does.

use voltex_ecs::World;
use voltex_flight::trajectory::EventKind;
use voltex_flight::{Air, Shot};
use voltex_math::Vec3;
use voltex_physics::ballistic::{Atmosphere, Ballistic, Balls, Ground};
use voltex_physics::{Collider, PhysicsConfig, ShapeStore, physics_step};
use xtask::validate;

/// What a world shares with a flight: its step and gravity are widened from single precision.
fn widened(shot: &Shot) -> (Shot, PhysicsConfig) {
    let config = PhysicsConfig {
        fixed_dt: shot.dt as f32,
        gravity: Vec3::NEG_Y * shot.gravity as f32,
        ..PhysicsConfig::DEFAULT
    };
    let same = shot
        .clone()
        .dt(f64::from(config.fixed_dt))
        .gravity(-f64::from(config.gravity.y));
    (same, config)
}

/// Number of impacts and samples that were compared.
fn compare(name: &str, shot: &Shot, air: &Air) -> (usize, usize) {
    let (same, config) = widened(shot);
    let alone = same
        .fly(air)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let published = shot
        .fly(air)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    // What is read off the flight is the same, whichever of the two it is read off.
    if let (Some((time, there)), Some((other, here))) = (published.touch(), alone.touch()) {
        let apart = (there.position - here.position).length();
        let close = 1e-6 * (1.0 + there.position.length());
        assert!(
            apart < close && (time - other).abs() < 1e-6,
            "{name}: {there:?} {here:?}"
        );
    }

    let mut world = World::new();
    voltex_physics::register(&mut world).expect("a new world");
    let mut balls = Balls::default();
    let id = balls
        .add(&same.ball)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    if let Some(surface) = &same.surface {
        let ground = balls.add_surface(surface).expect("a surface of a case");
        // On a slope the ground has the normal of single precision.
        let normal = same.ground_normal.as_vec3();
        if normal.as_dvec3().normalize() != same.ground_normal {
            return (0, 0);
        }
        world.spawn_with((
            voltex_ecs::Transform::default(),
            Collider::half_space(normal),
            Ground(ground),
        ));
    }
    let mut shapes = ShapeStore::default();
    let placed = balls.placed_in(id, &same.initial_state(), &mut shapes);
    let ball = world.spawn_with(placed.unwrap_or_else(|error| panic!("{name}: {error}")));
    world.insert_resource(shapes);
    world.insert_resource(balls);
    let atmosphere = Atmosphere::new(*air, same.wind.clone())
        .and_then(|atmosphere| atmosphere.with_balls_at(same.ball_temperature));
    world.insert_resource(atmosphere.unwrap_or_else(|error| panic!("{name}: {error}")));

    let stays = alone.events().iter().find(|event| {
        matches!(
            event.kind,
            EventKind::Landing | EventKind::Slide | EventKind::Roll | EventKind::Rest
        )
    });
    let until = stays.map_or(f64::INFINITY, |event| event.time);
    let (mut impacts, mut samples) = (0, 0);
    for (tick, sample) in alone.samples().iter().enumerate().skip(1) {
        if sample.time >= until {
            break;
        }
        let report = physics_step(&mut world, &config).expect("settings of a case");
        assert_eq!(report.problems, [], "{name}");
        impacts += report.impacts.len();
        let now = world.get::<Ballistic>(ball).expect("the ball is there");
        assert_eq!(now.position, sample.position, "{name}, tick {tick}");
        assert_eq!(now.rotation, sample.rotation, "{name}, tick {tick}");
        assert_eq!(now.velocity.length(), sample.speed, "{name}, tick {tick}");
        samples += 1;
    }
    (impacts, samples)
}

#[test]
fn published_flights_and_bounces_have_the_same_bits_in_a_world() {
    let document = validate::read().expect("validation.toml is well formed");
    let shots = validate::shots(&document).expect("every case can be set up");
    let (mut flown, mut impacts, mut samples) = (0, 0, 0);
    for (name, shot, air) in &shots {
        // Steps of a world longer than 1/30 s are taken in parts.
        if shot.dt > 1.0 / 30.0 {
            continue;
        }
        let (struck, seen) = compare(name, shot, air);
        flown += usize::from(seen > 0);
        impacts += struck;
        samples += seen;
    }
    println!(
        "{flown} of {} cases, {samples} samples, {impacts} impacts",
        shots.len()
    );
    assert!(
        flown >= 120 && impacts > 300,
        "{flown} of {} cases, {impacts} impacts",
        shots.len()
    );
}
