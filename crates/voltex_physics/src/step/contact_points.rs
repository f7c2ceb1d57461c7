//! The points of a contact, found anew, with the impulses of the last step carried over.

use voltex_math::{Pose, Vec3};

use super::contacts::Contact;
use super::impact_law::{friction, resistance, restitution, spot};
use super::oval_contact::{StandIns, oval};
use super::rows::{Row, Rows};
use crate::ballistic::search::Spot;
use crate::collider::Collider;
use crate::contact::{FeatureId, MAX_POINTS, Manifold, ManifoldPoint};
use crate::copies::copies;
use crate::gjk;
use crate::narrow::{self, PieceContact, ShapeCache};
use crate::shape::{Convex, Shape, ShapeStore};
use crate::solver::{ContactInput, Left, PointInput};

/// What a contact keeps for the next time its points are found.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    pub(super) cache: ShapeCache,
    /// Names of the first piece and of its points.
    pub(super) first: Names,
    /// All pieces but the first.
    pub(super) more: Vec<Piece>,
}

copies!(Memory { cache, first, more });

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

pub(crate) fn smaller_extent(a: &Row, b: &Row) -> f32 {
    match (a.is_dynamic(), b.is_dynamic()) {
        (true, false) => a.mass.extent,
        (false, true) => b.mass.extent,
        _ => voltex_math::f32::min(a.mass.extent, b.mass.extent),
    }
}

