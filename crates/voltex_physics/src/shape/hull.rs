//! Convex polyhedron.

use voltex_ecs::{Codec, Decoder, EcsError, Encoder, StateHasher};
use voltex_math::{Aabb, DVec3, Vec3};

use super::mass::Moments;
use super::mesh::check_vertices;
use crate::error::PhysicsError;

/// A face: its plane and its corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullFace {
    /// Outward unit normal.
    pub normal: Vec3,
    /// Distance of the plane from the origin along the normal, m: the largest `dot(normal, p)` of its corners.
    pub offset: f32,
    /// First of its corners in the list of all loops.
    pub(crate) first: u32,
    /// Number of corners.
    pub(crate) count: u32,
}

/// An edge, held once: seen from outside, `left` lies to the left of the way from `tail` to `head`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HullEdge {
    /// Vertex where the edge starts, the lower of the two.
    pub tail: u16,
    /// Vertex where it ends.
    pub head: u16,
    /// Face whose counter-clockwise loop runs from tail to head.
    pub left: u16,
    /// Face whose loop runs from head to tail.
    pub right: u16,
}

/// Vertices that are compared at once when looking for the farthest.
const LANES: usize = 8;

/// From this number of vertices on the farthest is found by climbing along edges instead of comparing all.
const CLIMB_FROM: usize = 80;

/// Cells along each edge of the cube of directions that have a vertex to start climbing from.
const CELLS: usize = 8;

/// Steps of a climb after which all vertices are compared after all: a face may have thousands of corners.
const MAX_CLIMB: usize = 24;

/// Coordinates of [`LANES`] vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Block {
    x: [f32; LANES],
    y: [f32; LANES],
    z: [f32; LANES],
}

/// Planes of [`LANES`] faces; after the last face it stands for itself.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Planes {
    x: [f32; LANES],
    y: [f32; LANES],
    z: [f32; LANES],
    offset: [f32; LANES],
}

/// Blocks that are looked at before the highest of them is picked.
const AT_ONCE: usize = 8;

/// How to climb from a vertex to its neighbours.
#[derive(Clone, Debug, PartialEq)]
struct Climb {
    /// Where the neighbours of each vertex begin in the list, and its end.
    first: Vec<u32>,
    neighbours: Vec<u16>,
    /// Farthest vertex along the middle of each cell of directions.
    starts: Vec<u16>,
}

/// Convex polyhedron in its own frame, with flat faces of three or more corners, closed, all edges convex.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    pub(crate) vertices: Vec<Vec3>,
    pub(crate) faces: Vec<HullFace>,
    pub(crate) loops: Vec<u16>,
    pub(crate) edges: Vec<HullEdge>,
    pub(crate) centroid: Vec3,
    pub(crate) aabb: Aabb,
    pub(crate) moments: Moments,
    /// By place in the loops: the face across the edge from that corner to the next.
    beside: Vec<u16>,
    blocks: Vec<Block>,
    planes: Vec<Planes>,
    climb: Option<Climb>,
}

