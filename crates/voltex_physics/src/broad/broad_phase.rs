//! Pairs of boxes that overlap, kept from step to step.

use rayon::prelude::*;
use voltex_math::{Aabb, Vec3};

use super::pair_list::{self, differences, exchange, turned};
use super::walk::PairPart;
use super::{DynamicBvh, Proxy, TreeBox, check_box};
use crate::copies::copies;
use crate::error::PhysicsError;

/// A box in a [`BroadPhase`]. The number of a removed box is given out again, after the next update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoxId(pub u32);

/// Which tree a box is in: pairs of two static boxes are never looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mobility {
    /// Stays where it is, but for edits.
    Static,
    /// May move at every step.
    Moving,
}

impl Mobility {
    const fn at(self) -> usize {
        match self {
            Self::Static => 0,
            Self::Moving => 1,
        }
    }
}

/// Two boxes, the smaller id first.
pub type BoxPair = (BoxId, BoxId);

/// What is known of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Entry {
    mobility: Mobility,
    proxy: Proxy,
    /// The pairs of this box have to be looked for again.
    moved: bool,
    /// Not removed.
    alive: bool,
}

/// What has to be kept of a box for its pairs to go on alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct KeptBox {
    pub(crate) mobility: Mobility,
    /// m
    pub(crate) fat: Aabb,
    /// Whether its pairs have to be looked for again.
    pub(crate) moved: bool,
}

/// Boxes searched by one task; the result does not depend on it.
const CHUNK: usize = 128;

/// Number of boxes that moved, and their share of the moving ones, up to which the pairs of each are searched for on
/// their own: a small tree lies in the nearest cache, however often it is gone through.
const MANY: usize = 128;
const SHARE: usize = 6;

/// Share of its half extent by which a moving box is kept larger than it is.
const MARGIN: f32 = 0.1;

/// Boxes of a tree of `len` that are built anew after an update in which some moved: a few for each, a 24th of all at
/// most.
pub(crate) fn improvement(moved: usize, len: usize) -> usize {
    moved.saturating_mul(8).min((len / 24).max(8))
}

/// Boxes in two trees, static and moving, and the pairs of them whose fat boxes overlap.
///
/// [`Self::update`] looks only for pairs of boxes that came, or left their fat box, since the last one: a world at
/// rest costs nothing, whatever its size. Its search runs on the threads of the current rayon pool and gives the
/// same pairs, in the same order, with any number of them.
///
/// ```
/// use voltex_math::{Aabb, Vec3};
/// use voltex_physics::broad::{BroadPhase, Mobility};
///
/// let mut broad = BroadPhase::default();
/// let ball = Aabb::from_center_half_extents(Vec3::Y * 0.4, Vec3::splat(0.5));
/// let floor = broad.insert(&Aabb::new(Vec3::new(-9.0, -1.0, -9.0), Vec3::new(9.0, 0.0, 9.0)), Mobility::Static)?;
/// let ball = broad.insert(&ball, Mobility::Moving)?;
/// broad.update(|_, _| true);
/// assert_eq!(broad.added(), [(floor, ball)]);
/// broad.set(ball, &Aabb::from_center_half_extents(Vec3::Y * 5.0, Vec3::splat(0.5)))?;
/// broad.update(|_, _| true);
/// assert_eq!(broad.removed(), [(floor, ball)]);
/// # Ok::<(), voltex_physics::PhysicsError>(())
/// ```
#[derive(Debug, PartialEq)]
pub struct BroadPhase {
    /// By [`Mobility::at`].
    trees: [DynamicBvh; 2],
    /// The box of each proxy, by tree.
    owners: [Vec<BoxId>; 2],
    entries: Vec<Entry>,
    free: Vec<BoxId>,
    /// Removed since the last update; their numbers wait until the pairs are up to date.
    leaving: Vec<BoxId>,
    moved: Vec<BoxId>,
    /// Sorted.
    pairs: Vec<BoxPair>,
    /// The same with the larger id first, sorted: the other half of the pairs of a box.
    turned: Vec<BoxPair>,
    added: Vec<BoxPair>,
    removed: Vec<BoxPair>,
    /// Kept for its memory.
    spare: Vec<BoxPair>,
}

