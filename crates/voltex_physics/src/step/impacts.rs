//! Impacts at their instants: what meets in a step does so in order of time, and flies on.
//!
//! After the solver every body has a way through the step. Those that are fast, and those whose contact was set
//! aside (see [`super::impact_aside`]), are followed along it. The earliest meeting is taken from a queue, the bodies
//! get their impulses at the velocities of that instant, and what they meet on their new ways goes into the
//! queue. So a rebound does not depend on how the steps fall, nothing passes through anything, and an impulse
//! runs through a row of touching balls pair by pair. All others go their way undisturbed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use voltex_math::{Aabb, DMat3, DVec3, Pose};

use super::advance::{freeze, held};
use super::ball_course::{Course, CourseId};
use super::contact_points::{gap_without_points, smaller_extent};
use super::contacts::Role;
use super::flyers::flies;
use super::impact_aside;
use super::impact_event::{BodyMotion, ImpactEvent};
use super::impact_flight::{Flight, Start};
use super::impact_law::{impact_law, restitution};
use super::impact_search::{Heap, Pair, Scratch};
use super::impact_way::{goes_far, is_far, stay_apart, way_box};
use super::read_world::is_usable;
use super::report::{PhysicsEvent, StepReport};
use super::rows::{Row, RowId};
use super::state::PhysicsState;
use crate::ballistic::search::Spot;
use crate::broad::{DynamicBvh, Proxy};
use crate::collider::Collider;
use crate::config::PhysicsConfig;
use crate::impulse::{ImpactBody, impulse};
use crate::impulse_patch;
use crate::shape::{Shape, ShapeStore};

/// Impacts of one body in one step, beyond which it goes on without; what is left is the solver's in the next.
const IMPACTS: u32 = 10;

/// Bodies that touch already pass an impact on where it makes them approach by at least this part of its own
/// approach speed. The rest is left to the solver, or a blow on a heap would run through it for ever.
pub(super) const PASSED_ON: f64 = 0.4;

/// How far, in parts of the smaller body's size, neighbours of what was struck may go into one another until the next
/// step sees to it.
const LATE: f64 = 0.2;

/// Numbers of the impacts of a step. Nothing of it is kept for the next but its room.
#[derive(Debug)]
pub(crate) struct Impacts {
    starts: Vec<Start>,
    /// What holds each body, by the slot of its row.
    ties: Vec<Ties>,
    /// Whether a contact has the role of an impact in this step.
    pub(crate) expected: bool,
    flights: Vec<Flight>,
    /// Place of the flight of a row by its slot.
    flight_of: Vec<u32>,
    /// Boxes of the ways of those flights that go far or were struck.
    tree: DynamicBvh,
    /// The flight of each proxy.
    owners: Vec<u32>,
    pub(super) queue: BinaryHeap<Reverse<Event>>,
    near: Vec<RowId>,
    scratch: Scratch,
    /// Pairs of which one is a sensor that the other has come to touch on its way.
    passed: Vec<[RowId; 2]>,
    /// Ways of the balls that fly.
    pub(super) courses: Vec<Course>,
}

const NONE: u32 = u32::MAX;

impl Default for Impacts {
    fn default() -> Self {
        Self {
            starts: Vec::new(),
            ties: Vec::new(),
            expected: false,
            flights: Vec::new(),
            flight_of: Vec::new(),
            tree: DynamicBvh::new(0.0),
            owners: Vec::new(),
            queue: BinaryHeap::new(),
            near: Vec::new(),
            scratch: Scratch::default(),
            passed: Vec::new(),
            courses: Vec::new(),
        }
    }
}

impl Clone for Impacts {
    /// Between steps there is nothing to copy.
    fn clone(&self) -> Self {
        Self::default()
    }

    fn clone_from(&mut self, _: &Self) {}
}

impl Impacts {
    /// Notes where the awake bodies start.
    pub(crate) fn begin(&mut self, slots: usize, starts: impl Iterator<Item = Start>) {
        for start in self.starts.drain(..) {
            self.ties[start.row.slot()] = Ties::NONE;
        }
        self.ties.resize(slots, Ties::NONE);
        self.starts.extend(starts);
        for (place, start) in self.starts.iter().enumerate() {
            self.ties[start.row.slot()].place = place as u32;
        }
        self.expected = false;
    }

