//! What is shown, at any time: a scene that is stepped, a recording that is played, or a shot that is flown.

use std::fs::File;
use std::path::{Path, PathBuf};

use voltex_ecs::{Entity, Transform, World};
use voltex_flight::{Air, Trajectory, shots};
use voltex_math::{DVec3, Pose, Vec3};
use voltex_physics::ballistic::{Ballistic, Balls};
use voltex_physics::{Collider, PhysicsConfig, RigidBody, physics_step};
use voltex_replay::{Moment, Player, Reader, ReplayError};
use voltex_scene::{Scene, SceneBody, scenes};

use crate::error::ViewError;
use crate::look;
use crate::past::Past;

/// Most ticks of a recording that are played one by one rather than passed over.
const MOST_PLAYED: u64 = 240;
/// How fast a body that is held goes to where it is wanted, 1/s.
const PULL_RATE: f32 = 12.0;
/// From the foul line to the head pin, m (USBC).
pub(crate) const LANE: f64 = 18.288;

/// What a picture is of.
pub(crate) struct Subject {
    /// Its name.
    pub(crate) title: String,
    /// What it is about, in one line.
    pub(crate) about: String,
    /// What the scene file says; empty for a shot and for a recording of something else.
    pub(crate) scene: Scene,
    /// Balls that fly on their own.
    pub(crate) flights: Vec<Flown>,
    course: Course,
    /// Bodies one step before the world's state, for times between steps.
    before: Vec<(Entity, Moment)>,
    /// Where balls in the world of a scene were after each step since they were launched.
    ways: Vec<(Entity, Vec<Vec3>)>,
    /// Share of the step that has passed at the time of the picture, 0 to 1.
    share: f32,
    /// What has been shown, if it is kept: for a window, in which one goes back and forth.
    past: Option<Past>,
    /// A body that is pulled, and where to, m.
    hand: Option<(Entity, Vec3)>,
}

/// A body as it is drawn.
pub(crate) struct Shown<'w> {
    pub(crate) entity: Entity,
    /// Where it is at the time of the picture.
    pub(crate) pose: Pose,
    pub(crate) collider: &'w Collider,
    /// Whether it ever moves.
    pub(crate) moves: bool,
    /// Which body of its scene it is.
    pub(crate) id: Option<SceneBody>,
    /// Key of the ball that it is.
    pub(crate) ball: Option<&'static str>,
}

/// A flight with where and when it begins.
pub(crate) struct Flown {
    /// Name of the shot, empty for one by numbers.
    pub(crate) name: String,
    /// Name of the ball in the scene.
    pub(crate) ball: String,
    pub(crate) flight: Trajectory,
    /// Start of the flight in the scene, m.
    pub(crate) origin: Vec3,
    /// When it starts, s.
    pub(crate) begins: f64,
    /// Whether the ball itself is a body of the world, which may take it elsewhere than this flight without obstacles.
    pub(crate) in_world: bool,
}

/// How the world goes on.
enum Course {
    /// There is none: a shot alone.
    None(World),
    /// By stepping a scene.
    Stepped { world: Box<World>, tick: u64 },
    /// By playing a recording.
    Played(Box<Played>),
}

struct Played {
    path: PathBuf,
    player: Player<'static, File>,
    /// Number of steps to the end.
    ticks: u64,
    dt: f64,
}

impl Subject {
    /// What a name or file stands for: a built-in scene, a named shot, a scene file by its ending, else a recording.
    pub(crate) fn open(name: &str) -> Result<Self, ViewError> {
        let path = Path::new(name);
        let is_scene_file = path.extension().is_some_and(|ending| {
            ending.eq_ignore_ascii_case("ron") || ending.eq_ignore_ascii_case("json")
        });
        if is_scene_file {
            return Self::of_scene(name, Scene::load(name)?);
        }
        // Names are found with - for _ as well, and some shots are called like scenes but for that: what is exact comes first.
        if scenes::names().any(|known| known == name) {
            return Self::of_scene(name, scenes::get(name)?);
        }
        if let Ok(shot) = shots::find(name) {
            let flown = Flown {
                name: shot.name.to_owned(),
                ball: "ball".to_owned(),
                flight: shot.shot().fly(&Air::default())?,
                origin: Vec3::ZERO,
                begins: 0.0,
                in_world: false,
            };
            return Ok(Self::new(
                shot.name,
                shot.saying,
                Scene::default(),
                vec![flown],
                Course::None(World::new()),
            ));
        }
        if let Ok(scene) = scenes::get(name) {
            return Self::of_scene(name, scene);
        }
        if path.is_file() {
            return Self::of_recording(path);
        }
        Err(ViewError::Subject(name.to_owned()))
    }

