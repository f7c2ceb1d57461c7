//! Point of a simplex nearest to the origin.

use voltex_math::DVec3;

use super::difference::Vertex;

/// Up to four points of a Minkowski difference, and the weights of its point nearest to the origin.
#[derive(Clone, Copy)]
pub(super) struct Simplex {
    w: [DVec3; 4],
    a: [DVec3; 4],
    ids: [[u32; 2]; 4],
    weights: [f64; 4],
    count: usize,
}

/// What came of a new vertex.
pub(super) enum Step {
    /// The simplex is reduced to the vertices that carry this point, nearer than before.
    Nearer(DVec3),
    /// The origin lies inside; all four vertices are kept.
    Inside,
    /// Rounding has used up what the vertex brings: the simplex is what it was without it.
    Stuck,
}

/// Sine of the smallest angle that counts: below, three points are a segment and four lie in a plane.
///
/// Points are exact to 1e-16 of their size, so an angle of 1e-10 is still known to six digits.
const THIN: f64 = 1.0e-10;

impl Simplex {
    pub(super) const EMPTY: Self = Self {
        w: [DVec3::ZERO; 4],
        a: [DVec3::ZERO; 4],
        ids: [[0; 2]; 4],
        weights: [0.0; 4],
        count: 0,
    };

    /// A point of the difference alone, m, with the point of A that makes it; its vertices have no number.
    pub(super) fn of_point(w: DVec3, a: DVec3) -> Self {
        let mut simplex = Self::EMPTY;
        simplex.push(Vertex { w, a, ids: [0; 2] });
        simplex.weights[0] = 1.0;
        simplex
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    pub(super) fn vertex(&self, place: usize) -> Vertex {
        Vertex {
            w: self.w[place],
            a: self.a[place],
            ids: self.ids[place],
        }
    }

    /// Adds a vertex. There is room: the nearest point of four is inside or on three of them.
    #[inline]
    pub(super) fn push(&mut self, vertex: Vertex) {
        let place = self.count & 3;
        self.w[place] = vertex.w;
        self.a[place] = vertex.a;
        self.ids[place] = vertex.ids;
        self.count = place + 1;
    }

    /// Whether a vertex lies exactly here. Support points come out with the same bits each time.
    #[inline]
    pub(super) fn holds(&self, w: DVec3) -> bool {
        self.w[..self.count].contains(&w)
    }

    /// Largest squared distance of a vertex from the origin, m^2.
    #[inline]
    pub(super) fn largest_squared(&self) -> f64 {
        self.w[..self.count].iter().fold(0.0, |largest, w| {
            let squared = w.length_squared();
            if squared > largest { squared } else { largest }
        })
    }

    /// Point of A that belongs to the nearest point, m.
    #[inline]
    pub(super) fn point_on_a(&self) -> DVec3 {
        let mut point = self.a[0] * self.weights[0];
        for place in 1..self.count {
            point += self.a[place] * self.weights[place];
        }
        point
    }

    /// The point nearest to the origin, keeping only the vertices that carry it; `None` with all four kept
    /// when the origin lies inside.
    pub(super) fn nearest(&mut self) -> Option<DVec3> {
        let near = self.search()?;
        self.keep(&near);
        Some(near.point)
    }

    /// Adds a support point taken against the nearest point so far, whose squared distance is `squared`, m^2.
    #[inline]
    pub(super) fn advance(&mut self, vertex: Vertex, squared: f64) -> Step {
        self.push(vertex);
        let quick = match self.count {
            2 => newest::segment(self.w[0], self.w[1]),
            3 => newest::triangle([self.w[0], self.w[1]], self.w[2], [0, 1, 2]),
            _ => match newest::tetrahedron(&self.w) {
                newest::Of4::Near(near) => Some(near),
                newest::Of4::Inside => return Step::Inside,
                newest::Of4::Unsure => None,
            },
        };
        let near = match quick {
            Some(near) if near.point.length_squared() < squared => near,
            _ => match self.search() {
                None => return Step::Inside,
                Some(near) if near.point.length_squared() < squared => near,
                Some(_) => {
                    self.count -= 1;
                    return Step::Stuck;
                }
            },
        };
        self.keep(&near);
        Step::Nearer(near.point)
    }

    /// The nearest point over all regions; `None` inside.
    fn search(&self) -> Option<Near> {
        let [a, b, c, _] = self.w;
        Some(match self.count {
            1 => Near::vertex(a, 0),
            2 => segment([a, b], [0, 1]),
            3 => triangle([a, b, c], [0, 1, 2]),
            _ => tetrahedron(self.w)?,
        })
    }

    #[inline]
    fn keep(&mut self, near: &Near) {
        for place in 0..near.count {
            // Indices rise, so no vertex is overwritten before it is read.
            let from = usize::from(near.indices[place]) & 3;
            if from != place {
                self.w[place] = self.w[from];
                self.a[place] = self.a[from];
                self.ids[place] = self.ids[from];
            }
            self.weights[place] = near.weights[place];
        }
        self.count = near.count;
    }
}

/// Regions that the newest vertex can have: the nearest point lies on it or on something that holds it, since
/// it lies nearer than what was there before. What looks otherwise is left to the search over all regions.
mod newest {
    use voltex_math::DVec3;

