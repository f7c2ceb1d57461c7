//! Lines that measure the entity component system beside its peers, 10,000 entities each.

mod change;
mod copy;
mod iterate;

use crate::line::{Contender, Line, prepared, repeated};

/// Entities of each line, except the fragmented one.
pub const ENTITIES: usize = 10_000;

/// All lines.
pub fn lines() -> Vec<Line> {
    let mut lines = change::lines();
    lines.extend(iterate::lines());
    lines.extend(copy::lines());
    lines
}

macro_rules! component {
    ($($(#[$attribute:meta])* $name:ident: $floats:literal;)*) => {$(
        /// Floats that a system works on.
        #[derive(Clone, Copy, Debug, PartialEq, bevy_ecs::component::Component)]
        $(#[$attribute])*
        pub(crate) struct $name(pub(crate) [f32; $floats]);

        impl $name {
            pub(crate) const fn of(value: f32) -> Self {
                Self([value; $floats])
            }
        }
    )*};
}

component! {
    // On a cache line of its own, or where an allocation happens to start decides who is fast.
    #[repr(align(64))]
    Matrix: 16;
    Position: 3;
    Rotation: 3;
    Velocity: 3;
}

/// The components of the `index`-th entity.
pub(crate) fn bundle(index: usize) -> (Matrix, Position, Rotation, Velocity) {
    let value = index as f32;
    (
        Matrix::of(value),
        Position::of(value),
        Rotation::of(value),
        Velocity::of(1.0),
    )
}

pub(crate) fn bundles() -> impl ExactSizeIterator<Item = (Matrix, Position, Rotation, Velocity)> {
    (0..ENTITIES).map(bundle)
}

/// `position += velocity`.
#[inline]
pub(crate) fn advance(position: &mut Position, velocity: &Velocity) {
    for (own, other) in position.0.iter_mut().zip(velocity.0) {
        *own += other;
    }
}

pub(crate) fn voltex() -> voltex_ecs::World {
    let mut world = voltex_ecs::World::new();
    world.spawn_batch(bundles());
    world
}

pub(crate) fn voltex_grouped_empty() -> voltex_ecs::World {
    let mut world = voltex_ecs::World::new();
    let grouped = world.group::<(Matrix, Position, Rotation, Velocity)>();
    grouped.expect("no other group");
    world
}

pub(crate) fn voltex_grouped() -> voltex_ecs::World {
    let mut world = voltex_grouped_empty();
    world.spawn_batch(bundles());
    world
}

pub(crate) fn hecs() -> hecs::World {
    let mut world = hecs::World::new();
    world.spawn_batch(bundles()).for_each(drop);
    world
}

pub(crate) fn bevy() -> bevy_ecs::world::World {
    let mut world = bevy_ecs::world::World::new();
    world.spawn_batch(bundles()).for_each(drop);
    world
}

pub(crate) fn sparsey_empty() -> sparsey::World {
    sparsey::World::builder()
        .register::<Matrix>()
        .register::<Position>()
        .register::<Rotation>()
        .register::<Velocity>()
        .build()
}

pub(crate) fn sparsey_grouped_empty() -> sparsey::World {
    sparsey::World::builder()
        .add_group::<(Matrix, Position, Rotation, Velocity)>()
        .build()
}

pub(crate) fn sparsey() -> sparsey::World {
    let mut world = sparsey_empty();
    world.extend(bundles());
    world
}

pub(crate) fn sparsey_grouped() -> sparsey::World {
    let mut world = sparsey_grouped_empty();
    world.extend(bundles());
    world
}
