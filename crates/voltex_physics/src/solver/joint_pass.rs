//! One pass over one block of joints, in lanes.
//!
//! A joint holds some directions and leaves others free. The held ones are solved together, as one small system of
//! linear equations. In the free ones act springs, motors, friction and limits: each along a direction from which the
//! held ones have been taken out, so that it finds the inertia that the joint as a whole has, and leaves the held
//! directions as they are.

#![allow(unsafe_code)]

use voltex_math::wide::Wide;
use voltex_math::wide_vector::{WideSym3, WideVec3};

mod bend;

use self::bend::{line_bend, point_bends, swing_bends};
use super::angle::{WideQuat, atan2, unwound};
use super::axes::{swing, turned, twist_axis, within};
use super::bodies::{BodyRef, BodyState};
use super::joint_block::{Layout, TREE_ROW, field};
use super::joint_input::{Class, Hold, Parts};
use super::row::{Answer, Held, Pair, Row, less};
use super::shared::Shared;

/// What a pass does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JointPass {
    /// Tells how easily springs are moved, and changes nothing else.
    Measure,
    /// Applies the impulses of the last substep.
    WarmStart,
    /// Draws the anchors together; springs and all else that acts by force.
    Biased,
    /// Takes out the velocity that the drawing brought in, for the places at the end of the substep.
    Relaxing,
}

/// Numbers that all joints share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointSettings {
    /// The substep, s.
    pub(crate) step: f32,
    /// Velocity per error, 1/s.
    pub(crate) bias_rate: f32,
    pub(crate) mass_scale: f32,
    pub(crate) impulse_scale: f32,
}

/// What a pass works with.
struct Work<'a, W> {
    pass: JointPass,
    settings: &'a JointSettings,
    hold: Hold,
    parts: Parts,
    layout: Layout,
    numbers: &'a mut [f32],
    by: Answer<W>,
    pair: Pair<W>,
    /// B's velocity through the substep relative to A's, less that of its end, m/s: bodies that fall exactly. 0 in the
    /// relaxing pass, which is about velocities.
    drift: WideVec3<W>,
}

impl<W: Wide> Work<'_, W> {
    #[inline(always)]
    fn get(&self, field: usize) -> W {
        W::load(&self.numbers[field * W::LANES..])
    }

    #[inline(always)]
    fn get_all<const N: usize>(&self, field: usize) -> [W; N] {
        let mut all = [W::splat(0.0); N];
        for (offset, value) in all.iter_mut().enumerate() {
            *value = self.get(field + offset);
        }
        all
    }

    #[inline(always)]
    fn vector(&self, field: usize) -> WideVec3<W> {
        WideVec3::new(self.get(field), self.get(field + 1), self.get(field + 2))
    }

    #[inline(always)]
    fn put(&mut self, field: usize, value: W) {
        value.store(&mut self.numbers[field * W::LANES..]);
    }

    #[inline(always)]
    fn put_all<const N: usize>(&mut self, field: usize, values: [W; N]) {
        for (offset, value) in values.into_iter().enumerate() {
            self.put(field + offset, value);
        }
    }

    #[inline(always)]
    fn is_biased(&self) -> bool {
        self.pass == JointPass::Biased
    }

    /// Velocity of B relative to A where the arms end.
    #[inline(always)]
    fn relative(&self, arm_a: WideVec3<W>, arm_b: WideVec3<W>) -> WideVec3<W> {
        let b = self.pair.velocity_b + self.pair.spin_b.cross(arm_b);
        (b - (self.pair.velocity_a + self.pair.spin_a.cross(arm_a))) + self.drift
    }

    #[inline(always)]
    fn add_to_load(&mut self, field: usize, v: WideVec3<W>) {
        let sum = self.vector(field) + v;
        self.put_all(field, [sum.x, sum.y, sum.z]);
    }
}

