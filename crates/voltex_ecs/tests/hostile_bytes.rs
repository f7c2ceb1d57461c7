//! Decoding bytes from anywhere: a clear error, no panic, no large allocation, nothing changed.

mod hostile;
#[path = "../../../fuzz/kept.rs"]
mod kept;

use hostile::{Marker, Name, decode, empty, use_it};
use proptest::prelude::*;
use voltex_ecs::{Codec, Decoder, EcsError, Encoder, Entity, Transform, World};

fn filled() -> World {
    let mut world = empty();
    let all: Vec<Entity> = (0..12)
        .map(|_| world.spawn_with((Transform::default(), Marker)))
        .collect();
    for (i, entity) in all.iter().enumerate().skip(6) {
        let name = Name {
            text: "n\u{e4}me".repeat(i % 3),
            points: vec![(i as u8, i % 2 == 0); i % 4],
            nothing: vec![(); i % 5],
            target: Some(all[0]),
            signs: [-1, 0, i as i16],
        };
        world.add(*entity, name).unwrap();
        world.set_parent(*entity, all[i - 3]).unwrap();
    }
    world.despawn(all[2]);
    world.despawn(all[1]);
    world.insert_resource(vec![1_u64, 2, 3]);
    world.send(7_u32);
    world
}

/// What the fuzz target `ecs_decode` found.
#[test]
fn kept_inputs() {
    kept::each("ecs_decode", decode);
}

#[test]
fn undamaged_bytes_are_read() {
    let world = filled();
    let mut copy = empty();
    copy.decode(&world.encode()).unwrap();
    assert_eq!(copy.hash(), world.hash());
    assert!(
        copy.query::<&Name>()
            .iter()
            .eq(world.query::<&Name>().iter())
    );
}

#[test]
fn bytes_cut_anywhere_are_refused() {
    let bytes = filled().encode();
    let mut world = empty();
    for length in 0..bytes.len() {
        let refused = world.decode(&bytes[..length]).unwrap_err();
        if length >= 4 {
            assert!(
                matches!(refused, EcsError::Truncated { .. }),
                "at {length}: {refused}"
            );
        }
        assert_eq!(world.entity_count(), 0);
    }
    let longer = [bytes.as_slice(), &[0]].concat();
    assert!(matches!(
        world.decode(&longer),
        Err(EcsError::TrailingBytes { extra: 1, .. })
    ));
}

#[test]
fn every_damaged_byte_is_refused_or_harmless() {
    let bytes = filled().encode();
    let mut refused = 0;
    for place in 0..bytes.len() {
        for damage in [0x01, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[place] ^= damage;
            let mut world = empty();
            match world.decode(&damaged) {
                Ok(()) => use_it(&mut world),
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > bytes.len()); // most are seen; a changed float cannot be
}

#[test]
fn wrong_beginnings_say_so() {
    let mut bytes = filled().encode();
    let mut world = empty();
    assert_eq!(world.decode(b"PNG"), Err(EcsError::NotAWorld));
    assert_eq!(world.decode(b"VXEX........"), Err(EcsError::NotAWorld));
    bytes[4] = 9;
    assert_eq!(
        world.decode(&bytes),
        Err(EcsError::Format {
            found: 9,
            supported: 1
        })
    );
}

#[test]
fn lengths_beyond_the_bytes_are_refused_before_anything_is_allocated() {
    for length in [4_u64, 1 << 20, u64::MAX / 2, u64::MAX] {
        let mut bytes = length.to_le_bytes().to_vec();
        bytes.extend([0; 3]);
        let refused = |result: Result<usize, EcsError>| {
            assert!(
                matches!(result, Err(EcsError::Truncated { .. })),
                "{length}: {result:?}"
            );
        };
        let len = |count: usize| count;
        refused(Vec::<u8>::decode(&mut Decoder::new(&bytes)).map(|v| len(v.len())));
        refused(Vec::<()>::decode(&mut Decoder::new(&bytes)).map(|v| len(v.len())));
        refused(Vec::<[f64; 16]>::decode(&mut Decoder::new(&bytes)).map(|v| len(v.len())));
        refused(String::decode(&mut Decoder::new(&bytes)).map(|s| len(s.len())));
    }
}

#[test]
fn values_that_cannot_be_are_refused() {
    let invalid = |error| matches!(error, EcsError::InvalidValue { .. });
    assert!(invalid(bool::decode(&mut Decoder::new(&[2])).unwrap_err()));
    assert!(invalid(
        Option::<u8>::decode(&mut Decoder::new(&[3, 0])).unwrap_err()
    ));
    let text = [2, 0, 0, 0, 0, 0, 0, 0, b'a', 0xff];
    let refused = String::decode(&mut Decoder::new(&text)).unwrap_err();
    assert_eq!(
        refused,
        EcsError::InvalidValue {
            at: 10,
            what: "UTF-8 text",
            value: 255
        }
    );
    let entity = [1, 0, 0, 0, 0, 0, 0, 0x80]; // generation 2^31
    assert!(invalid(
        Entity::decode(&mut Decoder::new(&entity)).unwrap_err()
    ));
}

fn round_trip<T: Codec + PartialEq + std::fmt::Debug>(value: T) {
    let mut bytes = Vec::new();
    value.encode(&mut Encoder::new(&mut bytes));
    assert!(bytes.len() >= T::MIN_BYTES);
    let mut input = Decoder::new(&bytes);
    assert_eq!(T::decode(&mut input).unwrap(), value);
    input.finish().unwrap();
}

#[test]
fn values_come_back() {
    round_trip((u8::MAX, u16::MAX, u32::MAX, u64::MAX));
    round_trip((i8::MIN, i16::MIN, i32::MIN, i64::MIN));
    round_trip((f32::MIN_POSITIVE / 3.0, f64::MAX, -0.0_f32, true));
    round_trip(vec![Some("\u{10ffff}".to_owned()), None]);
    round_trip(vec![(); 1000]);
    round_trip([[1_u8, 2], [3, 4]]);
    round_trip((Transform::default(), voltex_math::DQuat::IDENTITY));
    round_trip((
        voltex_math::Vec2::X,
        voltex_math::Vec4::W,
        voltex_math::DVec2::Y,
        voltex_math::DVec3::Z,
    ));
    round_trip(Entity::from_parts(u32::MAX, voltex_ecs::Generation::LAST));
}

proptest! {
    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        decode(&bytes);
    }

    #[test]
    fn several_damages_never_panic(
        damages in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = filled().encode();
        for (place, value) in damages {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        let mut world = empty();
        if world.decode(&bytes).is_ok() {
            use_it(&mut world);
        }
    }
}
