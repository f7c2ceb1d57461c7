//! Bounces of bodies against closed forms: height, spin and speed do not depend on how the steps fall.

use voltex_ecs::{Entity, Transform, World};
use voltex_math::{Quat, Vec2, Vec3};
use voltex_physics::{
    Collider, HeightField, Material, PhysicsConfig, RigidBody, ShapeStore, StepReport, physics_step,
};

const G: f32 = 9.81;

fn config(rate: f32) -> PhysicsConfig {
    PhysicsConfig {
        fixed_dt: 1.0 / rate,
        ..PhysicsConfig::DEFAULT
    }
}

fn step(world: &mut World, config: &PhysicsConfig) -> StepReport {
    let report = physics_step(world, config).expect("the settings are in range");
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    report
}

fn body(world: &World, entity: Entity) -> RigidBody {
    *world.get::<RigidBody>(entity).unwrap()
}

fn position(world: &World, entity: Entity) -> Vec3 {
    world.get::<Transform>(entity).unwrap().position
}

/// What a ball can bounce on.
const GROUNDS: [&str; 5] = ["half-space", "box", "mesh", "height field", "hull"];

/// Ground with its surface at y = 0.
fn ground(world: &mut World, kind: &str, material: Material) {
    let mut store = ShapeStore::default();
    let (height, collider) = match kind {
        "half-space" => (0.0, Collider::half_space(Vec3::Y)),
        "box" => (-1.0, Collider::cuboid(Vec3::new(50.0, 1.0, 50.0))),
        "mesh" => {
            let side = 20;
            let corners: Vec<Vec3> = (0..=side)
                .flat_map(|i| {
                    (0..=side).map(move |j| Vec3::new(i as f32 - 10.3, 0.0, j as f32 - 10.7))
                })
                .collect();
            let at = |i: u32, j: u32| i * (side as u32 + 1) + j;
            let triangles: Vec<[u32; 3]> = (0..side as u32)
                .flat_map(|i| {
                    (0..side as u32).flat_map(move |j| {
                        [
                            [at(i, j), at(i, j + 1), at(i + 1, j)],
                            [at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)],
                        ]
                    })
                })
                .collect();
            (
                0.0,
                Collider::Mesh(store.add_mesh(&corners, &triangles).unwrap()),
            )
        }
        "height field" => {
            let flat = HeightField::new(31, 31, Vec2::splat(0.7), vec![0.0; 31 * 31]).unwrap();
            let field = store.add_height_field(flat);
            (0.0, Collider::HeightField(field))
        }
        "hull" => {
            let corners: Vec<Vec3> = (0..8)
                .map(|i| {
                    Vec3::new(
                        if i & 1 == 0 { -20.0 } else { 20.0 },
                        if i & 2 == 0 { -1.0 } else { 1.0 },
                        if i & 4 == 0 { -20.0 } else { 20.0 },
                    )
                })
                .collect();
            (-1.0, Collider::Hull(store.add_hull(&corners).unwrap()))
        }
        other => panic!("{other}"),
    };
    world.insert_resource(store);
    world.spawn_with((
        Transform::from_position(Vec3::Y * height),
        collider,
        material,
    ));
}

/// Highest place of a body between two landings, from its energy in flight: free fall is exact.
fn apex(world: &World, ball: Entity) -> f32 {
    let v = body(world, ball).velocity.y;
    position(world, ball).y + v * v / (2.0 * G)
}

/// Row `bounce-height`: the first apex is `e^2 h` and the second `e^4 h`, at every rate and on every ground.
#[test]
fn bounce_height() {
    let radius = 0.1;
    for kind in GROUNDS {
        for rate in [30.0, 60.0, 120.0, 240.0] {
            for e in [0.3, 0.5, 0.8, 0.95] {
                let mut world = World::new();
                ground(&mut world, kind, Material::DEFAULT);
                let ball = world.spawn_with((
                    Transform::from_position(Vec3::Y * (2.0 + radius)),
                    RigidBody::dynamic(0.3).with_restitution(e),
                    Collider::sphere(radius),
                ));
                let config = config(rate);
                let (mut apexes, mut rising) = (Vec::new(), false);
                for _ in 0..(4.0 * rate) as usize {
                    step(&mut world, &config);
                    let rises = body(&world, ball).velocity.y > 0.0;
                    if rises && !rising {
                        apexes.push(apex(&world, ball) - radius);
                    }
                    rising = rises;
                }
                for (n, expected) in [(0, e * e * 2.0), (1, e * e * e * e * 2.0)] {
                    // Below it the rebound may come and go within one step.
                    if expected < 0.02 {
                        continue;
                    }
                    let found = apexes[n];
                    assert!(
                        (found / expected - 1.0).abs() < 0.01,
                        "{kind} {rate} Hz e {e}: apex {n} {found} {expected}"
                    );
                }
            }
        }
    }
}

