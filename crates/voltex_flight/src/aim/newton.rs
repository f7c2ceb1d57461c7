//! The arithmetic of the solver: Broyden's update, the length of a step, the extremum of a parabola.

use voltex_math::f64::{max, min};
use voltex_math::{DMat3, DVec3};

/// Where the parabola through three points has its extremum, and its value there.
pub(super) fn vertex(x: [f64; 3], y: [f64; 3]) -> (f64, f64) {
    let left = (y[1] - y[0]) / (x[1] - x[0]);
    let right = (y[2] - y[1]) / (x[2] - x[1]);
    let bend = (right - left) / (x[2] - x[0]);
    if bend == 0.0 {
        return (x[1], y[1]);
    }
    let slope = left + bend * (x[1] - x[0]);
    let at = x[1] - slope / (2.0 * bend);
    let at = max(x[0], min(x[2], at));
    let d = at - x[1];
    (at, y[1] + (slope + bend * d) * d)
}

/// How much of a Newton step to take: the launch must not change beyond recognition at once.
pub(super) fn limit(step: DVec3, elapsed: f64, velocity: DVec3, time: f64) -> f64 {
    let most = 0.5 * max(velocity.length(), 1.0);
    let a = step.length() / most;
    let b = elapsed.abs() / (0.3 * time);
    1.0 / max(1.0, max(a, b))
}

/// Broyden's update of an inverse Jacobian after a `step` that changed the miss by `change`.
pub(super) fn broyden(inverse: DMat3, step: DVec3, change: DVec3) -> DMat3 {
    let predicted = inverse * change;
    let weight = step.dot(predicted);
    if weight.abs() <= 1e-3 * step.length_squared() || weight == 0.0 {
        return inverse;
    }
    let row = inverse.transpose() * step;
    let column = (step - predicted) / weight;
    DMat3::from_cols(
        inverse.x_axis + column * row.x,
        inverse.y_axis + column * row.y,
        inverse.z_axis + column * row.z,
    )
}
