//! A convex body against one triangle of a mesh or height field.
//!
//! A surface is touched from its front. A triangle alone does not know what lies beyond its edges, so a body that
//! slides over it would hit edges that are not there. Here the triangle asks its surface: along an edge that goes
//! on flat or rises, the normal of the triangle is the only true one; along an edge that bends away, normals from
//! that of the triangle to that of its neighbour are true; along an open edge all that look to the front. A contact
//! with another normal is replaced by what the face of the triangle itself touches, and that may be nothing.

use voltex_math::{Aabb, Mat3, Pose, Vec3};

use super::cache::PairCache;
use super::face::triangle_face;
use super::feature::{Feature, Polygon};
use super::patch::{Side, over_face};
use super::sphere::nearest_on_triangle;
use super::touch::{Touch, unit};
use crate::contact::Manifold;
use crate::shape::{Convex, EdgeKind, HeightField, MeshEdge, MeshSides, TriangleMesh};

/// Squared sine of the angle within which a normal counts as that of the triangle: 1e-3 rad.
const FLAT: f32 = 1e-6;

/// Slack when a normal is compared with those of the two triangles at an edge, rad.
const SLACK: f32 = 1e-3;

/// How far the middle of a body may lie behind a triangle, in parts of half its height over it: more, and the body
/// stands on the other side of a thin solid.
const BEHIND: f32 = 0.5;

/// A surface of triangles in its own frame.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Surface<'a> {
    Mesh(&'a TriangleMesh),
    Field(&'a HeightField),
}

impl Surface<'_> {
    pub(crate) fn overlaps(&self, query: &Aabb, visit: impl FnMut(u32)) {
        match self {
            Self::Mesh(mesh) => mesh.overlaps(query, visit),
            Self::Field(field) => field.overlaps(query, visit),
        }
    }

    pub(crate) fn triangle(&self, index: u32) -> [Vec3; 3] {
        match self {
            Self::Mesh(mesh) => mesh.triangle(index),
            Self::Field(field) => field.triangle(index),
        }
    }

    fn normal(&self, index: u32) -> Vec3 {
        match self {
            Self::Mesh(mesh) => mesh.normal(index),
            Self::Field(field) => field.normal(index),
        }
    }

    fn edge(&self, index: u32, side: usize) -> MeshEdge {
        match self {
            Self::Mesh(mesh) => mesh.edges(index)[side],
            Self::Field(field) => field.edge(index, side),
        }
    }

    fn edge_at(&self, index: u32, side: usize, along: f32) -> MeshEdge {
        match self {
            Self::Mesh(mesh) => mesh.edge_at(index, side, along),
            Self::Field(field) => field.edge_at(index, side, along),
        }
    }

    fn two_sided(&self) -> bool {
        match self {
            Self::Mesh(mesh) => mesh.sides() == MeshSides::Both,
            Self::Field(_) => false,
        }
    }
}

/// A convex body near a surface, with what is the same for all triangles.
pub(crate) struct Body<'a> {
    convex: &'a Convex<'a>,
    /// In the frame of the surface.
    pose: &'a Pose,
    margin: f32,
    /// From the axes of the surface to those of the body.
    back: Mat3,
    /// Box of the body in its own frame, a margin larger.
    bounds: Aabb,
}

impl<'a> Body<'a> {
    pub(crate) fn new(convex: &'a Convex<'a>, pose: &'a Pose, margin: f32) -> Self {
        Self {
            convex,
            pose,
            margin,
            back: Mat3::from_quat(pose.rotation).transpose(),
            bounds: convex.aabb(&Pose::IDENTITY).expanded(margin),
        }
    }

    /// Whether a triangle lies wholly beyond one side of the body's own box.
    fn is_clear_of(&self, corners: &[Vec3; 3]) -> bool {
        let [a, b, c] = corners.map(|corner| self.back * (corner - self.pose.position));
        let low = a.min(b).min(c);
        let high = a.max(b).max(c);
        !(low.cmple(self.bounds.max).all() && high.cmpge(self.bounds.min).all())
    }

