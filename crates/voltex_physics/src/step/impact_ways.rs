//! The boxes of all ways in a step, in a tree, and which of them come near each other.
//!
//! Flights are held against one another as seen from a frame that moves with most of them: bodies that fall side by
//! side stand still in it, and their boxes do not reach down to where those below them have left.

use rayon::prelude::*;
use voltex_math::{Aabb, DVec3};

use super::impact_flight::Flight;
use super::impact_way::Way;
use super::rows::{RowId, Rows};
use super::state::PhysicsState;
use crate::broad::{BoxId, DynamicBvh, PairPart, Proxy};
use crate::copies::copies_nothing;

/// Flights, and their part of all that may move, from which on the tree holds everything that may.
const MANY: usize = 64;
const SHARE: usize = 6;

/// Flights that one task looks about.
const CHUNK: usize = 64;

/// Boxes of ways. Between steps it holds nothing but its room.
#[derive(Debug)]
pub(super) struct Ways {
    tree: DynamicBvh,
    /// The row of each box of the tree, if it belongs to one.
    owners: Vec<Option<RowId>>,
    /// Whether the tree holds all boxes that may move; of what does not fly the box at rest.
    whole: bool,
    /// Velocity of the frame in which the boxes of the tree are seen, m/s.
    drift: DVec3,
}

impl Default for Ways {
    fn default() -> Self {
        Self {
            tree: DynamicBvh::new(0.0),
            owners: Vec::new(),
            whole: false,
            drift: DVec3::ZERO,
        }
    }
}

copies_nothing!(Ways);

impl Ways {
    /// Takes the ways of these flights in a step of `dt` seconds, and tells each flight its proxy.
    pub(super) fn gather(
        &mut self,
        state: &PhysicsState,
        flights: &mut [Flight],
        ways: &[Way],
        dt: f64,
    ) {
        let (moving, boxes) = state.broad.moving();
        self.whole = flights.len() > MANY && flights.len() * SHARE > moving.len();
        let all: DVec3 = flights.iter().map(|flight| flight.chord(0.0, dt)).sum();
        let mean = all / flights.len() as f64;
        // Boxes must not leave the range of numbers by it.
        let fits = (mean * dt).abs().max_element() < 1.0e30;
        self.drift = if fits { mean } else { DVec3::ZERO };
        self.owners.clear();
        if self.whole {
            self.reshape(state, moving, boxes, flights, ways, dt);
        } else {
            let seen: Vec<Aabb> = ways.iter().map(|way| way.seen_from(self.drift)).collect();
            self.tree = DynamicBvh::new(0.0);
            let proxies = self
                .tree
                .insert_all(&seen)
                .expect("boxes of ways are checked when they are made");
            for (flight, proxy) in flights.iter_mut().zip(proxies) {
                self.own(flight, proxy);
            }
        }
    }

    /// Has the tree hold all that may move: the one of the pairs, with other boxes in it.
    fn reshape(
        &mut self,
        state: &PhysicsState,
        moving: &DynamicBvh,
        boxes: &[BoxId],
        flights: &mut [Flight],
        ways: &[Way],
        dt: f64,
    ) {
        let row_of = |id: BoxId| row_of(state, id);
        self.owners.extend(boxes.iter().map(|id| row_of(*id)));
        const NONE: u32 = u32::MAX;
        let mut way_of = vec![NONE; boxes.len()];
        for (place, flight) in (0..).zip(flights.iter_mut()) {
            let own = state.rows.row(flight.row).box_id;
            flight.proxy = own.and_then(|id| state.broad.moving_proxy(id));
            if let Some(proxy) = flight.proxy {
                way_of[proxy.0 as usize] = place;
            }
        }
        let drift = self.drift;
        self.tree.reshape(moving, |proxy, kept| {
            match ways.get(way_of[proxy.0 as usize] as usize) {
                Some(way) => way.seen_from(drift),
                None => Way::at_rest(kept, dt).seen_from(drift),
            }
        });
        for (flight, way) in flights.iter_mut().zip(ways) {
            if flight.proxy.is_none() {
                self.set(flight, way);
            }
        }
    }

    fn own(&mut self, flight: &mut Flight, proxy: Proxy) {
        flight.proxy = Some(proxy);
        let place = proxy.0 as usize;
        if self.owners.len() <= place {
            self.owners.resize(place + 1, None);
        }
        self.owners[place] = Some(flight.row);
    }

