//! From the components of the world to rows.

use voltex_ecs::{Entity, Transform, Version, World};
use voltex_math::{Aabb, Quat, Vec3};

use super::contacts::margin_of;
use super::mirror::Change;
use super::pairs::ended;
use super::report::StepReport;
use super::rows::{MassOfBody, Row, RowId};
use super::state::PhysicsState;
use crate::body::{BodyKind, RigidBody};
use crate::broad::Mobility;
use crate::collider::Collider;
use crate::error::PhysicsError;
use crate::filter::{CollisionLayers, Sensor};
use crate::material::Material;
use crate::shape::{MassProperties, ShapeStore};

/// Farthest that a body may be from the origin, m: beyond it `f32` knows no centimetres.
const FARTHEST: f32 = 1.0e6;

/// Components of one entity.
#[derive(Clone, Copy)]
struct Components {
    transform: Transform,
    body: Option<RigidBody>,
    collider: Option<Collider>,
    material: Material,
    layers: CollisionLayers,
    sensor: bool,
}

/// Takes over every difference between the world and what it was after the last step, and wakes what differs.
pub(crate) fn read_world(
    state: &mut PhysicsState,
    world: &World,
    now: Version,
    store: &ShapeStore,
    report: &mut StepReport,
) {
    let transforms = world.storage::<Transform>();
    let bodies = world.storage::<RigidBody>();
    let colliders = world.storage::<Collider>();
    let materials = world.storage::<Material>();
    let layers = world.storage::<CollisionLayers>();
    let sensors = world.storage::<Sensor>();
    let mut changed: Vec<Entity> = Vec::new();
    let mirrors = &mut state.mirrors;
    mirrors
        .transforms
        .read(&transforms, now, same_transform, |change| {
            changed.push(entity_of(change))
        });
    mirrors.bodies.read(&bodies, now, same_body, |change| {
        changed.push(entity_of(change))
    });
    mirrors.colliders.read(
        &colliders,
        now,
        |a, b| a == b,
        |change| changed.push(entity_of(change)),
    );
    mirrors.materials.read(
        &materials,
        now,
        |a, b| a == b,
        |change| changed.push(entity_of(change)),
    );
    mirrors.layers.read(
        &layers,
        now,
        |a, b| a == b,
        |change| changed.push(entity_of(change)),
    );
    mirrors.sensors.read(
        &sensors,
        now,
        |a, b| a == b,
        |change| changed.push(entity_of(change)),
    );
    // By id: the order of creation, as long as no id is used again.
    changed.sort_unstable_by_key(|entity| (entity.id(), entity.generation().get()));
    changed.dedup();
    for entity in changed {
        let transform = transforms.get(entity).copied();
        let (body, collider) = (bodies.get(entity).copied(), colliders.get(entity).copied());
        match transform {
            Some(transform) if body.is_some() || collider.is_some() => {
                let components = Components {
                    transform,
                    body,
                    collider,
                    material: materials.get(entity).copied().unwrap_or_default(),
                    layers: layers.get(entity).copied().unwrap_or_default(),
                    sensor: sensors.contains(entity),
                };
                refresh(state, store, entity, &components, report);
            }
            _ => {
                if let Some(row) = state.rows.of(entity) {
                    forget(state, row, report);
                }
            }
        }
    }
    state.tidy();
}

fn entity_of<T>(change: Change<T>) -> Entity {
    match change {
        Change::Set(entity, _) | Change::Gone(entity) => entity,
    }
}

fn bits(v: Vec3) -> [u32; 3] {
    v.to_array().map(f32::to_bits)
}

/// Whether two transforms are the same bit by bit; NaN is itself.
fn same_transform(a: &Transform, b: &Transform) -> bool {
    bits(a.position) == bits(b.position)
        && a.rotation.to_array().map(f32::to_bits) == b.rotation.to_array().map(f32::to_bits)
        && bits(a.scale) == bits(b.scale)
}

fn same_body(a: &RigidBody, b: &RigidBody) -> bool {
    bits(a.velocity) == bits(b.velocity)
        && bits(a.angular_velocity) == bits(b.angular_velocity)
        && RigidBody {
            velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
            ..*a
        } == RigidBody {
            velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
            ..*b
        }
}

