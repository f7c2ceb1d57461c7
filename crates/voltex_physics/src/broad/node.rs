//! Node of a tree: four boxes side by side.

use voltex_math::{Aabb, Vec3};

use super::lanes::{F4, Signs};

/// Lanes of a node.
pub(crate) const WIDTH: usize = 4;

/// What a lane of a node leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Child(u32);

/// Two words for the closed set of things that a [`Child`] can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Another node, by its index.
    Node(u32),
    /// A box that was put in, by the number of its owner.
    Leaf(u32),
}

impl Child {
    const LEAF: u32 = 1 << 31;

    /// A lane without a box.
    pub(crate) const NONE: Self = Self(u32::MAX);

    /// Largest number of leaves and of nodes.
    pub(crate) const LIMIT: usize = (Self::LEAF - 1) as usize;

    #[inline]
    pub(crate) const fn node(index: u32) -> Self {
        Self(index)
    }

    #[inline]
    pub(crate) const fn leaf(number: u32) -> Self {
        Self(number | Self::LEAF)
    }

    #[inline(always)]
    pub(crate) fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Where it leads; the caller has made sure that there is something.
    #[inline(always)]
    pub(crate) const fn target(self) -> Target {
        if self.0 & Self::LEAF == 0 {
            Target::Node(self.0)
        } else {
            Target::Leaf(self.0 & !Self::LEAF)
        }
    }
}

/// Four boxes with what they hold, two cache lines.
///
/// A lane without a box has bounds that no finite query meets.
#[derive(Clone, Debug, PartialEq)]
#[repr(C, align(64))]
pub(crate) struct Node {
    /// By axis, then lower and upper, then lane, m.
    pub(crate) bounds: [[[f32; WIDTH]; 2]; 3],
    pub(crate) children: [Child; WIDTH],
    /// Node and lane above, as `4 * node + lane`; [`Node::ROOT`] at the top. Kept by trees that change.
    pub(crate) above: u32,
    /// Leaves below. Kept by trees that change.
    pub(crate) count: u32,
}

const _: () = assert!(size_of::<Node>() == 128);

impl Node {
    /// Value of `above` at the top of a tree.
    pub(crate) const ROOT: u32 = u32::MAX;

    pub(crate) const EMPTY: Self = Self {
        bounds: [[[f32::INFINITY; WIDTH], [f32::NEG_INFINITY; WIDTH]]; 3],
        children: [Child::NONE; WIDTH],
        above: Self::ROOT,
        count: 0,
    };

    #[inline]
    pub(crate) fn set(&mut self, lane: usize, bounds: &Aabb, child: Child) {
        for axis in 0..3 {
            self.bounds[axis][0][lane] = bounds.min[axis];
            self.bounds[axis][1][lane] = bounds.max[axis];
        }
        self.children[lane] = child;
    }

    /// Takes the box out of a lane.
    #[inline]
    pub(crate) fn clear(&mut self, lane: usize) {
        for axis in 0..3 {
            self.bounds[axis][0][lane] = f32::INFINITY;
            self.bounds[axis][1][lane] = f32::NEG_INFINITY;
        }
        self.children[lane] = Child::NONE;
    }

    /// What a lane leads to.
    #[inline(always)]
    pub(crate) fn child(&self, lane: u32) -> Child {
        self.children[lane as usize % WIDTH]
    }

    /// Lane of a child.
    #[inline]
    pub(crate) fn lane_of(&self, child: Child) -> Option<usize> {
        self.children.iter().position(|other| *other == child)
    }

    /// The nodes that its lanes lead to.
    #[inline]
    pub(crate) fn below(&self) -> impl Iterator<Item = u32> {
        let children = self.children.into_iter().filter(|child| !child.is_none());
        children.filter_map(|child| match child.target() {
            Target::Node(below) => Some(below),
            Target::Leaf(_) => None,
        })
    }

    /// Box of a lane, m.
    #[inline]
    pub(crate) fn aabb(&self, lane: usize) -> Aabb {
        let mut bounds = Aabb::default();
        for axis in 0..3 {
            bounds.min[axis] = self.bounds[axis][0][lane];
            bounds.max[axis] = self.bounds[axis][1][lane];
        }
        bounds
    }

    /// Smallest box around all lanes; its lower corner is above its upper one if there are none.
    #[inline]
    pub(crate) fn hull(&self) -> Aabb {
        let mut bounds = Aabb::default();
        for axis in 0..3 {
            bounds.min[axis] = self.side(axis, 0).least();
            bounds.max[axis] = self.side(axis, 1).largest();
        }
        bounds
    }

    /// Which boxes touch the one with these corners, none of which is infinite; a lane without a box does not.
    #[inline(always)]
    pub(crate) fn touching(&self, lower: &[F4; 3], upper: &[F4; 3]) -> Signs {
        // A gap of zero becomes a negative one: touching counts.
        self.gaps(lower, upper).max(F4::splat(-0.0)).signs()
    }

