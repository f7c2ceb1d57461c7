//! Joints: which rows they join, what they leave for the next step, and what breaks.

use std::f32::consts::TAU;

use voltex_ecs::{Entity, Version, World};
use voltex_math::{Pose, Quat, Vec3};

use super::mirror::{Change, Mirror};
use super::report::{PhysicsEvent, StepReport};
use super::rows::{Row, RowId, Rows};
use super::state::PhysicsState;
use crate::config::PhysicsConfig;
use crate::copies::copies;
use crate::error::PhysicsError;
use crate::joint::{Joint, JointKind, Motor, Spring};
use crate::solver::{BodyMass, BodyRef, Class, Draw, Hold, JointInput, JointMemory, Law, Parts};

/// A joint of [`Joints`]: a slot, used again after its entity has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct JointId(u32);

impl JointId {
    pub(crate) const fn new(slot: u32) -> Self {
        Self(slot)
    }

    pub(crate) fn slot(self) -> usize {
        self.0 as usize
    }
}

/// One joint.
#[derive(Clone, Debug)]
pub(crate) struct JointRow {
    pub(crate) entity: Entity,
    /// The component as the world holds it.
    pub(crate) joint: Joint,
    /// What it joins; `None` while it joins nothing, because it is broken, cannot be computed with, or misses a body.
    pub(crate) link: Option<JointLink>,
    pub(crate) memory: JointMemory,
}

/// The two rows of a joint; `None` for A is the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct JointLink {
    pub(crate) a: Option<RowId>,
    pub(crate) b: RowId,
}

impl JointLink {
    pub(crate) fn rows(self) -> impl Iterator<Item = RowId> {
        self.a.into_iter().chain([self.b])
    }
}

/// All joints.
#[derive(Debug, Default)]
pub(crate) struct Joints {
    slots: Vec<Option<JointRow>>,
    free: Vec<JointId>,
    /// Joints by the ids of their entities, in order; the joint tells the generation.
    by_entity: Vec<(u32, JointId)>,
    /// Joints of each row by its slot, in order.
    of_row: Vec<Vec<JointId>>,
    /// Joints with a moving body, in the order of their rows: it does not depend on the entities that they are, so
    /// that worlds whose bodies are put in order by keys agree. Of two joints of the same rows the older comes first.
    active: Vec<JointId>,
    /// Whether joints have been added to the list of active ones, or their links have changed.
    untidy: bool,
    /// Joints that miss a body.
    waiting: Vec<JointId>,
    /// Joints that broke in this step and are to be written back.
    broken: Vec<JointId>,
    mirror: Mirror<Joint>,
    /// Whether they came from bytes and have not been compared with the world yet.
    restored: bool,
    pub(crate) inputs: Vec<JointInput>,
}

copies!(Joints {
    slots,
    free,
    by_entity,
    of_row,
    active,
    untidy,
    waiting,
    broken,
    mirror,
    restored,
    inputs,
});

impl Joints {
    /// Joints by slot, and which slots are free.
    pub(crate) fn parts(&self) -> (&[Option<JointRow>], &[JointId]) {
        (&self.slots, &self.free)
    }

    /// As they were when [`Self::parts`] gave them: the lists of rows and entities follow from the joints.
    pub(crate) fn from_parts(
        slots: Vec<Option<JointRow>>,
        free: Vec<JointId>,
        is_awake: impl Fn(RowId) -> bool,
    ) -> Self {
        let mut joints = Self {
            slots,
            free,
            restored: true,
            ..Self::default()
        };
        for slot in 0..joints.slots.len() {
            let Some(row) = &joints.slots[slot] else {
                continue;
            };
            let (id, link) = (JointId(slot as u32), row.link);
            joints.by_entity.push((row.entity.id(), id));
            match link {
                Some(link) => {
                    for row in link.rows() {
                        if joints.of_row.len() <= row.slot() {
                            joints.of_row.resize(row.slot() + 1, Vec::new());
                        }
                        joints.of_row[row.slot()].push(id);
                    }
                    if link.rows().any(&is_awake) {
                        joints.active.push(id);
                    }
                }
                None => joints.waiting.push(id),
            }
        }
        joints.by_entity.sort_unstable();
        joints.untidy = true;
        joints.tidy();
        joints
    }