copies!(BroadPhase {
    trees,
    owners,
    entries,
    free,
    leaving,
    moved,
    pairs,
    turned,
    added,
    removed,
    spare,
});

impl Default for BroadPhase {
    /// Without boxes.
    fn default() -> Self {
        Self {
            trees: [DynamicBvh::new(0.0), DynamicBvh::new(MARGIN)],
            owners: [Vec::new(), Vec::new()],
            entries: Vec::new(),
            free: Vec::new(),
            leaving: Vec::new(),
            moved: Vec::new(),
            pairs: Vec::new(),
            turned: Vec::new(),
            added: Vec::new(),
            removed: Vec::new(),
            spare: Vec::new(),
        }
    }
}

impl BroadPhase {
    /// From boxes by their numbers, numbers that are free in the order in which they were left, and the pairs of the
    /// last update in any order. The trees may be others than before; the pairs that they give are not.
    ///
    /// # Errors
    /// As for [`DynamicBvh::insert`], for any of the boxes.
    pub(crate) fn of_kept(
        boxes: &[Option<KeptBox>],
        free: Vec<BoxId>,
        mut pairs: Vec<BoxPair>,
    ) -> Result<Self, PhysicsError> {
        let mut broad = Self {
            free,
            ..Self::default()
        };
        let mut fat = [Vec::new(), Vec::new()];
        for (number, kept) in (0..).zip(boxes) {
            let id = BoxId(number);
            let (mobility, moved) = match kept {
                Some(kept) => (kept.mobility, kept.moved),
                None => (Mobility::Static, false),
            };
            let tree = mobility.at();
            broad.entries.push(Entry {
                mobility,
                proxy: Proxy(fat[tree].len() as u32),
                moved,
                alive: kept.is_some(),
            });
            if let Some(kept) = kept {
                fat[tree].push(kept.fat);
                broad.owners[tree].push(id);
            }
            if moved {
                broad.moved.push(id);
            }
        }
        let [fixed, moving] = fat;
        broad.trees = [
            DynamicBvh::of_fat_boxes(&fixed, 0.0)?,
            DynamicBvh::of_fat_boxes(&moving, MARGIN)?,
        ];
        pairs.sort_unstable();
        broad.turned = turned(&pairs);
        broad.pairs = pairs;
        Ok(broad)
    }

    /// What has to be kept of a box; `None` if there is no such box.
    pub(crate) fn kept(&self, id: BoxId) -> Option<KeptBox> {
        let entry = self.entry(id)?;
        Some(KeptBox {
            mobility: entry.mobility,
            fat: self.trees[entry.mobility.at()].fat_box(entry.proxy)?,
            moved: entry.moved,
        })
    }

    /// Count of all numbers given out so far, and those that are free in the order in which they were left.
    pub(crate) fn numbers(&self) -> (usize, &[BoxId]) {
        (self.entries.len(), &self.free)
    }

    /// Compares all that is known twice, for tests: trees, who owns what, pairs.
    ///
    /// # Errors
    /// What does not agree.
    pub fn validate(&self) -> Result<(), String> {
        for (tree, owners) in self.trees.iter().zip(&self.owners) {
            tree.validate()?;
            for proxy in tree.proxies() {
                let owner = owners.get(proxy.0 as usize).and_then(|id| self.entry(*id));
                if owner.is_none_or(|entry| entry.proxy != proxy) {
                    return Err(format!("{proxy:?} has no box"));
                }
            }
        }
        let alive = self.entries.iter().filter(|entry| entry.alive).count();
        if alive != self.len() {
            return Err(format!(
                "{alive} boxes, but {} are in the trees",
                self.len()
            ));
        }
        if !self.pairs.is_sorted_by(|a, b| a < b) || self.pairs.iter().any(|(a, b)| a >= b) {
            return Err("pairs are not in order".to_owned());
        }
        if turned(&self.pairs) != self.turned {
            return Err("the pairs the other way round are others".to_owned());
        }
        Ok(())
    }

