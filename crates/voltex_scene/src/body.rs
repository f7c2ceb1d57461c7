//! Bodies of a scene file: what they are, where they start, how many there are and when they appear.

use std::fmt;

use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use voltex_math::f64::sin_cos;
use voltex_math::{DVec3, Euler, Quat, Vec3};

use crate::arrange::{Arrangement, Layout};
use crate::quantity::{self, unset};

/// Density of a body that names neither mass nor density, kg/m^3: that of water.
pub const DEFAULT_DENSITY: f32 = 1000.0;

/// One body, or many alike.
///
/// The copies of a body lie where its arrangements put them, around `position` along the world's axes; each is turned
/// by `rotation` first and then as its place asks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Body {
    /// Name by which joints, cameras and programs find it.
    #[serde(skip_serializing_if = "unset")]
    pub name: String,
    /// Who decides how it moves.
    #[serde(skip_serializing_if = "unset")]
    pub kind: Kind,
    /// Name of its shape in the table of shapes; copies of several take turns.
    pub shape: Names,
    /// Name of its material in the table of materials; copies of several take turns. None: the default material.
    #[serde(skip_serializing_if = "unset")]
    pub material: Names,
    /// What balls meet on it, such as `clay`. None: on a body that never moves, what the first ball of the scene lands on; on
    /// others, what the materials say.
    #[serde(skip_serializing_if = "unset")]
    pub ground: Option<String>,
    /// kg; instead of a density.
    #[serde(with = "quantity::mass", skip_serializing_if = "unset")]
    pub mass: Option<f32>,
    /// kg/m^3. Without mass and density a dynamic body has [`DEFAULT_DENSITY`].
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub density: Option<f32>,
    /// Where it starts, m.
    #[serde(with = "quantity::length", skip_serializing_if = "unset")]
    pub position: Vec3,
    /// How it is turned at the start.
    #[serde(skip_serializing_if = "unset")]
    pub rotation: Option<Rotation>,
    /// Stretches its shape along the axes of the shape.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub scale: Option<Vec3>,
    /// Velocity of the centre of mass, m/s.
    #[serde(with = "quantity::speed", skip_serializing_if = "unset")]
    pub velocity: Vec3,
    /// rad/s, right-hand rule.
    #[serde(with = "quantity::spin", skip_serializing_if = "unset")]
    pub angular_velocity: Vec3,
    /// A random velocity for each copy, added to the others.
    #[serde(skip_serializing_if = "unset")]
    pub throw: Option<Throw>,
    /// Normal restitution, 0 to 1; its material's wins.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub restitution: Option<f32>,
    /// How much of gravity it feels, 1 for all.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub gravity_scale: Option<f32>,
    /// Rate at which its velocity decays, 1/s.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub linear_damping: f32,
    /// Rate at which its angular velocity decays, 1/s.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub angular_damping: f32,
    /// Directions in which it cannot move or turn.
    #[serde(skip_serializing_if = "unset")]
    pub locks: Vec<Lock>,
    /// The layers that it belongs to and those that it touches.
    #[serde(skip_serializing_if = "unset")]
    pub layers: Layers,
    /// Whether it reports what touches it instead of pushing it away.
    #[serde(skip_serializing_if = "unset")]
    pub sensor: bool,
    /// Motion of a kinematic body beyond even velocities.
    #[serde(skip_serializing_if = "unset")]
    pub motion: Option<Motion>,
    /// How many there are and where: each arrangement repeats what those after it lay out.
    #[serde(skip_serializing_if = "unset")]
    pub repeat: Vec<Arrangement>,
    /// What changes from the first copy to the last.
    #[serde(skip_serializing_if = "unset")]
    pub vary: Option<Vary>,
    /// When it appears; at the start unless given.
    #[serde(skip_serializing_if = "unset")]
    pub spawn: Option<Spawn>,
}

impl Body {
    /// How many copies there are; `u64::MAX` for more than can be counted.
    pub fn copies(&self) -> u64 {
        Layout::count_of(&self.repeat)
    }
}

impl Group {
    /// How many copies there are; `u64::MAX` for more than can be counted.
    pub fn copies(&self) -> u64 {
        Layout::count_of(&self.repeat)
    }
}

