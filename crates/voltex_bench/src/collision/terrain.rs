//! Manifolds of convex bodies on triangle meshes and height fields.

use parry3d::math::Pose as PeerPose;
use parry3d::query::{
    ContactManifold, ContactManifoldsWorkspace, DefaultQueryDispatcher, PersistentQueryDispatcher,
};
use parry3d::shape::{HeightField as PeerField, SharedShape, TriMeshFlags};
use parry3d::utils::Array2;
use std::rc::Rc;

use voltex_math::random::Key;
use voltex_math::{Pose, Vec2, Vec3, f32};
use voltex_physics::narrow::{PieceContact, RefreshLimits, ShapeCache, contacts_in_a, refreshed};
use voltex_physics::{HeightField, Shape, TriangleMesh};

use super::pairs::{MARGIN, next_frame};
use super::place::FRAMES;
use super::{Body, Chosen, Own, parry_pose, parry_vector, random_direction, random_rotation};
use crate::line::{Contender, Line, repeated};

/// Bodies of each line.
const BODIES: usize = 128;

/// Cells along each side of the ground that bodies lie on, 1 m each.
const CELLS: usize = 100;

/// Height of the ground, m: hills of 20 m length and 1.6 m height.
pub(super) fn height(x: f32, z: f32) -> f32 {
    0.8 * f32::sin(0.3 * x) * f32::cos(0.3 * z)
}

/// Vertices and triangles of the ground over a grid of square cells, centred on the origin.
pub(super) fn ground(cells: usize, size: f32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let half = 0.5 * cells as f32 * size;
    let row = cells as u32 + 1;
    let mut vertices = Vec::new();
    for z in 0..=cells {
        for x in 0..=cells {
            let (x, z) = (x as f32 * size - half, z as f32 * size - half);
            vertices.push(Vec3::new(x, height(x, z), z));
        }
    }
    let mut triangles = Vec::new();
    for z in 0..row - 1 {
        for x in 0..row - 1 {
            let corner = z * row + x;
            triangles.push([corner, corner + row, corner + 1]);
            triangles.push([corner + 1, corner + row, corner + row + 1]);
        }
    }
    (vertices, triangles)
}

/// The peer's mesh of the same triangles, with internal edges repaired as its engine does.
pub(super) fn parry_mesh(cells: usize, size: f32) -> SharedShape {
    let (vertices, triangles) = ground(cells, size);
    let vertices = vertices.into_iter().map(parry_vector).collect();
    SharedShape::trimesh_with_flags(vertices, triangles, TriMeshFlags::FIX_INTERNAL_EDGES)
        .expect("a sound mesh")
}

/// The peer's height field of the same heights.
fn parry_field() -> SharedShape {
    let half = 0.5 * CELLS as f32;
    let rows = CELLS + 1;
    let mut heights = Vec::new();
    // Column by column.
    for x in 0..rows {
        for z in 0..rows {
            heights.push(height(x as f32 - half, z as f32 - half));
        }
    }
    let scale = parry3d::math::Vector::new(CELLS as f32, 1.0, CELLS as f32);
    SharedShape::new(PeerField::new(Array2::new(rows, rows, heights), scale))
}

/// A body near the ground and how it moves over it.
struct Placed {
    body: Body,
    frames: [Pose; FRAMES],
}

/// Bodies whose middle lies 0.3 to 0.6 m above the ground: some touch, some do not.
fn placed(kind: &str, step: f32) -> Vec<Placed> {
    let mut draws = Key::new(4, 1).sequence();
    (0..BODIES)
        .map(|_| {
            let body = Body::random(kind, &mut draws);
            let mut place = |low, high| draws.uniform_in(low, high) as f32;
            let (x, z, above) = (place(-40.0, 40.0), place(-40.0, 40.0), place(0.3, 0.6));
            let rotation = random_rotation(&mut draws);
            let along = random_direction(&mut draws) * step;
            let start = Vec3::new(x, height(x, z) + above, z);
            Placed {
                body,
                frames: std::array::from_fn(|i| Pose::new(start + along * i as f32, rotation)),
            }
        })
        .collect()
}

/// Ground as Voltex takes it.
#[derive(Clone)]
enum Ground {
    Mesh(Rc<TriangleMesh>),
    Field(Rc<HeightField>),
}

impl Ground {
    fn shape(&self) -> Shape<'_> {
        match self {
            Self::Mesh(mesh) => Shape::Mesh(mesh),
            Self::Field(field) => Shape::HeightField(field),
        }
    }
}

/// Mesh of the same triangles.
pub(super) fn own_mesh(cells: usize, size: f32) -> TriangleMesh {
    let (vertices, triangles) = ground(cells, size);
    TriangleMesh::new(&vertices, &triangles).expect("a sound mesh")
}

