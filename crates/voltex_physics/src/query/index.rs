//! All colliders of a world, ready to be asked about.

use std::collections::{BTreeMap, BTreeSet};

use voltex_ecs::{Component, Entity, StorageRef, Transform, Version, World};
use voltex_math::{Aabb, Pose};

use super::placement;
use crate::body::RigidBody;
use crate::broad::{DynamicBvh, Mobility, Proxy, check_box, improvement};
use crate::collider::Collider;
use crate::error::PhysicsError;
use crate::filter::{CollisionLayers, QueryFilter, Sensor};
use crate::shape::{Shape, ShapeStore};

/// Number of a row: the number of its entity. Rows in this order are in the order in which the entities were made, as
/// long as no number has been used twice.
pub(crate) type RowId = u32;

/// What the index knows of an entity with a collider.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) entity: Entity,
    /// The components as they were read.
    collider: Collider,
    transform: Option<Transform>,
    pub(crate) facts: Facts,
    place: Place,
    /// Valid unless `place` is nowhere.
    pub(crate) placed: Placed,
}

/// What other components say of a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Facts {
    pub(crate) layers: CollisionLayers,
    pub(crate) sensor: bool,
    pub(crate) mobility: Mobility,
}

impl Facts {
    fn of(source: &Source<'_>, entity: Entity) -> Self {
        let moving = source
            .bodies
            .get(entity)
            .is_some_and(|body| !body.is_static());
        Self {
            layers: source.layers.get(entity).copied().unwrap_or_default(),
            sensor: source.sensors.contains(entity),
            mobility: if moving {
                Mobility::Moving
            } else {
                Mobility::Static
            },
        }
    }

    /// Whether a query looks at the entity.
    #[inline]
    pub(crate) fn pass(&self, entity: Entity, filter: &QueryFilter) -> bool {
        filter.accepts(entity, self.layers, self.sensor, self.mobility)
    }
}

/// A collider in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) pose: Pose,
    /// In the size that it has in the world.
    pub(crate) collider: Collider,
    /// Smallest box around it, m.
    pub(crate) bounds: Aabb,
}

/// Where the box of a row is kept.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// The entity has no transform, or something is wrong with it.
    Nowhere,
    /// In the list of half-spaces, whose boxes no tree can tell apart.
    Unbounded,
    /// In a tree by the end of the reading.
    Waiting(Mobility),
    Tree(Mobility, Proxy),
}

/// All colliders of a world in two trees, static and moving.
///
/// A collider belongs to an entity with a [`Transform`] and a [`Collider`]; [`CollisionLayers`] and [`Sensor`] are
/// taken into account, and a [`RigidBody`] that is not static makes it a moving one. A child of the hierarchy is
/// placed by its parents. Colliders that cannot be used are listed by [`ColliderIndex::bad`] and left out; others are
/// unaffected by them.
///
/// [`ColliderIndex::update`] reads what was written since the last time and nothing else. Answers are ordered by
/// distance and, where that is equal, by the number of the entity, which is the order of creation as long as no
/// entity was despawned.
///
/// ```
/// use voltex_ecs::{Transform, World};
/// use voltex_math::Vec3;
/// use voltex_physics::query::{ColliderIndex, Ray};
/// use voltex_physics::{Collider, QueryFilter};
///
/// let mut world = World::new();
/// let wall = world.spawn_with((Transform::from_position(Vec3::X * 5.0), Collider::cuboid(Vec3::ONE)));
/// let mut index = ColliderIndex::new(&world);
/// let ray = Ray::new(Vec3::ZERO, Vec3::X)?;
/// let hit = index.cast_ray(&ray, 100.0, &QueryFilter::default()).unwrap();
/// assert_eq!((hit.entity, hit.hit.distance), (wall, 4.0));
/// world.get_mut::<Transform>(wall).unwrap().position.x = 9.0;
/// index.update(&mut world);
/// assert_eq!(index.cast_ray(&ray, 100.0, &QueryFilter::default()).unwrap().hit.distance, 8.0);
/// # Ok::<(), voltex_physics::PhysicsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ColliderIndex {
    /// By the number of the entity.
    rows: Vec<Option<Row>>,
    /// By [`tree_of`].
    trees: [DynamicBvh; 2],
    /// Row of each proxy, by tree.
    owners: [Vec<RowId>; 2],
    /// Half-spaces, in order.
    unbounded: Vec<RowId>,
    /// Rows whose box goes into a tree by the end of the reading.
    waiting: Vec<RowId>,
    bad: BTreeMap<RowId, (Entity, PhysicsError)>,
    store: ShapeStore,
    since: Version,
    /// How many boxes of each tree moved since it was last improved.
    changed: [usize; 2],
}

