//! The balls and grounds of a world.

use std::sync::Arc;

use voltex_ecs::{Codec, Decoder, Describer, EcsError, Encoder, StateHasher, Transform, codec};
use voltex_flight::ball::Force;
use voltex_flight::surface::{Friction, LanePattern, Restitution};
use voltex_flight::{Ball, FlightError, Launch, State, Surface, balls, surfaces};
use voltex_math::{DQuat, DVec3};

use super::body::Ballistic;
use super::outline::Outline;
use crate::body::{DEFAULT_RESTITUTION, RigidBody};
use crate::collider::Collider;
use crate::error::PhysicsError;
use crate::material::Material;
use crate::shape::{MeshId, ShapeStore};

/// A ball of [`Balls`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BallId(u32);

/// A ground of [`Balls`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroundId(u32);

codec!(BallId { 0 });
codec!(GroundId { 0 });
codec!(MeshId { 0 });

impl GroundId {
    /// The ground that was added `places` after this one.
    pub(crate) fn after(self, places: u8) -> Self {
        Self(self.0.saturating_add(u32::from(places)))
    }
}

/// A ball, and what it meets on each ground.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BallKind {
    pub(crate) ball: Ball,
    pub(crate) outline: Outline,
    surfaces: Vec<Surface>,
    meshes: Arc<Meshes>,
}

/// The surfaces of the triangles of meshes.
type Meshes = Vec<(MeshId, Vec<u8>)>;

impl BallKind {
    /// The surface of a triangle of a mesh; 0 where none was given.
    pub(crate) fn triangle(&self, mesh: MeshId, triangle: u32) -> u8 {
        let mut meshes = self.meshes.iter();
        let surfaces = meshes.find(|(id, _)| *id == mesh).map(|(_, list)| list);
        let surface = surfaces.and_then(|list| list.get(triangle as usize));
        surface.copied().unwrap_or(0)
    }

    /// What the ball meets on a ground, if there is such a ground.
    pub(crate) fn surface(&self, ground: GroundId) -> Option<&Surface> {
        self.surfaces.get(ground.0 as usize)
    }
}

/// A ground: one of those that have a name, on which some balls have numbers of their own, or one of the user's.
#[derive(Clone, Copy, Debug, PartialEq)]
enum GroundKind {
    Named(&'static str),
    Own(Surface),
}

impl GroundKind {
    fn under(&self, ball: &Ball) -> Result<Surface, FlightError> {
        match self {
            Self::Named(name) => ball.surface(name),
            Self::Own(surface) => Ok(*surface),
        }
    }
}

/// The balls and grounds of a world, a resource. They are added once and never change; copies share them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Balls {
    table: Arc<Table>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Table {
    kinds: Vec<Arc<BallKind>>,
    grounds: Vec<GroundKind>,
    meshes: Arc<Meshes>,
}

impl Balls {
    /// Adds a ball, or finds the one that is the same.
    ///
    /// # Errors
    /// A spheroid that is wider than long; a ball that was not changed by [`Ball::set`], so that it could not be stored; one
    /// without numbers for a ground that is here.
    pub fn add(&mut self, ball: &Ball) -> Result<BallId, PhysicsError> {
        if let Some(known) = self.find(ball) {
            return Ok(known);
        }
        if let Some(body) = ball.spheroid()
            && body.long < body.short
        {
            return Err(PhysicsError::BadBall(format!(
                "the {} ball is {} m long along its axis and {} m across; a world flies spheroids that are at least as long as \
                 across: set `nominal.semi_axis_long` or `nominal.diameter`",
                ball.name,
                2.0 * body.long,
                2.0 * body.short
            )));
        }
        let stored = StoredBall::of(ball).and_then(|stored| stored.ball());
        if stored.as_ref() != Ok(ball) {
            return Err(PhysicsError::BadBall(format!(
                "the {} ball has numbers that its name, model and parameters do not tell, so that it could not be stored; \
                 change balls with `Ball::set` and `Ball::with_model`",
                ball.name
            )));
        }
        let surfaces = self.table.grounds.iter().map(|ground| ground.under(ball));
        let surfaces = surfaces.collect::<Result<Vec<_>, _>>().map_err(bad)?;
        let table = Arc::make_mut(&mut self.table);
        table.kinds.push(Arc::new(BallKind {
            ball: ball.clone(),
            outline: Outline::new(ball.radius, ball.spheroid().as_ref()),
            surfaces,
            meshes: Arc::clone(&table.meshes),
        }));
        Ok(BallId(table.kinds.len() as u32 - 1))
    }

