//! Versions: writes leave a stamp on their block, and only there.

use std::ops::Range;

use voltex_ecs::{BLOCK_ROWS, Entity, Version, With, World};

#[derive(Clone, Debug, PartialEq)]
struct Mass(f32);
#[derive(Clone, Debug, PartialEq)]
struct Chosen;

const COUNT: usize = 5 * BLOCK_ROWS + 10;

fn world() -> (World, Vec<Entity>, Version) {
    let mut world = World::new();
    let all = world.spawn_batch((0..COUNT).map(|i| (Mass(i as f32),)));
    let since = world.checkpoint();
    (world, all, since)
}

fn changed(world: &World, since: Version) -> Vec<usize> {
    let storage = world.storage::<Mass>();
    let blocks = storage.changed_rows(since);
    blocks
        .map(|rows: Range<usize>| {
            assert!(rows.end <= COUNT && !rows.is_empty());
            rows.start / BLOCK_ROWS
        })
        .collect()
}

#[test]
fn every_way_to_write_is_seen() {
    type Write = fn(&mut World, Entity);
    let ways: [(&str, Write); 8] = [
        ("get_mut", |world, entity| {
            world.get_mut::<Mass>(entity).unwrap().0 = 7.0
        }),
        ("storage get_mut", |world, entity| {
            world.storage_mut::<Mass>().get_mut(entity).unwrap().0 = 7.0;
        }),
        ("query get_mut", |world, entity| {
            world.query::<&mut Mass>().get_mut(entity).unwrap().0 = 7.0;
        }),
        ("query", |world, entity| {
            for (other, mass) in &mut world.query::<(Entity, &mut Mass)>() {
                if other == entity {
                    mass.0 = 7.0;
                }
            }
        }),
        ("scattered query", |world, entity| {
            world.add(entity, Chosen).unwrap();
            world
                .query_filtered::<&mut Mass, With<Chosen>>()
                .for_each(|mass| mass.0 = 7.0);
        }),
        ("parallel query", |world, entity| {
            world.add(entity, Chosen).unwrap();
            world
                .query::<(&Chosen, &mut Mass)>()
                .par_for_each(|(_, mass)| mass.0 = 7.0);
        }),
        ("optional", |world, entity| {
            world.add(entity, Chosen).unwrap();
            for (_, mass) in &mut world.query::<(&Chosen, Option<&mut Mass>)>() {
                mass.unwrap().0 = 7.0;
            }
        }),
        ("add", |world, entity| drop(world.add(entity, Mass(7.0)))),
    ];
    for (name, write) in ways {
        let (mut world, all, since) = world();
        assert!(changed(&world, since).is_empty());
        write(&mut world, all[2 * BLOCK_ROWS + 5]);
        let blocks = changed(&world, since);
        assert!(blocks.contains(&2), "{name} left no stamp");
        if name != "query" {
            assert_eq!(blocks, [2], "{name} stamped too much");
        }
        assert_eq!(world.get::<Mass>(all[2 * BLOCK_ROWS + 5]).unwrap().0, 7.0);
        let later = world.checkpoint();
        assert!(changed(&world, later).is_empty());
        assert!(
            !changed(&world, since).is_empty(),
            "{name}: an older reader lost the write"
        );
    }
}

