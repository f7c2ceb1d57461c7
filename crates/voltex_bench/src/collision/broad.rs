//! Trees of moving boxes: build, refit, pairs.

use parry3d::bounding_volume::Aabb as PeerAabb;
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use voltex_ecs::EntityAllocator;
use voltex_math::random::Key;
use voltex_math::{Aabb, Vec3};
use voltex_physics::broad::{BroadPhase, BvhTree, DynamicBvh, Mobility, StaticBvh};

use super::{Chosen, parry_vector, random_direction};
use crate::line::{Contender, Line, repeated};

/// Margin of a fat box, m.
const MARGIN: f32 = 0.05;

/// Length of a step, s.
const STEP: f32 = 1.0 / 60.0;

/// Boxes that drift about in a cube.
#[derive(Clone)]
pub(super) struct Swarm {
    pub(super) boxes: Vec<Aabb>,
    velocities: Vec<Vec3>,
    half: f32,
}

impl Swarm {
    /// `count` boxes of 0.6 to 1.4 m, one in each 8 m^3 on average, at up to 2 m/s.
    pub(super) fn new(count: usize) -> Self {
        let mut draws = Key::new(4, 2).sequence();
        let half = voltex_math::f32::cbrt(count as f32 * 8.0) * 0.5;
        let mut boxes = Vec::new();
        let mut velocities = Vec::new();
        for _ in 0..count {
            let mut place = || draws.uniform_in(-f64::from(half), f64::from(half)) as f32;
            let center = Vec3::new(place(), place(), place());
            let mut size = || draws.uniform_in(0.3, 0.7) as f32;
            let extents = Vec3::new(size(), size(), size());
            boxes.push(Aabb::from_center_half_extents(center, extents));
            let speed = draws.uniform_in(0.0, 2.0) as f32;
            velocities.push(random_direction(&mut draws) * speed);
        }
        Self {
            boxes,
            velocities,
            half,
        }
    }

    /// Moves each box by one step; those that leave the cube turn back.
    pub(super) fn advance(&mut self) {
        for (aabb, velocity) in self.boxes.iter_mut().zip(&mut self.velocities) {
            let center = aabb.center();
            for axis in 0..3 {
                if center[axis].abs() > self.half && center[axis] * velocity[axis] > 0.0 {
                    velocity[axis] = -velocity[axis];
                }
            }
            let shift = *velocity * STEP;
            aabb.min += shift;
            aabb.max += shift;
        }
    }
}

/// The peer's box.
pub(super) fn parry_aabb(aabb: &Aabb) -> PeerAabb {
    PeerAabb::new(parry_vector(aabb.min), parry_vector(aabb.max))
}