    pub(crate) fn start(&self, row: RowId) -> Option<&Start> {
        let start = self.starts.get(self.ties(row).place as usize)?;
        (start.row == row).then_some(start)
    }

    /// What holds a body; nothing for one that is not awake.
    pub(crate) fn ties(&self, row: RowId) -> Ties {
        self.ties.get(row.slot()).copied().unwrap_or(Ties::NONE)
    }

    /// The same, of a body that is awake.
    pub(crate) fn ties_mut(&mut self, row: RowId) -> Option<&mut Ties> {
        self.ties
            .get_mut(row.slot())
            .filter(|ties| ties.place != NONE)
    }

    pub(super) fn flight(&self, row: RowId) -> Option<&Flight> {
        self.flights.get(*self.flight_of.get(row.slot())? as usize)
    }
}

/// What holds a body as a step begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ties {
    /// Place of its start.
    place: u32,
    /// Contacts that last, and 1 for what hangs in joints.
    pub(crate) count: u16,
    /// Whether the solver has a contact or a joint of it, and so a say in its path.
    pub(crate) solved: bool,
}

impl Ties {
    const NONE: Self = Self {
        place: NONE,
        count: 0,
        solved: false,
    };
}

/// A meeting that will take place if neither body is struck before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Event {
    /// s from the start of the step, at least 0: then the order of the bits is that of the numbers.
    pub(super) time: u64,
    /// Twice the same: the end of a leg of a ball's course.
    pub(super) rows: [RowId; 2],
    /// Impacts that each has had when this was found.
    pub(super) hits: [u32; 2],
    /// Bits of the least approach speed that counts between bodies which touch already.
    pub(super) least: u64,
    /// Whether one of them is a sensor.
    pub(super) sensed: bool,
}

/// Strikes all bodies that meet in a part of the step; which of how many tells `part`.
pub(crate) fn resolve(
    state: &mut PhysicsState,
    config: &PhysicsConfig,
    part: [u32; 2],
    store: &ShapeStore,
    report: &mut StepReport,
) {
    let mut impacts = std::mem::take(&mut state.impacts);
    let mut step = Resolver {
        dt: f64::from(config.fixed_dt),
        threshold: f64::from(config.restitution_threshold),
        part: part.map(f64::from),
        state,
        store,
        impacts: &mut impacts,
        report,
    };
    if step.take_off() {
        step.look_ahead();
        step.run();
        step.tell_passed();
        step.land();
    }
    state.impacts = impacts;
}

pub(super) struct Resolver<'a> {
    pub(super) dt: f64,
    threshold: f64,
    /// Parts of the step before this one, and all.
    pub(super) part: [f64; 2],
    pub(super) state: &'a mut PhysicsState,
    pub(super) store: &'a ShapeStore,
    pub(super) impacts: &'a mut Impacts,
    pub(super) report: &'a mut StepReport,
}

