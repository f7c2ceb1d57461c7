//! Bodies that cannot move or turn in all directions, where they touch others.

mod support;

use voltex_ecs::{Entity, Transform, World};
use voltex_math::{Quat, Vec3};
use voltex_physics::{
    AxisLocks, Collider, Joint, Material, PhysicsConfig, ReportForces, RigidBody,
};

const G: f32 = 9.81;

fn run(world: &mut World, steps: usize) -> Vec<voltex_physics::ContactForce> {
    let mut forces = Vec::new();
    for _ in 0..steps {
        let report = support::step_with(world, &PhysicsConfig::DEFAULT);
        assert!(report.problems.is_empty(), "{:?}", report.problems);
        forces = report.forces;
    }
    forces
}

fn at(x: f32, y: f32, z: f32) -> Transform {
    Transform::from_position(Vec3::new(x, y, z))
}

fn place(world: &World, entity: Entity) -> Vec3 {
    world.get::<Transform>(entity).unwrap().position
}

fn body(world: &World, entity: Entity) -> RigidBody {
    *world.get::<RigidBody>(entity).unwrap()
}

fn motion(motion: [bool; 3]) -> AxisLocks {
    AxisLocks {
        motion,
        rotation: [true; 3],
    }
}

/// A ball against a body that cannot move along the way of the ball meets a wall, whatever the body weighs.
#[test]
fn a_body_locked_along_the_blow_is_a_wall() {
    for (mass, e) in [(0.01, 1.0), (1.0, 0.5), (1000.0, 0.8)] {
        let mut world = World::new();
        let bouncy = Material {
            restitution: Some(e),
            friction: 0.0,
            ..Material::DEFAULT
        };
        let post = world.spawn_with((
            at(0.0, 0.0, 0.0),
            RigidBody::dynamic(mass)
                .with_locks(motion([true, false, false]))
                .with_gravity_scale(0.0),
            Collider::cuboid(Vec3::new(0.1, 1.0, 1.0)),
            bouncy,
        ));
        let ball = world.spawn_with((
            at(-1.0, 0.0, 0.0),
            RigidBody::dynamic(1.0)
                .with_velocity(Vec3::X * 2.0)
                .with_gravity_scale(0.0),
            Collider::sphere(0.1),
            bouncy,
        ));
        run(&mut world, 60);
        let after = body(&world, ball).velocity;
        assert!(
            (after + Vec3::X * 2.0 * e).length() < 2e-2,
            "{mass}: {after}"
        );
        assert_eq!(place(&world, post), Vec3::ZERO);
        assert_eq!(body(&world, post).velocity, Vec3::ZERO);
    }
}

/// Two bodies that move along x alone meet at a slant, without friction: momentum along x goes over, and each moves as
/// the impulse along the normal says, of which only the share along x counts.
#[test]
fn what_is_left_of_the_mass_along_a_slanted_normal_counts() {
    let mut world = World::new();
    let smooth = Material {
        restitution: Some(0.0),
        friction: 0.0,
        ..Material::DEFAULT
    };
    let rail = motion([false, true, true]);
    let slant = Vec3::new(0.8, 0.6, 0.0);
    let one = world.spawn_with((
        Transform::IDENTITY,
        RigidBody::dynamic(2.0)
            .with_locks(rail)
            .with_velocity(Vec3::X * 3.0)
            .with_gravity_scale(0.0),
        Collider::sphere(0.5),
        smooth,
    ));
    let two = world.spawn_with((
        Transform::from_position(slant * 1.0 + Vec3::X * 0.5),
        RigidBody::dynamic(1.0)
            .with_locks(rail)
            .with_gravity_scale(0.0),
        Collider::sphere(0.5),
        smooth,
    ));
    run(&mut world, 60);
    let (v1, v2) = (body(&world, one).velocity, body(&world, two).velocity);
    let momentum = 2.0 * v1.x + v2.x;
    assert!((momentum - 6.0).abs() < 1e-4, "{v1} {v2}");
    // Without rebound they go on together.
    assert!(
        (v1.x - 2.0).abs() < 2e-2 && (v2.x - 2.0).abs() < 2e-2,
        "{v1} {v2}"
    );
    assert_eq!((v1.y, v1.z, v2.y, v2.z), (0.0, 0.0, 0.0, 0.0));
}

/// A box that can move along x alone slides over the ground by Coulomb's law, in whatever direction it is turned: the
/// friction that nothing can follow across the rail takes nothing from that along it.
#[test]
fn friction_acts_along_the_free_axis_alone() {
    for degrees in [0.0_f32, 30.0, 45.0, 80.0] {
        let mut world = World::new();
        let surface = Material {
            friction: 0.3,
            ..Material::DEFAULT
        };
        world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y), surface));
        let (sine, cosine) = voltex_math::f32::sin_cos(degrees.to_radians());
        let thing = world.spawn_with((
            Transform {
                rotation: Quat::from_rotation_y(degrees.to_radians()),
                ..at(0.0, 0.25, 0.0)
            },
            RigidBody::dynamic(5.0)
                .with_locks(motion([false, false, true]))
                .with_velocity(Vec3::new(3.0 * cosine, 0.0, 3.0 * sine)),
            Collider::cuboid(Vec3::new(0.5, 0.25, 0.5)),
            surface,
        ));
        let speed = 3.0 * cosine;
        let (time, way) = (speed / (0.3 * G), speed * speed / (0.6 * G));
        run(&mut world, 120);
        let end = place(&world, thing);
        assert!(time < 2.0);
        assert!((end.x - way).abs() < 0.03, "{degrees}: {end} {way}");
        assert_eq!(end.z, 0.0);
    }
}

/// A lift: what stands on a body that is locked in all directions stands on the ground, and the scales tell its weight.
#[test]
fn a_body_with_all_axes_locked_bears_a_load() {
    let mut world = World::new();
    let shelf = world.spawn_with((
        at(0.0, 1.0, 0.0),
        RigidBody::dynamic(0.1).with_locks(motion([true; 3])),
        Collider::cuboid(Vec3::new(1.0, 0.1, 1.0)),
        ReportForces,
    ));
    let load = world.spawn_with((
        at(0.0, 1.35, 0.0),
        RigidBody::dynamic(200.0),
        Collider::cuboid(Vec3::splat(0.25)),
    ));
    let forces = run(&mut world, 120);
    assert_eq!(place(&world, shelf), Vec3::Y);
    assert!((place(&world, load).y - 1.35).abs() < 5e-3);
    let weight = forces[0].normal.y;
    assert!((weight / (200.0 * G) - 1.0).abs() < 2e-3, "{forces:?}");
}

/// Of the defect that a body which cannot move gave way to joints: what hung on it sank.
#[test]
fn what_hangs_on_a_locked_body_hangs_as_on_the_world() {
    let mut world = World::new();
    let locks = AxisLocks {
        motion: [true; 3],
        ..AxisLocks::NONE
    };
    let held = world.spawn_with((
        at(0.0, 5.0, 0.0),
        Collider::cuboid(Vec3::splat(0.2)),
        RigidBody::dynamic(1.0).with_locks(locks),
    ));
    let load = world.spawn_with((
        at(0.0, 4.0, 0.0),
        Collider::sphere(0.3),
        RigidBody::dynamic(100.0),
    ));
    world.spawn_with((Joint::ball(held, load).with_anchors(Vec3::ZERO, Vec3::Y),));
    run(&mut world, 120);
    assert_eq!(place(&world, held), Vec3::Y * 5.0);
    assert!(
        (place(&world, load).y - 4.0).abs() < 1.0e-4,
        "{}",
        place(&world, load)
    );
}
