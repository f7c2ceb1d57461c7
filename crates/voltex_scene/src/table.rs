//! Things with names, in the order of the file.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// Values by name, in the order in which they were written. Names differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Table<T> {
    rows: Vec<(String, T)>,
    /// Row of each name.
    places: BTreeMap<String, usize>,
}

impl<T> Table<T> {
    /// A table without rows.
    pub const fn new() -> Self {
        Self {
            rows: Vec::new(),
            places: BTreeMap::new(),
        }
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.position(name).map(|row| &self.rows[row].1)
    }

    /// The row of a name, counted from 0.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// Sets the value of a name, in its old row or a new last one; gives back the value that it had.
    pub fn insert(&mut self, name: impl Into<String>, value: T) -> Option<T> {
        let name = name.into();
        match self.position(&name) {
            Some(row) => Some(std::mem::replace(&mut self.rows[row].1, value)),
            None => {
                self.places.insert(name.clone(), self.rows.len());
                self.rows.push((name, value));
                None
            }
        }
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &T)> {
        self.rows.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Names in order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.rows.iter().map(|(name, _)| name.as_str())
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Serialize> Serialize for Table<T> {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        output.collect_map(self.rows.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Table<T> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        input.deserialize_map(Rows(PhantomData))
    }
}

struct Rows<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Rows<T> {
    type Value = Table<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table of names and values")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Table<T>, A::Error> {
        let mut table = Table::new();
        while let Some(name) = map.next_key::<String>()? {
            if table.position(&name).is_some() {
                return Err(de::Error::custom(format_args!(
                    "the name `{}` comes twice in this table; rename one of the two",
                    crate::error::quoted(&name)
                )));
            }
            let value = map.next_value()?;
            table.insert(name, value);
        }
        Ok(table)
    }
}
