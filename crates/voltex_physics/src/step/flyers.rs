//! The balls of a step with their air, ready to be flown.

use voltex_flight::Flyer;
use voltex_math::Vec3;

use super::advance::freeze;
use super::report::StepReport;
use super::rows::{Row, RowId};
use super::state::PhysicsState;
use crate::ballistic::{Atmosphere, BallId};
use crate::config::PhysicsConfig;
use crate::copies::copies_nothing;
use crate::error::PhysicsError;

/// One flyer for each kind of ball and share of gravity, made anew for each step.
#[derive(Debug, Default)]
pub(crate) struct Flyers {
    list: Vec<(BallId, u32, Flyer)>,
    /// What the clock of the wind shows as the step begins, s.
    pub(crate) clock: f64,
}

copies_nothing!(Flyers);

impl Flyers {
    /// The flyer of a row that is a ball.
    pub(crate) fn of(&self, row: &Row) -> Option<&Flyer> {
        let (id, share) = key(row)?;
        let found = self
            .list
            .iter()
            .find(|(of, at, _)| (*of, *at) == (id, share));
        found.map(|(_, _, flyer)| flyer)
    }

    /// Makes the flyer of a row, if there is none yet.
    pub(crate) fn add(
        &mut self,
        row: &Row,
        atmosphere: &Atmosphere,
        gravity: Vec3,
    ) -> Result<(), PhysicsError> {
        let (Some((id, share)), Some(ball)) = (key(row), &row.ball) else {
            return Ok(());
        };
        if self.of(row).is_some() {
            return Ok(());
        }
        // Widened once, here.
        let gravity = gravity.as_dvec3() * f64::from(f32::from_bits(share));
        let flyer = Flyer::new(
            &ball.kind.ball,
            atmosphere.ball_temperature(),
            atmosphere.air(),
            atmosphere.wind(),
            gravity,
        );
        let flyer = flyer.map_err(|error| PhysicsError::BadBall(error.to_string()))?;
        self.list.push((id, share, flyer));
        Ok(())
    }

    /// Forgets all flyers; the clock of the wind shows this, in s.
    pub(crate) fn begin(&mut self, clock: f64) {
        self.list.clear();
        self.clock = clock;
    }
}

fn key(row: &Row) -> Option<(BallId, u32)> {
    let (ball, body) = (row.ball.as_ref()?, row.body.as_ref()?);
    Some((ball.ballistic.ball, body.gravity_scale.to_bits()))
}

/// Whether a ball is in the air, on a way of its own.
pub(crate) fn flies(state: &PhysicsState, id: RowId) -> bool {
    let row = state.rows.row(id);
    row.ball
        .as_ref()
        .is_some_and(|ball| !ball.ballistic.grounded)
        && row.is_dynamic()
        && state.joints.of_row(id).is_empty()
}

/// Makes the flyers of all balls that are awake.
pub(crate) fn prepare(
    state: &mut PhysicsState,
    config: &PhysicsConfig,
    atmosphere: &Atmosphere,
    clock: f64,
    report: &mut StepReport,
) {
    state.flyers.begin(clock);
    let mut frozen = false;
    for i in 0..state.awake.len() {
        let id = state.awake[i];
        let row = state.rows.row(id);
        if row.ball.is_none() {
            continue;
        }
        if let Err(problem) = state.flyers.add(row, atmosphere, config.gravity) {
            let row = state.rows.row_mut(id);
            freeze(row, report);
            // The reason is another than what cannot be computed.
            if let Some(told) = report.problems.last_mut() {
                told.1 = problem;
            }
            state.rows.set_awake(id, false);
            frozen = true;
        }
    }
    if frozen {
        state.put_aside();
    }
}

/// Brings the state of balls that the solver has moved up to date: those that touch nothing any more are in the air.
pub(crate) fn lift_off(state: &mut PhysicsState, dt: f64) {
    for i in 0..state.awake.len() {
        let id = state.awake[i];
        let row = state.rows.row(id);
        let Some(ball) = &row.ball else { continue };
        let mut ballistic = ball.ballistic;
        if !ball.flown {
            let lies = row.contacts.iter().any(|contact| {
                let contact = state.contacts.contact(*contact);
                !contact.passes && (contact.touching || contact.lasting)
            });
            if let Some(body) = &row.body {
                ballistic = ballistic.following(&row.transform, body);
            }
            ballistic.time = super::ball_course::next_tick(ballistic.time, dt);
            ballistic.grounded = lies || !state.joints.of_row(id).is_empty();
        }
        if let Some(ball) = &mut state.rows.row_mut(id).ball {
            (ball.ballistic, ball.flown) = (ballistic, false);
        }
    }
}