    /// Adds a ground by its name, such as `clay`; balls that were measured on it meet their own numbers.
    ///
    /// # Errors
    /// A name that no ground has; a ball that is here and has no numbers for it.
    pub fn add_ground(&mut self, name: &str) -> Result<GroundId, PhysicsError> {
        let ground = surfaces::find(name).ok_or_else(|| {
            let known: Vec<_> = surfaces::ALL.iter().map(|g| g.surface.name).collect();
            PhysicsError::BadBall(format!(
                "no ground is called `{name}`; there are {}",
                known.join(", ")
            ))
        })?;
        self.put_ground(GroundKind::Named(ground.surface.name))
    }

    /// Adds a ground with coefficients of the user's own, the same for all balls; its name is not kept.
    ///
    /// # Errors
    /// Coefficients that no surface has.
    pub fn add_surface(&mut self, surface: &Surface) -> Result<GroundId, PhysicsError> {
        surface.validate().map_err(bad)?;
        self.put_ground(GroundKind::Own(Surface {
            name: OWN,
            ..*surface
        }))
    }

    /// Gives the triangles of a mesh their surfaces, one number each, in place of those that it had: a triangle with surface
    /// `n` has the ground that was added `n` places after that of the collider. Those beyond the list have 0.
    pub fn set_triangles(&mut self, mesh: MeshId, surfaces: Vec<u8>) {
        let table = Arc::make_mut(&mut self.table);
        let meshes = Arc::make_mut(&mut table.meshes);
        match meshes.iter_mut().find(|(id, _)| *id == mesh) {
            Some((_, list)) => *list = surfaces,
            None => meshes.push((mesh, surfaces)),
        }
        for kind in &mut table.kinds {
            Arc::make_mut(kind).meshes = Arc::clone(&table.meshes);
        }
    }

    fn put_ground(&mut self, ground: GroundKind) -> Result<GroundId, PhysicsError> {
        let kinds = &self.table.kinds;
        let under = kinds.iter().map(|kind| ground.under(&kind.ball));
        let under = under.collect::<Result<Vec<_>, _>>().map_err(bad)?;
        let table = Arc::make_mut(&mut self.table);
        for (kind, surface) in table.kinds.iter_mut().zip(under) {
            Arc::make_mut(kind).surfaces.push(surface);
        }
        table.grounds.push(ground);
        Ok(GroundId(table.grounds.len() as u32 - 1))
    }

    /// The id of a ball that is here.
    pub fn find(&self, ball: &Ball) -> Option<BallId> {
        let place = self
            .table
            .kinds
            .iter()
            .position(|kind| kind.ball == *ball)?;
        Some(BallId(place as u32))
    }

    /// The first ground of a name that is here.
    pub fn ground(&self, name: &str) -> Option<GroundId> {
        let name = surfaces::find(name)?.surface.name;
        let mut grounds = self.table.grounds.iter();
        let place = grounds.position(|ground| *ground == GroundKind::Named(name))?;
        Some(GroundId(place as u32))
    }

    /// A ball by its id.
    pub fn get(&self, id: BallId) -> Option<&Ball> {
        self.kind(id).map(|kind| &kind.ball)
    }

    /// What a ball meets on a ground.
    pub fn surface(&self, ball: BallId, ground: GroundId) -> Option<&Surface> {
        self.kind(ball)?.surface(ground)
    }

    pub(crate) fn kind(&self, id: BallId) -> Option<&Arc<BallKind>> {
        self.table.kinds.get(id.0 as usize)
    }

    /// Whether two share their content, so that nothing can have changed.
    pub(crate) fn is_shared(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.table, &other.table)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.table.kinds.is_empty() && self.table.grounds.is_empty()
    }

