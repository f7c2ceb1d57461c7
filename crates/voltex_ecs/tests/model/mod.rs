//! Random operations on a world and on a naive model of it, compared after each operation.
//!
//! The property test and the fuzz target both call [`run`]: bytes in, panic if the two differ.

use std::sync::Arc;

use voltex_ecs::{Commands, Component, Entity, Generation, World, codec};

/// A registered number.
#[derive(Clone, Debug, PartialEq)]
struct Mass(u32);
codec!(Mass { 0 });

/// A registered number.
#[derive(Clone, Debug, PartialEq)]
struct Speed(i64);
codec!(Speed { 0 });

/// Registered, without size.
#[derive(Clone, Debug, PartialEq)]
struct Marker;
codec!(Marker {});

/// Local, owns memory: every copy counts in the token.
#[derive(Clone, Debug)]
struct Owner {
    number: u8,
    _token: Arc<()>,
}

impl PartialEq for Owner {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

/// One storage, the slow way: a list that is searched from the start.
#[derive(Clone, Debug)]
struct List<T>(Vec<(Entity, T)>);

impl<T: Clone + PartialEq + std::fmt::Debug> List<T> {
    fn place(&self, entity: Entity) -> Option<usize> {
        self.0.iter().position(|(other, _)| *other == entity)
    }

    fn get(&self, entity: Entity) -> Option<&T> {
        self.place(entity).map(|place| &self.0[place].1)
    }

    fn insert(&mut self, entity: Entity, value: T) -> Option<T> {
        match self.place(entity) {
            Some(place) => Some(std::mem::replace(&mut self.0[place].1, value)),
            None => {
                self.0.push((entity, value));
                None
            }
        }
    }

    fn remove(&mut self, entity: Entity) -> Option<T> {
        self.place(entity).map(|place| self.0.swap_remove(place).1)
    }
}

/// What the world should be.
#[derive(Clone, Debug)]
struct Model {
    /// Generation of each slot, and whether it is alive.
    slots: Vec<(u32, bool)>,
    free: Vec<u32>,
    mass: List<Mass>,
    speed: List<Speed>,
    marker: List<Marker>,
    owner: List<Owner>,
    /// Children of each parent in order.
    family: Vec<(Entity, Vec<Entity>)>,
    grouped: bool,
}

impl Model {
    fn new() -> Self {
        Self {
            slots: Vec::new(),
            free: Vec::new(),
            mass: List(Vec::new()),
            speed: List(Vec::new()),
            marker: List(Vec::new()),
            owner: List(Vec::new()),
            family: Vec::new(),
            grouped: false,
        }
    }

    fn spawn(&mut self) -> Entity {
        let id = match self.free.pop() {
            Some(id) => {
                let slot = &mut self.slots[id as usize];
                *slot = (slot.0 + 1, true);
                id
            }
            None => {
                self.slots.push((0, true));
                self.slots.len() as u32 - 1
            }
        };
        let generation = Generation::new(self.slots[id as usize].0);
        Entity::from_parts(id, generation.expect("few generations"))
    }

    fn is_alive(&self, entity: Entity) -> bool {
        self.slots
            .get(entity.id() as usize)
            .is_some_and(|slot| *slot == (entity.generation().get(), true))
    }

    fn alive(&self) -> Vec<Entity> {
        let slots = self.slots.iter().enumerate();
        slots
            .filter(|(_, (_, alive))| *alive)
            .map(|(id, (number, _))| {
                let generation = Generation::new(*number).expect("few generations");
                Entity::from_parts(id as u32, generation)
            })
            .collect()
    }

    fn despawn(&mut self, entity: Entity) -> bool {
        if !self.is_alive(entity) {
            return false;
        }
        self.mass.remove(entity);
        self.speed.remove(entity);
        self.marker.remove(entity);
        self.owner.remove(entity);
        self.orphan(entity);
        self.family.retain(|(parent, _)| *parent != entity);
        self.slots[entity.id() as usize].1 = false;
        self.free.push(entity.id());
        true
    }

