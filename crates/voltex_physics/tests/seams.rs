//! What slides over bodies that lie flush side by side does not notice where one ends and the next begins.

mod support;

use voltex_ecs::{Entity, Transform, World};
use voltex_math::{Quat, Vec3};
use voltex_physics::{Collider, Material, PhysicsConfig, RigidBody};

fn at(x: f32, y: f32, z: f32) -> Transform {
    Transform::from_position(Vec3::new(x, y, z))
}

/// Largest vertical speed, turn about the horizontal and loss of speed of a body that slides over a row of cubes.
fn slide(
    shape: Collider,
    height: f32,
    turn: f32,
    size: f32,
    rolling: Option<f32>,
) -> (f32, f32, f32) {
    let mut world = World::new();
    let ice = Material {
        friction: if rolling.is_some() { 0.5 } else { 0.0 },
        ..Material::DEFAULT
    };
    for i in 0..40_i16 {
        for j in -2..2_i16 {
            let (x, z) = ((f32::from(i) - 2.0) * size, (f32::from(j) + 0.5) * size);
            world.spawn_with((
                at(x, -0.5 * size, z),
                Collider::cuboid(Vec3::splat(0.5 * size)),
                ice,
            ));
        }
    }
    let thing: Entity = world.spawn_with((
        Transform {
            rotation: Quat::from_rotation_y(turn),
            ..at(0.0, height, 0.03)
        },
        RigidBody::dynamic(1.0)
            .with_velocity(Vec3::X * 5.0)
            .with_angular_velocity(Vec3::Z * rolling.map_or(0.0, |radius| -5.0 / radius)),
        shape,
        ice,
    ));
    let (mut bump, mut tilt) = (0.0_f32, 0.0_f32);
    for i in 0..120 {
        support::step_with(&mut world, &PhysicsConfig::DEFAULT);
        let body = *world.get::<RigidBody>(thing).unwrap();
        if i > 5 {
            bump = voltex_math::f32::max(bump, body.velocity.y.abs());
            if rolling.is_none() {
                tilt = voltex_math::f32::max(tilt, body.angular_velocity.with_y(0.0).length());
            }
        }
    }
    let body = *world.get::<RigidBody>(thing).unwrap();
    (bump, tilt, (body.velocity - Vec3::X * 5.0).length())
}

#[test]
fn a_row_of_cubes_is_a_floor() {
    for (name, shape, height) in [
        ("ball", Collider::sphere(0.1), 0.1),
        ("box", Collider::cuboid(Vec3::new(0.3, 0.2, 0.25)), 0.2),
        ("small box", Collider::cuboid(Vec3::splat(0.05)), 0.05),
        ("cylinder", Collider::cylinder(0.1, 0.2), 0.1),
    ] {
        for turn in [0.0, 0.3] {
            // Cubes of 1 m meet exactly, those of 0.97 m within rounding.
            for size in [1.0, 0.97] {
                let (bump, tilt, loss) = slide(shape, height, turn, size, None);
                let told =
                    format!("{name}, {turn} rad, {size} m: {bump} m/s, {tilt} rad/s, {loss} m/s");
                // The bar of row `seam-two-bodies`; no turn that would lift an edge by a millimetre a second.
                assert!(bump < 0.01 && tilt < 0.01 && loss < 0.005, "{told}");
            }
        }
    }
}

/// Row `seam-two-bodies`, over many seams: a ball that rolls, with friction.
#[test]
fn a_ball_rolls_over_seams() {
    for (radius, size) in [(0.1, 0.97), (0.2, 0.31), (0.02, 0.53)] {
        let (bump, _, loss) = slide(Collider::sphere(radius), radius, 0.0, size, Some(radius));
        assert!(
            bump < 0.01 && loss < 0.005,
            "{radius} {size}: {bump} {loss}"
        );
    }
}
