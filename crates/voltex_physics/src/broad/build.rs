//! Trees built at once: binned surface-area heuristic, four children a node.
//!
//! I. Wald, *On fast construction of SAH-based bounding volume hierarchies*, IEEE Symposium on Interactive
//! Ray Tracing 2007. A node takes a range of items and cuts it in two up to three times, always the part of
//! largest surface.

use std::ops::Range;

use voltex_math::{Aabb, Vec3};

use super::lanes::F4;
use super::node::{Child, Node, Target, WIDTH};

/// Something to be put under a new tree: a leaf or a whole tree, with its box. A cache line; the fourth lanes are
/// zero.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Item {
    lower: F4,
    upper: F4,
    /// Twice the centre, m, kept where sums and products stay finite.
    center: F4,
    pub(crate) child: Child,
    /// Leaves in it.
    pub(crate) count: u32,
}

impl Item {
    pub(crate) fn new(bounds: &Aabb, child: Child, count: u32) -> Self {
        let lanes = |v: Vec3| F4::new([v.x, v.y, v.z, 0.0]);
        let near = |v: Vec3| lanes(v).max(F4::splat(-FAR)).min(F4::splat(FAR));
        Self {
            lower: lanes(bounds.min),
            upper: lanes(bounds.max),
            center: near(bounds.min) + near(bounds.max),
            child,
            count,
        }
    }

    /// Whether a box can be in a tree: no NaN, no lower side above its upper one, and not all at infinity.
    pub(crate) fn accepts(bounds: &Aabb) -> bool {
        bounds.min.cmple(bounds.max).all()
            && bounds.min.cmplt(Vec3::INFINITY).all()
            && bounds.max.cmpgt(Vec3::NEG_INFINITY).all()
    }

    fn aabb(&self) -> Aabb {
        let corner = |lanes: F4| {
            let [x, y, z, _] = lanes.to_array();
            Vec3::new(x, y, z)
        };
        Aabb {
            min: corner(self.lower),
            max: corner(self.upper),
        }
    }
}

/// Coordinates beyond this count as this far when costs are compared, m.
const FAR: f32 = 1.0e15;

/// Bounds that grow.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    lower: F4,
    upper: F4,
}

impl Bounds {
    const EMPTY: Self = Self {
        lower: F4::splat(f32::INFINITY),
        upper: F4::splat(f32::NEG_INFINITY),
    };

    #[inline(always)]
    fn add(&mut self, lower: F4, upper: F4) {
        self.lower = lower.min(self.lower);
        self.upper = upper.max(self.upper);
    }

    /// Around the centres of some items.
    fn of_centers(items: &[Item]) -> Self {
        let mut centers = Self::EMPTY;
        for item in items {
            centers.add(item.center, item.center);
        }
        centers
    }

    /// Half the area of the faces, m^2; 0 without content.
    #[inline(always)]
    fn half_area(&self) -> f32 {
        let edges = (self.upper - self.lower).min(F4::splat(2.0 * FAR));
        let [x, y, z, _] = edges.max(F4::splat(0.0)).to_array();
        x * y + y * z + z * x
    }
}

/// Nodes that a change has freed and that new ones may take, last freed first.
pub(crate) type Free = Vec<u32>;

/// Levels by which a tree may exceed the perfectly balanced one before cuts go by number alone.
pub(crate) const SLACK: u32 = 8;

/// Levels of the balanced tree of `count` items.
pub(crate) fn levels(count: usize) -> u32 {
    let mut levels = 1;
    let mut room = WIDTH;
    while room < count {
        room = room.saturating_mul(WIDTH);
        levels += 1;
    }
    levels
}

/// Builds nodes over the items, of which there is at least one, and returns the top one. Its `above` is left to
/// the caller. The items are put in another order.
///
/// The same items in the same order give the same nodes. No leaf lies deeper than [`levels`] + [`SLACK`] below
/// the top (plus what an item brings itself).
pub(crate) fn build(nodes: &mut Vec<Node>, free: &mut Free, items: &mut [Item]) -> u32 {
    let even = false;
    let budget = levels(items.len()) + SLACK;
    let centers = Bounds::of_centers(items);
    Builder { nodes, free, even }.node(items, centers, budget)
}

/// As [`build`] with children of equal number: as flat as can be, but slower to search.
pub(crate) fn build_even(nodes: &mut Vec<Node>, free: &mut Free, items: &mut [Item]) -> u32 {
    let even = true;
    let budget = levels(items.len());
    let centers = Bounds::of_centers(items);
    Builder { nodes, free, even }.node(items, centers, budget)
}

/// [`build`] or [`build_even`].
pub(crate) type Build = fn(&mut Vec<Node>, &mut Free, &mut [Item]) -> u32;

struct Builder<'a> {
    nodes: &'a mut Vec<Node>,
    free: &'a mut Free,
    /// Cuts by number alone.
    even: bool,
}

