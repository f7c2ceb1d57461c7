//! Whole steps: bodies of every shape on the ground, edits, sleep, layers, and what a step is not given.

mod reported;
#[path = "../support/mod.rs"]
mod support;

use voltex_ecs::{Entity, Transform, World};
use voltex_math::random::{Key, uniform_in};
use voltex_math::{Quat, StateHasher, Vec3};
use voltex_physics::{
    AxisLocks, Collider, CollisionLayers, MassProperties, Material, PhysicsConfig, PhysicsEvent,
    PhysicsState, ReportForces, RigidBody, Sensor, ShapeStore, Stage, StepReport, physics_step,
    physics_step_watched,
};

const G: f32 = 9.81;

fn step(world: &mut World) -> StepReport {
    support::step_with(world, &PhysicsConfig::DEFAULT)
}

fn run(world: &mut World, steps: usize) {
    for _ in 0..steps {
        let report = step(world);
        assert!(report.problems.is_empty(), "{:?}", report.problems);
    }
}

fn floor(world: &mut World) -> Entity {
    world.spawn_with((
        Transform::default(),
        RigidBody::statik(),
        Collider::half_space(Vec3::Y),
    ))
}

fn at(x: f32, y: f32, z: f32) -> Transform {
    Transform::from_position(Vec3::new(x, y, z))
}

fn position(world: &World, entity: Entity) -> Vec3 {
    world.get::<Transform>(entity).unwrap().position
}

fn body(world: &World, entity: Entity) -> RigidBody {
    *world.get::<RigidBody>(entity).unwrap()
}

/// Hash of all that the physics computes.
fn hash(world: &World) -> u64 {
    let mut hasher = StateHasher::new();
    for (entity, body) in world.storage::<RigidBody>().iter() {
        let transform = world.get::<Transform>(entity).unwrap();
        hasher.write_u32(entity.id());
        hasher.write_vec3(transform.position);
        hasher.write_quat(transform.rotation);
        hasher.write_vec3(body.velocity);
        hasher.write_vec3(body.angular_velocity);
    }
    hasher.finish()
}

/// Forty bodies of all simple shapes, dropped in a heap.
fn heap() -> World {
    let mut world = World::new();
    floor(&mut world);
    let key = Key::new(31, 5);
    for i in 0..40_u64 {
        let number = |j: u64, low: f64, high: f64| uniform_in(key, i * 16 + j, low, high) as f32;
        let shape = match i % 5 {
            0 => Collider::sphere(number(0, 0.15, 0.35)),
            1 => Collider::cuboid(Vec3::new(
                number(0, 0.1, 0.4),
                number(1, 0.1, 0.4),
                number(2, 0.1, 0.4),
            )),
            2 => Collider::capsule(number(0, 0.1, 0.4), number(1, 0.1, 0.25)),
            3 => Collider::cylinder(number(0, 0.1, 0.3), number(1, 0.1, 0.3)),
            _ => Collider::cone(number(0, 0.1, 0.3), number(1, 0.1, 0.3)),
        };
        let (column, layer) = (i % 4, i / 4);
        let place = Vec3::new(
            (column % 2) as f32 - 0.5 + number(3, -0.1, 0.1),
            0.6 + layer as f32,
            (column / 2) as f32 - 0.5 + number(4, -0.1, 0.1),
        );
        let turn = Quat::from_axis_angle(
            Vec3::new(number(5, -1.0, 1.0), 1.0, number(6, -1.0, 1.0)).normalize(),
            number(7, 0.0, 3.0),
        );
        let transform = Transform {
            rotation: turn,
            ..Transform::from_position(place)
        };
        // Without it, what is round rolls for ever.
        let material = Material {
            rolling_friction: 0.05,
            spinning_friction: 0.05,
            ..Material::DEFAULT
        };
        world.spawn_with((transform, RigidBody::of_density(800.0), shape, material));
    }
    world
}