/// Distance that is sure to be between two bodies whose contact has no points, m.
pub(crate) fn gap_without_points(a: &Row, b: &Row) -> f32 {
    (1.0 - SLACK) * margin(a, b)
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
        scratch.found.clear();
        let points = std::mem::take(&mut contact.points);
        if contact.has_more {
            scratch.old.push(Piece {
                names: self.first,
                points,
                input: *input,
            });
            scratch.old.append(&mut self.more);
        }
        contact.has_more = false;
        contact.slack = -1.0;
        let (Some(shape_a), Some(shape_b)) = (shape(a, store), shape(b, store)) else {
            input.left = Left::default();
            return;
        };
        let pair = Pair::new(a, b);
        let stand_ins = StandIns::of([a, b], store, margin(a, b));
        let ([shape_a, shape_b], b_in_a) = match &stand_ins {
            None => ([shape_a, shape_b], pair.b_in_a),
            Some(balls) => balls.shapes([shape_a, shape_b], &pair.b_in_a),
        };
        narrow::contacts_in_a(
            &shape_a,
            &shape_b,
            &b_in_a,
            margin(a, b),
            &mut self.cache,
            &mut scratch.found,
        );
        if let Some(balls) = &stand_ins {
            balls.put_back(&mut scratch.found);
        }
        let near = SAME_PLACE * smaller_extent(a, b);
        match scratch.found.as_slice() {
            [] => input.left = Left::default(),
            // One piece, then and now, is written where it lies.
            [found] if scratch.old.is_empty() => {
                let names = Names::of(found);
                let left = if points > 0 && self.first.children == names.children {
                    carried(&self.first, points, input, &names, found, near)
                } else {
                    Left::default()
                };
                let skin = pair.skin_at([&shape_a, &shape_b], found);
                pair.write(found, &skin, left, input);
                self.first = names;
                contact.points = found.manifold.points().len() as u8;
            }
            all => {
                if scratch.old.is_empty() && points > 0 {
                    scratch.old.push(Piece {
                        names: self.first,
                        points,
                        input: *input,
                    });
                }
                for (index, found) in all.iter().enumerate() {
                    let skin = pair.skin_at([&shape_a, &shape_b], found);
                    let piece = pair.piece(found, &skin, &scratch.old, near);
                    if index == 0 {
                        *input = piece.input;
                        self.first = piece.names;
                        contact.points = piece.points;
                    } else {
                        self.more.push(piece);
                        contact.has_more = true;
                    }
                }
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

/// For seams.
impl Memory {
    /// The points of the first piece as they are now, in the frame of A, and which pieces they are of.
    pub(super) fn manifold(
        &self,
        contact: &Contact,
        input: &ContactInput,
        rows: &Rows,
    ) -> ([u32; 2], Manifold) {
        let [a, b] = contact.rows.map(|row| rows.row(row));
        let b_in_a = a.pose().relative(&b.pose());
        let normal = Vec3::from_slice(&input.normal);
        let mut manifold = Manifold::new(normal);
        for index in 0..usize::from(contact.points) {
            let point_on_a = Vec3::from_slice(&input.points[index].on_a);
            let on_b = Vec3::from_slice(&input.points[index].on_b);
            let point_on_b = b_in_a.transform_point(on_b);
            manifold.push(ManifoldPoint {
                point_on_a,
                point_on_b,
                depth: (point_on_a - point_on_b).dot(normal),
                feature: self.first.features[index],
            });
        }
        (self.first.children, manifold)
    }

    /// Puts other points in the place of those that were found; they hold for this step alone.
    pub(super) fn replace(
        &mut self,
        contact: &mut Contact,
        input: &mut ContactInput,
        rows: &Rows,
        manifold: Manifold,
    ) {
        let [a, b] = contact.rows.map(|row| rows.row(row));
        let old = Piece {
            names: self.first,
            points: contact.points,
            input: *input,
        };
        let [child_a, child_b] = self.first.children;
        let found = PieceContact {
            child_a,
            child_b,
            manifold,
        };
        let near = SAME_PLACE * smaller_extent(a, b);
        let pair = Pair::new(a, b);
        let skin = Skin {
            friction: input.normal[3],
            restitution: input.belt[3],
            ..pair.skin
        };
        let rolls = [input.round[0], input.round[1]];
        let mut piece = pair.piece(&found, &skin, &[old], near);
        [piece.input.round[0], piece.input.round[1]] = rolls;
        *input = piece.input;
        self.first = piece.names;
        contact.points = piece.points;
        contact.slack = -1.0;
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
        return distant([a, b], shapes, of_flat);
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

/// Slack of two bodies without points, m. The box of a shape of many pieces says little of where it is: what is in it
/// is looked for around the other body, up to four times its size.
fn distant([a, b]: [&Row; 2], shapes: [&Shape; 2], of_flat: f32) -> f32 {
    let [one, other] = shapes;
    let limit = 4.0 * smaller_extent(a, b);
    let gap = match (one, other) {
        (Shape::Convex(body), many) if !matches!(many, Shape::Convex(_)) => {
            gjk::least_gap(many, body, &b.pose().relative(&a.pose()), limit)
        }
        (many, Shape::Convex(body)) => {
            gjk::least_gap(many, body, &a.pose().relative(&b.pose()), limit)
        }
        _ => 0.0,
    };
    voltex_math::f32::max(0.5 * gap, of_flat)
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

pub(super) fn shape<'a>(row: &Row, store: &'a ShapeStore) -> Option<Shape<'a>> {
    row.collider.as_ref()?.shape(store).ok()
}

/// What all pieces of a contact share.
struct Pair<'a> {
    rows: [&'a Row; 2],
    b_in_a: Pose,
    a_in_b: Pose,
    /// Radius about which the pair rolls, m.
    radius: f32,
    skin: Skin,
    /// Velocity of the belts, m/s.
    belt: Vec3,
}

/// How two surfaces behave.
#[derive(Clone, Copy, Debug)]
struct Skin {
    friction: f32,
    restitution: f32,
    /// In parts of load and radius.
    rolling: f32,
    spinning: f32,
}

impl Skin {
    fn of(rows: [&Row; 2], spot: Spot) -> Self {
        let [rolling, spinning] = resistance(rows, spot);
        Self {
            friction: friction(rows, spot),
            restitution: restitution(rows, spot),
            rolling,
            spinning,
        }
    }
}

impl<'a> Pair<'a> {
    fn new(row_a: &'a Row, row_b: &'a Row) -> Self {
        // The rolling body is the one that is round; of two, the smaller.
        let radius = match [rolling_radius(row_a), rolling_radius(row_b)] {
            [0.0, r] | [r, 0.0] => r,
            [r, s] => voltex_math::f32::min(r, s),
        };
        // Friction brings the surfaces together, the belts run on under it.
        let belt = |row: &Row| row.transform.rotation * row.material.surface_velocity;
        let b_in_a = row_a.pose().relative(&row_b.pose());
        Self {
            rows: [row_a, row_b],
            b_in_a,
            a_in_b: b_in_a.inverse(),
            radius,
            skin: Skin::of([row_a, row_b], Spot::default()),
            belt: belt(row_a) - belt(row_b),
        }
    }

    /// How the surfaces behave at a piece: what a ball lies on is told by triangles and cells.
    fn skin_at(&self, shapes: [&Shape; 2], found: &PieceContact) -> Skin {
        let [a, b] = self.rows;
        let on_a = spot(b, shapes[0], found.child_a);
        let on_b = spot(a, shapes[1], found.child_b);
        match (on_a == Spot::default(), on_b == Spot::default()) {
            (true, true) => self.skin,
            (false, _) => Skin::of(self.rows, on_a),
            (true, false) => Skin::of(self.rows, on_b),
        }
    }

    /// A piece, with the impulses of the one among the old that it goes on.
    fn piece(&self, found: &PieceContact, skin: &Skin, old: &[Piece], near: f32) -> Piece {
        let names = Names::of(found);
        let same = old
            .iter()
            .find(|old| old.points > 0 && old.names.children == names.children);
        let left = same.map_or_else(Left::default, |old| {
            carried(&old.names, old.points, &old.input, &names, found, near)
        });
        let mut piece = Piece {
            names,
            points: found.manifold.points().len() as u8,
            input: ContactInput::NONE,
        };
        self.write(found, skin, left, &mut piece.input);
        piece
    }

    /// Writes a piece with the impulses that are left to it.
    fn write(&self, found: &PieceContact, skin: &Skin, left: Left, input: &mut ContactInput) {
        let normal = found.manifold.normal;
        let axis = self.rows[0].transform.rotation * normal;
        input.normal = [normal.x, normal.y, normal.z, skin.friction];
        let Vec3 { x, y, z } = self.belt;
        input.belt = [x, y, z, skin.restitution];
        input.round = [
            skin.rolling * self.radius,
            skin.spinning * self.radius,
            roundness(self.rows[0], axis),
            roundness(self.rows[1], axis),
        ];
        input.left = left;
        let points = found.manifold.points();
        for (index, place) in input.points.iter_mut().enumerate() {
            *place = points.get(index).map_or_else(PointInput::default, |point| {
                input.left.separations[index] = -point.depth;
                PointInput::new(
                    point.point_on_a,
                    self.a_in_b.transform_point(point.point_on_b),
                )
            });
        }
    }
}

impl Names {
    fn of(found: &PieceContact) -> Self {
        let mut names = Self {
            children: [found.child_a, found.child_b],
            ..Self::default()
        };
        for (name, point) in names.features.iter_mut().zip(found.manifold.points()) {
            *name = point.feature;
        }
        names
    }
}

/// The impulses of an old piece for the one that goes on from it: each old point is taken once, first by feature, then
/// by place.
fn carried(
    old_names: &Names,
    old_points: u8,
    old: &ContactInput,
    names: &Names,
    found: &PieceContact,
    near: f32,
) -> Left {
    // What they pushed a step ago says nothing of this one.
    let [x, y, z, _] = old.left.rolling;
    let mut left = Left {
        friction: old.left.friction,
        rolling: [x, y, z, 0.0],
        ..Left::default()
    };
    let old_count = usize::from(old_points);
    let points = found.manifold.points();
    let mut taken = [false; MAX_POINTS];
    let mut known = [false; MAX_POINTS];
    for (i, known) in known[..points.len()].iter_mut().enumerate() {
        let same = |j: &usize| !taken[*j] && old_names.features[*j] == names.features[i];
        if let Some(j) = (0..old_count).find(same) {
            left.normal[i] = old.left.normal[j];
            (taken[j], *known) = (true, true);
        }
    }
    for (i, point) in points.iter().enumerate().filter(|(i, _)| !known[*i]) {
        let same = |j: &usize| {
            let there = Vec3::from_slice(&old.points[*j].on_a);
            !taken[*j] && (there - point.point_on_a).length_squared() < near * near
        };
        if let Some(j) = (0..old_count).find(same) {
            left.normal[i] = old.left.normal[j];
            taken[j] = true;
        }
    }
    left
}

/// Radius of the surface of a body about an axis inside it, where it touches along `normal` (world axes): what rolls
/// carries that axis along, and not the point where it touches. 0 for corners, edges and flat faces.
fn roundness(row: &Row, normal: Vec3) -> f32 {
    if let Some(oval) = oval(row) {
        let along = f64::from((row.transform.rotation * Vec3::X).dot(normal));
        return oval.radius_at(oval.place(along)) as f32;
    }
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
    if let Some(oval) = oval(row) {
        return oval.body().short as f32;
    }
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
