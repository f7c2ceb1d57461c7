//! A recording played once from end to end, and what the page shows of it.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use serde::Serialize;
use voltex_ecs::{Codec, Encoder, Entity, Transform, World};
use voltex_math::{Mat3, Vec3};
use voltex_physics::ballistic::{Ballistic, Balls};
use voltex_physics::{Collider, ImpactEvent, PhysicsEvent, RigidBody, ShapeStore, physics_hash};
use voltex_replay::{Player, Reader, mass_of_body};
use voltex_scene::{Scene, SceneBody, scenes};

use super::pack::{self, ORDERS, QUANTA, Sample};
use crate::error::CliError;
use crate::paths::origin;
use crate::recording::{empty_world, of_file};
use crate::solid::Solid;

/// What the page knows besides the tracks.
#[derive(Debug, Serialize)]
pub(super) struct Film {
    /// What describes the recording, by name.
    origin: BTreeMap<&'static str, String>,
    ticks: u64,
    dt: f32,
    gravity: [f32; 3],
    /// Ticks whose hash the recording holds, and the first of them at which this build computed another.
    compared: u64,
    differs: Option<u64>,
    quanta: [f64; pack::COLUMNS],
    orders: [u32; pack::COLUMNS],
    bodies: Vec<Body>,
    shapes: Vec<Shape>,
    impacts: Vec<Impact>,
    /// Two bodies, and the states from the first to before the second in which they touch.
    contacts: Vec<[u64; 4]>,
    /// A body, and the states between which it sleeps.
    sleeps: Vec<[u64; 3]>,
    cameras: Vec<View>,
}

#[derive(Debug, Serialize)]
struct Body {
    entity: String,
    name: String,
    shape: Option<usize>,
    scale: [f32; 3],
    moves: bool,
    /// A ball that flies as measured balls do, by its key.
    ball: Option<&'static str>,
    /// kg; `None` for what is moved by nothing.
    mass: Option<f32>,
    /// Centre of mass in the frame of the body, m.
    center: [f32; 3],
    /// Columns of the inertia about it, in the frame of the body, kg m^2.
    inertia: [f32; 9],
    gravity_scale: f32,
    /// First state that has it, and how many have.
    first: u64,
    count: u64,
    /// Samples in the tracks: one for what never changes.
    samples: u64,
}

/// Triangles of a collider in its own frame.
#[derive(Debug, Serialize)]
struct Shape {
    kind: &'static str,
    /// Of a ball, m.
    radius: Option<f32>,
    /// Corners of the triangles, three numbers each, for each of the two paints.
    parts: [Vec<f32>; 2],
    normals: [Vec<f32>; 2],
}

#[derive(Debug, Serialize)]
struct Impact {
    /// The step in which it was, counted from 0, and when, in parts of the step.
    tick: u64,
    fraction: f32,
    bodies: [Option<usize>; 2],
    point: [f32; 3],
    normal: [f32; 3],
    /// N s
    impulse: f32,
    /// Of approach along the normal at the point, m/s.
    speed: f32,
}

#[derive(Debug, Serialize)]
struct View {
    name: String,
    position: [f32; 3],
    look_at: [f32; 3],
    /// Vertical angle, rad.
    angle: Option<f32>,
    follow: Option<usize>,
}

/// A body while the recording is played.
struct Lane {
    body: Body,
    collider: Option<Collider>,
    samples: Vec<Sample>,
}

/// The film as JSON, and its tracks: a hash of eight bytes for each state, then the columns of each body.
pub(super) fn of(path: &Path, reader: &mut Reader<File>) -> Result<(String, Vec<u8>), CliError> {
    let origin = origin(path, reader)?.into_iter().collect();
    let ticks = reader.ticks();
    let config = reader.header().config;
    let note = reader.header().note.clone();
    let scene = scenes::get(&note)
        .or_else(|_| Scene::load(&note))
        .unwrap_or_default();
    let mut player = Player::new(reader, empty_world()?).map_err(of_file(path))?;
    let mut tracks = physics_hash(player.world(), player.config())
        .to_le_bytes()
        .to_vec();
    let mut cast = Cast::default();
    cast.take(player.world(), 0, &scene);
    let (mut compared, mut differs) = (0, None);
    let mut impacts = Vec::new();
    while player.tick() < ticks {
        let tick = player.tick();
        let played = player.step().map_err(of_file(path))?;
        let hash = match played.hashes {
            Some([computed, recorded]) => {
                compared += 1;
                if computed != recorded && differs.is_none() {
                    differs = Some(tick);
                }
                computed
            }
            None => physics_hash(player.world(), player.config()),
        };
        tracks.extend(hash.to_le_bytes());
        cast.take(player.world(), tick + 1, &scene);
        cast.hear(&played.report.events, tick + 1);
        impacts.extend(
            played
                .report
                .impacts
                .iter()
                .map(|hit| cast.impact(hit, tick)),
        );
    }
    cast.end(ticks + 1);
    let cameras = cast.cameras(&scene, player.world());
    let store = player.world().resource::<ShapeStore>();
    let none = ShapeStore::default();
    let shapes = cast.shapes(store.as_deref().unwrap_or(&none));
    for lane in &mut cast.lanes {
        let still = lane
            .samples
            .iter()
            .all(|sample| same(sample, &lane.samples[0]));
        let samples = &lane.samples[..if still { 1 } else { lane.samples.len() }];
        lane.body.samples = samples.len() as u64;
        pack::columns(samples, &mut tracks);
    }
    let film = Film {
        origin,
        ticks,
        dt: config.fixed_dt,
        gravity: config.gravity.to_array(),
        compared,
        differs,
        quanta: QUANTA,
        orders: ORDERS,
        shapes,
        impacts,
        contacts: cast.contacts,
        sleeps: cast.sleeps,
        cameras,
        bodies: cast.lanes.into_iter().map(|lane| lane.body).collect(),
    };
    let text = serde_json::to_string(&film).expect("a film has only names and numbers");
    Ok((text, tracks))
}

