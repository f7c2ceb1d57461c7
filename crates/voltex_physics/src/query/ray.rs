//! Rays against every shape.

use voltex_math::{Aabb, DQuat, DVec3, Pose, Vec3};

use super::line::{self, Span};
use super::triangle::TriangleRay;
use crate::error::PhysicsError;
use crate::shape::{Compound, Convex, HeightField, MeshSides, Shape, TriangleMesh};

/// Half a line: everything from `origin` on in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    origin: Vec3,
    direction: Vec3,
}

impl Ray {
    /// Ray from `origin` (m) along a direction of any length.
    ///
    /// # Errors
    /// The origin is not finite; the direction is not finite, or zero.
    pub fn new(origin: Vec3, direction: Vec3) -> Result<Self, PhysicsError> {
        let bad = |what: &str, value: Vec3, remedy| PhysicsError::BadVector {
            what: what.to_owned(),
            value: value.to_array(),
            remedy,
        };
        if !origin.is_finite() {
            let remedy = "all three coordinates (m) must be finite";
            return Err(bad("origin of the ray", origin, remedy));
        }
        // Through f64, in which the square of no component overflows or vanishes.
        let unit = direction.as_dvec3().normalize_or_zero().as_vec3();
        if !direction.is_finite() || unit == Vec3::ZERO {
            let remedy = "give a finite vector that is not zero; its length does not matter";
            return Err(bad("direction of the ray", direction, remedy));
        }
        Ok(Self {
            origin,
            direction: unit,
        })
    }

    /// Where it starts, m.
    pub fn origin(&self) -> Vec3 {
        self.origin
    }

    /// Unit vector along it.
    pub fn direction(&self) -> Vec3 {
        self.direction
    }

    /// Point at a distance from the origin, m.
    pub fn at(&self, distance: f32) -> Vec3 {
        self.point(distance.into())
    }

    fn point(&self, distance: f64) -> Vec3 {
        (self.origin.as_dvec3() + self.direction.as_dvec3() * distance).as_vec3()
    }
}

/// What a solid answers to a ray that starts in it or on its surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StartInside {
    /// A hit at distance 0, with the opposite of the direction for its normal.
    #[default]
    Hit,
    /// No hit: for a ray from inside a body that shall not find the body itself. Of a compound only the children
    /// that it starts in are passed over.
    Skip,
}

/// Where a ray hits a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Distance from the origin, m.
    pub distance: f32,
    /// Point of the surface, m.
    pub point: Vec3,
    /// Outward unit normal of the surface; of a mesh with two sides, that of the side which was hit.
    pub normal: Vec3,
    /// Triangle of a mesh or height field, child of a compound, 0 otherwise.
    pub part: u32,
}

