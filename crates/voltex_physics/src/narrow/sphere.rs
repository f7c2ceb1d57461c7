//! A ball against every convex shape, in closed form.
//!
//! All functions work in the frame of A; B is the ball, given by its centre. With the centre outside A the
//! normal points from the nearest point of A to the centre. With the centre inside, it is the outward normal
//! at the nearest surface point, and the depth is the radius plus the distance to that point.

use voltex_math::Vec3;

use super::touch::{COINCIDENT, Touch, unit};
use crate::shape::{Convex, Hull, HullFace};

/// Ball B against the convex shape A, in the frame of A.
#[inline(always)]
pub(crate) fn convex_sphere(a: &Convex, center: Vec3, radius: f32, margin: f32) -> Option<Touch> {
    // Also false for NaN.
    if !(center.length_squared() < f32::INFINITY) {
        return None;
    }
    match *a {
        Convex::Sphere { radius: own } => {
            Touch::between(Vec3::ZERO, own, center, radius, margin, Vec3::Y)
        }
        Convex::Box { half_extents } => box_sphere(half_extents, center, radius, margin),
        Convex::Capsule {
            half_height,
            radius: own,
        } => {
            let core = Vec3::new(0.0, clamped(center.y, half_height), 0.0);
            Touch::between(core, own, center, radius, margin, Vec3::X)
        }
        Convex::Cylinder {
            half_height,
            radius: own,
        } => cylinder_sphere(half_height, own, center, radius, margin),
        Convex::Cone {
            half_height,
            radius: own,
        } => cone_sphere(half_height, own, center, radius, margin),
        Convex::Hull(hull) => hull_sphere(hull, center, radius, margin),
        Convex::Triangle(corners) => triangle_sphere(&corners, center, radius, margin),
    }
}

/// `value` brought into `[-limit, limit]`.
#[inline]
pub(crate) fn clamped(value: f32, limit: f32) -> f32 {
    if value > limit {
        limit
    } else if value < -limit {
        -limit
    } else {
        value
    }
}

/// Contact with the surface point `surface` that has the outward normal `normal`, for a centre inside.
#[inline]
fn from_inside(surface: Vec3, normal: Vec3, inside: f32, center: Vec3, radius: f32) -> Touch {
    Touch {
        normal,
        point_on_a: surface,
        point_on_b: center - normal * radius,
        depth: radius + inside,
    }
}

/// Box around the origin. With the centre inside, the nearest face wins, x before y before z among equals and
/// the positive side where the centre lies in the middle.
#[inline]
pub(crate) fn box_sphere(half: Vec3, center: Vec3, radius: f32, margin: f32) -> Option<Touch> {
    let core = Vec3::new(
        clamped(center.x, half.x),
        clamped(center.y, half.y),
        clamped(center.z, half.z),
    );
    if (center - core).length_squared() > COINCIDENT {
        return Touch::between(core, 0.0, center, radius, margin, Vec3::Y);
    }
    let room = half - center.abs();
    let axis = if room.x <= room.y && room.x <= room.z {
        0
    } else if room.y <= room.z {
        1
    } else {
        2
    };
    // Outside by so little that the square of the gap vanishes it is a gap all the same.
    if room[axis] + radius < -margin {
        return None;
    }
    let sign = if center[axis] >= 0.0 { 1.0 } else { -1.0 };
    let mut normal = Vec3::ZERO;
    normal[axis] = sign;
    let mut surface = center;
    surface[axis] = sign * half[axis];
    Some(from_inside(surface, normal, room[axis], center, radius))
}

/// Unit vector from the y axis to a point, and the distance; +X on the axis.
#[inline]
pub(crate) fn radial(point: Vec3) -> (Vec3, f32) {
    let squared = point.x * point.x + point.z * point.z;
    if squared > COINCIDENT {
        let distance = squared.sqrt();
        (
            Vec3::new(point.x / distance, 0.0, point.z / distance),
            distance,
        )
    } else {
        (Vec3::X, 0.0)
    }
}

