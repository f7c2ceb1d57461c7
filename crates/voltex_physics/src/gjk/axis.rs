//! A direction along which two moving bodies are apart, followed through time.
//!
//! It turns with what the bodies show one another. Across a face it keeps to the body of the face, across two edges to
//! both: seen from there the farthest points stay what they are, where along a fixed direction of the world the corners
//! of a turning face stick out at once. So it serves for a longer time (compare the separating axes of E. Catto,
//! *Continuous collision*, GDC 2013).

use voltex_math::DVec3;

use super::difference::{support, vertex};
use super::distance::SimplexCache;
use super::motion::{Path, Placed};
use crate::shape::Convex;

/// A direction and how it turns.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// It stays as it is in the world.
    Fixed,
    /// With this body, in whose axes it is given; its angular velocity is that of the body, rad/s.
    Rider(usize, DVec3, DVec3),
    /// Across an edge of each body, unit vectors in their axes: their cross product, as long as the sine of their angle.
    Edges([DVec3; 2]),
}

/// A direction from A to B through time, with the rates of what follows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    /// At the start, in world axes.
    normal: DVec3,
    kind: Kind,
}

/// Two bodies on their ways.
pub(super) struct Pair<'a> {
    pub(super) bodies: [&'a Convex<'a>; 2],
    pub(super) paths: &'a [Path; 2],
    /// How far each reaches from the centre that it turns about, m.
    pub(super) reaches: [f64; 2],
    /// By how much the cores are to stay apart, m.
    pub(super) apart: f64,
}

/// Sine of the angle between two edges below which nothing is said of the direction across them.
const THIN: f64 = 0.3;

impl Axis {
    /// Along `normal`, a unit vector, at a time at which the bodies are `placed`; what they show is told by the corners
    /// with which the search of the distance ended.
    pub(super) fn new(
        normal: DVec3,
        placed: &[Placed; 2],
        pair: &Pair<'_>,
        cache: &SimplexCache,
    ) -> Self {
        let fixed = Self {
            normal,
            kind: Kind::Fixed,
        };
        let [on_a, on_b] = match pair.bodies {
            [Convex::Sphere { .. }, Convex::Sphere { .. }] => return fixed,
            [Convex::Sphere { .. }, _] => [1, 2],
            [_, Convex::Sphere { .. }] => [2, 1],
            [_, _] => {
                let corners = [0, 1].map(|body| Corners::new(cache, body));
                if let Some(across) = Self::across(normal, placed, pair, &corners) {
                    return across;
                }
                corners.map(|corners| corners.count)
            }
        };
        if on_a == on_b && on_a < 2 {
            return fixed;
        }
        let body = usize::from(on_a < on_b);
        Self {
            normal,
            kind: Kind::Rider(
                body,
                placed[body].direction_in_body(normal),
                pair.paths[body].angular,
            ),
        }
    }

    /// Across two edges, if that is where the normal points and they are far from parallel.
    fn across(
        normal: DVec3,
        placed: &[Placed; 2],
        pair: &Pair<'_>,
        [on_a, on_b]: &[Corners; 2],
    ) -> Option<Self> {
        if on_a.count != 2 || on_b.count != 2 {
            return None;
        }
        let edge = |body: usize, corners: &Corners| {
            let [from, to] = corners.ids.map(|id| vertex(pair.bodies[body], id));
            (to - from).normalize_or(DVec3::ZERO)
        };
        let mut edges = [edge(0, on_a), edge(1, on_b)];
        let mut across = (placed[0].turn * edges[0]).cross(placed[1].turn * edges[1]);
        if across.dot(normal) < 0.0 {
            edges[1] = -edges[1];
            across = -across;
        }
        let sine = across.length();
        (sine > THIN * 1.25 && across.dot(normal) > (1.0 - 1e-9) * sine).then_some(Self {
            normal: across,
            kind: Kind::Edges(edges),
        })
    }

    /// Longest time over which the bounds hold, s.
    pub(super) fn span(&self, pair: &Pair<'_>) -> f64 {
        match self.kind {
            Kind::Fixed | Kind::Rider(..) => f64::INFINITY,
            Kind::Edges(_) => {
                let [a, b] = pair.paths;
                (self.normal.length() - THIN) / (a.angular - b.angular).length()
            }
        }
    }

    /// By how much more than asked for the cores are apart along the axis at the start, times its length, m, and how
    /// fast that grows as the farthest points go, m/s.
    pub(super) fn start(&self, pair: &Pair<'_>, placed: &[Placed; 2]) -> [f64; 2] {
        let [a, b] = pair.paths;
        let between = placed[1].center(b) - placed[0].center(a);
        let change = match self.kind {
            Kind::Fixed => DVec3::ZERO,
            Kind::Rider(_, _, turn) => turn.cross(self.normal),
            Kind::Edges(edges) => {
                let [e, f] = [placed[0].turn * edges[0], placed[1].turn * edges[1]];
                a.angular.cross(e).cross(f) + e.cross(b.angular.cross(f))
            }
        };
        let length = self.normal.length();
        let mut room = self.normal.dot(between) - pair.apart * length;
        let mut growth = self.normal.dot(b.linear - a.linear) + change.dot(between)
            - pair.apart * change.dot(self.normal) / length;
        for (body, sign) in [1.0, -1.0].into_iter().enumerate() {
            let side = self.normal * sign;
            let path = &pair.paths[body];
            let local = placed[body].direction_in_body(side);
            let point = support(pair.bodies[body], local).0 - path.center;
            let arm = placed[body].turn * point;
            room -= local.dot(point);
            growth -= change.dot(arm) * sign + side.dot(path.angular.cross(arm));
        }
        [room, growth]
    }

