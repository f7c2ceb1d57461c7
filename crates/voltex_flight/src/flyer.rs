//! A ball flown step by step, by somebody who knows what stands in its way.
//!
//! [`Shot::fly`](crate::Shot::fly) flies a ball over one plane; a [`Flyer`] is for a world full of colliders, whose
//! owner finds the first touch along each [`FreePath`], asks for the rebound, and flies on. Both use the same
//! integrator and the same impulse law, so on a plane they give the same bits.

use voltex_math::{DQuat, DVec3};

use crate::air::Air;
use crate::ball::{Ball, Force};
use crate::crossing::{self, Plane};
use crate::error::{FlightError, check_range};
use crate::ground::{Change, Footing};
use crate::impact::{Contact, Rebound, Sphere, rebound};
use crate::integrate::{Motion, Step};
use crate::shot::{MOST_CHANGES, SHORTEST_HOP};
use crate::spheroid::Spheroid;
use crate::spheroid_flight::first_touch;
use crate::spheroid_impact::{approach_speed, rebound_from};
use crate::spheroid_stance::Stance;
use crate::state::State;
use crate::surface::Surface;
use crate::wind::Wind;

/// A ball in its air, ready to be flown from any state.
#[derive(Clone, Debug)]
pub struct Flyer {
    ball: Ball,
    temperature: f64,
    motion: Motion,
}

impl Flyer {
    /// A ball at a temperature (K) in air of a state and a motion, under a gravity (m/s^2).
    ///
    /// # Errors
    /// As for [`Ball::validate`], a temperature, a wind or a gravity out of range.
    pub fn new(
        ball: &Ball,
        temperature: f64,
        air: &Air,
        wind: &Wind,
        gravity: DVec3,
    ) -> Result<Self, FlightError> {
        ball.validate()?;
        check_range("ball temperature (K)", temperature, 200.0, 400.0, "")?;
        for g in gravity.to_array() {
            check_range("gravity (m/s^2)", g, -1000.0, 1000.0, "")?;
        }
        wind.validate()?;
        Ok(Self {
            ball: ball.clone(),
            temperature,
            motion: Motion::new(ball, air, wind, gravity),
        })
    }

    /// The ball.
    pub fn ball(&self) -> &Ball {
        &self.ball
    }

    /// Acceleration by gravity, m/s^2.
    pub fn gravity(&self) -> DVec3 {
        self.motion.gravity
    }

    /// The ball as impacts see it, if it touches as a sphere.
    pub fn sphere(&self) -> Sphere {
        self.ball.sphere()
    }

    /// The ball as a rigid body, if it touches as a spheroid.
    pub fn spheroid(&self) -> Option<&Spheroid> {
        self.motion.spheroid.as_ref().map(|air| &air.body)
    }

    /// From the centre of a ball at an attitude to the point that touches a face with this unit normal towards it, m.
    pub fn arm(&self, rotation: DQuat, normal: DVec3) -> DVec3 {
        match self.spheroid() {
            None => -normal * self.ball.radius,
            Some(body) => body.contact_point(Spheroid::axis(rotation), normal),
        }
    }

    /// Speed at which the touching point of a ball in a state, relative to a face, comes to the face against its unit
    /// normal, m/s.
    pub fn approach(&self, normal: DVec3, state: &State) -> f64 {
        match self.spheroid() {
            None => -normal.dot(state.velocity),
            Some(body) => approach_speed(body, normal, state),
        }
    }

    /// Acceleration (m/s^2) and spin acceleration (rad/s^2) in a state at a time (s), gravity included.
    pub fn rates(&self, time: f64, state: &State) -> (DVec3, DVec3) {
        let rates = self.motion.rates(time, state);
        (rates.acceleration, rates.spin)
    }