/// Row `bounce-height`, its second half: e = 1, 100 bounces, energy within 0.1 % and never growing.
#[test]
fn elastic_ball_keeps_its_energy_for_100_bounces() {
    for rate in [60.0, 120.0] {
        let mut world = World::new();
        ground(&mut world, "half-space", Material::DEFAULT);
        let ball = world.spawn_with((
            Transform::from_position(Vec3::Y * 1.5),
            RigidBody::dynamic(1.0).with_restitution(1.0),
            Collider::sphere(0.5),
        ));
        let (mut bounces, mut highest) = (0, 1.0_f32);
        while bounces < 100 {
            bounces += step(&mut world, &config(rate)).impacts.len();
            let energy = apex(&world, ball) - 0.5;
            assert!((energy - 1.0).abs() < 1e-3, "{bounces}: {energy}");
            assert!(
                energy < highest + 1e-5 * (1 + bounces) as f32,
                "{bounces}: {energy}"
            );
            highest = voltex_math::f32::max(highest, energy);
        }
    }
}

/// Row `bounce-phase`: ten balls thrown down ever so slightly faster.
#[test]
fn bounce_phase() {
    let mut last = 0.0;
    for i in 0..10 {
        let mut world = World::new();
        ground(&mut world, "half-space", Material::DEFAULT);
        let speed = 15.0 + 0.01 * i as f32;
        let ball = world.spawn_with((
            Transform::from_position(Vec3::Y * 10.0),
            RigidBody::dynamic(1.0)
                .with_restitution(0.8)
                .with_velocity(Vec3::Y * -speed),
            Collider::sphere(0.25),
        ));
        while step(&mut world, &config(60.0)).impacts.is_empty() {}
        let found = apex(&world, ball) - 0.25;
        let expected = 0.64 * (9.75 + speed * speed / (2.0 * G));
        assert!((found / expected - 1.0).abs() < 1e-4, "{found} {expected}");
        assert!(found > last, "{i} {found} {last}");
        last = found;
    }
}

/// Row `spin-after-bounce`, and the same with so little friction that the ball slips: all components of velocity
/// and spin, at every phase of the step and every rate, on every ground.
#[test]
fn spin_after_bounce() {
    let (radius, e) = (0.11, 0.5);
    for kind in GROUNDS {
        for (rate, mu) in [
            (60.0, 0.6),
            (60.0, 0.1),
            (30.0, 0.6),
            (120.0, 0.1),
            (240.0, 0.6),
        ] {
            let surface = Material {
                friction: mu,
                ..Material::DEFAULT
            };
            for i in 0..24 {
                let height = 5.0 + 0.1 * i as f32;
                let mut world = World::new();
                ground(&mut world, kind, surface);
                let (v, w) = (Vec3::new(2.0, 0.0, -1.0), Vec3::new(1.0, 20.0, 3.0));
                let ball = world.spawn_with((
                    Transform::from_position(Vec3::Y * (height + radius)),
                    RigidBody::dynamic(0.43)
                        .with_restitution(e)
                        .with_velocity(v)
                        .with_angular_velocity(w),
                    Collider::sphere(radius),
                    surface,
                ));
                let config = config(rate);
                let report = loop {
                    let report = step(&mut world, &config);
                    if !report.impacts.is_empty() {
                        break report;
                    }
                };
                let fall = (2.0 * G * height).sqrt();
                let slip = v + w.cross(Vec3::Y * -radius);
                let grip = slip * (2.0 / 7.0);
                let push = mu * (1.0 + e) * fall;
                let change = if grip.length() <= push {
                    grip
                } else {
                    slip * (push / slip.length())
                };
                let velocity = v - change + Vec3::Y * (e * fall);
                // The impulse -m change at -r y turns a solid ball by it.
                let spin = w + (Vec3::Y * -radius).cross(-change) / (0.4 * radius * radius);
                let impact = report.impacts[0];
                let after = impact.after[1];
                let scale = (1.0 - impact.fraction) / rate;
                let now = body(&world, ball);
                let landed = now.velocity + Vec3::Y * (G * scale);
                for (what, found, expected) in [
                    ("velocity", after.velocity, velocity),
                    ("velocity at the end", landed, velocity),
                    ("spin", after.angular_velocity, spin),
                    ("spin at the end", now.angular_velocity, spin),
                ] {
                    for (found, expected) in found.to_array().into_iter().zip(expected.to_array()) {
                        assert!(
                            (found - expected).abs() <= 0.002 * expected.abs() + 1e-4,
                            "{kind} {rate} Hz mu {mu} from {height} m: {what} {found} {expected}"
                        );
                    }
                }
            }
        }
    }
}

