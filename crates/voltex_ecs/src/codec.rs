//! Values to bytes, back, and into a hash.

use voltex_math::{DQuat, DVec2, DVec3, Mat3, Mat4, Quat, StateHasher, Vec2, Vec3, Vec4};

use crate::describe::{Describer, FieldValue};
use crate::entity::{Entity, Generation};
use crate::error::EcsError;

/// A value that can be stored and compared between machines.
///
/// `encode` and `decode` keep every bit, those of NaN too. `hash` writes the same fields to a
/// [`StateHasher`], whose float functions count -0 as +0 and every NaN as one. For a struct whose
/// fields all have a codec, [`codec!`](crate::codec!) writes all functions.
///
/// Numbers are little-endian at their own width, `bool` is one byte, an `Option` one byte 0 or 1
/// and the value, a `Vec` or `String` its length as `u64` and its elements, arrays and tuples their
/// elements.
pub trait Codec: Sized {
    /// The least number of bytes that a value takes. Lets a length be checked against the bytes
    /// that are left before anything is allocated.
    const MIN_BYTES: usize;

    /// Appends the value.
    fn encode(&self, out: &mut Encoder<'_>);

    /// Reads a value of the current version.
    ///
    /// # Errors
    /// The bytes end, or are no such value. Must not panic for any bytes.
    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError>;

    /// Reads a value that an earlier version wrote; `None` if that version is not known. The
    /// version is the one registered then with
    /// [`World::register_component`](crate::World::register_component). Differences between the bytes of two values are of no
    /// use to another version: whoever stores such stores whole values beside them.
    ///
    /// # Errors
    /// As for [`Codec::decode`].
    fn decode_version(version: u32, input: &mut Decoder<'_>) -> Option<Result<Self, EcsError>> {
        let _ = (version, input);
        None
    }

    /// Adds the value to a hash.
    fn hash(&self, hasher: &mut StateHasher);

    /// Tells the fields of the value by name, so that a tool can say in which of them two values
    /// differ. Without it, the value is told as the bytes of its encoding.
    fn describe(&self, out: &mut Describer<'_>) {
        let mut bytes = Vec::new();
        self.encode(&mut Encoder::new(&mut bytes));
        out.value(FieldValue::Bytes(bytes));
    }
}

/// Bytes being written.
#[derive(Debug)]
pub struct Encoder<'a> {
    bytes: &'a mut Vec<u8>,
}

impl<'a> Encoder<'a> {
    /// Appends to `bytes`.
    pub const fn new(bytes: &'a mut Vec<u8>) -> Self {
        Self { bytes }
    }

    /// Appends bytes as they are.
    pub fn write(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Appends a length.
    pub fn write_length(&mut self, length: usize) {
        self.write(&(length as u64).to_le_bytes());
    }

    /// Appends what `part` writes, after its length in bytes.
    pub(crate) fn write_sized(&mut self, part: impl FnOnce(&mut Encoder<'_>)) {
        let start = self.bytes.len();
        self.write_length(0);
        part(self);
        let length = (self.bytes.len() - start - size_of::<u64>()) as u64;
        self.bytes[start..start + size_of::<u64>()].copy_from_slice(&length.to_le_bytes());
    }
}

/// Bytes being read; every read is checked against what is left.
#[derive(Clone, Debug)]
pub struct Decoder<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Decoder<'a> {
    /// Reads `bytes` from their start.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Position of the next byte.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Number of bytes left.
    pub const fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The next `count` bytes.
    ///
    /// # Errors
    /// Fewer are left.
    pub fn read(&mut self, count: usize) -> Result<&'a [u8], EcsError> {
        if count > self.remaining() {
            return Err(self.truncated(count as u64));
        }
        let read = &self.bytes[self.at..self.at + count];
        self.at += count;
        Ok(read)
    }

    /// The next `N` bytes.
    ///
    /// # Errors
    /// Fewer are left.
    pub fn read_array<const N: usize>(&mut self) -> Result<[u8; N], EcsError> {
        let mut array = [0; N];
        array.copy_from_slice(self.read(N)?);
        Ok(array)
    }

