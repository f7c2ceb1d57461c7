//! Contacts of one step, laid out for lanes.

use std::ops::Range;

use voltex_math::Vec3;

use super::bodies::{BodyMass, BodyRef, BodyState, SolverBodies};
use super::color::Coloring;
use crate::contact::MAX_POINTS;

/// One contact of two bodies: what the solver needs, and the impulses that it leaves for the next step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactInput {
    pub(crate) a: BodyRef,
    pub(crate) b: BodyRef,
    /// Unit vector from A to B, world axes.
    pub(crate) normal: Vec3,
    /// Coulomb friction of the pair.
    pub(crate) friction: f32,
    /// Normal restitution of the pair.
    pub(crate) restitution: f32,
    /// Rolling resistance times radius, m: the torque against rolling is at most this times the normal force.
    pub(crate) rolling: f32,
    /// Spinning friction times radius, m.
    pub(crate) spinning: f32,
    /// Velocity that friction gives B's surface relative to A's, m/s: conveyor belts.
    pub(crate) surface_velocity: Vec3,
    /// How far inside each surface lies the centre about which it is round, m: the radius of a sphere, 0 for a
    /// corner. A body that turns carries that centre along, and not the point where it touches.
    pub(crate) roundness: [f32; 2],
    pub(crate) points: [PointInput; MAX_POINTS],
    pub(crate) count: usize,
    /// Impulse of friction on B, N s, of the last substep.
    pub(crate) friction_impulse: Vec3,
    /// Moment of friction on B about the normal, N m s.
    pub(crate) twist_impulse: f32,
    /// Moment of rolling resistance on B, N m s.
    pub(crate) rolling_impulse: Vec3,
}

/// One point of a contact.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PointInput {
    /// From A's centre of mass to the point, world axes, m.
    pub(crate) anchor_a: Vec3,
    /// From B's centre of mass to the point, world axes, m.
    pub(crate) anchor_b: Vec3,
    /// Gap along the normal, m; negative for overlap.
    pub(crate) separation: f32,
    /// Normal impulse of the last substep, N s.
    pub(crate) normal_impulse: f32,
    /// Largest normal impulse of the step, N s: whether the point has touched.
    pub(crate) largest_impulse: f32,
}

/// Places of the numbers of a block, each times the number of lanes.
pub(crate) mod field {
    pub(crate) const NORMAL: usize = 0;
    pub(crate) const TANGENT: usize = 3;
    pub(crate) const FRICTION: usize = 6;
    pub(crate) const RESTITUTION: usize = 7;
    pub(crate) const ROLLING: usize = 8;
    pub(crate) const SPINNING: usize = 9;
    pub(crate) const SURFACE_SPEED: usize = 10;
    pub(crate) const INVERSE_MASS_A: usize = 12;
    pub(crate) const INVERSE_MASS_B: usize = 13;
    /// xx, yy, zz, yz, zx, xy
    pub(crate) const INVERSE_INERTIA_A: usize = 14;
    pub(crate) const INVERSE_INERTIA_B: usize = 20;
    pub(crate) const CENTER_A: usize = 26;
    pub(crate) const CENTER_B: usize = 29;
    /// Inverse of the 2 x 2 matrix of the tangents: 11, 12, 22.
    pub(crate) const TANGENT_MASS: usize = 32;
    pub(crate) const TWIST_MASS: usize = 35;
    pub(crate) const ROLLING_MASS: usize = 36;
    pub(crate) const BIAS_RATE: usize = 39;
    pub(crate) const MASS_SCALE: usize = 40;
    pub(crate) const IMPULSE_SCALE: usize = 41;
    pub(crate) const TANGENT_IMPULSE: usize = 42;
    pub(crate) const TWIST_IMPULSE: usize = 44;
    pub(crate) const ROLLING_IMPULSE: usize = 45;
    pub(crate) const ROUNDNESS: usize = 47;
    /// Numbers of a contact without its points.
    pub(crate) const HEAD: usize = 49;

