//! Worlds whose bodies were spawned in different orders agree under keys.

mod support;

use voltex_ecs::{Entity, StateHasher, Transform, World};
use voltex_math::random::{Key, below, uniform_in};
use voltex_math::{Quat, Vec3};
use voltex_physics::{Collider, PhysicsConfig, PhysicsKey, RigidBody};

/// A number for a body, the same in every world.
fn number(body: u64, which: u64, low: f64, high: f64) -> f32 {
    uniform_in(Key::new(8, 2), body * 16 + which, low, high) as f32
}

fn spawn(world: &mut World, name: u64, keyed: bool) -> Entity {
    let part = |which, low, high| number(name, which, low, high);
    let entity = if name == 0 {
        world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y)))
    } else {
        let place = Vec3::new(
            part(0, -0.8, 0.8),
            0.4 + 0.25 * name as f32,
            part(1, -0.8, 0.8),
        );
        let turn = Quat::from_axis_angle(Vec3::Z, part(2, -3.0, 3.0));
        let shape = if name.is_multiple_of(2) {
            Collider::sphere(part(3, 0.15, 0.3))
        } else {
            Collider::cuboid(Vec3::new(
                part(4, 0.1, 0.4),
                part(5, 0.1, 0.4),
                part(6, 0.1, 0.4),
            ))
        };
        let transform = Transform {
            rotation: turn,
            ..Transform::from_position(place)
        };
        world.spawn_with((transform, RigidBody::of_density(700.0), shape))
    };
    if keyed {
        world.add(entity, PhysicsKey(name * 31 % 64)).unwrap();
    }
    entity
}

/// Hash of the motion after some time, body by body in the order of their names.
fn outcome(shuffle: u64, keyed: bool) -> u64 {
    let key = Key::new(shuffle, 1);
    let mut counter = 0;
    let mut shuffled = |mut names: Vec<u64>| {
        if shuffle > 0 {
            for i in (1..names.len()).rev() {
                counter += 1;
                names.swap(i, below(key, counter, i as u64 + 1).unwrap() as usize);
            }
        }
        names
    };
    let mut world = World::new();
    let mut entities = vec![None; 48];
    for name in shuffled((0..36).collect()) {
        entities[name as usize] = Some(spawn(&mut world, name, keyed));
    }
    for step in 0..180 {
        match step {
            60 => {
                for name in shuffled((5..15).collect()) {
                    world.despawn(entities[name as usize].take().unwrap());
                }
            }
            70 => {
                for name in shuffled((36..48).collect()) {
                    entities[name as usize] = Some(spawn(&mut world, name, keyed));
                }
            }
            _ => {}
        }
        support::step_with(&mut world, &PhysicsConfig::DEFAULT);
    }
    let mut hasher = StateHasher::new();
    for entity in entities.into_iter().flatten() {
        let transform = world.get::<Transform>(entity).unwrap();
        hasher.write_vec3(transform.position);
        hasher.write_quat(transform.rotation);
    }
    hasher.finish()
}

#[test]
fn the_order_of_spawning_makes_no_difference_under_keys() {
    let expected = outcome(0, true);
    for shuffle in 1..6 {
        assert_eq!(outcome(shuffle, true), expected, "shuffle {shuffle}");
    }
}

/// Else the test above could not fail.
#[test]
fn the_order_of_spawning_makes_a_difference_without_keys() {
    assert_ne!(outcome(1, false), outcome(0, false));
}