impl Hull {
    /// From vertices (m) and the counter-clockwise loops of the faces.
    ///
    /// # Errors
    /// The loops bound no solid: an index out of range, a face with less than three corners, an edge without
    /// exactly one face on each side, a surface with a hole or in two parts, an edge that is not convex, or too
    /// many of anything.
    pub(crate) fn from_loops<L: AsRef<[u32]>>(
        vertices: Vec<Vec3>,
        outlines: &[L],
    ) -> Result<Self, PhysicsError> {
        let bad = |what: &str| Err(PhysicsError::BadGeometry(format!("a hull {what}")));
        let limit = usize::from(u16::MAX);
        if vertices.len() > limit || outlines.len() > limit {
            return bad("may have 65535 vertices and 65535 faces at most");
        }
        let Some(aabb) = Aabb::from_points(vertices.iter().copied()) else {
            return bad("needs vertices");
        };
        let mut loops: Vec<u16> = Vec::new();
        let mut faces = Vec::with_capacity(outlines.len());
        for outline in outlines {
            let outline = outline.as_ref();
            if outline.len() < 3 {
                return bad("has a face with less than three corners");
            }
            let first = loops.len() as u32;
            // The lowest corner comes first, so that a face is written in one way only.
            let lowest = (0..outline.len())
                .min_by_key(|&at| outline[at])
                .unwrap_or(0);
            for step in 0..outline.len() {
                let corner = outline[(lowest + step) % outline.len()];
                if corner as usize >= vertices.len() {
                    return bad("has a face with a corner that is no vertex");
                }
                loops.push(corner as u16);
            }
            let corners = &loops[first as usize..];
            let Some((normal, offset)) = plane(&vertices, corners) else {
                return bad("has a face without an area");
            };
            faces.push(HullFace {
                normal,
                offset,
                first,
                count: outline.len() as u32,
            });
        }
        let Some(edges) = edges(&faces, &loops) else {
            return bad("has an edge that does not lie between exactly two faces");
        };
        let tolerance = 2.0 * Self::tolerance_for(&vertices);
        if !is_one_surface(&vertices, faces.len(), &edges) {
            return bad("is not one closed surface around a solid");
        }
        if !edges
            .iter()
            .all(|edge| is_convex(&vertices, &faces, &loops, edge, tolerance))
        {
            return bad("has an edge that is not convex");
        }
        let fans = faces.iter().flat_map(|face| {
            let corners = &loops[face.first as usize..][..face.count as usize];
            let at = |index: usize| vertices[usize::from(corners[index])];
            (1..corners.len() - 1).map(move |index| [at(0), at(index), at(index + 1)])
        });
        let Some(moments) = Moments::of_triangles(aabb.center(), fans) else {
            return bad("bounds no volume");
        };
        let blocks = blocks(&vertices);
        let beside = beside(&faces, &loops, &edges);
        let mut hull = Self {
            beside,
            planes: planes(&faces),
            faces,
            loops,
            edges,
            centroid: moments.center.as_vec3(),
            aabb,
            moments,
            blocks,
            climb: None,
            vertices,
        };
        if hull.vertices.len() >= CLIMB_FROM {
            hull.climb = Some(Climb::new(&hull));
        }
        Ok(hull)
    }

    /// Corners, m.
    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    /// Faces.
    pub fn faces(&self) -> &[HullFace] {
        &self.faces
    }

    /// Edges, each once, by ascending tail and head.
    pub fn edges(&self) -> &[HullEdge] {
        &self.edges
    }

    /// Corners of a face as indices of vertices, counter-clockwise seen from outside, the lowest first.
    pub fn face_loop(&self, face: usize) -> &[u16] {
        let HullFace { first, count, .. } = self.faces[face];
        &self.loops[first as usize..(first + count) as usize]
    }

    /// By corner of a face, in the order of its loop: the face across the edge from there to the next corner.
    pub(crate) fn face_beside(&self, face: usize) -> &[u16] {
        let HullFace { first, count, .. } = self.faces[face];
        &self.beside[first as usize..(first + count) as usize]
    }

    /// The face that looks most along `direction`, the first of equals.
    pub(crate) fn face_toward(&self, direction: Vec3) -> usize {
        self.highest::<false>(direction)
    }

    /// The face that a point lies farthest above, or least below; the first of equals.
    pub(crate) fn face_below(&self, point: Vec3) -> usize {
        self.highest::<true>(point)
    }

    /// The face with the largest `dot(normal, v)`, less the offset or not, the first of equals.
    fn highest<const LESS_OFFSET: bool>(&self, v: Vec3) -> usize {
        first_highest(&self.planes, |block, lane| {
            let along = block.x[lane] * v.x + block.y[lane] * v.y + block.z[lane] * v.z;
            if LESS_OFFSET {
                along - block.offset[lane]
            } else {
                along
            }
        })
    }

    /// Centre of volume, m.
    pub fn centroid(&self) -> Vec3 {
        self.centroid
    }

    /// Volume, m^3.
    pub fn volume(&self) -> f32 {
        self.moments.volume as f32
    }

    /// Box of the hull in its own frame.
    pub fn local_aabb(&self) -> Aabb {
        self.aabb
    }

    /// Index of a vertex farthest along `direction`, which may have any length: of equals always the same, below
    /// 80 vertices the lowest. NaN in the direction gives some vertex.
    ///
    /// "Farthest" is meant within the rounding of `dot(vertex, direction)`.
    #[inline]
    pub fn support_index(&self, direction: Vec3) -> usize {
        match &self.climb {
            Some(climb) => {
                let start = usize::from(climb.starts[cell(direction)]);
                match climb.from(&self.vertices, start, direction) {
                    Some(vertex) => vertex,
                    None => self.farthest_of_all(direction),
                }
            }
            None => self.farthest_of_all(direction),
        }
    }

