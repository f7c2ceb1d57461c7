//! Parents and children, and where that puts them in the world.

use voltex_math::Mat4;

use crate::codec;
use crate::column::Column;
use crate::entity::Entity;
use crate::error::EcsError;
use crate::query::{With, Without};
use crate::transform::{GlobalTransform, Transform};
use crate::version::Version;
use crate::world::World;

/// Neighbours of an entity in the hierarchy. Private to the crate, so that no link can dangle: the
/// world detaches whatever it despawns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Links {
    parent: Option<Entity>,
    first_child: Option<Entity>,
    last_child: Option<Entity>,
    previous: Option<Entity>,
    next: Option<Entity>,
}

codec!(Links {
    parent,
    first_child,
    last_child,
    previous,
    next
});

impl Links {
    /// Whether nothing hangs together with the entity.
    fn is_alone(&self) -> bool {
        self.parent.is_none() && self.first_child.is_none()
    }
}

/// # Hierarchy
impl World {
    /// Puts `child` under `parent`, behind the children that are there, after taking it from where
    /// it was. Its [`Transform`] keeps its numbers, which are from now on relative to `parent`.
    ///
    /// ```
    /// # use voltex_ecs::{GlobalTransform, Transform, World};
    /// # use voltex_math::Vec3;
    /// let mut world = World::new();
    /// let cart = world.spawn_with((Transform::from_position(Vec3::X),));
    /// let wheel = world.spawn_with((Transform::from_position(Vec3::Y),));
    /// world.set_parent(wheel, cart)?;
    /// world.propagate_transforms();
    /// let seen = world.get::<GlobalTransform>(wheel).unwrap();
    /// assert_eq!(seen.position(), Vec3::new(1.0, 1.0, 0.0));
    /// # Ok::<(), voltex_ecs::EcsError>(())
    /// ```
    ///
    /// # Errors
    /// One of them is dead; `parent` is `child` or lies below it.
    pub fn set_parent(&mut self, child: Entity, parent: Entity) -> Result<(), EcsError> {
        for entity in [child, parent] {
            if !self.is_alive(entity) {
                return Err(EcsError::DeadEntity { entity });
            }
        }
        // Nothing lies below a leaf, which spares the way up when trees are built from the root.
        let leaf = child != parent && self.links(child).first_child.is_none();
        let mut above = (!leaf).then_some(parent);
        while let Some(entity) = above {
            if entity == child {
                return Err(EcsError::ParentCycle { child, parent });
            }
            above = self.parent(entity);
        }
        self.clear_parent(child);
        let last = self.links(parent).last_child;
        self.change_links(child, |links| {
            links.parent = Some(parent);
            links.previous = last;
        });
        if let Some(last) = last {
            self.change_links(last, |links| links.next = Some(child));
        }
        self.change_links(parent, |links| {
            links.first_child = links.first_child.or(Some(child));
            links.last_child = Some(child);
        });
        Ok(())
    }

    /// Makes `child` a root; false if it was one, or is dead.
    pub fn clear_parent(&mut self, child: Entity) -> bool {
        let links = self.links(child);
        let Some(parent) = links.parent else {
            return false;
        };
        match links.previous {
            Some(previous) => self.change_links(previous, |other| other.next = links.next),
            None => self.change_links(parent, |above| above.first_child = links.next),
        }
        match links.next {
            Some(next) => self.change_links(next, |other| other.previous = links.previous),
            None => self.change_links(parent, |above| above.last_child = links.previous),
        }
        self.change_links(child, |own| {
            own.parent = None;
            own.previous = None;
            own.next = None;
        });
        self.drop_lonely_links(parent);
        self.drop_lonely_links(child);
        true
    }

    /// Entity that `child` hangs on; `None` for a root or a dead entity.
    pub fn parent(&self, child: Entity) -> Option<Entity> {
        self.links(child).parent
    }

