//! Resources: values that the world has once.

use std::any::{Any, TypeId, type_name};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::borrow::{Ref, RefMut, TrackedCell};
use crate::component::Component;
use crate::event::Events;
use crate::type_table::TypeTable;
use crate::version::Version;
use crate::world::World;

/// A resource of some type.
pub(crate) trait ErasedResource: Any + Send + Sync {
    fn clone_boxed(&self) -> Box<dyn ErasedResource>;
    /// Copies, reusing memory; false if the types differ.
    fn clone_from_erased(&mut self, source: &dyn ErasedResource) -> bool;
}

impl<R: Component> ErasedResource for R {
    fn clone_boxed(&self) -> Box<dyn ErasedResource> {
        Box::new(self.clone())
    }

    fn clone_from_erased(&mut self, source: &dyn ErasedResource) -> bool {
        let source: &dyn Any = source;
        let Some(source) = source.downcast_ref::<Self>() else {
            return false;
        };
        self.clone_from(source);
        true
    }
}

/// Drops the old ones of a queue of events.
type UpdateEvents = fn(&mut dyn Any);

/// Place for one type's resource; stays when the resource is taken out.
struct Slot {
    name: &'static str,
    /// Set if the resource is a queue of events.
    update: Option<UpdateEvents>,
    value: Option<TrackedCell<Box<dyn ErasedResource>>>,
    /// Version of the last chance to write it. Atomic, since resources are borrowed for writing
    /// through a shared reference.
    stamp: AtomicU64,
}

impl Clone for Slot {
    fn clone(&self) -> Self {
        let copy = |cell: &TrackedCell<Box<dyn ErasedResource>>| {
            TrackedCell::new((**cell.borrow(self.name)).clone_boxed())
        };
        Self {
            name: self.name,
            update: self.update,
            value: self.value.as_ref().map(copy),
            stamp: AtomicU64::new(self.stamp.load(Ordering::Relaxed)),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        if let (Some(own), Some(other)) = (&mut self.value, &source.value)
            && (**own.get_mut()).clone_from_erased(&**other.borrow(source.name))
        {
            self.name = source.name;
            self.update = source.update;
            *self.stamp.get_mut() = source.stamp.load(Ordering::Relaxed);
            return;
        }
        *self = source.clone();
    }
}

/// All resources, in the order in which their types were first inserted.
pub(crate) struct Resources {
    types: TypeTable,
    slots: Vec<Slot>,
}

const FOUND_BY_TYPE: &str = "a resource is found by its type";

impl Resources {
    pub(crate) const fn new() -> Self {
        Self {
            types: TypeTable::new(),
            slots: Vec::new(),
        }
    }

    fn slot_or_insert<R: Component>(&mut self) -> &mut Slot {
        let place = match self.types.find(TypeId::of::<R>()) {
            Some(place) => place,
            None => {
                let place = self.slots.len();
                self.types.insert(TypeId::of::<R>(), place);
                self.slots.push(Slot {
                    name: type_name::<R>(),
                    update: None,
                    value: None,
                    stamp: AtomicU64::new(0),
                });
                place
            }
        };
        &mut self.slots[place]
    }

    /// Puts in a queue of events, which [`Self::update_events`] then knows.
    pub(crate) fn insert_events<E: Component>(&mut self, events: Events<E>) {
        self.slot_or_insert::<Events<E>>().update = Some(|queue| {
            let queue = queue.downcast_mut::<Events<E>>().expect(FOUND_BY_TYPE);
            queue.update();
        });
        self.insert(events);
    }

    pub(crate) fn update_events(&mut self, now: Version) {
        for slot in &mut self.slots {
            if let (Some(update), Some(queue)) = (slot.update, &mut slot.value) {
                update(&mut **queue.get_mut());
                *slot.stamp.get_mut() = now.to_bits();
            }
        }
    }

    /// Notes that a resource may be written from now on.
    pub(crate) fn stamp(&self, type_id: TypeId, now: Version) {
        if let Some(place) = self.types.find(type_id) {
            self.slots[place]
                .stamp
                .store(now.to_bits(), Ordering::Relaxed);
        }
    }

