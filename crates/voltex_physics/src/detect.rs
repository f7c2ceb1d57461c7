//! Contacts of everything in a world, at one moment.

use rayon::prelude::*;
use voltex_ecs::{Entity, World};
use voltex_math::{Pose, Vec3};

use crate::broad::Mobility;
use crate::contact::Manifold;
use crate::gjk;
use crate::narrow::{self, Ground, Neighbour, PieceContact, ShapeCache};
use crate::query::ColliderIndex;
use crate::query::index::{Row, RowId};
use crate::shape::{Convex, Shape};

/// The deepest contact of two entities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// The one with the lower number: made earlier, as long as no entity was despawned.
    pub entity_a: Entity,
    /// The other one.
    pub entity_b: Entity,
    /// Unit vector from A to B.
    pub normal: Vec3,
    /// Overlap along the normal, m; 0 for bodies that just touch.
    pub depth: f32,
    /// On the surface of A, m.
    pub point_on_a: Vec3,
    /// On the surface of B, m.
    pub point_on_b: Vec3,
}

/// Contact of two convex pieces of two entities, in world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EntityManifold {
    /// The one with the lower number.
    pub entity_a: Entity,
    /// The other one.
    pub entity_b: Entity,
    /// Triangle or child of A; 0 for a shape of one piece.
    pub child_a: u32,
    /// Triangle or child of B; 0 for a shape of one piece.
    pub child_b: u32,
    /// Normal from A to B, and up to four points.
    pub manifold: Manifold,
}

/// Contacts of all entities that have a [`Transform`](voltex_ecs::Transform) and a [`Collider`](crate::Collider): of
/// each pair that overlaps or touches the deepest one.
///
/// Of a pair A is the one with the lower entity number, and pairs are in the order of these numbers, first of A, then
/// of B. Pairs whose [`CollisionLayers`](crate::CollisionLayers) do not meet, and those with a
/// [`Sensor`](crate::Sensor), are left out; [`detect_overlaps`] tells the latter. Of bodies that lie flush no contact
/// with a hidden edge is told. A collider that cannot be used is in no pair; [`ColliderIndex::bad`] names it. Costs
/// `O(n log n)` for `n` colliders, plus the pairs; the threads of the current rayon pool share the work, and the
/// answer does not depend on them.
///
/// ```
/// use voltex_ecs::{Transform, World};
/// use voltex_math::Vec3;
/// use voltex_physics::{Collider, detect_collisions};
///
/// let mut world = World::new();
/// let floor = world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y)));
/// let ball = world.spawn_with((Transform::from_position(Vec3::Y * 0.4), Collider::sphere(0.5)));
/// let contacts = detect_collisions(&world);
/// assert_eq!((contacts[0].entity_a, contacts[0].entity_b), (floor, ball));
/// assert_eq!(contacts[0].normal, Vec3::Y);
/// assert!((contacts[0].depth - 0.1).abs() < 1e-6);
/// ```
///
/// # Panics
/// One of the components is borrowed for writing.
pub fn detect_collisions(world: &World) -> Vec<ContactPoint> {
    let mut deepest: Vec<ContactPoint> = Vec::new();
    for found in detect_manifolds(world) {
        let Some(point) = found.manifold.deepest() else {
            continue;
        };
        let contact = ContactPoint {
            entity_a: found.entity_a,
            entity_b: found.entity_b,
            normal: found.manifold.normal,
            depth: point.depth,
            point_on_a: point.point_on_a,
            point_on_b: point.point_on_b,
        };
        match deepest.last_mut() {
            Some(last)
                if (last.entity_a, last.entity_b) == (contact.entity_a, contact.entity_b) =>
            {
                if contact.depth > last.depth {
                    *last = contact;
                }
            }
            _ => deepest.push(contact),
        }
    }
    deepest
}

/// All contact points of all pairs, by pairs of convex pieces: as [`detect_collisions`], whose points are among them.
/// Those of one pair are in the order of the children of A, then of B.
///
/// # Panics
/// As for [`detect_collisions`].
pub fn detect_manifolds(world: &World) -> Vec<EntityManifold> {
    let index = ColliderIndex::new(world);
    let pairs = meeting(&index, |a, b| !(a.facts.sensor || b.facts.sensor));
    let mut contacts = in_parallel(&pairs, |pair, found| contacts_of(&index, *pair, found));
    smooth(&index, &mut contacts);
    contacts
        .into_iter()
        .filter(|contact| !contact.piece.manifold.is_empty())
        .map(|contact| EntityManifold {
            entity_a: index.row(contact.pair.0).entity,
            entity_b: index.row(contact.pair.1).entity,
            child_a: contact.piece.child_a,
            child_b: contact.piece.child_b,
            manifold: contact.piece.manifold,
        })
        .collect()
}

/// Pairs of entities that overlap or touch and of which at least one is a [`Sensor`](crate::Sensor), in the order of
/// [`detect_collisions`]. Layers count as there. A closed mesh counts by its surface: what is wholly inside does not
/// touch it.
///
/// # Panics
/// As for [`detect_collisions`].
pub fn detect_overlaps(world: &World) -> Vec<(Entity, Entity)> {
    let index = ColliderIndex::new(world);
    let pairs = meeting(&index, |a, b| a.facts.sensor || b.facts.sensor);
    in_parallel(&pairs, |(a, b), found| {
        let (a, b) = (index.row(*a), index.row(*b));
        let b_in_a = a.placed.pose.relative(&b.placed.pose);
        let closest = gjk::shape_distance(&index.shape(a), &index.shape(b), &b_in_a, 0.0);
        if closest.is_some_and(|closest| closest.closest.distance <= 0.0) {
            found.push((a.entity, b.entity));
        }
    })
}

