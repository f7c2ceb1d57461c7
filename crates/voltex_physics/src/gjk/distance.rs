//! Nearest points of two convex bodies.

use voltex_math::f32::max;
use voltex_math::{DVec3, Pose, Vec3};

use super::ball::ball_beside;
use super::difference::Difference;
use super::penetration::penetration;
use super::point::{Foot, foot};
use super::shuttle::{Shuttle, is_apt, is_direct, local, nearest_of_b, shuttle};
use super::simplex::{Simplex, Step};
use crate::shape::Convex;

/// Nearest points of two bodies, or the deepest ones of two that overlap, in the frame of A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// On the surface of A, m.
    pub point_on_a: Vec3,
    /// On the surface of B, m.
    pub point_on_b: Vec3,
    /// Unit vector from A to B.
    pub normal: Vec3,
    /// Gap between the surfaces along the normal, m; negative when they overlap, by the length of the shortest
    /// push that parts them: `dot(point_on_b - point_on_a, normal)`. Infinite for input that is not finite.
    pub distance: f32,
}

impl Closest {
    /// The answer for poses or sizes that are not finite: infinitely far apart, along +Y.
    pub const FAR: Self = Self {
        point_on_a: Vec3::ZERO,
        point_on_b: Vec3::ZERO,
        normal: Vec3::Y,
        distance: f32::INFINITY,
    };

    /// The same answer with A and B exchanged, still in the frame of A.
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self {
            point_on_a: self.point_on_b,
            point_on_b: self.point_on_a,
            normal: -self.normal,
            distance: self.distance,
        }
    }

    /// From the frame of `pose` to the frame in which `pose` is given.
    #[must_use]
    pub fn transformed(&self, pose: &Pose) -> Self {
        Self {
            point_on_a: pose.transform_point(self.point_on_a),
            point_on_b: pose.transform_point(self.point_on_b),
            normal: pose.transform_vector(self.normal),
            distance: self.distance,
        }
    }
}

/// Where the last search between two bodies ended, so that the next starts there.
///
/// It holds numbers of vertices, never places, so that any content is a valid start: it saves time when the
/// bodies have moved little, and has no effect on the answer beyond the tolerance of [`distance`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SimplexCache {
    /// Pairs of vertex numbers, one on A and one on B.
    pub ids: [[u32; 2]; 3],
    /// How many of them count; more than three count as three.
    pub count: u8,
}

/// Gap between the bounds of a distance at which the search ends, in parts of the distance.
pub(super) const RELATIVE_GAP: f64 = 1.0e-7;
/// And in parts of the farthest vertex of the simplex: the choice of a hull's vertex in `f32` errs by as much.
const SIZE_GAP: f64 = 1.0e-9;
/// Distance of cores, in parts of the farthest vertex, below which they touch and its direction is noise.
const TOUCH: f64 = 1.0e-10;
/// Lower bound of the distance, in parts of the upper one, from which on going to and fro is quicker for round bodies.
const NEAR: f64 = 0.9;
/// Polyhedra end within 15 rounds, round bodies within 40: each round brings the bounds closer.
const MAX_ROUNDS: usize = 64;

/// What is known of two cores.
pub(super) enum Cores {
    /// The vector from the nearest point of B to that of A, m, carried by the simplex.
    Apart(Simplex, DVec3),
    /// They touch or overlap; the simplex holds the origin.
    Overlap(Simplex),
    /// Farther apart than the limit.
    Beyond,
}