#[test]
fn a_body_without_contacts_falls_exactly() {
    let mut world = World::new();
    let ball = world.spawn_with((
        at(0.0, 100.0, 0.0),
        RigidBody::dynamic(1.0).with_velocity(Vec3::new(3.0, 5.0, -1.0)),
        Collider::sphere(0.5),
    ));
    run(&mut world, 120);
    let expected = Vec3::new(6.0, 110.0 - 2.0 * G, -2.0);
    assert!(
        (position(&world, ball) - expected).length() < 2e-4,
        "{}",
        position(&world, ball)
    );
}

#[test]
fn every_shape_comes_to_rest_on_the_ground_and_falls_asleep() {
    let shapes = [
        Collider::sphere(0.3),
        Collider::cuboid(Vec3::new(0.2, 0.3, 0.4)),
        Collider::capsule(0.3, 0.2),
        Collider::cylinder(0.3, 0.2),
        Collider::cone(0.3, 0.3),
    ];
    for shape in shapes {
        let mut world = World::new();
        floor(&mut world);
        // A little askew, so that it has to settle.
        let tilted = Transform {
            rotation: Quat::from_rotation_x(0.1) * Quat::from_rotation_z(0.07),
            ..at(0.0, 0.6, 0.0)
        };
        let thing = world.spawn_with((
            tilted,
            RigidBody::dynamic(2.0),
            shape,
            Material {
                rolling_friction: 0.02,
                ..Material::DEFAULT
            },
        ));
        let mut asleep = false;
        for _ in 0..900 {
            let report = step(&mut world);
            assert!(
                report.penetration < 0.05,
                "{shape:?} {}",
                report.penetration
            );
            asleep |= report.events.contains(&PhysicsEvent::FellAsleep(thing));
        }
        assert!(asleep, "{shape:?} {:?}", body(&world, thing));
        assert_eq!(step(&mut world).awake, 0);
    }
}

#[test]
fn a_body_at_rest_wakes_when_its_support_goes() {
    let mut world = World::new();
    floor(&mut world);
    let below = world.spawn_with((
        at(0.0, 0.5, 0.0),
        RigidBody::dynamic(1.0),
        Collider::cuboid(Vec3::splat(0.5)),
    ));
    let above = world.spawn_with((
        at(0.0, 1.5, 0.0),
        RigidBody::dynamic(1.0),
        Collider::cuboid(Vec3::splat(0.5)),
    ));
    run(&mut world, 120);
    assert_eq!(step(&mut world).awake, 0);
    assert!(world.despawn(below));
    let events = step(&mut world).events;
    assert!(events.contains(&PhysicsEvent::WokeUp(above)), "{events:?}");
    run(&mut world, 120);
    assert!((position(&world, above).y - 0.5).abs() < 0.01);
}

#[test]
fn an_edit_wakes_and_a_hit_wakes() {
    let mut world = World::new();
    floor(&mut world);
    let target = world.spawn_with((
        at(0.0, 0.5, 0.0),
        RigidBody::dynamic(1.0),
        Collider::cuboid(Vec3::splat(0.5)),
    ));
    run(&mut world, 120);
    assert_eq!(step(&mut world).awake, 0);
    world.get_mut::<RigidBody>(target).unwrap().velocity = Vec3::X;
    let report = step(&mut world);
    assert_eq!(report.awake, 1);
    assert_eq!(report.events, [PhysicsEvent::WokeUp(target)]);
    run(&mut world, 240);
    assert_eq!(step(&mut world).awake, 0);
    let x = position(&world, target).x;
    world.spawn_with((
        at(x - 3.0, 0.5, 0.0),
        RigidBody::dynamic(1.0)
            .with_velocity(Vec3::X * 8.0)
            .with_gravity_scale(0.0),
        Collider::sphere(0.3),
    ));
    run(&mut world, 60);
    assert!(position(&world, target).x > x + 0.1);
}

