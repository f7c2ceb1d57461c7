//! From the triangles of a convex hull to its polygons.
//!
//! Triangles that lie within a tolerance of the plane of a larger one become one face with it, as far as the
//! outline stays convex. What is left over is harmless: an edge between two nearly coplanar faces of a convex
//! solid is still an edge of a convex solid.

use voltex_math::{DVec3, Vec3};

const NONE: u32 = u32::MAX;

/// Closed surface of triangles around a convex solid.
pub(crate) struct Solid {
    /// m
    pub(crate) vertices: Vec<Vec3>,
    /// Corners, counter-clockwise seen from outside.
    pub(crate) triangles: Vec<[u32; 3]>,
    /// Triangle across the edge from corner `i` to `i + 1`, and which of its edges that is.
    pub(crate) across: Vec<[(u32, u8); 3]>,
}

impl Solid {
    /// Twice the volume over the surface, m: near the thickness of a plate, two thirds of the radius of a ball.
    pub(crate) fn thickness(&self) -> f64 {
        let mut volume = 0.0;
        let mut area = 0.0;
        let base = self.vertices[0].as_dvec3();
        for corners in &self.triangles {
            let [a, b, c] = corners.map(|corner| self.vertices[corner as usize].as_dvec3() - base);
            volume += a.dot(b.cross(c)) / 6.0;
            area += (b - a).cross(c - a).length() / 2.0;
        }
        2.0 * volume / area
    }

    fn point(&self, vertex: u32) -> DVec3 {
        self.vertices[vertex as usize].as_dvec3()
    }
}

/// Vertices and the counter-clockwise loops of the faces, every triangle a face of its own.
pub(crate) fn triangles(solid: &Solid) -> (Vec<Vec3>, Vec<Vec<u32>>) {
    let loops = solid.triangles.iter().map(|corners| corners.to_vec());
    (solid.vertices.clone(), loops.collect())
}

/// Vertices and the counter-clockwise loops of the faces, with coplanar triangles merged.
///
/// `tolerance` (m) is the largest depth of a vertex of a face below the plane of its largest triangle, and inside
/// the convex polygon around the face. Vertices inside a face or on an edge go; none moves.
pub(crate) fn polygons(solid: &Solid, tolerance: f64) -> (Vec<Vec3>, Vec<Vec<u32>>) {
    let mut merger = Merger::new(solid, tolerance);
    let mut loops = Vec::new();
    for seed in merger.by_area() {
        if merger.face[seed as usize] == NONE {
            loops.push(merger.grow(seed, loops.len() as u32));
        }
    }
    drop_straight(&mut loops, solid.vertices.len());
    compact(solid, loops)
}

struct Merger<'a> {
    solid: &'a Solid,
    /// Unit normal of each triangle, and its area, m^2.
    planes: Vec<(DVec3, f64)>,
    /// Face of each triangle.
    face: Vec<u32>,
    tolerance: f64,
}

impl<'a> Merger<'a> {
    fn new(solid: &'a Solid, tolerance: f64) -> Self {
        let plane = |corners: &[u32; 3]| {
            let [a, b, c] = corners.map(|corner| solid.point(corner));
            let normal = (b - a).cross(c - a);
            let length = normal.length();
            let unit = if length > 0.0 {
                normal / length
            } else {
                DVec3::ZERO
            };
            (unit, length / 2.0)
        };
        Self {
            solid,
            planes: solid.triangles.iter().map(plane).collect(),
            face: vec![NONE; solid.triangles.len()],
            tolerance,
        }
    }

    /// All triangles, the largest first.
    fn by_area(&self) -> Vec<u32> {
        // Bits of numbers that are not negative order as the numbers do.
        let mut order: Vec<(u64, u32)> = (0..)
            .zip(&self.planes)
            .map(|(index, (_, area))| (!area.to_bits(), index))
            .collect();
        order.sort_unstable();
        order.into_iter().map(|(_, index)| index).collect()
    }

    /// Claims for a face what belongs to it around a triangle, and returns its loop.
    fn grow(&mut self, seed: u32, face: u32) -> Vec<u32> {
        self.face[seed as usize] = face;
        let around = self.solid.across[seed as usize];
        if !around.iter().any(|&(other, _)| self.may_join(other, seed)) {
            return self.solid.triangles[seed as usize].to_vec();
        }
        let mut region = vec![seed];
        let mut next = 0;
        while next < region.len() {
            for (other, _) in self.solid.across[region[next] as usize] {
                if self.may_join(other, seed) {
                    self.face[other as usize] = face;
                    region.push(other);
                }
            }
            next += 1;
        }
        if let Some(outline) = self.outline(&region, face)
            && self.is_convex(&outline, seed)
        {
            return outline;
        }
        for index in region {
            self.face[index as usize] = NONE;
        }
        self.grow_one_by_one(seed, face)
    }

    /// Whether a free triangle lies near enough to the plane of another.
    fn may_join(&self, candidate: u32, seed: u32) -> bool {
        let normal = self.planes[seed as usize].0;
        let base = self.solid.point(self.solid.triangles[seed as usize][0]);
        self.face[candidate as usize] == NONE
            && self.solid.triangles[candidate as usize]
                .iter()
                .all(|&corner| (self.solid.point(corner) - base).dot(normal) >= -self.tolerance)
    }

