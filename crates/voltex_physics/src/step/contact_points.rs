//! The points of a contact, found anew, with the impulses of the last step carried over.

use voltex_math::{Pose, Vec3};

use super::contacts::Contact;
use super::rows::{Row, Rows};
use crate::collider::Collider;
use crate::contact::{FeatureId, MAX_POINTS};
use crate::narrow::{self, PieceContact, ShapeCache};
use crate::shape::{Convex, Shape, ShapeStore};
use crate::solver::{ContactInput, Left, PointInput};

/// What a contact keeps for the next time its points are found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    pub(super) cache: ShapeCache,
    /// Names of the first piece and of its points.
    pub(super) first: Names,
    /// All pieces but the first.
    pub(super) more: Vec<Piece>,
}

/// Contact of one convex piece of A with one of B.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(super) names: Names,
    pub(super) points: u8,
    pub(super) input: ContactInput,
}

/// Which pieces touch with which of their features.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Names {
    pub(super) children: [u32; 2],
    pub(super) features: [FeatureId; MAX_POINTS],
}

/// Room for what is at hand while points are found.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    found: Vec<PieceContact>,
    old: Vec<Piece>,
}

/// Distance, in parts of the smaller body's size, within which a new point takes over the impulse of an old one.
const SAME_PLACE: f32 = 0.05;

/// Distance from which contacts are solved before they touch, m, and in parts of the smaller body's size.
const MARGIN: f32 = 0.02;
const MARGIN_OF_SIZE: f32 = 0.05;

/// How far bodies may move against each other before their points are found anew, in parts of the margin: what was
/// beyond the margin then cannot have come to touch.
const SLACK: f32 = 0.5;

/// The same for bodies with round sides, in parts of the smaller body's size. The place where they touch wanders over
/// them as they roll: only at rest it stays.
const SLACK_OF_ROUND: f32 = 1.0e-4;

/// Distance within which two bodies are looked at as touching, m.
pub(crate) fn margin(a: &Row, b: &Row) -> f32 {
    margin_of(smaller_extent(a, b))
}

/// The same for a body of this extent.
pub(crate) fn margin_of(extent: f32) -> f32 {
    voltex_math::f32::min(MARGIN, MARGIN_OF_SIZE * extent)
}

fn smaller_extent(a: &Row, b: &Row) -> f32 {
    match (a.is_dynamic(), b.is_dynamic()) {
        (true, false) => a.mass.extent,
        (false, true) => b.mass.extent,
        _ => voltex_math::f32::min(a.mass.extent, b.mass.extent),
    }
}

impl Memory {
    /// Finds the points of a contact anew. The impulses of the last step go over to points of the same feature, or
    /// else of nearly the same place.
    pub(super) fn find_points(
        &mut self,
        contact: &mut Contact,
        input: &mut ContactInput,
        rows: &Rows,
        store: &ShapeStore,
        scratch: &mut Scratch,
    ) {
        let [a, b] = contact.rows.map(|row| rows.row(row));
        contact.passes = a.sensor || b.sensor;
        scratch.old.clear();
        scratch.old.append(&mut self.more);
        scratch.found.clear();
        let (points, names) = (std::mem::take(&mut contact.points), self.first);
        contact.has_more = false;
        contact.slack = -1.0;
        let (Some(shape_a), Some(shape_b)) = (shape(a, store), shape(b, store)) else {
            input.left = Left::default();
            return;
        };
        let pair = Pair::new(a, b);
        narrow::contacts_in_a(
            &shape_a,
            &shape_b,
            &pair.b_in_a,
            margin(a, b),
            &mut self.cache,
            &mut scratch.found,
        );
        let old = Piece {
            names,
            points,
            input: *input,
        };
        input.left = Left::default();
        for (index, found) in scratch.found.iter().enumerate() {
            let mut piece = pair.piece(found);
            let same = |old: &&Piece| old.points > 0 && old.names.children == piece.names.children;
            if let Some(old) = std::iter::once(&old).chain(&scratch.old).find(same) {
                piece.take_over(old, SAME_PLACE * smaller_extent(a, b));
            }
            if index == 0 {
                *input = piece.input;
                self.first = piece.names;
                contact.points = piece.points;
            } else {
                self.more.push(piece);
                contact.has_more = true;
            }
        }
        let b_is_smaller = b.mass.extent <= a.mass.extent;
        let small = if b_is_smaller { b } else { a };
        contact.b_is_smaller = b_is_smaller;
        contact.reach = small.mass.extent + small.mass.center.length();
        contact.then = contact.stance(rows.frames());
        contact.slack = slack([a, b], [&shape_a, &shape_b], scratch.found.is_empty());
    }
}

