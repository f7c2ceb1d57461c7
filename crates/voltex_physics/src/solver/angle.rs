//! Angles in lanes: unit quaternions, arc tangents, whole turns.

use voltex_math::wide::Wide;
use voltex_math::wide_vector::WideVec3;

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, TAU};

/// One unit quaternion per lane.
#[derive(Clone, Copy)]
pub(crate) struct WideQuat<W> {
    pub(crate) v: WideVec3<W>,
    pub(crate) w: W,
}

impl<W: Wide> WideQuat<W> {
    #[inline(always)]
    pub(crate) fn new([x, y, z, w]: [W; 4]) -> Self {
        Self {
            v: WideVec3::new(x, y, z),
            w,
        }
    }

    #[inline(always)]
    pub(crate) fn conjugate(self) -> Self {
        Self {
            v: -self.v,
            w: self.w,
        }
    }

    /// First `other`, then this.
    #[inline(always)]
    pub(crate) fn times(self, other: Self) -> Self {
        Self {
            v: other.v * self.w + self.v * other.w + self.v.cross(other.v),
            w: self.w * other.w - self.v.dot(other.v),
        }
    }

    #[inline(always)]
    pub(crate) fn rotate(self, v: WideVec3<W>) -> WideVec3<W> {
        v.rotated(self.v, self.w)
    }

    /// Where it takes the three axes.
    #[inline(always)]
    pub(crate) fn axes(self) -> [WideVec3<W>; 3] {
        let (one, two) = (W::splat(1.0), W::splat(2.0));
        let (x, y, z, w) = (self.v.x, self.v.y, self.v.z, self.w);
        let (xx, yy, zz) = (two * x * x, two * y * y, two * z * z);
        let (xy, yz, zx) = (two * x * y, two * y * z, two * z * x);
        let (wx, wy, wz) = (two * w * x, two * w * y, two * w * z);
        [
            WideVec3::new(one - yy - zz, xy + wz, zx - wy),
            WideVec3::new(xy - wz, one - zz - xx, yz + wx),
            WideVec3::new(zx + wy, yz - wx, one - xx - yy),
        ]
    }

    /// The same rotation with a scalar part that is not negative: at most half a turn.
    #[inline(always)]
    pub(crate) fn shorter(self) -> Self {
        let negative = self.w.less(W::splat(0.0));
        Self {
            v: WideVec3::select(negative, -self.v, self.v),
            w: W::select(negative, -self.w, self.w),
        }
    }

    /// Twist about y, in (-pi, pi]: the rotation about y that is left when the shortest turn of the axis is taken off.
    #[inline(always)]
    pub(crate) fn twist(self) -> W {
        let q = self.shorter();
        let half = atan2(q.v.y, q.w);
        half + half
    }

    /// Axis times angle, the angle at most half a turn.
    #[inline(always)]
    pub(crate) fn rotation_vector(self) -> WideVec3<W> {
        let q = self.shorter();
        let sine = q.v.dot(q.v).sqrt();
        let small = sine.less(W::splat(1.0e-6));
        let half = atan2(sine, q.w);
        let factor = (half + half) / W::select(small, W::splat(1.0), sine);
        q.v * W::select(small, W::splat(2.0), factor)
    }
}

/// Angle of the point `(x, y)` from the x axis, for `x >= 0`, so in [-pi/2, pi/2]; 0 for (0, 0).
///
/// The polynomial is that of `atanf` in the Cephes library (Moshier, 1984-2000): good to 2 units in the last place.
#[inline(always)]
pub(crate) fn atan2<W: Wide>(y: W, x: W) -> W {
    let (zero, one) = (W::splat(0.0), W::splat(1.0));
    let negative = y.less(zero);
    let y = W::select(negative, -y, y);
    let steep = x.less(y);
    let (low, high) = (W::select(steep, x, y), W::select(steep, y, x));
    // Above tan(pi/8): measured from pi/4.
    let far = (high * W::splat(0.414_213_56)).less(low);
    let (top, bottom) = (
        W::select(far, low - high, low),
        W::select(far, low + high, high),
    );
    let t = top / W::select(zero.less(bottom), bottom, one);
    let z = t * t;
    let series =
        ((W::splat(8.053_744_5e-2) * z - W::splat(0.138_776_86)) * z + W::splat(0.199_777_11)) * z
            - W::splat(0.333_329_5);
    let flat = (series * z * t + t) + W::select(far, W::splat(FRAC_PI_4), zero);
    let angle = W::select(steep, W::splat(FRAC_PI_2) - flat, flat);
    W::select(negative, -angle, angle)
}

