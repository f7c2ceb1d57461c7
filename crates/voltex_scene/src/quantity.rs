//! Numbers of a scene file: plain numbers in SI units, or texts that carry a unit, such as `"30deg"`.
//!
//! One module per dimension, for `#[serde(with = "...")]`; each reads and writes every type of [`Quantity`].

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde::ser::{SerializeTuple, Serializer};
use voltex_flight::units::parse::{self, Dimension};
use voltex_math::{DVec3, Vec2, Vec3};

/// What a number measures.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Measure {
    /// A dimension whose units texts may carry.
    Unit(Dimension),
    /// A number without units, or one for whose unit there is no spelling.
    Plain,
}

/// A number, a vector of numbers, or one that may be absent.
pub(crate) trait Quantity: Sized {
    /// Reads a value in SI units.
    fn read<'de, D: Deserializer<'de>>(input: D, measure: Measure) -> Result<Self, D::Error>;

    /// Writes a value in SI units.
    fn write<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error>;
}

macro_rules! measures {
    ($($name:ident $measure:expr;)*) => {$(
        pub(crate) mod $name {
            use super::{Measure, Quantity};
            #[allow(unused_imports, reason = "plain numbers have no dimension")]
            use voltex_flight::units::parse::Dimension;

            pub(crate) fn serialize<T: Quantity, S: serde::Serializer>(
                value: &T,
                output: S,
            ) -> Result<S::Ok, S::Error> {
                value.write(output)
            }

            pub(crate) fn deserialize<'de, T: Quantity, D: serde::Deserializer<'de>>(
                input: D,
            ) -> Result<T, D::Error> {
                T::read(input, $measure)
            }
        }
    )*};
}

measures! {
    plain Measure::Plain;
    length Measure::Unit(Dimension::Length);
    speed Measure::Unit(Dimension::Speed);
    angle Measure::Unit(Dimension::Angle);
    spin Measure::Unit(Dimension::Spin);
    mass Measure::Unit(Dimension::Mass);
    temperature Measure::Unit(Dimension::Temperature);
    pressure Measure::Unit(Dimension::Pressure);
}

struct Number(Measure);

impl Number {
    fn finite<E: de::Error>(value: f64) -> Result<f64, E> {
        if value.is_finite() {
            Ok(value)
        } else {
            Err(E::custom(format_args!(
                "{value} is not a finite number; write one between -1e38 and 1e38"
            )))
        }
    }
}

impl Visitor<'_> for Number {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Measure::Plain => f.write_str("a number"),
            Measure::Unit(dimension) => write!(
                f,
                "{} as a number in SI units or a text with one of the units {}",
                dimension.name(),
                dimension.units().collect::<Vec<_>>().join(", ")
            ),
        }
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<f64, E> {
        Ok(value as f64)
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<f64, E> {
        Ok(value as f64)
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<f64, E> {
        Self::finite(value)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<f64, E> {
        match self.0 {
            Measure::Plain => Err(E::invalid_type(de::Unexpected::Str(text), &self)),
            Measure::Unit(dimension) => parse::quantity(text, dimension).map_err(E::custom),
        }
    }
}

impl Quantity for f64 {
    fn read<'de, D: Deserializer<'de>>(input: D, measure: Measure) -> Result<Self, D::Error> {
        input.deserialize_any(Number(measure))
    }

    fn write<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        output.serialize_f64(*self)
    }
}

impl Quantity for f32 {
    fn read<'de, D: Deserializer<'de>>(input: D, measure: Measure) -> Result<Self, D::Error> {
        let wide = f64::read(input, measure)?;
        let value = wide as Self;
        if value.is_finite() {
            Ok(value)
        } else {
            Err(de::Error::custom(format_args!(
                "{wide:e} is not a finite number in 32 bits; write one between -1e38 and 1e38"
            )))
        }
    }

    fn write<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        // The shortest digits that give this f32 back, for 0.1 to stay 0.1 in a file.
        let short = self.to_string().parse::<f64>();
        let exact = f64::from(*self);
        output.serialize_f64(match short {
            Ok(short) if short as Self == *self => short,
            _ => exact,
        })
    }
}

