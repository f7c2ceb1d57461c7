//! From the components of the world to rows.

use std::sync::Arc;

use voltex_ecs::{Codec, Encoder, Entity, Ref, StateHasher, StorageRef, Transform, Version, World};
use voltex_math::{Aabb, Quat, Vec3};

use super::contact_points::margin_of;
use super::joints::{body_goes, read_joints};
use super::mirror::Change;
use super::report::StepReport;
use super::restore::{self, Rejoined};
use super::rows::{BallRow, MassOfBody, Row, RowId};
use super::same;
use super::state::{Mirrors, PhysicsState};
use crate::ballistic::outline::Outline;
use crate::ballistic::{BallKind, Ballistic, Balls, Ground};
use crate::body::{BodyKind, FASTEST, RigidBody};
use crate::broad::{BoxId, Mobility, check_box};
use crate::collider::Collider;
use crate::error::PhysicsError;
use crate::filter::{CollisionLayers, Sensor};
use crate::key::PhysicsKey;
use crate::material::Material;
use crate::shape::{MassProperties, Shape, ShapeStore};

/// Farthest that a body may be from the origin, m: beyond it `f32` knows no centimetres.
pub(super) const FARTHEST: f32 = 1.0e6;

/// How far the length of a rotation may be from 1: programs that turn bodies do not normalise at each turn.
pub(super) const ROTATION_ERROR: f32 = 1.0e-3;

/// Components of one entity.
#[derive(Clone)]
pub(super) struct Components {
    pub(super) transform: Transform,
    pub(super) body: Option<RigidBody>,
    pub(super) collider: Option<Collider>,
    pub(super) mass: Option<MassProperties>,
    pub(super) material: Material,
    pub(super) layers: CollisionLayers,
    pub(super) sensor: bool,
    /// With the edits of what shows its state.
    pub(super) ballistic: Option<Ballistic>,
    /// The ball of that id, if there is one.
    pub(super) kind: Option<Arc<BallKind>>,
    pub(super) ground: Option<Ground>,
    /// Counts for a row that is made, and for nothing else.
    pub(super) key: Option<PhysicsKey>,
}

/// The storages that the step reads.
pub(super) struct Storages<'a> {
    transforms: StorageRef<'a, Transform>,
    bodies: StorageRef<'a, RigidBody>,
    colliders: StorageRef<'a, Collider>,
    masses: StorageRef<'a, MassProperties>,
    materials: StorageRef<'a, Material>,
    layers: StorageRef<'a, CollisionLayers>,
    sensors: StorageRef<'a, Sensor>,
    ballistics: StorageRef<'a, Ballistic>,
    grounds: StorageRef<'a, Ground>,
    balls: Option<Ref<'a, Balls>>,
    keys: StorageRef<'a, PhysicsKey>,
}

impl<'a> Storages<'a> {
    fn of(world: &'a World) -> Self {
        Self {
            transforms: world.storage(),
            bodies: world.storage(),
            colliders: world.storage(),
            masses: world.storage(),
            materials: world.storage(),
            layers: world.storage(),
            sensors: world.storage(),
            ballistics: world.storage(),
            grounds: world.storage(),
            balls: world.resource(),
            keys: world.storage(),
        }
    }

    /// The components of an entity that takes part; `None` for all others.
    pub(super) fn components(&self, entity: Entity) -> Option<Components> {
        let transform = *self.transforms.get(entity)?;
        let body = self.bodies.get(entity).copied();
        let collider = self.colliders.get(entity).copied();
        let ballistic = self.ballistics.get(entity).copied();
        if body.is_none() && collider.is_none() && ballistic.is_none() {
            return None;
        }
        let ballistic = ballistic.map(|ball| match &body {
            Some(body) => ball.with_edits(&transform, body),
            None => ball,
        });
        let balls = self.balls.as_deref().zip(ballistic);
        Some(Components {
            transform,
            body,
            collider,
            mass: self.masses.get(entity).copied(),
            material: self.materials.get(entity).copied().unwrap_or_default(),
            layers: self.layers.get(entity).copied().unwrap_or_default(),
            sensor: self.sensors.contains(entity),
            ballistic,
            kind: balls.and_then(|(balls, ballistic)| balls.kind(ballistic.ball).cloned()),
            ground: self.grounds.get(entity).copied(),
            key: self.keys.get(entity).copied(),
        })
    }

