//! Node of a tree: four boxes side by side.

use voltex_math::{Aabb, Vec3};

use super::lanes::F4;

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

    /// Lane of a child.
    #[inline]
    pub(crate) fn lane_of(&self, child: Child) -> Option<usize> {
        self.children.iter().position(|other| *other == child)
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
        let mut bounds = self.aabb(0);
        for lane in 1..WIDTH {
            bounds = bounds.merged(&self.aabb(lane));
        }
        bounds
    }

    /// Bit by lane: whether its box touches the one with these corners.
    #[inline(always)]
    pub(crate) fn touching(&self, lower: &[F4; 3], upper: &[F4; 3]) -> u32 {
        let gaps = self.gaps(lower, upper).to_array();
        let [a, b, c, d] = gaps.map(|gap| u32::from(gap <= 0.0));
        a | b << 1 | c << 2 | d << 3
    }

    /// Least gap between a finite box and that of any lane but this one, m: the largest along the axes of each.
    #[inline]
    pub(crate) fn gap_beside(&self, lane: usize, query: &Aabb) -> f32 {
        let splat = |v: Vec3| [F4::splat(v.x), F4::splat(v.y), F4::splat(v.z)];
        let gaps = self.gaps(&splat(query.min), &splat(query.max)).to_array();
        let mut least = f32::INFINITY;
        for (other, gap) in gaps.into_iter().enumerate() {
            if other != lane && gap < least {
                least = gap;
            }
        }
        least
    }

    /// Lower or upper bounds of all lanes along an axis.
    #[inline(always)]
    pub(crate) fn side(&self, axis: usize, upper: usize) -> F4 {
        F4::new(self.bounds[axis][upper & 1])
    }

    /// Largest of the gaps along the axes between each box and the one with these corners, m: they touch where it
    /// is not positive.
    ///
    /// Not inlined: on its own it becomes vector instructions, amid other code it does not.
    #[inline(never)]
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