/// Calls a function by its address. What is inlined in any case, for the sake of the lanes, then has a frame of its own in
/// a build without optimisation; with it, it makes no difference. All kinds in one frame would need 4 MB of stack.
macro_rules! apart {
    ($name:ident :: <$($type:tt),*> ($($argument:expr),* $(,)?)) => {{
        // In memory, or the call would be seen through at once.
        let call: [fn($(apart!(@any $argument)),*) -> _; 1] = [$name::<$($type),*>];
        call[0]($($argument),*)
    }};
    (@any $argument:expr) => {
        _
    };
}

/// Where the two bodies are.
struct Place<W> {
    /// From A's anchor to B's, m.
    apart: WideVec3<W>,
    arm_a: WideVec3<W>,
    arm_b: WideVec3<W>,
    turn_a: WideQuat<W>,
    turn_b: WideQuat<W>,
}

/// How the frames of the joint are turned.
struct Frames<W> {
    /// x, y and z of A's frame.
    axes: [WideVec3<W>; 3],
    /// y of B's frame.
    axis_b: WideVec3<W>,
    a: WideQuat<W>,
    /// From B's frame to A's.
    b_in_a: WideQuat<W>,
}

/// A free direction of a joint.
struct Way<W> {
    row: Row<W>,
    /// Way or angle, m or rad.
    place: W,
    /// What acts in it.
    parts: Parts,
    is_linear: bool,
}

/// Runs a pass over a block. `numbers` are those of the block, `bodies` those of its lanes.
///
/// # Safety
/// No other thread uses the movable bodies of the block meanwhile, and none writes the others.
#[inline(always)]
pub(crate) unsafe fn run<W: Wide>(
    pass: JointPass,
    settings: &JointSettings,
    class: Class,
    numbers: &mut [f32],
    bodies: &[[BodyRef; 2]],
    states: Shared<'_, BodyState>,
) {
    let bodies = &bodies[..W::LANES];
    // SAFETY: as the caller promises.
    let state = |lane: usize, side: usize| unsafe { states.get(bodies[lane][side].index()) };
    let row =
        |side: usize, part: fn(&BodyState) -> &[f32; 4]| W::gather(|lane| part(state(lane, side)));
    let vector = |side: usize, part: fn(&BodyState) -> &[f32; 4]| {
        let [x, y, z, _] = row(side, part);
        WideVec3::new(x, y, z)
    };
    let pair = Pair {
        velocity_a: vector(0, |s| &s.velocity),
        spin_a: vector(0, |s| &s.spin),
        velocity_b: vector(1, |s| &s.velocity),
        spin_b: vector(1, |s| &s.spin),
    };
    let (turn_a, turn_b) = (
        WideQuat::new(row(0, |s| &s.turn)),
        WideQuat::new(row(1, |s| &s.turn)),
    );
    let shift = vector(1, |s| &s.shift) - vector(0, |s| &s.shift);
    let layout = Layout::of(class);
    let numbers = &mut numbers[..layout.count * W::LANES];
    let mut work = Work {
        pass,
        settings,
        hold: class.hold,
        parts: class.parts,
        layout,
        by: answer(numbers, class.parts, turn_a, turn_b),
        numbers,
        pair,
        drift: WideVec3::zero(),
    };
    if pass == JointPass::Biased {
        work.drift = work.vector(field::DRIFT);
    }
    let (arm_a, arm_b) = (
        turn_a.rotate(work.vector(field::ARM_A)),
        turn_b.rotate(work.vector(field::ARM_B)),
    );
    let place = Place {
        apart: (work.vector(field::BETWEEN) + shift) + (arm_b - arm_a),
        arm_a,
        arm_b,
        turn_a,
        turn_b,
    };
    match class.hold {
        Hold::Nothing => apart!(distance::<W>(&mut work, &place)),
        Hold::Distance => apart!(rod::<W>(&mut work, &place)),
        Hold::Point => apart!(ball::<W>(&mut work, &place, class)),
        Hold::All => apart!(fixed::<W>(&mut work, &place)),
        Hold::Hinge => apart!(hinge::<W>(&mut work, &place)),
        Hold::Slider => apart!(slider::<W>(&mut work, &place)),
        Hold::Wheel => apart!(wheel::<W>(&mut work, &place)),
    }
    let pair = work.pair;
    let scatter = |side: usize, v: WideVec3<W>, part: fn(&mut BodyState) -> &mut [f32; 4]| {
        W::scatter([v.x, v.y, v.z, W::splat(0.0)], |lane, values| {
            let body = bodies[lane][side];
            if body.is_movable() {
                // SAFETY: as the caller promises; the reference ends with this statement.
                *part(unsafe { states.get_mut(body.index()) }) = values;
            }
        });
    };
    scatter(0, pair.velocity_a, |s| &mut s.velocity);
    scatter(0, pair.spin_a, |s| &mut s.spin);
    scatter(1, pair.velocity_b, |s| &mut s.velocity);
    scatter(1, pair.spin_b, |s| &mut s.spin);
}

