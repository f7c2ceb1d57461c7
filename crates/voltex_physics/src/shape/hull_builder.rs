//! Convex hull of a point cloud: exact triangles first, polygons from them afterwards (`hull_merge`).
//!
//! Points are snapped to a grid of 2^28 steps over half their extent, 16 times finer than an `f32` at its edge.
//! On it every orientation test is exact in 128-bit integers, so the hull of the snapped points is right by
//! construction, whatever their position: there is no case of numerical trouble to repair. The algorithm is
//! Quickhull (Barber, Dobkin and Huhdanpaa, 1996) with the farthest of all waiting points next; a point that is
//! not farther than the tolerance outside is left out.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use voltex_math::{DVec3, Vec3};

use super::hull::Hull;
use super::hull_merge::{self, Solid};
use crate::error::{MAX_LENGTH, MIN_LENGTH, PhysicsError};

/// Largest number of vertices and of faces of a hull.
pub const MAX_HULL_FEATURES: usize = u16::MAX as usize;

/// Thickness of a hull in tolerances below which its faces are not told apart reliably.
const MIN_THICKNESS: f64 = 8.0;

/// Grid steps over half the extent of the points.
const STEPS: f64 = (1_u32 << 28) as f64;

const NONE: u32 = u32::MAX;

impl Hull {
    /// Smallest convex polyhedron around points, m.
    ///
    /// Faces that lie in a plane are one polygon, points inside or on faces and edges are no vertices. No point
    /// lies farther outside a face than [`Hull::tolerance_for`] says, and the order of the points and repeated
    /// ones make no difference to a bit of the result.
    ///
    /// # Errors
    /// Fewer than four different points, a coordinate that is NaN, infinite or beyond 1,000 km, points on a
    /// line or in a plane or too near to one, or more than 65,535 vertices or faces.
    ///
    /// ```
    /// use voltex_math::Vec3;
    /// use voltex_physics::Hull;
    ///
    /// let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z, Vec3::splat(0.1)];
    /// let hull = Hull::from_points(&corners)?;
    /// assert_eq!((hull.vertices().len(), hull.faces().len(), hull.edges().len()), (4, 4, 6));
    /// # Ok::<(), voltex_physics::PhysicsError>(())
    /// ```
    pub fn from_points(points: &[Vec3]) -> Result<Self, PhysicsError> {
        build(points, usize::MAX).map(|(hull, _)| hull)
    }

    /// A hull of at most `max_vertices` vertices, which are points of the cloud, and how far a point may lie
    /// outside a face of it, m.
    ///
    /// The point farthest outside is taken next, so the solid lies inside the full hull and comes near it fast.
    ///
    /// # Errors
    /// As for [`Hull::from_points`], or fewer than four vertices allowed.
    pub fn from_points_limited(
        points: &[Vec3],
        max_vertices: usize,
    ) -> Result<(Self, f32), PhysicsError> {
        if max_vertices < 4 {
            return Err(PhysicsError::BadGeometry(format!(
                "a hull of at most {max_vertices} vertices bounds no volume; allow 4 or more"
            )));
        }
        build(points, max_vertices)
    }

    /// How far outside a face of their hull points may lie, m: 0.000004 of the diagonal of their box and four
    /// units in the last place of their largest coordinate.
    pub fn tolerance_for(points: &[Vec3]) -> f32 {
        let (low, high) = bounds(points);
        tolerance(low.as_dvec3(), high.as_dvec3()) as f32
    }
}

fn bounds(points: &[Vec3]) -> (Vec3, Vec3) {
    let first = points.first().copied().unwrap_or(Vec3::ZERO);
    points.iter().fold((first, first), |(low, high), &point| {
        (low.min(point), high.max(point))
    })
}

fn tolerance(low: DVec3, high: DVec3) -> f64 {
    let largest = low.abs().max(high.abs()).max_element();
    4.0e-6 * (high - low).length() + 4.0 * f64::from(f32::EPSILON) * largest
}