    /// The components of a ball in a state: to be spawned, or added to an entity. `None` for an id that is not of here,
    /// and for a spheroid: its collider is a hull, see [`Self::placed_in`].
    pub fn placed(&self, id: BallId, state: &State) -> Option<PlacedBall> {
        let kind = self.kind(id)?;
        match kind.outline {
            Outline::Sphere { radius } => {
                let collider = Collider::sphere(radius as f32);
                Some(components(id, &kind.ball, state, collider))
            }
            Outline::Oval(_) => None,
        }
    }

    /// As [`Self::placed`], also of a spheroid: the geometry of its collider goes into the store of the world.
    ///
    /// A spheroid flies, strikes and rolls on its own shape. Its collider, for queries, for bodies that come to it while it
    /// lies, and for the eye, is a hull of 182 corners on the ball, whose faces lie within it by at most 2.5
    /// hundredths of its reach.
    ///
    /// # Errors
    /// An id that is not of here; a ball too small for a hull.
    pub fn placed_in(
        &self,
        id: BallId,
        state: &State,
        shapes: &mut ShapeStore,
    ) -> Result<PlacedBall, PhysicsError> {
        let Some(kind) = self.kind(id) else {
            return Err(PhysicsError::BadBall(format!(
                "there is no ball {id:?}; take the ids that `Balls::add` gives"
            )));
        };
        let collider = match &kind.outline {
            Outline::Sphere { radius } => Collider::sphere(*radius as f32),
            Outline::Oval(oval) => Collider::Hull(shapes.add_hull(&oval.hull())?),
        };
        Ok(components(id, &kind.ball, state, collider))
    }

    /// As [`Self::placed`], launched from a place of its centre, m.
    pub fn launched(&self, id: BallId, launch: &Launch, from: DVec3) -> Option<PlacedBall> {
        self.placed(id, &launched(launch, from))
    }

    /// As [`Self::placed_in`], launched from a place of its centre (m), a spheroid with its nose as the launch says.
    ///
    /// # Errors
    /// As for [`Self::placed_in`].
    pub fn launched_in(
        &self,
        id: BallId,
        launch: &Launch,
        from: DVec3,
        shapes: &mut ShapeStore,
    ) -> Result<PlacedBall, PhysicsError> {
        let mut state = launched(launch, from);
        if self
            .kind(id)
            .is_some_and(|kind| kind.outline.oval().is_some())
        {
            state.rotation = launch.attitude();
        }
        self.placed_in(id, &state, shapes)
    }
}

/// The components of a ball in a world.
pub type PlacedBall = (Transform, RigidBody, Collider, Material, Ballistic);

fn launched(launch: &Launch, from: DVec3) -> State {
    State {
        position: from,
        rotation: DQuat::IDENTITY,
        velocity: launch.velocity(),
        spin: launch.spin(),
    }
}

fn components(id: BallId, ball: &Ball, state: &State, collider: Collider) -> PlacedBall {
    let ballistic = Ballistic::new(id, state);
    let mut transform = Transform::IDENTITY;
    let mut body = RigidBody::dynamic(ball.mass as f32);
    ballistic.show(&mut transform, &mut body);
    let rigid = match &ball.force {
        Force::Spheroid(law) => Some(law.rigid_restitution),
        Force::Physical(_) | Force::Arcade(_) => ball.rigid_restitution,
    };
    let material = Material {
        restitution: Some(match rigid {
            Some(e) => e as f32,
            None => DEFAULT_RESTITUTION,
        }),
        ..Material::DEFAULT
    };
    (transform, body, collider, material, ballistic)
}

fn bad(error: FlightError) -> PhysicsError {
    PhysicsError::BadBall(error.to_string())
}

/// Name of the surfaces that users make.
const OWN: &str = "own";

/// A ball as bytes tell it: its names, and the parameters that differ from those of its model.
#[derive(Clone, Debug, PartialEq)]
struct StoredBall {
    name: String,
    model: String,
    parameters: Vec<(String, f64)>,
}

codec!(StoredBall {
    name,
    model,
    parameters,
});

