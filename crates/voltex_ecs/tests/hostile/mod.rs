//! Worlds decoded from bytes that may be anything; shared by the tests and the fuzz target.

use voltex_ecs::{Entity, Transform, World, codec};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) points: Vec<(u8, bool)>,
    pub(crate) nothing: Vec<()>,
    pub(crate) target: Option<Entity>,
    pub(crate) signs: [i16; 3],
}
codec!(Name {
    text,
    points,
    nothing,
    target,
    signs
});

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Marker;
codec!(Marker {});

/// World without entities that knows the names.
pub(crate) fn empty() -> World {
    let mut world = World::new();
    world.register_component::<Name>("name", 1).unwrap();
    world.register_component::<Marker>("marker", 1).unwrap();
    world.register_resource::<Vec<u64>>("numbers", 1).unwrap();
    world.register_events::<u32>("hits", 1).unwrap();
    world.group::<(Marker, Transform)>().unwrap();
    world
}

/// Whatever came through must be a world like any other.
pub(crate) fn use_it(world: &mut World) {
    let count = world.entity_count();
    assert_eq!(world.entities().count(), count);
    for (entity, _, transform) in &world.query::<(Entity, &Marker, &Transform)>() {
        assert!(world.is_alive(entity) && world.has::<Marker>(entity));
        std::hint::black_box(transform);
    }
    let mut again = empty();
    again.decode(&world.encode()).unwrap();
    assert_eq!(again.hash(), world.hash());
    world.propagate_transforms();
    let all: Vec<Entity> = world.entities().collect();
    for entity in all {
        assert_eq!(
            world
                .children(entity)
                .filter(|child| world.parent(*child) != Some(entity))
                .count(),
            0
        );
        world.despawn_recursive(entity);
    }
    assert_eq!(world.entity_count(), 0);
    world.update_events();
}

/// Decodes the bytes as they are, and behind a valid beginning.
pub(crate) fn decode(bytes: &[u8]) {
    let headed = [b"VXEW\x01\0\0\0".as_slice(), bytes].concat();
    for bytes in [bytes, &headed] {
        let mut world = empty();
        if world.decode(bytes).is_ok() {
            use_it(&mut world);
        }
    }
}
