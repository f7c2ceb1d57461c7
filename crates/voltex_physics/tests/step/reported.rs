//! What users of other engines have reported, by the rows of the list of cases, and what a body on the ground obeys.

use super::*;

/// Row `tower`.
#[test]
fn tower_of_20_boxes_stands_for_a_minute() {
    let mut world = World::new();
    floor(&mut world);
    let boxes: Vec<Entity> = (0..20)
        .map(|i| {
            world.spawn_with((
                at(0.0, 0.5 + i as f32, 0.0),
                RigidBody::dynamic(1000.0),
                Collider::cuboid(Vec3::splat(0.5)),
            ))
        })
        .collect();
    let awake = PhysicsConfig {
        sleeping: false,
        ..PhysicsConfig::DEFAULT
    };
    for _ in 0..120 {
        support::step_with(&mut world, &awake);
    }
    let settled: Vec<Vec3> = boxes
        .iter()
        .map(|entity| position(&world, *entity))
        .collect();
    for _ in 0..3600 {
        assert_eq!(support::step_with(&mut world, &awake).awake, 20);
    }
    for (entity, before) in boxes.iter().zip(&settled) {
        let drift = (position(&world, *entity) - *before).length();
        assert!(drift < 0.01, "{drift}");
    }
}

/// Row `rest-drift`.
#[test]
fn rest_drift() {
    let mut world = World::new();
    floor(&mut world);
    let ball = world.spawn_with((
        at(0.0, 0.5, 0.0),
        RigidBody::dynamic(1.0),
        Collider::sphere(0.5),
    ));
    let awake = PhysicsConfig {
        sleeping: false,
        ..PhysicsConfig::DEFAULT
    };
    for _ in 0..3600 {
        assert_eq!(support::step_with(&mut world, &awake).awake, 1);
    }
    let drift = (position(&world, ball) - Vec3::Y * 0.5).length();
    assert!(drift < 1e-3, "{drift}");
}

/// Row `small-ball-spin`: golf ball and table-tennis ball under rolling resistance.
#[test]
fn small_ball_spin() {
    for (mass, radius, hollow, expected) in
        [(0.0459, 0.02134, false, 0.892), (0.0027, 0.02, true, 1.062)]
    {
        let mut world = World::new();
        let lawn = Material {
            friction: 0.4,
            rolling_friction: 0.02,
            ..Material::DEFAULT
        };
        world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y), lawn));
        let ball = world.spawn_with((
            at(0.0, radius, 0.0),
            RigidBody::dynamic(mass)
                .with_velocity(Vec3::X * 0.5)
                .with_angular_velocity(Vec3::Z * (-0.5 / radius)),
            Collider::sphere(radius),
            lawn,
        ));
        if hollow {
            let shell = MassProperties::thin_sphere(radius, mass).unwrap();
            world.add(ball, shell).unwrap();
        }
        for _ in 0..150 {
            run(&mut world, 1);
            let body = body(&world, ball);
            let slip = (body.velocity.x + body.angular_velocity.z * radius).abs();
            assert!(slip <= 0.01 * body.velocity.x + 1e-4, "{slip} {body:?}");
        }
        run(&mut world, 300);
        let way = position(&world, ball).x;
        assert!((way / expected - 1.0).abs() < 0.01, "{way} {expected}");
    }
}

/// Row `rolls-for-ever`, its second half: without rolling resistance nothing is lost.
#[test]
fn a_rolling_ball_without_resistance_loses_nothing() {
    let mut world = World::new();
    floor(&mut world);
    let ball = world.spawn_with((
        at(0.0, 0.1, 0.0),
        RigidBody::dynamic(1.0)
            .with_velocity(Vec3::X * 2.0)
            .with_angular_velocity(Vec3::Z * -20.0),
        Collider::sphere(0.1),
    ));
    run(&mut world, 600);
    let speed = body(&world, ball).velocity.x;
    assert!((speed / 2.0 - 1.0).abs() < 1e-3, "{speed}");
}

