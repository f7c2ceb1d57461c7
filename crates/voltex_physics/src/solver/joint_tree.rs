//! Trees of joints that carry much: what all their joints hold is solved at once.
//!
//! One joint after the other, a weight on a chain is borne link by link: each joint knows the inertia of its two bodies
//! alone, and a heavy body behind light ones is out of its sight. Here the impulses `x` of all joints of a tree are
//! found together, `(J M^-1 J^T) x = -J v`.
//!
//! Two joints share a block of that matrix where they share a body. Without loops, elimination from the ends of the
//! tree towards a body in its middle fills no other block: the joints of a body are all neighbours of one another
//! already, and of those that share a body with an eliminated joint all but one have gone (Baraff, *Linear-Time
//! Dynamics using Lagrange Multipliers*, 1996). The work grows as the number of joints. It is done in `f64`: an
//! eliminated joint leaves the difference that the masses behind it make.
//!
//! A tree is one piece of work, in one lane, so that neither the width of the processor nor the number of threads is
//! seen by it. Trees in which no joint carries much converge as well joint by joint, in all lanes.

#![allow(unsafe_code)]
#![allow(
    clippy::needless_range_loop,
    reason = "indices are those of rows and columns of matrices"
)]

use std::ops::Range;

use voltex_math::wide::Lanes;

use super::bodies::{BodyRef, BodyState, SolverBodies};
use super::joint_block::{Column, Layout, TREE_ROW, field};
use super::joint_input::{Class, JointInput};
use super::joint_pass::{self, JointPass, JointSettings};
use super::shared::Shared;
use crate::copies::copies_nothing;

/// Mass that hangs on a joint, over that of the lighter of its bodies, from which a tree is solved as a whole: of a tree
/// that is held by what does not move, whose joints bear its weight, and of one that is free.
const STRAIN: f32 = 4.0;
const STRAIN_FREE: f32 = 30.0;

/// Most joints of a body: each shares a block with each.
const MOST_JOINTS: usize = 8;

/// Most directions that a joint holds.
const MOST_ROWS: usize = 6;

/// Share of its own mobility with which a joint that is solved for good gives way, where positions are drawn together
/// and where velocities are put right. Without any, two walls that a taut chain joins would ask for impulses without
/// bound.
pub(super) const GIVE: f64 = 1.0e-3;
const GIVE_RELAXING: f64 = 1.0e-5;

/// Share of the mobility of a direction below which what is left of it is rounding.
const DEPENDENT: f64 = 1.0e-6;

/// A joint of a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// Its place among the joints of the step.
    joint: u32,
    class: Class,
    bodies: [BodyRef; 2],
    /// Start of its numbers, counted in those of the tree.
    numbers: usize,
    /// Number of directions that it holds, and where they and their impulses are, counted in the numbers of the tree.
    rows: usize,
    directions: usize,
    held: usize,
    /// Start of its own block, then of its speeds, then of its own mobilities, counted in the values of the tree.
    block: usize,
    speeds: usize,
    mobilities: usize,
    /// Those that share the body with it that is nearer the middle, and are eliminated later.
    later: [usize; 2],
}

/// A joint that is eliminated after another, and shares a body with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Later {
    /// Its place in the tree.
    node: usize,
    /// Start of the block of the two, rows of the later one.
    block: usize,
    /// On which side of the earlier and of the later one the body is.
    sides: [usize; 2],
}

/// A tree of joints: its parts of the lists of [`JointTrees`].
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Range<usize>,
    pub(crate) numbers: Range<usize>,
    pub(crate) values: Range<usize>,
}

/// What the shape of the trees follows from.
#[derive(Clone, Copy, Debug, PartialEq)]
struct End {
    bodies: [BodyRef; 2],
    class: Class,
    /// 1/kg, and whether an axis of either is locked.
    masses: [f32; 2],
    is_locked: bool,
}

