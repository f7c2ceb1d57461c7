//! Spawn, despawn, add and remove.

use super::{
    Contender, ENTITIES, Line, Velocity, bundle, bundles, hecs, prepared, repeated, sparsey,
    sparsey_empty, sparsey_grouped, sparsey_grouped_empty, voltex, voltex_grouped,
    voltex_grouped_empty,
};

/// Component that comes and goes.
#[derive(Clone, Copy, Debug, bevy_ecs::component::Component)]
struct Extra(#[allow(dead_code, reason = "carried, never read")] f32);

/// The same in bevy's sparse storage.
#[derive(Clone, Copy, Debug, bevy_ecs::component::Component)]
#[component(storage = "SparseSet")]
struct SparseExtra(#[allow(dead_code, reason = "carried, never read")] f32);

pub(super) fn lines() -> Vec<Line> {
    let line = |name: &str, contenders: Vec<Contender>| Line {
        name: name.to_owned(),
        contenders,
        per: ENTITIES as u32,
        unit: "/entity",
    };
    vec![
        line("spawn_batch_4", spawn_batch()),
        line("spawn_one_by_one_4", spawn_each()),
        line("despawn_4", despawn()),
        line("add_remove_1", add_remove()),
        line("add_remove_grouped", add_remove_grouped()),
    ]
}

fn spawn_batch() -> Vec<Contender> {
    vec![
        prepared("hecs", hecs::World::new, |world| {
            world.spawn_batch(bundles()).for_each(drop);
        }),
        prepared("voltex", voltex_ecs::World::new, |world| {
            world.spawn_batch(bundles())
        }),
        prepared("voltex_grouped", voltex_grouped_empty, |world| {
            world.spawn_batch(bundles())
        }),
        prepared("bevy_ecs", bevy_ecs::world::World::new, |world| {
            world.spawn_batch(bundles()).for_each(drop);
        }),
        prepared("sparsey", sparsey_empty, |world| {
            world.extend(bundles());
        }),
        prepared("sparsey_grouped", sparsey_grouped_empty, |world| {
            world.extend(bundles());
        }),
    ]
}

fn spawn_each() -> Vec<Contender> {
    vec![
        prepared("hecs", hecs::World::new, |world| {
            for index in 0..ENTITIES {
                world.spawn(bundle(index));
            }
        }),
        prepared("voltex", voltex_ecs::World::new, |world| {
            for index in 0..ENTITIES {
                world.spawn_with(bundle(index));
            }
        }),
        prepared("bevy_ecs", bevy_ecs::world::World::new, |world| {
            for index in 0..ENTITIES {
                world.spawn(bundle(index));
            }
        }),
        prepared("sparsey", sparsey_empty, |world| {
            for index in 0..ENTITIES {
                world.create(bundle(index));
            }
        }),
    ]
}

fn despawn() -> Vec<Contender> {
    vec![
        prepared(
            "hecs",
            || {
                let world = hecs();
                let entities: Vec<_> = world.iter().map(|entity| entity.entity()).collect();
                (world, entities)
            },
            |(world, entities)| {
                for entity in entities {
                    world.despawn(*entity).expect("alive");
                }
            },
        ),
        prepared(
            "voltex",
            || {
                let world = voltex();
                let entities: Vec<_> = world.entities().collect();
                (world, entities)
            },
            |(world, entities)| {
                for entity in entities {
                    world.despawn(*entity);
                }
            },
        ),
        prepared(
            "voltex_grouped",
            || {
                let world = voltex_grouped();
                let entities: Vec<_> = world.entities().collect();
                (world, entities)
            },
            |(world, entities)| {
                for entity in entities {
                    world.despawn(*entity);
                }
            },
        ),
        prepared(
            "bevy_ecs",
            || {
                let mut world = bevy_ecs::world::World::new();
                let entities: Vec<_> = world.spawn_batch(bundles()).collect();
                (world, entities)
            },
            |(world, entities)| {
                for entity in entities {
                    world.despawn(*entity);
                }
            },
        ),
        prepared(
            "sparsey",
            || {
                let world = sparsey();
                let entities = world.entities().to_vec();
                (world, entities)
            },
            |(world, entities)| {
                for entity in entities {
                    world.destroy(*entity);
                }
            },
        ),
    ]
}

fn add_remove() -> Vec<Contender> {
    let mut peer = sparsey();
    peer.register::<Extra>();
    let peer_entities = peer.entities().to_vec();
    let own = voltex();
    let own_entities: Vec<_> = own.entities().collect();
    let hecs = hecs();
    let hecs_entities: Vec<_> = hecs.iter().map(|entity| entity.entity()).collect();
    let mut dense_bevy = bevy_ecs::world::World::new();
    let bevy_entities: Vec<_> = dense_bevy.spawn_batch(bundles()).collect();
    let mut sparse_bevy = bevy_ecs::world::World::new();
    let sparse_entities: Vec<_> = sparse_bevy.spawn_batch(bundles()).collect();
    vec![
        repeated("sparsey", (peer, peer_entities), |(world, entities)| {
            for entity in &*entities {
                world.insert(*entity, (Extra(1.0),));
            }
            for entity in &*entities {
                world.delete::<(Extra,)>(*entity);
            }
        }),
        repeated("voltex", (own, own_entities), |(world, entities)| {
            for entity in &*entities {
                world.add(*entity, Extra(1.0)).expect("alive");
            }
            for entity in &*entities {
                world.remove::<Extra>(*entity);
            }
        }),
        repeated("hecs", (hecs, hecs_entities), |(world, entities)| {
            for entity in &*entities {
                world.insert_one(*entity, Extra(1.0)).expect("alive");
            }
            for entity in &*entities {
                world.remove_one::<Extra>(*entity).expect("has one");
            }
        }),
        repeated(
            "bevy_ecs",
            (dense_bevy, bevy_entities),
            |(world, entities)| {
                for entity in &*entities {
                    world.entity_mut(*entity).insert(Extra(1.0));
                }
                for entity in &*entities {
                    world.entity_mut(*entity).remove::<Extra>();
                }
            },
        ),
        repeated(
            "bevy_ecs sparse",
            (sparse_bevy, sparse_entities),
            |(world, entities)| {
                for entity in &*entities {
                    world.entity_mut(*entity).insert(SparseExtra(1.0));
                }
                for entity in &*entities {
                    world.entity_mut(*entity).remove::<SparseExtra>();
                }
            },
        ),
    ]
}

/// Takes away and gives back a component of a group of four.
fn add_remove_grouped() -> Vec<Contender> {
    let peer = sparsey_grouped();
    let peer_entities = peer.entities().to_vec();
    let own = voltex_grouped();
    let own_entities: Vec<_> = own.entities().collect();
    vec![
        repeated(
            "sparsey_grouped",
            (peer, peer_entities),
            |(world, entities)| {
                for entity in &*entities {
                    world.delete::<(Velocity,)>(*entity);
                }
                for entity in &*entities {
                    world.insert(*entity, (Velocity::of(1.0),));
                }
            },
        ),
        repeated(
            "voltex_grouped",
            (own, own_entities),
            |(world, entities)| {
                for entity in &*entities {
                    world.remove::<Velocity>(*entity);
                }
                for entity in &*entities {
                    world.add(*entity, Velocity::of(1.0)).expect("alive");
                }
            },
        ),
    ]
}
