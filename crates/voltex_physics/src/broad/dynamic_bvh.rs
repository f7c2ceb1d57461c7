//! Tree of boxes that come, move and go.

use voltex_math::{Aabb, Vec3};

use super::build::{self, Free, Item};
use super::lanes::F4;
use super::node::{Child, Node, Target, WIDTH};
use super::tree_box::TreeBox;
use super::walk::{self, PairPart};
use crate::copies::copies;
use crate::error::PhysicsError;

/// A box in a [`DynamicBvh`]. The number of a removed box is given out again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Proxy(pub u32);

/// Where a box is; half a cache line, so that it never lies in two.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(32))]
pub(super) struct Leaf {
    /// The box as the tree knows it, m.
    fat: Aabb,
    /// `4 * node + lane`; [`Leaf::NOWHERE`] if the proxy is not in use.
    pub(super) place: u32,
}

impl Leaf {
    pub(super) const NOWHERE: u32 = u32::MAX;

    /// The fat box that is to take the place of the present one, if that does not serve: it does not hold the box, or is
    /// more than twice too large.
    #[inline(always)]
    fn renewal(&self, bounds: &Aabb, margin: f32) -> Option<Aabb> {
        let half = bounds.half_extents();
        let larger = |a: f32, b: f32| if a > b { a } else { b };
        let margin = margin * larger(larger(half.x, half.y), half.z);
        if self.fat.contains(bounds) {
            let own = self.fat.half_extents();
            let fits = |axis: usize| own[axis] <= 2.0 * (half[axis] + margin);
            if fits(0) & fits(1) & fits(2) {
                return None;
            }
        }
        Some(bounds.expanded(margin))
    }
}

/// Deepest level at which an insertion leaves a tree of `count` boxes alone.
///
/// Without a node of which one child holds more than 3/5, the depth stays below `log(count) / log(5/3)`, which is 2.72
/// times the levels of the full tree. A tree built by area is well within that.
fn deepest(count: usize) -> u32 {
    build::levels(count) * 11 / 4 + build::SLACK
}

/// Tree over boxes that change.
///
/// Each box is kept a little larger than it was given, by a margin relative to its size, so that small motions
/// change nothing. All answers are about these *fat* boxes, which hold the true ones. An operation costs
/// `O(log n)` on the average of many: an insertion that goes too deep builds the smallest lopsided part anew. The same operations in the same order give the same tree.
///
/// ```
/// use voltex_math::{Aabb, Vec3};
/// use voltex_physics::broad::DynamicBvh;
///
/// let mut tree = DynamicBvh::new(0.1);
/// let ball = tree.insert(&Aabb::from_center_half_extents(Vec3::ZERO, Vec3::splat(0.5)))?;
/// assert!(!tree.set(ball, &Aabb::from_center_half_extents(Vec3::X * 0.01, Vec3::splat(0.5)))?);
/// assert!(tree.set(ball, &Aabb::from_center_half_extents(Vec3::X * 8.0, Vec3::splat(0.5)))?);
/// let mut found = Vec::new();
/// tree.overlaps(&Aabb::new(Vec3::X * 7.0, Vec3::X * 9.0), |proxy| found.push(proxy));
/// assert_eq!(found, [ball]);
/// # Ok::<(), voltex_physics::PhysicsError>(())
/// ```
#[derive(Debug, PartialEq)]
pub struct DynamicBvh {
    /// Each comes after the one above it, so that a pass from the last to the first goes up the whole tree.
    pub(super) nodes: Vec<Node>,
    /// Empty ones among them.
    pub(super) free: Free,
    pub(super) top: u32,
    pub(super) leaves: Vec<Leaf>,
    free_leaves: Vec<Proxy>,
    margin: f32,
    /// Number of boxes, as they follow in the tree, behind which [`Self::improve`] goes on.
    pub(super) cursor: u32,
    /// Boxes that it was asked for since it built the top of the tree anew.
    pub(super) improved: usize,
    /// Times that many boxes were renewed at once: those whose number agrees with it, in its low bits, are looked at for
    /// whether they have strayed.
    turn: u32,
    /// Proxies whose fat boxes were renewed together; kept for its memory.
    renewed: Vec<Proxy>,
}

