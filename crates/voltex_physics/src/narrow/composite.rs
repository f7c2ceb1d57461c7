//! Shapes of many pieces: meshes, height fields, compounds, half-spaces.

use voltex_math::{Aabb, Pose, Vec3};

use super::cache::PairCache;
use super::seams::{Ground, Neighbour, smooth_seams};
use super::surface::{Body, Surface, triangle_convex};
use super::{half_space_manifold, manifold};
use crate::contact::Manifold;
use crate::copies::copies;
use crate::shape::{Compound, Convex, Shape};

/// Contact of one piece of A with one piece of B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PieceContact {
    /// Triangle of a mesh or height field, child of a compound; 0 for a shape of one piece.
    pub child_a: u32,
    /// The same of B.
    pub child_b: u32,
    /// The points, never none.
    pub manifold: Manifold,
}

/// Memory of two shapes: that of each pair of pieces which were near each other in the last step.
///
/// As with [`PairCache`], the contacts are right whatever it holds.
#[derive(Debug, Default, PartialEq)]
pub struct ShapeCache {
    single: PairCache,
    /// Of shapes of many pieces alone.
    pieces: Option<Box<Pieces>>,
}

copies!(ShapeCache { single, pieces });

impl ShapeCache {
    /// The memory of two convex bodies, and that of each pair of pieces, sorted by their numbers.
    pub(crate) fn parts(&self) -> (&PairCache, &[(u32, u32, PairCache)]) {
        let pieces = self.pieces.as_ref();
        (&self.single, pieces.map_or(&[], |pieces| &pieces.pieces))
    }

    /// A memory of these parts. The pieces are sorted here, so that any list will do.
    pub(crate) fn from_parts(single: PairCache, mut pieces: Vec<(u32, u32, PairCache)>) -> Self {
        pieces.sort_by_key(|entry| (entry.0, entry.1));
        let pieces = (!pieces.is_empty()).then(|| {
            Box::new(Pieces {
                pieces,
                ..Pieces::default()
            })
        });
        Self { single, pieces }
    }

    fn pieces(&mut self) -> &mut Pieces {
        self.pieces.get_or_insert_default()
    }
}

/// Memory of each pair of pieces.
#[derive(Debug, Default, PartialEq)]
struct Pieces {
    /// Sorted by the numbers of the pieces.
    pieces: Vec<(u32, u32, PairCache)>,
    /// What `pieces` was before; kept for its room.
    before: Vec<(u32, u32, PairCache)>,
    /// Pieces found by a search; kept for its room.
    found: Vec<u32>,
}

copies!(Pieces {
    pieces,
    before,
    found,
});

impl Pieces {
    fn begin(&mut self) {
        std::mem::swap(&mut self.pieces, &mut self.before);
        self.pieces.clear();
    }

    fn recall(&self, child_a: u32, child_b: u32) -> PairCache {
        self.before
            .binary_search_by_key(&(child_a, child_b), |entry| (entry.0, entry.1))
            .map_or_else(|_| PairCache::default(), |index| self.before[index].2)
    }
}

/// Contacts of two shapes: one manifold for each pair of convex pieces that touch, appended to `out` in the order
/// of the pieces; normals, from A to B, and points are in the frame in which the poses are given.
///
/// A half-space, mesh or height field meets convex bodies and compounds; against one another these three have no
/// contact, as none of them can move. A mesh is a surface, not a solid: a body wholly behind it does not touch it.
/// It is touched from its front alone or from both sides, as its [`MeshSides`](crate::MeshSides) say; then the side
/// on which the body's centre lies counts. From the front a body still touches with its middle behind, as far as
/// a quarter of its height over the triangle.
///
/// Inner edges of meshes and height fields do not catch: see [`smooth_seams`](super::smooth_seams) for seams
/// between several bodies.
pub fn contacts(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    margin: f32,
    cache: &mut ShapeCache,
    out: &mut Vec<PieceContact>,
) {
    let start = out.len();
    if let (Shape::Convex(Convex::Sphere { .. }), Shape::Convex(Convex::Sphere { .. })) = (a, b) {
        // Balls do not turn; with one centre they part along +Y of the caller's frame.
        let b_in_a = Pose::from_position(pose_b.position - pose_a.position);
        contacts_in_a(a, b, &b_in_a, margin, cache, out);
        for contact in &mut out[start..] {
            contact.manifold = contact
                .manifold
                .transformed(&Pose::from_position(pose_a.position));
        }
        return;
    }
    contacts_in_a(a, b, &pose_a.relative(pose_b), margin, cache, out);
    for contact in &mut out[start..] {
        contact.manifold = contact.manifold.transformed(pose_a);
    }
}

