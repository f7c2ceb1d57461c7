//! The questions that an index of colliders answers.

use voltex_ecs::Entity;
use voltex_math::f32::max;
use voltex_math::{Aabb, Pose, Vec3};

use super::index::{ColliderIndex, Row, RowId};
use super::ray::{Ray, RayHit, StartInside, cast_ray};
use crate::filter::QueryFilter;
use crate::gjk::{self, Motion, ShapeImpact, SurfacePoint, ToiSettings};
use crate::shape::Shape;

/// What a ray hits in a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayEntityHit {
    /// Entity with the collider.
    pub entity: Entity,
    /// Where.
    pub hit: RayHit,
}

/// What a moving shape hits in a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeEntityHit {
    /// Entity with the collider.
    pub entity: Entity,
    /// When and where; A is the moving shape, B the collider.
    pub hit: ShapeImpact,
}

/// The place of a world's surfaces that is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointEntityHit {
    /// Entity with the collider.
    pub entity: Entity,
    /// The place on its surface.
    pub surface: SurfacePoint,
}

/// Queries. All of them look only at colliders that the filter accepts.
impl ColliderIndex {
    /// First collider that a ray meets within `max_distance` (m, may be infinite). A solid in which the ray starts is
    /// hit at distance 0; [`Self::cast_ray_from`] lets the caller choose.
    pub fn cast_ray(
        &self,
        ray: &Ray,
        max_distance: f32,
        filter: &QueryFilter,
    ) -> Option<RayEntityHit> {
        self.cast_ray_from(ray, max_distance, StartInside::Hit, filter)
    }

    /// As [`Self::cast_ray`], with a say in what a solid answers in which the ray starts.
    pub fn cast_ray_from(
        &self,
        ray: &Ray,
        max_distance: f32,
        inside: StartInside,
        filter: &QueryFilter,
    ) -> Option<RayEntityHit> {
        let mut first: Option<(RowId, RayEntityHit)> = None;
        self.along(
            &point(ray.origin()),
            ray.direction(),
            max_distance,
            filter,
            |id, row, limit| {
                let shape = self.shape(row);
                let Some(hit) = cast_ray(&shape, &row.placed.pose, ray, limit, inside) else {
                    return limit;
                };
                let nearer = first.is_none_or(|(other, best)| {
                    hit.distance < best.hit.distance
                        || (hit.distance == best.hit.distance && id < other)
                });
                if nearer {
                    let entity = row.entity;
                    first = Some((id, RayEntityHit { entity, hit }));
                }
                sooner_of(limit, hit.distance)
            },
        );
        first.map(|(_, hit)| hit)
    }

    /// Every collider that a ray meets within `max_distance` (m), each where it is met first.
    pub fn cast_ray_all(
        &self,
        ray: &Ray,
        max_distance: f32,
        inside: StartInside,
        filter: &QueryFilter,
    ) -> Vec<RayEntityHit> {
        let mut hits = Vec::new();
        self.along(
            &point(ray.origin()),
            ray.direction(),
            max_distance,
            filter,
            |id, row, limit| {
                let shape = self.shape(row);
                if let Some(hit) = cast_ray(&shape, &row.placed.pose, ray, max_distance, inside) {
                    let entity = row.entity;
                    hits.push((hit.distance, id, RayEntityHit { entity, hit }));
                }
                limit
            },
        );
        sorted(hits)
    }

    /// First collider that a shape meets which moves and turns; colliders stand still.
    ///
    /// Of several that are met at one time the deepest counts, of equals the first. The cost grows with what lies in
    /// the box that is swept over: for a turning shape that of the ball that it turns in. `None` for input that is not
    /// finite.
    pub fn cast_shape(
        &self,
        shape: &Shape<'_>,
        motion: &Motion,
        settings: &ToiSettings,
        filter: &QueryFilter,
    ) -> Option<ShapeEntityHit> {
        let mut first: Option<(RowId, ShapeEntityHit)> = None;
        self.swept(shape, motion, settings, filter, |id, row, limit| {
            let settings = ToiSettings {
                max_time: limit,
                ..*settings
            };
            let other = Motion::resting(row.placed.pose);
            let found =
                gjk::shape_time_of_impact(shape, motion, &self.shape(row), &other, &settings);
            let Some(hit) = found else {
                return limit;
            };
            let sooner = first.is_none_or(|(other, best)| {
                let key = |hit: &ShapeImpact| (hit.impact.time, hit.impact.distance);
                key(&hit) < key(&best.hit) || (key(&hit) == key(&best.hit) && id < other)
            });
            if sooner {
                let entity = row.entity;
                first = Some((id, ShapeEntityHit { entity, hit }));
            }
            sooner_of(limit, hit.impact.time)
        });
        first.map(|(_, hit)| hit)
    }

