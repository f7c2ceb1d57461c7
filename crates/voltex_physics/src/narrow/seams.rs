//! Seams between bodies that lie flush side by side.
//!
//! A body that slides from one onto the next must not stumble over an edge or side that the other one covers. Where
//! a contact lies on the border of a face of its piece, and its normal leans over that border, the surface has to end
//! there for the contact to be true. A point just beyond the border and just below the face tells: inside another
//! piece, the surface goes on. The contact is then replaced by what the piece touches along the normal of that face,
//! and that may be nothing. A wall that stands on a floor, or a step, is not covered and keeps its contacts.

use voltex_math::f32::max;
use voltex_math::{Pose, Vec3};

use super::cache::PairCache;
use super::feature::Feature;
use super::patch::{Side, over_face};
use super::sphere::convex_sphere;
use super::touch::{Touch, unit};
use crate::contact::{Manifold, ManifoldPoint};
use crate::shape::{Convex, Shape};

/// Sine of the angle within which two normals are the same.
const SAME: f32 = 1e-3;

/// How far beyond the border of a face, and below it, a neighbour is looked for, in parts of the size of the body.
const PROBE: f32 = 2e-4;

/// Faces of one piece that meet at a contact, at most: those of a corner.
const MAX_FACES: usize = 8;

/// What one body rests on.
#[derive(Clone, Copy, Debug)]
pub enum Ground<'a> {
    /// A convex piece at a pose: a body of its own, a child of a compound, a triangle of a mesh.
    Piece(Convex<'a>, Pose),
    /// A half-space with this unit normal through this point, m.
    Plane(Vec3, Vec3),
}

/// One of the contacts of a body, with what it touches there. All of one frame.
#[derive(Clone, Copy, Debug)]
pub struct Neighbour<'a> {
    /// What the body touches, the A of the manifold.
    pub ground: Ground<'a>,
    /// The contact, with the body as B. Without points after [`smooth_seams`] if there is none in truth.
    pub manifold: Manifold,
}

impl<'a> Ground<'a> {
    /// The piece that a contact of [`contacts`](super::contacts) belongs to, in the frame of the shape's pose; `None` if
    /// the shape has no such child.
    pub fn of(shape: &Shape<'a>, pose: &Pose, child: u32) -> Option<Self> {
        Some(match *shape {
            Shape::Convex(convex) => Self::Piece(convex, *pose),
            Shape::HalfSpace { normal } => {
                Self::Plane(pose.transform_vector(normal), pose.position)
            }
            Shape::Mesh(mesh) if (child as usize) < mesh.triangle_count() => {
                Self::Piece(Convex::Triangle(mesh.triangle(child)), *pose)
            }
            Shape::HeightField(field) if (child as usize) < field.triangle_count() => {
                Self::Piece(Convex::Triangle(field.triangle(child)), *pose)
            }
            Shape::Mesh(_) | Shape::HeightField(_) => return None,
            Shape::Compound(compound) => {
                let piece = compound.children().get(child as usize)?;
                Self::Piece(piece.convex(), *pose * *piece.pose())
            }
        })
    }

    /// Whether a point lies inside, or outside by no more than `slack` (m).
    fn holds(&self, point: Vec3, slack: f32) -> bool {
        match self {
            Self::Piece(convex, pose) => {
                let local = pose.inverse_transform_point(point);
                convex_sphere(convex, local, 0.0, slack).is_some()
            }
            Self::Plane(normal, on_plane) => normal.dot(point - *on_plane) <= slack,
        }
    }

    /// The feature that looks along a unit vector, if it is a flat face across it.
    fn face(&self, normal: Vec3) -> Option<Feature> {
        let Self::Piece(convex, pose) = self else {
            return None;
        };
        let feature = Feature::toward(convex, pose.inverse_transform_vector(normal), pose);
        let own = match &feature {
            Feature::Polygon(polygon) => polygon.normal,
            Feature::Disc(disc) => disc.axis,
            Feature::Point(_) | Feature::Segment(_) => return None,
        };
        (own.cross(normal).length_squared() <= SAME * SAME).then_some(feature)
    }
}

/// Makes the contacts of one body with all that it touches agree where these lie flush: no normal of an edge or side
/// that a neighbour covers is left.
///
/// The manifolds are those of [`manifold`](super::manifold) or [`contacts`](super::contacts) in the frame of `pose`,
/// each from a piece of ground to the body. Their number is that of the contacts of one body, so all pairs are
/// looked at. Faces whose heights differ by up to 1e-4 of the size of the body count as flush. Each contact is judged
/// by the pieces alone, so the order of the neighbours does not matter.
pub fn smooth_seams(body: &Convex, pose: &Pose, neighbours: &mut [Neighbour], margin: f32) {
    let Some((first, rest)) = neighbours.split_first() else {
        return;
    };
    // Most bodies rest on one plane.
    let level = first.manifold.normal;
    if rest.iter().all(|other| other.manifold.normal == level) {
        return;
    }
    let probe = PROBE * body.aabb(pose).half_extents().max_element();
    // The body reaches that far below the faces it rests on, and so do points where it meets hidden sides.
    let deepest = neighbours
        .iter()
        .flat_map(|neighbour| neighbour.manifold.points())
        .fold(0.0, |deepest, point| max(point.depth, deepest));
    for index in 0..neighbours.len() {
        if let Some(normal) = covered_face(neighbours, index, probe, deepest) {
            let found = along(&neighbours[index].ground, body, pose, normal, margin);
            // What reaches farther below the face lies beside it, and not on it.
            let rests = |point: &ManifoldPoint| point.depth <= deepest + probe;
            if found.points().iter().all(rests) {
                neighbours[index].manifold = found;
            }
        }
    }
}

