//! Vectors and symmetric matrices over `f32` lanes.

use std::ops::{Add, Mul, Neg, Sub};

use crate::linear::Vec3;
use crate::wide::Wide;

/// One vector per lane.
#[derive(Clone, Copy, Debug)]
pub struct WideVec3<W> {
    /// x of every lane.
    pub x: W,
    /// y of every lane.
    pub y: W,
    /// z of every lane.
    pub z: W,
}

impl<W: Wide> WideVec3<W> {
    /// From its components.
    #[inline(always)]
    pub const fn new(x: W, y: W, z: W) -> Self {
        Self { x, y, z }
    }

    /// The same vector in every lane.
    #[inline(always)]
    pub fn splat(v: Vec3) -> Self {
        Self::new(W::splat(v.x), W::splat(v.y), W::splat(v.z))
    }

    /// Zero in every lane.
    #[inline(always)]
    pub fn zero() -> Self {
        Self::splat(Vec3::ZERO)
    }

    /// Scalar product.
    #[inline(always)]
    pub fn dot(self, other: Self) -> W {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// Vector product.
    #[inline(always)]
    #[must_use]
    pub fn cross(self, other: Self) -> Self {
        Self::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    /// `yes` where the mask holds, `no` elsewhere.
    #[inline(always)]
    #[must_use]
    pub fn select(mask: W::Mask, yes: Self, no: Self) -> Self {
        Self::new(
            W::select(mask, yes.x, no.x),
            W::select(mask, yes.y, no.y),
            W::select(mask, yes.z, no.z),
        )
    }

    /// The vector turned by the unit quaternions with this vector part and scalar part.
    #[inline(always)]
    #[must_use]
    pub fn rotated(self, q: Self, w: W) -> Self {
        let t = q.cross(self);
        let t = t + t;
        self + t * w + q.cross(t)
    }
}

macro_rules! each {
    ($($trait:ident $method:ident $operator:tt),*) => {
        $(impl<W: Wide> $trait for WideVec3<W> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self::new(self.x $operator other.x, self.y $operator other.y, self.z $operator other.z)
            }
        })*
    };
}

each!(Add add +, Sub sub -);

impl<W: Wide> Mul<W> for WideVec3<W> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, factor: W) -> Self {
        Self::new(self.x * factor, self.y * factor, self.z * factor)
    }
}

impl<W: Wide> Neg for WideVec3<W> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y, -self.z)
    }
}

/// One symmetric 3 x 3 matrix per lane.
#[derive(Clone, Copy, Debug)]
pub struct WideSym3<W> {
    /// xx, yy, zz
    pub diagonal: WideVec3<W>,
    /// yz, zx, xy
    pub off: WideVec3<W>,
}

impl<W: Wide> WideSym3<W> {
    /// Sum of two matrices.
    #[inline(always)]
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            diagonal: self.diagonal + other.diagonal,
            off: self.off + other.off,
        }
    }

    /// Matrix times vector.
    #[inline(always)]
    pub fn times(&self, v: WideVec3<W>) -> WideVec3<W> {
        let (d, o) = (self.diagonal, self.off);
        WideVec3::new(
            d.x * v.x + o.z * v.y + o.y * v.z,
            o.z * v.x + d.y * v.y + o.x * v.z,
            o.y * v.x + o.x * v.y + d.z * v.z,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::{Mat3, Quat};
    use crate::wide::Lanes;

    type One = Lanes<1>;

    fn wide(v: Vec3) -> WideVec3<One> {
        WideVec3::splat(v)
    }

    fn narrow(v: WideVec3<One>) -> Vec3 {
        let mut out = [0.0; 3];
        for (component, out) in [v.x, v.y, v.z].into_iter().zip(&mut out) {
            component.store(std::slice::from_mut(out));
        }
        Vec3::from_array(out)
    }

    #[test]
    fn lanes_compute_what_vectors_do() {
        let (a, b) = (Vec3::new(1.0, -2.0, 3.5), Vec3::new(-0.5, 4.0, 2.0));
        assert_eq!(narrow(wide(a) + wide(b)), a + b);
        assert_eq!(narrow(wide(a) - wide(b)), a - b);
        assert_eq!(narrow(-wide(a)), -a);
        assert_eq!(narrow(wide(a) * One::splat(3.0)), a * 3.0);
        assert_eq!(narrow(wide(a).cross(wide(b))), a.cross(b));
        let mut dot = [0.0];
        wide(a).dot(wide(b)).store(&mut dot);
        assert_eq!(dot[0], a.dot(b));
        let q = Quat::from_rotation_x(0.7) * Quat::from_rotation_y(-1.9);
        let turned = narrow(wide(a).rotated(wide(Vec3::new(q.x, q.y, q.z)), One::splat(q.w)));
        assert!((turned - q * a).length() < 1e-6);
    }

    #[test]
    fn symmetric_matrices_multiply_as_full_ones_do() {
        let (d, o) = (Vec3::new(2.0, 3.0, 5.0), Vec3::new(-1.0, 0.5, 0.25));
        let full = Mat3::from_cols(
            Vec3::new(d.x, o.z, o.y),
            Vec3::new(o.z, d.y, o.x),
            Vec3::new(o.y, o.x, d.z),
        );
        let matrix = WideSym3 {
            diagonal: wide(d),
            off: wide(o),
        };
        let v = Vec3::new(0.5, -4.0, 2.0);
        assert_eq!(narrow(matrix.times(wide(v))), full * v);
        assert_eq!(
            narrow(matrix.plus(&matrix).times(wide(v))),
            full * (v * 2.0)
        );
    }
}
