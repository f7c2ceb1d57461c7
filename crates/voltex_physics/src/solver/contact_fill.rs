//! Contacts into blocks and their impulses back, in lanes.

#![allow(unsafe_code)]

use voltex_math::wide::Wide;
use voltex_math::wide_vector::{WideSym3, WideVec3};

use super::bodies::{BodyRef, BodyState, Inertia};
use super::contact_block::{Blocks, Numbers, Softness, field};
use super::contact_input::{Constraint, ContactInput, Frame};
use super::contact_pass::{LEAST, inverse, times, vector};
use super::shared::Shared;
use crate::contact::MAX_POINTS;

/// Lanes of the widest processor, for what is gathered number by number.
const MOST_LANES: usize = 8;

/// All that a block is filled from.
#[derive(Clone, Copy)]
pub(crate) struct Sources<'a> {
    pub(crate) constraints: &'a [Constraint],
    pub(crate) inputs: Shared<'a, ContactInput>,
    pub(crate) frames: &'a [Frame],
    pub(crate) states: Shared<'a, BodyState>,
    pub(crate) inertias: &'a [Inertia],
    /// Of contacts of two movable bodies, and of those with a fixed one.
    pub(crate) softness: [Softness; 2],
    /// Approach speed from which a contact bounces, m/s.
    pub(crate) restitution_threshold: f32,
}

/// What stands in for the contact of an empty lane.
static NO_INPUT: ContactInput = ContactInput::NONE;
static NO_FRAME: Frame = Frame {
    position: [0.0; 4],
    rotation: [0.0, 0.0, 0.0, 1.0],
    center: [0.0; 4],
};
const NO_CONSTRAINT: Constraint = Constraint {
    bodies: [BodyRef::WORLD; 2],
    frames: [0; 2],
    input: 0,
    points: 1,
};

/// The contacts of the lanes of a block.
struct Members<'a> {
    constraints: [Constraint; MOST_LANES],
    inputs: [&'a ContactInput; MOST_LANES],
}

impl<'a> Members<'a> {
    /// # Safety
    /// While it lives nobody writes the inputs of the block.
    #[inline(always)]
    unsafe fn new<W: Wide>(sources: &Sources<'a>, members: &[u32]) -> Self {
        let mut all = Self {
            constraints: [NO_CONSTRAINT; MOST_LANES],
            inputs: [&NO_INPUT; MOST_LANES],
        };
        for (lane, member) in members[..W::LANES].iter().enumerate() {
            if *member != Blocks::EMPTY {
                let constraint = sources.constraints[*member as usize];
                all.constraints[lane] = constraint;
                // SAFETY: the caller keeps writers away.
                all.inputs[lane] = unsafe { sources.inputs.get(constraint.input as usize) };
            }
        }
        all
    }

    #[inline(always)]
    fn rows<W: Wide>(&self, row: impl Fn(&'a ContactInput) -> &'a [f32; 4]) -> [W; 4] {
        W::gather(|lane| row(self.inputs[lane]))
    }

    /// One number of every lane.
    #[inline(always)]
    fn numbers<W: Wide>(&self, number: impl Fn(&Constraint) -> f32) -> W {
        let mut lanes = [0.0; MOST_LANES];
        for (to, constraint) in lanes[..W::LANES].iter_mut().zip(&self.constraints) {
            *to = number(constraint);
        }
        W::load(&lanes)
    }
}

/// What the bodies of one side of a block bring.
struct Side<W> {
    position: WideVec3<W>,
    turn: WideVec3<W>,
    turn_w: W,
    /// From the origin of the body to its centre of mass, world axes.
    center: WideVec3<W>,
    velocity: WideVec3<W>,
    spin: WideVec3<W>,
    /// 1/kg, locked axes or not.
    mass: W,
    /// The part of it that is locked, along x, y, z of the world.
    held: WideVec3<W>,
    inertia: WideSym3<W>,
    /// 1 for a body of the solve, 0 for the world, whose points have no arms: its centre may be far away.
    has_arm: W,
}

impl<W: Wide> Side<W> {
    /// # Safety
    /// Nobody writes the states of the bodies meanwhile.
    #[inline(always)]
    unsafe fn new(sources: &Sources<'_>, members: &Members<'_>, side: usize) -> Self {
        let index = |lane: usize| members.constraints[lane].bodies[side].index();
        let frame = |lane: usize| {
            let place = members.constraints[lane].frames[side] as usize;
            sources.frames.get(place).unwrap_or(&NO_FRAME)
        };
        let [x, y, z, turn_w] = W::gather(|lane| &frame(lane).rotation);
        let turn = WideVec3::new(x, y, z);
        let [mass, xx, yy, zz] = W::gather(|lane| &sources.inertias[index(lane)].rows[0]);
        let [yz, zx, xy, locks] = W::gather(|lane| &sources.inertias[index(lane)].rows[1]);
        // SAFETY: as the caller says.
        let state = |lane: usize| unsafe { sources.states.get(index(lane)) };
        Self {
            position: vector(W::gather(|lane| &frame(lane).position)),
            turn,
            turn_w,
            center: vector::<W>(W::gather(|lane| &frame(lane).center)).rotated(turn, turn_w),
            velocity: vector(W::gather(|lane| &state(lane).velocity)),
            spin: vector(W::gather(|lane| &state(lane).spin)),
            mass,
            held: held(mass, locks),
            inertia: WideSym3 {
                diagonal: WideVec3::new(xx, yy, zz),
                off: WideVec3::new(yz, zx, xy),
            },
            has_arm: members.numbers(|constraint| {
                if constraint.bodies[side].index() == 0 {
                    0.0
                } else {
                    1.0
                }
            }),
        }
    }

