//! The small functions: integrate, detect, resolve.

use voltex_ecs::{Entity, Transform, World};
use voltex_math::Vec3;
use voltex_physics::{
    Collider, Material, PhysicsConfig, RigidBody, detect_collisions, integrate, resolve_collisions,
};

fn at(x: f32, y: f32, z: f32) -> Transform {
    Transform::from_position(Vec3::new(x, y, z))
}

fn velocity(world: &World, entity: Entity) -> Vec3 {
    world.get::<RigidBody>(entity).unwrap().velocity
}

fn position(world: &World, entity: Entity) -> Vec3 {
    world.get::<Transform>(entity).unwrap().position
}

#[test]
fn one_frame_from_rest() {
    let mut world = World::new();
    let ball = world.spawn_with((Transform::default(), RigidBody::dynamic(3.0)));
    let half = world.spawn_with((
        Transform::default(),
        RigidBody::dynamic(3.0).with_gravity_scale(0.5),
    ));
    let wall = world.spawn_with((Transform::default(), RigidBody::statik()));
    integrate(&mut world, &PhysicsConfig::DEFAULT);
    assert!((position(&world, ball).y + 0.002_725).abs() < 1e-7);
    assert!((position(&world, half).y + 0.002_725 / 2.0).abs() < 1e-7);
    assert_eq!(position(&world, wall), Vec3::ZERO);
}

#[test]
fn spheres_head_on_exchange_velocities() {
    let mut world = World::new();
    let a = world.spawn_with((
        at(-0.5, 0.0, 0.0),
        RigidBody::dynamic(2.0)
            .with_velocity(Vec3::X * 3.0)
            .with_restitution(1.0),
        Collider::sphere(0.5),
    ));
    let b = world.spawn_with((
        at(0.499, 0.0, 0.0),
        RigidBody::dynamic(2.0)
            .with_velocity(Vec3::X * -1.0)
            .with_restitution(1.0),
        Collider::sphere(0.5),
    ));
    let contacts = detect_collisions(&world);
    assert_eq!(contacts.len(), 1);
    resolve_collisions(&mut world, &contacts);
    assert!((velocity(&world, a) - Vec3::X * -1.0).length() < 1e-6);
    assert!((velocity(&world, b) - Vec3::X * 3.0).length() < 1e-6);
}

/// Faults 2 and 3 of earlier designs: who approaches is answered, once.
#[test]
fn a_ball_bounces_off_a_static_floor_and_the_floor_stays() {
    let mut world = World::new();
    let floor = world.spawn_with((
        Transform::default(),
        RigidBody::statik().with_restitution(1.0),
        Collider::half_space(Vec3::Y),
    ));
    let ball = world.spawn_with((
        at(0.0, 0.49, 0.0),
        RigidBody::dynamic(0.5)
            .with_velocity(Vec3::new(0.0, -4.0, 0.0))
            .with_restitution(0.6),
        Collider::sphere(0.5),
    ));
    let contacts = detect_collisions(&world);
    resolve_collisions(&mut world, &contacts);
    assert!(
        (velocity(&world, ball).y - 2.4).abs() < 1e-5,
        "e = min(1, 0.6)"
    );
    assert_eq!(
        (velocity(&world, floor), position(&world, floor)),
        (Vec3::ZERO, Vec3::ZERO)
    );
    // It parts now: nothing happens the second time.
    let before = velocity(&world, ball);
    resolve_collisions(&mut world, &contacts);
    assert_eq!(velocity(&world, ball), before);
}

#[test]
fn overlap_is_parted_by_the_stated_share() {
    let mut world = World::new();
    let still = RigidBody::dynamic(1.0);
    let a = world.spawn_with((at(0.0, 0.0, 0.0), still, Collider::sphere(0.5)));
    let b = world.spawn_with((
        at(0.9, 0.0, 0.0),
        RigidBody::dynamic(3.0),
        Collider::sphere(0.5),
    ));
    let contacts = detect_collisions(&world);
    resolve_collisions(&mut world, &contacts);
    let c = (0.1 - 0.01) * 0.4 / (1.0 + 1.0 / 3.0);
    assert!((position(&world, a).x + c).abs() < 1e-6);
    assert!((position(&world, b).x - 0.9 - c / 3.0).abs() < 1e-6);
}

#[test]
fn pairs_without_a_body_are_passed_over() {
    let mut world = World::new();
    world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y)));
    let ball = world.spawn_with((
        at(0.0, 0.4, 0.0),
        RigidBody::dynamic(1.0).with_velocity(Vec3::Y * -1.0),
        Collider::sphere(0.5),
    ));
    let contacts = detect_collisions(&world);
    assert_eq!(contacts.len(), 1);
    resolve_collisions(&mut world, &contacts);
    assert_eq!(velocity(&world, ball), Vec3::Y * -1.0);
    assert_eq!(position(&world, ball).y, 0.4);
}

/// The grip law in the world: `vt' = vt/(1 + alpha)` for a ball without spin, whose rim then rolls.
#[test]
fn a_gripping_ball_leaves_rolling() {
    let mut world = World::new();
    let grip = Material {
        friction: 1.0,
        ..Material::DEFAULT
    };
    world.spawn_with((
        Transform::default(),
        RigidBody::statik(),
        Collider::half_space(Vec3::Y),
        grip,
    ));
    let ball = world.spawn_with((
        at(0.0, 0.5, 0.0),
        RigidBody::dynamic(1.0)
            .with_velocity(Vec3::new(2.0, -3.0, 0.0))
            .with_restitution(0.5),
        Collider::sphere(0.5),
        grip,
    ));
    let contacts = detect_collisions(&world);
    resolve_collisions(&mut world, &contacts);
    let body = *world.get::<RigidBody>(ball).unwrap();
    // The static body names 0.3, which is less than 0.5.
    assert!(
        (body.velocity - Vec3::new(2.0 / 1.4, 0.9, 0.0)).length() < 1e-5,
        "{body:?}"
    );
    assert!((body.angular_velocity.z + body.velocity.x / 0.5).abs() < 1e-5);
}
