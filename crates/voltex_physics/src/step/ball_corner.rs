//! A ball that strikes several walls at one instant: two edges of a gap, a corner, two pins.
//!
//! Struck one after the other, walls give another rebound for every order. The ball takes the mean of what all orders bring,
//! with the mean of their energies: no wall comes first, mirrored walls mirror the rebound, and walls at right angles or without
//! a say in one another give what each order gives. A mean of motions that leave all walls leaves all walls, and its energy is
//! that of the mean of the orders: none is won.
//!
//! Where some of them yield, all impulses of the mean grow by one factor until the energy of all is that of the mean: momentum
//! stays, no impulse leaves its cone of friction, and what parts parts faster.

use voltex_flight::{Flyer, State, Surface};
use voltex_math::DVec3;

use super::ball_course::struck_by;
use super::rows::RowId;
use crate::ballistic::search::Touch;
use crate::impulse::ImpactBody;

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
    /// The body, if it yields, about the place that an impulse turns it about; its arm ends where the ball touches.
    pub(crate) yields: Option<ImpactBody>,
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

/// Whether a ball that touches several bodies strikes them together: those that yield are left to their turn where it comes
/// to none of them, as they go away from it or bear it.
pub(crate) fn is_blow(flyer: &Flyer, walls: &[Wall], state: &State) -> bool {
    walls.iter().all(|wall| wall.yields.is_none())
        || walls.iter().any(|wall| wall.is_struck_by(flyer, state))
}

/// What walls that are struck at one instant make of a ball and of themselves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rebound {
    pub(crate) state: State,
    /// The change of the velocity of the ball that each gives, m/s: none by those that the ball does not come to.
    pub(crate) given: [DVec3; MOST_WALLS],
    /// The bodies that yield.
    pub(crate) bodies: [Option<ImpactBody>; MOST_WALLS],
}

/// The rebound of a ball from walls that it touches at one instant.
pub(crate) fn rebound(flyer: &Flyer, walls: &[Wall], before: &State) -> Rebound {
    let mut given = [DVec3::ZERO; MOST_WALLS];
    let (mut velocity, mut spin, mut energy) = (DVec3::ZERO, DVec3::ZERO, 0.0);
    let mut bodies = [None; MOST_WALLS];
    let mut ends = [[DVec3::ZERO; 2]; MOST_WALLS];
    for (place, wall) in walls.iter().enumerate() {
        bodies[place] = wall.yields;
    }
    // Work on the bodies that yield, J.
    let mut work = 0.0;
    let orders = orders(walls.len());
    let share = 1.0 / orders.len() as f64;
    for order in orders {
        let (mut state, mut others) = (*before, bodies);
        for _ in 0..ROUNDS {
            let mut any = false;
            for place in &order[..walls.len()] {
                let wall = &walls[*place];
                let after = match &mut others[*place] {
                    None if flyer.approach(wall.touch.normal, &wall.seen(&state)) > 0.0 => {
                        wall.rebound(flyer, &state)
                    }
                    None => continue,
                    Some(other) => {
                        let Some((after, struck)) = struck_by(flyer, wall, &state, other) else {
                            continue;
                        };
                        let push = (state.velocity - after.velocity) * flyer.ball().mass;
                        let mean = other.contact_velocity() + struck.contact_velocity();
                        work += 0.5 * share * push.dot(mean);
                        *other = struck;
                        after
                    }
                };
                given[*place] += (after.velocity - state.velocity) * share;
                state = after;
                any = true;
            }
            if !any {
                break;
            }
        }
        velocity += state.velocity * share;
        spin += state.spin * share;
        energy += energy_of(flyer, &state) * share;
        for (end, other) in ends.iter_mut().zip(&others) {
            if let Some(other) = other {
                end[0] += other.velocity * share;
                end[1] += other.angular_velocity * share;
            }
        }
    }
    let mean = State {
        velocity,
        spin,
        ..*before
    };
    for (body, end) in bodies.iter_mut().zip(ends) {
        if let Some(body) = body {
            [body.velocity, body.angular_velocity] = end;
        }
    }
    let mut found = Rebound {
        state: mean,
        given,
        bodies,
    };
    // Energy is what it is only before walls that stand still.
    let still = walls
        .iter()
        .all(|wall| wall.yields.is_some() || wall.touch.velocity == DVec3::ZERO);
    if !still {
        return found;
    }
    if walls.iter().any(|wall| wall.yields.is_some()) {
        found.strengthen(flyer, walls, before, energy + work);
        return found;
    }
    let left = energy_of(flyer, &mean);
    if left > 1e-6 * energy && left < energy {
        let more = (energy / left).sqrt();
        let added = mean.velocity * (more - 1.0);
        found.state.velocity += added;
        found.state.spin *= more;
        for given in &mut found.given[..walls.len()] {
            *given += added / walls.len() as f64;
        }
    }
    found
}

impl Rebound {
    /// Makes all impulses larger by one factor, so that the energy of the ball and the work on what yields come to so much, J.
    fn strengthen(&mut self, flyer: &Flyer, walls: &[Wall], before: &State, energy: f64) {
        let change = |of: &State, times: f64| State {
            velocity: before.velocity + (of.velocity - before.velocity) * times,
            spin: before.spin + (of.spin - before.spin) * times,
            ..*before
        };
        // With `k` times the impulses the energy is `start + line k + square k^2`.
        let start = energy_of(flyer, before);
        let once = energy_of(flyer, &self.state) - start;
        let twice = energy_of(flyer, &change(&self.state, 2.0)) - start;
        let mut square = 0.5 * twice - once;
        let mut line = once - square;
        for (place, wall) in walls.iter().enumerate() {
            if let (Some(old), Some(new)) = (&wall.yields, &self.bodies[place]) {
                let push = -self.given[place] * flyer.ball().mass;
                let (first, last) = (old.contact_velocity(), new.contact_velocity());
                line += push.dot(first);
                square += 0.5 * push.dot(last - first);
            }
        }
        let inner = line * line + 4.0 * square * (energy - start);
        let times = (inner.sqrt() - line) / (2.0 * square);
        // Twice is far more than what orders differ by; NaN ends here too.
        if !(times > 1.0 && times < 2.0) {
            return;
        }
        self.state = change(&self.state, times);
        for (place, wall) in walls.iter().enumerate() {
            self.given[place] *= times;
            if let (Some(old), Some(new)) = (&wall.yields, &mut self.bodies[place]) {
                let spin = new.angular_velocity - old.angular_velocity;
                new.velocity = old.velocity + (new.velocity - old.velocity) * times;
                new.angular_velocity = old.angular_velocity + spin * times;
            }
        }
    }
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
