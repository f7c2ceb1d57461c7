//! Launches that send a ball of a world to a target, and what is in their way.

use voltex_ecs::{Entity, World};
use voltex_flight::aim::{Aim, Given, NoSolution};
use voltex_flight::{Launch, Wind};
use voltex_math::DVec3;

use super::predict::{Outlook, PredictionEnd, with_outlook};
use crate::ballistic::Ballistic;
use crate::config::PhysicsConfig;
use crate::error::PhysicsError;

/// How far below ball and target the level ground lies that the flight alone would come down on, m.
const BELOW: f64 = 500.0;

/// Radii from the target within which a ball has reached it: a target may lie on a wall.
const REACHED: f64 = 1.5;

/// A launch that leads to the target through the air alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AimedShot {
    /// Velocity of the ball at launch, m/s.
    pub velocity: DVec3,
    /// Seconds to the target.
    pub time: f64,
    /// Velocity at the target, m/s.
    pub arrival: DVec3,
}

/// A launch with something in the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockedShot {
    /// The launch.
    pub shot: AimedShot,
    /// What the ball strikes; `None` where it comes to lie on something.
    pub by: Option<Entity>,
    /// Seconds until then.
    pub time: f64,
    /// Centre of the ball then, m.
    pub position: DVec3,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct AimAnswer {
    /// Launches by which the ball touches nothing before the target, in order of flight time.
    pub clear: Vec<AimedShot>,
    /// Launches that would lead there if something were not in the way.
    pub blocked: Vec<BlockedShot>,
    /// Why the air alone lets none through; `None` if it does.
    pub reason: Option<NoSolution>,
}

/// The launches that send the centre of a ball of a world from where it is to a target (m), with the spin that it has: given its
/// speed, launch angle or flight time, past all colliders of the world.
///
/// Each launch through the air is predicted as [`predict`](super::predict::predict) does. Gusts are not foreseen when a
/// launch is looked for. To launch the ball, write the velocity into its [`RigidBody`](crate::RigidBody) or
/// [`Ballistic`].
///
/// ```
/// use voltex_ecs::World;
/// use voltex_flight::{Launch, aim::Given, balls};
/// use voltex_math::DVec3;
/// use voltex_physics::PhysicsConfig;
/// use voltex_physics::ballistic::{Balls, aim};
///
/// let mut world = World::new();
/// let mut kinds = Balls::default();
/// let soccer = kinds.add(&balls::SOCCER)?;
/// let ball = kinds.launched(soccer, &Launch::at(0.0), DVec3::Y * 0.11).expect("it was just added");
/// let ball = world.spawn_with(ball);
/// world.insert_resource(kinds);
/// let answer = aim(&world, &PhysicsConfig::DEFAULT, ball, DVec3::new(20.0, 2.0, 1.0), Given::Speed(25.0))?;
/// assert_eq!(answer.clear.len(), 2, "a low arc and a high one");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As those of [`predict`](super::predict::predict); a gravity that is not along -Y; what the flight's aim refuses.
///
/// # Panics
/// As for [`predict`](super::predict::predict).
pub fn aim(
    world: &World,
    config: &PhysicsConfig,
    ball: Entity,
    target: DVec3,
    given: Given,
) -> Result<AimAnswer, PhysicsError> {
    with_outlook(world, config, ball, |outlook| {
        search(outlook, target, given)
    })
}

fn search(outlook: &Outlook<'_>, target: DVec3, given: Given) -> Result<AimAnswer, PhysicsError> {
    let (ball, gravity) = (outlook.flyer.ball(), outlook.flyer.gravity());
    if gravity.x != 0.0 || gravity.z != 0.0 || gravity.y > 0.0 {
        return Err(PhysicsError::BadVector {
            what: "gravity (m/s^2)".to_owned(),
            value: gravity.as_vec3().to_array(),
            remedy: "aiming needs one along -Y",
        });
    }
    let start = outlook.now.position;
    // A spheroid is told to reach a target by the place below its centre where its long axis would end.
    let reach = ball.spheroid().map_or(ball.radius, |body| body.long);
    let below = ball.reach(outlook.now.rotation, DVec3::Y);
    // Winds that depend on the height are those above y = 0.
    let floor = match outlook.atmosphere.wind() {
        Wind::Uniform(_) => {
            let lower = if start.y < target.y {
                start.y
            } else {
                target.y
            };
            lower - reach - BELOW
        }
        Wind::Power { .. } | Wind::Log { .. } | Wind::Gusts(_) | Wind::Table(_) => 0.0,
    };
    let launch = Launch::at(0.0).from_height(start.y - below - floor);
    let launch = if outlook.now.spin == DVec3::ZERO {
        launch
    } else {
        launch.spin_vector(outlook.now.spin)
    };
    // It keeps the attitude that it has, wherever it is sent.
    let launch = if ball.spheroid().is_some() {
        launch.nose(0.0, 0.0)
    } else {
        launch
    };
    let mut shot = ball
        .launch(launch)
        .gravity(-gravity.y)
        .wind(outlook.atmosphere.wind().clone())
        .dt(outlook.step);
    shot.rotation = outlook.now.rotation;
    let lowest = target - DVec3::new(start.x, reach + floor, start.z);
    let found = Aim::new(&shot, lowest, given).solve(outlook.atmosphere.air());
    let found = found.map_err(|error| PhysicsError::BadBall(error.to_string()))?;
    let mut answer = AimAnswer {
        clear: Vec::new(),
        blocked: Vec::new(),
        reason: found.reason,
    };
    for solution in &found.solutions {
        let shot = AimedShot {
            velocity: solution.launch.velocity(),
            time: solution.time,
            arrival: solution.velocity,
        };
        match in_the_way(outlook, &shot, target) {
            None => answer.clear.push(shot),
            Some(blocked) => answer.blocked.push(blocked),
        }
    }
    Ok(answer)
}

/// What a shot meets before the target.
fn in_the_way(outlook: &Outlook<'_>, shot: &AimedShot, target: DVec3) -> Option<BlockedShot> {
    let from = Ballistic {
        velocity: shot.velocity,
        grounded: false,
        ..outlook.now
    };
    let told = outlook.predict(&from, shot.time);
    let near = |place: DVec3| (place - target).length() <= REACHED * outlook.flyer.ball().radius;
    let blocked = |by, time, position| BlockedShot {
        shot: *shot,
        by,
        time,
        position,
    };
    // What it touches at the start it may leave.
    if let Some(hit) = told.impacts.first() {
        let before = hit.time < shot.time && !near(hit.before.position);
        return before.then(|| blocked(Some(hit.entity), hit.time, hit.before.position));
    }
    let last = told.states.last()?;
    let time = (told.states.len() - 1) as f64 * outlook.step;
    let stops = told.end != PredictionEnd::Horizon && time < shot.time && !near(last.position);
    stops.then(|| blocked(None, time, last.position))
}
