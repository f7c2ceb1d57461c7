//! Point of a simplex nearest to the origin.

use voltex_math::DVec3;

use super::difference::Vertex;

/// Up to four points of a Minkowski difference, and the weights of its point nearest to the origin.
#[derive(Clone, Copy)]
pub(super) struct Simplex {
    vertices: [Vertex; 4],
    weights: [f64; 4],
    count: usize,
}

/// Sine of the smallest angle that counts: below, three points are a segment and four lie in a plane.
///
/// Points are exact to 1e-16 of their size, so an angle of 1e-10 is still known to six digits.
const THIN: f64 = 1.0e-10;

impl Simplex {
    pub(super) const EMPTY: Self = Self {
        vertices: [Vertex::ZERO; 4],
        weights: [0.0; 4],
        count: 0,
    };

    pub(super) fn vertices(&self) -> &[Vertex] {
        &self.vertices[..self.count]
    }

    /// Adds a vertex. There is room: the nearest point of four is inside or on three of them.
    #[inline]
    pub(super) fn push(&mut self, vertex: Vertex) {
        self.vertices[self.count] = vertex;
        self.count += 1;
    }

    /// Whether a vertex lies exactly here. Support points come out with the same bits each time.
    #[inline]
    pub(super) fn holds(&self, w: DVec3) -> bool {
        self.vertices().iter().any(|vertex| vertex.w == w)
    }

    /// Largest squared distance of a vertex from the origin, m^2.
    #[inline]
    pub(super) fn largest_squared(&self) -> f64 {
        self.vertices().iter().fold(0.0, |largest, vertex| {
            let squared = vertex.w.length_squared();
            if squared > largest { squared } else { largest }
        })
    }

    /// Point of A that belongs to the nearest point, m.
    pub(super) fn point_on_a(&self) -> DVec3 {
        self.weighted(|vertex| vertex.a)
    }

    fn weighted(&self, part: impl Fn(&Vertex) -> DVec3) -> DVec3 {
        self.vertices()
            .iter()
            .zip(self.weights)
            .fold(DVec3::ZERO, |sum, (vertex, weight)| {
                sum + part(vertex) * weight
            })
    }

    /// The point nearest to the origin, keeping only the vertices that carry it; `None` with all four kept
    /// when the origin lies inside.
    #[inline]
    pub(super) fn nearest(&mut self) -> Option<DVec3> {
        let [a, b, c, d] = self.vertices.map(|vertex| vertex.w);
        let near = match self.count {
            1 => Near::vertex(a, 0),
            2 => segment([a, b], [0, 1]),
            3 => triangle([a, b, c], [0, 1, 2]),
            _ => tetrahedron([a, b, c, d])?,
        };
        self.keep(&near);
        Some(near.point)
    }

    #[inline]
    fn keep(&mut self, near: &Near) {
        let mut count = 0;
        for place in 0..near.count {
            // Indices rise, so no vertex is overwritten before it is read.
            self.vertices[count] = self.vertices[usize::from(near.indices[place])];
            self.weights[count] = near.weights[place];
            count += 1;
        }
        self.count = count;
    }
}

/// A point as a weighted sum of some vertices, by rising index.
#[derive(Clone, Copy)]
struct Near {
    point: DVec3,
    indices: [u8; 3],
    weights: [f64; 3],
    count: usize,
}

impl Near {
    #[inline]
    fn vertex(point: DVec3, index: u8) -> Self {
        Self {
            point,
            indices: [index, 0, 0],
            weights: [1.0, 0.0, 0.0],
            count: 1,
        }
    }

    /// Between two vertices, `t` of the way from the first.
    #[inline]
    fn edge([a, b]: [DVec3; 2], [i, j]: [u8; 2], t: f64) -> Self {
        Self {
            point: a + (b - a) * t,
            indices: [i, j, 0],
            weights: [1.0 - t, t, 0.0],
            count: 2,
        }
    }
}

#[inline]
fn segment([a, b]: [DVec3; 2], [i, j]: [u8; 2]) -> Near {
    let way = b - a;
    let along = -a.dot(way);
    if along <= 0.0 {
        return Near::vertex(a, i);
    }
    let squared = way.length_squared();
    if along >= squared {
        return Near::vertex(b, j);
    }
    Near::edge([a, b], [i, j], along / squared)
}

