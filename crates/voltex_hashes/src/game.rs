//! A game that goes on for as long as one likes, its recording, and how far a player of it agrees.

use std::error::Error;
use std::io::Cursor;

use voltex_ecs::{Entity, Transform, World};
use voltex_flight::units::{deg, rpm};
use voltex_flight::{Launch, balls};
use voltex_math::random::{Key, Sequence};
use voltex_math::{DVec3, Quat, StateHasher, Vec3};
use voltex_physics::ballistic::{Balls, Ground};
use voltex_physics::{
    Collider, HingeJoint, Joint, Motor, PhysicsConfig, RigidBody, ShapeStore, register,
};
use voltex_replay::{Player, Reader, RecordOptions, Recorder};

/// Bodies that lie about at a time.
const BODIES: usize = 24;
/// Ticks from one whole state in the recording to the next: rare, for nobody seeks.
const KEYFRAMES: u32 = 20_000;

/// The pen and what is done in it.
struct Game {
    world: World,
    hull: Collider,
    balls: Balls,
}

/// Draws of a tick.
fn draws(tick: u64) -> Sequence {
    Key::new(2026, tick).sequence()
}

fn within(draws: &mut Sequence, low: f64, high: f64) -> f32 {
    draws.uniform_in(low, high) as f32
}

fn vector(draws: &mut Sequence, low: f64, high: f64) -> Vec3 {
    let [x, y, z] = [(); 3].map(|()| within(draws, low, high));
    Vec3::new(x, y, z)
}

fn pick(draws: &mut Sequence, n: usize) -> usize {
    draws.below(n as u64).map_or(0, |drawn| drawn as usize)
}

