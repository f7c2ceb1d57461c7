//! A shape of many convex pieces, and the ones that matter to a question.

use voltex_math::f32::{max, min};
use voltex_math::{Aabb, Pose, Vec3};

use crate::shape::{Compound, Convex, HeightField, Shape, TriangleMesh};

/// Shapes that are made of convex pieces in a tree. A piece is named by its number.
#[derive(Clone, Copy)]
pub(super) enum Pieces<'a> {
    Mesh(&'a TriangleMesh),
    Field(&'a HeightField),
    Compound(&'a Compound),
}

/// A shape as distances and impacts see it.
#[derive(Clone, Copy)]
pub(super) enum Form<'a> {
    One(Convex<'a>),
    Plane(Vec3),
    Many(Pieces<'a>),
}

impl<'a> Form<'a> {
    pub(super) fn of(shape: &Shape<'a>) -> Self {
        match *shape {
            Shape::Convex(convex) => Self::One(convex),
            Shape::HalfSpace { normal } => Self::Plane(normal),
            Shape::Mesh(mesh) => Self::Many(Pieces::Mesh(mesh)),
            Shape::HeightField(field) => Self::Many(Pieces::Field(field)),
            Shape::Compound(compound) => Self::Many(Pieces::Compound(compound)),
        }
    }
}

impl<'a> Pieces<'a> {
    /// Numbers run from 0 to below this; those of holes in a height field name nothing.
    pub(super) fn count(&self) -> u32 {
        (match self {
            Self::Mesh(mesh) => mesh.triangle_count(),
            Self::Field(field) => field.triangle_count(),
            Self::Compound(compound) => compound.children().len(),
        }) as u32
    }

    /// Whether there is a piece of this number.
    pub(super) fn holds(&self, index: u32) -> bool {
        match self {
            Self::Mesh(_) | Self::Compound(_) => index < self.count(),
            Self::Field(field) => index < self.count() && !field.is_hole(index),
        }
    }

    /// The piece and its pose in the frame of the shape.
    pub(super) fn piece(&self, index: u32) -> (Pose, Convex<'a>) {
        match self {
            Self::Mesh(mesh) => (Pose::IDENTITY, Convex::Triangle(mesh.triangle(index))),
            Self::Field(field) => (Pose::IDENTITY, Convex::Triangle(field.triangle(index))),
            Self::Compound(compound) => {
                let child = &compound.children()[index as usize];
                (*child.pose(), child.convex())
            }
        }
    }

    /// Box of the shape in its own frame.
    pub(super) fn bounds(&self) -> Aabb {
        match self {
            Self::Mesh(mesh) => mesh.local_aabb(),
            Self::Field(field) => field.local_aabb(),
            Self::Compound(compound) => compound.local_aabb(),
        }
    }

    /// Pieces whose boxes a moving box meets, see [`crate::broad::StaticBvh::cast_box`].
    pub(super) fn cast_box(
        &self,
        start: &Aabb,
        direction: Vec3,
        t_max: f32,
        visit: impl FnMut(u32, f32) -> f32,
    ) {
        match self {
            Self::Mesh(mesh) => mesh.bvh().cast_box(start, direction, t_max, visit),
            Self::Field(field) => field.cast_box(start, direction, t_max, visit),
            Self::Compound(compound) => compound.bvh().cast_box(start, direction, t_max, visit),
        }
    }

    /// Pieces whose boxes are within a distance, by its square, see [`crate::broad::StaticBvh::closest`].
    pub(super) fn closest(
        &self,
        from: &Aabb,
        limit_squared: f32,
        visit: impl FnMut(u32, f32) -> f32,
    ) {
        match self {
            Self::Mesh(mesh) => mesh.bvh().closest(from, limit_squared, visit),
            Self::Field(field) => field.closest(from, limit_squared, visit),
            Self::Compound(compound) => compound.bvh().closest(from, limit_squared, visit),
        }
    }
}

/// Gap (m) that is sure to be between the pieces of a shape and the box of a body at a pose in its frame, up to `limit`;
/// 0 for a shape of one piece.
pub(crate) fn least_gap(many: &Shape<'_>, body: &Convex<'_>, pose: &Pose, limit: f32) -> f32 {
    let Form::Many(pieces) = Form::of(many) else {
        return 0.0;
    };
    let from = body.aabb(pose);
    let mut least = limit * limit;
    pieces.closest(&from, least, |index, _| {
        let (place, piece) = pieces.piece(index);
        let bounds = piece.aabb(&place);
        let gaps = (bounds.min - from.max).max(from.min - bounds.max);
        least = min(gaps.max(Vec3::ZERO).length_squared(), least);
        least
    });
    // More than the rounding of a pose.
    let farthest = from.max.abs().max(from.min.abs()).max_element();
    max(least.sqrt() - 8.0 * f32::EPSILON * farthest, 0.0)
}
