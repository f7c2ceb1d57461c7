//! Ways through a tree: by box, by ray, by moving box, nearest first. Each starts at the node `top`, if there are
//! nodes.

use voltex_math::{Aabb, Vec3};

use super::build::Item;
use super::lanes::{F4, Signs};
use super::node::{Child, Node, Target, WIDTH};

/// Places of a [`Stack`] that are not allocated, a power of two.
const FIXED: usize = 64;

/// What waits to be visited.
///
/// A tree of `n` leaves is about `log4 n` deep and a visit leaves at most three neighbours waiting on each
/// level, so the fixed part suffices for all but strongly lopsided trees; the rest is allocated.
struct Stack<T> {
    fixed: [T; FIXED],
    len: usize,
    spill: Vec<T>,
}

impl<T: Copy> Stack<T> {
    #[inline(always)]
    fn new(filler: T) -> Self {
        Self {
            fixed: [filler; FIXED],
            len: 0,
            spill: Vec::new(),
        }
    }

    /// Makes room for the lanes of a node.
    #[inline(always)]
    fn reserve(&mut self) {
        if self.len > FIXED - WIDTH {
            self.spill.extend_from_slice(&self.fixed[..self.len]);
            self.len = 0;
        }
    }

    /// The mask spares a check: there is room.
    #[inline(always)]
    fn push(&mut self, item: T) {
        self.fixed[self.len & (FIXED - 1)] = item;
        self.len += 1;
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<T> {
        if self.len == 0 {
            return self.spill.pop();
        }
        self.len -= 1;
        Some(self.fixed[self.len & (FIXED - 1)])
    }
}

#[inline(always)]
fn splat(v: Vec3) -> [F4; 3] {
    [F4::splat(v.x), F4::splat(v.y), F4::splat(v.z)]
}

/// Visits every leaf whose box touches `query`; returns the number of nodes looked at.
#[inline]
pub(crate) fn overlaps(nodes: &[Node], top: u32, query: &Aabb, mut visit: impl FnMut(u32)) -> u32 {
    if nodes.is_empty() || !Item::accepts(query) {
        return 0;
    }
    // Infinite corners would meet lanes without a box.
    let limit = Vec3::splat(f32::MAX);
    let (lower, upper) = (splat(query.min.max(-limit)), splat(query.max.min(limit)));
    let mut looked_at = 0;
    let mut stack = Stack::new(0_u32);
    let mut next = Some(top);
    while let Some(index) = next {
        let node = &nodes[index as usize];
        looked_at += 1;
        stack.reserve();
        for lane in Lanes(node.touching(&lower, &upper).minus()) {
            match node.child(lane).target() {
                Target::Node(below) => stack.push(below),
                Target::Leaf(number) => visit(number),
            }
        }
        next = stack.pop();
    }
    looked_at
}

/// Visits every two leaves whose boxes touch, each pair once; returns the number of nodes looked at.
///
/// The tree goes down against itself: what two parts have in common is found once for all leaves below them, not
/// for each leaf from the top. What is near in the tree is near in memory, so a part meets its neighbour right after
/// both were searched.
#[inline]
pub(crate) fn pairs(nodes: &[Node], top: u32, visit: impl FnMut(u32, u32)) -> u32 {
    if nodes.is_empty() {
        return 0;
    }
    pairs_of_part(nodes, PairPart::Within(top), visit)
}

/// A part of the search of all pairs, which can be done apart from the others.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PairPart {
    /// All pairs below a node.
    Within(u32),
    /// Pairs below a node whose two leaves are in different lanes of it.
    Beside(u32),
}

/// The search of [`pairs`] in parts, a hundred in a large tree, which together visit each pair once.
pub(crate) fn pair_parts(nodes: &[Node], top: u32) -> Vec<PairPart> {
    let mut parts = Vec::new();
    let mut level: Vec<u32> = (!nodes.is_empty()).then_some(top).into_iter().collect();
    for _ in 0..3 {
        parts.extend(level.iter().map(|index| PairPart::Beside(*index)));
        let children = level
            .iter()
            .flat_map(|index| nodes[*index as usize].below());
        level = children.collect();
    }
    parts.extend(level.into_iter().map(PairPart::Within));
    parts
}

/// Visits the pairs of a part; returns the number of nodes looked at.
#[inline]
pub(crate) fn pairs_of_part(nodes: &[Node], part: PairPart, visit: impl FnMut(u32, u32)) -> u32 {
    let mut search = Pairs {
        nodes,
        visit,
        looked_at: 0,
    };
    match part {
        PairPart::Within(index) => search.within(index),
        PairPart::Beside(index) => search.beside(index),
    }
    search.looked_at
}

/// Search of the pairs of a tree. It goes as deep as the tree, which is kept shallow.
struct Pairs<'a, V> {
    nodes: &'a [Node],
    visit: V,
    looked_at: u32,
}

