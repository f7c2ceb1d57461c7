//! Where a ball will be, by the courses that the steps will fly.

use voltex_ecs::{Component, Entity, Transform, Version, World};
use voltex_flight::{Flyer, State};
use voltex_math::{DVec3, check_float_mode};

use super::ball_corner::{self, MOST_WALLS, Wall};
use super::ball_course::{Course, Struck, next_tick};
use super::impact_balls::barrier;
use super::impact_flight::Flight;
use super::impact_hung::Yielding;
use super::impact_law::ball_surface;
use super::mirror::Mirror;
use super::read_world::{is_usable, read_world};
use super::report::StepReport;
use super::rows::{Row, RowId};
use super::same;
use super::state::PhysicsState;
use crate::ballistic::outline::Outline;
use crate::ballistic::search::{Met, Touch};
use crate::ballistic::sweep::Moving;
use crate::ballistic::{Atmosphere, Ballistic, Balls};
use crate::body::RigidBody;
use crate::config::PhysicsConfig;
use crate::error::PhysicsError;
use crate::shape::ShapeStore;

/// Longest look ahead, s, and most steps of it.
const FARTHEST: f64 = 3600.0;
const MOST_STEPS: u32 = 1 << 20;

/// Steps for which a prediction has room from the start.
const FIRST_STEPS: usize = 256;

/// An impact that a ball will have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallHit {
    /// s from now.
    pub time: f64,
    /// What it strikes.
    pub entity: Entity,
    /// Contact point, m.
    pub point: DVec3,
    /// Unit normal, from what is struck to the ball.
    pub normal: DVec3,
    /// Just before.
    pub before: State,
    /// Just after.
    pub after: State,
}

/// What ends a prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredictionEnd {
    /// The time that was asked for is over.
    Horizon,
    /// The ball is on the ground after the last of the states, and the solver's from there.
    Grounded,
    /// The ball leaves the range of numbers after the last of the states.
    OutOfRange,
}

/// A body that moves by itself and comes near the way of a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearBy {
    /// s from now: the end of the step in which it may be there.
    pub time: f64,
    /// Which body.
    pub entity: Entity,
}

/// Where a ball will be.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// As its [`Ballistic`] will hold it: now, and after each step.
    pub states: Vec<State>,
    /// In order of time.
    pub impacts: Vec<BallHit>,
    /// How many of the states the steps will bring bit for bit, as long as nobody else moves what the ball touches: those
    /// before its first impact on a body that yields or moves, and before another that moves by itself may come near.
    pub certain: usize,
    /// The first body that may be in the way by then and that a prediction leaves where it is: an awake one that yields, or
    /// another ball in the air.
    ///
    /// It is looked for as far as such a body gets by its speed now and twice the acceleration of gravity; that something
    /// else strikes it before is not foreseen.
    pub near_by: Option<NearBy>,
    /// Why there are no more states.
    pub end: PredictionEnd,
}

/// Where a ball will be for some time (s), step by step: by the function that moves it in
/// [`physics_step`](crate::physics_step), so that the bits are those that the steps will bring as long as nobody else moves
/// what it touches.
///
/// Balls, what sleeps and what the user moves count as they are now: kinematic bodies go on with their velocities, all
/// others stand still, and balls in the air are passed; [`Prediction::near_by`] tells of the first that may have moved into
/// the way. A body that yields gets no second blow: the ball bounces from it
/// as it will, and ignores it from then on.
///
/// Costs about a microsecond a step in a world that has been stepped and of which nothing but the ball itself has been
/// edited since; otherwise what a step needs to read the world comes in addition.
///
/// # Errors
/// An entity that is no ball in use; a time that is negative, not a number, above an hour or above 1,048,576 steps; settings
/// out of range; a thread whose float mode is not that of IEEE 754.
///
/// # Panics
/// A component or resource of the physics is borrowed for writing.
pub fn predict(
    world: &World,
    config: &PhysicsConfig,
    ball: Entity,
    horizon: f64,
) -> Result<Prediction, PhysicsError> {
    config.validate()?;
    let most = f64::from(MOST_STEPS) * f64::from(config.fixed_dt);
    let farthest = if most < FARTHEST { most } else { FARTHEST };
    if !(0.0..=farthest).contains(&horizon) {
        return Err(PhysicsError::OutOfRange {
            what: "time to predict (s)".to_owned(),
            value: horizon as f32,
            allowed: format!(
                "it must lie between 0 and {farthest}: an hour, or {MOST_STEPS} steps"
            ),
        });
    }
    with_outlook(world, config, ball, |outlook| {
        Ok(outlook.predict(&outlook.now, horizon))
    })
}

