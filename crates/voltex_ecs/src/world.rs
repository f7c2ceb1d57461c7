//! The world: entities, their components, resources and events.

use std::any::TypeId;
use std::sync::atomic::AtomicU64;

use crate::allocator::EntityAllocator;
use crate::borrow::Ref;
use crate::bundle::Bundle;
use crate::column::{Column, ColumnId};
use crate::component::Component;
use crate::entity::Entity;
use crate::error::{AddError, EcsError};
use crate::group::Group;
use crate::query::{Filter, Query, QueryTerm};
use crate::registry::Registry;
use crate::resource::Resources;
use crate::storage::{StorageMut, StorageRef};
use crate::type_table::TypeTable;
use crate::version::Version;

/// Entities with their components, resources and events: the whole state of a simulation.
///
/// What the type of a borrow can show is checked by the compiler: [`World::get_mut`] and everything
/// that adds or removes takes `&mut self`. [`World::storage_mut`], [`World::query`] and
/// [`World::resource_mut`] take `&self`, so that several can be used side by side, and panic if two
/// of them want the same component or resource and one of them to write; the message names both
/// places in the source.
///
/// The order in which entities are visited is part of the state. It is that of the packed storage:
/// order of insertion, except that removal moves the last row into the gap and groups move rows to
/// stay aligned. Nothing depends on addresses, hashes or threads.
///
/// A clone is exact: same handles, same handles in future, same order, same [`World::hash`].
pub struct World {
    pub(crate) entities: EntityAllocator,
    pub(crate) columns: Vec<Column>,
    types: TypeTable,
    pub(crate) groups: Vec<Group>,
    /// Stamp of writes that happen now.
    now: Version,
    /// Counts numbers for [`Column::order`].
    orders: AtomicU64,
    pub(crate) resources: Resources,
    pub(crate) registry: Registry,
}

impl World {
    /// World without entities. Components of this crate are registered for hash and codec.
    pub fn new() -> Self {
        let mut world = Self {
            entities: EntityAllocator::new(),
            columns: Vec::new(),
            types: TypeTable::new(),
            groups: Vec::new(),
            now: Version::FIRST,
            orders: AtomicU64::new(0),
            resources: Resources::new(),
            registry: Registry::new(),
        };
        world.register_own_components();
        world
    }
}