/// Distance of two convex bodies, and their nearest points.
///
/// B stands at `b_in_a` in the frame of A; the answer is in that frame too. The distance is within 1e-5 of the
/// size of the bodies, the depth of an overlap within 1e-4. Exchanging A and B gives the mirrored answer within
/// this tolerance. Of several directions in which an overlap is equally deep one is chosen by fixed rules.
///
/// Balls and pairs of capsules have closed forms. For the others the cores are searched by the algorithm of
/// Gilbert, Johnson and Keerthi, *A fast procedure for computing the distance between complex objects in
/// three-dimensional space*, 1988, with the regions of the simplex after Ericson, near the end along a rim by going
/// to and fro between the two, and cores that overlap by an expanding polytope.
///
/// ```
/// use voltex_math::{Pose, Vec3};
/// use voltex_physics::{Convex, gjk};
///
/// let table = Convex::Box { half_extents: Vec3::new(1.0, 0.05, 0.6) };
/// let can = Convex::Cylinder { half_height: 0.06, radius: 0.03 };
/// let above = Pose::from_position(Vec3::new(0.2, 0.31, 0.0));
/// let closest = gjk::distance(&table, &can, &above, &mut gjk::SimplexCache::default());
/// assert!((closest.distance - 0.2).abs() < 1e-6);
/// assert!((closest.normal - Vec3::Y).length() < 1e-6);
/// ```
#[inline]
pub fn distance(
    a: &Convex<'_>,
    b: &Convex<'_>,
    b_in_a: &Pose,
    cache: &mut SimplexCache,
) -> Closest {
    match ball_beside(a, b, b_in_a) {
        Some(closest) => closest,
        None => nearest(a, b, b_in_a, f32::INFINITY, cache).unwrap_or(Closest::FAR),
    }
}

/// [`distance`] of two bodies no farther apart than `limit` (m); `None` beyond, found with less work.
#[inline]
pub fn closest_within(
    a: &Convex<'_>,
    b: &Convex<'_>,
    b_in_a: &Pose,
    limit: f32,
    cache: &mut SimplexCache,
) -> Option<Closest> {
    match ball_beside(a, b, b_in_a) {
        Some(closest) => (closest.distance <= limit).then_some(closest),
        None => nearest(a, b, b_in_a, limit, cache),
    }
}

/// [`closest_within`] in `f64`.
fn nearest(
    a: &Convex<'_>,
    b: &Convex<'_>,
    b_in_a: &Pose,
    limit: f32,
    cache: &mut SimplexCache,
) -> Option<Closest> {
    if !is_finite(b_in_a) {
        return None;
    }
    let found = match ball_at(a, b, b_in_a) {
        Some(found) => found,
        None => {
            let difference = Difference::new(a, b, b_in_a);
            search(&difference, f64::from(max(limit, 0.0)), cache)?
        }
    };
    let closest = found.closest();
    (closest.distance <= limit && closest.is_finite()).then_some(closest)
}

/// [`distance`] of two bodies that are apart; `None` if they touch or overlap.
///
/// Costs less than [`distance`] for bodies that overlap, since nobody asks how deep.
pub fn separation(
    a: &Convex<'_>,
    b: &Convex<'_>,
    b_in_a: &Pose,
    cache: &mut SimplexCache,
) -> Option<Closest> {
    if let Some(closest) = ball_beside(a, b, b_in_a) {
        return (closest.distance > 0.0).then_some(closest);
    }
    if !is_finite(b_in_a) {
        return None;
    }
    let found = if let Some(found) = ball_at(a, b, b_in_a) {
        found
    } else {
        let difference = Difference::new(a, b, b_in_a);
        match closed_form(&difference) {
            Some(found) => found,
            None => match cores(&difference, f64::INFINITY, cache) {
                Cores::Apart(simplex, gap) => apart(&difference, &simplex, gap),
                Cores::Overlap(_) | Cores::Beyond => return None,
            },
        }
    };
    let closest = found.closest();
    (closest.distance > 0.0 && closest.is_finite()).then_some(closest)
}

/// Whether two convex bodies have a point in common; touching counts.
pub fn overlap(a: &Convex<'_>, b: &Convex<'_>, b_in_a: &Pose, cache: &mut SimplexCache) -> bool {
    if let Some(closest) = ball_beside(a, b, b_in_a) {
        return closest.distance <= 0.0;
    }
    if !is_finite(b_in_a) {
        return false;
    }
    if let Some(found) = ball_at(a, b, b_in_a) {
        return found.distance <= 0.0;
    }
    let difference = Difference::new(a, b, b_in_a);
    if let Some(found) = closed_form(&difference) {
        return found.distance <= 0.0;
    }
    let reach = rounding(&difference);
    match cores(&difference, reach, cache) {
        Cores::Apart(_, gap) => gap.length() <= reach,
        Cores::Overlap(_) => true,
        Cores::Beyond => false,
    }
}

