//! A ball that strikes several walls at one instant: two edges of a gap, a corner.
//!
//! Struck one after the other, walls give another rebound for every order. The ball takes the mean of what all orders bring,
//! with the mean of their energies: no wall comes first, mirrored walls mirror the rebound, and walls at right angles or without
//! a say in one another give what each order gives. A mean of motions that leave all walls leaves all walls, and its energy is
//! that of the mean of the orders: none is won.

use voltex_flight::{Flyer, State, Surface};
use voltex_math::DVec3;

use super::rows::RowId;
use crate::ballistic::search::Touch;

/// Walls that are looked at in every order; what is touched beyond them waits its turn.
pub(crate) const MOST_WALLS: usize = 3;

/// How often an order of walls is gone through until the ball leaves them all.
const ROUNDS: u32 = 16;

/// A wall that is touched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wall {
    pub(crate) row: RowId,
    pub(crate) touch: Touch,
    pub(crate) surface: Surface,
}

impl Wall {
    /// A state as the wall sees it.
    pub(crate) fn seen(&self, state: &State) -> State {
        State {
            velocity: state.velocity - self.touch.velocity,
            ..*state
        }
    }

    /// Whether a ball comes to it, or leaves it, for longer than an instant.
    pub(crate) fn is_struck_by(&self, flyer: &Flyer, state: &State) -> bool {
        let approach = flyer.approach(self.touch.normal, &self.seen(state));
        flyer.hops(self.touch.normal, approach)
    }

    pub(crate) fn is_left_by(&self, flyer: &Flyer, state: &State) -> bool {
        let approach = flyer.approach(self.touch.normal, &self.seen(state));
        flyer.hops(self.touch.normal, -approach)
    }

    /// The state after a rebound.
    pub(crate) fn rebound(&self, flyer: &Flyer, state: &State) -> State {
        let rebound = flyer.rebound(&self.surface, self.touch.normal, &self.seen(state));
        State {
            velocity: rebound.velocity + self.touch.velocity,
            spin: rebound.spin,
            ..*state
        }
    }
}

/// What walls that are struck at one instant make of a state: the state, and the change of velocity that each gives, m/s.
/// Walls that the ball does not come to are left out, with none.
pub(crate) fn rebound(
    flyer: &Flyer,
    walls: &[Wall],
    before: &State,
) -> (State, [DVec3; MOST_WALLS]) {
    let mut given = [DVec3::ZERO; MOST_WALLS];
    let (mut velocity, mut spin, mut energy) = (DVec3::ZERO, DVec3::ZERO, 0.0);
    let orders = orders(walls.len());
    let share = 1.0 / orders.len() as f64;
    for order in orders {
        let mut state = *before;
        for _ in 0..ROUNDS {
            let mut any = false;
            for place in &order[..walls.len()] {
                let wall = &walls[*place];
                if flyer.approach(wall.touch.normal, &wall.seen(&state)) > 0.0 {
                    let after = wall.rebound(flyer, &state);
                    given[*place] += (after.velocity - state.velocity) * share;
                    state = after;
                    any = true;
                }
            }
            if !any {
                break;
            }
        }
        velocity += state.velocity * share;
        spin += state.spin * share;
        energy += energy_of(flyer, &state) * share;
    }
    let mut mean = State {
        velocity,
        spin,
        ..*before
    };
    // Energy is what it is only before walls that stand still.
    let still = walls.iter().all(|wall| wall.touch.velocity == DVec3::ZERO);
    let left = energy_of(flyer, &mean);
    if still && left > 1e-6 * energy && left < energy {
        let more = (energy / left).sqrt();
        let added = mean.velocity * (more - 1.0);
        mean.velocity += added;
        mean.spin *= more;
        for given in &mut given[..walls.len()] {
            *given += added / walls.len() as f64;
        }
    }
    (mean, given)
}

/// Kinetic energy, J.
fn energy_of(flyer: &Flyer, state: &State) -> f64 {
    let ball = flyer.ball();
    0.5 * ball.mass * state.velocity.length_squared() + ball.spin_energy(state.rotation, state.spin)
}

/// All orders of so many walls.
fn orders(walls: usize) -> &'static [[usize; MOST_WALLS]] {
    match walls {
        0 | 1 => &[[0, 1, 2]],
        2 => &[[0, 1, 2], [1, 0, 2]],
        _ => &[
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ],
    }
}
