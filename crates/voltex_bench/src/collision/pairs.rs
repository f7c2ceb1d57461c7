//! Distance, single contact and manifold of each kind of pair.

use parry3d::math::Pose as PeerPose;
use parry3d::query::{
    ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, QueryDispatcher,
};
use parry3d::shape::SharedShape;

use voltex_math::Pose;
use voltex_physics::gjk::{self, SimplexCache};
use voltex_physics::narrow::{self, PairCache, RefreshLimits, half_space_manifold, refreshed};
use voltex_physics::{Convex, Manifold, Shape};

use super::place::{Drift, FRAMES, Lie, PAIRS, Pair, pairs};
use super::{Chosen, Own, parry_pose};
use crate::line::{Contender, Line, repeated};

/// Distance below which a manifold has points, m.
pub(super) const MARGIN: f32 = 0.02;

/// Kinds of pairs of convex bodies.
const CONVEX: [(&str, &str); 24] = [
    ("sphere", "sphere"),
    ("sphere", "box"),
    ("sphere", "capsule"),
    ("sphere", "cylinder"),
    ("sphere", "cone"),
    ("sphere", "hull"),
    ("sphere", "triangle"),
    ("capsule", "capsule"),
    ("capsule", "box"),
    ("capsule", "cylinder"),
    ("capsule", "cone"),
    ("capsule", "hull"),
    ("capsule", "triangle"),
    ("box", "box"),
    ("box", "cylinder"),
    ("box", "cone"),
    ("box", "hull"),
    ("box", "triangle"),
    ("cylinder", "cylinder"),
    ("cylinder", "cone"),
    ("cylinder", "hull"),
    ("cone", "cone"),
    ("cone", "hull"),
    ("hull", "hull"),
];

/// Kinds of bodies that lie on a half-space.
const ON_PLANE: [(&str, &str); 6] = [
    ("half-space", "sphere"),
    ("half-space", "box"),
    ("half-space", "capsule"),
    ("half-space", "cylinder"),
    ("half-space", "cone"),
    ("half-space", "hull"),
];

fn line(name: String, contenders: Vec<Contender>) -> Line {
    Line {
        name,
        contenders,
        per: PAIRS as u32,
        unit: "",
    }
}

/// The peer's shapes with the pose of the first frame.
fn peers(pairs: &[Pair]) -> Vec<([SharedShape; 2], PeerPose)> {
    let peer = |pair: &Pair| (pair.parry.clone(), parry_pose(&pair.frames[0]));
    pairs.iter().map(peer).collect()
}

/// The same for Voltex.
fn own(pairs: &[Pair]) -> Vec<([Own; 2], Pose)> {
    let own = |pair: &Pair| ([Own::new(&pair.a), Own::new(&pair.b)], pair.frames[0]);
    pairs.iter().map(own).collect()
}

/// Signed distance with points and normal, whether bodies overlap or not.
fn own_distance(pairs: &[Pair]) -> Contender {
    repeated("voltex", own(pairs), |pairs| {
        let mut sum = 0.0;
        for ([a, b], pose) in pairs {
            let cache = &mut SimplexCache::default();
            sum += gjk::distance(&a.convex(), &b.convex(), pose, cache).distance;
        }
        sum
    })
}

/// Distance of bodies that lie apart.
pub(super) fn distance(chosen: &Chosen) -> Vec<Line> {
    let named = CONVEX.map(|kinds| (kinds, format!("distance {}-{}", kinds.0, kinds.1)));
    let named = named.into_iter().filter(|(_, name)| chosen(name));
    named
        .map(|(kinds, name)| {
            let pairs = pairs(kinds, Lie::Apart, Drift::NONE);
            line(
                name,
                vec![
                    repeated("parry", peers(&pairs), |pairs| {
                        let mut sum = 0.0;
                        for ([a, b], pose) in pairs {
                            let distance = DefaultQueryDispatcher.distance(pose, &**a, &**b);
                            sum += distance.expect("supported").distance;
                        }
                        sum
                    }),
                    own_distance(&pairs),
                ],
            )
        })
        .collect()
}

/// Signed distance with points and normal, half of the bodies overlapping.
pub(super) fn contact(chosen: &Chosen) -> Vec<Line> {
    let named = CONVEX.map(|kinds| (kinds, format!("contact {}-{}", kinds.0, kinds.1)));
    let named = named.into_iter().filter(|(_, name)| chosen(name));
    named
        .map(|(kinds, name)| {
            let pairs = pairs(kinds, Lie::Half, Drift::NONE);
            line(
                name,
                vec![
                    repeated("parry", peers(&pairs), |pairs| {
                        let mut sum = 0.0;
                        for ([a, b], pose) in pairs {
                            let contact = DefaultQueryDispatcher.contact(pose, &**a, &**b, 1.0);
                            sum += contact.expect("supported").map_or(0.0, |c| c.dist);
                        }
                        sum
                    }),
                    own_distance(&pairs),
                ],
            )
        })
        .collect()
}

