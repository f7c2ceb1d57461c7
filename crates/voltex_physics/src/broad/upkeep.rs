//! Keeping a tree of moving boxes good for questions: parts of it are built anew.

use super::build::{self, Free, Item};
use super::dynamic_bvh::{DynamicBvh, LOOK_BACK};
use super::node::{Child, Node, Target, WIDTH};

/// Share of the boxes, as a divisor, that parts are built anew for before the top is.
const TOP_AFTER: usize = 2;

/// Parts that are put together anew at the top, at least.
const PARTS: usize = 128;

impl DynamicBvh {
    /// Builds parts of the tree anew that hold about `leaves` boxes together, each call the next ones. It keeps queries quick
    /// when boxes move far, at a cost that is bounded, whatever moved.
    ///
    /// Boxes also wander from part to part. So once half of all boxes were asked for, small parts are put together anew,
    /// which costs a way through the whole tree: the next parts then hold other boxes than the last ones.
    pub fn improve(&mut self, leaves: usize) {
        if self.is_empty() || leaves < 2 {
            return;
        }
        self.improved = self.improved.saturating_add(leaves);
        if self.improved > self.len() / TOP_AFTER && self.len() > 2 * PARTS {
            self.improved = 0;
            self.rebuild_top();
        }
        let mut rest = leaves.min(self.len());
        while rest > 0 {
            let (part, count) = self.next_part(leaves);
            if let Some(part) = part {
                self.rebuild_part(part, build::build);
            }
            rest = rest.saturating_sub(count);
        }
    }

    /// The largest part of no more than `most` boxes at the cursor, which moves on behind it, and how many it holds; `None`
    /// for a single box below a larger node.
    fn next_part(&mut self, most: usize) -> (Option<u32>, usize) {
        if self.cursor as usize >= self.len() {
            self.cursor = 0;
        }
        let mut index = self.top;
        // Boxes before the cursor that are below this node.
        let mut before = self.cursor;
        loop {
            let node = &self.nodes[index as usize];
            if node.count as usize <= most {
                self.cursor += node.count - before;
                return (Some(index), node.count as usize);
            }
            let mut next = None;
            for child in node.children {
                if child.is_none() {
                    continue;
                }
                match child.target() {
                    Target::Node(below) => {
                        let count = self.nodes[below as usize].count;
                        if before < count {
                            next = Some(below);
                            break;
                        }
                        before -= count;
                    }
                    Target::Leaf(_) if before == 0 => break,
                    Target::Leaf(_) => before -= 1,
                }
            }
            let Some(below) = next else {
                self.cursor += 1;
                return (None, 1);
            };
            index = below;
        }
    }

    /// Builds the smallest lopsided part around a node anew, of which one child holds more than 3/5, with children of
    /// equal number: many boxes must come before it can be lopsided again, which bounds what insertions cost together
    /// (I. Galperin and R. Rivest, *Scapegoat trees*, SODA 1993).
    pub(super) fn rebalance(&mut self, mut index: u32) {
        let mut below = 1;
        loop {
            let node = &self.nodes[index as usize];
            let lopsided = 5 * u64::from(below) > 3 * u64::from(node.count) && node.count > 8;
            if lopsided || node.above == Node::ROOT {
                self.rebuild_part(index, build::build_even);
                return;
            }
            below = node.count;
            index = node.above / 4;
        }
    }

    /// Builds the part below a node anew, in the same place.
    fn rebuild_part(&mut self, index: u32, build: build::Build) {
        let above = self.nodes[index as usize].above;
        let mut items = Vec::with_capacity(self.nodes[index as usize].count as usize);
        let mut free = Free::new();
        let mut waiting = vec![index];
        while let Some(index) = waiting.pop() {
            let node = &self.nodes[index as usize];
            for (lane, child) in node.children.into_iter().enumerate() {
                if child.is_none() {
                    continue;
                }
                match child.target() {
                    Target::Node(below) => waiting.push(below),
                    Target::Leaf(_) => items.push(Item::new(&node.aabb(lane), child, 1)),
                }
            }
            free.push(index);
        }
        if items.is_empty() {
            // The empty top.
            return;
        }
        // New nodes are taken from the end of the list, so from the first on: each comes after the one above it.
        let recent = self.free.len().saturating_sub(8 * LOOK_BACK);
        for other in self.free.split_off(recent) {
            let list = if other > index {
                &mut free
            } else {
                &mut self.free
            };
            list.push(other);
        }
        free.sort_unstable_by(|a, b| b.cmp(a));
        let new = build(&mut self.nodes, &mut free, &mut items);
        for index in free.into_iter().rev() {
            self.give_up(index);
        }
        self.nodes[new as usize].above = above;
        if above == Node::ROOT {
            self.top = new;
        } else {
            let hull = self.nodes[new as usize].hull();
            self.nodes[above as usize / WIDTH].set(above as usize % WIDTH, &hull, Child::node(new));
        }
        self.settle(new);
    }

    /// Tells all boxes below a node where they are.
    pub(super) fn settle(&mut self, index: u32) {
        let mut waiting = vec![index];
        while let Some(index) = waiting.pop() {
            let node = &self.nodes[index as usize];
            for (lane, child) in (0..).zip(node.children) {
                if child.is_none() {
                    continue;
                }
                match child.target() {
                    Target::Node(below) => waiting.push(below),
                    Target::Leaf(number) => {
                        self.leaves[number as usize].place = index * 4 + lane;
                    }
                }
            }
        }
    }

    /// Puts the parts of the tree together anew: their inside stays as it is.
    fn rebuild_top(&mut self) {
        let most = (self.len() / PARTS) as u32;
        let mut items = Vec::new();
        let mut waiting = vec![self.top];
        while let Some(index) = waiting.pop() {
            let node = &self.nodes[index as usize];
            for (lane, child) in node.children.into_iter().enumerate() {
                if child.is_none() {
                    continue;
                }
                let count = match child.target() {
                    Target::Node(below) => self.nodes[below as usize].count,
                    Target::Leaf(_) => 1,
                };
                match child.target() {
                    Target::Node(below) if count > most => waiting.push(below),
                    Target::Node(_) | Target::Leaf(_) => {
                        items.push(Item::new(&node.aabb(lane), child, count));
                    }
                }
            }
        }
        // The old nodes at the top are left behind when the tree is put in order.
        self.top = build::build(&mut self.nodes, &mut Free::new(), &mut items);
        self.put_in_order();
    }

    /// Writes the nodes down in the order in which a search goes through them, without holes.
    fn put_in_order(&mut self) {
        let mut ordered: Vec<Node> = Vec::with_capacity(self.nodes.len());
        let mut waiting = vec![(self.top, Node::ROOT)];
        while let Some((old, above)) = waiting.pop() {
            let index = ordered.len() as u32;
            if above != Node::ROOT {
                ordered[above as usize / WIDTH].children[above as usize % WIDTH] =
                    Child::node(index);
            }
            let node = Node {
                above,
                ..self.nodes[old as usize].clone()
            };
            for (lane, child) in node.children.into_iter().enumerate().rev() {
                if child.is_none() {
                    continue;
                }
                let place = index * 4 + lane as u32;
                match child.target() {
                    Target::Node(below) => waiting.push((below, place)),
                    Target::Leaf(number) => self.leaves[number as usize].place = place,
                }
            }
            ordered.push(node);
        }
        self.nodes = ordered;
        self.free.clear();
        self.top = 0;
    }
}
