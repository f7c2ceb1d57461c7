//! The component that gives an entity a shape.

use voltex_ecs::{Codec, Decoder, Describer, EcsError, Encoder, StateHasher};
use voltex_math::{Aabb, Pose, Vec3};

use crate::error::{PhysicsError, check_length};
use crate::shape::{
    CompoundId, Convex, HeightFieldId, HullId, MassProperties, MeshId, Shape, ShapeStore,
};

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
    #[inline]
    pub fn shape<'a>(&self, store: &'a ShapeStore) -> Result<Shape<'a>, PhysicsError> {
        if let Some(convex) = self.convex() {
            return Ok(Shape::Convex(convex));
        }
        Ok(match *self {
            Self::Hull(id) => Shape::Convex(Convex::Hull(store.hull_handle(id)?)),
            Self::Mesh(id) => Shape::Mesh(store.mesh_handle(id)?),
            Self::HeightField(id) => Shape::HeightField(store.field_handle(id)?),
            Self::Compound(id) => Shape::Compound(store.compound_handle(id)?),
            Self::HalfSpace { normal } => Shape::HalfSpace { normal },
            Self::Sphere { .. }
            | Self::Box { .. }
            | Self::Capsule { .. }
            | Self::Cylinder { .. }
            | Self::Cone { .. } => unreachable!("simple shapes are convex"),
        })
    }

    /// The shape of a collider that needs no store and is convex.
    #[inline]
    pub(crate) fn convex(&self) -> Option<Convex<'static>> {
        Some(match *self {
            Self::Sphere { radius } => Convex::Sphere { radius },
            Self::Box { half_extents } => Convex::Box { half_extents },
            Self::Capsule {
                half_height,
                radius,
            } => Convex::Capsule {
                half_height,
                radius,
            },
            Self::Cylinder {
                half_height,
                radius,
            } => Convex::Cylinder {
                half_height,
                radius,
            },
            Self::Cone {
                half_height,
                radius,
            } => Convex::Cone {
                half_height,
                radius,
            },
            Self::HalfSpace { .. }
            | Self::Hull(_)
            | Self::Mesh(_)
            | Self::HeightField(_)
            | Self::Compound(_) => return None,
        })
    }

    /// What a user calls the shape.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Sphere { .. } => "sphere",
            Self::Box { .. } => "box",
            Self::Capsule { .. } => "capsule",
            Self::Cylinder { .. } => "cylinder",
            Self::Cone { .. } => "cone",
            Self::HalfSpace { .. } => "half-space",
            Self::Hull(_) => "hull",
            Self::Mesh(_) => "mesh",
            Self::HeightField(_) => "height field",
            Self::Compound(_) => "compound",
        }
    }

    /// Refuses sizes that cannot be computed with. Geometry in a store was checked when it was added; that its id
    /// is known is seen by [`Collider::shape`].
    ///
    /// # Errors
    /// A length that is NaN, infinite or not between 0.000001 and 1,000,000 m (half the segment of a capsule may
    /// also be 0), or a normal whose length is not 1 within 0.0001.
    pub fn validate(&self) -> Result<(), PhysicsError> {
        match *self {
            Self::Sphere { radius } => check_length("radius of the sphere (m)", radius),
            Self::Box { half_extents: h } => {
                check_length("half extent of the box along x (m)", h.x)?;
                check_length("half extent of the box along y (m)", h.y)?;
                check_length("half extent of the box along z (m)", h.z)
            }
            Self::Capsule {
                half_height,
                radius,
            } => {
                if half_height != 0.0 {
                    check_length("half height of the capsule (m)", half_height)?;
                }
                check_length("radius of the capsule (m)", radius)
            }
            Self::Cylinder {
                half_height,
                radius,
            } => {
                check_length("half height of the cylinder (m)", half_height)?;
                check_length("radius of the cylinder (m)", radius)
            }
            Self::Cone {
                half_height,
                radius,
            } => {
                check_length("half height of the cone (m)", half_height)?;
                check_length("radius of the cone (m)", radius)
            }
            Self::HalfSpace { normal } => {
                // False for NaN.
                if (normal.length() - 1.0).abs() <= 1.0e-4 {
                    return Ok(());
                }
                Err(PhysicsError::BadVector {
                    what: "normal of the half-space".to_owned(),
                    value: normal.to_array(),
                    remedy: "it must have length 1 within 0.0001; normalise it",
                })
            }
            Self::Hull(_) | Self::Mesh(_) | Self::HeightField(_) | Self::Compound(_) => Ok(()),
        }
    }

    /// The collider stretched along its own axes.
    ///
    /// A box takes any positive scale, and so does a half-space; a cylinder and a cone take one that is equal along x
    /// and z, a sphere and a capsule one that is equal in all directions, each within a millionth. Geometry of a
    /// store takes none but 1 here, since it is shared; [`ShapeStore::scaled`] makes it in another size.
    ///
    /// # Errors
    /// A scale that is not positive and finite or that the shape cannot take, or a size out of range after it.
    pub fn scaled(&self, scale: Vec3) -> Result<Self, PhysicsError> {
        check_scale(self.name(), scale)?;
        if scale == Vec3::ONE {
            return Ok(*self);
        }
        let scaled = match *self {
            Self::Sphere { radius } => Self::sphere(radius * uniform("sphere", scale)?),
            Self::Box { half_extents } => Self::cuboid(half_extents * scale),
            Self::Capsule {
                half_height,
                radius,
            } => {
                let factor = uniform("capsule", scale)?;
                Self::capsule(half_height * factor, radius * factor)
            }
            Self::Cylinder {
                half_height,
                radius,
            } => Self::cylinder(half_height * scale.y, radius * round("cylinder", scale)?),
            Self::Cone {
                half_height,
                radius,
            } => Self::cone(half_height * scale.y, radius * round("cone", scale)?),
            // Normals go with the inverse of the scale.
            Self::HalfSpace { normal } => Self::half_space((normal / scale).normalize_or(normal)),
            Self::Hull(_) | Self::Mesh(_) | Self::HeightField(_) | Self::Compound(_) => {
                return Err(PhysicsError::Scale {
                    shape: self.name(),
                    scale: scale.to_array(),
                    remedy: "its geometry is shared, so use ShapeStore::scaled to get a collider of that size and set \
                             the scale of the transform to 1",
                });
            }
        };
        scaled.validate()?;
        Ok(scaled)
    }

    /// Smallest box across the axes of the frame in which the entity has this pose, m; see [`Shape::aabb`].
    ///
    /// # Errors
    /// The store does not hold the id.
    #[inline]
    pub fn aabb(&self, pose: &Pose, store: &ShapeStore) -> Result<Aabb, PhysicsError> {
        Ok(self.shape(store)?.aabb(pose))
    }

    /// Mass, centre of mass and inertia at a density, kg/m^3; see [`MassProperties::of`].
    ///
    /// # Errors
    /// The store does not hold the id, or as for [`MassProperties::of`] and [`Collider::validate`].
    pub fn mass(&self, density: f32, store: &ShapeStore) -> Result<MassProperties, PhysicsError> {
        self.validate()?;
        MassProperties::of(&self.shape(store)?, density)
    }
}

