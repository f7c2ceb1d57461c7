//! Where the copies of a body lie: grids, pyramids, rings, random places.

use serde::{Deserialize, Serialize};
use voltex_math::f64::sin_cos;
use voltex_math::random::{self, Key};
use voltex_math::{DQuat, DVec3, Pose, Quat, Vec2, Vec3};

use crate::body::turn;
use crate::quantity::{self, unset};

/// Random numbers of positions and of turns come from streams of their own.
const STREAM_PLACE: u64 = 0x706c_6163;
const STREAM_TURN: u64 = 0x7475_726e;
const STREAM_THROW: u64 = 0x7468_726f;

/// A way to lay out copies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Arrangement {
    /// Along the three axes: along X first, then Z, then Y, so layer by layer upwards.
    Grid {
        /// How many along X, Y, Z.
        count: (u32, u32, u32),
        /// From one to the next along X, Y, Z, m.
        #[serde(with = "quantity::length")]
        spacing: Vec3,
        /// Whether the middle of the grid is at the position, instead of its first place.
        #[serde(default, skip_serializing_if = "unset")]
        centered: bool,
    },
    /// In a row: a stack if the step goes upwards.
    Line {
        /// How many.
        count: u32,
        /// From one to the next, m.
        #[serde(with = "quantity::length")]
        step: Vec3,
    },
    /// A wall in the x-y plane, each row one shorter than the one below; its middle at the position.
    Pyramid {
        /// How many in the lowest row.
        base: u32,
        /// From one to the next along X and Y, m.
        #[serde(with = "quantity::length")]
        spacing: Vec2,
    },
    /// Square layers, each one shorter than the one below; their middles above the position.
    SquarePyramid {
        /// How many along a side of the lowest layer.
        base: u32,
        /// From one to the next along X, Y, Z, m.
        #[serde(with = "quantity::length")]
        spacing: Vec3,
    },
    /// Round a circle, each copy turned with its place.
    Ring {
        /// How many.
        count: u32,
        /// m; 0 turns the copies without moving them.
        #[serde(with = "quantity::length")]
        radius: f32,
        /// Axis of the circle.
        axis: Axis,
        /// Angle of the first, rad, by the right-hand rule from +X, about the X axis from +Y.
        #[serde(default, with = "quantity::angle", skip_serializing_if = "unset")]
        start: f32,
    },
    /// At these places.
    Points {
        /// m
        #[serde(with = "quantity::length")]
        at: Vec<Vec3>,
    },
    /// At random places in a box, which may overlap.
    Scatter {
        /// How many.
        count: u32,
        /// Lowest corner of the box, m.
        #[serde(with = "quantity::length")]
        min: Vec3,
        /// Highest corner of the box, m.
        #[serde(with = "quantity::length")]
        max: Vec3,
        /// Whether each copy is turned at random.
        #[serde(default, skip_serializing_if = "unset")]
        turned: bool,
        /// Names the random numbers.
        #[serde(default, skip_serializing_if = "unset")]
        seed: u64,
    },
    /// Moves each copy that the arrangements before it lay out by a random amount; it adds none.
    Jitter {
        /// Largest shift along X, Y, Z, m.
        #[serde(with = "quantity::length")]
        by: Vec3,
        /// Whether each copy is turned at random.
        #[serde(default, skip_serializing_if = "unset")]
        turned: bool,
        /// Names the random numbers.
        #[serde(default, skip_serializing_if = "unset")]
        seed: u64,
    },
}

/// One of the three axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Axis {
    /// +X
    X,
    /// +Y
    Y,
    /// +Z
    Z,
}

impl Axis {
    /// Unit vector.
    pub const fn vector(self) -> DVec3 {
        match self {
            Self::X => DVec3::X,
            Self::Y => DVec3::Y,
            Self::Z => DVec3::Z,
        }
    }
}