impl Default for World {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let components = self.columns.iter().map(|c| (c.name, c.index.len()));
        f.debug_struct("World")
            .field("entities", &self.entity_count())
            .field("components", &components.collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// # Entities
impl World {
    /// New entity without components.
    pub fn spawn(&mut self) -> Entity {
        self.entities.allocate()
    }

    /// New entity with the components of a tuple.
    ///
    /// ```
    /// # use voltex_ecs::{Transform, World};
    /// let mut world = World::new();
    /// let ball = world.spawn_with((Transform::default(), "ball"));
    /// assert_eq!(*world.get::<&str>(ball).unwrap(), "ball");
    /// ```
    pub fn spawn_with<B: Bundle>(&mut self, bundle: B) -> Entity {
        let columns = B::columns(self);
        let entity = self.entities.allocate();
        bundle.put(self, entity, &columns);
        entity
    }

    /// New entities with the components of one tuple each, in order. Finds the storages once and
    /// makes room once, which is faster than spawning one by one.
    pub fn spawn_batch<B: Bundle>(&mut self, bundles: impl IntoIterator<Item = B>) -> Vec<Entity> {
        let bundles = bundles.into_iter();
        let columns = B::columns(self);
        let expected = bundles.size_hint().0;
        self.entities.reserve(expected);
        B::reserve(self, &columns, expected);
        let mut spawned = Vec::with_capacity(expected);
        for bundle in bundles {
            let entity = self.entities.allocate();
            bundle.put(self, entity, &columns);
            spawned.push(entity);
        }
        spawned
    }

    /// Ends an entity: drops all its components and detaches it from parent and children; these
    /// become roots. False if it was dead already.
    pub fn despawn(&mut self, entity: Entity) -> bool {
        if !self.entities.is_alive(entity) {
            return false;
        }
        self.detach_all(entity);
        for place in 0..self.columns.len() {
            let column = &self.columns[place];
            let Some(row) = column.index.row_of_id(entity.id()) else {
                continue;
            };
            let row = match column.group {
                None => row,
                Some(group) => {
                    self.dismiss(group, entity);
                    let moved = self.columns[place].index.row_of_id(entity.id());
                    moved.expect("leaving a group keeps the component")
                }
            };
            self.columns[place].drop_row(row, self.now);
        }
        self.entities.deallocate(entity)
    }

    /// Ends all entities. Their handles stay dead: ids are given out again with greater generations.
    pub fn clear(&mut self) {
        for group in &mut self.groups {
            group.len = 0;
        }
        for column in &mut self.columns {
            column.clear(self.now);
        }
        let alive: Vec<Entity> = self.entities.iter().collect();
        for entity in alive {
            self.entities.deallocate(entity);
        }
    }

    /// Whether the handle names a live entity.
    pub fn is_alive(&self, entity: Entity) -> bool {
        self.entities.is_alive(entity)
    }

    /// How many entities are alive, in O(1).
    pub fn entity_count(&self) -> usize {
        self.entities.alive_count()
    }

    /// Live entities by ascending id.
    pub fn entities(&self) -> impl Iterator<Item = Entity> + '_ {
        self.entities.iter()
    }
}

/// # Components
impl World {
    /// Gives `entity` a component, and returns the one it replaces.
    ///
    /// # Errors
    /// The entity is dead; the error gives the component back.
    pub fn add<T: Component>(
        &mut self,
        entity: Entity,
        component: T,
    ) -> Result<Option<T>, AddError<T>> {
        if !self.entities.is_alive(entity) {
            let error = EcsError::DeadEntity { entity };
            return Err(AddError { error, component });
        }
        let id = self.column_or_insert::<T>();
        let now = self.now;
        let column = self.column_mut(id);
        if let Some(row) = column.index.row_of_id(entity.id()) {
            column.stamps.mark(row, now);
            let place = &mut column.data_mut::<T>()[row.at()];
            return Ok(Some(std::mem::replace(place, component)));
        }
        column.push(entity, component, now);
        if let Some(group) = column.group {
            self.admit(group, entity);
        }
        Ok(None)
    }

    /// Takes a component away and returns it; `None` if the entity is dead or has none.
    pub fn remove<T: Component>(&mut self, entity: Entity) -> Option<T> {
        let id = self.column_id::<T>()?;
        let now = self.now;
        let column = self.column_mut(id);
        let row = column.index.row(entity)?;
        let Some(group) = column.group else {
            return Some(column.take(row, now));
        };
        self.dismiss(group, entity);
        let column = self.column_mut(id);
        let row = column.index.row(entity)?;
        Some(column.take(row, now))
    }

    /// Component of an entity; `None` if the entity is dead or has none.
    ///
    /// # Panics
    /// The component is borrowed for writing elsewhere.
    #[inline]
    #[track_caller]
    pub fn get<T: Component>(&self, entity: Entity) -> Option<Ref<'_, T>> {
        let column = self.column(self.column_id::<T>()?);
        let row = column.index.row(entity)?;
        let values = column.values::<T>();
        Some(Ref::map(values, |values| &values[row.at()]))
    }

    /// Component of an entity, to change; `None` if the entity is dead or has none. Its block of
    /// rows counts as written.
    #[inline]
    pub fn get_mut<T: Component>(&mut self, entity: Entity) -> Option<&mut T> {
        let id = self.column_id::<T>()?;
        let now = self.now;
        let column = self.column_mut(id);
        let row = column.index.row(entity)?;
        column.stamps.mark(row, now);
        Some(&mut column.data_mut::<T>()[row.at()])
    }

