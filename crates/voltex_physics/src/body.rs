//! The component that gives an entity mass and motion.

use voltex_ecs::{Codec, Decoder, Describer, EcsError, Encoder, FieldValue, StateHasher, codec};
use voltex_math::Vec3;

use crate::error::{PhysicsError, check_range};

/// Fastest that a body moves and turns in each component, m/s and rad/s.
pub(crate) const FASTEST: f32 = 1.0e6;

/// Restitution of a body that names none.
pub const DEFAULT_RESTITUTION: f32 = 0.3;

/// Who decides how a body moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BodyKind {
    /// Forces and impulses; static if its mass and density are both 0.
    #[default]
    Dynamic,
    /// The user: it moves with its velocities, and nothing that it touches changes them.
    Kinematic,
    /// Nobody: it stays where its transform says.
    Static,
}

impl Codec for BodyKind {
    const MIN_BYTES: usize = 1;

    fn encode(&self, out: &mut Encoder<'_>) {
        (*self as u8).encode(out);
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        match u8::decode(input)? {
            0 => Ok(Self::Dynamic),
            1 => Ok(Self::Kinematic),
            2 => Ok(Self::Static),
            other => Err(input.invalid("kind of body (0 to 2)", u64::from(other))),
        }
    }

    fn hash(&self, hasher: &mut StateHasher) {
        hasher.write_u8(*self as u8);
    }

    fn describe(&self, out: &mut Describer<'_>) {
        let name = match self {
            Self::Dynamic => "dynamic",
            Self::Kinematic => "kinematic",
            Self::Static => "static",
        };
        out.value(FieldValue::Text(name.to_owned()));
    }
}

/// Directions in which a body cannot move or turn, in world axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AxisLocks {
    /// No motion along x, y, z.
    pub motion: [bool; 3],
    /// No turning about x, y, z.
    pub rotation: [bool; 3],
}

codec!(AxisLocks { motion, rotation });

impl AxisLocks {
    /// Free in all directions.
    pub const NONE: Self = Self {
        motion: [false; 3],
        rotation: [false; 3],
    };
    /// Moves, but never turns.
    pub const ROTATION: Self = Self {
        motion: [false; 3],
        rotation: [true; 3],
    };
    /// Moves in the x-y plane and turns about z: a game in two dimensions.
    pub const PLANE_XY: Self = Self {
        motion: [false, false, true],
        rotation: [true, true, false],
    };
}

/// Mass and motion of an entity, a component.
///
/// Velocities are those of the centre of mass, in world axes. The inertia tensor comes from the shape of the
/// entity's [`Collider`](crate::Collider) and the mass.
///
/// ```
/// use voltex_physics::RigidBody;
///
/// let ball = RigidBody::dynamic(2.0).with_restitution(0.8);
/// assert_eq!(ball.inv_mass(), 0.5);
/// assert!(RigidBody::statik().is_static());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidBody {
    /// Who decides how it moves.
    pub kind: BodyKind,
    /// kg; 0 for a body that never moves, unless `density` says otherwise.
    pub mass: f32,
    /// kg/m^3: gives the mass, with the volume of the shape, where `mass` is 0. 0 for none.
    pub density: f32,
    /// Velocity of the centre of mass, m/s.
    pub velocity: Vec3,
    /// rad/s, right-hand rule.
    pub angular_velocity: Vec3,
    /// Normal restitution, 0 to 1; a [`Material`](crate::Material) that names one wins.
    pub restitution: f32,
    /// How much of gravity it feels: 1 for all.
    pub gravity_scale: f32,
    /// Rate at which velocity decays, 1/s: `v exp(-c t)`.
    pub linear_damping: f32,
    /// Rate at which angular velocity decays, 1/s.
    pub angular_damping: f32,
    /// Directions in which it cannot move or turn.
    pub locks: AxisLocks,
}

codec!(RigidBody {
    kind,
    mass,
    density,
    velocity,
    angular_velocity,
    restitution,
    gravity_scale,
    linear_damping,
    angular_damping,
    locks,
});

impl RigidBody {
    const fn of_kind(kind: BodyKind, mass: f32, density: f32) -> Self {
        Self {
            kind,
            mass,
            density,
            velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
            restitution: DEFAULT_RESTITUTION,
            gravity_scale: 1.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            locks: AxisLocks::NONE,
        }
    }