    /// Every collider that a shape meets which moves and turns, with the rules of [`Self::cast_shape`], by time.
    pub fn cast_shape_all(
        &self,
        shape: &Shape<'_>,
        motion: &Motion,
        settings: &ToiSettings,
        filter: &QueryFilter,
    ) -> Vec<ShapeEntityHit> {
        let mut hits = Vec::new();
        self.swept(shape, motion, settings, filter, |id, row, limit| {
            let other = Motion::resting(row.placed.pose);
            let found =
                gjk::shape_time_of_impact(shape, motion, &self.shape(row), &other, settings);
            if let Some(hit) = found {
                let entity = row.entity;
                hits.push((hit.impact.time, id, ShapeEntityHit { entity, hit }));
            }
            limit
        });
        sorted(hits)
    }

    /// Every collider that overlaps a shape or touches it, in order of the entities' numbers. Two half-spaces do not
    /// count as overlapping.
    pub fn overlap_shape(
        &self,
        shape: &Shape<'_>,
        pose: &Pose,
        filter: &QueryFilter,
    ) -> Vec<Entity> {
        let overlaps = |row: &Row| {
            let own = &row.placed.pose;
            gjk::shape_distance(&self.shape(row), shape, &own.relative(pose), 0.0)
                .is_some_and(|found| found.closest.distance <= 0.0)
        };
        if let Shape::HalfSpace { .. } = shape {
            let rows = self.taking_part();
            return rows
                .filter(|(_, row)| row.facts.pass(row.entity, filter) && overlaps(row))
                .map(|(_, row)| row.entity)
                .collect();
        }
        self.touching(&shape.aabb(pose), filter, overlaps)
    }

    /// Every collider whose box overlaps or touches this one, m, in order of the entities' numbers.
    pub fn overlap_aabb(&self, bounds: &Aabb, filter: &QueryFilter) -> Vec<Entity> {
        self.touching(bounds, filter, |row| row.placed.bounds.intersects(bounds))
    }

    /// Place of a surface within `max_distance` (m) that is nearest to a point.
    ///
    /// In the inside of a solid the distance is negative, and so a solid around the point comes before all others.
    pub fn closest_point(
        &self,
        from: Vec3,
        max_distance: f32,
        filter: &QueryFilter,
    ) -> Option<PointEntityHit> {
        let mut nearest: Option<(RowId, PointEntityHit)> = None;
        let mut visit = |id: RowId, limit: f32| {
            let row = self.row(id);
            if !row.facts.pass(row.entity, filter) {
                return limit;
            }
            let found = gjk::closest_point(&self.shape(row), &row.placed.pose, from);
            let Some(surface) = found.filter(|found| found.distance <= max_distance) else {
                return limit;
            };
            let nearer = nearest.is_none_or(|(other, best)| {
                let (new, old) = (surface.distance, best.surface.distance);
                new < old || (new == old && id < other)
            });
            if nearer {
                let entity = row.entity;
                nearest = Some((id, PointEntityHit { entity, surface }));
            }
            let reach = max(surface.distance, 0.0) * SLACK;
            if reach * reach < limit {
                reach * reach
            } else {
                limit
            }
        };
        // Half-spaces first: their answer costs least and may spare the trees.
        let reach = max_distance * SLACK;
        let mut limit = reach * reach;
        for id in self.unbounded() {
            limit = visit(*id, limit);
        }
        for (tree, owners) in self.trees() {
            tree.closest(&point(from), limit, |proxy, now| {
                limit = visit(owners[proxy.0 as usize], now);
                limit
            });
        }
        nearest.map(|(_, hit)| hit)
    }

