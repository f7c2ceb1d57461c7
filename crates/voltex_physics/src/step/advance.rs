//! Bodies move: rows to the solver and back.

use voltex_math::simd::Level;
use voltex_math::{Mat3, Vec3};

use super::contacts::Role;
use super::joints::{hand_over_joints, take_back_joints};
use super::read_world::{FARTHEST, is_usable};
use super::report::StepReport;
use super::rows::Row;
use super::state::PhysicsState;
use crate::body::{AxisLocks, BodyKind, FASTEST, RigidBody};
use crate::config::PhysicsConfig;
use crate::error::PhysicsError;
use crate::solver::{
    BodyMass, BodyRef, BodyState, Constraint, ContactSet, Decay, SolveSettings, Tumble,
};

/// Moves all awake bodies through the step.
pub(crate) fn advance(state: &mut PhysicsState, config: &PhysicsConfig, report: &mut StepReport) {
    report.awake = state.awake.len();
    if state.awake.is_empty() {
        return;
    }
    let h = config.fixed_dt / config.substeps as f32;
    hand_over_bodies(state, config, h);
    hand_over_contacts(state);
    hand_over_joints(state, config);
    let settings = SolveSettings::new(
        config.fixed_dt,
        config.substeps,
        config.restitution_threshold,
    );
    let mut solver = std::mem::take(&mut state.solver);
    solver.solve(
        Level::best(),
        &settings,
        &mut state.solver_bodies,
        ContactSet {
            constraints: &state.constraints,
            inputs: state.contacts.inputs_mut(),
            frames: state.rows.frames(),
        },
        &mut state.joints.inputs,
    );
    state.solver = solver;
    state.contacts.take_back_more(&state.lent);
    take_back_joints(state, config, report);
    take_back_bodies(state, report);
}

/// Gives the awake bodies to the solver, and notes for each row which body it is there. All others are the world.
fn hand_over_bodies(state: &mut PhysicsState, config: &PhysicsConfig, h: f32) {
    state.refs.resize(state.rows.slots(), BodyRef::WORLD);
    state.solver_bodies.clear();
    for id in &state.awake {
        let row = state.rows.row(*id);
        if let Some(body) = &row.body {
            let push = air_push(state, row);
            let (start, mass) = solver_body(row, body, config, h, push);
            state.refs[id.slot()] = state.solver_bodies.push(start, mass);
        }
    }
}

/// Acceleration (m/s^2) of a ball on the ground by air and gravity, and the rate at which the air slows its spin (1/s).
fn air_push(state: &PhysicsState, row: &Row) -> Option<(Vec3, f32)> {
    let ball = row.ball.as_ref()?;
    let flyer = state.flyers.of(row)?;
    let now = ball.ballistic.state();
    let (acceleration, slowing) = flyer.rates(state.flyers.clock, &now);
    let spin = now.spin.length();
    // The air turns a spheroid by a moment that is nothing beside that of the ground.
    let rate = if spin > 0.0 && flyer.spheroid().is_none() {
        slowing.length() / spin
    } else {
        0.0
    };
    Some((acceleration.as_vec3(), rate as f32))
}

fn solver_body(
    row: &Row,
    body: &RigidBody,
    config: &PhysicsConfig,
    h: f32,
    push: Option<(Vec3, f32)>,
) -> (BodyState, BodyMass) {
    let start = BodyState::moving(body.velocity, body.angular_velocity);
    if body.kind != BodyKind::Dynamic {
        let mass = BodyMass {
            decay: Decay::new(0.0, h),
            ..BodyMass::FIXED
        };
        return (start, mass);
    }
    let rotation = row.transform.rotation;
    let slowing = push.map_or(0.0, |(_, slowing)| slowing);
    let locked = body.locks != AxisLocks::NONE;
    let mass = BodyMass {
        // A joint knows one mass for all directions.
        inverse_mass: if body.locks.motion == [true; 3] {
            0.0
        } else {
            row.mass.inverse_mass
        },
        inverse_inertia: held(row.mass.inverse_inertia(rotation), body.locks.rotation),
        acceleration: push.map_or(config.gravity * body.gravity_scale, |(push, _)| push),
        decay: Decay::new(body.linear_damping, h),
        angular_keep: voltex_math::f32::exp(-(body.angular_damping + slowing) * h),
        free: locked.then(|| [body.locks.motion, body.locks.rotation].map(free)),
        tumble: (!locked && row.mass.tumbles()).then_some(Tumble {
            axes: rotation * row.mass.axes,
            moments: row.mass.moments,
        }),
    };
    (start, mass)
}

