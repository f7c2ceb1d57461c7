//! A JSON Schema of scene files, told by the code that reads them.
//!
//! A reader asks its input for a struct of these fields, a list, a number: [`Ask`] is an input that writes down what it is asked
//! for and answers with something that goes on. Of an enum only one variant can be answered at a time, so the scene is
//! asked once for each variant, with a [`Script`] that says which to take; and once for each field, which is left out, to learn
//! whether it has to be there. So the schema cannot differ from what is read.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Deserialize;
use serde::de::value::{Error, StrDeserializer};
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value, json};
use voltex_flight::units::parse::Dimension;

use crate::scene::Scene;

/// The JSON Schema (draft 2020-12) of a scene file in JSON, as a text.
///
/// It says which fields there are, their types and which have to be there; that numbers lie in their ranges and names
/// exist is checked by [`Scene::from_json`] alone.
pub fn schema() -> String {
    let mut defs = definitions();
    let root = defs.remove("Scene").expect("a scene is read as a struct");
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Voltex scene",
        "$defs": defs.into_iter().collect::<Map<_, _>>(),
    });
    if let (Value::Object(schema), Value::Object(root)) = (&mut schema, root) {
        schema.extend(root);
    }
    let mut text = serde_json::to_string_pretty(&schema).expect("keys are texts");
    text.push('\n');
    text
}

/// Which variant to take of each enum, by name; the first of those that it does not name.
type Script = BTreeMap<&'static str, usize>;

/// A field and its schema.
type Field = (&'static str, Value);

/// What has been learnt.
#[derive(Debug, Default)]
struct Known {
    /// Structs by name: fields with their schemas, and how they were come by.
    structs: BTreeMap<&'static str, (Vec<Field>, Script)>,
    /// Enums by name: what each variant looks like.
    enums: BTreeMap<&'static str, Vec<Option<Value>>>,
    /// Fields of structs and of variants that have to be there, by the name of the struct or `Enum.Variant`.
    required: BTreeSet<(String, &'static str)>,
    /// Fields of variants, by `Enum.Variant`.
    variants: BTreeMap<String, (Vec<&'static str>, Script)>,
    /// Variants that are still to be asked for.
    waiting: Vec<Script>,
}

/// One question: the script, and the field that is left out of a struct or variant.
#[derive(Debug)]
struct Round<'a> {
    known: &'a RefCell<Known>,
    script: &'a Script,
    without: Option<(&'a str, &'static str)>,
}

fn ask(known: &RefCell<Known>, script: &Script, without: Option<(&str, &'static str)>) -> bool {
    let mut told = Value::Null;
    let round = Round {
        known,
        script,
        without,
    };
    Scene::deserialize(Ask {
        round: &round,
        told: &mut told,
    })
    .is_ok()
}

fn definitions() -> BTreeMap<String, Value> {
    let known = RefCell::new(Known::default());
    known.borrow_mut().waiting.push(Script::new());
    loop {
        let Some(script) = known.borrow_mut().waiting.pop() else {
            break;
        };
        let answered = ask(&known, &script, None);
        assert!(answered, "a scene with every field is read: {script:?}");
    }
    // Each field is left out once.
    let mut fields = Vec::new();
    {
        let known = known.borrow();
        for (name, (list, script)) in &known.structs {
            fields.extend(
                list.iter()
                    .map(|(field, _)| ((*name).to_owned(), *field, script.clone())),
            );
        }
        for (name, (list, script)) in &known.variants {
            fields.extend(
                list.iter()
                    .map(|field| (name.clone(), *field, script.clone())),
            );
        }
    }
    for (owner, field, script) in fields {
        if !ask(&known, &script, Some((&owner, field))) {
            known.borrow_mut().required.insert((owner, field));
        }
    }
    let mut known = known.into_inner();
    let mut defs = BTreeMap::new();
    for (name, (fields, _)) in std::mem::take(&mut known.structs) {
        defs.insert(name.to_owned(), known.object(name, fields));
    }
    for (name, variants) in std::mem::take(&mut known.enums) {
        let all: Vec<Value> = variants
            .into_iter()
            .flatten()
            .map(|variant| known.finish(variant))
            .collect();
        // Variants without content are texts, and stand together.
        let (texts, objects): (Vec<Value>, Vec<Value>) =
            all.into_iter().partition(Value::is_string);
        let mut choices = objects;
        if !texts.is_empty() {
            choices.insert(0, json!({ "enum": texts }));
        }
        defs.insert(
            name.to_owned(),
            if choices.len() == 1 {
                choices.remove(0)
            } else {
                json!({ "oneOf": choices })
            },
        );
    }
    defs
}

impl Known {
    fn object(&self, owner: &str, fields: Vec<Field>) -> Value {
        let required: Vec<&str> = fields
            .iter()
            .map(|(field, _)| *field)
            .filter(|field| self.required.contains(&(owner.to_owned(), *field)))
            .collect();
        let properties: Map<String, Value> = fields
            .into_iter()
            .map(|(field, schema)| (field.to_owned(), schema))
            .collect();
        let mut object = json!({
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
        });
        if !required.is_empty() {
            object["required"] = json!(required);
        }
        object
    }

    /// Adds to a variant with fields those that have to be there.
    fn finish(&self, mut variant: Value) -> Value {
        if let Some(owner) = variant
            .get("owner")
            .and_then(Value::as_str)
            .map(str::to_owned)
        {
            let content = &mut variant["content"];
            let fields = content["properties"].as_object();
            let required: Vec<String> = fields
                .into_iter()
                .flat_map(Map::keys)
                .filter(|field| {
                    self.required
                        .iter()
                        .any(|(of, name)| *of == owner && name == field)
                })
                .cloned()
                .collect();
            if !required.is_empty() {
                content["required"] = json!(required);
            }
            let name = owner.rsplit('.').next().unwrap_or_default();
            return json!({
                "type": "object",
                "properties": { name: content },
                "required": [name],
                "additionalProperties": false,
            });
        }
        variant
    }
}

/// An input that writes down what it is asked for.
struct Ask<'a> {
    round: &'a Round<'a>,
    told: &'a mut Value,
}

impl<'a> Ask<'a> {
    fn inner<'b>(&self, told: &'b mut Value) -> Ask<'b>
    where
        'a: 'b,
    {
        Ask {
            round: self.round,
            told,
        }
    }
}

/// What a visitor says that it expects.
struct Expected<V>(V);

impl<'de, V: Visitor<'de>> fmt::Display for Expected<&V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }
}

