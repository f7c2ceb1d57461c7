//! Events and deferred commands.

use std::sync::Mutex;

use voltex_ecs::{Commands, EcsError, Entity, EventCursor, Events, World, codec};

#[derive(Clone, Debug, PartialEq)]
struct Hit(u32);
codec!(Hit { 0 });

#[test]
fn each_reader_sees_each_event_once() {
    let mut world = World::new();
    assert!(world.events::<Hit>().is_none());
    let (mut early, mut late) = (EventCursor::new(), EventCursor::new());
    let read = |world: &World, cursor: &mut EventCursor<Hit>| -> Vec<u32> {
        let events = world.events::<Hit>().unwrap();
        events.read(cursor).iter().map(|hit| hit.0).collect()
    };
    let mut seen = (Vec::new(), Vec::new());
    for step in 0..10 {
        world.update_events();
        if step > 0 {
            seen.0.extend(read(&world, &mut early)); // before the sender of this step
        }
        world.send(Hit(2 * step));
        world.send(Hit(2 * step + 1));
        seen.1.extend(read(&world, &mut late)); // after it
        assert!(read(&world, &mut late).is_empty());
    }
    assert_eq!(seen.0, (0..18).collect::<Vec<_>>());
    assert_eq!(seen.1, (0..20).collect::<Vec<_>>());
    assert_eq!(world.events::<Hit>().unwrap().as_slice().len(), 4); // two updates are kept
    world.update_events();
    world.update_events();
    assert!(world.events::<Hit>().unwrap().as_slice().is_empty());
    assert!(read(&world, &mut EventCursor::new()).is_empty());
}

#[test]
fn cursor_from_after_a_rollback_reads_on() {
    let mut world = World::new();
    world.send(Hit(0));
    let saved = world.clone();
    world.send(Hit(1));
    let mut cursor = EventCursor::new();
    assert_eq!(world.events::<Hit>().unwrap().read(&mut cursor).len(), 2);
    world.clone_from(&saved);
    assert!(world.events::<Hit>().unwrap().read(&mut cursor).is_empty());
    world.send(Hit(2));
    assert_eq!(world.events::<Hit>().unwrap().read(&mut cursor), [Hit(2)]);
}

#[test]
fn registered_events_are_stored_and_go_on_being_dropped() {
    let new = || {
        let mut world = World::new();
        world.register_events::<Hit>("hit", 1).unwrap();
        world
    };
    let mut world = new();
    world.send(Hit(1));
    world.update_events();
    world.send(Hit(2));
    let mut copy = new();
    copy.decode(&world.encode()).unwrap();
    assert_eq!(copy.hash(), world.hash());
    assert_eq!(copy.events::<Hit>().unwrap().as_slice(), [Hit(1), Hit(2)]);
    copy.update_events();
    assert_eq!(copy.events::<Hit>().unwrap().as_slice(), [Hit(2)]);
    assert_ne!(copy.hash(), world.hash());
    world.update_events();
    assert_eq!(copy.hash(), world.hash());
    let events: Option<Events<Hit>> = copy.remove_resource();
    assert!(events.is_some() && copy.events::<Hit>().is_none());
}

#[test]
fn commands_run_in_order_and_report_refusals() {
    let mut world = World::new();
    let entity = world.spawn_with((1_u32,));
    let mut commands = Commands::new();
    commands.add(entity, "named");
    commands.remove::<u32>(entity);
    commands.spawn_with((2_u32,));
    commands.send(Hit(3));
    commands.despawn(entity);
    commands.despawn(entity); // harmless
    commands.add(entity, 4_u32); // refused
    commands.push(|world| {
        assert_eq!(world.storage::<u32>().len(), 1);
        Ok(())
    });
    assert_eq!((commands.len(), world.entity_count()), (8, 1)); // nothing happened yet
    let refused = commands.apply(&mut world);
    assert_eq!(refused, [EcsError::DeadEntity { entity }]);
    assert!(commands.is_empty());
    assert_eq!(world.entity_count(), 1);
    assert_eq!(world.events::<Hit>().unwrap().as_slice(), [Hit(3)]);
}

#[test]
fn queues_of_threads_are_joined_in_a_stated_order() {
    let run = |threads: usize| -> (u64, Vec<Entity>) {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let mut world = World::new();
        world.register_component::<u32>("number", 1).unwrap();
        let all = world.spawn_batch((0..10_000_u32).map(|i| (i,)));
        let queues: Vec<Mutex<Commands>> = (0..10).map(|_| Mutex::default()).collect();
        pool.install(|| {
            world
                .query::<(Entity, &u32)>()
                .par_for_each(|(entity, number)| {
                    if number % 1000 == 7 {
                        // One queue per thousand rows, whichever thread comes by.
                        let mut queue = queues[*number as usize / 1000].lock().unwrap();
                        queue.despawn(entity);
                        queue.spawn_with((number + 1_000_000,));
                    }
                });
        });
        let mut commands = Commands::new();
        for queue in queues {
            commands.append(&mut queue.into_inner().unwrap());
        }
        assert!(commands.apply(&mut world).is_empty());
        assert!(!world.is_alive(all[7]));
        (world.hash(), world.entities().collect())
    };
    assert_eq!(run(1), run(3));
}
