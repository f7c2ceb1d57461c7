//! A ground of triangles carries what falls on it.

use voltex_ecs::{Entity, Transform};
use voltex_physics::{RigidBody, physics_step};

/// Regression: of 4,000 bodies on 100,000 triangles one was pressed through the ground by those above it, as bodies that
/// the solver holds on a surface were not followed along their ways.
#[test]
fn none_of_many_bodies_is_pressed_through_the_ground() {
    let scene = voltex_scene::scenes::get("mixed_4k").expect("a built-in scene");
    let mut world = scene.build().expect("a scene that builds");
    for _ in 0..205 {
        physics_step(&mut world, &scene.config()).expect("settings in range");
    }
    let bodies = world.query::<(Entity, &Transform, &RigidBody)>();
    for (entity, transform, body) in &bodies {
        // The ground is nowhere lower than -2 m.
        let height = transform.position.y;
        assert!(
            !body.is_dynamic() || height > -2.0,
            "{entity:?} is at {height} m"
        );
    }
}
