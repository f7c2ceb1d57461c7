//! The same bits wherever angles are turned into sines: the hash of a long run, with and without optimisation.

use voltex_ecs::{Transform, World};
use voltex_math::{Quat, Vec3};
use voltex_physics::{
    Collider, Joint, PhysicsConfig, RigidBody, physics_hash, physics_step, register,
};

/// Hash after 10,000 steps. If it moves and should, put the new one here and the reason under *Determinism* in
/// CHANGELOG.md.
const RECORDED: u64 = 0xfe6b_6bae_8c6e_dea0;

/// The defect `trig-bits`: sines and cosines of another processor or system gave other states. Bodies that spin about
/// three different moments of inertia, slow and faster than half a turn a step, and a pendulum on a hinge.
#[test]
fn golden_trig_bits() {
    // A user's build without optimisation has threads of 2 MB: half of it must be enough for a step with joints.
    let run = std::thread::Builder::new().stack_size(1 << 20).spawn(hash);
    let hash = run.unwrap().join().unwrap();
    assert_eq!(hash, RECORDED, "the hash is {hash:#018x}");
}

fn hash() -> u64 {
    let mut world = World::new();
    register(&mut world).unwrap();
    for spin in [0.3, 4.0, 60.0, 281.0] {
        world.spawn_with((
            Transform {
                rotation: Quat::from_rotation_x(0.1 * spin),
                ..Transform::from_position(Vec3::X * spin)
            },
            RigidBody::dynamic(1.0)
                .with_gravity_scale(0.0)
                .with_angular_velocity(Vec3::new(0.01 * spin, spin, 0.02 * spin)),
            Collider::cuboid(Vec3::new(0.1, 0.2, 0.4)),
        ));
    }
    let bob = world.spawn_with((
        Transform::from_position(Vec3::new(0.9, -40.0, 0.0)),
        RigidBody::dynamic(2.0).with_damping(0.001, 0.001),
        Collider::sphere(0.1),
    ));
    let pivot = Vec3::new(0.0, -40.0, 0.0);
    let hinge = Joint::hinge(None, bob).at(&world, pivot, Vec3::Z).unwrap();
    world.spawn_with((hinge,));
    let config = PhysicsConfig {
        sleeping: false,
        ..PhysicsConfig::DEFAULT
    };
    for _ in 0..10_000 {
        physics_step(&mut world, &config).unwrap();
    }
    for (_, transform) in world.storage::<Transform>().iter() {
        let length = transform.rotation.length();
        assert!((length - 1.0).abs() < 1e-5 && transform.position.is_finite());
    }
    physics_hash(&world, &config)
}
