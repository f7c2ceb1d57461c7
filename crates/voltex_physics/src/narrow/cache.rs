//! What a pair of shapes remembers from one step to the next.

use voltex_math::Vec3;

use crate::contact::{FeatureId, MAX_POINTS, Manifold};
use crate::gjk::SimplexCache;

/// Memory of one pair of convex pieces: saves time and keeps contact points where they were.
///
/// Whatever it holds, the contact is right: a remembered axis is tried, never trusted, and remembered features
/// only decide between points that serve equally well. It belongs to the state of a world, so it is plain data.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairCache {
    /// Direction from A to B, in the frame of A, that kept the two apart or in which they overlap least; zero
    /// if none is known.
    pub axis: Vec3,
    /// Features of the points of the last manifold; the first [`PairCache::kept_count`] count.
    pub kept: [FeatureId; MAX_POINTS],
    /// How many.
    pub kept_count: u8,
    /// Where the search for the nearest points ended.
    pub simplex: SimplexCache,
}

impl PairCache {
    /// The remembered axis, if it is a direction.
    #[inline]
    pub(crate) fn direction(&self) -> Option<Vec3> {
        let squared = self.axis.length_squared();
        // A unit vector within rounding; anything else, NaN included, is not from here.
        (squared > 0.999 && squared < 1.001).then_some(self.axis)
    }

    /// Whether the last manifold had a point of this feature.
    #[inline]
    pub(crate) fn had(&self, feature: FeatureId) -> bool {
        let count = usize::from(self.kept_count).min(MAX_POINTS);
        self.kept[..count].contains(&feature)
    }

    /// Whether it holds nothing worth keeping.
    #[inline]
    pub(crate) fn is_blank(&self) -> bool {
        self.axis == Vec3::ZERO && self.kept_count == 0 && self.simplex.count == 0
    }

    /// Remembers a manifold.
    #[inline]
    pub(crate) fn remember(&mut self, manifold: &Manifold) {
        self.axis = manifold.normal;
        self.kept_count = manifold.points().len() as u8;
        for (kept, point) in self.kept.iter_mut().zip(manifold.points()) {
            *kept = point.feature;
        }
    }

    /// Remembers that the two are apart along `axis`.
    #[inline]
    pub(crate) fn apart(&mut self, axis: Vec3) {
        self.axis = axis;
        self.kept_count = 0;
    }
}