/// A kinematic platform carries what stands on it, and nothing moves it.
#[test]
fn a_platform_carries_its_load() {
    let mut world = World::new();
    let platform = world.spawn_with((
        at(0.0, 0.0, 0.0),
        RigidBody::kinematic().with_velocity(Vec3::X * 1.5),
        Collider::cuboid(Vec3::new(2.0, 0.1, 2.0)),
    ));
    let load = world.spawn_with((
        at(0.0, 0.35, 0.0),
        RigidBody::dynamic(50.0),
        Collider::cuboid(Vec3::splat(0.25)),
    ));
    run(&mut world, 240);
    assert!((position(&world, platform) - Vec3::X * 6.0).length() < 1e-3);
    let way = position(&world, load);
    assert!(
        (way.x - 6.0).abs() < 0.3 && (way.y - 0.35).abs() < 0.01,
        "{way}"
    );
    assert!((body(&world, load).velocity - Vec3::X * 1.5).length() < 1e-2);
}

#[test]
fn locked_axes_stay() {
    let mut world = World::new();
    floor(&mut world);
    let flat = world.spawn_with((
        at(0.0, 2.0, 0.25),
        RigidBody::dynamic(1.0)
            .with_locks(AxisLocks::PLANE_XY)
            .with_velocity(Vec3::new(1.0, 0.0, 3.0))
            .with_angular_velocity(Vec3::new(4.0, 5.0, 6.0)),
        Collider::cuboid(Vec3::new(0.3, 0.2, 0.4)),
    ));
    world.spawn_with((
        at(0.9, 0.3, 0.4),
        RigidBody::dynamic(3.0),
        Collider::sphere(0.3),
    ));
    run(&mut world, 200);
    let transform = *world.get::<Transform>(flat).unwrap();
    assert_eq!(transform.position.z, 0.25);
    assert!((transform.rotation * Vec3::Z - Vec3::Z).length() < 1e-4);
}

/// A normal that is all but across the one free axis: what is left of its mobility has no inverse.
#[test]
fn a_locked_body_between_two_others_stays_finite() {
    let mut world = World::new();
    floor(&mut world);
    world.spawn_with((
        at(0.0, 2.3886044, -0.98323184),
        Collider::capsule(0.377637, 0.24613889),
        RigidBody::dynamic(1.5),
    ));
    let half = Vec3::new(0.17933047, 0.5316966, 0.559493);
    let plate = world.spawn_with((
        at(0.0, 1.2835786, -0.8768866),
        Collider::cuboid(half),
        RigidBody::of_density(600.0),
    ));
    run(&mut world, 22);
    world.get_mut::<RigidBody>(plate).unwrap().locks = AxisLocks::PLANE_XY;
    world.spawn_with((
        at(0.25980234, 0.7174692, -0.63155353),
        Collider::cuboid(Vec3::new(0.1, 0.40363887, 0.1)),
        RigidBody::kinematic().with_velocity(Vec3::X * 0.3),
    ));
    run(&mut world, 120);
    assert!(body(&world, plate).velocity.length() < 5.0);
}

#[test]
fn a_heap_of_all_shapes_settles_without_deep_overlap() {
    let mut world = heap();
    let mut asleep = 0;
    for _ in 0..1800 {
        let report = step(&mut world);
        assert!(report.problems.is_empty());
        // The highest fall 0.23 m in a step at the end, and what they fall on may come up at 1 m/s; what is in the way
        // is found when they are in it.
        assert!(report.penetration < 0.25, "{}", report.penetration);
        asleep = 40 - report.awake;
    }
    let moving: Vec<String> = world
        .storage::<RigidBody>()
        .iter()
        .filter(|(_, body)| body.velocity != Vec3::ZERO)
        .map(|(entity, body)| {
            format!(
                "{:?} {} {}",
                *world.get::<Collider>(entity).unwrap(),
                body.velocity,
                body.angular_velocity
            )
        })
        .collect();
    assert!(asleep >= 35, "{asleep} {moving:#?}");
    for (entity, _) in world.storage::<RigidBody>().iter() {
        assert!(position(&world, entity).y > -0.05);
    }
}

