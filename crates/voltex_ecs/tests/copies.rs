//! The exact-copy contract: same handles, same future handles, same order, same hash; in memory
//! and through bytes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use voltex_ecs::{Codec, Decoder, EcsError, Encoder, Entity, StateHasher, Transform, World, codec};
use voltex_math::Vec3;

#[derive(Clone, Debug, PartialEq)]
struct Mass(f32);
codec!(Mass { 0 });

#[derive(Clone, Debug, PartialEq)]
struct Path {
    points: Vec<Vec3>,
    name: String,
    target: Option<Entity>,
}
codec!(Path {
    points,
    name,
    target
});

#[derive(Clone, Debug, PartialEq)]
struct Local(u8);

#[derive(Clone, Debug, PartialEq)]
struct Score(i32, bool);
codec!(Score { 0, 1 });

fn empty() -> World {
    let mut world = World::new();
    world.register_component::<Mass>("mass", 1).unwrap();
    world.register_component::<Path>("path", 3).unwrap();
    world.register_resource::<Score>("score", 1).unwrap();
    world.group::<(Transform, Mass)>().unwrap();
    world
}

/// A world that went through something: holes, reused slots, moved rows, parents.
fn lived() -> (World, Vec<Entity>) {
    let mut world = empty();
    let mut all = world.spawn_batch((0..2000).map(|i| {
        let x = Vec3::new(i as f32, 0.5, -1.0);
        (Transform::from_position(x), Mass(i as f32))
    }));
    for entity in all.iter().skip(3).step_by(5) {
        world.despawn(*entity);
    }
    for entity in all.iter().step_by(7) {
        world.remove::<Mass>(*entity);
    }
    all.retain(|entity| world.is_alive(*entity));
    for (i, pair) in all.windows(2).step_by(4).enumerate() {
        world.set_parent(pair[1], pair[0]).unwrap();
        let path = Path {
            points: vec![Vec3::X; i % 3],
            name: format!("path {i}"),
            target: (i % 2 == 0).then_some(pair[0]),
        };
        world.add(pair[0], path).unwrap();
        world.add(pair[1], Local(i as u8)).unwrap();
    }
    world.insert_resource(Score(-3, true));
    all.extend(world.spawn_batch((0..100).map(|i| (Mass(i as f32),))));
    (world, all)
}

/// What users do next; the same on both sides must lead to the same state.
fn go_on(world: &mut World, all: &[Entity]) -> (Vec<Entity>, u64) {
    let mut handles: Vec<Entity> = (0..600)
        .map(|i| world.spawn_with((Mass(i as f32),)))
        .collect();
    for entity in all.iter().skip(1).step_by(3) {
        world.despawn(*entity);
    }
    for entity in all.iter().step_by(11) {
        let added = world.add(*entity, Mass(0.25));
        assert_eq!(added.is_ok(), world.is_alive(*entity));
    }
    handles.extend((0..50).map(|_| world.spawn()));
    world.propagate_transforms();
    (handles, world.hash())
}

fn order(world: &World) -> Vec<Entity> {
    world
        .query::<(Entity, &Mass, &Transform)>()
        .iter()
        .map(|(entity, ..)| entity)
        .collect()
}

#[test]
fn copies_go_on_alike() {
    let (mut world, all) = lived();
    let mut cloned = world.clone();
    let (mut overwritten, _) = (lived().0, ());
    overwritten.despawn(all[0]);
    overwritten.insert_resource(Local(9));
    overwritten.spawn_with(("only here",));
    overwritten.clone_from(&world);
    let mut fresh = World::new();
    fresh.clone_from(&world);
    let mut decoded = empty();
    decoded.decode(&world.encode()).unwrap();
    let mut used = lived().0;
    used.insert_resource(Score(8, false));
    used.decode(&world.encode()).unwrap();

    let (hash, rows) = (world.hash(), order(&world));
    let expected = go_on(&mut world, &all);
    for (name, copy) in [
        ("clone", &mut cloned),
        ("clone_from", &mut overwritten),
        ("clone_from into an empty world", &mut fresh),
        ("bytes", &mut decoded),
        ("bytes into a used world", &mut used),
    ] {
        assert_eq!(copy.hash(), hash, "{name}");
        assert_eq!(order(copy), rows, "{name}");
        assert_eq!(
            copy.resource::<Score>().as_deref(),
            Some(&Score(-3, true)),
            "{name}"
        );
        assert_eq!(go_on(copy, &all), expected, "{name}");
    }
    assert!(overwritten.resource::<Local>().is_none());
    assert_eq!(overwritten.storage::<&str>().len(), 0);
}

