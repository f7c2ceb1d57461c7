//! The substeps of a solve.

#![allow(unsafe_code)]

use crate::copies::copies_nothing;
use std::ops::Range;

use voltex_math::simd::Level;
use voltex_math::wide::{Wide, WideProgram};
use voltex_math::{DQuat, Quat, Vec3};

use super::bodies::{BodyMass, BodyRef, BodyState, SolverBodies, Tumble, row};
use super::color::{Coloring, Strip};
use super::contact_block::{Block, Blocks, Softness};
use super::contact_fill::{self, Sources};
use super::contact_input::ContactSet;
use super::contact_pass::{self, Pass, PassSettings};
use super::crew::Crew;
use super::joint_block::{JointBlock, JointBlocks, Layout};
use super::joint_input::JointInput;
use super::joint_pass::{self, JointPass, JointSettings};
use super::joint_tree::{JointTrees, TreeView};
use super::shared::Shared;

/// Numbers of a solve.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolveSettings {
    /// Length of the step, s.
    pub(crate) dt: f32,
    pub(crate) substeps: u32,
    /// Frequency of contacts, Hz; held below a quarter of the substep rate.
    pub(crate) contact_frequency: f32,
    pub(crate) contact_damping_ratio: f32,
    /// Frequency of joints as a share of the rate of substeps. From a half on long chains of light links burst.
    pub(crate) joint_stiffness: f32,
    pub(crate) joint_damping_ratio: f32,
    /// Largest velocity of push-out, m/s.
    pub(crate) push_speed: f32,
    /// Approach speed from which contacts bounce, m/s.
    pub(crate) restitution_threshold: f32,
}

impl SolveSettings {
    /// Contacts of 45 Hz and damping ratio 5, push-out at 3 m/s. A tower of 20 equal boxes needs 45 Hz: with springs
    /// of 30 Hz it is a column that buckles under its own weight.
    pub(crate) const fn new(dt: f32, substeps: u32, restitution_threshold: f32) -> Self {
        Self {
            dt,
            substeps,
            contact_frequency: 45.0,
            contact_damping_ratio: 5.0,
            joint_stiffness: 0.25,
            joint_damping_ratio: 2.0,
            push_speed: 3.0,
            restitution_threshold,
        }
    }

    fn substep(&self) -> f32 {
        self.dt / self.substeps as f32
    }

    /// Softness of contacts of two movable bodies, and of those with a fixed one.
    fn softness(&self) -> [Softness; 2] {
        let h = self.substep();
        let frequency = voltex_math::f32::min(self.contact_frequency, 0.25 / h);
        [
            Softness::new(frequency, self.contact_damping_ratio, h),
            Softness::new(2.0 * frequency, 0.5 * self.contact_damping_ratio, h),
        ]
    }

    fn joints(&self) -> JointSettings {
        let h = self.substep();
        let softness = Softness::new(self.joint_stiffness / h, self.joint_damping_ratio, h);
        JointSettings {
            step: h,
            bias_rate: softness.bias_rate,
            mass_scale: softness.mass_scale,
            impulse_scale: softness.impulse_scale,
        }
    }
}

/// Memory of the solver, kept from step to step.
#[derive(Debug, Default)]
pub(crate) struct Solver {
    coloring: Coloring,
    blocks: Blocks,
    joint_coloring: Coloring,
    joint_blocks: JointBlocks,
    joint_trees: JointTrees,
    measured: Vec<f32>,
    stages: Vec<Stage>,
    chunks: Vec<u32>,
    crew: Crew,
}

copies_nothing!(Solver);

/// What all threads do before any goes on.
#[derive(Clone, Debug)]
enum Stage {
    /// Blocks are filled from the inputs.
    Fill,
    /// Forces change velocities.
    Velocities,
    /// Velocities change positions.
    Positions,
    /// A pass over the blocks of one colour.
    Contacts(Pass, Strip),
    /// Impulses go back to the inputs.
    Store,
    /// The same for joints.
    Joints(JointPass, Strip),
    /// A pass over the trees of joints that are solved as a whole.
    Trees(JointPass),
}