    /// Number of boxes.
    pub fn len(&self) -> usize {
        self.trees[0].len() + self.trees[1].len()
    }

    /// Whether there is no box.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts a box in, m.
    ///
    /// # Errors
    /// As for [`DynamicBvh::insert`].
    pub fn insert(&mut self, bounds: &Aabb, mobility: Mobility) -> Result<BoxId, PhysicsError> {
        let proxy = self.trees[mobility.at()].insert(bounds)?;
        Ok(self.enter(proxy, mobility))
    }

    /// Puts many boxes in, m; cheaper than one by one.
    ///
    /// # Errors
    /// As for [`DynamicBvh::insert`]; then no box was put in.
    pub fn insert_all(
        &mut self,
        boxes: &[Aabb],
        mobility: Mobility,
    ) -> Result<Vec<BoxId>, PhysicsError> {
        let proxies = self.trees[mobility.at()].insert_all(boxes)?;
        let ids = proxies.into_iter();
        Ok(ids.map(|proxy| self.enter(proxy, mobility)).collect())
    }

    /// Puts boxes of either kind in, m, as [`Self::insert`] would one after the other, but with the trees built at once.
    ///
    /// # Errors
    /// As for [`DynamicBvh::insert`]; then no box was put in.
    pub fn insert_mixed(&mut self, boxes: &[(Aabb, Mobility)]) -> Result<Vec<BoxId>, PhysicsError> {
        for (bounds, _) in boxes {
            check_box(bounds)?;
        }
        let mut proxies = [Mobility::Static, Mobility::Moving].map(|kind| {
            let of_kind = boxes.iter().filter(|(_, mobility)| *mobility == kind);
            let bounds: Vec<Aabb> = of_kind.map(|(bounds, _)| *bounds).collect();
            let proxies = self.trees[kind.at()].insert_all(&bounds);
            proxies.expect("all were checked").into_iter()
        });
        let ids = boxes.iter().map(|(_, mobility)| {
            let proxy = proxies[mobility.at()].next();
            self.enter(proxy.expect("one for each box"), *mobility)
        });
        Ok(ids.collect())
    }

    /// Takes a box out; false if there is no such box. Its pairs end with the next update.
    pub fn remove(&mut self, id: BoxId) -> bool {
        let Some(entry) = self.entry(id) else {
            return false;
        };
        self.trees[entry.mobility.at()].remove(entry.proxy);
        self.entries[id.0 as usize].alive = false;
        self.leaving.push(id);
        self.touch(id);
        true
    }

    /// Gives a box its new place and size, m; true if it left its fat box.
    ///
    /// # Errors
    /// As for [`DynamicBvh::set`]; nothing has changed then.
    pub fn set(&mut self, id: BoxId, bounds: &Aabb) -> Result<bool, PhysicsError> {
        let entry = self.known(id)?;
        let moved = self.trees[entry.mobility.at()].set(entry.proxy, bounds)?;
        if moved {
            self.touch(id);
        }
        Ok(moved)
    }

    /// Gives many boxes their new places and sizes, m; cheaper than one by one where many have left their fat boxes.
    /// Returns the number of those.
    ///
    /// # Errors
    /// As for [`Self::set`], for any of them; then nothing has changed.
    pub fn set_all(&mut self, boxes: &[(BoxId, Aabb)]) -> Result<usize, PhysicsError> {
        for (id, bounds) in boxes {
            self.known(*id)?;
            check_box(bounds)?;
        }
        self.trees.iter_mut().for_each(DynamicBvh::begin_all);
        for (id, bounds) in boxes {
            let Entry {
                mobility, proxy, ..
            } = self.entries[id.0 as usize];
            if self.trees[mobility.at()].renew_among(proxy, bounds) {
                self.touch(*id);
            }
        }
        let mut count = 0;
        for tree in &mut self.trees {
            count += tree.follow_all().len();
        }
        Ok(count)
    }

