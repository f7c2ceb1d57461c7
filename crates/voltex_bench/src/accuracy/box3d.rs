//! The set-ups in Box3D.

use boxddd::{
    BodyId, BodyType, BoxHull, Capsule, Foundation, MeshData, MeshDataOptions, ShapeDef, Sphere,
    SphericalJointDef, SurfaceMaterial, Transform, World,
};
use voltex_math::{Quat, Vec3};

use super::{Body, Engine, Form, Lab, Motion, Setup};

/// Substeps, those of its examples.
const SUBSTEPS: i32 = 4;

/// Box3D.
pub struct Box3d {
    foundation: &'static Foundation,
}

struct Bodies {
    world: World,
    ids: Vec<BodyId>,
    dt: f32,
}

pub(crate) fn vector(v: Vec3) -> boxddd::Vec3 {
    boxddd::Vec3::new(v.x, v.y, v.z)
}

pub(crate) fn quaternion(q: Quat) -> boxddd::Quat {
    boxddd::Quat {
        v: boxddd::Vec3::new(q.x, q.y, q.z),
        s: q.w,
    }
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

    fn try_build(&self, setup: &Setup) -> boxddd::Result<Bodies> {
        let definition = self
            .foundation
            .world_def_builder()
            .gravity(vector(setup.gravity))
            .restitution_threshold(0.0)
            .maximum_linear_speed(10_000.0)
            .enable_sleep(false)
            .enable_continuous(true)
            .build()?;
        let mut world = self.foundation.create_world(definition)?;
        let mut ids = Vec::new();
        for body in &setup.bodies {
            ids.push(self.spawn(&mut world, body)?);
        }
        for joint in &setup.joints {
            let frame = |body: usize| {
                let body = &setup.bodies[body];
                let turn = body.rotation.conjugate();
                Transform::new(vector(turn * (joint.anchor - body.place)), quaternion(turn))
            };
            let [a, b] = joint.bodies;
            let joint = SphericalJointDef::new(ids[a], ids[b])
                .local_frame_a(frame(a))
                .local_frame_b(frame(b));
            world.create_spherical_joint(joint)?;
        }
        Ok(Bodies {
            world,
            ids,
            dt: setup.dt,
        })
    }

    fn spawn(&self, world: &mut World, body: &Body) -> boxddd::Result<BodyId> {
        let kind = if body.moves {
            BodyType::Dynamic
        } else {
            BodyType::Static
        };
        let place = body.place;
        let definition = self
            .foundation
            .body_def_builder()
            .body_type(kind)
            .position([place.x, place.y, place.z])
            .rotation(quaternion(body.rotation))
            .linear_velocity(vector(body.velocity))
            .angular_velocity(vector(body.spin))
            .bullet(body.moves)
            .allow_fast_rotation(true)
            .enable_sleep(false)
            .build()?;
        let id = world.create_body(definition)?;
        let shape: ShapeDef = self
            .foundation
            .shape_def_builder()
            .density(body.density)
            .surface_material(SurfaceMaterial {
                friction: body.friction,
                restitution: body.restitution,
                rolling_resistance: body.rolling,
                ..SurfaceMaterial::default()
            })
            .build()?;
        match &body.form {
            Form::Ball(radius) => {
                world.create_sphere_shape(id, &shape, &Sphere::new(boxddd::Vec3::ZERO, *radius))?
            }
            Form::Block(half) => {
                world.create_hull_shape(id, &shape, &BoxHull::new(half.x, half.y, half.z)?)?
            }
            Form::Capsule(half_height, radius) => {
                let end = Vec3::Y * *half_height;
                let capsule = Capsule::new(vector(-end), vector(end), *radius);
                world.create_capsule_shape(id, &shape, &capsule)?
            }
            Form::Terrain(corners, triangles) => {
                let corners: Vec<boxddd::Vec3> = corners.iter().copied().map(vector).collect();
                let indices: Vec<i32> = triangles.iter().flatten().map(|i| *i as i32).collect();
                let options = MeshDataOptions {
                    identify_edges: true,
                    ..MeshDataOptions::default()
                };
                let mesh = MeshData::from_triangles(&corners, &indices, None, options)?;
                world.create_mesh_shape(id, &shape, mesh, [1.0, 1.0, 1.0])?
            }
        };
        Ok(id)
    }
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

    fn knows_rolling(&self) -> bool {
        true
    }

    fn build(&self, setup: &Setup) -> Box<dyn Lab> {
        Box::new(self.try_build(setup).expect("a set-up that Box3D takes"))
    }
}

impl Lab for Bodies {
    fn step(&mut self) {
        self.world.step(self.dt, SUBSTEPS).expect("a step");
    }

    fn motion(&self, body: usize) -> Motion {
        let id = self.ids[body];
        let read = || -> boxddd::Result<Motion> {
            let back = |v: boxddd::Vec3| Vec3::new(v.x, v.y, v.z);
            let place = self.world.body_position(id)?;
            let turn = self.world.body_rotation(id)?;
            Ok(Motion {
                place: Vec3::new(place.x, place.y, place.z),
                rotation: Quat::from_xyzw(turn.v.x, turn.v.y, turn.v.z, turn.s),
                velocity: back(self.world.body_linear_velocity(id)?),
                spin: back(self.world.body_angular_velocity(id)?),
            })
        };
        read().expect("a body of this world")
    }
}