/// 1 along axes that are free, 0 along those that are locked.
fn free(locks: [bool; 3]) -> Vec3 {
    Vec3::from_array(locks.map(|locked| if locked { 0.0 } else { 1.0 }))
}

/// Inverse inertia of a body that cannot turn about some axes of the world: the inverse of the inertia of what is
/// left.
pub(crate) fn held(inverse: Mat3, locks: [bool; 3]) -> Mat3 {
    let mut held = inverse;
    // Schur complement, one axis at a time: no torque about the axis turns it, whatever moment holds it.
    for axis in (0..3).filter(|axis| locks[*axis]) {
        let column = held.col(axis);
        let own = column[axis];
        if own > 0.0 {
            let outer = Mat3::from_cols(column * column.x, column * column.y, column * column.z);
            held -= outer * (1.0 / own);
        }
        *held.col_mut(axis) = Vec3::ZERO;
        for other in 0..3 {
            held.col_mut(other)[axis] = 0.0;
        }
    }
    held
}

/// Lists the contacts of the step. Their points and impulses stay where they are; those of further pieces are lent.
fn hand_over_contacts(state: &mut PhysicsState) {
    state.constraints.clear();
    state.lent.clear();
    for id in &state.active {
        let contact = state.contacts.contact(*id);
        if contact.points == 0 || contact.role != Role::Solved {
            continue;
        }
        let bodies = contact.rows.map(|row| state.refs[row.slot()]);
        let constraint = Constraint {
            bodies,
            frames: contact.rows.map(|row| row.slot() as u32),
            input: id.slot(),
            points: u32::from(contact.points),
        };
        state.constraints.push(constraint);
        if contact.has_more {
            state.lent.push(*id);
            state.contacts.lend_more(*id, |input, points| {
                state.constraints.push(Constraint {
                    input,
                    points,
                    ..constraint
                });
            });
        }
    }
}

fn take_back_bodies(state: &mut PhysicsState, report: &mut StepReport) {
    for id in state.awake.clone() {
        let body = std::mem::replace(&mut state.refs[id.slot()], BodyRef::WORLD);
        let solved = state.solver_bodies.states[body.index()];
        let row = state.rows.row_mut(id);
        let center = row.center() + solved.shift();
        let rotation = (solved.turn() * row.transform.rotation).normalize();
        let position = center - rotation * row.mass.center;
        let (velocity, spin) = (solved.velocity(), solved.spin());
        let Some(body) = &mut row.body else { continue };
        if is_usable((position, rotation), (velocity, spin)) {
            row.transform.position = position;
            row.transform.rotation = rotation;
            (body.velocity, body.angular_velocity) = (velocity, spin);
        } else {
            freeze(row, report);
            state.rows.set_awake(id, false);
        }
        state.rows.refresh_frame(id);
    }
    if state.awake.iter().any(|id| state.rows.row(*id).frozen) {
        state.put_aside();
    }
}

/// Leaves a body where it was, for its motion has left what can be computed.
pub(crate) fn freeze(row: &mut Row, report: &mut StepReport) {
    row.frozen = true;
    if let Some(body) = &mut row.body {
        let speed = body.velocity.length();
        (body.velocity, body.angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
        report.problems.push((
            row.entity,
            PhysicsError::OutOfRange {
                what: "speed (m/s)".to_owned(),
                value: speed,
                allowed: format!(
                    "the body left the range of numbers in this step (within {FARTHEST} m of the origin, at most \
                     {FASTEST} m/s and rad/s) and stands still now; edit its components to free it"
                ),
            },
        ));
    }
    row.lead_ball();
}
