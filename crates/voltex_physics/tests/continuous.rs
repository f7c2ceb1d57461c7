//! Nothing passes through anything, however fast or thin.

use voltex_ecs::{Entity, Transform, World};
use voltex_math::random::{Key, uniform_in};
use voltex_math::{Quat, Vec2, Vec3};
use voltex_physics::{
    Collider, HeightField, PhysicsConfig, RigidBody, ShapeStore, StepReport, physics_step,
};

fn step(world: &mut World) -> StepReport {
    let report = physics_step(world, &PhysicsConfig::DEFAULT).expect("the settings are fine");
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    report
}

fn body(world: &World, entity: Entity) -> RigidBody {
    *world.get::<RigidBody>(entity).unwrap()
}

fn position(world: &World, entity: Entity) -> Vec3 {
    world.get::<Transform>(entity).unwrap().position
}

fn free(mass: f32) -> RigidBody {
    RigidBody::dynamic(mass).with_gravity_scale(0.0)
}

/// Row `fast-pair`, its first half: ball against ball at 2 x 100 m/s, at any phase; the time of the impact is that
/// of the closed form.
#[test]
fn fast_pair() {
    let radius = 0.02134;
    for phase in 0..200 {
        let mut world = World::new();
        let apart = 3.0 + 0.017 * phase as f32;
        let ball = |world: &mut World, x: f32, v: f32| {
            world.spawn_with((
                Transform::from_position(Vec3::X * x),
                free(0.0459)
                    .with_restitution(0.8)
                    .with_velocity(Vec3::X * v),
                Collider::sphere(radius),
            ))
        };
        let one = ball(&mut world, -0.5 * apart, 100.0);
        let two = ball(&mut world, 0.5 * apart, -100.0);
        let (mut steps, mut found) = (0, None);
        while found.is_none() && steps < 10 {
            found = step(&mut world).impacts.first().copied();
            steps += 1;
        }
        let impact = found.expect("the balls meet");
        let time = f64::from(steps as f32 - 1.0 + impact.fraction) / 60.0;
        let expected = f64::from(apart - 2.0 * radius) / 200.0;
        assert!((time - expected).abs() < 1e-6, "{time} {expected}");
        assert!((body(&world, one).velocity + Vec3::X * 80.0).length() < 1e-3);
        assert!((body(&world, two).velocity - Vec3::X * 80.0).length() < 1e-3);
        // The rest of the step is used.
        let x = 80.0 * (f64::from(steps) / 60.0 - expected) + f64::from(radius);
        assert!((f64::from(position(&world, two).x) - x).abs() < 1e-4);
    }
}

/// Row `fast-pair`, its second half: a wall of 1 mm at 1,000 m/s, random angles.
#[test]
fn fast_ball_misses_no_thin_wall() {
    let key = Key::new(7, 1);
    let mut world = World::new();
    world.spawn_with((
        Transform::from_position(Vec3::ZERO),
        Collider::cuboid(Vec3::new(0.0005, 400.0, 400.0)),
    ));
    let balls: Vec<(Entity, Vec3)> = (0..10_000_u64)
        .map(|i| {
            let draw = |j: u64, low: f64, high: f64| uniform_in(key, 8 * i + j, low, high) as f32;
            let way = Vec3::new(draw(0, 0.2, 1.0), draw(1, -1.0, 1.0), draw(2, -1.0, 1.0));
            let velocity = way.normalize() * 1000.0;
            // It is reached within four steps.
            let place = Vec3::new(
                -0.1 - 0.06 * velocity.x * draw(3, 0.0, 1.0),
                draw(4, -9.0, 9.0),
                draw(5, -9.0, 9.0),
            );
            let ball = world.spawn_with((
                Transform::from_position(place),
                free(1.0).with_velocity(velocity),
                Collider::sphere(0.02),
                voltex_physics::CollisionLayers::new(0b10, 0b01),
            ));
            (ball, velocity)
        })
        .collect();
    for _ in 0..4 {
        step(&mut world);
    }
    for (ball, velocity) in balls {
        let x = position(&world, ball).x;
        assert!(x < 0.0, "{x} {velocity}");
        assert!(body(&world, ball).velocity.x < 0.0);
    }
}