/// Row `rolls-for-ever`: a ball holds on a slope of 1 degree iff `mu_r >= tan(slope)`.
#[test]
fn a_ball_holds_on_a_slope_if_its_resistance_says_so() {
    let slope = 1.0_f32.to_radians();
    for (factor, holds) in [(1.2, true), (0.8, false)] {
        let mut world = World::new();
        let (sine, cosine) = voltex_math::f32::sin_cos(slope);
        let material = Material {
            rolling_friction: factor * sine / cosine,
            ..Material::DEFAULT
        };
        let normal = Vec3::new(sine, cosine, 0.0);
        world.spawn_with((Transform::default(), Collider::half_space(normal), material));
        let ball = world.spawn_with((
            Transform::from_position(normal * 0.1),
            RigidBody::dynamic(1.0),
            Collider::sphere(0.1),
            material,
        ));
        run(&mut world, 300);
        let way = (position(&world, ball) - normal * 0.1).length();
        if holds {
            assert!(way < 1e-3, "{way}");
        } else {
            // `a = g (sin - mu_r cos)/(1 + 2/5)` for 5 s.
            let expected = 0.5 * G * (1.0 - factor) * sine / 1.4 * 25.0;
            assert!((way / expected - 1.0).abs() < 0.02, "{way} {expected}");
        }
    }
}

/// Stopping distance `v^2/(2 mu g)`, and the same on a belt that runs the other way.
#[test]
fn a_sliding_box_obeys_coulomb_on_the_ground_and_on_a_belt() {
    for belt in [0.0, -3.0] {
        let mut world = World::new();
        let material = Material {
            friction: 0.3,
            surface_velocity: Vec3::X * belt,
            ..Material::DEFAULT
        };
        world.spawn_with((
            Transform::default(),
            Collider::half_space(Vec3::Y),
            material,
        ));
        let thing = world.spawn_with((
            at(0.0, 0.25, 0.0),
            RigidBody::dynamic(5.0).with_velocity(Vec3::X * 3.0),
            Collider::cuboid(Vec3::new(0.5, 0.25, 0.5)),
            Material {
                friction: 0.3,
                ..Material::DEFAULT
            },
        ));
        run(&mut world, 300);
        let (time, start) = ((3.0 - belt) / (0.3 * G), 3.0_f32);
        let braking = start * time - 0.5 * 0.3 * G * time * time;
        let expected = braking + belt * (5.0 - time);
        let way = position(&world, thing).x;
        assert!((way - expected).abs() < 0.03, "{belt}: {way} {expected}");
        assert!((body(&world, thing).velocity.x - belt).abs() < 1e-3);
    }
}

/// Row `seam-two-bodies`.
#[test]
fn seam_two_bodies() {
    let mut world = World::new();
    for x in [-5.0, 5.0] {
        world.spawn_with((at(x, -5.0, 0.0), Collider::cuboid(Vec3::splat(5.0))));
    }
    let ball = world.spawn_with((
        at(-2.0, 0.1, 0.0),
        RigidBody::dynamic(1.0)
            .with_velocity(Vec3::X * 5.0)
            .with_angular_velocity(Vec3::Z * -50.0),
        Collider::sphere(0.1),
    ));
    run(&mut world, 5);
    for _ in 0..45 {
        run(&mut world, 1);
        let body = body(&world, ball);
        assert!(body.velocity.y.abs() < 0.01, "{body:?}");
    }
    assert!(position(&world, ball).x > 1.0);
}

/// Row `thin-slab`, on a mesh of two triangles.
#[test]
fn thin_slab() {
    let mut world = World::new();
    let mut store = ShapeStore::default();
    let corners =
        [(-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0)].map(|(x, z)| Vec3::new(x, 0.0, z));
    let mesh = store.add_mesh(&corners, &[[0, 2, 1], [0, 3, 2]]).unwrap();
    world.insert_resource(store);
    world.spawn_with((Transform::default(), Collider::Mesh(mesh)));
    let slab = world.spawn_with((
        at(0.0, 1.0, 0.0),
        RigidBody::dynamic(10.0),
        Collider::cuboid(Vec3::new(1.0, 0.015, 1.0)),
    ));
    run(&mut world, 300);
    let y = position(&world, slab).y;
    assert!((y - 0.015).abs() < 5e-3, "{y}");
}

