//! Joints of one step, laid out for lanes.

#![allow(unsafe_code)]

use voltex_math::wide::Lanes;
use voltex_math::{Quat, Vec3};

use super::bodies::{BodyRef, SolverBodies};
use super::color::{Coloring, Strip};
use super::joint_input::{Class, Draw, Hold, JointInput, JointMemory, Law, Parts, Pull};
use super::joint_pass::{self, JointPass, JointSettings};
use super::joint_tree::GIVE;
use super::shared::Shared;

/// Places of the numbers that every joint has, each times the number of lanes.
pub(crate) mod field {
    pub(crate) const ARM_A: usize = 0;
    pub(crate) const ARM_B: usize = 3;
    /// From centre to centre.
    pub(crate) const BETWEEN: usize = 6;
    pub(crate) const INVERSE_MASS_A: usize = 9;
    pub(crate) const INVERSE_MASS_B: usize = 10;
    /// xx, yy, zz, yz, zx, xy
    pub(crate) const INVERSE_INERTIA_A: usize = 11;
    pub(crate) const INVERSE_INERTIA_B: usize = 17;
    /// Sums of impulses and of moments over the step.
    pub(crate) const LOAD: usize = 23;
    pub(crate) const LOAD_MOMENT: usize = 26;
    /// What the velocities of the way through a substep are apart from those at its end, B's less A's, m/s.
    pub(crate) const DRIFT: usize = 29;
    /// How a joint gives way: scales of the mass and of the impulse.
    pub(crate) const MASS_SCALE: usize = 32;
    pub(crate) const IMPULSE_SCALE: usize = 33;
    pub(crate) const HEAD: usize = 34;

    // A spring or servo.
    pub(crate) const SLACK: usize = 0;
    pub(crate) const KEEP: usize = 1;
    pub(crate) const PULL: usize = 2;
    pub(crate) const REST: usize = 3;
    pub(crate) const LARGEST: usize = 4;
    /// Mass that it moves, as long as it is not 0: then the mass of now.
    pub(crate) const MASS: usize = 5;
    pub(crate) const DRAW: usize = 6;
}

/// Numbers of a held direction of a joint in a tree: direction, moments about A and B, turns of A and B, and the speed
/// that is to be taken out besides that of the bodies.
pub(crate) const TREE_ROW: usize = 16;

/// Where the numbers are that not every joint has. Those that it does not have lie nowhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Impulses in the held directions.
    pub(crate) held: usize,
    /// Length at rest of a distance that is held.
    pub(crate) length: usize,
    /// Two quaternions.
    pub(crate) frames: usize,
    /// Angle about the axis.
    pub(crate) angle: usize,
    /// Largest impulse, then three impulses of which a single direction uses one.
    pub(crate) friction: usize,
    /// Speed, largest impulse, impulse.
    pub(crate) motor: usize,
    /// A draw, then three impulses; then the rotation to draw to.
    pub(crate) spring: usize,
    /// A draw, then its impulse.
    pub(crate) servo: usize,
    /// Lower, upper, impulses of both.
    pub(crate) limits: usize,
    /// Angle, impulse.
    pub(crate) cone: usize,
    /// The held directions.
    pub(crate) rows: usize,
    /// How many numbers there are in all.
    pub(crate) count: usize,
}

impl Layout {
    #[inline(always)]
    pub(crate) fn of(class: Class) -> Self {
        let Class { hold, parts } = class;
        let mut layout = Self::default();
        let mut end = field::HEAD;
        let mut place = |count: usize, is_there: bool| {
            let start = end;
            if is_there {
                end += count;
            }
            start
        };
        layout.held = place(hold.count(), true);
        layout.length = place(1, hold == Hold::Distance);
        layout.frames = place(8, class.has_frames());
        layout.angle = place(1, class.has_frames());
        layout.friction = place(4, parts.has(Parts::FRICTION));
        layout.motor = place(3, parts.has(Parts::MOTOR));
        layout.spring = place(field::DRAW + 7, parts.has(Parts::SPRING));
        layout.servo = place(field::DRAW + 1, parts.has(Parts::SERVO));
        layout.limits = place(4, parts.has(Parts::LIMITS));
        layout.cone = place(2, parts.has(Parts::CONE));
        layout.rows = place(hold.count() * TREE_ROW, parts.has(Parts::TREE));
        layout.count = end;
        layout
    }
}