/// The answer of [`distance`] in `f64`, in the frame of A.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) point_on_a: DVec3,
    pub(super) normal: DVec3,
    pub(super) distance: f64,
}

impl Found {
    fn closest(&self) -> Closest {
        Closest {
            point_on_a: self.point_on_a.as_vec3(),
            point_on_b: (self.point_on_a + self.normal * self.distance).as_vec3(),
            normal: self.normal.as_vec3(),
            distance: self.distance as f32,
        }
    }
}

/// Nearest points of two bodies, or `None` when they are surely farther apart than `limit`.
pub(super) fn search(
    difference: &Difference<'_>,
    limit: f64,
    cache: &mut SimplexCache,
) -> Option<Found> {
    search_to(RELATIVE_GAP, difference, limit, cache)
}

/// [`search`] that ends at a gap between the bounds of the distance of the cores, in parts of it; the distance
/// is the upper bound.
pub(super) fn search_to(
    relative_gap: f64,
    difference: &Difference<'_>,
    limit: f64,
    cache: &mut SimplexCache,
) -> Option<Found> {
    if let Some(found) = closed_form(difference) {
        return Some(found);
    }
    let reach = rounding(difference);
    match cores_to(relative_gap, difference, limit + reach, cache) {
        Cores::Beyond => None,
        Cores::Apart(simplex, gap) => Some(apart(difference, &simplex, gap)),
        Cores::Overlap(simplex) => {
            let deep = penetration(difference, &simplex);
            Some(Found {
                point_on_a: deep.point_on_a + deep.normal * f64::from(difference.a.rounding()),
                normal: deep.normal,
                distance: -deep.depth - reach,
            })
        }
    }
}

/// Sum of the roundings, m.
fn rounding(difference: &Difference<'_>) -> f64 {
    f64::from(difference.a.rounding()) + f64::from(difference.b.rounding())
}

/// Bodies whose cores are apart, by the vector from the nearest point of B's core to that of A's.
#[inline]
fn apart(difference: &Difference<'_>, simplex: &Simplex, gap: DVec3) -> Found {
    let length = gap.length();
    let normal = gap / -length;
    Found {
        point_on_a: simplex.point_on_a() + normal * f64::from(difference.a.rounding()),
        normal,
        distance: length - rounding(difference),
    }
}

/// Balls against anything but a hull that they are outside of.
///
/// `to_b` takes a point of A's frame to B's, `from_b` a direction of B's to A's.
#[inline]
fn ball(
    a: &Convex<'_>,
    b: &Convex<'_>,
    center_b: DVec3,
    to_b: impl FnOnce(DVec3) -> DVec3,
    from_b: impl FnOnce(DVec3) -> DVec3,
) -> Option<Found> {
    match (a, b) {
        (_, &Convex::Sphere { radius }) => {
            let Foot {
                point,
                normal,
                distance,
            } = foot(a, center_b)?;
            Some(Found {
                point_on_a: point,
                normal,
                distance: distance - f64::from(radius),
            })
        }
        (&Convex::Sphere { radius }, _) => {
            let radius = f64::from(radius);
            let Foot {
                normal, distance, ..
            } = foot(b, to_b(DVec3::ZERO))?;
            let normal = -from_b(normal);
            Some(Found {
                point_on_a: normal * radius,
                normal,
                distance: distance - radius,
            })
        }
        _ => None,
    }
}

/// [`ball`] straight from the pose, which is most of the work for two simple bodies.
#[inline]
fn ball_at(a: &Convex<'_>, b: &Convex<'_>, b_in_a: &Pose) -> Option<Found> {
    let rotation = b_in_a.rotation.as_dquat();
    let position = b_in_a.position.as_dvec3();
    // A quaternion of another length than 1 turns and stretches by the square of it.
    let unit = || 1.0 / rotation.length_squared();
    ball(
        a,
        b,
        position,
        |point| rotation.conjugate() * (point - position) * unit(),
        |direction| rotation * direction * unit(),
    )
}