    fn parent(&self, child: Entity) -> Option<Entity> {
        let mut families = self.family.iter();
        families
            .find(|(_, children)| children.contains(&child))
            .map(|(parent, _)| *parent)
    }

    fn children(&self, parent: Entity) -> Vec<Entity> {
        let mut families = self.family.iter();
        families
            .find(|(other, _)| *other == parent)
            .map_or(Vec::new(), |(_, children)| children.clone())
    }

    fn orphan(&mut self, child: Entity) {
        for (_, children) in &mut self.family {
            children.retain(|other| *other != child);
        }
    }

    fn set_parent(&mut self, child: Entity, parent: Entity) -> bool {
        if !self.is_alive(child) || !self.is_alive(parent) {
            return false;
        }
        let mut above = Some(parent);
        while let Some(entity) = above {
            if entity == child {
                return false;
            }
            above = self.parent(entity);
        }
        self.orphan(child);
        match self.family.iter_mut().find(|(other, _)| *other == parent) {
            Some((_, children)) => children.push(child),
            None => self.family.push((parent, vec![child])),
        }
        true
    }

    /// An entity and all below it, level by level.
    fn below(&self, entity: Entity) -> Vec<Entity> {
        let mut found = vec![entity];
        let mut looked_at = 0;
        while looked_at < found.len() {
            found.extend(self.children(found[looked_at]));
            looked_at += 1;
        }
        found
    }
}

/// World and model with all handles that were ever given out.
struct Pair {
    world: World,
    model: Model,
    handles: Vec<Entity>,
    token: Arc<()>,
    /// A world of some earlier time, to be overwritten.
    stale: World,
}

fn new_world() -> World {
    let mut world = World::new();
    let registered = world
        .register_component::<Mass>("mass", 1)
        .and_then(|()| world.register_component::<Speed>("speed", 1))
        .and_then(|()| world.register_component::<Marker>("marker", 1));
    registered.expect("names differ");
    world
}

/// Bytes as choices; zeros after the end.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    fn byte(&mut self) -> u8 {
        self.0.next().copied().unwrap_or(0)
    }
}

/// Carries out the operations that the bytes stand for, on both sides.
pub(crate) fn run(bytes: &[u8]) {
    let token = Arc::new(());
    let mut pair = Pair {
        world: new_world(),
        model: Model::new(),
        handles: Vec::new(),
        token: token.clone(),
        stale: new_world(),
    };
    let mut choices = Choices(bytes.iter());
    while choices.0.len() > 0 {
        pair.operate(&mut choices);
        pair.compare();
    }
    drop(pair);
    assert_eq!(
        Arc::strong_count(&token),
        1,
        "a component was never dropped"
    );
}

impl Pair {
    /// A handle of any age, or one that was never given out.
    fn pick(&self, choices: &mut Choices<'_>) -> Entity {
        let choice = choices.byte() as usize;
        if self.handles.is_empty() || choice == 255 {
            return Entity::from_parts(choice as u32, Generation::FIRST);
        }
        // Recent handles more often.
        let back = choice % self.handles.len();
        self.handles[self.handles.len() - 1 - back]
    }

    fn add<T: Component + PartialEq + std::fmt::Debug>(
        &mut self,
        entity: Entity,
        value: T,
        list: fn(&mut Model) -> &mut List<T>,
    ) {
        let alive = self.model.is_alive(entity);
        match self.world.add(entity, value.clone()) {
            Ok(old) => {
                assert!(alive, "added to a dead entity");
                assert_eq!(old, list(&mut self.model).insert(entity, value));
            }
            Err(refused) => {
                assert!(!alive, "refused a live entity");
                assert_eq!(refused.component, value);
            }
        }
    }