/// Row `slow-bounce`: mirror reflection at 0.01 m/s, 5 m/s along the wall.
#[test]
fn slow_bounce() {
    for kind in ["half-space", "box"] {
        let mut world = World::new();
        ground(
            &mut world,
            kind,
            Material {
                friction: 0.0,
                ..Material::DEFAULT
            },
        );
        let ball = world.spawn_with((
            Transform::from_position(Vec3::new(-5.0, 0.105, 0.0)),
            RigidBody::dynamic(1.0)
                .with_restitution(1.0)
                .with_gravity_scale(0.0)
                .with_velocity(Vec3::new(5.0, -0.01, 0.0)),
            Collider::sphere(0.1),
        ));
        for _ in 0..60 {
            step(&mut world, &config(60.0));
        }
        let v = body(&world, ball).velocity;
        assert!(
            (v - Vec3::new(5.0, 0.01, 0.0)).length() < 1e-5,
            "{kind} {v}"
        );
        assert!((position(&world, ball).y - 0.105).abs() < 1e-4);
    }
}

/// Row `wall-angle`.
#[test]
fn wall_angle() {
    let mut world = World::new();
    ground(
        &mut world,
        "box",
        Material {
            friction: 0.0,
            ..Material::DEFAULT
        },
    );
    let (sine, cosine) = voltex_math::f32::sin_cos(30.0_f32.to_radians());
    let ball = world.spawn_with((
        Transform::from_position(Vec3::new(-1.0, 1.0, 0.3)),
        RigidBody::dynamic(1.0)
            .with_restitution(1.0)
            .with_gravity_scale(0.0)
            .with_velocity(Vec3::new(cosine, -sine, 0.0) * 4.0),
        Collider::sphere(0.2),
    ));
    for _ in 0..60 {
        step(&mut world, &config(60.0));
    }
    let v = body(&world, ball).velocity;
    assert!(
        (v - Vec3::new(cosine, sine, 0.0) * 4.0).length() < 1e-4,
        "{v}"
    );
}

/// Rest after bouncing: `t = sqrt(2 h/g) (1 + e)/(1 - e)`, h 2 m, e .8: 5.747 s. What the threshold silences ends it
/// a little earlier, by at most the bounces that start below it.
#[test]
fn bounces_end_when_the_series_does() {
    for rate in [60.0, 240.0] {
        let mut world = World::new();
        ground(&mut world, "half-space", Material::DEFAULT);
        let ball = world.spawn_with((
            Transform::from_position(Vec3::Y * 2.1),
            RigidBody::dynamic(1.0).with_restitution(0.8),
            Collider::sphere(0.1),
        ));
        let mut last = 0.0;
        for i in 0..(8.0 * rate) as usize {
            let report = step(&mut world, &config(rate));
            if let Some(impact) = report.impacts.last() {
                last = (i as f32 + impact.fraction) / rate;
            }
        }
        // The bounce of 0.1 m/s and those after it take 2 v/g/(1 - e) = 0.1 s.
        assert!(last < 5.75 && last > 5.747 - 0.12, "{rate}: {last}");
        assert!((position(&world, ball).y - 0.1).abs() < 1e-3);
        assert_eq!(step(&mut world, &config(rate)).awake, 0);
    }
}

/// A cube that lands flat on a platform smaller than itself goes straight up, at every phase.
#[test]
fn cube_lands_flat_without_spurious_spin() {
    for i in 0..40 {
        let height = 1.0 + 0.03 * i as f32;
        let mut world = World::new();
        world.spawn_with((
            Transform::from_position(Vec3::Y * -0.5),
            Collider::cuboid(Vec3::new(0.2, 0.5, 0.2)),
        ));
        let cube = world.spawn_with((
            Transform::from_position(Vec3::Y * (height + 0.5)),
            RigidBody::dynamic(5.0).with_restitution(0.6),
            Collider::cuboid(Vec3::splat(0.5)),
        ));
        while step(&mut world, &config(60.0)).impacts.is_empty() {}
        let found = apex(&world, cube) - 0.5;
        let now = body(&world, cube);
        assert!(
            (found / (0.36 * height) - 1.0).abs() < 0.01,
            "{height} {found}"
        );
        assert!(now.angular_velocity.length() < 1e-4, "{now:?}");
        assert!(now.velocity.with_y(0.0).length() < 1e-4, "{now:?}");
    }
}