/// How far the two may move against each other until their points have to be found anew, m; negative for always.
fn slack([a, b]: [&Row; 2], shapes: [&Shape; 2], apart: bool) -> f32 {
    // Sensors have no solver that follows their points; the velocity of a belt turns with its body.
    let belts = [a, b]
        .into_iter()
        .any(|row| row.material.surface_velocity != Vec3::ZERO);
    if a.sensor || b.sensor || belts {
        return -1.0;
    }
    let of_flat = SLACK * margin(a, b);
    if apart {
        return of_flat;
    }
    match shapes {
        // Quickly found.
        [
            Shape::Convex(Convex::Sphere { .. }),
            Shape::Convex(_) | Shape::HalfSpace { .. },
        ]
        | [
            Shape::Convex(_) | Shape::HalfSpace { .. },
            Shape::Convex(Convex::Sphere { .. }),
        ] => -1.0,
        _ if shapes.into_iter().any(is_round) => {
            voltex_math::f32::min(SLACK_OF_ROUND * smaller_extent(a, b), of_flat)
        }
        _ => of_flat,
    }
}

fn is_round(shape: &Shape) -> bool {
    let convex_is_round = |convex: &Convex| {
        !matches!(
            convex,
            Convex::Box { .. } | Convex::Hull(_) | Convex::Triangle(_)
        )
    };
    match shape {
        Shape::Convex(convex) => convex_is_round(convex),
        Shape::Compound(compound) => compound
            .children()
            .iter()
            .any(|child| convex_is_round(&child.convex())),
        Shape::HalfSpace { .. } | Shape::Mesh(_) | Shape::HeightField(_) => false,
    }
}

fn shape<'a>(row: &Row, store: &'a ShapeStore) -> Option<Shape<'a>> {
    row.collider.as_ref()?.shape(store).ok()
}

/// What all pieces of a contact share.
struct Pair<'a> {
    rows: [&'a Row; 2],
    b_in_a: Pose,
    a_in_b: Pose,
    /// Without points, but with the coefficients of the pair.
    input: ContactInput,
}

impl<'a> Pair<'a> {
    fn new(row_a: &'a Row, row_b: &'a Row) -> Self {
        let (a, b) = (&row_a.material, &row_b.material);
        let restitution = [row_a, row_b].map(|row| {
            let body = row.body.map(|body| body.restitution);
            row.material.restitution.or(body)
        });
        // What names no restitution follows the other, as the ground does.
        let restitution = match restitution {
            [Some(e), None] | [None, Some(e)] => e,
            [None, None] => crate::DEFAULT_RESTITUTION,
            [Some(e), Some(f)] => a.restitution_combine.of(b.restitution_combine, e, f),
        };
        let friction = a
            .friction_combine
            .of(b.friction_combine, a.friction, b.friction);
        // The rolling body is the one that is round; of two, the smaller.
        let radius = match [rolling_radius(row_a), rolling_radius(row_b)] {
            [0.0, r] | [r, 0.0] => r,
            [r, s] => voltex_math::f32::min(r, s),
        };
        let larger = |f: f32, g: f32| voltex_math::f32::max(f, g);
        // Friction brings the surfaces together, the belts run on under it.
        let belt = |row: &Row| row.transform.rotation * row.material.surface_velocity;
        let Vec3 { x, y, z } = belt(row_a) - belt(row_b);
        let b_in_a = row_a.pose().relative(&row_b.pose());
        Self {
            rows: [row_a, row_b],
            b_in_a,
            a_in_b: b_in_a.inverse(),
            input: ContactInput {
                normal: [0.0, 0.0, 0.0, friction],
                belt: [x, y, z, restitution],
                round: [
                    larger(a.rolling_friction, b.rolling_friction) * radius,
                    larger(a.spinning_friction, b.spinning_friction) * radius,
                    0.0,
                    0.0,
                ],
                ..ContactInput::NONE
            },
        }
    }