    /// Puts a box into the other tree, or leaves it where it is; false if there is no such box.
    pub fn set_mobility(&mut self, id: BoxId, mobility: Mobility) -> bool {
        let Some(entry) = self.entry(id) else {
            return false;
        };
        if entry.mobility != mobility {
            let old = &mut self.trees[entry.mobility.at()];
            let bounds = old.fat_box(entry.proxy).expect("the box is alive");
            old.remove(entry.proxy);
            let new = self.trees[mobility.at()].insert(&bounds);
            let proxy = new.expect("the box was good for the other tree");
            self.own(proxy, mobility, id);
            let entry = &mut self.entries[id.0 as usize];
            entry.mobility = mobility;
            entry.proxy = proxy;
            self.touch(id);
        }
        true
    }

    /// Has the pairs of a box looked for again, although it did not move: when the answer of the filter has
    /// changed.
    pub fn touch(&mut self, id: BoxId) {
        if let Some(entry) = self.entries.get_mut(id.0 as usize)
            && !entry.moved
        {
            entry.moved = true;
            self.moved.push(id);
        }
    }

    /// Box as it is kept, m; `None` if there is no such box.
    pub fn fat_box(&self, id: BoxId) -> Option<Aabb> {
        let entry = self.entry(id)?;
        self.trees[entry.mobility.at()].fat_box(entry.proxy)
    }

    /// Brings the pairs up to date: [`Self::pairs`], [`Self::added`], [`Self::removed`].
    ///
    /// `accept` tells whether two boxes, the smaller id first, can be a pair at all; it may be called from several
    /// threads, in any order. It is asked again only about boxes that moved or were touched.
    pub fn update(&mut self, accept: impl Fn(BoxId, BoxId) -> bool + Sync) {
        self.added.clear();
        self.removed.clear();
        if self.moved.is_empty() {
            return;
        }
        self.moved.sort_unstable();
        let [still, moving] = self.trees.each_ref().map(DynamicBvh::len);
        let all = self.moved.len() > MANY.max(moving / SHARE);
        let search = |ids: &[BoxId]| {
            let mut found = Vec::new();
            for id in ids {
                self.pairs_of(*id, all, &accept, &mut found);
            }
            found
        };
        let mut found: Vec<BoxPair> = if all && still == 0 {
            Vec::new()
        } else if self.moved.len() <= CHUNK {
            search(&self.moved)
        } else {
            let parts: Vec<Vec<BoxPair>> = self.moved.par_chunks(CHUNK).map(search).collect();
            parts.concat()
        };
        if all {
            found.append(&mut self.pairs_of_moving(&accept));
        }
        // All pairs differ, so that the sorted order is one and the same.
        pair_list::sort(&mut found, self.entries.len(), &mut self.spare);
        self.merge(&found);
        let mut changed = [0; 2];
        for id in self.moved.drain(..) {
            let entry = &mut self.entries[id.0 as usize];
            entry.moved = false;
            changed[entry.mobility.at()] += 1;
        }
        self.free.append(&mut self.leaving);
        for (tree, changed) in self.trees.iter_mut().zip(changed) {
            tree.improve(improvement(changed, tree.len()));
        }
    }

    /// Pairs whose fat boxes overlap or touch, in order, as of the last update.
    pub fn pairs(&self) -> &[BoxPair] {
        &self.pairs
    }

    /// Pairs that the last update found new, in order.
    pub fn added(&self) -> &[BoxPair] {
        &self.added
    }

    /// Pairs that ended with the last update, in order; those of removed boxes are among them.
    pub fn removed(&self) -> &[BoxPair] {
        &self.removed
    }

    /// The boxes of the tree of those that never move, or of those that may.
    pub fn boxes(&self, mobility: Mobility) -> Vec<TreeBox> {
        self.trees[mobility.at()].boxes()
    }