    /// The free path from `state` at `time` (s) through the air: `longest` seconds, or as far as the forces let one
    /// step of the integrator go.
    pub fn path(&self, time: f64, longest: f64, state: &State) -> FreePath {
        let rates = self.motion.rates(time, state);
        let h = self.motion.longest_step(time, longest, state, &rates);
        FreePath(self.motion.step(time, h, state, &rates))
    }

    /// The path of a ball that stays on a face, with a unit normal towards the ball: it slides or rolls for `longest`
    /// seconds, or until it goes over from one to the other; a spheroid also rocks. The face moves with `velocity` (m/s), and the air that
    /// the ball feels moves with it. `None` where nothing presses the ball on the face.
    pub fn path_on(
        &self,
        [time, longest]: [f64; 2],
        state: &State,
        surface: &Surface,
        normal: DVec3,
        velocity: DVec3,
    ) -> Option<FreePath> {
        let relative = State {
            velocity: state.velocity - velocity,
            ..*state
        };
        let carried = |mut step: Step| {
            step.start.velocity += velocity;
            step.end.velocity += velocity;
            step.end.position += velocity * step.duration;
            (step.duration > 0.0).then_some(FreePath(step))
        };
        if let Some(air) = &self.motion.spheroid {
            let stance = Stance {
                motion: &self.motion,
                air,
                normal,
            };
            return stance
                .step([time, longest], surface, &relative)
                .and_then(carried);
        }
        let footing = Footing {
            motion: &self.motion,
            surface,
            ball: self.sphere(),
            core: self.ball.core,
            normal,
        };
        let (mut phase, on_face) = footing.enter(time, &relative);
        // A change of phase may take no time.
        for _ in 0..MOST_CHANGES {
            let (step, change) = footing.step(time, longest, &on_face, phase);
            match change {
                Change::LiftOff => return None,
                Change::To(next) if step.duration <= 0.0 => phase = next,
                Change::None | Change::To(_) => return carried(step),
            }
        }
        None
    }

    /// Whether a ball that moves against or away from a face at this speed (m/s) along its unit normal does so for
    /// longer than an instant: a hop takes a millisecond or more. A ball that is set down, not dropped, has no impact.
    pub fn hops(&self, normal: DVec3, speed: f64) -> bool {
        2.0 * speed > SHORTEST_HOP * -normal.dot(self.motion.gravity)
    }

    /// How the ball and a surface behave in an impact at a normal speed (m/s) at a place (m).
    pub fn contact(&self, surface: &Surface, approach: f64, place: DVec3) -> Contact {
        surface.contact(approach, place, self.temperature)
    }

    /// The rebound of a ball in a state from a face that stands still, with a unit normal towards the ball; soft
    /// ground turns its face to a sphere ([`Surface::facing`]). Velocity and spin of `state` are relative to the face.
    pub fn rebound(&self, surface: &Surface, normal: DVec3, state: &State) -> Rebound {
        if let Some(body) = self.spheroid() {
            return rebound_from(body, self.temperature, surface, normal, state);
        }
        let facing = surface.facing(normal, state.velocity);
        rebound_of(&self.ball, self.temperature, surface, facing, state)
    }
}

/// The rebound from a face, arcade knobs included.
pub(crate) fn rebound_of(
    ball: &Ball,
    temperature: f64,
    surface: &Surface,
    normal: DVec3,
    state: &State,
) -> Rebound {
    let sphere = ball.sphere();
    let approach = -normal.dot(state.velocity);
    let mut contact = surface.contact(approach, state.position, temperature);
    if let Force::Arcade(arcade) = &ball.force {
        // The cap works as a softer surface, so that friction stays within its cone.
        let full = sphere.mass * (1.0 + contact.restitution) * approach;
        if full > arcade.largest_impulse {
            contact.restitution = arcade.largest_impulse / (sphere.mass * approach) - 1.0;
            if contact.restitution < 0.0 {
                contact.restitution = 0.0;
            }
        }
    }
    let mut after = rebound(&sphere, &contact, normal, state.velocity, state.spin);
    if let Force::Arcade(arcade) = &ball.force {
        after.spin *= arcade.spin_kept;
    }
    after
}

