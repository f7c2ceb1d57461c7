//! Bodies move: rows to the solver and back.

use voltex_math::simd::Level;
use voltex_math::{Mat3, Vec3};

use super::contacts::{Contact, Piece, rolling_radius, roundness};
use super::pairs::is_sensed;
use super::read_world::is_usable;
use super::report::StepReport;
use super::rows::Row;
use super::state::PhysicsState;
use crate::body::{AxisLocks, BodyKind, RigidBody};
use crate::config::PhysicsConfig;
use crate::contact::MAX_POINTS;
use crate::error::PhysicsError;
use crate::solver::{
    BodyMass, BodyRef, BodyState, ContactInput, Decay, PointInput, SolveSettings, Tumble,
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
        &mut state.solver_contacts,
    );
    state.solver = solver;
    take_back_contacts(state);
    take_back_bodies(state, report);
}

/// Gives the awake bodies to the solver, and notes for each row which body it is there. All others are the world.
fn hand_over_bodies(state: &mut PhysicsState, config: &PhysicsConfig, h: f32) {
    state.refs.resize(state.rows.slots(), BodyRef::WORLD);
    state.solver_bodies.clear();
    for id in &state.awake {
        let row = state.rows.row(*id);
        if let Some(body) = &row.body {
            let (start, mass) = solver_body(row, body, config, h);
            state.refs[id.slot()] = state.solver_bodies.push(start, mass);
        }
    }
}

fn solver_body(
    row: &Row,
    body: &RigidBody,
    config: &PhysicsConfig,
    h: f32,
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
    let locked = body.locks != AxisLocks::NONE;
    let mass = BodyMass {
        inverse_mass: row.mass.inverse_mass,
        inverse_inertia: held(row.mass.inverse_inertia(rotation), body.locks.rotation),
        acceleration: config.gravity * body.gravity_scale,
        decay: Decay::new(body.linear_damping, h),
        angular_keep: voltex_math::f32::exp(-body.angular_damping * h),
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
fn held(inverse: Mat3, locks: [bool; 3]) -> Mat3 {
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

fn hand_over_contacts(state: &mut PhysicsState) {
    state.solver_contacts.clear();
    for id in &state.active {
        let contact = state.contacts.contact(*id);
        if is_sensed(&state.rows, contact.rows) {
            continue;
        }
        let rows = contact.rows.map(|row| state.rows.row(row));
        let pair = Pair::new(contact, rows, &state.refs);
        for piece in &contact.pieces {
            state.solver_contacts.push(pair.input(piece));
        }
    }
}

/// What all pieces of a contact share.
struct Pair<'a> {
    rows: [&'a Row; 2],
    refs: [BodyRef; 2],
    friction: f32,
    restitution: f32,
}

impl<'a> Pair<'a> {
    fn new(contact: &Contact, rows: [&'a Row; 2], refs: &[BodyRef]) -> Self {
        let [a, b] = rows.map(|row| &row.material);
        let restitution = rows.map(|row| {
            let body = row.body.map(|body| body.restitution);
            row.material.restitution.or(body)
        });
        // What names no restitution follows the other, as the ground does.
        let restitution = match restitution {
            [Some(e), None] | [None, Some(e)] => e,
            [None, None] => crate::DEFAULT_RESTITUTION,
            [Some(e), Some(f)] => a.restitution_combine.of(b.restitution_combine, e, f),
        };
        Self {
            rows,
            refs: contact.rows.map(|row| refs[row.slot()]),
            friction: a
                .friction_combine
                .of(b.friction_combine, a.friction, b.friction),
            restitution,
        }
    }

    fn input(&self, piece: &Piece) -> ContactInput {
        let [a, b] = self.rows;
        let roundness = [roundness(a, piece.normal), roundness(b, piece.normal)];
        // The rolling body is the one that is round; of two, the smaller.
        let radius = match [rolling_radius(a), rolling_radius(b)] {
            [0.0, r] | [r, 0.0] => r,
            [r, s] => voltex_math::f32::min(r, s),
        };
        let larger = |f: f32, g: f32| voltex_math::f32::max(f, g);
        let belt = |row: &Row| row.transform.rotation * row.material.surface_velocity;
        let mut points = [PointInput::default(); MAX_POINTS];
        for (from, to) in piece.points().iter().zip(&mut points) {
            *to = PointInput {
                anchor_a: from.anchors[0],
                anchor_b: from.anchors[1],
                separation: from.separation,
                normal_impulse: from.normal_impulse,
                largest_impulse: 0.0,
            };
        }
        ContactInput {
            a: self.refs[0],
            b: self.refs[1],
            normal: piece.normal,
            friction: self.friction,
            restitution: self.restitution,
            rolling: larger(a.material.rolling_friction, b.material.rolling_friction) * radius,
            spinning: larger(a.material.spinning_friction, b.material.spinning_friction) * radius,
            // Friction brings the surfaces together, the belts run on under it.
            surface_velocity: belt(a) - belt(b),
            roundness,
            points,
            count: piece.count,
            friction_impulse: piece.friction_impulse,
            twist_impulse: piece.twist_impulse,
            rolling_impulse: piece.rolling_impulse,
        }
    }
}

fn take_back_contacts(state: &mut PhysicsState) {
    let mut solved = state.solver_contacts.iter();
    for id in &state.active {
        if is_sensed(&state.rows, state.contacts.contact(*id).rows) {
            continue;
        }
        let contact = state.contacts.contact_mut(*id);
        for (piece, input) in contact.pieces.iter_mut().zip(&mut solved) {
            piece.friction_impulse = input.friction_impulse;
            piece.twist_impulse = input.twist_impulse;
            piece.rolling_impulse = input.rolling_impulse;
            for (point, from) in piece.points.iter_mut().zip(&input.points[..input.count]) {
                point.normal_impulse = from.normal_impulse;
                point.pushed = from.largest_impulse > 0.0;
            }
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
        if is_usable(position, rotation) && velocity.is_finite() && spin.is_finite() {
            row.transform.position = position;
            row.transform.rotation = rotation;
            (body.velocity, body.angular_velocity) = (velocity, spin);
        } else {
            freeze(row, report);
        }
    }
    if state.awake.iter().any(|id| state.rows.row(*id).frozen) {
        state.put_aside();
    }
}

/// Leaves a body where it was, for its motion has left what can be computed.
fn freeze(row: &mut Row, report: &mut StepReport) {
    row.frozen = true;
    row.awake = false;
    if let Some(body) = &mut row.body {
        let speed = body.velocity.length();
        (body.velocity, body.angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
        report.problems.push((
            row.entity,
            PhysicsError::OutOfRange {
                what: "speed (m/s)".to_owned(),
                value: speed,
                allowed: "the body left the range of numbers in this step and stands still now; edit its components \
                          to free it"
                    .to_owned(),
            },
        ));
    }
}