/// Newton's cradle: as many balls leave as came, with the speed they came with.
#[test]
fn cradle() {
    for (rate, coming) in [(60.0, 1), (60.0, 2), (240.0, 3), (30.0, 4)] {
        let mut world = World::new();
        let elastic = RigidBody::dynamic(1.0)
            .with_restitution(1.0)
            .with_gravity_scale(0.0);
        let balls: Vec<Entity> = (0..6)
            .map(|i| {
                let (gap, speed) = if i < coming {
                    (-1.234, 2.5)
                } else {
                    (0.0, 0.0)
                };
                world.spawn_with((
                    Transform::from_position(Vec3::X * (0.25 * i as f32 + gap)),
                    elastic.with_velocity(Vec3::X * speed),
                    Collider::sphere(0.125),
                ))
            })
            .collect();
        for _ in 0..rate as usize {
            step(&mut world, &config(rate));
        }
        for (i, ball) in balls.iter().enumerate() {
            let expected = if i >= 6 - coming { 2.5 } else { 0.0 };
            let v = body(&world, *ball).velocity;
            assert!(
                (v - Vec3::X * expected).length() < 1e-3,
                "{coming}: ball {i} {v}"
            );
        }
    }
}

/// An elastic ball between two walls for a minute: the time of a round is exact, so its place is known.
#[test]
fn elastic_ball_between_two_walls() {
    let mut world = World::new();
    for x in [-2.0, 2.0] {
        world.spawn_with((
            Transform::from_position(Vec3::X * x),
            Collider::cuboid(Vec3::new(0.5, 3.0, 3.0)),
        ));
    }
    let ball = world.spawn_with((
        Transform::from_position(Vec3::ZERO),
        RigidBody::dynamic(1.0)
            .with_restitution(1.0)
            .with_gravity_scale(0.0)
            .with_velocity(Vec3::X * 37.0),
        Collider::sphere(0.25),
    ));
    for _ in 0..3600 {
        step(&mut world, &config(60.0));
    }
    // The middle runs between -1.25 and 1.25.
    let way = f64::from(37.0_f32) * 3600.0 * f64::from(1.0_f32 / 60.0) + 1.25;
    let round = way % 5.0;
    let expected = if round < 2.5 {
        round - 1.25
    } else {
        3.75 - round
    };
    let x = f64::from(position(&world, ball).x);
    assert!((x - expected).abs() < 0.02, "{x} {expected}");
    assert!((body(&world, ball).velocity.x.abs() - 37.0).abs() < 1e-3);
}

/// Two bodies that meet in the air: momentum and, with e = 1 and no friction, energy.
#[test]
fn bodies_that_meet_in_flight_keep_momentum_and_energy() {
    let shapes = [
        Collider::sphere(0.3),
        Collider::cuboid(Vec3::new(0.2, 0.3, 0.4)),
        Collider::capsule(0.3, 0.15),
    ];
    for (i, a) in shapes.iter().enumerate() {
        for (j, b) in shapes.iter().enumerate() {
            for phase in 0..10 {
                let mut world = World::new();
                let smooth = Material {
                    friction: 0.0,
                    ..Material::DEFAULT
                };
                let free = |mass: f32| {
                    RigidBody::dynamic(mass)
                        .with_restitution(1.0)
                        .with_gravity_scale(0.0)
                };
                let one = world.spawn_with((
                    Transform {
                        rotation: Quat::from_rotation_z(0.3 + i as f32),
                        ..Transform::from_position(Vec3::new(-2.0 - 0.02 * phase as f32, 0.05, 0.0))
                    },
                    free(2.0)
                        .with_velocity(Vec3::X * 12.0)
                        .with_angular_velocity(Vec3::new(1.0, 2.0, 3.0)),
                    *a,
                    smooth,
                ));
                let two = world.spawn_with((
                    Transform {
                        rotation: Quat::from_rotation_x(0.7 + j as f32),
                        ..Transform::from_position(Vec3::new(1.0, 0.0, 0.03))
                    },
                    free(1.0).with_velocity(Vec3::X * -3.0),
                    *b,
                    smooth,
                ));
                let mut report = StepReport::default();
                for _ in 0..60 {
                    report = step(&mut world, &config(60.0));
                    if !report.impacts.is_empty() {
                        break;
                    }
                }
                let impact = report.impacts[0];
                assert_eq!([impact.a, impact.b], [one, two]);
                let momentum =
                    |m: &[voltex_physics::BodyMotion; 2]| m[0].velocity * 2.0 + m[1].velocity;
                let lost = momentum(&impact.after) - momentum(&impact.before);
                assert!(lost.length() < 1e-4, "{lost}");
                let n = impact.normal;
                assert!(
                    (impact.impulse - n * impact.impulse.length()).length() < 1e-3,
                    "{impact:?}"
                );
                // Work of the impulse at the mean of the velocities before and after is 0 for e = 1.
                let change = impact.after[0].velocity - impact.before[0].velocity;
                assert!((change * 2.0 + impact.impulse).length() < 1e-3);
            }
        }
    }
}
