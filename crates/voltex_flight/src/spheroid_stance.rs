//! How a spheroid stands on a face: whether it rests, grips, slips or leaves it.

use voltex_math::DVec3;

use crate::integrate::{Motion, Rates, Step};
use crate::spheroid::Spheroid;
use crate::spheroid_aero::SpheroidAerodynamics;
use crate::spheroid_contact::{Footing, Grip, contact_velocity, stilled};
use crate::spheroid_flight::bisect;
use crate::spheroid_step::Forces;
use crate::state::State;
use crate::surface::Surface;

/// A contact point slower than this (m/s) does not slip.
pub(crate) const STILL: f64 = 1e-6;
/// A slip (m/s) at the start of a step that is what an ended one leaves.
const ENDED: f64 = 1e-4;
/// A ball whose energy could not lift it by this (m) hardly moves.
const LEAST_LIFT: f64 = 1e-5;

/// A spheroid on a face that stands still.
pub(crate) struct Stance<'a> {
    pub(crate) motion: &'a Motion,
    pub(crate) air: &'a SpheroidAerodynamics,
    /// Unit normal towards the ball.
    pub(crate) normal: DVec3,
}

impl Stance<'_> {
    fn forces<'b>(&'b self, footing: Option<&'b Footing>) -> Forces<'b> {
        Forces {
            motion: self.motion,
            air: self.air,
            footing,
        }
    }

    /// The step of a ball that stays on the face from a time (s) on: `longest` seconds, or until its contact point
    /// stops slipping. `None` where the face would have to hold it.
    pub(crate) fn step(
        &self,
        [time, longest]: [f64; 2],
        surface: &Surface,
        state: &State,
    ) -> Option<Step> {
        let (body, normal) = (&self.air.body, self.normal);
        let axis = Spheroid::axis(state.rotation);
        // What is left of a slip that has come to its end is across the way it went.
        let grips = self.slip(state).length() <= ENDED;
        let (velocity, spin) = stilled(body, normal, axis, state.velocity, state.spin, grips);
        let state = State {
            velocity,
            spin,
            ..*state
        };
        if self.rests(surface, time, &state) {
            let still = State {
                velocity: DVec3::ZERO,
                spin: DVec3::ZERO,
                ..state
            };
            let none = Rates {
                acceleration: DVec3::ZERO,
                spin: DVec3::ZERO,
            };
            return Some(Step::between(time, longest, &still, still, none, none));
        }
        let footing = self.footing(surface, time, &state)?;
        let forces = self.forces(Some(&footing));
        let rates = forces.rates(time, &state);
        let h = forces.longest_step(time, longest, &state, &rates);
        let step = forces.step(time, h, &state, &rates);
        let Grip::Slips(start) = footing.grip else {
            return Some(step);
        };
        let slip = |state: &State| self.slip(state).dot(start);
        if slip(&step.start) > STILL && slip(&step.end) < 0.0 {
            let part = bisect(0.0, 1.0, |s| slip(&step.at(s)) < 0.0);
            return Some(forces.step(time, h * part, &state, &rates));
        }
        Some(step)
    }

    /// How the ground bears the ball; none if it would have to hold it.
    pub(crate) fn footing(&self, surface: &Surface, time: f64, state: &State) -> Option<Footing> {
        let (body, normal) = (&self.air.body, self.normal);
        let axis = Spheroid::axis(state.rotation);
        let place = state.position + body.contact_point(axis, normal);
        let (acceleration, moment) = self.forces(None).free(time, state);
        let with = |grip: Grip| Footing {
            normal,
            friction: surface.friction.at(place),
            rolling: surface.rolling,
            spinning: surface.spinning,
            grip,
        };
        let push = |footing: &Footing| {
            let (velocity, spin) = (state.velocity, state.spin);
            footing.push(body, axis, velocity, spin, acceleration, moment)
        };
        let slip = self.slip(state);
        let slip_speed = slip.length();
        if slip_speed > STILL {
            let slipping = with(Grip::Slips(slip / slip_speed));
            return (push(&slipping).normal > 0.0).then_some(slipping);
        }
        let gripping = with(Grip::Grips);
        let held = push(&gripping);
        if held.normal <= 0.0 {
            return None;
        }
        let along = held.force - normal * held.normal;
        let needed = along.length();
        if needed <= gripping.friction * held.normal {
            return Some(gripping);
        }
        let slipping = with(Grip::Slips(-along / needed));
        (push(&slipping).normal > 0.0).then_some(slipping)
    }

    /// Velocity of the contact point along the ground, m/s.
    pub(crate) fn slip(&self, state: &State) -> DVec3 {
        let axis = Spheroid::axis(state.rotation);
        let point = contact_velocity(
            &self.air.body,
            self.normal,
            axis,
            state.velocity,
            state.spin,
        );
        point - self.normal * point.dot(self.normal)
    }

    /// Whether the ball lies still: it hardly moves, and either resistance bears what gravity and air do to
    /// it about the contact point, or it lies flat on ground that nothing drives it along.
    pub(crate) fn rests(&self, surface: &Surface, time: f64, state: &State) -> bool {
        let (body, normal) = (&self.air.body, self.normal);
        let axis = Spheroid::axis(state.rotation);
        let (pull, _) = self.forces(None).free(time, state);
        let weight = -normal.dot(pull);
        let least = weight * LEAST_LIFT;
        let kinetic =
            0.5 * state.velocity.length_squared() + body.spin_energy(axis, state.spin) / body.mass;
        if kinetic >= least {
            return false;
        }
        let arm = body.contact_point(axis, normal);
        let driven = (pull + normal * weight).length();
        let tipped = arm.cross(pull).length();
        let friction = surface.friction.at(state.position + arm);
        let held = driven <= friction * weight && tipped <= surface.rolling * body.short * weight;
        let low = voltex_math::f64::min(body.long, body.short);
        let flat = kinetic + weight * (body.support(axis, normal) - low) < least;
        held || (flat && driven < 1e-3 * weight)
    }
}
