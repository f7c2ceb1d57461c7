//! Even motion of a body: a straight line and a steady turn.

use voltex_math::f64::sin_cos;
use voltex_math::{DMat3, DQuat, DVec3, Pose, Vec3};

use super::difference::support;
use crate::shape::Convex;

/// A body that moves and turns at constant velocities.
///
/// The centre goes along a straight line; the body turns about an axis through it that keeps its direction in
/// the world. Any rate of turning is taken as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Pose at time 0.
    pub start: Pose,
    /// What the body turns about, in its own frame, m: its centre of mass as a rule.
    pub center: Vec3,
    /// Velocity of the centre, m/s.
    pub linear: Vec3,
    /// Angular velocity in world axes, rad/s.
    pub angular: Vec3,
}

impl Motion {
    /// A body that stays where it is.
    pub const fn resting(pose: Pose) -> Self {
        Self::sliding(pose, Vec3::ZERO)
    }

    /// A body that moves without turning.
    pub const fn sliding(start: Pose, linear: Vec3) -> Self {
        Self {
            start,
            center: Vec3::ZERO,
            linear,
            angular: Vec3::ZERO,
        }
    }

    /// Pose at a time (s), which may be negative.
    pub fn pose_at(&self, time: f32) -> Pose {
        let path = Path::new(self, self.start.position, &Pose::IDENTITY);
        let time = f64::from(time);
        let rotation = path.rotation_at(time);
        let position = path.center_at(time) - rotation * path.center;
        Pose::new(
            (self.start.position.as_dvec3() + position).as_vec3(),
            rotation.as_quat(),
        )
    }

    /// Whether every number is finite.
    #[inline(always)]
    pub fn is_finite(&self) -> bool {
        self.start.position.is_finite()
            && self.start.rotation.is_finite()
            && self.center.is_finite()
            && self.linear.is_finite()
            && self.angular.is_finite()
    }
}

/// A motion in `f64`, positions relative to an origin near the bodies, so that the world's origin costs nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    /// Place of the centre at time 0, m.
    start: DVec3,
    rotation: DQuat,
    /// The same as a matrix, its columns across the axis of the turn (axis times column), and these once more.
    turn: [DMat3; 3],
    /// The centre in the body's frame, m.
    pub(super) center: DVec3,
    pub(super) linear: DVec3,
    pub(super) angular: DVec3,
    /// Length of `angular`, rad/s.
    pub(super) rate: f64,
}

/// Placement of a body: its origin and rotation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) position: DVec3,
    /// From the axes of the body to those of the world.
    pub(super) turn: DMat3,
}

impl Placed {
    /// The centre that a body turns about, m.
    #[inline]
    pub(super) fn center(&self, path: &Path) -> DVec3 {
        self.position + self.turn * path.center
    }

    /// Direction of the world in the axes of the body.
    #[inline]
    pub(super) fn direction_in_body(&self, direction: DVec3) -> DVec3 {
        DVec3::new(
            self.turn.x_axis.dot(direction),
            self.turn.y_axis.dot(direction),
            self.turn.z_axis.dot(direction),
        )
    }
}

impl Path {
    /// Of the part of a body that has the pose `part` in its frame.
    pub(super) fn new(motion: &Motion, origin: Vec3, part: &Pose) -> Self {
        let rotation = motion.start.rotation.as_dquat().normalize();
        let center = motion.center.as_dvec3();
        let angular = motion.angular.as_dvec3();
        let turned = part.rotation.as_dquat().normalize();
        let (rate, whole) = (angular.length(), rotation * turned);
        let turn = DMat3::from_quat(whole);
        let [across, back] = if rate > 0.0 {
            let axis = angular / rate;
            let across = |matrix: &DMat3| {
                DMat3::from_cols(
                    axis.cross(matrix.x_axis),
                    axis.cross(matrix.y_axis),
                    axis.cross(matrix.z_axis),
                )
            };
            let once = across(&turn);
            [once, across(&once)]
        } else {
            [DMat3::ZERO; 2]
        };
        Self {
            start: motion.start.position.as_dvec3() - origin.as_dvec3() + rotation * center,
            rotation: whole,
            turn: [turn, across, back],
            center: turned.conjugate() * (center - part.position.as_dvec3()),
            linear: motion.linear.as_dvec3(),
            angular,
            rate,
        }
    }