    /// Pairs of colliders whose boxes overlap or touch, each once, the lower number first, in order.
    pub(crate) fn pairs(&self) -> Vec<(RowId, RowId)> {
        let mut pairs = Vec::new();
        for (id, row) in self.taking_part() {
            let first = pairs.len();
            // A sum of coordinates is rounded; bodies that touch shall not be lost to that.
            let far = row.placed.bounds.min.abs().max(row.placed.bounds.max.abs());
            let bounds = row
                .placed
                .bounds
                .expanded(4.0 * f32::EPSILON * far.max_element());
            let mut other = |other: RowId| {
                if other > id && self.row(other).placed.bounds.intersects(&bounds) {
                    pairs.push((id, other));
                }
            };
            for (tree, owners) in self.trees() {
                tree.overlaps(&bounds, |proxy| other(owners[proxy.0 as usize]));
            }
            self.unbounded().iter().copied().for_each(other);
            pairs[first..].sort_unstable();
        }
        pairs
    }
}

/// More than what a distance is rounded by.
const SLACK: f32 = 1.0 + 8.0 * f32::EPSILON;

impl ColliderIndex {
    /// Visits rows whose box a moving box touches, and all half-spaces.
    fn along(
        &self,
        start: &Aabb,
        direction: Vec3,
        limit: f32,
        filter: &QueryFilter,
        mut visit: impl FnMut(RowId, &Row, f32) -> f32,
    ) {
        let mut limit = limit;
        let mut visit = |id: RowId, limit: f32| {
            let row = self.row(id);
            if row.facts.pass(row.entity, filter) {
                visit(id, row, limit)
            } else {
                limit
            }
        };
        for id in self.unbounded() {
            limit = visit(*id, limit);
        }
        for (tree, owners) in self.trees() {
            tree.cast_box(start, direction, limit, |proxy, now| {
                limit = visit(owners[proxy.0 as usize], now);
                limit
            });
        }
    }

    /// Visits rows that a moving and turning shape may meet.
    fn swept(
        &self,
        shape: &Shape<'_>,
        motion: &Motion,
        settings: &ToiSettings,
        filter: &QueryFilter,
        mut visit: impl FnMut(RowId, &Row, f32) -> f32,
    ) {
        if let Shape::HalfSpace { .. } = shape {
            // Without bounds, it may meet everything.
            let mut limit = settings.max_time;
            for (id, row) in self.taking_part() {
                if row.facts.pass(row.entity, filter) {
                    limit = visit(id, row, limit);
                }
            }
            return;
        }
        let bounds = shape.aabb(&motion.start);
        let start = if motion.angular == Vec3::ZERO {
            bounds
        } else {
            // Whatever it turns by, it stays within this distance of its centre.
            let center = motion.start.transform_point(motion.center);
            let radius = (bounds.min - center)
                .abs()
                .max((bounds.max - center).abs())
                .length();
            Aabb::from_center_half_extents(center, Vec3::splat(radius * SLACK))
        };
        // The gap that counts as touching is measured by the sizes of both bodies, of which this one's bounds it.
        let size = bounds.half_extents().max_element();
        let start = start
            .expanded(settings.tolerance * size + f32::EPSILON * start.max.abs().max_element());
        self.along(&start, motion.linear, settings.max_time, filter, visit);
    }

    /// Rows whose box touches another one and that pass a test, in order.
    fn touching(
        &self,
        bounds: &Aabb,
        filter: &QueryFilter,
        test: impl Fn(&Row) -> bool,
    ) -> Vec<Entity> {
        let mut found = Vec::new();
        let mut visit = |id: RowId| {
            let row = self.row(id);
            if row.facts.pass(row.entity, filter) && test(row) {
                found.push(id);
            }
        };
        for (tree, owners) in self.trees() {
            tree.overlaps(bounds, |proxy| visit(owners[proxy.0 as usize]));
        }
        self.unbounded().iter().copied().for_each(visit);
        found.sort_unstable();
        found.into_iter().map(|id| self.row(id).entity).collect()
    }
}

/// Limit for what comes after a hit, m or s: a little beyond it, so that another one at the same rounded place is found
/// whichever is looked at first.
fn sooner_of(limit: f32, hit: f32) -> f32 {
    let after = hit * SLACK;
    if after < limit { after } else { limit }
}

/// Box without extent.
fn point(at: Vec3) -> Aabb {
    Aabb { min: at, max: at }
}

/// By first key, then by number.
fn sorted<T>(mut hits: Vec<(f32, RowId, T)>) -> Vec<T> {
    hits.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    hits.into_iter().map(|(_, _, hit)| hit).collect()
}
