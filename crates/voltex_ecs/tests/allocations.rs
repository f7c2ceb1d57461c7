//! What is allocated, counted.
#![allow(unsafe_code)] // The counting allocator passes everything on to the system's.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use voltex_ecs::{Codec, Decoder, Transform, World, codec};
use voltex_math::Vec3;

thread_local! {
    /// Allocations of this thread, and their bytes.
    static COUNT: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

struct Counting;

// SAFETY: all calls go to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set((count.get().0 + 1, count.get().1 + layout.size())));
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.with(|count| count.set((count.get().0 + 1, count.get().1 + size)));
        // SAFETY: as the caller promised.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Allocations and bytes of `work`.
fn allocated<R>(work: impl FnOnce() -> R) -> ((usize, usize), R) {
    let before = COUNT.get();
    let result = work();
    let after = COUNT.get();
    ((after.0 - before.0, after.1 - before.1), result)
}

#[derive(Clone, Debug)]
struct Velocity(Vec3);
codec!(Velocity { 0 });

#[derive(Clone, Copy, Debug)]
struct Frozen;

/// Owns memory, and reuses it when copied.
#[derive(Debug)]
struct Samples(Vec<f32>);

impl Clone for Samples {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    fn clone_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }
}

fn world() -> World {
    world_of(10_000)
}

fn world_of(count: u16) -> World {
    let mut world = World::new();
    world.register_component::<Velocity>("velocity", 1).unwrap();
    world.group::<(Transform, Velocity)>().unwrap();
    let all = world.spawn_batch((0..count).map(|i| {
        let x = Vec3::splat(f32::from(i));
        (Transform::from_position(x), Velocity(x), u64::from(i))
    }));
    for (i, entity) in all.iter().enumerate().step_by(3) {
        world.add(*entity, Frozen).unwrap();
        if i % 2 == 0 {
            world.add(*entity, Samples(vec![1.0; 5])).unwrap();
        }
        if i > 0 {
            world.set_parent(*entity, all[i - 1]).unwrap();
        }
    }
    world.insert_resource(Samples(vec![0.0; 100]));
    world.send(Frozen);
    world
}

#[test]
fn warm_clone_from_allocates_nothing() {
    let mut source = world();
    let mut target = world();
    let (count, ()) = allocated(|| target.clone_from(&source));
    assert_eq!(count, (0, 0));
    // The game goes on: values change, entities come and go, never more than there were.
    let all: Vec<_> = source.entities().collect();
    for round in 0..5 {
        for entity in all.iter().skip(round).step_by(7) {
            source.despawn(*entity);
        }
        source
            .query::<(&mut Transform, &Velocity)>()
            .for_each(|(transform, velocity)| {
                transform.position += velocity.0;
            });
        let (count, ()) = allocated(|| target.clone_from(&source));
        assert_eq!(count, (0, 0), "round {round}");
        assert_eq!(target.hash(), source.hash());
    }
}

#[test]
fn counter_sees_allocations() {
    let source = world();
    assert!(allocated(|| source.clone()).0.0 > 10);
    let mut target = World::new();
    assert!(allocated(|| target.clone_from(&source)).0.1 > 10_000 * 40);
}

#[test]
fn queries_and_lookups_allocate_nothing() {
    let mut world = world();
    let entity = world.entities().nth(5000).unwrap();
    let (count, _) = allocated(|| {
        world
            .query::<(&mut Transform, &Velocity)>()
            .for_each(|(t, v)| t.position += v.0);
        world.get_mut::<Velocity>(entity).unwrap().0 = Vec3::ZERO;
        world.remove::<u64>(entity);
        world.add(entity, 5_u64).unwrap();
        world.checkpoint()
    });
    assert_eq!(count, (0, 0));
}

#[test]
fn hostile_lengths_allocate_no_more_than_the_bytes() {
    let bytes = world_of(500).encode();
    let mut target = World::new();
    target
        .register_component::<Velocity>("velocity", 1)
        .unwrap();
    target.group::<(Transform, Velocity)>().unwrap();
    let ((_, honest), result) = allocated(|| target.decode(&bytes));
    result.unwrap();
    // Sparse arrays, stamps and the components themselves: a small multiple of the bytes.
    assert!(honest < 6 * bytes.len(), "{honest} for {}", bytes.len());
    // Every eight bytes in turn as a huge length.
    for place in (8..2000).chain((8..bytes.len() - 8).step_by(97)) {
        for length in [u64::MAX, 1 << 40, bytes.len() as u64] {
            let mut damaged = bytes.clone();
            damaged[place..place + 8].copy_from_slice(&length.to_le_bytes());
            let ((_, spent), result) = allocated(|| target.decode(&damaged));
            assert!(spent < 8 * bytes.len(), "{spent} at {place}: {result:?}");
        }
    }
    // A list of things that are large in memory and small in bytes.
    type Large = Option<[u64; 64]>;
    let length = 1000_u64;
    let list = [length.to_le_bytes().as_slice(), &[0; 999]].concat();
    let ((_, spent), result) = allocated(|| Vec::<Large>::decode(&mut Decoder::new(&list)));
    assert!(result.is_err() && spent < 2048, "{spent}");
}