/// All trees of a step that are solved as a whole.
#[derive(Debug, Default)]
pub(crate) struct JointTrees {
    pub(crate) numbers: Vec<f32>,
    pub(crate) values: Vec<f64>,
    pub(crate) trees: Vec<Tree>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) later: Vec<Later>,
    /// Joints that are in none of them, in order.
    pub(crate) loose: Vec<u32>,
    /// Whether each joint is the only one of its bodies.
    is_alone: Vec<bool>,
    /// Of the step before: the same joints have the same trees.
    ends: Vec<End>,
    now: Vec<End>,
    bodies: usize,
}

copies_nothing!(JointTrees);

impl JointTrees {
    /// Finds the trees of these joints.
    pub(crate) fn grow(&mut self, bodies: &SolverBodies, joints: &mut [JointInput]) {
        self.look(bodies, joints);
        for (joint, is_alone) in joints.iter_mut().zip(&self.is_alone) {
            joint.is_alone = *is_alone;
        }
    }

    fn look(&mut self, bodies: &SolverBodies, joints: &[JointInput]) {
        self.now.clear();
        self.now.extend(joints.iter().map(|joint| {
            let ends = [joint.a, joint.b];
            let masses = ends.map(|body| &bodies.masses[body.index()]);
            End {
                bodies: ends,
                class: joint.class,
                masses: masses.map(|mass| mass.inverse_mass),
                is_locked: masses.iter().any(|mass| mass.free.is_some()),
            }
        }));
        if self.now == self.ends && self.bodies == bodies.len() {
            return;
        }
        std::mem::swap(&mut self.now, &mut self.ends);
        self.bodies = bodies.len();
        self.trees.clear();
        self.nodes.clear();
        self.later.clear();
        self.loose.clear();
        let ends = std::mem::take(&mut self.ends);
        let forest = Forest::new(bodies, &ends);
        let mut is_taken = vec![false; joints.len()];
        for body in 1..bodies.len() {
            if forest.stands_for_a_tree(body)
                && let Some(branches) = forest.climb(body)
            {
                for branch in &branches {
                    is_taken[branch.joint] = true;
                }
                self.plant(&ends, &branches);
            }
        }
        self.is_alone.clear();
        self.is_alone
            .extend(ends.iter().map(|end| forest.has_no_other(end)));
        self.ends = ends;
        self.loose
            .extend((0..joints.len() as u32).filter(|joint| !is_taken[*joint as usize]));
        let last = self.trees.last();
        let (numbers, values) = last.map_or((0, 0), |tree| (tree.numbers.end, tree.values.end));
        self.numbers.resize(numbers, 0.0);
        self.values.resize(values, 0.0);
    }

    /// Lays out a tree, from its branches in the order in which they were reached.
    fn plant(&mut self, ends: &[End], branches: &[Branch]) {
        let first = self.nodes.len();
        let (numbers, values) = self
            .trees
            .last()
            .map_or((0, 0), |tree| (tree.numbers.end, tree.values.end));
        let (mut number, mut value) = (0, 0);
        let last = branches.len() - 1;
        for branch in branches.iter().rev() {
            let end = ends[branch.joint];
            let class = end.class.in_a_tree();
            let (rows, layout) = (class.hold.count(), Layout::of(class));
            let node = Node {
                joint: branch.joint as u32,
                class,
                bodies: end.bodies,
                numbers: number,
                rows,
                directions: number + layout.rows,
                held: number + layout.held,
                block: value,
                speeds: value + rows * rows,
                mobilities: value + rows * rows + rows,
                later: [0; 2],
            };
            number += layout.count;
            value = node.mobilities + rows;
            self.nodes.push(node);
        }
        // Joints of the body from which a branch starts: those reached before it, and the one that leads there.
        for (place, branch) in branches.iter().enumerate().rev() {
            let start = self.later.len();
            let node = first + last - place;
            let side = |at: usize| {
                let bodies = self.nodes[at].bodies;
                usize::from(bodies[0].index() != branch.start)
            };
            for (before, earlier) in branches[..place].iter().enumerate().rev() {
                let leads_here = earlier.end == Some(branch.start);
                if !leads_here && earlier.start != branch.start {
                    continue;
                }
                let other = last - before;
                let later = Later {
                    node: other,
                    block: value,
                    sides: [side(node), side(first + other)],
                };
                value += self.nodes[node].rows * self.nodes[first + other].rows;
                self.later.push(later);
                if leads_here {
                    break;
                }
            }
            self.nodes[node].later = [start, self.later.len()];
        }
        self.trees.push(Tree {
            nodes: first..self.nodes.len(),
            numbers: numbers..numbers + number,
            values: values..values + value,
        });
    }