    /// By how much more than asked for the cores are apart along the axis at another time, at which the bodies are
    /// `placed`, times its length, m.
    pub(super) fn room_at(&self, pair: &Pair<'_>, placed: &[Placed; 2]) -> f64 {
        let (normal, length) = match self.kind {
            Kind::Fixed => (self.normal, 1.0),
            Kind::Rider(body, local, _) => (placed[body].turn * local, 1.0),
            Kind::Edges(edges) => {
                let across = (placed[0].turn * edges[0]).cross(placed[1].turn * edges[1]);
                (across, across.length())
            }
        };
        let local = |body: usize, sign: f64| match self.kind {
            Kind::Rider(rider, local, _) if rider == body => local * sign,
            Kind::Fixed | Kind::Rider(..) | Kind::Edges(_) => {
                placed[body].direction_in_body(normal * sign)
            }
        };
        let (in_a, in_b) = (local(0, 1.0), local(1, -1.0));
        normal.dot(placed[1].position - placed[0].position)
            - support(pair.bodies[0], in_a).0.dot(in_a)
            - support(pair.bodies[1], in_b).0.dot(in_b)
            - pair.apart * length
    }

    /// Bound of how fast the growth of the room between any two points of the bodies can fall, m/s^2.
    ///
    /// A point at `r` from its centre has `n . r`. With the axis turning at `u` and the body at `w` its derivative is
    /// `(u - w) . (n x r)`, and the next one no more than `|u - w| (|u| + |w|) |r|`. Across edges that turn at no more
    /// than `W` together it is `n''. r + 2 n'. (w x r) + n . (w x (w x r))`, no more than `(W + |w|)^2 |r|`; the sine of
    /// their angle, whose cosine changes no faster than `W` and `W^2`, has a second derivative below `2 W^2 / sine`.
    pub(super) fn bend(&self, pair: &Pair<'_>) -> Bend {
        let [a, b] = pair.paths;
        let [reach_a, reach_b] = pair.reaches;
        // By its rate and by how fast the axis turns.
        let (rate, turn) = match self.kind {
            Kind::Fixed => {
                return Bend {
                    near: a.rate * a.rate * reach_a + b.rate * b.rate * reach_b,
                    by_distance: 0.0,
                };
            }
            Kind::Rider(_, _, turn) => (turn.length(), turn.cross(self.normal).length()),
            Kind::Edges(_) => (a.rate + b.rate, a.rate + b.rate),
        };
        let of_body = |path: &Path| match self.kind {
            Kind::Fixed | Kind::Edges(_) => (rate + path.rate) * (rate + path.rate),
            Kind::Rider(_, _, turn) => (turn - path.angular).length() * (rate + path.rate),
        };
        let of_length = match self.kind {
            Kind::Fixed | Kind::Rider(..) => 0.0,
            Kind::Edges(_) => pair.apart * rate * rate * (2.0 / THIN),
        };
        Bend {
            near: 2.0 * turn * (b.linear - a.linear).length()
                + of_body(a) * reach_a
                + of_body(b) * reach_b
                + of_length,
            by_distance: turn * rate,
        }
    }
}

/// A bound of a second derivative: a part of it grows with the distance of the centres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bend {
    /// m/s^2
    near: f64,
    /// 1/s^2
    by_distance: f64,
}

impl Bend {
    /// As long as the centres are no farther apart than this (m), m/s^2.
    #[inline]
    pub(super) fn within(&self, distance: f64) -> f64 {
        self.near + self.by_distance * distance
    }
}

/// The corners of a body with which a search of the distance ended.
struct Corners {
    /// The first two of them.
    ids: [u32; 2],
    count: usize,
}

impl Corners {
    fn new(cache: &SimplexCache, body: usize) -> Self {
        let pairs = &cache.ids[..usize::from(cache.count).min(3)];
        let mut corners = Self {
            ids: [0; 2],
            count: 0,
        };
        for (place, pair) in pairs.iter().enumerate() {
            if pairs[..place].iter().all(|other| other[body] != pair[body]) {
                if let Some(id) = corners.ids.get_mut(corners.count) {
                    *id = pair[body];
                }
                corners.count += 1;
            }
        }
        corners
    }
}

#[cfg(test)]
mod tests {
    use voltex_math::random::{Key, Sequence};
    use voltex_math::{Pose, Quat, Vec3};

    use super::super::distance::search;
    use super::super::flyby::reach;
    use super::super::{ImpactKind, Motion, ToiSettings, time_of_impact};
    use super::*;
    use crate::gjk::difference::Difference;