/// First point of a shape that a ray meets, at a distance of `max_distance` (m, may be infinite) at most.
///
/// Poses and the ray are in one frame, and so is the hit. Closed forms for all shapes but polyhedra, which are
/// clipped by their planes, and triangles, which leave no gap between them. Surfaces are closed: a grazing ray hits.
/// The answer is as exact as the `f32` of pose and ray allows, however far the ray starts: the point lies within
/// about 1e-6 of the size of the shape from its surface. A mesh that shows its front alone is passed from behind;
/// it has no inside, even if closed. `None` also if a pose or the distance is NaN.
///
/// ```
/// use voltex_math::{Pose, Vec3};
/// use voltex_physics::query::{Ray, StartInside, cast_ray};
/// use voltex_physics::{Convex, Shape};
///
/// let ball = Shape::Convex(Convex::Sphere { radius: 0.5 });
/// let ray = Ray::new(Vec3::new(-3.0, 0.0, 0.0), Vec3::X)?;
/// let hit = cast_ray(&ball, &Pose::IDENTITY, &ray, 100.0, StartInside::Hit).unwrap();
/// assert_eq!((hit.distance, hit.normal), (2.5, -Vec3::X));
/// # Ok::<(), voltex_physics::PhysicsError>(())
/// ```
pub fn cast_ray(
    shape: &Shape<'_>,
    pose: &Pose,
    ray: &Ray,
    max_distance: f32,
    inside: StartInside,
) -> Option<RayHit> {
    // The line is taken up again at its nearest point to the pose: small numbers, whatever the distance.
    let direction = ray.direction.as_dvec3();
    let start = ray.origin.as_dvec3() - pose.position.as_dvec3();
    let ahead = -start.dot(direction) / direction.length_squared();
    let near = start + direction * ahead;
    let local = Local {
        origin: pose.inverse_transform_vector(near.as_vec3()),
        direction: pose.inverse_transform_vector(ray.direction),
        from: -ahead,
        to: f64::from(max_distance) - ahead,
        inside,
    };
    if !(local.origin.is_finite() && local.direction.is_finite()) {
        return None;
    }
    let found = match shape {
        Shape::Convex(Convex::Sphere { radius }) => {
            // No rotation, and so none of its rounding.
            let mut found = local.convex(line::sphere(*radius, near, direction)?)?;
            if let Some(normal) = &mut found.normal {
                *normal = pose.inverse_transform_vector(*normal);
            }
            found
        }
        Shape::Convex(convex) => {
            local.convex(line::inside(convex, local.origin, local.direction)?)?
        }
        Shape::HalfSpace { normal } => local.half_space(*normal, near, direction, pose)?,
        Shape::Mesh(mesh) => local.mesh(mesh)?,
        Shape::HeightField(field) => local.height_field(field)?,
        Shape::Compound(compound) => local.compound(compound)?,
    };
    let distance = found.at + ahead;
    let distance = if distance > 0.0 { distance } else { 0.0 };
    // All but parallel to a plane: the two meet beyond the numbers there are.
    if distance > f64::from(f32::MAX) {
        return None;
    }
    Some(RayHit {
        distance: distance as f32,
        point: ray.point(distance),
        normal: match found.normal {
            Some(normal) => pose.transform_vector(normal),
            None => -ray.direction,
        },
        part: found.part,
    })
}

/// A ray as a part of a line in the frame of a shape.
#[derive(Clone, Copy, Debug)]
struct Local {
    origin: Vec3,
    direction: Vec3,
    /// Where on the line the ray starts.
    from: f64,
    /// Where the search ends.
    to: f64,
    inside: StartInside,
}

/// A hit in the frame of the shape.
#[derive(Clone, Copy, Debug)]
struct Found {
    /// On the line.
    at: f64,
    /// `None` for a ray that starts inside.
    normal: Option<Vec3>,
    part: u32,
}

impl Found {
    /// Whether it comes before another one: nearer, or of a lower part at the same distance.
    fn before(&self, other: Option<&Self>) -> bool {
        other.is_none_or(|other| {
            self.at < other.at || (self.at == other.at && self.part < other.part)
        })
    }
}

/// A small box that goes along a part of the line through the tree of a shape.
///
/// It is as wide as the corners of triangles are rounded when the ray is compared with them: otherwise a triangle
/// might be left out because the exact ray passes its box, while the rounded one passes all its neighbours.
#[derive(Clone, Copy, Debug)]
struct Walk {
    start: Aabb,
    from: f64,
    to: f64,
    margin: f32,
}

impl Walk {
    /// How far it has to go to find what lies at a place on the line, or before it.
    fn limit(&self, at: f64) -> f32 {
        (at - self.from) as f32 + self.margin
    }
}

impl Local {
    fn convex(&self, span: Span) -> Option<Found> {
        if span.leave < self.from || span.enter > self.to {
            return None;
        }
        let starts_outside = span.enter >= self.from;
        if starts_outside {
            return Some(Found {
                at: span.enter,
                normal: Some(span.normal),
                part: 0,
            });
        }
        // False for a NaN as well.
        (self.inside == StartInside::Hit && self.from <= self.to).then_some(Found {
            at: self.from,
            normal: None,
            part: 0,
        })
    }

