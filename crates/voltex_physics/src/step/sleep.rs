//! Bodies that rest fall asleep, all that lie on one another together.

use super::contacts::ContactId;
use super::report::{PhysicsEvent, StepReport};
use super::rows::RowId;
use super::state::PhysicsState;
use crate::config::PhysicsConfig;

/// How long all bodies of a heap must be still before they fall asleep, s.
const TIME_TO_SLEEP: f32 = 0.5;

/// Puts every heap of touching bodies to sleep whose members have all been still long enough.
pub(crate) fn fall_asleep(
    state: &mut PhysicsState,
    config: &PhysicsConfig,
    report: &mut StepReport,
) {
    if !config.sleeping {
        return;
    }
    let mut ready = false;
    for id in &state.awake {
        let row = state.rows.row_mut(*id);
        row.still = if row.is_still() {
            row.still + config.fixed_dt
        } else {
            0.0
        };
        ready |= row.still >= TIME_TO_SLEEP;
    }
    if !ready {
        return;
    }
    let mut heaps = Heaps::new(&state.awake);
    for id in &state.active {
        let contact = state.contacts.contact(*id);
        let [a, b] = contact.rows;
        // What does not move holds no heap together; what a user moves keeps those awake that it carries.
        let touching = contact.touching && !contact.passes;
        if touching && state.rows.is_awake(a) && state.rows.is_awake(b) {
            heaps.join(a, b);
        }
    }
    for id in state.joints.active() {
        let link = state.joints.joint(*id).link;
        if let Some((a, b)) = link.and_then(|link| Some((link.a?, link.b)))
            && state.rows.is_awake(a)
            && state.rows.is_awake(b)
        {
            heaps.join(a, b);
        }
    }
    let mut restless = vec![false; state.awake.len()];
    for id in &state.awake {
        let row = state.rows.row(*id);
        if row.still < TIME_TO_SLEEP || !row.is_dynamic() {
            restless[heaps.root(*id)] = true;
        }
    }
    let sleepers: Vec<RowId> = state
        .awake
        .iter()
        .copied()
        .filter(|id| !restless[heaps.root(*id)])
        .collect();
    if sleepers.is_empty() {
        return;
    }
    for id in &sleepers {
        state.rows.set_awake(*id, false);
        let row = state.rows.row_mut(*id);
        if let Some(body) = &mut row.body {
            body.velocity = voltex_math::Vec3::ZERO;
            body.angular_velocity = voltex_math::Vec3::ZERO;
        }
        row.lead_ball();
        report.events.push(PhysicsEvent::FellAsleep(row.entity));
    }
    state.slept.extend(&sleepers);
    let rows = &state.rows;
    state.awake.retain(|id| rows.is_awake(*id));
    let is_active = |id: &ContactId| {
        let contact = state.contacts.contact(*id);
        contact.rows.iter().any(|row| rows.is_awake(*row))
    };
    state.active.retain(is_active);
    state.joints.sleep(rows);
}

/// Sets of awake rows joined by contacts: union-find in which the lowest row stands for its set.
struct Heaps<'a> {
    awake: &'a [RowId],
    /// By the place of a row among the awake ones.
    parents: Vec<u32>,
}

impl<'a> Heaps<'a> {
    fn new(awake: &'a [RowId]) -> Self {
        Self {
            awake,
            parents: (0..awake.len() as u32).collect(),
        }
    }

    fn root(&mut self, row: RowId) -> usize {
        let place = self.awake.binary_search(&row);
        let mut at = place.expect("only awake rows are asked about, and they are in order");
        while self.parents[at] as usize != at {
            // Halves the way for the next search.
            let parent = self.parents[at] as usize;
            self.parents[at] = self.parents[parent];
            at = self.parents[at] as usize;
        }
        at
    }

    fn join(&mut self, a: RowId, b: RowId) {
        let (a, b) = (self.root(a), self.root(b));
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        self.parents[high] = low as u32;
    }
}