    /// The tree of the boxes that may move, and whose each of its boxes is.
    pub(crate) fn moving(&self) -> (&DynamicBvh, &[BoxId]) {
        let at = Mobility::Moving.at();
        (&self.trees[at], &self.owners[at])
    }

    /// The place of a box in that tree.
    pub(crate) fn moving_proxy(&self, id: BoxId) -> Option<Proxy> {
        let entry = self.entry(id)?;
        (entry.mobility == Mobility::Moving).then_some(entry.proxy)
    }

    /// Visits every box that never moves and touches `query`.
    #[inline]
    pub(crate) fn overlaps_still(&self, query: &Aabb, mut visit: impl FnMut(BoxId)) {
        let at = Mobility::Static.at();
        let owners = &self.owners[at];
        self.trees[at].overlaps(query, |proxy| visit(owners[proxy.0 as usize]));
    }

    /// Visits every box whose fat box touches `query`, static ones first.
    #[inline]
    pub fn overlaps(&self, query: &Aabb, mut visit: impl FnMut(BoxId)) {
        for (tree, owners) in self.trees.iter().zip(&self.owners) {
            tree.overlaps(query, |proxy| visit(owners[proxy.0 as usize]));
        }
    }

    /// Visits boxes whose fat box is touched by one that moves from `start` along `direction`, static ones first,
    /// with the rules of [`StaticBvh::cast_box`](super::StaticBvh::cast_box).
    #[inline]
    pub fn cast_box(
        &self,
        start: &Aabb,
        direction: Vec3,
        t_max: f32,
        mut visit: impl FnMut(BoxId, f32) -> f32,
    ) {
        let mut limit = t_max;
        for (tree, owners) in self.trees.iter().zip(&self.owners) {
            tree.cast_box(start, direction, limit, |proxy, now| {
                limit = visit(owners[proxy.0 as usize], now);
                limit
            });
        }
    }

    /// Visits boxes near `from`, static ones first, with the rules of
    /// [`StaticBvh::closest`](super::StaticBvh::closest).
    #[inline]
    pub fn closest(
        &self,
        from: &Aabb,
        limit_squared: f32,
        mut visit: impl FnMut(BoxId, f32) -> f32,
    ) {
        let mut limit = limit_squared;
        for (tree, owners) in self.trees.iter().zip(&self.owners) {
            tree.closest(from, limit, |proxy, now| {
                limit = visit(owners[proxy.0 as usize], now);
                limit
            });
        }
    }
}

/// Inside of the operations.
impl BroadPhase {
    #[inline]
    fn entry(&self, id: BoxId) -> Option<Entry> {
        let entry = self.entries.get(id.0 as usize)?;
        entry.alive.then_some(*entry)
    }

    #[inline]
    fn known(&self, id: BoxId) -> Result<Entry, PhysicsError> {
        self.entry(id).ok_or_else(|| {
            PhysicsError::BadGeometry(format!(
                "the broad phase holds no box {}; it was removed, or is of another broad phase",
                id.0
            ))
        })
    }

    /// An id for a proxy that is in its tree.
    fn enter(&mut self, proxy: Proxy, mobility: Mobility) -> BoxId {
        let entry = Entry {
            mobility,
            proxy,
            moved: false,
            alive: true,
        };
        let id = if let Some(id) = self.free.pop() {
            self.entries[id.0 as usize] = entry;
            id
        } else {
            self.entries.push(entry);
            BoxId(self.entries.len() as u32 - 1)
        };
        self.own(proxy, mobility, id);
        self.touch(id);
        id
    }

    fn own(&mut self, proxy: Proxy, mobility: Mobility, id: BoxId) {
        let owners = &mut self.owners[mobility.at()];
        let at = proxy.0 as usize;
        if at >= owners.len() {
            owners.resize(at + 1, id);
        }
        owners[at] = id;
    }