    /// The vertex farthest along `direction`.
    #[inline]
    pub fn support(&self, direction: Vec3) -> Vec3 {
        self.vertices[self.support_index(direction)]
    }

    /// Compares all vertices; the first of equals.
    fn farthest_of_all(&self, direction: Vec3) -> usize {
        first_highest(&self.blocks, |block, lane| {
            block.x[lane] * direction.x + block.y[lane] * direction.y + block.z[lane] * direction.z
        })
    }
}

/// Number of the highest of what stands in blocks of [`LANES`], the first of equals; 0 if all are NaN.
///
/// Several are compared at once: the heights are written down, only the largest of each lane being followed, and the
/// first that is as high is looked for.
#[inline(always)]
fn first_highest<B>(blocks: &[B], height: impl Fn(&B, usize) -> f32) -> usize {
    let larger = |a: f32, b: f32| if a > b { a } else { b };
    let mut best = 0;
    let mut most = f32::NEG_INFINITY;
    for (part, blocks) in blocks.chunks(AT_ONCE).enumerate() {
        let mut heights = [[0.0; LANES]; AT_ONCE];
        let mut peaks = [f32::NEG_INFINITY; LANES];
        for (heights, block) in heights.iter_mut().zip(blocks) {
            for lane in 0..LANES {
                let height = height(block, lane);
                heights[lane] = height;
                peaks[lane] = larger(height, peaks[lane]);
            }
        }
        let peak = peaks.into_iter().fold(f32::NEG_INFINITY, larger);
        if peak > most {
            most = peak;
            let heights = &heights[..blocks.len()];
            let block = heights.iter().position(|heights| heights.contains(&peak));
            let block = block.unwrap_or(0);
            let lane = heights[block].iter().position(|height| *height == peak);
            best = (part * AT_ONCE + block) * LANES + lane.unwrap_or(0);
        }
    }
    best
}

impl Climb {
    fn new(hull: &Hull) -> Self {
        let mut first = vec![0_u32; hull.vertices.len() + 1];
        for edge in &hull.edges {
            first[usize::from(edge.tail) + 1] += 1;
            first[usize::from(edge.head) + 1] += 1;
        }
        for vertex in 0..hull.vertices.len() {
            first[vertex + 1] += first[vertex];
        }
        let mut place = first.clone();
        let mut neighbours = vec![0_u16; 2 * hull.edges.len()];
        let mut add = |from: u16, to: u16| {
            let at = &mut place[usize::from(from)];
            neighbours[*at as usize] = to;
            *at += 1;
        };
        for edge in &hull.edges {
            add(edge.tail, edge.head);
            add(edge.head, edge.tail);
        }
        let mut climb = Self {
            first,
            neighbours,
            starts: vec![0; 6 * CELLS * CELLS],
        };
        let mut start = 0;
        for index in 0..climb.starts.len() {
            let (side, row, column) = (index / CELLS / CELLS, index / CELLS % CELLS, index % CELLS);
            let across = |at: usize| (2 * at + 1) as f32 / CELLS as f32 - 1.0;
            let sign = if side % 2 == 0 { 1.0 } else { -1.0 };
            let axis = side / 2;
            let mut middle = Vec3::ZERO;
            middle[axis] = sign;
            middle[(axis + 1) % 3] = across(row);
            middle[(axis + 2) % 3] = across(column);
            // From the vertex of the cell before, which is near.
            start = match climb.from(&hull.vertices, start, middle) {
                Some(vertex) => vertex,
                None => hull.farthest_of_all(middle),
            };
            climb.starts[index] = start as u16;
        }
        climb
    }

    /// The vertex in which a climb ends; `None` if it takes too many steps.
    #[inline]
    fn from(&self, vertices: &[Vec3], start: usize, direction: Vec3) -> Option<usize> {
        let mut at = start;
        let mut far = vertices[at].dot(direction);
        for _ in 0..MAX_CLIMB {
            let mut best = at;
            let neighbours = self.first[at] as usize..self.first[at + 1] as usize;
            for &neighbour in &self.neighbours[neighbours] {
                let along = vertices[usize::from(neighbour)].dot(direction);
                if along > far {
                    far = along;
                    best = usize::from(neighbour);
                }
            }
            if best == at {
                return Some(at);
            }
            at = best;
        }
        None
    }
}

