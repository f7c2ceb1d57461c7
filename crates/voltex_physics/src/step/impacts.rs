//! Impacts at their instants: what meets in a step does so in order of time, and flies on.
//!
//! After the solver every body has a way through the step. Those that are fast, and those whose contact was set
//! aside (see [`super::impact_aside`]), are followed along it. The earliest meeting is taken from a queue, the bodies
//! get their impulses at the velocities of that instant, and what they meet on their new ways goes into the
//! queue. So a rebound does not depend on how the steps fall, nothing passes through anything, and an impulse
//! runs through a row of touching balls pair by pair. All others go their way undisturbed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rayon::prelude::*;
use voltex_math::{DMat3, DVec3, Pose};

use super::advance::{freeze, held};
use super::ball_course::{Course, CourseId};
use super::contacts::Role;
use super::flyers::flies;
use super::impact_event::{BodyMotion, ImpactEvent};
use super::impact_flight::{Flight, Start};
use super::impact_law::impact_law;
use super::impact_search::Scratch;
use super::impact_view::{Sight, View};
use super::impact_way::{Way, goes_far, is_far, way_of};
use super::impact_ways::{Ways, ordered};
use super::read_world::is_usable;
use super::report::{PhysicsEvent, StepReport};
use super::rows::{Row, RowId};
use super::state::PhysicsState;
use crate::collider::Collider;
use crate::config::PhysicsConfig;
use crate::copies::copies_nothing;
use crate::impulse::{ImpactBody, impulse};
use crate::impulse_patch;
use crate::shape::{Shape, ShapeStore};

/// Impacts of one body in one step, beyond which it goes on without; what is left is the solver's in the next.
pub(super) const IMPACTS: u32 = 10;

/// Bodies that touch already pass an impact on where it makes them approach by at least this part of its own
/// approach speed. The rest is left to the solver, or a blow on a heap would run through it for ever.
pub(super) const PASSED_ON: f64 = 0.4;

/// Pairs and bodies that one task looks at.
const CHUNK: usize = 64;

/// Numbers of the impacts of a step. Nothing of it is kept for the next but its room.
#[derive(Debug, Default)]
pub(crate) struct Impacts {
    starts: Vec<Start>,
    /// What holds each body and how it moves, by the slot of its row.
    ties: Vec<Ties>,
    /// Whether a contact has the role of an impact in this step.
    pub(crate) expected: bool,
    flights: Vec<Flight>,
    /// The ways of those flights that go far or were struck.
    ways: Ways,
    pub(super) queue: BinaryHeap<Reverse<Event>>,
    near: Vec<RowId>,
    scratch: Scratch,
    /// Pairs of which one is a sensor that the other has come to touch on its way.
    passed: Vec<[RowId; 2]>,
    /// Ways of the balls that fly.
    pub(super) courses: Vec<Course>,
}

const NONE: u32 = u32::MAX;

copies_nothing!(Impacts);

impl Impacts {
    /// Notes where the awake bodies start.
    pub(crate) fn begin(&mut self, slots: usize, starts: impl Iterator<Item = Start>) {
        for start in self.starts.drain(..) {
            self.ties[start.row.slot()] = Ties::NONE;
        }
        for flight in self.flights.drain(..) {
            self.ties[flight.row.slot()] = Ties::NONE;
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

    /// Whether a body has a flight whose way is among those of the flights.
    fn has_way(&self, row: RowId) -> bool {
        self.flight(row)
            .is_some_and(|flight| flight.proxy.is_some())
    }

    pub(super) fn flight(&self, row: RowId) -> Option<&Flight> {
        self.flights.get(self.ties.get(row.slot())?.flight as usize)
    }
}

/// What holds a body as a step begins, and how it moves in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ties {
    /// Place of its start.
    place: u32,
    /// Place of its flight.
    flight: u32,
    /// Contacts that last, and 1 for what hangs in joints.
    pub(crate) count: u16,
    /// Whether the solver has a contact or a joint of it, and so a say in its path.
    pub(crate) solved: bool,
    /// Whether it is of many pieces; only of what is awake.
    pub(super) many: bool,
    /// How far its path bends away from its chord in the step, m; infinite for a ball on its own course.
    pub(super) sag: f32,
    /// Angle that it turns by in the step, and of that in flight what changes its place, rad.
    pub(super) angle: f32,
    pub(super) swing: f32,
}

impl Ties {
    const NONE: Self = Self {
        place: NONE,
        flight: NONE,
        count: 0,
        solved: false,
        many: false,
        sag: 0.0,
        angle: 0.0,
        swing: 0.0,
    };

    /// Whether it has a flight.
    pub(super) fn flies(&self) -> bool {
        self.flight != NONE
    }