impl StoredBall {
    fn of(ball: &Ball) -> Result<Self, FlightError> {
        let preset = balls::find(ball.name)?.with_model(ball.model)?.parameters();
        let differs = |path: &str, value: f64| {
            let known = preset.iter().find(|known| known.path == path);
            known.is_none_or(|known| known.value.to_bits() != value.to_bits())
        };
        // A law that was put in the place of the preset's is told by the name that puts it there.
        let is_new = |path: &str| preset.iter().all(|known| known.path != path);
        let own = ball.parameters().into_iter();
        Ok(Self {
            name: ball.name.to_owned(),
            model: ball.model.to_owned(),
            parameters: own
                .filter(|own| differs(own.path, own.value))
                .filter_map(|own| match own.path {
                    "lift.k" if is_new("lift.k") => Some(("lift.CL_over_S".to_owned(), own.value)),
                    "lift.CL_max" if is_new("lift.CL_max") => None,
                    path => Some((path.to_owned(), own.value)),
                })
                .collect(),
        })
    }

    fn ball(&self) -> Result<Ball, FlightError> {
        let mut ball = balls::find(&self.name)?.with_model(&self.model)?;
        for (path, value) in &self.parameters {
            ball.set(path, *value)?;
        }
        Ok(ball)
    }
}

/// A ground as bytes tell it: its name, or without one its numbers.
#[derive(Clone, Debug, PartialEq)]
struct StoredGround {
    name: String,
    numbers: Vec<f64>,
}

codec!(StoredGround { name, numbers });

impl StoredGround {
    fn of(ground: &GroundKind) -> Self {
        match ground {
            GroundKind::Named(name) => Self {
                name: (*name).to_owned(),
                numbers: Vec::new(),
            },
            GroundKind::Own(surface) => Self {
                name: String::new(),
                numbers: numbers_of(surface),
            },
        }
    }
}

/// The first ten: restitution as a quadratic, its change with temperature, whether it is one, tangential restitution,
/// resistances, softness. Then friction: one number, or the six of a lane.
fn numbers_of(surface: &Surface) -> Vec<f64> {
    let flag = |holds: bool| if holds { 1.0 } else { 0.0 };
    let (curved, [c0, c1, c2, v_max]) = match surface.restitution {
        Restitution::Constant(e) => (false, [e, 0.0, 0.0, 0.0]),
        Restitution::Quadratic { c0, c1, c2, v_max } => (true, [c0, c1, c2, v_max]),
    };
    let mut numbers = vec![
        c0,
        c1,
        c2,
        v_max,
        surface.restitution_per_kelvin,
        flag(curved),
        surface.tangential_restitution,
        surface.rolling,
        surface.spinning,
        flag(surface.soft),
    ];
    match surface.friction {
        Friction::Uniform(mu) => numbers.push(mu),
        Friction::Lane(lane) => numbers.extend([
            lane.oil,
            lane.edge,
            lane.dry,
            lane.length,
            lane.half_width,
            lane.fade,
        ]),
    }
    numbers
}

fn surface_of(numbers: &[f64]) -> Option<Surface> {
    let (first, friction) = numbers.split_first_chunk::<10>()?;
    let [
        c0,
        c1,
        c2,
        v_max,
        per_kelvin,
        curved,
        tangential,
        rolling,
        spinning,
        soft,
    ] = *first;
    let friction = match *friction {
        [mu] => Friction::Uniform(mu),
        [oil, edge, dry, length, half_width, fade] => Friction::Lane(LanePattern {
            oil,
            edge,
            dry,
            length,
            half_width,
            fade,
        }),
        _ => return None,
    };
    Some(Surface {
        name: OWN,
        restitution: if curved == 0.0 {
            Restitution::Constant(c0)
        } else {
            Restitution::Quadratic { c0, c1, c2, v_max }
        },
        restitution_per_kelvin: per_kelvin,
        friction,
        tangential_restitution: tangential,
        rolling,
        spinning,
        soft: soft != 0.0,
    })
}

/// What bytes tell of the balls of a world.
type Stored = (Vec<StoredGround>, Vec<StoredBall>, Meshes);

impl Balls {
    fn stored(&self) -> Stored {
        let balls = self.table.kinds.iter().map(|kind| {
            StoredBall::of(&kind.ball).expect("balls are looked at when they are added")
        });
        let grounds = self.table.grounds.iter().map(StoredGround::of);
        let meshes = self.table.meshes.to_vec();
        (grounds.collect(), balls.collect(), meshes)
    }
}

