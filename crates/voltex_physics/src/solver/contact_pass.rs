//! One pass over one block of contacts, in lanes.

#![allow(unsafe_code)]

use voltex_math::wide::Wide;
use voltex_math::wide_vector::{WideSym3, WideVec3};

use super::bodies::{BodyRef, BodyState};
use super::contact_block::{Numbers, field};
use super::shared::Shared;

/// What a pass does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// Applies the impulses of the last substep.
    WarmStart,
    /// Pushes overlap out, without friction.
    Biased,
    /// Takes out the velocity that the push brought in, with friction.
    Relaxing,
    /// Gives the rebound to points that approached fast enough and have touched.
    Restitution,
}

/// Numbers that all contacts share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassSettings {
    /// One over the substep, 1/s.
    pub(crate) rate: f32,
    /// Largest push-out velocity, m/s.
    pub(crate) push_speed: f32,
    /// Approach speed from which a contact bounces, m/s.
    pub(crate) restitution_threshold: f32,
}

/// Velocities of the two bodies of every lane.
#[derive(Clone, Copy)]
struct Motion<W> {
    velocity_a: WideVec3<W>,
    spin_a: WideVec3<W>,
    velocity_b: WideVec3<W>,
    spin_b: WideVec3<W>,
}

/// How velocities answer to impulses.
#[derive(Clone, Copy)]
struct Response<W> {
    mass_a: WideVec3<W>,
    mass_b: WideVec3<W>,
    inertia_a: WideSym3<W>,
    inertia_b: WideSym3<W>,
}

impl<W: Wide> Motion<W> {
    #[inline(always)]
    fn push(
        &mut self,
        by: &Response<W>,
        impulse: WideVec3<W>,
        arm_a: WideVec3<W>,
        arm_b: WideVec3<W>,
    ) {
        self.velocity_a = self.velocity_a - times(impulse, by.mass_a);
        self.spin_a = self.spin_a - by.inertia_a.times(arm_a.cross(impulse));
        self.velocity_b = self.velocity_b + times(impulse, by.mass_b);
        self.spin_b = self.spin_b + by.inertia_b.times(arm_b.cross(impulse));
    }

    #[inline(always)]
    fn twist(&mut self, by: &Response<W>, moment: WideVec3<W>) {
        self.spin_a = self.spin_a - by.inertia_a.times(moment);
        self.spin_b = self.spin_b + by.inertia_b.times(moment);
    }

    #[inline(always)]
    fn relative(&self, arm_a: WideVec3<W>, arm_b: WideVec3<W>) -> WideVec3<W> {
        (self.velocity_b + self.spin_b.cross(arm_b)) - (self.velocity_a + self.spin_a.cross(arm_a))
    }
}

/// Axis by axis.
#[inline(always)]
pub(super) fn times<W: Wide>(a: WideVec3<W>, b: WideVec3<W>) -> WideVec3<W> {
    WideVec3::new(a.x * b.x, a.y * b.y, a.z * b.z)
}

#[inline(always)]
pub(super) fn vector<W: Wide>([x, y, z, _]: [W; 4]) -> WideVec3<W> {
    WideVec3::new(x, y, z)
}

/// Least mobility that counts as one, 1/kg or 1/(kg m^2). Where axes are locked, a normal with a rounding error along
/// the free one leaves less, and the inverse of that would overflow.
pub(super) const LEAST: f32 = 1.0e-30;

/// One over a positive number; 0 for one that is not, or is next to nothing.
#[inline(always)]
pub(super) fn inverse<W: Wide>(value: W) -> W {
    let (zero, one) = (W::splat(0.0), W::splat(1.0));
    let some = W::splat(LEAST).less(value);
    // The divisor is never 0 where the quotient is taken.
    W::select(some, one / W::select(some, value, one), zero)
}

/// The bodies of the lanes of a block.
#[derive(Clone, Copy)]
struct Lanes<'a> {
    bodies: &'a [[BodyRef; 2]],
    states: Shared<'a, BodyState>,
}