impl Game {
    /// A walled pen in which a motor turns a bar.
    fn new() -> Result<Self, Box<dyn Error>> {
        let mut world = World::new();
        register(&mut world)?;
        let mut store = ShapeStore::default();
        let mut draws = draws(u64::MAX);
        let points: Vec<Vec3> = (0..14).map(|_| vector(&mut draws, -0.3, 0.3)).collect();
        let hull = Collider::Hull(store.add_hull(&points)?);
        world.insert_resource(store);
        let mut balls = Balls::default();
        balls.add(&balls::TENNIS)?;
        balls.add(&balls::SOCCER)?;
        let court = Ground(balls.add_ground("hard")?);
        world.insert_resource(balls.clone());
        world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y), court));
        for normal in [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z] {
            let place = Transform::from_position(normal * -3.0);
            world.spawn_with((place, Collider::half_space(normal), court));
        }
        let middle = Vec3::Y * 0.5;
        let bar = world.spawn_with((
            Transform::from_position(middle),
            RigidBody::of_density(500.0),
            Collider::cuboid(Vec3::new(1.6, 0.1, 0.1)),
        ));
        let motor = HingeJoint {
            motor: Some(Motor::speed(2.0, 400.0)),
            ..HingeJoint::default()
        };
        let hinge = Joint::new(None, bar, motor).at(&world, middle, Vec3::Y)?;
        world.spawn_with((hinge,));
        Ok(Self { world, hull, balls })
    }

    /// What the players do before a tick: bodies and balls come, are pushed, put elsewhere and taken away.
    fn play(&mut self, tick: u64) -> Result<(), Box<dyn Error>> {
        if !tick.is_multiple_of(20) {
            return Ok(());
        }
        let mut draws = draws(tick);
        let loose = &self.loose();
        let place = vector(&mut draws, -2.0, 2.0) + Vec3::Y * 3.5;
        match pick(&mut draws, 8) {
            _ if loose.len() > BODIES => {
                self.world.despawn(loose[pick(&mut draws, loose.len())]);
            }
            0..4 => self.drop_body(&mut draws, place),
            4 => self.serve(&mut draws, place)?,
            5 if !loose.is_empty() => {
                let entity = loose[pick(&mut draws, loose.len())];
                if let Some(body) = self.world.get_mut::<RigidBody>(entity) {
                    body.velocity += vector(&mut draws, -4.0, 4.0);
                }
            }
            6 if !loose.is_empty() => {
                let entity = loose[pick(&mut draws, loose.len())];
                if let Some(transform) = self.world.get_mut::<Transform>(entity) {
                    transform.position = place;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Bodies that are not held by the hinge, in order of their coming.
    fn loose(&self) -> Vec<Entity> {
        let bodies = self.world.storage::<RigidBody>();
        bodies.entities().iter().copied().skip(1).collect()
    }

    fn drop_body(&mut self, draws: &mut Sequence, place: Vec3) {
        let collider = match pick(draws, 5) {
            0 => Collider::sphere(within(draws, 0.15, 0.3)),
            1 => Collider::cuboid(vector(draws, 0.1, 0.3)),
            2 => Collider::capsule(within(draws, 0.1, 0.3), within(draws, 0.1, 0.2)),
            3 => Collider::cylinder(within(draws, 0.1, 0.3), within(draws, 0.1, 0.3)),
            _ => self.hull,
        };
        let transform = Transform {
            rotation: Quat::from_axis_angle(Vec3::X, within(draws, -3.0, 3.0)),
            ..Transform::from_position(place)
        };
        let body = RigidBody::of_density(800.0).with_angular_velocity(vector(draws, -5.0, 5.0));
        self.world.spawn_with((transform, body, collider));
    }

    fn serve(&mut self, draws: &mut Sequence, place: Vec3) -> Result<(), Box<dyn Error>> {
        let ball = if pick(draws, 2) == 0 {
            &balls::TENNIS
        } else {
            &balls::SOCCER
        };
        let id = self.balls.find(ball).ok_or("the ball was added")?;
        let launch = Launch::at(draws.uniform_in(3.0, 12.0))
            .up(deg(draws.uniform_in(-20.0, 30.0)))
            .right(deg(draws.uniform_in(-180.0, 180.0)))
            .backspin(rpm(draws.uniform_in(-1500.0, 1500.0)));
        let from = DVec3::new(f64::from(place.x), f64::from(place.y), f64::from(place.z));
        let ball = self
            .balls
            .launched(id, &launch, from)
            .ok_or("a round ball")?;
        self.world.spawn_with(ball);
        Ok(())
    }
}

/// Plays for so many ticks and returns the recording, which has a hash of every tick.
///
/// # Errors
/// Something that Voltex itself refuses, which is a bug.
pub fn record(ticks: u64) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut game = Game::new()?;
    let config = PhysicsConfig::DEFAULT;
    let options = RecordOptions {
        keyframe_every: KEYFRAMES,
        ..RecordOptions::default()
    };
    let mut recorder = Recorder::new(Vec::new(), &mut game.world, &config, options)?;
    for tick in 0..ticks {
        game.play(tick)?;
        recorder.step(&mut game.world, &config)?;
    }
    Ok(recorder.finish()?)
}

/// Plays a recording to its end and returns the number of its ticks and a hash of all their hashes.
///
/// # Errors
/// Bytes that are no whole recording with a hash of every tick; the first tick whose hash is another than recorded.
pub fn replay(recording: Vec<u8>) -> Result<(u64, u64), Box<dyn Error>> {
    let mut reader = Reader::open(Cursor::new(recording))?;
    let ticks = reader.ticks();
    let mut empty = World::new();
    register(&mut empty)?;
    let mut player = Player::new(&mut reader, empty)?;
    let mut all = StateHasher::new();
    for tick in 0..ticks {
        let [computed, recorded] = player.step()?.hashes.ok_or("a tick without a hash")?;
        if computed != recorded {
            let text = format!("tick {tick} has hash {computed:016x}, {recorded:016x} is recorded");
            return Err(text.into());
        }
        all.write_u64(computed);
    }
    Ok((ticks, all.finish()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recorded_game_is_played_to_its_end_and_no_other_is() {
        let recording = record(600).unwrap();
        let (ticks, hash) = replay(recording.clone()).unwrap();
        assert_eq!(ticks, 600);
        assert_ne!(replay(record(599).unwrap()).unwrap().1, hash);
        assert!(replay(recording[..40].to_vec()).is_err());
    }
}