/// Cell of the cube of directions; some cell for zero and NaN.
#[inline]
fn cell(direction: Vec3) -> usize {
    let size = direction.abs();
    let axis = if size.x >= size.y && size.x >= size.z {
        0
    } else if size.y >= size.z {
        1
    } else {
        2
    };
    let side = 2 * axis + usize::from(direction[axis] < 0.0);
    let to_cell = CELLS as f32 / 2.0 / size[axis];
    // Conversion to an integer saturates, and takes NaN to zero.
    let across = |other: usize| {
        let at = (direction[other % 3] * to_cell + CELLS as f32 / 2.0) as usize;
        if at < CELLS { at } else { CELLS - 1 }
    };
    (side * CELLS + across(axis + 1)) * CELLS + across(axis + 2)
}

/// The faces in blocks of [`LANES`].
fn planes(faces: &[HullFace]) -> Vec<Planes> {
    let of_block = |block: &[HullFace]| {
        let face = |lane: usize| block[lane.min(block.len() - 1)];
        Planes {
            x: std::array::from_fn(|lane| face(lane).normal.x),
            y: std::array::from_fn(|lane| face(lane).normal.y),
            z: std::array::from_fn(|lane| face(lane).normal.z),
            offset: std::array::from_fn(|lane| face(lane).offset),
        }
    };
    faces.chunks(LANES).map(of_block).collect()
}

/// By place in the loops: the face across the edge from that corner to the next. The edges are in order.
fn beside(faces: &[HullFace], loops: &[u16], edges: &[HullEdge]) -> Vec<u16> {
    let mut beside = Vec::with_capacity(loops.len());
    for face in faces {
        let corners = &loops[face.first as usize..][..face.count as usize];
        for (place, &from) in corners.iter().enumerate() {
            let to = corners[(place + 1) % corners.len()];
            let key = (from.min(to), from.max(to));
            let at = edges.partition_point(|edge| (edge.tail, edge.head) < key);
            let edge = &edges[at];
            beside.push(if from < to { edge.right } else { edge.left });
        }
    }
    beside
}

/// The vertices in blocks, the last filled up with its last vertex.
fn blocks(vertices: &[Vec3]) -> Vec<Block> {
    let block = |chunk: &[Vec3]| {
        let at = |lane: usize| chunk[if lane < chunk.len() { lane } else { 0 }];
        Block {
            x: std::array::from_fn(|lane| at(lane).x),
            y: std::array::from_fn(|lane| at(lane).y),
            z: std::array::from_fn(|lane| at(lane).z),
        }
    };
    vertices.chunks(LANES).map(block).collect()
}

/// Unit normal and offset of a face, by Newell's sum; `None` without an area.
fn plane(vertices: &[Vec3], corners: &[u16]) -> Option<(Vec3, f32)> {
    let at = |index: usize| vertices[usize::from(corners[index % corners.len()])].as_dvec3();
    let base = at(0);
    let doubled = (1..corners.len()).fold(DVec3::ZERO, |sum, index| {
        sum + (at(index) - base).cross(at(index + 1) - base)
    });
    let length = doubled.length();
    if !(length > 0.0 && length.is_finite()) {
        return None;
    }
    let normal = (doubled / length).as_vec3();
    let wide = normal.as_dvec3();
    let offset = (1..corners.len()).fold(base.dot(wide), |far, index| {
        let along = at(index).dot(wide);
        if along > far { along } else { far }
    });
    Some((normal, offset as f32))
}