/// By their bits, so that what is no number equals itself.
fn same(a: &Sample, b: &Sample) -> bool {
    a.map(f32::to_bits) == b.map(f32::to_bits)
}

/// All bodies that appear, in the order in which they do.
#[derive(Default)]
struct Cast {
    lanes: Vec<Lane>,
    known: BTreeMap<(u32, u32), usize>,
    contacts: Vec<[u64; 4]>,
    /// Pairs that touch, and since when.
    touching: BTreeMap<[usize; 2], u64>,
    sleeps: Vec<[u64; 3]>,
    asleep: BTreeMap<usize, u64>,
}

impl Cast {
    /// Adds a sample of everything that has a place and is a body or has a shape.
    fn take(&mut self, world: &World, state: u64, scene: &Scene) {
        let all = world.query::<(
            Entity,
            &Transform,
            Option<&RigidBody>,
            Option<&Collider>,
            Option<&SceneBody>,
        )>();
        for (entity, transform, body, collider, id) in &all {
            if body.is_none() && collider.is_none() {
                continue;
            }
            let next = self.lanes.len();
            let place = *self.known.entry(key(entity)).or_insert(next);
            if place == next {
                let lane = lane(world, entity, transform, body, collider, state);
                self.lanes.push(lane);
                self.lanes[next].body.name = name(scene, id, collider);
            }
            let lane = &mut self.lanes[place];
            lane.body.count += 1;
            lane.samples.push(sample(transform, body));
        }
    }

    fn place(&self, entity: Entity) -> Option<usize> {
        self.known.get(&key(entity)).copied()
    }

    /// Keeps who touches whom and who sleeps.
    fn hear(&mut self, events: &[PhysicsEvent], state: u64) {
        for event in events {
            match *event {
                PhysicsEvent::ContactBegan(a, b) => {
                    if let (Some(a), Some(b)) = (self.place(a), self.place(b)) {
                        self.touching.insert([a, b], state);
                    }
                }
                PhysicsEvent::ContactEnded(a, b) => {
                    if let (Some(a), Some(b)) = (self.place(a), self.place(b)) {
                        // Pairs that touch before the first step began in no event.
                        let since = self.touching.remove(&[a, b]).unwrap_or(0);
                        self.contacts.push([a as u64, b as u64, since, state]);
                    }
                }
                PhysicsEvent::FellAsleep(entity) => {
                    if let Some(place) = self.place(entity) {
                        self.asleep.insert(place, state);
                    }
                }
                PhysicsEvent::WokeUp(entity) => {
                    if let Some(place) = self.place(entity) {
                        let since = self.asleep.remove(&place).unwrap_or(0);
                        self.sleeps.push([place as u64, since, state]);
                    }
                }
                PhysicsEvent::SensorEntered(..)
                | PhysicsEvent::SensorLeft(..)
                | PhysicsEvent::JointBroke { .. } => {}
            }
        }
    }

    /// Ends what lasts to the end.
    fn end(&mut self, states: u64) {
        let touching = std::mem::take(&mut self.touching);
        let lasting = touching.into_iter();
        self.contacts
            .extend(lasting.map(|([a, b], since)| [a as u64, b as u64, since, states]));
        let asleep = std::mem::take(&mut self.asleep);
        let lasting = asleep.into_iter();
        self.sleeps
            .extend(lasting.map(|(place, since)| [place as u64, since, states]));
    }

    fn impact(&self, hit: &ImpactEvent, tick: u64) -> Impact {
        let [a, b] = hit.before.map(|motion| motion.velocity);
        Impact {
            tick,
            fraction: hit.fraction,
            bodies: [hit.a, hit.b].map(|entity| self.place(entity)),
            point: hit.point.to_array(),
            normal: hit.normal.to_array(),
            impulse: hit.impulse.length(),
            speed: (a - b).dot(hit.normal),
        }
    }