copies!(DynamicBvh {
    nodes,
    free,
    top,
    leaves,
    free_leaves,
    margin,
    cursor,
    improved,
    turn,
    renewed,
});

impl DynamicBvh {
    /// Tree without boxes. A box is stored larger on every side by `margin` times its largest half extent; 0 for
    /// boxes that seldom move.
    ///
    /// # Panics
    /// The margin is not a number from 0 to 10.
    pub fn new(margin: f32) -> Self {
        assert!(
            (0.0..=10.0).contains(&margin),
            "the margin of a tree is {margin}; it must lie between 0 and 10"
        );
        Self {
            nodes: Vec::new(),
            free: Free::new(),
            top: 0,
            leaves: Vec::new(),
            free_leaves: Vec::new(),
            margin,
            cursor: 0,
            improved: 0,
            turn: 0,
            renewed: Vec::new(),
        }
    }

    /// Number of boxes.
    pub fn len(&self) -> usize {
        self.leaves.len() - self.free_leaves.len()
    }

    /// Whether there is no box.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The box as the tree keeps it, m; `None` if there is no such proxy.
    pub fn fat_box(&self, proxy: Proxy) -> Option<Aabb> {
        let leaf = self.leaves.get(proxy.0 as usize)?;
        (leaf.place != Leaf::NOWHERE).then_some(leaf.fat)
    }

