//! The broad phase at its simplest: boxes in, pairs out.

use voltex_ecs::Entity;
use voltex_math::Aabb;

use super::StaticBvh;

/// Boxes of entities, all at one moment.
///
/// ```
/// use voltex_ecs::World;
/// use voltex_math::{Aabb, Vec3};
/// use voltex_physics::broad::BvhTree;
///
/// let mut world = World::new();
/// let [a, b, c] = [0.0, 0.9, 5.0].map(|x| {
///     (world.spawn(), Aabb::from_center_half_extents(Vec3::X * x, Vec3::splat(0.5)))
/// });
/// assert_eq!(BvhTree::build(&[a, b, c]).query_pairs(), [(a.0, b.0)]);
/// ```
#[derive(Clone, Debug)]
pub struct BvhTree {
    boxes: Vec<(Entity, Aabb)>,
    tree: StaticBvh,
}

impl BvhTree {
    /// Tree over these boxes, m. One with a NaN, or with a lower side above the upper one, is in no pair.
    ///
    /// # Panics
    /// There are 2,147,483,647 boxes or more.
    pub fn build(boxes: &[(Entity, Aabb)]) -> Self {
        let bounds: Vec<Aabb> = boxes.iter().map(|(_, bounds)| *bounds).collect();
        Self {
            boxes: boxes.to_vec(),
            tree: StaticBvh::build(&bounds),
        }
    }

    /// All pairs of boxes that overlap or touch, each once.
    ///
    /// Of a pair the one that stands earlier in the list comes first; pairs are in the order of the list, first by
    /// their first box, then by their second. Costs `O(n log n)` for `n` boxes, plus the pairs.
    pub fn query_pairs(&self) -> Vec<(Entity, Entity)> {
        self.query_pairs_counted().0
    }

    /// As [`Self::query_pairs`], and the number of tests of one box against another that it took.
    pub fn query_pairs_counted(&self) -> (Vec<(Entity, Entity)>, u64) {
        let mut found: Vec<(u32, u32)> = Vec::new();
        // Number of pairs of each first box, then where the next of its pairs goes.
        let mut places = vec![0_usize; self.boxes.len()];
        let nodes = self.tree.pairs_counted(|a, b| {
            let pair = if a < b { (a, b) } else { (b, a) };
            places[pair.0 as usize] += 1;
            found.push(pair);
        });
        let mut end = 0;
        for place in &mut places {
            let count = *place;
            *place = end;
            end += count;
        }
        let mut seconds = vec![0_u32; found.len()];
        for (first, second) in found {
            let place = &mut places[first as usize];
            seconds[*place] = second;
            *place += 1;
        }
        // Each place now stands at the end of its pairs.
        let mut pairs = Vec::with_capacity(seconds.len());
        let mut start = 0;
        for ((entity, _), end) in self.boxes.iter().zip(places) {
            let seconds = &mut seconds[start..end];
            seconds.sort_unstable();
            let others = seconds.iter().map(|second| self.boxes[*second as usize].0);
            pairs.extend(others.map(|other| (*entity, other)));
            start = end;
        }
        (pairs, 4 * u64::from(nodes))
    }
}