impl Arrangement {
    /// How many copies it makes of what it repeats.
    pub fn count(&self) -> u64 {
        match self {
            Self::Grid {
                count: (x, y, z), ..
            } => u64::from(*x)
                .saturating_mul(u64::from(*y))
                .saturating_mul(u64::from(*z)),
            Self::Line { count, .. } | Self::Ring { count, .. } | Self::Scatter { count, .. } => {
                u64::from(*count)
            }
            Self::Pyramid { base, .. } => u64::from(*base) * (u64::from(*base) + 1) / 2,
            Self::SquarePyramid { base, .. } => {
                // The sum of squares; bases beyond 4,000 exceed any scene.
                let n = u128::from(*base);
                u64::try_from(n * (n + 1) * (2 * n + 1) / 6).unwrap_or(u64::MAX)
            }
            Self::Points { at } => at.len() as u64,
            Self::Jitter { .. } => 1,
        }
    }

    /// The places of its copies; `Jitter` has one that moves nothing, since it depends on the copy.
    fn poses(&self) -> Vec<Pose> {
        match self {
            Self::Grid {
                count: (nx, ny, nz),
                spacing,
                centered,
            } => {
                let middle = |n: u32| {
                    if *centered {
                        0.5 * (n as f32 - 1.0)
                    } else {
                        0.0
                    }
                };
                let (mx, my, mz) = (middle(*nx), middle(*ny), middle(*nz));
                let mut poses = Vec::with_capacity(self.count() as usize);
                for y in 0..*ny {
                    for z in 0..*nz {
                        for x in 0..*nx {
                            let steps = Vec3::new(x as f32 - mx, y as f32 - my, z as f32 - mz);
                            poses.push(Pose::from_position(steps * *spacing));
                        }
                    }
                }
                poses
            }
            Self::Line { count, step } => (0..*count)
                .map(|i| Pose::from_position(*step * i as f32))
                .collect(),
            Self::Pyramid { base, spacing } => (0..*base)
                .flat_map(|row| {
                    let middle = 0.5 * ((base - row) as f32 - 1.0);
                    (0..base - row).map(move |i| {
                        let steps = Vec2::new(i as f32 - middle, row as f32) * *spacing;
                        Pose::from_position(steps.extend(0.0))
                    })
                })
                .collect(),
            Self::SquarePyramid { base, spacing } => (0..*base)
                .flat_map(|layer| {
                    let side = base - layer;
                    let middle = 0.5 * (side as f32 - 1.0);
                    (0..side * side).map(move |i| {
                        let (x, z) = ((i % side) as f32 - middle, (i / side) as f32 - middle);
                        Pose::from_position(Vec3::new(x, layer as f32, z) * *spacing)
                    })
                })
                .collect(),
            Self::Ring {
                count,
                radius,
                axis,
                start,
            } => (0..*count)
                .map(|i| {
                    let share = f64::from(i) / f64::from(*count);
                    let angle = f64::from(*start) + std::f64::consts::TAU * share;
                    let (sin, cos) = sin_cos(angle);
                    let place = match axis {
                        Axis::X => DVec3::new(0.0, cos, sin),
                        Axis::Y => DVec3::new(cos, 0.0, -sin),
                        Axis::Z => DVec3::new(cos, sin, 0.0),
                    };
                    Pose::new(
                        (place * f64::from(*radius)).as_vec3(),
                        turn(axis.vector(), angle),
                    )
                })
                .collect(),
            Self::Points { at } => at.iter().map(|point| Pose::from_position(*point)).collect(),
            Self::Scatter {
                count,
                min,
                max,
                turned,
                seed,
            } => (0..u64::from(*count))
                .map(|i| {
                    Pose::new(
                        random_place(*seed, i, *min, *max),
                        random_turn(*turned, *seed, i),
                    )
                })
                .collect(),
            Self::Jitter { .. } => vec![Pose::IDENTITY],
        }
    }
}

fn random_place(seed: u64, copy: u64, min: Vec3, max: Vec3) -> Vec3 {
    let key = Key::new(seed, STREAM_PLACE);
    let part = |axis: usize| {
        random::uniform_in(
            key,
            3 * copy + axis as u64,
            f64::from(min[axis]),
            f64::from(max[axis]),
        ) as f32
    };
    Vec3::new(part(0), part(1), part(2))
}

/// Random unit vector, all directions equally likely: height and angle are uniform (Archimedes).
pub(crate) fn random_direction(seed: u64, copy: u64) -> DVec3 {
    let key = Key::new(seed, STREAM_THROW);
    let y = random::uniform_in(key, 2 * copy, -1.0, 1.0);
    let (sin, cos) = sin_cos(std::f64::consts::TAU * random::uniform(key, 2 * copy + 1));
    let across = (1.0 - y * y).sqrt();
    DVec3::new(across * cos, y, across * sin)
}