    /// All proxies in use, in the order of their numbers.
    pub fn proxies(&self) -> impl Iterator<Item = Proxy> + '_ {
        (0..)
            .zip(&self.leaves)
            .filter(|(_, leaf)| leaf.place != Leaf::NOWHERE)
            .map(|(number, _)| Proxy(number))
    }

    /// Puts a box in, m.
    ///
    /// # Errors
    /// A side is NaN or infinite, or a lower side lies above its upper one.
    pub fn insert(&mut self, bounds: &Aabb) -> Result<Proxy, PhysicsError> {
        let proxy = self.admit(bounds)?;
        self.place(proxy);
        Ok(proxy)
    }

    /// Puts many boxes in, m: cheaper than one by one, and better for the queries that follow.
    ///
    /// # Errors
    /// As for [`Self::insert`]; then no box was put in.
    pub fn insert_all(&mut self, boxes: &[Aabb]) -> Result<Vec<Proxy>, PhysicsError> {
        for bounds in boxes {
            check_box(bounds)?;
        }
        let old = self.len();
        let proxies = boxes
            .iter()
            .map(|bounds| self.admit(bounds))
            .collect::<Result<Vec<Proxy>, _>>()?;
        if boxes.len() > old / 8 {
            self.rebuild_with(&proxies);
        } else {
            for proxy in &proxies {
                self.place(*proxy);
            }
        }
        Ok(proxies)
    }

    /// Tree of boxes that are kept as they are, without a margin; proxies count from 0 in their order.
    ///
    /// # Errors
    /// As for [`Self::insert`].
    pub(super) fn of_fat_boxes(boxes: &[Aabb], margin: f32) -> Result<Self, PhysicsError> {
        let mut tree = Self::new(0.0);
        tree.insert_all(boxes)?;
        for (leaf, bounds) in tree.leaves.iter_mut().zip(boxes) {
            // The sum with a margin of 0 has lost the sign of a zero.
            leaf.fat = *bounds;
        }
        tree.margin = margin;
        Ok(tree)
    }

    /// Becomes a copy of another tree without a margin, in which each box is the one that `bounds` gives for it.
    pub(crate) fn reshape(&mut self, other: &Self, bounds: impl Fn(Proxy, &Aabb) -> Aabb) {
        self.clone_from(other);
        self.margin = 0.0;
        // From below: each node comes after the one above it.
        for index in (0..self.nodes.len()).rev() {
            for lane in 0..WIDTH {
                let child = self.nodes[index].children[lane];
                if child.is_none() {
                    continue;
                }
                let new = match child.target() {
                    Target::Node(below) => self.nodes[below as usize].hull(),
                    Target::Leaf(number) => {
                        let leaf = &mut self.leaves[number as usize];
                        leaf.fat = bounds(Proxy(number), &leaf.fat);
                        leaf.fat
                    }
                };
                self.nodes[index].set(lane, &new, child);
            }
        }
    }

    /// Takes a box out; false if there is no such proxy.
    pub fn remove(&mut self, proxy: Proxy) -> bool {
        if self.fat_box(proxy).is_none() {
            return false;
        }
        self.unplace(proxy);
        self.leaves[proxy.0 as usize].place = Leaf::NOWHERE;
        self.free_leaves.push(proxy);
        true
    }

    /// Gives a box its new place and size, m. True if it left its fat box, or has become so small that the fat
    /// box is more than twice too large: then the tree has changed, and pairs with other boxes may have.
    ///
    /// # Errors
    /// The box is bad as for [`Self::insert`], or there is no such proxy; nothing has changed then.
    pub fn set(&mut self, proxy: Proxy, bounds: &Aabb) -> Result<bool, PhysicsError> {
        self.check_set(proxy, bounds)?;
        if !self.renew(proxy, bounds) {
            return Ok(false);
        }
        self.follow(proxy);
        Ok(true)
    }

    /// Gives many boxes their new places and sizes, m; those for which [`Self::set`] would say true are returned, in
    /// the order of the list.
    ///
    /// Where many have left their fat boxes this costs a pass over the nodes instead of a way up for each, and a box
    /// is put elsewhere only if it is farther from its neighbours than its own largest edge; who has not left its old box
    /// altogether is looked at for that every eighth time.
    ///
    /// # Errors
    /// As for [`Self::set`], for any of them; then nothing has changed.
    pub fn set_all(&mut self, boxes: &[(Proxy, Aabb)]) -> Result<&[Proxy], PhysicsError> {
        for (proxy, bounds) in boxes {
            self.check_set(*proxy, bounds)?;
        }
        self.begin_all();
        for (proxy, bounds) in boxes {
            self.renew_among(*proxy, bounds);
        }
        Ok(self.follow_all())
    }

    /// Builds the whole tree anew, in `O(n log n)`.
    pub fn rebuild(&mut self) {
        self.rebuild_with(&[]);
    }

    /// All boxes of the tree as they hang on one another, from the top; none without boxes.
    pub fn boxes(&self) -> Vec<TreeBox> {
        TreeBox::of_tree(&self.nodes, self.top)
    }

    /// Visits every box that touches `query`. A NaN in the query touches nothing.
    #[inline]
    pub fn overlaps(&self, query: &Aabb, mut visit: impl FnMut(Proxy)) {
        walk::overlaps(&self.nodes, self.top, query, |leaf| visit(Proxy(leaf)));
    }

    /// Visits boxes that `origin + t * direction` meets with `t` in `[0, t_max]`, with the rules of
    /// [`StaticBvh::cast_ray`](super::StaticBvh::cast_ray).
    #[inline]
    pub fn cast_ray(
        &self,
        origin: Vec3,
        direction: Vec3,
        t_max: f32,
        visit: impl FnMut(Proxy, f32) -> f32,
    ) {
        let point = Aabb {
            min: origin,
            max: origin,
        };
        self.cast_box(&point, direction, t_max, visit);
    }

    /// Visits boxes that a box touches on its way from `start` along `direction`, with the rules of
    /// [`StaticBvh::cast_box`](super::StaticBvh::cast_box).
    #[inline]
    pub fn cast_box(
        &self,
        start: &Aabb,
        direction: Vec3,
        t_max: f32,
        mut visit: impl FnMut(Proxy, f32) -> f32,
    ) {
        walk::cast_box(
            &self.nodes,
            self.top,
            start,
            direction,
            t_max,
            |leaf, limit| visit(Proxy(leaf), limit),
        );
    }

    /// Visits boxes near `from`, with the rules of [`StaticBvh::closest`](super::StaticBvh::closest).
    #[inline]
    pub fn closest(
        &self,
        from: &Aabb,
        limit_squared: f32,
        mut visit: impl FnMut(Proxy, f32) -> f32,
    ) {
        walk::closest(&self.nodes, self.top, from, limit_squared, |leaf, limit| {
            visit(Proxy(leaf), limit)
        });
    }

    /// Parts of the search of all pairs of boxes that touch.
    pub(crate) fn pair_parts(&self) -> Vec<PairPart> {
        walk::pair_parts(&self.nodes, self.top)
    }

    /// Visits the pairs of such a part.
    pub(crate) fn pairs_of_part(&self, part: PairPart, mut visit: impl FnMut(Proxy, Proxy)) {
        walk::pairs_of_part(&self.nodes, part, |first, second| {
            visit(Proxy(first), Proxy(second));
        });
    }

    /// Number of nodes, four boxes each, that [`Self::overlaps`] looks at: what a query costs.
    pub fn nodes_visited(&self, query: &Aabb) -> u32 {
        walk::overlaps(&self.nodes, self.top, query, |_| {})
    }

    /// Levels of nodes, 0 without boxes.
    pub fn depth(&self) -> u32 {
        let mut depth = 0;
        let mut level: Vec<u32> = (!self.is_empty()).then_some(self.top).into_iter().collect();
        while !level.is_empty() {
            depth += 1;
            let children = level
                .iter()
                .flat_map(|node| self.nodes[*node as usize].below());
            level = children.collect();
        }
        depth
    }

    /// Compares all that the tree knows twice, for tests: links, boxes, numbers.
    ///
    /// # Errors
    /// What does not agree.
    pub fn validate(&self) -> Result<(), String> {
        let mut seen = vec![false; self.leaves.len()];
        let mut nodes_seen = 0;
        let mut waiting: Vec<(u32, u32)> = Vec::new();
        if let Some(top) = self.nodes.get(self.top as usize) {
            waiting.push((self.top, Node::ROOT));
            if top.count as usize != self.len() {
                return Err(format!(
                    "{} boxes, but the top says {}",
                    self.len(),
                    top.count
                ));
            }
        } else if !self.is_empty() {
            return Err("boxes without a node".to_owned());
        }
        while let Some((index, above)) = waiting.pop() {
            let node = &self.nodes[index as usize];
            nodes_seen += 1;
            if node.above != above {
                return Err(format!("node {index} does not know what is above it"));
            }
            let mut count = 0;
            for (lane, child) in node.children.into_iter().enumerate() {
                if child.is_none() {
                    continue;
                }
                let place = index * 4 + lane as u32;
                let bounds = node.aabb(lane);
                match child.target() {
                    Target::Node(below) => {
                        let below_node = &self.nodes[below as usize];
                        count += below_node.count;
                        if below <= index {
                            return Err(format!("node {below} comes before {index} above it"));
                        }
                        if bounds != below_node.hull() {
                            return Err(format!("place {place} has not the box of its node"));
                        }
                        waiting.push((below, place));
                    }
                    Target::Leaf(number) => {
                        count += 1;
                        let leaf = &self.leaves[number as usize];
                        if leaf.place != place || leaf.fat != bounds || seen[number as usize] {
                            return Err(format!("proxy {number} is not at place {place}"));
                        }
                        seen[number as usize] = true;
                    }
                }
            }
            if count != node.count || (count < 2 && above != Node::ROOT) {
                return Err(format!("node {index} counts {} boxes", node.count));
            }
        }
        if seen.iter().filter(|seen| **seen).count() != self.len() {
            return Err("a box is not in the tree".to_owned());
        }
        let free = self.free.iter().map(|index| &self.nodes[*index as usize]);
        if free.clone().any(|node| *node != Node::EMPTY) {
            return Err("a free node is not empty".to_owned());
        }
        if nodes_seen + self.free.len() != self.nodes.len() {
            return Err("a node is neither in the tree nor free".to_owned());
        }
        Ok(())
    }
}