/// Row `repeat-run`.
#[test]
fn repeat_run() {
    let scene = || {
        let mut world = World::new();
        floor(&mut world);
        for i in 0..8 {
            let (x, y, z) = ((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32);
            world.spawn_with((
                at(0.51 * x + 3.0, 0.5 * y + 3.5, 0.5 * z + 3.0),
                RigidBody::dynamic(1.0).with_restitution(0.7),
                Collider::sphere(0.5),
            ));
        }
        world
    };
    let (mut one, mut two) = (scene(), scene());
    run(&mut one, 100);
    let saved = one.clone();
    run(&mut one, 100);
    run(&mut two, 200);
    assert_eq!(hash(&one), hash(&two));
    one.clone_from(&saved);
    run(&mut one, 100);
    assert_eq!(hash(&one), hash(&two));
}

/// Row `restore-contact`: saved at every step of a pile-up, and gone on with in a world that knows nothing else.
#[test]
fn restore_contact() {
    let mut world = heap();
    voltex_physics::register(&mut world).unwrap();
    for _ in 0..160 {
        run(&mut world, 1);
        support::check(&world, &PhysicsConfig::DEFAULT);
    }
}

/// Row `worker-count`.
#[test]
fn worker_count() {
    let run_with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let mut world = World::new();
            floor(&mut world);
            for i in 0..400 {
                let place = Vec3::new(
                    (i % 8) as f32 * 0.45,
                    0.3 + (i / 64) as f32 * 0.6,
                    (i / 8 % 8) as f32 * 0.45,
                );
                world.spawn_with((
                    Transform::from_position(place),
                    RigidBody::dynamic(1.0),
                    Collider::cuboid(Vec3::splat(0.2 + 0.01 * (i % 3) as f32)),
                ));
            }
            run(&mut world, 90);
            hash(&world)
        })
    };
    let expected = run_with(1);
    for threads in [2, 3, 8] {
        assert_eq!(run_with(threads), expected, "{threads} threads");
    }
}

/// Row `nan-force`, for what a step can be given: the others are unaffected, the culprit is named.
#[test]
fn nan_force() {
    let mut clean = heap();
    run(&mut clean, 60);
    let mut world = heap();
    let bad = [
        world.spawn_with((
            at(f32::NAN, 5.0, 0.0),
            RigidBody::dynamic(1.0),
            Collider::sphere(0.5),
        )),
        world.spawn_with((
            at(0.0, 1.0e20, 0.0),
            RigidBody::dynamic(1.0),
            Collider::sphere(0.5),
        )),
        world.spawn_with((
            at(50.0, 5.0, 0.0),
            RigidBody::dynamic(f32::NAN),
            Collider::sphere(0.5),
        )),
        world.spawn_with((
            at(60.0, 5.0, 0.0),
            RigidBody::dynamic(1.0),
            Collider::sphere(0.0),
        )),
        world.spawn_with((
            at(70.0, 5.0, 0.0),
            RigidBody::dynamic(1.0).with_velocity(Vec3::X * f32::INFINITY),
            Collider::sphere(0.5),
        )),
    ];
    let report = step(&mut world);
    let named: Vec<Entity> = report.problems.iter().map(|(entity, _)| *entity).collect();
    assert_eq!(named, bad);
    run(&mut world, 59);
    for (entity, expected) in clean.storage::<RigidBody>().iter() {
        let (a, b) = (position(&world, entity), position(&clean, entity));
        assert_eq!(a, b);
        assert_eq!(body(&world, entity).velocity, expected.velocity);
    }
}