impl<V: FnMut(u32, u32)> Pairs<'_, V> {
    /// Pairs below a node.
    fn within(&mut self, index: u32) {
        for below in self.nodes[index as usize].below() {
            self.within(below);
        }
        self.beside(index);
    }

    /// Pairs below a node from two lanes of it.
    #[inline]
    fn beside(&mut self, index: u32) {
        let node = &self.nodes[index as usize];
        self.looked_at += 2;
        let opposite = 0b11;
        for lane in Lanes(node.touching_beside::<1>().seldom_minus()) {
            self.meet(node, lane, node, (lane + 1) % WIDTH as u32);
        }
        for lane in Lanes(node.touching_beside::<2>().seldom_minus() & opposite) {
            self.meet(node, lane, node, lane + 2);
        }
    }

    /// Pairs of the parts in a lane of one node and in a lane of another, whose boxes touch.
    #[inline(always)]
    fn meet(&mut self, node: &Node, lane: u32, other: &Node, other_lane: u32) {
        let (first, second) = (node.child(lane), other.child(other_lane));
        if first.is_none() || second.is_none() {
            // A box without end on all sides seems to touch them.
            return;
        }
        match (first.target(), second.target()) {
            (Target::Leaf(first), Target::Leaf(second)) => (self.visit)(first, second),
            (Target::Leaf(first), Target::Node(second)) => {
                self.leaf(first, &Corners::of(node, lane), second);
            }
            (Target::Node(first), Target::Leaf(second)) => {
                self.leaf(second, &Corners::of(other, other_lane), first);
            }
            (Target::Node(first), Target::Node(second)) => {
                self.across(first, &Corners::of(other, other_lane), second);
            }
        }
    }

    /// Pairs of a leaf of these corners with those below a node.
    fn leaf(&mut self, leaf: u32, corners: &Corners, index: u32) {
        let node = &self.nodes[index as usize];
        self.looked_at += 1;
        for lane in Lanes(corners.touching(node).seldom_minus()) {
            match node.child(lane).target() {
                _ if node.child(lane).is_none() => {}
                Target::Leaf(other) => (self.visit)(leaf, other),
                Target::Node(below) => self.leaf(leaf, corners, below),
            }
        }
    }

    /// Pairs of what is below one node with what is below another, of these corners.
    fn across(&mut self, first: u32, corners: &Corners, second: u32) {
        let (part, other) = (&self.nodes[first as usize], &self.nodes[second as usize]);
        // Only those of the four that reach the other part are held against its four.
        self.looked_at += 1;
        for lane in Lanes(corners.touching(part).minus()) {
            self.looked_at += 1;
            let touching = Corners::of(part, lane).touching(other);
            for other_lane in Lanes(touching.seldom_minus()) {
                self.meet(part, lane, other, other_lane);
            }
        }
    }
}

/// The lanes of a mask, from the lowest.
struct Lanes(u32);

impl Iterator for Lanes {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        let lane = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (lane < WIDTH as u32).then_some(lane)
    }
}

/// Corners of a box, each of them four times.
struct Corners {
    lower: [F4; 3],
    upper: [F4; 3],
}

impl Corners {
    /// Of the box in a lane.
    #[inline(always)]
    fn of(node: &Node, lane: u32) -> Self {
        let side = |axis: usize, upper: usize| node.bounds[axis][upper][lane as usize % WIDTH];
        let (lower, upper) = (
            |axis| F4::splat(side(axis, 0)),
            |axis| F4::splat(side(axis, 1)),
        );
        Self {
            lower: [lower(0), lower(1), lower(2)],
            upper: [upper(0), upper(1), upper(2)],
        }
    }

    /// Which boxes of a node touch this one.
    #[inline(always)]
    fn touching(&self, node: &Node) -> Signs {
        node.touching(&self.lower, &self.upper)
    }
}

/// A box moving along a ray, prepared for tests against boxes; a point for a plain ray.
#[derive(Clone, Copy, Debug)]
struct BoxRay {
    /// Per axis: what reaches the lower side of a box first or last, its own upper corner; then the same for
    /// the upper side.
    corners: [[F4; 2]; 3],
    inverse: [F4; 3],
    /// Per axis: 1 if it runs towards smaller coordinates, and so enters by the upper side.
    near: [usize; 3],
}

impl BoxRay {
    /// `None` if it is not finite.
    fn new(start: &Aabb, direction: Vec3) -> Option<Self> {
        if !(start.min.is_finite() && start.max.is_finite() && direction.is_finite()) {
            return None;
        }
        let (lower, upper) = (splat(start.min), splat(start.max));
        let near = |step: f32| usize::from(step.is_sign_negative());
        Some(Self {
            corners: [
                [upper[0], lower[0]],
                [upper[1], lower[1]],
                [upper[2], lower[2]],
            ],
            inverse: splat(direction.recip()),
            near: [near(direction.x), near(direction.y), near(direction.z)],
        })
    }

