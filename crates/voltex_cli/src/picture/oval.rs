//! An oval ball on paper: the outline of a spheroid seen from far away, drawn larger than it is so that its attitude is seen.

use voltex_math::f64::{max, sin_cos};

use super::canvas::{Canvas, Pen, Pixel};
use super::style;

/// Half of the ball's length on paper, pixels, unless it is drawn larger to scale.
const HALF_LENGTH: f64 = 15.0;
/// Corners of the outline.
const CORNERS: u32 = 36;

/// Half axes of a spheroid, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Oval {
    pub(crate) long: f64,
    pub(crate) short: f64,
}

impl Oval {
    /// Half axes of the outline, m: along the axis as it is seen, and across.
    ///
    /// `seen` is the projection of the unit vector along the axis. The outline of an ellipsoid in a parallel projection is an
    /// ellipse; its extent along a unit vector `e` of the image is `sqrt(b^2 + (a^2 - b^2) (n . e)^2)`.
    fn outline(self, seen: (f64, f64)) -> [f64; 2] {
        let (a, b) = (self.long, self.short);
        let share = seen.0 * seen.0 + seen.1 * seen.1;
        [(b * b + (a * a - b * b) * share).sqrt(), b]
    }

    /// Draws the ball around `centre`. `seen` is the projection of its axis with the vertical upwards, `scale` are the pixels
    /// of a metre.
    pub(super) fn draw(self, canvas: &mut Canvas, centre: Pixel, seen: (f64, f64), scale: f64) {
        let enlarged = max(scale, HALF_LENGTH / self.long);
        let [along, across] = self.outline(seen).map(|half| half * enlarged);
        let length = (seen.0 * seen.0 + seen.1 * seen.1).sqrt();
        let (ex, ey) = if length > 0.0 {
            (seen.0 / length, seen.1 / length)
        } else {
            (1.0, 0.0)
        };
        let pixel = |u: f64, v: f64| -> Pixel {
            let (x, y) = (ex * u - ey * v, ey * u + ex * v);
            (centre.0 + x as f32, centre.1 - y as f32)
        };
        let mut corners: Vec<Pixel> = (0..CORNERS)
            .map(|corner| {
                let (sin, cos) =
                    sin_cos(f64::from(corner) * (std::f64::consts::TAU / f64::from(CORNERS)));
                pixel(along * cos, across * sin)
            })
            .collect();
        canvas.polygon(&corners, style::BALL);
        corners.extend_from_within(..2);
        canvas.line(&corners, Pen::new(style::FLIGHT, 2.0));
        // The axis, as long as it is seen: a dot when the ball points at the viewer.
        let tip = self.long * length * enlarged;
        canvas.line(
            &[pixel(-tip, 0.0), pixel(tip, 0.0)],
            Pen::new(style::FLIGHT, 1.5),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::Oval;

    #[test]
    fn the_outline_is_that_of_a_spheroid() {
        let ball = Oval {
            long: 0.15,
            short: 0.1,
        };
        assert_eq!(ball.outline((1.0, 0.0)), [0.15, 0.1]);
        assert_eq!(ball.outline((0.0, 0.0)), [0.1, 0.1]);
        // At 45 degrees: the tangent plane of the ellipse stands at sqrt((a^2 + b^2)/2).
        let half = 0.5_f64.sqrt();
        let [along, across] = ball.outline((0.0, half));
        assert!((along - (0.5 * (0.15 * 0.15 + 0.1 * 0.1_f64)).sqrt()).abs() < 1e-15);
        assert_eq!(across, 0.1);
    }
}
