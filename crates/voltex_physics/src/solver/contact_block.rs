//! Contacts of one step, laid out for lanes.

use voltex_math::wide::Wide;
use voltex_math::wide_vector::{WideSym3, WideVec3};

use super::bodies::BodyRef;
use super::color::{Coloring, Strip};
use super::contact_input::Constraint;

/// Places of the numbers of a block, each times the number of lanes.
pub(crate) mod field {
    pub(crate) const NORMAL: usize = 0;
    pub(crate) const TANGENT: usize = 3;
    pub(crate) const FRICTION: usize = 6;
    pub(crate) const RESTITUTION: usize = 7;
    pub(crate) const ROLLING: usize = 8;
    pub(crate) const SPINNING: usize = 9;
    pub(crate) const SURFACE_SPEED: usize = 10;
    /// Along x, y, z of the world: nothing along axes that are locked.
    pub(crate) const INVERSE_MASS_A: usize = 12;
    pub(crate) const INVERSE_MASS_B: usize = 15;
    /// xx, yy, zz, yz, zx, xy
    pub(crate) const INVERSE_INERTIA_A: usize = 18;
    pub(crate) const INVERSE_INERTIA_B: usize = 24;
    pub(crate) const CENTER_A: usize = 30;
    pub(crate) const CENTER_B: usize = 33;
    /// Inverse of the 2 x 2 matrix of the tangents: 11, 12, 22.
    pub(crate) const TANGENT_MASS: usize = 36;
    pub(crate) const TWIST_MASS: usize = 39;
    pub(crate) const ROLLING_MASS: usize = 40;
    pub(crate) const BIAS_RATE: usize = 43;
    pub(crate) const MASS_SCALE: usize = 44;
    pub(crate) const IMPULSE_SCALE: usize = 45;
    pub(crate) const TANGENT_IMPULSE: usize = 46;
    pub(crate) const TWIST_IMPULSE: usize = 48;
    pub(crate) const ROLLING_IMPULSE: usize = 49;
    pub(crate) const ROUNDNESS: usize = 51;
    /// Above 0 if any point approaches fast enough to bounce.
    pub(crate) const BOUNCES: usize = 53;
    /// Mass against sliding over moment of inertia against spinning, 1/m^2.
    pub(crate) const TWIST_WEIGHT: usize = 54;
    /// Numbers of a contact without its points.
    pub(crate) const HEAD: usize = 55;

    pub(crate) const ANCHOR_A: usize = 0;
    pub(crate) const ANCHOR_B: usize = 3;
    /// Gap less the distance of the centres of roundness along the normal.
    pub(crate) const SEPARATION: usize = 6;
    pub(crate) const NORMAL_MASS: usize = 7;
    pub(crate) const NORMAL_IMPULSE: usize = 8;
    pub(crate) const LARGEST_IMPULSE: usize = 9;
    /// Normal velocity at the start of the step, m/s.
    pub(crate) const APPROACH: usize = 10;
    /// Lever with which friction under the point's load turns about the normal, m.
    pub(crate) const LEVER: usize = 11;
    /// Numbers of a point.
    pub(crate) const POINT: usize = 12;

    /// Behind the points: the normal velocity that a normal impulse at one point gives another, m/s per N s. Half of
    /// a symmetric matrix, row by row from the diagonal.
    pub(crate) const fn coupling(points: usize, i: usize, j: usize) -> usize {
        let (low, high) = if i < j { (i, j) } else { (j, i) };
        HEAD + points * POINT + low * points - low * (low + 1) / 2 + high
    }

    /// Numbers of a contact of so many points.
    pub(crate) const fn length(points: usize) -> usize {
        HEAD + points * POINT + points * (points + 1) / 2
    }
}

/// A soft constraint, integrated implicitly over a substep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Softness {
    /// Push-out velocity per overlap, 1/s.
    pub(crate) bias_rate: f32,
    pub(crate) mass_scale: f32,
    pub(crate) impulse_scale: f32,
}

