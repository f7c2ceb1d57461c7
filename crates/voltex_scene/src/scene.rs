//! A scene as a whole: what its file holds.

use serde::{Deserialize, Serialize};
use voltex_math::Vec3;
use voltex_physics::{Combine, Material, PhysicsConfig};

use crate::ball::{AirDef, BallDef, ShotDef, WindDef};
use crate::body::{Assembly, Body, Group};
use crate::joint::Joint;
use crate::quantity::{self, unset};
use crate::shape::ShapeDef;
use crate::table::Table;

/// A scene as its file describes it. SI units, +Y up, angles in rad.
///
/// [`Scene::from_ron`], [`Scene::from_json`] and [`Scene::load`] read and check one, [`Scene::build`] makes a world of
/// it. The fields may be filled by code as well; `build` checks them again. Cameras are no part of the world, and kept here
/// for whoever draws it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scene {
    /// Files whose content comes before that of this one, relative to it; empty once they have been read.
    #[serde(skip_serializing_if = "unset")]
    pub include: Vec<String>,
    /// Name, such as `large_pyramid`.
    #[serde(skip_serializing_if = "unset")]
    pub name: String,
    /// What it shows, in one line.
    #[serde(skip_serializing_if = "unset")]
    pub about: String,
    /// What it is for.
    #[serde(skip_serializing_if = "unset")]
    pub kind: SceneKind,
    /// How many steps show what it is about; 0 for no suggestion.
    #[serde(skip_serializing_if = "unset")]
    pub ticks: u32,
    /// Remarks: where the numbers are from, what to look at.
    #[serde(skip_serializing_if = "unset")]
    pub notes: Vec<String>,
    /// Settings of the world.
    #[serde(skip_serializing_if = "unset")]
    pub world: WorldDef,
    /// Names of the layers that bodies belong to, at most 32; none: one for all.
    #[serde(skip_serializing_if = "unset")]
    pub layers: Vec<String>,
    /// Surfaces by name.
    #[serde(skip_serializing_if = "unset")]
    pub materials: Table<MaterialDef>,
    /// Shapes by name.
    #[serde(skip_serializing_if = "unset")]
    pub shapes: Table<ShapeDef>,
    /// Sets of bodies and joints by name, for groups.
    #[serde(skip_serializing_if = "unset")]
    pub assemblies: Table<Assembly>,
    /// Bodies.
    #[serde(skip_serializing_if = "unset")]
    pub bodies: Vec<Body>,
    /// Copies of assemblies.
    #[serde(skip_serializing_if = "unset")]
    pub groups: Vec<Group>,
    /// Joints between bodies; those of an assembly stand there.
    #[serde(skip_serializing_if = "unset")]
    pub joints: Vec<Joint>,
    /// Balls that fly as measured balls do.
    #[serde(skip_serializing_if = "unset")]
    pub balls: Vec<BallDef>,
    /// When and how balls are launched.
    #[serde(skip_serializing_if = "unset")]
    pub shots: Vec<ShotDef>,
    /// State of the air.
    #[serde(skip_serializing_if = "unset")]
    pub air: AirDef,
    /// Motion of the air.
    #[serde(skip_serializing_if = "unset")]
    pub wind: WindDef,
    /// Where to look from.
    #[serde(skip_serializing_if = "unset")]
    pub cameras: Vec<Camera>,
}

/// What a scene is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SceneKind {
    /// A user's own.
    #[default]
    Custom,
    /// Shows one thing, small.
    Teaching,
    /// Measures speed.
    Benchmark,
}

impl SceneKind {
    /// Its name in lists.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Custom => "custom",
            Self::Teaching => "teaching",
            Self::Benchmark => "benchmark",
        }
    }
}

/// Settings of the world; what is left out has its default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WorldDef {
    /// m/s^2; (0, -9.81, 0) unless given.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub gravity: Option<Vec3>,
    /// Steps in a second, instead of `dt`; 60 unless given.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub steps_per_second: Option<f32>,
    /// Length of a step, s.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub dt: Option<f32>,
    /// Substeps that the solver cuts a step into; 4 unless given.
    #[serde(skip_serializing_if = "unset")]
    pub substeps: Option<u32>,
    /// Approach speed below which a lasting contact does not bounce, m/s.
    #[serde(with = "quantity::speed", skip_serializing_if = "unset")]
    pub restitution_threshold: Option<f32>,
    /// Whether bodies at rest fall asleep; they do unless given.
    #[serde(skip_serializing_if = "unset")]
    pub sleep: Option<bool>,
}