impl Class {
    /// Whether it matters how the bodies are turned.
    pub(crate) const fn has_frames(self) -> bool {
        match self.hold {
            Hold::Nothing | Hold::Distance => false,
            Hold::Point => {
                self.parts
                    .has_any([Parts::SPRING, Parts::LIMITS, Parts::CONE, Parts::CONE])
            }
            Hold::All | Hold::Hinge | Hold::Slider | Hold::Wheel => true,
        }
    }
}

/// A block: as many joints of one class as there are lanes, or fewer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointBlock {
    /// Start of its numbers.
    pub(crate) first: u32,
    pub(crate) class: Class,
}

/// All joints of a step in blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct JointBlocks {
    pub(crate) numbers: Vec<f32>,
    pub(crate) blocks: Vec<JointBlock>,
    /// A and B of every lane of every block.
    pub(crate) bodies: Vec<[BodyRef; 2]>,
    /// Blocks that may run side by side: those of each colour; of joints that found no colour, one by one.
    pub(crate) colors: Vec<Strip>,
    /// The joint of every lane of every block.
    joints: Vec<Option<u32>>,
    /// Joints of a colour, sorted by class.
    members: Vec<u32>,
    /// The numbers of a single joint that is measured.
    measured: Vec<f32>,
}

impl JointBlocks {
    /// Lays out these joints in the order of their colours, and within a colour by class.
    pub(crate) fn fill(
        &mut self,
        lanes: usize,
        inputs: &[JointInput],
        members: &[u32],
        coloring: &Coloring,
        bodies: &mut SolverBodies,
        settings: &JointSettings,
    ) {
        self.blocks.clear();
        self.bodies.clear();
        self.joints.clear();
        self.colors.clear();
        let mut length = 0;
        for (part, together) in coloring.parts() {
            let first = self.blocks.len();
            let mut now = std::mem::take(&mut self.members);
            now.clear();
            now.extend(part.iter().map(|place| members[*place as usize]));
            if together {
                // Stable: joints of one class stay in their order.
                now.sort_by_key(|joint| inputs[*joint as usize].class.key());
            }
            let most = if together { lanes } else { 1 };
            let mut rest = now.as_slice();
            while let Some(joint) = rest.first() {
                let class = inputs[*joint as usize].class;
                let same = |joint: &&u32| inputs[**joint as usize].class == class;
                let count = rest.iter().take(most).take_while(same).count();
                let (block, later) = rest.split_at(count);
                rest = later;
                self.push(block, class, lanes, inputs, &mut length);
            }
            self.members = now;
            let all = first..self.blocks.len();
            self.colors.push(if together {
                Strip::side_by_side(all)
            } else {
                Strip::one_by_one(all)
            });
        }
        self.numbers.clear();
        self.numbers.resize(length, 0.0);
        for (index, joint) in self.joints.iter().enumerate() {
            let Some(joint) = joint else { continue };
            let block = self.blocks[index / lanes];
            let mut column = Column {
                numbers: &mut self.numbers[block.first as usize..],
                lanes,
                lane: index % lanes,
            };
            let input = &inputs[*joint as usize];
            column.fill_all(input, bodies, settings, &mut self.measured);
        }
    }

    /// Adds a block of these joints.
    fn push(
        &mut self,
        members: &[u32],
        class: Class,
        lanes: usize,
        inputs: &[JointInput],
        length: &mut usize,
    ) {
        self.blocks.push(JointBlock {
            first: *length as u32,
            class,
        });
        *length += Layout::of(class).count * lanes;
        for lane in 0..lanes {
            let joint = members.get(lane).copied();
            self.joints.push(joint);
            self.bodies.push(joint.map_or([BodyRef::WORLD; 2], |joint| {
                let input = &inputs[joint as usize];
                [input.a, input.b]
            }));
        }
    }

    /// Writes impulses and loads back to where the joints came from.
    pub(crate) fn read_back(&mut self, lanes: usize, inputs: &mut [JointInput]) {
        for (index, joint) in self.joints.iter().enumerate() {
            let Some(joint) = joint else { continue };
            let block = self.blocks[index / lanes];
            let column = Column {
                numbers: &mut self.numbers[block.first as usize..],
                lanes,
                lane: index % lanes,
            };
            column.read_back(&mut inputs[*joint as usize]);
        }
    }
}

