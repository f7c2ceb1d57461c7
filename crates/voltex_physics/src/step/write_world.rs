//! From rows back to the components of the world.

use voltex_ecs::{Transform, World};

use super::rows::RowId;
use super::state::PhysicsState;
use crate::ballistic::Ballistic;
use crate::body::RigidBody;

/// Writes where the bodies that took part are now, without a trace of an edit.
pub(crate) fn write_world(state: &mut PhysicsState, world: &World) {
    let mut transforms = world.storage_mut::<Transform>();
    let mut bodies = world.storage_mut::<RigidBody>();
    let (transforms, bodies) = (transforms.write_back(), bodies.write_back());
    let mut balls = world.storage_mut::<Ballistic>();
    let balls = balls.write_back();
    let mirrors = &mut state.mirrors;
    let slept: Vec<RowId> = state.slept.drain(..).collect();
    for id in state.awake.iter().chain(&slept) {
        let row = state.rows.row(*id);
        if let Some(at) = mirrors.transforms.row_of(row.entity) {
            transforms[at] = row.transform;
            mirrors.transforms.set(at, row.transform);
        }
        if let (Some(at), Some(body)) = (mirrors.bodies.row_of(row.entity), row.body) {
            bodies[at] = body;
            mirrors.bodies.set(at, body);
        }
        if let Some(ball) = &row.ball
            && let Some(at) = mirrors.ballistics.row_of(row.entity)
        {
            balls[at] = ball.ballistic;
            mirrors.ballistics.set(at, ball.ballistic);
        }
    }
}