    fn new(title: &str, about: &str, scene: Scene, flights: Vec<Flown>, course: Course) -> Self {
        Self {
            title: title.to_owned(),
            about: about.to_owned(),
            scene,
            flights,
            course,
            before: Vec::new(),
            ways: Vec::new(),
            share: 1.0,
            past: None,
            hand: None,
        }
    }

    /// Keeps what is shown from now on, so that it is quick to go back to.
    pub(crate) fn keep_past(&mut self) {
        let mut past = Past::default();
        past.keep(0, self.world());
        past.note(0, self.world());
        self.past = Some(past);
    }

    /// What has been shown, if it is kept.
    pub(crate) const fn past(&self) -> Option<&Past> {
        self.past.as_ref()
    }

    /// The same scene, as now changed, from its beginning.
    pub(crate) fn restart(&mut self) -> Result<(), ViewError> {
        if let Course::Stepped { .. } = self.course {
            // First, so that a scene that cannot be built changes nothing.
            let built = Box::new(self.scene.build()?);
            self.flights = flights(&self.scene)?;
            self.course = Course::Stepped {
                world: built,
                tick: 0,
            };
            self.before.clear();
            self.ways.clear();
            if self.past.is_some() {
                self.keep_past();
            }
        }
        Ok(())
    }

    /// Takes a body of a scene by the hand on the way to a time, s: before each step it gets the velocity that leads it to
    /// the target (m).
    pub(crate) fn go_by_hand(
        &mut self,
        time: f64,
        entity: Entity,
        target: Vec3,
    ) -> Result<(), ViewError> {
        self.hand = Some((entity, target));
        let result = self.go_to(time);
        self.hand = None;
        result
    }

    /// Steps behind the state of the world.
    pub(crate) fn tick(&self) -> u64 {
        match &self.course {
            Course::None(_) => 0,
            Course::Stepped { tick, .. } => *tick,
            Course::Played(played) => played.player.tick(),
        }
    }

    /// Settings of the step.
    pub(crate) fn config(&self) -> PhysicsConfig {
        match &self.course {
            Course::None(_) | Course::Stepped { .. } => self.scene.config(),
            Course::Played(played) => *played.player.config(),
        }
    }

    /// Whether it is a scene that is stepped here, which can be changed.
    pub(crate) const fn is_scene(&self) -> bool {
        matches!(self.course, Course::Stepped { .. })
    }

    /// Whether it is a shot alone, without a world.
    pub(crate) const fn is_shot(&self) -> bool {
        matches!(self.course, Course::None(_))
    }

    /// The recording, if it is one.
    pub(crate) fn recording(&self) -> Option<&Path> {
        match &self.course {
            Course::Played(played) => Some(&played.path),
            Course::None(_) | Course::Stepped { .. } => None,
        }
    }

    fn of_scene(name: &str, scene: Scene) -> Result<Self, ViewError> {
        let world = Box::new(scene.build()?);
        let title = if scene.name.is_empty() {
            name.to_owned()
        } else {
            scene.name.clone()
        };
        let about = scene.about.clone();
        let flights = flights(&scene)?;
        let course = Course::Stepped { world, tick: 0 };
        Ok(Self::new(&title, &about, scene, flights, course))
    }

    fn of_recording(path: &Path) -> Result<Self, ViewError> {
        let file = File::open(path).map_err(|error| ViewError::Replay {
            path: path.to_owned(),
            error: ReplayError::Io {
                doing: "read",
                reason: error.to_string(),
            },
        })?;
        let reader = Reader::open(file).map_err(of_file(path))?;
        let header = reader.header();
        let note = header.note.clone();
        let dt = f64::from(header.config.fixed_dt);
        // A recording of a scene carries its name; the names of its bodies say what they look like.
        let scene = scenes::get(&note)
            .or_else(|_| Scene::load(&note))
            .unwrap_or_default();
        let title = if note.is_empty() {
            path.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        } else {
            note
        };
        let flights = flights(&scene)?;
        let mut empty = World::new();
        voltex_scene::register(&mut empty)?;
        let ticks = reader.ticks();
        // The program shows a handful of subjects as long as it runs, so their recordings may stay open as long.
        let reader = Box::leak(Box::new(reader));
        let course = Course::Played(Box::new(Played {
            path: path.to_owned(),
            player: Player::new(reader, empty).map_err(of_file(path))?,
            ticks,
            dt,
        }));
        Ok(Self::new(&title, "recording", scene, flights, course))
    }