    /// Entities with any difference since the mirrors were read last.
    fn changed(&self, mirrors: &mut Mirrors, now: Version) -> Vec<Entity> {
        let mut changed: Vec<Entity> = Vec::new();
        let mut add = |entity| changed.push(entity);
        let Mirrors {
            transforms,
            bodies,
            colliders,
            masses,
            materials,
            layers,
            sensors,
            ballistics,
            grounds,
        } = mirrors;
        transforms.read(&self.transforms, now, same::transform, |c| {
            add(entity_of(c))
        });
        bodies.read(&self.bodies, now, same::body, |c| add(entity_of(c)));
        colliders.read(&self.colliders, now, same::collider, |c| add(entity_of(c)));
        masses.read(&self.masses, now, same::mass, |c| add(entity_of(c)));
        materials.read(&self.materials, now, same::material, |c| add(entity_of(c)));
        layers.read(&self.layers, now, |a, b| a == b, |c| add(entity_of(c)));
        sensors.read(&self.sensors, now, |a, b| a == b, |c| add(entity_of(c)));
        let is_same = |a: &Ballistic, b: &Ballistic| a.is_same(b);
        ballistics.read(&self.ballistics, now, is_same, |c| add(entity_of(c)));
        grounds.read(&self.grounds, now, |a, b| a == b, |c| add(entity_of(c)));
        changed
    }

    /// All balls, if the world has balls or grounds that it did not have before.
    fn new_balls(&self, state: &mut PhysicsState) -> Vec<Entity> {
        let balls = self.balls.as_deref().cloned().unwrap_or_default();
        if balls.is_shared(&state.balls) {
            return Vec::new();
        }
        state.balls = balls;
        self.ballistics.entities().to_vec()
    }
}

/// Takes over every difference between the world and what it was after the last step, and wakes what differs.
pub(crate) fn read_world(
    state: &mut PhysicsState,
    world: &World,
    now: Version,
    store: &ShapeStore,
    report: &mut StepReport,
) {
    let storages = Storages::of(world);
    let restored = match state.restored.take() {
        Some(digests) => restore::rejoin(state, &storages, store, &digests),
        None => Rejoined::default(),
    };
    let mut changed = storages.changed(&mut state.mirrors, now);
    changed.extend(restored.gone());
    changed.extend(storages.new_balls(state));
    let key = |entity: Entity| {
        let row = state
            .rows
            .of(entity)
            .or_else(|| restored.row_of_gone(entity));
        match row {
            Some(row) => state.rows.row(row).key,
            None => storages.keys.get(entity).copied(),
        }
    };
    // By key, then by id: the order of creation, as long as no id is used again.
    changed.sort_by_cached_key(|entity| {
        let key = key(*entity);
        (key.is_none(), key, entity.id(), entity.generation().get())
    });
    changed.dedup();
    let bodies_changed = !changed.is_empty();
    let mut unplaced = Vec::new();
    let mut quiet = Vec::new();
    for entity in changed {
        match storages.components(entity) {
            Some(components) => {
                let edited = restored.is_edited(entity);
                let new = refresh(state, store, entity, &components, edited, report);
                unplaced.extend(new.unplaced);
                quiet.extend(new.quiet);
            }
            None => {
                let row = state.rows.of(entity);
                if let Some(row) = row.or_else(|| restored.row_of_gone(entity)) {
                    forget(state, row, report);
                    quiet.push(row);
                }
            }
        }
    }
    if bodies_changed {
        // All at once: a level may go and another come.
        quiet.sort_unstable();
        let rows = &state.rows;
        state.awake.retain(|id| rows.is_awake(*id));
        state.woken.retain(|id| quiet.binary_search(id).is_err());
    }
    place_new(state, &unplaced);
    read_joints(state, world, now, bodies_changed, report);
    state.tidy();
}

impl Components {
    /// Those that a row was made from.
    pub(super) fn of(row: &Row) -> Self {
        Self {
            transform: row.transform,
            body: row.body,
            collider: row.given,
            mass: row.given_mass,
            material: row.material,
            layers: row.layers,
            sensor: row.sensor,
            ballistic: row.ball.as_ref().map(|ball| ball.ballistic),
            kind: row.ball.as_ref().map(|ball| ball.kind.clone()),
            ground: row.ground,
            key: row.key,
        }
    }

