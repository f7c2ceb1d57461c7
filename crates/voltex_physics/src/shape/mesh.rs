//! Surface of triangles.

use voltex_ecs::{Codec, Decoder, EcsError, Encoder, StateHasher};
use voltex_math::{Aabb, Vec3};

use super::mass::Moments;
use super::mesh_edges::{self, Junction, MeshEdge};
use crate::broad::StaticBvh;
use crate::error::{MAX_LENGTH, MIN_LENGTH, PhysicsError};

/// Largest number of vertices and of triangles of a mesh.
pub const MAX_MESH_FEATURES: usize = 1 << 28;

/// Height over the longest edge below which a triangle has no area.
const MIN_SLENDERNESS: f64 = 1.0e-6;

/// From which side a surface is solid to touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshSides {
    /// From the front alone, where the corners run counter-clockwise; what comes from behind passes.
    Front,
    /// From both sides.
    Both,
}

/// How a mesh is made of triangles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeshOptions {
    /// Where not given, a closed mesh whose fronts all look outward has [`MeshSides::Front`], any other
    /// [`MeshSides::Both`].
    pub sides: Option<MeshSides>,
    /// Leaves triangles without an area out, which are an error otherwise.
    pub drop_degenerate: bool,
}

/// Triangles over shared vertices, fixed in its own frame.
///
/// Vertices at the same place are one. The surface may be open, branch, or change its winding from triangle to
/// triangle.
#[derive(Clone, Debug, PartialEq)]
pub struct TriangleMesh {
    pub(crate) vertices: Vec<Vec3>,
    pub(crate) triangles: Vec<[u32; 3]>,
    normals: Vec<Vec3>,
    edges: Vec<[MeshEdge; 3]>,
    junctions: Vec<Junction>,
    bvh: StaticBvh,
    aabb: Aabb,
    sides: MeshSides,
    moments: Option<Moments>,
}

