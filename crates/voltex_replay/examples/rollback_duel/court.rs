//! The game: two players head a ball into each other's goal.

use voltex_ecs::{EcsError, Entity, Transform, World, codec};
use voltex_math::Vec3;
use voltex_math::random::{Key, below, uniform};
use voltex_physics::{AxisLocks, Collider, Material, RigidBody, register};

/// Buttons of a player, a bit each.
pub(crate) mod button {
    pub(crate) const LEFT: u8 = 1;
    pub(crate) const RIGHT: u8 = 1 << 1;
    pub(crate) const JUMP: u8 = 1 << 2;
    pub(crate) const HEAD: u8 = 1 << 3;
}

/// Half the length of the court, m; behind it lie the goals.
const HALF_LENGTH: f32 = 10.0;
/// Height of a goal, m.
const GOAL: f32 = 2.4;
const CEILING: f32 = 7.0;
const BALL: f32 = 0.25;
const PLAYER: Vec3 = Vec3::new(0.35, 0.9, 0.35);
/// Speed of a player on the ground, m/s.
const RUN: f32 = 6.0;
/// How far from the head a ball can be headed, m.
const REACH: f32 = 0.9;

/// Goals of the two sides: part of the state, as all that the game depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    pub(crate) goals: [u32; 2],
}

codec!(Score { goals });

/// Who is who. The same on both machines, as both build the court alike.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Court {
    pub(crate) players: [Entity; 2],
    pub(crate) ball: Entity,
}

/// A world that knows what the game is made of.
pub(crate) fn empty() -> Result<World, EcsError> {
    let mut world = World::new();
    register(&mut world)?;
    world.register_resource::<Score>("duel.score", 1)?;
    Ok(world)
}

/// Where a player starts.
fn start(player: usize) -> Vec3 {
    Vec3::new([-4.0, 4.0][player], PLAYER.y, 0.0)
}

fn kick_off(goals: [u32; 2]) -> (Vec3, Vec3) {
    let towards = if (goals[0] + goals[1]).is_multiple_of(2) {
        1.0
    } else {
        -1.0
    };
    (Vec3::Y * 4.0, Vec3::new(1.5 * towards, 2.0, 0.0))
}

/// The court before the first tick.
pub(crate) fn build() -> Result<(World, Court), EcsError> {
    let mut world = empty()?;
    world.spawn_with((
        Transform::IDENTITY,
        RigidBody::statik(),
        Collider::half_space(Vec3::Y),
    ));
    let mut wall = |at: Vec3, half: Vec3| {
        let wall = (
            Transform::from_position(at),
            RigidBody::statik(),
            Collider::cuboid(half),
        );
        world.spawn_with(wall);
    };
    wall(
        Vec3::Y * (CEILING + 0.5),
        Vec3::new(HALF_LENGTH + 3.0, 0.5, 2.0),
    );
    for side in [-1.0, 1.0] {
        let above = 0.5 * (CEILING - GOAL);
        wall(
            Vec3::new(side * (HALF_LENGTH + 0.5), GOAL + above, 0.0),
            Vec3::new(0.5, above, 2.0),
        );
        wall(
            Vec3::new(side * (HALF_LENGTH + 2.5), 0.5 * GOAL, 0.0),
            Vec3::new(0.5, 0.5 * GOAL, 2.0),
        );
    }
    let surface = Material {
        friction: 0.2,
        ..Material::DEFAULT
    };
    let players = [0, 1].map(|player| {
        let locks = AxisLocks {
            motion: [false, false, true],
            rotation: [true; 3],
        };
        world.spawn_with((
            Transform::from_position(start(player)),
            RigidBody::dynamic(60.0).with_locks(locks),
            Collider::cuboid(PLAYER),
            surface,
        ))
    });
    let (place, velocity) = kick_off([0, 0]);
    let locks = AxisLocks {
        motion: [false, false, true],
        rotation: [true, true, false],
    };
    let ball = world.spawn_with((
        Transform::from_position(place),
        RigidBody::dynamic(0.45)
            .with_restitution(0.75)
            .with_velocity(velocity)
            .with_locks(locks),
        Collider::sphere(BALL),
        surface,
    ));
    world.insert_resource(Score::default());
    Ok((world, Court { players, ball }))
}

