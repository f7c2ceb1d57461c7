//! Settings of a simulation, the same for every step unless the user changes them.

use voltex_ecs::codec;
use voltex_math::Vec3;

use crate::error::{PhysicsError, check_range};

/// Standard step, s.
pub const DEFAULT_DT: f32 = 1.0 / 60.0;

/// Gravity of the conventions, m/s^2.
pub const DEFAULT_GRAVITY: Vec3 = Vec3::new(0.0, -9.81, 0.0);

/// What all bodies of a world have in common. Part of the state: two runs agree only under equal settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PhysicsConfig {
    /// m/s^2
    pub gravity: Vec3,
    /// Length of a step, s.
    pub fixed_dt: f32,
    /// Substeps that the solver cuts a step into.
    pub substeps: u32,
    /// Approach speed below which a contact at rest does not bounce, m/s: one that lasts, that its load closes again
    /// within 0.1 s, or of a heap that hardly moves. What is in free flight bounces however slow it is.
    pub restitution_threshold: f32,
    /// Whether bodies at rest fall asleep.
    pub sleeping: bool,
}

codec!(PhysicsConfig {
    gravity,
    fixed_dt,
    substeps,
    restitution_threshold,
    sleeping,
});

impl PhysicsConfig {
    /// Version of the encoding. Raise it when a field comes or goes, and read the old one in
    /// [`Codec::decode_version`](voltex_ecs::Codec::decode_version).
    pub const VERSION: u32 = 1;

    /// Gravity (0, -9.81, 0), 1/60 s, 4 substeps, bodies fall asleep.
    pub const DEFAULT: Self = Self {
        gravity: DEFAULT_GRAVITY,
        fixed_dt: DEFAULT_DT,
        substeps: 4,
        restitution_threshold: 0.1,
        sleeping: true,
    };

    /// Refuses what cannot be simulated.
    ///
    /// # Errors
    /// A number that is NaN, infinite or out of its range.
    pub fn validate(&self) -> Result<(), PhysicsError> {
        let range =
            |what: &str, value: f32, low: f32, high: f32| check_range(what, value, [low, high], "");
        for g in self.gravity.to_array() {
            range("gravity (m/s^2)", g, -1.0e4, 1.0e4)?;
        }
        range("fixed_dt (s)", self.fixed_dt, 1.0e-5, 1.0)?;
        range("substeps", self.substeps as f32, 1.0, 64.0)?;
        range(
            "restitution threshold (m/s)",
            self.restitution_threshold,
            0.0,
            100.0,
        )
    }
}

impl Default for PhysicsConfig {
    fn default() -> Self {
        Self::DEFAULT
    }
}
