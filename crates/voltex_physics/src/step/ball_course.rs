//! How a ball goes through a step: legs of free path, or along a face that it lies on, between its impacts.
//!
//! A step of the physics and a prediction both walk along courses, so that they end in the same bits.

use voltex_flight::{Flyer, FreePath, Spheroid, State, Surface};
use voltex_math::{Aabb, DMat3, DVec3};

use super::ball_corner::{self, MOST_WALLS, Wall};
use super::rows::RowId;
use crate::ballistic::outline::Outline;
use crate::ballistic::search::{Met, Search, Touch};
use crate::ballistic::sweep::{Flying, Leg, Motion, Moving, Track};
use crate::impulse::{ImpactBody, ImpactLaw, impulse};
use crate::shape::Shape;

/// Impacts of one ball in one step, beyond which it is the solver's.
const MOST_IMPACTS: u32 = 10;

/// Faces that a ball comes to lie on in one step, beyond which it waits for the next where it is.
const MOST_HOLDS: u32 = 16;

/// How far a ball goes, in parts of its radius, within what counts as one instant.
const SAME_INSTANT: f64 = 1.0e-9;

/// Legs of one ball in one step: impacts, and parts where forces are strong.
const MOST_LEGS: u32 = 4096;

/// Place of a course among those of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CourseId(pub(super) u32);

impl CourseId {
    pub(crate) fn place(self) -> usize {
        self.0 as usize
    }
}

/// What a ball lies on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    pub(crate) row: RowId,
    normal: DVec3,
    surface: Surface,
    /// m/s
    velocity: DVec3,
}

/// A ball on its way through a step. Times are seconds from the start of the step.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    /// Its own time at the start and at the end of the step, s.
    span: [f64; 2],
    /// Its own time at the start of the leg, s.
    now: f64,
    /// By how much the clock of the wind is ahead of its own, s.
    ahead: f64,
    /// At the start of the leg.
    pub(crate) state: State,
    path: FreePath,
    track: Track,
    outline: Outline,
    pub(crate) held: Option<Held>,
    /// A body that it leaves alone on this leg: they touch and part, whatever the way of the other says.
    passed: Option<RowId>,
    impacts: u32,
    holds: u32,
    legs: u32,
    pub(crate) grounded: bool,
    /// Whether it waits where it is for the next step.
    pub(crate) halted: bool,
}

/// What may be in the way of a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Barrier<'a> {
    Shape(Shape<'a>),
    /// A ball that does not fly.
    Ball(Outline),
}

/// What an impact did to a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Struck {
    pub(crate) before: State,
    pub(crate) after: State,
    /// Where it touched, m.
    pub(crate) place: DVec3,
    /// On the ball, N s.
    pub(crate) impulse: DVec3,
}

/// The end of the step that begins at a time, s: times that are a whole number of steps stay so to the last bit.
pub(crate) fn next_tick(time: f64, dt: f64) -> f64 {
    let ticks = (time / dt).round();
    if ticks * dt == time {
        (ticks + 1.0) * dt
    } else {
        time + dt
    }
}

impl Course {
    /// A course of `dt` seconds from a state at its own time, with its first leg.
    pub(crate) fn new(flyer: &Flyer, state: &State, time: f64, clock: f64, dt: f64) -> Self {
        let (span, ahead) = ([time, next_tick(time, dt)], clock - time);
        let path = flyer.path(time + ahead, span[1] - time, state);
        let outline = Outline::of(flyer);
        Self {
            span,
            now: time,
            ahead,
            state: *state,
            path,
            track: Track::new(&path, &outline),
            outline,
            held: None,
            passed: None,
            impacts: 0,
            holds: 0,
            legs: 0,
            grounded: false,
            halted: false,
        }
    }

    /// Its own time at the end of the step, s.
    pub(crate) fn end(&self) -> f64 {
        self.span[1]
    }

    /// Length of the step.
    pub(crate) fn end_of_step(&self) -> f64 {
        self.span[1] - self.span[0]
    }

    /// Start of the leg.
    pub(crate) fn since(&self) -> f64 {
        self.now - self.span[0]
    }

    /// Length of the leg.
    pub(crate) fn duration(&self) -> f64 {
        self.path.duration()
    }

    /// End of the leg.
    pub(crate) fn until(&self) -> f64 {
        self.time_of(1.0)
    }

    /// The time of an instant of the leg.
    fn time_of(&self, s: f64) -> f64 {
        self.since() + s * self.duration()
    }

    pub(crate) fn path(&self) -> &FreePath {
        &self.path
    }

    /// Bound of the speed on the leg, m/s.
    pub(crate) fn fastest(&self) -> f64 {
        self.track.speed / self.path.duration()
    }