impl Court {
    fn place(&self, world: &World, entity: Entity) -> Vec3 {
        let transform = world.get::<Transform>(entity);
        transform.expect("nothing leaves the court").position
    }

    fn velocity(&self, world: &World, entity: Entity) -> Vec3 {
        let body = world.get::<RigidBody>(entity);
        body.expect("nothing leaves the court").velocity
    }

    fn set(&self, world: &mut World, entity: Entity, place: Option<Vec3>, velocity: Vec3) {
        if let Some(place) = place
            && let Some(transform) = world.get_mut::<Transform>(entity)
        {
            transform.position = place;
        }
        if let Some(body) = world.get_mut::<RigidBody>(entity) {
            body.velocity = velocity;
        }
    }

    /// What the buttons do, and the referee: all that happens before a step.
    pub(crate) fn apply(&self, world: &mut World, inputs: &[u8; 2]) {
        for (player, buttons) in inputs.iter().enumerate() {
            self.control(world, player, *buttons);
        }
        let ball = self.place(world, self.ball);
        if ball.x.abs() > HALF_LENGTH + BALL {
            let mut score = world
                .resource::<Score>()
                .map_or_else(Score::default, |s| *s);
            score.goals[usize::from(ball.x < 0.0)] += 1;
            world.insert_resource(score);
            let (place, velocity) = kick_off(score.goals);
            self.set(world, self.ball, Some(place), velocity);
            for (player, entity) in self.players.into_iter().enumerate() {
                self.set(world, entity, Some(start(player)), Vec3::ZERO);
            }
        }
    }

    fn control(&self, world: &mut World, player: usize, buttons: u8) {
        let entity = self.players[player];
        let has = |bit: u8| buttons & bit != 0;
        let (place, was) = (self.place(world, entity), self.velocity(world, entity));
        let mut velocity = was;
        let stands = place.y < PLAYER.y + 0.02 && was.y.abs() < 0.5;
        match (has(button::LEFT), has(button::RIGHT)) {
            (true, false) => velocity.x = -RUN,
            (false, true) => velocity.x = RUN,
            _ => {}
        }
        if has(button::JUMP) && stands {
            velocity.y = 5.5;
        }
        if velocity != was {
            self.set(world, entity, None, velocity);
        }
        let ball = self.place(world, self.ball);
        let head = place + Vec3::Y * PLAYER.y;
        if has(button::HEAD) && (ball - head).length_squared() < REACH * REACH {
            let ahead = [1.0, -1.0][player];
            let velocity = Vec3::new(9.0 * ahead, 3.0 + 2.0 * (ball.y - head.y), 0.0);
            self.set(world, self.ball, None, velocity);
        }
    }

    /// Buttons of a player who sees the world and is at times absent-minded.
    pub(crate) fn decide(&self, world: &World, player: usize, key: Key, tick: u64) -> u8 {
        // Nobody presses another button sixty times a second.
        let moment = tick / 6;
        if uniform(key, 2 * moment) < 0.2 {
            return below(key, 2 * moment + 1, 16).unwrap_or(0) as u8;
        }
        let own = self.place(world, self.players[player]);
        let (ball, fast) = (
            self.place(world, self.ball),
            self.velocity(world, self.ball),
        );
        let ahead = [1.0, -1.0][player];
        // A little behind the place where the ball will be in a fifth of a second.
        let wanted = ball.x + 0.2 * fast.x - 0.4 * ahead;
        let mut buttons = 0;
        if wanted > own.x + 0.15 {
            buttons |= button::RIGHT;
        } else if wanted < own.x - 0.15 {
            buttons |= button::LEFT;
        }
        let above = ball - own - Vec3::Y * PLAYER.y;
        if above.x.abs() < 1.2 && above.y > 0.3 && above.y < 2.5 && fast.y < 1.0 {
            buttons |= button::JUMP;
        }
        if above.length_squared() < REACH * REACH {
            buttons |= button::HEAD;
        }
        buttons
    }

    /// Turns a bit of the ball's restitution over: what bad memory does. Nothing in the game sets it, so that the fault
    /// lasts; one in the velocity is gone with the next goal, and sessions compare but every tenth tick.
    pub(crate) fn flip_a_bit(&self, world: &mut World) {
        if let Some(body) = world.get_mut::<RigidBody>(self.ball) {
            body.restitution = f32::from_bits(body.restitution.to_bits() ^ 1 << 12);
        }
    }
}