    /// Where an entity is, or would be, on the list of entities.
    fn place_of(&self, entity: Entity) -> Result<usize, usize> {
        self.by_entity
            .binary_search_by_key(&entity.id(), |(id, _)| *id)
    }

    pub(super) fn of(&self, entity: Entity) -> Option<JointId> {
        let (_, id) = self.by_entity[self.place_of(entity).ok()?];
        (self.get(id)?.entity == entity).then_some(id)
    }

    fn get(&self, id: JointId) -> Option<&JointRow> {
        self.slots.get(id.slot())?.as_ref()
    }

    /// A joint that is known to be there.
    pub(crate) fn joint(&self, id: JointId) -> &JointRow {
        self.get(id).expect("ids of joints are dropped with them")
    }

    fn joint_mut(&mut self, id: JointId) -> &mut JointRow {
        self.slots[id.slot()]
            .as_mut()
            .expect("ids of joints are dropped with them")
    }

    fn add(&mut self, entity: Entity, joint: Joint) -> JointId {
        let row = Some(JointRow {
            entity,
            joint,
            link: None,
            memory: JointMemory::default(),
        });
        let id = match self.free.pop() {
            Some(id) => {
                self.slots[id.slot()] = row;
                id
            }
            None => {
                self.slots.push(row);
                JointId(self.slots.len() as u32 - 1)
            }
        };
        // Joints are read in the order of their entities: most come last.
        match self.place_of(entity) {
            Ok(place) => self.by_entity[place].1 = id,
            Err(place) => self.by_entity.insert(place, (entity.id(), id)),
        }
        id
    }

    /// Drops a joint whose bodies have been let go of.
    fn remove(&mut self, entity: Entity, id: JointId) {
        if let Ok(place) = self.place_of(entity) {
            self.by_entity.remove(place);
        }
        self.slots[id.slot()] = None;
        self.free.push(id);
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.by_entity.is_empty()
    }

    /// Joints that are linked to a row.
    pub(crate) fn of_row(&self, row: RowId) -> &[JointId] {
        self.of_row.get(row.slot()).map_or(&[], Vec::as_slice)
    }

    /// Rows that joints link to this one.
    pub(crate) fn neighbours(&self, row: RowId) -> impl Iterator<Item = RowId> + '_ {
        let links = self
            .of_row(row)
            .iter()
            .filter_map(|id| self.joint(*id).link);
        links
            .flat_map(JointLink::rows)
            .filter(move |other| *other != row)
    }

    /// Whether a joint keeps two bodies from touching.
    pub(crate) fn part(&self, a: RowId, b: RowId) -> bool {
        let (of_a, of_b) = (self.of_row(a), self.of_row(b));
        let (few, other) = if of_a.len() < of_b.len() {
            (of_a, b)
        } else {
            (of_b, a)
        };
        few.iter().any(|id| {
            let row = self.joint(*id);
            let joins = |link: JointLink| link.rows().any(|row| row == other);
            !row.joint.collide && row.link.is_some_and(joins)
        })
    }

    /// Takes joints off the list of active ones whose bodies have all fallen asleep.
    pub(crate) fn sleep(&mut self, rows: &Rows) {
        let slots = &self.slots;
        self.active.retain(|id| {
            let link = slots[id.slot()].as_ref().and_then(|row| row.link);
            link.is_some_and(|link| link.rows().any(|row| rows.is_awake(row)))
        });
    }

    /// Joints with a moving body, in the order in which they are solved.
    pub(crate) fn active(&self) -> &[JointId] {
        &self.active
    }

    /// Puts the joints of a row that has woken on the list of active ones.
    pub(crate) fn wake(&mut self, row: RowId) {
        if let Some(own) = self.of_row.get(row.slot()) {
            self.active.extend(own);
            self.untidy = true;
        }
    }

    /// Brings the list of active joints in order after changes.
    pub(crate) fn tidy(&mut self) {
        if !std::mem::take(&mut self.untidy) {
            return;
        }
        let slots = &self.slots;
        let link = |id: &JointId| slots[id.slot()].as_ref().and_then(|row| row.link);
        self.active.retain(|id| link(id).is_some());
        self.active
            .sort_unstable_by_key(|id| (link(id).map(|link| (link.b, link.a)), *id));
        self.active.dedup();
    }
}