/// Spring and servo of a joint over a substep; `None` if it has neither.
fn springs(
    input: &JointInput,
    bodies: &mut SolverBodies,
    settings: &JointSettings,
    numbers: &mut Vec<f32>,
) -> Option<[Pull; 2]> {
    let parts = input.class.parts;
    let drawn = [(Parts::SPRING, &input.spring), (Parts::SERVO, &input.servo)];
    if !drawn.iter().any(|(part, _)| parts.has(*part)) {
        return None;
    }
    let is_rated = |(part, draw): &(Parts, &Draw)| {
        parts.has(*part) && draw.mass == 0.0 && matches!(draw.law, Law::Rated(..))
    };
    let layout = Layout::of(input.class);
    if drawn.iter().any(is_rated) {
        numbers.clear();
        numbers.resize(layout.count, 0.0);
        let mut column = Column::single(numbers);
        column.fill(input, bodies, settings);
        // SAFETY: no other thread has the bodies.
        unsafe {
            joint_pass::run::<Lanes<1>>(
                JointPass::Measure,
                settings,
                input.class,
                numbers,
                &[[input.a, input.b]],
                Shared::new(&mut bodies.states),
            );
        }
    }
    let mut at = [layout.spring, layout.servo].into_iter();
    Some(drawn.map(|drawn| {
        let place = at.next().unwrap_or(0) + field::PULL;
        let mobility = if is_rated(&drawn) {
            numbers[place]
        } else if drawn.1.mass > 0.0 {
            1.0 / drawn.1.mass
        } else {
            0.0
        };
        drawn.1.pull(mobility, settings.step)
    }))
}

/// The numbers of one joint in its block.
pub(super) struct Column<'a> {
    numbers: &'a mut [f32],
    lanes: usize,
    lane: usize,
}

impl<'a> Column<'a> {
    /// A block of one lane.
    pub(super) const fn single(numbers: &'a mut [f32]) -> Self {
        Self {
            numbers,
            lanes: 1,
            lane: 0,
        }
    }

    /// Everything that a joint brings. `measured` is memory for the time being.
    pub(super) fn fill_all(
        &mut self,
        input: &JointInput,
        bodies: &mut SolverBodies,
        settings: &JointSettings,
        measured: &mut Vec<f32>,
    ) {
        self.fill(input, bodies, settings);
        if let Some(springs) = springs(input, bodies, settings, measured) {
            self.put_springs(input.class, springs);
        }
    }

    fn put(&mut self, field: usize, value: f32) {
        self.numbers[field * self.lanes + self.lane] = value;
    }

    fn put_all(&mut self, field: usize, values: &[f32]) {
        for (offset, value) in values.iter().enumerate() {
            self.put(field + offset, *value);
        }
    }

    fn put_vector(&mut self, field: usize, v: Vec3) {
        self.put_all(field, &v.to_array());
    }

    fn put_rotation(&mut self, field: usize, q: Quat) {
        self.put_all(field, &q.to_array());
    }

    fn put_draw(&mut self, field: usize, draw: &Draw) {
        self.put(field + field::REST, draw.rest);
        self.put(field + field::LARGEST, draw.largest);
        self.put(field + field::MASS, draw.mass);
    }

    fn put_springs(&mut self, class: Class, pulls: [Pull; 2]) {
        let layout = Layout::of(class);
        let places = [(Parts::SPRING, layout.spring), (Parts::SERVO, layout.servo)];
        for ((part, at), pull) in places.into_iter().zip(pulls) {
            if class.parts.has(part) {
                self.put(at + field::SLACK, pull.slack);
                self.put(at + field::KEEP, pull.keep);
                self.put(at + field::PULL, pull.pull);
            }
        }
    }

    fn get(&self, field: usize) -> f32 {
        self.numbers[field * self.lanes + self.lane]
    }

    fn get_all<const N: usize>(&self, field: usize) -> [f32; N] {
        std::array::from_fn(|offset| self.get(field + offset))
    }

