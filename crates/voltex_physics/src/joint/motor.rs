//! Springs and motors of joints.

use voltex_ecs::{Codec, Decoder, Describer, EcsError, Encoder, StateHasher};

/// A damped spring, by what one sees of it or by its constants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spring {
    /// Swings at this frequency, whatever the masses are. Frequencies above a quarter of the rate of substeps count as
    /// that.
    ///
    /// Between points away from the centres of mass the mass that is moved depends on the direction. A spring joint has
    /// one stiffness nevertheless, the one whose frequency this is with the mass of the mean over all directions, and
    /// keeps energy as the bodies turn.
    Tuned {
        /// Undamped frequency, Hz.
        frequency: f32,
        /// Share of critical damping: 0 swings on, 1 does not overshoot.
        damping: f32,
    },
    /// Force or torque by displacement and speed.
    Rated {
        /// N/m, or N m/rad.
        stiffness: f32,
        /// N s/m, or N m s/rad.
        damping: f32,
    },
}

impl Spring {
    /// Of a frequency (Hz) and a share of critical damping.
    pub const fn tuned(frequency: f32, damping: f32) -> Self {
        Self::Tuned { frequency, damping }
    }

    /// Of a stiffness (N/m or N m/rad) and a damping (N s/m or N m s/rad).
    pub const fn rated(stiffness: f32, damping: f32) -> Self {
        Self::Rated { stiffness, damping }
    }
}

impl Default for Spring {
    /// One swing a second, without damping.
    fn default() -> Self {
        Self::tuned(1.0, 0.0)
    }
}

/// A motor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motor {
    /// Wants a speed.
    Speed {
        /// m/s or rad/s of B relative to A.
        speed: f32,
        /// Largest force or torque, N or N m; infinite for no bound.
        max: f32,
    },
    /// Wants a place.
    Position {
        /// Way or angle, m or rad.
        target: f32,
        /// How it gets there.
        spring: Spring,
        /// Largest force or torque, N or N m; infinite for no bound.
        max: f32,
    },
}

impl Motor {
    /// Wants this speed (m/s or rad/s), with at most this force or torque (N or N m).
    pub const fn speed(speed: f32, max: f32) -> Self {
        Self::Speed { speed, max }
    }

    /// Wants this place (m or rad) and goes there as this spring does, with at most this force or torque (N or N m).
    pub const fn position(target: f32, spring: Spring, max: f32) -> Self {
        Self::Position {
            target,
            spring,
            max,
        }
    }
}

impl Codec for Spring {
    const MIN_BYTES: usize = 9;

    fn encode(&self, out: &mut Encoder<'_>) {
        match *self {
            Self::Tuned { frequency, damping } => (0_u8, frequency, damping).encode(out),
            Self::Rated { stiffness, damping } => (1_u8, stiffness, damping).encode(out),
        }
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        match u8::decode(input)? {
            0 => Codec::decode(input).map(|(frequency, damping)| Self::tuned(frequency, damping)),
            1 => Codec::decode(input).map(|(stiffness, damping)| Self::rated(stiffness, damping)),
            other => Err(input.invalid("kind of spring (0 or 1)", u64::from(other))),
        }
    }

    fn hash(&self, hasher: &mut StateHasher) {
        match *self {
            Self::Tuned { frequency, damping } => (0_u8, frequency, damping).hash(hasher),
            Self::Rated { stiffness, damping } => (1_u8, stiffness, damping).hash(hasher),
        }
    }

    fn describe(&self, out: &mut Describer<'_>) {
        let (first, value, damping) = match self {
            Self::Tuned { frequency, damping } => ("frequency", frequency, damping),
            Self::Rated { stiffness, damping } => ("stiffness", stiffness, damping),
        };
        out.field(first, value);
        out.field("damping", damping);
    }
}

impl Codec for Motor {
    const MIN_BYTES: usize = 9;

    fn encode(&self, out: &mut Encoder<'_>) {
        match *self {
            Self::Speed { speed, max } => (0_u8, speed, max).encode(out),
            Self::Position {
                target,
                spring,
                max,
            } => (1_u8, target, spring, max).encode(out),
        }
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        match u8::decode(input)? {
            0 => Codec::decode(input).map(|(speed, max)| Self::speed(speed, max)),
            1 => Codec::decode(input)
                .map(|(target, spring, max)| Self::position(target, spring, max)),
            other => Err(input.invalid("kind of motor (0 or 1)", u64::from(other))),
        }
    }

    fn hash(&self, hasher: &mut StateHasher) {
        match *self {
            Self::Speed { speed, max } => (0_u8, speed, max).hash(hasher),
            Self::Position {
                target,
                spring,
                max,
            } => (1_u8, target, spring, max).hash(hasher),
        }
    }

    fn describe(&self, out: &mut Describer<'_>) {
        match self {
            Self::Speed { speed, max } => {
                out.field("speed", speed);
                out.field("max", max);
            }
            Self::Position {
                target,
                spring,
                max,
            } => {
                out.field("target", target);
                out.field("spring", spring);
                out.field("max", max);
            }
        }
    }
}