/// Inside of the operations.
impl DynamicBvh {
    /// A proxy for a good box, not yet in the tree.
    fn admit(&mut self, bounds: &Aabb) -> Result<Proxy, PhysicsError> {
        check_box(bounds)?;
        let leaf = Leaf {
            fat: bounds.expanded(self.margin * bounds.half_extents().max_element()),
            place: Leaf::NOWHERE,
        };
        if let Some(proxy) = self.free_leaves.pop() {
            self.leaves[proxy.0 as usize] = leaf;
            return Ok(proxy);
        }
        assert!(
            self.leaves.len() < Child::LIMIT,
            "a tree holds at most 2^31 - 2 boxes"
        );
        self.leaves.push(leaf);
        Ok(Proxy(self.leaves.len() as u32 - 1))
    }

    /// Whether a box can be given to a proxy.
    #[inline]
    fn check_set(&self, proxy: Proxy, bounds: &Aabb) -> Result<(), PhysicsError> {
        check_box(bounds)?;
        // Without holes in the list of leaves none of them needs to be looked at.
        let holds = if self.free_leaves.is_empty() {
            (proxy.0 as usize) < self.leaves.len()
        } else {
            self.fat_box(proxy).is_some()
        };
        if !holds {
            return Err(PhysicsError::BadGeometry(format!(
                "the tree holds no box {}; it was removed, or is of another tree",
                proxy.0
            )));
        }
        Ok(())
    }