/// Bodies of a chunk: some microseconds of work.
const BODIES: usize = 256;

/// Contacts from which several threads are worth their waiting.
const SIDE_BY_SIDE: usize = 256;

impl Solver {
    /// Moves the bodies through a step; the contacts take their impulses home.
    pub(crate) fn solve(
        &mut self,
        level: Level,
        settings: &SolveSettings,
        bodies: &mut SolverBodies,
        contacts: ContactSet<'_>,
        joints: &mut [JointInput],
    ) {
        let constraints = contacts.constraints;
        self.coloring.color(
            bodies.len(),
            constraints.iter().map(|contact| {
                (
                    contact.bodies[0],
                    contact.bodies[1],
                    contact.points as usize,
                )
            }),
        );
        self.blocks
            .lay_out(level.wide_lanes(), constraints, &self.coloring);
        for constraint in constraints {
            for body in constraint.bodies {
                bodies.touched[body.index()] = true;
            }
        }
        for joint in joints.iter().filter(|joint| joint.class.bears()) {
            bodies.touched[joint.a.index()] = true;
            bodies.touched[joint.b.index()] = true;
        }
        let (lanes, joint_settings) = (level.wide_lanes(), settings.joints());
        self.joint_trees.grow(bodies, joints);
        self.joint_trees
            .fill(joints, bodies, &joint_settings, &mut self.measured);
        let loose = self.joint_trees.loose.as_slice();
        self.joint_coloring.color(
            bodies.len(),
            loose.iter().map(|joint| {
                let joint = &joints[*joint as usize];
                (joint.a, joint.b, 1)
            }),
        );
        self.joint_blocks.fill(
            lanes,
            joints,
            loose,
            &self.joint_coloring,
            bodies,
            &joint_settings,
        );
        self.plan(settings.substeps, bodies.len());
        let many = constraints.len() + joints.len() >= SIDE_BY_SIDE;
        self.run_stages(level, settings, bodies, contacts, many);
        self.joint_blocks.read_back(lanes, joints);
        self.joint_trees.read_back(joints);
    }

    /// Lists the stages of a step and into how many chunks each is cut.
    fn plan(&mut self, substeps: u32, bodies: usize) {
        self.stages.clear();
        self.stages.push(Stage::Fill);
        for _ in 0..substeps {
            self.stages.push(Stage::Velocities);
            self.over_joints(JointPass::WarmStart);
            self.over_colors(Pass::WarmStart);
            self.over_joints(JointPass::Biased);
            self.over_colors(Pass::Biased);
            self.stages.push(Stage::Positions);
            self.over_joints(JointPass::Relaxing);
            self.over_colors(Pass::Relaxing);
        }
        self.over_colors(Pass::Restitution);
        self.stages.push(Stage::Store);
        self.chunks.clear();
        let all = self.blocks.blocks.len();
        self.chunks
            .extend(self.stages.iter().map(|stage| match stage {
                Stage::Fill | Stage::Store => Strip::side_by_side(0..all).chunks() as u32,
                Stage::Velocities | Stage::Positions => bodies.div_ceil(BODIES) as u32,
                Stage::Contacts(_, strip) | Stage::Joints(_, strip) => strip.chunks() as u32,
                Stage::Trees(_) => self.joint_trees.trees.len() as u32,
            }));
    }