    use super::{Near, THIN};

    #[inline]
    pub(super) fn segment(a: DVec3, b: DVec3) -> Option<Near> {
        let way = a - b;
        let along = -b.dot(way);
        if along <= 0.0 {
            return Some(Near::vertex(b, 1));
        }
        let squared = way.length_squared();
        if along >= squared {
            return None;
        }
        let t = along / squared;
        Some(Near {
            point: b + way * t,
            indices: [0, 1, 0],
            weights: [t, 1.0 - t, 0.0],
            count: 2,
        })
    }

    /// `c` is the newest; the names rise from a to c.
    #[inline]
    pub(super) fn triangle([a, b]: [DVec3; 2], c: DVec3, names: [u8; 3]) -> Option<Near> {
        let (to_a, to_b) = (a - c, b - c);
        faced(to_a, to_b, c, to_a.cross(to_b), names)
    }

    /// The same by the edges from c and their cross product.
    #[inline]
    fn faced(to_a: DVec3, to_b: DVec3, c: DVec3, normal: DVec3, names: [u8; 3]) -> Option<Near> {
        let [i, j, k] = names;
        let squared = normal.length_squared();
        let (aa, bb) = (to_a.length_squared(), to_b.length_squared());
        if squared <= THIN * THIN * aa * bb {
            return None;
        }
        // Weights of a and b at the origin's foot, times `squared`.
        let (of_a, of_b) = (-c.dot(to_b.cross(normal)), -c.dot(normal.cross(to_a)));
        if of_a > 0.0 && of_b > 0.0 {
            let of_c = squared - of_a - of_b;
            if of_c <= 0.0 {
                return None;
            }
            let whole = 1.0 / squared;
            return Some(Near {
                point: normal * (normal.dot(c) * whole),
                indices: [i, j, k],
                weights: [of_a * whole, of_b * whole, of_c * whole],
                count: 3,
            });
        }
        let (along_a, along_b) = (-c.dot(to_a), -c.dot(to_b));
        if of_b <= 0.0 && along_a > 0.0 {
            return edge(to_a, c, along_a, aa, [i, k]);
        }
        if of_a <= 0.0 && along_b > 0.0 {
            return edge(to_b, c, along_b, bb, [j, k]);
        }
        Some(Near::vertex(c, k))
    }

    #[inline]
    fn edge(way: DVec3, c: DVec3, along: f64, squared: f64, [i, k]: [u8; 2]) -> Option<Near> {
        if along >= squared {
            return None;
        }
        let t = along / squared;
        Some(Near {
            point: c + way * t,
            indices: [i, k, 0],
            weights: [t, 1.0 - t, 0.0],
            count: 2,
        })
    }

    pub(super) enum Of4 {
        Near(Near),
        Inside,
        Unsure,
    }

    /// The last vertex is the newest.
    #[inline]
    pub(super) fn tetrahedron([a, b, c, d]: &[DVec3; 4]) -> Of4 {
        let (to_a, to_b, to_c) = (a - d, b - d, c - d);
        let normals = [to_a.cross(to_b), to_a.cross(to_c), to_b.cross(to_c)];
        let volume = normals[0].dot(to_c);
        let sizes = to_a.length_squared() * to_b.length_squared() * to_c.length_squared();
        if volume * volume <= THIN * THIN * sizes {
            return Of4::Unsure;
        }
        // Seen from the inside the faces a-b, c-a and b-c turn one way: the second normal has the other sign.
        let sides = [volume, -volume, volume];
        let edges = [(to_a, to_b), (to_a, to_c), (to_b, to_c)];
        let names = [[0, 1, 3], [0, 2, 3], [1, 2, 3]];
        let mut best: Option<Near> = None;
        for face in 0..3 {
            if -d.dot(normals[face]) * sides[face] >= 0.0 {
                continue;
            }
            let (first, second) = edges[face];
            let Some(near) = faced(first, second, *d, normals[face], names[face]) else {
                return Of4::Unsure;
            };
            best = Some(match best {
                Some(best) if best.point.length_squared() <= near.point.length_squared() => best,
                _ => near,
            });
        }
        match best {
            Some(near) => Of4::Near(near),
            None => Of4::Inside,
        }
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