    /// The loop around a region; `None` if it has several, or touches itself.
    fn outline(&self, region: &[u32], face: u32) -> Option<Vec<u32>> {
        let inside = |index: u32| self.face[index as usize] == face;
        let mut edges = 0;
        let mut begin = None;
        for &index in region {
            for (side, (other, _)) in self.solid.across[index as usize].into_iter().enumerate() {
                if !inside(other) {
                    edges += 1;
                    begin = begin.or(Some((index, side as u8)));
                }
            }
        }
        let begin = begin?;
        let mut edge = begin;
        let mut outline = Vec::with_capacity(edges);
        loop {
            let (index, side) = edge;
            outline.push(self.solid.triangles[index as usize][usize::from(side)]);
            edge = (index, (side + 1) % 3);
            loop {
                let (other, twin) = self.solid.across[edge.0 as usize][usize::from(edge.1)];
                if !inside(other) {
                    break;
                }
                edge = (other, (twin + 1) % 3);
            }
            if edge == begin {
                break;
            }
        }
        let mut sorted = outline.clone();
        sorted.sort_unstable();
        sorted.dedup();
        (outline.len() == edges && sorted.len() == edges).then_some(outline)
    }

    /// Whether no vertex of a loop lies farther inside the convex polygon around all than the tolerance.
    ///
    /// Scans the loop as Graham does, from a vertex that is a corner of that polygon; vertices that it passes over
    /// lie in the pocket behind the edge that closes over them.
    fn is_convex(&self, outline: &[u32], seed: u32) -> bool {
        let normal = self.planes[seed as usize].0;
        let count = outline.len();
        let at = |index: usize| self.solid.point(outline[index % count]);
        let along = at(1) - at(0);
        let mut start = 0;
        for index in 1..count {
            if (at(index) - at(start)).dot(along) > 0.0 {
                start = index;
            }
        }
        let left_of = |a: DVec3, b: DVec3, c: DVec3| (b - a).cross(c - b).dot(normal);
        let mut corners = vec![start];
        for index in start + 1..=start + count {
            while let [.., a, b] = corners[..]
                && left_of(at(a), at(b), at(index)) < 0.0
            {
                corners.pop();
            }
            corners.push(index);
        }
        corners.array_windows().all(|&[from, to]| {
            let edge = at(to) - at(from);
            let length = edge.length();
            (from + 1..to).all(|inside| {
                let depth = edge.cross(at(inside) - at(from)).dot(normal);
                depth.abs() <= self.tolerance * length
            })
        })
    }

    /// As `grow`, taking one triangle after the other as long as the outline stays convex at each step. A triangle
    /// that was refused once is left out, though it might fit later: this is the rare case, and has to be fast.
    fn grow_one_by_one(&mut self, seed: u32, face: u32) -> Vec<u32> {
        self.face[seed as usize] = face;
        let mut outline = self.solid.triangles[seed as usize].to_vec();
        let mut edges: Vec<(u32, usize)> = (0..3).map(|side| (seed, side)).collect();
        let mut next = 0;
        // Each triangle adds two edges, once.
        while next < edges.len() {
            let (inner, side) = edges[next];
            next += 1;
            let (other, twin) = self.solid.across[inner as usize][side];
            if !self.may_join(other, seed) {
                continue;
            }
            let twin = usize::from(twin);
            let tail = self.solid.triangles[inner as usize][side];
            let tip = self.solid.triangles[other as usize][(twin + 2) % 3];
            if let Some(larger) = with_tip(&outline, tail, tip)
                && self.is_convex(&larger, seed)
            {
                outline = larger;
                self.face[other as usize] = face;
                edges.extend([(other, (twin + 1) % 3), (other, (twin + 2) % 3)]);
            }
        }
        outline
    }
}

/// The loop after a triangle outside its edge from `tail` on joined, the third corner of which is `tip`; `None` if
/// it would touch itself.
fn with_tip(outline: &[u32], tail: u32, tip: u32) -> Option<Vec<u32>> {
    let count = outline.len();
    let at = outline.iter().position(|&vertex| vertex == tail)?;
    let mut larger = outline.to_vec();
    if outline[(at + 2) % count] == tip {
        larger.remove((at + 1) % count);
    } else if outline[(at + count - 1) % count] == tip {
        larger.remove(at);
    } else if outline.contains(&tip) {
        return None;
    } else {
        larger.insert(at + 1, tip);
    }
    (larger.len() > 2).then_some(larger)
}

/// Takes vertices of only two faces out of their loops, and faces that are left with two vertices away.
fn drop_straight(loops: &mut Vec<Vec<u32>>, vertices: usize) {
    // Each pass but the last takes a vertex away.
    loop {
        let mut degree = vec![0_u32; vertices];
        for &vertex in loops.iter().flatten() {
            degree[vertex as usize] += 1;
        }
        let before: usize = loops.iter().map(Vec::len).sum();
        for outline in loops.iter_mut() {
            outline.retain(|&vertex| degree[vertex as usize] > 2);
        }
        loops.retain(|outline| outline.len() > 2);
        if loops.iter().map(Vec::len).sum::<usize>() == before {
            return;
        }
    }
}

/// Numbers the vertices that are left anew, in their order.
fn compact(solid: &Solid, mut loops: Vec<Vec<u32>>) -> (Vec<Vec3>, Vec<Vec<u32>>) {
    let mut renamed = vec![NONE; solid.vertices.len()];
    for &vertex in loops.iter().flatten() {
        renamed[vertex as usize] = 0;
    }
    let mut vertices = Vec::new();
    for (vertex, name) in renamed.iter_mut().enumerate() {
        if *name == 0 {
            *name = vertices.len() as u32;
            vertices.push(solid.vertices[vertex]);
        }
    }
    for vertex in loops.iter_mut().flatten() {
        *vertex = renamed[*vertex as usize];
    }
    (vertices, loops)
}
