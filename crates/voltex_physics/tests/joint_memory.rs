//! What a joint keeps from step to step after numbers that cannot be computed with.

use voltex_ecs::{Transform, World};
use voltex_math::Vec3;
use voltex_physics::{Collider, Joint, PhysicsConfig, RigidBody, physics_step};

/// The defect `joint-remembers-nan`: a joint whose bodies had left the range of numbers kept impulses that were none, and
/// froze them again as soon as somebody had put them right.
#[test]
fn joint_remembers_nan() {
    let mut world = World::new();
    let body = |x: f32| {
        let place = Transform::from_position(Vec3::new(x, 4.0, 0.0));
        (place, RigidBody::dynamic(0.4), Collider::sphere(0.1))
    };
    let post = world.spawn_with((
        Transform::from_position(Vec3::Y * 4.0),
        Collider::sphere(0.1),
    ));
    let ball = world.spawn_with(body(0.5));
    let joint = Joint::ball(post, ball).with_anchors(Vec3::ZERO, Vec3::X * -0.5);
    world.spawn_with((joint,));
    physics_step(&mut world, &PhysicsConfig::DEFAULT).unwrap();
    // Faster than any number can be after the step.
    world.get_mut::<RigidBody>(ball).unwrap().angular_velocity = Vec3::splat(1.0e30);
    let report = physics_step(&mut world, &PhysicsConfig::DEFAULT).unwrap();
    assert_eq!(report.problems.len(), 1, "{:?}", report.problems);
    let (transform, still, _) = body(0.5);
    *world.get_mut::<Transform>(ball).unwrap() = transform;
    *world.get_mut::<RigidBody>(ball).unwrap() = still;
    for _ in 0..30 {
        let report = physics_step(&mut world, &PhysicsConfig::DEFAULT).unwrap();
        assert!(report.problems.is_empty(), "{:?}", report.problems);
    }
    // It swings down on its arm of 0.5 m, a quarter of a period of 1.6 s after being let go.
    let place = world.get::<Transform>(ball).unwrap().position;
    assert!(
        ((place - Vec3::Y * 4.0).length() - 0.5).abs() < 0.01,
        "{place}"
    );
    assert!(place.y < 3.7, "{place}");
}