    fn fill(&mut self, input: &JointInput, bodies: &SolverBodies, settings: &JointSettings) {
        let [a, b] = [input.a, input.b].map(|body| &bodies.masses[body.index()]);
        self.put_vector(field::ARM_A, input.arms[0]);
        self.put_vector(field::ARM_B, input.arms[1]);
        self.put_vector(field::BETWEEN, input.between);
        self.put(field::INVERSE_MASS_A, a.inverse_mass);
        self.put(field::INVERSE_MASS_B, b.inverse_mass);
        for (start, body) in [(field::INVERSE_INERTIA_A, a), (field::INVERSE_INERTIA_B, b)] {
            let m = &body.inverse_inertia;
            self.put_vector(start, Vec3::new(m.x_axis.x, m.y_axis.y, m.z_axis.z));
            self.put_vector(start + 3, Vec3::new(m.z_axis.y, m.z_axis.x, m.y_axis.x));
        }
        let [drift_a, drift_b] = [input.a, input.b].map(|body| bodies.drift(body, settings.step));
        self.put_vector(field::DRIFT, drift_b - drift_a);
        // A joint alone needs no room for others: one pass solves it.
        let give = GIVE as f32;
        let (mass_scale, impulse_scale) = if input.is_alone {
            (1.0 / (1.0 + give), give / (1.0 + give))
        } else {
            (settings.mass_scale, settings.impulse_scale)
        };
        self.put(field::MASS_SCALE, mass_scale);
        self.put(field::IMPULSE_SCALE, impulse_scale);
        for load in field::LOAD..field::DRIFT {
            self.put(load, 0.0);
        }
        let (layout, memory) = (Layout::of(input.class), &input.memory);
        let Class { hold, parts } = input.class;
        self.put_all(layout.held, &memory.held[..hold.count()]);
        if hold == Hold::Distance {
            self.put(layout.length, input.limits[0]);
        }
        if input.class.has_frames() {
            self.put_rotation(layout.frames, input.frames[0]);
            self.put_rotation(layout.frames + 4, input.frames[1]);
            self.put(layout.angle, memory.angle);
        }
        if parts.has(Parts::FRICTION) {
            self.put(layout.friction, input.friction);
            self.put_all(layout.friction + 1, &memory.friction);
        }
        if parts.has(Parts::MOTOR) {
            self.put_all(layout.motor, &input.motor);
            self.put(layout.motor + 2, memory.motor);
        }
        if parts.has(Parts::SPRING) {
            self.put_draw(layout.spring, &input.spring);
            self.put_all(layout.spring + field::DRAW, &memory.spring);
            self.put_rotation(layout.spring + field::DRAW + 3, input.target);
        }
        if parts.has(Parts::SERVO) {
            self.put_draw(layout.servo, &input.servo);
            self.put(layout.servo + field::DRAW, memory.servo);
        }
        if parts.has(Parts::LIMITS) {
            self.put_all(layout.limits, &input.limits);
            self.put_all(layout.limits + 2, &memory.limits);
        }
        if parts.has(Parts::CONE) {
            self.put(layout.cone, input.cone);
            self.put(layout.cone + 1, memory.cone);
        }
    }

    pub(super) fn read_back(&self, input: &mut JointInput) {
        let (layout, parts) = (Layout::of(input.class), input.class.parts);
        let mut memory = JointMemory::default();
        for (index, held) in memory.held[..input.class.hold.count()]
            .iter_mut()
            .enumerate()
        {
            *held = self.get(layout.held + index);
        }
        if input.class.has_frames() {
            memory.angle = self.get(layout.angle);
        }
        if parts.has(Parts::FRICTION) {
            memory.friction = self.get_all(layout.friction + 1);
        }
        if parts.has(Parts::MOTOR) {
            memory.motor = self.get(layout.motor + 2);
        }
        if parts.has(Parts::SPRING) {
            memory.spring = self.get_all(layout.spring + field::DRAW);
        }
        if parts.has(Parts::SERVO) {
            memory.servo = self.get(layout.servo + field::DRAW);
        }
        if parts.has(Parts::LIMITS) {
            memory.limits = self.get_all(layout.limits + 2);
        }
        if parts.has(Parts::CONE) {
            memory.cone = self.get(layout.cone + 1);
        }
        input.memory = memory;
        input.load = [field::LOAD, field::LOAD_MOMENT].map(|at| Vec3::from_array(self.get_all(at)));
    }
}