// Functions, for a closure would not be drawn into the code of the lanes.

#[inline(always)]
fn number<W: Wide>(numbers: &[f32], field: usize) -> W {
    W::load(&numbers[field * W::LANES..])
}

#[inline(always)]
fn matrix<W: Wide>(numbers: &[f32], at: usize) -> WideSym3<W> {
    WideSym3 {
        diagonal: WideVec3::new(
            number(numbers, at),
            number(numbers, at + 1),
            number(numbers, at + 2),
        ),
        off: WideVec3::new(
            number(numbers, at + 3),
            number(numbers, at + 4),
            number(numbers, at + 5),
        ),
    }
}

/// How the bodies answer to impulses now that they have turned.
#[inline(always)]
fn answer<W: Wide>(
    numbers: &[f32],
    parts: Parts,
    turn_a: WideQuat<W>,
    turn_b: WideQuat<W>,
) -> Answer<W> {
    let (inertia_a, inertia_b) = (
        matrix(numbers, field::INVERSE_INERTIA_A),
        matrix(numbers, field::INVERSE_INERTIA_B),
    );
    let turns = parts.has(Parts::TUMBLES);
    Answer {
        mass_a: number(numbers, field::INVERSE_MASS_A),
        mass_b: number(numbers, field::INVERSE_MASS_B),
        inertia_a: if turns {
            turned(turn_a, &inertia_a)
        } else {
            inertia_a
        },
        inertia_b: if turns {
            turned(turn_b, &inertia_b)
        } else {
            inertia_b
        },
    }
}

#[inline(always)]
fn frames<W: Wide>(work: &Work<'_, W>, place: &Place<W>) -> Frames<W> {
    let at = work.layout.frames;
    let a = place.turn_a.times(WideQuat::new(work.get_all(at)));
    let b = place.turn_b.times(WideQuat::new(work.get_all(at + 4)));
    Frames {
        axes: a.axes(),
        axis_b: b.rotate(WideVec3::new(W::splat(0.0), W::splat(1.0), W::splat(0.0))),
        a,
        b_in_a: a.conjugate().times(b),
    }
}

/// Rows that hold two points together. Both bodies are pushed at one point, halfway: then what one loses in angular
/// momentum the other gains, whatever the error.
#[inline(always)]
fn point_rows<W: Wide>(by: &Answer<W>, place: &Place<W>) -> [Row<W>; 3] {
    let half = place.apart * W::splat(0.5);
    let (arm_a, arm_b) = (place.arm_a + half, place.arm_b - half);
    Row::moving(by, arm_a, arm_b)
}

/// The free direction about the axis, with the angle counted through whole turns.
#[inline(always)]
fn twist_way<W: Wide>(work: &mut Work<'_, W>, frames: &Frames<W>, parts: Parts) -> Way<W> {
    let row = Row::angular(&work.by, twist_axis(frames.axes[1], frames.axis_b));
    let kept = work.get(work.layout.angle);
    // The bodies have moved by a substep since the angle was kept, but only before the relaxing pass.
    let moved = match work.pass {
        JointPass::Relaxing => row.speed(&work.pair) * W::splat(work.settings.step),
        JointPass::Measure | JointPass::WarmStart | JointPass::Biased => W::splat(0.0),
    };
    let angle = unwound(frames.b_in_a.twist(), kept + moved);
    work.put(work.layout.angle, angle);
    Way {
        row,
        place: angle,
        parts,
        is_linear: false,
    }
}