/// A free path through the air, readable at any instant: the dense output of one step of the integrator.
///
/// Instants are fractions of its duration, 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct FreePath(Step);

impl FreePath {
    /// s
    pub fn duration(&self) -> f64 {
        self.0.duration
    }

    /// The state at its start.
    pub fn start(&self) -> &State {
        &self.0.start
    }

    /// The state at its end.
    pub fn end(&self) -> &State {
        &self.0.end
    }

    /// The state at an instant; exactly the ends' at the ends.
    pub fn at(&self, s: f64) -> State {
        self.0.at(s)
    }

    /// Coefficients of s to s^5 in the way of the centre, m.
    pub fn way(&self) -> [DVec3; 5] {
        self.0.quintic()
    }

    /// The first instant at which the centre comes down through the plane of the points `p` with
    /// `normal . p = offset`, or at once where it is on the plane or beyond and goes on away from the positive side.
    pub fn first_crossing(&self, normal: DVec3, offset: f64) -> Option<f64> {
        crossing::first_crossing(&self.0, &Plane { normal, offset })
    }

    /// The first instant at which a spheroid comes down to the plane of the points `p` with `normal . p = offset`, or
    /// at once where it is on the plane or beyond and its nearest point goes on into it.
    pub fn first_touch(&self, body: &Spheroid, normal: DVec3, offset: f64) -> Option<f64> {
        first_touch(body, normal, offset, &self.0)
    }