    /// Whether it has had as many impacts as one step resolves.
    pub(crate) fn is_spent(&self) -> bool {
        self.impacts >= MOST_IMPACTS
    }

    /// Whether there is nothing left of the step.
    pub(crate) fn is_over(&self) -> bool {
        self.halted || self.now >= self.span[1]
    }

    /// Plans the next leg, from where the last one ended.
    pub(crate) fn depart(&mut self, flyer: &Flyer) {
        self.legs += 1;
        self.halted |= self.legs >= MOST_LEGS || !self.state.is_finite();
        if self.is_over() {
            return;
        }
        let (clock, left) = (self.now + self.ahead, self.span[1] - self.now);
        let along = self.held.as_ref().and_then(|held| {
            flyer.path_on(
                [clock, left],
                &self.state,
                &held.surface,
                held.normal,
                held.velocity,
            )
        });
        self.path = match along {
            Some(path) => path,
            None => {
                self.held = None;
                flyer.path(clock, left, &self.state)
            }
        };
        self.track = Track::new(&self.path, &self.outline);
    }

    /// Goes to the end of the leg.
    pub(crate) fn arrive(&mut self) {
        let end = self.span[1];
        // The last part of a step ends with it, whatever the sum of the parts rounds to.
        self.now = if self.path.duration() < end - self.now {
            self.now + self.path.duration()
        } else {
            end
        };
        self.state = *self.path.end();
        self.passed = None;
    }

    /// Goes to an instant of the leg.
    pub(crate) fn stop(&mut self, s: f64) {
        self.now += s * self.path.duration();
        self.state = self.path.at(s);
        self.passed = None;
    }

    /// Goes to a time of the leg.
    pub(crate) fn stop_at(&mut self, time: f64) {
        let s = (time - self.since()) / self.duration();
        self.stop(if s < 1.0 { s } else { 1.0 });
    }