/// What is known of a ball and of what is in its way.
pub(super) struct Outlook<'a> {
    pub(super) now: Ballistic,
    pub(super) flyer: &'a Flyer,
    pub(super) atmosphere: &'a Atmosphere,
    state: &'a PhysicsState,
    store: &'a ShapeStore,
    id: RowId,
    /// Bodies that the user moves.
    kinematic: Vec<RowId>,
    /// Bodies that move by themselves.
    movers: Vec<Mover>,
    /// Length of a step, s.
    pub(super) step: f64,
    /// Number of its parts, and length of each, s.
    parts: usize,
    part: f64,
}

/// A body that moves by itself: how far it may get.
struct Mover {
    entity: Entity,
    /// Centre of mass, m.
    center: DVec3,
    /// m
    extent: f64,
    /// m/s
    speed: f64,
}

impl Mover {
    /// Of a row that is awake, seen from another; `None` where it cannot come in its way by itself.
    fn of(row: &Row, own: &Row) -> Option<Self> {
        let counts = row.is_dynamic()
            && row.entity != own.entity
            && !row.sensor
            && row.collider.is_some()
            && row.layers.meets(&own.layers);
        counts.then(|| Self {
            entity: row.entity,
            center: row.center().as_dvec3(),
            extent: f64::from(row.mass.extent),
            speed: f64::from(row.motion().0.length()),
        })
    }

    /// Whether it may touch a ball within a reach (m) of a place, after a time (s) under a gravity (m/s^2).
    fn may_touch(&self, place: DVec3, reach: f64, time: f64, gravity: f64) -> bool {
        // Half of twice.
        let way = self.speed * time + gravity * time * time;
        let near = reach + self.extent + way;
        (place - self.center).length_squared() <= near * near
    }
}

/// Calls with the outlook of a ball.
pub(super) fn with_outlook<T>(
    world: &World,
    config: &PhysicsConfig,
    ball: Entity,
    ask: impl FnOnce(&Outlook<'_>) -> Result<T, PhysicsError>,
) -> Result<T, PhysicsError> {
    check_float_mode()?;
    config.validate()?;
    let stored = world.resource::<ShapeStore>();
    let empty = ShapeStore::default();
    let store = stored.as_deref().unwrap_or(&empty);
    let held = world.resource::<PhysicsState>();
    let fresh;
    let state = match &held {
        Some(state) if state.restored.is_none() && is_current(state, world, ball) => &**state,
        held => {
            let mut copy = held.as_deref().cloned().unwrap_or_default();
            let mut report = StepReport::default();
            read_world(&mut copy, world, Version::ZERO, store, &mut report);
            fresh = copy;
            &fresh
        }
    };
    let no_ball = || {
        PhysicsError::BadBall(format!(
            "{ball} is no ball that takes part; it needs the components that `Balls::placed` makes, and a step names \
             what is wrong with them in its problems"
        ))
    };
    let id = state.rows.of(ball).ok_or_else(no_ball)?;
    let row = state.rows.row(id);
    let transforms = world.storage::<Transform>();
    let bodies = world.storage::<RigidBody>();
    let balls = world.storage::<Ballistic>();
    let now = balls
        .get(ball)
        .zip(transforms.get(ball))
        .zip(bodies.get(ball));
    let (Some(((ballistic, transform), body)), Some(known)) = (now, &row.ball) else {
        return Err(no_ball());
    };
    let now = ballistic.with_edits(transform, body);
    let same_ball = known.ballistic.ball == now.ball;
    if !row.is_dynamic() || !body.is_dynamic() || !now.state().is_finite() || !same_ball {
        return Err(no_ball());
    }
    let atmosphere = world.resource::<Atmosphere>();
    let default = Atmosphere::default();
    let atmosphere = atmosphere.as_deref().unwrap_or(&default);
    let flyer = Flyer::new(
        &known.kind.ball,
        atmosphere.ball_temperature(),
        atmosphere.air(),
        atmosphere.wind(),
        config.gravity.as_dvec3() * f64::from(body.gravity_scale),
    );
    let flyer = flyer.map_err(|error| PhysicsError::BadBall(error.to_string()))?;
    let parts = super::parts(config.fixed_dt);
    let kinematic = state
        .awake
        .iter()
        .filter(|id| !state.rows.row(**id).is_dynamic());
    let movers = state
        .awake
        .iter()
        .filter_map(|id| Mover::of(state.rows.row(*id), row));
    ask(&Outlook {
        now,
        flyer: &flyer,
        atmosphere,
        state,
        store,
        id,
        kinematic: kinematic.copied().collect(),
        movers: movers.collect(),
        step: f64::from(config.fixed_dt),
        parts: parts as usize,
        part: f64::from(config.fixed_dt / parts as f32),
    })
}

impl Outlook<'_> {
    /// Where the ball will be from another state on, for some time (s).
    pub(super) fn predict(&self, from: &Ballistic, horizon: f64) -> Prediction {
        let mut ahead = Ahead {
            outlook: self,
            left: Vec::new(),
            passed: 0.0,
            impacts: Vec::new(),
            certain: true,
            near_by: None,
        };
        let steps = (horizon / self.step - 1.0e-6).ceil() as usize;
        ahead.look(*from, steps)
    }
}

