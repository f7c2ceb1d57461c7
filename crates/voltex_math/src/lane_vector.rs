//! Vectors and quaternions over lanes, for code that is written once for one body and for several.
//!
//! Sums and products run in the order in which [`DVec3`] and [`DQuat`] have them, so that with one lane
//! the results are theirs, bit for bit.

use std::ops::{Add, Mul, Neg, Sub};

use crate::kernel::sin_cos;
use crate::lane::Lane;
use crate::{DQuat, DVec3};

/// A vector per lane.
///
/// ```
/// use voltex_math::DVec3;
/// use voltex_math::lane_vector::Vector;
///
/// let (a, b) = (DVec3::new(1.0, 2.0, 3.0), DVec3::new(0.1, 0.2, -0.3));
/// assert_eq!(DVec3::from(Vector::from(a).cross(Vector::from(b))), a.cross(b));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vector<L> {
    /// First component.
    pub x: L,
    /// Second component.
    pub y: L,
    /// Third component.
    pub z: L,
}

/// A quaternion per lane; a rotation if its length is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quaternion<L> {
    /// Vector part.
    pub vector: Vector<L>,
    /// Scalar part.
    pub w: L,
}

impl<L: Lane> Vector<L> {
    /// From components.
    #[inline(always)]
    pub fn new(x: L, y: L, z: L) -> Self {
        Self { x, y, z }
    }

    /// The same vector in every lane.
    #[inline(always)]
    pub fn splat(v: DVec3) -> Self {
        Self::new(L::splat(v.x), L::splat(v.y), L::splat(v.z))
    }

    /// Zero in every lane.
    #[inline(always)]
    pub fn zero() -> Self {
        Self::splat(DVec3::ZERO)
    }

    /// Scalar product.
    #[inline(always)]
    pub fn dot(self, other: Self) -> L {
        (self.x * other.x) + (self.y * other.y) + (self.z * other.z)
    }

    /// Vector product.
    #[inline(always)]
    pub fn cross(self, other: Self) -> Self {
        Self::new(
            self.y * other.z - other.y * self.z,
            self.z * other.x - other.z * self.x,
            self.x * other.y - other.x * self.y,
        )
    }

    /// Length.
    #[inline(always)]
    pub fn length(self) -> L {
        self.dot(self).sqrt()
    }

    /// Every component over the same number.
    #[inline(always)]
    pub fn over(self, divisor: L) -> Self {
        Self::new(self.x / divisor, self.y / divisor, self.z / divisor)
    }

    /// `yes` where the mask holds, `no` elsewhere.
    #[inline(always)]
    pub fn select(mask: L::Mask, yes: Self, no: Self) -> Self {
        Self::new(
            L::select(mask, yes.x, no.x),
            L::select(mask, yes.y, no.y),
            L::select(mask, yes.z, no.z),
        )
    }

    /// One lane.
    #[inline(always)]
    pub fn lane(&self, lane: usize) -> DVec3 {
        DVec3::new(self.x.lane(lane), self.y.lane(lane), self.z.lane(lane))
    }

    /// Puts a vector into one lane.
    #[inline(always)]
    pub fn set_lane(&mut self, lane: usize, v: DVec3) {
        self.x.set_lane(lane, v.x);
        self.y.set_lane(lane, v.y);
        self.z.set_lane(lane, v.z);
    }
}

impl<L: Lane> Add for Vector<L> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl<L: Lane> Sub for Vector<L> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

impl<L: Lane> Mul<L> for Vector<L> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, factor: L) -> Self {
        Self::new(self.x * factor, self.y * factor, self.z * factor)
    }
}

impl<L: Lane> Neg for Vector<L> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y, -self.z)
    }
}

impl From<DVec3> for Vector<f64> {
    #[inline(always)]
    fn from(v: DVec3) -> Self {
        Self::new(v.x, v.y, v.z)
    }
}

impl From<Vector<f64>> for DVec3 {
    #[inline(always)]
    fn from(v: Vector<f64>) -> Self {
        Self::new(v.x, v.y, v.z)
    }
}

impl<L: Lane> Quaternion<L> {
    /// The same quaternion in every lane.
    #[inline(always)]
    pub fn splat(q: DQuat) -> Self {
        Self {
            vector: Vector::splat(DVec3::new(q.x, q.y, q.z)),
            w: L::splat(q.w),
        }
    }

    /// The inverse of a rotation.
    #[inline(always)]
    pub fn conjugate(self) -> Self {
        Self {
            vector: -self.vector,
            w: self.w,
        }
    }

    /// Product: the rotation by `other` and then by `self`.
    #[inline(always)]
    pub fn times(self, other: Self) -> Self {
        let (a, b) = (self.vector, other.vector);
        let (aw, bw) = (self.w, other.w);
        Self {
            vector: Vector::new(
                aw * b.x + a.x * bw + a.y * b.z - a.z * b.y,
                aw * b.y - a.x * b.z + a.y * bw + a.z * b.x,
                aw * b.z + a.x * b.y - a.y * b.x + a.z * bw,
            ),
            w: aw * bw - a.x * b.x - a.y * b.y - a.z * b.z,
        }
    }