/// Row `thin-wall`: sphere, capsule and box at 180 m/s against 0.2 m, straight and turning, and as a mesh, a height
/// field, a hull and a compound.
#[test]
fn thin_wall() {
    let shapes = [
        Collider::sphere(0.1),
        Collider::capsule(0.1, 0.05),
        Collider::cuboid(Vec3::new(0.05, 0.1, 0.15)),
        Collider::cylinder(0.1, 0.1),
    ];
    let key = Key::new(7, 2);
    for wall in ["box", "mesh", "height field", "hull", "compound"] {
        let mut world = World::new();
        let mut store = ShapeStore::default();
        let thick = 0.1;
        let corners: Vec<Vec3> = (0..8)
            .map(|i| {
                Vec3::new(
                    if i & 1 == 0 { -thick } else { thick },
                    if i & 2 == 0 { -90.0 } else { 90.0 },
                    if i & 4 == 0 { -90.0 } else { 90.0 },
                )
            })
            .collect();
        let mut transform = Transform::default();
        let collider = match wall {
            "box" => Collider::cuboid(Vec3::new(thick, 90.0, 90.0)),
            "mesh" => {
                let square = [corners[0], corners[2], corners[6], corners[4]];
                Collider::Mesh(store.add_mesh(&square, &[[0, 2, 1], [0, 3, 2]]).unwrap())
            }
            "height field" => {
                transform.rotation = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
                let field = HeightField::new(31, 31, Vec2::splat(6.0), vec![0.0; 31 * 31]).unwrap();
                Collider::HeightField(store.add_height_field(field))
            }
            "hull" => Collider::Hull(store.add_hull(&corners).unwrap()),
            _ => {
                let child = Collider::cuboid(Vec3::new(thick, 90.0, 90.0));
                Collider::Compound(
                    store
                        .add_compound(&[(voltex_math::Pose::IDENTITY, child)])
                        .unwrap(),
                )
            }
        };
        world.insert_resource(store);
        world.spawn_with((transform, collider));
        let mut all = Vec::new();
        for i in 0..1000_u64 {
            let draw = |j: u64, low: f64, high: f64| uniform_in(key, 8 * i + j, low, high) as f32;
            let place = Vec3::new(
                -1.0 - 0.003 * i as f32,
                2.0 * (i % 32) as f32 - 31.0,
                2.0 * (i / 32) as f32 - 31.0,
            );
            let turning = Vec3::new(
                draw(0, -30.0, 30.0),
                draw(1, -30.0, 30.0),
                draw(2, -30.0, 30.0),
            );
            all.push(
                world.spawn_with((
                    Transform::from_position(place),
                    free(1.0)
                        .with_velocity(Vec3::X * 180.0)
                        .with_angular_velocity(if i % 2 == 0 { Vec3::ZERO } else { turning }),
                    shapes[i as usize % shapes.len()],
                )),
            );
        }
        for _ in 0..6 {
            step(&mut world);
        }
        for (i, thing) in all.into_iter().enumerate() {
            let x = position(&world, thing).x;
            assert!(x < 0.1, "{wall}: number {i} at {x}");
        }
    }
}

