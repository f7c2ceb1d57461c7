//! Rows: what the step knows of each entity with a body or a collider.

use std::sync::Arc;

use voltex_ecs::{Entity, Transform};
use voltex_flight::impact::Sphere;
use voltex_flight::{Ball, Spheroid};
use voltex_math::{DVec3, Mat3, Pose, Quat, Vec3};

use crate::ballistic::{BallKind, Ballistic, Ground};
use crate::body::{BodyKind, RigidBody};
use crate::broad::BoxId;
use crate::collider::Collider;
use crate::copies::copies;
use crate::error::PhysicsError;
use crate::filter::CollisionLayers;
use crate::key::PhysicsKey;
use crate::material::Material;
use crate::shape::{MassProperties, PrincipalAxes};
use crate::solver::Frame;
use crate::step::contacts::ContactId;

/// A row: a slot, used again after its entity has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RowId(u32);

impl RowId {
    /// The row of a slot.
    pub(super) fn new(slot: u32) -> Self {
        Self(slot)
    }

    pub(crate) fn slot(self) -> usize {
        self.0 as usize
    }
}

/// One entity.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) entity: Entity,
    /// Of the entity when the row was made.
    pub(crate) key: Option<PhysicsKey>,
    /// The components as the world holds them; an entity without a body stands where it is.
    pub(crate) transform: Transform,
    pub(crate) body: Option<RigidBody>,
    /// The collider as the world holds it.
    pub(crate) given: Option<Collider>,
    /// The collider with the scale of the transform in it.
    pub(crate) collider: Option<Collider>,
    /// Mass properties that count in place of those of the shape.
    pub(crate) given_mass: Option<MassProperties>,
    pub(crate) material: Material,
    pub(crate) layers: CollisionLayers,
    /// Whether it only tells what overlaps it.
    pub(crate) sensor: bool,
    /// What makes a ball of it.
    pub(crate) ball: Option<BallRow>,
    /// What balls meet on it.
    pub(crate) ground: Option<Ground>,
    /// Its box in the broad phase, if it has a collider.
    pub(crate) box_id: Option<BoxId>,
    pub(crate) mass: MassOfBody,
    /// Contacts that it is part of.
    pub(crate) contacts: Vec<ContactId>,
    /// How long it has hardly moved, s.
    pub(crate) still: f32,
    /// Whether a number in its components cannot be computed with: then it does not move.
    pub(crate) frozen: bool,
}

copies!(Row {
    entity,
    key,
    transform,
    body,
    given,
    collider,
    given_mass,
    material,
    layers,
    sensor,
    ball,
    ground,
    box_id,
    mass,
    contacts,
    still,
    frozen,
});

impl Row {
    /// A row that knows no component but the transform.
    pub(super) fn new(entity: Entity, transform: Transform) -> Self {
        Self {
            entity,
            key: None,
            transform,
            body: None,
            given: None,
            collider: None,
            given_mass: None,
            material: Material::DEFAULT,
            layers: CollisionLayers::ALL,
            sensor: false,
            ball: None,
            ground: None,
            box_id: None,
            mass: MassOfBody::FIXED,
            contacts: Vec::new(),
            still: 0.0,
            frozen: false,
        }
    }

    /// Centre of mass in the world, m.
    pub(crate) fn center(&self) -> Vec3 {
        self.pose().transform_point(self.mass.center)
    }

    pub(crate) fn pose(&self) -> Pose {
        self.transform.pose()
    }

    /// Has the state of a ball follow what its transform and body are now.
    pub(crate) fn lead_ball(&mut self) {
        if let (Some(ball), Some(body)) = (&mut self.ball, &self.body) {
            ball.ballistic = ball.ballistic.following(&self.transform, body);
        }
    }

    /// Whether impulses move it.
    pub(crate) fn is_dynamic(&self) -> bool {
        !self.frozen && self.body.is_some_and(|body| body.is_dynamic())
    }

    /// Whether it can be anywhere else after a step.
    pub(crate) fn can_move(&self) -> bool {
        let Some(body) = self.body else { return false };
        match body.kind {
            BodyKind::Dynamic => self.is_dynamic(),
            BodyKind::Kinematic => {
                !self.frozen && (body.velocity != Vec3::ZERO || body.angular_velocity != Vec3::ZERO)
            }
            BodyKind::Static => false,
        }
    }

    /// Whether turning changes nothing about it: a ball about its middle.
    pub(crate) fn is_round(&self) -> bool {
        matches!(self.collider, Some(Collider::Sphere { .. })) && self.mass.center == Vec3::ZERO
    }

    /// Velocity and angular velocity; zero for what has no body.
    pub(crate) fn motion(&self) -> (Vec3, Vec3) {
        self.body.map_or((Vec3::ZERO, Vec3::ZERO), |body| {
            (body.velocity, body.angular_velocity)
        })
    }