    fn run_stages(
        &mut self,
        level: Level,
        settings: &SolveSettings,
        bodies: &mut SolverBodies,
        contacts: ContactSet<'_>,
        side_by_side: bool,
    ) {
        let h = settings.substep();
        let pass_settings = PassSettings {
            rate: 1.0 / h,
            push_speed: settings.push_speed,
            restitution_threshold: settings.restitution_threshold,
        };
        let (masses, touched) = (&bodies.masses, &bodies.touched);
        let states = Shared::new(&mut bodies.states);
        let Blocks {
            numbers,
            blocks,
            bodies: lanes,
            members,
            ..
        } = &mut self.blocks;
        let numbers = Shared::new(numbers);
        let sources = Sources {
            constraints: contacts.constraints,
            inputs: Shared::new(contacts.inputs),
            frames: contacts.frames,
            states,
            inertias: &bodies.inertias,
            softness: settings.softness(),
            restitution_threshold: settings.restitution_threshold,
        };
        let width = level.wide_lanes();
        let all = Strip::side_by_side(0..blocks.len());
        let joint_settings = settings.joints();
        let joint_numbers = Shared::new(&mut self.joint_blocks.numbers);
        let (joint_blocks, joint_lanes) = (&self.joint_blocks.blocks, &self.joint_blocks.bodies);
        let tree_numbers = Shared::new(&mut self.joint_trees.numbers);
        let tree_values = Shared::new(&mut self.joint_trees.values);
        let trees = TreeView {
            trees: &self.joint_trees.trees,
            nodes: &self.joint_trees.nodes,
            later: &self.joint_trees.later,
        };
        let stages = &self.stages;
        self.crew.run(&self.chunks, side_by_side, |stage, chunk| {
            match &stages[stage] {
                Stage::Velocities => {
                    for body in bodies_of(chunk, masses.len()) {
                        // SAFETY: every body is in one chunk, and the stages of contacts are before or after.
                        integrate_velocity(unsafe { states.get_mut(body) }, &masses[body]);
                    }
                }
                Stage::Positions => {
                    for body in bodies_of(chunk, masses.len()) {
                        // SAFETY: as above.
                        let state = unsafe { states.get_mut(body) };
                        integrate_position(h, state, &masses[body], touched[body]);
                    }
                }
                Stage::Contacts(pass, strip) => {
                    let part = strip.part(chunk);
                    level.run_wide(ContactChunk {
                        pass: *pass,
                        settings: &pass_settings,
                        blocks: &blocks[part.clone()],
                        bodies: &lanes[part.start * width..part.end * width],
                        numbers,
                        states,
                    });
                }
                Stage::Fill | Stage::Store => {
                    let part = all.part(chunk);
                    level.run_wide(TransferChunk {
                        fill: matches!(stages[stage], Stage::Fill),
                        sources: &sources,
                        blocks: &blocks[part.clone()],
                        members: &members[part.start * width..part.end * width],
                        numbers,
                    });
                }
                Stage::Joints(pass, strip) => {
                    let part = strip.part(chunk);
                    level.run_wide(JointChunk {
                        pass: *pass,
                        settings: &joint_settings,
                        blocks: &joint_blocks[part.clone()],
                        bodies: &joint_lanes[part.start * width..part.end * width],
                        numbers: joint_numbers,
                        states,
                    });
                }
                Stage::Trees(pass) => {
                    let tree = &trees.trees[chunk];
                    // SAFETY: trees have their own numbers and values, and share no movable body.
                    unsafe {
                        let numbers = tree_numbers.part_mut(tree.numbers.start, tree.numbers.len());
                        let values = tree_values.part_mut(tree.values.start, tree.values.len());
                        trees.run(tree, *pass, &joint_settings, numbers, values, states);
                    }
                }
            }
        });
    }

    fn over_joints(&mut self, pass: JointPass) {
        if !self.joint_trees.trees.is_empty() {
            self.stages.push(Stage::Trees(pass));
        }
        let colors = self.joint_blocks.colors.iter().cloned();
        self.stages
            .extend(colors.map(|blocks| Stage::Joints(pass, blocks)));
    }

    fn over_colors(&mut self, pass: Pass) {
        let colors = self.blocks.colors.iter().cloned();
        self.stages
            .extend(colors.map(|blocks| Stage::Contacts(pass, blocks)));
    }
}

/// Some blocks of one colour, at the width of the processor.
struct ContactChunk<'a> {
    pass: Pass,
    settings: &'a PassSettings,
    blocks: &'a [Block],
    /// The bodies of the lanes of these blocks.
    bodies: &'a [[BodyRef; 2]],
    numbers: Shared<'a, f32>,
    states: Shared<'a, BodyState>,
}

