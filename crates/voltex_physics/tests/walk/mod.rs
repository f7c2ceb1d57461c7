//! A walk through what a user may do to a world, as bytes lead it. Shared by the tests and the fuzz target.

#![allow(dead_code, reason = "each user takes what it needs")]

use voltex_ecs::{Entity, Transform, World};
use voltex_flight::{Air, Launch, Wind, balls};
use voltex_math::{DVec3, Pose, Quat, Vec2, Vec3};
use voltex_physics::ballistic::{Atmosphere, Ballistic, Balls, Ground, predict};
use voltex_physics::{
    AxisLocks, BallJoint, Collider, CollisionLayers, HeightField, HingeJoint, Joint, JointKind,
    Material, Motor, PhysicsConfig, PhysicsState, RigidBody, Sensor, ShapeStore, SliderJoint,
    Spring, StepReport, physics_hash, physics_step, register,
};

/// Entities at most: more are taken away again.
const MOST: usize = 48;
/// Steps after a return that are compared with those before it.
const AGAIN: usize = 5;

/// Choices and numbers out of bytes; after their end all are 0.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *first
    }

    fn pick(&mut self, n: usize) -> usize {
        usize::from(self.byte()) * n / 256
    }

    /// One of 65,536 numbers from `low` to `high`.
    fn within(&mut self, low: f32, high: f32) -> f32 {
        let word = u16::from_le_bytes([self.byte(), self.byte()]);
        low + (high - low) * f32::from(word) / 65535.0
    }

    fn vector(&mut self, low: f32, high: f32) -> Vec3 {
        Vec3::new(
            self.within(low, high),
            self.within(low, high),
            self.within(low, high),
        )
    }

    fn place(&mut self) -> Vec3 {
        self.vector(-2.0, 2.0) + Vec3::Y * 2.2
    }

    fn rotation(&mut self) -> Quat {
        let axis = self.vector(-1.0, 1.0) + Vec3::new(0.0, 1.0e-3, 0.0);
        Quat::from_axis_angle(axis.normalize(), self.within(-3.1, 3.1))
    }
}

/// A world on its way.
pub(crate) struct Walk<'a> {
    choices: Choices<'a>,
    pub(crate) world: World,
    pub(crate) config: PhysicsConfig,
    balls: Balls,
    shapes: Vec<Collider>,
    /// An earlier state: the world, its bytes, its settings and its hash.
    kept: Option<(World, Vec<u8>, PhysicsConfig, u64)>,
    /// Steps taken so far.
    pub(crate) steps: usize,
    /// Bodies that the steps have named as beyond computing.
    pub(crate) named: usize,
}

/// A world that knows all components.
pub(crate) fn empty() -> World {
    let mut world = World::new();
    register(&mut world).expect("the names are free in a new world");
    world
}

