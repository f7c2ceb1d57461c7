//! Shapes with their geometry at hand.

mod compound;
mod convex;
mod height_field;
mod hull;
mod hull_builder;
mod hull_merge;
mod mass;
mod mesh;
mod mesh_edges;
mod store;

pub use compound::{Compound, CompoundChild, MAX_COMPOUND_CHILDREN};
pub use convex::Convex;
pub use height_field::HeightField;
pub use hull::{Hull, HullEdge, HullFace};
pub use hull_builder::MAX_HULL_FEATURES;
pub use mass::{MassProperties, PrincipalAxes};
pub use mesh::{MAX_MESH_FEATURES, MeshOptions, MeshSides, TriangleMesh};
pub use mesh_edges::{EdgeKind, MeshEdge};
pub use store::{CompoundId, HeightFieldId, HullId, MeshId, ShapeStore};

use voltex_math::{Aabb, Pose, Vec3};

/// A shape in its own frame, resolved from a [`Collider`](crate::Collider) and a [`ShapeStore`].
#[derive(Clone, Copy, Debug)]
pub enum Shape<'a> {
    /// A solid convex body.
    Convex(Convex<'a>),
    /// Everything below the plane through the origin with this outward unit normal.
    HalfSpace {
        /// Unit vector out of the solid.
        normal: Vec3,
    },
    /// A surface of triangles.
    Mesh(&'a TriangleMesh),
    /// Heights over a regular grid.
    HeightField(&'a HeightField),
    /// Several convex bodies, each at its own pose.
    Compound(&'a Compound),
}

/// What stands for infinity in the box of a half-space, m: a thousand times the largest coordinate of any shape.
pub const UNBOUNDED: f32 = 1.0e9;

/// Children of a compound up to which its box is made of theirs.
const TIGHT_CHILDREN: usize = 16;

impl Shape<'_> {
    /// Smallest box across the axes of the frame in which the shape has this pose, m.
    ///
    /// The box of a half-space reaches [`UNBOUNDED`] metres from the origin, save that it ends at the plane if
    /// this lies across an axis. The box of a mesh or height field is that of its own box, turned, and so is that of
    /// a compound of more than 16 children; of fewer it is that of all of them.
    pub fn aabb(&self, pose: &Pose) -> Aabb {
        let of_box = |own: Aabb| {
            let center = Pose::new(pose.transform_point(own.center()), pose.rotation);
            Convex::Box {
                half_extents: own.half_extents(),
            }
            .aabb(&center)
        };
        match self {
            Self::Convex(convex) => convex.aabb(pose),
            Self::HalfSpace { normal } => half_space_box(pose.transform_vector(*normal), pose),
            Self::Mesh(mesh) => of_box(mesh.local_aabb()),
            Self::HeightField(field) => of_box(field.local_aabb()),
            Self::Compound(compound) => match compound.children() {
                [first, rest @ ..] if rest.len() < TIGHT_CHILDREN => {
                    let of_child =
                        |child: &CompoundChild| child.convex().aabb(&(*pose * *child.pose()));
                    rest.iter()
                        .map(of_child)
                        .fold(of_child(first), |whole, part| whole.merged(&part))
                }
                _ => of_box(compound.local_aabb()),
            },
        }
    }
}

fn half_space_box(normal: Vec3, pose: &Pose) -> Aabb {
    let mut bounds = Aabb {
        min: Vec3::splat(-UNBOUNDED),
        max: Vec3::splat(UNBOUNDED),
    };
    for axis in 0..3 {
        let across = normal[(axis + 1) % 3] == 0.0 && normal[(axis + 2) % 3] == 0.0;
        if across && normal[axis] > 0.0 {
            bounds.max[axis] = pose.position[axis];
        } else if across && normal[axis] < 0.0 {
            bounds.min[axis] = pose.position[axis];
        }
    }
    bounds
}
