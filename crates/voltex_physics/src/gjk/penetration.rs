//! How deep two cores overlap, and along which normal.
//!
//! Expanding polytope of van den Bergen, *Proximity queries and penetration depth computation on 3D game
//! objects*, GDC 2001, over fixed arrays. A polytope inside the Minkowski difference grows at its face nearest
//! to the origin. Every direction tried gives an upper bound of the depth, the width of the overlap along it,
//! and the nearest face gives a lower one; the answer is the direction of the least upper bound, so that it
//! separates the bodies whatever rounding did to the polytope.

use voltex_math::DVec3;

use super::difference::{Difference, Vertex, support};
use super::distance::{Cores, SimplexCache, cores};
use super::simplex::Simplex;

/// Overlap of two cores, in the frame of A.
#[derive(Clone, Copy, Debug)]
pub(super) struct Penetration {
    /// Unit vector from A to B, along which the overlap is least.
    pub(super) normal: DVec3,
    /// Width of the overlap along it, m.
    pub(super) depth: f64,
    /// Deepest point of A in B, on the supporting plane of A, m.
    pub(super) point_on_a: DVec3,
}

/// A polytope with room for most pairs: few take more, and clearing room takes longer than a small search.
type Small = Polytope<48, 92, 185>;
/// And one for round bodies that are nearly as deep in many directions.
type Large = Polytope<96, 188, 377>;

/// Gap between the bounds at which the search ends, in parts of the depth.
const RELATIVE_GAP: f64 = 2.0e-5;
/// And in parts of the size of the difference: what `f32` vertices are worth.
const SIZE_GAP: f64 = 1.0e-8;
/// Rounds of polishing.
const MAX_POLISH: usize = 12;
/// Distance, in parts of the size, below which points coincide or lie in one line or plane.
const FLAT: f64 = 1.0e-9;

/// The overlap of two cores whose difference holds the origin, found in `simplex`.
pub(super) fn penetration(difference: &Difference<'_>, simplex: &Simplex) -> Penetration {
    let vertices = [0, 1, 2, 3].map(|place| simplex.vertex(place));
    match inflate(difference, &vertices[..simplex.len()]) {
        Ok(corners) => {
            let mut small = Small::NEW;
            match small.search(&corners, difference) {
                Search::Done(best) => small.answer(&best, difference),
                Search::Full(_) => {
                    let mut large = Large::NEW;
                    let (Search::Done(best) | Search::Full(best)) =
                        large.search(&corners, difference);
                    large.answer(&best, difference)
                }
            }
        }
        Err(normal) => flat(difference, simplex, normal),
    }
}

/// Both bodies lie in a plane, on a line or in a point: moving one along `normal` parts them at once.
fn flat(difference: &Difference<'_>, simplex: &Simplex, normal: DVec3) -> Penetration {
    let between = difference.point_from_b(difference.b.center().as_dvec3())
        - difference.a.center().as_dvec3();
    let normal = if normal.dot(between) < 0.0 {
        -normal
    } else {
        normal
    };
    Penetration {
        normal,
        depth: 0.0,
        point_on_a: simplex.point_on_a(),
    }
}

/// Some unit vector across `axis`: the one nearest to +Y, or +X for an axis along it.
fn across(axis: DVec3) -> DVec3 {
    let squared = axis.length_squared();
    let start = if axis.x * axis.x + axis.z * axis.z > 1e-6 * squared {
        DVec3::Y
    } else {
        DVec3::X
    };
    (start - axis * (axis.dot(start) / squared)).normalize()
}

/// The first vertex, given or farthest along one of the directions, for which `fits` holds.
fn pick(
    difference: &Difference<'_>,
    given: &[Vertex],
    directions: &[DVec3],
    fits: impl Fn(DVec3) -> bool,
) -> Option<Vertex> {
    given
        .iter()
        .copied()
        .chain(
            directions
                .iter()
                .map(|&direction| difference.support(direction)),
        )
        .find(|vertex| fits(vertex.w))
}

