//! Where a solid that slides meets another one.
//!
//! B meets A when the way that B has gone lies in the Minkowski difference of the two, A minus B: so the question is where
//! a ray from the origin enters a convex body that is known by its support points. Seen along the ray it is a flat figure.
//! Three of its points with the origin between them are found first, or a line beside all of it; then the triangle is
//! moved out against the ray, support point by support point, until nothing lies before it (after G. Snethen,
//! *XenoCollide*, Game Programming Gems 7, 2008). Each triangle bounds the time from above, each support plane from
//! below. On a polytope both are equal after a few rounds; along a rim the triangle shrinks by half in one or two.

use voltex_math::DVec3;

use super::difference::{Difference, Vertex};
use crate::shape::Convex;

/// Rounds of each of the two searches; three or four are needed as a rule, along a rim thirty.
const ROUNDS: usize = 64;

/// Gap between the two bounds up to which the triangle goes on along a rim, in parts of the tolerance: the direction in
/// which it looks is wrong by the root of it, the place by no more than it.
const ALONG_RIM: f64 = 1.0e-4;

/// Sine of the angle between a triangle and the ray from which on it tells where the ray goes through it.
const FACING: f64 = 1.0e-9;

/// The same from which on its normal is more than rounding: out of symmetry the ray may run along a thin triangle on the
/// way to a better one.
const THIN: f64 = 1.0e-12;

/// What a body meets on a straight way.
#[derive(Clone, Copy, Debug)]
pub(super) enum Passage {
    /// Nothing, as far as was asked for.
    Clear,
    /// The other body.
    Touch {
        /// Length of the way up to there, m: never more than it is, and less by no more than the tolerance.
        way: f64,
        /// Unit vector from A to B, in the axes of A.
        normal: DVec3,
        /// On A, in its frame, m.
        point_on_a: DVec3,
        /// Gap that is left along the normal, m.
        gap: f64,
    },
    /// This search does not tell: they overlap at the start, or only just pass.
    Open,
}

/// Whether the search serves for a body: a solid whose surface is that of its core.
pub(super) fn is_apt(convex: &Convex<'_>) -> bool {
    match convex {
        Convex::Box { .. } | Convex::Cylinder { .. } | Convex::Cone { .. } | Convex::Hull(_) => {
            true
        }
        Convex::Sphere { .. } | Convex::Capsule { .. } | Convex::Triangle(_) => false,
    }
}

/// Whether a body has a rim.
fn is_turned(convex: &Convex<'_>) -> bool {
    matches!(convex, Convex::Cylinder { .. } | Convex::Cone { .. })
}

/// What B meets on its way along `direction`, a unit vector in the axes of A, as A sees it; `difference` is that of the
/// start.
///
/// Ways are looked at up to `limit` (m), and those that differ by `tolerance` (m) are the same.
pub(super) fn passage(
    difference: &Difference<'_>,
    direction: DVec3,
    limit: f64,
    tolerance: f64,
) -> Passage {
    let turned = is_turned(difference.a) || is_turned(difference.b);
    let search = Search {
        difference,
        direction,
        tolerance,
        precision: if turned {
            ALONG_RIM * tolerance
        } else {
            tolerance
        },
    };
    match search.around() {
        Around::Corners(corners) => search.outermost(corners, limit),
        Around::Clear => Passage::Clear,
        Around::Open => Passage::Open,
    }
}

/// What was found around the ray.
enum Around {
    /// The ray goes through the triangle of these, which turns about it by the right hand.
    Corners([Vertex; 3]),
    /// A plane along the ray with the body on one side.
    Clear,
    Open,
}

struct Search<'a> {
    difference: &'a Difference<'a>,
    /// Of the ray, a unit vector.
    direction: DVec3,
    tolerance: f64,
    /// Gap between the bounds of the way at which it is found, m.
    precision: f64,
}