fn build(points: &[Vec3], max_vertices: usize) -> Result<(Hull, f32), PhysicsError> {
    let cloud = Cloud::new(points)?;
    let mut quick = Quickhull::new(&cloud)?;
    let left_out = quick.run(max_vertices);
    let solid = quick.solid();
    let thickness = solid.thickness();
    let least = MIN_THICKNESS * cloud.tolerance;
    if thickness < least {
        return Err(too_thin(&cloud, thickness, least));
    }
    let (vertices, loops) = hull_merge::polygons(&solid, cloud.tolerance / 4.0);
    let hull = Hull::from_loops(vertices, &loops)
        .or_else(|_| {
            // Merging gave no solid: its triangles are one.
            let (vertices, loops) = hull_merge::triangles(&solid);
            Hull::from_loops(vertices, &loops)
        })
        .map_err(|error| too_many(error, &solid))?;
    let stated = if max_vertices == usize::MAX {
        cloud.tolerance
    } else {
        left_out + cloud.tolerance
    };
    Ok((hull, stated as f32))
}

fn too_thin(cloud: &Cloud, thickness: f64, least: f64) -> PhysicsError {
    let remedy = if cloud.far_off {
        "place the points nearer to the origin of their frame, where coordinates are finer"
    } else {
        "thicken the points or use a box"
    };
    PhysicsError::BadGeometry(format!(
        "the hull of the points is {thickness:.3e} m thick (twice its volume over its surface); it must be \
         {least:.3e} m or more, so {remedy}"
    ))
}

fn too_many(error: PhysicsError, solid: &Solid) -> PhysicsError {
    if solid.triangles.len() <= MAX_HULL_FEATURES {
        return error;
    }
    PhysicsError::BadGeometry(format!(
        "the hull has {} triangles; it may have {MAX_HULL_FEATURES} faces and as many vertices, so give \
         Hull::from_points_limited a number of vertices up to {}",
        solid.triangles.len(),
        MAX_HULL_FEATURES / 2
    ))
}

/// The different points in lexical order, on the grid and as they were.
struct Cloud {
    points: Vec<Vec3>,
    grid: Vec<[i64; 3]>,
    /// Length of a grid step, m.
    step: f64,
    /// Of the whole construction, m.
    tolerance: f64,
    /// Most of the tolerance comes from the distance to the origin.
    far_off: bool,
}

impl Cloud {
    fn new(points: &[Vec3]) -> Result<Self, PhysicsError> {
        for (index, point) in points.iter().enumerate() {
            if let Some(&value) = point
                .to_array()
                .iter()
                .find(|value| !(-MAX_LENGTH..=MAX_LENGTH).contains(*value))
            {
                return Err(PhysicsError::OutOfRange {
                    what: format!("a coordinate (m) of point {index}"),
                    value,
                    allowed: format!("it must lie between -{MAX_LENGTH} and {MAX_LENGTH} m"),
                });
            }
        }
        let mut keys: Vec<u128> = points.iter().map(|&point| lexical(point)).collect();
        keys.sort_unstable();
        keys.dedup();
        let sorted: Vec<Vec3> = keys.into_iter().map(from_lexical).collect();
        if sorted.len() < 4 {
            return Err(PhysicsError::BadGeometry(format!(
                "the hull of {} different points (of {} given) bounds no volume; give 4 or more",
                sorted.len(),
                points.len()
            )));
        }
        let (low, high) = bounds(&sorted);
        let (low, high) = (low.as_dvec3(), high.as_dvec3());
        let extent = (high - low).max_element();
        if extent < f64::from(MIN_LENGTH) {
            return Err(PhysicsError::BadGeometry(format!(
                "the points lie within {extent:.3e} m of each other; a hull must measure {MIN_LENGTH:e} m or more"
            )));
        }
        let middle = (low + high) * 0.5;
        let to_grid = STEPS / (extent * 0.5);
        let snap = |point: &Vec3| {
            let steps = (point.as_dvec3() - middle) * to_grid;
            steps.to_array().map(|value| value.round() as i64)
        };
        let grid: Vec<[i64; 3]> = sorted.iter().map(snap).collect();
        let cloud = Self {
            points: sorted,
            grid,
            step: 1.0 / to_grid,
            tolerance: tolerance(low, high),
            far_off: tolerance(low, high) > 2.0 * tolerance(low - middle, high - middle),
        };
        Ok(cloud)
    }
}