/// Takes over what has changed in the joints of the world, and links those whose bodies are there now.
pub(crate) fn read_joints(
    state: &mut PhysicsState,
    world: &World,
    now: Version,
    bodies_changed: bool,
    report: &mut StepReport,
) {
    let storage = world.storage::<Joint>();
    let mut changes: Vec<Change<Joint>> = Vec::new();
    let mut mirror = std::mem::take(&mut state.joints.mirror);
    mirror.read(&storage, now, same_joint, |change| changes.push(change));
    state.joints.mirror = mirror;
    let (mut gone, mut set) = (Vec::new(), Vec::new());
    if std::mem::take(&mut state.joints.restored) {
        let rows = state.joints.slots.iter().flatten();
        let missing = rows.filter(|row| !storage.contains(row.entity));
        gone.extend(missing.map(|row| row.entity));
    }
    for change in changes {
        match change {
            Change::Gone(entity) => gone.push(entity),
            Change::Set(entity, joint) => set.push((entity, joint)),
        }
    }
    let is_changed = !gone.is_empty() || !set.is_empty();
    let mut waiting = if bodies_changed || is_changed {
        std::mem::take(&mut state.joints.waiting)
    } else {
        Vec::new()
    };
    // By id: the order of creation, as long as no id is used again.
    let order = |entity: Entity| (entity.id(), entity.generation().get());
    gone.sort_by_key(|entity| order(*entity));
    set.sort_by_key(|(entity, _)| order(*entity));
    for entity in gone {
        if let Some(id) = state.joints.of(entity) {
            unlink(state, id);
            state.joints.remove(entity, id);
        }
    }
    // Before their numbers are given again.
    state.joints.tidy();
    for (entity, joint) in set {
        set_joint(state, entity, joint, report);
    }
    let mut tried = state.joints.waiting.clone();
    tried.sort_unstable();
    waiting.sort_unstable();
    waiting.dedup();
    for id in waiting {
        let is_loose = |row: &JointRow| row.link.is_none() && !row.joint.broken;
        if tried.binary_search(&id).is_err() && state.joints.get(id).is_some_and(is_loose) {
            // What is wrong was told when it was found.
            let mut silent = StepReport::default();
            link(state, id, &mut silent);
        }
    }
    if is_changed || bodies_changed {
        // What was let go of and joined again may rest now.
        state.joints.sleep(&state.rows);
    }
}

/// Whether two joints are the same bit by bit, but for signs of zeros; NaN is itself.
fn same_joint(a: &Joint, b: &Joint) -> bool {
    let bits = |pose: &Pose| {
        let [x, y, z] = pose.position.to_array().map(f32::to_bits);
        let [i, j, k, w] = pose.rotation.to_array().map(f32::to_bits);
        [x, y, z, i, j, k, w]
    };
    bits(&a.frame_a) == bits(&b.frame_a)
        && bits(&a.frame_b) == bits(&b.frame_b)
        && Joint {
            frame_a: Pose::IDENTITY,
            frame_b: Pose::IDENTITY,
            ..*a
        } == Joint {
            frame_a: Pose::IDENTITY,
            frame_b: Pose::IDENTITY,
            ..*b
        }
}