/// Drops a row and wakes what touched it.
fn forget(state: &mut PhysicsState, id: RowId, report: &mut StepReport) {
    state.wake_neighbours(id);
    let row = state.rows.row(id);
    let (entity, box_id) = (row.entity, row.box_id);
    for contact in row.contacts.clone() {
        let others = state.contacts.contact(contact).rows;
        if state.end_contact(contact) {
            report.events.push(ended(&state.rows, others));
        }
    }
    if let Some(box_id) = box_id {
        state.broad.remove(box_id);
    }
    if state.rows.row(id).awake {
        state.awake.retain(|other| *other != id);
    }
    state.rows.remove(id);
    debug_assert!(state.rows.of(entity).is_none());
}

/// Brings the row of an entity up to date, or makes one.
fn refresh(
    state: &mut PhysicsState,
    store: &ShapeStore,
    entity: Entity,
    new: &Components,
    report: &mut StepReport,
) {
    let id = match state.rows.of(entity) {
        Some(id) => {
            let row = state.rows.row(id);
            let same_body = match (&row.body, &new.body) {
                (Some(a), Some(b)) => same_body(a, b),
                (a, b) => a.is_none() && b.is_none(),
            };
            // The mirror tells of rows that changed places too.
            if same_transform(&row.transform, &new.transform)
                && same_body
                && row.given == new.collider
                && row.material == new.material
                && row.layers == new.layers
                && row.sensor == new.sensor
            {
                return;
            }
            state.wake_neighbours(id);
            id
        }
        None => state.rows.add(entity, new.transform),
    };
    let row = state.rows.row_mut(id);
    row.transform = new.transform;
    row.body = new.body;
    row.given = new.collider;
    row.collider = None;
    row.material = new.material;
    row.layers = new.layers;
    row.sensor = new.sensor;
    row.frozen = false;
    if let Err(problem) = prepare(row, new, store) {
        row.frozen = true;
        row.collider = None;
        row.mass = MassOfBody::FIXED;
        report.problems.push((entity, problem));
    }
    place(state, id, store, report);
    if state.rows.row(id).can_move() {
        state.wake(id);
    } else if std::mem::take(&mut state.rows.row_mut(id).awake) {
        state.awake.retain(|other| *other != id);
    }
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
    let mut shape_mass = None;
    let mut extent = MassOfBody::FIXED.extent;
    if let Some(collider) = &row.collider {
        collider.validate()?;
        let shape = collider.shape(store)?;
        shape_mass = MassProperties::of(&shape, 1.0).ok();
        let center = shape_mass.map_or(Vec3::ZERO, |mass| mass.center);
        let bounds = shape.aabb(&voltex_math::Pose::IDENTITY);
        let reach = (bounds.max - center).abs().max((bounds.min - center).abs());
        extent = match collider {
            Collider::Sphere { radius } => *radius,
            _ => reach.length(),
        };
    }
    row.mass = match &new.body {
        Some(body) => MassOfBody::of(body, shape_mass.as_ref(), extent)?,
        None => MassOfBody {
            extent,
            ..MassOfBody::FIXED
        },
    };
    Ok(())
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
    if (length - 1.0).abs() <= 1.0e-3 {
        return Ok(());
    }
    Err(PhysicsError::OutOfRange {
        what: "length of the rotation quaternion".to_owned(),
        value: length,
        allowed: "it must be 1 within 0.001; normalise it".to_owned(),
    })
}

/// Gives the collider of a row its box in the right tree, or takes it away.
fn place(state: &mut PhysicsState, id: RowId, store: &ShapeStore, report: &mut StepReport) {
    let row = state.rows.row(id);
    let bounds = bounds(row, store);
    let mobility = match row.body {
        Some(body) if row.is_dynamic() || body.kind == BodyKind::Kinematic => Mobility::Moving,
        _ => Mobility::Static,
    };
    let (entity, old) = (row.entity, row.box_id);
    let placed = match (old, bounds) {
        (None, None) => Ok(None),
        (None, Some(bounds)) => state.broad.insert(&bounds, mobility).map(Some),
        (Some(old), None) => {
            state.broad.remove(old);
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
    if let Some(box_id) = state.rows.row(id).box_id {
        let place = box_id.0 as usize;
        if state.box_rows.len() <= place {
            state.box_rows.resize(place + 1, id);
        }
        state.box_rows[place] = id;
    }
}

/// Box of the collider of a row, with the margin within which contacts are looked for.
pub(crate) fn bounds(row: &Row, store: &ShapeStore) -> Option<Aabb> {
    let shape = row.collider.as_ref()?.shape(store).ok()?;
    Some(shape.aabb(&row.pose()).expanded(margin_of(row.mass.extent)))
}

/// Whether a rotation can be used as it is.
pub(crate) fn is_usable(position: Vec3, rotation: Quat) -> bool {
    position.abs().max_element() <= FARTHEST && rotation.is_finite()
}
