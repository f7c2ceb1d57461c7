//! Tree of boxes that is built once.

use voltex_math::{Aabb, Vec3};

use super::build::{self, Item};
use super::node::{Child, Node};
use super::tree_box::TreeBox;
use super::walk;

/// Tree over boxes that do not change: of the triangles of a mesh, of the children of a compound.
///
/// A box is named by its place in the list that the tree was built from. Boxes are closed: touching counts.
/// Boxes with a NaN or with a lower side above the upper one are in no answer. The same boxes give the same
/// tree and the same order of visits.
///
/// ```
/// use voltex_math::{Aabb, Vec3};
/// use voltex_physics::broad::StaticBvh;
///
/// let boxes = [0.0, 2.0, 4.0].map(|x| Aabb::from_center_half_extents(Vec3::X * x, Vec3::splat(0.5)));
/// let tree = StaticBvh::build(&boxes);
/// let mut nearest = None;
/// tree.cast_ray(Vec3::X * 9.0, -Vec3::X, 100.0, |index, limit| {
///     match boxes[index as usize].ray_intersection(Vec3::X * 9.0, -Vec3::X, limit) {
///         Some(t) => {
///             nearest = Some((index, t));
///             t
///         }
///         None => limit,
///     }
/// });
/// assert_eq!(nearest, Some((2, 4.5)));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StaticBvh {
    /// The top is the first.
    nodes: Vec<Node>,
    len: u32,
}

impl StaticBvh {
    /// Tree over these boxes, m.
    ///
    /// # Panics
    /// There are 2,147,483,647 boxes or more.
    pub fn build(boxes: &[Aabb]) -> Self {
        assert!(
            boxes.len() < Child::LIMIT,
            "a tree holds at most 2^31 - 2 boxes"
        );
        let mut items: Vec<Item> = (0..)
            .zip(boxes)
            .filter(|(_, bounds)| Item::accepts(bounds))
            .map(|(index, bounds)| Item::new(bounds, Child::leaf(index), 1))
            .collect();
        let mut nodes = Vec::new();
        if !items.is_empty() {
            nodes.reserve(items.len() / 2 + 1);
            build::build(&mut nodes, &mut Vec::new(), &mut items);
            nodes.shrink_to_fit();
        }
        Self {
            nodes,
            len: items.len() as u32,
        }
    }

    /// Number of boxes in the tree.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is no box.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Box around everything, m; `None` without boxes.
    pub fn bounds(&self) -> Option<Aabb> {
        self.nodes.first().map(Node::hull)
    }

    /// All boxes of the tree as they hang on one another, from the top; none without boxes.
    pub fn boxes(&self) -> Vec<TreeBox> {
        TreeBox::of_tree(&self.nodes, 0)
    }

    /// Visits every box that touches `query`. A NaN in the query touches nothing.
    #[inline]
    pub fn overlaps(&self, query: &Aabb, visit: impl FnMut(u32)) {
        walk::overlaps(&self.nodes, 0, query, visit);
    }

    /// Visits every two boxes that touch, each pair once, in an order and with a first one that follow from the
    /// boxes alone; returns the number of nodes, four boxes each, that it looked at.
    #[inline]
    pub(crate) fn pairs_counted(&self, visit: impl FnMut(u32, u32)) -> u32 {
        walk::pairs(&self.nodes, 0, visit)
    }

    /// Visits the boxes that `origin + t * direction` meets with `t` in `[0, t_max]`, nearest first as far as the
    /// boxes tell.
    ///
    /// The visitor gets the box and the present `t_max`, and gives the new one: its argument to go on as before,
    /// the time of a hit to look only for earlier ones, a negative number to stop. Rounding may add boxes that the
    /// ray passes at a relative distance of 1e-6, and never loses one. A ray that is not finite meets nothing.
    #[inline]
    pub fn cast_ray(
        &self,
        origin: Vec3,
        direction: Vec3,
        t_max: f32,
        visit: impl FnMut(u32, f32) -> f32,
    ) {
        let point = Aabb {
            min: origin,
            max: origin,
        };
        walk::cast_box(&self.nodes, 0, &point, direction, t_max, visit);
    }

    /// As [`Self::cast_ray`] for a box moving from `start` along `direction`: visits the boxes that it touches on
    /// its way.
    #[inline]
    pub fn cast_box(
        &self,
        start: &Aabb,
        direction: Vec3,
        t_max: f32,
        visit: impl FnMut(u32, f32) -> f32,
    ) {
        walk::cast_box(&self.nodes, 0, start, direction, t_max, visit);
    }

    /// Visits the boxes within a distance of `from`, nearest first as far as the boxes tell.
    ///
    /// The limit is the *square* of the distance, m^2. The visitor gets a box and the present limit and gives
    /// the new one. A query that is not finite meets nothing.
    #[inline]
    pub fn closest(&self, from: &Aabb, limit_squared: f32, visit: impl FnMut(u32, f32) -> f32) {
        walk::closest(&self.nodes, 0, from, limit_squared, visit);
    }
}