/// The edges in order; `None` if one does not lie between exactly two faces that run along it in opposite ways.
fn edges(faces: &[HullFace], loops: &[u16]) -> Option<Vec<HullEdge>> {
    // Lower end, higher end, direction and face, from high to low bits: numbers sort faster than tuples.
    let mut halves = Vec::with_capacity(loops.len());
    for (index, face) in faces.iter().enumerate() {
        let corners = &loops[face.first as usize..][..face.count as usize];
        for (at, &from) in corners.iter().enumerate() {
            let next = at + 1;
            let to = corners[if next < corners.len() { next } else { 0 }];
            let (tail, head) = if from < to { (from, to) } else { (to, from) };
            let ends = u64::from(tail) << 48 | u64::from(head) << 32;
            halves.push(ends | u64::from(from > to) << 16 | index as u64);
        }
    }
    halves.sort_unstable();
    let (pairs, rest) = halves.as_chunks::<2>();
    let edge = |&[left, right]: &[u64; 2]| {
        let (tail, head) = ((left >> 48) as u16, (left >> 32) as u16);
        let backwards = |half: u64| half >> 16 & 1 == 1;
        let fits = left >> 32 == right >> 32
            && tail != head
            && !backwards(left)
            && backwards(right)
            && left as u16 != right as u16;
        fits.then_some(HullEdge {
            tail,
            head,
            left: left as u16,
            right: right as u16,
        })
    };
    let edges: Option<Vec<HullEdge>> = pairs.iter().map(edge).collect();
    // A third face at an edge makes the pair after it start with the same ends.
    let edges = edges.filter(|_| rest.is_empty())?;
    let once = edges
        .array_windows()
        .all(|[a, b]| (a.tail, a.head) != (b.tail, b.head));
    once.then_some(edges)
}

/// Whether the faces hang together over edges, use every vertex and have the shape of a sphere (Euler).
fn is_one_surface(vertices: &[Vec3], faces: usize, edges: &[HullEdge]) -> bool {
    let mut used = vec![false; vertices.len()];
    let mut root: Vec<usize> = (0..faces).collect();
    // Paths are halved on the way, so the climb to the root ends.
    let find = |root: &mut Vec<usize>, mut face: usize| {
        while root[face] != face {
            root[face] = root[root[face]];
            face = root[face];
        }
        face
    };
    let mut parts = faces;
    for edge in edges {
        used[usize::from(edge.tail)] = true;
        used[usize::from(edge.head)] = true;
        let left = find(&mut root, usize::from(edge.left));
        let right = find(&mut root, usize::from(edge.right));
        if left != right {
            root[left] = right;
            parts -= 1;
        }
    }
    parts == 1 && used.iter().all(|&used| used) && vertices.len() + faces == edges.len() + 2
}

/// Whether the corners next to an edge lie below the planes of the faces across it.
fn is_convex(
    vertices: &[Vec3],
    faces: &[HullFace],
    loops: &[u16],
    edge: &HullEdge,
    tolerance: f32,
) -> bool {
    let below = |of: u16, other: u16| {
        let face = faces[usize::from(other)];
        let corners = &loops[faces[usize::from(of)].first as usize..]
            [..faces[usize::from(of)].count as usize];
        let count = corners.len();
        let is_end = |&corner: &u16| corner == edge.tail || corner == edge.head;
        let at = corners.iter().position(is_end).unwrap_or(0);
        // Two corners before and after an end of the edge hold the other end and the corners next to both.
        (0..count.min(5)).all(|step| {
            let corner = corners[(at + 2 * count - 2 + step) % count];
            let along = vertices[usize::from(corner)]
                .as_dvec3()
                .dot(face.normal.as_dvec3());
            along <= f64::from(face.offset) + f64::from(tolerance)
        })
    };
    below(edge.left, edge.right) && below(edge.right, edge.left)
}

impl Codec for Hull {
    const MIN_BYTES: usize = 2 * 8;

    fn encode(&self, out: &mut Encoder<'_>) {
        self.vertices.encode(out);
        out.write_length(self.faces.len());
        for face in 0..self.faces.len() {
            let outline = self.face_loop(face);
            out.write_length(outline.len());
            for corner in outline {
                corner.encode(out);
            }
        }
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        let vertices = Vec::<Vec3>::decode(input)?;
        let outlines = Vec::<Vec<u16>>::decode(input)?;
        let count = outlines.len() as u64;
        let wide: Vec<Vec<u32>> = outlines
            .into_iter()
            .map(|outline| outline.into_iter().map(u32::from).collect())
            .collect();
        check_vertices(&vertices)
            .and_then(|()| Self::from_loops(vertices, &wide))
            .map_err(|_| input.invalid("convex hull", count))
    }

    fn hash(&self, hasher: &mut StateHasher) {
        self.vertices.hash(hasher);
        hasher.write_u64(self.faces.len() as u64);
        for face in 0..self.faces.len() {
            let outline = self.face_loop(face);
            hasher.write_u64(outline.len() as u64);
            for corner in outline {
                corner.hash(hasher);
            }
        }
    }
}