/// Four corners of a tetrahedron with volume that holds the given vertices; a normal of the difference if it
/// has no volume.
fn inflate(difference: &Difference<'_>, given: &[Vertex]) -> Result<[Vertex; 4], DVec3> {
    let axes = [
        DVec3::Y,
        -DVec3::Y,
        DVec3::X,
        -DVec3::X,
        DVec3::Z,
        -DVec3::Z,
    ];
    let first = match given.first() {
        Some(&vertex) => vertex,
        None => difference.support(DVec3::Y),
    };
    let extent = difference.support(DVec3::Y).w - difference.support(-DVec3::Y).w;
    let largest = given
        .iter()
        .fold(extent.length_squared(), |largest, vertex| {
            larger(largest, vertex.w.length_squared())
        });
    let least = FLAT * largest.sqrt();

    let second =
        pick(difference, given, &axes, |w| (w - first.w).length() > least).ok_or(DVec3::Y)?;

    let axis = (second.w - first.w).normalize();
    let side = across(axis);
    let other = axis.cross(side);
    let third = pick(difference, given, &[side, -side, other, -other], |w| {
        axis.cross(w - first.w).length() > least
    })
    .ok_or(side)?;

    let normal = axis.cross(third.w - first.w).normalize();
    let fourth = pick(difference, given, &[normal, -normal], |w| {
        normal.dot(w - first.w).abs() > least
    })
    .ok_or(normal)?;

    // Faces are counter-clockwise from outside when the fourth lies behind the first three.
    Ok(if normal.dot(fourth.w - first.w) > 0.0 {
        [first, third, second, fourth]
    } else {
        [first, second, third, fourth]
    })
}

fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// A triangle of the polytope, or a place for one.
#[derive(Clone, Copy)]
struct Face {
    /// Outward unit normal; zero for a face without area, which is never the nearest nor visible.
    normal: DVec3,
    /// Distance of its plane from the origin along the normal, m.
    offset: f64,
    /// Vertices, counter-clockwise from outside.
    corners: [u8; 3],
    /// Face beyond the edge from corner `i` to corner `i + 1`.
    beyond: [u8; 3],
    gone: bool,
}

impl Face {
    const NONE: Self = Self {
        normal: DVec3::ZERO,
        offset: 0.0,
        corners: [0; 3],
        beyond: [0; 3],
        gone: false,
    };
}

/// An edge of the horizon, as the face beyond it has it.
#[derive(Clone, Copy)]
struct Edge {
    face: u8,
    side: u8,
}

/// Direction of least overlap so far.
#[derive(Clone, Copy)]
struct Best {
    normal: DVec3,
    depth: f64,
    corners: [u8; 3],
}

/// How a search ended.
enum Search {
    /// The bounds have met.
    Done(Best),
    /// There was no more room, or rounding has torn the surface; the best so far.
    Full(Best),
}

/// Room for `V` vertices, `F` faces and `S` edges that wait.
///
/// A closed triangulated surface of V vertices has 2 V - 4 faces. A face leaves two edges waiting when it goes,
/// the first one three, and each goes once: 2 F + 1.
struct Polytope<const V: usize, const F: usize, const S: usize> {
    vertices: [Vertex; V],
    vertex_count: usize,
    faces: [Face; F],
    /// Offsets of the faces that may be grown at; infinite for the others. What [`Polytope::nearest`] reads.
    open: [f64; F],
    face_count: usize,
    /// Places of faces that are gone, to be used again.
    free: [u8; F],
    free_count: usize,
    /// Faces that the new vertex sees.
    seen: [u8; F],
    /// Edges still to be looked over.
    stack: [Edge; S],
    /// Largest distance of a vertex from the origin, m, and its square.
    size: f64,
    size_squared: f64,
}

impl<const V: usize, const F: usize, const S: usize> Polytope<V, F, S> {
    const NEW: Self = Self {
        vertices: [Vertex::ZERO; V],
        vertex_count: 0,
        faces: [Face::NONE; F],
        open: [f64::INFINITY; F],
        face_count: 0,
        free: [0; F],
        free_count: 0,
        seen: [0; F],
        stack: [Edge { face: 0, side: 0 }; S],
        size: 0.0,
        size_squared: 0.0,
    };

    fn seed(&mut self, corners: &[Vertex; 4]) {
        for &corner in corners {
            self.push_vertex(corner);
        }
        // Each face is listed with the faces beyond its three edges.
        for (corners, beyond) in [
            ([0, 1, 2], [1, 2, 3]),
            ([1, 0, 3], [0, 3, 2]),
            ([2, 1, 3], [0, 1, 3]),
            ([0, 2, 3], [0, 2, 1]),
        ] {
            self.push_face(corners, beyond);
        }
    }

    fn push_vertex(&mut self, vertex: Vertex) -> u8 {
        self.vertices[self.vertex_count] = vertex;
        self.vertex_count += 1;
        let squared = vertex.w.length_squared();
        if squared > self.size_squared {
            self.size_squared = squared;
            self.size = squared.sqrt();
        }
        (self.vertex_count - 1) as u8
    }