/// Two rows, the lower one first.
type Pair = (RowId, RowId);

/// A contact on its way.
#[derive(Clone, Copy, Debug)]
struct Contact {
    pair: Pair,
    piece: PieceContact,
}

/// Pairs whose boxes touch, whose layers meet, and that pass a test.
fn meeting(index: &ColliderIndex, test: impl Fn(&Row, &Row) -> bool) -> Vec<Pair> {
    let mut pairs = index.pairs();
    pairs.retain(|(a, b)| {
        let (a, b) = (index.row(*a), index.row(*b));
        a.facts.layers.meets(&b.facts.layers) && test(a, b)
    });
    pairs
}

/// What a task does for each pair, in the order of the pairs.
fn in_parallel<T: Send>(pairs: &[Pair], task: impl Fn(&Pair, &mut Vec<T>) + Sync) -> Vec<T> {
    const CHUNK: usize = 64;
    let all = |pairs: &[Pair]| {
        let mut found = Vec::new();
        for pair in pairs {
            task(pair, &mut found);
        }
        found
    };
    if pairs.len() <= CHUNK {
        return all(pairs);
    }
    let parts: Vec<Vec<T>> = pairs.par_chunks(CHUNK).map(all).collect();
    parts.into_iter().flatten().collect()
}

fn contacts_of(index: &ColliderIndex, pair: Pair, found: &mut Vec<Contact>) {
    let (a, b) = (index.row(pair.0), index.row(pair.1));
    let mut pieces = Vec::new();
    narrow::contacts(
        &index.shape(a),
        &a.placed.pose,
        &index.shape(b),
        &b.placed.pose,
        0.0,
        &mut ShapeCache::default(),
        &mut pieces,
    );
    found.extend(pieces.into_iter().map(|piece| Contact { pair, piece }));
}

/// Takes contacts with edges out that other bodies hide: of each convex body with all that it rests on.
fn smooth(index: &ColliderIndex, contacts: &mut [Contact]) {
    let mut of_bodies: Vec<(RowId, usize)> = contacts
        .iter()
        .enumerate()
        .filter_map(|(at, contact)| Some((slider(index, contact.pair)?, at)))
        .collect();
    of_bodies.sort_unstable();
    for group in of_bodies.chunk_by(|one, other| one.0 == other.0) {
        let body = index.row(group[0].0);
        let Shape::Convex(convex) = index.shape(body) else {
            continue;
        };
        if group.len() > 1 {
            smooth_body(index, group, &convex, &body.placed.pose, contacts);
        }
    }
}

/// The body of a pair that may slide over the other one: of two convex ones the only one that moves, else the smaller,
/// else the second. `None` if neither is convex.
fn slider(index: &ColliderIndex, (a, b): Pair) -> Option<RowId> {
    let convex = |row: RowId| matches!(index.shape(index.row(row)), Shape::Convex(_));
    match (convex(a), convex(b)) {
        (false, false) => None,
        (true, false) => Some(a),
        (false, true) => Some(b),
        (true, true) => {
            let moves = |row: RowId| index.row(row).facts.mobility == Mobility::Moving;
            let size = |row: RowId| {
                let bounds = index.row(row).placed.bounds;
                bounds.half_extents().max_element()
            };
            Some(match (moves(a), moves(b)) {
                (true, false) => a,
                (false, true) => b,
                (true, true) | (false, false) if size(a) < size(b) => a,
                (true, true) | (false, false) => b,
            })
        }
    }
}

/// The contacts of one body, with the body at the origin, so that nothing is lost far out.
fn smooth_body(
    index: &ColliderIndex,
    group: &[(RowId, usize)],
    body: &Convex<'_>,
    pose: &Pose,
    contacts: &mut [Contact],
) {
    let there = Pose::from_position(pose.position);
    let back = Pose::from_position(-pose.position);
    let mut neighbours: Vec<Neighbour<'_>> = group
        .iter()
        .map(|(body, at)| {
            let Contact { pair, piece } = &contacts[*at];
            let manifold = piece.manifold.transformed(&back);
            let (ground, child, manifold) = if *body == pair.1 {
                (index.row(pair.0), piece.child_a, manifold)
            } else {
                (index.row(pair.1), piece.child_b, manifold.flipped())
            };
            let at = Pose::new(
                ground.placed.pose.position - pose.position,
                ground.placed.pose.rotation,
            );
            Neighbour {
                ground: Ground::of(&index.shape(ground), &at, child).expect("a child that touches"),
                manifold,
            }
        })
        .collect();
    let before: Vec<Manifold> = neighbours.iter().map(|other| other.manifold).collect();
    let here = Pose::from_rotation(pose.rotation);
    narrow::smooth_seams(body, &here, &mut neighbours, 0.0);
    for (((body, at), neighbour), before) in group.iter().zip(&neighbours).zip(&before) {
        if neighbour.manifold != *before {
            let contact = &mut contacts[*at];
            let smoothed = neighbour.manifold.transformed(&there);
            contact.piece.manifold = if *body == contact.pair.1 {
                smoothed
            } else {
                smoothed.flipped()
            };
        }
    }
}
