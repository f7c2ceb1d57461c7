//! What is told of impacts within a step, sensors that are passed within one, and worlds that are moved, turned or
//! mirrored as a whole.

mod support;

use voltex_ecs::{Entity, Transform, World};
use voltex_math::{Quat, Vec3};
use voltex_physics::{
    Collider, Material, PhysicsConfig, PhysicsEvent, RigidBody, Sensor, StepReport, physics_step,
};

const CONFIG: PhysicsConfig = PhysicsConfig::DEFAULT;

fn step(world: &mut World) -> StepReport {
    support::step_with(world, &CONFIG)
}

fn ball(world: &mut World, place: Vec3, velocity: Vec3, restitution: f32) -> Entity {
    world.spawn_with((
        Transform::from_position(place),
        RigidBody::dynamic(0.3)
            .with_restitution(restitution)
            .with_velocity(velocity),
        Collider::sphere(0.1),
    ))
}

/// Row `impact-event`: a ball thrown down at a plane; everything about the impact has a closed form. A long step that
/// is taken in parts counts as one.
#[test]
fn an_impact_is_told_with_time_point_and_velocities() {
    for rate in [10.0, 60.0_f32] {
        let config = PhysicsConfig {
            fixed_dt: 1.0 / rate,
            ..CONFIG
        };
        for phase in 0..20 {
            let mut world = World::new();
            world.spawn_with((
                Transform::default(),
                Collider::half_space(Vec3::Y),
                Material {
                    friction: 0.0,
                    ..Material::DEFAULT
                },
            ));
            let height = 1.0 + 0.037 * phase as f32;
            let start = Vec3::new(2.0, height + 0.1, -3.0);
            let thrown = Vec3::new(3.0, -20.0, 1.0);
            ball(&mut world, start, thrown, 0.5);
            let (g, v) = (f64::from(-config.gravity.y), 20.0_f64);
            let height = f64::from(start.y - 0.1);
            let time = ((v * v + 2.0 * g * height).sqrt() - v) / g;
            let (mut steps, mut told) = (0, Vec::new());
            while told.is_empty() {
                told = physics_step(&mut world, &config).unwrap().impacts;
                steps += 1;
                assert!(steps < 30);
            }
            let [impact] = told[..] else {
                panic!("{told:?}")
            };
            let at = (f64::from(steps - 1) + f64::from(impact.fraction)) / f64::from(rate);
            assert!((at - time).abs() < 1.0e-5, "{at} {time}");
            let down = (v + g * time) as f32;
            let place = start + thrown * time as f32;
            assert!((impact.point - place.with_y(0.0)).length() < 1.0e-4);
            // The plane was spawned first.
            assert!((impact.normal - Vec3::Y).length() < 1.0e-6);
            assert_eq!(impact.before[0].velocity, Vec3::ZERO);
            assert!((impact.before[1].velocity - thrown.with_y(-down)).length() < 1.0e-4);
            assert!((impact.after[1].velocity - thrown.with_y(0.5 * down)).length() < 1.0e-4);
            assert!((impact.impulse - Vec3::Y * (0.3 * 1.5 * down)).length() < 1.0e-4);
        }
    }
}

fn sensor_events(report: &StepReport) -> Vec<PhysicsEvent> {
    let sensed = |event: &&PhysicsEvent| {
        matches!(
            event,
            PhysicsEvent::SensorEntered(..) | PhysicsEvent::SensorLeft(..)
        )
    };
    report.events.iter().filter(sensed).copied().collect()
}

/// A ball flies through gates of a millimetre, some of which it passes between two steps: each is entered and left once,
/// in this order, none is missed at any phase.
#[test]
fn sensors_passed_within_a_step_are_told() {
    for phase in 0..60 {
        let mut world = World::new();
        let gates: Vec<Entity> = (0..12)
            .map(|i| {
                world.spawn_with((
                    Transform::from_position(Vec3::X * (1.0 + 0.7 * i as f32)),
                    Collider::cuboid(Vec3::new(0.0005, 1.0, 1.0)),
                    Sensor,
                ))
            })
            .collect();
        let start = Vec3::X * (-0.05 * phase as f32);
        let thing = ball(&mut world, start, Vec3::X * 100.0, 0.5);
        let mut told = Vec::new();
        for _ in 0..12 {
            told.extend(sensor_events(&step(&mut world)));
        }
        for gate in &gates {
            let of_gate: Vec<_> = told
                .iter()
                .filter(|event| match event {
                    PhysicsEvent::SensorEntered(a, b) | PhysicsEvent::SensorLeft(a, b) => {
                        assert_eq!(*b, thing);
                        a == gate
                    }
                    _ => false,
                })
                .collect();
            let expected = [
                PhysicsEvent::SensorEntered(*gate, thing),
                PhysicsEvent::SensorLeft(*gate, thing),
            ];
            assert_eq!(of_gate, expected.iter().collect::<Vec<_>>(), "{phase}");
        }
    }
}

