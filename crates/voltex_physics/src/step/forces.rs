//! Forces between colliders that touch and in joints, for those who ask.

use voltex_ecs::{Entity, World, codec};
use voltex_math::Vec3;

use super::contacts::ContactId;
use super::pairs::is_sensed;
use super::report::StepReport;
use super::state::PhysicsState;
use crate::config::PhysicsConfig;

/// Has [`StepReport::forces`] tell the forces in all contacts of the entity, a component; with a joint on the entity,
/// [`StepReport::joint_forces`] what the joint bears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReportForces;

codec!(ReportForces {});

/// Force between two colliders that touch, at the end of a step: that of its last substep.
///
/// What lasts has the same force in all substeps: the floor under a body at rest bears its weight, whatever the number
/// of substeps, also while the body sleeps. An impact is over within a substep or two; its impulse is told by the
/// event of the impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactForce {
    /// The entity that came first.
    pub entity_a: Entity,
    /// The other one.
    pub entity_b: Entity,
    /// On B along the normals of the contact, world axes, N; A gets the opposite.
    pub normal: Vec3,
    /// On B across the normals: friction, world axes, N.
    pub friction: Vec3,
}

/// What a joint bears, as the mean of the step; while its bodies sleep, of the last step before.
///
/// It is all that the joint does to B: what it holds, and its limits, motors, springs and friction. A hanging body pulls
/// at its joint with its weight, whatever the number of substeps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointForce {
    /// The entity of the [`Joint`](crate::Joint).
    pub joint: Entity,
    /// On B at its anchor, world axes, N; A gets the opposite.
    pub force: Vec3,
    /// On B besides the moment of that force, world axes, N m; A gets the opposite.
    pub torque: Vec3,
}

/// Tells what the joints bear whose entities ask, in the order of their slots.
fn report_joints(state: &PhysicsState, asking: &[Entity], report: &mut StepReport) {
    let joints = &state.joints;
    let mut asked: Vec<_> = asking
        .iter()
        .filter_map(|entity| joints.of(*entity))
        .collect();
    asked.sort_unstable();
    for id in asked {
        let row = joints.joint(id);
        if row.link.is_some() {
            let [force, torque] = row.memory.borne.map(Vec3::from_array);
            report.joint_forces.push(JointForce {
                joint: row.entity,
                force,
                torque,
            });
        }
    }
}

/// Tells the forces in the contacts of entities that ask, each contact once, in a fixed order, and those in joints.
pub(crate) fn report_forces(
    state: &PhysicsState,
    world: &World,
    config: &PhysicsConfig,
    report: &mut StepReport,
) {
    let asking = world.storage::<ReportForces>();
    if asking.is_empty() {
        return;
    }
    report_joints(state, asking.entities(), report);
    let rows = asking.entities().iter().filter_map(|e| state.rows.of(*e));
    let mut contacts: Vec<ContactId> = rows
        .flat_map(|row| state.rows.row(row).contacts.iter().copied())
        .collect();
    contacts.sort_unstable();
    contacts.dedup();
    let rate = config.substeps as f32 / config.fixed_dt;
    for id in contacts {
        let contact = state.contacts.contact(id);
        if !contact.touching || is_sensed(&state.rows, contact.rows) {
            continue;
        }
        let [entity_a, entity_b] = contact.rows.map(|row| state.rows.row(row).entity);
        let (mut normal, mut friction) = (Vec3::ZERO, Vec3::ZERO);
        let turn = state.rows.row(contact.rows[0]).transform.rotation;
        for (points, piece) in state.contacts.pieces(id) {
            let impulse: f32 = piece.left.normal[..points].iter().sum();
            normal += turn * Vec3::from_slice(&piece.normal) * impulse;
            friction += Vec3::from_slice(&piece.left.friction);
        }
        report.forces.push(ContactForce {
            entity_a,
            entity_b,
            normal: normal * rate,
            friction: friction * rate,
        });
    }
}