impl Resolver<'_> {
    /// Gives a flight to every body that goes farther than contacts are looked for; returns whether there is
    /// anything to do.
    fn take_off(&mut self) -> bool {
        let impacts = &mut *self.impacts;
        impacts.flights.clear();
        impacts.flight_of.clear();
        impacts.queue.clear();
        impacts.passed.clear();
        impacts.courses.clear();
        let mut boxes = Vec::new();
        for start in &impacts.starts {
            let Some(row) = self.state.rows.get(start.row) else {
                continue;
            };
            if row.frozen || !self.state.rows.is_awake(start.row) {
                continue;
            }
            let (flight, bounds) = if flies(self.state, start.row) {
                let Some(course) = course_of(self.state, row, self.dt) else {
                    continue;
                };
                let own = CourseId(impacts.courses.len() as u32);
                let flight = Flight::on_leg(start.row, row, &course, own);
                let bounds = course.bounds();
                impacts.courses.push(course);
                (flight, bounds)
            } else if goes_far(start, row, impacts.ties(start.row), self.dt as f32) {
                let solved = impacts.ties(start.row).solved;
                let flight = Flight::of(start, row, solved, self.dt);
                (flight, way_box(&flight, row, self.store, 0.0, self.dt))
            } else {
                continue;
            };
            let Some(bounds) = bounds else { continue };
            if impacts.flight_of.is_empty() {
                impacts.flight_of.resize(self.state.rows.slots(), NONE);
            }
            impacts.flight_of[start.row.slot()] = impacts.flights.len() as u32;
            impacts.flights.push(flight);
            boxes.push(bounds);
        }
        if impacts.flights.is_empty() {
            if !impacts.expected {
                return false;
            }
            impacts.flight_of.resize(self.state.rows.slots(), NONE);
        }
        impacts.tree = DynamicBvh::new(0.0);
        impacts.owners.clear();
        let proxies = impacts
            .tree
            .insert_all(&boxes)
            .expect("boxes of ways are checked when they are made");
        for (i, proxy) in proxies.into_iter().enumerate() {
            impacts.flights[i].proxy = Some(proxy);
            own(&mut impacts.owners, proxy, i as u32);
        }
        true
    }

    /// Finds the first meetings of all pairs.
    fn look_ahead(&mut self) {
        for i in 0..self.impacts.flights.len() {
            let row = self.impacts.flights[i].row;
            self.meet_all(row, 0.0, 0.0, true);
            self.expect_end_of_leg(row);
        }
        let active = if self.impacts.expected {
            self.state.active.len()
        } else {
            0
        };
        for i in 0..active {
            let contact = self.state.contacts.contact(self.state.active[i]);
            let rows = contact.rows;
            let slow = rows.iter().all(|row| self.impacts.flight(*row).is_none());
            if contact.role == Role::Impact && slow {
                self.meet(rows, 0.0, 0.0);
            }
        }
    }

    /// Looks for meetings of a body with all that is near its way from a time on. `first`: each pair of two flights
    /// is looked at once, by the one with the lower row.
    pub(super) fn meet_all(&mut self, id: RowId, time: f64, least: f64, first: bool) {
        let Some(flight) = self.impacts.flight(id).copied() else {
            return;
        };
        let Some(bounds) = self.way(&flight, time) else {
            return;
        };
        let mut near = std::mem::take(&mut self.impacts.near);
        near.clear();
        let (rows, box_rows) = (&self.state.rows, &self.state.box_rows);
        self.state.broad.overlaps(&bounds, |found| {
            let other = box_rows[found.0 as usize];
            let there = rows.get(other).is_some_and(|row| row.box_id == Some(found));
            // Flights are found by their ways.
            let flies = self
                .impacts
                .flight(other)
                .is_some_and(|flight| flight.proxy.is_some());
            if there && other != id && !flies {
                near.push(other);
            }
        });
        let impacts = &*self.impacts;
        impacts.tree.overlaps(&bounds, |proxy| {
            let other = impacts.flights[impacts.owners[proxy.0 as usize] as usize].row;
            if other != id && !(first && other < id) {
                near.push(other);
            }
        });
        near.sort_unstable();
        near.dedup();
        for other in &near {
            let pair = if id < *other {
                [id, *other]
            } else {
                [*other, id]
            };
            let other_flight = self.impacts.flight(*other);
            let swing = flight.swing() + other_flight.map_or(0.0, Flight::swing);
            let spins = swing * (self.dt - time) > 0.2;
            let flies = flight.course.or(other_flight.and_then(|f| f.course));
            if first && !spins && flies.is_none() && self.is_settled(pair) {
                continue;
            }
            self.meet(pair, time, least);
        }
        self.impacts.near = near;
    }

    /// Whether a look at the contact of two bodies at the start of the step has shown that they need none now: the
    /// solver has it, or they do not come together and the solver has not turned them from their ways.
    fn is_settled(&self, pair: [RowId; 2]) -> bool {
        let Some(id) = self.state.contacts.of(&self.state.rows, pair) else {
            return false;
        };
        let contact = self.state.contacts.contact(id);
        let free = || pair.iter().all(|row| !self.impacts.ties(*row).solved);
        contact.points > 0
            && (contact.role == Role::Solved || contact.role == Role::Apart && free())
            && self.is_simple(pair)
    }

    /// Whether both shapes are of one piece, so that one contact is all there is between them.
    fn is_simple(&self, pair: [RowId; 2]) -> bool {
        pair.iter().all(|row| {
            !matches!(
                self.state.rows.row(*row).collider,
                Some(Collider::Mesh(_) | Collider::HeightField(_) | Collider::Compound(_))
            )
        })
    }

    /// Puts the first meeting of two bodies from a time on into the queue.
    fn meet(&mut self, rows: [RowId; 2], time: f64, least: f64) {
        let [a, b] = rows.map(|row| self.state.rows.row(row));
        if !(a.is_dynamic() || b.is_dynamic()) || !a.layers.meets(&b.layers) {
            return;
        }
        if a.sensor || b.sensor {
            self.pass(rows, time);
            return;
        }
        if self.state.joints.part(rows[0], rows[1]) {
            return;
        }
        let flights = rows.map(|row| self.flight_of(row));
        if flights.iter().any(|flight| flight.course.is_some()) {
            self.meet_ball(rows, &flights);
            return;
        }
        // What does not yield has no part in the count: a body between two walls that close in has had enough.
        let spent = |i: usize| flights[i].hits >= IMPACTS || ![a, b][i].is_dynamic();
        if spent(0) && spent(1) {
            return;
        }
        if a.is_dynamic() && b.is_dynamic() && stay_apart(&flights, [a, b], time, self.dt) {
            return;
        }
        if self.keep_their_gap(rows, &flights, time) {
            return;
        }
        if least > 0.0 && self.is_dull(rows, &flights, time, least) {
            return;
        }
        for row in rows {
            let place = self.impacts.flight_of[row.slot()];
            if let Some(flight) = self.impacts.flights.get_mut(place as usize) {
                flight.looked = true;
            }
        }
        // Bodies that were just struck, and their neighbours.
        let swing = flights[0].swing() + flights[1].swing();
        let near = least > 0.0
            && swing * (self.dt - time) < 0.2
            && self.state.contacts.of(&self.state.rows, rows).is_some();
        let end = self.dt;
        let found = self.look(rows, &flights, near, least, |pair, scratch| {
            if pair.stay_parted(time, end) {
                return None;
            }
            pair.first_impact(time, end, scratch)
        });
        if let Some(found) = found {
            self.impacts.queue.push(Reverse(Event {
                time: found.to_bits(),
                rows,
                hits: flights.map(|flight| flight.hits),
                least: least.to_bits(),
                sensed: false,
            }));
        }
    }

    /// Puts the first touch of a body with a sensor from a time on into the queue. What touches it as the step begins
    /// is told with the contacts.
    fn pass(&mut self, rows: [RowId; 2], time: f64) {
        let known = self.state.contacts.of(&self.state.rows, rows);
        if known.is_some_and(|id| self.state.contacts.contact(id).points > 0) {
            return;
        }
        let flights = rows.map(|row| self.flight_of(row));
        let end = self.dt;
        let found = self.look(rows, &flights, false, 0.0, |pair, scratch| {
            pair.first_touch(time, end, scratch)
        });
        if let Some(found) = found {
            self.impacts.queue.push(Reverse(Event {
                time: found.to_bits(),
                rows,
                hits: flights.map(|flight| flight.hits),
                least: 0,
                sensed: true,
            }));
        }
    }

    /// Whether two bodies that were too far from each other for a contact do not come nearer by the gap that is sure to
    /// be between them.
    fn keep_their_gap(&self, rows: [RowId; 2], flights: &[Flight; 2], time: f64) -> bool {
        let Some(id) = self.state.contacts.of(&self.state.rows, rows) else {
            return false;
        };
        if self.state.contacts.contact(id).points > 0 {
            return false;
        }
        let [one, other] = flights;
        let [a, b] = rows.map(|row| self.state.rows.row(row));
        let then = self.center(rows[1]) - self.center(rows[0]);
        let way = |time: f64| (other.center_at(time) - one.center_at(time) - then).length();
        let (now, end) = (way(time), way(self.dt));
        let farthest = if now > end { now } else { end };
        let half = 0.5 * (time + self.dt);
        let sag = (other.sag(time, self.dt, half) - one.sag(time, self.dt, half)).length();
        let turned =
            |row: &Row, flight: &Flight| f64::from(row.mass.extent) * flight.turned_at(self.dt);
        farthest + sag + turned(a, one) + turned(b, other) < f64::from(gap_without_points(a, b))
    }

    /// Centre of mass of a row at the start of the step, m.
    fn center(&self, id: RowId) -> DVec3 {
        let row = self.state.rows.row(id);
        let pose = self
            .impacts
            .start(id)
            .map_or_else(|| row.pose(), |start| start.pose);
        pose.position.as_dvec3() + pose.rotation.as_dquat() * row.mass.center.as_dvec3()
    }

    /// Whether two bodies of which one was just struck are near each other since the step began, and approach so slowly
    /// that the next step may see to it.
    fn is_dull(&self, rows: [RowId; 2], flights: &[Flight; 2], time: f64, least: f64) -> bool {
        let Some(id) = self.state.contacts.of(&self.state.rows, rows) else {
            return false;
        };
        let [a, b] = rows.map(|row| self.state.rows.row(row));
        let extent = smaller_extent(a, b);
        let rest = self.dt - time;
        let swing = flights[0].swing() + flights[1].swing();
        if swing * rest > 0.2 {
            return false;
        }
        let motion = |i: usize| (flights[i].velocity_at(time), flights[i].spin_at(time));
        let motions = [motion(0), motion(1)];
        let press = flights[0].acceleration - flights[1].acceleration;
        let mut fastest = 0.0;
        let mut any = false;
        impact_aside::for_each_point(self.state, self.impacts, id, |point| {
            any = true;
            let normal = point.normal.as_dvec3();
            let at = |i: usize| motions[i].0 + motions[i].1.cross(point.arms[i].as_dvec3());
            let approach = (at(0) - at(1) + press * rest).dot(normal);
            if approach > fastest {
                fastest = approach;
            }
        });
        let rebound = f64::from(restitution([a, b], Spot::default())) * fastest;
        let slight = fastest <= least || rebound < f64::from(impact_aside::SLIGHT);
        any && slight && fastest * rest <= LATE * f64::from(extent)
    }

    /// Looks at two bodies on these flights; `None` also where one of them has no shape.
    fn look<T>(
        &mut self,
        rows: [RowId; 2],
        flights: &[Flight; 2],
        near: bool,
        least: f64,
        look: impl FnOnce(&Pair<'_>, &mut Scratch) -> Option<T>,
    ) -> Option<T> {
        let [a, b] = rows.map(|row| self.state.rows.row(row));
        let (shape_a, shape_b) = (shape(a, self.store)?, shape(b, self.store)?);
        let mut scratch = std::mem::take(&mut self.impacts.scratch);
        let (shapes, ways) = ([&shape_a, &shape_b], [&flights[0], &flights[1]]);
        let pair = self.pair(rows, shapes, ways, near, least);
        let seen = look(&pair, &mut scratch);
        self.impacts.scratch = scratch;
        seen
    }

    fn pair<'b>(
        &'b self,
        rows: [RowId; 2],
        shapes: [&'b Shape<'b>; 2],
        flights: [&'b Flight; 2],
        near: bool,
        least: f64,
    ) -> Pair<'b> {
        let contact = self.state.contacts.of(&self.state.rows, rows);
        let grounded = rows.iter().any(|row| self.impacts.ties(*row).count > 0);
        let [a, b] = rows.map(|row| self.state.rows.row(row));
        let lasting = contact.is_some_and(|id| self.state.contacts.contact(id).lasting);
        Pair {
            shapes,
            flights,
            near: near && self.is_simple(rows),
            extent: f64::from(smaller_extent(a, b)),
            lasting,
            grounded,
            threshold: self.threshold,
            least,
            end: self.dt,
            heap: (grounded && !lasting).then_some(Heap {
                state: self.state,
                impacts: self.impacts,
                rows,
            }),
        }
    }

    /// The flight of a row, as it is now.
    pub(super) fn flight_of(&self, id: RowId) -> Flight {
        if let Some(flight) = self.impacts.flight(id) {
            return *flight;
        }
        let row = self.state.rows.row(id);
        match self.impacts.start(id).filter(|_| !row.frozen) {
            Some(start) => Flight::of(start, row, self.impacts.ties(id).solved, self.dt),
            None => Flight::resting(id, row),
        }
    }

    /// Takes meetings from the queue until none is left.
    fn run(&mut self) {
        while let Some(Reverse(event)) = self.impacts.queue.pop() {
            let hits = event
                .rows
                .map(|row| self.impacts.flight(row).map_or(0, |f| f.hits));
            if hits != event.hits {
                continue;
            }
            if event.sensed {
                self.impacts.passed.push(event.rows);
            } else if event.rows.iter().any(|row| self.course_of(*row).is_some()) {
                self.go_on_with_ball(&event);
            } else {
                self.strike(&event);
            }
        }
    }

    fn strike(&mut self, event: &Event) {
        let (rows, time) = (event.rows, f64::from_bits(event.time));
        let flights = rows.map(|row| self.flight_of(row));
        let least = f64::from_bits(event.least);
        let touch = self.look(rows, &flights, false, least, |pair, scratch| {
            pair.touch(time, scratch)
        });
        if let Some((normal, approach)) = touch {
            let [a, b] = rows.map(|row| self.state.rows.row(row));
            let law = impact_law([a, b]);
            let bodies = [
                body_at(a, &flights[0], time, normal),
                body_at(b, &flights[1], time, normal),
            ];
            let belts = [belt(a, &flights[0], time), belt(b, &flights[1], time)]
                .map(|belt| belt - belt.dot(normal) * normal);
            let moved = [0, 1].map(|i| ImpactBody {
                velocity: bodies[i].velocity + belts[i],
                ..bodies[i]
            });
            let points = &mut self.impacts.scratch.points;
            let after = if let [point] = &mut points[..] {
                let [a, b] = [0, 1].map(|i| ImpactBody {
                    arm: point.arms[i],
                    ..moved[i]
                });
                point.impulse = impulse(&a, &b, normal, &law).on_b;
                [a.struck(-point.impulse), b.struck(point.impulse)]
            } else {
                impulse_patch::strike([&moved[0], &moved[1]], normal, points, &law)
            };
            let after = [0, 1].map(|i| (after[i].velocity - belts[i], after[i].angular_velocity));
            let before = bodies.map(|body| (body.velocity, body.angular_velocity));
            let place = points
                .iter()
                .fold(DVec3::ZERO, |sum, point| sum + point.arms[0])
                / points.len() as f64
                + flights[0].center_at(time);
            let total = points
                .iter()
                .fold(DVec3::ZERO, |sum, point| sum + point.impulse);
            self.report.impacts.push(ImpactEvent {
                a: self.state.rows.row(rows[0]).entity,
                b: self.state.rows.row(rows[1]).entity,
                fraction: ((self.part[0] + time / self.dt) / self.part[1]) as f32,
                point: place.as_vec3(),
                normal: normal.as_vec3(),
                impulse: total.as_vec3(),
                before: before.map(BodyMotion::of),
                after: after.map(BodyMotion::of),
            });
            self.tell(rows);
            // All that a blow sets off is measured by the blow.
            let least = if least > 0.0 {
                least
            } else {
                PASSED_ON * approach
            };
            self.fly_on(rows, flights, time, after, least);
        }
    }

    /// Notes that two bodies have touched in this step.
    pub(super) fn tell(&mut self, rows: [RowId; 2]) {
        if let Some(id) = self.state.contacts.of(&self.state.rows, rows) {
            self.state.contacts.contact_mut(id).struck = true;
            return;
        }
        let [a, b] = rows.map(|row| self.state.rows.row(row).entity);
        self.report.events.push(PhysicsEvent::ContactBegan(a, b));
        self.report.events.push(PhysicsEvent::ContactEnded(a, b));
    }

    /// Sends two bodies on their new ways and looks for what they meet there.
    fn fly_on(
        &mut self,
        rows: [RowId; 2],
        flights: [Flight; 2],
        time: f64,
        after: [(DVec3, DVec3); 2],
        least: f64,
    ) {
        let send = |this: &mut Self, i: usize| this.send(rows[i], flights[i], time, after[i]);
        let struck = [send(self, 0), send(self, 1)];
        for (row, _) in rows.into_iter().zip(struck).filter(|(_, struck)| *struck) {
            self.meet_all(row, time, least, false);
        }
    }

    /// Sends a body on its new way; returns whether it yields at all.
    pub(super) fn send(
        &mut self,
        id: RowId,
        mut flight: Flight,
        time: f64,
        after: (DVec3, DVec3),
    ) -> bool {
        if !self.state.rows.row(id).is_dynamic() {
            return false;
        }
        if !self.state.rows.is_awake(id) {
            self.wake(id);
        }
        let row = self.state.rows.row(id);
        let (velocity, spin) = unlocked(row, after);
        flight.struck(time, velocity, spin);
        if flight.hits >= IMPACTS {
            for contact in &row.contacts {
                self.state.contacts.contact_mut(*contact).handed_over = true;
            }
            if is_far(row, &flight, self.dt - time) {
                flight.halt(time);
                self.report.halted += 1;
            }
        }
        self.put(id, flight, time);
        true
    }

    /// Box of the rest of a way.
    fn way(&self, flight: &Flight, time: f64) -> Option<Aabb> {
        match flight.course {
            Some(course) => self.impacts.courses[course.place()].bounds(),
            None => way_box(
                flight,
                self.state.rows.row(flight.row),
                self.store,
                time,
                self.dt,
            ),
        }
    }

    /// Wakes a body that has slept until now. Its contacts are looked at from the next step on.
    fn wake(&mut self, row: RowId) {
        let known = self.state.active.len();
        self.state.wake(row);
        let mut fresh = self.state.active.split_off(known);
        // The first part is in order.
        fresh.retain(|id| self.state.active.binary_search(id).is_err());
        for id in &fresh {
            self.state.contacts.contact_mut(*id).role = Role::Unseen;
        }
        self.state.active.extend(fresh);
        self.state.tidy();
    }

    /// Keeps a flight, and the box of the rest of its way.
    pub(super) fn put(&mut self, id: RowId, mut flight: Flight, time: f64) {
        let bounds = self.way(&flight, time);
        let impacts = &mut *self.impacts;
        let place = match impacts.flight_of[id.slot()] {
            NONE => {
                impacts.flight_of[id.slot()] = impacts.flights.len() as u32;
                impacts.flights.push(flight);
                impacts.flights.len() - 1
            }
            place => place as usize,
        };
        if let Some(bounds) = bounds {
            match flight.proxy {
                Some(proxy) => {
                    // The box was checked when it was made.
                    let kept = impacts.tree.set(proxy, &bounds);
                    debug_assert!(kept.is_ok());
                }
                None => {
                    flight.proxy = impacts.tree.insert(&bounds).ok();
                    if let Some(proxy) = flight.proxy {
                        own(&mut impacts.owners, proxy, place as u32);
                    }
                }
            }
        }
        impacts.flights[place] = flight;
    }

    /// Tells of the sensors that bodies have passed: those that they touched on their way and do not at its end.
    fn tell_passed(&mut self) {
        let mut passed = std::mem::take(&mut self.impacts.passed);
        passed.sort_unstable();
        passed.dedup();
        for rows in passed.drain(..) {
            let flights = rows.map(|row| self.flight_of(row));
            let end = self.dt;
            let inside = self.look(rows, &flights, false, 0.0, |pair, scratch| {
                Some(pair.overlap(end, scratch))
            });
            if inside == Some(false) {
                let [a, b] = rows.map(|row| self.state.rows.row(row).entity);
                self.report.events.push(PhysicsEvent::SensorEntered(a, b));
                self.report.events.push(PhysicsEvent::SensorLeft(a, b));
            }
        }
        self.impacts.passed = passed;
    }

    /// Puts the rows of all struck bodies where their flights end.
    fn land(&mut self) {
        let mut frozen = false;
        for i in 0..self.impacts.flights.len() {
            let flight = self.impacts.flights[i];
            if let Some(course) = flight.course {
                frozen |= !self.land_ball(flight.row, course);
                continue;
            }
            if flight.hits == 0 && !(flight.looked && flight.tumbles) {
                continue;
            }
            let row = self.state.rows.row_mut(flight.row);
            let Pose { position, rotation } = flight.pose_at(self.dt, DVec3::ZERO);
            let (velocity, spin) = (flight.velocity_at(self.dt), flight.spin_at(self.dt));
            let (velocity, spin) = (velocity.as_vec3(), spin.as_vec3());
            let usable = is_usable(position, rotation) && velocity.is_finite() && spin.is_finite();
            if let Some(body) = &mut row.body
                && usable
            {
                row.transform.position = position;
                row.transform.rotation = rotation;
                (body.velocity, body.angular_velocity) = (velocity, spin);
            } else {
                freeze(row, self.report);
                self.state.rows.set_awake(flight.row, false);
                frozen = true;
            }
            self.state.rows.refresh_frame(flight.row);
        }
        if frozen {
            self.state.put_aside();
        }
        self.state.tidy();
        self.state.tell_woken(self.report);
    }
}

