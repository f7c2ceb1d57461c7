//! Queries: which entities, in which order, and which borrows.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::prelude::*;
use voltex_ecs::{Entity, With, Without, World};

#[derive(Clone, Debug, PartialEq)]
struct A(u32);
#[derive(Clone, Debug, PartialEq)]
struct B(u32);
#[derive(Clone, Debug, PartialEq)]
struct C(u32);

/// The defect: a query's order flipped when one storage outgrew the other.
#[test]
fn order_flips_when_a_storage_outgrows_the_other() {
    let mut world = World::new();
    let all = world.spawn_batch((0..6).map(|i| (A(i),)));
    for index in [4, 0, 2] {
        world.add(all[index], B(index as u32)).unwrap();
    }
    let by_a = |world: &World| -> Vec<u32> {
        world.query::<(&A, &B)>().iter().map(|(a, _)| a.0).collect()
    };
    let by_b = |world: &World| -> Vec<u32> {
        world.query::<(&B, &A)>().iter().map(|(_, a)| a.0).collect()
    };
    assert_eq!((by_a(&world), by_b(&world)), (vec![0, 2, 4], vec![4, 0, 2]));
    for _ in 0..100 {
        world.spawn_with((B(100),)); // B outgrows A
    }
    assert_eq!((by_a(&world), by_b(&world)), (vec![0, 2, 4], vec![4, 0, 2]));
}

#[test]
fn filters_and_options() {
    let mut world = World::new();
    let a = world.spawn_with((A(1),));
    let ab = world.spawn_with((A(2), B(2)));
    let abc = world.spawn_with((A(3), B(3), C(3)));
    let bc = world.spawn_with((B(4), C(4)));
    let none = world.spawn();
    let found = |query: &mut dyn Iterator<Item = Entity>| query.collect::<Vec<_>>();
    assert_eq!(
        found(&mut world.query_filtered::<Entity, (With<A>, With<B>)>().iter()),
        [ab, abc]
    );
    assert_eq!(
        found(
            &mut world
                .query_filtered::<Entity, (With<B>, Without<A>)>()
                .iter()
        ),
        [bc]
    );
    assert_eq!(
        found(&mut world.query_filtered::<Entity, Without<B>>().iter()),
        [a, none]
    );
    // Nobody ever had a &str: nothing with it, everything without it.
    assert_eq!(world.query_filtered::<&A, With<&str>>().count(), 0);
    assert_eq!(world.query_filtered::<&A, Without<&str>>().count(), 3);
    assert_eq!(world.query::<(&A, &&str)>().iter().count(), 0);
    assert_eq!(world.query::<(&mut &str, &A)>().iter_mut().count(), 0);
    let optional = world.query::<(Entity, &A, Option<&C>, Option<&&str>)>();
    let optional: Vec<_> = optional.iter().collect();
    assert_eq!(
        optional,
        [
            (a, &A(1), None, None),
            (ab, &A(2), None, None),
            (abc, &A(3), Some(&C(3)), None)
        ]
    );
    let everyone = world.query::<(Entity, Option<&A>)>();
    assert_eq!(everyone.iter().count(), 5);
    assert_eq!(everyone.get(none), Some((none, None)));
    assert_eq!(world.query2::<B, C>().iter().count(), 2);
}

#[test]
fn optional_components_are_written_where_they_are() {
    let mut world = World::new();
    world.spawn_batch((0..3000).map(|i| (A(i),)));
    let (some, all): (Vec<Entity>, Vec<Entity>) = {
        let all: Vec<Entity> = world.entities().collect();
        (all.iter().copied().step_by(7).collect(), all)
    };
    for entity in &some {
        world.add(*entity, B(0)).unwrap();
    }
    for (a, b) in &mut world.query::<(&A, Option<&mut B>)>() {
        if let Some(b) = b {
            b.0 = a.0 + 1;
        }
    }
    for (index, entity) in all.iter().enumerate() {
        let expected = index.is_multiple_of(7).then(|| B(index as u32 + 1));
        assert_eq!(world.get::<B>(*entity).as_deref(), expected.as_ref());
    }
}

#[test]
fn eight_terms() {
    let mut world = World::new();
    let bundle = (1_u8, 2_u16, 3_u32, 4_u64, 5_i8, 6_i16, 7_i32);
    let entity = world.spawn_with(bundle);
    world.spawn_with((1_u8, 2_u16));
    type Eight<'a> = (
        Entity,
        &'a mut u8,
        &'a u16,
        &'a mut u32,
        &'a u64,
        Option<&'a i8>,
        Option<&'a mut i16>,
        &'a i32,
    );
    let mut seen = Vec::new();
    for (entity, a, b, c, d, e, f, g) in &mut world.query::<Eight<'_>>() {
        *a += 10;
        *c += 10;
        *f.unwrap() += 10;
        seen.push((entity, *b, *d, *e.unwrap(), *g));
    }
    assert_eq!(seen, [(entity, 2, 4, 5, 7)]);
    let changed = (
        *world.get::<u8>(entity).unwrap(),
        *world.get::<u32>(entity).unwrap(),
        *world.get::<i16>(entity).unwrap(),
    );
    assert_eq!(changed, (11, 13, 16));
}