/// Regions of Ericson, *Real-Time Collision Detection*, 5.1.5.
#[inline]
fn triangle([a, b, c]: [DVec3; 3], [i, j, k]: [u8; 3]) -> Near {
    let (ab, ac) = (b - a, c - a);
    let (ab_a, ac_a) = (-ab.dot(a), -ac.dot(a));
    if ab_a <= 0.0 && ac_a <= 0.0 {
        return Near::vertex(a, i);
    }
    let (ab_b, ac_b) = (-ab.dot(b), -ac.dot(b));
    if ab_b >= 0.0 && ac_b <= ab_b {
        return Near::vertex(b, j);
    }
    let (ab_c, ac_c) = (-ab.dot(c), -ac.dot(c));
    if ac_c >= 0.0 && ab_c <= ac_c {
        return Near::vertex(c, k);
    }
    let normal = ab.cross(ac);
    let squared = normal.length_squared();
    if squared <= THIN * THIN * ab.length_squared() * ac.length_squared() {
        return edges_of([a, b, c], [i, j, k]);
    }
    // Signed areas of the triangles between the origin's foot and each edge. The normal comes first, so
    // that a far origin does not cancel.
    let foot = normal * (normal.dot(a) / squared);
    let (fa, fb, fc) = (a - foot, b - foot, c - foot);
    let at_c = normal.dot(fa.cross(fb));
    if at_c <= 0.0 && ab_a >= 0.0 && ab_b <= 0.0 {
        return Near::edge([a, b], [i, j], ab_a / (ab_a - ab_b));
    }
    let at_b = normal.dot(fc.cross(fa));
    if at_b <= 0.0 && ac_a >= 0.0 && ac_c <= 0.0 {
        return Near::edge([a, c], [i, k], ac_a / (ac_a - ac_c));
    }
    let at_a = normal.dot(fb.cross(fc));
    let (toward_c, toward_b) = (ac_b - ab_b, ab_c - ac_c);
    if at_a <= 0.0 && toward_c >= 0.0 && toward_b >= 0.0 {
        return Near::edge([b, c], [j, k], toward_c / (toward_c + toward_b));
    }
    if !(at_a > 0.0 && at_b > 0.0 && at_c > 0.0) {
        // Rounding at the border of two regions.
        return edges_of([a, b, c], [i, j, k]);
    }
    let whole = 1.0 / (at_a + at_b + at_c);
    let (v, w) = (at_b * whole, at_c * whole);
    Near {
        point: foot,
        indices: [i, j, k],
        weights: [1.0 - v - w, v, w],
        count: 3,
    }
}

/// The nearest point of the three edges.
fn edges_of([a, b, c]: [DVec3; 3], [i, j, k]: [u8; 3]) -> Near {
    nearer(
        nearer(segment([a, b], [i, j]), segment([a, c], [i, k])),
        segment([b, c], [j, k]),
    )
}

/// The nearer of two, the first of equals.
fn nearer(first: Near, second: Near) -> Near {
    if second.point.length_squared() < first.point.length_squared() {
        second
    } else {
        first
    }
}

/// `None` when the origin lies inside or on the surface.
#[inline]
fn tetrahedron(corners: [DVec3; 4]) -> Option<Near> {
    const FACES: [[u8; 4]; 4] = [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 3, 1], [1, 2, 3, 0]];
    let mut best: Option<Near> = None;
    for [i, j, k, opposite] in FACES {
        let [a, b, c, d] = [i, j, k, opposite].map(|index| corners[usize::from(index)]);
        let (ab, ac, ad) = (b - a, c - a, d - a);
        let normal = ab.cross(ac);
        let inward = normal.dot(ad);
        let origin = -normal.dot(a);
        let flat = inward * inward
            <= THIN * THIN * ab.length_squared() * ac.length_squared() * ad.length_squared();
        if !flat && origin * inward >= 0.0 {
            continue;
        }
        let near = triangle([a, b, c], [i, j, k]);
        best = Some(match best {
            Some(best) => nearer(best, near),
            None => near,
        });
    }
    best
}

/// Point of a triangle nearest to the origin.
pub(super) fn nearest_of_triangle(corners: [DVec3; 3]) -> DVec3 {
    triangle(corners, [0, 1, 2]).point
}
