//! A flown shot as a recording, to be played and looked at like any other.

use voltex_ecs::{Transform, World};
use voltex_flight::{Sample, Spheroid, Trajectory};
use voltex_math::Vec3;
use voltex_physics::{Collider, PhysicsConfig, RigidBody, ShapeStore};
use voltex_replay::{RecordOptions, Recorder, ReplayError};

/// Shortest tick of such a recording, s: flights may be sampled more often than anybody looks.
const SHORTEST_TICK: f64 = 1.0 / 240.0;
/// Rings of corners between the ends of an oval ball, and corners of a ring.
const RINGS: usize = 9;
const CORNERS: usize = 14;

/// The recording of a flight: a kinematic ball that is put at each sample of the path and sent to the next one, over
/// ground at height 0. The last tick may reach past the end of the flight by less than its length. The ball's body has the mean
/// velocity of the tick, its spin is that of the flight.
pub(crate) fn recording(flight: &Trajectory, note: &str) -> Result<Vec<u8>, ReplayError> {
    let dt = flight.shot().dt;
    let apart = (SHORTEST_TICK / dt).ceil() as usize;
    let samples = flight.samples();
    let last = samples.len() - 1;
    // The end itself comes last, where it is none of those.
    let rest = (!last.is_multiple_of(apart)).then_some(last);
    let ends = (apart..=last).step_by(apart).chain(rest);
    let tick = (dt * apart as f64) as f32;

    let mut world = World::new();
    voltex_physics::register(&mut world)?;
    let ground = (
        Transform::IDENTITY,
        RigidBody::statik(),
        Collider::half_space(Vec3::Y),
    );
    world.spawn_with(ground);
    let ball = flight.ball();
    let collider = match ball.spheroid() {
        None => Collider::sphere(ball.radius as f32),
        Some(body) => {
            let mut store = ShapeStore::default();
            let hull = store.add_hull(&corners(&body))?;
            world.insert_resource(store);
            Collider::Hull(hull)
        }
    };
    let config = PhysicsConfig {
        fixed_dt: tick,
        gravity: Vec3::NEG_Y * flight.shot().gravity as f32,
        ..PhysicsConfig::DEFAULT
    };
    let entity = world.spawn_with((
        Transform::from_position(samples[0].position.as_vec3()),
        RigidBody::kinematic(),
        collider,
    ));
    let options = RecordOptions {
        note: note.to_owned(),
        ..RecordOptions::default()
    };
    let mut recorder = Recorder::new(Vec::new(), &mut world, &config, options)?;
    let mut from = &samples[0];
    for to in ends.map(|place| &samples[place]) {
        let between = to.position.as_vec3() - from.position.as_vec3();
        place(&mut world, entity, from, between / tick);
        recorder.step(&mut world, &config)?;
        from = to;
    }
    recorder.finish()
}

fn place(world: &mut World, entity: voltex_ecs::Entity, at: &Sample, velocity: Vec3) {
    if let Some(transform) = world.get_mut::<Transform>(entity) {
        transform.position = at.position.as_vec3();
        transform.rotation = at.rotation.as_quat().normalize();
    }
    if let Some(body) = world.get_mut::<RigidBody>(entity) {
        body.velocity = velocity;
        body.angular_velocity = at.spin().as_vec3();
    }
}

/// Corners on the surface of an oval ball, whose axis is its own x.
fn corners(body: &Spheroid) -> Vec<Vec3> {
    let mut corners = vec![Vec3::X * body.long as f32, Vec3::NEG_X * body.long as f32];
    for ring in 1..=RINGS {
        let (across, along) =
            voltex_math::f64::sin_cos(std::f64::consts::PI * ring as f64 / (RINGS + 1) as f64);
        for corner in 0..CORNERS {
            let (sin, cos) =
                voltex_math::f64::sin_cos(std::f64::consts::TAU * corner as f64 / CORNERS as f64);
            let radius = body.short * across;
            corners.push(Vec3::new(
                (body.long * along) as f32,
                (radius * cos) as f32,
                (radius * sin) as f32,
            ));
        }
    }
    corners
}