/// What is done with a swarm, by the peer and by us.
type Work = (&'static str, fn(&Swarm) -> [Contender; 2]);

/// All lines.
pub(super) fn lines(chosen: &Chosen) -> Vec<Line> {
    let mut lines = Vec::new();
    for (count, label) in [(1_000, "1k"), (10_000, "10k"), (100_000, "100k")] {
        let works: [Work; 4] = [
            ("build", |swarm| [parry_build(swarm), own_build(swarm)]),
            ("all pairs", |swarm| {
                [parry_all_pairs(swarm), own_all_pairs(swarm)]
            }),
            ("refit", |swarm| [parry_refit(swarm), own_refit(swarm)]),
            ("step", |swarm| {
                [parry_step(swarm.clone()), own_step(swarm.clone())]
            }),
        ];
        for (work, contenders) in works {
            let name = format!("bvh {work} {label}");
            if chosen(&name) {
                lines.push(Line {
                    name,
                    contenders: contenders(&Swarm::new(count)).into(),
                    per: 1,
                    unit: "",
                });
            }
        }
    }
    lines
}

fn parry_build(swarm: &Swarm) -> Contender {
    let leaves: Vec<_> = swarm.boxes.iter().map(parry_aabb).collect();
    repeated("parry", leaves, |leaves| {
        Bvh::from_leaves(BvhBuildStrategy::Binned, leaves)
    })
}

/// All overlapping pairs of a tree that stands.
fn parry_all_pairs(swarm: &Swarm) -> Contender {
    let leaves: Vec<_> = swarm.boxes.iter().map(parry_aabb).collect();
    let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
    repeated(
        "parry",
        (tree, BvhWorkspace::default()),
        |(tree, workspace)| {
            let mut pairs = Vec::new();
            tree.traverse_bvtt_single_tree::<false>(workspace, &mut |a, b| pairs.push((a, b)));
            pairs
        },
    )
}

/// Every box moved, boxes of the tree brought up to date, its structure kept.
fn parry_refit(swarm: &Swarm) -> Contender {
    let mut swarm = swarm.clone();
    let leaves: Vec<_> = swarm.boxes.iter().map(parry_aabb).collect();
    swarm.advance();
    let moved: Vec<_> = swarm.boxes.iter().map(parry_aabb).collect();
    let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
    let state = (tree, BvhWorkspace::default(), [moved, leaves], 0);
    repeated("parry", state, |(tree, workspace, frames, step)| {
        let boxes = &frames[*step % 2];
        *step += 1;
        for (leaf, aabb) in boxes.iter().enumerate() {
            tree.insert_or_update_partially(*aabb, leaf as u32, 0.0);
        }
        tree.refit(workspace);
    })
}

/// One step of a broad phase: every box moves, fat boxes that are left are renewed, the tree is refitted and
/// kept in shape, pairs with a renewed box are found. The calls are those of the peer's own engine.
fn parry_step(mut swarm: Swarm) -> Contender {
    let leaves: Vec<_> = swarm
        .boxes
        .iter()
        .map(|aabb| parry_aabb(&aabb.expanded(MARGIN)))
        .collect();
    let mut tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
    let mut workspace = BvhWorkspace::default();
    Contender {
        name: "parry",
        run: Box::new(move || {
            swarm.advance();
            let begin = std::time::Instant::now();
            for (leaf, aabb) in swarm.boxes.iter().enumerate() {
                tree.insert_or_update_partially(parry_aabb(aabb), leaf as u32, MARGIN);
            }
            tree.refit(&mut workspace);
            tree.optimize_incremental(&mut workspace);
            let mut pairs = Vec::new();
            tree.traverse_bvtt_single_tree::<true>(&mut workspace, &mut |a, b| pairs.push((a, b)));
            std::hint::black_box(&pairs);
            begin.elapsed()
        }),
    }
}

fn own_build(swarm: &Swarm) -> Contender {
    repeated("voltex", swarm.boxes.clone(), |boxes| {
        StaticBvh::build(boxes)
    })
}

/// The simple face of the tree: pairs of entities, sorted.
fn own_all_pairs(swarm: &Swarm) -> Contender {
    let mut entities = EntityAllocator::new();
    let boxes: Vec<_> = swarm
        .boxes
        .iter()
        .map(|aabb| (entities.allocate(), *aabb))
        .collect();
    repeated("voltex", BvhTree::build(&boxes), |tree| tree.query_pairs())
}

/// Every box moved; boxes without margin, so that each leaves its fat box.
fn own_refit(swarm: &Swarm) -> Contender {
    let mut swarm = swarm.clone();
    let boxes = swarm.boxes.clone();
    swarm.advance();
    let mut tree = DynamicBvh::new(0.0);
    let proxies = tree.insert_all(&boxes).expect("sound boxes");
    let frames = [swarm.boxes, boxes];
    let frames = frames.map(|frame| proxies.iter().copied().zip(frame).collect::<Vec<_>>());
    repeated("voltex", (tree, frames, 0), |(tree, frames, step)| {
        let boxes = &frames[*step % 2];
        *step += 1;
        tree.set_all(boxes).expect("sound boxes").len()
    })
}

/// One step of the broad phase on one thread; it also keeps the list of all pairs and what changed in it.
fn own_step(mut swarm: Swarm) -> Contender {
    let mut broad = BroadPhase::default();
    let ids = broad.insert_all(&swarm.boxes, Mobility::Moving);
    let ids = ids.expect("sound boxes");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.expect("a thread");
    pool.install(|| broad.update(|_, _| true));
    let mut boxes = Vec::new();
    Contender {
        name: "voltex",
        run: Box::new(move || {
            // The boxes move on the thread that then works with them, as those of the peer do.
            pool.install(|| {
                swarm.advance();
                let begin = std::time::Instant::now();
                boxes.clear();
                boxes.extend(ids.iter().copied().zip(swarm.boxes.iter().copied()));
                broad.set_all(&boxes).expect("sound boxes");
                broad.update(|_, _| true);
                std::hint::black_box(broad.pairs());
                begin.elapsed()
            })
        }),
    }
}