    /// Takes the numbers of the joints over.
    pub(crate) fn fill(
        &mut self,
        joints: &[JointInput],
        bodies: &mut SolverBodies,
        settings: &JointSettings,
        measured: &mut Vec<f32>,
    ) {
        for tree in &self.trees {
            for node in &self.nodes[tree.nodes.clone()] {
                let start = tree.numbers.start + node.numbers;
                let mut column = Column::single(&mut self.numbers[start..]);
                let input = JointInput {
                    class: node.class,
                    ..joints[node.joint as usize]
                };
                column.fill_all(&input, bodies, settings, measured);
            }
        }
    }

    /// Writes impulses and loads back to where the joints came from.
    pub(crate) fn read_back(&mut self, joints: &mut [JointInput]) {
        for tree in &self.trees {
            for node in &self.nodes[tree.nodes.clone()] {
                let start = tree.numbers.start + node.numbers;
                let input = &mut joints[node.joint as usize];
                let class = std::mem::replace(&mut input.class, node.class);
                Column::single(&mut self.numbers[start..]).read_back(input);
                input.class = class;
            }
        }
    }
}

/// A joint as it was reached from a body in the middle.
struct Branch {
    joint: usize,
    /// The body from which it was reached, and the one to which it leads; `None` for one that does not move.
    start: usize,
    end: Option<usize>,
}

/// Which bodies hang together.
struct Forest<'a> {
    ends: &'a [End],
    bodies: &'a SolverBodies,
    /// Union-find: the lowest body stands for its set.
    parents: Vec<u32>,
    /// Whether a set, by the body that stands for it, has at least two joints, no loop, no locked body and no body with
    /// more joints than [`MOST_JOINTS`].
    is_tree: Vec<bool>,
    /// Joints of each body: those of body `b` from `starts[b]` to `starts[b + 1]`.
    starts: Vec<u32>,
    joints: Vec<u32>,
}

impl<'a> Forest<'a> {
    fn new(bodies: &'a SolverBodies, ends: &'a [End]) -> Self {
        let count = bodies.len();
        let mut forest = Self {
            ends,
            bodies,
            parents: (0..count as u32).collect(),
            is_tree: Vec::new(),
            starts: vec![0; count + 1],
            joints: Vec::new(),
        };
        let mut bad = vec![false; count];
        let holds = |end: &&End| end.class.hold.count() > 0;
        for end in ends.iter().filter(holds) {
            let movable = end.bodies.iter().filter(|body| body.is_movable());
            for body in movable.clone() {
                forest.starts[body.index()] += 1;
                bad[body.index()] |= end.is_locked;
            }
            if movable.count() == 2 {
                let [a, b] = end.bodies.map(|body| forest.root(body.index()));
                bad[a] |= a == b;
                forest.parents[a.max(b)] = a.min(b) as u32;
            }
        }
        let mut joints = vec![0_u32; count];
        for body in 0..count {
            let root = forest.root(body);
            let own = forest.starts[body];
            bad[root] |= bad[body] || own as usize > MOST_JOINTS;
            // A joint of two movable bodies counts twice: three are two joints at least.
            joints[root] += own;
        }
        forest.is_tree = (0..count)
            .map(|body| joints[body] >= 3 && !bad[body])
            .collect();
        let mut sum = 0;
        for start in &mut forest.starts {
            sum += *start;
            *start = sum;
        }
        forest.joints = vec![0; sum as usize];
        // From behind, so that each list is in order and starts end where the lists begin.
        for (joint, end) in ends.iter().enumerate().rev().filter(|(_, end)| holds(end)) {
            for body in end.bodies.iter().filter(|body| body.is_movable()) {
                let start = &mut forest.starts[body.index()];
                *start -= 1;
                forest.joints[*start as usize] = joint as u32;
            }
        }
        forest
    }