proptest! {
    /// Whether rows agree in all, some or no blocks, and with every filter: the entities of the
    /// lead that match, in its order, by `next`, by `for_each` and on several threads.
    #[test]
    fn queries_agree_with_a_plain_search(
        count in 0_usize..5000,
        removed_a in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        removed_b in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        every in 1_usize..5,
        late in any::<bool>(),
        grouped in any::<bool>(),
    ) {
        let mut world = World::new();
        let mut all = if late {
            let all = world.spawn_batch((0..count as u32).map(|i| (A(i),)));
            for (i, entity) in all.iter().enumerate() {
                world.add(*entity, B(i as u32)).unwrap();
            }
            all
        } else {
            world.spawn_batch((0..count as u32).map(|i| (A(i), B(i))))
        };
        all.extend(world.spawn_batch((0..100).map(|i| (B(1_000_000 + i), A(1_000_000 + i)))));
        for entity in all.iter().step_by(every) {
            world.add(*entity, C(1)).unwrap();
        }
        if grouped {
            world.group::<(A, B)>().unwrap();
        }
        for index in removed_a {
            world.remove::<A>(all[index.index(all.len())]);
        }
        for index in removed_b {
            world.remove::<B>(all[index.index(all.len())]);
        }
        let expect = |c: Option<bool>| -> Vec<(Entity, u32, u32)> {
            let a = world.storage::<A>();
            a.iter()
                .filter(|(entity, _)| c.is_none_or(|c| world.has::<C>(*entity) == c))
                .filter_map(|(entity, a)| Some((entity, a.0, world.get::<B>(entity)?.0)))
                .collect()
        };
        let (any, with, without) = (expect(None), expect(Some(true)), expect(Some(false)));
        let plain = |(entity, a, b): (Entity, &A, &B)| (entity, a.0, b.0);
        type Q<'a> = (Entity, &'a A, &'a B);
        prop_assert_eq!(world.query::<Q<'_>>().iter().map(plain).collect::<Vec<_>>(), any.clone());
        let filtered = world.query_filtered::<Q<'_>, With<C>>();
        prop_assert_eq!(filtered.iter().map(plain).collect::<Vec<_>>(), with.clone());
        prop_assert_eq!(filtered.count(), with.len());
        drop(filtered);
        let filtered = world.query_filtered::<Q<'_>, (Without<C>, With<B>)>();
        prop_assert_eq!(filtered.iter().map(plain).collect::<Vec<_>>(), without);
        drop(filtered);
        let mut by_next = Vec::new();
        for item in &world.query::<Q<'_>>() {
            by_next.push(plain(item));
        }
        prop_assert_eq!(&by_next, &any);
        let parallel = world.query_filtered::<Q<'_>, With<C>>().par_fold(
            Vec::new,
            |mut list, item| { list.push(plain(item)); list },
            |mut list, more| { list.extend(more); list },
        );
        prop_assert_eq!(parallel, with);
        world.query::<(&mut A, &B)>().par_for_each(|(a, b)| a.0 += b.0);
        for (entity, a, b) in any {
            prop_assert_eq!(world.get::<A>(entity).unwrap().0, a + b);
        }
    }
}

/// What a panic says.
fn message(conflict: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(conflict)).expect_err("borrows that conflict");
    panic.downcast_ref::<String>().expect("a message").clone()
}

#[test]
fn conflicting_borrows_name_both_places() {
    let mut world = World::new();
    let entity = world.spawn_with((A(1), B(1)));
    let first = world.storage_mut::<A>();
    let line = line!() - 1;
    let said = message(|| drop(world.storage::<A>()));
    assert!(
        said.contains("shared borrow of") && said.contains("::A at"),
        "{said}"
    );
    assert!(said.contains("the exclusive borrow of"), "{said}");
    assert!(said.contains(&format!("queries.rs:{line}:")), "{said}");
    assert_eq!(said.matches("queries.rs").count(), 2, "{said}");
    for conflict in [
        &(|| drop(world.query::<&A>())) as &dyn Fn(),
        &|| drop(world.query::<(&B, &mut A)>()),
        &|| drop(world.query::<Option<&A>>()),
        &|| drop(world.get::<A>(entity)),
        &|| drop(world.storage_mut::<A>()),
    ] {
        let said = message(conflict);
        assert!(said.contains("conflicts with"), "{said}");
        assert_eq!(said.matches("queries.rs").count(), 2, "{said}");
    }
    assert!(message(|| drop(world.clone())).contains("conflicts with"));
    // Other components and filters are free.
    assert_eq!(world.query_filtered::<&B, With<A>>().count(), 1);
    drop(first);
    let shared = (world.storage::<A>(), world.query::<&A>());
    assert!(message(|| drop(world.query::<&mut A>())).contains("the shared borrow of"));
    drop(shared);
    drop(world.query::<&mut A>()); // all borrows ended
}

#[test]
fn query_that_names_a_component_twice() {
    let mut world = World::new();
    world.spawn_with((A(1), B(1)));
    let said = message(|| drop(world.query::<(&mut A, &B, &A)>()));
    assert!(said.contains("name each component once"), "{said}");
    assert!(message(|| drop(world.query::<(&A, &mut A)>())).contains("conflicts with"));
    assert_eq!(world.query::<(&A, &B, &A)>().count(), 1); // reading twice harms nobody
    assert_eq!(world.query_filtered::<&mut A, With<A>>().count(), 1);
    drop(world.query::<(&mut A, &mut B)>()); // the refused queries left no borrow behind
}

#[test]
fn resources_are_borrowed_like_components() {
    let mut world = World::new();
    world.insert_resource(A(1));
    let read = world.resource::<A>().unwrap();
    assert!(message(|| drop(world.resource_mut::<A>())).contains("conflicts with"));
    drop(read);
    world.resource_mut::<A>().unwrap().0 = 2;
    assert_eq!(world.insert_resource(A(3)), Some(A(2)));
    assert_eq!(world.remove_resource::<A>(), Some(A(3)));
    assert!(world.resource::<A>().is_none() && world.remove_resource::<A>().is_none());
}
