//! The components that make a ball of a body, and a ground of a collider.

use voltex_ecs::{Transform, codec};
use voltex_flight::State;
use voltex_math::{DQuat, DVec3, Quat, Vec3};

use super::balls::{BallId, GroundId};
use crate::body::RigidBody;

/// A ball that flies in `f64`, a component beside `Transform`, [`RigidBody`] and [`Collider`](crate::Collider).
///
/// The state here is the truth; the transform and the velocities of the body show it rounded to `f32`. One of them that
/// is not the rounded state when a step begins has been edited: then it, and nothing else, is taken over. Mass and
/// inertia are those of the ball; damping and locks of the body have no say in the air, its gravity scale has.
///
/// ```
/// use voltex_ecs::World;
/// use voltex_flight::{Launch, balls, units::{deg, mph, rpm}};
/// use voltex_math::DVec3;
/// use voltex_physics::ballistic::Balls;
/// use voltex_physics::{PhysicsConfig, physics_step};
///
/// let mut world = World::new();
/// let mut kinds = Balls::default();
/// let golf = kinds.add(&balls::GOLF)?;
/// let drive = Launch::at(mph(167.0)).up(deg(10.9)).backspin(rpm(2686.0));
/// let ball = kinds.launched(golf, &drive, DVec3::Y * 0.1).expect("it was just added");
/// let ball = world.spawn_with(ball);
/// world.insert_resource(kinds);
/// for _ in 0..60 {
///     physics_step(&mut world, &PhysicsConfig::DEFAULT)?;
/// }
/// assert!(world.get::<voltex_ecs::Transform>(ball).unwrap().position.x > 50.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ballistic {
    /// Which ball of the [`Balls`](super::Balls) of the world.
    pub ball: BallId,
    /// Centre, m.
    pub position: DVec3,
    /// Turns the ball's own axes into the world's.
    pub rotation: DQuat,
    /// Velocity of the centre, m/s.
    pub velocity: DVec3,
    /// rad/s
    pub spin: DVec3,
    /// How long it has been in the world, s.
    pub time: f64,
    /// Whether it lies, rolls or slides on something: then the solver moves it, and the air pushes it as in flight.
    pub grounded: bool,
}

codec!(Ballistic {
    ball,
    position,
    rotation,
    velocity,
    spin,
    time,
    grounded,
});

impl Ballistic {
    /// A ball in a state.
    pub fn new(ball: BallId, state: &State) -> Self {
        Self {
            ball,
            position: state.position,
            rotation: state.rotation,
            velocity: state.velocity,
            spin: state.spin,
            time: 0.0,
            grounded: false,
        }
    }

    /// As the flight has it.
    pub fn state(&self) -> State {
        State {
            position: self.position,
            rotation: self.rotation,
            velocity: self.velocity,
            spin: self.spin,
        }
    }

    pub(crate) fn set(&mut self, state: &State) {
        *self = Self {
            time: self.time,
            grounded: self.grounded,
            ..Self::new(self.ball, state)
        };
    }

    /// What of the components shows the state.
    pub(crate) fn show(&self, transform: &mut Transform, body: &mut RigidBody) {
        transform.position = self.position.as_vec3();
        transform.rotation = self.rotation.as_quat();
        body.velocity = self.velocity.as_vec3();
        body.angular_velocity = self.spin.as_vec3();
    }

    /// Where a solver has taken it.
    pub(crate) fn following(self, transform: &Transform, body: &RigidBody) -> Self {
        let grounded = self.grounded;
        Self {
            grounded,
            ..self.with_edits(transform, body)
        }
    }

    /// With what a user has edited in the components that show it. An edited ball is in the air until it touches.
    pub(crate) fn with_edits(mut self, transform: &Transform, body: &RigidBody) -> Self {
        let vector = |shown: Vec3, own: &mut DVec3| {
            let edited = !same([shown.x, shown.y, shown.z], own.as_vec3().to_array());
            if edited {
                *own = shown.as_dvec3();
            }
            edited
        };
        let mut edited = vector(transform.position, &mut self.position);
        edited |= vector(body.velocity, &mut self.velocity);
        edited |= vector(body.angular_velocity, &mut self.spin);
        if !same_turn(transform.rotation, self.rotation.as_quat()) {
            // As given: what is made unit length here would differ from what is shown.
            self.rotation = transform.rotation.as_dquat();
            edited = true;
        }
        self.grounded &= !edited;
        self
    }

    /// Whether two are the same bit by bit.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let numbers = |ball: &Self| {
            let [p, v, w] = [ball.position, ball.velocity, ball.spin].map(|v| v.to_array());
            let q = ball.rotation.to_array();
            [
                p[0], p[1], p[2], v[0], v[1], v[2], w[0], w[1], w[2], q[0], q[1], q[2], q[3],
                ball.time,
            ]
            .map(f64::to_bits)
        };
        self.ball == other.ball
            && self.grounded == other.grounded
            && numbers(self) == numbers(other)
    }
}

fn same<const N: usize>(a: [f32; N], b: [f32; N]) -> bool {
    a.map(f32::to_bits) == b.map(f32::to_bits)
}

fn same_turn(a: Quat, b: Quat) -> bool {
    same(a.to_array(), b.to_array())
}

/// What balls meet on the collider of the entity, a component. On a collider without one they meet its
/// [`Material`](crate::Material).
///
/// On a height field whose cells have surfaces, or a mesh whose triangles have ([`Balls::set_triangles`](super::Balls::set_triangles)),
/// one with surface `n` has the ground that was added to [`Balls`](super::Balls) `n` places after this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground(pub GroundId);

codec!(Ground { 0 });
