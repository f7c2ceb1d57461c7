//! A flown shot as a recording, to be played and looked at like any other.

use voltex_ecs::{Entity, Transform, World};
use voltex_flight::trajectory::End;
use voltex_flight::{Shot, Trajectory};
use voltex_math::Vec3;
use voltex_physics::ballistic::{Atmosphere, Balls, Ground};
use voltex_physics::{Collider, PhysicsConfig, PhysicsError, RigidBody, Sensor, ShapeStore};
use voltex_replay::{RecordOptions, Recorder, ReplayError};

/// Shortest tick of such a recording, s: flights may be sampled more often than anybody looks.
const SHORTEST_TICK: f64 = 1.0 / 240.0;

/// The recording of a flight: the ball flies in a world of its own, over the ground of the shot, for as many whole ticks as
/// the flight took.
///
/// Until it slides or rolls its path is that of the flight to the last bits of single precision, in which a world holds its
/// step and gravity; then the solver of the world moves it. Without a ground to bounce on the plane is a sensor. `None` for a ball
/// that no world flies.
pub(crate) fn recording(flight: &Trajectory, note: &str) -> Result<Option<Vec<u8>>, ReplayError> {
    let shot = flight.shot();
    let apart = (SHORTEST_TICK / shot.dt).ceil();
    let tick = shot.dt * apart;
    let config = PhysicsConfig {
        fixed_dt: tick as f32,
        gravity: Vec3::NEG_Y * shot.gravity as f32,
        ..PhysicsConfig::DEFAULT
    };
    let mut world = World::new();
    voltex_physics::register(&mut world)?;
    match place(&mut world, flight, shot) {
        Ok(_) => {}
        Err(PhysicsError::BadBall(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    }
    let options = RecordOptions {
        note: note.to_owned(),
        ..RecordOptions::default()
    };
    let mut recorder = Recorder::new(Vec::new(), &mut world, &config, options)?;
    // The end of the flight lies within the last tick, unless it is its end; what lands stops before.
    let ticks = flight.duration() / tick;
    let ticks = match flight.end() {
        End::Landed => (ticks + 1e-6).floor(),
        End::Rest | End::Settled | End::TimeLimit | End::StepLimit | End::NotFinite => {
            (ticks - 1e-6).ceil()
        }
    };
    for _ in 0..ticks as u64 {
        recorder.step(&mut world, &config)?;
    }
    recorder.finish().map(Some)
}

/// Puts the ground, the air and the ball into a world.
fn place(world: &mut World, flight: &Trajectory, shot: &Shot) -> Result<Entity, PhysicsError> {
    let mut balls = Balls::default();
    let id = balls.add(&shot.ball)?;
    let ground = world.spawn_with((
        Transform::IDENTITY,
        RigidBody::statik(),
        Collider::half_space(shot.ground_normal.as_vec3()),
    ));
    let alive = "the ground was just put there";
    match &shot.surface {
        Some(surface) => {
            let surface = balls.add_surface(surface)?;
            world.add(ground, Ground(surface)).expect(alive);
        }
        None => {
            world.add(ground, Sensor).expect(alive);
        }
    }
    let mut shapes = ShapeStore::default();
    let placed = balls.placed_in(id, &flight.state_at(0.0), &mut shapes)?;
    world.insert_resource(shapes);
    world.insert_resource(balls);
    let atmosphere = Atmosphere::new(*flight.air(), shot.wind.clone())?;
    world.insert_resource(atmosphere.with_balls_at(shot.ball_temperature)?);
    Ok(world.spawn_with(placed))
}