/// The free direction from anchor to anchor.
#[inline(always)]
fn length_way<W: Wide>(by: &Answer<W>, place: &Place<W>, parts: Parts) -> Way<W> {
    let length = place.apart.dot(place.apart).sqrt();
    let none = length.less(W::splat(1.0e-9));
    let one = W::splat(1.0);
    let direction = place.apart * (one / W::select(none, one, length));
    let up = WideVec3::new(W::splat(0.0), one, W::splat(0.0));
    let direction = WideVec3::select(none, up, direction);
    Way {
        row: Row::linear(by, direction, place.arm_a, place.arm_b),
        place: length,
        parts,
        is_linear: true,
    }
}

#[inline(always)]
fn distance<W: Wide>(work: &mut Work<'_, W>, place: &Place<W>) {
    let way = length_way(&work.by, place, work.parts);
    apart!(joint::<W, 0, 1>(work, [], [], [], [way]));
}

#[inline(always)]
fn rod<W: Wide>(work: &mut Work<'_, W>, place: &Place<W>) {
    let way = length_way(&work.by, place, work.parts);
    let error = way.place - work.get(work.layout.length);
    let mut bend = W::splat(0.0);
    if work.is_biased() {
        let across = work.relative(place.arm_a, place.arm_b);
        let along = across.dot(way.row.along);
        let square = across.dot(across) - along * along;
        let some = W::splat(1.0e-9).less(way.place);
        let swing = W::select(
            some,
            square / W::select(some, way.place, W::splat(1.0)),
            bend,
        );
        let turning = work.centripetal(place.arm_a, place.arm_b);
        bend = work.half_step() * (turning.dot(way.row.along) + swing);
    }
    apart!(joint::<W, 1, 0>(work, [way.row], [error], [bend], []));
}

#[inline(always)]
fn ball<W: Wide>(work: &mut Work<'_, W>, place: &Place<W>, class: Class) {
    let rows = point_rows(&work.by, place);
    let apart = place.apart;
    let errors = [apart.x, apart.y, apart.z];
    let bends = point_bends(work, place);
    let turns = [Parts::SPRING, Parts::FRICTION, Parts::LIMITS, Parts::CONE];
    if !class.parts.has_any(turns) {
        apart!(joint::<W, 3, 0>(work, rows, errors, bends, []));
        return;
    }
    if !class.has_frames() {
        let held = apart!(joint::<W, 3, 0>(work, rows, errors, bends, []));
        turning(work, held, None);
        return;
    }
    let frames = frames(work, place);
    let across = frames.axes[1].cross(frames.axis_b);
    let sine = across.dot(across).sqrt();
    let none = sine.less(W::splat(1.0e-9));
    let axis = WideVec3::select(
        none,
        frames.axes[0],
        across * (W::splat(1.0) / W::select(none, W::splat(1.0), sine)),
    );
    let cosine = frames.axes[1].dot(frames.axis_b);
    // Beyond a right angle by way of the half angle, which stays below one.
    let half = atan2(sine, W::splat(1.0) + cosine);
    let cone = Way {
        row: Row::angular(&work.by, axis),
        place: half + half,
        parts: Parts::CONE,
        is_linear: false,
    };
    let twist = twist_way(work, &frames, Parts::LIMITS);
    let held = apart!(joint::<W, 3, 2>(work, rows, errors, bends, [twist, cone]));
    turning(work, held, Some(&frames));
}

#[inline(always)]
fn fixed<W: Wide>(work: &mut Work<'_, W>, place: &Place<W>) {
    let [x, y, z] = point_rows(&work.by, place);
    let frames = frames(work, place);
    let turn = frames.b_in_a.shorter();
    let error = frames.a.rotate(turn.v * W::splat(2.0));
    let [u, v, w] = Row::turning(&work.by);
    let apart = place.apart;
    let errors = [apart.x, apart.y, apart.z, error.x, error.y, error.z];
    let ([p, q, r], zero) = (point_bends(work, place), W::splat(0.0));
    let bends = [p, q, r, zero, zero, zero];
    apart!(joint::<W, 6, 0>(
        work,
        [x, y, z, u, v, w],
        errors,
        bends,
        []
    ));
}