/// A joint is new or has been edited.
fn set_joint(state: &mut PhysicsState, entity: Entity, joint: Joint, report: &mut StepReport) {
    let id = match state.joints.of(entity) {
        Some(id) => {
            let row = state.joints.joint(id);
            // The mirror tells of rows that changed places too.
            if same_joint(&row.joint, &joint) {
                return;
            }
            unlink(state, id);
            let row = state.joints.joint_mut(id);
            if std::mem::discriminant(&row.joint.kind) != std::mem::discriminant(&joint.kind) {
                row.memory = JointMemory::default();
            }
            row.joint = joint;
            id
        }
        None => state.joints.add(entity, joint),
    };
    link(state, id, report);
}

/// Joins the bodies of a joint if it can, and wakes them.
fn link(state: &mut PhysicsState, id: JointId, report: &mut StepReport) {
    let row = state.joints.joint(id);
    let (entity, joint) = (row.entity, row.joint);
    if joint.broken {
        return;
    }
    if let Err(problem) = joint.validate() {
        report.problems.push((entity, problem));
        return;
    }
    let find = |body: Entity| {
        state.rows.of(body).ok_or_else(|| {
            PhysicsError::BadJoint(format!(
                "a joint names {body:?}, which is no body: it is dead, or has neither RigidBody nor Collider with its \
                 Transform; despawn the joint, or give it a body"
            ))
        })
    };
    let found = joint
        .a
        .map(find)
        .transpose()
        .and_then(|a| find(joint.b).map(|b| JointLink { a, b }));
    match found {
        Ok(link) => {
            state.joints.joint_mut(id).link = Some(link);
            for row in link.rows() {
                let slots = state.rows.slots();
                let of_row = &mut state.joints.of_row;
                if of_row.len() < slots {
                    of_row.resize(slots, Vec::new());
                }
                let list = &mut of_row[row.slot()];
                if let Err(place) = list.binary_search(&id) {
                    list.insert(place, id);
                }
            }
            stir(state, link);
            // Of those that were awake already nobody has put it there.
            if link.rows().any(|row| state.rows.is_awake(row)) {
                state.joints.active.push(id);
                state.joints.untidy = true;
            }
        }
        Err(problem) => {
            report.problems.push((entity, problem));
            state.joints.waiting.push(id);
        }
    }
}

/// Wakes both bodies and has their pairs looked for again.
fn stir(state: &mut PhysicsState, link: JointLink) {
    for row in link.rows() {
        if let Some(box_id) = state.rows.row(row).box_id {
            state.broad.touch(box_id);
        }
        if state.rows.row(row).can_move() {
            state.wake(row);
        }
    }
}

/// Lets go of the bodies of a joint, and wakes them. [`Joints::tidy`] takes it off the list of active ones.
fn unlink(state: &mut PhysicsState, id: JointId) {
    let Some(link) = state.joints.joint(id).link else {
        return;
    };
    stir(state, link);
    state.joints.joint_mut(id).link = None;
    for row in link.rows() {
        state.joints.of_row[row.slot()].retain(|other| *other != id);
    }
    state.joints.untidy = true;
}

/// A row is about to go: its joints wait for another body.
pub(crate) fn body_goes(state: &mut PhysicsState, row: RowId, report: &mut StepReport) {
    for id in state.joints.of_row(row).to_vec() {
        unlink(state, id);
        let body = state.rows.row(row).entity;
        report.problems.push((
            state.joints.joint(id).entity,
            PhysicsError::BadJoint(format!(
                "a joint has lost {body:?}, which is no body any more; despawn the joint, or give it another body"
            )),
        ));
        state.joints.waiting.push(id);
    }
}

/// Gives the active joints to the solver; bodies have been handed over before.
pub(crate) fn hand_over_joints(state: &mut PhysicsState, config: &PhysicsConfig) {
    let h = config.fixed_dt / config.substeps as f32;
    let joints = &mut state.joints;
    joints.inputs.clear();
    for id in &joints.active {
        let row = joints.slots[id.slot()].as_ref();
        let Some((row, link)) = row.and_then(|row| Some((row, row.link?))) else {
            continue;
        };
        let [a, b] = [link.a, Some(link.b)].map(|id| {
            id.map_or(End::WORLD, |id| {
                End::of(state.rows.row(id), state.refs[id.slot()])
            })
        });
        let masses = [&a, &b].map(|end| &state.solver_bodies.masses[end.body.index()]);
        let tumbles = masses.iter().any(|mass| mass.tumble.is_some());
        let mut input = input(row, &a, &b, tumbles, h);
        input.have_one_stiffness(masses);
        input.come_near(masses);
        joints.inputs.push(input);
    }
}