    /// Bounds of how fast the ball turns, rad per path, and of how fast that changes, rad per path squared.
    pub fn turning(&self) -> [f64; 2] {
        let step = &self.0;
        let h = step.duration;
        if let Some(turn) = &step.turn {
            return turn.bounds(step.start.spin, h);
        }
        let (w0, w1) = (step.start.spin * h, step.end.spin * h);
        let (r0, r1) = (
            step.start_rates.spin * (h * h),
            step.end_rates.spin * (h * h),
        );
        // The cubic that meets spin and its rate at both ends.
        let dw = w1 - w0;
        let square = (dw * 3.0 - r0 * 2.0 - r1).length();
        let cube = (r0 + r1 - dw * 2.0).length();
        let slope = r0.length();
        [
            w0.length() + slope + square + cube,
            slope + 2.0 * square + 3.0 * cube,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trajectory::EventKind;
    use crate::units::{deg, rpm};
    use crate::{Launch, balls};

    /// Flies over the plane y = 0 until a bounce leaves no hop; the state after every tick.
    fn over_a_plane(flyer: &Flyer, surface: &Surface, mut state: State, dt: f64) -> Vec<State> {
        let mut samples = vec![state];
        for tick in 1..=240 {
            let end = f64::from(tick) * dt;
            let mut time = f64::from(tick - 1) * dt;
            while time < end {
                let path = flyer.path(time, end - time, &state);
                match path.first_crossing(DVec3::Y, flyer.ball().radius) {
                    None => {
                        time = if path.duration() < end - time {
                            time + path.duration()
                        } else {
                            end
                        };
                        state = *path.end();
                    }
                    Some(s) => {
                        state = path.at(s);
                        time += s * path.duration();
                        let after = flyer.rebound(surface, DVec3::Y, &state);
                        (state.velocity, state.spin) = (after.velocity, after.spin);
                        if !flyer.hops(DVec3::Y, state.velocity.y) {
                            return samples;
                        }
                    }
                }
            }
            samples.push(state);
        }
        samples
    }

    #[test]
    fn a_flyer_over_a_plane_is_a_shot_bit_for_bit() {
        let wind = Wind::Uniform(DVec3::new(3.0, 0.0, -2.0));
        for (ball, speed, up, spin) in [
            (&balls::TENNIS, 30.0, 8.0, 1500.0),
            (&balls::SOCCER, 25.0, 20.0, 400.0),
            (&balls::TABLE_TENNIS, 9.0, 15.0, 3000.0),
        ] {
            let surface = ball.surface("hardwood").unwrap();
            let launch = Launch::at(speed).up(deg(up)).backspin(rpm(spin));
            let shot = ball.launch(launch).onto(surface).wind(wind.clone());
            let air = Air::default();
            let alone = shot.fly(&air).unwrap();
            let gravity = DVec3::new(0.0, -shot.gravity, 0.0);
            let flyer = Flyer::new(ball, shot.ball_temperature, &air, &wind, gravity).unwrap();
            let flown = over_a_plane(&flyer, &surface, shot.initial_state(), shot.dt);
            // As long as both only fly and bounce.
            let stays = alone.events().iter().find(|event| {
                matches!(
                    event.kind,
                    EventKind::Slide | EventKind::Roll | EventKind::Rest
                )
            });
            let until = stays.map_or(f64::INFINITY, |event| event.time);
            let bounces = alone
                .events()
                .iter()
                .filter(|event| event.time < until && matches!(event.kind, EventKind::Impact(_)));
            assert!(bounces.count() >= 2, "{}", ball.name);
            for (sample, state) in alone.samples().iter().zip(&flown) {
                if sample.time < until {
                    let at = (ball.name, sample.time);
                    assert_eq!(sample.position, state.position, "{at:?}");
                    assert_eq!(sample.rotation, state.rotation, "{at:?}");
                }
            }
        }
    }

    #[test]
    fn a_spheroid_that_cannot_be_flown_is_refused_by_what_is_wrong() {
        let mut ball = balls::RUGBY.clone();
        ball.set("nominal.semi_axis_long", 5.0).unwrap();
        let (air, wind) = (Air::default(), Wind::default());
        let error = Flyer::new(&ball, 293.15, &air, &wind, DVec3::ZERO).unwrap_err();
        assert!(error.to_string().contains("semi-axis"), "{error}");
    }

    #[test]
    fn a_flyer_of_a_spheroid_over_a_plane_is_a_shot_bit_for_bit() {
        let ball = &balls::AMERICAN_FOOTBALL;
        let surface = ball.surface("grass").unwrap();
        let launch = Launch::at(18.0).up(deg(40.0)).spiral(rpm(500.0));
        let shot = ball.launch(launch).onto(surface);
        let air = Air::default();
        let alone = shot.fly(&air).unwrap();
        let gravity = DVec3::new(0.0, -shot.gravity, 0.0);
        let flyer =
            Flyer::new(ball, shot.ball_temperature, &air, &Wind::default(), gravity).unwrap();
        let body = *flyer.spheroid().unwrap();
        let stays = alone.events().iter().find(|event| {
            matches!(
                event.kind,
                EventKind::Slide | EventKind::Roll | EventKind::Rest
            )
        });
        let until = stays.map_or(f64::INFINITY, |event| event.time);
        let (mut state, mut time, mut bounces) = (shot.initial_state(), 0.0, 0);
        for sample in alone.samples().iter().skip(1) {
            if sample.time >= until {
                break;
            }
            while time < sample.time {
                let left = sample.time - time;
                let path = flyer.path(time, left, &state);
                if let Some(s) = path.first_touch(&body, DVec3::Y, 0.0) {
                    state = path.at(s);
                    time += s * path.duration();
                    let after = flyer.rebound(&surface, DVec3::Y, &state);
                    (state.velocity, state.spin) = (after.velocity, after.spin);
                    bounces += 1;
                } else {
                    state = *path.end();
                    time = if path.duration() < left {
                        time + path.duration()
                    } else {
                        sample.time
                    };
                }
            }
            assert_eq!(sample.position, state.position, "{}", sample.time);
            assert_eq!(sample.rotation, state.rotation, "{}", sample.time);
        }
        assert!(bounces >= 3, "{bounces}");
    }
}