/// As [`contacts`], with B placed in the frame of A and the answer in that frame.
pub fn contacts_in_a(
    a: &Shape,
    b: &Shape,
    b_in_a: &Pose,
    margin: f32,
    cache: &mut ShapeCache,
    out: &mut Vec<PieceContact>,
) {
    match (a, b) {
        (Shape::Convex(a), Shape::Convex(b)) => {
            keep(out, 0, 0, manifold(a, b, b_in_a, margin, &mut cache.single));
        }
        (Shape::HalfSpace { normal }, Shape::Convex(b)) => {
            let found = half_space_manifold(*normal, b, b_in_a, margin, &mut cache.single);
            keep(out, 0, 0, found);
        }
        (Shape::HalfSpace { normal }, Shape::Compound(b)) => {
            half_space_compound(*normal, b, b_in_a, margin, cache.pieces(), out);
        }
        (Shape::Mesh(mesh), Shape::Convex(b)) => {
            let cache = cache.pieces();
            cache.begin();
            surface_convex(&Surface::Mesh(mesh), b, b_in_a, margin, 0, cache, out);
            cache
                .pieces
                .sort_unstable_by_key(|entry| (entry.0, entry.1));
        }
        (Shape::HeightField(field), Shape::Convex(b)) => {
            let cache = cache.pieces();
            cache.begin();
            surface_convex(&Surface::Field(field), b, b_in_a, margin, 0, cache, out);
            cache
                .pieces
                .sort_unstable_by_key(|entry| (entry.0, entry.1));
        }
        (Shape::Mesh(mesh), Shape::Compound(b)) => {
            surface_compound(&Surface::Mesh(mesh), b, b_in_a, margin, cache.pieces(), out);
        }
        (Shape::HeightField(field), Shape::Compound(b)) => {
            surface_compound(
                &Surface::Field(field),
                b,
                b_in_a,
                margin,
                cache.pieces(),
                out,
            );
        }
        (Shape::Compound(a), Shape::Convex(b)) => {
            compound_convex(a, b, b_in_a, margin, cache.pieces(), out);
        }
        (Shape::Compound(a), Shape::Compound(b)) => {
            compound_compound(a, b, b_in_a, margin, cache.pieces(), out);
        }
        (Shape::Convex(_), _)
        | (Shape::Compound(_), Shape::HalfSpace { .. } | Shape::Mesh(_) | Shape::HeightField(_)) => {
            // The same pair with A and B exchanged.
            let start = out.len();
            contacts_in_a(b, a, &b_in_a.inverse(), margin, cache, out);
            for contact in &mut out[start..] {
                *contact = PieceContact {
                    child_a: contact.child_b,
                    child_b: contact.child_a,
                    manifold: contact.manifold.transformed(b_in_a).flipped(),
                };
            }
            out[start..].sort_unstable_by_key(|contact| (contact.child_a, contact.child_b));
        }
        (
            Shape::HalfSpace { .. } | Shape::Mesh(_) | Shape::HeightField(_),
            Shape::HalfSpace { .. } | Shape::Mesh(_) | Shape::HeightField(_),
        ) => {}
    }
}

fn keep(out: &mut Vec<PieceContact>, child_a: u32, child_b: u32, manifold: Manifold) {
    if !manifold.is_empty() {
        out.push(PieceContact {
            child_a,
            child_b,
            manifold,
        });
    }
}

/// Box of a body for a search, a margin larger; `None` for one that is not finite.
fn search_box(b: &Convex, pose: &Pose, margin: f32) -> Option<Aabb> {
    let aabb = b.aabb(pose);
    (aabb.min.is_finite() && aabb.max.is_finite()).then(|| aabb.expanded(margin))
}

fn half_space_compound(
    normal: Vec3,
    b: &Compound,
    b_in_a: &Pose,
    margin: f32,
    cache: &mut Pieces,
    out: &mut Vec<PieceContact>,
) {
    cache.begin();
    for (child, piece) in (0..).zip(b.children()) {
        let mut memory = cache.recall(0, child);
        let pose = *b_in_a * *piece.pose();
        let found = half_space_manifold(normal, &piece.convex(), &pose, margin, &mut memory);
        keep(out, 0, child, found);
        cache.pieces.push((0, child, memory));
    }
}

/// One convex body against a surface. The contacts come in the order of the triangles; those with an edge or corner
/// that an earlier triangle has found are left out.
fn surface_convex(
    surface: &Surface,
    b: &Convex,
    b_in_a: &Pose,
    margin: f32,
    child_b: u32,
    cache: &mut Pieces,
    out: &mut Vec<PieceContact>,
) {
    let Some(query) = search_box(b, b_in_a, margin) else {
        return;
    };
    let mut found = std::mem::take(&mut cache.found);
    found.clear();
    surface.overlaps(&query, |index| found.push(index));
    found.sort_unstable();
    let start = out.len();
    let size = query.half_extents().max_element();
    let body = Body::new(b, b_in_a, margin);
    for &index in &found {
        let mut memory = cache.recall(index, child_b);
        let contact = triangle_convex(surface, index, &body, &mut memory);
        if !memory.is_blank() {
            cache.pieces.push((index, child_b, memory));
        }
        let Some((manifold, shared)) = contact else {
            continue;
        };
        if !(shared && known(&out[start..], &manifold, size)) {
            keep(out, index, child_b, manifold);
        }
    }
    cache.found = found;
}