/// One of the two bodies of a joint.
struct End {
    body: BodyRef,
    pose: Pose,
    /// Centre of mass in the world, m.
    center: Vec3,
}

impl End {
    const WORLD: Self = Self {
        body: BodyRef::WORLD,
        pose: Pose::IDENTITY,
        center: Vec3::ZERO,
    };

    fn of(row: &Row, body: BodyRef) -> Self {
        Self {
            body,
            pose: row.pose(),
            center: row.center(),
        }
    }

    /// Where the arm starts, and the arm, for an anchor in the frame of the body. The arm of what stands still has no
    /// meaning, and without it no digits are lost far from the origin.
    fn arm(&self, anchor: Vec3) -> (Vec3, Vec3) {
        if self.body == BodyRef::WORLD {
            (self.pose.transform_point(anchor), Vec3::ZERO)
        } else {
            let local = self.pose.inverse_transform_point(self.center);
            (self.center, self.pose.rotation * (anchor - local))
        }
    }
}

fn input(row: &JointRow, a: &End, b: &End, tumbles: bool, h: f32) -> JointInput {
    let joint = &row.joint;
    let (from, arm_a) = a.arm(joint.frame_a.position);
    let (to, arm_b) = b.arm(joint.frame_b.position);
    let mut input = JointInput {
        a: a.body,
        b: b.body,
        class: Class {
            hold: Hold::All,
            parts: Parts::default().with(Parts::TUMBLES, tumbles),
        },
        arms: [arm_a, arm_b],
        between: to - from,
        frames: [
            a.pose.rotation * joint.frame_a.rotation,
            b.pose.rotation * joint.frame_b.rotation,
        ],
        limits: [0.0; 2],
        cone: 0.0,
        spring: Draw::NONE,
        target: Quat::IDENTITY,
        servo: Draw::NONE,
        motor: [0.0; 2],
        friction: 0.0,
        memory: row.memory,
        is_alone: false,
        load: [Vec3::ZERO; 2],
    };
    match &joint.kind {
        JointKind::Fixed => {}
        JointKind::Ball(ball) => {
            input.class.hold = Hold::Point;
            input.limit(ball.twist);
            input.rub(ball.friction, h);
            if let Some(cone) = ball.cone {
                input.cone = cone;
                input.act(Parts::CONE);
            }
            if let Some(drive) = &ball.drive {
                input.draw(Some(&drive.spring), 0.0, drive.max_torque * h);
                input.target = drive.target;
            }
        }
        JointKind::Hinge(hinge) => {
            input.class.hold = Hold::Hinge;
            input.limit(hinge.limits);
            input.rub(hinge.friction, h);
            input.drive(hinge.motor.as_ref(), h);
            input.draw(hinge.spring.as_ref(), 0.0, f32::INFINITY);
        }
        JointKind::Slider(slider) => {
            input.class.hold = Hold::Slider;
            input.limit(slider.limits);
            input.rub(slider.friction, h);
            input.drive(slider.motor.as_ref(), h);
            input.draw(slider.spring.as_ref(), 0.0, f32::INFINITY);
        }
        JointKind::Distance(distance) => {
            input.limits = [distance.min, distance.max];
            if distance.min == distance.max {
                input.class.hold = Hold::Distance;
            } else {
                input.class.hold = Hold::Nothing;
                input.act(Parts::LIMITS);
            }
        }
        JointKind::Spring(joint) => {
            input.class.hold = Hold::Nothing;
            input.draw(Some(&joint.spring), joint.length, f32::INFINITY);
        }
        JointKind::Wheel(wheel) => {
            input.class.hold = Hold::Wheel;
            input.limit(wheel.travel);
            input.rub(wheel.friction, h);
            input.drive(wheel.motor.as_ref(), h);
            input.draw(wheel.suspension.as_ref(), 0.0, f32::INFINITY);
        }
    }
    input
}

