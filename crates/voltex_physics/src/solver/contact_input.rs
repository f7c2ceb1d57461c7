//! What the solver is told of a contact, and what it leaves behind for the next step.

use voltex_math::{Quat, Vec3};

use super::bodies::{BodyRef, row};
use crate::contact::MAX_POINTS;

/// One contact of two bodies, kept from step to step: rows of four floats, so that lanes can be gathered.
///
/// Normal and places are fixed in the bodies; where they are in the world follows from the [`Frame`]s.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(16))]
pub(crate) struct ContactInput {
    /// Unit vector from A to B, axes of A; Coulomb friction of the pair.
    pub(crate) normal: [f32; 4],
    /// Velocity that friction gives B's surface relative to A's, world axes, m/s: conveyor belts. Normal
    /// restitution of the pair.
    pub(crate) belt: [f32; 4],
    /// Rolling resistance times radius, m: the torque against rolling is at most this times the normal force.
    /// Spinning friction times radius, m. Then, for A and B, how far inside the surface lies the centre about which
    /// it is round, m: the radius of a sphere, 0 for a corner. A body that turns carries that centre along, and not
    /// the point where it touches.
    pub(crate) round: [f32; 4],
    /// Those beyond the number of points are zero.
    pub(crate) points: [PointInput; MAX_POINTS],
    pub(crate) left: Left,
}

/// One point of a contact: its places on A and on B, each in the frame of the body, m. The fourth is not used.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(16))]
pub(crate) struct PointInput {
    pub(crate) on_a: [f32; 4],
    pub(crate) on_b: [f32; 4],
}

/// What a solve leaves: impulses of the last substep, with which the next step begins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(16))]
pub(crate) struct Left {
    /// Normal impulse of each point, N s.
    pub(crate) normal: [f32; MAX_POINTS],
    /// Impulse of friction on B, world axes, N s; moment of friction on B about the normal, N m s.
    pub(crate) friction: [f32; 4],
    /// Moment of rolling resistance on B, world axes, N m s; largest normal impulse of any point at any time of the
    /// step, N s: whether the two have pushed each other.
    pub(crate) rolling: [f32; 4],
    /// Gap of each point at the start of the step, m; negative for overlap.
    pub(crate) separations: [f32; MAX_POINTS],
}

impl ContactInput {
    /// Without points.
    pub(crate) const NONE: Self = Self {
        normal: [0.0, 1.0, 0.0, 0.0],
        belt: [0.0; 4],
        round: [0.0; 4],
        points: [PointInput {
            on_a: [0.0; 4],
            on_b: [0.0; 4],
        }; MAX_POINTS],
        left: Left {
            normal: [0.0; MAX_POINTS],
            friction: [0.0; 4],
            rolling: [0.0; 4],
            separations: [0.0; MAX_POINTS],
        },
    };
}

impl PointInput {
    pub(crate) fn new(on_a: Vec3, on_b: Vec3) -> Self {
        Self {
            on_a: row(on_a),
            on_b: row(on_b),
        }
    }
}

/// Where a body is at the start of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(16))]
pub(crate) struct Frame {
    /// Origin of the body, m. The fourth is not used.
    pub(crate) position: [f32; 4],
    /// From the axes of the body to the world: x, y, z, w.
    pub(crate) rotation: [f32; 4],
    /// Centre of mass in the frame of the body, m. The fourth is not used.
    pub(crate) center: [f32; 4],
}

impl Frame {
    pub(crate) fn new(position: Vec3, rotation: Quat, center: Vec3) -> Self {
        Self {
            position: row(position),
            rotation: rotation.to_array(),
            center: row(center),
        }
    }

    pub(crate) fn position(&self) -> Vec3 {
        Vec3::from_slice(&self.position)
    }

    pub(crate) fn rotation(&self) -> Quat {
        Quat::from_array(self.rotation)
    }
}

/// A contact that takes part in a solve.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint {
    pub(crate) bodies: [BodyRef; 2],
    /// Frames of A and B, by place in the list of frames.
    pub(crate) frames: [u32; 2],
    /// Its place in the list of inputs.
    pub(crate) input: u32,
    /// Number of points, at least one.
    pub(crate) points: u32,
}

/// All contacts of a solve.
pub(crate) struct ContactSet<'a> {
    pub(crate) constraints: &'a [Constraint],
    /// No two constraints have the same input.
    pub(crate) inputs: &'a mut [ContactInput],
    pub(crate) frames: &'a [Frame],
}