    /// Gives a proxy a new fat box, if its old one does not serve; the nodes are left to the caller.
    #[inline]
    pub(super) fn renew(&mut self, proxy: Proxy, bounds: &Aabb) -> bool {
        let leaf = &mut self.leaves[proxy.0 as usize];
        let new = leaf.renewal(bounds, self.margin);
        if let Some(new) = new {
            leaf.fat = new;
        }
        new.is_some()
    }

    /// Begins to give many proxies new fat boxes.
    pub(super) fn begin_all(&mut self) {
        self.renewed.clear();
    }

    /// [`Self::renew`] of one of many, which [`Self::follow_all`] then takes together.
    #[inline]
    pub(super) fn renew_among(&mut self, proxy: Proxy, bounds: &Aabb) -> bool {
        let renewed = self.renew(proxy, bounds);
        if renewed {
            self.renewed.push(proxy);
        }
        renewed
    }

    /// Brings the tree up to date with the new fat box of a proxy.
    fn follow(&mut self, proxy: Proxy) {
        let Leaf { fat, place } = self.leaves[proxy.0 as usize];
        let (node, lane) = (place / 4, place as usize % WIDTH);
        // Among its neighbours it can stay without harm.
        let neighbours = &mut self.nodes[node as usize];
        neighbours.clear(lane);
        let stays = neighbours.hull().intersects(&fat);
        neighbours.set(lane, &fat, Child::leaf(proxy.0));
        if stays {
            self.refit_above(node);
        } else {
            self.unplace(proxy);
            self.place(proxy);
        }
    }

    /// Brings the tree up to date with the fat boxes that were renewed among others, and returns their proxies.
    pub(super) fn follow_all(&mut self) -> &[Proxy] {
        let renewed = std::mem::take(&mut self.renewed);
        if renewed.len() <= self.len() / 8 {
            for proxy in &renewed {
                self.follow(*proxy);
            }
        } else {
            let strayed = self.refit(&renewed);
            let holes = self.free.len() > self.nodes.len() / 2 + LOOK_BACK;
            if holes || strayed.len() > self.len() / 2 {
                self.rebuild();
            } else {
                for proxy in strayed {
                    self.unplace(proxy);
                    self.place(proxy);
                }
            }
        }
        self.renewed = renewed;
        &self.renewed
    }

    /// Brings the boxes of all nodes up to date with the new fat boxes of proxies. Returns those that have strayed: they
    /// went farther away from the boxes beside them than they are large.
    fn refit(&mut self, renewed: &[Proxy]) -> Vec<Proxy> {
        self.turn = self.turn.wrapping_add(1);
        let mut strayed = Vec::new();
        for proxies in renewed.chunks(TOGETHER) {
            // Nodes lie anywhere: they are asked for together, or each would be waited for.
            let mut touched = 0;
            for proxy in proxies {
                let node = &self.nodes[self.leaves[proxy.0 as usize].place as usize / WIDTH];
                touched ^= node.bounds[0][0][0].to_bits() ^ node.above;
            }
            std::hint::black_box(touched);
            for proxy in proxies {
                let Leaf { fat, place } = self.leaves[proxy.0 as usize];
                let (node, lane) = (
                    &mut self.nodes[place as usize / WIDTH],
                    place as usize % WIDTH,
                );
                let old = node.aabb(lane);
                // A box that has left its old one altogether is looked at in any case.
                if proxy.0 % TURNS == self.turn % TURNS || !old.intersects(&fat) {
                    // Neighbours may still be where they were a step ago. Who comes nearer to them may stay.
                    let gap = node.gap_beside(lane, &fat);
                    if gap > 2.0 * fat.half_extents().max_element()
                        && gap > node.gap_beside(lane, &old)
                    {
                        strayed.push(*proxy);
                    }
                }
                node.set(lane, &fat, Child::leaf(proxy.0));
            }
        }
        // From below: each node comes after the one above it.
        for index in (0..self.nodes.len()).rev() {
            let node = &self.nodes[index];
            if node.above == Node::ROOT {
                // The top, or a free one.
                continue;
            }
            let (hull, place) = (node.hull(), node.above as usize);
            self.nodes[place / WIDTH].set(place % WIDTH, &hull, Child::node(index as u32));
        }
        strayed
    }