#[test]
fn local_components_are_copied_but_neither_hashed_nor_stored() {
    let (mut world, all) = lived();
    let (hash, bytes) = (world.hash(), world.encode());
    let entity = all[1];
    assert!(world.has::<Local>(entity));
    world.add(entity, Local(200)).unwrap();
    world.insert_resource(Local(1));
    assert_eq!((world.hash(), world.encode()), (hash, bytes.clone()));
    let copy = world.clone();
    assert_eq!(*copy.get::<Local>(entity).unwrap(), Local(200));
    assert_eq!(*copy.resource::<Local>().unwrap(), Local(1));
    world.decode(&bytes).unwrap();
    assert!(world.storage::<Local>().is_empty());
    assert_eq!(*world.resource::<Local>().unwrap(), Local(1)); // local resources stay
}

#[test]
fn every_registered_bit_is_hashed() {
    let (world, all) = lived();
    type Change = fn(&mut World, Entity);
    let changes: [(&str, Change); 7] = [
        ("", |world, _| {
            world.spawn();
        }),
        ("mass", |world, _| {
            world.storage_mut::<Mass>().data_mut()[700].0 += 1e-3
        }),
        ("path", |world, _| {
            world.storage_mut::<Path>().data_mut()[2].target = None
        }),
        ("score", |world, _| {
            world.resource_mut::<Score>().unwrap().1 = false
        }),
        ("score", |world, _| {
            world.remove_resource::<Score>();
        }),
        ("voltex.transform", |world, entity| {
            world.get_mut::<Transform>(entity).unwrap().scale.z = 2.0;
        }),
        ("voltex.hierarchy", |world, entity| {
            let child = world.children(entity).next().unwrap();
            assert!(world.clear_parent(child));
        }),
    ];
    for (part, change) in changes {
        let mut changed = world.clone();
        change(&mut changed, all[0]);
        assert_ne!(changed.hash(), world.hash(), "{part}");
        let (before, after) = (world.hash_parts(), changed.hash_parts());
        let differs = |parts: &[(&str, u64)], other: &[(&str, u64)]| -> Vec<String> {
            let new = parts.iter().filter(|part| !other.contains(part));
            new.map(|(name, _)| (*name).to_owned()).collect()
        };
        let names = [differs(&before, &after), differs(&after, &before)].concat();
        assert!(
            names.iter().all(|name| name == part) && !names.is_empty(),
            "{names:?}"
        );
        let mut decoded = empty();
        decoded.decode(&changed.encode()).unwrap();
        assert_eq!(decoded.hash(), changed.hash());
    }
}

#[test]
fn order_of_rows_is_hashed() {
    let mut ahead = empty();
    let all = ahead.spawn_batch((0..2).map(|i| (i as f64,)));
    let mut back = ahead.clone();
    for (first, second, world) in [(0, 1, &mut ahead), (1, 0, &mut back)] {
        world.add(all[first], Mass(1.0)).unwrap();
        world.add(all[second], Mass(1.0)).unwrap();
    }
    assert_ne!(ahead.hash(), back.hash());
}

#[test]
fn what_users_cannot_tell_apart_hashes_alike() {
    let one = |value: f32| {
        let mut world = empty();
        world.spawn_with((Mass(value),));
        world
    };
    assert_eq!(one(-0.0).hash(), one(0.0).hash());
    let nan = f32::from_bits(0xffc1_2345);
    assert_eq!(one(nan).hash(), one(f32::NAN).hash());
    assert_ne!(one(f32::MIN_POSITIVE).hash(), one(0.0).hash());
    // Bytes keep what the hash forgives.
    let mut copy = empty();
    copy.decode(&one(nan).encode()).unwrap();
    assert_eq!(copy.storage::<Mass>().data()[0].0.to_bits(), nan.to_bits());
}

#[test]
fn order_of_registration_does_not_matter() {
    let mut world = World::new();
    world.register_resource::<Score>("score", 1).unwrap();
    world.register_component::<Path>("path", 3).unwrap();
    world.register_component::<Mass>("mass", 1).unwrap();
    world.group::<(Mass, Transform)>().unwrap();
    let (original, _) = lived();
    world.decode(&original.encode()).unwrap();
    assert_eq!(world.hash(), original.hash());
    assert_eq!(world.encode(), original.encode());
}

#[test]
fn emptied_storages_leave_no_trace() {
    let mut world = empty();
    let hash = {
        let entity = world.spawn();
        let hash = world.hash();
        world.add(entity, Mass(1.0)).unwrap();
        world.remove::<Mass>(entity);
        hash
    };
    assert_eq!(world.hash(), hash);
}

#[test]
fn registration_is_checked() {
    let mut world = empty();
    world.register_component::<Mass>("mass", 1).unwrap(); // again the same
    for refused in [
        world.register_component::<Mass>("weight", 1),
        world.register_component::<Mass>("mass", 2),
        world.register_component::<Score>("mass", 1),
        world.register_resource::<Mass>("mass", 1),
    ] {
        let said = refused.unwrap_err().to_string();
        assert!(said.contains("mass") && said.contains("one name"), "{said}");
    }
    world
        .register_component::<Score>("score component", 1)
        .unwrap(); // a type may be both
}