/// The tip of a spinning rod against a thin wall that its middle never comes near: the rod does not come to be on
/// the other side.
#[test]
fn spinning_rod_does_not_pass_a_wall() {
    for phase in 0..40 {
        let mut world = World::new();
        world.spawn_with((
            Transform::from_position(Vec3::new(0.0, -0.8, 0.0)),
            Collider::cuboid(Vec3::new(0.005, 0.5, 1.0)),
        ));
        // From the left of the wall to its right.
        let angle = -1.2 + 0.06 * phase as f32;
        let rod = world.spawn_with((
            Transform {
                rotation: Quat::from_rotation_z(angle),
                ..Transform::default()
            },
            free(1.0)
                .with_restitution(0.5)
                .with_angular_velocity(Vec3::Z * 120.0),
            // Along X at first: the tips sweep over y = -0.5.
            Collider::cuboid(Vec3::new(0.5, 0.02, 0.02)),
        ));
        let mut met = 0;
        for _ in 0..3 {
            let report = step(&mut world);
            met += report.impacts.len();
            if met > 0 {
                break;
            }
        }
        assert!(met > 0, "{phase}: two turns without a touch");
        let spin = body(&world, rod).angular_velocity.z;
        assert!(spin < 100.0, "{phase}: {spin}");
    }
}

/// A body that is swept by a fast kinematic one is struck, not passed.
#[test]
fn fast_paddle_strikes_a_ball() {
    for phase in 0..50 {
        let mut world = World::new();
        world.spawn_with((
            Transform::from_position(Vec3::X * (-1.0 - 0.02 * phase as f32)),
            RigidBody::kinematic()
                .with_restitution(0.5)
                .with_velocity(Vec3::X * 90.0),
            Collider::cuboid(Vec3::new(0.01, 0.5, 0.5)),
        ));
        let ball = world.spawn_with((
            Transform::default(),
            free(0.1).with_restitution(0.5),
            Collider::sphere(0.03),
        ));
        for _ in 0..4 {
            step(&mut world);
        }
        let v = body(&world, ball).velocity.x;
        assert!((v - 135.0).abs() < 0.01, "{phase}: {v}");
    }
}

/// A body that sleeps is struck at the instant, and wakes.
#[test]
fn bullet_wakes_what_it_hits() {
    let mut world = World::new();
    world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y)));
    let target = world.spawn_with((
        Transform::from_position(Vec3::Y * 0.5),
        RigidBody::dynamic(1.0).with_restitution(1.0),
        Collider::cuboid(Vec3::splat(0.5)),
    ));
    for _ in 0..120 {
        step(&mut world);
    }
    assert_eq!(step(&mut world).awake, 0);
    world.spawn_with((
        Transform::from_position(Vec3::new(-3.0, 0.5, 0.0)),
        free(0.1)
            .with_velocity(Vec3::X * 400.0)
            .with_restitution(1.0),
        Collider::sphere(0.01),
    ));
    step(&mut world);
    // 2 m1 v/(m1 + m2)
    let v = body(&world, target).velocity.x;
    assert!((v - 72.727).abs() < 0.01, "{v}");
}

/// Half the edge of the closed box, m.
const HALF: f32 = 10.0;

/// Bodies at 250 m/s in a closed box.
fn gas(world: &mut World, count: u64) -> Vec<Entity> {
    for (axis, side) in [
        (0, 1.0),
        (1, 1.0),
        (2, 1.0),
        (0, -1.0),
        (1, -1.0),
        (2, -1.0),
    ] {
        let mut place = Vec3::ZERO;
        place[axis] = side * (HALF + 0.05);
        let mut size = Vec3::splat(HALF + 0.1);
        size[axis] = 0.05;
        world.spawn_with((Transform::from_position(place), Collider::cuboid(size)));
    }
    let key = Key::new(7, 3);
    (0..count)
        .map(|i| {
            let draw = |j: u64, low: f64, high: f64| uniform_in(key, 8 * i + j, low, high) as f32;
            let way = Vec3::new(draw(0, -1.0, 1.0), draw(1, -1.0, 1.0), draw(2, -1.0, 1.0));
            let place = Vec3::new(
                (i % 18) as f32 - 8.5,
                (i / 18 % 18) as f32 - 8.5,
                (i / 324) as f32 - 8.5,
            );
            let collider = match i % 3 {
                0 => Collider::sphere(0.1),
                1 => Collider::cuboid(Vec3::new(0.05, 0.1, 0.15)),
                _ => Collider::capsule(0.1, 0.05),
            };
            world.spawn_with((
                Transform::from_position(place),
                free(1.0)
                    .with_restitution(1.0)
                    .with_velocity(way.normalize() * 250.0),
                collider,
            ))
        })
        .collect()
}