fn law(spring: &Spring) -> Law {
    match *spring {
        Spring::Tuned { frequency, damping } => Law::Tuned(frequency, damping),
        Spring::Rated { stiffness, damping } => Law::Rated(stiffness, damping),
    }
}

impl JointInput {
    /// Gives a spring between two points one stiffness, whichever way its bodies turn: if it followed the mass that the
    /// points offer in the direction of now, it would make energy. A tuned one gets the stiffness that its frequency has
    /// with the mass of the mean over all directions.
    fn have_one_stiffness(&mut self, masses: [&BodyMass; 2]) {
        if self.class.hold != Hold::Nothing || !self.class.parts.has(Parts::SPRING) {
            return;
        }
        // Of a unit impulse in the mean, and at most in any direction.
        let (mut mean, mut most) = (0.0, 0.0);
        for (mass, arm) in masses.into_iter().zip(self.arms) {
            // Mean of (arm x n) . W (arm x n) over all unit vectors n.
            let w = &mass.inverse_inertia;
            let trace = w.x_axis.x + w.y_axis.y + w.z_axis.z;
            let turning = arm.length_squared() * trace - arm.dot(*w * arm);
            mean += mass.inverse_mass + turning / 3.0;
            most += mass.inverse_mass + turning;
        }
        if mean > 0.0 {
            self.spring.mass = 1.0 / most;
            if let Law::Tuned(frequency, damping) = self.spring.law {
                let omega = TAU * frequency;
                self.spring.law = Law::Rated(omega * omega / mean, 2.0 * damping * omega / mean);
            }
        }
    }

    fn act(&mut self, part: Parts) {
        self.class.parts = self.class.parts.with(part, true);
    }

    fn limit(&mut self, limits: Option<[f32; 2]>) {
        if let Some(limits) = limits {
            self.limits = limits;
            self.act(Parts::LIMITS);
        }
    }

    fn rub(&mut self, friction: f32, h: f32) {
        if friction > 0.0 {
            self.friction = friction * h;
            self.act(Parts::FRICTION);
        }
    }

    fn draw(&mut self, spring: Option<&Spring>, rest: f32, largest: f32) {
        if let Some(spring) = spring {
            self.spring = Draw {
                law: law(spring),
                rest,
                largest,
                mass: 0.0,
            };
            self.act(Parts::SPRING);
        }
    }

    fn drive(&mut self, motor: Option<&Motor>, h: f32) {
        match motor {
            None => {}
            Some(Motor::Speed { speed, max }) => {
                self.motor = [*speed, max * h];
                self.act(Parts::MOTOR);
            }
            Some(Motor::Position {
                target,
                spring,
                max,
            }) => {
                self.servo = Draw {
                    law: law(spring),
                    rest: *target,
                    largest: max * h,
                    mass: 0.0,
                };
                self.act(Parts::SERVO);
            }
        }
    }
}

/// Takes the impulses back, and breaks what was loaded too much.
pub(crate) fn take_back_joints(
    state: &mut PhysicsState,
    config: &PhysicsConfig,
    report: &mut StepReport,
) {
    let inputs = std::mem::take(&mut state.joints.inputs);
    let active = std::mem::take(&mut state.joints.active);
    let mut breaking = Vec::new();
    for (id, input) in active.iter().zip(&inputs) {
        let row = state.joints.joint_mut(*id);
        // Means over the step.
        let borne = input.load.map(|sum| sum / config.fixed_dt);
        if !borne.into_iter().all(Vec3::is_finite) {
            // Its bodies have left the range of numbers and are named; whoever frees them finds a joint that can hold.
            row.memory = JointMemory::default();
            continue;
        }
        row.memory = input.memory;
        row.memory.borne = borne.map(|sum| sum.to_array());
        let [force, torque] = borne.map(Vec3::length);
        let exceeds = |load: f32, limit: Option<f32>| limit.is_some_and(|limit| load > limit);
        if exceeds(force, row.joint.break_force) || exceeds(torque, row.joint.break_torque) {
            breaking.push((*id, force, torque));
        }
    }
    report.joints = inputs.len();
    state.joints.inputs = inputs;
    state.joints.active = active;
    for (id, force, torque) in breaking {
        unlink(state, id);
        let row = state.joints.joint_mut(id);
        row.joint.broken = true;
        row.memory = JointMemory::default();
        let joint = row.entity;
        report.events.push(PhysicsEvent::JointBroke {
            joint,
            force,
            torque,
        });
        state.joints.broken.push(id);
    }
    state.joints.tidy();
}