impl<'a> Walk<'a> {
    /// Ground, large shapes in the store, two kinds of balls.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let mut world = empty();
        let mut store = ShapeStore::default();
        let corners: Vec<Vec3> = (0..16).map(corner).collect();
        let hull = store.add_hull(&corners).expect("points around a ball");
        let dumbbell = [
            (
                Pose::new(Vec3::X * 0.3, Quat::IDENTITY),
                Collider::sphere(0.2),
            ),
            (
                Pose::new(Vec3::X * -0.3, Quat::from_rotation_z(0.4)),
                Collider::Hull(hull),
            ),
        ];
        let dumbbell = store.add_compound(&dumbbell).expect("two parts");
        let hills: Vec<f32> = (0..36).map(|i| 0.1 * (i * i % 7) as f32).collect();
        let hills = HeightField::new(6, 6, Vec2::splat(0.8), hills).expect("finite heights");
        let hills = store.add_height_field(hills);
        let roof = [
            Vec3::new(-1.5, 0.4, -1.5),
            Vec3::new(1.5, 0.4, -1.5),
            Vec3::new(1.5, 0.8, 1.5),
            Vec3::new(-1.5, 0.3, 1.5),
        ];
        let roof = store
            .add_mesh(&roof, &[[0, 2, 1], [0, 3, 2]])
            .expect("two triangles");
        world.insert_resource(store);
        let mut kinds = Balls::default();
        for ball in [&balls::TENNIS, &balls::SOCCER] {
            kinds.add(ball).expect("a measured ball");
        }
        let grass = kinds.add_ground("grass").expect("a ground of all balls");
        world.insert_resource(kinds.clone());
        let ground = Collider::half_space(Vec3::Y);
        world.spawn_with((Transform::default(), ground, Ground(grass)));
        Self {
            choices: Choices(bytes),
            world,
            config: PhysicsConfig::DEFAULT,
            balls: kinds,
            shapes: vec![
                Collider::Hull(hull),
                Collider::Compound(dumbbell),
                Collider::HeightField(hills),
                Collider::Mesh(roof),
                ground,
            ],
            kept: None,
            steps: 0,
            named: 0,
        }
    }

    /// Goes where the bytes lead; `step` makes each step.
    pub(crate) fn go(&mut self, mut step: impl FnMut(&mut World, &PhysicsConfig) -> StepReport) {
        while !self.choices.0.is_empty() {
            self.edit();
            for _ in 0..1 + self.choices.pick(4) {
                let report = step(&mut self.world, &self.config);
                self.steps += 1;
                self.named += report.problems.len();
                check(&self.world);
            }
            self.keep_or_return();
        }
    }

    /// A few edits, chosen by the bytes.
    fn edit(&mut self) {
        for _ in 0..self.choices.pick(6) {
            self.edit_once();
        }
    }

    /// Keeps the state, or goes back to the one that was kept, in memory or through bytes. The hash is the one of then.
    fn keep_or_return(&mut self) {
        let way = self.choices.pick(8);
        match (&self.kept, way) {
            (Some((world, _, config, hash)), 0) => {
                self.world.clone_from(world);
                self.config = *config;
                assert_eq!(
                    physics_hash(&self.world, config),
                    *hash,
                    "gone back in memory"
                );
            }
            (Some((_, bytes, config, hash)), 1) => {
                self.world = empty();
                self.world
                    .decode(bytes)
                    .expect("the bytes were just written");
                self.config = *config;
                assert_eq!(
                    physics_hash(&self.world, config),
                    *hash,
                    "gone back through bytes"
                );
                assert!(self.world.encode() == *bytes, "written again");
            }
            (_, 2) => {
                let hash = physics_hash(&self.world, &self.config);
                self.kept = Some((self.world.clone(), self.world.encode(), self.config, hash));
            }
            (_, 3) => self.step_again(),
            _ => {}
        }
    }

    /// Steps a copy and what comes of the bytes: both do the same.
    fn step_again(&self) {
        let mut copy = self.world.clone();
        let mut read = empty();
        read.decode(&self.world.encode())
            .expect("the bytes were just written");
        for step in 0..AGAIN {
            let reports = [&mut copy, &mut read].map(|world| physics_step(world, &self.config));
            let [a, b] = reports.map(|report| report.expect("the settings are good"));
            assert_eq!(a.events, b.events, "events of step {step}");
            let [a, b] = [&copy, &read].map(|world| physics_hash(world, &self.config));
            assert_eq!(a, b, "hash after step {step} through bytes");
            check(&read);
        }
    }

    fn any(&mut self) -> Entity {
        let all: Vec<Entity> = self.world.entities().collect();
        match all.len() {
            0 => self.world.spawn_with((Transform::default(),)),
            count => all[self.choices.pick(count)],
        }
    }

    fn shape(&mut self) -> Collider {
        let c = &mut self.choices;
        match c.pick(10) {
            0 | 1 => Collider::sphere(c.within(0.05, 0.5)),
            2 | 3 => Collider::cuboid(c.vector(0.05, 0.5)),
            4 => Collider::capsule(c.within(0.05, 0.4), c.within(0.05, 0.3)),
            5 => Collider::cylinder(c.within(0.05, 0.4), c.within(0.05, 0.4)),
            6 => Collider::cone(c.within(0.1, 0.4), c.within(0.05, 0.4)),
            7 => self.shapes[2 + c.pick(3)],
            _ => self.shapes[c.pick(2)],
        }
    }

    fn body(&mut self) -> RigidBody {
        let c = &mut self.choices;
        let body = match c.pick(8) {
            0 => RigidBody::statik(),
            1 => RigidBody::kinematic(),
            2..5 => RigidBody::dynamic(c.within(0.1, 20.0)),
            _ => RigidBody::of_density(c.within(50.0, 5000.0)),
        };
        match c.pick(4) {
            0 => body,
            1 => body.with_velocity(c.vector(-30.0, 30.0)),
            2 => body
                .with_angular_velocity(c.vector(-20.0, 20.0))
                .with_restitution(c.within(0.0, 1.0)),
            _ => body
                .with_damping(c.within(0.0, 3.0), c.within(0.0, 3.0))
                .with_gravity_scale(c.within(-1.0, 2.0)),
        }
    }

    fn joint(&mut self) -> Joint {
        let (a, b) = (self.any(), self.any());
        let c = &mut self.choices;
        let spring = Spring::tuned(c.within(0.5, 10.0), c.within(0.0, 2.0));
        let a = if c.pick(3) == 0 { None } else { Some(a) };
        let joint = match c.pick(8) {
            0 => Joint::fixed(a, b),
            1 => Joint::new(
                a,
                b,
                JointKind::from(BallJoint {
                    cone: Some(c.within(0.1, 3.0)),
                    twist: Some([-0.5, 0.5]),
                    ..BallJoint::default()
                }),
            ),
            2 => Joint::new(
                a,
                b,
                HingeJoint {
                    motor: Some(Motor::speed(c.within(-9.0, 9.0), 50.0)),
                    ..HingeJoint::default()
                },
            ),
            3 => Joint::new(
                a,
                b,
                HingeJoint {
                    limits: Some([-0.7, 0.9]),
                    spring: Some(spring),
                    ..HingeJoint::default()
                },
            ),
            4 => Joint::new(
                a,
                b,
                SliderJoint {
                    limits: Some([-0.5, 0.5]),
                    motor: Some(Motor::position(0.3, spring, 90.0)),
                    ..SliderJoint::default()
                },
            ),
            5 => Joint::rope(a, b, c.within(0.2, 3.0)),
            6 => Joint::rod(a, b, c.within(0.2, 3.0)),
            _ => Joint::spring(a, b, c.within(0.2, 2.0), spring),
        };
        let joint = joint.with_anchors(c.vector(-0.5, 0.5), c.vector(-0.5, 0.5));
        if c.pick(3) == 0 {
            joint.with_break_force(c.within(1.0, 900.0))
        } else {
            joint
        }
    }

    fn edit_once(&mut self) {
        let full = self.world.entity_count() > MOST;
        let kind = if full { 4 } else { self.choices.pick(28) };
        match kind {
            0..4 => {
                let transform = Transform {
                    rotation: self.choices.rotation(),
                    ..Transform::from_position(self.choices.place())
                };
                let (shape, body) = (self.shape(), self.body());
                self.world.spawn_with((transform, shape, body));
            }
            4 | 5 => {
                let entity = self.any();
                self.world.despawn(entity);
            }
            6 => self.transform(|t, c| t.position = c.place()),
            7 => self.transform(|t, c| t.rotation = c.rotation()),
            8 => self.transform(|t, c| t.scale = Vec3::splat(c.within(0.3, 2.0))),
            9 => self.transform(|t, c| t.scale = c.vector(0.3, 2.0)),
            10 => self.edit_body(|body, c| body.velocity = c.vector(-40.0, 40.0)),
            11 => self.edit_body(|body, c| body.angular_velocity = c.vector(-90.0, 90.0)),
            12 => self.edit_body(|body, c| {
                body.locks = [AxisLocks::NONE, AxisLocks::PLANE_XY][c.pick(2)]
            }),
            13 => {
                let (entity, body) = (self.any(), self.body());
                drop(self.world.add(entity, body));
            }
            14 => {
                let entity = self.any();
                self.world.remove::<RigidBody>(entity);
            }
            15 | 16 => {
                let (entity, shape) = (self.any(), self.shape());
                drop(self.world.add(entity, shape));
            }
            17 => {
                let entity = self.any();
                match self.choices.pick(3) {
                    0 => drop(self.world.remove::<Collider>(entity)),
                    1 => drop(self.world.remove::<Transform>(entity)),
                    _ => drop(
                        self.world
                            .add(entity, Transform::from_position(self.choices.place())),
                    ),
                }
            }
            18 => {
                let entity = self.any();
                let c = &mut self.choices;
                let material = Material {
                    friction: c.within(0.0, 1.5),
                    restitution: Some(c.within(0.0, 1.0)),
                    tangential_restitution: c.within(0.0, 0.5),
                    rolling_friction: c.within(0.0, 0.1),
                    surface_velocity: c.vector(-1.0, 1.0),
                    ..Material::DEFAULT
                };
                drop(self.world.add(entity, material));
            }
            19 => {
                let entity = self.any();
                let layers = CollisionLayers::new(
                    u32::from(self.choices.byte()),
                    u32::from(self.choices.byte()),
                );
                drop(self.world.add(entity, layers));
            }
            20 => {
                let entity = self.any();
                if self.world.remove::<Sensor>(entity).is_none() {
                    drop(self.world.add(entity, Sensor));
                }
            }
            21 | 22 => {
                let joint = self.joint();
                self.world.spawn_with((joint,));
            }
            23 => self.edit_joint(),
            24 | 25 => self.edit_ball(),
            26 => self.edit_settings(),
            _ => self.spoil(),
        }
    }

    fn transform(&mut self, change: impl Fn(&mut Transform, &mut Choices<'_>)) {
        let entity = self.any();
        if let Some(transform) = self.world.get_mut::<Transform>(entity) {
            change(transform, &mut self.choices);
        }
    }

    fn edit_body(&mut self, change: impl Fn(&mut RigidBody, &mut Choices<'_>)) {
        let entity = self.any();
        if let Some(body) = self.world.get_mut::<RigidBody>(entity) {
            change(body, &mut self.choices);
        }
    }

    fn edit_joint(&mut self) {
        let joints: Vec<Entity> = self.world.storage::<Joint>().entities().to_vec();
        let Some(entity) = joints.get(self.choices.pick(joints.len().max(1))).copied() else {
            return;
        };
        let new = self.joint();
        let way = self.choices.pick(4);
        let joint = self
            .world
            .get_mut::<Joint>(entity)
            .expect("it is on the list");
        match way {
            0 => joint.collide = !joint.collide,
            1 => joint.broken = !joint.broken,
            2 => joint.kind = new.kind,
            _ => *joint = new,
        }
    }

    fn edit_ball(&mut self) {
        let flying: Vec<Entity> = self.world.storage::<Ballistic>().entities().to_vec();
        let entity = flying.get(self.choices.pick(flying.len().max(1))).copied();
        let c = &mut self.choices;
        match (c.pick(6), entity) {
            (0, Some(entity)) => drop(self.world.remove::<Ballistic>(entity)),
            (1, Some(entity)) => {
                let velocity = c.vector(-20.0, 20.0).as_dvec3();
                let ball = self
                    .world
                    .get_mut::<Ballistic>(entity)
                    .expect("it is on the list");
                ball.velocity = velocity;
            }
            (2, Some(entity)) => {
                let _ = predict(&self.world, &self.config, entity, 0.3);
            }
            _ => {
                let kind = [&balls::TENNIS, &balls::SOCCER][c.pick(2)];
                let kind = self.balls.find(kind).expect("it was added");
                let launch = Launch::at(f64::from(c.within(0.0, 40.0)))
                    .up(f64::from(c.within(-1.5, 1.5)))
                    .right(f64::from(c.within(-3.1, 3.1)))
                    .backspin(f64::from(c.within(-400.0, 400.0)));
                let ball = self.balls.launched(kind, &launch, c.place().as_dvec3());
                self.world.spawn_with(ball.expect("a round ball"));
            }
        }
    }

    fn edit_settings(&mut self) {
        let c = &mut self.choices;
        match c.pick(6) {
            0 => self.config.gravity = c.vector(-12.0, 12.0),
            1 => self.config.gravity = Vec3::Y * -9.81,
            2 => self.config.fixed_dt = c.within(0.002, 0.06),
            3 => self.config.substeps = 1 + c.pick(8) as u32,
            4 => self.config.sleeping = !self.config.sleeping,
            _ => {
                let wind = DVec3::new(f64::from(c.within(-9.0, 9.0)), 0.0, 1.0);
                let air = Atmosphere::new(Air::default(), Wind::Uniform(wind));
                self.world.insert_resource(air.expect("a finite wind"));
            }
        }
    }

    /// Numbers that cannot be computed with.
    fn spoil(&mut self) {
        let bad = [f32::NAN, f32::INFINITY, -1.0, 0.0, 1.0e30][self.choices.pick(5)];
        match self.choices.pick(5) {
            0 => self.transform(|t, _| t.position.x = bad),
            1 => self.transform(|t, _| t.rotation.w = bad),
            2 => self.transform(|t, _| t.scale.y = bad),
            3 => self.edit_body(|body, _| body.velocity.y = bad),
            _ => self.edit_body(|body, _| body.mass = bad),
        }
    }
}

/// Corners of a ball-like hull, m.
fn corner(i: usize) -> Vec3 {
    let turn = 2.4 * i as f32;
    let height = -0.3 + 0.04 * i as f32;
    let radius = (0.1225 - height * height).sqrt();
    Vec3::new(
        radius * voltex_math::f32::cos(turn),
        height,
        radius * voltex_math::f32::sin(turn),
    )
}

/// The state agrees with itself, if there has been a step.
fn check(world: &World) {
    let store = world.resource::<ShapeStore>().expect("it was put there");
    if let Some(state) = world.resource::<PhysicsState>() {
        state
            .validate(&store)
            .expect("lists, boxes and links agree");
    }
}

/// Goes where the bytes lead; returns the steps, and the bodies that the steps have named as beyond computing.
pub(crate) fn walk(bytes: &[u8]) -> (usize, usize) {
    let mut walk = Walk::new(bytes);
    walk.go(|world, config| physics_step(world, config).expect("the settings are good"));
    (walk.steps, walk.named)
}