#[inline(always)]
fn hinge<W: Wide>(work: &mut Work<'_, W>, place: &Place<W>) {
    let [x, y, z] = point_rows(&work.by, place);
    let frames = frames(work, place);
    let swing = swing(frames.axes[1], frames.axis_b);
    let [u, _, w] = frames.axes;
    let apart = place.apart;
    let errors = [apart.x, apart.y, apart.z, swing.dot(u), swing.dot(w)];
    let (p, q) = (Row::angular(&work.by, u), Row::angular(&work.by, w));
    let [bend_x, bend_y, bend_z] = point_bends(work, place);
    let [bend_u, bend_w] = swing_bends(work, &frames);
    let bends = [bend_x, bend_y, bend_z, bend_u, bend_w];
    let way = twist_way(work, &frames, work.parts);
    apart!(joint::<W, 5, 1>(
        work,
        [x, y, z, p, q],
        errors,
        bends,
        [way]
    ));
}

#[inline(always)]
fn slider<W: Wide>(work: &mut Work<'_, W>, place: &Place<W>) {
    let frames = frames(work, place);
    let [u, axis, w] = frames.axes;
    // A is pushed where B is.
    let arm_a = place.arm_a + place.apart;
    let by = work.by;
    let linear = |axis: WideVec3<W>| Row::linear(&by, axis, arm_a, place.arm_b);
    let turn = frames.b_in_a.shorter();
    let error = frames.a.rotate(turn.v * W::splat(2.0));
    let [r, s, t] = Row::turning(&by);
    let way = Way {
        row: linear(axis),
        place: place.apart.dot(axis),
        parts: work.parts,
        is_linear: true,
    };
    let errors = [
        place.apart.dot(u),
        place.apart.dot(w),
        error.x,
        error.y,
        error.z,
    ];
    let (bend, zero) = (line_bend(work, arm_a, place.arm_b), W::splat(0.0));
    let bends = [bend.dot(u), bend.dot(w), zero, zero, zero];
    let rows = [linear(u), linear(w), r, s, t];
    apart!(joint::<W, 5, 1>(work, rows, errors, bends, [way]));
}

#[inline(always)]
fn wheel<W: Wide>(work: &mut Work<'_, W>, place: &Place<W>) {
    let frames = frames(work, place);
    let [up, axle, w] = frames.axes;
    let arm_a = place.arm_a + place.apart;
    let by = work.by;
    let linear = |axis: WideVec3<W>| Row::linear(&by, axis, arm_a, place.arm_b);
    let swing = swing(axle, frames.axis_b);
    let suspension = Way {
        row: linear(up),
        place: place.apart.dot(up),
        parts: Parts::SPRING
            .with(Parts::SERVO, true)
            .with(Parts::LIMITS, true),
        is_linear: true,
    };
    let spin = Way {
        row: Row::angular(&by, twist_axis(axle, frames.axis_b)),
        place: W::splat(0.0),
        parts: Parts::MOTOR.with(Parts::FRICTION, true),
        is_linear: false,
    };
    let errors = [
        place.apart.dot(axle),
        place.apart.dot(w),
        swing.dot(up),
        swing.dot(w),
    ];
    let rows = [
        linear(axle),
        linear(w),
        Row::angular(&by, up),
        Row::angular(&by, w),
    ];
    let bend = line_bend(work, arm_a, place.arm_b);
    let [bend_up, bend_w] = swing_bends(work, &frames);
    let bends = [bend.dot(axle), bend.dot(w), bend_up, bend_w];
    apart!(joint::<W, 4, 2>(
        work,
        rows,
        errors,
        bends,
        [suspension, spin]
    ));
}

/// What was held, for parts that act in three directions at once.
struct Solved<W, const N: usize> {
    rows: [Row<W>; N],
    impulses: [W; N],
}

