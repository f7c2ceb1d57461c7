//! Game physics with the same bits on every machine, and balls that fly as measured balls do.
//!
//! This crate has no code of its own: it names the libraries of Voltex, and its [`prelude`] has what programs type most.
//!
//! | module | for |
//! |---|---|
//! | [`math`] | vectors, poses, elementary functions with the same bits everywhere, keyed random numbers |
//! | [`ecs`] | worlds of entities and components, queries, exact copies, fixed steps |
//! | [`physics`] | shapes, contacts, rays, rigid bodies, joints, balls in a world |
//! | [`flight`] | balls alone, in `f64`: twelve sports, air, wind, bounce, aiming, batches |
//! | [`replay`] | snapshots, rollback, recordings, what differs between two of them |
//! | [`scene`] | worlds as files, and the built-in ones |
//!
//! Everything is in SI units. Axes are right-handed with +Y up; a shot flies along +X, and +Z is to its right.
//!
//! # Hello, ball
//!
//! A [`World`](ecs::World) holds entities made of components. [`physics_step`](physics::physics_step) moves those that
//! have a place, a body and a shape.
//!
//! ```
//! use voltex::prelude::*;
//!
//! let config = PhysicsConfig::DEFAULT; // 60 steps a second, 9.81 m/s^2 down
//! let mut world = World::new();
//! world.spawn_with((Transform::default(), RigidBody::statik(), Collider::half_space(Vec3::Y)));
//! let ball = (Transform::from_position(vec3(0.0, 10.0, 0.0)), RigidBody::dynamic(1.0), Collider::sphere(0.5));
//! let ball = world.spawn_with(ball);
//! for _ in 0..600 {
//!     physics_step(&mut world, &config)?;
//! }
//! let height = world.get::<Transform>(ball).unwrap().position.y;
//! assert!((height - 0.5).abs() < 0.01, "it lies on the ground: {height} m");
//! # Ok::<(), voltex::physics::PhysicsError>(())
//! ```
//!
//! # Boxes
//!
//! Built-in scenes and those in files build a world. Equal input gives equal bits, so that one number says whether two
//! worlds are equal.
//!
//! ```
//! use voltex::prelude::*;
//!
//! let scene = scenes::get("dominoes")?; // or Scene::load("mine.ron")?
//! let config = scene.config();
//! let (mut one, mut other) = (scene.build()?, scene.build()?);
//! for _ in 0..60 {
//!     for world in [&mut one, &mut other] {
//!         scene.advance(world)?; // what the scene lets appear or drives
//!         physics_step(world, &config)?;
//!     }
//! }
//! assert_eq!(physics_hash(&one, &config), physics_hash(&other, &config));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A drive
//!
//! A ball alone needs no world. Each number of the twelve balls has a source.
//!
//! ```
//! use voltex::prelude::*;
//!
//! let shot = balls::GOLF.launch(Launch::at(mph(167.0)).up(deg(10.9)).backspin(rpm(2686.0)));
//! let flight = shot.fly(&Air::default())?;
//! let carry = flight.carry().expect("it lands");
//! let (position, _attitude) = flight.pose_at(1.5);
//! assert!((carry - 251.5).abs() < 2.5, "{carry} m; measured are 275 yd, 251.5 m");
//! assert!((80.0..100.0).contains(&position.x), "after 1.5 s at {position}");
//! # Ok::<(), voltex::flight::FlightError>(())
//! ```
//!
//! # Where will it be?
//!
//! [`predict`](physics::ballistic::predict) tells it with the bits that the steps will bring, bounces included.
//!
//! ```
//! use voltex::prelude::*;
//!
//! let config = PhysicsConfig::DEFAULT;
//! let mut kinds = Balls::default();
//! let (tennis, clay) = (kinds.add(&balls::TENNIS)?, kinds.add_ground("clay")?);
//! let serve = Launch::at(50.0).up(deg(-5.0)).backspin(rpm(-1500.0));
//! let ball = kinds.launched(tennis, &serve, dvec3(0.0, 2.7, 0.0)).expect("it was just added");
//! let mut world = World::new();
//! world.insert_resource(kinds);
//! world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y), Ground(clay)));
//! let ball = world.spawn_with(ball);
//!
//! let path = predict(&world, &config, ball, 1.0)?; // for 1 s
//! for expected in &path.states[1..] {
//!     physics_step(&mut world, &config)?;
//!     assert_eq!(world.get::<Ballistic>(ball).unwrap().state(), *expected);
//! }
//! assert_eq!((path.states.len(), path.impacts.len()), (61, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rollback
//!
//! A copy of a world is exact, and [`Rollback`](replay::Rollback) keeps the last ones: go back, put the right input in, and
//! come to the state that would have been.
//!
//! ```
//! use voltex::prelude::*;
//!
//! let mut world = World::new();
//! let puck = world.spawn_with((Transform::default(), RigidBody::dynamic(0.2), Collider::sphere(0.1)));
//! let push = move |world: &mut World, input: &f32| world.get_mut::<RigidBody>(puck).unwrap().velocity.x += input;
//! let mut truth = Rollback::new(world.clone(), PhysicsConfig::DEFAULT, 8);
//! let mut guess = Rollback::new(world, PhysicsConfig::DEFAULT, 8);
//! for tick in 0..8 {
//!     truth.advance(if tick == 3 { 5.0 } else { 0.0 }, push)?;
//!     guess.advance(0.0, push)?;
//! }
//! guess.load(3)?; // the input of tick 3 has come, late
//! for tick in 3..8 {
//!     guess.advance(if tick == 3 { 5.0 } else { 0.0 }, push)?;
//! }
//! let places = [&truth, &guess].map(|game| game.world().get::<Transform>(puck).unwrap().position);
//! assert_eq!(places[0].to_array().map(f32::to_bits), places[1].to_array().map(f32::to_bits));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Record and verify
//!
//! A [`Recorder`](replay::Recorder) takes the place of `physics_step` and finds by itself what you changed in between.
//! `voltex verify`, `voltex replay` and `voltex desync` read the file as well.
//!
//! ```
//! use voltex::prelude::*;
//!
//! let mut world = World::new();
//! voltex::register(&mut world)?; // names, under which components are stored
//! let ball = world.spawn_with((Transform::default(), RigidBody::dynamic(1.0), Collider::sphere(0.1)));
//! let config = PhysicsConfig::DEFAULT;
//! let mut recorder = Recorder::new(Vec::new(), &mut world, &config, RecordOptions::default())?; // or a File
//! for tick in 0..100 {
//!     if tick == 50 {
//!         world.get_mut::<RigidBody>(ball).unwrap().velocity = vec3(3.0, 4.0, 0.0); // a kick
//!     }
//!     recorder.step(&mut world, &config)?;
//! }
//! let mut file = Reader::of_bytes(recorder.finish()?)?;
//!
//! let mut empty = World::new();
//! voltex::register(&mut empty)?;
//! let found = verify(&mut file, empty, |_tick| ())?; // simulates it again
//! assert_eq!((found.compared, found.first_difference), (100, None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use voltex_ecs as ecs;
pub use voltex_flight as flight;
pub use voltex_math as math;
pub use voltex_physics as physics;
pub use voltex_replay as replay;
pub use voltex_scene as scene;

/// Gives the components and resources of all crates their names in a world: for hashes of the whole world, copies through
/// bytes, and recordings. Those of your own are registered beside it.
pub use voltex_scene::register;

pub mod prelude;

/// Compiles and runs the lines of the project's README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Compiles and runs the program of the page for newcomers.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/first-hour.md")]
struct FirstHourPage;

/// Compiles the lines of the page on scenes.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/scenes.md")]
struct ScenesPage;

/// Compiles and runs the example of the page on rollback.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/rollback.md")]
struct RollbackPage;