    /// Lowest and highest reach along a unit vector of the surface's frame.
    fn span(&self, direction: Vec3) -> (f32, f32) {
        let middle = direction.dot(self.pose.position);
        let rounding = self.convex.rounding();
        let local = self.back * direction;
        let over = local.dot(self.convex.core_support(local));
        let under = match self.convex {
            // The same on either side of the middle.
            Convex::Sphere { .. }
            | Convex::Box { .. }
            | Convex::Capsule { .. }
            | Convex::Cylinder { .. } => over,
            Convex::Cone { .. } | Convex::Hull(_) | Convex::Triangle(_) => {
                (-local).dot(self.convex.core_support(-local))
            }
        };
        (middle - under - rounding, over + middle + rounding)
    }
}

/// A triangle as the body sees it: turned so that its front is towards the body.
struct Facet<'a> {
    surface: &'a Surface<'a>,
    index: u32,
    corners: [Vec3; 3],
    normal: Vec3,
    turned: bool,
}

/// Whose a contact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// The surface has it.
    True,
    /// The surface goes on where the triangle ends: only its face counts.
    Face,
    /// Beyond an edge that bends away the neighbour is nearer.
    Neighbour,
}

impl<'a> Facet<'a> {
    fn new(surface: &'a Surface<'a>, index: u32, corners: [Vec3; 3], center: Vec3) -> Self {
        let mut facet = Self {
            surface,
            index,
            corners,
            normal: surface.normal(index),
            turned: false,
        };
        if surface.two_sided() && facet.is_behind(center) {
            let [a, b, c] = facet.corners;
            facet.corners = [a, c, b];
            facet.normal = -facet.normal;
            facet.turned = true;
        }
        facet
    }

    /// Whether a point lies on the back of the surface, as far as this triangle and its neighbours tell.
    ///
    /// Where the nearest point is on an edge the neighbour beyond it has a say: over a ridge a point is in front if
    /// it is so of either slope, over a valley only if it is so of both.
    fn is_behind(&self, point: Vec3) -> bool {
        let behind = self.normal.dot(point - self.corners[0]) < 0.0;
        for edge in 0..3 {
            let tail = self.corners[edge];
            let way = self.corners[(edge + 1) % 3] - tail;
            if way.cross(self.normal).dot(point - tail) <= 0.0 {
                continue;
            }
            let along = ((point - tail).dot(way) / way.length_squared()).clamp(0.001, 0.999);
            let found = self.surface.edge_at(self.index, edge, along);
            let decides = match found.kind {
                EdgeKind::Convex => behind,
                EdgeKind::Concave => !behind,
                EdgeKind::Flat | EdgeKind::Open => false,
            };
            if decides && let Some(beyond) = self.beyond(found.neighbour, edge) {
                return beyond.dot(point - tail) < 0.0;
            }
        }
        behind
    }

    /// Normal of the neighbour beyond an edge, with the winding that fits that of the facet.
    fn beyond(&self, neighbour: Option<u32>, edge: usize) -> Option<Vec3> {
        let tail = self.corners[edge];
        let way = self.corners[(edge + 1) % 3] - tail;
        let mut far = tail;
        let mut most = 0.0;
        for corner in self.surface.triangle(neighbour?) {
            let away = way.cross(corner - tail).length_squared();
            if away > most {
                most = away;
                far = corner;
            }
        }
        unit((far - tail).cross(way))
    }

    /// Number, in the surface, of an edge of the facet.
    fn side(&self, edge: usize) -> usize {
        if self.turned { 2 - edge } else { edge }
    }

    /// Whether no edge allows a normal other than that of the face.
    fn is_inner(&self) -> bool {
        (0..3).all(|side| {
            let edge = self.surface.edge(self.index, side);
            let kind = if self.turned {
                edge.kind.reversed()
            } else {
                edge.kind
            };
            match kind {
                EdgeKind::Flat | EdgeKind::Concave => true,
                EdgeKind::Open | EdgeKind::Convex => false,
            }
        })
    }