    fn root(&mut self, body: usize) -> usize {
        let mut at = body;
        while self.parents[at] as usize != at {
            let parent = self.parents[at] as usize;
            self.parents[at] = self.parents[parent];
            at = self.parents[at] as usize;
        }
        at
    }

    /// Whether the bodies of a joint have no other.
    fn has_no_other(&self, end: &End) -> bool {
        end.bodies
            .iter()
            .filter(|body| body.is_movable())
            .all(|body| self.starts[body.index() + 1] - self.starts[body.index()] == 1)
    }

    fn stands_for_a_tree(&self, body: usize) -> bool {
        self.parents[body] as usize == body && self.is_tree[body]
    }

    fn mass(&self, body: usize) -> f32 {
        let inverse = self.bodies.masses[body].inverse_mass;
        if inverse > 0.0 { 1.0 / inverse } else { 0.0 }
    }

    /// All joints of a tree, each after the one that leads to it; `None` if none of them carries much.
    fn climb(&self, root: usize) -> Option<Vec<Branch>> {
        let mut branches: Vec<Branch> = Vec::new();
        let mut reached = vec![(root, None)];
        let mut next = 0;
        while let Some((body, by)) = reached.get(next).copied() {
            next += 1;
            let joints = self.starts[body] as usize..self.starts[body + 1] as usize;
            for joint in self.joints[joints].iter().map(|joint| *joint as usize) {
                if Some(joint) == by {
                    continue;
                }
                let other = self.ends[joint]
                    .bodies
                    .into_iter()
                    .find(|end| end.is_movable() && end.index() != body)
                    .map(BodyRef::index);
                branches.push(Branch {
                    joint,
                    start: body,
                    end: other,
                });
                reached.extend(other.map(|other| (other, Some(joint))));
            }
        }
        self.carries_much(root, &branches).then_some(branches)
    }

    /// Whether a joint of the tree joins a light body with much mass on either side; what does not move counts as that.
    fn carries_much(&self, root: usize, branches: &[Branch]) -> bool {
        // Mass beyond each branch, and whether it ends at something that does not move there.
        let mut beyond: Vec<(f32, bool)> = branches
            .iter()
            .map(|branch| {
                branch
                    .end
                    .map_or((0.0, true), |end| (self.mass(end), false))
            })
            .collect();
        let mut all = (self.mass(root), false);
        for place in (0..branches.len()).rev() {
            let (mass, is_held) = beyond[place];
            let leads_here = |branch: &Branch| branch.end == Some(branches[place].start);
            let to = match branches[..place].iter().rposition(leads_here) {
                Some(before) => &mut beyond[before],
                None => &mut all,
            };
            to.0 += mass;
            to.1 |= is_held;
        }
        let anchors = branches
            .iter()
            .filter(|branch| branch.end.is_none())
            .count();
        (0..branches.len()).any(|place| {
            let branch = &branches[place];
            let (mass, is_held) = beyond[place];
            // Anchors beyond this branch are not those on its other side.
            let others_hold = if branch.end.is_none() {
                anchors > 1
            } else {
                anchors > 0 && !is_held
            };
            let rest = all.0 - mass;
            let (carried, most) = match (is_held, others_hold) {
                (true, true) => (all.0, STRAIN),
                (true, false) => (rest, STRAIN),
                (false, true) => (mass, STRAIN),
                (false, false) => (voltex_math::f32::min(mass, rest), STRAIN_FREE),
            };
            let start = self.mass(branch.start);
            let lighter = branch
                .end
                .map_or(start, |end| voltex_math::f32::min(start, self.mass(end)));
            carried >= most * lighter
        })
    }
}

