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
    entities: Vec<Entity>,
    tree: StaticBvh,
}

impl BvhTree {
    /// Tree over these boxes, m. One with a NaN, with a lower side above the upper one, or with a side wholly at
    /// infinity, is in no pair.
    ///
    /// # Panics
    /// There are 2,147,483,647 boxes or more.
    pub fn build(boxes: &[(Entity, Aabb)]) -> Self {
        let bounds: Vec<Aabb> = boxes.iter().map(|(_, bounds)| *bounds).collect();
        Self {
            entities: boxes.iter().map(|(entity, _)| *entity).collect(),
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
        let count = self.entities.len();
        let mut found: Vec<(u32, u32)> = Vec::with_capacity(count);
        let nodes = self.tree.pairs_counted(|a, b| {
            found.push(if a < b { (a, b) } else { (b, a) });
        });
        // Number of pairs of each first box, then where the next of its pairs goes.
        let mut places = vec![0_usize; count];
        for (first, _) in &found {
            places[*first as usize] += 1;
        }
        let mut end = 0;
        for place in &mut places {
            let count = *place;
            *place = end;
            end += count;
        }
        let mut sorted = vec![(0_u32, 0_u32); found.len()];
        for pair in found {
            let place = &mut places[pair.0 as usize];
            sorted[*place] = pair;
            *place += 1;
        }
        for of_one in sorted.chunk_by_mut(|a, b| a.0 == b.0) {
            if of_one.len() > 1 {
                of_one.sort_unstable();
            }
        }
        let entity = |number: u32| self.entities[number as usize];
        let pairs = sorted
            .iter()
            .map(|(first, second)| (entity(*first), entity(*second)));
        let pairs = pairs.collect();
        (pairs, 4 * u64::from(nodes))
    }
}