#[test]
fn a_sleeping_world_costs_nothing_and_one_edit_little() {
    let mut world = World::new();
    let mut boxes = Vec::new();
    for i in 0..20_000 {
        let place = at((i % 150) as f32 * 3.0, 0.0, (i / 150) as f32 * 3.0);
        boxes.push(world.spawn_with((place, Collider::cuboid(Vec3::splat(1.0)))));
    }
    step(&mut world);
    let report = step(&mut world);
    assert_eq!((report.awake, report.pairs), (0, 0));
    world.get_mut::<Transform>(boxes[777]).unwrap().position.y = 1.0;
    let start = std::time::Instant::now();
    for _ in 0..100 {
        physics_step(&mut world, &PhysicsConfig::DEFAULT).unwrap();
    }
    // A scan of all would take milliseconds a step; the bound is wide, for busy machines.
    assert!(start.elapsed().as_secs_f64() < 0.1, "{:?}", start.elapsed());
    assert!(world.resource::<PhysicsState>().is_some());
}

/// A pile of two on the ground, for several numbers of substeps: the floor bears the weight of both, awake or asleep,
/// and on a slope friction bears its share.
#[test]
fn the_floor_bears_the_weight_whatever_the_substeps() {
    for (substeps, slope) in [(1, 0.0), (2, 0.0), (4, 0.0), (7, 0.0), (4, 0.2_f32)] {
        let mut world = World::new();
        let (sine, cosine) = voltex_math::f32::sin_cos(slope);
        let up = Vec3::new(-sine, cosine, 0.0);
        let turn = Quat::from_rotation_z(slope);
        let floor =
            world.spawn_with((Transform::default(), Collider::half_space(up), ReportForces));
        let boxes = [0.5, 1.5].map(|height| {
            let transform = Transform {
                rotation: turn,
                ..Transform::from_position(up * height)
            };
            let shape = Collider::cuboid(Vec3::splat(0.5));
            world.spawn_with((transform, RigidBody::dynamic(3.0), shape))
        });
        let config = PhysicsConfig {
            substeps,
            ..PhysicsConfig::DEFAULT
        };
        let mut report = StepReport::default();
        for _ in 0..240 {
            report = support::step_with(&mut world, &config);
            let told = &report.forces;
            assert_eq!(
                told.len(),
                usize::from(!told.is_empty()),
                "the floor alone asks"
            );
        }
        assert_eq!(report.awake, 0, "{substeps} {slope}");
        let force = report.forces[0];
        assert_eq!((force.entity_a, force.entity_b), (floor, boxes[0]));
        let weight = 6.0 * G;
        let (normal, friction) = (up * (weight * cosine), turn * Vec3::X * (weight * sine));
        let off = (force.normal - normal).length() + (force.friction - friction).length();
        assert!(
            off < 2e-3 * weight,
            "{substeps} {slope}: {force:?} {normal} {friction}"
        );
    }
}

#[test]
fn layers_let_bodies_pass_and_sensors_tell_who_passes() {
    let mut world = World::new();
    floor(&mut world);
    let gate = world.spawn_with((
        at(0.0, 2.0, 0.0),
        Collider::cuboid(Vec3::new(1.0, 0.2, 1.0)),
        Sensor,
    ));
    let ghost = CollisionLayers::new(0b10, 0b01);
    world.spawn_with((
        at(0.0, 1.0, 0.0),
        Collider::cuboid(Vec3::new(1.0, 0.1, 1.0)),
        CollisionLayers::new(0b10, 0b01),
    ));
    let ball = world.spawn_with((
        at(0.0, 4.0, 0.0),
        RigidBody::dynamic(1.0),
        Collider::sphere(0.3),
        ghost,
    ));
    let mut events = Vec::new();
    for _ in 0..120 {
        events.extend(step(&mut world).events);
    }
    let sensed: Vec<&PhysicsEvent> = events
        .iter()
        .filter(|event| {
            matches!(
                event,
                PhysicsEvent::SensorEntered(..) | PhysicsEvent::SensorLeft(..)
            )
        })
        .collect();
    assert_eq!(
        sensed,
        [
            &PhysicsEvent::SensorEntered(gate, ball),
            &PhysicsEvent::SensorLeft(gate, ball)
        ]
    );
    assert!(
        (position(&world, ball).y - 0.3).abs() < 0.01,
        "through the board, onto the ground"
    );
}

