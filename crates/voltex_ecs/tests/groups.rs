//! Groups: aligned rows, whatever happens to the entities.

use voltex_ecs::{EcsError, Entity, World};

#[derive(Clone, Debug, PartialEq)]
struct A(u32);
#[derive(Clone, Debug, PartialEq)]
struct B(u32);
#[derive(Clone, Debug, PartialEq)]
struct C(u32);

fn aligned(world: &World) -> Vec<Entity> {
    let (a, b, c) = (
        world.storage::<A>(),
        world.storage::<B>(),
        world.storage::<C>(),
    );
    let in_all = |entity: &&Entity| b.contains(**entity) && c.contains(**entity);
    let len = a.entities().iter().filter(in_all).count();
    assert_eq!(a.entities()[..len], b.entities()[..len]);
    assert_eq!(a.entities()[..len], c.entities()[..len]);
    for (entity, value) in a.iter() {
        assert_eq!(value.0, entity.id(), "a value moved away from its entity");
    }
    a.entities()[..len].to_vec()
}

#[test]
fn rows_stay_aligned() {
    let mut world = World::new();
    let early = world.spawn_batch((0..10).map(|i| (A(i), C(i))));
    for index in [7, 2, 5] {
        world.add(early[index], B(0)).unwrap();
    }
    world.group::<(A, B, C)>().unwrap();
    assert_eq!(aligned(&world), [early[2], early[5], early[7]]); // in the order of A
    let spawned = world.spawn_with((C(0), B(0), A(10)));
    assert_eq!(aligned(&world).last(), Some(&spawned));
    world.remove::<B>(early[2]);
    assert_eq!(aligned(&world), [spawned, early[5], early[7]]); // the last took its row
    world.despawn(early[5]);
    assert_eq!(aligned(&world), [spawned, early[7]]);
    world.add(early[9], B(0)).unwrap();
    world.add(early[9], B(1)).unwrap(); // replacing moves nothing
    assert_eq!(aligned(&world), [spawned, early[7], early[9]]);
    world.clear();
    assert!(aligned(&world).is_empty());
    world.spawn_with((B(0), C(0)));
    let again = world.spawn_with((A(1), B(1), C(1)));
    assert_eq!(world.storage::<A>().entities()[0], again);
}

#[test]
fn queries_over_part_of_a_group_see_everyone() {
    let mut world = World::new();
    world.group::<(A, B, C)>().unwrap();
    for i in 0..2000 {
        match i % 3 {
            0 => world.spawn_with((A(i), B(i))),
            1 => world.spawn_with((A(i), B(i), C(i))),
            _ => world.spawn_with((B(i), C(i))),
        };
    }
    let both = world.query::<(&A, &B)>();
    assert_eq!(both.iter().count(), 1334);
    assert!(both.iter().all(|(a, b)| a.0 == b.0));
    assert_eq!(world.query::<(&C, &B)>().count(), 1333);
    assert_eq!(world.query::<(&C, &A)>().count(), 667);
}

#[test]
fn families_are_checked() {
    let mut world = World::new();
    world.group::<(A, B)>().unwrap();
    world.group::<(B, A)>().unwrap(); // the same family
    let said = world.group::<(B, C)>().unwrap_err();
    assert!(matches!(said, EcsError::GroupOverlap { .. }) && said.to_string().contains("::B"));
    assert!(matches!(
        world.group::<(A, B, C)>(),
        Err(EcsError::GroupOverlap { .. })
    ));
    assert!(matches!(
        world.group::<(C,)>(),
        Err(EcsError::GroupSize { named: 1, .. })
    ));
    assert!(matches!(
        world.group::<(C, C)>(),
        Err(EcsError::GroupSize { different: 1, .. })
    ));
    assert!(matches!(
        world.group::<(u8, u16, u32, u64, i8, i16, i32, i64, f32)>(),
        Err(EcsError::GroupSize { named: 9, .. })
    ));
    world.group::<(C, u8)>().unwrap(); // what was refused left nothing behind
}
