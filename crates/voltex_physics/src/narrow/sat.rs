//! Separating axes of two polyhedra.
//!
//! The axis of largest separation among the face normals of both and the cross products of edge pairs that
//! make a face of the Minkowski difference (Gregorius, *The Separating Axis Test between Convex Polyhedra*,
//! GDC 2013). Most axes are never tried: with `c` from centre to centre and `r` the distance from a centre to
//! the nearest face, the separation along a unit vector `n` is at most `dot(n, c) - r_a - r_b`.

use voltex_math::{Mat3, Pose, Vec3};

use super::cache::PairCache;
use super::polyhedron::{Parts, View};
use super::triangle_box::{self, First};

/// What the axis of a contact belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    /// Normal of this face of A.
    FaceOfA(usize),
    /// Opposite to the normal of this face of B.
    FaceOfB(usize),
    /// Across an edge of A and one of B.
    Edges(usize, usize),
}

/// Axis of largest separation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separation {
    /// Unit vector from A to B in the frame of A.
    pub(crate) normal: Vec3,
    /// Gap along it, m; negative where the two overlap.
    pub(crate) distance: f32,
    pub(crate) axis: Axis,
}

/// By how much an edge pair has to separate better than the best face: a part of the overlap and of the size.
/// A face gives a patch that holds its ground; an edge pair that is no better gives one point.
pub(crate) const EDGE_OF_OVERLAP: f32 = 1e-3;
pub(crate) const EDGE_OF_SIZE: f32 = 5e-5;

/// By how much a face of B has to separate better than one of A, relative to the size.
pub(crate) const FACE_OF_SIZE: f32 = 1e-5;

/// Edges of B that are looked at together.
const CHUNK: usize = 32;

/// Edge of B in the frame of A, with the normals of its faces turned round.
#[derive(Clone, Copy, Debug, Default)]
struct Arc {
    tail: Vec3,
    way: Vec3,
    left: Vec3,
    right: Vec3,
    index: u16,
}

struct Pair<'v, 'g> {
    a: &'v View<'g>,
    b: &'v View<'g>,
    turn: Mat3,
    back: Mat3,
    shift: Vec3,
}

impl Pair<'_, '_> {
    /// Gap along a unit vector of A's frame that points from A to B.
    fn gap(&self, normal: Vec3) -> f32 {
        normal.dot(self.shift) - self.b.reach(-(self.back * normal)) - self.a.reach(normal)
    }
}

/// Largest value of `dot(n, way)` for unit vectors `n` on the shorter arc between two.
#[inline]
fn most_over_arc(left: Vec3, right: Vec3, way: Vec3) -> f32 {
    let (p, q) = (left.dot(way), right.dot(way));
    let (more, less) = if p > q { (p, q) } else { (q, p) };
    let cos = left.dot(right);
    if less <= cos * more {
        return more;
    }
    // The peak of the great circle lies on the arc; on nearly equal normals the ends are as good.
    let sin_squared = 1.0 - cos * cos;
    if sin_squared > 1e-6 {
        ((p * p + q * q - 2.0 * p * q * cos) / sin_squared).sqrt()
    } else {
        more + 1e-3 * more.abs()
    }
}

/// The axis of largest separation; `None` if the two are farther apart than `margin` along some axis, which
/// the cache then remembers, and for poses that are not finite.
pub(crate) fn separation(
    a: &Parts,
    b: &Parts,
    b_in_a: &Pose,
    margin: f32,
    cache: &mut PairCache,
) -> Option<Separation> {
    match (a, b) {
        (Parts::Triangle(triangle), Parts::Box(cuboid)) => {
            triangle_box::separation(triangle, cuboid, First::Triangle, b_in_a, margin, cache)
        }
        (Parts::Box(cuboid), Parts::Triangle(triangle)) => {
            triangle_box::separation(triangle, cuboid, First::Box, b_in_a, margin, cache)
        }
        (
            Parts::Box(_) | Parts::Hull(_) | Parts::Triangle(_),
            Parts::Box(_) | Parts::Hull(_) | Parts::Triangle(_),
        ) => general(&a.view(), &b.view(), b_in_a, margin, cache),
    }
}

