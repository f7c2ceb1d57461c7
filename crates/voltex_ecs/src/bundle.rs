//! Bundles: several components that are added together.

use crate::column::ColumnId;
use crate::component::Component;
use crate::entity::Entity;
use crate::world::World;

/// Components to be added together: a tuple of up to 12, or `()`.
///
/// Where a type appears twice, the later value stays.
pub trait Bundle: Send + Sync + 'static + sealed::Sealed {
    /// Places of the components in a world, in the order of the tuple.
    #[doc(hidden)]
    type Columns: AsRef<[ColumnId]> + Copy;

    /// Finds the storages, making those that are missing.
    #[doc(hidden)]
    fn columns(world: &mut World) -> Self::Columns;

    /// Puts the components into storages of a live entity.
    #[doc(hidden)]
    fn put(self, world: &mut World, entity: Entity, columns: &Self::Columns);

    /// Makes room for more entities.
    #[doc(hidden)]
    fn reserve(world: &mut World, columns: &Self::Columns, additional: usize);
}

mod sealed {
    /// Keeps the trait to the tuples of this file.
    pub trait Sealed {}
}

macro_rules! bundle {
    ($count:literal $(, $T:ident $index:tt)*) => {
        impl<$($T: Component),*> sealed::Sealed for ($($T,)*) {}

        impl<$($T: Component),*> Bundle for ($($T,)*) {
            type Columns = [ColumnId; $count];

            #[allow(unused_variables)] // The empty bundle needs no world.
            fn columns(world: &mut World) -> Self::Columns {
                [$(world.column_or_insert::<$T>()),*]
            }

            #[inline]
            #[allow(unused_variables)]
            fn put(self, world: &mut World, entity: Entity, columns: &Self::Columns) {
                $(world.put(columns[$index], entity, self.$index);)*
                if world.has_groups() {
                    world.admit_all(columns, entity);
                }
            }

            #[allow(unused_variables)]
            fn reserve(world: &mut World, columns: &Self::Columns, additional: usize) {
                $(world.column_mut(columns[$index]).reserve::<$T>(additional);)*
            }
        }
    };
}

bundle!(0);
bundle!(1, A 0);
bundle!(2, A 0, B 1);
bundle!(3, A 0, B 1, C 2);
bundle!(4, A 0, B 1, C 2, D 3);
bundle!(5, A 0, B 1, C 2, D 3, E 4);
bundle!(6, A 0, B 1, C 2, D 3, E 4, F 5);
bundle!(7, A 0, B 1, C 2, D 3, E 4, F 5, G 6);
bundle!(8, A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
bundle!(9, A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
bundle!(10, A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
bundle!(11, A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
bundle!(12, A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
