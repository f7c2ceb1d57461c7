//! Two points that pass one another on straight lines.

use voltex_math::DVec3;

use crate::shape::Convex;

/// Two points at constant velocities, one as the other sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flyby {
    /// From the first to the second at time 0, m.
    pub(super) apart: DVec3,
    /// Velocity of the second relative to the first, m/s.
    pub(super) velocity: DVec3,
}

impl Flyby {
    /// First time from 0 on at which the points are no farther apart than `reach` (m), s; `None` if they never are.
    /// Time 0 for numbers that are not finite.
    ///
    /// The root of `|apart + velocity t|^2 = reach^2`, written with the distance at which the lines pass: a far
    /// start cancels nothing.
    #[inline(always)]
    pub(super) fn reaches(&self, reach: f64) -> Option<f64> {
        let Self { apart, velocity } = *self;
        let distance = apart.length();
        let excess = (distance - reach) * (distance + reach);
        if !(excess > 0.0 && excess < f64::INFINITY) {
            return Some(0.0);
        }
        let closing = -apart.dot(velocity);
        if closing <= 0.0 {
            return None;
        }
        let room =
            reach * reach * velocity.length_squared() - apart.cross(velocity).length_squared();
        if room < 0.0 {
            return None;
        }
        let time = excess / (closing + room.sqrt());
        // Speeds whose squares overflow leave no number.
        Some(if time >= 0.0 { time } else { 0.0 })
    }

    /// From the first point to the second at a time, m.
    pub(super) fn apart_at(&self, time: f64) -> DVec3 {
        self.apart + self.velocity * time
    }
}

/// Radius of a ball about `center` (m, in the frame of the body) that holds the body, m.
///
/// Of a body of revolution and of a box the least one about its middle, of a hull that of its box: the corners of
/// a hull are many.
pub(super) fn reach(convex: &Convex<'_>, center: DVec3) -> f64 {
    let about_middle = |across: f32, up: f32| {
        let (across, up) = (f64::from(across), f64::from(up));
        center.length() + (across * across + up * up).sqrt()
    };
    match *convex {
        Convex::Sphere { radius } => center.length() + f64::from(radius),
        Convex::Box { half_extents } => (half_extents.as_dvec3() + center.abs()).length(),
        Convex::Capsule {
            half_height,
            radius,
        } => center.length() + f64::from(half_height) + f64::from(radius),
        Convex::Cylinder {
            half_height,
            radius,
        }
        | Convex::Cone {
            half_height,
            radius,
        } => about_middle(radius, half_height),
        Convex::Hull(hull) => {
            let bounds = hull.local_aabb();
            let (low, high) = (
                center - bounds.min.as_dvec3(),
                bounds.max.as_dvec3() - center,
            );
            low.abs().max(high.abs()).length()
        }
        Convex::Triangle(corners) => corners
            .map(|corner| (corner.as_dvec3() - center).length())
            .into_iter()
            .fold(
                0.0,
                |most, length| if length > most { length } else { most },
            ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use voltex_math::random::Key;

    #[test]
    fn far_start_reaches_at_the_time_of_the_closed_form() {
        // Passing 0.6 m off, a reach of 1 m is entered 0.8 m before the nearest place.
        for far in [2.0, 1.0e3, 1.0e6, 1.0e9] {
            let flyby = Flyby {
                apart: DVec3::new(far, 0.6, 0.0),
                velocity: DVec3::new(-2.0, 0.0, 0.0),
            };
            let time = flyby.reaches(1.0).expect("it passes nearer");
            assert!(
                (2.0 * time - (far - 0.8)).abs() < 1e-15 * far + 1e-15,
                "{far} {time}"
            );
            assert!(flyby.reaches(0.6 - 1e-9).is_none());
        }
    }

    #[test]
    fn receding_or_resting_points_reach_only_what_they_have() {
        let apart = DVec3::new(3.0, 4.0, 0.0);
        for velocity in [DVec3::ZERO, apart, DVec3::new(4.0, -3.0, 1.0)] {
            let flyby = Flyby { apart, velocity };
            assert_eq!(flyby.reaches(5.0), Some(0.0));
            assert_eq!(flyby.reaches(4.999), None);
        }
    }

    #[test]
    fn ball_holds_every_corner() {
        let mut random = Key::new(6, 1).sequence();
        let mut draw = |low: f64, high: f64| random.uniform_in(low, high);
        for _ in 0..200 {
            let (x, y, z) = (
                draw(0.1, 2.0) as f32,
                draw(0.1, 2.0) as f32,
                draw(0.1, 2.0) as f32,
            );
            let center = DVec3::new(draw(-1.0, 1.0), draw(-1.0, 1.0), draw(-1.0, 1.0));
            let bodies = [
                Convex::Sphere { radius: x },
                Convex::Box {
                    half_extents: voltex_math::Vec3::new(x, y, z),
                },
                Convex::Capsule {
                    half_height: y,
                    radius: x,
                },
                Convex::Cylinder {
                    half_height: y,
                    radius: x,
                },
                Convex::Cone {
                    half_height: y,
                    radius: x,
                },
                Convex::Triangle([
                    voltex_math::Vec3::new(x, y, 0.0),
                    voltex_math::Vec3::new(0.0, y, -z),
                    voltex_math::Vec3::new(-x, 0.0, z),
                ]),
            ];
            for body in &bodies {
                let ball = reach(body, center);
                let mut farthest = 0.0;
                for _ in 0..100 {
                    let way = DVec3::new(draw(-1.0, 1.0), draw(-1.0, 1.0), draw(-1.0, 1.0));
                    let core = super::super::difference::support(body, way).0;
                    let point = core + way.normalize() * f64::from(body.rounding());
                    let length = (point - center).length();
                    farthest = if length > farthest { length } else { farthest };
                }
                assert!(
                    farthest <= ball * (1.0 + 1e-12),
                    "{body:?} {center} {farthest} {ball}"
                );
                // No more than twice the least ball.
                assert!(ball < 2.0 * farthest, "{body:?} {center} {farthest} {ball}");
            }
        }
    }
}