/// Whether what the physics knows of a world is what the world holds, but for the state of one ball.
fn is_current(state: &PhysicsState, world: &World, ball: Entity) -> bool {
    fn knows<T: Copy + Component>(
        mirror: &Mirror<T>,
        world: &World,
        but_for: Option<Entity>,
        same: impl Fn(&T, &T) -> bool,
    ) -> bool {
        mirror.is_current(&world.storage(), but_for, same)
    }
    let row = state.rows.of(ball).map(|id| state.rows.row(id));
    let balls = world.resource::<Balls>();
    let balls_known = match balls {
        Some(balls) => balls.is_shared(&state.balls),
        None => state.balls.is_empty(),
    };
    let (mirrors, but_for) = (&state.mirrors, Some(ball));
    row.is_some_and(|row| !row.frozen)
        && balls_known
        && knows(&mirrors.transforms, world, but_for, same::transform)
        && knows(&mirrors.bodies, world, but_for, same::body)
        && knows(&mirrors.ballistics, world, but_for, Ballistic::is_same)
        && knows(&mirrors.colliders, world, None, same::collider)
        && knows(&mirrors.masses, world, None, same::mass)
        && knows(&mirrors.materials, world, None, same::material)
        && knows(&mirrors.layers, world, None, |a, b| a == b)
        && knows(&mirrors.sensors, world, None, |a, b| a == b)
        && knows(&mirrors.grounds, world, None, |a, b| a == b)
}

/// A look ahead along the course of one ball.
struct Ahead<'a> {
    outlook: &'a Outlook<'a>,
    /// Bodies that the ball has struck and that have gone their way.
    left: Vec<RowId>,
    /// Time of the steps before this one, s.
    passed: f64,
    impacts: Vec<BallHit>,
    certain: bool,
    near_by: Option<NearBy>,
}

