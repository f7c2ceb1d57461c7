//! Directions in lanes: axes, the turn from one to another, matrices and vectors that are turned or shortened.

use voltex_math::wide::Wide;
use voltex_math::wide_vector::{WideSym3, WideVec3};

use super::angle::WideQuat;

/// A symmetric matrix after a rotation: `R M R^T`.
#[inline(always)]
pub(crate) fn turned<W: Wide>(turn: WideQuat<W>, matrix: &WideSym3<W>) -> WideSym3<W> {
    let [x, y, z] = turn.axes();
    // The rows of R, and M times them.
    let rows = [
        WideVec3::new(x.x, y.x, z.x),
        WideVec3::new(x.y, y.y, z.y),
        WideVec3::new(x.z, y.z, z.z),
    ];
    let [a, b, c] = rows;
    let times = [matrix.times(a), matrix.times(b), matrix.times(c)];
    WideSym3 {
        diagonal: WideVec3::new(
            rows[0].dot(times[0]),
            rows[1].dot(times[1]),
            rows[2].dot(times[2]),
        ),
        off: WideVec3::new(
            rows[1].dot(times[2]),
            rows[2].dot(times[0]),
            rows[0].dot(times[1]),
        ),
    }
}

/// x, y and z of the world.
#[inline(always)]
pub(crate) fn unit_axes<W: Wide>() -> [WideVec3<W>; 3] {
    let (zero, one) = (W::splat(0.0), W::splat(1.0));
    [
        WideVec3::new(one, zero, zero),
        WideVec3::new(zero, one, zero),
        WideVec3::new(zero, zero, one),
    ]
}

/// Axis times `2 sin(angle/2)` of the shortest turn from one unit vector to another.
#[inline(always)]
pub(crate) fn swing<W: Wide>(from: WideVec3<W>, to: WideVec3<W>) -> WideVec3<W> {
    let twice = W::splat(2.0) + W::splat(2.0) * from.dot(to);
    // Opposite vectors have no shortest turn, and the cross product is 0.
    let length = twice.larger(W::splat(1.0e-12)).sqrt();
    from.cross(to) * (W::splat(2.0) / length)
}

/// Speed at which the twist of B about the axes changes: a rotation about either axis counts in full, one across both
/// not at all.
#[inline(always)]
pub(crate) fn twist_axis<W: Wide>(a: WideVec3<W>, b: WideVec3<W>) -> WideVec3<W> {
    let sum = W::splat(1.0) + a.dot(b);
    (a + b) * (W::splat(1.0) / sum.larger(W::splat(1.0e-6)))
}

/// A vector shortened to this length where it is longer.
#[inline(always)]
pub(crate) fn within<W: Wide>(v: [W; 3], largest: W) -> [W; 3] {
    let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
    let one = W::splat(1.0);
    let long = largest.less(length);
    let scale = W::select(long, largest / W::select(long, length, one), one);
    let [x, y, z] = v;
    [x * scale, y * scale, z * scale]
}