impl WorldDef {
    /// Whether it sets a field; any of them for a name that is none.
    pub(crate) fn sets(&self, field: &str) -> bool {
        match field {
            "gravity" => self.gravity.is_some(),
            "steps_per_second" => self.steps_per_second.is_some(),
            "dt" => self.dt.is_some(),
            "substeps" => self.substeps.is_some(),
            "restitution_threshold" => self.restitution_threshold.is_some(),
            "sleep" => self.sleep.is_some(),
            _ => !unset(self),
        }
    }

    /// Takes over what another one sets; a rate replaces a length of a step and the other way round.
    pub(crate) fn take_over(&mut self, own: &Self) {
        if own.dt.is_some() || own.steps_per_second.is_some() {
            (self.dt, self.steps_per_second) = (own.dt, own.steps_per_second);
        }
        self.gravity = own.gravity.or(self.gravity);
        self.substeps = own.substeps.or(self.substeps);
        self.restitution_threshold = own.restitution_threshold.or(self.restitution_threshold);
        self.sleep = own.sleep.or(self.sleep);
    }

    /// The settings with defaults filled in, unchecked.
    pub fn config(&self) -> PhysicsConfig {
        let default = PhysicsConfig::DEFAULT;
        PhysicsConfig {
            gravity: self.gravity.unwrap_or(default.gravity),
            fixed_dt: match (self.dt, self.steps_per_second) {
                (Some(dt), _) => dt,
                (None, Some(rate)) => 1.0 / rate,
                (None, None) => default.fixed_dt,
            },
            substeps: self.substeps.unwrap_or(default.substeps),
            restitution_threshold: self
                .restitution_threshold
                .unwrap_or(default.restitution_threshold),
            sleeping: self.sleep.unwrap_or(default.sleeping),
        }
    }
}

/// A surface; what is left out has its default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MaterialDef {
    /// Coulomb friction, 0 or more; 0.5 unless given.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub friction: Option<f32>,
    /// Normal restitution, 0 to 1; that of the body unless given.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub restitution: Option<f32>,
    /// Tangential restitution of a contact that grips, 0 to 1.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub tangential_restitution: f32,
    /// Rolling resistance: the torque `mu_r N R` against rolling.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub rolling_friction: f32,
    /// Spinning friction: the torque `mu_s N R` against spin about the normal.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub spinning_friction: f32,
    /// Velocity of the surface relative to its body, in the body's axes, m/s: a conveyor belt.
    #[serde(with = "quantity::speed", skip_serializing_if = "unset")]
    pub surface_velocity: Vec3,
    /// How friction combines with that of the other surface; geometric mean unless given.
    #[serde(skip_serializing_if = "unset")]
    pub friction_combine: Option<CombineDef>,
    /// How restitution combines with that of the other surface; minimum unless given.
    #[serde(skip_serializing_if = "unset")]
    pub restitution_combine: Option<CombineDef>,
}

impl MaterialDef {
    /// The material with defaults filled in, unchecked.
    pub fn material(&self) -> Material {
        let default = Material::DEFAULT;
        Material {
            friction: self.friction.unwrap_or(default.friction),
            restitution: self.restitution,
            tangential_restitution: self.tangential_restitution,
            rolling_friction: self.rolling_friction,
            spinning_friction: self.spinning_friction,
            surface_velocity: self.surface_velocity,
            friction_combine: self
                .friction_combine
                .map_or(default.friction_combine, CombineDef::rule),
            restitution_combine: self
                .restitution_combine
                .map_or(default.restitution_combine, CombineDef::rule),
        }
    }
}

/// How the values of two surfaces become that of the pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CombineDef {
    /// `(a + b)/2`
    Average,
    /// `sqrt(a b)`
    GeometricMean,
    /// The smaller.
    Minimum,
    /// `a b`
    Product,
    /// The larger.
    Maximum,
}

impl CombineDef {
    /// The rule of the physics.
    pub const fn rule(self) -> Combine {
        match self {
            Self::Average => Combine::Average,
            Self::GeometricMean => Combine::GeometricMean,
            Self::Minimum => Combine::Minimum,
            Self::Product => Combine::Product,
            Self::Maximum => Combine::Maximum,
        }
    }
}

/// A place to look from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Camera {
    /// Name by which it is chosen.
    #[serde(skip_serializing_if = "unset")]
    pub name: String,
    /// Where it is, m.
    #[serde(with = "quantity::length")]
    pub position: Vec3,
    /// What it looks at, m.
    #[serde(with = "quantity::length")]
    pub look_at: Vec3,
    /// Vertical angle of view, rad; 60 degrees unless given.
    #[serde(with = "quantity::angle", skip_serializing_if = "unset")]
    pub field_of_view: Option<f32>,
    /// Name of the body or ball with which camera and point move.
    #[serde(skip_serializing_if = "unset")]
    pub follow: Option<String>,
}