impl Ahead<'_> {
    fn look(&mut self, mut ball: Ballistic, steps: usize) -> Prediction {
        let (parts, dt) = (self.outlook.parts, self.outlook.part);
        let mut clock = self.outlook.atmosphere.time;
        let mut found = Prediction {
            states: Vec::with_capacity(1 + steps.min(FIRST_STEPS)),
            impacts: Vec::new(),
            certain: 1,
            near_by: None,
            end: PredictionEnd::Horizon,
        };
        found.states.push(ball.state());
        for step in 0..steps * parts {
            if ball.grounded {
                found.end = PredictionEnd::Grounded;
                break;
            }
            let mut course = Course::new(self.outlook.flyer, &ball.state(), ball.time, clock, dt);
            let fastest = self.follow(&mut course);
            ball.set(&course.state);
            (ball.time, ball.grounded) = (course.end(), course.grounded);
            clock = next_tick(clock, dt);
            self.passed += dt;
            let state = ball.state();
            self.watch(&state, fastest);
            let usable = is_usable(
                (state.position.as_vec3(), state.rotation.as_quat()),
                (state.velocity.as_vec3(), state.spin.as_vec3()),
            );
            if !state.is_finite() || !usable {
                found.end = PredictionEnd::OutOfRange;
                break;
            }
            // The last part of a step.
            if (step + 1) % parts == 0 {
                found.states.push(state);
                found.certain += usize::from(self.certain);
            }
        }
        found.impacts = std::mem::take(&mut self.impacts);
        found.near_by = self.near_by;
        found
    }

    /// Looks whether a body that moves by itself may have come near in the part of the step that ends in a state, in which
    /// the ball flew no faster than told, m/s.
    fn watch(&mut self, state: &State, fastest: f64) {
        if self.near_by.is_some() {
            return;
        }
        let outlook = self.outlook;
        let reach = Outline::of(outlook.flyer).reach() + fastest * outlook.part;
        let gravity = outlook.flyer.gravity().length();
        let near = |mover: &&Mover| mover.may_touch(state.position, reach, self.passed, gravity);
        if let Some(mover) = outlook.movers.iter().find(near) {
            self.near_by = Some(NearBy {
                time: self.passed,
                entity: mover.entity,
            });
            self.certain = false;
        }
    }

    /// Goes along a course to the end of its step; returns a bound of the speed on it, m/s.
    fn follow(&mut self, course: &mut Course) -> f64 {
        let mut near = Vec::new();
        let mut fastest = 0.0;
        while !course.is_over() {
            let speed = course.fastest();
            fastest = if speed > fastest { speed } else { fastest };
            near.clear();
            self.near(course, &mut near);
            // As in the queue of a step: by time, then by rows; the end of the leg has the ball for both.
            let pair = |other: RowId| {
                if other < self.outlook.id {
                    [other, self.outlook.id]
                } else {
                    [self.outlook.id, other]
                }
            };
            let mut first = (course.until().to_bits(), pair(self.outlook.id));
            let mut what = None;
            let mut touched = Vec::new();
            for other in &near {
                let row = self.outlook.state.rows.row(*other);
                let Some(barrier) = barrier(row, self.outlook.store) else {
                    continue;
                };
                let frame = self.frame(row, course);
                let Some((time, met)) = course.meet(*other, &barrier, &frame, 0.0) else {
                    continue;
                };
                let key = (time.to_bits(), pair(*other));
                if let Met::Touch(touch) = &met {
                    touched.push((time, *other, *touch));
                }
                if key < first {
                    first = key;
                    what = Some((*other, met));
                }
            }
            match what {
                None | Some((_, Met::Nothing)) => course.arrive(),
                Some((_, Met::Unknown(s))) => course.stop(s),
                Some((other, Met::Touch(touch))) => {
                    let time = f64::from_bits(first.0);
                    let until = time + course.instant();
                    touched.retain(|(time, _, _)| *time <= until);
                    let mut is_corner = touched.len() > 1 && !course.is_spent();
                    if is_corner {
                        // As in the queue: those that come first.
                        touched.sort_unstable_by_key(|(time, row, _)| (time.to_bits(), pair(*row)));
                        touched.truncate(MOST_WALLS);
                        is_corner = self.strike_corner(course, &touched, touch.s, time);
                    }
                    if !is_corner {
                        self.strike(course, other, &touch, time);
                    }
                }
            }
            course.depart(self.outlook.flyer);
        }
        fastest
    }

    /// What may be in the way of a leg.
    fn near(&self, course: &Course, near: &mut Vec<RowId>) {
        let Some(bounds) = course.bounds() else {
            return;
        };
        let (rows, own) = (
            &self.outlook.state.rows,
            self.outlook.state.rows.row(self.outlook.id),
        );
        let counts = |id: RowId, row: &Row| {
            let flies = row
                .ball
                .as_ref()
                .is_some_and(|ball| !ball.ballistic.grounded);
            id != self.outlook.id
                && !flies
                && !row.sensor
                && row.layers.meets(&own.layers)
                && !self.left.contains(&id)
        };
        self.outlook.state.broad.overlaps(&bounds, |found| {
            let other = self.outlook.state.box_rows[found.0 as usize];
            if let Some(row) = rows.get(other)
                && row.box_id == Some(found)
                && counts(other, row)
            {
                near.push(other);
            }
        });
        // They may have come here since.
        near.extend(
            self.outlook
                .kinematic
                .iter()
                .filter(|id| counts(**id, rows.row(**id))),
        );
        near.sort_unstable();
        near.dedup();
    }

    fn frame(&self, row: &Row, course: &Course) -> Moving {
        let (velocity, spin) = row.motion();
        if row.can_move() && !row.is_dynamic() {
            let span = [self.passed + course.since(), course.duration()];
            return Moving::new(&row.pose(), velocity.as_dvec3(), spin.as_dvec3(), span);
        }
        Moving::still(&row.pose())
    }

    /// Strikes several bodies at one instant; returns whether they are struck together.
    fn strike_corner(
        &mut self,
        course: &mut Course,
        touched: &[(f64, RowId, Touch)],
        s: f64,
        time: f64,
    ) -> bool {
        let rows = &self.outlook.state.rows;
        let own = rows.row(self.outlook.id);
        let (state, flyer) = (course.path().at(s), self.outlook.flyer);
        let wall = |(_, id, touch): &(f64, RowId, Touch)| {
            let row = rows.row(*id);
            let place = state.position + flyer.arm(state.rotation, touch.normal);
            let belt = belt_at(row, touch);
            let yields = row
                .is_dynamic()
                .then(|| self.yielding(*id, touch.normal, belt).touched_at(place));
            Wall {
                row: *id,
                surface: ball_surface(own, row, touch.spot),
                touch: Touch {
                    velocity: touch.velocity + belt,
                    ..*touch
                },
                yields,
            }
        };
        let mut walls: Vec<Wall> = touched.iter().map(wall).collect();
        walls.sort_unstable_by_key(|wall| wall.row);
        if !ball_corner::is_blow(flyer, &walls, &state) {
            return false;
        }
        course.stop(s);
        let struck = course.strike_walls(flyer, &walls);
        for (wall, struck) in walls.iter().zip(struck) {
            let row = rows.row(wall.row);
            self.certain &= !row.can_move();
            if row.is_dynamic() {
                self.left.push(wall.row);
            }
            if let Some((struck, _)) = struck {
                self.impacts.push(BallHit {
                    time: self.passed + time,
                    entity: row.entity,
                    point: struck.place,
                    normal: wall.touch.normal,
                    before: struck.before,
                    after: struck.after,
                });
            }
        }
        true
    }

    /// A body that yields, as it is now.
    fn yielding(&self, id: RowId, normal: DVec3, belt: DVec3) -> Yielding {
        let state = self.outlook.state;
        let flight = Flight::resting(id, state.rows.row(id));
        Yielding::of(state, id, &flight, 0.0, normal, belt)
    }

    fn strike(&mut self, course: &mut Course, other: RowId, touch: &Touch, time: f64) {
        let (own, row) = (
            self.outlook.state.rows.row(self.outlook.id),
            self.outlook.state.rows.row(other),
        );
        course.stop(touch.s);
        let surface = ball_surface(own, row, touch.spot);
        let moves = row.can_move() && !row.is_dynamic() || self.outlook.state.rows.is_awake(other);
        self.certain &= !moves && !row.is_dynamic();
        let belt = belt_at(row, touch);
        let struck: Option<Struck> = if course.is_spent() {
            course.halted = true;
            None
        } else if row.is_dynamic() {
            let yields = self.yielding(other, touch.normal, belt);
            self.left.push(other);
            let (flyer, place) = (self.outlook.flyer, yields.place);
            let struck = course.strike_body(flyer, other, touch, &surface, &yields.body, place);
            struck.map(|(struck, _)| struck)
        } else {
            let touch = Touch {
                velocity: touch.velocity + belt,
                ..*touch
            };
            course.strike_wall(self.outlook.flyer, other, &touch, &surface)
        };
        if let Some(struck) = struck {
            self.impacts.push(BallHit {
                time: self.passed + time,
                entity: row.entity,
                point: struck.place,
                normal: touch.normal,
                before: struck.before,
                after: struck.after,
            });
        }
    }
}

/// Velocity of the surface of a body by itself along the face that is touched, m/s.
fn belt_at(row: &Row, touch: &Touch) -> DVec3 {
    let belt = row.pose().rotation.as_dquat() * row.material.surface_velocity.as_dvec3();
    belt - belt.dot(touch.normal) * touch.normal
}