impl Softness {
    /// Of a spring of this frequency (Hz) and damping ratio, over a substep `h` (s).
    pub(crate) fn new(frequency: f32, damping_ratio: f32, h: f32) -> Self {
        let omega = std::f32::consts::TAU * frequency;
        let a1 = 2.0 * damping_ratio + h * omega;
        let a2 = h * omega * a1;
        let a3 = 1.0 / (1.0 + a2);
        Self {
            bias_rate: omega / a1,
            mass_scale: a2 * a3,
            impulse_scale: a3,
        }
    }
}

/// A block: as many contacts as there are lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// Start of its numbers.
    pub(crate) first: u32,
    /// Points of the contact that has most.
    pub(crate) points: u32,
}

impl Block {
    /// How many numbers it has.
    pub(crate) const fn length(self, lanes: usize) -> usize {
        field::length(self.points as usize) * lanes
    }
}

/// All contacts of a step in blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    /// What is in them is of no account until a block is filled.
    pub(crate) numbers: Vec<f32>,
    pub(crate) blocks: Vec<Block>,
    /// A and B of every lane of every block.
    pub(crate) bodies: Vec<[BodyRef; 2]>,
    /// The constraint of every lane of every block; [`Blocks::EMPTY`] for a lane without.
    pub(crate) members: Vec<u32>,
    /// Blocks that may run side by side: those of each colour; of contacts that found no colour, one by one.
    pub(crate) colors: Vec<Strip>,
}

impl Blocks {
    /// A lane without a contact.
    pub(crate) const EMPTY: u32 = u32::MAX;

    /// Gives the contacts their places, in the order of their colours.
    pub(crate) fn lay_out(
        &mut self,
        lanes: usize,
        constraints: &[Constraint],
        coloring: &Coloring,
    ) {
        self.blocks.clear();
        self.bodies.clear();
        self.members.clear();
        self.colors.clear();
        let mut length = 0;
        for (part, together) in coloring.parts() {
            let first = self.blocks.len();
            for members in part.chunks(if together { lanes } else { 1 }) {
                let mut points = 0;
                for member in members {
                    let constraint = &constraints[*member as usize];
                    points = points.max(constraint.points);
                    self.members.push(*member);
                    self.bodies.push(constraint.bodies);
                }
                let all = self.members.len() + lanes - members.len();
                self.members.resize(all, Self::EMPTY);
                self.bodies.resize(all, [BodyRef::WORLD; 2]);
                let block = Block {
                    first: length,
                    points,
                };
                self.blocks.push(block);
                length += block.length(lanes) as u32;
            }
            let all = first..self.blocks.len();
            self.colors.push(if together {
                Strip::side_by_side(all)
            } else {
                Strip::one_by_one(all)
            });
        }
        self.numbers.resize(length as usize, 0.0);
    }
}

/// The numbers of a block.
pub(crate) struct Numbers<'a>(pub(crate) &'a mut [f32]);

impl Numbers<'_> {
    #[inline(always)]
    pub(crate) fn get<W: Wide>(&self, field: usize) -> W {
        W::load(&self.0[field * W::LANES..])
    }

    #[inline(always)]
    pub(crate) fn vector<W: Wide>(&self, field: usize) -> WideVec3<W> {
        WideVec3::new(self.get(field), self.get(field + 1), self.get(field + 2))
    }

    #[inline(always)]
    pub(crate) fn matrix<W: Wide>(&self, field: usize) -> WideSym3<W> {
        WideSym3 {
            diagonal: self.vector(field),
            off: self.vector(field + 3),
        }
    }

    /// A vector of the plane of two tangents.
    #[inline(always)]
    pub(crate) fn across<W: Wide>(
        &self,
        field: usize,
        t: WideVec3<W>,
        u: WideVec3<W>,
    ) -> WideVec3<W> {
        t * self.get(field) + u * self.get(field + 1)
    }

    #[inline(always)]
    pub(crate) fn put<W: Wide>(&mut self, field: usize, value: W) {
        value.store(&mut self.0[field * W::LANES..]);
    }

    #[inline(always)]
    pub(crate) fn put_vector<W: Wide>(&mut self, field: usize, v: WideVec3<W>) {
        self.put(field, v.x);
        self.put(field + 1, v.y);
        self.put(field + 2, v.z);
    }
}