/// The course of a ball from where it is.
fn course_of(state: &PhysicsState, row: &Row, dt: f64) -> Option<Course> {
    let (flyer, ball) = (state.flyers.of(row)?, row.ball.as_ref()?);
    let (now, clock) = (&ball.ballistic, state.flyers.clock);
    Some(Course::new(flyer, &now.state(), now.time, clock, dt))
}

fn own(owners: &mut Vec<u32>, proxy: Proxy, flight: u32) {
    let place = proxy.0 as usize;
    if owners.len() <= place {
        owners.resize(place + 1, NONE);
    }
    owners[place] = flight;
}

pub(crate) fn shape<'a>(row: &Row, store: &'a ShapeStore) -> Option<Shape<'a>> {
    row.collider.as_ref()?.shape(store).ok()
}

/// A body of a flight as an impact sees it; its arm is left open.
pub(super) fn body_at(row: &Row, flight: &Flight, time: f64, normal: DVec3) -> ImpactBody {
    let rotation = flight.rotation_at(time).as_quat();
    let (inverse_mass, inverse_inertia) = match &row.body {
        Some(body) if row.is_dynamic() => (
            f64::from(row.mass.inverse_mass) * yielding(body.locks.motion, normal),
            held(row.mass.inverse_inertia(rotation), body.locks.rotation).as_dmat3(),
        ),
        _ => (0.0, DMat3::ZERO),
    };
    ImpactBody {
        inverse_mass,
        inverse_inertia,
        velocity: flight.velocity_at(time),
        angular_velocity: flight.spin_at(time),
        arm: DVec3::ZERO,
    }
}

/// Share of its inverse mass with which a body yields along a direction: along a locked axis it is a wall.
fn yielding(locks: [bool; 3], along: DVec3) -> f64 {
    let squares = (along * along).to_array();
    let free = squares.into_iter().zip(locks).filter(|(_, locked)| !locked);
    free.map(|(square, _)| square).sum()
}

/// Velocity of a body's surface by itself, world axes, m/s.
pub(super) fn belt(row: &Row, flight: &Flight, time: f64) -> DVec3 {
    flight.rotation_at(time) * row.material.surface_velocity.as_dvec3()
}

/// Velocities without what the locks of a body take out.
fn unlocked(row: &Row, (velocity, spin): (DVec3, DVec3)) -> (DVec3, DVec3) {
    let Some(body) = &row.body else {
        return (velocity, spin);
    };
    let free = |locks: [bool; 3]| DVec3::from_array(locks.map(|l| if l { 0.0 } else { 1.0 }));
    (
        velocity * free(body.locks.motion),
        spin * free(body.locks.rotation),
    )
}