    /// A vector turned by a rotation.
    #[inline(always)]
    pub fn rotate(self, v: Vector<L>) -> Vector<L> {
        let (w, b) = (self.w, self.vector);
        let two = L::splat(2.0);
        v * (w * w - b.dot(b)) + b * (v.dot(b) * two) + b.cross(v) * (w * two)
    }

    /// The quaternion over its length.
    #[inline(always)]
    pub fn normalize(self) -> Self {
        let v = self.vector;
        let square = (v.x * v.x) + (v.y * v.y) + (v.z * v.z) + (self.w * self.w);
        let inverse = L::splat(1.0) / square.sqrt();
        Self {
            vector: v * inverse,
            w: self.w * inverse,
        }
    }

    /// This rotation and then one by an angle vector (rad), the exponential map.
    #[inline(always)]
    pub fn turned(self, angle: Vector<L>) -> Self {
        let size = angle.length();
        let still = size.less_equal(L::splat(0.0));
        if L::all(still) {
            return self;
        }
        let (s, c) = sin_cos(L::splat(0.5) * size);
        let turn = Self {
            vector: angle * (s / size),
            w: c,
        };
        Self::select(still, self, turn.times(self).normalize())
    }

    /// `yes` where the mask holds, `no` elsewhere.
    #[inline(always)]
    pub fn select(mask: L::Mask, yes: Self, no: Self) -> Self {
        Self {
            vector: Vector::select(mask, yes.vector, no.vector),
            w: L::select(mask, yes.w, no.w),
        }
    }

    /// One lane.
    #[inline(always)]
    pub fn lane(&self, lane: usize) -> DQuat {
        let v = self.vector.lane(lane);
        DQuat::from_xyzw(v.x, v.y, v.z, self.w.lane(lane))
    }

    /// Puts a quaternion into one lane.
    #[inline(always)]
    pub fn set_lane(&mut self, lane: usize, q: DQuat) {
        self.vector.set_lane(lane, DVec3::new(q.x, q.y, q.z));
        self.w.set_lane(lane, q.w);
    }
}

impl From<DQuat> for Quaternion<f64> {
    #[inline(always)]
    fn from(q: DQuat) -> Self {
        Self::splat(q)
    }
}

impl From<Quaternion<f64>> for DQuat {
    #[inline(always)]
    fn from(q: Quaternion<f64>) -> Self {
        q.lane(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lane::F64x4;
    use crate::random::{Key, uniform_in};

    fn vector(i: u64) -> DVec3 {
        let at = |j| uniform_in(Key::new(3, 3), 3 * i + j, -5.0, 5.0);
        DVec3::new(at(0), at(1), at(2))
    }

    fn rotation(i: u64) -> DQuat {
        DQuat::from_scaled_axis(vector(i))
    }

    #[test]
    fn one_lane_has_the_bits_of_the_linear_types() {
        for i in 0..200 {
            let (a, b) = (vector(i), vector(1000 + i));
            let (q, r) = (rotation(2000 + i), rotation(3000 + i));
            let (la, lb) = (Vector::from(a), Vector::from(b));
            let (lq, lr) = (Quaternion::from(q), Quaternion::from(r));
            assert_eq!(la.dot(lb), a.dot(b));
            assert_eq!(la.length(), a.length());
            assert_eq!(DVec3::from(la.cross(lb)), a.cross(b));
            assert_eq!(DVec3::from(la.over(lb.x)), a / b.x);
            assert_eq!(DVec3::from(la - lb * 2.0), a - b * 2.0);
            assert_eq!(DVec3::from(lq.rotate(la)), q * a);
            assert_eq!(DQuat::from(lq.times(lr)), q * r);
            assert_eq!(DQuat::from(lq.times(lr).normalize()), (q * r).normalize());
            assert_eq!(DQuat::from(lq.conjugate()), q.conjugate());
        }
    }

    #[test]
    fn every_lane_has_the_bits_of_one() {
        let (mut v, mut q) = (Vector::<F64x4>::zero(), Quaternion::splat(DQuat::IDENTITY));
        for lane in 0..4 {
            v.set_lane(lane, vector(lane as u64));
            q.set_lane(lane, rotation(lane as u64 + 4));
        }
        // One of them does not turn at all.
        v.set_lane(2, DVec3::ZERO);
        let turned = q.turned(v);
        for lane in 0..4 {
            let alone = Quaternion::from(q.lane(lane)).turned(v.lane(lane).into());
            assert_eq!(turned.lane(lane), DQuat::from(alone));
            assert_eq!(q.rotate(v).lane(lane), q.lane(lane) * v.lane(lane));
        }
        assert_eq!(turned.lane(2), q.lane(2));
    }
}