macro_rules! whole {
    ($($method:ident $visit:ident $value:expr, $schema:expr;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            *self.told = $schema;
            visitor.$visit($value)
        }
    )*};
}

impl<'de> Deserializer<'de> for Ask<'_> {
    type Error = Error;

    /// Asked by what takes one of several types, which says so in words.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let words = Expected(&visitor).to_string();
        if words == "a number" {
            *self.told = json!({ "type": "number" });
            return visitor.visit_f64(1.0);
        }
        if let Some(dimension) = Dimension::ALL
            .into_iter()
            .find(|dimension| words.starts_with(&format!("{} as a number", dimension.name())))
        {
            *self.told = json!({
                "type": ["number", "string"],
                "description": format!("{} in SI units, or a text with one of the units {}",
                    dimension.name(), dimension.units().collect::<Vec<_>>().join(", ")),
            });
            return visitor.visit_f64(1.0);
        }
        if words.contains("a list of names") {
            *self.told = json!({ "type": ["string", "array"], "items": { "type": "string" } });
            return visitor.visit_str("name");
        }
        Err(de::Error::custom(format_args!("no schema for {words}")))
    }

    whole! {
        deserialize_bool visit_bool true, json!({ "type": "boolean" });
        deserialize_u32 visit_u32 1, json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX });
        deserialize_u64 visit_u64 1, json!({ "type": "integer", "minimum": 0 });
        deserialize_str visit_str "name", json!({ "type": "string" });
        deserialize_string visit_str "name", json!({ "type": "string" });
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let mut told = Value::Null;
        let value = visitor.visit_some(self.inner(&mut told));
        *self.told = match &told["type"] {
            Value::String(kind) => {
                let both = json!([kind, "null"]);
                told["type"] = both;
                told
            }
            Value::Array(kinds) => {
                let mut kinds = kinds.clone();
                kinds.push(json!("null"));
                told["type"] = Value::Array(kinds);
                told
            }
            _ => json!({ "anyOf": [told, { "type": "null" }] }),
        };
        value
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let mut told = Value::Null;
        let value = visitor.visit_seq(Elements {
            left: 1,
            ask: self.inner(&mut told),
        });
        *self.told = json!({ "type": "array", "items": told });
        value
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        let mut told = Value::Null;
        let value = visitor.visit_seq(Elements {
            left: length,
            ask: self.inner(&mut told),
        });
        *self.told =
            json!({ "type": "array", "items": told, "minItems": length, "maxItems": length });
        value
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let mut told = Vec::new();
        let value = visitor.visit_map(Fields {
            names: &["name"],
            told: &mut told,
            round: self.round,
            owner: "",
        });
        let row = told.pop().map_or(Value::Null, |(_, schema)| schema);
        *self.told = json!({ "type": "object", "additionalProperties": row });
        value
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let mut told = Vec::new();
        let value = visitor.visit_map(Fields {
            names: fields,
            told: &mut told,
            round: self.round,
            owner: name,
        });
        *self.told = json!({ "$ref": format!("#/$defs/{name}") });
        if self.round.without.is_none() {
            let mut known = self.round.known.borrow_mut();
            known
                .structs
                .entry(name)
                .or_insert_with(|| (told, self.round.script.clone()));
        }
        value
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        *self.told = json!({ "$ref": format!("#/$defs/{name}") });
        let taken = self.round.script.get(name).copied().unwrap_or(0);
        {
            let mut known = self.round.known.borrow_mut();
            if !known.enums.contains_key(name) {
                known.enums.insert(name, vec![None; variants.len()]);
                for other in 1..variants.len() {
                    let mut script = self.round.script.clone();
                    script.insert(name, other);
                    known.waiting.push(script);
                }
            }
        }
        visitor.visit_enum(Chosen {
            of: name,
            variant: variants[taken],
            place: taken,
            round: self.round,
        })
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u128 f32 f64 char bytes byte_buf unit unit_struct newtype_struct tuple_struct identifier
        ignored_any
    }
}

