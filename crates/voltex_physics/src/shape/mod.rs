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

pub use compound::Compound;
pub use convex::Convex;
pub use height_field::HeightField;
pub use hull::{Hull, HullEdge, HullFace};
pub use hull_builder::MAX_HULL_FEATURES;
pub use mass::{MassProperties, PrincipalAxes};
pub use mesh::{MAX_MESH_FEATURES, MeshOptions, MeshSides, TriangleMesh};
pub use mesh_edges::{EdgeKind, MeshEdge};
pub use store::{CompoundId, HeightFieldId, HullId, MeshId, ShapeStore};

use voltex_math::Vec3;

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