    /// Where it enters each lane; infinite where it misses.
    ///
    /// A component of the direction that is zero has an infinite inverse: its slab then gives an infinite time
    /// of the right sign, or a NaN where the ray runs in a face, which the selections ignore: the face belongs
    /// to the box. The last rounding of the times is covered by the factor on the way out (T. Ize, *Robust BVH
    /// ray traversal*, JCGT 2013), so that no box is missed that the exact ray meets.
    ///
    /// Not inlined: on its own it becomes vector instructions at every place of use.
    #[inline(never)]
    fn enters(&self, node: &Node) -> F4 {
        let mut enter = F4::splat(0.0);
        let mut leave = F4::splat(f32::INFINITY);
        for axis in 0..3 {
            let near = self.near[axis] & 1;
            let far = near ^ 1;
            let from = node.side(axis, near) - self.corners[axis][near];
            let to = node.side(axis, far) - self.corners[axis][far];
            enter = (from * self.inverse[axis]).max(enter);
            leave = (to * self.inverse[axis]).min(leave);
        }
        let leave = leave * F4::splat(ROUNDING);
        enter.unless_above(leave, F4::splat(f32::INFINITY))
    }
}

/// More than the rounding of the few operations of a box test, relative.
const ROUNDING: f32 = 1.0 + 4.0 * f32::EPSILON;

/// A place to visit and the least that a leaf below can give.
#[derive(Clone, Copy)]
struct Waiting {
    least: f32,
    child: Child,
}

/// Visits leaves in an order close to nearest first, as long as `least` of their box is not above the limit
/// that the visitor gave last; returns the number of nodes looked at.
#[inline(always)]
fn nearest_first(
    nodes: &[Node],
    top: u32,
    limit: f32,
    least: impl Fn(&Node) -> F4,
    mut visit: impl FnMut(u32, f32) -> f32,
) -> u32 {
    if nodes.is_empty() {
        return 0;
    }
    // Lanes without a box are infinitely far.
    let finite = |limit| if f32::MAX < limit { f32::MAX } else { limit };
    let mut limit = finite(limit);
    let mut looked_at = 0;
    let mut stack = Stack::new(Waiting {
        least: 0.0,
        child: Child::NONE,
    });
    let mut next = Some(Child::node(top));
    while let Some(child) = next {
        match child.target() {
            Target::Leaf(number) => limit = finite(visit(number, limit)),
            Target::Node(index) => {
                let node = &nodes[index as usize];
                looked_at += 1;
                stack.reserve();
                let base = stack.len;
                let least = least(node).to_array();
                for (least, child) in least.into_iter().zip(node.children) {
                    if least <= limit {
                        stack.push(Waiting { least, child });
                        stack.sink(base);
                    }
                }
            }
        }
        next = loop {
            match stack.pop() {
                None => break None,
                Some(waiting) if waiting.least <= limit => break Some(waiting.child),
                Some(_) => {}
            }
        };
    }
    looked_at
}

impl Stack<Waiting> {
    /// Moves the last item below those that are nearer, among what was pushed after `base`.
    #[inline(always)]
    fn sink(&mut self, base: usize) {
        let mut at = self.len - 1;
        while at > base {
            let (below, here) = ((at - 1) & (FIXED - 1), at & (FIXED - 1));
            if self.fixed[below].least >= self.fixed[here].least {
                break;
            }
            self.fixed.swap(below, here);
            at -= 1;
        }
    }
}

/// Visits leaves whose boxes the moving box meets, nearest first as far as boxes tell; a ray is a box without
/// extent. The visitor gets the limit and gives the new one, in lengths of `direction`.
#[inline]
pub(crate) fn cast_box(
    nodes: &[Node],
    top: u32,
    start: &Aabb,
    direction: Vec3,
    t_max: f32,
    visit: impl FnMut(u32, f32) -> f32,
) -> u32 {
    let Some(ray) = BoxRay::new(start, direction) else {
        return 0;
    };
    nearest_first(nodes, top, t_max, |node| ray.enters(node), visit)
}

/// Visits leaves whose boxes are not farther than the limit from `from`, nearest first as far as boxes tell.
/// The visitor gets the square of the limit, m^2, and gives the new one.
#[inline]
pub(crate) fn closest(
    nodes: &[Node],
    top: u32,
    from: &Aabb,
    limit_squared: f32,
    visit: impl FnMut(u32, f32) -> f32,
) -> u32 {
    if !(from.min.is_finite() && from.max.is_finite()) {
        return 0;
    }
    let (lower, upper) = (splat(from.min), splat(from.max));
    let zero = F4::splat(0.0);
    nearest_first(
        nodes,
        top,
        limit_squared * ROUNDING,
        |node| {
            let mut squared = zero;
            for axis in 0..3 {
                let gap = (node.side(axis, 0) - upper[axis]).max(lower[axis] - node.side(axis, 1));
                let gap = gap.max(zero);
                squared = squared + gap * gap;
            }
            squared
        },
        visit,
    )
}