impl WideProgram for ContactChunk<'_> {
    type Output = ();

    #[inline(always)]
    fn run<W: Wide>(self) {
        for (block, bodies) in self.blocks.iter().zip(self.bodies.chunks_exact(W::LANES)) {
            // SAFETY: the numbers of a block are used by the chunk that holds it alone; blocks of one stage are
            // of one colour, in which no two contacts share a movable body.
            unsafe {
                let numbers = self
                    .numbers
                    .part_mut(block.first as usize, block.length(W::LANES));
                contact_pass::run::<W>(
                    self.pass,
                    self.settings,
                    numbers,
                    block.points as usize,
                    bodies,
                    self.states,
                );
            }
        }
    }
}

/// Some blocks to be filled, or to be emptied.
struct TransferChunk<'a> {
    fill: bool,
    sources: &'a Sources<'a>,
    blocks: &'a [Block],
    /// The constraints of the lanes of these blocks.
    members: &'a [u32],
    numbers: Shared<'a, f32>,
}

impl WideProgram for TransferChunk<'_> {
    type Output = ();

    #[inline(always)]
    fn run<W: Wide>(self) {
        for (block, members) in self.blocks.iter().zip(self.members.chunks_exact(W::LANES)) {
            let points = block.points as usize;
            // SAFETY: numbers and inputs of a block are used by the chunk that holds it alone, and the states of
            // bodies are not written in these stages.
            unsafe {
                let numbers = self
                    .numbers
                    .part_mut(block.first as usize, block.length(W::LANES));
                if self.fill {
                    contact_fill::fill::<W>(self.sources, numbers, points, members);
                } else {
                    contact_fill::store::<W>(self.sources, numbers, points, members);
                }
            }
        }
    }
}

/// Some blocks of joints of one colour.
struct JointChunk<'a> {
    pass: JointPass,
    settings: &'a JointSettings,
    blocks: &'a [JointBlock],
    bodies: &'a [[BodyRef; 2]],
    numbers: Shared<'a, f32>,
    states: Shared<'a, BodyState>,
}

impl WideProgram for JointChunk<'_> {
    type Output = ();

    #[inline(always)]
    fn run<W: Wide>(self) {
        for (block, bodies) in self.blocks.iter().zip(self.bodies.chunks_exact(W::LANES)) {
            let length = Layout::of(block.class).count * W::LANES;
            // SAFETY: as for contacts.
            unsafe {
                let numbers = self.numbers.part_mut(block.first as usize, length);
                joint_pass::run::<W>(
                    self.pass,
                    self.settings,
                    block.class,
                    numbers,
                    bodies,
                    self.states,
                );
            }
        }
    }
}

/// Bodies of a chunk; the world, which is the first of all, is left out.
fn bodies_of(chunk: usize, count: usize) -> Range<usize> {
    (chunk * BODIES).max(1)..((chunk + 1) * BODIES).min(count)
}

fn integrate_velocity(state: &mut BodyState, mass: &BodyMass) {
    let velocity = state.velocity() * mass.decay.keep + mass.acceleration * mass.decay.gain;
    state.velocity = row(velocity);
    state.spin = row(state.spin() * mass.angular_keep);
    hold(state, mass);
}

/// Takes out motion along locked axes.
fn hold(state: &mut BodyState, mass: &BodyMass) {
    if let Some([motion, rotation]) = mass.free {
        state.velocity = row(state.velocity() * motion);
        state.spin = row(state.spin() * rotation);
    }
}

fn integrate_position(h: f32, state: &mut BodyState, mass: &BodyMass, touched: bool) {
    hold(state, mass);
    let velocity = state.velocity();
    // Without contacts the way is that of constant acceleration, exactly; with contacts the velocity has
    // already been made to fit them.
    let way = if touched {
        velocity * h
    } else {
        let fall = mass.acceleration * mass.decay.fall;
        let fall = mass.free.map_or(fall, |[motion, _]| fall * motion);
        velocity * mass.decay.way + fall
    };
    state.shift = row(state.shift() + way);
    let (turn, spin) = match &mass.tumble {
        None => (turned(state.turn(), state.spin(), h), state.spin()),
        Some(tumble) => tumbled(state.turn(), state.spin(), h, tumble),
    };
    state.turn = turn.to_array();
    state.spin = row(spin);
}