/// Relative difference of scales that are taken for equal: they come from products of many.
const EQUAL_SCALES: f32 = 1.0e-6;

/// Refuses a scale that is not positive and finite.
pub(crate) fn check_scale(shape: &'static str, scale: Vec3) -> Result<(), PhysicsError> {
    let good = |value: f32| value > 0.0 && value.is_finite();
    if scale.to_array().into_iter().all(good) {
        return Ok(());
    }
    Err(PhysicsError::Scale {
        shape,
        scale: scale.to_array(),
        remedy: "all three must be positive and finite; mirror the points of a hull or mesh before adding them instead",
    })
}

/// The one factor of a scale.
pub(crate) fn uniform(shape: &'static str, scale: Vec3) -> Result<f32, PhysicsError> {
    let near = |value: f32| (value - scale.x).abs() <= EQUAL_SCALES * scale.x;
    if near(scale.y) && near(scale.z) {
        return Ok(scale.x);
    }
    Err(PhysicsError::Scale {
        shape,
        scale: scale.to_array(),
        remedy: "it must be the same in all three directions; use a hull for a stretched one",
    })
}

/// The factor across the y axis.
fn round(shape: &'static str, scale: Vec3) -> Result<f32, PhysicsError> {
    if (scale.z - scale.x).abs() <= EQUAL_SCALES * scale.x {
        return Ok(scale.x);
    }
    Err(PhysicsError::Scale {
        shape,
        scale: scale.to_array(),
        remedy: "it must be the same along x and z; use a hull for a stretched one",
    })
}

