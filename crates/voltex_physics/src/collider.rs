//! The component that gives an entity a shape.

use voltex_math::Vec3;

use crate::error::PhysicsError;
use crate::shape::{CompoundId, Convex, HeightFieldId, HullId, MeshId, Shape, ShapeStore};

/// Shape of an entity in its own frame, a component.
///
/// Simple shapes carry their sizes; hulls, meshes, height fields and compounds name geometry in the
/// [`ShapeStore`] of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Collider {
    /// Ball around the origin.
    Sphere {
        /// m
        radius: f32,
    },
    /// Box around the origin with its faces across the axes of the entity.
    Box {
        /// Half the edge lengths, m.
        half_extents: Vec3,
    },
    /// All points within `radius` of the segment from `-half_height` to `+half_height` on the y axis.
    Capsule {
        /// Half the length of the segment, m.
        half_height: f32,
        /// m
        radius: f32,
    },
    /// Circular cylinder about the y axis.
    Cylinder {
        /// Half the distance between the caps, m.
        half_height: f32,
        /// m
        radius: f32,
    },
    /// Circular cone about the y axis: base at `-half_height`, apex at `+half_height`.
    Cone {
        /// Half the distance from base to apex, m.
        half_height: f32,
        /// Radius of the base, m.
        radius: f32,
    },
    /// Everything below the plane through the origin, for ground and walls.
    HalfSpace {
        /// Unit vector out of the solid, in the frame of the entity.
        normal: Vec3,
    },
    /// Convex polyhedron.
    Hull(HullId),
    /// Surface of triangles.
    Mesh(MeshId),
    /// Heights over a grid.
    HeightField(HeightFieldId),
    /// Several convex shapes as one.
    Compound(CompoundId),
}

impl Collider {
    /// Ball of this radius, m.
    pub const fn sphere(radius: f32) -> Self {
        Self::Sphere { radius }
    }

    /// Box of these half edge lengths, m.
    pub const fn cuboid(half_extents: Vec3) -> Self {
        Self::Box { half_extents }
    }

    /// Capsule along y: half the length of its segment and its radius, m.
    pub const fn capsule(half_height: f32, radius: f32) -> Self {
        Self::Capsule {
            half_height,
            radius,
        }
    }

    /// Cylinder along y: half its height and its radius, m.
    pub const fn cylinder(half_height: f32, radius: f32) -> Self {
        Self::Cylinder {
            half_height,
            radius,
        }
    }

    /// Cone along y, apex up: half its height and the radius of its base, m.
    pub const fn cone(half_height: f32, radius: f32) -> Self {
        Self::Cone {
            half_height,
            radius,
        }
    }

    /// Solid below the plane through the origin with this outward unit normal.
    pub const fn half_space(normal: Vec3) -> Self {
        Self::HalfSpace { normal }
    }

    /// The shape with its geometry at hand.
    ///
    /// # Errors
    /// The store does not hold the id.
    pub fn shape<'a>(&self, store: &'a ShapeStore) -> Result<Shape<'a>, PhysicsError> {
        let unknown = |kind, index, count| PhysicsError::UnknownShape { kind, index, count };
        Ok(match *self {
            Self::Sphere { radius } => Shape::Convex(Convex::Sphere { radius }),
            Self::Box { half_extents } => Shape::Convex(Convex::Box { half_extents }),
            Self::Capsule {
                half_height,
                radius,
            } => Shape::Convex(Convex::Capsule {
                half_height,
                radius,
            }),
            Self::Cylinder {
                half_height,
                radius,
            } => Shape::Convex(Convex::Cylinder {
                half_height,
                radius,
            }),
            Self::Cone {
                half_height,
                radius,
            } => Shape::Convex(Convex::Cone {
                half_height,
                radius,
            }),
            Self::HalfSpace { normal } => Shape::HalfSpace { normal },
            Self::Hull(id) => Shape::Convex(Convex::Hull(
                store
                    .hull(id)
                    .ok_or_else(|| unknown("hull", id.0, store.hulls.len()))?,
            )),
            Self::Mesh(id) => Shape::Mesh(
                store
                    .mesh(id)
                    .ok_or_else(|| unknown("mesh", id.0, store.meshes.len()))?,
            ),
            Self::HeightField(id) => Shape::HeightField(
                store
                    .height_field(id)
                    .ok_or_else(|| unknown("height field", id.0, store.height_fields.len()))?,
            ),
            Self::Compound(id) => Shape::Compound(
                store
                    .compound(id)
                    .ok_or_else(|| unknown("compound", id.0, store.compounds.len()))?,
            ),
        })
    }
}