impl TriangleMesh {
    /// Mesh of vertices (m) and triangles as indices of them, counter-clockwise seen from the front.
    ///
    /// # Errors
    /// A coordinate that is NaN, infinite or beyond 1,000 km, an index without a vertex, a triangle without an
    /// area, or none at all.
    ///
    /// ```
    /// use voltex_math::Vec3;
    /// use voltex_physics::TriangleMesh;
    ///
    /// let corners = [Vec3::ZERO, Vec3::Z, Vec3::new(1.0, 0.0, 1.0), Vec3::X];
    /// let square = TriangleMesh::new(&corners, &[[0, 1, 2], [0, 2, 3]])?;
    /// assert_eq!(square.normal(0), Vec3::Y);
    /// assert_eq!(square.edges(0)[2].neighbour, Some(1));
    /// assert!(!square.is_closed());
    /// # Ok::<(), voltex_physics::PhysicsError>(())
    /// ```
    pub fn new(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Result<Self, PhysicsError> {
        Self::with_options(vertices, triangles, MeshOptions::default())
    }

    /// As [`TriangleMesh::new`], with a say in it.
    ///
    /// # Errors
    /// As for [`TriangleMesh::new`].
    pub fn with_options(
        vertices: &[Vec3],
        triangles: &[[u32; 3]],
        options: MeshOptions,
    ) -> Result<Self, PhysicsError> {
        check_vertices(vertices)?;
        if triangles.len() > MAX_MESH_FEATURES || vertices.len() > MAX_MESH_FEATURES {
            return Err(PhysicsError::BadGeometry(format!(
                "the mesh has {} triangles and {} vertices; it may have {MAX_MESH_FEATURES} of each, so cut it into \
                 several",
                triangles.len(),
                vertices.len()
            )));
        }
        let same = welded(vertices);
        let mut kept = Vec::with_capacity(triangles.len());
        let mut normals = Vec::with_capacity(triangles.len());
        for (index, corners) in triangles.iter().enumerate() {
            if let Some(corner) = corners.iter().find(|&&c| c as usize >= vertices.len()) {
                return Err(PhysicsError::BadGeometry(format!(
                    "triangle {index} names vertex {corner}; the mesh has {} vertices, counted from 0",
                    vertices.len()
                )));
            }
            let corners = corners.map(|corner| same[corner as usize]);
            match unit_normal(corners.map(|corner| vertices[corner as usize])) {
                Some(normal) => {
                    kept.push(corners);
                    normals.push(normal);
                }
                None if options.drop_degenerate => {}
                None => {
                    let [a, b, c] = corners.map(|corner| vertices[corner as usize]);
                    return Err(PhysicsError::BadGeometry(format!(
                        "triangle {index} from {a} over {b} to {c} has no area; leave it out, or set \
                         MeshOptions::drop_degenerate"
                    )));
                }
            }
        }
        if kept.is_empty() {
            return Err(PhysicsError::BadGeometry(format!(
                "a mesh of {} triangles, none with an area, is no surface; give it at least one",
                triangles.len()
            )));
        }
        let vertices = compact(vertices, &mut kept);
        let extent = Aabb::from_points(vertices.iter().copied())
            .map_or(0.0, |bounds| (bounds.max - bounds.min).max_element());
        if extent < MIN_LENGTH {
            return Err(PhysicsError::BadGeometry(format!(
                "the mesh measures {extent:e} m; it must measure {MIN_LENGTH:e} m or more, so check its unit of length"
            )));
        }
        Ok(Self::assemble(vertices, kept, normals, options.sides))
    }

    /// From checked parts.
    fn assemble(
        vertices: Vec<Vec3>,
        triangles: Vec<[u32; 3]>,
        normals: Vec<Vec3>,
        sides: Option<MeshSides>,
    ) -> Self {
        let facts = mesh_edges::facts(&vertices, &triangles);
        let corners = |triangle: &[u32; 3]| triangle.map(|corner| vertices[corner as usize]);
        let boxes: Vec<Aabb> = triangles
            .iter()
            .map(|triangle| triangle_box(corners(triangle)))
            .collect();
        let aabb = boxes
            .iter()
            .fold(boxes[0], |whole, part| whole.merged(part));
        let moments = if facts.closed {
            Moments::of_triangles(aabb.center(), triangles.iter().map(corners))
        } else {
            None
        };
        let bvh = StaticBvh::build(&boxes);
        let usual = if moments.is_some() {
            MeshSides::Front
        } else {
            MeshSides::Both
        };
        Self {
            edges: facts.edges,
            junctions: facts.junctions,
            sides: sides.unwrap_or(usual),
            vertices,
            triangles,
            normals,
            bvh,
            aabb,
            moments,
        }
    }

    /// Number of triangles.
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// Corners of a triangle, m, counter-clockwise seen from its front.
    #[inline]
    pub fn triangle(&self, index: u32) -> [Vec3; 3] {
        self.triangles[index as usize].map(|corner| self.vertices[corner as usize])
    }

    /// Unit normal of a triangle, out of its front.
    #[inline]
    pub fn normal(&self, index: u32) -> Vec3 {
        self.normals[index as usize]
    }

    /// What lies beyond each edge of a triangle; edge `i` runs from corner `i` to the next.
    #[inline]
    pub fn edges(&self, index: u32) -> &[MeshEdge; 3] {
        &self.edges[index as usize]
    }

    /// What lies beyond edge `side` of a triangle at a place along it: 0 at its start, 1 at its end.
    ///
    /// The same as [`TriangleMesh::edges`] says, save where [`MeshEdge::split`] is set.
    pub fn edge_at(&self, index: u32, side: usize, along: f32) -> MeshEdge {
        let edge = self.edges[index as usize][side];
        if !edge.split {
            return edge;
        }
        mesh_edges::at(&self.junctions, index * 3 + side as u32, along)
    }

    /// Vertices, m, each at a place of its own.
    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    /// Triangles as indices of vertices.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Tree over the boxes of the triangles.
    #[inline]
    pub fn bvh(&self) -> &StaticBvh {
        &self.bvh
    }

    /// Visits the triangles whose box touches `query`.
    #[inline]
    pub fn overlaps(&self, query: &Aabb, visit: impl FnMut(u32)) {
        self.bvh.overlaps(query, visit);
    }

    /// Whether it bounds a volume: each edge belongs to two triangles that agree on the front, which is outside.
    pub fn is_closed(&self) -> bool {
        self.moments.is_some()
    }

    /// Volume, m^3; `None` for a mesh that is not closed.
    pub fn volume(&self) -> Option<f32> {
        self.moments.map(|moments| moments.volume as f32)
    }

    pub(crate) fn moments(&self) -> Option<Moments> {
        self.moments
    }

    /// From which side it can be touched.
    #[inline]
    pub fn sides(&self) -> MeshSides {
        self.sides
    }

    /// Box of the mesh in its own frame.
    pub fn local_aabb(&self) -> Aabb {
        self.aabb
    }
}

/// Refuses coordinates that are not finite or too far away.
pub(crate) fn check_vertices(vertices: &[Vec3]) -> Result<(), PhysicsError> {
    for (index, vertex) in vertices.iter().enumerate() {
        let out = |value: &f32| !(-MAX_LENGTH..=MAX_LENGTH).contains(value);
        if let Some(value) = vertex.to_array().into_iter().find(|value| out(value)) {
            return Err(PhysicsError::OutOfRange {
                what: format!("a coordinate (m) of vertex {index}"),
                value,
                allowed: format!("it must lie between -{MAX_LENGTH} and {MAX_LENGTH} m"),
            });
        }
    }
    Ok(())
}

/// For each vertex the first at the same place.
fn welded(vertices: &[Vec3]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
    // Adding zero turns -0 into +0.
    let at = |index: u32| (vertices[index as usize] + Vec3::ZERO).to_array();
    let compare = |a: &u32, b: &u32| {
        let (p, q) = (at(*a), at(*b));
        p[0].total_cmp(&q[0])
            .then(p[1].total_cmp(&q[1]))
            .then(p[2].total_cmp(&q[2]))
            .then(a.cmp(b))
    };
    order.sort_unstable_by(compare);
    let mut same = vec![0; vertices.len()];
    let mut first = 0;
    for (place, &index) in order.iter().enumerate() {
        if place == 0 || at(index) != at(first) {
            first = index;
        }
        same[index as usize] = first;
    }
    same
}

/// Unit normal of a triangle; `None` without an area.
fn unit_normal(corners: [Vec3; 3]) -> Option<Vec3> {
    let [a, b, c] = corners.map(|corner| corner.as_dvec3());
    let normal = (b - a).cross(c - a);
    let longest = [b - a, c - b, a - c]
        .into_iter()
        .map(|edge| edge.length_squared())
        .fold(0.0, |far, edge| if edge > far { edge } else { far });
    let doubled = normal.length();
    // Twice the area over the square of the longest edge is the height over that edge.
    (doubled > MIN_SLENDERNESS * longest).then(|| (normal / doubled).as_vec3())
}

/// The vertices that triangles use, in their order, by which the triangles then name them.
fn compact(vertices: &[Vec3], triangles: &mut [[u32; 3]]) -> Vec<Vec3> {
    let mut renamed = vec![u32::MAX; vertices.len()];
    for &corner in triangles.iter().flatten() {
        renamed[corner as usize] = 0;
    }
    let mut kept = Vec::new();
    for (name, &vertex) in renamed.iter_mut().zip(vertices) {
        if *name == 0 {
            *name = kept.len() as u32;
            kept.push(vertex + Vec3::ZERO);
        }
    }
    for corner in triangles.iter_mut().flatten() {
        *corner = renamed[*corner as usize];
    }
    kept
}

/// Smallest box around a triangle.
#[inline]
pub(crate) fn triangle_box([a, b, c]: [Vec3; 3]) -> Aabb {
    Aabb {
        min: a.min(b).min(c),
        max: a.max(b).max(c),
    }
}

impl Codec for TriangleMesh {
    const MIN_BYTES: usize = Vec::<Vec3>::MIN_BYTES + Vec::<[u32; 3]>::MIN_BYTES + 1;

    fn encode(&self, out: &mut Encoder<'_>) {
        self.vertices.encode(out);
        self.triangles.encode(out);
        (self.sides == MeshSides::Both).encode(out);
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        let vertices = Vec::<Vec3>::decode(input)?;
        let triangles = Vec::<[u32; 3]>::decode(input)?;
        let sides = if bool::decode(input)? {
            MeshSides::Both
        } else {
            MeshSides::Front
        };
        let options = MeshOptions {
            sides: Some(sides),
            drop_degenerate: false,
        };
        Self::with_options(&vertices, &triangles, options)
            .map_err(|_| input.invalid("triangle mesh", triangles.len() as u64))
    }

    fn hash(&self, hasher: &mut StateHasher) {
        self.vertices.hash(hasher);
        self.triangles.hash(hasher);
        (self.sides == MeshSides::Both).hash(hasher);
    }
}