    /// A length of things that take at least `min_bytes` each. Of things that may take no bytes,
    /// no more are accepted than bytes are left.
    ///
    /// # Errors
    /// More than the bytes left can hold.
    pub fn read_length(&mut self, min_bytes: usize) -> Result<usize, EcsError> {
        let length = u64::from_le_bytes(self.read_array()?);
        let needed = length.saturating_mul(min_bytes.max(1) as u64);
        if needed > self.remaining() as u64 {
            return Err(self.truncated(needed));
        }
        Ok(length as usize)
    }

    /// The error of a value that cannot be, read just now.
    pub fn invalid(&self, what: &'static str, value: u64) -> EcsError {
        EcsError::InvalidValue {
            at: self.at,
            what,
            value,
        }
    }

    /// Decoder of the next `length` bytes alone, which are then read.
    pub(crate) fn split(&mut self, length: usize) -> Result<Self, EcsError> {
        let at = self.at;
        self.read(length)?;
        Ok(Self {
            bytes: &self.bytes[..self.at],
            at,
        })
    }

    /// Ends reading.
    ///
    /// # Errors
    /// Bytes are left.
    pub fn finish(&self) -> Result<(), EcsError> {
        match self.remaining() {
            0 => Ok(()),
            extra => Err(EcsError::TrailingBytes { at: self.at, extra }),
        }
    }

    fn truncated(&self, needed: u64) -> EcsError {
        EcsError::Truncated {
            at: self.at,
            needed,
            remaining: self.remaining(),
        }
    }

    /// Empty vector for `length` values, with room for no more bytes than are left to read: values
    /// may be larger in memory than encoded.
    pub(crate) fn room<T>(&self, length: usize) -> Vec<T> {
        Vec::with_capacity(length.min(self.remaining() / size_of::<T>().max(1)))
    }
}

macro_rules! number {
    ($($type:ty, $write:ident as $wide:ty, $value:ident as $told:ty;)*) => {$(
        impl Codec for $type {
            const MIN_BYTES: usize = size_of::<$type>();

            fn encode(&self, out: &mut Encoder<'_>) {
                out.write(&self.to_le_bytes());
            }

            fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
                input.read_array().map(Self::from_le_bytes)
            }

            fn hash(&self, hasher: &mut StateHasher) {
                hasher.$write(*self as $wide);
            }

            fn describe(&self, out: &mut Describer<'_>) {
                out.value(FieldValue::$value(*self as $told));
            }
        }
    )*};
}

number! {
    u8, write_u8 as u8, Unsigned as u64;
    u16, write_u32 as u32, Unsigned as u64;
    u32, write_u32 as u32, Unsigned as u64;
    u64, write_u64 as u64, Unsigned as u64;
    i8, write_i32 as i32, Signed as i64;
    i16, write_i32 as i32, Signed as i64;
    i32, write_i32 as i32, Signed as i64;
    i64, write_i64 as i64, Signed as i64;
    f32, write_f32 as f32, F32 as f32;
    f64, write_f64 as f64, F64 as f64;
}

impl Codec for bool {
    const MIN_BYTES: usize = 1;

    fn encode(&self, out: &mut Encoder<'_>) {
        out.write(&[u8::from(*self)]);
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        match u8::decode(input)? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(input.invalid("bool (0 or 1)", u64::from(other))),
        }
    }

    fn hash(&self, hasher: &mut StateHasher) {
        hasher.write_bool(*self);
    }

    fn describe(&self, out: &mut Describer<'_>) {
        out.value(FieldValue::Bool(*self));
    }
}

macro_rules! floats {
    ($($type:ty: $number:ty, $count:literal, $from:path, $to:ident, $names:literal;)*) => {$(
        impl Codec for $type {
            const MIN_BYTES: usize = <[$number; $count]>::MIN_BYTES;

            fn encode(&self, out: &mut Encoder<'_>) {
                self.$to().encode(out);
            }

            fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
                <[$number; $count]>::decode(input).map(|parts| $from(&parts))
            }

            fn hash(&self, hasher: &mut StateHasher) {
                self.$to().hash(hasher);
            }

            fn describe(&self, out: &mut Describer<'_>) {
                for (name, part) in $names.split(' ').zip(self.$to()) {
                    out.field(name, &part);
                }
            }
        }
    )*};
}