    /// Whether it is awake.
    pub(super) fn is_awake(&self) -> bool {
        self.place != NONE
    }
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
    if let Some(ways) = step.take_off() {
        step.look_ahead(&ways);
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
    /// Gives a flight to every body that goes farther than contacts are looked for; returns their ways, or `None` if
    /// there is nothing to do.
    fn take_off(&mut self) -> Option<Vec<Way>> {
        let impacts = &mut *self.impacts;
        debug_assert!(impacts.flights.is_empty(), "cleared as the step began");
        impacts.queue.clear();
        impacts.passed.clear();
        impacts.courses.clear();
        let (state, store, dt) = (&*self.state, self.store, self.dt);
        let (starts, ties) = (&impacts.starts, &impacts.ties);
        let leave = |start: &Start| {
            let held = ties[start.row.slot()];
            let Some(row) = state.rows.get(start.row) else {
                return (held, None);
            };
            let held = moving(start, row, held, dt as f32);
            let goes = !row.frozen
                && state.rows.is_awake(start.row)
                && !flies(state, start.row)
                && goes_far(start, row, held, dt as f32);
            let flight = goes.then(|| Flight::of(start, row, held.solved, dt));
            let way = flight.and_then(|flight| way_of(&flight, row, store, 0.0, dt));
            (held, flight.zip(way))
        };
        let left: Vec<Vec<Left>> = if starts.len() < 2 * CHUNK {
            vec![starts.iter().map(leave).collect()]
        } else {
            let parts = starts.par_chunks(CHUNK);
            parts
                .map(|starts| starts.iter().map(leave).collect())
                .collect()
        };
        let mut ways: Vec<Way> = Vec::new();
        for (start, (mut held, gone)) in starts.iter().zip(left.into_iter().flatten()) {
            if let Some((flight, way)) = gone {
                held.flight = impacts.flights.len() as u32;
                held.swing = (flight.swing() * dt) as f32;
                impacts.flights.push(flight);
                ways.push(way);
            }
            impacts.ties[start.row.slot()] = held;
        }
        for start in starts {
            let Some(row) = state.rows.get(start.row) else {
                continue;
            };
            let goes = !row.frozen && state.rows.is_awake(start.row) && flies(state, start.row);
            if goes && let Some(course) = course_of(state, row, dt) {
                let own = CourseId(impacts.courses.len() as u32);
                let Some(bounds) = course.bounds() else {
                    continue;
                };
                let held = &mut impacts.ties[start.row.slot()];
                held.flight = impacts.flights.len() as u32;
                held.sag = f32::INFINITY;
                impacts
                    .flights
                    .push(Flight::on_leg(start.row, row, &course, own));
                ways.push(Way::at_rest(&bounds, dt));
                impacts.courses.push(course);
            }
        }
        if impacts.flights.is_empty() && !impacts.expected {
            return None;
        }
        impacts.ways.gather(state, &mut impacts.flights, &ways, dt);
        Some(ways)
    }

    /// Finds the first meetings of all pairs.
    fn look_ahead(&mut self, ways: &[Way]) {
        let view = self.view();
        let impacts = view.impacts;
        let flies = |row: RowId| impacts.has_way(row);
        // What is near as the step begins has a contact.
        let near = in_parts(&view.state.active, |part, scratch| {
            let contacts = &view.state.contacts;
            let loud = part.iter().filter(|id| !view.is_quiet(**id));
            let pairs = loud.map(|id| (contacts.contact(*id).rows, Some(*id)));
            view.look_at_all(pairs, scratch)
        });
        let pairs = impacts
            .ways
            .pairs_afar(view.state, &impacts.flights, ways, flies);
        let far = in_parts(&pairs, |part, scratch| {
            view.look_at_all(part.iter().map(|pair| (*pair, None)), scratch)
        });
        let mut with_balls = Vec::new();
        for (pair, sight) in near.into_iter().chain(far).flatten() {
            match sight {
                Sight::Ball => with_balls.push(pair),
                sight => self.note(pair, sight),
            }
        }
        with_balls.sort_unstable();
        for pair in with_balls {
            self.note(pair, Sight::Ball);
        }
        // They come last.
        let balls = self.impacts.flights.len() - self.impacts.courses.len();
        for i in balls..self.impacts.flights.len() {
            self.expect_end_of_leg(self.impacts.flights[i].row);
        }
    }

    pub(super) fn view(&self) -> View<'_> {
        View {
            dt: self.dt,
            threshold: self.threshold,
            state: self.state,
            impacts: self.impacts,
            store: self.store,
        }
    }

    /// Keeps what a look at two bodies has brought.
    fn note(&mut self, rows: [RowId; 2], sight: Sight) {
        let event = match sight {
            Sight::Nothing => return,
            Sight::Ball => {
                let flights = rows.map(|row| self.flight_of(row));
                self.meet_ball(rows, &flights);
                return;
            }
            Sight::Sensed(event) => event,
            Sight::Followed(event) => {
                for row in rows {
                    let place = self.impacts.ties(row).flight;
                    if let Some(flight) = self.impacts.flights.get_mut(place as usize) {
                        flight.looked = true;
                    }
                }
                event
            }
        };
        self.impacts.queue.extend(event.map(Reverse));
    }