/// [`separation`] of any two.
pub(crate) fn general(
    a: &View,
    b: &View,
    b_in_a: &Pose,
    margin: f32,
    cache: &mut PairCache,
) -> Option<Separation> {
    let turn = Mat3::from_quat(b_in_a.rotation);
    let pair = Pair {
        a,
        b,
        turn,
        back: turn.transpose(),
        shift: b_in_a.position,
    };
    if let Some(axis) = cache.direction()
        && pair.gap(axis) > margin
    {
        return None;
    }
    let between = pair.turn * b.center + pair.shift - a.center;
    let apart = between.length();
    if !(apart < f32::INFINITY) {
        return None;
    }
    let (inner_a, inner_b) = (a.inner_radius(), b.inner_radius());
    let inner = inner_a + inner_b;
    if apart > inner {
        let axis = between / apart;
        if pair.gap(axis) > margin {
            cache.apart(axis);
            return None;
        }
    }
    let size = apart + inner;

    let face_a = best_face_of_a(&pair, between, inner);
    if face_a.1 > margin {
        cache.apart(a.faces[face_a.0].normal);
        return None;
    }
    let face_b = best_face_of_b(&pair, between, inner, face_a.1 + FACE_OF_SIZE * size);
    let mut best = Separation {
        normal: a.faces[face_a.0].normal,
        distance: face_a.1,
        axis: Axis::FaceOfA(face_a.0),
    };
    if let Some((face, distance)) = face_b {
        best = Separation {
            normal: -(pair.turn * b.faces[face].normal),
            distance,
            axis: Axis::FaceOfB(face),
        };
        if distance > margin {
            cache.apart(best.normal);
            return None;
        }
    }
    // The sides of a triangle have no area: they give no patch either.
    let solid = match best.axis {
        Axis::FaceOfA(face) => face < a.solid_faces,
        Axis::FaceOfB(face) => face < b.solid_faces,
        Axis::Edges(..) => false,
    };
    let least = if solid {
        best.distance + EDGE_OF_OVERLAP * best.distance.abs() + EDGE_OF_SIZE * size
    } else {
        best.distance
    };
    if let Some(edges) = best_edges(&pair, between, inner, least, best.normal) {
        best = edges;
        if best.distance > margin {
            cache.apart(best.normal);
            return None;
        }
    }
    Some(best)
}

/// Face of A of largest separation. The one that looks most towards B is tried first.
fn best_face_of_a(pair: &Pair, between: Vec3, inner: f32) -> (usize, f32) {
    let (turn, shift) = (pair.turn, pair.shift);
    let start = pair.a.face_toward(between);
    // A vertex of B: no face separates better than it lies above that face.
    let mut vertex = Vec3::ZERO;
    let mut gap = |index: usize, most: f32| {
        let face = &pair.a.faces[index];
        if face.normal.dot(vertex) - face.offset <= most {
            return f32::NEG_INFINITY;
        }
        vertex = turn * pair.b.farthest(-(pair.back * face.normal)) + shift;
        face.normal.dot(vertex) - face.offset
    };
    let mut best = (start, gap(start, f32::NEG_INFINITY));
    for (index, face) in pair.a.faces.iter().enumerate() {
        if face.normal.dot(between) - inner <= best.1 || index == start {
            continue;
        }
        let distance = gap(index, best.1);
        if distance > best.1 {
            best = (index, distance);
        }
    }
    best
}

/// Face of B of largest separation, if it is above `least`.
fn best_face_of_b(pair: &Pair, between: Vec3, inner: f32, least: f32) -> Option<(usize, f32)> {
    let toward = pair.back * between;
    let home = pair.back * pair.shift;
    let mut best = None;
    let mut most = least;
    let start = pair.b.face_toward(-toward);
    let mut vertex = None;
    let mut look = |index: usize| {
        let face = &pair.b.faces[index];
        if -face.normal.dot(toward) - inner <= most
            || vertex.is_some_and(|vertex| face.normal.dot(vertex) - face.offset <= most)
        {
            return;
        }
        let found = pair.back * pair.a.farthest(-(pair.turn * face.normal)) - home;
        vertex = Some(found);
        let distance = face.normal.dot(found) - face.offset;
        if distance > most {
            most = distance;
            best = Some((index, distance));
        }
    };
    look(start);
    for index in 0..pair.b.faces.len() {
        if index != start {
            look(index);
        }
    }
    best
}

