//! Which contacts the solver does not get: those that meet in this step, at an instant of their own.
//!
//! A solver of soft contacts takes the whole step to stop an approach, and gives a rebound at its end. So a ball
//! would come back to a height that depends on how the steps fall. Bodies that meet at speed are therefore left to
//! [`super::impacts`], and those that fly apart to nobody: without a contact they fly exactly.

use super::contacts::{ContactId, Role};
use super::flyers::flies;
use super::impact_flight::Start;
use super::impact_law::restitution;
use super::impacts::Impacts;
use super::rows::{Row, RowId};
use super::state::PhysicsState;
use crate::ballistic::search::Spot;
use crate::config::PhysicsConfig;
use voltex_math::{DVec3, Vec3};

/// Time in which a slow rebound comes back under the load that presses the bodies together, s. What comes back later
/// is not at rest, however slow it is.
const RETURN: f32 = 0.1;

/// Overlap up to which bodies that meet are taken as touching, m and in parts of the smaller body's size: more has
/// to be pushed out by the solver.
const OVERLAP: f32 = 0.005;
const OVERLAP_OF_SIZE: f32 = 0.02;

/// Gap between a ball and what it has landed on, in parts of the smaller body's size.
const LANDED: f32 = 1.0e-4;

/// Speed of the rebound up to which a blow on what lies on something else is left to the solver, m/s.
pub(crate) const SLIGHT: f32 = 0.5;

/// What decides whether an approach is that of bodies at rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    /// Speed of approach along the normal, and of the points past one another in all, m/s.
    pub(crate) approach: f32,
    pub(crate) speed: f32,
    /// Acceleration that presses the bodies together, m/s^2.
    pub(crate) press: f32,
    /// Whether they touched in the last step.
    pub(crate) lasting: bool,
    /// Whether either of them lies on something.
    pub(crate) grounded: bool,
}

impl Meeting {
    /// Whether no rebound is due. The threshold of the settings silences what rests: contacts that last, that a
    /// load will close again at once, or that belong to a heap and hardly move. A slow ball in free flight bounces.
    pub(crate) fn is_rest(&self, threshold: f32) -> bool {
        // Of bodies that fall side by side the rounding approaches.
        self.approach <= 1.0e-6 * self.speed
            || self.approach < threshold
                && (self.lasting
                    || self.press * RETURN > self.approach
                    || (self.grounded && self.speed < threshold))
    }
}

/// Notes where all awake bodies start and gives every active contact its role in this step.
pub(crate) fn set_aside(state: &mut PhysicsState, config: &PhysicsConfig) {
    begin(state);
    for id in &state.active {
        let contact = state.contacts.contact(*id);
        if contact.lasting && !contact.passes {
            for row in contact.rows {
                if let Some(ties) = state.impacts.ties_mut(row) {
                    ties.count = ties.count.saturating_add(1);
                }
            }
        }
    }
    let mut gaps = Vec::new();
    for i in 0..state.active.len() {
        let id = state.active[i];
        let role = role(state, id, config, &mut gaps);
        if role != Role::Solved {
            state.contacts.pass_over(id, &gaps);
            state.impacts.expected |= role == Role::Impact;
        }
        let contact = state.contacts.contact_mut(id);
        contact.role = role;
        if role == Role::Solved && contact.points > 0 {
            for row in contact.rows {
                if let Some(ties) = state.impacts.ties_mut(row) {
                    ties.solved = true;
                }
            }
        }
    }
}

fn begin(state: &mut PhysicsState) {
    let (rows, awake, joints) = (&state.rows, &state.awake, &state.joints);
    state.impacts.begin(
        rows.slots(),
        awake.iter().map(|id| {
            let row = rows.row(*id);
            let (velocity, spin) = row.motion();
            Start {
                row: *id,
                pose: row.pose(),
                velocity,
                spin,
            }
        }),
    );
    if joints.is_empty() {
        return;
    }
    // What hangs in joints neither falls freely nor is free of the solver.
    for id in awake {
        if let Some(ties) = state.impacts.ties_mut(*id)
            && !joints.of_row(*id).is_empty()
        {
            (ties.count, ties.solved) = (1, true);
        }
    }
}

/// A point of a contact as the step begins.
pub(crate) struct Point {
    pub(crate) normal: Vec3,
    pub(crate) arms: [Vec3; 2],
    pub(crate) gap: f32,
}