/// Height field of the same heights.
fn own_field() -> HeightField {
    let half = 0.5 * CELLS as f32;
    let columns = CELLS as u32 + 1;
    let along = |place: u32| place as f32 - half;
    let heights = (0..columns)
        .flat_map(|z| (0..columns).map(move |x| height(along(x), along(z))))
        .collect();
    HeightField::new(columns, columns, Vec2::ONE, heights).expect("a sound field")
}

/// All lines.
pub(super) fn lines(chosen: &Chosen) -> Vec<Line> {
    let mut lines = Vec::new();
    let grounds = [
        (
            "mesh",
            parry_mesh(CELLS, 1.0),
            Ground::Mesh(Rc::new(own_mesh(CELLS, 1.0))),
        ),
        (
            "height field",
            parry_field(),
            Ground::Field(Rc::new(own_field())),
        ),
    ];
    for (ground, parry, own) in grounds {
        for kind in ["sphere", "capsule", "box", "cylinder", "hull"] {
            for (motion, step) in [("resting", 1.0e-4), ("moving", 0.01)] {
                let name = format!("manifold {motion} {ground}-{kind}");
                if !chosen(&name) {
                    continue;
                }
                let bodies = placed(kind, step);
                lines.push(Line {
                    name,
                    contenders: vec![
                        parry_manifolds(parry.clone(), &bodies),
                        own_manifolds(own.clone(), &bodies),
                    ],
                    per: BODIES as u32,
                    unit: "",
                });
            }
        }
    }
    lines
}

struct OwnBody {
    body: Own,
    frames: [Pose; FRAMES],
    cache: ShapeCache,
    /// The last contacts that were computed, and the pose of the body then.
    kept: (Vec<PieceContact>, Pose),
    /// Contacts of this frame.
    found: Vec<PieceContact>,
}

/// Contacts brought up to date by the motion of the body; false if one of them has to be computed, or if there is
/// none.
fn refresh(kept: &(Vec<PieceContact>, Pose), now: &Pose, found: &mut Vec<PieceContact>) -> bool {
    let limits = RefreshLimits::new(0.001);
    found.clear();
    for contact in &kept.0 {
        let Some(manifold) = refreshed(&contact.manifold, &kept.1, now, &limits) else {
            return false;
        };
        found.push(PieceContact {
            manifold,
            ..*contact
        });
    }
    !found.is_empty()
}

/// Like the peer, a body with a past keeps its points while it turns by less than a degree and slides by less than
/// 1 mm.
fn own_manifolds(ground: Ground, bodies: &[Placed]) -> Contender {
    let bodies: Vec<OwnBody> = bodies
        .iter()
        .map(|placed| OwnBody {
            body: Own::new(&placed.body),
            frames: placed.frames,
            cache: ShapeCache::default(),
            kept: (Vec::new(), placed.frames[0]),
            found: Vec::new(),
        })
        .collect();
    repeated("voltex", (bodies, 0), move |(bodies, step)| {
        let frame = next_frame(step);
        let mut points = 0;
        for body in bodies {
            let pose = &body.frames[frame];
            if !refresh(&body.kept, pose, &mut body.found) {
                body.found.clear();
                contacts_in_a(
                    &ground.shape(),
                    &body.body.shape(),
                    pose,
                    MARGIN,
                    &mut body.cache,
                    &mut body.found,
                );
                body.kept.0.clone_from(&body.found);
                body.kept.1 = *pose;
            }
            let contacts = body.found.iter();
            points += contacts.map(|c| c.manifold.points().len()).sum::<usize>();
        }
        points
    })
}

struct Peer {
    shape: SharedShape,
    frames: [PeerPose; FRAMES],
    manifolds: Vec<ContactManifold<(), ()>>,
    workspace: Option<ContactManifoldsWorkspace>,
}

fn parry_manifolds(ground: SharedShape, bodies: &[Placed]) -> Contender {
    let state: Vec<Peer> = bodies
        .iter()
        .map(|placed| Peer {
            shape: placed.body.parry(),
            frames: placed.frames.each_ref().map(parry_pose),
            manifolds: Vec::new(),
            workspace: None,
        })
        .collect();
    repeated("parry", (state, 0), move |(bodies, step)| {
        let frame = next_frame(step);
        let mut points = 0;
        for body in bodies {
            let done = DefaultQueryDispatcher.contact_manifolds(
                &body.frames[frame],
                &*ground,
                &*body.shape,
                MARGIN,
                &mut body.manifolds,
                &mut body.workspace,
            );
            done.expect("supported");
            points += body.manifolds.iter().map(|m| m.points.len()).sum::<usize>();
        }
        points
    })
}