/// Balls, and two capsules.
fn closed_form(difference: &Difference<'_>) -> Option<Found> {
    match (difference.a, difference.b) {
        (Convex::Sphere { .. }, _) | (_, Convex::Sphere { .. }) => ball(
            difference.a,
            difference.b,
            difference.translation,
            |point| difference.point_in_b(point),
            |direction| difference.rotation * direction,
        ),
        (
            &Convex::Capsule {
                half_height: half_a,
                radius: radius_a,
            },
            &Convex::Capsule {
                half_height: half_b,
                radius: radius_b,
            },
        ) => {
            let (half_a, half_b) = (f64::from(half_a), f64::from(half_b));
            let (radius_a, radius_b) = (f64::from(radius_a), f64::from(radius_b));
            let axis = difference.rotation.y_axis;
            let (at_a, at_b) = nearest_on_segments(half_a, half_b, axis, difference.translation);
            let on_a = DVec3::new(0.0, at_a, 0.0);
            let way = difference.translation + axis * at_b - on_a;
            let length = way.length();
            let normal = if length > 1e-12 * (half_a + half_b + radius_a) {
                way / length
            } else {
                crossing_normal(axis, difference.translation)
            };
            Some(Found {
                point_on_a: on_a + normal * radius_a,
                normal,
                distance: normal.dot(way) - radius_a - radius_b,
            })
        }
        _ => None,
    }
}

/// Places on two segments that are nearest: heights on A's y axis and along B's `axis` from its `center`.
///
/// Lines first, then the ends by turns (Ericson, *Real-Time Collision Detection*, 5.1.9). Parallel segments
/// that lie side by side meet at the middle of the stretch they share.
fn nearest_on_segments(half_a: f64, half_b: f64, axis: DVec3, center: DVec3) -> (f64, f64) {
    let hold = |x: f64, half: f64| {
        if x < -half {
            -half
        } else if x > half {
            half
        } else {
            x
        }
    };
    // a and b minimise |center + b axis - a Y|^2.
    let along = axis.y;
    let (up, forth) = (center.y, center.dot(axis));
    let apart = axis.x * axis.x + axis.z * axis.z;
    let a = if apart > 1e-14 {
        hold((up - along * forth) / apart, half_a)
    } else {
        let (low, high) = (up - half_b, up + half_b);
        0.5 * (hold(low, half_a) + hold(high, half_a))
    };
    let b = hold(along * a - forth, half_b);
    let a = hold(up + along * b, half_a);
    (a, b)
}

/// Normal for two segments that cross: across both, or across A's y axis if they lie in one line.
fn crossing_normal(axis: DVec3, center: DVec3) -> DVec3 {
    let normal = DVec3::new(-axis.z, 0.0, axis.x).normalize_or(DVec3::X);
    if normal.dot(center) < 0.0 {
        -normal
    } else {
        normal
    }
}

/// Nearest points of two cores, or that they overlap, or that they are farther apart than `limit`.
pub(super) fn cores(difference: &Difference<'_>, limit: f64, cache: &mut SimplexCache) -> Cores {
    cores_to(RELATIVE_GAP, difference, limit, cache)
}

