//! In which fields two worlds differ.

use voltex_ecs::{Codec, Describer, ENTITIES, Entity, Field, FieldValue, Part, PartKind, World};

/// A field that is not the same in two worlds.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldDifference {
    /// Registered name of the component or resource; `entities` for an entity that only one has, `configuration` for
    /// settings.
    pub part: String,
    /// Whose component, if it is one.
    pub entity: Option<Entity>,
    /// The field, as `velocity.x`; empty where one world lacks the whole.
    pub field: String,
    /// In the first and in the second; `None` where it is not there.
    pub values: [Option<FieldValue>; 2],
    /// How many numbers of its width lie between two floats.
    pub ulps: Option<u64>,
}

/// All fields in which two worlds differ, as far as they are registered: entities first, then components by name and
/// in the order of their rows, then resources. -0 is 0 and every NaN is one, as for hashes.
pub fn differences(a: &World, b: &World) -> Vec<FieldDifference> {
    let mut found = Vec::new();
    let mut parts: Vec<Part> = a.parts().collect();
    parts.extend(
        b.parts()
            .filter(|part| !a.parts().any(|own| own.name == part.name)),
    );
    parts.sort_by_key(|part| part.kind == PartKind::Resource);
    for part in parts {
        if a.hash_part(part.name) == b.hash_part(part.name) {
            continue;
        }
        match part.kind {
            PartKind::Entities => of_entities(a, b, &mut found),
            PartKind::Component => of_component(part.name, a, b, &mut found),
            PartKind::Resource => {
                let fields = [a, b].map(|world| world.describe_resource(part.name));
                of_fields(part.name, None, fields, &mut found);
            }
        }
    }
    found
}

fn of_entities(a: &World, b: &World, found: &mut Vec<FieldDifference>) {
    let before = found.len();
    let alone = |one: &World, other: &World| -> Vec<Entity> {
        one.entities()
            .filter(|entity| !other.is_alive(*entity))
            .collect()
    };
    for (entities, alive) in [(alone(a, b), [true, false]), (alone(b, a), [false, true])] {
        for entity in entities {
            found.push(FieldDifference {
                part: "entities".to_owned(),
                entity: Some(entity),
                field: "alive".to_owned(),
                values: alive.map(|alive| Some(FieldValue::Bool(alive))),
                ulps: None,
            });
        }
    }
    if found.len() == before {
        // The same are alive; what differs are the handles to come.
        let next = [a, b].map(|world| {
            let mut copy = Vec::new();
            world.encode_part(ENTITIES, &mut copy);
            Some(FieldValue::Bytes(copy))
        });
        found.push(FieldDifference {
            part: "entities".to_owned(),
            entity: None,
            field: "order of reuse".to_owned(),
            values: next,
            ulps: None,
        });
    }
}

fn of_component(name: &str, a: &World, b: &World, found: &mut Vec<FieldDifference>) {
    let before = found.len();
    let (rows_a, rows_b) = (a.part_entities(name), b.part_entities(name));
    let only_b = rows_b
        .iter()
        .filter(|entity| a.describe_component(name, **entity).is_none());
    for entity in rows_a.iter().chain(only_b).copied() {
        let fields = [a, b].map(|world| world.describe_component(name, entity));
        of_fields(name, Some(entity), fields, found);
    }
    if found.len() > before {
        return;
    }
    // All values are equal, so the rows are not.
    if let Some((a, b)) = rows_a.iter().zip(rows_b).find(|(a, b)| a != b) {
        found.push(FieldDifference {
            part: name.to_owned(),
            entity: Some(*a),
            field: "place among the rows".to_owned(),
            values: [a, b].map(|entity| Some(FieldValue::Entity(*entity))),
            ulps: None,
        });
    }
}

/// In which settings two configurations differ.
pub(crate) fn of_settings(a: &impl Codec, b: &impl Codec) -> Vec<FieldDifference> {
    let mut fields = [Vec::new(), Vec::new()];
    a.describe(&mut Describer::new(&mut fields[0]));
    b.describe(&mut Describer::new(&mut fields[1]));
    let mut found = Vec::new();
    of_fields("configuration", None, fields.map(Some), &mut found);
    found
}

