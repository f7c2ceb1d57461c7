//! A scene as every engine can read it.

use std::sync::Arc;

use voltex_ecs::{Entity, Transform, World};
use voltex_math::{Pose, Vec3};
use voltex_physics::{
    BodyKind, Collider, CollisionLayers, Joint, JointKind, Material, PhysicsConfig, RigidBody,
    ShapeStore, Spring,
};

/// Shape of a body; sizes in m.
#[derive(Clone, Debug)]
pub enum Form {
    /// Radius.
    Ball(f32),
    /// Half extents.
    Block(Vec3),
    /// Half height and radius.
    Capsule(f32, f32),
    /// Points whose hull it is.
    Hull(Vec<Vec3>),
    /// Corners and triangles.
    Mesh(Arc<(Vec<Vec3>, Vec<[u32; 3]>)>),
    /// Several of them at poses in the frame of the body.
    Many(Vec<(Pose, Form)>),
}

/// One body as it starts.
#[derive(Clone, Debug)]
pub struct Thing {
    /// In the world of the scene.
    pub entity: Entity,
    /// Its shape.
    pub form: Form,
    /// Where it is.
    pub pose: Pose,
    /// Its kind, density and velocities.
    pub body: RigidBody,
    /// Its surface.
    pub material: Material,
    /// What it meets.
    pub layers: CollisionLayers,
}

impl Thing {
    /// Whether forces move it.
    pub fn is_dynamic(&self) -> bool {
        self.body.kind == BodyKind::Dynamic
    }

    /// Restitution of its surface.
    pub fn restitution(&self) -> f32 {
        self.material.restitution.unwrap_or(self.body.restitution)
    }
}

/// Two bodies held together.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The two bodies.
    pub bodies: [Entity; 2],
    /// Frames in those of the bodies; +Y is the axis.
    pub frames: [Pose; 2],
    /// What it allows.
    pub kind: JointKind,
    /// Whether the two touch each other.
    pub collide: bool,
}

/// A scene.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Its name.
    pub name: String,
    /// Its settings.
    pub config: PhysicsConfig,
    /// Bodies, in order of creation.
    pub things: Vec<Thing>,
    /// Joints, in order of creation.
    pub links: Vec<Link>,
}

impl Plan {
    /// How many bodies of a kind there are.
    pub fn count(&self, kind: BodyKind) -> usize {
        let things = self.things.iter();
        things.filter(|thing| thing.body.kind == kind).count()
    }
}

/// Reads a world that a scene has built.
pub(super) struct Reader<'w> {
    world: &'w World,
    store: voltex_ecs::Ref<'w, ShapeStore>,
}

impl<'w> Reader<'w> {
    pub(super) fn new(world: &'w World) -> Self {
        let store = world.resource::<ShapeStore>().expect("a scene has shapes");
        Self { world, store }
    }

    /// A body. Panics for shapes that the other engines are not told of: see [`Form`].
    pub(super) fn thing(&self, entity: Entity) -> Thing {
        let world = self.world;
        let transform = world.get::<Transform>(entity).expect("a place");
        let collider = world.get::<Collider>(entity).expect("a shape");
        Thing {
            entity,
            form: form(&collider, &self.store),
            pose: Pose::new(transform.position, transform.rotation),
            body: world
                .get::<RigidBody>(entity)
                .map_or(RigidBody::statik(), |body| *body),
            material: world
                .get::<Material>(entity)
                .map_or(Material::DEFAULT, |material| *material),
            layers: world
                .get::<CollisionLayers>(entity)
                .map_or(CollisionLayers::ALL, |layers| *layers),
        }
    }

    pub(super) fn link(&self, entity: Entity) -> Link {
        let joint = self.world.get::<Joint>(entity).expect("a joint");
        Link {
            bodies: [joint.a.expect("two bodies"), joint.b],
            frames: [joint.frame_a, joint.frame_b],
            kind: joint.kind,
            collide: joint.collide,
        }
    }
}

/// Frequency (Hz) and damping of a spring.
pub(super) fn tuning(spring: &Spring) -> [f32; 2] {
    match *spring {
        Spring::Tuned { frequency, damping } => [frequency, damping],
        other => panic!("{other:?} has no counterpart in the other engines"),
    }
}

fn form(collider: &Collider, store: &ShapeStore) -> Form {
    match *collider {
        Collider::Sphere { radius } => Form::Ball(radius),
        Collider::Box { half_extents } => Form::Block(half_extents),
        Collider::Capsule {
            half_height,
            radius,
        } => Form::Capsule(half_height, radius),
        Collider::Hull(id) => Form::Hull(store.hull(id).expect("a hull").vertices().to_vec()),
        Collider::Mesh(id) => {
            let mesh = store.mesh(id).expect("a mesh");
            Form::Mesh(Arc::new((
                mesh.vertices().to_vec(),
                mesh.triangles().to_vec(),
            )))
        }
        Collider::Compound(id) => Form::Many(
            store
                .compound(id)
                .expect("a compound")
                .children()
                .iter()
                .map(|child| (*child.pose(), form(&child.collider(), store)))
                .collect(),
        ),
        Collider::Cylinder { .. }
        | Collider::Cone { .. }
        | Collider::HalfSpace { .. }
        | Collider::HeightField(_) => {
            panic!("{collider:?} has no counterpart in the other engines")
        }
    }
}