/// A byte for the shape, and its sizes or its id. Sizes are kept to the bit, also those that
/// [`Collider::validate`] refuses: a world is copied as it is.
impl Codec for Collider {
    const MIN_BYTES: usize = 1 + 4;

    fn encode(&self, out: &mut Encoder<'_>) {
        self.tag().encode(out);
        match *self {
            Self::Sphere { radius } => radius.encode(out),
            Self::Box { half_extents } => half_extents.encode(out),
            Self::Capsule {
                half_height,
                radius,
            }
            | Self::Cylinder {
                half_height,
                radius,
            }
            | Self::Cone {
                half_height,
                radius,
            } => [half_height, radius].encode(out),
            Self::HalfSpace { normal } => normal.encode(out),
            Self::Hull(HullId(id))
            | Self::Mesh(MeshId(id))
            | Self::HeightField(HeightFieldId(id))
            | Self::Compound(CompoundId(id)) => id.encode(out),
        }
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        let tag = u8::decode(input)?;
        Ok(match tag {
            0 => Self::sphere(f32::decode(input)?),
            1 => Self::cuboid(Vec3::decode(input)?),
            2 => Self::capsule(f32::decode(input)?, f32::decode(input)?),
            3 => Self::cylinder(f32::decode(input)?, f32::decode(input)?),
            4 => Self::cone(f32::decode(input)?, f32::decode(input)?),
            5 => Self::half_space(Vec3::decode(input)?),
            6 => Self::Hull(HullId(u32::decode(input)?)),
            7 => Self::Mesh(MeshId(u32::decode(input)?)),
            8 => Self::HeightField(HeightFieldId(u32::decode(input)?)),
            9 => Self::Compound(CompoundId(u32::decode(input)?)),
            other => return Err(input.invalid("shape of a collider (0 to 9)", u64::from(other))),
        })
    }

    fn hash(&self, hasher: &mut StateHasher) {
        hasher.write_u8(self.tag());
        match *self {
            Self::Sphere { radius } => hasher.write_f32(radius),
            Self::Box { half_extents } => hasher.write_vec3(half_extents),
            Self::Capsule {
                half_height,
                radius,
            }
            | Self::Cylinder {
                half_height,
                radius,
            }
            | Self::Cone {
                half_height,
                radius,
            } => {
                hasher.write_f32(half_height);
                hasher.write_f32(radius);
            }
            Self::HalfSpace { normal } => hasher.write_vec3(normal),
            Self::Hull(HullId(id))
            | Self::Mesh(MeshId(id))
            | Self::HeightField(HeightFieldId(id))
            | Self::Compound(CompoundId(id)) => hasher.write_u32(id),
        }
    }

    fn describe(&self, out: &mut Describer<'_>) {
        out.field("shape", &self.name().to_owned());
        match self {
            Self::Sphere { radius } => out.field("radius", radius),
            Self::Box { half_extents } => out.field("half_extents", half_extents),
            Self::Capsule {
                half_height,
                radius,
            }
            | Self::Cylinder {
                half_height,
                radius,
            }
            | Self::Cone {
                half_height,
                radius,
            } => {
                out.field("half_height", half_height);
                out.field("radius", radius);
            }
            Self::HalfSpace { normal } => out.field("normal", normal),
            Self::Hull(HullId(id))
            | Self::Mesh(MeshId(id))
            | Self::HeightField(HeightFieldId(id))
            | Self::Compound(CompoundId(id)) => out.field("number", id),
        }
    }
}

impl Collider {
    /// Number of the shape in files; it never changes.
    const fn tag(&self) -> u8 {
        match self {
            Self::Sphere { .. } => 0,
            Self::Box { .. } => 1,
            Self::Capsule { .. } => 2,
            Self::Cylinder { .. } => 3,
            Self::Cone { .. } => 4,
            Self::HalfSpace { .. } => 5,
            Self::Hull(_) => 6,
            Self::Mesh(_) => 7,
            Self::HeightField(_) => 8,
            Self::Compound(_) => 9,
        }
    }
}