impl Codec for Balls {
    const MIN_BYTES: usize = Stored::MIN_BYTES;

    fn encode(&self, out: &mut Encoder<'_>) {
        self.stored().encode(out);
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        let (grounds, stored, meshes) = Stored::decode(input)?;
        let mut balls = Self::default();
        for (place, ground) in grounds.iter().enumerate() {
            let added = if ground.name.is_empty() {
                surface_of(&ground.numbers).map(|surface| balls.add_surface(&surface))
            } else {
                Some(balls.add_ground(&ground.name))
            };
            if !matches!(added, Some(Ok(_))) {
                return Err(input.invalid("ground by its place", place as u64));
            }
        }
        for (place, stored) in stored.iter().enumerate() {
            let ball = stored.ball().map_err(bad).and_then(|ball| balls.add(&ball));
            if ball != Ok(BallId(place as u32)) {
                return Err(input.invalid("ball by its place", place as u64));
            }
        }
        for (mesh, surfaces) in meshes {
            balls.set_triangles(mesh, surfaces);
        }
        Ok(balls)
    }

    fn hash(&self, hasher: &mut StateHasher) {
        self.stored().hash(hasher);
    }

    fn describe(&self, out: &mut Describer<'_>) {
        let (grounds, balls, meshes) = self.stored();
        out.field("grounds", &grounds);
        out.field("balls", &balls);
        out.field("meshes", &meshes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through_bytes(balls: &Balls) -> Balls {
        let mut bytes = Vec::new();
        balls.encode(&mut Encoder::new(&mut bytes));
        Balls::decode(&mut Decoder::new(&bytes)).unwrap()
    }

    #[test]
    fn all_balls_and_grounds_come_back_from_bytes() {
        let mut balls = Balls::default();
        for ground in &surfaces::ALL {
            balls.add_ground(ground.surface.name).unwrap();
        }
        let own = Surface {
            restitution_per_kelvin: 0.003,
            ..Surface::plain("mat", 0.4, 0.7, 0.1).resisting(0.02, 0.01)
        };
        balls.add_surface(&own).unwrap();
        balls.add_surface(&surfaces::LANE).unwrap();
        balls.add_surface(&surfaces::GREEN).unwrap();
        let mut count = 0;
        for ball in voltex_flight::balls::ALL {
            for model in ball.models() {
                let ball = ball.with_model(model.name).unwrap();
                // A spheroid that flies as a sphere has no numbers for grounds.
                if ball.surface("grass").is_ok() {
                    let id = balls.add(&ball).unwrap();
                    assert_eq!(id, balls.add(&ball).unwrap());
                    count += 1;
                }
            }
        }
        assert!(count > 20, "{count}");
        let mut light = voltex_flight::balls::SOCCER.clone();
        light.set("nominal.mass", 0.2).unwrap();
        light.set("drag.CD", 0.21).unwrap();
        light.set("lift.CL", 0.25).unwrap();
        balls.add(&light).unwrap();
        // Defect: a lift proportional to the spin could not be stored.
        let mut proportional = voltex_flight::balls::SOCCER.clone();
        proportional.set("lift.CL_over_S", 1.8).unwrap();
        balls.add(&proportional).unwrap();
        balls.set_triangles(MeshId(3), vec![0, 2, 1]);
        assert_eq!(through_bytes(&balls), balls);
    }

    #[test]
    fn a_spheroid_that_is_wider_than_long_is_refused_by_its_sizes() {
        let mut lens = voltex_flight::balls::RUGBY.clone();
        lens.set("nominal.semi_axis_long", 0.05).unwrap();
        let error = Balls::default().add(&lens).unwrap_err();
        assert!(error.to_string().contains("0.1 m long"), "{error}");
    }

    #[test]
    fn a_ball_that_could_not_be_stored_is_refused() {
        let mut odd = voltex_flight::balls::TENNIS.clone();
        odd.rigid_restitution = Some(0.123);
        let error = Balls::default().add(&odd).unwrap_err();
        assert!(error.to_string().contains("Ball::set"), "{error}");
    }
}
