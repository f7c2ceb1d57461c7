//! Parents and children, and where they are in the world.

use std::f32::consts::FRAC_PI_2;

use voltex_ecs::{EcsError, Entity, GlobalTransform, Transform, Version, World};
use voltex_math::{Quat, Vec3};

fn at(x: f32) -> (Transform,) {
    (Transform::from_position(Vec3::new(x, 0.0, 0.0)),)
}

fn global_x(world: &World, entity: Entity) -> f32 {
    world.get::<GlobalTransform>(entity).unwrap().position().x
}

#[test]
fn matrix_scales_then_turns_then_moves() {
    let transform = Transform {
        position: Vec3::new(10.0, 20.0, 30.0),
        rotation: Quat::from_rotation_y(FRAC_PI_2),
        scale: Vec3::new(2.0, 3.0, 4.0),
    };
    // (1, 1, 1) stretched to (2, 3, 4), a quarter turn about +Y takes +X to -Z and +Z to +X.
    let point = transform.matrix().transform_point3(Vec3::ONE);
    assert!((point - Vec3::new(14.0, 23.0, 28.0)).length() < 1e-5);
    assert_eq!(
        Transform::from_pose(transform.pose()).position,
        transform.position
    );
}

#[test]
fn children_follow_their_parents() {
    let mut world = World::new();
    let (body, arm, hand) = (
        world.spawn_with(at(1.0)),
        world.spawn_with(at(2.0)),
        world.spawn_with(at(4.0)),
    );
    let alone = world.spawn_with(at(100.0));
    world.set_parent(arm, body).unwrap();
    world.set_parent(hand, arm).unwrap();
    world.propagate_transforms();
    assert_eq!(global_x(&world, hand), 7.0);
    assert_eq!(global_x(&world, alone), 100.0);
    world.get_mut::<Transform>(body).unwrap().rotation = Quat::from_rotation_y(FRAC_PI_2);
    world.propagate_transforms();
    let seen = world.get::<GlobalTransform>(hand).unwrap().position();
    assert!((seen - Vec3::new(1.0, 0.0, -6.0)).length() < 1e-5);
    // Another parent, then none.
    world.set_parent(hand, alone).unwrap();
    world.propagate_transforms();
    assert_eq!(global_x(&world, hand), 104.0);
    assert!(world.clear_parent(hand) && !world.clear_parent(hand));
    world.propagate_transforms();
    assert_eq!(global_x(&world, hand), 4.0);
}

#[test]
fn entities_without_transform_pass_on_what_is_above() {
    let mut world = World::new();
    let top = world.spawn_with(at(5.0));
    let middle = world.spawn();
    let bottom = world.spawn_with(at(1.0));
    world.set_parent(middle, top).unwrap();
    world.set_parent(bottom, middle).unwrap();
    world.propagate_transforms();
    assert_eq!(global_x(&world, bottom), 6.0);
    assert!(!world.has::<GlobalTransform>(middle));
    world.remove::<Transform>(top);
    world.propagate_transforms();
    assert_eq!(global_x(&world, bottom), 1.0);
    assert!(!world.has::<GlobalTransform>(top));
}

#[test]
fn order_of_children_is_that_of_joining() {
    let mut world = World::new();
    let parent = world.spawn();
    let all: Vec<Entity> = (0..5).map(|_| world.spawn()).collect();
    for child in &all {
        world.set_parent(*child, parent).unwrap();
    }
    world.set_parent(all[1], parent).unwrap(); // again: to the end
    world.despawn(all[3]);
    world.clear_parent(all[0]);
    let children: Vec<Entity> = world.children(parent).collect();
    assert_eq!(children, [all[2], all[4], all[1]]);
    assert_eq!(world.parent(all[4]), Some(parent));
}

#[test]
fn rings_are_refused() {
    let mut world = World::new();
    let [a, b, c] = [(); 3].map(|()| world.spawn());
    world.set_parent(b, a).unwrap();
    world.set_parent(c, b).unwrap();
    assert!(matches!(
        world.set_parent(a, c),
        Err(EcsError::ParentCycle { .. })
    ));
    assert!(matches!(
        world.set_parent(c, c),
        Err(EcsError::ParentCycle { .. })
    ));
    assert_eq!(world.parent(c), Some(b)); // as before
    let dead = world.spawn();
    world.despawn(dead);
    assert_eq!(
        world.set_parent(a, dead),
        Err(EcsError::DeadEntity { entity: dead })
    );
    assert_eq!(
        world.set_parent(dead, a),
        Err(EcsError::DeadEntity { entity: dead })
    );
}

#[test]
fn despawned_parent_leaves_roots() {
    let mut world = World::new();
    let (parent, child) = (world.spawn_with(at(1.0)), world.spawn_with(at(2.0)));
    let grandchild = world.spawn_with(at(4.0));
    world.set_parent(child, parent).unwrap();
    world.set_parent(grandchild, child).unwrap();
    world.despawn(parent);
    let reused = world.spawn_with(at(50.0)); // in the slot of the old parent
    assert_eq!(reused.id(), parent.id());
    assert_eq!(
        (world.parent(child), world.children(reused).count()),
        (None, 0)
    );
    world.propagate_transforms();
    assert_eq!(
        (global_x(&world, child), global_x(&world, grandchild)),
        (2.0, 6.0)
    );
    assert_eq!(world.despawn_recursive(child), 2);
    assert_eq!(world.entity_count(), 1);
}

#[test]
fn chains_of_any_depth() {
    const DEPTH: usize = 100_000;
    let mut world = World::new();
    let links = world.spawn_batch((0..DEPTH).map(|_| at(1.0)));
    for pair in links.windows(2) {
        world.set_parent(pair[1], pair[0]).unwrap();
    }
    world.propagate_transforms();
    assert_eq!(global_x(&world, links[DEPTH - 1]), DEPTH as f32);
    let bytes = world.encode();
    let mut copy = World::new();
    copy.decode(&bytes).unwrap();
    assert_eq!(copy.hash(), world.hash());
    assert_eq!(copy.despawn_recursive(links[0]), DEPTH);
}

#[test]
fn only_what_moved_counts_as_written() {
    let mut world = World::new();
    let all = world.spawn_batch((0..5000).map(|i| at(i as f32)));
    world.propagate_transforms();
    let since = world.checkpoint();
    world.propagate_transforms();
    assert_eq!(
        world
            .storage::<GlobalTransform>()
            .changed_rows(since)
            .count(),
        0
    );
    world.get_mut::<Transform>(all[3000]).unwrap().position.x = -1.0;
    world.propagate_transforms();
    let storage = world.storage::<GlobalTransform>();
    let changed: Vec<_> = storage.changed_rows(since).collect();
    assert!(changed.len() == 1 && changed[0].contains(&3000));
}

#[test]
fn change_of_hierarchy_is_told_by_its_version() {
    let mut world = World::new();
    let (parent, child) = (world.spawn(), world.spawn());
    assert!(!world.hierarchy_changed(Version::ZERO));
    let before = world.checkpoint();
    world.set_parent(child, parent).unwrap();
    assert!(world.hierarchy_changed(before));
    let between = world.checkpoint();
    world.spawn_with((Transform::default(),));
    assert!(!world.hierarchy_changed(between));
    world.despawn(parent);
    assert!(world.hierarchy_changed(between));
}