    /// What becomes of a contact of the triangle alone, with this normal at this point.
    fn judge(&self, normal: Vec3, point: Vec3) -> Verdict {
        let heights = self.corners.map(|corner| corner.dot(normal));
        let mut top = 0;
        for corner in [1, 2] {
            if heights[corner] > heights[top] {
                top = corner;
            }
        }
        // The edges that reach as high as the highest corner within rounding, else both edges of that corner.
        let level = |edge: usize| {
            let (tail, head) = (edge, (edge + 1) % 3);
            let length = (self.corners[head] - self.corners[tail]).length();
            (heights[tail] - heights[head]).abs() <= SLACK * length
        };
        let (next, last) = (top, (top + 2) % 3);
        match (level(next), level(last)) {
            (true, false) => self.judge_edge(next, normal, point),
            (false, true) => self.judge_edge(last, normal, point),
            (true, true) => Verdict::Face,
            (false, false) => {
                match (
                    self.judge_edge(next, normal, point),
                    self.judge_edge(last, normal, point),
                ) {
                    (Verdict::True, _) | (_, Verdict::True) => Verdict::True,
                    (Verdict::Face, _) | (_, Verdict::Face) => Verdict::Face,
                    (Verdict::Neighbour, Verdict::Neighbour) => Verdict::Neighbour,
                }
            }
        }
    }

    fn judge_edge(&self, edge: usize, normal: Vec3, point: Vec3) -> Verdict {
        let (tail, head) = (self.corners[edge], self.corners[(edge + 1) % 3]);
        let way = head - tail;
        let squared = way.length_squared();
        // Not quite at the ends, where parts of other edges meet.
        let along = ((point - tail).dot(way) / squared).clamp(0.001, 0.999);
        let along = if self.turned { 1.0 - along } else { along };
        let found = self.surface.edge_at(self.index, self.side(edge), along);
        let kind = if self.turned {
            found.kind.reversed()
        } else {
            found.kind
        };
        match kind {
            EdgeKind::Flat | EdgeKind::Concave => Verdict::Face,
            EdgeKind::Open if normal.dot(self.normal) > 0.0 => Verdict::True,
            EdgeKind::Open => Verdict::Face,
            EdgeKind::Convex => {
                let Some(beyond) = self.beyond(found.neighbour, edge) else {
                    return Verdict::True;
                };
                let way = way / squared.sqrt();
                let flat = normal - way * way.dot(normal);
                let outward = way.cross(self.normal);
                let slack = SLACK * flat.length();
                if flat.dot(outward) < -slack {
                    Verdict::Face
                } else if flat.cross(beyond).dot(way) < -slack {
                    Verdict::Neighbour
                } else {
                    Verdict::True
                }
            }
        }
    }

    /// What the face alone touches, along its normal.
    fn face(&self, b: &Convex, b_in_a: &Pose, margin: f32, cache: &PairCache) -> Manifold {
        let toward = b_in_a.inverse_transform_vector(-self.normal);
        let lowest = b_in_a.transform_point(b.core_support(toward));
        let rounding = b.rounding();
        let touch = Touch {
            normal: self.normal,
            point_on_a: lowest,
            point_on_b: lowest - self.normal * rounding,
            // Not to be taken alone: it need not lie over this triangle.
            depth: f32::NEG_INFINITY,
        };
        let reference = Side {
            feature: Feature::Polygon(Polygon::of_triangle(self.corners, self.normal)),
            rounding: 0.0,
        };
        let incident = Side {
            feature: Feature::toward(b, toward, b_in_a),
            rounding,
        };
        over_face(&reference, &incident, &touch, margin, cache, 0)
    }
}