/// What solving needs to know of the trees.
#[derive(Clone, Copy)]
pub(crate) struct TreeView<'a> {
    pub(crate) trees: &'a [Tree],
    pub(crate) nodes: &'a [Node],
    pub(crate) later: &'a [Later],
}

impl TreeView<'_> {
    /// One pass over a tree.
    ///
    /// # Safety
    /// No other thread uses the movable bodies of the tree meanwhile, and none writes the others.
    pub(crate) unsafe fn run(
        &self,
        tree: &Tree,
        pass: JointPass,
        settings: &JointSettings,
        numbers: &mut [f32],
        values: &mut [f64],
        states: Shared<'_, BodyState>,
    ) {
        let nodes = &self.nodes[tree.nodes.clone()];
        for node in nodes {
            let numbers = &mut numbers[node.numbers..][..Layout::of(node.class).count];
            // SAFETY: as the caller promises.
            unsafe {
                joint_pass::run::<Lanes<1>>(
                    pass,
                    settings,
                    node.class,
                    numbers,
                    &[node.bodies],
                    states,
                );
            }
        }
        let is_biased = match pass {
            JointPass::Measure | JointPass::WarmStart => return,
            JointPass::Biased => true,
            JointPass::Relaxing => false,
        };
        let mut system = System {
            nodes,
            later: self.later,
            numbers,
            values,
        };
        for node in nodes {
            // SAFETY: as the caller promises.
            let [a, b] = node.bodies.map(|body| unsafe { *states.get(body.index()) });
            system.set_up(node, &a, &b, is_biased);
        }
        for place in 0..nodes.len() {
            system.eliminate(place);
        }
        for place in (0..nodes.len()).rev() {
            system.substitute(place);
        }
        for node in nodes {
            for (side, sign) in [(0, -1.0), (1, 1.0)] {
                let body = node.bodies[side];
                if body.is_movable() {
                    // SAFETY: as the caller promises; the reference ends with this statement.
                    system.push(node, side, sign, unsafe { states.get_mut(body.index()) });
                }
            }
            system.keep(node, is_biased);
        }
    }
}

/// The equations of one tree.
struct System<'a> {
    nodes: &'a [Node],
    later: &'a [Later],
    numbers: &'a mut [f32],
    values: &'a mut [f64],
}

/// A direction that a joint holds, as the pass over the joint has left it.
struct Direction<'a>(&'a [f32]);

impl Direction<'_> {
    fn vector(&self, at: usize) -> [f64; 3] {
        [self.0[at], self.0[at + 1], self.0[at + 2]].map(f64::from)
    }

    fn along(&self) -> [f64; 3] {
        self.vector(0)
    }

    fn about(&self, side: usize) -> [f64; 3] {
        self.vector(3 + 3 * side)
    }

    fn turn(&self, side: usize) -> [f64; 3] {
        self.vector(9 + 3 * side)
    }

    /// Speed that is to be taken out besides that of the bodies.
    fn excess(&self) -> f64 {
        f64::from(self.0[15])
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn dot_of(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b)
}

fn less(a: [f32; 4], b: [f32; 4]) -> [f64; 3] {
    [0, 1, 2].map(|i| f64::from(a[i]) - f64::from(b[i]))
}

fn wide(a: [f32; 4]) -> [f64; 3] {
    [a[0], a[1], a[2]].map(f64::from)
}

