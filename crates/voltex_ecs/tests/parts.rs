//! Worlds taken apart: parts that differ, applied, make one world the other.

use voltex_ecs::{
    ENTITIES, EcsError, Entity, FieldValue, PartBytes, PartKind, Transform, Version, World, codec,
};
use voltex_math::Vec3;

#[derive(Clone, Debug, PartialEq)]
struct Health {
    points: u32,
    armour: Option<f32>,
}
codec!(Health { points, armour });

#[derive(Clone, Debug, PartialEq)]
struct Score(u64);
codec!(Score { 0 });

/// Neither hashed nor stored.
#[derive(Clone)]
struct Local;

fn empty() -> World {
    let mut world = World::new();
    world
        .register_component::<Health>("test.health", 1)
        .unwrap();
    world.register_resource::<Score>("test.score", 1).unwrap();
    world
}

fn spawn(world: &mut World, number: u32) -> Entity {
    let health = Health {
        points: number,
        armour: number.is_multiple_of(2).then_some(0.5),
    };
    world.spawn_with((
        Transform::from_position(Vec3::X * number as f32),
        health,
        Local,
    ))
}

/// Bytes of all parts; a resource that is not there is told as such.
fn parts_of(world: &World) -> Vec<(&'static str, u32, Option<Vec<u8>>)> {
    let bytes = |name| {
        let mut bytes = Vec::new();
        world.encode_part(name, &mut bytes).then_some(bytes)
    };
    let parts = world.parts();
    parts
        .map(|part| (part.name, part.version, bytes(part.name)))
        .collect()
}

#[test]
fn the_parts_that_differ_lead_from_one_world_to_the_other() {
    let mut world = empty();
    let mut first: Vec<Entity> = (0..10).map(|number| spawn(&mut world, number)).collect();
    let mut copy = empty();
    copy.decode(&world.encode()).unwrap();
    for round in 0..30_u32 {
        match round % 5 {
            0 => drop(world.despawn(first.remove(round as usize % first.len()))),
            1 => first.push(spawn(&mut world, 100 + round)),
            2 => {
                let last = first[first.len() - 1];
                world.get_mut::<Health>(last).unwrap().points += 1;
            }
            3 => drop(world.insert_resource(Score(u64::from(round)))),
            _ => {
                world.remove_resource::<Score>();
                world.remove::<Health>(first[1]);
            }
        }
        let (old, new) = (parts_of(&copy), parts_of(&world));
        let differing: Vec<PartBytes<'_>> = old
            .iter()
            .zip(&new)
            .filter(|(old, new)| old != new)
            .map(|(_, (name, version, bytes))| PartBytes {
                name,
                version: *version,
                bytes: bytes.as_deref(),
            })
            .collect();
        assert!(!differing.is_empty());
        copy.decode_parts(&differing).unwrap();
        assert_eq!(copy.hash_parts(), world.hash_parts(), "round {round}");
        assert_eq!(copy.encode(), world.encode());
        let storage = world.storage::<Transform>();
        assert_eq!(copy.storage::<Transform>().entities(), storage.entities());
    }
    // The next handle is the same too.
    assert_eq!(copy.spawn(), world.spawn());
}

#[test]
fn parts_are_the_entities_and_all_that_is_registered() {
    let world = empty();
    let parts: Vec<_> = world.parts().map(|part| (part.name, part.kind)).collect();
    assert_eq!(parts[0], (ENTITIES, PartKind::Entities));
    assert!(parts.contains(&("test.health", PartKind::Component)));
    assert!(parts.contains(&("test.score", PartKind::Resource)));
    assert!(parts.is_sorted_by_key(|(name, _)| *name));
    assert!(!world.encode_part("test.unknown", &mut Vec::new()));
    assert_eq!(world.hash_part("test.unknown"), None);
}

#[test]
fn a_part_that_nobody_wrote_has_not_changed() {
    let mut world = empty();
    let entity = spawn(&mut world, 1);
    world.insert_resource(Score(1));
    assert!(world.part_changed("test.health", Version::ZERO));
    assert!(world.part_changed("test.score", Version::ZERO));
    let since = world.checkpoint();
    assert!(!world.part_changed("test.health", since));
    assert!(!world.part_changed("test.score", since));
    world.storage_mut::<Health>().write_back()[0].points = 9;
    assert!(
        !world.part_changed("test.health", since),
        "write_back leaves no trace"
    );
    world.get_mut::<Health>(entity).unwrap().points = 7;
    assert!(world.part_changed("test.health", since));
    assert!(!world.part_changed("voltex.transform", since));
    world.resource_mut::<Score>().unwrap().0 = 3;
    assert!(world.part_changed("test.score", since));
    let copy = world.clone();
    assert!(copy.part_changed("test.score", since), "stamps are copied");
    let since = world.checkpoint();
    world.remove_resource::<Score>();
    assert!(world.part_changed("test.score", since));
    let since = world.checkpoint();
    world.despawn(entity);
    assert!(world.part_changed("test.health", since));
}