    #[inline(always)]
    fn turned(&self, v: WideVec3<W>) -> WideVec3<W> {
        v.rotated(self.turn, self.turn_w)
    }

    /// The arm of a point, given from the origin of the body in world axes.
    #[inline(always)]
    fn arm(&self, place: WideVec3<W>) -> WideVec3<W> {
        (place - self.center) * self.has_arm
    }

    /// Velocity along `v` about one arm that an impulse along `w` about another gives: both as cross products.
    #[inline(always)]
    fn turns(&self, v: WideVec3<W>, w: WideVec3<W>) -> W {
        v.dot(self.inertia.times(w))
    }

    /// Inverse mass along x, y, z of the world.
    #[inline(always)]
    fn masses(&self) -> WideVec3<W> {
        WideVec3::new(self.mass, self.mass, self.mass) - self.held
    }

    #[inline(always)]
    fn velocity_at(&self, arm: WideVec3<W>) -> WideVec3<W> {
        self.velocity + self.spin.cross(arm)
    }
}

/// Fills a block. `numbers` are those of the block, `members` its lanes.
///
/// # Safety
/// Nobody else uses the inputs of the block meanwhile, and nobody writes the states of its bodies.
#[inline(always)]
pub(crate) unsafe fn fill<W: Wide>(
    sources: &Sources<'_>,
    numbers: &mut [f32],
    points: usize,
    members: &[u32],
) {
    let numbers = &mut numbers[..field::length(points) * W::LANES];
    let mut numbers = Numbers(numbers);
    // SAFETY: as the caller says; the inputs are written below, when these are used no more.
    let all = unsafe { Members::new::<W>(sources, members) };
    // SAFETY: as the caller says.
    let (a, b) = unsafe { (Side::new(sources, &all, 0), Side::new(sources, &all, 1)) };
    let (zero, one) = (W::splat(0.0), W::splat(1.0));

    let [x, y, z, friction] = all.rows::<W>(|input| &input.normal);
    let n = a.turned(WideVec3::new(x, y, z));
    let t = tangent(n);
    let u = n.cross(t);
    let [x, y, z, restitution] = all.rows::<W>(|input| &input.belt);
    let belt = WideVec3::new(x, y, z);
    let [rolling, spinning, round_a, round_b] = all.rows::<W>(|input| &input.round);
    numbers.put_vector(field::NORMAL, n);
    numbers.put_vector(field::TANGENT, t);
    numbers.put(field::FRICTION, friction);
    numbers.put(field::RESTITUTION, restitution);
    numbers.put(field::ROLLING, rolling);
    numbers.put(field::SPINNING, spinning);
    numbers.put(field::ROUNDNESS, round_a);
    numbers.put(field::ROUNDNESS + 1, round_b);
    numbers.put(field::SURFACE_SPEED, belt.dot(t));
    numbers.put(field::SURFACE_SPEED + 1, belt.dot(u));
    for (start, side) in [
        (field::INVERSE_INERTIA_A, &a),
        (field::INVERSE_INERTIA_B, &b),
    ] {
        numbers.put_vector(start, side.inertia.diagonal);
        numbers.put_vector(start + 3, side.inertia.off);
    }
    numbers.put_vector(field::INVERSE_MASS_A, a.masses());
    numbers.put_vector(field::INVERSE_MASS_B, b.masses());
    let (mass, held) = (a.mass + b.mass, a.held + b.held);
    let locked = |v: WideVec3<W>, w: WideVec3<W>| held.dot(times(v, w));
    // Taken out of the masses of bodies without locks it is nothing, so that their bits stay.
    let along = mass - locked(n, n);
    let least = W::splat(LEAST_SHARE) * mass;
    put_softness::<W>(&mut numbers, &all, sources.softness);

    let count = all.numbers::<W>(|constraint| constraint.points as f32);
    let normal_impulses = all.rows::<W>(|input| &input.left.normal);
    let apart = b.position - a.position;
    let mut separations = [zero; MAX_POINTS];
    let mut turns = [[WideVec3::zero(); 2]; MAX_POINTS];
    let mut bounces = zero;
    let slow = W::splat(-sources.restitution_threshold);
    let (mut center_a, mut center_b) = (WideVec3::zero(), WideVec3::zero());
    for point in 0..points {
        let start = field::HEAD + point * field::POINT;
        let live = W::splat(point as f32).less(count);
        let on_a = a.turned(vector(all.rows::<W>(|input| &input.points[point].on_a)));
        let on_b = b.turned(vector(all.rows::<W>(|input| &input.points[point].on_b)));
        let (arm_a, arm_b) = (a.arm(on_a), b.arm(on_b));
        let gap = (apart + (on_b - on_a)).dot(n);
        separations[point] = W::select(live, gap, zero);
        center_a = center_a + WideVec3::select(live, arm_a, WideVec3::zero());
        center_b = center_b + WideVec3::select(live, arm_b, WideVec3::zero());
        turns[point] = [arm_a.cross(n), arm_b.cross(n)];
        let [turn_a, turn_b] = turns[point];
        let mobility = along + (a.turns(turn_a, turn_a) + b.turns(turn_b, turn_b));
        let approach = (b.velocity_at(arm_b) - a.velocity_at(arm_a)).dot(n);
        numbers.put_vector(start + field::ANCHOR_A, arm_a);
        numbers.put_vector(start + field::ANCHOR_B, arm_b);
        numbers.put(
            start + field::SEPARATION,
            gap - ((arm_b - arm_a).dot(n) + (round_a + round_b)),
        );
        numbers.put(
            start + field::NORMAL_MASS,
            W::select(W::both(live, least.less(mobility)), inverse(mobility), zero),
        );
        numbers.put(
            start + field::NORMAL_IMPULSE,
            W::select(live, normal_impulses[point], zero),
        );
        numbers.put(start + field::LARGEST_IMPULSE, zero);
        numbers.put(start + field::APPROACH, approach);
        bounces = W::select(W::both(live, approach.less(slow)), one, bounces);
        for (other, [other_a, other_b]) in turns[..point].iter().enumerate() {
            let coupling = along + (a.turns(turn_a, *other_a) + b.turns(turn_b, *other_b));
            numbers.put(field::coupling(points, other, point), coupling);
        }
        numbers.put(field::coupling(points, point, point), mobility);
    }
    numbers.put(field::BOUNCES, bounces);
    let share = one / count;
    let (center_a, center_b) = (center_a * share, center_b * share);
    numbers.put_vector(field::CENTER_A, center_a);
    numbers.put_vector(field::CENTER_B, center_b);
    put_levers(&mut numbers, &all, points, n, [center_a, center_b]);

    let [turn_a, turn_b] = [
        [center_a.cross(t), center_a.cross(u)],
        [center_b.cross(t), center_b.cross(u)],
    ];
    put_matrix(
        &mut numbers,
        field::TANGENT_MASS,
        [
            (mass - locked(t, t)) + (a.turns(turn_a[0], turn_a[0]) + b.turns(turn_b[0], turn_b[0])),
            (a.turns(turn_a[0], turn_a[1]) + b.turns(turn_b[0], turn_b[1])) - locked(t, u),
            (mass - locked(u, u)) + (a.turns(turn_a[1], turn_a[1]) + b.turns(turn_b[1], turn_b[1])),
        ],
    );
    let both = a.inertia.plus(&b.inertia);
    let (of_t, of_u) = (both.times(t), both.times(u));
    let twist = n.dot(both.times(n));
    numbers.put(field::TWIST_MASS, inverse(twist));
    let tangents = numbers.get::<W>(field::TANGENT_MASS) + numbers.get(field::TANGENT_MASS + 2);
    numbers.put(field::TWIST_WEIGHT, W::splat(0.5) * tangents * twist);
    put_matrix(
        &mut numbers,
        field::ROLLING_MASS,
        [t.dot(of_t), t.dot(of_u), u.dot(of_u)],
    );
    let [x, y, z, twist] = all.rows::<W>(|input| &input.left.friction);
    let friction = WideVec3::new(x, y, z);
    let rolling = vector(all.rows::<W>(|input| &input.left.rolling));
    numbers.put(field::TANGENT_IMPULSE, friction.dot(t));
    numbers.put(field::TANGENT_IMPULSE + 1, friction.dot(u));
    numbers.put(field::TWIST_IMPULSE, twist);
    numbers.put(field::ROLLING_IMPULSE, rolling.dot(t));
    numbers.put(field::ROLLING_IMPULSE + 1, rolling.dot(u));

    let constraints = all.constraints;
    W::scatter(separations, |lane, separations| {
        if members[lane] != Blocks::EMPTY {
            // SAFETY: no two lanes have the same input, and nobody else uses those of this block.
            let input = unsafe { sources.inputs.get_mut(constraints[lane].input as usize) };
            input.left.separations = separations;
        }
    });
}

#[inline(always)]
fn put_softness<W: Wide>(
    numbers: &mut Numbers<'_>,
    all: &Members<'_>,
    [soft, hard]: [Softness; 2],
) {
    let fixed = all.numbers::<W>(|constraint| {
        if constraint.bodies.iter().all(|body| body.is_movable()) {
            0.0
        } else {
            1.0
        }
    });
    let is_fixed = W::splat(0.0).less(fixed);
    for (field, soft, hard) in [
        (field::BIAS_RATE, soft.bias_rate, hard.bias_rate),
        (field::MASS_SCALE, soft.mass_scale, hard.mass_scale),
        (field::IMPULSE_SCALE, soft.impulse_scale, hard.impulse_scale),
    ] {
        let value = W::select(is_fixed, W::splat(hard), W::splat(soft));
        numbers.put(field, value);
    }
}

/// Mean distance of a patch from its centre, as a share of the distance of its points: of a line from its middle for
/// two points, of a regular triangle for three, of a square for four.
///
/// Even pressure on a regular polygon of `n` corners with the apothem `p` has the mean distance
/// `(p/3)(sec t + ln(sec t + tan t)/tan t)` with `t = pi/n`, and its corners lie at `p sec t`. A long rectangle has
/// 0.5 instead of 0.541. A single point has no distance.
const MEAN_DISTANCE: [f32; MAX_POINTS] = [0.0, 0.5, 0.460_057_7, 0.541_075_1];

/// Levers of friction about the normal: shares of the distances of the points from the centre of the patch.
#[inline(always)]
fn put_levers<W: Wide>(
    numbers: &mut Numbers<'_>,
    all: &Members<'_>,
    points: usize,
    n: WideVec3<W>,
    centers: [WideVec3<W>; 2],
) {
    // What does not move has no arms.
    let moves = all.numbers::<W>(|constraint| {
        if constraint.bodies[0].is_movable() {
            1.0
        } else {
            0.0
        }
    });
    let of_a = W::splat(0.0).less(moves);
    let mean =
        all.numbers::<W>(|constraint| MEAN_DISTANCE[(constraint.points as usize).max(1) - 1]);
    for point in 0..points {
        let start = field::HEAD + point * field::POINT;
        let arm = WideVec3::select(
            of_a,
            numbers.vector::<W>(start + field::ANCHOR_A) - centers[0],
            numbers.vector::<W>(start + field::ANCHOR_B) - centers[1],
        );
        let across = arm - n * arm.dot(n);
        numbers.put(start + field::LEVER, across.dot(across).sqrt() * mean);
    }
}

/// Takes the impulses of a block home.
///
/// # Safety
/// Nobody else uses the inputs of the block meanwhile.
#[inline(always)]
pub(crate) unsafe fn store<W: Wide>(
    sources: &Sources<'_>,
    numbers: &mut [f32],
    points: usize,
    members: &[u32],
) {
    let numbers = Numbers(&mut numbers[..field::length(points) * W::LANES]);
    let (n, t) = (
        numbers.vector::<W>(field::NORMAL),
        numbers.vector::<W>(field::TANGENT),
    );
    let u = n.cross(t);
    let friction = numbers.across(field::TANGENT_IMPULSE, t, u);
    let rolling = numbers.across(field::ROLLING_IMPULSE, t, u);
    let mut normal = [W::splat(0.0); MAX_POINTS];
    let mut largest = W::splat(0.0);
    for (point, normal) in normal[..points].iter_mut().enumerate() {
        let start = field::HEAD + point * field::POINT;
        *normal = numbers.get(start + field::NORMAL_IMPULSE);
        largest = largest.larger(numbers.get(start + field::LARGEST_IMPULSE));
    }
    let twist = numbers.get(field::TWIST_IMPULSE);
    let rows = [
        normal,
        [friction.x, friction.y, friction.z, twist],
        [rolling.x, rolling.y, rolling.z, largest],
    ];
    for (place, row) in rows.into_iter().enumerate() {
        W::scatter(row, |lane, row| {
            if members[lane] == Blocks::EMPTY {
                return;
            }
            let input = sources.constraints[members[lane] as usize].input;
            // SAFETY: no two lanes have the same input, and nobody else uses those of this block.
            let left = unsafe { &mut sources.inputs.get_mut(input as usize).left };
            match place {
                0 => left.normal = row,
                1 => left.friction = row,
                _ => left.rolling = row,
            }
        });
    }
}

/// A unit vector across a unit normal, the same for the same normal.
#[inline(always)]
fn tangent<W: Wide>(n: WideVec3<W>) -> WideVec3<W> {
    let zero = W::splat(0.0);
    let size = n.x.larger(-n.x);
    // The axis with the smallest share of n is never along it.
    let across = WideVec3::select(
        size.less(W::splat(0.6)),
        WideVec3::new(zero, -n.z, n.y),
        WideVec3::new(n.z, zero, -n.x),
    );
    across * (W::splat(1.0) / across.dot(across).sqrt())
}

/// Share of the mobility without locks that has to be left along a normal for the contact to push: what can only give
/// way along axes all but across the normal would have to do so thirty times as fast.
const LEAST_SHARE: f32 = 1.0e-3;

/// The inverse mass that locks take away along x, y, z. `locks` is the sum of 1 for x, 2 for y, 4 for z.
#[inline(always)]
fn held<W: Wide>(mass: W, locks: W) -> WideVec3<W> {
    let zero = W::splat(0.0);
    let part = |locks: W, bit: f32| {
        let is_set = W::splat(bit - 0.5).less(locks);
        let rest = locks - W::select(is_set, W::splat(bit), zero);
        (W::select(is_set, mass, zero), rest)
    };
    let (z, locks) = part(locks, 4.0);
    let (y, locks) = part(locks, 2.0);
    let (x, _) = part(locks, 1.0);
    WideVec3::new(x, y, z)
}

/// Inverse of a symmetric 2 x 2 matrix 11, 12, 22. Where only one direction is left, along that one.
#[inline(always)]
fn put_matrix<W: Wide>(numbers: &mut Numbers<'_>, field: usize, [k11, k12, k22]: [W; 3]) {
    let determinant = k11 * k22 - k12 * k12;
    let trace = k11 + k22;
    let sound = W::both(
        (W::splat(1.0e-6) * trace * trace).less(determinant),
        W::splat(LEAST).less(determinant),
    );
    let scale = W::splat(1.0) / W::select(sound, determinant, W::splat(1.0));
    // A matrix of rank one over the square of its trace is its pseudo-inverse.
    let share = inverse(trace) * inverse(trace);
    numbers.put(field, W::select(sound, k22 * scale, k11 * share));
    numbers.put(field + 1, W::select(sound, -(k12 * scale), k12 * share));
    numbers.put(field + 2, W::select(sound, k11 * scale, k22 * share));
}