/// Who decides how a body moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Forces and impulses.
    #[default]
    Dynamic,
    /// The scene or the user: it moves with its velocities, whatever it touches.
    Kinematic,
    /// Nobody: it stays.
    Static,
}

/// How something is turned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Rotation {
    /// About an axis by an angle (rad), right-hand rule.
    Axis {
        /// Any length but zero.
        #[serde(with = "quantity::plain")]
        axis: Vec3,
        /// rad
        #[serde(with = "quantity::angle")]
        angle: f32,
    },
    /// Roll about Z first, then pitch about X, then yaw about Y, rad.
    Euler {
        /// About +Y, rad.
        #[serde(default, with = "quantity::angle", skip_serializing_if = "unset")]
        yaw: f32,
        /// About +X, rad.
        #[serde(default, with = "quantity::angle", skip_serializing_if = "unset")]
        pitch: f32,
        /// About +Z, rad.
        #[serde(default, with = "quantity::angle", skip_serializing_if = "unset")]
        roll: f32,
    },
    /// Unit quaternion.
    Quat {
        /// Part along X.
        #[serde(with = "quantity::plain")]
        x: f32,
        /// Part along Y.
        #[serde(with = "quantity::plain")]
        y: f32,
        /// Part along Z.
        #[serde(with = "quantity::plain")]
        z: f32,
        /// Real part.
        #[serde(with = "quantity::plain")]
        w: f32,
    },
}

impl Rotation {
    /// The unit quaternion. A quaternion that is off unit length by less than rounding is taken as it is.
    pub fn quat(&self) -> Quat {
        match *self {
            Self::Axis { axis, angle } => turn(axis.as_dvec3(), f64::from(angle)),
            Self::Euler { yaw, pitch, roll } => Euler::new(yaw, pitch, roll).to_quat(),
            Self::Quat { x, y, z, w } => {
                let q = Quat::from_xyzw(x, y, z, w);
                if (q.length_squared() - 1.0).abs() < 4.0 * f32::EPSILON {
                    q
                } else {
                    q.normalize()
                }
            }
        }
    }
}

/// Rotation about an axis of any length but zero by an angle in rad, computed in `f64` and rounded once.
pub(crate) fn turn(axis: DVec3, angle: f64) -> Quat {
    let (sin, cos) = sin_cos(0.5 * angle);
    let v = axis.normalize_or(DVec3::Y) * sin;
    voltex_math::DQuat::from_xyzw(v.x, v.y, v.z, cos).as_quat()
}

/// A direction in which a body cannot move, or an axis about which it cannot turn; world axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lock {
    /// No motion along X.
    X,
    /// No motion along Y.
    Y,
    /// No motion along Z.
    Z,
    /// No turning about X.
    TurnX,
    /// No turning about Y.
    TurnY,
    /// No turning about Z.
    TurnZ,
}

/// Which layers a body belongs to and which it touches. Two bodies touch if each belongs to a layer that the other
/// touches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Layers {
    /// Names of its layers; none: the first of the scene.
    #[serde(skip_serializing_if = "unset")]
    pub of: Vec<String>,
    /// Names of the layers that it touches; left out: all.
    #[serde(skip_serializing_if = "unset")]
    pub hits: Option<Vec<String>>,
}

/// Motion of a kinematic body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Motion {
    /// Goes round a circle through its start without turning: every step ends on the circle.
    Orbit {
        /// A point of the axis, m.
        #[serde(with = "quantity::length")]
        center: Vec3,
        /// Direction of the axis, of any length but zero.
        #[serde(with = "quantity::plain")]
        axis: Vec3,
        /// rad/s, right-hand rule about the axis.
        #[serde(with = "quantity::spin")]
        rate: f32,
    },
}

/// What the last copy has where the first has what the body says; copies between them lie on the line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Vary {
    /// Velocity of the last copy, m/s.
    #[serde(with = "quantity::speed", skip_serializing_if = "unset")]
    pub velocity: Option<Vec3>,
    /// Angular velocity of the last copy, rad/s.
    #[serde(with = "quantity::spin", skip_serializing_if = "unset")]
    pub angular_velocity: Option<Vec3>,
    /// Restitution of the last copy.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub restitution: Option<f32>,
    /// Mass of the last copy, kg.
    #[serde(with = "quantity::mass", skip_serializing_if = "unset")]
    pub mass: Option<f32>,
    /// Density of the last copy, kg/m^3.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub density: Option<f32>,
    /// Part of gravity that the last copy feels.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub gravity_scale: Option<f32>,
    /// Whether every second copy has both velocities the other way round.
    #[serde(skip_serializing_if = "unset")]
    pub alternate: bool,
}