floats! {
    Vec2: f32, 2, Self::from_slice, to_array, "x y";
    Vec3: f32, 3, Self::from_slice, to_array, "x y z";
    Vec4: f32, 4, Self::from_slice, to_array, "x y z w";
    Quat: f32, 4, Self::from_slice, to_array, "x y z w";
    Mat3: f32, 9, Self::from_cols_array, to_cols_array, "xx xy xz yx yy yz zx zy zz";
    Mat4: f32, 16, Self::from_cols_array, to_cols_array, "xx xy xz xw yx yy yz yw zx zy zz zw wx wy wz ww";
    DVec2: f64, 2, Self::from_slice, to_array, "x y";
    DVec3: f64, 3, Self::from_slice, to_array, "x y z";
    DQuat: f64, 4, Self::from_slice, to_array, "x y z w";
}

impl Codec for Entity {
    const MIN_BYTES: usize = 8;

    fn encode(&self, out: &mut Encoder<'_>) {
        self.id().encode(out);
        self.generation().get().encode(out);
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        let id = u32::decode(input)?;
        let number = u32::decode(input)?;
        match Generation::new(number) {
            Some(generation) => Ok(Self::from_parts(id, generation)),
            None => Err(input.invalid("generation below 2^31", u64::from(number))),
        }
    }

    fn hash(&self, hasher: &mut StateHasher) {
        hasher.write_u32(self.id());
        hasher.write_u32(self.generation().get());
    }

    fn describe(&self, out: &mut Describer<'_>) {
        out.value(FieldValue::Entity(*self));
    }
}

impl<T: Codec> Codec for Option<T> {
    const MIN_BYTES: usize = 1;

    fn encode(&self, out: &mut Encoder<'_>) {
        self.is_some().encode(out);
        if let Some(value) = self {
            value.encode(out);
        }
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        bool::decode(input)?.then(|| T::decode(input)).transpose()
    }

    fn hash(&self, hasher: &mut StateHasher) {
        hasher.write_bool(self.is_some());
        if let Some(value) = self {
            value.hash(hasher);
        }
    }

    fn describe(&self, out: &mut Describer<'_>) {
        match self {
            Some(value) => value.describe(out),
            None => out.value(FieldValue::None),
        }
    }
}

impl<T: Codec> Codec for Vec<T> {
    const MIN_BYTES: usize = 8;

    fn encode(&self, out: &mut Encoder<'_>) {
        out.write_length(self.len());
        for value in self {
            value.encode(out);
            if T::MIN_BYTES == 0 {
                // Each value takes a byte, so that no length is without bytes to show for it.
                out.write(&[0]);
            }
        }
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        decode_list(input, T::MIN_BYTES, T::decode)
    }

    fn hash(&self, hasher: &mut StateHasher) {
        hasher.write_u64(self.len() as u64);
        for value in self {
            value.hash(hasher);
        }
    }

    fn describe(&self, out: &mut Describer<'_>) {
        out.field("length", &(self.len() as u64));
        for (place, value) in self.iter().enumerate() {
            out.element(place, value);
        }
    }
}

/// Reads what `Vec::encode` wrote, each value by `element`.
pub(crate) fn decode_list<T>(
    input: &mut Decoder<'_>,
    min_bytes: usize,
    element: impl Fn(&mut Decoder<'_>) -> Result<T, EcsError>,
) -> Result<Vec<T>, EcsError> {
    let length = input.read_length(min_bytes)?;
    let mut values = input.room(length);
    for _ in 0..length {
        values.push(element(input)?);
        if min_bytes == 0 {
            input.read(1)?;
        }
    }
    Ok(values)
}

impl Codec for String {
    const MIN_BYTES: usize = 8;

    fn encode(&self, out: &mut Encoder<'_>) {
        out.write_length(self.len());
        out.write(self.as_bytes());
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        let length = input.read_length(1)?;
        let bytes = input.read(length)?;
        match str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(error) => {
                let wrong = bytes[error.valid_up_to()];
                Err(input.invalid("UTF-8 text", u64::from(wrong)))
            }
        }
    }

    fn hash(&self, hasher: &mut StateHasher) {
        hasher.write_str(self);
    }

    fn describe(&self, out: &mut Describer<'_>) {
        out.value(FieldValue::Text(self.clone()));
    }
}