    pub(crate) const ANCHOR_A: usize = 0;
    pub(crate) const ANCHOR_B: usize = 3;
    /// Gap less the distance of the centres of roundness along the normal.
    pub(crate) const SEPARATION: usize = 6;
    pub(crate) const NORMAL_MASS: usize = 7;
    pub(crate) const NORMAL_IMPULSE: usize = 8;
    pub(crate) const LARGEST_IMPULSE: usize = 9;
    /// Normal velocity at the start of the step, m/s.
    pub(crate) const APPROACH: usize = 10;
    /// Distance from the centre of the patch, m.
    pub(crate) const LEVER: usize = 11;
    /// Numbers of a point.
    pub(crate) const POINT: usize = 12;
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
        (field::HEAD + self.points as usize * field::POINT) * lanes
    }
}

/// All contacts of a step in blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    pub(crate) numbers: Vec<f32>,
    pub(crate) blocks: Vec<Block>,
    /// A and B of every lane of every block.
    pub(crate) bodies: Vec<[BodyRef; 2]>,
    /// Blocks that may run side by side: those of each colour; of contacts that found no colour, one by one.
    pub(crate) colors: Vec<Range<usize>>,
    /// The contact of every lane of every block.
    contacts: Vec<Option<u32>>,
}

impl Blocks {
    /// Lays out the contacts in the order of their colours. `soft` is for contacts of two movable bodies, `hard` for
    /// those with a fixed one.
    pub(crate) fn fill(
        &mut self,
        lanes: usize,
        inputs: &[ContactInput],
        coloring: &Coloring,
        bodies: &mut SolverBodies,
        [soft, hard]: [Softness; 2],
    ) {
        self.blocks.clear();
        self.bodies.clear();
        self.contacts.clear();
        self.colors.clear();
        let mut length = 0;
        for (part, together) in coloring.parts() {
            let first = self.blocks.len();
            for members in part.chunks(if together { lanes } else { 1 }) {
                let points = members
                    .iter()
                    .map(|contact| inputs[*contact as usize].count)
                    .max()
                    .unwrap_or(0);
                let block = Block {
                    first: length,
                    points: points as u32,
                };
                self.blocks.push(block);
                length += block.length(lanes) as u32;
                for lane in 0..lanes {
                    let contact = members.get(lane).copied();
                    self.contacts.push(contact);
                    self.bodies
                        .push(contact.map_or([BodyRef::WORLD; 2], |contact| {
                            let input = &inputs[contact as usize];
                            [input.a, input.b]
                        }));
                }
            }
            let all = first..self.blocks.len();
            if together {
                self.colors.push(all);
            } else {
                self.colors.extend(all.map(|block| block..block + 1));
            }
        }
        self.numbers.clear();
        self.numbers.resize(length as usize, 0.0);
        for (index, contact) in self.contacts.iter().enumerate() {
            let Some(contact) = contact else { continue };
            let input = &inputs[*contact as usize];
            let (block, lane) = (self.blocks[index / lanes], index % lanes);
            let softness = if input.a.is_movable() && input.b.is_movable() {
                soft
            } else {
                hard
            };
            let mut column = Column {
                numbers: &mut self.numbers[block.first as usize..],
                lanes,
                lane,
            };
            column.fill(input, bodies, softness);
            bodies.touched[input.a.index()] = true;
            bodies.touched[input.b.index()] = true;
        }
    }

    /// Writes the impulses back to where the contacts came from.
    pub(crate) fn read_back(&mut self, lanes: usize, inputs: &mut [ContactInput]) {
        for (index, contact) in self.contacts.iter().enumerate() {
            let Some(contact) = contact else { continue };
            let (block, lane) = (self.blocks[index / lanes], index % lanes);
            let column = Column {
                numbers: &mut self.numbers[block.first as usize..],
                lanes,
                lane,
            };
            column.read_back(&mut inputs[*contact as usize]);
        }
    }
}

/// The numbers of one contact in its block.
struct Column<'a> {
    numbers: &'a mut [f32],
    lanes: usize,
    lane: usize,
}