fn of_fields(
    part: &str,
    entity: Option<Entity>,
    fields: [Option<Vec<Field>>; 2],
    found: &mut Vec<FieldDifference>,
) {
    let mut tell = |field: &str, values: [Option<&FieldValue>; 2]| {
        if let [Some(a), Some(b)] = values
            && same(a, b)
        {
            return;
        }
        found.push(FieldDifference {
            part: part.to_owned(),
            entity,
            field: field.to_owned(),
            ulps: match values {
                [Some(a), Some(b)] => ulps(a, b),
                _ => None,
            },
            values: values.map(|value| value.cloned()),
        });
    };
    let there = FieldValue::Bool(true);
    let [a, b] = match fields {
        [Some(a), Some(b)] => [a, b],
        [a, b] => {
            tell("", [a.map(|_| &there), b.map(|_| &there)]);
            return;
        }
    };
    if a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| a.path == b.path) {
        for (a, b) in a.iter().zip(&b) {
            tell(&a.path, [Some(&a.value), Some(&b.value)]);
        }
        return;
    }
    let by_path = |fields: &[Field], path: &str| fields.iter().position(|field| field.path == path);
    let mut known = vec![false; b.len()];
    for field in &a {
        let other = by_path(&b, &field.path);
        if let Some(place) = other {
            known[place] = true;
        }
        tell(
            &field.path,
            [Some(&field.value), other.map(|place| &b[place].value)],
        );
    }
    for (field, _) in b.iter().zip(known).filter(|(_, known)| !known) {
        tell(&field.path, [None, Some(&field.value)]);
    }
}

fn same(a: &FieldValue, b: &FieldValue) -> bool {
    match (a, b) {
        (FieldValue::F32(a), FieldValue::F32(b)) => a == b || (a.is_nan() && b.is_nan()),
        (FieldValue::F64(a), FieldValue::F64(b)) => a == b || (a.is_nan() && b.is_nan()),
        _ => a == b,
    }
}

/// Numbers between two floats of one width, one of them counted; `None` for other values and for NaN.
fn ulps(a: &FieldValue, b: &FieldValue) -> Option<u64> {
    let (a, b) = match (a, b) {
        (FieldValue::F32(a), FieldValue::F32(b)) if !a.is_nan() && !b.is_nan() => (
            in_order(u64::from(a.to_bits()), 31),
            in_order(u64::from(b.to_bits()), 31),
        ),
        (FieldValue::F64(a), FieldValue::F64(b)) if !a.is_nan() && !b.is_nan() => {
            (in_order(a.to_bits(), 63), in_order(b.to_bits(), 63))
        }
        _ => return None,
    };
    Some(a.abs_diff(b) as u64)
}

/// Bits of a float as a number that grows with it; both zeros are 0.
fn in_order(bits: u64, sign: u32) -> i128 {
    let size = i128::from(bits & !(1 << sign));
    if bits >> sign & 1 == 1 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_the_numbers_between() {
        let f32s = |a: f32, b: f32| ulps(&FieldValue::F32(a), &FieldValue::F32(b));
        assert_eq!(f32s(1.0, 1.0 + f32::EPSILON), Some(1));
        assert_eq!(f32s(0.0, -0.0), Some(0));
        let tiny = f32::from_bits(1);
        assert_eq!(f32s(-tiny, tiny), Some(2));
        assert_eq!(f32s(1.0, 2.0), Some(1 << 23));
        assert_eq!(f32s(f32::NAN, 2.0), None);
        let f64s = |a: f64, b: f64| ulps(&FieldValue::F64(a), &FieldValue::F64(b));
        assert_eq!(f64s(1.0, 1.0 - f64::EPSILON), Some(2));
        assert!(f64s(f64::MIN, f64::MAX).is_some());
    }
}