/// Solves a joint: the held directions, then those that are free. `bends` are speeds at which the held directions give
/// way though their velocities do not say so. In a tree the held directions are left to it, and it is told of them.
#[inline(always)]
fn joint<W: Wide, const N: usize, const M: usize>(
    work: &mut Work<'_, W>,
    rows: [Row<W>; N],
    errors: [W; N],
    bends: [W; N],
    ways: [Way<W>; M],
) -> Solved<W, N> {
    let at = work.layout.held;
    let mut impulses: [W; N] = work.get_all(at);
    if work.pass == JointPass::WarmStart {
        for (row, impulse) in rows.iter().zip(impulses) {
            row.push(&work.by, &mut work.pair, impulse);
        }
        for way in &ways {
            let kept = kept(work, way);
            way.row.push(&work.by, &mut work.pair, kept);
        }
        return Solved { rows, impulses };
    }
    let biased = work.is_biased();
    let mut excess = [W::splat(0.0); N];
    if biased {
        let bias = W::splat(work.settings.bias_rate);
        for n in 0..N {
            excess[n] = (errors[n] * bias + bends[n]) + rows[n].along.dot(work.drift);
        }
    }
    let in_a_tree = work.parts.has(Parts::TREE);
    if in_a_tree {
        for n in 0..N {
            put_row(work, n, &rows[n], excess[n]);
        }
        if M == 0 {
            return Solved { rows, impulses };
        }
    }
    let held = Held::new(&work.by, rows);
    if work.pass == JointPass::Measure {
        for way in &ways {
            measure(work, &held, way);
        }
        return Solved { rows, impulses };
    }
    if !in_a_tree {
        let mut wanted = excess;
        for n in 0..N {
            wanted[n] = rows[n].speed(&work.pair) + wanted[n];
        }
        let mut change = held.impulses(wanted);
        let mass_scale = work.get(field::MASS_SCALE);
        let impulse_scale = work.get(field::IMPULSE_SCALE);
        for n in 0..N {
            change[n] = if biased {
                -(change[n] * mass_scale + impulses[n] * impulse_scale)
            } else {
                -change[n]
            };
            impulses[n] = impulses[n] + change[n];
        }
        held.push(&work.by, &mut work.pair, change);
    }
    for way in &ways {
        act(work, &held, &mut impulses, way);
    }
    work.put_all(at, impulses);
    if work.pass == JointPass::Relaxing {
        let (mut force, mut moment) = (WideVec3::zero(), WideVec3::zero());
        let linear = work.hold.linear();
        for n in 0..if in_a_tree { 0 } else { N } {
            if n < linear {
                force = force + rows[n].along * impulses[n];
            } else {
                moment = moment + rows[n].about_b * impulses[n];
            }
        }
        for way in &ways {
            let kept = kept(work, way);
            if way.is_linear {
                force = force + way.row.along * kept;
            } else {
                moment = moment + way.row.about_b * kept;
            }
        }
        work.add_to_load(field::LOAD, force);
        work.add_to_load(field::LOAD_MOMENT, moment);
    }
    Solved { rows, impulses }
}

/// Tells the tree of a held direction, and of the speed to be taken out besides that of the bodies.
#[inline(always)]
fn put_row<W: Wide>(work: &mut Work<'_, W>, n: usize, row: &Row<W>, excess: W) {
    let at = work.layout.rows + n * TREE_ROW;
    let parts = [row.along, row.about_a, row.about_b, row.turn_a, row.turn_b];
    for (part, v) in parts.into_iter().enumerate() {
        work.put_all(at + 3 * part, [v.x, v.y, v.z]);
    }
    work.put(at + TREE_ROW - 1, excess);
}

/// Writes how fast a unit impulse makes a spring and a servo in the place of their laws.
#[inline(always)]
fn measure<W: Wide, const N: usize>(work: &mut Work<'_, W>, held: &Held<W, N>, way: &Way<W>) {
    for (part, at) in [
        (Parts::SPRING, work.layout.spring),
        (Parts::SERVO, work.layout.servo),
    ] {
        if work.parts.has(part) && way.parts.has(part) {
            let free = held.free(&work.by, [way.row]);
            work.put(at + field::PULL, free.own_mobility());
        }
    }
}