/// Edge pair of largest separation, if it is above `least`.
///
/// Over the arc of an edge of A the support of A is the edge, so for any point `b` of B the separation there is at
/// most `dot(n, b - edge)`; and likewise for an edge of B. The deepest corners along the best face axis leave few
/// edges to be paired.
fn best_edges(
    pair: &Pair,
    between: Vec3,
    inner: f32,
    least: f32,
    axis: Vec3,
) -> Option<Separation> {
    let mut best: Option<Separation> = None;
    let mut most = least;
    let deep_a = pair.back * (pair.a.farthest(axis) - pair.shift);
    let deep_b = pair.turn * pair.b.farthest(-(pair.back * axis)) + pair.shift;
    let mut chunk = [Arc::default(); CHUNK];
    let mut count = 0;
    let total = pair.b.edges.len();
    let toward = pair.back * between;
    for (index, edge) in pair.b.edges.iter().enumerate() {
        let (left, right) = (
            pair.b.faces[usize::from(edge.left)].normal,
            pair.b.faces[usize::from(edge.right)].normal,
        );
        let tail = pair.b.vertices[usize::from(edge.tail)];
        let over = |way: Vec3| most_over_arc(left, right, way);
        if over(-toward) - inner > most && over(deep_a - tail) > most {
            let head = pair.b.vertices[usize::from(edge.head)];
            chunk[count] = Arc {
                tail: pair.turn * tail + pair.shift,
                way: pair.turn * (head - tail),
                left: -(pair.turn * left),
                right: -(pair.turn * right),
                index: index as u16,
            };
            count += 1;
        }
        if count == CHUNK || (index + 1 == total && count > 0) {
            let search = Search {
                between,
                inner,
                deep_b,
            };
            edges_of_a(pair, &search, &chunk[..count], &mut most, &mut best);
            count = 0;
        }
    }
    best
}

/// What bounds the separation along the axes of an edge of A.
struct Search {
    between: Vec3,
    inner: f32,
    deep_b: Vec3,
}

fn edges_of_a(
    pair: &Pair,
    search: &Search,
    arcs: &[Arc],
    most: &mut f32,
    best: &mut Option<Separation>,
) {
    for (index, edge) in pair.a.edges.iter().enumerate() {
        let (left, right) = (
            pair.a.faces[usize::from(edge.left)].normal,
            pair.a.faces[usize::from(edge.right)].normal,
        );
        let tail = pair.a.vertices[usize::from(edge.tail)];
        let over = |way: Vec3| most_over_arc(left, right, way);
        if over(search.between) - search.inner <= *most || over(search.deep_b - tail) <= *most {
            continue;
        }
        let way = pair.a.vertices[usize::from(edge.head)] - tail;
        for arc in arcs {
            // The arcs between the face normals of the two edges cross on the unit sphere.
            let (c, d) = (arc.left.dot(way), arc.right.dot(way));
            let (l, r) = (left.dot(arc.way), right.dot(arc.way));
            if !(c * d < 0.0 && l * r < 0.0 && c * r > 0.0) {
                continue;
            }
            let cross = way.cross(arc.way);
            let squared = cross.length_squared();
            if squared <= 1e-6 * way.length_squared() * arc.way.length_squared() {
                continue;
            }
            let mut normal = cross / squared.sqrt();
            if normal.dot(left + right) < 0.0 {
                normal = -normal;
            }
            let distance = normal.dot(arc.tail - tail);
            if distance > *most {
                *most = distance;
                *best = Some(Separation {
                    normal,
                    distance,
                    axis: Axis::Edges(index, usize::from(arc.index)),
                });
            }
        }
    }
}