/// Contact of a triangle of a surface, A, with a convex body B, in the frame of the surface; and whether it is one
/// with an edge or corner, which neighbouring triangles find as well. `None` without a contact.
#[inline]
pub(crate) fn triangle_convex(
    surface: &Surface,
    index: u32,
    body: &Body,
    cache: &mut PairCache,
) -> Option<(Manifold, bool)> {
    let corners = surface.triangle(index);
    if let Convex::Sphere { radius } = *body.convex {
        return triangle_sphere(surface, index, corners, body, radius);
    }
    if body.is_clear_of(&corners) {
        return None;
    }
    near_triangle(surface, index, corners, body, cache)
}

/// Whether a body touches the front of a facet, from which it reaches from `lowest` to `highest` above.
fn is_in_front(lowest: f32, highest: f32, margin: f32) -> bool {
    let middle = 0.5 * (lowest + highest);
    // Written so that NaN fails.
    lowest <= margin && middle >= -BEHIND * (middle - lowest)
}

/// [`triangle_convex`] of a body that is no ball and not clear of the triangle.
fn near_triangle(
    surface: &Surface,
    index: u32,
    corners: [Vec3; 3],
    body: &Body,
    cache: &mut PairCache,
) -> Option<(Manifold, bool)> {
    let Body {
        convex: b,
        pose: b_in_a,
        margin,
        ..
    } = *body;
    let center = b_in_a.transform_point(b.center());
    let facet = Facet::new(surface, index, corners, center);
    let plane = facet.normal.dot(facet.corners[0]);
    let (lowest, highest) = body.span(facet.normal);
    let (lowest, highest) = (lowest - plane, highest - plane);
    if !is_in_front(lowest, highest, margin) {
        return None;
    }
    if let Some(manifold) = triangle_face(
        facet.corners,
        facet.normal,
        lowest,
        b,
        b_in_a,
        margin,
        cache,
    ) {
        return Some((manifold, false));
    }
    if facet.is_inner() {
        return Some((facet.face(b, b_in_a, margin, cache), false));
    }
    let triangle = Convex::Triangle(facet.corners);
    let manifold = super::manifold(&triangle, b, b_in_a, margin, cache);
    let deepest = manifold.deepest()?;
    if facet.normal.cross(manifold.normal).length_squared() < FLAT
        && facet.normal.dot(manifold.normal) > 0.0
    {
        return Some((manifold, false));
    }
    match facet.judge(manifold.normal, deepest.point_on_a) {
        Verdict::True => Some((manifold, true)),
        Verdict::Face => Some((facet.face(b, b_in_a, margin, cache), false)),
        Verdict::Neighbour => None,
    }
}

/// [`triangle_convex`] of a ball: most triangles near it are out of its reach.
fn triangle_sphere(
    surface: &Surface,
    index: u32,
    corners: [Vec3; 3],
    body: &Body,
    radius: f32,
) -> Option<(Manifold, bool)> {
    let (center, margin) = (body.pose.position, body.margin);
    let reach = radius + margin;
    let mut nearest = nearest_on_triangle(&corners, center);
    // Written so that NaN fails.
    if !((center - nearest).length_squared() <= reach * reach) {
        return None;
    }
    let facet = Facet::new(surface, index, corners, center);
    let plane = facet.normal.dot(facet.corners[0]);
    let middle = facet.normal.dot(center);
    if !is_in_front(middle - radius - plane, middle + radius - plane, margin) {
        return None;
    }
    if facet.turned {
        nearest = nearest_on_triangle(&facet.corners, center);
    }
    let apart = center - nearest;
    let height = facet.normal.dot(apart);
    let beside = (apart - facet.normal * height).length_squared();
    if beside <= FLAT * apart.length_squared() {
        // Over the face, or under it.
        let touch = Touch {
            normal: facet.normal,
            point_on_a: center - facet.normal * height,
            point_on_b: center - facet.normal * radius,
            depth: radius - height,
        };
        return (touch.depth >= -margin).then(|| (touch.manifold(0), false));
    }
    let touch = Touch::between(nearest, 0.0, center, radius, margin, facet.normal)?;
    // Else the centre does not lie over the face: no contact along its normal.
    (facet.judge(touch.normal, nearest) == Verdict::True).then(|| (touch.manifold(1), true))
}
