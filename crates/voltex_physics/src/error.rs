//! What a caller can get wrong, in sentences that name the value, the allowed range and the way out.

use thiserror::Error;
use voltex_math::MathError;

/// Bad input to shapes, colliders and queries.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PhysicsError {
    /// A number that is NaN, infinite or outside its range.
    #[error("{what} is {value}; {allowed}")]
    OutOfRange {
        /// The quantity with its unit, such as `radius (m)`.
        what: String,
        /// The value that was given.
        value: f32,
        /// The allowed range and the way out, as the rest of the sentence.
        allowed: String,
    },
    /// A vector without a direction, or one that should have unit length.
    #[error("{what} is ({}, {}, {}); {remedy}", value[0], value[1], value[2])]
    BadVector {
        /// The vector.
        what: String,
        /// The value that was given.
        value: [f32; 3],
        /// The way out.
        remedy: &'static str,
    },
    /// Geometry that bounds no volume or makes no surface.
    #[error("{0}")]
    BadGeometry(String),
    /// A joint that cannot be.
    #[error("{0}")]
    BadJoint(String),
    /// A ball, a ground or a wind that a world cannot have.
    #[error("{0}")]
    BadBall(String),
    /// A thread that does not compute as IEEE 754 prescribes.
    #[error(transparent)]
    FloatMode(#[from] MathError),
    /// An id that the store does not hold.
    #[error(
        "the shape store holds no {kind} {index} (it has {count}); ids are valid only in the store that gave them and in its copies"
    )]
    UnknownShape {
        /// hull, mesh, height field or compound.
        kind: &'static str,
        /// The index asked for.
        index: u32,
        /// How many there are.
        count: usize,
    },
    /// A scale that a shape cannot take.
    #[error("a {shape} cannot take the scale ({}, {}, {}); {remedy}", scale[0], scale[1], scale[2])]
    Scale {
        /// Name of the shape.
        shape: &'static str,
        /// The scale of the transform.
        scale: [f32; 3],
        /// The way out.
        remedy: &'static str,
    },
}

/// Largest length that a shape may have, m. Squares and cubes of it stay far inside `f32`.
pub(crate) const MAX_LENGTH: f32 = 1.0e6;

/// Smallest length that a shape may have, m.
pub(crate) const MIN_LENGTH: f32 = 1.0e-6;

/// Refuses a size that is NaN, infinite, not positive, or too small or large to compute with.
pub(crate) fn check_length(what: &str, value: f32) -> Result<(), PhysicsError> {
    if (MIN_LENGTH..=MAX_LENGTH).contains(&value) {
        return Ok(());
    }
    Err(PhysicsError::OutOfRange {
        what: what.to_owned(),
        value,
        allowed: format!("it must lie between {MIN_LENGTH} and {MAX_LENGTH} m"),
    })
}

/// Refuses a number that is NaN or outside a range; `way_out` ends the sentence.
pub(crate) fn check_range(
    what: &str,
    value: f32,
    [low, high]: [f32; 2],
    way_out: &str,
) -> Result<(), PhysicsError> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    Err(PhysicsError::OutOfRange {
        what: what.to_owned(),
        value,
        allowed: format!("it must lie between {low} and {high}{way_out}"),
    })
}
