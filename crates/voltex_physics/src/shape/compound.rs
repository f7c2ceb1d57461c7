//! Several convex shapes as one.

use voltex_math::Pose;

use crate::Collider;

/// Convex shapes, each at its own pose in the frame of the compound.
#[derive(Clone, Debug, PartialEq)]
pub struct Compound {
    pub(crate) children: Vec<(Pose, Collider)>,
}