    /// An empty node that can be below this one.
    fn new_node(&mut self, above: Option<u32>) -> u32 {
        let after = |index: &u32| above.is_none_or(|above| *index > above);
        let recent = self.free.len().saturating_sub(LOOK_BACK);
        if let Some(at) = self.free[recent..].iter().rposition(after) {
            return self.free.remove(recent + at);
        }
        self.nodes.push(Node::EMPTY);
        self.nodes.len() as u32 - 1
    }

    /// Gives up a node that nothing leads to.
    pub(super) fn give_up(&mut self, index: u32) {
        self.nodes[index as usize] = Node::EMPTY;
        self.free.push(index);
    }

    /// Puts the box of a proxy into the tree, where boxes grow least.
    fn place(&mut self, proxy: Proxy) {
        let fat = self.leaves[proxy.0 as usize].fat;
        let leaf = Child::leaf(proxy.0);
        if self.nodes.is_empty() {
            self.top = self.new_node(None);
        }
        let mut index = self.top;
        let mut depth = 1;
        let lane = loop {
            let node = &self.nodes[index as usize];
            let empty = node.lane_of(Child::NONE);
            let Some((lane, growth)) = best_lane(node, &fat) else {
                break 0;
            };
            match node.children[lane].target() {
                // A free lane serves unless the box fits into another one nearly as it is.
                Target::Node(below) => match empty {
                    Some(empty) if growth > 0.25 * fat.surface_area() => break empty,
                    _ => index = below,
                },
                Target::Leaf(other) => {
                    if let Some(empty) = empty {
                        break empty;
                    }
                    let new = self.new_node(Some(index));
                    let node = &mut self.nodes[index as usize];
                    let bounds = node.aabb(lane);
                    node.set(lane, &bounds, Child::node(new));
                    let below = &mut self.nodes[new as usize];
                    below.set(0, &bounds, Child::leaf(other));
                    below.above = index * 4 + lane as u32;
                    below.count = 1;
                    self.leaves[other as usize].place = new * 4;
                    index = new;
                }
            }
            depth += 1;
        };
        self.nodes[index as usize].set(lane, &fat, leaf);
        self.leaves[proxy.0 as usize].place = index * 4 + lane as u32;
        self.change_above(index, 1);
        if depth > deepest(self.len()) {
            self.rebalance(index);
        }
    }

    /// Takes the box of a proxy out of the tree.
    fn unplace(&mut self, proxy: Proxy) {
        let place = self.leaves[proxy.0 as usize].place;
        let (index, lane) = (place / 4, place as usize % WIDTH);
        let node = &mut self.nodes[index as usize];
        node.clear(lane);
        let above = node.above;
        let mut left = (0..WIDTH).filter(|lane| !node.children[*lane].is_none());
        let (only, more) = (left.next(), left.next());
        let Some(only) = only else {
            // Only the top can become empty.
            node.count = 0;
            return;
        };
        if more.is_some() {
            self.change_above(index, -1);
            return;
        }
        let (bounds, child) = (node.aabb(only), node.children[only]);
        if above != Node::ROOT {
            self.nodes[above as usize / WIDTH].set(above as usize % WIDTH, &bounds, child);
            self.give_up(index);
            self.relink(child, above);
            self.change_above(above / 4, -1);
        } else if let Target::Node(below) = child.target() {
            self.give_up(index);
            self.top = below;
            self.nodes[below as usize].above = Node::ROOT;
        } else {
            node.count = 1;
        }
    }

    /// Tells what hangs at a place where it is.
    fn relink(&mut self, child: Child, place: u32) {
        match child.target() {
            Target::Node(below) => self.nodes[below as usize].above = place,
            Target::Leaf(number) => self.leaves[number as usize].place = place,
        }
    }