    fn are_those_of(&self, row: &Row) -> bool {
        same::transform(&self.transform, &row.transform)
            && same::option(&self.body, &row.body, same::body)
            && same::option(&self.collider, &row.given, same::collider)
            && same::option(&self.mass, &row.given_mass, same::mass)
            && same::material(&self.material, &row.material)
            && self.layers == row.layers
            && self.sensor == row.sensor
            && self.ground == row.ground
            && self.is_ball_of(row)
    }

    fn is_ball_of(&self, row: &Row) -> bool {
        match (&self.ballistic, &self.kind, &row.ball) {
            (None, _, None) => true,
            // An id without a ball: it was told.
            (Some(_), None, None) => row.frozen,
            (Some(ballistic), Some(kind), Some(ball)) => {
                ballistic.is_same(&ball.ballistic) && Arc::ptr_eq(kind, &ball.kind)
            }
            _ => false,
        }
    }

    /// Hash of their bits, to tell later whether they have been edited.
    pub(super) fn digest(&self, scratch: &mut Vec<u8>) -> u64 {
        scratch.clear();
        let out = &mut Encoder::new(scratch);
        self.transform.encode(out);
        self.body.encode(out);
        self.collider.encode(out);
        // Worlds stored before there were any have a digest without.
        if self.mass.is_some() {
            self.mass.encode(out);
        }
        self.material.encode(out);
        self.layers.encode(out);
        self.sensor.encode(out);
        if self.ballistic.is_some() {
            self.ballistic.encode(out);
        }
        if self.ground.is_some() {
            self.ground.encode(out);
        }
        let mut hasher = StateHasher::new();
        hasher.write_bytes(scratch);
        hasher.finish()
    }
}

fn entity_of<T>(change: Change<T>) -> Entity {
    match change {
        Change::Set(entity, _) | Change::Gone(entity) => entity,
    }
}

/// Drops a row and wakes what touched it. The lists of rows that are awake and woken still have it.
fn forget(state: &mut PhysicsState, id: RowId, report: &mut StepReport) {
    state.wake_neighbours(id);
    body_goes(state, id, report);
    let row = state.rows.row(id);
    let (entity, box_id) = (row.entity, row.box_id);
    if let Some(box_id) = box_id {
        take_box(state, id, box_id, report);
    }
    state.rows.remove(id);
    debug_assert!(state.rows.of(entity).is_none());
}

/// Takes a row's box away, and with it all its contacts.
fn take_box(state: &mut PhysicsState, id: RowId, box_id: BoxId, report: &mut StepReport) {
    let mut contacts = state.rows.row(id).contacts.clone();
    // The list is in no order that a stored state would keep.
    contacts.sort_unstable();
    for contact in contacts {
        report.events.extend(state.end_contact(contact));
    }
    state.broad.remove(box_id);
    state.rows.row_mut(id).box_id = None;
}

/// What is left to do for a row that has been brought up to date.
#[derive(Default)]
struct Refreshed {
    /// The box that it still needs.
    unplaced: Option<Unplaced>,
    /// A row that is new and comes awake; that is not news.
    quiet: Option<RowId>,
}

/// Brings the row of an entity up to date, or makes one. One that cannot move any more is still on the list of those
/// that are awake.
fn refresh(
    state: &mut PhysicsState,
    store: &ShapeStore,
    entity: Entity,
    new: &Components,
    edited: bool,
    report: &mut StepReport,
) -> Refreshed {
    let known = state.rows.of(entity);
    let id = match known {
        Some(id) => {
            // The mirror tells of rows that changed places too.
            if !edited && new.are_those_of(state.rows.row(id)) {
                return Refreshed::default();
            }
            state.wake_neighbours(id);
            id
        }
        None => {
            let id = state.rows.add(entity, new.transform);
            state.rows.row_mut(id).key = new.key;
            id
        }
    };
    let row = state.rows.row_mut(id);
    row.frozen = false;
    row.still = 0.0;
    if let Err(problem) = fill(row, new, store) {
        row.frozen = true;
        report.problems.push((entity, problem));
    }
    let unplaced = place(state, id, store, report);
    state.rows.refresh_frame(id);
    for contact in &state.rows.row(id).contacts {
        state.contacts.forget(*contact);
    }
    if state.rows.row(id).can_move() {
        state.wake(id);
    } else if state.rows.is_awake(id) {
        state.rows.set_awake(id, false);
        state.stale = true;
    }
    Refreshed {
        unplaced,
        quiet: known.is_none().then_some(id),
    }
}