    /// Version of the last chance to write a resource; [`Version::ZERO`] if it never was there.
    pub(crate) fn written(&self, type_id: TypeId) -> Version {
        let place = self.types.find(type_id);
        place.map_or(Version::ZERO, |place| {
            Version::from_bits(self.slots[place].stamp.load(Ordering::Relaxed))
        })
    }

    pub(crate) fn insert<R: Component>(&mut self, resource: R) -> Option<R> {
        let slot = &mut self.slot_or_insert::<R>().value;
        match slot {
            Some(cell) => {
                let held: &mut dyn Any = &mut **cell.get_mut();
                let held = held.downcast_mut::<R>().expect(FOUND_BY_TYPE);
                Some(std::mem::replace(held, resource))
            }
            None => {
                *slot = Some(TrackedCell::new(Box::new(resource)));
                None
            }
        }
    }

    fn slot<R: Component>(&self) -> Option<&Slot> {
        self.types
            .find(TypeId::of::<R>())
            .map(|place| &self.slots[place])
    }

    pub(crate) fn remove<R: Component>(&mut self) -> Option<R> {
        let place = self.types.find(TypeId::of::<R>())?;
        let held: Box<dyn Any> = self.slots[place].value.take()?.into_inner();
        Some(*held.downcast::<R>().expect(FOUND_BY_TYPE))
    }

    #[track_caller]
    pub(crate) fn get<R: Component>(&self) -> Option<Ref<'_, R>> {
        let slot = self.slot::<R>()?;
        let borrowed = slot.value.as_ref()?.borrow(slot.name);
        Some(Ref::map(borrowed, |held| {
            let held: &dyn Any = &**held;
            held.downcast_ref::<R>().expect(FOUND_BY_TYPE)
        }))
    }

    #[track_caller]
    pub(crate) fn get_mut<R: Component>(&self) -> Option<RefMut<'_, R>> {
        let slot = self.slot::<R>()?;
        let borrowed = slot.value.as_ref()?.borrow_mut(slot.name);
        Some(RefMut::map(borrowed, |held| {
            let held: &mut dyn Any = &mut **held;
            held.downcast_mut::<R>().expect(FOUND_BY_TYPE)
        }))
    }
}

impl Clone for Resources {
    fn clone(&self) -> Self {
        Self {
            types: self.types.clone(),
            slots: self.slots.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.types.clone_from(&source.types);
        self.slots.clone_from(&source.slots);
    }
}

/// # Resources
impl World {
    /// Keeps a value that the world has once, and returns the one it replaces.
    ///
    /// ```
    /// # use voltex_ecs::World;
    /// #[derive(Clone, Debug, PartialEq)]
    /// struct Gravity(f32);
    ///
    /// let mut world = World::new();
    /// world.insert_resource(Gravity(-9.81));
    /// world.resource_mut::<Gravity>().unwrap().0 = -1.62;
    /// assert_eq!(world.remove_resource::<Gravity>(), Some(Gravity(-1.62)));
    /// ```
    pub fn insert_resource<R: Component>(&mut self, resource: R) -> Option<R> {
        let replaced = self.resources.insert(resource);
        self.resources.stamp(TypeId::of::<R>(), self.now());
        replaced
    }

    /// Takes a resource out.
    pub fn remove_resource<R: Component>(&mut self) -> Option<R> {
        self.resources.stamp(TypeId::of::<R>(), self.now());
        self.resources.remove()
    }

    /// The resource of this type, to read.
    ///
    /// # Panics
    /// It is borrowed for writing elsewhere.
    #[track_caller]
    pub fn resource<R: Component>(&self) -> Option<Ref<'_, R>> {
        self.resources.get()
    }

    /// The resource of this type, to write.
    ///
    /// # Panics
    /// It is borrowed elsewhere.
    #[track_caller]
    pub fn resource_mut<R: Component>(&self) -> Option<RefMut<'_, R>> {
        self.resources.stamp(TypeId::of::<R>(), self.now());
        self.resources.get_mut()
    }
}
