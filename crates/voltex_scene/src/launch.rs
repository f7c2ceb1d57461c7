//! Balls of a scene in its world: they appear with their first shot, and fly as bodies of the physics.

use voltex_ecs::{Entity, World, codec};
use voltex_flight::{Ball, FlightError, State};
use voltex_physics::ballistic::{Atmosphere, Balls, Ground, PlacedBall};
use voltex_physics::{PhysicsError, RigidBody, ShapeStore};

use crate::body::Body;
use crate::error::SceneError;
use crate::scene::Scene;

/// Which ball of the scene an entity is, a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SceneBall {
    /// Entry of [`Scene::balls`].
    pub entry: u32,
}

codec!(SceneBall { entry });

fn refused(error: PhysicsError) -> SceneError {
    SceneError::Physics {
        place: Box::default(),
        error,
    }
}

/// # Balls
impl Scene {
    /// The entity of a ball of this scene in a world that it has built. `None` if it has not been launched.
    pub fn ball_entity(&self, world: &World, name: &str) -> Option<Entity> {
        let entry = self.balls.iter().position(|ball| ball.name == name)? as u32;
        find(world, SceneBall { entry })
    }

    /// Puts balls, grounds, air and wind into a world, if the scene has any balls.
    pub(crate) fn set_balls(&self, world: &mut World) -> Result<(), SceneError> {
        if self.balls.is_empty() {
            return Ok(());
        }
        let mut balls = Balls::default();
        let members = self
            .assemblies
            .iter()
            .flat_map(|(_, assembly)| &assembly.bodies);
        let bodies = self.bodies.iter().chain(members);
        let grounds = bodies.filter_map(|body| body.ground.as_deref());
        let landing = self.balls.iter().filter_map(|ball| ball.surface.as_deref());
        for name in grounds.chain(landing) {
            if balls.ground(name).is_none() {
                balls.add_ground(name).map_err(refused)?;
            }
        }
        for def in &self.balls {
            let ball = def.preset().map_err(flight)?;
            balls.add(&ball).map_err(refused)?;
        }
        let (air, wind) = (
            self.air.air().map_err(flight)?,
            self.wind.wind().map_err(flight)?,
        );
        world.insert_resource(Atmosphere::new(air, wind).map_err(refused)?);
        world.insert_resource(balls);
        Ok(())
    }

    /// What balls meet on a body: the ground that it names, or else, if it never moves, what the first ball that names a
    /// surface lands on.
    pub(crate) fn ground(&self, world: &World, body: &Body, rigid: &RigidBody) -> Option<Ground> {
        if self.balls.is_empty() {
            return None;
        }
        let landing = || {
            let mut names = self.balls.iter().filter_map(|ball| ball.surface.as_deref());
            rigid.is_static().then(|| names.next()).flatten()
        };
        let name = body.ground.as_deref().or_else(landing)?;
        let balls = world.resource::<Balls>()?;
        balls.ground(name).map(Ground)
    }

    /// Launches the balls whose turn it is before a step.
    pub(crate) fn launch(&self, world: &mut World, tick: u64) -> Result<(), SceneError> {
        for (index, shot) in self.shots.iter().enumerate() {
            if u64::from(shot.tick) != tick {
                continue;
            }
            let Some(entry) = self.balls.iter().position(|ball| ball.name == shot.ball) else {
                continue;
            };
            let Some(flight) = self.shot(index) else {
                continue;
            };
            let flight = flight.map_err(self::flight)?;
            let start = flight.initial_state();
            let above = self.balls[entry].position;
            let state = State {
                position: start.position + above,
                ..start
            };
            let Some(placed) = place(world, &flight.ball, &state)? else {
                continue;
            };
            let ball = SceneBall {
                entry: entry as u32,
            };
            let (transform, body, collider, material, ballistic) = placed;
            match find(world, ball) {
                None => {
                    world.spawn_with((transform, body, collider, material, ballistic, ball));
                }
                Some(entity) => {
                    let alive = "the entity was just found";
                    world.add(entity, transform).expect(alive);
                    world.add(entity, body).expect(alive);
                    world.add(entity, collider).expect(alive);
                    world.add(entity, material).expect(alive);
                    world.add(entity, ballistic).expect(alive);
                }
            }
        }
        Ok(())
    }
}

/// The components of a ball of the world in a state; `None` where the world has no such ball.
fn place(world: &mut World, ball: &Ball, state: &State) -> Result<Option<PlacedBall>, SceneError> {
    if world.resource::<ShapeStore>().is_none() {
        world.insert_resource(ShapeStore::default());
    }
    let (Some(balls), Some(mut shapes)) = (
        world.resource::<Balls>(),
        world.resource_mut::<ShapeStore>(),
    ) else {
        return Ok(None);
    };
    let Some(id) = balls.find(ball) else {
        return Ok(None);
    };
    let placed = balls.placed_in(id, state, &mut shapes);
    placed.map(Some).map_err(refused)
}

fn flight(error: FlightError) -> SceneError {
    SceneError::Flight {
        place: Box::default(),
        error,
    }
}

fn find(world: &World, ball: SceneBall) -> Option<Entity> {
    let balls = world.query::<(Entity, &SceneBall)>();
    (&balls)
        .into_iter()
        .find_map(|(entity, id)| (*id == ball).then_some(entity))
}