#[test]
fn parts_that_contradict_what_stays_are_refused_and_nothing_changes() {
    let mut world = empty();
    let first = spawn(&mut world, 1);
    let second = spawn(&mut world, 2);
    let (mut before, mut entities, mut health) = (Vec::new(), Vec::new(), Vec::new());
    assert!(world.encode_part(ENTITIES, &mut before));
    assert!(world.encode_part("test.health", &mut health));
    let mut fewer = world.clone();
    fewer.despawn(second);
    assert!(fewer.encode_part(ENTITIES, &mut entities));
    let hash = world.hash();
    let part = |name, bytes| PartBytes {
        name,
        version: 1,
        bytes: Some(bytes),
    };
    let alone = world.decode_parts(&[part(ENTITIES, &entities)]);
    assert!(
        matches!(alone, Err(EcsError::Inconsistent { .. })),
        "{alone:?}"
    );
    let twice = world.decode_parts(&[part("test.health", &health), part("test.health", &health)]);
    assert!(
        matches!(twice, Err(EcsError::Inconsistent { .. })),
        "{twice:?}"
    );
    let unknown = world.decode_parts(&[part("test.unknown", &health)]);
    assert!(unknown.unwrap_err().to_string().contains("test.unknown"));
    for length in 0..health.len() {
        let cut = world.decode_parts(&[part("test.health", &health[..length])]);
        assert!(cut.is_err(), "cut to {length} bytes");
    }
    assert_eq!(world.hash(), hash);
    // With the rows of the dead gone, too, it is fine, and what is local goes with them.
    let (mut transforms, mut healths) = (Vec::new(), Vec::new());
    fewer.encode_part("voltex.transform", &mut transforms);
    fewer.encode_part("test.health", &mut healths);
    world
        .decode_parts(&[
            part("voltex.transform", &transforms),
            part("test.health", &healths),
            part(ENTITIES, &entities),
        ])
        .unwrap();
    assert!(world.is_alive(first) && !world.is_alive(second));
    assert_eq!(world.storage::<Local>().entities(), [first]);
    assert_eq!(world.hash(), fewer.hash());
}

#[test]
fn groups_stay_aligned_or_the_parts_are_refused() {
    let mut world = empty();
    world.group::<(Transform, Health)>().unwrap();
    let entities: Vec<Entity> = (0..6).map(|number| spawn(&mut world, number)).collect();
    let copy = world.clone();
    world.remove::<Health>(entities[2]);
    let mut health = Vec::new();
    world.encode_part("test.health", &mut health);
    let mut target = copy.clone();
    let only_one = target.decode_parts(&[PartBytes {
        name: "test.health",
        version: 1,
        bytes: Some(&health),
    }]);
    assert!(
        only_one.is_err(),
        "the rows of the transforms have moved too"
    );
    let mut transforms = Vec::new();
    world.encode_part("voltex.transform", &mut transforms);
    let both = [("test.health", &health), ("voltex.transform", &transforms)];
    let both = both.map(|(name, bytes)| PartBytes {
        name,
        version: 1,
        bytes: Some(bytes.as_slice()),
    });
    target.decode_parts(&both).unwrap();
    assert_eq!(target.hash(), world.hash());
    // The group goes on as it would have.
    for world in [&mut world, &mut target] {
        world
            .add(
                entities[2],
                Health {
                    points: 1,
                    armour: None,
                },
            )
            .unwrap();
    }
    assert_eq!(target.hash(), world.hash());
}

#[test]
fn fields_have_names() {
    let mut world = empty();
    let entity = spawn(&mut world, 4);
    world.insert_resource(Score(12));
    let fields = world
        .describe_component("voltex.transform", entity)
        .unwrap();
    let paths: Vec<&str> = fields.iter().map(|field| field.path.as_str()).collect();
    assert_eq!(
        paths[..4],
        ["position.x", "position.y", "position.z", "rotation.x"]
    );
    assert_eq!(fields[0].value, FieldValue::F32(4.0));
    let fields = world.describe_component("test.health", entity).unwrap();
    assert_eq!(fields[1].path, "armour");
    assert_eq!(fields[1].value, FieldValue::F32(0.5));
    let fields = world.describe_resource("test.score").unwrap();
    assert_eq!(
        (fields[0].path.as_str(), &fields[0].value),
        ("0", &FieldValue::Unsigned(12))
    );
    assert_eq!(world.part_entities("test.health"), [entity]);
    assert_eq!(world.describe_component("test.score", entity), None);
    assert_eq!(world.describe_resource("test.health"), None);
}