    /// The shapes of all bodies, each once.
    fn shapes(&mut self, store: &ShapeStore) -> Vec<Shape> {
        let reach = self.reach();
        let mut shapes = Vec::new();
        let mut known: BTreeMap<Vec<u8>, Option<usize>> = BTreeMap::new();
        for lane in &mut self.lanes {
            let Some(collider) = &lane.collider else {
                continue;
            };
            let mut key = Vec::new();
            collider.encode(&mut Encoder::new(&mut key));
            lane.body.shape = *known.entry(key).or_insert_with(|| {
                let solid = Solid::of(collider, store, reach)?;
                let numbers = |of: fn(&crate::solid::Corner) -> Vec3, quantum: f32| {
                    solid.parts.each_ref().map(|part| {
                        let all = part.iter().flat_map(|corner| of(corner).to_array());
                        // Fewer digits than a float has: for eyes.
                        all.map(|number| (number / quantum).round() * quantum)
                            .collect::<Vec<f32>>()
                    })
                };
                shapes.push(Shape {
                    kind: collider.name(),
                    radius: match *collider {
                        Collider::Sphere { radius } => Some(radius),
                        _ => None,
                    },
                    parts: numbers(|corner| corner.place, 1.0 / 65536.0),
                    normals: numbers(|corner| corner.normal, 1.0 / 1024.0),
                });
                Some(shapes.len() - 1)
            });
        }
        shapes
    }

    /// How far a plane has to reach to lie under everything that moves, m.
    fn reach(&self) -> f32 {
        let samples = self.lanes.iter().flat_map(|lane| &lane.samples);
        let far = samples.fold(0.0, |far: f32, sample| {
            let away = Vec3::new(sample[0], sample[1], sample[2])
                .abs()
                .max_element();
            if away > far { away } else { far }
        });
        1.2 * far.clamp(0.0, 1e5) + 10.0
    }

    fn cameras(&self, scene: &Scene, world: &World) -> Vec<View> {
        let views = scene.cameras.iter().map(|camera| {
            let followed = camera.follow.as_ref().and_then(|name| {
                let ball = scene.ball_entity(world, name);
                let entity = ball.or_else(|| scene.entity(world, name, 0))?;
                self.place(entity)
            });
            View {
                name: camera.name.clone(),
                position: camera.position.to_array(),
                look_at: camera.look_at.to_array(),
                angle: camera.field_of_view,
                follow: followed,
            }
        });
        views.collect()
    }
}

const fn key(entity: Entity) -> (u32, u32) {
    (entity.id(), entity.generation().get())
}

fn lane(
    world: &World,
    entity: Entity,
    transform: &Transform,
    body: Option<&RigidBody>,
    collider: Option<&Collider>,
    state: u64,
) -> Lane {
    let balls = world.resource::<Balls>();
    let ball = world.get::<Ballistic>(entity);
    let ball = ball.and_then(|ball| balls.as_ref()?.get(ball.ball));
    let mass = mass_of_body(world, entity);
    Lane {
        body: Body {
            entity: entity.to_string(),
            name: String::new(),
            shape: None,
            scale: transform.scale.to_array(),
            moves: body.is_some_and(|body| !body.is_static()),
            ball: ball.map(|ball| ball.name),
            mass: mass.map(|mass| mass.mass),
            center: mass.map_or(Vec3::ZERO, |mass| mass.center).to_array(),
            inertia: mass.map_or(Mat3::ZERO, |mass| mass.inertia).to_cols_array(),
            gravity_scale: body.map_or(1.0, |body| body.gravity_scale),
            first: state,
            count: 0,
            samples: 0,
        },
        collider: collider.copied(),
        samples: Vec::new(),
    }
}

fn sample(transform: &Transform, body: Option<&RigidBody>) -> Sample {
    let [x, y, z] = transform.position.to_array();
    let [i, j, k, w] = transform.rotation.to_array();
    let [u, v, o] = body.map_or(Vec3::ZERO, |body| body.velocity).to_array();
    let spin = body.map_or(Vec3::ZERO, |body| body.angular_velocity);
    let [a, b, c] = spin.to_array();
    [x, y, z, i, j, k, w, u, v, o, a, b, c]
}

/// What the scene calls a body, else what shape it has.
fn name(scene: &Scene, id: Option<&SceneBody>, collider: Option<&Collider>) -> String {
    let shape = collider.map_or("body", |collider| collider.name());
    let Some(id) = id else {
        return shape.to_owned();
    };
    let assemblies = scene.groups.iter().filter_map(|group| {
        let assembly = scene.assemblies.get(&group.assembly)?;
        Some(assembly.bodies.iter())
    });
    let mut bodies = scene.bodies.iter().chain(assemblies.flatten());
    match bodies.nth(id.template as usize) {
        Some(body) if !body.name.is_empty() && body.copies() > 1 => {
            format!("{} {}", body.name, id.copy + 1)
        }
        Some(body) if !body.name.is_empty() => body.name.clone(),
        _ => shape.to_owned(),
    }
}