/// [`cores`] up to a gap between the bounds of the distance, in parts of it.
fn cores_to(
    relative_gap: f64,
    difference: &Difference<'_>,
    limit: f64,
    cache: &mut SimplexCache,
) -> Cores {
    if relative_gap <= RELATIVE_GAP && cache.count == 0 && is_direct([difference.a, difference.b]) {
        // Bodies that are apart need no search over support points first, of which each round has its price.
        let on_b = nearest_of_b(difference, difference.a.center().as_dvec3());
        let size = difference.translation.length() + on_b.length();
        match shuttle(
            difference,
            difference,
            on_b,
            relative_gap,
            SIZE_GAP * size,
            limit,
        ) {
            Shuttle::Apart(on_a, gap) => return Cores::Apart(Simplex::of_point(gap, on_a), gap),
            Shuttle::Beyond(vertex) => {
                // What showed it will do so again at the next step.
                cache.ids[0] = difference.remember(&vertex);
                cache.count = 1;
                return Cores::Beyond;
            }
            Shuttle::Open => {}
        }
    }
    let mut simplex = Simplex::EMPTY;
    for &ids in cache.ids.iter().take(usize::from(cache.count)) {
        let vertex = difference.vertex(ids);
        if !simplex.holds(vertex.w) {
            simplex.push(vertex);
        }
    }
    if simplex.len() == 0 {
        let between = difference.point_from_b(difference.b.center().as_dvec3())
            - difference.a.center().as_dvec3();
        simplex.push(difference.support(between));
    }
    let mut outcome = rounds(
        relative_gap,
        difference,
        &mut simplex,
        limit,
        // A coarse search ends as soon.
        relative_gap <= RELATIVE_GAP && is_apt(difference),
    );
    if let Outcome::Near(gap) = outcome {
        let on_b = simplex.point_on_a() - gap;
        let least_gap = SIZE_GAP * simplex.largest_squared().sqrt();
        let (a, b) = (
            local(difference.a, &simplex, 0),
            local(difference.b, &simplex, 1),
        );
        let locals = Difference {
            a: &a,
            b: &b,
            ..*difference
        };
        match shuttle(difference, &locals, on_b, relative_gap, least_gap, limit) {
            Shuttle::Apart(on_a, gap) => {
                // The next search starts from the vertices that led here.
                remember(difference, &simplex, cache);
                return Cores::Apart(Simplex::of_point(gap, on_a), gap);
            }
            Shuttle::Beyond(_) => outcome = Outcome::Beyond,
            Shuttle::Open => {
                outcome = rounds(relative_gap, difference, &mut simplex, limit, false);
            }
        }
    }
    remember(difference, &simplex, cache);
    match outcome {
        Outcome::Apart(gap) | Outcome::Near(gap) => Cores::Apart(simplex, gap),
        Outcome::Overlap => Cores::Overlap(simplex),
        Outcome::Beyond => Cores::Beyond,
    }
}

/// Keeps the numbers of the vertices of a simplex.
fn remember(difference: &Difference<'_>, simplex: &Simplex, cache: &mut SimplexCache) {
    cache.count = 0;
    for (place, slot) in cache.ids.iter_mut().enumerate().take(simplex.len()) {
        *slot = difference.remember(&simplex.vertex(place));
        cache.count += 1;
    }
}

enum Outcome {
    Apart(DVec3),
    Overlap,
    Beyond,
    /// Apart, and near enough to the end that another way there is quicker.
    Near(DVec3),
}

/// Rounds of the search; `leave` says whether to leave it where another way is quicker.
fn rounds(
    relative_gap: f64,
    difference: &Difference<'_>,
    simplex: &mut Simplex,
    limit: f64,
    leave: bool,
) -> Outcome {
    let mut size_squared = simplex.largest_squared();
    let Some(mut gap) = simplex.nearest() else {
        return Outcome::Overlap;
    };
    for _ in 0..MAX_ROUNDS {
        let squared = gap.length_squared();
        if squared <= TOUCH * TOUCH * size_squared {
            return Outcome::Overlap;
        }
        let vertex = difference.support(-gap);
        let along = vertex.w.dot(gap);
        // The difference lies beyond the plane across the gap through the vertex: a lower bound, times |gap|.
        if along > 0.0 && along * along > limit * limit * squared {
            return Outcome::Beyond;
        }
        let excess = squared - along;
        if !(excess > relative_gap * squared
            && excess * excess > SIZE_GAP * SIZE_GAP * squared * size_squared)
            || simplex.holds(vertex.w)
        {
            return Outcome::Apart(gap);
        }
        if leave && along > NEAR * squared {
            return Outcome::Near(gap);
        }
        let length_squared = vertex.w.length_squared();
        if length_squared > size_squared {
            size_squared = length_squared;
        }
        match simplex.advance(vertex, squared) {
            Step::Nearer(next) => gap = next,
            Step::Inside => return Outcome::Overlap,
            Step::Stuck => return Outcome::Apart(gap),
        }
    }
    Outcome::Apart(gap)
}

impl Closest {
    pub(super) fn is_finite(&self) -> bool {
        self.point_on_a.is_finite()
            && self.point_on_b.is_finite()
            && self.normal.is_finite()
            && self.distance.is_finite()
    }
}

/// Whether no number of a pose is NaN or infinite.
pub(super) fn is_finite(pose: &Pose) -> bool {
    pose.position.is_finite() && pose.rotation.is_finite()
}