    /// Pairs of two moving boxes of which at least one moved, by one search of the whole tree against itself: of many
    /// boxes this costs less than a way from the top for each.
    fn pairs_of_moving(&self, accept: &(impl Fn(BoxId, BoxId) -> bool + Sync)) -> Vec<BoxPair> {
        let (tree, owners) = (
            &self.trees[Mobility::Moving.at()],
            &self.owners[Mobility::Moving.at()],
        );
        // A bit for each proxy stays in the nearest cache, where what is known of each box does not.
        let mut moved = vec![0_u64; owners.len() / 64 + 1];
        for id in &self.moved {
            let entry = &self.entries[id.0 as usize];
            if entry.mobility == Mobility::Moving {
                moved[entry.proxy.0 as usize / 64] |= 1 << (entry.proxy.0 % 64);
            }
        }
        let has_moved = |proxy: Proxy| moved[proxy.0 as usize / 64] >> (proxy.0 % 64) & 1 == 1;
        let parts = tree.pair_parts();
        let of_part = |part: &PairPart| {
            let mut found = Vec::new();
            tree.pairs_of_part(*part, |first, second| {
                if has_moved(first) || has_moved(second) {
                    let (first, second) = (owners[first.0 as usize], owners[second.0 as usize]);
                    let pair = (first.min(second), first.max(second));
                    if accept(pair.0, pair.1) {
                        found.push(pair);
                    }
                }
            });
            found
        };
        let found: Vec<Vec<BoxPair>> = parts.par_iter().map(of_part).collect();
        found.concat()
    }

    /// Adds the pairs of one moved box, without those of two moving ones if `all` of these are found otherwise. Of two
    /// that moved, the smaller id finds the pair.
    fn pairs_of(
        &self,
        id: BoxId,
        all: bool,
        accept: &impl Fn(BoxId, BoxId) -> bool,
        found: &mut Vec<BoxPair>,
    ) {
        let Some(entry) = self.entry(id) else {
            return;
        };
        let bounds = self.trees[entry.mobility.at()].fat_box(entry.proxy);
        let bounds = bounds.expect("the box is alive");
        let others: &[Mobility] = match entry.mobility {
            Mobility::Static => &[Mobility::Moving],
            Mobility::Moving if all => &[Mobility::Static],
            Mobility::Moving => &[Mobility::Static, Mobility::Moving],
        };
        for tree in others {
            let owners = &self.owners[tree.at()];
            self.trees[tree.at()].overlaps(&bounds, |proxy| {
                let other = owners[proxy.0 as usize];
                let pair = (id.min(other), id.max(other));
                let twice = other <= id && self.entries[other.0 as usize].moved;
                if !twice && accept(pair.0, pair.1) {
                    found.push(pair);
                }
            });
        }
    }

    /// Replaces the pairs of moved boxes by those that were found, and notes the differences.
    fn merge(&mut self, found: &[BoxPair]) {
        let entries = &self.entries;
        let is_moved = |id: BoxId| entries[id.0 as usize].moved;
        // Few boxes have few pairs, wherever they are in the lists; many have most of them.
        let (removed, added) = (&mut self.removed, &mut self.added);
        if self.moved.len() * FEW < self.pairs.len() {
            let mut old = Vec::new();
            for id in &self.moved {
                old.extend(pair_list::of_first(&self.pairs, *id));
                let others = pair_list::of_first(&self.turned, *id).map(|(a, b)| (b, a));
                old.extend(others.filter(|(other, _)| !is_moved(*other)));
            }
            old.sort_unstable();
            differences(old.into_iter(), found, removed, added);
        } else {
            let all = self.pairs.iter().copied();
            let old = all.filter(|(a, b)| is_moved(*a) || is_moved(*b));
            differences(old, found, removed, added);
        }
        if self.added.is_empty() && self.removed.is_empty() {
            return;
        }
        let (added, removed) = (turned(&self.added), turned(&self.removed));
        exchange(&mut self.pairs, &self.removed, &self.added, &mut self.spare);
        exchange(&mut self.turned, &removed, &added, &mut self.spare);
    }
}

/// Pairs for each moved box from which on those of the moved ones are picked out of all.
const FEW: usize = 16;