    fn leg(&self) -> Leg<'_> {
        Leg {
            path: &self.path,
            track: &self.track,
            outline: &self.outline,
        }
    }

    /// What the leg first meets of a barrier whose frame moves as `frame` says, from a time on, and when.
    pub(crate) fn meet(
        &self,
        row: RowId,
        barrier: &Barrier<'_>,
        frame: &Moving,
        from: f64,
    ) -> Option<(f64, Met)> {
        if self.passed == Some(row) {
            return None;
        }
        let s = (from - self.since()) / self.duration();
        let held = self.held.as_ref().filter(|held| held.row == row);
        let mut search = Search::new(self.leg())
            .from(if s > 0.0 { s } else { 0.0 }, held.map(|held| held.normal));
        match barrier {
            Barrier::Shape(shape) => {
                search.against(shape, frame);
            }
            Barrier::Ball(ball) => search.against_ball(ball, frame),
        }
        match search.met {
            Met::Nothing => None,
            met @ (Met::Unknown(s) | Met::Touch(Touch { s, .. })) => Some((self.time_of(s), met)),
        }
    }

    /// When the leg first meets a ball that waits where it is for the next step.
    pub(crate) fn meet_waiting(&self, other: &Self) -> Option<f64> {
        let s = (other.since() - self.since()) / self.duration();
        let waits = Motion {
            position: other.state.position,
            rotation: other.state.rotation,
            middle: DVec3::ZERO,
            velocity: DVec3::ZERO,
            acceleration: DVec3::ZERO,
            spin: DVec3::ZERO,
        };
        let frame = Moving::in_motion(&waits, self.duration());
        let mut search = Search::new(self.leg()).from(if s > 0.0 { s } else { 0.0 }, None);
        search.against_ball(&other.outline, &frame);
        match search.met {
            Met::Nothing => None,
            Met::Unknown(s) | Met::Touch(Touch { s, .. }) => Some(self.time_of(s)),
        }
    }

    /// Box of the leg; `None` beyond the range of numbers.
    pub(crate) fn bounds(&self) -> Option<Aabb> {
        let [min, max] = self
            .track
            .bounds(self.outline.reach())
            .map(|corner| corner.as_vec3());
        let bounds = Aabb { min, max };
        crate::broad::check_box(&bounds).is_ok().then_some(bounds)
    }

    /// The leg, for a look at two balls.
    pub(crate) fn flying(&self) -> Flying<'_> {
        Flying {
            leg: self.leg(),
            since: self.since(),
        }
    }

    /// Strikes what is touched at the end of the shortened leg and does not yield. `None` where the ball comes to lie on
    /// it.
    pub(crate) fn strike_wall(
        &mut self,
        flyer: &Flyer,
        row: RowId,
        touch: &Touch,
        surface: &Surface,
    ) -> Option<Struck> {
        let before = self.state;
        let relative = State {
            velocity: before.velocity - touch.velocity,
            ..before
        };
        let hold = Held {
            row,
            normal: touch.normal,
            surface: *surface,
            velocity: touch.velocity,
        };
        if !flyer.hops(touch.normal, flyer.approach(touch.normal, &relative)) {
            self.hold(hold);
            return None;
        }
        let rebound = flyer.rebound(surface, touch.normal, &relative);
        let after = State {
            velocity: rebound.velocity + touch.velocity,
            spin: rebound.spin,
            ..before
        };
        let parting = State {
            velocity: rebound.velocity,
            ..after
        };
        let leaves = flyer.hops(touch.normal, -flyer.approach(touch.normal, &parting));
        let hold = (!leaves).then_some(hold);
        Some(self.struck(flyer, [before, after], touch.normal, hold))
    }

    /// Strikes several walls at the end of the shortened leg, of which none comes first; what each did, with what yields as it
    /// then is. `None` for those that the ball did not come to, and for all where it comes to lie on one.
    pub(crate) fn strike_walls(
        &mut self,
        flyer: &Flyer,
        walls: &[Wall],
    ) -> [Option<(Struck, Option<ImpactBody>)>; MOST_WALLS] {
        let before = self.state;
        let hold = |wall: &Wall| Held {
            row: wall.row,
            normal: wall.touch.normal,
            surface: wall.surface,
            velocity: wall.touch.velocity,
        };
        let mut struck = [None; MOST_WALLS];
        if !walls.iter().any(|wall| wall.is_struck_by(flyer, &before)) {
            self.hold(hold(&walls[0]));
            return struck;
        }
        let found = ball_corner::rebound(flyer, walls, &before);
        let after = found.state;
        // What yields has another velocity now.
        let parting = walls.iter().zip(&found.bodies).map(|(wall, body)| Wall {
            touch: Touch {
                velocity: body.map_or(wall.touch.velocity, |body| body.contact_velocity()),
                ..wall.touch
            },
            ..*wall
        });
        let stays = parting
            .into_iter()
            .find(|wall| !wall.is_left_by(flyer, &after));
        for (place, wall) in walls.iter().enumerate() {
            if found.given[place] != DVec3::ZERO {
                let told = self.struck(flyer, [before, after], wall.touch.normal, None);
                let told = Struck {
                    impulse: found.given[place] * flyer.ball().mass,
                    ..told
                };
                struck[place] = Some((told, found.bodies[place]));
            }
        }
        if let Some(wall) = stays {
            self.hold(hold(&wall));
        }
        struck
    }

    /// How long after a touch (s) another counts as of the same instant: the ball has moved by a millionth of a thousandth
    /// of its radius.
    pub(crate) fn instant(&self) -> f64 {
        let speed = self.fastest();
        if speed > 0.0 {
            SAME_INSTANT * self.outline.inside() / speed
        } else {
            0.0
        }
    }

    /// Strikes a body that yields; returns what happens to both, or `None` where the ball comes to lie on it. `other`
    /// is without its arm; `center` is its centre of mass, m.
    pub(crate) fn strike_body(
        &mut self,
        flyer: &Flyer,
        row: RowId,
        touch: &Touch,
        surface: &Surface,
        other: &ImpactBody,
        center: DVec3,
    ) -> Option<(Struck, ImpactBody)> {
        let before = self.state;
        let normal = touch.normal;
        let ball = body_of(flyer, &before, normal);
        let place = before.position + ball.arm;
        let other = ImpactBody {
            arm: place - center,
            ..*other
        };
        let approach = -opening(flyer, normal, &ball, &other);
        if approach <= 0.0 {
            // The way of the other comes nearer, the body itself does not.
            self.passed = Some(row);
            return None;
        }
        let hold = Held {
            row,
            normal,
            surface: *surface,
            velocity: other.contact_velocity(),
        };
        if !flyer.hops(normal, approach) {
            self.hold(hold);
            return None;
        }
        let on_ball = blow(flyer, surface, normal, approach, &before, [&other, &ball]);
        let (ball, other) = (ball.struck(on_ball), other.struck(-on_ball));
        let after = State {
            velocity: ball.velocity,
            spin: ball.angular_velocity,
            ..before
        };
        let leaves = flyer.hops(normal, opening(flyer, normal, &ball, &other));
        let hold = Held {
            velocity: other.contact_velocity(),
            ..hold
        };
        let hold = (!leaves).then_some(hold);
        Some((self.struck(flyer, [before, after], normal, hold), other))
    }

    /// Two balls strike each other, with the unit normal from the first to the second.
    pub(crate) fn strike_ball(
        balls: [&mut Self; 2],
        flyers: [&Flyer; 2],
        normal: DVec3,
        law: &ImpactLaw,
    ) -> [Struck; 2] {
        let [a, b] = balls;
        let (before_a, before_b) = (a.state, b.state);
        let body_a = body_of(flyers[0], &before_a, -normal);
        let body_b = body_of(flyers[1], &before_b, normal);
        let on_b = impulse(&body_a, &body_b, normal, law).on_b;
        let after = |before: State, body: ImpactBody| State {
            velocity: body.velocity,
            spin: body.angular_velocity,
            ..before
        };
        let after_a = after(before_a, body_a.struck(-on_b));
        let after_b = after(before_b, body_b.struck(on_b));
        [
            a.struck(flyers[0], [before_a, after_a], -normal, None),
            b.struck(flyers[1], [before_b, after_b], normal, None),
        ]
    }

    /// Goes on from the second of two states, after an impact with this unit normal towards it.
    fn struck(
        &mut self,
        flyer: &Flyer,
        [before, after]: [State; 2],
        normal: DVec3,
        hold: Option<Held>,
    ) -> Struck {
        self.state = after;
        self.held = None;
        self.impacts += 1;
        if let Some(hold) = hold {
            self.hold(hold);
        }
        self.grounded |= self.is_spent();
        Struck {
            before,
            after,
            place: before.position + flyer.arm(before.rotation, normal),
            impulse: (after.velocity - before.velocity) * flyer.ball().mass,
        }
    }

    fn hold(&mut self, hold: Held) {
        self.held = Some(hold);
        self.grounded = true;
        self.holds += 1;
        self.halted |= self.holds > MOST_HOLDS;
    }
}