/// The sum of the impulses in a free direction.
#[inline(always)]
fn kept<W: Wide>(work: &Work<'_, W>, way: &Way<W>) -> W {
    let (layout, acts) = (work.layout, |part| {
        work.parts.has(part) && way.parts.has(part)
    });
    let mut sum = W::splat(0.0);
    if acts(Parts::FRICTION) {
        sum = sum + work.get(layout.friction + 1);
    }
    if acts(Parts::MOTOR) {
        sum = sum + work.get(layout.motor + 2);
    }
    if acts(Parts::SPRING) {
        sum = sum + work.get(layout.spring + field::DRAW);
    }
    if acts(Parts::SERVO) {
        sum = sum + work.get(layout.servo + field::DRAW);
    }
    if acts(Parts::LIMITS) {
        sum = sum + (work.get(layout.limits + 2) - work.get(layout.limits + 3));
    }
    if acts(Parts::CONE) {
        sum = sum - work.get(layout.cone + 1);
    }
    sum
}

/// Springs, motors, friction and limits in one free direction.
#[inline(always)]
fn act<W: Wide, const N: usize>(
    work: &mut Work<'_, W>,
    held: &Held<W, N>,
    impulses: &mut [W; N],
    way: &Way<W>,
) {
    let parts = work.parts;
    let acts = |part| parts.has(part) && way.parts.has(part);
    let any = [Parts::FRICTION, Parts::MOTOR, Parts::SPRING, Parts::SERVO]
        .into_iter()
        .chain([Parts::LIMITS, Parts::CONE])
        .any(acts);
    if !any {
        return;
    }
    let (zero, one) = (W::splat(0.0), W::splat(1.0));
    let free = held.free(&work.by, [way.row]);
    let mobility = free.own_mobility();
    let moves = zero.less(mobility);
    let mass = W::select(moves, one / W::select(moves, mobility, one), zero);
    let [speed] = free.speed(&work.pair);
    let mut speed = speed + way.row.along.dot(work.drift);
    let (layout, biased) = (work.layout, work.is_biased());
    // A closure would not be drawn into the code of the lanes.
    macro_rules! push {
        ($change:expr) => {{
            let change = $change;
            free.push(&work.by, &mut work.pair, impulses, [change]);
            speed = speed + mobility * change;
        }};
    }
    if acts(Parts::FRICTION) {
        let largest = work.get(layout.friction);
        let before = work.get(layout.friction + 1);
        let after = (before - mass * speed).clamped(-largest, largest);
        work.put(layout.friction + 1, after);
        push!(after - before);
    }
    if acts(Parts::MOTOR) {
        let [wanted, largest, before] = work.get_all(layout.motor);
        let after = (before - mass * (speed - wanted)).clamped(-largest, largest);
        work.put(layout.motor + 2, after);
        push!(after - before);
    }
    // Springs are forces of the places at the start of the substep: the relaxing pass leaves them.
    for (part, at) in [(Parts::SPRING, layout.spring), (Parts::SERVO, layout.servo)] {
        if biased && acts(part) {
            let [slack, keep, pull, rest, largest, own, before] = work.get_all(at);
            let mass = W::select(zero.less(own), own, mass);
            let wanted = before * keep - mass * (slack * speed + pull * (way.place - rest));
            let after = wanted.clamped(-largest, largest);
            work.put(at + field::DRAW, after);
            push!(after - before);
        }
    }
    if acts(Parts::LIMITS) {
        let [low, high, before_low, before_high] = work.get_all(layout.limits);
        let after_low = held_back(work, mass, speed, way.place - low, before_low);
        push!(after_low - before_low);
        let after_high = held_back(work, mass, -speed, high - way.place, before_high);
        push!(before_high - after_high);
        work.put(layout.limits + 2, after_low);
        work.put(layout.limits + 3, after_high);
    }
    if acts(Parts::CONE) {
        let [cone, before] = work.get_all(layout.cone);
        let after = held_back(work, mass, -speed, cone - way.place, before);
        free.push(&work.by, &mut work.pair, impulses, [before - after]);
        work.put(layout.cone + 1, after);
    }
}