    /// Last time that can be shown, s; `None` for a scene, which goes on.
    pub(crate) fn end(&self) -> Option<f64> {
        match &self.course {
            Course::None(_) => self.flights.first().map(|flown| flown.flight.duration()),
            Course::Stepped { .. } => None,
            Course::Played(played) => Some(played.ticks as f64 * played.dt),
        }
    }

    /// A time that shows what it is about, s.
    pub(crate) fn good_time(&self) -> f64 {
        if let Some(flown) = self.flights.first() {
            return flown.begins + flown.good_time();
        }
        match &self.course {
            Course::Stepped { .. } => {
                0.5 * f64::from(self.scene.ticks) * f64::from(self.scene.config().fixed_dt)
            }
            Course::None(_) | Course::Played(_) => 0.5 * self.end().unwrap_or_default(),
        }
    }

    /// Goes to a time, s. A scene is stepped there; going back starts it again.
    pub(crate) fn go_to(&mut self, time: f64) -> Result<(), ViewError> {
        let dt = match &self.course {
            Course::None(_) => return Ok(()),
            Course::Stepped { .. } => f64::from(self.scene.config().fixed_dt),
            Course::Played(played) => played.dt,
        };
        let place = time / dt;
        // A whole step whose time was rounded is that step.
        let place = if (place - place.round()).abs() < 1e-6 {
            place.round()
        } else {
            place
        };
        let after = place.ceil() as u64;
        self.share = if place == place.ceil() {
            1.0
        } else {
            (place - place.floor()) as f32
        };
        match &mut self.course {
            Course::None(_) => Ok(()),
            Course::Stepped { world, tick } => {
                if *tick > after {
                    let kept = self
                        .past
                        .as_ref()
                        .and_then(|past| past.world_before(after.saturating_sub(1)));
                    match kept {
                        Some((kept, state)) => {
                            (**world).clone_from(state);
                            *tick = *kept;
                        }
                        None => {
                            **world = self.scene.build()?;
                            *tick = 0;
                        }
                    }
                    self.ways.clear();
                }
                let config = self.scene.config();
                while *tick < after {
                    if *tick + 1 == after {
                        take_moments(world, &mut self.before);
                    }
                    if let (Some((entity, target)), Some(past)) = (self.hand, &mut self.past)
                        && let Some(from) = world.get::<Transform>(entity)
                    {
                        past.pull(*tick, entity, (target - from.position) * PULL_RATE);
                    }
                    if let Some((entity, velocity)) =
                        self.past.as_ref().and_then(|past| past.pulled(*tick))
                        && let Some(body) = world.get_mut::<RigidBody>(entity)
                    {
                        body.velocity = velocity;
                    }
                    self.scene.advance(world)?;
                    let report = physics_step(world, &config)?;
                    take_ways(world, dt, &mut self.ways);
                    *tick += 1;
                    if let Some(past) = &mut self.past {
                        past.keep(*tick, world);
                        past.note(*tick, world);
                        past.note_impacts(*tick, &report.impacts);
                    }
                }
                Ok(())
            }
            Course::Played(played) => {
                let Played { path, player, .. } = &mut **played;
                if player.tick() == after && !self.before.is_empty() {
                    return Ok(());
                }
                // On the way to a tick nearby everything is noted; a far one is gone to.
                let near = player.tick() <= after && after - player.tick() <= MOST_PLAYED;
                if let (Some(past), true) = (&mut self.past, near) {
                    while player.tick() < after {
                        take_moments(player.world(), &mut self.before);
                        let played = player.step().map_err(of_file(path))?;
                        past.note(player.tick(), player.world());
                        past.note_impacts(player.tick(), &played.report.impacts);
                    }
                    if !self.before.is_empty() {
                        return Ok(());
                    }
                }
                player
                    .seek(after.saturating_sub(1))
                    .map_err(of_file(path))?;
                take_moments(player.world(), &mut self.before);
                player.seek(after).map_err(of_file(path))
            }
        }
    }