/// Random rotation, all equally likely (K. Shoemake, *Uniform random rotations*, Graphics Gems III, 1992), or none.
fn random_turn(turned: bool, seed: u64, copy: u64) -> Quat {
    if !turned {
        return Quat::IDENTITY;
    }
    let key = Key::new(seed, STREAM_TURN);
    let u = |part: u64| random::uniform(key, 3 * copy + part);
    let (a, b) = ((1.0 - u(0)).sqrt(), u(0).sqrt());
    let (sin_1, cos_1) = sin_cos(std::f64::consts::TAU * u(1));
    let (sin_2, cos_2) = sin_cos(std::f64::consts::TAU * u(2));
    DQuat::from_xyzw(a * sin_1, a * cos_1, b * sin_2, b * cos_2).as_quat()
}

/// The places of all copies that a list of arrangements makes.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    levels: Vec<Level>,
    count: u64,
}

#[derive(Clone, Debug)]
enum Level {
    Fixed(Vec<Pose>),
    Jitter { by: Vec3, turned: bool, seed: u64 },
}

impl Layout {
    /// Most copies that a list of arrangements makes, without laying them out; huge numbers are cut off.
    pub(crate) fn count_of(arrangements: &[Arrangement]) -> u64 {
        arrangements
            .iter()
            .fold(1, |count: u64, level| count.saturating_mul(level.count()))
    }

    /// Lays out a list whose [`Layout::count_of`] fits into memory.
    pub(crate) fn new(arrangements: &[Arrangement]) -> Self {
        Self {
            levels: arrangements
                .iter()
                .map(|level| match *level {
                    Arrangement::Jitter { by, turned, seed } => Level::Jitter { by, turned, seed },
                    _ => Level::Fixed(level.poses()),
                })
                .collect(),
            count: Self::count_of(arrangements),
        }
    }

    /// Number of copies.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Number of copies of the first arrangement, each with all that those after it lay out.
    pub(crate) fn units(&self) -> u64 {
        match self.levels.first() {
            Some(Level::Fixed(poses)) => poses.len() as u64,
            Some(Level::Jitter { .. }) | None => 1,
        }
    }

    /// Place of a copy below [`Layout::count`]; the last arrangement counts fastest.
    pub(crate) fn pose(&self, copy: u64) -> Pose {
        let mut rest = copy;
        let mut pose = Pose::IDENTITY;
        for level in self.levels.iter().rev() {
            match level {
                Level::Fixed(poses) => {
                    let count = poses.len() as u64;
                    pose = chain(&poses[(rest % count) as usize], &pose);
                    rest /= count;
                }
                Level::Jitter { by, turned, seed } => {
                    let shift = random_place(*seed, copy, -*by, *by);
                    pose = chain(&Pose::new(shift, random_turn(*turned, *seed, copy)), &pose);
                }
            }
        }
        pose
    }
}