    /// Whether it moves so little that it may fall asleep: its farthest point moves less than a tenth of its size
    /// a second, and less than 5 cm/s.
    pub(crate) fn is_still(&self) -> bool {
        let (velocity, spin) = self.motion();
        let limit = voltex_math::f32::min(0.05, 0.1 * self.mass.extent);
        velocity.length() + spin.length() * self.mass.extent < limit
    }
}

/// A ball: its component as the world holds it, and which ball it is.
#[derive(Clone, Debug)]
pub(crate) struct BallRow {
    pub(crate) ballistic: Ballistic,
    pub(crate) kind: Arc<BallKind>,
    /// Whether it was on a course of its own in the step that is made.
    pub(crate) flown: bool,
}

/// Mass, centre and inertia of a body, ready for the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MassOfBody {
    /// 1/kg; 0 for what impulses do not move.
    pub(crate) inverse_mass: f32,
    /// Centre of mass in the frame of the entity, m.
    pub(crate) center: Vec3,
    /// From the principal axes of inertia to the frame of the entity.
    pub(crate) axes: Quat,
    /// Principal moments of inertia, kg m^2; zero for a body that cannot be turned.
    pub(crate) moments: Vec3,
    /// Distance from the centre of mass to the farthest point of the shape, m.
    pub(crate) extent: f32,
    /// Radius of a ball about the centre of mass that lies within the shape, m; 0 if none is known.
    pub(crate) inside: f32,
}

impl MassOfBody {
    /// What impulses do not move.
    pub(crate) const FIXED: Self = Self {
        inverse_mass: 0.0,
        center: Vec3::ZERO,
        axes: Quat::IDENTITY,
        moments: Vec3::ZERO,
        extent: 0.5,
        inside: 0.0,
    };

    /// Of a body and the properties of its shape at density 1, if it has a shape that has mass.
    ///
    /// A body without a shape is a point: it has mass and does not turn.
    ///
    /// # Errors
    /// The mass is to come from a density, and there is no shape to give the volume; or it overflows.
    pub(crate) fn of(
        body: &RigidBody,
        shape: Option<&MassProperties>,
        extent: f32,
    ) -> Result<Self, PhysicsError> {
        if !body.is_dynamic() {
            return Ok(Self {
                extent,
                ..Self::FIXED
            });
        }
        let Some(shape) = shape else {
            if body.mass > 0.0 {
                return Ok(Self {
                    inverse_mass: 1.0 / body.mass,
                    extent,
                    ..Self::FIXED
                });
            }
            return Err(PhysicsError::OutOfRange {
                what: "mass (kg)".to_owned(),
                value: body.mass,
                allowed: "a body whose mass comes from a density needs a collider with a volume; give the body a mass"
                    .to_owned(),
            });
        };
        let mass = if body.mass > 0.0 {
            body.mass
        } else {
            shape.mass * body.density
        };
        let shape = shape.with_mass(mass)?;
        let PrincipalAxes { rotation, moments } = shape.principal_axes();
        Ok(Self {
            inverse_mass: 1.0 / mass,
            center: shape.center,
            axes: rotation,
            moments,
            extent,
            inside: 0.0,
        })
    }

    /// Of a ball that touches as a sphere; the core of a bowling ball turns with it.
    pub(crate) fn of_ball(ball: &Ball) -> Self {
        let Sphere {
            mass,
            radius,
            inertia_factor,
        } = ball.sphere();
        let factors = ball.core.map_or(DVec3::splat(inertia_factor), |core| {
            DVec3::new(core.low, core.intermediate, core.high)
        });
        Self {
            inverse_mass: (1.0 / mass) as f32,
            moments: (factors * mass * radius * radius).as_vec3(),
            extent: radius as f32,
            inside: radius as f32,
            ..Self::FIXED
        }
    }

    /// Of a ball that is a spheroid about its own +X.
    pub(crate) fn of_spheroid(ball: &Spheroid) -> Self {
        let across = ball.inertia_transverse as f32;
        Self {
            inverse_mass: (1.0 / ball.mass) as f32,
            moments: Vec3::new(ball.inertia_axial as f32, across, across),
            extent: voltex_math::f64::max(ball.long, ball.short) as f32,
            inside: voltex_math::f64::min(ball.long, ball.short) as f32,
            ..Self::FIXED
        }
    }

    /// Inverse inertia in the world for a body of this rotation, 1/(kg m^2).
    pub(crate) fn inverse_inertia(&self, rotation: Quat) -> Mat3 {
        if self.moments == Vec3::ZERO {
            return Mat3::ZERO;
        }
        let turn = Mat3::from_quat(rotation * self.axes);
        let inverse = Vec3::ONE / self.moments;
        Mat3::from_cols(
            turn.x_axis * inverse.x,
            turn.y_axis * inverse.y,
            turn.z_axis * inverse.z,
        ) * turn.transpose()
    }