    fn remove<T: Component + PartialEq + std::fmt::Debug>(
        &mut self,
        entity: Entity,
        list: fn(&mut Model) -> &mut List<T>,
    ) {
        let expected = list(&mut self.model).remove(entity);
        assert_eq!(self.world.remove::<T>(entity), expected);
    }

    fn operate(&mut self, choices: &mut Choices<'_>) {
        let operation = choices.byte() % 32;
        let value = u32::from(choices.byte());
        let entity = self.pick(choices);
        match operation {
            0 | 1 => {
                let spawned = self.world.spawn();
                assert_eq!(spawned, self.model.spawn());
                self.handles.push(spawned);
            }
            2..=4 => {
                let bundle = (Mass(value), Speed(i64::from(value)));
                let spawned = self.world.spawn_with(bundle.clone());
                assert_eq!(spawned, self.model.spawn());
                self.model.mass.insert(spawned, bundle.0);
                self.model.speed.insert(spawned, bundle.1);
                self.handles.push(spawned);
            }
            5 => {
                let bundles = (0..value % 5).map(|i| (Speed(i.into()), Marker, Mass(i)));
                for (i, spawned) in self.world.spawn_batch(bundles).into_iter().enumerate() {
                    assert_eq!(spawned, self.model.spawn());
                    self.model.mass.insert(spawned, Mass(i as u32));
                    self.model.speed.insert(spawned, Speed(i as i64));
                    self.model.marker.insert(spawned, Marker);
                    self.handles.push(spawned);
                }
            }
            6..=8 => assert_eq!(self.world.despawn(entity), self.model.despawn(entity)),
            9 | 10 => self.add(entity, Mass(value), |model| &mut model.mass),
            11 | 12 => self.add(entity, Speed(value.into()), |model| &mut model.speed),
            13 => self.add(entity, Marker, |model| &mut model.marker),
            14 => {
                let owner = Owner {
                    number: value as u8,
                    _token: self.token.clone(),
                };
                self.add(entity, owner, |model| &mut model.owner);
            }
            15 | 16 => self.remove(entity, |model| &mut model.mass),
            17 => self.remove(entity, |model| &mut model.speed),
            18 => self.remove(entity, |model| &mut model.marker),
            19 => self.remove(entity, |model| &mut model.owner),
            20 => {
                if let Some(mass) = self.world.get_mut::<Mass>(entity) {
                    mass.0 = value;
                }
                if let Some(place) = self.model.mass.place(entity) {
                    self.model.mass.0[place].1 = Mass(value);
                }
            }
            21 => {
                for (speed, mass) in &mut self.world.query::<(&mut Speed, &Mass)>() {
                    speed.0 += i64::from(mass.0);
                }
                for (entity, speed) in &mut self.model.speed.0 {
                    if let Some(mass) = self.model.mass.get(*entity) {
                        speed.0 += i64::from(mass.0);
                    }
                }
            }
            22 => self.world = self.world.clone(),
            23 => {
                self.stale.clone_from(&self.world);
                std::mem::swap(&mut self.stale, &mut self.world);
            }
            24 => self.through_bytes(),
            25 | 26 => {
                let parent = self.pick(choices);
                let done = self.world.set_parent(entity, parent).is_ok();
                assert_eq!(done, self.model.set_parent(entity, parent));
            }
            27 => {
                let had_parent = self.model.parent(entity).is_some();
                assert_eq!(self.world.clear_parent(entity), had_parent);
                self.model.orphan(entity);
            }
            28 => self.despawn_recursive(entity),
            29 if value == 77 => self.clear(),
            30 => {
                self.world
                    .group::<(Mass, Speed)>()
                    .expect("always the same family");
                self.model.grouped = true;
            }
            _ => self.command(entity, value),
        }
    }

    /// Replaces the world by one decoded from its bytes; local components get lost.
    fn through_bytes(&mut self) {
        let bytes = self.world.encode();
        let mut copy = new_world();
        if self.model.grouped {
            copy.group::<(Mass, Speed)>().expect("no other group");
        }
        copy.decode(&bytes).expect("its own bytes");
        assert_eq!(copy.hash_parts(), self.world.hash_parts());
        assert_eq!(copy.encode(), bytes);
        self.world = copy;
        self.model.owner.0.clear();
    }

