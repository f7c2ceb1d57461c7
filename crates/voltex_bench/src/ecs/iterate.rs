//! Iteration over 1, 2 and 4 components, over fragments, and random access.

use super::{
    Contender, ENTITIES, Line, Matrix, Position, Rotation, Velocity, advance, bevy, bundle,
    bundles, hecs, repeated, sparsey, sparsey_grouped, voltex, voltex_grouped,
};

/// Runs of the fragmented line that are measured as one, since one is too short for a clock.
const FRAGMENTED_RUNS: u32 = 100;

pub(super) fn lines() -> Vec<Line> {
    let line = |name: &str, contenders| Line {
        name: name.to_owned(),
        contenders,
        per: 1,
        unit: "",
    };
    vec![
        line("iterate_1", iterate_1()),
        line("iterate_2", iterate_2()),
        line("iterate_2_scattered", iterate_2_scattered()),
        line("iterate_4", iterate_4()),
        Line {
            name: "fragmented_26x20".to_owned(),
            contenders: fragmented(),
            per: FRAGMENTED_RUNS,
            unit: "",
        },
        line("random_get", random_get()),
    ]
}

fn vectors() -> (Vec<Matrix>, Vec<Position>, Vec<Rotation>, Vec<Velocity>) {
    let mut columns = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (matrix, position, rotation, velocity) in bundles() {
        columns.0.push(matrix);
        columns.1.push(position);
        columns.2.push(rotation);
        columns.3.push(velocity);
    }
    columns
}

#[inline]
fn double(position: &mut Position) {
    for own in &mut position.0 {
        *own *= 1.000_1;
    }
}

fn iterate_1() -> Vec<Contender> {
    vec![
        repeated("Vec", vectors().1, |positions| {
            positions.iter_mut().for_each(double);
        }),
        repeated("voltex", voltex(), |world| {
            world.query::<&mut Position>().for_each(double);
        }),
        repeated("voltex for", voltex(), |world| {
            for position in &mut world.query::<&mut Position>() {
                double(position);
            }
        }),
        repeated("hecs", hecs(), |world| {
            for position in world.query_mut::<&mut Position>() {
                double(position);
            }
        }),
        {
            let mut world = bevy();
            let query = world.query::<&mut Position>();
            repeated("bevy_ecs", (world, query), |(world, query)| {
                query.iter_mut(world).for_each(|mut p| double(&mut p));
            })
        },
        repeated("sparsey", sparsey(), |world| {
            world.for_each::<&mut Position>(double);
        }),
    ]
}

fn iterate_2() -> Vec<Contender> {
    vec![
        repeated("Vec", vectors(), |(_, positions, _, velocities)| {
            for (position, velocity) in positions.iter_mut().zip(velocities) {
                advance(position, velocity);
            }
        }),
        repeated("voltex_grouped", voltex_grouped(), |world| {
            world
                .query::<(&mut Position, &Velocity)>()
                .for_each(|(position, velocity)| advance(position, velocity));
        }),
        repeated("voltex_grouped for", voltex_grouped(), |world| {
            for (position, velocity) in &mut world.query::<(&mut Position, &Velocity)>() {
                advance(position, velocity);
            }
        }),
        repeated("voltex orders agree", voltex(), |world| {
            world
                .query::<(&mut Position, &Velocity)>()
                .for_each(|(position, velocity)| advance(position, velocity));
        }),
        repeated("hecs", hecs(), |world| {
            for (position, velocity) in world.query_mut::<(&mut Position, &Velocity)>() {
                advance(position, velocity);
            }
        }),
        {
            let mut world = bevy();
            let query = world.query::<(&mut Position, &Velocity)>();
            repeated("bevy_ecs for", (world, query), |(world, query)| {
                for (mut position, velocity) in query.iter_mut(world) {
                    advance(&mut position, velocity);
                }
            })
        },
        {
            let mut world = bevy();
            let query = world.query::<(&mut Position, &Velocity)>();
            repeated("bevy_ecs for_each", (world, query), |(world, query)| {
                query
                    .iter_mut(world)
                    .for_each(|(mut position, velocity)| advance(&mut position, velocity));
            })
        },
        repeated("sparsey_grouped", sparsey_grouped(), |world| {
            world.for_each::<(&mut Position, &Velocity)>(|(position, velocity)| {
                advance(position, velocity);
            });
        }),
        repeated("sparsey", sparsey(), |world| {
            world.for_each::<(&mut Position, &Velocity)>(|(position, velocity)| {
                advance(position, velocity);
            });
        }),
    ]
}