#[test]
fn missing_names_and_other_groups_are_named() {
    let (world, _) = lived();
    let bytes = world.encode();
    let mut other = World::new();
    other.group::<(Transform, Mass)>().unwrap();
    assert!(matches!(
        other.decode(&bytes),
        Err(EcsError::GroupsDiffer { .. })
    )); // Mass has no name
    other.register_component::<Mass>("mass", 1).unwrap();
    let missing = |error| matches!(error, EcsError::UnknownName { name, kind } if name == "path" && kind == "component");
    assert!(missing(other.decode(&bytes).unwrap_err()));
    other.register_component::<Path>("path", 2).unwrap();
    let version = other.decode(&bytes).unwrap_err();
    assert_eq!(
        version,
        EcsError::CodecVersion {
            name: "path".to_owned(),
            found: 3,
            supported: 2
        }
    );
    let mut ungrouped = World::new();
    ungrouped.register_component::<Mass>("mass", 1).unwrap();
    let said = ungrouped.decode(&bytes).unwrap_err().to_string();
    assert!(said.contains("[\"mass\", \"voltex.transform\"]"), "{said}");
}

#[test]
fn failed_decode_changes_nothing() {
    let (mut world, _) = lived();
    let (hash, rows) = (world.hash(), order(&world));
    let mut bytes = lived().0.encode();
    bytes.pop();
    assert!(world.decode(&bytes).is_err());
    assert_eq!((world.hash(), order(&world)), (hash, rows));
}

/// Speed that was stored in km/h by version 1 and in m/s since.
#[derive(Clone, Debug, PartialEq)]
struct Speed(f32);

impl Codec for Speed {
    const MIN_BYTES: usize = 4;

    fn encode(&self, out: &mut Encoder<'_>) {
        self.0.encode(out);
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        f32::decode(input).map(Self)
    }

    fn decode_version(version: u32, input: &mut Decoder<'_>) -> Option<Result<Self, EcsError>> {
        (version == 1).then(|| f32::decode(input).map(|speed| Self(speed / 3.6)))
    }

    fn hash(&self, hasher: &mut StateHasher) {
        self.0.hash(hasher);
    }
}

#[test]
fn old_versions_are_read() {
    let with_version = |version| {
        let mut world = World::new();
        world.register_component::<Speed>("speed", version).unwrap();
        world
    };
    let mut old = with_version(1);
    let entity = old.spawn_with((Speed(36.0),));
    let mut new = with_version(2);
    new.decode(&old.encode()).unwrap();
    assert_eq!(*new.get::<Speed>(entity).unwrap(), Speed(10.0));
    let ahead = with_version(2).decode(&with_version(3).encode());
    assert_eq!(ahead, Ok(())); // nothing of it is stored
    let mut ahead = with_version(3);
    ahead.spawn_with((Speed(1.0),));
    assert!(matches!(
        new.decode(&ahead.encode()),
        Err(EcsError::CodecVersion { found: 3, .. })
    ));
}

static FAIL: AtomicBool = AtomicBool::new(false);

/// A component whose copying can be made to fail.
#[derive(Debug)]
struct Fragile(Box<u32>);

impl Clone for Fragile {
    fn clone(&self) -> Self {
        assert!(
            !(FAIL.load(Ordering::Relaxed) && *self.0 == 150),
            "cannot be copied"
        );
        Self(self.0.clone())
    }
}

#[test]
fn panic_while_copying_leaves_a_world_that_can_be_overwritten() {
    let mut world = World::new();
    world.group::<(Fragile, u32)>().unwrap();
    world.spawn_batch((0..300).map(|i| (Fragile(Box::new(i)), i)));
    let mut copy = world.clone();
    let first = copy.entities().next().unwrap();
    copy.despawn(first);
    FAIL.store(true, Ordering::Relaxed);
    let failed = catch_unwind(AssertUnwindSafe(|| copy.clone_from(&world)));
    FAIL.store(false, Ordering::Relaxed);
    assert!(failed.is_err());
    assert_eq!(copy.query::<(&mut Fragile, &u32)>().iter_mut().count(), 0);
    assert_eq!(
        copy.query::<(&u32, Option<&Fragile>)>()
            .iter()
            .filter(|(_, f)| f.is_some())
            .count(),
        0
    );
    copy.clone_from(&world);
    let query = copy.query::<(&Fragile, &u32)>();
    assert_eq!(
        query
            .iter()
            .filter(|(fragile, number)| *fragile.0 == **number)
            .count(),
        300
    );
}