/// Impulse that keeps a gap from closing: what is open may close within the substep, what is beyond comes back as joints
/// do.
#[inline(always)]
fn held_back<W: Wide>(work: &Work<'_, W>, mass: W, speed: W, gap: W, before: W) -> W {
    let (zero, one) = (W::splat(0.0), W::splat(1.0));
    let settings = work.settings;
    let open = zero.less(gap);
    let arriving = gap * W::splat(1.0 / settings.step);
    let (bias, mass_scale, impulse_scale) = match work.pass {
        JointPass::Biased => (
            gap * W::splat(settings.bias_rate),
            W::splat(settings.mass_scale),
            W::splat(settings.impulse_scale),
        ),
        JointPass::Measure | JointPass::WarmStart | JointPass::Relaxing => (zero, one, zero),
    };
    let bias = W::select(open, arriving, bias);
    let mass_scale = W::select(open, one, mass_scale);
    let impulse_scale = W::select(open, zero, impulse_scale);
    (before - (mass * mass_scale * (speed + bias) + impulse_scale * before)).larger(zero)
}

/// Spring and friction of a ball joint, which act in all directions of turning at once.
#[inline(always)]
fn turning<W: Wide>(work: &mut Work<'_, W>, solved: Solved<W, 3>, frames: Option<&Frames<W>>) {
    let (layout, parts) = (work.layout, work.parts);
    let any = parts.has(Parts::SPRING) || parts.has(Parts::FRICTION);
    if !any || work.pass == JointPass::Measure {
        return;
    }
    let by = work.by;
    let rows = Row::turning(&by);
    let springs = layout.spring + field::DRAW;
    if work.pass == JointPass::WarmStart {
        for (part, at) in [
            (Parts::FRICTION, layout.friction + 1),
            (Parts::SPRING, springs),
        ] {
            if parts.has(part) {
                let kept: [W; 3] = work.get_all(at);
                for (row, kept) in rows.iter().zip(kept) {
                    row.push(&by, &mut work.pair, kept);
                }
            }
        }
        return;
    }
    let Solved {
        rows: held,
        mut impulses,
    } = solved;
    let free = Held::new(&by, held).free(&by, rows);
    if parts.has(Parts::FRICTION) {
        let largest = work.get(layout.friction);
        let before: [W; 3] = work.get_all(layout.friction + 1);
        let stop = free.impulses(free.speed(&work.pair));
        let wanted = less(before, stop);
        let after = within(wanted, largest);
        work.put_all(layout.friction + 1, after);
        let change = less(after, before);
        free.push(&by, &mut work.pair, &mut impulses, change);
    }
    if let (true, true, Some(frames)) = (parts.has(Parts::SPRING), work.is_biased(), frames) {
        let [slack, keep, pull, _, largest] = work.get_all(layout.spring);
        let before: [W; 3] = work.get_all(springs);
        let target = WideQuat::new(work.get_all(springs + 3));
        let error = frames.b_in_a.times(target.conjugate()).rotation_vector();
        let error = frames.a.rotate(error);
        let error = [error.x, error.y, error.z];
        let speed = free.speed(&work.pair);
        let stop = free.impulses([
            slack * speed[0] + pull * error[0],
            slack * speed[1] + pull * error[1],
            slack * speed[2] + pull * error[2],
        ]);
        let [x, y, z] = before;
        let wanted = less([x * keep, y * keep, z * keep], stop);
        let after = within(wanted, largest);
        work.put_all(springs, after);
        let change = less(after, before);
        free.push(&by, &mut work.pair, &mut impulses, change);
    }
    work.put_all(layout.held, impulses);
    if work.pass == JointPass::Relaxing {
        for (part, at) in [
            (Parts::FRICTION, layout.friction + 1),
            (Parts::SPRING, springs),
        ] {
            if parts.has(part) {
                let moment = work.vector(at);
                work.add_to_load(field::LOAD_MOMENT, moment);
            }
        }
    }
}