impl Builder<'_> {
    /// Node over some items, all of which must fit into `budget` levels, with the bounds of their centres.
    fn node(&mut self, items: &mut [Item], centers: Bounds, budget: u32) -> u32 {
        let index = match self.free.pop() {
            Some(index) => index,
            None => {
                self.nodes.push(Node::EMPTY);
                u32::try_from(self.nodes.len() - 1).expect("fewer nodes than leaves")
            }
        };
        let too_deep = |part: &Part| part.range.len() > 1 && levels(part.range.len()) >= budget;
        let mut parts = cut_by_area(items, centers, self.even);
        if parts.iter().any(too_deep) {
            parts = cut_by_number(items);
        }
        let mut node = Node::EMPTY;
        let mut lane = 0;
        for part in parts {
            let (child, bounds, count) = match &mut items[part.range] {
                [] => continue,
                [item] => (item.child, item.aabb(), item.count),
                several => {
                    let below = self.node(several, part.centers, budget - 1);
                    let node = &self.nodes[below as usize];
                    (Child::node(below), node.hull(), node.count)
                }
            };
            if let Target::Node(below) = child.target() {
                self.nodes[below as usize].above = index * 4 + lane;
            }
            node.set(lane as usize, &bounds, child);
            node.count += count;
            lane += 1;
        }
        self.nodes[index as usize] = node;
        index
    }
}

/// Some of the items, with the bounds of their centres.
#[derive(Clone)]
struct Part {
    range: Range<usize>,
    centers: Bounds,
}

impl Part {
    const EMPTY: Self = Self {
        range: 0..0,
        centers: Bounds::EMPTY,
    };
}

/// Up to four parts of the items, reordered so that each is a range; of equal number, if `even`.
fn cut_by_area(items: &mut [Item], centers: Bounds, even: bool) -> [Part; WIDTH] {
    if items.len() <= WIDTH {
        // Of single items nobody asks for the centres.
        return std::array::from_fn(|part| Part {
            range: part.min(items.len())..(part + 1).min(items.len()),
            centers: Bounds::EMPTY,
        });
    }
    if even {
        return cut_by_number(items);
    }
    let mut parts = [Part::EMPTY; WIDTH];
    parts[0] = Part {
        range: 0..items.len(),
        centers,
    };
    let mut areas = [f32::INFINITY, -1.0, -1.0, -1.0];
    for new in 1..WIDTH {
        let mut largest = 0;
        for part in 1..new {
            if areas[part] > areas[largest] {
                largest = part;
            }
        }
        let Part { range, centers } = parts[largest].clone();
        if range.len() < 2 {
            // Only single items are left.
            break;
        }
        let cut = cut(&mut items[range.clone()], centers);
        let [front, back] = cut.centers;
        parts[largest] = Part {
            range: range.start..range.start + cut.at,
            centers: front,
        };
        parts[new] = Part {
            range: range.start + cut.at..range.end,
            centers: back,
        };
        let area = |part: &Part, area| if part.range.len() > 1 { area } else { -1.0 };
        areas[largest] = area(&parts[largest], cut.areas[0]);
        areas[new] = area(&parts[new], cut.areas[1]);
    }
    parts
}

/// Four parts that differ in length by one at most.
fn cut_by_number(items: &mut [Item]) -> [Part; WIDTH] {
    let half = items.len().div_ceil(2);
    let quarter = half.div_ceil(2);
    let rest = items.len() - half;
    let ends = [quarter, half, half + rest.div_ceil(2), items.len()];
    let axis = widest_axis(items);
    sort_along(items, axis);
    let mut start = 0;
    ends.map(|end| {
        let range = start..end;
        start = end;
        Part {
            centers: Bounds::of_centers(&items[range.clone()]),
            range,
        }
    })
}

fn widest_axis(items: &[Item]) -> usize {
    let centers = Bounds::of_centers(items);
    let [x, y, z, _] = (centers.upper - centers.lower).to_array();
    if x >= y && x >= z {
        0
    } else if y >= z {
        1
    } else {
        2
    }
}

/// By centre along an axis; equal ones keep their order.
fn sort_along(items: &mut [Item], axis: usize) {
    items.sort_by(|a, b| a.center.to_array()[axis].total_cmp(&b.center.to_array()[axis]));
}

/// Where a range was cut in two, half the areas of the boxes around the two, and the bounds of their centres.
struct Cut {
    at: usize,
    areas: [f32; 2],
    centers: [Bounds; 2],
}

/// Cuts at least two items where the sum of area times number is least, or in the middle where all centres
/// agree. Short ranges take fewer bins, powers of two, which costs no quality that could be measured.
fn cut(items: &mut [Item], centers: Bounds) -> Cut {
    match items.len() {
        0..=12 => cut_binned::<4>(items, centers),
        13..=32 => cut_binned::<8>(items, centers),
        _ => cut_binned::<16>(items, centers),
    }
}