    /// The state at the step at or after the time.
    pub(crate) fn world(&self) -> &World {
        match &self.course {
            Course::None(world) => world,
            Course::Stepped { world, .. } => world,
            Course::Played(played) => played.player.world(),
        }
    }

    /// Calls with every entity that has a place and a shape, at the time: between steps the position is linear, and the
    /// rotation follows the spin.
    pub(crate) fn each_body(&self, mut visit: impl FnMut(&Shown<'_>)) {
        let bodies = self.world().query::<(
            Entity,
            &Transform,
            &Collider,
            Option<&RigidBody>,
            Option<&SceneBody>,
            Option<&Ballistic>,
        )>();
        let balls = self.world().resource::<Balls>();
        // Bodies before and after come in the same order unless some came or went.
        let mut before = self.before.iter();
        let dt = self.dt() as f32;
        for (entity, transform, collider, body, id, ball) in &bodies {
            let mut pose = transform.pose();
            if self.share < 1.0
                && let Some(body) = body
            {
                let found = match before.next() {
                    Some((other, moment)) if *other == entity => Some(moment),
                    _ => {
                        let find = |(other, _): &&(Entity, Moment)| *other == entity;
                        self.before.iter().find(find).map(|(_, moment)| moment)
                    }
                };
                if let Some(moment) = found {
                    pose = moment.toward(&Moment::of(transform, Some(body)), dt, self.share);
                }
            }
            visit(&Shown {
                entity,
                pose,
                collider,
                moves: body.is_some_and(|body| !body.is_static()),
                id: id.copied(),
                ball: ball.and_then(|ball| Some(balls.as_ref()?.get(ball.ball)?.name)),
            });
        }
    }

    /// Where a ball in the world of a scene was after each step since it was launched, the last one included.
    pub(crate) fn way(&self, ball: Entity) -> &[Vec3] {
        let way = self.ways.iter().find(|(entity, _)| *entity == ball);
        way.map_or(&[], |(_, way)| way)
    }

    /// What the scene calls a body, else what shape it has, with its entity.
    pub(crate) fn name_of(&self, entity: Entity) -> String {
        let world = self.world();
        if let Some(ball) = self
            .scene
            .balls
            .iter()
            .find(|ball| self.scene.ball_entity(world, &ball.name) == Some(entity))
        {
            return ball.name.clone();
        }
        let id = world.get::<SceneBody>(entity).map(|id| *id);
        let named = id
            .and_then(|id| look::template(&self.scene, id))
            .filter(|body| !body.name.is_empty());
        match (named, id) {
            (Some(body), Some(id)) if body.copies() > 1 => format!("{} {}", body.name, id.copy + 1),
            (Some(body), _) => body.name.clone(),
            _ => {
                let shape = world
                    .get::<Collider>(entity)
                    .map_or("body", |collider| collider.name());
                format!("{shape} {entity}")
            }
        }
    }

    /// Whether the state of the world is that of the time, and not of the next step.
    pub(crate) fn is_at_step(&self) -> bool {
        self.share >= 1.0
    }

    /// Speed (m/s), spin (rad/s) and height (m) of the first ball at a time, s; `None` without one in flight.
    pub(crate) fn motion(&self, time: f64) -> Option<[f64; 3]> {
        let flown = self.flights.first()?;
        let (velocity, spin, height) = if flown.in_world {
            let entity = self.scene.ball_entity(self.world(), &flown.ball)?;
            let ball = self.world().get::<Ballistic>(entity)?;
            (ball.velocity, ball.spin, ball.position.y)
        } else {
            let state = flown.flight.state_at(flown.time(time).unwrap_or(0.0));
            (state.velocity, state.spin, state.position.y)
        };
        Some([velocity.length(), spin.length(), height])
    }

    /// Length of a step, s.
    pub(crate) fn dt(&self) -> f64 {
        match &self.course {
            Course::Played(played) => played.dt,
            Course::None(_) | Course::Stepped { .. } => f64::from(self.scene.config().fixed_dt),
        }
    }
}

impl Flown {
    /// A time in the flight that shows what it is about, s: four fifths of the way to the ground, or, of a ball that starts on
    /// it, of its whole way.
    fn good_time(&self) -> f64 {
        match self.flight.touch() {
            Some((time, _)) if time > 0.05 => 0.8 * time,
            _ => {
                let samples = self.flight.track().samples();
                let start = self.flight.state_at(0.0).position;
                let end = self.flight.state_at(self.flight.duration()).position;
                let whole = end.distance(start);
                // What a bowling ball is about are the pins, and the flight knows of none.
                let whole = match self.flight.ball().name {
                    "bowling" if whole > LANE => LANE,
                    _ => whole,
                };
                let there = samples
                    .iter()
                    .find(|sample| sample.position.distance(start) >= 0.8 * whole);
                there.map_or(0.0, |sample| sample.time)
            }
        }
    }

