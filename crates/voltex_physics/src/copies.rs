//! Copies into the memory that is there.

/// Writes [`Clone`] for a struct by naming all of its fields: `clone_from` copies each into the memory that the field
/// has already, which a derived one does not. So copying a world over another allocates nothing.
macro_rules! copies {
    ($type:ident { $($field:ident),* $(,)? }) => {
        impl Clone for $type {
            fn clone(&self) -> Self {
                Self { $($field: self.$field.clone()),* }
            }

            fn clone_from(&mut self, source: &Self) {
                let Self { $($field),* } = self;
                $($field.clone_from(&source.$field);)*
            }
        }
    };
}

/// Writes [`Clone`] for what is at hand only while a step is made: a copy is empty, and `clone_from` keeps its memory.
macro_rules! copies_nothing {
    ($type:ident) => {
        impl Clone for $type {
            fn clone(&self) -> Self {
                Self::default()
            }

            fn clone_from(&mut self, _: &Self) {}
        }
    };
}

pub(crate) use {copies, copies_nothing};
