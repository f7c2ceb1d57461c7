//! Shapes of a scene file: simple ones by their sizes, hulls, meshes and height fields from points or from a rule.

use serde::{Deserialize, Serialize};
use voltex_math::{Vec2, Vec3};

use crate::arrange::Arrangement;
use crate::body::Rotation;
use crate::quantity::{self, unset};

/// A shape in its own frame; lengths in m.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ShapeDef {
    /// Ball around the origin.
    Sphere {
        /// m
        #[serde(with = "quantity::length")]
        radius: f32,
    },
    /// Box around the origin.
    Box {
        /// Half the edge lengths, m.
        #[serde(with = "quantity::length")]
        half: Vec3,
    },
    /// All points within `radius` of a segment on the y axis.
    Capsule {
        /// Half the length of the segment, m.
        #[serde(with = "quantity::length")]
        half_height: f32,
        /// m
        #[serde(with = "quantity::length")]
        radius: f32,
    },
    /// Circular cylinder about the y axis.
    Cylinder {
        /// Half the distance between the caps, m.
        #[serde(with = "quantity::length")]
        half_height: f32,
        /// m
        #[serde(with = "quantity::length")]
        radius: f32,
    },
    /// Circular cone about the y axis, apex up.
    Cone {
        /// Half the distance from base to apex, m.
        #[serde(with = "quantity::length")]
        half_height: f32,
        /// Radius of the base, m.
        #[serde(with = "quantity::length")]
        radius: f32,
    },
    /// Everything below a plane through the origin.
    HalfSpace {
        /// Out of the solid, any length but zero.
        #[serde(with = "quantity::plain")]
        normal: Vec3,
    },
    /// Convex hull of points.
    Hull {
        /// m
        #[serde(with = "quantity::length")]
        points: Vec<Vec3>,
    },
    /// Convex hull of random points on a sphere.
    RandomHull {
        /// Number of points.
        count: u32,
        /// Radius of the sphere, m.
        #[serde(with = "quantity::length")]
        radius: f32,
        /// Names the random numbers.
        #[serde(default, skip_serializing_if = "unset")]
        seed: u64,
    },
    /// Convex hull of points spread evenly over a sphere along a spiral of golden angles.
    FibonacciHull {
        /// Number of points.
        count: u32,
        /// Radius of the sphere, m.
        #[serde(with = "quantity::length")]
        radius: f32,
    },
    /// Regular prism about the y axis, its first edge at +X.
    Prism {
        /// Number of side faces.
        sides: u32,
        /// From the axis to the edges, m.
        #[serde(with = "quantity::length")]
        radius: f32,
        /// Half the distance between the ends, m.
        #[serde(with = "quantity::length")]
        half_height: f32,
    },
    /// Block of a ring about the z axis: the hull of the four corners of a sector at both ends.
    Sector {
        /// Inner radius, m.
        #[serde(with = "quantity::length")]
        inner: f32,
        /// Outer radius, m.
        #[serde(with = "quantity::length")]
        outer: f32,
        /// Where it begins, rad from +X towards +Y.
        #[serde(with = "quantity::angle")]
        from: f32,
        /// Where it ends, rad.
        #[serde(with = "quantity::angle")]
        to: f32,
        /// Half its length along z, m.
        #[serde(with = "quantity::length")]
        half_length: f32,
    },
    /// Surface of triangles.
    Mesh {
        /// Corners, m.
        #[serde(with = "quantity::length")]
        vertices: Vec<Vec3>,
        /// Three corners each, counter-clockwise seen from the front.
        triangles: Vec<(u32, u32, u32)>,
    },
    /// Flat mesh in the x-z plane, two triangles a cell, its middle at the origin.
    GridMesh {
        /// Cells along X and Z.
        cells: (u32, u32),
        /// Width of a cell, m.
        #[serde(with = "quantity::length")]
        cell: f32,
    },
    /// Mesh over the x-z plane with the heights `amplitude sin(turn_x i + phase_x) sin(turn_z k + phase_z)` at vertex
    /// (i, k), its middle at the origin.
    WaveMesh {
        /// Cells along X and Z.
        cells: (u32, u32),
        /// Width of a cell, m.
        #[serde(with = "quantity::length")]
        cell: f32,
        /// Waves.
        wave: Wave,
    },
    /// Mesh of a ring about the y axis.
    TorusMesh {
        /// Vertices round the large and round the small circle.
        segments: (u32, u32),
        /// From the centre to the middle of the tube, m.
        #[serde(with = "quantity::length")]
        radius: f32,
        /// Radius of the tube, m.
        #[serde(with = "quantity::length")]
        tube: f32,
    },
    /// Heights over a grid in the x-z plane, its middle at the origin.
    HeightField {
        /// Number of heights along X; the list holds row after row along Z.
        columns: u32,
        /// Width of a cell, m.
        #[serde(with = "quantity::length")]
        cell: f32,
        /// m
        #[serde(with = "quantity::length")]
        heights: Vec<f32>,
    },
    /// Height field with the heights of [`ShapeDef::WaveMesh`].
    WaveField {
        /// Cells along X and Z.
        cells: (u32, u32),
        /// Width of a cell, m.
        #[serde(with = "quantity::length")]
        cell: f32,
        /// Waves.
        wave: Wave,
    },
    /// Several convex shapes as one.
    Compound {
        /// Its parts.
        children: Vec<Child>,
    },
}

/// Waves along X and Z that multiply.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wave {
    /// Largest height, m.
    #[serde(with = "quantity::length")]
    pub amplitude: f32,
    /// Angle from one vertex to the next along X and Z, rad.
    #[serde(with = "quantity::angle")]
    pub turn: Vec2,
    /// Angle at the first vertex along X and Z, rad; 90 degrees make a sine a cosine.
    #[serde(default, with = "quantity::angle", skip_serializing_if = "unset")]
    pub phase: Vec2,
}

/// A part of a compound.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Child {
    /// Name of a convex shape in the table of shapes.
    pub shape: String,
    /// Where it is in the frame of the compound, m.
    #[serde(with = "quantity::length", skip_serializing_if = "unset")]
    pub position: Vec3,
    /// How it is turned.
    #[serde(skip_serializing_if = "unset")]
    pub rotation: Option<Rotation>,
    /// How many there are and where, as for a body.
    #[serde(skip_serializing_if = "unset")]
    pub repeat: Vec<Arrangement>,
}

impl ShapeDef {
    /// Its kind as messages name it.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Sphere { .. } => "sphere",
            Self::Box { .. } => "box",
            Self::Capsule { .. } => "capsule",
            Self::Cylinder { .. } => "cylinder",
            Self::Cone { .. } => "cone",
            Self::HalfSpace { .. } => "half-space",
            Self::Hull { .. }
            | Self::RandomHull { .. }
            | Self::FibonacciHull { .. }
            | Self::Prism { .. }
            | Self::Sector { .. } => "hull",
            Self::Mesh { .. }
            | Self::GridMesh { .. }
            | Self::WaveMesh { .. }
            | Self::TorusMesh { .. } => "mesh",
            Self::HeightField { .. } | Self::WaveField { .. } => "height field",
            Self::Compound { .. } => "compound",
        }
    }

    /// Whether it is one solid convex body, as parts of a compound have to be.
    pub fn is_convex(&self) -> bool {
        matches!(
            self.kind(),
            "sphere" | "box" | "capsule" | "cylinder" | "cone" | "hull"
        )
    }

    /// Whether it has a mass: half-spaces, height fields and open meshes bound no volume.
    pub fn is_solid(&self) -> bool {
        self.is_convex() || matches!(self, Self::Compound { .. })
    }
}
