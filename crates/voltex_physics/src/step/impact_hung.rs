//! A body that hangs in one joint on something that does not move, as a blow meets it: it turns about its joint.

use voltex_math::{DMat3, DVec3};

use super::impact_flight::Flight;
use super::rows::RowId;
use super::state::PhysicsState;
use crate::impulse::ImpactBody;
use crate::joint::JointKind;

/// Where a body hangs, and about what it turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pivot {
    /// m
    pub(super) place: DVec3,
    /// Unit vector of a hinge; `None` where it turns about a point.
    axis: Option<DVec3>,
    /// From the centre of mass, m.
    arm: DVec3,
}

impl Pivot {
    /// Of a body with a single joint, a hinge or a ball joint whose other end does not move. Limits of the joint have no say.
    pub(super) fn of(state: &PhysicsState, id: RowId, flight: &Flight, time: f64) -> Option<Self> {
        let [joint] = state.joints.of_row(id) else {
            return None;
        };
        let row = state.joints.joint(*joint);
        let link = row.link?;
        let (other, frame) = if link.b == id {
            (link.a, &row.joint.frame_b)
        } else {
            (Some(link.b), &row.joint.frame_a)
        };
        if other.is_some_and(|other| state.rows.row(other).can_move()) {
            return None;
        }
        let rotation = flight.rotation_at(time);
        let axis = match row.joint.kind {
            JointKind::Hinge(_) => {
                let axis = frame.rotation.as_dquat().normalize() * DVec3::Y;
                Some(rotation * axis)
            }
            JointKind::Ball(_) => None,
            JointKind::Fixed
            | JointKind::Slider(_)
            | JointKind::Distance(_)
            | JointKind::Spring(_)
            | JointKind::Wheel(_) => return None,
        };
        let middle = state.rows.row(id).mass.center.as_dvec3();
        let arm = rotation * (frame.position.as_dvec3() - middle);
        Some(Self {
            place: flight.center_at(time) + arm,
            axis,
            arm,
        })
    }

    /// The body about its pivot, which stays where it is: for arms from there. `None` for a body without inertia.
    pub(super) fn hung(&self, free: &ImpactBody) -> Option<ImpactBody> {
        let inertia = free.inverse_inertia.inverse();
        if !(free.inverse_mass > 0.0 && inertia.is_finite()) {
            return None;
        }
        // Steiner: m (d^2 - d d^T).
        let (d, mass) = (self.arm, 1.0 / free.inverse_mass);
        let outer = DMat3::from_cols(d * d.x, d * d.y, d * d.z);
        let about =
            inertia + (DMat3::from_diagonal(DVec3::splat(d.length_squared())) - outer) * mass;
        let inverse_inertia = match self.axis {
            None => about.inverse(),
            Some(axis) => {
                let share = 1.0 / axis.dot(about * axis);
                DMat3::from_cols(axis * axis.x, axis * axis.y, axis * axis.z) * share
            }
        };
        Some(ImpactBody {
            inverse_mass: 0.0,
            inverse_inertia,
            velocity: free.velocity + free.angular_velocity.cross(self.arm),
            ..*free
        })
    }

    /// Velocity of the centre of mass of a body whose spin has changed, m/s.
    pub(super) fn carried(&self, velocity: DVec3, turn: DVec3) -> DVec3 {
        // The pivot keeps its velocity.
        velocity - turn.cross(self.arm)
    }
}