    fn vector(draws: &mut Sequence, most: f64) -> Vec3 {
        let mut draw = || draws.uniform_in(-most, most) as f32;
        Vec3::new(draw(), draw(), draw())
    }

    fn body(draws: &mut Sequence) -> Convex<'static> {
        let kind = draws.uniform_in(0.0, 5.0) as u32;
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
            _ => Convex::Box {
                half_extents: Vec3::new(size(), half_height, radius),
            },
        }
    }

    /// The room along each sort of axis between any two times lies above the chord less what the bound takes: on this
    /// alone it rests that no touch is passed.
    #[test]
    fn room_lies_above_the_chord_less_the_bend() {
        let mut draws = Key::new(12, 7).sequence();
        let mut kinds = [0_u32; 3];
        for _ in 0..4000 {
            let bodies = [body(&mut draws), body(&mut draws)];
            let bodies = bodies.each_ref();
            let spread = draws.uniform_in(0.5, 3.0);
            let motions = [0.0, spread].map(|away| Motion {
                start: Pose::new(
                    Vec3::X * away as f32 + vector(&mut draws, 0.5),
                    Quat::from_scaled_axis(vector(&mut draws, 3.0)),
                ),
                center: vector(&mut draws, 0.2),
                linear: vector(&mut draws, 2.0),
                angular: vector(&mut draws, 3.0),
            });
            let origin = motions[0].start.position;
            let paths = motions.map(|motion| Path::new(&motion, origin, &Pose::IDENTITY));
            let pair = Pair {
                bodies,
                paths: &paths,
                reaches: [0, 1].map(|body| reach(bodies[body], paths[body].center)),
                apart: f64::from(bodies[0].rounding()) + f64::from(bodies[1].rounding()),
            };
            let placed = paths.map(|path| path.at(0.0));
            let difference = Difference {
                a: bodies[0],
                b: bodies[1],
                rotation: placed[0].turn.transpose() * placed[1].turn,
                translation: placed[0].direction_in_body(placed[1].position - placed[0].position),
            };
            let mut cache = SimplexCache::default();
            let found = search(&difference, f64::INFINITY, &mut cache).expect("finite bodies");
            let normal = placed[0].turn * found.normal;
            let axis = Axis::new(normal, &placed, &pair, &cache);
            kinds[match axis.kind {
                Kind::Fixed => 0,
                Kind::Rider(..) => 1,
                Kind::Edges(_) => 2,
            }] += 1;
            let [room, growth] = axis.start(&pair, &placed);
            let size = pair.reaches[0] + pair.reaches[1];
            let slack = 1e-12 * (size + spread);
            let room_at = |time| axis.room_at(&pair, &paths.map(|path| path.at(time)));
            assert!((room_at(0.0) - room).abs() < slack);
            let span = axis.span(&pair);
            let step = draws.uniform_in(0.01, 0.6);
            let step = if step < span { step } else { span };
            if step <= 0.0 {
                continue;
            }
            let between = |time| paths[1].center_at(time) - paths[0].center_at(time);
            let (near, far) = (between(0.0).length(), between(step).length());
            let bend = axis.bend(&pair).within(if near > far { near } else { far });
            let chord = (room_at(step) - room) / step;
            for part in 1..16 {
                let time = step * f64::from(part) / 16.0;
                let least = room + chord * time - 0.5 * bend * time * (step - time);
                let now = room_at(time);
                assert!(
                    now > least - slack,
                    "{axis:?} {bodies:?} {motions:?} {now} {least}"
                );
                // As the farthest points go at the start, bent no more; others only come nearer.
                assert!(now < room + growth * time + 0.5 * bend * time * time + slack);
            }
        }
        assert!(kinds.iter().all(|count| *count > 100), "{kinds:?}");
    }

    /// Two boxes whose edges cross and turn: along any direction fixed in the world or to one of them the ends of an edge
    /// come nearer than its middle, and each stop left a tenth of the gap.
    #[test]
    fn crossing_edges_that_turn_take_few_stops() {
        let cube = Convex::Box {
            half_extents: Vec3::splat(0.5),
        };
        let on_edge = |quarter: Vec3| Quat::from_scaled_axis(quarter * std::f32::consts::FRAC_PI_4);
        for spin in [0.3, -0.8, 1.5] {
            let a = Motion {
                angular: Vec3::new(0.2, spin, 0.1),
                ..Motion::resting(Pose::from_rotation(on_edge(Vec3::X)))
            };
            let b = Motion {
                angular: Vec3::new(-0.1, -0.4, 0.2),
                ..Motion::sliding(
                    Pose::new(Vec3::new(0.05, 2.0, -0.1), on_edge(Vec3::Z)),
                    -Vec3::Y,
                )
            };
            let settings = ToiSettings {
                max_stops: 4,
                ..ToiSettings::new(2.0)
            };
            let hit = time_of_impact(&cube, &a, &cube, &b, &settings).expect("they meet");
            assert_eq!(hit.kind, ImpactKind::Hit, "{spin}");
            assert!(hit.distance < 1e-5);
        }
    }
}
