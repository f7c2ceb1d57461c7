//! Mass, centre of mass and inertia.

use voltex_math::{Mat3, Vec3};

/// Mass properties of a body in the frame of its shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// kg
    pub mass: f32,
    /// Centre of mass, m.
    pub center: Vec3,
    /// Inertia tensor about the centre of mass, in the axes of the shape, kg m^2.
    pub inertia: Mat3,
}