/// Marks broken joints in the world, without a trace of an edit.
pub(crate) fn write_joints(state: &mut PhysicsState, world: &World) {
    if state.joints.broken.is_empty() {
        return;
    }
    let mut storage = world.storage_mut::<Joint>();
    let components = storage.write_back();
    let joints = &mut state.joints;
    for id in std::mem::take(&mut joints.broken) {
        let Some(row) = joints.slots[id.slot()].as_ref() else {
            continue;
        };
        if let Some(at) = joints.mirror.row_of(row.entity) {
            components[at] = row.joint;
            joints.mirror.set(at, row.joint);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use voltex_ecs::{Codec, Decoder, Encoder};

    fn entity(id: u32) -> Entity {
        let mut bytes = Vec::new();
        id.encode(&mut Encoder::new(&mut bytes));
        0_u32.encode(&mut Encoder::new(&mut bytes));
        Entity::decode(&mut Decoder::new(&bytes)).unwrap()
    }

    fn row(id: u32) -> Option<JointRow> {
        Some(JointRow {
            entity: entity(id),
            joint: Joint::ball(None, entity(0)),
            link: None,
            memory: JointMemory::default(),
        })
    }

    #[test]
    fn stored_joints_take_memory_by_their_number_not_by_their_ids() {
        let ids = [u32::MAX - 1, 7, 1 << 31];
        let mut joints = Joints::from_parts(ids.map(row).to_vec(), Vec::new(), |_| false);
        assert!(joints.by_entity.capacity() < 64);
        for (slot, id) in (0..).zip(ids) {
            assert_eq!(joints.of(entity(id)), Some(JointId(slot)));
        }
        assert_eq!(joints.of(entity(8)), None);
        joints.remove(entity(7), JointId(1));
        assert_eq!(joints.of(entity(7)), None);
        assert_eq!(
            joints.add(entity(3), Joint::ball(None, entity(0))),
            JointId(1)
        );
        assert_eq!(joints.of(entity(3)), Some(JointId(1)));
        assert_eq!(joints.of(entity(u32::MAX - 1)), Some(JointId(0)));
    }

    /// Of the defect that a joint without a body was put on the list of those that wait again at each edit.
    #[test]
    fn a_joint_waits_once() {
        use crate::{Collider, HingeJoint, RigidBody, physics_step, register};
        use voltex_ecs::Transform;
        let mut world = World::new();
        register(&mut world).unwrap();
        let body = world.spawn_with((
            Transform::default(),
            RigidBody::dynamic(1.0),
            Collider::sphere(0.5),
        ));
        let joint = world.spawn_with((Joint::new(None, body, HingeJoint::default()),));
        physics_step(&mut world, &PhysicsConfig::DEFAULT).unwrap();
        world.despawn(body);
        for step in 0..20 {
            let motor = Motor::speed(step as f32, 1.0);
            let hinge = HingeJoint {
                motor: Some(motor),
                ..HingeJoint::default()
            };
            world.get_mut::<Joint>(joint).unwrap().kind = hinge.into();
            physics_step(&mut world, &PhysicsConfig::DEFAULT).unwrap();
            let state = world.resource::<PhysicsState>().unwrap();
            assert_eq!(state.joints.waiting, [JointId(0)], "step {step}");
        }
    }
}
