//! Whether one direction keeps two bodies apart all along short ways.
//!
//! Along a fixed direction the gap of two bodies that move evenly and turn by a small angle is nearly the chord of its
//! values at both ends: the place of each of their points is less than the sagitta of its arc away from its own
//! chord, and the farthest point of a body lies on the chord of the farthest points of the ends or below it. So a
//! direction along which they are far enough apart at both ends parts them in between. There is one if the origin is far
//! enough from all that the Minkowski differences of both ends hold together, and the algorithm of Gilbert, Johnson
//! and Keerthi decides that in a few supports.

use voltex_math::{DMat3, DQuat, DVec3, Pose};

use super::difference::{Vertex, support};
use super::flyby::reach;
use super::simplex::{Simplex, Step};
use crate::shape::Convex;

/// A body at both ends of a way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    /// What it turns about, in its own frame, m.
    pub(crate) center: DVec3,
    /// Where that is at the ends, from a place near both bodies, m.
    pub(crate) places: [DVec3; 2],
    pub(crate) rotations: [DQuat; 2],
    /// Angle between the ends, about an axis that stays, rad.
    pub(crate) angle: f64,
}

/// Supports before the search gives up: most are decided by the third.
const ROUNDS: usize = 8;

impl Ends {
    /// Of a part at a pose in the frame of the body.
    pub(super) fn of_part(&self, pose: &Pose) -> Self {
        let part = pose.rotation.as_dquat().normalize();
        Self {
            center: part.conjugate() * (self.center - pose.position.as_dvec3()),
            rotations: self.rotations.map(|rotation| rotation * part),
            ..*self
        }
    }

    /// Where a place in its frame (m) is at the start.
    pub(super) fn start_of(&self, place: DVec3) -> DVec3 {
        self.places[0] + self.rotations[0] * (place - self.center)
    }
}