    /// Which boxes touch the one that many lanes on, going round.
    #[inline(always)]
    pub(crate) fn touching_beside<const LANES: usize>(&self) -> Signs {
        let gap = |axis: usize| {
            let (lower, upper) = (self.side(axis, 0), self.side(axis, 1));
            (lower.turned::<LANES>() - upper).max(lower - upper.turned::<LANES>())
        };
        gap(0).max(gap(1)).max(gap(2)).max(F4::splat(-0.0)).signs()
    }

    /// Least gap between a finite box and that of any lane but this one, m: the largest along the axes of each.
    #[inline(always)]
    pub(crate) fn gap_beside(&self, lane: usize, query: &Aabb) -> f32 {
        const NEAR: f32 = f32::NEG_INFINITY;
        const FAR: f32 = f32::INFINITY;
        // By lane, what keeps that lane out.
        const OUT: [[f32; WIDTH]; WIDTH] = [
            [FAR, NEAR, NEAR, NEAR],
            [NEAR, FAR, NEAR, NEAR],
            [NEAR, NEAR, FAR, NEAR],
            [NEAR, NEAR, NEAR, FAR],
        ];
        let splat = |v: Vec3| [F4::splat(v.x), F4::splat(v.y), F4::splat(v.z)];
        let gaps = self.gaps(&splat(query.min), &splat(query.max));
        F4::new(gaps.max(F4::new(OUT[lane % WIDTH])).side_by_side()).least()
    }

    /// Lower or upper bounds of all lanes along an axis.
    #[inline(always)]
    pub(crate) fn side(&self, axis: usize, upper: usize) -> F4 {
        F4::new(self.bounds[axis][upper & 1])
    }

    /// Largest of the gaps along the axes between each box and the one with these corners, m: they touch where it
    /// is not positive.
    #[inline(always)]
    pub(crate) fn gaps(&self, lower: &[F4; 3], upper: &[F4; 3]) -> F4 {
        let gap =
            |axis: usize| (self.side(axis, 0) - upper[axis]).max(lower[axis] - self.side(axis, 1));
        gap(0).max(gap(1)).max(gap(2))
    }

    /// Half the areas of each box merged with `other`, and of each box alone, m^2. Lanes without a box give numbers
    /// without meaning.
    #[inline(never)]
    pub(crate) fn half_areas(&self, other: &Aabb) -> [F4; 2] {
        let (mut merged, mut own) = ([F4::splat(0.0); 3], [F4::splat(0.0); 3]);
        for axis in 0..3 {
            let (lower, upper) = (self.side(axis, 0), self.side(axis, 1));
            own[axis] = upper - lower;
            merged[axis] =
                upper.max(F4::splat(other.max[axis])) - lower.min(F4::splat(other.min[axis]));
        }
        [merged, own].map(|[x, y, z]| x * y + y * z + z * x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use voltex_math::random::Key;

    /// Corners on a lattice, so that many boxes just touch, some of them at a zero of either sign.
    #[test]
    fn lanes_touch_as_their_boxes_do() {
        let mut draws = Key::new(4, 8).sequence();
        let mut touches = 0;
        for _ in 0..4000 {
            let mut node = Node::EMPTY;
            let mut place = || {
                let at = draws.uniform_in(-3.0, 3.0) as i32 as f32;
                if draws.uniform_in(0.0, 1.0) < 0.5 {
                    at
                } else {
                    -at
                }
            };
            let mut corner = || Vec3::new(place(), place(), place());
            let boxes: [Aabb; 5] = std::array::from_fn(|_| Aabb::new(corner(), corner()));
            let filled = (corner().x.abs() as usize) + 1;
            for (lane, bounds) in boxes[..filled].iter().enumerate() {
                node.set(lane, bounds, Child::leaf(lane as u32));
            }
            let query = boxes[4];
            let splat = |v: Vec3| [F4::splat(v.x), F4::splat(v.y), F4::splat(v.z)];
            let found = node.touching(&splat(query.min), &splat(query.max));
            let (next, opposite) = (
                node.touching_beside::<1>().minus(),
                node.touching_beside::<2>().minus(),
            );
            assert_eq!(found.minus(), found.seldom_minus());
            for lane in 0..WIDTH {
                let meets = |other: &Aabb| lane < filled && boxes[lane].intersects(other);
                let beside = |other: usize| other < filled && meets(&boxes[other]);
                let bit = |mask: u32| mask >> lane & 1 == 1;
                assert_eq!(bit(found.minus()), meets(&query));
                assert_eq!(bit(next), beside((lane + 1) % WIDTH));
                assert_eq!(bit(opposite), beside((lane + 2) % WIDTH));
                touches += u32::from(bit(next));
                if lane >= filled {
                    continue;
                }
                let mut least = f32::INFINITY;
                for (other, bounds) in boxes[..filled].iter().enumerate() {
                    let gaps = (bounds.min - query.max).max(query.min - bounds.max);
                    if other != lane && gaps.max_element() < least {
                        least = gaps.max_element();
                    }
                }
                assert_eq!(node.gap_beside(lane, &query), least);
            }
        }
        assert!(touches > 1000);
    }
}