    /// Adds to the numbers of a node and all above it, and brings their boxes up to date.
    fn change_above(&mut self, mut index: u32, change: i32) {
        loop {
            let node = &mut self.nodes[index as usize];
            node.count = node.count.wrapping_add_signed(change);
            if node.above == Node::ROOT {
                return;
            }
            let (hull, place) = (node.hull(), node.above as usize);
            let child = Child::node(index);
            index = node.above / 4;
            self.nodes[index as usize].set(place % WIDTH, &hull, child);
        }
    }

    /// Brings the boxes above a node up to date, as far as they change.
    fn refit_above(&mut self, mut index: u32) {
        loop {
            let node = &self.nodes[index as usize];
            if node.above == Node::ROOT {
                return;
            }
            let (hull, place) = (node.hull(), node.above as usize);
            let child = Child::node(index);
            index = node.above / 4;
            let above = &mut self.nodes[index as usize];
            if above.aabb(place % WIDTH) == hull {
                return;
            }
            above.set(place % WIDTH, &hull, child);
        }
    }

    /// Builds everything anew, with proxies that are not in the tree yet.
    fn rebuild_with(&mut self, new: &[Proxy]) {
        let old = self.proxies();
        let mut items: Vec<Item> = old
            .chain(new.iter().copied())
            .map(|proxy| {
                let fat = &self.leaves[proxy.0 as usize].fat;
                Item::new(fat, Child::leaf(proxy.0), 1)
            })
            .collect();
        self.nodes.clear();
        self.free.clear();
        self.top = 0;
        if !items.is_empty() {
            self.top = build::build(&mut self.nodes, &mut self.free, &mut items);
            self.settle(self.top);
        }
    }
}

/// Boxes whose nodes are asked for together.
const TOGETHER: usize = 16;

/// Rounds of renewals in which each box is looked at once for whether it has strayed from its neighbours.
const TURNS: u32 = 8;

/// Places of the list of free nodes that are tried for one that can be below another.
pub(super) const LOOK_BACK: usize = 8;

/// Lane whose box grows least in surface by taking this one in, the smallest of those that grow equally, and half
/// the growth, m^2. `None` without children.
fn best_lane(node: &Node, bounds: &Aabb) -> Option<(usize, f32)> {
    let [merged, own] = node.half_areas(bounds).map(F4::to_array);
    let mut best = None;
    let mut least = (f32::INFINITY, f32::INFINITY);
    for (lane, child) in node.children.into_iter().enumerate() {
        if child.is_none() {
            continue;
        }
        let growth = merged[lane] - own[lane];
        // Areas of huge boxes overflow; the first child then serves as well as any.
        if best.is_none() || growth < least.0 || (growth == least.0 && own[lane] < least.1) {
            best = Some((lane, growth));
            least = (growth, own[lane]);
        }
    }
    best
}

/// Refuses a box that no tree can hold.
#[inline]
pub(crate) fn check_box(bounds: &Aabb) -> Result<(), PhysicsError> {
    let edges = bounds.max - bounds.min;
    if edges.cmpge(Vec3::ZERO).all() && edges.cmplt(Vec3::INFINITY).all() {
        return Ok(());
    }
    explain_box(bounds)
}

/// What is wrong with a box, if it is more than edges too long to subtract.
#[cold]
fn explain_box(bounds: &Aabb) -> Result<(), PhysicsError> {
    for axis in 0..3 {
        for value in [bounds.min[axis], bounds.max[axis]] {
            if !value.is_finite() {
                return Err(PhysicsError::OutOfRange {
                    what: "a side of a box (m)".to_owned(),
                    value,
                    allowed: "it must be finite; check the pose and the sizes it was computed from"
                        .to_owned(),
                });
            }
        }
        if bounds.min[axis] > bounds.max[axis] {
            return Err(PhysicsError::OutOfRange {
                what: "the lower side of a box (m)".to_owned(),
                value: bounds.min[axis],
                allowed: format!(
                    "it must not lie above the upper side, {}; `Aabb::new` puts corners in order",
                    bounds.max[axis]
                ),
            });
        }
    }
    Ok(())
}