/// Whether two bodies surely stay apart by more than `room` (m) on their ways, whose places lie no farther than
/// `sag` (m) from those of even motion. The search begins with a direction from B to A.
pub(crate) fn stay_parted(
    bodies: [&Convex<'_>; 2],
    ends: &[Ends; 2],
    direction: DVec3,
    room: f64,
    sag: f64,
) -> bool {
    let turns = ends
        .each_ref()
        .map(|end| end.rotations.map(DMat3::from_quat));
    let mut least = room + sag;
    for (body, end) in bodies.into_iter().zip(ends) {
        // 1 - cos(x) < x^2 / 2, for half the angle.
        least += f64::from(body.rounding());
        if end.angle > 0.0 {
            least += 0.125 * end.angle * end.angle * reach(body, end.center);
        }
    }
    let far = ends[0].places[0].distance(ends[1].places[0]);
    // More than the rounding of what the ends are made of.
    least += 1.0e-6 * far;
    let [a, b] = ends;
    let farthest = |direction: DVec3, time: usize| {
        let of = |body: &Convex<'_>, end: &Ends, turn: &DMat3, direction: DVec3| {
            let local = turn.transpose() * direction;
            end.places[time] + *turn * (support(body, local).0 - end.center)
        };
        of(bodies[0], a, &turns[0][time], direction) - of(bodies[1], b, &turns[1][time], -direction)
    };
    let mut nearest = direction;
    let mut simplex = Simplex::EMPTY;
    for _ in 0..ROUNDS {
        let squared = nearest.length_squared();
        let ways = [0, 1].map(|time| farthest(-nearest, time));
        let along = ways.map(|way| way.dot(nearest));
        let first = along[0] <= along[1];
        let (w, along) = if first {
            (ways[0], along[0])
        } else {
            (ways[1], along[1])
        };
        if along > 0.0 && along * along > least * least * squared {
            return true;
        }
        let vertex = Vertex {
            w,
            a: DVec3::ZERO,
            ids: [0; 2],
        };
        nearest = if simplex.len() == 0 {
            simplex = Simplex::of_point(w, DVec3::ZERO);
            w
        } else {
            match simplex.advance(vertex, squared) {
                Step::Nearer(point) => point,
                Step::Inside | Step::Stuck => return false,
            }
        };
        // Not so for NaN.
        let may_be = nearest.length_squared() > least * least;
        if !may_be {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use voltex_math::random::{Key, Sequence};
    use voltex_math::{Pose, Quat, Vec3};

    use super::*;
    use crate::gjk::{Motion, SimplexCache, distance};
    use crate::shape::Hull;

    fn vector(draws: &mut Sequence, most: f64) -> Vec3 {
        let mut draw = || draws.uniform_in(-most, most) as f32;
        Vec3::new(draw(), draw(), draw())
    }

    fn body<'a>(draws: &mut Sequence, hull: &'a Hull) -> Convex<'a> {
        let kind = draws.uniform_in(0.0, 6.0) as u32;
        let mut size = || draws.uniform_in(0.2, 0.8) as f32;
        let (half_height, radius) = (size(), size());
        match kind {
            0 => Convex::Sphere { radius },
            1 => Convex::Capsule {
                half_height,
                radius,
            },
            2 => Convex::Cylinder {
                half_height,
                radius,
            },
            3 => Convex::Hull(hull),
            _ => Convex::Box {
                half_extents: Vec3::new(size(), half_height, radius),
            },
        }
    }

    /// What is said to stay apart is apart by more than was asked for at every time, and most of what stays apart is
    /// found to.
    #[test]
    fn parted_bodies_are_apart_at_every_time() {
        let mut draws = Key::new(12, 11).sequence();
        let corners: Vec<Vec3> = (0..12).map(|_| vector(&mut draws, 0.6)).collect();
        let hull = Hull::from_points(&corners).expect("points in space");
        let (mut parted, mut clear) = (0, 0);
        for _ in 0..4000 {
            let bodies = [body(&mut draws, &hull), body(&mut draws, &hull)];
            let spread = draws.uniform_in(0.5, 3.0);
            let motions = [0.0, spread].map(|away| Motion {
                start: Pose::new(
                    Vec3::X * away as f32 + vector(&mut draws, 0.5),
                    Quat::from_scaled_axis(vector(&mut draws, 3.0)),
                ),
                center: vector(&mut draws, 0.2),
                linear: vector(&mut draws, 0.5),
                angular: vector(&mut draws, 0.3),
            });
            let bend = vector(&mut draws, 0.2).as_dvec3();
            let room = draws.uniform_in(0.0, 0.05);
            let pose = |body: usize, time: f32| {
                let pose = motions[body].pose_at(time);
                let sag = if body == 0 { 0.0 } else { time * (1.0 - time) };
                Pose::new(pose.position + bend.as_vec3() * sag, pose.rotation)
            };
            let ends = [0, 1].map(|body| {
                let poses = [pose(body, 0.0), pose(body, 1.0)];
                let center = motions[body].center;
                Ends {
                    center: center.as_dvec3(),
                    places: poses.map(|pose| pose.transform_point(center).as_dvec3()),
                    rotations: poses.map(|pose| pose.rotation.as_dquat().normalize()),
                    angle: f64::from(motions[body].angular.length()),
                }
            });
            let least = (0..=32)
                .map(|i| {
                    let time = i as f32 / 32.0;
                    let b_in_a = pose(0, time).relative(&pose(1, time));
                    let mut cache = SimplexCache::default();
                    distance(&bodies[0], &bodies[1], &b_in_a, &mut cache).distance
                })
                .fold(f32::INFINITY, voltex_math::f32::min);
            let is_clear = f64::from(least) > room + 0.3;
            clear += u32::from(is_clear);
            let direction = ends[0].places[0] - ends[1].places[0];
            let [a, b] = &bodies;
            if stay_parted([a, b], &ends, direction, room, 0.25 * bend.length()) {
                assert!(f64::from(least) > room, "{bodies:?} {motions:?} {least}");
                parted += u32::from(is_clear);
            }
        }
        assert!(
            clear > 500 && parted * 10 > clear * 8,
            "{parted} of {clear}"
        );
    }

    /// Nothing is said of what is no number.
    #[test]
    fn nothing_is_parted_by_nan() {
        let ball = Convex::Sphere { radius: 0.1 };
        for bad in [f64::NAN, f64::INFINITY] {
            let ends = [0.0, bad].map(|x| Ends {
                center: DVec3::ZERO,
                places: [DVec3::X * x; 2],
                rotations: [DQuat::IDENTITY; 2],
                angle: 0.0,
            });
            let direction = DVec3::X * -bad;
            let bodies = [&ball; 2];
            assert!(!stay_parted(bodies, &ends, direction, 0.0, 0.0), "{bad}");
        }
    }
}