/// A gate behind a wall that the ball rebounds from is not passed; one that it comes through after the rebound is.
#[test]
fn sensors_are_passed_on_the_way_that_is_flown() {
    let mut world = World::new();
    let wall = Collider::cuboid(Vec3::new(0.01, 3.0, 3.0));
    world.spawn_with((
        Transform::from_position(Vec3::X),
        wall,
        Material {
            friction: 0.0,
            ..Material::DEFAULT
        },
    ));
    let gate = |world: &mut World, place: Vec3| {
        world.spawn_with((
            Transform::from_position(place),
            Collider::cuboid(Vec3::new(0.001, 0.5, 0.5)),
            Sensor,
        ))
    };
    // Above the way in, on the way out: the ball climbs by a metre a step.
    gate(&mut world, Vec3::new(1.3, 1.0, 0.0));
    let passed = gate(&mut world, Vec3::new(0.5, 1.6, 0.0));
    let speed = 1.6 * 60.0;
    let thing = ball(
        &mut world,
        Vec3::new(0.0, 0.3, 0.0),
        Vec3::new(speed, 60.0, 0.0),
        1.0,
    );
    let told: Vec<_> = (0..3)
        .flat_map(|_| sensor_events(&step(&mut world)))
        .collect();
    assert_eq!(
        told,
        [
            PhysicsEvent::SensorEntered(passed, thing),
            PhysicsEvent::SensorLeft(passed, thing)
        ]
    );
}

/// A scene with impacts of all kinds: what comes of it after half a second.
fn outcome(place: Vec3, turn: Quat, mirror: bool) -> Vec<(Vec3, Vec3)> {
    let side = if mirror { -1.0 } else { 1.0 };
    let flip = |v: Vec3| Vec3::new(side * v.x, v.y, v.z);
    // Spins are axial.
    let flip_spin = |v: Vec3| Vec3::new(v.x, side * v.y, side * v.z);
    let mut world = World::new();
    let config = PhysicsConfig {
        gravity: turn * flip(Vec3::new(1.0, -9.81, 0.5)),
        ..CONFIG
    };
    let at = |v: Vec3| Transform {
        rotation: turn,
        ..Transform::from_position(place + turn * flip(v))
    };
    world.spawn_with((
        at(Vec3::new(0.0, -1.0, 0.0)),
        Collider::cuboid(Vec3::new(30.0, 1.0, 30.0)),
    ));
    world.spawn_with((
        at(Vec3::new(3.0, 0.0, 0.0)),
        Collider::cuboid(Vec3::new(0.05, 5.0, 5.0)),
    ));
    let mut all = Vec::new();
    for (start, velocity, spin, shape) in [
        (
            Vec3::new(0.0, 1.0, 0.0),
            Vec3::new(40.0, -3.0, 1.0),
            Vec3::new(1.0, 30.0, 8.0),
            Collider::sphere(0.1),
        ),
        (
            Vec3::new(1.0, 3.0, 1.0),
            Vec3::new(2.0, -15.0, 0.0),
            Vec3::new(4.0, 2.0, -8.0),
            Collider::sphere(0.2),
        ),
        (
            Vec3::new(-2.0, 2.0, -1.0),
            Vec3::new(25.0, 1.0, 2.0),
            Vec3::ZERO,
            Collider::sphere(0.15),
        ),
        (
            Vec3::new(0.5, 2.0, -0.9),
            Vec3::new(-25.0, 0.5, 2.0),
            Vec3::ZERO,
            Collider::sphere(0.15),
        ),
    ] {
        all.push(
            world.spawn_with((
                at(start),
                RigidBody::dynamic(1.0)
                    .with_restitution(0.7)
                    .with_velocity(turn * flip(velocity))
                    .with_angular_velocity(turn * flip_spin(spin)),
                shape,
            )),
        );
    }
    let mut impacts = 0;
    for _ in 0..30 {
        let report = physics_step(&mut world, &config).unwrap();
        assert!(report.problems.is_empty());
        impacts += report.impacts.len();
    }
    assert!(impacts >= 5, "{impacts}");
    let back = turn.conjugate();
    all.iter()
        .map(|entity| {
            let position = world.get::<Transform>(*entity).unwrap().position;
            let velocity = world.get::<RigidBody>(*entity).unwrap().velocity;
            (flip(back * (position - place)), flip(back * velocity))
        })
        .collect()
}

