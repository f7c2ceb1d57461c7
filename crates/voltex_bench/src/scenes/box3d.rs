//! The scenes in Box3D, at its own settings.

use boxddd::{
    BodyId, BodyType, BoxHull, Capsule, Filter, Foundation, Hull, MeshData, MeshDataOptions,
    QueryFilter, RevoluteJointDef, ShapeDef, Sphere, SphericalJointDef, SurfaceMaterial, Transform,
    World,
};
use voltex_ecs::Entity;
use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::{BallJoint, BodyKind, HingeJoint, JointKind};

use super::plan::{Link, tuning};
use super::{ByEntity, Change, Engine, Form, Plan, Sim, Thing};
use crate::accuracy::box3d::{quaternion, vector};
use crate::collision::Line3;

/// Box3D.
pub struct Box3d {
    foundation: &'static Foundation,
}

struct Bodies {
    foundation: &'static Foundation,
    world: World,
    /// By the ids of entities.
    ids: ByEntity<BodyId>,
    sleeps: bool,
    dt: f32,
    substeps: i32,
    fixed: usize,
}

fn transform(pose: &Pose) -> Transform {
    Transform::new(vector(pose.position), quaternion(pose.rotation))
}

impl Box3d {
    /// The engine, ready to build worlds.
    ///
    /// # Panics
    /// When the library cannot be set up.
    pub fn new() -> Self {
        Self {
            foundation: Foundation::initialize_default().expect("Box3D starts"),
        }
    }

    fn try_build(&self, plan: &Plan, threads: usize) -> boxddd::Result<Bodies> {
        let definition = self
            .foundation
            .world_def_builder()
            .gravity(vector(plan.config.gravity))
            .enable_sleep(plan.config.sleeping)
            .enable_continuous(true)
            .worker_count(threads as u32)
            .build()?;
        let mut bodies = Bodies {
            foundation: self.foundation,
            world: self.foundation.create_world(definition)?,
            ids: ByEntity::default(),
            sleeps: plan.config.sleeping,
            dt: plan.config.fixed_dt,
            substeps: plan.config.substeps as i32,
            fixed: plan.count(BodyKind::Kinematic),
        };
        bodies.add_all(&plan.things, &plan.links)?;
        Ok(bodies)
    }
}

impl Bodies {
    fn add_all(&mut self, things: &[Thing], links: &[Link]) -> boxddd::Result<()> {
        for thing in things {
            let id = self.spawn(thing)?;
            self.ids.set(thing.entity, id);
        }
        for link in links {
            join(
                &mut self.world,
                link,
                link.bodies.map(|body| self.ids.of(body)),
            )?;
        }
        Ok(())
    }

    fn try_change(&mut self, change: &Change) -> boxddd::Result<()> {
        for entity in &change.gone {
            if let Some(id) = self.ids.take(*entity) {
                self.world.destroy_body(id)?;
            }
        }
        self.add_all(&change.things, &change.links)?;
        for (entity, velocity) in &change.led {
            self.world
                .set_body_linear_velocity(self.ids.of(*entity), vector(*velocity))?;
        }
        Ok(())
    }

    fn spawn(&mut self, thing: &Thing) -> boxddd::Result<BodyId> {
        let (world, sleeps) = (&mut self.world, self.sleeps);
        let body = &thing.body;
        let kind = match body.kind {
            BodyKind::Static => BodyType::Static,
            BodyKind::Kinematic => BodyType::Kinematic,
            BodyKind::Dynamic => BodyType::Dynamic,
        };
        let place = thing.pose.position;
        let definition = self
            .foundation
            .body_def_builder()
            .body_type(kind)
            .position([place.x, place.y, place.z])
            .rotation(quaternion(thing.pose.rotation))
            .linear_velocity(vector(body.velocity))
            .angular_velocity(vector(body.angular_velocity))
            .bullet(body.velocity.length() > 100.0)
            .enable_sleep(sleeps)
            .build()?;
        let id = world.create_body(definition)?;
        let shape: ShapeDef = self
            .foundation
            .shape_def_builder()
            .density(body.density)
            .filter(Filter {
                category_bits: u64::from(thing.layers.memberships),
                mask_bits: u64::from(thing.layers.mask),
                group_index: 0,
            })
            .surface_material(SurfaceMaterial {
                friction: thing.material.friction,
                restitution: thing.restitution(),
                rolling_resistance: thing.material.rolling_friction,
                ..SurfaceMaterial::default()
            })
            .build()?;
        match &thing.form {
            Form::Many(pieces) => {
                for (place, form) in pieces {
                    add(world, id, &shape, place, form)?;
                }
            }
            one => add(world, id, &shape, &Pose::IDENTITY, one)?,
        }
        Ok(id)
    }
}

