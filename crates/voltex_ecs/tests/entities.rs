//! Handles, lifetimes, components: what a stale handle may never do, and what is dropped when.

use std::sync::Arc;

use proptest::prelude::*;
use voltex_ecs::{EcsError, Entity, EntityAllocator, Generation, SparseSet, Transform, World};

#[test]
fn handles_take_eight_bytes() {
    assert_eq!(size_of::<Entity>(), 8);
    assert_eq!(size_of::<Option<Entity>>(), 8);
}

#[test]
fn generations_count_from_zero_and_end() {
    assert_eq!(Generation::new(0), Some(Generation::FIRST));
    assert_eq!(Generation::FIRST.get(), 0);
    assert_eq!(Generation::new((1 << 31) - 1), Some(Generation::LAST));
    assert_eq!(Generation::new(1 << 31), None);
    assert_eq!(
        Entity::from_parts(17, Generation::FIRST).to_string(),
        "17v0"
    );
}

#[test]
fn freed_slots_are_reused_last_first() {
    let mut entities = EntityAllocator::new();
    let all: Vec<Entity> = (0..4).map(|_| entities.allocate()).collect();
    entities.deallocate(all[1]);
    entities.deallocate(all[3]);
    assert_eq!(entities.alive_count(), 2);
    let (first, second) = (entities.allocate(), entities.allocate());
    assert_eq!((first.id(), first.generation().get()), (3, 1));
    assert_eq!((second.id(), second.generation().get()), (1, 1));
    assert_eq!(
        entities.iter().map(Entity::id).collect::<Vec<_>>(),
        [0, 1, 2, 3]
    );
}

/// The defect: lookup ignored the generation, so a stale handle read the component of the entity
/// that reuses its slot, and adding to a dead entity succeeded.
#[test]
fn stale_handle_reads_component_of_successor() {
    let mut world = World::new();
    let old = world.spawn_with((1_u32,));
    world.despawn(old);
    let new = world.spawn_with((2_u32,));
    assert_eq!(old.id(), new.id());
    assert!(!world.is_alive(old) && world.is_alive(new));
    assert!(world.get::<u32>(old).is_none());
    assert!(world.get_mut::<u32>(old).is_none());
    assert!(world.remove::<u32>(old).is_none());
    assert!(!world.has::<u32>(old));
    assert!(world.storage::<u32>().get(old).is_none());
    assert!(world.storage_mut::<u32>().get_mut(old).is_none());
    assert!(!world.storage::<u32>().contains(old));
    assert!(world.query::<&u32>().get(old).is_none());
    assert!(world.query::<&mut u32>().get_mut(old).is_none());
    assert!(!world.despawn(old));
    assert_eq!(world.despawn_recursive(old), 0);
    let refused = world.add(old, 3_u32).unwrap_err();
    assert_eq!(refused.component, 3);
    assert_eq!(refused.error, EcsError::DeadEntity { entity: old });
    assert!(refused.to_string().contains("0v0 is not alive"));
    assert_eq!(*world.get::<u32>(new).unwrap(), 2);
}

#[test]
fn second_despawn_does_nothing() {
    let mut world = World::new();
    let entity = world.spawn_with((1_u32,));
    let other = world.spawn_with((2_u32,));
    assert!(world.despawn(entity));
    assert!(!world.despawn(entity));
    assert_eq!(world.entity_count(), 1);
    assert_eq!(world.storage::<u32>().entities(), [other]);
}

#[test]
fn handles_of_nobody_are_dead() {
    let mut world = World::new();
    let nobody = Entity::from_parts(u32::MAX, Generation::LAST);
    assert!(!world.is_alive(nobody));
    assert!(world.get::<Transform>(nobody).is_none());
    assert!(world.add(nobody, 1_u8).is_err());
    assert!(!world.despawn(nobody));
    assert!(world.parent(nobody).is_none());
}

#[test]
fn adding_replaces_and_returns_the_old() {
    let mut world = World::new();
    let entity = world.spawn();
    assert_eq!(world.add(entity, "a").unwrap(), None);
    assert_eq!(world.add(entity, "b").unwrap(), Some("a"));
    assert_eq!(world.storage::<&str>().len(), 1);
    assert_eq!(world.remove::<&str>(entity), Some("b"));
    assert_eq!(world.remove::<&str>(entity), None);
}

#[test]
fn bundle_with_a_type_twice_keeps_the_later() {
    let mut world = World::new();
    let entity = world.spawn_with((1_u32, 2_u32));
    assert_eq!(*world.get::<u32>(entity).unwrap(), 2);
    assert_eq!(world.storage::<u32>().len(), 1);
}

#[test]
fn components_without_size() {
    #[derive(Clone, Debug, PartialEq)]
    struct Frozen;
    let mut world = World::new();
    let all = world.spawn_batch((0..3000_u32).map(|i| (Frozen, i)));
    assert_eq!(world.query::<(&Frozen, &u32)>().count(), 3000);
    for entity in all.iter().step_by(3) {
        assert_eq!(world.remove::<Frozen>(*entity), Some(Frozen));
    }
    assert_eq!(world.storage::<Frozen>().len(), 2000);
    let mut seen = 0;
    for (frozen, number) in &mut world.query::<(&mut Frozen, &u32)>() {
        assert_eq!(*frozen, Frozen);
        assert_ne!(number % 3, 0);
        seen += 1;
    }
    assert_eq!(seen, 2000);
}