    /// Time in the flight at a time of the scene, s; `None` before it begins.
    pub(crate) fn time(&self, time: f64) -> Option<f64> {
        (time >= self.begins).then(|| {
            let passed = time - self.begins;
            let end = self.flight.duration();
            if passed < end { passed } else { end }
        })
    }

    /// Where the ball is at a time of its flight, in the scene.
    pub(crate) fn pose(&self, time: f64) -> Pose {
        let (position, rotation) = self.flight.pose_at(time);
        Pose::new(self.origin + position.as_vec3(), rotation.as_quat())
    }
}

fn flights(scene: &Scene) -> Result<Vec<Flown>, ViewError> {
    let dt = f64::from(scene.config().fixed_dt);
    let air = scene.air.air()?;
    let mut flights = Vec::new();
    for (index, def) in scene.shots.iter().enumerate() {
        let Some(shot) = scene.shot(index) else {
            continue;
        };
        let ball = scene.balls.iter().find(|ball| ball.name == def.ball);
        let flight = shot?.fly(&air)?;
        flights.push(Flown {
            in_world: true,
            name: def.named.clone().unwrap_or_default(),
            ball: def.ball.clone(),
            flight,
            origin: ball.map_or(DVec3::ZERO, |ball| ball.position).as_vec3(),
            begins: f64::from(def.tick) * dt,
        });
    }
    Ok(flights)
}

fn take_moments(world: &World, moments: &mut Vec<(Entity, Moment)>) {
    // The same query as that of the bodies shown, which gives the same order.
    let bodies = world.query::<(Entity, &Transform, &Collider, Option<&RigidBody>)>();
    let each = (&bodies).into_iter();
    moments.clear();
    moments.extend(each.filter_map(|(entity, transform, _, body)| {
        Some((entity, Moment::of(transform, Some(body?))))
    }));
}

fn take_ways(world: &World, dt: f64, ways: &mut Vec<(Entity, Vec<Vec3>)>) {
    let balls = world.query::<(Entity, &Transform, &Ballistic)>();
    for (entity, transform, ball) in &balls {
        let known = ways.iter().position(|(other, _)| *other == entity);
        let place = known.unwrap_or_else(|| {
            ways.push((entity, Vec::new()));
            ways.len() - 1
        });
        let way = &mut ways[place].1;
        // Launched again, it begins a way of its own.
        if ball.time < 1.5 * dt {
            way.clear();
        }
        way.push(transform.position);
    }
}

fn of_file(path: &Path) -> impl FnOnce(ReplayError) -> ViewError {
    let path = path.to_owned();
    move |error| ViewError::Replay { path, error }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The defect: the picture of a shot became that of the scene which is called nearly the same.
    #[test]
    fn a_shot_and_a_scene_of_nearly_one_name_are_told_apart() {
        let opened = |name: &str| Subject::open(name).unwrap_or_else(|error| panic!("{error}"));
        assert!(opened("free-throw").is_shot());
        assert!(opened("free_throw").is_scene());
        for shot in shots::ALL.iter() {
            assert!(opened(shot.name).is_shot(), "{}", shot.name);
        }
    }

    /// The defect: a bowling ball, which no pin stops in its flight, was shown far behind the lane, after 48 s.
    #[test]
    fn a_shot_is_shown_on_its_way() {
        for shot in shots::ALL.iter() {
            let subject = Subject::open(shot.name).unwrap_or_else(|error| panic!("{error}"));
            let time = subject.good_time();
            let flight = &subject.flights[0].flight;
            assert!(
                time > 0.0 && time < flight.duration(),
                "{}: {time} s",
                shot.name
            );
            if shot.ball == "bowling" {
                let x = flight.state_at(time).position.x;
                assert!((0.7 * LANE..LANE).contains(&x), "{}: {x} m", shot.name);
            }
        }
    }
}
