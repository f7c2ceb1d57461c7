//! A world with balls in it.

use voltex_ecs::{Entity, Transform, World};
use voltex_flight::trajectory::{EventKind, Trajectory};
use voltex_flight::{Ball, Shot, State, Surface, balls};
use voltex_math::{DQuat, DVec3, Quat, Vec3};
use voltex_physics::ballistic::{Ballistic, Balls, Ground};
use voltex_physics::{
    Collider, HeightField, ImpactEvent, PhysicsConfig, RigidBody, ShapeStore, physics_step,
};

/// A ball that nothing but its weight moves, of a radius (m) and a mass (kg).
pub(crate) fn plain_ball(radius: f64, mass: f64) -> Ball {
    let mut ball = balls::TENNIS.with_model("vacuum").unwrap();
    ball.set("nominal.diameter", 2.0 * radius).unwrap();
    ball.set("nominal.mass", mass).unwrap();
    ball
}

pub(crate) fn moving(position: DVec3, velocity: DVec3) -> State {
    State {
        position,
        rotation: DQuat::IDENTITY,
        velocity,
        spin: DVec3::ZERO,
    }
}

/// A world with its settings, whose colliders share one ground.
pub(crate) struct Court {
    pub(crate) world: World,
    pub(crate) config: PhysicsConfig,
    pub(crate) balls: Balls,
    pub(crate) impacts: Vec<(u32, ImpactEvent)>,
    pub(crate) halted: usize,
    pub(crate) tick: u32,
}

impl Court {
    pub(crate) fn new(rate: f32, gravity: f32) -> Self {
        let mut world = World::new();
        voltex_physics::register(&mut world).unwrap();
        Self {
            world,
            config: PhysicsConfig {
                fixed_dt: 1.0 / rate,
                gravity: Vec3::new(0.0, -gravity, 0.0),
                ..PhysicsConfig::DEFAULT
            },
            balls: Balls::default(),
            impacts: Vec::new(),
            halted: 0,
            tick: 0,
        }
    }

    pub(crate) fn dt(&self) -> f64 {
        f64::from(self.config.fixed_dt)
    }

    pub(crate) fn ball(&mut self, ball: &Ball, state: &State) -> Entity {
        let id = self.balls.add(ball).unwrap();
        if self.world.resource::<ShapeStore>().is_none() {
            self.world.insert_resource(ShapeStore::default());
        }
        let placed = {
            let mut store = self.world.resource_mut::<ShapeStore>().unwrap();
            self.balls.placed_in(id, state, &mut store).unwrap()
        };
        let entity = self.world.spawn_with(placed);
        self.world.insert_resource(self.balls.clone());
        entity
    }

    pub(crate) fn still(
        &mut self,
        collider: Collider,
        place: Vec3,
        turn: Quat,
        surface: &Surface,
    ) -> Entity {
        let ground = self.balls.add_surface(surface).unwrap();
        self.world.insert_resource(self.balls.clone());
        let mut transform = Transform::from_position(place);
        transform.rotation = turn;
        self.world.spawn_with((transform, collider, Ground(ground)))
    }

    /// Level ground without end at y = 0.
    pub(crate) fn floor(&mut self, surface: &Surface) -> Entity {
        let collider = Collider::half_space(Vec3::Y);
        self.still(collider, Vec3::ZERO, Quat::IDENTITY, surface)
    }

    pub(crate) fn step(&mut self) {
        let report = physics_step(&mut self.world, &self.config).unwrap();
        assert_eq!(report.problems, []);
        let told = report.impacts.iter().map(|impact| (self.tick, *impact));
        self.impacts.extend(told);
        self.halted += report.halted;
        self.tick += 1;
    }

    pub(crate) fn state(&self, ball: Entity) -> State {
        let ballistic = self.world.get::<Ballistic>(ball).unwrap();
        let transform = self.world.get::<Transform>(ball).unwrap();
        let body = self.world.get::<RigidBody>(ball).unwrap();
        assert_eq!(ballistic.position.as_vec3(), transform.position);
        assert_eq!(ballistic.rotation.as_quat(), transform.rotation);
        assert_eq!(ballistic.velocity.as_vec3(), body.velocity);
        assert_eq!(ballistic.spin.as_vec3(), body.angular_velocity);
        ballistic.state()
    }

    /// Steps along the flight of the same ball alone until it slides, rolls or lies, or to a time (s): places and
    /// attitudes are the same to the bit.
    pub(crate) fn follow(&mut self, ball: Entity, alone: &Trajectory, until: f64, name: &str) {
        let stays = alone.events().iter().find(|event| {
            matches!(
                event.kind,
                EventKind::Slide | EventKind::Roll | EventKind::Rest
            )
        });
        let stays = stays.map_or(f64::INFINITY, |event| event.time);
        let mut compared = 0;
        for (tick, sample) in alone.samples().iter().enumerate() {
            if sample.time >= stays || sample.time > until {
                break;
            }
            if tick > 0 {
                self.step();
            }
            let state = self.state(ball);
            assert_eq!(state.position, sample.position, "{name} {tick}");
            assert_eq!(state.rotation, sample.rotation, "{name} {tick}");
            compared += 1;
        }
        assert!(compared > 20, "{name}: {compared}");
        assert!(self.impacts.len() >= 2, "{name}");
    }

    /// A plate comes down on a ball and stops at a tick; for four seconds the ball stays within these heights
    /// of its centre (m) and is not shot away.
    pub(crate) fn press(&mut self, ball: Entity, plate: Entity, stop: u32, heights: [f64; 2]) {
        for tick in 0..240 {
            if tick == stop {
                self.world.get_mut::<RigidBody>(plate).unwrap().velocity = Vec3::ZERO;
            }
            self.step();
            let state = self.state(ball);
            let (height, speed) = (state.position.y, state.velocity.length());
            assert!(state.is_finite() && speed < 20.0, "{state:?}");
            assert!(height > heights[0] && height < heights[1], "{state:?}");
        }
    }

    pub(crate) fn is_grounded(&self, ball: Entity) -> bool {
        self.world.get::<Ballistic>(ball).unwrap().grounded
    }
}

pub(crate) fn elastic() -> Surface {
    Surface::plain("elastic", 1.0, 0.0, 0.0)
}

/// Level ground at y = 0 made of each kind of shape that has flat faces, 400 m across.
pub(crate) fn floors(store: &mut ShapeStore) -> Vec<(&'static str, Collider, Vec3)> {
    let mesh = store
        .add_mesh(
            &[
                Vec3::new(-200.0, 0.0, -200.0),
                Vec3::new(-200.0, 0.0, 200.0),
                Vec3::new(200.0, 0.0, 200.0),
                Vec3::new(200.0, 0.0, -200.0),
            ],
            &[[0, 1, 2], [0, 2, 3]],
        )
        .unwrap();
    let field = HeightField::new(9, 9, voltex_math::Vec2::splat(50.0), vec![0.0; 81]).unwrap();
    let field = store.add_height_field(field);
    vec![
        ("half-space", Collider::half_space(Vec3::Y), Vec3::ZERO),
        (
            "box",
            Collider::cuboid(Vec3::new(200.0, 5.0, 200.0)),
            Vec3::new(0.0, -5.0, 0.0),
        ),
        ("mesh", Collider::Mesh(mesh), Vec3::ZERO),
        ("height field", Collider::HeightField(field), Vec3::ZERO),
    ]
}

/// The shot with what a world widens once.
pub(crate) fn in_the_world(shot: Shot, config: &PhysicsConfig) -> Shot {
    shot.dt(f64::from(config.fixed_dt))
        .gravity(-f64::from(config.gravity.y))
}