#[test]
fn each_component_is_dropped_once() {
    let token = Arc::new(());
    let held = |count: usize| assert_eq!(Arc::strong_count(&token), count + 1);
    let mut world = World::new();
    let first = world.spawn_with((token.clone(), 1_u8));
    let second = world.spawn_with((token.clone(),));
    held(2);
    world.add(first, token.clone()).unwrap(); // replaced
    held(2);
    drop(world.remove::<Arc<()>>(second));
    held(1);
    let copy = world.clone();
    held(2);
    world.despawn(first);
    held(1);
    world.clone_from(&copy);
    held(2);
    let dead = world.spawn();
    world.despawn(dead);
    drop(world.add(dead, token.clone())); // given back, then dropped
    held(2);
    world.clear();
    held(1);
    drop((world, copy));
    held(0);
}

#[test]
fn cleared_world_knows_no_old_handle() {
    let mut world = World::new();
    let old = world.spawn_batch((0..10_u32).map(|i| (i, i as f32)));
    world.clear();
    assert_eq!((world.entity_count(), world.storage::<u32>().len()), (0, 0));
    let new = world.spawn_batch((0..10_u32).map(|i| (i,)));
    assert!(old.iter().all(|entity| !world.is_alive(*entity)));
    assert!(new.iter().all(|entity| entity.generation().get() == 1));
}

#[test]
fn million_entities() {
    const COUNT: usize = 1_000_000;
    let mut world = World::new();
    let all = world.spawn_batch((0..COUNT).map(|i| (i as u32, [i as f32; 3])));
    assert_eq!(world.entity_count(), COUNT);
    for entity in all.iter().skip(1).step_by(2) {
        assert!(world.despawn(*entity));
    }
    assert_eq!(world.entity_count(), COUNT / 2);
    let sum = world.query::<(&u32, &[f32; 3])>().par_fold(
        || 0_u64,
        |sum, (number, floats)| {
            assert_eq!(*number as f32, floats[1]);
            sum + u64::from(*number)
        },
        |a, b| a + b,
    );
    assert_eq!(sum, (0..COUNT as u64).step_by(2).sum());
    let last = world.spawn_with((7_u32,));
    assert_eq!(
        (last.id() as usize, last.generation().get()),
        (COUNT - 1, 1)
    );
}

#[test]
fn sparse_set_checks_the_generation() {
    let mut entities = EntityAllocator::new();
    let old = entities.allocate();
    entities.deallocate(old);
    let new = entities.allocate();
    let mut set = SparseSet::new();
    set.insert(old, "old");
    assert!(set.get(new).is_none() && !set.contains(new) && set.remove(new).is_none());
    assert_eq!(set.insert(new, "new"), None); // takes the row of the older generation
    assert!(set.get(old).is_none() && set.get_mut(old).is_none());
    assert_eq!((set.len(), set.get(new)), (1, Some(&"new")));
    assert_eq!(set.insert(new, "newer"), Some("new"));
    assert_eq!(set.entities(), [new]);
}

proptest! {
    /// A sparse set holds what a list of pairs holds, in the order of swap removal.
    #[test]
    fn sparse_set_agrees_with_a_list(steps in prop::collection::vec((0_u32..20, any::<bool>(), any::<u8>()), 0..200)) {
        let mut set = SparseSet::new();
        let mut list: Vec<(Entity, u8)> = Vec::new();
        let mut copy = SparseSet::new();
        for (id, insert, value) in steps {
            let entity = Entity::from_parts(id, Generation::FIRST);
            let place = list.iter().position(|(other, _)| *other == entity);
            match (insert, place) {
                (true, Some(place)) => {
                    prop_assert_eq!(set.insert(entity, value), Some(list[place].1));
                    list[place].1 = value;
                }
                (true, None) => {
                    prop_assert_eq!(set.insert(entity, value), None);
                    list.push((entity, value));
                }
                (false, place) => {
                    let expected = place.map(|place| list.swap_remove(place).1);
                    prop_assert_eq!(set.remove(entity), expected);
                }
            }
            prop_assert!(set.iter().map(|(e, v)| (e, *v)).eq(list.iter().copied()));
            copy.clone_from(&set);
            for id in 0..20 {
                let entity = Entity::from_parts(id, Generation::FIRST);
                let expected = list.iter().find(|(other, _)| *other == entity).map(|(_, v)| v);
                prop_assert_eq!(set.get(entity), expected);
                prop_assert_eq!(copy.get(entity), expected);
            }
        }
    }
}

#[test]
fn few_entities_with_great_ids_are_copied() {
    // Copies of nearly empty sets touch single slots; what was there before must be gone.
    let at = |id| Entity::from_parts(id, Generation::FIRST);
    let (mut source, mut target) = (SparseSet::new(), SparseSet::new());
    for id in [3, 900, 4000] {
        source.insert(at(id), id);
    }
    for id in [3, 70, 3999, 5000] {
        target.insert(at(id), 0);
    }
    target.clone_from(&source);
    let found: Vec<u32> = (0..6000).filter(|id| target.contains(at(*id))).collect();
    assert_eq!(found, [3, 900, 4000]);
    assert_eq!(target.data(), [3, 900, 4000]);
    target.remove(at(900));
    target.insert(at(5000), 1);
    assert_eq!(target.data(), [3, 4000, 1]);
}