/// Where rows do not agree a block is stamped once, before the first of its rows is given out, and
/// not at all if none is.
#[test]
fn scattered_queries_stamp_the_blocks_they_visit() {
    type Visit = fn(&World);
    let ways: [(&str, Visit, &[usize]); 8] = [
        (
            "first term",
            |world| {
                let query = world.query::<(&mut Mass, &Chosen)>();
                query.for_each(|(mass, _)| mass.0 = 7.0);
            },
            &[1, 3],
        ),
        (
            "first term, for",
            |world| {
                for (mass, _) in &mut world.query::<(&mut Mass, &Chosen)>() {
                    mass.0 = 7.0;
                }
            },
            &[1, 3],
        ),
        (
            "first item",
            |world| {
                let mut query = world.query::<(&mut Mass, &Chosen)>();
                query.iter_mut().next().unwrap().0.0 = 7.0;
            },
            &[1],
        ),
        (
            "nested",
            |world| {
                let query = world.query::<((Entity, &mut Mass), &Chosen)>();
                query.for_each(|((_, mass), _)| mass.0 = 7.0);
            },
            &[1, 3],
        ),
        (
            "later term",
            |world| {
                let query = world.query::<(Entity, &Chosen, &mut Mass)>();
                query.for_each(|(_, _, mass)| mass.0 = 7.0);
            },
            &[1, 3],
        ),
        (
            "optional, led by a filter",
            |world| {
                let query = world.query_filtered::<Option<&mut Mass>, With<Chosen>>();
                query.for_each(|mass| mass.unwrap().0 = 7.0);
            },
            &[1, 3],
        ),
        (
            "optional, led by another",
            |world| {
                let query = world.query::<(&mut Chosen, Option<&mut Mass>)>();
                query.for_each(|(_, mass)| mass.unwrap().0 = 7.0);
            },
            &[1, 3],
        ),
        (
            "only read",
            |world| {
                let query = world.query::<(&Mass, &mut Chosen)>();
                assert_eq!(query.count(), 3);
                query.for_each(|(_, chosen)| *chosen = Chosen);
            },
            &[],
        ),
    ];
    for (way, visit, blocks) in ways {
        let (mut world, all, _) = world();
        let chosen = [3 * BLOCK_ROWS + 4, BLOCK_ROWS, 2 * BLOCK_ROWS - 1];
        for row in chosen {
            world.add(all[row], Chosen).unwrap();
        }
        let since = world.checkpoint();
        visit(&world);
        assert_eq!(changed(&world, since), blocks, "{way}");
        let written = world.storage::<Mass>();
        let seven = |row: usize| written.data()[row].0 == 7.0;
        let expected = if way == "first item" { 1 } else { 3 };
        let count = chosen.iter().filter(|row| seven(**row)).count();
        assert_eq!(count, if blocks.is_empty() { 0 } else { expected }, "{way}");
    }
}

#[test]
fn all_rows_at_once() {
    let (world, _, since) = world();
    world.storage_mut::<Mass>().data_mut()[0].0 = 1.0;
    assert_eq!(changed(&world, since), [0, 1, 2, 3, 4, 5]);
    let (world, _, since) = self::world();
    assert_eq!(world.storage_mut::<Mass>().iter_mut().take(1).count(), 1);
    assert_eq!(changed(&world, since), [0]);
    assert!(world.query::<&mut Mass>().iter_mut().next().is_some()); // one row was handed out
    assert_eq!(changed(&world, since), [0]);
}

#[test]
fn reading_and_writing_back_leave_no_stamp() {
    let (world, all, since) = world();
    world.storage_mut::<Mass>().write_back()[1].0 = 9.0;
    assert_eq!(world.get::<Mass>(all[1]).unwrap().0, 9.0);
    assert_eq!(world.query::<&Mass>().iter().count(), COUNT);
    assert_eq!(world.storage_mut::<Mass>().iter().count(), COUNT);
    assert!(world.query::<&mut Mass>().get_mut(all[1]).is_some());
    assert_eq!(changed(&world, since), [0]);
}

#[test]
fn rows_that_come_go_and_move() {
    let (mut world, all, since) = world();
    assert!(!world.storage::<Mass>().structure_changed(since));
    world.remove::<Mass>(all[BLOCK_ROWS]); // the last row moves into block 1
    assert_eq!(changed(&world, since), [1]);
    assert!(world.storage::<Mass>().structure_changed(since));
    let since = world.checkpoint();
    let last = *world.storage::<Mass>().entities().last().unwrap();
    world.despawn(last);
    assert!(changed(&world, since).is_empty());
    assert!(world.storage::<Mass>().structure_changed(since));
    let since = world.checkpoint();
    world.spawn_with((Mass(0.0),));
    assert_eq!(changed(&world, since), [5]);
}

#[test]
fn copies_carry_versions() {
    let (mut world, all, since) = world();
    world.get_mut::<Mass>(all[0]).unwrap();
    let mut copy = world.clone();
    assert_eq!(changed(&copy, since), [0]);
    world.get_mut::<Mass>(*all.last().unwrap()).unwrap();
    copy.clone_from(&world);
    assert_eq!(changed(&copy, since), [0, 5]);
    assert_eq!(copy.checkpoint(), world.checkpoint());
}

#[test]
fn one_edit_among_a_million() {
    let mut world = World::new();
    let all = world.spawn_batch((0..1_000_000).map(|i| (Mass(i as f32),)));
    let since = world.checkpoint();
    world.get_mut::<Mass>(all[777_777]).unwrap().0 = 0.0;
    let storage = world.storage::<Mass>();
    let rows: Vec<_> = storage.changed_rows(since).collect();
    assert_eq!(rows.len(), 1);
    assert!(rows[0].contains(&777_777) && rows[0].len() == BLOCK_ROWS);
}