/// Manifolds: without a past, of bodies that rest, and of bodies that move 1 cm and 1.7 degrees a step.
pub(super) fn manifold(chosen: &Chosen) -> Vec<Line> {
    let resting = Drift {
        length: 1.0e-4,
        angle: 1.0e-4,
    };
    let moving = Drift {
        length: 0.01,
        angle: 0.03,
    };
    let mut lines = Vec::new();
    for kinds in ON_PLANE.into_iter().chain(CONVEX) {
        for (name, drift, cold) in [
            ("cold", Drift::NONE, true),
            ("resting", resting, false),
            ("moving", moving, false),
        ] {
            let name = format!("manifold {name} {}-{}", kinds.0, kinds.1);
            if chosen(&name) {
                let pairs = pairs(kinds, Lie::Half, drift);
                let contenders = vec![parry_manifold(&pairs, cold), own_manifold(&pairs, cold)];
                lines.push(line(name, contenders));
            }
        }
    }
    lines
}

/// There and back again through the frames of a motion.
pub(super) fn next_frame(step: &mut usize) -> usize {
    let frame = *step % (2 * FRAMES - 2);
    *step += 1;
    if frame < FRAMES {
        frame
    } else {
        2 * FRAMES - 2 - frame
    }
}

struct PeerPair {
    shapes: [SharedShape; 2],
    frames: [PeerPose; FRAMES],
    manifold: ContactManifold<(), ()>,
}

fn parry_manifold(pairs: &[Pair], cold: bool) -> Contender {
    let state: Vec<PeerPair> = pairs
        .iter()
        .map(|pair| PeerPair {
            shapes: pair.parry.clone(),
            frames: pair.frames.each_ref().map(parry_pose),
            manifold: ContactManifold::new(),
        })
        .collect();
    repeated("parry", (state, 0), move |(pairs, step)| {
        let frame = next_frame(step);
        let mut points = 0;
        for pair in pairs {
            if cold {
                // Keeps the memory of the points, which a new manifold would have to ask for.
                pair.manifold.points.clear();
                pair.manifold.local_n1 = parry3d::math::Vector::ZERO;
                pair.manifold.local_n2 = parry3d::math::Vector::ZERO;
            }
            let dispatcher: &dyn PersistentQueryDispatcher<(), ()> = &DefaultQueryDispatcher;
            let done = dispatcher.contact_manifold_convex_convex(
                &pair.frames[frame],
                &*pair.shapes[0],
                &*pair.shapes[1],
                None,
                None,
                MARGIN,
                &mut pair.manifold,
            );
            done.expect("supported");
            points += pair.manifold.points.len();
        }
        points
    })
}

struct OwnPair {
    bodies: [Own; 2],
    frames: [Pose; FRAMES],
    cache: PairCache,
    /// The last contact that was computed, and the pose of B then.
    kept: (Manifold, Pose),
}

/// Like the peer, a pair with a past keeps its points while it turns by less than a degree and slides by less
/// than 1 mm; two balls do not, as their closed form costs less.
fn own_manifold(pairs: &[Pair], cold: bool) -> Contender {
    let state: Vec<OwnPair> = pairs
        .iter()
        .map(|pair| OwnPair {
            bodies: [Own::new(&pair.a), Own::new(&pair.b)],
            frames: pair.frames,
            cache: PairCache::default(),
            kept: (Manifold::EMPTY, pair.frames[0]),
        })
        .collect();
    let limits = RefreshLimits::new(0.001);
    repeated("voltex", (state, 0), move |(pairs, step)| {
        let frame = next_frame(step);
        let mut points = 0;
        for OwnPair {
            bodies: [a, b],
            frames,
            cache,
            kept,
        } in pairs
        {
            let pose = &frames[frame];
            let balls = matches!(
                (a.shape(), b.shape()),
                (
                    Shape::Convex(Convex::Sphere { .. }),
                    Shape::Convex(Convex::Sphere { .. })
                )
            );
            if cold {
                *cache = PairCache::default();
            } else if !balls && let Some(fresh) = refreshed(&kept.0, &kept.1, pose, &limits) {
                points += fresh.points().len();
                continue;
            }
            let manifold = match a.shape() {
                Shape::HalfSpace { normal } => {
                    half_space_manifold(normal, &b.convex(), pose, MARGIN, cache)
                }
                _ => narrow::manifold(&a.convex(), &b.convex(), pose, MARGIN, cache),
            };
            points += manifold.points().len();
            *kept = (manifold, *pose);
        }
        points
    })
}
