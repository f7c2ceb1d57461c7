//! Lines that measure the entity component system beside its peers, 10,000 entities each.

mod change;
mod copy;
mod iterate;

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Entities of each line, except the fragmented one.
pub const ENTITIES: usize = 10_000;

/// One measurement.
pub struct Contender {
    /// Who is measured, and how if there are several ways.
    pub name: &'static str,
    /// Does the work once and returns the time that it took, without preparation and clean-up.
    pub run: Box<dyn FnMut() -> Duration>,
}

/// The same work by several contenders.
pub struct Line {
    /// What is done.
    pub name: &'static str,
    /// The bar comes first: what ratios refer to.
    pub contenders: Vec<Contender>,
    /// Number of units that one run does.
    pub per: u32,
    /// Suffix of times, such as `/entity`; empty for a whole run.
    pub unit: &'static str,
}

/// All lines.
pub fn lines() -> Vec<Line> {
    let mut lines = change::lines();
    lines.extend(iterate::lines());
    lines.extend(copy::lines());
    lines
}

/// Contender that prepares a state anew for each run and drops it outside the time.
fn prepared<S: 'static, O: 'static>(
    name: &'static str,
    mut prepare: impl FnMut() -> S + 'static,
    mut work: impl FnMut(&mut S) -> O + 'static,
) -> Contender {
    Contender {
        name,
        run: Box::new(move || {
            let mut state = prepare();
            let begin = Instant::now();
            let output = black_box(work(black_box(&mut state)));
            let time = begin.elapsed();
            drop(output);
            time
        }),
    }
}

/// Contender that does the same work on one state again and again.
fn repeated<S: 'static, O>(
    name: &'static str,
    mut state: S,
    mut work: impl FnMut(&mut S) -> O + 'static,
) -> Contender {
    Contender {
        name,
        run: Box::new(move || {
            let begin = Instant::now();
            black_box(work(black_box(&mut state)));
            begin.elapsed()
        }),
    }
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