    /// Whether the spin of a free body changes by itself.
    pub(crate) fn tumbles(&self) -> bool {
        let m = self.moments;
        let spread = (m.max_element() - m.min_element()).abs();
        // Moments that differ by rounding alone are those of a ball or cube.
        spread > 1.0e-5 * m.max_element()
    }
}

/// All rows.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    rows: Vec<Option<Row>>,
    /// Where each row is, by slot, close together for those who look at many.
    frames: Vec<Frame>,
    /// Whether each takes part in the step, by slot; only bodies that can move are awake.
    awake: Vec<bool>,
    free: Vec<RowId>,
    /// Row of an entity by its id; the row tells the generation.
    by_entity: Vec<Option<RowId>>,
}

copies!(Rows {
    rows,
    frames,
    awake,
    free,
    by_entity,
});

impl Rows {
    /// The row of an entity.
    pub(crate) fn of(&self, entity: Entity) -> Option<RowId> {
        let id = (*self.by_entity.get(entity.id() as usize)?)?;
        (self.get(id)?.entity == entity).then_some(id)
    }

    pub(crate) fn get(&self, id: RowId) -> Option<&Row> {
        self.rows.get(id.slot())?.as_ref()
    }

    /// A row that is known to be there.
    pub(crate) fn row(&self, id: RowId) -> &Row {
        self.get(id).expect("ids of rows are dropped with them")
    }

    /// As [`Self::row`], to be changed.
    pub(crate) fn row_mut(&mut self, id: RowId) -> &mut Row {
        self.rows[id.slot()]
            .as_mut()
            .expect("ids of rows are dropped with them")
    }

    /// Number of rows.
    pub(crate) fn count(&self) -> usize {
        self.rows.len() - self.free.len()
    }

    /// Number of slots: ids are below it.
    pub(crate) fn slots(&self) -> usize {
        self.rows.len()
    }

    /// Adds a row that knows no component but the transform, not yet awake.
    pub(crate) fn add(&mut self, entity: Entity, transform: Transform) -> RowId {
        let row = Row::new(entity, transform);
        let frame = Frame::new(transform.position, transform.rotation, Vec3::ZERO);
        let id = match self.free.pop() {
            Some(id) => {
                self.rows[id.slot()] = Some(row);
                self.frames[id.slot()] = frame;
                id
            }
            None => {
                self.rows.push(Some(row));
                self.frames.push(frame);
                self.awake.push(false);
                RowId(self.rows.len() as u32 - 1)
            }
        };
        self.link(entity, id);
        id
    }

    /// Lets the row of an entity be found.
    pub(super) fn link(&mut self, entity: Entity, id: RowId) {
        let place = entity.id() as usize;
        if self.by_entity.len() <= place {
            self.by_entity.resize(place + 1, None);
        }
        self.by_entity[place] = Some(id);
    }

    /// All slots, and those that are free in the order in which they were left.
    pub(super) fn parts(&self) -> (&[Option<Row>], &[RowId]) {
        (&self.rows, &self.free)
    }

    /// Rows by slot, which slots are free, and which rows are awake; no row is found by its entity before it is linked,
    /// nor has a frame before that is refreshed.
    pub(super) fn from_parts(
        rows: Vec<Option<Row>>,
        free: Vec<RowId>,
        awake_rows: &[RowId],
    ) -> Self {
        let nowhere = Frame::new(Vec3::ZERO, Quat::IDENTITY, Vec3::ZERO);
        let mut awake = vec![false; rows.len()];
        for id in awake_rows {
            awake[id.slot()] = true;
        }
        Self {
            frames: vec![nowhere; rows.len()],
            awake,
            rows,
            free,
            by_entity: Vec::new(),
        }
    }

    /// Removes a row.
    pub(crate) fn remove(&mut self, id: RowId) {
        let Some(row) = self.rows.get_mut(id.slot()).and_then(Option::take) else {
            return;
        };
        // The slot of the entity may belong to its successor by now.
        if let Some(place) = self.by_entity.get_mut(row.entity.id() as usize)
            && *place == Some(id)
        {
            *place = None;
        }
        self.awake[id.slot()] = false;
        self.free.push(id);
    }

    /// Frames of all rows by slot.
    pub(crate) fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Brings the frame of a row up to date: after every change of its transform or centre of mass.
    pub(crate) fn refresh_frame(&mut self, id: RowId) {
        let row = self.row(id);
        let (transform, center) = (row.transform, row.mass.center);
        self.frames[id.slot()] = Frame::new(transform.position, transform.rotation, center);
    }

    /// Whether a row takes part in the step.
    pub(crate) fn is_awake(&self, id: RowId) -> bool {
        self.awake[id.slot()]
    }

    pub(crate) fn set_awake(&mut self, id: RowId, awake: bool) {
        self.awake[id.slot()] = awake;
    }
}