/// Who sees to a contact. For one that is not the solver's `gaps` are those of its points.
fn role(state: &PhysicsState, id: ContactId, config: &PhysicsConfig, gaps: &mut Vec<f32>) -> Role {
    gaps.clear();
    let contact = state.contacts.contact(id);
    if contact.points == 0 {
        return Role::Solved;
    }
    // What flies on a course of its own meets there what it meets.
    if contact.passes || contact.rows.iter().any(|row| flies(state, *row)) {
        for_each_point(state, &state.impacts, id, |point| gaps.push(point.gap));
        return Role::Apart;
    }
    let own = u16::from(contact.lasting);
    let lie = contact.rows.map(|row| state.impacts.ties(row).count);
    if contact.lasting && lie.iter().any(|lie| *lie > own) {
        // A contact within a heap: the usual case.
        return Role::Solved;
    }
    let rows = contact.rows.map(|row| state.rows.row(row));
    let is_free = lie.iter().all(|lie| *lie <= own);
    let motions = rows.map(Row::motion);
    // What lies on something else does not fall.
    let fall = |i: usize| {
        let body = rows[i]
            .body
            .filter(|_| rows[i].is_dynamic() && lie[i] <= own);
        body.map_or(Vec3::ZERO, |body| config.gravity * body.gravity_scale)
    };
    let falls = [fall(0), fall(1)];
    let extent = super::contact_points::smaller_extent(rows[0], rows[1]);
    let deepest = -voltex_math::f32::min(OVERLAP, OVERLAP_OF_SIZE * extent);
    let dt = config.fixed_dt;
    // What turning can add to the motion of a point in a step.
    let swing = rows
        .iter()
        .zip(motions)
        .filter(|(row, _)| !row.is_round())
        .map(|(row, (_, spin))| spin.length_squared() * row.mass.extent * dt * dt)
        .sum::<f32>();
    // A ball that has landed touches but for rounding.
    let is_ball = rows.iter().any(|row| row.ball.is_some());
    let landed = if contact.lasting && is_ball {
        LANDED * extent
    } else {
        0.0
    };
    let (mut meets, mut overlap, mut rest) = (false, false, true);
    let mut fastest = 0.0;
    for_each_point(state, &state.impacts, id, |point| {
        gaps.push(point.gap);
        let at = |i: usize| motions[i].0 + motions[i].1.cross(point.arms[i]);
        let relative = at(1) - at(0);
        let opening = relative.dot(point.normal);
        // Nor does what lies on the other.
        let press = if contact.lasting && opening <= 0.0 {
            0.0
        } else {
            (falls[0] - falls[1]).dot(point.normal)
        };
        // Least gap in the step: at its end, or where the parabola turns.
        let end = point.gap + (opening - 0.5 * press * dt) * dt;
        let least = if opening < 0.0 || press > 0.0 {
            voltex_math::f32::min(point.gap, end)
        } else {
            point.gap
        };
        overlap |= point.gap < deepest;
        let leaves = point.gap <= 0.0 && opening > 0.0 && end > 0.0;
        if leaves || least > swing + landed {
            return;
        }
        meets = true;
        let gap = voltex_math::f32::max(point.gap, 0.0);
        let square = opening * opening + 2.0 * press * gap;
        let approach = if opening < 0.0 || press > 0.0 {
            voltex_math::f32::max(square, 0.0).sqrt()
        } else {
            0.0
        };
        let meeting = Meeting {
            approach,
            speed: relative.length(),
            press,
            lasting: contact.lasting,
            grounded: lie.iter().any(|lie| *lie > 0),
        };
        rest &= meeting.is_rest(config.restitution_threshold);
        fastest = voltex_math::f32::max(fastest, approach);
    });
    // What lies on something and is struck is the solver's: a blow on a heap is everybody's.
    if overlap || (contact.lasting && meets) {
        return Role::Solved;
    }
    if meets {
        let restitution = restitution(rows, Spot::default());
        let in_heap = lie.iter().any(|lie| *lie > own);
        let slight = restitution == 0.0 || (in_heap && restitution * fastest < SLIGHT);
        return if rest || slight || is_level(state, id, extent) {
            Role::Solved
        } else {
            Role::Impact
        };
    }
    // Others may push them together meanwhile.
    if is_free { Role::Apart } else { Role::Solved }
}