    /// Looks for meetings of a body with all that is near its way from a time on.
    pub(super) fn meet_all(&mut self, id: RowId, time: f64, least: f64) {
        let Some(flight) = self.impacts.flight(id) else {
            return;
        };
        let Some(way) = self.way(flight, time) else {
            return;
        };
        let mut near = std::mem::take(&mut self.impacts.near);
        near.clear();
        let impacts = &*self.impacts;
        impacts.ways.near(
            self.state,
            &way,
            |row| impacts.has_way(row),
            |other| {
                if other != id {
                    near.push(other);
                }
            },
        );
        near.sort_unstable();
        near.dedup();
        for other in &near {
            let pair = ordered(id, *other);
            let mut scratch = std::mem::take(&mut self.impacts.scratch);
            let contact = self.state.contacts.of(&self.state.rows, pair);
            let sight = self
                .view()
                .look_at(pair, contact, time, least, false, &mut scratch);
            self.impacts.scratch = scratch;
            self.note(pair, sight);
        }
        self.impacts.near = near;
    }

    /// The flight of a row, as it is now.
    pub(super) fn flight_of(&self, id: RowId) -> Flight {
        self.view().flight_of(id)
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
        let mut scratch = std::mem::take(&mut self.impacts.scratch);
        let ways = flights.each_ref();
        let touch = self.view().look(rows, ways, false, least, |pair| {
            pair.touch(time, &mut scratch)
        });
        self.impacts.scratch = scratch;
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
            self.meet_all(row, time, least);
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

    /// The rest of a way.
    fn way(&self, flight: &Flight, time: f64) -> Option<Way> {
        match flight.course {
            Some(course) => {
                let bounds = self.impacts.courses[course.place()].bounds()?;
                Some(Way::at_rest(&bounds, self.dt))
            }
            None => {
                let row = self.state.rows.row(flight.row);
                way_of(flight, row, self.store, time, self.dt)
            }
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
        let way = self.way(&flight, time);
        let impacts = &mut *self.impacts;
        let place = match impacts.ties(id).flight {
            NONE => {
                if impacts.ties.len() <= id.slot() {
                    impacts.ties.resize(id.slot() + 1, Ties::NONE);
                }
                impacts.ties[id.slot()].flight = impacts.flights.len() as u32;
                impacts.flights.push(flight);
                flight.proxy = impacts.ways.proxy_of(self.state, id);
                impacts.flights.len() - 1
            }
            place => place as usize,
        };
        if let Some(way) = way {
            impacts.ways.set(&mut flight, &way);
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
            let mut scratch = std::mem::take(&mut self.impacts.scratch);
            let ways = flights.each_ref();
            let inside = self.view().look(rows, ways, false, 0.0, |pair| {
                Some(pair.overlap(end, &mut scratch))
            });
            self.impacts.scratch = scratch;
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
            let usable = is_usable((position, rotation), (velocity, spin));
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

/// What holds a body as the step begins, and where it flies if it does.
type Left = (Ties, Option<(Flight, Way)>);

/// Looks at the parts of a list, on the threads of the current rayon pool.
fn in_parts<T: Sync, U: Send>(
    list: &[T],
    look: impl Fn(&[T], &mut Scratch) -> Vec<U> + Sync,
) -> Vec<Vec<U>> {
    if list.len() < 2 * CHUNK {
        return vec![look(list, &mut Scratch::default())];
    }
    let parts = list.par_chunks(CHUNK);
    parts
        .map_init(Scratch::default, |scratch, part| look(part, scratch))
        .collect()
}

/// What holds a body, with how it moves in a step.
fn moving(start: &Start, row: &Row, held: Ties, dt: f32) -> Ties {
    let (velocity, spin) = row.motion();
    let fastest = voltex_math::f32::max(start.spin.length(), spin.length());
    Ties {
        many: matches!(
            row.collider,
            Some(Collider::Mesh(_) | Collider::HeightField(_) | Collider::Compound(_))
        ),
        sag: if held.solved {
            0.0
        } else {
            0.125 * dt * (velocity - start.velocity).length()
        },
        angle: dt * fastest,
        ..held
    }
}

/// The course of a ball from where it is.
fn course_of(state: &PhysicsState, row: &Row, dt: f64) -> Option<Course> {
    let (flyer, ball) = (state.flyers.of(row)?, row.ball.as_ref()?);
    let (now, clock) = (&ball.ballistic, state.flyers.clock);
    Some(Course::new(flyer, &now.state(), now.time, clock, dt))
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