/// Puts components into a row, with what follows from them; where they cannot be used, the row has neither collider
/// nor mass.
pub(super) fn fill(
    row: &mut Row,
    new: &Components,
    store: &ShapeStore,
) -> Result<(), PhysicsError> {
    row.transform = new.transform;
    row.body = new.body;
    row.given = new.collider;
    row.collider = None;
    row.given_mass = new.mass;
    row.material = new.material;
    row.layers = new.layers;
    row.sensor = new.sensor;
    row.ground = new.ground;
    row.ball = new
        .ballistic
        .zip(new.kind.clone())
        .map(|(ballistic, kind)| BallRow {
            ballistic,
            kind,
            flown: false,
        });
    let prepared = prepare(row, new, store);
    if prepared.is_err() {
        row.collider = None;
        row.mass = MassOfBody::FIXED;
    }
    prepared
}

/// Checks the components of a row and works out its collider and mass.
fn prepare(row: &mut Row, new: &Components, store: &ShapeStore) -> Result<(), PhysicsError> {
    check_place(&new.transform)?;
    if let Some(body) = &new.body {
        body.validate()?;
    }
    row.collider = new
        .collider
        .map(|collider| collider.scaled(new.transform.scale))
        .transpose()?;
    if let Some(mass) = &new.mass {
        mass.validate()?;
    }
    new.material.validate()?;
    let mut shape_mass = new.mass;
    let mut extent = MassOfBody::FIXED.extent;
    let mut inside = 0.0;
    if let Some(collider) = &row.collider {
        collider.validate()?;
        let shape = collider.shape(store)?;
        shape_mass = shape_mass.or_else(|| MassProperties::of(&shape, 1.0).ok());
        let center = shape_mass.map_or(Vec3::ZERO, |mass| mass.center);
        let bounds = shape.aabb(&voltex_math::Pose::IDENTITY);
        let reach = (bounds.max - center).abs().max((bounds.min - center).abs());
        extent = match collider {
            Collider::Sphere { radius } => *radius,
            _ => reach.length(),
        };
        if let Shape::Convex(convex) = &shape {
            inside = convex.inner_radius(center);
        }
    }
    row.mass = match &new.body {
        Some(body) => {
            let density = match new.mass {
                Some(_) => 1.0,
                None => body.density,
            };
            MassOfBody::of(&RigidBody { density, ..*body }, shape_mass.as_ref(), extent)?
        }
        None => MassOfBody {
            extent,
            ..MassOfBody::FIXED
        },
    };
    row.mass.inside = inside;
    if let Some(ballistic) = &new.ballistic {
        row.mass = ball_mass(row, ballistic, store)?;
    }
    Ok(())
}

/// Mass of a ball, whose body and collider have to be those of one.
fn ball_mass(
    row: &Row,
    ballistic: &Ballistic,
    store: &ShapeStore,
) -> Result<MassOfBody, PhysicsError> {
    let Some(ball) = &row.ball else {
        return Err(PhysicsError::BadBall(format!(
            "the world has no ball {:?}; put the `Balls` that gave the id into the world as a resource",
            ballistic.ball
        )));
    };
    let near = |given: f32, right: f32| (given - right).abs() <= 1e-5 * right;
    let kind = &ball.kind;
    let (fits, collider) = match (&kind.outline, row.collider) {
        (Outline::Sphere { radius }, collider) => {
            let radius = *radius as f32;
            let fits =
                matches!(collider, Some(Collider::Sphere { radius: given }) if near(given, radius));
            (fits, format!("Collider::sphere({radius})"))
        }
        (Outline::Oval(oval), collider) => {
            let (long, short) = (oval.body().long as f32, oval.body().short as f32);
            let fits = match collider {
                Some(Collider::Hull(id)) => store.hull(id).is_some_and(|hull| {
                    let most = hull.local_aabb().max;
                    near(most.x, long) && near(most.y, short) && near(most.z, short)
                }),
                _ => false,
            };
            (fits, "the hull of its shape as its collider".to_owned())
        }
    };
    if !fits || row.body.is_none() || !ballistic.state().is_finite() {
        return Err(PhysicsError::BadBall(format!(
            "a {} ball needs finite numbers, a RigidBody and {collider}; `Balls::placed_in` makes them",
            kind.ball.name
        )));
    }
    if row.body.is_some_and(|body| body.is_dynamic()) {
        return Ok(match kind.ball.spheroid() {
            None => MassOfBody::of_ball(&kind.ball),
            Some(body) => MassOfBody::of_spheroid(&body),
        });
    }
    Ok(row.mass)
}

