//! Choosing up to four points that carry a contact patch.

use super::cache::PairCache;
use crate::contact::{FeatureId, MAX_POINTS};

/// A candidate of a contact patch, in the frame of the reference face: `u` and `v` in its plane, `w` the
/// height above it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Spot {
    pub(crate) u: f32,
    pub(crate) v: f32,
    pub(crate) w: f32,
    pub(crate) feature: u32,
}

/// How much farther a new point must reach than one that was there in the last step, as a factor of areas.
const HYSTERESIS: f32 = 1.1;

/// Heights this near to each other, relative to the size of the patch, count as equally deep.
const TIE: f32 = 1e-5;

/// Indices of up to four of the candidates: the deepest (of equals the one farthest out), the one farthest from it, and those that span the
/// largest area on either side of the line through both.
///
/// Points that were kept in the last step win over others that serve about as well, so that a patch does not
/// flicker. With four or fewer candidates all are taken.
pub(crate) fn choose(spots: &[Spot], cache: &PairCache) -> ([usize; MAX_POINTS], usize) {
    let mut chosen = [0; MAX_POINTS];
    if spots.len() <= MAX_POINTS {
        for (slot, index) in chosen.iter_mut().zip(0..spots.len()) {
            *slot = index;
        }
        return (chosen, spots.len());
    }
    let bonus = |spot: &Spot| {
        if cache.had(FeatureId(spot.feature)) {
            HYSTERESIS
        } else {
            1.0
        }
    };
    let (mut low, mut high) = ([f32::INFINITY; 2], [f32::NEG_INFINITY; 2]);
    let mut lowest = f32::INFINITY;
    for spot in spots {
        for (axis, value) in [spot.u, spot.v].into_iter().enumerate() {
            if value < low[axis] {
                low[axis] = value;
            }
            if value > high[axis] {
                high[axis] = value;
            }
        }
        if spot.w < lowest {
            lowest = spot.w;
        }
    }
    let size = (high[0] - low[0]) + (high[1] - low[1]);
    let middle = [0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])];

    let mut first = 0;
    let mut most = 0.0;
    for (index, spot) in spots.iter().enumerate() {
        let (u, v) = (spot.u - middle[0], spot.v - middle[1]);
        let reach = (u * u + v * v) * bonus(spot);
        if spot.w <= lowest + TIE * size && reach > most {
            most = reach;
            first = index;
        }
    }
    let from = spots[first];
    let mut second = first;
    let mut most = 0.0;
    for (index, spot) in spots.iter().enumerate() {
        let (u, v) = (spot.u - from.u, spot.v - from.v);
        let reach = (u * u + v * v) * bonus(spot);
        if reach > most {
            most = reach;
            second = index;
        }
    }
    let (along_u, along_v) = (spots[second].u - from.u, spots[second].v - from.v);
    let (mut left, mut right) = (first, first);
    // Thinner than this, the patch is a line and two points carry it.
    let least = 1e-3 * (along_u * along_u + along_v * along_v);
    let (mut most_left, mut most_right) = (least, least);
    for (index, spot) in spots.iter().enumerate() {
        let area = (along_u * (spot.v - from.v) - along_v * (spot.u - from.u)) * bonus(spot);
        if area > most_left {
            most_left = area;
            left = index;
        }
        if -area > most_right {
            most_right = -area;
            right = index;
        }
    }
    let mut count = 0;
    for index in [first, second, left, right] {
        if !chosen[..count].contains(&index) {
            chosen[count] = index;
            count += 1;
        }
    }
    chosen[..count].sort_unstable();
    (chosen, count)
}