/// Whether all points of a contact are among those of earlier ones, with the same normal.
fn known(earlier: &[PieceContact], manifold: &Manifold, size: f32) -> bool {
    manifold.points().iter().all(|point| {
        earlier.iter().any(|contact| {
            contact.manifold.normal.dot(manifold.normal) > 0.999_999
                && contact
                    .manifold
                    .points()
                    .iter()
                    .any(|other| (other.point_on_a - point.point_on_a).length() <= 1e-3 * size)
        })
    })
}

fn surface_compound(
    surface: &Surface,
    b: &Compound,
    b_in_a: &Pose,
    margin: f32,
    cache: &mut Pieces,
    out: &mut Vec<PieceContact>,
) {
    let start = out.len();
    cache.begin();
    for (child, piece) in (0..).zip(b.children()) {
        let pose = *b_in_a * *piece.pose();
        surface_convex(surface, &piece.convex(), &pose, margin, child, cache, out);
    }
    cache
        .pieces
        .sort_unstable_by_key(|entry| (entry.0, entry.1));
    out[start..].sort_unstable_by_key(|contact| (contact.child_a, contact.child_b));
}

fn compound_convex(
    a: &Compound,
    b: &Convex,
    b_in_a: &Pose,
    margin: f32,
    cache: &mut Pieces,
    out: &mut Vec<PieceContact>,
) {
    let start = out.len();
    cache.begin();
    let Some(query) = search_box(b, b_in_a, margin) else {
        return;
    };
    let mut found = std::mem::take(&mut cache.found);
    found.clear();
    a.bvh().overlaps(&query, |index| found.push(index));
    found.sort_unstable();
    for &child in &found {
        let piece = &a.children()[child as usize];
        let mut memory = cache.recall(child, 0);
        let pose = piece.pose().relative(b_in_a);
        let manifold = manifold(&piece.convex(), b, &pose, margin, &mut memory);
        keep(out, child, 0, manifold.transformed(piece.pose()));
        cache.pieces.push((child, 0, memory));
    }
    cache.found = found;
    smooth_children(a, b, b_in_a, margin, &mut out[start..]);
    let mut index = 0;
    out.retain(|contact| {
        index += 1;
        index <= start || !contact.manifold.is_empty()
    });
}

/// Children of a compound that lie flush are one body to what slides over them.
fn smooth_children(
    a: &Compound,
    b: &Convex,
    b_in_a: &Pose,
    margin: f32,
    contacts: &mut [PieceContact],
) {
    let Some((first, rest)) = contacts.split_first() else {
        return;
    };
    let same = |contact: &PieceContact| {
        (contact.manifold.normal - first.manifold.normal).length_squared() < 1e-12
    };
    if rest.iter().all(same) {
        return;
    }
    let mut neighbours: Vec<Neighbour> = contacts
        .iter()
        .map(|contact| {
            let piece = &a.children()[contact.child_a as usize];
            Neighbour {
                ground: Ground::Piece(piece.convex(), *piece.pose()),
                manifold: contact.manifold,
            }
        })
        .collect();
    smooth_seams(b, b_in_a, &mut neighbours, margin);
    for (contact, neighbour) in contacts.iter_mut().zip(&neighbours) {
        contact.manifold = neighbour.manifold;
    }
}

fn compound_compound(
    a: &Compound,
    b: &Compound,
    b_in_a: &Pose,
    margin: f32,
    cache: &mut Pieces,
    out: &mut Vec<PieceContact>,
) {
    let start = out.len();
    cache.begin();
    let mut found = std::mem::take(&mut cache.found);
    for (child_b, piece_b) in (0..).zip(b.children()) {
        let pose_b = *b_in_a * *piece_b.pose();
        let convex_b = piece_b.convex();
        let Some(query) = search_box(&convex_b, &pose_b, margin) else {
            continue;
        };
        found.clear();
        a.bvh().overlaps(&query, |index| found.push(index));
        for &child_a in &found {
            let piece_a = &a.children()[child_a as usize];
            let mut memory = cache.recall(child_a, child_b);
            let pose = piece_a.pose().relative(&pose_b);
            let manifold = manifold(&piece_a.convex(), &convex_b, &pose, margin, &mut memory);
            keep(out, child_a, child_b, manifold.transformed(piece_a.pose()));
            cache.pieces.push((child_a, child_b, memory));
        }
    }
    cache.found = found;
    cache
        .pieces
        .sort_unstable_by_key(|entry| (entry.0, entry.1));
    out[start..].sort_unstable_by_key(|contact| (contact.child_a, contact.child_b));
}