impl Column<'_> {
    fn put(&mut self, field: usize, value: f32) {
        self.numbers[field * self.lanes + self.lane] = value;
    }

    fn put_vector(&mut self, field: usize, v: Vec3) {
        for (offset, value) in v.to_array().into_iter().enumerate() {
            self.put(field + offset, value);
        }
    }

    fn get(&self, field: usize) -> f32 {
        self.numbers[field * self.lanes + self.lane]
    }

    fn get_vector(&self, field: usize) -> Vec3 {
        Vec3::new(self.get(field), self.get(field + 1), self.get(field + 2))
    }

    fn fill(&mut self, input: &ContactInput, bodies: &SolverBodies, softness: Softness) {
        let pair = Pair::of(input, bodies);
        let (n, t) = (input.normal, tangent(input.normal));
        let u = n.cross(t);
        self.put_vector(field::NORMAL, n);
        self.put_vector(field::TANGENT, t);
        self.put(field::FRICTION, input.friction);
        self.put(field::RESTITUTION, input.restitution);
        self.put(field::ROLLING, input.rolling);
        self.put(field::SPINNING, input.spinning);
        let [round_a, round_b] = input.roundness;
        self.put(field::ROUNDNESS, round_a);
        self.put(field::ROUNDNESS + 1, round_b);
        self.put(field::SURFACE_SPEED, input.surface_velocity.dot(t));
        self.put(field::SURFACE_SPEED + 1, input.surface_velocity.dot(u));
        self.put(field::INVERSE_MASS_A, pair.a.inverse_mass);
        self.put(field::INVERSE_MASS_B, pair.b.inverse_mass);
        for (start, body) in [
            (field::INVERSE_INERTIA_A, pair.a),
            (field::INVERSE_INERTIA_B, pair.b),
        ] {
            let m = &body.inverse_inertia;
            self.put_vector(start, Vec3::new(m.x_axis.x, m.y_axis.y, m.z_axis.z));
            self.put_vector(start + 3, Vec3::new(m.z_axis.y, m.z_axis.x, m.y_axis.x));
        }
        self.put(field::BIAS_RATE, softness.bias_rate);
        self.put(field::MASS_SCALE, softness.mass_scale);
        self.put(field::IMPULSE_SCALE, softness.impulse_scale);

        let points = &input.points[..input.count];
        let share = 1.0 / input.count as f32;
        let center_a = points.iter().fold(Vec3::ZERO, |sum, p| sum + p.anchor_a) * share;
        let center_b = points.iter().fold(Vec3::ZERO, |sum, p| sum + p.anchor_b) * share;
        self.put_vector(field::CENTER_A, center_a);
        self.put_vector(field::CENTER_B, center_b);
        let mobility = |v, w| pair.mobility(center_a, center_b, v, w);
        self.put_vector(
            field::TANGENT_MASS,
            inverse_of(mobility(t, t), mobility(t, u), mobility(u, u)),
        );
        let turning =
            |v: Vec3, w: Vec3| v.dot(pair.a.inverse_inertia * w + pair.b.inverse_inertia * w);
        self.put(field::TWIST_MASS, inverse(turning(n, n)));
        self.put_vector(
            field::ROLLING_MASS,
            inverse_of(turning(t, t), turning(t, u), turning(u, u)),
        );
        self.put(field::TANGENT_IMPULSE, input.friction_impulse.dot(t));
        self.put(field::TANGENT_IMPULSE + 1, input.friction_impulse.dot(u));
        self.put(field::TWIST_IMPULSE, input.twist_impulse);
        self.put(field::ROLLING_IMPULSE, input.rolling_impulse.dot(t));
        self.put(field::ROLLING_IMPULSE + 1, input.rolling_impulse.dot(u));

        for (index, point) in points.iter().enumerate() {
            let start = field::HEAD + index * field::POINT;
            let (a, b) = (point.anchor_a, point.anchor_b);
            self.put_vector(start + field::ANCHOR_A, a);
            self.put_vector(start + field::ANCHOR_B, b);
            let apart = (b - a).dot(n) + (round_a + round_b);
            self.put(start + field::SEPARATION, point.separation - apart);
            self.put(
                start + field::NORMAL_MASS,
                inverse(pair.mobility(a, b, n, n)),
            );
            self.put(start + field::NORMAL_IMPULSE, point.normal_impulse);
            self.put(start + field::APPROACH, pair.velocity(a, b).dot(n));
            // What does not move has no arms.
            let arm = if input.a.is_movable() {
                a - center_a
            } else {
                b - center_b
            };
            self.put(start + field::LEVER, (arm - n * arm.dot(n)).length());
        }
    }

    fn read_back(&self, input: &mut ContactInput) {
        let (n, t) = (
            self.get_vector(field::NORMAL),
            self.get_vector(field::TANGENT),
        );
        let u = n.cross(t);
        let across = |field: usize| t * self.get(field) + u * self.get(field + 1);
        input.friction_impulse = across(field::TANGENT_IMPULSE);
        input.twist_impulse = self.get(field::TWIST_IMPULSE);
        input.rolling_impulse = across(field::ROLLING_IMPULSE);
        for index in 0..input.count {
            let start = field::HEAD + index * field::POINT;
            input.points[index].normal_impulse = self.get(start + field::NORMAL_IMPULSE);
            input.points[index].largest_impulse = self.get(start + field::LARGEST_IMPULSE);
        }
    }
}