/// A scene that is turned or mirrored as a whole gives the turned or mirrored outcome within rounding; one at 100 km,
/// where places are 8 mm apart, gives it within what a few of those can make of an impact.
#[test]
fn impacts_do_not_depend_on_where_and_how_the_world_lies() {
    let expected = outcome(Vec3::ZERO, Quat::IDENTITY, false);
    let turned = Quat::from_axis_angle(Vec3::new(0.36, 0.48, 0.8), 1.1);
    for (name, other, bound) in [
        (
            "mirrored",
            outcome(Vec3::ZERO, Quat::IDENTITY, true),
            1.0e-3,
        ),
        ("turned", outcome(Vec3::ZERO, turned, false), 5.0e-3),
        (
            "far away",
            outcome(Vec3::new(1.0e5, 0.0, -1.0e5), Quat::IDENTITY, false),
            0.5,
        ),
    ] {
        for (one, two) in expected.iter().zip(&other) {
            let off = (one.0 - two.0).length();
            assert!(off < bound, "{name}: {off} m of {one:?}");
            let off = (one.1 - two.1).length();
            assert!(off < 10.0 * bound, "{name}: {off} m/s of {one:?}");
        }
    }
}

/// Speeds at the edge of the numbers, through walls, spinning, against each other: every body stays usable or is named,
/// and what is far from them goes on as without them.
#[test]
fn absurd_speeds_end_and_harm_nobody_else() {
    let run = |absurd: &[(Vec3, Vec3)]| {
        let mut world = World::new();
        world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y)));
        let quiet = ball(&mut world, Vec3::new(-500.0, 1.0, 0.0), Vec3::ZERO, 0.8);
        world.spawn_with((
            Transform::from_position(Vec3::new(5.0, 5.0, 0.0)),
            Collider::cuboid(Vec3::new(0.01, 5.0, 5.0)),
        ));
        let wild: Vec<Entity> = absurd
            .iter()
            .map(|(velocity, spin)| {
                world.spawn_with((
                    Transform::from_position(Vec3::new(0.0, 3.0, 0.0)),
                    RigidBody::dynamic(1.0)
                        .with_velocity(*velocity)
                        .with_angular_velocity(*spin),
                    Collider::cuboid(Vec3::new(0.1, 0.2, 0.3)),
                ))
            })
            .collect();
        let mut named = 0;
        for _ in 0..60 {
            named += physics_step(&mut world, &CONFIG).unwrap().problems.len();
        }
        for entity in wild {
            assert!(world.get::<Transform>(entity).unwrap().position.is_finite());
            assert!(world.get::<RigidBody>(entity).unwrap().velocity.is_finite());
        }
        (*world.get::<Transform>(quiet).unwrap(), named)
    };
    let (expected, _) = run(&[]);
    for speed in [1.0e4, 1.0e8, 1.0e15, 1.0e20, 1.0e37] {
        for spin in [0.0, 1.0e3, 1.0e9, 1.0e30] {
            let wild = (
                Vec3::new(speed, 0.1 * speed, 0.0),
                Vec3::new(spin, 0.0, spin),
            );
            let (place, named) = run(&[wild]);
            assert_eq!(place.position.x, expected.position.x);
            assert_eq!(place.position.y, expected.position.y, "{speed} {spin}");
            if speed > 1.0e18 {
                assert!(named > 0, "{speed}");
            }
        }
    }
}

/// Blocks that do not bounce in a row with gaps: each is struck when the one before has come to it, also where the gap
/// is so small that points of both have a part in a blow. Once such a pair was struck across the gap.
#[test]
fn struck_across_a_gap() {
    let mut world = World::new();
    let mut block = |x: f32, speed: f32| {
        world.spawn_with((
            Transform::from_position(Vec3::new(x, 0.0, 0.0)),
            RigidBody::dynamic(1.0)
                .with_restitution(0.0)
                .with_velocity(Vec3::X * speed),
            Collider::cuboid(Vec3::splat(0.2)),
        ))
    };
    let (speed, first, gap) = (40.0, 0.05, 0.008);
    let blocks = [
        block(0.0, speed),
        block(0.4 + first, 0.0),
        block(0.8 + first + gap, 0.0),
    ];
    let config = PhysicsConfig {
        gravity: Vec3::ZERO,
        ..CONFIG
    };
    let told = physics_step(&mut world, &config).unwrap().impacts;
    let at = |pair: [usize; 2]| {
        let of = told
            .iter()
            .find(|impact| [impact.a, impact.b] == pair.map(|i| blocks[i]));
        of.unwrap_or_else(|| panic!("{pair:?} in {told:?}"))
            .fraction
            / 60.0
    };
    let (one, two) = (at([0, 1]), at([1, 2]));
    assert!((one - first / speed).abs() < 1.0e-5, "{one}");
    // Two blocks go on at half of the speed.
    let expected = one + gap / (0.5 * speed);
    assert!((two - expected).abs() < 1.0e-4, "{two} {expected}");
}
