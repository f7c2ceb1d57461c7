//! Random worlds under random edits: what the state has worked out is what a state made afresh works out.

use std::collections::BTreeSet;

use proptest::prelude::*;
use voltex_ecs::{Entity, Transform, World};
use voltex_math::{Quat, Vec3};

use super::state::PhysicsState;
use super::{pairs, read_world, read_world::bounds};
use crate::shape::ShapeStore;
use crate::{
    AxisLocks, Collider, CollisionLayers, Material, PhysicsConfig, RigidBody, Sensor, StepReport,
    physics_step,
};

/// The defect: a thread that flushes small numbers to zero computed other bits, and nobody said so.
#[test]
#[cfg(target_arch = "x86_64")]
fn another_float_mode_is_refused_and_the_world_left_as_it_was() {
    use crate::solver::crew::tests::Flushing;
    use voltex_flight::{Air, FlightError, Launch, balls};
    use voltex_math::MathError::FlushToZero;

    let mut world = World::new();
    crate::register(&mut world).unwrap();
    world.spawn_with((
        Transform::IDENTITY,
        RigidBody::dynamic(1.0),
        Collider::sphere(1.0),
    ));
    let config = PhysicsConfig::DEFAULT;
    let hash = crate::physics_hash(&world, &config);
    let shot = balls::GOLF.launch(Launch::at(60.0).up(0.2));
    let flushing = Flushing::begin();
    let refused = physics_step(&mut world, &config).map(|report| report.entities);
    let flown = shot.fly(&Air::default()).map(|flight| flight.carry());
    drop(flushing);
    let mode = FlushToZero { width: 64 };
    assert_eq!(refused, Err(crate::PhysicsError::FloatMode(mode)));
    assert_eq!(flown, Err(FlightError::FloatMode(mode)));
    assert_eq!(crate::physics_hash(&world, &config), hash);
    physics_step(&mut world, &config).unwrap();
}

/// What a user may do between two steps, to the entity of a number.
#[derive(Clone, Debug)]
enum Edit {
    Spawn(Vec3, Collider, u8),
    Despawn(usize),
    Teleport(usize, Vec3),
    Turn(usize, f32),
    Push(usize, Vec3),
    Mass(usize, f32),
    Kind(usize, u8),
    Shape(usize, Option<Collider>),
    Surface(usize, f32),
    Layers(usize, u32, u32),
    Sense(usize),
    Lock(usize),
    Scale(usize, f32),
    Bad(usize),
}

fn shape() -> impl Strategy<Value = Collider> {
    prop_oneof![
        (0.1_f32..0.5).prop_map(Collider::sphere),
        (0.1_f32..0.6, 0.1_f32..0.6, 0.1_f32..0.6)
            .prop_map(|(x, y, z)| Collider::cuboid(Vec3::new(x, y, z))),
        (0.1_f32..0.4, 0.1_f32..0.3).prop_map(|(h, r)| Collider::capsule(h, r)),
        (0.1_f32..0.4, 0.1_f32..0.3).prop_map(|(h, r)| Collider::cylinder(h, r)),
    ]
}

