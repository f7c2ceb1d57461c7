//! Joints that begin far from where they hold.
//!
//! A joint draws its bodies together at a speed in proportion to how far they are from where it holds them. From afar
//! that speed would turn a small body by more than a substep can follow, and the arms that turn with it would fling
//! it away. So a joint is shown no more of its error than its bodies can take in a step: over a few steps they come
//! together. Joints that hold are not touched.

use std::f32::consts::{PI, TAU};

use voltex_math::f32::{atan2, max, min, sin_cos};
use voltex_math::{Quat, Vec3};

use crate::solver::{BodyMass, Hold, JointInput, Parts};

/// Distance that a joint corrects in one step at most, in parts of the radius of gyration of the body that turns most
/// easily: drawn together at that speed it turns by a fifth of a radian in a substep.
const REACH: f32 = 1.5;

/// Angle that a joint corrects in one step at most, rad.
const TURN: f32 = 0.3;

impl JointInput {
    /// Takes off what the bodies cannot take in one step of the distance and the angle by which they are away from where
    /// the joint holds them.
    pub(super) fn come_near(&mut self, masses: [&BodyMass; 2]) {
        let reach = min(reach(masses[0]), reach(masses[1]));
        let apart = self.between + self.arms[1] - self.arms[0];
        let axis = self.frames[0]
            * match self.class.hold {
                Hold::Wheel => Vec3::X,
                Hold::Nothing
                | Hold::Distance
                | Hold::Point
                | Hold::All
                | Hold::Hinge
                | Hold::Slider => Vec3::Y,
            };
        match self.class.hold {
            Hold::Nothing => self.widen(apart.length(), reach),
            Hold::Distance => {
                let length = apart.length();
                let held = max(min(self.limits[0], length + reach), length - reach);
                self.limits = [held; 2];
            }
            Hold::Point => {
                self.between -= excess(apart, reach);
                self.widen_turns();
            }
            Hold::All => {
                self.between -= excess(apart, reach);
                self.turn_to_frame();
            }
            Hold::Hinge => {
                self.between -= excess(apart, reach);
                self.turn_to_axis();
                self.widen_turns();
            }
            Hold::Slider => {
                self.between -= excess(apart - apart.dot(axis) * axis, reach);
                self.turn_to_frame();
                self.widen(apart.dot(axis), reach);
            }
            Hold::Wheel => {
                self.between -= excess(apart - apart.dot(axis) * axis, reach);
                self.turn_to_axis();
                self.widen(apart.dot(axis), reach);
            }
        }
    }

    /// Moves limits that are more than `room` away from a place to that distance.
    fn widen(&mut self, place: f32, room: f32) {
        if self.class.parts.has(Parts::LIMITS) {
            let [low, high] = self.limits;
            self.limits = [min(low, place + room), max(high, place - room)];
        }
    }

    /// The same for the limits of a turn about the axis and for the cone about it.
    fn widen_turns(&mut self) {
        let between = self.frames[0].conjugate() * self.frames[1];
        if self.class.parts.has(Parts::LIMITS) {
            let twist = 2.0 * atan2(between.y, between.w);
            // Counted through whole turns.
            let turns = ((self.memory.angle - twist) / TAU).round();
            self.widen(twist + turns * TAU, TURN);
        }
        if self.class.parts.has(Parts::CONE) {
            let (_, angle) = self.swing();
            self.cone = max(self.cone, angle - TURN);
        }
    }

    /// From A's axis to B's: a unit vector about which B has turned, and by how much, rad.
    fn swing(&self) -> (Vec3, f32) {
        let [a, b] = self.frames.map(|frame| frame * Vec3::Y);
        let across = a.cross(b);
        let sine = across.length();
        if sine > 1.0e-6 {
            (across / sine, atan2(sine, a.dot(b)))
        } else {
            let angle = if a.dot(b) < 0.0 { PI } else { 0.0 };
            (self.frames[0] * Vec3::X, angle)
        }
    }

    /// Has B's frame away from A's by no more than can be turned in a step.
    fn turn_to_frame(&mut self) {
        let [a, b] = self.frames;
        let between = a.conjugate() * b;
        let axis = Vec3::new(between.x, between.y, between.z);
        let sine = axis.length();
        let half = atan2(sine, between.w.abs());
        if 2.0 * half > TURN {
            let side = if between.w < 0.0 { -1.0 } else { 1.0 };
            self.frames[1] = a * rotation(axis * (side / sine), TURN);
        }
    }

    /// The same for their axes.
    fn turn_to_axis(&mut self) {
        let (axis, angle) = self.swing();
        if angle > TURN {
            self.frames[1] = rotation(axis, TURN - angle) * self.frames[1];
        }
    }
}

/// What of a distance is beyond a reach.
fn excess(apart: Vec3, reach: f32) -> Vec3 {
    let length = apart.length();
    if length > reach {
        apart * (1.0 - reach / length)
    } else {
        Vec3::ZERO
    }
}

/// Distance that a body can be drawn by in a step, m; infinite for one that does not turn. The trace is no less than the
/// largest inverse moment of inertia, and the same however the body is turned.
fn reach(mass: &BodyMass) -> f32 {
    let m = &mass.inverse_inertia;
    let trace = m.x_axis.x + m.y_axis.y + m.z_axis.z;
    if trace > 0.0 && mass.inverse_mass > 0.0 {
        REACH * (mass.inverse_mass / trace).sqrt()
    } else {
        f32::INFINITY
    }
}

/// Rotation about a unit vector, rad.
fn rotation(axis: Vec3, angle: f32) -> Quat {
    let (sine, cosine) = sin_cos(0.5 * angle);
    let v = axis * sine;
    Quat::from_xyzw(v.x, v.y, v.z, cosine)
}