/// `outer * inner`, exact where one of the two does not turn or move: coordinates of grids stay as written.
pub(crate) fn chain(outer: &Pose, inner: &Pose) -> Pose {
    if outer.rotation == Quat::IDENTITY {
        Pose::new(outer.position + inner.position, inner.rotation)
    } else if *inner == Pose::IDENTITY {
        *outer
    } else {
        *outer * *inner
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(arrangements: &[Arrangement]) -> Vec<Vec3> {
        let layout = Layout::new(arrangements);
        (0..layout.count())
            .map(|copy| layout.pose(copy).position)
            .collect()
    }

    #[test]
    fn a_pyramid_has_each_row_half_a_step_in() {
        let rows = positions(&[Arrangement::Pyramid {
            base: 3,
            spacing: Vec2::new(1.0, 2.0),
        }]);
        let expected = [
            (-1.0, 0.0),
            (0.0, 0.0),
            (1.0, 0.0),
            (-0.5, 2.0),
            (0.5, 2.0),
            (0.0, 4.0),
        ];
        assert_eq!(rows, expected.map(|(x, y)| Vec3::new(x, y, 0.0)));
    }

    #[test]
    fn square_pyramids_hold_the_sum_of_squares() {
        let layers = Arrangement::SquarePyramid {
            base: 15,
            spacing: Vec3::splat(2.0),
        };
        assert_eq!(layers.count(), 1240);
        let places = positions(std::slice::from_ref(&layers));
        assert_eq!(places.len(), 1240);
        assert_eq!(places[1239], Vec3::new(0.0, 28.0, 0.0));
        assert_eq!(places[0], Vec3::new(-14.0, 0.0, -14.0));
    }

    #[test]
    fn counts_that_overflow_are_large_and_not_small() {
        let huge = Arrangement::Grid {
            count: (u32::MAX, u32::MAX, u32::MAX),
            spacing: Vec3::ONE,
            centered: false,
        };
        assert_eq!(Layout::count_of(&[huge.clone(), huge]), u64::MAX);
        let layers = Arrangement::SquarePyramid {
            base: u32::MAX,
            spacing: Vec3::ONE,
        };
        assert_eq!(layers.count(), u64::MAX);
    }

    #[test]
    fn the_last_arrangement_counts_fastest_and_turns_with_those_before_it() {
        let ring = Arrangement::Ring {
            count: 2,
            radius: 10.0,
            axis: Axis::Y,
            start: 0.0,
        };
        let line = Arrangement::Line {
            count: 2,
            step: Vec3::X,
        };
        let places = positions(&[ring, line]);
        let expected = [10.0, 11.0, -10.0, -11.0];
        for (place, x) in places.iter().zip(expected) {
            assert!((*place - Vec3::new(x, 0.0, 0.0)).length() < 1e-5, "{place}");
        }
    }

    #[test]
    fn a_ring_turns_each_copy_by_the_right_hand_rule() {
        for (axis, first, quarter) in [
            (Axis::X, Vec3::Y, Vec3::Z),
            (Axis::Y, Vec3::X, Vec3::NEG_Z),
            (Axis::Z, Vec3::X, Vec3::Y),
        ] {
            let layout = Layout::new(&[Arrangement::Ring {
                count: 4,
                radius: 2.0,
                axis,
                start: 0.0,
            }]);
            assert!((layout.pose(0).position - first * 2.0).length() < 1e-6);
            assert!((layout.pose(1).position - quarter * 2.0).length() < 1e-6);
            assert!((layout.pose(1).rotation * first - quarter).length() < 1e-6);
        }
    }

    #[test]
    fn random_places_lie_in_their_box_and_depend_on_the_seed() {
        let scatter = |seed| {
            positions(&[Arrangement::Scatter {
                count: 1000,
                min: Vec3::new(-1.0, 2.0, 5.0),
                max: Vec3::new(1.0, 3.0, 5.0),
                turned: true,
                seed,
            }])
        };
        let places = scatter(7);
        for place in &places {
            assert!(place.x.abs() <= 1.0 && (2.0..=3.0).contains(&place.y) && place.z == 5.0);
        }
        // 1,000 uniform numbers of width 2: the mean deviates by 0.018 in the root mean square.
        let mean = places.iter().map(|place| place.x).sum::<f32>() / 1000.0;
        assert!(mean.abs() < 0.1, "{mean}");
        assert_ne!(places, scatter(8));
        assert_eq!(places, scatter(7));
    }

    #[test]
    fn random_turns_are_unit_quaternions_without_a_favourite_direction() {
        let mut sum = DVec3::ZERO;
        for copy in 0..4000 {
            let q = random_turn(true, 3, copy);
            assert!((q.length() - 1.0).abs() < 1e-6);
            sum += (q * Vec3::X).as_dvec3();
        }
        // Each part of a random unit vector has variance 1/3: 4,000 of them add up to about 37 per axis.
        assert!(sum.length() < 250.0, "{sum}");
    }

    #[test]
    fn jitter_moves_every_copy_by_its_own_amount() {
        let line = Arrangement::Line {
            count: 50,
            step: Vec3::X,
        };
        let jitter = Arrangement::Jitter {
            by: Vec3::new(0.1, 0.0, 0.2),
            turned: false,
            seed: 1,
        };
        let places = positions(&[line, jitter]);
        assert_eq!(places.len(), 50);
        let shifts: Vec<f32> = (0..50).map(|i| places[i].x - i as f32).collect();
        assert!(shifts.iter().all(|shift| shift.abs() <= 0.1001));
        assert!(shifts.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