/// Share of its half extent by which the box of a moving collider is kept larger.
const MARGIN: f32 = 0.1;

const fn tree_of(mobility: Mobility) -> usize {
    match mobility {
        Mobility::Static => 0,
        Mobility::Moving => 1,
    }
}

impl Default for ColliderIndex {
    /// Without colliders.
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            trees: [DynamicBvh::new(0.0), DynamicBvh::new(MARGIN)],
            owners: [Vec::new(), Vec::new()],
            unbounded: Vec::new(),
            waiting: Vec::new(),
            bad: BTreeMap::new(),
            store: ShapeStore::default(),
            since: Version::ZERO,
            changed: [0; 2],
        }
    }
}

/// The storages that the index reads.
struct Source<'w> {
    world: &'w World,
    colliders: StorageRef<'w, Collider>,
    transforms: StorageRef<'w, Transform>,
    layers: StorageRef<'w, CollisionLayers>,
    sensors: StorageRef<'w, Sensor>,
    bodies: StorageRef<'w, RigidBody>,
}

impl ColliderIndex {
    /// Index of all colliders of a world.
    ///
    /// # Panics
    /// One of the components is borrowed for writing.
    pub fn new(world: &World) -> Self {
        let mut index = Self::default();
        index.read(world);
        index
    }

    /// Reads what was written since the last update. Costs nothing to speak of if that is nothing, and per written
    /// component a look at its block of 1,024; after an entity came or went, a look at each row.
    ///
    /// The index belongs to one world. After this world was overwritten, by `clone_from` or `decode`, call
    /// [`Self::recheck`] first.
    pub fn update(&mut self, world: &mut World) {
        let now = world.checkpoint();
        self.read(world);
        self.since = now;
    }

    /// Has the next update compare everything, whatever versions say.
    pub fn recheck(&mut self) {
        self.since = Version::ZERO;
    }

    /// Number of colliders that take part.
    pub fn len(&self) -> usize {
        self.trees[0].len() + self.trees[1].len() + self.unbounded.len()
    }

    /// Whether no collider takes part.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Colliders that cannot be used, and why, in order of the entities' numbers.
    pub fn bad(&self) -> impl Iterator<Item = (Entity, &PhysicsError)> {
        self.bad.values().map(|(entity, error)| (*entity, error))
    }

    /// Smallest box around the collider of an entity, m; `None` if it takes no part.
    pub fn bounds(&self, entity: Entity) -> Option<Aabb> {
        let row = self.rows.get(entity.id() as usize)?.as_ref()?;
        (row.entity == entity && row.place != Place::Nowhere).then_some(row.placed.bounds)
    }
}