    /// Place of a new face; `None` when all are taken.
    fn push_face(&mut self, corners: [u8; 3], beyond: [u8; 3]) -> Option<u8> {
        let [a, b, c] = [
            self.vertices[usize::from(corners[0])].w,
            self.vertices[usize::from(corners[1])].w,
            self.vertices[usize::from(corners[2])].w,
        ];
        let (ab, ac) = (b - a, c - a);
        let across = ab.cross(ac);
        let squared = across.length_squared();
        let place = if self.free_count > 0 {
            self.free_count -= 1;
            usize::from(self.free[self.free_count])
        } else if self.face_count < F {
            self.face_count += 1;
            self.face_count - 1
        } else {
            return None;
        };
        let (normal, offset, open) =
            if squared > FLAT * FLAT * ab.length_squared() * ac.length_squared() {
                let normal = across * (1.0 / squared.sqrt());
                let offset = normal.dot(a);
                (normal, offset, offset)
            } else {
                (DVec3::ZERO, 0.0, f64::INFINITY)
            };
        self.open[place] = open;
        self.faces[place] = Face {
            normal,
            offset,
            corners,
            beyond,
            gone: false,
        };
        Some(place as u8)
    }

    /// The open face whose plane is nearest to the origin, the lowest of equals.
    fn nearest(&self) -> Option<usize> {
        let mut best = None;
        let mut least = f64::INFINITY;
        for (place, &offset) in self.open[..self.face_count].iter().enumerate() {
            if offset < least {
                least = offset;
                best = Some(place);
            }
        }
        best
    }

    /// Grows from a tetrahedron until its nearest face supports the difference.
    fn search(&mut self, corners: &[Vertex; 4], difference: &Difference<'_>) -> Search {
        self.seed(corners);
        let mut best = Best {
            normal: DVec3::Y,
            depth: f64::INFINITY,
            corners: [0, 1, 2],
        };
        // Each round settles a face or adds a vertex; faces never outnumber their array.
        for _ in 0..V + F {
            let Some(place) = self.nearest() else { break };
            let Face {
                normal,
                offset,
                corners,
                ..
            } = self.faces[place];
            if offset >= best.depth - (RELATIVE_GAP * best.depth + SIZE_GAP * self.size) {
                break;
            }
            let vertex = difference.support(normal);
            let width = vertex.w.dot(normal);
            if width < best.depth {
                best = Best {
                    normal,
                    depth: width,
                    corners,
                };
            }
            if width - offset <= RELATIVE_GAP * width + SIZE_GAP * self.size {
                // Its plane supports the difference: nothing grows here.
                self.open[place] = f64::INFINITY;
                continue;
            }
            if self.vertex_count == V || !self.grow(place, vertex) {
                return Search::Full(best);
            }
        }
        Search::Done(best)
    }

    /// The edge of a face as its neighbour has it; `None` if rounding has torn the surface.
    #[inline]
    fn beyond(&self, face: &Face, side: usize) -> Option<Edge> {
        let other = face.beyond[side];
        let from = face.corners[next(side)];
        let corners = &self.faces[usize::from(other)].corners;
        let side = if corners[0] == from {
            0
        } else if corners[1] == from {
            1
        } else if corners[2] == from {
            2
        } else {
            return None;
        };
        Some(Edge { face: other, side })
    }

    /// Adds a vertex that lies above the face; `false` when rounding has torn the surface or there is no room.
    fn grow(&mut self, place: usize, vertex: Vertex) -> bool {
        let margin = 1e-14 * self.size;
        let apex = self.push_vertex(vertex);
        let mut waiting = 0;
        let mut seen = 0;
        let mut first: Option<u8> = None;
        let mut last = 0;

        let start = self.faces[place];
        self.faces[place].gone = true;
        self.open[place] = f64::INFINITY;
        self.seen[seen] = place as u8;
        seen += 1;
        for side in [2, 1, 0] {
            let Some(edge) = self.beyond(&start, side) else {
                return false;
            };
            self.stack[waiting] = edge;
            waiting += 1;
        }
        while waiting > 0 {
            waiting -= 1;
            let Edge { face: at, side } = self.stack[waiting];
            let (at, side) = (usize::from(at), usize::from(side));
            let face = self.faces[at];
            if face.gone {
                continue;
            }
            if face.normal.dot(vertex.w) > face.offset + margin {
                self.faces[at].gone = true;
                self.open[at] = f64::INFINITY;
                self.seen[seen] = at as u8;
                seen += 1;
                for side in [next(next(side)), next(side)] {
                    let Some(edge) = self.beyond(&face, side) else {
                        return false;
                    };
                    self.stack[waiting] = edge;
                    waiting += 1;
                }
                continue;
            }
            // The new face has the edge the other way round: the horizon runs from its tail to its head.
            let (tail, head) = (face.corners[next(side)], face.corners[side]);
            let Some(new) = self.push_face([tail, head, apex], [at as u8, 0, 0]) else {
                return false;
            };
            self.faces[at].beyond[side] = new;
            if first.is_none() {
                first = Some(new);
            } else {
                let before = &mut self.faces[usize::from(last)];
                if before.corners[1] != tail {
                    return false;
                }
                before.beyond[1] = new;
                self.faces[usize::from(new)].beyond[2] = last;
            }
            last = new;
        }
        let Some(first) = first else {
            return false;
        };
        if self.faces[usize::from(last)].corners[1] != self.faces[usize::from(first)].corners[0] {
            return false;
        }
        self.faces[usize::from(last)].beyond[1] = first;
        self.faces[usize::from(first)].beyond[2] = last;
        for &place in &self.seen[..seen] {
            self.free[self.free_count] = place;
            self.free_count += 1;
        }
        true
    }