impl<'a> Lanes<'a> {
    /// A row of the state of every lane's A (`side` 0) or B (1).
    #[inline(always)]
    fn gather<W: Wide>(&self, side: usize, row: impl Fn(&'a BodyState) -> &'a [f32; 4]) -> [W; 4] {
        W::gather(|lane| {
            let body = self.bodies[lane][side];
            // SAFETY: `run` is called for blocks that share no movable body with one that runs beside it, and
            // the others are not written.
            row(unsafe { self.states.get(body.index()) })
        })
    }

    #[inline(always)]
    fn scatter<W: Wide>(
        &self,
        side: usize,
        v: WideVec3<W>,
        row: impl Fn(&'a mut BodyState) -> &'a mut [f32; 4],
    ) {
        W::scatter([v.x, v.y, v.z, W::splat(0.0)], |lane, values| {
            let body = self.bodies[lane][side];
            if body.is_movable() {
                // SAFETY: as above; the reference ends with this statement.
                *row(unsafe { self.states.get_mut(body.index()) }) = values;
            }
        });
    }
}

/// Runs a pass over a block. `numbers` are those of the block, `bodies` those of its lanes.
///
/// # Safety
/// No other thread uses the movable bodies of the block meanwhile, and none writes the others.
#[inline(always)]
pub(crate) unsafe fn run<W: Wide>(
    pass: Pass,
    settings: &PassSettings,
    numbers: &mut [f32],
    points: usize,
    bodies: &[[BodyRef; 2]],
    states: Shared<'_, BodyState>,
) {
    let numbers = &mut numbers[..field::length(points) * W::LANES];
    let lanes = Lanes {
        bodies: &bodies[..W::LANES],
        states,
    };
    let mut numbers = Numbers(numbers);
    if pass == Pass::Restitution && !bounces::<W>(&numbers) {
        return;
    }
    let mut motion = Motion {
        velocity_a: vector(lanes.gather(0, |s| &s.velocity)),
        spin_a: vector(lanes.gather(0, |s| &s.spin)),
        velocity_b: vector(lanes.gather(1, |s| &s.velocity)),
        spin_b: vector(lanes.gather(1, |s| &s.spin)),
    };
    let by = Response {
        mass_a: numbers.vector(field::INVERSE_MASS_A),
        mass_b: numbers.vector(field::INVERSE_MASS_B),
        inertia_a: numbers.matrix(field::INVERSE_INERTIA_A),
        inertia_b: numbers.matrix(field::INVERSE_INERTIA_B),
    };
    match pass {
        Pass::WarmStart => warm_start(&numbers, points, &by, &mut motion),
        Pass::Biased | Pass::Relaxing => {
            let way = Way {
                shift: vector::<W>(lanes.gather(1, |s| &s.shift))
                    - vector(lanes.gather(0, |s| &s.shift)),
                turn_a: lanes.gather(0, |s| &s.turn),
                turn_b: lanes.gather(1, |s| &s.turn),
            };
            let biased = pass == Pass::Biased;
            let (numbers, motion) = (&mut numbers, &mut motion);
            match points {
                1 => normal::<W, 1>(numbers, &by, motion, &way, settings, biased),
                2 => normal::<W, 2>(numbers, &by, motion, &way, settings, biased),
                3 => normal::<W, 3>(numbers, &by, motion, &way, settings, biased),
                _ => normal::<W, 4>(numbers, &by, motion, &way, settings, biased),
            }
            if pass == Pass::Relaxing {
                friction(numbers, points, &by, motion);
            }
        }
        Pass::Restitution => restitution(&mut numbers, points, &by, &mut motion, settings),
    }
    lanes.scatter(0, motion.velocity_a, |s| &mut s.velocity);
    lanes.scatter(0, motion.spin_a, |s| &mut s.spin);
    lanes.scatter(1, motion.velocity_b, |s| &mut s.velocity);
    lanes.scatter(1, motion.spin_b, |s| &mut s.spin);
}

/// How far the bodies have moved in this step.
struct Way<W> {
    shift: WideVec3<W>,
    turn_a: [W; 4],
    turn_b: [W; 4],
}

/// A vector in the axes that the body had at the start of the step.
#[inline(always)]
fn turned_back<W: Wide>([x, y, z, w]: [W; 4], v: WideVec3<W>) -> WideVec3<W> {
    v.rotated(-WideVec3::new(x, y, z), w)
}

#[inline(always)]
fn warm_start<W: Wide>(
    numbers: &Numbers<'_>,
    points: usize,
    by: &Response<W>,
    motion: &mut Motion<W>,
) {
    let (n, t) = (
        numbers.vector::<W>(field::NORMAL),
        numbers.vector::<W>(field::TANGENT),
    );
    let u = n.cross(t);
    // The impulses at the points share their direction: one cross product for the sum of the arms.
    let mut load = W::splat(0.0);
    let (mut arm_a, mut arm_b) = (WideVec3::zero(), WideVec3::zero());
    for point in 0..points {
        let start = field::HEAD + point * field::POINT;
        let push = numbers.get::<W>(start + field::NORMAL_IMPULSE);
        load = load + push;
        arm_a = arm_a + numbers.vector::<W>(start + field::ANCHOR_A) * push;
        arm_b = arm_b + numbers.vector::<W>(start + field::ANCHOR_B) * push;
    }
    let friction = numbers.across(field::TANGENT_IMPULSE, t, u);
    let impulse = n * load + friction;
    let moment =
        n * numbers.get(field::TWIST_IMPULSE) + numbers.across(field::ROLLING_IMPULSE, t, u);
    let about_a = arm_a.cross(n) + numbers.vector(field::CENTER_A).cross(friction) + moment;
    let about_b = arm_b.cross(n) + numbers.vector(field::CENTER_B).cross(friction) + moment;
    motion.velocity_a = motion.velocity_a - times(impulse, by.mass_a);
    motion.spin_a = motion.spin_a - by.inertia_a.times(about_a);
    motion.velocity_b = motion.velocity_b + times(impulse, by.mass_b);
    motion.spin_b = motion.spin_b + by.inertia_b.times(about_b);
}

/// The normal impulses of the points, one after the other, by what each does to the normal velocities of all; the
/// bodies get the sum of them at the end.
#[inline(always)]
fn normal<W: Wide, const POINTS: usize>(
    numbers: &mut Numbers<'_>,
    by: &Response<W>,
    motion: &mut Motion<W>,
    way: &Way<W>,
    settings: &PassSettings,
    biased: bool,
) {
    let n = numbers.vector::<W>(field::NORMAL);
    let mut points = Points::<W, POINTS>::new(numbers, motion, way, settings, biased, n);
    let before = points.impulses;
    // There and back over the points, and the other way round when relaxing: one way alone favours some of them, and
    // what is left of the rocking between them keeps a pile in motion and sets a tower swaying.
    if biased {
        for point in 0..POINTS {
            points.solve(numbers, point);
        }
        for point in (0..POINTS - 1).rev() {
            points.solve_on_the_way_back(numbers, point);
        }
    } else {
        for point in (0..POINTS).rev() {
            points.solve(numbers, point);
        }
        for point in 1..POINTS {
            points.solve(numbers, point);
        }
    }
    let mut load = W::splat(0.0);
    let (mut arm_a, mut arm_b) = (WideVec3::zero(), WideVec3::zero());
    for (point, before) in before.into_iter().enumerate() {
        let start = field::HEAD + point * field::POINT;
        let change = points.impulses[point] - before;
        numbers.put(start + field::NORMAL_IMPULSE, points.impulses[point]);
        numbers.put(start + field::LARGEST_IMPULSE, points.largest[point]);
        load = load + change;
        arm_a = arm_a + numbers.vector::<W>(start + field::ANCHOR_A) * change;
        arm_b = arm_b + numbers.vector::<W>(start + field::ANCHOR_B) * change;
    }
    let impulse = n * load;
    motion.velocity_a = motion.velocity_a - times(impulse, by.mass_a);
    motion.spin_a = motion.spin_a - by.inertia_a.times(arm_a.cross(n));
    motion.velocity_b = motion.velocity_b + times(impulse, by.mass_b);
    motion.spin_b = motion.spin_b + by.inertia_b.times(arm_b.cross(n));
}

/// The points of a contact while their normal impulses are found.
struct Points<W, const POINTS: usize> {
    /// Normal velocities of B's points relative to A's, m/s.
    speeds: [W; POINTS],
    /// Velocities to be added to them, m/s: gaps that may close, and overlap that is pushed out.
    biases: [W; POINTS],
    mass_scales: [W; POINTS],
    impulse_scales: [W; POINTS],
    impulses: [W; POINTS],
    largest: [W; POINTS],
}

impl<W: Wide, const POINTS: usize> Points<W, POINTS> {
    #[inline(always)]
    fn new(
        numbers: &Numbers<'_>,
        motion: &Motion<W>,
        way: &Way<W>,
        settings: &PassSettings,
        biased: bool,
        n: WideVec3<W>,
    ) -> Self {
        let (zero, one) = (W::splat(0.0), W::splat(1.0));
        let (rate, push_speed) = (W::splat(settings.rate), W::splat(-settings.push_speed));
        let (bias_rate, mass_scale, impulse_scale) = (
            numbers.get::<W>(field::BIAS_RATE),
            numbers.get::<W>(field::MASS_SCALE),
            numbers.get::<W>(field::IMPULSE_SCALE),
        );
        // (w x r) . n = r . (n x w), and (R r) . n = r . (R^-1 n): what depends on the points alone are two products.
        let apart = (motion.velocity_b - motion.velocity_a).dot(n);
        let (spin_a, spin_b) = (n.cross(motion.spin_a), n.cross(motion.spin_b));
        let (n_a, n_b) = (turned_back(way.turn_a, n), turned_back(way.turn_b, n));
        // The centres of roundness are carried along, not the points themselves.
        let moved = way.shift.dot(n)
            + (numbers.get::<W>(field::ROUNDNESS) * n.dot(n_a)
                + numbers.get::<W>(field::ROUNDNESS + 1) * n.dot(n_b));
        let mut points = Self {
            speeds: [zero; POINTS],
            biases: [zero; POINTS],
            mass_scales: [one; POINTS],
            impulse_scales: [zero; POINTS],
            impulses: [zero; POINTS],
            largest: [zero; POINTS],
        };
        for point in 0..POINTS {
            let start = field::HEAD + point * field::POINT;
            let arm_a = numbers.vector::<W>(start + field::ANCHOR_A);
            let arm_b = numbers.vector::<W>(start + field::ANCHOR_B);
            points.speeds[point] = apart + (arm_b.dot(spin_b) - arm_a.dot(spin_a));
            let gap = (arm_b.dot(n_b) - arm_a.dot(n_a))
                + (moved + numbers.get(start + field::SEPARATION));
            let open = zero.less(gap);
            if biased {
                let overlap = gap.smaller(zero);
                let push = (bias_rate * overlap).larger(push_speed);
                points.biases[point] = W::select(open, gap * rate, push);
                points.mass_scales[point] = W::select(open, one, mass_scale);
                points.impulse_scales[point] = W::select(open, zero, impulse_scale);
            } else {
                points.biases[point] = W::select(open, gap * rate, zero);
            }
            points.impulses[point] = numbers.get(start + field::NORMAL_IMPULSE);
            points.largest[point] = numbers.get(start + field::LARGEST_IMPULSE);
        }
        points
    }

    /// The impulse of one point.
    #[inline(always)]
    fn solve(&mut self, numbers: &Numbers<'_>, point: usize) {
        let after = self.wanted(numbers, point);
        self.push(numbers, point, after);
    }

    /// The impulse of one point, where the contact has a point beyond it: the last has just been solved. Which is the
    /// last must not depend on the points of the contacts beside it in the block, for which those are depends on the
    /// number of lanes.
    #[inline(always)]
    fn solve_on_the_way_back(&mut self, numbers: &Numbers<'_>, point: usize) {
        let beyond =
            numbers.get::<W>(field::HEAD + (point + 1) * field::POINT + field::NORMAL_MASS);
        let after = self.wanted(numbers, point);
        let after = W::select(W::splat(0.0).less(beyond), after, self.impulses[point]);
        self.push(numbers, point, after);
    }

    #[inline(always)]
    fn wanted(&self, numbers: &Numbers<'_>, point: usize) -> W {
        let mass = numbers.get::<W>(field::HEAD + point * field::POINT + field::NORMAL_MASS);
        let before = self.impulses[point];
        let wanted = before
            - (mass * self.mass_scales[point] * (self.speeds[point] + self.biases[point])
                + self.impulse_scales[point] * before);
        wanted.larger(W::splat(0.0))
    }

    /// Gives a point its impulse, and tells the normal velocities of all points.
    #[inline(always)]
    fn push(&mut self, numbers: &Numbers<'_>, point: usize, after: W) {
        let before = self.impulses[point];
        self.impulses[point] = after;
        self.largest[point] = self.largest[point].larger(after);
        let change = after - before;
        for other in 0..POINTS {
            let coupling = numbers.get::<W>(field::coupling(POINTS, point, other));
            self.speeds[other] = self.speeds[other] + coupling * change;
        }
    }
}

/// Whether any contact of a block has a point that may bounce.
#[inline(always)]
fn bounces<W: Wide>(numbers: &Numbers<'_>) -> bool {
    W::any(W::splat(0.0).less(numbers.get(field::BOUNCES)))
}

/// Friction of a patch: a force in its plane and a moment about its normal.
///
/// What slides and spins at once has less of either: the force `f` and the moment `m` lie within the ellipse
/// `(f/F)^2 + (m/M)^2 = 1` of what each may be alone, where its normal is along the velocities `(v, w)` (Goyal, Ruina,
/// Papadopoulos, *Planar sliding with dry friction*, 1991; the ellipse is that of Howe and Cutkosky, 1996): `m/M` is
/// the share of `L w` in the length of `(v, L w)`, with the lever `L = M/F`. The moment of spinning friction, which a
/// point has too, stands apart.
#[inline(always)]
fn friction<W: Wide>(
    numbers: &mut Numbers<'_>,
    points: usize,
    by: &Response<W>,
    motion: &mut Motion<W>,
) {
    let (n, t) = (
        numbers.vector::<W>(field::NORMAL),
        numbers.vector::<W>(field::TANGENT),
    );
    let u = n.cross(t);
    let (zero, one) = (W::splat(0.0), W::splat(1.0));
    let mu = numbers.get::<W>(field::FRICTION);
    let (mut load, mut moment) = (zero, zero);
    for point in 0..points {
        let start = field::HEAD + point * field::POINT;
        let push = numbers.get::<W>(start + field::NORMAL_IMPULSE);
        load = load + push;
        moment = moment + push * numbers.get(start + field::LEVER);
    }
    let rolling = rolling_resistance(numbers, motion, t, u, load);
    motion.twist(by, rolling);

    let (largest_force, largest_moment) = (mu * load, mu * moment);
    let (arm_a, arm_b) = (
        numbers.vector::<W>(field::CENTER_A),
        numbers.vector::<W>(field::CENTER_B),
    );
    let belt = [
        numbers.get::<W>(field::SURFACE_SPEED),
        numbers.get::<W>(field::SURFACE_SPEED + 1),
    ];
    let patch = Patch {
        arms: [arm_a, arm_b],
        along: [t, u],
        belt,
    };

    // What would stop the spin, less what spinning friction gives.
    let before = numbers.get::<W>(field::TWIST_IMPULSE);
    let speed = (motion.spin_b - motion.spin_a).dot(n);
    let spinning = numbers.get::<W>(field::SPINNING) * load;
    let stop = before - numbers.get::<W>(field::TWIST_MASS) * speed;
    let apart = stop.clamped(-spinning, spinning);
    let stop = stop - apart;
    // Both velocities without friction, times the mass against sliding.
    let sliding = stopping(
        numbers,
        field::TANGENT_MASS,
        field::TANGENT_IMPULSE,
        patch.slip(motion),
    );
    let turning = stop * numbers.get(field::TWIST_WEIGHT) * (moment * inverse(load));
    let length = (sliding[0] * sliding[0] + sliding[1] * sliding[1] + turning * turning).sqrt();
    let slides = largest_force.less(length);
    let share =
        W::select(slides, turning.larger(-turning), one) * W::select(slides, inverse(length), one);
    let limit = largest_moment * share;
    let held = stop.clamped(-limit, limit);
    let after = apart + held;
    numbers.put(field::TWIST_IMPULSE, after);
    motion.twist(by, n * (after - before));

    // The force last, with what the moment has left of the slip.
    let share = held * inverse(largest_moment);
    let rest = (one - share * share).larger(zero).sqrt();
    let change = pair_impulse(
        numbers,
        field::TANGENT_MASS,
        field::TANGENT_IMPULSE,
        patch.slip(motion),
        largest_force * rest,
    );
    motion.push(by, t * change[0] + u * change[1], arm_a, arm_b);
}

/// Where friction acts, and along what.
struct Patch<W> {
    arms: [WideVec3<W>; 2],
    along: [WideVec3<W>; 2],
    /// Speed of the surfaces by themselves, m/s.
    belt: [W; 2],
}

impl<W: Wide> Patch<W> {
    /// Speeds at which B slides over A, m/s. A closure would not be drawn into the code of the lanes.
    #[inline(always)]
    fn slip(&self, motion: &Motion<W>) -> [W; 2] {
        let slip = motion.relative(self.arms[0], self.arms[1]);
        let [t, u] = self.along;
        [slip.dot(t) - self.belt[0], slip.dot(u) - self.belt[1]]
    }
}

#[inline(always)]
fn rolling_resistance<W: Wide>(
    numbers: &mut Numbers<'_>,
    motion: &Motion<W>,
    t: WideVec3<W>,
    u: WideVec3<W>,
    load: W,
) -> WideVec3<W> {
    let spin = motion.spin_b - motion.spin_a;
    let limit = numbers.get::<W>(field::ROLLING) * load;
    let change = pair_impulse(
        numbers,
        field::ROLLING_MASS,
        field::ROLLING_IMPULSE,
        [spin.dot(t), spin.dot(u)],
        limit,
    );
    t * change[0] + u * change[1]
}

/// Two impulses at right angles that stop two velocities.
#[inline(always)]
fn stopping<W: Wide>(
    numbers: &Numbers<'_>,
    mass: usize,
    impulse: usize,
    [v1, v2]: [W; 2],
) -> [W; 2] {
    let (m11, m12, m22) = (
        numbers.get::<W>(mass),
        numbers.get::<W>(mass + 1),
        numbers.get::<W>(mass + 2),
    );
    [
        numbers.get::<W>(impulse) - (m11 * v1 + m12 * v2),
        numbers.get::<W>(impulse + 1) - (m12 * v1 + m22 * v2),
    ]
}

/// By what a length is to be multiplied so that it is at most the limit.
#[inline(always)]
fn shrink<W: Wide>(limit: W, length: W) -> W {
    let one = W::splat(1.0);
    let outside = limit.less(length);
    // The divisor is never 0 where the quotient is taken.
    W::select(outside, limit / W::select(outside, length, one), one)
}

/// Two impulses at right angles that stop two velocities, held within a circle; returns their change.
#[inline(always)]
fn pair_impulse<W: Wide>(
    numbers: &mut Numbers<'_>,
    mass: usize,
    impulse: usize,
    speeds: [W; 2],
    limit: W,
) -> [W; 2] {
    let (old1, old2) = (numbers.get::<W>(impulse), numbers.get::<W>(impulse + 1));
    let [new1, new2] = stopping(numbers, mass, impulse, speeds);
    let scale = shrink(limit, (new1 * new1 + new2 * new2).sqrt());
    let (new1, new2) = (new1 * scale, new2 * scale);
    numbers.put(impulse, new1);
    numbers.put(impulse + 1, new2);
    [new1 - old1, new2 - old2]
}

#[inline(always)]
fn restitution<W: Wide>(
    numbers: &mut Numbers<'_>,
    points: usize,
    by: &Response<W>,
    motion: &mut Motion<W>,
    settings: &PassSettings,
) {
    let n = numbers.vector::<W>(field::NORMAL);
    let zero = W::splat(0.0);
    let e = numbers.get::<W>(field::RESTITUTION);
    let slow = W::splat(-settings.restitution_threshold);
    for point in 0..points {
        let start = field::HEAD + point * field::POINT;
        let approach = numbers.get::<W>(start + field::APPROACH);
        let bounces = W::both(
            approach.less(slow),
            zero.less(numbers.get(start + field::LARGEST_IMPULSE)),
        );
        let (arm_a, arm_b) = (
            numbers.vector::<W>(start + field::ANCHOR_A),
            numbers.vector::<W>(start + field::ANCHOR_B),
        );
        let speed = motion.relative(arm_a, arm_b).dot(n);
        let before = numbers.get::<W>(start + field::NORMAL_IMPULSE);
        let wanted = before - numbers.get::<W>(start + field::NORMAL_MASS) * (speed + e * approach);
        let after = W::select(bounces, wanted.larger(zero), before);
        numbers.put(start + field::NORMAL_IMPULSE, after);
        let largest = numbers.get::<W>(start + field::LARGEST_IMPULSE);
        numbers.put(start + field::LARGEST_IMPULSE, largest.larger(after));
        motion.push(by, n * (after - before), arm_a, arm_b);
    }
}