impl<T: Codec, const N: usize> Codec for [T; N] {
    const MIN_BYTES: usize = N * T::MIN_BYTES;

    fn encode(&self, out: &mut Encoder<'_>) {
        for value in self {
            value.encode(out);
        }
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        let mut failed = None;
        let values = std::array::from_fn(|_| {
            if failed.is_some() {
                return None;
            }
            T::decode(input).map_err(|error| failed = Some(error)).ok()
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(values.map(|value| value.expect("all were decoded"))),
        }
    }

    fn hash(&self, hasher: &mut StateHasher) {
        for value in self {
            value.hash(hasher);
        }
    }

    fn describe(&self, out: &mut Describer<'_>) {
        for (place, value) in self.iter().enumerate() {
            out.element(place, value);
        }
    }
}

macro_rules! tuple {
    ($($T:ident $index:tt),*) => {
        impl<$($T: Codec),*> Codec for ($($T,)*) {
            const MIN_BYTES: usize = 0 $(+ $T::MIN_BYTES)*;

            #[allow(unused_variables)] // The empty tuple writes nothing.
            fn encode(&self, out: &mut Encoder<'_>) {
                $(self.$index.encode(out);)*
            }

            #[allow(unused_variables, clippy::unused_unit)]
            fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
                Ok(($($T::decode(input)?,)*))
            }

            #[allow(unused_variables)]
            fn hash(&self, hasher: &mut StateHasher) {
                $(self.$index.hash(hasher);)*
            }

            #[allow(unused_variables)]
            fn describe(&self, out: &mut Describer<'_>) {
                $(out.element($index, &self.$index);)*
            }
        }
    };
}

tuple!();
tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);

/// Writes [`Codec`](crate::Codec) for a struct, field by field in the order named. Tuple structs
/// name their fields `0`, `1`, ... Fields that are left out must be none: the struct is built from
/// those named.
///
/// ```
/// use voltex_ecs::{Codec, Decoder, Encoder, codec};
///
/// #[derive(Clone, Debug, PartialEq)]
/// struct Health { points: u32, armour: Option<f32> }
/// codec!(Health { points, armour });
///
/// #[derive(Clone, Debug, PartialEq)]
/// struct Frozen;
/// codec!(Frozen {});
///
/// let mut bytes = Vec::new();
/// Health { points: 7, armour: None }.encode(&mut Encoder::new(&mut bytes));
/// assert_eq!(bytes, [7, 0, 0, 0, 0]);
/// assert_eq!(Health::decode(&mut Decoder::new(&bytes)).unwrap().points, 7);
/// ```
#[macro_export]
macro_rules! codec {
    ($type:ty { $($field:tt),* $(,)? }) => {
        impl $crate::Codec for $type {
            const MIN_BYTES: usize = 0 $(+ $crate::min_bytes_of(|this: &$type| &this.$field))*;

            #[allow(unused_variables)]
            fn encode(&self, out: &mut $crate::Encoder<'_>) {
                $($crate::Codec::encode(&self.$field, out);)*
            }

            #[allow(unused_variables)]
            fn decode(input: &mut $crate::Decoder<'_>) -> Result<Self, $crate::EcsError> {
                Ok(Self { $($field: $crate::Codec::decode(input)?),* })
            }

            #[allow(unused_variables)]
            fn hash(&self, hasher: &mut $crate::StateHasher) {
                $($crate::Codec::hash(&self.$field, hasher);)*
            }

            #[allow(unused_variables)]
            fn describe(&self, out: &mut $crate::Describer<'_>) {
                $(out.field(stringify!($field), &self.$field);)*
            }
        }
    };
}

/// Least encoded size of the field that a function picks; for [`codec!`](crate::codec!).
#[doc(hidden)]
pub const fn min_bytes_of<S, F: Codec>(_: fn(&S) -> &F) -> usize {
    F::MIN_BYTES
}