    /// The deepest points that belong to the best plane.
    ///
    /// They are at the origin's foot on it, put together from points of A. A flat side of the difference is made
    /// of several triangles, so the foot may lie in a neighbour of the one that gave the direction. Where it lies
    /// in none, because a round body that is equally deep in many directions has used up the vertices, the
    /// direction is polished instead.
    fn answer(&self, best: &Best, difference: &Difference<'_>) -> Penetration {
        let Best { normal, depth, .. } = *best;
        let foot = normal * depth;
        let near = 4.0 * (RELATIVE_GAP * depth + SIZE_GAP * self.size);
        let (mut off, mut inside) = self.on_face(best.corners, foot);
        if off > near {
            for face in &self.faces[..self.face_count] {
                let level = (face.normal.dot(foot) - face.offset).abs() <= near;
                if face.gone || !level || face.normal.dot(normal) < 0.9 {
                    continue;
                }
                let (other, point) = self.on_face(face.corners, foot);
                if other < off {
                    (off, inside) = (other, point);
                }
            }
        }
        if off > near {
            self.polish(best, inside, difference)
        } else {
            on_planes(normal, depth, inside, difference)
        }
    }

    /// Goes down from the best direction to the least overlap around it.
    ///
    /// B is moved along the direction until it is free by a little, which puts the origin just beyond the
    /// supporting plane of the difference. The way to the nearest point is the next direction. The overlap along
    /// it is never more: the new plane lies no nearer to the origin's new place than the little, and that place
    /// is no farther out along the new direction than along the old one. When the direction stays, the nearest
    /// points are the deepest points.
    fn polish(&self, best: &Best, mut inside: DVec3, difference: &Difference<'_>) -> Penetration {
        let Best {
            mut normal,
            mut depth,
            corners,
        } = *best;
        let free = 1e-3 * self.size;
        let mut cache = SimplexCache {
            ids: corners.map(|corner| difference.remember(&self.vertices[usize::from(corner)])),
            count: 3,
        };
        // Each round shortens what is left by the overlap over the radius of the surface, or is the last.
        for _ in 0..MAX_POLISH {
            let parted = Difference {
                translation: difference.translation + normal * (depth + free),
                ..*difference
            };
            let Cores::Apart(simplex, gap) = cores(&parted, f64::INFINITY, &mut cache) else {
                break;
            };
            inside = simplex.point_on_a();
            let next = gap / -gap.length();
            let width = difference.support(next).w.dot(next);
            let less = depth - width;
            if less <= 0.0 {
                break;
            }
            (normal, depth) = (next, width);
            if less <= 1e-7 * self.size {
                break;
            }
        }
        on_planes(normal, depth, inside, difference)
    }

    /// Distance of a place from a triangle, m, and the point of A that belongs to the nearest point of it.
    fn on_face(&self, corners: [u8; 3], place: DVec3) -> (f64, DVec3) {
        let mut simplex = Simplex::EMPTY;
        for corner in corners {
            let mut vertex = self.vertices[usize::from(corner)];
            vertex.w -= place;
            simplex.push(vertex);
        }
        // Three vertices always have a nearest point.
        let off = simplex.nearest().map_or(0.0, |near| near.length());
        (off, simplex.point_on_a())
    }
}

/// The answer with the point of A moved out to its supporting plane: triangles run inside a round surface.
fn on_planes(normal: DVec3, depth: f64, inside: DVec3, difference: &Difference<'_>) -> Penetration {
    let (farthest, _) = support(difference.a, normal);
    Penetration {
        normal,
        depth,
        point_on_a: inside + normal * normal.dot(farthest - inside),
    }
}

/// The corner or side after this one.
#[inline]
fn next(side: usize) -> usize {
    if side == 2 { 0 } else { side + 1 }
}