/// Faces of a piece whose planes a contact reaches within `slack`: normal, and the point of the contact highest over
/// the face, moved into its plane.
fn faces_at(
    ground: &Ground,
    manifold: &Manifold,
    slack: f32,
) -> ([(Vec3, Vec3); MAX_FACES], usize) {
    let mut faces = [(Vec3::ZERO, Vec3::ZERO); MAX_FACES];
    let mut count = 0;
    let Ground::Piece(convex, pose) = ground else {
        return (faces, 0);
    };
    let mut look = |normal: Vec3, offset: f32| {
        let mut highest = Vec3::ZERO;
        let mut most = f32::NEG_INFINITY;
        for point in manifold.points() {
            let local = pose.inverse_transform_point(point.point_on_a);
            let height = normal.dot(local) - offset;
            if height > most {
                most = height;
                highest = local - normal * height;
            }
        }
        if most >= -slack && count < MAX_FACES {
            faces[count] = (pose.transform_vector(normal), pose.transform_point(highest));
            count += 1;
        }
    };
    match convex {
        Convex::Box { half_extents } => {
            for (axis, half) in [Vec3::X, Vec3::Y, Vec3::Z]
                .into_iter()
                .zip(half_extents.to_array())
            {
                look(axis, half);
                look(-axis, half);
            }
        }
        Convex::Hull(hull) => {
            for face in hull.faces() {
                look(face.normal, face.offset);
            }
        }
        Convex::Triangle([a, b, c]) => {
            if let Some(normal) = unit((*b - *a).cross(*c - *a)) {
                look(normal, normal.dot(*a));
                look(-normal, -normal.dot(*a));
            }
        }
        Convex::Cylinder { half_height, .. } => {
            look(Vec3::Y, *half_height);
            look(Vec3::NEG_Y, *half_height);
        }
        Convex::Cone { half_height, .. } => look(Vec3::NEG_Y, *half_height),
        Convex::Sphere { .. } | Convex::Capsule { .. } => {}
    }
    (faces, count)
}

/// Normal of the face over whose border a contact leans onto another piece, if it does.
fn covered_face(neighbours: &[Neighbour], index: usize, probe: f32, deepest: f32) -> Option<Vec3> {
    let own = &neighbours[index];
    let normal = own.manifold.normal;
    let (faces, count) = faces_at(&own.ground, &own.manifold, probe + deepest);
    let faces = &faces[..count];
    let covered = |point: Vec3| {
        neighbours
            .iter()
            .enumerate()
            .any(|(other, neighbour)| other != index && neighbour.ground.holds(point, 0.5 * probe))
    };
    let mut best = None;
    let mut most = -SAME;
    for &(face, highest) in faces {
        let along = face.dot(normal);
        let lean = normal - face * along;
        let length = lean.length();
        if along <= most || length <= 1e-5 {
            continue;
        }
        // The point of the contact that lies farthest over, in the plane of the face.
        let mut border = highest;
        let mut farthest = f32::NEG_INFINITY;
        for point in own.manifold.points() {
            let in_plane = point.point_on_a - face * face.dot(point.point_on_a - highest);
            let over = in_plane.dot(lean);
            if over > farthest {
                farthest = over;
                border = in_plane;
            }
        }
        if !covered(border + (lean / length - face) * probe) {
            continue;
        }
        // A face that is itself hidden is no way out: just above it, away from the others, lies another piece.
        let others = faces
            .iter()
            .map(|(other, _)| *other)
            .filter(|other| other.dot(face).abs() < 1.0 - SAME)
            .sum::<Vec3>();
        if !covered(border + (face - others) * probe) {
            most = along;
            best = Some(face);
        }
    }
    best
}

/// What a piece of ground touches along a given normal: nothing, unless it has a face across it.
fn along(ground: &Ground, body: &Convex, pose: &Pose, normal: Vec3, margin: f32) -> Manifold {
    let Some(feature) = ground.face(normal) else {
        return Manifold::EMPTY;
    };
    let toward = pose.inverse_transform_vector(-normal);
    let lowest = pose.transform_point(body.core_support(toward));
    let rounding = body.rounding();
    let touch = Touch {
        normal,
        point_on_a: lowest,
        point_on_b: lowest - normal * rounding,
        depth: f32::NEG_INFINITY,
    };
    let reference = Side {
        feature,
        rounding: 0.0,
    };
    let incident = Side {
        feature: Feature::toward(body, toward, pose),
        rounding,
    };
    over_face(
        &reference,
        &incident,
        &touch,
        margin,
        &PairCache::default(),
        0,
    )
}