/// Mass properties beside a body count in place of those of its shape: one with its weight off the middle turns about
/// the weight.
#[test]
fn mass_properties_of_the_user_count() {
    let mut world = World::new();
    let config = PhysicsConfig {
        gravity: Vec3::ZERO,
        ..PhysicsConfig::DEFAULT
    };
    let mut racket = MassProperties::thin_sphere(0.1, 1.0).unwrap();
    racket.center = Vec3::X * 0.3;
    let bodies: Vec<Entity> = [
        None,
        Some(MassProperties::thin_sphere(0.1, 7.0).unwrap()),
        Some(racket),
    ]
    .into_iter()
    .enumerate()
    .map(|(i, mass)| {
        let body = RigidBody::dynamic(2.0).with_angular_velocity(Vec3::Z * 3.0);
        let entity = world.spawn_with((at(3.0 * i as f32, 0.0, 0.0), body, Collider::sphere(0.1)));
        if let Some(mass) = mass {
            world.add(entity, mass).unwrap();
        }
        entity
    })
    .collect();
    // The body turns about its weight; that its inertia counts is shown by the ball that rolls out, row `small-ball-spin`.
    support::step_with(&mut world, &config);
    let angle = 3.0 / 60.0_f32;
    let (sine, cosine) = (voltex_math::f32::sin(angle), voltex_math::f32::cos(angle));
    let place = position(&world, bodies[2]) - Vec3::X * 6.0;
    let expected = Vec3::new(0.3 - 0.3 * cosine, -0.3 * sine, 0.0);
    assert!((place - expected).length() < 1e-5, "{place} {expected}");
    assert!((position(&world, bodies[1]) - Vec3::X * 3.0).length() < 1e-6);
    // What nobody can be is named, and the others go on.
    let wrong = MassProperties {
        inertia: voltex_math::Mat3::from_diagonal(Vec3::new(1.0, 1.0, 3.0)),
        ..racket
    };
    *world.get_mut::<MassProperties>(bodies[1]).unwrap() = wrong;
    let report = physics_step(&mut world, &config).unwrap();
    let [(entity, problem)] = &report.problems[..] else {
        panic!("{:?}", report.problems)
    };
    assert_eq!(*entity, bodies[1]);
    assert!(
        problem.to_string().contains("sum of the other two"),
        "{problem}"
    );
    world.remove::<MassProperties>(bodies[1]);
    assert!(
        physics_step(&mut world, &config)
            .unwrap()
            .problems
            .is_empty()
    );
}

/// The stages come in order, those of the parts of a long step once for each, and watching changes nothing.
#[test]
fn stages_are_told_in_order() {
    let mut world = World::new();
    floor(&mut world);
    world.spawn_with((
        at(0.0, 3.0, 0.0),
        RigidBody::dynamic(1.0),
        Collider::sphere(0.5),
    ));
    let mut other = world.clone();
    for (dt, parts) in [(1.0 / 60.0, 1), (0.1, 3)] {
        let config = PhysicsConfig {
            fixed_dt: dt,
            ..PhysicsConfig::DEFAULT
        };
        let mut told = Vec::new();
        physics_step_watched(&mut world, &config, &mut |stage| told.push(stage)).unwrap();
        physics_step(&mut other, &config).unwrap();
        let inner = &Stage::ALL[1..8];
        let mut expected = vec![Stage::Read];
        (0..parts).for_each(|_| expected.extend(inner));
        expected.push(Stage::Write);
        assert_eq!(told, expected);
        assert_eq!(world.encode(), other.encode());
    }
}