/// Reading of a world.
impl ColliderIndex {
    fn read(&mut self, world: &World) {
        let source = Source {
            world,
            colliders: world.storage(),
            transforms: world.storage(),
            layers: world.storage(),
            sensors: world.storage(),
            bodies: world.storage(),
        };
        let since = self.since;
        let store = world.resource::<ShapeStore>();
        let new_store = store
            .as_ref()
            .is_some_and(|store| !store.is_same(&self.store));
        if new_store && let Some(store) = &store {
            self.store.clone_from(store);
        }
        self.drop_stale(&source);
        if new_store || world.hierarchy_changed(since) {
            for entity in source.colliders.entities() {
                self.read_row(&source, *entity, true);
            }
        }
        fn written<'s, T: Component>(
            storage: &'s StorageRef<'_, T>,
            since: Version,
        ) -> impl Iterator<Item = Entity> + 's {
            let blocks = storage.changed_rows(since);
            blocks.flat_map(|rows| storage.entities()[rows].iter().copied())
        }
        let entities = written(&source.colliders, since)
            .chain(written(&source.layers, since))
            .chain(written(&source.sensors, since))
            .chain(written(&source.bodies, since));
        for entity in entities {
            self.read_row(&source, entity, false);
        }
        let nested = world.hierarchy_changed(Version::ZERO);
        let mut parents: Vec<Entity> = Vec::new();
        for entity in written(&source.transforms, since) {
            self.read_row(&source, entity, false);
            if nested && world.children(entity).next().is_some() {
                parents.push(entity);
            }
        }
        // Whatever hangs below a written transform may have moved with it.
        let mut looked_at = BTreeSet::new();
        while let Some(parent) = parents.pop() {
            if looked_at.insert(parent.id()) {
                for child in world.children(parent) {
                    self.read_row(&source, child, true);
                    parents.push(child);
                }
            }
        }
        self.plant();
        for (tree, changed) in self.trees.iter_mut().zip(&mut self.changed) {
            tree.improve(improvement(std::mem::take(changed), tree.len()));
        }
    }

    /// Takes rows out whose entity has lost what made it a collider, and what a component said that is gone.
    fn drop_stale(&mut self, source: &Source<'_>) {
        let since = self.since;
        let gone =
            source.colliders.structure_changed(since) || source.transforms.structure_changed(since);
        let other = source.layers.structure_changed(since)
            || source.sensors.structure_changed(since)
            || source.bodies.structure_changed(since);
        if !(gone || other) {
            return;
        }
        for id in 0..self.rows.len() {
            let Some(row) = &self.rows[id] else {
                continue;
            };
            let entity = row.entity;
            if gone && !source.colliders.contains(entity) {
                self.forget(entity);
                continue;
            }
            let stripped = row.transform.is_some() && !source.transforms.contains(entity);
            if (gone && stripped) || (other && row.facts != Facts::of(source, entity)) {
                self.read_row(source, entity, false);
            }
            // Something above it may have lost its transform.
            if source.transforms.structure_changed(since) && source.world.parent(entity).is_some() {
                self.read_row(source, entity, true);
            }
        }
    }

    /// Brings the row of an entity up to date, if it has a collider. With `again` its place is computed even where
    /// its own components are as they were.
    fn read_row(&mut self, source: &Source<'_>, entity: Entity, again: bool) {
        let Some(collider) = source.colliders.get(entity).copied() else {
            return;
        };
        let transform = source.transforms.get(entity).copied();
        let facts = Facts::of(source, entity);
        let id = entity.id() as usize;
        if id >= self.rows.len() {
            self.rows.resize(id + 1, None);
        }
        let mut place = Place::Nowhere;
        match self.rows[id] {
            Some(row) if row.entity != entity => self.forget(row.entity),
            Some(row) => {
                // NaN differs from itself, and is looked at again each time.
                let same = row.collider == collider && row.transform == transform;
                if same && row.facts == facts && !again {
                    return;
                }
                place = row.place;
            }
            None => {}
        }
        self.bad.remove(&entity.id());
        let placed = transform.and_then(|transform| {
            match self.placed(source, entity, &transform, &collider) {
                Ok(placed) => Some(placed),
                Err(error) => {
                    self.bad.insert(entity.id(), (entity, error));
                    None
                }
            }
        });
        let mut row = Row {
            entity,
            collider,
            transform,
            facts,
            place: Place::Nowhere,
            placed: placed.unwrap_or(Placed {
                pose: Pose::IDENTITY,
                collider,
                bounds: Aabb::default(),
            }),
        };
        let bounds = placed.map(|placed| placed.bounds);
        let unbounded = matches!(collider, Collider::HalfSpace { .. });
        row.place = self.put(entity.id(), place, bounds, unbounded, facts.mobility);
        self.rows[id] = Some(row);
    }

    /// # Errors
    /// Why it cannot be used.
    fn placed(
        &self,
        source: &Source<'_>,
        entity: Entity,
        transform: &Transform,
        collider: &Collider,
    ) -> Result<Placed, PhysicsError> {
        let (pose, collider) = placement::placed(
            source.world,
            &source.transforms,
            entity,
            transform,
            collider,
        )?;
        let bounds = collider.aabb(&pose, &self.store)?;
        check_box(&bounds)?;
        Ok(Placed {
            pose,
            collider,
            bounds,
        })
    }

    /// Moves the box of a row from where it is kept to where it belongs, and tells where that is.
    fn put(
        &mut self,
        id: RowId,
        old: Place,
        bounds: Option<Aabb>,
        unbounded: bool,
        mobility: Mobility,
    ) -> Place {
        if let (Place::Tree(kept_as, proxy), Some(bounds)) = (old, &bounds)
            && !unbounded
            && kept_as == mobility
        {
            let tree = tree_of(mobility);
            let moved = self.trees[tree].set(proxy, bounds);
            self.changed[tree] += usize::from(moved.expect("the box was checked"));
            return old;
        }
        match old {
            Place::Nowhere | Place::Waiting(_) => {}
            Place::Unbounded => self.unbounded.retain(|other| *other != id),
            Place::Tree(kept_as, proxy) => {
                self.trees[tree_of(kept_as)].remove(proxy);
                self.changed[tree_of(kept_as)] += 1;
            }
        }
        if bounds.is_none() {
            return Place::Nowhere;
        }
        if unbounded {
            let at = self.unbounded.partition_point(|other| *other < id);
            self.unbounded.insert(at, id);
            return Place::Unbounded;
        }
        self.waiting.push(id);
        Place::Waiting(mobility)
    }

    /// Puts all boxes that wait into their trees; many at once make a better tree at less cost.
    fn plant(&mut self) {
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.sort_unstable();
        waiting.dedup();
        for mobility in [Mobility::Static, Mobility::Moving] {
            let tree = tree_of(mobility);
            // One that was put aside and came back has a place by now, or no row.
            let row = |id: RowId| self.rows[id as usize].as_ref();
            let waits =
                |id: &RowId| row(*id).is_some_and(|row| row.place == Place::Waiting(mobility));
            let ids: Vec<RowId> = waiting.iter().copied().filter(waits).collect();
            let boxes: Vec<Aabb> = ids
                .iter()
                .filter_map(|id| row(*id))
                .map(|row| row.placed.bounds)
                .collect();
            let proxies = self.trees[tree].insert_all(&boxes);
            for (id, proxy) in ids.iter().zip(proxies.expect("the boxes were checked")) {
                if let Some(row) = &mut self.rows[*id as usize] {
                    row.place = Place::Tree(mobility, proxy);
                }
                let owners = &mut self.owners[tree];
                if proxy.0 as usize >= owners.len() {
                    owners.resize(proxy.0 as usize + 1, *id);
                }
                owners[proxy.0 as usize] = *id;
                self.changed[tree] += 1;
            }
        }
        waiting.clear();
        self.waiting = waiting;
    }

    fn forget(&mut self, entity: Entity) {
        if let Some(row) = self.rows[entity.id() as usize].take() {
            self.put(entity.id(), row.place, None, false, row.facts.mobility);
            self.bad.remove(&entity.id());
        }
    }
}