impl System<'_> {
    fn direction(&self, node: &Node, row: usize) -> Direction<'_> {
        let at = node.directions + row * TREE_ROW;
        Direction(&self.numbers[at..at + TREE_ROW])
    }

    /// 1/kg
    fn mass(&self, node: &Node, side: usize) -> f64 {
        f64::from(self.numbers[node.numbers + field::INVERSE_MASS_A + side])
    }

    fn impulse(&self, node: &Node, row: usize) -> f64 {
        f64::from(self.numbers[node.held + row])
    }

    /// Velocity along one direction that a unit impulse along another gives a body that both push.
    fn shared(&self, [i, j]: [&Node; 2], [r, s]: [usize; 2], sides: [usize; 2]) -> f64 {
        let (one, other) = (self.direction(i, r), self.direction(j, s));
        let moved = self.mass(i, sides[0]) * dot(one.along(), other.along());
        let turned = dot(one.about(sides[0]), other.turn(sides[1]));
        if sides[0] == sides[1] {
            moved + turned
        } else {
            -(moved + turned)
        }
    }

    /// The blocks of a joint, and the speeds that it wants its impulses to give.
    fn set_up(&mut self, node: &Node, a: &BodyState, b: &BodyState, is_biased: bool) {
        let rows = node.rows;
        let give = if is_biased { GIVE } else { GIVE_RELAXING };
        for r in 0..rows {
            for s in 0..=r {
                let both = [node, node];
                let mobility =
                    self.shared(both, [r, s], [0, 0]) + self.shared(both, [r, s], [1, 1]);
                self.values[node.block + r * rows + s] = mobility;
                self.values[node.block + s * rows + r] = mobility;
            }
        }
        for r in 0..rows {
            let direction = self.direction(node, r);
            let speed = dot(direction.along(), less(b.velocity, a.velocity))
                + (dot(direction.about(1), wide(b.spin)) - dot(direction.about(0), wide(a.spin)));
            let mut wanted = -(speed + direction.excess());
            if is_biased {
                for s in 0..rows {
                    let mobility = self.values[node.block + r * rows + s];
                    wanted -= give * mobility * self.impulse(node, s);
                }
            }
            self.values[node.speeds + r] = wanted;
        }
        for r in 0..rows {
            self.values[node.mobilities + r] = self.values[node.block + r * rows + r];
        }
        for value in &mut self.values[node.block..node.block + rows * rows] {
            *value *= 1.0 + give;
        }
        for later in &self.later[node.later[0]..node.later[1]] {
            let other = &self.nodes[later.node];
            for r in 0..other.rows {
                for s in 0..rows {
                    let sides = [later.sides[1], later.sides[0]];
                    self.values[later.block + r * rows + s] =
                        self.shared([other, node], [r, s], sides);
                }
            }
        }
    }

    /// Takes a joint out of the equations of those after it.
    fn eliminate(&mut self, place: usize) {
        let node = &self.nodes[place];
        let (n, all) = (node.rows, &self.later[node.later[0]..node.later[1]]);
        self.factorise(node);
        // The last first: its block is still needed as it was by those before it.
        for (b, later) in all.iter().enumerate().rev() {
            let other = &self.nodes[later.node];
            // The block times the inverse of the own block of this joint, row by row.
            let mut share = [0.0; MOST_ROWS * MOST_ROWS];
            let share = &mut share[..other.rows * n];
            share.copy_from_slice(&self.values[later.block..][..other.rows * n]);
            for row in share.chunks_exact_mut(n) {
                solve(&self.values[node.block..][..n * n], row);
            }
            for (r, share) in share.chunks_exact(n).enumerate() {
                let sum: f64 = dot_of(share, &self.values[node.speeds..][..n]);
                self.values[other.speeds + r] -= sum;
            }
            for (a, earlier) in all[..=b].iter().enumerate() {
                let columns = self.nodes[earlier.node].rows;
                let block = if a == b {
                    other.block
                } else {
                    // The joints of a body are neighbours in the order in which they go.
                    self.later[self.nodes[earlier.node].later[0] + (b - a - 1)].block
                };
                for (r, share) in share.chunks_exact(n).enumerate() {
                    for c in 0..columns {
                        let sum = dot_of(share, &self.values[earlier.block + c * n..][..n]);
                        self.values[block + r * columns + c] -= sum;
                    }
                }
            }
            self.values[later.block..][..share.len()].copy_from_slice(share);
        }
        let (block, speeds) = self.values[node.block..].split_at_mut(n * n);
        solve(block, &mut speeds[..n]);
    }

    /// `L D L^T` of the own block of a joint, in its place: L below the diagonal, 1/D on it. 0 for directions in which
    /// nothing moves.
    fn factorise(&mut self, node: &Node) {
        let n = node.rows;
        let (block, after) = self.values[node.block..].split_at_mut(n * n);
        let mobilities = &after[n..2 * n];
        for j in 0..n {
            let mut pivot = block[j * n + j];
            // Above the diagonal: L D.
            for p in 0..j {
                pivot -= block[j * n + p] * block[p * n + j];
            }
            let inverse = if pivot > DEPENDENT * mobilities[j] {
                1.0 / pivot
            } else {
                0.0
            };
            block[j * n + j] = inverse;
            for i in j + 1..n {
                let mut rest = block[i * n + j];
                for p in 0..j {
                    rest -= block[i * n + p] * block[p * n + j];
                }
                block[j * n + i] = rest;
                block[i * n + j] = rest * inverse;
            }
        }
    }

    /// The impulses of a joint, once those after it are known.
    fn substitute(&mut self, place: usize) {
        let node = &self.nodes[place];
        let n = node.rows;
        for later in &self.later[node.later[0]..node.later[1]] {
            let other = &self.nodes[later.node];
            for r in 0..other.rows {
                let impulse = self.values[other.speeds + r];
                for s in 0..n {
                    self.values[node.speeds + s] -= self.values[later.block + r * n + s] * impulse;
                }
            }
        }
    }

    /// Gives a body the impulses of a joint.
    fn push(&self, node: &Node, side: usize, sign: f64, state: &mut BodyState) {
        let mass = self.mass(node, side);
        let (mut velocity, mut spin) = (wide(state.velocity), wide(state.spin));
        for row in 0..node.rows {
            let direction = self.direction(node, row);
            let impulse = sign * self.values[node.speeds + row];
            let (along, turn) = (direction.along(), direction.turn(side));
            for i in 0..3 {
                velocity[i] += along[i] * (impulse * mass);
                spin[i] += turn[i] * impulse;
            }
        }
        for i in 0..3 {
            state.velocity[i] = velocity[i] as f32;
            state.spin[i] = spin[i] as f32;
        }
    }

    /// Adds the impulses to those of before; what the joint bears is their sum at the end of the substep.
    fn keep(&mut self, node: &Node, is_biased: bool) {
        for row in 0..node.rows {
            self.numbers[node.held + row] += self.values[node.speeds + row] as f32;
        }
        if is_biased {
            return;
        }
        for row in 0..node.rows {
            let impulse = self.numbers[node.held + row];
            let at = node.directions + row * TREE_ROW;
            let linear = row < node.class.hold.linear();
            for i in 0..3 {
                let (to, share) = if linear {
                    (field::LOAD + i, self.numbers[at + i])
                } else {
                    (field::LOAD_MOMENT + i, self.numbers[at + 6 + i])
                };
                self.numbers[node.numbers + to] += share * impulse;
            }
        }
    }
}

/// Solves with a factorised block: speeds to impulses.
fn solve(block: &[f64], x: &mut [f64]) {
    let n = x.len();
    for i in 0..n {
        for p in 0..i {
            x[i] -= block[i * n + p] * x[p];
        }
    }
    for i in 0..n {
        x[i] *= block[i * n + i];
    }
    for i in (0..n).rev() {
        for p in i + 1..n {
            x[i] -= block[p * n + i] * x[p];
        }
    }
}