/// The angle that differs from `measured` by whole turns and is nearest to `expected`.
#[inline(always)]
pub(crate) fn unwound<W: Wide>(measured: W, expected: W) -> W {
    // Adding and taking away 1.5 * 2^23 rounds to the nearest whole number.
    let big = W::splat(12_582_912.0);
    let turns = ((expected - measured) * W::splat(1.0 / TAU) + big) - big;
    measured + turns * W::splat(TAU)
}

#[cfg(test)]
mod tests {
    use super::*;
    use voltex_math::wide::Lanes;
    use voltex_math::{Quat, Vec3};

    type One = Lanes<1>;

    fn number(w: One) -> f32 {
        let mut out = [0.0];
        w.store(&mut out);
        out[0]
    }

    fn wide(q: Quat) -> WideQuat<One> {
        WideQuat::new(q.to_array().map(One::splat))
    }

    #[test]
    fn arc_tangents_are_good_to_three_units_in_the_last_place() {
        for step in -5000..=5000 {
            let angle = f64::from(step) / 5000.0 * std::f64::consts::FRAC_PI_2;
            let (sine, cosine) = voltex_math::f64::sin_cos(angle);
            for scale in [1.0e-3, 1.0, 700.0] {
                let (y, x) = ((sine * scale) as f32, (cosine * scale) as f32);
                let x = voltex_math::f32::max(x, 0.0);
                let exact = voltex_math::f64::atan2(f64::from(y), f64::from(x));
                let got = f64::from(number(atan2(One::splat(y), One::splat(x))));
                assert!(
                    (got - exact).abs() <= 3.0 * f64::from(f32::EPSILON) * exact.abs(),
                    "{y} {x}: {got} {exact}"
                );
            }
        }
        assert_eq!(number(atan2(One::splat(0.0), One::splat(0.0))), 0.0);
    }

    #[test]
    fn twist_is_what_is_left_beside_the_swing() {
        for swing in [0.0, 0.4, 2.0, 3.0] {
            for twist in [-3.1, -1.0, 0.0, 0.3, 2.9] {
                let axis = Vec3::new(0.6, 0.0, -0.8);
                let q = Quat::from_axis_angle(axis, swing) * Quat::from_rotation_y(twist);
                let got = number(wide(q).twist());
                assert!((got - twist).abs() < 2.0e-5, "{swing} {twist}: {got}");
            }
        }
    }

    #[test]
    fn rotation_vectors_turn_back_into_rotations() {
        for angle in [0.0, 1.0e-7, 1.0e-3, 1.0, 3.1] {
            let axis = Vec3::new(2.0, -1.0, 2.0) / 3.0;
            let v = wide(Quat::from_axis_angle(axis, angle)).rotation_vector();
            let v = Vec3::new(number(v.x), number(v.y), number(v.z));
            assert!((v - axis * angle).length() < 1.0e-6, "{angle}: {v}");
        }
    }

    #[test]
    fn axes_are_where_the_rotation_takes_them() {
        let q = Quat::from_axis_angle(Vec3::new(2.0, -1.0, 2.0) / 3.0, 1.3);
        for (axis, unit) in wide(q).axes().into_iter().zip([Vec3::X, Vec3::Y, Vec3::Z]) {
            let axis = Vec3::new(number(axis.x), number(axis.y), number(axis.z));
            assert!((axis - q * unit).length() < 1.0e-6);
        }
    }

    #[test]
    fn angles_are_counted_through_whole_turns() {
        for (measured, expected, angle) in [
            (0.1, 0.0, 0.1),
            (-3.0, 3.2, 3.283_185_3),
            (1.0, 63.0, 63.831_853),
            (3.0, -4.0, -3.283_185_3),
        ] {
            let got = number(unwound(One::splat(measured), One::splat(expected)));
            assert!((got - angle).abs() < 1.0e-5, "{measured} {expected}: {got}");
        }
    }
}