/// The two bodies of a contact.
struct Pair<'a> {
    a: &'a BodyMass,
    b: &'a BodyMass,
    state_a: &'a BodyState,
    state_b: &'a BodyState,
}

impl<'a> Pair<'a> {
    fn of(input: &ContactInput, bodies: &'a SolverBodies) -> Self {
        Self {
            a: &bodies.masses[input.a.index()],
            b: &bodies.masses[input.b.index()],
            state_a: &bodies.states[input.a.index()],
            state_b: &bodies.states[input.b.index()],
        }
    }

    /// Velocity along `v` that an impulse along `w` gives the points at these arms, per N s.
    fn mobility(&self, arm_a: Vec3, arm_b: Vec3, v: Vec3, w: Vec3) -> f32 {
        let turn =
            |body: &BodyMass, arm: Vec3| arm.cross(v).dot(body.inverse_inertia * arm.cross(w));
        (self.a.inverse_mass + self.b.inverse_mass) * v.dot(w)
            + (turn(self.a, arm_a) + turn(self.b, arm_b))
    }

    /// Velocity of B's point relative to A's.
    fn velocity(&self, arm_a: Vec3, arm_b: Vec3) -> Vec3 {
        let at = |state: &BodyState, arm: Vec3| state.velocity() + state.spin().cross(arm);
        at(self.state_b, arm_b) - at(self.state_a, arm_a)
    }
}

/// A unit vector across a unit normal, the same for the same normal.
fn tangent(n: Vec3) -> Vec3 {
    // The axis with the smallest share of n is never along it.
    let other = if n.x.abs() < 0.6 { Vec3::X } else { Vec3::Y };
    other.cross(n).normalize()
}

/// Least mobility that counts as one, 1/kg or 1/(kg m^2). Where axes are locked, a normal with a rounding error along
/// the free one leaves less, and the inverse of that would overflow.
const LEAST: f32 = 1.0e-30;

fn inverse(value: f32) -> f32 {
    if value > LEAST { 1.0 / value } else { 0.0 }
}

/// Inverse of a symmetric 2 x 2 matrix, as 11, 12, 22; of its diagonal where it has none.
fn inverse_of(k11: f32, k12: f32, k22: f32) -> Vec3 {
    let determinant = k11 * k22 - k12 * k12;
    if determinant > 1.0e-6 * k11 * k22 && determinant > LEAST {
        let scale = 1.0 / determinant;
        Vec3::new(k22 * scale, -k12 * scale, k11 * scale)
    } else {
        Vec3::new(inverse(k11), 0.0, inverse(k22))
    }
}