fn place() -> impl Strategy<Value = Vec3> {
    (-1.5_f32..1.5, 0.2_f32..3.0, -1.5_f32..1.5).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

fn edit() -> impl Strategy<Value = Edit> {
    let who = || 0..64_usize;
    prop_oneof![
        4 => (place(), shape(), 0..4_u8).prop_map(|(at, shape, kind)| Edit::Spawn(at, shape, kind)),
        1 => who().prop_map(Edit::Despawn),
        1 => (who(), place()).prop_map(|(i, at)| Edit::Teleport(i, at)),
        1 => (who(), -3.0_f32..3.0).prop_map(|(i, angle)| Edit::Turn(i, angle)),
        1 => (who(), place()).prop_map(|(i, v)| Edit::Push(i, v)),
        1 => (who(), 0.0_f32..5.0).prop_map(|(i, mass)| Edit::Mass(i, mass)),
        1 => (who(), 0..4_u8).prop_map(|(i, kind)| Edit::Kind(i, kind)),
        1 => (who(), prop::option::of(shape())).prop_map(|(i, shape)| Edit::Shape(i, shape)),
        1 => (who(), 0.0_f32..1.0).prop_map(|(i, friction)| Edit::Surface(i, friction)),
        1 => (who(), 0..4_u32, 0..4_u32).prop_map(|(i, a, b)| Edit::Layers(i, a, b)),
        1 => who().prop_map(Edit::Sense),
        1 => who().prop_map(Edit::Lock),
        1 => (who(), 0.5_f32..2.0).prop_map(|(i, scale)| Edit::Scale(i, scale)),
        1 => who().prop_map(Edit::Bad),
    ]
}

fn body(kind: u8) -> Option<RigidBody> {
    match kind {
        0 => Some(RigidBody::dynamic(1.5)),
        1 => Some(RigidBody::of_density(600.0)),
        2 => Some(RigidBody::kinematic().with_velocity(Vec3::X * 0.3)),
        _ => None,
    }
}

fn apply(world: &mut World, edit: &Edit) {
    let entities: Vec<Entity> = world.entities().collect();
    // The floor stays.
    let at = |i: usize| entities[1..].get(i % entities.len()).copied();
    let transform = |world: &mut World, i: usize, change: &dyn Fn(&mut Transform)| {
        if let Some(transform) = at(i).and_then(|entity| world.get_mut::<Transform>(entity)) {
            change(transform);
        }
    };
    match edit {
        Edit::Spawn(place, shape, kind) => {
            let entity = world.spawn_with((Transform::from_position(*place), *shape));
            if let Some(body) = body(*kind) {
                world.add(entity, body).unwrap();
            }
        }
        Edit::Despawn(i) => {
            at(*i).map(|entity| world.despawn(entity));
        }
        Edit::Teleport(i, place) => transform(world, *i, &|t| t.position = *place),
        Edit::Turn(i, angle) => {
            transform(world, *i, &|t| t.rotation = Quat::from_rotation_z(*angle))
        }
        Edit::Scale(i, scale) => transform(world, *i, &|t| t.scale = Vec3::splat(*scale)),
        Edit::Bad(i) => transform(world, *i, &|t| t.position.x = f32::NAN),
        Edit::Push(i, velocity) => {
            if let Some(body) = at(*i).and_then(|entity| world.get_mut::<RigidBody>(entity)) {
                body.velocity = *velocity;
            }
        }
        Edit::Mass(i, mass) => {
            if let Some(body) = at(*i).and_then(|entity| world.get_mut::<RigidBody>(entity)) {
                body.mass = *mass;
            }
        }
        Edit::Lock(i) => {
            if let Some(body) = at(*i).and_then(|entity| world.get_mut::<RigidBody>(entity)) {
                body.locks = AxisLocks::PLANE_XY;
            }
        }
        Edit::Kind(i, kind) => {
            if let Some(entity) = at(*i) {
                match body(*kind) {
                    Some(body) => drop(world.add(entity, body)),
                    None => drop(world.remove::<RigidBody>(entity)),
                }
            }
        }
        Edit::Shape(i, shape) => {
            if let Some(entity) = at(*i) {
                match shape {
                    Some(shape) => drop(world.add(entity, *shape)),
                    None => drop(world.remove::<Collider>(entity)),
                }
            }
        }
        Edit::Surface(i, friction) => {
            if let Some(entity) = at(*i) {
                let material = Material {
                    friction: *friction,
                    ..Material::DEFAULT
                };
                drop(world.add(entity, material));
            }
        }
        Edit::Layers(i, memberships, mask) => {
            if let Some(entity) = at(*i) {
                drop(world.add(entity, CollisionLayers::new(*memberships, *mask)));
            }
        }
        Edit::Sense(i) => {
            if let Some(entity) = at(*i)
                && world.remove::<Sensor>(entity).is_none()
            {
                drop(world.add(entity, Sensor));
            }
        }
    }
}

/// The first half of a step.
fn look(world: &mut World) -> PhysicsState {
    if world.resource::<PhysicsState>().is_none() {
        world.insert_resource(PhysicsState::default());
    }
    let now = world.checkpoint();
    let mut state = world.remove_resource::<PhysicsState>().unwrap();
    let mut report = StepReport::default();
    let store = ShapeStore::default();
    read_world::read_world(&mut state, world, now, &store, &mut report);
    pairs::find_pairs(&mut state, &mut report);
    state
}

/// Pairs of entities that have a contact.
fn contacts(state: &PhysicsState) -> BTreeSet<(u32, u32)> {
    let (contacts, _) = state.contacts.parts();
    let pairs = contacts.flatten().map(|parts| {
        let [a, b] = parts
            .contact
            .rows
            .map(|row| state.rows.row(row).entity.id());
        (a.min(b), a.max(b))
    });
    pairs.collect()
}

/// Pairs whose boxes overlap, by looking at all.
fn overlaps(state: &PhysicsState) -> BTreeSet<(u32, u32)> {
    let store = ShapeStore::default();
    let (rows, _) = state.rows.parts();
    let boxes: Vec<_> = rows
        .iter()
        .flatten()
        .filter_map(|row| Some((row, bounds(row, &store)?)))
        .collect();
    let mut found = BTreeSet::new();
    for (i, (a, box_a)) in boxes.iter().enumerate() {
        for (b, box_b) in &boxes[..i] {
            let meet = (a.is_dynamic() || b.is_dynamic()) && a.layers.meets(&b.layers);
            if meet && box_a.intersects(box_b) {
                let (a, b) = (a.entity.id(), b.entity.id());
                found.insert((a.min(b), a.max(b)));
            }
        }
    }
    found
}

proptest! {
    /// Masses, colliders, who takes part and who can touch whom come from the components as they are, whatever was
    /// done to them before; boxes are kept larger than they are, so a pair may be known that does not overlap.
    #[test]
    fn what_is_worked_out_does_not_remember_the_edits(
        rounds in prop::collection::vec((prop::collection::vec(edit(), 0..8), 0..40_usize), 1..8)
    ) {
        let mut world = World::new();
        world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y)));
        for (edits, steps) in rounds {
            for edit in &edits {
                apply(&mut world, edit);
            }
            let mut fresh_world = world.clone();
            fresh_world.remove_resource::<PhysicsState>();
            let (fresh, state) = (look(&mut fresh_world), look(&mut world));
            let store = ShapeStore::default();
            prop_assert_eq!(state.validate(&store), Ok(()));
            prop_assert_eq!(fresh.validate(&store), Ok(()));
            prop_assert_eq!(state.rows.count(), fresh.rows.count());
            let (rows, _) = fresh.rows.parts();
            for new in rows.iter().flatten() {
                let id = state.rows.of(new.entity);
                let old = state.rows.row(id.expect("it takes part"));
                prop_assert_eq!(old.mass, new.mass);
                prop_assert_eq!(old.collider, new.collider);
                prop_assert_eq!(old.layers, new.layers);
                prop_assert_eq!(old.sensor, new.sensor);
                prop_assert_eq!(old.material, new.material);
                prop_assert_eq!(old.frozen, new.frozen);
                prop_assert_eq!(old.body, new.body);
                prop_assert_eq!(old.box_id.is_some(), new.box_id.is_some());
            }
            let overlaps = overlaps(&state);
            prop_assert_eq!(&overlaps, &self::overlaps(&fresh));
            prop_assert!(contacts(&state).is_superset(&overlaps));
            prop_assert!(contacts(&fresh).is_superset(&overlaps));
            world.insert_resource(state);
            for _ in 0..steps {
                let report = physics_step(&mut world, &PhysicsConfig::DEFAULT).unwrap();
                prop_assert!(report.problems.is_empty(), "{:?}", report.problems);
                let state = world.resource::<PhysicsState>().unwrap();
                prop_assert_eq!(state.validate(&store), Ok(()));
            }
        }
    }
}