/// Bodies at 250 m/s in a closed box: none escapes, and energy does not grow.
#[test]
fn none_escapes_a_closed_box() {
    let (count, steps) = if std::env::var("FULL").is_err() {
        (600, 60)
    } else {
        (5000, 180)
    };
    let mut world = World::new();
    let bodies = gas(&mut world, count);
    let energy = |world: &World| -> f64 {
        let speed = |entity: &Entity| f64::from(body(world, *entity).velocity.length_squared());
        bodies.iter().map(speed).sum()
    };
    let before = energy(&world);
    let (mut impacts, mut halted) = (0, 0);
    for _ in 0..steps {
        let report = step(&mut world);
        impacts += report.impacts.len();
        halted += report.halted;
    }
    assert!(impacts as u64 > count * 10, "{impacts}");
    // Spinning boxes that slap a wall with many corners in one step.
    assert!(halted * 100 < impacts, "{halted} of {impacts}");
    for entity in &bodies {
        let place = position(&world, *entity);
        assert!(place.abs().max_element() < HALF, "{place}");
    }
    assert!(energy(&world) < before * (1.0 + 1e-4));
}

/// A ball between a floor and a plate that comes down has the ten impacts of a step, and no more.
#[test]
fn body_between_walls_that_close_in_ends_the_step() {
    let mut world = World::new();
    world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y)));
    world.spawn_with((
        Transform::from_position(Vec3::Y * 1.3),
        RigidBody::kinematic()
            .with_velocity(-Vec3::Y)
            .with_restitution(0.7),
        Collider::cuboid(Vec3::ONE),
    ));
    let ball = world.spawn_with((
        Transform::from_position(Vec3::Y * 0.1),
        RigidBody::dynamic(0.06).with_restitution(0.7),
        Collider::sphere(0.033),
    ));
    for _ in 0..15 {
        let impacts = step(&mut world).impacts.len();
        assert!(impacts <= 10, "{impacts}");
    }
    assert!(position(&world, ball).is_finite());
}

/// How the pairs of bodies in flight are found, and in which frame, follows from all bodies of the world. What they do
/// does not: the same gas with many bodies at rest far away, or others in flight, moves by the same bits.
#[test]
fn what_is_far_away_makes_no_difference() {
    let run = |more: &dyn Fn(&mut World)| -> Vec<Transform> {
        let mut world = World::new();
        let bodies = gas(&mut world, 200);
        more(&mut world);
        let mut impacts = 0;
        for _ in 0..20 {
            impacts += step(&mut world).impacts.len();
        }
        assert!(impacts > 1000, "{impacts}");
        let place = |entity: &Entity| *world.get::<Transform>(*entity).unwrap();
        bodies.iter().map(place).collect()
    };
    let far = |i: u64| Transform::from_position(Vec3::new(3.0 * i as f32, 2000.0, 0.0));
    let alone = run(&|_| {});
    let still = run(&|world| {
        for i in 0..2000 {
            world.spawn_with((far(i), RigidBody::kinematic(), Collider::sphere(1.0)));
        }
    });
    let moving = run(&|world| {
        for i in 0..300 {
            let velocity = Vec3::new(-30.0, 90.0, 10.0);
            world.spawn_with((
                far(i),
                free(1.0).with_velocity(velocity),
                Collider::sphere(1.0),
            ));
        }
    });
    assert!(alone == still, "beside bodies at rest");
    assert!(alone == moving, "beside bodies in flight");
}