/// Numbers below [`ENTITIES`] in an order that jumps about, the same in each run.
fn scattered() -> impl Iterator<Item = usize> {
    // 7919 is prime and divides no power of ten, so each number comes once.
    (0..ENTITIES).map(|index| index * 7919 % ENTITIES)
}

/// Two storages whose rows never agree: the second was filled in another order.
fn iterate_2_scattered() -> Vec<Contender> {
    let mut own = voltex_ecs::World::new();
    let entities = own.spawn_batch(bundles().map(|(_, position, ..)| (position,)));
    for index in scattered() {
        let added = own.add(entities[index], Velocity::of(1.0));
        added.expect("alive");
    }
    let mut neighbours = voltex_ecs::World::new();
    let entities = neighbours.spawn_batch(bundles().map(|(_, position, ..)| (position,)));
    for index in (0..ENTITIES).map(|index| index ^ 1) {
        let added = neighbours.add(entities[index], Velocity::of(1.0));
        added.expect("alive");
    }
    let mut peer = super::sparsey_empty();
    let entities = peer
        .extend(bundles().map(|(_, position, ..)| (position,)))
        .to_vec();
    for index in scattered() {
        peer.insert(entities[index], (Velocity::of(1.0),));
    }
    vec![
        repeated("hecs", hecs(), |world| {
            for (position, velocity) in world.query_mut::<(&mut Position, &Velocity)>() {
                advance(position, velocity);
            }
        }),
        repeated("voltex", own.clone(), |world| {
            world
                .query::<(&mut Position, &Velocity)>()
                .for_each(|(position, velocity)| advance(position, velocity));
        }),
        repeated("voltex for", own, |world| {
            for (position, velocity) in &mut world.query::<(&mut Position, &Velocity)>() {
                advance(position, velocity);
            }
        }),
        repeated("voltex neighbours swapped", neighbours, |world| {
            world
                .query::<(&mut Position, &Velocity)>()
                .for_each(|(position, velocity)| advance(position, velocity));
        }),
        repeated("sparsey", peer, |world| {
            world.for_each::<(&mut Position, &Velocity)>(|(position, velocity)| {
                advance(position, velocity);
            });
        }),
    ]
}

/// Moves a body and writes its place into its matrix; nothing is read again after it was written,
/// since how fast that goes depends on the registers that the compiler happens to choose.
#[inline]
fn place(matrix: &mut Matrix, position: &mut Position, rotation: &Rotation, velocity: &Velocity) {
    let [x, y, z] = position.0;
    let moved = [x + velocity.0[0], y + velocity.0[1], z + velocity.0[2]];
    position.0 = moved;
    matrix.0[0] = rotation.0[0];
    matrix.0[12] = moved[0];
    matrix.0[13] = moved[1];
    matrix.0[14] = moved[2];
}

fn iterate_4() -> Vec<Contender> {
    type All<'a> = (&'a mut Matrix, &'a mut Position, &'a Rotation, &'a Velocity);
    vec![
        repeated(
            "Vec",
            vectors(),
            |(matrices, positions, rotations, velocities)| {
                let rows = matrices
                    .iter_mut()
                    .zip(positions)
                    .zip(rotations)
                    .zip(velocities);
                rows.for_each(|(((m, p), r), v)| place(m, p, r, v));
            },
        ),
        repeated("voltex_grouped", voltex_grouped(), |world| {
            world
                .query::<All<'_>>()
                .for_each(|(m, p, r, v)| place(m, p, r, v));
        }),
        repeated("voltex orders agree", voltex(), |world| {
            world
                .query::<All<'_>>()
                .for_each(|(m, p, r, v)| place(m, p, r, v));
        }),
        repeated("hecs", hecs(), |world| {
            for (m, p, r, v) in world.query_mut::<All<'_>>() {
                place(m, p, r, v);
            }
        }),
        {
            let mut world = bevy();
            let query = world.query::<(&mut Matrix, &mut Position, &Rotation, &Velocity)>();
            repeated("bevy_ecs", (world, query), |(world, query)| {
                let rows = query.iter_mut(world);
                rows.for_each(|(mut m, mut p, r, v)| place(&mut m, &mut p, r, v));
            })
        },
        repeated("sparsey_grouped", sparsey_grouped(), |world| {
            world.for_each::<(&mut Matrix, &mut Position, &Rotation, &Velocity)>(|(m, p, r, v)| {
                place(m, p, r, v)
            });
        }),
    ]
}