    fn despawn_recursive(&mut self, entity: Entity) {
        if !self.model.is_alive(entity) {
            assert_eq!(self.world.despawn_recursive(entity), 0);
            return;
        }
        let below = self.model.below(entity);
        assert_eq!(self.world.despawn_recursive(entity), below.len());
        for entity in below.iter().rev() {
            assert!(self.model.despawn(*entity));
        }
    }

    fn clear(&mut self) {
        self.world.clear();
        for entity in self.model.alive() {
            self.model.despawn(entity);
        }
    }

    fn command(&mut self, entity: Entity, value: u32) {
        let mut commands = Commands::new();
        commands.spawn_with((Mass(value),));
        commands.despawn(entity);
        commands.add(entity, Marker);
        let refused = commands.apply(&mut self.world);
        assert_eq!(refused.len(), 1, "the entity is dead by then");
        let spawned = self.model.spawn();
        self.model.mass.insert(spawned, Mass(value));
        self.model.despawn(entity);
        self.handles.push(spawned);
    }

    fn compare(&self) {
        let (world, model) = (&self.world, &self.model);
        let alive = model.alive();
        assert_eq!(world.entity_count(), alive.len());
        assert_eq!(world.entities().collect::<Vec<_>>(), alive);
        for entity in &self.handles {
            assert_eq!(world.is_alive(*entity), model.is_alive(*entity));
            assert_eq!(world.get(*entity).as_deref(), model.mass.get(*entity));
            assert_eq!(world.get(*entity).as_deref(), model.speed.get(*entity));
            assert_eq!(world.get(*entity).as_deref(), model.marker.get(*entity));
            assert_eq!(world.get(*entity).as_deref(), model.owner.get(*entity));
            assert_eq!(world.parent(*entity), model.parent(*entity));
            assert!(world.children(*entity).eq(model.children(*entity)));
        }
        self.compare_storage(&model.mass, model.grouped);
        self.compare_storage(&model.speed, model.grouped);
        self.compare_storage(&model.marker, false);
        self.compare_storage(&model.owner, false);
        if model.grouped {
            let mass = world.storage::<Mass>();
            let speed = world.storage::<Speed>();
            let both = |entity: &&Entity| speed.contains(**entity);
            let aligned = mass.entities().iter().filter(both).count();
            assert_eq!(mass.entities()[..aligned], speed.entities()[..aligned]);
        }
        self.compare_query();
    }

    fn compare_storage<T: Component + PartialEq + std::fmt::Debug>(
        &self,
        list: &List<T>,
        grouped: bool,
    ) {
        let storage = self.world.storage::<T>();
        assert_eq!(storage.len(), list.0.len());
        if !grouped {
            let expected = list.0.iter().map(|(entity, value)| (*entity, value));
            assert!(
                storage.iter().eq(expected),
                "order of {storage:?}, expected {list:?}"
            );
        }
    }

    /// Queries visit the entities of the leading storage that match, in its order.
    fn compare_query(&self) {
        let (world, model) = (&self.world, &self.model);
        let query = world.query::<(Entity, &Speed, &Mass, Option<&Marker>)>();
        let found: Vec<_> = query.iter().collect();
        let storage = world.storage::<Speed>();
        let expected: Vec<_> = storage
            .iter()
            .filter_map(|(entity, speed)| {
                let mass = model.mass.get(entity)?;
                Some((entity, speed, mass, model.marker.get(entity)))
            })
            .collect();
        assert_eq!(found, expected);
        assert_eq!(query.count(), expected.len());
        let mut folded = Vec::new();
        query.iter().for_each(|item| folded.push(item));
        assert_eq!(folded, expected);
    }
}