/// What the files beside this one look at.
impl ColliderIndex {
    /// The row of this number, which is in a tree or in the list of half-spaces.
    #[inline]
    pub(crate) fn row(&self, id: RowId) -> &Row {
        self.rows[id as usize]
            .as_ref()
            .expect("what is kept has a row")
    }

    /// The shape of a row.
    #[inline]
    pub(crate) fn shape(&self, row: &Row) -> Shape<'_> {
        let shape = row.placed.collider.shape(&self.store);
        shape.expect("the row was read with this store")
    }

    /// Trees, each with the row of each proxy.
    #[inline]
    pub(crate) fn trees(&self) -> impl Iterator<Item = (&DynamicBvh, &[RowId])> {
        let owners = self.owners.iter().map(Vec::as_slice);
        self.trees.iter().zip(owners)
    }

    /// Rows of half-spaces, in order.
    pub(crate) fn unbounded(&self) -> &[RowId] {
        &self.unbounded
    }

    /// All rows that take part, in order.
    pub(crate) fn taking_part(&self) -> impl Iterator<Item = (RowId, &Row)> {
        (0..).zip(&self.rows).filter_map(|(id, row)| {
            let row = row.as_ref()?;
            (row.place != Place::Nowhere).then_some((id, row))
        })
    }
}