    /// Entities that hang on `parent`, in the order in which they were put there.
    pub fn children(&self, parent: Entity) -> impl Iterator<Item = Entity> + '_ {
        let first = self.links(parent).first_child;
        std::iter::successors(first, |child| self.links(*child).next)
    }

    /// Whether any entity was put under another one, or taken from there, after `since`. What only changed its
    /// place among the children of one parent may count.
    pub fn hierarchy_changed(&self, since: Version) -> bool {
        let links = self.storage::<Links>();
        links.structure_changed(since) || links.changed_rows(since).next().is_some()
    }

    /// Despawns an entity and all below it, the deepest level first and each level from its last
    /// entity to its first; returns how many.
    pub fn despawn_recursive(&mut self, entity: Entity) -> usize {
        let mut found: Vec<Entity> = self
            .is_alive(entity)
            .then_some(entity)
            .into_iter()
            .collect();
        let mut looked_at = 0;
        while let Some(parent) = found.get(looked_at).copied() {
            found.extend(self.children(parent));
            looked_at += 1;
        }
        // From the leaves up, so that no child is made a root on the way.
        for entity in found.iter().rev() {
            self.despawn(*entity);
        }
        found.len()
    }

    /// Gives every entity that has a [`Transform`] a [`GlobalTransform`], from its own transform
    /// and those of all entities above it, and takes it from all others.
    ///
    /// An entity without transform between two others passes on what is above it. Only values whose
    /// bits change are written, so versions tell what moved in the world. Any depth will do.
    pub fn propagate_transforms(&mut self) {
        self.match_global_transforms();
        let placed = self.global_matrices();
        let mut globals = self.storage_mut::<GlobalTransform>();
        for (entity, matrix) in placed {
            let moved = globals
                .get(entity)
                .is_some_and(|old| differ(&old.matrix, &matrix));
            if moved && let Some(global) = globals.get_mut(entity) {
                global.matrix = matrix;
            }
        }
    }

    /// Adds and removes [`GlobalTransform`] so that it is where [`Transform`] is.
    fn match_global_transforms(&mut self) {
        let without = self.query_filtered::<Entity, (With<Transform>, Without<GlobalTransform>)>();
        let new: Vec<Entity> = without.iter().collect();
        drop(without);
        for entity in new {
            let id = self.column_or_insert::<GlobalTransform>();
            self.put(id, entity, GlobalTransform::IDENTITY);
            self.admit_all(&[id], entity);
        }
        let stale = self.query_filtered::<Entity, (With<GlobalTransform>, Without<Transform>)>();
        let old: Vec<Entity> = stale.iter().collect();
        drop(stale);
        for entity in old {
            self.remove::<GlobalTransform>(entity);
        }
    }

    /// Matrix from the frame of each entity to the world, for all that have a transform and all
    /// that have parent or children.
    fn global_matrices(&self) -> Vec<(Entity, Mat4)> {
        let transforms = self.storage::<Transform>();
        let links = self.storage::<Links>();
        let local = |entity| transforms.get(entity).map(Transform::matrix);
        let mut placed: Vec<(Entity, Mat4)> = transforms
            .iter()
            .filter(|(entity, _)| !links.contains(*entity))
            .map(|(entity, transform)| (entity, transform.matrix()))
            .collect();
        // Trees level by level: what was placed is the queue of parents whose children come next.
        let mut looked_at = placed.len();
        placed.extend(
            links
                .iter()
                .filter(|(_, links)| links.parent.is_none())
                .map(|(root, _)| (root, local(root).unwrap_or(Mat4::IDENTITY))),
        );
        while let Some((parent, matrix)) = placed.get(looked_at).copied() {
            let mut child = links.get(parent).and_then(|links| links.first_child);
            while let Some(entity) = child {
                placed.push((entity, local(entity).map_or(matrix, |own| matrix * own)));
                child = links.get(entity).and_then(|links| links.next);
            }
            looked_at += 1;
        }
        placed
    }

    /// Cuts all ties of an entity that is about to go; its children become roots.
    pub(crate) fn detach_all(&mut self, entity: Entity) {
        if !self.has::<Links>(entity) {
            return;
        }
        self.clear_parent(entity);
        while let Some(child) = self.links(entity).first_child {
            self.clear_parent(child);
        }
    }

    fn links(&self, entity: Entity) -> Links {
        self.get::<Links>(entity).map_or(Links::default(), |l| *l)
    }

    /// Changes the links of a live entity, which gets some if it has none.
    fn change_links(&mut self, entity: Entity, change: impl FnOnce(&mut Links)) {
        let mut links = self.links(entity);
        change(&mut links);
        let id = self.column_or_insert::<Links>();
        self.put(id, entity, links);
    }

    fn drop_lonely_links(&mut self, entity: Entity) {
        if self.links(entity).is_alone() {
            self.remove::<Links>(entity);
        }
    }
}

