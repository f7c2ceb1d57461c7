//! Fields of values by name.

use crate::codec::Codec;
use crate::entity::Entity;

/// What a field holds, without its type's width.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldValue {
    /// An `Option` without a value.
    None,
    /// `true` or `false`.
    Bool(bool),
    /// Unsigned integer of any width.
    Unsigned(u64),
    /// Signed integer of any width.
    Signed(i64),
    /// Single precision.
    F32(f32),
    /// Double precision.
    F64(f64),
    /// A handle.
    Entity(Entity),
    /// A text, or the name of a variant.
    Text(String),
    /// The encoding of a value that names no fields.
    Bytes(Vec<u8>),
}

/// A field of a value: the way to it, as `velocity.x` or `points[3].y`, and what it holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Names from the outside in; empty for a value that is a field itself.
    pub path: String,
    /// What it holds.
    pub value: FieldValue,
}

/// Collects the fields of a value; see [`Codec::describe`].
///
/// ```
/// use voltex_ecs::{Codec, Describer, FieldValue, codec};
/// use voltex_math::Vec2;
///
/// struct Wheel { place: Vec2, worn: Option<f32> }
/// codec!(Wheel { place, worn });
///
/// let mut fields = Vec::new();
/// Wheel { place: Vec2::X, worn: None }.describe(&mut Describer::new(&mut fields));
/// assert_eq!(fields[0].path, "place.x");
/// assert_eq!(fields[2].value, FieldValue::None);
/// ```
#[derive(Debug)]
pub struct Describer<'a> {
    path: String,
    fields: &'a mut Vec<Field>,
}

impl<'a> Describer<'a> {
    /// Appends to `fields`.
    pub const fn new(fields: &'a mut Vec<Field>) -> Self {
        Self {
            path: String::new(),
            fields,
        }
    }

    /// Tells a field by its name.
    pub fn field(&mut self, name: &str, value: &impl Codec) {
        let length = self.path.len();
        if length > 0 {
            self.path.push('.');
        }
        self.path.push_str(name);
        value.describe(self);
        self.path.truncate(length);
    }

    /// Tells an element of a list by its place.
    pub fn element(&mut self, place: usize, value: &impl Codec) {
        let length = self.path.len();
        self.path.push_str(&format!("[{place}]"));
        value.describe(self);
        self.path.truncate(length);
    }

    /// Tells what the value itself holds.
    pub fn value(&mut self, value: FieldValue) {
        self.fields.push(Field {
            path: self.path.clone(),
            value,
        });
    }
}
