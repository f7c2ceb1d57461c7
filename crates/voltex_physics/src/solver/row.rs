//! Constraint rows of two bodies in lanes: speeds along them, impulses along them, and blocks of them solved at once.

#![allow(
    clippy::needless_range_loop,
    reason = "indices are those of rows and columns of matrices"
)]

use super::axes::unit_axes;
use voltex_math::wide::Wide;
use voltex_math::wide_vector::{WideSym3, WideVec3};

/// The differences of two triples.
#[inline(always)]
pub(crate) fn less<W: Wide>(a: [W; 3], b: [W; 3]) -> [W; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Velocities of the two bodies of every lane.
#[derive(Clone, Copy)]
pub(crate) struct Pair<W> {
    pub(crate) velocity_a: WideVec3<W>,
    pub(crate) spin_a: WideVec3<W>,
    pub(crate) velocity_b: WideVec3<W>,
    pub(crate) spin_b: WideVec3<W>,
}

/// How the two bodies of every lane answer to impulses.
#[derive(Clone, Copy)]
pub(crate) struct Answer<W> {
    pub(crate) mass_a: W,
    pub(crate) mass_b: W,
    pub(crate) inertia_a: WideSym3<W>,
    pub(crate) inertia_b: WideSym3<W>,
}

/// A direction in which two bodies move relative to each other, and in which an impulse acts on both.
#[derive(Clone, Copy)]
pub(crate) struct Row<W> {
    /// Unit vector of a linear row, 0 of an angular one.
    pub(crate) along: WideVec3<W>,
    /// Moment of a unit impulse about the centres of mass.
    pub(crate) about_a: WideVec3<W>,
    pub(crate) about_b: WideVec3<W>,
    /// Angular velocity that a unit impulse gives.
    pub(crate) turn_a: WideVec3<W>,
    pub(crate) turn_b: WideVec3<W>,
}

impl<W: Wide> Row<W> {
    /// Motion of a point of B relative to one of A along a unit vector; the points by their arms.
    #[inline(always)]
    pub(crate) fn linear(
        by: &Answer<W>,
        along: WideVec3<W>,
        arm_a: WideVec3<W>,
        arm_b: WideVec3<W>,
    ) -> Self {
        let (about_a, about_b) = (arm_a.cross(along), arm_b.cross(along));
        Self {
            along,
            about_a,
            about_b,
            turn_a: by.inertia_a.times(about_a),
            turn_b: by.inertia_b.times(about_b),
        }
    }

    /// Rotation of B relative to A about an axis.
    #[inline(always)]
    pub(crate) fn angular(by: &Answer<W>, axis: WideVec3<W>) -> Self {
        Self {
            along: WideVec3::zero(),
            about_a: axis,
            about_b: axis,
            turn_a: by.inertia_a.times(axis),
            turn_b: by.inertia_b.times(axis),
        }
    }

    /// [`Self::linear`] along x, y and z of the world. A closure over the axes would not be drawn into the code of the
    /// lanes.
    #[inline(always)]
    pub(crate) fn moving(by: &Answer<W>, arm_a: WideVec3<W>, arm_b: WideVec3<W>) -> [Self; 3] {
        let [x, y, z] = unit_axes();
        [
            Self::linear(by, x, arm_a, arm_b),
            Self::linear(by, y, arm_a, arm_b),
            Self::linear(by, z, arm_a, arm_b),
        ]
    }

    /// [`Self::angular`] about x, y and z of the world.
    #[inline(always)]
    pub(crate) fn turning(by: &Answer<W>) -> [Self; 3] {
        let [x, y, z] = unit_axes();
        [
            Self::angular(by, x),
            Self::angular(by, y),
            Self::angular(by, z),
        ]
    }

    /// Speed of B relative to A in this direction.
    #[inline(always)]
    pub(crate) fn speed(&self, pair: &Pair<W>) -> W {
        self.along.dot(pair.velocity_b - pair.velocity_a)
            + (self.about_b.dot(pair.spin_b) - self.about_a.dot(pair.spin_a))
    }

    /// Speed in this direction that a unit impulse in the other gives.
    #[inline(always)]
    pub(crate) fn mobility(&self, by: &Answer<W>, other: &Self) -> W {
        (by.mass_a + by.mass_b) * self.along.dot(other.along)
            + (self.about_a.dot(other.turn_a) + self.about_b.dot(other.turn_b))
    }

    /// Gives B an impulse in this direction, and A the opposite.
    #[inline(always)]
    pub(crate) fn push(&self, by: &Answer<W>, pair: &mut Pair<W>, impulse: W) {
        pair.velocity_a = pair.velocity_a - self.along * (impulse * by.mass_a);
        pair.spin_a = pair.spin_a - self.turn_a * impulse;
        pair.velocity_b = pair.velocity_b + self.along * (impulse * by.mass_b);
        pair.spin_b = pair.spin_b + self.turn_b * impulse;
    }

    #[inline(always)]
    fn less(&self, other: &Self, factor: W) -> Self {
        Self {
            along: self.along - other.along * factor,
            about_a: self.about_a - other.about_a * factor,
            about_b: self.about_b - other.about_b * factor,
            turn_a: self.turn_a - other.turn_a * factor,
            turn_b: self.turn_b - other.turn_b * factor,
        }
    }
}

/// Square matrix of mobilities, factorised as `L D L^T`.
#[derive(Clone, Copy)]
pub(crate) struct Factor<W, const N: usize> {
    /// Below the diagonal: L.
    lower: [[W; N]; N],
    /// 1/D; 0 for directions in which nothing moves, or that others imply.
    inverse: [W; N],
}

/// Share of the diagonal below which what is left of it is rounding.
const DEPENDENT: f32 = 1.0e-6;

impl<W: Wide, const N: usize> Factor<W, N> {
    /// Of a symmetric matrix that is positive or nearly so; only its lower half is read.
    #[inline(always)]
    pub(crate) fn of(matrix: &[[W; N]; N]) -> Self {
        let zero = W::splat(0.0);
        let mut lower = [[zero; N]; N];
        // L D, so that no product is made twice.
        let mut scaled = [[zero; N]; N];
        let mut inverse = [zero; N];
        for j in 0..N {
            let mut pivot = matrix[j][j];
            for p in 0..j {
                pivot = pivot - lower[j][p] * scaled[j][p];
            }
            let free = (matrix[j][j] * W::splat(DEPENDENT)).less(pivot);
            inverse[j] = W::select(
                free,
                W::splat(1.0) / W::select(free, pivot, W::splat(1.0)),
                zero,
            );
            for i in j + 1..N {
                let mut rest = matrix[i][j];
                for p in 0..j {
                    rest = rest - lower[i][p] * scaled[j][p];
                }
                scaled[i][j] = rest;
                lower[i][j] = rest * inverse[j];
            }
        }
        Self { lower, inverse }
    }

    /// The impulses that give these speeds.
    #[inline(always)]
    pub(crate) fn solve(&self, speeds: [W; N]) -> [W; N] {
        let mut x = speeds;
        for i in 0..N {
            for p in 0..i {
                x[i] = x[i] - self.lower[i][p] * x[p];
            }
        }
        for (x, inverse) in x.iter_mut().zip(&self.inverse) {
            *x = *x * *inverse;
        }
        for i in (0..N).rev() {
            for p in i + 1..N {
                x[i] = x[i] - self.lower[p][i] * x[p];
            }
        }
        x
    }
}

/// Directions in which a joint allows no motion, solved together.
#[derive(Clone, Copy)]
pub(crate) struct Held<W, const N: usize> {
    pub(crate) rows: [Row<W>; N],
    factor: Factor<W, N>,
}

/// Directions in which a joint moves, less what the held ones must give so that they stay as they are.
#[derive(Clone, Copy)]
pub(crate) struct Free<W, const N: usize, const M: usize> {
    /// The directions themselves: speeds are measured in them.
    rows: [Row<W>; M],
    /// What an impulse does, that of the held directions included.
    pushes: [Row<W>; M],
    /// Impulse in each held direction for a unit impulse in a free one, to be taken off.
    shares: [[W; N]; M],
    mobility: [[W; M]; M],
}

impl<W: Wide, const N: usize> Held<W, N> {
    #[inline(always)]
    pub(crate) fn new(by: &Answer<W>, rows: [Row<W>; N]) -> Self {
        let mut matrix = [[W::splat(0.0); N]; N];
        for i in 0..N {
            for j in 0..=i {
                matrix[i][j] = rows[i].mobility(by, &rows[j]);
            }
        }
        Self {
            factor: Factor::of(&matrix),
            rows,
        }
    }

    /// Applies impulses.
    #[inline(always)]
    pub(crate) fn push(&self, by: &Answer<W>, pair: &mut Pair<W>, impulses: [W; N]) {
        for (row, impulse) in self.rows.iter().zip(impulses) {
            row.push(by, pair, impulse);
        }
    }

    /// Impulses that give these speeds.
    #[inline(always)]
    pub(crate) fn impulses(&self, speeds: [W; N]) -> [W; N] {
        self.factor.solve(speeds)
    }

    /// Directions of motion that leave the held ones as they are.
    #[inline(always)]
    pub(crate) fn free<const M: usize>(&self, by: &Answer<W>, rows: [Row<W>; M]) -> Free<W, N, M> {
        let zero = W::splat(0.0);
        let mut pushes = rows;
        let mut shares = [[zero; N]; M];
        let mut mobility = [[zero; M]; M];
        for m in 0..M {
            let mut coupling = [zero; N];
            for n in 0..N {
                coupling[n] = self.rows[n].mobility(by, &rows[m]);
            }
            shares[m] = self.factor.solve(coupling);
            for n in 0..N {
                pushes[m] = pushes[m].less(&self.rows[n], shares[m][n]);
            }
        }
        for i in 0..M {
            for j in 0..=i {
                mobility[i][j] = rows[i].mobility(by, &pushes[j]);
                mobility[j][i] = mobility[i][j];
            }
        }
        Free {
            rows,
            pushes,
            shares,
            mobility,
        }
    }
}

impl<W: Wide, const N: usize, const M: usize> Free<W, N, M> {
    #[inline(always)]
    pub(crate) fn speed(&self, pair: &Pair<W>) -> [W; M] {
        let mut speeds = [W::splat(0.0); M];
        for (speed, row) in speeds.iter_mut().zip(&self.rows) {
            *speed = row.speed(pair);
        }
        speeds
    }

    /// Impulses that give these speeds.
    #[inline(always)]
    pub(crate) fn impulses(&self, speeds: [W; M]) -> [W; M] {
        Factor::of(&self.mobility).solve(speeds)
    }

    /// Applies impulses; the held directions get their share.
    #[inline(always)]
    pub(crate) fn push(
        &self,
        by: &Answer<W>,
        pair: &mut Pair<W>,
        held: &mut [W; N],
        impulses: [W; M],
    ) {
        for m in 0..M {
            self.pushes[m].push(by, pair, impulses[m]);
            for n in 0..N {
                held[n] = held[n] - self.shares[m][n] * impulses[m];
            }
        }
    }
}

impl<W: Wide, const N: usize> Free<W, N, 1> {
    /// Speed per impulse of a single direction.
    #[inline(always)]
    pub(crate) fn own_mobility(&self) -> W {
        self.mobility[0][0]
    }
}