/// A velocity in a random direction, all equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Throw {
    /// m/s
    #[serde(with = "quantity::speed")]
    pub speed: f32,
    /// Names the random numbers.
    #[serde(default, skip_serializing_if = "unset")]
    pub seed: u64,
}

/// When a body or group appears: at each of the ticks one copy of its first arrangement, in turn, with all that the
/// arrangements after it lay out. A copy whose turn comes again replaces what it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Spawn {
    /// Before the steps of these numbers, which rise; the first step is 0.
    At {
        /// Numbers of steps.
        ticks: Vec<u32>,
    },
    /// Before steps at equal distances.
    Every {
        /// Number of the first of them.
        first: u32,
        /// From one to the next, in steps.
        every: u32,
        /// How many times.
        times: u32,
    },
}

impl Spawn {
    /// Which spawn happens before the step of this number, counted from 0. None at a distance of 0 steps, which no
    /// checked scene has.
    pub fn at(&self, tick: u64) -> Option<u64> {
        match self {
            Self::At { ticks } => {
                let tick = u32::try_from(tick).ok()?;
                ticks.binary_search(&tick).ok().map(|index| index as u64)
            }
            Self::Every {
                first,
                every,
                times,
            } => {
                let after = tick.checked_sub(u64::from(*first))?;
                let index = after.checked_div(u64::from(*every))?;
                (after % u64::from(*every) == 0 && index < u64::from(*times)).then_some(index)
            }
        }
    }
}

/// One name or several that take turns: `"crate"` or `["crate", "ball"]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names(pub Vec<String>);

impl From<&str> for Names {
    fn from(name: &str) -> Self {
        Self(vec![name.to_owned()])
    }
}

impl Serialize for Names {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [one] => output.serialize_str(one),
            many => output.collect_seq(many),
        }
    }
}

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct OneOrMany;

        impl<'de> Visitor<'de> for OneOrMany {
            type Value = Names;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name in quotes or a list of names")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Names, E> {
                Ok(Names::from(name))
            }

            fn visit_unit<E: de::Error>(self) -> Result<Names, E> {
                Err(E::custom(
                    "names stand in double quotes, such as \"crate\", or several in a list",
                ))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut names: A) -> Result<Names, A::Error> {
                let mut list = Vec::new();
                while let Some(name) = names.next_element()? {
                    list.push(name);
                }
                Ok(Names(list))
            }
        }

        input.deserialize_any(OneOrMany)
    }
}

/// Many bodies and joints that belong together, once for each copy of a group.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Group {
    /// Name by which programs find it.
    #[serde(skip_serializing_if = "unset")]
    pub name: String,
    /// Name of the assembly in the table of assemblies.
    pub assembly: String,
    /// Where the origin of the assembly is, m.
    #[serde(with = "quantity::length", skip_serializing_if = "unset")]
    pub position: Vec3,
    /// How the assembly is turned.
    #[serde(skip_serializing_if = "unset")]
    pub rotation: Option<Rotation>,
    /// Added to the velocity of each of its bodies, m/s, world axes.
    #[serde(with = "quantity::speed", skip_serializing_if = "unset")]
    pub velocity: Vec3,
    /// How many there are and where, as for a body.
    #[serde(skip_serializing_if = "unset")]
    pub repeat: Vec<Arrangement>,
    /// When it appears; at the start unless given.
    #[serde(skip_serializing_if = "unset")]
    pub spawn: Option<Spawn>,
}

/// Bodies and the joints between them, in a frame of their own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Assembly {
    /// Bodies; they appear with their group and have no spawn or motion of their own.
    pub bodies: Vec<Body>,
    /// Joints between these bodies.
    #[serde(skip_serializing_if = "unset")]
    pub joints: Vec<crate::joint::Joint>,
}