/// A surface that nothing can be computed with is named with its value, its range and the way out; its body stands still
/// and harms no other.
#[test]
fn a_bad_surface_is_named() {
    let good = Material::DEFAULT;
    let bad = [
        (
            "friction",
            Material {
                friction: -0.5,
                ..good
            },
        ),
        (
            "friction",
            Material {
                friction: f32::NAN,
                ..good
            },
        ),
        (
            "rolling",
            Material {
                rolling_friction: f32::INFINITY,
                ..good
            },
        ),
        (
            "spinning",
            Material {
                spinning_friction: -1.0,
                ..good
            },
        ),
        (
            "restitution",
            Material {
                restitution: Some(2.0),
                ..good
            },
        ),
        (
            "tangential",
            Material {
                tangential_restitution: -0.1,
                ..good
            },
        ),
        (
            "surface velocity",
            Material {
                surface_velocity: Vec3::X * 1.0e30,
                ..good
            },
        ),
        (
            "surface velocity",
            Material {
                surface_velocity: Vec3::Y * f32::NAN,
                ..good
            },
        ),
    ];
    for (what, material) in bad {
        let mut world = World::new();
        floor(&mut world);
        let ball = |x: f32| {
            (
                at(x, 0.5, 0.0),
                Collider::sphere(0.5),
                RigidBody::dynamic(1.0),
            )
        };
        let (fine, body) = (world.spawn_with(ball(0.0)), world.spawn_with(ball(0.9)));
        world.add(body, material).unwrap();
        let told = step(&mut world).problems;
        let [(entity, problem)] = told.as_slice() else {
            panic!("{material:?}: {told:?}");
        };
        assert_eq!(*entity, body);
        let text = problem.to_string();
        assert!(
            text.contains(what) && text.contains("must lie between"),
            "{text}"
        );
        for _ in 0..60 {
            step(&mut world);
        }
        assert_eq!(position(&world, body), Vec3::new(0.9, 0.5, 0.0));
        let place = position(&world, fine);
        assert!(place.is_finite() && place.length() < 2.0, "{place}");
        // Mended it falls and lies like any other.
        world.add(body, good).unwrap();
        run(&mut world, 1);
    }
}

/// Strong damping made noise of the size of metres, and above some 24,000 1/s no number at all. The exact solution of
/// `v' = g - c v` from rest is `x = g (t/c - (1 - exp(-c t))/c^2)`.
#[test]
fn the_strongest_damping_is_followed() {
    for c in [300.0_f32, 950.0, 970.0, 4800.0, 7200.0, 30_000.0, 1.0e6] {
        let mut world = World::new();
        let body = RigidBody::dynamic(1.0).with_damping(c, 0.0);
        let thing = world.spawn_with((at(0.0, 1.0, 0.0), Collider::sphere(0.1), body));
        let (g, c) = (f64::from(G), f64::from(c));
        let config = PhysicsConfig {
            sleeping: false,
            ..PhysicsConfig::DEFAULT
        };
        for count in 1..=60 {
            let report = support::step_with(&mut world, &config);
            assert!(report.problems.is_empty(), "{c}: {:?}", report.problems);
            let t = f64::from(count) / 60.0;
            let exact = 1.0 - g * (t / c - (1.0 - voltex_math::f64::exp(-c * t)) / (c * c));
            let error = f64::from(position(&world, thing).y) - exact;
            // Of each substep a part of the last digit, and of the first g/c^2.
            assert!(
                error.abs() < 1.0e-5 + g / (c * c),
                "{c} 1/s, {t} s: {error} m"
            );
        }
        let speed = f64::from(self::body(&world, thing).velocity.y);
        assert!((speed * c / -g - 1.0).abs() < 1.0e-5, "{c}: {speed} m/s");
    }
}