    /// Keeps the rest of the way of a flight that was struck or begins.
    pub(super) fn set(&mut self, flight: &mut Flight, way: &Way) {
        let seen = way.seen_from(self.drift);
        match flight.proxy {
            Some(proxy) => {
                // The box was checked when it was made.
                let kept = self.tree.set(proxy, &seen);
                debug_assert!(kept.is_ok());
            }
            None => {
                if let Ok(proxy) = self.tree.insert(&seen) {
                    self.own(flight, proxy);
                }
            }
        }
    }

    /// The proxy of a row that does not fly yet, if the tree has its box.
    pub(super) fn proxy_of(&self, state: &PhysicsState, row: RowId) -> Option<Proxy> {
        let id = state.rows.row(row).box_id.filter(|_| self.whole)?;
        state.broad.moving_proxy(id)
    }

    /// Tells all rows whose boxes a way touches, but for its own; `flies`: whether a row has a proxy in the tree.
    pub(super) fn near(
        &self,
        state: &PhysicsState,
        way: &Way,
        flies: impl Fn(RowId) -> bool,
        mut tell: impl FnMut(RowId),
    ) {
        self.tree.overlaps(&way.seen_from(self.drift), |proxy| {
            if let Some(row) = self.owners[proxy.0 as usize] {
                tell(row);
            }
        });
        self.near_others(state, way, flies, tell);
    }

    /// The same of rows that are not in the tree.
    fn near_others(
        &self,
        state: &PhysicsState,
        way: &Way,
        flies: impl Fn(RowId) -> bool,
        mut tell: impl FnMut(RowId),
    ) {
        let mut look = |id: BoxId| {
            if let Some(row) = row_of(state, id).filter(|row| !flies(*row)) {
                tell(row);
            }
        };
        if self.whole {
            state.broad.overlaps_still(&way.bounds(), look);
        } else {
            state.broad.overlaps(&way.bounds(), &mut look);
        }
    }

    /// All pairs, the lower row first, of a flight and what is near its way, but was not so as the step began: that
    /// has a contact.
    pub(super) fn pairs_afar(
        &self,
        state: &PhysicsState,
        flights: &[Flight],
        ways: &[Way],
        flies: impl Fn(RowId) -> bool + Sync,
    ) -> Vec<[RowId; 2]> {
        let kept = |row: RowId| {
            let id = state.rows.row(row).box_id?;
            state.broad.fat_box(id)
        };
        let apart = |one: Option<Aabb>, other: Option<Aabb>| {
            one.zip(other)
                .is_none_or(|(one, other)| !one.intersects(&other))
        };
        let (moving, _) = state.broad.moving();
        let in_tree = |part: &PairPart| {
            let mut found = Vec::new();
            self.tree.pairs_of_part(*part, |one, other| {
                let owner = |proxy: Proxy| self.owners[proxy.0 as usize];
                // In the whole tree proxies are those of the boxes.
                if self.whole && !apart(moving.fat_box(one), moving.fat_box(other)) {
                    return;
                }
                if let (Some(one), Some(other)) = (owner(one), owner(other)) {
                    let far = if self.whole {
                        flies(one) || flies(other)
                    } else {
                        apart(kept(one), kept(other))
                    };
                    if far {
                        found.push(ordered(one, other));
                    }
                }
            });
            found
        };
        let others = |(flights, ways): (&[Flight], &[Way])| {
            let mut found = Vec::new();
            for (flight, way) in flights.iter().zip(ways) {
                let own = kept(flight.row);
                self.near_others(state, way, &flies, |other| {
                    if apart(own, kept(other)) {
                        found.push(ordered(flight.row, other));
                    }
                });
            }
            found
        };
        let parts = self.tree.pair_parts();
        if flights.len() < 2 * CHUNK {
            let mut found = others((flights, ways));
            parts
                .iter()
                .for_each(|part| found.append(&mut in_tree(part)));
            return found;
        }
        let mut found: Vec<Vec<[RowId; 2]>> = flights
            .par_chunks(CHUNK)
            .zip(ways.par_chunks(CHUNK))
            .map(others)
            .collect();
        found.par_extend(parts.par_iter().map(in_tree));
        found.concat()
    }
}

/// The row of a box, if it still has it.
fn row_of(state: &PhysicsState, id: BoxId) -> Option<RowId> {
    let row = *state.box_rows.get(id.0 as usize)?;
    let rows: &Rows = &state.rows;
    (rows.get(row)?.box_id == Some(id)).then_some(row)
}

pub(super) fn ordered(one: RowId, other: RowId) -> [RowId; 2] {
    if one < other {
        [one, other]
    } else {
        [other, one]
    }
}