    /// Whether the entity is alive and has the component.
    pub fn has<T: Component>(&self, entity: Entity) -> bool {
        self.column_id::<T>()
            .is_some_and(|id| self.column(id).index.row(entity).is_some())
    }

    /// All components of one type, to read. Empty if nobody has one.
    ///
    /// # Panics
    /// The component is borrowed for writing elsewhere.
    #[track_caller]
    pub fn storage<T: Component>(&self) -> StorageRef<'_, T> {
        StorageRef::new(self.column_id::<T>().map(|id| self.column(id)))
    }

    /// All components of one type, to write. Empty if nobody has one. Components are added and
    /// removed through the world alone, since that concerns other storages too.
    ///
    /// # Panics
    /// The component is borrowed elsewhere.
    #[track_caller]
    pub fn storage_mut<T: Component>(&self) -> StorageMut<'_, T> {
        StorageMut::new(self.column_id::<T>().map(|id| self.column(id)), self.now)
    }
}

/// # Queries
impl World {
    /// Entities that have all that the terms `Q` ask for: `&T`, `&mut T`, `Option<&T>`,
    /// `Option<&mut T>`, [`Entity`], or a tuple of up to 8.
    ///
    /// The first `&T` or `&mut T` leads: entities come in the order of its storage. If there is
    /// none, all live entities come by ascending id.
    ///
    /// ```
    /// # use voltex_ecs::World;
    /// # #[derive(Clone)] struct Position(f32);
    /// # #[derive(Clone)] struct Velocity(f32);
    /// # let mut world = World::new();
    /// # world.spawn_with((Position(0.0), Velocity(2.0)));
    /// for (position, velocity) in &mut world.query::<(&mut Position, &Velocity)>() {
    ///     position.0 += velocity.0 * (1.0 / 60.0);
    /// }
    /// ```
    ///
    /// # Panics
    /// A component is borrowed elsewhere, or twice in this query, and one of the two is to write it.
    #[track_caller]
    pub fn query<Q: QueryTerm>(&self) -> Query<'_, Q> {
        Query::new(self)
    }

    /// As [`World::query`], of those entities that the filter lets pass: [`With`](crate::With),
    /// [`Without`](crate::Without), or a tuple of up to 8. If no term of `Q` leads, the first
    /// `With` does.
    ///
    /// # Panics
    /// As for [`World::query`]; filters borrow nothing.
    #[track_caller]
    pub fn query_filtered<Q: QueryTerm, F: Filter>(&self) -> Query<'_, Q, F> {
        Query::new(self)
    }

    /// Entities that have both components, with handle and order of `A`: short for
    /// `query::<(Entity, &A, &B)>()`.
    ///
    /// # Panics
    /// As for [`World::query`].
    #[track_caller]
    pub fn query2<A: Component, B: Component>(&self) -> Query<'_, (Entity, &A, &B)> {
        Query::new(self)
    }
}

/// # Change detection
impl World {
    /// Ends a span of writes: everything written from now on is after the version returned.
    ///
    /// Whatever gives a `&mut T` stamps the block of 1,024 rows that the value lies in, so a
    /// reader that keeps the version of its last visit finds what changed since without comparing
    /// values; see [`StorageRef::changed_rows`]. Only [`StorageMut::write_back`] leaves no stamp.
    /// Nothing can be borrowed at this moment, hence no write escapes.
    pub fn checkpoint(&mut self) -> Version {
        let version = self.now;
        self.now = version.next();
        version
    }
}

/// Access for the other files of this crate.
impl World {
    #[inline]
    pub(crate) fn now(&self) -> Version {
        self.now
    }

    pub(crate) fn orders(&self) -> &AtomicU64 {
        &self.orders
    }

    #[inline]
    pub(crate) fn has_groups(&self) -> bool {
        !self.groups.is_empty()
    }

    #[inline]
    pub(crate) fn column(&self, id: ColumnId) -> &Column {
        &self.columns[id.0 as usize]
    }