impl Search<'_> {
    /// Twice the area of the triangle of the ray and two points, as seen along the ray, m^2.
    #[inline]
    fn area(&self, a: DVec3, b: DVec3) -> f64 {
        self.direction.dot(a.cross(b))
    }

    /// A triangle around the ray, of a point inside and two support points across the ray.
    fn around(&self) -> Around {
        let difference = self.difference;
        let middle = difference.a.center().as_dvec3();
        let inner = middle - difference.point_from_b(difference.b.center().as_dvec3());
        let inner = Vertex {
            w: inner,
            a: middle,
            ids: [0; 2],
        };
        let aside = self.direction * self.direction.dot(inner.w) - inner.w;
        let aside = if aside.length_squared() > 1e-20 * inner.w.length_squared() {
            aside
        } else {
            self.direction.any_orthonormal_vector()
        };
        let mut first = difference.support(aside);
        if let Some(beside) = self.beside(&first, aside) {
            return beside;
        }
        let mut across = self.direction.cross(first.w - inner.w);
        if across.dot(inner.w) > 0.0 {
            across = -across;
        }
        let mut second = difference.support(across);
        if let Some(beside) = self.beside(&second, across) {
            return beside;
        }
        for _ in 0..ROUNDS {
            let mut outward = self.direction.cross(second.w - first.w);
            if outward.dot(first.w - inner.w) < 0.0 {
                outward = -outward;
            }
            if outward.dot(first.w) >= 0.0 {
                let turn = self.area(first.w - inner.w, second.w - inner.w);
                return Around::Corners(if turn < 0.0 {
                    [inner, second, first]
                } else {
                    [inner, first, second]
                });
            }
            let next = difference.support(outward);
            if let Some(beside) = self.beside(&next, outward) {
                return beside;
            }
            // Of the two sides of the line from the inner point to the new one, the one with the ray.
            let line = next.w - inner.w;
            let (ray, of_first) = (
                self.area(line, -inner.w),
                self.area(line, first.w - inner.w),
            );
            if (ray < 0.0) == (of_first < 0.0) {
                second = next;
            } else {
                first = next;
            }
        }
        Around::Open
    }

    /// What it means that the support point along a direction across the ray is this one.
    #[inline]
    fn beside(&self, vertex: &Vertex, across: DVec3) -> Option<Around> {
        let beyond = vertex.w.dot(across);
        if beyond >= 0.0 {
            return None;
        }
        let clear = beyond * beyond > self.tolerance * self.tolerance * across.length_squared();
        Some(if clear { Around::Clear } else { Around::Open })
    }

    /// Moves the triangle to where the ray first goes through.
    fn outermost(&self, mut corners: [Vertex; 3], limit: f64) -> Passage {
        for _ in 0..ROUNDS {
            let [a, b, c] = corners.each_ref().map(|corner| corner.w);
            // Against the ray.
            let outward = (c - a).cross(b - a);
            let against = -outward.dot(self.direction);
            let length = outward.length();
            // Not so for NaN.
            let has_area = against > THIN * length;
            if !has_area {
                return Passage::Open;
            }
            let next = self.difference.support(outward);
            let way = -outward.dot(next.w) / against;
            let faces = against > FACING * length;
            if faces && way > limit {
                return Passage::Clear;
            }
            let farther = outward.dot(next.w - a);
            if farther <= self.precision * against {
                if !faces {
                    return Passage::Open;
                }
                let weights = [self.area(b, c), self.area(c, a), self.area(a, b)];
                let [first, second, third] = corners;
                let on_a = first.a * weights[0] + second.a * weights[1] + third.a * weights[2];
                let farther = if farther > 0.0 { farther } else { 0.0 };
                return Passage::Touch {
                    way,
                    normal: outward / length,
                    point_on_a: on_a / (weights[0] + weights[1] + weights[2]),
                    gap: farther / length,
                };
            }
            // The new point takes the place of the corner that is not beside the ray any more. If the ray goes through an
            // edge there are several, and the largest triangle is the one that is not edge-on.
            let places = [a, b, c];
            let sides = [
                self.area(next.w, a),
                self.area(next.w, b),
                self.area(next.w, c),
            ];
            let mut largest = 0.0;
            let mut replaced = None;
            for place in 0..3 {
                let (left, right) = ((place + 1) % 3, (place + 2) % 3);
                if sides[left] >= 0.0 && sides[right] <= 0.0 {
                    let area = self.area(places[left] - next.w, places[right] - next.w);
                    if area > largest {
                        largest = area;
                        replaced = Some(place);
                    }
                }
            }
            let Some(replaced) = replaced else {
                return Passage::Open;
            };
            corners[replaced] = next;
        }
        Passage::Open
    }
}

#[cfg(test)]
mod tests {
    use voltex_math::random::{Key, Sequence};
    use voltex_math::{Pose, Quat, Vec3};

    use super::*;
    use crate::gjk::distance::{SimplexCache, search};
    use crate::shape::Hull;

    fn vector(draws: &mut Sequence, most: f64) -> Vec3 {
        let mut draw = || draws.uniform_in(-most, most) as f32;
        Vec3::new(draw(), draw(), draw())
    }