    /// The plane may lie far from the nearest point to the pose, hence in f64.
    fn half_space(
        &self,
        normal: Vec3,
        near: DVec3,
        direction: DVec3,
        pose: &Pose,
    ) -> Option<Found> {
        let q = pose.rotation;
        let turn = DQuat::from_xyzw(q.x.into(), q.y.into(), q.z.into(), q.w.into()).normalize();
        let out = turn * normal.as_dvec3();
        let (height, rise) = (out.dot(near), out.dot(direction));
        let at = -height / rise;
        let span = if rise < 0.0 {
            (at, f64::INFINITY)
        } else if rise > 0.0 {
            (f64::NEG_INFINITY, at)
        } else if height <= 0.0 {
            (f64::NEG_INFINITY, f64::INFINITY)
        } else {
            return None;
        };
        self.convex(Span {
            enter: span.0,
            leave: span.1,
            normal,
        })
    }

    fn mesh(&self, mesh: &TriangleMesh) -> Option<Found> {
        let front_only = mesh.sides() == MeshSides::Front;
        self.triangles(
            &mesh.local_aabb(),
            |start, t_max, visit| mesh.bvh().cast_box(start, self.direction, t_max, visit),
            |index| (mesh.triangle(index), mesh.normal(index)),
            front_only,
        )
    }

    fn height_field(&self, field: &HeightField) -> Option<Found> {
        self.triangles(
            &field.local_aabb(),
            |start, t_max, visit| field.cast_box(start, self.direction, t_max, visit),
            |index| (field.triangle(index), field.normal(index)),
            false,
        )
    }

    /// First hit of the triangles within `bounds` that `search` finds along a moving box.
    fn triangles(
        &self,
        bounds: &Aabb,
        search: impl FnOnce(&Aabb, f32, &mut dyn FnMut(u32, f32) -> f32),
        triangle: impl Fn(u32) -> ([Vec3; 3], Vec3),
        front_only: bool,
    ) -> Option<Found> {
        let walk = self.walk(bounds)?;
        let ray = TriangleRay::new(self.origin, self.direction);
        let mut first: Option<Found> = None;
        let mut visit = |index: u32, limit: f32| {
            let (corners, normal) = triangle(index);
            let facing = normal.dot(self.direction) < 0.0;
            if front_only && !facing {
                return limit;
            }
            let Some(at) = ray.meets(corners).map(f64::from) else {
                return limit;
            };
            let found = Found {
                at,
                normal: Some(if facing { normal } else { -normal }),
                part: index,
            };
            if at < self.from || at > self.to || !found.before(first.as_ref()) {
                return limit;
            }
            first = Some(found);
            walk.limit(at)
        };
        search(&walk.start, walk.limit(walk.to), &mut visit);
        first
    }

    /// Walk along the part of the ray that can be within `bounds`; `None` if there is none.
    fn walk(&self, bounds: &Aabb) -> Option<Walk> {
        let farthest = (bounds.min - self.origin)
            .abs()
            .max((bounds.max - self.origin).abs());
        let reach = f64::from(farthest.x) + f64::from(farthest.y) + f64::from(farthest.z);
        let from = if self.from > -reach {
            self.from
        } else {
            -reach
        };
        let to = if self.to < reach { self.to } else { reach };
        let start = self.origin + self.direction * from as f32;
        let margin = 4.0 * f32::EPSILON * (reach as f32 + start.abs().max_element());
        (from <= to).then_some(Walk {
            start: Aabb {
                min: start - Vec3::splat(margin),
                max: start + Vec3::splat(margin),
            },
            from,
            to,
            margin,
        })
    }

    fn compound(&self, compound: &Compound) -> Option<Found> {
        let mut first: Option<Found> = None;
        let walk = self.walk(&compound.local_aabb())?;
        let limit = walk.limit(walk.to);
        compound
            .bvh()
            .cast_box(&walk.start, self.direction, limit, |index, limit| {
                let child = &compound.children()[index as usize];
                let origin = child.pose().inverse_transform_point(self.origin);
                let direction = child.pose().inverse_transform_vector(self.direction);
                let span = line::inside(&child.convex(), origin, direction);
                let Some(mut found) = span.and_then(|span| self.convex(span)) else {
                    return limit;
                };
                found.part = index;
                found.normal = found
                    .normal
                    .map(|normal| child.pose().transform_vector(normal));
                if !found.before(first.as_ref()) {
                    return limit;
                }
                first = Some(found);
                walk.limit(found.at)
            });
        first
    }
}