    #[inline]
    pub(crate) fn column_mut(&mut self, id: ColumnId) -> &mut Column {
        &mut self.columns[id.0 as usize]
    }

    #[inline]
    pub(crate) fn column_id<T: Component>(&self) -> Option<ColumnId> {
        self.column_id_of(TypeId::of::<T>())
    }

    #[inline]
    pub(crate) fn column_id_of(&self, type_id: TypeId) -> Option<ColumnId> {
        self.types.find(type_id).map(|place| ColumnId(place as u32))
    }

    #[inline]
    pub(crate) fn column_or_insert<T: Component>(&mut self) -> ColumnId {
        match self.column_id::<T>() {
            Some(id) => id,
            None => self.insert_new_column::<T>(),
        }
    }

    #[cold]
    #[inline(never)]
    fn insert_new_column<T: Component>(&mut self) -> ColumnId {
        self.insert_column(Column::new::<T>())
    }

    pub(crate) fn insert_column(&mut self, column: Column) -> ColumnId {
        let id = ColumnId(self.columns.len() as u32);
        self.types.insert(column.type_id, self.columns.len());
        self.columns.push(column);
        id
    }

    /// Puts a component of a live entity into its storage and leaves groups as they are.
    #[inline]
    pub(crate) fn put<T: Component>(&mut self, id: ColumnId, entity: Entity, component: T) {
        let now = self.now;
        let column = self.column_mut(id);
        match column.index.row_of_id(entity.id()) {
            None => column.push(entity, component, now),
            Some(row) => {
                column.stamps.mark(row, now);
                column.data_mut::<T>()[row.at()] = component;
            }
        }
    }

    /// Brings an entity that got these components into the groups it now belongs to.
    pub(crate) fn admit_all(&mut self, columns: &[ColumnId], entity: Entity) {
        for (place, id) in columns.iter().enumerate() {
            let Some(group) = self.column(*id).group else {
                continue;
            };
            let seen = columns[..place]
                .iter()
                .any(|earlier| self.column(*earlier).group == Some(group));
            if !seen {
                self.admit(group, entity);
            }
        }
    }
}

impl Clone for World {
    /// Exact copy: same handles, same future handles, same order, same versions, same hash.
    ///
    /// # Panics
    /// A component or resource is borrowed for writing.
    fn clone(&self) -> Self {
        Self {
            entities: self.entities.clone(),
            columns: self.columns.clone(),
            types: self.types.clone(),
            groups: self.groups.clone(),
            now: self.now,
            orders: AtomicU64::new(self.orders.load(std::sync::atomic::Ordering::Relaxed)),
            resources: self.resources.clone(),
            registry: self.registry.clone(),
        }
    }

    /// Exact copy that reuses the memory of `self`: into a world that held the same components
    /// before, and no fewer of each, nothing is allocated (components that own memory see to it in
    /// their own `clone_from`).
    ///
    /// If cloning a component panics, its storage is left empty and the world is of no use but to
    /// be overwritten or dropped.
    ///
    /// # Panics
    /// A component or resource of `source` is borrowed for writing.
    fn clone_from(&mut self, source: &Self) {
        // Rows are not aligned again before all columns are copied.
        for group in &mut self.groups {
            group.len = 0;
        }
        for column in &mut self.columns {
            *column.order.get_mut() = 0;
        }
        self.columns.truncate(source.columns.len());
        for (place, column) in source.columns.iter().enumerate() {
            match self.columns.get_mut(place) {
                None => self.columns.push(column.clone()),
                Some(own) => {
                    if !own.clone_values_from(column) {
                        *own = column.clone();
                    }
                }
            }
        }
        self.types.clone_from(&source.types);
        self.entities.clone_from(&source.entities);
        self.groups.clone_from(&source.groups);
        self.now = source.now;
        *self.orders.get_mut() = source.orders.load(std::sync::atomic::Ordering::Relaxed);
        self.resources.clone_from(&source.resources);
        self.registry.clone_from(&source.registry);
    }
}
