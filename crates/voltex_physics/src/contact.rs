//! Contact points and manifolds.

use voltex_math::{Pose, Vec3};

/// Which features of two shapes make a contact point: equal in successive steps while they do.
///
/// The meaning of the bits is up to the pair of shapes; only equality counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FeatureId(pub u32);

/// One point of a manifold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ManifoldPoint {
    /// On the surface of A, m.
    pub point_on_a: Vec3,
    /// On the surface of B, m.
    pub point_on_b: Vec3,
    /// Overlap along the normal, m; negative for a gap. `dot(point_on_a - point_on_b, normal)`.
    pub depth: f32,
    /// Features that made it.
    pub feature: FeatureId,
}

/// Largest number of points of a manifold.
pub const MAX_POINTS: usize = 4;

/// Up to four contact points of two convex pieces that share a normal.
///
/// Points and normal are in the frame in which the shapes' poses were given.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Manifold {
    /// Unit vector from A to B; zero while there is no point.
    pub normal: Vec3,
    points: [ManifoldPoint; MAX_POINTS],
    count: u8,
}

impl Manifold {
    /// Without points.
    pub const EMPTY: Self = Self {
        normal: Vec3::ZERO,
        points: [ManifoldPoint {
            point_on_a: Vec3::ZERO,
            point_on_b: Vec3::ZERO,
            depth: 0.0,
            feature: FeatureId(0),
        }; MAX_POINTS],
        count: 0,
    };

    /// Without points yet, along a unit normal from A to B.
    #[inline]
    pub const fn new(normal: Vec3) -> Self {
        Self {
            normal,
            ..Self::EMPTY
        }
    }

    /// With one point.
    #[inline]
    pub fn single(normal: Vec3, point: ManifoldPoint) -> Self {
        let mut manifold = Self::new(normal);
        manifold.push(point);
        manifold
    }

    /// Adds a point.
    ///
    /// # Panics
    /// There are four already.
    #[inline]
    pub fn push(&mut self, point: ManifoldPoint) {
        self.points[usize::from(self.count)] = point;
        self.count += 1;
    }

    /// The points.
    #[inline]
    pub fn points(&self) -> &[ManifoldPoint] {
        &self.points[..usize::from(self.count)]
    }

    /// The points, to be changed.
    #[inline]
    pub fn points_mut(&mut self) -> &mut [ManifoldPoint] {
        &mut self.points[..usize::from(self.count)]
    }

    /// Whether there is no point.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The point of largest depth, the first of equals.
    #[inline]
    pub fn deepest(&self) -> Option<&ManifoldPoint> {
        let (first, rest) = self.points().split_first()?;
        Some(rest.iter().fold(first, |best, point| {
            if point.depth > best.depth {
                point
            } else {
                best
            }
        }))
    }

    /// The same contact with A and B exchanged.
    #[inline]
    pub fn flipped(mut self) -> Self {
        self.normal = -self.normal;
        for point in self.points_mut() {
            std::mem::swap(&mut point.point_on_a, &mut point.point_on_b);
        }
        self
    }

    /// From the frame of `pose` to the frame in which `pose` is given.
    #[inline]
    pub fn transformed(mut self, pose: &Pose) -> Self {
        self.normal = pose.transform_vector(self.normal);
        for point in self.points_mut() {
            point.point_on_a = pose.transform_point(point.point_on_a);
            point.point_on_b = pose.transform_point(point.point_on_b);
        }
        self
    }
}