/// As many elements as are wanted, all alike.
struct Elements<'a> {
    left: usize,
    ask: Ask<'a>,
}

impl<'de> SeqAccess<'de> for Elements<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let ask = Ask {
            round: self.ask.round,
            told: self.ask.told,
        };
        seed.deserialize(ask).map(Some)
    }
}

/// The fields of a struct or a variant, less the one that is left out.
struct Fields<'a> {
    names: &'static [&'static str],
    told: &'a mut Vec<Field>,
    round: &'a Round<'a>,
    owner: &'a str,
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        while let Some((name, rest)) = self.names.split_first() {
            if self.round.without != Some((self.owner, name)) {
                let key: StrDeserializer<'_, Error> = name.into_deserializer();
                return seed.deserialize(key).map(Some);
            }
            self.names = rest;
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let (name, rest) = self.names.split_first().expect("a key came before");
        self.names = rest;
        let mut told = Value::Null;
        let value = seed.deserialize(Ask {
            round: self.round,
            told: &mut told,
        });
        self.told.push((name, told));
        value
    }
}

/// The variant that is taken of an enum.
struct Chosen<'a> {
    of: &'static str,
    variant: &'static str,
    place: usize,
    round: &'a Round<'a>,
}

impl Chosen<'_> {
    fn note(&self, schema: Value) {
        if let Some(variants) = self.round.known.borrow_mut().enums.get_mut(self.of) {
            variants[self.place].get_or_insert(schema);
        }
    }
}

impl<'de, 'a> EnumAccess<'de> for Chosen<'a> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let name: StrDeserializer<'_, Error> = self.variant.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Chosen<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        self.note(json!(self.variant));
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, Error> {
        Err(de::Error::custom(
            "no variant of a scene file holds one value without a name",
        ))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Error> {
        Err(de::Error::custom(
            "no variant of a scene file holds values without names",
        ))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let owner = format!("{}.{}", self.of, self.variant);
        let mut told = Vec::new();
        let value = visitor.visit_map(Fields {
            names: fields,
            told: &mut told,
            round: self.round,
            owner: &owner,
        });
        if self.round.without.is_none() {
            let properties: Map<String, Value> = told
                .into_iter()
                .map(|(field, schema)| (field.to_owned(), schema))
                .collect();
            self.note(json!({
                "owner": owner,
                "content": {
                    "type": "object",
                    "properties": properties,
                    "additionalProperties": false,
                },
            }));
            let mut known = self.round.known.borrow_mut();
            known
                .variants
                .entry(owner)
                .or_insert_with(|| (fields.to_vec(), self.round.script.clone()));
        }
        value
    }
}