/// Turn of a substep (rad) up to which one middle spin gives it to the last bits of `f32`, and the longest that one
/// step of the method of fourth order takes.
const SLOW: f32 = 4.0e-3;
const LONGEST: f32 = 0.25;

/// Most steps of fourth order in a substep. What turns faster is not followed exactly.
const MOST: f32 = 32.0;

/// Rotation and spin after a substep without torque: the angular momentum stays what it was.
///
/// The spin follows from momentum and attitude, so that no rate of spin makes the step unstable. Slow bodies turn
/// with the spin of the middle of the substep.
fn tumbled(turn: Quat, spin: Vec3, h: f32, tumble: &Tumble) -> (Quat, Vec3) {
    let angle = spin.length() * h;
    if angle >= SLOW {
        let steps = voltex_math::f32::min((angle / LONGEST).ceil(), MOST);
        return tumbled_fast(turn, spin, h, tumble, steps as u32);
    }
    let axes = turn * tumble.axes;
    let momentum = axes * ((axes.conjugate() * spin) * tumble.moments);
    let spin_of = |axes: Quat| axes * ((axes.conjugate() * momentum) / tumble.moments);
    let middle = turned(turn, spin, 0.5 * h);
    let turn = turned(turn, spin_of(middle * tumble.axes), h);
    (turn, spin_of(turn * tumble.axes))
}

/// The same in steps of the classic Runge-Kutta method on the quaternion.
///
/// In `f64`: the momentum goes into the axes of the body and back in every substep, and quaternions of `f32`, whose
/// length is not quite 1, would scale it each time the same way.
fn tumbled_fast(turn: Quat, spin: Vec3, h: f32, tumble: &Tumble, steps: u32) -> (Quat, Vec3) {
    let own = tumble.axes.as_dquat().normalize();
    let mut axes = turn.as_dquat().normalize() * own;
    let moments = tumble.moments.as_dvec3();
    let momentum = axes * ((axes.conjugate() * spin.as_dvec3()) * moments);
    let spin_of = |axes: DQuat| axes * ((axes.conjugate() * momentum) / moments);
    let rate = |axes: DQuat| {
        let half = spin_of(axes) * 0.5;
        DQuat::from_xyzw(half.x, half.y, half.z, 0.0) * axes
    };
    let h = f64::from(h) / f64::from(steps);
    for _ in 0..steps {
        let first = rate(axes);
        let second = rate(axes + first * (0.5 * h));
        let third = rate(axes + second * (0.5 * h));
        let fourth = rate(axes + third * h);
        let sum = first + (second + third) * 2.0 + fourth;
        axes = (axes + sum * (h / 6.0)).normalize();
    }
    ((axes * own.conjugate()).as_quat(), spin_of(axes).as_vec3())
}

/// Rotation `q` after turning with `spin` for `h`: the exponential map, exact for constant spin.
fn turned(q: Quat, spin: Vec3, h: f32) -> Quat {
    let half = spin * (0.5 * h);
    let x2 = half.length_squared();
    // Half angles below a quarter: the series are exact to f32.
    let (sine_over_angle, cosine) = if x2 < 0.0625 {
        (
            1.0 - x2 * (1.0 / 6.0 - x2 * (1.0 / 120.0 - x2 * (1.0 / 5040.0))),
            1.0 - x2 * (0.5 - x2 * (1.0 / 24.0 - x2 * (1.0 / 720.0))),
        )
    } else {
        let angle = x2.sqrt();
        let (sine, cosine) = voltex_math::f32::sin_cos(angle);
        (sine / angle, cosine)
    };
    let axis = half * sine_over_angle;
    Quat::from_xyzw(axis.x, axis.y, axis.z, cosine) * q
}