    /// A body of this mass (kg) that forces and impulses move; mass 0 makes it static.
    pub const fn dynamic(mass: f32) -> Self {
        Self::of_kind(BodyKind::Dynamic, mass, 0.0)
    }

    /// A body whose mass is the volume of its shape times this density (kg/m^3).
    pub const fn of_density(density: f32) -> Self {
        Self::of_kind(BodyKind::Dynamic, 0.0, density)
    }

    /// A body that never moves.
    pub const fn statik() -> Self {
        Self::of_kind(BodyKind::Static, 0.0, 0.0)
    }

    /// A body that moves with the velocities its user sets, whatever it touches.
    pub const fn kinematic() -> Self {
        Self::of_kind(BodyKind::Kinematic, 0.0, 0.0)
    }

    /// With this restitution, 0 to 1.
    #[must_use]
    pub const fn with_restitution(self, restitution: f32) -> Self {
        Self {
            restitution,
            ..self
        }
    }

    /// With this velocity of its centre of mass, m/s.
    #[must_use]
    pub const fn with_velocity(self, velocity: Vec3) -> Self {
        Self { velocity, ..self }
    }

    /// With this angular velocity, rad/s.
    #[must_use]
    pub const fn with_angular_velocity(self, angular_velocity: Vec3) -> Self {
        Self {
            angular_velocity,
            ..self
        }
    }

    /// With this share of gravity, 1 for all, 0 for none.
    #[must_use]
    pub const fn with_gravity_scale(self, gravity_scale: f32) -> Self {
        Self {
            gravity_scale,
            ..self
        }
    }

    /// With these rates of decay of velocity and angular velocity, 1/s.
    #[must_use]
    pub const fn with_damping(self, linear: f32, angular: f32) -> Self {
        Self {
            linear_damping: linear,
            angular_damping: angular,
            ..self
        }
    }

    /// With these directions locked.
    #[must_use]
    pub const fn with_locks(self, locks: AxisLocks) -> Self {
        Self { locks, ..self }
    }

    /// Whether nothing moves it and it does not move: of static kind, or without mass and density.
    pub fn is_static(&self) -> bool {
        match self.kind {
            BodyKind::Static => true,
            BodyKind::Kinematic => false,
            BodyKind::Dynamic => self.mass == 0.0 && self.density == 0.0,
        }
    }

    /// Whether forces and impulses move it.
    pub fn is_dynamic(&self) -> bool {
        self.kind == BodyKind::Dynamic && !self.is_static()
    }

    /// One over its mass, 1/kg; 0 for bodies that impulses do not move, and for those whose mass only their
    /// shape tells.
    pub fn inv_mass(&self) -> f32 {
        if self.is_dynamic() && self.mass > 0.0 {
            1.0 / self.mass
        } else {
            0.0
        }
    }

    /// Refuses what no body can have.
    ///
    /// # Errors
    /// A number that is NaN, infinite or out of its range.
    pub fn validate(&self) -> Result<(), PhysicsError> {
        let range = |what: &str, value: f32, low: f32, high: f32, way_out: &str| {
            check_range(what, value, [low, high], way_out)
        };
        range(
            "mass (kg)",
            self.mass,
            0.0,
            1.0e12,
            "; 0 makes the body static",
        )?;
        range(
            "density (kg/m^3)",
            self.density,
            0.0,
            1.0e9,
            "; 0 leaves it to the mass",
        )?;
        if self.mass > 0.0 && self.mass < 1.0e-12 {
            range(
                "mass (kg)",
                self.mass,
                1.0e-12,
                1.0e12,
                "; 0 makes the body static",
            )?;
        }
        range("restitution", self.restitution, 0.0, 1.0, "")?;
        range("gravity scale", self.gravity_scale, -1.0e6, 1.0e6, "")?;
        range("linear damping (1/s)", self.linear_damping, 0.0, 1.0e6, "")?;
        range(
            "angular damping (1/s)",
            self.angular_damping,
            0.0,
            1.0e6,
            "",
        )?;
        for (what, vector) in [
            ("velocity (m/s)", self.velocity),
            ("angular velocity (rad/s)", self.angular_velocity),
        ] {
            for value in vector.to_array() {
                range(what, value, -FASTEST, FASTEST, " in every component")?;
            }
        }
        Ok(())
    }
}