    /// Place of the centre at a time, m.
    pub(super) fn center_at(&self, time: f64) -> DVec3 {
        self.start + self.linear * time
    }

    /// Rotation from the body's axes at a time, s.
    fn rotation_at(&self, time: f64) -> DQuat {
        if self.rate > 0.0 {
            let (sin, cos) = sin_cos(0.5 * self.rate * time);
            let axis = self.angular * (sin / self.rate);
            DQuat::from_xyzw(axis.x, axis.y, axis.z, cos) * self.rotation
        } else {
            self.rotation
        }
    }

    /// Placement at a time, s.
    ///
    /// The turn about the axis is that of O. Rodrigues (1840): from what it is at the start, `sin` times it across the axis
    /// and `1 - cos` times that across once more.
    pub(super) fn at(&self, time: f64) -> Placed {
        let [turn, across, back] = &self.turn;
        let turn = if self.rate > 0.0 && time != 0.0 {
            let (sin, cos) = sin_cos(0.5 * self.rate * time);
            let (aside, beyond) = (2.0 * sin * cos, 2.0 * sin * sin);
            let column =
                |start: DVec3, across: DVec3, back: DVec3| start + (across * aside + back * beyond);
            DMat3::from_cols(
                column(turn.x_axis, across.x_axis, back.x_axis),
                column(turn.y_axis, across.y_axis, back.y_axis),
                column(turn.z_axis, across.z_axis, back.z_axis),
            )
        } else {
            *turn
        };
        Placed {
            position: self.center_at(time) - turn * self.center,
            turn,
        }
    }

    /// Placement at time 0 if the origin of the body goes along a straight line.
    pub(super) fn straight(&self) -> Option<Placed> {
        (self.rate == 0.0 || self.center == DVec3::ZERO).then(|| self.at(0.0))
    }

    /// Velocity of the point of the body that is at `point` at a time, m/s.
    pub(super) fn velocity(&self, point: DVec3, time: f64) -> DVec3 {
        self.linear + self.angular.cross(point - self.center_at(time))
    }
}

/// How a body turns, as far as its support along a direction goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turning {
    /// No point of the core is farther from the axis through the centre, m.
    reach: f64,
}

impl Turning {
    /// Turning about the axis that the path has at time 0.
    pub(super) fn new(convex: &Convex<'_>, path: &Path) -> Self {
        if path.rate == 0.0 {
            return Self { reach: 0.0 };
        }
        let axis = path.rotation.conjugate() * path.angular / path.rate;
        let side = axis.any_orthonormal_vector();
        let other = axis.cross(side);
        let extent = |direction: DVec3| {
            let off = path.center.dot(direction);
            let far = support(convex, direction).0.dot(direction) - off;
            let near = off - support(convex, -direction).0.dot(direction);
            if far > near { far } else { near }
        };
        let (x, y) = (extent(side), extent(other));
        Self {
            reach: (x * x + y * y).sqrt(),
        }
    }

    /// Turning of a body that lies within a ball of this radius about its centre, m.
    pub(super) const fn within(radius: f64) -> Self {
        Self { reach: radius }
    }

    /// Bounds of how fast the support along the world direction `n` can grow, m/s, and of how fast that rate
    /// can, m/s^2: a point at `r` from the axis has `n . (w x r)` and `n . (w x (w x r))`.
    pub(super) fn bounds(&self, path: &Path, n: DVec3) -> (f64, f64) {
        let rate = n.cross(path.angular).length() * self.reach;
        (rate, rate * path.rate)
    }
}