    fn solid<'a>(draws: &mut Sequence, hull: &'a Hull) -> Convex<'a> {
        let mut size = || draws.uniform_in(0.02, 0.8) as f32;
        let half_extents = Vec3::new(size(), size(), size());
        let (half_height, radius) = (half_extents.x, half_extents.y);
        match draws.uniform_in(0.0, 6.0) as u32 {
            0 => Convex::Cylinder {
                half_height,
                radius,
            },
            1 => Convex::Cone {
                half_height,
                radius,
            },
            2 | 3 => Convex::Hull(hull),
            _ => Convex::Box { half_extents },
        }
    }

    fn gap_after(start: &Difference<'_>, way: DVec3) -> f64 {
        let there = Difference {
            translation: start.translation + way,
            ..*start
        };
        let found = search(&there, f64::INFINITY, &mut SimplexCache::default());
        found.expect("no limit").distance
    }

    /// Against the search of the distance: apart all the way up to the touch, and there not; along the normal no point of
    /// either lies beyond the other's; and what is said to be clear has a gap everywhere.
    #[test]
    fn sliding_solids_meet_where_their_distance_ends() {
        let mut draws = Key::new(12, 31).sequence();
        let corners: Vec<Vec3> = (0..32).map(|_| vector(&mut draws, 0.5)).collect();
        let hull = Hull::from_points(&corners).expect("points in space");
        let (mut touches, mut clear, mut open) = (0, 0, 0);
        for _ in 0..4000 {
            let (a, b) = (solid(&mut draws, &hull), solid(&mut draws, &hull));
            let from = vector(&mut draws, 1.0).normalize_or(Vec3::X) * 3.0;
            let turn = Quat::from_scaled_axis(vector(&mut draws, 3.0));
            let start = Difference::new(&a, &b, &Pose::new(from, turn));
            let direction = (vector(&mut draws, 1.2) - from).as_dvec3().normalize();
            let tolerance = 1.0e-6;
            match passage(&start, direction, 6.0, tolerance) {
                Passage::Touch {
                    way,
                    normal,
                    point_on_a,
                    gap,
                } => {
                    touches += 1;
                    for part in [0.0, 0.5, 0.9, 0.999] {
                        assert!(gap_after(&start, direction * (way * part)) > 0.0);
                    }
                    let sine = -normal.dot(direction);
                    assert!((0.0..=2.0 * tolerance).contains(&gap));
                    // A little later they overlap, as far as they do not only graze.
                    let beyond = gap_after(&start, direction * (way + 1.0e-3));
                    assert!(beyond < 0.0 || sine < 1.0e-2, "{beyond} {sine}");
                    let at = gap_after(&start, direction * way);
                    assert!(at.abs() <= 2.0e-6, "{at}");
                    let farthest = start.support(normal);
                    let room = (direction * way - farthest.w).dot(normal);
                    assert!(room.abs() < 1.0e-6, "{room}");
                    assert!((farthest.a - point_on_a).dot(normal).abs() < 2.0e-6);
                }
                Passage::Clear => {
                    clear += 1;
                    for step in 0..=60 {
                        let way = 0.1 * f64::from(step);
                        assert!(gap_after(&start, direction * way) > 0.0);
                    }
                }
                Passage::Open => open += 1,
            }
        }
        assert!(touches > 2000 && clear > 500, "{touches} {clear}");
        assert!(open < 20, "{open}");
    }

    /// What is symmetric, aligned or centred leaves no side to choose by; the time is that of the closed form.
    #[test]
    fn aligned_boxes_meet_face_to_face_edge_to_edge_and_corner_to_corner() {
        let cube = Convex::Box {
            half_extents: Vec3::splat(0.5),
        };
        let eighth = Quat::from_rotation_z(std::f32::consts::FRAC_PI_4);
        let half_diagonal = 0.5 * f64::sqrt(2.0);
        for (from, turn, way) in [
            (Vec3::Y * 3.0, Quat::IDENTITY, 2.0),
            (Vec3::new(0.25, 3.0, -0.5), Quat::IDENTITY, 2.0),
            (Vec3::new(1.0, 3.0, 0.0), Quat::IDENTITY, 2.0),
            (Vec3::new(1.0, 3.0, 1.0), Quat::IDENTITY, 2.0),
            (Vec3::Y * 3.0, eighth, 2.5 - half_diagonal),
            (Vec3::new(0.5, 3.0, 0.0), eighth, 2.5 - half_diagonal),
            (Vec3::new(0.0, 3.0, 1.0), eighth, 2.5 - half_diagonal),
        ] {
            let start = Difference::new(&cube, &cube, &Pose::new(from, turn));
            let found = passage(&start, DVec3::NEG_Y, f64::INFINITY, 1.0e-6);
            match found {
                Passage::Touch {
                    way: found, normal, ..
                } => {
                    assert!((found - way).abs() < 1.0e-6, "{from} {found}");
                    assert!(normal.y > 0.0);
                }
                // Just beside or just touching: both are right, and the other search decides.
                Passage::Open => assert!(from.x == 1.0 || from.z == 1.0, "{from}"),
                Passage::Clear => panic!("{from}"),
            }
        }
        let start = Difference::new(&cube, &cube, &Pose::from_position(Vec3::Y * 3.0));
        let away = passage(&start, DVec3::Y, f64::INFINITY, 1.0e-6);
        assert!(
            !matches!(away, Passage::Touch { way, .. } if way > 0.0),
            "{away:?}"
        );
        let short = passage(&start, DVec3::NEG_Y, 1.9, 1.0e-6);
        assert!(matches!(short, Passage::Clear), "{short:?}");
    }

    /// Numbers that are none end the search.
    #[test]
    fn passage_of_nan_is_open_or_clear() {
        let cube = Convex::Box {
            half_extents: Vec3::splat(0.5),
        };
        for bad in [f32::NAN, f32::INFINITY, f32::MAX] {
            let start = Difference::new(&cube, &cube, &Pose::from_position(Vec3::Y * bad));
            for direction in [DVec3::NEG_Y, DVec3::splat(f64::NAN)] {
                let found = passage(&start, direction, f64::INFINITY, 1.0e-6);
                let harmless = !matches!(found, Passage::Touch { .. }) || bad == f32::MAX;
                assert!(harmless, "{found:?}");
            }
        }
    }
}