fn add(
    world: &mut World,
    id: BodyId,
    shape: &ShapeDef,
    place: &Pose,
    form: &Form,
) -> boxddd::Result<()> {
    match form {
        Form::Ball(radius) => {
            world.create_sphere_shape(id, shape, &Sphere::new(vector(place.position), *radius))?
        }
        Form::Block(half) => {
            let hull = BoxHull::transformed(half.x, half.y, half.z, transform(place))?;
            world.create_hull_shape(id, shape, &hull)?
        }
        Form::Capsule(half_height, radius) => {
            let end = |sign: f32| place.transform_point(Vec3::Y * (sign * *half_height));
            let capsule = Capsule::new(vector(end(-1.0)), vector(end(1.0)), *radius);
            world.create_capsule_shape(id, shape, &capsule)?
        }
        Form::Hull(points) => {
            let points: Vec<boxddd::Vec3> = points
                .iter()
                .map(|point| vector(place.transform_point(*point)))
                .collect();
            let hull = Hull::from_points(&points, points.len() as i32)?;
            world.create_created_hull_shape(id, shape, &hull)?
        }
        Form::Mesh(mesh) => {
            let corners: Vec<boxddd::Vec3> = mesh.0.iter().copied().map(vector).collect();
            let indices: Vec<i32> = mesh.1.iter().flatten().map(|i| *i as i32).collect();
            let options = MeshDataOptions {
                identify_edges: true,
                ..MeshDataOptions::default()
            };
            let mesh = MeshData::from_triangles(&corners, &indices, None, options)?;
            world.create_mesh_shape(id, shape, mesh, [1.0, 1.0, 1.0])?
        }
        Form::Many(_) => unreachable!("pieces are of one piece"),
    };
    Ok(())
}

/// Its axis is Z.
fn frame(place: &Pose) -> Transform {
    let turn = Quat::from_axis_angle(Vec3::X, -std::f32::consts::FRAC_PI_2);
    transform(&Pose::new(place.position, place.rotation * turn))
}

fn join(world: &mut World, link: &Link, [a, b]: [BodyId; 2]) -> boxddd::Result<()> {
    let [frame_a, frame_b] = link.frames.map(|place| frame(&place));
    match link.kind {
        JointKind::Ball(BallJoint {
            cone, twist, drive, ..
        }) => {
            let mut made = SphericalJointDef::new(a, b)
                .local_frame_a(frame_a)
                .local_frame_b(frame_b)
                .collide_connected(link.collide);
            if let Some(cone) = cone {
                made = made.cone_limit(true, cone);
            }
            if let Some([low, high]) = twist {
                made = made.twist_limit(true, low, high);
            }
            if let Some(drive) = drive {
                let [frequency, damping] = tuning(&drive.spring);
                made = made.spring(true, frequency, damping);
            }
            world.create_spherical_joint(made)?;
        }
        JointKind::Hinge(HingeJoint { limits, spring, .. }) => {
            let mut made = RevoluteJointDef::new(a, b)
                .local_frame_a(frame_a)
                .local_frame_b(frame_b)
                .collide_connected(link.collide);
            if let Some([low, high]) = limits {
                made = made.limit(true, low, high);
            }
            if let Some(spring) = spring {
                let [frequency, damping] = tuning(&spring);
                made = made.spring(true, frequency, damping);
            }
            world.create_revolute_joint(made)?;
        }
        other => panic!("{} has no counterpart here", other.name()),
    }
    Ok(())
}

impl Default for Box3d {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine for Box3d {
    fn name(&self) -> &'static str {
        "Box3D"
    }

    fn build(&self, plan: &Plan, threads: usize) -> Box<dyn Sim> {
        Box::new(
            self.try_build(plan, threads)
                .expect("a scene that Box3D takes"),
        )
    }
}

impl Sim for Bodies {
    fn change(&mut self, change: &Change) {
        self.try_change(change).expect("a change that Box3D takes");
    }

    fn step(&mut self) {
        self.world.step(self.dt, self.substeps).expect("a step");
    }

    fn pose(&self, entity: Entity) -> Pose {
        let read = |id: BodyId| -> boxddd::Result<Pose> {
            let place = self.world.body_position(id)?;
            let turn = self.world.body_rotation(id)?;
            Ok(Pose::new(
                Vec3::new(place.x, place.y, place.z),
                Quat::from_xyzw(turn.v.x, turn.v.y, turn.v.z, turn.s),
            ))
        };
        read(self.ids.of(entity)).expect("a body of this world")
    }

    fn cast(&self, rays: &[Line3], reach: f32) -> usize {
        let filter = QueryFilter::default();
        let hits = |ray: &&Line3| {
            self.world
                .cast_ray_closest(
                    [ray.origin.x, ray.origin.y, ray.origin.z],
                    vector(ray.direction * reach),
                    filter,
                )
                .expect("a ray")
                .is_some()
        };
        rays.iter().filter(hits).count()
    }

    fn awake(&self) -> usize {
        let all = self.world.awake_body_count().expect("a world") as usize;
        all.saturating_sub(self.fixed)
    }
}