#[inline]
pub(crate) fn cylinder_sphere(
    half_height: f32,
    own: f32,
    center: Vec3,
    radius: f32,
    margin: f32,
) -> Option<Touch> {
    let (outward, distance) = radial(center);
    let to_cap = half_height - center.y.abs();
    let to_side = own - distance;
    if to_cap >= 0.0 && to_side >= 0.0 {
        let sign = if center.y >= 0.0 { 1.0 } else { -1.0 };
        return Some(if to_cap <= to_side {
            let surface = center.with_y(sign * half_height);
            from_inside(surface, Vec3::new(0.0, sign, 0.0), to_cap, center, radius)
        } else {
            let surface = (outward * own).with_y(center.y);
            from_inside(surface, outward, to_side, center, radius)
        });
    }
    let across = if to_side < 0.0 { own } else { distance };
    let core = (outward * across).with_y(clamped(center.y, half_height));
    // The fallback serves a gap whose square vanishes.
    let fallback = if to_side < 0.0 { outward } else { Vec3::Y };
    Touch::between(core, 0.0, center, radius, margin, fallback)
}

#[inline]
fn cone_sphere(
    half_height: f32,
    own: f32,
    center: Vec3,
    radius: f32,
    margin: f32,
) -> Option<Touch> {
    // In the half-plane through the axis and the centre: x is the distance from the axis.
    let x = (center.x * center.x + center.z * center.z).sqrt();
    let height = 2.0 * half_height;
    let slant_squared = own * own + height * height;
    // Times the slant, which only few of the places need.
    let above_side = x * height + (center.y - half_height) * own;
    let above_base = -half_height - center.y;
    let normal_of_side = || {
        let slant = slant_squared.sqrt();
        (radial(center).0 * (height / slant)).with_y(own / slant)
    };
    if above_side <= 0.0 && above_base <= 0.0 {
        let above_side = above_side / slant_squared.sqrt();
        return Some(if above_side >= above_base {
            let normal = normal_of_side();
            let surface = center - normal * above_side;
            from_inside(surface, normal, -above_side, center, radius)
        } else {
            let surface = center.with_y(-half_height);
            from_inside(surface, Vec3::NEG_Y, -above_base, center, radius)
        });
    }
    // Nearest point of the outline: on the base, or on the side between apex and rim. Selections instead of branches, of
    // which each would be guessed wrong half the time.
    let along = (x * own - (center.y - half_height) * height) / slant_squared;
    let along = if along < 1.0 { along } else { 1.0 };
    let along = if along > 0.0 { along } else { 0.0 };
    let on_base = above_base > 0.0 && x <= own;
    let across = if on_base { x } else { own * along };
    let up = if on_base {
        -half_height
    } else {
        half_height - height * along
    };
    let scale = if x > 0.0 { across / x } else { 0.0 };
    let core = Vec3::new(center.x * scale, up, center.z * scale);
    // The fallback serves a gap whose square vanishes.
    let fallback = if (center - core).length_squared() > COINCIDENT {
        Vec3::Y
    } else if on_base {
        Vec3::NEG_Y
    } else {
        normal_of_side()
    };
    Touch::between(core, 0.0, center, radius, margin, fallback)
}

/// Point of a segment nearest to `point`.
#[inline]
pub(crate) fn nearest_on_segment(tail: Vec3, head: Vec3, point: Vec3) -> Vec3 {
    let along = head - tail;
    let squared = along.length_squared();
    let t = (point - tail).dot(along);
    if !(t > 0.0) {
        tail
    } else if t >= squared {
        head
    } else {
        tail + along * (t / squared)
    }
}

/// Faces that are visited on the way to the one that is nearest to a ball; two or three are as a rule.
const WALK: usize = 8;