fn check_place(transform: &Transform) -> Result<(), PhysicsError> {
    for value in transform.position.to_array() {
        if !(-FARTHEST..=FARTHEST).contains(&value) {
            return Err(PhysicsError::OutOfRange {
                what: "position (m)".to_owned(),
                value,
                allowed: format!("it must lie within {FARTHEST} m of the origin"),
            });
        }
    }
    let length = transform.rotation.length();
    if (length - 1.0).abs() <= ROTATION_ERROR {
        return Ok(());
    }
    Err(PhysicsError::OutOfRange {
        what: "length of the rotation quaternion".to_owned(),
        value: length,
        allowed: "it must be 1 within 0.001; normalise it".to_owned(),
    })
}

/// A row whose collider has no box yet, the box, and the tree for it.
struct Unplaced(RowId, Aabb, Mobility);

/// Gives new colliders their boxes, all at once: trees are built faster and better than box by box.
fn place_new(state: &mut PhysicsState, new: &[Unplaced]) {
    let boxes: Vec<(Aabb, Mobility)> = new
        .iter()
        .map(|Unplaced(_, bounds, mobility)| (*bounds, *mobility))
        .collect();
    let ids = state.broad.insert_mixed(&boxes);
    let ids = ids.expect("boxes were checked when they were worked out");
    for (Unplaced(row, ..), id) in new.iter().zip(ids) {
        state.rows.row_mut(*row).box_id = Some(id);
        own_box(state, *row, id);
    }
}

/// Lets the row of a box be found.
fn own_box(state: &mut PhysicsState, row: RowId, id: BoxId) {
    let place = id.0 as usize;
    if state.box_rows.len() <= place {
        state.box_rows.resize(place + 1, row);
    }
    state.box_rows[place] = row;
}

/// Gives the collider of a row its place in the right tree, or takes its box away; returns the box if it is new.
fn place(
    state: &mut PhysicsState,
    id: RowId,
    store: &ShapeStore,
    report: &mut StepReport,
) -> Option<Unplaced> {
    let row = state.rows.row(id);
    let bounds = bounds(row, store);
    let mobility = match row.body {
        Some(body) if row.is_dynamic() || body.kind == BodyKind::Kinematic => Mobility::Moving,
        _ => Mobility::Static,
    };
    let (entity, old) = (row.entity, row.box_id);
    let placed = match (old, bounds) {
        (None, None) => Ok(None),
        (None, Some(bounds)) => match check_box(&bounds) {
            Ok(()) => return Some(Unplaced(id, bounds, mobility)),
            Err(problem) => Err(problem),
        },
        (Some(old), None) => {
            take_box(state, id, old, report);
            Ok(None)
        }
        (Some(old), Some(bounds)) => state.broad.set(old, &bounds).map(|_| {
            state.broad.set_mobility(old, mobility);
            state.broad.touch(old);
            Some(old)
        }),
    };
    let row = state.rows.row_mut(id);
    match placed {
        Ok(box_id) => row.box_id = box_id,
        Err(problem) => {
            row.frozen = true;
            row.collider = None;
            report.problems.push((entity, problem));
        }
    }
    None
}

/// Box of the collider of a row, with the margin within which contacts are looked for.
pub(crate) fn bounds(row: &Row, store: &ShapeStore) -> Option<Aabb> {
    let shape = row.collider.as_ref()?.shape(store).ok()?;
    Some(shape.aabb(&row.pose()).expanded(margin_of(row.mass.extent)))
}

/// Whether a body may be at a place and rotation, and move with a velocity and spin: a step leaves what the next one,
/// or one in a world read from bytes, takes over.
pub(crate) fn is_usable(place: (Vec3, Quat), motion: (Vec3, Vec3)) -> bool {
    let ((position, rotation), (velocity, spin)) = (place, motion);
    let within = |vector: Vec3, most: f32| vector.to_array().iter().all(|v| v.abs() <= most);
    within(position, FARTHEST)
        && rotation.is_finite()
        && within(velocity, FASTEST)
        && within(spin, FASTEST)
}