/// What a body lies on: the outward normal of the surface there, world axes, and how far below its centre of mass the
/// surface is along it, m.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Support {
    /// Which of the two bodies of a pair lies on it.
    pub(crate) body: usize,
    pub(crate) normal: Vec3,
    pub(crate) depth: f32,
}

/// Difference of height, in parts of the smaller body's size, up to which two surfaces are flush, and cosine of the
/// angle by which the border of one may lean.
const LEVEL: f64 = 5.0e-3;
const LEANING: f64 = 0.9;

/// Whether a contact is with the border of a surface that goes on flush with one on which the body lies already: the
/// touched place is level with that surface, and either the normal leans over by no more than the overlap makes of it,
/// or nothing of the other body rises above that surface. The arms are those of the point on A and on B, the extent is
/// that of the smaller body; `top` tells how far a body reaches along a unit vector from the centre of mass of the
/// other, m.
pub(crate) fn is_seam(
    supports: &[Support],
    normal: DVec3,
    arms: [DVec3; 2],
    extent: f64,
    top: impl Fn(usize, DVec3) -> f64,
) -> bool {
    supports.iter().any(|support| {
        let up = support.normal.as_dvec3();
        let outward = if support.body == 1 { normal } else { -normal };
        let height = arms[support.body].dot(up);
        let ground = -f64::from(support.depth);
        (height - ground).abs() < LEVEL * extent
            && (outward.dot(up) > LEANING || top(1 - support.body, up) - ground < LEVEL * extent)
    })
}

/// Finds what the bodies of a pair lie on besides one another.
pub(crate) fn supports(
    state: &PhysicsState,
    impacts: &Impacts,
    pair: [RowId; 2],
    out: &mut Vec<Support>,
) {
    out.clear();
    for (body, id) in pair.into_iter().enumerate() {
        let row = state.rows.row(id);
        if !row.is_dynamic() {
            continue;
        }
        for id_of in &row.contacts {
            let contact = state.contacts.contact(*id_of);
            let other = contact.rows.contains(&pair[1 - body]);
            if !contact.lasting || contact.passes || other {
                continue;
            }
            let (own, sign) = if contact.rows[0] == id {
                (0, -1.0)
            } else {
                (1, 1.0)
            };
            for_each_point(state, impacts, *id_of, |point| {
                let normal = point.normal * sign;
                out.push(Support {
                    body,
                    normal,
                    depth: -point.arms[own].dot(normal),
                });
            });
        }
    }
}

/// Whether all points of a contact are those of a seam.
fn is_level(state: &PhysicsState, id: ContactId, extent: f32) -> bool {
    let rows = state.contacts.contact(id).rows;
    if !rows.iter().any(|row| state.impacts.ties(*row).count > 0) {
        return false;
    }
    let mut found = Vec::new();
    supports(state, &state.impacts, rows, &mut found);
    let mut level = true;
    for_each_point(state, &state.impacts, id, |point| {
        let arms = point.arms.map(|arm| arm.as_dvec3());
        level &= is_seam(
            &found,
            point.normal.as_dvec3(),
            arms,
            f64::from(extent),
            // The borders of bodies that lie flush are smoothed before.
            |_, _| f64::INFINITY,
        );
    });
    level
}

/// Visits the points of all pieces of a contact as they are at the start of the step.
pub(crate) fn for_each_point(
    state: &PhysicsState,
    impacts: &Impacts,
    id: ContactId,
    mut visit: impl FnMut(Point),
) {
    let contact = state.contacts.contact(id);
    // Frames are those of the end once bodies have moved.
    let [a, b] = contact.rows.map(|id| {
        let row = state.rows.row(id);
        let pose = impacts
            .start(id)
            .map_or_else(|| row.pose(), |start| start.pose);
        (pose, row.mass.center)
    });
    let apart = b.0.position - a.0.position;
    let (turn_a, turn_b) = (a.0.rotation, b.0.rotation);
    let (middle_a, middle_b) = (a.1, b.1);
    for (points, input) in state.contacts.pieces(id) {
        let normal = turn_a * Vec3::from_slice(&input.normal);
        for point in &input.points[..points] {
            let on_a = Vec3::from_slice(&point.on_a);
            let on_b = Vec3::from_slice(&point.on_b);
            let gap = apart + turn_b * on_b - turn_a * on_a;
            visit(Point {
                normal,
                arms: [turn_a * (on_a - middle_a), turn_b * (on_b - middle_b)],
                gap: gap.dot(normal),
            });
        }
    }
}