/// A ball and a body that yields after they struck each other; `None` where they do not come nearer.
pub(super) fn struck_by(
    flyer: &Flyer,
    wall: &Wall,
    state: &State,
    other: &ImpactBody,
) -> Option<(State, ImpactBody)> {
    let normal = wall.touch.normal;
    let ball = body_of(flyer, state, normal);
    let approach = -opening(flyer, normal, &ball, other);
    if approach <= 0.0 {
        return None;
    }
    let on_ball = blow(
        flyer,
        &wall.surface,
        normal,
        approach,
        state,
        [other, &ball],
    );
    let (ball, other) = (ball.struck(on_ball), other.struck(-on_ball));
    let after = State {
        velocity: ball.velocity,
        spin: ball.angular_velocity,
        ..*state
    };
    Some((after, other))
}

/// Speed at which a ball goes away from a body along the unit normal towards it, m/s.
fn opening(flyer: &Flyer, normal: DVec3, ball: &ImpactBody, other: &ImpactBody) -> f64 {
    let own = if flyer.spheroid().is_some() {
        ball.contact_velocity()
    } else {
        ball.velocity
    };
    normal.dot(own - other.contact_velocity())
}

/// The impulse on a ball that comes to a body at a speed (m/s), N s.
fn blow(
    flyer: &Flyer,
    surface: &Surface,
    normal: DVec3,
    approach: f64,
    state: &State,
    [other, ball]: [&ImpactBody; 2],
) -> DVec3 {
    let place = if flyer.spheroid().is_some() {
        state.position + ball.arm
    } else {
        state.position
    };
    let contact = flyer.contact(surface, approach, place);
    let law = ImpactLaw {
        restitution: contact.restitution,
        friction: contact.friction,
        tangential_restitution: contact.tangential_restitution,
    };
    impulse(other, ball, normal, &law).on_b
}

/// A ball as an impact sees it that touches a face with this unit normal towards it.
fn body_of(flyer: &Flyer, state: &State, normal: DVec3) -> ImpactBody {
    let (inverse_mass, inverse_inertia) = match flyer.spheroid() {
        None => {
            let sphere = flyer.sphere();
            let inertia = sphere.inertia_factor * sphere.mass * sphere.radius * sphere.radius;
            let inverse = DMat3::from_diagonal(DVec3::splat(1.0 / inertia));
            (1.0 / sphere.mass, inverse)
        }
        Some(body) => {
            let axis = Spheroid::axis(state.rotation);
            let spin = |momentum: DVec3| body.spin(axis, momentum);
            let inverse = DMat3::from_cols(spin(DVec3::X), spin(DVec3::Y), spin(DVec3::Z));
            (1.0 / body.mass, inverse)
        }
    };
    ImpactBody {
        inverse_mass,
        inverse_inertia,
        velocity: state.velocity,
        angular_velocity: state.spin,
        arm: flyer.arm(state.rotation, normal),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_of_steps_stay_whole_to_the_last_bit() {
        for dt in [1.0 / 60.0, f64::from(1.0_f32 / 60.0), 1.0 / 240.0] {
            let mut time = 0.0;
            for tick in 1..100_000 {
                time = next_tick(time, dt);
                assert_eq!(time, f64::from(tick) * dt);
            }
            // Another step goes on from any time.
            assert_eq!(next_tick(0.1234, dt), 0.1234 + dt);
        }
    }
}