#[derive(Clone, Copy)]
struct Bin {
    bounds: Bounds,
    count: u32,
}

/// 2^23: the least number beside which only whole ones can stand.
const WHOLE: f32 = 8_388_608.0;

/// Turns centres into numbers of bins.
struct Binning {
    origin: F4,
    scale: F4,
}

impl Binning {
    /// Number of the nearest bin along each axis: adding 2^23 rounds to a whole number that the lowest bits then hold.
    #[inline(always)]
    fn bins<const N: usize>(&self, item: &Item) -> [usize; 3] {
        let at = (item.center - self.origin) * self.scale + F4::splat(WHOLE);
        let [x, y, z, _] = at.side_by_side();
        [x, y, z].map(|at| at.to_bits() as usize & (N - 1))
    }

    /// The number along one axis.
    #[inline(always)]
    fn bin<const N: usize>(&self, item: &Item, axis: usize) -> usize {
        let at = |lanes: F4| lanes.to_array()[axis % WIDTH];
        let at = (at(item.center) - at(self.origin)) * at(self.scale) + WHOLE;
        at.to_bits() as usize & (N - 1)
    }
}

#[inline(always)]
fn cut_binned<const N: usize>(items: &mut [Item], centers: Bounds) -> Cut {
    let extent = (centers.upper - centers.lower).to_array();
    let last = (N - 1) as f32;
    let binning = Binning {
        origin: centers.lower,
        scale: F4::new(extent.map(|extent| if extent > 0.0 { last / extent } else { 0.0 })),
    };
    let mut bins = [[Bin {
        bounds: Bounds::EMPTY,
        count: 0,
    }; N]; 3];
    for item in items.iter() {
        for (axis, bin) in binning.bins::<N>(item).into_iter().enumerate() {
            let bin = &mut bins[axis][bin];
            bin.bounds.add(item.lower, item.upper);
            bin.count += 1;
        }
    }
    let mut best = f32::INFINITY;
    let mut place = None;
    let total = items.len() as u32;
    for (axis, bins) in bins.iter().enumerate() {
        if extent[axis] == 0.0 {
            continue;
        }
        // Cost of everything from a bin upwards.
        let mut above = [0.0; N];
        let mut areas = [0.0; N];
        let mut bounds = Bounds::EMPTY;
        let mut count = 0;
        for bin in (1..N).rev() {
            bounds.add(bins[bin].bounds.lower, bins[bin].bounds.upper);
            count += bins[bin].count;
            areas[bin] = bounds.half_area();
            above[bin] = areas[bin] * count as f32;
        }
        let mut bounds = Bounds::EMPTY;
        let mut count = 0;
        for bin in 0..N - 1 {
            bounds.add(bins[bin].bounds.lower, bins[bin].bounds.upper);
            count += bins[bin].count;
            let area = bounds.half_area();
            let cost = area * count as f32 + above[bin + 1];
            if count > 0 && count < total && cost < best {
                best = cost;
                place = Some((axis, bin, [area, areas[bin + 1]]));
            }
        }
    }
    let Some((axis, last, areas)) = place else {
        return cut_in_the_middle(items);
    };
    let (at, centers) = partition(items, |item| binning.bin::<N>(item, axis) <= last);
    Cut { at, areas, centers }
}

fn cut_in_the_middle(items: &mut [Item]) -> Cut {
    let at = items.len() / 2;
    let area = |items: &[Item]| {
        let mut bounds = Bounds::EMPTY;
        for item in items {
            bounds.add(item.lower, item.upper);
        }
        bounds.half_area()
    };
    let areas = [area(&items[..at]), area(&items[at..])];
    let centers = [&items[..at], &items[at..]].map(Bounds::of_centers);
    Cut { at, areas, centers }
}

/// Puts the items that `first` accepts in front and returns their number, and the bounds of the centres of both kinds: the
/// next cuts need these, and so no way through all items is made for them.
fn partition(items: &mut [Item], first: impl Fn(&Item) -> bool) -> (usize, [Bounds; 2]) {
    let mut sides = [Bounds::EMPTY; 2];
    let (mut front, mut back) = (0, items.len());
    loop {
        while front < back && first(&items[front]) {
            let center = items[front].center;
            sides[0].add(center, center);
            front += 1;
        }
        while front < back && !first(&items[back - 1]) {
            back -= 1;
            let center = items[back].center;
            sides[1].add(center, center);
        }
        if front == back {
            return (front, sides);
        }
        items.swap(front, back - 1);
        let (forth, behind) = (items[front].center, items[back - 1].center);
        sides[0].add(forth, forth);
        sides[1].add(behind, behind);
        front += 1;
        back -= 1;
    }
}