/// Number that orders points by x, then y, then z. Both zeros give the same.
fn lexical(point: Vec3) -> u128 {
    let ascending = |value: f32| {
        // Adding zero turns -0 into +0.
        let bits = (value + 0.0).to_bits();
        u128::from(if bits >> 31 == 0 {
            bits | 1 << 31
        } else {
            !bits
        })
    };
    ascending(point.x) << 64 | ascending(point.y) << 32 | ascending(point.z)
}

/// The point of a number.
fn from_lexical(key: u128) -> Vec3 {
    let value = |ascending: u32| {
        f32::from_bits(if ascending >> 31 == 1 {
            ascending & !(1 << 31)
        } else {
            !ascending
        })
    };
    Vec3::new(
        value((key >> 64) as u32),
        value((key >> 32) as u32),
        value(key as u32),
    )
}

fn difference(a: [i64; 3], b: [i64; 3]) -> [i64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Exact: components of the arguments stay below 2^29, of the result below 2^59.
fn cross(a: [i64; 3], b: [i64; 3]) -> [i64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn dot(a: [i64; 3], b: [i64; 3]) -> i128 {
    (0..3).map(|k| i128::from(a[k]) * i128::from(b[k])).sum()
}

fn length(a: [i64; 3]) -> f64 {
    let [x, y, z] = a.map(|value| value as f64);
    (x * x + y * y + z * z).sqrt()
}

/// A triangle of the growing hull, counter-clockwise seen from outside.
struct Triangle {
    corners: [u32; 3],
    /// Triangle across the edge from corner `i` to `i + 1`, and which of its edges that is.
    across: [(u32, u8); 3],
    /// Exact normal, and the same rounded.
    normal: [i64; 3],
    direction: [f64; 3],
    length: f64,
    /// First of the points that wait outside.
    waiting: u32,
    farthest: u32,
    /// Of the farthest, in grid steps.
    distance: f64,
    alive: bool,
    /// Number of the point from which it was last seen to be visible, plus one.
    seen_from: u32,
}

struct Quickhull<'a> {
    cloud: &'a Cloud,
    triangles: Vec<Triangle>,
    /// Point that waits after this one at the same triangle.
    next: Vec<u32>,
    /// Triangles with points outside, the farthest first: bits of the distance order as the distance does.
    queue: BinaryHeap<(u64, Reverse<u32>)>,
    /// Triangles seen from the point being added; kept for its memory.
    visible: Vec<u32>,
    /// Distance up to which a point counts as inside, in grid steps.
    ignored: f64,
    vertices: usize,
}

impl<'a> Quickhull<'a> {
    /// Starts from a large tetrahedron.
    fn new(cloud: &'a Cloud) -> Result<Self, PhysicsError> {
        let grid = &cloud.grid;
        let start = widest_pair(grid);
        let along = difference(grid[start[1]], grid[start[0]]);
        let off_line = |point: &[i64; 3]| length(cross(along, difference(*point, grid[start[0]])));
        let third = farthest(grid, off_line);
        let width = off_line(&grid[third]) / length(along) * cloud.step;
        if width <= cloud.tolerance {
            return Err(PhysicsError::BadGeometry(format!(
                "all points lie within {width:.3e} m of a line and bound no volume; spread them or use a capsule"
            )));
        }
        let normal = cross(along, difference(grid[third], grid[start[0]]));
        let height = |point: &[i64; 3]| dot(normal, difference(*point, grid[start[0]]));
        let fourth = farthest(grid, |point| height(point).unsigned_abs());
        let signed = height(&grid[fourth]);
        let thickness = (signed as f64).abs() / length(normal) * cloud.step;
        if thickness <= cloud.tolerance {
            return Err(PhysicsError::BadGeometry(format!(
                "all points lie within {thickness:.3e} m of a plane and bound no volume; thicken them to {:.3e} m or \
                 more, or use a box or a mesh",
                MIN_THICKNESS * cloud.tolerance
            )));
        }
        let [a, b, c, d] = [start[0], start[1], third, fourth].map(|index| index as u32);
        // The fourth has to see the first three clockwise.
        let (b, c) = if signed > 0 { (c, b) } else { (b, c) };
        let mut hull = Self {
            cloud,
            triangles: Vec::new(),
            next: vec![NONE; grid.len()],
            queue: BinaryHeap::new(),
            visible: Vec::new(),
            ignored: cloud.tolerance / 4.0 / cloud.step,
            vertices: 4,
        };
        hull.add([a, b, c], [(1, 0), (2, 0), (3, 0)]);
        hull.add([b, a, d], [(0, 0), (3, 2), (2, 1)]);
        hull.add([c, b, d], [(0, 1), (1, 2), (3, 1)]);
        hull.add([a, c, d], [(0, 2), (2, 2), (1, 1)]);
        for point in 0..grid.len() as u32 {
            if ![a, b, c, d].contains(&point) {
                hull.assign(point, 0..4);
            }
        }
        hull.enqueue(0..4);
        Ok(hull)
    }

    fn add(&mut self, corners: [u32; 3], across: [(u32, u8); 3]) {
        let [a, b, c] = corners.map(|corner| self.cloud.grid[corner as usize]);
        let normal = cross(difference(b, a), difference(c, a));
        self.triangles.push(Triangle {
            corners,
            across,
            normal,
            direction: normal.map(|value| value as f64),
            length: length(normal),
            waiting: NONE,
            farthest: NONE,
            distance: 0.0,
            alive: true,
            seen_from: 0,
        });
    }

    /// Height of a point over a triangle times twice its area; the sign is exact.
    fn height(&self, triangle: &Triangle, point: u32) -> f64 {
        let corner = self.cloud.grid[triangle.corners[0] as usize];
        let away = difference(self.cloud.grid[point as usize], corner);
        let terms: [f64; 3] = std::array::from_fn(|k| triangle.direction[k] * away[k] as f64);
        let sum = terms[0] + terms[1] + terms[2];
        let size = terms[0].abs() + terms[1].abs() + terms[2].abs();
        // Seven roundings of 2^-53 each at most.
        if sum.abs() > 1.0e-15 * size {
            sum
        } else {
            dot(triangle.normal, away) as f64
        }
    }

    /// Lets a point wait at that of some triangles which it is farthest outside of, if any.
    fn assign(&mut self, point: u32, triangles: std::ops::Range<u32>) {
        let mut best = NONE;
        let mut far = 0.0;
        for index in triangles {
            let triangle = &self.triangles[index as usize];
            let distance = self.height(triangle, point) / triangle.length;
            if distance > far {
                far = distance;
                best = index;
            }
        }
        if best != NONE {
            self.wait_at(point, best, far);
        }
    }

    fn wait_at(&mut self, point: u32, index: u32, distance: f64) {
        let triangle = &mut self.triangles[index as usize];
        self.next[point as usize] = triangle.waiting;
        triangle.waiting = point;
        if distance > triangle.distance {
            triangle.distance = distance;
            triangle.farthest = point;
        }
    }

    fn enqueue(&mut self, triangles: std::ops::Range<u32>) {
        for index in triangles {
            let triangle = &self.triangles[index as usize];
            if triangle.distance > self.ignored {
                self.queue
                    .push((triangle.distance.to_bits(), Reverse(index)));
            }
        }
    }

    /// Adds points until none lies outside or the number of vertices is reached, and returns how far the
    /// farthest left out may lie outside a triangle, m.
    fn run(&mut self, max_vertices: usize) -> f64 {
        loop {
            // Every turn makes one more point a vertex, for good: as many turns as points at most.
            while self.vertices < max_vertices
                && let Some((_, Reverse(index))) = self.queue.pop()
            {
                if self.triangles[index as usize].alive {
                    self.add_point(index);
                }
            }
            let (far, again) = self.review_left_out();
            if !again || self.vertices >= max_vertices {
                return far * self.cloud.step;
            }
        }
    }

    /// Makes the farthest point outside a triangle a vertex.
    fn add_point(&mut self, start: u32) {
        let eye = self.triangles[start as usize].farthest;
        let stamp = eye + 1;
        self.vertices += 1;
        // Triangles visible from the point: connected, since the hull is convex.
        let mut visible = std::mem::take(&mut self.visible);
        visible.clear();
        visible.push(start);
        self.triangles[start as usize].seen_from = stamp;
        let mut next = 0;
        let mut edge = (start, 0_u8);
        while next < visible.len() {
            let index = visible[next];
            next += 1;
            for side in 0..3 {
                let (other, _) = self.triangles[index as usize].across[side];
                if self.triangles[other as usize].seen_from == stamp {
                    continue;
                }
                if self.height(&self.triangles[other as usize], eye) > 0.0 {
                    self.triangles[other as usize].seen_from = stamp;
                    visible.push(other);
                } else {
                    edge = (index, side as u8);
                }
            }
        }
        // Around their outline, counter-clockwise, a new triangle from each edge to the point.
        let first_new = self.triangles.len() as u32;
        let begin = edge;
        let mut count = 0;
        loop {
            let (index, side) = edge;
            let triangle = &self.triangles[index as usize];
            let tail = triangle.corners[usize::from(side)];
            let head = triangle.corners[usize::from(side + 1) % 3];
            let outer = triangle.across[usize::from(side)];
            let new = first_new + count;
            count += 1;
            self.add(
                [tail, head, eye],
                [outer, (new + 1, 2), (new.wrapping_sub(1), 1)],
            );
            self.triangles[outer.0 as usize].across[usize::from(outer.1)] = (new, 0);
            // Turns about the head through visible triangles to the next edge of the outline.
            edge = (index, (side + 1) % 3);
            loop {
                let (other, twin) = self.triangles[edge.0 as usize].across[usize::from(edge.1)];
                if self.triangles[other as usize].seen_from != stamp {
                    break;
                }
                edge = (other, (twin + 1) % 3);
            }
            if edge == begin {
                break;
            }
        }
        let end = first_new + count;
        self.triangles[first_new as usize].across[2] = (end - 1, 1);
        self.triangles[end as usize - 1].across[1] = (first_new, 2);
        for &index in &visible {
            let triangle = &mut self.triangles[index as usize];
            triangle.alive = false;
            let mut point = std::mem::replace(&mut triangle.waiting, NONE);
            while point != NONE {
                let after = self.next[point as usize];
                if point != eye {
                    self.assign(point, first_new..end);
                }
                point = after;
            }
        }
        self.visible = visible;
        self.enqueue(first_new..end);
    }

    /// Looks for the triangle that each waiting point is farthest outside of. Returns the largest distance, in grid
    /// steps, and whether a point that counted as inside no longer does.
    fn review_left_out(&mut self) -> (f64, bool) {
        let mut largest = 0.0;
        let mut again = false;
        let mut seen = vec![NONE; self.triangles.len()];
        let mut visible = Vec::new();
        for index in 0..self.triangles.len() as u32 {
            if !self.triangles[index as usize].alive {
                continue;
            }
            let mut point = self.triangles[index as usize].waiting;
            while point != NONE {
                let (top, far) = self.top_of(index, point, &mut seen, &mut visible);
                if far > largest {
                    largest = far;
                }
                if far > self.ignored && self.triangles[index as usize].distance <= self.ignored {
                    // Known at this triangle as the farthest, so that the triangle on top takes it up.
                    let triangle = &mut self.triangles[top as usize];
                    if far > triangle.distance {
                        triangle.distance = far;
                        triangle.farthest = point;
                        self.queue.push((far.to_bits(), Reverse(top)));
                        again = true;
                    }
                }
                point = self.next[point as usize];
            }
        }
        (largest, again)
    }

    /// Of all triangles the one that a point is farthest outside of, and how far, in grid steps; the point is outside
    /// of `start`.
    ///
    /// It goes over all triangles that are visible from the point, which hang together. Going only uphill would stop
    /// in local maxima.
    fn top_of(
        &self,
        start: u32,
        point: u32,
        seen: &mut [u32],
        visible: &mut Vec<u32>,
    ) -> (u32, f64) {
        visible.clear();
        visible.push(start);
        seen[start as usize] = point;
        let mut top = (start, 0.0);
        let mut next = 0;
        while next < visible.len() {
            let index = visible[next];
            next += 1;
            let triangle = &self.triangles[index as usize];
            let far = self.height(triangle, point) / triangle.length;
            if far <= 0.0 {
                continue;
            }
            if far > top.1 {
                top = (index, far);
            }
            for (other, _) in triangle.across {
                if seen[other as usize] != point {
                    seen[other as usize] = point;
                    visible.push(other);
                }
            }
        }
        top
    }

    /// The triangles that are left, and their corners, numbered anew in lexical order.
    fn solid(&self) -> Solid {
        let mut number = vec![NONE; self.triangles.len()];
        let mut used = vec![false; self.cloud.points.len()];
        let mut count = 0;
        for (index, triangle) in self.triangles.iter().enumerate() {
            if triangle.alive {
                number[index] = count;
                count += 1;
                for corner in triangle.corners {
                    used[corner as usize] = true;
                }
            }
        }
        let mut vertices = Vec::new();
        let mut renamed = vec![NONE; used.len()];
        for (index, _) in used.iter().enumerate().filter(|(_, used)| **used) {
            renamed[index] = vertices.len() as u32;
            vertices.push(self.cloud.points[index]);
        }
        let alive = || self.triangles.iter().filter(|triangle| triangle.alive);
        Solid {
            vertices,
            triangles: alive()
                .map(|triangle| triangle.corners.map(|corner| renamed[corner as usize]))
                .collect(),
            across: alive()
                .map(|triangle| {
                    triangle
                        .across
                        .map(|(other, side)| (number[other as usize], side))
                })
                .collect(),
        }
    }
}

/// First and last along that axis on which the points spread most.
fn widest_pair(grid: &[[i64; 3]]) -> [usize; 2] {
    let mut widest = [0, 0];
    let mut spread = -1;
    for axis in 0..3 {
        let low = farthest(grid, |point| -point[axis]);
        let high = farthest(grid, |point| point[axis]);
        let width = grid[high][axis] - grid[low][axis];
        if width > spread {
            spread = width;
            widest = [low, high];
        }
    }
    widest
}

/// Index of the point with the largest value, the first of equals.
fn farthest<T: PartialOrd>(grid: &[[i64; 3]], value: impl Fn(&[i64; 3]) -> T) -> usize {
    let mut best = 0;
    let mut largest = value(&grid[0]);
    for (index, point) in grid.iter().enumerate().skip(1) {
        let candidate = value(point);
        if candidate > largest {
            largest = candidate;
            best = index;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use voltex_math::random::Key;

    use super::*;

    /// With a coarse tolerance the faces of a round body run into each other, which with the usual one they do in
    /// clouds that nobody has found yet.
    #[test]
    fn faces_that_bite_each_other_still_close_the_surface() {
        let mut numbers = Key::new(20, 200).sequence();
        let mut normal = || numbers.normal();
        let points: Vec<Vec3> = (0..3_000)
            .map(|_| {
                DVec3::new(normal(), normal(), normal())
                    .normalize()
                    .as_vec3()
            })
            .collect();
        let cloud = Cloud::new(&points).expect("a cloud");
        let mut quick = Quickhull::new(&cloud).expect("a solid");
        quick.run(usize::MAX);
        let solid = quick.solid();
        for tolerance in [1.0e-4, 1.0e-3, 3.0e-3, 1.0e-2, 3.0e-2] {
            let (vertices, loops) = hull_merge::polygons(&solid, tolerance);
            assert!(loops.len() < solid.triangles.len());
            let mut halves = BTreeSet::new();
            let mut used = BTreeSet::new();
            for outline in &loops {
                let count = outline.len();
                assert!(count > 2);
                for at in 0..count {
                    used.insert(outline[at]);
                    let new = halves.insert((outline[at], outline[(at + 1) % count]));
                    assert!(new, "a half edge lies in one face");
                }
                // Every corner lies inside the way around the others, up to the tolerance.
                let at = |index: usize| vertices[outline[index % count] as usize].as_dvec3();
                let normal = (1..count)
                    .fold(DVec3::ZERO, |sum, i| {
                        sum + (at(i) - at(0)).cross(at(i + 1) - at(0))
                    })
                    .normalize();
                for index in 0..count {
                    let [a, b, c] = [index, index + 1, index + 2].map(at);
                    let turn = (b - a).cross(c - b).dot(normal);
                    // The face's own normal is tilted against that of its largest triangle.
                    assert!(turn >= -2.0 * tolerance * (c - a).length(), "{turn:e}");
                }
            }
            assert!(halves.iter().all(|&(a, b)| halves.contains(&(b, a))));
            assert_eq!(used.len(), vertices.len());
            let edges = halves.len() / 2;
            assert_eq!(vertices.len() + loops.len(), edges + 2, "Euler");
        }
    }
}