/// Whether any bit of two matrices differs.
fn differ(a: &Mat4, b: &Mat4) -> bool {
    let bits = |m: &Mat4| m.to_cols_array().map(f32::to_bits);
    bits(a) != bits(b)
}

/// Whether links read from bytes make up trees.
///
/// # Errors
/// They contradict each other.
pub(crate) fn check(column: &Column) -> Result<(), EcsError> {
    let values = column.values::<Links>();
    let of = |entity: Entity| column.index.row(entity).map(|row| values[row.at()]);
    let consistent = |(entity, links): (&Entity, &Links)| {
        let own = Some(*entity);
        let beside = |neighbour: Option<Entity>, back: fn(&Links) -> Option<Entity>| {
            neighbour.is_none_or(|other| {
                of(other).is_some_and(|other| back(&other) == own && other.parent == links.parent)
            })
        };
        let below = |child: Option<Entity>, beyond: fn(&Links) -> Option<Entity>| {
            child.is_none_or(|child| {
                of(child).is_some_and(|child| child.parent == own && beyond(&child).is_none())
            })
        };
        let above = match links.parent {
            None => links.previous.is_none() && links.next.is_none(),
            Some(parent) => of(parent).is_some_and(|parent| {
                (links.previous.is_some() || parent.first_child == own)
                    && (links.next.is_some() || parent.last_child == own)
            }),
        };
        above
            && !links.is_alone()
            && links.first_child.is_some() == links.last_child.is_some()
            && beside(links.previous, |other| other.next)
            && beside(links.next, |other| other.previous)
            && below(links.first_child, |child| child.previous)
            && below(links.last_child, |child| child.next)
    };
    let entities = column.index.entities();
    let mut valid = entities.iter().zip(values.iter()).all(consistent);
    if valid {
        // With all neighbours in agreement, what cannot be reached from a root is a ring.
        let roots = entities.iter().zip(values.iter());
        let roots = roots.filter(|(_, links)| links.parent.is_none());
        let mut reached: Vec<Entity> = roots.map(|(entity, _)| *entity).collect();
        let mut looked_at = 0;
        while let Some(parent) = reached.get(looked_at).copied() {
            let mut child = of(parent).and_then(|links| links.first_child);
            while let Some(entity) = child {
                reached.push(entity);
                child = of(entity).and_then(|links| links.next);
            }
            looked_at += 1;
        }
        valid = reached.len() == entities.len();
    }
    valid.then_some(()).ok_or(EcsError::Inconsistent {
        what: "parents and children do not make up trees",
    })
}

/// Names of the components of this crate.
impl World {
    pub(crate) fn register_own_components(&mut self) {
        let registered = self
            .register_component::<Transform>("voltex.transform", 1)
            .and_then(|()| self.register_component::<GlobalTransform>("voltex.global_transform", 1))
            .and_then(|()| self.register_component::<Links>("voltex.hierarchy", 1));
        registered.expect("nothing else is registered yet");
    }
}