/// Reads one part of a vector.
struct Part<T>(Measure, PhantomData<T>);

impl<'de, T: Quantity> DeserializeSeed<'de> for Part<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<T, D::Error> {
        T::read(input, self.0)
    }
}

struct Parts<T, const N: usize>(Measure, PhantomData<T>);

impl<'de, T: Quantity + Copy + Default, const N: usize> Visitor<'de> for Parts<T, N> {
    type Value = [T; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{N} numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<[T; N], A::Error> {
        let mut values = [T::default(); N];
        for (count, value) in values.iter_mut().enumerate() {
            *value = parts
                .next_element_seed(Part(self.0, PhantomData))?
                .ok_or_else(|| de::Error::invalid_length(count, &self))?;
        }
        Ok(values)
    }
}

/// A value written and read as its numbers.
pub(crate) struct Array<T, const N: usize>(pub(crate) [T; N]);

impl<T: Quantity + Copy + Default, const N: usize> Quantity for Array<T, N> {
    fn read<'de, D: Deserializer<'de>>(input: D, measure: Measure) -> Result<Self, D::Error> {
        input
            .deserialize_tuple(N, Parts::<T, N>(measure, PhantomData))
            .map(Self)
    }

    fn write<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        let mut tuple = output.serialize_tuple(N)?;
        for value in &self.0 {
            tuple.serialize_element(&Written(value))?;
        }
        tuple.end()
    }
}

/// Lets a quantity stand where serde wants something that it can serialise.
struct Written<'a, T>(&'a T);

impl<T: Quantity> serde::Serialize for Written<'_, T> {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        self.0.write(output)
    }
}

macro_rules! vectors {
    ($($type:ty: [$number:ty; $count:literal];)*) => {$(
        impl Quantity for $type {
            fn read<'de, D: Deserializer<'de>>(
                input: D,
                measure: Measure,
            ) -> Result<Self, D::Error> {
                Array::<$number, $count>::read(input, measure).map(|parts| Self::from(parts.0))
            }

            fn write<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
                Array(<[$number; $count]>::from(*self)).write(output)
            }
        }
    )*};
}

vectors! {
    Vec2: [f32; 2];
    Vec3: [f32; 3];
    DVec3: [f64; 3];
}

struct Maybe<T>(Measure, PhantomData<T>);

impl<'de, T: Quantity> Visitor<'de> for Maybe<T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or nothing")
    }

    fn visit_none<E: de::Error>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_unit<E: de::Error>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, input: D) -> Result<Option<T>, D::Error> {
        T::read(input, self.0).map(Some)
    }
}

impl<T: Quantity> Quantity for Option<T> {
    fn read<'de, D: Deserializer<'de>>(input: D, measure: Measure) -> Result<Self, D::Error> {
        input.deserialize_option(Maybe(measure, PhantomData))
    }

    fn write<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        match self {
            Some(value) => output.serialize_some(&Written(value)),
            None => output.serialize_none(),
        }
    }
}

struct List<T>(Measure, PhantomData<T>);

impl<'de, T: Quantity> Visitor<'de> for List<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Vec<T>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = parts.next_element_seed(Part(self.0, PhantomData))? {
            values.push(value);
        }
        Ok(values)
    }
}

impl<T: Quantity> Quantity for Vec<T> {
    fn read<'de, D: Deserializer<'de>>(input: D, measure: Measure) -> Result<Self, D::Error> {
        input.deserialize_seq(List(measure, PhantomData))
    }

    fn write<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        output.collect_seq(self.iter().map(Written))
    }
}

/// Whether a field has the value that it gets when it is left out.
pub(crate) fn unset<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
