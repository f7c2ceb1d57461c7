//! Rigid placement: a position and a rotation.

use std::ops::Mul;

use crate::linear::{Mat4, Quat, Vec3};

/// Rigid transform from a local frame to its parent: rotate, then translate.
///
/// A point `p` of the local frame lies at `position + rotation * p` in the parent frame. The
/// rotation is a unit quaternion; it drifts from unit length by rounding as poses are multiplied,
/// and [`Pose::normalized`] brings it back.
///
/// ```
/// use voltex_math::{Pose, Quat, Vec3};
///
/// let table = Pose::new(Vec3::new(1.0, 0.8, 0.0), Quat::from_rotation_y(0.3));
/// let ball = Pose::from_position(Vec3::new(0.0, 0.02, 0.5));
/// let ball_in_world = table * ball;
/// let back = table.inverse() * ball_in_world;
/// assert!((back.position - ball.position).length() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Origin of the local frame in the parent frame, m.
    pub position: Vec3,
    /// Rotation from local to parent axes, a unit quaternion.
    pub rotation: Quat,
}

impl Pose {
    /// The pose that moves nothing.
    pub const IDENTITY: Self = Self {
        position: Vec3::ZERO,
        rotation: Quat::IDENTITY,
    };

    /// Pose from its parts; `rotation` must have unit length.
    #[inline]
    pub const fn new(position: Vec3, rotation: Quat) -> Self {
        Self { position, rotation }
    }

    /// Pose at `position` (m) with parallel axes.
    #[inline]
    pub const fn from_position(position: Vec3) -> Self {
        Self::new(position, Quat::IDENTITY)
    }

    /// Pose at the origin turned by `rotation`.
    #[inline]
    pub const fn from_rotation(rotation: Quat) -> Self {
        Self::new(Vec3::ZERO, rotation)
    }

    /// The pose that undoes this one.
    #[inline]
    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.conjugate();
        Self::new(-(rotation * self.position), rotation)
    }

    /// Local point (m) to the parent frame.
    #[inline]
    pub fn transform_point(&self, point: Vec3) -> Vec3 {
        self.position + self.rotation * point
    }

    /// Local direction to the parent frame; the position has no part in it.
    #[inline]
    pub fn transform_vector(&self, vector: Vec3) -> Vec3 {
        self.rotation * vector
    }

    /// Parent-frame point (m) to the local frame.
    #[inline]
    pub fn inverse_transform_point(&self, point: Vec3) -> Vec3 {
        self.rotation.conjugate() * (point - self.position)
    }

    /// Parent-frame direction to the local frame.
    #[inline]
    pub fn inverse_transform_vector(&self, vector: Vec3) -> Vec3 {
        self.rotation.conjugate() * vector
    }

    /// `other` as seen from this pose: `self.inverse() * other` with one rounding less.
    #[inline]
    pub fn relative(&self, other: &Self) -> Self {
        Self::new(
            self.inverse_transform_point(other.position),
            self.rotation.conjugate() * other.rotation,
        )
    }

    /// Same pose with the rotation scaled to unit length.
    #[inline]
    pub fn normalized(&self) -> Self {
        Self::new(self.position, self.rotation.normalize())
    }

    /// Pose between `self` (`t = 0`) and `end` (`t = 1`).
    ///
    /// The position goes along a straight line, the rotation the shorter way by normalised linear
    /// interpolation. The two ends are returned bit for bit. Rotation speed is not constant; over
    /// a quarter turn it varies by about 17 %.
    pub fn lerp(&self, end: &Self, t: f32) -> Self {
        if t == 0.0 {
            return *self;
        }
        if t == 1.0 {
            return *end;
        }
        let target = if self.rotation.dot(end.rotation) < 0.0 {
            -end.rotation
        } else {
            end.rotation
        };
        Self::new(
            self.position * (1.0 - t) + end.position * t,
            (self.rotation * (1.0 - t) + target * t).normalize(),
        )
    }

    /// The 4 x 4 matrix of this pose, for column vectors: `T * R`.
    pub fn matrix(&self) -> Mat4 {
        Mat4::from_rotation_translation(self.rotation, self.position)
    }
}

impl Default for Pose {
    #[inline]
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// `a * b` first applies `b`, then `a`: local frames chain from the right.
impl Mul for Pose {
    type Output = Self;

    #[inline]
    fn mul(self, local: Self) -> Self {
        Self::new(
            self.transform_point(local.position),
            self.rotation * local.rotation,
        )
    }
}
