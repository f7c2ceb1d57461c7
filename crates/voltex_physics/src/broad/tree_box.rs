//! The boxes of a tree as they hang on one another, to be looked at.

use voltex_math::Aabb;

use super::node::{Node, Target, WIDTH};

/// A box of a tree: that of something that was put in, or one that holds others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeBox {
    /// World axes, m. Of moving things it is larger than they are, so that it need not follow each of their steps.
    pub bounds: Aabb,
    /// How many boxes it lies in: 0 at the top.
    pub level: u32,
    /// Whether it is of one thing alone.
    pub single: bool,
}

impl TreeBox {
    /// All boxes below a node, with the one that holds them all first; each comes after the one that it lies in.
    pub(crate) fn of_tree(nodes: &[Node], top: u32) -> Vec<Self> {
        let mut all = Vec::new();
        let lanes = |index: u32| {
            let node = &nodes[index as usize];
            (0..WIDTH).filter(|lane| !node.children[*lane].is_none())
        };
        if nodes.is_empty() || lanes(top).next().is_none() {
            return all;
        }
        all.push(Self {
            bounds: nodes[top as usize].hull(),
            level: 0,
            single: false,
        });
        let mut waiting = vec![(top, 1)];
        while let Some((index, level)) = waiting.pop() {
            let node = &nodes[index as usize];
            for lane in lanes(index) {
                let target = node.children[lane].target();
                all.push(Self {
                    bounds: node.aabb(lane),
                    level,
                    single: matches!(target, Target::Leaf(_)),
                });
                if let Target::Node(below) = target {
                    waiting.push((below, level + 1));
                }
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::super::{DynamicBvh, StaticBvh};
    use super::*;
    use voltex_math::Vec3;
    use voltex_math::random::{Key, uniform_in};

    fn boxes(count: u64) -> Vec<Aabb> {
        let key = Key::new(77, 1);
        let draw = |i, low, high| uniform_in(key, i, low, high) as f32;
        (0..count)
            .map(|i| {
                let center = Vec3::new(
                    draw(4 * i, -50.0, 50.0),
                    draw(4 * i + 1, -5.0, 5.0),
                    draw(4 * i + 2, -50.0, 50.0),
                );
                Aabb::from_center_half_extents(center, Vec3::splat(draw(4 * i + 3, 0.1, 1.0)))
            })
            .collect()
    }

    fn holds(outer: &Aabb, inner: &Aabb) -> bool {
        outer.min.cmple(inner.min).all() && outer.max.cmpge(inner.max).all()
    }

    #[test]
    fn every_box_lies_in_one_of_the_level_above_and_single_ones_are_those_that_were_put_in() {
        for count in [1, 2, 7, 300] {
            let put_in = boxes(count);
            let mut moving = DynamicBvh::new(0.0);
            moving.insert_all(&put_in).unwrap();
            let still = StaticBvh::build(&put_in);
            for all in [moving.boxes(), still.boxes()] {
                let mut single: Vec<Aabb> = all
                    .iter()
                    .filter(|found| found.single)
                    .map(|found| found.bounds)
                    .collect();
                let order = |a: &Aabb, b: &Aabb| a.min.x.total_cmp(&b.min.x);
                single.sort_by(order);
                let mut expected = put_in.clone();
                expected.sort_by(order);
                assert_eq!(single, expected);
                assert_eq!(all.iter().filter(|found| found.level == 0).count(), 1);
                for found in all.iter().filter(|found| found.level > 0) {
                    let above = all.iter().any(|other| {
                        other.level + 1 == found.level
                            && !other.single
                            && holds(&other.bounds, &found.bounds)
                    });
                    assert!(above, "{found:?}");
                }
            }
        }
    }

    #[test]
    fn a_tree_without_boxes_has_none() {
        assert!(StaticBvh::build(&[]).boxes().is_empty());
        let mut tree = DynamicBvh::new(0.1);
        assert!(tree.boxes().is_empty());
        let one = tree.insert(&boxes(1)[0]).unwrap();
        tree.remove(one);
        assert!(tree.boxes().is_empty());
    }
}