macro_rules! fragments {
    ($($letter:ident)*) => {
        $(
            #[derive(Clone, Copy, Debug, bevy_ecs::component::Component)]
            struct $letter(#[allow(dead_code, reason = "tells fragments apart, never read")] f32);
        )*

        /// Calls `spawn` for each fragment: 20 entities with a component of their own and `Data`.
        fn fragmented() -> Vec<Contender> {
            let mut hecs = hecs::World::new();
            let mut own = voltex_ecs::World::new();
            let mut bevy = bevy_ecs::world::World::new();
            let mut peer = sparsey::World::builder().register::<Data>().build();
            $(
                peer.register::<$letter>();
                for _ in 0..20 {
                    hecs.spawn(($letter(0.0), Data(1.0)));
                    own.spawn_with(($letter(0.0), Data(1.0)));
                    bevy.spawn(($letter(0.0), Data(1.0)));
                    peer.create(($letter(0.0), Data(1.0)));
                }
            )*
            let query = bevy.query::<&mut Data>();
            vec![
                repeated("hecs", hecs, |world| {
                    for _ in 0..FRAGMENTED_RUNS {
                        for data in world.query_mut::<&mut Data>() {
                            data.0 *= 1.000_1;
                        }
                    }
                }),
                repeated("voltex", own, |world| {
                    for _ in 0..FRAGMENTED_RUNS {
                        world.query::<&mut Data>().for_each(|data| data.0 *= 1.000_1);
                    }
                }),
                repeated("bevy_ecs", (bevy, query), |(world, query)| {
                    for _ in 0..FRAGMENTED_RUNS {
                        query.iter_mut(world).for_each(|mut data| data.0 *= 1.000_1);
                    }
                }),
                repeated("sparsey", peer, |world| {
                    for _ in 0..FRAGMENTED_RUNS {
                        world.for_each::<&mut Data>(|data| data.0 *= 1.000_1);
                    }
                }),
            ]
        }
    };
}

/// What is iterated over all fragments.
#[derive(Clone, Copy, Debug, bevy_ecs::component::Component)]
struct Data(f32);

fragments!(A B C D E F G H I J K L M N O P Q R S T U V W X Y Z);

fn random_get() -> Vec<Contender> {
    let mut own = voltex_ecs::World::new();
    let own_entities = own.spawn_batch((0..ENTITIES).map(bundle));
    let own_order: Vec<_> = scattered().map(|index| own_entities[index]).collect();
    let mut hecs = hecs::World::new();
    let hecs_entities: Vec<_> = hecs.spawn_batch(bundles()).collect();
    let hecs_order: Vec<_> = scattered().map(|index| hecs_entities[index]).collect();
    let hecs_view = hecs_order.clone();
    let view_world = super::hecs();
    let mut bevy = bevy_ecs::world::World::new();
    let bevy_entities: Vec<_> = bevy.spawn_batch(bundles()).collect();
    let bevy_order: Vec<_> = scattered().map(|index| bevy_entities[index]).collect();
    let mut peer = super::sparsey_empty();
    let peer_entities = peer.extend(bundles()).to_vec();
    let peer_order: Vec<_> = scattered().map(|index| peer_entities[index]).collect();
    vec![
        repeated("hecs get", (hecs, hecs_order), |(world, order)| {
            let get = |entity: &hecs::Entity| world.get::<&Position>(*entity).expect("has").0[0];
            order.iter().map(get).sum::<f32>()
        }),
        repeated("hecs view", (view_world, hecs_view), |(world, order)| {
            let view = world.view_mut::<&Position>();
            let get = |entity: &hecs::Entity| view.get(*entity).expect("has one").0[0];
            order.iter().map(get).sum::<f32>()
        }),
        repeated(
            "voltex get",
            (own.clone(), own_order.clone()),
            |(world, order)| {
                let get = |e: &voltex_ecs::Entity| world.get::<Position>(*e).expect("has one").0[0];
                order.iter().map(get).sum::<f32>()
            },
        ),
        repeated("voltex storage", (own, own_order), |(world, order)| {
            let storage = world.storage::<Position>();
            let get = |entity: &voltex_ecs::Entity| storage.get(*entity).expect("has one").0[0];
            order.iter().map(get).sum::<f32>()
        }),
        repeated("bevy_ecs get", (bevy, bevy_order), |(world, order)| {
            let get = |e: &bevy_ecs::entity::Entity| world.get::<Position>(*e).expect("has").0[0];
            order.iter().map(get).sum::<f32>()
        }),
        repeated("sparsey view", (peer, peer_order), |(world, order)| {
            let view = world.borrow::<Position>();
            let get = |entity: &sparsey::Entity| view.get(*entity).expect("has one").0[0];
            order.iter().map(get).sum::<f32>()
        }),
    ]
}