    /// A piece without impulses.
    fn piece(&self, found: &PieceContact) -> Piece {
        let normal = found.manifold.normal;
        let mut input = self.input;
        input.normal[..3].copy_from_slice(&normal.to_array());
        let axis = self.rows[0].transform.rotation * normal;
        input.round[2] = roundness(self.rows[0], axis);
        input.round[3] = roundness(self.rows[1], axis);
        let mut names = Names {
            children: [found.child_a, found.child_b],
            ..Names::default()
        };
        let points = found.manifold.points();
        for (index, point) in points.iter().enumerate() {
            names.features[index] = point.feature;
            let on_b = self.a_in_b.transform_point(point.point_on_b);
            input.points[index] = PointInput::new(point.point_on_a, on_b);
            input.left.separations[index] = -point.depth;
        }
        Piece {
            names,
            points: points.len() as u8,
            input,
        }
    }
}

impl Piece {
    /// Takes the impulses of the old points, each once: first by feature, then by place.
    fn take_over(&mut self, old: &Self, near: f32) {
        let left = &mut self.input.left;
        left.friction = old.input.left.friction;
        // What they pushed a step ago says nothing of this one.
        let [x, y, z, _] = old.input.left.rolling;
        left.rolling = [x, y, z, 0.0];
        let (count, old_count) = (usize::from(self.points), usize::from(old.points));
        let mut taken = [false; MAX_POINTS];
        let mut found = [false; MAX_POINTS];
        for (i, found) in found[..count].iter_mut().enumerate() {
            let feature = self.names.features[i];
            let same = |j: &usize| !taken[*j] && old.names.features[*j] == feature;
            if let Some(j) = (0..old_count).find(same) {
                left.normal[i] = old.input.left.normal[j];
                (taken[j], *found) = (true, true);
            }
        }
        let place = |input: &ContactInput, i: usize| Vec3::from_slice(&input.points[i].on_a);
        for i in (0..count).filter(|i| !found[*i]) {
            let here = place(&self.input, i);
            let same = |j: &usize| {
                !taken[*j] && (place(&old.input, *j) - here).length_squared() < near * near
            };
            if let Some(j) = (0..old_count).find(same) {
                self.input.left.normal[i] = old.input.left.normal[j];
                taken[j] = true;
            }
        }
    }
}

/// Radius of the surface of a body about an axis inside it, where it touches along `normal` (world axes): what rolls
/// carries that axis along, and not the point where it touches. 0 for corners, edges and flat faces.
fn roundness(row: &Row, normal: Vec3) -> f32 {
    match row.collider {
        Some(Collider::Sphere { radius } | Collider::Capsule { radius, .. }) => radius,
        Some(Collider::Cylinder { radius, .. }) => {
            let along = (row.transform.rotation * Vec3::Y).dot(normal).abs();
            // On its side, not on a rim.
            if along < 0.05 { radius } else { 0.0 }
        }
        _ => 0.0,
    }
}

/// Radius about which a body rolls, m, for the torque `mu_r N R`; 0 for what has no round side.
fn rolling_radius(row: &Row) -> f32 {
    match row.collider {
        Some(
            Collider::Sphere { radius }
            | Collider::Capsule { radius, .. }
            | Collider::Cylinder { radius, .. }
            | Collider::Cone { radius, .. },
        ) => radius,
        _ => 0.0,
    }
}