/// Polyhedron: the face that the centre lies farthest above decides, where the foot of the perpendicular falls
/// on it; else the nearest edge of all faces that the centre lies above.
///
/// That edge is looked for from face to face, as long as they come nearer. It is the right one if no vertex lies farther
/// towards the centre than its ends; if one does, all edges are compared.
///
/// Not inlined, as it would stand in the way of the short forms of other bodies.
#[inline(never)]
fn hull_sphere(hull: &Hull, center: Vec3, radius: f32, margin: f32) -> Option<Touch> {
    let face = hull.face_below(center);
    let HullFace { normal, offset, .. } = hull.faces()[face];
    let above = normal.dot(center) - offset;
    // Written so that NaN fails.
    if !(above <= radius + margin) {
        return None;
    }
    let foot = center - normal * above;
    if above <= 0.0 {
        // The foot of the nearest face lies on it: any other face would cut it off only by being nearer.
        return Some(from_inside(foot, normal, -above, center, radius));
    }
    let vertices = hull.vertices();
    let corners = hull.face_loop(face);
    let mut tail = vertices[usize::from(corners[corners.len() - 1])];
    let mut covered = true;
    for &corner in corners {
        let head = vertices[usize::from(corner)];
        if (head - tail).cross(normal).dot(foot - tail) > 0.0 {
            covered = false;
            break;
        }
        tail = head;
    }
    if covered {
        return Some(Touch {
            normal,
            point_on_a: foot,
            point_on_b: center - normal * radius,
            depth: radius - above,
        });
    }
    let mut best = NearestEdge {
        point: foot,
        squared: f32::INFINITY,
        ends: [0; 2],
    };
    let mut at = face;
    for _ in 0..WALK {
        let (corners, beside) = (hull.face_loop(at), hull.face_beside(at));
        let last = corners.len() - 1;
        let (mut tail, mut across) = (corners[last], beside[last]);
        let mut next = None;
        for (&head, &beyond) in corners.iter().zip(beside) {
            if best.try_edge(vertices, [tail.min(head), tail.max(head)], center) {
                next = Some(usize::from(across));
            }
            (tail, across) = (head, beyond);
        }
        let Some(next) = next else {
            break;
        };
        at = next;
    }
    let farthest = hull.support_index(center - best.point);
    if !best.ends.iter().any(|end| usize::from(*end) == farthest) {
        let is_seen = |face: u16| {
            let face = &hull.faces()[usize::from(face)];
            face.normal.dot(center) > face.offset
        };
        for edge in hull.edges() {
            if is_seen(edge.left) || is_seen(edge.right) {
                best.try_edge(vertices, [edge.tail, edge.head], center);
            }
        }
    }
    Touch::between(best.point, 0.0, center, radius, margin, normal)
}

/// The nearest so far of the edges of a hull.
struct NearestEdge {
    point: Vec3,
    /// Square of the distance, m^2.
    squared: f32,
    ends: [u16; 2],
}

impl NearestEdge {
    /// Takes an edge if it comes nearer; true if it does.
    #[inline]
    fn try_edge(&mut self, vertices: &[Vec3], ends: [u16; 2], center: Vec3) -> bool {
        let [tail, head] = ends.map(|end| vertices[usize::from(end)]);
        let point = nearest_on_segment(tail, head, center);
        let squared = (center - point).length_squared();
        let nearer = squared < self.squared;
        if nearer {
            *self = Self {
                point,
                squared,
                ends,
            };
        }
        nearer
    }
}

/// Triangle, both of its sides; from its plane the normal is that of its front.
fn triangle_sphere(corners: &[Vec3; 3], center: Vec3, radius: f32, margin: f32) -> Option<Touch> {
    let core = nearest_on_triangle(corners, center);
    let front = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    let front = unit(front).unwrap_or(Vec3::Y);
    Touch::between(core, 0.0, center, radius, margin, front)
}

/// Point of a triangle nearest to `point`, by Voronoi regions (Ericson, *Real-Time Collision Detection*, 5.1.5).
pub(crate) fn nearest_on_triangle(&[a, b, c]: &[Vec3; 3], point: Vec3) -> Vec3 {
    let (ab, ac, ap) = (b - a, c - a, point - a);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return a;
    }
    let bp = point - b;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return b;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 && d1 > d3 {
        return a + ab * (d1 / (d1 - d3));
    }
    let cp = point - c;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 && d2 > d6 {
        return a + ac * (d2 / (d2 - d6));
    }
    let va = d3 * d6 - d5 * d4;
    let (along, back) = (d4 - d3, d5 - d6);
    if va <= 0.0 && along >= 0.0 && back >= 0.0 && along + back > 0.0 {
        return b + (c - b) * (along / (along + back));
    }
    let area = va + vb + vc;
    if !(area > 0.0) {
        // No area, or not a number: the corner stands for the triangle.
        return a;
    }
    // The foot on the plane keeps the offset from it free of the rounding of the weights.
    a + ab * (vb / area) + ac * (vc / area)
}
